#!/usr/bin/env bash
# What a compile may take: a template, a source and macros that make NVRTC take minutes and gigabytes end with one sentence, wherever they
# are compiled. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# A macro of ten others, each of ten: 10^8 statements.
bomb() {
    echo '#define A0 x = x + 1;'
    for i in 1 2 3 4 5 6 7 8; do
        p=A$((i - 1))
        echo "#define A$i $p $p $p $p $p $p $p $p $p $p"
    done
    echo "extern \"C\" __global__ void $1(int *out) { int x = *out; A8 *out = x; }"
}
bomb '{{name}}' >bomb.mustache
bomb k >bomb.cu
memory='compiling took more than 40 MiB of memory; --compile-memory gives it more'
time='(compiling took longer than|no answer within) 1 s; --timeout gives it more'
echo '{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "t", "BDIMX": 16, "BDIMY": 16, "IPAD": 0, "swizzle": "none" } ] }' >tile.json

# limited NAME STATUS ARGUMENT...: ends with the sentences (without the limits it would take hours).
limited() {
    local name=$1 status=$2 limit seconds
    shift 2
    [ "$name" = run ] || [ "$name" = lint ] && seconds=--timeout=1 || seconds=
    for limit in '--compile-memory=40' $seconds; do
        tw "$name $limit" "$status" "$@" $limit
        cat out err | tr -s ' \n' ' ' >said
        case $limit in *memory*) has "$name" "$memory" said ;; *) has "$name" "$time" said ;; esac
    done
}
limited 'run' 1 run --device sim --template bomb.mustache tile.json
limited 'run --json' 1 run --json --device sim --template bomb.mustache tile.json
limited 'run --in-process' 1 run --in-process --device sim --template bomb.mustache tile.json
limited 'sweep' 1 sweep --device sim --template bomb.mustache --json tile.json
limited 'verify' 1 verify --device sim --template bomb.mustache tile.json
limited 'lint' 2 lint bomb.cu
limited 'lint -D' 2 lint -D "A=$(printf 'x%.0s' {1..9})" bomb.cu

# A program that compiles by the NVRTC beside the drop-in, on the simulator.
cat >compiles.c <<'END'
#include <stdio.h>
int nvrtcCreateProgram(void **, const char *, const char *, int, const char *const *, const char *const *);
int nvrtcCompileProgram(void *, int, const char *const *);
int main(void)
{
    static char source[1 << 20];
    void *program;
    source[fread(source, 1, sizeof source - 1, stdin)] = 0;
    if (nvrtcCreateProgram(&program, source, "k.cu", 0, 0, 0)) return 4;
    return nvrtcCompileProgram(program, 0, 0) ? 5 : 0;
}
END
major=$("$TILEWRIGHT" device 2>/dev/null | sed -nE 's/.*NVRTC.* ([0-9]+)\.[0-9]+.*/\1/p' | head -1)
dropin=$BUILD_DIR/dropin/nvrtc
if readelf -d "$dropin/libnvrtc.so.$major" 2>/dev/null | grep -qE 'lib[a-z]*san'; then
    echo 'skipped: a sanitized build'
elif gcc compiles.c -o compiles -L"$dropin" "-l:libnvrtc.so.$major" 2>err; then
    export LD_LIBRARY_PATH=$dropin
    tw 'simulate' 1 simulate --compile-memory 40 -- ./compiles <bomb.cu
    has 'simulate' 'NVRTC took more than 40 MiB to compile; TILEWRIGHT_SIM_COMPILE_MEMORY gives it more' err
    tw 'simulate' 1 simulate --compile-timeout 1 -- ./compiles <bomb.cu
    has 'simulate' 'NVRTC took longer than 1 s to compile; TILEWRIGHT_SIM_COMPILE_TIMEOUT gives it more' err
    tw 'simulate, a right one' 0 simulate -- ./compiles <<<'__global__ void k(int *o) { *o = 1; }'
    tw 'simulate, a wrong one' 5 simulate -- ./compiles <<<'__global__ void k(int *o) { *o = ; }'
    unset LD_LIBRARY_PATH
else
    fail "a program of NVRTC $major"
fi

# A right kernel takes less than there is, and any where there is no limit.
tw 'a right one' 0 run --device sim tile.json
tw 'without limits' 0 run --device sim --timeout 0 --compile-memory 0 --no-cache tile.json
tw 'embed without limits' 0 embed --timeout 0 --compile-memory 0 --no-cache --format ptx --name k tile.json
tw 'embed' 1 embed --compile-memory 1 --no-cache --format ptx --name l tile.json
has 'embed' 'compiling took more than 1 MiB of memory' <(cat out err)
[ -e l.json ] && fail 'embed wrote files'
tw 'no number' 2 run --timeout soon tile.json
has 'no number' "--timeout 'soon': a number of seconds from 0 to 86400" err
[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
