/*
 * The check of barriers, made each time that one of the whole block is complete. Every live thread waits
 * then; the others of the block have exited. A thread that waits at the same instruction is a party.
 *
 *     exited, but came to a barrier before, or executed what stands behind this one       finding
 *     exited otherwise: returned early                                                    note
 *     two parties, one at a barrier that stands behind the other's                        finding
 *     two parties with lanes of one warp                                                  finding
 *     two parties else, as in the arms of an if                                           note, undefined in CUDA C++ (barrier 0)
 */
#include "sim/check/barriers.h"

#include <string.h>

#include "base/text.h"
#include "sim/check/finding.h"

#define PARTIES 16u /* that are compared; what waits at further places is left out */

struct party {
    uint32_t place; /* operation */
    struct tw_threads threads;
};

struct meeting {
    struct tw_sim_worker *worker;
    uint32_t id;
    struct party parties[PARTIES]; /* the first: whose place comes first in the kernel */
    unsigned count;
};

static const struct tw_op *op_at(const struct meeting *meeting, uint32_t place)
{
    return &meeting->worker->running->program->ops[place];
}

static bool any(const struct tw_threads *threads)
{
    uint32_t lanes = 0;
    for (unsigned w = 0; w < TW_MAX_WARPS; w++) lanes |= threads->lanes[w];
    return lanes != 0;
}

static unsigned first_lane(uint32_t lanes)
{
    unsigned lane = 0;
    while (!(lanes >> lane & 1u)) lane++;
    return lane;
}

/* --- who waits where */

static struct party *party_at(struct meeting *meeting, uint32_t place)
{
    for (unsigned i = 0; i < meeting->count; i++) {
        if (meeting->parties[i].place == place) return &meeting->parties[i];
    }
    if (meeting->count == PARTIES) return NULL;
    struct party *party = &meeting->parties[meeting->count++];
    *party = (struct party){.place = place};
    return party;
}

/* The lanes, among these, that go on at pc. */
static uint32_t lanes_at(const struct tw_warp *warp, uint32_t lanes, uint32_t pc)
{
    uint32_t there = 0;
    for (unsigned lane = 0; lane < 32; lane++) there |= (uint32_t)(warp->lane_pc[lane] == pc) << lane;
    return there & lanes;
}

static void gather_warp(struct meeting *meeting, const struct tw_warp *warp)
{
    for (uint32_t left = warp->at_barrier[meeting->id]; left;) {
        uint32_t pc = warp->lane_pc[first_lane(left)]; /* behind the barrier they go on */
        uint32_t lanes = lanes_at(warp, left, pc);
        struct party *party = party_at(meeting, pc - 1);
        if (party) party->threads.lanes[warp->number] |= lanes;
        left &= ~lanes;
    }
}

static void gather(struct meeting *meeting)
{
    for (unsigned w = 0; w < meeting->worker->warp_count; w++)
        gather_warp(meeting, &meeting->worker->warps[w]);
    for (unsigned i = 1; i < meeting->count; i++) {
        struct party *party = &meeting->parties[i], first = meeting->parties[0];
        if (op_at(meeting, party->place)->rank > op_at(meeting, first.place)->rank) continue;
        meeting->parties[0] = *party;
        *party = first;
    }
}

/* --- in words */

/* "barrier 0: threads 0-31 wait here, but threads 32-63 <what>", said of the party's place. */
static void tell(const struct meeting *meeting, const struct party *party, const struct tw_threads *others,
                 enum tw_gravity gravity, const char *what)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "barrier %u: ", meeting->id);
    tw_add_threads(&text, &party->threads);
    tw_text_add(&text, " wait here, but ");
    tw_add_threads(&text, others);
    tw_text_addf(&text, " %s", what);
    tw_find_in_block(meeting->worker, op_at(meeting, party->place), TW_SIM_BARRIER, gravity,
                     tw_text_string(&text));
    tw_text_free(&text);
}

/* --- who has left */

/* The lanes that executed what stands behind the barrier. */
static uint32_t lanes_behind(const struct meeting *meeting, const struct tw_warp *warp)
{
    const struct tw_behind *behind = meeting->worker->running->behind;
    const uint8_t *marked = tw_behind_barrier(behind, meeting->parties[0].place);
    uint32_t lanes[TW_IN_TAIL + 1] = {0}, shared = 0;
    for (size_t at = 0; at < behind->operations; at++) {
        lanes[marked[at]] |= warp->seen[at];
        if (behind->shares[at]) shared |= warp->seen[at];
    }
    return lanes[TW_BEHIND] | (lanes[TW_IN_TAIL] & shared);
}

static void check_exited(const struct meeting *meeting)
{
    struct tw_threads left = {0}, early = {0};
    for (unsigned w = 0; w < meeting->worker->warp_count; w++) {
        struct tw_warp *warp = &meeting->worker->warps[w];
        uint32_t gone = warp->all & ~warp->live & ~warp->excused;
        uint32_t unmet = gone & ~warp->met;
        if (unmet) unmet &= ~lanes_behind(meeting, warp);
        left.lanes[w] = gone & ~unmet;
        early.lanes[w] = unmet;
        warp->excused |= unmet;
    }
    if (any(&left)) tell(meeting, meeting->parties, &left, TW_FAILURE, "left the kernel without it");
    if (any(&early))
        tell(meeting, meeting->parties, &early, TW_NOTE, "returned early, before their first barrier");
}

/* --- who waits elsewhere */

/* PTX ISA, "bar, barrier": bar is barrier.aligned; without .aligned each thread may come where it likes. */
static bool is_aligned(const struct tw_op *op)
{
    const char *opcode = op->instruction->opcode;
    return strncmp(opcode, "bar.", 4) == 0 || strstr(opcode, ".aligned");
}

static bool share_a_warp(const struct party *a, const struct party *b)
{
    for (unsigned w = 0; w < TW_MAX_WARPS; w++) {
        if (a->threads.lanes[w] && b->threads.lanes[w]) return true;
    }
    return false;
}

static void check_pair(const struct meeting *meeting, const struct party *a, const struct party *b)
{
    const struct tw_behind *behind = meeting->worker->running->behind;
    if (!is_aligned(op_at(meeting, a->place)) && !is_aligned(op_at(meeting, b->place))) return;
    bool passed = tw_behind_barrier(behind, a->place)[b->place] || share_a_warp(a, b);
    struct tw_text what = {0};
    tw_text_add(&what,
                passed ? "passed it by and wait at " : "wait for the same barrier, in another arm, at ");
    tw_add_place(&what, meeting->worker, op_at(meeting, b->place));
    tell(meeting, a, &b->threads,
         passed        ? TW_FAILURE
         : meeting->id ? TW_NOTE
                       : TW_NOTE_IN_PTX,
         tw_text_string(&what));
    tw_text_free(&what);
}

static void check_parties(const struct meeting *meeting)
{
    for (unsigned i = 0; i < meeting->count; i++) {
        for (unsigned j = i + 1; j < meeting->count; j++) {
            const struct party *a = &meeting->parties[i], *b = &meeting->parties[j];
            bool in_order = op_at(meeting, a->place)->rank < op_at(meeting, b->place)->rank;
            check_pair(meeting, in_order ? a : b, in_order ? b : a);
        }
    }
}

void tw_check_barrier(struct tw_sim_worker *worker, uint32_t id)
{
    struct meeting meeting;
    meeting.worker = worker;
    meeting.id = id;
    meeting.count = 0;
    gather(&meeting);
    check_exited(&meeting);
    check_parties(&meeting);
    for (unsigned w = 0; w < worker->warp_count; w++) worker->warps[w].met |= worker->warps[w].at_barrier[id];
}

void tw_check_arrivals(struct tw_sim_worker *worker)
{
    for (uint32_t id = 0; id < TW_BARRIERS && !worker->finding.fault; id++) {
        const struct tw_barrier *barrier = &worker->barriers[id];
        struct tw_text text = {0};
        if (!barrier->came || barrier->waited_for) continue;
        tw_text_addf(&text, "barrier %u: %u thread%s arrived here in all, but nobody has waited for %s", id,
                     barrier->came, barrier->came == 1 ? "" : "s", barrier->came == 1 ? "it" : "them");
        tw_find_in_block(worker, barrier->came_at, TW_SIM_BARRIER, TW_FAILURE, tw_text_string(&text));
        tw_text_free(&text);
    }
}
