#!/usr/bin/env python3
"""Compiles kernel.cu with NVRTC and launches it, by ctypes alone.

usage: run.py FOLDER_OF_tile_layout.h [LIBNVRTC]
"""
import array
import ctypes
import os
import sys


def check(result, what):
    if result:
        sys.exit(f"{what}: error {result}")


def open_nvrtc(library):
    nvrtc = ctypes.CDLL(library)
    major, minor = ctypes.c_int(), ctypes.c_int()
    check(nvrtc.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)), "nvrtcVersion")
    # NVRTC from a wheel does not look for this beside itself, but takes one that is open already.
    builtins = os.path.join(os.path.dirname(library), f"libnvrtc-builtins.so.{major.value}.{minor.value}")
    if os.path.exists(builtins):
        ctypes.CDLL(builtins)
    return nvrtc


def compile_ptx(source, include, library):
    nvrtc = open_nvrtc(library)
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"kernel.cu", 0, None, None), "nvrtcCreateProgram")
    options = (ctypes.c_char_p * 2)(b"-arch=compute_80", b"-I" + include.encode())
    failed = nvrtc.nvrtcCompileProgram(program, 2, options)
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    if failed:
        sys.exit(log.value.decode())
    check(nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)), "nvrtcGetPTXSize")
    ptx = ctypes.create_string_buffer(size.value)
    check(nvrtc.nvrtcGetPTX(program, ptx), "nvrtcGetPTX")
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return ptx.value


def transpose(ptx, values, width, height):
    cuda = ctypes.CDLL("libcuda.so.1")
    device, context, module, function = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    check(cuda.cuInit(0), "cuInit")
    check(cuda.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "cuDevicePrimaryCtxRetain")
    check(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent")
    check(cuda.cuModuleLoadData(ctypes.byref(module), ptx), "cuModuleLoadData")
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, b"transpose"), "cuModuleGetFunction")
    size = len(values) * values.itemsize
    source, target = ctypes.c_uint64(), ctypes.c_uint64()
    check(cuda.cuMemAlloc_v2(ctypes.byref(source), ctypes.c_size_t(size)), "cuMemAlloc")
    check(cuda.cuMemAlloc_v2(ctypes.byref(target), ctypes.c_size_t(size)), "cuMemAlloc")
    check(cuda.cuMemcpyHtoD_v2(source, ctypes.c_void_p(values.buffer_info()[0]), ctypes.c_size_t(size)), "cuMemcpyHtoD")
    arguments = [source, target, ctypes.c_uint(width), ctypes.c_uint(height)]
    pointers = (ctypes.c_void_p * 4)(*[ctypes.addressof(a) for a in arguments])
    grid = ((width + 31) // 32, (height + 31) // 32, 1)
    check(cuda.cuLaunchKernel(function, *grid, 32, 32, 1, 0, None, pointers, None), "cuLaunchKernel")
    result = array.array("f", bytes(size))
    check(cuda.cuMemcpyDtoH_v2(ctypes.c_void_p(result.buffer_info()[0]), target, ctypes.c_size_t(size)), "cuMemcpyDtoH")
    return result


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "kernel.cu"), "rb") as file:
        source = file.read()
    ptx = compile_ptx(source, sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "libnvrtc.so")
    for width, height in ((64, 96), (100, 33)):
        values = array.array("f", range(width * height))
        result = transpose(ptx, values, width, height)
        right = all(result[c * height + r] == values[r * width + c] for r in range(height) for c in range(width))
        print(f"{width} x {height}: {'right' if right else 'WRONG'}")
        if not right:
            sys.exit(1)


main()
