/*
 * Operands against their row of the opcode table: number, kind, width (PTX ISA, "Operand Type Checking" and
 * "Operand Size Exceeding Instruction-Type Size"). Constants become the bits of the width they are used at.
 */
#include "sim/ptx/check.h"
#include "sim/ptx/match.h"
#include "sim/ptx/parser.h"

#include <stdio.h>
#include <string.h>

static bool is_float(enum tw_ptx_type type)
{
    return type != TW_PTX_TYPE_COUNT && tw_ptx_type_info(type)->kind == TW_PTX_FLOAT;
}

/* Bytes from and to bf16 have registers of 8 bits, as ptxas has it; all others may have wider ones. */
static bool converts_bfloat(const struct tw_ptx_instruction *instruction)
{
    return instruction->type[0] == TW_PTX_BF16 || instruction->type[1] == TW_PTX_BF16;
}

/* States of mbarriers and cache policies: 64 bits that are no float. */
static bool is_opaque(const struct tw_ptx_instruction *instruction)
{
    return strncmp(instruction->opcode, "mbarrier.", 9) == 0 ||
           strncmp(instruction->opcode, "createpolicy.", 13) == 0;
}

static struct tw_ptx_want want_of(char letter, const struct tw_ptx_instruction *instruction)
{
    bool destination = letter >= 'A' && letter <= 'Z';
    bool second = letter == 'u' || (letter == 'y' && instruction->type[1] != TW_PTX_TYPE_COUNT);
    struct tw_ptx_want want = {.bits = tw_ptx_letter_bits(letter, instruction),
                               .kind = TW_PTX_BITS,
                               .destination = destination,
                               .sink = letter == 'Q'};
    if (letter == 'S') want.sink = instruction->words[TW_PTX_CLASS_SHFL] == TW_PTX_ABSENT;
    if (want.bits == 1) want.kind = TW_PTX_PREDICATE;
    if (letter == 'h') want.kind = TW_PTX_FLOAT, want.type = TW_PTX_F32;
    if (strchr("Iibkongq", letter)) want.kind = TW_PTX_UNSIGNED;
    want.sum =
        !strchr("PpQh", letter) && (letter != 'g' || instruction->words[TW_PTX_CLASS_HINT] == TW_PTX_ABSENT);
    if (strchr("PpQIiRlSngzFfGjhbkoqmAKJcr", letter)) return want;
    want.type = instruction->type[second];
    want.kind = tw_ptx_type_info(want.type)->kind;
    want.sum = want.kind != TW_PTX_FLOAT && want.kind != TW_PTX_PREDICATE;
    want.wider = strchr("XxVvy", letter) != NULL && !(want.bits == 8 && converts_bfloat(instruction));
    if (is_opaque(instruction)) want.kind = TW_PTX_UNSIGNED, want.sum = false;
    want.element = letter == 'd' || letter == 'a';
    want.special = letter == 'd' || letter == 'e' || (letter == 'y' && !is_float(instruction->type[0]));
    return want;
}

/* May a register of type `type` stand where `want` is wanted? */
static bool register_fits(struct tw_ptx_want want, enum tw_ptx_type type)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(type);
    if ((want.kind == TW_PTX_PREDICATE) != (info->kind == TW_PTX_PREDICATE)) return false;
    if (info->bits != want.bits && !(want.wider && info->bits > want.bits)) return false;
    if (want.kind == TW_PTX_BITS || want.kind == TW_PTX_PREDICATE || info->kind == TW_PTX_BITS) return true;
    if (want.kind == TW_PTX_FLOAT) return type == want.type;
    return info->kind != TW_PTX_FLOAT;
}

const char *tw_ptx_place(const struct tw_ptx_parser *parser, const struct tw_ptx_operand *operand)
{
    return parser->text + operand->at;
}

/* A float constant becomes the bits of the wanted width; for a value of no kind only bits that are written as such
   are narrower than 64. */
static bool convert_float(struct tw_ptx_want want, struct tw_ptx_operand *operand)
{
    struct tw_ptx_constant constant = {.float_bits = operand->count};
    uint64_t bits;
    memcpy(&constant.bits, &operand->value, sizeof constant.bits);
    bool number = want.kind == TW_PTX_FLOAT && (want.type == TW_PTX_F32 || want.type == TW_PTX_F64);
    if (!number && (want.kind != TW_PTX_BITS || want.bits != operand->count)) return false;
    if (!tw_ptx_convert_float(&constant, want.bits, &bits)) return false;
    memcpy(&operand->value, &bits, sizeof bits);
    operand->count = (uint8_t)want.bits;
    return true;
}

static bool check_constant(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                           struct tw_ptx_operand *operand)
{
    const char *at = tw_ptx_place(parser, operand);
    if (want.destination) return TW_PTX_BAD_INPUT(parser, at, "a constant cannot be a destination");
    if (operand->is_float) {
        return convert_float(want, operand) ||
               TW_PTX_BAD_INPUT(parser, at, "this float constant does not fit an operand of %u bits",
                                want.bits);
    }
    /* An integer constant is cut to the width it is used at (PTX ISA, "Integer Constants"). */
    return want.kind != TW_PTX_FLOAT ||
           TW_PTX_BAD_INPUT(parser, at, "a float constant, 0f... or 0d..., should be here");
}

static bool check_register(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                           const struct tw_ptx_operand *operand)
{
    const struct tw_ptx_register *reg = &parser->function->registers[operand->index];
    if ((operand->is_sum && want.destination) || (operand->is_indexed && !want.element))
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "a register should be here");
    if (register_fits(want, reg->type)) return true;
    if (want.kind == TW_PTX_PREDICATE) {
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand),
                                "%s is .%s where a predicate should be", reg->name,
                                tw_ptx_type_info(reg->type)->word);
    }
    return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "%s is .%s where %s%u-bit %s should be",
                            reg->name, tw_ptx_type_info(reg->type)->word, want.wider ? "at least " : "a ",
                            want.bits,
                            want.kind == TW_PTX_FLOAT  ? "float"
                            : want.kind == TW_PTX_BITS ? "value"
                                                       : "integer");
}

static bool check_special(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                          const struct tw_ptx_operand *operand)
{
    const char *at = tw_ptx_place(parser, operand);
    unsigned bits = tw_ptx_special_bits((enum tw_ptx_special)operand->index);
    if (want.destination) return TW_PTX_BAD_INPUT(parser, at, "a special register cannot be written");
    if (!want.special) return TW_PTX_BAD_INPUT(parser, at, "a special register is read by mov and cvt only");
    /* Thread and block numbers were .u16 once, %gridid .u32 (PTX ISA, "Special Registers"). */
    bool number = operand->index <= TW_PTX_NCTAID_Z ||
                  (operand->index >= TW_PTX_TID_W && operand->index <= TW_PTX_NCTAID_W);
    bool was_narrower =
        bits == 32 ? want.bits == 16 && number : want.bits == 32 && operand->index == TW_PTX_GRIDID;
    bool fits = want.bits == bits || (want.wider && want.bits < bits) || was_narrower;
    if (want.kind != TW_PTX_FLOAT && fits) return true;
    return TW_PTX_BAD_INPUT(parser, at, "this special register has %u bits; %u should be here", bits,
                            want.bits);
}

/* The address of what lies behind the beginning of a variable, a constant. A function's outside mov, which ptxas takes, is
 * another one on hardware. */
static bool check_address(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                          const struct tw_ptx_operand *operand)
{
    const char *at = tw_ptx_place(parser, operand);
    bool function = operand->kind == TW_PTX_OPERAND_FUNCTION;
    if (want.destination || !(function || operand->is_sum))
        return TW_PTX_BAD_INPUT(parser, at, "a register should be here");
    return (want.sum && !function) ||
           TW_PTX_UNKNOWN(parser, at, "the simulator does not know an address here");
}

/* A register, constant, address or special register. */
static bool check_scalar(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                         struct tw_ptx_operand *operand)
{
    const char *at = tw_ptx_place(parser, operand);
    if (operand->negated && want.kind != TW_PTX_PREDICATE && !want.part) {
        return TW_PTX_BAD_INPUT(parser, at, "\"!\" negates predicates only");
    }
    if (operand->negated && want.destination)
        return TW_PTX_BAD_INPUT(parser, at, "a destination cannot be negated");
    switch (operand->kind) {
    case TW_PTX_OPERAND_REGISTER:
        return check_register(parser, want, operand);
    case TW_PTX_OPERAND_CONSTANT:
        return check_constant(parser, want, operand);
    case TW_PTX_OPERAND_SINK:
        return (want.destination && want.sink) ||
               TW_PTX_BAD_INPUT(parser, at, "\"_\" cannot stand for this operand");
    case TW_PTX_OPERAND_VECTOR:
        return TW_PTX_BAD_INPUT(parser, at, "a vector cannot stand here");
    case TW_PTX_OPERAND_SPECIAL:
        return check_special(parser, want, operand);
    case TW_PTX_OPERAND_LABEL:
        return TW_PTX_BAD_INPUT(parser, at, "this name is not declared");
    case TW_PTX_OPERAND_FUNCTION:
    case TW_PTX_OPERAND_VARIABLE:
    case TW_PTX_OPERAND_PARAMETER: /* a name alone stands in mov and cvta only, a+0 elsewhere too */
        return check_address(parser, want, operand);
    default:
        return TW_PTX_BAD_INPUT(parser, at, "a register should be here");
    }
}

/* Numbers that the instruction has room for: 8 bits (bfe, bfi), 16 barriers, threads of whole warps. */
static bool check_range(struct tw_ptx_parser *parser, char letter, const struct tw_ptx_operand *operand)
{
    if (operand->kind != TW_PTX_OPERAND_CONSTANT || !strchr("obk", letter)) return true;
    int64_t value = operand->value, most = letter == 'o' ? 255 : letter == 'b' ? 15 : 1024;
    bool whole = letter != 'k' || (value > 0 && value % 32 == 0);
    return (value >= 0 && value <= most && whole) ||
           TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "%lld is out of range here",
                            (long long)value);
}

/* mov packs and unpacks: elements of equal width that together are as wide as the type. */
static bool check_packed(struct tw_ptx_parser *parser, struct tw_ptx_want want, struct tw_ptx_operand *vector)
{
    const char *at = tw_ptx_place(parser, vector);
    unsigned count = vector->count;
    if (want.kind != TW_PTX_BITS || count < 2 || count > 4 || count == 3) {
        return TW_PTX_BAD_INPUT(parser, at, "only .b16, .b32, .b64 take a vector, of 2 or 4 elements");
    }
    want.bits /= count;
    want.sink = true;
    want.sum = false;
    for (unsigned i = 0; i < count; i++) {
        if (!check_scalar(parser, want, &vector->elements[i])) return false;
    }
    return true;
}

/* What mov and cvta take besides scalars: the address of a variable or parameter. */
static bool check_address_or_value(struct tw_ptx_parser *parser, struct tw_ptx_want want, bool vector,
                                   struct tw_ptx_operand *operand)
{
    if (vector && operand->kind == TW_PTX_OPERAND_VECTOR) return check_packed(parser, want, operand);
    bool address = operand->kind == TW_PTX_OPERAND_VARIABLE || operand->kind == TW_PTX_OPERAND_PARAMETER ||
                   operand->kind == TW_PTX_OPERAND_FUNCTION;
    if (!address) {
        return check_scalar(parser, want, operand);
    }
    if (want.kind != TW_PTX_FLOAT && (want.bits == 64 || want.bits == 32)) return true;
    if (want.kind == TW_PTX_PREDICATE && operand->kind == TW_PTX_OPERAND_FUNCTION)
        return TW_PTX_UNKNOWN(parser, tw_ptx_place(parser, operand),
                              "the simulator does not know a function as a predicate");
    if (want.kind != TW_PTX_FLOAT && want.bits == 16)
        return TW_PTX_UNKNOWN(parser, tw_ptx_place(parser, operand),
                              "the simulator does not know addresses of 16 bits");
    return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "an address does not fit %u bits",
                            want.bits);
}

static unsigned vector_count(const struct tw_ptx_instruction *instruction)
{
    switch (instruction->words[TW_PTX_CLASS_VEC]) {
    case TW_PTX_VEC_V2:
        return 2;
    case TW_PTX_VEC_V4:
        return 4;
    case TW_PTX_VEC_V8:
        return 8;
    default:
        return 1;
    }
}

static bool is_predicate(const struct tw_ptx_parser *parser, const struct tw_ptx_operand *operand)
{
    return operand->kind == TW_PTX_OPERAND_REGISTER &&
           parser->function->registers[operand->index].type == TW_PTX_PRED;
}

bool tw_ptx_check_element(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                          struct tw_ptx_operand *element)
{
    const char *at = tw_ptx_place(parser, element);
    bool number = want.kind == TW_PTX_FLOAT;
    bool bits = want.kind == TW_PTX_BITS && element->is_exact && element->count == want.bits;
    bool other = element->kind == TW_PTX_OPERAND_CONSTANT && element->is_float != number && !bits;
    other = other || is_predicate(parser, element);
    want.sum = false;
    other = other || element->kind == TW_PTX_OPERAND_SINK;
    if (!want.destination && (other || (element->kind == TW_PTX_OPERAND_SPECIAL && !want.special)))
        return TW_PTX_UNKNOWN(parser, at, "the simulator does not know this in a vector");
    if (element->kind == TW_PTX_OPERAND_REGISTER) want.kind = TW_PTX_BITS;
    return check_scalar(parser, want, element);
}

/* 32 bytes at once: ld and st of global memory, from sm_100 on. */
static bool is_long(const struct tw_ptx_instruction *instruction, unsigned bits)
{
    enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    const char *letters = tw_ptx_rows[instruction->row].operands;
    return bits == 256 && (letters[0] == 'V' || letters[1] == 'v') &&
           (space == TW_PTX_ABSENT || space == TW_PTX_SPACE_GLOBAL);
}

/* A register of 128 bits; mov packs and unpacks two of 64. */
static bool check_wide(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                       const struct tw_ptx_instruction *instruction, struct tw_ptx_operand *operand)
{
    const char *at = tw_ptx_place(parser, operand);
    bool packs = !strchr(tw_ptx_rows[instruction->row].operands, 'M') &&
                 (instruction->operands[0].is_wide || instruction->operands[1].is_wide);
    bool parts = operand->kind == TW_PTX_OPERAND_VECTOR && packs;
    if (operand->kind == TW_PTX_OPERAND_CONSTANT || (parts && operand->count == 4))
        return TW_PTX_UNKNOWN(parser, at, "the simulator does not know this as 128 bits");
    if (operand->kind == TW_PTX_OPERAND_SINK && *tw_ptx_rows[instruction->row].operands == 'E' && !packs) {
        operand->elements = tw_arena_alloc(parser->arena, 2 * sizeof *operand->elements);
        if (!operand->elements) return tw_ptx_no_memory(parser);
        operand->elements[0] = operand->elements[1] = (struct tw_ptx_operand){.kind = TW_PTX_OPERAND_SINK};
        operand->kind = TW_PTX_OPERAND_VECTOR, operand->count = 2;
        return true;
    }
    if (!operand->is_wide && !(parts && operand->count == 2))
        return TW_PTX_BAD_INPUT(parser, at, "a register of 128 bits should be here");
    want.bits = 64;
    want.sink = true;
    for (unsigned i = 0; i < 2; i++) {
        if (!tw_ptx_check_element(parser, want, &operand->elements[i])) return false;
    }
    return true;
}

/* The data of ld and st: as many as .VEC says, 16 bytes at most, or 32. */
static bool check_data(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                       const struct tw_ptx_instruction *instruction, struct tw_ptx_operand *operand)
{
    unsigned count = vector_count(instruction);
    const char *at = tw_ptx_place(parser, operand);
    if (want.bits == 128 && count == 1) return check_wide(parser, want, instruction, operand);
    if (want.bits * count > 128 && !is_long(instruction, want.bits * count)) {
        return TW_PTX_UNKNOWN(parser, at, "the simulator does not know accesses of more than 16 bytes");
    }
    if (count == 1) return check_scalar(parser, want, operand);
    if (operand->kind == TW_PTX_OPERAND_CONSTANT)
        return TW_PTX_UNKNOWN(parser, at, "the simulator does not know one constant for a whole vector");
    if (operand->kind != TW_PTX_OPERAND_VECTOR || operand->count != count) {
        return TW_PTX_BAD_INPUT(parser, at, "%u registers in braces should be here", count);
    }
    want.sink = true;
    for (unsigned i = 0; i < count; i++) {
        if (!tw_ptx_check_element(parser, want, &operand->elements[i])) return false;
    }
    return true;
}

/* d | p: p may be left out; `first` is the letter for d. */
static bool check_pair(struct tw_ptx_parser *parser, struct tw_ptx_want want, struct tw_ptx_operand *operand)
{
    static const struct tw_ptx_want predicate = {
        .bits = 1, .kind = TW_PTX_PREDICATE, .destination = true, .sink = true};
    if (operand->kind != TW_PTX_OPERAND_PAIR) return check_scalar(parser, want, operand);
    return check_scalar(parser, want, &operand->elements[0]) &&
           check_scalar(parser, predicate, &operand->elements[1]);
}

/* A lane's part of matrices: registers, in braces where there are several; how many is the instruction's business. */
static bool check_fragment(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                           struct tw_ptx_operand *operand)
{
    if (operand->kind != TW_PTX_OPERAND_VECTOR) return check_scalar(parser, want, operand);
    for (unsigned i = 0; i < operand->count; i++) {
        if (!check_scalar(parser, want, &operand->elements[i])) return false;
    }
    return true;
}

/* A register of 32 bits that may hold an address. */
static bool is_narrow(const struct tw_ptx_parser *parser, const struct tw_ptx_operand *operand)
{
    if (operand->kind != TW_PTX_OPERAND_REGISTER) return false;
    const struct tw_ptx_type_info *info = tw_ptx_type_info(parser->function->registers[operand->index].type);
    return info->bits == 32 && info->kind != TW_PTX_FLOAT;
}

/* im2col has an offset for each dimension of a pixel's place. */
static bool check_offsets(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                          const struct tw_ptx_instruction *instruction, struct tw_ptx_operand *operand)
{
    const unsigned dimensions = instruction->words[TW_PTX_CLASS_DIM] - TW_PTX_DIM_1D + 1u;
    if (dimensions < 3)
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "im2col needs 3 dimensions at least");
    if (operand->kind != TW_PTX_OPERAND_VECTOR || operand->count != dimensions - 2)
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "%u offsets in braces should be here",
                                dimensions - 2);
    return check_fragment(parser, want, operand);
}

/* A register of 128 bits where the instruction is of fewer. */
static bool refuse_wide(struct tw_ptx_parser *parser, char letter, const struct tw_ptx_operand *operand)
{
    const char *at = tw_ptx_place(parser, operand);
    return strchr("XxVvy", letter)
               ? TW_PTX_UNKNOWN(parser, at, "the simulator does not know registers of 128 bits here")
               : TW_PTX_BAD_INPUT(parser, at, "a register of 128 bits cannot stand here");
}

/* What is PTX, but nothing here knows what it would mean. */
static bool check_known(struct tw_ptx_parser *parser, char letter,
                        const struct tw_ptx_instruction *instruction, const struct tw_ptx_operand *operand)
{
    const char *at = tw_ptx_place(parser, operand);
    if (letter == 'g' && is_narrow(parser, operand))
        return TW_PTX_UNKNOWN(parser, at, "the simulator does not know addresses of 32 bits here");
    if (operand->is_wide && instruction->type[0] != TW_PTX_B128) return refuse_wide(parser, letter, operand);
    return !tw_ptx_is_beyond_isa(parser, letter, instruction, operand) ||
           TW_PTX_UNKNOWN(parser, at, "the simulator does not know this kind of operand here");
}

/* Letters H, E, e, V and v. */
static bool check_loaded(struct tw_ptx_parser *parser, char letter, struct tw_ptx_want want,
                         const struct tw_ptx_instruction *instruction, struct tw_ptx_operand *operand)
{
    static const struct tw_ptx_want resident = {.bits = 1, .kind = TW_PTX_PREDICATE, .destination = true};
    bool both = letter == 'H' && operand->kind == TW_PTX_OPERAND_PAIR;
    return check_data(parser, want, instruction, both ? &operand->elements[0] : operand) &&
           (!both || check_scalar(parser, resident, &operand->elements[1]));
}

/* Letters a and d: mov and cvta. */
static bool check_named(struct tw_ptx_parser *parser, char letter, struct tw_ptx_want want,
                        const struct tw_ptx_instruction *instruction, struct tw_ptx_operand *operand)
{
    bool named = operand->kind == TW_PTX_OPERAND_VARIABLE || operand->kind == TW_PTX_OPERAND_PARAMETER;
    if (letter == 'a' && operand->kind == TW_PTX_OPERAND_FUNCTION)
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "a function lies in no state space");
    if (letter == 'a' && named && !tw_ptx_check_base(parser, tw_ptx_space_at('M', instruction), operand))
        return false;
    return check_address_or_value(parser, want, letter == 'd', operand);
}

/* Operands that are values. */
static bool check_value(struct tw_ptx_parser *parser, char letter,
                        const struct tw_ptx_instruction *instruction, struct tw_ptx_operand *operand)
{
    const char *letters = tw_ptx_rows[instruction->row].operands;
    struct tw_ptx_want want = want_of(letter, instruction);
    if (letter == 'T' && strpbrk(letters, "MNOn")) want.sink = true; /* atom, lop3 */
    bool alone = operand->kind == TW_PTX_OPERAND_VECTOR && operand->count == 1;
    bool bare = strchr("Vv", letter) || strcmp(letters, "MeO") == 0;
    if (bare && alone && instruction->words[TW_PTX_CLASS_VEC] == TW_PTX_ABSENT)
        *operand = operand->elements[0]; /* ld.b32 {%r1}, [..], and st.async */
    if (strchr("HEeVv", letter)) return check_loaded(parser, letter, want, instruction, operand);
    want.part = letter == 'G' || letter == 'j';
    if (operand->selector[0] && !want.part)
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand),
                                "a part of a register cannot stand here");
    if (letter == 'c' && operand->kind == TW_PTX_OPERAND_VECTOR) want.bits = 32;
    if (letter == 'r') return check_offsets(parser, want, instruction, operand);
    if (strchr("FfJc", letter)) return check_fragment(parser, want, operand);
    if (letter == 'D' && operand->kind == TW_PTX_OPERAND_VECTOR) return check_packed(parser, want, operand);
    if (letter == 'd' || letter == 'a') return check_named(parser, letter, want, instruction, operand);
    if (letter == 'Q' || letter == 'S') return check_pair(parser, want, operand);
    if (letter == 'n' && operand->kind != TW_PTX_OPERAND_CONSTANT)
        return TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "a constant should be here");
    return check_scalar(parser, want, operand) && check_range(parser, letter, operand);
}

static bool check_operand(struct tw_ptx_parser *parser, char letter,
                          const struct tw_ptx_instruction *instruction, struct tw_ptx_operand *operand)
{
    const char *letters = tw_ptx_rows[instruction->row].operands;
    const bool moves = letters[0] == 'V' || letters[1] == 'v';
    if (!check_known(parser, letter, instruction, operand)) return false;
    if (letter == 'Y') return tw_ptx_check_tensor(parser, instruction, operand);
    if (strchr("MNO", letter))
        return tw_ptx_check_memory(parser, tw_ptx_space_at(letter, instruction), moves, operand);
    if (letter == 'L' || letter == 'B')
        return operand->kind == TW_PTX_OPERAND_LABEL ||
               TW_PTX_BAD_INPUT(parser, tw_ptx_place(parser, operand), "a label should be here");
    if (strchr("AKm", letter)) return tw_ptx_check_textured(parser, letter, instruction, operand);
    if (letter == 'z' && is_predicate(parser, operand)) letter = 'p';
    return check_value(parser, letter, instruction, operand);
}

/* An operand that may be left out; a cache policy at the end may be where .L2::cache_hint is, and must. */
static bool check_count(struct tw_ptx_parser *parser, const struct tw_ptx_token *opcode,
                        const struct tw_ptx_instruction *instruction, unsigned given)
{
    const char *letters = tw_ptx_rows[instruction->row].operands;
    unsigned least = 0, most = 0;
    for (const char *l = letters; *l; l++) {
        if (*l == '?') continue;
        most++;
        least += l[1] != '?';
    }
    const bool policy = most > least && letters[strlen(letters) - 2] == 'g';
    if (policy && instruction->words[TW_PTX_CLASS_HINT] == TW_PTX_ABSENT) most--;
    if (policy && instruction->words[TW_PTX_CLASS_HINT] != TW_PTX_ABSENT) least++;
    if (given >= least && given <= most) return true;
    return TW_PTX_BAD_INPUT(parser, opcode->start, "%.*s takes %u operand%s, not %u", TW_PTX_SHOWN(*opcode),
                            most, most == 1 ? "" : "s", given);
}

/* Names what is not known, and the source line where .loc gave one. */
static bool unknown_instruction(struct tw_ptx_parser *parser, const struct tw_ptx_token *opcode,
                                const struct tw_ptx_instruction *instruction)
{
    char source[32] = "";
    if (instruction->source_line)
        snprintf(source, sizeof source, " (source line %u)", instruction->source_line);
    switch (tw_ptx_root_of(opcode->start, opcode->length)) {
    case TW_PTX_ROOT_KNOWN:
        return TW_PTX_UNKNOWN(parser, opcode->start,
                              "the simulator does not know this form of the instruction: %.*s%s",
                              TW_PTX_SHOWN(*opcode), source);
    case TW_PTX_ROOT_OTHER:
        return TW_PTX_UNKNOWN(parser, opcode->start, "the simulator does not know the instruction %.*s%s",
                              TW_PTX_SHOWN(*opcode), source);
    default:
        return TW_PTX_BAD_INPUT(parser, opcode->start, "\"%.*s\" is no PTX instruction%s",
                                TW_PTX_SHOWN(*opcode), source);
    }
}

/* .param::entry and .param::func are both .param: ptxas tells them apart no further. */
static void widen_parameter_space(struct tw_ptx_instruction *instruction)
{
    uint8_t *space = &instruction->words[TW_PTX_CLASS_SPACE];
    if (*space == TW_PTX_SPACE_PARAM_ENTRY || *space == TW_PTX_SPACE_PARAM_FUNC) *space = TW_PTX_SPACE_PARAM;
}

bool tw_ptx_check(struct tw_ptx_parser *parser, const struct tw_ptx_token *opcode,
                  struct tw_ptx_instruction *instruction)
{
    struct tw_ptx_matched *matched = tw_ptx_match_opcode(parser, opcode, instruction);
    if (!matched) return unknown_instruction(parser, opcode, instruction);
    char letters[TW_PTX_MAX_LETTERS];
    unsigned given = instruction->operand_count;
    const char *word;
    int length;
    if (!matched->fine && tw_ptx_breaks_rule(instruction, &word, &length)) {
        return TW_PTX_BAD_INPUT(parser, opcode->start, "\".%.*s\" cannot stand in %.*s", length, word,
                                TW_PTX_SHOWN(*opcode));
    }
    matched->fine = true;
    if (!check_count(parser, opcode, instruction, given)) return false;
    tw_ptx_letters(instruction, given, letters);
    widen_parameter_space(instruction);
    for (unsigned i = 0; i < given; i++) {
        if (!check_operand(parser, letters[i], instruction, &instruction->operands[i])) return false;
    }
    if (!tw_ptx_check_as_ptxas(parser, opcode, instruction)) return false;
    if (instruction->type[0] == TW_PTX_B128) { /* from here on two halves */
        instruction->type[0] = TW_PTX_B64;
        instruction->words[TW_PTX_CLASS_VEC] = TW_PTX_VEC_V2;
    }
    return true;
}
