// few_sum: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 100 x 7, order fixed
// grid 1, block (8, 4); elements: a 700, c 7

// What is known of some elements.
struct few_sum_state {
    float value;
};

using few_sum_part = few_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ few_sum_part few_sum_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ few_sum_part few_sum_take(few_sum_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ few_sum_state few_sum_join(few_sum_state left, few_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ few_sum_part few_sum_join_parts(few_sum_part left, few_sum_part right)
{
    return few_sum_join(left, right);
}

static __device__ __forceinline__ few_sum_state few_sum_of_leaf(few_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float few_sum_result(few_sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void few_sum_rows(const float *a, unsigned row, few_sum_part (&part))
{
    float x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 7];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? few_sum_take(part, x[u], row + u) : few_sum_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void few_sum_leaf(const float *a, unsigned leaf, few_sum_state (&state))
{
    few_sum_part part;
    if (leaf < 3) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            few_sum_rows<16>(a + row * 7, row, part);
    } else {
        few_sum_rows<4>(a, 0, part);
    }
    state = few_sum_of_leaf(part, leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float few_sum_shared_value[3][8];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void few_sum_meet(few_sum_state (&state), unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 2 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
            few_sum_shared_value[threadIdx.y - 1][threadIdx.x] = state.value;
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            few_sum_state right;
            right.value = few_sum_shared_value[threadIdx.y + half - 1][threadIdx.x];
            state = few_sum_join(state, right);
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void few_sum_store(float *c, unsigned vector, const few_sum_state (&state))
{
    c[vector] = few_sum_result(state, 100ull);
}

extern "C" __global__ void __launch_bounds__(32, 32) few_sum(const float *__restrict__ a, float *c)
{
    const unsigned vector = threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = run;
    few_sum_state state;
    if (vector < 7) {
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = leaf * 224ull + col;
        few_sum_leaf(a + offset, leaf, state);
    }
    few_sum_meet<2>(state, run, 4);
    if (threadIdx.y == 0 && vector < 7) few_sum_store(c, vector, state);
}

// few_dot, of reduce_columns.cu.mustache:
...
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 7];
        y[u] = b[u * 7];
    }
#pragma unroll
...

// tall_cols64_float32, of reduce_columns.cu.mustache:
// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void tall_cols64_float32_push(tall_cols64_float32_state (&stack)[levels], unsigned n, tall_cols64_float32_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = tall_cols64_float32_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ tall_cols64_float32_state tall_cols64_float32_all(const tall_cols64_float32_state (&stack)[levels], unsigned count)
{
    tall_cols64_float32_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? tall_cols64_float32_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
...
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ tall_cols64_float32_state tall_cols64_float32_run(const float *partials_value, const unsigned first, const unsigned count)
{
    tall_cols64_float32_state stack[1];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 8) {
        tall_cols64_float32_state next[8];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
            const unsigned part = min(first + n + u, 97u); // no load waits for a branch
            const unsigned long long at = part * 64ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) { // all are loaded, here
            asm volatile("" ::"f"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 8; u += 2 * d)
                if (n + u + d < count) next[u] = tall_cols64_float32_join(next[u], next[u + d]);
        tall_cols64_float32_push(stack, n / 8, next[0]);
    }
    return tall_cols64_float32_all(stack, (count + 8 - 1) / 8);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ tall_cols64_float32_state tall_cols64_float32_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 8;
    return tall_cols64_float32_run(partials_value + at, first, min(8u, 98u - first));
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void tall_cols64_float32_join_all(float *c, const float *partials_value, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 28;
    tall_cols64_float32_state state;
    if (vector < 64 && run < 13) {
        state = tall_cols64_float32_joined(partials_value, run, vector);
    }
    tall_cols64_float32_meet<4>(state, run, 13);
    if (threadIdx.y == 0 && vector < 64) tall_cols64_float32_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. A thread that sees the count sees what the
// block has stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool tall_cols64_float32_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(512, 2) tall_cols64_float32(const float *__restrict__ a, float *c, float *partials_value, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 2;
    const unsigned vector = (unsigned)strip * 32 + threadIdx.x;
    const unsigned part = blockIdx.x / 2;
    const unsigned run = __brev(threadIdx.y) >> 28;
    const unsigned leaf = part * 32 + run * 2;
...
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = leaf * 2048ull + col;
        const unsigned count = min(2u, 3126u - leaf);
        tall_cols64_float32_state stack[2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 64);
            tall_cols64_float32_leaf(a + at, leaf + n, state);
            tall_cols64_float32_push(stack, n, state);
        }
        state = tall_cols64_float32_all(stack, count);
    }
    const unsigned left = 3126 - part * 32; // leaves from the part's first to the last
    tall_cols64_float32_meet<4>(state, run, (left + 2 - 1) / 2);
    if (threadIdx.y == 0 && vector < 64) {
        const unsigned long long at = (unsigned long long)part * 64 + vector;
        partials_value[at] = state.value;
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = tall_cols64_float32_is_last(finished + strip, 97);
    if (!__syncthreads_or(last)) return;

    tall_cols64_float32_join_all(c, partials_value, vector);
}

// tall_cols64_uint8, of reduce.cu.mustache:
...
}

struct __align__(4) tall_cols64_uint8_chunk {
    unsigned word[1];
};

// Where threads leave their columns of a block's, a row for each of them in y. No two that are stored or loaded at once
// are in one bank, but for a few.
static __shared__ unsigned tall_cols64_uint8_left_value[32][65];

// Takes a row's chunk, of row number `row` of the block.
static __device__ __forceinline__ void tall_cols64_uint8_take_chunk(tall_cols64_uint8_part (&part)[4], const tall_cols64_uint8_chunk &x, unsigned row)
{
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned k = i / 4, j = i % 4;
        part[i] = tall_cols64_uint8_take_of_word(part[i], x.word[k], j, row);
    }
}

// Takes up to 8 of the thread's rows, from its number n on; all are loaded before one is taken.
template <bool all>
static __device__ __forceinline__ void tall_cols64_uint8_rows(tall_cols64_uint8_part (&part)[4], const unsigned char *a, unsigned n, unsigned count)
{
    tall_cols64_uint8_chunk x[8];
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) {
            x[u] = *(const tall_cols64_uint8_chunk *)(a + u * 2048u);
        }
    }
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) tall_cols64_uint8_take_chunk(part, x[u], threadIdx.y + (n + u) * 32);
    }
}

// Takes the thread's rows, `count` of them, from `at` in the arrays on.
static __device__ __forceinline__ void tall_cols64_uint8_all_rows(tall_cols64_uint8_part (&part)[4], const unsigned char *a, unsigned at, unsigned count)
{
    const unsigned whole = count;
    unsigned n = 0;
#pragma unroll 1
    for (; n + 8 <= whole; n += 8, at += 8 * 2048u)
        tall_cols64_uint8_rows<true>(part, a + at, n, 8);
    tall_cols64_uint8_rows<false>(part, a + at, n, whole - n);
}

// Joins parts number `first`, `first` + `step`, ... of a column.
static __device__ __forceinline__ tall_cols64_uint8_state tall_cols64_uint8_join_parts_of(const unsigned long long *partials_value, const unsigned column, unsigned first, unsigned step)
{
    tall_cols64_uint8_state state = { partials_value[first * 64ull + column] };
#pragma unroll 8
    for (unsigned part = first + step; part < 98u; part += step) {
        const tall_cols64_uint8_state right = { partials_value[part * 64ull + column] };
        state = tall_cols64_uint8_join(state, right);
    }
    return state;
}

// Whether all others have counted; the last sets the counter back to 0. A thread that sees the count sees what the
// block has stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool tall_cols64_uint8_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(512) tall_cols64_uint8(const unsigned char *__restrict__ a, unsigned long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned strip = 0, part_number = blockIdx.x;
    const unsigned left = (unsigned)strip * 64; // the block's first column
    const unsigned first_row = part_number * 1024u;
    const unsigned rows = (unsigned)min(1024u, 100003u - first_row);
    const int x = threadIdx.x * 4;
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && first < 64) {
        tall_cols64_uint8_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) part[i] = { 0 };
        tall_cols64_uint8_all_rows(part, a, (first_row + threadIdx.y) * 64 + (unsigned)first, (rows - threadIdx.y + 32 - 1) / 32);
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = x + i; // which lies far behind the block's if it is negative
            if (column < 64) {
                tall_cols64_uint8_left_value[threadIdx.y][column + column / 32] = part[i].value;
            }
        }
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * 16 + threadIdx.x, runs = min(rows, 32u);
    const unsigned columns = (unsigned)min(64u, 64u - left); // of the block
#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512) {
        const unsigned place = column + column / 32;
        tall_cols64_uint8_part part = { tall_cols64_uint8_left_value[0][place] };
#pragma unroll 4
        for (unsigned y = 1; y < runs; y++) {
            const tall_cols64_uint8_part right = { tall_cols64_uint8_left_value[y][place] };
            part = tall_cols64_uint8_join_parts(part, right);
        }
        const tall_cols64_uint8_state state = tall_cols64_uint8_of_leaf(part, first_row);
        partials_value[part_number * 64ull + left + column] = state.value;
    }
    __syncthreads();
    bool last = false;
    if (thread == 0) last = tall_cols64_uint8_is_last(finished + strip, 97u);
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512)
        c[left + column] = tall_cols64_uint8_result(tall_cols64_uint8_join_parts_of(partials_value, left + column, 0, 1), 100003ull);
}

// tall_cols64_uint8, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct tall_cols64_uint8_part {
    unsigned value;
};

// Takes element j of a word, number i of a column.
static __device__ __forceinline__ tall_cols64_uint8_part tall_cols64_uint8_take_of_word(tall_cols64_uint8_part p, unsigned w, unsigned j, unsigned)
{
    return { (unsigned)__dp4a((unsigned)w, (unsigned)(1u << 8 * j), (unsigned)p.value) };
}

static __device__ __forceinline__ tall_cols64_uint8_state tall_cols64_uint8_join(tall_cols64_uint8_state left, tall_cols64_uint8_state right)
{
...
static __device__ __forceinline__ tall_cols64_uint8_part tall_cols64_uint8_join_parts(tall_cols64_uint8_part left, tall_cols64_uint8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ tall_cols64_uint8_state tall_cols64_uint8_of_leaf(tall_cols64_uint8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ unsigned long long tall_cols64_uint8_result(tall_cols64_uint8_state s, unsigned long long)
{
    return s.value;
}


// tall_cols64_uint8, of reduce_unordered.cu.mustache:
struct __align__(4) tall_cols64_uint8_chunk {
    unsigned word[1];
};

// Where threads leave their columns of a block's, a row for each of them in y. No two that are stored or loaded at once
// are in one bank, but for a few.
static __shared__ unsigned tall_cols64_uint8_left_value[32][65];

// Takes a row's chunk, of row number `row` of the block.
static __device__ __forceinline__ void tall_cols64_uint8_take_chunk(tall_cols64_uint8_part (&part)[4], const tall_cols64_uint8_chunk &x, unsigned row)
{
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned k = i / 4, j = i % 4;
        part[i] = tall_cols64_uint8_take_of_word(part[i], x.word[k], j, row);
    }
}

// Takes up to 8 of the thread's rows, from its number n on; all are loaded before one is taken.
template <bool all>
static __device__ __forceinline__ void tall_cols64_uint8_rows(tall_cols64_uint8_part (&part)[4], const unsigned char *a, unsigned n, unsigned count)
{
    tall_cols64_uint8_chunk x[8];
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) {
            x[u] = *(const tall_cols64_uint8_chunk *)(a + u * 2048u);
        }
    }
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) tall_cols64_uint8_take_chunk(part, x[u], threadIdx.y + (n + u) * 32);
    }
}

// Takes the thread's rows, `count` of them, from `at` in the arrays on.
static __device__ __forceinline__ void tall_cols64_uint8_all_rows(tall_cols64_uint8_part (&part)[4], const unsigned char *a, unsigned at, unsigned count)
{
    const unsigned whole = count;
    unsigned n = 0;
#pragma unroll 1
    for (; n + 8 <= whole; n += 8, at += 8 * 2048u)
        tall_cols64_uint8_rows<true>(part, a + at, n, 8);
    tall_cols64_uint8_rows<false>(part, a + at, n, whole - n);
}

// Joins parts number `first`, `first` + `step`, ... of a column.
static __device__ __forceinline__ tall_cols64_uint8_state tall_cols64_uint8_join_parts_of(const unsigned long long *partials_value, const unsigned column, unsigned first, unsigned step)
{
    tall_cols64_uint8_state state = { partials_value[first * 64ull + column] };
#pragma unroll 8
    for (unsigned part = first + step; part < 98u; part += step) {
        const tall_cols64_uint8_state right = { partials_value[part * 64ull + column] };
        state = tall_cols64_uint8_join(state, right);
    }
    return state;
}

// Whether all others have counted; the last sets the counter back to 0. A thread that sees the count sees what the
// block has stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool tall_cols64_uint8_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(512) tall_cols64_uint8(const unsigned char *__restrict__ a, unsigned long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned strip = 0, part_number = blockIdx.x;
    const unsigned left = (unsigned)strip * 64; // the block's first column
    const unsigned first_row = part_number * 1024u;
    const unsigned rows = (unsigned)min(1024u, 100003u - first_row);
    const int x = threadIdx.x * 4;
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && first < 64) {
        tall_cols64_uint8_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) part[i] = { 0 };
        tall_cols64_uint8_all_rows(part, a, (first_row + threadIdx.y) * 64 + (unsigned)first, (rows - threadIdx.y + 32 - 1) / 32);
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = x + i; // which lies far behind the block's if it is negative
            if (column < 64) {
                tall_cols64_uint8_left_value[threadIdx.y][column + column / 32] = part[i].value;
            }
        }
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * 16 + threadIdx.x, runs = min(rows, 32u);
    const unsigned columns = (unsigned)min(64u, 64u - left); // of the block
#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512) {
        const unsigned place = column + column / 32;
        tall_cols64_uint8_part part = { tall_cols64_uint8_left_value[0][place] };
#pragma unroll 4
        for (unsigned y = 1; y < runs; y++) {
            const tall_cols64_uint8_part right = { tall_cols64_uint8_left_value[y][place] };
            part = tall_cols64_uint8_join_parts(part, right);
        }
        const tall_cols64_uint8_state state = tall_cols64_uint8_of_leaf(part, first_row);
        partials_value[part_number * 64ull + left + column] = state.value;
    }
    __syncthreads();
    bool last = false;
    if (thread == 0) last = tall_cols64_uint8_is_last(finished + strip, 97u);
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512)
        c[left + column] = tall_cols64_uint8_result(tall_cols64_uint8_join_parts_of(partials_value, left + column, 0, 1), 100003ull);
}

// tall_cols3_float32, of reduce_columns.cu.mustache:
...
static __device__ __forceinline__ tall_cols3_float32_state tall_cols3_float32_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    return { partials_value[at + run * 16ull] };
}

...

// tall_cols3_uint8, of reduce_unordered.cu.mustache:
...
    }
}

// The first `count` elements of a chunk, and zeros.
static __device__ __forceinline__ tall_cols3_uint8_chunk tall_cols3_uint8_piece(const unsigned char *a, unsigned count)
{
    tall_cols3_uint8_chunk x = {};
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        if (i < count) x.word[i / 4] |= (unsigned)(unsigned char)a[i] << i % 4 * 8;
    }
    return x;
}

// Takes the thread's rows, `count` of them, from `at` in the arrays on.
static __device__ __forceinline__ void tall_cols3_uint8_all_rows(tall_cols3_uint8_part (&part)[4], const unsigned char *a, unsigned at, unsigned count)
{
    const unsigned end = at + (count - 1) * 768u;
    const bool is_cut = end + 4 > 300009; // the last row is the array's, and this its last chunk
    const unsigned whole = count - is_cut;
    unsigned n = 0;
#pragma unroll 1
...
        tall_cols3_uint8_rows<true>(part, a + at, n, 8);
    tall_cols3_uint8_rows<false>(part, a + at, n, whole - n);
    if (is_cut) {
        const unsigned left = (unsigned)(300009 - end);
        tall_cols3_uint8_take_chunk(part, tall_cols3_uint8_piece(a + end, left), threadIdx.y + whole * 256);
    }
}

...
    const unsigned first_row = part_number * 8192u;
    const unsigned rows = (unsigned)min(8192u, 100003u - first_row);
    const unsigned shift = threadIdx.y * 3 % 4; // of the thread's columns
    const int x = (int)(threadIdx.x * 4 - shift);
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && x < 4 && first < 3) {
...

// again, of reduce_columns.cu.mustache:
struct __align__(16) again_vector {
    float element[4];
};

struct __align__(16) again_results {
    float result[4];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
...
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const again_vector *)(a + u * 40);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? again_take(part[i], xi, row + u) : again_first(xi, 0);
        }
    }
}
...
        again_rows<3>(a, 0, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = again_of_leaf(part[i], leaf * 32ull);
}

...
        const unsigned half = 16 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                again_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            again_state right;
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                right.value = again_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = again_join(state[i], right);
            }
        }
    }
...
    again_meet<5>(state, run, left);
    if (threadIdx.y == 0 && vector < 10) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned long long at = (part * 4ull + i) * 16 + vector;
            partials_value[at] = state[i].value;
        }
    }
}

extern "C" __global__ void __launch_bounds__(1024) again_join(float *c, float *partials_value)
{
    const unsigned run = threadIdx.y;
    const unsigned strip = blockIdx.x / 4, vector = strip * 32 + threadIdx.x;
    const unsigned i = blockIdx.x % 4; // of the vector's columns
    again_state state;
    if (vector < 10 && run < 25)
        state = again_joined(partials_value, run, i * 16ull + vector);
    __shared__ float runs_value[32][32];
    runs_value[run][threadIdx.x] = state.value;
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        __syncthreads();
        if (run % (2 * d) == 0 && run + d < 25) {
            const again_state right = { runs_value[run + d][threadIdx.x] };
            state = again_join(state, right);
            runs_value[run][threadIdx.x] = state.value;
        }
    }
    if (run != 0 || vector >= 10) return;
    c[vector * 4ull + i] = again_result(state, 100003ull);
}

// batch_argmax, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf.
struct batch_argmax_part {
    float value;
    unsigned index;
};

static __device__ __forceinline__ float batch_argmax_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// NaN beats all others.
static __device__ __forceinline__ bool batch_argmax_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ batch_argmax_part batch_argmax_first(unsigned short x, unsigned i)
{
    const float u = batch_argmax_float(x);
    return { u, i };
}

static __device__ __forceinline__ batch_argmax_part batch_argmax_take(batch_argmax_part p, unsigned short x, unsigned i)
{
    const float u = batch_argmax_float(x);
    if (batch_argmax_beats(u, p.value)) return { u, i };
    return p;
}

static __device__ __forceinline__ batch_argmax_state batch_argmax_join(batch_argmax_state left, batch_argmax_state right)
{
    const bool equal = !batch_argmax_beats(left.value, right.value);
    return batch_argmax_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ batch_argmax_part batch_argmax_join_parts(batch_argmax_part left, batch_argmax_part right)
{
    const bool equal = !batch_argmax_beats(left.value, right.value);
    return batch_argmax_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ batch_argmax_state batch_argmax_of_leaf(batch_argmax_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

...

// batch_argmax, of reduce_columns.cu.mustache:
...
{
    batch_argmax_vector x[count];
    if (whole) {
#pragma unroll
        for (unsigned u = 0; u < count; u++) {
            x[u] = *(const batch_argmax_vector *)(a + u * 1032);
        }
    } else { // the last columns of the row
#pragma unroll
        for (unsigned u = 0; u < count; u++) {
#pragma unroll
            for (unsigned i = 0; i < 6; i++) {
                x[u].element[i] = a[u * 1032 + i];
            }
        }
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
...
            batch_argmax_rows<8>(a + row * 1032, row, whole, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 8; row += 8)
            batch_argmax_rows<8>(a + row * 1032, row, whole, part);
    }
#pragma unroll
...
static __device__ __forceinline__ void batch_argmax_meet(batch_argmax_state (&state)[8], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) { // columns of a thread that meet at a time
#pragma unroll
        for (unsigned step = 0; step < steps; step++) {
...
            }
        }
    }
}

...
static __device__ __forceinline__ void batch_argmax_store(long long *c, unsigned vector, const batch_argmax_state (&state)[8])
{
    const unsigned matrix = vector / 129;
    const unsigned long long col = (vector % 129) * 8ull;
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        if (col + i < 1030ull) c[matrix * 1030ull + col + i] = batch_argmax_result(state[i], 5000ull);
    }
}

...
    batch_argmax_state state[8];
    if (vector < 387 && run < 10) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            state[i] = batch_argmax_joined(partials_value, partials_index, run, i * 400ull + vector);
    }
...
    batch_argmax_state state[8];
    if (vector < 387 && leaf < 157) {
        const unsigned matrix = vector / 129;
        const unsigned long long col = (vector % 129) * 8ull;
        const bool whole = col + 8 <= 1030ull;
        const unsigned long long offset = (matrix * 5000ull + leaf * 32ull) * 1032 + col;
        batch_argmax_leaf(a + offset, leaf, whole, state);
...

// batch_dot, of reduce_algebra.cu.mustache:
...
{
    const float u = batch_dot_float(x);
    const float v = batch_dot_float(y);
    return { __fmul_rn(u, v) };
}
...
{
    const float u = batch_dot_float(x);
    const float v = batch_dot_float(y);
    return { __fmaf_rn(u, v, p.value) };
}
...

// batch_dot, of reduce_columns.cu.mustache:
...
        for (unsigned u = 0; u < count; u++) {
            x[u] = *(const batch_dot_vector *)(a + u * 1032);
            y[u] = *(const batch_dot_vector *)(b + u * 1032);
        }
    } else { // the last columns of the row
...
            for (unsigned i = 0; i < 6; i++) {
                x[u].element[i] = a[u * 1032 + i];
                y[u].element[i] = b[u * 1032 + i];
            }
        }
...

// leaves_unroll2, of reduce_columns.cu.mustache:
...
static __device__ __forceinline__ void leaves_unroll2_store(long long *c, unsigned vector, const leaves_unroll2_state (&state)[8])
{
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
    leaves_unroll2_results results;
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        results.result[i] = leaves_unroll2_result(state[n * 2 + i], 4096ull);
    ((leaves_unroll2_results *)c)[(unsigned long long)vector * 4 + n] = results;
    }
}

...
            const unsigned long long at = offset + n * (32ull * 512);
            leaves_unroll2_leaf(a + at, leaf + n, state);
#pragma unroll
            for (unsigned i = 0; i < 8; i++) leaves_unroll2_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 8; i++) state[i] = leaves_unroll2_all(stack[i], count);
    }
    const unsigned left = 128 - part * 16; // leaves from the part's first to the last
...

// one_min_rows1, of reduce_algebra.cu.mustache:
...
using one_min_rows1_part = one_min_rows1_state; // what is known of some elements of one leaf

// Ascending from -inf over -0 and +0 to inf; NaN before all.
static __device__ __forceinline__ unsigned one_min_rows1_rank(float x)
{
    const int bits = __float_as_int(x);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) - 0x7f800001;
}

static __device__ __forceinline__ int one_min_rows1_ranked(unsigned rank)
{
    const int ordered = (int)(rank + 0x7f800001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ one_min_rows1_part one_min_rows1_first(float x, unsigned)
{
...
static __device__ __forceinline__ float one_min_rows1_result(one_min_rows1_state s, unsigned long long)
{
    const int bits = one_min_rows1_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7f800001 ? __int_as_float(0x7fffffff) : __int_as_float(bits);
}


// short_sum, of reduce_columns.cu.mustache:
...
}

extern "C" __global__ void __launch_bounds__(256, 4) short_sum(const float *__restrict__ a, float *c)
{
    const unsigned first = (unsigned)blockIdx.x * 4 * 256 + threadIdx.x;
    short_sum_state state[4][4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned long long col = (first + n * 256) * 4ull;
        short_sum_leaf(a + col, 0, state[n]);
    }
#pragma unroll
    for (unsigned n = 0; n < 4; n++) short_sum_store(c, first + n * 256, state[n]);
}

// short_dot, of reduce_columns.cu.mustache:
...
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const short_dot_vector *)(a + u * 8192);
        y[u] = *(const short_dot_vector *)(b + u * 8192);
    }
#pragma unroll
...

// odd_sum, of reduce_columns.cu.mustache:
...
{
    const unsigned first = (unsigned)blockIdx.x * 4 * 256 + threadIdx.x;
    if (blockIdx.x >= 97) { // the last vectors
#pragma unroll 1
        for (unsigned vector = first; vector < 100003; vector += 256) {
            const unsigned long long col = vector * 1ull;
            odd_sum_state state;
            odd_sum_leaf(a + col, 0, state);
            odd_sum_store(c, vector, state);
        }
        return;
    }
    odd_sum_state state[4];
#pragma unroll
...

// part_sum, of reduce_columns.cu.mustache:
...
{
    part_sum_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 3; i++) {
            x[u].element[i] = a[u * 4 + i];
        }
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
...
static __device__ __forceinline__ void part_sum_store(float *c, unsigned vector, const part_sum_state (&state)[3])
{
#pragma unroll
    for (unsigned i = 0; i < 3; i++) c[vector * 3ull + i] = part_sum_result(state[i], 100ull);
}

...

// part_dot, of reduce_columns.cu.mustache:
...
        for (unsigned i = 0; i < 3; i++) {
            x[u].element[i] = a[u * 4 + i];
            y[u].element[i] = b[u * 4 + i];
        }
    }
...

// turned, of reduce_columns.cu.mustache:
...
#pragma unroll
    for (unsigned first = 0; first < 16; first += 8) { // columns of a thread that meet at a time
        if (first) __syncthreads();
#pragma unroll
        for (unsigned step = 0; step < steps; step++) {
...

// alone, of reduce_columns.cu.mustache:
...
        state = alone_joined(partials_value, run, vector);
    }
    if (vector < 64) alone_store(c, vector, state);
}

...

// ends, of reduce_columns.cu.mustache:
...
    }
    if (run != 0 || vector >= 774) return;
    const unsigned matrix = vector / 258;
    const unsigned long long col = (vector % 258) * 4ull + i;
    if (col < 1030ull) c[matrix * 1030ull + col] = ends_result(state, 5000ull);
}

// pieced_sum, of reduce_columns.cu.mustache:
...
}

// How many bytes behind a word row number `row` + u of a leaf begins.
template <unsigned count>
static __device__ __forceinline__ unsigned pieced_sum_shift(unsigned row, unsigned u, unsigned drift)
{
    if (count * 2 % 4 == 0) row = 0; // all runs of rows begin alike
    return ((row + u) * 2 + drift) % 4;
}

// Loads the words that a vector lies in, which begins `shift` bytes behind the first.
static __device__ __forceinline__ void pieced_sum_words(const unsigned short *x, unsigned shift, unsigned (&word)[2 + 1])
{
    const unsigned *from = (const unsigned *)((const char *)x - shift);
#pragma unroll
    for (unsigned i = 0; i < 2; i++) word[i] = from[i];
    word[2] = shift ? from[2] : 0;
}

static __device__ __forceinline__ pieced_sum_vector pieced_sum_pieced(const unsigned (&word)[2 + 1], unsigned shift)
{
    union {
        unsigned word[2];
        pieced_sum_vector vector;
    } x;
#pragma unroll
    for (unsigned i = 0; i < 2; i++) x.word[i] = __funnelshift_r(word[i], word[i + 1], 8 * shift);
    return x.vector;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void pieced_sum_rows(const unsigned short *a, unsigned row, unsigned single, unsigned drift, pieced_sum_part (&part)[4])
{
    const bool ending = single && row + count == 1; // the array's last row is among these
    pieced_sum_vector x[count];
    unsigned xw[count][2 + 1];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = pieced_sum_shift<count>(row, u, drift);
        if (u + 1 == count && ending) break;
        pieced_sum_words(a + u * 1029, shift, xw[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = pieced_sum_shift<count>(row, u, drift);
        if (u + 1 == count && ending) { // by elements, so that nothing behind the array is read
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                if (i >= single) break;
                x[u].element[i] = a[u * 1029 + i];
            }
            break;
        }
        x[u] = pieced_sum_pieced(xw[u], shift);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
...
        const unsigned matrix = vector / 258;
        const unsigned long long col = (vector % 258) * 4ull;
        const bool inside = col + 4 + 1 <= 1029ull || matrix < 2;
        const unsigned at_end = inside ? 0 : min((unsigned)(1029ull - col), 4u);
        const unsigned drift = (unsigned)matrix * 2;
        const unsigned long long offset = (matrix * 2049ull + leaf * 32ull) * 1029 + col;
        const unsigned count = min(2u, 65u - leaf);
...

// pieced_dot, of reduce_columns.cu.mustache:
...
        if (u + 1 == count && ending) break;
        pieced_dot_words(a + u * 1029, shift, xw[u]);
        pieced_dot_words(b + u * 1029, shift, yw[u]);
    }
#pragma unroll
...
                if (i >= single) break;
                x[u].element[i] = a[u * 1029 + i];
                y[u].element[i] = b[u * 1029 + i];
            }
            break;
        }
        x[u] = pieced_dot_pieced(xw[u], shift);
        y[u] = pieced_dot_pieced(yw[u], shift);
    }
#pragma unroll
...

// handed_sum_rows40, of reduce_columns.cu.mustache:
...
}

// Lanes of a warp that have vectors, and the one with the vector behind this lane's.
struct handed_sum_rows40_lanes {
    unsigned mask, next;
    bool last; // none has it
};

// How many elements behind a multiple of a vector row number `row` + u of a leaf begins.
template <unsigned count>
static __device__ __forceinline__ unsigned handed_sum_rows40_shift(unsigned row, unsigned u)
{
    if (count * 1 % 2 == 0) row = 0; // all runs of rows begin alike
    return (row + u) * 1 % 2;
}

// Loads the whole vector in which one begins, `shift` elements behind it; the last lane, which nobody hands any, also the one
// behind it. Where the array ends there are so many columns, and no more than these is read.
static __device__ __forceinline__ void handed_sum_rows40_load(const double *x, unsigned shift, bool last, unsigned columns, handed_sum_rows40_vector &own, handed_sum_rows40_vector &next)
{
    const double *from = x - shift;
    if (columns) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            if (i < shift + columns) own.element[i] = from[i];
            if (i + 2 < shift + columns) next.element[i] = from[2 + i];
        }
        return;
    }
    own = *(const handed_sum_rows40_vector *)from;
    if (shift && last) next = *(const handed_sum_rows40_vector *)(from + 2);
}

// The lane's vector: from element `shift` on of what it has loaded, then what the next lane has.
static __device__ __forceinline__ handed_sum_rows40_vector handed_sum_rows40_handed(const handed_sum_rows40_vector &own, const handed_sum_rows40_vector &next, unsigned shift, const handed_sum_rows40_lanes lanes)
{
    double all[2 * 2];
    handed_sum_rows40_vector x = own;
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        all[i] = own.element[i];
        if (i >= shift) continue;
        const double other = __shfl_sync(lanes.mask, own.element[i], lanes.next);
        all[2 + i] = lanes.last ? next.element[i] : other;
    }
#pragma unroll
    for (unsigned s = 1; s < 2; s++) {
        if (s != shift) continue;
#pragma unroll
        for (unsigned i = 0; i < 2; i++) x.element[i] = all[s + i];
    }
    return x;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
...
    const bool ending = single && row + count == 8; // the array's last row is among these
    handed_sum_rows40_vector x[count];
    handed_sum_rows40_vector xn[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = handed_sum_rows40_shift<count>(row, u);
        const unsigned columns = u + 1 == count && ending ? single : 0;
        handed_sum_rows40_load(a + u * 1031, shift, lanes.last, columns, x[u], xn[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = handed_sum_rows40_shift<count>(row, u);
        x[u] = handed_sum_rows40_handed(x[u], xn[u], shift, lanes);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
...
        const bool inside = col + 2 + 1 <= 1030ull;
        const unsigned at_end = inside ? 0 : min((unsigned)(1030ull - col), 2u);
        const unsigned lane = threadIdx.x % 32;
        const unsigned lanes_there = (unsigned)min((unsigned)32, 515 - (vector - lane));
        const bool last_lane = lane + 1 == lanes_there;
        const handed_sum_rows40_lanes lanes = { 0xffffffffu >> (32 - lanes_there), last_lane ? lane : lane + 1, last_lane };
        const unsigned long long offset = leaf * 32992ull + col;
        const unsigned count = min(2u, 2u - leaf);
...

// handed_dot_rows40, of reduce_columns.cu.mustache:
...
        const unsigned columns = u + 1 == count && ending ? single : 0;
        handed_dot_rows40_load(a + u * 1031, shift, lanes.last, columns, x[u], xn[u]);
        handed_dot_rows40_load(b + u * 1031, shift, lanes.last, columns, y[u], yn[u]);
    }
#pragma unroll
...
        const unsigned shift = handed_dot_rows40_shift<count>(row, u);
        x[u] = handed_dot_rows40_handed(x[u], xn[u], shift, lanes);
        y[u] = handed_dot_rows40_handed(y[u], yn[u], shift, lanes);
    }
#pragma unroll
...

// loose_dot, of reduce_unordered.cu.mustache:
...
        if (all || u < count) {
            x[u] = *(const loose_dot_chunk *)(a + u * 16016u);
            y[u] = *(const loose_dot_chunk *)(b + u * 16016u);
        }
    }
...

// places, of reduce_algebra.cu.mustache:
...
};

// What is known of some elements of one leaf: a value, and below it the element's number in the leaf.
struct places_part {
    unsigned key;
};

static __device__ __forceinline__ bool places_beats(unsigned a, unsigned b)
{
    return a < b;
}

// Element j of a word, number i.
static __device__ __forceinline__ unsigned places_key(unsigned word, unsigned j, unsigned i)
{
    return (unsigned)__byte_perm(word, i, 0x654 + j * 0x1000);
}

// Takes element j of a word, number i of a column.
static __device__ __forceinline__ places_part places_take_of_word(places_part p, unsigned w, unsigned j, unsigned i)
{
    return { min(p.key, places_key(w, j, i)) };
}

...
static __device__ __forceinline__ places_part places_join_parts(places_part left, places_part right)
{
    return { min(left.key, right.key) };
}

static __device__ __forceinline__ places_state places_of_leaf(places_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + low) };
}

...

// places, of reduce_unordered.cu.mustache:
...
    }
}

extern "C" __global__ void __launch_bounds__(1024) places_join(long long *c, unsigned *partials_value, long long *partials_index)
{
    const unsigned run = threadIdx.y;
    const unsigned column = (unsigned)blockIdx.x * 32 + threadIdx.x;
    places_state state;
    if (column < 101) state = places_join_parts_of(partials_value, partials_index, column, run, 32);
    __shared__ unsigned runs_value[32][32];
    runs_value[run][threadIdx.x] = state.value;
    __shared__ long long runs_index[32][32];
    runs_index[run][threadIdx.x] = state.index;
    __syncthreads();
    if (run != 0 || column >= 101) return;
#pragma unroll 4
    for (unsigned other = 1; other < 32; other++) {
        const places_state right = { runs_value[other][threadIdx.x], runs_index[other][threadIdx.x] };
        state = places_join(state, right);
    }
    c[column] = places_result(state, 50000ull);
}

// halves, of reduce_unordered.cu.mustache:
...
    for (unsigned i = 0; i < 2; i++) {
        const unsigned k = i / 2, j = i % 2;
        const unsigned short xi = (unsigned short)(x.word[k] >> j * 16);
        part[i] = begins ? halves_first(xi, row) : halves_take(part[i], xi, row);
    }
}
...
        }
        const halves_state state = halves_of_leaf(part, first_row);
        c[left + column] = halves_result(state, 100ull);
    }
}

// empty_rows0_cols0, of reduce_algebra.cu.mustache:
...
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float empty_rows0_cols0_nothing()
{
    return 0;
}


// empty_rows0_cols0, of reduce_columns.cu.mustache:
extern "C" __global__ void __launch_bounds__(1, 32) empty_rows0_cols0(const float *__restrict__ a, float *c)
{
    // there are no columns
}

// empty_rows0_cols3, of reduce_columns.cu.mustache:
extern "C" __global__ void __launch_bounds__(1) empty_rows0_cols3(const float *__restrict__ a, float *c)
{
    const unsigned thread = threadIdx.y * 1 + threadIdx.x;
    const unsigned i = (unsigned)blockIdx.x * 1 + thread;
    if (i < 3) c[i] = empty_rows0_cols3_nothing(); // columns have no elements
}
