"""libtilewright.so: where it is, what it declares (tilewright/plan.h, tilewright/error.h), and its errors as exceptions."""
import ctypes
import glob
import importlib.util
import os

from . import errors
from ._version import ABI, VERSION

NAME = f"libtilewright.so.{ABI}"
CODES = (None, errors.InputError, errors.DeviceError, errors.OutOfMemoryError, errors.DeviceError, errors.DeviceError,
         errors.DeviceError, errors.UnsupportedError, errors.DeviceError, errors.InputError)  # by enum tw_code


class tw_error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("file", ctypes.c_char * 256), ("line", ctypes.c_uint), ("column", ctypes.c_uint),
                ("message", ctypes.c_char * 1024), ("detail", ctypes.c_char_p)]


class tw_planner_options(ctypes.Structure):
    _fields_ = [("device", ctypes.c_int), ("sm", ctypes.c_uint), ("no_cache", ctypes.c_bool), ("cache_directory", ctypes.c_char_p),
                ("allocate", ctypes.c_void_p), ("release", ctypes.c_void_p), ("allocator_context", ctypes.c_void_p),
                ("no_wisdom", ctypes.c_bool), ("wisdom_directory", ctypes.c_char_p)]


class tw_problem(ctypes.Structure):
    _fields_ = [("family", ctypes.c_char_p), ("fields", ctypes.c_char_p), ("name", ctypes.c_char_p), ("effort", ctypes.c_int),
                ("stream", ctypes.c_void_p), ("seconds", ctypes.c_double), ("values", ctypes.c_void_p), ("value_count", ctypes.c_uint),
                ("no_nearest", ctypes.c_bool), ("like_device", ctypes.c_char_p)]


class tw_scratch(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_size_t), ("align", ctypes.c_size_t), ("zero", ctypes.c_bool)]


CUDA, SIMULATOR = 0, 1  # enum tw_planner_device
EFFORTS = ("estimate", "measure", "exhaustive")  # enum tw_effort
_HANDLE, _PLACE = ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
_ERROR = ctypes.POINTER(tw_error)

# Functions by name: the type of the result, then those of the parameters.
FUNCTIONS = {
    "tw_version": (ctypes.c_char_p,),
    "tw_error_free": (None, _ERROR),
    "tw_planner_open": (ctypes.c_int, ctypes.POINTER(tw_planner_options), _PLACE, _ERROR),
    "tw_planner_driver": (_HANDLE, _HANDLE),
    "tw_planner_trim": (None, _HANDLE),
    "tw_plan_make": (ctypes.c_int, _HANDLE, ctypes.POINTER(tw_problem), _PLACE, _ERROR),
    "tw_plan_destroy": (None, _HANDLE),
    "tw_plan_launch": (ctypes.c_int, _HANDLE, _HANDLE, _HANDLE, _ERROR),
    "tw_plan_launch_scratch": (ctypes.c_int, _HANDLE, _HANDLE, _HANDLE, ctypes.c_uint64, ctypes.c_size_t, _ERROR),
    "tw_plan_scratch": (tw_scratch, _HANDLE),
    "tw_plan_describe": (ctypes.c_char_p, _HANDLE),
}


def _beside(folder):
    """Where a library that belongs to the package may be: beside it (a wheel), or in the prefix that both are installed in."""
    yield os.path.join(folder, NAME)
    for _ in range(4):
        folder = os.path.dirname(folder)
        yield os.path.join(folder, NAME)
        for pattern in ("lib", "lib64", "*-linux-gnu", os.path.join("lib", "*-linux-gnu")):
            yield from sorted(glob.glob(os.path.join(glob.escape(folder), pattern, NAME)))


def _find():
    named = os.environ.get("TILEWRIGHT_LIBRARY")
    if named:
        return named
    return next((path for path in _beside(os.path.dirname(os.path.abspath(__file__))) if os.path.exists(path)), NAME)


def load_nvrtc():
    """Loads the compiler of Python's package nvidia-cuda-nvrtc, if it is installed: then a planner finds it by its name."""
    if os.environ.get("TILEWRIGHT_NVRTC"):
        return
    try:
        package = importlib.util.find_spec("nvidia")
    except (ImportError, ValueError):
        return
    for folder in package.submodule_search_locations or () if package else ():
        for pattern in ("cu13/lib/libnvrtc.so.13", "cuda_nvrtc/lib/libnvrtc.so.12"):
            path = os.path.join(folder, *pattern.split("/"))
            if os.path.exists(path):
                ctypes.CDLL(path)
                return


def _load():
    path = _find()
    try:
        library = ctypes.CDLL(path)
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as reason:
        raise errors.DeviceError(f"{reason}; TILEWRIGHT_LIBRARY may name {NAME}, the library of Tilewright {VERSION}") from None
    found = library.tw_version().decode()
    if found != VERSION:
        raise errors.DeviceError(f"{path} is Tilewright {found}, and the package tilewright is {VERSION}: install both from one source")
    return library


library = _load()


def exception(error):
    """The exception that a filled tw_error says; it is freed."""
    kind, message = CODES[error.code], error.message.decode(errors="replace")
    detail = error.detail.decode(errors="replace") if error.detail else None
    library.tw_error_free(ctypes.byref(error))
    return kind(message, detail)


def call(function, *arguments):
    """Calls a function whose last parameter is the error."""
    error = tw_error()
    if function(*arguments, ctypes.byref(error)):
        raise exception(error)
