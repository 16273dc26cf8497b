"""One call: which arrays it is given, on which device and stream it runs, and what it returns."""
import functools
import math
import sys

from . import _planner, errors
from ._arrays import HOST, Array, dense, library_of
from ._library import EFFORTS


def handle_of(stream):
    """The driver's handle of a stream given as an int or an object with __cuda_stream__. 0 and 1 are the default stream."""
    if hasattr(stream, "__cuda_stream__"):
        stream = stream.__cuda_stream__()[1]
    if not isinstance(stream, int):
        raise errors.InputTypeError(f"stream is a {type(stream).__name__}; it is the number of a CUstream, or an object with __cuda_stream__")
    return 0 if stream == 1 else stream


def untraced(function):
    """torch.compile calls the function as it is, outside of its graphs, where it would else trace through addresses and streams."""

    @functools.wraps(function)
    def outside(*arguments, **named):
        compiler = getattr(sys.modules.get("torch"), "compiler", None)  # of PyTorch 2.1 and newer
        if hasattr(compiler, "is_compiling") and compiler.is_compiling():
            return compiler.disable(function)(*arguments, **named)
        return function(*arguments, **named)

    return outside


class Call:
    """One call: `with Call(x, stream, effort) as call`. Arrays that it borrows are given back at its end."""

    def __init__(self, x, stream, effort, name="x"):
        if effort not in EFFORTS:
            raise errors.InputError(f"effort is {effort!r}; it is one of {', '.join(EFFORTS)}")
        self.held, self.arrays, self.effort, self.name = [], [], effort, name
        self.library = library = library_of(x, name)
        self.on_host = library.device(x) == HOST
        self.machine = _planner.machine(_planner.Simulator if self.on_host else _planner.Gpu)
        if stream is not None:
            self._check_stream(name)
        self.stream = 0 if stream is None else handle_of(stream)
        try:
            self.source = source = self.array(x, name)
        except BaseException:
            self.__exit__()
            raise
        if stream is None and source.stream is not None:
            self.stream = source.stream

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        for held in self.held:
            held.release()

    def _check_stream(self, name):
        if self.on_host:
            raise errors.InputError(f"a stream is given, but {name} is in the host's memory")
        if self.library.has_streams:
            raise errors.InputError(f"a stream is given, but what is done with arrays of {self.library.name} goes to its current stream: "
                                    "make it the current one")

    def array(self, x, name, written=False):
        """Describes an array that takes part; the one that is written comes last."""
        library = library_of(x, name)
        if (library.device(x) == HOST) != self.on_host:
            places = ("the host's memory", "a GPU's")
            raise errors.InputTypeError(f"{name} is in {places[self.on_host]}, and the first array in {places[not self.on_host]}")
        array = library.describe(x, name, self)
        if array.stream is not None:
            array.stream = handle_of(array.stream)
        if written and not array.writeable:
            raise errors.InputError(f"{name} is read-only")
        self.arrays.append(array)
        return array

    def target(self, out, shape, dtype):
        """The array for the result: `out`, which must fit, or a new one. `dtype` is a name, or the source's native type."""
        if out is None:
            return self.empty(shape, dtype)
        array = self.array(out, "out", written=True)
        word = dtype if isinstance(dtype, str) else self.source.dtype
        if array.shape != tuple(shape):
            raise errors.InputError(f"out has the shape {array.shape}, and the result {tuple(shape)}")
        if array.dtype != word:
            raise errors.InputTypeError(f"out has elements of type {array.dtype}, and the result of {word}")
        return array

    def empty(self, shape, dtype):
        """A new array of the library, not yet written."""
        if not hasattr(self.library, "empty"):
            raise errors.InputError(f"results are made by PyTorch, CuPy and NumPy, whose arrays a {type(self.source.owner).__name__} is none "
                                    "of: give `out`")
        try:
            return self.library.empty(self.source, tuple(shape), dtype)
        except TypeError as reason:  # NumPy's, of bfloat16
            raise errors.InputTypeError(f"{self.library.name} has no type {dtype}: {reason}") from reason
        except (MemoryError, RuntimeError, ValueError) as reason:  # ValueError: NumPy's, for more bytes than there are addresses
            no_memory = self.on_host or isinstance(reason, MemoryError) or type(reason).__name__ == "OutOfMemoryError"
            kind = errors.OutOfMemoryError if no_memory else errors.DeviceError
            raise kind(f"{self.library.name} makes no array of the shape {tuple(shape)}: {str(reason).splitlines()[0]}") from reason

    def temporary(self, shape, like):
        """An array without gaps and with the element type of `like`, which lives until the call ends."""
        if hasattr(self.library, "empty"):
            return self.empty(shape, like.native)
        memory = self.machine.temporary(math.prod(shape) * like.itemsize, None if self.on_host else self._context(), self.stream)
        self.held.append(memory)
        return Array(memory, self.library, like.device, memory.address, tuple(shape), dense(shape, like.itemsize), like.itemsize, like.dtype,
                     like.native)

    def run(self, problem, operands):
        """Launches. `operands`: (array, offset of the lowest byte that is touched, offset after the last one); offsets count from element
        (0, .., 0). The last array is written."""
        places = [(array.address + low, array.address + high) for array, low, high in operands]
        self._check_apart(places)
        problem = (*problem, self.effort)
        if self.on_host:
            self.machine.run(problem, [(begin, end - begin) for begin, end in places])
            return
        context, others = self._context(), [array.stream for array in self.arrays if array.stream not in (None, self.stream)]
        for other in others:
            self.machine.follow(context, self.stream, other)
        self.machine.run(context, problem, self.stream, [begin for begin, _ in places])
        for other in others:
            self.machine.follow(context, other, self.stream)

    def _context(self):
        device = None
        for array in self.arrays:
            if device is None:
                device = array.device
            elif array.device not in (None, device):
                raise errors.InputError(f"the arrays are on several GPUs, {device} and {array.device}")
        return self.machine.context(device) if self.library.has_streams else self.machine.current(device or 0)

    @staticmethod
    def _check_apart(places):
        begin, end = places[-1]
        for first, last in places[:-1]:
            if first < end and begin < last:
                raise errors.InputError(f"out overlaps what is read: bytes 0x{begin:x} to 0x{end - 1:x} and 0x{first:x} to 0x{last - 1:x}")
