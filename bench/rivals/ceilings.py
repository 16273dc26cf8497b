"""The bound of a problem: what `tilewright device --probe` measured on this device, as far as dense transposes need it."""
import json
import subprocess

from .embed import program


class Ceilings:
    """Times of copies by the size of their working set. They hold the launch as the program times it; `launch_us` is what an
    empty launch takes by the bench's own clock, which stands for it here."""

    def __init__(self, measured, launch_us=None):
        self.measured = measured
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
        """Both sides are dense and alike: as many whole sectors are read as written, and the bound is a copy's."""
        return self.copy_us(2 * (-(-problem.bytes // 32) * 32))


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
