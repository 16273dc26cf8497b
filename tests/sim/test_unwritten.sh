#!/usr/bin/env bash
# Variants without a reference that leave elements unwritten which others write do not rank, and the table and the records say so; where all
# leave the same, one note does. Shards that are merged say what one sweep says. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# folded FILE: in one line, as terminals fold.
folded() {
    tr -s ' \n' ' ' <"$1" >line
}

# Right with BUG 0. The others: a wrong bound, a grid too small (in the description), a loop that misses its tail, half of a vector.
cat >add.cu <<'END'
__global__ void add(const float2 *a, OUT *c, int n)
{
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < (BUG == 1 ? n - 7 : BUG == 3 ? n / 32 * 32 : n); i += gridDim.x * BLOCK) {
        if (BUG != 4 || i < 3) c[i].x = a[i].x + 1;
        c[i].y = a[i].y + 1;
        if (BUG == 2) break;
    }
}
END
# add PARAMETERS ROLE MORE: its description.
add() {
    cat <<END
{ "tilewright": 1, "kernel": { "name": "add", "source": "add.cu", "problem": { "n": 1000 }, "parameters": $1, "define": { "OUT": "'float2'" },
  "arguments": [ { "name": "a", "type": "float32x2", "count": "n" }, { "name": "c", "type": "float32x2", "count": "n", "role": "$2" },
                 { "name": "n", "type": "int32", "value": "n" } ],
  "grid": "BUG == 2 ? n // BLOCK : ceil_div(n, BLOCK)", "block": "BLOCK"${3-} } }
END
}
bugs='{ "BLOCK": [32, 64], "BUG": [0, 1, 2, 3, 4] }'

# expect FILE PATTERN: of the variants those of BUG 0 rank, and the reasons of others match.
expect() {
    python3 - "$1" "$2" <<'END' || fail "$1 $2"
import json, re, sys
for record in list(map(json.loads, open(sys.argv[1])))[1:]:
    right = record["BUG"] == 0
    if right != (record["status"] == "ok") or right != bool(record["rank"]): sys.exit(str(record))
    if not right and not re.fullmatch(sys.argv[2], record["reason"]): sys.exit(record["reason"])
    if not right and (record["proof"] != "wrong" or record["status"] != "mismatch"): sys.exit(str(record))
END
}

never='([0-9]+ of [0-9]+ components of c were never written), but other variants write more'
add "$bugs" output >output.json
sweep 'outputs' 1 output.json -o output.jsonl
expect output.jsonl "$never"
record add_BLOCK32_BUG1 output.jsonl >line
has 'outputs' '"reason": "14 of 2000 components of c were never written, but other.*"checked": false.*"unwritten": "14 of 2000 components of c were never written", "unwritten_count": 14,' line
record add_BLOCK64_BUG2 output.jsonl >line
has 'a grid' '"unwritten_count": 80,' line
record add_BLOCK32_BUG3 output.jsonl >line
has 'a tail' '"unwritten_count": 16,' line
record add_BLOCK32_BUG4 output.jsonl >line
has 'half a vector' '"unwritten_count": 997,' line
folded out
has 'outputs' 'add_BLOCK32_BUG1: mismatch: 14 of 2000 components of c were never written, but other variants write more' line
has 'outputs' '2 proven, 8 wrong' line

# What an in-out holds before is seen to stay.
sed 's/c\[i\]\.\(.\) = a/c[i].\1 = c[i].\1 * 2 + a/' add.cu >scale.cu
add "$bugs" inout | sed 's/add\.cu/scale.cu", "entry": "add/' >inout.json
sweep 'in-outs' 1 inout.json -o inout.jsonl
expect inout.jsonl '[0-9]+ of 2000 components of c hold what they held before, but other variants change more'
has 'in-outs' '"unchanged_count": [0-9]' inout.jsonl

# On proof problems that depend on the variant, too; and shards say what a sweep in one piece says.
add "$bugs" output ', "proof": { "n": "BLOCK * 3 + 9" }' >proof.json
sweep 'proofs' 1 proof.json -o proof.jsonl
expect proof.jsonl "$never"
for k in 1 2 3; do "$TILEWRIGHT" sweep --device sim proof.json --shard $k/3 -o shard$k.jsonl >out 2>err; done
tw 'merged' 0 results shard3.jsonl shard1.jsonl shard2.jsonl -o merged.jsonl
same 'merged' proof.jsonl merged.jsonl

# Where nobody writes more it is no mistake: one note, which the files of embed have too.
add '{ "BLOCK": [32, 64], "BUG": 1 }' output >all.json
sweep 'all alike' 0 all.json -o all.jsonl
has 'all alike' '^note: 14 of 2000 components of c were never written, by all 2 variants$' out
has 'all alike' '"status": "ok".*"unwritten": "14 of 2000 components of c were never written"' all.jsonl
tw 'a table of it' 0 results all.jsonl
has 'a table of it' '^note: 14 of 2000 components of c were never written, by all 2 variants$' out
tw 'run' 0 run --device sim all.json
has 'run' '^    14 of 2000 components of c were never written$' out
tw 'embed' 0 embed all.jsonl --kernel all.json --name k --format layout
folded err
has 'embed' 'note: all.jsonl: add_.*: not checked: the description names no reference; 14 of 2000 components of c were never written' line
has 'embed' 'not checked: the description names no reference; 14 of 2000 components of c were never written' k_layout.h

# What launches zero holds zeros where nobody writes.
add "$bugs" output | sed 's/"role": "output"/&, "fill": "zeros"/' >zeroed.json
sweep 'zeroed' 1 zeroed.json -o zeroed.jsonl
expect zeroed.jsonl '[0-9]+ of 2000 components of c hold what they held before, but other variants change more'

# A pitch that a parameter pads leaves its gaps, which is no mistake.
sed 's/c\[i\]/c[i * (1 + PAD)]/' add.cu >padded.cu
add '{ "BLOCK": 32, "PAD": [0, 1], "BUG": 0 }' output | sed 's/add\.cu/padded.cu", "entry": "add/; s/\("c".*\)"count": "n"/\1"count": "n * (1 + PAD)"/' >padded.json
sweep 'padded' 0 padded.json -o padded.jsonl
has 'padded' '^note: 2000 of 4000 components of c were never written, by add_PAD1$' out

# One partial sum for each block: results of other sizes compare too, where others write all of theirs.
cat >part.cu <<'END'
__global__ void part(const float *a, float *sums, int n)
{
    float sum = 0;
    if (threadIdx.x > 0 || (BLOCK > 32 && blockIdx.x % 2)) return;
    for (int i = 0; i < BLOCK && blockIdx.x * BLOCK + i < n; i++) sum += a[blockIdx.x * BLOCK + i];
    sums[blockIdx.x] = sum;
}
END
cat >part.json <<'END'
{ "tilewright": 1, "kernel": { "name": "part", "source": "part.cu", "problem": { "n": 100 }, "parameters": { "BLOCK": [16, 32, 64] },
  "arguments": [ { "name": "a", "type": "float32", "count": "n" }, { "name": "sums", "type": "float32", "count": "ceil_div(n, BLOCK)", "role": "output" },
                 { "name": "n", "type": "int32", "value": "n" } ], "grid": "ceil_div(n, BLOCK)", "block": "BLOCK" } }
END
sweep 'partial sums' 1 part.json -o part.jsonl
has 'partial sums' '"name": "part_BLOCK64".*"status": "mismatch", "reason": "1 of 2 elements of sums were never written' part.jsonl
[ "$(grep -c '"status": "ok"' part.jsonl)" = 2 ] || fail 'partial sums that are right'

# With a reference all of it is compared, as ever.
add '{ "BLOCK": 32, "BUG": [0, 1] }' output ', "reference": { "variant": { "BUG": 0 } }' >checked.json
sweep 'checked' 1 checked.json -o checked.jsonl
has 'checked' '"reason": "7 of 1000 elements are wrong".*"unwritten": null, "unwritten_count": null' checked.jsonl

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
