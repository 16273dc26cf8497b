"""The problems, read from a JSON file, and the config that embeds our kernels for them.

    {"bench": "reduce", "problems": [
        {"name": "sum_{cols}", "cols": [1024, 1000003], "quick": true},
        {"name": "rows_{cols}", "cols": [3, 1000], "bytes": 1073741824, "aims": {"ours": 0.9}} ]}

A list stands for a problem for each of its values; {FIELD} in the name is that value. `bytes` gives the one of rows and cols that is
missing. Fields and defaults: Problem, below.
"""
import itertools
import json
import math
import re
from dataclasses import dataclass, field, fields

from rivals.problems import BadProblem

BYTES = {"int8": 1, "int16": 2, "float16": 2, "float32": 4, "float64": 8}
NOISES = ("uniform", "normal", "wide")
ORDERS = ("fixed", "free", "compensated", "exact")
COLD = 32 << 20          # bytes of the input from which on the L2 is cold unless the problem says otherwise
SAMPLE, MOST_CALLS = 2 << 30, 20  # bytes that the calls between two events read in all; how many there are at most
ALIGN = 256              # bytes: of the second array or the offsets behind the first
WORDS = {"op": ("sum", "min", "max", "argmin", "argmax", "norm2", "dot"), "along": ("rows", "columns", "segments"),
         "type": tuple(BYTES), "noise": NOISES, "l2": ("", "warm", "cold"),
         "accumulator": ("", "float32", "float64", "int32", "int64")}


@dataclass
class Problem:
    name: str
    cols: int
    rows: int = 1
    op: str = "sum"
    along: str = "rows"
    type: str = "float32"
    accumulator: str = ""   # as Tilewright chooses
    noise: str = "uniform"  # of floats: even in [-1, 1), normal, or of exponents from -60 to 59; integers are even
    skew: int = 1           # of segments: 1 all alike; offset i is at (i / rows)^skew of the array
    l2: str = ""            # warm: every call finds the input where the one before left it; cold: elsewhere, in turns
    quick: bool = False     # of --quick
    compile: bool = False   # torch.compile takes part, which takes its time
    orders: list = field(default_factory=lambda: ["fixed"])
    aims: dict = field(default_factory=dict)  # contender: the least fraction of the plain kernel that is aimed at

    def __post_init__(self):
        for key, words in WORDS.items():
            if getattr(self, key) not in words:
                raise BadProblem(f"{self.name}: {key} is {getattr(self, key)!r}, none of {', '.join(filter(None, words))}")
        if any(order not in ORDERS for order in self.orders):
            raise BadProblem(f"{self.name}: orders are of {', '.join(ORDERS)}")
        if min(self.rows, self.cols, self.skew) < 1:
            raise BadProblem(f"{self.name}: rows, cols and skew are at least 1")
        if self.is_extreme and self.type in ("float16", "float64"):
            raise BadProblem(f"{self.name}: the check knows extremes of int8, int16 and float32 only")
        if self.is_extreme and self.along == "segments" or self.op == "dot" and (self.along != "rows" or self.rows > 1):
            raise BadProblem(f"{self.name}: {self.op} of {self.along} is nothing that the bench checks")
        self.l2 = self.l2 or ("cold" if self.in_bytes >= COLD else "warm")

    @property
    def is_extreme(self):
        return self.op in ("min", "max", "argmin", "argmax")

    @property
    def element(self):
        return BYTES[self.type]

    @property
    def count(self):
        """Elements of an array."""
        return self.cols if self.along == "segments" else self.rows * self.cols

    @property
    def results(self):
        return self.cols if self.along == "columns" else self.rows

    @property
    def length(self):
        """Elements of the longest reduction, at most."""
        if self.along == "segments":
            return min(self.cols, -(-self.cols * self.skew // self.rows) + 1)  # offsets are rounded
        return self.rows if self.along == "columns" else self.cols

    @property
    def result(self):
        """The type of a result."""
        if self.op in ("argmin", "argmax"):
            return "int64"
        if self.is_extreme:
            return self.type
        if self.accumulator:
            return self.accumulator
        if self.op == "norm2" or self.type == "float64":
            return "float64"
        return "float32" if self.type.startswith("float") else "int64"

    @property
    def out_bytes(self):
        return self.results * {"int8": 1, "int16": 2, "float32": 4, "float64": 8, "int32": 4, "int64": 8}[self.result]

    @property
    def extra_at(self):
        """Where the second array or the offsets begin, in bytes; the arrays' size where there are none."""
        size = self.count * self.element
        return -(-size // ALIGN) * ALIGN if self.extra_bytes else size

    @property
    def extra_bytes(self):
        if self.op == "dot":
            return self.count * self.element
        return (self.rows + 1) * 8 if self.along == "segments" else 0

    @property
    def in_bytes(self):
        """The bytes of the arrays and of the offsets."""
        return self.extra_at + self.extra_bytes

    @property
    def moved(self):
        """Bytes that no kernel does without: read once, and written once."""
        return self.count * self.element + self.extra_bytes + self.out_bytes

    @property
    def calls(self):
        """Between two events."""
        return max(1, min(MOST_CALLS, SAMPLE // self.in_bytes))

    def copies(self, l2_bytes):
        """Inputs that calls take in turns: when it is one's turn again, little of it is left in the L2."""
        return 1 if self.l2 == "warm" else max(2, min(16, -(-4 * l2_bytes // self.in_bytes)))

    def slack(self):
        """(absolute, relative): how far a right result may be from the reference, which is of doubles. Generous to any order of
        additions, and far below what an array that was not read to its end gives."""
        if self.result.startswith("int"):
            return 0.0, 0.0
        epsilon = 2.0**-52 if self.result == "float64" else 2.0**-23
        if self.op == "norm2":
            return 0.0, 256 * epsilon
        scale = 2.0**59 if self.noise == "wide" else 1.0
        return 4 * epsilon * scale * math.sqrt(self.length * min(self.length, 1 << 16)), 4 * epsilon


KEYS = {f.name: f.type for f in fields(Problem)}


def expand(entry, where):
    """The problems of an object of the file."""
    unknown = sorted(set(entry) - set(KEYS) - {"bytes"})
    if unknown:
        raise BadProblem(f"{where}: {unknown[0]}: a problem has {', '.join(KEYS)} and bytes")
    axes = {key: value for key, value in entry.items() if isinstance(value, list) and key != "orders"}
    for values in itertools.product(*axes.values()):
        one = {**entry, **dict(zip(axes, values))}
        size = one.pop("bytes", None)
        try:
            one["name"] = one["name"].format(**one)
            if size is not None:
                missing, given = ("rows", "cols") if "cols" in one else ("cols", "rows")
                one[missing] = size // BYTES[one.get("type", "float32")] // one[given]
            for key, kind in KEYS.items():
                if key in one and type(one[key]) is not kind:
                    raise BadProblem(f"{one['name']}: {key} is no {kind.__name__}")
            yield Problem(**one)
        except (KeyError, TypeError) as error:
            raise BadProblem(f"{where}: {error}") from None


def read(path, pattern="", quick=False):
    """The file's problems whose names match the pattern, of --quick only those that are marked so."""
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    if not isinstance(content, dict) or content.get("bench") != "reduce":
        raise BadProblem(f"{path}: no problems of tools/bench/reduce")
    found, names = [], set()
    for number, entry in enumerate(content["problems"], 1):
        for problem in expand(entry, f"{path}: problem {number}"):
            if problem.name in names:
                raise BadProblem(f"{path}: {problem.name} is there twice")
            names.add(problem.name)
            if re.search(pattern, problem.name) and (problem.quick or not quick):
                found.append(problem)
    if not found:
        raise BadProblem(f"{path}: no problem's name matches {pattern!r}" + (" and is quick" if quick else ""))
    return found


def config(problems, methods):
    """A config with a variant METHOD_PROBLEM for each method whose order the problem wants; methods: name -> its fields."""
    variants = []
    for problem in problems:
        shape = {"op": problem.op, "along": problem.along, "rows": problem.rows, "cols": problem.cols, "type": problem.type}
        if problem.accumulator:
            shape["accumulator"] = problem.accumulator
        for name, more in methods.items():
            if more["order"] in problem.orders:
                variants.append({"name": f"{name}_{problem.name}", **shape, **more})
    return {"tilewright": 1, "kernel": "reduce", "variants": variants}
