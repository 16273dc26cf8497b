/* Calls -> what is passed: where a caller has its arguments and results, and where a function has them. */
#include "sim/exec/decode/decode.h"

#include <stdlib.h>

#include "sim/exec/call.h"
#include "sim/exec/lanes.h"

struct tw_call_value *tw_decode_formals(const struct tw_decoder *decoder, const struct tw_ptx_formal *formals,
                                        size_t count)
{
    const struct tw_routine *routine = decoder->routine;
    struct tw_call_value *values = calloc(count + 1, sizeof *values);
    for (size_t i = 0; values && i < count; i++) {
        values[i] = (struct tw_call_value){.reference = TW_NEVER, .bytes = formals[i].bytes};
        if (formals[i].is_register) {
            values[i].reference = routine->registers[formals[i].index];
            values[i].bits = (uint8_t)tw_kept_bits(
                tw_ptx_type_info(routine->function->registers[formals[i].index].type)->bits);
        } else {
            values[i].offset = decoder->program->variable_offset[formals[i].index];
        }
    }
    return values;
}

/* What the caller gives or takes. Constants are as wide as what they are passed for. */
static struct tw_call_value actual_value(struct tw_decoder *decoder, const struct tw_ptx_operand *actual,
                                         unsigned bytes)
{
    const struct tw_ptx_module *module = decoder->program->module;
    struct tw_call_value value = {.reference = TW_NEVER, .unused = actual->kind == TW_PTX_OPERAND_SINK};
    if (actual->kind == TW_PTX_OPERAND_VARIABLE) {
        value.offset = decoder->program->variable_offset[actual->index];
        value.bytes = (uint32_t)module->variables[actual->index].bytes;
    } else if (!value.unused) {
        value.bits = (uint8_t)tw_operand_bits(decoder, actual);
        if (!value.bits) value.bits = (uint8_t)(bytes <= 2 ? 16 : bytes * 8);
        value.reference = tw_reference_of(decoder, actual, value.bits);
    }
    return value;
}

static struct tw_call_value *actual_values(struct tw_decoder *decoder, const struct tw_ptx_operand *actuals,
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

int tw_decode_call(struct tw_decoder *decoder, struct tw_op *op)
{
    const struct tw_ptx_call *from = op->instruction->call;
    const struct tw_ptx_signature *signature = signature_of(decoder->program, op->instruction);
    struct tw_call *call = decoder->call++;
    op->call = call;
    if (from->target.kind == TW_PTX_OPERAND_FUNCTION)
        call->target = find_routine(decoder->program, from->target.index);
    else
        call->address = decoder->routine->registers[from->target.index];
    call->result_count = from->result_count;
    call->argument_count = from->argument_count;
    call->results = actual_values(decoder, from->results, signature->results, from->result_count);
    call->arguments = actual_values(decoder, from->arguments, signature->arguments, from->argument_count);
    bool many = from->argument_count > TW_CALL_REGISTERS || from->result_count > TW_CALL_REGISTERS;
    if (many) return tw_decode_unknown(decoder, op->instruction);
    return call->results && call->arguments ? TW_OK : tw_decode_no_memory(decoder);
}

int tw_decode_branch_table(struct tw_decoder *decoder, struct tw_op *op)
{
    const struct tw_ptx_table *table = op->instruction->table;
    uint32_t *targets = calloc(table->target_count + 1, sizeof *targets);
    if (!targets) return tw_decode_no_memory(decoder);
    for (size_t i = 0; i < table->target_count; i++) targets[i] = decoder->routine->first + table->targets[i];
    op->targets = targets;
    op->target_count = table->target_count;
    return TW_OK;
}
