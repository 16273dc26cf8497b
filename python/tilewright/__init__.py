"""Permutations and reductions of arrays by kernels that Tilewright chooses, on a GPU or on its simulator.

    import tilewright
    y = tilewright.permute(x, "n c h w -> n h w c")
    s = tilewright.sum(y, axis=-1)

x is an array of PyTorch, CuPy or NumPy, or anything else with __cuda_array_interface__ or __dlpack__; results are arrays of the same library.
Work on a GPU goes to the library's current stream and is not waited for. Arrays in the host's memory are computed on the simulator, which is
for tests, and slow. docs/python.md has the rest.
"""
from ._permute import permute, transpose
from ._planner import clear
from ._reduce import all, any, argmax, argmin, dot, max, mean, min, norm2, prod, sum
from ._version import VERSION as __version__
from .errors import DeviceError, Error, InputError, InputTypeError, OutOfMemoryError, UnsupportedError

__all__ = ["permute", "transpose", "sum", "prod", "min", "max", "argmin", "argmax", "mean", "any", "all", "norm2", "dot", "clear", "Error",
           "InputError", "InputTypeError", "OutOfMemoryError", "UnsupportedError", "DeviceError", "__version__"]
