/*
 * IR -> program: registers, special registers and constants get places, operands become references to them,
 * addresses of variables become numbers, every instruction gets its handler.
 */
#include "sim/lanes.h"
#include "sim/numbers.h"

#include <assert.h>
#include <fenv.h>
#include <stdlib.h>

#include "ptx/match.h"

struct decoder {
    struct tw_program *program;
    const struct tw_handlers *handlers;
    const uint64_t *addresses;
    uint32_t *registers; /* reference of each register of the function */
    bool *seen;          /* variables that have a place already */
    uint32_t dynamic_align;
    struct tw_error *error;
    int code;
};

/* What each lane takes of a register of so many bits; predicates are one mask for all. */
static uint32_t lanes_bytes(unsigned bits)
{
    return bits == 1 ? 64 : bits <= 16 ? 64 : bits == 32 ? 128 : 256;
}

static uint32_t place_register(struct tw_program *program, unsigned bits)
{
    uint32_t reference = program->register_bytes;
    program->register_bytes += lanes_bytes(bits);
    return reference;
}

/* A constant in all lanes; the same constants share one place.
 * Places are at multiples of 64, so bit 0 is free. */
static uint32_t place_constant(struct decoder *decoder, uint64_t value, unsigned bits)
{
    struct tw_program *program = decoder->program;
    unsigned char lanes[256];
    size_t bytes = lanes_bytes(bits), width = bits == 1 ? 4 : bits <= 16 ? 2 : bits / 8;
    for (size_t i = 0; i < bytes; i += width) memcpy(lanes + i, &value, width);
    for (size_t at = 0; at + bytes <= program->constant_bytes; at += 64) {
        if (memcmp(program->constants + at, lanes, bytes) == 0) return (uint32_t)at | 1u;
    }
    if (program->constant_bytes + bytes > program->constant_capacity) {
        size_t capacity = program->constant_capacity ? program->constant_capacity * 2 : 4096;
        unsigned char *grown = aligned_alloc(64, capacity);
        if (!grown) {
            decoder->code = tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
            return 1;
        }
        if (program->constant_bytes) memcpy(grown, program->constants, program->constant_bytes);
        free(program->constants);
        program->constants = grown;
        program->constant_capacity = capacity;
    }
    uint32_t reference = (uint32_t)program->constant_bytes | 1u;
    memcpy(program->constants + program->constant_bytes, lanes, bytes);
    program->constant_bytes += bytes;
    return reference;
}

static uint32_t special_reference(struct decoder *decoder, uint32_t special)
{
    uint32_t *reference = &decoder->program->special[special];
    if (*reference == TW_NEVER)
        *reference = place_register(decoder->program, tw_ptx_special_bits((enum tw_ptx_special)special));
    return *reference;
}

/* Gives a shared or local variable its place the first time the kernel mentions it. */
static uint32_t variable_offset(struct decoder *decoder, uint32_t index)
{
    struct tw_program *program = decoder->program;
    const struct tw_ptx_variable *variable = &program->module->variables[index];
    if (decoder->seen[index]) return program->variable_offset[index];
    decoder->seen[index] = true;
    uint32_t *total = variable->space == TW_PTX_LOCAL ? &program->local_bytes : &program->static_shared;
    uint32_t at = (*total + variable->align - 1) & ~(variable->align - 1);
    program->variable_offset[index] = at;
    *total = at + (uint32_t)variable->bytes;
    return at;
}

static uint64_t window_of(enum tw_ptx_space space)
{
    return space == TW_PTX_SHARED ? TW_SHARED_WINDOW : space == TW_PTX_LOCAL ? TW_LOCAL_WINDOW : 0;
}

/* The address of a variable or parameter in its own space, or as a generic one. */
static uint64_t address_of(struct decoder *decoder, const struct tw_ptx_operand *operand, bool generic)
{
    struct tw_program *program = decoder->program;
    uint64_t addend = (uint64_t)operand->value;
    if (operand->kind == TW_PTX_OPERAND_PARAMETER) {
        return program->function->parameters[operand->index].offset + addend +
               (generic ? TW_PARAM_WINDOW : 0);
    }
    const struct tw_ptx_variable *variable = &program->module->variables[operand->index];
    if (variable->space == TW_PTX_GLOBAL || variable->space == TW_PTX_CONST) {
        return decoder->addresses[operand->index] + addend;
    }
    return program->variable_offset[operand->index] + addend + (generic ? window_of(variable->space) : 0);
}

/* --- the walk over a kernel's operands that finds the variables it uses, in order of declaration */

static void mark_used(const struct tw_ptx_operand *operand, bool *used)
{
    if (operand->kind == TW_PTX_OPERAND_VARIABLE) used[operand->index] = true;
    for (unsigned i = 0; i < operand->count && operand->elements; i++) mark_used(&operand->elements[i], used);
}

/*
 * Shared memory holds the static variables that the kernel mentions in order of declaration, each aligned,
 * and behind them the dynamic part, where all extern arrays begin.
 */
static int place_variables(struct decoder *decoder)
{
    struct tw_program *program = decoder->program;
    const struct tw_ptx_module *module = program->module;
    bool *used = calloc(module->variable_count + 1, sizeof *used);
    if (!used) return tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
    uint64_t bytes = 0;
    for (size_t i = 0; i < program->function->instruction_count; i++) {
        const struct tw_ptx_instruction *instruction = &program->function->instructions[i];
        for (unsigned k = 0; k < instruction->operand_count; k++) mark_used(&instruction->operands[k], used);
    }
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->variables[i];
        bool placed = variable->space == TW_PTX_SHARED || variable->space == TW_PTX_LOCAL;
        if (variable->space == TW_PTX_CONST && used[i]) program->const_bytes += (uint32_t)variable->bytes;
        if (!used[i] || !placed || variable->is_extern) continue;
        bytes += variable->bytes + variable->align;
        if (bytes > (uint64_t)1 << 28) {
            free(used);
            return tw_fail(decoder->error, TW_UNSUPPORTED,
                           "kernel %s: more than 256 MB of shared and local memory", program->function->name);
        }
        variable_offset(decoder, i);
    }
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->variables[i];
        bool dynamic = used[i] && variable->is_extern;
        if (dynamic && variable->align > decoder->dynamic_align) decoder->dynamic_align = variable->align;
    }
    uint32_t align = decoder->dynamic_align;
    program->dynamic_shared_at = (program->static_shared + align - 1) & ~(align - 1);
    for (uint32_t i = 0; i < module->variable_count; i++) {
        if (module->variables[i].is_extern) program->variable_offset[i] = program->dynamic_shared_at;
    }
    free(used);
    return TW_OK;
}

/* --- operands */

static unsigned operand_bits(const struct decoder *decoder, const struct tw_ptx_operand *operand)
{
    if (operand->kind == TW_PTX_OPERAND_SPECIAL)
        return tw_ptx_special_bits((enum tw_ptx_special)operand->index);
    if (operand->kind != TW_PTX_OPERAND_REGISTER) return 0;
    unsigned bits = tw_ptx_type_info(decoder->program->function->registers[operand->index].type)->bits;
    return bits == 8 ? 16 : bits; /* as wide as they are kept */
}

/* `bits`: of constants and of what "_" stands for */
static uint32_t reference_of(struct decoder *decoder, const struct tw_ptx_operand *operand, unsigned bits)
{
    switch (operand->kind) {
    case TW_PTX_OPERAND_REGISTER:
        return decoder->registers[operand->index];
    case TW_PTX_OPERAND_SPECIAL:
        return special_reference(decoder, operand->index);
    case TW_PTX_OPERAND_CONSTANT:
        return place_constant(decoder,
                              bits == 1 ? (operand->value ? UINT32_MAX : 0) : (uint64_t)operand->value, bits);
    case TW_PTX_OPERAND_VARIABLE:
    case TW_PTX_OPERAND_PARAMETER:
        return place_constant(decoder, address_of(decoder, operand, false), bits);
    default:
        return place_register(decoder->program, 64); /* "_" and a second destination that was left out */
    }
}

static void decode_memory(struct decoder *decoder, struct tw_op *op, const struct tw_ptx_operand *memory)
{
    const struct tw_ptx_operand *base = memory->elements;
    bool generic = op->instruction->words[TW_PTX_CLASS_SPACE] == TW_PTX_ABSENT;
    op->offset = (uint64_t)memory->value;
    op->address_wide = true;
    if (base->kind == TW_PTX_OPERAND_REGISTER) {
        op->address = decoder->registers[base->index];
        op->address_wide = operand_bits(decoder, base) == 64;
    } else {
        op->address = place_constant(decoder, 0, 64);
        op->address_fixed = true;
    }
    if (base->kind == TW_PTX_OPERAND_VARIABLE || base->kind == TW_PTX_OPERAND_PARAMETER) {
        op->offset +=
            address_of(decoder, base, generic) - (uint64_t)base->value; /* memory->value has it already */
    }
}

/* Memory at the letters N and O: an address within its state space. */
static struct tw_place decode_other(struct decoder *decoder, const struct tw_ptx_operand *memory)
{
    const struct tw_ptx_operand *base = memory->elements;
    struct tw_place place = {.offset = (uint64_t)memory->value, .is_wide = true};
    if (base->kind == TW_PTX_OPERAND_REGISTER) {
        place.base = decoder->registers[base->index];
        place.is_wide = operand_bits(decoder, base) == 64;
        return place;
    }
    place.base = place_constant(decoder, 0, 64);
    if (base->kind == TW_PTX_OPERAND_VARIABLE)
        place.offset += address_of(decoder, base, false) - (uint64_t)base->value;
    return place;
}

static bool same_width(struct decoder *decoder, const struct tw_ptx_operand *vector, unsigned *bits)
{
    *bits = 0;
    for (unsigned i = 0; i < vector->count; i++) {
        unsigned width = operand_bits(decoder, &vector->elements[i]);
        if (!width) continue;
        if (*bits && width != *bits) return false;
        *bits = width;
    }
    return true;
}

/* The references of a fragment's registers, one after the other in the program's table: the place of the first. */
static uint32_t place_fragment(struct decoder *decoder, const struct tw_ptx_operand *operand, unsigned bits)
{
    struct tw_program *program = decoder->program;
    const uint32_t first = program->fragment_count;
    const bool several = operand->kind == TW_PTX_OPERAND_VECTOR;
    const unsigned count = several ? operand->count : 1;
    uint32_t *grown = realloc(program->fragments, (first + count) * sizeof *grown);
    if (!grown) {
        decoder->code = tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
        return 0;
    }
    program->fragments = grown;
    program->fragment_count += count;
    for (unsigned i = 0; i < count; i++) {
        grown[first + i] = reference_of(decoder, several ? &operand->elements[i] : operand, bits);
    }
    return first;
}

/* Elements of a vector one after the other; those without a width of their own take that of the others. */
static unsigned decode_vector(struct decoder *decoder, struct tw_op *op, const struct tw_ptx_operand *vector,
                              unsigned at, unsigned bits)
{
    unsigned width;
    if (!same_width(decoder, vector, &width)) op->run = NULL;
    if (!width) width = bits < 16 ? 16 : bits;
    for (unsigned i = 0; i < vector->count; i++) {
        op->reference[at + i] = reference_of(decoder, &vector->elements[i], width);
    }
    op->count = vector->count;
    return width;
}

static void decode_operands(struct decoder *decoder, struct tw_op *op)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    char letters[TW_PTX_MAX_LETTERS], *letter = letters;
    unsigned at = 0;
    op->count = 1;
    tw_ptx_letters(instruction, instruction->operand_count, letters);
    for (unsigned i = 0; i < instruction->operand_count; i++, letter++) {
        const struct tw_ptx_operand *operand = &instruction->operands[i];
        if (*letter == 'L') {
            op->target = operand->index;
            continue;
        }
        if (*letter == 'M') {
            decode_memory(decoder, op, operand);
            continue;
        }
        if (*letter == 'N' || *letter == 'O') {
            op->other[*letter == 'O'] = decode_other(decoder, operand);
            continue;
        }
        unsigned bits = tw_ptx_letter_bits(*letter, instruction), width = operand_bits(decoder, operand);
        if (*letter == 'F' || *letter == 'f') {
            op->reference[at++] = place_fragment(decoder, operand, bits);
            continue;
        }
        if (operand->kind == TW_PTX_OPERAND_VECTOR) {
            bool packed = *letter == 'D' || *letter == 'd';
            width = decode_vector(decoder, op, operand, at, packed ? bits / operand->count : bits);
            if (at == 0) op->register_bits = (uint8_t)width;
            at += operand->count;
            continue;
        }
        bool pair = *letter == 'Q' || *letter == 'S';
        const struct tw_ptx_operand *first =
            operand->kind == TW_PTX_OPERAND_PAIR ? operand->elements : operand;
        static const struct tw_ptx_operand none = {.kind = TW_PTX_OPERAND_SINK};
        if (!width) width = bits == 8 ? 16 : bits;
        if (at == 0) op->register_bits = (uint8_t)width;
        if (at == 1) op->source_bits = (uint8_t)width;
        if (operand->negated) op->negated |= 1u << at;
        op->reference[at++] = reference_of(decoder, first, width);
        if (pair)
            op->reference[at++] = reference_of(decoder, first == operand ? &none : operand->elements + 1, 1);
    }
    if (strchr(letters, 'F') ||
        strchr(letters, 'f')) /* all lanes: what .sync operations have as their last */
        op->reference[at++] = place_constant(decoder, TW_ALL_LANES, 32);
    op->references = (uint8_t)at;
}

/* --- instructions */

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
    bool load = letters[0] == 'V', store = letters[1] == 'v';
    op->element_bytes = (uint8_t)(tw_bits(instruction) / 8);
    op->access_bytes = (uint8_t)(op->element_bytes * op->count);
    op->is_store = store || tw_op_initialises(op);
    op->counted = load || store;
    op->atomic_passes = tw_op_atomic_passes(op);
    op->resolve = handlers->resolve_for(instruction);
    op->by_rows = instruction->words[TW_PTX_CLASS_NUM] != TW_PTX_ABSENT;
    if (op->by_rows) {
        op->access_bytes = 16;
        op->is_store = letters[0] == 'M';
        op->counted = true;
    }
    if (load) op->run = handlers->load_for(op);
    if (store) op->run = handlers->store_for(op);
    if (!op->resolve) op->run = NULL;
}

static int unknown_form(struct decoder *decoder, const struct tw_ptx_instruction *instruction)
{
    return tw_fail_at(
        decoder->error, TW_UNSUPPORTED, "<ptx>", instruction->line, 0,
        "the simulator does not know this form of the instruction: %s (kernel %s, source line %u)",
        instruction->opcode, decoder->program->function->name, instruction->source_line);
}

static int decode_instruction(struct decoder *decoder, struct tw_op *op,
                              const struct tw_ptx_instruction *instruction)
{
    op->instruction = instruction;
    op->run = decoder->handlers->select[instruction->row](instruction);
    op->guard = instruction->guarded ? decoder->registers[instruction->guard]
                                     : place_constant(decoder, UINT32_MAX, 1);
    op->guard_flip = instruction->guard_negated ? UINT32_MAX : 0;
    if (!op->run) return unknown_form(decoder, instruction);
    decode_operands(decoder, op);
    if (op->run) decode_access(decoder->handlers, op);
    if (!op->run) return unknown_form(decoder, instruction);
    decode_rounding(op);
    decode_clock(op);
    return decoder->code;
}

static int place_registers(struct decoder *decoder)
{
    const struct tw_ptx_function *function = decoder->program->function;
    decoder->registers = calloc(function->register_count + 1, sizeof *decoder->registers);
    if (!decoder->registers)
        return tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
    for (size_t i = 0; i < function->register_count; i++) {
        unsigned bits = tw_ptx_type_info(function->registers[i].type)->bits;
        decoder->registers[i] = place_register(decoder->program, bits);
        decoder->program->register_count += bits == 1 ? 0 : (bits + 31) / 32;
    }
    return TW_OK;
}

/* The exit behind the last instruction, for kernels that run off their end. */
static void decode_end(struct decoder *decoder, struct tw_op *op)
{
    op->run = tw_select_exit(NULL);
    op->guard = place_constant(decoder, UINT32_MAX, 1);
}

static int decode_all(struct decoder *decoder)
{
    struct tw_program *program = decoder->program;
    int code = place_registers(decoder);
    if (!code) code = place_variables(decoder);
    for (size_t i = 0; !code && i + 1 < program->count; i++) {
        code = decode_instruction(decoder, &program->ops[i], &program->function->instructions[i]);
    }
    if (code) return code;
    decode_end(decoder, &program->ops[program->count - 1]);
    return decoder->code ? decoder->code : tw_flow_rank(program->ops, program->count, decoder->error);
}

int tw_program_make(struct tw_program *program, const struct tw_handlers *handlers,
                    const struct tw_ptx_module *module, const struct tw_ptx_function *function,
                    const uint64_t *addresses, struct tw_error *error)
{
    *program =
        (struct tw_program){.module = module, .function = function, .count = function->instruction_count + 1};
    for (unsigned i = 0; i < TW_PTX_SPECIAL_COUNT; i++) program->special[i] = TW_NEVER;
    struct decoder decoder = {.program = program,
                              .handlers = handlers,
                              .addresses = addresses,
                              .dynamic_align = 16,
                              .error = error};
    program->ops = calloc(program->count, sizeof *program->ops);
    program->variable_offset = calloc(module->variable_count + 1, sizeof *program->variable_offset);
    for (size_t i = 0; program->variable_offset && i < module->variable_count; i++)
        program->variable_offset[i] = TW_NEVER;
    decoder.seen = calloc(module->variable_count + 1, sizeof *decoder.seen);
    int code = program->ops && program->variable_offset && decoder.seen
                   ? decode_all(&decoder)
                   : tw_fail(error, TW_MEMORY, "out of memory while decoding a kernel");
    free(decoder.registers);
    free(decoder.seen);
    if (code) tw_program_free(program);
    return code;
}

void tw_program_free(struct tw_program *program)
{
    free(program->ops);
    free(program->variable_offset);
    free(program->constants);
    free(program->fragments);
    *program = (struct tw_program){0};
}
