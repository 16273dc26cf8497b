/*
 * solve.h - for one tile, the smallest padding and the cheapest swizzle that make every access
 * ideal, by search over the model alone: no source, no compiler, no GPU. For families whose table
 * has the fields IPAD and swizzle.
 */
#ifndef TW_GEN_SOLVE_H
#define TW_GEN_SOLVE_H

#include <tilewright/api.h>

#include "gen/family.h"

TW_API_BEGIN

#define TW_SWIZZLES 3u

/* What one swizzle can reach for the tile. */
struct tw_solution {
    bool possible;       /* the swizzle fits the tile at some padding (xor needs powers of two) */
    bool ideal;          /* every access is free of bank conflicts */
    int64_t pad;         /* the smallest IPAD that is ideal; if none is, the smallest of the best */
    uint32_t bytes;      /* shared bytes per block at that padding */
    uint64_t wavefronts; /* of all accesses of a block at that padding */
};

struct tw_solutions {
    struct tw_solution swizzle[TW_SWIZZLES]; /* by enum tw_swizzle */
    /* The cheapest: ideal before not, then wavefronts, bytes, the simpler swizzle; -1: none is possible. */
    int best;
    uint64_t ideal_wavefronts; /* what an ideal layout costs */
    uint32_t bare_bytes;       /* shared bytes per block without padding */
    uint64_t bare_wavefronts;  /* wavefronts without padding or swizzle */
};

/* Searches IPAD 0..pad_limit for every swizzle; the other fields are taken from `value` (its
   own IPAD and swizzle are ignored). False when no layout of it is accepted on the target, with
   the reason. Pure; thread-safe. */
bool tw_solve(const struct tw_family *family, const int64_t *value, const struct tw_target *target,
              int64_t pad_limit, struct tw_solutions *solutions, struct tw_text *reason);

TW_API_END
#endif
