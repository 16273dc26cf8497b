"""Planners, contexts and plans: one planner for the GPUs and one that simulates, in each process, opened when they are first needed.

Nothing is closed when the interpreter ends, since what the driver needs for it may be gone by then; the process's end frees all. A child of a
fork has planners of its own.
"""
import atexit
import contextlib
import ctypes
import os
import threading

from . import _driver, errors
from ._library import CUDA, EFFORTS, SIMULATOR, call, exception, library, load_nvrtc, tw_error, tw_planner_options, tw_problem

RELAXED = 2  # CU_STREAM_CAPTURE_MODE_RELAXED
PER_THREAD = 2  # the default stream of a thread, as a handle
EVENT_DISABLE_TIMING = 2
POINTER_DEVICE = 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
INVALID_CONTEXT = 201


class Gate:
    """Threads make plans inside it. It is shut when the interpreter ends, because a compiler does not survive the end of its process: the
    threads inside are waited for, and from then on only the thread that ends the interpreter enters."""

    def __init__(self):
        self.changed, self.inside, self.shut_by = threading.Condition(), 0, None

    def __enter__(self):
        with self.changed:
            self.changed.wait_for(lambda: self.shut_by in (None, threading.get_ident()))
            self.inside += 1

    def __exit__(self, *exception):
        with self.changed:
            self.inside -= 1
            self.changed.notify_all()

    def shut(self):
        with self.changed:
            self.shut_by = threading.get_ident()
            self.changed.wait_for(lambda: self.inside == 0)


class Plan:
    """A plan of the library's, in one context."""

    __slots__ = ("handle", "context", "scratch_bytes", "scratch_zero", "scratch")

    def __init__(self, handle, context):
        scratch = library.tw_plan_scratch(handle)
        self.handle, self.context = handle, context
        self.scratch_bytes, self.scratch_zero = scratch.bytes, scratch.zero
        self.scratch = {}  # by stream: the address of scratch that its launches share


class Arguments:
    """Addresses as the library takes them."""

    __slots__ = ("values", "places")

    def __init__(self, addresses):
        count = len(addresses)
        self.values = (ctypes.c_uint64 * count)(*addresses)
        first = ctypes.addressof(self.values)
        self.places = (ctypes.c_void_p * count)(*range(first, first + 8 * count, 8))


class Machine:
    """A planner and its plans."""

    def __init__(self, device):
        self.planner, self.lock = ctypes.c_void_p(), threading.RLock()
        self.plans, self.contexts = {}, {}
        load_nvrtc()
        options = tw_planner_options(device=device)
        call(library.tw_planner_open, ctypes.byref(options), ctypes.byref(self.planner))
        self.driver = _driver.Driver(_driver.cuda_library() if device == CUDA else None, library.tw_planner_driver(self.planner))

    def context(self, ordinal):
        """The primary context of a device, which frameworks use; ours until the process ends."""
        found = self.contexts.get(ordinal)
        if found is None:
            with self.lock:
                device = self.driver.get("cuDeviceGet", ctypes.c_int, ordinal)
                found = self.contexts[ordinal] = self.driver.get("cuDevicePrimaryCtxRetain", ctypes.c_void_p, device)
        return found

    def current(self, ordinal):
        """The calling thread's context if it is one of this device, else the device's primary one."""
        context = self.driver.get("cuCtxGetCurrent", ctypes.c_void_p)
        if context and self.driver.get("cuCtxGetDevice", ctypes.c_int) == self.driver.get("cuDeviceGet", ctypes.c_int, ordinal):
            return context
        return self.context(ordinal)

    @contextlib.contextmanager
    def inside(self, context):
        self.driver.call("cuCtxPushCurrent_v2", context)
        try:
            yield
        finally:
            self.driver.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))

    def plan(self, context, problem, stream):
        """The plan of a problem, (family, fields, effort), in a context."""
        key = (context, problem)
        found = self.plans.get(key)
        return found or self._make(key, stream)

    def _make(self, key, stream):
        context, (family, fields, effort) = key
        problem = tw_problem(family=family.encode(), fields=fields.encode(), effort=EFFORTS.index(effort), stream=stream)
        handle = ctypes.c_void_p()
        with _gate, self.inside(context), self.uncaptured():
            call(library.tw_plan_make, self.planner, ctypes.byref(problem), ctypes.byref(handle))
        with self.lock:
            found = self.plans.get(key)
            if found:  # another thread was first, and the handle is the same
                library.tw_plan_destroy(handle)
            else:
                found = self.plans[key] = Plan(handle.value, context)
        return found

    def clear(self):
        with self.lock:
            plans, self.plans = self.plans, {}
            for plan in plans.values():
                with self.inside(plan.context):
                    for address in plan.scratch.values():
                        self.driver.cuMemFree_v2(address)
                library.tw_plan_destroy(plan.handle)
            library.tw_planner_trim(self.planner)

    def launch(self, plan, stream, addresses, scratch=0):
        arguments, error = Arguments(addresses), tw_error()
        if library.tw_plan_launch_scratch(plan.handle, stream, arguments.places, scratch, plan.scratch_bytes, ctypes.byref(error)):
            raise exception(error)


class HostMemory:
    """Memory of the process, which Python frees with this object."""

    def __init__(self, count):
        self.memory = ctypes.create_string_buffer(max(count, 1) + 15)
        self.address = ctypes.addressof(self.memory) + 15 & ~15

    def release(self):
        pass


class StreamMemory:
    """Memory of a device, allocated and freed in the order of a stream; in a stream that is captured it belongs to the graph."""

    def __init__(self, gpu, count, context, stream):
        self.gpu, self.context, self.stream = gpu, context, stream
        with gpu.inside(context):
            self.address = gpu.driver.get("cuMemAllocAsync", ctypes.c_uint64, max(count, 1), stream)

    def release(self):
        with self.gpu.inside(self.context):
            self.gpu.driver.cuMemFreeAsync(self.address, self.stream)


class Simulator(Machine):
    """Computes on memory of the host, which is copied to the simulator and back."""

    def __init__(self):
        super().__init__(SIMULATOR)

    def temporary(self, count, context, stream):
        return HostMemory(count)

    @contextlib.contextmanager
    def uncaptured(self):
        yield

    def run(self, problem, buffers):
        """`buffers`: (address, bytes) of each argument. All are copied in, and the last one, which the kernel writes, is copied back; so the
        bytes between its elements stay as they are."""
        context, driver, held = self.context(0), self.driver, []

        def allocate(count):
            held.append(driver.get("cuMemAlloc_v2", ctypes.c_uint64, max(count, 1)))
            return held[-1]

        with self.inside(context):
            plan = self.plan(context, problem, None)
            try:
                addresses = [allocate(count) for _, count in buffers]
                for address, (host, count) in zip(addresses, buffers):
                    if count:
                        driver.call("cuMemcpyHtoD_v2", address, host, count)
                scratch = allocate(plan.scratch_bytes) if plan.scratch_bytes else 0
                if plan.scratch_zero:
                    driver.call("cuMemsetD8_v2", scratch, 0, plan.scratch_bytes)
                self.launch(plan, None, addresses, scratch)
                driver.call("cuCtxSynchronize")
                host, count = buffers[-1]
                if count:
                    driver.call("cuMemcpyDtoH_v2", host, addresses[-1], count)
            finally:
                for address in held:
                    driver.cuMemFree_v2(address)


class Gpu(Machine):
    """Launches on streams of the GPUs, without waiting."""

    def __init__(self):
        super().__init__(CUDA)

    def temporary(self, count, context, stream):
        return StreamMemory(self, count, context, stream)

    @contextlib.contextmanager
    def uncaptured(self):
        """Lets this thread allocate and load while a stream is captured, here or by another thread."""
        mode = ctypes.c_int(RELAXED)
        self.driver.call("cuThreadExchangeStreamCaptureMode", ctypes.byref(mode))
        try:
            yield
        finally:
            self.driver.cuThreadExchangeStreamCaptureMode(ctypes.byref(mode))

    def run(self, context, problem, stream, addresses):
        plan = self.plan(context, problem, stream)
        if not plan.scratch_bytes:
            self.launch(plan, stream, addresses)
            return
        with self.inside(context):
            if self.is_captured(stream):
                self.capture(plan, stream, addresses)
            else:
                self.launch(plan, stream, addresses, self.scratch(plan, stream))

    def is_captured(self, stream):
        """Whether a stream of the current context is being captured. The driver answers with an error for the default stream while another
        stream is captured; the default stream itself never is."""
        status = ctypes.c_int()
        return self.driver.cuStreamIsCapturing(stream, ctypes.byref(status)) == 0 and status.value != 0

    def zero(self, plan, address, stream):
        if plan.scratch_zero:
            self.driver.call("cuMemsetD8Async", address, 0, plan.scratch_bytes, stream)

    def scratch(self, plan, stream):
        """Scratch for the launches of a plan on a stream, which follow each other there."""
        key = (stream, threading.get_ident() if stream == PER_THREAD else 0)
        found = plan.scratch.get(key)
        if found is None:
            with self.lock, self.uncaptured():
                found = plan.scratch.get(key)
                if found is None:
                    found = self.driver.get("cuMemAlloc_v2", ctypes.c_uint64, plan.scratch_bytes)
                    self.zero(plan, found, stream)
                    plan.scratch[key] = found
        return found

    def capture(self, plan, stream, addresses):
        """Launches with scratch that belongs to the graph, since a graph may be launched on any stream."""
        scratch = self.temporary(plan.scratch_bytes, plan.context, stream)
        try:
            self.zero(plan, scratch.address, stream)
            self.launch(plan, stream, addresses, scratch.address)
        finally:
            scratch.release()

    def follow(self, context, stream, other):
        """Makes later launches on a stream wait for earlier ones on the other."""
        driver = self.driver
        with self.inside(context):
            event = driver.get("cuEventCreate", ctypes.c_void_p, EVENT_DISABLE_TIMING)
            try:
                driver.call("cuEventRecord", event, other)
                driver.call("cuStreamWaitEvent", stream, event, 0)
            finally:
                driver.cuEventDestroy_v2(event)

    def ordinal(self, address, name):
        """The device whose memory an address is of."""
        device = ctypes.c_int()
        result = self.driver.cuPointerGetAttribute(ctypes.byref(device), POINTER_DEVICE, address)
        if result == INVALID_CONTEXT:  # this thread has none
            with self.inside(next(iter(self.contexts.values()), None) or self.context(0)):
                result = self.driver.cuPointerGetAttribute(ctypes.byref(device), POINTER_DEVICE, address)
        if result:
            raise errors.InputError(f"{name} is at 0x{address:x}, which is no memory of a GPU's")
        return device.value


# ---- one of each in a process ----

_lock = threading.Lock()
_gate = Gate()
_machines = {}
_forked = False  # from a process that had used the GPU


def machine(kind):
    """The planner of a kind, Gpu or Simulator, of this process."""
    found = _machines.get(kind)
    if found is None:
        with _lock:
            found = _machines.get(kind)
            if found is None:
                found = _machines[kind] = _open(kind)
    return found


def _open(kind):
    try:
        return kind()
    except errors.DeviceError as reason:
        if not (_forked and kind is Gpu):
            raise
        raise errors.DeviceError(f"{reason.args[0]}; this process was forked from one that had used the GPU, which CUDA does not allow: "
                                 "start it by another method (\"spawn\")") from None


def _forget():
    global _lock, _gate, _machines, _forked
    _forked = _forked or Gpu in _machines
    _lock, _gate, _machines = threading.Lock(), Gate(), {}


os.register_at_fork(after_in_child=_forget)
atexit.register(lambda: _gate.shut())


def clear():
    """Unloads all plans and frees their scratch. Their launches must be over: synchronize first. What is needed again is made again."""
    with _lock:
        for found in _machines.values():
            found.clear()
