# tools/bench/transpose on the drop-in library: ours and the classic kernels through ctypes, every result checked, nothing timed.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin

# A program under a sanitizer needs that sanitizer loaded first, which Python's is not.
if readelf -d "$dropin/libcuda.so.1" | grep -qE 'lib[a-z]*san'; then
    echo "skipped: Python, in a sanitized build"
    exit 77
fi

cat >"$work/problems.json" <<'END'
{ "tilewright": 1, "kernel": "transpose", "defaults": { "type": "uint8" },
  "variants": [
    { "name": "odd_u8", "rows": 130, "cols": 97 },
    { "name": "batch_u8", "rows": 16, "cols": 24, "batch": 5 },
    { "name": "odd_f16", "rows": 97, "cols": 130, "type": "float16" },
    { "name": "grow_64", "rows": 64, "cols": 64, "type": "float32" },
    { "name": "grow_128", "rows": 128, "cols": 128, "type": "float32" },
    { "name": "tall_f64", "rows": 500, "cols": 3, "type": "float64" },
    { "name": "gaps_f32", "rows": 70, "cols": 33, "batch": 2, "in_pitch": 40, "out_pitch": 71, "type": "float32" },
    { "name": "one_x16", "rows": 1, "cols": 1, "type": "float32x4" },
    { "name": "odd_x16", "rows": 33, "cols": 31, "type": "float32x4" } ] }
END
LD_LIBRARY_PATH=$dropin python3 "$SOURCE_DIR/tools/bench/transpose" --problems "$work/problems.json" --out "$work" >"$work/out" 2>&1 ||
    fail "exit status $?: $(cat "$work/out")"
python3 - "$work/transpose.jsonl" <<'PY' || fail "the record: $(cat "$work/out")"
import json
import sys

header, *records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
assert header["simulator"] and header["device"].startswith("Tilewright simulator"), header
took_part = ["ours", "copy", "copy16", "naive", "shared", "padded", "skewed"]
assert header["order"][:7] == took_part and len(header["order"]) == 15, header["order"]
assert len(records) == 9 * 15
assert header["ceilings"] is None and "the simulator has none" in header["no_ceilings"] and header["no_bounds"] == {}, header
for record in records:
    assert record["us"] is None and record["of_copy"] is None, record
    if record["contender"] in took_part:
        assert record["status"] == "ok" and record["what"] and not record["refused"], record
    else:
        assert record["status"] == "missing" and record["reason"] == "the simulator runs no machine code", record
assert {r["moved"] for r in records if r["problem"] == "batch_u8"} == {2 * 16 * 24 * 5}
assert {(r["moved"], r["in_pitch"], r["out_pitch"]) for r in records if r["problem"] == "gaps_f32"} == {(2 * 4 * 2 * 70 * 33, 40, 71)}
PY
grep -qF "This is a simulator: results were checked, nothing was timed." "$work/transpose.md" || fail "$(cat "$work/transpose.md")"
[ ! -e "$work/transpose.svg" ] || fail "a picture of nothing"

# A problem that the device has no memory for fails by itself, the others go on.
cat >"$work/large.json" <<'END'
{ "tilewright": 1, "kernel": "transpose", "variants": [
    { "name": "large", "rows": 1000000, "cols": 1000000, "type": "float32" }, { "name": "small", "rows": 20, "cols": 30 } ] }
END
LD_LIBRARY_PATH=$dropin python3 "$SOURCE_DIR/tools/bench/transpose" --problems "$work/large.json" --contenders ours,copy --out "$work" \
    >"$work/out" 2>&1
[ $? -eq 1 ] || fail "no memory: exit status $?: $(cat "$work/out")"
grep -qE '^large +ours failed +copy failed$' "$work/out" || fail "no memory: $(cat "$work/out")"
grep -qE '^small +ours right +copy right$' "$work/out" || fail "after no memory: $(cat "$work/out")"
grep -qF 'Tilewright, large: cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY' "$work/transpose.md" || fail "$(cat "$work/transpose.md")"

# What the check must find: a wrong result, an output that nobody wrote, an input that was changed, a call that fails.
LD_LIBRARY_PATH=$dropin python3 - "$SOURCE_DIR/tools/bench" "$work/problems.json" <<'PY' || fail "the check"
import sys
import tempfile
import types

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from rivals import ceilings, measure, problems
from rivals.contenders import CONTENDERS
from rivals.way import Unfit, Way

chosen = problems.read(sys.argv[2], "odd_f16")
with tempfile.TemporaryDirectory() as folder:
    bench = measure.Bench(types.SimpleNamespace(rounds=1), chosen, {"ours": {}}, folder)
call, stream = bench.driver.call, bench.driver.stream


def copy():
    call("cuMemcpyDtoDAsync_v2", bench.target, bench.source, chosen[0].bytes, stream)


def spoil():
    call("cuMemsetD8Async", bench.source, 0, 8, stream)
    call("cuMemsetD8Async", bench.target, 0, chosen[0].bytes, stream)


def unfit(problem):
    raise Unfit("not this one")


def ways(run):
    return types.SimpleNamespace(ways=lambda problem: [Way("w", run)])


def status(solver):
    with bench.buffers(chosen[0]):
        entry = measure.Entry(bench, chosen[0], CONTENDERS[0], solver)
        entry.prepare()
        return entry.finish()["status"], entry.record["reason"]


count = chosen[0].count
kind, reason = status(ways(lambda: None))
wrong = int(reason.split()[2])
assert kind == "wrong" and 0.99 * count < wrong <= count, reason  # noise may hold an element that looks like the poison
kind, reason = status(ways(copy))
assert kind == "wrong" and "elements are wrong, the first is 1" in reason, reason  # the first stays where it is
assert status(ways(spoil))[0] == "wrong"
assert status(ways(lambda: 1 / 0)) == ("failed", "w: ZeroDivisionError: division by zero")
assert status(types.SimpleNamespace(ways=unfit)) == ("unfit", "not this one")
assert status("not here") == ("missing", "not here")
with bench.buffers(chosen[0]):
    way = Way("changes a word", lambda: None)
    way.run = lambda: (copy(), call("cuMemsetD8Async", bench.source, 0, 4, stream))
    found = bench.wrong(chosen[0], "copy", way)
    assert found.endswith("elements are wrong, the first is 0"), found
    way.run = lambda: (call("cuMemsetD8Async", bench.source, 0, 4, stream), copy())
    assert bench.wrong(chosen[0], "copy", way) == "1 words of the input were changed, the first is 0"


# A clock that makes its times up: the bound has the bench's own launch, and stands beside each time.
class MadeUp:
    def time(self, way):
        measure.run(way)
        return 2.0, False


bench.clock = MadeUp()
bench.ceilings = ceilings.Ceilings({"launch_us": 5, "points": [{"bytes": 64 * chosen[0].bytes, "copy_us": 69}]}, bench._launch_us())
entry = measure.Entry(bench, chosen[0], CONTENDERS[0], "not here")
entry.way, entry.times = Way("w", copy), [4.0, 8.0, 6.0]
record = entry.finish()
wanted = 2 + 2 * (-(-chosen[0].bytes // 32) * 32) / chosen[0].bytes
assert abs(record["bound_us"] - wanted) < 1e-3 and abs(record["of_bound"] - wanted / 6) < 1e-4, record

# With gaps between rows: what the program said, with the bench's launch; nothing where it said nothing.
entry.problem = problems.read(sys.argv[2], "gaps_f32")[0]
assert entry.finish()["bound_us"] is None and entry.record["of_bound"] is None and entry.record["us"], entry.record
bench.ceilings.run_us = {"gaps_f32": 7.5}
assert entry.finish()["bound_us"] == 4.5 and entry.record["of_bound"] == 0.75, entry.record
PY

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
