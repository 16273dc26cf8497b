# Textures and surfaces give what an H200 was recorded to give, but for rows that are marked in the file: hashes of the results in
# sim/tests/data/h200-textures.txt, by `sim/tests/textures.py digest`. The driver answers calls about arrays as it was recorded to.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
command -v python3 >/dev/null || exit 77

export LD_LIBRARY_PATH=$BUILD_DIR/dropin PYTHONDONTWRITEBYTECODE=1
python3 "$SOURCE_DIR/sim/tests/textures.py" check "$SOURCE_DIR/sim/tests/data/h200-textures.txt" >"$work/out" 2>&1 ||
    fail "$(tail -30 "$work/out")"
python3 "$SOURCE_DIR/sim/tests/texture_calls.py" "$SOURCE_DIR/sim/tests/data/h200-texture-calls.txt" >"$work/out" 2>&1 ||
    fail "$(grep -B 1 'should be' "$work/out")"
exit $((failures > 0))
