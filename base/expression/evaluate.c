/* Evaluating an expression: one pass over its steps, on a stack that it cannot leave. */
#include <math.h>
#include <string.h>

#include "base/expression/operators.h"
#include "base/whole.h"

typedef struct tw_expression_value value;

/* What an operation answers: NULL, or why it has no result. */
typedef const char *why;

static const char too_large[] = "it leaves the 64 bits of an integer", by_zero[] = "it divides by zero",
                  infinite[] = "its result is no finite number", fractional[] = "it needs integers",
                  words[] = "it computes with a word";

static why set_integer(int64_t integer, value *result)
{
    *result = (value){.kind = TW_EXPRESSION_INTEGER, .integer = integer};
    return NULL;
}

static why set_double(double number, value *result)
{
    if (!isfinite(number)) return infinite;
    *result = (value){.kind = TW_EXPRESSION_DOUBLE, .number = number};
    return NULL;
}

static double as_double(const value *a)
{
    return a->kind == TW_EXPRESSION_DOUBLE ? a->number : (double)a->integer;
}

bool tw_expression_is_true(const struct tw_expression_value *a)
{
    return a->kind == TW_EXPRESSION_INTEGER ? a->integer != 0
                                            : a->kind == TW_EXPRESSION_DOUBLE && a->number != 0;
}

/* ---- comparing ---- */

/* -1, 0 or 1, and exact, though a double cannot hold every integer. */
static int compare_with_double(int64_t integer, double number)
{
    if (number >= 0x1p63) return -1;
    if (number < -0x1p63) return 1;
    const int64_t whole = (int64_t)number; /* towards 0 */
    if (integer != whole) return integer < whole ? -1 : 1;
    const double rest = number - (double)whole;
    return rest > 0 ? -1 : rest < 0;
}

static int compare_numbers(const value *a, const value *b)
{
    const bool double_a = a->kind == TW_EXPRESSION_DOUBLE, double_b = b->kind == TW_EXPRESSION_DOUBLE;
    if (double_a && double_b) return (a->number > b->number) - (a->number < b->number);
    if (double_a) return -compare_with_double(b->integer, a->number);
    if (double_b) return compare_with_double(a->integer, b->number);
    return (a->integer > b->integer) - (a->integer < b->integer);
}

static bool are_equal_words(const value *a, const value *b)
{
    return a->kind == b->kind && a->length == b->length && memcmp(a->word, b->word, a->length) == 0;
}

static why compare(enum tw_expression_op op, const value *a, const value *b, value *result)
{
    const bool has_word = a->kind == TW_EXPRESSION_WORD || b->kind == TW_EXPRESSION_WORD;
    if (has_word && op != TW_OP_EQUAL && op != TW_OP_UNEQUAL) return "words have no order";
    const int order = has_word ? !are_equal_words(a, b) : compare_numbers(a, b);
    switch (op) {
    case TW_OP_EQUAL:
        return set_integer(order == 0, result);
    case TW_OP_UNEQUAL:
        return set_integer(order != 0, result);
    case TW_OP_LESS:
        return set_integer(order < 0, result);
    case TW_OP_LESS_EQUAL:
        return set_integer(order <= 0, result);
    case TW_OP_GREATER:
        return set_integer(order > 0, result);
    default:
        return set_integer(order >= 0, result);
    }
}

/* ---- unsigned numbers of 32 bits, as a device computes ---- */

static why apply_unsigned(enum tw_expression_op op, uint32_t a, uint32_t b, value *result)
{
    const bool shifts = op == TW_OP_SHIFT_LEFT || op == TW_OP_SHIFT_RIGHT;
    if (shifts && b > 31) return "it shifts by more than 31 bits";
    if ((op == TW_OP_DIVIDE || op == TW_OP_REMAINDER) && b == 0) return by_zero;
    switch (op) {
    case TW_OP_ADD:
        return set_integer((uint32_t)(a + b), result);
    case TW_OP_SUBTRACT:
        return set_integer((uint32_t)(a - b), result);
    case TW_OP_MULTIPLY:
        return set_integer((uint32_t)(a * b), result);
    case TW_OP_DIVIDE:
        return set_integer(a / b, result);
    case TW_OP_REMAINDER:
        return set_integer(a % b, result);
    case TW_OP_SHIFT_LEFT:
        return set_integer((uint32_t)(a << b), result);
    case TW_OP_SHIFT_RIGHT:
        return set_integer(a >> b, result);
    case TW_OP_BIT_AND:
        return set_integer(a & b, result);
    case TW_OP_BIT_XOR:
        return set_integer(a ^ b, result);
    default:
        return set_integer(a | b, result);
    }
}

/* ---- integers ---- */

static bool overflows_division(int64_t a, int64_t b)
{
    return a == INT64_MIN && b == -1;
}

/* The quotient rounded down; b is not 0. */
static int64_t floor_quotient(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static why divide_integers(enum tw_expression_op op, int64_t a, int64_t b, value *result)
{
    if (b == 0) return by_zero;
    if (overflows_division(a, b)) return op == TW_OP_REMAINDER ? set_integer(0, result) : too_large;
    if (op == TW_OP_FLOOR) return set_integer(floor_quotient(a, b), result);
    if (op == TW_OP_CEIL_DIV) return set_integer(floor_quotient(a, b) + (a % b != 0), result);
    if (op == TW_OP_REMAINDER) return set_integer(a % b + (a % b != 0 && (a < 0) != (b < 0) ? b : 0), result);
    if (a % b != 0) return "its integers do not divide without a remainder; // rounds down";
    return set_integer(a / b, result);
}

static why raise_integer(int64_t base, int64_t exponent, value *result)
{
    int64_t power = 1;
    bool fits = true;
    if (exponent < 0 && base == 0) return by_zero;
    if (exponent < 0 && base != 1 && base != -1)
        return "a negative power of an integer is no integer; begin with a double";
    if (exponent < 0) exponent = exponent & 1; /* 1 and -1 are their own inverses */
    for (; exponent && fits; exponent >>= 1) {
        if (exponent & 1) fits = !__builtin_mul_overflow(power, base, &power);
        if (exponent > 1 && fits) fits = !__builtin_mul_overflow(base, base, &base);
    }
    return fits ? set_integer(power, result) : too_large;
}

static why shift_integer(enum tw_expression_op op, int64_t a, int64_t by, value *result)
{
    if (by < 0 || by > 63) return "it shifts by less than 0 or more than 63 bits";
    if (op == TW_OP_SHIFT_RIGHT) return set_integer(a < 0 ? ~(~a >> by) : a >> by, result);
    if (a > INT64_MAX >> by || a < -(INT64_MAX >> by) - 1) return too_large;
    return set_integer((int64_t)((uint64_t)a << by), result);
}

static why divide_commonly(int64_t a, int64_t b, value *result)
{
    const uint64_t divisor =
        tw_gcd(a < 0 ? 0 - (uint64_t)a : (uint64_t)a, b < 0 ? 0 - (uint64_t)b : (uint64_t)b);
    return divisor > INT64_MAX ? too_large : set_integer((int64_t)divisor, result);
}

static why apply_integers(enum tw_expression_op op, int64_t a, int64_t b, value *result)
{
    int64_t c = 0;
    switch (op) {
    case TW_OP_ADD:
        return __builtin_add_overflow(a, b, &c) ? too_large : set_integer(c, result);
    case TW_OP_SUBTRACT:
        return __builtin_sub_overflow(a, b, &c) ? too_large : set_integer(c, result);
    case TW_OP_MULTIPLY:
        return __builtin_mul_overflow(a, b, &c) ? too_large : set_integer(c, result);
    case TW_OP_POWER:
        return raise_integer(a, b, result);
    case TW_OP_SHIFT_LEFT:
    case TW_OP_SHIFT_RIGHT:
        return shift_integer(op, a, b, result);
    case TW_OP_BIT_AND:
        return set_integer(a & b, result);
    case TW_OP_BIT_XOR:
        return set_integer(a ^ b, result);
    case TW_OP_BIT_OR:
        return set_integer(a | b, result);
    case TW_OP_GCD:
        return divide_commonly(a, b, result);
    default:
        return divide_integers(op, a, b, result);
    }
}

/* ---- doubles ---- */

/* The quotient rounded down and its remainder, which has the divisor's sign: from fmod, which is exact. */
static why divide_doubles(enum tw_expression_op op, double a, double b, value *result)
{
    if (b == 0) return by_zero;
    if (op == TW_OP_DIVIDE) return set_double(a / b, result);
    double rest = fmod(a, b), quotient = (a - rest) / b; /* whole, but for rounding */
    if (rest != 0 && (rest < 0) != (b < 0)) rest += b, quotient -= 1;
    if (op == TW_OP_REMAINDER) return set_double(rest, result);
    return set_double(floor(quotient) + (quotient - floor(quotient) > 0.5), result);
}

static why apply_doubles(enum tw_expression_op op, double a, double b, value *result)
{
    switch (op) {
    case TW_OP_ADD:
        return set_double(a + b, result);
    case TW_OP_SUBTRACT:
        return set_double(a - b, result);
    case TW_OP_MULTIPLY:
        return set_double(a * b, result);
    case TW_OP_POWER:
        return a == 0 && b < 0 ? by_zero : set_double(pow(a, b), result);
    case TW_OP_DIVIDE:
    case TW_OP_FLOOR:
    case TW_OP_REMAINDER:
        return divide_doubles(op, a, b, result);
    default:
        return fractional;
    }
}

/* ---- operators and functions ---- */

static why apply_two(enum tw_expression_dialect dialect, enum tw_expression_op op, const value *a,
                     const value *b, value *result)
{
    if (op >= TW_OP_EQUAL && op <= TW_OP_GREATER) return compare(op, a, b, result);
    if (a->kind == TW_EXPRESSION_WORD || b->kind == TW_EXPRESSION_WORD) return words;
    if (dialect == TW_EXPRESSION_DEVICE)
        return apply_unsigned(op, (uint32_t)a->integer, (uint32_t)b->integer, result);
    if (a->kind == TW_EXPRESSION_INTEGER && b->kind == TW_EXPRESSION_INTEGER)
        return apply_integers(op, a->integer, b->integer, result);
    return apply_doubles(op, as_double(a), as_double(b), result);
}

static why negate(enum tw_expression_dialect dialect, value *a)
{
    if (a->kind == TW_EXPRESSION_DOUBLE) return set_double(-a->number, a);
    if (dialect == TW_EXPRESSION_DEVICE) return set_integer((uint32_t)(0 - (uint32_t)a->integer), a);
    return a->integer == INT64_MIN ? too_large : set_integer(-a->integer, a);
}

static why take_log2(value *a)
{
    if (compare_numbers(a, &(value){.kind = TW_EXPRESSION_INTEGER, .integer = 0}) <= 0)
        return "only numbers above 0 have a logarithm";
    if (a->kind == TW_EXPRESSION_INTEGER && tw_is_power_of_two((uint64_t)a->integer))
        return set_integer(tw_log2((uint64_t)a->integer), a);
    return set_double(log2(as_double(a)), a);
}

/* The integers from -2^63 to 2^63 - 1, which as doubles end below 2^63. */
static why take_whole(enum tw_expression_op op, value *a)
{
    if (a->kind == TW_EXPRESSION_INTEGER) return NULL;
    const double whole = op == TW_OP_ROUND_DOWN ? floor(a->number) : ceil(a->number);
    if (whole < -0x1p63 || whole >= 0x1p63) return too_large;
    return set_integer((int64_t)whole, a);
}

const struct tw_element_info *tw_expression_element(const char *name, uint32_t length)
{
    for (int i = 0; i < TW_ELEMENT_COUNT; i++) {
        const struct tw_element_info *info = tw_element_info((enum tw_element)i);
        if (strlen(info->name) == length && memcmp(info->name, name, length) == 0) return info;
    }
    return NULL;
}

static why take_sizeof(value *a)
{
    const struct tw_element_info *info =
        a->kind == TW_EXPRESSION_WORD ? tw_expression_element(a->word, a->length) : NULL;
    return info ? set_integer(info->bytes, a) : "sizeof takes an element type, such as float32";
}

/* Signs, and functions of one argument. */
static why apply_one(enum tw_expression_dialect dialect, enum tw_expression_op op, value *a)
{
    if (op == TW_OP_UNSIGNED) return NULL;
    if (op == TW_OP_SIZEOF) return take_sizeof(a);
    if (a->kind == TW_EXPRESSION_WORD) return words;
    switch (op) {
    case TW_OP_NEGATE:
        return negate(dialect, a);
    case TW_OP_ABS:
        return as_double(a) < 0 ? negate(dialect, a) : NULL;
    case TW_OP_LOG2:
        return take_log2(a);
    case TW_OP_ROUND_DOWN:
    case TW_OP_ROUND_UP:
        return take_whole(op, a);
    case TW_OP_COMPLEMENT:
        if (a->kind == TW_EXPRESSION_DOUBLE) return fractional;
        return set_integer(dialect == TW_EXPRESSION_DEVICE ? (uint32_t)~a->integer : ~a->integer, a);
    default:
        return set_integer(tw_expression_is_true(a) == (op == TW_OP_TRUTH), a);
    }
}

/* The least or the greatest of `count` values, into the first. */
static why choose_extreme(enum tw_expression_op op, value *of, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (of[i].kind == TW_EXPRESSION_WORD) return words;
        const int order = compare_numbers(&of[i], of);
        if (op == TW_OP_MIN ? order < 0 : order > 0) *of = of[i];
    }
    return NULL;
}

/* ---- the steps ---- */

/* The stack: `top` is its uppermost value, `next` the step that follows. */
struct machine {
    const struct tw_expression *expression;
    value *top;
    unsigned next;
};

/* A condition is on top. Either the part after it is skipped, or the condition leaves the stack. Where "and" or "or" skips, the
   condition's truth is the result. */
static why branch(struct machine *machine, const struct tw_expression_step *step)
{
    value *top = machine->top;
    if (top->kind == TW_EXPRESSION_WORD) return "a word is neither true nor false";
    const bool yes = tw_expression_is_true(top), passes = step->op == TW_OP_OR ? yes : !yes;
    if (passes) machine->next = (unsigned)step->integer;
    if (passes && step->op != TW_OP_CHOOSE) return set_integer(yes, top);
    machine->top--;
    return NULL;
}

/* Compares a < b in a < b < c: b stays on the stack for the next comparison, unless this one decides. */
static why link(struct machine *machine, const struct tw_expression_step *step)
{
    value *a = machine->top - 1, *b = machine->top, order;
    why wrong = compare((enum tw_expression_op)step->count, a, b, &order);
    if (wrong) return wrong;
    if (!order.integer) machine->next = (unsigned)step->integer;
    *a = order.integer ? *b : order;
    machine->top--;
    return NULL;
}

static void push(struct machine *machine, const struct tw_expression_step *step,
                 const struct tw_expression_value *values)
{
    value *top = ++machine->top;
    if (step->op == TW_OP_NAME)
        *top = values[step->integer];
    else if (step->op == TW_OP_INTEGER)
        *top = (value){.kind = TW_EXPRESSION_INTEGER, .integer = step->integer};
    else if (step->op == TW_OP_DOUBLE)
        *top = (value){.kind = TW_EXPRESSION_DOUBLE, .number = step->number};
    else
        *top = (value){.kind = TW_EXPRESSION_WORD,
                       .length = step->word.length,
                       .word = machine->expression->text + step->word.start};
}

unsigned tw_expression_operands(const struct tw_expression_step *step)
{
    switch ((enum tw_expression_op)step->op) {
    case TW_OP_MIN:
    case TW_OP_MAX:
        return step->count;
    case TW_OP_NEGATE:
    case TW_OP_COMPLEMENT:
    case TW_OP_NOT:
    case TW_OP_TRUTH:
    case TW_OP_UNSIGNED:
    case TW_OP_ABS:
    case TW_OP_LOG2:
    case TW_OP_ROUND_DOWN:
    case TW_OP_ROUND_UP:
    case TW_OP_SIZEOF:
        return 1;
    default:
        return 2;
    }
}

const char *tw_expression_apply(enum tw_expression_dialect dialect, const struct tw_expression_step *step,
                                struct tw_expression_value *operands)
{
    const enum tw_expression_op op = (enum tw_expression_op)step->op;
    const unsigned count = tw_expression_operands(step);
    if (op == TW_OP_MIN || op == TW_OP_MAX) return choose_extreme(op, operands, count);
    return count == 1 ? apply_one(dialect, op, operands)
                      : apply_two(dialect, op, operands, operands + 1, operands);
}

static why take(struct machine *machine, const struct tw_expression_step *step)
{
    switch ((enum tw_expression_op)step->op) {
    case TW_OP_CHOOSE:
    case TW_OP_AND:
    case TW_OP_OR:
        return branch(machine, step);
    case TW_OP_CHAIN:
        return link(machine, step);
    case TW_OP_JUMP:
        machine->next = (unsigned)step->integer;
        return NULL;
    default:
        machine->top -= tw_expression_operands(step) - 1;
        return tw_expression_apply(machine->expression->dialect, step, machine->top);
    }
}

bool tw_expression_evaluate(const struct tw_expression *expression, const struct tw_expression_value *values,
                            struct tw_expression_value *result, struct tw_expression_fault *fault)
{
    value stack[TW_EXPRESSION_STEPS + 1]; /* the first is nobody's */
    struct machine machine = {expression, stack, 0};
    while (machine.next < expression->step_count) {
        const struct tw_expression_step *step = &expression->steps[machine.next++];
        if (step->op <= TW_OP_NAME) {
            push(&machine, step, values);
            continue;
        }
        why wrong = take(&machine, step);
        if (!wrong) continue;
        *fault = (struct tw_expression_fault){wrong, step->at};
        return false;
    }
    *result = *machine.top;
    return true;
}

bool tw_expression_uses(const struct tw_expression *expression, unsigned name)
{
    for (unsigned i = 0; i < expression->step_count; i++) {
        if (expression->steps[i].op == TW_OP_NAME && expression->steps[i].integer == (int64_t)name)
            return true;
    }
    return false;
}
