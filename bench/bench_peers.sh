#!/usr/bin/env bash
# Our transposes and reductions against everything else there is (bench/transpose, bench/reduce), on a GPU; without one it says
# so. TILEWRIGHT names the program; arguments go to both.
set -u
worst=0
for bench in transpose reduce; do
    "$(dirname "$0")/$bench" "$@"
    status=$?
    if [ $status -eq 3 ]; then
        echo "bench/$bench needs a GPU and NVRTC: not run"
    elif [ $status -gt $worst ]; then
        worst=$status
    fi
done
exit $worst
