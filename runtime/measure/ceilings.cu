// What a device's memories can do at best: groups of 16 bytes are read, written, and copied. Compiled by NVRTC like any kernel,
// once for each of the ways in runtime/measure/ceilings_measure.c, which writes these above:
//
//     THREADS  of a block
//     EACH     groups that a thread has under way at a time
//     STREAMS  1: every group is said to be used once only
//
// All kernels take any number of blocks, and `groups`, a multiple of THREADS * EACH.

typedef unsigned long long u64;

#if STREAMS
#define LOAD(from) __ldcs(from)
#define STORE(to, group) __stcs(to, group)
#else
#define LOAD(from) (*(from))
#define STORE(to, group) (*(to) = (group))
#endif

#define FIRST ((u64)blockIdx.x * THREADS * EACH + threadIdx.x)
#define STEP ((u64)gridDim.x * THREADS * EACH)

// out NULL: nothing is written. Else thread t of all writes out[t]: the exclusive or of the groups that it read.
extern "C" __global__ void __launch_bounds__(THREADS) tw_ceiling_read(const uint4 *in, uint4 *out, u64 groups)
{
    uint4 sum = {0, 0, 0, 0};
#pragma unroll 1
    for (u64 first = FIRST; first < groups; first += STEP) {
        uint4 got[EACH];
#pragma unroll
        for (unsigned i = 0; i < EACH; i++) got[i] = LOAD(in + first + i * THREADS);
#pragma unroll
        for (unsigned i = 0; i < EACH; i++) {
            sum.x ^= got[i].x;
            sum.y ^= got[i].y;
            sum.z ^= got[i].z;
            sum.w ^= got[i].w;
        }
    }
    if (out) out[(u64)blockIdx.x * THREADS + threadIdx.x] = sum;
}

// out[i] = {i, ~i, i * 2654435761, 0}, in 32 bits: no two groups are alike, so that nothing can be saved.
extern "C" __global__ void __launch_bounds__(THREADS) tw_ceiling_write(const uint4 *in, uint4 *out, u64 groups)
{
#pragma unroll 1
    for (u64 first = FIRST; first < groups; first += STEP) {
#pragma unroll
        for (unsigned i = 0; i < EACH; i++) {
            const unsigned at = (unsigned)(first + i * THREADS);
            STORE(out + first + i * THREADS, make_uint4(at, ~at, at * 2654435761u, 0));
        }
    }
}

// out[i] = in[i]
extern "C" __global__ void __launch_bounds__(THREADS) tw_ceiling_copy(const uint4 *in, uint4 *out, u64 groups)
{
#pragma unroll 1
    for (u64 first = FIRST; first < groups; first += STEP) {
        uint4 got[EACH];
#pragma unroll
        for (unsigned i = 0; i < EACH; i++) got[i] = LOAD(in + first + i * THREADS);
#pragma unroll
        for (unsigned i = 0; i < EACH; i++) STORE(out + first + i * THREADS, got[i]);
    }
}

// What a launch costs by itself.
extern "C" __global__ void tw_ceiling_empty(const uint4 *in, uint4 *out, u64 groups)
{
}
