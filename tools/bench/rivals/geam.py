"""cuBLAS: C = alpha * op(A) + beta * C with alpha 1 and beta 0 is a transpose of matrices of numbers."""
from ctypes import byref, c_double, c_float, c_int, c_void_p

from .cuda import Failed, open_library
from .way import Unfit, Way

NOTHING, TRANSPOSED = 0, 1  # cublasOperation_t

# For each element size the functions that move such elements, and their scalars.
FUNCTIONS = {
    4: [("cublasSgeam", c_float)],
    8: [("cublasDgeam", c_double), ("cublasCgeam", c_float * 2)],
    16: [("cublasZgeam", c_double * 2)],
}


def scalar(kind, value):
    return kind(value) if kind in (c_float, c_double) else kind(value, 0)


class Geam:
    def __init__(self, bench):
        self.bench = bench
        self.library, path = open_library("cublas", (13, 12, 11))
        self.handle, version = c_void_p(), c_int()
        self._call("cublasCreate_v2", byref(self.handle))
        self._call("cublasSetStream_v2", self.handle, c_void_p(bench.driver.stream))
        self._call("cublasGetVersion_v2", self.handle, byref(version))
        bench.versions["cublas"] = f"{version.value} ({path.rsplit('/', 1)[-1]})"

    def _call(self, function, *arguments):
        status = getattr(self.library, function)(*arguments)
        if status:
            raise Failed(f"{function}: status {status}")

    def ways(self, problem):
        if problem.batch > 1:
            raise Unfit("geam has no batches")
        if problem.element not in FUNCTIONS:
            raise Unfit(f"no geam for elements of {problem.element} bytes")
        return [self._way(problem, *function) for function in FUNCTIONS[problem.element]]

    def _way(self, problem, function, kind):
        """cuBLAS counts by columns: our input is its matrix of cols x rows, and it makes one of rows x cols."""
        one, zero = scalar(kind, 1), scalar(kind, 0)
        rows, cols = c_int(problem.rows), c_int(problem.cols)
        before, after = c_int(problem.in_pitch), c_int(problem.out_pitch)
        source, target = c_void_p(self.bench.source), c_void_p(self.bench.target)
        return Way(function, lambda: self._call(function, self.handle, TRANSPOSED, NOTHING, rows, cols, byref(one), source,
                                                before, byref(zero), target, after, target, after))
