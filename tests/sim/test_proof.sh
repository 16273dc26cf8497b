#!/usr/bin/env bash
# Variants of a described kernel are proven on the simulator before they rank: planted mistakes, proofs that cannot be made, other binaries,
# results that are taken up again or elsewhere. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# flat: the error, which may be folded, in one line of the file line.
flat() {
    tr -s ' \n' ' ' <err >line
}

# A block turns its part around, right with BUG 0. The others are a race, a read behind the end, a read of what was never written, a wrong
# element, and a barrier that one warp does not come to.
cat >turn.cu <<'END'
__global__ void turn(const int *in, int *out, int n)
{
    __shared__ int tile[BLOCK + 1];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (BUG != 1 && (BUG != 5 || threadIdx.x >= 32)) __syncthreads();
    int value = tile[BLOCK - 1 - threadIdx.x];
    if (BUG == 2 && in[i + n] == 12345678) value++;
    if (BUG == 3 && tile[BLOCK] == 12345678) value++;
    if (BUG == 4 && i == 5) value++;
    out[i] = value;
}
END
cat >plain.cu <<'END'
__global__ void plain(const int *in, int *out, int n, int block)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i / block * block + block - 1 - i % block];
}
END
# turn PARAMETERS CONSTRAINTS MORE: its description.
turn() {
    cat <<END
{ "tilewright": 1,
  "kernel": {
    "name": "turn", "source": "turn.cu",
    "problem": { "n": 16777216 },
    "parameters": $1,
    "constraints": $2,
    "arguments": [ { "name": "in", "type": "int32", "count": "n" }, { "name": "out", "type": "int32", "count": "n", "role": "output" },
                   { "name": "n", "type": "int32", "value": "n" } ],
    "grid": "n / BLOCK", "block": "BLOCK"$3 } }
END
}
reference=', "reference": { "source": "plain.cu", "entry": "plain", "grid": "ceil_div(n, 256)", "block": 256,
    "arguments": [ "in", "out", "n", { "type": "int32", "value": "BLOCK" } ] }'
proof=', "proof": { "n": "4 * BLOCK" }'

# ---- none of the mistakes ranks ----

turn '{ "BLOCK": [64, 128], "BUG": { "from": 0, "to": 5 } }' '["n % BLOCK == 0"]' "$reference$proof" >turn.json
sweep 'mistakes' 1 turn.json -o turn.jsonl
[ "$(grep -c '"rank": [0-9]' turn.jsonl)" = 2 ] || fail "mistakes: $(grep -c '"rank": [0-9]' turn.jsonl) variants rank"
for block in 64 128; do
    record "turn_BLOCK${block}_BUG0" turn.jsonl >line
    has "right $block" '"status": "ok".*"checked": true, "proof": "proven", "unproven": null, "proof_problem": "n '$((4 * block))'", "proof_recompiled": false' line
    for bug in 1 2 3 4 5; do
        record "turn_BLOCK${block}_BUG$bug" turn.jsonl >line
        has "wrong $block $bug" '"status": "(mismatch|failed)".*"proof": "wrong".*"rank": null' line
    done
    for bug in '1:a race: nothing orders it after' '2:past the end of the ' '3:which nothing has written' '4:1 of '$((4 * block))' elements are wrong' '5:barrier'; do
        record "turn_BLOCK${block}_BUG${bug%%:*}" turn.jsonl >line
        has "reason of $bug" "\"reason\": \"[^\"]*${bug#*:}" line
    done
done
has 'mistakes' 'on the simulator, with all checks: 2 proven, 10 wrong' out
has 'mistakes' 'counts on the proof problem; this is not a time' out

# In one process, too, what a mistake does to the simulator is no other variant's matter.
tw 'in this process' 1 run --in-process --device sim turn.jsonl --kernel turn.json --variant turn_BLOCK64_BUG2
sweep 'in this process' 1 turn.json -o alone.jsonl --jobs 0
[ "$(grep -c '"proof": "proven".*"rank": [12]' alone.jsonl)" = 2 ] || fail 'in this process other variants rank'
has 'in this process' 'with all checks: 2 proven, 10 wrong' out

# ---- in the words of lint ----

for bug in 1 2 3 5; do
    "$TILEWRIGHT" lint turn.cu --launch turn.json -D BLOCK=64 -D BUG=$bug --json >described.out 2>described.err
    "$TILEWRIGHT" lint turn.cu -D BLOCK=64 -D BUG=$bug --json --launch '{"grid": 4, "block": 64, "arguments": [ {"type": "int32", "count": 256, "fill": "iota"},
        {"type": "int32", "count": 256}, 256 ]}' >lint.out 2>lint.err
    record "turn_BLOCK64_BUG$bug" turn.jsonl >line
    python3 - <<'END' || fail "lint says another thing of BUG $bug"
import json, re, sys
def plain(text): # names of places differ with the options of the compiler, and memory lies elsewhere
    return re.sub(r"PTX line [0-9]+|0x[0-9a-f]+|\(/[^:]*:", "", text)
def said(name): return [message["text"] for message in json.load(open(name))["messages"] if message["level"] == "error"]
reason = json.load(open("line"))["reason"]
if not any(plain(text) in plain(reason) for text in said("lint.out")): sys.exit(f"{reason}\n{said('lint.out')}")
def but_for_memory(text): return re.sub(r" at (global )?(address )?0x[0-9a-f]+", "", text)
if not any(but_for_memory(reason).startswith(but_for_memory(text)) for text in said("described.out")): sys.exit(f"{reason}\n{said('described.out')}")
END
done

# ---- not proven, which is no mistake ----

turn '{ "BLOCK": [64, 128], "BUG": 0 }' '[{ "that": "n >= 512", "else": "the grid must fill the device" }]' "$reference$proof" >small.json
sweep 'a proof that cannot be' 0 small.json -o small.jsonl
record turn_BLOCK64 small.jsonl >line
has 'a proof that cannot be' '"status": "ok", "reason": null.*"proof": "not proven", "unproven": "[^"]*the grid must fill the device.*"rank": null' line
record turn_BLOCK128 small.jsonl >line
has 'the other' '"proof": "proven".*"rank": 1' line
has 'a proof that cannot be' 'with all checks: 1 proven, 1 not proven' out
tr -s ' \n' ' ' <out >line
has 'a proof that cannot be' '1 not proven, 1 of them without a rank, as nothing was counted' line
has 'a proof that cannot be' 'not proven: such as turn_BLOCK64: .*the grid must fill the device' line
tw 'run of it' 0 run --device sim small.json
has 'run of it' 'not proven: .*the grid must fill the device' out

# Its own problem is simulated where that is small: it is not proven, but ranks, or is seen to be wrong.
turn '{ "BLOCK": 64, "BUG": [0, 1] }' '[{ "that": "n >= 512", "else": "the grid must fill the device" }]' "$reference$proof" | sed 's/16777216/1024/' >little.json
sweep 'a small problem' 1 little.json -o little.jsonl
record turn_BUG0 little.jsonl >line
has 'a small problem' '"status": "ok".*"proof": "not proven", "unproven": "[^"]*the grid must fill the device", "proof_problem": null.*"rank": 1' line
record turn_BUG1 little.jsonl >line
has 'a small problem with a race' '"status": "mismatch".*"proof": "wrong".*"rank": null' line

# ---- the problem is a macro of the source: another binary ----

sed 's/, int n)/)/; s/in\[i + n\]/in[i + N]/' turn.cu >fixed.cu
turn '{ "BLOCK": [64, 128], "BUG": 0 }' '[]' ', "define": { "N": "n" }'"$reference$proof" |
    sed 's/"turn.cu"/"fixed.cu", "entry": "turn"/; s/{ "name": "n", "type": "int32", "value": "n" }/{ "name": "unused", "type": "int32", "value": "n" }/; s/"block": "BLOCK"/&, "launches_": 0/' |
    sed 's/, "launches_": 0//; s/"arguments": \[ "in", "out", "n"/"arguments": [ "in", "out", "unused"/' >fixed.json
sed -i 's/__global__ void turn(const int \*in, int \*out)/__global__ void turn(const int *in, int *out, int)/' fixed.cu
sweep 'another binary' 0 fixed.json -o fixed.jsonl
record turn_BLOCK64 fixed.jsonl >line
has 'another binary' '"proof": "proven".*"proof_recompiled": true' line
has 'another binary' 'proven on another binary' out

# ---- without a proof, without a reference ----

turn '{ "BLOCK": [64, 128], "BUG": [0, 1] }' '[]' "$reference" | sed 's/16777216/1024/' >own.json
sweep 'its own problem' 1 own.json -o own.jsonl
record turn_BLOCK64_BUG0 own.jsonl >line
has 'its own problem' '"proof": "proven", "unproven": null, "proof_problem": null' line
record turn_BLOCK64_BUG1 own.jsonl >line
has 'its own problem, a race' '"proof": "wrong"' line
turn '{ "BLOCK": [64, 128], "BUG": [0, 4, 1] }' '[]' "$proof" >nobody.json
sweep 'nobody checks' 1 nobody.json -o nobody.jsonl
record turn_BLOCK64_BUG4 nobody.jsonl >line
has 'nobody checks' '"status": "ok".*"checked": false, "proof": "proven"' line
record turn_BLOCK64_BUG1 nobody.jsonl >line
has 'nobody checks, a race' '"checked": false, "proof": "wrong"' line
has 'nobody checks' 'not checked: the description names no reference' out
tw 'nobody checks' 0 run --device sim nobody.json
has 'nobody checks' 'not checked: the description names no reference' out

# ---- numbers with fractions come to the workers, those that are declared and others, of a config that names the description ----

mkdir -p sub
cat >sub/scale.cu <<'END'
__global__ void scale(const float *in, float *out)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    out[i] = in[i] * FACTOR + OFFSET;
}
END
echo '__global__ void plain(const float *in, float *out, float f, float o) { const int i = blockIdx.x * 256 + threadIdx.x; out[i] = in[i] * f + o; }' >sub/plain.cu
cat >sub/scale.json <<'END'
{ "tilewright": 1, "kernel": { "name": "scale", "source": "scale.cu", "problem": { "n": 65536, "OFFSET": { "values": [0.5], "macro": true } },
  "parameters": { "BLOCK": [64, 128], "FACTOR": [0.25, 1.5] },
  "arguments": [ { "name": "in", "type": "float32", "count": "n" }, { "name": "out", "type": "float32", "count": "n", "role": "output" } ],
  "grid": "n / BLOCK", "block": "BLOCK",
  "reference": { "source": "plain.cu", "entry": "plain", "grid": "n / 256", "block": 256,
                 "arguments": [ "in", "out", { "type": "float32", "value": "FACTOR" }, { "type": "float32", "value": "OFFSET" } ] },
  "proof": { "n": 1024 } } }
END
echo '{ "tilewright": 1, "kernel": "sub/scale.json", "defaults": { "OFFSET": 0.75 }, "variants": [ { "name": "v", "FACTOR": [0.25, 1.5], "BLOCK": 64 } ] }' >named.json
sweep 'fractions' 0 named.json -o named.jsonl --jobs 2
has 'fractions' '"OFFSET": 0.75, "BLOCK": 64, "FACTOR": 1.5,.*"proof": "proven"' named.jsonl
has 'fractions' '"kernel_file": "scale.json", "kernel_files": \{"scale.json": "[0-9a-f]{16}", "scale.cu": "[0-9a-f]{16}", "plain.cu"' named.jsonl
tw 'fractions' 0 run --device sim named.jsonl --kernel sub/scale.json --variant v_FACTOR1_5
has 'fractions' '^v_FACTOR1_5 +ok' out

# ---- results: with their description alone, as it was ----

tw 'no description' 2 run --device sim turn.jsonl
flat
has 'no description' "described kernel, 'turn': --kernel FILE gives its description, which was turn.json" line
tw 'the winner' 0 run --device sim turn.jsonl --kernel turn.json
has 'the winner' '^turn_BLOCK[0-9]+_BUG0 +ok' out
tw 'a named one' 1 run --device sim turn.jsonl --kernel turn.json --variant turn_BLOCK64_BUG1
tw 'another kernel' 2 run --device sim turn.jsonl --kernel own.json
flat
has 'another description' 'has changed since these results were written' line
sed 's/"name": "turn"/"name": "other"/; s/"source": "turn.cu"/"source": "turn.cu", "entry": "turn"/' turn.json >other.json
tw 'another name' 2 run --device sim turn.jsonl --kernel other.json
flat
has 'another name' "results of the kernel 'turn', and other.json describes 'other'" line
tw 'a config has its kernel' 2 run --device sim turn.json --kernel turn.json
flat
has 'a config has its kernel' '--kernel goes with the results of a sweep' line
tw 'no template' 2 run --device sim turn.json --template turn.cu
flat
has 'no template' '--template goes with kernels that are built in' line
tw 'elsewhere' 0 results turn.jsonl
tw 'elsewhere' 0 results turn.jsonl --csv -
tw 'a report without it' 0 results turn.jsonl --report without.html
tw 'a report with it' 0 results turn.jsonl --kernel turn.json --report with.html
grep -q 'BLOCK' with.html || fail 'the report does not name the fields'
grep -q 'It is proven on the simulator, with all checks, on the problem n 256' with.html || fail 'the report does not say that the best is proven'
tw 'a report on what nobody checks' 0 results nobody.jsonl --report nobody.html
grep -q 'Not checked: the description names no reference' nobody.html || fail 'the report does not say that nobody checks'
tw 'a table of what nobody checks' 0 results nobody.jsonl
has 'a table of what nobody checks' 'not checked: the description names no reference' out
tw 'nothing to compare' 2 verify --device sim turn.json
flat
has 'nothing to compare' 'nothing is predicted of the kernel turn .*no GPU counts: there is nothing to compare' line
for command in gen explain; do tw "$command" 0 $command turn.jsonl --kernel turn.json; done
tw 'outputs' 2 results turn.jsonl --kernel turn.json -o turn.json --force
tw 'outputs' 2 sweep --device sim turn.json -o plain.cu --force
[ -s plain.cu ] || fail 'a source was replaced'

# On another machine there is no library that says what is right: data is data, and who wants to run is told what is missing.
sed "s/\"reference\": { \"source\".*/\"reference\": { \"library\": \".\/libright.so\", \"function\": \"right\" }, \"proof\": { \"n\": 256 } } }/; /\"arguments\": \[ \"in\"/d; s/16777216/1024/" own.json >library.json
cat >right.c <<'END'
int right(void) { return 1; }
END
if cc -shared -fPIC -o libright.so right.c 2>/dev/null; then
    sweep 'a library' 1 library.json -o library.jsonl
    rm libright.so
    tw 'a library that is gone' 0 results library.jsonl
    tw 'a library that is gone' 2 run --device sim library.jsonl --kernel library.json
    flat
    has 'a library that is gone' 'libright.so cannot be read, as it could when these results were written' line
fi

# ---- a sweep that goes on, with a source that has changed, or not ----

head -4 turn.jsonl >part.jsonl
sed -E -i 's/"finished": true/"finished": false/; s/"rank": [0-9]+/"rank": null/' part.jsonl
cp part.jsonl again.jsonl
sweep 'resumed' 1 turn.json -o again.jsonl --resume
python3 - turn.jsonl again.jsonl <<'END' || fail 'resumed: other records'
import json, sys
files = [[json.loads(line) for line in open(name)][1:] for name in sys.argv[1:]]
sys.exit([sorted((record["name"], record["rank"], record["proof"], record["cost"], record["simulated_work"]) for record in file) for file in files][0]
         != sorted((record["name"], record["rank"], record["proof"], record["cost"], record["simulated_work"]) for record in files[1]))
END
echo '// more' >>turn.cu
sweep 'resumed with another source' 2 turn.json -o part.jsonl --resume
flat
has 'resumed with another source' 'turn.cu has changed since these results were written' line
tw 'run with another source' 2 run --device sim turn.jsonl --kernel turn.json
flat
has 'run with another source' 'turn.cu has changed since these results were written' line

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
