#!/usr/bin/env bash
# `tilewright solve` and `tilewright schema` as people call them. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# Wavefronts by hand: 32 x 32 of 4 bytes, 32 rows written in one wavefront each; each column read has its lanes in one bank: 32 each.
cat >tiles.json <<'END'
{ "tilewright": 1, "kernel": "tile", "defaults": { "layout": "row-col" },
  "variants": [ { "name": "square", "BDIMX": 32, "BDIMY": 32 }, { "name": "big", "BDIMX": 64, "BDIMY": 64 },
                { "name": "odd", "BDIMX": 24, "BDIMY": 20 } ] }
END
tw 'a table' 0 solve tiles.json
has 'a table: the square' '^none +IPAD 1 +4224 +\+128 +64 +64 +conflict-free$' out
has 'a table: its heading' '^swizzle +padding +bytes +more +wavefronts +ideal$' out
has 'a table: the square' '^skew +IPAD 0 +4096 +\+0 +64 +64 +conflict-free, cheapest$' out
has 'a table: the square' '^conflict-free with the fewest bytes: IPAD 0, swizzle skew$' out
has 'a table: the square, bare' '^without padding and swizzle: 1056 wavefronts$' out
has 'a table: the odd one' '^xor .* does not fit this tile$' out
has 'a table: the odd one' '^no padding up to [0-9]+ and no swizzle makes this tile conflict-free$' out
has 'a table: the fewest are not called free' '^none +IPAD [0-9]+ .* 57 +30 +has conflicts, fewest wavefronts$' out
# The way out is one: the block that is named has a layout without conflicts.
way=$(sed -n 's/^another block has one: BDIMX \([0-9]*\), BDIMY \([0-9]*\) with .*/\1 \2/p' out)
tile ${way:-1 1} >way.json
tw 'a way out' 0 solve way.json
has 'a way out' '^conflict-free with the fewest bytes' out
tw 'a table again' 0 solve tiles.json
has 'a table: the big one' '^tilewright solve: big: rejected: .*4096 threads' err

# The layout does not mend a barrier that is missing: one sentence, and none where there is nothing to say.
tw 'no barrier' 0 solve "$SOURCE_DIR/configs/tile-wrong.json" --variant noBarrier
has 'no barrier' '^not predicted: threads read what others write, and no barrier orders the two$' out
[ "$(grep -c 'not predicted' out)" = 1 ] || fail 'no barrier: not one sentence'
tw 'a barrier' 0 solve tiles.json
grep 'not predicted' out && fail 'a barrier: a word about none'
tw 'JSON' 0 solve --json "$SOURCE_DIR/configs/tile-wrong.json" --variant noBarrier
has 'JSON: no barrier' '"unpredicted": "threads read what others write, and no barrier orders the two"' out

tw 'JSON' 0 solve --json tiles.json
if command -v python3 >/dev/null; then
    python3 - out <<'END' || fail 'JSON'
import json, sys
square, odd = map(json.loads, open(sys.argv[1]))
assert (square["BDIMX"], square["layout"], square["bare_bytes"], square["bare_wavefronts"], square["ideal_wavefronts"]) == (32, "row-col", 4096, 32 + 32 * 32, 64)
assert square["solutions"]["none"] == {"ideal": True, "IPAD": 1, "shared_bytes": 4224, "wavefronts": 64}
assert square["solutions"][square["best"]]["shared_bytes"] == 4096 and odd["solutions"]["xor"] is None
END
fi
# a[5][4] on 4 banks: one element of padding, as the config's machine and as the option says.
tw 'an imagined machine' 0 solve "$SOURCE_DIR/configs/banks-4.json" --variant a54
has 'an imagined machine' ', for 4 banks of 4 bytes$' out
has 'an imagined machine' '^none +IPAD 1 +100 +\+20 +10 +10 +conflict-free' out
tw 'a machine by option' 0 solve "$SOURCE_DIR/configs/banks-4.json" --variant a54 --banks 32
grep -q ', for ' out && fail 'a machine by option: 32 banks of 4 bytes are not imagined'
tw 'a machine in JSON' 0 solve --json "$SOURCE_DIR/configs/banks-8-bytes.json" --variant doubles
has 'a machine in JSON' '"machine": \{"banks": 32, "bank_bytes": 8, "bank_mode": 64\}.*"none": \{"ideal": true, "IPAD": 1,' out

tw 'nothing to solve' 2 solve "$SOURCE_DIR/configs/dot.json"
has 'nothing to solve' 'kernels of the dot family have no free layout to search' err

# A family with padding alone. Structures of 4 words, 64 of them: a column is read in 4 wavefronts by each of 2 warps, 4 times.
cat >records.json <<'END'
{ "tilewright": 1, "kernel": "coalesce", "defaults": { "n": 64, "fields": 4, "BDIMX": 64 },
  "variants": [ { "name": "through", "staging": "shared" }, { "name": "straight" } ] }
END
tw 'padding alone' 0 solve records.json
has 'padding alone' '^none +IPAD 1 +1056 +\+32 +16 +16 +conflict-free, cheapest$' out
has 'padding alone' '^conflict-free with the fewest bytes: IPAD 1$' out
has 'padding alone, bare' '^without padding: 40 wavefronts$' out
has 'padding alone' '^tilewright solve: straight: no tile in shared memory' err
tw 'all rejected' 1 solve <(sed 's/"BDIMX": [0-9]*, "BDIMY": [0-9]*/"BDIMX": 64, "BDIMY": 64/' tiles.json)
tw 'no config' 2 solve nowhere.json

tw 'the fields of a family' 0 schema --fields tile
for field in BDIMX BDIMY IPAD layout index shared scope swizzle type carveout; do has 'the fields of a family' "^\\| \`$field\` " out; done
tw 'the fields of a described kernel' 0 schema --fields "$SOURCE_DIR/examples/kernels/scan.json"
has 'the fields of a described kernel' '^\| `METHOD` \| one of "by_shuffles", "by_doubling" \| "by_shuffles" \| how a block adds \|$' out
tw 'no such description' 2 schema --fields nosuch.json
tw 'the members of an argument' 0 schema --members argument
has 'the members of an argument' '^\| `count` \| expression \|' out
tw 'no such object' 2 schema --members argumnt
has 'no such object' "did you mean 'argument'" err
tw 'no such family' 2 schema --fields tail
has 'no such family' "there is no kernel family 'tail'" err

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
