#!/usr/bin/env bash
# A description whose first values violate a constraint runs nevertheless, on the first combination that violates none, and says so; one
# without such a combination says which constraint fails. A lone entry of "variants" needs no name. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

cat >d.cu <<'CUDA'
__global__ void d(int *y, int n)
{
    int i = (blockIdx.x * BY + threadIdx.y) * BX + threadIdx.x;
    if (i < n) y[i] = i;
}
CUDA
cat >d.json <<'JSON'
{ "tilewright": 1, "kernel": { "name": "d", "source": "d.cu", "problem": { "n": 1000 },
  "parameters": { "BX": [1, 2048, 16, 32], "BY": { "from": 1, "to": 8 }, "V": { "values": [1, 2, 3], "default": 2 } },
  "constraints": [ "BX * BY >= 64", { "that": "V != 2 or BY != 4", "else": "two and four do not go together" } ],
  "arguments": [ { "name": "y", "type": "int32", "count": "n", "role": "output" }, { "name": "n", "type": "int32", "value": "n" } ],
  "grid": "ceil_div(n, BX * BY)", "block": ["BX", "BY"], "reference": { "variant": {} }, "proof": { "n": "BX * BY + 1" } } }
JSON
# By hand: BX 1 is never enough, 2048 threads are too many; 16 needs BY 4, which V 2 forbids but V 1 does not.
wanted='note: d: the defaults are no variant: it violates BX \* BY >= 64; BX 16, BY 4, V 1 stand for them'
python3 - <<'PYTHON' || fail "the combination worked out by hand"
import itertools
order = itertools.product([1, 2048, 16, 32], range(1, 9), [2, 1, 3])
assert next(c for c in order if c[0] * c[1] >= 64 and c[0] * c[1] <= 1024 and (c[2] != 2 or c[1] != 4)) == (16, 4, 1)
PYTHON
for command in "run d.json --device sim" "gen d.json" "explain d.json" "lint d.cu --launch d.json" "embed d.json --format ptx --arch sm_90 -o made"; do
    # shellcheck disable=SC2086
    tw "$command" 0 $command
    has "$command" "$wanted" err
done
has "a macro" '^#define BX 16$' <("$TILEWRIGHT" gen d.json 2>/dev/null)
tw sweep 0 sweep d.json --device sim
grep -q 'stand for them' err && fail "a sweep speaks of defaults"

# A config that gives the parameters does not rely on them.
printf '{ "tilewright": 1, "kernel": "d.json", "variants": [ { "name": "own", "BX": 32, "BY": 2, "V": 3 } ] }' >own.json
tw own 0 run own.json --device sim
grep -q 'stand for them' err && fail "given values, and yet a note"

# No combination will do.
sed 's/>= 64/>= 64000/' d.json >none.json
tw none 1 run none.json --device sim
has none 'd: the defaults are no variant: it violates BX \* BY >= 64000; no combination of values satisfies all constraints' err
has none 'rejected' out

# What would take days is given up, and told by the variant itself: no numbers with an odd sum have squares with an even one, which the ranges
# of the two sums do not tell.
python3 - <<'PYTHON'
import json
kernel = json.load(open("d.json"))
kernel["kernel"]["parameters"].update({f"P{i}": {"from": 0, "to": 99} for i in range(8)})
numbers, squares = (" + ".join(form.format(i) for i in range(8)) for form in ("P{0}", "P{0} * P{0}"))
kernel["kernel"]["constraints"] = [f"BX * BY >= 64 and {numbers} == 395 and {squares} == 20000"]
json.dump(kernel, open("long.json", "w"))
PYTHON
tw long 1 run long.json --device sim
has long 'it violates BX' out
grep -qE 'stand for them|no combination' err && fail "a search that was given up is said to have ended"

# One equation of them does not take long: by hand, the last seven together are 693 at most, and 790 - 693 is 97.
python3 - <<'PYTHON'
import json
kernel = json.load(open("long.json"))
kernel["kernel"]["constraints"] = ["BX * BY >= 64", " + ".join(f"P{i}" for i in range(8)) + " == 790"]
json.dump(kernel, open("equation.json", "w"))
PYTHON
tw equation 0 run equation.json --device sim
has equation 'BX 16, BY 4, P0 97, P1 99, P2 99, P3 99, P4 99, P5 99, P6 99, P7 99 stand for them' err

# A lone entry is called as the kernel is; of several each has a name.
sed 's/ } }$/ }, "variants": [ { "BX": [32, 16], "BY": 8 } ] }/' d.json >alone.json
tw alone 0 run alone.json --device sim
has alone '^d_BX32 +ok' out
printf '{ "tilewright": 1, "kernel": "d.json", "variants": [ { "BX": 32 }, { "BX": 16 } ] }' >several.json
tw several 2 run several.json --device sim
has several 'every variant has a name' err

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
