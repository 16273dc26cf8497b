# libcudart.so, the CUDA runtime over the driver's functions: what it exports; a program that registers its kernels by hand;
# and where there is nvcc, programs that it builds, shared and "static", with both kinds of default stream.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
[ -e "$dropin/libcudart.so" ] || { echo "no cuda_runtime_api.h, so no libcudart"; exit 77; }
export LD_LIBRARY_PATH=$dropin

# runs WHAT COMMAND...: it must end well.
runs() {
    local what=$1
    shift
    "$@" >"$work/out" 2>&1 || fail "$what: $(cat "$work/out")"
    grep -q "^0 failures" "$work/out" || fail "$what: no \"0 failures\" in: $(cat "$work/out")"
}

# Every function that the toolkit's header declares is there, under the version that programs ask for.
header=$CUDA_INCLUDE/cuda_runtime_api.h
version=$(sed -n 's/.*libcudart.so.\([0-9]*\).*/\1/p' "$dropin/libcudart.so")
library=$dropin/libcudart.so.$version
nm -D --defined-only "$library" | sed -n "s/.* T \(.*\)@@libcudart.so.$version\$/\1/p" | sort -u >"$work/exports"
sed -n 's/^extern .*CUDARTAPI \(cuda[A-Za-z0-9_]*\)(.*/\1/p' "$header" | sort -u >"$work/declared"
[ -s "$work/declared" ] || fail "no functions found in $header"
comm -23 "$work/declared" "$work/exports" >"$work/lacking"
[ ! -s "$work/lacking" ] || fail "not exported: $(tr '\n' ' ' <"$work/lacking")"

for program in "$PROGRAMS"/registered_cudart*; do
    runs "registered by hand: ${program##*/}" "$program"
done

nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
if nm -D "$library" | grep -q __asan_init; then
    echo "built with a sanitizer, whose runtime nvcc's programs have not"
elif [ -n "$nvcc" ] && "$nvcc" --version | grep -q "release $version\."; then
    program=$SOURCE_DIR/sim/tests/cudart/program.cu
    program_apart=$SOURCE_DIR/sim/tests/cudart/apart.cu
    "$nvcc" -arch=sm_90 -cudart shared -o "$work/shared" "$program" >"$work/log" 2>&1 || fail "nvcc: $(cat "$work/log")"
    runs "shared" "$work/shared"
    "$nvcc" -arch=sm_90 --default-stream per-thread -L "$dropin" -o "$work/static" "$program" -lcudart_static >"$work/log" 2>&1 ||
        fail "nvcc -L: $(cat "$work/log")"
    runs "static, a default stream per thread" "$work/static"
    "$nvcc" -arch=sm_90 -lineinfo -rdc=true -cudart shared -o "$work/apart" "$program_apart" "${program_apart%.cu}_device.cu" >"$work/log" 2>&1 ||
        fail "nvcc -rdc: $(cat "$work/log")"
    runs "compiled apart" "$work/apart"
    "$nvcc" -arch=sm_90 -rdc=true -cudart shared -o "$work/nested" "$SOURCE_DIR/sim/tests/cudart/nested.cu" >"$work/log" 2>&1 ||
        fail "nvcc -rdc: $(cat "$work/log")"
    runs "kernels that launch kernels" "$work/nested"
    runs "four devices" env TILEWRIGHT_SIM_DEVICES=4 "$work/shared"
else
    echo "no nvcc of CUDA $version: its programs were not built"
fi
exit $((failures != 0))
