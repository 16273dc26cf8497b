"""The record as an SVG: a row of dots for each problem, and the curve over the bytes moved.

Colours follow the viewer's scheme; each contender also has a shape of its own. Where a viewer knows no schemes, the light
one holds, on a background of its own.
"""
import math
from xml.sax.saxutils import escape

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

WIDTH, LEFT, RIGHT, ROW, TOP = 960, 250, 30, 19, 20
LEGEND_COLUMN, LEGEND_ROW = 130, 20
CURVE_HEIGHT, CURVE_LEFT = 340, 70

LIGHT_BACK, DARK_BACK = "#ffffff", "#14171c"
STYLE = """
svg{color-scheme:light dark}
text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:12px;fill:#1a1a1a}
.title{font-size:15px;font-weight:600}.small{font-size:11px;fill:#555555}
.grid{stroke:#e3e3e3}.axis{stroke:#333333}.one{stroke:#333333;stroke-width:1.5}.cache{fill:#f1f1f1}
"""
DARK = """
text{fill:#e6e6e6}.small{fill:#a8a8a8}
.grid{stroke:#2c3138}.axis{stroke:#c8c8c8}.one{stroke:#dddddd}.cache{fill:#1e232a}
"""


def class_of(name):
    return "m-" + name.replace(".", "-")


def colours(index, back):
    """The rules for the marks: filled shapes, which the background's colour keeps apart, outlined ones, and lines."""
    rules = [f".back{{fill:{back}}}"]
    for name, mark in MARKS.items():
        shape, colour = mark[0], mark[index]
        outlined = shape in ("plus", "cross", "ring", "box", "hollow", "line")
        fill, stroke, width = ("none", colour, 1.6) if outlined else (colour, back, 0.7)
        rules.append(f".{class_of(name)}{{fill:{fill};stroke:{stroke};stroke-width:{width}}}"
                     f".l-{class_of(name)}{{fill:none;stroke:{colour};stroke-width:{2.4 if name == 'ours' else 1.3}}}")
    return "\n".join(rules)


def polygon(points, x, y):
    return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in points) + "Z"


def star(x, y, r):
    corners = [(r * (1 if i % 2 == 0 else 0.42) * math.sin(i * math.pi / 5),
                -r * (1 if i % 2 == 0 else 0.42) * math.cos(i * math.pi / 5)) for i in range(10)]
    return polygon(corners, x, y)


def path(shape, x, y, r=4.6):
    """The outline of a mark as path data."""
    if shape in ("dot", "ring"):
        r *= 0.9
        return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0Z"
    if shape == "plus":
        return f"M{x - r:.1f} {y:.1f}h{2 * r:.1f}M{x:.1f} {y - r:.1f}v{2 * r:.1f}"
    if shape == "cross":
        r *= 0.8
        return f"M{x - r:.1f} {y - r:.1f}l{2 * r:.1f} {2 * r:.1f}M{x - r:.1f} {y + r:.1f}l{2 * r:.1f} {-2 * r:.1f}"
    if shape == "line":
        return f"M{x:.1f} {y - r - 2:.1f}v{2 * r + 4:.1f}"
    if shape == "star":
        return star(x, y, 1.3 * r)
    s = 0.8 * r
    return polygon({
        "diamond": [(0, -1.35 * r), (1.35 * r, 0), (0, 1.35 * r), (-1.35 * r, 0)],
        "square": [(-s, -s), (s, -s), (s, s), (-s, s)],
        "box": [(-s, -s), (s, -s), (s, s), (-s, s)],
        "triangle": [(0, -r), (r, s), (-r, s)],
        "hollow": [(0, -r), (r, s), (-r, s)],
        "down": [(0, r), (r, -s), (-r, -s)],
        "left": [(-r, 0), (s, -r), (s, r)],
    }[shape], x, y)


class Picture:
    def __init__(self):
        self.parts = []

    def add(self, text):
        self.parts.append(text)

    def text(self, x, y, text, css="", anchor="start", more=""):
        css = f' class="{css}"' if css else ""
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{css}{more}>{escape(text)}</text>')

    def line(self, x1, y1, x2, y2, css):
        self.add(f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" class="{css}" fill="none"/>')

    def mark(self, name, x, y, tip=""):
        title = f"<title>{escape(tip)}</title>" if tip else ""
        self.add(f'<path d="{path(MARKS[name][0], x, y)}" class="{class_of(name)}">{title}</path>')

    def svg(self, height):
        body = "\n".join(self.parts)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
                f'viewBox="0 0 {WIDTH} {height:.0f}" role="img">\n<title>Transposes against a copy of the same bytes</title>\n'
                f"<style>{STYLE}{colours(1, LIGHT_BACK)}\n@media (prefers-color-scheme: dark){{{DARK}{colours(2, DARK_BACK)}}}\n"
                f"</style>\n"
                f'<rect class="back" width="{WIDTH}" height="{height:.0f}"/>\n{body}\n</svg>\n')


def legend(picture, contenders, y):
    columns = (WIDTH - 40) // LEGEND_COLUMN
    for i, contender in enumerate(contenders):
        x = 30 + i % columns * LEGEND_COLUMN
        at = y + i // columns * LEGEND_ROW
        picture.mark(contender.name, x, at - 4)
        picture.text(x + 12, at, contender.title)
    return y + -(-len(contenders) // columns) * LEGEND_ROW


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
    picture = Picture()
    picture.text(20, TOP + 6, f"{header['device']}, driver {header['driver']}, CUDA {header['cuda']}, {header['date']}, "
                              f"tilewright {header['tilewright']}", "small")
    y = legend(picture, contenders, TOP + 32) + 18
    problems, points = [row for row in rows if not row.growth_only], curve(rows)
    if problems:
        y = dots(picture, problems, contenders, y) + 40
    if len(points) > 1:
        y = growth(picture, points, contenders, y) + 20
    return picture.svg(y)
