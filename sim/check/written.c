/* Loads of global memory that nothing has written: each byte that is looked at has one beside it that says so (shadow.h). */
#include <string.h>

#include "sim/check/finding.h"
#include "sim/check/shadow.h"
#include "sim/exec/memory/lane_access.h"
#include "sim/exec/memory/memory.h"

static void found(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address, bool partly)
{
    struct tw_sim_worker *worker = warp->worker;
    struct tw_caught caught = {.fault = TW_SIM_UNINITIALISED,
                               .is_note = partly,
                               .op = op,
                               .first = warp->number * 32 + lane,
                               .other = -1,
                               .address = address,
                               .bytes = op->access_bytes,
                               .how = partly ? TW_HOW_PARTLY_WRITTEN : TW_HOW_UNWRITTEN};
    if (worker->running->launch->checks & TW_SIM_CHECK_UNINITIALISED) tw_catch(worker, &caught);
}

/* exch alone among the atomics makes nothing of what it finds. */
static bool loads(const struct tw_op *op)
{
    return op->counted ? !op->is_store : op->instruction->words[TW_PTX_CLASS_ATOM] != TW_PTX_ATOM_EXCH;
}

/* A lane's bytes, or those of all lanes in a row; false: some that are loaded are not written. */
static bool touch(const struct tw_op *op, unsigned char *written, uint32_t bytes)
{
    bool all = !loads(op) || !memchr(written, 0, bytes);
    if (!op->counted || op->is_store) memset(written, TW_WRITTEN, bytes);
    return all;
}

static unsigned char *written_at(struct tw_warp *warp, uint64_t address)
{
    struct tw_sim_worker *worker = warp->worker;
    tw_machine_at(worker->running->machine, &worker->last, address, 1);
    return worker->last.written ? worker->last.written + (address - worker->last.address) : NULL;
}

static void touch_lane(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address)
{
    unsigned char *written = written_at(warp, address), before[64];
    if (!written) return;
    const unsigned bytes = tw_op_needs(op);
    memcpy(before, written, bytes);
    if (!touch(op, written, bytes)) found(warp, op, lane, address, memchr(before, TW_WRITTEN, bytes));
}

/* Is all that lanes touch there, up to `end`, written already? Where what is known to be written ends is moved on as far as that: each
   byte is looked at once for it. */
static bool is_written_to(const struct tw_allocation *in, uint64_t end)
{
    if (!in->written_to || end > in->bytes) return false;
    const uint64_t from = atomic_load_explicit(in->written_to, memory_order_relaxed);
    if (end <= from) return true;
    if (!in->written[from]) return false;
    const unsigned char *gap = memchr(in->written + from, 0, end - from);
    atomic_store_explicit(in->written_to, gap ? (uint64_t)(gap - in->written) : end, memory_order_relaxed);
    return !gap;
}

/* Whether all lanes read what is written, where they are in the allocation that was touched last. */
static bool is_all_written(const struct tw_warp *warp, const struct tw_op *op,
                           const struct tw_lane_access *access)
{
    const struct tw_allocation *last = &warp->worker->last;
    const struct tw_access_pattern *pattern = access->pattern;
    uint64_t least = access->address[0], most = least;
    if (pattern) {
        least += (uint64_t)pattern->low;
        most += (uint64_t)pattern->high;
    } else {
        for (unsigned i = 0; i < 32; i++) {
            least = access->address[i] < least ? access->address[i] : least;
            most = access->address[i] > most ? access->address[i] : most;
        }
    }
    return least >= last->address && most - last->address < last->bytes &&
           is_written_to(last, most - last->address + op->access_bytes);
}

/* Mostly all lanes load what is written, in the allocation that was touched last; those that are off have the address of one that is on. */
static bool all_written(const struct tw_warp *warp, const struct tw_op *op,
                        const struct tw_lane_access *access)
{
    const struct tw_allocation *last = &warp->worker->last;
    uint32_t outside = 0, all = UINT32_MAX;
    if (!last->written || !op->counted || op->is_store) return false;
    if (last->bytes < op->access_bytes) return false;
    for (unsigned i = 0; i < 32; i++)
        outside |= access->address[i] - last->address > last->bytes - op->access_bytes;
    for (unsigned i = 0; i < 32 && !outside; i++) {
        const unsigned char *written = last->written + (access->address[i] - last->address);
        uint32_t word = UINT32_MAX;
        for (unsigned k = 0; k + 4 <= op->access_bytes; k += 4) {
            memcpy(&word, written + k, sizeof word);
            all &= word;
        }
        for (unsigned k = 0; k < (op->access_bytes & 3u); k++) all &= UINT32_MAX << 8 | written[k];
    }
    return !outside && all == UINT32_MAX;
}

void tw_written_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                       const struct tw_lane_access *access)
{
    if (is_all_written(warp, op, access)) return;
    bool row = access->shape == TW_CONSECUTIVE && op->counted, same = access->shape == TW_SAME && op->counted;
    if (row) {
        unsigned char *written = written_at(warp, access->address[0]);
        if (written && touch(op, written, 32u * op->access_bytes)) return;
    }
    if (!same && all_written(warp, op, access)) return;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        touch_lane(warp, op, lane, access->address[lane]);
        if (same) return;
    }
}
