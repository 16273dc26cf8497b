/*
 * solve.h - for one tile, the smallest padding and the cheapest swizzle that make every access ideal, by
 * search over the model alone: no source, no compiler, no GPU. For families with a field for padding, a field
 * for the swizzle, or both (TW_FIELD_PADDING, TW_FIELD_SWIZZLE).
 */
#ifndef TW_GEN_LAYOUT_SOLVE_H
#define TW_GEN_LAYOUT_SOLVE_H

#include <tilewright/api.h>

#include "gen/family.h"

TW_API_BEGIN

/* What one swizzle can reach for the tile. */
struct tw_solution {
    bool possible;  /* the swizzle fits the tile at some padding (xor needs powers of two)              */
    bool ideal;     /* every access is free of bank conflicts                                         */
    int64_t pad;    /* the smallest padding that is ideal; if none is, the smallest of those that are best */
    uint32_t bytes; /* shared bytes per block at that padding                                          */
    uint64_t wavefronts;       /* of all accesses at that padding                                           */
    uint64_t ideal_wavefronts; /* what they would be if no bank conflicted                                  */
};

struct tw_solutions {
    struct tw_solution swizzle[TW_SWIZZLES]; /* by enum tw_swizzle */
    int best; /* the cheapest: ideal before not, then wavefronts, bytes, and the simpler swizzle; -1: none
                 is possible */
    struct tw_solution bare; /* without padding or swizzle; all zero when the family rejects that */
};

/* What is solved for. */
struct tw_solve_for {
    const struct tw_target *target;
    struct tw_bank_machine
        machine; /* of another than the usual one, wavefronts are those of a block's accesses to the tile */
    int64_t pad_limit;
};

/* Searches paddings 0..pad_limit for every swizzle, as far as the family has them; the other fields are taken from `value`
   (its own padding and swizzle are ignored). False when no layout of it is accepted on the target, or an access is wider than all banks of
   the machine, with the reason, and where memory ran out, which the reason says as every text does (`failed`). Thread-safe. */
bool tw_solve(const struct tw_family *family, const int64_t *value, const struct tw_solve_for *wanted,
              struct tw_solutions *solutions, struct tw_text *reason);

TW_API_END
#endif
