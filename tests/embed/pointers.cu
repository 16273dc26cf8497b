// The wrappers of an embed of transposes called k (tests/data/transpose-pointers.json), for nvcc: pointers at every element of 16
// bytes, against a plain loop, and what is refused.
#include "k.cu"

#include <stdio.h>
#include <vector>

static const unsigned ROWS = 96, COLS = 64, COUNT = ROWS * COLS; // of `words`

static bool is_right(float *memory, unsigned in_shift, unsigned out_shift)
{
    std::vector<float> in(COUNT), got(COUNT + 8);
    for (unsigned i = 0; i < COUNT; i++) in[i] = (float)i;
    float *const from = memory + in_shift, *const around = memory + 2 * COUNT + out_shift; // the output begins 4 behind
    cudaMemcpy(from, in.data(), COUNT * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(around, 0, (COUNT + 8) * sizeof(float));
    if (k_launch_words(from, around + 4, 0) != cudaSuccess) return false;
    if (cudaMemcpy(got.data(), around, (COUNT + 8) * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return false;
    for (unsigned i = 0; i < 4; i++) {
        if (got[i] != 0 || got[COUNT + 4 + i] != 0) return false;
    }
    for (unsigned i = 0; i < COUNT; i++) {
        if (got[4 + i] != in[i % ROWS * COLS + i / ROWS]) return false;
    }
    return true;
}

int main()
{
    float *memory;
    unsigned wrong = 0;
    if (cudaMalloc((void **)&memory, 4 * COUNT * sizeof(float)) != cudaSuccess) return 2;
    for (unsigned i = 0; i < 16; i++) wrong += !is_right(memory, i % 4, i / 4);
    wrong += k_launch_words(memory, memory, 0) != cudaErrorInvalidValue;
    wrong += k_launch_words(memory, memory + COUNT - 1, 0) != cudaErrorInvalidValue;
    wrong += k_launch_words(memory + COUNT - 1, memory, 0) != cudaErrorInvalidValue;
    wrong += k_launch_words(memory, memory + COUNT, 0) != cudaSuccess;
    wrong += k_launch_words((float *)((char *)memory + 2), memory + 2 * COUNT, 0) != cudaErrorMisalignedAddress;
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    printf("pointers: %u wrong\n", wrong);
    return wrong > 0;
}
