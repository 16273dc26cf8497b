/* Findings: what a kernel did wrong, in words, with everything that is known about where. */
#include "sim/check/doubt.h"
#include "sim/check/found.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/lane_access.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mangled.h"
#include "base/text.h"

void tw_add_place(struct tw_text *text, const struct tw_sim_worker *worker, const struct tw_op *op)
{
    const struct tw_program *program = worker->running->program;
    const struct tw_ptx_instruction *instruction = op->instruction;
    const struct tw_routine *routine = tw_routine_of(program, op);
    if (!instruction) {
        tw_text_add(text, "the end of ");
        if (routine->index == program->routines->index)
            tw_text_add(text, "the kernel");
        else
            tw_mangled_add(routine->function->name, text);
        return;
    }
    tw_text_add(text, instruction->opcode);
    if (routine != program->routines) {
        tw_text_add(text, " in ");
        tw_mangled_add(routine->function->name, text);
    }
    tw_text_addf(text, ", PTX line %u", instruction->line);
    uint32_t file = instruction->source_file;
    if (!instruction->source_line) return;
    const char *name = file < program->module->file_count ? program->module->files[file] : NULL;
    if (name) {
        tw_text_addf(text, " (%s:%u)", name, instruction->source_line);
    } else {
        tw_text_addf(text, " (source line %u)", instruction->source_line);
    }
}

void tw_add_block(struct tw_text *text, const uint32_t block[3])
{
    tw_text_addf(text, "block (%u,%u,%u)", block[0], block[1], block[2]);
}

/* The coordinates of a thread of the block, from its number. */
static void coordinates(const struct tw_sim_worker *worker, unsigned thread, uint32_t at[3])
{
    const uint32_t *block = worker->running->launch->block;
    at[0] = thread % block[0];
    at[1] = thread / block[0] % block[1];
    at[2] = thread / block[0] / block[1];
}

static void add_thread(struct tw_text *text, const struct tw_sim_worker *worker, unsigned thread)
{
    uint32_t at[3];
    coordinates(worker, thread, at);
    tw_text_addf(text, "thread (%u,%u,%u)", at[0], at[1], at[2]);
}

void tw_add_thread(struct tw_text *text, const struct tw_sim_worker *worker, const uint32_t owner[3],
                   unsigned thread)
{
    if (memcmp(owner, worker->block, sizeof worker->block) != 0) {
        tw_add_block(text, owner);
        tw_text_add(text, ", ");
    }
    add_thread(text, worker, thread);
}

/* "; hardware lets it pass: ...", where the launch goes on. */
static void add_pass(struct tw_text *text, enum tw_sim_pass pass)
{
    static const char *const what[] = {
#define X(passed, what) [passed] = what,
        TW_SIM_PASSES(X)
#undef X
    };
    tw_text_addf(text, "; hardware lets it pass: %s", what[pass]);
}

/* Collects what stops nothing. */
static void collect(struct tw_sim_worker *worker, const struct tw_found *found, const struct tw_text *text)
{
    if (!tw_found_known(&worker->findings, found))
        tw_found_add(&worker->findings, found,
                     text->failed ? "out of memory for what happened" : tw_text_string(text));
}

/* The first that stops the block stays, and the first note. */
static void store(struct tw_sim_worker *worker, const struct tw_found *found, const struct tw_text *text)
{
    const char *words = text->failed ? TW_SIM_UNTOLD : tw_text_string(text);
    struct tw_finding *first = found->told.is_note ? &worker->note : &worker->finding;
    if (!tw_found_known(&worker->findings, found)) tw_found_add(&worker->findings, found, words);
    if (first->text[0]) return;
    first->fault = found->told.fault;
    first->block = worker->block_number;
    snprintf(first->text, sizeof first->text, "%s", words);
}

static struct tw_found found_at(const struct tw_sim_worker *worker, const struct tw_op *op,
                                enum tw_sim_fault fault)
{
    const struct tw_program *program = worker->running->program;
    struct tw_found found = {.op = op ? &program->ops[op->place] : NULL, .block = worker->block_number};
    found.told.fault = fault;
    found.told.kernel = program->function->name;
    found.told.first.place = tw_place_of(program, op);
    memcpy(found.told.first.block, worker->block, sizeof worker->block);
    return found;
}

/* "kernel lin: st.global.u32, PTX line 98 (lin.cu:5), block (0,0,0), " */
static void begin(struct tw_text *text, const struct tw_sim_worker *worker, const struct tw_op *op)
{
    tw_text_add(text, "kernel ");
    tw_mangled_add(worker->running->program->function->name, text);
    tw_text_add(text, ": ");
    if (op) tw_add_place(text, worker, op);
    if (op) tw_text_add(text, ", ");
    tw_add_block(text, worker->block);
    tw_text_add(text, ", ");
}

/* Stops the warp. *found: what is known beside the words, of found_at. */
static void stop(struct tw_warp *warp, const struct tw_op *op, unsigned lane, struct tw_found found,
                 const char *what)
{
    struct tw_sim_worker *worker = warp->worker;
    struct tw_text text = {0};
    unsigned thread = warp->number * 32 + lane;
    coordinates(worker, thread, found.told.first.thread);
    begin(&text, worker, op);
    add_thread(&text, worker, thread);
    tw_text_addf(&text, ": %s", what);
    store(worker, &found, &text);
    tw_text_free(&text);
    warp->moved = true;
    warp->running = false;
}

void tw_find(struct tw_warp *warp, const struct tw_op *op, enum tw_sim_fault fault, unsigned lane,
             const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    stop(warp, op, lane, found_at(warp->worker, op, fault), what);
}

void tw_find_address(struct tw_warp *warp, const struct tw_op *op, unsigned lane, enum tw_ptx_word space,
                     uint64_t address)
{
    const bool misaligned = address % op->access_bytes != 0;
    struct tw_text text = {0};
    struct tw_found found = found_at(warp->worker, op, misaligned ? TW_SIM_MISALIGNED : TW_SIM_BAD_ADDRESS);
    found.told.address = address;
    found.told.bytes = op->access_bytes;
    tw_describe_address(&text, warp, op, lane, space, address, &found.told);
    stop(warp, op, lane, found, text.failed ? "out of memory for the address" : tw_text_string(&text));
    tw_text_free(&text);
}

bool tw_find_passing(struct tw_warp *warp, const struct tw_op *op, enum tw_sim_pass pass,
                     enum tw_sim_fault fault, unsigned lane, const char *what)
{
    struct tw_sim_worker *worker = warp->worker;
    if (!worker->running->launch->goes_on) {
        tw_find(warp, op, fault, lane, "%s", what);
        return false;
    }
    struct tw_text text = {0};
    struct tw_found found = found_at(worker, op, fault);
    coordinates(worker, warp->number * 32 + lane, found.told.first.thread);
    begin(&text, worker, op);
    add_thread(&text, worker, warp->number * 32 + lane);
    tw_text_addf(&text, ": %s", what);
    add_pass(&text, pass);
    collect(worker, &found, &text);
    tw_text_free(&text);
    return true;
}

void tw_find_in_block(struct tw_sim_worker *worker, const struct tw_op *op, enum tw_sim_fault fault,
                      enum tw_gravity gravity, const char *what)
{
    const bool passes = gravity == TW_FAILURE && fault == TW_SIM_BARRIER && worker->running->launch->goes_on;
    struct tw_text text = {0};
    struct tw_found found = found_at(worker, op, fault);
    found.told.is_note = gravity != TW_FAILURE;
    found.told.is_undefined = gravity == TW_NOTE_IN_PTX;
    found.told.first.whole_block = true;
    begin(&text, worker, fault == TW_SIM_DEADLOCK ? NULL : op); /* whose words name all places */
    tw_text_add(&text, what);
    if (passes) add_pass(&text, TW_SIM_PASS_BARRIER);
    (passes ? collect : store)(worker, &found, &text);
    tw_text_free(&text);
    for (unsigned w = 0; gravity == TW_FAILURE && !passes && w < worker->warp_count; w++) {
        worker->warps[w].moved = true;
        worker->warps[w].running = false;
    }
}

static void add_how(struct tw_text *text, const struct tw_caught *caught)
{
    switch (caught->how) {
    case TW_HOW_UNORDERED:
        tw_text_addf(text, ", a race: nothing orders it after the %s by ",
                     tw_verb_of(caught->other_op, caught->shared));
        break;
    case TW_HOW_SAME_VALUE:
        tw_text_add(text, ", a race: nothing orders it after the store of the same value by ");
        break;
    case TW_HOW_AT_ONCE:
        tw_text_add(text, ", a race: the same instruction stores another value for ");
        break;
    case TW_HOW_UNWRITTEN:
        tw_text_add(text, ", which nothing has written");
        break;
    case TW_HOW_PARTLY_WRITTEN:
        tw_text_add(text, ", which is written only in part");
        break;
    case TW_HOW_BEHIND_EXIT:
        tw_text_add(text, ", a race: nothing orders it before that block's end");
        break;
    case TW_HOW_STILL_READ:
        tw_text_add(text,
                    ", a race: it may still be read, as no wgmma.wait_group has waited for the product of ");
        break;
    case TW_HOW_OUTSIDE_ARRAY:
        break; /* tw_add_access has said it */
    }
}

static void add_other(struct tw_text *text, const struct tw_sim_worker *worker,
                      const struct tw_caught *caught)
{
    tw_add_thread(text, worker, caught->other_block, (unsigned)caught->other);
    tw_text_add(text, ", at ");
    tw_add_place(text, worker, caught->other_op);
    if (!tw_leaves_array(worker, caught->other_op, caught->address, 1, caught->shared && !caught->owner))
        return;
    tw_text_add(text, ", which goes by the address of ");
    tw_mangled_add(caught->other_op->array->name, text);
}

/* In memory that the system keeps of a block's, which is zero when the block begins. Only NVIDIA's headers come there, with an order
   of their own. */
static bool is_systems(const struct tw_sim_worker *worker, const struct tw_caught *caught)
{
    const struct tw_sim_worker *owner = caught->owner ? caught->owner : worker;
    return caught->shared && caught->address < owner->system_bytes;
}

/* In the headers of cooperative groups, which keep barriers and scratch memory in what block_tile_memory declares; what
   memcpy_async copies is the kernel's. */
static bool is_of_groups(const struct tw_sim_worker *worker, const struct tw_op *op)
{
    const char *file = tw_place_of(worker->running->program, op).source_file;
    return file && strstr(file, "cooperative_groups") && !strstr(file, "memcpy");
}

void tw_catch(struct tw_sim_worker *worker, const struct tw_caught *caught)
{
    if (is_systems(worker, caught)) return;
    struct tw_found found = found_at(worker, caught->op, caught->fault);
    if (worker->looking) {
        tw_doubt_hold(worker->looking, caught);
        return;
    }
    found.other = caught->other_op;
    found.told.is_note = caught->is_note || (caught->shared && is_of_groups(worker, caught->op) &&
                                             is_of_groups(worker, caught->other_op));
    found.told.between_blocks =
        caught->other >= 0 && memcmp(caught->other_block, worker->block, sizeof worker->block) != 0;
    if (tw_found_known(&worker->findings, &found)) return;
    found.told.address = caught->address;
    found.told.bytes = caught->bytes;
    if (tw_leaves_array(worker, caught->op, caught->address, caught->bytes, caught->shared && !caught->owner))
        found.told.array = caught->op->array->name;
    coordinates(worker, caught->first, found.told.first.thread);
    struct tw_text text = {0};
    begin(&text, worker, caught->op);
    add_thread(&text, worker, caught->first);
    tw_text_add(&text, ": ");
    tw_add_access(&text, worker, caught);
    add_how(&text, caught);
    if (caught->other >= 0) {
        coordinates(worker, (unsigned)caught->other, found.told.other.thread);
        memcpy(found.told.other.block, caught->other_block, sizeof worker->block);
        found.told.other.place = tw_place_of(worker->running->program, caught->other_op);
        add_other(&text, worker, caught);
    }
    tw_found_add(&worker->findings, &found, text.failed ? TW_SIM_UNTOLD : tw_text_string(&text));
    tw_text_free(&text);
}

void tw_catch_absent(struct tw_warp *warp, const struct tw_absent *absent)
{
    struct tw_sim_worker *worker = warp->worker;
    const unsigned first = warp->number * 32;
    struct tw_found found = found_at(worker, absent->op, TW_SIM_ABSENT_LANE);
    found.other = absent->asked_at;
    if (tw_found_known(&worker->findings, &found)) return;
    coordinates(worker, first + absent->lane, found.told.first.thread);
    coordinates(worker, first + absent->asking, found.told.other.thread);
    memcpy(found.told.other.block, worker->block, sizeof worker->block);
    found.told.other.place = tw_place_of(worker->running->program, absent->asked_at);
    struct tw_text text = {0};
    begin(&text, worker, absent->op);
    add_thread(&text, worker, first + absent->lane);
    tw_text_add(&text, ": uses a value that ");
    if (absent->asking == absent->lane)
        tw_text_add(&text, "it");
    else
        add_thread(&text, worker, first + absent->asking);
    tw_text_addf(&text, ", lane %u, asked lane %u for, %s, at ", absent->asking, absent->source, absent->why);
    tw_add_place(&text, worker, absent->asked_at);
    tw_found_add(&worker->findings, &found,
                 text.failed ? "out of memory for what happened" : tw_text_string(&text));
    tw_text_free(&text);
}

void tw_check_array(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    const struct tw_lane_access *access)
{
    const uint64_t begin = op->array->begin + warp->worker->shared_front, needs = tw_op_needs(op);
    for (uint32_t left = active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        const uint64_t offset = access->address[lane] - begin;
        const bool inside = offset < op->array->bytes && needs <= op->array->bytes - offset;
        if (inside || access->address[lane] >= warp->worker->shared_bytes) continue;
        const struct tw_caught caught = {.fault = TW_SIM_OUTSIDE_ARRAY,
                                         .op = op,
                                         .first = warp->number * 32 + lane,
                                         .other = -1,
                                         .shared = true,
                                         .address = access->address[lane],
                                         .bytes = needs,
                                         .how = TW_HOW_OUTSIDE_ARRAY};
        tw_catch(warp->worker, &caught);
    }
}

/* The variable is the provider's (driver/sim.c); who meets the limit must learn what moves it. */
void tw_find_timeout(struct tw_warp *warp, const struct tw_op *op)
{
    struct tw_running *running = warp->worker->running;
    uint64_t steps = warp->steps - warp->first_step, limit = running->launch->steps;
    if (limit && steps > limit) {
        tw_find(warp, op, TW_SIM_TIMEOUT, 0,
                "no end after %llu instructions of this warp; TILEWRIGHT_SIM_STEPS sets how many one may "
                "take, 0 for no limit",
                (unsigned long long)limit);
        return;
    }
    uint64_t begun = atomic_load(&running->next_block);
    tw_find(warp, op, TW_SIM_TIMEOUT, 0,
            "no end after %g s of processor time, %llu of %llu blocks begun; TILEWRIGHT_SIM_TIMEOUT sets the "
            "seconds that a launch may take, 0 for no limit",
            running->launch->seconds, (unsigned long long)(begun < running->blocks ? begun : running->blocks),
            (unsigned long long)running->blocks);
}
