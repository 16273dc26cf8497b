# device --probe on a GPU: what it says, that it is kept, and that run and sweep then compare with it.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
export TILEWRIGHT_CACHE=$work/cache
unset TILEWRIGHT_CACHE_SIZE
"$TILEWRIGHT" run "$SOURCE_DIR/configs/rectangle.json" --device cuda --no-time >"$work/out" 2>"$work/err"
[ $? -ne 3 ] || { echo "skipped: $(cat "$work/err")"; exit 77; }

cat >"$work/t.json" <<'END'
{ "tilewright": 1, "kernel": "transpose", "variants": [ { "name": "t", "rows": 4096, "cols": 4096, "type": "float32" },
    { "name": "pitched", "rows": 100000, "cols": 8, "in_pitch": 32, "type": "float32" } ] }
END

# run NAME: records and table of a run.
run() {
    "$TILEWRIGHT" run "$work/t.json" --device cuda --json >"$work/$1.jsonl" 2>"$work/err" || fail "$1: $(cat "$work/err")"
    "$TILEWRIGHT" run "$work/t.json" --device cuda >"$work/$1.txt" 2>&1 || fail "$1: $(cat "$work/$1.txt")"
}

note='tilewright device --probe measures once'
run before
[ "$(grep -c '"bound_us": null, "of_bound": null' "$work/before.jsonl")" -eq 2 ] || fail "before: $(cat "$work/before.jsonl")"
grep -qF "$note" "$work/before.txt" || fail "before: no note"

"$TILEWRIGHT" device --probe >"$work/table" 2>&1 || fail "device --probe: $(cat "$work/table")"
grep -qF "kept in $work/cache" "$work/table" || fail "it was not kept: $(cat "$work/table")"
cat "$work/table"
"$TILEWRIGHT" device --probe --json >"$work/probe.json" 2>"$work/err" || fail "device --probe --json: $(cat "$work/err")"
run after
grep -qF "$note" "$work/after.txt" && fail "after: the note is still there"
grep -qF 'bound: by what tilewright device --probe measured of this device, and kept' "$work/after.txt" || fail "after: nothing says whose bound it is"
python3 - "$work" <<'PY' || fail "the figures"
import json
import sys

with open(f"{sys.argv[1]}/probe.json", encoding="utf-8") as file:
    probe = json.load(file)
points = probe["points"]
assert len(points) >= 5 and points[0]["bytes"] < probe["l2_bytes"] < points[-1]["bytes"], probe
for ceiling in ("read_us", "write_us", "copy_us"):
    times = [probe["launch_us"]] + [point[ceiling] for point in points]
    assert times[0] > 0 and times == sorted(times), (ceiling, times)
with open(f"{sys.argv[1]}/after.jsonl", encoding="utf-8") as file:
    t, pitched = map(json.loads, file)
for record in t, pitched:
    print(record["name"], record["time_us"]["median"], "us, bound", record["bound_us"], "us:", record["of_bound"], "of it")
    assert abs(record["of_bound"] - record["bound_us"] / record["time_us"]["median"]) < 2e-6 * (1 + record["of_bound"]) + 1e-3, record
assert t["needed_read_sectors"] == t["needed_written_sectors"] == 4096 * 4096 * 4 // 32, t
assert pitched["needed_read_sectors"] == pitched["needed_read_fills"] == 100000, pitched
assert pitched["needed_written_sectors"] == 100000 * 8 * 4 // 32, pitched
PY

# What memories cost: nearer ones less, and no table is wider than a terminal.
awk 'length > 80 { wide = 1; print } END { exit wide }' <(grep -v '^kept in ' "$work/table") || fail "lines of more than 80 columns"
python3 - "$work" <<'PY' || fail "what memories cost"
import json
import sys

with open(f"{sys.argv[1]}/probe.json", encoding="utf-8") as file:
    probe = json.load(file)
costs = {cost["what"]: cost for cost in probe["costs"]}
latency = {what: cost["latency_cycles"]["median"] for what, cost in costs.items() if cost["latency_cycles"]}
rate = {what: next(iter(v for k, v in cost.items() if k.endswith("per_s") and v))["median"] for what, cost in costs.items()
        if any(k.endswith("per_s") and v for k, v in cost.items())}
print(probe["clock_mhz"], "MHz", latency, rate, sep="\n")
assert 0.5 < probe["clock_mhz"] * 1000 / probe["hierarchy"]["clock_khz"] < 1.05, probe["clock_mhz"]
for memory in ("l2", "global"):  # near and far, or all alike
    assert (latency.get(memory) is None) == (probe[f"{memory}_near_share"] > 0) == (f"{memory}_near" in latency), probe
    if probe[f"{memory}_near_share"]:
        assert latency[f"{memory}_near"] < latency[f"{memory}_far"], latency
        latency[memory] = latency[f"{memory}_near"]
for nearer, farther in (("registers", "shuffle"), ("registers", "shared"), ("shared", "l2"), ("l1", "l2"), ("l2", "global"), ("constant_hit", "constant_miss"),
                        ("constant_miss", "global"), ("read_only", "l2"), ("shared", "shared_atomics_same"), ("l1", "global_atomics_same")):
    assert latency[nearer] < latency[farther], (nearer, farther, latency)
for faster, slower in (("registers", "shared"), ("shared", "l2"), ("l1", "l2"), ("l2", "global"), ("shared_atomics_spread", "shared_atomics_same"),
                       ("global_atomics_spread", "global_atomics_same")):
    assert rate[faster] > rate[slower], (faster, slower, rate)
assert all(cost["latency_cycles"]["spread"] < 0.1 for what, cost in costs.items() if cost["latency_cycles"] and not what.endswith(("_near", "_far"))), costs
assert 0 < probe["launch_behind_us"]["median"] < probe["launch_us"], probe["launch_us"]
PY

# It is kept: `device` shows it without measuring anything.
"$TILEWRIGHT" device >"$work/kept" 2>&1 || fail "device: $(cat "$work/kept")"
grep -q '^Measured by --probe, and kept$' "$work/kept" && grep -q '^shared ' "$work/kept" || fail "device shows nothing kept: $(cat "$work/kept")"

"$TILEWRIGHT" run "$SOURCE_DIR/configs/probe.json" --device cuda >"$work/out" 2>&1 || fail "configs/probe.json: $(cat "$work/out")"

"$TILEWRIGHT" sweep "$work/t.json" --device cuda >"$work/sweep.txt" 2>&1 || fail "sweep: $(cat "$work/sweep.txt")"
grep -q '^bound: .* us; the best reaches this part of its speed: ' "$work/sweep.txt" || fail "sweep: no bound: $(cat "$work/sweep.txt")"
[ $failures -eq 0 ]
