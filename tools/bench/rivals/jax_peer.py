"""JAX: a jitted transpose, timed by events on XLA's own stream.

XLA tells nobody its stream but the handlers of its foreign function interface, so one handler stands before the transpose
and one behind it; they record the events. The buffers are JAX's own, with the same bytes in them. Where a handler cannot
be registered, the host's clock is read around a call that waits.
"""
import contextlib
import ctypes
import os

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
import jax
import jax.numpy as jnp

from .cuda import Absent
from .way import DTYPE, Unfit, Way

jax.config.update("jax_enable_x64", True)


# The beginnings of the structs of xla/ffi/api/c_api.h; sizes stand first in each, so that they may grow.
class Extension(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("type", ctypes.c_int), ("next", ctypes.c_void_p)]


class Version(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p), ("major", ctypes.c_int), ("minor", ctypes.c_int)]


class Metadata(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("version", Version)]


class MetadataExtension(ctypes.Structure):
    _fields_ = [("base", Extension), ("metadata", ctypes.POINTER(Metadata))]


class Api(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p), ("version", Version),
                ("internal", ctypes.c_void_p), ("before_stream_get", ctypes.c_void_p * 4), ("stream_get", ctypes.c_void_p)]


class Frame(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.POINTER(Extension)), ("api", ctypes.POINTER(Api)),
                ("context", ctypes.c_void_p)]


class StreamGet(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p), ("context", ctypes.c_void_p),
                ("stream", ctypes.c_void_p)]


METADATA = 1  # XLA_FFI_Extension_Metadata
HANDLER = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Frame))
STREAM_GET = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(StreamGet))


def stream_of(frame):
    get = StreamGet(ctypes.sizeof(StreamGet), None, frame.context, None)
    return None if STREAM_GET(frame.api.contents.stream_get)(ctypes.byref(get)) else get.stream


def handler(record):
    """A handler that calls record(stream), and answers the question for the interface's version when it is registered."""
    @HANDLER
    def handle(pointer):
        frame = pointer.contents
        if frame.extension and frame.extension.contents.type == METADATA:
            metadata = ctypes.cast(frame.extension, ctypes.POINTER(MetadataExtension)).contents.metadata.contents
            metadata.version.major = frame.api.contents.version.major
            metadata.version.minor = frame.api.contents.version.minor
        else:
            record(stream_of(frame))
        return None
    return handle


class Jax:
    PLATFORM = "CUDA"

    def __init__(self, bench):
        self.bench = bench
        if jax.default_backend() != "gpu":
            raise Absent(f"JAX runs on {jax.default_backend()}")
        bench.versions["jax"] = jax.__version__
        self.streams = self._register()

    def _register(self):
        """Whether the two handlers stand."""
        self.start = self.stop = lambda stream: None
        self.handlers = {"tilewright_bench_start": handler(lambda stream: self.start(stream)),
                         "tilewright_bench_stop": handler(lambda stream: self.stop(stream))}
        with contextlib.suppress(Exception):
            for name, function in self.handlers.items():
                capsule = jax.ffi.pycapsule(ctypes.cast(function, ctypes.c_void_p))
                jax.ffi.register_ffi_target(name, capsule, platform=self.PLATFORM)
            return True
        return False

    def _input(self, problem):
        """An array of JAX's with the bench's bytes."""
        array = jnp.zeros(problem.shape()[0], DTYPE[problem.element]).block_until_ready()
        self.bench.driver.call("cuMemcpyDtoD_v2", array.unsafe_buffer_pointer(), self.bench.source, problem.bytes)
        self.bench.driver.call("cuCtxSynchronize")
        return array

    def ways(self, problem):
        if not problem.dense:
            raise Unfit("JAX's arrays have no pitches")
        return [self._between_handlers(problem) if self.streams else self._waiting(problem)]

    def _between_handlers(self, problem):
        """The input is donated and handed back, so that nothing is copied; stop only looks at the output."""
        token = jax.ShapeDtypeStruct((1,), "uint8")

        def function(x):
            same = jax.ShapeDtypeStruct(x.shape, x.dtype)
            x = jax.ffi.ffi_call("tilewright_bench_start", same, input_output_aliases={0: 0}, has_side_effect=True)(x)
            y = jnp.swapaxes(x, -1, -2)
            return x, y, jax.ffi.ffi_call("tilewright_bench_stop", token, has_side_effect=True)(y)

        compiled = jax.jit(function, donate_argnums=0)
        held = {"in": self._input(problem), "out": None}

        def run(start, stop):
            self.start, self.stop = start, stop
            held["out"] = None
            held["in"], held["out"], _ = compiled(held["in"])
            held["out"].block_until_ready()
            held["in"].block_until_ready()

        return Way("jit(swapaxes)", run, lambda: held["out"].unsafe_buffer_pointer(), own_stream=True)

    def _waiting(self, problem):
        compiled, source, held = jax.jit(lambda x: jnp.swapaxes(x, -1, -2)), self._input(problem), {}

        def run():
            held["out"] = None
            held["out"] = compiled(source).block_until_ready()

        return Way("jit(swapaxes)", run, lambda: held["out"].unsafe_buffer_pointer(), wall_clock=True)
