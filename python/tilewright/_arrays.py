"""Describes arrays of all libraries alike. For PyTorch, CuPy and NumPy it also knows the current stream, and how to make a result."""
import functools
import sys

from . import _dlpack, errors

HOST = -1  # as a device: memory that only the CPU reaches
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
FLOATS = ("float16", "bfloat16", "float32", "float64")


class Array:
    """An array that is not copied. Strides are in bytes. `stream` is the stream that the data is ordered by, None if the array does not say.
    `dtype` is the type of its elements by NumPy's name, `native` the same type as the array's library has it."""

    __slots__ = ("owner", "library", "device", "address", "shape", "strides", "itemsize", "dtype", "native", "writeable", "stream")

    def __init__(self, owner, library, device, address, shape, strides, itemsize, dtype, native, writeable=True, stream=None):
        self.owner, self.library, self.device, self.address, self.shape, self.strides = owner, library, device, address, shape, strides
        self.itemsize, self.dtype, self.native, self.writeable, self.stream = itemsize, dtype, native, writeable, stream


@functools.lru_cache(4096)
def dense(shape, itemsize):
    """The strides of an array without gaps, the last axis fastest."""
    strides = []
    for extent in reversed(shape):
        strides.append(itemsize)
        itemsize *= max(extent, 1)
    return tuple(reversed(strides))


def is_dense(shape, strides, itemsize):
    """Whether an array has no gaps; strides of axes of one index mean nothing."""
    return all(extent <= 1 or stride == gapless for extent, stride, gapless in zip(shape, strides, dense(shape, itemsize)))


def _made(like, owner, address, shape, dtype):
    """A new array of the library of `like`; its type is given by name, or is the native one of `like`."""
    name, itemsize = (dtype, owner.dtype.itemsize) if isinstance(dtype, str) else (like.dtype, like.itemsize)
    return Array(owner, like.library, like.device, address, shape, dense(shape, itemsize), itemsize, name, owner.dtype, True, like.stream)


def _scaled(strides, itemsize):
    return tuple(stride * itemsize for stride in strides)


class Torch:
    """torch.Tensor, on a GPU or on the host."""

    name, type_name, has_streams = "torch", "Tensor", True

    @classmethod
    def describe(cls, tensor, name, call):
        torch = sys.modules["torch"]
        if tensor.layout is not torch.strided or tensor.is_nested:
            layout = "nested" if tensor.is_nested else tensor.layout
            raise errors.InputTypeError(f"{name} has the layout {layout}; only strided tensors are arrays")
        if tensor.requires_grad and torch.is_grad_enabled():
            raise errors.InputError(f"{name} requires a gradient, which is not carried through: give {name}.detach(), "
                                    "or use tilewright.torch, whose operators carry it")
        if tensor.is_conj() or tensor.is_neg():
            raise errors.InputError(f"{name} is to be conjugated or negated when it is read: give {name}.resolve_conj().resolve_neg()")
        place = tensor.device
        if place.type not in ("cuda", "cpu"):
            raise errors.InputTypeError(f"{name} is on the device {place}; tensors are taken of cuda and cpu")
        itemsize, device = tensor.element_size(), cls.device(tensor)
        stream = None if device == HOST else torch.cuda.current_stream(device).cuda_stream
        return Array(tensor, cls, device, tensor.data_ptr(), tuple(tensor.shape), _scaled(tensor.stride(), itemsize), itemsize,
                     str(tensor.dtype)[len("torch."):], tensor.dtype, True, stream)

    @staticmethod
    def device(tensor):
        return tensor.device.index if tensor.device.type == "cuda" else HOST

    @staticmethod
    def empty(like, shape, dtype):
        torch = sys.modules["torch"]
        made = torch.empty(shape, dtype=getattr(torch, dtype) if isinstance(dtype, str) else dtype, device=like.owner.device)
        return _made(like, made, made.data_ptr(), shape, dtype)

    @staticmethod
    def integer(dtype):
        return "int64"  # of all sums of integers, as PyTorch has it


class _NumPyLike:
    """What NumPy and CuPy have in common."""

    @classmethod
    def described(cls, array, name, device, address, writeable, stream=None):
        dtype = array.dtype
        if dtype.hasobject:
            raise errors.InputTypeError(f"{name} holds objects of Python's, which cannot be moved as bytes")
        word = dtype.name if dtype.isnative else f"{dtype.name} of the other byte order"
        return Array(array, cls, device, address, array.shape, array.strides, dtype.itemsize, word, dtype, writeable, stream)

    @staticmethod
    def integer(dtype):
        return "uint64" if dtype.startswith("uint") else "int64"


class CuPy(_NumPyLike):
    """cupy.ndarray."""

    name, type_name, has_streams = "cupy", "ndarray", True

    @classmethod
    def describe(cls, array, name, call):
        cuda = sys.modules["cupy"].cuda
        with array.device:
            return cls.described(array, name, array.device.id, array.data.ptr, True, cuda.get_current_stream().ptr)

    @staticmethod
    def device(array):
        return array.device.id

    @staticmethod
    def empty(like, shape, dtype):
        cupy = sys.modules["cupy"]
        with like.owner.device:
            made = cupy.empty(shape, dtype)
        return _made(like, made, made.data.ptr, shape, dtype)


class NumPy(_NumPyLike):
    """numpy.ndarray."""

    name, type_name, has_streams = "numpy", "ndarray", False

    @classmethod
    def describe(cls, array, name, call):
        if hasattr(array, "mask"):
            raise errors.InputTypeError(f"{name} is a masked array, whose mask would be lost: give {name}.data or {name}.filled()")
        return cls.described(array, name, HOST, array.__array_interface__["data"][0], array.flags.writeable)

    @staticmethod
    def device(array):
        return HOST

    @staticmethod
    def empty(like, shape, dtype):
        made = sys.modules["numpy"].empty(shape, dtype)
        return _made(like, made, made.__array_interface__["data"][0], shape, dtype)


def word_of(dtype):
    """NumPy's name of a type that is given as a name, or as NumPy, PyTorch or others have it; None stays None."""
    return None if dtype is None else str(getattr(dtype, "name", getattr(dtype, "__name__", dtype))).replace("torch.", "")


KINDS = {"f": "float", "i": "int", "u": "uint", "c": "complex", "b": "bool"}


class Interface:
    """Any object with __cuda_array_interface__ (versions 0 to 3)."""

    has_streams = False

    @staticmethod
    def device(array):
        return None  # the driver finds it by the address

    @classmethod
    def describe(cls, array, name, call):
        said = array.__cuda_array_interface__
        if said.get("mask") is not None:
            raise errors.InputTypeError(f"{name} has a mask, which would be lost")
        if said["typestr"][1] == "V" and hasattr(array, "__dlpack__"):  # bfloat16, say, which this interface has no word for
            return DLPack.describe(array, name, call)
        shape, (address, read_only) = tuple(int(extent) for extent in said["shape"]), said["data"]
        kind, itemsize = said["typestr"][1:2], int(said["typestr"][2:])
        strides = said.get("strides")
        strides = dense(shape, itemsize) if strides is None else tuple(int(stride) for stride in strides)
        dtype = KINDS.get(kind, "void") + ("" if kind == "b" else str(8 * itemsize))
        if said["typestr"][0] == ">" and itemsize > 1:
            dtype += " of the other byte order"
        if kind == "O":
            raise errors.InputTypeError(f"{name} holds objects of Python's, which cannot be moved as bytes")
        address = int(address or 0)
        device, stream = call.machine.ordinal(address, name) if address and 0 not in shape else None, said.get("stream")
        if stream == 0:
            raise errors.InputError(f"{name}.__cuda_array_interface__ has the stream 0, which the protocol forbids as it may mean two")
        return Array(array, cls, device, address, shape, strides, itemsize, dtype, dtype, not read_only, stream)

    integer = NumPy.integer


class DLPack:
    """Any other object with __dlpack__."""

    has_streams = False

    @staticmethod
    def device(array):
        """A number of a GPU; HOST; None: memory that any GPU reaches."""
        kind, number = array.__dlpack_device__()
        kind = int(kind)
        if kind not in (_dlpack.CPU, _dlpack.CUDA, _dlpack.CUDA_HOST, _dlpack.CUDA_MANAGED):
            raise errors.InputTypeError(f"arrays of DLPack's device type {kind} are neither of the host nor of CUDA")
        return HOST if kind == _dlpack.CPU else int(number) if kind == _dlpack.CUDA else None

    @classmethod
    def describe(cls, array, name, call):
        """Borrows the array until the call ends. Its library makes it ready on the call's stream; DLPack numbers the default stream 1."""
        device = cls.device(array)
        borrowed = _dlpack.borrow(array, name, None if device == HOST else call.stream or 1)
        call.held.append(borrowed)
        tensor = borrowed.tensor
        dtype, itemsize = _dlpack.dtype(tensor, name)
        shape, strides = _dlpack.layout(tensor)
        strides = dense(shape, itemsize) if strides is None else _scaled(strides, itemsize)
        return Array(array, cls, device, (tensor.data or 0) + tensor.byte_offset, shape, strides, itemsize, dtype, dtype, borrowed.writeable)

    integer = NumPy.integer


_types = {}  # of arrays seen, their libraries


def library_of(array, name):
    """The class above that describes an array."""
    found = _types.get(type(array))
    if found is None:
        found = _types[type(array)] = _find(array, name)
    return found


def _find(array, name):
    for library in (Torch, CuPy, NumPy):
        module = sys.modules.get(library.name)
        if isinstance(array, getattr(module, library.type_name, ())):
            return library
    if hasattr(array, "__cuda_array_interface__"):
        return Interface
    if hasattr(array, "__dlpack__") and hasattr(array, "__dlpack_device__"):
        return DLPack
    raise errors.InputTypeError(f"{name} is a {type(array).__name__}, no array: it has neither __cuda_array_interface__ nor __dlpack__")
