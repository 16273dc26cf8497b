/*
 * The functions of a program: which ones a kernel may call, which may call themselves, what a call must save
 * and how much stack all of them need.
 *
 * A function has its registers at one place, whoever calls it. That is enough while no lane is in a function
 * twice; where it may be, a call first saves those of its caller's registers that are read again behind it
 * (found by the usual analysis of live registers), and that is also what the stack of a GPU has to hold.
 *
 * An indirect call may go where its .calltargets say, or, with a prototype, to every function whose address
 * is taken somewhere in the module and whose parameters fit.
 */
#include "sim/execute.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/match.h"
#include "sim/builtins.h"

#define MOST_LIVE_WORD ((size_t)1 << 22) /* of the sets of live registers: 32 MiB */

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

static bool same_formals(const struct tw_ptx_formal *a, size_t a_count, const struct tw_ptx_formal *b,
                         size_t b_count)
{
    bool same = a_count == b_count;
    for (size_t i = 0; same && i < a_count; i++) same = a[i].bytes == b[i].bytes;
    return same;
}

static bool fits(const struct tw_ptx_signature *a, const struct tw_ptx_signature *b)
{
    return same_formals(a->results, a->result_count, b->results, b->result_count) &&
           same_formals(a->arguments, a->argument_count, b->arguments, b->argument_count);
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
    program->allocates |= !function->is_defined && strcmp(function->name, "malloc") == 0;
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
                      fits(&function->signature, &table->signature);
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
    if (table->kind == TW_PTX_PROTOTYPE) return fits(&routine->function->signature, &table->signature);
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

/* --- live registers of one function, as sets of bits */

struct live {
    const struct tw_program *program;
    const struct tw_routine *routine;
    const struct tw_ptx_function *function;
    size_t words;
    uint64_t *in; /* [instruction * words]: read before they are written, from there on */
    uint64_t *out;
};

static void set_bit(uint64_t *set, uint32_t i, bool value)
{
    uint64_t bit = (uint64_t)1 << i % 64;
    set[i / 64] = value ? set[i / 64] | bit : set[i / 64] & ~bit;
}

static void set_registers(uint64_t *set, const struct tw_ptx_operand *operand, bool value)
{
    if (operand->kind == TW_PTX_OPERAND_REGISTER) set_bit(set, operand->index, value);
    for (unsigned i = 0; i < operand->count && operand->elements; i++)
        set_registers(set, &operand->elements[i], value);
}

/* Of an instruction's operands those that are written (value false), or those that are read. */
static void set_operands(uint64_t *set, const struct tw_ptx_instruction *instruction, bool value)
{
    const struct tw_ptx_call *call = instruction->call;
    const char *letter = tw_ptx_rows[instruction->row].operands;
    for (unsigned i = 0; i < instruction->operand_count; i++, letter++) {
        if (*letter == '?') letter++;
        bool written = *letter >= 'A' && *letter <= 'Z' && !strchr("MNO", *letter);
        if (written != value) set_registers(set, &instruction->operands[i], value);
    }
    for (size_t i = 0; call && !value && i < call->result_count; i++)
        set_registers(set, &call->results[i], false);
    for (size_t i = 0; call && value && i < call->argument_count; i++)
        set_registers(set, &call->arguments[i], true);
    if (call && value) set_registers(set, &call->target, true);
}

static void add_from(const struct live *live, size_t at)
{
    for (size_t w = 0; at < live->function->instruction_count && w < live->words; w++)
        live->out[w] |= live->in[at * live->words + w];
}

/* What is live behind instruction `i`, in live->out. */
static void find_out(const struct live *live, size_t i)
{
    const struct tw_op *op = &live->program->ops[live->routine->first + i];
    const struct tw_ptx_signature *signature = &live->function->signature;
    bool always = !op->instruction->guarded, exit = tw_op_is_exit(op);
    memset(live->out, 0, live->words * sizeof *live->out);
    if (!(always && (exit || tw_op_target_count(op)))) add_from(live, i + 1);
    for (size_t t = 0; t < tw_op_target_count(op); t++)
        add_from(live, tw_op_target(op, t) - live->routine->first);
    for (size_t r = 0; exit && r < signature->result_count; r++) {
        if (signature->results[r].is_register) set_bit(live->out, signature->results[r].index, true);
    }
}

static void find_live(const struct live *live)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = live->function->instruction_count; i-- > 0;) {
            const struct tw_ptx_instruction *instruction = &live->function->instructions[i];
            uint64_t *in = live->in + i * live->words;
            find_out(live, i);
            if (!instruction->guarded) set_operands(live->out, instruction, false);
            set_operands(live->out, instruction, true);
            if (instruction->guarded) set_bit(live->out, instruction->guard, true);
            if (memcmp(in, live->out, live->words * sizeof *in) == 0) continue;
            memcpy(in, live->out, live->words * sizeof *in);
            changed = true;
        }
    }
}

static bool save(const struct live *live, struct tw_call *call)
{
    const struct tw_routine *routine = live->routine;
    size_t registers = live->function->register_count;
    call->saved = malloc((registers + routine->address_count + 1) * sizeof *call->saved);
    if (!call->saved) return false;
    for (uint32_t r = 0; r < registers; r++) {
        unsigned bits = tw_ptx_type_info(live->function->registers[r].type)->bits;
        if (!(live->out[r / 64] >> r % 64 & 1u)) continue;
        call->saved[call->saved_count++] = (struct tw_saved){routine->registers[r], bits == 8 ? 16 : bits};
        call->saved_bytes += bits == 64 ? 8 : 4;
    }
    for (size_t a = 0; a < routine->address_count; a++) {
        call->saved[call->saved_count++] =
            (struct tw_saved){routine->addresses[a].reference, routine->addresses[a].wide ? 64 : 32};
    }
    return true;
}

/* Without room for the sets, all registers are saved. */
static bool save_of_code(const struct tw_program *program, const struct tw_routine *routine)
{
    struct live live = {program, routine, routine->function, routine->function->register_count / 64 + 1,
                        NULL,    NULL};
    size_t count = routine->function->instruction_count;
    bool known = (count + 1) * live.words <= MOST_LIVE_WORD, done = true;
    live.in = known ? calloc((count + 1) * live.words, sizeof *live.in) : NULL;
    live.out = malloc(live.words * sizeof *live.out);
    done = live.out && (live.in || !known);
    if (done && known) find_live(&live);
    for (size_t i = 0; done && i < count; i++) {
        const struct tw_op *op = &program->ops[routine->first + i];
        if (!op->call) continue;
        memset(live.out, 0xFF, live.words * sizeof *live.out);
        if (known) find_out(&live, i);
        set_operands(live.out, op->instruction, false);
        done = save(&live, &program->calls[op->call - program->calls]);
    }
    free(live.in);
    free(live.out);
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
