# Every form of PTX's arithmetic gives what an H200 was recorded to give: hashes of the results in sim/tests/data/h200-arithmetic.txt, by
# `sim/tests/arithmetic.py digest`. Forms that the GPU's assembler refused are refused. The longest sweeps are left to a run by hand.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
command -v python3 >/dev/null || exit 77

LD_LIBRARY_PATH=$BUILD_DIR/dropin TILEWRIGHT_SIM_TIMEOUT=0 python3 "$SOURCE_DIR/sim/tests/arithmetic.py" check \
    "$SOURCE_DIR/sim/tests/data/h200-arithmetic.txt" 1048576 >"$work/out" 2>&1 || fail "$(tail -30 "$work/out")"
exit $((failures > 0))
