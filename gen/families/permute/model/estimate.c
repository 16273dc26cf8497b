/* What the time of a permutation's variant depends on, in numbers, for the trees of permute-model.json. */
#include "gen/families/permute/model/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "gen/choice/forest.h"
#include "gen/families/permute/predict.h"
#include "gen/layout/sectors.h"

#define BEGIN_MOST 128u /* bytes: what begins at multiples of more is as good */
#define HELD_MOST  16.  /* blocks of a multiprocessor */
#define KIB        1024.

unsigned tw_permute_model_sm(void)
{
    return tw_forest_permute.sm;
}

bool tw_permute_is_known(const int64_t *value)
{
    return value[PERMUTE_method] == PERMUTE_TILE || value[PERMUTE_method] == PERMUTE_SHIFTED ||
           value[PERMUTE_method] == PERMUTE_ROWS || value[PERMUTE_method] == PERMUTE_CHUNKS;
}

/* One side of a tile. */
struct run {
    double bytes; /* that lie side by side */
    double begin; /* bytes, a power of two, at multiples of which they begin, BEGIN_MOST at most */
};

static struct run run_of(const struct tw_permute_tile *t, bool by_input)
{
    unsigned sorted[TW_MAX_AXES], bytes = by_input ? t->in_bytes : t->out_bytes;
    uint64_t run = 1, all = BEGIN_MOST, elements = by_input ? t->run_in : t->run_out;
    all |= (uint64_t)(by_input ? t->problem.in_first : t->problem.out_first) * bytes;
    tw_permute_sort(&t->problem, by_input, sorted);
    for (unsigned i = 0; i < t->problem.rank; i++) {
        const struct tw_permute_axis *axis = &t->problem.axis[sorted[i]];
        const struct tw_permute_span *span = &t->span[sorted[i]];
        const int64_t stride = by_input ? axis->in_stride : axis->out_stride;
        const uint64_t pitch = (uint64_t)llabs(stride) * bytes;
        if (span->extent > 1 && run < elements)
            run *= span->extent;
        else if (span->extent > 1)
            all |= pitch;
        if (span->count > 1) all |= pitch * span->step | pitch * span->last;
    }
    return (struct run){(double)elements * bytes, (double)(all & -all)};
}

/* Parts of pieces that a run has at its ends, for each of its bytes. */
static double edges_of(const struct run *run, double piece)
{
    if (run->begin >= piece) return fmax(piece - run->bytes, 0) / run->bytes;
    return (piece - run->begin) / run->bytes;
}

/* What both sides have in common, by the method. */
struct access {
    double in_vector, out_vector, in_ends, out_ends; /* elements of an access; of each that go one by one */
    double loads, stores;                            /* of a thread for a tile */
};

static struct access access_of(const struct tw_permute_tile *t)
{
    const bool shifted = t->method == PERMUTE_SHIFTED, rows = !tw_permute_is_shared(t);
    struct access access = {.in_vector = t->in_vector, .out_vector = t->out_vector};
    access.loads = rows ? 0 : tw_permute_turns(t, shifted ? &t->in.whole : &t->loads);
    access.stores = tw_permute_turns(t, shifted ? &t->out.whole : &t->stores);
    if (!shifted) return access;
    access.in_vector = t->in.vector;
    access.out_vector = t->out.vector;
    access.in_ends = t->in.ends / (double)t->run_in;
    access.out_ends = t->out.ends / (double)t->run_out;
    return access;
}

/* Accesses to global and shared memory for each byte. */
static double accesses_of(const struct tw_permute_tile *t, const struct access *access)
{
    double in = (1 - access->in_ends) / access->in_vector + access->in_ends;
    double out = (1 - access->out_ends) / access->out_vector + access->out_ends;
    return (in + 1. / t->pack + 2 * out) / t->bytes;
}

void tw_permute_features(const int64_t *value, const struct tw_target *target,
                         float feature[TW_PERMUTE_FEATURES])
{
    int64_t bare[PERMUTE_FIELD_COUNT];
    memcpy(bare, value, sizeof bare);
    tw_permute_leave_places(bare);
    const struct tw_permute_tile t = tw_permute_tile_of(bare);
    const struct run in = run_of(&t, true), out = run_of(&t, false);
    const struct access access = access_of(&t);
    const double bytes = (double)t.elements * t.bytes,
                 held = fmin((double)t.blocks / target->multiprocessors, HELD_MOST);
    const double fills = edges_of(&in, TW_FILL);
    const double sectors = t.overlaps ? 0 : fmax(TW_SECTOR - fmin(out.begin, TW_SECTOR), 0) / out.bytes;
    const double by_columns = value[PERMUTE_order] == TRANSPOSE_COLUMNS;
    unsigned i = 0;
    feature[i++] = t.method == PERMUTE_SHIFTED ? 3
                   : t.method == PERMUTE_TILE  ? 2
                                               : t.method == PERMUTE_CHUNKS;
    feature[i++] = log2f((float)t.threads);
    feature[i++] = log2f((float)t.bytes);
    feature[i++] = (float)log2(in.bytes);
    feature[i++] = (float)log2(out.bytes);
    feature[i++] = (float)(log2(in.bytes) - log2(out.bytes));
    feature[i++] = (float)by_columns;
    feature[i++] = t.overlaps;
    feature[i++] = (float)fills;
    feature[i++] = (float)sectors;
    feature[i++] = (float)((double)t.tiles * (double)t.elements / (double)t.problem.elements);
    feature[i++] = (float)accesses_of(&t, &access);
    feature[i++] = (float)log2(held * bytes / KIB + 1); /* under way on a multiprocessor */
    feature[i++] = (float)log2(held * t.threads);
    feature[i++] = (float)access.in_ends;
    feature[i++] = (float)access.out_ends;
    feature[i++] = t.method == PERMUTE_CHUNKS ? (float)(t.chunks.rest.count / (double)t.elements) : 0;
    feature[i++] = (float)fmax(access.loads, access.stores);
    feature[i++] = (float)log2(in.begin);
    feature[i++] = (float)log2(out.begin);
    feature[i++] = (float)log2((double)tw_permute_shared_bytes(&t) + 1);
    feature[i++] = (float)t.pack;
    feature[i++] = (float)access.in_vector;
    feature[i++] = (float)access.out_vector;
    feature[i++] = (float)log2((double)t.tiles / (double)(t.blocks ? t.blocks : 1));
    feature[i++] = (float)log2((double)t.problem.elements * t.bytes);
    feature[i++] = (float)(fills * by_columns);
    feature[i++] = (float)(sectors * by_columns);
}

float tw_permute_estimate(const int64_t *value, const struct tw_target *target)
{
    float feature[TW_PERMUTE_FEATURES];
    tw_permute_features(value, target, feature);
    return tw_forest_score(&tw_forest_permute, feature);
}
