#!/usr/bin/env bash
# Our transposes against everything else there is (bench/transpose), on a GPU; without one it says so. TILEWRIGHT names the program.
set -u
"$(dirname "$0")/transpose" "$@"
status=$?
[ $status -eq 3 ] && echo "bench/transpose needs a GPU and NVRTC: not run" && exit 0
exit $status
