# tools/bench/reduce without a device: its arguments and problems, the libraries' arguments, and the table and the picture of a record.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
bench=$SOURCE_DIR/tools/bench/reduce

# expect NAME EXIT-STATUS TEXT ARGUMENTS...
expect() {
    local name=$1 status=$2 text=$3
    shift 3
    python3 "$bench" "$@" >"$work/out" 2>&1
    local got=$?
    [ $got -eq "$status" ] || fail "$name: exit status $got, not $status: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "$name: no \"$text\" in: $(cat "$work/out")"
}

# problem TEXT PROBLEM: an object that is refused
problem() {
    echo "{\"bench\": \"reduce\", \"problems\": [$2]}" >"$work/problem.json"
    expect "$2" 2 "$1" --problems "$work/problem.json" --list
}

expect "help" 0 "--render FILE.jsonl" --help
expect "a contender that is none" 2 "no contender 'thrust'" --contenders ours,thrust
expect "no rounds" 2 "at least 1" --rounds 0
expect "no such file" 2 "No such file" --problems "$work/none.json" --out "$work"
expect "no problem of that name" 2 "no problem's name matches '^nothing\$'" --filter '^nothing$' --out "$work"
expect "none of them quick" 2 "and is quick" --quick --filter '^segments' --out "$work"
expect "a config" 2 "no problems of tools/bench/reduce" --problems "$SOURCE_DIR/configs/square.json"
problem "problem 1: threads: a problem has name, cols" '{"name": "p", "cols": 3, "threads": 32}'
problem "p: type is 'float'" '{"name": "p", "cols": 3, "type": "float"}'
problem "p: rows, cols and skew are at least 1" '{"name": "p", "cols": 0}'
problem "p: cols is no int" '{"name": "p", "cols": "3"}'
problem "p: orders are of fixed" '{"name": "p", "cols": 3, "orders": ["any"]}'
problem "p is there twice" '{"name": "p", "cols": [3, 4]}'
problem "p: dot of columns is nothing that the bench checks" '{"name": "p", "cols": 3, "op": "dot", "along": "columns"}'
problem "p: the check knows extremes of" '{"name": "p", "cols": 3, "op": "argmin", "type": "float64"}'
problem "'width'" '{"name": "p_{width}", "cols": 3}'

# Where the driver cannot be opened; make bench goes on.
mkdir "$work/nothing"
: >"$work/nothing/libcuda.so.1"
export LD_LIBRARY_PATH=$work/nothing
expect "no GPU" 3 "no GPU: " --out "$work"
[ ! -s "$work/reduce.jsonl" ] || fail "a record without a GPU"
bash "$SOURCE_DIR/tools/bench/bench_peers.sh" --out "$work" >"$work/out" 2>&1 || fail "bench_peers.sh: exit status $?"
grep -qF "tools/bench/reduce needs a GPU and NVRTC: not run" "$work/out" || fail "bench_peers.sh: $(cat "$work/out")"
unset LD_LIBRARY_PATH

# The problems that come with the bench.
python3 - "$SOURCE_DIR/tools/bench" <<'PY' || fail "the problems"
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from reducers import cub_peer, problems
from reducers.contenders import METHODS
from rivals.way import Unfit

path = sys.argv[1] + "/problems/reduce-h200.json"
every, quick = problems.read(path), problems.read(path, "", True)
named = {p.name: p for p in every}
assert 60 <= len(every) <= 100 and 20 <= len(quick) <= 40 and all(p.quick for p in quick)
assert {p.cols for p in every if p.op == "sum" and p.rows == 1} >= {1 << n for n in range(10, 31, 2)}
assert {p.cols for p in every if p.op == "dot"} == {1 << n for n in range(20, 29, 2)}
lengths = (2, 3, 7, 16, 31, 64, 100, 128, 1000, 4096, 10**4, 10**5, 10**6)
for kind in ("rows", "columns"):
    for length in lengths:
        p = named[f"{kind}_{length}"]
        assert p.along == kind and p.length == length and 0.99 * 2**30 < p.count * 4 <= 2**30, p
assert all(p.in_bytes <= 4 << 30 for p in every)

# What is read and written, and how often it is called.
p = named["rows_3"]
assert (p.rows, p.results, p.moved) == (2**28 // 3, 2**28 // 3, 2**28 // 3 * 16) and p.l2 == "cold" and p.calls == 2
p = named["dot_268435456"]
assert p.moved == 2 * 2**30 + 4 and p.extra_at == 2**30 and p.copies(50 << 20) == 2 and p.calls == 1
p = named["sum_1024"]
assert p.moved == 4100 and p.l2 == "warm" and p.copies(50 << 20) == 1 and p.calls == 20
p = named["few_1_cold"]
assert p.copies(50 << 20) == 6 and named["few_1_warm"].copies(50 << 20) == 1
p = named["argmin_int8"]
assert (p.result, p.moved, p.slack()) == ("int64", 2**28 + 8, (0.0, 0.0))
p = named["segments_even_1000"]
assert p.moved == 2**30 + 1001 * 8 + 4000 and p.extra_at % 256 == 0
assert named["sum_int8"].result == "int64" and named["sum_float16"].result == "float32" and named["norm2_float32"].result == "float64"

# A result that lacks the array's second half is further off than what is allowed.
for p in every:
    if p.op == "sum" and p.type == "float32" and p.noise != "wide" and p.length > 100:
        assert p.slack()[0] < 0.1 * (p.length / 2 / 3) ** 0.5, (p, p.slack())

# As a config: a variant for each order that is asked for.
variants = {v["name"]: v for v in problems.config(every, METHODS)["variants"]}
assert len(variants) == sum(len(p.orders) for p in every)
assert variants["exact_orders_float64_normal"] == {"name": "exact_orders_float64_normal", "op": "sum", "along": "rows", "rows": 1,
                                                   "cols": 2**28, "type": "float64", "order": "exact"}
assert "accumulator" not in variants["ours_norm2_float32"]
assert problems.config([problems.Problem("p", 9, accumulator="float64")], {"ours": {"order": "fixed"}})["variants"][0]["accumulator"] == "float64"

# CUB: what is compiled, once for all problems that need it.
macros = cub_peer.wanted(every)
assert len(set(macros)) == len(macros) and len(macros) <= 20
assert ("-DALONG_array", "-DOP_argmin", "-DELEMENT=signed char", "-DRESULT=long long") in macros
assert ("-DALONG_array", "-DOP_sum", "-DELEMENT=__half", "-DRESULT=float", "-DHALF") in macros
assert ("-DALONG_rows", "-DOP_sum", "-DELEMENT=float", "-DRESULT=float") in macros
assert list(cub_peer.kinds(named["dot_268435456"])) == list(cub_peer.DOTS.values())
try:
    cub_peer.kinds(named["columns_3"])
    raise SystemExit("CUB took columns")
except Unfit:
    pass
PY

# What cannot run here is at least Python; no peer is imported before it is wanted.
python3 - "$SOURCE_DIR/tools/bench" <<'PY' || fail "the peers"
import glob
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
for path in glob.glob(sys.argv[1] + "/reducers/*.py"):
    compile(open(path, encoding="utf-8").read(), path, "exec")
from reducers import contenders, measure  # noqa: F401

assert not {name for name in sys.modules if name.split(".")[0] in ("torch", "triton", "cupy")}
assert len({c.name for c in contenders.CONTENDERS}) == len(contenders.CONTENDERS) == 12

from reducers.problems import Problem

asked = {c.name for c in contenders.CONTENDERS if c.is_asked(Problem("p", 9, orders=["fixed", "exact"]))}
assert asked == {"plain", "empty", "ours", "exact", "cub", "cublas", "torch", "triton", "cupy"}, asked
assert "torch.compile" in {c.name for c in contenders.CONTENDERS if c.is_asked(Problem("p", 9, compile=True))}
PY

# cuBLAS, on a library that does on the host what it promises of these arguments.
python3 - "$SOURCE_DIR/tools/bench" <<'PY' || fail "the libraries' arguments"
import ctypes
import sys
import types

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from reducers import cublas_peer
from reducers.problems import Problem
from rivals.way import Unfit


class Blas:
    """Matrices by columns; scalars behind pointers, as it was asked to."""
    def cublasCreate_v2(self, where):
        where._obj.value = 7
        return 0

    def cublasSetStream_v2(self, handle, stream):
        return 0

    def cublasSetPointerMode_v2(self, handle, mode):
        assert mode.value == 1
        return 0

    def cublasGetVersion_v2(self, handle, where):
        where._obj.value = 130000
        return 0

    @staticmethod
    def vector(pointer, count):
        return (ctypes.c_float * count).from_address(pointer.value)

    def cublasSdot_v2_64(self, handle, n, x, step, y, other, out):
        assert step.value == other.value == 1
        self.vector(out, 1)[0] = sum(a * b for a, b in zip(self.vector(x, n.value), self.vector(y, n.value)))
        return 0

    def cublasSnrm2_v2_64(self, handle, n, x, step, out):
        self.vector(out, 1)[0] = sum(a * a for a in self.vector(x, n.value)) ** 0.5
        return 0

    def cublasSgemv_v2_64(self, handle, turned, m, n, alpha, a, pitch, x, step, beta, y, other):
        m, n = m.value, n.value
        matrix, turned = self.vector(a, (n - 1) * pitch.value + m), turned.value
        x, y = self.vector(x, m if turned else n), self.vector(y, n if turned else m)
        for i in range(n if turned else m):
            line = range(m) if turned else range(n)
            total = sum(matrix[i * pitch.value + j if turned else j * pitch.value + i] * x[j] for j in line)
            y[i] = self.vector(alpha, 1)[0] * total + (self.vector(beta, 1)[0] * y[i] if self.vector(beta, 1)[0] else 0)
        return 0


held = []


def memory(floats):
    held.append((ctypes.c_float * len(floats))(*floats))
    return ctypes.addressof(held[-1])


def copy(name, to, source, size):
    assert name == "cuMemcpyHtoD_v2"
    ctypes.memmove(to, source, size)


driver = types.SimpleNamespace(stream=1, synchronize=lambda: None, call=copy)
bench = types.SimpleNamespace(driver=driver, versions={}, scratch=lambda size: memory([9.0] * (size // 4)))
bench.way = lambda what, make: (what, make(bench.a, bench.b))
cublas_peer.open_library = lambda stem, majors: (Blas(), "/x/libcublas.so.13")
solver = cublas_peer.Cublas(bench)
numbers = [float(i * 7 % 11) for i in range(12)]
bench.a, bench.b = memory(numbers), memory(numbers[::-1])


def solve(problem):
    bench.target = memory([-1.0] * problem.results)
    (what, call), = solver.ways(problem)
    call()
    return what, list((ctypes.c_float * problem.results).from_address(bench.target))


assert solve(Problem("p", 12, op="dot")) == ("cublasSdot_v2_64", [sum(a * b for a, b in zip(numbers, numbers[::-1]))])
what, (norm,) = solve(Problem("p", 12, op="norm2", accumulator="float32"))
assert what == "cublasSnrm2_v2_64" and abs(norm - sum(a * a for a in numbers) ** 0.5) < 1e-4
assert solve(Problem("p", 4, 3)) == ("cublasSgemv_v2_64 with ones", [sum(numbers[i:i + 4]) for i in (0, 4, 8)])
assert solve(Problem("p", 4, 3, along="columns"))[1] == [sum(numbers[i::4]) for i in range(4)]
for unfit in (Problem("p", 12), Problem("p", 12, type="int8"), Problem("p", 12, op="max"), Problem("p", 12, 2, along="segments")):
    try:
        solver.ways(unfit)
        raise SystemExit(f"cuBLAS took {unfit}")
    except Unfit:
        pass
PY

# CUB's source compiles where there is a compiler for it, for one of the operations.
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
if [ -n "$nvcc" ]; then
    python3 - "$SOURCE_DIR/tools/bench" "$nvcc" "$work" <<'PY' || fail "CUB"
import ctypes
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from reducers import cub_peer
from reducers.problems import Problem

macros, = cub_peer.kinds(Problem("p", 100, op="argmin", type="int8")).values()
path = sys.argv[3] + "/cub.so"
built = cub_peer.build(sys.argv[2], macros, 90, path)
assert built == path, built
library = ctypes.CDLL(path)
assert library.cub_version() >= 200000 and library.cub_reduce
assert cub_peer.build(sys.argv[2], ("-DALONG_array", "-DOP_sum"), 90, path).startswith("nvcc: ")
PY
fi

# A record with all that a record can hold; its times are made up so that the fractions are round.
python3 - "$work/made.jsonl" <<'PY'
import json
import sys

header = {"bench": "reduce", "format": 1, "date": "2026-01-01", "device": "A <device>", "sm": 90, "simulator": False, "cuda": "13.0",
          "driver": "1.2", "nvrtc": "13.0", "tilewright": "0", "python": "3", "versions": {"cub": "3.0.1"}, "rounds": 5, "order": [],
          "missing": {}}


def record(problem, contender, us, status="ok", reason=None, rounds=5, aim=None, **shape):
    shape = {"op": "sum", "along": "rows", "rows": 1, "cols": 1000000, "type": "float32", "noise": "uniform", "element": 4, "l2": "cold", **shape}
    moved = shape["rows"] * shape["cols"] * 4
    times = us and {"median": us, "p5": us - 2, "q1": us - 1, "q3": us + 1, "p95": us + 2, "rounds": rounds, "late": 0}
    return {"problem": problem, "contender": contender, "status": status, "reason": reason, "what": "w", "moved": moved, "calls": 1,
            "clock": "events", "us": times, "GBps": moved / us / 1000 if us and contender != "empty" else None,
            "of_plain": 90 / us if us else None, "aim": aim, **shape}


shapes = {"lead": {}, "even": {"along": "columns", "rows": 7}, "behind": {"rows": 100, "noise": "normal"}, "small": {"cols": 1000, "l2": "warm"}}
ours = {"lead": 100, "even": 121, "behind": 150, "small": 100}
records = []
for problem, shape in shapes.items():
    records += [record(problem, "plain", 90, **shape), record(problem, "empty", 10, **shape),
                record(problem, "ours", ours[problem], aim=0.8, **shape), record(problem, "cub", 120, **shape),
                record(problem, "cupy", None, "missing", "not here", **shape),
                record(problem, "torch", None, *(("wrong", "1 of 1 results are wrong") if problem == "even" else ("unfit", "none")), **shape),
                record(problem, "triton", 4000, rounds=3 if problem == "lead" else 5, **shape)]
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.writelines(json.dumps(r) + "\n" for r in [header] + records)
PY
python3 "$bench" --render "$work/made.jsonl" || fail "render: exit status $?"
python3 - "$work/made" <<'PY' || fail "the table or the picture of the record: $(cat "$work/made.md")"
import re
import sys
import xml.etree.ElementTree as tree

lines = open(sys.argv[1] + ".md", encoding="utf-8").read().splitlines()


def row(name):
    return [cell.strip() for cell in next(line for line in lines if line.startswith(f"| {name} |")).split("|")[1:-1]]


titles = row("problem")
lead, even, behind = (dict(zip(titles, row(name))) for name in ("lead", "even", "behind"))
assert len(titles) == len(row("lead")) and lines[5].count("---") == len(titles)
assert lead["of"] == "sum of float32, 1000000" and lead["moved"] == "3.8 MiB" and lead["L2"] == "cold", lead
assert lead["plain read"] == "90.00 µs" and lead["empty launch"] == "10.00 µs", lead
assert lead["Tilewright"] == "100.00 µs, 40 GB/s, 0.900" and lead["CUB"] == "**120.00 µs, 33 GB/s, 0.750**", lead
assert lead["ours ahead of the best peer"] == "yes, 1.20 times cub" and lead["ours beside an empty launch"] == "+90.00 µs", lead
assert even["ours ahead of the best peer"] == "even, 0.99 times cub" and even["PyTorch"] == "**wrong**", even
assert behind["ours ahead of the best peer"] == "**no**, 0.80 times cub" and behind["of"] == "sum of float32, 100 x 1000000, normal", behind
assert any(line.startswith("- Of 4 problems, ours is ahead of every peer in 2, even with the best, within the spread") for line in lines)
assert any(line.startswith("- Of 4 aims at a fraction of the plain read, 2 are reached; below: even ours (0.744, not 0.8), behind") for line in lines)
assert "- Triton: so slow that it was timed in fewer rounds in lead." in lines
assert "- CuPy, all problems: not here" in lines and "- PyTorch, even: 1 of 1 results are wrong" in lines

text = open(sys.argv[1] + ".svg", encoding="utf-8").read()
root = tree.fromstring(text)
width, height = float(root.get("width")), float(root.get("height"))
name = "{http://www.w3.org/2000/svg}"
labels = [(float(t.get("x")), float(t.get("y")), t.text) for t in root.iter(name + "text")]
assert all(0 < x < width and 0 < y < height for x, y, _ in labels), labels
assert len({(x, y) for x, y, _ in labels}) == len(labels), "two labels at one place"
for wanted in ("whole arrays", "columns of a matrix", "rows of a matrix", "Growth: sums of float32", "of the plain read", "input in the L2",
               "plain read's median time / contender's median time"):
    assert any(text == wanted for _, _, text in labels), wanted


def marks(css):
    return [p for p in root.iter(name + "path") if p.get("class") == css]


# Ours: the legend, a dot in each of the four rows, two points of the curve.
assert len(marks("m-ours")) == 7 and len(marks("l-m-ours")) == 1, len(marks("m-ours"))
assert len(marks("m-plain")) == 1 and not marks("m-empty") and not marks("m-cupy") and not marks("m-torch")
first = next(p for p in marks("m-ours") if p.find(name + "title") is not None and "lead" in p.find(name + "title").text)
assert first.find(name + "title").text == "Tilewright, lead: 0.900 of the plain read, 100.0 µs"
place = float(re.match(r"M([\d.]+)", first.get("d")).group(1))
ticks = {text: x for x, y, text in labels if re.fullmatch(r"\d\.\d", text) and x > 200}
assert abs(place - (ticks["0.0"] + 0.9 * (ticks["1.0"] - ticks["0.0"]))) < 0.2, (place, ticks)
PY

expect "no record" 2 "no record of tools/bench/reduce" --render "$work/problem.json"
head -3 "$work/made.jsonl" | head -c -20 >"$work/cut.jsonl"
expect "a line cut short" 2 "cut.jsonl:3: " --render "$work/cut.jsonl"
head -1 "$work/made.jsonl" >"$work/empty.jsonl"
expect "nothing recorded" 2 "no problem was recorded" --render "$work/empty.jsonl"

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
