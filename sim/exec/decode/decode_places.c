/* Places in a program: of registers and constants in the lanes' memory, of variables in shared memory and in frames. */
#include "sim/exec/decode/decode.h"

#include <stdlib.h>
#include <string.h>

/* What each lane takes of a register of so many bits; predicates are one mask for all. */
static uint32_t lanes_bytes(unsigned bits)
{
    return bits == 1 ? 64 : bits <= 16 ? 64 : bits == 32 ? 128 : 256;
}

uint32_t tw_place_register(struct tw_program *program, unsigned bits)
{
    uint32_t reference = program->register_bytes;
    program->register_bytes += lanes_bytes(bits);
    return reference;
}

/* Places are at multiples of 64, the first at 64. A constant's place is told less one, so that bit 0 is set, and the warps' base is
   one more. */
static uint32_t new_constant(struct tw_decoder *decoder, uint64_t value, unsigned bits)
{
    struct tw_program *program = decoder->program;
    unsigned char lanes[256];
    size_t bytes = lanes_bytes(bits), width = bits == 1 ? 4 : bits <= 16 ? 2 : bits / 8;
    for (size_t i = 0; i < bytes; i += width) memcpy(lanes + i, &value, width);
    if (!program->constant_bytes) program->constant_bytes = 64;
    if (program->constant_bytes + bytes > program->constant_capacity) {
        size_t capacity = program->constant_capacity ? program->constant_capacity * 2 : 4096;
        unsigned char *grown = aligned_alloc(64, capacity);
        if (!grown) {
            tw_decode_no_memory(decoder);
            return 1;
        }
        if (program->constants) memcpy(grown, program->constants, program->constant_bytes);
        free(program->constants);
        program->constants = grown;
        program->constant_capacity = capacity;
    }
    uint32_t reference = (uint32_t)program->constant_bytes - 1;
    memcpy(program->constants + program->constant_bytes, lanes, bytes);
    program->constant_bytes += bytes;
    return reference;
}

uint32_t tw_place_constant(struct tw_decoder *decoder, uint64_t value, unsigned bits)
{
    uint64_t hash = (value * 2 + (bits == 64)) * 0x9e3779b97f4a7c15u >> 32;
    struct tw_placed *placed = &decoder->placed[hash % TW_PLACED];
    if (placed->bits != bits || placed->value != value)
        *placed = (struct tw_placed){value, bits, new_constant(decoder, value, bits)};
    return placed->reference;
}

uint32_t tw_place_own(struct tw_decoder *decoder, uint64_t offset, bool wide)
{
    struct tw_program *program = decoder->program;
    for (size_t i = 0; i < program->own_count; i++) {
        const struct tw_own_address *known = &program->own[i];
        if (known->offset == offset && known->wide == wide) return known->reference;
    }
    struct tw_own_address *grown = realloc(program->own, (program->own_count + 1) * sizeof *grown);
    if (!grown) {
        tw_decode_no_memory(decoder);
        return 0;
    }
    program->own = grown;
    uint32_t reference = tw_place_register(program, wide ? 64 : 32);
    grown[program->own_count++] = (struct tw_own_address){reference, wide, offset};
    return reference;
}

bool tw_is_in_frame(enum tw_ptx_space space)
{
    return space == TW_PTX_LOCAL || space == TW_PTX_PARAM;
}

static uint64_t window_of(enum tw_ptx_space space)
{
    return space == TW_PTX_SHARED ? TW_SHARED_WINDOW : tw_is_in_frame(space) ? TW_LOCAL_WINDOW : 0;
}

uint64_t tw_address_of(struct tw_decoder *decoder, const struct tw_ptx_operand *operand, bool generic)
{
    struct tw_program *program = decoder->program;
    uint64_t addend = (uint64_t)operand->value;
    if (operand->kind == TW_PTX_OPERAND_PARAMETER) {
        return program->function->parameters[operand->index].offset + addend +
               (generic ? TW_PARAM_WINDOW : 0);
    }
    if (operand->kind == TW_PTX_OPERAND_FUNCTION)
        return program->code_base + TW_FUNCTION_BYTES * operand->index;
    const struct tw_ptx_variable *variable = &program->module->variables[operand->index];
    if (variable->space == TW_PTX_GLOBAL || variable->space == TW_PTX_CONST) {
        return decoder->addresses[operand->index] + addend;
    }
    return program->variable_offset[operand->index] + addend + (generic ? window_of(variable->space) : 0);
}

/* --- the walk over all operands that finds the variables in use, in order of declaration */

/* used[i]: of variable i the number of a routine that mentions it, plus 1 */
static void mark_used(const struct tw_ptx_operand *operand, uint32_t *used, uint32_t routine)
{
    if (operand->kind == TW_PTX_OPERAND_VARIABLE && !used[operand->index]) used[operand->index] = routine + 1;
    for (unsigned i = 0; i < operand->count && operand->elements; i++)
        mark_used(&operand->elements[i], used, routine);
}

static bool is_dynamic(const struct tw_ptx_variable *variable)
{
    return variable->is_extern && variable->space == TW_PTX_SHARED;
}

static void mark_formals(const struct tw_ptx_formal *formals, size_t count, uint32_t *used, uint32_t routine)
{
    for (size_t i = 0; i < count; i++) {
        if (!formals[i].is_register) used[formals[i].index] = routine + 1;
    }
}

static void mark_routine(const struct tw_ptx_function *function, uint32_t *used, uint32_t routine)
{
    for (size_t i = 0; i < function->instruction_count; i++) {
        const struct tw_ptx_instruction *instruction = &function->instructions[i];
        const struct tw_ptx_call *call = instruction->call;
        for (unsigned k = 0; k < instruction->operand_count; k++)
            mark_used(&instruction->operands[k], used, routine);
        for (size_t k = 0; call && k < call->result_count; k++) mark_used(&call->results[k], used, routine);
        for (size_t k = 0; call && k < call->argument_count; k++)
            mark_used(&call->arguments[k], used, routine);
    }
    mark_formals(function->signature.results, function->signature.result_count, used, routine);
    mark_formals(function->signature.arguments, function->signature.argument_count, used, routine);
}

/* Where the extern arrays begin: behind the static variables. */
static void place_dynamic(struct tw_program *program, const uint32_t *used)
{
    const struct tw_ptx_module *module = program->module;
    uint32_t align = 16;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->variables[i];
        if (used[i] && is_dynamic(variable) && variable->align > align) align = variable->align;
    }
    program->dynamic_shared_at = (program->static_shared + align - 1) & ~(align - 1);
    for (uint32_t i = 0; i < module->variable_count; i++) {
        if (is_dynamic(&module->variables[i])) program->variable_offset[i] = program->dynamic_shared_at;
    }
}

/* The next place in shared memory, or in the function's frame. */
static void place_variable(struct tw_program *program, struct tw_routine *routine, uint32_t index)
{
    const struct tw_ptx_variable *variable = &program->module->variables[index];
    bool shared = variable->space == TW_PTX_SHARED;
    uint32_t *total = shared ? &program->static_shared : &routine->frame_bytes;
    uint32_t at = (*total + variable->align - 1) & ~(variable->align - 1);
    program->variable_offset[index] = at;
    *total = at + (uint32_t)variable->bytes;
    if (variable->space == TW_PTX_LOCAL) routine->local_bytes = *total;
    if (!shared && variable->align > routine->frame_align) routine->frame_align = variable->align;
}

static bool is_placed(const struct tw_ptx_variable *variable)
{
    return (variable->space == TW_PTX_SHARED || tw_is_in_frame(variable->space)) && !variable->is_extern;
}

/*
 * Shared memory holds the static variables that the kernel and its functions mention in order of declaration,
 * each aligned, and behind them the dynamic part, where all extern arrays begin. A frame holds a function's
 * .local variables, then those of .param.
 */
int tw_place_variables(struct tw_decoder *decoder)
{
    struct tw_program *program = decoder->program;
    const struct tw_ptx_module *module = program->module;
    uint32_t *used = calloc(module->variable_count + 1, sizeof *used);
    if (!used) return tw_decode_no_memory(decoder);
    uint64_t bytes = 0;
    for (uint32_t c = 0; c < program->routine_count; c++)
        mark_routine(program->routines[c].function, used, c);
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->variables[i];
        if (variable->space == TW_PTX_CONST && used[i]) program->const_bytes += (uint32_t)variable->bytes;
        if (used[i] && is_placed(variable)) bytes += variable->bytes + variable->align;
        if (used[i] && variable->space == TW_PTX_SHARED) program->names_shared = true;
    }
    if (bytes > (uint64_t)1 << 28) {
        free(used);
        return tw_fail(decoder->error, TW_UNSUPPORTED,
                       "kernel %s: more than 256 MB of shared and local memory", program->function->name);
    }
    for (unsigned params = 0; params < 2; params++) {
        for (uint32_t i = 0; i < module->variable_count; i++) {
            bool now = (module->variables[i].space == TW_PTX_PARAM) == params;
            if (!used[i] || !now || !is_placed(&module->variables[i])) continue;
            place_variable(program, &program->routines[used[i] - 1], i);
        }
    }
    place_dynamic(program, used);
    program->local_bytes = program->routines->frame_bytes;
    free(used);
    return TW_OK;
}
