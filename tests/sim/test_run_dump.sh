#!/usr/bin/env bash
# What `tilewright run` shows of a variant besides its line: its stages, its output, and what was wrong. In a worker and in
# this process the same. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

cat >tile.json <<'END'
{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "t", "BDIMX": 4, "BDIMY": 4, "layout": "row-col" },
                                                   { "name": "v", "BDIMX": 4, "BDIMY": 4, "type": "int32x2" } ] }
END
for where in '' --in-process; do
    # shellcheck disable=SC2086
    tw "dump $where" 0 run --device sim $where --variant t --dump counts,ptx,source,config tile.json
    [ "$(grep '^--- ' out | cut -d' ' -f2 | tr '\n' ' ')" = 'config source ptx counts ' ] || fail "dump $where: $(grep '^--- ' out)"
    has "dump $where" '^BDIMX: 4$' out
    has "dump $where" '^extern "C" __global__ ' out
    has "dump $where" '^\.visible \.entry t\(' out
    # one request of 16 lanes: the rows' words one after the other, each column's four apart: no bank twice
    has "dump $where" ' 1 -> 1 .* st\.shared' out
    has "dump $where" ' 1 -> 1 .* ld\.shared' out
    # shellcheck disable=SC2086
    tw "print $where" 0 run --device sim $where --print tile.json
    has "print $where" '^    0    4    8   12    1    5    9   13    2    6   10   14    3    7   11   15$' out
    has "print $where" '^v: .*0.*1' out
    has "print $where" '^   \{.*15' out # below the first, for all together are wider than 80 columns
done

# Wrong elements are shown with what they should be.
sed 's|__syncthreads();|&\n    if (idx == 3) { out[idx] = 9; return; }|' "$SOURCE_DIR/templates/tile/tile.cu.mustache" >wrong.mustache
for where in '' --in-process; do
    # shellcheck disable=SC2086
    tw "wrong $where" 1 run --device sim $where --variant t --template wrong.mustache tile.json
    has "wrong $where" '1 of 16 elements are wrong' out
    has "wrong $where" '^ +out\[3\]: expected 12, got 9$' out
done
# Wrong results are counted apart from inputs that were written to and scratch that was to be zero, and are shown before these.
echo '{ "tilewright": 1, "kernel": "transpose", "variants": [ { "name": "t", "rows": 100, "cols": 100, "method": "naive" } ] }' >turn.json
cat >turn.mustache <<'END'
extern "C" __global__ void {{name}}(const int *in, int *out)
{
    for (int i = threadIdx.x + threadIdx.y * blockDim.x; i < 10000; i += blockDim.x * blockDim.y) out[i] = -1;
    if (blockIdx.x + blockIdx.y + threadIdx.y == 0 && threadIdx.x < 32) ((int *)in)[threadIdx.x] ^= 5;
}
END
sed -i 's/"method"/"type": "int32", "method"/' turn.json
tw 'inputs written' 1 run --device sim --check none --template turn.mustache turn.json
tr -s ' \n' ' ' <out >line
has 'inputs written' ' [0-9]+ of 10000 elements are wrong; (8|16|32) elements of inputs were overwritten' line
wrong=$(sed -E 's/.* ([0-9]+) of 10000 elements are wrong.*/\1/' line)
[ "$wrong" -gt 9000 ] && [ "$wrong" -le 10000 ] || fail "$wrong of 10000 elements"
has 'results are shown first' '^ +out\[[0-9]+\]: expected [0-9-]+, got -1$' out
echo '{ "tilewright": 1, "kernel": "dot", "variants": [ { "name": "d", "n": 1000, "method": "last" } ] }' >sum.json
tw 'the source' 0 gen --variant d sum.json
sed 's/ d(const float/ {{name}}(const float/; s/== 3;/== 3; if (last) *finished = 7;/' out >left.mustache
tw 'scratch left' 1 run --device sim --template left.mustache sum.json
tr -s ' \n' ' ' <out >line
has 'scratch left' '1 elements of scratch were not left zero' line
tw 'no such stage' 2 run --dump sauce tile.json
has 'no such stage' "'sauce': the stages are config, source, ptx, counts" err
tw 'JSON alone' 2 run --json --print tile.json

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
