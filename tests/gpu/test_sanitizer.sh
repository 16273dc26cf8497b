#!/usr/bin/env bash
# Every shipped kernel, and transposes of awkward shapes, under compute-sanitizer: no bad access, no race, nothing read before it
# was written. Each tool in a program of its own, side by side. Skipped (77) without a GPU or compute-sanitizer.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v compute-sanitizer >/dev/null || { echo "skipped: compute-sanitizer is not installed"; exit 77; }
output=$("$TILEWRIGHT" run "$SOURCE_DIR/configs/square.json" --device cuda --no-time 2>&1)
if [ $? = 3 ] || grep -qi simulator <<<"$output"; then
    echo "skipped: no GPU: $(head -n 1 <<<"$output")"
    exit 77
fi

# The sources' four transposes in 96 x 96; the awkward shapes; and a quarter of what covers every two values of any two fields.
mkdir "$work/configs"
cp "$SOURCE_DIR"/configs/*.json "$SOURCE_DIR/tests/data/transpose-shapes.json" "$work/configs"
rm "$work"/configs/*-wrong.json # no GPU is to run them
python3 "$SOURCE_DIR/tests/dots.py" 60 11 >"$work/configs/dots.json" || exit 1
sed 's/8192/96/g' "$SOURCE_DIR/configs/transpose.json" >"$work/configs/transpose.json"
python3 "$SOURCE_DIR/tests/transposes.py" --part 2/4 pairs >"$work/configs/transpose-pairs.json" || exit 1

# Compiled once for all tools, and right to begin with.
export TILEWRIGHT_CACHE=$work/cache
unset TILEWRIGHT_CACHE_SIZE
for config in "$work"/configs/*.json; do
    "$TILEWRIGHT" run "$config" --device cuda --no-time >"$work/out" 2>&1 || { tail -n 30 "$work/out"; exit 1; }
done

# check TOOL: all configs.
check() {
    local config output
    for config in "$work"/configs/*.json; do
        output=$(compute-sanitizer --tool "$1" --error-exitcode 9 "$TILEWRIGHT" run "$config" --device cuda --in-process --no-time 2>&1)
        if [ $? != 0 ] || ! grep -qE "SUMMARY: 0 (errors|hazards)" <<<"$output"; then
            echo "$1, $(basename "$config"):"
            tail -n 30 <<<"$output"
            return 1
        fi
    done
    echo "$1: clean"
}

tools=(memcheck racecheck initcheck synccheck)
pids=() failures=0
for tool in "${tools[@]}"; do
    check "$tool" >"$work/$tool" &
    pids+=($!)
done
for i in "${!tools[@]}"; do
    wait "${pids[i]}" || failures=$((failures + 1))
    cat "$work/${tools[i]}"
done
exit $((failures > 0))
