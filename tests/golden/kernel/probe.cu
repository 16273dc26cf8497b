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

// shuffleLatency, of probe.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(32) shuffleLatency(const unsigned *next, unsigned *end, unsigned *cycles)
{
    const unsigned next_lane = next[threadIdx.x];
    unsigned at = threadIdx.x;
#pragma unroll 1
...

// sharedLatency, of probe.cu.mustache:
...
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
...

// constantHit, of probe.cu.mustache:
// constantHit: probe family of tilewright 0.1.0, from probe.json; latency of constant, 1024 steps
// grid 1, block 32

__constant__ unsigned probe_chain[256];

// cycles[i]: what 1024 steps took, one behind the other
...

// l1Latency, of probe.cu.mustache:
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
...

// globalLatency, of probe.cu.mustache:
...
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
...

// registerBandwidth, of probe.cu.mustache:
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

// shuffleBandwidth, of probe.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(256) shuffleBandwidth(const unsigned *next, unsigned *out)
{
    const unsigned next_lane = next[threadIdx.x % 32];
    unsigned at[8], sum = 0;
#pragma unroll
...

// sharedBandwidth, of probe.cu.mustache:
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

// l1Bandwidth, of probe.cu.mustache:
...
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(got.x), "=r"(got.y), "=r"(got.z), "=r"(got.w)
                 : "l"(from));
    return got;
}
...

// sharedAtomicLatency, of probe.cu.mustache:
...
    if (threadIdx.x != 0) return;

    const unsigned nothing = next[0] >> 31; // the compiler does not know that it is 0
    unsigned at = 0;
#pragma unroll 1
...

// globalAtomicLatency, of probe.cu.mustache:
...
}

static __device__ __forceinline__ unsigned long long globalAtomicLatency_add(unsigned long long at, unsigned long long nothing)
{
    unsigned long long next;
    asm volatile("atom.global.add.u64 %0, [%1], %2;" : "=l"(next) : "l"(at), "l"(nothing));
    return next;
}

// cycles[i]: what 1024 steps took, one behind the other
...

// sharedAtomics_same, of probe.cu.mustache:
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
