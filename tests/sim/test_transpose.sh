#!/usr/bin/env bash
# The transpose family on the simulator: every method, element size and kind of shape is right, touches nothing outside its
# matrices, and costs in shared memory exactly what was predicted; and a kernel that writes a gap between rows is caught.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    exit 1
}

# run_all FILE: every variant of that config ran, right, and as it was predicted.
run_all() {
    local count same
    "$TILEWRIGHT" run "$1" --device sim --no-cache >"$1.out" 2>&1 || { echo "a transpose went wrong: $(cat "$1.out")"; return 1; }
    count=$(sed -nE 's/.*: ([0-9]+) variants of the transpose kernel.*/\1/p' "$1.out")
    same=$(grep -c ' the same$' "$1.out")
    [ "$same" = "$count" ] || { echo "$1: $same of $count variants ran as predicted"; return 1; }
}

# Awkward shapes as they are chosen for, every two values of any two fields, and random variants: side by side.
generate="python3 $SOURCE_DIR/tests/transposes.py"
cp "$SOURCE_DIR/tests/data/transpose-shapes.json" "$work/shapes"
$generate --part 1/2 pairs >"$work/pairs1" && $generate --part 2/2 pairs >"$work/pairs2" && $generate random 10 5 >"$work/random" ||
    fail "no configs were made"
runs=()
for config in shapes pairs1 pairs2 random; do
    run_all "$work/$config" &
    runs+=($!)
done
wrong=0
for run in "${runs[@]}"; do wait "$run" || wrong=$((wrong + 1)); done
[ $wrong = 0 ] || fail "not all transposes are right"

# The sources' four kernels, small: shared alone has conflicts, 32 wavefronts for each load of a column.
sed 's/8192/64/g' "$SOURCE_DIR/configs/transpose.json" >"$work/four.json"
"$TILEWRIGHT" run "$work/four.json" --device sim --no-cache --json >"$work/four" 2>/dev/null || fail "the sources' kernels failed"
for expected in naive:0 shared:4096 padded:128 skewed:128; do
    grep "\"name\": \"${expected%:*}\"" "$work/four" | grep -q "\"simulated\": {[^}]*\"load_wavefronts\": ${expected#*:}," ||
        fail "${expected%:*} does not take ${expected#*:} load wavefronts: $(cat "$work/four")"
done

# Planted bugs in the template: one element too many at the end of each row, and one too few.
cat >"$work/gap.json" <<'JSON'
{"tilewright": 1, "kernel": "transpose", "variants":
 [{"name": "gap", "rows": 40, "cols": 40, "in_pitch": 48, "out_pitch": 48, "type": "float32", "method": "padded"}]}
JSON
sed 's/{{store_if}}/j < cols \&\& i < rows + (j + 1 < cols)/' "$SOURCE_DIR/templates/transpose.cu.mustache" >"$work/more.mustache"
sed 's/{{store_if}}/j < cols \&\& i < rows - 1/' "$SOURCE_DIR/templates/transpose.cu.mustache" >"$work/less.mustache"
for bug in 'more:expected left alone' 'less:got not written'; do
    "$TILEWRIGHT" run "$work/gap.json" --device sim --no-cache --template "$work/${bug%%:*}.mustache" >"$work/bug" 2>&1
    [ $? = 1 ] || fail "a kernel that writes one element ${bug%%:*} passed: $(cat "$work/bug")"
    grep -q "${bug#*:}" "$work/bug" || fail "no '${bug#*:}' in: $(cat "$work/bug")"
done

# A hint is at every access it is meant for: a definition and at least one use, or neither.
cat >"$work/hints.json" <<'JSON'
{"tilewright": 1, "kernel": "transpose", "variants":
 [{"name": "t", "rows": 256, "cols": 256, "method": ["naive", "shared", "padded", "skewed", "xor", "vector"],
   "hints": ["none", "loads", "stores", "stream", "keep", "pass"]}]}
JSON
for method in naive shared padded skewed xor vector; do
    for hints in none:: loads:load: stores::store stream:load:store keep:load: pass::store; do
        IFS=: read -r word load store <<<"$hints"
        "$TILEWRIGHT" gen "$work/hints.json" --variant "t_${method}_$word" >"$work/hinted" || fail "gen of t_${method}_$word"
        for side in load store; do
            count=$(grep -o "_${side}_hint(" "$work/hinted" | wc -l)
            if [ -n "${!side}" ]; then [ "$count" -ge 2 ]; else [ "$count" = 0 ]; fi ||
                fail "$method, hints $word: $count times ${side}_hint"
        done
    done
done
