/*
 * solve.h - finds the smallest padding and the simplest swizzle with which no access to a tile has bank conflicts.
 *
 * It searches with the model alone: no source, compiler or GPU is needed. It is for families with a field for padding, a field for the swizzle, or
 * both (TW_FIELD_PADDING, TW_FIELD_SWIZZLE). The function is thread-safe.
 */
#ifndef TW_GEN_LAYOUT_SOLVE_H
#define TW_GEN_LAYOUT_SOLVE_H

#include <tilewright/api.h>

#include "gen/family.h"

TW_API_BEGIN

/* The best padding with one swizzle. */
struct tw_solution {
    bool possible;       /* the swizzle fits the tile with some padding (xor needs powers of two)          */
    bool ideal;          /* with `pad` no access has bank conflicts                                        */
    int64_t pad;         /* the smallest padding, in elements, with the fewest conflicts                   */
    uint32_t bytes;      /* shared bytes of a block with that padding                                      */
    uint64_t wavefronts; /* of all accesses with that padding                                   */
    uint64_t ideal_wavefronts; /* the same without bank conflicts                                     */
};

struct tw_solutions {
    struct tw_solution swizzle[TW_SWIZZLES]; /* by enum tw_swizzle */
    /* The number of the best swizzle; -1: none is possible. Solutions without conflicts come first, then those with fewer wavefronts, with fewer bytes,
       and with the simpler swizzle. */
    int best;
    struct tw_solution bare; /* without padding and swizzle; all zero if the family rejects that */
};

/* The conditions of a search. */
struct tw_solve_for {
    const struct tw_target *target;
    /* The machine. If it is not the usual one, wavefronts are those of one block's accesses to the tile. */
    struct tw_bank_machine machine;
    int64_t pad_limit; /* the largest padding that is tried, in elements */
};

/*
 * Tries paddings 0 to pad_limit with every swizzle, as far as the family has these fields. Other fields are as in `value`, whose padding and swizzle
 * do not count. False, with a clause added to *reason, if the target accepts no layout, or an access is wider than all banks of the machine.
 * False with reason->failed if memory ran out.
 */
bool tw_solve(const struct tw_family *family, const int64_t *value, const struct tw_solve_for *wanted,
              struct tw_solutions *solutions, struct tw_text *reason);

TW_API_END
#endif
