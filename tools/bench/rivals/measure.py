"""Transposes: prepares each contender for each problem, checks it, then times all of them in turns; gives one record for each."""
import contextlib
import os

from . import turns
from .ceilings import Ceilings, run_bounds
from .cuda import L2_BYTES
from .embed import Embedded
from .machine import EMPTY, HERE, Machine, percentile, run
from .problems import config
from .way import Way

POISON = 0xA5


class Bench(Machine):
    """What contenders see beside a machine: source and target (addresses of the current problem's buffers), embedded.
    ceilings: for bounds, or None; no_bounds: the problems for which they have none, and why. probed: what ceilings.probe()
    gave."""

    def __init__(self, options, problems, methods, folder, probed=None):
        super().__init__(options, os.path.join(HERE, "kernels.cu"))
        self.source = self.target = 0
        self.embedded = Embedded(folder, config(problems, methods), self.nvrtc.best(self.driver.sm), "transposes")
        self.ceilings, self.no_bounds = None, {}
        if self.clock and isinstance(probed, dict):
            run_us, self.no_bounds = run_bounds(problems, folder)
            self.ceilings = Ceilings(probed, self._launch_us(), run_us)

    def _launch_us(self):
        empty = self.kernel("nothing")
        way = Way("an empty launch", lambda: self.driver.launch(empty, (1, 1, 1), (32, 1, 1), []))
        return percentile(sorted(self.clock.time(way)[0] for _ in range(EMPTY)), 0.5)

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
            self.release((self.source, self.target))

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


class Entry(turns.Entry):
    def finish(self):
        """The record, without the fraction of the copy."""
        problem, us = self.problem, self.quartiles()
        self.record.update(rows=problem.rows, cols=problem.cols, batch=problem.batch, type=problem.type,
                           element=problem.element, in_pitch=problem.in_pitch, out_pitch=problem.out_pitch,
                           moved=2 * problem.bytes,
                           in_cache=problem.in_bytes + problem.out_bytes <= self.bench.driver.attribute(L2_BYTES),
                           clock=self.way.clock() if self.way else None, us=None, GBps=None, of_copy=None,
                           bound_us=None, of_bound=None)
        if us:
            self.record.update(us=us, GBps=round(2e-3 * problem.bytes / us["median"], 1))
            bound = self.bench.ceilings and self.bench.ceilings.bound_us(problem)
            if bound:
                self.record.update(bound_us=round(bound, 3), of_bound=round(bound / us["median"], 4))
        return self.record


def solve(bench, problem, contenders, solvers):
    """The records of one problem, one for each contender."""
    entries = [Entry(bench, problem, contender, solvers[contender.name]) for contender in contenders]
    return turns.solve(bench, problem, entries, "copy")
