"""What a contender gives the bench: ways to solve a problem, or the reason why there is none."""
from dataclasses import dataclass
from typing import Callable, Optional

# NumPy's and the array interface's names of a type of so many bytes; what the bytes mean is nobody's business here.
DTYPE = {1: "uint8", 2: "int16", 4: "float32", 8: "float64", 16: "complex128"}
TYPESTR = {1: "|u1", 2: "<i2", 4: "<f4", 8: "<f8", 16: "<c16"}


class Unfit(Exception):
    """A problem that a contender has nothing for."""


@dataclass
class Way:
    """One way to solve a problem. Where a contender has several, the bench times the fastest.

    run() queues one call on the bench's stream. With own_stream it is run(start, stop), which must be called with the stream
    that the call is queued on, right before and right after it; run then returns when the work is done. With wall_clock
    nothing is known of the stream, and run() returns when the work is done. output() is the address of the result where it
    is not the bench's buffer.
    """
    what: str
    run: Callable
    output: Optional[Callable] = None
    own_stream: bool = False
    wall_clock: bool = False
    pause_us: int = 60  # how long the stream is kept busy before the call: the clock's business

    def clock(self):
        if self.wall_clock:
            return "the host's clock around a call that waits"
        return "events on its own stream" if self.own_stream else "events"


class Memory:
    """Device memory as the array interface describes it, for PyTorch."""

    def __init__(self, address, shape, element, strides=None):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": TYPESTR[element], "data": (address, False),
                                         "strides": strides, "version": 3}
