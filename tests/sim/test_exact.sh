#!/usr/bin/env bash
# Order exact on the simulator against whole numbers of Python's.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
LD_LIBRARY_PATH=$BUILD_DIR/dropin TILEWRIGHT=$BUILD_DIR/tilewright XDG_CACHE_HOME=$work timeout 300 python3 "$SOURCE_DIR/tests/exactly.py" 24 5 \
    >"$work/out" 2>&1 || fail "$(cat "$work/out")"
exit $((failures > 0))
