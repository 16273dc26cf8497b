/*
 * Accesses -> patterns (struct tw_access_pattern). Operations of a basic block that go by the same register, which nothing writes
 * between them, have their lanes at the same distances: they share a pattern, and only the first need look at the lanes.
 */
#include <string.h>

#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/live.h"

#define MOST_CHAINS 16u

struct chains {
    const struct tw_routine *routine;
    const struct tw_op *first[MOST_CHAINS]; /* of operations that share a pattern; NULL: none */
    unsigned next;
};

/* May they share what is found out about them? */
static bool alike(const struct tw_op *a, const struct tw_op *b)
{
    return a->address == b->address && a->address_wide == b->address_wide && a->resolve == b->resolve &&
           a->access_bytes == b->access_bytes && a->is_store == b->is_store && a->counted == b->counted &&
           a->by_rows == b->by_rows && a->is_part == b->is_part && a->atomic_passes == b->atomic_passes;
}

static void forget(struct chains *chains)
{
    memset(chains->first, 0, sizeof chains->first);
}

static void forget_written(void *context, uint32_t r)
{
    struct chains *chains = context;
    for (unsigned i = 0; i < MOST_CHAINS; i++) {
        if (chains->first[i] && chains->first[i]->address == chains->routine->registers[r])
            chains->first[i] = NULL;
    }
}

/* The first of a chain runs whenever the others do, unless it has a guard. */
static void join(struct tw_program *program, struct chains *chains, struct tw_op *op)
{
    for (unsigned i = 0; i < MOST_CHAINS; i++) {
        const struct tw_op *first = chains->first[i];
        if (!first || !alike(first, op)) continue;
        op->access = first->access;
        op->repeats = true;
        return;
    }
    op->access = program->accesses++;
    if (!op->instruction->guarded) chains->first[chains->next++ % MOST_CHAINS] = op;
}

void tw_share_patterns(struct tw_program *program)
{
    for (size_t c = 0; c < program->routine_count; c++) {
        struct chains chains = {.routine = &program->routines[c]};
        for (uint32_t i = 0; i < chains.routine->count; i++) {
            struct tw_op *op = &program->ops[chains.routine->first + i];
            if (op->resolve) {
                join(program, &chains, op);
                op->sample = program->samples++;
            }
            if (op->instruction) tw_each_register(op->instruction, true, forget_written, &chains);
            if (op->straight == 1 || op->call) forget(&chains);
        }
    }
}
