/*
 * The order by which lanes reconverge. A warp has fallen into groups of lanes; the group whose next operation
 * has the lowest rank runs; groups that meet at an operation join. Ranks follow a weak topological
 * order (F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993): an operation stands
 * behind all that lead to it but by a loop's back edge, and a loop stands together with its head first, so
 * what follows a branch's arms, or a loop, waits for the last lane to leave them: where structured code
 * reconverges, at the immediate post-dominator.
 *
 *         head        rank 0        Basic blocks are taken apart into strongly connected components
 *        /    \                     by Tarjan's algorithm. A component of more than one block is a
 *     then    else    ranks 1, 2    loop: its first block in text order of entry is its head, and what
 *        \    /                     remains without the edges to the head is ordered in the same way.
 *         join        rank 3
 */
#include "sim/exec/program.h"

#include <stdlib.h>

#define MAX_NESTING 512u

struct block {
    uint32_t last;       /* operation */
    bool falls;          /* into the next block */
    uint32_t region;     /* the stretch of `order` it is in for now */
    uint32_t index, low; /* Tarjan's numbers; index 0: not visited in this pass */
    size_t edges;        /* successors still to look at */
    bool on_stack;
    size_t loop_end; /* of a loop's head: its place in `order` behind the loop's last block; 0: of no loop */
};

struct flow {
    const struct tw_op *ops;
    size_t count;
    struct block *blocks;
    size_t block_count;
    uint32_t *block_of;          /* operation -> block */
    uint32_t *order;             /* the blocks, in the order wanted */
    uint32_t *stack, *calls;     /* Tarjan's stack, and the path to the block that is visited */
    uint32_t *spare;             /* the components of a pass */
    size_t stacked, spare_begin; /* components fill `spare` from its end */
    uint32_t regions, visits;
};

/* A block ends at a branch or exit, guarded or not, and before a branch's target. */
static void mark_leaders(const struct flow *flow, bool *leader)
{
    leader[0] = true;
    for (size_t i = 0; i < flow->count; i++) {
        const struct tw_op *op = &flow->ops[i];
        for (size_t t = 0; t < tw_op_target_count(op); t++) leader[tw_op_target(op, t)] = true;
        if ((tw_op_is_branch(op) || tw_op_is_exit(op)) && i + 1 < flow->count) leader[i + 1] = true;
    }
}

static void make_blocks(struct flow *flow, const bool *leader)
{
    for (size_t i = 0; i < flow->count; i++) {
        flow->block_count += leader[i];
        flow->block_of[i] = (uint32_t)flow->block_count - 1;
        flow->blocks[flow->block_count - 1].last = (uint32_t)i;
    }
    for (uint32_t b = 0; b < flow->block_count; b++) {
        struct block *block = &flow->blocks[b];
        const struct tw_op *op = &flow->ops[block->last];
        bool always = !op->instruction || !op->instruction->guarded;
        bool ends = always && (tw_op_is_branch(op) || tw_op_is_exit(op));
        block->falls = !ends && b + 1 < flow->block_count;
        flow->order[b] = b;
    }
}

/* A block's successors: what it falls into, then the targets of its branch. */
static size_t successor_count(const struct flow *flow, uint32_t b)
{
    return flow->blocks[b].falls + tw_op_target_count(&flow->ops[flow->blocks[b].last]);
}

static uint32_t successor(const struct flow *flow, uint32_t b, size_t i)
{
    const struct block *block = &flow->blocks[b];
    if (block->falls && i == 0) return b + 1;
    return flow->block_of[tw_op_target(&flow->ops[block->last], i - block->falls)];
}

/* The next successor in the same region.
 * The branch's target is looked at first, so that it comes behind what falls through. */
static uint32_t next_successor(const struct flow *flow, uint32_t b)
{
    struct block *block = &flow->blocks[b];
    while (block->edges) {
        uint32_t s = successor(flow, b, --block->edges);
        if (flow->blocks[s].region == block->region) return s;
    }
    return TW_NEVER;
}

/* The component that `root` was the first visited block of: out of the stack into `spare`, its head first. */
static void take_component(struct flow *flow, uint32_t root)
{
    uint32_t member, region = ++flow->regions;
    do {
        member = flow->stack[--flow->stacked];
        flow->blocks[member].on_stack = false;
        flow->blocks[member].region = region;
        flow->spare[--flow->spare_begin] = member;
    } while (member != root);
}

static void enter(struct flow *flow, uint32_t b)
{
    struct block *block = &flow->blocks[b];
    block->index = block->low = ++flow->visits;
    block->edges = successor_count(flow, b);
    block->on_stack = true;
    flow->stack[flow->stacked++] = b;
}

static void lower(struct block *block, uint32_t low)
{
    if (low < block->low) block->low = low;
}

/* Tarjan's algorithm from `root`, without recursion: components come out last first. */
static void visit(struct flow *flow, uint32_t root)
{
    size_t depth = 0;
    if (flow->blocks[root].index) return;
    flow->calls[depth++] = root;
    enter(flow, root);
    while (depth) {
        uint32_t b = flow->calls[depth - 1], s = next_successor(flow, b);
        struct block *block = &flow->blocks[b];
        if (s != TW_NEVER && !flow->blocks[s].index) {
            flow->calls[depth++] = s;
            enter(flow, s);
        } else if (s != TW_NEVER) {
            if (flow->blocks[s].on_stack) lower(block, flow->blocks[s].index);
        } else {
            if (--depth) lower(&flow->blocks[flow->calls[depth - 1]], block->low);
            if (block->low == block->index) take_component(flow, b);
        }
    }
}

/* One pass over the blocks order[from..to): makes them a region of their own and sorts it by components. */
static void sort_components(struct flow *flow, size_t from, size_t to, uint32_t head)
{
    uint32_t region = ++flow->regions;
    for (size_t i = from; i < to; i++) {
        flow->blocks[flow->order[i]].region = region;
        flow->blocks[flow->order[i]].index = 0;
    }
    flow->spare_begin = to;
    for (size_t i = head == TW_NEVER ? 0 : successor_count(flow, head); i-- > 0;) {
        uint32_t s = successor(flow, head, i); /* a loop's body is entered from its head */
        if (flow->blocks[s].region == region) visit(flow, s);
    }
    for (size_t i = from; i < to; i++) visit(flow, flow->order[i]);
    for (size_t i = from; i < to; i++) flow->order[i] = flow->spare[i];
}

/* order[begin..end) is a component whose blocks go round: several, or one that leads to itself. */
static bool is_loop(const struct flow *flow, size_t begin, size_t end)
{
    uint32_t head = flow->order[begin];
    bool itself = false;
    for (size_t i = 0; i < successor_count(flow, head); i++)
        itself = itself || successor(flow, head, i) == head;
    return end - begin > 1 || itself;
}

/* Sorts order[from..to), the body of the loop that begins with `head`; false when loops are nested too
 * deeply. */
static bool sort_region(struct flow *flow, size_t from, size_t to, uint32_t head, unsigned nesting)
{
    if (nesting > MAX_NESTING) return false;
    sort_components(flow, from, to, head);
    for (size_t begin = from; begin < to;) {
        size_t end = begin;
        uint32_t region = flow->blocks[flow->order[begin]].region;
        while (end < to && flow->blocks[flow->order[end]].region == region) end++;
        if (is_loop(flow, begin, end)) flow->blocks[flow->order[begin]].loop_end = end;
        if (end - begin > 1 && !sort_region(flow, begin + 1, end, flow->order[begin], nesting + 1))
            return false;
        begin = end;
    }
    return true;
}

static uint32_t first_of(const struct flow *flow, uint32_t b)
{
    return b ? flow->blocks[b - 1].last + 1 : 0;
}

static void set_ranks(const struct flow *flow, struct tw_op *ops)
{
    uint32_t rank = 0;
    for (size_t i = 0; i < flow->block_count; i++) {
        uint32_t b = flow->order[i];
        for (uint32_t op = first_of(flow, b); op <= flow->blocks[b].last; op++) {
            ops[op].rank = rank++;
            ops[op].straight = flow->blocks[b].last - op + 1;
        }
    }
    for (uint32_t b = 0; b < flow->block_count; b++) {
        size_t end = flow->blocks[b].loop_end;
        if (!end) continue;
        ops[first_of(flow, b)].loop_end =
            end < flow->block_count ? ops[first_of(flow, flow->order[end])].rank : rank;
    }
}

int tw_flow_rank(struct tw_op *ops, size_t count, struct tw_error *error)
{
    bool *leader = calloc(count, sizeof *leader);
    struct flow flow = {.ops = ops, .count = count, .blocks = calloc(count, sizeof *flow.blocks)};
    uint32_t *numbers = calloc(count, 5 * sizeof *numbers);
    int code = TW_OK;
    if (leader && flow.blocks && numbers) {
        flow.block_of = numbers;
        flow.order = numbers + count;
        flow.stack = numbers + 2 * count;
        flow.calls = numbers + 3 * count;
        flow.spare = numbers + 4 * count;
        mark_leaders(&flow, leader);
        make_blocks(&flow, leader);
        bool sorted = sort_region(&flow, 0, flow.block_count, TW_NEVER, 0);
        if (sorted) set_ranks(&flow, ops);
        if (!sorted) code = tw_fail(error, TW_UNSUPPORTED, "loops nested more than %u deep", MAX_NESTING);
    } else {
        code = tw_fail(error, TW_MEMORY, "out of memory while decoding a kernel");
    }
    free(leader);
    free(flow.blocks);
    free(numbers);
    return code;
}
