"""Stencils: prepares each contender for each problem, checks it, then times all of them in turns; gives one record for each."""
import contextlib
import os
import struct

from rivals import turns
from rivals.embed import Embedded
from rivals.machine import Machine, run

from .contenders import METHODS, TRIED, packed
from .problems import config

HERE = os.path.dirname(os.path.abspath(__file__))
POISON = 0xFF         # NaN in every float type
MULTIPROCESSORS = 16  # CUdevice_attribute
SLOW, SLOW_ROUNDS = 20, 2  # one that takes so many times the copy's time is timed in so few rounds


class Bench(Machine):
    """What contenders see beside a machine: source and target (addresses of the current problem's buffers), coefficients and
    weights (ours, and those of a box, on the device), multiprocessors, embedded."""

    def __init__(self, options, problems, folder):
        super().__init__(options, os.path.join(HERE, "kernels.cu"))
        self.source = self.target = self.coefficients = self.weights = 0
        self.multiprocessors, self.copy_us = self.driver.attribute(MULTIPROCESSORS), None
        names = {contender.name for contender in options.contenders}
        methods = {name: fields for name, fields in METHODS.items() if name in names}
        methods.update(TRIED if "searched" in names else {})
        self.embedded = Embedded(folder, config(problems, methods), self.nvrtc.best(self.driver.sm), "stencils")

    def _put(self, data):
        address = self.driver.allocate(len(data))
        self.driver.call("cuMemcpyHtoD_v2", address, data, len(data))
        return address

    @contextlib.contextmanager
    def buffers(self, problem):
        """Both buffers, the input full of noise, and the coefficients."""
        self.source = self.target = self.coefficients = self.weights = 0
        try:
            self.source, self.target = (self.driver.allocate(problem.buffer_bytes) for _ in range(2))
            self.coefficients = self._put(packed(problem, problem.coefficients()))
            self.weights = self._put(packed(problem, problem.weights()))
            self._spread(f"fill_{problem.type}", problem.rows * problem.pitch, self.source, problem.rows * problem.pitch)
            self.driver.synchronize()
            yield
        finally:
            self.release([self.source, self.target, self.coefficients, self.weights])

    def wrong(self, problem, kind, way):
        """What is wrong with the result of a way, or None. The output is poisoned before."""
        self.driver.call("cuMemsetD8Async", self.target, POISON, problem.buffer_bytes, self.driver.stream)
        self.driver.synchronize()
        run(way)
        self.driver.call("cuCtxSynchronize")
        if kind == "limit":
            return None
        slack, = struct.unpack("<Q", struct.pack("<d", problem.slack()))
        count, first = self._count(f"check_{problem.type}", problem.elements, self.source, way.output() if way.output else self.target,
                                   self.weights, problem.rows, problem.cols, problem.pitch, problem.pitch, problem.down,
                                   problem.radius, slack)
        return f"{count} of {problem.elements} results are wrong, the first is {first}" if count else None


class Entry(turns.Entry):
    def prepare(self):
        super().prepare()
        self.rounds = self.bench.options.rounds
        if not self.way or not self.bench.clock:
            return
        us = self.bench.clock.time(self.way)[0]
        if self.contender.name == "copy":
            self.bench.copy_us = us
        elif self.bench.copy_us and us > SLOW * self.bench.copy_us:
            self.rounds = min(self.rounds, SLOW_ROUNDS)

    def time(self, counted):
        if (counted or self.rounds == self.bench.options.rounds) and len(self.times) < self.rounds:
            super().time(counted)

    def finish(self):
        """The record, without the fractions of the copy and of arithmetic."""
        problem, us = self.problem, self.quartiles()
        self.record.update(shape=problem.shape, radius=problem.radius, rows=problem.rows, cols=problem.cols, pitch=problem.pitch,
                           type=problem.type, symmetry=problem.symmetry, taps=problem.taps, moved=problem.moved,
                           aim=problem.aim if self.contender.kind == "ours" else None, aim_of=problem.of,
                           clock=self.way.clock() if self.way else None, us=us, GBps=None, of_copy=None, of_arithmetic=None)
        if us and self.contender.kind != "limit":
            self.record["GBps"] = round(1e-3 * problem.moved / us["median"], 1)
        return self.record


def solve(bench, problem, contenders, solvers):
    """The records of one problem, one for each contender."""
    bench.copy_us = None
    entries = [Entry(bench, problem, contender, solvers[contender.name]) for contender in contenders]
    records = turns.solve(bench, problem, entries, "copy")
    bound = next((r["us"]["median"] for r in records if r["contender"] == "arithmetic" and r["us"]), None)
    for record in records:
        if bound and record["us"]:
            record["of_arithmetic"] = round(bound / record["us"]["median"], 4)
    return records
