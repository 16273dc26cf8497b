"""The problems, read from a JSON file, and the config that embeds our kernels for them.

    {"bench": "stencil", "problems": [
        {"name": "star{radius}", "shape": "star", "radius": [1, 2], "rows": 16384, "cols": 16384, "aim": 0.9, "quick": true} ]}

A list stands for a problem for each of its values; {FIELD} in the name is that value. Fields and defaults: Problem, below. What lies
beyond the edges is zero.
"""
import itertools
import json
import re
from dataclasses import dataclass, fields

from rivals.problems import BadProblem

BYTES = {"float32": 4, "float64": 8}
SHAPES = ("line", "star", "box")


@dataclass
class Problem:
    name: str
    cols: int
    rows: int = 1
    shape: str = "line"
    radius: int = 4
    type: str = "float32"
    pitch: int = 0       # elements from one row to the next, of both sides; 0: cols
    symmetry: str = "general"
    aim: float = 0.0     # the least fraction of the yardstick's speed that is aimed at
    of: str = "copy"     # the yardstick of the aim: copy or arithmetic
    quick: bool = False  # of --quick

    def __post_init__(self):
        if self.shape not in SHAPES or self.type not in BYTES or self.of not in ("copy", "arithmetic"):
            raise BadProblem(f"{self.name}: shape is of {', '.join(SHAPES)}, type of {', '.join(BYTES)}, of copy or arithmetic")
        if min(self.rows, self.cols) < 1 or not 1 <= self.radius <= 4:
            raise BadProblem(f"{self.name}: rows and cols are at least 1, the radius is 1 to 4")
        if self.symmetry == "antisymmetric" and self.shape != "line" or self.symmetry not in ("general", "symmetric", "antisymmetric"):
            raise BadProblem(f"{self.name}: the symmetry {self.symmetry} is none that a {self.shape} has")
        self.pitch = self.pitch or self.cols
        if self.pitch < self.cols:
            raise BadProblem(f"{self.name}: the pitch is less than a row")

    @property
    def element(self):
        return BYTES[self.type]

    @property
    def elements(self):
        return self.rows * self.cols

    @property
    def moved(self):
        """Bytes read and written, each once."""
        return 2 * self.elements * self.element

    @property
    def buffer_bytes(self):
        return self.rows * self.pitch * self.element

    @property
    def down(self):
        return 0 if self.shape == "line" else self.radius

    def offsets(self):
        """All (dy, dx) of the shape, by rows."""
        for dy in range(-self.down, self.down + 1):
            for dx in range(-self.radius, self.radius + 1):
                if self.shape != "star" or not dy or not dx:
                    if dx or self.symmetry != "antisymmetric":
                        yield dy, dx

    @property
    def taps(self):
        return len(list(self.offsets()))

    def number(self, dy, dx):
        """The number of the coefficient in our argument (docs/stencil.md)."""
        r = self.radius
        if self.symmetry == "antisymmetric":
            return abs(dx) - 1
        if self.symmetry == "symmetric":
            return abs(dy) * (r + 1) + abs(dx) if self.shape == "box" else abs(dy) + abs(dx)
        if self.shape == "star":
            return dy + r if dy < 0 else 3 * r + dy if dy > 0 else 2 * r + dx
        return (dy + self.down) * (2 * r + 1) + dx + r

    def coefficients(self):
        """As our argument has them: numbers that float32 holds, none alike, none of them 0."""
        count = 1 + max(self.number(dy, dx) for dy, dx in self.offsets())
        return [(-1) ** i * (1 + 2 * i) / 256 for i in range(count)]

    def weights(self):
        """As a box of 2 * down + 1 rows, with zeros where the shape has no neighbour."""
        side, known = 2 * self.radius + 1, self.coefficients()
        box = [0.0] * ((2 * self.down + 1) * side)
        for dy, dx in self.offsets():
            sign = -1 if self.symmetry == "antisymmetric" and dx < 0 else 1
            box[(dy + self.down) * side + dx + self.radius] = sign * known[self.number(dy, dx)]
        return box

    def slack(self):
        """How far a right result may be from a sum in double, of the sum of the absolute values."""
        return (self.taps + 3) * (2.0**-24 if self.type == "float32" else 2.0**-52)


KEYS = {f.name: f.type for f in fields(Problem)}


def expand(entry, where):
    """The problems of an object of the file."""
    unknown = sorted(set(entry) - set(KEYS))
    if unknown:
        raise BadProblem(f"{where}: {unknown[0]}: a problem has {', '.join(KEYS)}")
    axes = {key: value for key, value in entry.items() if isinstance(value, list)}
    for values in itertools.product(*axes.values()):
        one = {**entry, **dict(zip(axes, values))}
        try:
            one["name"] = one["name"].format(**one)
            wrong = [key for key in one if type(one[key]) is not KEYS[key]]
            if wrong:
                raise BadProblem(f"{one['name']}: {wrong[0]} is no {KEYS[wrong[0]].__name__}")
            yield Problem(**one)
        except (KeyError, TypeError) as error:
            raise BadProblem(f"{where}: {error}") from None


def read(path, pattern="", quick=False):
    """The file's problems whose names match the pattern, of --quick only those that are marked so."""
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    if not isinstance(content, dict) or content.get("bench") != "stencil":
        raise BadProblem(f"{path}: no problems of tools/bench/stencil")
    found = {}
    for number, entry in enumerate(content["problems"], 1):
        for problem in expand(entry, f"{path}: problem {number}"):
            if problem.name in found:
                raise BadProblem(f"{path}: {problem.name} is there twice")
            found[problem.name] = problem
    chosen = [p for p in found.values() if re.search(pattern, p.name) and (p.quick or not quick)]
    if not chosen:
        raise BadProblem(f"{path}: no problem's name matches {pattern!r}" + (" and is quick" if quick else ""))
    return chosen


def config(problems, methods):
    """A config with a variant METHOD_PROBLEM for each; methods: name -> the fields that the problem does not have."""
    variants = [{"name": f"{name}_{p.name}", "shape": p.shape, "radius": p.radius, "rows": p.rows, "cols": p.cols,
                 "in_pitch": p.pitch, "out_pitch": p.pitch, "type": p.type, "symmetry": p.symmetry, **more}
                for p in problems for name, more in methods.items()]
    return {"tilewright": 1, "kernel": "stencil", "variants": variants}
