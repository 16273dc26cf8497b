#!/usr/bin/env python3
"""rates.py ROOT: whether the GB/s in README.md are those of the measured times, in the tables of docs/measurements and tools/bench/records."""
import glob
import os
import re
import sys

# Each row of README.md's table: its words, the problem's name in the measurements, and the bytes that count.
ROWS = (
    ("10000 x 10001 `float32`", "anywhere_f32_b", 2 * 4 * 10000 * 10001),
    ("256 x 2048 x 7 x 7 `float16`", "narrow_nhwc_f16", 2 * 2 * 256 * 2048 * 49),
    ("2684354 rows of 100 `float32`", "rows_100", 4 * 2684354 * 100),
)


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def measured(root):
    """The rows of all measured problems: by its name, each a dictionary from the column's name to the cell."""
    rows = {}
    for folder in ("docs/measurements", "tools/bench/records"):
        for page in glob.glob(os.path.join(root, folder, "*.md")):
            with open(page, encoding="utf-8") as file:
                names = []
                for line in file:
                    if line.startswith("| problem | "):
                        names = cells(line)
                    elif line.startswith("| "):
                        rows[cells(line)[0]] = dict(zip(names, cells(line)))
    return rows


def number(cell):
    return float(re.search(r"[\d.]+", cell).group())


def microseconds(row, who):
    """What `who` takes: a fraction of the driver's copy, or a time, in a column of its own or as the best peer's."""
    if "driver's copy" in row:
        return number(row["driver's copy"]) / number(row.get(who) or row[who + " geam"])
    if who == "Tilewright":
        return number(row["ours, µs"])
    return number(row.get(who) or row["best peer"].removeprefix(who))


def said(readme, words):
    """(who, GB/s) of the row with these words."""
    row = next(cells(line) for line in readme.splitlines() if words in line)
    return [("Tilewright", row[1])] + [tuple(one.rsplit(" ", 1)) for one in ", ".join(row[2:]).split(", ")]


def main(root):
    with open(os.path.join(root, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    rows, wrong = measured(root), 0
    for words, problem, size in ROWS:
        for who, rate in said(readme, words):
            right = round(size / microseconds(rows[problem], who) / 1000)
            if int(rate) != right:
                print(f"README.md says {rate} GB/s of {who}, {words}; the measurements have {right}")
                wrong += 1
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
