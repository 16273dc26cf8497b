# bench/transpose without a device: its arguments, and the table and the picture of a record.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
bench=$SOURCE_DIR/bench/transpose

# expect NAME EXIT-STATUS TEXT ARGUMENTS...
expect() {
    local name=$1 status=$2 text=$3
    shift 3
    python3 "$bench" "$@" >"$work/out" 2>&1
    local got=$?
    [ $got -eq "$status" ] || fail "$name: exit status $got, not $status: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "$name: no \"$text\" in: $(cat "$work/out")"
}

expect "help" 0 "--render FILE.jsonl" --help
expect "a contender that is none" 2 "no contender 'cublas'" --contenders ours,cublas
expect "no rounds" 2 "at least 1" --rounds 0
expect "no such config" 2 "No such file" --problems "$work/none.json" --out "$work"
expect "no problem of that name" 2 "no problem's name matches" --filter '^nothing$' --out "$work"
echo '{"tilewright": 1, "kernel": "transpose", "variants": [{"name": "p", "rows": 4, "cols": 4, "in_offset": 5}]}' >"$work/pitch.json"
expect "a pitch" 2 "p: in_offset: the bench takes one name, rows, cols, batch, type, in_pitch and out_pitch" --problems "$work/pitch.json" --out "$work"
echo '{"tilewright": 1, "kernel": "transpose", "variants": [{"name": "p", "rows": 4, "cols": 4, "in_pitch": 3}]}' >"$work/short.json"
expect "a pitch that is none" 2 "p: a pitch is less than a row" --problems "$work/short.json" --out "$work"
expect "a config of tiles" 2 "not a config of transposes" --problems "$SOURCE_DIR/configs/square.json" --out "$work"

# Where the driver cannot be opened; make bench goes on.
mkdir "$work/nothing"
: >"$work/nothing/libcuda.so.1"
export LD_LIBRARY_PATH=$work/nothing
expect "no GPU" 3 "no GPU: " --out "$work"
[ ! -e "$work/transpose.jsonl" ] || [ ! -s "$work/transpose.jsonl" ] || fail "a record without a GPU"
bash "$SOURCE_DIR/bench/bench_peers.sh" --out "$work" >"$work/out" 2>&1 || fail "bench_peers.sh: exit status $?"
grep -qF "not run" "$work/out" || fail "bench_peers.sh: $(cat "$work/out")"
unset LD_LIBRARY_PATH

# A record with all that a record can hold; its times are made up so that the fractions are round.
python3 - "$work/made.jsonl" <<'PY'
import json
import sys

header = {"bench": "transpose", "format": 1, "date": "2026-01-01", "device": "A <device>", "sm": 90, "simulator": False,
          "cuda": "13.0", "driver": "1.2", "nvrtc": "13.0", "tilewright": "0", "python": "3", "versions": {"jax": "9"},
          "rounds": 3, "order": [], "missing": {}}
copy_us = 100.0


def record(problem, rows, cols, batch, kind, contender, part, status="ok", reason=None, clock="events"):
    element = {"uint8": 1, "float32": 4}[kind]
    moved = 2 * rows * cols * batch * element
    us = None if part is None else {"median": copy_us / part, "p5": 0.98 * copy_us / part, "p95": 1.02 * copy_us / part, "rounds": 3, "late": 0}
    return {"problem": problem, "contender": contender, "status": status, "reason": reason, "what": "w", "rows": rows,
            "cols": cols, "batch": batch, "type": kind, "element": element, "moved": moved, "in_cache": moved < 2**26,
            "clock": clock, "us": us, "GBps": None, "of_copy": part}


records = []
for problem, rows, cols, batch, kind in (("lead", 8192, 8192, 1, "float32"), ("behind", 100, 7, 3, "uint8"),
                                         ("grow_1", 512, 512, 1, "float32"), ("grow_2", 1024, 1024, 1, "float32")):
    ours = 0.5 if problem == "behind" else 0.9
    for contender, part in (("ours", ours), ("copy", 1.0), ("geam", 0.75), ("naive", 0.1)):
        records.append(record(problem, rows, cols, batch, kind, contender, part))
    records.append(record(problem, rows, cols, batch, kind, "jax", 0.6, clock="events on its own stream"))
    records.append(record(problem, rows, cols, batch, kind, "cupy", None, "missing", "not here"))
    records.append(record(problem, rows, cols, batch, kind, "torch", None, *(
        ("wrong", "3 of 5 elements are wrong") if problem == "behind" else ("unfit", "too large"))))
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.writelines(json.dumps(r) + "\n" for r in [header] + records)
PY
python3 "$bench" --render "$work/made.jsonl" || fail "render: exit status $?"
python3 - "$work/made" <<'PY' || fail "the table or the picture of the record"
import re
import sys
import xml.etree.ElementTree as tree

table = open(sys.argv[1] + ".md", encoding="utf-8").read()
lines = table.splitlines()


def row(name):
    return [cell.strip() for cell in next(line for line in lines if line.startswith(f"| {name} |")).split("|")[1:-1]]


titles = row("problem")
lead, behind = dict(zip(titles, row("lead"))), dict(zip(titles, row("behind")))
assert lead["size"] == "8192 x 8192" and lead["moved"] == "512 MiB", lead
assert lead["Tilewright"] == "0.900" and lead["driver's copy"] == "100.0 µs" and lead["cuBLAS geam"] == "**0.750**", lead
assert lead["CuPy"] == lead["PyTorch"] == "–" and lead["ours ahead of the best peer"] == "yes, 1.20 times geam", lead
assert behind["size"] == "3 of 100 x 7" and behind["moved"] == "4.1 KiB \\*" and behind["PyTorch"] == "**wrong**", behind
assert behind["ours ahead of the best peer"] == "**no**, 0.67 times geam", behind
assert "- Of 4 problems, ours is ahead of every peer in 3, even with the best, to 0.5%, in 0, and behind in 1." in lines
assert any(line.startswith("- Spread, ") and "half of all cells are within 4.0%, 19 of 20 within 4.0%" in line for line in lines)
assert "- JAX: timed by events on its own stream." in lines
assert "- CuPy, all problems: not here" in lines
assert "- PyTorch, behind: 3 of 5 elements are wrong" in lines
assert "- PyTorch, lead, grow_1, grow_2: too large" in lines

text = open(sys.argv[1] + ".svg", encoding="utf-8").read()
root = tree.fromstring(text)
width, height = float(root.get("width")), float(root.get("height"))
name = "{http://www.w3.org/2000/svg}"
assert "prefers-color-scheme: dark" in text and "A <device>" in "".join(root.itertext())
labels = [(float(t.get("x")), float(t.get("y")), t.text) for t in root.iter(name + "text")]
assert all(0 < x < width and 0 < y < height for x, y, _ in labels), labels
assert len({(x, y) for x, y, _ in labels}) == len(labels), "two labels at one place"
for wanted in ("1 byte an element", "4 bytes an element", "copy's median time / contender's median time",
               "bytes moved: read and written", "Growth: squares of float32", "both buffers fit in the L2", "512 MiB"):
    assert any(text == wanted for _, _, text in labels), wanted


def marks(css):
    return [p for p in root.iter(name + "path") if p.get("class") == css]


# Ours: the legend, a dot in each of the two rows, three points of the curve; and the line between those.
assert len(marks("m-ours")) == 6 and len(marks("l-m-ours")) == 1, len(marks("m-ours"))
assert len(marks("l-m-ours")[0].get("d").split("L")) == 3
assert not marks("m-cupy") and not marks("m-torch"), "marks for what was not timed"

# On the first chart the places are those of the fractions: the ticks tell the scale.
first = next(p for p in marks("m-ours") if p.find(name + "title") is not None and "lead" in p.find(name + "title").text)
place = float(re.match(r"M([\d.]+)", first.get("d")).group(1))
ticks = {text: x for x, y, text in labels if re.fullmatch(r"\d\.\d", text) and x > 200}
scale = ticks["1.0"] - ticks["0.0"]
assert abs(place - (ticks["0.0"] + 0.9 * scale)) < 0.2, (place, ticks)
PY

expect "no record" 2 "no record of bench/transpose" --render "$work/pitch.json"
head -3 "$work/made.jsonl" | head -c -20 >"$work/cut.jsonl"
expect "a line cut short" 2 "cut.jsonl:3: " --render "$work/cut.jsonl"
head -1 "$work/made.jsonl" >"$work/empty.jsonl"
expect "nothing recorded" 2 "no problem was recorded" --render "$work/empty.jsonl"

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
