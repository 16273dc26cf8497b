#!/usr/bin/env bash
# Reductions along columns and of segments on the simulator: random variants have the bits of the reference, whatever the block,
# the leaves, the vectors and who finishes, and cost what was predicted; offsets that go wrong are caught; so are planted bugs.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

half=$(draws 10 40)
for seed in $(draws 1 "1 2 3"); do
    python3 "$SOURCE_DIR/tests/columns.py" $((2 * half)) $seed >"$work/random.json" || fail "no config was made"
    "$TILEWRIGHT" run "$work/random.json" --device sim >"$work/out" 2>&1 || fail "seed $seed: $(cat "$work/out")"
    [ "$(grep -cE '^[a-zA-Z_0-9]+ +ok ' "$work/out")" = $((2 * half)) ] && grep -q "^simulated as predicted: $half of $half\$" "$work/out" || fail "seed $seed: not all as predicted: $(cat "$work/out")"
    [ "$(grep -c 'not predicted: its accesses depend on the data$' "$work/out")" = "$half" ] || fail "not all segments are unpredicted"
done

# One problem in many ways, when everything is asked for: every block, run of leaves and finish gives the same bits, which the
# reference's are.
ways() {
    "$TILEWRIGHT" run "$work/ways.json" --device sim >"$work/out" 2>&1 || fail "ways differ: $(cat "$work/out")"
    [ "$(grep -c '^[celmopst][28]*_.* ok ' "$work/out")" = 208 ] || fail "not all ways ran: $(cat "$work/out")"
    grep -q '^simulated as predicted: 159 of 159$' "$work/out" || fail "not all columns cost what was predicted: $(cat "$work/out")"
}
cat >"$work/ways.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "defaults": {"type": "float32"}, "variants":
 [{"name": "c", "along": "columns", "rows": 1111, "cols": 36, "BDIMX": [3, 32], "BDIMY": [1, 2, 16], "leaves": [1, 4, 16],
   "unroll": [1, 8], "vector": [4, 16], "finish": ["last", "second"]},
  {"name": "t", "along": "columns", "rows": 11, "cols": 1111, "BDIMX": 32, "BDIMY": 1, "leaves": [1, 2, 8], "vector": 4},
  {"name": "p", "along": "columns", "op": "argmax", "type": "float16", "rows": 35, "cols": 283, "pitch": 304, "vector": 8, "BDIMX": 3,
   "BDIMY": [1, 2], "leaves": [1, 2], "unroll": 8},
  {"name": "o", "along": "columns", "op": ["sum", "argmin"], "type": "int8", "rows": 77, "cols": 101, "schedule": ["direct", "unordered"],
   "vector": [4, 16], "BDIMX": 32, "BDIMY": 16},
  {"name": "s", "along": "segments", "rows": 9, "cols": 60000, "warps": 1, "BDIMX": [256, 512], "unroll": [1, 2, 4, 8]},
  {"name": "s2", "along": "segments", "rows": 9, "cols": 60000, "warps": 2, "BDIMX": 64, "unroll": [1, 2, 4, 8]},
  {"name": "s8", "along": "segments", "rows": 9, "cols": 60000, "warps": 8, "BDIMX": 256, "unroll": [1, 2, 4, 8]},
  {"name": "l", "along": "segments", "rows": 99, "cols": 3000, "BDIMX": [1, 2, 4, 8, 16], "BDIMY": [32, 64], "type": ["float32", "float64"]},
  {"name": "m", "along": "segments", "rows": 99, "cols": 30000, "warps": 1, "BDIMX": 64, "leaves": [1, 2, 4, 8, 16]},
  {"name": "e", "along": "segments", "rows": 99, "cols": 90000, "schedule": "balanced", "leaves": [1, 2, 4, 8], "unroll": [1, 2]}]}
JSON
[ "$(draws some all)" = all ] && ways

# planted NAME STATUS WHAT PART FIELDS FROM TO: what a run of one variant says when FROM is TO in the template of that part.
planted() { plant_in_reduce "$1" "$2" "$3" "\"along\": \"$4\", $5" "$6" "$7" "reduce_$4.cu"; }
wrong='c\[[0-9]*\]: expected'
segments='"rows": 20, "cols": 30000, "type": "int32"'
for warps in 1 4; do
    for trap in 'end < begin:begin = offsets[segment + 1], end = offsets[segment]' \
        'end > cols:begin = offsets[segment], end = offsets[segment + 1] + 40000' 'begin < 0:begin = offsets[segment] - 40000, end = offsets[segment + 1]'; do
        planted "$warps warps, ${trap%%:*}, checked" 1 'trap' segments "$segments, \"check\": \"trap\", \"warps\": $warps, \"BDIMX\": 128" \
            'begin = offsets\[segment\], end = offsets\[segment + 1\]' "${trap#*:}"
        [ "$warps" = 1 ] && grep -qE 'allocation' "$work/out" && fail "${trap%%:*}: something wild was read: $(cat "$work/out")"
    done
    planted "$warps warps, beyond the array, unchecked" 1 'ld.global' segments "$segments, \"warps\": $warps, \"BDIMX\": 128" \
        'begin = offsets\[segment\], end = offsets\[segment + 1\]' 'begin = offsets[segment], end = offsets[segment + 1] + 4000'
done
planted 'segments: the right side is not asked for' 1 "$wrong" segments "$segments, \"warps\": 2, \"BDIMX\": 64, \"leaves\": 1, \"unroll\": 8" 'lane + next < columns' 'lane + next < {{line}}'
planted 'segments of lanes: the right side of halves is not asked for' 1 "$wrong" segments '"rows": 99, "cols": 36000, "BDIMX": 4, "BDIMY": 32, "unroll": 2' \
    '32 \* group + lane / next \* next + next < columns' 'true'
planted 'segments of lanes: the right side is not asked for' 1 "$wrong" segments '"rows": 999, "cols": 36000, "BDIMX": 4, "BDIMY": 32, "unroll": 2' \
    'column + next \* {{near}} < columns' 'true'
planted 'segments of lanes: bands are not asked for' 1 "$wrong" segments '"rows": 999, "cols": 36000, "BDIMX": 4, "BDIMY": 32, "unroll": 2' \
    '(j + next) \* {{band}} < columns' 'true'
planted 'segments of lanes: the longer ones are left' 1 "$wrong" segments '"rows": 999, "cols": 36000, "BDIMX": 4, "BDIMY": 32, "unroll": 2' \
    'bool is_first = ' 'bool is_first = false \&\& '
planted 'segments in turn: the first one again' 1 "$wrong" segments '"rows": 99, "cols": 90000, "warps": 1, "leaves": 4' \
    'begin, from)' 'begin, 0)'
planted 'columns in turn: a block too many is whole' 1 'ld.global|outside|beyond' columns '"rows": 4, "cols": 1000, "BDIMX": 64, "BDIMY": 1, "leaves": 8' \
    'blockIdx.x >= {{whole_blocks}}' 'blockIdx.x > {{whole_blocks}}'
planted 'segments: leaves the other way round' 1 "$wrong" segments '"rows": 3, "cols": 30000, "op": "sum", "warps": 1, "BDIMX": 64, "leaves": 1, "unroll": 8' \
    '{{name}}_join(before_it, state)' '{{name}}_join(state, state)'
echo '{"tilewright": 1, "kernel": "reduce", "variants": [{"name": "p", "along": "segments", "rows": 10, "cols": 500000, "warps": 4, "BDIMX": 128, "leaves": 1, "unroll": 8}]}' >"$work/cut.json"
plant_cut() { plant "$1" 1 "$wrong|where nothing|st.shared|ld.global" "$work/cut.json" "$2" "$3" reduce_segments_split.cu reduce_segments_rest.cu reduce_segments.cu reduce.cu; }
plant_cut 'segments that are cut: the last chunk is left' 'chunk \* {{chunk}} < count' 'false'
plant_cut 'segments that are cut: chunks where windows are' '(place - begin) / {{chunk}}' 'place / {{chunk}}'
plant_cut 'segments that are cut: another joins' 'last - first) == last - first' 'last - first) == 0'
plant_cut 'segments that are cut: the segment beside' 'return low > 0 ? low - 1ull' 'return low > 0 ? low'
echo '{"tilewright": 1, "kernel": "reduce", "variants": [{"name": "p", "along": "segments", "rows": 30, "cols": 500000, "warps": [1, 4], "BDIMX": 128, "leaves": 1, "unroll": 8}]}' >"$work/rest.json"
plant_rest() { plant "$1" 1 "$wrong|nothing orders" "$work/rest.json" "$2" "$3" reduce_segments_rest.cu reduce_segments.cu reduce.cu; }
plant_rest 'segments of a block: those of the last warp are left' 'w < {{block_warps}}; w++' 'w < {{block_warps}} - 1; w++'
plant_rest 'segments of a block: leaves twice' '{{name}}_join(state, right)' '{{name}}_join(state, state)'
plant_rest 'segments of a block: leaves that are not there' 'leaf_run}} < leaves) state' 'leaf_run}} < {{block_leaves}}) state'
plant_rest 'segments of a block: no barrier' '^    __syncthreads();$' ''
echo '{"tilewright": 1, "kernel": "reduce", "variants": [{"name": "p", "along": "segments", "rows": 99, "cols": [900, 30000, 300000], "schedule": "balanced", "leaves": 4, "unroll": 2}]}' >"$work/shares.json"
plant_packed() { plant "$1" 1 "$wrong" "$work/shares.json" "$2" "$3" reduce_segments_pieces.cu reduce_segments_shares.cu reduce_segments.cu reduce.cu; }
plant_packed 'packed segments: pieces of the next one' 'next \* {{piece}} < left\[u\]) own' 'true) own'
plant_packed 'packed segments: the first line only' '__any_sync(0xffffffffu, line < most)' 'false'
plant_packed 'packed segments: pieces in the order of lanes' '__popc(marks \& ((2u << lane) - 1)) - 1' 'lane % 32'
plant_shares() { plant "$1" 1 "$wrong|finished\[[0-9]*\]: expected 0" "$work/shares.json" "$2" "$3" reduce_segments_shares.cu reduce_segments.cu reduce.cu; }
plant_shares 'equal shares: what goes on is left' 'unsigned others = 3' 'unsigned others = 2'
plant_shares 'equal shares: what is behind the share is left' 'unsigned others = 3' 'unsigned others = 1'
plant_shares 'equal shares: another joins' '!= count - 1) return false' '!= 0) return false'
plant_shares 'equal shares: the first chunk again' 'slot ? {{chunks}} + slot : 0' 'slot'
planted 'columns: threads in their own order' 1 "$wrong" columns '"rows": 1000, "cols": 8, "BDIMX": 4, "BDIMY": 8' \
    'run = __brev(threadIdx.y) >> {{reversed}}' 'run = threadIdx.y'
planted 'columns: no barrier' 1 'nothing orders|c\[' columns '"rows": 1000, "cols": 64, "BDIMX": 16, "BDIMY": 8, "leaves": 4' \
    '^{{in_turn}} *__syncthreads();$' ''
echo '{"tilewright": 1, "kernel": "reduce", "variants": [{"name": "p", "along": "columns", "rows": 1000, "cols": 8, "BDIMX": 4, "BDIMY": 2, "leaves": 1, "finish": "last"}]}' >"$work/last.json"
plant 'columns: the counter stays' 1 'finished\[0\]: expected 0' "$work/last.json" 'gpu.inc.u32' 'gpu.add.u32' reduce_count.cu reduce_columns.cu reduce.cu
planted 'columns: runs of parts that are not there' 1 "$wrong" columns '"rows": 900, "cols": 8, "BDIMX": 4, "BDIMY": 2, "leaves": 1, "finish": "second"' \
    'run + d < {{part_runs}}' 'run + d < {{join_runs}}'
handed='"rows": 61, "cols": 397, "vector": 16, "BDIMX": 64, "BDIMY": 2'
planted 'columns: the last lane has its own' 1 "$wrong" columns "$handed" 'lanes.last ? next.element\[i\] : other' 'other'
planted 'columns: lanes are handed their own' 1 "$wrong" columns "$handed" 'last_lane ? lane : lane + 1' 'lane'
planted 'columns: behind the array' 1 'ld.global|outside|beyond' columns "$handed" '^    if (columns) {$' '    if (false) {'
planted 'columns: a row too few' 1 "$wrong" columns '"rows": 61, "cols": 5' '{{name}}_rows<{{tail_rows}}>' '{{name}}_rows<{{tail_rows}} - 1>'

# planted_loose NAME STATUS WHAT FIELDS FROM TO: the same of rows that are added in any order.
planted_loose() {
    echo "{\"tilewright\": 1, \"kernel\": \"reduce\", \"variants\": [{\"name\": \"p\", \"along\": \"columns\", \"type\": \"int8\", $4}]}" >"$work/unordered.json"
    plant "$1" "$2" "$3" "$work/unordered.json" "$5" "$6" reduce_unordered.cu reduce.cu
}
planted_loose 'rows in any order: no shift' 1 'MISALIGNED|misaligned' '"rows": 100, "cols": 37, "vector": 16, "BDIMX": 4, "BDIMY": 16' '{{row_shift}} % {{width}}' '0'
planted_loose 'rows in any order: columns where chunks are' 1 "$wrong" '"rows": 100, "cols": 37, "vector": 16, "BDIMX": 4, "BDIMY": 16' 'column = x + i;' 'column = threadIdx.x * {{width}} + i;'
planted_loose 'rows in any order: threads without rows are asked' 1 "$wrong|nothing|never" '"rows": 37, "cols": 37, "BDIMX": 4, "BDIMY": 64' 'min(rows, {{BDIMY}}u)' '{{BDIMY}}u'
planted_loose 'rows in any order: the last chunk is whole' 1 'outside|beyond|ld.global' '"rows": 100, "cols": 37, "vector": 16, "BDIMX": 4, "BDIMY": 16' 'end + {{width}} > {{all_elements}}' 'false'
planted_loose 'rows in any order: no barrier' 1 'nothing orders|c\[' '"rows": 100, "cols": 37, "vector": 16, "BDIMX": 4, "BDIMY": 16' '^    __syncthreads();$' ''
planted_loose 'rows in any order: a column too few' 1 "$wrong" '"rows": 100, "cols": 37, "vector": 16, "BDIMX": 4, "BDIMY": 16' '{{cols}}{{suffix}} - left' '{{cols}}{{suffix}} - 1 - left'

# What cannot be, in a sentence.
rejected() {
    printf '{"tilewright": 1, "kernel": "reduce", "variants": [{"name": "p", %s}]}' "$1" >"$work/one.json"
    "$TILEWRIGHT" gen "$work/one.json" >"$work/out" 2>&1
    grep -q "rejected: $2" "$work/out" || fail "$1: not rejected with '$2': $(cat "$work/out")"
}
rejected '"along": "columns", "rows": 9, "cols": 9, "BDIMY": 3' 'BDIMY is 3; the tree needs a power of two'
rejected '"along": "columns", "rows": 9, "cols": 9, "warps": 2' 'warps must be 1: threads in y share columns'
rejected '"along": "segments", "rows": 9, "cols": 9, "warps": 8, "BDIMX": 128' 'BDIMX is 128 and warps 8; a segment is taken by one warp or by all of a block'
rejected '"along": "segments", "rows": 9, "cols": 9, "finish": "second"' 'a segment is taken by one block'
exit $((failures > 0))
