#!/usr/bin/env bash
# Every command with every class of bad input: one message, on stderr, that begins with the command, says what and where, and what
# may be meant; exit status 2.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1
square=$SOURCE_DIR/configs/square.json
checks=0

# bad WORDS ARGUMENT...: refused, with these words (a pattern).
bad() {
    local words=$1 name
    shift
    "$TILEWRIGHT" "$@" >out 2>err </dev/null
    local got=$?
    checks=$((checks + 1))
    name=$1
    [ $got = 2 ] || fail "$*: status $got"
    [ -s out ] && fail "$*: prints $(head -1 out)"
    [ "$(grep -c '^tilewright' err)" = 1 ] || fail "$*: not one message: $(cat err)"
    head -n 1 err | grep -qE -- "^tilewright( $name)?[a-z ]*: .*$words" || fail "$*: no '$words' in: $(cat err)"
}

# configs: what is wrong, and where
config() { printf '{"tilewright": 1, "kernel": "%s", "variants": [{"name": "v"%s}]}\n' "$1" "$2" >"$3.json"; }
config tlie ', "BDIMX": 32, "BDIMY": 32' family
config tile ', "BDIMX": 32, "BDIMY": 32, "IPDA": 1' field
config tile ', "BDIMX": 32, "BDIMY": 32, "layout": "row-cl"' word
config transpose ', "rows": 32, "cols": 32, "method": "shraed"' method
config tile ', "BDIMX": -1, "BDIMY": 32' range
printf '{"tilewright": 1,' >cut.json
: >empty.json
mkdir folder
for command in gen run explain verify sweep solve "cache explain"; do
    bad 'which config' $command
    bad "only one config" $command "$square" "$square"
    bad 'nowhere.json: cannot open' $command nowhere.json
    bad 'folder: ' $command folder
    bad 'cut.json:1:' $command cut.json
    bad 'empty.json:1:1: ' $command empty.json
    bad "family.json:1:.*; did you mean .tile.\\?" $command family.json
    bad "field.json:1:.*; did you mean .IPAD.\\?" $command field.json
    bad "word.json:1:.*; did you mean .row-col.\\?" $command word.json
    bad "method.json:1:.*; did you mean .shared.\\?" $command method.json
    bad 'range.json:1:.*/variants/0/BDIMX' $command range.json
    meant="; did you mean 'setRowReadCol'\\?" # of a sweep's names, which say more, none is near
    [ "$command" = sweep ] && meant=
    bad "there is no variant 'setRowReadCl'.*$meant" $command --variant setRowReadCl "$square"
    bad "unrecognized option '--varaint'; did you mean '--variant'\\?" $command --varaint x "$square"
    bad "'sm_9O' is not a known architecture; there are sm_.*; did you mean 'sm_90'\\?" $command --arch sm_9O "$square"
    bad "requires an argument" $command "$square" --variant
done
for command in run sweep verify device; do bad "--device 'smi': .*; did you mean 'sim'\\?" $command --device smi; done
for command in run sweep lint simulate; do bad "--check 'race': .*; did you mean 'races'\\?" $command --check race "$square"; done
for command in init schema gen run explain render simulate verify sweep solve lint embed results device help; do
    bad "unrecognized option '--hepl'; did you mean '--help'\\?" $command --hepl
done

bad "there is no command 'swep'; .*; did you mean 'sweep'\\?" swep
bad "there is no kernel family 'transpse'; .*; did you mean 'transpose'\\?" init transpse
bad 'which family\?' init
bad "there is no kernel family 'redcue'; .*; did you mean 'reduce'\\?" schema --fields redcue
bad "there is no command 'lnt'; did you mean 'lint'\\?" help lnt
bad "there is no action 'lst'; .*; did you mean 'list'\\?" cache lst
bad 'which action\?' cache
bad "there is no action 'exprot'; .*; did you mean 'export'\\?" wisdom exprot
bad "--escape is .*, not 'htlm'; did you mean 'html'\\?" render --escape htlm a b
bad "'layuot' is none of .*; did you mean 'layout'\\?" embed --format layuot --name k "$square"
bad "'90' is not a known architecture" embed --arch sm_80,90 --name k "$square"
bad "--dump 'sorce'.*; did you mean 'source'\\?" run --dump sorce "$square"
bad "--memory is strong or weak, not 'waek'; did you mean 'weak'\\?" run --memory waek "$square"
bad "--memory is strong or weak, not '512'" simulate --memory 512 -- true
bad "--seed needs --memory weak" simulate --seed 3 -- true
bad "--seed is at most 4294967295" simulate --memory weak --seed 4294967296 -- true
bad "--cache-config is .*, not 'sharde'; did you mean 'shared'\\?" run --cache-config sharde "$square"
bad "--fail is .*, not 'eror'; did you mean 'error'\\?" lint --fail eror x.cu
bad "--completion is .*, not 'bahs'; did you mean 'bash'\\?" help --completion bahs
bad '--jobs takes a number from 0 to 64' sweep --jobs 65 "$square"
# What cannot be written ends with 1, whatever the reason; what would be lost, with 2.
unwritable() {
    local expected=$1 status
    shift
    "$TILEWRIGHT" "$@" >out 2>err </dev/null
    status=$?
    checks=$((checks + 1))
    [ $status = "$expected" ] || fail "$*: status $status, not $expected: $(cat err)"
    head -n 1 err | grep -qE "^tilewright $1: .*(cannot|is there already)" || fail "$*: does not say that it cannot: $(cat err)"
}
echo x >taken
for place in folder nowhere/x taken/x; do
    unwritable 1 explain "$square" --variant setRowReadRow --svg $place
    unwritable 1 sweep "$square" --device sim -o $place
    unwritable 1 sweep "$square" --device sim -o new.jsonl --report $place
    unwritable 1 init tile -o $place
    unwritable 1 verify "$square" --device sim --record $place
done
unwritable 1 gen "$square" -o taken/x
unwritable 1 gen "$square" -o taken
unwritable 1 embed "$square" --format layout --name k -o taken
unwritable 2 init tile -o taken
unwritable 2 sweep "$square" --device sim -o taken
bad 'nowhere.jsonl: cannot open' results nowhere.jsonl
bad 'empty.json: the file is empty' results empty.json
bad 'at least one results FILE' results
bad 'nowhere.cu: cannot open' lint nowhere.cu
bad 'which file\?' lint
bad 'a program is needed' simulate
bad "--arch 'sm_91' is not a known architecture" simulate --arch sm_91 -- true
bad 'TEMPLATE and DATA.json are needed' render
bad "which config or results file" embed
bad "--name NAME is needed" embed -
# NAME.h hides no header of the system: those that the written files include themselves, and some of each kind.
for header in $(sed -nE 's/^ *#include <([a-z_]+)\.h>.*/\1/p' "$SOURCE_DIR"/templates/embed/* | sort -u) cuda_fp16 nvrtc cuComplex mma vector_types \
    math assert errno signal time stdbool limits float wchar threads unistd semaphore endian features; do
    bad "--name '$header' cannot be: it is reserved|--name '$header' cannot be: $header\\.h would hide a header of (CUDA|the C library)" embed --name $header "$square"
done
for name in square heading cuda_square strings2; do
    "$TILEWRIGHT" embed "$square" --format layout --name $name -o good >out 2>err || fail "--name $name: $(cat err)"
done
cp "$square" cuda_runtime.json && bad "--name NAME is needed: .*'cuda_runtime': cuda_runtime.h would hide a header of CUDA" embed cuda_runtime.json
cp "$square" int.json && bad "--name NAME is needed: .*'int'.*reserved" embed int.json
[ $checks -gt 130 ] || fail "only $checks checks"
exit $((failures > 0))
