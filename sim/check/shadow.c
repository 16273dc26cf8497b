/* Which access wrote each cell of shared memory last, and which ones have read it since (shadow.h). */
#include "sim/check/finding.h"
#include "sim/check/marks.h"
#include "sim/check/matrix_reads.h"
#include "sim/exec/lanes.h"

#include <stdlib.h>

#define PIECE 16u /* bytes of a matrix that are looked at at once */

struct tw_order *tw_order_of(const struct tw_shadow *shadow)
{
    return (struct tw_order *)&shadow->order;
}

/* --- the life of a shadow */

static bool may_be_shared(const struct tw_op *op)
{
    bool copy = op->instruction->words[TW_PTX_CLASS_OTHER] != TW_PTX_ABSENT;
    return copy || tw_may_be_shared(op->instruction);
}

/* The narrowest access that may be to shared memory. All are aligned, so that each touches whole cells. */
static uint32_t grain_of(const struct tw_program *program)
{
    uint32_t grain = 16;
    for (size_t i = 0; i < program->count; i++) {
        const struct tw_op *op = &program->ops[i];
        if (op->instruction && op->access_bytes && may_be_shared(op) && op->access_bytes < grain)
            grain = op->access_bytes;
    }
    return grain;
}

struct tw_shadow *tw_shadow_new(const struct tw_running *running, uint32_t shared_bytes)
{
    struct tw_shadow *shadow = calloc(1, sizeof *shadow);
    if (!shadow) return NULL;
    const struct tw_sim_launch *launch = running->launch;
    shadow->checks = launch->checks;
    shadow->grain = grain_of(running->program);
    while (1u << shadow->shift < shadow->grain) shadow->shift++;
    shadow->count = (shared_bytes + shadow->grain - 1) >> shadow->shift;
    shadow->memory = calloc((size_t)shadow->count + 1, 6 * sizeof *shadow->memory);
    shadow->order.in_step = running->machine->target->sm < 70;
    const unsigned warps = (launch->block[0] * launch->block[1] * launch->block[2] + 31) / 32;
    if (!tw_order_make(&shadow->order, warps) || !shadow->memory) {
        tw_shadow_free(shadow);
        return NULL;
    }
    uint32_t *next = shadow->memory;
    struct tw_cells *kinds[] = {&shadow->writer, &shadow->reader, &shadow->replaced};
    for (unsigned i = 0; i < 3; i++, next += 2 * (size_t)shadow->count)
        *kinds[i] = (struct tw_cells){next, next + shadow->count};
    return shadow;
}

void tw_shadow_free(struct tw_shadow *shadow)
{
    if (!shadow) return;
    free(shadow->memory);
    tw_matrix_reads_free(shadow->matrices);
    free(shadow->reads.of);
    free(shadow->marks.of);
    tw_order_free(&shadow->order);
    free(shadow);
}

/* Nobody is in a crowd any more: all accesses that were are known to all. */
static void forget_marks(struct tw_shadow *shadow)
{
    shadow->marks.count = shadow->marks.free = 0;
}

/* Stamps are used up: they begin anew, and all that has happened is in order. What is written stays so. */
static void restart(struct tw_shadow *shadow, bool keep)
{
    uint32_t written = (shadow->order.begin + 1) << TW_STAMP_SHIFT;
    for (uint32_t i = 0; i < shadow->count; i++) {
        bool kept = keep && shadow->writer.entry[i] >= written;
        shadow->writer.entry[i] = kept ? 1u << TW_STAMP_SHIFT : 0;
        shadow->reader.entry[i] = shadow->replaced.entry[i] = 0;
    }
    shadow->wrote = 0;
    forget_marks(shadow);
    tw_order_restart(&shadow->order);
}

void tw_shadow_advance(struct tw_shadow *shadow)
{
    if (++shadow->order.now == TW_STAMP_MOST) restart(shadow, true);
}

void tw_shadow_meet(struct tw_shadow *shadow)
{
    tw_order_meet(&shadow->order);
    shadow->reads.count = 0;
    forget_marks(shadow);
    tw_shadow_advance(shadow);
}

void tw_shadow_begin(struct tw_shadow *shadow)
{
    struct tw_order *order = &shadow->order;
    if (order->now > TW_STAMP_MOST / 2 || shadow->has_copies) restart(shadow, false);
    shadow->has_copies = false;
    shadow->reads.count = 0;
    shadow->wrote = 0; /* by this block */
    tw_matrix_reads_begin(shadow->matrices);
    forget_marks(shadow);
    tw_order_begin(order);
}

struct tw_touch tw_touch_of(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                            const struct tw_lane_access *access)
{
    struct tw_shadow *shadow = warp->worker->shadow;
    const struct tw_order *order = &shadow->order;
    uint32_t known = order->known[warp->number].of[warp->number];
    if (known < order->base) known = order->base;
    struct tw_touch touch = {.warp = warp, .op = op, .shadow = shadow, .access = access, .active = active};
    touch.loads = !op->is_store; /* nor does mbarrier.init, which is no plain store */
    touch.stores = !(op->counted && !op->is_store);
    touch.cells = tw_op_cells(op, shadow->shift);
    touch.mine = order->now << TW_STAMP_SHIFT | warp->number << 6 | op->is_strong;
    touch.fenced = op->is_strong && touch.stores && order->fence > order->base;
    touch.place = op->place;
    touch.base = order->base << TW_STAMP_SHIFT | TW_ENTRY_LOW;
    touch.own = order->in_step ? UINT32_MAX : known << TW_STAMP_SHIFT | TW_ENTRY_LOW;
    if (shadow->checks & TW_SIM_CHECK_UNINITIALISED) touch.least = (order->begin + 1) << TW_STAMP_SHIFT;
    return touch;
}

/* --- what is found */

static void caught(const struct tw_touch *touch, unsigned lane, struct tw_caught *what)
{
    what->op = touch->op;
    what->first = touch->warp->number * 32 + lane;
    what->address = touch->access->address[lane];
    what->bytes = touch->cells * touch->shadow->grain;
    what->shared = true;
    memcpy(what->other_block, touch->warp->worker->block, sizeof what->other_block);
    tw_catch(touch->warp->worker, what);
}

static bool is_volatile(const struct tw_op *op)
{
    return op->counted && op->instruction->words[TW_PTX_CLASS_ORDER] == TW_PTX_ORDER_VOLATILE;
}

bool tw_op_is_volatile_store(const struct tw_op *op)
{
    return op->is_store && is_volatile(op);
}

bool tw_stored_bytes(const struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                     unsigned char bytes[64])
{
    if (strncmp(op->instruction->opcode, "st.", 3) != 0 || op->element_bytes > 8 || op->access_bytes > 64)
        return false;
    for (unsigned k = 0; k < op->count; k++) {
        uint64_t value = tw_lane_bits(tw_operand(warp, op, k), op->register_bits, lane);
        memcpy(bytes + k * op->element_bytes, &value, op->element_bytes);
    }
    return true;
}

/* What a lane stores in the cell; NULL: it does not touch it, or that cannot be told. */
static const unsigned char *stores(const struct tw_touch *touch, unsigned lane, uint32_t cell,
                                   unsigned char bytes[64])
{
    uint32_t offset = cell * touch->shadow->grain - (uint32_t)touch->access->address[lane];
    bool inside = touch->active >> lane & 1u && offset < touch->op->access_bytes;
    return inside && tw_stored_bytes(touch->warp, touch->op, lane, bytes) ? bytes + offset : NULL;
}

/* Has the earlier store, whose lane may take part in this very instruction, left what this one stores? */
static bool same_value(const struct tw_touch *touch, unsigned lane, uint32_t cell, uint32_t entry,
                       bool at_once)
{
    unsigned char mine[64], others[64];
    uint32_t grain = touch->shadow->grain;
    const unsigned char *a = stores(touch, lane, cell, mine), *b = touch->warp->worker->shared + cell * grain;
    if (at_once) b = stores(touch, tw_entry_thread(entry) % 32, cell, others);
    return a && b && memcmp(a, b, grain) == 0;
}

static bool is_at_once(const struct tw_touch *touch, uint32_t cell, uint32_t entry, uint32_t place)
{
    unsigned char bytes[64];
    unsigned thread = tw_entry_thread(entry);
    return place == touch->place && thread / 32 == touch->warp->number &&
           stores(touch, thread % 32, cell, bytes);
}

/* Has the lane's thread read the cell since that entry? */
static bool has_read(const struct tw_touch *touch, unsigned lane, uint32_t cell, uint32_t entry)
{
    const struct tw_shadow *shadow = touch->shadow;
    struct tw_lanes_mark alone;
    const struct tw_lanes_mark *mark = tw_marks_first(shadow, tw_slot_of(&shadow->reader, cell), &alone);
    for (; mark; mark = tw_marks_next(shadow, mark)) {
        if (tw_entry_thread(mark->entry) / 32 == touch->warp->number && mark->lanes >> lane & 1u &&
            mark->entry >> TW_STAMP_SHIFT >= entry >> TW_STAMP_SHIFT)
            return true;
    }
    return false;
}

/* Strong accesses do not race, but for what volatile is mistaken for: a way to keep the lanes of a warp in step; and order between
   stores of different values, where a thread has not even read what it replaces, as who takes a flag back has. */
static bool excused(const struct tw_touch *touch, unsigned lane, uint32_t cell, uint32_t entry,
                    const struct tw_op *other)
{
    const struct tw_op *op = touch->op;
    if (!op->is_strong || !(entry & TW_ENTRY_STRONG)) return false;
    if (!is_volatile(op) || !is_volatile(other)) return true;
    if (tw_entry_thread(entry) / 32 == touch->warp->number) return false;
    return !op->is_store || !other->is_store || has_read(touch, lane, cell, entry) ||
           same_value(touch, lane, cell, entry, false);
}

/* An earlier access of another thread that nothing orders before this one. False: that is no race, as both stored the same value. */
static bool race(const struct tw_touch *touch, unsigned lane, uint32_t cell, uint32_t entry, uint32_t place,
                 enum tw_earlier earlier)
{
    const struct tw_op *other = &touch->warp->worker->running->program->ops[place];
    struct tw_caught what = {.fault = TW_SIM_RACE, .other_op = other, .other = (int)tw_entry_thread(entry)};
    if (!(touch->shadow->checks & TW_SIM_CHECK_RACES) || excused(touch, lane, cell, entry, other))
        return false;
    bool at_once = earlier == TW_EARLIER_WRITE && is_at_once(touch, cell, entry, place);
    what.is_note =
        earlier == TW_EARLIER_WRITE && other->counted && same_value(touch, lane, cell, entry, at_once);
    if (at_once && what.is_note)
        return false; /* the same value, by one instruction: nothing is undefined about it */
    what.how = what.is_note ? TW_HOW_SAME_VALUE : at_once ? TW_HOW_AT_ONCE : TW_HOW_UNORDERED;
    caught(touch, lane, &what);
    return !what.is_note;
}

static void unwritten(const struct tw_touch *touch, unsigned lane, uint32_t count)
{
    struct tw_caught what = {.fault = TW_SIM_UNINITIALISED, .other = -1};
    what.is_note = count < touch->cells;
    what.how = what.is_note ? TW_HOW_PARTLY_WRITTEN : TW_HOW_UNWRITTEN;
    caught(touch, lane, &what);
}

/* --- cell by cell */

/* What was found in a slot. */
struct look {
    bool unordered, races; /* with something in it; and that is a race */
};

/* Whether all accesses in the slot are excused: nothing in it is a race with this one, and nothing is asked but that. */
static bool all_excused(const struct tw_touch *touch, struct tw_slot slot)
{
    return touch->op->is_strong && *slot.entry & TW_ENTRY_STRONG && !is_volatile(touch->op);
}

/* Looks through a slot's marks, and tells one lane of each. */
static struct look look(const struct tw_touch *touch, unsigned lane, uint32_t cell,
                        const struct tw_cells *cells, enum tw_earlier earlier)
{
    const struct tw_shadow *shadow = touch->shadow;
    struct look found = {false, false};
    const struct tw_slot slot = tw_slot_of(cells, cell);
    struct tw_lanes_mark alone;
    if (all_excused(touch, slot)) return found;
    const struct tw_lanes_mark *mark = tw_marks_first(shadow, slot, &alone);
    for (; mark; mark = tw_marks_next(shadow, mark)) {
        const uint32_t lanes = tw_marks_unordered(touch, lane, mark);
        if (!lanes) continue;
        found.unordered = true;
        found.races |= race(touch, lane, cell, mark->entry | tw_first_of(lanes) << 1, mark->op, earlier);
    }
    return found;
}

/* Would the lane's plain store leave the cell as it is? */
static bool leaves(const struct tw_touch *touch, unsigned lane, uint32_t cell)
{
    return same_value(touch, lane, cell, 0, false);
}

/* Has the slot an access that a plain store does not hide, whatever it stores? That is one that was strong. */
static bool has_strong(const struct tw_shadow *shadow, struct tw_slot slot)
{
    struct tw_lanes_mark alone;
    const struct tw_lanes_mark *mark = tw_marks_first(shadow, slot, &alone);
    while (mark && !(mark->entry & TW_ENTRY_STRONG)) mark = tw_marks_next(shadow, mark);
    return mark;
}

/*
 * Stores of the same value are no race, so a plain one in order after those before it hides them only if it changes nothing: else whoever stores
 * the new value, too, must be in order after the old ones. Strong accesses hide strong ones.
 */
static void keep_writer(const struct tw_touch *touch, unsigned lane, uint32_t cell, struct look before)
{
    struct tw_shadow *shadow = touch->shadow;
    const struct tw_slot writer = tw_slot_of(&shadow->writer, cell),
                         replaced = tw_slot_of(&shadow->replaced, cell);
    const uint32_t stamp = *writer.entry >> TW_STAMP_SHIFT, mine = tw_touch_mine(touch, lane);
    if (before.races) {
        tw_marks_set(shadow, replaced, 0, 0);
        tw_marks_set(shadow, writer, mine, touch->place);
    } else if (mine & TW_ENTRY_STRONG || before.unordered) {
        tw_marks_put(touch, 1u << lane, writer, mine & TW_ENTRY_STRONG);
    } else {
        const bool is_kept = stamp > shadow->order.base && stamp != TW_STAMP_COPY;
        if (is_kept && (has_strong(shadow, writer) || !leaves(touch, lane, cell)))
            tw_marks_move(shadow, replaced, writer);
        tw_marks_set(shadow, writer, mine, touch->place);
    }
}

static void touch_cell(const struct tw_touch *touch, unsigned lane, uint32_t cell)
{
    struct tw_shadow *shadow = touch->shadow;
    struct look found = look(touch, lane, cell, &shadow->writer, TW_EARLIER_WRITE);
    if (touch->stores) {
        found.races |= look(touch, lane, cell, &shadow->replaced, TW_EARLIER_REPLACED).races;
        found.races |= look(touch, lane, cell, &shadow->reader, TW_EARLIER_READ).races;
        keep_writer(touch, lane, cell, found);
    } else if (!touch->passing) {
        tw_marks_put(touch, 1u << lane, tw_slot_of(&shadow->reader, cell), touch->mine & TW_ENTRY_STRONG);
    }
}

static uint32_t first_cell(const struct tw_touch *touch, unsigned lane)
{
    return (uint32_t)touch->access->address[lane] >> touch->shadow->shift;
}

static void look_for_writers(const struct tw_touch *touch, unsigned lane)
{
    const uint32_t first = first_cell(touch, lane);
    uint32_t missing = 0;
    for (uint32_t i = 0; i < touch->cells && touch->loads; i++)
        missing += touch->shadow->writer.entry[first + i] < touch->least;
    if (missing) unwritten(touch, lane, missing);
}

void tw_touch_lane(const struct tw_touch *touch, unsigned lane)
{
    look_for_writers(touch, lane);
    for (uint32_t i = 0; i < touch->cells; i++) touch_cell(touch, lane, first_cell(touch, lane) + i);
}

/* --- early loads */

void tw_shadow_unwritten(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                         const struct tw_lane_access *access)
{
    const struct tw_touch touch = tw_touch_of(warp, op, lanes, access);
    for (; lanes; lanes &= lanes - 1) look_for_writers(&touch, tw_first_of(lanes));
}

void tw_shadow_read(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                    const struct tw_lane_access *access)
{
    struct tw_touch touch = tw_touch_of(warp, op, lanes, access);
    touch.least = 0;
    for (; lanes; lanes &= lanes - 1) tw_touch_lane(&touch, tw_first_of(lanes));
}

/* --- matrices */

static bool is_written(const struct tw_shadow *shadow, uint32_t piece)
{
    const uint32_t written = (shadow->order.begin + 1) << TW_STAMP_SHIFT,
                   first = PIECE * piece >> shadow->shift;
    uint32_t found = 0;
    for (uint32_t i = 0; i < PIECE >> shadow->shift; i++) found |= shadow->writer.entry[first + i] >= written;
    return found;
}

/* The instruction brings the lanes of a warp together, so that what its own lanes have stored is in order. */
void tw_shadow_look(struct tw_warp *warp, const struct tw_op *op, const uint64_t pieces[TW_PIECE_WORDS])
{
    struct tw_op part = *op;
    struct tw_lane_access access = {.shape = TW_SCATTERED};
    bool written = false;
    part.is_part = part.counted = true;
    part.element_bytes = part.access_bytes = PIECE;
    struct tw_touch touch = tw_touch_of(warp, &part, 1, &access);
    for (uint32_t i = 0; i < 64 * TW_PIECE_WORDS && !written; i++)
        written = pieces[i / 64] >> i % 64 & 1u && is_written(touch.shadow, i);
    if (written) touch.least = 0;
    touch.passing = true;
    touch.own = UINT32_MAX;
    for (uint32_t i = 0; i < 64 * TW_PIECE_WORDS; i++) {
        access.address[0] = PIECE * i;
        if (pieces[i / 64] >> i % 64 & 1u) tw_touch_lane(&touch, 0);
    }
}

/* --- copies on their way */

/* Each lane's copy begins, and may change its place from now on: who accesses that before the copy has been waited for, barrier or
 * not, does it too early. Where nothing is written yet the cells stay so, and loads are told as loads of that. */
void tw_shadow_copy(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes,
                    const struct tw_lane_access *access, const uint32_t bytes[32])
{
    tw_shadow_settle(warp->worker->shadow);
    const struct tw_touch touch = tw_touch_of(warp, op, lanes, access);
    struct tw_shadow *shadow = touch.shadow;
    struct tw_cells *writer = &shadow->writer;
    uint32_t written = (shadow->order.begin + 1) << TW_STAMP_SHIFT;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint32_t first = (uint32_t)access->address[lane] >> shadow->shift;
        uint32_t mine = (touch.mine & TW_ENTRY_WARP) | lane << 1;
        if (lanes >> lane & 1u && shadow->matrices)
            tw_matrix_reads_store(warp, op, lane, (uint32_t)access->address[lane], bytes[lane]);
        for (uint32_t i = 0; lanes >> lane & 1u && i < bytes[lane] >> shadow->shift; i++) {
            uint32_t cell = first + i;
            look(&touch, lane, cell, writer, TW_EARLIER_WRITE);
            look(&touch, lane, cell, &shadow->reader, TW_EARLIER_READ);
            if (writer->entry[cell] < written) continue;
            tw_marks_set(shadow, tw_slot_of(writer, cell), TW_STAMP_COPY << TW_STAMP_SHIFT | mine,
                         touch.place);
            shadow->has_copies = true;
            shadow->wrote = UINT32_MAX;
        }
    }
}

void tw_shadow_land(struct tw_sim_worker *worker, uint32_t address, uint32_t bytes)
{
    const struct tw_shadow *shadow = worker->shadow;
    tw_shadow_settle(worker->shadow);
    for (uint32_t i = 0; i < bytes >> shadow->shift; i++) {
        uint32_t *entry = &shadow->writer.entry[(address >> shadow->shift) + i];
        if (*entry >> TW_STAMP_SHIFT == TW_STAMP_COPY) *entry = 0;
    }
}

void tw_shadow_foreign(struct tw_sim_worker *worker, uint32_t address, uint32_t bytes)
{
    struct tw_shadow *shadow = worker->shadow;
    tw_shadow_settle(shadow);
    for (uint32_t cell = address >> shadow->shift; bytes && cell <= (address + bytes - 1) >> shadow->shift;
         cell++) {
        tw_marks_set(shadow, tw_slot_of(&shadow->writer, cell), (shadow->order.begin + 1) << TW_STAMP_SHIFT,
                     0);
        tw_marks_set(shadow, tw_slot_of(&shadow->reader, cell), 0, 0);
        tw_marks_set(shadow, tw_slot_of(&shadow->replaced, cell), 0, 0);
    }
}
