/*
 * Where ptxas takes more than kinds and widths of operands say, and where less: values of constants, which spaces names are of,
 * what must be in braces or left out. Its answers, not the ISA's text, are what this follows (sim/tests/ptx_forms.py).
 */
#include "sim/ptx/check.h"

#include <string.h>

#include "sim/ptx/match.h"

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static const char *pattern_of(const struct tw_ptx_instruction *instruction)
{
    return tw_ptx_rows[instruction->row].pattern;
}

/* --- more */

bool tw_ptx_is_beyond_isa(const struct tw_ptx_parser *parser, char letter,
                          const struct tw_ptx_instruction *instruction, const struct tw_ptx_operand *operand)
{
    const char *letters = tw_ptx_rows[instruction->row].operands;
    const bool is_register = operand->kind == TW_PTX_OPERAND_REGISTER;
    const bool is_constant = operand->kind == TW_PTX_OPERAND_CONSTANT;
    const bool is_vector = operand->kind == TW_PTX_OPERAND_VECTOR;
    if (letter == 'O') return strcmp(letters, "NMiO") == 0 && (is_register || is_constant || is_vector);
    if (letter == 'i' && strncmp(letters, "TMi", 3) == 0) return is_vector;
    const bool packs = strncmp(letters, "Itt", 3) == 0;
    if (packs && letter == 'i' && is_constant) return operand->is_float;
    if (!is_register || !(packs || (strcmp(letters, "Tuu") == 0 && instruction->type[0] == TW_PTX_F16X2 &&
                                    instruction->type[1] == TW_PTX_F32)))
        return false;
    const struct tw_ptx_type_info *info = tw_ptx_type_info(parser->function->registers[operand->index].type);
    if (letter == 'i') return info->kind == TW_PTX_FLOAT || info->bits == 64;
    return info->kind != TW_PTX_FLOAT && info->bits == 64;
}

/* --- less: values of constants */

enum values { ANY, COUNT, PARITY, BULK, POWER, EVENTS, FRACTION };

static const char *const value_words[] = {
    [ANY] = "any number",
    [COUNT] = "a count, from 1 on,",
    [PARITY] = "0 or 1",
    [BULK] = "a multiple of 16 below 1048576",
    [POWER] = "a power of two up to 8388608",
    [EVENTS] = "a mask of 16 bits",
    [FRACTION] = "a fraction above 0, 1 at most,",
};

/* clang-format off */
/*    pattern begins with           operand  what it must be when it is a constant; the first that fits */
static const struct {
    const char *pattern;
    unsigned operand;
    enum values values;
} limits[] = {
    {"mbarrier.arrive.expect_tx",      2, ANY},
    {"mbarrier.arrive_drop.expect_tx", 2, ANY},
    {"mbarrier.arrive",                2, COUNT},
    {"mbarrier.test_wait.parity",      2, PARITY},
    {"mbarrier.try_wait.parity",       2, PARITY},
    {"cp.async.bulk.prefetch.LEVEL",   1, BULK},
    {"cp.async.bulk.OTHER",            2, BULK},
    {"cp.reduce.async.bulk.OTHER",     2, BULK},
    {"alloca",                         2, POWER},
    {"pmevent.mask",                   0, EVENTS},
    {"createpolicy.fractional",        1, FRACTION},
};
/* clang-format on */

static bool is_value(enum values values, const struct tw_ptx_operand *operand)
{
    const int64_t value = operand->value;
    const uint32_t word = (uint32_t)value;
    double fraction;
    float single;
    memcpy(&fraction, &value, sizeof fraction);
    memcpy(&single, &word, sizeof single);
    switch (values) {
    case COUNT:
        return (int32_t)word > 0;
    case PARITY:
        return value == 0 || value == 1;
    case BULK:
        return word % 16 == 0 && word < 1u << 20;
    case POWER:
        return word && !(word & (word - 1)) && word <= 1u << 23;
    case EVENTS:
        return value >= 0 && value <= UINT16_MAX;
    case FRACTION:
        fraction = operand->count == 32 ? (double)single : fraction;
        return fraction > 0 && fraction <= 1;
    default:
        return true;
    }
}

static bool check_limits(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction)
{
    size_t i = 0, count = sizeof limits / sizeof *limits;
    while (i < count && !begins(pattern_of(instruction), limits[i].pattern)) i++;
    if (i == count || limits[i].operand >= instruction->operand_count) return true;
    const struct tw_ptx_operand *operand = &instruction->operands[limits[i].operand];
    return operand->kind != TW_PTX_OPERAND_CONSTANT || is_value(limits[i].values, operand) ||
           TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "%s should be here",
                            value_words[limits[i].values]);
}

/* --- less: operands */

/* Names in a space that the instruction cannot reach, though it has no space of its own. */
static bool check_names(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction)
{
    const bool is_barrier = begins(instruction->opcode, "mbarrier.");
    if (!is_barrier && !begins(instruction->opcode, "prefetchu.")) return true;
    const enum tw_ptx_space space = is_barrier ? TW_PTX_SHARED : TW_PTX_GLOBAL;
    for (unsigned i = 0; i < instruction->operand_count; i++) {
        const struct tw_ptx_operand *operand = &instruction->operands[i];
        if (operand->kind != TW_PTX_OPERAND_MEMORY || operand->elements->kind != TW_PTX_OPERAND_VARIABLE)
            continue;
        const struct tw_ptx_variable *variable = &parser->module->variables[operand->elements->index];
        if (variable->space != space)
            return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand->elements),
                                    "\"%s\" lies in another state space", variable->name);
    }
    return true;
}

/* An mbarrier of another block gives no state. */
static bool check_state(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction)
{
    const bool remote = begins(instruction->opcode, "mbarrier.arrive") &&
                        instruction->words[TW_PTX_CLASS_SPACE] == TW_PTX_SPACE_SHARED_CLUSTER;
    return !remote || instruction->operands[0].kind == TW_PTX_OPERAND_SINK ||
           TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, &instruction->operands[0]),
                            "\"_\" should be here: an mbarrier of .shared::cluster gives no state");
}

/* Lanes' parts of matrices: of ldmatrix and stmatrix in braces, even one; of movmatrix without. */
static bool check_braces(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction)
{
    const bool moves = begins(instruction->opcode, "movmatrix");
    if (!moves && !begins(instruction->opcode, "ldmatrix") && !begins(instruction->opcode, "stmatrix"))
        return true;
    for (unsigned i = 0; i < instruction->operand_count; i++) {
        const struct tw_ptx_operand *operand = &instruction->operands[i];
        if (operand->kind == TW_PTX_OPERAND_MEMORY) continue;
        if (operand->kind != (moves ? TW_PTX_OPERAND_REGISTER : TW_PTX_OPERAND_VECTOR))
            return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand),
                                    moves ? "a register without braces should be here"
                                          : "registers in braces should be here");
    }
    return true;
}

static bool check_elected(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction)
{
    const struct tw_ptx_operand *result = instruction->operands;
    bool fine = !begins(instruction->opcode, "elect.") ||
                (result->kind == TW_PTX_OPERAND_PAIR && result->elements[1].kind != TW_PTX_OPERAND_SINK);
    return fine || TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, result),
                                    "a register and a predicate, %%r|%%p, should be here");
}

/* A quotient of 64 bits is a call for ptxas, which takes no sums as arguments. */
static bool check_quotient(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction)
{
    const bool is_quotient = begins(instruction->opcode, "div.") || begins(instruction->opcode, "rem.");
    if (!is_quotient || tw_ptx_type_info(instruction->type[0])->bits != 64) return true;
    for (unsigned i = 1; i < instruction->operand_count; i++) {
        if (instruction->operands[i].is_sum)
            return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, &instruction->operands[i]),
                                    "a register or a constant should be here");
    }
    return true;
}

/* --- less: words */

static const char *bad_words(const struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction)
{
    const char *opcode = instruction->opcode;
    const bool extreme = instruction->words[TW_PTX_CLASS_ATOM] == TW_PTX_ATOM_MIN ||
                         instruction->words[TW_PTX_CLASS_ATOM] == TW_PTX_ATOM_MAX;
    if (begins(opcode, "wmma.") && parser->module->version >= 63 && !strstr(opcode, ".aligned"))
        return "from PTX 6.3 on wmma must be .aligned";
    if (begins(opcode, "cp.async.bulk.shared::cluster.shared::cta") && strstr(opcode, ".L2::cache_hint"))
        return "a copy between blocks has no .L2::cache_hint";
    if (begins(opcode, "sured.b.") && extreme && instruction->type[0] == TW_PTX_B32)
        return "the least and the greatest are of .u32 or .s32, not of .b32";
    return NULL;
}

bool tw_ptx_check_as_ptxas(struct tw_ptx_parser *parser, const struct tw_ptx_token *opcode,
                           const struct tw_ptx_instruction *instruction)
{
    static bool (*const checks[])(struct tw_ptx_parser *, const struct tw_ptx_instruction *) = {
        check_limits, check_names, check_state, check_braces, check_elected, check_quotient};
    const char *words = bad_words(parser, instruction);
    bool fine = !words || TW_PTX_BAD_INPUT(parser, opcode->start, "%s", words);
    for (size_t i = 0; i < sizeof checks / sizeof *checks && fine; i++) fine = checks[i](parser, instruction);
    return fine;
}
