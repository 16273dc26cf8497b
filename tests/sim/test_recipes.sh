#!/usr/bin/env bash
# The recipe for CI without a GPU, as it stands in docs/recipes.md: it passes a right program and refuses wrong ones. Needs TILEWRIGHT, BUILD_DIR and nvcc.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
[ -e "$dropin/libcudart.so" ] || { echo 'no cuda_runtime_api.h, so no libcudart'; exit 77; }
readelf -d "$dropin/libcuda.so.1" | grep -qE 'lib[a-z]*san' && { echo 'skipped: a sanitized build'; exit 77; }
version=$(sed -n 's/.*libcudart.so.\([0-9]*\).*/\1/p' "$dropin/libcudart.so")
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
[ -n "$nvcc" ] && "$nvcc" --version | grep -q "release $version\." || { echo "no nvcc of CUDA $version"; exit 77; }

# What the workflow installs: nvcc, tilewright, and pkg-config's answer.
cd "$work" || exit 1
mkdir bin ci tests
ln -s "$TILEWRIGHT" bin/tilewright
printf '#!/bin/sh\nexec "%s" "$@"\n' "$nvcc" >bin/nvcc
printf '#!/bin/sh\necho "%s"\n' "$dropin" >bin/pkg-config
chmod +x bin/nvcc bin/pkg-config
export PATH=$work/bin:$PATH
sed -n '/^<!-- recipe: ci -->/,/^```$/p' "$SOURCE_DIR/docs/recipes.md" | sed '1,2d;$d' >ci/test.sh
[ -s ci/test.sh ] || fail 'there is no recipe ci'
grep -q 'run: sh ci/test.sh' "$SOURCE_DIR/docs/recipes.md" || fail 'the workflow does not run the script'

# test_of BARRIER LAST STATUS: a program whose kernel reverses 64 numbers, with BARRIER between its store and its load, and that ends with STATUS.
test_of() {
    cat >tests/reverse.cu <<CU
__global__ void reverse(int *data)
{
    __shared__ int all[64];
    all[threadIdx.x] = data[threadIdx.x];
    $1;
    data[threadIdx.x] = all[$2 - threadIdx.x];
}

int main()
{
    int host[64], wrong = 0, *device;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(device);
    if (cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
    for (int i = 0; i < 64; i++) wrong += host[i] != 63 - i;
    return $3;
}
CU
}
test_of '__syncthreads()' 63 'wrong != 0'
sh ci/test.sh >out 2>&1 || fail "a right program: $(cat out)"
test_of '__syncthreads()' 63 'wrong == 0'
sh ci/test.sh >out 2>&1 && fail 'a test that fails passes'
test_of '' 63 '0'
sh ci/test.sh >out 2>&1 && fail 'a race passes'
grep -q 'a race' out || fail "no race in: $(cat out)"
test_of '__syncthreads()' 70 '0'
sh ci/test.sh >out 2>&1 && fail 'a load out of bounds passes'

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
