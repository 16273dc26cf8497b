#!/usr/bin/env python3
"""figures.py ROOT: whether README.md says of transposes and reductions what the tables of docs/measurements do: in how many problems
ours is ahead of the best of the others, even with it, and behind, and how many GB/s it and others reach."""
import os
import re
import sys

VERDICTS = ("yes", "even", "**no**")

# Each row of README.md's table of GB/s: its words, the page and the problem there, and the bytes that count.
RATES = (
    ("10000 x 10001 `float32`", "transpose.md", "anywhere_f32_b", 2 * 4 * 10000 * 10001),
    ("256 x 2048 x 7 x 7 `float16`", "transpose.md", "narrow_nhwc_f16", 2 * 2 * 256 * 2048 * 49),
    ("2684354 rows of 100 `float32`", "reduce.md", "rows_100", 4 * 2684354 * 100),
)


def text_of(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def counts(page):
    """Of each verdict, in the table that says who is ahead."""
    cells = [cell.split(",")[0] for line in page.splitlines() if line.startswith("| ") for cell in line.split(" | ")]
    return [cells.count(verdict) for verdict in VERDICTS]


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def row_of(page, problem):
    """The cells of a problem by the names of their columns."""
    names = []
    for line in page.splitlines():
        if line.startswith("| problem | "):
            names = cells(line)
        elif line.startswith(f"| {problem} | "):
            return dict(zip(names, cells(line)))
    return {}


def number(cell):
    return float(re.search(r"[\d.]+", cell).group())


def microseconds(row, who):
    """What `who` takes: a time, in a column of its own or as the best peer's, or a fraction of the driver's copy."""
    if "driver's copy" in row:
        column = {"cuBLAS": "cuBLAS geam"}.get(who, who)
        return number(row["driver's copy"]) / number(row[column])
    if who == "Tilewright":
        return number(row["ours, µs"])
    return number(row[who] if row.get(who) else row["best peer"].removeprefix(who))


def wrong_rates(root, readme):
    """Messages on the rows of README.md's table whose figures are not those of the measurements."""
    names = next(cells(line) for line in readme.splitlines() if line.startswith("| problem | Tilewright"))
    wrong = []
    for words, page, problem, size in RATES:
        row = row_of(text_of(root, "docs/measurements/" + page), problem)
        said = next((cells(line) for line in readme.splitlines() if words in line), None)
        if not row or not said:
            wrong.append(f"{words}: in README.md: {bool(said)}; {problem} in docs/measurements/{page}: {bool(row)}")
            continue
        for who, rate in [(names[1], said[1])] + [one.rsplit(" ", 1) for one in ", ".join(said[2:]).split(", ")]:
            measured = size / microseconds(row, who) / 1000
            if int(rate) != round(measured):
                wrong.append(f"README.md says {rate} GB/s of {who}, {words}; docs/measurements/{page} has {measured:.0f}")
    return wrong


def main(root):
    wrong, readme = 0, text_of(root, "README.md")
    for what, page in (("transposes", "transpose.md"), ("reductions", "reduce.md")):
        found = counts(text_of(root, "docs/measurements/" + page))
        said = re.search(rf"of (\d+) \[{what}\].*? (\d+) are ahead of .*?, (\d+) even, (\d+) behind", readme)
        if not said or [int(n) for n in said.groups()] != [sum(found), *found]:
            print(f"README.md says of {what}: {said.group() if said else 'nothing'}; docs/measurements/{page} has "
                  f"{sum(found)}: {found[0]} ahead, {found[1]} even, {found[2]} behind")
            wrong += 1
    rates = wrong_rates(root, readme)
    print(*rates, sep="\n", end="\n" if rates else "")
    return wrong > 0 or bool(rates)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
