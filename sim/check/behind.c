/*
 * What stands behind a barrier: the operations that only a thread which has come to the barrier should
 * execute. A thread that executes one of them without, has passed the barrier by.
 *
 *     if (p) bar.sync          behind it: b, c              An edge forward leads to a higher rank (flow.c).
 *     b                                                     Behind a barrier stands what forward edges lead
 *     while (q) {              behind it: r, s, c           to from it, and from where its loops are left;
 *         a                    not a, which comes first     and the turn back to the head of such a loop: who
 *         bar.sync             each time round              takes it has been round without the barrier.
 *         r                                                 Branches and exits by themselves do nothing, so a
 *         if (s) continue                                   thread that only jumps to the end has returned
 *     }                                                     early.
 *     c
 *
 * The kernel's tail, arithmetic and stores to global memory from where no branch is left before the end, is
 * a case of its own when it stores what was computed behind the barrier. For the others it stores what they
 * had before, and that is what compilers make of `if (i >= n) { out[i] = 0; return; }`: a thread that has
 * not touched shared memory either has returned early.
 */
#include "sim/check/barriers.h"

#include <stdlib.h>
#include <string.h>

#include "sim/exec/decode/live.h"

static bool is_conditional(const struct tw_op *op)
{
    return op->instruction && op->instruction->guarded;
}

/* The operations that may follow one. A branch that always goes has none behind it: TW_NEVER. */
static size_t successor_count(const struct tw_op *op)
{
    return 1 + tw_op_target_count(op);
}

static uint32_t successor(const struct tw_op *ops, uint32_t at, size_t i)
{
    const struct tw_op *op = &ops[at];
    if (i) return tw_op_target(op, i - 1);
    return (tw_op_is_branch(op) || tw_op_is_exit(op)) && !is_conditional(op) ? TW_NEVER : at + 1;
}

static bool in_loop(const struct tw_op *head, const struct tw_op *op)
{
    return op->rank >= head->rank && op->rank < head->loop_end;
}

/* Marks an operation and all that forward edges lead to from it. `stack` has room for every operation. */
static void mark(const struct tw_op *ops, uint32_t from, uint8_t *marked, uint32_t *stack)
{
    size_t depth = 0;
    if (!marked[from]) stack[depth++] = from;
    marked[from] = TW_BEHIND;
    while (depth) {
        uint32_t at = stack[--depth];
        for (size_t i = 0; i < successor_count(&ops[at]); i++) {
            uint32_t next = successor(ops, at, i);
            bool forward = next != TW_NEVER && ops[next].rank > ops[at].rank;
            if (!forward || marked[next]) continue;
            marked[next] = TW_BEHIND;
            stack[depth++] = next;
        }
    }
}

/* Where the loop is left. */
static void mark_exits(const struct tw_program *program, const struct tw_op *head, uint8_t *marked,
                       uint32_t *stack)
{
    const struct tw_op *ops = program->ops;
    for (uint32_t at = 0; at < program->count; at++) {
        if (!in_loop(head, &ops[at])) continue;
        for (size_t i = 0; i < successor_count(&ops[at]); i++) {
            uint32_t next = successor(ops, at, i);
            bool leaves = next != TW_NEVER && ops[next].rank >= head->loop_end;
            if (leaves) mark(ops, next, marked, stack);
        }
    }
}

/* Arithmetic, or what of memory has no business with other threads of the block. */
static bool is_private(const struct tw_op *op)
{
    if (op->call) return false;
    if (!op->resolve) return strncmp(op->instruction->opcode, "bar", 3) != 0;
    switch (op->instruction->words[TW_PTX_CLASS_SPACE]) {
    case TW_PTX_SPACE_PARAM:
    case TW_PTX_SPACE_CONST:
    case TW_PTX_SPACE_LOCAL:
        return true;
    case TW_PTX_SPACE_GLOBAL:
        return op->is_store;
    default:
        return false;
    }
}

static bool is_shared(const struct tw_op *op)
{
    return op->resolve && tw_may_be_shared(op->instruction);
}

/* Finds for every operation whether it is in the kernel's tail. */
static void find_tail(const struct tw_program *program, bool *tail)
{
    for (size_t at = program->count; at-- > 0;) {
        const struct tw_op *op = &program->ops[at];
        bool branch = tw_op_is_branch(op);
        if (branch || tw_op_is_exit(op)) {
            bool one = tw_op_target_count(op) == 1;
            tail[at] = !is_conditional(op) &&
                       (!branch || (one && tw_op_target(op, 0) > at && tail[tw_op_target(op, 0)]));
        } else {
            tail[at] = is_private(op) && tail[at + 1];
        }
    }
}

/* Memory for the work: `stack` and `tail` of every operation, `written` of every register of a function. */
struct scratch {
    uint32_t *stack;
    bool *tail, *written;
};

static void note(void *written, uint32_t r)
{
    ((bool *)written)[r] = true;
}

static size_t most_registers(const struct tw_program *program)
{
    size_t most = 0;
    for (size_t c = 0; c < program->routine_count; c++) {
        size_t count = program->routines[c].function->register_count;
        most = count > most ? count : most;
    }
    return most;
}

/* The registers that are written behind the barrier, before the tail. All that is marked is in the barrier's function. */
static void find_written(const struct tw_program *program, const uint8_t *marked,
                         const struct scratch *scratch)
{
    memset(scratch->written, 0, most_registers(program) * sizeof *scratch->written);
    for (size_t at = 0; at < program->count; at++) {
        const struct tw_op *op = &program->ops[at];
        if (!marked[at] || scratch->tail[at] || !op->instruction) continue;
        tw_each_register(op->instruction, true, note, scratch->written);
    }
}

struct asked {
    const bool *written;
    bool yes;
};

static void ask(void *context, uint32_t r)
{
    struct asked *asked = context;
    asked->yes = asked->yes || asked->written[r];
}

static bool stores_written(const struct tw_op *store, const bool *written)
{
    struct asked asked = {.written = written};
    for (unsigned i = 0; i < store->instruction->operand_count; i++) {
        const struct tw_ptx_operand *operand = &store->instruction->operands[i];
        if (operand->kind != TW_PTX_OPERAND_MEMORY) tw_each_in(operand, ask, &asked);
    }
    return asked.yes;
}

static void sort_tail(const struct tw_program *program, uint8_t *marked, const struct scratch *scratch)
{
    find_written(program, marked, scratch);
    for (size_t at = 0; at < program->count; at++) {
        const struct tw_op *op = &program->ops[at];
        if (!scratch->tail[at] || !marked[at]) continue;
        bool result = op->is_store && stores_written(op, scratch->written);
        marked[at] = result ? TW_IN_TAIL : op->is_store ? TW_BEHIND : TW_NOT_BEHIND;
    }
}

static void mark_behind(const struct tw_program *program, uint32_t barrier, const struct scratch *scratch,
                        uint8_t *marked)
{
    const struct tw_op *ops = program->ops;
    if (ops[barrier + 1].rank > ops[barrier].rank) mark(ops, barrier + 1, marked, scratch->stack);
    for (uint32_t head = 0; head < program->count; head++) {
        if (in_loop(&ops[head], &ops[barrier])) mark_exits(program, &ops[head], marked, scratch->stack);
    }
    sort_tail(program, marked, scratch);
    for (uint32_t at = 0; at < program->count; at++) {
        const struct tw_op *op = &ops[at];
        if (tw_op_is_exit(op)) marked[at] = TW_NOT_BEHIND;
        if (!tw_op_is_branch(op)) continue;
        bool turns = false;
        for (size_t i = 0; i < tw_op_target_count(op); i++) {
            const struct tw_op *target = &ops[tw_op_target(op, i)];
            turns = turns || (target->rank <= op->rank && in_loop(target, &ops[barrier]));
        }
        marked[at] = turns ? TW_BEHIND : TW_NOT_BEHIND;
    }
}

static size_t count_barriers(const struct tw_program *program)
{
    size_t count = 0;
    for (size_t at = 0; at < program->count; at++) count += tw_op_is_barrier(&program->ops[at]);
    return count;
}

static void mark_all(struct tw_behind *behind, const struct tw_program *program,
                     const struct scratch *scratch)
{
    find_tail(program, scratch->tail);
    for (uint32_t at = 0; at < program->count; at++) {
        behind->shares[at] = is_shared(&program->ops[at]);
        if (!tw_op_is_barrier(&program->ops[at])) continue;
        behind->barriers[behind->count] = at;
        mark_behind(program, at, scratch, behind->marked + behind->count++ * program->count);
    }
}

bool tw_behind_make(struct tw_behind *behind, const struct tw_program *program)
{
    size_t count = count_barriers(program);
    *behind = (struct tw_behind){.operations = program->count};
    behind->barriers = calloc(count + 1, sizeof *behind->barriers);
    behind->marked = calloc(count + 1, program->count * sizeof *behind->marked);
    behind->shares = calloc(program->count, sizeof *behind->shares);
    struct scratch scratch = {calloc(program->count, sizeof *scratch.stack),
                              calloc(program->count, sizeof *scratch.tail),
                              calloc(most_registers(program) + 1, sizeof *scratch.written)};
    bool made = behind->barriers && behind->marked && behind->shares && scratch.stack && scratch.tail &&
                scratch.written;
    if (made) mark_all(behind, program, &scratch);
    free(scratch.stack);
    free(scratch.tail);
    free(scratch.written);
    return made;
}

void tw_behind_free(struct tw_behind *behind)
{
    free(behind->barriers);
    free(behind->marked);
    free(behind->shares);
    *behind = (struct tw_behind){0};
}

const uint8_t *tw_behind_barrier(const struct tw_behind *behind, uint32_t barrier)
{
    size_t i = 0;
    while (behind->barriers[i] != barrier) i++;
    return behind->marked + i * behind->operations;
}
