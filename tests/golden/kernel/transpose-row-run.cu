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
    const unsigned first_row = (unsigned)tile_row * 96, matrix = 0;
    const unsigned rows = min(9000u - (unsigned)first_row, 128u), count = rows * 6;
    in += matrix * 54000 + first_row * 6 + 0;
    out += matrix * 54000 + first_row + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 1) {
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
        unsigned char *const to = out + (unsigned)col * 9000;
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
        unsigned char *const to = out + (unsigned)col * 9000;
        const unsigned head = tall_uint8_head(to, rows), vectors = min((rows - head) / 16, 6u);
        const unsigned row = slot < 32 ? slot : head + vectors * 16 + slot - 32;
        if (!(slot < 32 ? is_first && row < head : is_last && row < rows)) continue;
        to[row] = *(const unsigned char *)(tile + tall_uint8_byte(row * 6 + col + skew));
    }
}

// tall_float32: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1 x 9000 x 6, row-run
// launch 71 blocks of (32, 4) threads; in holds 54000 elements, out 54000; both 16-byte aligned
// Chunk `chunk` of the tile, of which one is left out behind every 24: columns lie on different banks then.
static __device__ __forceinline__ unsigned tall_float32_place(unsigned chunk)
{
    return chunk + chunk / 24;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned tall_float32_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned) + at / (24 * 4) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned tall_float32_offset(unsigned e)
{
    return e * 6;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 tall_float32_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void tall_float32_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// The chunk of the output whose first element is at `at` in the tile.
static __device__ __forceinline__ uint4 tall_float32_gather(const unsigned char *at)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        unsigned element[1];
        const unsigned first = (n + turn) % 4 * 1;
        const unsigned char *const from = at + tall_float32_offset(first) * sizeof(unsigned);
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            element[e] = ((const volatile unsigned *)(from))[tall_float32_offset(e)];
        }
        word[n] = element[0];
    }
    return tall_float32_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
}

extern "C" __global__ void __launch_bounds__(128)
    tall_float32(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[199];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = (unsigned)tile_row * 128, matrix = 0;
    const unsigned rows = min(9000u - (unsigned)first_row, 128u), count = rows * 6;
    in += matrix * 54000 + first_row * 6 + 0;
    out += matrix * 54000 + first_row + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 4 - 1) / 4;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            *(uint4 *)(tile + 16 * tall_float32_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    for (unsigned first = 0; first < 192; first += 128) {
        const unsigned n = first + thread;
        if (n >= 192) continue;
        const unsigned col = n / 32, chunk = n % 32;
        unsigned *const to = out + (unsigned)col * 9000;
        const unsigned row = chunk * 4;
        if (row + 4 > rows) continue;
        const unsigned place = row * 6 + col + skew;
        const uint4 value = tall_float32_gather(tile + tall_float32_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        tall_float32_store(at, value);
    }
}

// tall_float32x4: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32x4, 1 x 9000 x 6, row-run
// launch 71 blocks of (32, 4) threads; in holds 54000 elements, out 54000; both 16-byte aligned
// Chunk `chunk` of the tile, of which one is left out behind every 24: columns lie on different banks then.
static __device__ __forceinline__ unsigned tall_float32x4_place(unsigned chunk)
{
    return chunk + chunk / 24;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned tall_float32x4_byte(unsigned at)
{
    return at * (unsigned)sizeof(uint4) + at / (24 * 1) * 16;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void tall_float32x4_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// The chunk of the output whose first element is at `at` in the tile.
static __device__ __forceinline__ uint4 tall_float32x4_gather(const unsigned char *at)
{
    return *(const uint4 *)at;
}

extern "C" __global__ void __launch_bounds__(128)
    tall_float32x4(const uint4 *__restrict__ in, uint4 *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[799];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = (unsigned)tile_row * 128, matrix = 0;
    const unsigned rows = min(9000u - (unsigned)first_row, 128u), count = rows * 6;
    in += matrix * 54000 + first_row * 6 + 0;
    out += matrix * 54000 + first_row + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 1 - 1) / 1;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            *(uint4 *)(tile + 16 * tall_float32x4_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    for (unsigned first = 0; first < 768; first += 128) {
        const unsigned n = first + thread;
        if (n >= 768) continue;
        const unsigned col = n / 128, chunk = n % 128;
        uint4 *const to = out + (unsigned)col * 9000;
        const unsigned row = chunk * 1;
        if (row + 1 > rows) continue;
        const unsigned place = row * 6 + col + skew;
        const uint4 value = tall_float32x4_gather(tile + tall_float32x4_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        tall_float32x4_store(at, value);
    }
}

// tall_odd: transpose family of tilewright 0.1.0, from transpose-row-run.json; float16, 3 x 9001 x 7, row-run
// launch 339 blocks of (32, 4) threads; in holds 189022 elements, out 189021; both 2-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned tall_odd_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned short);
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned tall_odd_offset(unsigned e)
{
    return e * 7;
}

// Rows of the tile before the first whole sector of 32 bytes at `to`.
static __device__ __forceinline__ unsigned tall_odd_head(const unsigned short *to, unsigned rows)
{
    return min(-(unsigned)(size_t)to % 32 / (unsigned)sizeof *to, rows);
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 tall_odd_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void tall_odd_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// The chunk of the output whose first element is at `at` in the tile.
static __device__ __forceinline__ uint4 tall_odd_gather(const unsigned char *at)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        unsigned short element[2];
        const unsigned first = (n + turn) % 4 * 2;
        const unsigned char *const from = at + tall_odd_offset(first) * sizeof(unsigned short);
#pragma unroll
        for (unsigned e = 0; e < 2; e++) {
            element[e] = ((const volatile unsigned short *)(from))[tall_odd_offset(e)];
        }
        word[n] = __byte_perm(element[0], element[1], 0x5410);
    }
    return tall_odd_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
}

extern "C" __global__ void __launch_bounds__(128)
    tall_odd(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[85];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned short *const in_begin = in + 1, *const in_end = in_begin + 3ull * 63007;
    const unsigned tile_row = blockIdx.x % 113;
    const unsigned first_row = (unsigned)tile_row * 80, matrix = blockIdx.x / 113;
    const unsigned rows = min(9001u - (unsigned)first_row, 96u), count = rows * 7;
    in += matrix * 63007 + first_row * 7 + 1;
    out += matrix * 63007 + first_row + 0;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 8 - 1) / 8;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 1) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned short *)at >= in_begin && (const unsigned short *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
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
    }
    __syncthreads();

    // A row of the output is written from its first whole sector of 32 bytes on; the tile above has written what is before.
    for (unsigned first = 0; first < 70; first += 128) {
        const unsigned n = first + thread;
        if (n >= 70) continue;
        const unsigned col = n / 10, chunk = n % 10;
        unsigned short *const to = out + (unsigned)col * 9001;
        const unsigned row = tall_odd_head(to, rows) + chunk * 8;
        if (row + 8 > rows) continue;
        const unsigned place = row * 7 + col + skew;
        const uint4 value = tall_odd_gather(tile + tall_odd_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        tall_odd_store(at, value);
    }

    // What no chunk covers goes element by element: the head of each row in the first tile, its tail in the last.
    const bool is_first = tile_row == 0, is_last = tile_row == 113 - 1;
    for (unsigned first = 0; (is_first || is_last) && first < 7 * 32; first += 128) {
        const unsigned n = first + thread;
        if (n >= 7 * 32) continue;
        const unsigned col = n % 7, slot = n / 7;
        unsigned short *const to = out + (unsigned)col * 9001;
        const unsigned head = tall_odd_head(to, rows), vectors = min((rows - head) / 8, 10u);
        const unsigned row = slot < 16 ? slot : head + vectors * 8 + slot - 16;
        if (!(slot < 16 ? is_first && row < head : is_last && row < rows)) continue;
        to[row] = *(const unsigned short *)(tile + tall_odd_byte(row * 7 + col + skew));
    }
}

// tall_gaps: transpose family of tilewright 0.1.0, from transpose-row-run.json; float64, 1 x 9001 x 6, row-run
// launch 71 blocks of (32, 4) threads; in holds 81006 elements, out 54081; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned tall_gaps_byte(unsigned at)
{
    return at * (unsigned)sizeof(uint2);
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned tall_gaps_offset(unsigned e)
{
    return e * 9;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 tall_gaps_around(uint4 w, unsigned by)
{
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void tall_gaps_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// The chunk of the output whose first element is at `at` in the tile.
static __device__ __forceinline__ uint4 tall_gaps_gather(const unsigned char *at)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 2; n++) {
        unsigned long long element[1];
        const unsigned first = (n + turn) % 2 * 1;
        const unsigned char *const from = at + tall_gaps_offset(first) * sizeof(unsigned long long);
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            element[e] = ((const volatile unsigned long long *)(from))[tall_gaps_offset(e)];
        }
        word[2 * n] = (unsigned)element[0], word[2 * n + 1] = (unsigned)(element[0] >> 32);
    }
    return tall_gaps_around(make_uint4(word[0], word[1], word[2], word[3]), 2 * turn);
}

extern "C" __global__ void __launch_bounds__(128)
    tall_gaps(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[576];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = (unsigned)tile_row * 128, matrix = 0;
    const unsigned rows = min(9001u - (unsigned)first_row, 128u), count = rows * 9 - (tile_row == 71 - 1 ? 3 : 0);
    in += matrix * 81009 + first_row * 9 + 0;
    out += matrix * 54096 + first_row + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 2 - 1) / 2;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
    __syncthreads();

    for (unsigned first = 0; first < 384; first += 128) {
        const unsigned n = first + thread;
        if (n >= 384) continue;
        const unsigned col = n / 64, chunk = n % 64;
        uint2 *const to = out + (unsigned)col * 9016;
        const unsigned row = chunk * 2;
        if (row + 2 > rows) continue;
        const unsigned place = row * 9 + col + skew;
        const uint4 value = tall_gaps_gather(tile + tall_gaps_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        tall_gaps_store(at, value);
    }

    // What no chunk covers goes element by element: its tail in the last.
    const bool is_last = tile_row == 71 - 1;
    for (unsigned first = 0; (is_last) && first < 6 * 2; first += 128) {
        const unsigned n = first + thread;
        if (n >= 6 * 2) continue;
        const unsigned col = n % 6, slot = n / 6;
        uint2 *const to = out + (unsigned)col * 9016;
        const unsigned row = rows / 2 * 2 + slot;
        if (row >= rows) continue;
        to[row] = *(const uint2 *)(tile + tall_gaps_byte(row * 9 + col + skew));
    }
}

// wide_float32: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1 x 4 x 9001, row-run
// launch 71 blocks of (32, 4) threads; in holds 36073 elements, out 36004; both 16-byte aligned
// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned wide_float32_place(unsigned chunk)
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned wide_float32_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned) + at / (8 * 4) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned wide_float32_offset(unsigned e)
{
    return e * 4;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 wide_float32_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
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
            const unsigned t = n * 1 + e;
            volatile unsigned *const to = (volatile unsigned *)(at) + wide_float32_offset(t);
            *to = (unsigned)(word[n]);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    wide_float32(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[143];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned first_col = (unsigned)(blockIdx.x) * 128, matrix = 0;
    const unsigned cols = min(9001u - (unsigned)first_col, 128u), count = cols * 4;
    in += matrix * 36096 + first_col + 0;
    out += matrix * 36004 + first_col * 4 + 0;
    const unsigned out_skew = 0;

    // A chunk of a row holds elements of 4 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 128; first += 128 * 1) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 128 * 4 + q / 8 % 4, col = (q % 128 / 32 * 8 + q % 8) * 4;
            const unsigned *const from = in + (unsigned)row * 9024;
            const unsigned skew = 0;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 128 && col < cols + skew && col + 4 <= cols) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128, row = q / 128 * 4 + q / 8 % 4, col = (q % 128 / 32 * 8 + q % 8) * 4;
            const unsigned *const from = in + (unsigned)row * 9024;
            const unsigned skew = 0;
            if (q >= 128 || col >= cols + skew) continue;
            if (col + 4 <= cols) {
                const unsigned place = 0 + (col - skew) * 4 + row + out_skew;
                wide_float32_scatter(tile + wide_float32_byte(place), chunk[n]);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 4 - skew, cols); c++)
                    *(unsigned *)(tile + wide_float32_byte(0 + c * 4 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 4 - 1) / 4; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 4 - 1) / 4) continue;
        const uint4 value = *(const uint4 *)(tile + 16 * wide_float32_place(n + 0 / 4));
        uint4 *const at = to + n;
        *at = value;
    }
}

// wide_float64: transpose family of tilewright 0.1.0, from transpose-row-run.json; float64, 1 x 4 x 9001, row-run
// launch 71 blocks of (32, 4) threads; in holds 36073 elements, out 36004; both 16-byte aligned
// The tile and its order: held to be the best of 20 by a model of times on sm_90.
// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned wide_float64_place(unsigned chunk)
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned wide_float64_byte(unsigned at)
{
    return at * (unsigned)sizeof(uint2) + at / (8 * 2) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned wide_float64_offset(unsigned e)
{
    return e * 4;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 wide_float64_around(uint4 w, unsigned by)
{
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// Puts a chunk of the input into the tile, its elements 4 apart from `at` on.
static __device__ __forceinline__ void wide_float64_scatter(unsigned char *at, uint4 chunk)
{
    const uint4 around = chunk;
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 2; n++) {
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            const unsigned t = n * 1 + e;
            volatile unsigned long long *const to = (volatile unsigned long long *)(at) + wide_float64_offset(t);
            *to = (unsigned long long)word[2 * n + 1] << 32 | word[2 * n];
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    wide_float64(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[287];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned first_col = (unsigned)(blockIdx.x) * 128, matrix = 0;
    const unsigned cols = min(9001u - (unsigned)first_col, 128u), count = cols * 4;
    in += matrix * 36096 + first_col + 0;
    out += matrix * 36004 + first_col * 4 + 0;
    const unsigned out_skew = 0;

    // A chunk of a row holds elements of 2 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 256; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 256 * 4 + q / 8 % 4, col = (q % 256 / 32 * 8 + q % 8) * 2;
            const uint2 *const from = in + (unsigned)row * 9024;
            const unsigned skew = 0;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 256 && col < cols + skew && col + 2 <= cols) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128, row = q / 256 * 4 + q / 8 % 4, col = (q % 256 / 32 * 8 + q % 8) * 2;
            const uint2 *const from = in + (unsigned)row * 9024;
            const unsigned skew = 0;
            if (q >= 256 || col >= cols + skew) continue;
            if (col + 2 <= cols) {
                const unsigned place = 0 + (col - skew) * 4 + row + out_skew;
                wide_float64_scatter(tile + wide_float64_byte(place), chunk[n]);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 2 - skew, cols); c++)
                    *(uint2 *)(tile + wide_float64_byte(0 + c * 4 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 2 - 1) / 2; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 2 - 1) / 2) continue;
        const uint4 value = *(const uint4 *)(tile + 16 * wide_float64_place(n + 0 / 2));
        uint4 *const at = to + n;
        *at = value;
    }
}

// wide_float32x4: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32x4, 1 x 4 x 9001, row-run
// launch 71 blocks of (32, 4) threads; in holds 36073 elements, out 36004; both 16-byte aligned
// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned wide_float32x4_place(unsigned chunk)
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned wide_float32x4_byte(unsigned at)
{
    return at * (unsigned)sizeof(uint4) + at / (8 * 1) * 16;
}

// Puts a chunk of the input into the tile, its first element to `at`.
static __device__ __forceinline__ void wide_float32x4_scatter(unsigned char *at, uint4 chunk)
{
    *(uint4 *)at = chunk;
}

extern "C" __global__ void __launch_bounds__(128)
    wide_float32x4(const uint4 *__restrict__ in, uint4 *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[575];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned first_col = (unsigned)(blockIdx.x) * 128, matrix = 0;
    const unsigned cols = min(9001u - (unsigned)first_col, 128u), count = cols * 4;
    in += matrix * 36096 + first_col + 0;
    out += matrix * 36004 + first_col * 4 + 0;
    const unsigned out_skew = 0;

    // A chunk of a row holds elements of 1 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 512; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 128, col = (q % 128) * 1;
            const uint4 *const from = in + (unsigned)row * 9024;
            const unsigned skew = 0;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 512 && col < cols + skew && col + 1 <= cols) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128, row = q / 128, col = (q % 128) * 1;
            const uint4 *const from = in + (unsigned)row * 9024;
            const unsigned skew = 0;
            if (q >= 512 || col >= cols + skew) continue;
            if (col + 1 <= cols) {
                const unsigned place = 0 + (col - skew) * 4 + row + out_skew;
                wide_float32x4_scatter(tile + wide_float32x4_byte(place), chunk[n]);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 1 - skew, cols); c++)
                    *(uint4 *)(tile + wide_float32x4_byte(0 + c * 4 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 1 - 1) / 1; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 1 - 1) / 1) continue;
        const uint4 value = *(const uint4 *)(tile + 16 * wide_float32x4_place(n + 0 / 1));
        uint4 *const at = to + n;
        *at = value;
    }
}

// wide_odd: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 2 x 5 x 9001, row-run
// launch 282 blocks of (32, 4) threads; in holds 90010 elements, out 90013; both 1-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned wide_odd_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned wide_odd_offset(unsigned e)
{
    return e * 5;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 wide_odd_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// Puts a chunk of the input into the tile, its first element to `at`.
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
    }
}

extern "C" __global__ void __launch_bounds__(128)
    wide_odd(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[31];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 0, *const in_end = in_begin + 2ull * 45005;
    const unsigned first_col = (unsigned)(blockIdx.x % 141) * 64, matrix = blockIdx.x / 141;
    const unsigned cols = min(9001u - (unsigned)first_col, 64u), count = cols * 5;
    in += matrix * 45005 + first_col + 0;
    out += matrix * 45005 + first_col * 5 + 3;
    const unsigned out_skew = (unsigned)(size_t)out % 16 / sizeof *out;

    // A chunk of a row holds elements of 16 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 25; first += 128 * 1) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 5, col = (q % 5) * 16;
            const unsigned char *const from = in + (unsigned)row * 9001;
            const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 25 && col < cols + skew && (const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128, row = q / 5, col = (q % 5) * 16;
            const unsigned char *const from = in + (unsigned)row * 9001;
            const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q >= 25 || col >= cols + skew) continue;
            if ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) {
                const unsigned place = 80 + (col - skew) * 5 + row + out_skew;
                wide_odd_scatter(tile + wide_odd_byte(place), chunk[n]);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 16 - skew, cols); c++)
                    *(unsigned char *)(tile + wide_odd_byte(80 + c * 5 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if (n * 16 < out_skew || (n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = max(n * 16, out_skew); p < min((n + 1) * 16, all); p++)
                out[p - out_skew] = *(const unsigned char *)(tile + wide_odd_byte(80 + p));
            continue;
        }
        const uint4 value = *(const uint4 *)(tile + 16 * (n + 80 / 16));
        uint4 *const at = to + n;
        *at = value;
    }
}

// wide_gaps: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1 x 6 x 9001, row-run
// launch 141 blocks of (32, 4) threads; in holds 54026 elements, out 72006; both 16-byte aligned
// Chunk `chunk` of the tile, of which one is left out behind every 24: columns lie on different banks then.
static __device__ __forceinline__ unsigned wide_gaps_place(unsigned chunk)
{
    return chunk + chunk / 24;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned wide_gaps_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned) + at / (24 * 4) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned wide_gaps_offset(unsigned e)
{
    return e * 6;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 wide_gaps_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// Puts a chunk of the input into the tile, its first element to `at`; from element `near` on they go `jump` bytes further.
static __device__ __forceinline__ void wide_gaps_scatter(unsigned char *at, uint4 chunk, const int near, const int jump)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    const uint4 around = wide_gaps_around(chunk, turn);
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned first = (n + turn) % 4 * 1;
        unsigned char *const place = at + wide_gaps_offset(first) * sizeof(unsigned);
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            volatile unsigned *const to = (volatile unsigned *)((int)e < near - (int)first ? place : place + jump) + wide_gaps_offset(e);
            *to = (unsigned)(word[n]);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    wide_gaps(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[112];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned first_col = (unsigned)(blockIdx.x) * 64, matrix = 0;
    const unsigned cols = min(9001u - (unsigned)first_col, 64u), count = cols * 6;
    in += matrix * 54030 + first_col + 0;
    out += matrix * 72008 + first_col * 8 + 0;
    const unsigned out_skew = 0;

    // A chunk of a row holds elements of 4 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 102; first += 128 * 1) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 17, col = (q % 17) * 4;
            const unsigned *const from = in + (unsigned)row * 9005;
            const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 102 && col < cols + skew && first_col + col >= skew && first_col + col + 4 <= 9001u + skew) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128, row = q / 17, col = (q % 17) * 4;
            const unsigned *const from = in + (unsigned)row * 9005;
            const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
            if (q >= 102 || col >= cols + skew) continue;
            if (first_col + col >= skew && first_col + col + 4 <= 9001u + skew) {
                const unsigned place = 24 + (col - skew) * 6 + row + out_skew;
                const unsigned next = (place / (24 * 4) + 1) * (24 * 4);
                wide_gaps_scatter(tile + wide_gaps_byte(place), chunk[n], (next - place + 6 - 1) / 6, 16);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 4 - skew, cols); c++)
                    *(unsigned *)(tile + wide_gaps_byte(24 + c * 6 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    for (unsigned first = 0; first < count / 2; first += 128) {
        const unsigned p = (first + thread) * 2;
        if (p >= count) continue;
        *(uint2 *)(out + (unsigned)(p / 6) * 8 + p % 6) = *(const uint2 *)(tile + wide_gaps_byte(24 + p + out_skew));
    }
}

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
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned whole_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned) + at / (8 * 4) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned whole_offset(unsigned e)
{
    return e * 8;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 whole_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// The chunk of the output whose first element is at `at` in the tile.
static __device__ __forceinline__ uint4 whole_gather(const unsigned char *at)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        unsigned element[1];
        const unsigned first = (n + turn) % 4 * 1;
        const unsigned char *const from = at + whole_offset(first) * sizeof(unsigned);
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            element[e] = ((const volatile unsigned *)(from))[whole_offset(e)];
        }
        word[n] = element[0];
    }
    return whole_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
}

extern "C" __global__ void __launch_bounds__(128)
    whole(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[431];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 16;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)16) * 96u; // elements
    in += matrix * 96 + 0;
    out += matrix * 96 + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 4 - 1) / 4;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = whole_load_hint(at);
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            *(uint4 *)(tile + 16 * whole_place(q)) = chunk[n];
        }
    }
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

// whole_tall: transpose family of tilewright 0.1.0, from transpose-row-run.json; float16, 1001 x 20 x 9, row-run
// launch 126 blocks of (32, 4) threads; in holds 180181 elements, out 180180; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned whole_tall_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned short);
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned whole_tall_offset(unsigned e)
{
    return e * 9;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 whole_tall_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void whole_tall_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// The chunk of the output whose first element is at `at` in the tile; from element `near` on they lie `jump` bytes further.
static __device__ __forceinline__ uint4 whole_tall_gather(const unsigned char *at, const int near, const int jump)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        unsigned short element[2];
        const unsigned first = (n + turn) % 4 * 2;
        const unsigned char *const from = at + whole_tall_offset(first) * sizeof(unsigned short);
#pragma unroll
        for (unsigned e = 0; e < 2; e++) {
            element[e] = ((const volatile unsigned short *)((int)e < near - (int)first ? from : from + jump))[whole_tall_offset(e)];
        }
        word[n] = __byte_perm(element[0], element[1], 0x5410);
    }
    return whole_tall_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
}

extern "C" __global__ void __launch_bounds__(128)
    whole_tall(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[181];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned short *const in_begin = in + 1, *const in_end = in_begin + 1001ull * 180;
    const unsigned matrix = (unsigned)blockIdx.x * 8;
    const unsigned count = (unsigned)min(1001 - matrix, (unsigned)8) * 180u; // elements
    in += matrix * 180 + 1;
    out += matrix * 180 + 0;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 8 - 1) / 8;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned short *)at >= in_begin && (const unsigned short *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned short *)at >= in_begin && (const unsigned short *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 8, skew) - skew; p < min((q + 1) * 8 - skew, count); p++)
                    *(unsigned short *)(tile + whole_tall_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
    __syncthreads();

    const unsigned head = 0, vectors = (count - head) / 8;
    for (unsigned first = 0; first < vectors; first += 128) {
        const unsigned n = first + thread;
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

// pattern: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 4 x 80, row-run
// launch 16 blocks of (32, 4) threads; in holds 320000 elements, out 320000; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned pattern_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
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
{
    __shared__ uint4 chunks_of_tile[2665];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 64;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)64) * 320u; // elements
    in += matrix * 320 + 0;
    out += matrix * 320 + 0;
    const unsigned skew = 0; // the run begins with a chunk
    const unsigned out_skew = 0;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            // Of two matrices, between which chunks are left out, a chunk goes to both.
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
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        const uint4 value = pattern_stored(tile, n);
        uint4 *const at = to + n;
        *at = value;
    }
}

// scatter: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1000 x 3 x 30, row-run
// launch 63 blocks of (32, 4) threads; in holds 90000 elements, out 90001; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned scatter_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned);
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned scatter_offset(unsigned e)
{
    return e * 3;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 scatter_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// Puts a chunk of the input into the tile, its first element to `at`; from element `near` on they go `jump` bytes further.
static __device__ __forceinline__ void scatter_scatter(unsigned char *at, uint4 chunk, const int near, const int jump)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    const uint4 around = scatter_around(chunk, turn);
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned first = (n + turn) % 4 * 1;
        unsigned char *const place = at + scatter_offset(first) * sizeof(unsigned);
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            volatile unsigned *const to = (volatile unsigned *)((int)e < near - (int)first ? place : place + jump) + scatter_offset(e);
            *to = (unsigned)(word[n]);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    scatter(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[361];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 16;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)16) * 90u; // elements
    in += matrix * 90 + 0;
    out += matrix * 90 + 1;
    const unsigned skew = 0; // the run begins with a chunk
    const unsigned out_skew = (unsigned)(size_t)out % 16 / sizeof *out;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 4 - 1) / 4;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            const unsigned p = q * 4 - skew;
            const bool last = p % 90 / 30 == 3 - 1; // row of its matrix
            scatter_scatter(tile + scatter_byte(p / 90 * 90 + p % 30 * 3 + p % 90 / 30 + out_skew), chunk[n], 30 - (int)(p % 30), (1 - (last ? 3 : 90)) * (int)sizeof *in);
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 4 - 1) / 4; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 4 - 1) / 4) continue;
        if (n * 4 < out_skew || (n + 1) * 4 > all) {
#pragma unroll 1
            for (unsigned p = max(n * 4, out_skew); p < min((n + 1) * 4, all); p++)
                out[p - out_skew] = *(const unsigned *)(tile + scatter_byte(0 + p));
            continue;
        }
        const uint4 value = *(const uint4 *)(tile + 16 * (n + 0 / 4));
        uint4 *const at = to + n;
        *at = value;
    }
}

// scatter_whole: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1000 x 3 x 32, row-run
// launch 63 blocks of (32, 4) threads; in holds 96000 elements, out 96000; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned scatter_whole_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned);
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned scatter_whole_offset(unsigned e)
{
    return e * 3;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 scatter_whole_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// Puts a chunk of the input into the tile, its first element to `at`.
static __device__ __forceinline__ void scatter_whole_scatter(unsigned char *at, uint4 chunk)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    const uint4 around = scatter_whole_around(chunk, turn);
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned first = (n + turn) % 4 * 1;
        unsigned char *const place = at + scatter_whole_offset(first) * sizeof(unsigned);
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            volatile unsigned *const to = (volatile unsigned *)(place) + scatter_whole_offset(e);
            *to = (unsigned)(word[n]);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    scatter_whole(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[384];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 16;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)16) * 96u; // elements
    in += matrix * 96 + 0;
    out += matrix * 96 + 0;
    const unsigned skew = 0; // the run begins with a chunk
    const unsigned out_skew = 0;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 4 - 1) / 4;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            const unsigned p = q * 4 - skew;
            scatter_whole_scatter(tile + scatter_whole_byte(p / 96 * 96 + p % 32 * 3 + p % 96 / 32 + out_skew), chunk[n]);
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 4 - 1) / 4; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 4 - 1) / 4) continue;
        const uint4 value = *(const uint4 *)(tile + 16 * (n + 0 / 4));
        uint4 *const at = to + n;
        *at = value;
    }
}

// columns: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1001 x 9 x 11, row-run
// launch 8 blocks of (32, 4) threads; in holds 99099 elements, out 99099; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_turned(const unsigned byte)
{
    return 1305 * 16 + byte;
}

static __device__ __forceinline__ unsigned columns_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// Word n of a strip, turned: what lies behind its last element are those beside it.
static __device__ __forceinline__ unsigned columns_word(const unsigned held[9], const unsigned beside[3], const unsigned n)
{
    unsigned from[4], at[4];
#pragma unroll
    for (unsigned e = 0; e < 4; e++) {
        const unsigned p = 4 * n + e;
        const bool own = p < 4 * 9;
        from[e] = own ? held[p % 9] : beside[min(p - 4 * 9, 3 - 1)];
        at[e] = own ? p / 9 : 0;
    }
    return __byte_perm(__byte_perm(from[0], from[1], at[0] | 0x40 | at[1] << 4), __byte_perm(from[2], from[3], at[2] | 0x40 | at[3] << 4), 0x5410);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run; the next one begins at byte `next`.
static __device__ __forceinline__ void columns_strip(const unsigned char *tile, const unsigned given, const unsigned to, const unsigned next)
{
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
}

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 columns_stored(const unsigned char *tile, const unsigned n)
{
    return *(const uint4 *)(tile + columns_turned(16 * n));
}

extern "C" __global__ void __launch_bounds__(128)
    columns(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[2097];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 128;
    const unsigned count = (unsigned)min(1001 - matrix, (unsigned)128) * 99u; // elements
    in += matrix * 99 + 0;
    out += matrix * 99 + 0;
    const unsigned skew = 0; // the run begins with a chunk
    const unsigned out_skew = 0;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (q + 1) * 16 <= count) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            if (!((q + 1) * 16 <= count)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + columns_byte(p + skew) + p / 99 * 64) = in[p];
                continue;
            }
            // Of two matrices, between which chunks are left out, a chunk goes to both.
            const unsigned begin = q * 16, of = (max(begin, skew) - skew) / 99, to = (begin + 16 - 1 - skew) / 99;
            *(uint4 *)(tile + 16 * q + of * 64) = chunk[n];
            if (to > of) *(uint4 *)(tile + 16 * q + to * 64) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 4 columns of a matrix.
    const unsigned matrices = count / 99;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 3; strip += 128) {
        const unsigned of = strip / 3, col = min(strip % 3 * 4, 11 - 4);
        const unsigned begin = (skew + of * 99) * (unsigned)sizeof *in + of * 64, given = begin + col * (unsigned)sizeof *in;
        const unsigned behind = of + 1 < matrices ? begin + 99 * (unsigned)sizeof *in + 64 : begin, next = col + 4 < 11 ? given + 4 * (unsigned)sizeof *in : behind;
        columns_strip(tile, given, (out_skew + of * 99 + col * 9) * (unsigned)sizeof *in, next);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if ((n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = n * 16; p < min((n + 1) * 16, all); p++)
                out[p - out_skew] = *(const unsigned char *)(tile + columns_turned(p * (unsigned)sizeof *in));
            continue;
        }
        const uint4 value = columns_stored(tile, n);
        uint4 *const at = to + n;
        *at = value;
    }
}

// columns_odd: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 13 x 15, row-run
// launch 8 blocks of (32, 4) threads with 54048 bytes of dynamic shared memory; in holds 195000 elements, out 195001; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_odd_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_odd_turned(const unsigned byte)
{
    return 1817 * 16 + byte;
}

static __device__ __forceinline__ unsigned columns_odd_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_odd_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// Word n of a strip, turned: what lies behind its last element are those beside it.
static __device__ __forceinline__ unsigned columns_odd_word(const unsigned held[13], const unsigned beside[3], const unsigned n)
{
    unsigned from[4], at[4];
#pragma unroll
    for (unsigned e = 0; e < 4; e++) {
        const unsigned p = 4 * n + e;
        const bool own = p < 4 * 13;
        from[e] = own ? held[p % 13] : beside[min(p - 4 * 13, 3 - 1)];
        at[e] = own ? p / 13 : 0;
    }
    return __byte_perm(__byte_perm(from[0], from[1], at[0] | 0x40 | at[1] << 4), __byte_perm(from[2], from[3], at[2] | 0x40 | at[3] << 4), 0x5410);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run; the next one begins at byte `next`.
static __device__ __forceinline__ void columns_odd_strip(const unsigned char *tile, const unsigned given, const unsigned to, const unsigned next, const bool first)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[13];
    unsigned word[4]; // that bytes 0, 1, 2 and 3 of the strip lie in
#pragma unroll
    for (unsigned i = 0; i < 4; i++) word[i] = place + (given + i) / 4 * 4;
#pragma unroll
    for (unsigned i = 0; i < 13; i++) {
        const unsigned p = i * 15;
        const unsigned at = word[p % 4] + p / 4 * 4, low = columns_odd_read(at);
        held[i] = __funnelshift_r(low, columns_odd_read(at + 4), (given + p % 4) * 8);
    }
    unsigned beside[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        beside[i] = ((const volatile unsigned char *)(tile + next))[i * 15];
    const unsigned skip = (0u - to) % 4; // bytes of its first word, which the strip before has put
    unsigned current = columns_odd_word(held, beside, 0);
    if (first && skip) columns_odd_write(place + columns_odd_turned(to / 4 * 4), current << (4 - skip) * 8);
#pragma unroll
    for (unsigned n = 0; n < 13; n++) {
        const unsigned next_word = columns_odd_word(held, beside, n + 1), value = __funnelshift_r(current, next_word, skip * 8);
        current = next_word;
        columns_odd_write(place + columns_odd_turned((to + 3) / 4 * 4 + 4 * n), value);
    }
}

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 columns_odd_stored(const unsigned char *tile, const unsigned n)
{
    return *(const uint4 *)(tile + columns_odd_turned(16 * n));
}

extern "C" __global__ void __launch_bounds__(128)
    columns_odd(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    extern __shared__ uint4 columns_odd_tile[]; // 3378 chunks of 16 bytes
    unsigned char *const tile = (unsigned char *)columns_odd_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 128;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)128) * 195u; // elements
    in += matrix * 195 + 0;
    out += matrix * 195 + 1;
    const unsigned skew = 0; // the run begins with a chunk
    const unsigned out_skew = (unsigned)(size_t)out % 16 / sizeof *out;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (q + 1) * 16 <= count) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            if (!((q + 1) * 16 <= count)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + columns_odd_byte(p + skew) + p / 195 * 32) = in[p];
                continue;
            }
            // Of two matrices, between which chunks are left out, a chunk goes to both.
            const unsigned begin = q * 16, of = (max(begin, skew) - skew) / 195, to = (begin + 16 - 1 - skew) / 195;
            *(uint4 *)(tile + 16 * q + of * 32) = chunk[n];
            if (to > of) *(uint4 *)(tile + 16 * q + to * 32) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 4 columns of a matrix.
    const unsigned matrices = count / 195;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 4; strip += 128) {
        const unsigned of = strip / 4, col = min(strip % 4 * 4, 15 - 4);
        const unsigned begin = (skew + of * 195) * (unsigned)sizeof *in + of * 32, given = begin + col * (unsigned)sizeof *in;
        const unsigned behind = of + 1 < matrices ? begin + 195 * (unsigned)sizeof *in + 32 : begin, next = col + 4 < 15 ? given + 4 * (unsigned)sizeof *in : behind;
        columns_odd_strip(tile, given, (out_skew + of * 195 + col * 13) * (unsigned)sizeof *in, next, strip == 0);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if (n * 16 < out_skew || (n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = max(n * 16, out_skew); p < min((n + 1) * 16, all); p++)
                out[p - out_skew] = *(const unsigned char *)(tile + columns_odd_turned(p * (unsigned)sizeof *in));
            continue;
        }
        const uint4 value = columns_odd_stored(tile, n);
        uint4 *const at = to + n;
        *at = value;
    }
}

// columns_apart: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 30 x 32, row-run
// launch 63 blocks of (32, 4) threads; in holds 960000 elements, out 960000; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_apart_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_apart_turned(const unsigned byte)
{
    return 993 * 16 + byte;
}

static __device__ __forceinline__ unsigned columns_apart_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_apart_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// Word n of a strip, turned: what lies behind its last element are those beside it.
static __device__ __forceinline__ unsigned columns_apart_word(const unsigned held[30], const unsigned n)
{
    unsigned from[4], at[4];
#pragma unroll
    for (unsigned e = 0; e < 4; e++) {
        const unsigned p = 4 * n + e;
        from[e] = held[p % 30];
        at[e] = p / 30;
    }
    return __byte_perm(__byte_perm(from[0], from[1], at[0] | 0x40 | at[1] << 4), __byte_perm(from[2], from[3], at[2] | 0x40 | at[3] << 4), 0x5410);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run.
static __device__ __forceinline__ void columns_apart_strip(const unsigned char *tile, const unsigned given, const unsigned to)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[30];
#pragma unroll
    for (unsigned i = 0; i < 30; i++) {
        const unsigned p = i * 32;
        held[i] = columns_apart_read(place + given + p);
    }
#pragma unroll
    for (unsigned n = 0; n < 30; n++) {
        const unsigned value = columns_apart_word(held, n);
        columns_apart_write(place + columns_apart_turned((to + 3) / 4 * 4 + 4 * n), value);
    }
}

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 columns_apart_stored(const unsigned char *tile, const unsigned n)
{
    return *(const uint4 *)(tile + columns_apart_turned(16 * n));
}

extern "C" __global__ void __launch_bounds__(128)
    columns_apart(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[1953];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 16;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)16) * 960u; // elements
    in += matrix * 960 + 0;
    out += matrix * 960 + 0;
    const unsigned skew = 0; // the run begins with a chunk
    const unsigned out_skew = 0;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            // Of two matrices, between which chunks are left out, a chunk goes to both.
            const unsigned begin = q * 16, of = (max(begin, skew) - skew) / 960, to = (begin + 16 - 1 - skew) / 960;
            *(uint4 *)(tile + 16 * q + of * 32) = chunk[n];
            if (to > of) *(uint4 *)(tile + 16 * q + to * 32) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 4 columns of a matrix.
    const unsigned matrices = count / 960;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 8; strip += 128) {
        const unsigned of = strip / 8, col = strip % 8 * 4;
        const unsigned begin = (skew + of * 960) * (unsigned)sizeof *in + of * 32, given = begin + col * (unsigned)sizeof *in;
        columns_apart_strip(tile, given, (out_skew + of * 960 + col * 30) * (unsigned)sizeof *in);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        const uint4 value = columns_apart_stored(tile, n);
        uint4 *const at = to + n;
        *at = value;
    }
}

// columns_halves: transpose family of tilewright 0.1.0, from transpose-row-run.json; float16, 1000 x 32 x 17, row-run
// launch 125 blocks of (32, 4) threads; in holds 544001 elements, out 544000; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_halves_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned short);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_halves_turned(const unsigned byte)
{
    return 562 * 16 + byte + byte / 128 * 4;
}

static __device__ __forceinline__ unsigned columns_halves_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_halves_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// Word n of a strip, turned: what lies behind its last element are those beside it.
static __device__ __forceinline__ unsigned columns_halves_word(const unsigned held[32], const unsigned n)
{
    unsigned from[2], at[2];
#pragma unroll
    for (unsigned e = 0; e < 2; e++) {
        const unsigned p = 2 * n + e;
        from[e] = held[p % 32];
        at[e] = p / 32;
    }
    return __byte_perm(from[0], from[1], 0x10 + at[0] * 0x22 | 0x5400 + at[1] * 0x2200);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run.
static __device__ __forceinline__ void columns_halves_strip(const unsigned char *tile, const unsigned given, const unsigned to)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[32];
    unsigned word[4]; // that bytes 0, 1, 2 and 3 of the strip lie in
#pragma unroll
    for (unsigned i = 0; i < 4; i++) word[i] = place + (given + i) / 4 * 4;
#pragma unroll
    for (unsigned i = 0; i < 32; i++) {
        const unsigned p = i * 34;
        const unsigned at = word[p % 4] + p / 4 * 4, low = columns_halves_read(at);
        held[i] = __funnelshift_r(low, columns_halves_read(at + 4), (given + p % 4) * 8);
    }
#pragma unroll
    for (unsigned n = 0; n < 32; n++) {
        const unsigned value = columns_halves_word(held, n);
        columns_halves_write(place + columns_halves_turned((to + 3) / 4 * 4 + 4 * n), value);
    }
}

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 columns_halves_stored(const unsigned char *tile, const unsigned n)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(tile) + columns_halves_turned(16 * n);
    return make_uint4(columns_halves_read(at), columns_halves_read(at + 4), columns_halves_read(at + 8), columns_halves_read(at + 12));
}

extern "C" __global__ void __launch_bounds__(128)
    columns_halves(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[1123];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned short *const in_begin = in + 1, *const in_end = in_begin + 1000ull * 544;
    const unsigned matrix = (unsigned)blockIdx.x * 8;
    const unsigned count = 8 * 544u; // elements
    in += matrix * 544 + 1;
    out += matrix * 544 + 0;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run
    const unsigned out_skew = 0;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 8 - 1) / 8;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned short *)at >= in_begin && (const unsigned short *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned short *)at >= in_begin && (const unsigned short *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 8, skew) - skew; p < min((q + 1) * 8 - skew, count); p++)
                    *(unsigned short *)(tile + columns_halves_byte(p + skew) + p / 544 * 32) = in[p];
                continue;
            }
            // Of two matrices, between which chunks are left out, a chunk goes to both.
            const unsigned begin = q * 8, of = (max(begin, skew) - skew) / 544, to = (begin + 8 - 1 - skew) / 544;
            *(uint4 *)(tile + 16 * q + of * 32) = chunk[n];
            if (to > of) *(uint4 *)(tile + 16 * q + to * 32) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 2 columns of a matrix.
    const unsigned matrices = count / 544;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 9; strip += 128) {
        const unsigned of = strip / 9, col = min(strip % 9 * 2, 17 - 2);
        const unsigned begin = (skew + of * 544) * (unsigned)sizeof *in + of * 32, given = begin + col * (unsigned)sizeof *in;
        columns_halves_strip(tile, given, (out_skew + of * 544 + col * 32) * (unsigned)sizeof *in);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 8 - 1) / 8; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 8 - 1) / 8) continue;
        const uint4 value = columns_halves_stored(tile, n);
        uint4 *const at = to + n;
        *at = value;
    }
}

// columns_bands: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 331 x 22, row-run
// launch 500 blocks of (32, 4) threads; in holds 7282000 elements, out 7282001; both 1-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_bands_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_bands_turned(const unsigned byte)
{
    return 912 * 16 + byte;
}

static __device__ __forceinline__ unsigned columns_bands_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_bands_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
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
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[31];
    unsigned word[4]; // that bytes 0, 1, 2 and 3 of the strip lie in
#pragma unroll
    for (unsigned i = 0; i < 4; i++) word[i] = place + (given + i) / 4 * 4;
#pragma unroll
    for (unsigned i = 0; i < 28; i++) {
        const unsigned p = i * 22;
        const unsigned at = word[p % 4] + p / 4 * 4, low = columns_bands_read(at);
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

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 columns_bands_stored(const unsigned char *tile, const unsigned n)
{
    return *(const uint4 *)(tile + columns_bands_turned(16 * n));
}

extern "C" __global__ void __launch_bounds__(128)
    columns_bands(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[1824];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 0, *const in_end = in_begin + 1000ull * 7282;
    const unsigned matrix = (unsigned)blockIdx.x * 2;
    const unsigned count = 2 * 7282u; // elements
    in += matrix * 7282 + 0;
    out += matrix * 7282 + 1;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run
    const unsigned out_skew = (unsigned)(size_t)out % 16 / sizeof *out;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + columns_bands_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 4 columns of a matrix and 28 rows.
    const unsigned matrices = count / 7282;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 72; strip += 128) {
        const unsigned of = strip / 6 % matrices, col = min(strip % 6 * 4, 22 - 4);
        const unsigned row = min((strip / 6 / matrices) * 28, 331 - 28);
        const unsigned begin = (skew + of * 7282) * (unsigned)sizeof *in, top = begin + col * (unsigned)sizeof *in, given = top + row * 22;
        const unsigned behind = of + 1 < matrices ? begin + 7282 * (unsigned)sizeof *in : begin, next = col + 4 < 22 ? top + 4 * (unsigned)sizeof *in : behind;
        const bool last = row + 28 == 331;
        columns_bands_strip(tile, given, (out_skew + of * 7282 + col * 331 + row) * (unsigned)sizeof *in, next, last ? top : given + 28 * 22, last, strip == 0);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if (n * 16 < out_skew || (n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = max(n * 16, out_skew); p < min((n + 1) * 16, all); p++)
                out[p - out_skew] = *(const unsigned char *)(tile + columns_bands_turned(p * (unsigned)sizeof *in));
            continue;
        }
        const uint4 value = columns_bands_stored(tile, n);
        uint4 *const at = to + n;
        *at = value;
    }
}

// columns_words: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 128 x 8, row-run
// launch 63 blocks of (32, 4) threads; in holds 1024000 elements, out 1024000; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_words_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_words_turned(const unsigned byte)
{
    return 1041 * 16 + byte + byte / 256 * 4;
}

static __device__ __forceinline__ unsigned columns_words_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_words_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// The n-th 4 rows of a strip, turned: a word of each column.
static __device__ __forceinline__ void columns_words_words(const unsigned (&held)[32], const unsigned n, unsigned (&word)[4])
{
    const unsigned a = held[4 * n], b = held[4 * n + 1], c = held[4 * n + 2], d = 4 * n + 3 < 32 ? held[4 * n + 3] : 0;
    const unsigned ab01 = __byte_perm(a, b, 0x5140), ab23 = __byte_perm(a, b, 0x7362);
    const unsigned cd01 = __byte_perm(c, d, 0x5140), cd23 = __byte_perm(c, d, 0x7362);
    word[0] = __byte_perm(ab01, cd01, 0x5410), word[1] = __byte_perm(ab01, cd01, 0x7632);
    word[2] = __byte_perm(ab23, cd23, 0x5410), word[3] = __byte_perm(ab23, cd23, 0x7632);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run.
static __device__ __forceinline__ void columns_words_strip(const unsigned char *tile, const unsigned given, const unsigned to)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[32];
#pragma unroll
    for (unsigned i = 0; i < 32; i++) {
        const unsigned p = i * 8;
        held[i] = columns_words_read(place + given + p);
    }
    unsigned words[4]; // that are put next
    columns_words_words(held, 0, words);
#pragma unroll
    for (unsigned n = 0; n < 8; n++) {
        if (n > 0) columns_words_words(held, n, words);
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned begin = to + k * 128;
            const unsigned value = words[k];
            columns_words_write(place + columns_words_turned((begin + 3) / 4 * 4 + 4 * n), value);
        }
    }
}

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 columns_words_stored(const unsigned char *tile, const unsigned n)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(tile) + columns_words_turned(16 * n);
    return make_uint4(columns_words_read(at), columns_words_read(at + 4), columns_words_read(at + 8), columns_words_read(at + 12));
}

extern "C" __global__ void __launch_bounds__(128)
    columns_words(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[2081];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 16;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)16) * 1024u; // elements
    in += matrix * 1024 + 0;
    out += matrix * 1024 + 0;
    const unsigned skew = 0; // the run begins with a chunk
    const unsigned out_skew = 0;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            // Of two matrices, between which chunks are left out, a chunk goes to both.
            const unsigned begin = q * 16, of = (max(begin, skew) - skew) / 1024, to = (begin + 16 - 1 - skew) / 1024;
            *(uint4 *)(tile + 16 * q + of * 16) = chunk[n];
            if (to > of) *(uint4 *)(tile + 16 * q + to * 16) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 4 columns of a matrix and 32 rows.
    const unsigned matrices = count / 1024;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 8; strip += 128) {
        const unsigned of = strip / 2 % matrices, col = strip % 2 * 4;
        const unsigned row = (strip / 2 / matrices) * 32;
        const unsigned begin = (skew + of * 1024) * (unsigned)sizeof *in + of * 16, top = begin + col * (unsigned)sizeof *in, given = top + row * 8;
        columns_words_strip(tile, given, (out_skew + of * 1024 + col * 128 + row) * (unsigned)sizeof *in);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        const uint4 value = columns_words_stored(tile, n);
        uint4 *const at = to + n;
        *at = value;
    }
}

// columns_band_halves: transpose family of tilewright 0.1.0, from transpose-row-run.json; float16, 1000 x 97 x 40, row-run
// launch 334 blocks of (32, 4) threads; in holds 3880000 elements, out 3880000; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_band_halves_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned short);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_band_halves_turned(const unsigned byte)
{
    return 1456 * 16 + byte;
}

static __device__ __forceinline__ unsigned columns_band_halves_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_band_halves_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// The n-th 2 rows of a strip, turned: a word of each column.
static __device__ __forceinline__ void columns_band_halves_words(const unsigned (&held)[21], const unsigned n, unsigned (&word)[2])
{
    const unsigned a = held[2 * n], b = 2 * n + 1 < 21 ? held[2 * n + 1] : 0;
    word[0] = __byte_perm(a, b, 0x5410), word[1] = __byte_perm(a, b, 0x7632);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run; the next one begins at byte `next`.
// Its columns go on at byte `behind`, or if it is the `last` of them, one column further there.
static __device__ __forceinline__ void columns_band_halves_strip(const unsigned char *tile, const unsigned given, const unsigned to, const unsigned next, const unsigned behind, const bool last)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[21];
#pragma unroll
    for (unsigned i = 0; i < 20; i++) {
        const unsigned p = i * 80;
        held[i] = columns_band_halves_read(place + given + p);
    }
#pragma unroll
    for (unsigned i = 0; i < 1; i++) {
        const unsigned at = place + behind + i * 80;
        const unsigned row = columns_band_halves_read(at);
        held[20 + i] = row;
        if (last) held[20 + i] = row >> 16 | (unsigned)((const volatile unsigned short *)(tile + next))[i * 40] << (32 - 16);
    }
    unsigned words[2]; // that are put next
    columns_band_halves_words(held, 0, words);
#pragma unroll
    for (unsigned n = 0; n < 10; n++) {
        unsigned behind_words[2];
        columns_band_halves_words(held, n + 1, behind_words);
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            const unsigned begin = to + k * 194;
            const unsigned value = __funnelshift_r(words[k], behind_words[k], (0u - begin) % 4 * 8);
            words[k] = behind_words[k];
            columns_band_halves_write(place + columns_band_halves_turned((begin + 3) / 4 * 4 + 4 * n), value);
        }
    }
}

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 columns_band_halves_stored(const unsigned char *tile, const unsigned n)
{
    return *(const uint4 *)(tile + columns_band_halves_turned(16 * n));
}

extern "C" __global__ void __launch_bounds__(128)
    columns_band_halves(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[2911];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 3;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)3) * 3880u; // elements
    in += matrix * 3880 + 0;
    out += matrix * 3880 + 0;
    const unsigned skew = 0; // the run begins with a chunk
    const unsigned out_skew = 0;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 8 - 1) / 8;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 2 columns of a matrix and 20 rows.
    const unsigned matrices = count / 3880;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 100; strip += 128) {
        const unsigned of = strip / 20 % matrices, col = strip % 20 * 2;
        const unsigned row = min((strip / 20 / matrices) * 20, 97 - 20);
        const unsigned begin = (skew + of * 3880) * (unsigned)sizeof *in, top = begin + col * (unsigned)sizeof *in, given = top + row * 80;
        const unsigned behind = of + 1 < matrices ? begin + 3880 * (unsigned)sizeof *in : begin, next = col + 2 < 40 ? top + 2 * (unsigned)sizeof *in : behind;
        const bool last = row + 20 == 97;
        columns_band_halves_strip(tile, given, (out_skew + of * 3880 + col * 97 + row) * (unsigned)sizeof *in, next, last ? top : given + 20 * 80, last);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 8 - 1) / 8; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 8 - 1) / 8) continue;
        const uint4 value = columns_band_halves_stored(tile, n);
        uint4 *const at = to + n;
        *at = value;
    }
}

// columns_gaps: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 221 x 37, row-run
// launch 500 blocks of (32, 4) threads; in holds 28287909 elements, out 8287997; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_gaps_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_gaps_turned(const unsigned byte)
{
    return 1327 * 16 + byte;
}

static __device__ __forceinline__ unsigned columns_gaps_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_gaps_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// The n-th 4 rows of a strip, turned: a word of each column.
static __device__ __forceinline__ void columns_gaps_words(const unsigned (&held)[31], const unsigned n, unsigned (&word)[4])
{
    const unsigned a = held[4 * n], b = held[4 * n + 1], c = held[4 * n + 2], d = 4 * n + 3 < 31 ? held[4 * n + 3] : 0;
    const unsigned ab01 = __byte_perm(a, b, 0x5140), ab23 = __byte_perm(a, b, 0x7362);
    const unsigned cd01 = __byte_perm(c, d, 0x5140), cd23 = __byte_perm(c, d, 0x7362);
    word[0] = __byte_perm(ab01, cd01, 0x5410), word[1] = __byte_perm(ab01, cd01, 0x7632);
    word[2] = __byte_perm(ab23, cd23, 0x5410), word[3] = __byte_perm(ab23, cd23, 0x7632);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run; the next one begins at byte `next`.
// Its columns go on at byte `behind`, or if it is the `last` of them, one column further there.
static __device__ __forceinline__ void columns_gaps_strip(const unsigned char *tile, const unsigned given, const unsigned to, const unsigned next, const unsigned behind, const bool last)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[31];
    unsigned word[4]; // that bytes 0, 1, 2 and 3 of the strip lie in
#pragma unroll
    for (unsigned i = 0; i < 4; i++) word[i] = place + (given + i) / 4 * 4;
#pragma unroll
    for (unsigned i = 0; i < 28; i++) {
        const unsigned p = i * 48;
        const unsigned at = word[p % 4] + p / 4 * 4, low = columns_gaps_read(at);
        held[i] = __funnelshift_r(low, columns_gaps_read(at + 4), (given + p % 4) * 8);
    }
#pragma unroll
    for (unsigned i = 0; i < 3; i++) {
        const unsigned at = place + behind + i * 48;
        const unsigned low = columns_gaps_read(at / 4 * 4), high = columns_gaps_read(at / 4 * 4 + 4), row = __funnelshift_r(low, high, at * 8);
        held[28 + i] = row;
        if (last) held[28 + i] = row >> 8 | (unsigned)((const volatile unsigned char *)(tile + next))[i * 48] << (32 - 8);
    }
    unsigned words[4]; // that are put next
    columns_gaps_words(held, 0, words);
#pragma unroll
    for (unsigned n = 0; n < 7; n++) {
        unsigned behind_words[4];
        columns_gaps_words(held, n + 1, behind_words);
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned begin = to + k * 221;
            const unsigned value = __funnelshift_r(words[k], behind_words[k], (0u - begin) % 4 * 8);
            words[k] = behind_words[k];
            columns_gaps_write(place + columns_gaps_turned((begin + 3) / 4 * 4 + 4 * n), value);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    columns_gaps(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[2350];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 0, *const in_end = in_begin + 1000ull * 28288 - 91;
    const unsigned matrix = (unsigned)blockIdx.x * 2;
    const unsigned count = 2 * 8177u; // elements
    in += matrix * 28288 + 0;
    out += matrix * 8288 + 0;
    const unsigned out_skew = 0;

    const unsigned given = count / 8177 * 10608, pieces = given / 16;
#pragma unroll 1
    for (unsigned first = thread; first < pieces; first += 128 * 8) {
        uint4 value[8];
#pragma unroll
        for (unsigned n = 0; n < 8; n++) { // all loads first
            const unsigned p = min(first + n * 128, pieces - 1) * 16;
            const uint4 *const at = (const uint4 *)(in + (unsigned)(p / 48) * 128 + p % 48);
            if ((const unsigned char *)(at + 1) <= in_end) value[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 8; n++) {
            const unsigned p = (first + n * 128) * 16;
            if (p >= given) continue;
            unsigned char *const to = tile + columns_gaps_byte(p);
            const unsigned char *const from = in + (unsigned)(p / 48) * 128 + p % 48;
            if (from + 16 > in_end) { // behind the last row is nothing
#pragma unroll 1
                for (unsigned i = 0; from + i < in_end; i++) ((unsigned char *)to)[i] = from[i];
                continue;
            }
            *(uint4 *)to = value[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 4 columns of a matrix and 28 rows.
    const unsigned matrices = count / 8177;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 80; strip += 128) {
        const unsigned of = strip / 10 % matrices, col = min(strip % 10 * 4, 37 - 4);
        const unsigned row = min((strip / 10 / matrices) * 28, 221 - 28);
        const unsigned begin = (of * 10608) * (unsigned)sizeof *in, top = begin + col * (unsigned)sizeof *in, given = top + row * 48;
        const unsigned behind = of + 1 < matrices ? begin + 10608 * (unsigned)sizeof *in : begin, next = col + 4 < 37 ? top + 4 * (unsigned)sizeof *in : behind;
        const bool last = row + 28 == 221;
        columns_gaps_strip(tile, given, (out_skew + of * 8177 + col * 221 + row) * (unsigned)sizeof *in, next, last ? top : given + 28 * 48, last);
    }
    __syncthreads();

    // Columns go by words of the output, and by elements where they end within one.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), columns = count / 221;
    for (unsigned first = 0; first < columns * 56; first += 128) {
        const unsigned column = (first + thread) / 56;
        if (column >= columns) continue;
        unsigned char *const to = out + (unsigned)column * 224;
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

// columns_gaps_anywhere: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 30 x 32, row-run
// launch 63 blocks of (32, 4) threads; in holds 1919968 elements, out 1055997; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_gaps_anywhere_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_gaps_anywhere_turned(const unsigned byte)
{
    return 993 * 16 + byte;
}

static __device__ __forceinline__ unsigned columns_gaps_anywhere_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_gaps_anywhere_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// Word n of a strip, turned: what lies behind its last element are those beside it.
static __device__ __forceinline__ unsigned columns_gaps_anywhere_word(const unsigned held[30], const unsigned n)
{
    unsigned from[4], at[4];
#pragma unroll
    for (unsigned e = 0; e < 4; e++) {
        const unsigned p = 4 * n + e;
        from[e] = held[p % 30];
        at[e] = p / 30;
    }
    return __byte_perm(__byte_perm(from[0], from[1], at[0] | 0x40 | at[1] << 4), __byte_perm(from[2], from[3], at[2] | 0x40 | at[3] << 4), 0x5410);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run.
static __device__ __forceinline__ void columns_gaps_anywhere_strip(const unsigned char *tile, const unsigned given, const unsigned to)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[30];
#pragma unroll
    for (unsigned i = 0; i < 30; i++) {
        const unsigned p = i * 32;
        held[i] = columns_gaps_anywhere_read(place + given + p);
    }
#pragma unroll
    for (unsigned n = 0; n < 30; n++) {
        const unsigned value = columns_gaps_anywhere_word(held, n);
        columns_gaps_anywhere_write(place + columns_gaps_anywhere_turned((to + 3) / 4 * 4 + 4 * n), value);
    }
}

extern "C" __global__ void __launch_bounds__(128)
    columns_gaps_anywhere(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[1953];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 16;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)16) * 960u; // elements
    in += matrix * 1920 + 0;
    out += matrix * 1056 + 0;
    const unsigned out_skew = 0;

    const unsigned given = count, pieces = given / 16;
#pragma unroll 1
    for (unsigned first = thread; first < pieces; first += 128 * 8) {
        uint4 value[8];
#pragma unroll
        for (unsigned n = 0; n < 8; n++) { // all loads first, and none of them behind a branch
            const unsigned p = min(first + n * 128, pieces - 1) * 16;
            const uint4 *const at = (const uint4 *)(in + (unsigned)(p / 32) * 64 + p % 32);
            value[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 8; n++) {
            const unsigned p = (first + n * 128) * 16;
            if (p >= given) continue;
            unsigned char *const to = tile + columns_gaps_anywhere_byte(p) + p / 960 * 32;
            *(uint4 *)to = value[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 4 columns of a matrix.
    const unsigned matrices = count / 960;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 8; strip += 128) {
        const unsigned of = strip / 8, col = strip % 8 * 4;
        const unsigned begin = (of * 960) * (unsigned)sizeof *in + of * 32, given = begin + col * (unsigned)sizeof *in;
        columns_gaps_anywhere_strip(tile, given, (out_skew + of * 960 + col * 30) * (unsigned)sizeof *in);
    }
    __syncthreads();

    // Columns go by words of the output, and by elements where they end within one.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), columns = count / 30;
    for (unsigned first = 0; first < columns * 9; first += 128) {
        const unsigned column = (first + thread) / 9;
        if (column >= columns) continue;
        unsigned char *const to = out + (unsigned)column * 33;
        const int at = (int)((first + thread) % 9 * 4) - (int)((size_t)to % 4), bytes = 30;
        const unsigned from = column * 30 + at;
        if (at >= 0 && at + 4 <= bytes) {
            const unsigned low = columns_gaps_anywhere_read(place + columns_gaps_anywhere_turned(from / 4 * 4)), high = from % 4 ? columns_gaps_anywhere_read(place + columns_gaps_anywhere_turned(from / 4 * 4 + 4)) : 0;
            *(unsigned *)((char *)to + at) = __funnelshift_r(low, high, from * 8);
            continue;
        }
#pragma unroll 1
        for (int p = max(at, 0); p < min(at + 4, bytes); p += (int)sizeof *to)
            *(unsigned char *)((char *)to + p) = *(const unsigned char *)(tile + columns_gaps_anywhere_turned(column * 30 + p));
    }
}

// units: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1001 x 9 x 11, row-run
// launch 8 blocks of (32, 4) threads; in holds 99099 elements, out 99099; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned units_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

extern "C" __global__ void __launch_bounds__(128)
    units(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[1584];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 128;
    const unsigned count = (unsigned)min(1001 - matrix, (unsigned)128) * 99u; // elements
    in += matrix * 99 + 0;
    out += matrix * 99 + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (q + 1) * 16 <= count) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            if (!((q + 1) * 16 <= count)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + units_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
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
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if ((n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = n * 16; p < min((n + 1) * 16, all); p++)
                out[p] = ((const unsigned char *)turned)[p];
            continue;
        }
        const uint4 value = ((const uint4 *)turned)[n];
        uint4 *const at = to + n;
        *at = value;
    }
}

// units_odd: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 13 x 15, row-run
// launch 8 blocks of (32, 4) threads with 49920 bytes of dynamic shared memory; in holds 195000 elements, out 195001; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned units_odd_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

extern "C" __global__ void __launch_bounds__(128)
    units_odd(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    extern __shared__ uint4 units_odd_tile[]; // 3120 chunks of 16 bytes
    unsigned char *const tile = (unsigned char *)units_odd_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 128;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)128) * 195u; // elements
    in += matrix * 195 + 0;
    out += matrix * 195 + 1;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (q + 1) * 16 <= count) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            if (!((q + 1) * 16 <= count)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + units_odd_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns 4 matrices, 195 words, at a time.
    volatile unsigned *const turned = (volatile unsigned *)(tile + 1560 * 16);
    const volatile unsigned char *const given = (const volatile unsigned char *)tile + skew; // each element by itself
    const unsigned units = count / 780;
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        if (unit >= units) continue;
        const volatile unsigned char *const from = given + unit * 780;
#pragma unroll
        for (unsigned n = 0; n < 195; n++) {
            unsigned word = 0;
#pragma unroll
            for (unsigned p = 4 * n; p < 4 * (n + 1); p++)
                word |= (unsigned)from[p / 195 * 195 + p % 13 * 15 + p % 195 / 13] << p % 4 * 8;
            turned[unit * 195 + n] = word;
        }
    }
    __syncthreads();

    for (unsigned first = 0; first < count / 1; first += 128) {
        const unsigned p = (first + thread) * 1;
        if (p >= count) continue;
        *(unsigned char *)(out + (unsigned)(p / 13) * 13 + p % 13) = *(const unsigned char *)((const unsigned char *)turned + p);
    }
}

// columns_few: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 37 x 3, row-run
// launch 25 blocks of (32, 4) threads; in holds 111000 elements, out 111000; both 1-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned columns_few_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// The byte of the tile where byte `byte` of the run of the output lies.
static __device__ __forceinline__ unsigned columns_few_turned(const unsigned byte)
{
    return 359 * 16 + byte;
}

static __device__ __forceinline__ unsigned columns_few_read(const unsigned at)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

static __device__ __forceinline__ void columns_few_write(const unsigned at, const unsigned word)
{
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(word) : "memory");
}

// Word n of a strip, turned: what lies behind its last element are those beside it.
static __device__ __forceinline__ unsigned columns_few_word(const unsigned held[37], const unsigned beside[3], const unsigned n)
{
    unsigned from[4], at[4];
#pragma unroll
    for (unsigned e = 0; e < 4; e++) {
        const unsigned p = 4 * n + e;
        const bool own = p < 3 * 37;
        from[e] = own ? held[p % 37] : beside[min(p - 3 * 37, 3 - 1)];
        at[e] = own ? p / 37 : 0;
    }
    return __byte_perm(__byte_perm(from[0], from[1], at[0] | 0x40 | at[1] << 4), __byte_perm(from[2], from[3], at[2] | 0x40 | at[3] << 4), 0x5410);
}

// Turns the strip that begins at byte `given` of the tile, and goes to byte `to` of the output's run; the next one begins at byte `next`.
static __device__ __forceinline__ void columns_few_strip(const unsigned char *tile, const unsigned given, const unsigned to, const unsigned next, const bool first)
{
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile);
    unsigned held[37];
    unsigned word[4]; // that bytes 0, 1, 2 and 3 of the strip lie in
#pragma unroll
    for (unsigned i = 0; i < 4; i++) word[i] = place + (given + i) / 4 * 4;
#pragma unroll
    for (unsigned i = 0; i < 37; i++) {
        const unsigned p = i * 3;
        const unsigned at = word[p % 4] + p / 4 * 4, low = columns_few_read(at);
        held[i] = __funnelshift_r(low, columns_few_read(at + 4), (given + p % 4) * 8);
    }
    unsigned beside[3];
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        beside[i] = ((const volatile unsigned char *)(tile + next))[i * 3];
    const unsigned skip = (0u - to) % 4; // bytes of its first word, which the strip before has put
    unsigned current = columns_few_word(held, beside, 0);
    if (first && skip) columns_few_write(place + columns_few_turned(to / 4 * 4), current << (4 - skip) * 8);
#pragma unroll
    for (unsigned n = 0; n < 28; n++) {
        const unsigned next_word = columns_few_word(held, beside, n + 1), value = __funnelshift_r(current, next_word, skip * 8);
        current = next_word;
        if (4 * n + skip < 111) columns_few_write(place + columns_few_turned((to + 3) / 4 * 4 + 4 * n), value);
    }
}

// Chunk n of the run of the output.
static __device__ __forceinline__ uint4 columns_few_stored(const unsigned char *tile, const unsigned n)
{
    return *(const uint4 *)(tile + columns_few_turned(16 * n));
}

extern "C" __global__ void __launch_bounds__(128)
    columns_few(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[638];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 0, *const in_end = in_begin + 1000ull * 111;
    const unsigned matrix = (unsigned)blockIdx.x * 40;
    const unsigned count = 40 * 111u; // elements
    in += matrix * 111 + 0;
    out += matrix * 111 + 0;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run
    const unsigned out_skew = (unsigned)(size_t)out % 16 / sizeof *out;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + columns_few_byte(p + skew) + p / 111 * 32) = in[p];
                continue;
            }
            // Of two matrices, between which chunks are left out, a chunk goes to both.
            const unsigned begin = q * 16, of = (max(begin, skew) - skew) / 111, to = (begin + 16 - 1 - skew) / 111;
            *(uint4 *)(tile + 16 * q + of * 32) = chunk[n];
            if (to > of) *(uint4 *)(tile + 16 * q + to * 32) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a strip at a time, 3 columns of a matrix.
    const unsigned matrices = count / 111;
#pragma unroll 1
    for (unsigned strip = thread; strip < matrices * 1; strip += 128) {
        const unsigned of = strip / 1, col = strip % 1 * 3;
        const unsigned begin = (skew + of * 111) * (unsigned)sizeof *in + of * 32, given = begin + col * (unsigned)sizeof *in;
        const unsigned behind = of + 1 < matrices ? begin + 111 * (unsigned)sizeof *in + 32 : begin, next = col + 3 < 3 ? given + 3 * (unsigned)sizeof *in : behind;
        columns_few_strip(tile, given, (out_skew + of * 111 + col * 37) * (unsigned)sizeof *in, next, strip == 0);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if (n * 16 < out_skew || (n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = max(n * 16, out_skew); p < min((n + 1) * 16, all); p++)
                out[p - out_skew] = *(const unsigned char *)(tile + columns_few_turned(p * (unsigned)sizeof *in));
            continue;
        }
        const uint4 value = columns_few_stored(tile, n);
        uint4 *const at = to + n;
        *at = value;
    }
}

// units_pairs: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1000 x 2 x 3, row-run
// launch 8 blocks of (32, 4) threads; in holds 6001 elements, out 6000; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned units_pairs_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned);
}

extern "C" __global__ void __launch_bounds__(128)
    units_pairs(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[385];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned *const in_begin = in + 1, *const in_end = in_begin + 1000ull * 6;
    const unsigned matrix = (unsigned)blockIdx.x * 128;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)128) * 6u; // elements
    in += matrix * 6 + 1;
    out += matrix * 6 + 0;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 4 - 1) / 4;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned *)at >= in_begin && (const unsigned *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned *)at >= in_begin && (const unsigned *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 4, skew) - skew; p < min((q + 1) * 4 - skew, count); p++)
                    *(unsigned *)(tile + units_pairs_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a matrix, 6 words, at a time.
    volatile unsigned *const turned = (volatile unsigned *)(tile + 193 * 16);
    const volatile unsigned *const given = (const volatile unsigned *)tile + skew; // each element by itself
    const unsigned units = count / 6;
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        if (unit >= units) continue;
        const volatile unsigned *const from = given + unit * 6;
#pragma unroll
        for (unsigned p = 0; p < 6; p++) ((volatile unsigned *)turned)[unit * 6 + p] = from[p / 6 * 6 + p % 2 * 3 + p % 6 / 2];
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out);
    const unsigned all = count;
    for (unsigned first = 0; first < (all + 4 - 1) / 4; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 4 - 1) / 4) continue;
        const uint4 value = ((const uint4 *)turned)[n];
        uint4 *const at = to + n;
        *at = value;
    }
}

// gaps: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1000 x 3 x 35, row-run
// launch 63 blocks of (32, 4) threads; in holds 110998 elements, out 139999; both 4-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned gaps_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned);
}

extern "C" __global__ void __launch_bounds__(128)
    gaps(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[420];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 16;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)16) * 105u; // elements
    in += matrix * 111 + 0;
    out += matrix * 140 + 0;

    const unsigned given = count, pieces = given / 1;
#pragma unroll 1
    for (unsigned first = thread; first < pieces; first += 128 * 8) {
        unsigned value[8];
#pragma unroll
        for (unsigned n = 0; n < 8; n++) { // all loads first, and none of them behind a branch
            const unsigned p = min(first + n * 128, pieces - 1) * 1;
            const unsigned *const at = (const unsigned *)(in + (unsigned)(p / 35) * 37 + p % 35);
            value[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 8; n++) {
            const unsigned p = (first + n * 128) * 1;
            if (p >= given) continue;
            unsigned char *const to = tile + gaps_byte(p);
            *(unsigned *)to = value[n];
        }
    }
    __syncthreads();

    for (unsigned first = 0; first < count; first += 128) {
        const unsigned p = first + thread;
        if (p >= count) continue;
        out[(unsigned)(p / 3) * 4 + p % 3] = *(const unsigned *)(tile + gaps_byte(p / 105 * 105 + p % 3 * 35 + p % 105 / 3));
    }
}

// matrices_words_uint8: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1001 x 3 x 5, row-run
// launch 8 blocks of (32, 4) threads; in holds 15015 elements, out 15015; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ __attribute__((unused)) unsigned matrices_words_uint8_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
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
{
    __shared__ uint4 chunks_of_tile[120];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 128;
    const unsigned count = (unsigned)min(1001 - matrix, (unsigned)128) * 15u; // elements
    in += matrix * 15 + 0;
    out += matrix * 15 + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 1) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (q + 1) * 16 <= count) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            if (!((q + 1) * 16 <= count)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + matrices_words_uint8_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
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
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if ((n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = n * 16; p < min((n + 1) * 16, all); p++)
                out[p] = *(const unsigned char *)(tile + matrices_words_uint8_byte(0 + p));
            continue;
        }
        const uint4 value = *(const uint4 *)(tile + 16 * (n + 0 / 16));
        uint4 *const at = to + n;
        *at = value;
    }
}

// matrices_words_float32: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1001 x 3 x 5, row-run
// launch 8 blocks of (32, 4) threads; in holds 15015 elements, out 15015; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ __attribute__((unused)) unsigned matrices_words_float32_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned);
}

// Where element p of turned matrices was before.
static __device__ __forceinline__ unsigned matrices_words_float32_source(const unsigned p)
{
    return p / 15 * 15 + p % 3 * 5 + p % 15 / 3;
}

// Reads the words that unit `unit` has in the tile, a place in shared memory. In PTX: each access stays one, as wide as it is.
static __device__ __forceinline__ void matrices_words_float32_hold(const unsigned tile, const unsigned unit, unsigned held[15])
{
    const unsigned from = tile + unit * 15 * 4;
#pragma unroll
    for (unsigned i = 0; i < 15; i++) {
        const unsigned at = from + i * 4;
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(held[i]) : "r"(at) : "memory");
    }
}

// Word n of the matrices, turned.
static __device__ __forceinline__ unsigned matrices_words_float32_word(const unsigned held[15], const unsigned n)
{
    return held[matrices_words_float32_source(n / 1) * 1 + n % 1];
}

// Writes them turned, to where a run that begins with a chunk has them.
static __device__ __forceinline__ void matrices_words_float32_put(const unsigned tile, const unsigned unit, const unsigned held[15])
{
    const unsigned to = tile + unit * 15 * 4;
#pragma unroll
    for (unsigned i = 0; i < 15; i++) {
        const unsigned at = to + i * 4;
        asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(matrices_words_float32_word(held, i)) : "memory");
    }
}

extern "C" __global__ void __launch_bounds__(128)
    matrices_words_float32(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[480];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 128;
    const unsigned count = (unsigned)min(1001 - matrix, (unsigned)128) * 15u; // elements
    in += matrix * 15 + 0;
    out += matrix * 15 + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 4 - 1) / 4;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (q + 1) * 4 <= count) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            if (!((q + 1) * 4 <= count)) {
#pragma unroll 1
                for (unsigned p = max(q * 4, skew) - skew; p < min((q + 1) * 4 - skew, count); p++)
                    *(unsigned *)(tile + matrices_words_float32_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a matrix at a time, in its registers.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), units = (count + 15 - 1) / 15;
#pragma unroll 1
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        unsigned held[15];
        if (unit < units) matrices_words_float32_hold(place, unit, held);
        if (unit < units) matrices_words_float32_put(place, unit, held);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out);
    const unsigned all = count;
    for (unsigned first = 0; first < (all + 4 - 1) / 4; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 4 - 1) / 4) continue;
        if ((n + 1) * 4 > all) {
#pragma unroll 1
            for (unsigned p = n * 4; p < min((n + 1) * 4, all); p++)
                out[p] = *(const unsigned *)(tile + matrices_words_float32_byte(0 + p));
            continue;
        }
        const uint4 value = *(const uint4 *)(tile + 16 * (n + 0 / 4));
        uint4 *const at = to + n;
        *at = value;
    }
}

// matrices_pairs: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 4 x 6, row-run
// launch 16 blocks of (32, 4) threads; in holds 24003 elements, out 24000; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ __attribute__((unused)) unsigned matrices_pairs_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// Where element p of turned matrices was before.
static __device__ __forceinline__ unsigned matrices_pairs_source(const unsigned p)
{
    return p / 24 * 24 + p % 4 * 6 + p % 24 / 4;
}

// Reads the words that unit `unit` has in the tile, a place in shared memory, whose run begins at byte `skew`. In PTX: each access stays one, as wide as it is.
static __device__ __forceinline__ void matrices_pairs_hold(const unsigned tile, const unsigned unit, const unsigned skew, unsigned held[8])
{
    const unsigned from = tile + unit * 3 * 8 + skew / 8 * 8;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned at = from + i * 8;
        asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(held[2 * i]), "=r"(held[2 * i + 1]) : "r"(at) : "memory");
    }
#pragma unroll
    for (unsigned i = 0; i + 1 < 8; i++) held[i] = skew & 4 ? held[i + 1] : held[i];
#pragma unroll
    for (unsigned i = 0; i < 6; i++) held[i] = __funnelshift_r(held[i], held[i + 1], skew % 4 * 8);
}

// Word n of the matrices, turned.
static __device__ __forceinline__ unsigned matrices_pairs_word(const unsigned held[8], const unsigned n)
{
    const unsigned a = matrices_pairs_source(4 * n), b = matrices_pairs_source(4 * n + 1), c = matrices_pairs_source(4 * n + 2), d = matrices_pairs_source(4 * n + 3);
    return __byte_perm(__byte_perm(held[a / 4], held[b / 4], a % 4 | 0x40 | b % 4 << 4), __byte_perm(held[c / 4], held[d / 4], c % 4 | 0x40 | d % 4 << 4), 0x5410);
}

// Writes them turned, to where a run that begins with a chunk has them.
static __device__ __forceinline__ void matrices_pairs_put(const unsigned tile, const unsigned unit, const unsigned held[8])
{
    const unsigned to = tile + unit * 3 * 8;
#pragma unroll
    for (unsigned i = 0; i < 3; i++) {
        const unsigned at = to + i * 8;
        asm volatile("st.shared.v2.u32 [%0], {%1, %2};" :: "r"(at), "r"(matrices_pairs_word(held, 2 * i)), "r"(matrices_pairs_word(held, 2 * i + 1)) : "memory");
    }
}

extern "C" __global__ void __launch_bounds__(128)
    matrices_pairs(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[97];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 3, *const in_end = in_begin + 1000ull * 24;
    const unsigned matrix = (unsigned)blockIdx.x * 64;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)64) * 24u; // elements
    in += matrix * 24 + 3;
    out += matrix * 24 + 0;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 1) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + matrices_pairs_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a matrix at a time, in its registers: all have what they read before any writes.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), units = (count + 24 - 1) / 24;
#pragma unroll 1
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        unsigned held[8];
        if (unit < units) matrices_pairs_hold(place, unit, skew * (unsigned)sizeof *in, held);
        __syncthreads();
        if (unit < units) matrices_pairs_put(place, unit, held);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out);
    const unsigned all = count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        const uint4 value = *(const uint4 *)(tile + 16 * (n + 0 / 16));
        uint4 *const at = to + n;
        *at = value;
    }
}

// matrices_chunks_uint8: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1000 x 4 x 8, row-run
// launch 16 blocks of (32, 4) threads; in holds 32001 elements, out 32003; both 1-byte aligned
// Where chunk `chunk` stands in the tile: what is turned, unit by unit, lies on different banks then.
static __device__ __forceinline__ unsigned matrices_chunks_uint8_place(unsigned chunk)
{
    return chunk ^ chunk / 8 % 2;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ __attribute__((unused)) unsigned matrices_chunks_uint8_byte(unsigned at)
{
    return matrices_chunks_uint8_place(at / 16) * 16 + at % 16 * (unsigned)sizeof(unsigned char);
}

// Where element p of turned matrices was before.
static __device__ __forceinline__ unsigned matrices_chunks_uint8_source(const unsigned p)
{
    return p / 32 * 32 + p % 4 * 8 + p % 32 / 4;
}

// Reads the words that unit `unit` has in the tile, a place in shared memory, whose run begins at byte `skew`. In PTX: each access stays one, as wide as it is.
static __device__ __forceinline__ void matrices_chunks_uint8_hold(const unsigned tile, const unsigned unit, const unsigned skew, unsigned held[12])
{
#pragma unroll
    for (unsigned i = 0; i < 3; i++) {
        const unsigned at = tile + 16 * matrices_chunks_uint8_place(unit * 2 + i);
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(held[4 * i]), "=r"(held[4 * i + 1]), "=r"(held[4 * i + 2]), "=r"(held[4 * i + 3]) : "r"(at) : "memory");
    }
#pragma unroll
    for (unsigned i = 0; i + 2 < 12; i++) held[i] = skew & 8 ? held[i + 2] : held[i];
#pragma unroll
    for (unsigned i = 0; i + 1 < 12; i++) held[i] = skew & 4 ? held[i + 1] : held[i];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) held[i] = __funnelshift_r(held[i], held[i + 1], skew % 4 * 8);
}

// Word n of the matrices, turned.
static __device__ __forceinline__ unsigned matrices_chunks_uint8_word(const unsigned held[12], const unsigned n)
{
    const unsigned a = matrices_chunks_uint8_source(4 * n), b = matrices_chunks_uint8_source(4 * n + 1), c = matrices_chunks_uint8_source(4 * n + 2), d = matrices_chunks_uint8_source(4 * n + 3);
    return __byte_perm(__byte_perm(held[a / 4], held[b / 4], a % 4 | 0x40 | b % 4 << 4), __byte_perm(held[c / 4], held[d / 4], c % 4 | 0x40 | d % 4 << 4), 0x5410);
}

// Writes them turned, to where a run that begins with a chunk has them.
static __device__ __forceinline__ void matrices_chunks_uint8_put(const unsigned tile, const unsigned unit, const unsigned held[12])
{
#pragma unroll
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

extern "C" __global__ void __launch_bounds__(128)
    matrices_chunks_uint8(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[130];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 1, *const in_end = in_begin + 1000ull * 32;
    const unsigned matrix = (unsigned)blockIdx.x * 64;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)64) * 32u; // elements
    in += matrix * 32 + 1;
    out += matrix * 32 + 3;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run
    const unsigned out_skew = (unsigned)(size_t)out % 16 / sizeof *out;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 1) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + matrices_chunks_uint8_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * matrices_chunks_uint8_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a matrix at a time, in its registers: all have what they read before any writes.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), units = (count + 32 - 1) / 32;
#pragma unroll 1
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        unsigned held[12];
        if (unit < units) matrices_chunks_uint8_hold(place, unit, skew * (unsigned)sizeof *in, held);
        __syncthreads();
        if (unit < units) matrices_chunks_uint8_put(place, unit, held);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if (n * 16 < out_skew || (n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = max(n * 16, out_skew); p < min((n + 1) * 16, all); p++)
                out[p - out_skew] = *(const unsigned char *)(tile + matrices_chunks_uint8_byte(0 + p - out_skew));
            continue;
        }
        const unsigned by = out_skew * (unsigned)sizeof *out, before = 16 * matrices_chunks_uint8_place(n - 1), own = 16 * matrices_chunks_uint8_place(n);
        const uint4 value = by ? matrices_chunks_uint8_joined(place + before, place + own, 16 - by) : *(const uint4 *)(tile + own);
        uint4 *const at = to + n;
        *at = value;
    }
}

// matrices_chunks_float16: transpose family of tilewright 0.1.0, from transpose-row-run.json; float16, 1000 x 4 x 8, row-run
// launch 16 blocks of (32, 4) threads; in holds 32001 elements, out 32003; both 2-byte aligned
// Where chunk `chunk` stands in the tile: what is turned, unit by unit, lies on different banks then.
static __device__ __forceinline__ unsigned matrices_chunks_float16_place(unsigned chunk)
{
    return chunk ^ chunk / 8 % 4;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ __attribute__((unused)) unsigned matrices_chunks_float16_byte(unsigned at)
{
    return matrices_chunks_float16_place(at / 8) * 16 + at % 8 * (unsigned)sizeof(unsigned short);
}

// Where element p of turned matrices was before.
static __device__ __forceinline__ unsigned matrices_chunks_float16_source(const unsigned p)
{
    return p / 32 * 32 + p % 4 * 8 + p % 32 / 4;
}

// Reads the words that unit `unit` has in the tile, a place in shared memory, whose run begins at byte `skew`. In PTX: each access stays one, as wide as it is.
static __device__ __forceinline__ void matrices_chunks_float16_hold(const unsigned tile, const unsigned unit, const unsigned skew, unsigned held[20])
{
#pragma unroll
    for (unsigned i = 0; i < 5; i++) {
        const unsigned at = tile + 16 * matrices_chunks_float16_place(unit * 4 + i);
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(held[4 * i]), "=r"(held[4 * i + 1]), "=r"(held[4 * i + 2]), "=r"(held[4 * i + 3]) : "r"(at) : "memory");
    }
#pragma unroll
    for (unsigned i = 0; i + 2 < 20; i++) held[i] = skew & 8 ? held[i + 2] : held[i];
#pragma unroll
    for (unsigned i = 0; i + 1 < 20; i++) held[i] = skew & 4 ? held[i + 1] : held[i];
#pragma unroll
    for (unsigned i = 0; i < 16; i++) held[i] = __funnelshift_r(held[i], held[i + 1], skew % 4 * 8);
}

// Word n of the matrices, turned.
static __device__ __forceinline__ unsigned matrices_chunks_float16_word(const unsigned held[20], const unsigned n)
{
    const unsigned a = matrices_chunks_float16_source(2 * n), b = matrices_chunks_float16_source(2 * n + 1);
    return __byte_perm(held[a / 2], held[b / 2], 0x10 + a % 2 * 0x22 | 0x5400 + b % 2 * 0x2200);
}

// Writes them turned, to where a run that begins with a chunk has them.
static __device__ __forceinline__ void matrices_chunks_float16_put(const unsigned tile, const unsigned unit, const unsigned held[20])
{
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned at = tile + 16 * matrices_chunks_float16_place(unit * 4 + i);
        asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" :: "r"(at), "r"(matrices_chunks_float16_word(held, 4 * i)), "r"(matrices_chunks_float16_word(held, 4 * i + 1)), "r"(matrices_chunks_float16_word(held, 4 * i + 2)), "r"(matrices_chunks_float16_word(held, 4 * i + 3)) : "memory");
    }
}

// 16 bytes from byte `by`, 1 to 15, of the chunks at a and b on.
static __device__ __forceinline__ uint4 matrices_chunks_float16_joined(const unsigned a, const unsigned b, const unsigned by)
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

extern "C" __global__ void __launch_bounds__(128)
    matrices_chunks_float16(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[260];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned short *const in_begin = in + 1, *const in_end = in_begin + 1000ull * 32;
    const unsigned matrix = (unsigned)blockIdx.x * 64;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)64) * 32u; // elements
    in += matrix * 32 + 1;
    out += matrix * 32 + 3;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run
    const unsigned out_skew = (unsigned)(size_t)out % 16 / sizeof *out;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 8 - 1) / 8;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned short *)at >= in_begin && (const unsigned short *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned short *)at >= in_begin && (const unsigned short *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 8, skew) - skew; p < min((q + 1) * 8 - skew, count); p++)
                    *(unsigned short *)(tile + matrices_chunks_float16_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * matrices_chunks_float16_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a matrix at a time, in its registers: all have what they read before any writes.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), units = (count + 32 - 1) / 32;
#pragma unroll 1
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        unsigned held[20];
        if (unit < units) matrices_chunks_float16_hold(place, unit, skew * (unsigned)sizeof *in, held);
        __syncthreads();
        if (unit < units) matrices_chunks_float16_put(place, unit, held);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 8 - 1) / 8; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 8 - 1) / 8) continue;
        if (n * 8 < out_skew || (n + 1) * 8 > all) {
#pragma unroll 1
            for (unsigned p = max(n * 8, out_skew); p < min((n + 1) * 8, all); p++)
                out[p - out_skew] = *(const unsigned short *)(tile + matrices_chunks_float16_byte(0 + p - out_skew));
            continue;
        }
        const unsigned by = out_skew * (unsigned)sizeof *out, before = 16 * matrices_chunks_float16_place(n - 1), own = 16 * matrices_chunks_float16_place(n);
        const uint4 value = by ? matrices_chunks_float16_joined(place + before, place + own, 16 - by) : *(const uint4 *)(tile + own);
        uint4 *const at = to + n;
        *at = value;
    }
}

// matrices_chunks_float32: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1000 x 4 x 8, row-run
// launch 16 blocks of (32, 4) threads; in holds 32001 elements, out 32003; both 4-byte aligned
// Where chunk `chunk` stands in the tile: what is turned, unit by unit, lies on different banks then.
static __device__ __forceinline__ unsigned matrices_chunks_float32_place(unsigned chunk)
{
    return chunk ^ chunk / 8 % 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ __attribute__((unused)) unsigned matrices_chunks_float32_byte(unsigned at)
{
    return matrices_chunks_float32_place(at / 4) * 16 + at % 4 * (unsigned)sizeof(unsigned);
}

// Where element p of turned matrices was before.
static __device__ __forceinline__ unsigned matrices_chunks_float32_source(const unsigned p)
{
    return p / 32 * 32 + p % 4 * 8 + p % 32 / 4;
}

// Reads the words that unit `unit` has in the tile, a place in shared memory, whose run begins at byte `skew`. In PTX: each access stays one, as wide as it is.
static __device__ __forceinline__ void matrices_chunks_float32_hold(const unsigned tile, const unsigned unit, const unsigned skew, unsigned held[36])
{
#pragma unroll
    for (unsigned i = 0; i < 9; i++) {
        const unsigned at = tile + 16 * matrices_chunks_float32_place(unit * 8 + i);
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(held[4 * i]), "=r"(held[4 * i + 1]), "=r"(held[4 * i + 2]), "=r"(held[4 * i + 3]) : "r"(at) : "memory");
    }
#pragma unroll
    for (unsigned i = 0; i + 2 < 36; i++) held[i] = skew & 8 ? held[i + 2] : held[i];
#pragma unroll
    for (unsigned i = 0; i + 1 < 36; i++) held[i] = skew & 4 ? held[i + 1] : held[i];
}

// Word n of the matrices, turned.
static __device__ __forceinline__ unsigned matrices_chunks_float32_word(const unsigned held[36], const unsigned n)
{
    return held[matrices_chunks_float32_source(n / 1) * 1 + n % 1];
}

// Writes them turned, to where a run that begins with a chunk has them.
static __device__ __forceinline__ void matrices_chunks_float32_put(const unsigned tile, const unsigned unit, const unsigned held[36])
{
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        const unsigned at = tile + 16 * matrices_chunks_float32_place(unit * 8 + i);
        asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" :: "r"(at), "r"(matrices_chunks_float32_word(held, 4 * i)), "r"(matrices_chunks_float32_word(held, 4 * i + 1)), "r"(matrices_chunks_float32_word(held, 4 * i + 2)), "r"(matrices_chunks_float32_word(held, 4 * i + 3)) : "memory");
    }
}

// 16 bytes from byte `by`, 1 to 15, of the chunks at a and b on.
static __device__ __forceinline__ uint4 matrices_chunks_float32_joined(const unsigned a, const unsigned b, const unsigned by)
{
    unsigned w[8];
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]) : "r"(a) : "memory");
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(w[4]), "=r"(w[5]), "=r"(w[6]), "=r"(w[7]) : "r"(b) : "memory");
#pragma unroll
    for (unsigned i = 0; i < 6; i++) w[i] = by & 8 ? w[i + 2] : w[i];
#pragma unroll
    for (unsigned i = 0; i < 5; i++) w[i] = by & 4 ? w[i + 1] : w[i];
    return make_uint4(w[0], w[1], w[2], w[3]);
}

extern "C" __global__ void __launch_bounds__(128)
    matrices_chunks_float32(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[520];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned *const in_begin = in + 1, *const in_end = in_begin + 1000ull * 32;
    const unsigned matrix = (unsigned)blockIdx.x * 64;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)64) * 32u; // elements
    in += matrix * 32 + 1;
    out += matrix * 32 + 3;
    const unsigned skew = (unsigned)(size_t)in % 16 / sizeof *in; // elements of the first chunk before the run
    const unsigned out_skew = (unsigned)(size_t)out % 16 / sizeof *out;

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 4 - 1) / 4;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (const unsigned *)at >= in_begin && (const unsigned *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q >= chunks) continue;
            if (!((const unsigned *)at >= in_begin && (const unsigned *)(at + 1) <= in_end)) {
#pragma unroll 1
                for (unsigned p = max(q * 4, skew) - skew; p < min((q + 1) * 4 - skew, count); p++)
                    *(unsigned *)(tile + matrices_chunks_float32_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * matrices_chunks_float32_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    // A thread turns a matrix at a time, in its registers: all have what they read before any writes.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), units = (count + 32 - 1) / 32;
#pragma unroll 1
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        unsigned held[36];
        if (unit < units) matrices_chunks_float32_hold(place, unit, skew * (unsigned)sizeof *in, held);
        __syncthreads();
        if (unit < units) matrices_chunks_float32_put(place, unit, held);
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 4 - 1) / 4; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 4 - 1) / 4) continue;
        if (n * 4 < out_skew || (n + 1) * 4 > all) {
#pragma unroll 1
            for (unsigned p = max(n * 4, out_skew); p < min((n + 1) * 4, all); p++)
                out[p - out_skew] = *(const unsigned *)(tile + matrices_chunks_float32_byte(0 + p - out_skew));
            continue;
        }
        const unsigned by = out_skew * (unsigned)sizeof *out, before = 16 * matrices_chunks_float32_place(n - 1), own = 16 * matrices_chunks_float32_place(n);
        const uint4 value = by ? matrices_chunks_float32_joined(place + before, place + own, 16 - by) : *(const uint4 *)(tile + own);
        uint4 *const at = to + n;
        *at = value;
    }
}

// matrices_gaps: transpose family of tilewright 0.1.0, from transpose-row-run.json; float64, 1000 x 3 x 5, row-run
// launch 16 blocks of (32, 4) threads; in holds 20998 elements, out 19999; both 8-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ __attribute__((unused)) unsigned matrices_gaps_byte(unsigned at)
{
    return at * (unsigned)sizeof(uint2);
}

// Where element p of turned matrices was before.
static __device__ __forceinline__ unsigned matrices_gaps_source(const unsigned p)
{
    return p / 15 * 15 + p % 3 * 5 + p % 15 / 3;
}

// Reads the words that unit `unit` has in the tile, a place in shared memory. In PTX: each access stays one, as wide as it is.
static __device__ __forceinline__ void matrices_gaps_hold(const unsigned tile, const unsigned unit, unsigned held[30])
{
    const unsigned from = tile + unit * 15 * 8;
#pragma unroll
    for (unsigned i = 0; i < 15; i++) {
        const unsigned at = from + i * 8;
        asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(held[2 * i]), "=r"(held[2 * i + 1]) : "r"(at) : "memory");
    }
}

// Word n of the matrices, turned.
static __device__ __forceinline__ unsigned matrices_gaps_word(const unsigned held[30], const unsigned n)
{
    return held[matrices_gaps_source(n / 2) * 2 + n % 2];
}

// Writes them turned, to where a run that begins with a chunk has them.
static __device__ __forceinline__ void matrices_gaps_put(const unsigned tile, const unsigned unit, const unsigned held[30])
{
    const unsigned to = tile + unit * 15 * 8;
#pragma unroll
    for (unsigned i = 0; i < 15; i++) {
        const unsigned at = to + i * 8;
        asm volatile("st.shared.v2.u32 [%0], {%1, %2};" :: "r"(at), "r"(matrices_gaps_word(held, 2 * i)), "r"(matrices_gaps_word(held, 2 * i + 1)) : "memory");
    }
}

extern "C" __global__ void __launch_bounds__(128)
    matrices_gaps(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[480];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned matrix = (unsigned)blockIdx.x * 64;
    const unsigned count = (unsigned)min(1000 - matrix, (unsigned)64) * 15u; // elements
    in += matrix * 21 + 0;
    out += matrix * 20 + 0;

    const unsigned given = count, pieces = given / 1;
#pragma unroll 1
    for (unsigned first = thread; first < pieces; first += 128 * 8) {
        uint2 value[8];
#pragma unroll
        for (unsigned n = 0; n < 8; n++) { // all loads first, and none of them behind a branch
            const unsigned p = min(first + n * 128, pieces - 1) * 1;
            const uint2 *const at = (const uint2 *)(in + (unsigned)(p / 5) * 7 + p % 5);
            value[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 8; n++) {
            const unsigned p = (first + n * 128) * 1;
            if (p >= given) continue;
            unsigned char *const to = tile + matrices_gaps_byte(p);
            *(uint2 *)to = value[n];
        }
    }
    __syncthreads();

    // A thread turns a matrix at a time, in its registers.
    const unsigned place = (unsigned)__cvta_generic_to_shared(tile), units = (count + 15 - 1) / 15;
#pragma unroll 1
    for (unsigned first = 0; first < units; first += 128) {
        const unsigned unit = first + thread;
        unsigned held[30];
        if (unit < units) matrices_gaps_hold(place, unit, held);
        if (unit < units) matrices_gaps_put(place, unit, held);
    }
    __syncthreads();

    for (unsigned first = 0; first < count / 1; first += 128) {
        const unsigned p = (first + thread) * 1;
        if (p >= count) continue;
        *(uint2 *)(out + (unsigned)(p / 3) * 4 + p % 3) = *(const uint2 *)(tile + matrices_gaps_byte(0 + p));
    }
}

// large: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1 x 20000 x 250, row-run
// launch 157 blocks of (32, 4) threads with 128112 bytes of dynamic shared memory; in holds 5000000 elements, out 5000000; both 16-byte aligned
// Chunk `chunk` of the tile, of which one is left out behind every 1000: columns lie on different banks then.
static __device__ __forceinline__ unsigned large_place(unsigned chunk)
{
    return chunk + chunk / 1000;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned large_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned) + at / (1000 * 4) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned large_offset(unsigned e)
{
    return e * 250;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 large_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void large_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// The chunk of the output whose first element is at `at` in the tile.
static __device__ __forceinline__ uint4 large_gather(const unsigned char *at)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        unsigned element[1];
        const unsigned first = (n + turn) % 4 * 1;
        const unsigned char *const from = at + large_offset(first) * sizeof(unsigned);
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            element[e] = ((const volatile unsigned *)(from))[large_offset(e)];
        }
        word[n] = element[0];
    }
    return large_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
}

extern "C" __global__ void __launch_bounds__(128)
    large(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    extern __shared__ uint4 large_tile[]; // 8007 chunks of 16 bytes
    unsigned char *const tile = (unsigned char *)large_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = (unsigned)tile_row * 128, matrix = 0;
    const unsigned rows = min(20000u - (unsigned)first_row, 128u), count = rows * 250;
    in += matrix * 5000000 + first_row * 250 + 0;
    out += matrix * 5000000 + first_row + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 4 - 1) / 4;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            *(uint4 *)(tile + 16 * large_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    for (unsigned first = 0; first < 8000; first += 128) {
        const unsigned n = first + thread;
        if (n >= 8000) continue;
        const unsigned col = n / 32, chunk = n % 32;
        unsigned *const to = out + (unsigned)col * 20000;
        const unsigned row = chunk * 4;
        if (row + 4 > rows) continue;
        const unsigned place = row * 250 + col + skew;
        const uint4 value = large_gather(tile + large_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        large_store(at, value);
    }
}

// quad_tall: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1 x 4096 x 4, row-run
// launch 8 blocks of (32, 4) threads; in holds 16384 elements, out 16384; both 16-byte aligned
// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned quad_tall_place(unsigned chunk)
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned quad_tall_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char) + at / (8 * 16) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned quad_tall_offset(unsigned e)
{
    return e * 4;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 quad_tall_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void quad_tall_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// A chunk of the output, whose elements lie 4 apart from `at` on.
static __device__ __forceinline__ uint4 quad_tall_gather(const unsigned char *at)
{
    unsigned word[4];
#pragma unroll
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

extern "C" __global__ void __launch_bounds__(128)
    quad_tall(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[143];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = (unsigned)tile_row * 512, matrix = 0;
    const unsigned rows = 512, count = rows * 4;
    in += matrix * 16384 + first_row * 4 + 0;
    out += matrix * 16384 + first_row + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 1) {
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
            *(uint4 *)(tile + 16 * quad_tall_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    for (unsigned first = 0; first < 128; first += 128) {
        const unsigned n = first + thread;
        if (n >= 128) continue;
        const unsigned col = n / 128 * 4 + n / 8 % 4, chunk = n % 128 / 32 * 8 + n % 8;
        if (chunk >= 32) continue;
        unsigned char *const to = out + (unsigned)col * 4096;
        const unsigned row = chunk * 16;
        if (row + 16 > rows) continue;
        const unsigned place = row * 4 + col + skew;
        const uint4 value = quad_tall_gather(tile + quad_tall_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        quad_tall_store(at, value);
    }
}

// quad_tall_shifted: transpose family of tilewright 0.1.0, from transpose-row-run.json; float16, 1 x 4097 x 8, row-run
// launch 16 blocks of (32, 4) threads; in holds 32776 elements, out 32776; both 16-byte aligned
// The tile and its order: held to be the best of 15 by a model of times on sm_90.
// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned quad_tall_shifted_place(unsigned chunk)
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned quad_tall_shifted_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned short) + at / (8 * 8) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned quad_tall_shifted_offset(unsigned e)
{
    return e * 8;
}

// Rows of the tile before the first whole sector of 32 bytes at `to`.
static __device__ __forceinline__ unsigned quad_tall_shifted_head(const unsigned short *to, unsigned rows)
{
    return min(-(unsigned)(size_t)to % 32 / (unsigned)sizeof *to, rows);
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 quad_tall_shifted_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
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
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// A chunk of the output, whose elements lie 8 apart from `at` on; it begins with number `from`, and those before that, its last ones, lie from `next` on.
static __device__ __forceinline__ uint4 quad_tall_shifted_gather(const unsigned char *at, const unsigned char *next, const unsigned from)
{
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        unsigned short element[2];
#pragma unroll
        for (unsigned e = 0; e < 2; e++) {
            const unsigned t = n * 2 + e;
            element[e] = ((const volatile unsigned short *)(t < from ? next : at))[quad_tall_shifted_offset(t)];
        }
        word[n] = __byte_perm(element[0], element[1], 0x5410);
    }
    return quad_tall_shifted_shifted(make_uint4(word[0], word[1], word[2], word[3]), from * sizeof(unsigned short));
}

extern "C" __global__ void __launch_bounds__(128)
    quad_tall_shifted(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[305];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = (unsigned)tile_row * 256, matrix = 0;
    const unsigned rows = min(4097u - (unsigned)first_row, 272u), count = rows * 8;
    in += matrix * 32776 + first_row * 8 + 0;
    out += matrix * 32776 + first_row + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 8 - 1) / 8;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            *(uint4 *)(tile + 16 * quad_tall_shifted_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    // A row of the output is written from its first whole sector of 32 bytes on; the tile above has written what is before.
    for (unsigned first = 0; first < 256; first += 128) {
        const unsigned n = first + thread;
        if (n >= 256) continue;
        const unsigned col = n / 128 * 4 + n / 8 % 4, chunk = n % 128 / 32 * 8 + n % 8;
        if (chunk >= 32) continue;
        unsigned short *const to = out + (unsigned)col * 4097;
        const unsigned row = quad_tall_shifted_head(to, rows) + chunk * 8;
        if (row + 8 > rows) continue;
        const unsigned place = row * 8 + col + skew;
        const unsigned from = place / 8 % 8, begin = place - from * 8;
        const uint4 value = quad_tall_shifted_gather(tile + quad_tall_shifted_byte(begin), tile + quad_tall_shifted_byte(begin + 8 * 8), from);
        uint4 *const at = (uint4 *)(to + row);
        quad_tall_shifted_store(at, value);
    }

    // What no chunk covers goes element by element: the head of each row in the first tile, its tail in the last.
    const bool is_first = tile_row == 0, is_last = tile_row == 16 - 1;
    for (unsigned first = 0; (is_first || is_last) && first < 8 * 32; first += 128) {
        const unsigned n = first + thread;
        if (n >= 8 * 32) continue;
        const unsigned col = n % 8, slot = n / 8;
        unsigned short *const to = out + (unsigned)col * 4097;
        const unsigned head = quad_tall_shifted_head(to, rows), vectors = min((rows - head) / 8, 32u);
        const unsigned row = slot < 16 ? slot : head + vectors * 8 + slot - 16;
        if (!(slot < 16 ? is_first && row < head : is_last && row < rows)) continue;
        to[row] = *(const unsigned short *)(tile + quad_tall_shifted_byte(row * 8 + col + skew));
    }
}

// quad_wide: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1 x 4 x 4096, row-run
// launch 16 blocks of (32, 4) threads; in holds 16384 elements, out 16384; both 16-byte aligned
// The tile and its order: held to be the best of 15 by a model of times on sm_90.
// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned quad_wide_place(unsigned chunk)
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned quad_wide_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned) + at / (8 * 4) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned quad_wide_offset(unsigned e)
{
    return e * 4;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 quad_wide_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// Puts a chunk of the input into the tile, its elements 4 apart from `at` on.
static __device__ __forceinline__ void quad_wide_scatter(unsigned char *at, uint4 chunk)
{
    const uint4 around = chunk;
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            const unsigned t = n * 1 + e;
            volatile unsigned *const to = (volatile unsigned *)(at) + quad_wide_offset(t);
            *to = (unsigned)(word[n]);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    quad_wide(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[287];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned first_col = (unsigned)(blockIdx.x) * 256, matrix = 0;
    const unsigned cols = 256, count = cols * 4;
    in += matrix * 16384 + first_col + 0;
    out += matrix * 16384 + first_col * 4 + 0;
    const unsigned out_skew = 0;

    // A chunk of a row holds elements of 4 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 256; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 256 * 4 + q / 8 % 4, col = (q % 256 / 32 * 8 + q % 8) * 4;
            const unsigned *const from = in + (unsigned)row * 4096;
            const unsigned skew = 0;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 256 && col < cols + skew && col + 4 <= cols) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128, row = q / 256 * 4 + q / 8 % 4, col = (q % 256 / 32 * 8 + q % 8) * 4;
            const unsigned *const from = in + (unsigned)row * 4096;
            const unsigned skew = 0;
            if (q >= 256 || col >= cols + skew) continue;
            if (col + 4 <= cols) {
                const unsigned place = 0 + (col - skew) * 4 + row + out_skew;
                quad_wide_scatter(tile + quad_wide_byte(place), chunk[n]);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 4 - skew, cols); c++)
                    *(unsigned *)(tile + quad_wide_byte(0 + c * 4 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 4 - 1) / 4; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 4 - 1) / 4) continue;
        const uint4 value = *(const uint4 *)(tile + 16 * quad_wide_place(n + 0 / 4));
        uint4 *const at = to + n;
        *at = value;
    }
}

// quad_wide_shifted: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1 x 8 x 4097, row-run
// launch 9 blocks of (32, 4) threads; in holds 32776 elements, out 32776; both 16-byte aligned
// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned quad_wide_shifted_place(unsigned chunk)
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned quad_wide_shifted_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char) + at / (8 * 16) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned quad_wide_shifted_offset(unsigned e)
{
    return e * 8;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 quad_wide_shifted_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// The chunk w from byte `by` mod 16 on, around.
static __device__ __forceinline__ uint4 quad_wide_shifted_shifted(uint4 w, unsigned by)
{
    w = quad_wide_shifted_around(w, by / 4);
    const unsigned bits = by % 4 * 8;
    w = make_uint4(__funnelshift_r(w.x, w.y, bits), __funnelshift_r(w.y, w.z, bits), __funnelshift_r(w.z, w.w, bits), __funnelshift_r(w.w, w.x, bits));
    return w;
}

// Puts a chunk of the input into the tile, its elements 8 apart from `at` on; it begins with number `from`, and those before that, its last ones, go from `next` on.
static __device__ __forceinline__ void quad_wide_shifted_scatter(unsigned char *at, unsigned char *next, const unsigned from, uint4 chunk)
{
    const uint4 around = quad_wide_shifted_shifted(chunk, (16 - from) * sizeof(unsigned char));
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
#pragma unroll
        for (unsigned e = 0; e < 4; e++) {
            const unsigned t = n * 4 + e;
            volatile unsigned char *const to = (volatile unsigned char *)(t < from ? next : at) + quad_wide_shifted_offset(t);
            *to = (unsigned char)(word[n] >> 8 * e);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    quad_wide_shifted(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[287];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 0, *const in_end = in_begin + 1ull * 32776;
    const unsigned first_col = (unsigned)(blockIdx.x) * 480, matrix = 0;
    const unsigned cols = min(4097u - (unsigned)first_col, 480u), count = cols * 8;
    in += matrix * 32776 + first_col + 0;
    out += matrix * 32776 + first_col * 8 + 0;
    const unsigned out_skew = 0;

    // A chunk of a row holds elements of 16 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 256; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 128 * 4 + q / 8 % 4, col = (q % 128 / 32 * 8 + q % 8) * 16;
            const unsigned char *const from = in + (unsigned)row * 4097;
            const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 256 && col < cols + skew && (const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128, row = q / 128 * 4 + q / 8 % 4, col = (q % 128 / 32 * 8 + q % 8) * 16;
            const unsigned char *const from = in + (unsigned)row * 4097;
            const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q >= 256 || col >= cols + skew) continue;
            if ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 1) <= in_end) {
                const unsigned place = 128 + (col - skew) * 8 + row + out_skew;
                const unsigned from = place / 8 % 16, begin = place - from * 8;
                quad_wide_shifted_scatter(tile + quad_wide_shifted_byte(begin), tile + quad_wide_shifted_byte(begin + 16 * 8), from, chunk[n]);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 16 - skew, cols); c++)
                    *(unsigned char *)(tile + quad_wide_shifted_byte(128 + c * 8 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 16 - 1) / 16; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 16 - 1) / 16) continue;
        if ((n + 1) * 16 > all) {
#pragma unroll 1
            for (unsigned p = n * 16; p < min((n + 1) * 16, all); p++)
                out[p - out_skew] = *(const unsigned char *)(tile + quad_wide_shifted_byte(128 + p));
            continue;
        }
        const uint4 value = *(const uint4 *)(tile + 16 * quad_wide_shifted_place(n + 128 / 16));
        uint4 *const at = to + n;
        *at = value;
    }
}

// quad_double: transpose family of tilewright 0.1.0, from transpose-row-run.json; float64, 1 x 4 x 4097, row-run
// launch 33 blocks of (32, 4) threads; in holds 16388 elements, out 16388; both 16-byte aligned
// The tile and its order: held to be the best of 16 by a model of times on sm_90.
// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned quad_double_place(unsigned chunk)
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned quad_double_byte(unsigned at)
{
    return at * (unsigned)sizeof(uint2) + at / (8 * 2) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned quad_double_offset(unsigned e)
{
    return e * 4;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 quad_double_around(uint4 w, unsigned by)
{
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// The chunk w from byte `by` mod 16 on, around.
static __device__ __forceinline__ uint4 quad_double_shifted(uint4 w, unsigned by)
{
    w = quad_double_around(w, by / 4);
    return w;
}

// Puts a chunk of the input into the tile, its elements 4 apart from `at` on; it begins with number `from`, and those before that, its last ones, go from `next` on.
static __device__ __forceinline__ void quad_double_scatter(unsigned char *at, unsigned char *next, const unsigned from, uint4 chunk)
{
    const uint4 around = quad_double_shifted(chunk, (2 - from) * sizeof(unsigned long long));
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 2; n++) {
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            const unsigned t = n * 1 + e;
            volatile unsigned long long *const to = (volatile unsigned long long *)(t < from ? next : at) + quad_double_offset(t);
            *to = (unsigned long long)word[2 * n + 1] << 32 | word[2 * n];
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    quad_double(const uint2 *__restrict__ in, uint2 *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[296];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const uint2 *const in_begin = in + 0, *const in_end = in_begin + 1ull * 16388;
    const unsigned first_col = (unsigned)(blockIdx.x) * 128, matrix = 0;
    const unsigned cols = min(4097u - (unsigned)first_col, 128u), count = cols * 4;
    in += matrix * 16388 + first_col + 0;
    out += matrix * 16388 + first_col * 4 + 0;
    const unsigned out_skew = 0;

    // A chunk of a row holds elements of 2 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 288; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 288 * 4 + q / 8 % 4, col = (q % 288 / 32 * 8 + q % 8) * 2;
            const uint2 *const from = in + (unsigned)row * 4097;
            const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 288 && col < cols + skew && (const uint2 *)at >= in_begin && (const uint2 *)(at + 1) <= in_end) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128, row = q / 288 * 4 + q / 8 % 4, col = (q % 288 / 32 * 8 + q % 8) * 2;
            const uint2 *const from = in + (unsigned)row * 4097;
            const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q >= 288 || col >= cols + skew) continue;
            if ((const uint2 *)at >= in_begin && (const uint2 *)(at + 1) <= in_end) {
                const unsigned place = 8 + (col - skew) * 4 + row + out_skew;
                const unsigned from = place / 4 % 2, begin = place - from * 4;
                quad_double_scatter(tile + quad_double_byte(begin), tile + quad_double_byte(begin + 2 * 4), from, chunk[n]);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 2 - skew, cols); c++)
                    *(uint2 *)(tile + quad_double_byte(8 + c * 4 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 2 - 1) / 2; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 2 - 1) / 2) continue;
        const uint4 value = *(const uint4 *)(tile + 16 * quad_double_place(n + 8 / 2));
        uint4 *const at = to + n;
        *at = value;
    }
}

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
                const unsigned char *const from = in + ((unsigned)(row + t) * 1000 + col);
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
                const unsigned char *const from = in + ((unsigned)(row + t) * 1000 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                line[n][t] = words_line(line[n][t], next[n][t], skew * 8 / 8);
            }
            unsigned char *const to = tile + (col * 104 + row) * sizeof *in + col / 16 * 16;
            words_put(line[n], to);
#pragma unroll 1
            for (unsigned t = 0; guarded && t < 4; t++) {
                const unsigned char *const from = in + ((unsigned)(row + t) * 1000 + col);
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
{
    return chunk + chunk / 104;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned words_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char) + at / (104 * 16) * 16;
}

extern "C" __global__ void __launch_bounds__(128)
    words(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[839];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 0, *const in_end = in_begin + 1ull * 104000;
    const unsigned first_col = (unsigned)(blockIdx.x) * 128, matrix = 0;
    const unsigned cols = min(1000u - (unsigned)first_col, 128u), count = cols * 104;
    in += matrix * 104000 + first_col + 0;
    out += matrix * 104000 + first_col * 104 + 0;

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

// words_anywhere: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1 x 98 x 1001, row-run
// launch 8 blocks of (32, 4) threads; in holds 98098 elements, out 98098; both 16-byte aligned
// Loads a chunk if `is`: behind a condition it is not put off until it is needed, so that all are under way together.
static __device__ __forceinline__ void words_anywhere_load_if(const unsigned is, const uint4 *from, uint4 &v)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%5]; }" : "+r"(v.x), "+r"(v.y), "+r"(v.z), "+r"(v.w) : "r"(is), "l"(from));
}

// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 words_anywhere_line(const uint4 a, const uint4 b, const unsigned by)
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

// Puts a strand to the run, its first element to `to`; `full`: it has all rows.
static __device__ __forceinline__ void words_anywhere_put(const uint4 line[4], unsigned char *to, const bool full)
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
        unsigned char *const at = to + i * 98 * (unsigned)sizeof(unsigned char);
        if (i * 98 % 4 == 0 && full) {
            *(volatile unsigned *)at = word[i];
        } else {
            *(volatile unsigned short *)at = (unsigned short)word[i];
            if (full) *(volatile unsigned short *)(at + 2) = (unsigned short)(word[i] >> 16);
        }
    }
}

// Loads the tile's columns, and puts them to the run; `guarded`: some are beyond the matrix, or chunks beyond the buffer.
static __device__ __forceinline__ void words_anywhere_strands(const unsigned char *__restrict__ in, unsigned char *tile, const bool guarded, const unsigned cols, const unsigned char *in_begin, const unsigned char *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, lane = thread % 32;
    const unsigned ahead = guarded ? 1 : 1; // few registers where time does not matter
#pragma unroll 1
    for (unsigned first = thread / 32; first < 7; first += 4 * ahead) {
        uint4 line[1][4], next[1][4];
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 4) * 4 + lane / 8, row = place % 25 * 4, col = (place / 25 * 8 + lane % 8) * 16;
            unsigned rows = place < 25 && (!guarded || col < cols) ? min(98 - row, 4u) : 0;
            asm("" : "+r"(rows)); // any number, for all that is known
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned char *const from = in + ((unsigned)(row + t) * 1001 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                const uint4 *const at = (const uint4 *)(from - skew);
                const unsigned is = t < rows && (!guarded || ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 2) <= in_end));
                line[n][t] = next[n][t] = make_uint4(0, 0, 0, 0);
                words_anywhere_load_if(is, at, line[n][t]);
                words_anywhere_load_if(is, at + 1, next[n][t]);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 4) * 4 + lane / 8, row = place % 25 * 4, col = (place / 25 * 8 + lane % 8) * 16;
            if (place >= 25 || (guarded && col >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 4; t++) {
                const unsigned char *const from = in + ((unsigned)(row + t) * 1001 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                line[n][t] = words_anywhere_line(line[n][t], next[n][t], skew * 8 / 8);
            }
            unsigned char *const to = tile + (col * 98 + row) * sizeof *in + col / 64 * 16;
            words_anywhere_put(line[n], to, row + 4 <= 98);
#pragma unroll 1
            for (unsigned t = 0; guarded && t < 4 && row + t < 98; t++) {
                const unsigned char *const from = in + ((unsigned)(row + t) * 1001 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                const uint4 *const at = (const uint4 *)(from - skew);
                if ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 2) <= in_end) continue;
#pragma unroll 1
                for (unsigned e = 0; e < 16 && col + e < cols; e++)
                    *(volatile unsigned char *)(to + (e * 98 + t) * sizeof *in) = from[e];
            }
        }
    }
}

// Chunk `chunk` of the tile, of which one is left out behind every 392: columns lie on different banks then.
static __device__ __forceinline__ unsigned words_anywhere_place(unsigned chunk)
{
    return chunk + chunk / 392;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned words_anywhere_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char) + at / (392 * 16) * 16;
}

extern "C" __global__ void __launch_bounds__(128)
    words_anywhere(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[785];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 0, *const in_end = in_begin + 1ull * 98098;
    const unsigned first_col = (unsigned)(blockIdx.x) * 128, matrix = 0;
    const unsigned cols = min(1001u - (unsigned)first_col, 128u), count = cols * 98;
    in += matrix * 98098 + first_col + 0;
    out += matrix * 98098 + first_col * 98 + 0;

    // All columns are there, and no chunk that is loaded reaches beyond the buffer.
    const bool whole = cols == 128 && in - in_begin >= 16 && in_end - in >= 97ull * 1001 + 144;
    if (whole)
        words_anywhere_strands(in, tile, false, cols, in_begin, in_end);
    else
        words_anywhere_strands(in, tile, true, cols, in_begin, in_end);
    __syncthreads();

    uint4 *const to = (uint4 *)out;
    const unsigned chunks = count / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 4) {
        uint4 chunk[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 128;
            if (q < chunks) chunk[n] = *(const uint4 *)(tile + 16 * words_anywhere_place(q));
        }
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 128;
            uint4 *const at = to + q;
            const uint4 value = chunk[n];
            if (q < chunks) *at = value;
        }
    }
    if (thread == chunks % 128) { // part of a chunk
#pragma unroll 1
        for (unsigned p = chunks * 16; p < count; p++)
            out[p] = *(const unsigned char *)(tile + words_anywhere_byte(p));
    }
}

// words_of_halves: transpose family of tilewright 0.1.0, from transpose-row-run.json; float16, 1 x 202 x 1001, row-run
// launch 16 blocks of (32, 4) threads; in holds 202604 elements, out 202210; both 16-byte aligned
// Loads a chunk if `is`: behind a condition it is not put off until it is needed, so that all are under way together.
static __device__ __forceinline__ void words_of_halves_load_if(const unsigned is, const uint4 *from, uint4 &v)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%5]; }" : "+r"(v.x), "+r"(v.y), "+r"(v.z), "+r"(v.w) : "r"(is), "l"(from));
}

// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 words_of_halves_line(const uint4 a, const uint4 b, const unsigned by)
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
static __device__ __forceinline__ void words_of_halves_put(const uint4 line[2], unsigned char *to)
{
    unsigned word[8]; // of each column
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned a = (&line[0].x)[i], b = (&line[1].x)[i];
        word[2 * i] = __byte_perm(a, b, 0x5410), word[2 * i + 1] = __byte_perm(a, b, 0x7632);
    }
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        unsigned char *const at = to + i * 202 * (unsigned)sizeof(unsigned short);
        if (i * 202 % 2 == 0) {
            *(volatile unsigned *)at = word[i];
        } else {
            *(volatile unsigned short *)at = (unsigned short)word[i];
            *(volatile unsigned short *)(at + 2) = (unsigned short)(word[i] >> 16);
        }
    }
}

// Loads the tile's columns, and puts them to the run; `guarded`: some are beyond the matrix, or chunks beyond the buffer.
static __device__ __forceinline__ void words_of_halves_strands(const unsigned short *__restrict__ in, unsigned char *tile, const bool guarded, const unsigned cols, const unsigned short *in_begin, const unsigned short *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, lane = thread % 32;
    const unsigned ahead = guarded ? 1 : 1; // few registers where time does not matter
#pragma unroll 1
    for (unsigned first = thread / 32; first < 26; first += 4 * ahead) {
        uint4 line[1][2], next[1][2];
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 4) * 4 + lane / 8, row = place % 101 * 2, col = (place / 101 * 8 + lane % 8) * 8;
            unsigned rows = place < 101 && (!guarded || col < cols) ? 2 : 0;
            asm("" : "+r"(rows)); // any number, for all that is known
#pragma unroll
            for (unsigned t = 0; t < 2; t++) {
                const unsigned short *const from = in + ((unsigned)(row + t) * 1003 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                const uint4 *const at = (const uint4 *)(from - skew);
                const unsigned is = t < rows && (!guarded || ((const unsigned short *)at >= in_begin && (const unsigned short *)(at + 2) <= in_end));
                line[n][t] = next[n][t] = make_uint4(0, 0, 0, 0);
                words_of_halves_load_if(is, at, line[n][t]);
                words_of_halves_load_if(is, at + 1, next[n][t]);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 4) * 4 + lane / 8, row = place % 101 * 2, col = (place / 101 * 8 + lane % 8) * 8;
            if (place >= 101 || (guarded && col >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 2; t++) {
                const unsigned short *const from = in + ((unsigned)(row + t) * 1003 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                line[n][t] = words_of_halves_line(line[n][t], next[n][t], skew * 16 / 8);
            }
            unsigned char *const to = tile + (col * 202 + row) * sizeof *in + col / 32 * 16;
            words_of_halves_put(line[n], to);
#pragma unroll 1
            for (unsigned t = 0; guarded && t < 2; t++) {
                const unsigned short *const from = in + ((unsigned)(row + t) * 1003 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                const uint4 *const at = (const uint4 *)(from - skew);
                if ((const unsigned short *)at >= in_begin && (const unsigned short *)(at + 2) <= in_end) continue;
#pragma unroll 1
                for (unsigned e = 0; e < 8 && col + e < cols; e++)
                    *(volatile unsigned short *)(to + (e * 202 + t) * sizeof *in) = from[e];
            }
        }
    }
}

// Chunk `chunk` of the tile, of which one is left out behind every 808: columns lie on different banks then.
static __device__ __forceinline__ unsigned words_of_halves_place(unsigned chunk)
{
    return chunk + chunk / 808;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned words_of_halves_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned short) + at / (808 * 8) * 16;
}

extern "C" __global__ void __launch_bounds__(128)
    words_of_halves(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[1617];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned short *const in_begin = in + 0, *const in_end = in_begin + 1ull * 202606 - 2;
    const unsigned first_col = (unsigned)(blockIdx.x) * 64, matrix = 0;
    const unsigned cols = min(1001u - (unsigned)first_col, 64u), count = cols * 202;
    in += matrix * 202606 + first_col + 0;
    out += matrix * 202202 + first_col * 202 + 8;

    // All columns are there, and no chunk that is loaded reaches beyond the buffer.
    const bool whole = cols == 64 && in - in_begin >= 8 && in_end - in >= 201ull * 1003 + 72;
    if (whole)
        words_of_halves_strands(in, tile, false, cols, in_begin, in_end);
    else
        words_of_halves_strands(in, tile, true, cols, in_begin, in_end);
    __syncthreads();

    uint4 *const to = (uint4 *)out;
    const unsigned chunks = count / 8;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 4) {
        uint4 chunk[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 128;
            if (q < chunks) chunk[n] = *(const uint4 *)(tile + 16 * words_of_halves_place(q));
        }
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 128;
            uint4 *const at = to + q;
            const uint4 value = chunk[n];
            if (q < chunks) *at = value;
        }
    }
    if (thread == chunks % 128) { // part of a chunk
#pragma unroll 1
        for (unsigned p = chunks * 8; p < count; p++)
            out[p] = *(const unsigned short *)(tile + words_of_halves_byte(p));
    }
}

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
{
#if __CUDA_ARCH__ < 800 // no such hints
    if (is) v = *from;
#else
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p ld.global.nc.L1::evict_last.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%5], %6; }" : "+r"(v.x), "+r"(v.y), "+r"(v.z), "+r"(v.w) : "r"(is), "l"(from), "l"(policy));
#endif
}

// 16 bytes from byte `by`, 0 to 15, of a and b on.
static __device__ __forceinline__ uint4 few_rows_line(const uint4 a, const uint4 b, const unsigned by)
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

// Loads the tile's columns, and puts them to the run; `guarded`: some are beyond the matrix, or chunks beyond the buffer.
static __device__ __forceinline__ void few_rows_strands(const unsigned char *__restrict__ in, unsigned char *tile, const bool guarded, const unsigned cols, const unsigned char *in_begin, const unsigned char *in_end)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, lane = thread % 32;
    const unsigned ahead = guarded ? 1 : 1; // few registers where time does not matter
#pragma unroll 1
    for (unsigned first = thread / 32; first < 2; first += 2 * ahead) {
        uint4 line[1][6], next[1][6];
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 2) * 4 + lane / 8, row = place % 1 * 6, col = (place / 1 * 8 + lane % 8) * 16;
            unsigned rows = place < 8 && (!guarded || col < cols) ? 6 : 0;
            asm("" : "+r"(rows)); // any number, for all that is known
#pragma unroll
            for (unsigned t = 0; t < 6; t++) {
                const unsigned char *const from = in + ((unsigned)(row + t) * 9001 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                const uint4 *const at = (const uint4 *)(from - skew);
                const unsigned is = t < rows && (!guarded || ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 2) <= in_end));
                line[n][t] = next[n][t] = make_uint4(0, 0, 0, 0);
                few_rows_load_if(is, at, line[n][t]);
                few_rows_load_if(is, at + 1, next[n][t]);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 2) * 4 + lane / 8, row = place % 1 * 6, col = (place / 1 * 8 + lane % 8) * 16;
            if (place >= 8 || (guarded && col >= cols)) continue;
#pragma unroll
            for (unsigned t = 0; t < 6; t++) {
                const unsigned char *const from = in + ((unsigned)(row + t) * 9001 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                line[n][t] = few_rows_line(line[n][t], next[n][t], skew * 8 / 8);
            }
            unsigned char *const to = tile + (col * 6 + row) * sizeof *in + col / 64 * 16;
            few_rows_put(line[n], to);
#pragma unroll 1
            for (unsigned t = 0; guarded && t < 6; t++) {
                const unsigned char *const from = in + ((unsigned)(row + t) * 9001 + col);
                const unsigned skew = (unsigned)(size_t)from % 16 / sizeof *from;
                const uint4 *const at = (const uint4 *)(from - skew);
                if ((const unsigned char *)at >= in_begin && (const unsigned char *)(at + 2) <= in_end) continue;
#pragma unroll 1
                for (unsigned e = 0; e < 16 && col + e < cols; e++)
                    *(volatile unsigned char *)(to + (e * 6 + t) * sizeof *in) = from[e];
            }
        }
    }
}

// Chunk `chunk` of the tile, of which one is left out behind every 24: columns lie on different banks then.
static __device__ __forceinline__ unsigned few_rows_place(unsigned chunk)
{
    return chunk + chunk / 24;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned few_rows_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char) + at / (24 * 16) * 16;
}

extern "C" __global__ void __launch_bounds__(64)
    few_rows(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[399];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned char *const in_begin = in + 0, *const in_end = in_begin + 1ull * 54006;
    const unsigned first_col = (unsigned)(blockIdx.x) * 1024, matrix = 0;
    const unsigned cols = min(9001u - (unsigned)first_col, 1024u), count = cols * 6;
    in += matrix * 54006 + first_col + 0;
    out += matrix * 54006 + first_col * 6 + 0;

    // All columns are there, and no chunk that is loaded reaches beyond the buffer.
    const bool whole = cols == 1024 && in - in_begin >= 16 && in_end - in >= 5ull * 9001 + 1040;
    if (whole)
        few_rows_strands(in, tile, false, cols, in_begin, in_end);
    else
        few_rows_strands(in, tile, true, cols, in_begin, in_end);
    __syncthreads();

    uint4 *const to = (uint4 *)out;
    const unsigned chunks = count / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 64 * 4) {
        uint4 chunk[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 64;
            if (q < chunks) chunk[n] = *(const uint4 *)(tile + 16 * few_rows_place(q));
        }
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 64;
            uint4 *const at = to + q;
            const uint4 value = chunk[n];
            if (q < chunks) *at = value;
        }
    }
    if (thread == chunks % 64) { // part of a chunk
#pragma unroll 1
        for (unsigned p = chunks * 16; p < count; p++)
            out[p] = *(const unsigned char *)(tile + few_rows_byte(p));
    }
    few_rows_return(in, 9001, 6, cols * sizeof *in);
}

// few_halves: transpose family of tilewright 0.1.0, from transpose-row-run.json; float16, 1 x 3 x 5120, row-run
// launch 10 blocks of (32, 2) threads; in holds 15360 elements, out 15360; both 16-byte aligned
// A store of what is not used again.
static __device__ __forceinline__ void few_halves_store_hint(uint4 *to, uint4 v)
{
    __stcs(to, v);
}

// Loads a chunk if `is`: behind a condition it is not put off until it is needed, so that all are under way together.
static __device__ __forceinline__ void few_halves_load_if(const unsigned is, const uint4 *from, uint4 &v)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p ld.global.cs.v4.u32 {%0, %1, %2, %3}, [%5]; }" : "+r"(v.x), "+r"(v.y), "+r"(v.z), "+r"(v.w) : "r"(is), "l"(from));
}

// Puts a strand to the run, its first element to `to`.
static __device__ __forceinline__ void few_halves_put(const uint4 line[3], unsigned char *to)
{
    unsigned word[12]; // of all columns, one after the other
#pragma unroll
    for (unsigned i = 0; i < 12; i++) {
        const unsigned p = i * 2, q = p + 1; // element p is that of row p % 3
        const unsigned a = (&line[p % 3].x)[p / 3 / 2], b = (&line[q % 3].x)[q / 3 / 2];
        word[i] = __byte_perm(a, b, (p / 3 % 2 ? 0x32 : 0x10) | (q / 3 % 2 ? 0x7600 : 0x5400));
    }
#pragma unroll
    for (unsigned i = 0; i < 3; i++)
        ((uint4 *)to)[i] = make_uint4(word[4 * i], word[4 * i + 1], word[4 * i + 2], word[4 * i + 3]);
}

// Loads the tile's columns, and puts them to the run.
static __device__ __forceinline__ void few_halves_strands(const unsigned short *__restrict__ in, unsigned char *tile)
{
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, lane = thread % 32;
    const unsigned ahead = 2;
#pragma unroll 1
    for (unsigned first = thread / 32; first < 2; first += 2 * ahead) {
        uint4 line[2][3];
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 2) * 4 + lane / 8, row = place % 1 * 3, col = (place / 1 * 8 + lane % 8) * 8;
            unsigned rows = place < 8 ? 3 : 0;
            asm("" : "+r"(rows)); // any number, for all that is known
#pragma unroll
            for (unsigned t = 0; t < 3; t++) {
                const unsigned short *const from = in + ((unsigned)(row + t) * 5120 + col);
                const unsigned skew = 0;
                const uint4 *const at = (const uint4 *)(from - skew);
                const unsigned is = t < rows;
                line[n][t] = make_uint4(0, 0, 0, 0);
                few_halves_load_if(is, at, line[n][t]);
            }
        }
#pragma unroll
        for (unsigned n = 0; n < ahead; n++) {
            const unsigned place = (first + n * 2) * 4 + lane / 8, row = place % 1 * 3, col = (place / 1 * 8 + lane % 8) * 8;
            if (place >= 8) continue;
            unsigned char *const to = tile + (col * 3 + row) * sizeof *in + col / 64 * 16;
            few_halves_put(line[n], to);
        }
    }
}

// Chunk `chunk` of the tile, of which one is left out behind every 24: columns lie on different banks then.
static __device__ __forceinline__ unsigned few_halves_place(unsigned chunk)
{
    return chunk + chunk / 24;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned few_halves_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned short) + at / (24 * 8) * 16;
}

extern "C" __global__ void __launch_bounds__(64)
    few_halves(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[199];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned first_col = (unsigned)(blockIdx.x) * 512, matrix = 0;
    const unsigned cols = 512, count = cols * 3;
    in += matrix * 15360 + first_col + 0;
    out += matrix * 15360 + first_col * 3 + 0;

    few_halves_strands(in, tile);
    __syncthreads();

    uint4 *const to = (uint4 *)out;
    const unsigned chunks = count / 8;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 64 * 4) {
        uint4 chunk[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 64;
            if (q < chunks) chunk[n] = *(const uint4 *)(tile + 16 * few_halves_place(q));
        }
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 64;
            uint4 *const at = to + q;
            const uint4 value = chunk[n];
            if (q < chunks) few_halves_store_hint(at, value);
        }
    }
}

// tall_kept: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1 x 9000000 x 6, row-run
// launch 70313 blocks of (32, 4) threads; in holds 54000000 elements, out 54000000; both 16-byte aligned
// A load of what the L2 is to keep before other data.
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

// Gives back lines that the L2 was told to keep, those that end in `bytes` of each of some rows: it is to hold none after the kernel.
static __device__ __forceinline__ void tall_kept_return(const unsigned *from, const unsigned pitch, const unsigned rows, const unsigned bytes)
{
#if __CUDA_ARCH__ >= 800
    const unsigned lines = bytes / 128 + 1; // at most so many of a row
    for (unsigned n = threadIdx.y * 32 + threadIdx.x; n < rows * lines; n += 128) {
        const char *const row = (const char *)(from + n / lines * pitch), *const line = row - (size_t)row % 128 + n % lines * 128;
        if (line + 128 <= row + bytes) asm volatile("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(line));
    }
#endif
}

// Chunk `chunk` of the tile, of which one is left out behind every 24: columns lie on different banks then.
static __device__ __forceinline__ unsigned tall_kept_place(unsigned chunk)
{
    return chunk + chunk / 24;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned tall_kept_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned) + at / (24 * 4) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned tall_kept_offset(unsigned e)
{
    return e * 6;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 tall_kept_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void tall_kept_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// The chunk of the output whose first element is at `at` in the tile.
static __device__ __forceinline__ uint4 tall_kept_gather(const unsigned char *at)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        unsigned element[1];
        const unsigned first = (n + turn) % 4 * 1;
        const unsigned char *const from = at + tall_kept_offset(first) * sizeof(unsigned);
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            element[e] = ((const volatile unsigned *)(from))[tall_kept_offset(e)];
        }
        word[n] = element[0];
    }
    return tall_kept_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
}

extern "C" __global__ void __launch_bounds__(128)
    tall_kept(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[199];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = (unsigned)tile_row * 128, matrix = 0;
    const unsigned rows = min(9000000u - (unsigned)first_row, 128u), count = rows * 6;
    in += matrix * 54000000 + first_row * 6 + 0;
    out += matrix * 54000000 + first_row + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 4 - 1) / 4;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 2) {
        uint4 chunk[2];
#pragma unroll
        for (unsigned n = 0; n < 2; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks) chunk[n] = tall_kept_load_hint(at);
        }
#pragma unroll
        for (unsigned n = 0; n < 2; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            *(uint4 *)(tile + 16 * tall_kept_place(q)) = chunk[n];
        }
    }
    __syncthreads();

    for (unsigned first = 0; first < 192; first += 128) {
        const unsigned n = first + thread;
        if (n >= 192) continue;
        const unsigned col = n / 32, chunk = n % 32;
        unsigned *const to = out + (unsigned)col * 9000000;
        const unsigned row = chunk * 4;
        if (row + 4 > rows) continue;
        const unsigned place = row * 6 + col + skew;
        const uint4 value = tall_kept_gather(tile + tall_kept_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        tall_kept_store(at, value);
    }
    if (blockIdx.x >= 62120) tall_kept_return(in, 0, 1, count * sizeof *in);
}

// wide_kept: transpose family of tilewright 0.1.0, from transpose-row-run.json; float32, 1 x 4 x 9000000, row-run
// launch 70313 blocks of (32, 4) threads; in holds 36000000 elements, out 36000000; both 16-byte aligned
// A load of what the L2 is to keep before other data.
static __device__ __forceinline__ uint4 wide_kept_load_hint(const uint4 *from)
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
static __device__ __forceinline__ void wide_kept_return(const unsigned *from, const unsigned pitch, const unsigned rows, const unsigned bytes)
{
#if __CUDA_ARCH__ >= 800
    const unsigned lines = bytes / 128 + 1; // at most so many of a row
    for (unsigned n = threadIdx.y * 32 + threadIdx.x; n < rows * lines; n += 128) {
        const char *const row = (const char *)(from + n / lines * pitch), *const line = row - (size_t)row % 128 + n % lines * 128;
        if (line + 128 <= row + bytes) asm volatile("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(line));
    }
#endif
}

// Chunk `chunk` of the tile, of which one is left out behind every 8: columns lie on different banks then.
static __device__ __forceinline__ unsigned wide_kept_place(unsigned chunk)
{
    return chunk + chunk / 8;
}

// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned wide_kept_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned) + at / (8 * 4) * 16;
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned wide_kept_offset(unsigned e)
{
    return e * 4;
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 wide_kept_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// Puts a chunk of the input into the tile, its elements 4 apart from `at` on.
static __device__ __forceinline__ void wide_kept_scatter(unsigned char *at, uint4 chunk)
{
    const uint4 around = chunk;
    const unsigned word[4] = {around.x, around.y, around.z, around.w};
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
#pragma unroll
        for (unsigned e = 0; e < 1; e++) {
            const unsigned t = n * 1 + e;
            volatile unsigned *const to = (volatile unsigned *)(at) + wide_kept_offset(t);
            *to = (unsigned)(word[n]);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128)
    wide_kept(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[143];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned first_col = (unsigned)(blockIdx.x) * 128, matrix = 0;
    const unsigned cols = min(9000000u - (unsigned)first_col, 128u), count = cols * 4;
    in += matrix * 36000000 + first_col + 0;
    out += matrix * 36000000 + first_col * 4 + 0;
    const unsigned out_skew = 0;

    // A chunk of a row holds elements of 4 columns, perhaps some beside the tile: there is room for them.
#pragma unroll 1
    for (unsigned first = thread; first < 128; first += 128 * 1) {
        uint4 chunk[1];
#pragma unroll
        for (unsigned n = 0; n < 1; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128, row = q / 128 * 4 + q / 8 % 4, col = (q % 128 / 32 * 8 + q % 8) * 4;
            const unsigned *const from = in + (unsigned)row * 9000000;
            const unsigned skew = 0;
            const uint4 *const at = (const uint4 *)(from - skew + col);
            if (q < 128 && col < cols + skew && col + 4 <= cols) chunk[n] = wide_kept_load_hint(at);
        }
#pragma unroll
        for (unsigned n = 0; n < 1; n++) {
            const unsigned q = first + n * 128, row = q / 128 * 4 + q / 8 % 4, col = (q % 128 / 32 * 8 + q % 8) * 4;
            const unsigned *const from = in + (unsigned)row * 9000000;
            const unsigned skew = 0;
            if (q >= 128 || col >= cols + skew) continue;
            if (col + 4 <= cols) {
                const unsigned place = 0 + (col - skew) * 4 + row + out_skew;
                wide_kept_scatter(tile + wide_kept_byte(place), chunk[n]);
            } else {
#pragma unroll 1
                for (unsigned c = max(col, skew) - skew; c < min(col + 4 - skew, cols); c++)
                    *(unsigned *)(tile + wide_kept_byte(0 + c * 4 + row + out_skew)) = from[c];
            }
        }
    }
    __syncthreads();

    uint4 *const to = (uint4 *)(out - out_skew);
    const unsigned all = out_skew + count;
    for (unsigned first = 0; first < (all + 4 - 1) / 4; first += 128) {
        const unsigned n = first + thread;
        if (n >= (all + 4 - 1) / 4) continue;
        const uint4 value = *(const uint4 *)(tile + 16 * wide_kept_place(n + 0 / 4));
        uint4 *const at = to + n;
        *at = value;
    }
    if (blockIdx.x >= 58024) wide_kept_return(in, 9000000, 4, cols * sizeof *in);
}

// gaps_in_the_run: transpose family of tilewright 0.1.0, from transpose-row-run.json; uint8, 1 x 4097 x 45, row-run
// launch 19 blocks of (32, 4) threads; in holds 192557 elements, out 184365; both 16-byte aligned
// The byte of element `at` of the tile.
static __device__ __forceinline__ unsigned gaps_in_the_run_byte(unsigned at)
{
    return at * (unsigned)sizeof(unsigned char);
}

// Where element e of a chunk lies in the tile, from its first on.
static __device__ __forceinline__ unsigned gaps_in_the_run_offset(unsigned e)
{
    return e * 47;
}

// Rows of the tile before the first whole sector of 32 bytes at `to`.
static __device__ __forceinline__ unsigned gaps_in_the_run_head(const unsigned char *to, unsigned rows)
{
    return min(-(unsigned)(size_t)to % 32 / (unsigned)sizeof *to, rows);
}

// The words of w from word `by` mod 4 on.
static __device__ __forceinline__ uint4 gaps_in_the_run_around(uint4 w, unsigned by)
{
    w = by & 1 ? make_uint4(w.y, w.z, w.w, w.x) : w;
    return by & 2 ? make_uint4(w.z, w.w, w.x, w.y) : w;
}

// A chunk in one access: a plain assignment becomes four stores of 4 bytes here and there.
static __device__ __forceinline__ void gaps_in_the_run_store(uint4 *to, uint4 v)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// The chunk of the output whose first element is at `at` in the tile.
static __device__ __forceinline__ uint4 gaps_in_the_run_gather(const unsigned char *at)
{
    const unsigned turn = (threadIdx.y * 32 + threadIdx.x) / 8; // 8 lanes begin with one word, the next 8 with the next
    unsigned word[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        unsigned char element[4];
        const unsigned first = (n + turn) % 4 * 4;
        const unsigned char *const from = at + gaps_in_the_run_offset(first) * sizeof(unsigned char);
#pragma unroll
        for (unsigned e = 0; e < 4; e++) {
            element[e] = ((const volatile unsigned char *)(from))[gaps_in_the_run_offset(e)];
        }
        word[n] = __byte_perm(__byte_perm(element[0], element[1], 0x0040), __byte_perm(element[2], element[3], 0x0040), 0x5410);
    }
    return gaps_in_the_run_around(make_uint4(word[0], word[1], word[2], word[3]), 0u - turn);
}

extern "C" __global__ void __launch_bounds__(128)
    gaps_in_the_run(const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
    __shared__ uint4 chunks_of_tile[752];
    unsigned char *const tile = (unsigned char *)chunks_of_tile;
    const unsigned thread = threadIdx.y * 32 + threadIdx.x;
    const unsigned tile_row = blockIdx.x;
    const unsigned first_row = (unsigned)tile_row * 224, matrix = 0;
    const unsigned rows = min(4097u - (unsigned)first_row, 256u), count = rows * 47 - (tile_row == 19 - 1 ? 2 : 0);
    in += matrix * 192559 + first_row * 47 + 0;
    out += matrix * 184365 + first_row + 0;
    const unsigned skew = 0; // the run begins with a chunk

    const uint4 *const run = (const uint4 *)(in - skew);
    const unsigned chunks = (skew + count + 16 - 1) / 16;
#pragma unroll 1
    for (unsigned first = thread; first < chunks; first += 128 * 4) {
        uint4 chunk[4];
#pragma unroll
        for (unsigned n = 0; n < 4; n++) { // all loads first, so that they are under way together
            const unsigned q = first + n * 128;
            const uint4 *const at = run + q;
            if (q < chunks && (q + 1) * 16 <= count) chunk[n] = *at;
        }
#pragma unroll
        for (unsigned n = 0; n < 4; n++) {
            const unsigned q = first + n * 128;
            if (q >= chunks) continue;
            if (!((q + 1) * 16 <= count)) {
#pragma unroll 1
                for (unsigned p = max(q * 16, skew) - skew; p < min((q + 1) * 16 - skew, count); p++)
                    *(unsigned char *)(tile + gaps_in_the_run_byte(p + skew)) = in[p];
                continue;
            }
            *(uint4 *)(tile + 16 * q) = chunk[n];
        }
    }
    __syncthreads();

    // A row of the output is written from its first whole sector of 32 bytes on; the tile above has written what is before.
    for (unsigned first = 0; first < 630; first += 128) {
        const unsigned n = first + thread;
        if (n >= 630) continue;
        const unsigned col = n / 14, chunk = n % 14;
        unsigned char *const to = out + (unsigned)col * 4097;
        const unsigned row = gaps_in_the_run_head(to, rows) + chunk * 16;
        if (row + 16 > rows) continue;
        const unsigned place = row * 47 + col + skew;
        const uint4 value = gaps_in_the_run_gather(tile + gaps_in_the_run_byte(place));
        uint4 *const at = (uint4 *)(to + row);
        gaps_in_the_run_store(at, value);
    }

    // What no chunk covers goes element by element: the head of each row in the first tile, its tail in the last.
    const bool is_first = tile_row == 0, is_last = tile_row == 19 - 1;
    for (unsigned first = 0; (is_first || is_last) && first < 45 * 64; first += 128) {
        const unsigned n = first + thread;
        if (n >= 45 * 64) continue;
        const unsigned col = n % 45, slot = n / 45;
        unsigned char *const to = out + (unsigned)col * 4097;
        const unsigned head = gaps_in_the_run_head(to, rows), vectors = min((rows - head) / 16, 14u);
        const unsigned row = slot < 32 ? slot : head + vectors * 16 + slot - 32;
        if (!(slot < 32 ? is_first && row < head : is_last && row < rows)) continue;
        to[row] = *(const unsigned char *)(tile + gaps_in_the_run_byte(row * 47 + col + skew));
    }
}
