"""DLPack: a library lends an array as a struct in a capsule, "dltensor" before version 1, "dltensor_versioned" since."""
import ctypes

from . import errors

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13  # DLDeviceType
READ_ONLY = 1  # DLPACK_FLAG_BITMASK_READ_ONLY
CODES = {0: "int", 1: "uint", 2: "float", 3: "handle", 4: "bfloat", 5: "complex", 6: "bool", 7: "float8_e3m4", 8: "float8_e4m3",
         9: "float8_e4m3b11fnuz", 10: "float8_e4m3fn", 11: "float8_e4m3fnuz", 12: "float8_e5m2", 13: "float8_e5m2fnuz",
         14: "float8_e8m0fnu"}


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("manager", ctypes.c_void_p), ("deleter", DELETER)]


class DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("manager", ctypes.c_void_p), ("deleter", DELETER),
                ("flags", ctypes.c_uint64), ("tensor", DLTensor)]


_valid, _pointer, _rename = (getattr(ctypes.pythonapi, f"PyCapsule_{name}") for name in ("IsValid", "GetPointer", "SetName"))
_valid.restype, _valid.argtypes = ctypes.c_int, (ctypes.py_object, ctypes.c_char_p)
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
_rename.restype, _rename.argtypes = ctypes.c_int, (ctypes.py_object, ctypes.c_char_p)

# A capsule's name, its struct, and its name after it is taken. Capsules point to these names as long as they live.
FORMS = ((b"dltensor_versioned", DLManagedTensorVersioned, b"used_dltensor_versioned"), (b"dltensor", DLManagedTensor, b"used_dltensor"))


class Borrowed:
    """The array in a capsule. It is ours until release(), which calls its deleter once."""

    def __init__(self, capsule, name):
        for form, struct, used in FORMS:
            if _valid(capsule, form):
                self.managed = struct.from_address(_pointer(capsule, form))
                _rename(capsule, used)
                break
        else:
            raise errors.InputTypeError(f"{name}.__dlpack__() gave {capsule!r}, no capsule called dltensor that nobody has taken")
        major = getattr(self.managed, "major", 0)
        if major > 1:
            self.release()
            raise errors.UnsupportedError(f"{name} comes as DLPack {major}, of which 0 and 1 are known")
        self.writeable = not getattr(self.managed, "flags", 0) & READ_ONLY

    @property
    def tensor(self):
        return self.managed.tensor

    def release(self):
        managed, self.managed = self.managed, None
        if managed is not None and managed.deleter:
            managed.deleter(ctypes.addressof(managed))


def borrow(array, name, stream):
    """Takes the capsule of an array. `stream`: where the data must be ready; None on the host."""
    try:
        try:
            capsule = array.__dlpack__(stream=stream, max_version=(1, 1))
        except TypeError:  # a library that knows no versions
            capsule = array.__dlpack__(stream=stream)
    except BufferError as reason:
        raise errors.InputError(f"{name} is not lent: {reason}") from reason
    return Borrowed(capsule, name)


def dtype(tensor, name):
    """The name of the element type as NumPy has it, and its bytes."""
    bits = tensor.bits * tensor.lanes
    if bits % 8 or tensor.code not in CODES:
        raise errors.InputTypeError(f"{name} has elements of {bits} bits and DLPack's type {tensor.code}, which are no bytes of a known type")
    word = CODES[tensor.code]
    if not word.startswith(("bool", "float8")):
        word += str(tensor.bits)
    return (word if tensor.lanes == 1 else f"{word}x{tensor.lanes}"), bits // 8


def layout(tensor):
    """Shape, and strides in elements or None for an array without gaps."""
    axes = range(tensor.ndim)
    return tuple(tensor.shape[i] for i in axes), tuple(tensor.strides[i] for i in axes) if tensor.strides else None
