#!/usr/bin/env bash
# Strategies over a family's candidates, where a config names nothing but the problem: what is tried, the same again, how sure the best is.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1

# sweep WHAT STATUS ARGUMENTS...
sweep() {
    local what=$1 status=$2
    shift 2
    "$TILEWRIGHT" sweep --device sim --jobs 1 "$@" >out 2>err
    [ $? -eq "$status" ] || fail "$what: $(cat out err)"
}
# says WHAT TEXT: in the text, whose lines are broken anywhere
says() {
    tr -s '\n ' ' ' <out | grep -qE -- "$2" || fail "$1: no \"$2\" in: $(cat out)"
}
tried() { # the names of FILE's variants that were tried, in the order of names
    python3 -c 'import json, sys
for line in open(sys.argv[1]):
    record = json.loads(line)
    if record.get("status") == "ok": print(record["name"])' "$1" | sort
}

cat >t.json <<'END'
{ "tilewright": 1, "kernel": "transpose", "variants": [ { "name": "t", "rows": 64, "cols": 96 } ] }
END
for strategy in climb surrogate adaptive random; do
    sweep "$strategy" 0 t.json --strategy $strategy --seed 4 --budget 12v -o $strategy.jsonl
    says "$strategy" "searched: method, .*; 12 of [0-9]+ tried; by $strategy, seed 4 the best was number [0-9]+, and [0-9]+ after it were not better"
    [ "$(tried $strategy.jsonl | wc -l)" = 12 ] || fail "$strategy: not 12 tried"
    tried $strategy.jsonl | grep -qx t || fail "$strategy: not what the model takes"
done

sweep 'a sample' 0 t.json --strategy random --budget 12v
says 'a sample' 'a random sample of so many has one of the best 23.8 % in it, with 95 % confidence' # 11 draws, behind the model's choice

# The model's order, which is also that of `exhaustive`.
for strategy in auto exhaustive; do
    sweep "$strategy" 0 t.json --strategy $strategy --budget 6v -o $strategy.jsonl
    [ "$(tried $strategy.jsonl | tr '\n' ' ')" = "t t_try1 t_try2 t_try3 t_try4 t_try5 " ] || fail "$strategy: $(tried $strategy.jsonl)"
done

# The same seed searches the same way, also in two parts; another one does not.
sweep 'again' 0 t.json --strategy climb --seed 4 --budget 12v -o again.jsonl
diff <(tried climb.jsonl) <(tried again.jsonl) >/dev/null || fail 'the same seed searches otherwise'
sweep 'a part' 0 t.json --strategy climb --seed 4 --budget 5v -o part.jsonl
sweep 'the rest' 0 t.json --strategy climb --seed 4 --budget 12v -o part.jsonl --resume
diff <(tried climb.jsonl) <(tried part.jsonl) >differ || fail "in two parts: $(cat differ)"
sweep 'another seed' 2 t.json --strategy climb --seed 5 --budget 12v -o part.jsonl --resume
grep -q '"seed" is 4 there and 5 here' err || fail "another seed: $(cat err)"
sweep 'seed 5' 0 t.json --strategy climb --seed 5 --budget 12v -o five.jsonl
diff <(tried climb.jsonl) <(tried five.jsonl) >/dev/null && fail 'the seed is no matter'

# A budget for all of them, and two problems, which have their turns.
sweep 'all' 0 t.json --strategy adaptive --budget 400v -o all.jsonl
says 'all' 'nothing is left to try: none of these is better than the best'
sed 's/"cols": 96/"cols": [96, 32]/' t.json >two.json
sweep 'two problems' 0 two.json --strategy climb --budget 10v -o two.jsonl
for cols in 96 32; do
    [ "$(grep '"status": "ok"' two.jsonl | grep -c "\"cols\": $cols,")" = 5 ] || fail "two problems: not 5 of $cols columns"
done

# Values that the config lists are the space.
sed 's/"cols": 96/"cols": 96, "method": ["shared", "padded"]/' t.json >lists.json
sweep 'lists' 0 lists.json --strategy climb --budget 12v
says 'lists' 'searched by climb, seed 0: 2 variants tried of 2'

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
