#!/usr/bin/env bash
# `tilewright render` as people call it: output to the byte, exit statuses, messages. Needs TILEWRIGHT.
set -u
[ -x "$TILEWRIGHT" ] || { echo "there is no program $TILEWRIGHT"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

# What is on stderr: the pattern, or nothing when it is empty.
said() {
    if [ -z "$1" ]; then [ ! -s err ]; else grep -qE -- "$1" err; fi
}

# check NAME STATUS STDOUT STDERR-PATTERN ARGUMENTS...   (STDOUT as printf understands it; stdin: the file `input`)
check() {
    local name=$1 status=$2 expected=$3 pattern=$4
    shift 4
    "$TILEWRIGHT" render "$@" <input >out 2>err
    local got=$?
    printf "$expected" >expected
    if [ $got -ne "$status" ] || ! cmp -s out expected || ! said "$pattern"; then
        echo "FAILED: $name: exit $got, expected $status"
        diff <(od -c expected) <(od -c out)
        sed 's/^/  stderr: /' err
        failures=$((failures + 1))
    fi
}

: >input
mkdir parts parts/inner
printf '{"name": "A&B", "list": [1, 2.50, "x"]}' >data.json
printf 'Hi {{name}}{{{name}}}\n{{#list}}\n- {{.}}\n{{/list}}\n' >plain
printf ' {{>item}}\n{{>missing}}.' >with-partials
printf '<{{name}}>\r\n' >parts/item.mustache
printf 'never shown' >outside.mustache
printf 'never shown' >parts/inner/x.mustache

check 'html is the default'   0 'Hi A&amp;BA&B\n- 1\n- 2.5\n- x\n' '' plain data.json
check 'html'                  0 'Hi A&amp;BA&B\n- 1\n- 2.5\n- x\n' '' plain data.json --escape html
check 'no escaping'           0 'Hi A&BA&B\n- 1\n- 2.5\n- x\n'     '' --escape=none plain data.json
check 'partials'              0 ' <A&amp;B>\r\n.'                  '' with-partials data.json --partials parts
check 'partials, none given'  0 '.'                                '' with-partials data.json

printf '{{name}}\n' >input
check 'template from stdin'   0 'A&amp;B\n' '' - data.json
printf '[{{x' >input
check 'named in its errors'   2 '' '^tilewright [a-z]+: <stdin>:1:2: the tag is never closed' - data.json
printf '"a"' >input
printf '{{.}}' >dot
check 'data from stdin, a string' 0 'a' '' dot -
printf '[{"v":1},{"v":2}]' >list.json
printf '{{#.}}{{v}};{{/.}}' >over-root
check 'a list as data'        0 '1;2;' '' over-root list.json


printf 'a\0b\377{{name}}\0' >binary
check 'bytes as they are'     0 'a\0b\377A&amp;B\0' '' binary data.json

printf 'a\n {{#s}}b' >unclosed
check 'unclosed section'      2 '' "^tilewright [a-z]+: unclosed:2:2: section 's' is never closed" unclosed data.json
check '  with line and caret' 2 '' '^  \|  \^$' unclosed data.json
printf 'a\n{{>broken}}' >with-broken
printf '\n{{/x}}' >parts/broken.mustache
check 'error in a partial'    2 '' "^tilewright [a-z]+: broken:2:1: 'x' is closed here but was not opened" with-broken data.json --partials parts
check '  and who included it' 2 '' "in partial 'broken', included by with-broken:2" with-broken data.json --partials parts

for name in ../outside /etc/passwd inner/x ./item; do
    printf '{{>%s}}' "$name" >escaping
    check "partial $name"     2 '' ": the name of a partial must have no '/' in it" escaping data.json --partials parts
done
printf '{{>..}}{{>.}}' >dots
check 'partials .. and .'     0 '' '' dots data.json --partials parts
mkdir parts/folder.mustache
printf '{{>folder}}' >folder
check 'unreadable partial'    2 '' '^tilewright [a-z]+: parts/folder.mustache: cannot read' folder data.json --partials parts

printf '{\n  "a": ,\n}' >broken.json
check 'broken data'           2 '' '^tilewright render: broken.json:2:' plain broken.json
printf '{} {}' >two.json
check 'two values'            2 '' '^tilewright render: two.json:1:' plain two.json
: >empty.json
check 'empty data'            2 '' '^tilewright render: empty.json:1:1:' plain empty.json
printf '{}\0' >nul.json
check 'NUL after the data'    2 '' '^tilewright render: nul.json:1:3:' plain nul.json
printf '{"a": 01}' >lax.json
check 'what cJSON lets by'    2 '' '^tilewright render: lax.json:1:' plain lax.json
check 'no such data'          2 '' '^tilewright [a-z]+: nowhere.json: cannot open' plain nowhere.json
check 'no such template'      2 '' '^tilewright [a-z]+: nowhere: cannot open' nowhere data.json

check 'no arguments'          2 '' 'TEMPLATE and DATA.json are needed'
check 'one argument'          2 '' 'TEMPLATE and DATA.json are needed' plain
check 'three arguments'       2 '' "not also 'more'" plain data.json more
check 'unknown escape'        2 '' "not 'xml'" plain data.json --escape xml
check 'no such directory'     2 '' 'partials nowhere: No such file' plain data.json --partials nowhere
check 'unknown option'        2 '' 'nrecognized option|nvalid option' plain data.json --what
check 'two times stdin'       2 '' 'can be standard input' - -

# A closed or full output is an error of the environment's, not a success.
"$TILEWRIGHT" render plain data.json >/dev/full 2>err
[ $? -eq 1 ] && grep -q 'cannot write' err || { echo 'FAILED: full output'; failures=$((failures + 1)); }

# 200,000 iterations, to the byte.
{ printf '['; seq -s, 1 200000 | tr -d '\n'; printf ']'; } >many.json
printf '{{#.}}\n{{.}}\n{{/.}}\n' >each
"$TILEWRIGHT" render each many.json | cmp - <(seq 1 200000) || { echo 'FAILED: many iterations'; failures=$((failures + 1)); }

# Output that does not fit into memory ends with a message. (Sanitizers need more address space than any limit.)
printf '{{#l}}{{#l}}{{#l}}{{#l}}0123456789abcdef0123456789abcdef{{/l}}{{/l}}{{/l}}{{/l}}' >large
{ printf '{"l":['; seq -s, 1 70 | tr -d '\n'; printf ']}'; } >seventy.json
if { (ulimit -v 200000 && "$TILEWRIGHT" render plain data.json) >out 2>&1; } 2>/dev/null; then
    (ulimit -v 200000 && "$TILEWRIGHT" render large seventy.json) >out 2>err
    [ $? -eq 1 ] && [ ! -s out ] && grep -q 'out of memory' err || { echo 'FAILED: memory'; failures=$((failures + 1)); }
fi

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
