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
    refused "results over the config $force" c.json 'is read here' sweep c.json $force -o c.json
    refused "a report over the config $force" c.json 'is read here' sweep c.json $force --report c.json
    refused "a picture over the config $force" c.json 'is read here' explain c.json $force --svg c.json
    ln -sf c.json link
    refused "a link to the config $force" link 'is read here' sweep c.json $force -o link
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

# ---- what a command reads, under any name ----

# same_file NAME FILE ARGUMENT...: as refused, as the file is read.
same_file() { refused "$1, by force" "$2" 'is (read here|for )' "${@:3}" --force; }

cp "$SOURCE_DIR/templates/tile/tile.cu.mustache" a_IPAD0.cu
cp a_IPAD0.cu t.mustache
same_file 'a source over its template' ./a_IPAD0.cu gen c.json --template a_IPAD0.cu -o .
same_file 'results over the template' a_IPAD0.cu sweep c.json --template a_IPAD0.cu -o a_IPAD0.cu
same_file 'a report over the template' a_IPAD0.cu sweep c.json --template a_IPAD0.cu --report a_IPAD0.cu
same_file 'a record over the template' a_IPAD0.cu verify c.json --template a_IPAD0.cu --record a_IPAD0.cu
same_file 'a record over the config' c.json verify c.json --record c.json
ln -f t.mustache hard.mustache
same_file 'a hard link to the template' hard.mustache sweep c.json --template t.mustache -o hard.mustache
cp c.json k.json
same_file 'a list over the config' ./k.json embed k.json --name k --format ptx -o .
printf '__global__ void k(float *out) { out[threadIdx.x] = 1; }\n' >k.cu
printf '[{"kernel": "k", "grid": 1, "block": 32, "arguments": [{"type": "float32", "count": 32}]}]' >l.json
same_file 'SARIF over the launches' l.json lint k.cu -l l.json --sarif l.json
same_file 'SARIF over the file' k.cu lint k.cu -l l.json --sarif k.cu
mkdir include
printf '__device__ inline float one(float x) { return x * x; }\n' >include/one.h
printf '#include "one.h"\n__global__ void k(float *out) { out[threadIdx.x] = one(out[threadIdx.x]); }\n' >i.cu
same_file 'SARIF over a header' include/one.h lint i.cu -I include -l l.json --sarif include/one.h
# The same of headers without code in the kernel, of those that others include or macros name, and of data.
mkdir -p include/deep
printf '#define SIDE 32\n#include \\\n"deep/more.h"\n' >include/only.h
printf '#  include <last.h>\n#include "../deep/more.h"\n' >include/deep/more.h
printf '#define LAST 1\n' >include/last.h
sed -i '1i #pragma once' include/deep/more.h
printf '#define NAMED 1\n' >named.h
printf '#define GIVEN 1\n' >include/given.h
printf '#include "only.h"\n#define HEADER "named.h"\n#include HEADER\n#include GIVEN_HEADER
__global__ void k(float *out) { out[threadIdx.x] = SIDE + LAST + NAMED + GIVEN; }\n' >m.cu
head -c 128 /dev/zero >include/data.bin
printf '[{"kernel": "k", "block": 32, "arguments": [{"type": "float32", "count": 32, "file": "data.bin"}]}]' >include/d.json
for file in m.cu named.h include/only.h include/deep/more.h include/last.h include/given.h include/data.bin include/d.json; do
    same_file "SARIF over $file" $file lint m.cu -I include -D 'GIVEN_HEADER="given.h"' -l include/d.json --sarif $file
done
tw 'SARIF over another file, by force' 0 lint m.cu -I include -D 'GIVEN_HEADER="given.h"' -l include/d.json --sarif other.sarif --force
for file in include no/sarif c.json/sarif; do
    tw "no place for SARIF: $file" 1 lint k.cu -l l.json --sarif $file
done
cp "$(type -P true)" program
for force in '' --force; do
    refused "counts over the program $force" program 'is read here' simulate $force -o program -- ./program
    refused "a log over the program $force" program 'is read here' simulate $force --log program -- ./program
    refused "counts over a script $force" l.json 'is read here' simulate $force -o l.json -- cat l.json
    PATH=$work:$PATH refused "counts over a program on PATH $force" program 'is read here' simulate $force -o program -- program
done
refused 'counts over another file' kept.json 'is there already: --force' simulate -o kept.json -- ./program
tw 'counts' 0 simulate -o counts -- ./program
tw 'counts again' 0 simulate --force -o counts -- ./program
tw 'wisdom' 0 wisdom export -o w.wisdom
tw 'wisdom over itself' 2 wisdom merge w.wisdom -o w.wisdom --force
has 'wisdom over itself' 'w.wisdom: is read here' err
refused 'counts and log in one' ./counts 'is for the counts already' simulate --force -o counts --log ./counts -- ./program

# ---- what is no file ----

mkdir special
for kind in pipe nothing circle folder; do
    rm -rf special/*
    case $kind in
    pipe) mkfifo special/a_IPAD0.cu special/k.cu ;;
    nothing) ln -s nowhere special/a_IPAD0.cu && ln -s nowhere special/k.cu ;;
    circle) ln -s a_IPAD0.cu special/a_IPAD0.cu && ln -s k.cu special/k.cu ;;
    folder) mkdir special/a_IPAD0.cu special/k.cu ;;
    esac
    find special -printf '%p %y %l\n' | sort >before
    for force in '' --force; do
        tw "gen, $kind $force" 2 gen c.json -o special $force
        has "gen, $kind $force" 'special/a_IPAD0.cu: is a ' err
        tw "embed, $kind $force" 2 embed c.json --name k --format cu -o special $force
        has "embed, $kind $force" 'special/k.cu: is a ' err
        find special -printf '%p %y %l\n' | sort | cmp -s - before || fail "$kind $force: something was changed"
    done
done
tw 'standard output' 0 init tile -o -
cp out own.json
tw 'standard output' 0 gen own.json
{ echo '# above' && "$TILEWRIGHT" init tile -o /dev/stdout && echo '# below'; } >both
[ "$(grep -c '^#' both)" = 2 ] || fail 'standard output: it was replaced'
tw 'a pipe' 0 results r.jsonl --csv >(cat >piped)
tw 'to compare with' 0 results r.jsonl --csv direct
for i in $(seq 50); do cmp -s piped direct && break; sleep 0.1; done
cmp piped direct || fail 'a pipe: it got something else'
tw '/dev/null' 0 results r.jsonl -o /dev/null
[ -c /dev/null ] || fail '/dev/null was replaced'

# ---- a sweep's file and its other names ----

ln r.jsonl copy.jsonl
cp r.jsonl r.before
tw 'afresh' 0 sweep c.json --all -o r.jsonl --force
cmp copy.jsonl r.before || fail 'afresh: a hard link was written to'
[ "$(stat -c %i copy.jsonl)" != "$(stat -c %i r.jsonl)" ] || fail 'afresh: in place'
{ head -n 3 r.jsonl | sed '1s/"finished": true/"finished": false/'; } >half.jsonl
ln half.jsonl half.copy
cp half.jsonl half.before
tw 'resumed' 0 sweep c.json --all --resume -o half.jsonl
cmp half.copy half.before || fail 'resumed: a hard link was written to'

# ---- a disk that fills up (a limit on the size of a file is one to every write) ----

size=$(stat -c %s k/a_IPAD0.cu)
(
    trap - XFSZ
    ulimit -f $(((size + 1023) / 1024 + 1))
    "$TILEWRIGHT" embed c.json --name k --format cu,layout,ptx -o full >out 2>err
)
ls full | grep -q . && fail "a full disk: it left $(ls full)"
has 'a full disk' '^tilewright .*: cannot write: ' err
(
    trap - XFSZ
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
