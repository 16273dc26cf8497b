#!/usr/bin/env bash
# Reductions on the simulator, in buffers without room to spare: of every operation, type and order all variants, batches and rows by
# themselves give the bits of Python's own numbers; segments whose offsets are wrong are no endless loops, and end by a trap if checked.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
launch() {
    LD_LIBRARY_PATH=$BUILD_DIR/dropin TILEWRIGHT=$BUILD_DIR/tilewright XDG_CACHE_HOME=$work timeout 300 python3 \
        "$SOURCE_DIR/tests/$1.py" "${@:2}" >"$work/out" 2>"$work/err" || fail "$1: $(cat "$work/out"; tail -n 5 "$work/err")"
}
launch alike $(draws 2 12) 4 6 --most 6000
launch offsets
exit $((failures > 0))
