#!/usr/bin/env bash
# The permute family on the simulator: configs/permute.json and random permutations are right and cost what was predicted; what is a
# transpose is that family's kernel; what cannot be is rejected and the others go on; kernels with a bug planted are caught.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE: every variant of that config that is not rejected ran, right, and as it was predicted; no more than one in 20 is rejected.
run_all() {
    local count same rejected
    "$TILEWRIGHT" run "$1" --device sim >"$work/out" 2>&1 || fail "permutations went wrong: $(cat "$work/out")"
    count=$(sed -nE 's/.*: ([0-9]+) variants of the permute kernel.*/\1/p' "$work/out")
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$work/out")
    rejected=$(sed -nE 's/.* ([0-9]+) rejected$/\1/p' "$work/out")
    [ "$((same + ${rejected:-0}))" = "$count" ] || fail "$1: $same of $count variants ran as predicted"
    [ "$((20 * ${rejected:-0}))" -le "$count" ] || fail "$1: $rejected of $count variants were rejected"
}

run_all "$SOURCE_DIR/configs/permute.json"
for seed in $(draws 1 "1 2 3 4 5"); do
    python3 "$SOURCE_DIR/tests/permutes.py" $(draws 40 300) $seed >"$work/random.json" || fail "no config was made"
    run_all "$work/random.json"
done

# What once went wrong: padding in groups that do not divide an axis, tiles that all read the same, runs that lie before the tile's first
# element, neighbours in shared memory.
cat >"$work/cases.json" <<'JSON'
{"tilewright": 1, "kernel": "permute", "variants": [
 {"name": "groups", "axes": "1 0 2", "shape": "11 1 33", "type": "uint8", "out_strides": "6259 569 17", "in_offset": 3, "method": "shifted"},
 {"name": "stays", "axes": "1 0", "shape": "128 2", "type": "int8", "in_strides": "35 0", "method": "tile", "BDIMX": 32, "out_run": 100, "blocks": 1},
 {"name": "before", "axes": "2 1 0", "shape": "13 5 33", "type": "float16", "in_strides": "-497 99 1", "in_offset": 3, "method": "shifted"},
 {"name": "neighbours", "axes": "1 2 0 3", "shape": "2 2 128 2", "type": "int8", "method": "tile", "in_run": 256, "out_run": 512},
 {"name": "same", "axes": "1 0 2 3", "shape": "5 11 32 11", "type": "int32x2", "in_strides": "0 0 0 0"}]}
JSON
run_all "$work/cases.json"

# Tiles that write whole sectors: in elements of all sizes, along one axis or several, with gaps, and where only their steps end inside some.
cat >"$work/sectors.json" <<'JSON'
{"tilewright": 1, "kernel": "permute", "defaults": {"axes": "2 1 0", "method": "shifted", "overlap": "sectors", "in_run": 64}, "variants": [
 {"name": "floats", "shape": "251 5 67", "out_run": [128, 256], "order": ["rows", "columns"], "blocks": 7},
 {"name": "bytes", "shape": "501 2 67", "type": "uint8", "out_run": 64},
 {"name": "halves", "shape": "301 2 67", "type": "float16", "out_run": 64, "vector": [2, 16], "BDIMX": 100},
 {"name": "quads", "shape": "101 2 67", "type": "int32x4", "out_run": 128},
 {"name": "inner", "axes": "a b c d -> d c a b", "shape": "90 7 4 33", "out_run": [256, 512]},
 {"name": "gaps", "shape": "131 5 37", "out_run": 128, "out_strides": "700 140 1", "out_offset": 3},
 {"name": "half", "shape": "252 5 37", "out_run": 128},
 {"name": "steps", "shape": "648 2 19", "out_run": 144},
 {"name": "casts", "shape": "131 5 37", "out_run": 128, "type": ["float16", "float64"], "out_type": "float32"}]}
JSON
run_all "$work/sectors.json"

# A transpose is the transpose family's own kernel, but for its first line.
cat >"$work/permute.json" <<'JSON'
{"tilewright": 1, "kernel": "permute", "variants": [
 {"name": "plain", "axes": "1 0", "shape": "257 130"}, {"name": "wide", "axes": "n h w c -> n w h c", "shape": "2 60 70 4"},
 {"name": "channels", "axes": "n c h w -> n h w c", "shape": "2 64 14 14", "type": "float16"},
 {"name": "pixels", "axes": "n c h w -> n h w c", "shape": "8 3 120 100", "type": "uint8"},
 {"name": "part", "axes": "1 0", "shape": "100 200", "in_strides": "208 1", "out_strides": "104 1", "in_offset": 8}]}
JSON
cat >"$work/transpose.json" <<'JSON'
{"tilewright": 1, "kernel": "transpose", "variants": [
 {"name": "plain", "rows": 257, "cols": 130}, {"name": "wide", "rows": 60, "cols": 70, "batch": 2, "type": "int32x4"},
 {"name": "channels", "rows": 64, "cols": 196, "batch": 2, "type": "float16"},
 {"name": "pixels", "rows": 3, "cols": 12000, "batch": 8, "type": "uint8"},
 {"name": "part", "rows": 100, "cols": 200, "in_pitch": 208, "out_pitch": 104, "in_offset": 8}]}
JSON
for family in permute transpose; do "$TILEWRIGHT" gen "$work/$family.json" -o "$work/$family" >/dev/null || fail "no kernels of $family"; done
for name in plain wide channels pixels part; do
    cmp -s <(sed 1d "$work/permute/$name.cu") <(sed 1d "$work/transpose/$name.cu") || fail "$name is another kernel"
done

cat >"$work/wrong.json" <<'JSON'
{"tilewright": 1, "kernel": "permute", "defaults": {"axes": "2 1 0", "shape": "20 30 40"}, "variants":
 [{"name": "twice", "axes": ["0 1 2", "0 1 1"]}, {"name": "none", "method": "transpose"}, {"name": "rows", "tile_rows": 32},
  {"name": "wide", "method": "tile", "in_run": 4096, "out_run": 4096}, {"name": "padded", "method": "tile", "IPAD": 1, "pad_every": 41}]}
JSON
"$TILEWRIGHT" run "$work/wrong.json" --device sim >"$work/out" 2>&1 || fail "nothing ran beside what is rejected: $(cat "$work/out")"
grep -q '^1 ok, 5 rejected$' "$work/out" || fail "not 5 rejected: $(cat "$work/out")"

cat >"$work/some.json" <<'JSON'
{"tilewright": 1, "kernel": "permute", "defaults": {"method": "tile"}, "variants": [
 {"name": "floats", "axes": "2 1 0", "shape": "64 5 128"}, {"name": "cut", "axes": "2 1 0", "shape": "67 3 131", "in_run": 64, "out_run": 64, "blocks": 2},
 {"name": "bytes", "axes": "2 1 0", "shape": "64 5 128", "type": "uint8"}, {"name": "halves", "axes": "2 1 0", "shape": "64 5 128", "type": "int16"},
 {"name": "rows", "axes": "0 2 1 3", "shape": "2 64 5 80", "type": "float16", "method": "rows"},
 {"name": "naive", "axes": "0 2 1", "shape": "3 41 50", "method": "naive"}]}
JSON
# planted NAME STATUS WHAT FROM TO: what a run says when FROM is TO in the template.
planted() { plant "$1" "$2" "$3" "$work/some.json" "$4" "$5" permute.cu; }
planted 'no barrier' 1 'a race: nothing orders it after the store' '^        __syncthreads();$' ''
planted 'an element too many' 1 'just past the end' 'if (n >= {{last_element}}) return' 'if (n > {{last_element}}) return'
planted 'bytes exchanged' 1 'out\[[0-9]+\]: expected' '0x5140' '0x5104'
planted 'columns exchanged' 1 'out\[[0-9]+\]: expected' 'j % 2 ? 0x7632 : 0x5410' 'j % 2 ? 0x5410 : 0x7632'
planted 'a turn is left out' 1 'out\[[0-9]+\]: expected' 'target\[to\[k\]\] = ' 'if (k) target[to[k]] = '
planted 'a tile is left out' 1 'out\[[0-9]+\]: expected' 'n < {{tiles}}' 'n + 1 < {{tiles}}'

# Rows that begin anywhere: every way from the output to the input, with rows of 64 bytes and the shortest that have a chunk.
cat >"$work/chunks.json" <<'JSON'
{"tilewright": 1, "kernel": "permute", "defaults": {"method": "chunks", "axes": "1 0 2", "BDIMX": 64}, "variants": [
 {"name": "bytes", "shape": ["5 4 65", "3 3 4050"], "type": "uint8", "in_offset": [0, 1, 2, 7]},
 {"name": "same", "shape": "4 4 96", "type": "uint8", "in_offset": 5, "out_offset": [1, 5, 9, 13]},
 {"name": "least", "axes": "0", "shape": "37", "type": "uint8", "pointers": "any", "in_offset": [0, 1, 2, 3], "out_offset": [13, 14]},
 {"name": "halves", "shape": "7 3 99", "type": "float16", "out_offset": [0, 1, 3]},
 {"name": "words", "shape": ["7 3 35", "7 3 36"], "out_offset": [0, 1, 2]}, {"name": "doubles", "shape": "7 3 33", "type": "float64", "out_offset": [0, 1]},
 {"name": "narrow", "shape": "7 3 99", "type": "uint8", "vector": [4, 8]}, {"name": "backwards", "shape": "7 3 99", "type": "uint8", "in_strides": "-300 -99 1"},
 {"name": "gaps", "shape": "2 5 77", "type": "uint8", "in_strides": "800 101 1", "out_strides": "170 82 1", "blocks": 2}]}
JSON
run_all "$work/chunks.json"
misread() { plant "$1" 1 "$2" "$work/chunks.json" "$3" "$4" permute_chunks.cu permute.cu; }
misread 'a word too many' 'past the end' '{{parts}} - !back' '{{parts}}'
misread 'shifted by elements' 'out\[[0-9]+\]: expected' 'back \* {{bits}}' 'back'
misread 'ends before the chunks alone' 'out\[[0-9]+\]: expected' 'e < lead ? 0 : {{behind}}' '0'
misread 'a load elsewhere' 'misaligned|out\[[0-9]+\]: expected' '{{index}})(lead - back)' '{{index}})lead'

# part WHAT FROM TO: that mistake in tiles that write whole sectors makes elements wrong.
part() { plant "$1" 1 'out\[[0-9]+\]: expected' "$work/sectors.json" "$2" "$3" permute_shifted.cu permute.cu; }
part 'ends of other tiles' '(e < lead) != ' '(e < lead) == '
part 'ends of no tile' ' != {{last}}) break' ' != {{last}} + 1) break'
part 'sectors begin with chunks' ' % {{parts}} \* {{vector}}' ' % 1 * {{vector}}'
part 'a chunk of the wrong place' '(lead + {{mask}} & ~{{mask}}u)' '(lead ? {{vector}} : 0)'

# Casts, on architectures with and without an instruction for bfloat16.
cat >"$work/casts.json" <<'JSON'
{"tilewright": 1, "kernel": "permute", "defaults": {"axes": "2 1 0", "shape": "35 3 66"}, "variants": [
 {"name": "narrower", "type": ["float32", "float64"], "out_type": ["float16", "bfloat16"], "method": ["tile", "shifted"]},
 {"name": "wider", "type": ["uint8", "float16", "bfloat16"], "out_type": ["float32", "float64"], "method": ["tile", "shifted"]},
 {"name": "scaled", "type": ["float16", "float64", "int64"], "out_type": ["bfloat16", "float64"], "alpha": 0.1},
 {"name": "rows", "axes": "1 0 2", "type": ["bfloat16", "uint16"], "out_type": "float32", "method": "rows"},
 {"name": "short_runs", "axes": "2 0 1 3", "shape": "11 7 25 9", "type": ["uint8", "float16", "float32"], "out_type": ["float32", "float64"],
  "method": "shifted", "in_run": 16, "out_run": 16}]}
JSON
for arch in sm_75 sm_90; do
    "$TILEWRIGHT" run "$work/casts.json" --device sim --arch $arch >"$work/out" 2>&1 || fail "$arch: casts went wrong: $(cat "$work/out")"
    grep -q '^simulated as predicted: 34 of 34' "$work/out" || fail "$arch: $(cat "$work/out")"
done

# miscast WHAT FROM TO TEMPLATE [WHOLE]: that mistake makes elements wrong.
miscast() { plant "$1" 1 'out\[[0-9]+\]: expected' "$work/casts.json" "$2" "$3" "${@:4}"; }
miscast 'rounded down' 'cvt.rn.f16' 'cvt.rz.f16' permute_cast.cu permute.cu
miscast 'rounded twice' ': __uint_as_float(.*| 1)' ': below' permute_cast.cu permute.cu
miscast 'NaN of the instruction' 'value == value ?' 'true ?' permute_cast.cu permute.cu
miscast 'not scaled' '{{#scale}}{{scale}}{{/scale}}' '' permute_cast.cu permute.cu
miscast 'the first for all' '_cast_one(in.one\[i\])' '_cast_one(in.one[0])' permute_cast.cu permute.cu
miscast 'the first for all of an access' '_cast(in.one\[i\])' '_cast(in.one[0])' permute.cu
miscast 'one of two' 'value\[k\]\[1\].one\[j\]) << 16' 'value[k][0].one[j]) << 16' permute.cu
miscast 'ends are not cast' '{{#cast_stored}}{{name}}_cast({{/cast_stored}}{{!' '{{#cast_stored}}({{/cast_stored}}{{!' permute_shifted.cu permute.cu
exit $((failures > 0))
