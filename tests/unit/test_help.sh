#!/usr/bin/env bash
# What --help, --usage and wrong arguments say. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1

for command in gen run simulate verify explain render sweep solve embed results schema device 'cache path' 'cache explain' 'wisdom list' 'wisdom export' 'wisdom merge'; do
    # shellcheck disable=SC2086
    "$TILEWRIGHT" $command --help >help || fail "$command --help: status $?"
    # shellcheck disable=SC2086
    "$TILEWRIGHT" $command -? | cmp -s - help || fail "$command -?"
    # shellcheck disable=SC2086
    "$TILEWRIGHT" $command --usage >usage || fail "$command --usage: status $?"
    [ "$(head -1 help)" = "$(cat usage)" ] || fail "$command: the usage differs"
    grep -q "^Usage: tilewright $command \[OPTION...\]" usage || fail "$command: $(cat usage)"
    grep -qE '^  -\?, --help +give this help$' help || fail "$command: no --help"
    [ "$(awk 'length > 79' help | wc -l)" = 0 ] || fail "$command: lines are too long: $(awk 'length > 79' help)"
done
"$TILEWRIGHT" run --help >help
for option in --device=DEVICE --template=FILE --variant=NAME --arch=sm_NN; do
    grep -q -- "^      $option " help || fail "run: no $option"
done
grep -q '^Usage: tilewright run \[OPTION...\] CONFIG$' help || fail "run: no CONFIG"
"$TILEWRIGHT" gen --help | grep -qE '^  -o, --output=DIR +write DIR/NAME.cu' || fail "gen: no -o"

# refused WORDS ARGUMENT...: says so, and where help is.
refused() {
    local words=$1 status
    shift
    "$TILEWRIGHT" "$@" >out 2>err
    status=$?
    [ $status = 2 ] || fail "$*: status $status"
    grep -qF -- "$words" err || fail "$*: $(cat err)"
    grep -q "^Try \`tilewright $1.* --help'\.$" err || fail "$*: no hint in $(cat err)"
    [ -s out ] && fail "$*: something on standard output"
}
refused "tilewright gen: unrecognized option '--nonsense'" gen --nonsense
refused "option '--variant' requires an argument" gen --variant
refused "tilewright schema: too many arguments" schema more
refused "tilewright cache list: too many arguments" cache list more
refused "tilewright gen: only one config is taken; 'b' is too many" gen a b
refused "tilewright gen: which config?" gen
refused "--json does not go with" run --json --print x.json
refused "--json does not go with" run --json --transactions x.json

[ $failures = 0 ] && echo "help: all well"
exit $((failures != 0))
