# tilewright simulate on programs of the CUDA runtime: one that registers its kernels by hand, and where there is nvcc, one that it
# compiles apart, whose kernels' lines are named.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
[ -e "$dropin/libcudart.so" ] || { echo "no cuda_runtime_api.h, so no libcudart"; exit 77; }
if readelf -d "$dropin/libcuda.so.1" | grep -qE 'lib[a-z]*san'; then
    echo "skipped: a sanitized build"
    exit 77
fi

for program in "$BUILD_DIR"/sim/tests/registered_cudart*; do
    "$TILEWRIGHT" simulate -- "$program" >"$work/out" 2>&1 || fail "${program##*/}: $(cat "$work/out")"
    grep -q "^times: 1 launch" "$work/out" || fail "${program##*/}: no kernel in: $(cat "$work/out")"
done

version=$(sed -n 's/.*libcudart.so.\([0-9]*\).*/\1/p' "$dropin/libcudart.so")
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
if [ -n "$nvcc" ] && "$nvcc" --version | grep -q "release $version\."; then
    apart=$SOURCE_DIR/sim/tests/cudart/apart.cu
    "$nvcc" -arch=sm_90 -lineinfo -rdc=true -cudart shared -o "$work/apart" "$apart" "${apart%.cu}_device.cu" >"$work/log" 2>&1 ||
        fail "nvcc -rdc: $(cat "$work/log")"
    "$TILEWRIGHT" simulate -- "$work/apart" >"$work/out" 2>&1 || fail "compiled apart: $(cat "$work/out")"
    for line in apart.cu:$(grep -n '= half_of' "$apart" | cut -d: -f1) apart_device.cu:$(grep -n 'by + own' "${apart%.cu}_device.cu" | cut -d: -f1); do
        grep -q "$line " "$work/out" || fail "no line $line of what was compiled apart in: $(cat "$work/out")"
    done
else
    echo "no nvcc of CUDA $version: its program was not built"
fi
[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
