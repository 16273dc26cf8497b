// alone_float16: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float16, the rows of 1 x 100 x 16, order exact
// grid 7, block 32, then alone_float16_exact with grid 2, block 64; elements: a 1600, c 100
// Exactly the sum of its members, unless the last is NaN.
struct alone_float16_state {
    double sum, rest;
};

// Of a leaf: the elements are multiples of 2^-24 below 2^16, so one double holds all of their sums.
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

// alone_float64: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float64, the rows of 1 x 100 x 16, order exact
// grid 25, block 32, then alone_float64_exact with grid 2, block 64; elements: a 1600, c 100
// Exactly the sum of its members, unless the last is NaN.
struct alone_float64_state {
    double sum, rest, tail;
};

using alone_float64_part = alone_float64_state;

// What is added up, as a double.
static __device__ __forceinline__ double alone_float64_term(double x)
{
    return x;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double alone_float64_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void alone_float64_add_last(double *last, double x)
{
    if (x == 0) return;
    if (alone_float64_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
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

static __device__ __forceinline__ alone_float64_state alone_float64_down(alone_float64_state s, unsigned lanes)
{
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
static __device__ __forceinline__ double alone_float64_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
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

using alone_float64_vector = uint4;

static __device__ __forceinline__ alone_float64_vector alone_float64_load(const double *line, const unsigned place)
{
    return __ldg((const alone_float64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ double alone_float64_element(const alone_float64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __hiloint2double((int)word[2 * i + 1], (int)word[2 * i]);
}

// What the 16 elements of a row make.
static __device__ __forceinline__ alone_float64_part alone_float64_row(const double *a, const unsigned lane)
{
    alone_float64_part part[2];
    alone_float64_vector x;
    x = alone_float64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = alone_float64_first(alone_float64_element(x, i), lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = alone_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2) {
        const alone_float64_part right = alone_float64_part_down(part[0], d);
        part[0] = alone_float64_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) alone_float64(const double *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 8;
    const unsigned row = blockIdx.x * 4 + threadIdx.x / 8;
    const unsigned from = row * 16;
    const alone_float64_part part = alone_float64_row(a + from, lane);
    const alone_float64_state s = alone_float64_of_leaf(part, 0);
    if (lane == 0) c[row] = alone_float64_result(s, 16ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void alone_float64_put(long long (*words)[64], double x)
{
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

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void alone_float64_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 68; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned alone_float64_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 68 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ double alone_float64_nearest(bool negative, unsigned long long top, int exponent)
{
    const int field = exponent + 63 + 1023;
    const int cut = 64 - 53 + (field > 0 ? 0 : 1 - field); // bits that the result has no place for
    unsigned long long bits = 0;
    if (field >= 2047) {
        bits = (unsigned long long)2047 << (53 - 1);
    } else if (cut <= 64) {
        const unsigned long long kept = cut < 64 ? top >> cut : 0, rest = top << (64 - cut), half = 1ull << 63;
        bits = (unsigned long long)(kept + (rest > half || (rest == half && kept % 2 == 1)));
        if (field > 0) bits += (unsigned long long)(field - 1) << (53 - 1); // kept has a bit there too
    }
    return __longlong_as_double(bits | (unsigned long long)negative << 63);
}

// What the thread's number gives, rounded once.
static __device__ __forceinline__ double alone_float64_round(long long (*words)[64])
{
    const bool up = words[68][threadIdx.x] != 0, down = words[68 + 1][threadIdx.x] != 0;
    if (up && down) return __longlong_as_double(0x7fffffffffffffff);
    if (up || down) return up ? __longlong_as_double(0x7ff0000000000000) : __longlong_as_double(0xfff0000000000000);
    alone_float64_carry(words, 1);
    const bool negative = words[68 - 1][threadIdx.x] >> 31;
    if (negative) alone_float64_carry(words, -1);
    int i = 68 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | alone_float64_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 1074;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return alone_float64_nearest(negative, top | (rest != 0), exponent);
}

// Adds up elements of result k, from number e on every 1.
static __device__ __forceinline__ void alone_float64_collect(const double *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 70; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 16;
#pragma unroll 4
    for (; e < 16ull; e += 1) {
        const unsigned long long at = begin + e;
        alone_float64_put(words, alone_float64_term(a[at]));
    }
}

static __device__ __forceinline__ bool alone_float64_is_marked(double value)
{
    return __double_as_longlong(value) == 0x7ffffffffffffffe;
}

extern "C" __global__ void __launch_bounds__(64) alone_float64_exact(const double *__restrict__ a, double *c)
{
    __shared__ long long words[70][64];

    const unsigned long long k = blockIdx.x * 64ull + threadIdx.x;
    if (k >= 100ull || !alone_float64_is_marked(c[k])) return;
    alone_float64_collect(a, k, 0, words);
    c[k] = alone_float64_round(words);
}

// columns_float16: reduce family of tilewright 0.1.0, from reduce-exact.json; dot of float16, the columns of 2 x 20 x 100, order exact
// grid 2, block 128, then columns_float16_exact with grid 4, block 64; elements: a 4000, b 4000, c 200
// Exactly the sum of its members, unless the last is NaN.
struct columns_float16_state {
    double sum, rest;
};

using columns_float16_part = columns_float16_state;

static __device__ __forceinline__ float columns_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// What is added up, as a double: products have at most 48 bits, and nothing rounds.
static __device__ __forceinline__ double columns_float16_term(unsigned short x, unsigned short y)
{
    return __dmul_rn(columns_float16_float(x), columns_float16_float(y));
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double columns_float16_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void columns_float16_add_last(double *last, double x)
{
    if (x == 0) return;
    if (columns_float16_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void columns_float16_add_to(columns_float16_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        columns_float16_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ columns_float16_state columns_float16_join(columns_float16_state left, columns_float16_state right)
{
    columns_float16_add_to(&left, right.sum);
    columns_float16_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ columns_float16_part columns_float16_first(unsigned short x, unsigned short y, unsigned)
{
    return { columns_float16_term(x, y), 0 };
}

static __device__ __forceinline__ columns_float16_part columns_float16_take(columns_float16_part p, unsigned short x, unsigned short y, unsigned)
{
    columns_float16_add_to(&p, columns_float16_term(x, y));
    return p;
}

static __device__ __forceinline__ columns_float16_state columns_float16_of_leaf(columns_float16_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double columns_float16_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float columns_float16_result(columns_float16_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = columns_float16_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = columns_float16_add(&sum, rest);
    return __double2float_rn(columns_float16_odd(sum, rest));
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
static __device__ __forceinline__ void columns_float16_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 31;
    const unsigned place = exponent - 975;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void columns_float16_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 5; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned columns_float16_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 5 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float columns_float16_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float columns_float16_round(long long (*words)[64])
{
    columns_float16_carry(words, 1);
    const bool negative = words[5 - 1][threadIdx.x] >> 31;
    if (negative) columns_float16_carry(words, -1);
    int i = 5 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | columns_float16_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 69;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return columns_float16_nearest(negative, top | (rest != 0), exponent);
}

// Adds up elements of result k, from number e on every 1.
static __device__ __forceinline__ void columns_float16_collect(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 5; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k / 100 * 2000 + k % 100;
#pragma unroll 4
    for (; e < 20ull; e += 1) {
        const unsigned long long at = begin + 100 * e;
        columns_float16_put(words, columns_float16_term(a[at], b[at]));
    }
}

static __device__ __forceinline__ bool columns_float16_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) columns_float16_exact(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    __shared__ long long words[5][64];

    const unsigned long long k = blockIdx.x * 64ull + threadIdx.x;
    if (k >= 200ull || !columns_float16_is_marked(c[k])) return;
    columns_float16_collect(a, b, k, 0, words);
    c[k] = columns_float16_round(words);
}

// columns_bfloat16: reduce family of tilewright 0.1.0, from reduce-exact.json; dot of bfloat16, the columns of 2 x 20 x 100, order exact
// grid 2, block 128, then columns_bfloat16_exact with grid 4, block 64; elements: a 4000, b 4000, c 200
// Exactly the sum of its members, unless the last is NaN.
struct columns_bfloat16_state {
    double sum, rest;
};

using columns_bfloat16_part = columns_bfloat16_state;

static __device__ __forceinline__ float columns_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

// What is added up, as a double: products have at most 48 bits, and nothing rounds.
static __device__ __forceinline__ double columns_bfloat16_term(unsigned short x, unsigned short y)
{
    return __dmul_rn(columns_bfloat16_float(x), columns_bfloat16_float(y));
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double columns_bfloat16_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void columns_bfloat16_add_last(double *last, double x)
{
    if (x == 0) return;
    if (columns_bfloat16_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void columns_bfloat16_add_to(columns_bfloat16_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        columns_bfloat16_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ columns_bfloat16_state columns_bfloat16_join(columns_bfloat16_state left, columns_bfloat16_state right)
{
    columns_bfloat16_add_to(&left, right.sum);
    columns_bfloat16_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ columns_bfloat16_part columns_bfloat16_first(unsigned short x, unsigned short y, unsigned)
{
    return { columns_bfloat16_term(x, y), 0 };
}

static __device__ __forceinline__ columns_bfloat16_part columns_bfloat16_take(columns_bfloat16_part p, unsigned short x, unsigned short y, unsigned)
{
    columns_bfloat16_add_to(&p, columns_bfloat16_term(x, y));
    return p;
}

static __device__ __forceinline__ columns_bfloat16_state columns_bfloat16_of_leaf(columns_bfloat16_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double columns_bfloat16_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float columns_bfloat16_result(columns_bfloat16_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = columns_bfloat16_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = columns_bfloat16_add(&sum, rest);
    return __double2float_rn(columns_bfloat16_odd(sum, rest));
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void columns_bfloat16_rows(const unsigned short *a, const unsigned short *b, unsigned row, columns_bfloat16_part (&part))
{
    unsigned short x[count], y[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 100];
        y[u] = b[u * 100];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? columns_bfloat16_take(part, x[u], y[u], row + u) : columns_bfloat16_first(x[u], y[u], 0);
    }
}

// Takes the leaf of that number, which begins at a and b.
static __device__ __forceinline__ void columns_bfloat16_leaf(const unsigned short *a, const unsigned short *b, unsigned leaf, columns_bfloat16_state (&state))
{
    columns_bfloat16_part part;
#pragma unroll 1
    for (unsigned row = 0; row < 16; row += 16)
        columns_bfloat16_rows<16>(a + row * 100, b + row * 100, row, part);
    columns_bfloat16_rows<4>(a + 16 * 100, b + 16 * 100, 16, part);
    state = columns_bfloat16_of_leaf(part, leaf * 32ull);
}

// Stores the results of a vector of columns.
static __device__ __forceinline__ void columns_bfloat16_store(float *c, unsigned vector, const columns_bfloat16_state (&state))
{
    c[vector] = columns_bfloat16_result(state, 20ull);
}

extern "C" __global__ void __launch_bounds__(128) columns_bfloat16(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    const unsigned vector = (unsigned)(blockIdx.x) * 128 + threadIdx.x;
    const unsigned leaf = 0;
    columns_bfloat16_state state;
    if (vector < 200) {
        const unsigned matrix = vector / 100;
        const unsigned long long col = (vector % 100) * 1ull;
        const unsigned long long offset = matrix * 2000ull + col;
        columns_bfloat16_leaf(a + offset, b + offset, leaf, state);
    }
    if (vector < 200) columns_bfloat16_store(c, vector, state);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void columns_bfloat16_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 37;
    const unsigned place = exponent - 757;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void columns_bfloat16_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 19; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned columns_bfloat16_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 19 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float columns_bfloat16_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float columns_bfloat16_round(long long (*words)[64])
{
    columns_bfloat16_carry(words, 1);
    const bool negative = words[19 - 1][threadIdx.x] >> 31;
    if (negative) columns_bfloat16_carry(words, -1);
    int i = 19 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | columns_bfloat16_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 281;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return columns_bfloat16_nearest(negative, top | (rest != 0), exponent);
}

// Adds up elements of result k, from number e on every 1.
static __device__ __forceinline__ void columns_bfloat16_collect(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 19; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k / 100 * 2000 + k % 100;
#pragma unroll 4
    for (; e < 20ull; e += 1) {
        const unsigned long long at = begin + 100 * e;
        columns_bfloat16_put(words, columns_bfloat16_term(a[at], b[at]));
    }
}

static __device__ __forceinline__ bool columns_bfloat16_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) columns_bfloat16_exact(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    __shared__ long long words[19][64];

    const unsigned long long k = blockIdx.x * 64ull + threadIdx.x;
    if (k >= 200ull || !columns_bfloat16_is_marked(c[k])) return;
    columns_bfloat16_collect(a, b, k, 0, words);
    c[k] = columns_bfloat16_round(words);
}

// looks: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float32, the rows of 1 x 300000 x 3, order exact
// grid 586, block 256, then looks_exact with grid 4096, block 64; elements: a 900000, c 300000
// Exactly the sum of its members, unless the last is NaN.
struct looks_state {
    double sum, rest;
};

using looks_part = looks_state;

// What is added up, as a double.
static __device__ __forceinline__ double looks_term(float x)
{
    return x;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double looks_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void looks_add_last(double *last, double x)
{
    if (x == 0) return;
    if (looks_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void looks_add_to(looks_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        looks_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ looks_state looks_join(looks_state left, looks_state right)
{
    looks_add_to(&left, right.sum);
    looks_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ looks_state looks_down(looks_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ looks_part looks_first(float x, unsigned)
{
    return { looks_term(x), 0 };
}

static __device__ __forceinline__ looks_part looks_take(looks_part p, float x, unsigned)
{
    looks_add_to(&p, looks_term(x));
    return p;
}

static __device__ __forceinline__ looks_part looks_join_parts(looks_part left, looks_part right)
{
    return looks_join(left, right);
}

static __device__ __forceinline__ looks_part looks_part_down(looks_part p, unsigned lanes)
{
    return looks_down(p, lanes);
}

static __device__ __forceinline__ looks_state looks_of_leaf(looks_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double looks_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ double looks_result(looks_state s, unsigned long long)
{
    if (s.sum != s.sum) return __longlong_as_double(0x7fffffffffffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __longlong_as_double(0x7ffffffffffffffe);
    double sum = s.sum, rest = looks_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    return __dadd_rn(sum, rest);
}

using looks_vector = float;

static __device__ __forceinline__ looks_vector looks_load(const float *line, const unsigned place)
{
    return __ldg(line + place);
}

// What the 3 elements of each row make.
static __device__ __forceinline__ void looks_rows(const float *a, const unsigned *from, looks_part *result)
{
    looks_vector x[2][3];
#pragma unroll
    for (unsigned k = 0; k < 2; k++)
#pragma unroll
        for (unsigned j = 0; j < 3; j++)
            x[k][j] = looks_load(a + from[k], j);
#pragma unroll
    for (unsigned k = 0; k < 2; k++) {
        looks_part part[3];
#pragma unroll
        for (unsigned j = 0; j < 3; j++)
            part[j] = looks_first(x[k][j], j);

#pragma unroll
        for (unsigned d = 1; d < 3; d *= 2)
#pragma unroll
            for (unsigned j = 0; j < 3; j++)
                if (j % (2 * d) == 0 && (j + d) * 1 < 3)
                    part[j] = looks_join_parts(part[j], part[j + d]);
        result[k] = part[0];
    }
}

extern "C" __global__ void __launch_bounds__(256) looks(const float *__restrict__ a, double *c)
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

// Adds x to the thread's number.
static __device__ __forceinline__ void looks_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 29;
    const unsigned place = exponent - 874;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void looks_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 11; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned looks_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 11 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ double looks_nearest(bool negative, unsigned long long top, int exponent)
{
    const int field = exponent + 63 + 1023;
    const int cut = 64 - 53 + (field > 0 ? 0 : 1 - field); // bits that the result has no place for
    unsigned long long bits = 0;
    if (field >= 2047) {
        bits = (unsigned long long)2047 << (53 - 1);
    } else if (cut <= 64) {
        const unsigned long long kept = cut < 64 ? top >> cut : 0, rest = top << (64 - cut), half = 1ull << 63;
        bits = (unsigned long long)(kept + (rest > half || (rest == half && kept % 2 == 1)));
        if (field > 0) bits += (unsigned long long)(field - 1) << (53 - 1); // kept has a bit there too
    }
    return __longlong_as_double(bits | (unsigned long long)negative << 63);
}

// What the thread's number gives, rounded once.
static __device__ __forceinline__ double looks_round(long long (*words)[64])
{
    looks_carry(words, 1);
    const bool negative = words[11 - 1][threadIdx.x] >> 31;
    if (negative) looks_carry(words, -1);
    int i = 11 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | looks_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 172;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return looks_nearest(negative, top | (rest != 0), exponent);
}

// Adds up elements of result k, from number e on every 1.
static __device__ __forceinline__ void looks_collect(const float *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 11; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 3;
#pragma unroll 4
    for (; e < 3ull; e += 1) {
        const unsigned long long at = begin + e;
        looks_put(words, looks_term(a[at]));
    }
}

static __device__ __forceinline__ bool looks_is_marked(double value)
{
    return __double_as_longlong(value) == 0x7ffffffffffffffe;
}

extern "C" __global__ void __launch_bounds__(64) looks_exact(const float *__restrict__ a, double *c)
{
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

// spread: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float32, the rows of 1 x 2000 x 600, order exact
// grid 250, block 256, then spread_exact with grid 1000, block 64; elements: a 1200000, c 2000
// Exactly the sum of its members, unless the last is NaN.
struct spread_state {
    double sum, rest;
};

using spread_part = spread_state;

// What is added up, as a double.
static __device__ __forceinline__ double spread_term(float x)
{
    return x;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double spread_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void spread_add_last(double *last, double x)
{
    if (x == 0) return;
    if (spread_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void spread_add_to(spread_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        spread_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ spread_state spread_join(spread_state left, spread_state right)
{
    spread_add_to(&left, right.sum);
    spread_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ spread_state spread_down(spread_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ spread_part spread_first(float x, unsigned)
{
    return { spread_term(x), 0 };
}

static __device__ __forceinline__ spread_part spread_take(spread_part p, float x, unsigned)
{
    spread_add_to(&p, spread_term(x));
    return p;
}

static __device__ __forceinline__ spread_part spread_join_parts(spread_part left, spread_part right)
{
    return spread_join(left, right);
}

static __device__ __forceinline__ spread_part spread_part_down(spread_part p, unsigned lanes)
{
    return spread_down(p, lanes);
}

static __device__ __forceinline__ spread_state spread_of_leaf(spread_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double spread_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float spread_result(spread_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = spread_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = spread_add(&sum, rest);
    return __double2float_rn(spread_odd(sum, rest));
}

using spread_vector = uint4;

static __device__ __forceinline__ spread_vector spread_load(const float *line, const unsigned place)
{
    return __ldg((const spread_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float spread_element(const spread_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 600 elements of a row make.
static __device__ __forceinline__ spread_part spread_row(const float *a, const unsigned lane)
{
    spread_part part[4];
    spread_vector rest_x;
    if (lane < 22) rest_x = spread_load(a + 512, lane);
    spread_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = spread_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? spread_first(spread_element(x[n], i), n * 128 + lane * 4 + i)
                : spread_take(part[i], spread_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 22) part[i] = spread_take(part[i], spread_element(rest_x, i), 512 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = spread_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const spread_part right = spread_part_down(part[0], d);
        part[0] = spread_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(256) spread(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 32;
    const unsigned from = row * 600;
    const spread_part part = spread_row(a + from, lane);
    const spread_state s = spread_of_leaf(part, 0);
    if (lane == 0) c[row] = spread_result(s, 600ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void spread_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 29;
    const unsigned place = exponent - 874;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void spread_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 11; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned spread_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 11 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float spread_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float spread_round(long long (*words)[64])
{
    spread_carry(words, 1);
    const bool negative = words[11 - 1][threadIdx.x] >> 31;
    if (negative) spread_carry(words, -1);
    int i = 11 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | spread_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 172;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return spread_nearest(negative, top | (rest != 0), exponent);
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
{
#pragma unroll 1
    for (unsigned i = 0; i < 11; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 600;
#pragma unroll 4
    for (; e < 600ull; e += 64) {
        const unsigned long long at = begin + e;
        spread_put(words, spread_term(a[at]));
    }
}

static __device__ __forceinline__ bool spread_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) spread_exact(const float *__restrict__ a, float *c)
{
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

// split: reduce family of tilewright 0.1.0, from reduce-exact.json; dot of float32, the rows of 1 x 1 x 9000, order exact
// grid 1, block 512, then split_exact with grid 3, block 64; elements: a 9000, b 9000, c 1, exact_words 63, exact_finished 1, 0 before and after
// Exactly the sum of its members, unless the last is NaN.
struct split_state {
    double sum, rest;
};

using split_part = split_state;

// What is added up, as a double: products have at most 48 bits, and nothing rounds.
static __device__ __forceinline__ double split_term(float x, float y)
{
    return __dmul_rn(x, y);
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double split_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void split_add_last(double *last, double x)
{
    if (x == 0) return;
    if (split_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void split_add_to(split_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        split_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ split_state split_join(split_state left, split_state right)
{
    split_add_to(&left, right.sum);
    split_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ split_state split_down(split_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ split_part split_first(float x, float y, unsigned)
{
    return { split_term(x, y), 0 };
}

static __device__ __forceinline__ split_part split_take(split_part p, float x, float y, unsigned)
{
    split_add_to(&p, split_term(x, y));
    return p;
}

static __device__ __forceinline__ split_part split_join_parts(split_part left, split_part right)
{
    return split_join(left, right);
}

static __device__ __forceinline__ split_part split_part_down(split_part p, unsigned lanes)
{
    return split_down(p, lanes);
}

static __device__ __forceinline__ split_state split_of_leaf(split_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double split_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float split_result(split_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = split_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = split_add(&sum, rest);
    return __double2float_rn(split_odd(sum, rest));
}

using split_vector = uint4;

static __device__ __forceinline__ split_vector split_load(const float *line, const unsigned place)
{
    return __ldg((const split_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float split_element(const split_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1024 elements of a whole leaf make.
static __device__ __forceinline__ split_part split_leaf(const float *a, const float *b, const unsigned lane)
{
    split_part part[4];
    split_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = split_load(a + n * 128, lane);
    split_vector y[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        y[n] = split_load(b + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? split_first(split_element(x[n], i), split_element(y[n], i), n * 128 + lane * 4 + i)
                : split_take(part[i], split_element(x[n], i), split_element(y[n], i), n * 128 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = split_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const split_part right = split_part_down(part[0], d);
        part[0] = split_join_parts(part[0], right);
    }
    return part[0];
}

// What the 808 elements of the last leaf make.
static __device__ __forceinline__ split_part split_tail(const float *a, const float *b, const unsigned lane)
{
    split_part part[4];
    split_vector rest_x;
    if (lane < 10) rest_x = split_load(a + 768, lane);
    split_vector rest_y;
    if (lane < 10) rest_y = split_load(b + 768, lane);
    split_vector x[6];
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
        x[n] = split_load(a + n * 128, lane);
    split_vector y[6];
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
        y[n] = split_load(b + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 6; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? split_first(split_element(x[n], i), split_element(y[n], i), n * 128 + lane * 4 + i)
                : split_take(part[i], split_element(x[n], i), split_element(y[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 10) part[i] = split_take(part[i], split_element(rest_x, i), split_element(rest_y, i), 768 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = split_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const split_part right = split_part_down(part[0], d);
        part[0] = split_join_parts(part[0], right);
    }
    return part[0];
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

// Adds x to the thread's number.
static __device__ __forceinline__ void split_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 5;
    const unsigned place = exponent - 725;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
    word[2][threadIdx.x] += ((long long)(mantissa >> 1 >> (63 - place % 32)) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void split_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 21; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned split_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 21 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float split_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float split_round(long long (*words)[64])
{
    split_carry(words, 1);
    const bool negative = words[21 - 1][threadIdx.x] >> 31;
    if (negative) split_carry(words, -1);
    int i = 21 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | split_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 345;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return split_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void split_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 21; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 192.
static __device__ __forceinline__ void split_collect(const float *__restrict__ a, const float *__restrict__ b, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 21; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 9000;
#pragma unroll 4
    for (; e < 9000ull; e += 192) {
        const unsigned long long at = begin + e;
        split_put(words, split_term(a[at], b[at]));
    }
}

static __device__ __forceinline__ bool split_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) split_exact(const float *__restrict__ a, const float *__restrict__ b, float *c, long long *exact_words, unsigned *exact_finished)
{
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

// segments: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float64, 2 segments of 9000 elements, order exact
// grid 2, block 1024, then segments_exact with grid 4, block 64; elements: a 9000, offsets 3, c 2, exact_words 280, exact_finished 2, 0 before and after
// Exactly the sum of its members, unless the last is NaN.
struct segments_state {
    double sum, rest, tail;
};

using segments_part = segments_state;

// What is added up, as a double.
static __device__ __forceinline__ double segments_term(double x)
{
    return x;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double segments_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void segments_add_last(double *last, double x)
{
    if (x == 0) return;
    if (segments_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to all members but the first.
static __device__ __forceinline__ void segments_add_to_rest(segments_state *s, double x)
{
    segments_add_last(&s->tail, segments_add(&s->rest, x));
}

static __device__ __forceinline__ void segments_add_to(segments_state *s, double x)
{
    segments_add_to_rest(s, segments_add(&s->sum, x));
}

static __device__ __forceinline__ segments_state segments_join(segments_state left, segments_state right)
{
    const double lost = segments_add(&left.sum, right.sum);
    const double rest_lost = segments_add(&left.rest, right.rest);
    const double lost_again = segments_add(&left.rest, lost);
    if (right.tail != 0 || rest_lost != 0 || lost_again != 0) {
        segments_add_last(&left.tail, right.tail);
        segments_add_last(&left.tail, rest_lost);
        segments_add_last(&left.tail, lost_again);
    }
    return left;
}

static __device__ __forceinline__ segments_state segments_down(segments_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    s.tail = __shfl_down_sync(0xffffffff, s.tail, lanes);
    return s;
}

static __device__ __forceinline__ segments_part segments_first(double x, unsigned)
{
    return { segments_term(x), 0, 0 };
}

static __device__ __forceinline__ segments_part segments_take(segments_part p, double x, unsigned)
{
    segments_add_to(&p, segments_term(x));
    return p;
}

static __device__ __forceinline__ segments_part segments_join_parts(segments_part left, segments_part right)
{
    return segments_join(left, right);
}

static __device__ __forceinline__ segments_part segments_part_down(segments_part p, unsigned lanes)
{
    return segments_down(p, lanes);
}

static __device__ __forceinline__ segments_part segments_part_of(segments_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.sum, lane, lanes), __shfl_sync(0xffffffffu, p.rest, lane, lanes), __shfl_sync(0xffffffffu, p.tail, lane, lanes) };
}

static __device__ __forceinline__ segments_state segments_of_leaf(segments_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double segments_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ double segments_result(segments_state s, unsigned long long)
{
    if (s.tail != s.tail || !(fabs(s.sum) < 0x1p1022)) return __longlong_as_double(0x7ffffffffffffffe);
    double sum = s.sum, rest = s.rest, tail = s.tail;
#pragma unroll 1
    for (unsigned i = 0; i < 6; i++) { // until none overlaps the next
        tail = segments_add(&rest, tail);
        rest = segments_add(&sum, rest);
    }
    if (sum + rest != sum || rest + tail != rest) return __longlong_as_double(0x7ffffffffffffffe);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = segments_odd(rest, tail);
    return __dadd_rn(sum, rest);
}

static __device__ __forceinline__ double segments_nothing()
{
    return 0;
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
static __device__ __forceinline__ void segments_put(long long (*words)[64], double x)
{
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

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void segments_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 68; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned segments_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 68 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ double segments_nearest(bool negative, unsigned long long top, int exponent)
{
    const int field = exponent + 63 + 1023;
    const int cut = 64 - 53 + (field > 0 ? 0 : 1 - field); // bits that the result has no place for
    unsigned long long bits = 0;
    if (field >= 2047) {
        bits = (unsigned long long)2047 << (53 - 1);
    } else if (cut <= 64) {
        const unsigned long long kept = cut < 64 ? top >> cut : 0, rest = top << (64 - cut), half = 1ull << 63;
        bits = (unsigned long long)(kept + (rest > half || (rest == half && kept % 2 == 1)));
        if (field > 0) bits += (unsigned long long)(field - 1) << (53 - 1); // kept has a bit there too
    }
    return __longlong_as_double(bits | (unsigned long long)negative << 63);
}

// What the thread's number gives, rounded once.
static __device__ __forceinline__ double segments_round(long long (*words)[64])
{
    const bool up = words[68][threadIdx.x] != 0, down = words[68 + 1][threadIdx.x] != 0;
    if (up && down) return __longlong_as_double(0x7fffffffffffffff);
    if (up || down) return up ? __longlong_as_double(0x7ff0000000000000) : __longlong_as_double(0xfff0000000000000);
    segments_carry(words, 1);
    const bool negative = words[68 - 1][threadIdx.x] >> 31;
    if (negative) segments_carry(words, -1);
    int i = 68 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | segments_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 1074;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return segments_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void segments_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 70; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 128.
static __device__ __forceinline__ void segments_collect(const double *__restrict__ a, const int *__restrict__ offsets, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 70; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = offsets[k], length = offsets[k + 1] - begin;
#pragma unroll 4
    for (; e < length; e += 128) {
        const unsigned long long at = begin + e;
        segments_put(words, segments_term(a[at]));
    }
}

static __device__ __forceinline__ bool segments_is_marked(double value)
{
    return __double_as_longlong(value) == 0x7ffffffffffffffe;
}

extern "C" __global__ void __launch_bounds__(64) segments_exact(const double *__restrict__ a, const int *__restrict__ offsets, double *c, long long *exact_words, unsigned *exact_finished)
{
    __shared__ long long words[70][64];

    const unsigned k = blockIdx.x / 2, part = blockIdx.x % 2;
    if (!segments_is_marked(c[k])) return;
    segments_collect(a, offsets, k, part * 64 + threadIdx.x, words);
    segments_gather(words);
    if (threadIdx.x == 0) segments_carry(words, 1);
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 70; i += 64)
        exact_words[blockIdx.x * 70 + i] = words[i][0];

    __threadfence(); // who sees the count sees the words
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        last = atomicInc(exact_finished + k, 2 - 1) == 2 - 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 70; i += 64) {
        long long sum = 0;
#pragma unroll 8
        for (unsigned p = 0; p < 2; p++) sum += exact_words[(k * 2 + p) * 70 + i];
        words[i][0] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) c[k] = segments_round(words);
}

// pairs: reduce family of tilewright 0.1.0, from reduce-exact.json; dot of float64, the rows of 1 x 1 x 9000, order exact
// grid 1, block 1024, then pairs_exact with grid 3, block 32; elements: a 9000, b 9000, c 1, exact_words 405, exact_finished 1, 0 before and after
// Exactly the sum of its members, unless the last is NaN.
struct pairs_state {
    double sum, rest, tail, last;
};

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
static __device__ __forceinline__ double pairs_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void pairs_add_last(double *last, double x)
{
    if (x == 0) return;
    if (pairs_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to all members but the first.
static __device__ __forceinline__ void pairs_add_to_rest(pairs_state *s, double x)
{
    const double lost = pairs_add(&s->rest, x);
    if (lost != 0) pairs_add_last(&s->last, pairs_add(&s->tail, lost));
}

static __device__ __forceinline__ void pairs_add_to(pairs_state *s, double x)
{
    pairs_add_to_rest(s, pairs_add(&s->sum, x));
}

static __device__ __forceinline__ pairs_state pairs_join(pairs_state left, pairs_state right)
{
    pairs_add_to(&left, right.sum);
    pairs_add_to_rest(&left, right.rest);
    pairs_add_last(&left.last, pairs_add(&left.tail, right.tail));
    pairs_add_last(&left.last, right.last);
    return left;
}

static __device__ __forceinline__ pairs_state pairs_down(pairs_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    s.tail = __shfl_down_sync(0xffffffff, s.tail, lanes);
    s.last = __shfl_down_sync(0xffffffff, s.last, lanes);
    return s;
}

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

static __device__ __forceinline__ pairs_part pairs_join_parts(pairs_part left, pairs_part right)
{
    return pairs_join(left, right);
}

static __device__ __forceinline__ pairs_part pairs_part_down(pairs_part p, unsigned lanes)
{
    return pairs_down(p, lanes);
}

static __device__ __forceinline__ pairs_state pairs_of_leaf(pairs_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double pairs_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ double pairs_result(pairs_state s, unsigned long long)
{
    if (s.last != s.last || !(fabs(s.sum) < 0x1p1022)) return __longlong_as_double(0x7ffffffffffffffe);
    double sum = s.sum, rest = s.rest, tail = s.tail, last = s.last;
#pragma unroll 1
    for (unsigned i = 0; i < 6; i++) { // until none overlaps the next
        last = pairs_add(&tail, last);
        tail = pairs_add(&rest, tail);
        rest = pairs_add(&sum, rest);
    }
    if (sum + rest != sum || rest + tail != rest || tail + last != tail) return __longlong_as_double(0x7ffffffffffffffe);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = pairs_odd(rest, tail);
    return __dadd_rn(sum, rest);
}

using pairs_vector = uint4;

static __device__ __forceinline__ pairs_vector pairs_load(const double *line, const unsigned place)
{
    return __ldg((const pairs_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ double pairs_element(const pairs_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __hiloint2double((int)word[2 * i + 1], (int)word[2 * i]);
}

// What the 512 elements of a whole leaf make.
static __device__ __forceinline__ pairs_part pairs_leaf(const double *a, const double *b, const unsigned lane)
{
    pairs_part part[2];
    pairs_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = pairs_load(a + n * 64, lane);
    pairs_vector y[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        y[n] = pairs_load(b + n * 64, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            part[i] = n == 0 ? pairs_first(pairs_element(x[n], i), pairs_element(y[n], i), n * 64 + lane * 2 + i)
                : pairs_take(part[i], pairs_element(x[n], i), pairs_element(y[n], i), n * 64 + lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = pairs_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const pairs_part right = pairs_part_down(part[0], d);
        part[0] = pairs_join_parts(part[0], right);
    }
    return part[0];
}

// What the 296 elements of the last leaf make.
static __device__ __forceinline__ pairs_part pairs_tail(const double *a, const double *b, const unsigned lane)
{
    pairs_part part[2];
    pairs_vector rest_x;
    if (lane < 20) rest_x = pairs_load(a + 256, lane);
    pairs_vector rest_y;
    if (lane < 20) rest_y = pairs_load(b + 256, lane);
    pairs_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = pairs_load(a + n * 64, lane);
    pairs_vector y[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        y[n] = pairs_load(b + n * 64, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            part[i] = n == 0 ? pairs_first(pairs_element(x[n], i), pairs_element(y[n], i), n * 64 + lane * 2 + i)
                : pairs_take(part[i], pairs_element(x[n], i), pairs_element(y[n], i), n * 64 + lane * 2 + i);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        if (lane < 20) part[i] = pairs_take(part[i], pairs_element(rest_x, i), pairs_element(rest_y, i), 256 + lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = pairs_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const pairs_part right = pairs_part_down(part[0], d);
        part[0] = pairs_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ pairs_state pairs_of_lanes(pairs_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const pairs_state right = pairs_down(s, d);
        if (number + d < count) s = pairs_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void pairs_put(double *sum, double *rest, double *tail, double *last, const unsigned lane, const pairs_state s)
{
    if (lane == 0) {
        *sum = s.sum;
        *rest = s.rest;
        *tail = s.tail;
        *last = s.last;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ pairs_state pairs_of_states(const double *sum, const double *rest, const double *tail, const double *last, const unsigned lane, const unsigned lanes, const unsigned count)
{
    pairs_state s;
    if (lane < count) s = { sum[lane], rest[lane], tail[lane], last[lane] };
    return pairs_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(1024) pairs(const double *__restrict__ a, const double *__restrict__ b, double *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __shared__ double states_sum[32];
    __shared__ double states_rest[32];
    __shared__ double states_tail[32];
    __shared__ double states_last[32];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 32 apart from here on
    if (first < 17) {
        const unsigned at = first * 512;
        const pairs_part leaf = pairs_leaf(a + at, b + at, lane);
        pairs_put(states_sum + slot, states_rest + slot, states_tail + slot, states_last + slot, lane, pairs_of_leaf(leaf, at));
    }
    if (first == 17) {
        const pairs_part leaf = pairs_tail(a + 8704, b + 8704, lane);
        pairs_put(states_sum + slot, states_rest + slot, states_tail + slot, states_last + slot, lane, pairs_of_leaf(leaf, 8704));
    }
    __syncthreads();
    pairs_state s;
    if (warp == 0) s = pairs_of_states(states_sum + slot, states_rest + slot, states_tail + slot, states_last + slot, lane, 32, 18);
    if (threadIdx.x == 0) *c = pairs_result(s, 9000ull);
}

// Adds x * y to the thread's number.
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

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void pairs_carry(long long (*words)[32], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 133; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned pairs_bit(long long (*words)[32], int i)
{
    return i < 0 || i >= 32 * 133 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ double pairs_nearest(bool negative, unsigned long long top, int exponent)
{
    const int field = exponent + 63 + 1023;
    const int cut = 64 - 53 + (field > 0 ? 0 : 1 - field); // bits that the result has no place for
    unsigned long long bits = 0;
    if (field >= 2047) {
        bits = (unsigned long long)2047 << (53 - 1);
    } else if (cut <= 64) {
        const unsigned long long kept = cut < 64 ? top >> cut : 0, rest = top << (64 - cut), half = 1ull << 63;
        bits = (unsigned long long)(kept + (rest > half || (rest == half && kept % 2 == 1)));
        if (field > 0) bits += (unsigned long long)(field - 1) << (53 - 1); // kept has a bit there too
    }
    return __longlong_as_double(bits | (unsigned long long)negative << 63);
}

// What the thread's number gives, rounded once.
static __device__ __forceinline__ double pairs_round(long long (*words)[32])
{
    const bool up = words[133][threadIdx.x] != 0, down = words[133 + 1][threadIdx.x] != 0;
    if (up && down) return __longlong_as_double(0x7fffffffffffffff);
    if (up || down) return up ? __longlong_as_double(0x7ff0000000000000) : __longlong_as_double(0xfff0000000000000);
    pairs_carry(words, 1);
    const bool negative = words[133 - 1][threadIdx.x] >> 31;
    if (negative) pairs_carry(words, -1);
    int i = 133 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | pairs_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 2148;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return pairs_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void pairs_gather(long long (*words)[32])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 135; i += 32) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 32; j++) sum += words[i][(i + j) % 32];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 96.
static __device__ __forceinline__ void pairs_collect(const double *__restrict__ a, const double *__restrict__ b, unsigned long long k, unsigned long long e, long long (*words)[32])
{
#pragma unroll 1
    for (unsigned i = 0; i < 135; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 9000;
#pragma unroll 4
    for (; e < 9000ull; e += 96) {
        const unsigned long long at = begin + e;
        const double x = a[at], y = b[at];
        pairs_put(words, x, y);
    }
}

static __device__ __forceinline__ bool pairs_is_marked(double value)
{
    return __double_as_longlong(value) == 0x7ffffffffffffffe;
}

extern "C" __global__ void __launch_bounds__(32) pairs_exact(const double *__restrict__ a, const double *__restrict__ b, double *c, long long *exact_words, unsigned *exact_finished)
{
    __shared__ long long words[135][32];

    const unsigned k = blockIdx.x / 3, part = blockIdx.x % 3;
    if (!pairs_is_marked(c[k])) return;
    pairs_collect(a, b, k, part * 32 + threadIdx.x, words);
    pairs_gather(words);
    if (threadIdx.x == 0) pairs_carry(words, 1);
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 135; i += 32)
        exact_words[blockIdx.x * 135 + i] = words[i][0];

    __threadfence(); // who sees the count sees the words
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        last = atomicInc(exact_finished + k, 3 - 1) == 3 - 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 135; i += 32) {
        long long sum = 0;
#pragma unroll 8
        for (unsigned p = 0; p < 3; p++) sum += exact_words[(k * 3 + p) * 135 + i];
        words[i][0] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) c[k] = pairs_round(words);
}

// root: reduce family of tilewright 0.1.0, from reduce-exact.json; norm2 of float64, the columns of 1 x 70 x 20, order exact
// grid 2, block (16, 4), then root_exact with grid 1, block 32; elements: a 1400, c 20
// Exactly the sum of its members, unless the last is NaN.
struct root_state {
    double sum, rest, tail, last;
};

using root_part = root_state;

// A product, rounded, and what that lost; NaN where a double might not hold it.
static __device__ __forceinline__ double root_term(double x, double y, double *lost)
{
    const double product = __dmul_rn(x, y);
    *lost = __fma_rn(x, y, -product);
    if (fabs(product) < 0x1p-900 && x != 0 && y != 0) *lost = __longlong_as_double(0x7fffffffffffffff);
    return product;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double root_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void root_add_last(double *last, double x)
{
    if (x == 0) return;
    if (root_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to all members but the first.
static __device__ __forceinline__ void root_add_to_rest(root_state *s, double x)
{
    const double lost = root_add(&s->rest, x);
    if (lost != 0) root_add_last(&s->last, root_add(&s->tail, lost));
}

static __device__ __forceinline__ void root_add_to(root_state *s, double x)
{
    root_add_to_rest(s, root_add(&s->sum, x));
}

static __device__ __forceinline__ root_state root_join(root_state left, root_state right)
{
    root_add_to(&left, right.sum);
    root_add_to_rest(&left, right.rest);
    root_add_last(&left.last, root_add(&left.tail, right.tail));
    root_add_last(&left.last, right.last);
    return left;
}

static __device__ __forceinline__ root_part root_first(double x, unsigned)
{
    root_part p = {};
    p.sum = root_term(x, x, &p.rest);
    return p;
}

static __device__ __forceinline__ root_part root_take(root_part p, double x, unsigned)
{
    double lost;
    root_add_to(&p, root_term(x, x, &lost));
    root_add_to_rest(&p, lost);
    return p;
}

static __device__ __forceinline__ root_state root_of_leaf(root_part p, unsigned long long)
{
    return p;
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ double root_result(root_state s, unsigned long long)
{
    if (s.last != s.last || !(fabs(s.sum) < 0x1p1022)) return __longlong_as_double(0x7ffffffffffffffe);
    double sum = s.sum, rest = s.rest, tail = s.tail, last = s.last;
#pragma unroll 1
    for (unsigned i = 0; i < 6; i++) { // until none overlaps the next
        last = root_add(&tail, last);
        tail = root_add(&rest, tail);
        rest = root_add(&sum, rest);
    }
    if (sum + rest != sum || rest + tail != rest || tail + last != tail) return __longlong_as_double(0x7ffffffffffffffe);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    // The root is that of the sum and `off`, which is known to a part in 2^50.
    const double root = __dsqrt_rn(sum);
    const double left = __dadd_rn(__fma_rn(-root, root, sum), rest) + tail;
    const double off = __ddiv_rn(left, 2 * root), more = fabs(off) * 0x1p-48;
    const double low = __dadd_rn(root, off - more), high = __dadd_rn(root, off + more);
    return low == high ? low : __longlong_as_double(0x7ffffffffffffffe);
}

// Takes `count` rows of a leaf, from number `row` on; all are loaded before one is taken.
template <unsigned count>
static __device__ __forceinline__ void root_rows(const double *a, unsigned row, root_part (&part))
{
    double x[count];
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        x[u] = a[u * 20];
    }
#pragma unroll
    for (unsigned u = 0; u < count; u++) {
        part = u || row ? root_take(part, x[u], row + u) : root_first(x[u], 0);
    }
}

// Takes the leaf of that number, which begins at a.
static __device__ __forceinline__ void root_leaf(const double *a, unsigned leaf, root_state (&state))
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
{
    c[vector] = root_result(state, 70ull);
}

extern "C" __global__ void __launch_bounds__(64) root(const double *__restrict__ a, double *c)
{
    const unsigned vector = (unsigned)(blockIdx.x) * 16 + threadIdx.x;
    const unsigned run = __brev(threadIdx.y) >> 30;
    const unsigned leaf = run;
    root_state state;
    if (vector < 20 && leaf < 3) {
        const unsigned long long col = vector * 1ull;
        const unsigned long long offset = leaf * 640ull + col;
        root_leaf(a + offset, leaf, state);
    }
    root_meet<2>(state, run, 3);
    if (threadIdx.y == 0 && vector < 20) root_store(c, vector, state);
}

// Adds x * y to the thread's number.
static __device__ __forceinline__ void root_put(long long (*words)[32], double x, double y)
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

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void root_carry(long long (*words)[32], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 133; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned root_bit(long long (*words)[32], int i)
{
    return i < 0 || i >= 32 * 133 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ double root_nearest(bool negative, unsigned long long top, int exponent)
{
    const int field = exponent + 63 + 1023;
    const int cut = 64 - 53 + (field > 0 ? 0 : 1 - field); // bits that the result has no place for
    unsigned long long bits = 0;
    if (field >= 2047) {
        bits = (unsigned long long)2047 << (53 - 1);
    } else if (cut <= 64) {
        const unsigned long long kept = cut < 64 ? top >> cut : 0, rest = top << (64 - cut), half = 1ull << 63;
        bits = (unsigned long long)(kept + (rest > half || (rest == half && kept % 2 == 1)));
        if (field > 0) bits += (unsigned long long)(field - 1) << (53 - 1); // kept has a bit there too
    }
    return __longlong_as_double(bits | (unsigned long long)negative << 63);
}

// What the thread's number gives, rounded once.
static __device__ __forceinline__ double root_round(long long (*words)[32])
{
    const bool up = words[133][threadIdx.x] != 0, down = words[133 + 1][threadIdx.x] != 0;
    if (up && down) return __longlong_as_double(0x7fffffffffffffff);
    if (up || down) return up ? __longlong_as_double(0x7ff0000000000000) : __longlong_as_double(0xfff0000000000000);
    root_carry(words, 1);
    const bool negative = words[133 - 1][threadIdx.x] >> 31;
    if (negative) root_carry(words, -1);
    int i = 133 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
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
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return root_nearest(negative, top | (rest != 0), exponent);
}

// Adds up elements of result k, from number e on every 1.
static __device__ __forceinline__ void root_collect(const double *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[32])
{
#pragma unroll 1
    for (unsigned i = 0; i < 135; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k;
#pragma unroll 4
    for (; e < 70ull; e += 1) {
        const unsigned long long at = begin + 20 * e;
        const double x = a[at];
        root_put(words, x, x);
    }
}

static __device__ __forceinline__ bool root_is_marked(double value)
{
    return __double_as_longlong(value) == 0x7ffffffffffffffe;
}

extern "C" __global__ void __launch_bounds__(32) root_exact(const double *__restrict__ a, double *c)
{
    __shared__ long long words[135][32];

    const unsigned long long k = blockIdx.x * 32ull + threadIdx.x;
    if (k >= 20ull || !root_is_marked(c[k])) return;
    root_collect(a, k, 0, words);
    c[k] = root_round(words);
}

// single_root: reduce family of tilewright 0.1.0, from reduce-exact.json; norm2 of float32, the rows of 1 x 2000 x 600, order exact
// grid 250, block 256, then single_root_exact with grid 1000, block 64; elements: a 1200000, c 2000
// Exactly the sum of its members, unless the last is NaN.
struct single_root_state {
    double sum, rest;
};

using single_root_part = single_root_state;

// What is added up, as a double: products have at most 48 bits, and nothing rounds.
static __device__ __forceinline__ double single_root_term(float x)
{
    return __dmul_rn(x, x);
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double single_root_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void single_root_add_last(double *last, double x)
{
    if (x == 0) return;
    if (single_root_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void single_root_add_to(single_root_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        single_root_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ single_root_state single_root_join(single_root_state left, single_root_state right)
{
    single_root_add_to(&left, right.sum);
    single_root_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ single_root_state single_root_down(single_root_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ single_root_part single_root_first(float x, unsigned)
{
    return { single_root_term(x), 0 };
}

static __device__ __forceinline__ single_root_part single_root_take(single_root_part p, float x, unsigned)
{
    single_root_add_to(&p, single_root_term(x));
    return p;
}

static __device__ __forceinline__ single_root_part single_root_join_parts(single_root_part left, single_root_part right)
{
    return single_root_join(left, right);
}

static __device__ __forceinline__ single_root_part single_root_part_down(single_root_part p, unsigned lanes)
{
    return single_root_down(p, lanes);
}

static __device__ __forceinline__ single_root_state single_root_of_leaf(single_root_part p, unsigned long long)
{
    return p;
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float single_root_result(single_root_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = single_root_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    // The root is that of the sum and `off`, which is known to a part in 2^50.
    const double root = __dsqrt_rn(sum);
    const double left = __dadd_rn(__fma_rn(-root, root, sum), rest);
    const double off = __ddiv_rn(left, 2 * root), more = fabs(off) * 0x1p-48;
    const float low = __double2float_rn(__dadd_rd(root, off - more));
    const float high = __double2float_rn(__dadd_ru(root, off + more));
    return low == high ? low : __uint_as_float(0x7ffffffe);
}

using single_root_vector = uint4;

static __device__ __forceinline__ single_root_vector single_root_load(const float *line, const unsigned place)
{
    return __ldg((const single_root_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float single_root_element(const single_root_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 600 elements of a row make.
static __device__ __forceinline__ single_root_part single_root_row(const float *a, const unsigned lane)
{
    single_root_part part[4];
    single_root_vector rest_x;
    if (lane < 22) rest_x = single_root_load(a + 512, lane);
    single_root_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = single_root_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? single_root_first(single_root_element(x[n], i), n * 128 + lane * 4 + i)
                : single_root_take(part[i], single_root_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 22) part[i] = single_root_take(part[i], single_root_element(rest_x, i), 512 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = single_root_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const single_root_part right = single_root_part_down(part[0], d);
        part[0] = single_root_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(256) single_root(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 32;
    const unsigned from = row * 600;
    const single_root_part part = single_root_row(a + from, lane);
    const single_root_state s = single_root_of_leaf(part, 0);
    if (lane == 0) c[row] = single_root_result(s, 600ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void single_root_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 5;
    const unsigned place = exponent - 725;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
    word[2][threadIdx.x] += ((long long)(mantissa >> 1 >> (63 - place % 32)) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void single_root_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 21; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned single_root_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 21 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float single_root_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float single_root_round(long long (*words)[64])
{
    single_root_carry(words, 1);
    const bool negative = words[21 - 1][threadIdx.x] >> 31;
    if (negative) single_root_carry(words, -1);
    int i = 21 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
    // digit by digit, as by hand: two bits of the number are one of the root
    at += 345 % 2; // which begins a pair
#pragma unroll 1
    while (top >> 61 == 0) {
        rest = rest << 2 | single_root_bit(words, at) << 1 | single_root_bit(words, at - 1);
        const unsigned long long next = top << 2 | 1;
        top <<= 1;
        if (rest >= next) {
            rest -= next;
            top |= 1;
        }
        at -= 2;
    }
    top <<= 2;
    const int exponent = (at + 1 - 345) / 2 - 2;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return single_root_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void single_root_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 21; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 64.
static __device__ __forceinline__ void single_root_collect(const float *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 21; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 600;
#pragma unroll 4
    for (; e < 600ull; e += 64) {
        const unsigned long long at = begin + e;
        single_root_put(words, single_root_term(a[at]));
    }
}

static __device__ __forceinline__ bool single_root_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) single_root_exact(const float *__restrict__ a, float *c)
{
    __shared__ long long words[21][64];

    const unsigned long long place = blockIdx.x * 2ull + threadIdx.x;
    const bool marked = threadIdx.x < 2 && place < 2000ull && single_root_is_marked(c[place]);
    if (!__syncthreads_or(marked)) return;
#pragma unroll 1
    for (unsigned i = 0; i < 2; i++) {
        if (!__syncthreads_or(marked && threadIdx.x == i)) continue;
        const unsigned long long k = blockIdx.x * 2ull + i;
        single_root_collect(a, k, threadIdx.x, words);
        single_root_gather(words);
        if (threadIdx.x == 0) c[k] = single_root_round(words);
    }
}

// mean_float32: reduce family of tilewright 0.1.0, from reduce-exact.json; mean of float32, the rows of 1 x 2000 x 600, order exact
// grid 250, block 256, then mean_float32_exact with grid 1000, block 64; elements: a 1200000, c 2000
// Exactly the sum of its members, unless the last is NaN.
struct mean_float32_state {
    double sum, rest;
};

using mean_float32_part = mean_float32_state;

// What is added up, as a double.
static __device__ __forceinline__ double mean_float32_term(float x)
{
    return x;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double mean_float32_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void mean_float32_add_last(double *last, double x)
{
    if (x == 0) return;
    if (mean_float32_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void mean_float32_add_to(mean_float32_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        mean_float32_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ mean_float32_state mean_float32_join(mean_float32_state left, mean_float32_state right)
{
    mean_float32_add_to(&left, right.sum);
    mean_float32_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ mean_float32_state mean_float32_down(mean_float32_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ mean_float32_part mean_float32_first(float x, unsigned)
{
    return { mean_float32_term(x), 0 };
}

static __device__ __forceinline__ mean_float32_part mean_float32_take(mean_float32_part p, float x, unsigned)
{
    mean_float32_add_to(&p, mean_float32_term(x));
    return p;
}

static __device__ __forceinline__ mean_float32_part mean_float32_join_parts(mean_float32_part left, mean_float32_part right)
{
    return mean_float32_join(left, right);
}

static __device__ __forceinline__ mean_float32_part mean_float32_part_down(mean_float32_part p, unsigned lanes)
{
    return mean_float32_down(p, lanes);
}

static __device__ __forceinline__ mean_float32_state mean_float32_of_leaf(mean_float32_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double mean_float32_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float mean_float32_result(mean_float32_state s, unsigned long long count)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
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
}

using mean_float32_vector = uint4;

static __device__ __forceinline__ mean_float32_vector mean_float32_load(const float *line, const unsigned place)
{
    return __ldg((const mean_float32_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ float mean_float32_element(const mean_float32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 600 elements of a row make.
static __device__ __forceinline__ mean_float32_part mean_float32_row(const float *a, const unsigned lane)
{
    mean_float32_part part[4];
    mean_float32_vector rest_x;
    if (lane < 22) rest_x = mean_float32_load(a + 512, lane);
    mean_float32_vector x[4];
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
        x[n] = mean_float32_load(a + n * 128, lane);
#pragma unroll
    for (unsigned n = 0; n < 4; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? mean_float32_first(mean_float32_element(x[n], i), n * 128 + lane * 4 + i)
                : mean_float32_take(part[i], mean_float32_element(x[n], i), n * 128 + lane * 4 + i);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if (lane < 22) part[i] = mean_float32_take(part[i], mean_float32_element(rest_x, i), 512 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = mean_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const mean_float32_part right = mean_float32_part_down(part[0], d);
        part[0] = mean_float32_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(256) mean_float32(const float *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 8 + threadIdx.x / 32;
    const unsigned from = row * 600;
    const mean_float32_part part = mean_float32_row(a + from, lane);
    const mean_float32_state s = mean_float32_of_leaf(part, 0);
    if (lane == 0) c[row] = mean_float32_result(s, 600ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void mean_float32_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 29;
    const unsigned place = exponent - 874;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void mean_float32_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 11; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned mean_float32_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 11 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float mean_float32_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float mean_float32_round(long long (*words)[64], const unsigned long long count)
{
    mean_float32_carry(words, 1);
    const bool negative = words[11 - 1][threadIdx.x] >> 31;
    if (negative) mean_float32_carry(words, -1);
    int i = 11 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
    // digit by digit, as by hand
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | mean_float32_bit(words, at--);
        top <<= 1;
        if (rest >= count) {
            rest -= count;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 172;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return mean_float32_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void mean_float32_gather(long long (*words)[64])
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
static __device__ __forceinline__ void mean_float32_collect(const float *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 11; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 600;
#pragma unroll 4
    for (; e < 600ull; e += 64) {
        const unsigned long long at = begin + e;
        mean_float32_put(words, mean_float32_term(a[at]));
    }
}

static __device__ __forceinline__ bool mean_float32_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) mean_float32_exact(const float *__restrict__ a, float *c)
{
    __shared__ long long words[11][64];

    const unsigned long long place = blockIdx.x * 2ull + threadIdx.x;
    const bool marked = threadIdx.x < 2 && place < 2000ull && mean_float32_is_marked(c[place]);
    if (!__syncthreads_or(marked)) return;
#pragma unroll 1
    for (unsigned i = 0; i < 2; i++) {
        if (!__syncthreads_or(marked && threadIdx.x == i)) continue;
        const unsigned long long k = blockIdx.x * 2ull + i;
        mean_float32_collect(a, k, threadIdx.x, words);
        mean_float32_gather(words);
        if (threadIdx.x == 0) c[k] = mean_float32_round(words, 600ull);
    }
}

// mean_float64: reduce family of tilewright 0.1.0, from reduce-exact.json; mean of float64, the rows of 1 x 2000 x 600, order exact
// grid 500, block 256, then mean_float64_exact with grid 1000, block 64; elements: a 1200000, c 2000
// Exactly the sum of its members, unless the last is NaN.
struct mean_float64_state {
    double sum, rest, tail;
};

using mean_float64_part = mean_float64_state;

// What is added up, as a double.
static __device__ __forceinline__ double mean_float64_term(double x)
{
    return x;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double mean_float64_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void mean_float64_add_last(double *last, double x)
{
    if (x == 0) return;
    if (mean_float64_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to all members but the first.
static __device__ __forceinline__ void mean_float64_add_to_rest(mean_float64_state *s, double x)
{
    mean_float64_add_last(&s->tail, mean_float64_add(&s->rest, x));
}

static __device__ __forceinline__ void mean_float64_add_to(mean_float64_state *s, double x)
{
    mean_float64_add_to_rest(s, mean_float64_add(&s->sum, x));
}

static __device__ __forceinline__ mean_float64_state mean_float64_join(mean_float64_state left, mean_float64_state right)
{
    const double lost = mean_float64_add(&left.sum, right.sum);
    const double rest_lost = mean_float64_add(&left.rest, right.rest);
    const double lost_again = mean_float64_add(&left.rest, lost);
    if (right.tail != 0 || rest_lost != 0 || lost_again != 0) {
        mean_float64_add_last(&left.tail, right.tail);
        mean_float64_add_last(&left.tail, rest_lost);
        mean_float64_add_last(&left.tail, lost_again);
    }
    return left;
}

static __device__ __forceinline__ mean_float64_state mean_float64_down(mean_float64_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    s.tail = __shfl_down_sync(0xffffffff, s.tail, lanes);
    return s;
}

static __device__ __forceinline__ mean_float64_part mean_float64_first(double x, unsigned)
{
    return { mean_float64_term(x), 0, 0 };
}

static __device__ __forceinline__ mean_float64_part mean_float64_take(mean_float64_part p, double x, unsigned)
{
    mean_float64_add_to(&p, mean_float64_term(x));
    return p;
}

static __device__ __forceinline__ mean_float64_part mean_float64_join_parts(mean_float64_part left, mean_float64_part right)
{
    return mean_float64_join(left, right);
}

static __device__ __forceinline__ mean_float64_part mean_float64_part_down(mean_float64_part p, unsigned lanes)
{
    return mean_float64_down(p, lanes);
}

static __device__ __forceinline__ mean_float64_state mean_float64_of_leaf(mean_float64_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double mean_float64_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ double mean_float64_result(mean_float64_state s, unsigned long long count)
{
    if (s.tail != s.tail || !(fabs(s.sum) < 0x1p1022)) return __longlong_as_double(0x7ffffffffffffffe);
    double sum = s.sum, rest = s.rest, tail = s.tail;
#pragma unroll 1
    for (unsigned i = 0; i < 6; i++) { // until none overlaps the next
        tail = mean_float64_add(&rest, tail);
        rest = mean_float64_add(&sum, rest);
    }
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
    rest = __ddiv_rn(left, n);
    rest = mean_float64_odd(rest, __fma_rn(-rest, n, left));
    return __dadd_rn(sum, rest);
}

using mean_float64_vector = uint4;

static __device__ __forceinline__ mean_float64_vector mean_float64_load(const double *line, const unsigned place)
{
    return __ldg((const mean_float64_vector *)line + place);
}

// Element i of a load.
static __device__ __forceinline__ double mean_float64_element(const mean_float64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __hiloint2double((int)word[2 * i + 1], (int)word[2 * i]);
}

// What the 512 elements of a whole leaf make.
static __device__ __forceinline__ mean_float64_part mean_float64_leaf(const double *a, const unsigned lane)
{
    mean_float64_part part[2];
    mean_float64_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = mean_float64_load(a + n * 64, lane);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            part[i] = n == 0 ? mean_float64_first(mean_float64_element(x[n], i), n * 64 + lane * 2 + i)
                : mean_float64_take(part[i], mean_float64_element(x[n], i), n * 64 + lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = mean_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const mean_float64_part right = mean_float64_part_down(part[0], d);
        part[0] = mean_float64_join_parts(part[0], right);
    }
    return part[0];
}

// What the 88 elements of the last leaf make.
static __device__ __forceinline__ mean_float64_part mean_float64_tail(const double *a, const unsigned lane)
{
    mean_float64_part part[2];
    mean_float64_vector rest_x;
    if (lane < 12) rest_x = mean_float64_load(a + 64, lane);
    mean_float64_vector x;
    x = mean_float64_load(a, lane);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        part[i] = mean_float64_first(mean_float64_element(x, i), lane * 2 + i);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        if (lane < 12) part[i] = mean_float64_take(part[i], mean_float64_element(rest_x, i), 64 + lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = mean_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const mean_float64_part right = mean_float64_part_down(part[0], d);
        part[0] = mean_float64_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ mean_float64_state mean_float64_of_lanes(mean_float64_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const mean_float64_state right = mean_float64_down(s, d);
        if (number + d < count) s = mean_float64_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void mean_float64_put(double *sum, double *rest, double *tail, const unsigned lane, const mean_float64_state s)
{
    if (lane == 0) {
        *sum = s.sum;
        *rest = s.rest;
        *tail = s.tail;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ mean_float64_state mean_float64_of_states(const double *sum, const double *rest, const double *tail, const unsigned lane, const unsigned lanes, const unsigned count)
{
    mean_float64_state s;
    if (lane < count) s = { sum[lane], rest[lane], tail[lane] };
    return mean_float64_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(256) mean_float64(const double *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = blockIdx.x * 4 + warp / 2;
    a += row * 600;
    __shared__ double states_sum[8];
    __shared__ double states_rest[8];
    __shared__ double states_tail[8];
    const unsigned slot = warp / 2 * 2 + warp % 2; // of the warp's first leaf
    const unsigned first = warp % 2; // the warp's leaves are 2 apart from here on
    if (first < 1) {
        const unsigned at = first * 512;
        const mean_float64_part leaf = mean_float64_leaf(a + at, lane);
        mean_float64_put(states_sum + slot, states_rest + slot, states_tail + slot, lane, mean_float64_of_leaf(leaf, at));
    }
    if (first == 1) {
        const mean_float64_part leaf = mean_float64_tail(a + 512, lane);
        mean_float64_put(states_sum + slot, states_rest + slot, states_tail + slot, lane, mean_float64_of_leaf(leaf, 512));
    }
    __syncthreads();
    mean_float64_state s;
    if (warp % 2 == 0) s = mean_float64_of_states(states_sum + slot, states_rest + slot, states_tail + slot, lane, 2, 2);
    if (threadIdx.x % 64 == 0) c[row] = mean_float64_result(s, 600ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void mean_float64_put(long long (*words)[64], double x)
{
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

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void mean_float64_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 68; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned mean_float64_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 68 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ double mean_float64_nearest(bool negative, unsigned long long top, int exponent)
{
    const int field = exponent + 63 + 1023;
    const int cut = 64 - 53 + (field > 0 ? 0 : 1 - field); // bits that the result has no place for
    unsigned long long bits = 0;
    if (field >= 2047) {
        bits = (unsigned long long)2047 << (53 - 1);
    } else if (cut <= 64) {
        const unsigned long long kept = cut < 64 ? top >> cut : 0, rest = top << (64 - cut), half = 1ull << 63;
        bits = (unsigned long long)(kept + (rest > half || (rest == half && kept % 2 == 1)));
        if (field > 0) bits += (unsigned long long)(field - 1) << (53 - 1); // kept has a bit there too
    }
    return __longlong_as_double(bits | (unsigned long long)negative << 63);
}

// What the thread's number gives, rounded once.
static __device__ __forceinline__ double mean_float64_round(long long (*words)[64], const unsigned long long count)
{
    const bool up = words[68][threadIdx.x] != 0, down = words[68 + 1][threadIdx.x] != 0;
    if (up && down) return __longlong_as_double(0x7fffffffffffffff);
    if (up || down) return up ? __longlong_as_double(0x7ff0000000000000) : __longlong_as_double(0xfff0000000000000);
    mean_float64_carry(words, 1);
    const bool negative = words[68 - 1][threadIdx.x] >> 31;
    if (negative) mean_float64_carry(words, -1);
    int i = 68 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
    // digit by digit, as by hand
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | mean_float64_bit(words, at--);
        top <<= 1;
        if (rest >= count) {
            rest -= count;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 1074;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return mean_float64_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void mean_float64_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 70; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 64.
static __device__ __forceinline__ void mean_float64_collect(const double *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 70; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 600;
#pragma unroll 4
    for (; e < 600ull; e += 64) {
        const unsigned long long at = begin + e;
        mean_float64_put(words, mean_float64_term(a[at]));
    }
}

static __device__ __forceinline__ bool mean_float64_is_marked(double value)
{
    return __double_as_longlong(value) == 0x7ffffffffffffffe;
}

extern "C" __global__ void __launch_bounds__(64) mean_float64_exact(const double *__restrict__ a, double *c)
{
    __shared__ long long words[70][64];

    const unsigned long long place = blockIdx.x * 2ull + threadIdx.x;
    const bool marked = threadIdx.x < 2 && place < 2000ull && mean_float64_is_marked(c[place]);
    if (!__syncthreads_or(marked)) return;
#pragma unroll 1
    for (unsigned i = 0; i < 2; i++) {
        if (!__syncthreads_or(marked && threadIdx.x == i)) continue;
        const unsigned long long k = blockIdx.x * 2ull + i;
        mean_float64_collect(a, k, threadIdx.x, words);
        mean_float64_gather(words);
        if (threadIdx.x == 0) c[k] = mean_float64_round(words, 600ull);
    }
}

// means: reduce family of tilewright 0.1.0, from reduce-exact.json; mean of float16, 2 segments of 9000 elements, order exact
// grid 2, block 256, then means_exact with grid 4, block 64; elements: a 9000, offsets 3, c 2, exact_words 16, exact_finished 2, 0 before and after
// Exactly the sum of its members, unless the last is NaN.
struct means_state {
    double sum, rest;
};

// Of a leaf: the elements are multiples of 2^-24 below 2^16, so one double holds all of their sums.
struct means_part {
    double sum;
};

static __device__ __forceinline__ float means_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// What is added up, as a double.
static __device__ __forceinline__ double means_term(unsigned short x)
{
    return means_float(x);
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double means_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void means_add_last(double *last, double x)
{
    if (x == 0) return;
    if (means_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void means_add_to(means_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        means_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ means_state means_join(means_state left, means_state right)
{
    means_add_to(&left, right.sum);
    means_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ means_state means_down(means_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ means_part means_first(unsigned short x, unsigned)
{
    return { means_term(x) };
}

static __device__ __forceinline__ means_part means_take(means_part p, unsigned short x, unsigned)
{
    return {__dadd_rn(p.sum, means_term(x))};
}

static __device__ __forceinline__ means_part means_join_parts(means_part left, means_part right)
{
    return {__dadd_rn(left.sum, right.sum)};
}

static __device__ __forceinline__ means_part means_part_down(means_part p, unsigned lanes)
{
    return {__shfl_down_sync(0xffffffff, p.sum, lanes)};
}

static __device__ __forceinline__ means_part means_part_of(means_part p, unsigned lane, unsigned lanes)
{
    return {__shfl_sync(0xffffffff, p.sum, lane, lanes)};
}

static __device__ __forceinline__ means_state means_of_leaf(means_part p, unsigned long long)
{
    return {p.sum, 0};
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double means_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float means_result(means_state s, unsigned long long count)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = means_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    // the quotient, and that of what it leaves, rounded to odd
    const double n = (double)count, near = __ddiv_rn(sum, n);
    const double value = __dadd_rn(near, __ddiv_rn(__dadd_rn(__fma_rn(-near, n, sum), rest), n));
    double left = __fma_rn(-value, n, sum), lost = means_add(&left, rest); // exactly
    left = means_odd(left, lost);
    sum = value;
    rest = __ddiv_rn(left, n);
    rest = means_odd(rest, __fma_rn(-rest, n, left));
    rest = means_add(&sum, rest);
    return __double2float_rn(means_odd(sum, rest));
}

static __device__ __forceinline__ float means_nothing()
{
    return __uint_as_float(0x7fffffff);
}

// Joins the columns of a leaf, of which the first `columns` are there; lane 0 has the result.
template <unsigned groups>
static __device__ __forceinline__ means_part means_join_columns(means_part (&part)[groups], unsigned columns, unsigned lane)
{
#pragma unroll
    for (unsigned next = 1; next < 32; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j++) {
            const means_part right = means_part_down(part[j], next);
            if (32 * j + lane + next < columns) part[j] = means_join_parts(part[j], right);
        }
    }
#pragma unroll
    for (unsigned next = 1; next < groups; next *= 2) {
#pragma unroll
        for (unsigned j = 0; j < groups; j += 2 * next) {
            if (32 * (j + next) < columns) part[j] = means_join_parts(part[j], part[j + next]);
        }
    }
    return part[0];
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
{
    means_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line < 8; line += 4) {
        unsigned short x[4][8];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) x[u][j] = a[(line + u) * 256 + 32 * j + lane];
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                part[j] = u || line ? means_take(part[j], x[u][j], i) : means_first(x[u][j], i);
            }
        }
    }
    return means_join_columns(part, 256, lane);
}

// The first `count` elements of a leaf.
static __device__ __forceinline__ means_part means_part_leaf(const unsigned short *a, unsigned count, unsigned lane)
{
    if (count <= 32 * 4) return means_short_leaf<4>(a, count, lane); // all lanes
    means_part part[8];
#pragma unroll 1
    for (unsigned line = 0; line * 256 < count; line += 4) {
        unsigned short x[4][8];
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) x[u][j] = a[i];
            }
        }
#pragma unroll
        for (unsigned u = 0; u < 4; u++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                const unsigned i = (line + u) * 256 + 32 * j + lane;
                if (i < count) part[j] = u || line ? means_take(part[j], x[u][j], i) : means_first(x[u][j], i);
            }
        }
    }
    return means_join_columns(part, min(count, 256u), lane);
}

// Leaf number n of a segment, which begins at a and has `count` elements; lane 0 has it.
static __device__ __forceinline__ means_state means_leaf_of(const unsigned short *a, unsigned long long count, unsigned long long n, unsigned lane)
{
    const unsigned long long left = count - n * 2048;
    const unsigned short *const at = a + n * 2048;
    const means_part part = left < 2048 ? means_part_leaf(at, (unsigned)left, lane) : means_whole_leaf(at, lane);
    return means_of_leaf(part, n * 2048);
}

// Leaves number `first` to `last` - 1 of a segment, at most 8, by a block; the segment
// begins at a and has `count` elements. Thread 0 has the result.
static __device__ __forceinline__ means_state means_together(const unsigned short *a, unsigned long long count, unsigned long long first, unsigned long long last, unsigned thread)
{
    __shared__ double leaf_sum[8];
    __shared__ double leaf_rest[8];
    const unsigned lane = thread % 32, warp = thread / 32, leaves = (unsigned)(last - first);
    means_state state;
#pragma unroll 1
    for (unsigned n = warp; n < leaves; n += 8) {
        state = means_leaf_of(a, count, first + n, lane);
        if (lane == 0) {
            leaf_sum[n] = state.sum;
            leaf_rest[n] = state.rest;
        }
    }
    __syncthreads();
    if (warp == 0) {
        means_state own[1];
#pragma unroll
        for (unsigned i = 0; i < 1; i++) {
            if (lane * 1 + i < leaves) own[i] = { leaf_sum[lane * 1 + i], leaf_rest[lane * 1 + i] };
        }
#pragma unroll
        for (unsigned next = 1; next < 1; next *= 2) {
#pragma unroll
            for (unsigned i = 0; i < 1; i += 2 * next) {
                if (lane * 1 + i + next < leaves) own[i] = means_join(own[i], own[i + next]);
            }
        }
        state = own[0];
#pragma unroll
        for (unsigned next = 1; next < 32; next *= 2) {
            const means_state right = means_down(state, next);
            if ((lane + next) * 1 < leaves) state = means_join(state, right);
        }
    }
    __syncthreads();
    return state;
}

extern "C" __global__ void __launch_bounds__(256, 2) means(const unsigned short *__restrict__ a, const long long *__restrict__ offsets, float *c)
{
    const unsigned long long segment = blockIdx.x;
    const long long begin = offsets[segment], end = offsets[segment + 1];
    const unsigned long long count = end > begin ? (unsigned long long)end - begin : 0;
    if (count > 0 && count <= 16384) {
        const means_state state = means_together(a + begin, count, 0, (count + 2048 - 1) / 2048, threadIdx.x);
        if (threadIdx.x == 0) c[segment] = means_result(state, count);
    } else if (threadIdx.x == 0 && count == 0)
        c[segment] = means_nothing();
}

// Adds x to the thread's number.
static __device__ __forceinline__ void means_put(long long (*words)[64], double x)
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
static __device__ __forceinline__ void means_carry(long long (*words)[64], long long sign)
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
static __device__ __forceinline__ unsigned means_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 4 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float means_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float means_round(long long (*words)[64], const unsigned long long count)
{
    means_carry(words, 1);
    const bool negative = words[4 - 1][threadIdx.x] >> 31;
    if (negative) means_carry(words, -1);
    int i = 4 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
    // digit by digit, as by hand
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | means_bit(words, at--);
        top <<= 1;
        if (rest >= count) {
            rest -= count;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 34;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return means_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void means_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 4; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 128.
static __device__ __forceinline__ void means_collect(const unsigned short *__restrict__ a, const long long *__restrict__ offsets, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 4; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = offsets[k], length = offsets[k + 1] - begin;
#pragma unroll 4
    for (; e < length; e += 128) {
        const unsigned long long at = begin + e;
        means_put(words, means_term(a[at]));
    }
}

static __device__ __forceinline__ bool means_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) means_exact(const unsigned short *__restrict__ a, const long long *__restrict__ offsets, float *c, long long *exact_words, unsigned *exact_finished)
{
    __shared__ long long words[4][64];

    const unsigned k = blockIdx.x / 2, part = blockIdx.x % 2;
    if (!means_is_marked(c[k])) return;
    means_collect(a, offsets, k, part * 64 + threadIdx.x, words);
    means_gather(words);
    if (threadIdx.x == 0) means_carry(words, 1);
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 4; i += 64)
        exact_words[blockIdx.x * 4 + i] = words[i][0];

    __threadfence(); // who sees the count sees the words
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        last = atomicInc(exact_finished + k, 2 - 1) == 2 - 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 4; i += 64) {
        long long sum = 0;
#pragma unroll 8
        for (unsigned p = 0; p < 2; p++) sum += exact_words[(k * 2 + p) * 4 + i];
        words[i][0] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) c[k] = means_round(words, offsets[k + 1] - offsets[k]);
}

// shifted_sum_float16: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float16, the rows of 1 x 5 x 5001, order exact
// grid 5, block 128, then shifted_sum_float16_exact with grid 10, block 64; elements: a 25005, c 5, exact_words 40, exact_finished 5, 0 before and after
// Exactly the sum of its members, unless the last is NaN.
struct shifted_sum_float16_state {
    double sum, rest;
};

// Of a leaf: the elements are multiples of 2^-24 below 2^16, so one double holds all of their sums.
struct shifted_sum_float16_part {
    double sum;
};

static __device__ __forceinline__ float shifted_sum_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// What is added up, as a double.
static __device__ __forceinline__ double shifted_sum_float16_term(unsigned short x)
{
    return shifted_sum_float16_float(x);
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double shifted_sum_float16_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void shifted_sum_float16_add_last(double *last, double x)
{
    if (x == 0) return;
    if (shifted_sum_float16_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void shifted_sum_float16_add_to(shifted_sum_float16_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        shifted_sum_float16_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_join(shifted_sum_float16_state left, shifted_sum_float16_state right)
{
    shifted_sum_float16_add_to(&left, right.sum);
    shifted_sum_float16_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_down(shifted_sum_float16_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_first(unsigned short x, unsigned)
{
    return { shifted_sum_float16_term(x) };
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_take(shifted_sum_float16_part p, unsigned short x, unsigned)
{
    return {__dadd_rn(p.sum, shifted_sum_float16_term(x))};
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_join_parts(shifted_sum_float16_part left, shifted_sum_float16_part right)
{
    return {__dadd_rn(left.sum, right.sum)};
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_part_down(shifted_sum_float16_part p, unsigned lanes)
{
    return {__shfl_down_sync(0xffffffff, p.sum, lanes)};
}

static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_part_of(shifted_sum_float16_part p, unsigned lane, unsigned lanes)
{
    return {__shfl_sync(0xffffffff, p.sum, lane, lanes)};
}

static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_of_leaf(shifted_sum_float16_part p, unsigned long long)
{
    return {p.sum, 0};
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double shifted_sum_float16_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float shifted_sum_float16_result(shifted_sum_float16_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = shifted_sum_float16_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = shifted_sum_float16_add(&sum, rest);
    return __double2float_rn(shifted_sum_float16_odd(sum, rest));
}

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
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_leaf(const unsigned short *a, const unsigned lane)
{
    shifted_sum_float16_part part[8];
    shifted_sum_float16_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shifted_sum_float16_line(a, (n) * 32 + lane);
    shifted_sum_float16_vector next_x;
    if (lane == 0) next_x = shifted_sum_float16_next(a + 2048);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shifted_sum_float16_spliced(x[n], n + 1 < 8 ? x[n + 1] : next_x, lane, shifted_sum_float16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_sum_float16_first(shifted_sum_float16_element(x[n], i), n * 256 + lane * 8 + i)
                : shifted_sum_float16_take(part[i], shifted_sum_float16_element(x[n], i), n * 256 + lane * 8 + i);
    shifted_sum_float16_rotate(part, lane, shifted_sum_float16_shift(a) / 2);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_sum_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_sum_float16_part right = shifted_sum_float16_part_down(part[0], d);
        part[0] = shifted_sum_float16_join_parts(part[0], right);
    }
    return part[0];
}

// What the 905 elements of the last leaf make.
static __device__ __forceinline__ shifted_sum_float16_part shifted_sum_float16_tail(const unsigned short *a, const unsigned lane, const uint4 *end_a)
{
    shifted_sum_float16_part part[8];
    shifted_sum_float16_vector rest_x;
    rest_x = shifted_sum_float16_load_last(a + 768, lane, 137, end_a);
    shifted_sum_float16_vector x[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_sum_float16_line(a, (n) * 32 + lane);
    shifted_sum_float16_vector next_x;
    if (lane == 0) next_x = shifted_sum_float16_next(a + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_sum_float16_spliced(x[n], n + 1 < 3 ? x[n + 1] : next_x, lane, shifted_sum_float16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_sum_float16_first(shifted_sum_float16_element(x[n], i), n * 256 + lane * 8 + i)
                : shifted_sum_float16_take(part[i], shifted_sum_float16_element(x[n], i), n * 256 + lane * 8 + i);
    shifted_sum_float16_rotate(part, lane, shifted_sum_float16_shift(a) / 2);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if ((lane) * 8 + i < 137) part[i] = shifted_sum_float16_take(part[i], shifted_sum_float16_element(rest_x, i), 768 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_sum_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_sum_float16_part right = shifted_sum_float16_part_down(part[0], d);
        part[0] = shifted_sum_float16_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_of_lanes(shifted_sum_float16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_sum_float16_state right = shifted_sum_float16_down(s, d);
        if (number + d < count) s = shifted_sum_float16_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void shifted_sum_float16_put(double *sum, double *rest, const unsigned lane, const shifted_sum_float16_state s)
{
    if (lane == 0) {
        *sum = s.sum;
        *rest = s.rest;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ shifted_sum_float16_state shifted_sum_float16_of_states(const double *sum, const double *rest, const unsigned lane, const unsigned lanes, const unsigned count)
{
    shifted_sum_float16_state s;
    if (lane < count) s = { sum[lane], rest[lane] };
    return shifted_sum_float16_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) shifted_sum_float16(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 3125;
    const unsigned row = blockIdx.x;
    a += row * 5001;
    __shared__ double states_sum[4];
    __shared__ double states_rest[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 4 apart from here on
    if (first < 2) {
        const unsigned at = first * 2048;
        const shifted_sum_float16_part leaf = shifted_sum_float16_leaf(a + at, lane);
        shifted_sum_float16_put(states_sum + slot, states_rest + slot, lane, shifted_sum_float16_of_leaf(leaf, at));
    }
    if (first == 2) {
        const shifted_sum_float16_part leaf = shifted_sum_float16_tail(a + 4096, lane, end_a);
        shifted_sum_float16_put(states_sum + slot, states_rest + slot, lane, shifted_sum_float16_of_leaf(leaf, 4096));
    }
    __syncthreads();
    shifted_sum_float16_state s;
    if (warp == 0) s = shifted_sum_float16_of_states(states_sum + slot, states_rest + slot, lane, 4, 3);
    if (threadIdx.x == 0) c[row] = shifted_sum_float16_result(s, 5001ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void shifted_sum_float16_put(long long (*words)[64], double x)
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
static __device__ __forceinline__ void shifted_sum_float16_carry(long long (*words)[64], long long sign)
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
static __device__ __forceinline__ unsigned shifted_sum_float16_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 4 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float shifted_sum_float16_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float shifted_sum_float16_round(long long (*words)[64])
{
    shifted_sum_float16_carry(words, 1);
    const bool negative = words[4 - 1][threadIdx.x] >> 31;
    if (negative) shifted_sum_float16_carry(words, -1);
    int i = 4 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | shifted_sum_float16_bit(words, at--);
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
    return shifted_sum_float16_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void shifted_sum_float16_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 4; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 128.
static __device__ __forceinline__ void shifted_sum_float16_collect(const unsigned short *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 4; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 5001;
#pragma unroll 4
    for (; e < 5001ull; e += 128) {
        const unsigned long long at = begin + e;
        shifted_sum_float16_put(words, shifted_sum_float16_term(a[at]));
    }
}

static __device__ __forceinline__ bool shifted_sum_float16_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) shifted_sum_float16_exact(const unsigned short *__restrict__ a, float *c, long long *exact_words, unsigned *exact_finished)
{
    __shared__ long long words[4][64];

    const unsigned k = blockIdx.x / 2, part = blockIdx.x % 2;
    if (!shifted_sum_float16_is_marked(c[k])) return;
    shifted_sum_float16_collect(a, k, part * 64 + threadIdx.x, words);
    shifted_sum_float16_gather(words);
    if (threadIdx.x == 0) shifted_sum_float16_carry(words, 1);
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 4; i += 64)
        exact_words[blockIdx.x * 4 + i] = words[i][0];

    __threadfence(); // who sees the count sees the words
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        last = atomicInc(exact_finished + k, 2 - 1) == 2 - 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 4; i += 64) {
        long long sum = 0;
#pragma unroll 8
        for (unsigned p = 0; p < 2; p++) sum += exact_words[(k * 2 + p) * 4 + i];
        words[i][0] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) c[k] = shifted_sum_float16_round(words);
}

// shifted_sum_bfloat16: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of bfloat16, the rows of 1 x 5 x 5001, order exact
// grid 5, block 128, then shifted_sum_bfloat16_exact with grid 10, block 64; elements: a 25005, c 5, exact_words 100, exact_finished 5, 0 before and after
// Exactly the sum of its members, unless the last is NaN.
struct shifted_sum_bfloat16_state {
    double sum, rest;
};

using shifted_sum_bfloat16_part = shifted_sum_bfloat16_state;

static __device__ __forceinline__ float shifted_sum_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

// What is added up, as a double.
static __device__ __forceinline__ double shifted_sum_bfloat16_term(unsigned short x)
{
    return shifted_sum_bfloat16_float(x);
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double shifted_sum_bfloat16_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void shifted_sum_bfloat16_add_last(double *last, double x)
{
    if (x == 0) return;
    if (shifted_sum_bfloat16_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void shifted_sum_bfloat16_add_to(shifted_sum_bfloat16_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        shifted_sum_bfloat16_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ shifted_sum_bfloat16_state shifted_sum_bfloat16_join(shifted_sum_bfloat16_state left, shifted_sum_bfloat16_state right)
{
    shifted_sum_bfloat16_add_to(&left, right.sum);
    shifted_sum_bfloat16_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ shifted_sum_bfloat16_state shifted_sum_bfloat16_down(shifted_sum_bfloat16_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ shifted_sum_bfloat16_part shifted_sum_bfloat16_first(unsigned short x, unsigned)
{
    return { shifted_sum_bfloat16_term(x), 0 };
}

static __device__ __forceinline__ shifted_sum_bfloat16_part shifted_sum_bfloat16_take(shifted_sum_bfloat16_part p, unsigned short x, unsigned)
{
    shifted_sum_bfloat16_add_to(&p, shifted_sum_bfloat16_term(x));
    return p;
}

static __device__ __forceinline__ shifted_sum_bfloat16_part shifted_sum_bfloat16_join_parts(shifted_sum_bfloat16_part left, shifted_sum_bfloat16_part right)
{
    return shifted_sum_bfloat16_join(left, right);
}

static __device__ __forceinline__ shifted_sum_bfloat16_part shifted_sum_bfloat16_part_down(shifted_sum_bfloat16_part p, unsigned lanes)
{
    return shifted_sum_bfloat16_down(p, lanes);
}

static __device__ __forceinline__ shifted_sum_bfloat16_part shifted_sum_bfloat16_part_of(shifted_sum_bfloat16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.sum, lane, lanes), __shfl_sync(0xffffffffu, p.rest, lane, lanes) };
}

static __device__ __forceinline__ shifted_sum_bfloat16_state shifted_sum_bfloat16_of_leaf(shifted_sum_bfloat16_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double shifted_sum_bfloat16_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float shifted_sum_bfloat16_result(shifted_sum_bfloat16_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = shifted_sum_bfloat16_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = shifted_sum_bfloat16_add(&sum, rest);
    return __double2float_rn(shifted_sum_bfloat16_odd(sum, rest));
}

using shifted_sum_bfloat16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_sum_bfloat16_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_sum_bfloat16_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - shifted_sum_bfloat16_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_sum_bfloat16_chunk(const uint4 *chunk, const uint4 *end)
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
static __device__ __forceinline__ uint4 shifted_sum_bfloat16_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(shifted_sum_bfloat16_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 shifted_sum_bfloat16_next(const unsigned short *behind)
{
    uint4 x;
    if (shifted_sum_bfloat16_shift(behind) > 0) x = __ldg(shifted_sum_bfloat16_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned shifted_sum_bfloat16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_sum_bfloat16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_sum_bfloat16_splice(x.x, next.x, bits), shifted_sum_bfloat16_splice(x.y, next.y, bits - 32), shifted_sum_bfloat16_splice(x.z, next.z, bits - 64), shifted_sum_bfloat16_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void shifted_sum_bfloat16_rotate(shifted_sum_bfloat16_part (&part)[8], const unsigned place, const unsigned shift)
{
    shifted_sum_bfloat16_part all[2 * 8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        all[i] = part[i];
        all[8 + i] = shifted_sum_bfloat16_part_of(part[i], (place + 1) % 32, 32);
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
static __device__ __forceinline__ uint4 shifted_sum_bfloat16_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x, f = two ? y.w : y.y;
    const unsigned p = one ? b : a, q = one ? c : b, r = one ? d : c, s = one ? e : d, t = one ? f : e, bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(p, q, bits), __funnelshift_r(q, r, bits), __funnelshift_r(r, s, bits), __funnelshift_r(s, t, bits));
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_sum_bfloat16_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_sum_bfloat16_shift(line);
    const uint4 *chunk = shifted_sum_bfloat16_chunks(line) + place;
    uint4 x, y;
    if (place * 8 < elements) x = shifted_sum_bfloat16_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 2 + shift) y = shifted_sum_bfloat16_chunk(chunk + 1, end);
    return shifted_sum_bfloat16_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short shifted_sum_bfloat16_element(const shifted_sum_bfloat16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ shifted_sum_bfloat16_part shifted_sum_bfloat16_leaf(const unsigned short *a, const unsigned lane)
{
    shifted_sum_bfloat16_part part[8];
    shifted_sum_bfloat16_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shifted_sum_bfloat16_line(a, (n) * 32 + lane);
    shifted_sum_bfloat16_vector next_x;
    if (lane == 0) next_x = shifted_sum_bfloat16_next(a + 2048);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shifted_sum_bfloat16_spliced(x[n], n + 1 < 8 ? x[n + 1] : next_x, lane, shifted_sum_bfloat16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_sum_bfloat16_first(shifted_sum_bfloat16_element(x[n], i), n * 256 + lane * 8 + i)
                : shifted_sum_bfloat16_take(part[i], shifted_sum_bfloat16_element(x[n], i), n * 256 + lane * 8 + i);
    shifted_sum_bfloat16_rotate(part, lane, shifted_sum_bfloat16_shift(a) / 2);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_sum_bfloat16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_sum_bfloat16_part right = shifted_sum_bfloat16_part_down(part[0], d);
        part[0] = shifted_sum_bfloat16_join_parts(part[0], right);
    }
    return part[0];
}

// What the 905 elements of the last leaf make.
static __device__ __forceinline__ shifted_sum_bfloat16_part shifted_sum_bfloat16_tail(const unsigned short *a, const unsigned lane, const uint4 *end_a)
{
    shifted_sum_bfloat16_part part[8];
    shifted_sum_bfloat16_vector rest_x;
    rest_x = shifted_sum_bfloat16_load_last(a + 768, lane, 137, end_a);
    shifted_sum_bfloat16_vector x[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_sum_bfloat16_line(a, (n) * 32 + lane);
    shifted_sum_bfloat16_vector next_x;
    if (lane == 0) next_x = shifted_sum_bfloat16_next(a + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_sum_bfloat16_spliced(x[n], n + 1 < 3 ? x[n + 1] : next_x, lane, shifted_sum_bfloat16_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_sum_bfloat16_first(shifted_sum_bfloat16_element(x[n], i), n * 256 + lane * 8 + i)
                : shifted_sum_bfloat16_take(part[i], shifted_sum_bfloat16_element(x[n], i), n * 256 + lane * 8 + i);
    shifted_sum_bfloat16_rotate(part, lane, shifted_sum_bfloat16_shift(a) / 2);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if ((lane) * 8 + i < 137) part[i] = shifted_sum_bfloat16_take(part[i], shifted_sum_bfloat16_element(rest_x, i), 768 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_sum_bfloat16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_sum_bfloat16_part right = shifted_sum_bfloat16_part_down(part[0], d);
        part[0] = shifted_sum_bfloat16_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_sum_bfloat16_state shifted_sum_bfloat16_of_lanes(shifted_sum_bfloat16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_sum_bfloat16_state right = shifted_sum_bfloat16_down(s, d);
        if (number + d < count) s = shifted_sum_bfloat16_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void shifted_sum_bfloat16_put(double *sum, double *rest, const unsigned lane, const shifted_sum_bfloat16_state s)
{
    if (lane == 0) {
        *sum = s.sum;
        *rest = s.rest;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ shifted_sum_bfloat16_state shifted_sum_bfloat16_of_states(const double *sum, const double *rest, const unsigned lane, const unsigned lanes, const unsigned count)
{
    shifted_sum_bfloat16_state s;
    if (lane < count) s = { sum[lane], rest[lane] };
    return shifted_sum_bfloat16_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) shifted_sum_bfloat16(const unsigned short *__restrict__ a, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 3125;
    const unsigned row = blockIdx.x;
    a += row * 5001;
    __shared__ double states_sum[4];
    __shared__ double states_rest[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 4 apart from here on
    if (first < 2) {
        const unsigned at = first * 2048;
        const shifted_sum_bfloat16_part leaf = shifted_sum_bfloat16_leaf(a + at, lane);
        shifted_sum_bfloat16_put(states_sum + slot, states_rest + slot, lane, shifted_sum_bfloat16_of_leaf(leaf, at));
    }
    if (first == 2) {
        const shifted_sum_bfloat16_part leaf = shifted_sum_bfloat16_tail(a + 4096, lane, end_a);
        shifted_sum_bfloat16_put(states_sum + slot, states_rest + slot, lane, shifted_sum_bfloat16_of_leaf(leaf, 4096));
    }
    __syncthreads();
    shifted_sum_bfloat16_state s;
    if (warp == 0) s = shifted_sum_bfloat16_of_states(states_sum + slot, states_rest + slot, lane, 4, 3);
    if (threadIdx.x == 0) c[row] = shifted_sum_bfloat16_result(s, 5001ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void shifted_sum_bfloat16_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 45;
    const unsigned place = exponent - 890;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void shifted_sum_bfloat16_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 10; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned shifted_sum_bfloat16_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 10 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float shifted_sum_bfloat16_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float shifted_sum_bfloat16_round(long long (*words)[64])
{
    shifted_sum_bfloat16_carry(words, 1);
    const bool negative = words[10 - 1][threadIdx.x] >> 31;
    if (negative) shifted_sum_bfloat16_carry(words, -1);
    int i = 10 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | shifted_sum_bfloat16_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 140;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return shifted_sum_bfloat16_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void shifted_sum_bfloat16_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 10; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 128.
static __device__ __forceinline__ void shifted_sum_bfloat16_collect(const unsigned short *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 10; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 5001;
#pragma unroll 4
    for (; e < 5001ull; e += 128) {
        const unsigned long long at = begin + e;
        shifted_sum_bfloat16_put(words, shifted_sum_bfloat16_term(a[at]));
    }
}

static __device__ __forceinline__ bool shifted_sum_bfloat16_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) shifted_sum_bfloat16_exact(const unsigned short *__restrict__ a, float *c, long long *exact_words, unsigned *exact_finished)
{
    __shared__ long long words[10][64];

    const unsigned k = blockIdx.x / 2, part = blockIdx.x % 2;
    if (!shifted_sum_bfloat16_is_marked(c[k])) return;
    shifted_sum_bfloat16_collect(a, k, part * 64 + threadIdx.x, words);
    shifted_sum_bfloat16_gather(words);
    if (threadIdx.x == 0) shifted_sum_bfloat16_carry(words, 1);
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 10; i += 64)
        exact_words[blockIdx.x * 10 + i] = words[i][0];

    __threadfence(); // who sees the count sees the words
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        last = atomicInc(exact_finished + k, 2 - 1) == 2 - 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 10; i += 64) {
        long long sum = 0;
#pragma unroll 8
        for (unsigned p = 0; p < 2; p++) sum += exact_words[(k * 2 + p) * 10 + i];
        words[i][0] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) c[k] = shifted_sum_bfloat16_round(words);
}

// shifted_dot_float16: reduce family of tilewright 0.1.0, from reduce-exact.json; dot of float16, the rows of 1 x 5 x 5001, order exact
// grid 5, block 128, then shifted_dot_float16_exact with grid 10, block 64; elements: a 25005, b 25005, c 5, exact_words 50, exact_finished 5, 0 before and after
// Exactly the sum of its members, unless the last is NaN.
struct shifted_dot_float16_state {
    double sum, rest;
};

using shifted_dot_float16_part = shifted_dot_float16_state;

static __device__ __forceinline__ float shifted_dot_float16_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// What is added up, as a double: products have at most 48 bits, and nothing rounds.
static __device__ __forceinline__ double shifted_dot_float16_term(unsigned short x, unsigned short y)
{
    return __dmul_rn(shifted_dot_float16_float(x), shifted_dot_float16_float(y));
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double shifted_dot_float16_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void shifted_dot_float16_add_last(double *last, double x)
{
    if (x == 0) return;
    if (shifted_dot_float16_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void shifted_dot_float16_add_to(shifted_dot_float16_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        shifted_dot_float16_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_join(shifted_dot_float16_state left, shifted_dot_float16_state right)
{
    shifted_dot_float16_add_to(&left, right.sum);
    shifted_dot_float16_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_down(shifted_dot_float16_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_first(unsigned short x, unsigned short y, unsigned)
{
    return { shifted_dot_float16_term(x, y), 0 };
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_take(shifted_dot_float16_part p, unsigned short x, unsigned short y, unsigned)
{
    shifted_dot_float16_add_to(&p, shifted_dot_float16_term(x, y));
    return p;
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_join_parts(shifted_dot_float16_part left, shifted_dot_float16_part right)
{
    return shifted_dot_float16_join(left, right);
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_part_down(shifted_dot_float16_part p, unsigned lanes)
{
    return shifted_dot_float16_down(p, lanes);
}

static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_part_of(shifted_dot_float16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.sum, lane, lanes), __shfl_sync(0xffffffffu, p.rest, lane, lanes) };
}

static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_of_leaf(shifted_dot_float16_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double shifted_dot_float16_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float shifted_dot_float16_result(shifted_dot_float16_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = shifted_dot_float16_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = shifted_dot_float16_add(&sum, rest);
    return __double2float_rn(shifted_dot_float16_odd(sum, rest));
}

using shifted_dot_float16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_dot_float16_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_dot_float16_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - shifted_dot_float16_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_dot_float16_chunk(const uint4 *chunk, const uint4 *end)
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
static __device__ __forceinline__ uint4 shifted_dot_float16_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(shifted_dot_float16_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 shifted_dot_float16_next(const unsigned short *behind)
{
    uint4 x;
    if (shifted_dot_float16_shift(behind) > 0) x = __ldg(shifted_dot_float16_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned shifted_dot_float16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_dot_float16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_dot_float16_splice(x.x, next.x, bits), shifted_dot_float16_splice(x.y, next.y, bits - 32), shifted_dot_float16_splice(x.z, next.z, bits - 64), shifted_dot_float16_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void shifted_dot_float16_rotate(shifted_dot_float16_part (&part)[8], const unsigned place, const unsigned shift)
{
    shifted_dot_float16_part all[2 * 8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        all[i] = part[i];
        all[8 + i] = shifted_dot_float16_part_of(part[i], (place + 1) % 32, 32);
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
static __device__ __forceinline__ uint4 shifted_dot_float16_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x, f = two ? y.w : y.y;
    const unsigned p = one ? b : a, q = one ? c : b, r = one ? d : c, s = one ? e : d, t = one ? f : e, bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(p, q, bits), __funnelshift_r(q, r, bits), __funnelshift_r(r, s, bits), __funnelshift_r(s, t, bits));
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_dot_float16_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_dot_float16_shift(line);
    const uint4 *chunk = shifted_dot_float16_chunks(line) + place;
    uint4 x, y;
    if (place * 8 < elements) x = shifted_dot_float16_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 2 + shift) y = shifted_dot_float16_chunk(chunk + 1, end);
    return shifted_dot_float16_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short shifted_dot_float16_element(const shifted_dot_float16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_leaf(const unsigned short *a, const unsigned short *b, const unsigned lane)
{
    shifted_dot_float16_part part[8];
    shifted_dot_float16_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shifted_dot_float16_line(a, (n) * 32 + lane);
    shifted_dot_float16_vector next_x;
    if (lane == 0) next_x = shifted_dot_float16_next(a + 2048);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shifted_dot_float16_spliced(x[n], n + 1 < 8 ? x[n + 1] : next_x, lane, shifted_dot_float16_shift(a));
    shifted_dot_float16_vector y[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        y[n] = shifted_dot_float16_line(b, (n) * 32 + lane);
    shifted_dot_float16_vector next_y;
    if (lane == 0) next_y = shifted_dot_float16_next(b + 2048);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        y[n] = shifted_dot_float16_spliced(y[n], n + 1 < 8 ? y[n + 1] : next_y, lane, shifted_dot_float16_shift(b));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_dot_float16_first(shifted_dot_float16_element(x[n], i), shifted_dot_float16_element(y[n], i), n * 256 + lane * 8 + i)
                : shifted_dot_float16_take(part[i], shifted_dot_float16_element(x[n], i), shifted_dot_float16_element(y[n], i), n * 256 + lane * 8 + i);
    shifted_dot_float16_rotate(part, lane, shifted_dot_float16_shift(a) / 2);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_dot_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_dot_float16_part right = shifted_dot_float16_part_down(part[0], d);
        part[0] = shifted_dot_float16_join_parts(part[0], right);
    }
    return part[0];
}

// What the 905 elements of the last leaf make.
static __device__ __forceinline__ shifted_dot_float16_part shifted_dot_float16_tail(const unsigned short *a, const unsigned short *b, const unsigned lane, const uint4 *end_a, const uint4 *end_b)
{
    shifted_dot_float16_part part[8];
    shifted_dot_float16_vector rest_x;
    rest_x = shifted_dot_float16_load_last(a + 768, lane, 137, end_a);
    shifted_dot_float16_vector rest_y;
    rest_y = shifted_dot_float16_load_last(b + 768, lane, 137, end_b);
    shifted_dot_float16_vector x[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_dot_float16_line(a, (n) * 32 + lane);
    shifted_dot_float16_vector next_x;
    if (lane == 0) next_x = shifted_dot_float16_next(a + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_dot_float16_spliced(x[n], n + 1 < 3 ? x[n + 1] : next_x, lane, shifted_dot_float16_shift(a));
    shifted_dot_float16_vector y[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        y[n] = shifted_dot_float16_line(b, (n) * 32 + lane);
    shifted_dot_float16_vector next_y;
    if (lane == 0) next_y = shifted_dot_float16_next(b + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        y[n] = shifted_dot_float16_spliced(y[n], n + 1 < 3 ? y[n + 1] : next_y, lane, shifted_dot_float16_shift(b));
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_dot_float16_first(shifted_dot_float16_element(x[n], i), shifted_dot_float16_element(y[n], i), n * 256 + lane * 8 + i)
                : shifted_dot_float16_take(part[i], shifted_dot_float16_element(x[n], i), shifted_dot_float16_element(y[n], i), n * 256 + lane * 8 + i);
    shifted_dot_float16_rotate(part, lane, shifted_dot_float16_shift(a) / 2);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if ((lane) * 8 + i < 137) part[i] = shifted_dot_float16_take(part[i], shifted_dot_float16_element(rest_x, i), shifted_dot_float16_element(rest_y, i), 768 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_dot_float16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_dot_float16_part right = shifted_dot_float16_part_down(part[0], d);
        part[0] = shifted_dot_float16_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_of_lanes(shifted_dot_float16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_dot_float16_state right = shifted_dot_float16_down(s, d);
        if (number + d < count) s = shifted_dot_float16_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void shifted_dot_float16_put(double *sum, double *rest, const unsigned lane, const shifted_dot_float16_state s)
{
    if (lane == 0) {
        *sum = s.sum;
        *rest = s.rest;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ shifted_dot_float16_state shifted_dot_float16_of_states(const double *sum, const double *rest, const unsigned lane, const unsigned lanes, const unsigned count)
{
    shifted_dot_float16_state s;
    if (lane < count) s = { sum[lane], rest[lane] };
    return shifted_dot_float16_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) shifted_dot_float16(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 3125;
    const uint4 *const end_b = (const uint4 *)b + 3125;
    const unsigned row = blockIdx.x;
    a += row * 5001;
    b += row * 5001;
    __shared__ double states_sum[4];
    __shared__ double states_rest[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 4 apart from here on
    if (first < 2) {
        const unsigned at = first * 2048;
        const shifted_dot_float16_part leaf = shifted_dot_float16_leaf(a + at, b + at, lane);
        shifted_dot_float16_put(states_sum + slot, states_rest + slot, lane, shifted_dot_float16_of_leaf(leaf, at));
    }
    if (first == 2) {
        const shifted_dot_float16_part leaf = shifted_dot_float16_tail(a + 4096, b + 4096, lane, end_a, end_b);
        shifted_dot_float16_put(states_sum + slot, states_rest + slot, lane, shifted_dot_float16_of_leaf(leaf, 4096));
    }
    __syncthreads();
    shifted_dot_float16_state s;
    if (warp == 0) s = shifted_dot_float16_of_states(states_sum + slot, states_rest + slot, lane, 4, 3);
    if (threadIdx.x == 0) c[row] = shifted_dot_float16_result(s, 5001ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void shifted_dot_float16_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 31;
    const unsigned place = exponent - 975;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void shifted_dot_float16_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 5; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned shifted_dot_float16_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 5 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float shifted_dot_float16_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float shifted_dot_float16_round(long long (*words)[64])
{
    shifted_dot_float16_carry(words, 1);
    const bool negative = words[5 - 1][threadIdx.x] >> 31;
    if (negative) shifted_dot_float16_carry(words, -1);
    int i = 5 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | shifted_dot_float16_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 69;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return shifted_dot_float16_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void shifted_dot_float16_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 5; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 128.
static __device__ __forceinline__ void shifted_dot_float16_collect(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 5; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 5001;
#pragma unroll 4
    for (; e < 5001ull; e += 128) {
        const unsigned long long at = begin + e;
        shifted_dot_float16_put(words, shifted_dot_float16_term(a[at], b[at]));
    }
}

static __device__ __forceinline__ bool shifted_dot_float16_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) shifted_dot_float16_exact(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c, long long *exact_words, unsigned *exact_finished)
{
    __shared__ long long words[5][64];

    const unsigned k = blockIdx.x / 2, part = blockIdx.x % 2;
    if (!shifted_dot_float16_is_marked(c[k])) return;
    shifted_dot_float16_collect(a, b, k, part * 64 + threadIdx.x, words);
    shifted_dot_float16_gather(words);
    if (threadIdx.x == 0) shifted_dot_float16_carry(words, 1);
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 5; i += 64)
        exact_words[blockIdx.x * 5 + i] = words[i][0];

    __threadfence(); // who sees the count sees the words
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        last = atomicInc(exact_finished + k, 2 - 1) == 2 - 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 5; i += 64) {
        long long sum = 0;
#pragma unroll 8
        for (unsigned p = 0; p < 2; p++) sum += exact_words[(k * 2 + p) * 5 + i];
        words[i][0] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) c[k] = shifted_dot_float16_round(words);
}

// shifted_dot_bfloat16: reduce family of tilewright 0.1.0, from reduce-exact.json; dot of bfloat16, the rows of 1 x 5 x 5001, order exact
// grid 5, block 128, then shifted_dot_bfloat16_exact with grid 10, block 64; elements: a 25005, b 25005, c 5, exact_words 190, exact_finished 5, 0 before and after
// Exactly the sum of its members, unless the last is NaN.
struct shifted_dot_bfloat16_state {
    double sum, rest;
};

using shifted_dot_bfloat16_part = shifted_dot_bfloat16_state;

static __device__ __forceinline__ float shifted_dot_bfloat16_float(unsigned short bits)
{
    return __uint_as_float((unsigned)bits << 16); // the upper half of a float
}

// What is added up, as a double: products have at most 48 bits, and nothing rounds.
static __device__ __forceinline__ double shifted_dot_bfloat16_term(unsigned short x, unsigned short y)
{
    return __dmul_rn(shifted_dot_bfloat16_float(x), shifted_dot_bfloat16_float(y));
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double shifted_dot_bfloat16_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void shifted_dot_bfloat16_add_last(double *last, double x)
{
    if (x == 0) return;
    if (shifted_dot_bfloat16_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void shifted_dot_bfloat16_add_to(shifted_dot_bfloat16_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        shifted_dot_bfloat16_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ shifted_dot_bfloat16_state shifted_dot_bfloat16_join(shifted_dot_bfloat16_state left, shifted_dot_bfloat16_state right)
{
    shifted_dot_bfloat16_add_to(&left, right.sum);
    shifted_dot_bfloat16_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ shifted_dot_bfloat16_state shifted_dot_bfloat16_down(shifted_dot_bfloat16_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ shifted_dot_bfloat16_part shifted_dot_bfloat16_first(unsigned short x, unsigned short y, unsigned)
{
    return { shifted_dot_bfloat16_term(x, y), 0 };
}

static __device__ __forceinline__ shifted_dot_bfloat16_part shifted_dot_bfloat16_take(shifted_dot_bfloat16_part p, unsigned short x, unsigned short y, unsigned)
{
    shifted_dot_bfloat16_add_to(&p, shifted_dot_bfloat16_term(x, y));
    return p;
}

static __device__ __forceinline__ shifted_dot_bfloat16_part shifted_dot_bfloat16_join_parts(shifted_dot_bfloat16_part left, shifted_dot_bfloat16_part right)
{
    return shifted_dot_bfloat16_join(left, right);
}

static __device__ __forceinline__ shifted_dot_bfloat16_part shifted_dot_bfloat16_part_down(shifted_dot_bfloat16_part p, unsigned lanes)
{
    return shifted_dot_bfloat16_down(p, lanes);
}

static __device__ __forceinline__ shifted_dot_bfloat16_part shifted_dot_bfloat16_part_of(shifted_dot_bfloat16_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.sum, lane, lanes), __shfl_sync(0xffffffffu, p.rest, lane, lanes) };
}

static __device__ __forceinline__ shifted_dot_bfloat16_state shifted_dot_bfloat16_of_leaf(shifted_dot_bfloat16_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double shifted_dot_bfloat16_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float shifted_dot_bfloat16_result(shifted_dot_bfloat16_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = shifted_dot_bfloat16_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = shifted_dot_bfloat16_add(&sum, rest);
    return __double2float_rn(shifted_dot_bfloat16_odd(sum, rest));
}

using shifted_dot_bfloat16_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shifted_dot_bfloat16_shift(const unsigned short *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shifted_dot_bfloat16_chunks(const unsigned short *row)
{
    return (const uint4 *)((const char *)row - shifted_dot_bfloat16_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shifted_dot_bfloat16_chunk(const uint4 *chunk, const uint4 *end)
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
static __device__ __forceinline__ uint4 shifted_dot_bfloat16_line(const unsigned short *row, const unsigned chunk)
{
    return __ldg(shifted_dot_bfloat16_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 shifted_dot_bfloat16_next(const unsigned short *behind)
{
    uint4 x;
    if (shifted_dot_bfloat16_shift(behind) > 0) x = __ldg(shifted_dot_bfloat16_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned shifted_dot_bfloat16_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shifted_dot_bfloat16_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shifted_dot_bfloat16_splice(x.x, next.x, bits), shifted_dot_bfloat16_splice(x.y, next.y, bits - 32), shifted_dot_bfloat16_splice(x.z, next.z, bits - 64), shifted_dot_bfloat16_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void shifted_dot_bfloat16_rotate(shifted_dot_bfloat16_part (&part)[8], const unsigned place, const unsigned shift)
{
    shifted_dot_bfloat16_part all[2 * 8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        all[i] = part[i];
        all[8 + i] = shifted_dot_bfloat16_part_of(part[i], (place + 1) % 32, 32);
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
static __device__ __forceinline__ uint4 shifted_dot_bfloat16_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x, f = two ? y.w : y.y;
    const unsigned p = one ? b : a, q = one ? c : b, r = one ? d : c, s = one ? e : d, t = one ? f : e, bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(p, q, bits), __funnelshift_r(q, r, bits), __funnelshift_r(r, s, bits), __funnelshift_r(s, t, bits));
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shifted_dot_bfloat16_load_last(const unsigned short *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shifted_dot_bfloat16_shift(line);
    const uint4 *chunk = shifted_dot_bfloat16_chunks(line) + place;
    uint4 x, y;
    if (place * 8 < elements) x = shifted_dot_bfloat16_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 2 + shift) y = shifted_dot_bfloat16_chunk(chunk + 1, end);
    return shifted_dot_bfloat16_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ unsigned short shifted_dot_bfloat16_element(const shifted_dot_bfloat16_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return (unsigned short)(word[i / 2] >> i % 2 * 16);
}

// What the 2048 elements of a whole leaf make.
static __device__ __forceinline__ shifted_dot_bfloat16_part shifted_dot_bfloat16_leaf(const unsigned short *a, const unsigned short *b, const unsigned lane)
{
    shifted_dot_bfloat16_part part[8];
    shifted_dot_bfloat16_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shifted_dot_bfloat16_line(a, (n) * 32 + lane);
    shifted_dot_bfloat16_vector next_x;
    if (lane == 0) next_x = shifted_dot_bfloat16_next(a + 2048);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shifted_dot_bfloat16_spliced(x[n], n + 1 < 8 ? x[n + 1] : next_x, lane, shifted_dot_bfloat16_shift(a));
    shifted_dot_bfloat16_vector y[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        y[n] = shifted_dot_bfloat16_line(b, (n) * 32 + lane);
    shifted_dot_bfloat16_vector next_y;
    if (lane == 0) next_y = shifted_dot_bfloat16_next(b + 2048);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        y[n] = shifted_dot_bfloat16_spliced(y[n], n + 1 < 8 ? y[n + 1] : next_y, lane, shifted_dot_bfloat16_shift(b));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_dot_bfloat16_first(shifted_dot_bfloat16_element(x[n], i), shifted_dot_bfloat16_element(y[n], i), n * 256 + lane * 8 + i)
                : shifted_dot_bfloat16_take(part[i], shifted_dot_bfloat16_element(x[n], i), shifted_dot_bfloat16_element(y[n], i), n * 256 + lane * 8 + i);
    shifted_dot_bfloat16_rotate(part, lane, shifted_dot_bfloat16_shift(a) / 2);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_dot_bfloat16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_dot_bfloat16_part right = shifted_dot_bfloat16_part_down(part[0], d);
        part[0] = shifted_dot_bfloat16_join_parts(part[0], right);
    }
    return part[0];
}

// What the 905 elements of the last leaf make.
static __device__ __forceinline__ shifted_dot_bfloat16_part shifted_dot_bfloat16_tail(const unsigned short *a, const unsigned short *b, const unsigned lane, const uint4 *end_a, const uint4 *end_b)
{
    shifted_dot_bfloat16_part part[8];
    shifted_dot_bfloat16_vector rest_x;
    rest_x = shifted_dot_bfloat16_load_last(a + 768, lane, 137, end_a);
    shifted_dot_bfloat16_vector rest_y;
    rest_y = shifted_dot_bfloat16_load_last(b + 768, lane, 137, end_b);
    shifted_dot_bfloat16_vector x[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_dot_bfloat16_line(a, (n) * 32 + lane);
    shifted_dot_bfloat16_vector next_x;
    if (lane == 0) next_x = shifted_dot_bfloat16_next(a + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        x[n] = shifted_dot_bfloat16_spliced(x[n], n + 1 < 3 ? x[n + 1] : next_x, lane, shifted_dot_bfloat16_shift(a));
    shifted_dot_bfloat16_vector y[3];
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        y[n] = shifted_dot_bfloat16_line(b, (n) * 32 + lane);
    shifted_dot_bfloat16_vector next_y;
    if (lane == 0) next_y = shifted_dot_bfloat16_next(b + 768);
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
        y[n] = shifted_dot_bfloat16_spliced(y[n], n + 1 < 3 ? y[n + 1] : next_y, lane, shifted_dot_bfloat16_shift(b));
#pragma unroll
    for (unsigned n = 0; n < 3; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            part[i] = n == 0 ? shifted_dot_bfloat16_first(shifted_dot_bfloat16_element(x[n], i), shifted_dot_bfloat16_element(y[n], i), n * 256 + lane * 8 + i)
                : shifted_dot_bfloat16_take(part[i], shifted_dot_bfloat16_element(x[n], i), shifted_dot_bfloat16_element(y[n], i), n * 256 + lane * 8 + i);
    shifted_dot_bfloat16_rotate(part, lane, shifted_dot_bfloat16_shift(a) / 2);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if ((lane) * 8 + i < 137) part[i] = shifted_dot_bfloat16_take(part[i], shifted_dot_bfloat16_element(rest_x, i), shifted_dot_bfloat16_element(rest_y, i), 768 + lane * 8 + i);

#pragma unroll
    for (unsigned d = 1; d < 8; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            if (i % (2 * d) == 0) part[i] = shifted_dot_bfloat16_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shifted_dot_bfloat16_part right = shifted_dot_bfloat16_part_down(part[0], d);
        part[0] = shifted_dot_bfloat16_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shifted_dot_bfloat16_state shifted_dot_bfloat16_of_lanes(shifted_dot_bfloat16_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shifted_dot_bfloat16_state right = shifted_dot_bfloat16_down(s, d);
        if (number + d < count) s = shifted_dot_bfloat16_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void shifted_dot_bfloat16_put(double *sum, double *rest, const unsigned lane, const shifted_dot_bfloat16_state s)
{
    if (lane == 0) {
        *sum = s.sum;
        *rest = s.rest;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ shifted_dot_bfloat16_state shifted_dot_bfloat16_of_states(const double *sum, const double *rest, const unsigned lane, const unsigned lanes, const unsigned count)
{
    shifted_dot_bfloat16_state s;
    if (lane < count) s = { sum[lane], rest[lane] };
    return shifted_dot_bfloat16_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(128) shifted_dot_bfloat16(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 3125;
    const uint4 *const end_b = (const uint4 *)b + 3125;
    const unsigned row = blockIdx.x;
    a += row * 5001;
    b += row * 5001;
    __shared__ double states_sum[4];
    __shared__ double states_rest[4];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 4 apart from here on
    if (first < 2) {
        const unsigned at = first * 2048;
        const shifted_dot_bfloat16_part leaf = shifted_dot_bfloat16_leaf(a + at, b + at, lane);
        shifted_dot_bfloat16_put(states_sum + slot, states_rest + slot, lane, shifted_dot_bfloat16_of_leaf(leaf, at));
    }
    if (first == 2) {
        const shifted_dot_bfloat16_part leaf = shifted_dot_bfloat16_tail(a + 4096, b + 4096, lane, end_a, end_b);
        shifted_dot_bfloat16_put(states_sum + slot, states_rest + slot, lane, shifted_dot_bfloat16_of_leaf(leaf, 4096));
    }
    __syncthreads();
    shifted_dot_bfloat16_state s;
    if (warp == 0) s = shifted_dot_bfloat16_of_states(states_sum + slot, states_rest + slot, lane, 4, 3);
    if (threadIdx.x == 0) c[row] = shifted_dot_bfloat16_result(s, 5001ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void shifted_dot_bfloat16_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 37;
    const unsigned place = exponent - 757;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void shifted_dot_bfloat16_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 19; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned shifted_dot_bfloat16_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 19 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float shifted_dot_bfloat16_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float shifted_dot_bfloat16_round(long long (*words)[64])
{
    shifted_dot_bfloat16_carry(words, 1);
    const bool negative = words[19 - 1][threadIdx.x] >> 31;
    if (negative) shifted_dot_bfloat16_carry(words, -1);
    int i = 19 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | shifted_dot_bfloat16_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 281;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return shifted_dot_bfloat16_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void shifted_dot_bfloat16_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 19; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 128.
static __device__ __forceinline__ void shifted_dot_bfloat16_collect(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 19; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 5001;
#pragma unroll 4
    for (; e < 5001ull; e += 128) {
        const unsigned long long at = begin + e;
        shifted_dot_bfloat16_put(words, shifted_dot_bfloat16_term(a[at], b[at]));
    }
}

static __device__ __forceinline__ bool shifted_dot_bfloat16_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) shifted_dot_bfloat16_exact(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *c, long long *exact_words, unsigned *exact_finished)
{
    __shared__ long long words[19][64];

    const unsigned k = blockIdx.x / 2, part = blockIdx.x % 2;
    if (!shifted_dot_bfloat16_is_marked(c[k])) return;
    shifted_dot_bfloat16_collect(a, b, k, part * 64 + threadIdx.x, words);
    shifted_dot_bfloat16_gather(words);
    if (threadIdx.x == 0) shifted_dot_bfloat16_carry(words, 1);
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 19; i += 64)
        exact_words[blockIdx.x * 19 + i] = words[i][0];

    __threadfence(); // who sees the count sees the words
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        last = atomicInc(exact_finished + k, 2 - 1) == 2 - 1; // which sets the counter back to 0
        __threadfence(); // what the block reads from here on comes after the count
    }
    if (!__syncthreads_or(last)) return;

#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 19; i += 64) {
        long long sum = 0;
#pragma unroll 8
        for (unsigned p = 0; p < 2; p++) sum += exact_words[(k * 2 + p) * 19 + i];
        words[i][0] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) c[k] = shifted_dot_bfloat16_round(words);
}

// shiftedPairs_float32: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float32, the rows of 1 x 5 x 1001, order exact
// grid 5, block 32, then shiftedPairs_float32_exact with grid 5, block 64; elements: a 5005, c 5
// Exactly the sum of its members, unless the last is NaN.
struct shiftedPairs_float32_state {
    double sum, rest;
};

using shiftedPairs_float32_part = shiftedPairs_float32_state;

// What is added up, as a double.
static __device__ __forceinline__ double shiftedPairs_float32_term(float x)
{
    return x;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double shiftedPairs_float32_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void shiftedPairs_float32_add_last(double *last, double x)
{
    if (x == 0) return;
    if (shiftedPairs_float32_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void shiftedPairs_float32_add_to(shiftedPairs_float32_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        shiftedPairs_float32_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ shiftedPairs_float32_state shiftedPairs_float32_join(shiftedPairs_float32_state left, shiftedPairs_float32_state right)
{
    shiftedPairs_float32_add_to(&left, right.sum);
    shiftedPairs_float32_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ shiftedPairs_float32_state shiftedPairs_float32_down(shiftedPairs_float32_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ shiftedPairs_float32_part shiftedPairs_float32_first(float x, unsigned)
{
    return { shiftedPairs_float32_term(x), 0 };
}

static __device__ __forceinline__ shiftedPairs_float32_part shiftedPairs_float32_take(shiftedPairs_float32_part p, float x, unsigned)
{
    shiftedPairs_float32_add_to(&p, shiftedPairs_float32_term(x));
    return p;
}

static __device__ __forceinline__ shiftedPairs_float32_part shiftedPairs_float32_join_parts(shiftedPairs_float32_part left, shiftedPairs_float32_part right)
{
    return shiftedPairs_float32_join(left, right);
}

static __device__ __forceinline__ shiftedPairs_float32_part shiftedPairs_float32_part_down(shiftedPairs_float32_part p, unsigned lanes)
{
    return shiftedPairs_float32_down(p, lanes);
}

static __device__ __forceinline__ shiftedPairs_float32_part shiftedPairs_float32_part_of(shiftedPairs_float32_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.sum, lane, lanes), __shfl_sync(0xffffffffu, p.rest, lane, lanes) };
}

static __device__ __forceinline__ shiftedPairs_float32_state shiftedPairs_float32_of_leaf(shiftedPairs_float32_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double shiftedPairs_float32_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float shiftedPairs_float32_result(shiftedPairs_float32_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = shiftedPairs_float32_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = shiftedPairs_float32_add(&sum, rest);
    return __double2float_rn(shiftedPairs_float32_odd(sum, rest));
}

using shiftedPairs_float32_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shiftedPairs_float32_shift(const float *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shiftedPairs_float32_chunks(const float *row)
{
    return (const uint4 *)((const char *)row - shiftedPairs_float32_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shiftedPairs_float32_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    x.x |= (unsigned)__ldg((const unsigned *)end + 0) << 0;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 shiftedPairs_float32_line(const float *row, const unsigned chunk)
{
    return __ldg(shiftedPairs_float32_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 shiftedPairs_float32_next(const float *behind)
{
    uint4 x;
    if (shiftedPairs_float32_shift(behind) > 0) x = __ldg(shiftedPairs_float32_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned shiftedPairs_float32_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shiftedPairs_float32_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shiftedPairs_float32_splice(x.x, next.x, bits), shiftedPairs_float32_splice(x.y, next.y, bits - 32), shiftedPairs_float32_splice(x.z, next.z, bits - 64), shiftedPairs_float32_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void shiftedPairs_float32_rotate(shiftedPairs_float32_part (&part)[4], const unsigned place, const unsigned shift)
{
    shiftedPairs_float32_part all[2 * 4];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        all[i] = part[i];
        all[4 + i] = shiftedPairs_float32_part_of(part[i], (place + 1) % 32, 32);
    }
#pragma unroll
    for (unsigned step = 1; step < 4; step *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2 * 4; i++)
            if (i + 2 * step < 2 * 4 && shift & step) all[i] = all[i + step];
#pragma unroll
    for (unsigned i = 0; i < 4; i++) part[i] = all[i];
}

// The 16 bytes from byte `shift` of two chunks on.
static __device__ __forceinline__ uint4 shiftedPairs_float32_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x;
    return make_uint4(one ? b : a, one ? c : b, one ? d : c, one ? e : d);
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shiftedPairs_float32_load_last(const float *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shiftedPairs_float32_shift(line);
    const uint4 *chunk = shiftedPairs_float32_chunks(line) + place;
    uint4 x, y;
    if (place * 4 < elements) x = shiftedPairs_float32_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 4 + shift) y = shiftedPairs_float32_chunk(chunk + 1, end);
    return shiftedPairs_float32_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ float shiftedPairs_float32_element(const shiftedPairs_float32_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __uint_as_float(word[i]);
}

// What the 1001 elements of a row make.
static __device__ __forceinline__ shiftedPairs_float32_part shiftedPairs_float32_row(const float *a, const unsigned lane, const uint4 *end_a)
{
    shiftedPairs_float32_part part[4];
    shiftedPairs_float32_vector rest_x;
    rest_x = shiftedPairs_float32_load_last(a + 896, lane, 105, end_a);
    shiftedPairs_float32_vector x[7];
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
        x[n] = shiftedPairs_float32_line(a, (n) * 32 + lane);
    shiftedPairs_float32_vector next_x;
    if (lane == 0) next_x = shiftedPairs_float32_next(a + 896);
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
        x[n] = shiftedPairs_float32_spliced(x[n], n + 1 < 7 ? x[n + 1] : next_x, lane, shiftedPairs_float32_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            part[i] = n == 0 ? shiftedPairs_float32_first(shiftedPairs_float32_element(x[n], i), n * 128 + lane * 4 + i)
                : shiftedPairs_float32_take(part[i], shiftedPairs_float32_element(x[n], i), n * 128 + lane * 4 + i);
    shiftedPairs_float32_rotate(part, lane, shiftedPairs_float32_shift(a) / 4);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        if ((lane) * 4 + i < 105) part[i] = shiftedPairs_float32_take(part[i], shiftedPairs_float32_element(rest_x, i), 896 + lane * 4 + i);

#pragma unroll
    for (unsigned d = 1; d < 4; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            if (i % (2 * d) == 0) part[i] = shiftedPairs_float32_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shiftedPairs_float32_part right = shiftedPairs_float32_part_down(part[0], d);
        part[0] = shiftedPairs_float32_join_parts(part[0], right);
    }
    return part[0];
}

extern "C" __global__ void __launch_bounds__(32) shiftedPairs_float32(const float *__restrict__ a, float *c)
{
    const uint4 *const end_a = (const uint4 *)a + 1251;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = blockIdx.x * 1 + threadIdx.x / 32;
    const unsigned from = row * 1001;
    const shiftedPairs_float32_part part = shiftedPairs_float32_row(a + from, lane, end_a);
    const shiftedPairs_float32_state s = shiftedPairs_float32_of_leaf(part, 0);
    if (lane == 0) c[row] = shiftedPairs_float32_result(s, 1001ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void shiftedPairs_float32_put(long long (*words)[64], double x)
{
    const long long bits = __double_as_longlong(x), sign = bits >> 63; // 0 or -1
    const unsigned exponent = bits >> 52 & 0x7ff;
    if (x == 0) return;
    const unsigned long long mantissa = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 29;
    const unsigned place = exponent - 874;
    const unsigned long long low = mantissa << place % 32;
    long long(*word)[64] = words + place / 32;
    word[0][threadIdx.x] += ((long long)(low & 0xffffffff) ^ sign) - sign;
    word[1][threadIdx.x] += ((long long)(low >> 32) ^ sign) - sign;
}

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void shiftedPairs_float32_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 11; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned shiftedPairs_float32_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 11 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ float shiftedPairs_float32_nearest(bool negative, unsigned long long top, int exponent)
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
static __device__ __forceinline__ float shiftedPairs_float32_round(long long (*words)[64])
{
    shiftedPairs_float32_carry(words, 1);
    const bool negative = words[11 - 1][threadIdx.x] >> 31;
    if (negative) shiftedPairs_float32_carry(words, -1);
    int i = 11 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | shiftedPairs_float32_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 172;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return shiftedPairs_float32_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void shiftedPairs_float32_gather(long long (*words)[64])
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
static __device__ __forceinline__ void shiftedPairs_float32_collect(const float *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 11; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 1001;
#pragma unroll 4
    for (; e < 1001ull; e += 64) {
        const unsigned long long at = begin + e;
        shiftedPairs_float32_put(words, shiftedPairs_float32_term(a[at]));
    }
}

static __device__ __forceinline__ bool shiftedPairs_float32_is_marked(float value)
{
    return __float_as_uint(value) == 0x7ffffffeu;
}

extern "C" __global__ void __launch_bounds__(64) shiftedPairs_float32_exact(const float *__restrict__ a, float *c)
{
    __shared__ long long words[11][64];

    const unsigned long long place = blockIdx.x * 1ull + threadIdx.x;
    const bool marked = threadIdx.x < 1 && place < 5ull && shiftedPairs_float32_is_marked(c[place]);
    if (!__syncthreads_or(marked)) return;
#pragma unroll 1
    for (unsigned i = 0; i < 1; i++) {
        if (!__syncthreads_or(marked && threadIdx.x == i)) continue;
        const unsigned long long k = blockIdx.x * 1ull + i;
        shiftedPairs_float32_collect(a, k, threadIdx.x, words);
        shiftedPairs_float32_gather(words);
        if (threadIdx.x == 0) c[k] = shiftedPairs_float32_round(words);
    }
}

// shiftedPairs_float64: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float64, the rows of 1 x 5 x 1001, order exact
// grid 5, block 64, then shiftedPairs_float64_exact with grid 5, block 64; elements: a 5005, c 5
// Exactly the sum of its members, unless the last is NaN.
struct shiftedPairs_float64_state {
    double sum, rest, tail;
};

using shiftedPairs_float64_part = shiftedPairs_float64_state;

// What is added up, as a double.
static __device__ __forceinline__ double shiftedPairs_float64_term(double x)
{
    return x;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double shiftedPairs_float64_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void shiftedPairs_float64_add_last(double *last, double x)
{
    if (x == 0) return;
    if (shiftedPairs_float64_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to all members but the first.
static __device__ __forceinline__ void shiftedPairs_float64_add_to_rest(shiftedPairs_float64_state *s, double x)
{
    shiftedPairs_float64_add_last(&s->tail, shiftedPairs_float64_add(&s->rest, x));
}

static __device__ __forceinline__ void shiftedPairs_float64_add_to(shiftedPairs_float64_state *s, double x)
{
    shiftedPairs_float64_add_to_rest(s, shiftedPairs_float64_add(&s->sum, x));
}

static __device__ __forceinline__ shiftedPairs_float64_state shiftedPairs_float64_join(shiftedPairs_float64_state left, shiftedPairs_float64_state right)
{
    const double lost = shiftedPairs_float64_add(&left.sum, right.sum);
    const double rest_lost = shiftedPairs_float64_add(&left.rest, right.rest);
    const double lost_again = shiftedPairs_float64_add(&left.rest, lost);
    if (right.tail != 0 || rest_lost != 0 || lost_again != 0) {
        shiftedPairs_float64_add_last(&left.tail, right.tail);
        shiftedPairs_float64_add_last(&left.tail, rest_lost);
        shiftedPairs_float64_add_last(&left.tail, lost_again);
    }
    return left;
}

static __device__ __forceinline__ shiftedPairs_float64_state shiftedPairs_float64_down(shiftedPairs_float64_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    s.tail = __shfl_down_sync(0xffffffff, s.tail, lanes);
    return s;
}

static __device__ __forceinline__ shiftedPairs_float64_part shiftedPairs_float64_first(double x, unsigned)
{
    return { shiftedPairs_float64_term(x), 0, 0 };
}

static __device__ __forceinline__ shiftedPairs_float64_part shiftedPairs_float64_take(shiftedPairs_float64_part p, double x, unsigned)
{
    shiftedPairs_float64_add_to(&p, shiftedPairs_float64_term(x));
    return p;
}

static __device__ __forceinline__ shiftedPairs_float64_part shiftedPairs_float64_join_parts(shiftedPairs_float64_part left, shiftedPairs_float64_part right)
{
    return shiftedPairs_float64_join(left, right);
}

static __device__ __forceinline__ shiftedPairs_float64_part shiftedPairs_float64_part_down(shiftedPairs_float64_part p, unsigned lanes)
{
    return shiftedPairs_float64_down(p, lanes);
}

static __device__ __forceinline__ shiftedPairs_float64_part shiftedPairs_float64_part_of(shiftedPairs_float64_part p, unsigned lane, unsigned lanes)
{
    return { __shfl_sync(0xffffffffu, p.sum, lane, lanes), __shfl_sync(0xffffffffu, p.rest, lane, lanes), __shfl_sync(0xffffffffu, p.tail, lane, lanes) };
}

static __device__ __forceinline__ shiftedPairs_float64_state shiftedPairs_float64_of_leaf(shiftedPairs_float64_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double shiftedPairs_float64_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ double shiftedPairs_float64_result(shiftedPairs_float64_state s, unsigned long long)
{
    if (s.tail != s.tail || !(fabs(s.sum) < 0x1p1022)) return __longlong_as_double(0x7ffffffffffffffe);
    double sum = s.sum, rest = s.rest, tail = s.tail;
#pragma unroll 1
    for (unsigned i = 0; i < 6; i++) { // until none overlaps the next
        tail = shiftedPairs_float64_add(&rest, tail);
        rest = shiftedPairs_float64_add(&sum, rest);
    }
    if (sum + rest != sum || rest + tail != rest) return __longlong_as_double(0x7ffffffffffffffe);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = shiftedPairs_float64_odd(rest, tail);
    return __dadd_rn(sum, rest);
}

using shiftedPairs_float64_vector = uint4;

// Bytes of the chunk before the row in which it begins.
static __device__ __forceinline__ unsigned shiftedPairs_float64_shift(const double *row)
{
    return (unsigned)(unsigned long long)row % 16;
}

static __device__ __forceinline__ const uint4 *shiftedPairs_float64_chunks(const double *row)
{
    return (const uint4 *)((const char *)row - shiftedPairs_float64_shift(row));
}

// A chunk; of the last, at `end`, what there is.
static __device__ __forceinline__ uint4 shiftedPairs_float64_chunk(const uint4 *chunk, const uint4 *end)
{
    if (chunk != end) return __ldg(chunk);
    uint4 x = make_uint4(0, 0, 0, 0);
    const uint2 front = __ldg((const uint2 *)end);
    x.x = front.x;
    x.y = front.y;
    return x;
}

// A chunk, counted from the one that the row begins in.
static __device__ __forceinline__ uint4 shiftedPairs_float64_line(const double *row, const unsigned chunk)
{
    return __ldg(shiftedPairs_float64_chunks(row) + chunk);
}

// The chunk that a line ends in, if it has some of the line.
static __device__ __forceinline__ uint4 shiftedPairs_float64_next(const double *behind)
{
    uint4 x;
    if (shiftedPairs_float64_shift(behind) > 0) x = __ldg(shiftedPairs_float64_chunks(behind));
    return x;
}

static __device__ __forceinline__ unsigned shiftedPairs_float64_splice(const unsigned x, const unsigned next, const int bits)
{
    const unsigned own = __funnelshift_lc(0, ~0u, max(bits, 0));
    return (x & own) | (next & ~own);
}

// Lane 0's bytes before `shift` are those of the next chunk.
static __device__ __forceinline__ uint4 shiftedPairs_float64_spliced(const uint4 x, const uint4 next, const unsigned place, const unsigned shift)
{
    const int bits = place == 0 ? shift * 8 : 0;
    return make_uint4(shiftedPairs_float64_splice(x.x, next.x, bits), shiftedPairs_float64_splice(x.y, next.y, bits - 32), shiftedPairs_float64_splice(x.z, next.z, bits - 64), shiftedPairs_float64_splice(x.w, next.w, bits - 96));
}

// Lanes have columns that begin `shift` before their own, lane 0 those at the line's end: each gets its own.
static __device__ __forceinline__ void shiftedPairs_float64_rotate(shiftedPairs_float64_part (&part)[2], const unsigned place, const unsigned shift)
{
    shiftedPairs_float64_part all[2 * 2];
#pragma unroll
    for (unsigned i = 0; i < 2; i++) {
        all[i] = part[i];
        all[2 + i] = shiftedPairs_float64_part_of(part[i], (place + 1) % 32, 32);
    }
#pragma unroll
    for (unsigned step = 1; step < 2; step *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2 * 2; i++)
            if (i + 2 * step < 2 * 2 && shift & step) all[i] = all[i + step];
#pragma unroll
    for (unsigned i = 0; i < 2; i++) part[i] = all[i];
}

// The 16 bytes from byte `shift` of two chunks on.
static __device__ __forceinline__ uint4 shiftedPairs_float64_aligned(const uint4 x, const uint4 y, const unsigned shift)
{
    const bool two = shift & 8, one = shift & 4;
    const unsigned a = two ? x.z : x.x, b = two ? x.w : x.y, c = two ? y.x : x.z, d = two ? y.y : x.w, e = two ? y.z : y.x;
    return make_uint4(one ? b : a, one ? c : b, one ? d : c, one ? e : d);
}

// The lane's place in the array's last line, of which `elements` exist.
static __device__ __forceinline__ uint4 shiftedPairs_float64_load_last(const double *line, const unsigned place, const unsigned elements, const uint4 *end)
{
    const unsigned shift = shiftedPairs_float64_shift(line);
    const uint4 *chunk = shiftedPairs_float64_chunks(line) + place;
    uint4 x, y;
    if (place * 2 < elements) x = shiftedPairs_float64_chunk(chunk, end);
    if (shift > 0 && place * 16 + 16 < elements * 8 + shift) y = shiftedPairs_float64_chunk(chunk + 1, end);
    return shiftedPairs_float64_aligned(x, y, shift);
}

// Element i of a load.
static __device__ __forceinline__ double shiftedPairs_float64_element(const shiftedPairs_float64_vector from, const unsigned i)
{
    const unsigned word[] = { from.x, from.y, from.z, from.w };
    return __hiloint2double((int)word[2 * i + 1], (int)word[2 * i]);
}

// What the 512 elements of a whole leaf make.
static __device__ __forceinline__ shiftedPairs_float64_part shiftedPairs_float64_leaf(const double *a, const unsigned lane)
{
    shiftedPairs_float64_part part[2];
    shiftedPairs_float64_vector x[8];
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shiftedPairs_float64_line(a, (n) * 32 + lane);
    shiftedPairs_float64_vector next_x;
    if (lane == 0) next_x = shiftedPairs_float64_next(a + 512);
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
        x[n] = shiftedPairs_float64_spliced(x[n], n + 1 < 8 ? x[n + 1] : next_x, lane, shiftedPairs_float64_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 8; n++)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            part[i] = n == 0 ? shiftedPairs_float64_first(shiftedPairs_float64_element(x[n], i), n * 64 + lane * 2 + i)
                : shiftedPairs_float64_take(part[i], shiftedPairs_float64_element(x[n], i), n * 64 + lane * 2 + i);
    shiftedPairs_float64_rotate(part, lane, shiftedPairs_float64_shift(a) / 8);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = shiftedPairs_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shiftedPairs_float64_part right = shiftedPairs_float64_part_down(part[0], d);
        part[0] = shiftedPairs_float64_join_parts(part[0], right);
    }
    return part[0];
}

// What the 489 elements of the last leaf make.
static __device__ __forceinline__ shiftedPairs_float64_part shiftedPairs_float64_tail(const double *a, const unsigned lane, const uint4 *end_a)
{
    shiftedPairs_float64_part part[2];
    shiftedPairs_float64_vector rest_x;
    rest_x = shiftedPairs_float64_load_last(a + 448, lane, 41, end_a);
    shiftedPairs_float64_vector x[7];
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
        x[n] = shiftedPairs_float64_line(a, (n) * 32 + lane);
    shiftedPairs_float64_vector next_x;
    if (lane == 0) next_x = shiftedPairs_float64_next(a + 448);
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
        x[n] = shiftedPairs_float64_spliced(x[n], n + 1 < 7 ? x[n + 1] : next_x, lane, shiftedPairs_float64_shift(a));
#pragma unroll
    for (unsigned n = 0; n < 7; n++)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            part[i] = n == 0 ? shiftedPairs_float64_first(shiftedPairs_float64_element(x[n], i), n * 64 + lane * 2 + i)
                : shiftedPairs_float64_take(part[i], shiftedPairs_float64_element(x[n], i), n * 64 + lane * 2 + i);
    shiftedPairs_float64_rotate(part, lane, shiftedPairs_float64_shift(a) / 8);
#pragma unroll
    for (unsigned i = 0; i < 2; i++)
        if ((lane) * 2 + i < 41) part[i] = shiftedPairs_float64_take(part[i], shiftedPairs_float64_element(rest_x, i), 448 + lane * 2 + i);

#pragma unroll
    for (unsigned d = 1; d < 2; d *= 2)
#pragma unroll
        for (unsigned i = 0; i < 2; i++)
            if (i % (2 * d) == 0) part[i] = shiftedPairs_float64_join_parts(part[i], part[i + d]);
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const shiftedPairs_float64_part right = shiftedPairs_float64_part_down(part[0], d);
        part[0] = shiftedPairs_float64_join_parts(part[0], right);
    }
    return part[0];
}

// What the states of the first `lanes` lanes make, in lane 0; the lane's is number `number` of `count`.
static __device__ __forceinline__ shiftedPairs_float64_state shiftedPairs_float64_of_lanes(shiftedPairs_float64_state s, const unsigned number, const unsigned lanes, const unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        const shiftedPairs_float64_state right = shiftedPairs_float64_down(s, d);
        if (number + d < count) s = shiftedPairs_float64_join(s, right);
    }
    return s;
}

static __device__ __forceinline__ void shiftedPairs_float64_put(double *sum, double *rest, double *tail, const unsigned lane, const shiftedPairs_float64_state s)
{
    if (lane == 0) {
        *sum = s.sum;
        *rest = s.rest;
        *tail = s.tail;
    }
}

// What `count` states make, in lane 0.
static __device__ __forceinline__ shiftedPairs_float64_state shiftedPairs_float64_of_states(const double *sum, const double *rest, const double *tail, const unsigned lane, const unsigned lanes, const unsigned count)
{
    shiftedPairs_float64_state s;
    if (lane < count) s = { sum[lane], rest[lane], tail[lane] };
    return shiftedPairs_float64_of_lanes(s, lane, lanes, count);
}

extern "C" __global__ void __launch_bounds__(64) shiftedPairs_float64(const double *__restrict__ a, double *c)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint4 *const end_a = (const uint4 *)a + 2502;
    const unsigned row = blockIdx.x;
    a += row * 1001;
    __shared__ double states_sum[2];
    __shared__ double states_rest[2];
    __shared__ double states_tail[2];
    const unsigned slot = warp; // of the warp's first leaf
    const unsigned first = warp; // the warp's leaves are 2 apart from here on
    if (first < 1) {
        const unsigned at = first * 512;
        const shiftedPairs_float64_part leaf = shiftedPairs_float64_leaf(a + at, lane);
        shiftedPairs_float64_put(states_sum + slot, states_rest + slot, states_tail + slot, lane, shiftedPairs_float64_of_leaf(leaf, at));
    }
    if (first == 1) {
        const shiftedPairs_float64_part leaf = shiftedPairs_float64_tail(a + 512, lane, end_a);
        shiftedPairs_float64_put(states_sum + slot, states_rest + slot, states_tail + slot, lane, shiftedPairs_float64_of_leaf(leaf, 512));
    }
    __syncthreads();
    shiftedPairs_float64_state s;
    if (warp == 0) s = shiftedPairs_float64_of_states(states_sum + slot, states_rest + slot, states_tail + slot, lane, 2, 2);
    if (threadIdx.x == 0) c[row] = shiftedPairs_float64_result(s, 1001ull);
}

// Adds x to the thread's number.
static __device__ __forceinline__ void shiftedPairs_float64_put(long long (*words)[64], double x)
{
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

// Carries, so that each word of the thread's number, or with sign -1 of its negative, is below 2^32: two's complement.
static __device__ __forceinline__ void shiftedPairs_float64_carry(long long (*words)[64], long long sign)
{
    long long carry = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 68; i++) {
        carry += sign * words[i][threadIdx.x];
        words[i][threadIdx.x] = carry & 0xffffffff;
        carry >>= 32;
    }
}

// Bit i of the thread's number, which is carried; 0 where it has none.
static __device__ __forceinline__ unsigned shiftedPairs_float64_bit(long long (*words)[64], int i)
{
    return i < 0 || i >= 32 * 68 ? 0 : (unsigned)words[i / 32][threadIdx.x] >> i % 32 & 1;
}

// The result that is nearest to top * 2^exponent, of equals the even one; the first bit of `top` is set, and the last
// for all that would follow.
static __device__ __forceinline__ double shiftedPairs_float64_nearest(bool negative, unsigned long long top, int exponent)
{
    const int field = exponent + 63 + 1023;
    const int cut = 64 - 53 + (field > 0 ? 0 : 1 - field); // bits that the result has no place for
    unsigned long long bits = 0;
    if (field >= 2047) {
        bits = (unsigned long long)2047 << (53 - 1);
    } else if (cut <= 64) {
        const unsigned long long kept = cut < 64 ? top >> cut : 0, rest = top << (64 - cut), half = 1ull << 63;
        bits = (unsigned long long)(kept + (rest > half || (rest == half && kept % 2 == 1)));
        if (field > 0) bits += (unsigned long long)(field - 1) << (53 - 1); // kept has a bit there too
    }
    return __longlong_as_double(bits | (unsigned long long)negative << 63);
}

// What the thread's number gives, rounded once.
static __device__ __forceinline__ double shiftedPairs_float64_round(long long (*words)[64])
{
    const bool up = words[68][threadIdx.x] != 0, down = words[68 + 1][threadIdx.x] != 0;
    if (up && down) return __longlong_as_double(0x7fffffffffffffff);
    if (up || down) return up ? __longlong_as_double(0x7ff0000000000000) : __longlong_as_double(0xfff0000000000000);
    shiftedPairs_float64_carry(words, 1);
    const bool negative = words[68 - 1][threadIdx.x] >> 31;
    if (negative) shiftedPairs_float64_carry(words, -1);
    int i = 68 - 1;
#pragma unroll 1
    while (i >= 0 && words[i][threadIdx.x] == 0) i--;
    if (i < 0) return 0;
    int at = 32 * i + 31; // the next bit
    unsigned long long top = 0, rest = 0;
#pragma unroll 1
    while (top >> 63 == 0) {
        rest = rest << 1 | shiftedPairs_float64_bit(words, at--);
        top <<= 1;
        if (rest >= 1) {
            rest -= 1;
            top |= 1;
        }
    }
    const int exponent = at + 1 - 1074;
    if (at >= 0) rest |= (unsigned long long)words[at / 32][threadIdx.x] << (63 - at % 32);
#pragma unroll 1
    for (int j = 0; j < at / 32; j++) rest |= words[j][threadIdx.x];
    return shiftedPairs_float64_nearest(negative, top | (rest != 0), exponent);
}

// The sum of all threads' numbers becomes that of thread 0.
static __device__ __forceinline__ void shiftedPairs_float64_gather(long long (*words)[64])
{
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 70; i += 64) {
        long long sum = 0;
#pragma unroll 4
        for (unsigned j = 0; j < 64; j++) sum += words[i][(i + j) % 64];
        words[i][0] = sum;
    }
    __syncthreads();
}

// Adds up elements of result k, from number e on every 64.
static __device__ __forceinline__ void shiftedPairs_float64_collect(const double *__restrict__ a, unsigned long long k, unsigned long long e, long long (*words)[64])
{
#pragma unroll 1
    for (unsigned i = 0; i < 70; i++) words[i][threadIdx.x] = 0;
    const unsigned long long begin = k * 1001;
#pragma unroll 4
    for (; e < 1001ull; e += 64) {
        const unsigned long long at = begin + e;
        shiftedPairs_float64_put(words, shiftedPairs_float64_term(a[at]));
    }
}

static __device__ __forceinline__ bool shiftedPairs_float64_is_marked(double value)
{
    return __double_as_longlong(value) == 0x7ffffffffffffffe;
}

extern "C" __global__ void __launch_bounds__(64) shiftedPairs_float64_exact(const double *__restrict__ a, double *c)
{
    __shared__ long long words[70][64];

    const unsigned long long place = blockIdx.x * 1ull + threadIdx.x;
    const bool marked = threadIdx.x < 1 && place < 5ull && shiftedPairs_float64_is_marked(c[place]);
    if (!__syncthreads_or(marked)) return;
#pragma unroll 1
    for (unsigned i = 0; i < 1; i++) {
        if (!__syncthreads_or(marked && threadIdx.x == i)) continue;
        const unsigned long long k = blockIdx.x * 1ull + i;
        shiftedPairs_float64_collect(a, k, threadIdx.x, words);
        shiftedPairs_float64_gather(words);
        if (threadIdx.x == 0) c[k] = shiftedPairs_float64_round(words);
    }
}

// nothing: reduce family of tilewright 0.1.0, from reduce-exact.json; sum of float32, the rows of 1 x 1 x 0, order exact
// grid 1, block 256; elements: a 1, c 1
// Exactly the sum of its members, unless the last is NaN.
struct nothing_state {
    double sum, rest;
};

using nothing_part = nothing_state;

// What is added up, as a double.
static __device__ __forceinline__ double nothing_term(float x)
{
    return x;
}

// Adds x to a number and returns what the rounding loses (Knuth's two-sum); NaN where something is not finite.
static __device__ __forceinline__ double nothing_add(double *number, double x)
{
    const double before = *number, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    *number = sum;
    return __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added));
}

// Adds x, which is seldom anything but 0, to the last member of a state.
static __device__ __forceinline__ void nothing_add_last(double *last, double x)
{
    if (x == 0) return;
    if (nothing_add(last, x) != 0) *last = __longlong_as_double(0x7fffffffffffffff);
}

// Adds x to a state. Most often its sum loses nothing, which takes less to see than what it loses.
static __device__ __forceinline__ void nothing_add_to(nothing_state *s, double x)
{
    const double before = s->sum, sum = __dadd_rn(before, x);
    const double added = __dsub_rn(sum, before), kept = __dsub_rn(sum, added);
    s->sum = sum;
    if (added != x || kept != before)
        nothing_add_last(&s->rest, __dadd_rn(__dsub_rn(before, kept), __dsub_rn(x, added)));
}

static __device__ __forceinline__ nothing_state nothing_join(nothing_state left, nothing_state right)
{
    nothing_add_to(&left, right.sum);
    nothing_add_last(&left.rest, right.rest);
    return left;
}

static __device__ __forceinline__ nothing_state nothing_down(nothing_state s, unsigned lanes)
{
    s.sum = __shfl_down_sync(0xffffffff, s.sum, lanes);
    s.rest = __shfl_down_sync(0xffffffff, s.rest, lanes);
    return s;
}

static __device__ __forceinline__ nothing_part nothing_first(float x, unsigned)
{
    return { nothing_term(x), 0 };
}

static __device__ __forceinline__ nothing_part nothing_take(nothing_part p, float x, unsigned)
{
    nothing_add_to(&p, nothing_term(x));
    return p;
}

static __device__ __forceinline__ nothing_part nothing_join_parts(nothing_part left, nothing_part right)
{
    return nothing_join(left, right);
}

static __device__ __forceinline__ nothing_part nothing_part_down(nothing_part p, unsigned lanes)
{
    return nothing_down(p, lanes);
}

static __device__ __forceinline__ nothing_state nothing_of_leaf(nothing_part p, unsigned long long)
{
    return p;
}

// x, of which rounding lost `lost`, rounded to odd instead, so that it is not rounded twice by rounding to fewer bits.
static __device__ __forceinline__ double nothing_odd(double x, double lost)
{
    long long bits = __double_as_longlong(x);
    if (x != 0 && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (x > 0) ? 1 : -1;
    return __longlong_as_double(bits);
}

// Rounds once, to nearest; a result that the state does not know is marked.
static __device__ __forceinline__ float nothing_result(nothing_state s, unsigned long long)
{
    if (s.sum != s.sum) return __uint_as_float(0x7fffffff);
    if (fabs(s.sum) > 0x1p1023) return s.sum; // infinite, and so is an element: finite ones do not overflow
    if (s.rest != s.rest) return __uint_as_float(0x7ffffffe);
    double sum = s.sum, rest = nothing_add(&sum, s.rest);
    if (sum == 0) return s.sum == 0 ? s.sum : 0; // -0 if all elements are
    rest = nothing_add(&sum, rest);
    return __double2float_rn(nothing_odd(sum, rest));
}

static __device__ __forceinline__ float nothing_nothing()
{
    return 0;
}

extern "C" __global__ void __launch_bounds__(256) nothing(const float *__restrict__ a, float *c)
{
    const unsigned row = (unsigned)blockIdx.x * 256 + threadIdx.x;
    if (row < 1) c[row] = nothing_nothing();
}
