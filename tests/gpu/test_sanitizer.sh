#!/usr/bin/env bash
# Every shipped kernel under compute-sanitizer: no bad access, no race, nothing read before it was written.
# Skipped (77) without a GPU or compute-sanitizer.
set -uo pipefail
command -v compute-sanitizer >/dev/null || { echo "skipped: compute-sanitizer is not installed"; exit 77; }
output=$("$TILEWRIGHT" run "$SOURCE_DIR/configs/square.json" --device cuda 2>&1)
if [ $? = 3 ] || grep -qi simulator <<<"$output"; then
    echo "skipped: no GPU: $(head -n 1 <<<"$output")"
    exit 77
fi
for tool in memcheck racecheck initcheck synccheck; do
    for config in "$SOURCE_DIR"/configs/*.json; do
        output=$(compute-sanitizer --tool $tool --error-exitcode 9 "$TILEWRIGHT" run "$config" --device cuda --in-process --no-time 2>&1)
        if [ $? != 0 ] || ! grep -qE "0 errors|0 hazards" <<<"$output"; then
            echo "$tool, $config:"
            tail -n 30 <<<"$output"
            exit 1
        fi
    done
    echo "$tool: clean"
done
