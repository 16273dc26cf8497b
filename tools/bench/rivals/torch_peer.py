"""PyTorch: out.copy_(in.t()) on the bench's buffers and stream, as it is and compiled."""
import os

os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")  # one kernel at a time: no pool of compilers
import torch

from .cuda import Absent
from .way import Memory, Way


def prepare(bench):
    if not torch.cuda.is_available():
        raise Absent("PyTorch sees no GPU")
    bench.versions["torch"] = torch.__version__
    torch.cuda.set_stream(torch.cuda.ExternalStream(bench.driver.stream))


def tensors(bench, problem):
    """The input, transposed as a view, and the output."""
    (before, after), (into, out) = problem.shape(), problem.strides()
    source = torch.as_tensor(Memory(bench.source, before, problem.element, into), device="cuda")
    target = torch.as_tensor(Memory(bench.target, after, problem.element, out), device="cuda")
    assert source.data_ptr() == bench.source and target.data_ptr() == bench.target
    return source.transpose(-1, -2), target


class Eager:
    def __init__(self, bench):
        self.bench = bench
        prepare(bench)

    def ways(self, problem):
        turned, target = tensors(self.bench, problem)
        return [Way("out.copy_(in.t())", lambda: target.copy_(turned))]


class Compiled:
    def __init__(self, bench):
        if bench.options.no_compile:
            raise Absent("left out by --no-compile")
        self.bench = bench
        prepare(bench)

    def ways(self, problem):
        torch._dynamo.reset()  # or the next shape would be compiled as one of many
        before, after = tensors(self.bench, problem)
        source = before.transpose(-1, -2)
        function = torch.compile(lambda out, matrix: out.copy_(matrix.transpose(-1, -2)), dynamic=False)
        return [Way("torch.compile(out.copy_(in.t()))", lambda: function(after, source))]
