/* select.h - which records of a sheet are wanted, and in what order. */
#ifndef TW_TUNE_RESULTS_SELECT_H
#define TW_TUNE_RESULTS_SELECT_H

#include "tune/results/sheet.h"

/*      name         text    true when `order` (<0, 0, >0: value against the one given) ... */
/* clang-format off */
#define TW_COMPARISONS(X)                    \
    X(TW_NOT_EQUAL, "!=", order != 0)        \
    X(TW_AT_MOST,   "<=", order <= 0)        \
    X(TW_AT_LEAST,  ">=", order >= 0)        \
    X(TW_EQUAL_TOO, "==", order == 0)        \
    X(TW_EQUAL,     "=",  order == 0)        \
    X(TW_LESS,      "<",  order < 0)         \
    X(TW_GREATER,   ">",  order > 0)
/* clang-format on */

struct tw_filter {
    enum tw_comparison {
#define X(name, text, truth) name,
        TW_COMPARISONS(X)
#undef X
    } comparison;
    uint32_t column;
    const char *text; /* what the values are compared with: the end of the expression, the caller's */
    double number;    /* the same as a number, if it is one */
    bool is_number;
};

/* "KEY=VALUE", "KEY!=VALUE", "KEY<NUMBER" ...; TW_INPUT for anything else and for keys that no record has. */
int tw_filter_parse(const char *expression, const struct tw_sheet *sheet, struct tw_filter *filter,
                    struct tw_error *error);
/*
 * = and != compare numbers by value and the rest by its characters; null is the word null. The others hold
 * for numbers only. Decodes into *scratch, which says at the end whether memory ran out.
 */
bool tw_filter_passes(const struct tw_filter *filter, const struct tw_sheet *sheet, size_t row,
                      struct tw_text *scratch);

#define TW_SORT_KEYS 16u

struct tw_sort {
    struct {
        uint32_t column;
        bool descending;
    } keys[TW_SORT_KEYS];
    unsigned count;
};

/* "KEY,-KEY,...": - for descending. Errors as for filters. */
int tw_sort_parse(const char *list, const struct tw_sheet *sheet, struct tw_sort *sort,
                  struct tw_error *error);
/* The same for keys of which nothing is asked: those that no record has are left out. */
void tw_sort_of(const char *const *keys, unsigned count, const struct tw_sheet *sheet, struct tw_sort *sort);
/* Numbers before strings before true and false before lists; null last, also when descending. Equal rows keep
 * their order. False when memory ran out. */
bool tw_sort_rows(const struct tw_sort *sort, const struct tw_sheet *sheet, uint32_t *rows, size_t count);

#endif
