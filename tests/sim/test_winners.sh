#!/usr/bin/env bash
# The commands fit together: what a sweep wrote and the names that it printed work in explain, gen, run and embed; of several
# problems each has a winner of its own; and a sweep ends with what to type next. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
tile 32 16 >c.json
cat >types.json <<'JSON'
{ "tilewright": 1, "kernel": "tile", "defaults": { "BDIMX": 32, "BDIMY": 8, "layout": "row-col", "index": "linear" },
  "variants": [ { "name": "t", "type": ["float64", "int8", "float32"], "IPAD": [0, 1, 4], "swizzle": "none" } ] }
JSON
sweep 'one problem' 0 c.json -o one.jsonl
has 'the next command' '^next: tilewright embed one\.jsonl --name tile$' out
cp out printed
sweep 'no file' 0 c.json
has 'the next command without a file' '^next: sweep again with -o FILE, which embed, run, explain and gen take$' out
sweep "a file to quote" 0 c.json -o "it's.jsonl"
has 'a file to quote' "^next: tilewright embed 'it'\\\\''s\\.jsonl' --name tile\$" out
sweep 'a shard' 0 c.json --shard 1/2 -o shard.jsonl
has 'the next command of a shard' '^next: tilewright results shard\.jsonl OTHER' out
eval "$(sed -n 's/^next: tilewright/tw "what it said" 0/p' printed) --format layout"
has 'what it said' 'tile_layout.h' out

# ---- the winner, or another ----

winner=$(sed -n 's/^best: //p' printed)
other=t_IPAD2_none
skipped=$(grep -m1 '"status": "skipped"' one.jsonl | sed 's/.*"name": "\([^"]*\)".*/\1/')
for command in explain gen run; do
    device=; [ $command = run ] && device='--device sim'
    tw "$command" 0 $command one.jsonl $device
    has "$command: the winner" "$winner" out
    grep -q "$other" out && fail "$command: not only the winner"
    for name in "$other" "$skipped"; do
        tw "$command $name" 0 $command one.jsonl --variant "$name" $device
        has "$command: by its name" "$name" out
        cp out of_results
        tw "$command of the config" 0 $command c.json --variant "$name" $device
        cmp -s <(grep -v json of_results) <(grep -v json out) || fail "$command $name: not the same as of the config"
    done
    tw "$command: no such name" 2 $command one.jsonl --variant "${winner}r" $device
    has "$command: a name nearly right" "did you mean '$winner'\\?" err
    tw "$command: no such name in a config" 2 $command c.json --variant "${winner}r" $device
    has "$command: a name nearly right in a config" "did you mean '$winner'\\?" err
done
tw 'embed by a name of the sweep' 0 embed c.json --name k --variant "$winner" --format layout -o named
tw 'embed of results' 0 embed one.jsonl --name k --format layout -o best
cmp -s <(grep index_ named/k_layout.h) <(grep index_ best/k_layout.h) || fail 'embed: not the same layout'
sed '1s/"version": "[^"]*"/"version": "0.0.9"/' one.jsonl >older.jsonl
tw 'embed of older results' 0 embed older.jsonl --name k --format layout -o older
has 'embed of older results' 'note: older.jsonl is of tilewright 0\.0\.9; kernels and counts of this one' err
tw 'embed of what did not run' 2 embed one.jsonl --name k --variant "$skipped"
has 'embed of what did not run' 'there is no ranked variant' err
tw 'a sweep of results' 2 sweep one.jsonl
has 'a sweep of results' 'it holds the results of a sweep: name the config' err
tw 'a pipe is a config' 0 gen <(cat c.json) --variant "$winner"

# ---- several problems ----

sweep 'types' 0 types.json --all -o types.jsonl --report types.html
has 'types: the next command' '^next: tilewright embed types\.jsonl --name tile --each-problem$' out
[ "$(grep -c '^best: ' out)" -eq 3 ] || fail "types: $(grep -c '^best: ' out) winners of three problems"
[ "$(grep -cE '^ +1  t_' out)" -eq 3 ] || fail 'types: not three rows of rank 1'
has 'types: in the order of the config' 'problem: row-col, float64' <(grep '^problem: ' out | head -1)
sed -n 's/^best: //p' out >winners
[ "$(grep -c 'Ranked first of the 3 variants that ran' types.html)" -eq 3 ] || fail 'types: the report crowns one over all'
[ "$(grep -c '^<h2 class="problem"' types.html)" -eq 3 ] || fail 'types: not three problems in the report'
grep -oE ' id="[^"]*"' types.html | grep -v 'id="sign' | sort | uniq -d | grep . && fail 'types: two places of one name in the report'
# In each part the ranks are 1, 2, 3, whatever lies between them in the file, and costs do not fall.
awk '/^problem: /{ rank = 0; cost = 0 } $2 ~ /^t_/ && NF > 5 { gsub(/=/, "", $1); if ($1 != ++rank || $7 < cost) exit 1; cost = $7 }' out ||
    fail 'types: ranks of a problem'
# Each heat map has a 0, the best of its problem.
[ "$(grep -cE '^ +32 x 8 +none.* 0' out)" -eq 3 ] || fail 'types: a heat map without a best'
tw 'types: embed' 2 embed types.jsonl --name k --format layout -o none
has 'types: embed says how' 'it holds 3 problems, .*--each-problem' err
tw 'types: each' 0 embed types.jsonl --name k --each-problem --format layout -o each
[ "$(wc -l <winners)" -eq 3 ] || fail 'types: not three winners'
while read -r name; do
    grep -q "k_index_${name}(" each/k_layout.h || fail "each problem: no $name"
done <winners
tw 'types: run' 0 run types.jsonl --device sim
has 'types: run' '^3 ok$' out
tw 'types: top and each' 2 embed types.jsonl --name k --each-problem --top 2
has 'types: top and each' 'exclude each other' err
tw 'each of a config' 2 embed types.json --name k --each-problem
has 'each of a config' '--each-problem needs a results file' err

# ---- what results show ----

sweep 'many' 0 c.json -o many.jsonl
tw 'results of many' 0 results many.jsonl
[ "$(grep -cE '^ *=?[0-9]+ +t_.* ok ' out)" -eq 6 ] || fail 'results: not the six that are ok'
has 'results: what is not shown' '^not shown: 93 skipped \(-f status=skipped\); such as t_IPAD1_xor: t_IPAD0_xor has 32' out
tw 'results of many, all' 0 results many.jsonl -f number\>=0
[ "$(grep -cE '^ *(=?[0-9]+ +)?t_[A-Za-z0-9_]+ +(ok|skipped) ' out)" -eq 20 ] || fail 'results: not twenty rows'
has 'results: how many more' '^\.\.\. and 79 more \(--top\)$' out
COLUMNS=80 tw 'results of many, narrow' 0 results many.jsonl
[ "$(awk '{ if (length($0) > n) n = length($0) } END { print n }' out)" -le 80 ] || fail 'results: wider than 80'
tw 'a command nearly right' 2 sweeep
has 'a command nearly right' "did you mean 'sweep'\\?" err

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
