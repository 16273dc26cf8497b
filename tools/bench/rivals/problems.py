"""The problems, read from a config of transposes, and the config that embeds our kernels for them."""
import json
import re
from dataclasses import dataclass

FIELDS = {"name", "rows", "cols", "batch", "type", "in_pitch", "out_pitch"}


class BadProblem(Exception):
    """A config that this bench cannot run."""


@dataclass
class Problem:
    name: str
    rows: int
    cols: int
    batch: int
    type: str
    in_pitch: int = 0   # elements from one row to the next; 0: dense
    out_pitch: int = 0

    def __post_init__(self):
        self.in_pitch = self.in_pitch or self.cols
        self.out_pitch = self.out_pitch or self.rows
        if self.in_pitch < self.cols or self.out_pitch < self.rows:
            raise BadProblem(f"{self.name}: a pitch is less than a row")

    @property
    def element(self):
        """Bytes of an element: the digits of the type's name are bits, and components of a vector."""
        bits, count = re.search(r"(\d+)(?:x(\d+))?$", self.type).groups()
        return int(bits) * int(count or 1) // 8

    @property
    def count(self):
        return self.rows * self.cols * self.batch

    @property
    def bytes(self):
        """The bytes of each side; twice as many are moved."""
        return self.count * self.element

    @property
    def dense(self):
        return self.in_pitch == self.cols and self.out_pitch == self.rows

    @property
    def in_bytes(self):
        """The bytes of the buffer, with the gaps between rows."""
        return self.batch * self.rows * self.in_pitch * self.element

    @property
    def out_bytes(self):
        return self.batch * self.cols * self.out_pitch * self.element

    def shape(self):
        """The shapes of the input and of the output."""
        lead = () if self.batch == 1 else (self.batch,)
        return lead + (self.rows, self.cols), lead + (self.cols, self.rows)

    def strides(self):
        """The same in bytes; None for a side without gaps."""
        def of(lines, pitch):
            lead = () if self.batch == 1 else (lines * pitch * self.element,)
            return lead + (pitch * self.element, self.element)
        return (None if self.in_pitch == self.cols else of(self.rows, self.in_pitch),
                None if self.out_pitch == self.rows else of(self.cols, self.out_pitch))


def read(path, pattern=""):
    """The config's problems whose names match the pattern."""
    with open(path, encoding="utf-8") as file:
        config = json.load(file)
    if config.get("kernel") != "transpose":
        raise BadProblem(f"{path}: not a config of transposes")
    problems = []
    for variant in config["variants"]:
        values = {"batch": 1, "type": "float32", **config.get("defaults", {}), **variant}
        unknown = sorted(set(values) - FIELDS) + [key for key in values if isinstance(values[key], (list, dict))]
        if unknown:
            raise BadProblem(f"{path}: {variant['name']}: {unknown[0]}: the bench takes one name, rows, cols, batch, "
                             "type, in_pitch and out_pitch")
        if re.search(pattern, values["name"]):
            problems.append(Problem(**values))
    if not problems:
        raise BadProblem(f"{path}: no problem's name matches {pattern!r}")
    return problems


def config(problems, methods):
    """A config with a variant METHOD_PROBLEM for each; methods: name -> the fields that the problem does not have."""
    variants = [{"name": f"{name}_{p.name}", "rows": p.rows, "cols": p.cols, "batch": p.batch, "type": p.type,
                 "in_pitch": p.in_pitch, "out_pitch": p.out_pitch, **fields}
                for p in problems for name, fields in methods.items()]
    return {"tilewright": 1, "kernel": "transpose", "variants": variants}
