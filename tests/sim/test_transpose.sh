#!/usr/bin/env bash
# The transpose family on the simulator: every method, element size and kind of shape is right, touches nothing outside its
# matrices, and costs in shared memory exactly what was predicted; and a kernel that writes a gap between rows is caught.
. "${BASH_SOURCE%/*}/../shell_transpose.sh" || exit 1

# Awkward shapes as they are chosen for, and random variants; test_transpose_pairs_*.sh have every two values of any two fields.
cp "$SOURCE_DIR/tests/data/transpose-shapes.json" "$work/shapes"
run_all "$work/shapes"
generate "$work/random" random 12 5
run_all "$work/random"

# The sources' four kernels, small: shared alone has conflicts, 32 wavefronts for each load of a column.
sed 's/8192/64/g' "$SOURCE_DIR/configs/transpose.json" >"$work/four.json"
"$TILEWRIGHT" run "$work/four.json" --device sim --json >"$work/four" 2>/dev/null || fail "the sources' kernels failed"
for expected in naive:0 shared:4096 padded:128 skewed:128; do
    grep "\"name\": \"${expected%:*}\"" "$work/four" | grep -q "\"simulated\": {[^}]*\"load_wavefronts\": ${expected#*:}," ||
        fail "${expected%:*} does not take ${expected#*:} load wavefronts: $(cat "$work/four")"
done

# Planted bugs in the template: one element too many at the end of each row, and one too few.
cat >"$work/gap.json" <<'JSON'
{"tilewright": 1, "kernel": "transpose", "variants":
 [{"name": "gap", "rows": 40, "cols": 40, "in_pitch": 48, "out_pitch": 48, "type": "float32", "method": "padded"}]}
JSON
for bug in 'more:x < rows + (j + 1 < cols)' 'less:x < rows - 1'; do
    guard="{{#second}}j < cols \&\& ${bug#*:}{{\/second}}{{^second}}{{guard}}{{\/second}}"
    sed "s/{{guard}}/$guard/" "$(template transpose.cu)" >"$work/${bug%%:*}.mustache"
done
for bug in 'more:expected left alone' 'less:got not written'; do
    "$TILEWRIGHT" run "$work/gap.json" --device sim --template "$work/${bug%%:*}.mustache" >"$work/bug" 2>&1
    [ $? = 1 ] || fail "a kernel that writes one element ${bug%%:*} passed: $(cat "$work/bug")"
    grep -q "${bug#*:}" "$work/bug" || fail "no '${bug#*:}' in: $(cat "$work/bug")"
done

# A hint is at every access it is meant for: a definition and at least one use, or neither.
cat >"$work/hints.json" <<'JSON'
{"tilewright": 1, "kernel": "transpose", "variants":
 [{"name": "t", "rows": 256, "cols": 256, "method": ["naive", "shared", "padded", "skewed", "xor", "vector"],
   "hints": ["none", "loads", "stores", "stream", "evict_last", "evict_first"]},
  {"name": "tall", "rows": 4096, "cols": 7, "method": "row-run", "hints": ["none", "loads", "stores", "stream", "evict_last", "evict_first"]},
  {"name": "wide", "rows": 7, "cols": 4096, "method": "row-run", "hints": ["none", "loads", "stores", "stream", "evict_last", "evict_first"]},
  {"name": "units", "rows": 3, "cols": 3, "batch": 4096, "method": "row-run", "hints": ["none", "loads", "stores", "stream", "evict_last", "evict_first"]}]}
JSON
for method in t_naive t_shared t_padded t_skewed t_xor t_vector tall wide units; do
    for hints in none:: loads:load: stores::store stream:load:store evict_last:load: evict_first::store; do
        IFS=: read -r word load store <<<"$hints"
        "$TILEWRIGHT" gen "$work/hints.json" --variant "${method}_$word" >"$work/hinted" || fail "gen of ${method}_$word"
        for side in load store; do
            count=$(grep -o "_${side}_hint(" "$work/hinted" | wc -l)
            if [ -n "${!side}" ]; then [ "$count" -ge 2 ]; else [ "$count" = 0 ]; fi ||
                fail "$method, hints $word: $count times ${side}_hint"
        done
        # What the L2 was told to evict last is given back by kernels in chunks.
        count=$(grep -o "_return(" "$work/hinted" | wc -l)
        case $word-$method in
        evict_last-t_vector | evict_last-tall | evict_last-wide | evict_last-units) [ "$count" -ge 2 ] ;;
        *) [ "$count" = 0 ] ;;
        esac || fail "$method, hints $word: $count times _return"
    done
done
exit $((failures > 0))
