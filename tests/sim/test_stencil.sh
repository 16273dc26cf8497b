#!/usr/bin/env bash
# Stencils on the simulator: every shape, method, boundary and place of the coefficients is right and costs what was predicted; what
# constant memory costs is shown; kernels with a bug planted are caught.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE: every variant of that config ran, right, and as it was predicted.
run_all() {
    local count same
    "$TILEWRIGHT" run "$1" --device sim >"$work/out" 2>&1 || fail "a stencil went wrong: $(cat "$work/out")"
    count=$(sed -nE 's/.*: ([0-9]+) variants of the stencil kernel.*/\1/p' "$work/out")
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$work/out")
    [ "$same" = "$count" ] || fail "$1: $same of $count variants ran as predicted: $(cat "$work/out")"
}

run_all "$SOURCE_DIR/configs/stencil.json"
# 512 warps read four coefficients; where threads begin with different ones, each read takes a broadcast for each of the four.
grep -A1 '^stencil ' "$work/out" | grep -q 'constant memory: 2048 requests -> 2048 broadcasts' || fail "constant: $(cat "$work/out")"
grep -A1 '^stencilDivergent ' "$work/out" | grep -q 'constant memory: 2048 requests -> 8192 broadcasts' || fail "divergent: $(cat "$work/out")"
grep -A1 '^stencilReadOnly ' "$work/out" | grep -q 'constant memory' && fail "read-only memory is constant: $(cat "$work/out")"
for seed in $(draws 1 "1 2"); do
    python3 "$SOURCE_DIR/tests/stencils.py" $(draws 12 40) $seed >"$work/random.json" || fail "no config was made"
    run_all "$work/random.json"
done

# The same counts in the instructions, and in records.
"$TILEWRIGHT" run "$SOURCE_DIR/configs/stencil.json" --device sim --variant stencil --dump counts >"$work/out" 2>&1
[ "$(grep -cE ' 512 -> 512 +ld.const.f32' "$work/out")" = 4 ] || fail "no constant loads: $(cat "$work/out")"
"$TILEWRIGHT" run "$SOURCE_DIR/configs/stencil.json" --device sim --variant stencil --json >"$work/out" 2>/dev/null
grep -q '"simulated": {.*"constant_load_requests": 2048, "constant_load_broadcasts": 2048}' "$work/out" || fail "the record: $(cat "$work/out")"

# What asynchronous copies read has no sectors: no efficiency is made of the others, and it is in the cost of a sweep all the same.
# 4 for each of 500 read at least and of 520 stored, and 960 wavefronts, of 4000 elements.
cat >"$work/async.json" <<'JSON'
{"tilewright": 1, "kernel": "stencil", "variants": [{"name": "a", "shape": "box", "radius": 2, "rows": 40, "cols": 100, "method": "async"}]}
JSON
"$TILEWRIGHT" run "$work/async.json" --device sim >"$work/out" 2>&1 || fail "async: $(cat "$work/out")"
grep -qE '^a +ok .* 520 +1000$' "$work/out" || fail "an efficiency of async: $(cat "$work/out")"
grep -qx '    not counted: the sectors that asynchronous copies read' "$work/out" || fail "nothing is said of copies: $(cat "$work/out")"
"$TILEWRIGHT" sweep "$work/async.json" --device sim >"$work/out" 2>&1 || fail "a sweep of async: $(cat "$work/out")"
grep -qE '^ +1 +a .* 1260\.00 ' "$work/out" || fail "the cost of async: $(cat "$work/out")"

# planted NAME STATUS WHAT FROM TO: what a run says when FROM is TO in the template.
cat >"$work/some.json" <<'JSON'
{"tilewright": 1, "kernel": "stencil", "defaults": {"cols": 203, "rows": 21}, "variants":
 [{"name": "l", "radius": 5, "method": ["cache", "shuffle", "shared"], "in_pitch": 204, "out_pitch": 204, "boundary": "periodic"},
  {"name": "s", "shape": "star", "radius": 2, "method": ["cache", "shared"], "boundary": "fixed"},
  {"name": "b", "shape": "box", "radius": 1, "method": ["shuffle", "shared"], "boundary": "reflect", "symmetry": "symmetric"}]}
JSON
planted() { plant "$1" "$2" "$3" "$work/some.json" "$4" "$5" stencil.cu; }
planted 'nothing' 0 '7 ok' '^// The vector of a row' '// A vector of a row'
planted 'a neighbour is left out' 1 'out\[[0-9]*\]: expected' 'for (int i = 0; i < {{side}}; i++) sum' 'for (int i = 1; i < {{side}}; i++) sum'
planted 'the edge itself is mirrored' 1 'out\[[0-9]*\]: expected' '{{rows}} - 1 - row + ({{rows}} - 1)' '{{rows}} - 1 - row + {{rows}}'
planted 'the wrong way round' 1 'out\[0\]: expected' 'column < 0 ? {{cols}}' 'column < 0 ? {{cols}} - 1'
planted 'no edge of a warp' 1 'out\[[0-9]*\]: expected' 'lane < k ? edge\[j\] : own' 'own'
planted 'a row too few' 1 'out\[[0-9]*\]: .*got not written' '+ 2 \* {{radius}}; // rows' '+ 2 * {{radius}} - 1; // rows'
planted 'above for below' 1 'out\[[0-9]*\]: expected' '{{below}} + {{.general}}i\] \* w' '{{radius}} - {{/general}}i] * w'
planted 'no barrier' 1 'nothing orders|out\[[0-9]*\]: expected' '    __syncthreads();' '    __syncwarp();'
planted 'borders are computed' 1 'out\[0\]: expected' '{{name}}_is_border(row, column + j)' 'false'
planted 'rows loaded twice' 1 'predicted [0-9]* (store|global_load)_requests' 'j += {{BDIMY}}' 'j += ({{BDIMY}} + 1) / 2'

# The same in the kernel that copies its rows asynchronously; rows of 203 elements begin elsewhere than at a multiple of 16 bytes.
cat >"$work/copied.json" <<'JSON'
{"tilewright": 1, "kernel": "stencil", "defaults": {"cols": 603, "rows": 31, "method": "async", "BDIMX": 64, "height": 12, "unroll": 4, "stages": 3},
 "variants": [{"name": "l", "radius": 5, "boundary": "periodic"}, {"name": "s", "shape": "star", "radius": 2, "boundary": "fixed"},
  {"name": "b", "shape": "box", "radius": 1, "boundary": "reflect", "symmetry": "symmetric", "out_pitch": 604}]}
JSON
copied() { plant "$1" "$2" "$3" "$work/copied.json" "$4" "$5" stencil_async.cu stencil.cu; }
copied 'nothing in the copies' 0 '3 ok' '^// The vector of a row' '// A vector of a row'
copied 'copies are not awaited' 1 'uninitiali[sz]ed|never written|out\[[0-9]*\]: expected' 'cp.async.wait_group {{ahead_groups}}' 'cp.async.wait_group 16'
copied 'no barrier behind copies' 1 'nothing orders|out\[[0-9]*\]: expected' '    __syncthreads();' '    __syncwarp();'
copied 'a slot is free too early' 1 'nothing orders|out\[[0-9]*\]: expected' 'bring(true, turn + {{ahead}}, free, b)' 'bring(true, turn + {{ahead}}, slot, b)'
copied 'no shift of what is stored' 1 'out\[[0-9]*\]: expected|[Mm]isaligned|aligned' '- (b + {{out_lead}})' '- (b + 1 + {{out_lead}})'
copied 'strays are taken for others' 1 '[Mm]isaligned|aligned' 'whole = whole \&\& .*' ''
copied 'the borders are computed' 1 'out\[0\]: expected' '{{name}}_is_border({{#plane}}row, {{.plane}}column + j)' 'false'
copied 'more is read than is needed' 1 'predicted [0-9]* load_bytes|predicted .*load' 'min(before, {{vector}})' '{{vector}}'

# What cannot be is said in a sentence; the others go on.
cat >"$work/wrong.json" <<'JSON'
{"tilewright": 1, "kernel": "stencil", "defaults": {"cols": 100}, "variants":
 [{"name": "none", "radius": 0}, {"name": "far", "radius": 65}, {"name": "pitch", "in_pitch": 99},
  {"name": "tile", "method": "shared", "BDIMX": 3}, {"name": "right"}]}
JSON
"$TILEWRIGHT" run "$work/wrong.json" --device sim >"$work/out" 2>&1 || fail "the right one did not go on: $(cat "$work/out")"
[ "$(grep -c rejected "$work/out")" -ge 4 ] && grep -q '^right  *ok' "$work/out" || fail "rejected: $(cat "$work/out")"
grep -q 'radius is 4, more than the tile of 1 rows and 3 columns has' "$work/out" || fail "no reason: $(cat "$work/out")"

# A sweep tells problems apart, and takes places of the coefficients as ways.
cat >"$work/space.json" <<'JSON'
{"tilewright": 1, "kernel": "stencil", "defaults": {"cols": 3000, "symmetry": "antisymmetric"}, "variants":
 [{"name": "p", "radius": [2, 4], "coefficients": ["constant", "readonly"], "method": ["shared", "shuffle"]}]}
JSON
"$TILEWRIGHT" sweep "$work/space.json" --device sim --all -o "$work/found.jsonl" >"$work/out" 2>&1 || fail "the sweep failed: $(cat "$work/out")"
[ "$(grep -c '"status": "ok"' "$work/found.jsonl")" = 8 ] || fail "not 8 of the sweep's variants are ok: $(cat "$work/out")"
grep -A20 '^problem: line, radius 2,' "$work/out" | grep -q '^best: p_radius2_constant_shuffle' &&
    grep -A20 '^problem: line, radius 4,' "$work/out" | grep -q '^best: p_radius4_constant_shuffle' ||
    fail "not two problems: $(cat "$work/out")"
"$TILEWRIGHT" explain "$SOURCE_DIR/configs/stencil.json" --variant stencil >"$work/out" 2>&1 || fail "explain: $(cat "$work/out")"
grep -q 'write tile' "$work/out" && grep -q 'read row 0' "$work/out" || fail "explain says nothing of the tile: $(cat "$work/out")"
exit $((failures > 0))
