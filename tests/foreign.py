"""Hostile text against every output: what sim/test_foreign.sh runs, in its folder. TILEWRIGHT is the program.

The fields are those that the program itself writes: a sweep's header and records are walked, and each value in turn, be it a
number, a word or null, becomes hostile text. Every output is then judged by readers that share nothing with the program: a
tokenizer of C, the modules csv, json, html.parser and xml.
"""
import csv
import html.parser
import io
import json
import os
import re
import resource
import signal
import subprocess
import sys
import xml.etree.ElementTree
from concurrent.futures import ThreadPoolExecutor

PROGRAM = os.environ["TILEWRIGHT"]
ALL = os.environ.get("TILEWRIGHT_TEST_DRAWS") == "all" # each text in every field; else one in each, in turn
csv.field_size_limit(1 << 24)
failures = []


def fail(what):
    failures.append(what)
    print("FAILED:", ascii(what)[:400])


# ---- hostile text: each is everything that one kind of reader could fall for ----

CLOSERS = "*/int pwn=1;/*\n#error pwn\n\r\\\n??/\n-->]]></script><script>alert(1)</script></title>\"'><img src=x onerror=a()>{{name}} %s%n $(x) `x`"
TERMINAL = "a\x1b[2J\x1b]0;t\x07\x08\x7f\r\n\u0085\u009b31m\u202ereversed\u2066\u2069\u200f\u061c\u2028\u2029\ufffe"
HOSTILE = [CLOSERS, "*/", "\\", "\n", TERMINAL, "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1+1", "\r=1+1", "\uff1d1+1", "*/\"\\" * 33000]
HOSTILE_NAME = b"*\n#error\n\\\r??-->\x1b[2J\x7f\xc2\x9b\xe2\x80\xae\xe2\x81\xa6\xff\"'$(x)`x`" # of a file
FOLDER = "hostile/"

CONTROL = {*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x2070), 0xFFFE, 0xFFFF}


def is_clean(what, data, allowed="\n\t"):
    """Valid UTF-8, and no control characters but those allowed."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        fail(f"{what}: {error}: {data[max(0, error.start - 40):error.end + 40]}")
        return data.decode("utf-8", "replace")
    found = {c for c in set(text) if ord(c) in CONTROL} - set(allowed)
    if found:
        at = min(text.index(c) for c in found)
        fail(f"{what}: has {sorted(found)}: {text[max(0, at - 60):at + 60]}")
    return text


# ---- running ----

def run(*arguments, given=b"", seconds=60, statuses=(0, 1, 2)):
    """Status and both outputs; these must be clean whatever happens, and an error must be said in one line and a caret."""
    what = " ".join(str(a) for a in arguments)
    got = subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, timeout=seconds)
    if got.returncode not in statuses:
        fail(f"{what}: exit status {got.returncode}: {got.stderr[-300:]}")
    is_clean(what + ", stderr", got.stderr)
    return got.returncode, got.stdout, got.stderr


def read(path):
    with open(path, "rb") as file:
        return file.read()


# ---- readers ----

def tokens(source):
    """C as phases 1 to 3 of translation see it: trigraphs, spliced lines, comments gone. What is in literals does not count, nor do
    the words of images, in which compilers note the length of the source."""
    for trigraph, character in {"=": "#", "/": "\\", "'": "^", "(": "[", ")": "]", "!": "|", "<": "{", ">": "}", "-": "~"}.items():
        source = source.replace("??" + trigraph, character)
    source = re.sub(r"\\[ \t]*\r?\n", "", source)
    source = re.sub(r"(0x[0-9a-f]+,\s*)+", "0,", source)
    found = re.findall(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\w+|\S|\n', source, re.S)
    return ["STRING" if t[0] == '"' else t for t in found if not t.startswith(("/*", "//")) and not t.isspace()]


class Page(html.parser.HTMLParser):
    """What a page is made of: the names of its elements and of their attributes. Links within the page are any page's."""

    def __init__(self, text):
        super().__init__()
        self.names = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag == "a" and len(attributes) == 1 and re.fullmatch("#[a-z0-9-]+", dict(attributes).get("href") or ""):
            return
        self.names |= {tag, *(f"{tag} {name}" for name, _ in attributes)}

    def handle_comment(self, data):
        self.names.add("<!--" + data)


def check_csv(what, data):
    text = is_clean(what, data, "\n\t\r")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if len({len(row) for row in rows}) != 1:
        fail(f"{what}: rows of {sorted({len(row) for row in rows})} cells")
    for cell in (cell for row in rows for cell in row):
        if re.match(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]", cell) and not re.fullmatch(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", cell):
            fail(f"{what}: a spreadsheet runs {cell[:60]!r}")


def check_json(what, data, value=None):
    """Each line is an object; raw text in it is clean; the value that was planted is there as it was."""
    objects = [json.loads(line) for line in is_clean(what, data, "\n").splitlines()]
    if value is not None and value not in [v for o in objects for v in leaves(o).values()]:
        fail(f"{what}: the value is another")


# ---- results files ----

def leaves(value, path=()):
    """Every value of an object that is none itself, by its path."""
    if not isinstance(value, dict) or not value:
        return {path: value}
    return {p: v for key in value for p, v in leaves(value[key], (*path, key)).items()}


def planted(objects, line, path, text):
    """The lines with one value, or, where text is given as a key, one key more."""
    copy = json.loads(json.dumps(objects))
    *way, last = path
    place = copy[line]
    for key in way:
        place = place[key]
    place[last] = text
    return b"".join(json.dumps(o).encode() + b"\n" for o in copy)


# The files for people and programs that come of a results file, and how each is judged.
EMBED = ("--name", "k", "--format", "cu,layout", "--arch", "sm_90")


def check_embed(what, folder, wanted):
    for name, code in wanted.items():
        text = is_clean(f"{what}: {name}", read(f"{folder}/{name}"))
        if name.endswith(".json"):
            json.loads(text)
        elif name.endswith(".ptx"):
            if [l for l in text.splitlines() if l and not l.startswith("//")] != code:
                fail(f"{what}: {name}: text left its comment")
        elif tokens(text) != code:
            fail(f"{what}: {name}: text left its comment or string")


def codes(folder):
    """What the files of `embed` say to a compiler when nothing foreign is in them."""
    found = {}
    for name in os.listdir(folder):
        text = read(f"{folder}/{name}").decode()
        found[name] = [l for l in text.splitlines() if l and not l.startswith("//")] if name.endswith(".ptx") else tokens(text)
    return found


def try_results(job):
    number, data, what, value, wanted, page = job
    folder = f"{FOLDER}{number}"
    os.makedirs(folder)
    file = f"{folder}/r.jsonl"
    with open(file, "wb") as out:
        out.write(data)
    status, shown, _ = run("results", file)
    is_clean(what + ": table", shown)
    if status == 0:
        run("results", file, "--report", f"{folder}/r.html", "--csv", f"{folder}/r.csv", "-o", f"{folder}/o.jsonl", "--force", statuses=(0,))
        check_csv(what + ": CSV", read(f"{folder}/r.csv"))
        check_json(what + ": JSON", read(f"{folder}/o.jsonl"), value)
        extra = Page(is_clean(what + ": HTML", read(f"{folder}/r.html"), "\n\t\r")).names - page
        if extra:
            fail(f"{what}: HTML has {sorted(extra)[:3]}")
        check_csv(what + ": mixed", run("results", file, file, "--mixed", "--csv", "-")[1])
    if status == 0 and run("embed", file, *EMBED, "--force", "-o", folder)[0] == 0:
        check_embed(what, folder, wanted)


def every_field(objects, wanted, page):
    jobs = []
    for line in range(2):
        for path in leaves(objects[line]):
            turn = len(jobs) % len(HOSTILE)
            for text in HOSTILE if ALL else HOSTILE[turn : turn + 1]:
                what = f"{'record' if line else 'header'} {'.'.join(path)} = {text[:20]!r}"
                jobs.append((len(jobs), planted(objects, line, path, text), what, text, wanted, page))
        for text in HOSTILE: # as a key
            what = f"{'record' if line else 'header'} key {text[:20]!r}"
            jobs.append((len(jobs), planted(objects, line, (text,), text), what, text, wanted, page))
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(try_results, jobs))
    return len(jobs)


def all_fields_at_once(objects):
    """Every format of `embed`, compiled, with each string that the reader lets pass hostile, and a hostile file name."""
    hostile = json.loads(json.dumps(objects))
    for line in range(2):
        for path in (p for p, old in leaves(objects[line]).items() if isinstance(old, str)):
            data = planted(hostile, line, path, CLOSERS)
            with open("try.jsonl", "wb") as out:
                out.write(data)
            if run("embed", "try.jsonl", *EMBED, "--force", "-o", "try")[0] == 0:
                hostile = [json.loads(l) for l in data.splitlines()]
    if hostile[0]["device"] != CLOSERS or hostile[0]["config"] != CLOSERS:
        fail("not even the device is hostile: the test has lost its grip")
    formats = ("--name", "k", "--format", "c,cu,layout,ptx", "--arch", "sm_90")
    for name, content in ((b"plain.jsonl", objects), (HOSTILE_NAME, hostile)):
        with open(name, "wb") as out:
            out.write(b"".join(json.dumps(o).encode() + b"\n" for o in content))
    run("embed", b"plain.jsonl", *formats, "--force", "-o", "plain", statuses=(0,))
    run("embed", HOSTILE_NAME, *formats, "--force", "-o", "all", statuses=(0,))
    check_embed("all at once", "all", {**codes("plain"), "k.json": None})


# ---- file names, configs, templates, arguments ----

def names_and_words():
    config = {"tilewright": 1, "kernel": "tile", "variants": [{"name": "a", "BDIMX": 8, "BDIMY": 8}]}
    written = json.dumps(config).encode()
    name = HOSTILE_NAME
    os.makedirs(b"d" + name, exist_ok=True)
    for path in (b"plain.json", name, b"d" + name + b"/" + name):
        with open(path, "wb") as out:
            out.write(written)
    plain = tokens(run("gen", b"plain.json", statuses=(0,))[1].decode())
    got = is_clean("gen", run("gen", name, statuses=(0,))[1])
    if tokens(got) != plain:
        fail("gen: the file's name left its comment")
    for arguments in (["run", "--device", "sim"], ["explain", "--svg", "p.svg"], ["solve"], ["sweep", "--device", "sim"], ["run", "--json"],
                      ["gen", "-o", b"d" + name], ["cache", "explain"], ["run", "--dump", "config,source,ptx,counts"]):
        for path in (name, b"d" + name + b"/" + name):
            is_clean(arguments[0], run(*arguments, path)[1])
    xml.etree.ElementTree.fromstring(read("p.svg"))
    is_clean("SVG", read("p.svg"))
    run("sweep", name, "--device", "sim", "-o", "n.jsonl", "--report", "n.html", "--force", statuses=(0,))
    check_json("sweep of a hostile name", read("n.jsonl"))
    run("sweep", name, "--device", "sim", "-o", "n.jsonl", "--resume", statuses=(0,))
    for data in (written[:-1], b"{" + name, b'{"tilewright": 1, "kernel": "\\u001b\\u202e"}', b'{"\\u001b[2J\\u202e": 1}',
                 written.replace(b'"a"', json.dumps(TERMINAL).encode()), written.replace(b'"a"', b'"\xe2\x80\xae"'),
                 written.replace(b'"BDIMX"', json.dumps(TERMINAL).encode()), b"\x1b[2J\xe2\x80\xae\xff" * 100):
        with open(name, "wb") as out:
            out.write(data)
        for command in ("run", "gen", "results", "embed"):
            run(command, name, *(EMBED if command == "embed" else ()), statuses=(2,))
        run("render", name, name)
    for template in (b"\x1b[2J\xe2\x80\xae{{", b"{{\x1b[2J}}", b"{{>\xe2\x80\xaex}}", b"// \x1b[2J\n\xff{{nothing}}", b"#error \x1b[2J\xe2\x80\xae\xff\n"):
        with open(name, "wb") as out:
            out.write(template)
        is_clean("template", run("run", b"plain.json", "--device", "sim", "--template", name)[1])
        run("render", name, b"plain.json")
    bad = b"\x1b[2J\xe2\x80\xae\xff"
    for arguments in ([bad], ["cache", bad], ["run"], ["results", "-f", b"x=" + bad, "plain.json"], ["results", "-s", bad, "n.jsonl"],
                      ["results", "n.jsonl", "-f", bad + b"=1"], ["run", "plain.json", b"--" + bad], ["run", "plain.json", "--device", bad],
                      ["embed", "plain.json", "--name", bad], ["embed", "plain.json", "--arch", bad], ["run", bad], ["run", "plain.json", bad]):
        status, shown, said = run(*arguments)
        is_clean("arguments", shown)
        if not status or not said:
            fail(f"{arguments}: exit status {status}, {len(said)} bytes on stderr")


# ---- readers ----

def limits():
    """What has no end, or is no file: one sentence, soon, in little memory."""
    os.makedirs("dir", exist_ok=True)
    for path in ("fifo", "dir/p.mustache"):
        if not os.path.exists(path):
            os.mkfifo(path)
    with open("t.mustache", "w") as out:
        out.write("{{>p}}")
    here = ("plain.json", "plain.jsonl")
    commands = [["embed", None, *EMBED], ["results", None], ["results", "plain.jsonl", None], ["run", None], ["gen", None], ["explain", None],
                ["solve", None], ["sweep", None], ["run", "plain.json", "--template", None], ["render", None, "plain.json"],
                ["render", "plain.json", None], ["cache", "explain", None]]
    jobs = [([path if a is None else a for a in c], None) for c in commands for path in ("/dev/zero", "/dev/urandom", "fifo", "dir")]
    jobs += [(["-" if a is None else a for a in c], device) for c in commands for device in ("/dev/zero", "/dev/urandom")]
    jobs += [(["render", "t.mustache", "plain.json", "--partials", "dir"], None)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(limit, jobs))
    kib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if kib > 1 << 20:
        fail(f"a reader took {kib >> 10} MiB")
    return len(jobs)


def limit(job):
    arguments, device = job
    what = " ".join(arguments) + (f" <{device}" if device else "")
    with open(device or "/dev/null", "rb") as given:
        child = subprocess.Popen([PROGRAM, *arguments], stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        shown, said = child.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.kill(child.pid, signal.SIGKILL)
        fail(f"{what}: does not end")
        return
    text = is_clean(what, said)
    sentences = [l for l in text.splitlines() if not l.startswith("  ")]
    if child.returncode != 2 or len(sentences) != 1:
        fail(f"{what}: exit status {child.returncode}, {len(sentences)} lines: {text[:300]}")


# ---- all of it ----

def main():
    with open("plain.json", "w") as out:
        json.dump({"tilewright": 1, "kernel": "tile", "defaults": {"BDIMX": 8, "BDIMY": 8},
                   "variants": [{"name": "a", "IPAD": 0, "swizzle": "none"}, {"name": "b", "IPAD": 1, "swizzle": "none"}]}, out)
    run("sweep", "plain.json", "--device", "sim", "-o", "plain.jsonl", "--report", "plain.html", "--all", "--force", statuses=(0,))
    objects = [json.loads(line) for line in read("plain.jsonl").splitlines()]
    objects[1]["time_us"] = {"median": 1.5, "min": 1.4, "p95": 1.6, "single": 5, "runs": 50, "blocks": 10} # as a GPU gives it
    objects[1]["measured"] = objects[1]["predicted"]
    with open("plain.jsonl", "wb") as out:
        out.write(b"".join(json.dumps(o).encode() + b"\n" for o in objects))
    run("results", "plain.jsonl", "--report", "plain.html", "--force", statuses=(0,))
    run("embed", "plain.jsonl", *EMBED, "-o", "plain", statuses=(0,))
    if tokens('int a; /* *\\\n/ int b; // */ "*/"') == tokens("int a;") or tokens("// ??/\nint b;") != []:
        fail("the tokenizer of this test")
    done = every_field(objects, codes("plain"), Page(read("plain.html").decode()).names)
    all_fields_at_once(objects)
    names_and_words()
    print(f"{done} planted values, {limits()} endless inputs, {len(failures)} failures")
    sys.exit(bool(failures))


main()
