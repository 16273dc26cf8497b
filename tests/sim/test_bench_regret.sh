# bench_regret on the drop-in library: every path runs, nothing is timed; and without a device.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
bench=$BUILD_DIR/bench/bench_regret
unset TILEWRIGHT_CACHE_SIZE
export TILEWRIGHT_CACHE=$work/cache

cat >"$work/space.json" <<'END'
[ { "method": "vector", "BDIMY": [4, 8], "tile_rows": [32, 64], "tile_cols": 32, "vector": 16, "unroll": 1 },
  { "type": "uint8", "method": "naive" },
  { "method": "xor", "tile_rows": [32, 33], "tile_cols": 32 } ]
END
cat >"$work/problems.json" <<'END'
{ "tilewright": 1, "kernel": "transpose", "variants": [
    { "name": "a", "rows": 70, "cols": 40, "in_pitch": 48, "method": "naive" }, { "name": "b", "rows": 9, "cols": 5, "batch": 3, "type": "uint8" } ] }
END
TILEWRIGHT_LIBCUDA=$BUILD_DIR/dropin/libcuda.so.1 "$bench" --problems "$work/problems.json" --space "$work/space.json" --rounds 5 \
    --dump "$work/dump" >"$work/out" 2>&1 || fail "exit status $?: $(cat "$work/out")"
grep -q "^2 problems, .* within 3 % of the best in 100.0 %" "$work/out" || fail "$(cat "$work/out")"
grep -q "This is a simulator: nothing was timed." "$work/out" || fail "$(cat "$work/out")"
python3 - "$work/dump" <<'PY' || fail "the dump: $(cat "$work/dump")"
import json
import sys

def named(record):
    """Each variant with all its fields by name."""
    assert (record["family"], len(record["fields"]) + 1) == ("transpose", len(record["variants"][0]))
    return [{**record["problem"], **dict(zip(record["fields"] + ["us"], variant))} for variant in record["variants"]]


records = [json.loads(line) for line in open(sys.argv[1])]
assert [record["number"] for record in records] == [0, 1]
lines = [(record["number"], line) for record in records for line in named(record)]
for problem, kind in enumerate(("float32", "uint8")):
    tried = [line for number, line in lines if number == problem]
    assert all(line["type"] == kind for line in tried)
    hows = [json.dumps({k: v for k, v in line.items() if k != "us"}) for line in tried]
    assert len(set(hows)) == len(hows), "one was tried twice"
first = [line for number, line in lines if number == 0]
assert all(line["rows"] == 70 and line["in_pitch"] == 48 for line in first)
assert not any(line["method"] == "naive" for line in first), "naive is for uint8"
assert not any(line["tile_rows"] == 33 for line in first), "xor takes no 33 rows"
vectors = {(line["tile_rows"], line["BDIMY"]) for line in first if line["method"] == "vector"}
assert {(32, 4), (32, 8), (64, 4), (64, 8)} <= vectors, vectors
second = [line for number, line in lines if number == 1]
assert any(line["method"] == "naive" for line in second)
assert not any(line["tile_rows"] == 64 for line in second[1:]), "uint8 needs 128"
PY

# A dump has all that a fit needs: the features of its variants are those that the program makes of their fields.
"$bench" --features - <"$work/dump" >"$work/features" || fail "--features"
python3 - "$work/dump" "$work/features" <<'PY' || fail "the features"
import json
import math
import struct
import sys

records = [json.loads(line) for line in open(sys.argv[1])]
floats = [number for (number,) in struct.iter_unpack("<f", open(sys.argv[2], "rb").read())]
rows = [(record["problem"], variant) for record in records for variant in record["variants"]]
width, rest = divmod(len(floats), len(rows))
assert rest == 0 and width > 3, (len(floats), len(rows))
assert all(map(math.isfinite, floats))
for number, (problem, _) in enumerate(rows):
    size = {"float32": 4, "uint8": 1}[problem["type"]]
    wanted = [math.log2(size), math.log2(problem["rows"] * size), math.log2(problem["cols"] * size)]
    assert all(abs(a - b) < 1e-4 for a, b in zip(wanted, floats[number * width:])), (number, wanted)
assert len({tuple(floats[i * width:(i + 1) * width]) for i in range(len(rows))}) > len(rows) / 2, "variants are told apart"
PY
TILEWRIGHT_LIBCUDA=$BUILD_DIR/dropin/libcuda.so.1 "$bench" --problems "$work/problems.json" --space "$work/space.json" --rounds 0 \
    --most 1 --count 1 >"$work/out" 2>&1 || fail "exit status $?: $(cat "$work/out")"
grep -q "70x40 float32, pitches 48 and 70: 2 tried" "$work/out" || fail "--most: $(cat "$work/out")"

# What a plan takes is among the ways; without times it is the estimate.
TILEWRIGHT_LIBCUDA=$BUILD_DIR/dropin/libcuda.so.1 "$bench" --problems "$work/problems.json" --effort measure --rounds 5 >"$work/out" 2>&1 ||
    fail "--effort: exit status $?: $(cat "$work/out")"
grep -q "^2 problems, .* 2 could not measure" "$work/out" || fail "--effort: $(cat "$work/out")"

# Kernels that two batches of the same matrices have in common are compiled once.
cat >"$work/batches.json" <<'END'
{ "tilewright": 1, "kernel": "transpose", "variants": [
    { "name": "a", "rows": 70, "cols": 40, "batch": 3 }, { "name": "b", "rows": 70, "cols": 40, "batch": 11 } ] }
END
TILEWRIGHT_CACHE=$work/apart TILEWRIGHT_LIBCUDA=$BUILD_DIR/dropin/libcuda.so.1 "$bench" --problems "$work/batches.json" \
    --space "$work/space.json" --rounds 0 --dump "$work/twice" >"$work/out" 2>&1 || fail "exit status $?: $(cat "$work/out")"
python3 - "$work/twice" "$(find "$work/apart" -name '*.kernel' | wc -l)" <<'PY' || fail "kernels of two batches"
import json
import sys

ways = [[tuple(variant[:-1]) for variant in json.loads(line)["variants"]] for line in open(sys.argv[1])]
assert len(ways) == 2 and set(ways[0]) & set(ways[1]), "no way in common"
assert int(sys.argv[2]) == len({*ways[0], *ways[1]}), (sys.argv[2], ways)
PY

# --list is a config of the same problems, wherever one begins.
"$bench" --list --seed 5 --count 6 >"$work/six" && "$bench" --list --seed 5 --first 4 --count 2 >"$work/two" || fail "--list"
diff <(sed -n '6,7p' "$work/six") <(sed -n '2,3p' "$work/two") || fail "--first"
"$bench" --list --seed 5 --count 48 --batches 3 >"$work/batches" || fail "--batches"
python3 - "$work/six" "$work/batches" <<'PY' || fail "--batches: $(cat "$work/batches")"
import json
import sys

drawn, batches = (json.load(open(path))["variants"] for path in sys.argv[1:])
bare = [{key: value for key, value in problem.items() if key not in ("name", "batch")} for problem in batches]
assert [problem.get("batch") for problem in batches[:6]] == [problem.get("batch") for problem in drawn]
assert bare[:16] == bare[16:32] == bare[32:]
assert all(problem.get("batch", 1) > 1 for problem in batches[16:])
assert sum(one["batch"] != other["batch"] for one, other in zip(batches[16:32], batches[32:])) > 10
PY
"$TILEWRIGHT" gen "$work/six" -o "$work/sources" >"$work/out" 2>&1 || fail "the list as a config: $(cat "$work/out")"
"$bench" --list --problems "$work/problems.json" >"$work/listed" || fail "--list --problems"
grep -q '"rows": 70, "cols": 40, "in_pitch": 48' "$work/listed" || fail "$(cat "$work/listed")"

# Reductions: their own candidates, inputs and scratch.
cat >"$work/reductions.json" <<'END'
{ "tilewright": 1, "kernel": "reduce", "variants": [
    { "name": "a", "rows": 70, "cols": 40, "pitch": 48 }, { "name": "b", "along": "columns", "rows": 90, "cols": 5, "batch": 3, "type": "int8" },
    { "name": "c", "op": "dot", "cols": 100000 }, { "name": "d", "op": "max", "along": "segments", "rows": 3, "cols": 50, "type": "int16", "offsets": "int32" },
    { "name": "e", "along": "segments", "rows": 5, "cols": 90, "method": "tree" } ] }
END
TILEWRIGHT_LIBCUDA=$BUILD_DIR/dropin/libcuda.so.1 "$bench" --family reduce --problems "$work/reductions.json" --rounds 5 --most 4 \
    --dump "$work/dump" >"$work/out" 2>&1 || fail "reductions: exit status $?: $(cat "$work/out")"
for line in "sum along rows of 70x40 float32, pitch 48: 5 tried" "sum along columns of 3 of 90x5 int8: 5 tried" "dot along rows of 1x100000 float32: 5 tried" \
    "max along segments of 3 with 50 int16, uneven: 5 tried" "sum along segments of 5 with 90 float32, growing: 5 tried"; do
    grep -qF "$line" "$work/out" || fail "no \"$line\" in: $(cat "$work/out")"
done
[ "$(grep -c '"family": "reduce"' "$work/dump")" -eq 5 ] || fail "the dump of reductions: $(cat "$work/dump")"
"$bench" --family reduce --features "$work/dump" >"$work/features" 2>"$work/out" || fail "features of reductions: $(cat "$work/out")"
[ -s "$work/features" ] || fail "no features of reductions"
"$bench" --family reduce --list --seed 5 --count 200 >"$work/reductions" || fail "--list of reductions"
"$TILEWRIGHT" gen "$work/reductions" --force -o "$work/sources" >"$work/out" 2>&1 || fail "the list of reductions as a config: $(cat "$work/out")"

# expect EXIT-STATUS TEXT ARGUMENTS...
expect() {
    local status=$1 text=$2
    shift 2
    "$bench" "$@" >"$work/out" 2>&1
    local got=$?
    [ $got -eq "$status" ] || fail "$*: exit status $got, not $status: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "$*: no \"$text\" in: $(cat "$work/out")"
}
expect 0 "--seed N"
expect 2 "not a value of that option: 0" --count 0
expect 2 "not a value of that option: 4" --rounds 4
expect 2 "not a value of that option: 0" --most 0
expect 2 "takes no argument: x" x
head -1 "$work/dump" >"$work/wrong"
expect 2 "$work/wrong:1:1: this is no record of transposes: it is of another family" --features "$work/wrong"
sed 's/"cols": 40/"cols": "forty"/' "$work/wrong" >"$work/wrong2"
expect 2 "$work/wrong2:1:1: this is no record of reductions: cols" --family reduce --features "$work/wrong2"
expect 1 "$work/none cannot be read" --features "$work/none"
expect 2 "not a value of that option: dot" --family dot
expect 2 "not a config of reductions" --family reduce --problems "$work/problems.json"
echo '[{"method": "vektor"}]' >"$work/wrong"
expect 2 "$work/wrong:1:13: " --space "$work/wrong"
echo '{}' >"$work/wrong"
expect 2 "is no list of objects of fields" --space "$work/wrong"
echo '[{"BDIMX": {"from": 1, "to": 1024}, "BDIMY": {"from": 1, "to": 1024}}]' >"$work/wrong"
expect 2 "no space of at most 10^6 variants" --space "$work/wrong"
expect 2 "not a value of that option: reduce" --batches 2 --family reduce
expect 2 "not a value of that option: $work/problems.json" --batches 2 --problems "$work/problems.json"
expect 2 "not a config of transposes" --problems "$SOURCE_DIR/configs/square.json"
: >"$work/libcuda.so.1"
TILEWRIGHT_LIBCUDA=$work/libcuda.so.1 expect 3 "no GPU" --count 1

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
