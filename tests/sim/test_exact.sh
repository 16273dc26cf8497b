#!/usr/bin/env bash
# Orders exact, fixed and compensated on the simulator, bit for bit against Python's own numbers.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
compare() {
    LD_LIBRARY_PATH=$BUILD_DIR/dropin TILEWRIGHT=$BUILD_DIR/tilewright XDG_CACHE_HOME=$work timeout 300 python3 \
        "$SOURCE_DIR/tests/exactly.py" "$@" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
}
compare $(draws 8 24) 5 exact
compare $(draws 8 24) 10 fixed
compare $(draws 6 20) 9 compensated
compare $(draws 6 24) 10 compensated
exit $((failures > 0))
