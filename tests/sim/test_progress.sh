#!/usr/bin/env bash
# Progress on a terminal: every command draws one line, which fits the terminal and is gone at the end; --quiet and a pipe get none.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
if ! command -v python3 >/dev/null; then
    echo "skipped: no python3, whose terminal the commands run on"
    exit 77
fi
export TILEWRIGHT_CACHE=$work/cache PYTHONDONTWRITEBYTECODE=1
cd "$work" || exit 1
cp "$SOURCE_DIR"/configs/{padding,line}.json .
"$TILEWRIGHT" sweep padding.json --device sim -o one.jsonl --shard 1/2 >/dev/null || fail "a sweep: status $?"
"$TILEWRIGHT" sweep padding.json --device sim -o two.jsonl --shard 2/2 >/dev/null || fail "a sweep: status $?"
"$TILEWRIGHT" wisdom export >wisdom 2>/dev/null
echo '{"who": "world"}' >data.json
echo 'hello {{who}}' >hello.mustache
echo '{"grid": 4, "block": 256, "arguments": [{"type": "int32", "count": 256}]}' >twice.json
echo 'extern "C" __global__ void twice(int *a) { a[threadIdx.x] *= 2; }' >twice.cu

# A program that prints a part of a line, launches a kernel of many steps, and prints the rest.
cat >steps.ptx <<'END'
.version 7.0
.target sm_70
.address_size 64
.visible .entry steps() {
    .reg .pred %p;
    .reg .u32 %r;
    mov.u32 %r, 0;
again:
    add.u32 %r, %r, 1;
    setp.lt.u32 %p, %r, 8000;
    @%p bra again;
    ret;
}
END
cat >program.py <<'END'
import ctypes
cuda = ctypes.CDLL("libcuda.so.1")
context, module, kernel = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
def call(name, *arguments):
    assert getattr(cuda, name)(*arguments) == 0, name
call("cuInit", 0)
call("cuCtxCreate_v2", ctypes.byref(context), 0, 0)
call("cuModuleLoad", ctypes.byref(module), b"steps.ptx")
call("cuModuleGetFunction", ctypes.byref(kernel), module, b"steps")
print("working ... ", end="", flush=True)
call("cuLaunchKernel", kernel, 64, 1, 1, 128, 1, 1, 0, None, None, None)
call("cuCtxSynchronize")
print("done", flush=True)
END

PYTHONPATH=$SOURCE_DIR/tests python3 - <<'PYTHON' || fail "progress"
import os, re, subprocess, terminal

program = os.environ["TILEWRIGHT"]
# What is drawn, then the arguments.
cases = [
    ("tilewright init", "init tile"),
    ("rendering: [", "gen line.json"),
    ("strided on the simulator: [", "run line.json --device sim"),
    ("drawing: [", "explain padding.json"),
    ("tilewright render", "render hello.mustache data.json"),
    ("simulating launch 1: [", "simulate -- python3 program.py"),
    ("simulating, counting: [", "verify line.json --device sim"),
    ("compiling, simulating: [", "sweep padding.json --device sim"),
    ("solving: [", "solve padding.json"),
    ("simulating: ", "lint twice.cu --launch twice.json"),
    ("rendering: [", "embed line.json -o embedded --name line --force"),
    ("compiling: [", "embed line.json --format ptx -o embedded --name line --force"),
    ("reading results: [", "results one.jsonl two.jsonl"),
    ("tilewright schema", "schema --fields=tile"),
    ("tilewright device", "device"),
    ("tilewright cache list", "cache list"),
    ("looking up: [", "cache explain line.json"),
    ("reading wisdom: [", "wisdom merge wisdom wisdom"),
    ("tilewright help", "help run"),
    ("tilewright cache clear", "cache clear"),
]
wrong = 0

def expect(truth, *words):
    global wrong
    if not truth:
        wrong += 1
        print(*words)

def plain(text):
    """Without what differs from run to run: times, and how many kernels were in the cache."""
    return re.sub(r"[0-9.]+|\(.*cache\)", "N", re.sub(r"\s+", " ", text))

for what, arguments in cases:
    command = [program, *arguments.split()]
    quiet = [program, *arguments.replace(" -- ", " --quiet -- ").split()]
    if " -- " not in arguments:
        quiet.append("--quiet")
    # A launch is drawn when it is looked at, which may come too late on a busy machine: then again.
    for _ in range(20):
        status, drawn, screen = terminal.run(command)
        if not what.startswith("simulating launch") or any(line.startswith(what) for line in drawn):
            break
    expect(any(line.startswith(what) for line in drawn), arguments, ": never drawn:", what, drawn[:5], screen)
    expect(not any(line in screen for line in drawn), arguments, ": the line is still there:", screen)
    expect(all(re.search(r": .*\d s", line) for line in drawn), arguments, ": no time in", drawn)
    expect(max(map(len, drawn)) < 80, arguments, ": too wide:", max(drawn, key=len))
    same, drawn, silent = terminal.run(quiet)
    expect(same == status and not drawn, quiet, ": status", same, drawn)
    if "clear" not in arguments:
        expect(plain(silent) == plain(screen), arguments, ": other output:\n" + screen, "\n--quiet:\n" + silent)
    piped = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, env={**os.environ, "TILEWRIGHT_PROGRESS": "0"})
    expect(b"\x1b" not in piped.stdout + piped.stderr and piped.returncode == status, arguments, ": piped:", piped)

# Every command and action is here, or does one thing that is short: as its neighbours do, the mechanism being one.
known = {case[1].split()[0] for case in cases}
listed = set(re.findall(r"^  ([a-z]+) ", subprocess.run([program, "help"], capture_output=True, text=True).stdout, re.M))
expect(known == listed, "not tested:", listed ^ known)

# The line is drawn after what the program has printed, which stands.
_, drawn, screen = terminal.run([program, "simulate", "--", "python3", "program.py"])
expect(screen.startswith("working ... done\n"), screen)
# A program that is busy without a launch: a whole line after a while, which begins a line of its own and leaves what the program printed.
quiet = [program, "simulate", "--", "sh", "-c", "printf 'thinking ... '; sleep 0.6; echo done"]
for variables in {}, {"TERM": "dumb"}:
    _, drawn, screen = terminal.run(quiet, TILEWRIGHT_PROGRESS="1000,0.2", **variables)
    running = r"the program is running, without a launch so far: \d+ s"
    expect(not drawn and re.search(r"thinking \.\.\. *\n?" + running + r"\n", screen), "busy:", drawn, screen)
    expect(variables or re.fullmatch(rf"thinking \.\.\.\n({running}\n)+done\nno kernel was launched on the simulator", screen), "busy:", screen)
_, _, screen = terminal.run([*quiet[:2], "--quiet", *quiet[2:]], TILEWRIGHT_PROGRESS="1000,0.2")
expect("running" not in screen, "--quiet, busy:", screen)
_, _, screen = terminal.run(quiet, TILEWRIGHT_PROGRESS="0")
expect("running" not in screen, "not busy for long:", screen)
# It shrinks with the terminal, and does not grow with it beyond 80 columns.
for columns in 200, 60, 50, 40, 30, 20, 10:
    _, drawn, _ = terminal.run([program, "solve", "padding.json"], columns)
    widest = max(drawn, key=len)
    expect(len(widest) < min(columns, 80), columns, "columns: too wide:", widest)
    expect(columns < 20 or any(line.startswith("solvi") for line in drawn), columns, "columns:", drawn)
_, drawn, screen = terminal.run([program, "solve", "padding.json"], TERM="dumb")
expect(not drawn, "drawn on a dumb terminal:", drawn)
# Only after a while, unless $TILEWRIGHT_PROGRESS says another; and on stderr alone.
_, drawn, _ = terminal.run([program, "gen", "line.json"], TILEWRIGHT_PROGRESS="1000")
expect(not drawn, "drawn too early:", drawn)
with open("sources", "wb") as sources:
    _, drawn, screen = terminal.run([program, "gen", "line.json"], stdout=sources)
expect(drawn and not screen and b"\x1b" not in open("sources", "rb").read(), "standard output:", screen)
raise SystemExit(wrong != 0)
PYTHON

[ $failures = 0 ] && echo "progress: all well"
exit $((failures != 0))
