/*
 * candidates.h - the schedules that are worth trying for a transpose, where nobody gave a field.
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_CANDIDATES_H
#define TW_GEN_FAMILIES_TRANSPOSE_CANDIDATES_H

#include "gen/families/transpose/tile.h"

/* What is chosen for a problem and a target when nobody gives it: each member of struct tw_schedule, with its type, and its
   field. The other fields have defaults of their own. The widest members come first, so that none of its bytes is unused. */
/* clang-format off */
#define TW_SCHEDULE_FIELDS(X)           \
    X(uint32_t, rows,      tile_rows)   \
    X(uint32_t, cols,      tile_cols)   \
    X(uint32_t, matrices,  matrices)    \
    X(uint32_t, band,      band)        \
    X(uint16_t, bdimy,     BDIMY)       \
    X(uint8_t,  method,    method)      \
    X(uint8_t,  vector,    vector)      \
    X(uint8_t,  unroll,    unroll)      \
    X(uint8_t,  order,     order)       \
    X(uint8_t,  hints,     hints)       \
    X(uint8_t,  registers, register_transpose)
/* clang-format on */

#define TW_ONE_MORE(type, member, field) +1
enum { TW_TRANSPOSE_OPEN_FIELDS = 0 TW_SCHEDULE_FIELDS(TW_ONE_MORE) };
#undef TW_ONE_MORE
extern const enum tw_transpose_field tw_transpose_open_fields[TW_TRANSPOSE_OPEN_FIELDS];

/* How a transpose is moved: the fields that are open. Two schedules are the same if their bytes are. */
struct tw_schedule {
#define MEMBER(type, member, field) type member;
    TW_SCHEDULE_FIELDS(MEMBER)
#undef MEMBER
};

/* candidates.c says why there are never more. A list of so many fits on the stack of a small thread. */
#define TW_SCHEDULES_MAX 384u

struct tw_schedules {
    const int64_t *given;
    struct tw_transpose problem;
    unsigned count;
    struct tw_schedule list[TW_SCHEDULES_MAX];
};

/* The schedules of the problem in `given`, whose pitches are known; what was given is as it was. Some may be impossible. */
void tw_transpose_list_schedules(const int64_t *given, struct tw_schedules *schedules);

/* The variant that moves the problem in `given` by the schedule. */
void tw_transpose_take_schedule(const int64_t *given, const struct tw_schedule *schedule, int64_t *value);

#endif
