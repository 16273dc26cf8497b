/*
 * python.h - an expression of Python as a tree, as far as the files of tuners use the language.
 *
 *     expression = "lambda" name ":" expression | or_test [ "if" or_test "else" expression ]
 *     or_test    = operators of Python between operands, in Python's order; comparisons may stand in a row
 *     operand    = number | string | name | name "." name | f(a, b) | a[b] | ( ) | (a, b) | [a, b]
 *                | [ expression for name in or_test if or_test ... ]
 *
 * Memory law: nodes live in the caller's arena and point into the text, which must outlive them. Thread-safe.
 */
#ifndef TW_GEN_T1_PYTHON_H
#define TW_GEN_T1_PYTHON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/expression/expression.h"

#define TW_PYTHON_DEPTH          128u   /* expressions within each other */
#define TW_PYTHON_OPERATORS_MOST 1024u  /* between two operands          */
#define TW_PYTHON_BYTES          65536u /* of an expression's text       */

/* clang-format off */
/*    constant            what it is              its children                                                 */
#define TW_PYTHON_NODES(X)                                                                                      \
    X(TW_PYTHON_NUMBER,   "a number")          /* none                                                       */ \
    X(TW_PYTHON_STRING,   "a string")          /* none; the text is without its quotes                       */ \
    X(TW_PYTHON_TRUTH,    "a truth value")     /* none; the text is True or False                            */ \
    X(TW_PYTHON_NAME,     "a name")            /* none; the text may have dots                               */ \
    X(TW_PYTHON_LIST,     "a list")            /* its items; of a tuple too                                  */ \
    X(TW_PYTHON_LOOPS,    "a comprehension")   /* the element, then its clauses, in order                    */ \
    X(TW_PYTHON_FOR,      "a loop")            /* a clause: what is gone through; the text is the variable   */ \
    X(TW_PYTHON_IF,       "a condition")       /* a clause: the condition                                    */ \
    X(TW_PYTHON_CALL,     "a call")            /* the arguments; the text is the function                    */ \
    X(TW_PYTHON_INDEX,    "a subscript")       /* what is indexed, the index                                 */ \
    X(TW_PYTHON_SIGN,     "a sign")            /* the operand                                                */ \
    X(TW_PYTHON_BINARY,   "an operator")       /* both operands                                              */ \
    X(TW_PYTHON_COMPARE,  "a comparison")      /* the operands; each but the first has the operator before it */ \
    X(TW_PYTHON_CHOICE,   "a choice")          /* the condition, what holds with it, and without             */ \
    X(TW_PYTHON_LAMBDA,   "a lambda")          /* the body; the text is its parameter                        */

/*    constant          sign       rank, of those with two operands; more binds more tightly   */
#define TW_PYTHON_OPERATORS(X)                                                                   \
    X(TW_PYTHON_OR,       "or",      1)                                                          \
    X(TW_PYTHON_AND,      "and",     2)                                                          \
    X(TW_PYTHON_NOT,      "not",     0)                                                          \
    X(TW_PYTHON_NOT_IN,   "not in",  4)                                                          \
    X(TW_PYTHON_IN,       "in",      4)                                                          \
    X(TW_PYTHON_IS,       "is",      4)                                                          \
    X(TW_PYTHON_EQUAL,    "==",      4)                                                          \
    X(TW_PYTHON_UNEQUAL,  "!=",      4)                                                          \
    X(TW_PYTHON_MOST,     "<=",      4)                                                          \
    X(TW_PYTHON_LEAST,    ">=",      4)                                                          \
    X(TW_PYTHON_LEFT,     "<<",      8)                                                          \
    X(TW_PYTHON_RIGHT,    ">>",      8)                                                          \
    X(TW_PYTHON_LESS,     "<",       4)                                                          \
    X(TW_PYTHON_MORE,     ">",       4)                                                          \
    X(TW_PYTHON_BIT_OR,   "|",       5)                                                          \
    X(TW_PYTHON_BIT_XOR,  "^",       6)                                                          \
    X(TW_PYTHON_BIT_AND,  "&",       7)                                                          \
    X(TW_PYTHON_PLUS,     "+",       9)                                                          \
    X(TW_PYTHON_MINUS,    "-",       9)                                                          \
    X(TW_PYTHON_POWER,    "**",      0)                                                          \
    X(TW_PYTHON_FLOOR,    "//",      10)                                                         \
    X(TW_PYTHON_TIMES,    "*",       10)                                                         \
    X(TW_PYTHON_DIVIDE,   "/",       10)                                                         \
    X(TW_PYTHON_MODULO,   "%",       10)                                                         \
    X(TW_PYTHON_INVERT,   "~",       0)
/* clang-format on */

enum tw_python_kind {
#define X(constant, what) constant,
    TW_PYTHON_NODES(X)
#undef X
};

enum tw_python_operator {
    TW_PYTHON_NO_OPERATOR,
#define X(constant, sign, rank) constant,
    TW_PYTHON_OPERATORS(X)
#undef X
};

struct tw_python {
    enum tw_python_kind kind;
    enum tw_python_operator op;     /* of a sign or an operator */
    enum tw_python_operator before; /* of an operand of a comparison, but the first */
    uint32_t at;                    /* the byte of the text where it begins               */
    const char *text;               /* `length` bytes, as the table says                  */
    uint32_t length;
    struct tw_python *child, *next; /* its first child; its sibling */
};

/* Whether the node's text is that. */
bool tw_python_is(const struct tw_python *tree, const char *text);

/* Reads `text`. NULL: it is no such expression, and *fault says why. Out of memory is a fault too. */
struct tw_python *tw_python_read(struct tw_arena *arena, const char *text, struct tw_expression_fault *fault);

#endif
