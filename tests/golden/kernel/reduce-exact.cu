// alone_float16: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float16, the rows of 1 x 100 x 16, order exact
// grid 7, block 32, then alone_float16_exact with grid 2, block 64; elements: a 1600, c 100
// Exactly the sum of its members, unless the last is NaN.
struct alone_float16_state {
    double sum, rest;
};

// The part of a leaf: its elements are multiples of 2^-24 below 2^16, so one double holds all of their sums.
struct alone_float16_part {
    double sum;
};

static __device__ __forceinline__ float alone_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// What is added up, as a double.
static __device__ __forceinline__ double alone_float16_term(unsigned short x)
{
    return alone_float16_float(x);
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double alone_float16_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void alone_float16_add_last(double *last, double x)
{
    if (x == 0) return;
    if (alone_float16_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void alone_float16_add_to(alone_float16_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        alone_float16_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ alone_float16_state alone_float16_join(alone_float16_state left, alone_float16_state right)
{
    alone_float16_add_to(&left, right.sum);
    alone_float16_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ alone_float16_state alone_float16_down(alone_float16_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ alone_float16_part alone_float16_first(unsigned short x, unsigned)
{
    return { alone_float16_term(x) };
}

static __device__ __forceinline__ alone_float16_part alone_float16_take(alone_float16_part p, unsigned short x, unsigned)
{
    return {__dadd_rn(p.sum, alone_float16_term(x))};
}

static __device__ __forceinline__ alone_float16_part alone_float16_join_parts(alone_float16_part left, alone_float16_part right)
{
    return {__dadd_rn(left.sum, right.sum)};
}

static __device__ __forceinline__ alone_float16_part alone_float16_part_down(alone_float16_part p, unsigned lanes)
{
    return {__shfl_down_sync(0xffffffff, p.sum, lanes)};
}

static __device__ __forceinline__ alone_float16_state alone_float16_of_leaf(alone_float16_part p, unsigned long long)
{
    return {p.sum, 0};
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double alone_float16_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float alone_float16_result(alone_float16_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = alone_float16_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = alone_float16_add(&sum, rest);
    return __double2float_rn(alone_float16_odd(sum, rest));
}

using alone_float16_vector = uint4;

static __device__ __forceinline__ alone_float16_vector alone_float16_load(const unsigned short *line, const unsigned place)
{
    return __ldg((const alone_float16_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short alone_float16_element(const alone_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ alone_float16_part alone_float16_row(const unsigned short *a, const unsigned lane)
{
    alone_float16_part part[8];
    alone_float16_vector x;
    x = alone_float16_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        part[i] = alone_float16_first(alone_float16_element(x, i), lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = alone_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2) {
        const alone_float16_part right = alone_float16_part_down(part[0], d);
        part[0] = alone_float16_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) alone_float16(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 2;
    const unsigned row = blockIdx.x * 16 + threadIdx.x / 2;
    const unsigned from = min(row, 99u) * 16;
    const alone_float16_part part = alone_float16_row(a + from, lane);
    const alone_float16_state s = alone_float16_of_leaf(part, 0);
    if (lane == 0 && row < 100u) c[row] = alone_float16_result(s, 16ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void alone_float16_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 42;
    const unsigned place = exponent - 999;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void alone_float16_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 4; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned alone_float16_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 4 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float alone_float16_nearest(bool negative, unsigned long long top, int exponent)
{
    const int field = exponent + 63 + 127;
    const int cut = 64 - 24 + (field > 0 ? 0 : 1 - field); // bits that the result has no place for
    unsigned bits = 0;
    if (field >= 255) {
        bits = (unsigned)255 << (24 - 1);
    } else if (cut <= 64) {
        const unsigned long long kept = cut < 64 ? top >> cut : 0, rest = top << (64 - cut), half = 1ull << 63;
        bits = (unsigned)(kept + (rest > half || (rest == half && kept % 2 == 1)));
        if (field > 0) bits += (unsigned)(field - 1) << (24 - 1); // kept has a bit there too
    }
    return __uint_as_float(bits | (unsigned)negative << 31);
}

// What the thread's number gives, rounded once.
static __device__ __forceinline__ float alone_float16_round(long long (*words)[64])
{
    alone_float16_carry(words, 1);
    const bool negative = words[4 - 1][threadIdx.x] >> 31;
    if (negative) alone_float16_carry(words, -1);
    int i = 4 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | alone_float16_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 34;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return alone_float16_nearest(negative, top | (rest != 0), exponent);
}

// Adds up elements of result k, from number e on every 1.
static __device__ __forceinline__ void alone_float16_collect(const unsigned short *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 4; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 16;
#pragma unroll 4
    for (; e < 16ull; e += 1) {
        const unsigned long long at = begin + e;
        alone_float16_put(words, alone_float16_term(a[at]));
    }
}

static __device__ __forceinline__ bool alone_float16_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) alone_float16_exact(const unsigned short *__restrict__ a, float *c)
{
    __shared__ long long words[4][64];

    const unsigned long long k = blockIdx.x * 64ull + threadIdx.x;
    if (k >= 100ull || !alone_float16_is_marked(c[k])) return;
    alone_float16_collect(a, k, 0, words);
    c[k] = alone_float16_round(words);
}

// alone_float64, of reduce_expansion.cu.mustache:
...
};

using alone_float64_part = alone_float64_state;

// What is added up, as a double.
static __device__ __forceinline__ double alone_float64_term(double x)
{
    return x;
}

...
}

// Adds x to all members but the first.
static __device__ __forceinline__ void alone_float64_add_to_rest(alone_float64_state *s, double x)
{
    alone_float64_add_last(&s->tail, alone_float64_add(&s->rest, x));
}

static __device__ __forceinline__ void alone_float64_add_to(alone_float64_state *s, double x)
{
    alone_float64_add_to_rest(s, alone_float64_add(&s->sum, x));
}

static __device__ __forceinline__ alone_float64_state alone_float64_join(alone_float64_state left, alone_float64_state right)
{
    const double lost = alone_float64_add(&left.sum, right.sum);
    const double rest_lost = alone_float64_add(&left.rest, right.rest);
    const double lost_again = alone_float64_add(&left.rest, lost);
    if (right.tail != 0 || rest_lost != 0 || lost_again != 0) {
        alone_float64_add_last(&left.tail, right.tail);
        alone_float64_add_last(&left.tail, rest_lost);
        alone_float64_add_last(&left.tail, lost_again);
    }
    return left;
}
...
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    s.tail = __shfl_down_sync(0xffffffff, s.tail, lanes);
    return s;
}

static __device__ __forceinline__ alone_float64_part alone_float64_first(double x, unsigned)
{
    return { alone_float64_term(x), 0, 0 };
}

static __device__ __forceinline__ alone_float64_part alone_float64_take(alone_float64_part p, double x, unsigned)
{
    alone_float64_add_to(&p, alone_float64_term(x));
    return p;
}

static __device__ __forceinline__ alone_float64_part alone_float64_join_parts(alone_float64_part left, alone_float64_part right)
{
    return alone_float64_join(left, right);
}

static __device__ __forceinline__ alone_float64_part alone_float64_part_down(alone_float64_part p, unsigned lanes)
{
    return alone_float64_down(p, lanes);
}

static __device__ __forceinline__ alone_float64_state alone_float64_of_leaf(alone_float64_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
...
static __device__ __forceinline__ double alone_float64_result(alone_float64_state s, unsigned long long)
{
    if (s.tail != s.tail || !(fabs(s.sum) < 0x1p1022)) return __longlong_as_double(0x7ffffffffffffffe);
    double sum = s.sum, rest = s.rest, tail = s.tail;
#pragma unroll 1
    for (unsigned i = 0; i < 6; i++) { // until none overlaps the next
        tail = alone_float64_add(&rest, tail);
        rest = alone_float64_add(&sum, rest);
    }
    if (sum + rest != sum || rest + tail != rest) return __longlong_as_double(0x7ffffffffffffffe);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = alone_float64_odd(rest, tail);
    return __dadd_rn(sum, rest);
}


// alone_float64, of reduce_exact.cu.mustache:
...
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (exponent == 0x7ff) { // NaN counts as both infinities
        if (!(x < 0)) words[68][threadIdx.x]++;
        if (!(x > 0)) words[68 + 1][threadIdx.x]++;
        return;
    }
    const unsigned long long mantissa = (bits & 0xfffffffffffff) | (unsigned long long)(exponent > 0) << 52;
    const unsigned place = max(exponent, 1u) - 1;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
    word[2][threadIdx.x] += ((long long)(mantissa >> 1 >> (63 - place % 32)) ^ sign) - sign;
}

...
static __device__ __forceinline__ double alone_float64_round(long long (*words)[64])
{
    const bool up = words[68][threadIdx.x] != 0, down = words[68 + 1][threadIdx.x] != 0;
    if (up && down) return __longlong_as_double(0x7fffffffffffffff);
    if (up || down) return up ? __longlong_as_double(0x7ff0000000000000) : __longlong_as_double(0xfff0000000000000);
    alone_float64_carry(words, 1);
    const bool negative = words[68 - 1][threadIdx.x] >> 31;
...

// columns_float16, of reduce.cu.mustache:
...
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void columns_float16_rows(const unsigned short *a, const unsigned short *b, unsigned row, columns_float16_part (&part))
{
    unsigned short x[count], y[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 100];
        y[u] = b[u * 100];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? columns_float16_take(part, x[u], y[u], row + u) : columns_float16_first(x[u], y[u], 0);
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void columns_float16_leaf(const unsigned short *a, const unsigned short *b, unsigned leaf, columns_float16_state (&state))
{
    columns_float16_part part;
#pragma unroll 1
    for (unsigned row = 0; row < 16; row += 16)
        columns_float16_rows<16>(a + row * 100, b + row * 100, row, part);
    columns_float16_rows<4>(a + 16 * 100, b + 16 * 100, 16, part);
    state = columns_float16_of_leaf(part, leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void columns_float16_store(float *c, unsigned vector, const columns_float16_state (&state))
{
    c[vector] = columns_float16_result(state, 20ull);
}

extern "C" __global__ void __launch_bounds__(128) columns_float16(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    const unsigned vector = (unsigned)(blockIdx.x) * 128 + threadIdx.x;
    const unsigned leaf = 0;
    columns_float16_state state;
    if (vector < 200) {
        const unsigned matrix = vector / 100;
        const unsigned long long col = (vector % 100) * 1ull;
        const unsigned long long offset = matrix * 2000ull + col;
        columns_float16_leaf(a + offset, b + offset, leaf, state);
    }
    if (vector < 200) columns_float16_store(c, vector, state);
}

// Adds x to the thread's number.
...

// columns_float16, of reduce_algebra.cu.mustache:
...
{
    const float u = columns_float16_float(x);
    const float v = columns_float16_float(y);
    return { __fmul_rn(u, v) };
}
...
{
    const float u = columns_float16_float(x);
    const float v = columns_float16_float(y);
    return { __fmaf_rn(u, v, p.value) };
}
...

// columns_float16, of reduce_columns.cu.mustache:
// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void columns_float16_rows(const unsigned short *a, const unsigned short *b, unsigned row, columns_float16_part (&part))
{
    unsigned short x[count], y[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 100];
        y[u] = b[u * 100];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? columns_float16_take(part, x[u], y[u], row + u) : columns_float16_first(x[u], y[u], 0);
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void columns_float16_leaf(const unsigned short *a, const unsigned short *b, unsigned leaf, columns_float16_state (&state))
{
    columns_float16_part part;
#pragma unroll 1
    for (unsigned row = 0; row < 16; row += 16)
        columns_float16_rows<16>(a + row * 100, b + row * 100, row, part);
    columns_float16_rows<4>(a + 16 * 100, b + 16 * 100, 16, part);
    state = columns_float16_of_leaf(part, leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void columns_float16_store(float *c, unsigned vector, const columns_float16_state (&state))
{
    c[vector] = columns_float16_result(state, 20ull);
}

extern "C" __global__ void __launch_bounds__(128) columns_float16(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    const unsigned vector = (unsigned)(blockIdx.x) * 128 + threadIdx.x;
    const unsigned leaf = 0;
    columns_float16_state state;
    if (vector < 200) {
        const unsigned matrix = vector / 100;
        const unsigned long long col = (vector % 100) * 1ull;
        const unsigned long long offset = matrix * 2000ull + col;
        columns_float16_leaf(a + offset, b + offset, leaf, state);
    }
    if (vector < 200) columns_float16_store(c, vector, state);
}

// looks, of reduce_rows.cu.mustache:
...
{
    const unsigned row = blockIdx.x * 512 + threadIdx.x;
    unsigned from[2];
#pragma unroll
    for (unsigned k = 0; k < 2; k++) from[k] = min(row + k * 256, 299999u) * 3;
    looks_part part[2];
    looks_rows(a, from, part);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        const looks_state s = looks_of_leaf(part[k], 0);
        if (row + k * 256 < 300000u) c[row + k * 256] = looks_result(s, 3ull);
    }
}

// looks, of reduce_exact.cu.mustache:
...
    __shared__ long long words[11][64];

#pragma unroll 1
    for (unsigned long long first = blockIdx.x * 64u + threadIdx.x; first < 300000ull; first += 8 * 262144ull) {
        unsigned marks = 0; // of the results that the thread looks at together
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            const unsigned long long k = first + i * 262144ull;
            if (k < 300000ull && looks_is_marked(c[k])) marks |= 1u << i;
        }
#pragma unroll 1
        for (; marks != 0; marks &= marks - 1) {
            const unsigned long long k = first + (__ffs(marks) - 1) * 262144ull;
            looks_collect(a, k, 0, words);
            c[k] = looks_round(words);
        }
    }
}

// spread, of reduce_exact.cu.mustache:
...
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void spread_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 11; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 64.
static __device__ __forceinline__ void spread_collect(const float *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
...
    __shared__ long long words[11][64];

    const unsigned long long place = blockIdx.x * 2ull + threadIdx.x;
    const bool marked = threadIdx.x < 2 && place < 2000ull && spread_is_marked(c[place]);
    if (!__syncthreads_or(marked)) return;
#pragma unroll 1
    for (unsigned i = 0; i < 2; i++) {
        if (!__syncthreads_or(marked && threadIdx.x == i)) continue;
        const unsigned long long k = blockIdx.x * 2ull + i;
        spread_collect(a, k, threadIdx.x, words);
        spread_gather(words);
        if (threadIdx.x == 0) c[k] = spread_round(words);
    }
}

// split, of reduce_rows.cu.mustache:
...
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ split_state split_of_lanes(split_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const split_state right = split_down(s, d);
        if (number + d < count) s = split_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void split_put(double *sum, double *rest, const unsigned lane, const split_state s)
{
    if (lane == 0) {
        *sum = s.sum;
        *rest = s.rest;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ split_state split_of_states(const double *sum, const double *rest, const unsigned lane, const unsigned lanes, const unsigned count)
{
    split_state s;
    if (lane < count) s = { sum[lane], rest[lane] };
    return split_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(512) split(const float *__restrict__ a, const float *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __shared__ double states_sum[16];
    __shared__ double states_rest[16];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 16 apart from here on
    if (first < 8) {
        const unsigned at = first * 1024;
        const split_part leaf = split_leaf(a + at, b + at, lane);
        split_put(states_sum + slot, states_rest + slot, lane, split_of_leaf(leaf, at));
    }
    if (first == 8) {
        const split_part leaf = split_tail(a + 8192, b + 8192, lane);
        split_put(states_sum + slot, states_rest + slot, lane, split_of_leaf(leaf, 8192));
    }
    __syncthreads();
    split_state s;
    if (warp == 0) s = split_of_states(states_sum + slot, states_rest + slot, lane, 16, 9);
    if (threadIdx.x == 0) *c = split_result(s, 9000ull);
}

// split, of reduce_exact.cu.mustache:
...
    __shared__ long long words[21][64];

    const unsigned k = blockIdx.x / 3, part = blockIdx.x % 3;
    if (!split_is_marked(c[k])) return;
    split_collect(a, b, k, part * 64 + threadIdx.x, words);
    split_gather(words);
    if (threadIdx.x == 0) split_carry(words, 1);
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 21; i += 64)
        exact_words[blockIdx.x * 21 + i] = words[i][0];

    __threadfence(); // who sees the count sees the words
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        last = atomicInc(exact_finished + k, 3 - 1) == 3 - 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 21; i += 64) {
        long long sum = 0;
#pragma unroll 8
        for (unsigned p = 0; p < 3; p++) sum += exact_words[(k * 3 + p) * 21 + i];
        words[i][0] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) c[k] = split_round(words);
}

// segments, of reduce.cu.mustache:
...
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ segments_part segments_join_columns(segments_part (&part)[2], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            const segments_part right = segments_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = segments_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = segments_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ segments_part segments_whole_leaf(const double *a, unsigned lane)
{
    segments_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        double x[4][2];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) x[u][j] = a[(line + u) * 64 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                part[j] = u || line ? segments_take(part[j], x[u][j], i) : segments_first(x[u][j], i);
            }
        }
    }
    return segments_join_columns(part, 64, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ segments_part segments_part_leaf(const double *a, unsigned count, unsigned lane)
{
    segments_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line * 64 < count; line += 4) {
        double x[4][2];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) part[j] = u || line ? segments_take(part[j], x[u][j], i) : segments_first(x[u][j], i);
            }
        }
    }
    return segments_join_columns(part, min(count, 64u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ segments_state segments_leaf_of(const double *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 512;
    const double *const at = a + n * 512;
    const segments_part part = left < 512 ? segments_part_leaf(at, (unsigned)left, lane) : segments_whole_leaf(at, lane);
    return segments_of_leaf(part, n * 512);
}

// Leaves number `first` to `last` - 1 of a segment, at most 32, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ segments_state segments_together(const double *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ double leaf_sum[32];
    __shared__ double leaf_rest[32];
    __shared__ double leaf_tail[32];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    segments_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 32) {
        state = segments_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_sum[n] = state.sum;
            leaf_rest[n] = state.rest;
            leaf_tail[n] = state.tail;
        }
    }
    __syncthreads();
    if (warp == 0) {
        segments_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_sum[lane * 1 + i], leaf_rest[lane * 1 + i], leaf_tail[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = segments_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const segments_state right = segments_down(state, next);
            if ((lane + next) * 1 < leaves) state = segments_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

extern "C" __global__ void __launch_bounds__(1024) segments(const double *__restrict__ a, const int *__restrict__ offsets, double *c)
{
    const unsigned long long segment = blockIdx.x;
    const int begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (count > 0 && count <= 16384) {
        const segments_state state = segments_together(a + begin, count, 0, (count + 512 - 1) / 512, threadIdx.x);
        if (threadIdx.x == 0) c[segment] = segments_result(state, count);
    } else if (threadIdx.x == 0 && count == 0)
        c[segment] = segments_nothing();
}

// Adds x to the thread's number.
...

// segments, of reduce_algebra.cu.mustache:
...
}

static __device__ __forceinline__ segments_part segments_part_of(segments_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.sum, lane, lanes), __shfl_sync(0xffffffffu, p.rest, lane, lanes), __shfl_sync(0xffffffffu, p.tail, lane, lanes) };
}

static __device__ __forceinline__ double segments_result(segments_state s, unsigned long long)
{
...
    return value != value ? __longlong_as_double(0x7fffffffffffffff) : value;
}

static __device__ __forceinline__ double segments_nothing()
{
    return 0;
}


// segments, of reduce_expansion.cu.mustache:
...
}

static __device__ __forceinline__ segments_part segments_part_of(segments_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.sum, lane, lanes), __shfl_sync(0xffffffffu, p.rest, lane, lanes), __shfl_sync(0xffffffffu, p.tail, lane, lanes) };
}

static __device__ __forceinline__ segments_state segments_of_leaf(segments_part p, unsigned long long)
{
...
    return __dadd_rn(sum, rest);
}

static __device__ __forceinline__ double segments_nothing()
{
    return 0;
}


// segments, of reduce_segments.cu.mustache:
// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
static __device__ __forceinline__ segments_part segments_join_columns(segments_part (&part)[2], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            const segments_part right = segments_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = segments_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < 2; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < 2; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = segments_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ segments_part segments_whole_leaf(const double *a, unsigned lane)
{
    segments_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        double x[4][2];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) x[u][j] = a[(line + u) * 64 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                part[j] = u || line ? segments_take(part[j], x[u][j], i) : segments_first(x[u][j], i);
            }
        }
    }
    return segments_join_columns(part, 64, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ segments_part segments_part_leaf(const double *a, unsigned count, unsigned lane)
{
    segments_part part[2];
#pragma unroll 1
    for (unsigned line = 0; line * 64 < count; line += 4) {
        double x[4][2];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                const unsigned i = (line + u) * 64 + 32 * j + lane;
                if (i < count) part[j] = u || line ? segments_take(part[j], x[u][j], i) : segments_first(x[u][j], i);
            }
        }
    }
    return segments_join_columns(part, min(count, 64u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ segments_state segments_leaf_of(const double *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 512;
    const double *const at = a + n * 512;
    const segments_part part = left < 512 ? segments_part_leaf(at, (unsigned)left, lane) : segments_whole_leaf(at, lane);
    return segments_of_leaf(part, n * 512);
}

// Leaves number `first` to `last` - 1 of a segment, at most 32, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ segments_state segments_together(const double *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ double leaf_sum[32];
    __shared__ double leaf_rest[32];
    __shared__ double leaf_tail[32];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    segments_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 32) {
        state = segments_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_sum[n] = state.sum;
            leaf_rest[n] = state.rest;
            leaf_tail[n] = state.tail;
        }
    }
    __syncthreads();
    if (warp == 0) {
        segments_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_sum[lane * 1 + i], leaf_rest[lane * 1 + i], leaf_tail[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = segments_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const segments_state right = segments_down(state, next);
            if ((lane + next) * 1 < leaves) state = segments_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

extern "C" __global__ void __launch_bounds__(1024) segments(const double *__restrict__ a, const int *__restrict__ offsets, double *c)
{
    const unsigned long long segment = blockIdx.x;
    const int begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (count > 0 && count <= 16384) {
        const segments_state state = segments_together(a + begin, count, 0, (count + 512 - 1) / 512, threadIdx.x);
        if (threadIdx.x == 0) c[segment] = segments_result(state, count);
    } else if (threadIdx.x == 0 && count == 0)
        c[segment] = segments_nothing();
}

// pairs, of reduce_expansion.cu.mustache:
...
using pairs_part = pairs_state;

// A product, rounded, and what that lost; NaN where a double might not hold it.
static __device__ __forceinline__ double pairs_term(double x, double y, double *lost)
{
    const double product = __dmul_rn(x, y);
    *lost = __fma_rn(x, y, -product);
    if (fabs(product) < 0x1p-900 && x != 0 && y != 0) *lost = __longlong_as_double(0x7fffffffffffffff);
    return product;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
...
static __device__ __forceinline__ void pairs_add_to_rest(pairs_state *s, double x)
{
    const double lost = pairs_add(&s->rest, x);
    if (lost != 0) pairs_add_last(&s->last, pairs_add(&s->tail, lost));
}

...
static __device__ __forceinline__ pairs_state pairs_join(pairs_state left, pairs_state right)
{
    pairs_add_to(&left, right.sum);
    pairs_add_to_rest(&left, right.rest);
    pairs_add_last(&left.last, pairs_add(&left.tail, right.tail));
    pairs_add_last(&left.last, right.last);
    return left;
}
...
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    s.tail = __shfl_down_sync(0xffffffff, s.tail, lanes);
    s.last = __shfl_down_sync(0xffffffff, s.last, lanes);
    return s;
}
...
static __device__ __forceinline__ pairs_part pairs_first(double x, double y, unsigned)
{
    pairs_part p = {};
    p.sum = pairs_term(x, y, &p.rest);
    return p;
}

static __device__ __forceinline__ pairs_part pairs_take(pairs_part p, double x, double y, unsigned)
{
    double lost;
    pairs_add_to(&p, pairs_term(x, y, &lost));
    pairs_add_to_rest(&p, lost);
    return p;
}
...
#pragma unroll 1
    for (unsigned i = 0; i < 6; i++) { // until none overlaps the next
        last = pairs_add(&tail, last);
        tail = pairs_add(&rest, tail);
        rest = pairs_add(&sum, rest);
...

// pairs, of reduce_exact.cu.mustache:
...
static __device__ __forceinline__ void pairs_put(long long (*words)[32], double x, double y)
{
    const long long x_bits = __double_as_longlong(x), y_bits = __double_as_longlong(y);
    const long long sign = (x_bits ^ y_bits) >> 63; // 0 or -1
    const unsigned x_exponent = x_bits >> 52 & 0x7ff, y_exponent = y_bits >> 52 & 0x7ff;
    if (x_exponent == 0x7ff || y_exponent == 0x7ff) { // NaN counts as both infinities
        if (!(x * y < 0)) words[133][threadIdx.x]++;
        if (!(x * y > 0)) words[133 + 1][threadIdx.x]++;
        return;
    }
    const unsigned long long p = (x_bits & 0xfffffffffffff) | (unsigned long long)(x_exponent > 0) << 52;
    const unsigned long long q = (y_bits & 0xfffffffffffff) | (unsigned long long)(y_exponent > 0) << 52;
    const unsigned place = max(x_exponent, 1u) - 1 + max(y_exponent, 1u) - 1, shift = place % 32;
    const unsigned long long low = p * q, high = __umul64hi(p, q);
    const unsigned long long middle = high << shift | low >> 1 >> (63 - shift);
    long long(*word)[32] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low << shift & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low << shift >> 32) ^ sign) - sign;
    word[2][threadIdx.x] += ((long long)(middle & 0xffffffff) ^ sign) - sign;
    word[3][threadIdx.x] += ((long long)(middle >> 32) ^ sign) - sign;
    word[4][threadIdx.x] += ((long long)(high >> 1 >> (63 - shift)) ^ sign) - sign;
}

...
    for (; e < 9000ull; e += 96) {
        const unsigned long long at = begin + e;
        const double x = a[at], y = b[at];
        pairs_put(words, x, y);
    }
}
...

// root, of reduce_expansion.cu.mustache:
...
    if (sum + rest != sum || rest + tail != rest || tail + last != tail) return __longlong_as_double(0x7ffffffffffffffe);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    // The root is that of the sum and `off`, which is known to a part in 2^50.
    const double root = __dsqrt_rn(sum);
    const double left = __dadd_rn(__fma_rn(-root, root, sum), rest) + tail;
    const double off = __ddiv_rn(left, 2 * root), more = fabs(off) * 0x1p-48;
    const double low = __dadd_rn(root, off - more), high = __dadd_rn(root, off + more);
    return low == high ? low : __longlong_as_double(0x7ffffffffffffffe);
}


// root, of reduce_columns.cu.mustache:
...
{
    root_part part;
    if (leaf < 2) {
#pragma unroll 1
        for (unsigned row = 0; row < 32; row += 16)
            root_rows<16>(a + row * 20, row, part);
    } else {
        root_rows<6>(a, 0, part);
    }
    state = root_of_leaf(part, leaf * 32ull);
}

// Where threads leave their states for each other.
static __shared__ double root_shared_sum[3][16];
static __shared__ double root_shared_rest[3][16];
static __shared__ double root_shared_tail[3][16];
static __shared__ double root_shared_last[3][16];

// Joins the states of the threads that have the same columns; of their runs the first `runs` are there. Thread y has
// the run whose number is y with its bits reversed: so neighbours in the tree are half the threads apart, then a
// quarter, ..., and warps go through rows of the arrays. `steps` are enough for all runs.
template <unsigned steps>
static __device__ __forceinline__ void root_meet(root_state (&state), unsigned run, unsigned runs)
{
#pragma unroll
    for (unsigned step = 0; step < steps; step++) {
        const unsigned half = 2 >> step;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
            root_shared_sum[threadIdx.y - 1][threadIdx.x] = state.sum;
            root_shared_rest[threadIdx.y - 1][threadIdx.x] = state.rest;
            root_shared_tail[threadIdx.y - 1][threadIdx.x] = state.tail;
            root_shared_last[threadIdx.y - 1][threadIdx.x] = state.last;
        }
        __syncthreads();
        if (threadIdx.y < half && run + (1 << step) < runs) {
            root_state right;
            right.sum = root_shared_sum[threadIdx.y + half - 1][threadIdx.x];
            right.rest = root_shared_rest[threadIdx.y + half - 1][threadIdx.x];
            right.tail = root_shared_tail[threadIdx.y + half - 1][threadIdx.x];
            right.last = root_shared_last[threadIdx.y + half - 1][threadIdx.x];
            state = root_join(state, right);
        }
    }
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void root_store(double *c, unsigned vector, const root_state (&state))
...
{
    const unsigned vector = (unsigned)(blockIdx.x) * 16 + threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = run;
    root_state state;
...
        root_leaf(a + offset, leaf, state);
    }
    root_meet<2>(state, run, 3);
    if (threadIdx.y == 0 && vector < 20) root_store(c, vector, state);
}

// root, of reduce_exact.cu.mustache:
...
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
    // digit by digit, as by hand: two bits of the number are one of the root
    at += 2148 % 2; // which begins a pair
#pragma unroll 1
    while (top >> 61 == 0) {
        rest = rest << 2 | root_bit(words, at) << 1 | root_bit(words, at - 1);
        const unsigned long long next = top << 2 | 1;
        top <<= 1;
        if (rest >= next) {
            rest -= next;
            top |= 1;
        }
        at -= 2;
    }
    top <<= 2;
    const int exponent = (at + 1 - 2148) / 2 - 2;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
...

// single_root, of reduce_expansion.cu.mustache:
...
    const double left = __dadd_rn(__fma_rn(-root, root, sum), rest);
    const double off = __ddiv_rn(left, 2 * root), more = fabs(off) * 0x1p-48;
    const float low = __double2float_rn(__dadd_rd(root, off - more));
    const float high = __double2float_rn(__dadd_ru(root, off + more));
    return low == high ? low : __uint_as_float(0x7ffffffe);
}
...

// mean_float32, of reduce_expansion.cu.mustache:
...
    double sum = s.sum, rest = mean_float32_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    // the quotient, and that of what it leaves, rounded to odd
    const double n = (double)count, near = __ddiv_rn(sum, n);
    const double value = __dadd_rn(near, __ddiv_rn(__dadd_rn(__fma_rn(-near, n, sum), rest), n));
    double left = __fma_rn(-value, n, sum), lost = mean_float32_add(&left, rest); // exactly
    left = mean_float32_odd(left, lost);
    sum = value;
    rest = __ddiv_rn(left, n);
    rest = mean_float32_odd(rest, __fma_rn(-rest, n, left));
    rest = mean_float32_add(&sum, rest);
    return __double2float_rn(mean_float32_odd(sum, rest));
...

// mean_float32, of reduce_exact.cu.mustache:
...
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
    // digit by digit, as by hand
#pragma unroll 1
    while (top >> 63 == 0) {
...

// mean_float64, of reduce_expansion.cu.mustache:
...
    if (sum + rest != sum || rest + tail != rest) return __longlong_as_double(0x7ffffffffffffffe);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    if (fabs(sum) < 0x1p-900) return __longlong_as_double(0x7ffffffffffffffe); // what a quotient leaves might be no double
    // the quotient, and that of what it leaves, rounded to odd
    const double n = (double)count, near = __ddiv_rn(sum, n);
    const double value = __dadd_rn(near, __ddiv_rn(__dadd_rn(__fma_rn(-near, n, sum), rest), n));
    double left = __fma_rn(-value, n, sum), lost = mean_float64_add(&left, rest); // exactly
    const double last = mean_float64_add(&lost, tail);
    lost = mean_float64_add(&left, lost);
    if (lost == 0) lost = last;
    left = mean_float64_odd(left, lost);
    sum = value;
...

// mean_float64, of reduce_rows.cu.mustache:
...
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x * 4 + warp / 2;
    a += row * 600;
    __shared__ double states_sum[8];
    __shared__ double states_rest[8];
...

// means, of reduce_expansion.cu.mustache:
...
}

static __device__ __forceinline__ means_part means_part_of(means_part p, unsigned lane, unsigned lanes)
{
    return {__shfl_sync(0xffffffff, p.sum, lane, lanes)};
}

static __device__ __forceinline__ means_state means_of_leaf(means_part p, unsigned long long)
{
...

// means, of reduce_segments.cu.mustache:
// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
static __device__ __forceinline__ means_part means_join_columns(means_part (&part)[groups], unsigned columns, unsigned lane)
{
...
}

// A leaf of few elements, at most 32 for each of the groups of columns.
template <unsigned groups>
static __device__ __forceinline__ means_part means_short_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    unsigned short x[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) x[j] = a[32 * j + lane];
    }
    means_part part[groups];
#pragma unroll
    for (unsigned j = 0; j < groups; j++) {
        if (32 * j + lane < count) part[j] = means_first(x[j], 32 * j + lane);
    }
    return means_join_columns(part, count, lane);
}

// A whole leaf, whose first element is at a.
static __device__ __forceinline__ means_part means_whole_leaf(const unsigned short *a, unsigned lane)
...
static __device__ __forceinline__ means_part means_part_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    if (count <= 32 * 4) return means_short_leaf<4>(a, count, lane); // all lanes
    means_part part[8];
#pragma unroll 1
...

// shifted_sum_float16, of reduce_rows.cu.mustache:
using shifted_sum_float16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_sum_float16_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_sum_float16_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - shifted_sum_float16_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_sum_float16_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    const uint2 front = __ldg((const uint2 *)end);
    x.x = front.x;
    x.y = front.y;
    x.z |= (unsigned)__ldg((const unsigned short *)end + 4) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 shifted_sum_float16_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(shifted_sum_float16_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 shifted_sum_float16_next(const unsigned short *behind)
{
    uint4 x;
    if (shifted_sum_float16_shift(behind) > 0) x = __ldg(shifted_sum_float16_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned shifted_sum_float16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_sum_float16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_sum_float16_splice(x.x, next.x, bits), shifted_sum_float16_splice(x.y, next.y, bits - 32), shifted_sum_float16_splice(x.z, next.z, bits - 64), shifted_sum_float16_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void shifted_sum_float16_rotate(shifted_sum_float16_part (&part)[8], const unsigned place, const unsigned shift)
{
    shifted_sum_float16_part all[2 * 8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        all[i] = part[i];
        all[8 + i] = shifted_sum_float16_part_of(part[i], (place + 1) % 32, 32);
    }
#pragma unroll
    for (unsigned step = 1; step < 8; step *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2 * 8; i++)
            if (i + 2 * step < 2 * 8 && shift & step) all[i] = all[i + step];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) part[i] = all[i];
}

// The 16 bytes from byte `shift` of two chunks on.
static __device__ __forceinline__ uint4 shifted_sum_float16_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x, f = two ? y.w : y.y;
    const unsigned p = one ? b : a, q = one ? c : b, r = one ? d : c, s = one ? e : d, t = one ? f : e, bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(p, q, bits), __funnelshift_r(q, r, bits), __funnelshift_r(r, s, bits), __funnelshift_r(s, t, bits));
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_sum_float16_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_sum_float16_shift(line);
    const uint4 *chunk = shifted_sum_float16_chunks(line) + place;
    uint4 x, y;
    if (place * 8 < elements) x = shifted_sum_float16_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 2 + shift) y = shifted_sum_float16_chunk(chunk + 1, end);
    return shifted_sum_float16_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short shifted_sum_float16_element(const shifted_sum_float16_vector from, const unsigned i)
...
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 3125;
    const unsigned row = blockIdx.x;
    a += row * 5001;
...

// shifted_dot_float16, of reduce_rows.cu.mustache:
...
    const unsigned row = blockIdx.x;
    a += row * 5001;
    b += row * 5001;
    __shared__ double states_sum[4];
    __shared__ double states_rest[4];
...

// shiftedPairs_float32, of reduce_rows.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(32) shiftedPairs_float32(const float *__restrict__ a, float *c)
{
    const uint4 *const end_a = (const uint4 *)a + 1251;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 1 + threadIdx.x / 32;
...

// nothing, of reduce_rows.cu.mustache:
extern "C" __global__ void __launch_bounds__(256) nothing(const float *__restrict__ a, float *c)
{
    const unsigned row = (unsigned)blockIdx.x * 256 + threadIdx.x;
    if (row < 1) c[row] = nothing_nothing();
}
