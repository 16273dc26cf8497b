// tall_uint8: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1 x 9000 x 6, row-run
// launch 94 blocks of (32, 4) threads; in holds 54000 elements, out 54000; both 16-byte aligned
// Chunk `chunk` of the tile, of which one is left out behind every 24: columns lie on different banks then.
static __device__ __forceinline__ unsigned tall_uint8_place(unsigned chunk)
{
    return chunk + chunk / 24;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned tall_uint8_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char) + at / (24 * 16) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned tall_uint8_offset(unsigned e)
{
    return e * 6;
}

// Rows of the tile before the first whole sector of 32 bytes at `to`.
static __device__ __forceinline__ unsigned tall_uint8_head(const unsigned char *to, unsigned rows)
{
    return min(-(unsigned)(size_t)to % 32 / (unsigned)sizeof *to, rows);
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 tall_uint8_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void tall_uint8_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// The chunk of the output whose first element is at `at` in the tile; from element `near` on they lie `jump` bytes further.
static __device__ __forceinline__ uint4 tall_uint8_gather(const unsigned char *at, const int near, const int jump)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        unsigned char element[4];
        const unsigned first = (n + turn) % 4 * 4;
        const unsigned char *const from = at + tall_uint8_offset(first) * sizeof(unsigned char);
#pragma unroll
        for (unsigned e = 0; e < 4; e++) {
            element[e] = ((const volatile unsigned char *)((int)e < near - (int)first ? from : from + jump))[tall_uint8_offset(e)];
        }
        word[n] = __byte_perm(__byte_perm(element[0], element[1], 0x0040), __byte_perm(element[2], element[3], 0x0040), 0x5410);
    }
    return tall_uint8_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
}

extern "C" __global__ void __launch_bounds__(128)
    tall_uint8(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[49];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = tile_row * 96, matrix = 0;
    const unsigned rows = min(9000u - first_row, 128u), count = rows * 6;
    in += matrix * 54000 + first_row * 6;
    out += matrix * 54000 + first_row;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            *(uint4 *)(tile + 16 * tall_uint8_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    // A row of the output is written from its first whole sector of 32 bytes on; the tile above has written what is before.
    for (unsigned first = 0; first < 36; first += 128) {
        const unsigned n = first + thread;
        if (n >= 36) continue;
        const unsigned col = n / 6, chunk = n % 6;
        unsigned char *const to = out + col * 9000;
        const unsigned row = tall_uint8_head(to, rows) + chunk * 16;
        if (row + 16 > rows) continue;
        const unsigned place = row * 6 + col + skew;
        const unsigned next = (place / (24 * 16) + 1) * (24 * 16);
        const uint4 value = tall_uint8_gather(tile + tall_uint8_byte(place), (next - place + 6 - 1) / 6, 16);
        uint4 *const at = (uint4 *)(to + row);
        tall_uint8_store(at, value);
    }

    // What no chunk covers goes element by element: the head of each row in the first tile, its tail in the last.
    const bool is_first = tile_row == 0, is_last = tile_row == 94 - 1;
    for (unsigned first = 0; (is_first || is_last) && first < 6 * 64; first += 128) {
        const unsigned n = first + thread;
        if (n >= 6 * 64) continue;
        const unsigned col = n % 6, slot = n / 6;
        unsigned char *const to = out + col * 9000;
        const unsigned head = tall_uint8_head(to, rows), vectors = min((rows - head) / 16, 6u);
        const unsigned row = slot < 32 ? slot : head + vectors * 16 + slot - 32;
        if (!(slot < 32 ? is_first && row < head : is_last && row < rows)) continue;
        to[row] = *(const unsigned char *)(tile + tall_uint8_byte(row * 6 + col + skew));
    }
}

// tall_float32, of transpose_chunks.cu.mustache:
...
            element[e] = ((const volatile unsigned *)(from))[tall_float32_offset(e)];
        }
        word[n] = element[0];
    }
    return tall_float32_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
...

// tall_float32, of transpose_matrix_tiles.cu.mustache:
...
static __device__ __forceinline__ unsigned tall_float32_word(const unsigned held[0], const unsigned n)
{
    return held[tall_float32_source(n / 1) * 1 + n % 1];
}

...

// tall_float32, of transpose_row_run.cu.mustache:
...
        if (row + 4 > rows) continue;
        const unsigned place = row * 6 + col + skew;
        const uint4 value = tall_float32_gather(tile + tall_float32_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        tall_float32_store(at, value);
...

// tall_float32x4, of transpose_chunks.cu.mustache:
...
static __device__ __forceinline__ uint4 tall_float32x4_gather(const unsigned char *at)
{
    return *(const uint4 *)at;
}


// tall_odd, of transpose_chunk_tiles.cu.mustache:
...
}

// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 tall_odd_line(const uint4 a, const uint4 b, const unsigned by)
{
    unsigned w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (unsigned i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (unsigned i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) w[i] = __funnelshift_r(w[i], w[i + 1], by % 4 * 8);
    return make_uint4(w[0], w[1], w[2], w[3]);
}

// Puts a strand to the run, its first element to `to`.
static __device__ __forceinline__ void tall_odd_put(const uint4 line[0], unsigned char *to)
...
    for (unsigned i = 0; i < 4; i++) {
        const unsigned a = (&line[0].x)[i], b = (&line[1].x)[i];
        word[2 * i] = __byte_perm(a, b, 0x5410), word[2 * i + 1] = __byte_perm(a, b, 0x7632);
    }
#pragma unroll
...
                line[n][t] = next[n][t] = make_uint4(0, 0, 0, 0);
                tall_odd_load_if(is, at, line[n][t]);
                tall_odd_load_if(is, at + 1, next[n][t]);
            }
        }
...
            const unsigned place = (first + n * 4) * 4 + lane / 8, row = place % 0 * 0, col = (place / 0 * 8 + lane % 8) * 8;
            if (place >= 0 || (guarded && col >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 0; t++) {
                const unsigned short *const from = in + ((row + t) * 7 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                line[n][t] = tall_odd_line(line[n][t], next[n][t], skew * 16 / 8);
            }
            unsigned char *const to = tile + (col * 7 + row) * sizeof *in + col / 0 * 16;
            tall_odd_put(line[n], to);
...

// tall_odd, of transpose_chunks.cu.mustache:
...
            element[e] = ((const volatile unsigned short *)(from))[tall_odd_offset(e)];
        }
        word[n] = __byte_perm(element[0], element[1], 0x5410);
    }
    return tall_odd_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
...

// tall_odd, of transpose_matrix_tiles.cu.mustache:
...
static __device__ __forceinline__ void tall_odd_hold(const unsigned tile, const unsigned unit, const unsigned skew, unsigned held[0])
{
    const unsigned from = tile + unit * 0 * 0 + skew / 0 * 0;
#pragma unroll
    for (unsigned i = 0; i < 0; i++) {
...
static __device__ __forceinline__ unsigned tall_odd_word(const unsigned held[0], const unsigned n)
{
    const unsigned a = tall_odd_source(2 * n), b = tall_odd_source(2 * n + 1);
    return __byte_perm(held[a / 2], held[b / 2], 0x10 + a % 2 * 0x22 | 0x5400 + b % 2 * 0x2200);
}

...
static __device__ __forceinline__ void tall_odd_put(const unsigned tile, const unsigned unit, const unsigned held[0])
{
    const unsigned to = tile + unit * 0 * 0;
#pragma unroll
    for (unsigned i = 0; i < 0; i++) {
...

// tall_odd, of transpose_column_tiles.cu.mustache:
...
        at[e] = p / 9001;
    }
    return __byte_perm(from[0], from[1], 0x10 + at[0] * 0x22 | 0x5400 + at[1] * 0x2200);
}

...

// tall_odd, of transpose_row_run.cu.mustache:
...
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned short *const in_begin = in + 1, *const in_end = in_begin + 3ull * 63007;
    const unsigned tile_row = blockIdx.x % 113;
    const unsigned first_row = tile_row * 80, matrix = blockIdx.x / 113;
...
    in += matrix * 63007 + first_row * 7 + 1;
    out += matrix * 63007 + first_row;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run

    const uint4 *const run = (const uint4 *)(in - skew);
...
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned short *)at >= in_begin && (const unsigned short *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 8, skew) - skew; p < min((q + 1) * 8 - skew, count); p++)
                    *(unsigned short *)(tile + tall_odd_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
...

// tall_gaps, of transpose_chunks.cu.mustache:
...
            element[e] = ((const volatile unsigned long long *)(from))[tall_gaps_offset(e)];
        }
        word[2 * n] = (unsigned)element[0], word[2 * n + 1] = (unsigned)(element[0] >> 32);
    }
    return tall_gaps_around(make_uint4(word[0], word[1], word[2], word[3]), 2 * turn);
...

// tall_gaps, of transpose_row_run.cu.mustache:
...
        const unsigned col = n % 6, slot = n / 6;
        uint2 *const to = out + col * 9016;
        const unsigned row = rows / 2 * 2 + slot;
        if (row >= rows) continue;
        to[row] = *(const uint2 *)(tile + tall_gaps_byte(row * 9 + col + skew));
    }
...

// wide_float32, of transpose_chunks.cu.mustache:
...
}

// Puts a chunk of the input into the tile, its elements 4 apart from `at` on.
static __device__ __forceinline__ void wide_float32_scatter(unsigned char *at, uint4 chunk)
{
    const uint4 around = chunk;
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            const unsigned t = n + e;
            volatile unsigned *const to = (volatile unsigned *)(at) + wide_float32_offset(t);
            *to = (unsigned)(word[n]);
        }
    }
}


// wide_float32, of transpose_column_tiles.cu.mustache:
...
}

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 wide_float32_stored(const unsigned char *tile, const unsigned n)
{
    return *(const uint4 *)(tile + wide_float32_turned(16 * n));
}


// wide_float32, of transpose_row_run.cu.mustache:
...
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned first_col = (blockIdx.x) * 128, matrix = 0;
    const unsigned cols = min(9001u - first_col, 128u), count = cols * 4;
    in += matrix * 36096 + first_col;
    out += matrix * 36004 + first_col * 4;
    const unsigned out_skew = 0;

    // A chunk of a row holds elements of 4 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 128; first += 128) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 128 * 4 + q / 8 % 4, col = (q % 128 / 32 * 8 + q % 8) * 4;
            const unsigned *const from = in + row * 9024;
            const unsigned skew = 0;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 128 && col < cols + skew && col + 4 <= cols) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128, row = q / 128 * 4 + q / 8 % 4, col = (q % 128 / 32 * 8 + q % 8) * 4;
            const unsigned *const from = in + row * 9024;
            const unsigned skew = 0;
            if (q >= 128 || col >= cols + skew) continue;
            if (col + 4 <= cols) {
                const unsigned place = (col - skew) * 4 + row + out_skew;
                wide_float32_scatter(tile + wide_float32_byte(place), chunk[n]);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 4 - skew, cols); c++)
                    *(unsigned *)(tile + wide_float32_byte(c * 4 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 4 - 1) / 4; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 4 - 1) / 4) continue;
        const uint4 value = *(const uint4 *)(tile + 16 * wide_float32_place(n));
        uint4 *const at = to + n;
        *at = value;
    }
}

// wide_float64, of transpose.cu.mustache:
// wide_float64: transpose family of tilewright 0.1.0, from transpose-row-run.json; float64, 1 x 4 x 9001, row-run
// launch 71 blocks of (32, 4) threads; in holds 36073 elements, out 36004; both 16-byte aligned
// The tile and its order: chosen of 20 by a model of times on sm_90.
// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned wide_float64_place(unsigned chunk)
...

// wide_float64, of transpose_chunks.cu.mustache:
...
            const unsigned t = n + e;
            volatile unsigned long long *const to = (volatile unsigned long long *)(at) + wide_float64_offset(t);
            *to = (unsigned long long)word[2 * n + 1] << 32 | word[2 * n];
        }
    }
...

// wide_float32x4, of transpose_chunks.cu.mustache:
...
}

// Puts a chunk of the input into the tile, its first element to `at`.
static __device__ __forceinline__ void wide_float32x4_scatter(unsigned char *at, uint4 chunk)
{
    *(uint4 *)at = chunk;
}


// wide_float32x4, of transpose_row_run.cu.mustache:
...
            if (col + 1 <= cols) {
                const unsigned place = (col - skew) * 4 + row + out_skew;
                wide_float32x4_scatter(tile + wide_float32x4_byte(place), chunk[n]);
            } else {
#pragma unroll 1
...

// wide_odd, of transpose_chunks.cu.mustache:
...
static __device__ __forceinline__ void wide_odd_scatter(unsigned char *at, uint4 chunk)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    const uint4 around = wide_odd_around(chunk, turn);
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned first = (n + turn) % 4 * 4;
        unsigned char *const place = at + wide_odd_offset(first) * sizeof(unsigned char);
#pragma unroll
        for (unsigned e = 0; e < 4; e++) {
            volatile unsigned char *const to = (volatile unsigned char *)(place) + wide_odd_offset(e);
            *to = (unsigned char)(word[n] >> 8 * e);
        }
...

// wide_odd, of transpose_row_run.cu.mustache:
...
            const unsigned char *const from = in + row * 9001;
            const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q >= 25 || col >= cols + skew) continue;
            if ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) {
...
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if (n * 16 < out_skew || (n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = max(n * 16, out_skew); p < min((n + 1) * 16, all); p++)
                out[p - out_skew] = *(const unsigned char *)(tile + wide_odd_byte(p + 80));
            continue;
        }
        const uint4 value = *(const uint4 *)(tile + 16 * (n + 5));
        uint4 *const at = to + n;
...

// wide_gaps, of transpose_row_run.cu.mustache:
...
            if (first_col + col >= skew && first_col + col + 4 <= 9001u + skew) {
                const unsigned place = (col - skew) * 6 + row + out_skew + 24;
                const unsigned next = (place / (24 * 4) + 1) * (24 * 4);
                wide_gaps_scatter(tile + wide_gaps_byte(place), chunk[n], (next - place + 6 - 1) / 6, 16);
            } else {
#pragma unroll 1
...
    __syncthreads();

    for (unsigned first = 0; first < count / 2; first += 128) {
        const unsigned p = (first + thread) * 2;
        if (p >= count) continue;
        *(uint2 *)(out + (p / 6) * 8 + p % 6) = *(const uint2 *)(tile + wide_gaps_byte(p + 24 + out_skew));
    }
}

// whole, of transpose.cu.mustache:
// whole: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1000 x 12 x 8, row-run
// launch 63 blocks of (32, 4) threads; in holds 96000 elements, out 96000; both 16-byte aligned
// A load of what is not used again.
static __device__ __forceinline__ uint4 whole_load_hint(const uint4 *from)
{
    return __ldcs(from);
}

// A store of what is not used again.
static __device__ __forceinline__ void whole_store_hint(uint4 *to, uint4 v)
{
    __stcs(to, v);
}

// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned whole_place(unsigned chunk)
...

// whole, of transpose_row_run.cu.mustache:
...
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = blockIdx.x * 16;
    const unsigned count = min(1000 - matrix, (unsigned)16) * 96u; // elements
    in += matrix * 96;
    out += matrix * 96;
    const unsigned skew = 0; // the run begins with a chunk

...
    __syncthreads();

    const unsigned head = 0, vectors = (count - head) / 4;
    for (unsigned first = 0; first < vectors; first += 128) {
        const unsigned n = first + thread;
        if (n >= vectors) continue;
        const unsigned p = head + n * 4;
        const uint4 value = whole_gather(tile + whole_byte(p / 96 * 96 + p % 12 * 8 + p % 96 / 12 + skew));
        uint4 *const at = (uint4 *)(out + p);
        whole_store_hint(at, value);
    }
}

// whole_tall, of transpose_row_run.cu.mustache:
...
        if (n >= vectors) continue;
        const unsigned p = head + n * 8;
        const bool last = p % 180 / 20 == 9 - 1; // column of its matrix
        const uint4 value = whole_tall_gather(tile + whole_tall_byte(p / 180 * 180 + p % 20 * 9 + p % 180 / 20 + skew), 20 - (int)(p % 20), (1 - (last ? 9 : 180)) * (int)sizeof *in);
        uint4 *const at = (uint4 *)(out + p);
        whole_tall_store(at, value);
    }
    for (unsigned first = 0; first < count - vectors * 8; first += 128) { // what no chunk covers
        const unsigned n = first + thread;
        if (n >= count - vectors * 8) continue;
        const unsigned p = n < head ? n : n + vectors * 8;
        out[p] = *(const unsigned short *)(tile + whole_tall_byte(p / 180 * 180 + p % 20 * 9 + p % 180 / 20 + skew));
    }
}

// pattern, of transpose.cu.mustache:
...
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned pattern_turned(const unsigned byte)
{
    return 1345 * 16 + byte + byte / 128 * 4;
}

static __device__ __forceinline__ unsigned pattern_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void pattern_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// Word n of a strip, turned: what lies behind its last element are those beside it.
static __device__ __forceinline__ unsigned pattern_word(const unsigned held[4], const unsigned n)
{
    unsigned from[4], at[4];
#pragma unroll
    for (unsigned e = 0; e < 4; e++) {
        const unsigned p = 4 * n + e;
        from[e] = held[p % 4];
        at[e] = p / 4;
    }
    return __byte_perm(__byte_perm(from[0], from[1], at[0] | 0x40 | at[1] << 4), __byte_perm(from[2], from[3], at[2] | 0x40 | at[3] << 4), 0x5410);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run.
static __device__ __forceinline__ void pattern_strip(const unsigned char *tile, const unsigned given, const unsigned to)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[4];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned p = i * 80;
        held[i] = pattern_read(place + given + p);
    }
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned value = pattern_word(held, n);
        pattern_write(place + pattern_turned((to + 3) / 4 * 4 + 4 * n), value);
    }
}

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 pattern_stored(const unsigned char *tile, const unsigned n)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(tile) + pattern_turned(16 * n);
    return make_uint4(pattern_read(at), pattern_read(at + 4), pattern_read(at + 8), pattern_read(at + 12));
}

extern "C" __global__ void __launch_bounds__(128)
    pattern(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
...

// pattern, of transpose_column_tiles.cu.mustache:
...
static __device__ __forceinline__ uint4 pattern_stored(const unsigned char *tile, const unsigned n)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(tile) + pattern_turned(16 * n);
    return make_uint4(pattern_read(at), pattern_read(at + 4), pattern_read(at + 8), pattern_read(at + 12));
}


// pattern, of transpose_row_run.cu.mustache:
...
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            // A chunk with parts of two matrices, between which chunks are left out, goes to both.
            const unsigned begin = q * 16, of = (max(begin, skew) - skew) / 320, to = (begin + 16 - 1 - skew) / 320;
            *(uint4 *)(tile + 16 * q + of * 16) = chunk[n];
            if (to > of) *(uint4 *)(tile + 16 * q + to * 16) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 4 columns of a matrix.
    const unsigned matrices = count / 320;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 20; strip += 128) {
        const unsigned of = strip / 20, col = strip % 20 * 4;
        const unsigned begin = (skew + of * 320) * (unsigned)sizeof *in + of * 16, given = begin + col * (unsigned)sizeof *in;
        pattern_strip(tile, given, (out_skew + of * 320 + col * 4) * (unsigned)sizeof *in);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
...

// scatter, of transpose_row_run.cu.mustache:
...
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            const unsigned p = q * 4 - skew;
            const bool last = p % 90 / 30 == 3 - 1; // row of its matrix
            scatter_scatter(tile + scatter_byte(p / 90 * 90 + p % 30 * 3 + p % 90 / 30 + out_skew), chunk[n], 30 - (int)(p % 30), (1 - (last ? 3 : 90)) * (int)sizeof *in);
        }
    }
...

// scatter_whole, of transpose_row_run.cu.mustache:
...
            if (q >= chunks) continue;
            const unsigned p = q * 4 - skew;
            scatter_whole_scatter(tile + scatter_whole_byte(p / 96 * 96 + p % 32 * 3 + p % 96 / 32 + out_skew), chunk[n]);
        }
    }
...

// columns, of transpose_column_tiles.cu.mustache:
...
    for (unsigned e = 0; e < 4; e++) {
        const unsigned p = 4 * n + e;
        const bool own = p < 4 * 9;
        from[e] = own ? held[p % 9] : beside[min(p - 4 * 9, 3 - 1)];
        at[e] = own ? p / 9 : 0;
    }
    return __byte_perm(__byte_perm(from[0], from[1], at[0] | 0x40 | at[1] << 4), __byte_perm(from[2], from[3], at[2] | 0x40 | at[3] << 4), 0x5410);
...
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[9];
    unsigned word[4]; // that bytes 0, 1, 2 and 3 of the strip lie in
#pragma unroll
    for (unsigned i = 0; i < 4; i++) word[i] = place + (given + i) / 4 * 4;
#pragma unroll
    for (unsigned i = 0; i < 9; i++) {
        const unsigned p = i * 11;
        const unsigned at = word[p % 4] + p / 4 * 4, low = columns_read(at);
        held[i] = __funnelshift_r(low, columns_read(at + 4), (given + p % 4) * 8);
    }
    unsigned beside[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        beside[i] = ((const volatile unsigned char *)(tile + next))[i * 11];
    const unsigned skip = (0u - to) % 4; // bytes of its first word, which the strip before has put
    unsigned current = columns_word(held, beside, 0);
#pragma unroll
    for (unsigned n = 0; n < 9; n++) {
        const unsigned next_word = columns_word(held, beside, n + 1), value = __funnelshift_r(current, next_word, skip * 8);
        current = next_word;
        columns_write(place + columns_turned((to + 3) / 4 * 4 + 4 * n), value);
    }
...

// columns, of transpose_row_run.cu.mustache:
...
        const unsigned of = strip / 3, col = min(strip % 3 * 4, 11 - 4);
        const unsigned begin = (skew + of * 99) * (unsigned)sizeof *in + of * 64, given = begin + col * (unsigned)sizeof *in;
        const unsigned behind = of + 1 < matrices ? begin + 99 * (unsigned)sizeof *in + 64 : begin, next = col + 4 < 11 ? given + 4 * (unsigned)sizeof *in : behind;
        columns_strip(tile, given, (out_skew + of * 99 + col * 9) * (unsigned)sizeof *in, next);
    }
...

// columns_odd, of transpose_column_tiles.cu.mustache:
...
    const unsigned skip = (0u - to) % 4; // bytes of its first word, which the strip before has put
    unsigned current = columns_odd_word(held, beside, 0);
    if (first && skip) columns_odd_write(place + columns_odd_turned(to / 4 * 4), current << (4 - skip) * 8);
#pragma unroll
    for (unsigned n = 0; n < 13; n++) {
...

// columns_odd, of transpose_row_run.cu.mustache:
...
    columns_odd(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    extern __shared__ uint4 columns_odd_tile[]; // 3378 chunks of 16 bytes
    unsigned char *const tile = (unsigned char *)columns_odd_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = blockIdx.x * 128;
...

// columns_halves, of transpose_chunk_tiles.cu.mustache:
...
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, lane = thread % 32;
    const unsigned ahead = 0;
#pragma unroll 1
    for (unsigned first = thread / 32; first < 0; first += 4 * ahead) {
...

// columns_bands, of transpose_column_tiles.cu.mustache:
...
}

// The n-th 4 rows of a strip, turned: a word of each column.
static __device__ __forceinline__ void columns_bands_words(const unsigned (&held)[31], const unsigned n, unsigned (&word)[4])
{
    const unsigned a = held[4 * n], b = held[4 * n + 1], c = held[4 * n + 2], d = 4 * n + 3 < 31 ? held[4 * n + 3] : 0;
    const unsigned ab01 = __byte_perm(a, b, 0x5140), ab23 = __byte_perm(a, b, 0x7362);
    const unsigned cd01 = __byte_perm(c, d, 0x5140), cd23 = __byte_perm(c, d, 0x7362);
    word[0] = __byte_perm(ab01, cd01, 0x5410), word[1] = __byte_perm(ab01, cd01, 0x7632);
    word[2] = __byte_perm(ab23, cd23, 0x5410), word[3] = __byte_perm(ab23, cd23, 0x7632);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run; the next one begins at byte `next`.
// Its columns go on at byte `behind`, or if it is the `last` of them, one column further there.
static __device__ __forceinline__ void columns_bands_strip(const unsigned char *tile, const unsigned given, const unsigned to, const unsigned next, const unsigned behind, const bool last, const bool first)
{
...
        held[i] = __funnelshift_r(low, columns_bands_read(at + 4), (given + p % 4) * 8);
    }
#pragma unroll
    for (unsigned i = 0; i < 3; i++) {
        const unsigned at = place + behind + i * 22;
        const unsigned low = columns_bands_read(at / 4 * 4), high = columns_bands_read(at / 4 * 4 + 4), row = __funnelshift_r(low, high, at * 8);
        held[28 + i] = row;
        if (last) held[28 + i] = row >> 8 | (unsigned)((const volatile unsigned char *)(tile + next))[i * 22] << (32 - 8);
    }
    unsigned words[4]; // that are put next
    columns_bands_words(held, 0, words);
    const unsigned skip = (0u - to) % 4; // bytes of the first word, which the tile before has put
    if (first && skip) columns_bands_write(place + columns_bands_turned(to / 4 * 4), words[0] << (4 - skip) * 8);
#pragma unroll
    for (unsigned n = 0; n < 7; n++) {
        unsigned behind_words[4];
        columns_bands_words(held, n + 1, behind_words);
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned begin = to + k * 331;
            const unsigned value = __funnelshift_r(words[k], behind_words[k], (0u - begin) % 4 * 8);
            words[k] = behind_words[k];
            columns_bands_write(place + columns_bands_turned((begin + 3) / 4 * 4 + 4 * n), value);
        }
    }
}

...

// columns_bands, of transpose_row_run.cu.mustache:
...
    for (unsigned strip = thread; strip < matrices * 72; strip += 128) {
        const unsigned of = strip / 6 % matrices, col = min(strip % 6 * 4, 22 - 4);
        const unsigned row = min((strip / 6 / matrices) * 28, 331 - 28);
        const unsigned begin = (skew + of * 7282) * (unsigned)sizeof *in, top = begin + col * (unsigned)sizeof *in, given = top + row * 22;
        const unsigned behind = of + 1 < matrices ? begin + 7282 * (unsigned)sizeof *in : begin, next = col + 4 < 22 ? top + 4 * (unsigned)sizeof *in : behind;
        const bool last = row + 28 == 331;
        columns_bands_strip(tile, given, (out_skew + of * 7282 + col * 331 + row) * (unsigned)sizeof *in, next, last ? top : given + 28 * 22, last, strip == 0);
    }
...

// columns_words, of transpose_column_tiles.cu.mustache:
...
#pragma unroll
    for (unsigned n = 0; n < 8; n++) {
        if (n > 0) columns_words_words(held, n, words);
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned begin = to + k * 128;
            const unsigned value = words[k];
            columns_words_write(place + columns_words_turned((begin + 3) / 4 * 4 + 4 * n), value);
        }
...

// columns_band_halves, of transpose_column_tiles.cu.mustache:
...
static __device__ __forceinline__ void columns_band_halves_words(const unsigned (&held)[21], const unsigned n, unsigned (&word)[2])
{
    const unsigned a = held[2 * n], b = 2 * n + 1 < 21 ? held[2 * n + 1] : 0;
    word[0] = __byte_perm(a, b, 0x5410), word[1] = __byte_perm(a, b, 0x7632);
}

...
    for (unsigned i = 0; i < 1; i++) {
        const unsigned at = place + behind + i * 80;
        const unsigned row = columns_band_halves_read(at);
        held[20 + i] = row;
        if (last) held[20 + i] = row >> 16 | (unsigned)((const volatile unsigned short *)(tile + next))[i * 40] << (32 - 16);
...

// columns_gaps, of transpose_row_run.cu.mustache:
...
    const unsigned out_skew = 0;

    const unsigned given = count / 8177 * 10608, pieces = given / 16;
#pragma unroll 1
    for (unsigned first = thread; first < pieces; first += 128 * 8) {
        uint4 value[8];
#pragma unroll
        for (unsigned n = 0; n < 8; n++) { // all loads first
            const unsigned p = min(first + n * 128, pieces - 1) * 16;
            const uint4 *const at = (const uint4 *)(in + (p / 48) * 128 + p % 48);
            if ((const unsigned char *)(at + 1) <= in_end) value[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 8; n++) {
            const unsigned p = (first + n * 128) * 16;
            if (p >= given) continue;
            unsigned char *const to = tile + columns_gaps_byte(p);
            const unsigned char *const from = in + (p / 48) * 128 + p % 48;
            if (from + 16 > in_end) { // behind the last row is nothing
#pragma unroll 1
                for (unsigned i = 0; from + i < in_end; i++) ((unsigned char *)to)[i] = from[i];
                continue;
            }
            *(uint4 *)to = value[n];
        }
    }
    __syncthreads();

...
    __syncthreads();

    // Columns go by words of the output, and by elements where they end within one.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), columns = count / 221;
    for (unsigned first = 0; first < columns * 56; first += 128) {
        const unsigned column = (first + thread) / 56;
        if (column >= columns) continue;
        unsigned char *const to = out + column * 224;
        const int at = (int)((first + thread) % 56 * 4), bytes = 221;
        const unsigned from = column * 221 + at;
        if (at >= 0 && at + 4 <= bytes) {
            const unsigned low = columns_gaps_read(place + columns_gaps_turned(from / 4 * 4)), high = from % 4 ? columns_gaps_read(place + columns_gaps_turned(from / 4 * 4 + 4)) : 0;
            *(unsigned *)((char *)to + at) = __funnelshift_r(low, high, from * 8);
            continue;
        }
#pragma unroll 1
        for (int p = max(at, 0); p < min(at + 4, bytes); p += (int)sizeof *to)
            *(unsigned char *)((char *)to + p) = *(const unsigned char *)(tile + columns_gaps_turned(column * 221 + p));
    }
}

// units, of transpose_row_run.cu.mustache:
...
    __syncthreads();

    // A thread turns 4 matrices, 99 words, at a time.
    volatile unsigned *const turned = (volatile unsigned *)(tile + 792 * 16);
    const volatile unsigned char *const given = (const volatile unsigned char *)tile + skew; // each element by itself
    const unsigned units = count / 396;
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        if (unit >= units) continue;
        const volatile unsigned char *const from = given + unit * 396;
#pragma unroll
        for (unsigned n = 0; n < 99; n++) {
            unsigned word = 0;
#pragma unroll
            for (unsigned p = 4 * n; p < 4 * (n + 1); p++)
                word |= (unsigned)from[p / 99 * 99 + p % 9 * 11 + p % 99 / 9] << p % 4 * 8;
            turned[unit * 99 + n] = word;
        }
    }
    for (unsigned first = units * 396; first < count; first += 128) {
        const unsigned p = first + thread;
        if (p < count) ((volatile unsigned char *)turned)[p] = given[p / 99 * 99 + p % 9 * 11 + p % 99 / 9];
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out);
    const unsigned all = count;
...

// units_pairs, of transpose_row_run.cu.mustache:
...
        if (unit >= units) continue;
        const volatile unsigned *const from = given + unit * 6;
#pragma unroll
        for (unsigned p = 0; p < 6; p++) ((volatile unsigned *)turned)[unit * 6 + p] = from[p / 6 * 6 + p % 2 * 3 + p % 6 / 2];
    }
    __syncthreads();
...

// gaps, of transpose_row_run.cu.mustache:
...
    __syncthreads();

    for (unsigned first = 0; first < count; first += 128) {
        const unsigned p = first + thread;
        if (p >= count) continue;
        out[(p / 3) * 4 + p % 3] = *(const unsigned *)(tile + gaps_byte(p / 105 * 105 + p % 3 * 35 + p % 105 / 3));
    }
}

// matrices_words_uint8, of transpose.cu.mustache:
...
}

// Where element p of turned matrices was before.
static __device__ __forceinline__ unsigned matrices_words_uint8_source(const unsigned p)
{
    return p / 15 * 15 + p % 3 * 5 + p % 15 / 3;
}

// Reads the words that unit `unit` has in the tile, a place in shared memory. In PTX: each access stays one, as wide as it is.
static __device__ __forceinline__ void matrices_words_uint8_hold(const unsigned tile, const unsigned unit, unsigned held[15])
{
    const unsigned from = tile + unit * 15 * 4;
#pragma unroll
    for (unsigned i = 0; i < 15; i++) {
        const unsigned at = from + i * 4;
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(held[i]) : "r"(at) : "memory");
    }
}

// Word n of the matrices, turned.
static __device__ __forceinline__ unsigned matrices_words_uint8_word(const unsigned held[15], const unsigned n)
{
    const unsigned a = matrices_words_uint8_source(4 * n), b = matrices_words_uint8_source(4 * n + 1), c = matrices_words_uint8_source(4 * n + 2), d = matrices_words_uint8_source(4 * n + 3);
    return __byte_perm(__byte_perm(held[a / 4], held[b / 4], a % 4 | 0x40 | b % 4 << 4), __byte_perm(held[c / 4], held[d / 4], c % 4 | 0x40 | d % 4 << 4), 0x5410);
}

// Writes them turned, to where a run that begins with a chunk has them.
static __device__ __forceinline__ void matrices_words_uint8_put(const unsigned tile, const unsigned unit, const unsigned held[15])
{
    const unsigned to = tile + unit * 15 * 4;
#pragma unroll
    for (unsigned i = 0; i < 15; i++) {
        const unsigned at = to + i * 4;
        asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(matrices_words_uint8_word(held, i)) : "memory");
    }
}

extern "C" __global__ void __launch_bounds__(128)
    matrices_words_uint8(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
...

// matrices_words_uint8, of transpose_matrix_tiles.cu.mustache:
...
    for (unsigned i = 0; i < 15; i++) {
        const unsigned at = from + i * 4;
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(held[i]) : "r"(at) : "memory");
    }
}
...
    for (unsigned i = 0; i < 15; i++) {
        const unsigned at = to + i * 4;
        asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(matrices_words_uint8_word(held, i)) : "memory");
    }
}
...

// matrices_words_uint8, of transpose_row_run.cu.mustache:
...
    __syncthreads();

    // A thread turns 4 matrices at a time, in its registers.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), units = (count + 60 - 1) / 60;
#pragma unroll 1
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        unsigned held[15];
        if (unit < units) matrices_words_uint8_hold(place, unit, held);
        if (unit < units) matrices_words_uint8_put(place, unit, held);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out);
    const unsigned all = count;
...

// matrices_pairs, of transpose_matrix_tiles.cu.mustache:
...
    for (unsigned i = 0; i < 4; i++) {
        const unsigned at = from + i * 8;
        asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(held[2 * i]), "=r"(held[2 * i + 1]) : "r"(at) : "memory");
    }
#pragma unroll
    for (unsigned i = 0; i + 1 < 8; i++) held[i] = skew & 4 ? held[i + 1] : held[i];
#pragma unroll
    for (unsigned i = 0; i < 6; i++) held[i] = __funnelshift_r(held[i], held[i + 1], skew % 4 * 8);
}

...
    for (unsigned i = 0; i < 3; i++) {
        const unsigned at = to + i * 8;
        asm volatile("st.shared.v2.u32 [%0], {%1, %2};" :: "r"(at), "r"(matrices_pairs_word(held, 2 * i)), "r"(matrices_pairs_word(held, 2 * i + 1)) : "memory");
    }
}
...

// matrices_pairs, of transpose_row_run.cu.mustache:
...
        unsigned held[8];
        if (unit < units) matrices_pairs_hold(place, unit, skew * (unsigned)sizeof *in, held);
        __syncthreads();
        if (unit < units) matrices_pairs_put(place, unit, held);
    }
...

// matrices_chunks_uint8, of transpose_chunks.cu.mustache:
// Where chunk `chunk` stands in the tile: what is turned, unit by unit, lies on different banks then.
static __device__ __forceinline__ unsigned matrices_chunks_uint8_place(unsigned chunk)
{
...
static __device__ __forceinline__ __attribute__((unused)) unsigned matrices_chunks_uint8_byte(unsigned at)
{
    return matrices_chunks_uint8_place(at / 16) * 16 + at % 16 * (unsigned)sizeof(unsigned char);
}


// matrices_chunks_uint8, of transpose_matrix_tiles.cu.mustache:
...
    for (unsigned i = 0; i < 3; i++) {
        const unsigned at = tile + 16 * matrices_chunks_uint8_place(unit * 2 + i);
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(held[4 * i]), "=r"(held[4 * i + 1]), "=r"(held[4 * i + 2]), "=r"(held[4 * i + 3]) : "r"(at) : "memory");
    }
#pragma unroll
    for (unsigned i = 0; i + 2 < 12; i++) held[i] = skew & 8 ? held[i + 2] : held[i];
#pragma unroll
    for (unsigned i = 0; i + 1 < 12; i++) held[i] = skew & 4 ? held[i + 1] : held[i];
...
    for (unsigned i = 0; i < 2; i++) {
        const unsigned at = tile + 16 * matrices_chunks_uint8_place(unit * 2 + i);
        asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" :: "r"(at), "r"(matrices_chunks_uint8_word(held, 4 * i)), "r"(matrices_chunks_uint8_word(held, 4 * i + 1)), "r"(matrices_chunks_uint8_word(held, 4 * i + 2)), "r"(matrices_chunks_uint8_word(held, 4 * i + 3)) : "memory");
    }
}

// 16 bytes from byte `by`, 1 to 15, of the chunks at a and b on.
static __device__ __forceinline__ uint4 matrices_chunks_uint8_joined(const unsigned a, const unsigned b, const unsigned by)
{
    unsigned w[8];
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]) : "r"(a) : "memory");
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(w[4]), "=r"(w[5]), "=r"(w[6]), "=r"(w[7]) : "r"(b) : "memory");
#pragma unroll
    for (unsigned i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (unsigned i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) w[i] = __funnelshift_r(w[i], w[i + 1], by % 4 * 8);
    return make_uint4(w[0], w[1], w[2], w[3]);
}


// matrices_chunks_uint8, of transpose_row_run.cu.mustache:
...
            continue;
        }
        const unsigned by = out_skew * (unsigned)sizeof *out, before = 16 * matrices_chunks_uint8_place(n - 1), own = 16 * matrices_chunks_uint8_place(n);
        const uint4 value = by ? matrices_chunks_uint8_joined(place + before, place + own, 16 - by) : *(const uint4 *)(tile + own);
        uint4 *const at = to + n;
        *at = value;
...

// quad_tall, of transpose_chunks.cu.mustache:
...
}

// A chunk of the output, whose elements lie 4 apart from `at` on.
static __device__ __forceinline__ uint4 quad_tall_gather(const unsigned char *at)
{
    unsigned word[4];
...
    for (unsigned n = 0; n < 4; n++) {
        unsigned char element[4];
#pragma unroll
        for (unsigned e = 0; e < 4; e++) {
            const unsigned t = n * 4 + e;
            element[e] = ((const volatile unsigned char *)(at))[quad_tall_offset(t)];
        }
        word[n] = __byte_perm(__byte_perm(element[0], element[1], 0x0040), __byte_perm(element[2], element[3], 0x0040), 0x5410);
    }
    return make_uint4(word[0], word[1], word[2], word[3]);
}


// quad_tall, of transpose_row_run.cu.mustache:
...
        if (n >= 128) continue;
        const unsigned col = n / 128 * 4 + n / 8 % 4, chunk = n % 128 / 32 * 8 + n % 8;
        if (chunk >= 32) continue;
        unsigned char *const to = out + col * 4096;
        const unsigned row = chunk * 16;
        if (row + 16 > rows) continue;
        const unsigned place = row * 4 + col + skew;
        const uint4 value = quad_tall_gather(tile + quad_tall_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        quad_tall_store(at, value);
...

// quad_tall_shifted, of transpose_chunks.cu.mustache:
...
}

// The chunk w from byte `by` mod 16 on, around.
static __device__ __forceinline__ uint4 quad_tall_shifted_shifted(uint4 w, unsigned by)
{
    w = quad_tall_shifted_around(w, by / 4);
    const unsigned bits = by % 4 * 8;
    w = make_uint4(__funnelshift_r(w.x, w.y, bits), __funnelshift_r(w.y, w.z, bits), __funnelshift_r(w.z, w.w, bits), __funnelshift_r(w.w, w.x, bits));
    return w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void quad_tall_shifted_store(uint4 *to, uint4 v)
...

// quad_tall_shifted, of transpose_row_run.cu.mustache:
...
        if (row + 8 > rows) continue;
        const unsigned place = row * 8 + col + skew;
        const unsigned from = place / 8 % 8, begin = place - from * 8;
        const uint4 value = quad_tall_shifted_gather(tile + quad_tall_shifted_byte(begin), tile + quad_tall_shifted_byte(begin + 8 * 8), from);
        uint4 *const at = (uint4 *)(to + row);
        quad_tall_shifted_store(at, value);
...

// quad_wide_shifted, of transpose_row_run.cu.mustache:
...
            if ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) {
                const unsigned place = (col - skew) * 8 + row + out_skew + 128;
                const unsigned from = place / 8 % 16, begin = place - from * 8;
                quad_wide_shifted_scatter(tile + quad_wide_shifted_byte(begin), tile + quad_wide_shifted_byte(begin + 16 * 8), from, chunk[n]);
            } else {
#pragma unroll 1
...

// words, of transpose.cu.mustache:
// words: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1 x 104 x 1000, row-run
// launch 8 blocks of (32, 4) threads; in holds 104000 elements, out 104000; both 16-byte aligned
// Loads a chunk if `is`: behind a condition it is not put off until it is needed, so that all are under way together.
static __device__ __forceinline__ void words_load_if(const unsigned is, const uint4 *from, uint4 &v)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%5]; }" : "+r"(v.x), "+r"(v.y), "+r"(v.z), "+r"(v.w) : "r"(is), "l"(from));
}

// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 words_line(const uint4 a, const uint4 b, const unsigned by)
{
    unsigned w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (unsigned i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (unsigned i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) w[i] = __funnelshift_r(w[i], w[i + 1], by % 4 * 8);
    return make_uint4(w[0], w[1], w[2], w[3]);
}

// Puts a strand to the run, its first element to `to`.
static __device__ __forceinline__ void words_put(const uint4 line[4], unsigned char *to)
{
    unsigned word[16]; // of each column
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned a = (&line[0].x)[i], b = (&line[1].x)[i];
        const unsigned c = (&line[2].x)[i], d = (&line[3].x)[i];
        const unsigned ab01 = __byte_perm(a, b, 0x5140), ab23 = __byte_perm(a, b, 0x7362);
        const unsigned cd01 = __byte_perm(c, d, 0x5140), cd23 = __byte_perm(c, d, 0x7362);
        word[4 * i] = __byte_perm(ab01, cd01, 0x5410), word[4 * i + 1] = __byte_perm(ab01, cd01, 0x7632);
        word[4 * i + 2] = __byte_perm(ab23, cd23, 0x5410), word[4 * i + 3] = __byte_perm(ab23, cd23, 0x7632);
    }
#pragma unroll
    for (unsigned i = 0; i < 16; i++) {
        unsigned char *const at = to + i * 104 * (unsigned)sizeof(unsigned char);
        if (i * 104 % 4 == 0) {
            *(volatile unsigned *)at = word[i];
        } else {
            *(volatile unsigned short *)at = (unsigned short)word[i];
            *(volatile unsigned short *)(at + 2) = (unsigned short)(word[i] >> 16);
        }
    }
}

// Loads the tile's columns, and puts them to the run; `guarded`: some are beyond the matrix, or chunks beyond the buffer.
static __device__ __forceinline__ void words_strands(const unsigned char *__restrict__ in, unsigned char *tile, const bool guarded, const unsigned cols, const unsigned char *in_begin, const unsigned char *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, lane = thread % 32;
    const unsigned ahead = guarded ? 1 : 1; // few registers where time does not matter
#pragma unroll 1
    for (unsigned first = thread / 32; first < 7; first += 4 * ahead) {
        uint4 line[1][4], next[1][4];
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 4) * 4 + lane / 8, row = place % 26 * 4, col = (place / 26 * 8 + lane % 8) * 16;
            unsigned rows = place < 26 && (!guarded || col < cols) ? 4 : 0;
            asm("" : "+r"(rows)); // any number, for all that is known
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned char *const from = in + ((row + t) * 1000 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                const uint4 *const at = (const uint4 *)(from - skew);
                const unsigned is = t < rows && (!guarded || ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 2) <= in_end));
                line[n][t] = next[n][t] = make_uint4(0, 0, 0, 0);
                words_load_if(is, at, line[n][t]);
                words_load_if(is, at + 1, next[n][t]);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 4) * 4 + lane / 8, row = place % 26 * 4, col = (place / 26 * 8 + lane % 8) * 16;
            if (place >= 26 || (guarded && col >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned char *const from = in + ((row + t) * 1000 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                line[n][t] = words_line(line[n][t], next[n][t], skew * 8 / 8);
            }
            unsigned char *const to = tile + (col * 104 + row) * sizeof *in + col / 16 * 16;
            words_put(line[n], to);
#pragma unroll 1
            for (unsigned t = 0; guarded && t < 4; t++) {
                const unsigned char *const from = in + ((row + t) * 1000 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                const uint4 *const at = (const uint4 *)(from - skew);
                if ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 2) <= in_end) continue;
#pragma unroll 1
                for (unsigned e = 0; e < 16 && col + e < cols; e++)
                    *(volatile unsigned char *)(to + (e * 104 + t) * sizeof *in) = from[e];
            }
        }
    }
}

// Chunk `chunk` of the tile, of which one is left out behind every 104: columns lie on different banks then.
static __device__ __forceinline__ unsigned words_place(unsigned chunk)
...

// words, of transpose_chunk_tiles.cu.mustache:
...
            unsigned char *const to = tile + (col * 104 + row) * sizeof *in + col / 16 * 16;
            words_put(line[n], to);
#pragma unroll 1
            for (unsigned t = 0; guarded && t < 4; t++) {
                const unsigned char *const from = in + ((row + t) * 1000 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                const uint4 *const at = (const uint4 *)(from - skew);
                if ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 2) <= in_end) continue;
#pragma unroll 1
                for (unsigned e = 0; e < 16 && col + e < cols; e++)
                    *(volatile unsigned char *)(to + (e * 104 + t) * sizeof *in) = from[e];
            }
        }
    }
...

// words, of transpose_row_run.cu.mustache:
...
    out += matrix * 104000 + first_col * 104;

    // All columns are there, and no chunk that is loaded reaches beyond the buffer.
    const bool whole = cols == 128 && in - in_begin >= 16 && in_end - in >= 103ull * 1000 + 144;
    if (whole)
        words_strands(in, tile, false, cols, in_begin, in_end);
    else
        words_strands(in, tile, true, cols, in_begin, in_end);
    __syncthreads();

    uint4 *const to = (uint4 *)out;
    const unsigned chunks = count / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 4) {
        uint4 chunk[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 128;
            if (q < chunks) chunk[n] = *(const uint4 *)(tile + 16 * words_place(q));
        }
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 128;
            uint4 *const at = to + q;
            const uint4 value = chunk[n];
            if (q < chunks) *at = value;
        }
    }
}

// words_anywhere, of transpose_row_run.cu.mustache:
...
        }
    }
    if (thread == chunks % 128) { // part of a chunk
#pragma unroll 1
        for (unsigned p = chunks * 16; p < count; p++)
            out[p] = *(const unsigned char *)(tile + words_anywhere_byte(p));
    }
}

// few_rows, of transpose.cu.mustache:
// few_rows: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1 x 6 x 9001, row-run
// launch 9 blocks of (32, 2) threads; in holds 54006 elements, out 54006; both 16-byte aligned
// Gives back lines that the L2 was told to keep, those that end in `bytes` of each of some rows: it is to hold none after the kernel.
static __device__ __forceinline__ void few_rows_return(const unsigned char *from, const unsigned pitch, const unsigned rows, const unsigned bytes)
{
#if __CUDA_ARCH__ >= 800
    const unsigned lines = bytes / 128 + 1; // at most so many of a row
    for (unsigned n = threadIdx.y * 32 + threadIdx.x; n < rows * lines; n += 64) {
        const char *const row = (const char *)(from + n / lines * pitch), *const line = row - (size_t)row % 128 + n % lines * 128;
        if (line + 128 <= row + bytes) asm volatile("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(line));
    }
#endif
}

// Loads a chunk if `is`: behind a condition it is not put off until it is needed, so that all are under way together.
static __device__ __forceinline__ void few_rows_load_if(const unsigned is, const uint4 *from, uint4 &v)
...

// few_rows, of transpose_chunk_tiles.cu.mustache:
...
static __device__ __forceinline__ void few_rows_load_if(const unsigned is, const uint4 *from, uint4 &v)
{
#if __CUDA_ARCH__ < 800 // no such hints
    if (is) v = *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p ld.global.nc.L1::evict_last.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%5], %6; }" : "+r"(v.x), "+r"(v.y), "+r"(v.z), "+r"(v.w) : "r"(is), "l"(from), "l"(policy));
#endif
}

...
static __device__ __forceinline__ void few_rows_put(const uint4 line[6], unsigned char *to)
{
    unsigned word[24]; // of all columns, one after the other
#pragma unroll
    for (unsigned i = 0; i < 24; i++) {
        const unsigned p = i * 4, q = p + 1; // element p is that of row p % 6
        const unsigned a = (&line[p % 6].x)[p / 6 / 4], b = (&line[q % 6].x)[q / 6 / 4];
        const unsigned r = p + 2, s = p + 3;
        const unsigned c = (&line[r % 6].x)[r / 6 / 4], d = (&line[s % 6].x)[s / 6 / 4];
        word[i] = __byte_perm(__byte_perm(a, b, p / 6 % 4 | (4 + q / 6 % 4) << 4), __byte_perm(c, d, r / 6 % 4 | (4 + s / 6 % 4) << 4), 0x5410);
    }
#pragma unroll
    for (unsigned i = 0; i < 6; i++)
        ((uint4 *)to)[i] = make_uint4(word[4 * i], word[4 * i + 1], word[4 * i + 2], word[4 * i + 3]);
}

...

// few_rows, of transpose_row_run.cu.mustache:
...
            out[p] = *(const unsigned char *)(tile + few_rows_byte(p));
    }
    few_rows_return(in, 9001, 6, cols * sizeof *in);
}

// few_halves, of transpose_chunk_tiles.cu.mustache:
...
        const unsigned p = i * 2, q = p + 1; // element p is that of row p % 3
        const unsigned a = (&line[p % 3].x)[p / 3 / 2], b = (&line[q % 3].x)[q / 3 / 2];
        word[i] = __byte_perm(a, b, (p / 3 % 2 ? 0x32 : 0x10) | (q / 3 % 2 ? 0x7600 : 0x5400));
    }
#pragma unroll
...

// few_halves, of transpose_row_run.cu.mustache:
...
    out += matrix * 15360 + first_col * 3;

    few_halves_strands(in, tile);
    __syncthreads();

...

// tall_kept, of transpose.cu.mustache:
...
static __device__ __forceinline__ uint4 tall_kept_load_hint(const uint4 *from)
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

...
