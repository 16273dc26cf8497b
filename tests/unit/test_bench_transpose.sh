# tools/bench/transpose without a device: its arguments, and the table and the picture of a record.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
bench=$SOURCE_DIR/tools/bench/transpose

# expect NAME EXIT-STATUS TEXT ARGUMENTS...
expect() {
    local name=$1 status=$2 text=$3
    shift 3
    python3 "$bench" "$@" >"$work/out" 2>&1
    local got=$?
    [ $got -eq "$status" ] || fail "$name: exit status $got, not $status: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "$name: no \"$text\" in: $(cat "$work/out")"
}

expect "help" 0 "--render FILE.jsonl" --help
expect "a contender that is none" 2 "no contender 'cublas'" --contenders ours,cublas
expect "no rounds" 2 "at least 1" --rounds 0
expect "no such config" 2 "No such file" --problems "$work/none.json" --out "$work"
expect "no problem of that name" 2 "no problem's name matches" --filter '^nothing$' --out "$work"
echo '{"tilewright": 1, "kernel": "transpose", "variants": [{"name": "p", "rows": 4, "cols": 4, "in_offset": 5}]}' >"$work/pitch.json"
expect "a pitch" 2 "p: in_offset: the bench takes one name, rows, cols, batch, type, in_pitch and out_pitch" --problems "$work/pitch.json" --out "$work"
echo '{"tilewright": 1, "kernel": "transpose", "variants": [{"name": "p", "rows": 4, "cols": 4, "in_pitch": 3}]}' >"$work/short.json"
expect "a pitch that is none" 2 "p: a pitch is less than a row" --problems "$work/short.json" --out "$work"
expect "a config of tiles" 2 "not a config of transposes" --problems "$SOURCE_DIR/configs/square.json" --out "$work"

# Where the driver cannot be opened; make bench goes on.
mkdir "$work/nothing"
: >"$work/nothing/libcuda.so.1"
export LD_LIBRARY_PATH=$work/nothing
expect "no GPU" 3 "no GPU: " --out "$work"
[ ! -e "$work/transpose.jsonl" ] || [ ! -s "$work/transpose.jsonl" ] || fail "a record without a GPU"
bash "$SOURCE_DIR/tools/bench/bench_peers.sh" --out "$work" >"$work/out" 2>&1 || fail "bench_peers.sh: exit status $?"
grep -qF "not run" "$work/out" || fail "bench_peers.sh: $(cat "$work/out")"
unset LD_LIBRARY_PATH

# The bound, by what a program says that it measured: that of a copy of whole sectors, with the bench's own launch.
cat >"$work/program" <<'END'
#!/bin/sh
[ -z "$NO_GPU" ] || { echo "tilewright: error: no GPU" >&2; exit 3; }
if [ "$1" = run ]; then
    [ "$3 $4 $5" = "--device cuda --json" ] || exit 9
    cp "$2" "$SAW"
    echo '{"name": "ours_known", "bound_us": 25.5, "reason": null}'
    echo '{"name": "ours_wrong", "bound_us": null, "reason": "out[7] is 1, not 2"}'
    echo '{"name": "ours_unknown", "bound_us": null, "reason": null}'
    exit 1
fi
[ "$*" = "device --probe --json" ] || exit 9
echo '{"launch_us": 5, "points": [{"bytes": 1000000, "copy_us": 6}, {"bytes": 4000000, "copy_us": 18}]}'
END
chmod +x "$work/program"
SAW=$work/saw.json TILEWRIGHT=$work/program python3 - "$SOURCE_DIR/tools/bench" "$work" <<'PY' || fail "the bound"
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from rivals.ceilings import Ceilings, probe, run_bounds
from rivals.problems import Problem

ceilings = Ceilings(probe(), 2)
for size, us in ((0, 2), (500000, 2.5), (1000000, 3), (2500000, 9), (4000000, 15), (8000000, 28)):
    assert abs(ceilings.copy_us(size) - us) < 1e-9, (size, ceilings.copy_us(size))
problem = Problem("p", 12500, 19, 1, "uint8")  # 237500 bytes are 7421 sectors and 28 bytes
assert abs(ceilings.bound_us(problem) - (2 + 2 * 7422 * 32 / 1e6)) < 1e-9, ceilings.bound_us(problem)
assert Ceilings(probe()).copy_us(0) == 5

# With gaps between rows: what `run` says, with the bench's own launch; the reason where it says nothing.
gapped = [Problem(name, 50, 30, 2, "float32", 31, 64) for name in ("known", "wrong", "unknown", "left_out")]
bounds, missing = run_bounds([problem] + gapped, sys.argv[2])
asked = json.load(open(sys.argv[2] + "/saw.json", encoding="utf-8"))["variants"]
assert [(v["name"], v["in_pitch"], v["out_pitch"]) for v in asked] == [(f"ours_{p.name}", 31, 64) for p in gapped], asked
assert bounds == {"known": 25.5} and sorted(missing) == ["left_out", "unknown", "wrong"], (bounds, missing)
assert missing["wrong"] == "out[7] is 1, not 2" and "does the cache keep" in missing["unknown"], missing
ceilings = Ceilings(probe(), 2, bounds)
assert abs(ceilings.bound_us(gapped[0]) - 22.5) < 1e-9 and ceilings.bound_us(gapped[1]) is None
assert run_bounds([problem], "/no/such/folder") == ({}, {})
os.environ["NO_GPU"] = "1"
assert probe() == "tilewright: error: no GPU", probe()
assert run_bounds(gapped, sys.argv[2]) == ({}, {p.name: "tilewright: error: no GPU" for p in gapped})
PY

# A record with all that a record can hold; its times are made up so that the fractions are round.
python3 - "$work/made.jsonl" <<'PY'
import json
import sys

header = {"bench": "transpose", "format": 1, "date": "2026-01-01", "device": "A <device>", "sm": 90, "simulator": False,
          "cuda": "13.0", "driver": "1.2", "nvrtc": "13.0", "tilewright": "0", "python": "3", "versions": {"jax": "9"},
          "rounds": 3, "order": [], "missing": {}, "no_bounds": {"behind": "out[7] is 1, not 2"}}
copy_us = 100.0


def record(problem, rows, cols, batch, kind, contender, part, status="ok", reason=None, clock="events"):
    element = {"uint8": 1, "float32": 4}[kind]
    moved = 2 * rows * cols * batch * element
    us = None if part is None else {"median": copy_us / part, "p5": 0.98 * copy_us / part, "p95": 1.02 * copy_us / part, "rounds": 3, "late": 0}
    return {"problem": problem, "contender": contender, "status": status, "reason": reason, "what": "w", "rows": rows,
            "cols": cols, "batch": batch, "type": kind, "element": element, "moved": moved, "in_cache": moved < 2**26,
            "clock": clock, "us": us, "GBps": None, "of_copy": part, **({"bound_us": 80.0, "of_bound": 0.8 * part} if part else {})}


records = []
for problem, rows, cols, batch, kind in (("lead", 8192, 8192, 1, "float32"), ("behind", 100, 7, 3, "uint8"),
                                         ("grow_1", 512, 512, 1, "float32"), ("grow_2", 1024, 1024, 1, "float32")):
    ours = 0.5 if problem == "behind" else 0.9
    for contender, part in (("ours", ours), ("copy", 1.0), ("geam", 0.75), ("naive", 0.1)):
        records.append(record(problem, rows, cols, batch, kind, contender, part))
    records.append(record(problem, rows, cols, batch, kind, "jax", 0.6, clock="events on its own stream"))
    records.append(record(problem, rows, cols, batch, kind, "cupy", None, "missing", "not here"))
    records.append(record(problem, rows, cols, batch, kind, "torch", None, *(
        ("wrong", "3 of 5 elements are wrong") if problem == "behind" else ("unfit", "too large"))))
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.writelines(json.dumps(r) + "\n" for r in [header] + records)
PY
python3 "$bench" --render "$work/made.jsonl" || fail "render: exit status $?"
python3 - "$work/made" <<'PY' || fail "the table or the picture of the record"
import re
import sys
import xml.etree.ElementTree as tree

table = open(sys.argv[1] + ".md", encoding="utf-8").read()
lines = table.splitlines()


def row(name):
    return [cell.strip() for cell in next(line for line in lines if line.startswith(f"| {name} |")).split("|")[1:-1]]


titles = row("problem")
lead, behind = dict(zip(titles, row("lead"))), dict(zip(titles, row("behind")))
assert lead["size"] == "8192 x 8192" and lead["moved"] == "512 MiB", lead
assert lead["Tilewright"] == "0.900" and lead["driver's copy"] == "100.0 µs" and lead["cuBLAS geam"] == "**0.750**", lead
assert lead["CuPy"] == lead["PyTorch"] == "–" and lead["ours ahead of the best peer"] == "yes, 1.20 times geam", lead
assert behind["size"] == "3 of 100 x 7" and behind["moved"] == "4.1 KiB \\*" and behind["PyTorch"] == "**wrong**", behind
assert behind["ours ahead of the best peer"] == "**no**, 0.67 times geam", behind
assert lead["bound"] == "80.0 µs" and lead["ours, of the bound"] == "0.720" and lead["copy, of the bound"] == "0.800", lead
assert "- Of 4 problems, ours is ahead of every peer in 3, even with the best, to 0.5%, in 0, and behind in 1." in lines
assert any(line.startswith("- Spread, ") and "half of all cells are within 4.0%, 19 of 20 within 4.0%" in line for line in lines)
assert "- JAX: timed by events on its own stream." in lines
assert "- Bound, behind: out[7] is 1, not 2" in lines
assert "| rows at multiples of 128 bytes | 1 | 0.900 | 0.900 (lead) | 0.750 | 1.200 (lead) | lead (0.900, not 0.97) |  | 0.720 | 0.720 (lead) |" in lines, table
assert "- CuPy, all problems: not here" in lines
assert "- PyTorch, behind: 3 of 5 elements are wrong" in lines
assert "- PyTorch, lead, grow_1, grow_2: too large" in lines

text = open(sys.argv[1] + ".svg", encoding="utf-8").read()
root = tree.fromstring(text)
width, height = float(root.get("width")), float(root.get("height"))
name = "{http://www.w3.org/2000/svg}"
assert "prefers-color-scheme: dark" in text and "A <device>" in "".join(root.itertext())
labels = [(float(t.get("x")), float(t.get("y")), t.text) for t in root.iter(name + "text")]
assert all(0 < x < width and 0 < y < height for x, y, _ in labels), labels
assert len({(x, y) for x, y, _ in labels}) == len(labels), "two labels at one place"
for wanted in ("1 byte an element", "4 bytes an element", "copy's median time / contender's median time",
               "bytes moved: read and written", "Growth: squares of float32", "both buffers fit in the L2", "512 MiB"):
    assert any(text == wanted for _, _, text in labels), wanted


def marks(css):
    return [p for p in root.iter(name + "path") if p.get("class") == css]


# Ours: the legend, a dot in each of the two rows, three points of the curve; and the line between those.
assert len(marks("m-ours")) == 6 and len(marks("l-m-ours")) == 1, len(marks("m-ours"))
assert len(marks("l-m-ours")[0].get("d").split("L")) == 3
assert not marks("m-cupy") and not marks("m-torch"), "marks for what was not timed"

# On the first chart the places are those of the fractions: the ticks tell the scale.
first = next(p for p in marks("m-ours") if p.find(name + "title") is not None and "lead" in p.find(name + "title").text)
place = float(re.match(r"M([\d.]+)", first.get("d")).group(1))
ticks = {text: x for x, y, text in labels if re.fullmatch(r"\d\.\d", text) and x > 200}
scale = ticks["1.0"] - ticks["0.0"]
assert abs(place - (ticks["0.0"] + 0.9 * scale)) < 0.2, (place, ticks)
PY

# Classes and spreads: by shape alone; a rival is ahead only by more than half of both interquartile ranges.
python3 - "$SOURCE_DIR/tools/bench" <<'PY' || fail "classes"
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from rivals import classes, problems, records, table


def record(rows, cols, element=4, batch=1, **more):
    return {"rows": rows, "cols": cols, "batch": batch, "element": element, "moved": 2 * rows * cols * batch * element,
            "in_cache": False, **more}


def name(*shape, **more):
    return classes.class_of(record(*shape, **more)).name


assert name(1024, 1024) == name(8, 8, 4, 1000) == "small"
assert name(8192, 8192, in_pitch=8224, out_pitch=8192) == "pitched" and name(8192, 8192, in_pitch=8192, out_pitch=8192) == "aligned"
assert name(8, 8, 4, 1000000) == name(32, 64, 4, 100000) == "batch"
assert name(33000000, 3, 1) == name(1, 100000000) == "few" and name(2048, 49, 2, 256) == name(500000, 256) == "narrow"
assert name(8192, 16384) == "far" and name(16384, 8192) == "aligned" and name(6000, 9008, 8) == "aligned"
assert name(8191, 8192) == name(8192, 8191) == "anywhere"
aims = {shape: classes.class_of(record(*shape)).target(record(*shape)) for shape in ((16256, 16256, 1), (8192, 8192), (16381, 16411, 1), (8191, 8193))}
assert list(aims.values()) == [0.95, 0.97, 0.92, 0.95], aims

# Every class is among the problems, each under its own name but for those that the shape decides.
found = {}
for p in problems.read(sys.argv[1] + "/problems/transpose-classes.json"):
    r = record(p.rows, p.cols, p.element, p.batch, in_pitch=p.in_pitch, out_pitch=p.out_pitch)
    found.setdefault(classes.class_of(r).name, []).append(p)
assert set(found) == {each.name for each in classes.CLASSES}, sorted(found)
assert all({p.element for p in found[each]} >= {1, 2, 4, 8, 16} for each in ("aligned", "anywhere", "narrow", "batch"))


def row(problem, ours, peer, spread):
    """Times in us; both have quartiles so far apart."""
    def of(contender, us):
        return {**record(8191, 8193), "contender": contender, "of_copy": 100 / us,
                "us": {"median": us, "p5": us - spread, "p95": us + spread, "q1": us - spread / 2, "q3": us + spread / 2}}
    return records.Row(problem, {"ours": of("ours", ours), "geam": of("geam", peer), "copy": of("copy", 100)})


rows = [row("level", 104.5, 104, 1), row("behind", 106, 104, 1), row("ahead", 100, 104, 1)]
assert [table.verdict(r) for r in rows] == ["even", "**no**", "yes"]


def class_line(rows, bounded=False):
    lines = list(table.by_class(rows, bounded))
    assert len(lines) == 6, lines
    titles, cells = ([cell.strip() for cell in lines[at].split("|")[1:-1]] for at in (2, 4))
    assert len(titles) == len(cells) == lines[3].count("---"), lines
    return cells


cells = class_line(rows)
assert len(cells) == 8 and cells[:4] == ["rows that begin anywhere", "3", "0.957", "0.943 (behind)"], cells
assert cells[4:6] == ["0.962", "0.981 (behind)"] and cells[7] == "behind (0.98 times geam)", cells
assert cells[6] == "behind (0.943, not 0.95)", cells

dense = [{**rows[1].records["ours"], "problem": "p", "contender": name, "of_copy": part, "of_bound": 0.9, "status": status}
         for name, part, status in (("ours", 0.943, "ok"), ("lt", None, "failed"), ("npp", None, "unfit"))]
assert table.line(dense) == "p              ours 0.943  lt failed", table.line(dense)

# With gaps the fractions of a class are of the bound; those of the bound stand at the end of every class.
for r, us in zip(rows, (90, 80, 70)):
    for each in r.records.values():
        each.update(bound_us=us, of_bound=us / each["us"]["median"])
assert class_line(rows, True)[2:6] == cells[2:6] and class_line(rows, True)[8:] == ["0.755", "0.700 (ahead)"], class_line(rows, True)
for r in rows:
    for each in r.records.values():
        each.update(in_pitch=8200, out_pitch=8191)
cells = class_line(rows, True)
assert cells[:4] == ["with gaps between rows", "3", "0.755", "0.700 (ahead)"] and cells[4:6] == ["0.769", "0.981 (behind)"], cells
assert cells[6] == "level (0.861, not 0.95), behind (0.755, not 0.95), ahead (0.700, not 0.95)" and cells[8:] == cells[2:4], cells
gapped = [{**rows[1].records["ours"], "problem": "gaps", "contender": "ours", "of_copy": 0.943, "status": "ok"}]
assert table.line(gapped) == "gaps           ours 0.943 (0.755 of the bound)", table.line(gapped)
for r in rows:
    for each in r.records.values():
        each.update(bound_us=None, of_bound=None)
assert class_line(rows)[2:8] == ["", "", "", "0.981 (behind)", "–", "behind (0.98 times geam)"], class_line(rows)
wide = record(8192, 8192, in_pitch=8224, out_pitch=8192)
assert classes.class_of(wide).target(wide) == 0.97 and classes.class_of(wide).target({**wide, "cols": 100}) == 0.92
PY

# cuBLASLt and NPP, on libraries that do on the host what theirs promise of these arguments.
python3 - "$SOURCE_DIR/tools/bench" <<'PY' || fail "the libraries' arguments"
import ctypes
import sys
import types

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from rivals import lt, npp
from rivals.problems import Problem
from rivals.way import Unfit


def number(argument):
    return argument.value or 0


class FakeLt:
    """Matrices by columns: element (r, c) at c * pitch + r."""
    def __init__(self):
        self.made, self.cublasLtGetVersion = {}, types.SimpleNamespace()

    def __getattr__(self, name):
        return lambda *arguments: getattr(type(self), "do_" + name[len("cublasLt"):])(self, *arguments)

    def _new(self, where, value):
        where._obj.value = len(self.made) + 1
        self.made[where._obj.value] = value
        return 0

    def do_Create(self, where):
        return self._new(where, "handle")

    def do_MatrixTransformDescCreate(self, where, factor):
        return self._new(where, {"factor": factor.value})

    def do_MatrixLayoutCreate(self, where, kind, rows, cols, pitch):
        return self._new(where, {"kind": kind.value, "rows": rows.value, "cols": cols.value, "pitch": pitch.value, 5: 1, 6: 0})

    def _set(self, handle, attribute, value, size):
        assert size.value == ctypes.sizeof(value._obj)
        self.made[handle.value][attribute.value] = value._obj.value
        return 0

    do_MatrixTransformDescSetAttribute = do_MatrixLayoutSetAttribute = _set

    def _gone(self, handle):
        del self.made[handle.value]
        return 0

    do_MatrixTransformDescDestroy = do_MatrixLayoutDestroy = _gone

    def do_MatrixTransform(self, handle, how, one, source, before, zero, none, no_layout, target, after, stream):
        a, c = self.made[before.value], self.made[after.value]
        assert self.made[how.value][2] == 1 and (a["rows"], a["cols"]) == (c["cols"], c["rows"]) and not none.value
        if a["kind"] == 1:
            return 15
        size = {3: 1, 2: 2, 0: 4, 4: 8, 5: 16}[a["kind"]]
        assert ctypes.c_float.from_address(one.value).value == 1 or size == 16
        for batch in range(a[5]):
            for row in range(c["rows"]):
                for col in range(c["cols"]):
                    ctypes.memmove(target.value + (batch * c[6] + col * c["pitch"] + row) * size,
                                   source.value + (batch * a[6] + row * a["pitch"] + col) * size, size)
        return 0


class FakeNpp:
    """Only what is called here; an image of width x height, steps in bytes."""
    @staticmethod
    def nppiTranspose_16u_C1R_Ctx(source, step, target, out_step, size, context):
        for y in range(size.height):
            for x in range(size.width):
                ctypes.memmove(target.value + x * out_step.value + y * 2, source.value + y * step.value + x * 2, 2)
        return 0

    @staticmethod
    def nppiTranspose_8u_C1R_Ctx(source, step, target, out_step, size, context):
        return -8

    @staticmethod
    def nppiCopy_8u_C3P3R_Ctx(source, step, planes, plane_step, size, context):
        for y in range(size.height):
            for x in range(size.width):
                for plane in range(3):
                    ctypes.memmove(planes._obj[plane] + y * plane_step.value + x, source.value + y * step.value + 3 * x + plane, 1)
        return 0

    @staticmethod
    def nppiCopy_8u_P3C3R_Ctx(planes, plane_step, target, step, size, context):
        for y in range(size.height):
            for x in range(size.width):
                for plane in range(3):
                    ctypes.memmove(target.value + y * step.value + 3 * x + plane, planes._obj[plane] + y * plane_step.value + x, 1)
        return 0


driver = types.SimpleNamespace(stream=1, device=0, sm=90, attribute=lambda which: which, synchronize=lambda: None)
bench = types.SimpleNamespace(driver=driver, versions={}, source=0, target=0)


def turned(solver, problem):
    """How many of its ways give the transpose, and the names of all."""
    source = ctypes.create_string_buffer(bytes((7 * i + i // 256) % 251 for i in range(problem.in_bytes)), problem.in_bytes)
    right, names = 0, []
    element = problem.element
    bench.source = ctypes.addressof(source)
    target = ctypes.create_string_buffer(problem.out_bytes)
    bench.target = ctypes.addressof(target)
    for way in solver.ways(problem):
        ctypes.memset(bench.target, 0, problem.out_bytes)
        try:
            way.run()
        except Unfit:
            names.append("unfit " + way.what)
            continue
        names.append(way.what)
        right += all(target.raw[at:at + element] == source.raw[of:of + element]
                     for b in range(problem.batch) for r in range(problem.rows) for c in range(problem.cols)
                     for at in [((b * problem.cols + c) * problem.out_pitch + r) * element]
                     for of in [((b * problem.rows + r) * problem.in_pitch + c) * element])
    return right, names


fake = FakeLt()
fake.cublasLtGetVersion = type("Version", (), {"__call__": lambda self: 130000})()
lt.open_library = lambda stem, majors: (fake, "/x/libcublasLt.so.13")
solver = lt.Lt(bench)
for kind, ways in (("uint8", 1), ("float16", 1), ("float32", 1), ("float64", 1), ("float32x4", 1)):
    for problem in (Problem("p", 5, 3, 1, kind), Problem("p", 4, 7, 3, kind, 9, 6)):
        right, names = turned(solver, problem)
        assert right == len(names) == ways, (problem, right, names)
assert names == ["cublasLtMatrixTransform, complex double"] and bench.versions["cublasLt"] == "130000 (libcublasLt.so.13)"
assert list(fake.made.values()) == ["handle"], "descriptors are left"

npp.open_library = lambda stem, majors: (FakeNpp, "/x/libnppidei.so.13")
solver = npp.Npp(bench)
assert turned(solver, Problem("p", 6, 5, 1, "float16", 8, 7)) == (1, ["nppiTranspose_16u_C1R_Ctx"])
assert turned(solver, Problem("p", 60, 3, 1, "uint8")) == (1, ["unfit nppiTranspose_8u_C1R_Ctx", "nppiCopy_8u_C3P3R_Ctx"])
assert turned(solver, Problem("p", 3, 8192 * 2, 1, "uint8")) == (1, ["unfit nppiTranspose_8u_C1R_Ctx", "nppiCopy_8u_P3C3R_Ctx"])
assert (npp.image(8192 * 3).width, npp.image(8192 * 3).height) == (8192, 3) and npp.image(33000000).width == 8000 and npp.image(10007).height == 1
for problem in (Problem("p", 6, 5, 2, "uint8"), Problem("p", 6, 5, 1, "float64"), Problem("p", 6, 5, 1, "float32")):
    try:
        solver.ways(problem)
        raise SystemExit(f"NPP took {problem}")
    except Unfit:
        pass
PY

expect "no record" 2 "no record of tools/bench/transpose" --render "$work/pitch.json"
head -3 "$work/made.jsonl" | head -c -20 >"$work/cut.jsonl"
expect "a line cut short" 2 "cut.jsonl:3: " --render "$work/cut.jsonl"
head -1 "$work/made.jsonl" >"$work/empty.jsonl"
expect "nothing recorded" 2 "no problem was recorded" --render "$work/empty.jsonl"

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
