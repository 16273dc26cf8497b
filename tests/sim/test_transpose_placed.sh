#!/usr/bin/env bash
# Transposes as `embed` writes them, on the simulator, in buffers without room to spare and at pointers to any element; and problems
# without a word of how.
. "${BASH_SOURCE%/*}/../shell_transpose.sh" || exit 1
for kind in problems random matrices; do
    generate "$work/$kind" $kind $(draws 8 25) 4 5000
    LD_LIBRARY_PATH=$BUILD_DIR/dropin TILEWRIGHT=$BUILD_DIR/tilewright XDG_CACHE_HOME=$work timeout 300 python3 \
        "$SOURCE_DIR/tests/turned.py" "$work/$kind" >"$work/out" 2>&1 || fail "$kind: $(cat "$work/out")"
done
run_all "$work/problems"
exit $((failures > 0))
