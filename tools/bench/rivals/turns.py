"""Prepares contenders for a problem, checks them, and times all of them in turns."""
import time

from .cuda import Absent, Failed
from .machine import percentile, sentence
from .way import Unfit

WARM_UP = 2            # rounds that are not counted
TRIAL = 5              # rounds that choose among a contender's ways
UNFIT = "unfit: "


class Entry:
    """A contender in a problem: its record, the way that is timed, and its times. Benches add finish(), which gives the
    record. bench.wrong(problem, kind, way) says what is wrong with a way's result, or None."""

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

    def quartiles(self):
        """The times as the record has them, or None."""
        times = sorted(self.times)
        if not times or not self.way:
            return None
        parts = {"median": 0.5, "p5": 0.05, "q1": 0.25, "q3": 0.75, "p95": 0.95}
        return {**{name: round(percentile(times, part), 3) for name, part in parts.items()}, "rounds": len(times),
                "late": self.late}


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


def rounds(bench, entries):
    """Prepares all, then times them in turns."""
    for entry in entries:
        entry.prepare()
    for at in range(-WARM_UP, bench.options.rounds if bench.clock else -WARM_UP):
        for entry in entries:
            entry.time(at >= 0)
    return [entry.finish() for entry in entries]


def give_up(entries, error):
    """The records where the problem itself could not be set up."""
    for entry in entries:
        missing = isinstance(entry.solver, str)
        entry.fail("missing" if missing else "failed", entry.solver if missing else str(error))
    return [entry.finish() for entry in entries]


def solve(bench, problem, entries, yardstick):
    """The records of one problem, one for each entry, with `of_YARDSTICK`: the fraction of that contender's time."""
    try:
        with bench.buffers(problem):
            records = rounds(bench, entries)
            for entry in entries:
                entry.way = None  # and with it what it holds of the buffers
    except Failed as error:
        records = give_up(entries, error)
    best = next((r["us"]["median"] for r in records if r["contender"] == yardstick and r["us"]), None)
    for record in records:
        if best and record["us"]:
            record[f"of_{yardstick}"] = round(best / record["us"]["median"], 4)
    return records
