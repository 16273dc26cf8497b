#!/usr/bin/env bash
# Every config under --device cuda: each variant ok, with a time, and otherwise the same JSON as on the simulator.
# Skipped (77), and said so, where there is no GPU.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

first=1
for config in "$SOURCE_DIR"/configs/*.json; do
    name=$(basename "$config" .json)
    [[ $name = *-wrong ]] && continue # no GPU is to run it: below
    status=0
    "$TILEWRIGHT" run "$config" --device cuda --json >"$work/$name.cuda" 2>"$work/$name.err" || status=$?
    if [ $first = 1 ] && { [ $status = 3 ] || grep -qi simulator "$work/$name.err"; }; then
        echo "skipped: no GPU to test on: $(head -n 1 "$work/$name.err")"
        exit 77
    fi
    first=0
    if [ $status != 0 ]; then
        echo "$name: --device cuda ended with status $status"
        cat "$work/$name.err" "$work/$name.cuda"
        exit 1
    fi
    "$TILEWRIGHT" run "$config" --device sim --json >"$work/$name.sim" 2>"$work/$name.err"
    python3 - "$name" "$work/$name.cuda" "$work/$name.sim" <<'PYTHON'
import json
import sys

name, *files = sys.argv[1:]
cuda, sim = ([json.loads(line) for line in open(file)] for file in files)
differs = {"device", "simulated", "time_us", "gb_per_s", "bound_us", "of_bound"}  # by nature; nothing else may
wrong = len(cuda) != len(sim) and [f"{len(cuda)} records against {len(sim)}"] or []
for on_gpu, on_simulator in zip(cuda, sim):
    variant = on_gpu["name"]
    if on_gpu.keys() != on_simulator.keys():
        wrong.append(f"{variant}: keys differ: {on_gpu.keys() ^ on_simulator.keys()}")
    for key in on_gpu.keys() & on_simulator.keys() - differs:
        if on_gpu[key] != on_simulator[key]:
            wrong.append(f"{variant}: {key} is {on_gpu[key]!r} on the GPU, {on_simulator[key]!r} on the simulator")
    if on_gpu["status"] != "ok":
        continue
    if on_simulator["time_us"] is not None or on_gpu["simulated"] is not None:
        wrong.append(f"{variant}: a simulator's time or a GPU's simulation")
    predicted = on_simulator["predicted"] or {}  # of segments nothing is: their lengths are on the device
    if {key: on_simulator["simulated"].get(key) for key in predicted} != predicted:
        wrong.append(f"{variant}: simulated is not what was predicted")
    time = on_gpu["time_us"]
    if not time or not 0 < time["min"] <= time["median"] <= time["p95"] or time["runs"] < 7:
        wrong.append(f"{variant}: time_us is {time}")
print("\n".join(wrong) or f"{name}: {len(cuda)} variants on {cuda[0]['device']}, the same as on the simulator")
sys.exit(bool(wrong))
PYTHON
done

# What no GPU is to run is skipped, with the reason; nothing ok is status 1.
"$TILEWRIGHT" run "$SOURCE_DIR/configs/dot-wrong.json" --device cuda >"$work/wrong" 2>&1 && { echo "dot-wrong ended well"; exit 1; }
grep -q "no GPU runs it: threads of its blocks pass by a barrier" "$work/wrong" || { cat "$work/wrong"; exit 1; }
"$TILEWRIGHT" run "$SOURCE_DIR/configs/message-wrong.json" --device cuda >"$work/wrong" 2>&1 && { echo "message-wrong ended well"; exit 1; }
[ "$(grep -c 'no GPU runs it: .*flag' "$work/wrong")" = 9 ] || { cat "$work/wrong"; exit 1; }

"$TILEWRIGHT" run "$SOURCE_DIR/configs/tile-wrong.json" --device cuda >"$work/wrong" 2>&1 && { echo "tile-wrong ended well"; exit 1; }
[ "$(grep -c 'no GPU runs it: .*no barrier orders' "$work/wrong")" = 2 ] || { cat "$work/wrong"; exit 1; }

# Weak memory is the simulator's.
"$TILEWRIGHT" run "$SOURCE_DIR/configs/message.json" --device cuda --memory weak >"$work/weak" 2>&1 && { echo "a GPU's memory was made weak"; exit 1; }
grep -q "only the simulator's memory can be made weak" "$work/weak" || { cat "$work/weak"; exit 1; }
