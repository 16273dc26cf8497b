/*
 * IR -> program: registers, special registers and constants get places, operands become references to them,
 * addresses of variables become numbers, every instruction gets its handler.
 */
#include "sim/call.h"
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
    struct tw_routine *routine; /* the function that is decoded */
    uint32_t *registers;        /* reference of each of its registers */
    struct tw_call *call;       /* the next */
    bool *seen;                 /* variables that have a place already */
    uint32_t dynamic_align;
    struct tw_error *error;
    int status; /* of the first error */
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
            decoder->status = tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
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
    bool shared = variable->space == TW_PTX_SHARED;
    uint32_t *total = shared ? &program->static_shared : &decoder->routine->frame_bytes;
    uint32_t at = (*total + variable->align - 1) & ~(variable->align - 1);
    program->variable_offset[index] = at;
    *total = at + (uint32_t)variable->bytes;
    if (variable->space == TW_PTX_LOCAL) decoder->routine->local_bytes = *total;
    if (!shared && variable->align > decoder->routine->frame_align)
        decoder->routine->frame_align = variable->align;
    return at;
}

static bool is_in_frame(enum tw_ptx_space space)
{
    return space == TW_PTX_LOCAL || space == TW_PTX_PARAM;
}

static uint64_t window_of(enum tw_ptx_space space)
{
    return space == TW_PTX_SHARED ? TW_SHARED_WINDOW : is_in_frame(space) ? TW_LOCAL_WINDOW : 0;
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
    if (operand->kind == TW_PTX_OPERAND_FUNCTION) return program->code_base + TW_CODE_BYTES * operand->index;
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
static void place_dynamic(struct decoder *decoder, const uint32_t *used)
{
    struct tw_program *program = decoder->program;
    const struct tw_ptx_module *module = program->module;
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
}

static bool is_placed(const struct tw_ptx_variable *variable)
{
    return (variable->space == TW_PTX_SHARED || is_in_frame(variable->space)) && !variable->is_extern;
}

/*
 * Shared memory holds the static variables that the kernel and its functions mention in order of declaration,
 * each aligned, and behind them the dynamic part, where all extern arrays begin. A frame holds a function's
 * .local variables, then those of .param.
 */
static int place_variables(struct decoder *decoder)
{
    struct tw_program *program = decoder->program;
    const struct tw_ptx_module *module = program->module;
    uint32_t *used = calloc(module->variable_count + 1, sizeof *used);
    if (!used) return tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
    uint64_t bytes = 0;
    for (uint32_t c = 0; c < program->routine_count; c++)
        mark_routine(program->routines[c].function, used, c);
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->variables[i];
        if (variable->space == TW_PTX_CONST && used[i]) program->const_bytes += (uint32_t)variable->bytes;
        if (used[i] && is_placed(variable)) bytes += variable->bytes + variable->align;
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
            decoder->routine = &program->routines[used[i] - 1];
            variable_offset(decoder, i);
        }
    }
    place_dynamic(decoder, used);
    program->local_bytes = program->routines->frame_bytes;
    free(used);
    return TW_OK;
}

/* --- operands */

/* Of registers as wide as they are kept. */
static unsigned kept_bits(unsigned bits)
{
    return bits == 8 ? 16 : bits;
}

static unsigned operand_bits(const struct decoder *decoder, const struct tw_ptx_operand *operand)
{
    if (operand->kind == TW_PTX_OPERAND_SPECIAL)
        return tw_ptx_special_bits((enum tw_ptx_special)operand->index);
    if (operand->kind != TW_PTX_OPERAND_REGISTER) return 0;
    unsigned bits = tw_ptx_type_info(decoder->routine->function->registers[operand->index].type)->bits;
    return kept_bits(bits);
}

/* Does the operand name what lies in the frame of a function, at another place for each lane and call? */
static bool is_moving(const struct decoder *decoder, const struct tw_ptx_operand *operand)
{
    return decoder->routine != decoder->program->routines && operand->kind == TW_PTX_OPERAND_VARIABLE &&
           is_in_frame(decoder->program->module->variables[operand->index].space);
}

/* The register that holds an address in the frame: a call fills it (call.c). */
static uint32_t frame_address(struct decoder *decoder, uint32_t offset, bool wide)
{
    struct tw_routine *routine = decoder->routine;
    for (size_t i = 0; i < routine->address_count; i++) {
        const struct tw_frame_address *known = &routine->addresses[i];
        if (known->offset == offset && known->wide == wide) return known->reference;
    }
    if (routine->address_count == routine->address_capacity) {
        size_t capacity = routine->address_capacity ? routine->address_capacity * 2 : 4;
        struct tw_frame_address *grown = realloc(routine->addresses, capacity * sizeof *grown);
        if (!grown) {
            decoder->status = tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
            return 0;
        }
        routine->addresses = grown;
        routine->address_capacity = capacity;
    }
    uint32_t reference = place_register(decoder->program, wide ? 64 : 32);
    routine->addresses[routine->address_count++] = (struct tw_frame_address){reference, offset, wide};
    return reference;
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
    case TW_PTX_OPERAND_FUNCTION:
        if (is_moving(decoder, operand))
            return frame_address(decoder, (uint32_t)address_of(decoder, operand, false), bits == 64);
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
    } else if (is_moving(decoder, base)) {
        op->address = frame_address(decoder, 0, true);
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
        decoder->status = tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
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
            op->target = decoder->routine->first + operand->index;
            continue;
        }
        if (*letter == 'B') continue;
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

/* --- calls */

static int unknown_form(struct decoder *decoder, const struct tw_ptx_instruction *instruction)
{
    return tw_fail_at(
        decoder->error, TW_UNSUPPORTED, "<ptx>", instruction->line, 0,
        "the simulator does not know this form of the instruction: %s (kernel %s, source line %u)",
        instruction->opcode, decoder->program->function->name, instruction->source_line);
}

static int no_memory(const struct decoder *decoder)
{
    return tw_fail(decoder->error, TW_MEMORY, "out of memory while decoding a kernel");
}

/* What the caller gives or takes. Constants are as wide as what they are passed for. */
static struct tw_call_value actual_value(struct decoder *decoder, const struct tw_ptx_operand *actual,
                                         unsigned bytes)
{
    const struct tw_ptx_module *module = decoder->program->module;
    struct tw_call_value value = {.reference = TW_NEVER, .unused = actual->kind == TW_PTX_OPERAND_SINK};
    if (actual->kind == TW_PTX_OPERAND_VARIABLE) {
        value.offset = decoder->program->variable_offset[actual->index];
        value.bytes = (uint32_t)module->variables[actual->index].bytes;
    } else if (!value.unused) {
        value.bits = (uint8_t)operand_bits(decoder, actual);
        if (!value.bits) value.bits = (uint8_t)(bytes <= 2 ? 16 : bytes * 8);
        value.reference = reference_of(decoder, actual, value.bits);
    }
    return value;
}

static struct tw_call_value *actual_values(struct decoder *decoder, const struct tw_ptx_operand *actuals,
                                           const struct tw_ptx_formal *formals, size_t count)
{
    struct tw_call_value *values = calloc(count + 1, sizeof *values);
    for (size_t i = 0; values && i < count; i++)
        values[i] = actual_value(decoder, &actuals[i], formals[i].bytes);
    return values;
}

static struct tw_routine *find_routine(const struct tw_program *program, uint32_t function)
{
    struct tw_routine *routine = program->routines;
    while (routine->index != function) routine++;
    return routine;
}

/* The signature of whatever the call may reach; all of them fit. */
static const struct tw_ptx_signature *signature_of(const struct tw_program *program,
                                                   const struct tw_ptx_instruction *instruction)
{
    const struct tw_ptx_table *table = instruction->table;
    if (instruction->call->target.kind == TW_PTX_OPERAND_FUNCTION)
        return &program->module->functions[instruction->call->target.index].signature;
    return table->kind == TW_PTX_PROTOTYPE ? &table->signature
                                           : &program->module->functions[table->targets[0]].signature;
}

static int decode_call(struct decoder *decoder, struct tw_op *op)
{
    const struct tw_ptx_call *from = op->instruction->call;
    const struct tw_ptx_signature *signature = signature_of(decoder->program, op->instruction);
    struct tw_call *call = decoder->call++;
    op->call = call;
    if (from->target.kind == TW_PTX_OPERAND_FUNCTION)
        call->target = find_routine(decoder->program, from->target.index);
    else
        call->address = decoder->registers[from->target.index];
    call->result_count = from->result_count;
    call->argument_count = from->argument_count;
    call->results = actual_values(decoder, from->results, signature->results, from->result_count);
    call->arguments = actual_values(decoder, from->arguments, signature->arguments, from->argument_count);
    bool many = from->argument_count > TW_CALL_REGISTERS || from->result_count > TW_CALL_REGISTERS;
    if (many) return unknown_form(decoder, op->instruction);
    return call->results && call->arguments ? TW_OK : no_memory(decoder);
}

static int decode_table(struct decoder *decoder, struct tw_op *op)
{
    const struct tw_ptx_table *table = op->instruction->table;
    uint32_t *targets = calloc(table->target_count + 1, sizeof *targets);
    if (!targets) return no_memory(decoder);
    for (size_t i = 0; i < table->target_count; i++) targets[i] = decoder->routine->first + table->targets[i];
    op->targets = targets;
    op->target_count = table->target_count;
    return TW_OK;
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
    int status = instruction->call ? decode_call(decoder, op) : TW_OK;
    if (!status && tw_op_is_branch(op) && instruction->table) status = decode_table(decoder, op);
    if (status) return status;
    decoder->program->has_stack |= instruction->call || tw_op_takes_stack(op);
    if (op->resolve) op->access = decoder->program->accesses++;
    decode_rounding(op);
    decode_clock(op);
    return decoder->status;
}

static struct tw_call_value *formal_values(const struct decoder *decoder, const struct tw_ptx_formal *formals,
                                           size_t count)
{
    const struct tw_routine *routine = decoder->routine;
    struct tw_call_value *values = calloc(count + 1, sizeof *values);
    for (size_t i = 0; values && i < count; i++) {
        values[i] = (struct tw_call_value){.reference = TW_NEVER, .bytes = formals[i].bytes};
        if (formals[i].is_register) {
            values[i].reference = routine->registers[formals[i].index];
            values[i].bits = (uint8_t)kept_bits(
                tw_ptx_type_info(routine->function->registers[formals[i].index].type)->bits);
        } else {
            values[i].offset = decoder->program->variable_offset[formals[i].index];
        }
    }
    return values;
}

/* Registers are counted as if all functions had theirs at once. */
static int place_registers(struct decoder *decoder)
{
    struct tw_routine *routine = decoder->routine;
    const struct tw_ptx_function *function = routine->function;
    routine->registers = calloc(function->register_count + 1, sizeof *routine->registers);
    if (!routine->registers) return no_memory(decoder);
    for (size_t i = 0; i < function->register_count; i++) {
        unsigned bits = tw_ptx_type_info(function->registers[i].type)->bits;
        routine->registers[i] = place_register(decoder->program, bits);
        decoder->program->register_count += bits == 1 ? 0 : (bits + 31) / 32;
    }
    const struct tw_ptx_signature *signature = &function->signature;
    routine->results = formal_values(decoder, signature->results, signature->result_count);
    routine->arguments = formal_values(decoder, signature->arguments, signature->argument_count);
    return routine->results && routine->arguments ? TW_OK : no_memory(decoder);
}

/* What stands behind the last instruction, for functions that run off their end. */
static void decode_end(struct decoder *decoder, struct tw_op *op)
{
    op->run = tw_select_ret(NULL);
    op->guard = place_constant(decoder, UINT32_MAX, 1);
}

static int decode_routine(struct decoder *decoder, struct tw_routine *routine)
{
    struct tw_op *ops = decoder->program->ops + routine->first;
    int status = TW_OK;
    if (routine->builtin) return TW_OK;
    decoder->routine = routine;
    decoder->registers = routine->registers;
    for (uint32_t i = 0; !status && i + 1 < routine->count; i++)
        status = decode_instruction(decoder, &ops[i], &routine->function->instructions[i]);
    if (!status) decode_end(decoder, &ops[routine->count - 1]);
    return status ? status : decoder->status;
}

static int decode_all(struct decoder *decoder)
{
    struct tw_program *program = decoder->program;
    int status = place_variables(decoder);
    for (size_t c = 0; !status && c < program->routine_count; c++) {
        decoder->routine = &program->routines[c];
        if (!program->routines[c].builtin) status = place_registers(decoder);
    }
    for (size_t c = 0; !status && c < program->routine_count; c++)
        status = decode_routine(decoder, &program->routines[c]);
    if (!status) status = tw_flow_rank(program->ops, program->count, decoder->error);
    if (!status) status = tw_calls_measure(program, decoder->error);
    return status;
}

int tw_program_make(struct tw_program *program, const struct tw_handlers *handlers,
                    const struct tw_ptx_module *module, const struct tw_ptx_function *function,
                    const uint64_t *addresses, uint64_t code_base, struct tw_error *error)
{
    *program = (struct tw_program){.module = module, .function = function, .code_base = code_base};
    for (unsigned i = 0; i < TW_PTX_SPECIAL_COUNT; i++) program->special[i] = TW_NEVER;
    struct decoder decoder = {.program = program,
                              .handlers = handlers,
                              .addresses = addresses,
                              .dynamic_align = 16,
                              .error = error};
    int status = tw_calls_find(program, error);
    if (!status) {
        program->ops = calloc(program->count, sizeof *program->ops);
        program->calls = calloc(program->call_count + 1, sizeof *program->calls);
        program->variable_offset = calloc(module->variable_count + 1, sizeof *program->variable_offset);
        for (size_t i = 0; program->variable_offset && i < module->variable_count; i++)
            program->variable_offset[i] = TW_NEVER;
        decoder.call = program->calls;
        decoder.seen = calloc(module->variable_count + 1, sizeof *decoder.seen);
        bool room = program->ops && program->calls && program->variable_offset && decoder.seen;
        status = room ? decode_all(&decoder) : no_memory(&decoder);
    }
    free(decoder.seen);
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
    *program = (struct tw_program){0};
}
