/*
 * pattern.h - which element of the tile an access takes for each item, where that is not the order of `layout`.
 *
 *     pattern    = "linear" | "broadcast" | "serial" | "strided" number | "permutation" number | list | expression
 *     list       = number "," number { "," number }
 *     expression = what CUDA C makes of numbers and the names below, unsigned, modulo 2^32 (base/expression/expression.h, its
 *                  device dialect)
 *
 * Elements are numbered along the rows. n is how many the tile has, idx the number of the item, tid that of its thread, which is at
 * (x, y, z) of the block. BDIMX, BDIMY, BDIMZ are the block's sides, tile_depth, tile_rows, tile_cols the tile's.
 *
 *     linear         idx
 *     broadcast      0
 *     strided s      idx * s % n + idx / (n / gcd(s, n)): s apart, and once through all others after them
 *     serial         strided by as many elements as all banks together hold a word of: one bank for a warp
 *     permutation s  one of 0..n-1 that the seed s chooses, see tw_pattern_read
 *     list           of 0..m-1 in any order, for each m elements in turn; m divides n
 */
#ifndef TW_GEN_FAMILIES_TILE_PATTERN_H
#define TW_GEN_FAMILIES_TILE_PATTERN_H

#include "base/expression/expression.h"
#include "gen/families/tile/walk.h"

#define TW_PATTERN_TABLE 32768u /* elements of a permutation: 64 KB of constants   */

enum tw_pattern_kind {
    TW_PATTERN_LINEAR,
    TW_PATTERN_BROADCAST,
    TW_PATTERN_SERIAL,
    TW_PATTERN_STRIDED,
    TW_PATTERN_PERMUTATION,
    TW_PATTERN_LIST,
    TW_PATTERN_EXPRESSION
};

struct tw_pattern {
    enum tw_pattern_kind kind;
    uint32_t elements;
    struct tw_tile tile; /* whose elements they are */
    uint32_t number;     /* after the word: stride, seed */
    uint32_t turn;       /* of a stride: items until it begins again, one further */
    uint32_t length;     /* of the table */
    /* The table, owned (tw_pattern_free). NULL: there is none; or memory ran out, and each entry is found in the text or by the
       exchanges that lead to it, which takes long. */
    uint16_t *table;
    const char *list; /* the text of a list              */
    uint64_t last;    /* the state of a permutation's last exchange */
    struct tw_expression expression;
};

/* The text of an access's pattern; NULL: it has none. */
const char *tw_pattern_text(const int64_t *value, unsigned access);

/*
 * Reads the text for a tile, which the pattern may point to; freed with tw_pattern_free, whatever comes of it. False, with a clause why: it is no pattern, or none of this tile. The elements of a permutation
 * begin in order; for k from n-1 down to 1 element k then changes places with number (state / 2^33) mod (k + 1), where state,
 * first the seed, is 6364136223846793005 * state + 1442695040888963407 modulo 2^64 each time.
 */
bool tw_pattern_read(const char *text, const struct tw_tile *tile, unsigned element_bytes,
                     struct tw_pattern *pattern, struct tw_text *reason);
void tw_pattern_free(struct tw_pattern *pattern);

/* Entry `index` of the table of a permutation or a list. */
uint32_t tw_pattern_entry(const struct tw_pattern *pattern, uint32_t index);

/* The element of item idx; NULL, or in a clause why there is none. */
const char *tw_pattern_element(const struct tw_pattern *pattern, uint32_t idx, uint32_t *element);

/* False, with a clause why, unless all elements are of the tile. *once: each of them is taken exactly once. */
bool tw_pattern_accept(const struct tw_pattern *pattern, bool *once, struct tw_text *reason);

/* The C expression of the element; `tid` is the name of the thread's number. A table is called `table`. */
void tw_pattern_add(const struct tw_pattern *pattern, const char *tid, const char *table,
                    struct tw_text *out);

/* Static: the access's name, "read strided", "tile 2, read strided"; and how it goes, "words a stride apart". */
const char *tw_pattern_name(const struct tw_pattern *pattern, unsigned tile, unsigned access);
const char *tw_pattern_how(const struct tw_pattern *pattern);

/* An access follows a pattern, not the order of layout; and the pattern of one, of an accepted variant, freed with
   tw_pattern_free: false, it has none. */
bool tw_tile_has_pattern(const int64_t *value);
bool tw_tile_pattern(const int64_t *value, const struct tw_tile *tile, unsigned access,
                     struct tw_pattern *pattern);

#endif
