/*
 * IR -> program: registers, special registers and constants get places (decode_places.c), operands become references to them
 * (decode_operands.c), calls are told what to pass (decode_calls.c), and every instruction gets its handler.
 */
#include <fenv.h>
#include <stdlib.h>

#include "sim/check/shadow.h"
#include "sim/exec/decode/decode.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/numbers/numbers.h"
#include "sim/ptx/match.h"

int tw_decode_no_memory(struct tw_decoder *decoder)
{
    decoder->status = tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
    return decoder->status;
}

int tw_decode_unknown(struct tw_decoder *decoder, const struct tw_ptx_instruction *instruction)
{
    return tw_fail_at(
        decoder->error, TW_UNSUPPORTED, "<ptx>", instruction->line, 0,
        "the simulator does not know this form of the instruction: %s (kernel %s, source line %u)",
        instruction->opcode, decoder->program->function->name, instruction->source_line);
}

static void run_rounded(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    fesetround(op->rounding);
    op->inner(warp, op, active);
    fesetround(FE_TONEAREST);
}

/* f32 and f64 arithmetic rounds as the host's mode says;
   conversions and half precision round by themselves. */
static void decode_rounding(struct tw_op *op)
{
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    enum tw_ptx_type type = op->instruction->type[0];
    enum tw_ptx_type second = op->instruction->type[1];
    bool mixed = type == TW_PTX_F32 && (second == TW_PTX_F16 || second == TW_PTX_BF16);
    bool alone =
        (type == TW_PTX_F32 || type == TW_PTX_F64 || type == TW_PTX_F32X2) && second == TW_PTX_TYPE_COUNT;
    bool host = alone || mixed;
    op->rounding = modes[tw_rounding_of(op->instruction)];
    if (!host || op->rounding == FE_TONEAREST) return;
    op->inner = op->run;
    op->run = run_rounded;
}

/* Clocks count what the warp has executed in this block (docs/simulator.md). */
static void run_clocked(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_special_tick(warp);
    op->inner(warp, op, active);
}

static bool reads_clock(const struct tw_ptx_operand *operand)
{
    bool clock =
        operand->kind == TW_PTX_OPERAND_SPECIAL && tw_special_is_clock((enum tw_ptx_special)operand->index);
    for (unsigned i = 0; i < operand->count && operand->elements && !clock; i++)
        clock = reads_clock(&operand->elements[i]);
    return clock;
}

/* What reads a clock does not round by the host's mode: `inner` is free. */
static void decode_clock(struct tw_op *op)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    for (unsigned i = 0; i < instruction->operand_count; i++) {
        if (!reads_clock(&instruction->operands[i])) continue;
        op->inner = op->run;
        op->run = run_clocked;
        return;
    }
}

/* What is written to shared memory behind the threads' backs, for the checks: pieces of this many bytes. */
static void decode_copy(struct tw_op *op)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const char *letters = tw_ptx_rows[instruction->row].operands;
    bool sized = strncmp(letters, "NMn", 3) == 0;
    op->element_bytes = op->access_bytes = sized ? (uint8_t)instruction->operands[2].value : 16;
    op->is_store = op->counted = true;
}

static void decode_access(const struct tw_handlers *handlers, struct tw_op *op)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const char *letters = tw_ptx_rows[instruction->row].operands;
    if (letters[0] == 'N') decode_copy(op);
    if (!strchr(letters, 'M') || instruction->type[0] == TW_PTX_TYPE_COUNT) return;
    bool load = letters[0] == 'V', store = letters[1] == 'v' && !strchr(letters, 'O');
    op->element_bytes = (uint8_t)(tw_bits(instruction) / 8);
    op->access_bytes = (uint8_t)(op->element_bytes * op->count);
    op->is_store = store || tw_op_initialises(op);
    op->counted = load || store;
    op->atomic_passes = tw_op_atomic_passes(op);
    op->resolve = handlers->resolve_for(instruction);
    op->by_rows = instruction->words[TW_PTX_CLASS_NUM] != TW_PTX_ABSENT;
    if (op->by_rows) op->access_bytes = 16;
    if (op->by_rows || instruction->words[TW_PTX_CLASS_WSHAPE] != TW_PTX_ABSENT) { /* a matrix's */
        op->is_store = letters[0] == 'M';
        op->counted = true;
    }
    if (load) op->run = handlers->load_for(op);
    if (store) op->run = handlers->store_for(op);
    if (!op->resolve) op->run = NULL;
}

/* Does the operation read what others may change? A load past the first level of cache is weak, but meant for that. */
static bool asks_others(const struct tw_op *op)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const enum tw_ptx_word cache = instruction->words[TW_PTX_CLASS_CACHE];
    const bool atomic = strncmp(instruction->opcode, "atom.", 5) == 0, load = op->counted && !op->is_store,
               fresh = op->is_strong || cache == TW_PTX_CACHE_CG || cache == TW_PTX_CACHE_CV;
    const bool global = instruction->words[TW_PTX_CLASS_SPACE] == TW_PTX_SPACE_GLOBAL;
    return fresh && (atomic || load) && op->register_bits <= 64 && (global || tw_may_be_shared(instruction));
}

static void decode_asking(struct tw_decoder *decoder, struct tw_op *op)
{
    if (!op->resolve || op->inner || !asks_others(op)) return;
    op->asking = decoder->asking++;
    op->inner = op->run;
    op->run = tw_warp_ask;
}

static int decode_instruction(struct tw_decoder *decoder, struct tw_op *op,
                              const struct tw_ptx_instruction *instruction)
{
    op->instruction = instruction;
    op->run = decoder->handlers->select[instruction->row](instruction);
    op->guard = instruction->guarded ? decoder->routine->registers[instruction->guard]
                                     : tw_place_constant(decoder, UINT32_MAX, 1);
    op->guard_flip = instruction->guard_negated ? UINT32_MAX : 0;
    if (!op->run) return tw_decode_unknown(decoder, instruction);
    tw_decode_operands(decoder, op);
    if (op->run) decode_access(decoder->handlers, op);
    op->is_strong = tw_op_is_strong(op);
    if (!op->run) return tw_decode_unknown(decoder, instruction);
    int status = instruction->call ? tw_decode_call(decoder, op) : TW_OK;
    if (!status && tw_op_is_branch(op) && instruction->table) status = tw_decode_branch_table(decoder, op);
    if (status) return status;
    decoder->program->has_stack |= instruction->call || tw_op_takes_stack(op);
    decode_rounding(op);
    decode_clock(op);
    decode_asking(decoder, op);
    return decoder->status;
}

/* What stands behind the last instruction, for functions that run off their end. */
static void decode_end(struct tw_decoder *decoder, struct tw_op *op)
{
    op->run = tw_select_ret(NULL);
    op->guard = tw_place_constant(decoder, UINT32_MAX, 1);
}

static int decode_routine(struct tw_decoder *decoder, struct tw_routine *routine)
{
    struct tw_op *ops = decoder->program->ops + routine->first;
    int status = TW_OK;
    if (routine->builtin) return TW_OK;
    decoder->routine = routine;
    for (uint32_t i = 0; !status && i + 1 < routine->count; i++)
        status = decode_instruction(decoder, &ops[i], &routine->function->instructions[i]);
    if (!status) decode_end(decoder, &ops[routine->count - 1]);
    if (!status) status = tw_find_early(decoder);
    return status ? status : decoder->status;
}

static int decode_all(struct tw_decoder *decoder)
{
    struct tw_program *program = decoder->program;
    int status = tw_place_variables(decoder);
    for (size_t c = 0; !status && c < program->routine_count; c++) {
        decoder->routine = &program->routines[c];
        if (!program->routines[c].builtin) status = tw_place_registers(decoder);
    }
    for (size_t i = 0; i < program->count; i++) program->ops[i].place = (uint32_t)i;
    for (size_t c = 0; !status && c < program->routine_count; c++)
        status = decode_routine(decoder, &program->routines[c]);
    if (!status) status = tw_flow_rank(program->ops, program->count, decoder->error);
    if (!status) tw_share_patterns(program);
    if (!status) status = tw_find_arrays(decoder);
    if (!status) status = tw_calls_measure(program, decoder->error);
    return status;
}

int tw_program_make(struct tw_program *program, const struct tw_handlers *handlers,
                    const struct tw_ptx_module *module, const struct tw_ptx_function *function,
                    const uint64_t *addresses, uint64_t code_base, struct tw_error *error)
{
    *program = (struct tw_program){.module = module, .function = function, .code_base = code_base};
    for (unsigned i = 0; i < TW_PTX_SPECIAL_COUNT; i++) program->special[i] = TW_NEVER;
    struct tw_decoder decoder = {
        .program = program, .handlers = handlers, .addresses = addresses, .error = error};
    int status = tw_calls_find(program, error);
    if (!status) {
        program->ops = aligned_alloc(64, program->count * sizeof *program->ops);
        if (program->ops) memset(program->ops, 0, program->count * sizeof *program->ops);
        program->calls = calloc(program->call_count + 1, sizeof *program->calls);
        program->variable_offset = calloc(module->variable_count + 1, sizeof *program->variable_offset);
        for (size_t i = 0; program->variable_offset && i < module->variable_count; i++)
            program->variable_offset[i] = TW_NEVER;
        decoder.call = program->calls;
        bool room = program->ops && program->calls && program->variable_offset;
        status = room ? decode_all(&decoder) : tw_decode_no_memory(&decoder);
    }
    if (status) tw_program_free(program);
    return status;
}

static void free_routines(struct tw_program *program)
{
    for (size_t c = 0; program->routines && c < program->routine_count; c++) {
        free(program->routines[c].registers);
        free(program->routines[c].addresses);
        free(program->routines[c].results);
        free(program->routines[c].arguments);
    }
    for (size_t i = 0; program->calls && i < program->call_count; i++) {
        free(program->calls[i].results);
        free(program->calls[i].arguments);
        free(program->calls[i].saved);
    }
    free(program->routines);
    free(program->calls);
}

void tw_program_free(struct tw_program *program)
{
    free_routines(program);
    for (size_t i = 0; program->ops && i < program->count; i++) free((void *)program->ops[i].targets);
    free(program->ops);
    free(program->variable_offset);
    free(program->constants);
    free(program->fragments);
    free(program->pending);
    free(program->poisoned);
    free(program->own);
    free(program->arrays);
    *program = (struct tw_program){0};
}
