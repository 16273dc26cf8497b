/* Operands -> references: where an operation finds what it reads and writes, and the address of its memory. */
#include "sim/exec/decode/decode.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "sim/ptx/match.h"

static uint32_t special_reference(struct tw_decoder *decoder, uint32_t special)
{
    uint32_t *reference = &decoder->program->special[special];
    if (*reference == TW_NEVER)
        *reference = tw_place_register(decoder->program, tw_ptx_special_bits((enum tw_ptx_special)special));
    return *reference;
}

unsigned tw_kept_bits(unsigned bits)
{
    return bits == 8 ? 16 : bits;
}

unsigned tw_operand_bits(const struct tw_decoder *decoder, const struct tw_ptx_operand *operand)
{
    if (operand->kind == TW_PTX_OPERAND_SPECIAL)
        return tw_ptx_special_bits((enum tw_ptx_special)operand->index);
    if (operand->kind != TW_PTX_OPERAND_REGISTER) return 0;
    unsigned bits = tw_ptx_type_info(decoder->routine->function->registers[operand->index].type)->bits;
    return tw_kept_bits(bits);
}

/* Does the operand name what lies in the frame of a function, at another place for each lane and call? */
static bool is_moving(const struct tw_decoder *decoder, const struct tw_ptx_operand *operand)
{
    return decoder->routine != decoder->program->routines && operand->kind == TW_PTX_OPERAND_VARIABLE &&
           tw_is_in_frame(decoder->program->module->variables[operand->index].space);
}

/* Does it name what lies in shared memory, at another address in each block of a cluster? */
static bool is_shared(const struct tw_decoder *decoder, const struct tw_ptx_operand *operand)
{
    return operand->kind == TW_PTX_OPERAND_VARIABLE &&
           decoder->program->module->variables[operand->index].space == TW_PTX_SHARED;
}

/* The register that holds an address in the frame: a call fills it (call.c). */
static uint32_t frame_address(struct tw_decoder *decoder, uint32_t offset, bool wide)
{
    struct tw_routine *routine = decoder->routine;
    for (size_t i = 0; i < routine->address_count; i++) {
        const struct tw_frame_address *known = &routine->addresses[i];
        if (known->offset == offset && known->wide == wide) return known->reference;
    }
    struct tw_frame_address *grown =
        tw_grow(routine->addresses, routine->address_count, &routine->address_capacity, sizeof *grown);
    if (!grown) {
        tw_decode_no_memory(decoder);
        return 0;
    }
    routine->addresses = grown;
    uint32_t reference = tw_place_register(decoder->program, wide ? 64 : 32);
    routine->addresses[routine->address_count++] = (struct tw_frame_address){reference, offset, wide};
    return reference;
}

uint32_t tw_reference_of(struct tw_decoder *decoder, const struct tw_ptx_operand *operand, unsigned bits)
{
    switch (operand->kind) {
    case TW_PTX_OPERAND_REGISTER:
        return decoder->routine->registers[operand->index];
    case TW_PTX_OPERAND_SPECIAL:
        return special_reference(decoder, operand->index);
    case TW_PTX_OPERAND_CONSTANT:
        return tw_place_constant(
            decoder, bits == 1 ? (operand->value ? UINT32_MAX : 0) : (uint64_t)operand->value, bits);
    case TW_PTX_OPERAND_VARIABLE:
    case TW_PTX_OPERAND_PARAMETER:
    case TW_PTX_OPERAND_FUNCTION:
        if (is_moving(decoder, operand))
            return frame_address(decoder, (uint32_t)tw_address_of(decoder, operand, false), bits == 64);
        if (is_shared(decoder, operand) && bits >= 32)
            return tw_place_own(decoder, tw_address_of(decoder, operand, false), bits == 64);
        return tw_place_constant(decoder, tw_address_of(decoder, operand, false), bits);
    default:
        return tw_place_register(decoder->program, 64); /* "_" and a second destination that was left out */
    }
}

static void decode_memory(struct tw_decoder *decoder, struct tw_op *op, const struct tw_ptx_operand *memory)
{
    const struct tw_ptx_operand *base = memory->elements;
    bool generic = op->instruction->words[TW_PTX_CLASS_SPACE] == TW_PTX_ABSENT ||
                   op->instruction->words[TW_PTX_CLASS_DIM] != TW_PTX_ABSENT; /* of a tensor's map */
    op->offset = (uint64_t)memory->value;
    op->address_wide = true;
    if (base->kind == TW_PTX_OPERAND_REGISTER) {
        op->address = decoder->routine->registers[base->index];
        op->address_wide = tw_operand_bits(decoder, base) == 64;
    } else if (is_moving(decoder, base)) {
        op->address = frame_address(decoder, 0, true);
    } else {
        op->address =
            is_shared(decoder, base) ? tw_place_own(decoder, 0, true) : tw_place_constant(decoder, 0, 64);
        op->address_fixed = true;
    }
    if (base->kind == TW_PTX_OPERAND_VARIABLE || base->kind == TW_PTX_OPERAND_PARAMETER) {
        op->offset +=
            tw_address_of(decoder, base, generic) - (uint64_t)base->value; /* memory->value has it already */
    }
}

/* Memory at the letters N and O: an address within its state space. */
static struct tw_place decode_other(struct tw_decoder *decoder, const struct tw_ptx_operand *memory)
{
    const struct tw_ptx_operand *base = memory->elements;
    struct tw_place place = {.offset = (uint64_t)memory->value, .is_wide = true};
    if (base->kind == TW_PTX_OPERAND_REGISTER) {
        place.base = decoder->routine->registers[base->index];
        place.is_wide = tw_operand_bits(decoder, base) == 64;
        return place;
    }
    place.base =
        is_shared(decoder, base) ? tw_place_own(decoder, 0, true) : tw_place_constant(decoder, 0, 64);
    if (base->kind == TW_PTX_OPERAND_VARIABLE)
        place.offset += tw_address_of(decoder, base, false) - (uint64_t)base->value;
    return place;
}

static bool same_width(struct tw_decoder *decoder, const struct tw_ptx_operand *vector, unsigned *bits)
{
    *bits = 0;
    for (unsigned i = 0; i < vector->count; i++) {
        unsigned width = tw_operand_bits(decoder, &vector->elements[i]);
        if (!width) continue;
        if (*bits && width != *bits) return false;
        *bits = width;
    }
    return true;
}

/* The references of a fragment's registers, one after the other in the program's table: the place of the first. */
static uint32_t place_fragment(struct tw_decoder *decoder, const struct tw_ptx_operand *operand,
                               unsigned bits)
{
    struct tw_program *program = decoder->program;
    const uint32_t first = program->fragment_count;
    const bool several = operand->kind == TW_PTX_OPERAND_VECTOR;
    const unsigned count = several ? operand->count : 1;
    uint32_t *grown = realloc(program->fragments, (first + count) * sizeof *grown);
    if (!grown) {
        tw_decode_no_memory(decoder);
        return 0;
    }
    program->fragments = grown;
    program->fragment_count += count;
    for (unsigned i = 0; i < count; i++) {
        grown[first + i] = tw_reference_of(decoder, several ? &operand->elements[i] : operand, bits);
    }
    return first;
}

/* The texture or surface and its coordinates, as a fragment: five references, with zeros for coordinates that there are not. */
static uint32_t place_texel(struct tw_decoder *decoder, const struct tw_ptx_operand *operand)
{
    struct tw_ptx_operand elements[5] = {operand->elements[0]};
    const struct tw_ptx_operand *place = &operand->elements[1];
    const unsigned count = place->kind == TW_PTX_OPERAND_VECTOR ? place->count : 1;
    for (unsigned i = 0; i < 4; i++) elements[1 + i].kind = TW_PTX_OPERAND_CONSTANT;
    for (unsigned i = 0; i < count; i++)
        elements[1 + i] = place->kind == TW_PTX_OPERAND_VECTOR ? place->elements[i] : *place;
    const struct tw_ptx_operand all = {.kind = TW_PTX_OPERAND_VECTOR, .count = 5, .elements = elements};
    const uint32_t first = place_fragment(decoder, &all, 32), handle = tw_reference_of(decoder, elements, 64);
    if (!decoder->status) decoder->program->fragments[first] = handle;
    return first;
}

/* Elements of a vector, references `at` on; those without a width of their own take that of the others. How many. */
static unsigned decode_vector(struct tw_decoder *decoder, struct tw_op *op,
                              const struct tw_ptx_operand *vector, char letter, unsigned at)
{
    unsigned width, bits = tw_ptx_letter_bits(letter, op->instruction);
    if (letter == 'D' || letter == 'd') bits /= vector->count; /* packed */
    if (!same_width(decoder, vector, &width)) op->run = NULL;
    if (!width) width = bits < 16 ? 16 : bits;
    if (at == 0) op->register_bits = (uint8_t)width;
    for (unsigned i = 0; i < vector->count; i++) {
        op->reference[at + i] = tw_reference_of(decoder, &vector->elements[i], width);
    }
    op->count = vector->count;
    return vector->count;
}

/* A register or constant, or two of them, the second a predicate: references `at` on. How many. */
static unsigned decode_values(struct tw_decoder *decoder, struct tw_op *op,
                              const struct tw_ptx_operand *operand, char letter, unsigned at)
{
    static const struct tw_ptx_operand none = {.kind = TW_PTX_OPERAND_SINK};
    bool both = operand->kind == TW_PTX_OPERAND_PAIR;
    const struct tw_ptx_operand *first = both ? operand->elements : operand;
    unsigned width = tw_operand_bits(decoder, operand);
    if (!width) width = tw_kept_bits(tw_ptx_letter_bits(letter, op->instruction));
    if (at == 0) op->register_bits = (uint8_t)width;
    if (at == 1) op->source_bits = (uint8_t)width;
    if (operand->negated) op->negated |= 1u << at;
    op->reference[at] = tw_reference_of(decoder, first, width);
    if (letter != 'Q' && letter != 'S') return 1;
    op->reference[at + 1] = tw_reference_of(decoder, both ? operand->elements + 1 : &none, 1);
    return 2;
}

/* Results of a texture: four references, whether there are as many or two, and a predicate's. */
static unsigned decode_texel(struct tw_decoder *decoder, struct tw_op *op,
                             const struct tw_ptx_operand *operand, unsigned at)
{
    static const struct tw_ptx_operand none = {.kind = TW_PTX_OPERAND_SINK};
    bool both = operand->kind == TW_PTX_OPERAND_PAIR;
    unsigned count = decode_vector(decoder, op, both ? operand->elements : operand, 'E', at);
    for (unsigned i = count; i < 4; i++) op->reference[at + i] = tw_reference_of(decoder, &none, 32);
    op->reference[at + 4] = tw_reference_of(decoder, both ? &operand->elements[1] : &none, 1);
    return 5;
}

/* What an operand of one letter gives to references `at` on. How many. */
static unsigned decode_operand(struct tw_decoder *decoder, struct tw_op *op,
                               const struct tw_ptx_operand *operand, char letter, unsigned at)
{
    switch (letter) {
    case 'L':
        op->target = decoder->routine->first + operand->index;
        return 0;
    case 'B':
        return 0;
    case 'M':
        decode_memory(decoder, op, operand);
        return 0;
    case 'N':
    case 'O':
        op->other[letter == 'O'] = decode_other(decoder, operand);
        return 0;
    case 'A':
        op->reference[at] = place_texel(decoder, operand);
        return 1;
    case 'K':
        op->reference[at] = tw_reference_of(decoder, operand->elements, 64);
        return 1;
    case 'H':
        return decode_texel(decoder, op, operand, at);
    case 'Y':
        decode_memory(decoder, op, operand);
        op->reference[at] = place_fragment(decoder, &operand->elements[1], 32);
        return 1;
    case 'c':
        if (operand->kind != TW_PTX_OPERAND_VECTOR) return decode_values(decoder, op, operand, letter, at);
        op->reference[at] = place_fragment(decoder, operand, 32);
        return 1;
    case 'r':
    case 'm':
    case 'F':
    case 'f':
    case 'J':
        op->reference[at] = place_fragment(decoder, operand, tw_ptx_letter_bits(letter, op->instruction));
        return 1;
    default:
        return operand->kind == TW_PTX_OPERAND_VECTOR ? decode_vector(decoder, op, operand, letter, at)
                                                      : decode_values(decoder, op, operand, letter, at);
    }
}

void tw_decode_operands(struct tw_decoder *decoder, struct tw_op *op)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    char letters[TW_PTX_MAX_LETTERS];
    unsigned at = 0;
    op->count = 1;
    tw_ptx_letters(instruction, instruction->operand_count, letters);
    for (unsigned i = 0; i < instruction->operand_count; i++) {
        at += decode_operand(decoder, op, &instruction->operands[i], letters[i], at);
        if (letters[i] >= 'A' && letters[i] <= 'Z') op->results = (uint8_t)at;
    }
    if (strpbrk(letters, "FfJ")) /* all lanes: what .sync operations have as their last */
        op->reference[at++] = tw_place_constant(decoder, TW_ALL_LANES, 32);
    op->references = (uint8_t)at;
}
