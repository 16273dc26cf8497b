/*
 * operators.h - the steps of an expression: what each is called in the text, how tightly it binds, and which dialects have it.
 * Private to base/expression.
 */
#ifndef TW_BASE_EXPRESSION_OPERATORS_H
#define TW_BASE_EXPRESSION_OPERATORS_H

#include <tilewright/element.h>

#include "base/expression/expression.h"

/* How tightly an operator binds: more, the later it stands here. A prefix takes an operand of its own rank. */
enum tw_expression_rank {
    TW_RANK_NONE,
    TW_RANK_CHOICE,
    TW_RANK_OR,
    TW_RANK_AND,
    TW_RANK_NOT,
    TW_RANK_COMPARE,
    TW_RANK_BIT_OR,
    TW_RANK_BIT_XOR,
    TW_RANK_BIT_AND,
    TW_RANK_SHIFT,
    TW_RANK_SUM,
    TW_RANK_PRODUCT,
    TW_RANK_POWER
};

/* clang-format off */
/* Operators between two operands, and "?" between three. A sign that begins with another one stands before it.
 *
 *    constant          sign   word    rank               why the device has none, or NULL            */
#define TW_EXPRESSION_OPERATORS(X)                                                                                      \
    X(TW_OP_CHOOSE,        "?",   NULL,   TW_RANK_CHOICE,    NULL)                                                      \
    X(TW_OP_OR,            "||",  "or",   TW_RANK_OR,        NULL)                                                      \
    X(TW_OP_AND,           "&&",  "and",  TW_RANK_AND,       NULL)                                                      \
    X(TW_OP_SHIFT_LEFT,    "<<",  NULL,   TW_RANK_SHIFT,     NULL)                                                      \
    X(TW_OP_SHIFT_RIGHT,   ">>",  NULL,   TW_RANK_SHIFT,     NULL)                                                      \
    X(TW_OP_EQUAL,         "==",  NULL,   TW_RANK_COMPARE,   NULL)                                                      \
    X(TW_OP_UNEQUAL,       "!=",  NULL,   TW_RANK_COMPARE,   NULL)                                                      \
    X(TW_OP_LESS_EQUAL,    "<=",  NULL,   TW_RANK_COMPARE,   NULL)                                                      \
    X(TW_OP_GREATER_EQUAL, ">=",  NULL,   TW_RANK_COMPARE,   NULL)                                                      \
    X(TW_OP_LESS,          "<",   NULL,   TW_RANK_COMPARE,   NULL)                                                      \
    X(TW_OP_GREATER,       ">",   NULL,   TW_RANK_COMPARE,   NULL)                                                      \
    X(TW_OP_BIT_OR,        "|",   NULL,   TW_RANK_BIT_OR,    NULL)                                                      \
    X(TW_OP_BIT_XOR,       "^",   NULL,   TW_RANK_BIT_XOR,   NULL)                                                      \
    X(TW_OP_BIT_AND,       "&",   NULL,   TW_RANK_BIT_AND,   NULL)                                                      \
    X(TW_OP_ADD,           "+",   NULL,   TW_RANK_SUM,       NULL)                                                      \
    X(TW_OP_SUBTRACT,      "-",   NULL,   TW_RANK_SUM,       NULL)                                                      \
    X(TW_OP_POWER,         "**",  NULL,   TW_RANK_POWER,     "C has no **")                                             \
    X(TW_OP_FLOOR,         "//",  NULL,   TW_RANK_PRODUCT,   "// begins a comment in C, where / itself rounds down")    \
    X(TW_OP_MULTIPLY,      "*",   NULL,   TW_RANK_PRODUCT,   NULL)                                                      \
    X(TW_OP_DIVIDE,        "/",   NULL,   TW_RANK_PRODUCT,   NULL)                                                      \
    X(TW_OP_REMAINDER,     "%",   NULL,   TW_RANK_PRODUCT,   NULL)

/* Functions, with the least and the greatest number of their arguments, on a host and on a device, which may have none.
 *
 *    constant        name         host       device      */
#define TW_EXPRESSION_FUNCTIONS(X)                       \
    X(TW_OP_MIN,      "min",       1, 255,    2, 2)      \
    X(TW_OP_MAX,      "max",       1, 255,    2, 2)      \
    X(TW_OP_ABS,      "abs",       1, 1,      0, 0)      \
    X(TW_OP_CEIL_DIV, "ceil_div",  2, 2,      0, 0)      \
    X(TW_OP_GCD,      "gcd",       2, 2,      0, 0)      \
    X(TW_OP_LOG2,     "log2",      1, 1,      0, 0)      \
    X(TW_OP_ROUND_DOWN, "floor",   1, 1,      0, 0)      \
    X(TW_OP_ROUND_UP, "ceil",      1, 1,      0, 0)      \
    X(TW_OP_SIZEOF,   "sizeof",    1, 1,      0, 0)
/* clang-format on */

enum tw_expression_op {
    TW_OP_INTEGER, /* push the number, the word, the name's value */
    TW_OP_DOUBLE,
    TW_OP_WORD,
    TW_OP_NAME,
    TW_OP_NEGATE, /* replace the top */
    TW_OP_COMPLEMENT,
    TW_OP_NOT,
    TW_OP_TRUTH,    /* make the top 1 or 0                                                              */
    TW_OP_UNSIGNED, /* nothing: C needs a conversion of the truth value that begins there                */
    TW_OP_JUMP,     /* to step `integer`                                                                 */
    TW_OP_CHAIN,    /* compare the two on top by operator `count`, and keep the upper; or push 0 and jump */
#define X(constant, ...) constant,
    TW_EXPRESSION_OPERATORS(X) /* of CHOOSE, AND and OR: jump, or drop the top                         */
    TW_EXPRESSION_FUNCTIONS(X)
#undef X
};

/* How many values a step that is no jump takes from the stack. */
unsigned tw_expression_operands(const struct tw_expression_step *step);
/* Replaces the first of its operands, which stand one after the other, by the result of a step that is no jump. NULL, or why there is none. */
const char *tw_expression_apply(enum tw_expression_dialect dialect, const struct tw_expression_step *step,
                                struct tw_expression_value *operands);

/* The element type of that name, or NULL. */
const struct tw_element_info *tw_expression_element(const char *name, uint32_t length);

#endif
