/*
 * The functions of a program: which ones a kernel may call, which may call themselves, what a call must save
 * and how much stack all of them need.
 *
 * A function has its registers at one place, whoever calls it. That is enough while no lane is in a function
 * twice; where it may be, a call first saves those of its caller's registers that are read again behind it
 * (live.h), and that is also what the stack of a GPU has to hold.
 *
 * An indirect call may go where its .calltargets say, or, with a prototype, to every function whose address
 * is taken somewhere in the module and whose parameters fit.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/exec/builtins.h"
#include "sim/exec/children.h"
#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/live.h"

/* --- which functions */

struct search {
    struct tw_program *program;
    bool *seen, *taken; /* by function: it has a routine; its address is taken somewhere */
    bool knows_taken;
    struct tw_error *error;
};

static void take_addresses(struct search *search)
{
    const struct tw_ptx_module *module = search->program->module;
    if (search->knows_taken) return;
    search->knows_taken = true;
    for (size_t f = 0; f < module->function_count; f++) {
        const struct tw_ptx_function *function = &module->functions[f];
        for (size_t i = 0; i < function->instruction_count; i++) {
            const struct tw_ptx_instruction *instruction = &function->instructions[i];
            for (unsigned k = 0; k < instruction->operand_count; k++) {
                const struct tw_ptx_operand *operand = &instruction->operands[k];
                if (operand->kind == TW_PTX_OPERAND_FUNCTION) search->taken[operand->index] = true;
            }
        }
    }
    for (size_t v = 0; v < module->variable_count; v++) {
        const struct tw_ptx_variable *variable = &module->variables[v];
        for (size_t k = 0; k < variable->relocation_count; k++) {
            const struct tw_ptx_relocation *relocation = &variable->relocations[k];
            if (relocation->is_function) search->taken[relocation->variable] = true;
        }
    }
}

static int refused(const struct search *search, const struct tw_ptx_function *function, uint32_t line)
{
    const struct tw_ptx_refusal *refusal = function->refusal;
    const char *kernel = search->program->function->name;
    if (!refusal) {
        return tw_fail_at(search->error, TW_UNSUPPORTED, "<ptx>", line, 0,
                          "kernel %s calls %s, which is defined in another module", kernel, function->name);
    }
    tw_fail_at(search->error, TW_UNSUPPORTED, "<ptx>", refusal->line, refusal->column,
               "kernel %s calls %s: %s", kernel, function->name, refusal->message);
    if (refusal->detail) tw_error_add_detail(search->error, refusal->detail);
    return TW_UNSUPPORTED;
}

static bool can_run(const struct tw_ptx_function *function)
{
    return !function->refusal && (function->is_defined || tw_builtin_find(function->name));
}

static void add_code(struct search *search, uint32_t index)
{
    struct tw_program *program = search->program;
    const struct tw_ptx_function *function = &program->module->functions[index];
    if (search->seen[index]) return;
    search->seen[index] = true;
    program->launches |= !function->is_defined && tw_children_find(function->name);
    program->allocates |=
        program->launches || (!function->is_defined && strcmp(function->name, "malloc") == 0);
    program->routines[program->routine_count++] =
        (struct tw_routine){.function = function,
                            .index = index,
                            .frame_align = 16,
                            .builtin = function->is_defined ? NULL : tw_builtin_find(function->name)};
}

static int add_called(struct search *search, const struct tw_ptx_instruction *instruction)
{
    const struct tw_ptx_module *module = search->program->module;
    const struct tw_ptx_table *table = instruction->table;
    if (instruction->call->target.kind == TW_PTX_OPERAND_FUNCTION) {
        uint32_t index = instruction->call->target.index;
        if (!can_run(&module->functions[index]))
            return refused(search, &module->functions[index], instruction->line);
        add_code(search, index);
        return TW_OK;
    }
    take_addresses(search);
    for (uint32_t f = 0; f < module->function_count; f++) {
        const struct tw_ptx_function *function = &module->functions[f];
        bool called = table->kind == TW_PTX_PROTOTYPE && search->taken[f] && !function->is_entry &&
                      tw_ptx_alike(&function->signature, &table->signature);
        for (size_t i = 0; table->kind == TW_PTX_CALL_TARGETS && i < table->target_count; i++)
            called = called || table->targets[i] == f;
        if (called && can_run(function)) add_code(search, f);
    }
    return TW_OK;
}

static void place_operations(struct tw_program *program)
{
    uint32_t first = 0;
    for (size_t c = 0; c < program->routine_count; c++) {
        struct tw_routine *routine = &program->routines[c];
        routine->first = first;
        routine->count = routine->builtin ? 0 : (uint32_t)routine->function->instruction_count + 1;
        first += routine->count;
    }
    program->count = first;
}

int tw_calls_find(struct tw_program *program, struct tw_error *error)
{
    const struct tw_ptx_module *module = program->module;
    struct search search = {.program = program, .error = error};
    int status = TW_OK;
    program->routines = calloc(module->function_count, sizeof *program->routines);
    search.seen = calloc(module->function_count, sizeof *search.seen);
    search.taken = calloc(module->function_count, sizeof *search.taken);
    if (program->routines && search.seen && search.taken) {
        add_code(&search, (uint32_t)(program->function - module->functions));
        for (size_t c = 0; !status && c < program->routine_count; c++) {
            const struct tw_ptx_function *function = program->routines[c].function;
            for (size_t i = 0; !status && i < function->instruction_count; i++) {
                if (!function->instructions[i].call) continue;
                program->call_count++;
                status = add_called(&search, &function->instructions[i]);
            }
        }
        place_operations(program);
    } else {
        status = tw_fail(error, TW_MEMORY, "out of memory while decoding a kernel");
    }
    free(search.seen);
    free(search.taken);
    return status;
}

/* By the instruction: the operation may be a copy. The end of a function has none. */
const struct tw_routine *tw_routine_of(const struct tw_program *program, const struct tw_op *op)
{
    const struct tw_routine *routine = program->routines;
    for (size_t left = program->routine_count; left; left--, routine++) {
        const struct tw_ptx_function *function = routine->function;
        bool here = op->instruction
                        ? op->instruction >= function->instructions &&
                              op->instruction < function->instructions + function->instruction_count
                        : op == &program->ops[routine->first + routine->count - 1];
        if (here) return routine;
    }
    return program->routines;
}

/* --- who may call himself: what is left of the graph of calls when those are taken away who call nobody that is
   left, then those whom nobody calls. What lies between two circles stays with them. */

struct graph {
    size_t count;
    bool *calls; /* [caller * count + called] */
    bool *gone;
};

bool tw_call_may_go(const struct tw_ptx_instruction *instruction, const struct tw_routine *routine)
{
    const struct tw_ptx_table *table = instruction->table;
    if (instruction->call->target.kind == TW_PTX_OPERAND_FUNCTION)
        return instruction->call->target.index == routine->index;
    if (routine->function->is_entry) return false;
    if (table->kind == TW_PTX_PROTOTYPE)
        return tw_ptx_alike(&routine->function->signature, &table->signature);
    for (size_t i = 0; i < table->target_count; i++) {
        if (table->targets[i] == routine->index) return true;
    }
    return false;
}

static void make_graph(struct graph *graph, const struct tw_program *program)
{
    for (size_t c = 0; c < graph->count; c++) {
        const struct tw_ptx_function *function = program->routines[c].function;
        for (size_t i = 0; i < function->instruction_count; i++) {
            const struct tw_ptx_instruction *instruction = &function->instructions[i];
            for (size_t t = 0; instruction->call && t < graph->count; t++)
                graph->calls[c * graph->count + t] |= tw_call_may_go(instruction, &program->routines[t]);
        }
    }
}

/* The most that a function and those it calls have on the stack; theirs are known. */
static uint32_t need_of(const struct graph *graph, const struct tw_program *program, size_t c,
                        const uint32_t *need)
{
    uint32_t most = 0;
    for (size_t t = 0; t < graph->count; t++) {
        if (graph->calls[c * graph->count + t] && need[t] > most) most = need[t];
    }
    return most + (c ? TW_RETURN_BYTES + ((program->routines[c].local_bytes + 7) & ~7u) : 0);
}

static void peel(struct graph *graph, struct tw_program *program, uint32_t *need)
{
    bool changed = true;
    for (bool callers = false; changed || !callers;) {
        if (!changed) callers = true;
        changed = false;
        for (size_t c = 0; c < graph->count; c++) {
            bool kept = false;
            for (size_t t = 0; !graph->gone[c] && t < graph->count; t++)
                kept = kept || (!graph->gone[t] &&
                                graph->calls[callers ? t * graph->count + c : c * graph->count + t]);
            if (graph->gone[c] || kept) continue;
            if (!callers) need[c] = need_of(graph, program, c, need);
            graph->gone[c] = changed = true;
        }
    }
    for (size_t c = 0; c < graph->count; c++) program->routines[c].recursive = !graph->gone[c];
    for (size_t c = 0; c < graph->count; c++) program->recursive |= program->routines[c].recursive;
    program->stack_need = program->recursive ? 0 : need[0];
}

/* --- what calls save */

/* `set`: what is live behind the call, but for its results. */
static bool save(const struct tw_routine *routine, const uint64_t *set, struct tw_call *call)
{
    size_t registers = routine->function->register_count;
    call->saved = malloc((registers + routine->address_count + 1) * sizeof *call->saved);
    if (!call->saved) return false;
    for (uint32_t r = 0; r < registers; r++) {
        unsigned bits = tw_ptx_type_info(routine->function->registers[r].type)->bits;
        if (!tw_in_set(set, r)) continue;
        call->saved[call->saved_count++] = (struct tw_kept){routine->registers[r], tw_kept_bits(bits)};
        call->saved_bytes += bits == 64 ? 8 : 4;
    }
    for (size_t a = 0; a < routine->address_count; a++) {
        call->saved[call->saved_count++] =
            (struct tw_kept){routine->addresses[a].reference, routine->addresses[a].wide ? 64 : 32};
    }
    return true;
}

static void leave_out(void *set, uint32_t r)
{
    ((uint64_t *)set)[r / 64] &= ~((uint64_t)1 << r % 64);
}

static bool save_of_code(const struct tw_program *program, const struct tw_routine *routine)
{
    struct tw_live live;
    bool done = tw_live_find(&live, routine->function);
    uint64_t *set = malloc(live.words * sizeof *set);
    done = done && set;
    for (uint32_t i = 0; done && i < routine->function->instruction_count; i++) {
        const struct tw_op *op = &program->ops[routine->first + i];
        if (!op->call) continue;
        tw_live_behind(&live, i, set);
        tw_each_register(op->instruction, true, leave_out, set);
        done = save(routine, set, &program->calls[op->call - program->calls]);
    }
    tw_live_free(&live);
    free(set);
    return done;
}

int tw_calls_measure(struct tw_program *program, struct tw_error *error)
{
    struct graph graph = {.count = program->routine_count};
    uint32_t *need = calloc(graph.count, sizeof *need);
    graph.calls = calloc(graph.count * graph.count, sizeof *graph.calls);
    graph.gone = calloc(graph.count, sizeof *graph.gone);
    bool done = need && graph.calls && graph.gone;
    if (done && program->call_count) {
        make_graph(&graph, program);
        peel(&graph, program, need);
    }
    for (size_t c = 0; done && c < program->routine_count; c++) {
        if (program->routines[c].recursive) done = save_of_code(program, &program->routines[c]);
    }
    free(need);
    free(graph.calls);
    free(graph.gone);
    return done ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory while decoding a kernel");
}
