/* A wait that nothing can end, told by who waits for whom: threads that stand alike are a party, and each says whom it lacks. */

#include "sim/check/finding.h"
#include "sim/exec/cluster.h"
#include "sim/exec/lanes.h"

#define PARTIES      8u /* that are told of */
#define RANGES_SHOWN 4u

/* --- threads in words */

static unsigned next_thread(const struct tw_threads *threads, unsigned from, bool in)
{
    while (from < TW_MAX_WARPS * 32 && (threads->lanes[from / 32] >> from % 32 & 1u) != in) from++;
    return from;
}

/* "threads 0-15, 64": as threads are numbered, x first */
void tw_add_threads(struct tw_text *text, const struct tw_threads *threads)
{
    unsigned begin = next_thread(threads, 0, true), ranges = 0;
    bool one = next_thread(threads, next_thread(threads, begin, false), true) == TW_MAX_WARPS * 32 &&
               next_thread(threads, begin, false) == begin + 1;
    tw_text_add(text, one ? "thread" : "threads");
    while (begin < TW_MAX_WARPS * 32 && ranges < RANGES_SHOWN) {
        unsigned end = next_thread(threads, begin, false);
        tw_text_addf(text, "%s%u", ranges++ ? ", " : " ", begin);
        if (end - begin > 1) tw_text_addf(text, "-%u", end - 1);
        begin = next_thread(threads, end, true);
    }
    if (begin < TW_MAX_WARPS * 32) tw_text_add(text, " and others");
}

/* --- who stands where */

enum stand { AT_BARRIER, AT_SYNC, AT_GROUP, IN_A_LOOP, GONE };

struct party {
    enum stand stand;
    uint32_t at;   /* operation                                          */
    uint32_t what; /* AT_BARRIER: its number; AT_SYNC: the warp's number; AT_GROUP: that of its first warp */
    uint32_t mask; /* AT_SYNC: the lanes that are to come together       */
    struct tw_threads threads;
};

struct scene {
    const struct tw_sim_worker *worker;
    struct party parties[PARTIES];
    unsigned count;
};

static const struct tw_op *op_at(const struct scene *scene, uint32_t at)
{
    return &scene->worker->running->program->ops[at];
}

static uint32_t barrier_of(const struct tw_warp *warp, unsigned lane)
{
    uint32_t id = 0;
    while (id + 1 < TW_BARRIERS && !(warp->at_barrier[id] >> lane & 1u)) id++;
    return id;
}

/* How a lane stands, without its thread. */
static struct party stand_of(const struct scene *scene, const struct tw_warp *warp, unsigned lane)
{
    uint32_t pc = warp->lane_pc[lane], bit = 1u << lane;
    if (!(warp->live & bit)) return (struct party){.stand = GONE};
    if (warp->at_sync & bit) {
        const struct tw_op *op = op_at(scene, pc);
        uint32_t mask = tw_operand(warp, op, op->references - 1u)->u32[lane];
        return (struct party){.stand = AT_SYNC, .at = pc, .what = warp->number, .mask = mask};
    }
    if (warp->at_group)
        return (struct party){.stand = AT_GROUP, .at = pc - 1, .what = tw_warpgroup(warp)->number};
    if (warp->waiting & bit) /* behind the barrier they go on */
        return (struct party){.stand = AT_BARRIER, .at = pc - 1, .what = barrier_of(warp, lane)};
    return (struct party){.stand = IN_A_LOOP, .at = pc};
}

static bool alike(const struct party *a, const struct party *b)
{
    return a->stand == b->stand && a->at == b->at && a->what == b->what && a->mask == b->mask;
}

static void place(struct scene *scene, const struct tw_warp *warp, unsigned lane)
{
    struct party stand = stand_of(scene, warp, lane);
    unsigned i = 0;
    while (i < scene->count && !alike(&scene->parties[i], &stand)) i++;
    if (i == PARTIES) return;
    if (i == scene->count) scene->parties[scene->count++] = stand;
    scene->parties[i].threads.lanes[warp->number] |= 1u << lane;
}

/* --- whom they lack */

static struct tw_threads lacking(const struct scene *scene, const struct party *party)
{
    struct tw_threads missing = {0};
    for (unsigned w = 0; w < scene->worker->warp_count; w++) {
        const struct tw_warp *warp = &scene->worker->warps[w];
        if (party->stand == AT_BARRIER) missing.lanes[w] = warp->live & ~warp->at_barrier[party->what];
    }
    for (unsigned w = party->what; party->stand == AT_GROUP && w < party->what + TW_GROUP_WARPS; w++)
        missing.lanes[w] = scene->worker->warps[w].at_group ? 0 : TW_ALL_LANES;
    if (party->stand == AT_SYNC)
        missing.lanes[party->what] = party->mask & ~party->threads.lanes[party->what];
    return missing;
}

/* Blocks of the cluster with threads that have not come to its barrier. */
static void add_missing_blocks(struct tw_text *text, const struct tw_sim_worker *worker)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < tw_cluster_size(worker); i++) {
        const struct tw_sim_worker *block = worker->cluster[i];
        uint32_t lanes = 0;
        for (unsigned w = 0; w < block->warp_count; w++)
            lanes |= block->warps[w].live & ~block->at_cluster[w];
        if (!lanes) continue;
        tw_text_addf(text, "%s (%u,%u,%u)", missing++ ? "," : ", for all threads of block", block->block[0],
                     block->block[1], block->block[2]);
    }
    tw_text_add(text, " to come to the barrier of the cluster");
}

static void add_party(struct tw_text *text, const struct scene *scene, const struct party *party)
{
    const struct tw_barrier *barrier = &scene->worker->barriers[party->stand == AT_BARRIER ? party->what : 0];
    const struct tw_threads missing = lacking(scene, party);
    tw_add_threads(text, &party->threads);
    if (party->stand == GONE) {
        tw_text_add(text, " have left the kernel");
        return;
    }
    bool of_cluster = tw_op_is_cluster_wait(op_at(scene, party->at));
    tw_text_add(text, party->stand == IN_A_LOOP && !of_cluster ? " go round and round at " : " wait at ");
    tw_add_place(text, scene->worker, op_at(scene, party->at));
    if (of_cluster) {
        add_missing_blocks(text, scene->worker);
    } else if (party->stand == AT_BARRIER && barrier->expected) {
        tw_text_addf(text, ", for barrier %u to have %u threads", party->what, barrier->expected);
    } else if (party->stand != IN_A_LOOP) {
        tw_text_add(text, ", for ");
        tw_add_threads(text, &missing);
        if (party->stand == AT_BARRIER) tw_text_addf(text, " to come to barrier %u", party->what);
        if (party->stand == AT_GROUP) tw_text_add(text, " to come to it");
    } else {
        tw_text_add(text, ", where nothing changes any more");
    }
}

/* Where the finding is: at whoever of the first party that has not left. */
static const struct tw_op *first_waiting(const struct scene *scene)
{
    unsigned i = 0;
    while (i < scene->count && scene->parties[i].stand == GONE) i++;
    return i < scene->count ? op_at(scene, scene->parties[i].at) : NULL;
}

void tw_find_deadlock(struct tw_sim_worker *worker)
{
    struct scene scene = {.worker = worker};
    struct tw_text text = {0};
    for (unsigned w = 0; w < worker->warp_count; w++) {
        for (unsigned lane = 0; lane < 32; lane++) {
            if (worker->warps[w].all >> lane & 1u) place(&scene, &worker->warps[w], lane);
        }
    }
    tw_text_add(&text, "endless wait");
    for (unsigned i = 0; i < scene.count; i++) {
        tw_text_add(&text, i ? "; " : ": ");
        add_party(&text, &scene, &scene.parties[i]);
    }
    tw_find_in_block(worker, first_waiting(&scene), TW_SIM_DEADLOCK, TW_FAILURE,
                     text.failed ? "endless wait" : tw_text_string(&text));
    tw_text_free(&text);
}
