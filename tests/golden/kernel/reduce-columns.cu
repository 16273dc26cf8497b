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

// few_dot: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of float32, the columns of 1 x 100 x 7, order fixed
// grid 1, block (8, 4); elements: a 700, b 700, c 7

// What is known of some elements.
struct few_dot_state {
    float value;
};

using few_dot_part = few_dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ few_dot_part few_dot_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ few_dot_part few_dot_take(few_dot_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ few_dot_state few_dot_join(few_dot_state left, few_dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ few_dot_part few_dot_join_parts(few_dot_part left, few_dot_part right)
{
    return few_dot_join(left, right);
}

static __device__ __forceinline__ few_dot_state few_dot_of_leaf(few_dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float few_dot_result(few_dot_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void few_dot_rows(const float *a, const float *b, unsigned row, few_dot_part (&part))
{
    float x[count], y[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 7];
        y[u] = b[u * 7];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? few_dot_take(part, x[u], y[u], row + u) : few_dot_first(x[u], y[u], 0);
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void few_dot_leaf(const float *a, const float *b, unsigned leaf, few_dot_state (&state))
{
    few_dot_part part;
    if (leaf < 3) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            few_dot_rows<16>(a + row * 7, b + row * 7, row, part);
    } else {
        few_dot_rows<4>(a, b, 0, part);
    }
    state = few_dot_of_leaf(part, leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float few_dot_shared_value[3][8];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void few_dot_meet(few_dot_state (&state), unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 2 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
            few_dot_shared_value[threadIdx.y - 1][threadIdx.x] = state.value;
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            few_dot_state right;
            right.value = few_dot_shared_value[threadIdx.y + half - 1][threadIdx.x];
            state = few_dot_join(state, right);
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void few_dot_store(float *c, unsigned vector, const few_dot_state (&state))
{
    c[vector] = few_dot_result(state, 100ull);
}

extern "C" __global__ void __launch_bounds__(32, 32) few_dot(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned vector = threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = run;
    few_dot_state state;
    if (vector < 7) {
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = leaf * 224ull + col;
        few_dot_leaf(a + offset, b + offset, leaf, state);
    }
    few_dot_meet<2>(state, run, 4);
    if (threadIdx.y == 0 && vector < 7) few_dot_store(c, vector, state);
}

// tall_cols64_float32: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 100003 x 64, order fixed
// grid 196, block (32, 16); elements: a 6400192, c 64, partials_value 12544, finished 2, 0 before and after

// What is known of some elements.
struct tall_cols64_float32_state {
    float value;
};

using tall_cols64_float32_part = tall_cols64_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ tall_cols64_float32_part tall_cols64_float32_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ tall_cols64_float32_part tall_cols64_float32_take(tall_cols64_float32_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ tall_cols64_float32_state tall_cols64_float32_join(tall_cols64_float32_state left, tall_cols64_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ tall_cols64_float32_part tall_cols64_float32_join_parts(tall_cols64_float32_part left, tall_cols64_float32_part right)
{
    return tall_cols64_float32_join(left, right);
}

static __device__ __forceinline__ tall_cols64_float32_state tall_cols64_float32_of_leaf(tall_cols64_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float tall_cols64_float32_result(tall_cols64_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

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
static __device__ __forceinline__ void tall_cols64_float32_rows(const float *a, unsigned row, tall_cols64_float32_part (&part))
{
    float x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 64];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? tall_cols64_float32_take(part, x[u], row + u) : tall_cols64_float32_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void tall_cols64_float32_leaf(const float *a, unsigned leaf, tall_cols64_float32_state (&state))
{
    tall_cols64_float32_part part;
    if (leaf < 3125) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            tall_cols64_float32_rows<16>(a + row * 64, row, part);
    } else {
        tall_cols64_float32_rows<3>(a, 0, part);
    }
    state = tall_cols64_float32_of_leaf(part, leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float tall_cols64_float32_shared_value[15][32];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void tall_cols64_float32_meet(tall_cols64_float32_state (&state), unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 8 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
            tall_cols64_float32_shared_value[threadIdx.y - 1][threadIdx.x] = state.value;
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            tall_cols64_float32_state right;
            right.value = tall_cols64_float32_shared_value[threadIdx.y + half - 1][threadIdx.x];
            state = tall_cols64_float32_join(state, right);
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void tall_cols64_float32_store(float *c, unsigned vector, const tall_cols64_float32_state (&state))
{
    c[vector] = tall_cols64_float32_result(state, 100003ull);
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

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
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
    tall_cols64_float32_state state;
    if (vector < 64 && leaf < 3126) {
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

// tall_cols64_uint8: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of uint8, the columns of 1 x 100003 x 64, order fixed
// grid 98, block (16, 32); elements: a 6400192, c 64, partials_value 31360, finished 4, 0 before and after

// What is known of some elements.
struct tall_cols64_uint8_state {
    unsigned long long value;
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
    return { left.value + right.value };
}

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

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
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

// tall_cols3_float32: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 100003 x 3, order fixed
// grid 49, block (4, 64); elements: a 300009, c 3, partials_value 3332, finished 1, 0 before and after

// What is known of some elements.
struct tall_cols3_float32_state {
    float value;
};

using tall_cols3_float32_part = tall_cols3_float32_state; // what is known of some elements of one leaf

static __device__ __forceinline__ tall_cols3_float32_part tall_cols3_float32_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ tall_cols3_float32_part tall_cols3_float32_take(tall_cols3_float32_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ tall_cols3_float32_state tall_cols3_float32_join(tall_cols3_float32_state left, tall_cols3_float32_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ tall_cols3_float32_part tall_cols3_float32_join_parts(tall_cols3_float32_part left, tall_cols3_float32_part right)
{
    return tall_cols3_float32_join(left, right);
}

static __device__ __forceinline__ tall_cols3_float32_state tall_cols3_float32_of_leaf(tall_cols3_float32_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float tall_cols3_float32_result(tall_cols3_float32_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void tall_cols3_float32_rows(const float *a, unsigned row, tall_cols3_float32_part (&part))
{
    float x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 3];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? tall_cols3_float32_take(part, x[u], row + u) : tall_cols3_float32_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void tall_cols3_float32_leaf(const float *a, unsigned leaf, tall_cols3_float32_state (&state))
{
    tall_cols3_float32_part part;
    if (leaf < 3125) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            tall_cols3_float32_rows<16>(a + row * 3, row, part);
    } else {
        tall_cols3_float32_rows<3>(a, 0, part);
    }
    state = tall_cols3_float32_of_leaf(part, leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float tall_cols3_float32_shared_value[63][4];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void tall_cols3_float32_meet(tall_cols3_float32_state (&state), unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 32 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
            tall_cols3_float32_shared_value[threadIdx.y - 1][threadIdx.x] = state.value;
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            tall_cols3_float32_state right;
            right.value = tall_cols3_float32_shared_value[threadIdx.y + half - 1][threadIdx.x];
            state = tall_cols3_float32_join(state, right);
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void tall_cols3_float32_store(float *c, unsigned vector, const tall_cols3_float32_state (&state))
{
    c[vector] = tall_cols3_float32_result(state, 100003ull);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ tall_cols3_float32_state tall_cols3_float32_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    return { partials_value[at + run * 16ull] };
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void tall_cols3_float32_join_all(float *c, const float *partials_value, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 26;
    tall_cols3_float32_state state;
    if (vector < 3 && run < 49) {
        state = tall_cols3_float32_joined(partials_value, run, vector);
    }
    tall_cols3_float32_meet<6>(state, run, 49);
    if (threadIdx.y == 0 && vector < 3) tall_cols3_float32_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool tall_cols3_float32_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(256, 4) tall_cols3_float32(const float *__restrict__ a, float *c, float *partials_value, unsigned *finished)
{
    const unsigned strip = 0;
    const unsigned vector = threadIdx.x;
    const unsigned part = blockIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 26;
    const unsigned leaf = part * 64 + run;
    tall_cols3_float32_state state;
    if (vector < 3 && leaf < 3126) {
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = leaf * 96ull + col;
        tall_cols3_float32_leaf(a + offset, leaf, state);
    }
    const unsigned left = 3126 - part * 64; // leaves from the part's first to the last
    tall_cols3_float32_meet<6>(state, run, left);
    if (threadIdx.y == 0 && vector < 3) {
        const unsigned long long at = (unsigned long long)part * 16 + vector;
        partials_value[at] = state.value;
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = tall_cols3_float32_is_last(finished + strip, 48);
    if (!__syncthreads_or(last)) return;

    tall_cols3_float32_join_all(c, partials_value, vector);
}

// tall_cols3_uint8: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of uint8, the columns of 1 x 100003 x 3, order fixed
// grid 13, block (2, 256); elements: a 300009, c 3, partials_value 3536, finished 2, 0 before and after

// What is known of some elements.
struct tall_cols3_uint8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct tall_cols3_uint8_part {
    unsigned value;
};

// Takes element j of a word, number i of a column.
static __device__ __forceinline__ tall_cols3_uint8_part tall_cols3_uint8_take_of_word(tall_cols3_uint8_part p, unsigned w, unsigned j, unsigned)
{
    return { (unsigned)__dp4a((unsigned)w, (unsigned)(1u << 8 * j), (unsigned)p.value) };
}

static __device__ __forceinline__ tall_cols3_uint8_state tall_cols3_uint8_join(tall_cols3_uint8_state left, tall_cols3_uint8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ tall_cols3_uint8_part tall_cols3_uint8_join_parts(tall_cols3_uint8_part left, tall_cols3_uint8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ tall_cols3_uint8_state tall_cols3_uint8_of_leaf(tall_cols3_uint8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ unsigned long long tall_cols3_uint8_result(tall_cols3_uint8_state s, unsigned long long)
{
    return s.value;
}

struct __align__(4) tall_cols3_uint8_chunk {
    unsigned word[1];
};

// Where threads leave their columns of a block's, a row for each of them in y. No two that are stored or loaded at once
// are in one bank, but for a few.
static __shared__ unsigned tall_cols3_uint8_left_value[256][4];

// Takes a row's chunk, of row number `row` of the block.
static __device__ __forceinline__ void tall_cols3_uint8_take_chunk(tall_cols3_uint8_part (&part)[4], const tall_cols3_uint8_chunk &x, unsigned row)
{
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned k = i / 4, j = i % 4;
        part[i] = tall_cols3_uint8_take_of_word(part[i], x.word[k], j, row);
    }
}

// Takes up to 8 of the thread's rows, from its number n on; all are loaded before one is taken.
template <bool all>
static __device__ __forceinline__ void tall_cols3_uint8_rows(tall_cols3_uint8_part (&part)[4], const unsigned char *a, unsigned n, unsigned count)
{
    tall_cols3_uint8_chunk x[8];
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) {
            x[u] = *(const tall_cols3_uint8_chunk *)(a + u * 768u);
        }
    }
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) tall_cols3_uint8_take_chunk(part, x[u], threadIdx.y + (n + u) * 256);
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
    for (; n + 8 <= whole; n += 8, at += 8 * 768u)
        tall_cols3_uint8_rows<true>(part, a + at, n, 8);
    tall_cols3_uint8_rows<false>(part, a + at, n, whole - n);
    if (is_cut) {
        const unsigned left = (unsigned)(300009 - end);
        tall_cols3_uint8_take_chunk(part, tall_cols3_uint8_piece(a + end, left), threadIdx.y + whole * 256);
    }
}

// Joins parts number `first`, `first` + `step`, ... of a column.
static __device__ __forceinline__ tall_cols3_uint8_state tall_cols3_uint8_join_parts_of(const unsigned long long *partials_value, const unsigned column, unsigned first, unsigned step)
{
    tall_cols3_uint8_state state = { partials_value[first * 16ull + column] };
#pragma unroll 8
    for (unsigned part = first + step; part < 13u; part += step) {
        const tall_cols3_uint8_state right = { partials_value[part * 16ull + column] };
        state = tall_cols3_uint8_join(state, right);
    }
    return state;
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool tall_cols3_uint8_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(512) tall_cols3_uint8(const unsigned char *__restrict__ a, unsigned long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned strip = 0, part_number = blockIdx.x;
    const unsigned left = (unsigned)strip * 4; // the block's first column
    const unsigned first_row = part_number * 8192u;
    const unsigned rows = (unsigned)min(8192u, 100003u - first_row);
    const unsigned shift = threadIdx.y * 3 % 4; // of the thread's columns
    const int x = (int)(threadIdx.x * 4 - shift);
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && x < 4 && first < 3) {
        tall_cols3_uint8_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) part[i] = { 0 };
        tall_cols3_uint8_all_rows(part, a, (first_row + threadIdx.y) * 3 + (unsigned)first, (rows - threadIdx.y + 256 - 1) / 256);
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = x + i; // which lies far behind the block's if it is negative
            if (column < 4) {
                tall_cols3_uint8_left_value[threadIdx.y][column + column / 32] = part[i].value;
            }
        }
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * 2 + threadIdx.x, runs = min(rows, 256u);
    const unsigned columns = (unsigned)min(4u, 3u - left); // of the block
#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512) {
        const unsigned place = column + column / 32;
        tall_cols3_uint8_part part = { tall_cols3_uint8_left_value[0][place] };
#pragma unroll 4
        for (unsigned y = 1; y < runs; y++) {
            const tall_cols3_uint8_part right = { tall_cols3_uint8_left_value[y][place] };
            part = tall_cols3_uint8_join_parts(part, right);
        }
        const tall_cols3_uint8_state state = tall_cols3_uint8_of_leaf(part, first_row);
        partials_value[part_number * 16ull + left + column] = state.value;
    }
    __syncthreads();
    bool last = false;
    if (thread == 0) last = tall_cols3_uint8_is_last(finished + strip, 12u);
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512)
        c[left + column] = tall_cols3_uint8_result(tall_cols3_uint8_join_parts_of(partials_value, left + column, 0, 1), 100003ull);
}

// again: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 100003 x 40, order fixed
// grid 98, block (16, 32), then again_join with grid 4, block (32, 32); elements: a 4000120, c 40, partials_value 10192

// What is known of some elements.
struct again_state {
    float value;
};

using again_part = again_state; // what is known of some elements of one leaf

static __device__ __forceinline__ again_part again_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ again_part again_take(again_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ again_state again_join(again_state left, again_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ again_part again_join_parts(again_part left, again_part right)
{
    return again_join(left, right);
}

static __device__ __forceinline__ again_state again_of_leaf(again_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float again_result(again_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(16) again_vector {
    float element[4];
};

struct __align__(16) again_results {
    float result[4];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void again_push(again_state (&stack)[levels], unsigned n, again_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = again_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ again_state again_all(const again_state (&stack)[levels], unsigned count)
{
    again_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? again_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void again_rows(const float *a, unsigned row, again_part (&part)[4])
{
    again_vector x[count];
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

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void again_leaf(const float *a, unsigned leaf, again_state (&state)[4])
{
    again_part part[4];
    if (leaf < 3125) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            again_rows<8>(a + row * 40, row, part);
    } else {
        again_rows<3>(a, 0, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = again_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float again_shared_value[4][31][16];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void again_meet(again_state (&state)[4], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
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
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ again_state again_run(const float *partials_value, const unsigned first, const unsigned count)
{
    again_state stack[1];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 4) {
        again_state next[4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
            const unsigned part = min(first + n + u, 97u); // no load waits for a branch
            const unsigned long long at = part * 64ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) { // all are loaded, here
            asm volatile("" ::"f"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 4; u += 2 * d)
                if (n + u + d < count) next[u] = again_join(next[u], next[u + d]);
        again_push(stack, n / 4, next[0]);
    }
    return again_all(stack, (count + 4 - 1) / 4);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ again_state again_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 4;
    return again_run(partials_value + at, first, min(4u, 98u - first));
}

extern "C" __global__ void __launch_bounds__(512, 2) again(const float *__restrict__ a, float *partials_value)
{
    const unsigned vector = threadIdx.x;
    const unsigned part = blockIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 27;
    const unsigned leaf = part * 32 + run;
    again_state state[4];
    if (vector < 10 && leaf < 3126) {
        const unsigned long long col = vector * 4ull;
        const unsigned long long offset = leaf * 1280ull + col;
        again_leaf(a + offset, leaf, state);
    }
    const unsigned left = 3126 - part * 32; // leaves from the part's first to the last
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

// batch_argmax: reduce family of tilewright 0.1.0, from reduce-columns.json; argmax of float16, the columns of 3 x 5000 x 1030, order fixed
// grid 250, block (16, 16); elements: a 15479998, c 3090, partials_value 32240, partials_index 32240, finished 194, 0 before and after

// What is known of some elements.
struct batch_argmax_state {
    float value;
    long long index;
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

static __device__ __forceinline__ long long batch_argmax_result(batch_argmax_state s, unsigned long long)
{
    return s.index;
}

struct __align__(16) batch_argmax_vector {
    unsigned short element[8];
};

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void batch_argmax_rows(const unsigned short *a, unsigned row, bool whole, batch_argmax_part (&part)[8])
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
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            const unsigned short xi = x[u].element[i];
            part[i] = u || row ? batch_argmax_take(part[i], xi, row + u) : batch_argmax_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void batch_argmax_leaf(const unsigned short *a, unsigned leaf, bool whole, batch_argmax_state (&state)[8])
{
    batch_argmax_part part[8];
    if (leaf < 156) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            batch_argmax_rows<8>(a + row * 1032, row, whole, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 8; row += 8)
            batch_argmax_rows<8>(a + row * 1032, row, whole, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 8; i++) state[i] = batch_argmax_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float batch_argmax_shared_value[4][15][16];
static __shared__ long long batch_argmax_shared_index[4][15][16];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void batch_argmax_meet(batch_argmax_state (&state)[8], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned first = 0; first < 8; first += 4) { // columns of a thread that meet at a time
#pragma unroll
        for (unsigned step = 0; step < steps; step++) {
            const unsigned half = 8 >> step;
            if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
                for (unsigned i = 0; i < 4; i++) {
                    batch_argmax_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[first + i].value;
                    batch_argmax_shared_index[i][threadIdx.y - 1][threadIdx.x] = state[first + i].index;
                }
            }
            __syncthreads();
            if (threadIdx.y < half && run + (1 << step) < runs) {
                batch_argmax_state right;
#pragma unroll
                for (unsigned i = 0; i < 4; i++) {
                    right.value = batch_argmax_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                    right.index = batch_argmax_shared_index[i][threadIdx.y + half - 1][threadIdx.x];
                    state[first + i] = batch_argmax_join(state[first + i], right);
                }
            }
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void batch_argmax_store(long long *c, unsigned vector, const batch_argmax_state (&state)[8])
{
    const unsigned matrix = vector / 129;
    const unsigned long long col = (vector % 129) * 8ull;
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        if (col + i < 1030ull) c[matrix * 1030ull + col + i] = batch_argmax_result(state[i], 5000ull);
    }
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ batch_argmax_state batch_argmax_joined(const float *partials_value, const long long *partials_index, const unsigned run, const unsigned long long at)
{
    return { partials_value[at + run * 3200ull], partials_index[at + run * 3200ull] };
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void batch_argmax_join_all(long long *c, const float *partials_value, const long long *partials_index, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 28;
    batch_argmax_state state[8];
    if (vector < 387 && run < 10) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            state[i] = batch_argmax_joined(partials_value, partials_index, run, i * 400ull + vector);
    }
    batch_argmax_meet<4>(state, run, 10);
    if (threadIdx.y == 0 && vector < 387) batch_argmax_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool batch_argmax_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(256) batch_argmax(const unsigned short *__restrict__ a, long long *c, float *partials_value, long long *partials_index, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 25;
    const unsigned vector = (unsigned)strip * 16 + threadIdx.x;
    const unsigned part = blockIdx.x / 25;
    const unsigned run = __brev(threadIdx.y) >> 28;
    const unsigned leaf = part * 16 + run;
    batch_argmax_state state[8];
    if (vector < 387 && leaf < 157) {
        const unsigned matrix = vector / 129;
        const unsigned long long col = (vector % 129) * 8ull;
        const bool whole = col + 8 <= 1030ull;
        const unsigned long long offset = (matrix * 5000ull + leaf * 32ull) * 1032 + col;
        batch_argmax_leaf(a + offset, leaf, whole, state);
    }
    const unsigned left = 157 - part * 16; // leaves from the part's first to the last
    batch_argmax_meet<4>(state, run, left);
    if (threadIdx.y == 0 && vector < 387) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            const unsigned long long at = (part * 8ull + i) * 400 + vector;
            partials_value[at] = state[i].value;
            partials_index[at] = state[i].index;
        }
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = batch_argmax_is_last(finished + strip, 9);
    if (!__syncthreads_or(last)) return;

    batch_argmax_join_all(c, partials_value, partials_index, vector);
}

// batch_dot: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of float16, the columns of 3 x 5000 x 1030, order fixed
// grid 250, block (16, 16); elements: a 15479998, b 15479998, c 3090, partials_value 32240, finished 194, 0 before and after

// What is known of some elements.
struct batch_dot_state {
    float value;
};

using batch_dot_part = batch_dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float batch_dot_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ batch_dot_part batch_dot_first(unsigned short x, unsigned short y, unsigned)
{
    const float u = batch_dot_float(x);
    const float v = batch_dot_float(y);
    return { __fmul_rn(u, v) };
}

static __device__ __forceinline__ batch_dot_part batch_dot_take(batch_dot_part p, unsigned short x, unsigned short y, unsigned)
{
    const float u = batch_dot_float(x);
    const float v = batch_dot_float(y);
    return { __fmaf_rn(u, v, p.value) };
}

static __device__ __forceinline__ batch_dot_state batch_dot_join(batch_dot_state left, batch_dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ batch_dot_part batch_dot_join_parts(batch_dot_part left, batch_dot_part right)
{
    return batch_dot_join(left, right);
}

static __device__ __forceinline__ batch_dot_state batch_dot_of_leaf(batch_dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float batch_dot_result(batch_dot_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(16) batch_dot_vector {
    unsigned short element[8];
};

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void batch_dot_rows(const unsigned short *a, const unsigned short *b, unsigned row, bool whole, batch_dot_part (&part)[8])
{
    batch_dot_vector x[count], y[count];
    if (whole) {
#pragma unroll
        for (unsigned u = 0; u < count; u++) {
            x[u] = *(const batch_dot_vector *)(a + u * 1032);
            y[u] = *(const batch_dot_vector *)(b + u * 1032);
        }
    } else { // the last columns of the row
#pragma unroll
        for (unsigned u = 0; u < count; u++) {
#pragma unroll
            for (unsigned i = 0; i < 6; i++) {
                x[u].element[i] = a[u * 1032 + i];
                y[u].element[i] = b[u * 1032 + i];
            }
        }
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            const unsigned short xi = x[u].element[i], yi = y[u].element[i];
            part[i] = u || row ? batch_dot_take(part[i], xi, yi, row + u) : batch_dot_first(xi, yi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void batch_dot_leaf(const unsigned short *a, const unsigned short *b, unsigned leaf, bool whole, batch_dot_state (&state)[8])
{
    batch_dot_part part[8];
    if (leaf < 156) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            batch_dot_rows<8>(a + row * 1032, b + row * 1032, row, whole, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 8; row += 8)
            batch_dot_rows<8>(a + row * 1032, b + row * 1032, row, whole, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 8; i++) state[i] = batch_dot_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float batch_dot_shared_value[8][15][16];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void batch_dot_meet(batch_dot_state (&state)[8], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 8 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                batch_dot_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            batch_dot_state right;
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                right.value = batch_dot_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = batch_dot_join(state[i], right);
            }
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void batch_dot_store(float *c, unsigned vector, const batch_dot_state (&state)[8])
{
    const unsigned matrix = vector / 129;
    const unsigned long long col = (vector % 129) * 8ull;
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        if (col + i < 1030ull) c[matrix * 1030ull + col + i] = batch_dot_result(state[i], 5000ull);
    }
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ batch_dot_state batch_dot_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    return { partials_value[at + run * 3200ull] };
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void batch_dot_join_all(float *c, const float *partials_value, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 28;
    batch_dot_state state[8];
    if (vector < 387 && run < 10) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            state[i] = batch_dot_joined(partials_value, run, i * 400ull + vector);
    }
    batch_dot_meet<4>(state, run, 10);
    if (threadIdx.y == 0 && vector < 387) batch_dot_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool batch_dot_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(256) batch_dot(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c, float *partials_value, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 25;
    const unsigned vector = (unsigned)strip * 16 + threadIdx.x;
    const unsigned part = blockIdx.x / 25;
    const unsigned run = __brev(threadIdx.y) >> 28;
    const unsigned leaf = part * 16 + run;
    batch_dot_state state[8];
    if (vector < 387 && leaf < 157) {
        const unsigned matrix = vector / 129;
        const unsigned long long col = (vector % 129) * 8ull;
        const bool whole = col + 8 <= 1030ull;
        const unsigned long long offset = (matrix * 5000ull + leaf * 32ull) * 1032 + col;
        batch_dot_leaf(a + offset, b + offset, leaf, whole, state);
    }
    const unsigned left = 157 - part * 16; // leaves from the part's first to the last
    batch_dot_meet<4>(state, run, left);
    if (threadIdx.y == 0 && vector < 387) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            const unsigned long long at = (part * 8ull + i) * 400 + vector;
            partials_value[at] = state[i].value;
        }
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = batch_dot_is_last(finished + strip, 9);
    if (!__syncthreads_or(last)) return;

    batch_dot_join_all(c, partials_value, vector);
}

// leaves_unroll2: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of int16, the columns of 2 x 4096 x 512, order fixed
// grid 32, block (32, 4); elements: a 4194304, c 1024, partials_value 9216, finished 32, 0 before and after

// What is known of some elements.
struct leaves_unroll2_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct leaves_unroll2_part {
    int value;
};

static __device__ __forceinline__ leaves_unroll2_part leaves_unroll2_first(short x, unsigned)
{
    const int u = x;
    return { u };
}

static __device__ __forceinline__ leaves_unroll2_part leaves_unroll2_take(leaves_unroll2_part p, short x, unsigned)
{
    const int u = x;
    return { p.value + u };
}

static __device__ __forceinline__ leaves_unroll2_state leaves_unroll2_join(leaves_unroll2_state left, leaves_unroll2_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ leaves_unroll2_part leaves_unroll2_join_parts(leaves_unroll2_part left, leaves_unroll2_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ leaves_unroll2_state leaves_unroll2_of_leaf(leaves_unroll2_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ long long leaves_unroll2_result(leaves_unroll2_state s, unsigned long long)
{
    return s.value;
}

struct __align__(16) leaves_unroll2_vector {
    short element[8];
};

struct __align__(16) leaves_unroll2_results {
    long long result[2];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void leaves_unroll2_push(leaves_unroll2_state (&stack)[levels], unsigned n, leaves_unroll2_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = leaves_unroll2_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ leaves_unroll2_state leaves_unroll2_all(const leaves_unroll2_state (&stack)[levels], unsigned count)
{
    leaves_unroll2_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? leaves_unroll2_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void leaves_unroll2_rows(const short *a, unsigned row, leaves_unroll2_part (&part)[8])
{
    leaves_unroll2_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const leaves_unroll2_vector *)(a + u * 512);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            const short xi = x[u].element[i];
            part[i] = u || row ? leaves_unroll2_take(part[i], xi, row + u) : leaves_unroll2_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void leaves_unroll2_leaf(const short *a, unsigned leaf, leaves_unroll2_state (&state)[8])
{
    leaves_unroll2_part part[8];
#pragma unroll 1
    for (unsigned row = 0; row < 32; row += 2)
        leaves_unroll2_rows<2>(a + row * 512, row, part);
#pragma unroll
    for (unsigned i = 0; i < 8; i++) state[i] = leaves_unroll2_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ unsigned long long leaves_unroll2_shared_value[8][3][32];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void leaves_unroll2_meet(leaves_unroll2_state (&state)[8], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 2 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                leaves_unroll2_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            leaves_unroll2_state right;
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                right.value = leaves_unroll2_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = leaves_unroll2_join(state[i], right);
            }
        }
    }
}

// Stores the results of a vector of columns.
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

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ leaves_unroll2_state leaves_unroll2_run(const unsigned long long *partials_value, const unsigned first, const unsigned count)
{
    leaves_unroll2_state stack[1];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 2) {
        leaves_unroll2_state next[2];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
            const unsigned part = min(first + n + u, 7u); // no load waits for a branch
            const unsigned long long at = part * 1024ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) { // all are loaded, here
            asm volatile("" ::"l"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 2; u += 2 * d)
                if (n + u + d < count) next[u] = leaves_unroll2_join(next[u], next[u + d]);
        leaves_unroll2_push(stack, n / 2, next[0]);
    }
    return leaves_unroll2_all(stack, (count + 2 - 1) / 2);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ leaves_unroll2_state leaves_unroll2_joined(const unsigned long long *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 2;
    return leaves_unroll2_run(partials_value + at, first, min(2u, 8u - first));
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void leaves_unroll2_join_all(long long *c, const unsigned long long *partials_value, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 30;
    leaves_unroll2_state state[8];
    if (vector < 128 && run < 4) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            state[i] = leaves_unroll2_joined(partials_value, run, i * 128ull + vector);
    }
    leaves_unroll2_meet<2>(state, run, 4);
    if (threadIdx.y == 0 && vector < 128) leaves_unroll2_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool leaves_unroll2_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(128, 5) leaves_unroll2(const short *__restrict__ a, long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 4;
    const unsigned vector = (unsigned)strip * 32 + threadIdx.x;
    const unsigned part = blockIdx.x / 4;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = part * 16 + run * 4;
    leaves_unroll2_state state[8];
    if (vector < 128) {
        const unsigned matrix = vector / 64;
        const unsigned long long col = (vector % 64) * 8ull;
        const unsigned long long offset = (matrix * 4096ull + leaf * 32ull) * 512 + col;
        const unsigned count = min(4u, 128u - leaf);
        leaves_unroll2_state stack[8][3];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 512);
            leaves_unroll2_leaf(a + at, leaf + n, state);
#pragma unroll
            for (unsigned i = 0; i < 8; i++) leaves_unroll2_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 8; i++) state[i] = leaves_unroll2_all(stack[i], count);
    }
    const unsigned left = 128 - part * 16; // leaves from the part's first to the last
    leaves_unroll2_meet<2>(state, run, (left + 4 - 1) / 4);
    if (threadIdx.y == 0 && vector < 128) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            const unsigned long long at = (part * 8ull + i) * 128 + vector;
            partials_value[at] = state[i].value;
        }
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = leaves_unroll2_is_last(finished + strip, 7);
    if (!__syncthreads_or(last)) return;

    leaves_unroll2_join_all(c, partials_value, vector);
}

// leaves_unroll8: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of int16, the columns of 2 x 4096 x 512, order fixed
// grid 32, block (32, 4), then leaves_unroll8_join with grid 32, block (32, 8); elements: a 4194304, c 1024, partials_value 9216

// What is known of some elements.
struct leaves_unroll8_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct leaves_unroll8_part {
    int value;
};

static __device__ __forceinline__ leaves_unroll8_part leaves_unroll8_first(short x, unsigned)
{
    const int u = x;
    return { u };
}

static __device__ __forceinline__ leaves_unroll8_part leaves_unroll8_take(leaves_unroll8_part p, short x, unsigned)
{
    const int u = x;
    return { p.value + u };
}

static __device__ __forceinline__ leaves_unroll8_state leaves_unroll8_join(leaves_unroll8_state left, leaves_unroll8_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ leaves_unroll8_part leaves_unroll8_join_parts(leaves_unroll8_part left, leaves_unroll8_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ leaves_unroll8_state leaves_unroll8_of_leaf(leaves_unroll8_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ long long leaves_unroll8_result(leaves_unroll8_state s, unsigned long long)
{
    return s.value;
}

struct __align__(16) leaves_unroll8_vector {
    short element[8];
};

struct __align__(16) leaves_unroll8_results {
    long long result[2];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void leaves_unroll8_push(leaves_unroll8_state (&stack)[levels], unsigned n, leaves_unroll8_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = leaves_unroll8_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ leaves_unroll8_state leaves_unroll8_all(const leaves_unroll8_state (&stack)[levels], unsigned count)
{
    leaves_unroll8_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? leaves_unroll8_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void leaves_unroll8_rows(const short *a, unsigned row, leaves_unroll8_part (&part)[8])
{
    leaves_unroll8_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const leaves_unroll8_vector *)(a + u * 512);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            const short xi = x[u].element[i];
            part[i] = u || row ? leaves_unroll8_take(part[i], xi, row + u) : leaves_unroll8_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void leaves_unroll8_leaf(const short *a, unsigned leaf, leaves_unroll8_state (&state)[8])
{
    leaves_unroll8_part part[8];
#pragma unroll 1
    for (unsigned row = 0; row < 32; row += 8)
        leaves_unroll8_rows<8>(a + row * 512, row, part);
#pragma unroll
    for (unsigned i = 0; i < 8; i++) state[i] = leaves_unroll8_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ unsigned long long leaves_unroll8_shared_value[8][3][32];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void leaves_unroll8_meet(leaves_unroll8_state (&state)[8], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 2 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                leaves_unroll8_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            leaves_unroll8_state right;
#pragma unroll
            for (unsigned i = 0; i < 8; i++) {
                right.value = leaves_unroll8_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = leaves_unroll8_join(state[i], right);
            }
        }
    }
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ leaves_unroll8_state leaves_unroll8_joined(const unsigned long long *partials_value, const unsigned run, const unsigned long long at)
{
    return { partials_value[at + run * 1024ull] };
}

extern "C" __global__ void __launch_bounds__(128, 4) leaves_unroll8(const short *__restrict__ a, unsigned long long *partials_value)
{
    const unsigned vector = (unsigned)(blockIdx.x % 4) * 32 + threadIdx.x;
    const unsigned part = blockIdx.x / 4;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = part * 16 + run * 4;
    leaves_unroll8_state state[8];
    if (vector < 128) {
        const unsigned matrix = vector / 64;
        const unsigned long long col = (vector % 64) * 8ull;
        const unsigned long long offset = (matrix * 4096ull + leaf * 32ull) * 512 + col;
        const unsigned count = min(4u, 128u - leaf);
        leaves_unroll8_state stack[8][3];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 512);
            leaves_unroll8_leaf(a + at, leaf + n, state);
#pragma unroll
            for (unsigned i = 0; i < 8; i++) leaves_unroll8_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 8; i++) state[i] = leaves_unroll8_all(stack[i], count);
    }
    const unsigned left = 128 - part * 16; // leaves from the part's first to the last
    leaves_unroll8_meet<2>(state, run, (left + 4 - 1) / 4);
    if (threadIdx.y == 0 && vector < 128) {
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            const unsigned long long at = (part * 8ull + i) * 128 + vector;
            partials_value[at] = state[i].value;
        }
    }
}

extern "C" __global__ void __launch_bounds__(256) leaves_unroll8_join(long long *c, unsigned long long *partials_value)
{
    const unsigned run = threadIdx.y;
    const unsigned strip = blockIdx.x / 8, vector = strip * 32 + threadIdx.x;
    const unsigned i = blockIdx.x % 8; // of the vector's columns
    leaves_unroll8_state state;
    if (vector < 128)
        state = leaves_unroll8_joined(partials_value, run, i * 128ull + vector);
    __shared__ unsigned long long runs_value[8][32];
    runs_value[run][threadIdx.x] = state.value;
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        __syncthreads();
        if (run % (2 * d) == 0 && run + d < 8) {
            const leaves_unroll8_state right = { runs_value[run + d][threadIdx.x] };
            state = leaves_unroll8_join(state, right);
            runs_value[run][threadIdx.x] = state.value;
        }
    }
    if (run != 0 || vector >= 128) return;
    c[vector * 8ull + i] = leaves_unroll8_result(state, 4096ull);
}

// one_min_rows1: reduce family of tilewright 0.1.0, from reduce-columns.json; min of float32, the columns of 1 x 1 x 100, order fixed
// grid 1, block 32; elements: a 100, c 100

// What is known of some elements.
struct one_min_rows1_state {
    unsigned value;
};

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
    const unsigned u = one_min_rows1_rank(x);
    return { u };
}

static __device__ __forceinline__ one_min_rows1_part one_min_rows1_take(one_min_rows1_part p, float x, unsigned)
{
    const unsigned u = one_min_rows1_rank(x);
    return { min(p.value, u) };
}

static __device__ __forceinline__ one_min_rows1_state one_min_rows1_join(one_min_rows1_state left, one_min_rows1_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ one_min_rows1_part one_min_rows1_join_parts(one_min_rows1_part left, one_min_rows1_part right)
{
    return one_min_rows1_join(left, right);
}

static __device__ __forceinline__ one_min_rows1_state one_min_rows1_of_leaf(one_min_rows1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float one_min_rows1_result(one_min_rows1_state s, unsigned long long)
{
    const int bits = one_min_rows1_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7f800001 ? __int_as_float(0x7fffffff) : __int_as_float(bits);
}

struct __align__(16) one_min_rows1_vector {
    float element[4];
};

struct __align__(16) one_min_rows1_results {
    float result[4];
};

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void one_min_rows1_rows(const float *a, unsigned row, one_min_rows1_part (&part)[4])
{
    one_min_rows1_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const one_min_rows1_vector *)(a + u * 100);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? one_min_rows1_take(part[i], xi, row + u) : one_min_rows1_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void one_min_rows1_leaf(const float *a, unsigned leaf, one_min_rows1_state (&state)[4])
{
    one_min_rows1_part part[4];
    one_min_rows1_rows<1>(a, 0, part);
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = one_min_rows1_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void one_min_rows1_store(float *c, unsigned vector, const one_min_rows1_state (&state)[4])
{
    one_min_rows1_results results;
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        results.result[i] = one_min_rows1_result(state[i], 1ull);
    ((one_min_rows1_results *)c)[(unsigned long long)vector] = results;
}

extern "C" __global__ void __launch_bounds__(32, 32) one_min_rows1(const float *__restrict__ a, float *c)
{
    const unsigned vector = threadIdx.x;
    const unsigned leaf = 0;
    one_min_rows1_state state[4];
    if (vector < 25) {
        const unsigned long long col = vector * 4ull;
        const unsigned long long offset = col;
        one_min_rows1_leaf(a + offset, leaf, state);
    }
    if (vector < 25) one_min_rows1_store(c, vector, state);
}

// one_min_rows40: reduce family of tilewright 0.1.0, from reduce-columns.json; min of float32, the columns of 1 x 40 x 100, order fixed
// grid 1, block 25; elements: a 4000, c 100

// What is known of some elements.
struct one_min_rows40_state {
    unsigned value;
};

using one_min_rows40_part = one_min_rows40_state; // what is known of some elements of one leaf

// Ascending from -inf over -0 and +0 to inf; NaN before all.
static __device__ __forceinline__ unsigned one_min_rows40_rank(float x)
{
    const int bits = __float_as_int(x);
    return (unsigned)(bits ^ (bits >> 31 & 0x7fffffff)) - 0x7f800001;
}

static __device__ __forceinline__ int one_min_rows40_ranked(unsigned rank)
{
    const int ordered = (int)(rank + 0x7f800001);
    return ordered ^ (ordered >> 31 & 0x7fffffff);
}

static __device__ __forceinline__ one_min_rows40_part one_min_rows40_first(float x, unsigned)
{
    const unsigned u = one_min_rows40_rank(x);
    return { u };
}

static __device__ __forceinline__ one_min_rows40_part one_min_rows40_take(one_min_rows40_part p, float x, unsigned)
{
    const unsigned u = one_min_rows40_rank(x);
    return { min(p.value, u) };
}

static __device__ __forceinline__ one_min_rows40_state one_min_rows40_join(one_min_rows40_state left, one_min_rows40_state right)
{
    return { min(left.value, right.value) };
}

static __device__ __forceinline__ one_min_rows40_part one_min_rows40_join_parts(one_min_rows40_part left, one_min_rows40_part right)
{
    return one_min_rows40_join(left, right);
}

static __device__ __forceinline__ one_min_rows40_state one_min_rows40_of_leaf(one_min_rows40_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float one_min_rows40_result(one_min_rows40_state s, unsigned long long)
{
    const int bits = one_min_rows40_ranked(s.value);
    return (bits & 0x7fffffff) >= 0x7f800001 ? __int_as_float(0x7fffffff) : __int_as_float(bits);
}

struct __align__(16) one_min_rows40_vector {
    float element[4];
};

struct __align__(16) one_min_rows40_results {
    float result[4];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void one_min_rows40_push(one_min_rows40_state (&stack)[levels], unsigned n, one_min_rows40_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = one_min_rows40_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ one_min_rows40_state one_min_rows40_all(const one_min_rows40_state (&stack)[levels], unsigned count)
{
    one_min_rows40_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? one_min_rows40_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void one_min_rows40_rows(const float *a, unsigned row, one_min_rows40_part (&part)[4])
{
    one_min_rows40_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const one_min_rows40_vector *)(a + u * 100);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? one_min_rows40_take(part[i], xi, row + u) : one_min_rows40_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void one_min_rows40_leaf(const float *a, unsigned leaf, one_min_rows40_state (&state)[4])
{
    one_min_rows40_part part[4];
    if (leaf < 1) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            one_min_rows40_rows<16>(a + row * 100, row, part);
    } else {
        one_min_rows40_rows<8>(a, 0, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = one_min_rows40_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void one_min_rows40_store(float *c, unsigned vector, const one_min_rows40_state (&state)[4])
{
    one_min_rows40_results results;
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        results.result[i] = one_min_rows40_result(state[i], 40ull);
    ((one_min_rows40_results *)c)[(unsigned long long)vector] = results;
}

extern "C" __global__ void __launch_bounds__(25, 19) one_min_rows40(const float *__restrict__ a, float *c)
{
    const unsigned vector = threadIdx.x;
    const unsigned leaf = 0;
    one_min_rows40_state state[4];
    if (vector < 25) {
        const unsigned long long col = vector * 4ull;
        const unsigned long long offset = leaf * 3200ull + col;
        const unsigned count = min(2u, 2u - leaf);
        one_min_rows40_state stack[4][2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 100);
            one_min_rows40_leaf(a + at, leaf + n, state);
#pragma unroll
            for (unsigned i = 0; i < 4; i++) one_min_rows40_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 4; i++) state[i] = one_min_rows40_all(stack[i], count);
    }
    if (vector < 25) one_min_rows40_store(c, vector, state);
}

// one_mean_rows1: reduce family of tilewright 0.1.0, from reduce-columns.json; mean of float32, the columns of 1 x 1 x 100, order fixed
// grid 1, block 32; elements: a 100, c 100

// What is known of some elements.
struct one_mean_rows1_state {
    float value;
};

using one_mean_rows1_part = one_mean_rows1_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_mean_rows1_part one_mean_rows1_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ one_mean_rows1_part one_mean_rows1_take(one_mean_rows1_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ one_mean_rows1_state one_mean_rows1_join(one_mean_rows1_state left, one_mean_rows1_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_mean_rows1_part one_mean_rows1_join_parts(one_mean_rows1_part left, one_mean_rows1_part right)
{
    return one_mean_rows1_join(left, right);
}

static __device__ __forceinline__ one_mean_rows1_state one_mean_rows1_of_leaf(one_mean_rows1_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float one_mean_rows1_result(one_mean_rows1_state s, unsigned long long count)
{
    const float value = __fdiv_rn(s.value, (float)count);
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(16) one_mean_rows1_vector {
    float element[4];
};

struct __align__(16) one_mean_rows1_results {
    float result[4];
};

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void one_mean_rows1_rows(const float *a, unsigned row, one_mean_rows1_part (&part)[4])
{
    one_mean_rows1_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const one_mean_rows1_vector *)(a + u * 100);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? one_mean_rows1_take(part[i], xi, row + u) : one_mean_rows1_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void one_mean_rows1_leaf(const float *a, unsigned leaf, one_mean_rows1_state (&state)[4])
{
    one_mean_rows1_part part[4];
    one_mean_rows1_rows<1>(a, 0, part);
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = one_mean_rows1_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void one_mean_rows1_store(float *c, unsigned vector, const one_mean_rows1_state (&state)[4])
{
    one_mean_rows1_results results;
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        results.result[i] = one_mean_rows1_result(state[i], 1ull);
    ((one_mean_rows1_results *)c)[(unsigned long long)vector] = results;
}

extern "C" __global__ void __launch_bounds__(32, 32) one_mean_rows1(const float *__restrict__ a, float *c)
{
    const unsigned vector = threadIdx.x;
    const unsigned leaf = 0;
    one_mean_rows1_state state[4];
    if (vector < 25) {
        const unsigned long long col = vector * 4ull;
        const unsigned long long offset = col;
        one_mean_rows1_leaf(a + offset, leaf, state);
    }
    if (vector < 25) one_mean_rows1_store(c, vector, state);
}

// one_mean_rows40: reduce family of tilewright 0.1.0, from reduce-columns.json; mean of float32, the columns of 1 x 40 x 100, order fixed
// grid 1, block 32; elements: a 4000, c 100

// What is known of some elements.
struct one_mean_rows40_state {
    float value;
};

using one_mean_rows40_part = one_mean_rows40_state; // what is known of some elements of one leaf

static __device__ __forceinline__ one_mean_rows40_part one_mean_rows40_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ one_mean_rows40_part one_mean_rows40_take(one_mean_rows40_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ one_mean_rows40_state one_mean_rows40_join(one_mean_rows40_state left, one_mean_rows40_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ one_mean_rows40_part one_mean_rows40_join_parts(one_mean_rows40_part left, one_mean_rows40_part right)
{
    return one_mean_rows40_join(left, right);
}

static __device__ __forceinline__ one_mean_rows40_state one_mean_rows40_of_leaf(one_mean_rows40_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float one_mean_rows40_result(one_mean_rows40_state s, unsigned long long count)
{
    const float value = __fdiv_rn(s.value, (float)count);
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(16) one_mean_rows40_vector {
    float element[4];
};

struct __align__(16) one_mean_rows40_results {
    float result[4];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void one_mean_rows40_push(one_mean_rows40_state (&stack)[levels], unsigned n, one_mean_rows40_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = one_mean_rows40_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ one_mean_rows40_state one_mean_rows40_all(const one_mean_rows40_state (&stack)[levels], unsigned count)
{
    one_mean_rows40_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? one_mean_rows40_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void one_mean_rows40_rows(const float *a, unsigned row, one_mean_rows40_part (&part)[4])
{
    one_mean_rows40_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const one_mean_rows40_vector *)(a + u * 100);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? one_mean_rows40_take(part[i], xi, row + u) : one_mean_rows40_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void one_mean_rows40_leaf(const float *a, unsigned leaf, one_mean_rows40_state (&state)[4])
{
    one_mean_rows40_part part[4];
    if (leaf < 1) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            one_mean_rows40_rows<16>(a + row * 100, row, part);
    } else {
        one_mean_rows40_rows<8>(a, 0, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = one_mean_rows40_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void one_mean_rows40_store(float *c, unsigned vector, const one_mean_rows40_state (&state)[4])
{
    one_mean_rows40_results results;
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        results.result[i] = one_mean_rows40_result(state[i], 40ull);
    ((one_mean_rows40_results *)c)[(unsigned long long)vector] = results;
}

extern "C" __global__ void __launch_bounds__(32, 19) one_mean_rows40(const float *__restrict__ a, float *c)
{
    const unsigned vector = threadIdx.x;
    const unsigned leaf = 0;
    one_mean_rows40_state state[4];
    if (vector < 25) {
        const unsigned long long col = vector * 4ull;
        const unsigned long long offset = leaf * 3200ull + col;
        const unsigned count = min(2u, 2u - leaf);
        one_mean_rows40_state stack[4][2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 100);
            one_mean_rows40_leaf(a + at, leaf + n, state);
#pragma unroll
            for (unsigned i = 0; i < 4; i++) one_mean_rows40_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 4; i++) state[i] = one_mean_rows40_all(stack[i], count);
    }
    if (vector < 25) one_mean_rows40_store(c, vector, state);
}

// wide: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 3000000000 x 8, order fixed
// grid 716, block (2, 128), then wide_join with grid 4, block (32, 32); elements: a 24000000000, c 8, partials_value 51552

// What is known of some elements.
struct wide_state {
    float value;
};

using wide_part = wide_state; // what is known of some elements of one leaf

static __device__ __forceinline__ wide_part wide_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ wide_part wide_take(wide_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ wide_state wide_join(wide_state left, wide_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ wide_part wide_join_parts(wide_part left, wide_part right)
{
    return wide_join(left, right);
}

static __device__ __forceinline__ wide_state wide_of_leaf(wide_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float wide_result(wide_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(16) wide_vector {
    float element[4];
};

struct __align__(16) wide_results {
    float result[4];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void wide_push(wide_state (&stack)[levels], unsigned n, wide_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = wide_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ wide_state wide_all(const wide_state (&stack)[levels], unsigned count)
{
    wide_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? wide_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void wide_rows(const float *a, unsigned row, wide_part (&part)[4])
{
    wide_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const wide_vector *)(a + u * 8);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? wide_take(part[i], xi, row + u) : wide_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void wide_leaf(const float *a, unsigned leaf, wide_state (&state)[4])
{
    wide_part part[4];
#pragma unroll 1
    for (unsigned row = 0; row < 32; row += 16)
        wide_rows<16>(a + row * 8, row, part);
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = wide_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float wide_shared_value[4][127][2];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void wide_meet(wide_state (&state)[4], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 64 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                wide_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            wide_state right;
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                right.value = wide_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = wide_join(state[i], right);
            }
        }
    }
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ wide_state wide_run(const float *partials_value, const unsigned first, const unsigned count)
{
    wide_state stack[2];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 16) {
        wide_state next[16];
#pragma unroll
        for (unsigned u = 0; u < 16; u++) {
            const unsigned part = min(first + n + u, 715u); // no load waits for a branch
            const unsigned long long at = part * 64ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 16; u++) { // all are loaded, here
            asm volatile("" ::"f"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 16; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 16; u += 2 * d)
                if (n + u + d < count) next[u] = wide_join(next[u], next[u + d]);
        wide_push(stack, n / 16, next[0]);
    }
    return wide_all(stack, (count + 16 - 1) / 16);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ wide_state wide_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 32;
    return wide_run(partials_value + at, first, min(32u, 716u - first));
}

extern "C" __global__ void __launch_bounds__(256, 1) wide(const float *__restrict__ a, float *partials_value)
{
    const unsigned vector = threadIdx.x;
    const unsigned part = blockIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 25;
    const unsigned leaf = part * 131072 + run * 1024;
    wide_state state[4];
    if (vector < 2 && leaf < 93750000) {
        const unsigned long long col = vector * 4ull;
        const unsigned long long offset = leaf * 256ull + col;
        const unsigned count = min(1024u, 93750000u - leaf);
        wide_state stack[4][11];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 8);
            wide_leaf(a + at, leaf + n, state);
#pragma unroll
            for (unsigned i = 0; i < 4; i++) wide_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 4; i++) state[i] = wide_all(stack[i], count);
    }
    const unsigned left = 93750000 - part * 131072; // leaves from the part's first to the last
    wide_meet<7>(state, run, (left + 1024 - 1) / 1024);
    if (threadIdx.y == 0 && vector < 2) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned long long at = (part * 4ull + i) * 16 + vector;
            partials_value[at] = state[i].value;
        }
    }
}

extern "C" __global__ void __launch_bounds__(1024) wide_join(float *c, float *partials_value)
{
    const unsigned run = threadIdx.y;
    const unsigned strip = blockIdx.x / 4, vector = strip * 32 + threadIdx.x;
    const unsigned i = blockIdx.x % 4; // of the vector's columns
    wide_state state;
    if (vector < 2 && run < 23)
        state = wide_joined(partials_value, run, i * 16ull + vector);
    __shared__ float runs_value[32][32];
    runs_value[run][threadIdx.x] = state.value;
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        __syncthreads();
        if (run % (2 * d) == 0 && run + d < 23) {
            const wide_state right = { runs_value[run + d][threadIdx.x] };
            state = wide_join(state, right);
            runs_value[run][threadIdx.x] = state.value;
        }
    }
    if (run != 0 || vector >= 2) return;
    c[vector * 4ull + i] = wide_result(state, 3000000000ull);
}

// short_sum: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 3 x 8192, order fixed
// grid 2, block 256; elements: a 24576, c 8192

// What is known of some elements.
struct short_sum_state {
    float value;
};

using short_sum_part = short_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_sum_part short_sum_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ short_sum_part short_sum_take(short_sum_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ short_sum_state short_sum_join(short_sum_state left, short_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_sum_part short_sum_join_parts(short_sum_part left, short_sum_part right)
{
    return short_sum_join(left, right);
}

static __device__ __forceinline__ short_sum_state short_sum_of_leaf(short_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float short_sum_result(short_sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(16) short_sum_vector {
    float element[4];
};

struct __align__(16) short_sum_results {
    float result[4];
};

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void short_sum_rows(const float *a, unsigned row, short_sum_part (&part)[4])
{
    short_sum_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const short_sum_vector *)(a + u * 8192);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? short_sum_take(part[i], xi, row + u) : short_sum_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void short_sum_leaf(const float *a, unsigned leaf, short_sum_state (&state)[4])
{
    short_sum_part part[4];
    short_sum_rows<3>(a, 0, part);
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = short_sum_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void short_sum_store(float *c, unsigned vector, const short_sum_state (&state)[4])
{
    short_sum_results results;
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        results.result[i] = short_sum_result(state[i], 3ull);
    ((short_sum_results *)c)[(unsigned long long)vector] = results;
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

// short_dot: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of float32, the columns of 1 x 3 x 8192, order fixed
// grid 2, block 256; elements: a 24576, b 24576, c 8192

// What is known of some elements.
struct short_dot_state {
    float value;
};

using short_dot_part = short_dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ short_dot_part short_dot_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ short_dot_part short_dot_take(short_dot_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ short_dot_state short_dot_join(short_dot_state left, short_dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ short_dot_part short_dot_join_parts(short_dot_part left, short_dot_part right)
{
    return short_dot_join(left, right);
}

static __device__ __forceinline__ short_dot_state short_dot_of_leaf(short_dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float short_dot_result(short_dot_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(16) short_dot_vector {
    float element[4];
};

struct __align__(16) short_dot_results {
    float result[4];
};

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void short_dot_rows(const float *a, const float *b, unsigned row, short_dot_part (&part)[4])
{
    short_dot_vector x[count], y[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const short_dot_vector *)(a + u * 8192);
        y[u] = *(const short_dot_vector *)(b + u * 8192);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i], yi = y[u].element[i];
            part[i] = u || row ? short_dot_take(part[i], xi, yi, row + u) : short_dot_first(xi, yi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void short_dot_leaf(const float *a, const float *b, unsigned leaf, short_dot_state (&state)[4])
{
    short_dot_part part[4];
    short_dot_rows<3>(a, b, 0, part);
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = short_dot_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void short_dot_store(float *c, unsigned vector, const short_dot_state (&state)[4])
{
    short_dot_results results;
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        results.result[i] = short_dot_result(state[i], 3ull);
    ((short_dot_results *)c)[(unsigned long long)vector] = results;
}

extern "C" __global__ void __launch_bounds__(256, 3) short_dot(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned first = (unsigned)blockIdx.x * 4 * 256 + threadIdx.x;
    short_dot_state state[4][4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned long long col = (first + n * 256) * 4ull;
        short_dot_leaf(a + col, b + col, 0, state[n]);
    }
#pragma unroll
    for (unsigned n = 0; n < 4; n++) short_dot_store(c, first + n * 256, state[n]);
}

// odd_sum: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 3 x 100003, order fixed
// grid 98, block 256; elements: a 300009, c 100003

// What is known of some elements.
struct odd_sum_state {
    float value;
};

using odd_sum_part = odd_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ odd_sum_part odd_sum_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ odd_sum_part odd_sum_take(odd_sum_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ odd_sum_state odd_sum_join(odd_sum_state left, odd_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ odd_sum_part odd_sum_join_parts(odd_sum_part left, odd_sum_part right)
{
    return odd_sum_join(left, right);
}

static __device__ __forceinline__ odd_sum_state odd_sum_of_leaf(odd_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float odd_sum_result(odd_sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void odd_sum_rows(const float *a, unsigned row, odd_sum_part (&part))
{
    float x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 100003];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? odd_sum_take(part, x[u], row + u) : odd_sum_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void odd_sum_leaf(const float *a, unsigned leaf, odd_sum_state (&state))
{
    odd_sum_part part;
    odd_sum_rows<3>(a, 0, part);
    state = odd_sum_of_leaf(part, leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void odd_sum_store(float *c, unsigned vector, const odd_sum_state (&state))
{
    c[vector] = odd_sum_result(state, 3ull);
}

extern "C" __global__ void __launch_bounds__(256, 4) odd_sum(const float *__restrict__ a, float *c)
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
    for (unsigned n = 0; n < 4; n++) {
        const unsigned long long col = (first + n * 256) * 1ull;
        odd_sum_leaf(a + col, 0, state[n]);
    }
#pragma unroll
    for (unsigned n = 0; n < 4; n++) odd_sum_store(c, first + n * 256, state[n]);
}

// odd_dot: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of float32, the columns of 1 x 3 x 100003, order fixed
// grid 98, block 256; elements: a 300009, b 300009, c 100003

// What is known of some elements.
struct odd_dot_state {
    float value;
};

using odd_dot_part = odd_dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ odd_dot_part odd_dot_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ odd_dot_part odd_dot_take(odd_dot_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ odd_dot_state odd_dot_join(odd_dot_state left, odd_dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ odd_dot_part odd_dot_join_parts(odd_dot_part left, odd_dot_part right)
{
    return odd_dot_join(left, right);
}

static __device__ __forceinline__ odd_dot_state odd_dot_of_leaf(odd_dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float odd_dot_result(odd_dot_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void odd_dot_rows(const float *a, const float *b, unsigned row, odd_dot_part (&part))
{
    float x[count], y[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 100003];
        y[u] = b[u * 100003];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? odd_dot_take(part, x[u], y[u], row + u) : odd_dot_first(x[u], y[u], 0);
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void odd_dot_leaf(const float *a, const float *b, unsigned leaf, odd_dot_state (&state))
{
    odd_dot_part part;
    odd_dot_rows<3>(a, b, 0, part);
    state = odd_dot_of_leaf(part, leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void odd_dot_store(float *c, unsigned vector, const odd_dot_state (&state))
{
    c[vector] = odd_dot_result(state, 3ull);
}

extern "C" __global__ void __launch_bounds__(256, 4) odd_dot(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned first = (unsigned)blockIdx.x * 4 * 256 + threadIdx.x;
    if (blockIdx.x >= 97) { // the last vectors
#pragma unroll 1
        for (unsigned vector = first; vector < 100003; vector += 256) {
            const unsigned long long col = vector * 1ull;
            odd_dot_state state;
            odd_dot_leaf(a + col, b + col, 0, state);
            odd_dot_store(c, vector, state);
        }
        return;
    }
    odd_dot_state state[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned long long col = (first + n * 256) * 1ull;
        odd_dot_leaf(a + col, b + col, 0, state[n]);
    }
#pragma unroll
    for (unsigned n = 0; n < 4; n++) odd_dot_store(c, first + n * 256, state[n]);
}

// part_sum: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 3 x 100 x 3, order fixed
// grid 1, block (4, 4); elements: a 1199, c 9

// What is known of some elements.
struct part_sum_state {
    float value;
};

using part_sum_part = part_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ part_sum_part part_sum_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ part_sum_part part_sum_take(part_sum_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ part_sum_state part_sum_join(part_sum_state left, part_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ part_sum_part part_sum_join_parts(part_sum_part left, part_sum_part right)
{
    return part_sum_join(left, right);
}

static __device__ __forceinline__ part_sum_state part_sum_of_leaf(part_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float part_sum_result(part_sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct part_sum_vector {
    float element[3];
};

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void part_sum_rows(const float *a, unsigned row, part_sum_part (&part)[3])
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
#pragma unroll
        for (unsigned i = 0; i < 3; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? part_sum_take(part[i], xi, row + u) : part_sum_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void part_sum_leaf(const float *a, unsigned leaf, part_sum_state (&state)[3])
{
    part_sum_part part[3];
    if (leaf < 3) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            part_sum_rows<16>(a + row * 4, row, part);
    } else {
        part_sum_rows<4>(a, 0, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 3; i++) state[i] = part_sum_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float part_sum_shared_value[3][3][4];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void part_sum_meet(part_sum_state (&state)[3], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 2 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 3; i++) {
                part_sum_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            part_sum_state right;
#pragma unroll
            for (unsigned i = 0; i < 3; i++) {
                right.value = part_sum_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = part_sum_join(state[i], right);
            }
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void part_sum_store(float *c, unsigned vector, const part_sum_state (&state)[3])
{
#pragma unroll
    for (unsigned i = 0; i < 3; i++) c[vector * 3ull + i] = part_sum_result(state[i], 100ull);
}

extern "C" __global__ void __launch_bounds__(16) part_sum(const float *__restrict__ a, float *c)
{
    const unsigned vector = threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = run;
    part_sum_state state[3];
    if (vector < 3) {
        const unsigned matrix = vector;
        const unsigned long long offset = (matrix * 100ull + leaf * 32ull) * 4;
        part_sum_leaf(a + offset, leaf, state);
    }
    part_sum_meet<2>(state, run, 4);
    if (threadIdx.y == 0 && vector < 3) part_sum_store(c, vector, state);
}

// part_dot: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of float32, the columns of 3 x 100 x 3, order fixed
// grid 1, block (4, 4); elements: a 1199, b 1199, c 9

// What is known of some elements.
struct part_dot_state {
    float value;
};

using part_dot_part = part_dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ part_dot_part part_dot_first(float x, float y, unsigned)
{
    return { __fmul_rn(x, y) };
}

static __device__ __forceinline__ part_dot_part part_dot_take(part_dot_part p, float x, float y, unsigned)
{
    return { __fmaf_rn(x, y, p.value) };
}

static __device__ __forceinline__ part_dot_state part_dot_join(part_dot_state left, part_dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ part_dot_part part_dot_join_parts(part_dot_part left, part_dot_part right)
{
    return part_dot_join(left, right);
}

static __device__ __forceinline__ part_dot_state part_dot_of_leaf(part_dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float part_dot_result(part_dot_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct part_dot_vector {
    float element[3];
};

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void part_dot_rows(const float *a, const float *b, unsigned row, part_dot_part (&part)[3])
{
    part_dot_vector x[count], y[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 3; i++) {
            x[u].element[i] = a[u * 4 + i];
            y[u].element[i] = b[u * 4 + i];
        }
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 3; i++) {
            const float xi = x[u].element[i], yi = y[u].element[i];
            part[i] = u || row ? part_dot_take(part[i], xi, yi, row + u) : part_dot_first(xi, yi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void part_dot_leaf(const float *a, const float *b, unsigned leaf, part_dot_state (&state)[3])
{
    part_dot_part part[3];
    if (leaf < 3) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            part_dot_rows<16>(a + row * 4, b + row * 4, row, part);
    } else {
        part_dot_rows<4>(a, b, 0, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 3; i++) state[i] = part_dot_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float part_dot_shared_value[3][3][4];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void part_dot_meet(part_dot_state (&state)[3], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 2 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 3; i++) {
                part_dot_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            part_dot_state right;
#pragma unroll
            for (unsigned i = 0; i < 3; i++) {
                right.value = part_dot_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = part_dot_join(state[i], right);
            }
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void part_dot_store(float *c, unsigned vector, const part_dot_state (&state)[3])
{
#pragma unroll
    for (unsigned i = 0; i < 3; i++) c[vector * 3ull + i] = part_dot_result(state[i], 100ull);
}

extern "C" __global__ void __launch_bounds__(16) part_dot(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned vector = threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = run;
    part_dot_state state[3];
    if (vector < 3) {
        const unsigned matrix = vector;
        const unsigned long long offset = (matrix * 100ull + leaf * 32ull) * 4;
        part_dot_leaf(a + offset, b + offset, leaf, state);
    }
    part_dot_meet<2>(state, run, 4);
    if (threadIdx.y == 0 && vector < 3) part_dot_store(c, vector, state);
}

// turned: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of int8, the columns of 2 x 100 x 4096, order fixed
// grid 2, block (256, 2); elements: a 819200, c 8192

// What is known of some elements.
struct turned_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct turned_part {
    int value;
};

static __device__ __forceinline__ turned_part turned_first(signed char x, unsigned)
{
    const int u = x;
    return { u };
}

static __device__ __forceinline__ turned_part turned_take(turned_part p, signed char x, unsigned)
{
    const int u = x;
    return { p.value + u };
}

static __device__ __forceinline__ turned_state turned_join(turned_state left, turned_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ turned_part turned_join_parts(turned_part left, turned_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ turned_state turned_of_leaf(turned_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ long long turned_result(turned_state s, unsigned long long)
{
    return s.value;
}

struct __align__(16) turned_vector {
    signed char element[16];
};

struct __align__(16) turned_results {
    long long result[2];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void turned_push(turned_state (&stack)[levels], unsigned n, turned_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = turned_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ turned_state turned_all(const turned_state (&stack)[levels], unsigned count)
{
    turned_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? turned_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void turned_rows(const signed char *a, unsigned row, turned_part (&part)[16])
{
    turned_vector x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = *(const turned_vector *)(a + u * 4096);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 16; i++) {
            const signed char xi = x[u].element[i];
            part[i] = u || row ? turned_take(part[i], xi, row + u) : turned_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void turned_leaf(const signed char *a, unsigned leaf, turned_state (&state)[16])
{
    turned_part part[16];
    if (leaf < 3) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 4)
            turned_rows<4>(a + row * 4096, row, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 4; row += 4)
            turned_rows<4>(a + row * 4096, row, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 16; i++) state[i] = turned_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ unsigned long long turned_shared_value[8][1][256];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void turned_meet(turned_state (&state)[16], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned first = 0; first < 16; first += 8) { // columns of a thread that meet at a time
        if (first) __syncthreads();
#pragma unroll
        for (unsigned step = 0; step < steps; step++) {
            const unsigned half = 1 >> step;
            if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
                for (unsigned i = 0; i < 8; i++) {
                    turned_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[first + i].value;
                }
            }
            __syncthreads();
            if (threadIdx.y < half && run + (1 << step) < runs) {
                turned_state right;
#pragma unroll
                for (unsigned i = 0; i < 8; i++) {
                    right.value = turned_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                    state[first + i] = turned_join(state[first + i], right);
                }
            }
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void turned_store(long long *c, unsigned vector, const turned_state (&state)[16])
{
#pragma unroll
    for (unsigned n = 0; n < 8; n++) {
    turned_results results;
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        results.result[i] = turned_result(state[n * 2 + i], 100ull);
    ((turned_results *)c)[(unsigned long long)vector * 8 + n] = results;
    }
}

extern "C" __global__ void __launch_bounds__(512, 1) turned(const signed char *__restrict__ a, long long *c)
{
    const unsigned vector = (unsigned)(blockIdx.x) * 256 + threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 31;
    const unsigned leaf = run * 2;
    turned_state state[16];
    if (vector < 512) {
        const unsigned matrix = vector / 256;
        const unsigned long long col = (vector % 256) * 16ull;
        const unsigned long long offset = (matrix * 100ull + leaf * 32ull) * 4096 + col;
        const unsigned count = min(2u, 4u - leaf);
        turned_state stack[16][2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 4096);
            turned_leaf(a + at, leaf + n, state);
#pragma unroll
            for (unsigned i = 0; i < 16; i++) turned_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 16; i++) state[i] = turned_all(stack[i], count);
    }
    turned_meet<1>(state, run, 2);
    if (threadIdx.y == 0 && vector < 512) turned_store(c, vector, state);
}

// scalar: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 4000 x 100, order fixed
// grid 32, block (32, 8); elements: a 400000, c 100, partials_value 1312, finished 4, 0 before and after

// What is known of some elements.
struct scalar_state {
    float value;
};

using scalar_part = scalar_state; // what is known of some elements of one leaf

static __device__ __forceinline__ scalar_part scalar_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ scalar_part scalar_take(scalar_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ scalar_state scalar_join(scalar_state left, scalar_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ scalar_part scalar_join_parts(scalar_part left, scalar_part right)
{
    return scalar_join(left, right);
}

static __device__ __forceinline__ scalar_state scalar_of_leaf(scalar_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float scalar_result(scalar_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void scalar_push(scalar_state (&stack)[levels], unsigned n, scalar_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = scalar_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ scalar_state scalar_all(const scalar_state (&stack)[levels], unsigned count)
{
    scalar_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? scalar_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void scalar_rows(const float *a, unsigned row, scalar_part (&part))
{
    float x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 100];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? scalar_take(part, x[u], row + u) : scalar_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void scalar_leaf(const float *a, unsigned leaf, scalar_state (&state))
{
    scalar_part part;
#pragma unroll 1
    for (unsigned row = 0; row < 32; row += 16)
        scalar_rows<16>(a + row * 100, row, part);
    state = scalar_of_leaf(part, leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float scalar_shared_value[7][32];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void scalar_meet(scalar_state (&state), unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 4 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
            scalar_shared_value[threadIdx.y - 1][threadIdx.x] = state.value;
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            scalar_state right;
            right.value = scalar_shared_value[threadIdx.y + half - 1][threadIdx.x];
            state = scalar_join(state, right);
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void scalar_store(float *c, unsigned vector, const scalar_state (&state))
{
    c[vector] = scalar_result(state, 4000ull);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ scalar_state scalar_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    return { partials_value[at + run * 112ull] };
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void scalar_join_all(float *c, const float *partials_value, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 29;
    scalar_state state;
    if (vector < 100 && run < 8) {
        state = scalar_joined(partials_value, run, vector);
    }
    scalar_meet<3>(state, run, 8);
    if (threadIdx.y == 0 && vector < 100) scalar_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool scalar_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(256, 4) scalar(const float *__restrict__ a, float *c, float *partials_value, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 4;
    const unsigned vector = (unsigned)strip * 32 + threadIdx.x;
    const unsigned part = blockIdx.x / 4;
    const unsigned run = __brev(threadIdx.y) >> 29;
    const unsigned leaf = part * 16 + run * 2;
    scalar_state state;
    if (vector < 100 && leaf < 125) {
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = leaf * 3200ull + col;
        const unsigned count = min(2u, 125u - leaf);
        scalar_state stack[2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 100);
            scalar_leaf(a + at, leaf + n, state);
            scalar_push(stack, n, state);
        }
        state = scalar_all(stack, count);
    }
    const unsigned left = 125 - part * 16; // leaves from the part's first to the last
    scalar_meet<3>(state, run, (left + 2 - 1) / 2);
    if (threadIdx.y == 0 && vector < 100) {
        const unsigned long long at = (unsigned long long)part * 112 + vector;
        partials_value[at] = state.value;
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = scalar_is_last(finished + strip, 7);
    if (!__syncthreads_or(last)) return;

    scalar_join_all(c, partials_value, vector);
}

// alone: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 100003 x 64, order fixed
// grid 782, block 32; elements: a 6400192, c 64, partials_value 50048, finished 2, 0 before and after

// What is known of some elements.
struct alone_state {
    float value;
};

using alone_part = alone_state; // what is known of some elements of one leaf

static __device__ __forceinline__ alone_part alone_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ alone_part alone_take(alone_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ alone_state alone_join(alone_state left, alone_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ alone_part alone_join_parts(alone_part left, alone_part right)
{
    return alone_join(left, right);
}

static __device__ __forceinline__ alone_state alone_of_leaf(alone_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float alone_result(alone_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void alone_push(alone_state (&stack)[levels], unsigned n, alone_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = alone_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ alone_state alone_all(const alone_state (&stack)[levels], unsigned count)
{
    alone_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? alone_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void alone_rows(const float *a, unsigned row, alone_part (&part))
{
    float x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 64];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? alone_take(part, x[u], row + u) : alone_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void alone_leaf(const float *a, unsigned leaf, alone_state (&state))
{
    alone_part part;
    if (leaf < 3125) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            alone_rows<16>(a + row * 64, row, part);
    } else {
        alone_rows<3>(a, 0, part);
    }
    state = alone_of_leaf(part, leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void alone_store(float *c, unsigned vector, const alone_state (&state))
{
    c[vector] = alone_result(state, 100003ull);
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ alone_state alone_run(const float *partials_value, const unsigned first, const unsigned count)
{
    alone_state stack[7];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 8) {
        alone_state next[8];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
            const unsigned part = min(first + n + u, 390u); // no load waits for a branch
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
                if (n + u + d < count) next[u] = alone_join(next[u], next[u + d]);
        alone_push(stack, n / 8, next[0]);
    }
    return alone_all(stack, (count + 8 - 1) / 8);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ alone_state alone_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 512;
    return alone_run(partials_value + at, first, min(512u, 391u - first));
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void alone_join_all(float *c, const float *partials_value, unsigned vector)
{
    const unsigned run = 0;
    alone_state state;
    if (vector < 64) {
        state = alone_joined(partials_value, run, vector);
    }
    if (vector < 64) alone_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool alone_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(32, 32) alone(const float *__restrict__ a, float *c, float *partials_value, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 2;
    const unsigned vector = (unsigned)strip * 32 + threadIdx.x;
    const unsigned part = blockIdx.x / 2;
    const unsigned leaf = part * 8;
    alone_state state;
    if (vector < 64 && leaf < 3126) {
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = leaf * 2048ull + col;
        const unsigned count = min(8u, 3126u - leaf);
        alone_state stack[4];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 64);
            alone_leaf(a + at, leaf + n, state);
            alone_push(stack, n, state);
        }
        state = alone_all(stack, count);
    }
    if (vector < 64) {
        const unsigned long long at = (unsigned long long)part * 64 + vector;
        partials_value[at] = state.value;
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = alone_is_last(finished + strip, 390);
    if (!__syncthreads_or(last)) return;

    alone_join_all(c, partials_value, vector);
}

// ends: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 3 x 5000 x 1030, order fixed
// grid 1975, block (32, 2), then ends_join with grid 100, block (32, 32); elements: a 15479998, c 3090, partials_value 249640

// What is known of some elements.
struct ends_state {
    float value;
};

using ends_part = ends_state; // what is known of some elements of one leaf

static __device__ __forceinline__ ends_part ends_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ ends_part ends_take(ends_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ ends_state ends_join(ends_state left, ends_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ ends_part ends_join_parts(ends_part left, ends_part right)
{
    return ends_join(left, right);
}

static __device__ __forceinline__ ends_state ends_of_leaf(ends_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float ends_result(ends_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(16) ends_vector {
    float element[4];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void ends_push(ends_state (&stack)[levels], unsigned n, ends_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = ends_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ ends_state ends_all(const ends_state (&stack)[levels], unsigned count)
{
    ends_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? ends_join(stack[k], state) : stack[k];
    }
    return state;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void ends_rows(const float *a, unsigned row, bool whole, ends_part (&part)[4])
{
    ends_vector x[count];
    if (whole) {
#pragma unroll
        for (unsigned u = 0; u < count; u++) {
            x[u] = *(const ends_vector *)(a + u * 1032);
        }
    } else { // the last columns of the row
#pragma unroll
        for (unsigned u = 0; u < count; u++) {
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                x[u].element[i] = a[u * 1032 + i];
            }
        }
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? ends_take(part[i], xi, row + u) : ends_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void ends_leaf(const float *a, unsigned leaf, bool whole, ends_state (&state)[4])
{
    ends_part part[4];
    if (leaf < 156) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            ends_rows<8>(a + row * 1032, row, whole, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 8; row += 8)
            ends_rows<8>(a + row * 1032, row, whole, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = ends_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float ends_shared_value[4][1][32];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void ends_meet(ends_state (&state)[4], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 1 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                ends_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            ends_state right;
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                right.value = ends_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = ends_join(state[i], right);
            }
        }
    }
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ ends_state ends_run(const float *partials_value, const unsigned first, const unsigned count)
{
    ends_state stack[1];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 4) {
        ends_state next[4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
            const unsigned part = min(first + n + u, 78u); // no load waits for a branch
            const unsigned long long at = part * 3136ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) { // all are loaded, here
            asm volatile("" ::"f"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 4; u += 2 * d)
                if (n + u + d < count) next[u] = ends_join(next[u], next[u + d]);
        ends_push(stack, n / 4, next[0]);
    }
    return ends_all(stack, (count + 4 - 1) / 4);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ ends_state ends_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 4;
    return ends_run(partials_value + at, first, min(4u, 79u - first));
}

extern "C" __global__ void __launch_bounds__(64) ends(const float *__restrict__ a, float *partials_value)
{
    const unsigned vector = (unsigned)(blockIdx.x % 25) * 32 + threadIdx.x;
    const unsigned part = blockIdx.x / 25;
    const unsigned run = __brev(threadIdx.y) >> 31;
    const unsigned leaf = part * 2 + run;
    ends_state state[4];
    if (vector < 774 && leaf < 157) {
        const unsigned matrix = vector / 258;
        const unsigned long long col = (vector % 258) * 4ull;
        const bool whole = col + 4 <= 1030ull;
        const unsigned long long offset = (matrix * 5000ull + leaf * 32ull) * 1032 + col;
        ends_leaf(a + offset, leaf, whole, state);
    }
    const unsigned left = 157 - part * 2; // leaves from the part's first to the last
    ends_meet<1>(state, run, left);
    if (threadIdx.y == 0 && vector < 774) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned long long at = (part * 4ull + i) * 784 + vector;
            partials_value[at] = state[i].value;
        }
    }
}

extern "C" __global__ void __launch_bounds__(1024) ends_join(float *c, float *partials_value)
{
    const unsigned run = threadIdx.y;
    const unsigned strip = blockIdx.x / 4, vector = strip * 32 + threadIdx.x;
    const unsigned i = blockIdx.x % 4; // of the vector's columns
    ends_state state;
    if (vector < 774 && run < 20)
        state = ends_joined(partials_value, run, i * 784ull + vector);
    __shared__ float runs_value[32][32];
    runs_value[run][threadIdx.x] = state.value;
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        __syncthreads();
        if (run % (2 * d) == 0 && run + d < 20) {
            const ends_state right = { runs_value[run + d][threadIdx.x] };
            state = ends_join(state, right);
            runs_value[run][threadIdx.x] = state.value;
        }
    }
    if (run != 0 || vector >= 774) return;
    const unsigned matrix = vector / 258;
    const unsigned long long col = (vector % 258) * 4ull + i;
    if (col < 1030ull) c[matrix * 1030ull + col] = ends_result(state, 5000ull);
}

// pieced_sum: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float16, the columns of 3 x 2049 x 1029, order fixed
// grid 225, block (32, 4); elements: a 6325263, c 3087, partials_value 29016, finished 97, 0 before and after

// What is known of some elements.
struct pieced_sum_state {
    float value;
};

using pieced_sum_part = pieced_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float pieced_sum_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ pieced_sum_part pieced_sum_first(unsigned short x, unsigned)
{
    const float u = pieced_sum_float(x);
    return { u };
}

static __device__ __forceinline__ pieced_sum_part pieced_sum_take(pieced_sum_part p, unsigned short x, unsigned)
{
    const float u = pieced_sum_float(x);
    return { p.value + u };
}

static __device__ __forceinline__ pieced_sum_state pieced_sum_join(pieced_sum_state left, pieced_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ pieced_sum_part pieced_sum_join_parts(pieced_sum_part left, pieced_sum_part right)
{
    return pieced_sum_join(left, right);
}

static __device__ __forceinline__ pieced_sum_state pieced_sum_of_leaf(pieced_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float pieced_sum_result(pieced_sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(8) pieced_sum_vector {
    unsigned short element[4];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void pieced_sum_push(pieced_sum_state (&stack)[levels], unsigned n, pieced_sum_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = pieced_sum_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ pieced_sum_state pieced_sum_all(const pieced_sum_state (&stack)[levels], unsigned count)
{
    pieced_sum_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? pieced_sum_join(stack[k], state) : stack[k];
    }
    return state;
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
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned short xi = x[u].element[i];
            part[i] = u || row ? pieced_sum_take(part[i], xi, row + u) : pieced_sum_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void pieced_sum_leaf(const unsigned short *a, unsigned leaf, unsigned single, unsigned drift, pieced_sum_state (&state)[4])
{
    pieced_sum_part part[4];
    if (leaf < 64) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            pieced_sum_rows<16>(a + row * 1029, row, 0, drift, part);
    } else {
        pieced_sum_rows<1>(a, 0, single, drift, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = pieced_sum_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float pieced_sum_shared_value[4][3][32];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void pieced_sum_meet(pieced_sum_state (&state)[4], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 2 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                pieced_sum_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            pieced_sum_state right;
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                right.value = pieced_sum_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = pieced_sum_join(state[i], right);
            }
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void pieced_sum_store(float *c, unsigned vector, const pieced_sum_state (&state)[4])
{
    const unsigned matrix = vector / 258;
    const unsigned long long col = (vector % 258) * 4ull;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        if (col + i < 1029ull) c[matrix * 1029ull + col + i] = pieced_sum_result(state[i], 2049ull);
    }
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ pieced_sum_state pieced_sum_run(const float *partials_value, const unsigned first, const unsigned count)
{
    pieced_sum_state stack[1];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 4) {
        pieced_sum_state next[4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
            const unsigned part = min(first + n + u, 8u); // no load waits for a branch
            const unsigned long long at = part * 3136ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) { // all are loaded, here
            asm volatile("" ::"f"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 4; u += 2 * d)
                if (n + u + d < count) next[u] = pieced_sum_join(next[u], next[u + d]);
        pieced_sum_push(stack, n / 4, next[0]);
    }
    return pieced_sum_all(stack, (count + 4 - 1) / 4);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ pieced_sum_state pieced_sum_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 4;
    return pieced_sum_run(partials_value + at, first, min(4u, 9u - first));
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void pieced_sum_join_all(float *c, const float *partials_value, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 30;
    pieced_sum_state state[4];
    if (vector < 774 && run < 3) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            state[i] = pieced_sum_joined(partials_value, run, i * 784ull + vector);
    }
    pieced_sum_meet<2>(state, run, 3);
    if (threadIdx.y == 0 && vector < 774) pieced_sum_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool pieced_sum_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(128, 5) pieced_sum(const unsigned short *__restrict__ a, float *c, float *partials_value, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 25;
    const unsigned vector = (unsigned)strip * 32 + threadIdx.x;
    const unsigned part = blockIdx.x / 25;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = part * 8 + run * 2;
    pieced_sum_state state[4];
    if (vector < 774 && leaf < 65) {
        const unsigned matrix = vector / 258;
        const unsigned long long col = (vector % 258) * 4ull;
        const bool inside = col + 4 + 1 <= 1029ull || matrix < 2;
        const unsigned at_end = inside ? 0 : min((unsigned)(1029ull - col), 4u);
        const unsigned drift = (unsigned)matrix * 2;
        const unsigned long long offset = (matrix * 2049ull + leaf * 32ull) * 1029 + col;
        const unsigned count = min(2u, 65u - leaf);
        pieced_sum_state stack[4][2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 1029);
            pieced_sum_leaf(a + at, leaf + n, leaf + n < 64 ? 0 : at_end, drift, state);
#pragma unroll
            for (unsigned i = 0; i < 4; i++) pieced_sum_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 4; i++) state[i] = pieced_sum_all(stack[i], count);
    }
    const unsigned left = 65 - part * 8; // leaves from the part's first to the last
    pieced_sum_meet<2>(state, run, (left + 2 - 1) / 2);
    if (threadIdx.y == 0 && vector < 774) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned long long at = (part * 4ull + i) * 784 + vector;
            partials_value[at] = state[i].value;
        }
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = pieced_sum_is_last(finished + strip, 8);
    if (!__syncthreads_or(last)) return;

    pieced_sum_join_all(c, partials_value, vector);
}

// pieced_dot: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of float16, the columns of 3 x 2049 x 1029, order fixed
// grid 225, block (32, 4); elements: a 6325263, b 6325263, c 3087, partials_value 29016, finished 97, 0 before and after

// What is known of some elements.
struct pieced_dot_state {
    float value;
};

using pieced_dot_part = pieced_dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float pieced_dot_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

static __device__ __forceinline__ pieced_dot_part pieced_dot_first(unsigned short x, unsigned short y, unsigned)
{
    const float u = pieced_dot_float(x);
    const float v = pieced_dot_float(y);
    return { __fmul_rn(u, v) };
}

static __device__ __forceinline__ pieced_dot_part pieced_dot_take(pieced_dot_part p, unsigned short x, unsigned short y, unsigned)
{
    const float u = pieced_dot_float(x);
    const float v = pieced_dot_float(y);
    return { __fmaf_rn(u, v, p.value) };
}

static __device__ __forceinline__ pieced_dot_state pieced_dot_join(pieced_dot_state left, pieced_dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ pieced_dot_part pieced_dot_join_parts(pieced_dot_part left, pieced_dot_part right)
{
    return pieced_dot_join(left, right);
}

static __device__ __forceinline__ pieced_dot_state pieced_dot_of_leaf(pieced_dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float pieced_dot_result(pieced_dot_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(8) pieced_dot_vector {
    unsigned short element[4];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void pieced_dot_push(pieced_dot_state (&stack)[levels], unsigned n, pieced_dot_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = pieced_dot_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ pieced_dot_state pieced_dot_all(const pieced_dot_state (&stack)[levels], unsigned count)
{
    pieced_dot_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? pieced_dot_join(stack[k], state) : stack[k];
    }
    return state;
}

// How many bytes behind a word row number `row` + u of a leaf begins.
template <unsigned count>
static __device__ __forceinline__ unsigned pieced_dot_shift(unsigned row, unsigned u, unsigned drift)
{
    if (count * 2 % 4 == 0) row = 0; // all runs of rows begin alike
    return ((row + u) * 2 + drift) % 4;
}

// Loads the words that a vector lies in, which begins `shift` bytes behind the first.
static __device__ __forceinline__ void pieced_dot_words(const unsigned short *x, unsigned shift, unsigned (&word)[2 + 1])
{
    const unsigned *from = (const unsigned *)((const char *)x - shift);
#pragma unroll
    for (unsigned i = 0; i < 2; i++) word[i] = from[i];
    word[2] = shift ? from[2] : 0;
}

static __device__ __forceinline__ pieced_dot_vector pieced_dot_pieced(const unsigned (&word)[2 + 1], unsigned shift)
{
    union {
        unsigned word[2];
        pieced_dot_vector vector;
    } x;
#pragma unroll
    for (unsigned i = 0; i < 2; i++) x.word[i] = __funnelshift_r(word[i], word[i + 1], 8 * shift);
    return x.vector;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void pieced_dot_rows(const unsigned short *a, const unsigned short *b, unsigned row, unsigned single, unsigned drift, pieced_dot_part (&part)[4])
{
    const bool ending = single && row + count == 1; // the array's last row is among these
    pieced_dot_vector x[count], y[count];
    unsigned xw[count][2 + 1], yw[count][2 + 1];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = pieced_dot_shift<count>(row, u, drift);
        if (u + 1 == count && ending) break;
        pieced_dot_words(a + u * 1029, shift, xw[u]);
        pieced_dot_words(b + u * 1029, shift, yw[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = pieced_dot_shift<count>(row, u, drift);
        if (u + 1 == count && ending) { // by elements, so that nothing behind the array is read
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
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
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned short xi = x[u].element[i], yi = y[u].element[i];
            part[i] = u || row ? pieced_dot_take(part[i], xi, yi, row + u) : pieced_dot_first(xi, yi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void pieced_dot_leaf(const unsigned short *a, const unsigned short *b, unsigned leaf, unsigned single, unsigned drift, pieced_dot_state (&state)[4])
{
    pieced_dot_part part[4];
    if (leaf < 64) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            pieced_dot_rows<8>(a + row * 1029, b + row * 1029, row, 0, drift, part);
    } else {
        pieced_dot_rows<1>(a, b, 0, single, drift, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = pieced_dot_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float pieced_dot_shared_value[4][3][32];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void pieced_dot_meet(pieced_dot_state (&state)[4], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 2 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                pieced_dot_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            pieced_dot_state right;
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                right.value = pieced_dot_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = pieced_dot_join(state[i], right);
            }
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void pieced_dot_store(float *c, unsigned vector, const pieced_dot_state (&state)[4])
{
    const unsigned matrix = vector / 258;
    const unsigned long long col = (vector % 258) * 4ull;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        if (col + i < 1029ull) c[matrix * 1029ull + col + i] = pieced_dot_result(state[i], 2049ull);
    }
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ pieced_dot_state pieced_dot_run(const float *partials_value, const unsigned first, const unsigned count)
{
    pieced_dot_state stack[1];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 4) {
        pieced_dot_state next[4];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
            const unsigned part = min(first + n + u, 8u); // no load waits for a branch
            const unsigned long long at = part * 3136ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) { // all are loaded, here
            asm volatile("" ::"f"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 4; u += 2 * d)
                if (n + u + d < count) next[u] = pieced_dot_join(next[u], next[u + d]);
        pieced_dot_push(stack, n / 4, next[0]);
    }
    return pieced_dot_all(stack, (count + 4 - 1) / 4);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ pieced_dot_state pieced_dot_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 4;
    return pieced_dot_run(partials_value + at, first, min(4u, 9u - first));
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void pieced_dot_join_all(float *c, const float *partials_value, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 30;
    pieced_dot_state state[4];
    if (vector < 774 && run < 3) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            state[i] = pieced_dot_joined(partials_value, run, i * 784ull + vector);
    }
    pieced_dot_meet<2>(state, run, 3);
    if (threadIdx.y == 0 && vector < 774) pieced_dot_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool pieced_dot_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(128, 5) pieced_dot(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c, float *partials_value, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 25;
    const unsigned vector = (unsigned)strip * 32 + threadIdx.x;
    const unsigned part = blockIdx.x / 25;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = part * 8 + run * 2;
    pieced_dot_state state[4];
    if (vector < 774 && leaf < 65) {
        const unsigned matrix = vector / 258;
        const unsigned long long col = (vector % 258) * 4ull;
        const bool inside = col + 4 + 1 <= 1029ull || matrix < 2;
        const unsigned at_end = inside ? 0 : min((unsigned)(1029ull - col), 4u);
        const unsigned drift = (unsigned)matrix * 2;
        const unsigned long long offset = (matrix * 2049ull + leaf * 32ull) * 1029 + col;
        const unsigned count = min(2u, 65u - leaf);
        pieced_dot_state stack[4][2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 1029);
            pieced_dot_leaf(a + at, b + at, leaf + n, leaf + n < 64 ? 0 : at_end, drift, state);
#pragma unroll
            for (unsigned i = 0; i < 4; i++) pieced_dot_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 4; i++) state[i] = pieced_dot_all(stack[i], count);
    }
    const unsigned left = 65 - part * 8; // leaves from the part's first to the last
    pieced_dot_meet<2>(state, run, (left + 2 - 1) / 2);
    if (threadIdx.y == 0 && vector < 774) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned long long at = (part * 4ull + i) * 784 + vector;
            partials_value[at] = state[i].value;
        }
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = pieced_dot_is_last(finished + strip, 8);
    if (!__syncthreads_or(last)) return;

    pieced_dot_join_all(c, partials_value, vector);
}

// words_sum: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of bfloat16, the columns of 1 x 8 x 1030, order fixed
// grid 3, block 64; elements: a 8247, c 1030

// What is known of some elements.
struct words_sum_state {
    float value;
};

using words_sum_part = words_sum_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float words_sum_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

static __device__ __forceinline__ words_sum_part words_sum_first(unsigned short x, unsigned)
{
    const float u = words_sum_float(x);
    return { u };
}

static __device__ __forceinline__ words_sum_part words_sum_take(words_sum_part p, unsigned short x, unsigned)
{
    const float u = words_sum_float(x);
    return { p.value + u };
}

static __device__ __forceinline__ words_sum_state words_sum_join(words_sum_state left, words_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ words_sum_part words_sum_join_parts(words_sum_part left, words_sum_part right)
{
    return words_sum_join(left, right);
}

static __device__ __forceinline__ words_sum_state words_sum_of_leaf(words_sum_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float words_sum_result(words_sum_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(4) words_sum_vector {
    unsigned short element[2];
};

struct __align__(8) words_sum_results {
    float result[2];
};

// How many bytes behind a word row number `row` + u of a leaf begins.
template <unsigned count>
static __device__ __forceinline__ unsigned words_sum_shift(unsigned row, unsigned u)
{
    if (count * 2 % 4 == 0) row = 0; // all runs of rows begin alike
    return ((row + u) * 2) % 4;
}

// Loads the words that a vector lies in, which begins `shift` bytes behind the first.
static __device__ __forceinline__ void words_sum_words(const unsigned short *x, unsigned shift, unsigned (&word)[1 + 1])
{
    const unsigned *from = (const unsigned *)((const char *)x - shift);
#pragma unroll
    for (unsigned i = 0; i < 1; i++) word[i] = from[i];
    word[1] = shift ? from[1] : 0;
}

static __device__ __forceinline__ words_sum_vector words_sum_pieced(const unsigned (&word)[1 + 1], unsigned shift)
{
    union {
        unsigned word[1];
        words_sum_vector vector;
    } x;
#pragma unroll
    for (unsigned i = 0; i < 1; i++) x.word[i] = __funnelshift_r(word[i], word[i + 1], 8 * shift);
    return x.vector;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void words_sum_rows(const unsigned short *a, unsigned row, unsigned single, words_sum_part (&part)[2])
{
    const bool ending = single && row + count == 8; // the array's last row is among these
    words_sum_vector x[count];
    unsigned xw[count][1 + 1];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = words_sum_shift<count>(row, u);
        if (u + 1 == count && ending) break;
        words_sum_words(a + u * 1031, shift, xw[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = words_sum_shift<count>(row, u);
        if (u + 1 == count && ending) { // by elements, so that nothing behind the array is read
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                if (i >= single) break;
                x[u].element[i] = a[u * 1031 + i];
            }
            break;
        }
        x[u] = words_sum_pieced(xw[u], shift);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const unsigned short xi = x[u].element[i];
            part[i] = u || row ? words_sum_take(part[i], xi, row + u) : words_sum_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void words_sum_leaf(const unsigned short *a, unsigned leaf, unsigned single, words_sum_state (&state)[2])
{
    words_sum_part part[2];
    words_sum_rows<8>(a, 0, single, part);
#pragma unroll
    for (unsigned i = 0; i < 2; i++) state[i] = words_sum_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void words_sum_store(float *c, unsigned vector, const words_sum_state (&state)[2])
{
    words_sum_results results;
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        results.result[i] = words_sum_result(state[i], 8ull);
    ((words_sum_results *)c)[(unsigned long long)vector] = results;
}

extern "C" __global__ void __launch_bounds__(64, 16) words_sum(const unsigned short *__restrict__ a, float *c)
{
    const unsigned first = (unsigned)blockIdx.x * 4 * 64 + threadIdx.x;
    if (blockIdx.x >= 2) { // the last vectors
#pragma unroll 1
        for (unsigned vector = first; vector < 515; vector += 64) {
            const unsigned long long col = vector * 2ull;
            words_sum_state state[2];
            words_sum_leaf(a + col, 0, vector < 514 ? 0 : 2, state);
            words_sum_store(c, vector, state);
        }
        return;
    }
    words_sum_state state[4][2];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned long long col = (first + n * 64) * 2ull;
        words_sum_leaf(a + col, 0, 0, state[n]);
    }
#pragma unroll
    for (unsigned n = 0; n < 4; n++) words_sum_store(c, first + n * 64, state[n]);
}

// words_dot: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of bfloat16, the columns of 1 x 8 x 1030, order fixed
// grid 3, block 64; elements: a 8247, b 8247, c 1030

// What is known of some elements.
struct words_dot_state {
    float value;
};

using words_dot_part = words_dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ float words_dot_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

static __device__ __forceinline__ words_dot_part words_dot_first(unsigned short x, unsigned short y, unsigned)
{
    const float u = words_dot_float(x);
    const float v = words_dot_float(y);
    return { __fmul_rn(u, v) };
}

static __device__ __forceinline__ words_dot_part words_dot_take(words_dot_part p, unsigned short x, unsigned short y, unsigned)
{
    const float u = words_dot_float(x);
    const float v = words_dot_float(y);
    return { __fmaf_rn(u, v, p.value) };
}

static __device__ __forceinline__ words_dot_state words_dot_join(words_dot_state left, words_dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ words_dot_part words_dot_join_parts(words_dot_part left, words_dot_part right)
{
    return words_dot_join(left, right);
}

static __device__ __forceinline__ words_dot_state words_dot_of_leaf(words_dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float words_dot_result(words_dot_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(4) words_dot_vector {
    unsigned short element[2];
};

struct __align__(8) words_dot_results {
    float result[2];
};

// How many bytes behind a word row number `row` + u of a leaf begins.
template <unsigned count>
static __device__ __forceinline__ unsigned words_dot_shift(unsigned row, unsigned u)
{
    if (count * 2 % 4 == 0) row = 0; // all runs of rows begin alike
    return ((row + u) * 2) % 4;
}

// Loads the words that a vector lies in, which begins `shift` bytes behind the first.
static __device__ __forceinline__ void words_dot_words(const unsigned short *x, unsigned shift, unsigned (&word)[1 + 1])
{
    const unsigned *from = (const unsigned *)((const char *)x - shift);
#pragma unroll
    for (unsigned i = 0; i < 1; i++) word[i] = from[i];
    word[1] = shift ? from[1] : 0;
}

static __device__ __forceinline__ words_dot_vector words_dot_pieced(const unsigned (&word)[1 + 1], unsigned shift)
{
    union {
        unsigned word[1];
        words_dot_vector vector;
    } x;
#pragma unroll
    for (unsigned i = 0; i < 1; i++) x.word[i] = __funnelshift_r(word[i], word[i + 1], 8 * shift);
    return x.vector;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void words_dot_rows(const unsigned short *a, const unsigned short *b, unsigned row, unsigned single, words_dot_part (&part)[2])
{
    const bool ending = single && row + count == 8; // the array's last row is among these
    words_dot_vector x[count], y[count];
    unsigned xw[count][1 + 1], yw[count][1 + 1];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = words_dot_shift<count>(row, u);
        if (u + 1 == count && ending) break;
        words_dot_words(a + u * 1031, shift, xw[u]);
        words_dot_words(b + u * 1031, shift, yw[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = words_dot_shift<count>(row, u);
        if (u + 1 == count && ending) { // by elements, so that nothing behind the array is read
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                if (i >= single) break;
                x[u].element[i] = a[u * 1031 + i];
                y[u].element[i] = b[u * 1031 + i];
            }
            break;
        }
        x[u] = words_dot_pieced(xw[u], shift);
        y[u] = words_dot_pieced(yw[u], shift);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const unsigned short xi = x[u].element[i], yi = y[u].element[i];
            part[i] = u || row ? words_dot_take(part[i], xi, yi, row + u) : words_dot_first(xi, yi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void words_dot_leaf(const unsigned short *a, const unsigned short *b, unsigned leaf, unsigned single, words_dot_state (&state)[2])
{
    words_dot_part part[2];
#pragma unroll 1
    for (unsigned row = 0; row < 8; row += 8)
        words_dot_rows<8>(a + row * 1031, b + row * 1031, row, single, part);
#pragma unroll
    for (unsigned i = 0; i < 2; i++) state[i] = words_dot_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void words_dot_store(float *c, unsigned vector, const words_dot_state (&state)[2])
{
    words_dot_results results;
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        results.result[i] = words_dot_result(state[i], 8ull);
    ((words_dot_results *)c)[(unsigned long long)vector] = results;
}

extern "C" __global__ void __launch_bounds__(64, 14) words_dot(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    const unsigned first = (unsigned)blockIdx.x * 4 * 64 + threadIdx.x;
    if (blockIdx.x >= 2) { // the last vectors
#pragma unroll 1
        for (unsigned vector = first; vector < 515; vector += 64) {
            const unsigned long long col = vector * 2ull;
            words_dot_state state[2];
            words_dot_leaf(a + col, b + col, 0, vector < 514 ? 0 : 2, state);
            words_dot_store(c, vector, state);
        }
        return;
    }
    words_dot_state state[4][2];
#pragma unroll
    for (unsigned n = 0; n < 4; n++) {
        const unsigned long long col = (first + n * 64) * 2ull;
        words_dot_leaf(a + col, b + col, 0, 0, state[n]);
    }
#pragma unroll
    for (unsigned n = 0; n < 4; n++) words_dot_store(c, first + n * 64, state[n]);
}

// handed_sum_rows40: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float64, the columns of 1 x 40 x 1030, order fixed
// grid 9, block (64, 2); elements: a 41239, c 1030

// What is known of some elements.
struct handed_sum_rows40_state {
    double value;
};

using handed_sum_rows40_part = handed_sum_rows40_state; // what is known of some elements of one leaf

static __device__ __forceinline__ handed_sum_rows40_part handed_sum_rows40_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ handed_sum_rows40_part handed_sum_rows40_take(handed_sum_rows40_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ handed_sum_rows40_state handed_sum_rows40_join(handed_sum_rows40_state left, handed_sum_rows40_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ handed_sum_rows40_part handed_sum_rows40_join_parts(handed_sum_rows40_part left, handed_sum_rows40_part right)
{
    return handed_sum_rows40_join(left, right);
}

static __device__ __forceinline__ handed_sum_rows40_state handed_sum_rows40_of_leaf(handed_sum_rows40_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ double handed_sum_rows40_result(handed_sum_rows40_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

struct __align__(16) handed_sum_rows40_vector {
    double element[2];
};

struct __align__(16) handed_sum_rows40_results {
    double result[2];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void handed_sum_rows40_push(handed_sum_rows40_state (&stack)[levels], unsigned n, handed_sum_rows40_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = handed_sum_rows40_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ handed_sum_rows40_state handed_sum_rows40_all(const handed_sum_rows40_state (&stack)[levels], unsigned count)
{
    handed_sum_rows40_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? handed_sum_rows40_join(stack[k], state) : stack[k];
    }
    return state;
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
static __device__ __forceinline__ void handed_sum_rows40_rows(const double *a, unsigned row, unsigned single, const handed_sum_rows40_lanes lanes, handed_sum_rows40_part (&part)[2])
{
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
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const double xi = x[u].element[i];
            part[i] = u || row ? handed_sum_rows40_take(part[i], xi, row + u) : handed_sum_rows40_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void handed_sum_rows40_leaf(const double *a, unsigned leaf, unsigned single, const handed_sum_rows40_lanes lanes, handed_sum_rows40_state (&state)[2])
{
    handed_sum_rows40_part part[2];
    if (leaf < 1) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            handed_sum_rows40_rows<8>(a + row * 1031, row, 0, lanes, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 8; row += 8)
            handed_sum_rows40_rows<8>(a + row * 1031, row, single, lanes, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 2; i++) state[i] = handed_sum_rows40_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void handed_sum_rows40_store(double *c, unsigned vector, const handed_sum_rows40_state (&state)[2])
{
    handed_sum_rows40_results results;
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        results.result[i] = handed_sum_rows40_result(state[i], 40ull);
    ((handed_sum_rows40_results *)c)[(unsigned long long)vector] = results;
}

extern "C" __global__ void __launch_bounds__(128, 4) handed_sum_rows40(const double *__restrict__ a, double *c)
{
    const unsigned vector = (unsigned)(blockIdx.x) * 64 + threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 31;
    const unsigned leaf = run * 2;
    handed_sum_rows40_state state[2];
    if (vector < 515 && leaf < 2) {
        const unsigned long long col = vector * 2ull;
        const bool inside = col + 2 + 1 <= 1030ull;
        const unsigned at_end = inside ? 0 : min((unsigned)(1030ull - col), 2u);
        const unsigned lane = threadIdx.x % 32;
        const unsigned lanes_there = (unsigned)min((unsigned)32, 515 - (vector - lane));
        const bool last_lane = lane + 1 == lanes_there;
        const handed_sum_rows40_lanes lanes = { 0xffffffffu >> (32 - lanes_there), last_lane ? lane : lane + 1, last_lane };
        const unsigned long long offset = leaf * 32992ull + col;
        const unsigned count = min(2u, 2u - leaf);
        handed_sum_rows40_state stack[2][2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 1031);
            handed_sum_rows40_leaf(a + at, leaf + n, leaf + n < 1 ? 0 : at_end, lanes, state);
#pragma unroll
            for (unsigned i = 0; i < 2; i++) handed_sum_rows40_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 2; i++) state[i] = handed_sum_rows40_all(stack[i], count);
    }
    if (threadIdx.y == 0 && vector < 515) handed_sum_rows40_store(c, vector, state);
}

// handed_sum_rows2049: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float64, the columns of 1 x 2049 x 1030, order fixed
// grid 153, block (64, 2); elements: a 2112518, c 1030, partials_value 18054, finished 17, 0 before and after

// What is known of some elements.
struct handed_sum_rows2049_state {
    double value;
};

using handed_sum_rows2049_part = handed_sum_rows2049_state; // what is known of some elements of one leaf

static __device__ __forceinline__ handed_sum_rows2049_part handed_sum_rows2049_first(double x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ handed_sum_rows2049_part handed_sum_rows2049_take(handed_sum_rows2049_part p, double x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ handed_sum_rows2049_state handed_sum_rows2049_join(handed_sum_rows2049_state left, handed_sum_rows2049_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ handed_sum_rows2049_part handed_sum_rows2049_join_parts(handed_sum_rows2049_part left, handed_sum_rows2049_part right)
{
    return handed_sum_rows2049_join(left, right);
}

static __device__ __forceinline__ handed_sum_rows2049_state handed_sum_rows2049_of_leaf(handed_sum_rows2049_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ double handed_sum_rows2049_result(handed_sum_rows2049_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

struct __align__(16) handed_sum_rows2049_vector {
    double element[2];
};

struct __align__(16) handed_sum_rows2049_results {
    double result[2];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void handed_sum_rows2049_push(handed_sum_rows2049_state (&stack)[levels], unsigned n, handed_sum_rows2049_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = handed_sum_rows2049_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ handed_sum_rows2049_state handed_sum_rows2049_all(const handed_sum_rows2049_state (&stack)[levels], unsigned count)
{
    handed_sum_rows2049_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? handed_sum_rows2049_join(stack[k], state) : stack[k];
    }
    return state;
}

// Lanes of a warp that have vectors, and the one with the vector behind this lane's.
struct handed_sum_rows2049_lanes {
    unsigned mask, next;
    bool last; // none has it
};

// How many elements behind a multiple of a vector row number `row` + u of a leaf begins.
template <unsigned count>
static __device__ __forceinline__ unsigned handed_sum_rows2049_shift(unsigned row, unsigned u)
{
    if (count * 1 % 2 == 0) row = 0; // all runs of rows begin alike
    return (row + u) * 1 % 2;
}

// Loads the whole vector in which one begins, `shift` elements behind it; the last lane, which nobody hands any, also the one
// behind it. Where the array ends there are so many columns, and no more than these is read.
static __device__ __forceinline__ void handed_sum_rows2049_load(const double *x, unsigned shift, bool last, handed_sum_rows2049_vector &own, handed_sum_rows2049_vector &next)
{
    const double *from = x - shift;
    own = *(const handed_sum_rows2049_vector *)from;
    if (shift && last) next = *(const handed_sum_rows2049_vector *)(from + 2);
}

// The lane's vector: from element `shift` on of what it has loaded, then what the next lane has.
static __device__ __forceinline__ handed_sum_rows2049_vector handed_sum_rows2049_handed(const handed_sum_rows2049_vector &own, const handed_sum_rows2049_vector &next, unsigned shift, const handed_sum_rows2049_lanes lanes)
{
    double all[2 * 2];
    handed_sum_rows2049_vector x = own;
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
static __device__ __forceinline__ void handed_sum_rows2049_rows(const double *a, unsigned row, const handed_sum_rows2049_lanes lanes, handed_sum_rows2049_part (&part)[2])
{
    handed_sum_rows2049_vector x[count];
    handed_sum_rows2049_vector xn[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = handed_sum_rows2049_shift<count>(row, u);
        handed_sum_rows2049_load(a + u * 1031, shift, lanes.last, x[u], xn[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = handed_sum_rows2049_shift<count>(row, u);
        x[u] = handed_sum_rows2049_handed(x[u], xn[u], shift, lanes);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const double xi = x[u].element[i];
            part[i] = u || row ? handed_sum_rows2049_take(part[i], xi, row + u) : handed_sum_rows2049_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void handed_sum_rows2049_leaf(const double *a, unsigned leaf, const handed_sum_rows2049_lanes lanes, handed_sum_rows2049_state (&state)[2])
{
    handed_sum_rows2049_part part[2];
    if (leaf < 64) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            handed_sum_rows2049_rows<16>(a + row * 1031, row, lanes, part);
    } else {
        handed_sum_rows2049_rows<1>(a, 0, lanes, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 2; i++) state[i] = handed_sum_rows2049_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ double handed_sum_rows2049_shared_value[2][1][64];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void handed_sum_rows2049_meet(handed_sum_rows2049_state (&state)[2], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 1 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                handed_sum_rows2049_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            handed_sum_rows2049_state right;
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                right.value = handed_sum_rows2049_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = handed_sum_rows2049_join(state[i], right);
            }
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void handed_sum_rows2049_store(double *c, unsigned vector, const handed_sum_rows2049_state (&state)[2])
{
    handed_sum_rows2049_results results;
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        results.result[i] = handed_sum_rows2049_result(state[i], 2049ull);
    ((handed_sum_rows2049_results *)c)[(unsigned long long)vector] = results;
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ handed_sum_rows2049_state handed_sum_rows2049_run(const double *partials_value, const unsigned first, const unsigned count)
{
    handed_sum_rows2049_state stack[2];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 8) {
        handed_sum_rows2049_state next[8];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
            const unsigned part = min(first + n + u, 16u); // no load waits for a branch
            const unsigned long long at = part * 1056ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) { // all are loaded, here
            asm volatile("" ::"d"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 8; u += 2 * d)
                if (n + u + d < count) next[u] = handed_sum_rows2049_join(next[u], next[u + d]);
        handed_sum_rows2049_push(stack, n / 8, next[0]);
    }
    return handed_sum_rows2049_all(stack, (count + 8 - 1) / 8);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ handed_sum_rows2049_state handed_sum_rows2049_joined(const double *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 16;
    return handed_sum_rows2049_run(partials_value + at, first, min(16u, 17u - first));
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void handed_sum_rows2049_join_all(double *c, const double *partials_value, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 31;
    handed_sum_rows2049_state state[2];
    if (vector < 515 && run < 2) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            state[i] = handed_sum_rows2049_joined(partials_value, run, i * 528ull + vector);
    }
    handed_sum_rows2049_meet<1>(state, run, 2);
    if (threadIdx.y == 0 && vector < 515) handed_sum_rows2049_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool handed_sum_rows2049_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(128, 3) handed_sum_rows2049(const double *__restrict__ a, double *c, double *partials_value, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 9;
    const unsigned vector = (unsigned)strip * 64 + threadIdx.x;
    const unsigned part = blockIdx.x / 9;
    const unsigned run = __brev(threadIdx.y) >> 31;
    const unsigned leaf = part * 4 + run * 2;
    handed_sum_rows2049_state state[2];
    if (vector < 515 && leaf < 65) {
        const unsigned long long col = vector * 2ull;
        const unsigned lane = threadIdx.x % 32;
        const unsigned lanes_there = (unsigned)min((unsigned)32, 515 - (vector - lane));
        const bool last_lane = lane + 1 == lanes_there;
        const handed_sum_rows2049_lanes lanes = { 0xffffffffu >> (32 - lanes_there), last_lane ? lane : lane + 1, last_lane };
        const unsigned long long offset = leaf * 32992ull + col;
        const unsigned count = min(2u, 65u - leaf);
        handed_sum_rows2049_state stack[2][2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 1031);
            handed_sum_rows2049_leaf(a + at, leaf + n, lanes, state);
#pragma unroll
            for (unsigned i = 0; i < 2; i++) handed_sum_rows2049_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 2; i++) state[i] = handed_sum_rows2049_all(stack[i], count);
    }
    const unsigned left = 65 - part * 4; // leaves from the part's first to the last
    handed_sum_rows2049_meet<1>(state, run, (left + 2 - 1) / 2);
    if (threadIdx.y == 0 && vector < 515) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const unsigned long long at = (part * 2ull + i) * 528 + vector;
            partials_value[at] = state[i].value;
        }
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = handed_sum_rows2049_is_last(finished + strip, 16);
    if (!__syncthreads_or(last)) return;

    handed_sum_rows2049_join_all(c, partials_value, vector);
}

// handed_dot_rows40: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of float64, the columns of 1 x 40 x 1030, order fixed
// grid 9, block (64, 2); elements: a 41239, b 41239, c 1030

// What is known of some elements.
struct handed_dot_rows40_state {
    double value;
};

using handed_dot_rows40_part = handed_dot_rows40_state; // what is known of some elements of one leaf

static __device__ __forceinline__ handed_dot_rows40_part handed_dot_rows40_first(double x, double y, unsigned)
{
    return { __dmul_rn(x, y) };
}

static __device__ __forceinline__ handed_dot_rows40_part handed_dot_rows40_take(handed_dot_rows40_part p, double x, double y, unsigned)
{
    return { __fma_rn(x, y, p.value) };
}

static __device__ __forceinline__ handed_dot_rows40_state handed_dot_rows40_join(handed_dot_rows40_state left, handed_dot_rows40_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ handed_dot_rows40_part handed_dot_rows40_join_parts(handed_dot_rows40_part left, handed_dot_rows40_part right)
{
    return handed_dot_rows40_join(left, right);
}

static __device__ __forceinline__ handed_dot_rows40_state handed_dot_rows40_of_leaf(handed_dot_rows40_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ double handed_dot_rows40_result(handed_dot_rows40_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

struct __align__(16) handed_dot_rows40_vector {
    double element[2];
};

struct __align__(16) handed_dot_rows40_results {
    double result[2];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void handed_dot_rows40_push(handed_dot_rows40_state (&stack)[levels], unsigned n, handed_dot_rows40_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = handed_dot_rows40_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ handed_dot_rows40_state handed_dot_rows40_all(const handed_dot_rows40_state (&stack)[levels], unsigned count)
{
    handed_dot_rows40_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? handed_dot_rows40_join(stack[k], state) : stack[k];
    }
    return state;
}

// Lanes of a warp that have vectors, and the one with the vector behind this lane's.
struct handed_dot_rows40_lanes {
    unsigned mask, next;
    bool last; // none has it
};

// How many elements behind a multiple of a vector row number `row` + u of a leaf begins.
template <unsigned count>
static __device__ __forceinline__ unsigned handed_dot_rows40_shift(unsigned row, unsigned u)
{
    if (count * 1 % 2 == 0) row = 0; // all runs of rows begin alike
    return (row + u) * 1 % 2;
}

// Loads the whole vector in which one begins, `shift` elements behind it; the last lane, which nobody hands any, also the one
// behind it. Where the array ends there are so many columns, and no more than these is read.
static __device__ __forceinline__ void handed_dot_rows40_load(const double *x, unsigned shift, bool last, unsigned columns, handed_dot_rows40_vector &own, handed_dot_rows40_vector &next)
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
    own = *(const handed_dot_rows40_vector *)from;
    if (shift && last) next = *(const handed_dot_rows40_vector *)(from + 2);
}

// The lane's vector: from element `shift` on of what it has loaded, then what the next lane has.
static __device__ __forceinline__ handed_dot_rows40_vector handed_dot_rows40_handed(const handed_dot_rows40_vector &own, const handed_dot_rows40_vector &next, unsigned shift, const handed_dot_rows40_lanes lanes)
{
    double all[2 * 2];
    handed_dot_rows40_vector x = own;
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
static __device__ __forceinline__ void handed_dot_rows40_rows(const double *a, const double *b, unsigned row, unsigned single, const handed_dot_rows40_lanes lanes, handed_dot_rows40_part (&part)[2])
{
    const bool ending = single && row + count == 8; // the array's last row is among these
    handed_dot_rows40_vector x[count], y[count];
    handed_dot_rows40_vector xn[count], yn[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = handed_dot_rows40_shift<count>(row, u);
        const unsigned columns = u + 1 == count && ending ? single : 0;
        handed_dot_rows40_load(a + u * 1031, shift, lanes.last, columns, x[u], xn[u]);
        handed_dot_rows40_load(b + u * 1031, shift, lanes.last, columns, y[u], yn[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = handed_dot_rows40_shift<count>(row, u);
        x[u] = handed_dot_rows40_handed(x[u], xn[u], shift, lanes);
        y[u] = handed_dot_rows40_handed(y[u], yn[u], shift, lanes);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const double xi = x[u].element[i], yi = y[u].element[i];
            part[i] = u || row ? handed_dot_rows40_take(part[i], xi, yi, row + u) : handed_dot_rows40_first(xi, yi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void handed_dot_rows40_leaf(const double *a, const double *b, unsigned leaf, unsigned single, const handed_dot_rows40_lanes lanes, handed_dot_rows40_state (&state)[2])
{
    handed_dot_rows40_part part[2];
    if (leaf < 1) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            handed_dot_rows40_rows<8>(a + row * 1031, b + row * 1031, row, 0, lanes, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 8; row += 8)
            handed_dot_rows40_rows<8>(a + row * 1031, b + row * 1031, row, single, lanes, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 2; i++) state[i] = handed_dot_rows40_of_leaf(part[i], leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void handed_dot_rows40_store(double *c, unsigned vector, const handed_dot_rows40_state (&state)[2])
{
    handed_dot_rows40_results results;
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        results.result[i] = handed_dot_rows40_result(state[i], 40ull);
    ((handed_dot_rows40_results *)c)[(unsigned long long)vector] = results;
}

extern "C" __global__ void __launch_bounds__(128, 3) handed_dot_rows40(const double *__restrict__ a, const double *__restrict__ b, double *c)
{
    const unsigned vector = (unsigned)(blockIdx.x) * 64 + threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 31;
    const unsigned leaf = run * 2;
    handed_dot_rows40_state state[2];
    if (vector < 515 && leaf < 2) {
        const unsigned long long col = vector * 2ull;
        const bool inside = col + 2 + 1 <= 1030ull;
        const unsigned at_end = inside ? 0 : min((unsigned)(1030ull - col), 2u);
        const unsigned lane = threadIdx.x % 32;
        const unsigned lanes_there = (unsigned)min((unsigned)32, 515 - (vector - lane));
        const bool last_lane = lane + 1 == lanes_there;
        const handed_dot_rows40_lanes lanes = { 0xffffffffu >> (32 - lanes_there), last_lane ? lane : lane + 1, last_lane };
        const unsigned long long offset = leaf * 32992ull + col;
        const unsigned count = min(2u, 2u - leaf);
        handed_dot_rows40_state stack[2][2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 1031);
            handed_dot_rows40_leaf(a + at, b + at, leaf + n, leaf + n < 1 ? 0 : at_end, lanes, state);
#pragma unroll
            for (unsigned i = 0; i < 2; i++) handed_dot_rows40_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 2; i++) state[i] = handed_dot_rows40_all(stack[i], count);
    }
    if (threadIdx.y == 0 && vector < 515) handed_dot_rows40_store(c, vector, state);
}

// handed_dot_rows2049: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of float64, the columns of 1 x 2049 x 1030, order fixed
// grid 153, block (64, 2); elements: a 2112518, b 2112518, c 1030, partials_value 18054, finished 17, 0 before and after

// What is known of some elements.
struct handed_dot_rows2049_state {
    double value;
};

using handed_dot_rows2049_part = handed_dot_rows2049_state; // what is known of some elements of one leaf

static __device__ __forceinline__ handed_dot_rows2049_part handed_dot_rows2049_first(double x, double y, unsigned)
{
    return { __dmul_rn(x, y) };
}

static __device__ __forceinline__ handed_dot_rows2049_part handed_dot_rows2049_take(handed_dot_rows2049_part p, double x, double y, unsigned)
{
    return { __fma_rn(x, y, p.value) };
}

static __device__ __forceinline__ handed_dot_rows2049_state handed_dot_rows2049_join(handed_dot_rows2049_state left, handed_dot_rows2049_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ handed_dot_rows2049_part handed_dot_rows2049_join_parts(handed_dot_rows2049_part left, handed_dot_rows2049_part right)
{
    return handed_dot_rows2049_join(left, right);
}

static __device__ __forceinline__ handed_dot_rows2049_state handed_dot_rows2049_of_leaf(handed_dot_rows2049_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ double handed_dot_rows2049_result(handed_dot_rows2049_state s, unsigned long long)
{
    const double value = s.value;
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

struct __align__(16) handed_dot_rows2049_vector {
    double element[2];
};

struct __align__(16) handed_dot_rows2049_results {
    double result[2];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void handed_dot_rows2049_push(handed_dot_rows2049_state (&stack)[levels], unsigned n, handed_dot_rows2049_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = handed_dot_rows2049_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ handed_dot_rows2049_state handed_dot_rows2049_all(const handed_dot_rows2049_state (&stack)[levels], unsigned count)
{
    handed_dot_rows2049_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? handed_dot_rows2049_join(stack[k], state) : stack[k];
    }
    return state;
}

// Lanes of a warp that have vectors, and the one with the vector behind this lane's.
struct handed_dot_rows2049_lanes {
    unsigned mask, next;
    bool last; // none has it
};

// How many elements behind a multiple of a vector row number `row` + u of a leaf begins.
template <unsigned count>
static __device__ __forceinline__ unsigned handed_dot_rows2049_shift(unsigned row, unsigned u)
{
    if (count * 1 % 2 == 0) row = 0; // all runs of rows begin alike
    return (row + u) * 1 % 2;
}

// Loads the whole vector in which one begins, `shift` elements behind it; the last lane, which nobody hands any, also the one
// behind it. Where the array ends there are so many columns, and no more than these is read.
static __device__ __forceinline__ void handed_dot_rows2049_load(const double *x, unsigned shift, bool last, handed_dot_rows2049_vector &own, handed_dot_rows2049_vector &next)
{
    const double *from = x - shift;
    own = *(const handed_dot_rows2049_vector *)from;
    if (shift && last) next = *(const handed_dot_rows2049_vector *)(from + 2);
}

// The lane's vector: from element `shift` on of what it has loaded, then what the next lane has.
static __device__ __forceinline__ handed_dot_rows2049_vector handed_dot_rows2049_handed(const handed_dot_rows2049_vector &own, const handed_dot_rows2049_vector &next, unsigned shift, const handed_dot_rows2049_lanes lanes)
{
    double all[2 * 2];
    handed_dot_rows2049_vector x = own;
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
static __device__ __forceinline__ void handed_dot_rows2049_rows(const double *a, const double *b, unsigned row, const handed_dot_rows2049_lanes lanes, handed_dot_rows2049_part (&part)[2])
{
    handed_dot_rows2049_vector x[count], y[count];
    handed_dot_rows2049_vector xn[count], yn[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = handed_dot_rows2049_shift<count>(row, u);
        handed_dot_rows2049_load(a + u * 1031, shift, lanes.last, x[u], xn[u]);
        handed_dot_rows2049_load(b + u * 1031, shift, lanes.last, y[u], yn[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = handed_dot_rows2049_shift<count>(row, u);
        x[u] = handed_dot_rows2049_handed(x[u], xn[u], shift, lanes);
        y[u] = handed_dot_rows2049_handed(y[u], yn[u], shift, lanes);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const double xi = x[u].element[i], yi = y[u].element[i];
            part[i] = u || row ? handed_dot_rows2049_take(part[i], xi, yi, row + u) : handed_dot_rows2049_first(xi, yi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void handed_dot_rows2049_leaf(const double *a, const double *b, unsigned leaf, const handed_dot_rows2049_lanes lanes, handed_dot_rows2049_state (&state)[2])
{
    handed_dot_rows2049_part part[2];
    if (leaf < 64) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            handed_dot_rows2049_rows<8>(a + row * 1031, b + row * 1031, row, lanes, part);
    } else {
        handed_dot_rows2049_rows<1>(a, b, 0, lanes, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 2; i++) state[i] = handed_dot_rows2049_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ double handed_dot_rows2049_shared_value[2][1][64];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void handed_dot_rows2049_meet(handed_dot_rows2049_state (&state)[2], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 1 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                handed_dot_rows2049_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            handed_dot_rows2049_state right;
#pragma unroll
            for (unsigned i = 0; i < 2; i++) {
                right.value = handed_dot_rows2049_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = handed_dot_rows2049_join(state[i], right);
            }
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void handed_dot_rows2049_store(double *c, unsigned vector, const handed_dot_rows2049_state (&state)[2])
{
    handed_dot_rows2049_results results;
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        results.result[i] = handed_dot_rows2049_result(state[i], 2049ull);
    ((handed_dot_rows2049_results *)c)[(unsigned long long)vector] = results;
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ handed_dot_rows2049_state handed_dot_rows2049_run(const double *partials_value, const unsigned first, const unsigned count)
{
    handed_dot_rows2049_state stack[2];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 8) {
        handed_dot_rows2049_state next[8];
#pragma unroll
        for (unsigned u = 0; u < 8; u++) {
            const unsigned part = min(first + n + u, 16u); // no load waits for a branch
            const unsigned long long at = part * 1056ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 8; u++) { // all are loaded, here
            asm volatile("" ::"d"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 8; u += 2 * d)
                if (n + u + d < count) next[u] = handed_dot_rows2049_join(next[u], next[u + d]);
        handed_dot_rows2049_push(stack, n / 8, next[0]);
    }
    return handed_dot_rows2049_all(stack, (count + 8 - 1) / 8);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ handed_dot_rows2049_state handed_dot_rows2049_joined(const double *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 16;
    return handed_dot_rows2049_run(partials_value + at, first, min(16u, 17u - first));
}

// Joins the parts of a column, and stores the result.
static __device__ __forceinline__ void handed_dot_rows2049_join_all(double *c, const double *partials_value, unsigned vector)
{
    const unsigned run = __brev(threadIdx.y) >> 31;
    handed_dot_rows2049_state state[2];
    if (vector < 515 && run < 2) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            state[i] = handed_dot_rows2049_joined(partials_value, run, i * 528ull + vector);
    }
    handed_dot_rows2049_meet<1>(state, run, 2);
    if (threadIdx.y == 0 && vector < 515) handed_dot_rows2049_store(c, vector, state);
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool handed_dot_rows2049_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(128, 3) handed_dot_rows2049(const double *__restrict__ a, const double *__restrict__ b, double *c, double *partials_value, unsigned *finished)
{
    const unsigned strip = blockIdx.x % 9;
    const unsigned vector = (unsigned)strip * 64 + threadIdx.x;
    const unsigned part = blockIdx.x / 9;
    const unsigned run = __brev(threadIdx.y) >> 31;
    const unsigned leaf = part * 4 + run * 2;
    handed_dot_rows2049_state state[2];
    if (vector < 515 && leaf < 65) {
        const unsigned long long col = vector * 2ull;
        const unsigned lane = threadIdx.x % 32;
        const unsigned lanes_there = (unsigned)min((unsigned)32, 515 - (vector - lane));
        const bool last_lane = lane + 1 == lanes_there;
        const handed_dot_rows2049_lanes lanes = { 0xffffffffu >> (32 - lanes_there), last_lane ? lane : lane + 1, last_lane };
        const unsigned long long offset = leaf * 32992ull + col;
        const unsigned count = min(2u, 65u - leaf);
        handed_dot_rows2049_state stack[2][2];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 1031);
            handed_dot_rows2049_leaf(a + at, b + at, leaf + n, lanes, state);
#pragma unroll
            for (unsigned i = 0; i < 2; i++) handed_dot_rows2049_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 2; i++) state[i] = handed_dot_rows2049_all(stack[i], count);
    }
    const unsigned left = 65 - part * 4; // leaves from the part's first to the last
    handed_dot_rows2049_meet<1>(state, run, (left + 2 - 1) / 2);
    if (threadIdx.y == 0 && vector < 515) {
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const unsigned long long at = (part * 2ull + i) * 528 + vector;
            partials_value[at] = state[i].value;
        }
    }
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) last = handed_dot_rows2049_is_last(finished + strip, 16);
    if (!__syncthreads_or(last)) return;

    handed_dot_rows2049_join_all(c, partials_value, vector);
}

// large: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 10000 x 26843, order fixed
// grid 2120, block (128, 2), then large_join with grid 840, block (32, 32); elements: a 268430000, c 26843, partials_value 1076320

// What is known of some elements.
struct large_state {
    float value;
};

using large_part = large_state; // what is known of some elements of one leaf

static __device__ __forceinline__ large_part large_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ large_part large_take(large_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ large_state large_join(large_state left, large_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ large_part large_join_parts(large_part left, large_part right)
{
    return large_join(left, right);
}

static __device__ __forceinline__ large_state large_of_leaf(large_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float large_result(large_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

struct __align__(16) large_vector {
    float element[4];
};

// Adds number n of leaves or parts to the stack, of which stack[k] holds 1 << k, joined, where their count has bit k.
template <unsigned levels>
static __device__ __forceinline__ void large_push(large_state (&stack)[levels], unsigned n, large_state state)
{
    const unsigned level = __ffs(~n) - 1; // levels below hold runs that now become one
#pragma unroll
    for (unsigned k = 0; k < levels; k++) {
        if (k < level) state = large_join(stack[k], state);
        if (k == level) stack[k] = state;
    }
}

// Joins what a stack of `count` runs holds, from the right.
template <unsigned levels>
static __device__ __forceinline__ large_state large_all(const large_state (&stack)[levels], unsigned count)
{
    large_state state = stack[0];
#pragma unroll
    for (unsigned k = 1; k < levels; k++) {
        if (count >> k & 1) state = count & ((1u << k) - 1) ? large_join(stack[k], state) : stack[k];
    }
    return state;
}

// Lanes of a warp that have vectors, and the one with the vector behind this lane's.
struct large_lanes {
    unsigned mask, next;
    bool last; // none has it
};

// How many elements behind a multiple of a vector row number `row` + u of a leaf begins.
template <unsigned count>
static __device__ __forceinline__ unsigned large_shift(unsigned row, unsigned u)
{
    if (count * 3 % 4 == 0) row = 0; // all runs of rows begin alike
    return (row + u) * 3 % 4;
}

// Loads the whole vector in which one begins, `shift` elements behind it; the last lane, which nobody hands any, also the one
// behind it. Where the array ends there are so many columns, and no more than these is read.
static __device__ __forceinline__ void large_load(const float *x, unsigned shift, bool last, unsigned columns, large_vector &own, large_vector &next)
{
    const float *from = x - shift;
    if (columns) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            if (i < shift + columns) own.element[i] = from[i];
            if (i + 4 < shift + columns) next.element[i] = from[4 + i];
        }
        return;
    }
    own = *(const large_vector *)from;
    if (shift && last) next = *(const large_vector *)(from + 4);
}

// The lane's vector: from element `shift` on of what it has loaded, then what the next lane has.
static __device__ __forceinline__ large_vector large_handed(const large_vector &own, const large_vector &next, unsigned shift, const large_lanes lanes)
{
    float all[2 * 4];
    large_vector x = own;
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        all[i] = own.element[i];
        if (i >= shift) continue;
        const float other = __shfl_sync(lanes.mask, own.element[i], lanes.next);
        all[4 + i] = lanes.last ? next.element[i] : other;
    }
#pragma unroll
    for (unsigned s = 1; s < 4; s++) {
        if (s != shift) continue;
#pragma unroll
        for (unsigned i = 0; i < 4; i++) x.element[i] = all[s + i];
    }
    return x;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void large_rows(const float *a, unsigned row, unsigned single, const large_lanes lanes, large_part (&part)[4])
{
    const bool ending = single && row + count == 16; // the array's last row is among these
    large_vector x[count];
    large_vector xn[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = large_shift<count>(row, u);
        const unsigned columns = u + 1 == count && ending ? single : 0;
        large_load(a + u * 26843, shift, lanes.last, columns, x[u], xn[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        const unsigned shift = large_shift<count>(row, u);
        x[u] = large_handed(x[u], xn[u], shift, lanes);
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const float xi = x[u].element[i];
            part[i] = u || row ? large_take(part[i], xi, row + u) : large_first(xi, 0);
        }
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void large_leaf(const float *a, unsigned leaf, unsigned single, const large_lanes lanes, large_state (&state)[4])
{
    large_part part[4];
    if (leaf < 312) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 8)
            large_rows<8>(a + row * 26843, row, 0, lanes, part);
    } else {
#pragma unroll 1
        for (unsigned row = 0; row < 16; row += 8)
            large_rows<8>(a + row * 26843, row, single, lanes, part);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; i++) state[i] = large_of_leaf(part[i], leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ float large_shared_value[4][1][128];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void large_meet(large_state (&state)[4], unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 1 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                large_shared_value[i][threadIdx.y - 1][threadIdx.x] = state[i].value;
            }
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            large_state right;
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                right.value = large_shared_value[i][threadIdx.y + half - 1][threadIdx.x];
                state[i] = large_join(state[i], right);
            }
        }
    }
}

// Joins `count` parts of a column, from number `first` on.
static __device__ __forceinline__ large_state large_run(const float *partials_value, const unsigned first, const unsigned count)
{
    large_state stack[1];
#pragma unroll 1
    for (unsigned n = 0; n < count; n += 2) {
        large_state next[2];
#pragma unroll
        for (unsigned u = 0; u < 2; u++) {
            const unsigned part = min(first + n + u, 39u); // no load waits for a branch
            const unsigned long long at = part * 26880ull;
            next[u].value = partials_value[at];
        }
#pragma unroll
        for (unsigned u = 0; u < 2; u++) { // all are loaded, here
            asm volatile("" ::"f"(next[u].value));
        }
#pragma unroll
        for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
            for (unsigned u = 0; u + d < 2; u += 2 * d)
                if (n + u + d < count) next[u] = large_join(next[u], next[u + d]);
        large_push(stack, n / 2, next[0]);
    }
    return large_all(stack, (count + 2 - 1) / 2);
}

// Joins the parts that run number `run` of a column has; the column's first is at `at`.
static __device__ __forceinline__ large_state large_joined(const float *partials_value, const unsigned run, const unsigned long long at)
{
    const unsigned first = run * 2;
    return large_run(partials_value + at, first, min(2u, 40u - first));
}

extern "C" __global__ void __launch_bounds__(256, 2) large(const float *__restrict__ a, float *partials_value)
{
    const unsigned vector = (unsigned)(blockIdx.x % 53) * 128 + threadIdx.x;
    const unsigned part = blockIdx.x / 53;
    const unsigned run = __brev(threadIdx.y) >> 31;
    const unsigned leaf = part * 8 + run * 4;
    large_state state[4];
    if (vector < 6711 && leaf < 313) {
        const unsigned long long col = vector * 4ull;
        const bool inside = col + 4 + 3 <= 26843ull;
        const unsigned at_end = inside ? 0 : min((unsigned)(26843ull - col), 4u);
        const unsigned lane = threadIdx.x % 32;
        const unsigned lanes_there = (unsigned)min((unsigned)32, 6711 - (vector - lane));
        const bool last_lane = lane + 1 == lanes_there;
        const large_lanes lanes = { 0xffffffffu >> (32 - lanes_there), last_lane ? lane : lane + 1, last_lane };
        const unsigned long long offset = leaf * 858976ull + col;
        const unsigned count = min(4u, 313u - leaf);
        large_state stack[4][3];
#pragma unroll 1
        for (unsigned n = 0; n < count; n++) {
            const unsigned long long at = offset + n * (32ull * 26843);
            large_leaf(a + at, leaf + n, leaf + n < 312 ? 0 : at_end, lanes, state);
#pragma unroll
            for (unsigned i = 0; i < 4; i++) large_push(stack[i], n, state[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < 4; i++) state[i] = large_all(stack[i], count);
    }
    const unsigned left = 313 - part * 8; // leaves from the part's first to the last
    large_meet<1>(state, run, (left + 4 - 1) / 4);
    if (threadIdx.y == 0 && vector < 6711) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned long long at = (part * 4ull + i) * 6720 + vector;
            partials_value[at] = state[i].value;
        }
    }
}

extern "C" __global__ void __launch_bounds__(1024) large_join(float *c, float *partials_value)
{
    const unsigned run = threadIdx.y;
    const unsigned strip = blockIdx.x / 4, vector = strip * 32 + threadIdx.x;
    const unsigned i = blockIdx.x % 4; // of the vector's columns
    large_state state;
    if (vector < 6711 && run < 20)
        state = large_joined(partials_value, run, i * 6720ull + vector);
    __shared__ float runs_value[32][32];
    runs_value[run][threadIdx.x] = state.value;
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        __syncthreads();
        if (run % (2 * d) == 0 && run + d < 20) {
            const large_state right = { runs_value[run + d][threadIdx.x] };
            state = large_join(state, right);
            runs_value[run][threadIdx.x] = state.value;
        }
    }
    if (run != 0 || vector >= 6711) return;
    const unsigned long long col = vector * 4ull + i;
    if (col < 26843ull) c[col] = large_result(state, 10000ull);
}

// loose_sum: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of int8, the columns of 1 x 5000 x 1001, order fixed
// grid 90, block (32, 16); elements: a 5005000, c 1001, partials_value 12640, finished 32, 0 before and after

// What is known of some elements.
struct loose_sum_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct loose_sum_part {
    int value;
};

// Takes element j of a word, number i of a column.
static __device__ __forceinline__ loose_sum_part loose_sum_take_of_word(loose_sum_part p, unsigned w, unsigned j, unsigned)
{
    return { (int)__dp4a((int)w, (int)(1u << 8 * j), (int)p.value) };
}

static __device__ __forceinline__ loose_sum_state loose_sum_join(loose_sum_state left, loose_sum_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ loose_sum_part loose_sum_join_parts(loose_sum_part left, loose_sum_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ loose_sum_state loose_sum_of_leaf(loose_sum_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ long long loose_sum_result(loose_sum_state s, unsigned long long)
{
    return s.value;
}

struct __align__(4) loose_sum_chunk {
    unsigned word[1];
};

// Where threads leave their columns of a block's, a row for each of them in y. No two that are stored or loaded at once
// are in one bank, but for a few.
static __shared__ int loose_sum_left_value[16][127];

// Takes a row's chunk, of row number `row` of the block.
static __device__ __forceinline__ void loose_sum_take_chunk(loose_sum_part (&part)[4], const loose_sum_chunk &x, unsigned row)
{
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned k = i / 4, j = i % 4;
        part[i] = loose_sum_take_of_word(part[i], x.word[k], j, row);
    }
}

// Takes up to 8 of the thread's rows, from its number n on; all are loaded before one is taken.
template <bool all>
static __device__ __forceinline__ void loose_sum_rows(loose_sum_part (&part)[4], const signed char *a, unsigned n, unsigned count)
{
    loose_sum_chunk x[8];
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) {
            x[u] = *(const loose_sum_chunk *)(a + u * 16016u);
        }
    }
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) loose_sum_take_chunk(part, x[u], threadIdx.y + (n + u) * 16);
    }
}

// Takes the thread's rows, `count` of them, from `at` in the arrays on.
static __device__ __forceinline__ void loose_sum_all_rows(loose_sum_part (&part)[4], const signed char *a, unsigned at, unsigned count)
{
    const unsigned whole = count;
    unsigned n = 0;
#pragma unroll 1
    for (; n + 8 <= whole; n += 8, at += 8 * 16016u)
        loose_sum_rows<true>(part, a + at, n, 8);
    loose_sum_rows<false>(part, a + at, n, whole - n);
}

// Joins parts number `first`, `first` + `step`, ... of a column.
static __device__ __forceinline__ loose_sum_state loose_sum_join_parts_of(const unsigned long long *partials_value, const unsigned column, unsigned first, unsigned step)
{
    loose_sum_state state = { partials_value[first * 1008ull + column] };
#pragma unroll 8
    for (unsigned part = first + step; part < 10u; part += step) {
        const loose_sum_state right = { partials_value[part * 1008ull + column] };
        state = loose_sum_join(state, right);
    }
    return state;
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool loose_sum_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(512) loose_sum(const signed char *__restrict__ a, long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned strip = (blockIdx.x % 9), part_number = (blockIdx.x / 9);
    const unsigned left = (unsigned)strip * 124; // the block's first column
    const unsigned first_row = part_number * 512u;
    const unsigned rows = (unsigned)min(512u, 5000u - first_row);
    const unsigned shift = threadIdx.y * 1 % 4; // of the thread's columns
    const int x = (int)(threadIdx.x * 4 - shift);
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && x < 124 && first < 1001) {
        loose_sum_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) part[i] = { 0 };
        loose_sum_all_rows(part, a, (first_row + threadIdx.y) * 1001 + (unsigned)first, (rows - threadIdx.y + 16 - 1) / 16);
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = x + i; // which lies far behind the block's if it is negative
            if (column < 124) {
                loose_sum_left_value[threadIdx.y][column + column / 32] = part[i].value;
            }
        }
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, runs = min(rows, 16u);
    const unsigned columns = (unsigned)min(124u, 1001u - left); // of the block
#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512) {
        const unsigned place = column + column / 32;
        loose_sum_part part = { loose_sum_left_value[0][place] };
#pragma unroll 4
        for (unsigned y = 1; y < runs; y++) {
            const loose_sum_part right = { loose_sum_left_value[y][place] };
            part = loose_sum_join_parts(part, right);
        }
        const loose_sum_state state = loose_sum_of_leaf(part, first_row);
        partials_value[part_number * 1008ull + left + column] = state.value;
    }
    __syncthreads();
    bool last = false;
    if (thread == 0) last = loose_sum_is_last(finished + strip, 9u);
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512)
        c[left + column] = loose_sum_result(loose_sum_join_parts_of(partials_value, left + column, 0, 1), 5000ull);
}

// loose_dot: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of int8, the columns of 1 x 5000 x 1001, order fixed
// grid 90, block (32, 16); elements: a 5005000, b 5005000, c 1001, partials_value 12640, finished 32, 0 before and after

// What is known of some elements.
struct loose_dot_state {
    unsigned long long value;
};

// What is known of some elements of one leaf: a sum that an integer holds exactly.
struct loose_dot_part {
    int value;
};

// Takes element j of a word, number i of a column.
static __device__ __forceinline__ loose_dot_part loose_dot_take_of_word(loose_dot_part p, unsigned w, unsigned v, unsigned j, unsigned)
{
    return { (int)__dp4a((int)(w & 0xffu << 8 * j), (int)v, (int)p.value) };
}

static __device__ __forceinline__ loose_dot_state loose_dot_join(loose_dot_state left, loose_dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ loose_dot_part loose_dot_join_parts(loose_dot_part left, loose_dot_part right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ loose_dot_state loose_dot_of_leaf(loose_dot_part p, unsigned long long)
{
    return { (unsigned long long)p.value };
}

static __device__ __forceinline__ long long loose_dot_result(loose_dot_state s, unsigned long long)
{
    return s.value;
}

struct __align__(4) loose_dot_chunk {
    unsigned word[1];
};

// Where threads leave their columns of a block's, a row for each of them in y. No two that are stored or loaded at once
// are in one bank, but for a few.
static __shared__ int loose_dot_left_value[16][127];

// Takes a row's chunk, of row number `row` of the block.
static __device__ __forceinline__ void loose_dot_take_chunk(loose_dot_part (&part)[4], const loose_dot_chunk &x, const loose_dot_chunk &y, unsigned row)
{
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned k = i / 4, j = i % 4;
        part[i] = loose_dot_take_of_word(part[i], x.word[k], y.word[k], j, row);
    }
}

// Takes up to 8 of the thread's rows, from its number n on; all are loaded before one is taken.
template <bool all>
static __device__ __forceinline__ void loose_dot_rows(loose_dot_part (&part)[4], const signed char *a, const signed char *b, unsigned n, unsigned count)
{
    loose_dot_chunk x[8], y[8];
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) {
            x[u] = *(const loose_dot_chunk *)(a + u * 16016u);
            y[u] = *(const loose_dot_chunk *)(b + u * 16016u);
        }
    }
#pragma unroll
    for (unsigned u = 0; u < 8; u++) {
        if (all || u < count) loose_dot_take_chunk(part, x[u], y[u], threadIdx.y + (n + u) * 16);
    }
}

// Takes the thread's rows, `count` of them, from `at` in the arrays on.
static __device__ __forceinline__ void loose_dot_all_rows(loose_dot_part (&part)[4], const signed char *a, const signed char *b, unsigned at, unsigned count)
{
    const unsigned whole = count;
    unsigned n = 0;
#pragma unroll 1
    for (; n + 8 <= whole; n += 8, at += 8 * 16016u)
        loose_dot_rows<true>(part, a + at, b + at, n, 8);
    loose_dot_rows<false>(part, a + at, b + at, n, whole - n);
}

// Joins parts number `first`, `first` + `step`, ... of a column.
static __device__ __forceinline__ loose_dot_state loose_dot_join_parts_of(const unsigned long long *partials_value, const unsigned column, unsigned first, unsigned step)
{
    loose_dot_state state = { partials_value[first * 1008ull + column] };
#pragma unroll 8
    for (unsigned part = first + step; part < 10u; part += step) {
        const loose_dot_state right = { partials_value[part * 1008ull + column] };
        state = loose_dot_join(state, right);
    }
    return state;
}

// Whether all others have counted; the last sets the counter back to 0. Who sees the count sees what the block has
// stored before, all of it where its threads have met at a barrier; what is read from here on comes after it.
static __device__ __forceinline__ bool loose_dot_is_last(unsigned *finished, unsigned last)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(finished), "r"(last) : "memory");
    return before == last;
}

extern "C" __global__ void __launch_bounds__(512) loose_dot(const signed char *__restrict__ a, const signed char *__restrict__ b, long long *c, unsigned long long *partials_value, unsigned *finished)
{
    const unsigned strip = (blockIdx.x % 9), part_number = (blockIdx.x / 9);
    const unsigned left = (unsigned)strip * 124; // the block's first column
    const unsigned first_row = part_number * 512u;
    const unsigned rows = (unsigned)min(512u, 5000u - first_row);
    const unsigned shift = threadIdx.y * 1 % 4; // of the thread's columns
    const int x = (int)(threadIdx.x * 4 - shift);
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && x < 124 && first < 1001) {
        loose_dot_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) part[i] = { 0 };
        loose_dot_all_rows(part, a, b, (first_row + threadIdx.y) * 1001 + (unsigned)first, (rows - threadIdx.y + 16 - 1) / 16);
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = x + i; // which lies far behind the block's if it is negative
            if (column < 124) {
                loose_dot_left_value[threadIdx.y][column + column / 32] = part[i].value;
            }
        }
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, runs = min(rows, 16u);
    const unsigned columns = (unsigned)min(124u, 1001u - left); // of the block
#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512) {
        const unsigned place = column + column / 32;
        loose_dot_part part = { loose_dot_left_value[0][place] };
#pragma unroll 4
        for (unsigned y = 1; y < runs; y++) {
            const loose_dot_part right = { loose_dot_left_value[y][place] };
            part = loose_dot_join_parts(part, right);
        }
        const loose_dot_state state = loose_dot_of_leaf(part, first_row);
        partials_value[part_number * 1008ull + left + column] = state.value;
    }
    __syncthreads();
    bool last = false;
    if (thread == 0) last = loose_dot_is_last(finished + strip, 9u);
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512)
        c[left + column] = loose_dot_result(loose_dot_join_parts_of(partials_value, left + column, 0, 1), 5000ull);
}

// places: reduce family of tilewright 0.1.0, from reduce-columns.json; argmin of uint8, the columns of 1 x 50000 x 101, order fixed
// grid 98, block (27, 16), then places_join with grid 4, block (32, 32); elements: a 5050000, c 101, partials_value 36064, partials_index 36064

// What is known of some elements.
struct places_state {
    unsigned value;
    long long index;
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

static __device__ __forceinline__ places_state places_join(places_state left, places_state right)
{
    const bool equal = !places_beats(left.value, right.value);
    return places_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ places_part places_join_parts(places_part left, places_part right)
{
    return { min(left.key, right.key) };
}

static __device__ __forceinline__ places_state places_of_leaf(places_part p, unsigned long long first)
{
    const unsigned low = (unsigned)p.key & 0xffffffu;
    return { p.key >> 24, (long long)(first + low) };
}

static __device__ __forceinline__ long long places_result(places_state s, unsigned long long)
{
    return s.index;
}

struct __align__(4) places_chunk {
    unsigned word[1];
};

// Where threads leave their columns of a block's, a row for each of them in y. No two that are stored or loaded at once
// are in one bank, but for a few.
static __shared__ unsigned places_left_key[16][107];

// Takes a row's chunk, of row number `row` of the block.
static __device__ __forceinline__ void places_take_chunk(places_part (&part)[4], const places_chunk &x, unsigned row)
{
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        const unsigned k = i / 4, j = i % 4;
        part[i] = places_take_of_word(part[i], x.word[k], j, row);
    }
}

// Takes up to 4 of the thread's rows, from its number n on; all are loaded before one is taken.
template <bool all>
static __device__ __forceinline__ void places_rows(places_part (&part)[4], const unsigned char *a, unsigned n, unsigned count)
{
    places_chunk x[4];
#pragma unroll
    for (unsigned u = 0; u < 4; u++) {
        if (all || u < count) {
            x[u] = *(const places_chunk *)(a + u * 1616u);
        }
    }
#pragma unroll
    for (unsigned u = 0; u < 4; u++) {
        if (all || u < count) places_take_chunk(part, x[u], threadIdx.y + (n + u) * 16);
    }
}

// Takes the thread's rows, `count` of them, from `at` in the arrays on.
static __device__ __forceinline__ void places_all_rows(places_part (&part)[4], const unsigned char *a, unsigned at, unsigned count)
{
    const unsigned whole = count;
    unsigned n = 0;
#pragma unroll 1
    for (; n + 4 <= whole; n += 4, at += 4 * 1616u)
        places_rows<true>(part, a + at, n, 4);
    places_rows<false>(part, a + at, n, whole - n);
}

// Joins parts number `first`, `first` + `step`, ... of a column.
static __device__ __forceinline__ places_state places_join_parts_of(const unsigned *partials_value, const long long *partials_index, const unsigned column, unsigned first, unsigned step)
{
    places_state state = { partials_value[first * 112ull + column], partials_index[first * 112ull + column] };
#pragma unroll 8
    for (unsigned part = first + step; part < 98u; part += step) {
        const places_state right = { partials_value[part * 112ull + column], partials_index[part * 112ull + column] };
        state = places_join(state, right);
    }
    return state;
}

extern "C" __global__ void __launch_bounds__(432) places(const unsigned char *__restrict__ a, unsigned *partials_value, long long *partials_index)
{
    const unsigned strip = 0, part_number = blockIdx.x;
    const unsigned left = (unsigned)strip * 104; // the block's first column
    const unsigned first_row = part_number * 512u;
    const unsigned rows = (unsigned)min(512u, 50000u - first_row);
    const unsigned shift = threadIdx.y * 1 % 4; // of the thread's columns
    const int x = (int)(threadIdx.x * 4 - shift);
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && x < 104 && first < 101) {
        places_part part[4];
#pragma unroll
        for (unsigned i = 0; i < 4; i++) part[i] = { 0xffffffff };
        places_all_rows(part, a, (first_row + threadIdx.y) * 101 + (unsigned)first, (rows - threadIdx.y + 16 - 1) / 16);
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            const unsigned column = x + i; // which lies far behind the block's if it is negative
            if (column < 104) {
                places_left_key[threadIdx.y][column + column / 32] = part[i].key;
            }
        }
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * 27 + threadIdx.x, runs = min(rows, 16u);
    const unsigned columns = (unsigned)min(104u, 101u - left); // of the block
#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 432) {
        const unsigned place = column + column / 32;
        places_part part = { places_left_key[0][place] };
#pragma unroll 4
        for (unsigned y = 1; y < runs; y++) {
            const places_part right = { places_left_key[y][place] };
            part = places_join_parts(part, right);
        }
        const places_state state = places_of_leaf(part, first_row);
        partials_value[part_number * 112ull + left + column] = state.value;
        partials_index[part_number * 112ull + left + column] = state.index;
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

// halves: reduce family of tilewright 0.1.0, from reduce-columns.json; argmax of float16, the columns of 1 x 100 x 1024, order fixed
// grid 8, block (64, 8); elements: a 102400, c 1024

// What is known of some elements.
struct halves_state {
    float value;
    long long index;
};

// What is known of some elements of one leaf.
struct halves_part {
    float value;
    unsigned index;
};

static __device__ __forceinline__ float halves_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// NaN beats all others.
static __device__ __forceinline__ bool halves_beats(float a, float b)
{
    return b == b && !(a <= b);
}

static __device__ __forceinline__ halves_part halves_first(unsigned short x, unsigned i)
{
    const float u = halves_float(x);
    return { u, i };
}

static __device__ __forceinline__ halves_part halves_take(halves_part p, unsigned short x, unsigned i)
{
    const float u = halves_float(x);
    if (halves_beats(u, p.value)) return { u, i };
    return p;
}

static __device__ __forceinline__ halves_state halves_join(halves_state left, halves_state right)
{
    const bool equal = !halves_beats(left.value, right.value);
    return halves_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ halves_part halves_join_parts(halves_part left, halves_part right)
{
    const bool equal = !halves_beats(left.value, right.value);
    return halves_beats(right.value, left.value) || (equal && right.index < left.index) ? right : left;
}

static __device__ __forceinline__ halves_state halves_of_leaf(halves_part p, unsigned long long first)
{
    return { p.value, (long long)(first + p.index) };
}

static __device__ __forceinline__ long long halves_result(halves_state s, unsigned long long)
{
    return s.index;
}

struct __align__(4) halves_chunk {
    unsigned word[1];
};

// Where threads leave their columns of a block's, a row for each of them in y. No two that are stored or loaded at once
// are in one bank, but for a few.
static __shared__ float halves_left_value[8][131];
static __shared__ unsigned halves_left_index[8][131];

// Takes a row's chunk, of row number `row` of the block.
static __device__ __forceinline__ void halves_take_chunk(halves_part (&part)[2], const halves_chunk &x, unsigned row, bool begins)
{
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        const unsigned k = i / 2, j = i % 2;
        const unsigned short xi = (unsigned short)(x.word[k] >> j * 16);
        part[i] = begins ? halves_first(xi, row) : halves_take(part[i], xi, row);
    }
}

// Takes up to 4 of the thread's rows, from its number n on; all are loaded before one is taken.
template <bool all>
static __device__ __forceinline__ void halves_rows(halves_part (&part)[2], const unsigned short *a, unsigned n, unsigned count)
{
    halves_chunk x[4];
#pragma unroll
    for (unsigned u = 0; u < 4; u++) {
        if (all || u < count) {
            x[u] = *(const halves_chunk *)(a + u * 8192u);
        }
    }
#pragma unroll
    for (unsigned u = 0; u < 4; u++) {
        if (all || u < count) halves_take_chunk(part, x[u], threadIdx.y + (n + u) * 8, !u && !n);
    }
}

// Takes the thread's rows, `count` of them, from `at` in the arrays on.
static __device__ __forceinline__ void halves_all_rows(halves_part (&part)[2], const unsigned short *a, unsigned at, unsigned count)
{
    const unsigned whole = count;
    unsigned n = 0;
#pragma unroll 1
    for (; n + 4 <= whole; n += 4, at += 4 * 8192u)
        halves_rows<true>(part, a + at, n, 4);
    halves_rows<false>(part, a + at, n, whole - n);
}

extern "C" __global__ void __launch_bounds__(512) halves(const unsigned short *__restrict__ a, long long *c)
{
    const unsigned strip = blockIdx.x, part_number = 0;
    const unsigned left = (unsigned)strip * 128; // the block's first column
    const unsigned first_row = 0;
    const unsigned rows = 100;
    const int x = threadIdx.x * 2;
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && first < 1024) {
        halves_part part[2];
        halves_all_rows(part, a, (first_row + threadIdx.y) * 1024 + (unsigned)first, (rows - threadIdx.y + 8 - 1) / 8);
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const unsigned column = x + i; // which lies far behind the block's if it is negative
            if (column < 128) {
                halves_left_value[threadIdx.y][column + column / 32] = part[i].value;
                halves_left_index[threadIdx.y][column + column / 32] = part[i].index;
            }
        }
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * 64 + threadIdx.x, runs = min(rows, 8u);
    const unsigned columns = (unsigned)min(128u, 1024u - left); // of the block
#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512) {
        const unsigned place = column + column / 32;
        halves_part part = { halves_left_value[0][place], halves_left_index[0][place] };
#pragma unroll 4
        for (unsigned y = 1; y < runs; y++) {
            const halves_part right = { halves_left_value[y][place], halves_left_index[y][place] };
            part = halves_join_parts(part, right);
        }
        const halves_state state = halves_of_leaf(part, first_row);
        c[left + column] = halves_result(state, 100ull);
    }
}

// shorts_product: reduce family of tilewright 0.1.0, from reduce-columns.json; product of int16, the columns of 1 x 99 x 101, order fixed
// grid 2, block (32, 16); elements: a 9999, c 101

// What is known of some elements.
struct shorts_product_state {
    unsigned long long value;
};

using shorts_product_part = shorts_product_state; // what is known of some elements of one leaf

static __device__ __forceinline__ shorts_product_part shorts_product_first(short x, unsigned)
{
    const unsigned long long u = x;
    return { u };
}

static __device__ __forceinline__ shorts_product_part shorts_product_take(shorts_product_part p, short x, unsigned)
{
    const unsigned long long u = x;
    return { p.value * u };
}

static __device__ __forceinline__ shorts_product_state shorts_product_join(shorts_product_state left, shorts_product_state right)
{
    return { left.value * right.value };
}

static __device__ __forceinline__ shorts_product_part shorts_product_join_parts(shorts_product_part left, shorts_product_part right)
{
    return shorts_product_join(left, right);
}

static __device__ __forceinline__ shorts_product_state shorts_product_of_leaf(shorts_product_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ long long shorts_product_result(shorts_product_state s, unsigned long long)
{
    return s.value;
}

struct __align__(4) shorts_product_chunk {
    unsigned word[1];
};

// Where threads leave their columns of a block's, a row for each of them in y. No two that are stored or loaded at once
// are in one bank, but for a few.
static __shared__ unsigned long long shorts_product_left_value[16][65];

// Takes a row's chunk, of row number `row` of the block.
static __device__ __forceinline__ void shorts_product_take_chunk(shorts_product_part (&part)[2], const shorts_product_chunk &x, unsigned row, bool begins)
{
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        const unsigned k = i / 2, j = i % 2;
        const short xi = (short)(x.word[k] >> j * 16);
        part[i] = begins ? shorts_product_first(xi, row) : shorts_product_take(part[i], xi, row);
    }
}

// Takes up to 4 of the thread's rows, from its number n on; all are loaded before one is taken.
template <bool all>
static __device__ __forceinline__ void shorts_product_rows(shorts_product_part (&part)[2], const short *a, unsigned n, unsigned count)
{
    shorts_product_chunk x[4];
#pragma unroll
    for (unsigned u = 0; u < 4; u++) {
        if (all || u < count) {
            x[u] = *(const shorts_product_chunk *)(a + u * 1616u);
        }
    }
#pragma unroll
    for (unsigned u = 0; u < 4; u++) {
        if (all || u < count) shorts_product_take_chunk(part, x[u], threadIdx.y + (n + u) * 16, !u && !n);
    }
}

// The first `count` elements of a chunk, and zeros.
static __device__ __forceinline__ shorts_product_chunk shorts_product_piece(const short *a, unsigned count)
{
    shorts_product_chunk x = {};
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        if (i < count) x.word[i / 2] |= (unsigned)(unsigned short)a[i] << i % 2 * 16;
    }
    return x;
}

// Takes the thread's rows, `count` of them, from `at` in the arrays on.
static __device__ __forceinline__ void shorts_product_all_rows(shorts_product_part (&part)[2], const short *a, unsigned at, unsigned count)
{
    const unsigned end = at + (count - 1) * 1616u;
    const bool is_cut = end + 2 > 9999; // the last row is the array's, and this its last chunk
    const unsigned whole = count - is_cut;
    unsigned n = 0;
#pragma unroll 1
    for (; n + 4 <= whole; n += 4, at += 4 * 1616u)
        shorts_product_rows<true>(part, a + at, n, 4);
    shorts_product_rows<false>(part, a + at, n, whole - n);
    if (is_cut) {
        const unsigned left = (unsigned)(9999 - end);
        shorts_product_take_chunk(part, shorts_product_piece(a + end, left), threadIdx.y + whole * 16, !whole);
    }
}

extern "C" __global__ void __launch_bounds__(512) shorts_product(const short *__restrict__ a, long long *c)
{
    const unsigned strip = blockIdx.x, part_number = 0;
    const unsigned left = (unsigned)strip * 62; // the block's first column
    const unsigned first_row = 0;
    const unsigned rows = 99;
    const unsigned shift = threadIdx.y * 1 % 2; // of the thread's columns
    const int x = (int)(threadIdx.x * 2 - shift);
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && x < 62 && first < 101) {
        shorts_product_part part[2];
        shorts_product_all_rows(part, a, (first_row + threadIdx.y) * 101 + (unsigned)first, (rows - threadIdx.y + 16 - 1) / 16);
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const unsigned column = x + i; // which lies far behind the block's if it is negative
            if (column < 62) {
                shorts_product_left_value[threadIdx.y][column + column / 16] = part[i].value;
            }
        }
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, runs = min(rows, 16u);
    const unsigned columns = (unsigned)min(62u, 101u - left); // of the block
#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512) {
        const unsigned place = column + column / 16;
        shorts_product_part part = { shorts_product_left_value[0][place] };
#pragma unroll 4
        for (unsigned y = 1; y < runs; y++) {
            const shorts_product_part right = { shorts_product_left_value[y][place] };
            part = shorts_product_join_parts(part, right);
        }
        const shorts_product_state state = shorts_product_of_leaf(part, first_row);
        c[left + column] = shorts_product_result(state, 99ull);
    }
}

// shorts_dot: reduce family of tilewright 0.1.0, from reduce-columns.json; dot of int16, the columns of 1 x 99 x 101, order fixed
// grid 2, block (32, 16); elements: a 9999, b 9999, c 101

// What is known of some elements.
struct shorts_dot_state {
    unsigned long long value;
};

using shorts_dot_part = shorts_dot_state; // what is known of some elements of one leaf

static __device__ __forceinline__ shorts_dot_part shorts_dot_first(short x, short y, unsigned)
{
    const unsigned long long u = x;
    const unsigned long long v = y;
    return { u * v };
}

static __device__ __forceinline__ shorts_dot_part shorts_dot_take(shorts_dot_part p, short x, short y, unsigned)
{
    const unsigned long long u = x;
    const unsigned long long v = y;
    return { p.value + u * v };
}

static __device__ __forceinline__ shorts_dot_state shorts_dot_join(shorts_dot_state left, shorts_dot_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ shorts_dot_part shorts_dot_join_parts(shorts_dot_part left, shorts_dot_part right)
{
    return shorts_dot_join(left, right);
}

static __device__ __forceinline__ shorts_dot_state shorts_dot_of_leaf(shorts_dot_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ long long shorts_dot_result(shorts_dot_state s, unsigned long long)
{
    return s.value;
}

struct __align__(4) shorts_dot_chunk {
    unsigned word[1];
};

// Where threads leave their columns of a block's, a row for each of them in y. No two that are stored or loaded at once
// are in one bank, but for a few.
static __shared__ unsigned long long shorts_dot_left_value[16][65];

// Takes a row's chunk, of row number `row` of the block.
static __device__ __forceinline__ void shorts_dot_take_chunk(shorts_dot_part (&part)[2], const shorts_dot_chunk &x, const shorts_dot_chunk &y, unsigned row, bool begins)
{
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        const unsigned k = i / 2, j = i % 2;
        const short xi = (short)(x.word[k] >> j * 16), yi = (short)(y.word[k] >> j * 16);
        part[i] = begins ? shorts_dot_first(xi, yi, row) : shorts_dot_take(part[i], xi, yi, row);
    }
}

// Takes up to 4 of the thread's rows, from its number n on; all are loaded before one is taken.
template <bool all>
static __device__ __forceinline__ void shorts_dot_rows(shorts_dot_part (&part)[2], const short *a, const short *b, unsigned n, unsigned count)
{
    shorts_dot_chunk x[4], y[4];
#pragma unroll
    for (unsigned u = 0; u < 4; u++) {
        if (all || u < count) {
            x[u] = *(const shorts_dot_chunk *)(a + u * 1616u);
            y[u] = *(const shorts_dot_chunk *)(b + u * 1616u);
        }
    }
#pragma unroll
    for (unsigned u = 0; u < 4; u++) {
        if (all || u < count) shorts_dot_take_chunk(part, x[u], y[u], threadIdx.y + (n + u) * 16, !u && !n);
    }
}

// The first `count` elements of a chunk, and zeros.
static __device__ __forceinline__ shorts_dot_chunk shorts_dot_piece(const short *a, unsigned count)
{
    shorts_dot_chunk x = {};
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        if (i < count) x.word[i / 2] |= (unsigned)(unsigned short)a[i] << i % 2 * 16;
    }
    return x;
}

// Takes the thread's rows, `count` of them, from `at` in the arrays on.
static __device__ __forceinline__ void shorts_dot_all_rows(shorts_dot_part (&part)[2], const short *a, const short *b, unsigned at, unsigned count)
{
    const unsigned end = at + (count - 1) * 1616u;
    const bool is_cut = end + 2 > 9999; // the last row is the array's, and this its last chunk
    const unsigned whole = count - is_cut;
    unsigned n = 0;
#pragma unroll 1
    for (; n + 4 <= whole; n += 4, at += 4 * 1616u)
        shorts_dot_rows<true>(part, a + at, b + at, n, 4);
    shorts_dot_rows<false>(part, a + at, b + at, n, whole - n);
    if (is_cut) {
        const unsigned left = (unsigned)(9999 - end);
        shorts_dot_take_chunk(part, shorts_dot_piece(a + end, left), shorts_dot_piece(b + end, left), threadIdx.y + whole * 16, !whole);
    }
}

extern "C" __global__ void __launch_bounds__(512) shorts_dot(const short *__restrict__ a, const short *__restrict__ b, long long *c)
{
    const unsigned strip = blockIdx.x, part_number = 0;
    const unsigned left = (unsigned)strip * 62; // the block's first column
    const unsigned first_row = 0;
    const unsigned rows = 99;
    const unsigned shift = threadIdx.y * 1 % 2; // of the thread's columns
    const int x = (int)(threadIdx.x * 2 - shift);
    const int first = (int)left + x; // the column that the thread's chunks begin with
    if (threadIdx.y < rows && x < 62 && first < 101) {
        shorts_dot_part part[2];
        shorts_dot_all_rows(part, a, b, (first_row + threadIdx.y) * 101 + (unsigned)first, (rows - threadIdx.y + 16 - 1) / 16);
#pragma unroll
        for (unsigned i = 0; i < 2; i++) {
            const unsigned column = x + i; // which lies far behind the block's if it is negative
            if (column < 62) {
                shorts_dot_left_value[threadIdx.y][column + column / 16] = part[i].value;
            }
        }
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * 32 + threadIdx.x, runs = min(rows, 16u);
    const unsigned columns = (unsigned)min(62u, 101u - left); // of the block
#pragma unroll 1
    for (unsigned column = thread; column < columns; column += 512) {
        const unsigned place = column + column / 16;
        shorts_dot_part part = { shorts_dot_left_value[0][place] };
#pragma unroll 4
        for (unsigned y = 1; y < runs; y++) {
            const shorts_dot_part right = { shorts_dot_left_value[y][place] };
            part = shorts_dot_join_parts(part, right);
        }
        const shorts_dot_state state = shorts_dot_of_leaf(part, first_row);
        c[left + column] = shorts_dot_result(state, 99ull);
    }
}

// empty_rows0_cols0: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 0 x 0, order fixed
// grid 1, block 1; elements: a 1, c 1

// What is known of some elements.
struct empty_rows0_cols0_state {
    float value;
};

using empty_rows0_cols0_part = empty_rows0_cols0_state; // what is known of some elements of one leaf

static __device__ __forceinline__ empty_rows0_cols0_part empty_rows0_cols0_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ empty_rows0_cols0_part empty_rows0_cols0_take(empty_rows0_cols0_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ empty_rows0_cols0_state empty_rows0_cols0_join(empty_rows0_cols0_state left, empty_rows0_cols0_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ empty_rows0_cols0_part empty_rows0_cols0_join_parts(empty_rows0_cols0_part left, empty_rows0_cols0_part right)
{
    return empty_rows0_cols0_join(left, right);
}

static __device__ __forceinline__ empty_rows0_cols0_state empty_rows0_cols0_of_leaf(empty_rows0_cols0_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float empty_rows0_cols0_result(empty_rows0_cols0_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float empty_rows0_cols0_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(1, 32) empty_rows0_cols0(const float *__restrict__ a, float *c)
{
    // there are no columns
}

// empty_rows0_cols3: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 0 x 3, order fixed
// grid 3, block 1; elements: a 1, c 3

// What is known of some elements.
struct empty_rows0_cols3_state {
    float value;
};

using empty_rows0_cols3_part = empty_rows0_cols3_state; // what is known of some elements of one leaf

static __device__ __forceinline__ empty_rows0_cols3_part empty_rows0_cols3_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ empty_rows0_cols3_part empty_rows0_cols3_take(empty_rows0_cols3_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ empty_rows0_cols3_state empty_rows0_cols3_join(empty_rows0_cols3_state left, empty_rows0_cols3_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ empty_rows0_cols3_part empty_rows0_cols3_join_parts(empty_rows0_cols3_part left, empty_rows0_cols3_part right)
{
    return empty_rows0_cols3_join(left, right);
}

static __device__ __forceinline__ empty_rows0_cols3_state empty_rows0_cols3_of_leaf(empty_rows0_cols3_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float empty_rows0_cols3_result(empty_rows0_cols3_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

static __device__ __forceinline__ float empty_rows0_cols3_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(1) empty_rows0_cols3(const float *__restrict__ a, float *c)
{
    const unsigned thread = threadIdx.y * 1 + threadIdx.x;
    const unsigned i = (unsigned)blockIdx.x * 1 + thread;
    if (i < 3) c[i] = empty_rows0_cols3_nothing(); // columns have no elements
}

// empty_rows5_cols0: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 5 x 0, order fixed
// grid 1, block 1; elements: a 1, c 1

// What is known of some elements.
struct empty_rows5_cols0_state {
    float value;
};

using empty_rows5_cols0_part = empty_rows5_cols0_state; // what is known of some elements of one leaf

static __device__ __forceinline__ empty_rows5_cols0_part empty_rows5_cols0_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ empty_rows5_cols0_part empty_rows5_cols0_take(empty_rows5_cols0_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ empty_rows5_cols0_state empty_rows5_cols0_join(empty_rows5_cols0_state left, empty_rows5_cols0_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ empty_rows5_cols0_part empty_rows5_cols0_join_parts(empty_rows5_cols0_part left, empty_rows5_cols0_part right)
{
    return empty_rows5_cols0_join(left, right);
}

static __device__ __forceinline__ empty_rows5_cols0_state empty_rows5_cols0_of_leaf(empty_rows5_cols0_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float empty_rows5_cols0_result(empty_rows5_cols0_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

extern "C" __global__ void __launch_bounds__(1, 32) empty_rows5_cols0(const float *__restrict__ a, float *c)
{
    // there are no columns
}

// empty_rows5_cols3: reduce family of tilewright 0.1.0, from reduce-columns.json; sum of float32, the columns of 1 x 5 x 3, order fixed
// grid 1, block 4; elements: a 15, c 3

// What is known of some elements.
struct empty_rows5_cols3_state {
    float value;
};

using empty_rows5_cols3_part = empty_rows5_cols3_state; // what is known of some elements of one leaf

static __device__ __forceinline__ empty_rows5_cols3_part empty_rows5_cols3_first(float x, unsigned)
{
    return { x };
}

static __device__ __forceinline__ empty_rows5_cols3_part empty_rows5_cols3_take(empty_rows5_cols3_part p, float x, unsigned)
{
    return { p.value + x };
}

static __device__ __forceinline__ empty_rows5_cols3_state empty_rows5_cols3_join(empty_rows5_cols3_state left, empty_rows5_cols3_state right)
{
    return { left.value + right.value };
}

static __device__ __forceinline__ empty_rows5_cols3_part empty_rows5_cols3_join_parts(empty_rows5_cols3_part left, empty_rows5_cols3_part right)
{
    return empty_rows5_cols3_join(left, right);
}

static __device__ __forceinline__ empty_rows5_cols3_state empty_rows5_cols3_of_leaf(empty_rows5_cols3_part p, unsigned long long)
{
    return p;
}

static __device__ __forceinline__ float empty_rows5_cols3_result(empty_rows5_cols3_state s, unsigned long long)
{
    const float value = s.value;
    return value != value ? __int_as_float(0x7fffffff) : value;
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void empty_rows5_cols3_rows(const float *a, unsigned row, empty_rows5_cols3_part (&part))
{
    float x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 3];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? empty_rows5_cols3_take(part, x[u], row + u) : empty_rows5_cols3_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void empty_rows5_cols3_leaf(const float *a, unsigned leaf, empty_rows5_cols3_state (&state))
{
    empty_rows5_cols3_part part;
    empty_rows5_cols3_rows<5>(a, 0, part);
    state = empty_rows5_cols3_of_leaf(part, leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void empty_rows5_cols3_store(float *c, unsigned vector, const empty_rows5_cols3_state (&state))
{
    c[vector] = empty_rows5_cols3_result(state, 5ull);
}

extern "C" __global__ void __launch_bounds__(4, 32) empty_rows5_cols3(const float *__restrict__ a, float *c)
{
    const unsigned vector = threadIdx.x;
    const unsigned leaf = 0;
    empty_rows5_cols3_state state;
    if (vector < 3) {
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = col;
        empty_rows5_cols3_leaf(a + offset, leaf, state);
    }
    if (vector < 3) empty_rows5_cols3_store(c, vector, state);
}
