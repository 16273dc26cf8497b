/*
 * What a block knows of the stores of others is a clock of clocks: of the block in each place all stores until some time.
 *
 *     known      is sure to be seen: loads find these stores or newer ones
 *     observed   what its strong loads were told by the stores that they found: known after the next acquire
 *     released   known, and its own stores, at its last release: what its strong stores tell from then on
 *
 * Threads of a block share all three: what one of them acquires or releases the others do too.
 */
#include "sim/exec/memory/weak.h"

#include <stdlib.h>
#include <string.h>

#include "sim/exec/execute.h"
#include "sim/exec/memory/access.h"

#define GRANULE 8u         /* bytes: no element crosses the end of such a piece of memory             */
#define RECORDS (1u << 16) /* of stores, one for each granule; what is older is seen by all           */
#define BUCKETS (1u << 16) /* lists of records                                                        */
#define LATEST  20u        /* a store is seen by all before 2 to this many ticks have passed,         */
#define SOONER  8u         /* a strong one, as if it went past the caches, before 2 to this many have */
#define LANE    32u        /* bytes of the widest access of a lane                                    */

struct clocks {
    uint64_t until[TW_WEAK_BLOCKS]; /* 0: nothing */
};

struct record {
    uint64_t number;  /* from 1, in the order of the stores */
    uint64_t granule; /* address / GRANULE                  */
    uint64_t time, block;
    uint64_t older;    /* number of the record before it in its bucket */
    uint64_t previous; /* ... and of its block; 0: none                */
    unsigned place;
    unsigned bytes;  /* bit i: byte i of the granule was overwritten */
    bool strong;     /* other blocks may synchronise by it           */
    bool everywhere; /* seen by all                                  */
    unsigned char old[GRANULE];
    struct clocks tells;
};

struct tw_weak_block {
    struct tw_weak *weak;
    unsigned place;
    uint64_t number, newest; /* in the grid; its last record */
    struct clocks known, observed, released;
    unsigned char found[32][LANE]; /* what lanes load that are not to see memory as it is */
};

struct tw_weak {
    uint64_t seed, state; /* state: of tw_weak_random */
    uint64_t now;
    uint64_t first, next; /* numbers of the oldest record, and of the next */
    struct clocks fences; /* what fence.sc operations have told so far     */
    struct tw_weak_block blocks[TW_WEAK_BLOCKS];
    struct record records[RECORDS];
    uint64_t buckets[BUCKETS]; /* numbers of the newest records */
};

/* --- chance */

/* splitmix64: every bit of the result depends on every bit of the value. */
static uint64_t mix(uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

unsigned tw_weak_random(struct tw_weak *weak, unsigned limit)
{
    return (unsigned)(mix(weak->state++) % limit);
}

/* Ticks until a block sees a store, if nothing makes it sooner. A block sees a store from one time on for good, so it never
   goes back to an older value. Few or many are as likely. */
static uint64_t delay(const struct tw_weak_block *reader, const struct record *record)
{
    uint64_t chance = mix(mix(reader->weak->seed + reader->number) + record->number);
    unsigned magnitude = (unsigned)(chance % ((record->strong ? SOONER : LATEST) + 1));
    return chance >> 32 & ((UINT64_C(1) << magnitude) - 1);
}

/* One time of `often` others get the turn: where they may see what the warp has done, or do what it then sees. A loop that only
   waits would seem to move on by that, so it goes on after a while; stores are taken for progress. */
static void pass_turn(struct tw_warp *warp, bool stores, unsigned often)
{
    if (stores) warp->passes = TW_PASSES;
    if (!warp->passes || tw_weak_random(warp->worker->weak->weak, often)) return;
    warp->passes--;
    warp->worker->passed = true;
    tw_warp_yield(warp);
}

/* --- the life of a launch */

struct tw_weak *tw_weak_new(uint64_t seed)
{
    struct tw_weak *weak = calloc(1, sizeof *weak);
    if (!weak) return NULL;
    weak->seed = mix(seed);
    weak->state = mix(weak->seed);
    weak->first = weak->next = 1;
    for (unsigned i = 0; i < TW_WEAK_BLOCKS; i++) {
        weak->blocks[i].weak = weak;
        weak->blocks[i].place = i;
    }
    return weak;
}

void tw_weak_free(struct tw_weak *weak)
{
    free(weak);
}

struct tw_weak_block *tw_weak_place(struct tw_weak *weak, unsigned place)
{
    return &weak->blocks[place];
}

void tw_weak_settle(struct tw_weak *weak)
{
    weak->first = weak->next;
}

/* NULL: none, or forgotten. */
static struct record *record_of(struct tw_weak *weak, uint64_t number)
{
    return number >= weak->first ? &weak->records[number % RECORDS] : NULL;
}

/* Clocks tell of the block that is in a place, so what the one before it had released is seen by all when it is gone. */
void tw_weak_begin(struct tw_weak_block *block, uint64_t number)
{
    struct record *record = record_of(block->weak, block->newest);
    for (; record; record = record_of(block->weak, record->previous)) {
        if (record->time <= block->released.until[block->place]) record->everywhere = true;
    }
    block->known = block->observed = block->released = (struct clocks){{0}};
    block->number = number;
    block->newest = 0;
}

/* --- acquire and release */

static void join(struct clocks *sum, const struct clocks *more)
{
    for (unsigned i = 0; i < TW_WEAK_BLOCKS; i++) {
        if (sum->until[i] < more->until[i]) sum->until[i] = more->until[i];
    }
}

static void acquire(struct tw_weak_block *block)
{
    join(&block->known, &block->observed);
}

static void release(struct tw_weak_block *block)
{
    block->released = block->known;
    block->released.until[block->place] = block->weak->now;
}

/* What an instruction means to threads of other blocks: nothing, if its scope is the block's. There are no clusters here. */
struct order {
    bool strong, acquires, releases;
};

static struct order order_of(const struct tw_ptx_instruction *instruction, bool atomic)
{
    enum tw_ptx_word order = instruction->words[TW_PTX_CLASS_ORDER],
                     scope = instruction->words[TW_PTX_CLASS_SCOPE];
    bool both = order == TW_PTX_ORDER_ACQ_REL || order == TW_PTX_ORDER_SC;
    if (scope == TW_PTX_SCOPE_CTA || scope == TW_PTX_SCOPE_CLUSTER) return (struct order){0};
    return (struct order){.strong = atomic || (order != TW_PTX_ABSENT && order != TW_PTX_ORDER_WEAK),
                          .acquires = both || order == TW_PTX_ORDER_ACQUIRE,
                          .releases = both || order == TW_PTX_ORDER_RELEASE};
}

/* A fence that says no more is acq_rel. An sc fence knows what the sc fences before it have told, whatever is stored
   between (PTX ISA, "Fence-SC"). */
void tw_weak_fence(struct tw_warp *warp, const struct tw_ptx_instruction *instruction, bool membar)
{
    struct tw_weak_block *block = warp->worker->weak;
    struct clocks *fences = &block->weak->fences;
    const struct order order = order_of(instruction, true);
    enum tw_ptx_word word = instruction->words[TW_PTX_CLASS_ORDER];
    bool sc = membar || word == TW_PTX_ORDER_SC, both = membar || word == TW_PTX_ABSENT;
    if (!order.strong) return;
    block->weak->now++;
    if (sc) join(&block->observed, fences);
    if (both || order.acquires) acquire(block);
    if (both || order.releases) release(block);
    if (sc) join(fences, &block->released);
    pass_turn(warp, false, 4);
}

/* --- what a block sees */

static bool is_own(const struct tw_weak_block *block, const struct record *record)
{
    return record->place == block->place && record->block == block->number;
}

static bool is_visible(const struct tw_weak_block *reader, const struct record *record)
{
    const struct tw_weak *weak = reader->weak;
    bool present = weak->blocks[record->place].number == record->block;
    return record->everywhere || is_own(reader, record) ||
           (present && record->time <= reader->known.until[record->place]) ||
           weak->now >= record->time + delay(reader, record);
}

/* A strong load finds a strong store. What one block has found so, and then tells others of, they must find too; it is
   simpler to show it to all at once. */
static void observe(struct tw_weak_block *reader, struct record *record)
{
    if (!record->strong) return;
    if (!is_own(reader, record)) record->everywhere = true;
    join(&reader->observed, &record->tells);
}

static struct record *newest_in(struct tw_weak *weak, uint64_t granule)
{
    return record_of(weak, weak->buckets[mix(granule) % BUCKETS]);
}

/* The bytes of an element in its granule. */
static unsigned bytes_of(uint64_t address, unsigned size)
{
    return ((1u << size) - 1) << address % GRANULE;
}

/* Undoes, in what a load has found in memory, the stores that the block does not see. True: there were any. */
static bool undo(struct tw_weak_block *reader, uint64_t address, unsigned size, bool strong,
                 unsigned char *found)
{
    struct tw_weak *weak = reader->weak;
    unsigned left = bytes_of(address, size);
    bool undone = false;
    for (struct record *record = newest_in(weak, address / GRANULE); record && left;
         record = record_of(weak, record->older)) {
        unsigned bytes = record->granule == address / GRANULE ? record->bytes & left : 0;
        if (!bytes) continue;
        if (is_visible(reader, record)) {
            left &= ~bytes;
            if (strong) observe(reader, record);
            continue;
        }
        undone = true;
        for (unsigned i = 0; i < GRANULE; i++) {
            if (bytes >> i & 1u) found[i - address % GRANULE] = record->old[i];
        }
    }
    return undone;
}

/* The newest record of a store to any byte of the element, or NULL. */
static struct record *newest_of(struct tw_weak *weak, uint64_t address, unsigned size)
{
    struct record *record = newest_in(weak, address / GRANULE);
    while (record && !(record->granule == address / GRANULE && record->bytes & bytes_of(address, size)))
        record = record_of(weak, record->older);
    return record;
}

/* --- stores */

/* One that is empty yet. The same operation's record of the granule serves again: nobody sees half of what a warp stores there. */
static struct record *record_for(struct tw_weak_block *block, uint64_t granule)
{
    struct tw_weak *weak = block->weak;
    uint64_t *bucket = &weak->buckets[mix(granule) % BUCKETS];
    struct record *newest = record_of(weak, *bucket);
    if (newest && newest->granule == granule && newest->time == weak->now) return newest;
    if (weak->next - weak->first == RECORDS) weak->first++;
    uint64_t number = weak->next++;
    struct record *record = &weak->records[number % RECORDS];
    *record = (struct record){.number = number,
                              .granule = granule,
                              .time = weak->now,
                              .block = block->number,
                              .place = block->place,
                              .older = *bucket,
                              .previous = block->newest};
    block->newest = *bucket = number;
    return record;
}

/* What a store or an atomic overwrites. An atomic also tells what the store that it replaces had told (PTX ISA, "Observation
   Order"). */
static void remember(struct tw_weak_block *block, uint64_t address, unsigned size, struct order order,
                     bool atomic, const unsigned char *host)
{
    struct record *replaced = newest_of(block->weak, address, size);
    struct clocks told = {{0}};
    if (atomic && replaced && replaced->strong) told = replaced->tells;
    if (atomic && order.strong && replaced) observe(block, replaced);
    struct record *record = record_for(block, address / GRANULE);
    for (unsigned i = 0; i < size; i++) {
        unsigned at = (unsigned)(address % GRANULE) + i;
        if (!(record->bytes >> at & 1u)) record->old[at] = host[i];
    }
    record->bytes |= bytes_of(address, size);
    if (!order.strong) return;
    record->strong = true;
    join(&record->tells, &told);
    join(&record->tells, &block->released);
}

/* --- accesses */

static void load_lane(struct tw_weak_block *block, const struct tw_op *op, unsigned lane, struct order order,
                      struct tw_lane_access *access)
{
    unsigned char *found = block->found[lane];
    bool undone = false;
    memcpy(found, access->host[lane], op->access_bytes);
    for (unsigned at = 0; at < op->access_bytes; at += op->element_bytes) {
        undone |= undo(block, access->address[lane] + at, op->element_bytes, order.strong, found + at);
    }
    if (undone) access->host[lane] = found;
}

static void store_lane(struct tw_weak_block *block, const struct tw_op *op, unsigned lane, struct order order,
                       const struct tw_lane_access *access)
{
    for (unsigned at = 0; at < op->access_bytes; at += op->element_bytes) {
        remember(block, access->address[lane] + at, op->element_bytes, order, !op->counted,
                 access->host[lane] + at);
    }
}

void tw_weak_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    struct tw_lane_access *access)
{
    struct tw_weak_block *block = warp->worker->weak;
    const struct order order = order_of(op->instruction, !op->counted);
    bool load = op->counted && !op->is_store;
    block->weak->now++;
    if (order.releases) release(block);
    tw_access_spread(op, access);
    access->shape = TW_SCATTERED;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        if (load)
            load_lane(block, op, lane, order, access);
        else
            store_lane(block, op, lane, order, access);
    }
    if (order.acquires) acquire(block);
    if (!load || order.strong) pass_turn(warp, op->is_store, load ? 16 : 4);
}
