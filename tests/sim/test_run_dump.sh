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
tw 'no such stage' 2 run --dump sauce tile.json
has 'no such stage' "'sauce': the stages are config, source, ptx, counts" err
tw 'JSON alone' 2 run --json --print tile.json

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
