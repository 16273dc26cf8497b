#!/usr/bin/env bash
# Our transposes, reductions and stencils against everything else there is (tools/bench/transpose, tools/bench/reduce, tools/bench/stencil), on a GPU; without one it says
# so. TILEWRIGHT names the program; arguments go to all.
set -u
worst=0
for bench in transpose reduce stencil; do
    "$(dirname "$0")/$bench" "$@"
    status=$?
    if [ $status -eq 3 ]; then
        echo "tools/bench/$bench needs a GPU and NVRTC: not run"
    elif [ $status -gt $worst ]; then
        worst=$status
    fi
done
exit $worst
