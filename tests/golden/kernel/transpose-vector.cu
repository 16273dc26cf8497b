// aligned_uint8: transpose family of tilewright 0.1.0, from transpose-vector.json; uint8, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void aligned_uint8_move(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 4 chunks of 16 bytes side by side in 8 x 4 rows, and stores them turned.
    const unsigned units = 4;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][4];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned row = y * 4 + t, col = x * 16;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned char *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
            if (guarded && (y * 4 >= rows || x * 16 >= cols)) continue;
            unsigned cell[16];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) { // 4 rows of 4 bytes become 4 columns
                const unsigned a = (&chunk[n][0].x)[i], b = (&chunk[n][1].x)[i], c = (&chunk[n][2].x)[i], d = (&chunk[n][3].x)[i];
                const unsigned ab01 = __byte_perm(a, b, 0x5140), ab23 = __byte_perm(a, b, 0x7362);
                const unsigned cd01 = __byte_perm(c, d, 0x5140), cd23 = __byte_perm(c, d, 0x7362);
                cell[4 * i] = __byte_perm(ab01, cd01, 0x5410), cell[4 * i + 1] = __byte_perm(ab01, cd01, 0x7632);
                cell[4 * i + 2] = __byte_perm(ab23, cd23, 0x5410), cell[4 * i + 3] = __byte_perm(ab23, cd23, 0x7632);
            }
#pragma unroll
            for (unsigned i = 0; i < 16; i++) {
                const unsigned place = (x * 16 + i) * 8 + (y / 4 ^ x % 4 * 2);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 16 % 4 * 2).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 8; n += 128) {
        const unsigned col = n / 8, k = n % 8, turn = col / 16 % 4 * 2;
        unsigned char *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 16)) continue;
        const uint4 value = tile[col * 8 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void aligned_uint8_step(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        aligned_uint8_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    aligned_uint8(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 tile[64 * 8]; // columns of 8 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    aligned_uint8_step(in, out, tile, tile_row, first_row, first_col);
}

// aligned_float16: transpose family of tilewright 0.1.0, from transpose-vector.json; float16, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void aligned_float16_move(const unsigned short *__restrict__ in, unsigned short *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 2 rows, and stores them turned.
    const unsigned units = 16;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][2];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 1 * 8 + lane % 8, y = u / 1 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 2; t++) {
                const unsigned row = y * 2 + t, col = x * 8;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned short *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 1 * 8 + lane % 8, y = u / 1 * 4 + lane / 8;
            if (guarded && (y * 2 >= rows || x * 8 >= cols)) continue;
            unsigned cell[8];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) { // 2 rows of 2 elements become 2 columns
                const unsigned a = (&chunk[n][0].x)[i], b = (&chunk[n][1].x)[i];
                cell[2 * i] = __byte_perm(a, b, 0x5410), cell[2 * i + 1] = __byte_perm(a, b, 0x7632);
            }
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned place = (x * 8 + i) * 16 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 8 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 16; n += 128) {
        const unsigned col = n / 16, k = n % 16, turn = col / 8 % 8;
        unsigned short *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 8)) continue;
        const uint4 value = tile[col * 16 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void aligned_float16_step(const unsigned short *__restrict__ in, unsigned short *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        aligned_float16_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    aligned_float16(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 tile[64 * 16]; // columns of 16 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    aligned_float16_step(in, out, tile, tile_row, first_row, first_col);
}

// aligned_float32: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void aligned_float32_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void aligned_float32_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        aligned_float32_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    aligned_float32(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    aligned_float32_step(in, out, tile, tile_row, first_row, first_col);
}

// aligned_float64: transpose family of tilewright 0.1.0, from transpose-vector.json; float64, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads with 65536 bytes of dynamic shared memory; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void aligned_float64_move(const uint2 *__restrict__ in, uint2 *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 128;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = u / 4 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 2;
                const bool inside = (!guarded || row < rows && col < cols);
                const uint2 *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = u / 4 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 2 >= cols)) continue;
            const uint2 cell[2] = {make_uint2(chunk[n][0].x, chunk[n][0].y), make_uint2(chunk[n][0].z, chunk[n][0].w)};
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                const unsigned place = (x * 2 + i) * 64 + (y / 2 ^ x % 8);
                ((uint2 *)tile)[place * 2 + y % 2] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 2 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 64; n += 128) {
        const unsigned col = n / 64, k = n % 64, turn = col / 2 % 8;
        uint2 *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 2)) continue;
        const uint4 value = tile[col * 64 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void aligned_float64_step(const uint2 *__restrict__ in, uint2 *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        aligned_float64_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    aligned_float64(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    extern __shared__ uint4 aligned_float64_tile[]; // 64 columns of 64 chunks of 16 bytes
    uint4 *const tile = aligned_float64_tile;
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    aligned_float64_step(in, out, tile, tile_row, first_row, first_col);
}

// aligned_float32x4: transpose family of tilewright 0.1.0, from transpose-vector.json; float32x4, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads with 131072 bytes of dynamic shared memory; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void aligned_float32x4_move(const uint4 *__restrict__ in, uint4 *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 256;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 8 * 8 + lane % 8, y = u / 8 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 1;
                const bool inside = (!guarded || row < rows && col < cols);
                const uint4 *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 8 * 8 + lane % 8, y = u / 8 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 1 >= cols)) continue;
            const uint4 cell[1] = {chunk[n][0]};
#pragma unroll
            for (unsigned i = 0; i < 1; i++) {
                const unsigned place = (x * 1 + i) * 128 + (y / 1 ^ x % 8);
                ((uint4 *)tile)[place * 1 + y % 1] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 1 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 128; n += 128) {
        const unsigned col = n / 128, k = n % 128, turn = col / 1 % 8;
        uint4 *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 1)) continue;
        const uint4 value = tile[col * 128 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void aligned_float32x4_step(const uint4 *__restrict__ in, uint4 *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        aligned_float32x4_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    aligned_float32x4(const uint4 *__restrict__ in, uint4 *__restrict__ out)
{
    extern __shared__ uint4 aligned_float32x4_tile[]; // 64 columns of 128 chunks of 16 bytes
    uint4 *const tile = aligned_float32x4_tile;
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    aligned_float32x4_step(in, out, tile, tile_row, first_row, first_col);
}

// part_uint8: transpose family of tilewright 0.1.0, from transpose-vector.json; uint8, 1 x 1024 x 1001, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048553 elements, out 1025024; both 16-byte aligned
// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 part_uint8_part(const unsigned char *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 16; i-- > 0;) {
        w.w = __funnelshift_l(w.z, w.w, 8), w.z = __funnelshift_l(w.y, w.z, 8), w.y = __funnelshift_l(w.x, w.y, 8), w.x <<= 8;
        if (i < count) w.x |= from[i];
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void part_uint8_move(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 4 chunks of 16 bytes side by side in 8 x 4 rows, and stores them turned.
    const unsigned units = 4;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][4];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned row = y * 4 + t, col = x * 16;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned char *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || col + 16 <= cols)) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
            if (guarded && (y * 4 >= rows || x * 16 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned row = y * 4 + t, col = x * 16;
                const unsigned char *const from = in + ((unsigned)row * 1024 + col);
                if (guarded && row < rows && col + 16 > cols) chunk[n][t] = part_uint8_part(from, cols - col);
            }
            unsigned cell[16];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) { // 4 rows of 4 bytes become 4 columns
                const unsigned a = (&chunk[n][0].x)[i], b = (&chunk[n][1].x)[i], c = (&chunk[n][2].x)[i], d = (&chunk[n][3].x)[i];
                const unsigned ab01 = __byte_perm(a, b, 0x5140), ab23 = __byte_perm(a, b, 0x7362);
                const unsigned cd01 = __byte_perm(c, d, 0x5140), cd23 = __byte_perm(c, d, 0x7362);
                cell[4 * i] = __byte_perm(ab01, cd01, 0x5410), cell[4 * i + 1] = __byte_perm(ab01, cd01, 0x7632);
                cell[4 * i + 2] = __byte_perm(ab23, cd23, 0x5410), cell[4 * i + 3] = __byte_perm(ab23, cd23, 0x7632);
            }
#pragma unroll
            for (unsigned i = 0; i < 16; i++) {
                const unsigned place = (x * 16 + i) * 8 + (y / 4 ^ x % 4 * 2);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 16 % 4 * 2).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 8; n += 128) {
        const unsigned col = n / 8, k = n % 8, turn = col / 16 % 4 * 2;
        unsigned char *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 16)) continue;
        const uint4 value = tile[col * 8 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void part_uint8_step(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1001u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        part_uint8_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7);
    else
        part_uint8_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    part_uint8(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 tile[64 * 8]; // columns of 8 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    part_uint8_step(in, out, tile, tile_row, first_row, first_col);
}

// part_float16: transpose family of tilewright 0.1.0, from transpose-vector.json; float16, 1 x 1024 x 1001, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048553 elements, out 1025024; both 16-byte aligned
// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 part_float16_part(const unsigned short *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 8; i-- > 0;) {
        w.w = __funnelshift_l(w.z, w.w, 16), w.z = __funnelshift_l(w.y, w.z, 16), w.y = __funnelshift_l(w.x, w.y, 16), w.x <<= 16;
        if (i < count) w.x |= from[i];
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void part_float16_move(const unsigned short *__restrict__ in, unsigned short *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 2 rows, and stores them turned.
    const unsigned units = 16;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][2];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 1 * 8 + lane % 8, y = u / 1 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 2; t++) {
                const unsigned row = y * 2 + t, col = x * 8;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned short *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || col + 8 <= cols)) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 1 * 8 + lane % 8, y = u / 1 * 4 + lane / 8;
            if (guarded && (y * 2 >= rows || x * 8 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 2; t++) {
                const unsigned row = y * 2 + t, col = x * 8;
                const unsigned short *const from = in + ((unsigned)row * 1024 + col);
                if (guarded && row < rows && col + 8 > cols) chunk[n][t] = part_float16_part(from, cols - col);
            }
            unsigned cell[8];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) { // 2 rows of 2 elements become 2 columns
                const unsigned a = (&chunk[n][0].x)[i], b = (&chunk[n][1].x)[i];
                cell[2 * i] = __byte_perm(a, b, 0x5410), cell[2 * i + 1] = __byte_perm(a, b, 0x7632);
            }
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                const unsigned place = (x * 8 + i) * 16 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 8 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 16; n += 128) {
        const unsigned col = n / 16, k = n % 16, turn = col / 8 % 8;
        unsigned short *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 8)) continue;
        const uint4 value = tile[col * 16 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void part_float16_step(const unsigned short *__restrict__ in, unsigned short *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1001u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        part_float16_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7);
    else
        part_float16_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    part_float16(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 tile[64 * 16]; // columns of 16 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    part_float16_step(in, out, tile, tile_row, first_row, first_col);
}

// part_float32: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1001, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048553 elements, out 1025024; both 16-byte aligned
// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 part_float32_part(const unsigned *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 4; i-- > 0;) {
        w.w = w.z, w.z = w.y, w.y = w.x;
        if (i < count) w.x = from[i];
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void part_float32_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || col + 4 <= cols)) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                if (guarded && row < rows && col + 4 > cols) chunk[n][t] = part_float32_part(from, cols - col);
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void part_float32_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1001u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        part_float32_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7);
    else
        part_float32_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    part_float32(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    part_float32_step(in, out, tile, tile_row, first_row, first_col);
}

// part_float64: transpose family of tilewright 0.1.0, from transpose-vector.json; float64, 1 x 1024 x 1001, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads with 65536 bytes of dynamic shared memory; in holds 1048553 elements, out 1025024; both 16-byte aligned
// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 part_float64_part(const uint2 *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 2; i-- > 0;) {
        w.w = w.y, w.z = w.x;
        if (i < count) w.x = from[i].x, w.y = from[i].y;
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void part_float64_move(const uint2 *__restrict__ in, uint2 *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 128;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = u / 4 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 2;
                const bool inside = (!guarded || row < rows && col < cols);
                const uint2 *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || col + 2 <= cols)) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = u / 4 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 2 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 2;
                const uint2 *const from = in + ((unsigned)row * 1024 + col);
                if (guarded && row < rows && col + 2 > cols) chunk[n][t] = part_float64_part(from, cols - col);
            }
            const uint2 cell[2] = {make_uint2(chunk[n][0].x, chunk[n][0].y), make_uint2(chunk[n][0].z, chunk[n][0].w)};
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                const unsigned place = (x * 2 + i) * 64 + (y / 2 ^ x % 8);
                ((uint2 *)tile)[place * 2 + y % 2] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 2 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 64; n += 128) {
        const unsigned col = n / 64, k = n % 64, turn = col / 2 % 8;
        uint2 *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 2)) continue;
        const uint4 value = tile[col * 64 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void part_float64_step(const uint2 *__restrict__ in, uint2 *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1001u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        part_float64_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7);
    else
        part_float64_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    part_float64(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    extern __shared__ uint4 part_float64_tile[]; // 64 columns of 64 chunks of 16 bytes
    uint4 *const tile = part_float64_tile;
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    part_float64_step(in, out, tile, tile_row, first_row, first_col);
}

// shift_in_in_offset1: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048577 elements, out 1048576; both 16-byte aligned
// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 shift_in_in_offset1_shifted(uint4 a, uint4 b, unsigned by)
{
    unsigned w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (int i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
    return make_uint4(w[0], w[1], w[2], w[3]);
}

// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 shift_in_in_offset1_part(const unsigned *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 4; i-- > 0;) {
        w.w = w.z, w.z = w.y, w.y = w.x;
        if (i < count) w.x = from[i];
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void shift_in_in_offset1_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1], next[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                next[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || (const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = at[0], next[n][t] = at[1];
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                chunk[n][t] = shift_in_in_offset1_shifted(chunk[n][t], next[n][t], skew);
                if (guarded && row < rows && !((const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = shift_in_in_offset1_part(from, min(cols - col, 4u));
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void shift_in_in_offset1_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1024u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    whole = whole && in - in_begin >= 4 && in_end - in >= (128 - 1) * 1024ll + 64 + 4;
    if (!whole)
        shift_in_in_offset1_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7, in_begin, in_end);
    else
        shift_in_in_offset1_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7, in_begin, in_end);
}

extern "C" __global__ void __launch_bounds__(128)
    shift_in_in_offset1(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    const unsigned *const in_begin = in + 1, *const in_end = in_begin + 1ull * 1048576;
    in += first_row * 1024 + first_col + 1;
    out += first_col * 1024 + first_row + 0;
    shift_in_in_offset1_step(in, out, tile, tile_row, first_row, first_col, in_begin, in_end);
}

// shift_in_in_offset2: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048578 elements, out 1048576; both 16-byte aligned
// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 shift_in_in_offset2_shifted(uint4 a, uint4 b, unsigned by)
{
    unsigned w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
    return make_uint4(w[0], w[1], w[2], w[3]);
}

// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 shift_in_in_offset2_part(const unsigned *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 4; i-- > 0;) {
        w.w = w.z, w.z = w.y, w.y = w.x;
        if (i < count) w.x = from[i];
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void shift_in_in_offset2_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1], next[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                next[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || (const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = at[0], next[n][t] = at[1];
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                chunk[n][t] = shift_in_in_offset2_shifted(chunk[n][t], next[n][t], skew);
                if (guarded && row < rows && !((const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = shift_in_in_offset2_part(from, min(cols - col, 4u));
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void shift_in_in_offset2_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1024u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    whole = whole && in - in_begin >= 4 && in_end - in >= (128 - 1) * 1024ll + 64 + 4;
    if (!whole)
        shift_in_in_offset2_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7, in_begin, in_end);
    else
        shift_in_in_offset2_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7, in_begin, in_end);
}

extern "C" __global__ void __launch_bounds__(128)
    shift_in_in_offset2(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    const unsigned *const in_begin = in + 2, *const in_end = in_begin + 1ull * 1048576;
    in += first_row * 1024 + first_col + 2;
    out += first_col * 1024 + first_row + 0;
    shift_in_in_offset2_step(in, out, tile, tile_row, first_row, first_col, in_begin, in_end);
}

// shift_in_bytes: transpose family of tilewright 0.1.0, from transpose-vector.json; uint8, 1 x 1024 x 1023, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1047552 elements, out 1047552; both 16-byte aligned
// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 shift_in_bytes_shifted(uint4 a, uint4 b, unsigned by)
{
    unsigned w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (int i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
#pragma unroll
    for (int i = 0; i < 4; i++) w[i] = __funnelshift_r(w[i], w[i + 1], by % 4 * 8);
    return make_uint4(w[0], w[1], w[2], w[3]);
}

// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 shift_in_bytes_part(const unsigned char *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 16; i-- > 0;) {
        w.w = __funnelshift_l(w.z, w.w, 8), w.z = __funnelshift_l(w.y, w.z, 8), w.y = __funnelshift_l(w.x, w.y, 8), w.x <<= 8;
        if (i < count) w.x |= from[i];
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void shift_in_bytes_move(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last, const unsigned char *in_begin, const unsigned char *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 4 chunks of 16 bytes side by side in 8 x 4 rows, and stores them turned.
    const unsigned units = 4;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][4], next[1][4];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned row = y * 4 + t, col = x * 16;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned char *const from = in + ((unsigned)row * 1023 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                next[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || (const unsigned char *)at >= in_begin && (const unsigned char *)(at + 2) <= in_end)) chunk[n][t] = at[0], next[n][t] = at[1];
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
            if (guarded && (y * 4 >= rows || x * 16 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned row = y * 4 + t, col = x * 16;
                const unsigned char *const from = in + ((unsigned)row * 1023 + col);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                chunk[n][t] = shift_in_bytes_shifted(chunk[n][t], next[n][t], skew);
                if (guarded && row < rows && !((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 2) <= in_end)) chunk[n][t] = shift_in_bytes_part(from, min(cols - col, 16u));
            }
            unsigned cell[16];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) { // 4 rows of 4 bytes become 4 columns
                const unsigned a = (&chunk[n][0].x)[i], b = (&chunk[n][1].x)[i], c = (&chunk[n][2].x)[i], d = (&chunk[n][3].x)[i];
                const unsigned ab01 = __byte_perm(a, b, 0x5140), ab23 = __byte_perm(a, b, 0x7362);
                const unsigned cd01 = __byte_perm(c, d, 0x5140), cd23 = __byte_perm(c, d, 0x7362);
                cell[4 * i] = __byte_perm(ab01, cd01, 0x5410), cell[4 * i + 1] = __byte_perm(ab01, cd01, 0x7632);
                cell[4 * i + 2] = __byte_perm(ab23, cd23, 0x5410), cell[4 * i + 3] = __byte_perm(ab23, cd23, 0x7632);
            }
#pragma unroll
            for (unsigned i = 0; i < 16; i++) {
                const unsigned place = (x * 16 + i) * 8 + (y / 4 ^ x % 4 * 2);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 16 % 4 * 2).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 8; n += 128) {
        const unsigned col = n / 8, k = n % 8, turn = col / 16 % 4 * 2;
        unsigned char *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 16)) continue;
        const uint4 value = tile[col * 8 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void shift_in_bytes_step(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col, const unsigned char *in_begin, const unsigned char *in_end)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1023u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    whole = whole && in - in_begin >= 16 && in_end - in >= (128 - 1) * 1023ll + 64 + 16;
    if (!whole)
        shift_in_bytes_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7, in_begin, in_end);
    else
        shift_in_bytes_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7, in_begin, in_end);
}

extern "C" __global__ void __launch_bounds__(128)
    shift_in_bytes(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 tile[64 * 8]; // columns of 8 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    const unsigned char *const in_begin = in + 0, *const in_end = in_begin + 1ull * 1047552;
    in += first_row * 1023 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    shift_in_bytes_step(in, out, tile, tile_row, first_row, first_col, in_begin, in_end);
}

// shift_in_gaps: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1000 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1025000 elements, out 1024000; both 16-byte aligned
// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 shift_in_gaps_shifted(uint4 a, uint4 b, unsigned by)
{
    unsigned w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (int i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
    return make_uint4(w[0], w[1], w[2], w[3]);
}

// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 shift_in_gaps_part(const unsigned *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 4; i-- > 0;) {
        w.w = w.z, w.z = w.y, w.y = w.x;
        if (i < count) w.x = from[i];
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void shift_in_gaps_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1], next[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1025 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                next[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || (const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = at[0], next[n][t] = at[1];
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const unsigned *const from = in + ((unsigned)row * 1025 + col);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                chunk[n][t] = shift_in_gaps_shifted(chunk[n][t], next[n][t], skew);
                if (guarded && row < rows && !((const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = shift_in_gaps_part(from, min(cols - col, 4u));
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1000;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void shift_in_gaps_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned rows = min(1000u - (unsigned)first_row, 128u), cols = min(1024u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    whole = whole && in - in_begin >= 4 && in_end - in >= (128 - 1) * 1025ll + 64 + 4;
    if (!whole)
        shift_in_gaps_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7, in_begin, in_end);
    else
        shift_in_gaps_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7, in_begin, in_end);
}

extern "C" __global__ void __launch_bounds__(128)
    shift_in_gaps(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    const unsigned *const in_begin = in + 1, *const in_end = in_begin + 1ull * 1025000 - 1;
    in += first_row * 1025 + first_col + 1;
    out += first_col * 1000 + first_row + 0;
    shift_in_gaps_step(in, out, tile, tile_row, first_row, first_col, in_begin, in_end);
}

// shift_out: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 144 blocks of (32, 4) threads; in holds 1048576 elements, out 1048577; both 16-byte aligned
// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 shift_out_shifted(uint4 a, uint4 b, unsigned by)
{
    unsigned w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (int i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
    return make_uint4(w[0], w[1], w[2], w[3]);
}

// Rows of the tile before the first whole sector of 32 bytes at `to`.
static __device__ __forceinline__ unsigned shift_out_head(const unsigned *to, unsigned rows)
{
    return min(-(unsigned)(size_t)to % 32 / (unsigned)sizeof *to, rows);
}

// Column number n of the tile, so that those of neighbouring lanes have different turns.
static __device__ __forceinline__ unsigned shift_out_spread(unsigned n)
{
    return n % 8 * 4 + n / 8 % 4 + n / (8 * 4) * (8 * 4);
}

// Stores the element of column `col` in row `row` if that is one of 0 to `end` - 1.
static __device__ __forceinline__ void shift_out_end(unsigned *to, const uint4 *tile, unsigned col, int row, int end)
{
    const unsigned turn = col / 4 % 8;
    if (row >= 0 && row < end) to[row] = ((const unsigned *)tile)[(col * 32 + (row / 4 ^ turn)) * 4 + row % 4];
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void shift_out_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
    // A row of the output is written from its first whole sector of 32 bytes on; the tile above has written what is before.
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        const unsigned head = shift_out_head(to, rows), vectors = last ? (rows - head) / 4 : 120 / 4;
        if (guarded && col >= cols || k >= vectors) continue;
        const unsigned chunk = head / 4 + k;
        const uint4 value = shift_out_shifted(tile[col * 32 + (chunk ^ turn)], tile[col * 32 + ((chunk + 1) % 32 ^ turn)], head % 4 * sizeof *to);
        uint4 *const at = (uint4 *)(to + head) + k;
        *at = value;
    }

    // What no vector covers goes by elements: the head of each row in the first tile, its tail in the last.
    for (unsigned n = thread; first && n < 64 * 8; n += 128) {
        const unsigned col = shift_out_spread(n / 8);
        unsigned *const to = out + (unsigned)col * 1024;
        const int head = (int)shift_out_head(to, 8), row = head - 8 + (int)(n % 8 * 1);
        if (col < cols) shift_out_end(to, tile, col, row, min(head, (int)rows));
    }
    for (unsigned n = thread; last && n < 64 * 4; n += 128) {
        const unsigned col = shift_out_spread(n / 4);
        unsigned *const to = out + (unsigned)col * 1024;
        const unsigned head = shift_out_head(to, rows), row = head + (rows - head) / 4 * 4 + n % 4 * 1;
        if (col < cols) shift_out_end(to, tile, col, (int)row, (int)rows);
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void shift_out_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1024u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        shift_out_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 8);
    else
        shift_out_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 8);
}

extern "C" __global__ void __launch_bounds__(128)
    shift_out(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 120u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 1;
    shift_out_step(in, out, tile, tile_row, first_row, first_col);
}

// shift_out_words: transpose family of tilewright 0.1.0, from transpose-vector.json; float64, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads with 65536 bytes of dynamic shared memory; in holds 1048576 elements, out 1052668; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void shift_out_words_move(const uint2 *__restrict__ in, uint2 *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 128;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = u / 4 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 2;
                const bool inside = (!guarded || row < rows && col < cols);
                const uint2 *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = u / 4 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 2 >= cols)) continue;
            const uint2 cell[2] = {make_uint2(chunk[n][0].x, chunk[n][0].y), make_uint2(chunk[n][0].z, chunk[n][0].w)};
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                const unsigned place = (x * 2 + i) * 64 + (y / 2 ^ x % 8);
                ((uint2 *)tile)[place * 2 + y % 2] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 2 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 64; n += 128) {
        const unsigned col = n / 64, k = n % 64, turn = col / 2 % 8;
        uint2 *const to = out + (unsigned)col * 1028;
        if (guarded && (col >= cols || k >= rows / 2)) continue;
        const uint4 value = tile[col * 64 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void shift_out_words_step(const uint2 *__restrict__ in, uint2 *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        shift_out_words_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    shift_out_words(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    extern __shared__ uint4 shift_out_words_tile[]; // 64 columns of 64 chunks of 16 bytes
    uint4 *const tile = shift_out_words_tile;
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1028 + first_row + 0;
    shift_out_words_step(in, out, tile, tile_row, first_row, first_col);
}

// shift_both: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 999 x 777, vector, layout (64,128):(128,1)
// launch 117 blocks of (32, 4) threads; in holds 776224 elements, out 776225; both 4-byte aligned
// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 shift_both_shifted(uint4 a, uint4 b, unsigned by)
{
    unsigned w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (int i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
    return make_uint4(w[0], w[1], w[2], w[3]);
}

// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 shift_both_part(const unsigned *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 4; i-- > 0;) {
        w.w = w.z, w.z = w.y, w.y = w.x;
        if (i < count) w.x = from[i];
    }
    return w;
}

// Rows of the tile before the first whole sector of 32 bytes at `to`.
static __device__ __forceinline__ unsigned shift_both_head(const unsigned *to, unsigned rows)
{
    return min(-(unsigned)(size_t)to % 32 / (unsigned)sizeof *to, rows);
}

// Column number n of the tile, so that those of neighbouring lanes have different turns.
static __device__ __forceinline__ unsigned shift_both_spread(unsigned n)
{
    return n % 8 * 4 + n / 8 % 4 + n / (8 * 4) * (8 * 4);
}

// Stores the element of column `col` in row `row` if that is one of 0 to `end` - 1.
static __device__ __forceinline__ void shift_both_end(unsigned *to, const uint4 *tile, unsigned col, int row, int end)
{
    const unsigned turn = col / 4 % 8;
    if (row >= 0 && row < end) to[row] = ((const unsigned *)tile)[(col * 32 + (row / 4 ^ turn)) * 4 + row % 4];
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void shift_both_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1], next[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 777 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                next[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || (const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = at[0], next[n][t] = at[1];
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const unsigned *const from = in + ((unsigned)row * 777 + col);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                chunk[n][t] = shift_both_shifted(chunk[n][t], next[n][t], skew);
                if (guarded && row < rows && !((const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = shift_both_part(from, min(cols - col, 4u));
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
    // A row of the output is written from its first whole sector of 32 bytes on; the tile above has written what is before.
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 999;
        const unsigned head = shift_both_head(to, rows), vectors = last ? (rows - head) / 4 : 120 / 4;
        if (guarded && col >= cols || k >= vectors) continue;
        const unsigned chunk = head / 4 + k;
        const uint4 value = shift_both_shifted(tile[col * 32 + (chunk ^ turn)], tile[col * 32 + ((chunk + 1) % 32 ^ turn)], head % 4 * sizeof *to);
        uint4 *const at = (uint4 *)(to + head) + k;
        *at = value;
    }

    // What no vector covers goes by elements: the head of each row in the first tile, its tail in the last.
    for (unsigned n = thread; first && n < 64 * 8; n += 128) {
        const unsigned col = shift_both_spread(n / 8);
        unsigned *const to = out + (unsigned)col * 999;
        const int head = (int)shift_both_head(to, 8), row = head - 8 + (int)(n % 8 * 1);
        if (col < cols) shift_both_end(to, tile, col, row, min(head, (int)rows));
    }
    for (unsigned n = thread; last && n < 64 * 4; n += 128) {
        const unsigned col = shift_both_spread(n / 4);
        unsigned *const to = out + (unsigned)col * 999;
        const unsigned head = shift_both_head(to, rows), row = head + (rows - head) / 4 * 4 + n % 4 * 1;
        if (col < cols) shift_both_end(to, tile, col, (int)row, (int)rows);
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void shift_both_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned rows = min(999u - (unsigned)first_row, 128u), cols = min(777u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    whole = whole && in - in_begin >= 4 && in_end - in >= (128 - 1) * 777ll + 64 + 4;
    if (!whole)
        shift_both_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 8, in_begin, in_end);
    else
        shift_both_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 8, in_begin, in_end);
}

extern "C" __global__ void __launch_bounds__(128)
    shift_both(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 13;
    const unsigned first_row = tile_row * 120u;
    const unsigned first_col = (blockIdx.x % 13) * 64u;
    const unsigned *const in_begin = in + 1, *const in_end = in_begin + 1ull * 776223;
    in += first_row * 777 + first_col + 1;
    out += first_col * 999 + first_row + 2;
    shift_both_step(in, out, tile, tile_row, first_row, first_col, in_begin, in_end);
}

// narrow_vector4_none: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A chunk, 4 bytes at a time.
static __device__ __forceinline__ uint4 narrow_vector4_none_load(const unsigned *from)
{
    const unsigned *const at = (const unsigned *)from;
    return make_uint4(at[0], at[1], at[2], at[3]);
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void narrow_vector4_none_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = narrow_vector4_none_load(from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void narrow_vector4_none_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        narrow_vector4_none_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    narrow_vector4_none(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    narrow_vector4_none_step(in, out, tile, tile_row, first_row, first_col);
}

// narrow_vector4_loads: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned narrow_vector4_loads_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

// A chunk, 4 bytes at a time.
static __device__ __forceinline__ uint4 narrow_vector4_loads_load(const unsigned *from)
{
    const unsigned *const at = (const unsigned *)from;
    return make_uint4(narrow_vector4_loads_load_hint(at), narrow_vector4_loads_load_hint(at + 1), narrow_vector4_loads_load_hint(at + 2), narrow_vector4_loads_load_hint(at + 3));
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void narrow_vector4_loads_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = narrow_vector4_loads_load(from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void narrow_vector4_loads_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        narrow_vector4_loads_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    narrow_vector4_loads(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    narrow_vector4_loads_step(in, out, tile, tile_row, first_row, first_col);
}

// narrow_vector8_none: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A chunk, 8 bytes at a time.
static __device__ __forceinline__ uint4 narrow_vector8_none_load(const unsigned *from)
{
    const uint2 *const at = (const uint2 *)from;
    const uint2 a = at[0], b = at[1];
    return make_uint4(a.x, a.y, b.x, b.y);
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void narrow_vector8_none_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = narrow_vector8_none_load(from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void narrow_vector8_none_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        narrow_vector8_none_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    narrow_vector8_none(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    narrow_vector8_none_step(in, out, tile, tile_row, first_row, first_col);
}

// narrow_vector8_loads: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ uint2 narrow_vector8_loads_load_hint(const uint2 *from)
{
    return __ldcs(from);
}

// A chunk, 8 bytes at a time.
static __device__ __forceinline__ uint4 narrow_vector8_loads_load(const unsigned *from)
{
    const uint2 *const at = (const uint2 *)from;
    const uint2 a = narrow_vector8_loads_load_hint(at), b = narrow_vector8_loads_load_hint(at + 1);
    return make_uint4(a.x, a.y, b.x, b.y);
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void narrow_vector8_loads_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = narrow_vector8_loads_load(from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void narrow_vector8_loads_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        narrow_vector8_loads_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    narrow_vector8_loads(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    narrow_vector8_loads_step(in, out, tile, tile_row, first_row, first_col);
}

// narrow_part: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1001, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1025024 elements, out 1025024; both 16-byte aligned
// A chunk, 4 bytes at a time.
static __device__ __forceinline__ uint4 narrow_part_load(const unsigned *from)
{
    const unsigned *const at = (const unsigned *)from;
    return make_uint4(at[0], at[1], at[2], at[3]);
}

// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 narrow_part_part(const unsigned *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 4; i-- > 0;) {
        w.w = w.z, w.z = w.y, w.y = w.x;
        if (i < count) w.x = from[i];
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void narrow_part_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1001 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || col + 4 <= cols)) chunk[n][t] = narrow_part_load(from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const unsigned *const from = in + ((unsigned)row * 1001 + col);
                if (guarded && row < rows && col + 4 > cols) chunk[n][t] = narrow_part_part(from, cols - col);
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void narrow_part_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1001u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        narrow_part_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7);
    else
        narrow_part_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    narrow_part(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1001 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    narrow_part_step(in, out, tile, tile_row, first_row, first_col);
}

// tail: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1022 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1046528 elements, out 1048574; both 16-byte aligned
// Column number n of the tile, so that those of neighbouring lanes have different turns.
static __device__ __forceinline__ unsigned tail_spread(unsigned n)
{
    return n % 8 * 4 + n / 8 % 4 + n / (8 * 4) * (8 * 4);
}

// Stores the element of column `col` in row `row` if that is one of 0 to `end` - 1.
static __device__ __forceinline__ void tail_end(unsigned *to, const uint4 *tile, unsigned col, int row, int end)
{
    const unsigned turn = col / 4 % 8;
    if (row >= 0 && row < end) to[row] = ((const unsigned *)tile)[(col * 32 + (row / 4 ^ turn)) * 4 + row % 4];
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void tail_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }

    // What no vector covers goes by elements: its tail in the last.
    for (unsigned n = thread; last && n < 64 * 4; n += 128) {
        const unsigned col = tail_spread(n / 4);
        unsigned *const to = out + (unsigned)col * 1024;
        const unsigned head = 0, row = head + (rows - head) / 4 * 4 + n % 4 * 1;
        if (col < cols) tail_end(to, tile, col, (int)row, (int)rows);
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void tail_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
    const unsigned rows = min(1022u - (unsigned)first_row, 128u), cols = min(1024u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        tail_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7);
    else
        tail_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    tail(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    tail_step(in, out, tile, tile_row, first_row, first_col);
}

// cut: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1000 x 1000, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1000000 elements, out 1000000; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void cut_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1000 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1000;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void cut_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
    const unsigned rows = min(1000u - (unsigned)first_row, 128u), cols = min(1000u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        cut_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7);
    else
        cut_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    cut(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1000 + first_col + 0;
    out += first_col * 1000 + first_row + 0;
    cut_step(in, out, tile, tile_row, first_row, first_col);
}

// unroll_unroll3: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 2) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void unroll_unroll3_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 2 * 3) {
        uint4 chunk[3][1];
#pragma unroll
        for (unsigned n = 0; n < 3; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 2, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = u < units && (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 3; n++) {
            const unsigned u = unit + n * 2, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (u >= units || guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 64) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void unroll_unroll3_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        unroll_unroll3_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(64)
    unroll_unroll3(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    unroll_unroll3_step(in, out, tile, tile_row, first_row, first_col);
}

// unroll_unroll4: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 2) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void unroll_unroll4_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 2 * 4) {
        uint4 chunk[4][1];
#pragma unroll
        for (unsigned n = 0; n < 4; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 2, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned u = unit + n * 2, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 64) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void unroll_unroll4_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        unroll_unroll4_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(64)
    unroll_unroll4(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    unroll_unroll4_step(in, out, tile, tile_row, first_row, first_col);
}

// batch: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 5 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 640 blocks of (32, 4) threads; in holds 5283840 elements, out 5324784; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void batch_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1032 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1040;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void batch_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        batch_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    batch(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16 % 8;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    const unsigned matrix = blockIdx.x / 128;
    in += matrix * 1056768 + first_row * 1032 + first_col + 8;
    out += matrix * 1064960 + first_col * 1040 + first_row + 0;
    batch_step(in, out, tile, tile_row, first_row, first_col);
}

// order: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void order_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void order_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        order_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    order(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x % 8;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x / 8) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    order_step(in, out, tile, tile_row, first_row, first_col);
}

// band_rows_band3: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void band_rows_band3_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void band_rows_band3_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        band_rows_band3_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    band_rows_band3(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned place = blockIdx.x, in_band = place % 24, band_first = place / 24 * 3;
    const unsigned width = min(3u, 16 - band_first);
    const unsigned tile_row = in_band / width;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (band_first + in_band % width) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    band_rows_band3_step(in, out, tile, tile_row, first_row, first_col);
}

// band_rows_band4: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void band_rows_band4_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void band_rows_band4_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        band_rows_band4_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    band_rows_band4(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned place = blockIdx.x, in_band = place % 32, band_first = place / 32 * 4;
    const unsigned width = 4;
    const unsigned tile_row = in_band / width;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (band_first + in_band % width) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    band_rows_band4_step(in, out, tile, tile_row, first_row, first_col);
}

// band_columns_band3: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void band_columns_band3_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void band_columns_band3_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        band_columns_band3_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    band_columns_band3(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned place = blockIdx.x, in_band = place % 48, band_first = place / 48 * 3;
    const unsigned width = min(3u, 8 - band_first);
    const unsigned tile_row = band_first + in_band % width;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (in_band / width) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    band_columns_band3_step(in, out, tile, tile_row, first_row, first_col);
}

// band_columns_band4: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void band_columns_band4_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void band_columns_band4_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        band_columns_band4_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    band_columns_band4(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned place = blockIdx.x, in_band = place % 64, band_first = place / 64 * 4;
    const unsigned width = 4;
    const unsigned tile_row = band_first + in_band % width;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (in_band / width) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    band_columns_band4_step(in, out, tile, tile_row, first_row, first_col);
}

// dynamic: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (128,256):(256,1)
// launch 32 blocks of (32, 4) threads with 131072 bytes of dynamic shared memory; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void dynamic_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 256;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 4) {
        uint4 chunk[4][1];
#pragma unroll
        for (unsigned n = 0; n < 4; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = u / 4 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = u / 4 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 64 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 128 * 64; n += 128) {
        const unsigned col = n / 64, k = n % 64, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 64 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void dynamic_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        dynamic_move<false>(in, out, tile, 256, 128, tile_row == 0, tile_row == 3);
}

extern "C" __global__ void __launch_bounds__(128)
    dynamic(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    extern __shared__ uint4 dynamic_tile[]; // 128 columns of 64 chunks of 16 bytes
    uint4 *const tile = dynamic_tile;
    const unsigned tile_row = blockIdx.x / 8;
    const unsigned first_row = tile_row * 256u;
    const unsigned first_col = (blockIdx.x % 8) * 128u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    dynamic_step(in, out, tile, tile_row, first_row, first_col);
}

// wide: transpose family of tilewright 0.1.0, from transpose-vector.json; uint8, 1 x 65536 x 65536, vector, layout (64,128):(128,1)
// launch 524288 blocks of (32, 4) threads; in holds 4294967296 elements, out 4294967296; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void wide_move(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 4 chunks of 16 bytes side by side in 8 x 4 rows, and stores them turned.
    const unsigned units = 4;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][4];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned row = y * 4 + t, col = x * 16;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned char *const from = in + ((unsigned long long)row * 65536 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
            if (guarded && (y * 4 >= rows || x * 16 >= cols)) continue;
            unsigned cell[16];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) { // 4 rows of 4 bytes become 4 columns
                const unsigned a = (&chunk[n][0].x)[i], b = (&chunk[n][1].x)[i], c = (&chunk[n][2].x)[i], d = (&chunk[n][3].x)[i];
                const unsigned ab01 = __byte_perm(a, b, 0x5140), ab23 = __byte_perm(a, b, 0x7362);
                const unsigned cd01 = __byte_perm(c, d, 0x5140), cd23 = __byte_perm(c, d, 0x7362);
                cell[4 * i] = __byte_perm(ab01, cd01, 0x5410), cell[4 * i + 1] = __byte_perm(ab01, cd01, 0x7632);
                cell[4 * i + 2] = __byte_perm(ab23, cd23, 0x5410), cell[4 * i + 3] = __byte_perm(ab23, cd23, 0x7632);
            }
#pragma unroll
            for (unsigned i = 0; i < 16; i++) {
                const unsigned place = (x * 16 + i) * 8 + (y / 4 ^ x % 4 * 2);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 16 % 4 * 2).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 8; n += 128) {
        const unsigned col = n / 8, k = n % 8, turn = col / 16 % 4 * 2;
        unsigned char *const to = out + (unsigned long long)col * 65536;
        if (guarded && (col >= cols || k >= rows / 16)) continue;
        const uint4 value = tile[col * 8 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void wide_step(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned long long first_row, const unsigned long long first_col)
{
        wide_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 511);
}

extern "C" __global__ void __launch_bounds__(128)
    wide(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 tile[64 * 8]; // columns of 8 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 1024;
    const unsigned long long first_row = tile_row * 128u;
    const unsigned long long first_col = (blockIdx.x % 1024) * 64u;
    in += first_row * 65536 + first_col + 0;
    out += first_col * 65536 + first_row + 0;
    wide_step(in, out, tile, tile_row, first_row, first_col);
}

// hint_stores: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A store of what is not used again.
static __device__ __forceinline__ void hint_stores_store_hint(uint4 *to, uint4 v)
{
    __stcs(to, v);
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void hint_stores_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        hint_stores_store_hint(at, value);
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void hint_stores_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        hint_stores_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    hint_stores(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    hint_stores_step(in, out, tile, tile_row, first_row, first_col);
}

// hint_stream: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ uint4 hint_stream_load_hint(const uint4 *from)
{
    return __ldcs(from);
}

// A store of what is not used again.
static __device__ __forceinline__ void hint_stream_store_hint(uint4 *to, uint4 v)
{
    __stcs(to, v);
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void hint_stream_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = hint_stream_load_hint((const uint4 *)from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        hint_stream_store_hint(at, value);
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void hint_stream_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        hint_stream_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    hint_stream(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    hint_stream_step(in, out, tile, tile_row, first_row, first_col);
}

// hint_evict_last: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ uint4 hint_evict_last_load_hint(const uint4 *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    uint4 v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(from), "l"(policy));
    return v;
#endif
}

// Gives back lines that the L2 was told to keep, those that end in `bytes` of each of some rows: it is to hold none after the kernel.
static __device__ __forceinline__ void hint_evict_last_return(const unsigned *from, const unsigned pitch, const unsigned rows, const unsigned bytes)
{
#if __CUDA_ARCH__ >= 800
    const unsigned lines = bytes / 128 + 1; // at most so many of a row
    for (unsigned n = threadIdx.y * 32 + threadIdx.x; n < rows * lines; n += 128) {
        const char *const row = (const char *)(from + n / lines * pitch), *const line = row - (size_t)row % 128 + n % lines * 128;
        if (line + 128 <= row + bytes) asm volatile("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(line));
    }
#endif
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void hint_evict_last_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = hint_evict_last_load_hint((const uint4 *)from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
    hint_evict_last_return(in, 1024, rows, cols * sizeof *in);
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void hint_evict_last_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        hint_evict_last_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    hint_evict_last(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    hint_evict_last_step(in, out, tile, tile_row, first_row, first_col);
}

// hint_evict_first: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A store of what the L2 is to drop before other data.
static __device__ __forceinline__ void hint_evict_first_store_hint(uint4 *to, uint4 v)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    *to = v;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("st.global.L2::cache_hint.v4.u32 [%0], {%1, %2, %3, %4}, %5;" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "l"(policy) : "memory");
#endif
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void hint_evict_first_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = *(const uint4 *)from;
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        hint_evict_first_store_hint(at, value);
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void hint_evict_first_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        hint_evict_first_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    hint_evict_first(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    hint_evict_first_step(in, out, tile, tile_row, first_row, first_col);
}

// hint_fetch: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A load of what the L2 is to fetch with all of its line.
static __device__ __forceinline__ uint4 hint_fetch_load_hint(const uint4 *from)
{
#if __CUDA_ARCH__ < 800 // the L2 fetches less
    return *from;
#else
    uint4 v;
    asm("ld.global.nc.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(from));
    return v;
#endif
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void hint_fetch_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = hint_fetch_load_hint((const uint4 *)from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void hint_fetch_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        hint_fetch_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    hint_fetch(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    hint_fetch_step(in, out, tile, tile_row, first_row, first_col);
}

// hint_late: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 4096 x 4096, vector, layout (64,128):(128,1)
// launch 2048 blocks of (32, 4) threads; in holds 16777216 elements, out 16777216; both 16-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ uint4 hint_late_load_hint(const uint4 *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    uint4 v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(from), "l"(policy));
    return v;
#endif
}

// Gives back lines that the L2 was told to keep, those that end in `bytes` of each of some rows: it is to hold none after the kernel.
static __device__ __forceinline__ void hint_late_return(const unsigned *from, const unsigned pitch, const unsigned rows, const unsigned bytes)
{
#if __CUDA_ARCH__ >= 800
    const unsigned lines = bytes / 128 + 1; // at most so many of a row
    for (unsigned n = threadIdx.y * 32 + threadIdx.x; n < rows * lines; n += 128) {
        const char *const row = (const char *)(from + n / lines * pitch), *const line = row - (size_t)row % 128 + n % lines * 128;
        if (line + 128 <= row + bytes) asm volatile("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(line));
    }
#endif
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void hint_late_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 4096 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = hint_late_load_hint((const uint4 *)from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 4096;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
    if (blockIdx.x >= 1279) hint_late_return(in, 4096, rows, cols * sizeof *in);
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void hint_late_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        hint_late_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 31);
}

extern "C" __global__ void __launch_bounds__(128)
    hint_late(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 64;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 64) * 64u;
    in += first_row * 4096 + first_col + 0;
    out += first_col * 4096 + first_row + 0;
    hint_late_step(in, out, tile, tile_row, first_row, first_col);
}

// hint_shift: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048577 elements, out 1048576; both 16-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ uint4 hint_shift_load_hint(const uint4 *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    uint4 v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(from), "l"(policy));
    return v;
#endif
}

// Gives back lines that the L2 was told to keep, those that end in `bytes` of each of some rows: it is to hold none after the kernel.
static __device__ __forceinline__ void hint_shift_return(const unsigned *from, const unsigned pitch, const unsigned rows, const unsigned bytes)
{
#if __CUDA_ARCH__ >= 800
    const unsigned lines = bytes / 128 + 1; // at most so many of a row
    for (unsigned n = threadIdx.y * 32 + threadIdx.x; n < rows * lines; n += 128) {
        const char *const row = (const char *)(from + n / lines * pitch), *const line = row - (size_t)row % 128 + n % lines * 128;
        if (line + 128 <= row + bytes) asm volatile("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(line));
    }
#endif
}

// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 hint_shift_shifted(uint4 a, uint4 b, unsigned by)
{
    unsigned w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (int i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
    return make_uint4(w[0], w[1], w[2], w[3]);
}

// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 hint_shift_part(const unsigned *from, unsigned count)
{
    uint4 w = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned i = 4; i-- > 0;) {
        w.w = w.z, w.z = w.y, w.y = w.x;
        if (i < count) w.x = from[i];
    }
    return w;
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void hint_shift_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1], next[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                next[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || (const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = hint_shift_load_hint(at), next[n][t] = hint_shift_load_hint(at + 1);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                chunk[n][t] = hint_shift_shifted(chunk[n][t], next[n][t], skew);
                if (guarded && row < rows && !((const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = hint_shift_part(from, min(cols - col, 4u));
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
    hint_shift_return(in, 1024, rows, cols * sizeof *in);
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void hint_shift_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col, const unsigned *in_begin, const unsigned *in_end)
{
    const unsigned rows = min(1024u - (unsigned)first_row, 128u), cols = min(1024u - (unsigned)first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    whole = whole && in - in_begin >= 4 && in_end - in >= (128 - 1) * 1024ll + 64 + 4;
    if (!whole)
        hint_shift_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7, in_begin, in_end);
    else
        hint_shift_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7, in_begin, in_end);
}

extern "C" __global__ void __launch_bounds__(128)
    hint_shift(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    const unsigned *const in_begin = in + 1, *const in_end = in_begin + 1ull * 1048576;
    in += first_row * 1024 + first_col + 1;
    out += first_col * 1024 + first_row + 0;
    hint_shift_step(in, out, tile, tile_row, first_row, first_col, in_begin, in_end);
}

// hint_narrow_vector4: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ unsigned hint_narrow_vector4_load_hint(const unsigned *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    unsigned v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(v) : "l"(from), "l"(policy));
    return v;
#endif
}

// Gives back lines that the L2 was told to keep, those that end in `bytes` of each of some rows: it is to hold none after the kernel.
static __device__ __forceinline__ void hint_narrow_vector4_return(const unsigned *from, const unsigned pitch, const unsigned rows, const unsigned bytes)
{
#if __CUDA_ARCH__ >= 800
    const unsigned lines = bytes / 128 + 1; // at most so many of a row
    for (unsigned n = threadIdx.y * 32 + threadIdx.x; n < rows * lines; n += 128) {
        const char *const row = (const char *)(from + n / lines * pitch), *const line = row - (size_t)row % 128 + n % lines * 128;
        if (line + 128 <= row + bytes) asm volatile("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(line));
    }
#endif
}

// A chunk, 4 bytes at a time.
static __device__ __forceinline__ uint4 hint_narrow_vector4_load(const unsigned *from)
{
    const unsigned *const at = (const unsigned *)from;
    return make_uint4(hint_narrow_vector4_load_hint(at), hint_narrow_vector4_load_hint(at + 1), hint_narrow_vector4_load_hint(at + 2), hint_narrow_vector4_load_hint(at + 3));
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void hint_narrow_vector4_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = hint_narrow_vector4_load(from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
    hint_narrow_vector4_return(in, 1024, rows, cols * sizeof *in);
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void hint_narrow_vector4_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        hint_narrow_vector4_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    hint_narrow_vector4(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    hint_narrow_vector4_step(in, out, tile, tile_row, first_row, first_col);
}

// hint_narrow_vector8: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ uint2 hint_narrow_vector8_load_hint(const uint2 *from)
{
#if __CUDA_ARCH__ < 800 // no cache policies
    return *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    uint2 v;
    asm("ld.global.nc.L1::evict_last.L2::cache_hint.v2.u32 {%0, %1}, [%2], %3;" : "=r"(v.x), "=r"(v.y) : "l"(from), "l"(policy));
    return v;
#endif
}

// Gives back lines that the L2 was told to keep, those that end in `bytes` of each of some rows: it is to hold none after the kernel.
static __device__ __forceinline__ void hint_narrow_vector8_return(const unsigned *from, const unsigned pitch, const unsigned rows, const unsigned bytes)
{
#if __CUDA_ARCH__ >= 800
    const unsigned lines = bytes / 128 + 1; // at most so many of a row
    for (unsigned n = threadIdx.y * 32 + threadIdx.x; n < rows * lines; n += 128) {
        const char *const row = (const char *)(from + n / lines * pitch), *const line = row - (size_t)row % 128 + n % lines * 128;
        if (line + 128 <= row + bytes) asm volatile("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(line));
    }
#endif
}

// A chunk, 8 bytes at a time.
static __device__ __forceinline__ uint4 hint_narrow_vector8_load(const unsigned *from)
{
    const uint2 *const at = (const uint2 *)from;
    const uint2 a = hint_narrow_vector8_load_hint(at), b = hint_narrow_vector8_load_hint(at + 1);
    return make_uint4(a.x, a.y, b.x, b.y);
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void hint_narrow_vector8_move(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, warp = thread / 32, lane = thread % 32;

    // A warp takes 8 chunks of 16 bytes side by side in 4 x 1 rows, and stores them turned.
    const unsigned units = 64;
#pragma unroll 1
    for (unsigned unit = warp; unit < units; unit += 4 * 1) {
        uint4 chunk[1][1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y * 1 + t, col = x * 4;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned *const from = in + ((unsigned)row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                if (inside) chunk[n][t] = hint_narrow_vector8_load(from);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y * 1 >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const unsigned place = (x * 4 + i) * 32 + (y / 4 ^ x % 8);
                ((unsigned *)tile)[place * 4 + y % 4] = cell[i];
            }
        }
    }
    __syncthreads();

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + (unsigned)col * 1024;
        if (guarded && (col >= cols || k >= rows / 4)) continue;
        const uint4 value = tile[col * 32 + (k ^ turn)];
        uint4 *const at = (uint4 *)to + k;
        *at = value;
    }
    hint_narrow_vector8_return(in, 1024, rows, cols * sizeof *in);
}

// The tile that begins at row first_row and column first_col, which `in` and `out` point to.
static __device__ __forceinline__ void hint_narrow_vector8_step(const unsigned *__restrict__ in, unsigned *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        hint_narrow_vector8_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    hint_narrow_vector8(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = (blockIdx.x % 16) * 64u;
    in += first_row * 1024 + first_col + 0;
    out += first_col * 1024 + first_row + 0;
    hint_narrow_vector8_step(in, out, tile, tile_row, first_row, first_col);
}
