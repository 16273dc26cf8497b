#!/usr/bin/env bash
# Compiled kernels are kept, found again, explained and cleared; whatever happens to them, a run gives the same.
set -u
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
export TILEWRIGHT_CACHE=$work/cache TILEWRIGHT_CACHE_SIZE=
config=$SOURCE_DIR/configs/square.json
failed=0

fail() { # WHAT
    echo "FAILED: $1"
    failed=1
}
run() { # ARGUMENTS: every variant must be ok
    "$TILEWRIGHT" run "$config" --device sim --json "$@" >out.json 2>err.txt || { cat err.txt; fail "run $*"; }
}
explain() { # EXPECTED ARGUMENTS: as many lines as there are kernels say so
    local expected=$1 lines
    shift
    "$TILEWRIGHT" cache explain "$config" "$@" >explained.txt || fail "cache explain $*"
    lines=$(grep -c "$expected" explained.txt)
    [ "$lines" = "$kernels" ] || { cat explained.txt; fail "$lines of $kernels kernels: $expected"; }
}

if ! "$TILEWRIGHT" device >/dev/null 2>&1; then
    echo "skipped: no device or no compiler"
    exit 77
fi
kernels=$(grep -c '"name"' "$config")
[ "$("$TILEWRIGHT" cache path)" = "$work/cache" ] || fail "cache path"

run --no-cache
[ ! -e cache ] || fail "--no-cache stored something"
explain "miss: there is no kernel of that name"

run
cp out.json first.json
[ "$(find cache -name '*.kernel' | wc -l)" = "$kernels" ] || fail "$kernels kernels are kept"
explain ": hit"
explain "another architecture$" --arch sm_80
NVRTC_APPEND_FLAGS=-G explain "another options$"
"$TILEWRIGHT" cache list | grep -q "^$kernels kernels, " || fail "cache list"

run
cmp -s first.json out.json || fail "a run from the cache gives the same"

for file in cache/*; do printf x | dd of="$file" bs=1 seek=300 conv=notrunc status=none; done
explain "damaged"
run
cmp -s first.json out.json || fail "a run with a damaged cache gives the same"
explain ": hit"

chmod -R a-w cache
run
chmod -R u+w cache
cmp -s first.json out.json || fail "a run from a read-only cache gives the same"

"$TILEWRIGHT" cache clear | grep -q "^removed $kernels kernels, " || fail "cache clear"
[ -z "$(ls -A cache)" ] || fail "something is left after cache clear"
run
TILEWRIGHT_CACHE_SIZE=much "$TILEWRIGHT" cache path >/dev/null 2>&1 && fail "a size that is no number is accepted"

# Your own kernel: its headers, options and entry are parts of the key; what no key can tell is never kept, and that is said.
printf '#include "scale.h"\ntemplate <int N> __global__ void scale(float *x) { x[blockIdx.x * N + threadIdx.x] = FACTOR; }\n' >scale.cu
echo '#define FACTOR 2' >scale.h
describe() { # ENTRY OPTIONS
    cat >scale.json <<EOF
{ "tilewright": 1, "kernel": { "name": "scale", "source": "scale.cu", "entry": "$1", "options": [$2], "problem": { "n": 256 },
  "parameters": { "BX": [32, 64] }, "grid": "n / BX", "block": "BX",
  "arguments": [{ "name": "x", "type": "float32", "count": "n", "role": "output" }] } }
EOF
}
own() { # EXPECTED
    "$TILEWRIGHT" cache explain scale.json >out.txt || fail "cache explain scale.json"
    tr -s ' \n' ' ' <out.txt | grep -qF -- "$1" || { cat out.txt; fail "cache explain scale.json: $1"; }
}
run_own() {
    "$TILEWRIGHT" run scale.json --device sim >out.txt 2>&1 || { cat out.txt; fail "run scale.json"; }
}
describe 'scale<BX>' ''
own 'scale: miss: there is no kernel of that name'
run_own
own 'scale: hit'
echo '#define FACTOR 3' >scale.h
own 'scale: miss: the nearest kernel of that name has another headers'
run_own
own 'scale: hit'
describe 'scale<BX>' '"-use_fast_math"'
own 'has another options'
printf '#if 0\n#include "gone.h"\n#endif\n' >>scale.h
own 'scale: never kept: it includes "gone.h", which is in none of its folders'
run_own

env -u HOME -u XDG_CACHE_HOME -u TILEWRIGHT_CACHE "$TILEWRIGHT" run "$config" --device sim >/dev/null || fail "run without a home"
env -u HOME -u XDG_CACHE_HOME -u TILEWRIGHT_CACHE "$TILEWRIGHT" cache list >/dev/null 2>&1
[ $? = 3 ] || fail "cache list without a home: exit status 3"
exit $failed
