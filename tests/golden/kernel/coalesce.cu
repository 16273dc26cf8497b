// plain: coalesce family of tilewright 0.1.0, from coalesce.json; 1024 records of 1 float32, aos, side read
// grid 16, block 64; elements: in 1024, out 1024
extern "C" __global__ void __launch_bounds__(64) plain(const unsigned *in, unsigned *out)
{
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    out[i] = in[i];
}

// offset_read_none: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 float32, aos, side read
// grid 16, block 64; elements: in 1011, out 1000
extern "C" __global__ void __launch_bounds__(64) offset_read_none(const unsigned *in, unsigned *out)
{
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (i >= 1000) return;

    out[i] = in[11 + i];
}

// offset_read_shared: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 float32, aos, side read
// grid 16, block 64; elements: in 1011, out 1000
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

// offset_write_none: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 float32, aos, side write
// grid 16, block 64; elements: in 1000, out 1011
extern "C" __global__ void __launch_bounds__(64) offset_write_none(const unsigned *in, unsigned *out)
{
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (i >= 1000) return;

    out[11 + i] = in[i];
}

// offset_write_shared: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 float32, aos, side write
// grid 16, block 64; elements: in 1000, out 1011
extern "C" __global__ void __launch_bounds__(64) offset_write_shared(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[64];
    const unsigned first = blockIdx.x * 64; // of the block's records
    const unsigned begin = 11 + first; // of their elements on the side
    const unsigned count = 1000 - first < 64 ? 1000 - first : 64;

#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        const unsigned i = first + r;
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

// offset_both_none: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 float32, aos, side both
// grid 16, block 64; elements: in 1011, out 1011
extern "C" __global__ void __launch_bounds__(64) offset_both_none(const unsigned *in, unsigned *out)
{
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (i >= 1000) return;

    out[11 + i] = in[11 + i];
}

// offset_both_shared: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 float32, aos, side both
// grid 16, block 64; elements: in 1011, out 1011
extern "C" __global__ void __launch_bounds__(64) offset_both_shared(const unsigned *in, unsigned *out)
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
    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 2; k++) {
        const unsigned e = k * 64 + threadIdx.x - 11;
        if (e < count) out[begin + e] = tile[e];
    }
}

// stride_unroll1: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 uint8, aos, side read
// grid 16, block 64; elements: in 2998, out 1000
extern "C" __global__ void __launch_bounds__(64) stride_unroll1(const unsigned char *in, unsigned char *out)
{
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (i >= 1000) return;

    out[i] = in[i * 3];
}

// stride_unroll4: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 uint8, aos, side read
// grid 4, block 64; elements: in 2998, out 1000
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

// gaps_read: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 float64, aos, side read
// grid 8, block 64; elements: in 2998, out 1000
extern "C" __global__ void __launch_bounds__(64) gaps_read(const unsigned long long *in, unsigned long long *out)
{
    __shared__ volatile unsigned long long tile[384];
    const unsigned first = blockIdx.x * 128; // of the block's records
    const unsigned begin = first * 3; // of their elements on the side
    const unsigned count = 1000 - first < 128 ? 1000 - first : 128;

    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 6; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 3 && e % 3 == 0) tile[e] = in[begin + e];
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = threadIdx.x; r < 128; r += 64) {
        const unsigned i = first + r;
        if (r < count) out[i] = tile[r * 3];
    }
}

// gaps_write: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 1 float64, aos, side write
// grid 8, block 64; elements: in 1000, out 2998
extern "C" __global__ void __launch_bounds__(64) gaps_write(const unsigned long long *in, unsigned long long *out)
{
    __shared__ volatile unsigned long long tile[384];
    const unsigned first = blockIdx.x * 128; // of the block's records
    const unsigned begin = first * 3; // of their elements on the side
    const unsigned count = 1000 - first < 128 ? 1000 - first : 128;

#pragma unroll
    for (unsigned r = threadIdx.x; r < 128; r += 64) {
        const unsigned i = first + r;
        if (r < count) tile[r * 3] = in[i];
    }
    __syncthreads();
    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 6; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 3 && e % 3 == 0) out[begin + e] = tile[e];
    }
}

// planes_unroll1: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 3 float32, soa, side both
// grid 16, block 64; elements: in 5999, out 5999
extern "C" __global__ void __launch_bounds__(64) planes_unroll1(const unsigned *in, unsigned *out)
{
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (i >= 1000) return;

    unsigned x[3];
#pragma unroll
    for (unsigned f = 0; f < 3; f++) x[f] = in[i * 2 + f * 2000];
#pragma unroll
    for (unsigned f = 0; f < 3; f++) out[i * 2 + (f + 1) % 3 * 2000] = x[f];
}

// planes_unroll2: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 3 float32, soa, side both
// grid 8, block 64; elements: in 5999, out 5999
extern "C" __global__ void __launch_bounds__(64) planes_unroll2(const unsigned *in, unsigned *out)
{
    const unsigned first = blockIdx.x * 128 + threadIdx.x;
    unsigned x[2][3];

#pragma unroll
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

// structs_read_IPAD0: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 4 float32, aos, side read
// grid 16, block 64; elements: in 4000, out 4000
extern "C" __global__ void __launch_bounds__(64) structs_read_IPAD0(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[256];
    const unsigned first = blockIdx.x * 64; // of the block's records
    const unsigned begin = first * 4; // of their elements on the side
    const unsigned count = 1000 - first < 64 ? 1000 - first : 64;

    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4) tile[e] = in[begin + e];
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        const unsigned i = first + r;
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) out[i + (f + 1) % 4 * 1000] = tile[r * 4 + f];
    }
}

// structs_read_IPAD2: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 4 float32, aos, side read
// grid 16, block 64; elements: in 4000, out 4000
extern "C" __global__ void __launch_bounds__(64) structs_read_IPAD2(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[272];
    const unsigned first = blockIdx.x * 64; // of the block's records
    const unsigned begin = first * 4; // of their elements on the side
    const unsigned count = 1000 - first < 64 ? 1000 - first : 64;

    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4) tile[e + e / 32 * 2] = in[begin + e];
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        const unsigned i = first + r;
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) out[i + (f + 1) % 4 * 1000] = tile[r * 4 + f + (r * 4 + f) / 32 * 2];
    }
}

// structs_write_IPAD0: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 4 float32, aos, side write
// grid 16, block 64; elements: in 4000, out 4000
extern "C" __global__ void __launch_bounds__(64) structs_write_IPAD0(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[256];
    const unsigned first = blockIdx.x * 64; // of the block's records
    const unsigned begin = first * 4; // of their elements on the side
    const unsigned count = 1000 - first < 64 ? 1000 - first : 64;

#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        const unsigned i = first + r;
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) tile[r * 4 + (f + 1) % 4] = in[i + f * 1000];
    }
    __syncthreads();
    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4) out[begin + e] = tile[e];
    }
}

// structs_write_IPAD2: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 4 float32, aos, side write
// grid 16, block 64; elements: in 4000, out 4000
extern "C" __global__ void __launch_bounds__(64) structs_write_IPAD2(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[272];
    const unsigned first = blockIdx.x * 64; // of the block's records
    const unsigned begin = first * 4; // of their elements on the side
    const unsigned count = 1000 - first < 64 ? 1000 - first : 64;

#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        const unsigned i = first + r;
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) tile[r * 4 + (f + 1) % 4 + (r * 4 + (f + 1) % 4) / 32 * 2] = in[i + f * 1000];
    }
    __syncthreads();
    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4) out[begin + e] = tile[e + e / 32 * 2];
    }
}

// structs_both_IPAD0: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 4 float32, aos, side both
// grid 16, block 64; elements: in 4000, out 4000
extern "C" __global__ void __launch_bounds__(64) structs_both_IPAD0(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[256];
    const unsigned first = blockIdx.x * 64; // of the block's records
    const unsigned begin = first * 4; // of their elements on the side
    const unsigned count = 1000 - first < 64 ? 1000 - first : 64;

    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4) tile[e] = in[begin + e];
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        unsigned x[4];
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) x[f] = tile[r * 4 + f];
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) tile[r * 4 + (f + 1) % 4] = x[f];
    }
    __syncthreads();
    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4) out[begin + e] = tile[e];
    }
}

// structs_both_IPAD2: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 4 float32, aos, side both
// grid 16, block 64; elements: in 4000, out 4000
extern "C" __global__ void __launch_bounds__(64) structs_both_IPAD2(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[272];
    const unsigned first = blockIdx.x * 64; // of the block's records
    const unsigned begin = first * 4; // of their elements on the side
    const unsigned count = 1000 - first < 64 ? 1000 - first : 64;

    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4) tile[e + e / 32 * 2] = in[begin + e];
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        unsigned x[4];
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) x[f] = tile[r * 4 + f + (r * 4 + f) / 32 * 2];
#pragma unroll
        for (unsigned f = 0; f < 4; f++) if (r < count) tile[r * 4 + (f + 1) % 4 + (r * 4 + (f + 1) % 4) / 32 * 2] = x[f];
    }
    __syncthreads();
    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4) out[begin + e] = tile[e + e / 32 * 2];
    }
}

// padded_none: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 3 int16, aos, side both
// grid 16, block 64; elements: in 3999, out 3999
extern "C" __global__ void __launch_bounds__(64) padded_none(const unsigned short *in, unsigned short *out)
{
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (i >= 1000) return;

    unsigned short x[3];
#pragma unroll
    for (unsigned f = 0; f < 3; f++) x[f] = in[i * 4 + f];
#pragma unroll
    for (unsigned f = 0; f < 3; f++) out[i * 4 + (f + 1) % 3] = x[f];
}

// padded_shared: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 3 int16, aos, side both
// grid 16, block 64; elements: in 3999, out 3999
extern "C" __global__ void __launch_bounds__(64) padded_shared(const unsigned short *in, unsigned short *out)
{
    __shared__ volatile unsigned short tile[256];
    const unsigned first = blockIdx.x * 64; // of the block's records
    const unsigned begin = first * 4; // of their elements on the side
    const unsigned count = 1000 - first < 64 ? 1000 - first : 64;

    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4 && e % 4 < 3) tile[e] = in[begin + e];
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        unsigned short x[3];
#pragma unroll
        for (unsigned f = 0; f < 3; f++) if (r < count) x[f] = tile[r * 4 + f];
#pragma unroll
        for (unsigned f = 0; f < 3; f++) if (r < count) tile[r * 4 + (f + 1) % 3] = x[f];
    }
    __syncthreads();
    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 64 + threadIdx.x;
        if (e < count * 4 && e % 4 < 3) out[begin + e] = tile[e];
    }
}

// shifting: coalesce family of tilewright 0.1.0, from coalesce.json; 1000 records of 3 int32x4, aos, side read
// grid 20, block 50; elements: in 3005, out 3000
extern "C" __global__ void __launch_bounds__(50) shifting(const uint4 *in, uint4 *out)
{
    __shared__ uint4 tile[171];
    const unsigned first = blockIdx.x * 50; // of the block's records
    const unsigned begin = 5 + first * 3; // of their elements on the side
    const unsigned lead = begin % 8; // elements that a line of 128 bytes has before them

    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 4; k++) {
        const unsigned e = k * 50 + threadIdx.x - lead;
        if (e < 150) tile[e + e / 8] = in[begin + e];
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = threadIdx.x; r < 50; r += 50) {
        const unsigned i = first + r;
#pragma unroll
        for (unsigned f = 0; f < 3; f++) out[i + (f + 1) % 3 * 1000] = tile[r * 3 + f + (r * 3 + f) / 8];
    }
}

// one: coalesce family of tilewright 0.1.0, from coalesce.json; 3 records of 1 float32, aos, side read
// grid 3, block 1; elements: in 3, out 3
extern "C" __global__ void one(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[1];
    const unsigned first = blockIdx.x * 1; // of the block's records
    const unsigned begin = first; // of their elements on the side
    const unsigned lead = begin % 32; // elements that a line of 128 bytes has before them

    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 32; k++) {
        const unsigned e = k * 1 + threadIdx.x - lead;
        if (e < 1) tile[e] = in[begin + e];
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = threadIdx.x; r < 1; r += 1) {
        const unsigned i = first + r;
        out[i] = tile[r];
    }
}

// wide_none: coalesce family of tilewright 0.1.0, from coalesce.json; 68719476736 records of 2 float32, aos, side write
// grid 1073741824, block 64; elements: in 137438953472, out 137438953475
extern "C" __global__ void __launch_bounds__(64) wide_none(const unsigned *in, unsigned *out)
{
    const unsigned long long i = blockIdx.x * 64ull + threadIdx.x;
    unsigned x[2];
#pragma unroll
    for (unsigned f = 0; f < 2; f++) x[f] = in[i + f * 68719476736ull];
#pragma unroll
    for (unsigned f = 0; f < 2; f++) out[3ull + i * 2ull + (f + 1) % 2] = x[f];
}

// wide_shared: coalesce family of tilewright 0.1.0, from coalesce.json; 68719476736 records of 2 float32, aos, side write
// grid 1073741824, block 64; elements: in 137438953472, out 137438953475
extern "C" __global__ void __launch_bounds__(64) wide_shared(const unsigned *in, unsigned *out)
{
    __shared__ volatile unsigned tile[128];
    const unsigned long long first = blockIdx.x * 64ull; // of the block's records
    const unsigned long long begin = 3ull + first * 2ull; // of their elements on the side

#pragma unroll
    for (unsigned r = threadIdx.x; r < 64; r += 64) {
        const unsigned long long i = first + r;
#pragma unroll
        for (unsigned f = 0; f < 2; f++) tile[r * 2 + (f + 1) % 2] = in[i + f * 68719476736ull];
    }
    __syncthreads();
    // line by line, whosever record it is
#pragma unroll 8
    for (unsigned k = 0; k < 3; k++) {
        const unsigned e = k * 64 + threadIdx.x - 3;
        if (e < 128) out[begin + e] = tile[e];
    }
}

// none_none: coalesce family of tilewright 0.1.0, from coalesce.json; 0 records of 1 float32, aos, side read
// grid 1, block 64; elements: in 1, out 1
extern "C" __global__ void __launch_bounds__(64) none_none(const unsigned *in, unsigned *out)
{
}

// none_shared: coalesce family of tilewright 0.1.0, from coalesce.json; 0 records of 1 float32, aos, side read
// grid 1, block 64; elements: in 1, out 1
extern "C" __global__ void __launch_bounds__(64) none_shared(const unsigned *in, unsigned *out)
{
}
