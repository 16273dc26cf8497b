"""CuPy, into the bench's output; its reductions of whole arrays go through CUB where CuPy was built with it."""
import cupy

from rivals.way import Unfit


class Cupy:
    def __init__(self, bench):
        self.bench = bench
        bench.versions["cupy"] = cupy.__version__
        cupy.cuda.ExternalStream(bench.driver.stream).use()

    def _array(self, address, shape, kind):
        dtype = cupy.dtype(kind)
        size = dtype.itemsize
        for side in shape:
            size *= side
        memory = cupy.cuda.UnownedMemory(address, size, self)
        return cupy.ndarray(shape, dtype, cupy.cuda.MemoryPointer(memory, 0))

    def ways(self, problem):
        if problem.along == "segments" or problem.op == "norm2":
            raise Unfit(f"CuPy has no {problem.op} of {problem.along} that writes to an array that is there")
        bench = self.bench
        whole = problem.along == "rows" and problem.rows == 1
        shape, axis = ((problem.cols,), None) if whole else ((problem.rows, problem.cols), 1 if problem.along == "rows" else 0)
        out = self._array(bench.target, () if whole else (problem.results,), problem.result)

        def make(a, extra):
            x = self._array(a, shape, problem.type)
            if problem.op == "dot":
                y = self._array(extra, shape, problem.type)
                return lambda: cupy.dot(x, y, out=out)
            if problem.op == "sum":
                return lambda: cupy.sum(x, axis=axis, dtype=out.dtype, out=out)
            reduce = {"min": cupy.amin, "max": cupy.amax, "argmin": cupy.argmin, "argmax": cupy.argmax}[problem.op]
            return lambda: reduce(x, axis=axis, out=out)
        return [bench.way(f"cupy.{problem.op}(out=)", make)]
