#!/usr/bin/env bash
# Transposes on the GPU, too large for the simulator, and random ones: against the reference, gaps and guard zones untouched.
# Several programs at a time, for most of it is the reference's and the compiler's work. RANDOM_VARIANTS and SEED in the
# environment ask for other random ones than the usual. Skipped (77) without a GPU.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
large=$SOURCE_DIR/tests/data/transpose-large.json
jobs=$(($(nproc) < 8 ? $(nproc) : 8)) huge_kb=24000000 random=${RANDOM_VARIANTS:-400}

"$TILEWRIGHT" run "$SOURCE_DIR/configs/square.json" --device cuda --no-time --json >"$work/out" 2>"$work/err"
if [ $? = 3 ] || grep -qi simulator "$work/err"; then
    echo "skipped: no GPU to test on: $(head -n 1 "$work/err")"
    exit 77
fi

# A task is the name of one of the large ones, the largest first, or of a config of random ones.
if [ "$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)" -lt $huge_kb ]; then
    echo "left out: huge, which needs $((huge_kb / 1000000)) GB of memory"
else
    echo huge >"$work/large"
fi
"$TILEWRIGHT" gen "$large" -o "$work/sources" >/dev/null || exit 1
(cd "$work/sources" && ls) | sed 's/\.cu$//' | grep -vx huge >>"$work/large"
for ((part = 1; part <= jobs; part++)); do
    python3 "$SOURCE_DIR/tests/transposes.py" --part $part/$jobs random "$random" "${SEED:-17}" 1000000 >"$work/random$part" || exit 1
    echo random$part
done >"$work/parts"

# task NAME: its records, and if something went wrong the last that was said.
task() {
    local what=("$large" --variant "$1")
    [ -f "$work/$1" ] && what=("$work/$1")
    "$TILEWRIGHT" run "${what[@]}" --device cuda --no-time --json 2>"$work/err.$1" || tail -n 1 "$work/err.$1"
}
export -f task
export work large
cat "$work/large" "$work/parts" | xargs -P "$jobs" -I NAME bash -c 'task NAME >"$work/records.NAME"'

cat "$work"/records.* >"$work/records"
python3 - "$work/records" "$(wc -l <"$work/large")" "$random" <<'PYTHON'
import json
import sys

lines, large, random = open(sys.argv[1]).read().splitlines(), int(sys.argv[2]), int(sys.argv[3])
records, wrong = [], []
for line in lines:
    try:
        records.append(json.loads(line))
    except ValueError:
        wrong.append(line)
wrong += [f"{r['name']}: {r['status']}: {r['reason']}: {line}" for r, line in zip(records, lines) if r["status"] != "ok"]
wrong += [f"{r['name']}: on {r['device']}" for r in records if "simulator" in r["device"]]
if len(records) != large + random:
    wrong.append(f"{len(records)} records, not {large} and {random} random ones")
print("\n".join(wrong) or f"{large} large and {random} random transposes on {records[0]['device']}: all right")
sys.exit(bool(wrong))
PYTHON
