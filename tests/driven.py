"""What programs of tests that launch kernels written by `tilewright embed` share: buffers as large as they must be and no larger, and
launches, by the CUDA driver that the loader finds: a GPU's, or the simulator with LD_LIBRARY_PATH=build/dropin. TILEWRIGHT is the program."""
import ctypes
import json
import os
import subprocess
import sys

cuda = ctypes.CDLL("libcuda.so.1")
MAX_DYNAMIC_SHARED_SIZE_BYTES = 8  # an attribute of functions


def call(name, *arguments):
    result = getattr(cuda, name)(*arguments)
    if result:
        sys.exit(f"{name}: CUresult {result}")


def open_context():
    device, context = ctypes.c_int(), ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDeviceGet", ctypes.byref(device), 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    call("cuCtxSetCurrent", context)


def embedded(kernel, variants, folder):
    """The layouts of the variants that are taken, by name, compiled into the folder."""
    program = os.environ.get("TILEWRIGHT", "build/tilewright")
    (folder / "config.json").write_text(json.dumps({"tilewright": 1, "kernel": kernel, "variants": variants}))
    done = subprocess.run([program, "embed", "--format=layout,ptx", "--arch=sm_90", "--name=made", "-o", folder, folder / "config.json"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if not (folder / "made.json").exists():
        sys.exit(f"nothing was compiled: {done.stderr[-2000:]}")
    return {one["name"]: one for one in json.loads((folder / "made.json").read_text())["variants"]}


class Buffer:
    """Memory of the device, `beside` bytes after a multiple of 256."""

    def __init__(self, bytes, beside=0):
        self.bytes, self.base = bytes, ctypes.c_uint64()
        call("cuMemAlloc_v2", ctypes.byref(self.base), ctypes.c_size_t(bytes + beside or 1))
        self.place = ctypes.c_uint64(self.base.value + beside)

    def put(self, data):
        if data:
            call("cuMemcpyHtoD_v2", self.place, data, ctypes.c_size_t(len(data)))

    def get(self):
        data = ctypes.create_string_buffer(self.bytes or 1)
        call("cuMemcpyDtoH_v2", data, self.place, ctypes.c_size_t(self.bytes))
        return data.raw[:self.bytes]

    def free(self):
        call("cuMemFree_v2", self.base)


def element_bytes(parameter):
    return parameter["bytes"] // parameter["elements"] if parameter["elements"] else 0


def may_lie_beside(made):
    """Whether some kernel of the variant takes buffers at any element."""
    buffers = [p for p in made["parameters"] if p["elements"] and p["role"] != "scratch"]
    return bool(made["second_launches"]) or all(p["align"] <= element_bytes(p) for p in buffers)


class Loaded:
    """A variant on the device: its module, and buffers that hold what `inputs` has under their names, or what they must hold before;
    `beside` says how many elements a parameter lies behind a multiple of 256 bytes."""

    def __init__(self, made, folder, inputs, beside=lambda parameter: 0):
        self.made, self.module = made, ctypes.c_void_p()
        call("cuModuleLoad", ctypes.byref(self.module), str(folder / made["ptx"]).encode())
        self.buffers = {p["name"]: Buffer(p["bytes"], beside(p) * element_bytes(p)) for p in made["parameters"]}
        for p in made["parameters"]:
            self.buffers[p["name"]].put(inputs.get(p["name"], (b"\0" if p["before"] == "zero" else b"\xa5") * p["bytes"])[:p["bytes"]])

    def launch(self):
        fits = all(self.buffers[p["name"]].place.value % p["align"] == 0 for p in self.made["parameters"])
        for one in self.made["launches"] if fits else self.made["second_launches"]:
            self.launch_one(one)

    def launch_one(self, one):
        function = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(function), self.module, one["entry"].encode())
        places = [self.buffers[self.made["parameters"][i]["name"]].place for i in one["parameters"]]
        arguments = (ctypes.c_void_p * len(places))(*map(ctypes.addressof, places))
        if one["dynamic_shared_bytes"] > 48 * 1024:
            call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED_SIZE_BYTES, one["dynamic_shared_bytes"])
        call("cuLaunchKernel", function, *one["grid"], *one["block"], one["dynamic_shared_bytes"], None, arguments, None)

    def free(self):
        for buffer in self.buffers.values():
            buffer.free()
        call("cuModuleUnload", self.module)
