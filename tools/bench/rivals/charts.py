"""The charts of a record: a row of dots for each problem, and the curve over the bytes moved."""
import math
from dataclasses import dataclass
from typing import Callable

from .picture import WIDTH, Picture, class_of, legend
from .table import bytes_text

RIGHT, ROW, TOP = 30, 19, 20
LABEL = 64  # from one size under the curve to the next, at least
CURVE_HEIGHT, CURVE_LEFT = 340, 70


@dataclass
class Words:
    """What a bench's charts say, and what they need to know of its records."""
    title: str           # of the picture
    left: int            # where the dots begin: behind the problems' names and sizes
    marks: dict          # contender: (shape, colour on light, colour on dark)
    yardstick: str       # "copy": the contender whose time the fractions are of, as the axes call it
    hidden: tuple        # contenders without marks
    of: str              # "of the copy"
    fractions: str       # title of the first chart
    growth: Callable     # (row) -> title of the second
    cached: Callable     # (row) -> it is on the left of the edge of the L2
    in_cache: str        # what that side is called
    group: Callable      # (row) -> rows of one group stand together
    group_title: Callable  # (group) -> str
    curve: Callable      # (rows) -> those of the second chart
    dotted: Callable     # (row) -> it is in the first


def top_of(values):
    """The end of an axis that begins at 0: the next tenth, at least 1.1."""
    return max(1.1, math.ceil(10 * max(values, default=1) + 0.3) / 10)


def tip(words, row, contender):
    record = row.records[contender.name]
    return f"{contender.title}, {row.name}: {row.speed(contender.name):.3f} {words.of}, {record['us']['median']:.1f} µs"


def fractions(rows, contenders):
    return [row.speed(c.name) for row in rows for c in contenders if row.speed(c.name)]


def dots(words, picture, rows, contenders, y):
    """The first chart: a row for each problem, grouped by element size; returns where it ends."""
    picture.text(20, y, words.fractions, "title")
    limit = top_of(fractions(rows, contenders))
    place = lambda value: words.left + (WIDTH - words.left - RIGHT) * value / limit
    groups = list(dict.fromkeys(words.group(row) for row in rows))
    height = ROW * (len(rows) + len(groups))
    top = y + 14
    step = 0.1 if limit <= 1.6 else 0.2
    for i in range(int(limit / step + 1e-6) + 1):
        picture.line(place(i * step), top, place(i * step), top + height, "one" if abs(i * step - 1) < 1e-6 else "grid")
        picture.text(place(i * step), top + height + 16, f"{i * step:.1f}", "small", "middle")
    picture.line(words.left, top + height, WIDTH - RIGHT, top + height, "axis")
    at = top
    for group in groups:
        picture.text(20, at + 14, words.group_title(group), "small")
        at += ROW
        for row in [r for r in rows if words.group(r) == group]:
            dot_row(words, picture, row, contenders, at + ROW / 2, place)
            at += ROW
    picture.text((words.left + WIDTH - RIGHT) / 2, at + 34, f"{words.yardstick}'s median time / contender's median time", "small", "middle")
    return at + 34


def dot_row(words, picture, row, contenders, y, place):
    picture.text(32, y + 4, row.name)
    picture.text(words.left - 12, y + 4, row.size(), "small", "end")
    picture.line(words.left, y, WIDTH - RIGHT, y, "grid")
    for contender in reversed(contenders):  # ours on top of the others
        if contender.name not in words.hidden and row.speed(contender.name):
            picture.mark(contender.name, place(row.speed(contender.name)), y, tip(words, row, contender))


def growth(words, picture, rows, contenders, y):
    """The second chart: fractions over bytes moved; returns where it ends."""
    picture.text(20, y, words.growth(rows[0]), "title")
    top, bottom = y + 16, y + 16 + CURVE_HEIGHT
    limit = top_of(fractions(rows, contenders))
    first, last = math.log2(rows[0].any["moved"]), math.log2(rows[-1].any["moved"])
    span = max(last - first, 1)
    across = lambda moved: CURVE_LEFT + 12 + (WIDTH - CURVE_LEFT - RIGHT - 24) * (math.log2(moved) - first) / span
    up = lambda value: bottom - CURVE_HEIGHT * value / limit
    cached = [row.any["moved"] for row in rows if words.cached(row)]
    if cached:
        outside = [row.any["moved"] for row in rows if not words.cached(row)]
        edge = (across(max(cached)) + across(min(outside))) / 2 if outside else WIDTH - RIGHT
        picture.add(f'<rect class="cache" x="{CURVE_LEFT}" y="{top}" width="{edge - CURVE_LEFT:.1f}" height="{CURVE_HEIGHT}"/>')
        picture.text(CURVE_LEFT + 8, bottom - 8, words.in_cache, "small")
    step = 0.1 if limit <= 1.6 else 0.2
    for i in range(int(limit / step + 1e-6) + 1):
        picture.line(CURVE_LEFT, up(i * step), WIDTH - RIGHT, up(i * step), "one" if abs(i * step - 1) < 1e-6 else "grid")
        picture.text(CURVE_LEFT - 8, up(i * step) + 4, f"{i * step:.1f}", "small", "end")
    label_end = 0
    for power in range(math.ceil(first - 0.1), math.floor(last + 0.1) + 1):
        picture.line(across(2**power), bottom, across(2**power), bottom + 4, "axis")
        if across(2**power) >= label_end:
            picture.text(across(2**power), bottom + 18, bytes_text(2**power), "small", "middle")
            label_end = across(2**power) + LABEL
    picture.line(CURVE_LEFT, bottom, WIDTH - RIGHT, bottom, "axis")
    picture.text(20, (top + bottom) / 2, words.of, "small", "middle",
                 f' transform="rotate(-90 20 {(top + bottom) / 2:.1f})"')
    picture.text((CURVE_LEFT + WIDTH - RIGHT) / 2, bottom + 38, "bytes moved: read and written", "small", "middle")
    for contender in reversed(contenders):
        if contender.name not in words.hidden:
            curve_of(words, picture, rows, contender, across, up)
    return bottom + 38


def curve_of(words, picture, rows, contender, across, up):
    points = [(across(row.any["moved"]), up(row.speed(contender.name)), row) for row in rows if row.speed(contender.name)]
    if len(points) > 1:
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in points)
        picture.add(f'<path d="M{line}" class="l-{class_of(contender.name)}"/>')
    for x, y, row in points:
        picture.mark(contender.name, x, y, tip(words, row, contender))


def svg(words, header, rows, contenders):
    """The picture, or None where nothing was timed. contenders: those that have a record."""
    contenders = [c for c in contenders if fractions(rows, [c])]
    if not contenders:
        return None
    picture = Picture(words.title, words.marks)
    picture.text(20, TOP + 6, f"{header['device']}, driver {header['driver']}, CUDA {header['cuda']}, {header['date']}, "
                              f"tilewright {header['tilewright']}", "small")
    shown = [c for c in contenders if c.name not in words.hidden]
    y = legend(picture, [c for c in contenders if c.name in words.marks], TOP + 32) + 18
    problems, points = [row for row in rows if words.dotted(row)], words.curve(rows)
    if problems:
        y = dots(words, picture, problems, shown, y) + 40
    if len(points) > 1:
        y = growth(words, picture, points, shown, y) + 20
    return picture.svg(y)
