/*
 * expression.h - expressions over named values: the program's evaluator (an oracle has its own, runtime/references/tile_pattern.c).
 * An expression is read once, and evaluated as often as there are variants, threads or elements.
 *
 *     expression = choice of C and of Python, from the loosest operator to the tightest:
 *
 *         c ? a : b                   from the right; the part that is not chosen is not evaluated
 *         or  ||                      1 or 0; the right side is evaluated only where it decides
 *         and  &&                     the same
 *         not a
 *         == != < <= > >=             1 or 0; a < b <= c means a < b and b <= c, and evaluates b once
 *         |
 *         ^
 *         &
 *         << >>
 *         + -
 *         * / // %
 *         -a ~a !a
 *         a ** b                      from the right
 *         ( ) numbers names f(a, b)   numbers: 12, 0x1f, 1.5, .5, 2e3; words: "xor", 'xor'
 *
 *     functions = min(a, ...) max(a, ...) abs(a) ceil_div(a, b) gcd(a, b) log2(a) floor(a) ceil(a) sizeof(type)
 *
 * Where C and Python read the same text differently, it is refused until brackets decide: & ^ | beside a comparison,
 * comparisons in a row that do not all point the same way (a < b > c, a != b != c), and "not" right of a tighter operator.
 *
 * There are two dialects.
 *
 * TW_EXPRESSION_HOST computes with integers of 64 bits and doubles, and never rounds or wraps in silence:
 *
 *     integers     what leaves 64 bits is an error
 *     /            of integers is an error unless it is exact; of doubles it is a double
 *     //  %        the quotient rounded down, and its remainder, which has the divisor's sign (Python's, not C's)
 *     **           of integers is an integer; a negative exponent is an error unless it is exact
 *     doubles      where one operand is a double; infinite results and those that are no number are errors
 *     << >> & | ^ ~ gcd ceil_div   take integers; shifts go by 0 to 63, >> rounds down; ceil_div rounds up
 *     log2         an integer of a power of two, else a double
 *     floor ceil   the integer at or below, or above, a double; an integer stays as it is
 *     == !=        also compare words, with words and with numbers, which no word equals. Integers and doubles are compared exactly
 *     sizeof       the bytes of an element type (tilewright/element.h): sizeof(float32), or of a name whose value is such a word
 *     true false   are 1 and 0
 *
 * TW_EXPRESSION_DEVICE computes as CUDA C does with `unsigned`, for it stands in a kernel too (tw_expression_add_cuda): modulo
 * 2^32, / rounds down, which the host's rule would forbid, and % is its remainder. What divides by zero or shifts by more than 31
 * bits is an error. It has whole numbers and names, + - * / % & | ^ ~ << >>, comparisons (not in a row), ?:, && || ! and their
 * Python words, min(a, b) and max(a, b).
 *
 * Limits: TW_EXPRESSION_STEPS numbers, names and operators; TW_EXPRESSION_DEPTH brackets, signs and right sides of operators within each
 * other. Nothing repeats, so an evaluation takes no more than TW_EXPRESSION_STEPS steps.
 *
 * Memory law: an expression owns nothing and needs no freeing; it borrows its text and its table of names, which live as long as it
 * does. No function but the two that add text allocates. Thread-safe: evaluating changes nothing but its result.
 */
#ifndef TW_BASE_EXPRESSION_EXPRESSION_H
#define TW_BASE_EXPRESSION_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define TW_EXPRESSION_STEPS 256u
#define TW_EXPRESSION_DEPTH 192u

enum tw_expression_dialect { TW_EXPRESSION_HOST, TW_EXPRESSION_DEVICE };

enum tw_expression_kind { TW_EXPRESSION_INTEGER, TW_EXPRESSION_DOUBLE, TW_EXPRESSION_WORD };

/* A value: what a name stands for, or what an expression amounts to. Doubles are finite. */
struct tw_expression_value {
    enum tw_expression_kind kind;
    uint32_t length; /* of the word */
    union {
        int64_t integer; /* in the device's dialect 0 to 2^32 - 1 */
        double number;
        const char *word; /* `length` bytes, borrowed, without a NUL at the end */
    };
};

/* One step of an evaluation, which works on a stack: it pushes a value, or replaces some by their result. */
struct tw_expression_step {
    uint8_t op;    /* private: a row of operators.h     */
    uint8_t count; /* how many arguments a function has  */
    uint32_t at;   /* the byte of the text it comes from */
    union {
        int64_t integer; /* a number; which name; where a jump goes */
        double number;
        struct {
            uint32_t start, length; /* of a word in the text */
        } word;
    };
};

struct tw_expression {
    const char *text;
    const char *const *names;
    enum tw_expression_dialect dialect;
    unsigned step_count;
    struct tw_expression_step steps[TW_EXPRESSION_STEPS];
};

/* What is wrong with an expression, or with its evaluation: a clause ("it divides by zero"), which is static, and its place, a byte
   of the text. */
struct tw_expression_fault {
    const char *why;
    uint32_t at;
};

/* The `why` of a name that nobody knows. */
extern const char tw_expression_unknown_name[];

/*
 * Reads `text`. `names` (NULL-terminated, or NULL for none) are those that it may use; they go before the words that are built in.
 * False: it is no expression, *fault says why, and *expression is of no use.
 */
bool tw_expression_read(const char *text, const char *const *names, enum tw_expression_dialect dialect,
                        struct tw_expression *expression, struct tw_expression_fault *fault);

/* Sets *result to the expression's value, where values[i] is the value of names[i]. False: it has none, and *fault says why. */
bool tw_expression_evaluate(const struct tw_expression *expression, const struct tw_expression_value *values,
                            struct tw_expression_value *result, struct tw_expression_fault *fault);

/* The characters of names: letters and "_", and further on digits. */
bool tw_expression_begins_name(char c);
bool tw_expression_is_digit(char c);
/* How many characters of a name stand there: a letter or "_", and further on digits; 0: none. */
uint32_t tw_expression_name_length(const char *at);
/* The number of the name that stands there among `names` (NULL-terminated, or NULL), or -1. */
int tw_expression_find_name(const char *const *names, const char *at, uint32_t length);

/* Whether the value is true: a number other than 0. A word is not true. */
bool tw_expression_is_true(const struct tw_expression_value *value);

/* Whether it uses name number `name`. */
bool tw_expression_uses(const struct tw_expression *expression, unsigned name);

/*
 * Adds the expression as CUDA C, of a device expression: as it was written, but with unsigned numbers (32u), cuda[i] in place of
 * names[i], C's signs for "and", "or" and "not", and "(unsigned)" before a truth value that is computed with, which C would take
 * for a signed one.
 */
void tw_expression_add_cuda(const struct tw_expression *expression, const char *const *cuda,
                            struct tw_text *out);

/* Adds 'at character 7 of "idx * * 2" ', of a long text the part around the place, which is a byte of it or its end. */
void tw_expression_add_place(const char *text, uint32_t at, struct tw_text *out);

/* Adds 'at character 7 of "idx * * 2" a value should stand'; of an unknown name it lists those that there are. The text and the
   names are those that were read. */
void tw_expression_add_fault(const char *text, const char *const *names,
                             const struct tw_expression_fault *fault, struct tw_text *out);

#endif
