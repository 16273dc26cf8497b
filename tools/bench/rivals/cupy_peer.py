"""CuPy: a copy of the transposed view into the output, and the allocating form that most programs use."""
import cupy

from .way import DTYPE, Way


class Cupy:
    def __init__(self, bench):
        self.bench = bench
        bench.versions["cupy"] = cupy.__version__
        cupy.cuda.ExternalStream(bench.driver.stream).use()

    def _array(self, address, shape, strides, size, problem):
        memory = cupy.cuda.UnownedMemory(address, size, self)
        return cupy.ndarray(shape, DTYPE[problem.element], cupy.cuda.MemoryPointer(memory, 0), strides)

    def ways(self, problem):
        (before, after), (into, out) = problem.shape(), problem.strides()
        turned = self._array(self.bench.source, before, into, problem.in_bytes, problem).swapaxes(-1, -2)
        target = self._array(self.bench.target, after, out, problem.out_bytes, problem)
        held = []

        def allocate():
            held[:] = ()
            held.append(cupy.ascontiguousarray(turned))

        ways = [Way("copyto(out, in.T)", lambda: cupy.copyto(target, turned))]
        if not problem.dense or turned.flags.c_contiguous:
            return ways  # what it allocates has no gaps; of one row or column it gives the input back, uncopied
        return [*ways,
                Way("ascontiguousarray(in.T)", allocate, lambda: held[0].data.ptr)]
