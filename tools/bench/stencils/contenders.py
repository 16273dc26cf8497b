"""One table of all contenders. A contender is opened once and then asked for its ways to solve each problem."""
import importlib
import struct
from dataclasses import dataclass
from typing import Callable

from rivals.way import Unfit, Way

BLOCK = (64, 4)          # of the plain kernel
ROWS_DOWN = 65535        # blocks of a grid, in y
CHAINS = 128             # multiplications of a thread in a turn of its loop
GROUPS, THREADS = 8, 256  # blocks of a multiprocessor, threads of a block that does arithmetic


class Copy:
    """The driver's copy of as many bytes."""

    def __init__(self, bench):
        self.bench = bench

    def ways(self, problem):
        bench = self.bench
        size = problem.moved // 2
        return [Way("cuMemcpyDtoDAsync", lambda: bench.driver.call("cuMemcpyDtoDAsync_v2", bench.target, bench.source, size,
                                                                   bench.driver.stream))]


class Arithmetic:
    """As many multiplications with additions as the problem has neighbours, and nothing else."""

    def __init__(self, bench):
        self.bench = bench

    def ways(self, problem):
        bench, blocks = self.bench, GROUPS * self.bench.multiprocessors
        steps = -(-problem.elements * problem.taps // (blocks * THREADS * CHAINS)) * CHAINS
        function, arguments = bench.kernel(f"arithmetic_{problem.type}"), bench.arguments(bench.target, steps)
        return [Way(f"{blocks} blocks", lambda: bench.driver.launch(function, (blocks, 1, 1), (THREADS, 1, 1), arguments))]


class Plain:
    """A kernel written by hand: a thread for each element, neighbours and weights through the cache."""

    def __init__(self, bench):
        self.bench = bench

    def ways(self, problem):
        bench, p = self.bench, problem
        block = BLOCK if p.rows > 1 else (BLOCK[0] * BLOCK[1], 1)
        grid = (-(-p.cols // block[0]), -(-p.rows // block[1]), 1)
        if grid[1] > ROWS_DOWN:
            raise Unfit(f"its grid has more than {ROWS_DOWN} rows of blocks")
        function = bench.kernel(f"plain_{p.shape}{p.radius}_{p.type}")
        arguments = bench.arguments(bench.source, bench.target, bench.weights, p.rows, p.cols, p.pitch, p.pitch)
        return [Way(f"blocks of {block[0]} x {block[1]}", lambda: bench.driver.launch(function, grid, (*block, 1), arguments))]


class Embedded:
    """Kernels that `tilewright embed` wrote, found there under method and problem; the fastest is timed."""

    def __init__(self, *methods):
        self.methods = methods

    def __call__(self, bench):
        self.bench = bench
        return self

    def ways(self, problem):
        found, reasons = [], []
        for method in self.methods:
            name = f"{method}_{problem.name}"
            variant = self.bench.embedded.variant(name)
            if variant:
                found.append(self._way(problem, variant))
            else:
                reasons.append(self.bench.embedded.reason(name))
        if not found:
            raise Unfit("; ".join(reasons))
        return found

    def _way(self, problem, variant):
        bench, driver = self.bench, self.bench.driver
        module, image = driver.load(bench.embedded.images(variant))
        bench.modules.append(module)
        launch, = variant["launches"]
        places = {"in": bench.source, "out": bench.target, "coefficients": bench.coefficients}
        arguments = bench.arguments(*(places[variant["parameters"][i]["name"]] for i in launch["parameters"]))
        if variant["symbols"]:
            driver.set_symbol(module, "coefficients", packed(problem, problem.coefficients()))
        function, grid, block = driver.function(module, launch["entry"]), launch["grid"], launch["block"]
        return Way(f"{image}: {how(variant['fields'])}", lambda: driver.launch(function, grid, block, arguments))


PROBLEM_FIELDS = ("shape=", "radius=", "rows=", "cols=", "in_pitch=", "out_pitch=", "type=", "boundary=", "scheme=", "symmetry=")


def how(fields):
    """What the program chose: the fields that are not the problem's."""
    return " ".join(each for each in fields.split() if not each.startswith(PROBLEM_FIELDS))


def packed(problem, numbers):
    """Numbers as the bytes of the problem's type."""
    return struct.pack(f"<{len(numbers)}{'f' if problem.type == 'float32' else 'd'}", *numbers)


def peer(module, name):
    """Opens a peer of a module of its own, which is imported when it is wanted."""
    return lambda bench: getattr(importlib.import_module(f".{module}", __package__), name)(bench)


# The fields of the kernels that are embedded, beside the problem's. The kernels of TRIED are tried with --search.
METHODS = {"ours": {}, "readonly": {"coefficients": "readonly"}, "shared": {"method": "shared"}}
TRIED = {f"{method}_{block}_{height}_{unroll}": {"method": method, "BDIMX": block, "height": height, "unroll": unroll}
         for method in ("cache", "shuffle") for block in (64, 128, 256)
         for height, unroll in ((1, 1), (2, 2), (4, 4), (8, 4), (16, 4), (32, 2), (32, 4), (64, 1), (64, 4), (128, 4))}
TRIED.update({f"async_{block}_{height}_{stages}": {"method": "async", "BDIMX": block, "height": height, "stages": stages}
              for block in (32, 64, 128) for height in (8, 12, 16, 20, 24, 64, 192) for stages in (2, 4, 6)})


@dataclass
class Contender:
    name: str
    title: str
    kind: str        # limit (no stencil), ours, way (ours, another way), classic (by hand) or peer
    open: Callable   # (bench) -> an object with ways(problem); raises Absent or ImportError


# In the order of each round.
CONTENDERS = [
    #         name          title                    kind       open
    Contender("copy",       "copy",                  "limit",   Copy),
    Contender("arithmetic", "arithmetic alone",      "limit",   Arithmetic),
    Contender("ours",       "Tilewright",            "ours",    Embedded("ours")),
    Contender("readonly",   "coefficients by ld.nc", "way",     Embedded("readonly")),
    Contender("shared",     "shared tile",           "way",     Embedded("shared")),
    Contender("searched",   "searched",              "way",     Embedded(*TRIED)),
    Contender("plain",      "by hand",               "classic", Plain),
    Contender("torch",      "PyTorch",               "peer",    peer("torch_peer", "Torch")),
    Contender("cupy",       "CuPy",                  "peer",    peer("cupy_peer", "Cupy")),
]
