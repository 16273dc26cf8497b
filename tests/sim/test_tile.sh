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
for reason in 'holds 1 twice; it must be a permutation' 'a stride of 0 is no stride' 'takes element 32 at idx 31' 'written exactly once' \
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

# A barrier that does not order writers and readers is a race wherever it is looked at, and never ranks; where each thread or each
# warp reads its own, nothing is wrong.
"$TILEWRIGHT" run "$SOURCE_DIR/configs/tile-wrong.json" --device sim >"$work/out" 2>&1
[ $? = 1 ] && [ "$(grep -c 'which nothing orders after the' "$work/out")" = 2 ] || fail "races are not told: $(cat "$work/out")"
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
 {"name": "b", "reads": "broadcast", "type": "int8"}]}
JSON
planted() { plant "$1" "$2" "$3" "$work/two.json" "$4" "$5" tile.cu; }
planted 'the first pass only' 1 'expected' '{{line}}$' 'for (unsigned idx = tid; idx < 128; idx += 128)'
planted 'the table is read one further' 1 'out\[' 'const unsigned from = {{read.number}}' 'const unsigned from = ({{read.number}}) ^ 1'
planted 'the stride begins elsewhere' 1 'out\[' 'const unsigned to = {{write.number}}' 'const unsigned to = {{elements}} - 1 - ({{write.number}})'
planted 'a read is made once for all passes' 1 'predicted 18 load_requests, but executing the PTX took' '__threadfence_block();' ';'
planted 'nobody waits for the others' 1 'nothing orders|out\[' '^    __syncthreads();' '    ;'
exit $((failures > 0))
