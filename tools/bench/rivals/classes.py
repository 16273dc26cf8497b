"""What kind of problem a record is of: by its shape alone, so that any problem has a class; and the speed that is aimed at."""
from dataclasses import dataclass
from typing import Callable

LINE = 128       # bytes
FAR = 64 << 10   # bytes: rows of the input at multiples of these meet in the same places of the memory
SMALL = 64 << 20


def _pitches(r):
    return r.get("in_pitch", r["cols"]), r.get("out_pitch", r["rows"])


def dense(r):
    """Without gaps between rows on either side."""
    return _pitches(r) == (r["cols"], r["rows"])


def _aligned(r):
    return all(pitch * r["element"] % LINE == 0 for pitch in _pitches(r))


def _short(r):
    return min(r["rows"], r["cols"])


@dataclass
class Class:
    name: str
    title: str
    holds: Callable              # (record) -> bool; the first that holds counts
    target: Callable             # (record) -> of the copy, with gaps of the bound; or None


def _as_if_dense(r):
    """Gaps are no excuse: what is asked of the shape without them, its rows where they are."""
    return next(each for each in CLASSES if each.name not in ("small", "pitched") and each.holds(r)).target(r)


CLASSES = [
    Class("small", "1 MiB .. 64 MiB moved", lambda r: r["moved"] < SMALL, lambda r: None),
    Class("pitched", "with gaps between rows", lambda r: not dense(r), _as_if_dense),
    Class("batch", "batches of matrices with sides up to 64", lambda r: r["batch"] > 1 and max(r["rows"], r["cols"]) <= 64,
          lambda r: 0.92),
    Class("few", "one side 1 .. 7", lambda r: _short(r) <= 7, lambda r: 0.92),
    Class("narrow", "one side 8 .. 256", lambda r: _short(r) <= 256, lambda r: 0.92),
    Class("far", "aligned, input rows at multiples of 64 KiB", lambda r: _aligned(r) and _pitches(r)[0] * r["element"] % FAR == 0,
          lambda r: None),
    Class("aligned", "rows at multiples of 128 bytes", _aligned, lambda r: 0.95 if r["element"] in (1, 16) else 0.97),
    Class("anywhere", "rows that begin anywhere", lambda r: True, lambda r: 0.92 if r["element"] == 1 else 0.95),
]


def class_of(record):
    return next(each for each in CLASSES if each.holds(record))
