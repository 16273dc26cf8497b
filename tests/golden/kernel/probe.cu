// registerLatency: probe family of tilewright 0.1.0, from probe.json; latency of register, 1024 steps
// grid 1, block 32

// cycles[i]: what 1024 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) registerLatency(const float *factors, float *end, unsigned *cycles)
{
    const float a = factors[0], b = factors[1];
    float at = threadIdx.x;
#pragma unroll 1
    for (unsigned step = 0; step < 32; step++) at = fmaf(at, a, b);

#pragma unroll 1
    for (unsigned reading = 0; reading < 1; reading++) {
        if (at != at) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (float)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 512
        for (unsigned step = 0; step < 1024; step++) at = fmaf(at, a, b);
        if (at != at) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        if (threadIdx.x == 0) cycles[reading] = (unsigned)(ended - began);
    }
    end[threadIdx.x] = at;
}

// shuffleLatency: probe family of tilewright 0.1.0, from probe.json; latency of shuffle, 1024 steps
// grid 1, block 32

// cycles[i]: what 1024 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) shuffleLatency(const unsigned *next, unsigned *end, unsigned *cycles)
{
    const unsigned next_lane = next[threadIdx.x];
    unsigned at = threadIdx.x;
#pragma unroll 1
    for (unsigned step = 0; step < 32; step++) at = __shfl_sync(0xffffffff, at, next_lane);

#pragma unroll 1
    for (unsigned reading = 0; reading < 1; reading++) {
        if (at & 32) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 512
        for (unsigned step = 0; step < 1024; step++) at = __shfl_sync(0xffffffff, at, next_lane);
        if (at & 32) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        if (threadIdx.x == 0) cycles[reading] = (unsigned)(ended - began);
    }
    end[threadIdx.x] = at;
}

// sharedLatency: probe family of tilewright 0.1.0, from probe.json; latency of shared, 1024 steps
// grid 1, block 32

// cycles[i]: what 1024 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) sharedLatency(const unsigned *next, unsigned *end, unsigned *cycles)
{
    __shared__ unsigned chain[1024];
#pragma unroll 1
    for (unsigned place = threadIdx.x; place < 1024; place += 32)
        chain[place * 1] = next[place] * 4; // bytes
    __syncthreads();
    if (threadIdx.x != 0) return;

    unsigned at = 0;
#pragma unroll 1
    for (unsigned step = 0; step < 1024; step++) at = *(const unsigned *)((const char *)chain + at);

#pragma unroll 1
    for (unsigned reading = 0; reading < 1; reading++) {
        if (at & 1) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 64
        for (unsigned step = 0; step < 1024; step++) at = *(const unsigned *)((const char *)chain + at);
        if (at & 1) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        cycles[reading] = (unsigned)(ended - began);
    }
    *end = (unsigned)(at / 4);
}

// constantHit: probe family of tilewright 0.1.0, from probe.json; latency of constant, 1024 steps
// grid 1, block 32

__constant__ unsigned probe_chain[256];

// cycles[i]: what 1024 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) constantHit(unsigned *end, unsigned *cycles)
{
    if (threadIdx.x != 0) return;

    unsigned at = 0;
#pragma unroll 1
    for (unsigned step = 0; step < 256; step++) at = *(const unsigned *)((const char *)probe_chain + at);

#pragma unroll 1
    for (unsigned reading = 0; reading < 1; reading++) {
        if (at & 1) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 64
        for (unsigned step = 0; step < 1024; step++) at = *(const unsigned *)((const char *)probe_chain + at);
        if (at & 1) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        cycles[reading] = (unsigned)(ended - began);
    }
    *end = (unsigned)(at / 4);
}

// constantMiss: probe family of tilewright 0.1.0, from probe.json; latency of constant, 1024 steps
// grid 1, block 32

__constant__ unsigned probe_chain[16384];

// cycles[i]: what 1024 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) constantMiss(unsigned *end, unsigned *cycles)
{
    if (threadIdx.x != 0) return;

    unsigned at = 0;
#pragma unroll 1
    for (unsigned step = 0; step < 1024; step++) at = *(const unsigned *)((const char *)probe_chain + at);

#pragma unroll 1
    for (unsigned reading = 0; reading < 1; reading++) {
        if (at & 1) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 64
        for (unsigned step = 0; step < 1024; step++) at = *(const unsigned *)((const char *)probe_chain + at);
        if (at & 1) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        cycles[reading] = (unsigned)(ended - began);
    }
    *end = (unsigned)(at / 64);
}

// l1Latency: probe family of tilewright 0.1.0, from probe.json; latency of global, 1024 steps
// l1Latency_link with grid 8, block 256, then grid 1, block 32

// every place gets the address of the one behind it
extern "C" __global__ void __launch_bounds__(256)
    l1Latency_link(const unsigned *next, unsigned long long *links)
{
    const unsigned place = blockIdx.x * 256 + threadIdx.x;
    if (place < 2048) links[place * 1] = (unsigned long long)(links + next[place] * 1);
}

static __device__ __forceinline__ unsigned long long l1Latency_load(unsigned long long at)
{
    unsigned long long next;
    asm volatile("ld.global.u64 %0, [%1];" : "=l"(next) : "l"(at));
    return next;
}

// cycles[i]: what 1024 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) l1Latency(unsigned *end, unsigned *cycles, const unsigned long long *links)
{
    if (threadIdx.x != 0) return;

    unsigned long long at = (unsigned long long)links;
#pragma unroll 1
    for (unsigned step = 0; step < 2048; step++) at = l1Latency_load(at);

#pragma unroll 1
    for (unsigned reading = 0; reading < 1; reading++) {
        if (at & 1) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned long long)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 64
        for (unsigned step = 0; step < 1024; step++) at = l1Latency_load(at);
        if (at & 1) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        cycles[reading] = (unsigned)(ended - began);
    }
    *end = (unsigned)((at - (unsigned long long)links) / 8);
}

// readOnlyLatency: probe family of tilewright 0.1.0, from probe.json; latency of global-nc, 1024 steps
// readOnlyLatency_link with grid 8, block 256, then grid 1, block 32

// every place gets the address of the one behind it
extern "C" __global__ void __launch_bounds__(256)
    readOnlyLatency_link(const unsigned *next, unsigned long long *links)
{
    const unsigned place = blockIdx.x * 256 + threadIdx.x;
    if (place < 2048) links[place * 1] = (unsigned long long)(links + next[place] * 1);
}

static __device__ __forceinline__ unsigned long long readOnlyLatency_load(unsigned long long at)
{
    unsigned long long next;
    asm volatile("ld.global.nc.u64 %0, [%1];" : "=l"(next) : "l"(at));
    return next;
}

// cycles[i]: what 1024 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) readOnlyLatency(unsigned *end, unsigned *cycles, const unsigned long long *links)
{
    if (threadIdx.x != 0) return;

    unsigned long long at = (unsigned long long)links;
#pragma unroll 1
    for (unsigned step = 0; step < 2048; step++) at = readOnlyLatency_load(at);

#pragma unroll 1
    for (unsigned reading = 0; reading < 1; reading++) {
        if (at & 1) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned long long)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 64
        for (unsigned step = 0; step < 1024; step++) at = readOnlyLatency_load(at);
        if (at & 1) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        cycles[reading] = (unsigned)(ended - began);
    }
    *end = (unsigned)((at - (unsigned long long)links) / 8);
}

// l2Latency: probe family of tilewright 0.1.0, from probe.json; latency of global-cg, 4096 steps
// l2Latency_link with grid 128, block 256, then grid 1, block 32

// every place gets the address of the one behind it
extern "C" __global__ void __launch_bounds__(256)
    l2Latency_link(const unsigned *next, unsigned long long *links)
{
    const unsigned place = blockIdx.x * 256 + threadIdx.x;
    if (place < 32768) links[place * 1] = (unsigned long long)(links + next[place] * 1);
}

static __device__ __forceinline__ unsigned long long l2Latency_load(unsigned long long at)
{
    unsigned long long next;
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(at));
    return next;
}

// cycles[i]: what 16 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) l2Latency(unsigned *end, unsigned *cycles, const unsigned long long *links)
{
    if (threadIdx.x != 0) return;

    unsigned long long at = (unsigned long long)links;
#pragma unroll 1
    for (unsigned step = 0; step < 4096; step++) at = l2Latency_load(at);

#pragma unroll 1
    for (unsigned reading = 0; reading < 256; reading++) {
        if (at & 1) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned long long)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 16
        for (unsigned step = 0; step < 16; step++) at = l2Latency_load(at);
        if (at & 1) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        cycles[reading] = (unsigned)(ended - began);
    }
    *end = (unsigned)((at - (unsigned long long)links) / 8);
}

// globalLatency: probe family of tilewright 0.1.0, from probe.json; latency of global, 1024 steps
// globalLatency_link with grid 32, block 256, then globalLatency_read with grid 256, block 256, then grid 1, block 32

// every place gets the address of the one behind it
extern "C" __global__ void __launch_bounds__(256)
    globalLatency_link(const unsigned *next, unsigned long long *links)
{
    const unsigned place = blockIdx.x * 256 + threadIdx.x;
    if (place < 8192) links[place * 16] = (unsigned long long)(links + next[place] * 16);
}

// what is read first makes room for what is read last
extern "C" __global__ void __launch_bounds__(256)
    globalLatency_read(const unsigned long long *links, unsigned long long *sums)
{
    const unsigned thread = blockIdx.x * 256 + threadIdx.x;
    unsigned long long sum = 0;
#pragma unroll 1
    for (unsigned i = thread; i < 131072; i += 65536) sum += links[i];
    sums[thread] = sum;
}

static __device__ __forceinline__ unsigned long long globalLatency_load(unsigned long long at)
{
    unsigned long long next;
    asm volatile("ld.global.u64 %0, [%1];" : "=l"(next) : "l"(at));
    return next;
}

// cycles[i]: what 32 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) globalLatency(unsigned *end, unsigned *cycles, const unsigned long long *links)
{
    if (threadIdx.x != 0) return;

    unsigned long long at = (unsigned long long)links;

#pragma unroll 1
    for (unsigned reading = 0; reading < 32; reading++) {
        if (at & 1) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned long long)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 32
        for (unsigned step = 0; step < 32; step++) at = globalLatency_load(at);
        if (at & 1) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        cycles[reading] = (unsigned)(ended - began);
    }
    *end = (unsigned)((at - (unsigned long long)links) / 128);
}

// registerBandwidth: probe family of tilewright 0.1.0, from probe.json; bandwidth of register, 64 steps
// grid 1, block 256

// out[i]: the sum of what the 8 chains of thread i of the grid end with
extern "C" __global__ void __launch_bounds__(256) registerBandwidth(const float *factors, float *out)
{
    const float a = factors[0], b = factors[1];
    float at[8], sum = 0;
#pragma unroll
    for (unsigned k = 0; k < 8; k++) at[k] = float(threadIdx.x % 32 + k);
#pragma unroll 16
    for (unsigned step = 0; step < 64; step++) {
#pragma unroll
        for (unsigned k = 0; k < 8; k++) at[k] = fmaf(at[k], a, b);
    }
#pragma unroll
    for (unsigned k = 0; k < 8; k++) sum += at[k];
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// shuffleBandwidth: probe family of tilewright 0.1.0, from probe.json; bandwidth of shuffle, 64 steps
// grid 1, block 256

// out[i]: the sum of what the 8 chains of thread i of the grid end with
extern "C" __global__ void __launch_bounds__(256) shuffleBandwidth(const unsigned *next, unsigned *out)
{
    const unsigned next_lane = next[threadIdx.x % 32];
    unsigned at[8], sum = 0;
#pragma unroll
    for (unsigned k = 0; k < 8; k++) at[k] = unsigned(threadIdx.x % 32 + k);
#pragma unroll 16
    for (unsigned step = 0; step < 64; step++) {
#pragma unroll
        for (unsigned k = 0; k < 8; k++) at[k] = __shfl_sync(0xffffffff, at[k], next_lane);
    }
#pragma unroll
    for (unsigned k = 0; k < 8; k++) sum += at[k];
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// sharedBandwidth: probe family of tilewright 0.1.0, from probe.json; bandwidth of shared, 64 steps
// grid 1, block 256

static __device__ __forceinline__ uint4 sharedBandwidth_load(const void *from)
{
    uint4 got;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(got.x), "=r"(got.y), "=r"(got.z), "=r"(got.w)
                 : "r"((unsigned)__cvta_generic_to_shared(from)));
    return got;
}

// out[i]: the sum of all that thread i of the grid loaded, each `advance` bytes behind the one before
extern "C" __global__ void __launch_bounds__(256) sharedBandwidth(const unsigned *in, unsigned *out, unsigned advance)
{
    __shared__ uint4 tile[512];
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 512; i += 256) tile[i] = ((const uint4 *)in)[i];
    __syncthreads();
    const unsigned thread = blockIdx.x * 256 + threadIdx.x;
    unsigned at = threadIdx.x * 16 & 8191u, sum = 0; // at: bytes
#pragma unroll 1
    for (unsigned step = 0; step < 64; step += 4) {
        uint4 got[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            got[k] = sharedBandwidth_load((const char *)tile + at);
            at = (at + advance) & 8191u;
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) sum += got[k].x + got[k].y + got[k].z + got[k].w;
    }
    out[thread] = sum;
}

// constantBandwidth: probe family of tilewright 0.1.0, from probe.json; bandwidth of constant, 64 steps
// grid 1, block 256

__constant__ unsigned probe_chain[256];

// out[i]: the sum of all that thread i of the grid loaded, each `advance` bytes behind the one before
extern "C" __global__ void __launch_bounds__(256) constantBandwidth(unsigned *out, unsigned advance)
{
    const unsigned thread = blockIdx.x * 256 + threadIdx.x;
    unsigned at = threadIdx.x / 32 * 4 & 1023u, sum = 0; // at: bytes
#pragma unroll 1
    for (unsigned step = 0; step < 64; step += 4) {
        unsigned got[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            got[k] = *(const unsigned *)((const char *)probe_chain + at);
            at = (at + advance) & 1023u;
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) sum += got[k];
    }
    out[thread] = sum;
}

// l1Bandwidth: probe family of tilewright 0.1.0, from probe.json; bandwidth of global, 64 steps
// grid 4, block 256

static __device__ __forceinline__ uint4 l1Bandwidth_load(const void *from)
{
    uint4 got;
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(got.x), "=r"(got.y), "=r"(got.z), "=r"(got.w)
                 : "l"(from));
    return got;
}

// out[i]: the sum of all that thread i of the grid loaded, each `advance` bytes behind the one before
extern "C" __global__ void __launch_bounds__(256) l1Bandwidth(const unsigned *in, unsigned *out, unsigned advance)
{
    const unsigned thread = blockIdx.x * 256 + threadIdx.x;
    unsigned at = threadIdx.x * 16 & 16383u, sum = 0; // at: bytes
#pragma unroll 1
    for (unsigned step = 0; step < 64; step += 4) {
        uint4 got[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            got[k] = l1Bandwidth_load((const char *)in + at);
            at = (at + advance) & 16383u;
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) sum += got[k].x + got[k].y + got[k].z + got[k].w;
    }
    out[thread] = sum;
}

// readOnlyBandwidth: probe family of tilewright 0.1.0, from probe.json; bandwidth of global-nc, 64 steps
// grid 4, block 256

static __device__ __forceinline__ uint4 readOnlyBandwidth_load(const void *from)
{
    uint4 got;
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(got.x), "=r"(got.y), "=r"(got.z), "=r"(got.w)
                 : "l"(from));
    return got;
}

// out[i]: the sum of all that thread i of the grid loaded, each `advance` bytes behind the one before
extern "C" __global__ void __launch_bounds__(256) readOnlyBandwidth(const unsigned *in, unsigned *out, unsigned advance)
{
    const unsigned thread = blockIdx.x * 256 + threadIdx.x;
    unsigned at = threadIdx.x * 16 & 16383u, sum = 0; // at: bytes
#pragma unroll 1
    for (unsigned step = 0; step < 64; step += 4) {
        uint4 got[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            got[k] = readOnlyBandwidth_load((const char *)in + at);
            at = (at + advance) & 16383u;
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) sum += got[k].x + got[k].y + got[k].z + got[k].w;
    }
    out[thread] = sum;
}

// l2Bandwidth: probe family of tilewright 0.1.0, from probe.json; bandwidth of global-cg, 64 steps
// grid 4, block 256

static __device__ __forceinline__ uint4 l2Bandwidth_load(const void *from)
{
    uint4 got;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(got.x), "=r"(got.y), "=r"(got.z), "=r"(got.w)
                 : "l"(from));
    return got;
}

// out[i]: the sum of all that thread i of the grid loaded, each `advance` bytes behind the one before
extern "C" __global__ void __launch_bounds__(256) l2Bandwidth(const unsigned *in, unsigned *out, unsigned advance)
{
    const unsigned thread = blockIdx.x * 256 + threadIdx.x;
    unsigned at = thread * 16 & 65535u, sum = 0; // at: bytes
#pragma unroll 1
    for (unsigned step = 0; step < 64; step += 4) {
        uint4 got[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            got[k] = l2Bandwidth_load((const char *)in + at);
            at = (at + advance) & 65535u;
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) sum += got[k].x + got[k].y + got[k].z + got[k].w;
    }
    out[thread] = sum;
}

// sharedAtomicLatency: probe family of tilewright 0.1.0, from probe.json; atomic-latency of shared, 1024 steps
// grid 1, block 32

// cycles[i]: what 1024 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) sharedAtomicLatency(const unsigned *next, unsigned *end, unsigned *cycles)
{
    __shared__ unsigned chain[1024];
#pragma unroll 1
    for (unsigned place = threadIdx.x; place < 1024; place += 32)
        chain[place * 1] = next[place] * 4; // bytes
    __syncthreads();
    if (threadIdx.x != 0) return;

    const unsigned nothing = next[0] >> 31; // the compiler does not know that it is 0
    unsigned at = 0;
#pragma unroll 1
    for (unsigned step = 0; step < 1024; step++) at = atomicAdd((unsigned *)((char *)chain + at), nothing);

#pragma unroll 1
    for (unsigned reading = 0; reading < 1; reading++) {
        if (at & 1) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 64
        for (unsigned step = 0; step < 1024; step++) at = atomicAdd((unsigned *)((char *)chain + at), nothing);
        if (at & 1) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        cycles[reading] = (unsigned)(ended - began);
    }
    *end = (unsigned)(at / 4);
}

// globalAtomicLatency: probe family of tilewright 0.1.0, from probe.json; atomic-latency of global, 1024 steps
// globalAtomicLatency_link with grid 8, block 256, then grid 1, block 32

// every place gets the address of the one behind it
extern "C" __global__ void __launch_bounds__(256)
    globalAtomicLatency_link(const unsigned *next, unsigned long long *links)
{
    const unsigned place = blockIdx.x * 256 + threadIdx.x;
    if (place < 2048) links[place * 1] = (unsigned long long)(links + next[place] * 1);
}

static __device__ __forceinline__ unsigned long long globalAtomicLatency_add(unsigned long long at, unsigned long long nothing)
{
    unsigned long long next;
    asm volatile("atom.global.add.u64 %0, [%1], %2;" : "=l"(next) : "l"(at), "l"(nothing));
    return next;
}

// cycles[i]: what 1024 steps took, one behind the other
extern "C" __global__ void __launch_bounds__(32) globalAtomicLatency(const unsigned *next, unsigned *end, unsigned *cycles, unsigned long long *links)
{
    if (threadIdx.x != 0) return;

    const unsigned nothing = next[0] >> 31; // the compiler does not know that it is 0
    unsigned long long at = (unsigned long long)links;
#pragma unroll 1
    for (unsigned step = 0; step < 2048; step++) at = globalAtomicLatency_add(at, nothing);

#pragma unroll 1
    for (unsigned reading = 0; reading < 1; reading++) {
        if (at & 1) return; // never, and not known before the last step is done
        long long began, ended;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(began)::"memory");
        at += (unsigned long long)(began >> 63); // 0, and not known before the clock is read
#pragma unroll 64
        for (unsigned step = 0; step < 1024; step++) at = globalAtomicLatency_add(at, nothing);
        if (at & 1) return;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(ended)::"memory");
        cycles[reading] = (unsigned)(ended - began);
    }
    *end = (unsigned)((at - (unsigned long long)links) / 8);
}

// sharedAtomics_same: probe family of tilewright 0.1.0, from probe.json; atomic-rate of shared, 64 steps
// grid 1, block 256

// thread i of the grid adds to counter place[i] of its block
extern "C" __global__ void __launch_bounds__(256)
    sharedAtomics_same(const unsigned *place, const unsigned *amount, unsigned *counters)
{
    __shared__ unsigned tile[1024];
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 1024; i += 256) tile[i] = 0;
    __syncthreads();
    unsigned *const counter =
        tile + place[blockIdx.x * 256 + threadIdx.x];
    const unsigned more = amount[0];
#pragma unroll 1
    for (unsigned step = 0; step < 64; step += 4) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++) atomicAdd(counter, more);
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 1024; i += 256)
        counters[blockIdx.x * 1024 + i] = tile[i];
}

// sharedAtomics_spread: probe family of tilewright 0.1.0, from probe.json; atomic-rate of shared, 64 steps
// grid 1, block 256

// thread i of the grid adds to counter place[i] of its block
extern "C" __global__ void __launch_bounds__(256)
    sharedAtomics_spread(const unsigned *place, const unsigned *amount, unsigned *counters)
{
    __shared__ unsigned tile[1024];
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 1024; i += 256) tile[i] = 0;
    __syncthreads();
    unsigned *const counter =
        tile + place[blockIdx.x * 256 + threadIdx.x];
    const unsigned more = amount[0];
#pragma unroll 1
    for (unsigned step = 0; step < 64; step += 4) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++) atomicAdd(counter, more);
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 1024; i += 256)
        counters[blockIdx.x * 1024 + i] = tile[i];
}

// globalAtomics_same: probe family of tilewright 0.1.0, from probe.json; atomic-rate of global, 64 steps
// grid 4, block 256

// thread i of the grid adds to counter place[i]
extern "C" __global__ void __launch_bounds__(256)
    globalAtomics_same(const unsigned *place, const unsigned *amount, unsigned *counters)
{
    unsigned *const counter =
        counters + place[blockIdx.x * 256 + threadIdx.x];
    const unsigned more = amount[0];
#pragma unroll 1
    for (unsigned step = 0; step < 64; step += 4) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++) atomicAdd(counter, more);
    }
}

// globalAtomics_spread: probe family of tilewright 0.1.0, from probe.json; atomic-rate of global, 64 steps
// grid 4, block 256

// thread i of the grid adds to counter place[i]
extern "C" __global__ void __launch_bounds__(256)
    globalAtomics_spread(const unsigned *place, const unsigned *amount, unsigned *counters)
{
    unsigned *const counter =
        counters + place[blockIdx.x * 256 + threadIdx.x];
    const unsigned more = amount[0];
#pragma unroll 1
    for (unsigned step = 0; step < 64; step += 4) {
#pragma unroll
        for (unsigned k = 0; k < 4; k++) atomicAdd(counter, more);
    }
}
