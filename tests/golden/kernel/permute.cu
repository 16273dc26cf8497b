// tile: permute family of tilewright 0.1.0, from permute.json; float32, 2 1 0 of 64 3 128, tile
// launch 5 blocks of 256 threads; in holds 24576 times unsigned, out 24576; both 16-byte aligned
// A tile has, of each axis, slowest in the output first: 8 of 128, 1 of 3, 16 of 64.
union tile_piece {
    uint4 all;
    unsigned one[4];
};

// In the input's order, where unit n of the loads goes: from the tile's first element of the input; in shared memory.
static __device__ __forceinline__ int tile_from(const unsigned n)
{
    return 4 * (int)(n % 2) + 384 * (int)(n / 2);
}

static __device__ __forceinline__ unsigned tile_put(const unsigned n)
{
    return 80 * (n % 2) + (n / 2);
}

// In the output's order, where access n goes, and where it comes from.
static __device__ __forceinline__ int tile_to(const unsigned n)
{
    return 4 * (int)(n % 4) + 192 * (int)(n / 4 % 4) + 768 * (int)(n / 16);
}

static __device__ __forceinline__ unsigned tile_get(const unsigned n)
{
    return 4 * (n % 4) + 16 * (n / 4 % 4) + 80 * (n / 16);
}

// Where tile n begins in the input and in the output.
static __device__ __forceinline__ void tile_begin(const unsigned n, int *source, int *target)
{
    const int i2 = (int)(n % 4) * 16;
    const int i1 = (int)(n / 4 % 3);
    const int i0 = (int)(n / 12) * 8;
    *source = 384 * i2 + 128 * i1 + i0 + 0;
    *target = i2 + 64 * i1 + 192 * i0 + 0;
}

static __device__ __forceinline__ void tile_load(const unsigned *source, const int from[1], tile_piece value[1][1])
{
    constexpr int rows[1] = { 0 };
#pragma unroll
    for (unsigned k = 0; k < 1; k++) {
        if (k == 0 && threadIdx.x >= 32) break;
#pragma unroll
        for (unsigned r = 0; r < 1; r++) value[k][r].all = *(const uint4 *)(source + from[k] + rows[r]);
    }
}

extern "C" __global__ void __launch_bounds__(256) tile(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ __align__(16) unsigned tile[144];
    const unsigned thread = threadIdx.x;
    const int from[1] = { tile_from(thread) };
    const unsigned put[1] = { tile_put(thread) };
    constexpr unsigned across[4] = { 0, 16, 32, 48 };
    const int to[1] = { tile_to(thread) };
    const unsigned get[1] = { tile_get(thread) };
    tile_piece value[1][1];
    int source, target;
    unsigned n = blockIdx.x;
    tile_begin(n, &source, &target);
    tile_load(in + source, from, value);
#pragma unroll 1
    for (;;) {
#pragma unroll
        for (unsigned k = 0; k < 1; k++) {
            if (k == 0 && thread >= 32) break;
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                tile[put[k] + across[j]] = value[k][0].one[j];
            }
        }
        __syncthreads();
        unsigned *const stored = out + target;
        n += 5;
        const bool goes_on = n < 192;
        if (goes_on) { // the next tile is loaded while this one is stored
            tile_begin(n, &source, &target);
            tile_load(in + source, from, value);
        }
#pragma unroll
        for (unsigned k = 0; k < 1; k++) {
            if (k == 0 && thread >= 32) break;
            *(uint4 *)(stored + to[k]) = *(const uint4 *)(tile + get[k]);
        }
        if (!goes_on) break;
        __syncthreads(); // before the next tile goes to its place
    }
}

// cut, of permute.cu.mustache:
...
    int source, target;
    unsigned n = blockIdx.x;
    if (n < 132) {
        cut_begin(n, &source, &target);
        cut_load(in + source, from, value);
#pragma unroll
        for (unsigned k = 0; k < 1; k++) {
...

// bytes, of permute.cu.mustache:
...
union bytes_piece {
    uint4 all;
    unsigned word[4];
};

...
#pragma unroll
            for (unsigned j = 0; j < 16; j++) {
                const unsigned pairs = j % 4 < 2 ? 0x5140 : 0x7362, // bytes of two rows, of two columns
                    first = __byte_perm(value[k][0].word[j / 4], value[k][1].word[j / 4], pairs),
                    second = __byte_perm(value[k][2].word[j / 4], value[k][3].word[j / 4], pairs);
                *(unsigned *)(tile + put[k] + across[j]) = __byte_perm(first, second, j % 2 ? 0x7632 : 0x5410);
            }
        }
...

// halves_both, of permute.cu.mustache:
...
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                *(unsigned *)(tile + put[k] + across[j]) = __byte_perm(value[k][0].word[j / 2], value[k][1].word[j / 2], j % 2 ? 0x7632 : 0x5410);
            }
        }
...

// joined, of permute.cu.mustache:
...
            for (unsigned j = 0; j < 8; j++) {
                *(unsigned *)(tile + put[k] + across[j]) = __byte_perm(value[k][0].word[j / 2], value[k][1].word[j / 2], j % 2 ? 0x7632 : 0x5410);
                asm volatile("" ::: "memory"); // its neighbour is stored by itself
            }
        }
...

// shifted, of permute.cu.mustache:
...
// launch 7 blocks of 256 threads; in holds 26331 times unsigned, out 26331; both 4-byte aligned
// A tile has, of each axis, slowest in the output first: 33 of 131, 1 of 3, 67 of 67.
// A chunk of the input, which holds so many elements.
union shifted_piece {
    uint4 all;
    unsigned one[4];
};

// Where access n goes: in the input, from the tile's first element; in shared memory; and how far it moves a run of the
// output.
static __device__ __forceinline__ int shifted_load_at(const unsigned n)
{
    return 4 * (int)(n % 7) + 393 * (int)(n / 7);
}

static __device__ __forceinline__ unsigned shifted_load_place(const unsigned n)
{
    return (n / 7);
}

static __device__ __forceinline__ int shifted_load_turn(const unsigned n)
{
    return 0;
}

// Likewise the elements at the ends of runs.
static __device__ __forceinline__ int shifted_load_end_at(const unsigned n)
{
    return 393 * (int)(n / 5);
}

static __device__ __forceinline__ unsigned shifted_load_end_place(const unsigned n)
{
    return (n / 5);
}

static __device__ __forceinline__ int shifted_load_end_turn(const unsigned n)
{
    return 0;
}

// Elements before the first chunk of a run of the input that begins at element `begin`.
static __device__ __forceinline__ unsigned shifted_in_lead(const unsigned begin)
{
    return -begin & 3;
}

// Likewise of the output.
static __device__ __forceinline__ unsigned shifted_out_lead(const unsigned begin)
{
    return -begin & 3;
}

// The place of element n of a run of the input, behind that of the run's first; `begin`: where the run of the output
// that the first one is part of begins.
static __device__ __forceinline__ unsigned shifted_within(const unsigned n, const unsigned begin)
{
    return 72 * (n) + (n) / 4 * 4 + (begin + (unsigned)((int)(n)) & 3);
}

// In the output's order, where access n goes: in the output; in shared memory.
static __device__ __forceinline__ int shifted_store_at(const unsigned n)
{
    return 4 * (int)(n % 16) + 201 * (int)(n / 16);
}

static __device__ __forceinline__ unsigned shifted_store_place(const unsigned n)
{
    return 4 * (n % 16) + 72 * (n / 16) + (n / 16) / 4 * 4;
}

static __device__ __forceinline__ int shifted_store_end_at(const unsigned n)
{
    return 201 * (int)(n / 3);
}

static __device__ __forceinline__ unsigned shifted_store_end_place(const unsigned n)
{
    return 72 * (n / 3) + (n / 3) / 4 * 4;
}

extern "C" __global__ void __launch_bounds__(256) shifted(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    __shared__ __align__(16) unsigned tile[2408];
    const unsigned thread = threadIdx.x;
    const int load_at[2] = { shifted_load_at(thread), shifted_load_at(thread + 256) };
    const unsigned load_place[2] = { shifted_load_place(thread), shifted_load_place(thread + 256) };
    const int load_turn[2] = { shifted_load_turn(thread), shifted_load_turn(thread) + 0 };
    const int load_end_at[2] = { shifted_load_end_at(thread), shifted_load_end_at(thread + 256) };
    const unsigned load_end_place[2] = { shifted_load_end_place(thread), shifted_load_end_place(thread + 256) };
    const int load_end_turn[2] = { shifted_load_end_turn(thread), shifted_load_end_turn(thread) + 0 };
    const int store_at[3] = { shifted_store_at(thread), shifted_store_at(thread) + 3216, shifted_store_at(thread) + 6432 };
    const unsigned store_place[3] = { shifted_store_place(thread), shifted_store_place(thread) + 1168, shifted_store_place(thread) + 2336 };
    const int store_end_at[1] = { shifted_store_end_at(thread) };
    const unsigned store_end_place[1] = { shifted_store_end_place(thread) };
#pragma unroll 1
    for (unsigned n = blockIdx.x; n < 12; n += 7) {
        const int i1 = (int)(n % 3);
        const int i0 = min((int)(n / 3) * 33, 98);
        const unsigned *const source = in + (131 * i1 + i0 + 0);
        unsigned *const target = out + (67 * i1 + 201 * i0 + 0);
        const unsigned in_begin = (unsigned)((size_t)source / sizeof *source); // modulo a chunk
        const unsigned out_begin = (unsigned)((size_t)target / sizeof *target);
        shifted_piece value[2];
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            if (k == 1 && thread >= 213) break;
            const unsigned lead = shifted_in_lead(in_begin + (unsigned)load_at[k]);
            value[k].all = *(const uint4 *)(source + load_at[k] + lead);
        }
        unsigned end[2];
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            if (k == 1 && thread >= 79) break;
            const unsigned lead = shifted_in_lead(in_begin + (unsigned)load_end_at[k]);
            const unsigned e = (thread + k * 256) % 5, i = e + (e < lead ? 0 : 28);
            end[k] = (source + load_end_at[k])[i];
        }
        __syncthreads(); // the tile before is stored
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            if (k == 1 && thread >= 213) break;
            const unsigned lead = shifted_in_lead(in_begin + (unsigned)load_at[k]);
            const unsigned first = (thread + k * 256) % 7 * 4 + lead;
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = first + j;
                tile[load_place[k] + shifted_within(i, out_begin + (unsigned)load_turn[k])] = value[k].one[j];
            }
        }
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            if (k == 1 && thread >= 79) break;
            const unsigned lead = shifted_in_lead(in_begin + (unsigned)load_end_at[k]);
            const unsigned e = (thread + k * 256) % 5, i = e + (e < lead ? 0 : 28);
            tile[load_end_place[k] + shifted_within(i, out_begin + (unsigned)load_end_turn[k])] = end[k];
        }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 3; k++) {
            if (k == 2 && thread >= 16) break;
            const unsigned lead = shifted_out_lead(out_begin + (unsigned)store_at[k]);
            *(uint4 *)(target + store_at[k] + lead) = *(const uint4 *)(tile + store_place[k] + (lead ? 4 : 0));
        }
#pragma unroll
        for (unsigned k = 0; k < 1; k++) {
            if (k == 0 && thread >= 99) break;
            const unsigned lead = shifted_out_lead(out_begin + (unsigned)store_end_at[k]);
            const unsigned e = (thread + k * 256) % 3, i = e + (e < lead ? 0 : 64);
            (target + store_end_at[k])[i] = tile[store_end_place[k] + (-lead & 3) + i];
        }
    }
}

// shifted, of permute_shifted_functions.cu.mustache:
// A chunk of the input, which holds so many elements.
union shifted_piece {
    uint4 all;
    unsigned one[4];
};

// Where access n goes: in the input, from the tile's first element; in shared memory; and how far it moves a run of the
// output.
static __device__ __forceinline__ int shifted_load_at(const unsigned n)
{
    return 4 * (int)(n % 7) + 393 * (int)(n / 7);
}

static __device__ __forceinline__ unsigned shifted_load_place(const unsigned n)
{
    return (n / 7);
}

static __device__ __forceinline__ int shifted_load_turn(const unsigned n)
{
    return 0;
}

// Likewise the elements at the ends of runs.
static __device__ __forceinline__ int shifted_load_end_at(const unsigned n)
{
    return 393 * (int)(n / 5);
}

static __device__ __forceinline__ unsigned shifted_load_end_place(const unsigned n)
{
    return (n / 5);
}

static __device__ __forceinline__ int shifted_load_end_turn(const unsigned n)
{
    return 0;
}

// Elements before the first chunk of a run of the input that begins at element `begin`.
static __device__ __forceinline__ unsigned shifted_in_lead(const unsigned begin)
{
    return -begin & 3;
}

// Likewise of the output.
static __device__ __forceinline__ unsigned shifted_out_lead(const unsigned begin)
{
    return -begin & 3;
}

// The place of element n of a run of the input, behind that of the run's first; `begin`: where the run of the output
// that the first one is part of begins.
static __device__ __forceinline__ unsigned shifted_within(const unsigned n, const unsigned begin)
{
    return 72 * (n) + (n) / 4 * 4 + (begin + (unsigned)((int)(n)) & 3);
}

// In the output's order, where access n goes: in the output; in shared memory.
static __device__ __forceinline__ int shifted_store_at(const unsigned n)
{
    return 4 * (int)(n % 16) + 201 * (int)(n / 16);
}

static __device__ __forceinline__ unsigned shifted_store_place(const unsigned n)
{
    return 4 * (n % 16) + 72 * (n / 16) + (n / 16) / 4 * 4;
}

static __device__ __forceinline__ int shifted_store_end_at(const unsigned n)
{
    return 201 * (int)(n / 3);
}

static __device__ __forceinline__ unsigned shifted_store_end_place(const unsigned n)
{
    return 72 * (n / 3) + (n / 3) / 4 * 4;
}


// shifted, of permute_shifted.cu.mustache:
        const unsigned in_begin = (unsigned)((size_t)source / sizeof *source); // modulo a chunk
        const unsigned out_begin = (unsigned)((size_t)target / sizeof *target);
        shifted_piece value[2];
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            if (k == 1 && thread >= 213) break;
            const unsigned lead = shifted_in_lead(in_begin + (unsigned)load_at[k]);
            value[k].all = *(const uint4 *)(source + load_at[k] + lead);
        }
        unsigned end[2];
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            if (k == 1 && thread >= 79) break;
            const unsigned lead = shifted_in_lead(in_begin + (unsigned)load_end_at[k]);
            const unsigned e = (thread + k * 256) % 5, i = e + (e < lead ? 0 : 28);
            end[k] = (source + load_end_at[k])[i];
        }
        __syncthreads(); // the tile before is stored
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            if (k == 1 && thread >= 213) break;
            const unsigned lead = shifted_in_lead(in_begin + (unsigned)load_at[k]);
            const unsigned first = (thread + k * 256) % 7 * 4 + lead;
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                const unsigned i = first + j;
                tile[load_place[k] + shifted_within(i, out_begin + (unsigned)load_turn[k])] = value[k].one[j];
            }
        }
#pragma unroll
        for (unsigned k = 0; k < 2; k++) {
            if (k == 1 && thread >= 79) break;
            const unsigned lead = shifted_in_lead(in_begin + (unsigned)load_end_at[k]);
            const unsigned e = (thread + k * 256) % 5, i = e + (e < lead ? 0 : 28);
            tile[load_end_place[k] + shifted_within(i, out_begin + (unsigned)load_end_turn[k])] = end[k];
        }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 3; k++) {
            if (k == 2 && thread >= 16) break;
            const unsigned lead = shifted_out_lead(out_begin + (unsigned)store_at[k]);
            *(uint4 *)(target + store_at[k] + lead) = *(const uint4 *)(tile + store_place[k] + (lead ? 4 : 0));
        }
#pragma unroll
        for (unsigned k = 0; k < 1; k++) {
            if (k == 0 && thread >= 99) break;
            const unsigned lead = shifted_out_lead(out_begin + (unsigned)store_end_at[k]);
            const unsigned e = (thread + k * 256) % 3, i = e + (e < lead ? 0 : 64);
            (target + store_end_at[k])[i] = tile[store_end_place[k] + (-lead & 3) + i];
        }

// aligned, of permute.cu.mustache:
...
    const int store_at[2] = { aligned_store_at(thread), aligned_store_at(thread) + 3072 };
    const unsigned store_place[2] = { aligned_store_place(thread), aligned_store_place(thread) + 1040 };
    const unsigned n = blockIdx.x;
    if (n < 12) {
        const int i1 = (int)(n % 3);
        const int i0 = (int)(n / 3) * 32;
...

// aligned, of permute_shifted.cu.mustache:
...
                const unsigned i = first + j;
                tile[load_place[k] + aligned_within(i, out_begin + (unsigned)load_turn[k])] = value[k].one[j];
                asm volatile("" ::: "memory"); // its neighbour is stored by itself
            }
        }
...

// ends, of permute_shifted.cu.mustache:
...
            const unsigned e = (thread + k * 256) % 2, i = e + (e < lead ? 0 : 128);
            tile[load_end_place[k] + ends_within(i, out_begin + (unsigned)load_end_turn[k])] = end[k];
            asm volatile("" ::: "memory"); // its neighbour is stored by itself
        }
        __syncthreads();
...

// rows, of permute.cu.mustache:
...
        const uint4 *const source = in + (50 * i2 + 10 * i1 + 32000 * i0 + 0);
        uint4 *const target = out + (10 * i2 + 6400 * i1 + 32000 * i0 + 0);
        uint4 value[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 32) break;
            value[k] = source[get[k]];
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 32) break;
            target[to[k]] = value[k];
        }
    }
...

// chunks, of permute.cu.mustache:
...
// launch 7 blocks of 256 threads; in holds 372600 times unsigned char, out 372600; both 1-byte aligned
// A tile has, of each axis, slowest in the output first: 1 of 23, 40 of 40, 405 of 405.
// A chunk of the output, and the parts in which it is made.
union chunks_piece {
    uint4 all;
    unsigned one[4];
};

// Where chunk n of the tile lies in the input and in the output, if its row begins with a chunk.
static __device__ __forceinline__ int chunks_chunk_from(const unsigned n)
{
    return 16 * (int)(n % 24) + 9315 * (int)(n / 24);
}

static __device__ __forceinline__ int chunks_chunk_to(const unsigned n)
{
    return 16 * (int)(n % 24) + 405 * (int)(n / 24);
}

// Where the row begins that element n at the ends of rows is one of.
static __device__ __forceinline__ int chunks_end_from(const unsigned n)
{
    return 9315 * (int)(n / 21);
}

static __device__ __forceinline__ int chunks_end_to(const unsigned n)
{
    return 405 * (int)(n / 21);
}

// Elements before the first chunk of a row that begins at element `begin` of the output.
static __device__ __forceinline__ unsigned chunks_lead(const unsigned begin)
{
    return 3 + (-(begin + 3) & 15);
}

// Elements of a word of the input before a chunk that begins at element `begin`.
static __device__ __forceinline__ unsigned chunks_back(const unsigned begin)
{
    return begin & 3;
}

extern "C" __global__ void __launch_bounds__(256) chunks(const unsigned char *in, unsigned char *out) // loads stay before stores
{
    const unsigned thread = threadIdx.x;
    const int chunk_from[4] = { chunks_chunk_from(thread), chunks_chunk_from(thread + 256), chunks_chunk_from(thread + 512), chunks_chunk_from(thread) + 298080 };
    const int chunk_to[4] = { chunks_chunk_to(thread), chunks_chunk_to(thread + 256), chunks_chunk_to(thread + 512), chunks_chunk_to(thread) + 12960 };
    const int end_from[4] = { chunks_end_from(thread), chunks_end_from(thread + 256), chunks_end_from(thread + 512), chunks_end_from(thread + 768) };
    const int end_to[4] = { chunks_end_to(thread), chunks_end_to(thread + 256), chunks_end_to(thread + 512), chunks_end_to(thread + 768) };
#pragma unroll 1
    for (unsigned n = blockIdx.x; n < 23; n += 7) {
...
        const unsigned char *const source = in + (405 * i0 + 0);
        unsigned char *const target = out + (16200 * i0 + 0);
        const unsigned in_begin = (unsigned)((size_t)source / sizeof *source); // modulo a word
        const unsigned out_begin = (unsigned)((size_t)target / sizeof *target); // modulo a chunk
        unsigned value[4][5];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 192) break;
            const unsigned lead = chunks_lead(out_begin + (unsigned)chunk_to[k]);
            const unsigned back = chunks_back(in_begin + (unsigned)chunk_from[k] + lead);
            const unsigned *const from = (const unsigned *)(source + (chunk_from[k] + (int)(lead - back)));
#pragma unroll
            for (unsigned j = 0; j < 4; j++) value[k][j] = from[j];
            value[k][4] = from[4 - !back];
        }
        unsigned char end[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 72) break;
            const unsigned lead = chunks_lead(out_begin + (unsigned)end_to[k]);
            const unsigned e = (thread + k * 256) % 21, i = e + (e < lead ? 0 : 384);
            end[k] = (source + end_from[k])[i];
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 192) break;
            const unsigned lead = chunks_lead(out_begin + (unsigned)chunk_to[k]);
            const unsigned back = chunks_back(in_begin + (unsigned)chunk_from[k] + lead);
            chunks_piece piece;
#pragma unroll
            for (unsigned j = 0; j < 4; j++)
                piece.one[j] = __funnelshift_r(value[k][j], value[k][j + 1], back * 8);
            *(uint4 *)(target + (chunk_to[k] + (int)lead)) = piece.all;
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 72) break;
            const unsigned lead = chunks_lead(out_begin + (unsigned)end_to[k]);
            const unsigned e = (thread + k * 256) % 21, i = e + (e < lead ? 0 : 384);
            (target + end_to[k])[i] = end[k];
        }
    }
}

// chunks, of permute_chunks_functions.cu.mustache:
// A chunk of the output, and the parts in which it is made.
union chunks_piece {
    uint4 all;
    unsigned one[4];
};

// Where chunk n of the tile lies in the input and in the output, if its row begins with a chunk.
static __device__ __forceinline__ int chunks_chunk_from(const unsigned n)
{
    return 16 * (int)(n % 24) + 9315 * (int)(n / 24);
}

static __device__ __forceinline__ int chunks_chunk_to(const unsigned n)
{
    return 16 * (int)(n % 24) + 405 * (int)(n / 24);
}

// Where the row begins that element n at the ends of rows is one of.
static __device__ __forceinline__ int chunks_end_from(const unsigned n)
{
    return 9315 * (int)(n / 21);
}

static __device__ __forceinline__ int chunks_end_to(const unsigned n)
{
    return 405 * (int)(n / 21);
}

// Elements before the first chunk of a row that begins at element `begin` of the output.
static __device__ __forceinline__ unsigned chunks_lead(const unsigned begin)
{
    return 3 + (-(begin + 3) & 15);
}

// Elements of a word of the input before a chunk that begins at element `begin`.
static __device__ __forceinline__ unsigned chunks_back(const unsigned begin)
{
    return begin & 3;
}


// chunks, of permute_chunks.cu.mustache:
        const unsigned in_begin = (unsigned)((size_t)source / sizeof *source); // modulo a word
        const unsigned out_begin = (unsigned)((size_t)target / sizeof *target); // modulo a chunk
        unsigned value[4][5];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 192) break;
            const unsigned lead = chunks_lead(out_begin + (unsigned)chunk_to[k]);
            const unsigned back = chunks_back(in_begin + (unsigned)chunk_from[k] + lead);
            const unsigned *const from = (const unsigned *)(source + (chunk_from[k] + (int)(lead - back)));
#pragma unroll
            for (unsigned j = 0; j < 4; j++) value[k][j] = from[j];
            value[k][4] = from[4 - !back];
        }
        unsigned char end[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 72) break;
            const unsigned lead = chunks_lead(out_begin + (unsigned)end_to[k]);
            const unsigned e = (thread + k * 256) % 21, i = e + (e < lead ? 0 : 384);
            end[k] = (source + end_from[k])[i];
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 192) break;
            const unsigned lead = chunks_lead(out_begin + (unsigned)chunk_to[k]);
            const unsigned back = chunks_back(in_begin + (unsigned)chunk_from[k] + lead);
            chunks_piece piece;
#pragma unroll
            for (unsigned j = 0; j < 4; j++)
                piece.one[j] = __funnelshift_r(value[k][j], value[k][j + 1], back * 8);
            *(uint4 *)(target + (chunk_to[k] + (int)lead)) = piece.all;
        }
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 && thread >= 72) break;
            const unsigned lead = chunks_lead(out_begin + (unsigned)end_to[k]);
            const unsigned e = (thread + k * 256) % 21, i = e + (e < lead ? 0 : 384);
            (target + end_to[k])[i] = end[k];
        }

// chunks_words, of permute_chunks.cu.mustache:
        const unsigned out_begin = (unsigned)((size_t)target / sizeof *target); // modulo a chunk
        chunks_words_piece value[1];
#pragma unroll
        for (unsigned k = 0; k < 1; k++) {
            if (k == 0 && thread >= 120) break;
            const unsigned lead = chunks_words_lead(out_begin + (unsigned)chunk_to[k]);
            const unsigned *const from = (const unsigned *)(source + (chunk_from[k] + (int)lead));
#pragma unroll
            for (unsigned j = 0; j < 4; j++) value[k].one[j] = from[j];
        }
        unsigned end[1];
...
            if (k == 0 && thread >= 120) break;
            const unsigned lead = chunks_words_lead(out_begin + (unsigned)chunk_to[k]);
            *(uint4 *)(target + (chunk_to[k] + (int)lead)) = value[k].all;
        }
#pragma unroll
...

// transpose, of permute.cu.mustache:
// transpose: permute family of tilewright 0.1.0, from permute.json; float16, 2 x 64 x 196, xor, layout (32,64):(64,1), (row, col) at column col ^ (row * 2)
// launch 16 blocks of (32, 16) threads; in holds 25088 elements, out 25088; both 2-byte aligned
// The tile and its order: chosen of 42 by a model of times on sm_90.
extern "C" __global__ void __launch_bounds__(512)
    transpose(const unsigned short *__restrict__ in, unsigned short *__restrict__ out)
{
    __shared__ unsigned short tile[32][64];
    const unsigned first_row = blockIdx.x % 2 * 32, first_col = blockIdx.x / 2 % 4 * 64;
    const unsigned cols = 196u - first_col;
    const unsigned matrix = blockIdx.x / 8;
    in += matrix * 12544 + first_row * 196 + first_col;
    out += matrix * 12544 + first_col * 64 + first_row;
    const unsigned x = threadIdx.x, y = threadIdx.y;

#pragma unroll
    for (unsigned down = 0; down < 32; down += 16) {
#pragma unroll
        for (unsigned across = 0; across < 64; across += 32) {
            const unsigned j = down + y, i = across + x;
            if (i < cols) tile[j][i ^ (j * 2)] = in[j * 196 + i];
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned down = 0; down < 64; down += 16) {
        const unsigned j = down + y;
        if (j < cols) out[j * 64 + x] = tile[x][j ^ (x * 2)];
    }
}

// repeated, of permute.cu.mustache:
...
    *source = 0;
    *target = 128 * i0 + 0;
    asm volatile("" : "+r"(*source)); // each tile loads what repeats
}

...

// rows_repeated, of permute.cu.mustache:
...
    for (unsigned n = blockIdx.x; n < 100; n += 2) {
        const int i0 = (int)(n) * 4096;
        int begin = 0;
        asm volatile("" : "+r"(begin)); // each tile loads what repeats
        const unsigned *const source = in + begin;
        unsigned *const target = out + (i0 + 0);
        unsigned value[16];
...

// wide_naive, of permute.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(256) wide_naive(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned long long n = (unsigned long long)blockIdx.x * 256 + threadIdx.x;
    out[(long long)(n % 2000) + 2000 * (long long)(n / 2000 % 1000) + 2000000 * (long long)(n / 2000000) + 0] = in[3000000 * (long long)(n % 2000) + 3000 * (long long)(n / 2000 % 1000) + (long long)(n / 2000000) + 0];
}

// naive, of permute.cu.mustache:
...
{
    const unsigned n = blockIdx.x * 256 + threadIdx.x;
    if (n >= 6000) return;
    out[(int)(n % 40) + 40 * (int)(n / 40 % 50) + 2000 * (int)(n / 2000) + 0] = in[50 * (int)(n % 40) + (int)(n / 40 % 50) + 2000 * (int)(n / 2000) + 0];
}

// narrower, of permute.cu.mustache:
...
// launch 5 blocks of 256 threads; in holds 24576 times unsigned, out 24576 times unsigned short; 16- and 16-byte aligned
// A tile has, of each axis, slowest in the output first: 8 of 128, 1 of 3, 16 of 64.
// An element of the output: float32 to float16, ties to even; NaN keeps its sign and the upper bits of its fraction.
static __device__ __forceinline__ unsigned short narrower_cast_one(const unsigned x)
{
    const float value = __uint_as_float(x) * 0.5f;
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return value == value ? bits : x >> 16 & 0x8000 | 0x7e00 | x >> 13 & 0x3ff;
}

// The same of what is moved together.
static __device__ __forceinline__ unsigned short narrower_cast(const unsigned x)
{
    union { unsigned all; unsigned one[1]; } in;
    union { unsigned short all; unsigned short one[1]; } out;
    in.all = x;
#pragma unroll
    for (unsigned i = 0; i < 1; i++) out.one[i] = narrower_cast_one(in.one[i]);
    return out.all;
}

union narrower_piece {
    uint4 all;
...
#pragma unroll
            for (unsigned j = 0; j < 4; j++) {
                *(unsigned *)(tile + put[k] + across[j]) = narrower_cast(value[k][0].one[j]) | (unsigned)narrower_cast(value[k][1].one[j]) << 16;
            }
        }
...

// narrower, of permute_cast.cu.mustache:
// An element of the output: float32 to float16, ties to even; NaN keeps its sign and the upper bits of its fraction.
static __device__ __forceinline__ unsigned short narrower_cast_one(const unsigned x)
{
    const float value = __uint_as_float(x) * 0.5f;
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return value == value ? bits : x >> 16 & 0x8000 | 0x7e00 | x >> 13 & 0x3ff;
}

// The same of what is moved together.
static __device__ __forceinline__ unsigned short narrower_cast(const unsigned x)
{
    union { unsigned all; unsigned one[1]; } in;
    union { unsigned short all; unsigned short one[1]; } out;
    in.all = x;
#pragma unroll
    for (unsigned i = 0; i < 1; i++) out.one[i] = narrower_cast_one(in.one[i]);
    return out.all;
}


// wider, of permute.cu.mustache:
...
}

// An access to the output, of one to shared memory.
static __device__ __forceinline__ uint4 wider_cast_access(const unsigned x)
{
    union { unsigned all; unsigned char one[4]; } in;
    union { uint4 all; unsigned one[4]; } out;
    in.all = x;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) out.one[i] = wider_cast(in.one[i]);
    return out.all;
}

// A chunk of the input, which holds so many elements.
union wider_piece {
...

// wider, of permute_cast.cu.mustache:
...
{
    const float value = x * 0.00392156863f;
    const unsigned bits = __float_as_uint(value);
    return bits;
}
...

// wider, of permute_shifted.cu.mustache:
...
            if (k == 2 && thread >= 208) break;
            const unsigned lead = wider_out_lead(out_begin + (unsigned)store_at[k]);
            // By one offset NVRTC sees neighbours, which one instruction stores.
            *(uint4 *)(target + (store_at[k] + (int)lead)) = wider_cast_access(*(const unsigned *)(tile + store_place[k] + (lead ? 4 : 0)));
        }

// tile_wider, of permute.cu.mustache:
...
        for (unsigned k = 0; k < 1; k++) {
            if (k == 0 && thread >= 32) break;
            *(uint4 *)(stored + to[k]) = tile_wider_cast_access(*(const uint2 *)(tile + get[k]));
        }
    }
...

// tile_wider, of permute_cast.cu.mustache:
static __device__ __forceinline__ float tile_wider_float(const unsigned short x)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x));
    return value;
}

// An element of the output: float16 to float32, ties to even; NaN keeps its sign and the upper bits of its fraction.
static __device__ __forceinline__ unsigned tile_wider_cast_one(const unsigned short x)
...

// odd, of permute_cast.cu.mustache:
// A float with an odd last bit where x is none: rounding that is rounding x, once.
static __device__ __forceinline__ float odd_odd(const double x)
{
    const float below = __double2float_rz(x);
    return (double)below == x ? below : __uint_as_float(__float_as_uint(below) | 1);
}

// An element of the output: float64 to bfloat16, ties to even; NaN keeps its sign and the upper bits of its fraction.
static __device__ __forceinline__ unsigned short odd_cast_one(const unsigned long long x)
{
    const double value = __longlong_as_double((long long)x);
    unsigned short bits;
    const float near = odd_odd(value);
#if __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(near));
#else
    bits = (__float_as_uint(near) + 0x7fff + (__float_as_uint(near) >> 16 & 1)) >> 16;
#endif
    return value == value ? bits : x >> 48 & 0x8000 | 0x7fc0 | x >> 45 & 0x7f;
}
...

// ends_wider, of permute_cast.cu.mustache:
...
{
    const double value = ends_wider_float(x) * 3.0;
    const unsigned long long bits = __double_as_longlong((double)value);
    return value == value ? bits : (unsigned long long)x << 48 & 0x8000000000000000ull | 0x7ff8000000000000ull | (unsigned long long)x << 42 & 0xfffffffffffffull;
}
...

// sectors, of permute_shifted.cu.mustache:
...
        for (unsigned k = 0; k < 1; k++) {
            if (k == 0 && thread >= 238) break;
            if (i2 != 0 && i2 != 92) break; // other tiles store all ends
            const unsigned lead = sectors_out_lead(out_begin + (unsigned)store_end_at[k]);
            const unsigned e = (thread + k * 256) % 7, i = e + (e < lead ? 0 : 32);
            if ((e < lead) != (i2 == 0)) continue; // another tile stores it, with its sector
            (target + store_end_at[k])[i] = tile[store_end_place[k] + (-lead & 3) + i];
        }
