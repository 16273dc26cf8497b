"""One table of all contenders. A contender is opened once and then asked for its ways to solve each problem; a way's calls are
one for each copy of the input."""
import functools
import importlib
from dataclasses import dataclass
from typing import Callable

from rivals.cuda import CARVEOUT, MAX_DYNAMIC_SHARED
from rivals.way import Unfit

PROBLEM_FIELDS = ("op=", "along=", "rows=", "cols=", "batch=", "pitch=", "type=", "accumulator=", "offsets=", "ties=")


class Empty:
    """A launch of nothing, by the same clock: what no launch does without."""

    def __init__(self, bench):
        self.bench = bench

    def ways(self, problem):
        driver, empty = self.bench.driver, self.bench.kernel("nothing")
        return [self.bench.way("one block of 32 threads", lambda a, extra: lambda: driver.launch(empty, (1, 1, 1), (32, 1, 1), []))]


class Plain:
    """Reads the bytes that the problem reads, writes as many as it writes, and adds nothing."""
    BLOCK = 256
    # 16-byte loads of a thread under way, blocks of a multiprocessor that stay (0: blocks make one pass)
    SHAPES = ((1, 0), (4, 0), (8, 0), (4, 8), (8, 4), (8, 8))

    def __init__(self, bench):
        self.bench = bench

    def ways(self, problem):
        return [self._way(problem, each, stay) for each, stay in self.SHAPES]

    def _way(self, problem, each, stay):
        bench = self.bench
        chunks, results = -(-problem.in_bytes // 16), -(-problem.out_bytes // 16)
        blocks = -(-chunks // (self.BLOCK * each))
        if stay:
            blocks = min(blocks, stay * bench.multiprocessors)
        function = bench.kernel(f"read{each}")

        def call(a, extra):
            arguments = bench.arguments(a, chunks, bench.target, results)
            return lambda: bench.driver.launch(function, (blocks, 1, 1), (self.BLOCK, 1, 1), arguments)
        return bench.way(f"{each} loads of 16 bytes, {'blocks that stay' if stay else 'one pass'}: {blocks} blocks", call)


class Embedded:
    """A kernel that `tilewright embed` wrote, found there under method and problem."""

    def __init__(self, method):
        self.method = method

    def __call__(self, bench):
        self.bench = bench
        return self

    def ways(self, problem):
        bench, name = self.bench, f"{self.method}_{problem.name}"
        variant = bench.embedded.variant(name)
        if variant is None:
            raise Unfit(bench.embedded.reason(name))
        module, image = bench.driver.load(bench.embedded.images(variant))
        bench.modules.append(module)
        launches = [self._launch(module, launch) for launch in variant["launches"]]
        scratch = bench.scratch(variant["scratch_bytes"])
        zeroed = [(i, p["elements"] * size_of(p["element"])) for i, p in enumerate(variant["parameters"]) if p["before"] == "zeroed"]
        call = functools.partial(self._call, variant["parameters"], launches, scratch, zeroed)
        return [bench.way(f"{image}: {how(variant['fields'])}", call)]

    def _launch(self, module, launch):
        driver = self.bench.driver
        function = driver.function(module, launch["entry"])
        if launch["dynamic_shared_bytes"]:
            driver.call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED, launch["dynamic_shared_bytes"])
        if launch["carveout"] >= 0:
            driver.call("cuFuncSetAttribute", function, CARVEOUT, launch["carveout"])
        return function, launch

    def _call(self, parameters, launches, scratch, zeroed, a, extra):
        bench = self.bench
        places = {"a": a, "b": extra, "offsets": extra, "c": bench.target}
        addresses = [scratch + p["scratch_offset"] if p["role"] == "scratch" else places[p["name"]] for p in parameters]
        ready = [(function, launch["grid"], launch["block"], bench.arguments(*(addresses[i] for i in launch["parameters"])),
                  launch["dynamic_shared_bytes"]) for function, launch in launches]

        def call():
            for i, size in zeroed:
                bench.driver.call("cuMemsetD8Async", addresses[i], 0, size, bench.driver.stream)
            for each in ready:
                bench.driver.launch(*each)
        return call


def size_of(element):
    """Bytes of an element by its name."""
    return int("".join(c for c in element if c.isdigit())) // 8


def how(fields):
    """What the program chose: the fields that are not the problem's."""
    return " ".join(each for each in fields.split() if not each.startswith(PROBLEM_FIELDS))


def peer(module, name):
    """Opens a peer of a module of its own, which is imported when it is wanted."""
    return lambda bench: getattr(importlib.import_module(f".{module}", __package__), name)(bench)


# The fields of the kernels that are embedded, beside the problem's.
METHODS = {name: {"order": order} for name, order in (("ours", "fixed"), ("free", "free"), ("compensated", "compensated"), ("exact", "exact"))}


@dataclass
class Contender:
    name: str
    title: str
    kind: str        # plain (no reduction), ours, order (ours, in another order than fixed) or peer
    open: Callable   # (bench) -> an object with ways(problem); raises Absent or ImportError

    def is_asked(self, problem):
        """Whether the problem wants it: other orders, and torch.compile, which takes its time, only where it says so."""
        if self.name in METHODS:
            return METHODS[self.name]["order"] in problem.orders
        return problem.compile or self.name != "torch.compile"


# In the order of each round.
CONTENDERS = [
    #         name             title            kind       open
    Contender("plain",         "plain read",    "plain",   Plain),
    Contender("empty",         "empty launch",  "plain",   Empty),
    Contender("ours",          "Tilewright",    "ours",    Embedded("ours")),
    Contender("free",          "free",          "order",   Embedded("free")),
    Contender("compensated",   "compensated",   "order",   Embedded("compensated")),
    Contender("exact",         "exact",         "order",   Embedded("exact")),
    Contender("cub",           "CUB",           "peer",    peer("cub_peer", "Cub")),
    Contender("cublas",        "cuBLAS",        "peer",    peer("cublas_peer", "Cublas")),
    Contender("torch",         "PyTorch",       "peer",    peer("torch_peer", "Eager")),
    Contender("torch.compile", "torch.compile", "peer",    peer("torch_peer", "Compiled")),
    Contender("triton",        "Triton",        "peer",    peer("triton_peer", "Triton")),
    Contender("cupy",          "CuPy",          "peer",    peer("cupy_peer", "Cupy")),
]
