/*
 * Operands that take instructions of their own, which stand before the instruction they belong to (what ptxas makes of them):
 *
 *     sum     = register "+" constant                     of any source: an addition in the register's width
 *     element = name "[" register [ "+" constant ] "]"    in ld, st, mov and cvta: an index of 32 bits without a sign
 */
#include "sim/ptx/match.h"
#include "sim/ptx/parser.h"

#include <string.h>

static const struct tw_ptx_type_info *type_of(const struct tw_ptx_parser *parser,
                                              const struct tw_ptx_operand *operand)
{
    return tw_ptx_type_info(parser->function->registers[operand->index].type);
}

/* A register of 16 bits or more that holds no float. */
static bool is_number(const struct tw_ptx_parser *parser, const struct tw_ptx_operand *operand)
{
    if (operand->kind != TW_PTX_OPERAND_REGISTER) return false;
    const struct tw_ptx_type_info *info = type_of(parser, operand);
    return info->kind != TW_PTX_FLOAT && info->kind != TW_PTX_PREDICATE && info->bits >= 16;
}

static struct tw_ptx_operand constant_of(int64_t value)
{
    return (struct tw_ptx_operand){.kind = TW_PTX_OPERAND_CONSTANT, .value = value};
}

/* Adds `opcode` with these operands before the instruction that is parsed, and a register before them for its result,
 * which *operand becomes. */
static bool compute(struct tw_ptx_parser *parser, const char *opcode, enum tw_ptx_type type,
                    const struct tw_ptx_operand *sources, unsigned count, struct tw_ptx_operand *operand)
{
    const struct tw_ptx_instruction *owner = parser->instruction;
    struct tw_ptx_instruction made = {.opcode = opcode,
                                      .at = owner->at,
                                      .line = owner->line,
                                      .source_file = owner->source_file,
                                      .source_line = owner->source_line,
                                      .operand_count = (uint8_t)(count + 1)};
    struct tw_ptx_token name;
    struct tw_ptx_lexer lexer;
    uint32_t slot = 0;
    tw_ptx_lexer_start(&lexer, parser->text + operand->at, parser->length - operand->at);
    name = lexer.token;
    made.operands = tw_arena_alloc(parser->arena, (count + 1) * sizeof *made.operands);
    if (!made.operands) return tw_ptx_no_memory(parser);
    memcpy(made.operands + 1, sources, count * sizeof *sources);
    operand->kind = TW_PTX_OPERAND_REGISTER;
    operand->value = 0;
    tw_ptx_match(opcode, strlen(opcode), 0, &made);
    if (!tw_ptx_use_register(parser, &slot, type, &name, &operand->index)) return false;
    made.operands[0] = (struct tw_ptx_operand){.kind = TW_PTX_OPERAND_REGISTER, .index = operand->index};
    return tw_ptx_add_instruction(parser, &made);
}

bool tw_ptx_parse_sum(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    int64_t addend;
    if (!is_number(parser, operand) || !tw_ptx_accept(parser, '+')) return true;
    if (!tw_ptx_integer(parser, &addend)) return false;
    const struct tw_ptx_operand sources[] = {*operand, constant_of(addend)};
    const unsigned bits = type_of(parser, operand)->bits;
    const enum tw_ptx_type type = parser->function->registers[operand->index].type;
    operand->is_sum = true;
    return compute(parser,
                   bits == 16   ? "add.u16"
                   : bits == 32 ? "add.u32"
                                : "add.u64",
                   type, sources, 2, operand);
}

/* The index, cut to 32 bits or extended by zeros, plus the constant. */
static bool parse_index(struct tw_ptx_parser *parser, struct tw_ptx_operand *index)
{
    int64_t addend = 0;
    if (!tw_ptx_parse_single(parser, index)) return false;
    if (!is_number(parser, index))
        return TW_PTX_BAD_INPUT(parser, parser->text + index->at,
                                "an index is a constant, or a register of 16 bits or more");
    if (tw_ptx_accept(parser, '+') && !tw_ptx_integer(parser, &addend)) return false;
    const unsigned bits = type_of(parser, index)->bits;
    const char *convert = bits == 16 ? "cvt.u32.u16" : "cvt.u32.u64";
    const struct tw_ptx_operand whole = *index;
    if (bits != 32 && !compute(parser, convert, TW_PTX_U32, &whole, 1, index)) return false;
    const struct tw_ptx_operand sources[] = {*index, constant_of(addend)};
    return !addend || compute(parser, "add.u32", TW_PTX_U32, sources, 2, index);
}

/* The conversion that makes an address in `space` a generic one, or NULL where it is one. */
static const char *conversion_of(enum tw_ptx_space space)
{
    switch (space) {
    case TW_PTX_SHARED:
        return "cvta.shared.u64";
    case TW_PTX_LOCAL:
    case TW_PTX_PARAM:
        return "cvta.local.u64";
    default:
        return NULL;
    }
}

bool tw_ptx_parse_element(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    const struct tw_ptx_instruction *owner = parser->instruction;
    const struct tw_ptx_variable variable = parser->module->variables[operand->index];
    const char *letters = owner ? tw_ptx_rows[owner->row].operands : "";
    struct tw_ptx_operand index = {0}, *array = tw_arena_alloc(parser->arena, sizeof *array);
    if (!array) return tw_ptx_no_memory(parser);
    if (!owner)
        return TW_PTX_BAD_INPUT(parser, parser->text + operand->at,
                                "an element of an array is passed to functions in a register");
    if (!parse_index(parser, &index) || !tw_ptx_expect(parser, ']')) return false;
    *array = *operand;
    bool narrow = owner->type[0] != TW_PTX_TYPE_COUNT && tw_ptx_type_info(owner->type[0])->bits == 32 &&
                  !strchr(letters, 'M');
    bool generic = strchr(letters, 'M') && owner->words[TW_PTX_CLASS_SPACE] == TW_PTX_ABSENT;
    const struct tw_ptx_operand sources[] = {index, constant_of(variable.element_bytes), *array};
    operand->is_indexed = true;
    operand->elements = array;
    if (!compute(parser, narrow ? "mad.lo.u32" : "mad.wide.u32", narrow ? TW_PTX_B32 : TW_PTX_B64, sources, 3,
                 operand))
        return false;
    const char *conversion = generic ? conversion_of(variable.space) : NULL;
    const struct tw_ptx_operand offset = {.kind = TW_PTX_OPERAND_REGISTER, .index = operand->index};
    return !conversion || compute(parser, conversion, TW_PTX_B64, &offset, 1, operand);
}
