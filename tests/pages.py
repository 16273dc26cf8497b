#!/usr/bin/env python3
"""pages.py [--bless] ROOT PAGE...: does what the pages of the manual tell their reader to do, and compares what is printed with what
they show.

A page is one session of bash, in an empty folder with links to the folders of the tree that pages name. These of its blocks are run:

    ```console         are done: a line "$ COMMAND" (one that ends with a backslash goes on), and below it all that it prints
    ```LANGUAGE FILE   are written to FILE, for the commands that follow
    <!-- $ COMMAND --> and what follows, up to <!-- end -->, is what the command prints: a table in Markdown

and all others are only looked at. In what is shown a line "..." stands for any lines. What VARIES, from one run or machine to the next, may
differ. --bless puts there what is printed. `tilewright` is found in PATH.

A page may be a C header. Its examples stand in comments, in lines that begin with " *     ". A program, whose first line is "// FILE", is written
to FILE. A line "$ COMMAND" is a command, as in a block of a page."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

# What no two runs have the same, and what a machine without a GPU, as pages are written on, says of that.
VARIES = [
    (re.compile(r" *\b\d+(\.\d+)? (us|ms|s|MB)\b"), " TIME"),
    (re.compile(r"^seconds of work: .*"), "TIME"),
    (re.compile(r"; no GPU: .*"), ""),
    (re.compile(r"\b\d+ registers\b"), "REGISTERS"),
    (re.compile(r"NVRTC \d+\.\d+"), "NVRTC"),
    (re.compile(r"\b\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?Z?)?\b"), "DATE"),
]
GENERATED, GENERATED_END = re.compile(r"<!-- \$ (.*) -->$"), "<!-- end -->"
FENCE = "```"
HEADER = re.compile(r"\.hp{0,2}$")
MARGIN = " *     "  # before each line of an example in a header
MARK = "\x1e"  # behind what each command prints
PROGRESS = re.compile(r".{1,28}: (\d+ of \d+ done, )?\d+ s(, about \d+ s left)?")


class Step:
    """A command, and the lines [first, end) of the page that show what it prints."""

    def __init__(self, command, first):
        self.command, self.first, self.end, self.written = command, first, None, False


def console(lines, i, steps):
    """The commands of a block whose first line within is i; the line behind it."""
    while lines[i] != FENCE:
        if not lines[i].startswith("$ "):
            i += 1
            continue
        command = lines[i][2:]
        while command.endswith("\\"):
            i += 1
            command += "\n" + lines[i]
        steps.append(Step(command, i + 1))
        i += 1
        while lines[i] != FENCE and not lines[i].startswith("$ "):
            i += 1
        steps[-1].end = i
    return i + 1


def file_block(lines, i, name, steps):
    end = lines.index(FENCE, i)
    text = "\n".join(lines[i:end])
    steps.append(Step(f"mkdir -p \"$(dirname {name})\"; cat >{name} <<'{MARK}'\n{text}\n{MARK}", i))
    steps[-1].written = True
    return end + 1


def steps_of(lines):
    steps, i = [], 0
    while i < len(lines):
        line, i = lines[i], i + 1
        words = line[len(FENCE):].split() if line.startswith(FENCE) else []
        generated = GENERATED.match(line)
        if words[:1] == ["console"]:
            i = console(lines, i, steps)
        elif len(words) == 2:
            i = file_block(lines, i, words[1], steps)
        elif words or line == FENCE:
            i = lines.index(FENCE, i) + 1
        elif generated:
            steps.append(Step(generated.group(1), i))
            i = steps[-1].end = lines.index(GENERATED_END, i)
    return steps


def in_example(line):
    return line.startswith(MARGIN) or line == " *"


def header_page(lines):
    """The lines of a header as those of a page: what is no example is empty, and an example stands in a block."""
    page, i = [""] * len(lines), 0
    while i < len(lines):
        begin = re.match(r" \*     (?:// ([\w.]+\.(?:c|cpp))|\$ .*)$", lines[i])
        if not begin:
            i += 1
            continue
        first, page[i - 1] = i, f"{FENCE}c {begin[1]}" if begin[1] else f"{FENCE}console"
        while in_example(lines[i]):
            page[i], i = lines[i][len(MARGIN):], i + 1
        end = i - 1 if lines[i - 1] == " *" else i
        assert page[first - 1] and lines[end] in (" *", " */"), f"no empty line behind the example in line {first}"
        page[end] = FENCE
    return page


def lines(output):
    """What a step printed, without the progress of a command that took more than ten seconds (cli/progress.c)."""
    return [line for line in output.rstrip("\n").split("\n") if not PROGRESS.fullmatch(line)] if output else []


def do(steps, root):
    """What each step prints, as lines."""
    script = "exec 2>&1\n" + "".join(f"{step.command}\nprintf '{MARK}'\n" for step in steps)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("configs", "examples", "docs", "templates", "tests"):
            os.symlink(os.path.join(root, name), os.path.join(folder, name))
        os.mkdir(os.path.join(folder, "build"))
        os.symlink(shutil.which("tilewright"), os.path.join(folder, "build", "tilewright"))
        environment = dict(os.environ, LC_ALL="C.UTF-8", COLUMNS="80", CUDA_VISIBLE_DEVICES="-1",
                           TILEWRIGHT_CACHE=os.path.join(folder, ".cache"))
        environment.pop("TILEWRIGHT_CACHE_SIZE", None)
        ran = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, text=True, errors="replace")
    outputs = ran.stdout.split(MARK)[:-1]
    assert len(outputs) == len(steps), f"the session ended at: {steps[len(outputs)].command}"
    return [lines(output) for output in outputs]


def plain(line):
    for pattern, word in VARIES:
        line = pattern.sub(word, line)
    return re.sub(r" +$", "", line)


def same(shown, printed):
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(plain(line)) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(plain(line) + "\n" for line in printed)) is not None


def check(page, root, bless):
    """What differs, as text; the number of commands."""
    lines = open(page, encoding="utf-8").read().split("\n")
    is_header = bool(HEADER.search(page))
    shows = header_page(lines) if is_header else lines
    steps, wrong = steps_of(shows), []
    for step, printed in reversed(list(zip(steps, do(steps, root)))):
        shown = [] if step.written else shows[step.first:step.end]
        if step.written and not printed or same(shown, printed):
            continue
        wrong.append("\n".join([f"{page}:{step.first}: {step.command}", "shown:", *shown, "printed:", *printed]))
        if not step.written:
            lines[step.first:step.end] = [MARGIN + line for line in printed] if is_header else printed
    if bless and wrong:
        open(page, "w", encoding="utf-8").write("\n".join(lines))
    return wrong, sum(not step.written for step in steps)


def main(arguments):
    bless = "--bless" in arguments
    root, *pages = [argument for argument in arguments if argument != "--bless"]
    root, failed = os.path.abspath(root), 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checks = [(page, pool.submit(check, page, root, bless)) for page in pages]
        for page, found in checks:
            wrong, commands = found.result()
            failed += len(wrong)
            print(*wrong, f"{page}: {commands} commands, {len(wrong)} of them {'blessed' if bless else 'print something else'}",
                  sep="\n", flush=True)
    return failed > 0 and not bless


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
