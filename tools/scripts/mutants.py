#!/usr/bin/env python3
"""Plants mistakes of one line each, and says which of them the tests find.

A mistake changes one line of a C file of an area by one row of CHANGES. The lines are drawn by the seed, so many for each area. All
happens in a copy of the tree's files, which is kept for the next call (--work). There each mistake is planted, and what depends on it is
built. The tests of its area run until one fails: first the tests that name the file, then the others, the quickest first. The line
is then put back, and a test that found something for the first time must pass again. A mistake is

  found         a test failed, or did not end: its name stands in the table
  not found     no test failed, or none of those that --budget seconds sufficed for, which are counted: "not found (31 of 80)"
  equivalent    the compiler makes the same object file of it
  no mistake    it stands in --judged: a person found it to change nothing that is promised
  not compiled  the compiler refused it; others are drawn for these

A row of the table has area, file and line, kind of change, the line before, the line after, result, and the test that found it. Rows of
--judged are such rows."""
import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]

# An area: its folders, what cmake configures, and the targets that the tests of that need; those of the simulator are alone.
Area = collections.namedtuple("Area", "folders source targets")
SIMULATOR = ("sim", [])
PROGRAM = (".", ["tilewright", "unit_tests", "sim_tests", "replay", "pool_worker", "measuring_worker", "test_data", "test_record_values",
                 "test_render", "test_text", "test_embed"])
AREAS = {
    "sim": Area(["sim/exec", "sim/check", "sim/driver"], *SIMULATOR),
    "ptx": Area(["sim/ptx"], *SIMULATOR),
    "base": Area(["base"], *PROGRAM),
    "gen": Area(["gen"], *PROGRAM),
    "runtime": Area(["runtime"], *PROGRAM),
    "tune": Area(["tune"], *PROGRAM),
    "cli": Area(["cli"], *PROGRAM),
}
# Arguments of the wrong types are for the compiler to find.
FLAGS = "-O2 -Werror=incompatible-pointer-types -Werror=int-conversion"
# They judge how sources look, not what they do; those that end in /all run with `ctest -C all` alone.
NO_JUDGES = re.compile(r"/test_(format|layers|docs_links|install_files|package|messages|mutants)\b|/all$")


# ---- changes ----

def turned(a, b):
    """Each place of a becomes b, and of b a."""
    def change(code):
        for match in re.finditer(rf"(?<= )({re.escape(a)}|{re.escape(b)})(?= )", code):
            yield match.start(), match.end(), b if match.group() == a else a
    return change


def closing(code, at):
    """Where the bracket that opens at `at` closes, or -1."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] == "(") - (code[i] == ")")
        if not depth:
            return i
    return -1


def negated(code):
    for match in re.finditer(r"\b(?:if|while) \(", code):
        end = closing(code, match.end() - 1)
        if end > 0:
            yield match.end(), end, f"!({code[match.end():end]})"


def other_answer(code):
    for match in re.finditer(r"\breturn (true|false);", code):
        yield match.start(), match.end(), "return false;" if "true" in match.group() else "return true;"


def deleted(code):
    """A call or an assignment that is a whole line: what declares begins with two words. What frees stays: leaks are for `make sanitize`."""
    match = re.fullmatch(r"(\s+)((?!return\b|break\b|continue\b|goto\b|\w*free\w*\(|\w+ \*?\w+[ ;\[(])[*(]*[a-zA-Z_].*;)", code)
    if match and code.count("(") == code.count(")") and re.match(r"[\w.>*()\[\]+ -]*?(\(| [-+*/|&^<>]*= |\+\+|--)", match.group(2)):
        yield match.start(2), match.end(2), ";"


def swapped(code):
    for match in re.finditer(r"(?:(?<=\()|(?<=, ))([^(), ][^(),]*), ([^(),]+)(?=[,)])", code):
        inside = code[:match.start()].count("(") > code[:match.start()].count(")")
        if inside and match.group(1) != match.group(2) and not re.match(r"\s*(for|static|const|struct)\b", code):
            yield match.start(), match.end(), f"{match.group(2)}, {match.group(1)}"


def other_constant(code):
    for match in re.finditer(r"(?<![\w.{])(\d+)(?=[uU]?[lL]*\b)(?![.\w]*[.])", code):
        if match.group(1) == "0" or not match.group(1).startswith("0"):
            yield match.start(1), match.end(1), str(int(match.group(1)) + 1)


CHANGES = {
    "off by one": lambda code: [*turned("<", "<=")(code), *turned(">", ">=")(code)],
    "equal": turned("==", "!="),
    "sign": lambda code: [*turned("+", "-")(code), *turned("+=", "-=")(code)],
    "and, or": turned("&&", "||"),
    "negated": negated,
    "answer": other_answer,
    "deleted": deleted,
    "swapped": swapped,
    "constant": other_constant,
}


def code_lines(text):
    """(number, line, whether a statement begins there) of the lines inside functions, strings and comments blanked."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    quoted = lambda match: blank(match) if match.group()[0] == "/" else match.group()[0] + "_" * (len(match.group()) - 2) + match.group()[0]
    text = re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", quoted, text, flags=re.S)
    inside, last = False, ""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#") or line.startswith("}"):
            inside = False
        elif line == "{":
            inside = True
        elif inside:
            yield number, line.rstrip(), last[-1:] in ";{}:)" or last.endswith("else")
        last = line.rstrip() or last


class Mistake:
    def __init__(self, area, path, number, kind, before, after):
        self.area, self.path, self.number, self.kind = area, path, number, kind
        self.before, self.after = before, after
        self.result = self.by = ""

    def place(self):
        return f"{self.path}:{self.number}"

    def row(self):
        return [self.area, self.place(), self.kind, self.before.strip(), self.after.strip(), self.result, self.by]


def mistakes_of(area, path, number, code, line, begins):
    found = []
    for kind, change in CHANGES.items():
        if kind == "deleted" and not begins:
            continue
        for begin, end, new in change(code):
            # Blanked strings have their width: places in code are places in the line.
            if kind in ("negated", "swapped"):
                new = restored(kind, line, begin, end)
            found.append(Mistake(area, path, number, kind, line, line[:begin] + new + line[end:]))
    return found


def restored(kind, line, begin, end):
    """What `negated` and `swapped` make, with the strings that code_lines blanked."""
    if kind == "negated":
        return f"!({line[begin:end]})"
    quote, depth = None, 0
    for i in range(begin, end):
        if quote:
            quote = None if line[i] == quote and line[i - 1] != "\\" else quote
        elif line[i] in "\"'":
            quote = line[i]
        elif line.startswith(", ", i) and not depth:
            return f"{line[i + 2:end]}, {line[begin:i]}"
    return line[begin:end]


def drawn(root, area, seed):
    """All lines of an area that can be changed, in an order that the seed decides, each with one change."""
    rng = random.Random(f"{area} {seed}")
    lines = []
    for folder in AREAS[area].folders:
        for path in sorted((root / folder).rglob("*.c")):
            text = path.read_text()
            plain = text.split("\n")
            lines += [(path.relative_to(root), number, code, plain[number - 1], begins) for number, code, begins in code_lines(text)]
    rng.shuffle(lines)
    for path, number, code, line, begins in lines:
        choices = collections.defaultdict(list)
        for mistake in mistakes_of(area, str(path), number, code, line, begins):
            if mistake.after != mistake.before:
                choices[mistake.kind].append(mistake)
        if choices:
            yield rng.choice(choices[rng.choice(sorted(choices))])


# ---- the copy ----

def run(command, folder, limit=None):
    """Its status and its output; 124 when it did not end."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          text=True, errors="replace", start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=limit)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return 124, ""


def copy_tree(root, work):
    """What git knows of, or does not ignore; files that are the same keep their times, so that nothing is built twice."""
    tree = work / "tree"
    names = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=root, capture_output=True, check=True).stdout
    for name in filter(None, names.decode().split("\0")):
        source, target = root / name, tree / name
        if not source.is_file() or (target.is_file() and source.read_bytes() == target.read_bytes()):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    return tree


class Build:
    """A build of the copy, with what its tests are and how long they take."""

    def __init__(self, tree, area, options):
        self.tree, self.area, self.jobs = tree, area, str(options.jobs)
        self.folder = tree.parent / ("build-sim" if area.source == "sim" else "build")
        configure = ["cmake", "-S", str(tree / area.source), "-B", str(self.folder), "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_C_FLAGS_RELEASE={FLAGS}"]
        status, output = run(configure, tree)
        if status or not self.make():
            sys.exit(f"the copy does not build: {output[-2000:]}")
        self.costs = self.timed(options.longest)
        self.objects = {} # of sources without a mistake
        self.trusted = set()

    def make(self):
        targets = [word for target in self.area.targets for word in ("--target", target)]
        return run(["cmake", "--build", str(self.folder), "-j", self.jobs, *targets], self.tree)[0] == 0

    def ctest(self, names, seconds, limit=None):
        pattern = "^(" + "|".join(names) + ")$" if names else "^(unit|sim)/"
        return run(["ctest", "--test-dir", str(self.folder / "tests"), "-j", self.jobs, "--timeout", str(seconds), "--stop-on-failure" if names else
                    "--no-tests=error", "-R", pattern, "-E", NO_JUDGES.pattern], self.tree, limit)

    def timed(self, longest):
        """Seconds of each test that passes in the copy, and in no more than `longest`; kept, as this takes minutes."""
        kept = self.folder / "mutants-times"
        if not kept.exists():
            output = self.ctest([], longest)[1]
            lines = re.findall(r"Test +#\d+: (\S+) \.+ +Passed +([\d.]+) sec", output)
            kept.write_text("".join(f"{name} {seconds}\n" for name, seconds in lines))
        return {name: float(seconds) for name, seconds in (line.split() for line in kept.read_text().splitlines())}

    def trusts(self, name):
        """A test that failed once passes without the mistake. What hung is no test of a name."""
        if name not in self.costs or name in self.trusted:
            return True
        self.trusted.add(name)
        return self.make() and self.ctest([name], 600)[0] == 0

    def object_of(self, path):
        """The object files of a source, as bytes."""
        return [found.read_bytes() for found in sorted(self.folder.rglob(f"{Path(path).name}.o"))]


# ---- judging ----

def words_of(path):
    return set(re.split(r"[/_.]", path)) - {"c", "h", "tune", "cli", "sim", "ptx", "exec", "run", "cmd", "test", "unit", "gen", "base", "memory"}


def affinity(tree, path, name):
    """How much a test speaks of a file: words in its name, and the header that it includes."""
    kind, _, stem = name.partition("/")
    shared = len(words_of(path) & words_of(stem))
    for folder in ("tests", "sim/tests"):
        source = tree / folder / kind / f"{stem}.c"
        if source.is_file() and path[:-1] + "h" in source.read_text():
            shared += 2
    return shared


def batches(build, path):
    """Tests in the order in which they run: batches of so many seconds, the first of those that speak of the file."""
    near = sorted(build.costs, key=lambda name: (-affinity(build.tree, path, name), build.costs[name]))
    first = [name for name in near if affinity(build.tree, path, name)]
    batch, seconds = [], 0
    for name in first + sorted(set(build.costs) - set(first), key=build.costs.get):
        batch.append(name)
        seconds += build.costs[name]
        if seconds > 15:
            yield batch
            batch, seconds = [], 0
    if batch:
        yield batch


def judge(build, mistake, budget):
    """Runs tests until one fails."""
    begin, tried = time.monotonic(), 0
    for batch in batches(build, mistake.path):
        if time.monotonic() - begin > budget:
            break
        longest = 5 * max(build.costs[name] for name in batch) + 20
        status, output = build.ctest(batch, int(longest), 4 * longest)
        if status:
            failed = re.findall(r"Test +#\d+: (\S+) \.+.*?\*\*\*", output)
            return "found", failed[0] if failed else "no end"
        tried += len(batch)
    return "not found" + (f" ({tried} of {len(build.costs)})" if tried < len(build.costs) else ""), ""


def found_again(mistake, lines):
    """The line that a mistake of an older table changes: it may have moved. False: there is none."""
    if lines[mistake.number - 1] != mistake.before:
        places = [number for number, line in enumerate(lines, 1) if line.strip() == mistake.before.strip()]
        if not places:
            return False
        mistake.number = min(places, key=lambda number: abs(number - mistake.number))
        indent = re.match(r"\s*", lines[mistake.number - 1]).group()
        mistake.before, mistake.after = lines[mistake.number - 1], indent + mistake.after.strip()
    return True


def plant(build, mistake, budget):
    """The line is put back, but what was built of it stays until the next build."""
    target = build.tree / mistake.path
    text = target.read_text()
    lines = text.split("\n")
    if not found_again(mistake, lines):
        mistake.result = "gone"
        return
    lines[mistake.number - 1] = mistake.after
    objects = build.objects.setdefault(mistake.path, build.object_of(mistake.path))
    try:
        target.write_text("\n".join(lines))
        if not build.make():
            mistake.result = "not compiled"
        elif build.object_of(mistake.path) == objects:
            mistake.result = "equivalent"
        else:
            mistake.result, mistake.by = judge(build, mistake, budget)
    finally:
        target.write_text(text)
    if not build.trusts(mistake.by):
        del build.costs[mistake.by]
        mistake.by = ""
        plant(build, mistake, budget)


def read_table(path):
    """The mistakes of a table, with their results; none where there is no table."""
    for line in Path(path).read_text().splitlines() if path and Path(path).exists() else []:
        area, place, kind, before, after, result, by = line.split("\t")
        name, _, number = place.rpartition(":")
        mistake = Mistake(area, name, int(number), kind, before, after)
        mistake.result, mistake.by = result, by
        yield mistake


def planted(options, area, out):
    """Plants the mistakes of an area; returns how often each result came. What stands in --out already is not planted again."""
    build = Build(copy_tree(options.root, options.work), AREAS[area], options)
    done = {tuple(mistake.row()[:5]): mistake for mistake in read_table(options.out)}
    judged = {tuple(mistake.row()[3:5]) for mistake in read_table(options.judged)}
    old = [mistake for mistake in read_table(options.again) if mistake.area == area and mistake.result.startswith("not found")]
    results = collections.Counter()
    for mistake in old if options.again else drawn(options.root, area, options.seed):
        if sum(results.values()) == options.count:
            break
        mistake.result = mistake.by = ""
        known = done.get(tuple(mistake.row()[:5]))
        if known:
            mistake.result = known.result
        elif tuple(mistake.row()[3:5]) in judged:
            mistake.result = "no mistake"
        else:
            plant(build, mistake, options.budget)
        if not known:
            print("\t".join(mistake.row()), file=out, flush=True)
        if mistake.result != "not compiled":
            results[mistake.result.partition(" (")[0]] += 1
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--areas", default="sim,ptx,cli,tune", help=", ".join(AREAS))
    parser.add_argument("--count", type=int, default=25, help="mistakes for each area that compile")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--draw", action="store_true", help="say what would be planted, and plant nothing")
    parser.add_argument("--again", type=Path, metavar="TABLE", help="plant those of an older table that were not found")
    parser.add_argument("--judged", type=Path, metavar="TABLE", help="mistakes that are none")
    parser.add_argument("--out", type=Path, metavar="TABLE", help="goes on with a table that is there; standard output unless given")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="of the build and of the tests")
    parser.add_argument("--longest", type=int, default=60, metavar="SECONDS", help="tests that take longer are left out")
    parser.add_argument("--budget", type=int, default=300, metavar="SECONDS", help="for the tests of one mistake")
    parser.add_argument("--root", type=Path, default=HERE, help="the tree of which mistakes are made")
    parser.add_argument("--work", type=Path, default=Path("/tmp/tilewright-mutants"), help="where the copy and its builds are")
    options = parser.parse_args()
    out = options.out.open("a") if options.out else sys.stdout
    for area in options.areas.split(","):
        if options.draw:
            for mistake, _ in zip(drawn(options.root, area, options.seed), range(options.count)):
                print("\t".join(mistake.row()), file=out)
            continue
        results = planted(options, area, out)
        print(f"{area}: {sum(results.values())} planted, " + ", ".join(f"{count} {result}" for result, count in sorted(results.items())))


if __name__ == "__main__":
    main()
