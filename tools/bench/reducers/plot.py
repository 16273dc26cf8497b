"""The record as an SVG."""
from rivals import charts

from .records import curve, present

# name: (shape, colour on light, colour on dark)
MARKS = {
    "plain":         ("line",     "#333333", "#dddddd"),
    "ours":          ("diamond",  "#c2185b", "#ff5c93"),
    "free":          ("plus",     "#c2185b", "#ff5c93"),
    "compensated":   ("ring",     "#c2185b", "#ff5c93"),
    "exact":         ("box",      "#c2185b", "#ff5c93"),
    "cub":           ("square",   "#2e7d32", "#66bb6a"),
    "cublas":        ("down",     "#9e9d24", "#dce775"),
    "torch":         ("triangle", "#e65100", "#ff9840"),
    "torch.compile": ("hollow",   "#e65100", "#ff9840"),
    "triton":        ("dot",      "#1565c0", "#64b5f6"),
    "cupy":          ("left",     "#00838f", "#4dd0e1"),
}

TITLES = {"array": "whole arrays", "rows": "rows of a matrix", "columns": "columns of a matrix", "segments": "segments"}


def group(row):
    record = row.any
    return "array" if record["along"] == "rows" and record["rows"] == 1 else record["along"]


WORDS = charts.Words(
    title="Reductions against a plain read of the same bytes", left=500, marks=MARKS, yardstick="plain read", hidden=("plain", "empty"),
    of="of the plain read", fractions="Fraction of a plain kernel with the same reads and writes (right is better)",
    growth=lambda row: f"Growth: sums of {row.any['type']}",
    cached=lambda row: row.any["l2"] == "warm", in_cache="input in the L2",
    group=group, group_title=TITLES.get, curve=curve, dotted=lambda row: True)


def svg(header, rows):
    return charts.svg(WORDS, header, rows, present(rows))
