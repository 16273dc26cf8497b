/*
 * translate.h - Python's expressions in the program's own grammar (base/expression/expression.h), with the same values.
 *
 * What the two languages compute otherwise is written otherwise: a / b becomes 1.0 * a / b, since Python's quotient of integers is a double;
 * int(a / b) becomes a // b, a if c else b becomes c ? a : b, x in [1, 2] becomes x == 1 or x == 2, math.ceil(a / b) becomes ceil_div(a, b).
 * What cannot be said is a fault with its place. Thread-safe.
 */
#ifndef TW_GEN_T1_TRANSLATE_H
#define TW_GEN_T1_TRANSLATE_H

#include <cJSON.h>

#include "gen/t1/python.h"

#define TW_T1_VALUES    65536u  /* of one parameter           */
#define TW_T1_BYTES     16384u  /* of a translation           */
#define TW_T1_STEPS     262144u /* expressions that lists have, all together */
#define TW_T1_VARIABLES 8u      /* of loops within each other */

/* What a parameter may be, or what a list holds: integers, doubles or words, mixed perhaps. Words are borrowed. */
struct tw_t1_list {
    struct tw_expression_value *value; /* in the scope's arena */
    size_t count, capacity;
};

struct tw_t1_parameter {
    const char *name;
    struct tw_t1_list values; /* at least one */
};

/* What names mean. */
struct tw_t1_scope {
    struct tw_arena *arena; /* for what is read and evaluated on the way */
    const struct tw_t1_parameter *parameters;
    size_t parameter_count;
    const char *problem[3]; /* what ProblemSize[0], [1] and [2] are called; NULL: there is none */
    const cJSON *constants; /* an object whose numbers may be named; or NULL */
    bool has_index;         /* "i" is the number of an element, which is called "index" here */
    const char *object;     /* of a lambda: object["x"] is x; NULL: there is none */
    unsigned steps;         /* expressions that were evaluated */
    /* Variables of the loops around, and their values. */
    const char *variables[TW_T1_VARIABLES + 1]; /* ended by NULL */
    struct tw_expression_value bound[TW_T1_VARIABLES];
};

enum tw_t1_wanted {
    TW_T1_CONDITION, /* true or false: any number */
    TW_T1_INTEGER,   /* Python's int() of it       */
    TW_T1_VALUE
};

/* Appends the translation of the text, or of a tree. False: *fault says why, at a byte of the text. */
bool tw_t1_translate(struct tw_t1_scope *scope, const char *python, enum tw_t1_wanted wanted,
                     struct tw_text *out, struct tw_expression_fault *fault);
bool tw_t1_translate_tree(struct tw_t1_scope *scope, const struct tw_python *tree, enum tw_t1_wanted wanted,
                          struct tw_text *out, struct tw_expression_fault *fault);

/* ---- lists.c ---- */

/* Evaluates a list, as Python does: literals, range, list, comprehensions, + and * of lists. A value alone is a list of one. */
bool tw_t1_evaluate(struct tw_t1_scope *scope, const struct tw_python *tree, struct tw_t1_list *list,
                    struct tw_expression_fault *fault);
bool tw_t1_list_add(struct tw_arena *arena, struct tw_t1_list *list, struct tw_expression_value value);

/* The least or the greatest of a list of numbers. False: it holds words. */
bool tw_t1_extreme(const struct tw_t1_list *list, bool greatest, struct tw_expression_value *value);

/* Appends a value as the grammar writes it, which JSON does too: 12, 1.5, "xor". A double always has a point or an exponent. */
void tw_t1_add_value(const struct tw_expression_value *value, struct tw_text *out);

#endif
