#!/usr/bin/env python3
"""Which forms of PTX instructions ptxas takes, beside what the simulator takes.

    ptx_forms.py record PTXAS... > sim/tests/data/ptx-forms.txt     asks the assemblers given, which decides once and for all
    ptx_forms.py sample LIBCUDA PTXAS... >> sim/tests/data/ptx-forms.txt    a few forms of each row that the record has not
    ptx_forms.py replay LIBCUDA sim/tests/data/ptx-forms.txt        asks the simulator, without any assembler, and prints where
                                                                the two part; of that, what sim/tests/data/ptx-differences.txt
                                                                has is no failure; its lines with # say why

A line of the record is a form with "T" and "U" for its types, then the types for which some assembler takes it for some
architecture; what is not there every one refuses. The forms are made from the rows of sim/ptx/opcodes.h: each pattern with
each of its words, with words of its neighbours, and with types that its row does not have.

    add.sat.T | %T1, %T1, %T1 | s32 f32 ...

Then come operands: one of a good instruction's is replaced by each of the OPERANDS below.

    add.u32 %r1, @, %r1; | r p ...

And forms as they are, with "taken" or "refused": those of a sample, drawn at random from a row's words and types and from a few
others, as many that the simulator takes as there are and as many that it does not.

    vadd.u32.u32.s32.sat.add %r1, %r2.h1, %r3, %r4; | taken

In a replay "wrong" is a form that an assembler takes and the simulator calls bad input, or that all refuse and the
simulator runs. What it refuses by name is counted, and no error.
"""
import ctypes
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# type: bits; the types of the tables and those that PTX has beside them
TYPES = {"b8": 8, "b16": 16, "b32": 32, "b64": 64, "u8": 8, "u16": 16, "u32": 32, "u64": 64, "s8": 8, "s16": 16, "s32": 32,
         "s64": 64, "f16": 16, "f16x2": 32, "bf16": 16, "bf16x2": 32, "f32": 32, "f64": 64, "pred": 1}
REGISTERS = {1: "%p", 8: "%h", 16: "%h", 32: "%r", 64: "%d", 128: "%q"}
# what is tried before the last word of every pattern
MORE_WORDS = ["sat", "ftz", "rn", "rz", "rni", "cc", "NaN", "relu", "approx", "full", "wide", "lo", "hi", "uni", "sync", "global",
              "volatile", "relaxed", "gpu", "v2", "and", "to", "clamp", "xorsign.abs", "noftz", "noComplete", "aligned"]
CHUNK = 2000         # forms that go to an assembler at once
KEPT = 6             # of the lines that no assembler takes, and of those of two types, one in so many is recorded
COMBINATIONS = 80   # of one row's words, at most

# name: (text, what it is)
OPERANDS = {
    "r": "%r2", "u": "%u", "s": "%s", "f": "%f", "h": "%h2", "uh": "%uh", "hf": "%hf", "d": "%d2", "ud": "%ud", "df": "%df",
    "p": "%p2", "!p": "!%p2", "1": "1", "-1": "-1", "0f": "0f3F800000", "0d": "0d3FF0000000000000", "1.5": "1.5",
    "_": "_", "tid": "%tid.x", "clock64": "%clock64", "WARP_SZ": "WARP_SZ", "global": "g", "shared": "sh", "g+4": "g+4", "g[1]": "g[1]",
    "param": "p0", "function": "device", "label": "L0", "(1+2)": "(1+2)", "1U": "1U", "{r,r}": "{%r2, %r3}", "{h,h}": "{%h2, %h3}",
    "r|p": "%r2|%p2", "p|p": "%p2|%p3", "[d]": "[%d2]", "[g]": "[g]", "undeclared": "%nobody", "big": "0x123456789ab",
}
PRELUDE = (".global .align 16 .b8 g[64]; .shared .align 16 .b8 sh[64]; .const .align 16 .b8 c[64];\n"
           ".global .texref tx; .global .surfref su;\n.func device() { ret; }\n")
ENTRY = (".visible .entry k%d(.param .align 16 .b8 p0[64])\n{ .local .align 16 .b8 lo[64]; .reg .b16 %%h<9>; .reg .b32 %%r<9>; "
         ".reg .b64 %%d<9>; .reg .pred %%p<9>; .reg .u32 %%u; .reg .s32 %%s; .reg .f32 %%f; .reg .u16 %%uh; .reg .f16 %%hf; "
         ".reg .u64 %%ud; .reg .f64 %%df;\nL0:\n%s\nret; }\n")


def table(name):
    """The rows of an X-macro of sim/ptx/opcodes.h, as lists of their fields."""
    with open(os.path.join(ROOT, "ptx", "opcodes.h")) as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    body = re.search(r"#define %s\(X\)((?:[^\n]*\\\n)*[^\n]*)" % name, text).group(1)
    rows = re.findall(r'X\(((?:[^()"]|"[^"]*"|\([^()]*\))*)\)', body)
    return [[field.strip().strip('"') for field in re.findall(r'(?:"[^"]*"|[^,"])+', row)] for row in rows]


def classes():
    words = {}
    for kind, word, _ in table("TW_PTX_WORDS"):
        words.setdefault(kind, []).append(word)
    return words


def expansions(pattern, words):
    """Opcodes of a pattern, "T" and "U" left in, with two at most of what may be there."""
    parts = re.findall(r"\{\.([^}]*)\}\*?|\.([^.{]+)", pattern[len(root_of(pattern)):])
    choices = []
    for optional, needed in parts:
        name = optional or needed
        choices.append((bool(optional), ["." + value for value in words.get(name, [name])]))
    optionals = [i for i, choice in enumerate(choices) if choice[0]]
    opcodes = []
    for present in itertools.chain(*(itertools.combinations(optionals, count) for count in (0, 1, 2))):
        here = [values if not optional or i in present else [""] for i, (optional, values) in enumerate(choices)]
        opcodes += [root_of(pattern) + "".join(words) for words in itertools.product(*here)]
    return opcodes[::max(1, len(opcodes) // COMBINATIONS)]


def root_of(pattern):
    return re.match(r"[^.{]*", pattern).group(0)


def vector(register, count):
    return "{" + ", ".join(register + str(i + 1) for i in range(count)) + "}"


def memory(opcode):
    for space, operand in ((".param", "[p0]"), (".shared", "[sh]"), (".const", "[c]"), (".local", "[lo]"), (".global", "[g]")):
        if space in opcode:
            return operand
    return "[%d1]"


def operand(letter, opcode, t, u, which):
    """The text of a good operand for a letter of the table, or None for a letter that is not known here."""
    register = lambda bits: REGISTERS.get(bits, "%q") + str(which)
    bits = {"T": t, "t": t, "X": t, "x": t, "V": t, "v": t, "D": t, "d": t, "a": t, "W": 2 * t, "w": 2 * t,
            "u": u, "y": u or t, "U": u, "I": 32, "i": 32, "R": 32, "l": 32, "G": 32, "j": 32, "S": 32, "o": 32, "b": 32, "k": 32, "h": 32, "z": 32, "g": 64, "P": 1, "p": 1, "Q": 1}.get(letter)
    if letter in "VvEe" and re.search(r"\.v[248]\b", opcode):
        count = int(re.search(r"\.v([248])\b", opcode).group(1))
        return vector(REGISTERS.get(t, "%q"), count)
    if letter in "MNO":
        return memory(opcode)
    if letter == "L":
        return "L0"
    if letter == "n":
        return "1"
    return register(bits) if bits else None


def operands(letters, opcode, t, u):
    texts = [operand(letter, opcode, TYPES.get(t, 0), TYPES.get(u, 0), which + 1)
             for which, letter in enumerate(letters.replace("?", ""))]
    return None if None in texts else ", ".join(texts)


def instruction(opcode, letters, t, u):
    name = re.sub(r"\.U\b", "." + u, re.sub(r"\.T\b", "." + t, opcode))
    given = operands(letters, opcode, t, u)
    return None if given is None else "%s %s;" % (name, given)


def form_lines():
    """(opcode with T and U, operand letters), each once."""
    words, seen = classes(), set()
    for pattern, _, _, letters, _ in table("TW_PTX_OPCODES"):
        opcodes = list(expansions(pattern, words))
        shortest = min(opcodes, key=len)
        head, dot, tail = shortest.partition(".T")
        if dot:
            opcodes += [head + "." + word + dot + tail for word in MORE_WORDS]
        for opcode in opcodes:
            if (opcode, letters) not in seen:
                seen.add((opcode, letters))
                yield opcode, letters


def types_of(opcode):
    first = list(TYPES) if re.search(r"\.T\b", opcode) else [""]
    second = list(TYPES) if re.search(r"\.U\b", opcode) else [""]
    return [(t, u) for t in first for u in second]


def operand_lines(good):
    """A good instruction of each root and count of operands, with "@" for the operand that is replaced."""
    seen = set()
    for text in good:
        opcode, _, rest = text.partition(" ")
        given = re.findall(r"\{[^}]*\}|\[[^]]*\]|[^,;]+", rest)
        given = [one.strip() for one in given if one.strip()]
        key = (opcode.split(".")[0], len(given), TYPES.get(opcode.split(".")[-1]))
        if key in seen:
            continue
        seen.add(key)
        for i in range(len(given)):
            yield "%s %s;" % (opcode, ", ".join(given[:i] + ["@"] + given[i + 1:]))


# --- the assemblers

ARCHITECTURES = {"12": ["8.8:sm_50:compute_50", "8.8:sm_90a:compute_90a"],
                 "13": ["9.0:sm_90a:compute_90a", "9.0:sm_100a:compute_100a", "9.0:sm_120a:compute_120a"]}


def assembled(ptxas, texts, chunk=CHUNK, architectures=9):
    """The numbers of the texts that some architecture takes; `chunk` of them go to the assembler at once."""
    version = re.search(r"release (\d+)", subprocess.run([ptxas, "--version"], capture_output=True, text=True).stdout).group(1)
    taken = set()
    for word in ARCHITECTURES[version][:architectures]:
        ptx, target, architecture = word.split(":")
        for first in range(0, len(texts), chunk):
            taken |= {first + i for i in assemble(ptxas, ptx, target, architecture, texts[first:first + chunk])}
    return taken


def assemble(ptxas, version, target, architecture, texts):
    left = list(range(len(texts)))
    while True:
        lines, where = [".version %s\n.target %s\n.address_size 64\n" % (version, target), PRELUDE], {}
        line = "".join(lines).count("\n") + 1
        for i in left:
            entry = ENTRY % (i, texts[i])
            for offset in range(entry.count("\n")):
                where[line + offset] = i
            line += entry.count("\n")
            lines.append(entry)
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
            file.write("".join(lines))
            file.flush()
            done = subprocess.run([ptxas, "-arch", architecture, file.name, "-o", "/dev/null"], capture_output=True, text=True)
        output = done.stderr + done.stdout
        bad = {where.get(int(n)) for n in re.findall(r"%s, line (\d+); (?:error|fatal)" % re.escape(file.name), output)} - {None}
        if done.returncode == 0:
            return left
        if not bad:  # it does not always say where
            return halves(ptxas, version, target, architecture, texts, left)
        left = [i for i in left if i not in bad]


def halves(ptxas, version, target, architecture, texts, left):
    if len(left) <= 1:
        return []
    middle = len(left) // 2
    return [part[i] for part in (left[:middle], left[middle:])
            for i in assemble(ptxas, version, target, architecture, [texts[k] for k in part])]


def record(assemblers):
    forms = [(opcode, letters, t, u, instruction(opcode, letters, t, u))
             for opcode, letters in form_lines() for t, u in types_of(opcode)]
    forms = [form for form in forms if form[4]]
    texts = [form[4] for form in forms]
    taken = set().union(*(assembled(ptxas, texts) for ptxas in assemblers))
    lines, good = {}, []
    for i, (opcode, letters, t, u, text) in enumerate(forms):
        types = lines.setdefault("%s | %s" % (opcode, letters), [])
        if i in taken:
            types.append((t + "." + u).strip(".") or "yes")
            good.append(text)
    for number, (line, types) in enumerate(lines.items()):
        if number % KEPT == 0 or (types and not re.search(r"\.U\b", line)):
            print("%s | %s" % (line, " ".join(types)))
    here = assembled(assemblers[0], good, CHUNK, 1)  # what that architecture has
    templates = list(operand_lines(text for i, text in enumerate(good) if i in here))
    texts = [template.replace("@", text) for template in templates for text in OPERANDS.values()]
    taken = assembled(assemblers[0], texts, 60, 1)  # it stops at the first error of syntax
    for i, template in enumerate(templates):
        print("%s | %s" % (template, " ".join(name for k, name in enumerate(OPERANDS) if i * len(OPERANDS) + k in taken)))


# --- samples

SAMPLED = 10          # forms of a row that are taken, and as many others
TRIES = 400
COUNTS = [1, 1, 2, 2, 4, 4, 8, 3]
# a letter of the table: what may stand there
CHOICES = {
    "F": None, "f": None, "J": None, "c": ["%d1", "{%r1, %r2, %r3, %r4}"], "H": None, "E": None, "e": None, "V": None, "v": None,
    "M": ["[sh]", "[g]", "[%d1]"], "N": ["[sh]", "[g]", "[%d1]"], "O": ["[sh]", "[%d1]"], "n": ["0", "1", "-1", "2", "16"],
    "G": ["%r1", "%r1.h0", "%r1.b3", "%r1.b0123"], "j": ["%r2", "%r2.h1", "-%r2", "%r3.b2"], "K": ["[tx]", "[%d1]", "[su]"],
    "g": ["%d2"], "q": ["%h2"], "p": ["%p2", "!%p2"], "Q": ["%p1", "%p1|%p2"], "S": ["%r1", "%r1|%p1", "_|%p1"], "P": ["%p1"],
    "L": ["L0"], "h": ["1.0", "%f"], "z": ["%r2", "%p2"], "r": ["{%h1}", "{%h1, %h2}", "{%h1, %h2, %h3}"],
}


def some_registers(chance):
    count, prefix = chance.choice(COUNTS), chance.choice(["%r", "%r", "%r", "%d", "%h"])
    names = ", ".join(prefix + str(i % 8 + 1) for i in range(count))
    return names if count == 1 and chance.random() < 0.5 else "{" + names + "}"


def place_of_texel(chance, what):
    kind = chance.choice(["%r", "%r", "%r", "%d"])
    return "[%s, {%s}]" % (what, ", ".join(kind + str(i + 1) for i in range(chance.randint(1, 5))))


def some_operand(chance, letter, t, u):
    if letter == "A":
        return place_of_texel(chance, chance.choice(["tx", "su", "%d1"]))
    if letter == "Y":
        return place_of_texel(chance, "%d1")
    if letter == "m":
        return some_registers(chance)
    if letter in CHOICES:
        return chance.choice(CHOICES[letter]) if CHOICES[letter] else some_registers(chance)
    bits = {"X": t, "x": t, "T": t, "t": t, "D": t, "d": t, "a": t, "u": u, "y": u or t, "W": 2 * t, "w": 2 * t}.get(letter, 32)
    return REGISTERS.get(bits, "%q") + str(chance.randint(1, 3))


def some_form(chance, row, words):
    """A random form of a row, in which a word or a type may be another."""
    pattern, first, second, letters, _ = row
    types = list(TYPES) + ["tf32", "u16x2", "f32x2", "e4m3x2", "e5m2x2"]
    opcode = root_of(pattern)
    for optional, needed in re.findall(r"\{\.([^}]*)\}\*?|\.([^.{]+)", pattern[len(opcode):]):
        name = optional or needed
        if optional and chance.random() < 0.6:
            continue
        if name in ("T", "U"):
            own = table_types(first if name == "T" else second)
            opcode += "." + (chance.choice(own) if own and chance.random() < 0.9 else chance.choice(types))
        elif name == "GSHAPE":
            opcode += ".m64n%dk%s" % (8 * chance.randint(1, 32), chance.choice(words["GDEPTH"])[1:])
        else:
            opcode += "." + chance.choice(words.get(name, [name]))
    last = [word for word in opcode.split(".") if word in TYPES]
    t = TYPES.get(last[0], 32) if last else 32
    u = TYPES.get(last[-1], 32) if last else 32
    given = []
    for letter in re.findall(r"[A-Za-z]\??", letters):
        if letter.endswith("?") and chance.random() < 0.5:
            break
        given.append(some_operand(chance, letter[0], t, u))
    return (opcode + " " + ", ".join(given)).strip() + ";"


def table_types(name):
    """Words of the types that a set of sim/ptx/opcodes.h has."""
    with open(os.path.join(ROOT, "ptx", "opcodes.h")) as file:
        sets = dict(re.findall(r"#define (TW_PTX_\w+) +(\(?TW_PTX_SET.*|\(?TW_PTX_\w+ *\|.*)", file.read()))
    while re.search(r"TW_PTX_(?!SET)\w+", name):
        name = re.sub(r"TW_PTX_(?!SET)\w+", lambda found: sets.get(found.group(0), ""), name)
    words = {constant: word for constant, word, _, _ in table("TW_PTX_TYPES")}
    return [words[constant] for constant in re.findall(r"TW_PTX_SET\((\w+)\)", name)]


def sample(libcuda, assemblers):
    chance, simulator, words, texts = random.Random(14), Simulator(libcuda), classes(), []
    with open(os.path.join(ROOT, "tests", "data", "ptx-forms.txt")) as file:
        known = {line.split(" ", 1)[0] for line in file}
    for row in table("TW_PTX_OPCODES"):
        if known & set(expansions(row[0], words)) and "M" not in row[3]:
            continue
        kept = {True: set(), False: set()}
        for _ in range(TRIES):
            text = some_form(chance, row, words)
            here = kept[simulator.ask(text) == "taken"]
            if len(here) < SAMPLED:
                here.add(text)
        texts += sorted(kept[True] | kept[False])
    taken = set().union(*(assembled(ptxas, texts, 200) for ptxas in assemblers))
    for i, text in enumerate(texts):
        print("%s | %s" % (text, "taken" if i in taken else "refused"))


# --- the simulator

class Simulator:
    """Answers "taken", "refused" (by name) or "invalid" to the text of an instruction."""

    def __init__(self, libcuda):
        self.cuda = ctypes.CDLL(libcuda)
        context = ctypes.c_void_p()
        assert self.cuda.cuInit(0) == 0 and self.cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0) == 0

    def ask(self, text):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        image = ".version 9.0\n.target sm_90\n.address_size 64\n" + PRELUDE + ENTRY % (0, text)
        result = self.cuda.cuModuleLoadData(ctypes.byref(module), image.encode())
        if result:
            return "invalid"
        result = self.cuda.cuModuleGetFunction(ctypes.byref(function), module, b"k0")
        self.cuda.cuModuleUnload(module)
        return "refused" if result else "taken"


def recorded(path):
    """(text, does an assembler take it) of each form of the record."""
    with open(path) as file:
        for line in file:
            fields = line.rstrip("\n").split(" | ")
            if "@" not in line and len(fields) == 2:
                yield fields[0], fields[1] == "taken"
            elif len(fields) == 3:
                opcode, letters, types = fields
                taken = set(types.split())
                for t, u in types_of(opcode):
                    text = instruction(opcode, letters, t, u)
                    yield text, ((t + "." + u).strip(".") or "yes") in taken
            else:
                taken = set(fields[1].split())
                for name, replacement in OPERANDS.items():
                    yield fields[0].replace("@", replacement), name in taken


def replay(libcuda, path):
    simulator, counts, wrong = Simulator(libcuda), {}, []
    for text, valid in recorded(path):
        answer = simulator.ask(text)
        counts[valid, answer] = counts.get((valid, answer), 0) + 1
        if (valid and answer == "invalid") or (not valid and answer == "taken"):
            wrong.append("%s %s" % ("called invalid:" if valid else "taken:", text))
    with open(os.path.join(ROOT, "tests", "data", "ptx-differences.txt")) as file:
        known = set(file.read().splitlines())
    for line in wrong:
        print(line)
    for (valid, answer), count in sorted(counts.items()):
        print("%s by ptxas, %s here: %d" % ("taken" if valid else "refused", answer, count), file=sys.stderr)
    return 1 if set(wrong) - known else 0


if __name__ == "__main__":
    if sys.argv[1] == "record":
        record(sys.argv[2:])
    elif sys.argv[1] == "sample":
        sample(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(replay(sys.argv[2], sys.argv[3]))
