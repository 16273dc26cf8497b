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
    for (unsigned unit = warp; unit < units; unit += 4) {
        uint4 chunk[1][4];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned row = y * 4 + t, col = x * 16;
                const bool inside = (!guarded || row < rows && col < cols);
                const unsigned char *const from = in + (row * 1024 + col);
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
        unsigned char *const to = out + col * 1024;
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
    const unsigned first_col = blockIdx.x % 16 * 64;
    in += first_row * 1024 + first_col;
    out += first_col * 1024 + first_row;
    aligned_uint8_step(in, out, tile, tile_row, first_row, first_col);
}

// aligned_float16, of transpose.cu.mustache:
...
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
...

// aligned_float32, of transpose.cu.mustache:
...
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
...

// aligned_float64, of transpose.cu.mustache:
...
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = u / 4 * 4 + lane / 8;
            if (guarded && (y >= rows || x * 2 >= cols)) continue;
            const uint2 cell[2] = {make_uint2(chunk[n][0].x, chunk[n][0].y), make_uint2(chunk[n][0].z, chunk[n][0].w)};
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
...
    aligned_float64(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    extern __shared__ uint4 aligned_float64_tile[]; // 64 columns of 64 chunks of 16 bytes
    uint4 *const tile = aligned_float64_tile;
    const unsigned tile_row = blockIdx.x / 16;
    const unsigned first_row = tile_row * 128u;
...

// aligned_float32x4, of transpose.cu.mustache:
...
            const unsigned u = unit + n * 4, x = u % 8 * 8 + lane % 8, y = u / 8 * 4 + lane / 8;
            if (guarded && (y >= rows || x * 1 >= cols)) continue;
            const uint4 cell[1] = {chunk[n][0]};
#pragma unroll
            for (unsigned i = 0; i < 1; i++) {
...

// part_uint8, of transpose.cu.mustache:
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
...
            const unsigned u = unit + n * 4, x = u % 1 * 4 + lane % 4, y = u / 1 * 8 + lane / 4;
            if (guarded && (y * 4 >= rows || x * 16 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned row = y * 4 + t, col = x * 16;
                const unsigned char *const from = in + (row * 1024 + col);
                if (guarded && row < rows && col + 16 > cols) chunk[n][t] = part_uint8_part(from, cols - col);
            }
            unsigned cell[16];
#pragma unroll
...
static __device__ __forceinline__ void part_uint8_step(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
    const unsigned rows = min(1024u - first_row, 128u), cols = min(1001u - first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        part_uint8_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7);
    else
        part_uint8_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}
...

// part_float32, of transpose.cu.mustache:
...
#pragma unroll 1
    for (unsigned i = 4; i-- > 0;) {
        w.w = w.z, w.z = w.y, w.y = w.x;
        if (i < count) w.x = from[i];
    }
    return w;
...

// part_float64, of transpose.cu.mustache:
...
#pragma unroll 1
    for (unsigned i = 2; i-- > 0;) {
        w.w = w.y, w.z = w.x;
        if (i < count) w.x = from[i].x, w.y = from[i].y;
    }
    return w;
...

// shift_in_in_offset1, of transpose.cu.mustache:
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
...
                const unsigned *const from = in + (row * 1024 + col);
                chunk[n][t] = make_uint4(0, 0, 0, 0);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                next[n][t] = make_uint4(0, 0, 0, 0);
                if (inside && (!guarded || (const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = at[0], next[n][t] = at[1];
            }
        }
...
                const unsigned row = y + t, col = x * 4;
                const unsigned *const from = in + (row * 1024 + col);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                chunk[n][t] = shift_in_in_offset1_shifted(chunk[n][t], next[n][t], skew);
                if (guarded && row < rows && !((const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = shift_in_in_offset1_part(from, min(cols - col, 4u));
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
...
    const unsigned rows = min(1024u - first_row, 128u), cols = min(1024u - first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    whole = whole && in - in_begin >= 4 && in_end - in >= (128 - 1) * 1024ll + 64 + 4;
    if (!whole)
        shift_in_in_offset1_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 7, in_begin, in_end);
...
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = blockIdx.x % 16 * 64;
    const unsigned *const in_begin = in + 1, *const in_end = in_begin + 1ull * 1048576;
    in += first_row * 1024 + first_col + 1;
    out += first_col * 1024 + first_row;
...

// shift_in_bytes, of transpose.cu.mustache:
...
#pragma unroll
    for (int i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
#pragma unroll
    for (int i = 0; i < 4; i++) w[i] = __funnelshift_r(w[i], w[i + 1], by % 4 * 8);
    return make_uint4(w[0], w[1], w[2], w[3]);
}
...

// shift_out, of transpose.cu.mustache:
...
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
...

    // Chunk k of column c, a row of the output, stands at k ^ (c / 4 % 8).
    // A row of the output is written from its first whole sector of 32 bytes on; the tile above has written what is before.
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 32; n += 128) {
        const unsigned col = n / 32, k = n % 32, turn = col / 4 % 8;
        unsigned *const to = out + col * 1024;
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
        unsigned *const to = out + col * 1024;
        const int head = (int)shift_out_head(to, 8), row = head - 8 + (int)(n % 8);
        if (col < cols) shift_out_end(to, tile, col, row, min(head, (int)rows));
    }
    for (unsigned n = thread; last && n < 64 * 4; n += 128) {
        const unsigned col = shift_out_spread(n / 4);
        unsigned *const to = out + col * 1024;
        const unsigned head = shift_out_head(to, rows), row = head + (rows - head) / 4 * 4 + n % 4;
        if (col < cols) shift_out_end(to, tile, col, (int)row, (int)rows);
    }
}

...

// narrow_vector4_none, of transpose.cu.mustache:
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
...

// narrow_vector4_loads, of transpose.cu.mustache:
// narrow_vector4_loads: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ unsigned narrow_vector4_loads_load_hint(const unsigned *from)
{
    return __ldcs(from);
}

// A chunk, 4 bytes at a time.
static __device__ __forceinline__ uint4 narrow_vector4_loads_load(const unsigned *from)
...

// narrow_vector8_none, of transpose.cu.mustache:
...
{
    const uint2 *const at = (const uint2 *)from;
    const uint2 a = at[0], b = at[1];
    return make_uint4(a.x, a.y, b.x, b.y);
}

...

// batch, of transpose.cu.mustache:
...
    const unsigned first_row = tile_row * 128u;
    const unsigned first_col = blockIdx.x % 16 * 64;
    const unsigned matrix = blockIdx.x / 128;
    in += matrix * 1056768 + first_row * 1032 + first_col + 8;
    out += matrix * 1064960 + first_col * 1040 + first_row;
...

// band_rows_band3, of transpose.cu.mustache:
...
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned place = blockIdx.x, in_band = place % 24, band_first = place / 24 * 3;
    const unsigned width = min(3u, 16 - band_first);
    const unsigned tile_row = in_band / width;
    const unsigned first_row = tile_row * 128u;
...

// hint_stores, of transpose.cu.mustache:
// hint_stores: transpose family of tilewright 0.1.0, from transpose-vector.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 128 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// A store of what is not used again.
static __device__ __forceinline__ void hint_stores_store_hint(uint4 *to, uint4 v)
{
    __stcs(to, v);
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
...

// hint_evict_last, of transpose.cu.mustache:
...
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
...
        *at = value;
    }
    hint_evict_last_return(in, 1024, rows, cols * sizeof *in);
}

...

// hint_evict_first, of transpose.cu.mustache:
...
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

...

// hint_fetch, of transpose.cu.mustache:
...
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

...
