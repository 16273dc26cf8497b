"""The record as an SVG."""
from . import charts
from .records import curve, present

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

WORDS = charts.Words(
    title="Transposes against a copy of the same bytes", left=250, marks=MARKS, yardstick="copy", hidden=("copy",), of="of the copy",
    fractions="Fraction of the driver's copy of the same bytes (right is better)",
    growth=lambda row: f"Growth: squares of {row.any['type']}",
    cached=lambda row: row.any["in_cache"], in_cache="both buffers fit in the L2",
    group=lambda row: row.any["element"], group_title=lambda group: f"{group} byte{'s' if group > 1 else ''} an element",
    curve=curve, dotted=lambda row: not row.growth_only)


def svg(header, rows):
    return charts.svg(WORDS, header, rows, present(rows))
