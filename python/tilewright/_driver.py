"""The functions of the CUDA driver that the package calls, taken from libcuda.so.1 or from the simulator inside the library."""
import ctypes
import os

from . import errors

HANDLE, ADDRESS, SIZE, INT, UINT = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_size_t, ctypes.c_int, ctypes.c_uint
TO_HANDLE, TO_INT = ctypes.POINTER(HANDLE), ctypes.POINTER(INT)

FUNCTIONS = {
    "cuGetErrorName": (INT, ctypes.POINTER(ctypes.c_char_p)),
    "cuGetErrorString": (INT, ctypes.POINTER(ctypes.c_char_p)),
    "cuDeviceGet": (TO_INT, INT),
    "cuDevicePrimaryCtxRetain": (TO_HANDLE, INT),
    "cuCtxGetCurrent": (TO_HANDLE,),
    "cuCtxGetDevice": (TO_INT,),
    "cuCtxPushCurrent_v2": (HANDLE,),
    "cuCtxPopCurrent_v2": (TO_HANDLE,),
    "cuCtxSynchronize": (),
    "cuMemAlloc_v2": (ctypes.POINTER(ADDRESS), SIZE),
    "cuMemFree_v2": (ADDRESS,),
    "cuMemcpyHtoD_v2": (ADDRESS, HANDLE, SIZE),
    "cuMemcpyDtoH_v2": (HANDLE, ADDRESS, SIZE),
    "cuMemsetD8_v2": (ADDRESS, ctypes.c_ubyte, SIZE),
    "cuMemsetD8Async": (ADDRESS, ctypes.c_ubyte, SIZE, HANDLE),
    "cuStreamIsCapturing": (HANDLE, TO_INT),
    "cuEventCreate": (TO_HANDLE, UINT),
    "cuEventDestroy_v2": (HANDLE,),
    "cuEventRecord": (HANDLE, HANDLE),
}

# Functions that the simulator's table lacks; only arrays on a GPU need them.
CUDA_FUNCTIONS = {
    "cuPointerGetAttribute": (HANDLE, INT, ADDRESS),
    "cuStreamWaitEvent": (HANDLE, HANDLE, UINT),
    "cuThreadExchangeStreamCaptureMode": (TO_INT,),
    "cuMemAllocAsync": (ctypes.POINTER(ADDRESS), SIZE, HANDLE),
    "cuMemFreeAsync": (ADDRESS, HANDLE),
}

# struct tw_driver begins with pointers to these functions (base/device/driver_functions.h), in this order.
TABLE = """
    cuInit cuDriverGetVersion cuGetErrorName cuGetErrorString cuDeviceGetCount cuDeviceGet cuDeviceGetName cuDeviceGetAttribute
    cuDeviceTotalMem_v2 cuDeviceGetUuid_v2 cuDevicePrimaryCtxRetain cuDevicePrimaryCtxRelease_v2 cuCtxCreate_v2 cuCtxDestroy_v2
    cuCtxSetCurrent cuCtxGetCurrent cuCtxPushCurrent_v2 cuCtxPopCurrent_v2 cuCtxGetDevice cuCtxSynchronize cuModuleLoad
    cuModuleLoadData cuModuleLoadDataEx cuModuleUnload cuModuleGetFunction cuModuleGetGlobal_v2 cuFuncGetAttribute cuFuncSetAttribute
    cuOccupancyMaxActiveBlocksPerMultiprocessor cuLaunchKernel cuMemAlloc_v2 cuMemFree_v2 cuMemGetInfo_v2 cuMemcpyHtoD_v2
    cuMemcpyDtoH_v2 cuMemcpyDtoD_v2 cuMemcpyHtoDAsync_v2 cuMemcpyDtoHAsync_v2 cuMemcpyDtoDAsync_v2 cuMemsetD8_v2 cuMemsetD16_v2
    cuMemsetD32_v2 cuMemsetD8Async cuStreamCreate cuStreamDestroy_v2 cuStreamSynchronize cuStreamQuery cuStreamIsCapturing
    cuEventCreate cuEventDestroy_v2 cuEventRecord cuEventSynchronize cuEventElapsedTime""".split()


class Driver:
    """The functions as attributes, each of which returns the driver's result."""

    def __init__(self, library, table):
        """`library`: libcuda.so.1; or None, and `table` is the address of a struct tw_driver."""
        pointers = None if library else ctypes.cast(table, ctypes.POINTER(ctypes.c_void_p * len(TABLE))).contents
        for name, arguments in {**FUNCTIONS, **(CUDA_FUNCTIONS if library else {})}.items():
            prototype = ctypes.CFUNCTYPE(INT, *arguments)
            setattr(self, name, prototype((name, library)) if library else prototype(pointers[TABLE.index(name)]))

    def call(self, name, *arguments):
        """Calls a function and raises an exception if it fails."""
        result = getattr(self, name)(*arguments)
        if result:
            self.fail(name, result)

    def fail(self, name, result):
        words = [ctypes.c_char_p(), ctypes.c_char_p()]
        self.cuGetErrorName(result, ctypes.byref(words[0]))
        self.cuGetErrorString(result, ctypes.byref(words[1]))
        kind = errors.OutOfMemoryError if result == 2 else errors.DeviceError
        raise kind(f"{name}: {': '.join(word.value.decode() for word in words if word.value) or result}")

    def get(self, name, kind, *arguments):
        """Calls a function and returns what it stores through its first parameter."""
        value = kind()
        self.call(name, ctypes.byref(value), *arguments)
        return value.value


def cuda_library():
    """libcuda.so.1, which the planner has opened."""
    return ctypes.CDLL(os.environ.get("TILEWRIGHT_LIBCUDA") or "libcuda.so.1")
