"""What the plots of records share: marks, colours, and SVG's elements.

Colours follow the viewer's scheme; each contender also has a shape of its own. Where a viewer knows no schemes, the light
one holds, on a background of its own.
"""
import math
from xml.sax.saxutils import escape

WIDTH = 960
LEGEND_COLUMN, LEGEND_ROW = 130, 20

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


def colours(marks, index, back):
    """The rules for the marks: filled shapes, which the background's colour keeps apart, outlined ones, and lines."""
    rules = [f".back{{fill:{back}}}"]
    for name, mark in marks.items():
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
    """marks: {contender: (shape, colour on light, colour on dark)}."""

    def __init__(self, title, marks):
        self.title, self.marks, self.parts = title, marks, []

    def add(self, text):
        self.parts.append(text)

    def text(self, x, y, text, css="", anchor="start", more=""):
        css = f' class="{css}"' if css else ""
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{css}{more}>{escape(text)}</text>')

    def line(self, x1, y1, x2, y2, css):
        self.add(f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" class="{css}" fill="none"/>')

    def mark(self, name, x, y, tip=""):
        title = f"<title>{escape(tip)}</title>" if tip else ""
        self.add(f'<path d="{path(self.marks[name][0], x, y)}" class="{class_of(name)}">{title}</path>')

    def svg(self, height):
        body = "\n".join(self.parts)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
                f'viewBox="0 0 {WIDTH} {height:.0f}" role="img">\n<title>{escape(self.title)}</title>\n'
                f"<style>{STYLE}{colours(self.marks, 1, LIGHT_BACK)}\n@media (prefers-color-scheme: dark){{{DARK}{colours(self.marks, 2, DARK_BACK)}}}\n"
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
