/* What no variant of the family can be, whatever its skeleton; and then the skeleton's word. */
#include "gen/families/reduce/accept.h"

#include <inttypes.h>

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/skeletons.h"
#include "gen/families/reduce/variant.h"

static bool accept_segments(const int64_t *value, struct tw_text *reason)
{
    if (value[REDUCE_batch] > 1) return tw_refuse(reason, "segments have no batch");
    if (value[REDUCE_op] == REDUCE_DOT) return tw_refuse(reason, "a dot product has no segments");
    if (value[REDUCE_offsets] == REDUCE_OFFSETS_INT32 && value[REDUCE_cols] > INT32_MAX) {
        tw_text_addf(reason, "cols is %" PRId64 ", beyond what offsets of int32 reach; int64 do",
                     value[REDUCE_cols]);
        return false;
    }
    return true;
}

static bool accept_no_segments(const int64_t *value, struct tw_text *reason)
{
    if (value[REDUCE_offsets] != REDUCE_OFFSETS_INT64)
        return tw_refuse(reason, "only segments have offsets; leave offsets out");
    if (value[REDUCE_check] != REDUCE_UNCHECKED)
        return tw_refuse(reason, "only segments have offsets to check; leave check out");
    return true;
}

static bool accept_problem(const int64_t *value, struct tw_text *reason)
{
    enum tw_reduce_along along = (enum tw_reduce_along)value[REDUCE_along];
    int64_t length = along == REDUCE_COLUMNS ? value[REDUCE_rows] : value[REDUCE_cols];
    if (value[REDUCE_pitch] < value[REDUCE_cols])
        return tw_refuse(reason, "pitch is less than cols: rows overlap");
    if (!(along == REDUCE_SEGMENTS ? accept_segments : accept_no_segments)(value, reason)) return false;
    if (tw_reduce_gives_places((enum tw_reduce_op)value[REDUCE_op]) && length == 0 &&
        along != REDUCE_SEGMENTS) {
        tw_text_addf(reason, "%s of no elements gives no place", tw_reduce_word(value, REDUCE_op));
        return false;
    }
    if ((double)value[REDUCE_batch] *
            (double)(along == REDUCE_COLUMNS ? value[REDUCE_cols] : value[REDUCE_rows]) >
        0x1p40)
        return tw_refuse(reason, "there are more than 2^40 results");
    double elements = (double)value[REDUCE_pitch] *
                      (double)(along == REDUCE_SEGMENTS ? 1 : value[REDUCE_rows]) *
                      (double)value[REDUCE_batch];
    if (elements > 0x1p56) return tw_refuse(reason, "the array has more than 2^56 elements");
    return true;
}

static bool accept_loads(const int64_t *value, struct tw_text *reason)
{
    int64_t vector = value[REDUCE_vector], bytes = tw_reduce_bytes(value);
    if (!tw_is_power_of_two(vector) || vector < bytes) {
        tw_text_addf(reason,
                     "vector is %" PRId64
                     "; loads have a power of two of bytes, and at least an element's %" PRId64,
                     vector, bytes);
        return false;
    }
    bool is_segments = value[REDUCE_along] == REDUCE_SEGMENTS, /* they say themselves */
        put_together = is_segments || tw_reduce_shifts(value) || tw_reduce_of(value).unordered;
    if (vector > (int64_t)tw_reduce_widest_load(value) && !put_together) {
        tw_text_addf(reason, "vector is %" PRId64 ", but rows begin at multiples of %" PRId64 " bytes only",
                     vector, (int64_t)tw_reduce_widest_load(value));
        return false;
    }
    return true;
}

/* The schedules that there are along rows, columns and segments. */
static const unsigned schedules[] = {
    [REDUCE_ROWS] = 1u << REDUCE_DIRECT | 1u << REDUCE_STAGED,
    [REDUCE_COLUMNS] = 1u << REDUCE_DIRECT | 1u << REDUCE_UNORDERED,
    [REDUCE_SEGMENTS] =
        1u << REDUCE_DIRECT | 1u << REDUCE_GROUPED | 1u << REDUCE_PACKED | 1u << REDUCE_BALANCED,
};

static bool accept_schedule(const int64_t *value, struct tw_text *reason)
{
    enum tw_reduce_schedule schedule = (enum tw_reduce_schedule)value[REDUCE_schedule];
    if (value[REDUCE_method] != REDUCE_TREE && schedule != REDUCE_DIRECT)
        return tw_refuse(reason, "only the tree has schedules; that of the ladder is direct");
    if (!(schedules[value[REDUCE_along]] >> schedule & 1u)) {
        tw_text_addf(reason, "%s have no schedule %s", tw_reduce_word(value, REDUCE_along),
                     tw_reduce_word(value, REDUCE_schedule));
        return false;
    }
    if (schedule != REDUCE_STAGED && value[REDUCE_row_lanes] != 1)
        return tw_refuse(reason, "row_lanes must be 1: only staged rows have more");
    if (schedule != REDUCE_UNORDERED || tw_reduce_of(value).unordered) return true;
    return tw_refuse(
        reason, "unordered needs one matrix, columns longer than a leaf, elements of 1 or 2 bytes without "
                "rounding, and aligned loads of 4, 8 or 16 bytes");
}

static bool accept_block(const int64_t *value, struct tw_text *reason)
{
    int64_t threads = value[REDUCE_BDIMX] * value[REDUCE_BDIMY];
    if (threads > TW_MAX_BLOCK_THREADS) {
        tw_text_addf(reason, "%" PRId64 "x%" PRId64 " threads are more than the %u of a block",
                     value[REDUCE_BDIMX], value[REDUCE_BDIMY], TW_MAX_BLOCK_THREADS);
        return false;
    }
    if (value[REDUCE_finish] == REDUCE_BY_ATOMIC && value[REDUCE_order] != REDUCE_FREE)
        return tw_refuse(reason,
                         "atomic additions come in any order; only order free can be finished by them");
    if (value[REDUCE_finish] == REDUCE_BY_CLUSTER && tw_reduce_skeleton_of(value) != &tw_reduce_rows)
        return tw_refuse(reason, "only rows that the tree takes are finished by a cluster");
    if (value[REDUCE_method] != REDUCE_TREE && value[REDUCE_order] != REDUCE_FREE) {
        tw_text_addf(reason, "method %s does not follow the tree; order must be free",
                     tw_reduce_word(value, REDUCE_method));
        return false;
    }
    return true;
}

bool tw_reduce_accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    struct tw_reduce r = tw_reduce_of(value);
    if (!tw_reduce_algebra_accept(&r, value, reason) || !accept_problem(value, reason) ||
        !accept_schedule(value, reason) || !accept_loads(value, reason) || !accept_block(value, reason))
        return false;
    return tw_reduce_skeleton_of(value)->accept(&r, value, target, reason);
}
