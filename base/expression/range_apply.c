/* Operators and functions on ranges. Where little is known of a result it is any number; results that are none are left out. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/expression/range_parts.h"
#include "base/whole.h"

/* Results of integers of 64 bits before it is known whether they fit. */
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 wide_unsigned;

/* ---- making ranges ---- */

static wide least(wide a, wide b)
{
    return a < b ? a : b;
}

static wide greatest(wide a, wide b)
{
    return a > b ? a : b;
}

/* How far a number is above the multiple of stride below it. */
static wide above(wide number, uint64_t stride)
{
    const wide rest = number % (wide)stride;
    return rest < 0 ? rest + (wide)stride : rest;
}

/* The integers from low to high that are a multiple of stride from `member`, as far as they have 64 bits. */
static tw_range integers(wide low, wide high, wide_unsigned stride, wide member)
{
    const uint64_t step = stride && stride <= INT64_MAX ? (uint64_t)stride : 1;
    low = greatest(low, INT64_MIN);
    high = least(high, INT64_MAX);
    low += above(member - low, step);
    if (low > high) return (tw_range){0};
    high -= above(high - low, step);
    return (tw_range){
        .has_integers = true, .low = (int64_t)low, .high = (int64_t)high, .stride = low == high ? 0 : step};
}

static tw_range any_integer(void)
{
    return integers(INT64_MIN, INT64_MAX, 1, 0);
}

static tw_range doubles(double low, double high)
{
    if (!(low <= DBL_MAX) || !(high >= -DBL_MAX)) return (tw_range){0};
    return (tw_range){.has_doubles = true, .least = fmax(low, -DBL_MAX), .greatest = fmin(high, DBL_MAX)};
}

tw_range tw_range_of_numbers(void)
{
    tw_range range = any_integer();
    const tw_range real = doubles(-DBL_MAX, DBL_MAX);
    tw_expression_range_join(&range, &real);
    return range;
}

tw_range tw_range_of_truth(bool may_be_true, bool may_be_false)
{
    if (!may_be_true && !may_be_false) return (tw_range){0};
    return integers(!may_be_false, may_be_true, 1, 0);
}

struct tw_expression_range tw_expression_range_of(const struct tw_expression_value *value)
{
    switch (value->kind) {
    case TW_EXPRESSION_INTEGER:
        return integers(value->integer, value->integer, 0, value->integer);
    case TW_EXPRESSION_DOUBLE:
        return doubles(value->number, value->number);
    default:
        return (tw_range){.words = TW_RANGE_ONE_WORD, .word = value->word, .length = value->length};
    }
}

static uint64_t distance(int64_t a, int64_t b)
{
    return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

static bool is_same_word(const tw_range *a, const tw_range *b)
{
    return a->words == TW_RANGE_ONE_WORD && b->words == TW_RANGE_ONE_WORD && a->length == b->length &&
           memcmp(a->word, b->word, a->length) == 0;
}

void tw_expression_range_join(struct tw_expression_range *range, const struct tw_expression_range *other)
{
    if (range->has_integers && other->has_integers) {
        const uint64_t stride =
            tw_gcd(tw_gcd(range->stride, other->stride), distance(range->low, other->low));
        const tw_range both =
            integers(least(range->low, other->low), greatest(range->high, other->high), stride, range->low);
        range->low = both.low, range->high = both.high, range->stride = both.stride;
    } else if (other->has_integers) {
        range->low = other->low, range->high = other->high, range->stride = other->stride;
    }
    if (other->has_doubles) {
        range->least = range->has_doubles ? fmin(range->least, other->least) : other->least;
        range->greatest = range->has_doubles ? fmax(range->greatest, other->greatest) : other->greatest;
    }
    range->has_integers |= other->has_integers;
    range->has_doubles |= other->has_doubles;
    if (other->words && range->words && !is_same_word(range, other)) range->words = TW_RANGE_ANY_WORD;
    if (!other->words || range->words) return;
    range->words = other->words, range->word = other->word, range->length = other->length;
}

bool tw_expression_range_is_empty(const struct tw_expression_range *range)
{
    return !range->has_integers && !range->has_doubles && !range->words;
}

bool tw_range_value(const tw_range *range, struct tw_expression_value *value)
{
    if (range->has_integers + range->has_doubles + (range->words != TW_RANGE_NO_WORD) != 1) return false;
    if (range->has_integers)
        *value = (struct tw_expression_value){.kind = TW_EXPRESSION_INTEGER, .integer = range->low};
    else if (range->has_doubles)
        *value = (struct tw_expression_value){.kind = TW_EXPRESSION_DOUBLE, .number = range->least};
    else
        *value = (struct tw_expression_value){
            .kind = TW_EXPRESSION_WORD, .word = range->word, .length = range->length};
    return range->has_integers  ? range->low == range->high
           : range->has_doubles ? range->least == range->greatest
                                : range->words == TW_RANGE_ONE_WORD;
}

bool tw_range_may_be_true(const tw_range *range)
{
    return (range->has_integers && (range->low || range->high)) ||
           (range->has_doubles && (range->least != 0 || range->greatest != 0));
}

static bool has_integer(const tw_range *range, int64_t integer)
{
    if (!range->has_integers || integer < range->low || integer > range->high) return false;
    return integer == range->low || (range->stride && distance(integer, range->low) % range->stride == 0);
}

bool tw_range_may_be_false(const tw_range *range)
{
    return has_integer(range, 0) || (range->has_doubles && range->least <= 0 && range->greatest >= 0);
}

/* ---- sums and products ---- */

static tw_range add(const tw_range *a, const tw_range *b)
{
    return integers((wide)a->low + b->low, (wide)a->high + b->high, tw_gcd(a->stride, b->stride),
                    (wide)a->low + b->low);
}

static tw_range negate(const tw_range *a)
{
    return integers(-(wide)a->high, -(wide)a->low, a->stride, -(wide)a->low);
}

static tw_range subtract(const tw_range *a, const tw_range *b)
{
    return integers((wide)a->low - b->high, (wide)a->high - b->low, tw_gcd(a->stride, b->stride),
                    (wide)a->low - b->low);
}

static wide_unsigned divisor_of(wide_unsigned a, wide_unsigned b)
{
    while (b) {
        const wide_unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The hull of what a function makes of the ends of two ranges: all of its results, where it rises or falls throughout in each operand. */
static void corners(const tw_range *a, const tw_range *b, wide (*of)(wide a, wide b), wide *low, wide *high)
{
    const wide ends[] = {of(a->low, b->low), of(a->low, b->high), of(a->high, b->low), of(a->high, b->high)};
    *low = *high = ends[0];
    for (int i = 1; i < 4; i++) {
        *low = least(*low, ends[i]);
        *high = greatest(*high, ends[i]);
    }
}

static wide product(wide a, wide b)
{
    return a * b;
}

static tw_range multiply(const tw_range *a, const tw_range *b)
{
    const wide_unsigned x = distance(a->low, 0), y = distance(b->low, 0);
    const wide_unsigned stride =
        divisor_of(divisor_of(x * b->stride, y * a->stride), (wide_unsigned)a->stride * b->stride);
    wide low, high;
    corners(a, b, product, &low, &high);
    return integers(low, high, stride, (wide)a->low * b->low);
}

/* ---- quotients: of divisors above 0, and of those below it as the same of the negated ones ---- */

static wide floor_quotient(wide a, wide b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static wide ceil_quotient(wide a, wide b)
{
    return -floor_quotient(-a, b);
}

static tw_range quotient(enum tw_expression_op op, const tw_range *a, const tw_range *b)
{
    wide low, high, unused;
    corners(a, b, op == TW_OP_CEIL_DIV ? ceil_quotient : floor_quotient, &low, &high);
    if (op != TW_OP_DIVIDE) return integers(low, high, 1, 0);
    corners(a, b, ceil_quotient, &low, &unused); /* exact quotients lie between these */
    return integers(low, high, 1, 0);
}

static tw_range remainder_of(const tw_range *a, const tw_range *b)
{
    wide first, last;
    corners(a, b, floor_quotient, &first, &last);
    if (first == last) {
        const tw_range times = integers(first, first, 0, first), multiple = multiply(b, &times);
        if (!multiple.has_integers) return integers(0, (wide)b->high - 1, 1, 0);
        const tw_range rest = subtract(a, &multiple);
        return integers(greatest(rest.low, 0), least(rest.high, (wide)b->high - 1), rest.stride, rest.low);
    }
    const uint64_t stride = b->low == b->high ? tw_gcd(a->stride, (uint64_t)b->low) : 1;
    wide most = (wide)b->high - 1;
    if (a->low >= 0) most = least(most, a->high);
    return integers(0, most, stride, above(a->low, stride));
}

static tw_range divide(enum tw_expression_op op, const tw_range *a, const tw_range *b)
{
    tw_range result = {0};
    const tw_range up = integers(greatest(b->low, 1), b->high, b->stride, b->low);
    const tw_range down = integers(b->low, least(b->high, -1), b->stride, b->low);
    if (up.has_integers) result = op == TW_OP_REMAINDER ? remainder_of(a, &up) : quotient(op, a, &up);
    if (!down.has_integers) return result;
    const tw_range minus_a = negate(a), minus_b = negate(&down);
    if (a->low == INT64_MIN || down.low == INT64_MIN) return any_integer(); /* it has no counterpart */
    tw_range other =
        op == TW_OP_REMAINDER ? remainder_of(&minus_a, &minus_b) : quotient(op, &minus_a, &minus_b);
    if (op == TW_OP_REMAINDER) other = negate(&other);
    tw_expression_range_join(&result, &other);
    return result;
}

/* ---- shifts, bits, powers ---- */

static wide shift_left(wide a, wide by)
{
    return a * ((wide)1 << by);
}

static wide shift_right(wide a, wide by)
{
    return floor_quotient(a, (wide)1 << by);
}

static tw_range shift(enum tw_expression_op op, const tw_range *a, const tw_range *b)
{
    const tw_range by = integers(greatest(b->low, 0), least(b->high, 63), b->stride, b->low);
    wide low, high;
    if (!by.has_integers) return by;
    corners(a, &by, op == TW_OP_SHIFT_LEFT ? shift_left : shift_right, &low, &high);
    if (op == TW_OP_SHIFT_RIGHT) return integers(low, high, 1, 0);
    const wide_unsigned unit = (wide_unsigned)1 << by.low;
    const wide_unsigned x = distance(a->low, 0);
    return integers(low, high, by.stride ? divisor_of(x, a->stride) * unit : a->stride * unit,
                    (wide)a->low * (wide)unit);
}

/* 2^n - 1, the least such number from `most` on. */
static int64_t all_bits(int64_t most)
{
    uint64_t bits = 0;
    while (bits < (uint64_t)most) bits = 2 * bits + 1;
    return (int64_t)bits;
}

static tw_range combine_bits(enum tw_expression_op op, const tw_range *a, const tw_range *b)
{
    const bool is_mask = op == TW_OP_BIT_AND && b->low == b->high && b->low > 0 && b->low < INT64_MAX &&
                         tw_is_power_of_two((uint64_t)b->low + 1);
    if (is_mask) {
        const int64_t size = b->low + 1;
        const tw_range modulus = integers(size, size, 0, size);
        return remainder_of(a, &modulus);
    }
    if (op == TW_OP_BIT_AND && (a->low >= 0 || b->low >= 0)) {
        const int64_t most = a->low < 0 || (b->low >= 0 && b->high < a->high) ? b->high : a->high;
        return integers(0, most, 1, 0);
    }
    if (a->low < 0 || b->low < 0) return any_integer();
    const int64_t most = all_bits(a->high > b->high ? a->high : b->high);
    return integers(op == TW_OP_BIT_OR ? greatest(a->low, b->low) : 0, most, 1, 0);
}

/* No more than INT64_MAX, of a base from 1 on. */
static wide power(int64_t base, int64_t exponent)
{
    wide result = 1;
    for (int64_t i = 0; base > 1 && i < exponent && result <= INT64_MAX; i++) result *= base;
    return result;
}

/* Negative exponents have a result of 1 and -1 alone. */
static tw_range raise(const tw_range *a, const tw_range *b)
{
    if (a->low < 1) return any_integer();
    if (b->high < 0) return has_integer(a, 1) ? integers(1, 1, 0, 1) : (tw_range){0};
    return integers(power(a->low, b->low < 0 ? 0 : b->low), power(a->high, b->high), 1, 0);
}

static tw_range divide_commonly(const tw_range *a, const tw_range *b)
{
    if (a->low > 0 && b->low > 0) return integers(1, least(a->high, b->high), 1, 0);
    return integers(0, INT64_MAX, 1, 0);
}

static tw_range apply_integers(enum tw_expression_op op, const tw_range *a, const tw_range *b)
{
    switch (op) {
    case TW_OP_ADD:
        return add(a, b);
    case TW_OP_SUBTRACT:
        return subtract(a, b);
    case TW_OP_MULTIPLY:
        return multiply(a, b);
    case TW_OP_POWER:
        return raise(a, b);
    case TW_OP_SHIFT_LEFT:
    case TW_OP_SHIFT_RIGHT:
        return shift(op, a, b);
    case TW_OP_BIT_AND:
        return b->low == b->high ? combine_bits(op, a, b) : combine_bits(op, b, a);
    case TW_OP_BIT_OR:
    case TW_OP_BIT_XOR:
        return combine_bits(op, a, b);
    case TW_OP_GCD:
        return divide_commonly(a, b);
    default:
        return divide(op, a, b);
    }
}

/* ---- doubles ---- */

/* The numbers as doubles, as an operation on doubles takes them. */
static tw_range as_doubles(const tw_range *a)
{
    tw_range result = a->has_doubles ? doubles(a->least, a->greatest) : (tw_range){0};
    const tw_range whole = a->has_integers ? doubles((double)a->low, (double)a->high) : result;
    tw_expression_range_join(&result, &whole);
    return result;
}

/* Rounding keeps the order, so that the ends give the bounds; where it might be otherwise, any double will do. */
static tw_range apply_doubles(enum tw_expression_op op, const tw_range *x, const tw_range *y)
{
    const tw_range a = as_doubles(x), b = as_doubles(y);
    if (op == TW_OP_ADD) return doubles(a.least + b.least, a.greatest + b.greatest);
    if (op == TW_OP_SUBTRACT) return doubles(a.least - b.greatest, a.greatest - b.least);
    if (op == TW_OP_MULTIPLY) {
        const double ends[] = {a.least * b.least, a.least * b.greatest, a.greatest * b.least,
                               a.greatest * b.greatest};
        return doubles(fmin(fmin(ends[0], ends[1]), fmin(ends[2], ends[3])),
                       fmax(fmax(ends[0], ends[1]), fmax(ends[2], ends[3])));
    }
    return doubles(-DBL_MAX, DBL_MAX);
}

/* ---- one operand ---- */

static tw_range magnitude(const tw_range *a)
{
    if (a->low >= 0) return *a;
    const tw_range other = negate(a);
    if (a->high <= 0) return other;
    return integers(0, greatest(a->high, -(wide)a->low), 1, 0);
}

/* The logarithms of powers of two are integers, all others doubles. */
static tw_range logarithm(const tw_range *a)
{
    const double most =
        a->has_doubles ? fmax(a->greatest, a->has_integers ? (double)a->high : 0) : (double)a->high;
    tw_range result = doubles(-1075, most > 0 ? floor(log2(most)) + 1 : -1075);
    const tw_range up = a->has_integers ? integers(greatest(a->low, 1), a->high, 1, 0) : (tw_range){0};
    if (!up.has_integers) return result;
    const tw_range whole = integers(tw_log2((uint64_t)up.low), tw_log2((uint64_t)up.high), 1, 0);
    if (!a->has_doubles) result.least = (double)whole.low - 1; /* however log2 rounds */
    tw_expression_range_join(&result, &whole);
    return result;
}

/* Rounds doubles; a number beyond 64 bits has no rounded value. */
static tw_range round_doubles(enum tw_expression_op op, const tw_range *a)
{
    const double low = op == TW_OP_ROUND_DOWN ? floor(a->least) : ceil(a->least);
    const double high = op == TW_OP_ROUND_DOWN ? floor(a->greatest) : ceil(a->greatest);
    if (low >= 0x1p63 || high < -0x1p63) return (tw_range){0};
    return integers(low < -0x1p63 ? INT64_MIN : (int64_t)low, high >= 0x1p63 ? INT64_MAX : (int64_t)high, 1,
                    0);
}

static tw_range apply_one_double(enum tw_expression_op op, const tw_range *a)
{
    if (op == TW_OP_NEGATE) return doubles(-a->greatest, -a->least);
    if (op == TW_OP_ABS && a->least < 0)
        return doubles(a->greatest < 0 ? -a->greatest : 0, fmax(-a->least, a->greatest));
    if (op == TW_OP_ABS) return doubles(a->least, a->greatest);
    return op == TW_OP_COMPLEMENT ? (tw_range){0} : round_doubles(op, a);
}

static tw_range apply_one_integer(enum tw_expression_op op, const tw_range *a)
{
    if (op == TW_OP_NEGATE) return negate(a);
    if (op == TW_OP_ABS) return magnitude(a);
    if (op == TW_OP_COMPLEMENT)
        return integers(-1 - (wide)a->high, -1 - (wide)a->low, a->stride, -1 - (wide)a->low);
    return *a; /* whole already */
}

static tw_range apply_one(enum tw_expression_op op, const tw_range *a)
{
    tw_range result = {0}, other = {0};
    tw_range whole = *a;
    whole.has_doubles = false;
    whole.words = TW_RANGE_NO_WORD;
    if (op == TW_OP_SIZEOF) return integers(1, 16, 1, 0); /* tilewright/element.h */
    if (op == TW_OP_NOT) return tw_range_of_truth(tw_range_may_be_false(a), tw_range_may_be_true(a));
    if (op == TW_OP_TRUTH) return tw_range_of_truth(tw_range_may_be_true(a), tw_range_may_be_false(a));
    if (op == TW_OP_LOG2) return a->has_integers || a->has_doubles ? logarithm(a) : result;
    if (a->has_integers) result = apply_one_integer(op, &whole);
    if (a->has_doubles) other = apply_one_double(op, a);
    tw_expression_range_join(&result, &other);
    return result;
}

/* ---- comparing ---- */

/* The ends as doubles, no nearer to each other than they are. */
static void ends_of(const tw_range *a, double *low, double *high)
{
    const bool is_exact_low = (wide)(double)a->low == a->low,
               is_exact_high = (wide)(double)a->high == a->high;
    *low = a->least, *high = a->greatest;
    if (!a->has_integers) return;
    const double first = is_exact_low ? (double)a->low : nextafter((double)a->low, -INFINITY);
    const double last = is_exact_high ? (double)a->high : nextafter((double)a->high, INFINITY);
    *low = a->has_doubles ? fmin(first, *low) : first;
    *high = a->has_doubles ? fmax(last, *high) : last;
}

/* Whether two sets of integers may have one in common: each has one where both are, and their steps meet. */
static bool may_meet(const tw_range *a, const tw_range *b)
{
    const wide low = greatest(a->low, b->low), high = least(a->high, b->high);
    const uint64_t stride = tw_gcd(a->stride, b->stride);
    return integers(low, high, a->stride, a->low).has_integers &&
           integers(low, high, b->stride, b->low).has_integers &&
           (!stride || distance(a->low, b->low) % stride == 0);
}

static bool may_be_equal(const tw_range *a, const tw_range *b)
{
    double a_low, a_high, b_low, b_high;
    const bool have_words = a->words && b->words,
               have_numbers = (a->has_integers || a->has_doubles) && (b->has_integers || b->has_doubles);
    const bool are_apart =
        a->words == TW_RANGE_ONE_WORD && b->words == TW_RANGE_ONE_WORD && !is_same_word(a, b);
    if (have_words && !are_apart) return true;
    if (!have_numbers) return false;
    if (!a->has_doubles && !b->has_doubles) return may_meet(a, b);
    ends_of(a, &a_low, &a_high);
    ends_of(b, &b_low, &b_high);
    return a_low <= b_high && b_low <= a_high;
}

/* Whether a number of a may be less than one of b, or, where `or_equal`, no greater. */
static bool may_be_less(const tw_range *a, const tw_range *b, bool or_equal)
{
    double a_low, a_high, b_low, b_high;
    if (!a->has_doubles && !b->has_doubles) return or_equal ? a->low <= b->high : a->low < b->high;
    ends_of(a, &a_low, &a_high);
    ends_of(b, &b_low, &b_high);
    return a_low <= b_high;
}

tw_range tw_range_compare(enum tw_expression_op op, const tw_range *a, const tw_range *b)
{
    struct tw_expression_value x, y;
    const bool are_known = tw_range_value(a, &x) && tw_range_value(b, &y);
    if (op == TW_OP_EQUAL || op == TW_OP_UNEQUAL) {
        const bool may_be = may_be_equal(a, b), may_differ = !are_known || !may_be;
        return op == TW_OP_EQUAL ? tw_range_of_truth(may_be, may_differ)
                                 : tw_range_of_truth(may_differ, may_be);
    }
    if ((!a->has_integers && !a->has_doubles) || (!b->has_integers && !b->has_doubles)) return (tw_range){0};
    switch (op) {
    case TW_OP_LESS:
        return tw_range_of_truth(may_be_less(a, b, false), may_be_less(b, a, true));
    case TW_OP_LESS_EQUAL:
        return tw_range_of_truth(may_be_less(a, b, true), may_be_less(b, a, false));
    case TW_OP_GREATER:
        return tw_range_of_truth(may_be_less(b, a, false), may_be_less(a, b, true));
    default:
        return tw_range_of_truth(may_be_less(b, a, true), may_be_less(a, b, false));
    }
}

/* ---- all of them ---- */

static tw_range apply_two(enum tw_expression_op op, const tw_range *a, const tw_range *b)
{
    tw_range result = {0}, other = {0};
    if (op >= TW_OP_EQUAL && op <= TW_OP_GREATER) return tw_range_compare(op, a, b);
    const bool numbers = (a->has_integers || a->has_doubles) && (b->has_integers || b->has_doubles);
    if (a->has_integers && b->has_integers) result = apply_integers(op, a, b);
    if (numbers && (a->has_doubles || b->has_doubles)) other = apply_doubles(op, a, b);
    tw_expression_range_join(&result, &other);
    return result;
}

/* The least or the greatest of two: one of them, and no greater, or no less, than either. */
static tw_range extreme(enum tw_expression_op op, const tw_range *a, const tw_range *b)
{
    const bool is_least = op == TW_OP_MIN;
    tw_range result = *a, other = *b;
    if ((!a->has_integers && !a->has_doubles) || (!b->has_integers && !b->has_doubles)) return (tw_range){0};
    result.words = other.words = TW_RANGE_NO_WORD;
    tw_expression_range_join(&result, &other);
    if (result.has_doubles) return result;
    return integers(is_least ? result.low : greatest(a->low, b->low),
                    is_least ? least(a->high, b->high) : result.high, result.stride, a->low);
}

void tw_range_apply(const struct tw_expression_step *step, tw_range *operands)
{
    const enum tw_expression_op op = (enum tw_expression_op)step->op;
    const unsigned count = tw_expression_operands(step);
    if (op == TW_OP_UNSIGNED) return;
    if (op == TW_OP_MIN || op == TW_OP_MAX) {
        for (unsigned i = 1; i < count; i++) operands[0] = extreme(op, &operands[0], &operands[i]);
        return;
    }
    operands[0] = count == 2 ? apply_two(op, &operands[0], &operands[1]) : apply_one(op, &operands[0]);
}
