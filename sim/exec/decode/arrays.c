/*
 * Which array in shared memory an operation's address was computed from. Each register gets what all its definitions have in common:
 *
 *     nothing -> a number        -> several, or something else       add and or: an array and a number are that array;
 *             -> one array       ->                                  mad: its last operand and a number; selp: what both are
 *
 * So a pointer that may be to either of two arrays is to neither, and so is one that was in memory or came from a caller. Compilers do
 * not know how far apart two variables are: what they compute from the one stays in the one.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/live.h"

/* What a register holds is the number of a variable, or one of these, which are above all such numbers. */
#define SEVERAL (UINT32_MAX - 2)
#define NUMBER  (UINT32_MAX - 1)
#define NOTHING UINT32_MAX

static uint32_t either(uint32_t a, uint32_t b)
{
    return a == NOTHING ? b : b == NOTHING || a == b ? a : SEVERAL;
}

static uint32_t sum(uint32_t a, uint32_t b)
{
    if (a == NOTHING || b == NOTHING) return NOTHING;
    return a == NUMBER ? b : b == NUMBER ? a : SEVERAL;
}

static uint32_t number_or_several(uint32_t a)
{
    return a == NUMBER || a == NOTHING ? a : SEVERAL;
}

static uint32_t of_operand(const struct tw_ptx_operand *operand, const uint32_t *values)
{
    uint32_t value = NUMBER;
    switch (operand->kind) {
    case TW_PTX_OPERAND_REGISTER:
        return operand->selector[0] ? number_or_several(values[operand->index]) : values[operand->index];
    case TW_PTX_OPERAND_VARIABLE:
        return operand->index;
    case TW_PTX_OPERAND_VECTOR:
    case TW_PTX_OPERAND_PAIR:
        for (unsigned i = 0; i < operand->count; i++)
            value = sum(value, number_or_several(of_operand(&operand->elements[i], values)));
        return value;
    default:
        return NUMBER;
    }
}

static bool has_memory(const struct tw_ptx_instruction *instruction)
{
    for (unsigned i = 0; i < instruction->operand_count; i++) {
        enum tw_ptx_operand_kind kind = instruction->operands[i].kind;
        if (kind == TW_PTX_OPERAND_MEMORY || kind == TW_PTX_OPERAND_TEXEL) return true;
    }
    return false;
}

static bool is_named(const struct tw_ptx_instruction *instruction, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(instruction->opcode, name, length) == 0 && instruction->opcode[length] == '.';
}

/* What the instruction writes: an array's address, a number, or several. */
static uint32_t result_of(const struct tw_ptx_instruction *instruction, const uint32_t *values)
{
    uint32_t value[TW_PTX_MAX_OPERANDS], all = NUMBER;
    if (instruction->call) return SEVERAL;
    if (has_memory(instruction)) return NUMBER;
    for (unsigned i = 0; i < instruction->operand_count; i++) {
        value[i] = of_operand(&instruction->operands[i], values);
        if (i) all = sum(all, number_or_several(value[i]));
    }
    const bool copies =
        is_named(instruction, "mov") || is_named(instruction, "cvta") || is_named(instruction, "cvt");
    if (copies && instruction->operand_count == 2) return value[1];
    if (is_named(instruction, "add") || is_named(instruction, "or")) return sum(value[1], value[2]);
    if (is_named(instruction, "sub")) return sum(value[1], number_or_several(value[2]));
    if (is_named(instruction, "mad"))
        return sum(sum(number_or_several(value[1]), number_or_several(value[2])), value[3]);
    return is_named(instruction, "selp") ? either(value[1], value[2]) : all;
}

struct writing {
    uint32_t *values, result;
    bool changed;
};

static void write(void *context, uint32_t r)
{
    struct writing *writing = context;
    const uint32_t value = either(writing->values[r], writing->result);
    writing->changed = writing->changed || value != writing->values[r];
    writing->values[r] = value;
}

/* Finds what each register of the function holds. Values only go down the lattice above, so that this ends. */
static void find_values(const struct tw_ptx_function *function, uint32_t *values)
{
    struct writing writing = {.values = values, .changed = true};
    for (size_t r = 0; r < function->register_count; r++) values[r] = NOTHING;
    for (size_t i = 0; i < function->signature.argument_count; i++) {
        const struct tw_ptx_formal *formal = &function->signature.arguments[i];
        if (formal->is_register) values[formal->index] = SEVERAL;
    }
    while (writing.changed) {
        writing.changed = false;
        for (size_t i = 0; i < function->instruction_count; i++) {
            writing.result = result_of(&function->instructions[i], values);
            tw_each_register(&function->instructions[i], true, write, &writing);
        }
    }
}

/* The array of the instruction's first address, which is that in shared memory of a copy into it; NULL: it is not known. */
static const struct tw_own_array *array_of(const struct tw_program *program,
                                           const struct tw_ptx_instruction *instruction,
                                           const uint32_t *values)
{
    unsigned i = 0;
    while (i < instruction->operand_count && instruction->operands[i].kind != TW_PTX_OPERAND_MEMORY) i++;
    if (i == instruction->operand_count) return NULL;
    const uint32_t value = of_operand(instruction->operands[i].elements, values);
    const bool shared =
        value < program->module->variable_count && program->module->variables[value].space == TW_PTX_SHARED;
    return shared ? &program->arrays[value] : NULL;
}

/* Where the variables of shared memory lie; the last one, of dynamic size, ends where the block's memory does. */
static void place_arrays(struct tw_program *program)
{
    for (uint32_t i = 0; i < program->module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &program->module->variables[i];
        program->arrays[i] =
            (struct tw_own_array){.name = variable->name,
                                  .begin = program->variable_offset[i],
                                  .bytes = variable->is_extern ? TW_ENDLESS : variable->bytes};
    }
}

int tw_find_arrays(struct tw_decoder *decoder)
{
    struct tw_program *program = decoder->program;
    size_t most = 0;
    if (!program->names_shared) return TW_OK;
    for (size_t c = 0; c < program->routine_count; c++) {
        const size_t count = program->routines[c].function->register_count;
        most = count > most ? count : most;
    }
    uint32_t *values = malloc((most + 1) * sizeof *values);
    program->arrays = calloc(program->module->variable_count + 1, sizeof *program->arrays);
    if (!values || !program->arrays) {
        free(values);
        return tw_decode_no_memory(decoder);
    }
    place_arrays(program);
    for (size_t c = 0; c < program->routine_count; c++) {
        const struct tw_routine *routine = &program->routines[c];
        if (routine->builtin) continue;
        find_values(routine->function, values);
        for (uint32_t i = 0; i + 1 < routine->count; i++)
            program->ops[routine->first + i].array =
                array_of(program, &routine->function->instructions[i], values);
    }
    free(values);
    return TW_OK;
}
