# The forms of instructions that ptxas takes and refuses, recorded, against what the drop-in says of each.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
python3 "$SOURCE_DIR/sim/tests/ptx_forms.py" replay "$BUILD_DIR/dropin/libcuda.so.1" "$SOURCE_DIR/sim/tests/data/ptx-forms.txt" >"$work/out" 2>"$work/counts"
status=$?
cat "$work/counts"
grep -q "^taken by ptxas, taken here: [0-9]" "$work/counts" || fail "nothing was asked: $(tail -3 "$work/counts")"
[ $status -eq 0 ] || fail "new differences: $(grep -vxFf "$SOURCE_DIR/sim/tests/data/ptx-differences.txt" "$work/out" | head -20)"

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
