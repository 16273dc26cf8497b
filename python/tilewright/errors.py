"""What is raised: always a tilewright.Error, and what Python calls such a mistake as well."""


class Error(Exception):
    """str() of it is one sentence. `detail` has more lines (a compiler's log), or is None."""

    def __init__(self, message, detail=None):
        super().__init__(message)
        self.detail = detail

    def __str__(self):
        return self.args[0] if self.detail is None else f"{self.args[0]}\n{self.detail}"


class InputError(Error, ValueError):
    """A shape, an axis, a stride, an option is wrong."""


class InputTypeError(Error, TypeError):
    """What is given is no array, or one of a type or of a place that does not fit."""


class OutOfMemoryError(Error, MemoryError):
    """Memory, of the host or of the device, ran out."""


class UnsupportedError(Error, NotImplementedError):
    """It can be said, but not be done."""


class DeviceError(Error, RuntimeError):
    """A library or a GPU is missing, the driver or the compiler refused, or a kernel faulted."""
