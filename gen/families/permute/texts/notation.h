/*
 * notation.h - how a permutation is written down: the grammar of `axes`, and of lists of numbers.
 *
 *     axes    = side "->" side | numbers
 *     side    = { axis }                             "b (h p) 1"
 *     axis    = member | "(" { member } ")"
 *     member  = name | "1"
 *     name    = letter { letter | digit }            where _ is a letter
 *     numbers = number { number }                    "0 2 3 1"
 *
 * Between two words there are spaces, or a comma; around parentheses and the arrow they may be left out.
 */
#ifndef TW_GEN_FAMILIES_PERMUTE_TEXTS_NOTATION_H
#define TW_GEN_FAMILIES_PERMUTE_TEXTS_NOTATION_H

#include "gen/families/permute/axes.h"

#define TW_NOTATION_WORDS 64u /* members of a side, and numbers of a list: names, and nameless ones */

/* A part of a text; printed by "%.*s", TW_LABEL(span). */
struct tw_label {
    const char *at;
    unsigned length;
};
#define TW_LABEL(span) (int)(span).length, (span).at

/* The nameless 1, and (), are members without an axis. */
struct tw_axes_member {
    struct tw_label name;
    int axis;     /* as the input numbers its named members; -1: none                */
    unsigned top; /* number of the axis, as written on this side, that it is part of */
};

struct tw_axes_side {
    const char *word; /* "input", "output" */
    struct tw_axes_member member[TW_NOTATION_WORDS];
    unsigned count;
    struct tw_label top[TW_NOTATION_WORDS]; /* the axes as written: "h", "(h p)" */
    unsigned tops;
};

/* Where axes are numbers, those of the input are named "0", "1", ... */
struct tw_axes {
    unsigned rank; /* axes, each of which is a member of both sides */
    bool is_numbers;
    struct tw_axes_side in, out;
};

struct tw_numbers {
    int64_t value[TW_NOTATION_WORDS];
    const char *at[TW_NOTATION_WORDS];
    unsigned count;
};

/* The text of a field of the config. */
struct tw_permute_text {
    const char *key, *text;
};

/* Reads `axes`, whose text stays where it is. False, with the reason: it is wrong. */
bool tw_axes_read(struct tw_permute_text axes, struct tw_axes *written, struct tw_text *reason);
/* Reads numbers from -2^62 to 2^62. */
bool tw_numbers_read(struct tw_permute_text list, struct tw_numbers *numbers, struct tw_text *reason);

/* A number at *at, which moves behind it; false: there is none, or none of those. */
bool tw_notation_number(const char **at, int64_t *number);
/* The characters of a name at `at`; 0: there is none. */
unsigned tw_notation_name(const char *at);
/* Behind spaces; behind what separates two words. */
const char *tw_notation_spaces(const char *at);
const char *tw_notation_skip(const char *at);
/* Whether the text of a field is given. */
static inline bool tw_notation_given(const char *text)
{
    return text && *text;
}
/* The axis of that name, or -1. */
int tw_axes_find(const struct tw_axes *written, struct tw_label name);

/* The name of an axis: "h", "2". */
struct tw_label tw_axes_name(const struct tw_axes *written, unsigned axis);

/* Adds the reason and " (character 7 of axes)", of a field as a whole (`at` NULL) " (axes)", unless `reason` is NULL; false. */
bool tw_permute_refuse(struct tw_text *reason, struct tw_permute_text where, const char *at,
                       const char *format, ...) TW_PRINTF(4, 5);

#endif
