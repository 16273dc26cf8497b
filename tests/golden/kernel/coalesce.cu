// plain: coalesce family of tilewright 0.1.0, from coalesce.json; 1024 records of 1 float32, aos, side read
// grid 16, block 64; elements: in 1024, out 1024
extern "C" __global__ void __launch_bounds__(64) plain(const unsigned *in, unsigned *out)
{
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    out[i] = in[i];
}

// offset_read_none, of coalesce.cu.mustache:
...
{
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (i >= 1000) return;

    out[i] = in[11 + i];
}

// offset_read_shared, of coalesce.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(64) offset_read_shared(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[64];
    const unsigned first = blockIdx.x * 64; // of the block's records
    const unsigned begin = 11 + first; // of their elements on the side
    const unsigned count = 1000 - first < 64 ? 1000 - first : 64;

    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 2; k++) {
        const unsigned e = k * 64 + threadIdx.x - 11;
        if (e < count) tile[e] = in[begin + e];
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        const unsigned i = first + r;
        if (r < count) out[i] = tile[r];
    }
}

// offset_write_shared, of coalesce.cu.mustache:
...
        if (r < count) tile[r] = in[i];
    }
    __syncthreads();
    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 2; k++) {
        const unsigned e = k * 64 + threadIdx.x - 11;
        if (e < count) out[begin + e] = tile[e];
    }
}

// stride_unroll4, of coalesce.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(64) stride_unroll4(const unsigned char *in, unsigned char *out)
{
    const unsigned first = blockIdx.x * 256 + threadIdx.x;
    unsigned char x[4];

#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        const unsigned i = first + k * 64;
        if (i < 1000) x[k] = in[i * 3];
    }
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        const unsigned i = first + k * 64;
        if (i < 1000) out[i] = x[k];
    }
}

// planes_unroll1, of coalesce.cu.mustache:
...
    if (i >= 1000) return;

    unsigned x[3];
#pragma unroll
    for (unsigned f = 0; f < 3; f++) x[f] = in[i * 2 + f * 2000];
#pragma unroll
    for (unsigned f = 0; f < 3; f++) out[i * 2 + (f + 1) % 3 * 2000] = x[f];
}

// planes_unroll2, of coalesce.cu.mustache:
...
    for (unsigned k = 0; k < 2; k++) {
        const unsigned i = first + k * 64;
#pragma unroll
        for (unsigned f = 0; f < 3; f++) if (i < 1000) x[k][f] = in[i * 2 + f * 2000];
    }
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        const unsigned i = first + k * 64;
#pragma unroll
        for (unsigned f = 0; f < 3; f++) if (i < 1000) out[i * 2 + (f + 1) % 3 * 2000] = x[k][f];
    }
}

// structs_read_IPAD0, of coalesce.cu.mustache:
...
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        const unsigned i = first + r;
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) out[i + (f + 1) % 4 * 1000] = tile[r * 4 + f];
    }
}

// structs_both_IPAD0, of coalesce.cu.mustache:
...
#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        unsigned x[4];
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) x[f] = tile[r * 4 + f];
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) tile[r * 4 + (f + 1) % 4] = x[f];
    }
    __syncthreads();
...

// shifting, of coalesce.cu.mustache:
...
    const unsigned first = blockIdx.x * 50; // of the block's records
    const unsigned begin = 5 + first * 3; // of their elements on the side
    const unsigned lead = begin % 8; // elements that a line of 128 bytes has before them

    // line by line, whosever record it is
...
