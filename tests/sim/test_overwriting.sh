#!/usr/bin/env bash
# What is there is not replaced unasked: configs, results, reports, pictures, kernels. Outputs are tried before the work, the
# ranking is shown whatever file fails, and a full disk leaves no half of an embed. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
cat >c.json <<'JSON'
{ "tilewright": 1, "kernel": "tile", "defaults": { "BDIMX": 32, "BDIMY": 4, "layout": "row-col", "index": "linear" },
  "variants": [ { "name": "a", "IPAD": [0, 1] } ] }
JSON
cp c.json kept.json

# kept NAME FILE COPY: the file is what it was.
kept() { cmp -s "$2" "$3" || fail "$1: $2 was changed"; }

# refused NAME FILE WHY ARGUMENT...: exit status 2 and the sentence, before any work; the file stays what it was.
refused() {
    local name=$1 file=$2 why=$3
    shift 3
    cp "$file" before
    tw "$name" 2 "$@"
    has "$name" "^tilewright [a-z]+: $file: $why" err
    [ -s out ] && fail "$name: it worked before it refused"
    kept "$name" "$file" before
}

for force in '' --force; do
    refused "results over the config $force" c.json 'is what is read here' sweep c.json $force -o c.json
    refused "a report over the config $force" c.json 'is what is read here' sweep c.json $force --report c.json
    refused "a picture over the config $force" c.json 'is what is read here' explain c.json $force --svg c.json
    ln -sf c.json link
    refused "a link to the config $force" link 'is what is read here' sweep c.json $force -o link
done
refused 'results over another file' kept.json 'is there already, and no results' sweep c.json -o kept.json
refused 'a report over another file' kept.json 'is there already: --force' sweep c.json --report kept.json

tw 'a sweep' 0 sweep c.json --all -o r.jsonl --report r.html
refused 'its results again' r.jsonl 'holds the results of this sweep: --force' sweep c.json --all -o r.jsonl
refused 'those of another sweep' r.jsonl 'holds the results of another sweep: --force' sweep c.json -o r.jsonl
refused 'its report again' r.html 'is there already: --force' sweep c.json --report r.html
tw 'again, by force' 0 sweep c.json --all -o r.jsonl --report r.html --force

{ head -n 2 r.jsonl | sed '1s/"finished": true/"finished": false/'; printf '{"torn'; } >part.jsonl
refused 'an unfinished one' part.jsonl "holds 1 of this sweep's 6 variants: --resume goes on with it" sweep c.json --all -o part.jsonl
tw 'and on with it' 0 sweep c.json --all --resume -o part.jsonl
[ "$(wc -l <part.jsonl)" -eq 7 ] || fail 'and on with it: not six records'
: >empty.jsonl
tw 'an empty file' 0 sweep c.json -o empty.jsonl

# ---- tried before the work ----

tw 'no folder' 1 sweep c.json --report nowhere/r.html
has 'no folder' '^tilewright [a-z]+: nowhere/r.html: cannot be written: there is no folder nowhere' err
[ -s out ] && fail 'no folder: it worked first'
tw 'one name for two' 2 sweep c.json -o same --report same
has 'one name for two' '^tilewright [a-z]+: same: is for the results already' err

# ---- other commands ----

tw 'a picture' 0 explain c.json --svg a.svg
tw 'the same picture' 0 explain c.json --svg a.svg
echo else >a.svg
tw 'another picture' 2 explain c.json --svg a.svg
has 'another picture' '^tilewright [a-z]+: a.svg: is there already, with other contents: --force' err
tw 'another picture, by force' 0 explain c.json --svg a.svg --force
tw 'kernels' 0 gen c.json -o k
echo mine >k/a_IPAD1.cu
rm k/a_IPAD0.cu
refused 'kernels again' k/a_IPAD1.cu 'is there already, with other contents' gen c.json -o k
[ -e k/a_IPAD0.cu ] && fail 'kernels again: one of them was written'
tw 'kernels, by force' 0 gen c.json -o k --force
tw 'an embed' 0 embed c.json --name k --format cu,layout -o e
echo mine >e/k.cu
rm e/k_layout.h
refused 'an embed again' e/k.cu 'is there already, with other contents' embed c.json --name k --format cu,layout -o e
[ -e e/k_layout.h ] && fail 'an embed again: one of its files was written'

# ---- a disk that fills up (a limit on the size of a file is one to every write) ----

size=$(stat -c %s k/a_IPAD0.cu)
(
    trap '' XFSZ
    ulimit -f $(((size + 1023) / 1024 + 1))
    "$TILEWRIGHT" embed c.json --name k --format cu,layout,ptx -o full >out 2>err
)
ls full | grep -q . && fail "a full disk: it left $(ls full)"
has 'a full disk' '^tilewright .*: cannot write: ' err
(
    trap '' XFSZ
    ulimit -f 1
    exec "$TILEWRIGHT" sweep c.json --all -o late.jsonl --report late.html 2>err
) | cat >out
[ "${PIPESTATUS[0]}" -eq 1 ] || fail 'a full disk: not exit status 1'
has 'a full disk, sweeping' '^rank +variant' out
has 'a full disk, sweeping' 'best: ' out
has 'a full disk, sweeping' '^tilewright sweep: warning: late.jsonl: .*the sweep goes on' err
has 'a full disk, sweeping' '^tilewright [a-z]+: late.html: cannot write' err

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
