"""PyTorch on the bench's inputs and stream, as it is, into the bench's output, and compiled."""
import os

os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")  # one kernel at a time: no pool of compilers
import torch

from rivals.cuda import Absent
from rivals.way import Unfit

TYPES = {"int8": (torch.int8, "|i1"), "int16": (torch.int16, "<i2"), "int32": (torch.int32, "<i4"), "int64": (torch.int64, "<i8"),
         "float16": (torch.float16, "<f2"), "float32": (torch.float32, "<f4"), "float64": (torch.float64, "<f8")}


class Memory:
    """Device memory as the array interface describes it."""

    def __init__(self, address, shape, kind):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": TYPES[kind][1], "data": (address, False), "strides": None,
                                         "version": 3}


def prepare(bench):
    if not torch.cuda.is_available():
        raise Absent("PyTorch sees no GPU")
    bench.versions["torch"] = torch.__version__
    torch.cuda.set_stream(torch.cuda.ExternalStream(bench.driver.stream))


def tensor(address, shape, kind):
    made = torch.as_tensor(Memory(address, shape, kind), device="cuda")
    assert made.data_ptr() == address and made.dtype == TYPES[kind][0]
    return made


def is_whole(problem):
    """An array of one dimension."""
    return problem.along == "rows" and problem.rows == 1


def inputs(problem, a, extra):
    """The arrays of a problem: a matrix has two dimensions, and is reduced along one."""
    flat = problem.along == "segments" or is_whole(problem)
    arrays = [tensor(a, (problem.cols,) if flat else (problem.rows, problem.cols), problem.type)]
    if problem.op == "dot":
        arrays.append(tensor(extra, (problem.cols,), problem.type))
    if problem.along == "segments":
        arrays.append(tensor(extra, (problem.rows + 1,), "int64"))
    return arrays


def function(problem):
    """(what it is called, inputs, out=) -> result."""
    dim = -1 if problem.along == "rows" else 0
    result = TYPES[problem.result][0]
    if problem.along == "segments" and problem.op == "sum":
        return "segment_reduce", lambda x, offsets: torch.segment_reduce(x, "sum", offsets=offsets, axis=0, unsafe=True)
    if problem.along == "segments":
        raise Unfit(f"PyTorch has no {problem.op} of segments")
    return {
        "sum": ("sum", lambda x, **out: torch.sum(x, dim, dtype=result, **out)),
        "min": ("amin", lambda x, **out: torch.amin(x, dim, **out)),
        "max": ("amax", lambda x, **out: torch.amax(x, dim, **out)),
        "argmin": ("argmin", lambda x, **out: torch.argmin(x, dim, **out)),
        "argmax": ("argmax", lambda x, **out: torch.argmax(x, dim, **out)),
        "norm2": ("linalg.vector_norm", lambda x, **out: torch.linalg.vector_norm(x, dim=dim, dtype=result, **out)),
        "dot": ("dot", lambda x, y, **out: torch.dot(x, y, **out)),
    }[problem.op]


class Eager:
    def __init__(self, bench):
        self.bench = bench
        prepare(bench)

    def ways(self, problem):
        what, reduce = function(problem)
        bench, whole = self.bench, is_whole(problem)
        if problem.along == "segments":
            held = []
            return [bench.way(what, lambda a, extra: allocating(reduce, inputs(problem, a, extra), held), lambda: held[0].data_ptr())]
        out = tensor(bench.target, (problem.results,), problem.result)
        out = out[0] if whole else out

        def make(a, extra):
            arrays = inputs(problem, a, extra)
            return lambda: reduce(*arrays, out=out)
        return [bench.way(f"{what}(out=)", make)]


def allocating(reduce, arrays, held):
    """A call whose result is a tensor of its own."""
    def call():
        held[:] = ()
        held.append(reduce(*arrays))
    return call


class Compiled:
    def __init__(self, bench):
        if bench.options.no_compile:
            raise Absent("left out by --no-compile or --quick")
        self.bench = bench
        prepare(bench)

    def ways(self, problem):
        torch._dynamo.reset()  # or the next shape would be compiled as one of many
        what, reduce = function(problem)
        compiled, held = torch.compile(reduce, dynamic=False), []
        return [self.bench.way(f"torch.compile({what})", lambda a, extra: allocating(compiled, inputs(problem, a, extra), held),
                               lambda: held[0].data_ptr())]
