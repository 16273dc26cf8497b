#!/usr/bin/env bash
# Reductions on the simulator: every operation, type, order and layout gives the reference's bits, whatever takes which elements,
# and costs what was predicted; kernels with a bug planted are caught, and so is one whose tree is another.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE: every variant of that config ran, right, and as it was predicted, if it was.
run_all() {
    "$TILEWRIGHT" run "$1" --device sim >"$work/out" 2>&1 || fail "a reduction went wrong: $(cat "$work/out")"
    grep -qE 'rejected|DIFFERS' "$work/out" && fail "$1: not all ran as predicted: $(cat "$work/out")"
    grep -q ' ok' "$work/out" || fail "$1: nothing ran: $(cat "$work/out")"
}

run_all "$SOURCE_DIR/configs/reduce.json"
run() { python3 "$SOURCE_DIR/tests/reduces.py" "$@" >"$work/random.json" || fail "no config was made"; run_all "$work/random.json"; }
run $(draws 20 60) 1 rows
run $(draws 10 30) 2 columns
run $(draws 8 20) 3 segments

# One state behind others that a block's warps leave: all lanes of a warp load it.
cat >"$work/alone.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "defaults": {"rows": 1, "finish": "second", "BDIMX": 1024, "warps": 32, "leaves": 4}, "variants":
 [{"name": "s", "cols": [33789, 33790, 66559], "type": "float32", "op": ["sum", "argmax"]}, {"name": "d", "cols": 16894, "type": "float64", "op": "sum"}]}
JSON
run_all "$work/alone.json"

# Whatever takes which elements, the bits are the same: the checksums of all variants of a problem are one.
cat >"$work/same.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "defaults": {"cols": 40001, "rows": 2, "op": "sum", "pitch": 40004}, "variants":
 [{"name": "w", "leaves": [2, 8, 32], "warps": [2, 4], "BDIMX": 128, "vector": [4, 16], "unroll": [1, 8, 16]},
  {"name": "p", "leaves": [1, 4], "warps": [1, 2], "BDIMX": [32, 64], "finish": ["last", "second"], "vector": [8]}]}
JSON
[ "$(draws some all)" = all ] || sed -i 's/\[2, 8, 32\]/8/; s/\[1, 8, 16\]/8/' "$work/same.json"
"$TILEWRIGHT" run "$work/same.json" --device sim --json >"$work/out" 2>&1
grep -qE '"status": *"(mismatch|failed)"' "$work/out" && fail "a variant differs: $(cat "$work/out")"
[ "$(grep -cE '"status": *"ok"' "$work/out")" -ge "$(draws 10 12)" ] || fail "too few variants ran: $(cat "$work/out")"

# planted NAME STATUS WHAT FROM TO: what a run says when FROM is TO in the rows' template.
cat >"$work/some.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "variants":
 [{"name": "l", "cols": 34916, "rows": 2, "leaves": 8, "unroll": 8, "warps": 4, "BDIMX": 128, "finish": "last", "pitch": 34920, "type": ["float32", "int32"]},
  {"name": "s", "schedule": "direct", "cols": 37, "rows": 21, "leaves": 2, "type": ["float64", "int8"]},
  {"name": "v", "cols": 13, "rows": 40, "pitch": 16, "type": ["float32", "bfloat16"]}]}
JSON
planted() { plant "$1" "$2" "$3" "$work/some.json" "$4" "$5" "${@:6}" reduce_rows.cu reduce.cu; }
planted 'nothing' 0 '6 ok' '^// Element i of a load.' '// Element i of what was loaded.' reduce_rows_leaf.cu
planted 'the last elements are left out' 1 'c\[0\]: expected' '{{/counts}}rest_' '{{/counts}}if ({{place}} + 1 < {{rest}}) rest_' reduce_rows_leaf.cu
planted 'a lane too much' 1 'c\[0\]: expected' '{{place}} + d{{#packed}}) \* {{load_elements}}{{/packed}} < {{exist}}' '0{{#packed}}) * {{load_elements}}{{/packed}} < {{exist}}' reduce_rows_leaf.cu
planted 'far columns first' 1 'c\[0\]: expected' 'for (unsigned d = 1; d < {{lanes}}; d \*= 2)' 'for (unsigned d = {{lanes}} / 2; d > 0; d /= 2)' reduce_rows_leaf.cu
planted 'two leaves alone' 1 'c\[0\]: expected' 'if (number + d < count)' 'if (number + d < 2)'
planted 'another order of leaves' 1 'nothing orders|c\[0\]: expected' '+ slot + n{{by_share}}, ' '+ slot + n, '
planted 'no barrier' 1 'nothing orders|c\[0\]: expected' '}}__syncthreads(){{/shares}}' '}}__syncwarp(){{/shares}}'
planted 'the counter stays' 1 'finished\[0\]: expected 0, got 2' 'gpu.inc.u32' 'gpu.add.u32' reduce_count.cu
planted 'nobody is last' 1 'c\[0\]: .*got not written' 'before == last' 'before > last' reduce_count.cu
planted 'the next row' 1 'c\[1\]: expected' 'a += {{from_row}} \* {{row_pitch}}' 'a += {{from_row}} * {{cols}}'

# staged WHAT STATUS PATTERN FROM TO TEMPLATE...: the same of rows that come through shared memory.
cat >"$work/staged.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "variants":
 [{"name": "t", "cols": 31, "rows": 77, "type": ["float32", "float16"], "schedule": "staged", "row_lanes": 1},
  {"name": "l", "cols": [301, 302], "rows": 99, "leaves": 2, "type": "uint8", "op": "argmax", "schedule": "staged", "row_lanes": 2}]}
JSON
staged() { plant "$1" "$2" "$3" "$work/staged.json" "$4" "$5" "${@:6}" reduce_rows.cu reduce.cu; }
staged 'nothing' 0 '4 ok' 'shift` bits behind' 'shift` bits after' reduce_staged.cu
staged 'the last elements stay away' 1 'c\[76\]: expected' 'if (last < count)' 'if (last + 1 < count)' reduce_staged.cu
staged 'the last unit stays away' 1 'c\[[0-9]*\]: expected' '{{unit_elements}} < elements)' '{{unit_elements}} + {{unit_elements}} < elements)' \
    reduce_staged.cu
staged 'words as they lie' 1 'c\[[0-9]*\]: expected' '__funnelshift_r(low, high, shift)' 'low' reduce_staged.cu
staged 'warps in each other'"'"'s way' 1 'nothing orders|c\[[0-9]*\]: expected' '} + warp \* {{tile}}, thread' '}, thread' reduce_staged_rows.cu

# shifted WHAT PATTERN FROM TO TEMPLATE...: the same of rows that begin anywhere, loaded by 16 bytes.
cat >"$work/shifted.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "defaults": {"vector": 16, "rows": 5}, "variants":
 [{"name": "l", "cols": 4871, "type": ["float16", "int8"], "unroll": [2, 8]}, {"name": "p", "cols": 16, "pitch": 17, "rows": 40, "type": "float16", "op": "argmin"},
  {"name": "s", "cols": [301, 1541], "schedule": "direct", "type": ["int16", "bfloat16"], "op": "norm2", "accumulator": "float32"}]}
JSON
shifted() { plant "$1" "$2" "$3" "$work/shifted.json" "$4" "$5" "${@:6}" reduce_rows.cu reduce.cu; }
shifted 'nothing' 0 '7 ok' 'that begin anywhere, a part' 'that lie anywhere, a part' reduce_shifted.cu
shifted 'lane 0 keeps what is before the line' 1 'c\[[0-9]*\]: expected' 'place == 0 ? shift \* 8 : 0' '0' reduce_shifted.cu
shifted 'columns stay with other lanes' 1 'c\[[0-9]*\]: expected' '\& step) all' '\& 0) all' reduce_shifted.cu
shifted 'beyond the array' 1 'ld.global' 'if (chunk != end) return' 'return' reduce_shifted.cu
plant 'places stay with other lanes' 1 'c\[[0-9]*\]: expected' "$work/shifted.json" 'i < shift ? {{columns_of_load}}' 'i < shift ? 0' \
    reduce_rows_leaf.cu reduce_rows.cu reduce.cu

# ragged WHAT PATTERN FROM TO TEMPLATE...: the same of chunks that are taken as they lie.
cat >"$work/ragged.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "defaults": {"vector": 16, "rows": 9, "schedule": "direct"}, "variants":
 [{"name": "e", "cols": [35, 1021, 4871], "type": ["uint8", "bfloat16"], "op": "min"}, {"name": "p", "cols": [509, 8193], "type": "int16", "op": "argmax", "ties": "last"},
  {"name": "b", "cols": [333, 4099], "type": "int8", "op": "argmin"}, {"name": "s", "cols": [1023, 4096], "pitch": 4097, "type": "int8", "op": "sum"}]}
JSON
ragged() { plant "$1" "$2" "$3" "$work/ragged.json" "$4" "$5" "${@:6}" reduce.cu; }
ragged 'nothing' 0 '12 ok' 'that begin anywhere, a part' 'that lie anywhere, a part' reduce_shifted.cu reduce_rows.cu
ragged 'what is before the row counts' 1 'c\[[0-9]*\]: expected' 'place == 0 ? shift \* 8 : 0' '0' reduce_shifted.cu reduce_rows.cu
ragged 'what is behind the row counts' 1 'c\[[0-9]*\]: expected' 'max(bits - 32 \* i, 0)' '32' reduce_rows_leaf.cu reduce_rows.cu
ragged 'the chunk behind all lanes is left out' 1 'c\[[0-9]*\]: expected' '{{place}} == 0) part\[0\]' '{{place}} == 99) part[0]' reduce_rows_leaf.cu reduce_rows.cu
ragged 'places from the chunk on' 1 'c\[[0-9]*\]: expected' 'min(max(number, before) - before' 'min(number' reduce_algebra.cu
ragged 'the last two bytes of a word where the first are' 1 'c\[[0-9]*\]: expected' '(n \& ~1u) + last' '(n \& ~1u)' reduce_algebra.cu
ragged 'one of two numbers' 1 'c\[[0-9]*\]: expected' '(p.value, p.value << 16)' '(p.value, p.value)' reduce_algebra.cu

# cut WHAT STATUS PATTERN FROM TO: the same of small elements taken by the word, of which some are left behind the last load.
cat >"$work/cut.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "defaults": {"vector": 16, "schedule": "direct"}, "variants":
 [{"name": "a", "cols": [37, 4871], "type": ["int8", "uint16"], "op": "sum"}, {"name": "m", "cols": 8191, "type": ["float16", "uint8"], "op": "min"},
  {"name": "p", "cols": [13, 701, 4097], "rows": 5, "pitch": 4112, "type": ["int8", "int16"], "op": "argmax", "ties": "last"}]}
JSON
cut() { plant "$1" "$2" "$3" "$work/cut.json" "$4" "$5" reduce_rows_leaf.cu reduce_rows.cu reduce.cu; }
cut 'nothing' 0 '12 ok' 'loaded one by one' 'loaded by themselves'
cut 'they are left out' 1 'c\[0\]: expected' '{{cut_bits}}{{!' '0{{!'
cut 'one word for all' 1 'c\[0\]: expected' 'word\[i / {{word_elements}}\] |=' 'word[0] |='

# What cannot be is said in a sentence.
cat >"$work/wrong.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "variants":
 [{"name": "power", "cols": 100000, "leaves": 3}, {"name": "none", "cols": 0, "op": "argmax"},
  {"name": "atomic", "cols": 100000, "finish": "atomic"}, {"name": "pitch", "cols": 10, "rows": 2, "pitch": 9}]}
JSON
"$TILEWRIGHT" run "$work/wrong.json" --device sim >"$work/out" 2>&1
[ "$(grep -c rejected "$work/out")" -ge 4 ] || fail "not all are rejected: $(cat "$work/out")"
grep -q 'leaves is 3; the tree needs a power of two' "$work/out" || fail "no reason: $(cat "$work/out")"
exit $((failures > 0))
