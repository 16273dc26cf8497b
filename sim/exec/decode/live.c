#include "sim/exec/decode/live.h"

#include <stdlib.h>
#include <string.h>

#include "sim/exec/program.h"
#include "sim/ptx/match.h"

#define MOST_WORDS ((size_t)1 << 22) /* of the sets of a function: 32 MiB each kind */

/* --- what an instruction reads and writes */

void tw_each_in(const struct tw_ptx_operand *operand, tw_visit *visit, void *context)
{
    if (operand->kind == TW_PTX_OPERAND_REGISTER) visit(context, operand->index);
    for (unsigned i = 0; i < operand->count && operand->elements; i++)
        tw_each_in(&operand->elements[i], visit, context);
}

void tw_each_register(const struct tw_ptx_instruction *instruction, bool written, tw_visit *visit,
                      void *context)
{
    const struct tw_ptx_call *call = instruction->call;
    const char *letter = tw_ptx_rows[instruction->row].operands;
    for (unsigned i = 0; i < instruction->operand_count; i++, letter++) {
        const struct tw_ptx_operand *operand = &instruction->operands[i];
        if (*letter == '?') letter++;
        bool place = operand->kind == TW_PTX_OPERAND_MEMORY || operand->kind == TW_PTX_OPERAND_TEXEL;
        bool destination = *letter >= 'A' && *letter <= 'Z' && !place;
        if (destination == written || *letter == 'J') tw_each_in(operand, visit, context);
    }
    for (size_t i = 0; call && written && i < call->result_count; i++)
        tw_each_in(&call->results[i], visit, context);
    for (size_t i = 0; call && !written && i < call->argument_count; i++)
        tw_each_in(&call->arguments[i], visit, context);
    if (call && !written) tw_each_in(&call->target, visit, context);
    if (instruction->guarded && !written) visit(context, instruction->guard);
}

static void put(void *context, uint32_t r)
{
    uint64_t *set = context;
    set[r / 64] |= (uint64_t)1 << r % 64;
}

static void take(void *context, uint32_t r)
{
    uint64_t *set = context;
    set[r / 64] &= ~((uint64_t)1 << r % 64);
}

/* --- where control goes */

static const struct tw_ptx_instruction *last_of(const struct tw_live *live, size_t block)
{
    return &live->function->instructions[live->begin[block + 1] - 1];
}

static size_t target_count(const struct tw_ptx_instruction *instruction)
{
    bool branch = tw_is_branch(instruction);
    return branch && instruction->table ? instruction->table->target_count : branch;
}

static uint32_t target(const struct tw_ptx_instruction *instruction, size_t i)
{
    return instruction->table ? instruction->table->targets[i] : instruction->operands[0].index;
}

static bool ends_block(const struct tw_ptx_instruction *instruction)
{
    return tw_is_branch(instruction) || tw_is_exit(instruction);
}

static void find_blocks(struct tw_live *live)
{
    const struct tw_ptx_function *function = live->function;
    uint32_t count = (uint32_t)function->instruction_count;
    live->block[0] = live->block[count] = 1; /* for now: a block begins here */
    for (uint32_t i = 0; i < count; i++) {
        const struct tw_ptx_instruction *instruction = &function->instructions[i];
        for (size_t t = 0; t < target_count(instruction); t++) live->block[target(instruction, t)] = 1;
        if (ends_block(instruction)) live->block[i + 1] = 1;
    }
    for (uint32_t i = 0; i <= count; i++) {
        if (live->block[i]) live->begin[live->blocks++] = i;
        live->block[i] = (uint32_t)live->blocks - 1;
    }
    live->begin[live->blocks] = count;
}

/* --- the analysis */

static void each_result(const struct tw_ptx_function *function, tw_visit *visit, void *context)
{
    const struct tw_ptx_signature *signature = &function->signature;
    for (size_t r = 0; r < signature->result_count; r++) {
        if (signature->results[r].is_register) visit(context, signature->results[r].index);
    }
}

/* From what is live behind an instruction to what is before it. */
static void step_back(const struct tw_live *live, uint32_t i, uint64_t *set)
{
    const struct tw_ptx_instruction *instruction = &live->function->instructions[i];
    if (!instruction->guarded) tw_each_register(instruction, true, take, set);
    tw_each_register(instruction, false, put, set);
    if (tw_is_exit(instruction)) each_result(live->function, put, set);
}

/* What is live where a block ends, its exits left out. */
static void find_out(const struct tw_live *live, size_t block, uint64_t *set)
{
    memset(set, 0, live->words * sizeof *set);
    if (live->begin[block] == live->begin[block + 1]) {
        each_result(live->function, put, set);
        return;
    }
    const struct tw_ptx_instruction *last = last_of(live, block);
    size_t targets = target_count(last);
    for (size_t t = 0; t <= targets; t++) {
        bool falls = t == targets;
        if (falls && ends_block(last) && !last->guarded) continue;
        const uint64_t *in = live->in + (falls ? block + 1 : live->block[target(last, t)]) * live->words;
        for (size_t w = 0; w < live->words; w++) set[w] |= in[w];
    }
}

/* For each basic block: the registers that it writes before it reads them (`killed`), and the others that it reads (its first `in`). */
static void find_own(const struct tw_live *live, uint64_t *killed)
{
    for (size_t b = 0; b < live->blocks; b++) {
        uint64_t *kill = killed + b * live->words, *in = live->in + b * live->words;
        for (uint32_t i = live->begin[b + 1]; i-- > live->begin[b];) {
            const struct tw_ptx_instruction *instruction = &live->function->instructions[i];
            if (!instruction->guarded) tw_each_register(instruction, true, put, kill);
            step_back(live, i, in);
        }
    }
}

static void spread(const struct tw_live *live, const uint64_t *killed, uint64_t *out)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t b = live->blocks; b-- > 0;) {
            uint64_t *in = live->in + b * live->words;
            const uint64_t *kill = killed + b * live->words;
            find_out(live, b, out);
            for (size_t w = 0; w < live->words; w++) {
                uint64_t more = out[w] & ~kill[w] & ~in[w];
                in[w] |= more;
                changed = changed || more;
            }
        }
    }
}

bool tw_live_find(struct tw_live *live, const struct tw_ptx_function *function)
{
    size_t count = function->instruction_count;
    *live = (struct tw_live){.function = function, .words = function->register_count / 64 + 1};
    live->begin = calloc(count + 2, sizeof *live->begin);
    live->block = calloc(count + 1, sizeof *live->block);
    if (!live->begin || !live->block) return false;
    find_blocks(live);
    if (live->blocks * live->words > MOST_WORDS) return true;
    live->in = calloc(live->blocks * live->words, sizeof *live->in);
    uint64_t *killed = calloc((live->blocks + 1) * live->words, sizeof *killed);
    live->known = live->in && killed;
    if (live->known) {
        find_own(live, killed);
        spread(live, killed, killed + live->blocks * live->words);
    }
    free(killed);
    return live->known;
}

void tw_live_free(struct tw_live *live)
{
    free(live->begin);
    free(live->block);
    free(live->in);
}

void tw_live_behind(const struct tw_live *live, uint32_t i, uint64_t *set)
{
    size_t block = live->block[i];
    if (!live->known) {
        memset(set, 0xFF, live->words * sizeof *set);
        return;
    }
    find_out(live, block, set);
    for (uint32_t k = live->begin[block + 1]; k-- > i + 1;) step_back(live, k, set);
}

void tw_live_partly(const struct tw_live *live, uint64_t *set)
{
    uint64_t *any = set + live->words;
    memset(set, 0, live->words * sizeof *set);
    for (size_t b = 0; b < live->blocks; b++) {
        if (live->begin[b] == live->begin[b + 1]) continue;
        const struct tw_ptx_instruction *last = last_of(live, b);
        const size_t targets = target_count(last);
        const bool falls = !ends_block(last) || last->guarded;
        if (!last->guarded && targets < 2) continue;
        find_out(live, b, any);
        for (size_t t = 0; t < targets + falls; t++) {
            const uint64_t *in =
                live->in + (t == targets ? b + 1 : live->block[target(last, t)]) * live->words;
            for (size_t w = 0; w < live->words; w++) set[w] |= any[w] & ~in[w];
        }
        for (size_t w = 0; tw_is_exit(last) && w < live->words; w++) set[w] |= any[w];
    }
}

/* --- spans */

struct widening {
    struct tw_span *spans;
    uint32_t at;
};

static void widen(void *context, uint32_t r)
{
    const struct widening *widening = context;
    struct tw_span *span = &widening->spans[r];
    if (widening->at < span->first) span->first = widening->at;
    if (widening->at > span->last) span->last = widening->at;
}

static void widen_set(const struct tw_live *live, struct widening *widening, const uint64_t *set)
{
    for (size_t w = 0; w < live->words; w++) {
        for (uint64_t left = set[w]; left; left &= left - 1)
            widen(widening, (uint32_t)(w * 64 + (unsigned)__builtin_ctzll(left)));
    }
}

/* A block's ends are in the span of what is live there, so all between is. */
static void widen_blocks(const struct tw_live *live, struct widening *widening, uint64_t *out)
{
    for (size_t b = 0; b < live->blocks; b++) {
        widening->at = live->begin[b];
        widen_set(live, widening, live->in + b * live->words);
        if (live->begin[b] == live->begin[b + 1]) continue;
        widening->at = live->begin[b + 1] - 1;
        find_out(live, b, out);
        widen_set(live, widening, out);
    }
}

struct tw_span *tw_live_spans(const struct tw_live *live)
{
    const struct tw_ptx_function *function = live->function;
    uint32_t count = (uint32_t)function->instruction_count;
    struct tw_span *spans = malloc((function->register_count + 1) * sizeof *spans);
    uint64_t *out = malloc(live->words * sizeof *out);
    struct widening widening = {.spans = spans};
    for (size_t r = 0; spans && r < function->register_count; r++)
        spans[r] = live->known ? (struct tw_span){UINT32_MAX, 0} : (struct tw_span){0, count};
    if (spans && out && live->known) {
        for (uint32_t i = 0; i < count; i++) {
            widening.at = i;
            tw_each_register(&function->instructions[i], true, widen, &widening);
            tw_each_register(&function->instructions[i], false, widen, &widening);
            if (tw_is_exit(&function->instructions[i])) each_result(function, widen, &widening);
        }
        widen_blocks(live, &widening, out);
        widening.at = 0;
        const struct tw_ptx_signature *signature = &function->signature;
        for (size_t i = 0; i < signature->argument_count; i++) {
            if (signature->arguments[i].is_register) widen(&widening, signature->arguments[i].index);
        }
    }
    for (size_t r = 0; spans && r < function->register_count; r++) {
        if (spans[r].first > spans[r].last) spans[r].first = spans[r].last; /* nothing names it */
    }
    free(out);
    if (out) return spans;
    free(spans);
    return NULL;
}
