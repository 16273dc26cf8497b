#!/usr/bin/env bash
# Tiles on the simulator: blocks that walk over them, patterns, random ones of one to three dimensions are right and cost what
# was predicted; what cannot be is rejected and the others go on; kernels with a bug planted are caught.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE MOST: every variant of that config ran, right, and as it was predicted, but for MOST that are impossible.
run_all() {
    local rejected same ok
    "$TILEWRIGHT" run "$1" --device sim >"$work/out" 2>&1 || fail "a tile went wrong: $(cat "$work/out")"
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$work/out")
    ok=$(sed -nE 's/^([0-9]+) ok.*/\1/p' "$work/out")
    [ -n "$ok" ] && [ "$same" = "$ok" ] || fail "$1: $same of $ok variants ran as predicted"
    rejected=$(sed -nE 's/.* ([0-9]+) rejected$/\1/p' "$work/out")
    [ "${rejected:-0}" -le "$2" ] || fail "$1: $rejected variants are rejected: $(cat "$work/out")"
}

run_all "$SOURCE_DIR/configs/walk.json" 0
run_all "$SOURCE_DIR/configs/patterns.json" 0
run_all "$SOURCE_DIR/configs/line.json" 0
run_all "$SOURCE_DIR/configs/two-tiles.json" 0
for seed in $(draws 1 "1 2"); do
    python3 "$SOURCE_DIR/tests/tiles.py" $(draws 30 120) $seed >"$work/random.json" || fail "no config was made"
    run_all "$work/random.json" 40
done

# What the chapter's figures show: all banks at once, one word for all, one bank for all, and a few in between.
"$TILEWRIGHT" run "$SOURCE_DIR/configs/patterns.json" --device sim >"$work/out" 2>&1
expect_loads() { grep -qE "^$1 +ok +[0-9]+ +32 -> 32 +[0-9.]+ +32 -> $2 " "$work/out" || fail "$1 is not 32 -> $2: $(cat "$work/out")"; }
expect_loads parallelLinear 32
expect_loads parallelGiven 32
expect_loads broadcast 32
expect_loads serial 1024
expect_loads serialPad 32
expect_loads strided2 64
expect_loads strided3 32
expect_loads multiplied 32
expect_loads twoWords 64

# Each bad one with its reason; the good one beside them runs.
cat >"$work/bad.json" <<'JSON'
{"tilewright": 1, "kernel": "tile", "defaults": {"BDIMX": 32, "BDIMY": 1}, "variants": [
 {"name": "noPermutation", "reads": "0, 1, 1, 3"}, {"name": "stride0", "reads": "strided 0"}, {"name": "outside", "reads": "idx + 1"},
 {"name": "writesTwice", "writes": "idx / 2"}, {"name": "syntax", "reads": "(idx * 5"}, {"name": "good", "reads": "(tid * 5) % 32"}]}
JSON
"$TILEWRIGHT" run "$work/bad.json" --device sim >"$work/out" 2>&1
grep -q '^good  *ok ' "$work/out" || fail "the good one did not run: $(cat "$work/out")"
grep -q '^1 ok, 5 rejected$' "$work/out" || fail "not 5 are rejected: $(cat "$work/out")"
for reason in 'holds 1 twice; it must be a permutation' 'a stride must not be 0' 'takes element 32 at idx 31' 'written exactly once' \
    'a ")" should stand'; do
    grep -qF "$reason" "$work/out" || fail "no reason '$reason': $(cat "$work/out")"
done

# Padding between the elements of a line frees the stride that it was made for, and solve finds it.
"$TILEWRIGHT" run "$SOURCE_DIR/configs/line.json" --device sim >"$work/out" 2>&1
expect_loads strided 1024
expect_loads stridedPad 32
"$TILEWRIGHT" solve "$SOURCE_DIR/configs/line.json" --variant stridedPad >"$work/out" 2>&1
grep -q '^none  *IPAD 1 .*conflict-free' "$work/out" || fail "solve finds no padding of a line: $(cat "$work/out")"
"$TILEWRIGHT" explain "$SOURCE_DIR/configs/line.json" --variant fourBlocks >"$work/out" 2>&1
grep -qx '  occupancy on sm_90: 100 %, 8 blocks of 256 threads per SM (threads)' "$work/out" || fail "explain: $(cat "$work/out")"

# Two tiles: explain draws both and says how full both together make a multiprocessor, solve and a sweep look at both, and each
# access stands by its own line.
"$TILEWRIGHT" explain "$SOURCE_DIR/configs/two-tiles.json" --variant twoDyn >"$work/out" 2>&1 || fail "explain: $(cat "$work/out")"
grep -q '(32,32):(33,1)$' "$work/out" && grep -q '(32,32):(32,1)$' "$work/out" || fail "explain draws not both tiles: $(cat "$work/out")"
grep -qx 'twoDyn, tile 2' "$work/out" && grep -qx '  tile 2, read row   load         32          32     32  1 in 32 warps: 0-31' "$work/out" ||
    fail "explain says nothing of the second tile: $(cat "$work/out")"
[ "$(grep -c occupancy "$work/out")" = 1 ] || fail "not one line of occupancy"
"$TILEWRIGHT" explain "$SOURCE_DIR/configs/two-tiles.json" --variant twoDyn --svg "$work/two.svg" >"$work/out" 2>&1
grep -q 'twoDyn, tile 2' "$work/two.svg" || fail "the picture lacks the second tile"
"$TILEWRIGHT" solve "$SOURCE_DIR/configs/two-tiles.json" --variant twoArrays >"$work/out" 2>&1
grep -q '^none  *IPAD 1  *8448  *+256  *128  *128  conflict-free' "$work/out" || fail "solve pads not both tiles: $(cat "$work/out")"
"$TILEWRIGHT" solve "$SOURCE_DIR/configs/two-tiles.json" --variant twoArrays --banks 16 >"$work/out" 2>&1
grep -q '^without padding and swizzle: 2176 wavefronts$' "$work/out" || fail "solve for 16 banks: $(cat "$work/out")"
"$TILEWRIGHT" verify "$SOURCE_DIR/configs/two-tiles.json" --variant twoArrays >"$work/out" 2>&1 || fail "verify: $(cat "$work/out")"
grep -qE '^ +tile 2, read column, line [0-9]+ +32 -> 1024 +32 -> 1024 ' "$work/out" || fail "verify: $(cat "$work/out")"
cat >"$work/badtwo.json" <<'JSON'
{"tilewright": 1, "kernel": "tile", "defaults": {"BDIMX": 32, "BDIMY": 32, "tiles": 2}, "variants": [
 {"name": "alone", "tiles": 1, "IPAD2": 3}, {"name": "sides", "tile_rows": 16, "index": "2d", "layout2": "col-col"},
 {"name": "twice", "writes2": "idx / 2"}, {"name": "large", "tile_rows": 256, "type": "int32"}, {"name": "good", "layout2": "col-col"}]}
JSON
"$TILEWRIGHT" run "$work/badtwo.json" --device sim >"$work/out" 2>&1
grep -q '^1 ok, 4 rejected$' "$work/out" || fail "not 4 are rejected: $(cat "$work/out")"
for reason in 'need a second tile, and tiles is 1' 'the second tile: in 2d form' 'the second tile: writes: not every element' 'the tiles take 65536 bytes'; do
    tr -s '\n ' '  ' <"$work/out" | grep -qF "$reason" || fail "no reason '$reason': $(cat "$work/out")"
done

# A barrier that does not order writers and readers is a race wherever it is looked at, and never ranks; where each thread or each
# warp reads its own, nothing is wrong.
"$TILEWRIGHT" run "$SOURCE_DIR/configs/tile-wrong.json" --device sim >"$work/out" 2>&1
[ $? = 1 ] && [ "$(grep -c 'a race: nothing orders it after the' "$work/out")" = 2 ] || fail "races are not told: $(cat "$work/out")"
grep -q '^2 failed$' "$work/out" || fail "not both fail: $(cat "$work/out")"
cat >"$work/lesson.json" <<'JSON'
{"tilewright": 1, "kernel": "tile", "defaults": {"BDIMX": 32, "BDIMY": 16}, "variants": [
 {"name": "v", "reads": ["n - 1 - idx", "idx ^ 7", "idx"], "barrier": ["block", "warp", "none"], "IPAD": 0, "swizzle": "none"}]}
JSON
"$TILEWRIGHT" sweep "$work/lesson.json" --device sim --all -o "$work/lesson.jsonl" >"$work/out" 2>&1
grep -q '^6 ok, 3 failed$' "$work/out" || fail "a sweep of lessons: $(cat "$work/out")"
for right in v_reads1_block v_reads2_block v_reads2_warp v_reads3_block v_reads3_warp v_reads3_none; do
    grep -qE "^ +=?[0-9]+ +$right " "$work/out" || fail "$right is not ranked: $(cat "$work/out")"
done
"$TILEWRIGHT" verify "$SOURCE_DIR/configs/tile-wrong.json" >"$work/out" 2>&1 && fail "verify passes a race: $(cat "$work/out")"
"$TILEWRIGHT" embed "$SOURCE_DIR/configs/tile-wrong.json" --name k -o "$work/no" >"$work/out" 2>&1 && fail "a race is embedded"

# A block that walks is explained with all its passes, and solved.
cat >"$work/walk.json" <<'JSON'
{"tilewright": 1, "kernel": "tile", "variants": [{"name": "w", "BDIMX": 32, "BDIMY": 8, "tile_rows": 32, "layout": "row-col"}]}
JSON
"$TILEWRIGHT" explain "$work/walk.json" >"$work/out" 2>&1 || fail "explain: $(cat "$work/out")"
grep -q '^  read column  load  *32  *1024  *32  32 in 8 warps: 0-7 (pass 1 of 4)$' "$work/out" || fail "explain: $(cat "$work/out")"
"$TILEWRIGHT" solve "$work/walk.json" >"$work/out" 2>&1 || fail "solve: $(cat "$work/out")"
grep -q '^none  *IPAD 1 .*conflict-free' "$work/out" || fail "solve finds no padding: $(cat "$work/out")"

# planted WHAT STATUS SAYS FROM TO: what a run says when FROM is TO in the template.
cat >"$work/two.json" <<'JSON'
{"tilewright": 1, "kernel": "tile", "defaults": {"BDIMX": 32, "BDIMY": 4, "tile_rows": 18}, "variants": [
 {"name": "t", "layout": "row-col", "index": "linear"}, {"name": "p", "writes": "strided 7", "reads": "permutation 3"},
 {"name": "b", "reads": "broadcast", "type": "int8"}, {"name": "two", "tiles": 2, "IPAD2": 1}]}
JSON
planted() { plant "$1" "$2" "$3" "$work/two.json" "$4" "$5" tile.cu; }
planted 'the first pass only' 1 'expected' '{{line}}$' 'for (unsigned idx = tid; idx < 128; idx += 128)'
planted 'the table is read one further' 1 'out\[' '= {{number}};' '= ({{number}}) ^ ("{{called}}"[0] == "f"[0]);'
planted 'the stride begins elsewhere' 1 'out\[' '= {{number}};' '= "{{called}}"[0] == "t"[0] ? {{elements}} - 1 - ({{number}}) : {{number}};'
planted 'a read is made once for all passes' 1 'predicted 18 load_requests, but executing the PTX took' '__threadfence_block();' ';'
planted 'the second tile is read from the first' 1 'out\[|predicted|never written' '\] = {{tile}}\[' '] = tile['
planted 'the second tile holds what the first does' 1 'out\[' '= {{value}};' '= idx;'
planted 'nobody waits for the others' 1 'nothing orders|out\[' '^    __syncthreads();' '    ;'
exit $((failures > 0))
