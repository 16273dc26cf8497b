"""Prepares each contender for each problem, checks it, then times all of them in turns; gives one record for each."""
import contextlib
import ctypes
import os
import time
from ctypes import c_int64, c_uint64

from .ceilings import Ceilings, run_bounds
from .cuda import CLOCK_KHZ, L2_BYTES, Absent, Driver, Failed, Nvrtc
from .embed import Embedded
from .way import Unfit, Way

HERE = os.path.dirname(os.path.abspath(__file__))
POISON = 0xA5
WARM_UP = 2            # rounds that are not counted
TRIAL = 5              # rounds that choose among a contender's ways
EMPTY = 31             # launches of nothing
LONGEST_PAUSE_US = 8000
TRIES = 8
UNFIT = "unfit: "


def percentile(values, part):
    """Of sorted values: the nearest one."""
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
    had its turn before. Then the stream is kept busy until everything is queued, so that no time of the host's is counted.
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


class Bench:
    """What contenders see: driver, versions, options, source and target (addresses of the current problem's buffers),
    embedded, modules (to be unloaded with the problem), kernel() and arguments(). ceilings: for bounds, or None; no_bounds:
    the problems for which they have none, and why. probed: what ceilings.probe() gave."""

    def __init__(self, options, problems, methods, folder, probed=None):
        self.options, self.versions = options, {}
        self.driver, self.nvrtc = Driver(), Nvrtc()
        self.source = self.target = 0
        self.modules, self.functions = [], {}
        self.module, _ = self.driver.load(self.nvrtc.compile(os.path.join(HERE, "kernels.cu"), self.driver.sm))
        self.found = self.driver.allocate(16)
        self.clock = None if self.driver.simulator else Clock(self.driver, self._busy())
        self.embedded = Embedded(folder, problems, methods, self.nvrtc.best(self.driver.sm))
        self.ceilings, self.no_bounds = None, {}
        if self.clock and isinstance(probed, dict):
            run_us, self.no_bounds = run_bounds(problems, folder)
            self.ceilings = Ceilings(probed, self._launch_us(), run_us)

    def _busy(self):
        module, _ = self.driver.load(self.nvrtc.compile(os.path.join(HERE, "busy.cu"), self.driver.sm))
        return self.driver.function(module, "busy")

    def _launch_us(self):
        empty = self.kernel("nothing")
        way = Way("an empty launch", lambda: self.driver.launch(empty, (1, 1, 1), (32, 1, 1), []))
        return percentile(sorted(self.clock.time(way)[0] for _ in range(EMPTY)), 0.5)

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

    @contextlib.contextmanager
    def buffers(self, problem):
        """Both buffers, the input full of noise; sizes are rounded up so that chunks of 16 bytes fit."""
        size, room = ((count + 15) // 16 * 16 for count in (problem.in_bytes, problem.out_bytes))
        self.source, self.target = self.driver.allocate(size), 0
        try:
            self.target = self.driver.allocate(room)
            self._spread("fill", size // 4, self.source, size // 4)
            self.driver.synchronize()
            yield
        finally:
            self.driver.call("cuCtxSynchronize")
            for address in filter(None, (self.source, self.target)):
                self.driver.free(address)
            for module in self.modules:
                self.driver.call("cuModuleUnload", module)
            self.modules.clear()

    def _count(self, entry, items, *values):
        """(how many, the first) of what a checking kernel finds."""
        found = (c_uint64 * 2)(0, 2**64 - 1)
        self.driver.call("cuMemcpyHtoD_v2", self.found, found, 16)
        self.driver.call("cuCtxSynchronize")  # it may return before the bytes are there, and our stream does not wait
        self._spread(entry, items, *values, self.found)
        self.driver.synchronize()
        self.driver.call("cuMemcpyDtoH_v2", found, self.found, 16)
        return found[0], found[1]

    def wrong(self, problem, kind, way):
        """What is wrong with the result of a way, or None. The output is poisoned before."""
        self.driver.call("cuMemsetD8Async", self.target, POISON, problem.out_bytes, self.driver.stream)
        self.driver.synchronize()
        run(way)
        self.driver.call("cuCtxSynchronize")
        result = way.output() if way.output else self.target
        layout = (problem.rows, problem.cols, problem.batch, problem.in_pitch, problem.out_pitch)
        if kind == "copy":
            layout = (problem.count, 1, 1, 1, problem.count)
        count, first = self._count(f"check{problem.element}", problem.count, self.source, result, *layout)
        if count:
            return f"{count} of {problem.count} elements are wrong, the first is {first}"
        words = problem.in_bytes // 4
        count, first = self._count("changed", words, self.source, words)
        return f"{count} words of the input were changed, the first is {first}" if count else None


class Entry:
    """A contender in a problem: its record, the way that is timed, and its times."""

    def __init__(self, bench, problem, contender, solver):
        self.bench, self.problem, self.contender, self.solver = bench, problem, contender, solver
        self.record = {"problem": problem.name, "contender": contender.name, "status": "ok", "reason": None, "what": None}
        self.way, self.times, self.late = None, [], 0

    def fail(self, status, reason):
        self.record.update(status=status, reason=reason)
        self.way = None

    def prepare(self):
        """Finds, checks and chooses the way; the record says how long that took, with all compiling."""
        begin = time.monotonic()
        self._choose()
        self.record["prepare_s"] = round(time.monotonic() - begin, 3)

    def _choose(self):
        if isinstance(self.solver, str):
            return self.fail("missing", self.solver)
        try:
            right, refused = self._checked(self.solver.ways(self.problem))
            self.way = self._fastest(right) if right else None
        except Unfit as error:
            return self.fail("unfit", str(error))
        except Exception as error:
            return self.fail("failed", sentence(error))
        self.record["refused"] = refused
        if self.way is None:
            reasons = refused.values()
            status = ("wrong" if any(reason.startswith("wrong") for reason in reasons) else
                      "unfit" if all(reason.startswith(UNFIT) for reason in reasons) else "failed")
            return self.fail(status, "; ".join(f"{what}: {reason}" for what, reason in refused.items()))
        self.record.update(what=self.way.what, ways=len(right) + len(refused))

    def _checked(self, ways):
        """The ways whose result is right, and {what: why not} of the others."""
        right, refused = [], {}
        for way in ways:
            try:
                wrong = self.bench.wrong(self.problem, self.contender.kind, way)
            except Unfit as error:
                refused[way.what] = f"{UNFIT}{error}"
                continue
            except Exception as error:
                refused[way.what] = sentence(error)
                continue
            if wrong:
                refused[way.what] = f"wrong: {wrong}"
            else:
                right.append(way)
        return right, refused

    def _fastest(self, ways):
        if len(ways) == 1 or not self.bench.clock:
            return ways[0]
        times = [[] for _ in ways]
        for _ in range(TRIAL):
            for way, list_ in zip(ways, times):
                list_.append(self.bench.clock.time(way)[0])
        return ways[min(range(len(ways)), key=lambda i: sorted(times[i])[TRIAL // 2])]

    def time(self, counted):
        if not self.way:
            return
        try:
            us, late = self.bench.clock.time(self.way)
        except Exception as error:
            return self.fail("failed", sentence(error))
        if counted:
            self.times.append(us)
            self.late += late

    def finish(self):
        """The record, without the fraction of the copy."""
        problem, times = self.problem, sorted(self.times)
        self.record.update(rows=problem.rows, cols=problem.cols, batch=problem.batch, type=problem.type,
                           element=problem.element, in_pitch=problem.in_pitch, out_pitch=problem.out_pitch,
                           moved=2 * problem.bytes,
                           in_cache=problem.in_bytes + problem.out_bytes <= self.bench.driver.attribute(L2_BYTES),
                           clock=self.way.clock() if self.way else None, us=None, GBps=None, of_copy=None,
                           bound_us=None, of_bound=None)
        if times and self.way:
            median = percentile(times, 0.5)
            self.record.update(us={"median": round(median, 3), "p5": round(percentile(times, 0.05), 3),
                                   "q1": round(percentile(times, 0.25), 3), "q3": round(percentile(times, 0.75), 3),
                                   "p95": round(percentile(times, 0.95), 3), "rounds": len(times), "late": self.late},
                               GBps=round(2e-3 * problem.bytes / median, 1))
            bound = self.bench.ceilings and self.bench.ceilings.bound_us(problem)
            if bound:
                self.record.update(bound_us=round(bound, 3), of_bound=round(bound / median, 4))
        return self.record


def open_solvers(bench, contenders):
    """{name: what solves problems, or the reason why there is nothing}."""
    solvers = {}
    for contender in contenders:
        if bench.driver.simulator and contender.kind == "peer":
            solvers[contender.name] = "the simulator runs no machine code"
            continue
        try:
            solvers[contender.name] = contender.open(bench)
        except (Absent, Failed, ImportError) as error:
            solvers[contender.name] = str(error)
        except Exception as error:
            solvers[contender.name] = sentence(error)
    return solvers


def solve(bench, problem, contenders, solvers):
    """The records of one problem, one for each contender."""
    entries = [Entry(bench, problem, contender, solvers[contender.name]) for contender in contenders]
    try:
        with bench.buffers(problem):
            records = rounds(bench, entries)
            for entry in entries:
                entry.way = None  # and with it what it holds of the buffers
    except Failed as error:
        for entry in entries:
            missing = isinstance(entry.solver, str)
            entry.fail("missing" if missing else "failed", entry.solver if missing else str(error))
        records = [entry.finish() for entry in entries]
    copy = next((r["us"]["median"] for r in records if r["contender"] == "copy" and r["us"]), None)
    for record in records:
        if copy and record["us"]:
            record["of_copy"] = round(copy / record["us"]["median"], 4)
    return records


def rounds(bench, entries):
    """Prepares all, then times them in turns."""
    for entry in entries:
        entry.prepare()
    for at in range(-WARM_UP, bench.options.rounds if bench.clock else -WARM_UP):
        for entry in entries:
            entry.time(at >= 0)
    return [entry.finish() for entry in entries]
