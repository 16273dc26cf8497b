"""The record as an SVG: a row of dots for each problem, and the curve over the bytes moved."""
import math

from .picture import WIDTH, Picture, class_of, legend
from .records import curve, present
from .table import bytes_text

# name: (shape, colour on light, colour on dark)
MARKS = {
    "ours":          ("diamond",  "#c2185b", "#ff5c93"),
    "copy":          ("line",     "#333333", "#dddddd"),
    "copy16":        ("plus",     "#333333", "#dddddd"),
    "naive":         ("cross",    "#8a8a8a", "#8f8f8f"),
    "shared":        ("down",     "#8a8a8a", "#8f8f8f"),
    "padded":        ("ring",     "#6b6b6b", "#b0b0b0"),
    "skewed":        ("box",      "#6b6b6b", "#b0b0b0"),
    "geam":          ("square",   "#2e7d32", "#66bb6a"),
    "lt":            ("square",   "#9e9d24", "#dce775"),
    "npp":           ("triangle", "#5d4037", "#bcaaa4"),
    "torch":         ("triangle", "#e65100", "#ff9840"),
    "torch.compile": ("hollow",   "#e65100", "#ff9840"),
    "triton":        ("dot",      "#1565c0", "#64b5f6"),
    "jax":           ("star",     "#6a1b9a", "#ce93d8"),
    "cupy":          ("left",     "#00838f", "#4dd0e1"),
}

LEFT, RIGHT, ROW, TOP = 250, 30, 19, 20
CURVE_HEIGHT, CURVE_LEFT = 340, 70


def top_of(values):
    """The end of an axis that begins at 0: the next tenth, at least 1.1."""
    return max(1.1, math.ceil(10 * max(values, default=1) + 0.3) / 10)


def tip(row, contender):
    record = row.records[contender.name]
    return f"{contender.title}, {row.name}: {record['of_copy']:.3f} of the copy, {record['us']['median']:.1f} µs"


def fractions(rows, contenders):
    return [row.of_copy(c.name) for row in rows for c in contenders if row.of_copy(c.name)]


def dots(picture, rows, contenders, y):
    """The first chart: a row for each problem, grouped by element size; returns where it ends."""
    picture.text(20, y, "Fraction of the driver's copy of the same bytes (right is better)", "title")
    limit = top_of(fractions(rows, contenders))
    place = lambda value: LEFT + (WIDTH - LEFT - RIGHT) * value / limit
    groups = list(dict.fromkeys(row.any["element"] for row in rows))
    height = ROW * (len(rows) + len(groups))
    top = y + 14
    step = 0.1 if limit <= 1.6 else 0.2
    for i in range(int(limit / step + 1e-6) + 1):
        picture.line(place(i * step), top, place(i * step), top + height, "one" if abs(i * step - 1) < 1e-6 else "grid")
        picture.text(place(i * step), top + height + 16, f"{i * step:.1f}", "small", "middle")
    picture.line(LEFT, top + height, WIDTH - RIGHT, top + height, "axis")
    at = top
    for group in groups:
        picture.text(20, at + 14, f"{group} byte{'s' if group > 1 else ''} an element", "small")
        at += ROW
        for row in [r for r in rows if r.any["element"] == group]:
            dot_row(picture, row, contenders, at + ROW / 2, place)
            at += ROW
    picture.text((LEFT + WIDTH - RIGHT) / 2, at + 34, "copy's median time / contender's median time", "small", "middle")
    return at + 34


def dot_row(picture, row, contenders, y, place):
    picture.text(32, y + 4, row.name)
    picture.text(LEFT - 12, y + 4, row.size(), "small", "end")
    picture.line(LEFT, y, WIDTH - RIGHT, y, "grid")
    for contender in reversed(contenders):  # ours on top of the others
        if contender.name != "copy" and row.of_copy(contender.name):
            picture.mark(contender.name, place(row.of_copy(contender.name)), y, tip(row, contender))


def growth(picture, rows, contenders, y):
    """The second chart: of the copy over bytes moved; returns where it ends."""
    picture.text(20, y, f"Growth: squares of {rows[0].any['type']}", "title")
    top, bottom = y + 16, y + 16 + CURVE_HEIGHT
    limit = top_of(fractions(rows, contenders))
    first, last = math.log2(rows[0].any["moved"]), math.log2(rows[-1].any["moved"])
    span = max(last - first, 1)
    across = lambda moved: CURVE_LEFT + 12 + (WIDTH - CURVE_LEFT - RIGHT - 24) * (math.log2(moved) - first) / span
    up = lambda value: bottom - CURVE_HEIGHT * value / limit
    cached = [row.any["moved"] for row in rows if row.any["in_cache"]]
    if cached:
        outside = [row.any["moved"] for row in rows if not row.any["in_cache"]]
        edge = (across(max(cached)) + across(min(outside))) / 2 if outside else WIDTH - RIGHT
        picture.add(f'<rect class="cache" x="{CURVE_LEFT}" y="{top}" width="{edge - CURVE_LEFT:.1f}" height="{CURVE_HEIGHT}"/>')
        picture.text(CURVE_LEFT + 8, bottom - 8, "both buffers fit in the L2", "small")
    step = 0.1 if limit <= 1.6 else 0.2
    for i in range(int(limit / step + 1e-6) + 1):
        picture.line(CURVE_LEFT, up(i * step), WIDTH - RIGHT, up(i * step), "one" if abs(i * step - 1) < 1e-6 else "grid")
        picture.text(CURVE_LEFT - 8, up(i * step) + 4, f"{i * step:.1f}", "small", "end")
    for power in range(math.ceil(first - 0.1), math.floor(last + 0.1) + 1):
        picture.line(across(2**power), bottom, across(2**power), bottom + 4, "axis")
        picture.text(across(2**power), bottom + 18, bytes_text(2**power), "small", "middle")
    picture.line(CURVE_LEFT, bottom, WIDTH - RIGHT, bottom, "axis")
    picture.text(20, (top + bottom) / 2, "of the copy", "small", "middle",
                 f' transform="rotate(-90 20 {(top + bottom) / 2:.1f})"')
    picture.text((CURVE_LEFT + WIDTH - RIGHT) / 2, bottom + 38, "bytes moved: read and written", "small", "middle")
    for contender in reversed(contenders):
        if contender.name != "copy":
            curve_of(picture, rows, contender, across, up)
    return bottom + 38


def curve_of(picture, rows, contender, across, up):
    points = [(across(row.any["moved"]), up(row.of_copy(contender.name)), row) for row in rows if row.of_copy(contender.name)]
    if len(points) > 1:
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in points)
        picture.add(f'<path d="M{line}" class="l-{class_of(contender.name)}"/>')
    for x, y, row in points:
        picture.mark(contender.name, x, y, tip(row, contender))


def svg(header, rows):
    """The picture, or None where nothing was timed."""
    contenders = [c for c in present(rows) if fractions(rows, [c])]
    if not contenders:
        return None
    picture = Picture("Transposes against a copy of the same bytes", MARKS)
    picture.text(20, TOP + 6, f"{header['device']}, driver {header['driver']}, CUDA {header['cuda']}, {header['date']}, "
                              f"tilewright {header['tilewright']}", "small")
    y = legend(picture, contenders, TOP + 32) + 18
    problems, points = [row for row in rows if not row.growth_only], curve(rows)
    if problems:
        y = dots(picture, problems, contenders, y) + 40
    if len(points) > 1:
        y = growth(picture, points, contenders, y) + 20
    return picture.svg(y)
