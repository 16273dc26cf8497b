#!/usr/bin/env bash
# The PTX files that the simulator is tested with are PTX to NVIDIA's assembler too. Skipped (77) without ptxas.
set -u
ptxas=$(command -v ptxas || ls /usr/local/cuda/bin/ptxas 2>/dev/null) || { echo "skipped: no ptxas"; exit 77; }
"$ptxas" --version >/dev/null 2>&1 || { echo "skipped: $ptxas does not run"; exit 77; }
failed=0
for file in "$SOURCE_DIR"/sim/tests/ptx/*.ptx "$SOURCE_DIR"/sim/tests/dropin/*.ptx; do
    "$ptxas" -arch=sm_90a "$file" -o /dev/null || failed=1
done
exit $failed
