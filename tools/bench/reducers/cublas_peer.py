"""cuBLAS: dot and nrm2; sums of rows and columns as products with a vector of ones. It takes float and double, each in its own type."""
import ctypes
from ctypes import byref, c_double, c_float, c_int, c_int64, c_void_p

from rivals.cuda import Failed, open_library
from rivals.way import Unfit

NOTHING, TRANSPOSED = 0, 1  # cublasOperation_t
DEVICE = 1                  # cublasPointerMode_t
TYPES = {"float32": ("S", c_float), "float64": ("D", c_double)}


class Cublas:
    def __init__(self, bench):
        self.bench = bench
        self.library, path = open_library("cublas", (13, 12))
        self.handle, version = c_void_p(), c_int()
        self._call("cublasCreate_v2", byref(self.handle))
        self._call("cublasSetStream_v2", self.handle, c_void_p(bench.driver.stream))
        self._call("cublasSetPointerMode_v2", self.handle, c_int(DEVICE))
        self._call("cublasGetVersion_v2", self.handle, byref(version))
        bench.versions["cublas"] = f"{version.value} ({path.rsplit('/', 1)[-1]})"

    def _call(self, function, *arguments):
        status = getattr(self.library, function)(*arguments)
        if status:
            raise Failed(f"{function}: status {status}")

    def ways(self, problem):
        if problem.type not in TYPES or problem.result != problem.type:
            raise Unfit(f"cuBLAS has no {problem.op} of {problem.type} in {problem.result}")
        letter, kind = TYPES[problem.type]
        whole = problem.along == "rows" and problem.rows == 1
        if problem.op == "dot":
            return [self._vector(f"cublas{letter}dot_v2_64", problem, True)]
        if problem.op == "norm2" and whole:
            return [self._vector(f"cublas{letter}nrm2_v2_64", problem, False)]
        if problem.op == "sum" and problem.along != "segments" and not whole:
            return [self._ones(f"cublas{letter}gemv_v2_64", problem, kind)]
        raise Unfit(f"cuBLAS has no {problem.op} of {problem.along}")

    def _vector(self, function, problem, two):
        bench, count, one = self.bench, c_int64(problem.cols), c_int64(1)

        def make(a, extra):
            arrays = [c_void_p(a), one] + ([c_void_p(extra), one] if two else [])
            return lambda: self._call(function, self.handle, count, *arrays, c_void_p(bench.target))
        return bench.way(function, make)

    def _ones(self, function, problem, kind):
        """cuBLAS counts by columns: our input is its matrix of cols x rows."""
        bench = self.bench
        rows, cols, step = c_int64(problem.rows), c_int64(problem.cols), c_int64(1)
        turned = TRANSPOSED if problem.along == "rows" else NOTHING
        length, size = problem.length, ctypes.sizeof(kind)
        scalars = (kind * 2)(1, 0)
        vector = bench.scratch(length * size)
        ones = (kind * length)(*[1] * length)
        held = bench.scratch(2 * size)
        bench.driver.synchronize()
        bench.driver.call("cuMemcpyHtoD_v2", vector, ones, length * size)
        bench.driver.call("cuMemcpyHtoD_v2", held, scalars, 2 * size)

        def make(a, extra):
            return lambda: self._call(function, self.handle, c_int(turned), cols, rows, c_void_p(held), c_void_p(a), cols,
                                      c_void_p(vector), step, c_void_p(held + size), c_void_p(bench.target), step)
        return bench.way(f"{function} with ones", make)
