"""Reductions: prepares each contender for each problem, checks it, then times all of them in turns; gives one record for each."""
import contextlib
import os
import struct

from rivals import turns
from rivals.cuda import L2_BYTES
from rivals.embed import Embedded
from rivals.machine import Machine, run
from rivals.way import Way

from .contenders import METHODS
from .problems import NOISES, config

HERE = os.path.dirname(os.path.abspath(__file__))
POISON = 0xFF              # NaN in every float type
MULTIPROCESSORS = 16     # CUdevice_attribute
BLOCK = 256
SLOW, SLOW_ROUNDS = 20, 3  # one that takes so many times the plain kernel's time is called once a round, in so few
BLOCKS_DOWN = 65535      # of a grid, in y


class Bench(Machine):
    """What contenders see beside a machine: inputs (addresses of the copies of the current problem's), target, multiprocessors,
    embedded, folder (of files that go with the run), problems (all), problem (the current), way() and scratch()."""

    def __init__(self, options, problems, folder):
        super().__init__(options, os.path.join(HERE, "kernels.cu"))
        self.folder, self.plain_us = folder, None
        self.problems, self.inputs, self.target, self.wanted, self.pieces = problems, [], 0, 0, []
        self.calls, self.next = 1, 0
        self.multiprocessors = self.driver.attribute(MULTIPROCESSORS)
        names = {contender.name for contender in options.contenders}
        methods = {name: fields for name, fields in METHODS.items() if name in names}
        self.embedded = Embedded(folder, config(problems, methods), self.nvrtc.best(self.driver.sm), "reductions")

    def way(self, what, make, output=None):
        """make(a, extra) -> a call on that input; extra: the second array, or the offsets."""
        return self.way_of(what, [make(a, a + self.problem.extra_at) for a in self.inputs], output)

    def way_of(self, what, calls, output=None):
        def turn():
            for _ in range(self.calls):
                calls[self.next % len(calls)]()
                self.next += 1
        return Way(what, turn, output)

    def scratch(self, size):
        """Zeros in device memory, as long as the problem."""
        address = self.driver.allocate(max(size, 16))
        self.pieces.append(address)
        self.driver.call("cuMemsetD8Async", address, 0, max(size, 16), self.driver.stream)
        return address

    @contextlib.contextmanager
    def buffers(self, problem):
        """The inputs, all alike, the output, and what the results should be."""
        self.problem, self.inputs, self.pieces = problem, [], []
        try:
            room = (problem.in_bytes + 255) // 256 * 256
            for _ in range(problem.copies(self.driver.attribute(L2_BYTES))):
                self.inputs.append(self.scratch(room))
            self.target = self.scratch((problem.out_bytes + 15) // 16 * 16)
            self.wanted = self.scratch(8 * problem.results)
            self._fill(problem)
            self._reference(problem)
            self.driver.synchronize()
            yield
        finally:
            self.release(self.pieces)

    def _fill(self, problem):
        first, kind = self.inputs[0], NOISES.index(problem.noise)
        count = problem.in_bytes // problem.element if problem.op == "dot" else problem.count  # two arrays are as one
        self._spread(f"fill_{problem.type}", count, first, count, kind)
        if problem.along == "segments":
            self._spread("fill_offsets", problem.rows + 1, first + problem.extra_at, problem.rows, problem.cols, problem.skew)
        for copy in self.inputs[1:]:
            self.driver.call("cuMemcpyDtoDAsync_v2", copy, first, problem.in_bytes, self.driver.stream)

    def _places(self, problem):
        """The grid, and the arguments that say where elements are."""
        step = (1, problem.cols) if problem.along == "columns" else (problem.cols, 1)
        apart = problem.along == "columns" and problem.cols >= 64
        across = BLOCK if apart or problem.count // problem.results <= 64 else 1
        chunk = max(1 << 14, -(-problem.length // BLOCKS_DOWN))
        grid = (-(-problem.results // across), -(-problem.length // chunk), 1)
        offsets = self.inputs[0] + problem.extra_at if problem.along == "segments" else 0
        return grid, (problem.results, problem.length, *step, across, chunk, offsets)

    def _reference(self, problem):
        grid, places = self._places(problem)
        a, largest = self.inputs[0], problem.op.endswith("max")
        if problem.is_extreme:
            self.driver.call("cuMemsetD8Async", self.wanted, 0xFF, 8 * problem.results, self.driver.stream)
            entry, values = f"extreme_{problem.type}", (a, largest, self.wanted)
        else:
            b = a + problem.extra_at if problem.op == "dot" else 0
            entry, values = f"sum_{problem.type}", (a, b, problem.op == "norm2", self.wanted)
        self.driver.launch(self.kernel(entry), grid, (BLOCK, 1, 1), self.arguments(*values, *places))

    def wrong(self, problem, kind, way):
        """What is wrong with the result of a way, or None. The output is poisoned before."""
        self.calls = 1
        self.driver.call("cuMemsetD8Async", self.target, POISON, problem.out_bytes, self.driver.stream)
        self.driver.synchronize()
        run(way)
        self.driver.call("cuCtxSynchronize")
        if kind == "plain":
            return None
        count, first = self._wrong_results(problem, kind, way.output() if way.output else self.target)
        return f"{count} of {problem.results} results are wrong, the first is {first}" if count else None

    def _wrong_results(self, problem, kind, got):
        count, largest = problem.results, problem.op.endswith("max")
        if problem.op in ("argmin", "argmax"):
            step = self._places(problem)[1][2:4]
            return self._count(f"index_{problem.type}", count, self.inputs[0], got, self.wanted, count, problem.length, *step,
                               largest, kind != "peer")
        if problem.is_extreme:
            return self._count(f"value_{problem.type}", count, got, self.wanted, count, largest)
        slack = (struct.unpack("<Q", struct.pack("<d", each))[0] for each in problem.slack())
        return self._count(f"compare_{problem.result}", count, got, self.wanted, count, problem.op == "norm2", *slack)


class Entry(turns.Entry):
    """calls: of each sample."""

    def prepare(self):
        super().prepare()
        self.calls, self.rounds = self.problem.calls, self.bench.options.rounds
        if not self.way or not self.bench.clock:
            return
        self.bench.calls = 1
        us = self.bench.clock.time(self.way)[0]
        if self.contender.name == "plain":
            self.bench.plain_us = us
        elif self.bench.plain_us and us > SLOW * self.bench.plain_us + 100:
            self.calls, self.rounds = 1, min(self.rounds, SLOW_ROUNDS)

    def _fastest(self, ways):
        self.bench.calls = self.problem.calls
        return super()._fastest(ways)

    def time(self, counted):
        if not counted and self.rounds < self.bench.options.rounds or len(self.times) >= self.rounds:
            return
        self.bench.calls, before = self.calls, len(self.times)
        super().time(counted)
        if len(self.times) > before:
            self.times[-1] /= self.calls

    def finish(self):
        """The record, without the fraction of the plain kernel."""
        problem, us = self.problem, self.quartiles()
        self.record.update(op=problem.op, along=problem.along, rows=problem.rows, cols=problem.cols, type=problem.type,
                           result=problem.result, noise=problem.noise, element=problem.element, skew=problem.skew,
                           moved=problem.moved, l2=problem.l2, aim=problem.aims.get(self.contender.name),
                           calls=self.calls if us else None, clock=self.way.clock() if self.way else None, us=us, GBps=None,
                           of_plain=None)
        if us and self.contender.name != "empty":
            self.record["GBps"] = round(1e-3 * problem.moved / us["median"], 1)
        return self.record


def solve(bench, problem, contenders, solvers):
    """The records of one problem, one for each contender that it wants."""
    bench.plain_us = None
    entries = [Entry(bench, problem, contender, solvers[contender.name]) for contender in contenders
               if contender.is_asked(problem)]
    return turns.solve(bench, problem, entries, "plain")
