// whole_uint8: transpose family of tilewright 0.1.0, from transpose-walk.json; uint8, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 48 blocks of (32, 4) threads; in holds 1048576 elements, out 1048576; both 16-byte aligned
// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
static __device__ __forceinline__ void whole_uint8_move(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned rows, const unsigned cols, const bool first, const bool last)
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
static __device__ __forceinline__ void whole_uint8_step(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col)
{
        whole_uint8_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 7);
}

extern "C" __global__ void __launch_bounds__(128)
    whole_uint8(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 tile[64 * 8]; // columns of 8 chunks of 16 bytes
    unsigned tile_row = blockIdx.x / 16 * 3;
    unsigned first_row = tile_row * 128u;
    const unsigned first_col = blockIdx.x % 16 * 64;
    in += first_row * 1024 + first_col;
    out += first_col * 1024 + first_row;
    const unsigned last_row = min(tile_row + 3, 8u) - 1;
#pragma unroll 1
    for (;;) {
        whole_uint8_step(in, out, tile, tile_row, first_row, first_col);
        if (tile_row == last_row) break;
        __syncthreads();
        tile_row++, first_row += 128, out += 128, in += 128 * (unsigned)1024;
    }
}

// whole_float32, of transpose.cu.mustache:
...
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = u / 2 * 4 + lane / 8;
            if (guarded && (y >= rows || x * 4 >= cols)) continue;
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
...

// whole_float32x4, of transpose.cu.mustache:
...
            const unsigned u = unit + n * 4, x = u % 8 * 8 + lane % 8, y = u / 8 * 4 + lane / 8;
            if (guarded && (y >= rows || x * 1 >= cols)) continue;
            const uint4 cell[1] = {chunk[n][0]};
#pragma unroll
            for (unsigned i = 0; i < 1; i++) {
...
    whole_float32x4(const uint4 *__restrict__ in, uint4 *__restrict__ out)
{
    extern __shared__ uint4 whole_float32x4_tile[]; // 64 columns of 128 chunks of 16 bytes
    uint4 *const tile = whole_float32x4_tile;
    unsigned tile_row = blockIdx.x / 16 * 3;
    unsigned first_row = tile_row * 128u;
...

// keeps_uint8, of transpose.cu.mustache:
// keeps_uint8: transpose family of tilewright 0.1.0, from transpose-walk.json; uint8, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 64 blocks of (32, 4) threads; in holds 1048576 elements, out 1048577; both 16-byte aligned
// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 keeps_uint8_shifted(uint4 a, uint4 b, unsigned by)
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

// Rows of the tile before the first whole sector of 32 bytes at `to`.
static __device__ __forceinline__ unsigned keeps_uint8_head(const unsigned char *to, unsigned rows)
{
    return min(-(unsigned)(size_t)to % 32 / (unsigned)sizeof *to, rows);
}

// Chunk `chunk` of the walk's rows in the tile's columns, which are rings of 8 chunks.
static __device__ __forceinline__ unsigned keeps_uint8_turn(unsigned chunk)
{
    return chunk < 8 ? chunk : chunk - 8;
}

// Column number n of the tile, so that those of neighbouring lanes have different turns.
static __device__ __forceinline__ unsigned keeps_uint8_spread(unsigned n)
{
    return n % 4 * 16 + n / 4 % 16 + n / (4 * 16) * (4 * 16);
}

// Stores those of the 4 elements of column `col` from row `row` on that are in rows 0 to `end` - 1. `row` may be negative; `to + row` is at a multiple of 4 bytes.
static __device__ __forceinline__ void keeps_uint8_end(unsigned char *to, const uint4 *tile, unsigned col, int row, int end, unsigned ring)
{
    const unsigned turn = col / 16 % 4 * 2;
    if (row + 4 <= 0 || row >= end) return;
    const unsigned words = 4 * 8, bits = (unsigned)(row + 128) * 8, word = bits / 32 % words, next = (word + 1) % words;
    const unsigned *const column = (const unsigned *)(tile + col * 8);
    unsigned value = column[4 * (keeps_uint8_turn(word / 4 + ring) ^ turn) + word % 4];
    if (bits % 32) value = __funnelshift_r(value, column[4 * (keeps_uint8_turn(next / 4 + ring) ^ turn) + next % 4], bits % 32);
    if (row >= 0 && row + 4 <= end) {
        *(unsigned *)(to + row) = value;
        return;
    }
#pragma unroll
    for (int t = 0; t < 4; t++) {
        if (row + t >= 0 && row + t < end) to[row + t] = (unsigned char)(value >> t * 8);
    }
}

// Moves a tile; `guarded` unless all of it and of the chunks that it touches lies in the matrix.
template <bool guarded>
...

    // A warp takes 4 chunks of 16 bytes side by side in 8 x 4 rows, and stores them turned.
    const unsigned kept = fresh ? 0 : 8; // rows of cells that the tile above has left
    const unsigned units = 4 - kept / 8 * 1;
#pragma unroll 1
...

    // Chunk k of column c, a row of the output, stands at k ^ (c / 16 % 4 * 2).
    // A row of the output is written from its first whole sector of 32 bytes on; the tile above has written what is before.
#pragma unroll 4
    for (unsigned n = thread; n < 64 * 8; n += 128) {
        const unsigned col = n / 8, k = n % 8, turn = col / 16 % 4 * 2;
        unsigned char *const to = out + col * 1024;
        const unsigned head = keeps_uint8_head(to, rows), vectors = last ? (rows - head) / 16 : 96 / 16;
        if (guarded && col >= cols || k >= vectors) continue;
        const unsigned chunk = head / 16 + k + ring;
        const uint4 value = keeps_uint8_shifted(tile[col * 8 + (keeps_uint8_turn(chunk) ^ turn)], tile[col * 8 + (keeps_uint8_turn(chunk + 1) ^ turn)], head % 16 * sizeof *to);
        uint4 *const at = (uint4 *)(to + head) + k;
        *at = value;
    }

    // What no vector covers goes by words and elements: the head of each row in the first tile, its tail in the last.
    for (unsigned n = thread; first && n < 64 * 8; n += 128) {
        const unsigned col = keeps_uint8_spread(n / 8);
        unsigned char *const to = out + col * 1024;
        const int head = (int)keeps_uint8_head(to, 32), row = head - 32 + (int)(n % 8 * 4);
        if (col < cols) keeps_uint8_end(to, tile, col, row, min(head, (int)rows), ring);
    }
    for (unsigned n = thread; last && n < 64 * 4; n += 128) {
        const unsigned col = keeps_uint8_spread(n / 4);
        unsigned char *const to = out + col * 1024;
        const unsigned head = keeps_uint8_head(to, rows), row = head + (rows - head) / 16 * 16 + n % 4 * 4;
        if (col < cols) keeps_uint8_end(to, tile, col, (int)row, (int)rows, ring);
    }
}

...
static __device__ __forceinline__ void keeps_uint8_step(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, uint4 *tile, const unsigned tile_row, const unsigned first_row, const unsigned first_col, const bool fresh, const unsigned ring)
{
    const unsigned rows = min(1024u - first_row, 128u), cols = min(1024u - first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    if (!whole)
        keeps_uint8_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 10, fresh, ring);
    else
        keeps_uint8_move<false>(in, out, tile, 128, 64, tile_row == 0, tile_row == 10, fresh, ring);
}
...
    out += first_col * 1024 + first_row + 1;
    const unsigned last_row = min(tile_row + 3, 11u) - 1;
    unsigned ring = 0; // the chunk of a column of the tile where this step's rows begin
    bool fresh = true;
#pragma unroll 1
    for (;;) {
...
        __syncthreads();
        tile_row++, first_row += 96, out += 96, in += 96 * (unsigned)1024;
        fresh = false, ring = keeps_uint8_turn(ring + 96 / 16);
    }
}

// keeps_float16, of transpose.cu.mustache:
...
            const unsigned u = unit + n * 4, x = u % 1 * 8 + lane % 8, y = kept + u / 1 * 4 + lane / 8;
            if (u >= units || guarded && (y * 2 >= rows || x * 8 >= cols)) continue;
            unsigned cell[8];
#pragma unroll
            for (unsigned i = 0; i < 4; i++) { // 2 rows of 2 elements become 2 columns
                const unsigned a = (&chunk[n][0].x)[i], b = (&chunk[n][1].x)[i];
                cell[2 * i] = __byte_perm(a, b, 0x5410), cell[2 * i + 1] = __byte_perm(a, b, 0x7632);
            }
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
...

// keeps_float32, of transpose.cu.mustache:
...
}

// Stores the element of column `col` in row `row` if that is one of 0 to `end` - 1.
static __device__ __forceinline__ void keeps_float32_end(unsigned *to, const uint4 *tile, unsigned col, int row, int end, unsigned ring)
{
    const unsigned turn = col / 4 % 8;
    if (row >= 0 && row < end) to[row] = ((const unsigned *)tile)[(col * 32 + (keeps_float32_turn(row / 4 + ring) ^ turn)) * 4 + row % 4];
}

...

// keeps_float64, of transpose.cu.mustache:
...
            const unsigned u = unit + n * 4, x = u % 4 * 8 + lane % 8, y = kept + u / 4 * 4 + lane / 8;
            if (guarded && (y >= rows || x * 2 >= cols)) continue;
            const uint2 cell[2] = {make_uint2(chunk[n][0].x, chunk[n][0].y), make_uint2(chunk[n][0].z, chunk[n][0].w)};
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
...

// keeps_sectors, of transpose.cu.mustache:
...
        if (guarded && col >= cols || k >= vectors) continue;
        const unsigned chunk = head / 4 + k + ring;
        const uint4 value = tile[col * 32 + (keeps_sectors_turn(chunk) ^ turn)];
        uint4 *const at = (uint4 *)(to + head) + k;
        *at = value;
...

// keeps_shift_in, of transpose.cu.mustache:
...
}

// A chunk of which only the first `count` elements exist.
static __device__ __forceinline__ uint4 keeps_shift_in_part(const unsigned *from, unsigned count)
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
static __device__ __forceinline__ unsigned keeps_shift_in_head(const unsigned *to, unsigned rows)
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
            const unsigned u = unit + n * 4, x = u % 2 * 8 + lane % 8, y = kept + u / 2 * 4 + lane / 8;
            if (guarded && (y >= rows || x * 4 >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 1; t++) {
                const unsigned row = y + t, col = x * 4;
                const unsigned *const from = in + (row * 1024 + col);
                const unsigned skew = (unsigned)(size_t)from % 16;
                const uint4 *const at = (const uint4 *)((const char *)from - skew);
                chunk[n][t] = keeps_shift_in_shifted(chunk[n][t], next[n][t], skew);
                if (guarded && row < rows && !((const unsigned *)at >= in_begin && (const unsigned *)(at + 2) <= in_end)) chunk[n][t] = keeps_shift_in_part(from, min(cols - col, 4u));
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
#pragma unroll
...
    const unsigned rows = min(1024u - first_row, 128u), cols = min(1024u - first_col, 64u);
    bool whole = rows == 128 && cols == 64;
    whole = whole && in - in_begin >= 4 && in_end - in >= (128 - 1) * 1024ll + 64 + 4;
    if (!whole)
        keeps_shift_in_move<true>(in, out, tile, rows, cols, tile_row == 0, tile_row == 8, fresh, ring, in_begin, in_end);
...
    unsigned first_row = tile_row * 120u;
    const unsigned first_col = blockIdx.x % 16 * 64;
    const unsigned *const in_begin = in + 1, *const in_end = in_begin + 1ull * 1048576;
    in += first_row * 1024 + first_col + 1;
    out += first_col * 1024 + first_row + 1;
...

// cut, of transpose.cu.mustache:
...
                const unsigned row = y + t, col = x * 4;
                const unsigned *const from = in + (row * 1024 + col);
                if (guarded && row < rows && col + 4 > cols) chunk[n][t] = cut_part(from, cols - col);
            }
            const unsigned cell[4] = {chunk[n][0].x, chunk[n][0].y, chunk[n][0].z, chunk[n][0].w};
...

// band_rows, of transpose.cu.mustache:
...
{
    __shared__ uint4 tile[64 * 32]; // columns of 32 chunks of 16 bytes
    const unsigned place = blockIdx.x, in_band = place % 9, band_first = place / 9 * 3;
    const unsigned width = min(3u, 16 - band_first);
    unsigned tile_row = in_band / width * 3;
    unsigned first_row = tile_row * 128u;
...

// batch, of transpose.cu.mustache:
...
    unsigned first_row = tile_row * 120u;
    const unsigned first_col = (band_first + in_band % width) * 64;
    const unsigned matrix = blockIdx.x / 48;
    in += matrix * 1048576 + first_row * 1024 + first_col;
    out += matrix * 1048576 + first_col * 1024 + first_row + 3;
...

// hints, of transpose.cu.mustache:
// hints: transpose family of tilewright 0.1.0, from transpose-walk.json; float32, 1 x 1024 x 1024, vector, layout (64,128):(128,1)
// launch 48 blocks of (32, 4) threads; in holds 1048576 elements, out 1048577; both 16-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ uint4 hints_load_hint(const uint4 *from)
{
    return __ldcs(from);
}

// A store of what is not used again.
static __device__ __forceinline__ void hints_store_hint(uint4 *to, uint4 v)
{
    __stcs(to, v);
}

// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 hints_shifted(uint4 a, uint4 b, unsigned by)
...
