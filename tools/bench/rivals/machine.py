"""A GPU with one stream, a clock for it, and kernels of the bench's own."""
import ctypes
import os
import time
from ctypes import c_int64, c_uint64

from .cuda import CLOCK_KHZ, Driver, Nvrtc

HERE = os.path.dirname(os.path.abspath(__file__))
EMPTY = 31             # launches of nothing
LONGEST_PAUSE_US = 8000
TRIES = 8


def percentile(values, part):
    """The nearest one of the sorted values."""
    return values[round(part * (len(values) - 1))]


def sentence(error):
    """An exception as one line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def run(way):
    """One call that is not timed."""
    if way.own_stream:
        way.run(lambda stream: None, lambda stream: None)
    else:
        way.run()


class Clock:
    """Times a way between two events.

    A call of the same way that is not timed goes before, so that each finds the caches as it leaves them itself, whoever
    had its turn before. Lines that somebody told the L2 to keep would outlive a hundred such calls, and give the others of
    the same input what they need not fetch: those are given up first. Then the stream is kept busy until everything is
    queued, so that no time of the host's is counted.
    When the first event has happened before the last is queued, that was too short: it is doubled, and the call made again.
    """

    def __init__(self, driver, busy):
        self.driver, self.busy = driver, busy
        self.events = driver.event(), driver.event()
        self.cycles_per_us = driver.attribute(CLOCK_KHZ) // 1000

    def _start(self, stream, us):
        self.driver.launch(self.busy, (1, 1, 1), (1, 1, 1), [c_int64(us * self.cycles_per_us)], stream=stream)
        self.driver.call("cuEventRecord", self.events[0], stream)

    def _stop(self, stream):
        self.driver.call("cuEventRecord", self.events[1], stream)
        self.late = self.driver.happened(self.events[0])

    def _once(self, way):
        self.driver.forget()
        run(way)
        if way.own_stream:
            way.run(lambda stream: self._start(stream, way.pause_us), self._stop)
        else:
            self._start(self.driver.stream, way.pause_us)
            way.run()
            self._stop(self.driver.stream)
        self.driver.call("cuEventSynchronize", self.events[1])
        ms = ctypes.c_float()
        self.driver.call("cuEventElapsedTime", ctypes.byref(ms), *self.events)
        return 1000.0 * ms.value

    def time(self, way):
        """Microseconds, and whether they hold time of the host's after all."""
        if way.wall_clock:
            run(way)
            begin = time.perf_counter()
            way.run()
            return 1e6 * (time.perf_counter() - begin), True
        for _ in range(TRIES):
            us = self._once(way)
            if not self.late:
                break
            way.pause_us = min(2 * way.pause_us, LONGEST_PAUSE_US)
        return us, self.late


class Machine:
    """driver, versions, options, modules (to be unloaded with the problem), kernel() and arguments(). clock: None on the
    simulator. source: the file of the bench's own kernels."""

    def __init__(self, options, source):
        self.options, self.versions = options, {}
        self.driver, self.nvrtc = Driver(), Nvrtc()
        self.modules, self.functions = [], {}
        self.module, _ = self.driver.load(self.nvrtc.compile(source, self.driver.sm))
        self.found = self.driver.allocate(16)
        self.clock = None if self.driver.simulator else Clock(self.driver, self._busy())

    def _busy(self):
        module, _ = self.driver.load(self.nvrtc.compile(os.path.join(HERE, "busy.cu"), self.driver.sm))
        return self.driver.function(module, "busy")

    def kernel(self, entry):
        if entry not in self.functions:
            self.functions[entry] = self.driver.function(self.module, entry)
        return self.functions[entry]

    def arguments(self, *values):
        return [c_uint64(value) for value in values]

    def _spread(self, entry, items, *values):
        """A launch of one of the kernels that walk over items."""
        blocks = max(1, min(-(-items // 256), 8192))
        self.driver.launch(self.kernel(entry), (blocks, 1, 1), (256, 1, 1), self.arguments(*values))

    def _count(self, entry, items, *values):
        """(how many, the first) of what a checking kernel finds."""
        found = (c_uint64 * 2)(0, 2**64 - 1)
        self.driver.call("cuMemcpyHtoD_v2", self.found, found, 16)
        self.driver.call("cuCtxSynchronize")  # it may return before the bytes are there, and our stream does not wait
        self._spread(entry, items, *values, self.found)
        self.driver.synchronize()
        self.driver.call("cuMemcpyDtoH_v2", found, self.found, 16)
        return found[0], found[1]

    def release(self, addresses):
        """Frees what was allocated for a problem, and its modules."""
        self.driver.call("cuCtxSynchronize")
        for address in filter(None, addresses):
            self.driver.free(address)
        for module in self.modules:
            self.driver.call("cuModuleUnload", module)
        self.modules.clear()
