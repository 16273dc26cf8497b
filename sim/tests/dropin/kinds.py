"""Devices of several kinds, of which CUDA_VISIBLE_DEVICES shows some. Arguments: for each that is to be seen "NUMBER:SM"."""
import ctypes
import sys

cuda = ctypes.CDLL("libcuda.so.1")
PTX = b""".version 7.0\n.target sm_80\n.address_size 64
.visible .entry count(.param .u64 out) {\n.reg .b64 %rd<3>;\n.reg .b32 %r<2>;\nld.param.u64 %rd1, [out];
mov.u32 %r1, %nsmid;\ncvta.to.global.u64 %rd2, %rd1;\nst.global.u32 [%rd2], %r1;\nret;\n}\n"""


def ok(result):
    assert result == 0, result


ok(cuda.cuInit(0))
count = ctypes.c_int()
ok(cuda.cuDeviceGetCount(ctypes.byref(count)))
assert count.value == len(sys.argv) - 1, count.value
contexts = []
for ordinal, wanted in enumerate(sys.argv[1:]):
    number, sm = map(int, wanted.split(":"))
    uuid, name, device = (ctypes.c_ubyte * 16)(), ctypes.create_string_buffer(64), ctypes.c_int()
    ok(cuda.cuDeviceGetUuid_v2(uuid, ordinal))
    assert bytes(uuid)[:15] == b"tilewright-sim-" and uuid[15] - ord("1") == number, bytes(uuid)
    ok(cuda.cuDeviceGetName(name, 64, ordinal))
    assert name.value == b"Tilewright simulator (sm_%d)" % sm, name.value
    major, minor = ctypes.c_int(), ctypes.c_int()
    ok(cuda.cuDeviceGetAttribute(ctypes.byref(major), 75, ordinal))  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
    ok(cuda.cuDeviceGetAttribute(ctypes.byref(minor), 76, ordinal))
    assert major.value * 10 + minor.value == sm
    ok(cuda.cuDeviceGetPCIBusId(name, 64, ordinal))
    ok(cuda.cuDeviceGetByPCIBusId(ctypes.byref(device), name))
    assert device.value == ordinal
    context = ctypes.c_void_p()
    ok(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), ordinal))
    contexts.append(context)

# A kernel sees the multiprocessors of the device that it runs on, whichever was asked last.
for round in range(2):
    for ordinal, context in enumerate(contexts):
        ok(cuda.cuCtxSetCurrent(context))
        module, function, memory = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
        ok(cuda.cuModuleLoadData(ctypes.byref(module), PTX))
        ok(cuda.cuModuleGetFunction(ctypes.byref(function), module, b"count"))
        ok(cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(4)))
        arguments = (ctypes.c_void_p * 1)(ctypes.addressof(memory))
        ok(cuda.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, None, arguments, None))
        seen, told = ctypes.c_uint(), ctypes.c_int()
        ok(cuda.cuMemcpyDtoH_v2(ctypes.byref(seen), memory, ctypes.c_size_t(4)))
        ok(cuda.cuDeviceGetAttribute(ctypes.byref(told), 16, ordinal))  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
        assert seen.value == told.value, (seen.value, told.value)
print("ok")
