#!/usr/bin/env bash
# tools/bench/stencil on the drop-in library: ours through ctypes, every result checked, nothing timed; the problems that come with the bench;
# the check itself; a record as a table.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
bench=$SOURCE_DIR/tools/bench/stencil

# A program under a sanitizer needs that sanitizer loaded first, which Python's is not.
if readelf -d "$dropin/libcuda.so.1" | grep -qE 'lib[a-z]*san'; then
    echo "skipped: Python, in a sanitized build"
    exit 77
fi

cat >"$work/problems.json" <<'END'
{ "bench": "stencil", "problems": [
    { "name": "line{radius}_{symmetry}", "radius": [1, 4], "symmetry": ["general", "symmetric", "antisymmetric"], "cols": 2001 },
    { "name": "{shape}{radius}_{symmetry}", "shape": ["star", "box"], "radius": [1, 3], "symmetry": ["general", "symmetric"],
      "rows": 40, "cols": 133, "type": "float64" },
    { "name": "pitch", "shape": "box", "radius": 4, "rows": 40, "cols": 133, "pitch": 140 } ] }
END
LD_LIBRARY_PATH=$dropin python3 "$bench" --problems "$work/problems.json" --out "$work" >"$work/out" 2>&1 || fail "exit status $?: $(cat "$work/out")"
python3 - "$work/stencil.jsonl" <<'PY' || fail "the record: $(cat "$work/out")"
import json
import sys

header, *records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
assert header["bench"] == "stencil" and header["simulator"], header
assert len({record["problem"] for record in records}) == 15 and len(records) == 15 * 8, len(records)
for record in records:
    assert record["us"] is None and record["of_copy"] is None, record
    if record["contender"] in ("torch", "cupy"):
        assert record["status"] == "missing" and record["reason"] == "the simulator runs no machine code", record
    else:
        assert record["status"] == "ok" and record["what"] and not record["refused"], record
taps = {record["problem"]: record["taps"] for record in records}
assert (taps["line4_general"], taps["line4_antisymmetric"], taps["star3_general"], taps["box3_symmetric"]) == (9, 8, 13, 49), taps
PY
grep -qF "This is a simulator: results were checked, nothing was timed." "$work/stencil.md" || fail "$(cat "$work/stencil.md")"

# The check finds a coefficient that is a little off.
LD_LIBRARY_PATH=$dropin python3 - "$SOURCE_DIR/tools/bench" <<'PY' || fail "the check"
import sys
import tempfile
import types

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from stencils import contenders, measure, problems

problem = problems.Problem("p", 300, 20, "star", 2)
ours = [c for c in contenders.CONTENDERS if c.name == "ours"]
with tempfile.TemporaryDirectory() as folder:
    bench = measure.Bench(types.SimpleNamespace(contenders=ours, rounds=1), [problem], folder)
    solver = ours[0].open(bench)
    with bench.buffers(problem):
        way, = solver.ways(problem)
        assert bench.wrong(problem, "ours", way) is None
        right = problem.coefficients
        problem.coefficients = lambda: [c * (1.00001 if i == 3 else 1) for i, c in enumerate(right())]
        way, = solver.ways(problem)
        assert "results are wrong" in bench.wrong(problem, "ours", way)
PY

# The problems that come with the bench; what cannot be is refused.
python3 - "$SOURCE_DIR/tools/bench" <<'PY' || fail "the problems"
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from stencils import problems

every, quick = (problems.read(sys.argv[1] + "/problems/stencil-h200.json", "", q) for q in (False, True))
named = {p.name: p for p in every}
assert len(quick) < len(every) and named["line4"].cols == 1 << 28 and named["line4"].aim == 0.95
assert {(p.shape, p.radius, p.type) for p in quick} >= {("star", r, t) for r in (1, 2, 3, 4) for t in ("float32", "float64")}
assert named["star4_pitch"].buffer_bytes == 10001 * 10240 * 4 and named["star4_pitch"].moved == 2 * 10001 * 9999 * 4
p = problems.Problem("p", 9, symmetry="antisymmetric", radius=2)
assert p.weights() == [-p.coefficients()[1], -p.coefficients()[0], 0.0, *p.coefficients()]
for wrong in ({"radius": 5}, {"shape": "star", "symmetry": "antisymmetric"}, {"pitch": 8}):
    try:
        problems.Problem("p", 9, **wrong)
        raise SystemExit(f"{wrong} was taken")
    except problems.BadProblem:
        pass
PY
echo '{"bench": "reduce"}' >"$work/other.json"
python3 "$bench" --problems "$work/other.json" >"$work/out" 2>&1
[ $? = 2 ] && grep -q 'no problems of tools/bench/stencil' "$work/out" || fail "another bench's problems: $(cat "$work/out")"

# A record with times, as a table.
python3 - "$work/made.jsonl" <<'PY'
import json
import sys

header = {"bench": "stencil", "format": 1, "date": "2026-01-01", "device": "A device", "sm": 90, "simulator": False, "cuda": "13.0", "driver": "1",
          "nvrtc": "13.0", "tilewright": "0", "python": "3", "versions": {}, "rounds": 5, "order": [], "missing": {}}


def record(contender, us, aim=None):
    return {"problem": "p", "contender": contender, "status": "ok", "reason": None, "what": "w", "shape": "star", "radius": 1, "rows": 10, "cols": 20,
            "pitch": 24, "type": "float32", "symmetry": "general", "taps": 5, "moved": 1600, "aim": aim, "aim_of": "copy", "clock": "events",
            "us": {"median": us, "p5": us, "q1": us, "q3": us, "p95": us, "rounds": 5, "late": 0}, "GBps": 1.0, "of_copy": 90 / us,
            "of_arithmetic": 45 / us}


with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.writelines(json.dumps(r) + "\n" for r in [header, record("copy", 90), record("ours", 100, 0.95), record("plain", 120), record("torch", 180)])
PY
python3 "$bench" --render "$work/made.jsonl" || fail "render: exit status $?"
grep -qF '| p | star of radius 1, float32, 10 x 20, pitch 24 | 1.6 KiB | 90.0 µs | 0.900 | **0.750** | 0.500 | 0.450 | yes, 1.20 times plain |' "$work/made.md" ||
    fail "the table: $(cat "$work/made.md")"
grep -qF -- '- Of 1 aims, 0 are reached; below: p (0.900, not 0.95).' "$work/made.md" || fail "the aims: $(cat "$work/made.md")"
exit $((failures > 0))
