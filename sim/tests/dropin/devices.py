"""Two devices: contexts of each, memory that knows where it is, copies between them, peer access; needs two to run on."""
import ctypes

cuda = ctypes.CDLL("libcuda.so.1")
size = ctypes.c_size_t


def ok(result):
    assert result == 0, result


ok(cuda.cuInit(0))
count, word = ctypes.c_int(), ctypes.c_uint()
ok(cuda.cuDeviceGetCount(ctypes.byref(count)))
assert count.value == 2
contexts = [ctypes.c_void_p() for _ in range(2)]
memory = [ctypes.c_uint64() for _ in range(2)]
for device in range(2):
    ok(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(contexts[device]), device))
    ok(cuda.cuCtxSetCurrent(contexts[device]))
    current = ctypes.c_int()
    ok(cuda.cuCtxGetDevice(ctypes.byref(current)))
    assert current.value == device
    ok(cuda.cuMemAlloc_v2(ctypes.byref(memory[device]), size(64)))
    ok(cuda.cuMemsetD32_v2(memory[device], 7 + device, size(16)))
    ordinal = ctypes.c_int(-1)
    ok(cuda.cuPointerGetAttribute(ctypes.byref(ordinal), 9, memory[device]))  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    assert ordinal.value == device
assert contexts[0].value != contexts[1].value
ok(cuda.cuMemcpyPeer(memory[0], contexts[0], memory[1], contexts[1], size(64)))
ok(cuda.cuMemcpyDtoH_v2(ctypes.byref(word), memory[0], size(4)))
assert word.value == 8
ok(cuda.cuCtxEnablePeerAccess(contexts[0], 0))
assert cuda.cuCtxEnablePeerAccess(contexts[0], 0) == 704  # CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED
ok(cuda.cuCtxDisablePeerAccess(contexts[0]))
assert cuda.cuCtxDisablePeerAccess(contexts[0]) == 705  # CUDA_ERROR_PEER_ACCESS_NOT_ENABLED
ok(cuda.cuMemsetD32Async_ptsz(memory[0], 1, size(1), None))
assert cuda.cuCheckpointProcessGetState(0, None) == 801  # CUDA_ERROR_NOT_SUPPORTED
assert cuda.cuDeviceGet(ctypes.byref(count), 2) == 101  # CUDA_ERROR_INVALID_DEVICE
