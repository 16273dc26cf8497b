/* Doubts (doubt.h) in the lanes' local memory, and of what goes through calls. */
#include <stdlib.h>
#include <string.h>

#include "sim/check/doubt.h"
#include "sim/exec/memory/stack.h"
#include "sim/exec/state.h"

/* As much as the lanes have of local memory, which grows. False: out of memory. */
static bool make_local(struct tw_warp *warp)
{
    struct tw_doubts *doubts = warp->doubts;
    const size_t now = doubts->local ? doubts->local_bytes : 0, wanted = warp->local_bytes;
    if (doubts->local && now >= wanted) return true;
    tw_doubt *grown = calloc(32 * wanted, sizeof *grown);
    if (!grown) return false;
    for (unsigned lane = 0; doubts->local && lane < 32; lane++)
        memcpy(grown + lane * wanted, doubts->local + lane * now, now * sizeof *grown);
    free(doubts->local);
    doubts->local = grown;
    doubts->local_bytes = (uint32_t)wanted;
    return true;
}

tw_doubt tw_doubt_load(const struct tw_doubts *doubts, unsigned lane, uint32_t address, uint32_t bytes)
{
    tw_doubt doubt = 0;
    for (uint32_t i = 0; doubts->local && i < bytes && address + i < doubts->local_bytes && !doubt; i++)
        doubt = doubts->local[(size_t)lane * doubts->local_bytes + address + i];
    return doubt;
}

void tw_doubt_store(struct tw_warp *warp, unsigned lane, uint32_t address, uint32_t bytes, tw_doubt doubt)
{
    struct tw_doubts *doubts = warp->doubts;
    if (!doubt && !doubts->local) return;
    if (!make_local(warp)) return;
    for (uint32_t i = 0; i < bytes && address + i < doubts->local_bytes; i++) {
        tw_doubt *at = &doubts->local[(size_t)lane * doubts->local_bytes + address + i];
        doubts->local_count += (size_t)(doubt != 0) - (*at != 0);
        *at = doubt;
    }
    if (doubts->local_count) return;
    free(doubts->local);
    doubts->local = NULL;
}

void tw_doubt_forget(struct tw_warp *warp, unsigned lane, uint32_t address, uint32_t bytes)
{
    tw_doubt_store(warp, lane, address, bytes, 0);
}

void tw_doubt_restored(struct tw_warp *warp, uint32_t reference, unsigned lane)
{
    if (tw_doubtful(warp->doubts, reference)) tw_doubt_clear(warp, reference, 1u << lane);
}

void tw_doubt_use_memory(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                         uint64_t bytes)
{
    tw_doubt of[32] = {0};
    if (address >> 32 != TW_LOCAL_WINDOW >> 32) return;
    for (uint64_t i = 0; warp->doubts->local && i < bytes; i++) {
        of[lane] = tw_doubt_load(warp->doubts, lane, (uint32_t)(address + i), 1);
        tw_doubt_use(warp, op, 1u << lane, of);
    }
}

/* --- calls */

/* How many doubts a value has, on its way: a register one, in a frame each byte one. */
static size_t slots(const struct tw_call_value *value)
{
    return value->reference == TW_NEVER && value->bytes ? value->bytes : 1;
}

/* Values lie one after the other, each lane's slots together. */
void tw_doubt_take(struct tw_warp *warp, uint32_t lanes, const struct tw_call_value *values, size_t count,
                   const uint32_t base[32])
{
    struct tw_doubts *doubts = warp->doubts;
    size_t wanted = 0;
    doubts->passes = 0;
    for (size_t i = 0; i < count; i++) wanted += slots(&values[i]) * 32;
    if (wanted > doubts->passing_room) {
        tw_doubt *grown = realloc(doubts->passing, wanted * sizeof *grown);
        if (!grown) return;
        doubts->passing = grown;
        doubts->passing_room = wanted;
    }
    if (wanted) memset(doubts->passing, 0, wanted * sizeof *doubts->passing);
    tw_doubt *at = doubts->passing;
    for (size_t i = 0; i < count; at += slots(&values[i]) * 32, i++) {
        for (uint32_t left = lanes; left; left &= left - 1) {
            const unsigned lane = tw_first_of(left);
            if (values[i].reference != TW_NEVER) at[lane] = tw_doubt_of(doubts, values[i].reference, lane);
            for (size_t b = 0; values[i].reference == TW_NEVER && b < slots(&values[i]); b++)
                at[b * 32 + lane] =
                    tw_doubt_load(doubts, lane, base[lane] + values[i].offset + (uint32_t)b, 1);
        }
        if (values[i].reference != TW_NEVER)
            tw_doubt_keep(warp, &warp->worker->running->program->ops[warp->pc], lanes, at);
    }
    doubts->passed = values;
    doubts->passes = wanted;
}

/* The first of a value's doubts in a lane. */
static tw_doubt any_of(const tw_doubt *at, size_t count, unsigned lane)
{
    tw_doubt any = 0;
    for (size_t b = 0; b < count && !any; b++) any = at[b * 32 + lane];
    return any;
}

void tw_doubt_give(struct tw_warp *warp, uint32_t lanes, const struct tw_call_value *values, size_t count,
                   const uint32_t base[32])
{
    struct tw_doubts *doubts = warp->doubts;
    const tw_doubt *at = doubts->passing;
    for (size_t i = 0; doubts->passes && i < count; at += slots(&doubts->passed[i]) * 32, i++) {
        const size_t from = slots(&doubts->passed[i]);
        const bool is_register = values[i].reference != TW_NEVER;
        tw_doubt of[32] = {0};
        if (values[i].unused) continue;
        for (uint32_t left = lanes; left; left &= left - 1) {
            const unsigned lane = tw_first_of(left);
            of[lane] = any_of(at, from, lane);
            for (uint32_t b = 0; !is_register && b < values[i].bytes; b++) {
                const tw_doubt doubt = from == 1 ? of[lane] : b < from ? at[b * 32 + lane] : 0;
                tw_doubt_store(warp, lane, base[lane] + values[i].offset + b, 1, doubt);
            }
        }
        if (is_register) tw_doubt_set(warp, values[i].reference, lanes, of);
    }
    doubts->passes = 0;
    tw_doubts_update(warp);
}
