/*
 * What a variant costs. Blocks are alike when they move as many records and begin at like places of a line in both arrays;
 * one of each kind is counted, and multiplied. Each function follows a loop of templates/coalesce/coalesce.cu.mustache.
 */
#include "gen/layout/predict.h"
#include "gen/families/coalesce/coalesce.h"

struct block {
    const struct tw_coalesce *plan;
    uint64_t first; /* record               */
    unsigned count; /* records              */
    uint64_t times; /* blocks that are like it */
    struct tw_prediction *prediction;
};

/* The fields `field` of the records, each moved by its thread, from or to global memory. */
static void predict_records(const struct block *block, enum tw_access op,
                            const struct tw_coalesce_array *array, unsigned field)
{
    const struct tw_coalesce *plan = block->plan;
    for (unsigned turn = 0; turn < plan->unroll; turn++) {
        for (unsigned warp = 0; warp < plan->threads; warp += TW_WARP) {
            uint64_t addr[TW_WARP] = {0};
            uint32_t active = 0;
            for (unsigned lane = 0; lane < TW_WARP && warp + lane < plan->threads; lane++) {
                unsigned record = turn * plan->threads + warp + lane;
                uint64_t place = array->offset + (block->first + record) * array->step + field * array->field;
                if (record >= block->count) continue;
                addr[lane] = place * plan->bytes;
                active |= 1u << lane;
            }
            tw_predict_global(block->prediction, op, plan->bytes, addr, active, block->times);
        }
    }
}

/* An access to the tile; where the block fills or drains it, also the one to global memory that goes with it. */
static void predict_access(const struct block *block, unsigned row, const struct tw_coalesce_access *access)
{
    const struct tw_coalesce *plan = block->plan;
    bool fills = access->kind == COALESCE_FILL, drains = access->kind == COALESCE_DRAIN;
    unsigned lead = tw_coalesce_lead(plan, block->first), turns = tw_coalesce_turns(plan, access);
    uint64_t begin = plan->offset + block->first * plan->stride;
    for (unsigned turn = 0; turn < turns; turn++) {
        for (unsigned warp = 0; warp < plan->threads; warp += TW_WARP) {
            uint32_t shared[TW_WARP] = {0}, active = 0;
            uint64_t global[TW_WARP] = {0};
            for (unsigned lane = 0; lane < TW_WARP && warp + lane < plan->threads; lane++) {
                unsigned element;
                if (!tw_coalesce_goes(plan, access, block->count, lead, turn, warp + lane, &element))
                    continue;
                shared[lane] = tw_coalesce_place(plan, element) * plan->bytes;
                global[lane] = (begin + element) * plan->bytes;
                active |= 1u << lane;
            }
            tw_predict_request(block->prediction, row, shared, active, block->times);
            if (!fills && !drains) continue;
            tw_predict_global(block->prediction, fills ? TW_LOAD : TW_STORE, plan->bytes, global, active,
                              block->times);
        }
    }
}

static void predict_block(const struct block *block, const struct tw_coalesce_access *list, unsigned count)
{
    const struct tw_coalesce *plan = block->plan;
    for (unsigned i = 0; i < count; i++) predict_access(block, i, &list[i]);
    for (unsigned field = 0; field < plan->fields; field++) {
        if (!plan->in.staged) predict_records(block, TW_LOAD, &plan->in, field);
        if (!plan->out.staged) predict_records(block, TW_STORE, &plan->out, field);
    }
}

/* After how many blocks all arrays are at the same place of a line again; elements are powers of two. */
static uint64_t period(const struct tw_coalesce *plan)
{
    uint64_t bits = (uint64_t)plan->records * plan->bytes | TW_COALESCE_LINE;
    return TW_COALESCE_LINE / (bits & (~bits + 1));
}

void tw_coalesce_predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                         struct tw_prediction *prediction)
{
    const struct tw_coalesce plan = tw_coalesce_of(value);
    const uint64_t full = plan.n / plan.records, rest = plan.n % plan.records, kinds = period(&plan);
    struct tw_coalesce_access list[COALESCE_ACCESSES];
    unsigned count = tw_coalesce_accesses(&plan, list);
    struct block block = {.plan = &plan, .count = plan.records, .prediction = prediction};
    (void)shape, (void)launch;
    prediction->counts.known |= TW_KNOWN_GLOBAL | TW_KNOWN_GLOBAL_BYTES;
    for (unsigned i = 0; i < count; i++) tw_predict_access(prediction, list[i].name, list[i].op, plan.bytes);
    for (uint64_t kind = 0; kind < kinds && kind < full; kind++) {
        block.first = kind * plan.records;
        block.times = (full - kind - 1) / kinds + 1;
        predict_block(&block, list, count);
    }
    block = (struct block){&plan, full * plan.records, (unsigned)rest, 1, prediction};
    if (rest) predict_block(&block, list, count);
}
