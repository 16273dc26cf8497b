# tools/bench/reduce on the drop-in library: ours through ctypes where the program has the family, every result checked, nothing timed.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin

# A program under a sanitizer needs that sanitizer loaded first, which Python's is not.
if readelf -d "$dropin/libcuda.so.1" | grep -qE 'lib[a-z]*san'; then
    echo "skipped: Python, in a sanitized build"
    exit 77
fi

cat >"$work/problems.json" <<'END'
{ "bench": "reduce", "problems": [
    { "name": "sum_{cols}_{type}", "cols": [1, 1000, 20001], "type": ["int8", "int16", "float16", "float32", "float64"] },
    { "name": "orders_{noise}", "cols": 4097, "noise": ["uniform", "normal", "wide"], "orders": ["fixed", "free", "compensated", "exact"] },
    { "name": "{op}_{type}", "op": ["min", "max", "argmin", "argmax"], "type": ["int8", "int16", "float32"], "cols": 5000 },
    { "name": "dot_{cols}", "op": "dot", "cols": [3, 4100] },
    { "name": "norm2", "op": "norm2", "cols": 3000 },
    { "name": "rows_{cols}", "cols": [3, 100, 3000], "bytes": 65536 },
    { "name": "columns_{rows}", "along": "columns", "rows": [3, 100, 3000], "bytes": 65536 },
    { "name": "segments_{skew}", "along": "segments", "rows": 100, "cols": 5000, "skew": [1, 8] } ] }
END
LD_LIBRARY_PATH=$dropin python3 "$SOURCE_DIR/tools/bench/reduce" --problems "$work/problems.json" --out "$work" >"$work/out" 2>&1 ||
    fail "exit status $?: $(cat "$work/out")"
python3 - "$work/reduce.jsonl" <<'PY' || fail "the record: $(cat "$work/out")"
import json
import sys

header, *records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
assert header["bench"] == "reduce" and header["simulator"] and len(header["order"]) == 12, header
assert len({record["problem"] for record in records}) == 41 and len(records) == 41 * 8 + 3 * 3, len(records)
for record in records:
    assert record["us"] is None and record["of_plain"] is None, record
    if record["contender"] in ("plain", "empty", "ours", "free", "compensated", "exact"):
        assert record["status"] == "ok" and record["what"] and not record["refused"], record
    else:
        assert record["status"] == "missing" and record["reason"] == "the simulator runs no machine code", record
moved = {record["problem"]: record["moved"] for record in records}
assert moved["dot_4100"] == 2 * 4 * 4100 + 4 and moved["sum_1000_int8"] == 1008 and moved["argmax_int16"] == 10008
assert moved["rows_100"] == 4 * (163 * 100 + 163) and moved["segments_8"] == 4 * 5000 + 8 * 101 + 4 * 100
PY
grep -qF "This is a simulator: results were checked, nothing was timed." "$work/reduce.md" || fail "$(cat "$work/reduce.md")"
[ ! -e "$work/reduce.svg" ] || fail "a picture of nothing"

# The check, against sums of the inputs that Python makes: the right results pass, results that are a little off do not.
LD_LIBRARY_PATH=$dropin python3 - "$SOURCE_DIR/tools/bench" "$work/problems.json" <<'PY' || fail "the check"
import ctypes
import math
import struct
import sys
import tempfile
import types

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from reducers import measure, problems
from rivals.way import Way

LETTERS = {"int8": "b", "int16": "h", "float16": "e", "float32": "f", "float64": "d", "int64": "q"}
chosen = problems.read(sys.argv[2])
with tempfile.TemporaryDirectory() as folder:
    bench = measure.Bench(types.SimpleNamespace(rounds=1, contenders=[]), chosen, folder)
call = bench.driver.call


def download(address, count, kind):
    text = ctypes.create_string_buffer(struct.calcsize(LETTERS[kind]) * count)
    call("cuMemcpyDtoH_v2", text, address, len(text))
    return struct.unpack(f"<{count}{LETTERS[kind]}", text.raw)


def reductions(p):
    """The elements of each."""
    a = download(bench.inputs[0], p.count, p.type)
    if p.op == "dot":
        b = download(bench.inputs[0] + p.extra_at, p.count, p.type)
        return [[x * y for x, y in zip(a, b)]]
    if p.along == "columns":
        return [a[c::p.cols] for c in range(p.cols)]
    if p.along == "segments":
        ends = download(bench.inputs[0] + p.extra_at, p.rows + 1, "int64")
        assert ends[0] == 0 and ends[-1] == p.cols and list(ends) == sorted(ends), ends
        return [a[i:j] for i, j in zip(ends, ends[1:])]
    return [a[r * p.cols:(r + 1) * p.cols] for r in range(p.rows)]


def result(p, x):
    if p.op == "norm2":
        return math.sqrt(math.fsum(each * each for each in x))
    if p.op in ("argmin", "argmax"):
        return x.index(min(x) if p.op == "argmin" else max(x))
    return {"min": min, "max": max}.get(p.op, sum if p.type.startswith("int") else math.fsum)(x)


def upload(results, p):
    text = struct.pack(f"<{len(results)}{LETTERS[p.result]}", *results)
    return Way("w", lambda: call("cuMemcpyHtoD_v2", bench.target, text, len(text)))


for p in chosen:
    with bench.buffers(p):
        lists = reductions(p)
        results = [result(p, x) for x in lists]
        assert p.length >= len(max(lists, key=len)) > 0 and (p.along == "segments" or p.length == len(lists[0])), p
        longest = max(lists, key=len)
        assert len(set(longest)) > len(longest) // 3 or p.type == "int8", "no noise"
        assert bench.wrong(p, "ours", upload(results, p)) is None, (p, bench.wrong(p, "ours", upload(results, p)))
        at = len(results) * 2 // 3
        # What is left where the last element of one is forgotten, or half an array.
        short = list(lists[at][: len(lists[at]) // 2] if p.length > 8 else lists[at][:-1])
        if p.op in ("sum", "dot", "norm2") and lists[at]:
            results[at] = result(p, short)
        else:
            results[at] = results[at] - 1 if results[at] > 0 else results[at] + 1
        found = bench.wrong(p, "ours", upload(results, p))
        assert found == f"1 of {p.results} results are wrong, the first is {at}", (p, found, results[at])
        assert bench.wrong(p, "peer", Way("w", lambda: None)).startswith(f"{p.results} of"), p

# Among equals ours must give the first one, others any.
p = next(p for p in chosen if p.name == "argmax_int8")
with bench.buffers(p):
    x = reductions(p)[0]
    last = p.cols - 1 - x[::-1].index(max(x))
    assert x.index(max(x)) != last
    assert bench.wrong(p, "peer", upload([last], p)) is None and bench.wrong(p, "ours", upload([last], p))

# Calls take the inputs in turns.
p = problems.Problem("turns", 1000, l2="cold")
with bench.buffers(p):
    seen = []
    way = bench.way("w", lambda a, extra: lambda: seen.append(a))
    bench.calls = 3
    way.run()
    way.run()
    assert 2 <= len(bench.inputs) <= 16 and len(seen) == 6 and seen[:2] != seen[1:3], seen
    assert set(seen) == set(bench.inputs[:6]) or len(bench.inputs) > 6, seen
PY

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
