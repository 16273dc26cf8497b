#!/usr/bin/env python3
"""chapter.py PAGE [--bless]: runs every command of the page and compares what it prints with what the page shows.

A command is a line "$ tilewright ..." in a block of the kind ```console, as the shell takes it; what follows, up to the next
such line, is its whole output. --bless puts the real output there. `tilewright` is found in PATH."""
import os
import subprocess
import sys

OPEN, CLOSE, PROMPT = "```console", "```", "$ "


def blocks(lines):
    """Where commands stand: (line of the command, first and behind the last line of what is shown)."""
    inside, found = False, []
    for i, line in enumerate(lines):
        ends = inside and (line == CLOSE or line.startswith(PROMPT))
        if ends and found and found[-1][2] is None:
            found[-1][2] = i
        if inside and line.startswith(PROMPT):
            found.append([i, i + 1, None])
        inside = line == OPEN or inside and line != CLOSE
    return found


def output_of(command):
    ran = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ran.stdout.rstrip("\n").split("\n")


def main(page, bless):
    lines = open(page, encoding="utf-8").read().split("\n")
    wrong, found = 0, blocks(lines)
    for command, first, end in reversed(found):
        shown, printed = lines[first:end], output_of(lines[command][len(PROMPT):])
        if shown == printed:
            continue
        wrong += 1
        lines[first:end] = printed
        if not bless:
            print(f"{page}:{command + 1}: {lines[command]}", "shown:", *shown, "printed:", *printed, sep="\n")
    if bless:
        open(page, "w", encoding="utf-8").write("\n".join(lines))
    print(f"{len(found)} commands, {wrong} of them {'blessed' if bless else 'print something else'}")
    return not found or (wrong and not bless)


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    sys.exit(main(sys.argv[1], "--bless" in sys.argv[2:]))
