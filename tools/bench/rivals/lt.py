"""cuBLASLt: C = alpha * op(A) by cublasLtMatrixTransform, batches too; it multiplies, so elements are numbers to it."""
import contextlib
from ctypes import addressof, byref, c_double, c_float, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p, sizeof

from .cuda import Failed, open_library
from .way import Unfit, Way

TRANSPOSED = 1                       # cublasOperation_t
OPERATION_OF_A = 2                   # cublasLtMatrixTransformDescAttributes_t
BATCH_COUNT, BATCH_STRIDE = 5, 6     # cublasLtMatrixLayoutAttribute_t
R_32F, R_64F, R_16F, R_8I, C_32F, C_64F = 0, 1, 2, 3, 4, 5  # cudaDataType_t

# For each element size what its elements may be taken for: name, type, type of the factor, the factor.
TYPES = {
    1: [("int8", R_8I, R_32F, c_float)],
    2: [("half", R_16F, R_32F, c_float)],
    4: [("float", R_32F, R_32F, c_float)],
    8: [("double", R_64F, R_64F, c_double), ("complex float", C_32F, C_32F, c_float * 2)],
    16: [("complex double", C_64F, C_64F, c_double * 2)],
}


def scalar(kind, value):
    return kind(value) if kind in (c_float, c_double) else kind(value, 0)


class Transform:
    """A transform's descriptors, for as long as its way is there."""

    def __init__(self, call, problem, kind, factor):
        self.call, self.handles = call, {}
        self._create("cublasLtMatrixTransformDescCreate", "cublasLtMatrixTransformDescDestroy", "transform", c_int(factor))
        self._set("cublasLtMatrixTransformDescSetAttribute", "transform", OPERATION_OF_A, c_int32(TRANSPOSED))
        # It counts by columns: our input is its matrix of cols x rows, and it makes one of rows x cols.
        self._layout("before", kind, problem.cols, problem.rows, problem.in_pitch, problem.batch)
        self._layout("after", kind, problem.rows, problem.cols, problem.out_pitch, problem.batch)

    def _create(self, create, destroy, name, *arguments):
        handle = c_void_p()
        self.call(create, byref(handle), *arguments)
        self.handles[name] = handle, destroy

    def _set(self, function, name, attribute, value):
        self.call(function, self[name], c_int(attribute), byref(value), c_size_t(sizeof(value)))

    def _layout(self, name, kind, rows, cols, pitch, batch):
        self._create("cublasLtMatrixLayoutCreate", "cublasLtMatrixLayoutDestroy", name, c_int(kind), c_uint64(rows), c_uint64(cols),
                     c_int64(pitch))
        if batch > 1:
            self._set("cublasLtMatrixLayoutSetAttribute", name, BATCH_COUNT, c_int32(batch))
            self._set("cublasLtMatrixLayoutSetAttribute", name, BATCH_STRIDE, c_int64(pitch * cols))

    def __getitem__(self, name):
        return self.handles[name][0]

    def __del__(self):
        with contextlib.suppress(Failed):
            for handle, destroy in self.handles.values():
                self.call(destroy, handle)


class Lt:
    def __init__(self, bench):
        self.bench = bench
        self.library, path = open_library("cublasLt", (13, 12, 11))
        self.handle = c_void_p()
        self._call("cublasLtCreate", byref(self.handle))
        self.library.cublasLtGetVersion.restype = c_size_t
        bench.versions["cublasLt"] = f"{self.library.cublasLtGetVersion()} ({path.rsplit('/', 1)[-1]})"

    def _call(self, function, *arguments):
        status = getattr(self.library, function)(*arguments)
        if status:
            raise Failed(f"{function}: status {status}")

    def ways(self, problem):
        ways, reasons = [], []
        for type_ in TYPES[problem.element]:
            try:
                ways.append(self._way(problem, *type_))
            except Failed as error:
                reasons.append(f"{type_[0]}: {error}")
        if not ways:
            raise Unfit("; ".join(reasons))
        return ways

    def _way(self, problem, name, kind, factor, scalar_kind):
        transform = Transform(self._call, problem, kind, factor)
        one, zero = scalar(scalar_kind, 1), scalar(scalar_kind, 0)
        source, target = c_void_p(self.bench.source), c_void_p(self.bench.target)

        def run():
            self._call("cublasLtMatrixTransform", self.handle, transform["transform"], c_void_p(addressof(one)), source,
                       transform["before"], c_void_p(addressof(zero)), c_void_p(), c_void_p(), target, transform["after"],
                       c_void_p(self.bench.driver.stream))

        try:
            run()
            self.bench.driver.synchronize()
        except Failed as error:  # it says so only now that it has nothing for a type
            raise Failed(f"nothing for this: {error}") from None
        return Way(f"cublasLtMatrixTransform, {name}", run)
