"""CuPy's ndimage, into the bench's output."""
import cupy
import cupyx.scipy.ndimage

from rivals.way import Unfit, Way


class Cupy:
    def __init__(self, bench):
        self.bench = bench
        bench.versions["cupy"] = cupy.__version__
        cupy.cuda.ExternalStream(bench.driver.stream).use()

    def _array(self, problem, address):
        memory = cupy.cuda.UnownedMemory(address, problem.buffer_bytes, self)
        shape = (problem.cols,) if problem.rows == 1 else (problem.rows, problem.cols)
        return cupy.ndarray(shape, cupy.dtype(problem.type), cupy.cuda.MemoryPointer(memory, 0))

    def ways(self, problem):
        if problem.pitch != problem.cols:
            raise Unfit("the bench gives CuPy dense rows only")
        u, out = self._array(problem, self.bench.source), self._array(problem, self.bench.target)
        weights, side = cupy.asarray(problem.weights(), dtype=u.dtype), 2 * problem.radius + 1
        if problem.shape == "line":
            return [Way("correlate1d", lambda: cupyx.scipy.ndimage.correlate1d(u, weights, output=out, mode="constant"))]
        weights = weights.reshape(side, side)
        return [Way("correlate", lambda: cupyx.scipy.ndimage.correlate(u, weights, output=out, mode="constant"))]
