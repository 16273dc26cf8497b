#!/usr/bin/env bash
# What nobody meant is told: parameters that nothing uses, numbers that nobody gives, kernels that are written unchecked, variants without a
# rank, shards without variants. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# folded FILE: in one line, as terminals fold.
folded() {
    tr -s ' \n' ' ' <"$1" >line
}
# told NAME PATTERN, untold NAME PATTERN: on standard error.
told() {
    folded err
    has "$1" "$2" line
}
untold() {
    folded err
    grep -qE -- "$2" line && fail "$1: said: $(cat line)"
}

# kernel PARAMETERS MORE: a description of k.cu.
kernel() {
    cat <<END
{ "tilewright": 1, "kernel": { "name": "k", "source": "k.cu", "problem": { "n": 64 }, "parameters": $1,
  "arguments": [ { "name": "c", "type": "float32", "count": "n", "role": "output" }, { "name": "n", "type": "int32", "value": "n" } ],
  "grid": "ceil_div(n, 32)", "block": 32$2 } }
END
}

# ---- parameters that nothing uses ----

echo '#define SCALE (IN_HEADER + 1) // NOT_HERE' >scale.cuh
cat >k.cu <<'END'
#include "scale.cuh"
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
__global__ void k(float *c, int n)
{
    // COMMENTED, and in a string:
    const char *text = "STRINGED";
    const int i = blockIdx.x * block_size_x + threadIdx.x;
    if (i < n && text) c[i] = SCALE + IN_SOURCE + PASTE(GLU, ED) + PASTE(TILE_, IN_SOURCE) + FROM_OPTION;
}
END
used='"IN_SOURCE": 1, "IN_HEADER": 1, "GLUED": 2, "TILE_1": 3, "OPTION": 1, "CONDITION": [1, 2], "DERIVED": 1, "WORK": 1, "PROOF": 1'
more=', "options": ["-DFROM_OPTION=OPTION"], "constraints": [{ "that": "CONDITION < 2", "else": "NEVER is no expression" }],
  "derived": { "d": "DERIVED + 1" }, "work": { "bytes": "WORK * n" }, "proof": { "n": "PROOF * 64" }'
sed -i 's/FROM_OPTION/1/' k.cu # an option that stays as it is
kernel "{ $used }" "$more" >used.json
tw 'all used' 0 gen used.json
untold 'all used' 'nothing uses'
kernel "{ $used, \"NOT_HERE\": [1, 2], \"COMMENTED\": 1, \"STRINGED\": 1, \"NEVER\": [1, 2], \"DEFINED\": 1, \"SILENT\": { \"values\": [1, 2], \"macro\": false } }" \
    "$more, \"define\": [\"DEFINED\"]" >unused.json
sed 's/IN_SOURCE +/IN_SOURCE + SILENT +/' k.cu >silent.cu # which is no macro: another thing
sed -i 's/k\.cu/silent.cu", "entry": "k/' unused.json
names='nothing uses the parameters NOT_HERE, COMMENTED, STRINGED, NEVER, DEFINED and SILENT of k: neither silent.cu'
tw 'unused' 0 gen unused.json
told 'unused' "note: unused.json: $names"
tw 'schema' 0 schema --fields unused.json
told 'schema' "$names"
kernel '{ "IN_SOURCE": 1, "IN_HEADER": 1, "GLUED": 1, "TILE_1": 1, "SPARE": [1, 2] }' '' >spare.json
sweep 'sweep' 0 spare.json
told 'sweep' 'note: spare.json: nothing uses the parameter SPARE of k: '
[ "$(grep -c 'nothing uses' err)" = 1 ] || fail 'it is told more than once'

# As a variable of a template, where comments are rendered too; in the entry's < >; and not where an include cannot be found.
printf '__global__ void k(float *c, int n) { c[0] = {{A}}; /* {{B}}, D {{! E}} */ {{#C}}c[1] = 0;{{/C}} }\n' >k.cu.mustache
kernel '{ "A": 1, "B": 1, "C": [0, 1], "D": 1, "E": 1 }' '' | sed 's/k\.cu/k.cu.mustache/' >template.json
tw 'a template' 0 gen template.json
told 'a template' 'nothing uses the parameters D and E of k'
printf 'template <int N> __global__ void k(float *c, int n) { c[0] = N; }\n' >entry.cu
kernel '{ "N": 1, "M": 1, "BLOCK": 1 }' '' | sed 's/k\.cu/entry.cu", "entry": "k<N>/; s/"block": 32/"block": "32 * BLOCK"/' >entry.json
tw 'an entry' 0 gen entry.json
told 'an entry' 'nothing uses the parameter M of k'
printf '#include WHAT\n__global__ void k(float *c, int n) { c[0] = 1; }\n' >blind.cu
kernel '{ "M": 1 }' '' | sed 's/k\.cu/blind.cu/' >blind.json
tw 'what cannot be known' 0 gen blind.json
untold 'what cannot be known' 'nothing uses'

# ---- numbers that nobody gives ----

printf '__constant__ int w; __global__ void k(float *c, int n, float f, int given) { if (threadIdx.x < n) c[threadIdx.x] = f + given + w; }\n' >number.cu
kernel '{ "BLOCK": 1 }' '' | sed 's/k\.cu/number.cu/; s/, "value": "n" } \]/ }, { "name": "f", "type": "float32" }, { "name": "given", "type": "int32", "fill": 3 }, { "symbol": "w", "type": "int32", "count": 1 } ]/; s/"block": 32/"block": "32 * BLOCK"/' >number.json
sweep 'numbers' 0 number.json
told 'numbers' 'note: number.json: checks and times give a small integer for n \([0-9]+\), f \([0-9]+\) and w \([0-9]+\), as no "value" or "fill" says what they are'
tw 'lint' 0 lint number.cu --launch number.json
told 'lint' 'a small integer for n \([0-9]+\), f'
tw 'gen' 0 gen number.json
untold 'gen' 'small integer'
tw 'lint of its own grammar' 2 lint number.cu --launch '{ "block": 32, "arguments": [ { "type": "int32" } ] }'

# ---- what is written unchecked ----

tw 'embed' 0 embed spare.json --name e --format cu,layout
told 'embed' 'note: spare.json: not checked: nothing was run'
has 'embed' 'not checked: the description names no reference; it is made from a config, and was not run' e.cu
kernel '{ "BLOCK": 1, "IN_SOURCE": [1, 2], "IN_HEADER": 1, "GLUED": 1, "TILE_1": 1, "TILE_2": 1 }' ', "reference": { "variant": {} }' | sed 's/"block": 32/"block": "32 * BLOCK"/' >other.json
sweep 'one is wrong' 1 other.json -o other.jsonl
tw 'embed of a wrong one' 2 embed other.jsonl --kernel other.json --name e --variant k_IN_SOURCE2
told 'embed of a wrong one' "there is no ranked variant 'k_IN_SOURCE2' in it; it is recorded as mismatch: 64 of 64 elements are wrong"
tw 'embed of a right one' 0 embed other.jsonl --kernel other.json --name e --force --format layout
untold 'embed of a right one' 'not checked'
tw 'gen of a built-in family' 0 gen <(five)
untold 'gen of a built-in family' 'not checked'

# ---- shards without variants ----

sweep 'an empty shard' 0 spare.json --shard 3/9 -o empty.jsonl --report empty.html
folded out
has 'an empty shard' 'shard 3/9 has none of the variants, so there is nothing to try; empty.jsonl says so, and tilewright results merges it with the others' line
grep -q 'rank' out && fail 'an empty shard has a table'
sweep 'in one piece' 0 spare.json -o whole.jsonl
for k in 1 2 3; do sweep "shard $k" 0 spare.json --shard $k/3 -o part$k.jsonl; done
tw 'merged' 0 results part3.jsonl part2.jsonl part1.jsonl -o merged.jsonl
same 'merged' whole.jsonl merged.jsonl
sweep 'an empty shard as JSON' 0 spare.json --shard 3/9 --json
[ "$(grep -c . out)" = 1 ] || fail 'JSON of an empty shard'
sweep 'an empty shard of five paddings' 0 <(five) --shard 7/7

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
