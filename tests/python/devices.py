"""A library of arrays for the tests, made of ctypes over libcuda.so.1 alone: arrays of any strides in memory of the device, which show
__cuda_array_interface__ or __dlpack__ as the protocols have it, and remember how they were asked. Expected values are made by loops."""
import ctypes
import itertools
import os
import struct

CU = ctypes.CDLL(os.environ.get("TILEWRIGHT_LIBCUDA") or "libcuda.so.1")
FORMATS = {"float32": ("<f4", "f", 2), "float64": ("<f8", "d", 2), "int8": ("|i1", "b", 0), "uint8": ("|u1", "B", 1), "int16": ("<i2", "h", 0),
           "int32": ("<i4", "i", 0), "int64": ("<i8", "q", 0), "uint64": ("<u8", "Q", 1), "float16": ("<f2", "e", 2), "bool": ("|b1", "?", 6)}


def cu(name, *arguments):
    result = getattr(CU, name)(*arguments)
    assert result == 0, f"{name}: {result}"


def made(name, *arguments, kind=ctypes.c_void_p):
    value = kind()
    cu(name, ctypes.byref(value), *arguments)
    return value.value


def open_device(ordinal=0):
    """Makes the primary context current, as frameworks do."""
    cu("cuInit", 0)
    context = made("cuDevicePrimaryCtxRetain", made("cuDeviceGet", ordinal, kind=ctypes.c_int))
    cu("cuCtxSetCurrent", ctypes.c_void_p(context))
    return context


def stream(flags=1):
    """A new stream; 1: one that does not wait for the default stream."""
    return made("cuStreamCreate", flags)


class Memory:
    """So many bytes of the device, which begin as 0xAB."""

    def __init__(self, count):
        self.count = count
        self.address = made("cuMemAlloc_v2", ctypes.c_size_t(max(count, 1)), kind=ctypes.c_uint64)
        self.write(b"\xab" * count)

    def write(self, data, at=0):
        if data:
            cu("cuMemcpyHtoD_v2", ctypes.c_uint64(self.address + at), data, ctypes.c_size_t(len(data)))

    def read(self):
        data = ctypes.create_string_buffer(max(self.count, 1))
        if self.count:
            cu("cuMemcpyDtoH_v2", data, ctypes.c_uint64(self.address), ctypes.c_size_t(self.count))
        return data.raw[:self.count]

    def free(self):
        cu("cuMemFree_v2", ctypes.c_uint64(self.address))


def dense(shape, itemsize):
    strides = []
    for extent in reversed(shape):
        strides.insert(0, itemsize)
        itemsize *= max(extent, 1)
    return tuple(strides)


def indices(shape):
    return itertools.product(*map(range, shape))


class Base:
    """An array: shape, strides in bytes, and where its element (0, .., 0) is in the memory. values: what element i of a row-major walk holds."""

    def __init__(self, shape, dtype="float32", strides=None, values=None, read_only=False, gap=0):
        self.shape, self.dtype, self.read_only = tuple(shape), dtype, read_only
        self.typestr, self.format, self.code = FORMATS[dtype]
        self.itemsize = struct.calcsize(self.format)
        self.strides = dense(self.shape, self.itemsize) if strides is None else tuple(strides)
        reach = [(extent - 1) * stride for extent, stride in zip(self.shape, self.strides)]
        empty = 0 in self.shape
        self.first = gap - (0 if empty else sum(min(0, step) for step in reach))
        self.memory = Memory(gap if empty else self.first + sum(max(0, step) for step in reach) + self.itemsize)
        if values is not None:
            self.fill(values)

    def place(self, index):
        return self.first + sum(i * stride for i, stride in zip(index, self.strides))

    def fill(self, values):
        data = bytearray(self.memory.read())
        for index, value in zip(indices(self.shape), values):
            struct.pack_into(self.format, data, self.place(index), value)
        self.memory.write(bytes(data))

    def values(self):
        """The elements by index."""
        data = self.memory.read()
        return {index: struct.unpack_from(self.format, data, self.place(index))[0] for index in indices(self.shape)}

    def gaps(self):
        """What lies between the elements."""
        data = bytearray(self.memory.read())
        for index in indices(self.shape):
            data[self.place(index):self.place(index) + self.itemsize] = b"\xab" * self.itemsize
        return bytes(data)

    @property
    def address(self):
        return self.memory.address + self.first


class Cuda(Base):
    """An array with __cuda_array_interface__."""

    version, stream, mask = 3, None, None

    @property
    def __cuda_array_interface__(self):
        said = {"shape": self.shape, "typestr": self.typestr, "data": (0 if 0 in self.shape else self.address, self.read_only),
                "version": self.version, "strides": None if self.strides == dense(self.shape, self.itemsize) else self.strides}
        if self.mask:
            said["mask"] = self.mask
        if self.version >= 3:
            said["stream"] = self.stream
        return said


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("offset", ctypes.c_uint64)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Plain(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("manager", ctypes.c_void_p), ("deleter", DELETER)]


class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("manager", ctypes.c_void_p), ("deleter", DELETER),
                ("flags", ctypes.c_uint64), ("tensor", Tensor)]


capsule = ctypes.pythonapi.PyCapsule_New
capsule.restype, capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
capsule_name = ctypes.pythonapi.PyCapsule_GetName
capsule_name.restype, capsule_name.argtypes = ctypes.c_char_p, (ctypes.py_object,)


class Packed(Base):
    """An array with __dlpack__. `kind` is the device type."""

    kind, version, code_given, offset = 2, 1, None, 0

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.asked, self.deleted, self.capsules, self.kept = [], [], [], []

    def __dlpack_device__(self):
        return (self.kind, 0)

    def _managed(self):
        rank = len(self.shape)
        shape = (ctypes.c_int64 * rank)(*self.shape)
        strides = (ctypes.c_int64 * rank)(*(stride // self.itemsize for stride in self.strides))
        is_dense = self.version == 0 and self.strides == dense(self.shape, self.itemsize)
        tensor = Tensor(self.address - self.offset, (self.kind, 0), rank, self.code if self.code_given is None else self.code_given,
                        8 * self.itemsize, 1, ctypes.addressof(shape), None if is_dense else ctypes.addressof(strides), self.offset)
        deleter = DELETER(self.deleted.append)
        managed = Versioned(self.version, 0, None, deleter, int(self.read_only), tensor) if self.version else Plain(tensor, None, deleter)
        self.kept.append((shape, strides, managed, deleter))
        return ctypes.addressof(managed)

    def _capsule(self, name):
        self.capsules.append(capsule(self._managed(), name, None))
        return self.capsules[-1]

    def __dlpack__(self, *, stream=None, max_version=None):
        self.asked.append((stream, max_version))
        return self._capsule(b"dltensor_versioned" if self.version else b"dltensor")


class OldPacked(Packed):
    """An array of a library from before DLPack 1: its capsules have no version, and it knows no max_version."""

    version = 0

    def __dlpack__(self, stream=None):
        self.asked.append(stream)
        return self._capsule(b"dltensor")


class Capture:
    """`with Capture(stream) as graph`: what is launched there becomes a graph, graph.launch() launches it."""

    def __init__(self, stream, mode=0):
        self.stream, self.mode = ctypes.c_void_p(stream), mode

    def __enter__(self):
        cu("cuStreamBeginCapture_v2", self.stream, self.mode)
        return self

    def __exit__(self, kind, *_):
        graph = ctypes.c_void_p()
        result = CU.cuStreamEndCapture(self.stream, ctypes.byref(graph))
        if kind is None:
            assert result == 0, f"cuStreamEndCapture: {result}"
            self.graph = graph

    def nodes(self):
        count = ctypes.c_size_t()
        cu("cuGraphGetNodes", self.graph, None, ctypes.byref(count))
        return count.value

    def launch(self, stream=0):
        exec_ = ctypes.c_void_p(made("cuGraphInstantiateWithFlags", self.graph, ctypes.c_ulonglong(0)))
        cu("cuGraphLaunch", exec_, ctypes.c_void_p(stream))
        cu("cuStreamSynchronize", ctypes.c_void_p(stream))
        cu("cuGraphExecDestroy", exec_)
