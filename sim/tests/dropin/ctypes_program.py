"""The same job from Python, with nothing but ctypes: ctypes_program.py reverse.ptx"""
import ctypes
import sys

N, BLOCK = 1000, 128
cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    result = getattr(cuda, name)(*arguments)
    if result != 0:
        text = ctypes.c_char_p()
        cuda.cuGetErrorName(result, ctypes.byref(text))
        sys.exit(f"{name}: {text.value.decode() if text.value else result}")


device, context = ctypes.c_int(), ctypes.c_void_p()
module, reverse = ctypes.c_void_p(), ctypes.c_void_p()
source, target = ctypes.c_uint64(), ctypes.c_uint64()
name = ctypes.create_string_buffer(128)
call("cuInit", 0)
call("cuDeviceGet", ctypes.byref(device), 0)
call("cuDeviceGetName", name, len(name), device)
call("cuCtxCreate_v2", ctypes.byref(context), 0, device)
call("cuModuleLoad", ctypes.byref(module), sys.argv[1].encode())
call("cuModuleGetFunction", ctypes.byref(reverse), module, b"reverse")
host = (ctypes.c_uint32 * N)(*(i * i + 3 for i in range(N)))
size = ctypes.c_size_t(ctypes.sizeof(host))
call("cuMemAlloc_v2", ctypes.byref(source), size)
call("cuMemAlloc_v2", ctypes.byref(target), size)
call("cuMemcpyHtoD_v2", source, host, size)
arguments = [target, source, ctypes.c_uint32(N)]
parameters = (ctypes.c_void_p * 3)(*(ctypes.addressof(a) for a in arguments))
call("cuLaunchKernel", reverse, (N + BLOCK - 1) // BLOCK, 1, 1, BLOCK, 1, 1, 0, None, parameters, None)
call("cuMemcpyDtoH_v2", host, target, size)
call("cuCtxDestroy_v2", context)

for i in range(N):
    mirror = i // BLOCK * BLOCK + BLOCK - 1 - i % BLOCK
    expected = (mirror * mirror + 3 if mirror < N else 0) + 5
    if host[i] != expected:
        sys.exit(f"out[{i}] = {host[i]}, not {expected}")
print(f"{name.value.decode()}: {N} elements ok")
