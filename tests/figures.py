#!/usr/bin/env python3
"""figures.py ROOT: whether README.md says of transposes and reductions what the tables of tools/bench/records do: in how many problems
ours is ahead of the best of the others, even with it, and behind."""
import os
import re
import sys

VERDICTS = ("yes", "even", "**no**")


def text_of(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def counts(page):
    """How often each verdict stands in the table of who is ahead."""
    cells = [cell.split(",")[0] for line in page.splitlines() if line.startswith("| ") for cell in line.split(" | ")]
    return [cells.count(verdict) for verdict in VERDICTS]


def main(root):
    wrong, readme = 0, text_of(root, "README.md")
    for what, page in (("transposes", "transposes.md"), ("reductions", "reductions.md")):
        found = counts(text_of(root, "tools/bench/records/" + page))
        said = re.search(rf"^\| (\d+) \[{what}\].*? \| (\d+) \| (\d+) \| (\d+) \|$", readme, re.M)
        if not said or [int(n) for n in said.groups()] != [sum(found), *found]:
            print(f"README.md says of {what}: {said.group() if said else 'nothing'}; tools/bench/records/{page} has "
                  f"{sum(found)}: {found[0]} ahead, {found[1]} even, {found[2]} behind")
            wrong += 1
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
