/*
 * What the method naive moves in global memory. Its warps take 32 elements each, in the output's order. The fastest axes that have 32
 * elements or more are a box, and the other axes say where boxes begin. A warp lies in one box, or it ends in the next one:
 *
 *     boxes    |---------------------|---------------------|---------------------|
 *     warps    |=======|=======|=======|=======|=======|=======|=======|=======|
 *
 * Warps cost the same that begin at the same place of a box, whose boxes begin at the same place in a fill; of those that end in the
 * next box also the way there must be the same. So boxes are counted by their number modulo 32, which says where warps begin, and by
 * where they begin in a fill.
 */
#include "gen/families/permute/naive.h"

#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "gen/layout/predict.h"
#include "gen/layout/sectors.h"

#define KINDS 64u /* of indices: as many as numbers modulo 32 and places in a fill tell apart */
#define ADDRESS_ZERO                                                                                         \
    (UINT64_C(1) << 62) /* a multiple of 64 so large that no address is below 0                     */

/* How many boxes have a number modulo 32 and begin at a place in a fill. */
struct boxes {
    uint64_t count[TW_WARP][TW_FILL];
};

/* The accesses to the input or to the output. */
struct side {
    const struct tw_permutation *problem;
    struct tw_prediction *prediction;
    struct boxes *boxes;  /* those that were found last, and as many to work with */
    uint64_t box, row;    /* elements of a box, and of one index of its slowest axis: fewer than 32 */
    unsigned outer;       /* axes outside of the box: the slowest ones                              */
    unsigned bytes, fill; /* of an element; elements of a fill                                      */
    bool by_input;
};

static int64_t stride_of(const struct side *side, unsigned axis)
{
    return side->by_input ? side->problem->axis[axis].in_stride : side->problem->axis[axis].out_stride;
}

static uint64_t extent_of(const struct side *side, unsigned axis)
{
    return (uint64_t)side->problem->axis[axis].extent;
}

static int64_t first_of(const struct side *side)
{
    return side->by_input ? side->problem->in_first : side->problem->out_first;
}

/* Where a place `n` elements on is in a fill. */
static unsigned place_of(const struct side *side, int64_t n)
{
    int64_t rest = n % (int64_t)side->fill;
    return (unsigned)(rest < 0 ? rest + (int64_t)side->fill : rest);
}

static unsigned step_of(const struct side *side, unsigned axis, uint64_t index)
{
    return place_of(side, (int64_t)(index % side->fill) * (stride_of(side, axis) % (int64_t)side->fill));
}

static struct side side_of(const struct tw_permute_tile *t, bool by_input, struct boxes boxes[2],
                           struct tw_prediction *prediction)
{
    struct side side = {.problem = &t->problem,
                        .prediction = prediction,
                        .boxes = boxes,
                        .box = 1,
                        .row = 1,
                        .outer = t->problem.rank,
                        .bytes = tw_permute_moved_bytes(t, by_input),
                        .fill = TW_FILL / tw_permute_moved_bytes(t, by_input),
                        .by_input = by_input};
    while (side.box < TW_WARP && side.outer > 0) {
        side.row = side.box;
        side.box *= extent_of(&side, --side.outer);
    }
    return side;
}

/* Element `n` of the axes from `slowest` on, as elements from the first. */
static int64_t at(const struct side *side, unsigned slowest, uint64_t n)
{
    int64_t sum = 0;
    for (unsigned axis = side->problem->rank; axis-- > slowest; n /= extent_of(side, axis))
        sum += (int64_t)(n % extent_of(side, axis)) * stride_of(side, axis);
    return sum;
}

/* ---- boxes ---- */

/* The boxes at `count` indices of one more axis, from `first` on; from one of its indices to the next the number grows by `boxes`. */
static void add_axis(const struct side *side, unsigned axis, uint64_t boxes, uint64_t first, uint64_t count)
{
    struct boxes *all = side->boxes, *sum = side->boxes + 1;
    memset(sum, 0, sizeof *sum);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        uint64_t times = tw_of_kind(count, kind, KINDS), index = first + kind;
        unsigned number = (unsigned)(index % TW_WARP * boxes % TW_WARP), place = step_of(side, axis, index);
        for (unsigned n = 0; times && n < TW_WARP; n++) {
            for (unsigned p = 0; p < side->fill; p++)
                sum->count[(n + number) % TW_WARP][(p + place) % side->fill] += times * all->count[n][p];
        }
    }
    *all = *sum;
}

/* All boxes; or, with an axis `carry`, those whose next box has the next index of that axis, and the first one of all faster axes. */
static void find_boxes(const struct side *side, int carry)
{
    uint64_t boxes = 1;
    memset(side->boxes, 0, sizeof *side->boxes);
    side->boxes->count[0][place_of(side, first_of(side))] = 1;
    for (unsigned axis = side->outer; axis-- > 0;
         boxes = boxes * (extent_of(side, axis) % TW_WARP) % TW_WARP) {
        uint64_t extent = extent_of(side, axis), first = (int)axis > carry && carry >= 0 ? extent - 1 : 0;
        add_axis(side, axis, boxes, first, extent - first - ((int)axis == carry));
    }
}

/* ---- warps ---- */

/* Counts the warps that begin at element `first` of a box, by where the box begins; `moved`: as if it began so many elements later. */
static void add_warps(const struct side *side, uint64_t first, uint64_t times, unsigned moved,
                      uint64_t warps[TW_FILL])
{
    for (unsigned n = 0; n < TW_WARP; n++) {
        if ((first + side->box % TW_WARP * n) % TW_WARP) continue;
        for (unsigned p = 0; p < side->fill; p++)
            warps[(p + moved) % side->fill] += times * side->boxes->count[n][p];
    }
}

static void count_warps(const struct side *side, const int64_t from[TW_WARP], unsigned lanes,
                        const uint64_t warps[TW_FILL])
{
    for (unsigned place = 0; place < side->fill; place++) {
        uint64_t addr[TW_WARP];
        if (!warps[place]) continue;
        for (unsigned lane = 0; lane < lanes; lane++)
            addr[lane] = ADDRESS_ZERO + (uint64_t)((from[lane] + (int64_t)place) * (int64_t)side->bytes);
        tw_predict_global(side->prediction, side->by_input ? TW_LOAD : TW_STORE, side->bytes, addr,
                          tw_lanes_below(lanes), warps[place]);
    }
}

/* Warps that lie in one box: those that begin at the same element of a row differ by where they begin alone. */
static void count_inside(const struct side *side)
{
    uint64_t rows = side->box / side->row;
    find_boxes(side, -1);
    for (uint64_t first = 0; first < side->row; first++) {
        uint64_t warps[TW_FILL] = {0}, after = (first + TW_WARP - 1) / side->row;
        int64_t from[TW_WARP];
        if (after >= rows) continue;
        for (unsigned kind = 0; kind < KINDS; kind++)
            add_warps(side, first + kind * side->row, tw_of_kind(rows - after, kind, KINDS),
                      step_of(side, side->outer, kind), warps);
        for (unsigned lane = 0; lane < TW_WARP; lane++) from[lane] = at(side, side->outer, first + lane);
        count_warps(side, from, TW_WARP, warps);
    }
}

/* Warps that end in the next box, which has the next index of axis `carry`. */
static void count_across(const struct side *side, unsigned carry)
{
    int64_t next = stride_of(side, carry);
    find_boxes(side, (int)carry);
    for (unsigned axis = carry + 1; axis < side->outer; axis++)
        next -= (int64_t)(extent_of(side, axis) - 1) * stride_of(side, axis);
    for (uint64_t first = side->box - TW_WARP + 1; first < side->box; first++) {
        uint64_t warps[TW_FILL] = {0};
        int64_t from[TW_WARP];
        add_warps(side, first, 1, 0, warps);
        for (uint64_t lane = 0; lane < TW_WARP; lane++) {
            bool is_next = first + lane >= side->box;
            from[lane] = at(side, side->outer, first + lane) + (is_next ? next : 0);
        }
        count_warps(side, from, TW_WARP, warps);
    }
}

/* The last warp, if it has not 32 elements. */
static void count_rest(const struct side *side)
{
    unsigned lanes = (unsigned)(side->problem->elements % TW_WARP);
    uint64_t first = side->problem->elements - lanes, warps[TW_FILL] = {0};
    int64_t from[TW_WARP];
    for (unsigned lane = 0; lane < lanes; lane++) from[lane] = at(side, 0, first + lane);
    warps[place_of(side, first_of(side))] = 1;
    if (lanes) count_warps(side, from, lanes, warps);
}

bool tw_permute_predict_naive(const struct tw_permute_tile *t, struct tw_prediction *prediction)
{
    struct boxes *boxes = malloc(2 * sizeof *boxes);
    if (!boxes) return false;
    for (unsigned by_input = 0; by_input <= 1; by_input++) {
        const struct side side = side_of(t, by_input, boxes, prediction);
        count_inside(&side);
        for (unsigned carry = 0; carry < side.outer; carry++) count_across(&side, carry);
        count_rest(&side);
    }
    free(boxes);
    return true;
}
