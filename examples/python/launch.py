#!/usr/bin/env python3
"""Launches the kernels of `tilewright embed --format ptx` by ctypes alone: no compiler, no packages.

    tilewright embed configs/square.json --name square --format ptx -o .
    python3 launch.py square.json
"""
import array
import ctypes
import json
import os
import sys


def check(result, what):
    if result:
        sys.exit(f"{what}: error {result}")


def open_device():
    cuda = ctypes.CDLL("libcuda.so.1")
    device, context = ctypes.c_int(), ctypes.c_void_p()
    check(cuda.cuInit(0), "cuInit")
    check(cuda.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "cuDevicePrimaryCtxRetain")
    check(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent")
    return cuda


def run(cuda, variant, folder):
    """The output of a kernel of 32-bit integers."""
    with open(os.path.join(folder, variant["ptx"]), "rb") as file:
        ptx = file.read()
    module, function, address = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
    check(cuda.cuModuleLoadData(ctypes.byref(module), ptx), "cuModuleLoadData")
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, variant["entry"].encode()), "cuModuleGetFunction")
    out = array.array("i", bytes(4 * variant["parameters"][0]["elements"]))
    size = ctypes.c_size_t(len(out) * out.itemsize)
    check(cuda.cuMemAlloc_v2(ctypes.byref(address), size), "cuMemAlloc")
    parameters = (ctypes.c_void_p * 1)(ctypes.addressof(address))
    check(cuda.cuLaunchKernel(function, *variant["grid"], *variant["block"], variant["dynamic_shared_bytes"], None,
                              parameters, None), "cuLaunchKernel")
    check(cuda.cuMemcpyDtoH_v2(ctypes.c_void_p(out.buffer_info()[0]), address, size), "cuMemcpyDtoH")
    check(cuda.cuMemFree_v2(address), "cuMemFree")
    check(cuda.cuModuleUnload(module), "cuModuleUnload")
    return out


def expected(variant):
    columns, rows, _ = variant["block"]
    if "layout=row-col" in variant["fields"]:
        return [i % rows * columns + i // rows for i in range(rows * columns)]
    return list(range(rows * columns))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        variants = json.load(file)["variants"]
    cuda = open_device()
    wrong = 0
    for variant in variants:
        right = run(cuda, variant, os.path.dirname(sys.argv[1])).tolist() == expected(variant)
        print(f"{variant['name']:20} {'right' if right else 'WRONG'}, layout {variant['layout']}")
        wrong += not right
    sys.exit(wrong != 0)


main()
