/* Operands in [ ]: addresses (PTX ISA, "Addresses as Operands"), textures, tensors' maps. */
#include "sim/ptx/check.h"

#include <string.h>

#include "sim/ptx/match.h"

/* Does a variable of `space` lie where the instruction's state
 * space says? Without one, addresses are generic. */
static bool space_fits(enum tw_ptx_word word, enum tw_ptx_space space)
{
    switch (word) {
    case TW_PTX_SPACE_GLOBAL:
        return space == TW_PTX_GLOBAL;
    case TW_PTX_SPACE_SHARED:
    case TW_PTX_SPACE_SHARED_CTA:
    case TW_PTX_SPACE_SHARED_CLUSTER:
        return space == TW_PTX_SHARED;
    case TW_PTX_SPACE_LOCAL:
        return space == TW_PTX_LOCAL;
    case TW_PTX_SPACE_CONST:
        return space == TW_PTX_CONST;
    case TW_PTX_SPACE_PARAM:
        return space == TW_PTX_PARAM;
    default:
        return space != TW_PTX_PARAM;
    }
}

enum tw_ptx_word tw_ptx_space_at(char letter, const struct tw_ptx_instruction *instruction)
{
    if (letter == 'M') return instruction->words[TW_PTX_CLASS_SPACE];
    bool global = letter == 'N' && instruction->words[TW_PTX_CLASS_OTHER] == TW_PTX_OTHER_GLOBAL;
    return global ? TW_PTX_SPACE_GLOBAL : TW_PTX_SPACE_SHARED;
}

/* Narrow ones are extended by zeros (PTX ISA, "Addresses as Operands"). */
static bool check_address_register(struct tw_ptx_parser *parser, enum tw_ptx_word space,
                                   const struct tw_ptx_operand *base)
{
    const struct tw_ptx_register *reg = &parser->function->registers[base->index];
    const struct tw_ptx_type_info *info = tw_ptx_type_info(reg->type);
    const char *at = tw_ptx_place(parser, base);
    if (info->kind == TW_PTX_FLOAT || info->kind == TW_PTX_PREDICATE || info->bits < 16)
        return TW_PTX_BAD_INPUT(parser, at, "%s is .%s where an address should be", reg->name, info->word);
    bool is_offset = space == TW_PTX_SPACE_SHARED || space == TW_PTX_SPACE_SHARED_CTA ||
                     space == TW_PTX_SPACE_LOCAL || space == TW_PTX_SPACE_PARAM;
    if (info->bits == 16 || (info->bits == 32 && !is_offset && parser->narrow_addresses))
        return TW_PTX_UNKNOWN(parser, at, "the simulator does not know addresses of %u bits here",
                              info->bits);
    return true;
}

bool tw_ptx_check_base(struct tw_ptx_parser *parser, enum tw_ptx_word space,
                       const struct tw_ptx_operand *base)
{
    const char *at = tw_ptx_place(parser, base);
    switch (base->kind) {
    case TW_PTX_OPERAND_NONE:
        return space == TW_PTX_SPACE_LOCAL ||
               TW_PTX_BAD_INPUT(parser, at, "only addresses of .local may be numbers");
    case TW_PTX_OPERAND_REGISTER:
        return check_address_register(parser, space, base);
    case TW_PTX_OPERAND_VARIABLE:
        return space_fits(space, parser->module->variables[base->index].space) ||
               TW_PTX_BAD_INPUT(parser, at, "\"%s\" lies in another state space",
                                parser->module->variables[base->index].name);
    case TW_PTX_OPERAND_PARAMETER:
        return space == TW_PTX_SPACE_PARAM ||
               TW_PTX_BAD_INPUT(parser, at, "a parameter is read with ld.param");
    default:
        return TW_PTX_BAD_INPUT(parser, at, "this name is not declared");
    }
}

bool tw_ptx_check_memory(struct tw_ptx_parser *parser, enum tw_ptx_word space, bool may_be_element,
                         struct tw_ptx_operand *operand)
{
    bool computed = operand->kind == TW_PTX_OPERAND_REGISTER && operand->is_indexed;
    if (computed && may_be_element && !tw_ptx_check_base(parser, space, operand->elements)) return false;
    if ((computed || operand->kind == TW_PTX_OPERAND_VARIABLE) && operand->is_indexed && may_be_element) {
        struct tw_ptx_operand *base = tw_arena_alloc(parser->arena, sizeof *base);
        if (!base) return tw_ptx_no_memory(parser);
        *base = *operand;
        *operand = (struct tw_ptx_operand){.kind = TW_PTX_OPERAND_MEMORY,
                                           .at = base->at,
                                           .value = base->value,
                                           .count = 1,
                                           .elements = base};
    }
    if (operand->kind == TW_PTX_OPERAND_SINK)
        return TW_PTX_UNKNOWN(parser, tw_ptx_place(parser, operand),
                              "the simulator does not know \"_\" as an address");
    if (operand->kind != TW_PTX_OPERAND_MEMORY)
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "an address in [ ] should be here");
    return tw_ptx_check_base(parser, space, operand->elements);
}

/* So many values of 32 bits, of any kind, or in the place of one; of three there are four, and the last means nothing. */
static bool check_words(struct tw_ptx_parser *parser, unsigned count, struct tw_ptx_operand *operand)
{
    static const struct tw_ptx_want word = {.bits = 32, .kind = TW_PTX_BITS};
    if (count == 3) count = 4;
    if (operand->kind != TW_PTX_OPERAND_VECTOR && count == 1)
        return tw_ptx_check_element(parser, word, operand);
    if (operand->kind != TW_PTX_OPERAND_VECTOR || operand->count != count)
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "%u values in braces should be here",
                                count);
    for (unsigned i = 0; i < count; i++) {
        if (!tw_ptx_check_element(parser, word, &operand->elements[i])) return false;
    }
    return true;
}

/* A handle, or the name of what has one. */
static bool check_object(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction,
                         const struct tw_ptx_operand *object)
{
    const enum tw_ptx_opaque wanted = *instruction->opcode == 't' ? TW_PTX_TEXTURE : TW_PTX_SURFACE;
    const char *at = tw_ptx_place(parser, object);
    if (object->kind == TW_PTX_OPERAND_REGISTER) {
        const struct tw_ptx_register *reg = &parser->function->registers[object->index];
        const struct tw_ptx_type_info *info = tw_ptx_type_info(reg->type);
        return (info->bits == 64 && info->kind != TW_PTX_FLOAT) ||
               TW_PTX_BAD_INPUT(parser, at, "%s is .%s where a texture or surface should be", reg->name,
                                info->word);
    }
    if (object->kind == TW_PTX_OPERAND_PARAMETER)
        return TW_PTX_UNKNOWN(parser, at, "the simulator does not know textures as parameters");
    return (object->kind == TW_PTX_OPERAND_VARIABLE &&
            parser->module->variables[object->index].opaque == wanted) ||
           TW_PTX_BAD_INPUT(parser, at, "a texture or surface should be here");
}

static bool check_texel(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction,
                        struct tw_ptx_operand *operand)
{
    enum tw_ptx_word geometry = instruction->words[TW_PTX_CLASS_GEOM];
    bool layered =
        geometry == TW_PTX_GEOM_A1D || geometry == TW_PTX_GEOM_A2D || geometry == TW_PTX_GEOM_ACUBE;
    if (operand->kind != TW_PTX_OPERAND_TEXEL)
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "coordinates in [ ] should be here");
    if (operand->count == 3)
        return TW_PTX_UNKNOWN(parser, tw_ptx_place(parser, &operand->elements[1]),
                              "the simulator does not know samplers of their own");
    unsigned count = tw_ptx_dimensions(instruction->words[TW_PTX_CLASS_GEOM]) + layered;
    return check_object(parser, instruction, &operand->elements[0]) &&
           check_words(parser, count < 4 ? count : 4, &operand->elements[1]);
}

/* Operands of textures and surfaces. */
bool tw_ptx_check_textured(struct tw_ptx_parser *parser, char letter,
                           const struct tw_ptx_instruction *instruction, struct tw_ptx_operand *operand)
{
    if (letter == 'A') return check_texel(parser, instruction, operand);
    const unsigned dimensions = tw_ptx_dimensions(instruction->words[TW_PTX_CLASS_GEOM]);
    if (letter == 'm' && dimensions > 1 && operand->kind == TW_PTX_OPERAND_REGISTER)
        return TW_PTX_UNKNOWN(parser, tw_ptx_place(parser, operand),
                              "the simulator does not know comparisons with a depth");
    if (letter == 'm') return check_words(parser, dimensions, operand);
    return operand->kind == TW_PTX_OPERAND_MEMORY
               ? check_object(parser, instruction, operand->elements)
               : TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand),
                                  "a texture or surface in [ ] should be here");
}

bool tw_ptx_check_tensor(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction,
                         struct tw_ptx_operand *operand)
{
    static const struct tw_ptx_want word = {.bits = 32, .kind = TW_PTX_BITS};
    const unsigned dimensions = instruction->words[TW_PTX_CLASS_DIM] - TW_PTX_DIM_1D + 1u;
    bool whole = operand->kind == TW_PTX_OPERAND_TEXEL && operand->count == 2 &&
                 operand->elements[1].kind == TW_PTX_OPERAND_VECTOR;
    if (!whole || operand->elements[1].count != dimensions) {
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand),
                                "the address of a map and %u coordinates in [ ] should be here", dimensions);
    }
    for (unsigned i = 0; i < dimensions; i++) {
        if (!tw_ptx_check_element(parser, word, &operand->elements[1].elements[i])) return false;
    }
    return operand->elements[0].kind == TW_PTX_OPERAND_PARAMETER ||
           tw_ptx_check_base(parser, TW_PTX_ABSENT, &operand->elements[0]);
}
