"""The bound of a problem: with dense rows by what `tilewright device --probe` measured on this device, with gaps by what
`tilewright run` then says of the sectors that it needs."""
import json
import os
import subprocess

from .embed import program
from .problems import config


class Ceilings:
    """Times of copies by the size of their working set. They hold the launch as the program times it; `launch_us` is what an
    empty launch takes by the bench's own clock, which stands for it here. `run_us`: what run_bounds() gave."""

    def __init__(self, measured, launch_us=None, run_us=None):
        self.measured, self.run_us = measured, run_us or {}
        self.points = [(point["bytes"], point["copy_us"] - measured["launch_us"]) for point in measured["points"]]
        self.launch_us = measured["launch_us"] if launch_us is None else launch_us

    def copy_us(self, size):
        """As the program has it (tw_ceiling_us): a straight line between two sizes, as fast as the largest beyond it."""
        before = (0, 0.0)
        for point in self.points:
            if size <= point[0]:
                share = (size - before[0]) / (point[0] - before[0])
                return self.launch_us + before[1] + share * (point[1] - before[1])
            before = point
        return self.launch_us + size / before[0] * before[1]

    def bound_us(self, problem):
        """None: not known. Where both sides are dense and alike, as many whole sectors are read as written, and the bound is
        a copy's."""
        if problem.dense:
            return self.copy_us(2 * (-(-problem.bytes // 32) * 32))
        found = self.run_us.get(problem.name)
        return found and found - self.measured["launch_us"] + self.launch_us


def probe():
    """What the program measured, or the reason why there is nothing."""
    try:
        done = subprocess.run([program(), "device", "--probe", "--json"], capture_output=True, text=True)
    except OSError as error:
        return str(error)
    if done.returncode != 0:
        return done.stderr.strip() or f"tilewright device --probe: exit status {done.returncode}"
    try:
        return json.loads(done.stdout)
    except ValueError as error:
        return f"tilewright device --probe: {error}"


def run_bounds(problems, folder):
    """({name: us}, {name: why there is none}) of the problems with gaps, by the rule that stands in runtime/measure/ceilings.c and with
    the program's launch. Our kernels run for it, compiled for the bench anyway; the folder takes the config."""
    gapped = [problem for problem in problems if not problem.dense]
    if not gapped:
        return {}, {}
    path = os.path.join(folder, "gapped.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config(gapped, {"ours": {}}), file)
    done = subprocess.run([program(), "run", path, "--device", "cuda", "--json"], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        reason = done.stderr.strip() or f"tilewright run: exit status {done.returncode}"
        return {}, {problem.name: reason for problem in gapped}
    records = {record["name"]: record for record in map(json.loads, done.stdout.splitlines())}
    bounds, missing = {}, {}
    for problem in gapped:
        record = records.get(f"ours_{problem.name}", {})
        if record.get("bound_us"):
            bounds[problem.name] = record["bound_us"]
        else:
            missing[problem.name] = record.get("reason") or "tilewright run says none; does the cache keep what was measured?"
    return bounds, missing
