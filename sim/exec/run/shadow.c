/* The quick ways of an access to shared memory through the shadow. */
#include "sim/check/marks.h"
#include "sim/check/matrix_reads.h"
#include "sim/exec/lanes.h"

#include <stdlib.h>

#define WIDEST 64u /* bytes of a lane's access */

static inline void put_one(const struct tw_cells *to, uint32_t cell, uint32_t entry, uint32_t op)
{
    to->entry[cell] = entry;
    to->op[cell] = op;
}

/* Lanes that load one cell each, in order with who wrote it. False: some are not, and nothing has been changed. */
static bool load_cells(const struct tw_touch *touch, const uint32_t cell[32])
{
    struct tw_shadow *shadow = touch->shadow;
    uint32_t wrong = 0;
    for (unsigned i = 0; i < 32; i++) {
        const uint32_t writer = shadow->writer.entry[cell[i]];
        wrong |= !tw_entry_fine(touch, writer, touch->mine + 2 * i) | (writer < touch->least);
    }
    if (wrong) return false;
    if (touch->access->shape == TW_SAME) {
        tw_marks_put(touch, touch->active, tw_slot_of(&shadow->reader, cell[0]), false);
        return true;
    }
    for (uint32_t left = touch->active; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        const uint32_t mine = touch->mine + 2 * i;
        if (tw_entry_fine(touch, shadow->reader.entry[cell[i]], mine))
            put_one(&shadow->reader, cell[i], mine, touch->place);
        else
            tw_marks_put(touch, 1u << i, tw_slot_of(&shadow->reader, cell[i]), false);
    }
    return true;
}

/* Lanes go one by one, since the second of two lanes with the same cell must find the first. A store to a cell that has been written since all
   threads met is left to keep_writer in check/shadow.c, which keeps what was there. */
static bool store_quickly(const struct tw_touch *touch, unsigned lane)
{
    const struct tw_shadow *shadow = touch->shadow;
    uint32_t cell = (uint32_t)touch->access->address[lane] >> shadow->shift, mine = touch->mine + 2 * lane;
    if (touch->fenced || shadow->writer.entry[cell] > touch->base ||
        !tw_entry_fine(touch, shadow->reader.entry[cell], mine))
        return false;
    put_one(&shadow->writer, cell, mine, touch->place);
    return true;
}

/* An atomic that finds its own instruction's mark, or nothing that is not known to all. */
static bool change_quickly(const struct tw_touch *touch, unsigned lane)
{
    struct tw_shadow *shadow = touch->shadow;
    const uint32_t cell = (uint32_t)touch->access->address[lane] >> shadow->shift,
                   mine = touch->mine + 2 * lane, writer = shadow->writer.entry[cell];
    if (!tw_entry_fine(touch, shadow->reader.entry[cell], mine) ||
        shadow->replaced.entry[cell] > touch->base || writer < touch->least || touch->fenced)
        return false;
    if (writer <= touch->base) {
        put_one(&shadow->writer, cell, mine, touch->place);
        return true;
    }
    const bool strong_crowd =
        (writer & (TW_ENTRY_CROWD | TW_ENTRY_STRONG)) == (TW_ENTRY_CROWD | TW_ENTRY_STRONG);
    struct tw_lanes_mark *mark = strong_crowd ? &shadow->marks.of[shadow->writer.op[cell]] : NULL;
    if (!mark || mark->entry != touch->mine || mark->op != touch->place) return false;
    mark->lanes |= 1u << lane;
    return true;
}

static void touch_lanes(const struct tw_touch *touch)
{
    const bool one = touch->cells == 1 && touch->op->counted,
               changes = touch->cells == 1 && !touch->op->counted && touch->mine & TW_ENTRY_STRONG;
    uint32_t cell[32];
    for (unsigned i = 0; i < 32; i++) cell[i] = (uint32_t)touch->access->address[i] >> touch->shadow->shift;
    if (one && !touch->stores && !touch->op->is_strong && load_cells(touch, cell)) return;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(touch->active >> lane & 1u)) continue;
        if (one && touch->stores && store_quickly(touch, lane)) continue;
        if (changes && change_quickly(touch, lane)) continue;
        tw_touch_lane(touch, lane);
    }
}

/* --- rows: all lanes, one after the other. False: something is not plainly in order, and nothing has been changed. */

static inline __attribute__((always_inline)) bool load_row(const struct tw_touch *touch, uint32_t first,
                                                           uint32_t cells)
{
    struct tw_shadow *shadow = touch->shadow;
    const uint32_t *writer = shadow->writer.entry + first;
    uint32_t *reader = shadow->reader.entry + first, *op = shadow->reader.op + first;
    unsigned wrong = 0;
    for (uint32_t i = 0; i < 32 * cells; i++) {
        uint32_t mine = touch->mine + 2 * (i / cells);
        wrong |= !tw_entry_fine(touch, writer[i], mine) | !tw_entry_fine(touch, reader[i], mine) |
                 (writer[i] < touch->least);
    }
    if (wrong) return false;
    for (uint32_t i = 0; i < 32 * cells; i++) {
        reader[i] = touch->mine + 2 * (i / cells);
        op[i] = touch->place;
    }
    return true;
}

/* Does each lane's element of 4 bytes, in its register, differ from what it replaces in memory? */
static inline void find_changes(const struct tw_touch *touch, uint32_t differs[32])
{
    const unsigned char *memory = touch->warp->worker->shared + touch->access->address[0];
    const uint32_t *value = tw_operand(touch->warp, touch->op, 0)->u32;
    uint32_t there[32];
    memcpy(there, memory, sizeof there);
    for (unsigned i = 0; i < 32; i++) differs[i] = there[i] != value[i];
}

/* What a row of elements of 4 bytes replaces is kept where it changes (keep_writer in check/shadow.c). */
static bool replace_row(const struct tw_touch *touch, uint32_t first)
{
    struct tw_shadow *shadow = touch->shadow;
    const bool whole = touch->cells == 1 && touch->op->count == 1 && touch->op->access_bytes == 4 &&
                       touch->op->register_bits == 32 &&
                       strncmp(touch->op->instruction->opcode, "st.", 3) == 0;
    uint32_t differs[32], unfit = 0;
    uint32_t *writer = shadow->writer.entry + first, *replaced = shadow->replaced.entry + first;
    for (unsigned i = 0; i < 32; i++) {
        unfit |= writer[i] & (TW_ENTRY_CROWD | TW_ENTRY_STRONG);
        unfit |= writer[i] >> TW_STAMP_SHIFT == TW_STAMP_COPY;
        unfit |= replaced[i] > touch->base && replaced[i] & TW_ENTRY_CROWD;
    }
    if (!whole || unfit) return false;
    find_changes(touch, differs);
    for (unsigned i = 0; i < 32; i++) {
        replaced[i] = differs[i] ? writer[i] : replaced[i];
        shadow->replaced.op[first + i] =
            differs[i] ? shadow->writer.op[first + i] : shadow->replaced.op[first + i];
    }
    return true;
}

static inline __attribute__((always_inline)) bool store_row(const struct tw_touch *touch, uint32_t first,
                                                            uint32_t cells)
{
    struct tw_shadow *shadow = touch->shadow;
    const uint32_t *reader = shadow->reader.entry + first;
    uint32_t *writer = shadow->writer.entry + first, *op = shadow->writer.op + first;
    unsigned wrong = 0, written = 0;
    for (uint32_t i = 0; i < 32 * cells; i++) {
        uint32_t mine = touch->mine + 2 * (i / cells);
        wrong |= !tw_entry_fine(touch, writer[i], mine) | !tw_entry_fine(touch, reader[i], mine);
        written |= writer[i] > touch->base;
    }
    if (wrong || (written && !replace_row(touch, first))) return false;
    for (uint32_t i = 0; i < 32 * cells; i++) {
        writer[i] = touch->mine + 2 * (i / cells);
        op[i] = touch->place;
    }
    return true;
}

static bool touch_row(const struct tw_touch *touch)
{
    uint32_t first = (uint32_t)touch->access->address[0] >> touch->shadow->shift;
    bool store = touch->op->is_store;
    switch (touch->cells) {
    case 1:
        return store ? store_row(touch, first, 1) : load_row(touch, first, 1);
    case 2:
        return store ? store_row(touch, first, 2) : load_row(touch, first, 2);
    case 4:
        return store ? store_row(touch, first, 4) : load_row(touch, first, 4);
    default:
        return false;
    }
}

static void touch(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                  const struct tw_lane_access *access)
{
    const struct tw_touch touch = tw_touch_of(warp, op, active, access);
    if (touch.mine & TW_ENTRY_STRONG) tw_order_strong(warp, op, active, access);
    if (touch.stores) touch.shadow->wrote = touch.shadow->order.now;
    bool row = access->shape == TW_CONSECUTIVE && op->counted && !op->spare && !op->is_strong;
    if (!row || !touch_row(&touch)) touch_lanes(&touch);
}

/* --- loads that are put off (touch.h) */

/* Is what the lanes load plainly in order, and written where that matters? */
static bool is_plain(const struct tw_shadow *shadow, const struct tw_read *read, uint32_t cells)
{
    const uint32_t *writer = shadow->writer.entry, *address = read->address, shift = shadow->shift;
    const uint32_t least = shadow->checks & TW_SIM_CHECK_UNINITIALISED
                               ? (shadow->order.begin + 1) << TW_STAMP_SHIFT
                               : 0,
                   span = (shadow->order.base << TW_STAMP_SHIFT | TW_ENTRY_LOW) - least;
    uint32_t wrong = 0, step = read->shape == TW_SAME ? 32 : 1;
    if (!least && shadow->wrote <= shadow->order.base) return true;
    if (read->shape == TW_CONSECUTIVE) {
        for (uint32_t i = 0; i < 32 * cells; i++) wrong |= writer[(address[0] >> shift) + i] - least > span;
    } else {
        for (uint32_t k = 0; k < cells; k++) {
            for (unsigned i = 0; i < 32; i += step) wrong |= writer[(address[i] >> shift) + k] - least > span;
        }
    }
    return !wrong;
}

/* The place of one more load that is put off; where there is none all that were are put down. NULL: there is no memory. */
static struct tw_read *next_read(struct tw_shadow *shadow)
{
    struct tw_reads *reads = &shadow->reads;
    if (reads->count == reads->room && reads->room < TW_READS_MOST) {
        const uint32_t room = reads->room ? 2 * reads->room : 64;
        struct tw_read *grown = realloc(reads->of, room * sizeof *grown);
        if (grown) *reads = (struct tw_reads){grown, reads->count, room, reads->low, reads->high};
    }
    if (reads->count == reads->room) tw_shadow_settle(shadow);
    return reads->room ? &reads->of[reads->count] : NULL;
}

bool tw_shadow_offer(struct tw_warp *warp, const struct tw_op *op, uint32_t active, enum tw_lane_shape shape,
                     uint32_t first, const uint32_t near[32])
{
    struct tw_shadow *shadow = warp->worker->shadow;
    if (!op->counted || op->is_store || op->is_strong || op->is_part) return false;
    struct tw_read *read = next_read(shadow);
    if (!read) return false;
    if (op->spare && shape == TW_CONSECUTIVE) shape = TW_STRIDED; /* its cells have gaps */
    *read = (struct tw_read){warp, op, active, shape, {0}};
    for (unsigned i = 0; i < 32; i++) read->address[i] = first + near[i];
    return is_plain(shadow, read, tw_op_cells(op, shadow->shift));
}

void tw_shadow_put_off(struct tw_shadow *shadow)
{
    struct tw_reads *reads = &shadow->reads;
    const uint32_t *address = reads->of[reads->count++].address;
    uint32_t low = UINT32_MAX, high = 0;
    for (unsigned i = 0; i < 32; i++) {
        low = address[i] < low ? address[i] : low;
        high = address[i] > high ? address[i] : high;
    }
    if (reads->count == 1 || low < reads->low) reads->low = low;
    if (reads->count == 1 || high > reads->high) reads->high = high;
}

void tw_shadow_settle(struct tw_shadow *shadow)
{
    struct tw_lane_access access;
    for (uint32_t i = 0; i < shadow->reads.count; i++) {
        const struct tw_read *read = &shadow->reads.of[i];
        access.shape = read->shape;
        for (unsigned lane = 0; lane < 32; lane++) access.address[lane] = read->address[lane];
        touch(read->warp, read->op, read->active, &access);
    }
    shadow->reads.count = 0;
}

/* Does one of the loads that are put off touch what this access touches? By the widest that there are. */
static bool meets_reads(const struct tw_shadow *shadow, const struct tw_lane_access *access)
{
    const struct tw_reads *reads = &shadow->reads;
    uint32_t low = UINT32_MAX, high = 0;
    if (!reads->count) return false;
    for (unsigned i = 0; i < 32; i++) {
        uint32_t address = (uint32_t)access->address[i];
        low = address < low ? address : low;
        high = address > high ? address : high;
    }
    return low < reads->high + WIDEST && reads->low < high + WIDEST;
}

void tw_shadow_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                      const struct tw_lane_access *access)
{
    struct tw_shadow *shadow = warp->worker->shadow;
    uint32_t address[32];
    for (unsigned i = 0; i < 32; i++) address[i] = (uint32_t)access->address[i];
    if (tw_shadow_offer(warp, op, active, access->shape, 0, address)) {
        tw_shadow_put_off(shadow);
        return;
    }
    if (op->is_strong || meets_reads(shadow, access)) tw_shadow_settle(shadow);
    for (uint32_t left = shadow->matrices && !(op->counted && !op->is_store) ? active : 0; left;
         left &= left - 1)
        tw_matrix_reads_store(warp, op, tw_first_of(left), address[tw_first_of(left)], op->access_bytes);
    touch(warp, op, active, access);
}
