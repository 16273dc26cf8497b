"""The CUDA driver and NVRTC by ctypes, as much of them as the bench needs. Every failed call raises Failed."""
import contextlib
import ctypes
import glob
import os
import shutil
import site
import sys
from ctypes import POINTER, byref, c_char_p, c_float, c_int, c_size_t, c_ubyte, c_uint, c_uint64, c_void_p

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
ADDRESS = c_uint64

# CUdevice_attribute, CUfunction_attribute
CLOCK_KHZ, L2_BYTES, MAJOR, MINOR = 13, 38, 75, 76
MAX_DYNAMIC_SHARED, CARVEOUT = 8, 9
NON_BLOCKING = 1

FUNCTIONS = {
    "cuInit": [c_uint],
    "cuDriverGetVersion": [POINTER(c_int)],
    "cuDeviceGet": [POINTER(c_int), c_int],
    "cuDeviceGetName": [c_char_p, c_int, c_int],
    "cuDeviceGetAttribute": [POINTER(c_int), c_int, c_int],
    "cuDevicePrimaryCtxRetain": [POINTER(c_void_p), c_int],
    "cuCtxSetCurrent": [c_void_p],
    "cuCtxSynchronize": [],
    "cuCtxResetPersistingL2Cache": [],
    "cuModuleLoadData": [POINTER(c_void_p), c_char_p],
    "cuModuleUnload": [c_void_p],
    "cuModuleGetFunction": [POINTER(c_void_p), c_void_p, c_char_p],
    "cuModuleGetGlobal_v2": [POINTER(ADDRESS), POINTER(c_size_t), c_void_p, c_char_p],
    "cuFuncSetAttribute": [c_void_p, c_int, c_int],
    "cuMemAlloc_v2": [POINTER(ADDRESS), c_size_t],
    "cuMemFree_v2": [ADDRESS],
    "cuMemcpyHtoD_v2": [ADDRESS, c_void_p, c_size_t],
    "cuMemcpyDtoH_v2": [c_void_p, ADDRESS, c_size_t],
    "cuMemcpyDtoD_v2": [ADDRESS, ADDRESS, c_size_t],
    "cuMemcpyDtoDAsync_v2": [ADDRESS, ADDRESS, c_size_t, c_void_p],
    "cuMemsetD8Async": [ADDRESS, c_ubyte, c_size_t, c_void_p],
    "cuStreamCreate": [POINTER(c_void_p), c_uint],
    "cuStreamSynchronize": [c_void_p],
    "cuEventCreate": [POINTER(c_void_p), c_uint],
    "cuEventRecord": [c_void_p, c_void_p],
    "cuEventQuery": [c_void_p],
    "cuEventSynchronize": [c_void_p],
    "cuEventElapsedTime": [POINTER(c_float), c_void_p, c_void_p],
    "cuLaunchKernel": [c_void_p] + [c_uint] * 7 + [c_void_p, POINTER(c_void_p), c_void_p],
}


class Absent(Exception):
    """Something that this machine does not have."""


class Failed(Exception):
    """A call that failed."""


def folders():
    """Where CUDA's libraries may lie: toolkits first, then Python's wheels, then those of tools/scripts/setup.sh."""
    roots = [os.environ.get(name) for name in ("CUDAToolkit_ROOT", "CUDA_HOME", "CUDA_PATH")]
    nvcc = shutil.which("nvcc")
    roots += [nvcc and os.path.dirname(os.path.dirname(os.path.realpath(nvcc))), "/usr/local/cuda"]
    found = [os.path.join(root, name) for root in roots if root for name in ("lib64", "lib")]
    packages = [p for p in sys.path if p.endswith("-packages")] + [site.getusersitepackages()]
    for place in packages + [os.path.join(ROOT, "build", "toolkit")]:
        found += sorted(glob.glob(os.path.join(place, "nvidia", "*", "lib")))
    return found


def open_library(stem, majors):
    """Opens libSTEM of one of the major versions; returns it and the path that was opened."""
    names = [f"lib{stem}.so.{major}" for major in majors]
    paths = [os.path.join(folder, name) for name in names for folder in folders()]
    for path in [p for p in paths if os.path.exists(p)] + names:
        with contextlib.suppress(OSError):
            return ctypes.CDLL(path), path
    raise Absent(f"no {' or '.join(names)}")


def pointers(arguments):
    """The array of pointers that cuLaunchKernel takes; the arguments must outlive it."""
    return (c_void_p * len(arguments))(*[ctypes.addressof(a) for a in arguments])


class Driver:
    """libcuda.so.1 with one context, the primary one, which PyTorch, JAX and CuPy use too, and one stream."""

    def __init__(self):
        try:
            self.library = ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            raise Absent(f"no GPU: {error}") from None
        for name, types in FUNCTIONS.items():
            getattr(self.library, name).argtypes = types
        device = c_int()
        try:
            self.call("cuInit", 0)
            self.call("cuDeviceGet", byref(device), 0)
        except Failed as error:
            raise Absent(f"no GPU: {error}") from None
        self.device = device.value
        context, stream = c_void_p(), c_void_p()
        self.call("cuDevicePrimaryCtxRetain", byref(context), self.device)
        self.call("cuCtxSetCurrent", context)
        self.call("cuStreamCreate", byref(stream), NON_BLOCKING)
        self.stream = stream.value
        self.sm = 10 * self.attribute(MAJOR) + self.attribute(MINOR)
        self.name = self._name()
        self.simulator = hasattr(self.library, "tw_simulator")

    def call(self, function, *arguments):
        result = getattr(self.library, function)(*arguments)
        if result:
            text = c_char_p()
            self.library.cuGetErrorName(result, byref(text))
            raise Failed(f"{function}: {text.value.decode() if text.value else result}")

    def attribute(self, attribute):
        value = c_int()
        self.call("cuDeviceGetAttribute", byref(value), attribute, self.device)
        return value.value

    def _name(self):
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, len(name), self.device)
        return name.value.decode()

    def cuda_version(self):
        version = c_int()
        self.call("cuDriverGetVersion", byref(version))
        return f"{version.value // 1000}.{version.value % 1000 // 10}"

    def release(self):
        """The driver's release as NVML tells it, or None."""
        with contextlib.suppress(OSError, AttributeError):
            nvml, text = ctypes.CDLL("libnvidia-ml.so.1"), ctypes.create_string_buffer(96)
            if nvml.nvmlInit_v2() == 0 and nvml.nvmlSystemGetDriverVersion(text, len(text)) == 0:
                return text.value.decode()
        return None

    def allocate(self, size):
        address = ADDRESS()
        self.call("cuMemAlloc_v2", byref(address), size)
        return address.value

    def free(self, address):
        self.call("cuMemFree_v2", address)

    def synchronize(self):
        self.call("cuStreamSynchronize", self.stream)

    def forget(self):
        """Ends what kernels told the L2 to keep; devices that keep nothing refuse."""
        self.library.cuCtxResetPersistingL2Cache()

    def event(self):
        event = c_void_p()
        self.call("cuEventCreate", byref(event), 0)
        return event

    def happened(self, event):
        return self.library.cuEventQuery(event) == 0

    def load(self, images):
        """A module of the first of [(what it is, bytes)] that the driver takes, and what that is."""
        reasons = []
        for what, image in images:
            module = c_void_p()
            try:
                self.call("cuModuleLoadData", byref(module), image)
                return module, what
            except Failed as error:
                reasons.append(f"{what}: {error}")
        raise Failed("; ".join(reasons))

    def function(self, module, entry):
        function = c_void_p()
        self.call("cuModuleGetFunction", byref(function), module, entry.encode())
        return function

    def set_symbol(self, module, name, data):
        """Fills a symbol of a module with bytes."""
        address, room = ADDRESS(), c_size_t()
        self.call("cuModuleGetGlobal_v2", byref(address), byref(room), module, name.encode())
        self.call("cuMemcpyHtoD_v2", address.value, data, len(data))

    def launch(self, function, grid, block, arguments, shared=0, stream=None):
        self.call("cuLaunchKernel", function, *grid, *block, shared, stream or self.stream, pointers(arguments), None)


class Nvrtc:
    """NVRTC, for the bench's own kernels."""

    def __init__(self):
        self.library, self.path = open_library("nvrtc", (13, 12))
        major, minor = c_int(), c_int()
        self._call("nvrtcVersion", byref(major), byref(minor))
        self.version = f"{major.value}.{minor.value}"
        # NVRTC from a wheel does not look for this beside itself, but takes one that is open already.
        builtins = os.path.join(os.path.dirname(self.path), f"libnvrtc-builtins.so.{self.version}")
        if os.path.exists(builtins):
            ctypes.CDLL(builtins)

    def _call(self, function, *arguments):
        result = getattr(self.library, function)(*arguments)
        if result:
            self.library.nvrtcGetErrorString.restype = c_char_p
            raise Failed(f"{function}: {self.library.nvrtcGetErrorString(result).decode()}")

    def best(self, sm):
        """The newest architecture that NVRTC knows and a device of sm runs."""
        count = c_int()
        self._call("nvrtcGetNumSupportedArchs", byref(count))
        known = (c_int * count.value)()
        self._call("nvrtcGetSupportedArchs", known)
        usable = [arch for arch in known if arch <= sm]
        if not usable:
            raise Absent(f"NVRTC {self.version} compiles for nothing that sm_{sm} runs")
        return max(usable)

    def compile(self, file, sm):
        """[("cubin", bytes), ("PTX", bytes)] of a .cu file."""
        with open(file, "rb") as source:
            text = source.read()
        program = c_void_p()
        self._call("nvrtcCreateProgram", byref(program), text, os.path.basename(file).encode(), 0, None, None)
        options = (c_char_p * 1)(f"-arch=sm_{self.best(sm)}".encode())
        try:
            self._call("nvrtcCompileProgram", program, 1, options)
        except Failed as error:
            raise Failed(f"{error}\n{self._text('ProgramLog', program).decode()}") from None
        images = [("cubin", self._text("CUBIN", program)), ("PTX", self._text("PTX", program))]
        self._call("nvrtcDestroyProgram", byref(program))
        return images

    def _text(self, what, program):
        size = c_size_t()
        self._call(f"nvrtcGet{what}Size", program, byref(size))
        text = ctypes.create_string_buffer(size.value)
        self._call(f"nvrtcGet{what}", program, text)
        return text.raw
