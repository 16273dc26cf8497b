"""One table of all contenders. A contender is opened once and then asked for its ways to solve each problem."""
import importlib
from dataclasses import dataclass
from typing import Callable

from .cuda import CARVEOUT, MAX_DYNAMIC_SHARED
from .way import Unfit, Way


class Copy:
    """The driver's device-to-device copy of the same bytes: the yardstick."""

    def __init__(self, bench):
        self.bench = bench

    def ways(self, problem):
        bench = self.bench
        return [Way("cuMemcpyDtoDAsync", lambda: bench.driver.call("cuMemcpyDtoDAsync_v2", bench.target, bench.source,
                                                                   problem.bytes, bench.driver.stream))]


class ChunkCopy:
    """A kernel that copies in chunks of 16 bytes; the last chunk may reach into the padding of both buffers."""
    BLOCK = 256

    def __init__(self, bench):
        self.bench = bench

    def ways(self, problem):
        return [self._way(problem, each) for each in (1, 4)]

    def _way(self, problem, each):
        driver, chunks = self.bench.driver, -(-problem.bytes // 16)
        arguments = self.bench.arguments(self.bench.source, self.bench.target, chunks)
        function = self.bench.kernel(f"copy{each}")
        grid = (-(-chunks // (self.BLOCK * each)), 1, 1)
        return Way(f"{each} chunks per thread, {self.BLOCK} threads",
                   lambda: driver.launch(function, grid, (self.BLOCK, 1, 1), arguments))


class Embedded:
    """A kernel that `tilewright embed` wrote, found there under method and problem."""

    def __init__(self, method):
        self.method = method

    def __call__(self, bench):
        self.bench = bench
        return self

    def ways(self, problem):
        bench, driver = self.bench, self.bench.driver
        variant = bench.embedded.variant(f"{self.method}_{problem.name}")
        if variant is None:
            raise Unfit(bench.embedded.reason(f"{self.method}_{problem.name}"))
        module, image = driver.load(bench.embedded.images(variant))
        bench.modules.append(module)
        function = driver.function(module, variant["entry"])
        if variant["dynamic_shared_bytes"]:
            driver.call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED, variant["dynamic_shared_bytes"])
        if variant["carveout"] >= 0:
            driver.call("cuFuncSetAttribute", function, CARVEOUT, variant["carveout"])
        arguments = bench.arguments(bench.source, bench.target)
        return [Way(f"{image}: {tile(variant['fields'])}",
                    lambda: driver.launch(function, variant["grid"], variant["block"], arguments,
                                          variant["dynamic_shared_bytes"]))]


def tile(fields):
    """What the program chose: the fields that are not the problem's."""
    problem = ("rows=", "cols=", "batch=", "in_", "out_", "type=")
    return " ".join(field for field in fields.split() if not field.startswith(problem))


def peer(module, name):
    """Opens a peer of a module of its own, which is imported when it is wanted."""
    return lambda bench: getattr(importlib.import_module(f".{module}", __package__), name)(bench)


CLASSIC = {"BDIMX": 32, "BDIMY": 32}

# The fields of the kernels that are embedded, beside the problem's.
METHODS = {
    "ours": {},
    "naive": {"method": "naive", **CLASSIC},
    "shared": {"method": "shared", **CLASSIC},
    "padded": {"method": "padded", **CLASSIC},
    "skewed": {"method": "skewed", **CLASSIC},
}


@dataclass
class Contender:
    name: str
    title: str
    kind: str        # ours, copy (no transpose), classic (the sources' kernels, 32x32 threads) or peer
    open: Callable   # (bench) -> an object with ways(problem); raises Absent or ImportError


# In the order of each round.
CONTENDERS = [
    #         name             title            kind       open
    Contender("ours",          "Tilewright",    "ours",    Embedded("ours")),
    Contender("copy",          "driver's copy", "copy",    Copy),
    Contender("copy16",        "16-byte copy",  "copy",    ChunkCopy),
    Contender("naive",         "naive",         "classic", Embedded("naive")),
    Contender("shared",        "shared",        "classic", Embedded("shared")),
    Contender("padded",        "padded",        "classic", Embedded("padded")),
    Contender("skewed",        "skewed",        "classic", Embedded("skewed")),
    Contender("geam",          "cuBLAS geam",   "peer",    peer("geam", "Geam")),
    Contender("lt",            "cuBLASLt",      "peer",    peer("lt", "Lt")),
    Contender("npp",           "NPP",           "peer",    peer("npp", "Npp")),
    Contender("torch",         "PyTorch",       "peer",    peer("torch_peer", "Eager")),
    Contender("torch.compile", "torch.compile", "peer",    peer("torch_peer", "Compiled")),
    Contender("triton",        "Triton",        "peer",    peer("triton_peer", "Triton")),
    Contender("jax",           "JAX",           "peer",    peer("jax_peer", "Jax")),
    Contender("cupy",          "CuPy",          "peer",    peer("cupy_peer", "Cupy")),
]
