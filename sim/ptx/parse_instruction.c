/*
 * Instructions (PTX ISA, "Instructions" and "Operands"):
 *
 *     instruction = [ "@" [ "!" ] predicate ] opcode [ operand { "," operand } ] ";"
 *     operand     = ( single | vector ) [ "|" single ] | "[" address "]"
 *                 | "[" address [ "," address ] "," ( single | vector ) "]"
 *     vector      = "{" single { "," single } "}"
 *     single      = "_" | [ "!" ] register [ element ] | special [ element ] | constant | label
 *                 | name [ "+" constant | "[" constant "]" ] | sum | element      parse_expression.c
 *     element     = ".x" | ".y" | ".z" | ".w" | ".r" | ".g" | ".b" | ".a"
 *     address     = ( register | name | constant ) [ "+" constant ]
 */
#include "sim/ptx/match.h"
#include "sim/ptx/parser.h"

#include <stdio.h>
#include <string.h>

/* Lines are counted from where the last instruction stood: a text is read once. */
static uint32_t line_of(struct tw_ptx_parser *parser, const char *at)
{
    for (; parser->counted < at; parser->counted++) parser->newlines += *parser->counted == '\n';
    return parser->newlines + 1;
}

bool tw_ptx_use_register(struct tw_ptx_parser *parser, uint32_t *slot, enum tw_ptx_type type,
                         const struct tw_ptx_token *name, uint32_t *index)
{
    struct tw_ptx_function *function = parser->function;
    if (!*slot) {
        struct tw_ptx_register *grown =
            tw_arena_grow(parser->arena, function->registers, function->register_count,
                          &parser->register_capacity, sizeof *grown);
        char *text = tw_arena_string(parser->arena, name->start, name->length);
        if (!grown || !text) return tw_ptx_no_memory(parser);
        function->registers = grown;
        grown[function->register_count++] = (struct tw_ptx_register){text, type};
        *slot = (uint32_t)function->register_count;
    }
    *index = *slot - 1;
    return true;
}

/* A declared register: its slot, or those of its elements. */
struct slots {
    uint32_t *first; /* NULL: there is none of that name */
    uint32_t width;
    enum tw_ptx_type type;
    bool is_wide; /* two halves of 128 bits */
};

/* The range that "%r12" is a member of. */
static struct slots find_in_range(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                                  const char *newer_than)
{
    struct slots none = {NULL, 0, TW_PTX_TYPE_COUNT, false};
    size_t prefix = name->length;
    while (prefix && name->start[prefix - 1] >= '0' && name->start[prefix - 1] <= '9') prefix--;
    size_t digits = name->length - prefix;
    if (!digits || digits > 7) return none;
    uint32_t number = 0;
    for (size_t i = prefix; i < name->length; i++) number = number * 10 + (uint32_t)(name->start[i] - '0');
    struct tw_ptx_symbol *range = tw_ptx_find(&parser->symbols, name->start, prefix);
    if (!range || range->kind != TW_PTX_SYMBOL_RANGE || number >= range->index) return none;
    if (newer_than && range->name < newer_than) return none;
    return (struct slots){&range->indices[number * range->width], range->width, range->type, range->is_wide};
}

/* Registers shadow by scope: of an exact name and a range, the one declared later is meant. */
static struct slots find_register(struct tw_ptx_parser *parser, const struct tw_ptx_token *name)
{
    struct tw_ptx_symbol *exact = tw_ptx_find(&parser->symbols, name->start, name->length);
    struct slots slots = find_in_range(parser, name, exact ? exact->name : NULL);
    if (!slots.first && exact && exact->kind == TW_PTX_SYMBOL_REGISTER)
        slots = (struct slots){exact->indices, exact->width, exact->type, exact->is_wide};
    return slots;
}

#define WHOLE_VECTOR 4u

/* The element that ".y" or ".g" behind a name means, gone past, or WHOLE_VECTOR when nothing of that kind follows. */
static unsigned parse_element(struct tw_ptx_parser *parser, struct tw_ptx_token *name)
{
    static const char letters[] = "xrygzbwa";
    const struct tw_ptx_token *next = tw_ptx_token(parser);
    bool follows = next->kind == TW_PTX_DIRECTIVE && next->start == name->start + name->length;
    const char *letter = follows && next->length == 2 ? strchr(letters, next->start[1]) : NULL;
    if (!letter) return WHOLE_VECTOR;
    unsigned element = (unsigned)(letter - letters) / 2;
    name->length += next->length;
    tw_ptx_next(&parser->lexer);
    return element;
}

/* A vector of `count` elements; their array, or NULL. */
static struct tw_ptx_operand *make_vector(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand,
                                          unsigned count)
{
    operand->kind = TW_PTX_OPERAND_VECTOR;
    operand->count = (uint8_t)count;
    operand->elements = tw_arena_alloc(parser->arena, count * sizeof *operand->elements);
    if (!operand->elements) tw_ptx_no_memory(parser);
    for (unsigned i = 0; operand->elements && i < count; i++) operand->elements[i].at = operand->at;
    return operand->elements;
}

/* ".b3", ".h10", ".b7654" right behind a register's name: parts of it, as video instructions take them. */
static void parse_selector(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                           struct tw_ptx_operand *operand)
{
    const struct tw_ptx_token *next = tw_ptx_token(parser);
    size_t digits = next->length - 2;
    bool part = next->kind == TW_PTX_DIRECTIVE && next->start == name->start + name->length &&
                next->length > 2 && digits <= 4 && (next->start[1] == 'b' || next->start[1] == 'h');
    for (size_t i = 0; part && i < digits; i++)
        part = next->start[2 + i] >= '0' && next->start[2 + i] <= (next->start[1] == 'b' ? '7' : '3');
    if (!part) return;
    memcpy(operand->selector, next->start + 1, next->length - 1);
    tw_ptx_next(&parser->lexer);
}

/* A scalar, an element of a vector register, or all of its elements. */
static bool parse_register(struct tw_ptx_parser *parser, struct tw_ptx_token *name, struct slots slots,
                           struct tw_ptx_operand *operand)
{
    operand->kind = TW_PTX_OPERAND_REGISTER;
    if (slots.width == 1) {
        parse_selector(parser, name, operand);
        return tw_ptx_use_register(parser, slots.first, slots.type, name, &operand->index);
    }
    unsigned element = slots.is_wide ? WHOLE_VECTOR : parse_element(parser, name);
    if (element < WHOLE_VECTOR &&
        element >= slots.width) /* ptxas takes ".z" of .v2; what it means nobody says */
        return TW_PTX_UNKNOWN(parser, name->start, "the simulator does not know elements beyond the vector");
    if (element < slots.width)
        return tw_ptx_use_register(parser, &slots.first[element], slots.type, name, &operand->index);
    struct tw_ptx_operand *elements = make_vector(parser, operand, slots.width);
    for (unsigned i = 0; elements && i < slots.width; i++) {
        elements[i].kind = TW_PTX_OPERAND_REGISTER;
        if (!tw_ptx_use_register(parser, &slots.first[i], slots.type, name, &elements[i].index)) return false;
    }
    operand->is_wide = slots.is_wide;
    return elements != NULL;
}

static enum tw_ptx_special find_special(const struct tw_ptx_token *name, const char *element)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%.*s%s", TW_PTX_SHOWN(*name), element);
    bool fits = length > 1 && (size_t)length < sizeof text;
    return fits ? tw_ptx_special_find(text + 1, (size_t)length - 1) : TW_PTX_SPECIAL_COUNT;
}

/* "%tid" ".x" are two tokens; "%laneid" is one; "%tid" alone is a vector of four. */
static bool parse_special(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                          struct tw_ptx_operand *operand)
{
    static const char *const elements[] = {".x", ".y", ".z", ".w"};
    struct tw_ptx_token whole = *name;
    unsigned element = parse_element(parser, &whole);
    operand->index = find_special(name, element < WHOLE_VECTOR ? elements[element] : "");
    operand->kind = TW_PTX_OPERAND_SPECIAL;
    if (operand->index != TW_PTX_SPECIAL_COUNT) return true;
    if (element < WHOLE_VECTOR || find_special(name, ".w") == TW_PTX_SPECIAL_COUNT) {
        return TW_PTX_BAD_INPUT(parser, name->start, "the register \"%.*s\" is not declared",
                                TW_PTX_SHOWN(whole));
    }
    if (!make_vector(parser, operand, 4)) return false;
    for (unsigned i = 0; i < 4; i++) {
        operand->elements[i].kind = TW_PTX_OPERAND_SPECIAL;
        operand->elements[i].index = find_special(name, elements[i]);
    }
    return true;
}

/* [ "+" constant ] */
static bool parse_addend(struct tw_ptx_parser *parser, int64_t *value)
{
    int64_t addend;
    if (!tw_ptx_accept(parser, '+')) return true;
    if (!tw_ptx_integer(parser, &addend)) return false;
    *value = (int64_t)((uint64_t)*value + (uint64_t)addend);
    return true;
}

/* A variable or parameter: name [ "+" constant | "[" constant "]" ] */
static bool parse_variable(struct tw_ptx_parser *parser, const struct tw_ptx_symbol *symbol,
                           struct tw_ptx_operand *operand)
{
    bool variable = symbol->kind == TW_PTX_SYMBOL_VARIABLE;
    operand->kind = variable ? TW_PTX_OPERAND_VARIABLE : TW_PTX_OPERAND_PARAMETER;
    operand->index = symbol->index;
    const char *at = tw_ptx_token(parser)->start;
    operand->is_sum = tw_ptx_is_character(tw_ptx_token(parser), '+');
    if (!tw_ptx_accept(parser, '[')) return parse_addend(parser, &operand->value);
    if (!variable) return TW_PTX_BAD_INPUT(parser, at, "a parameter has no elements");
    if (!tw_ptx_begins_constant(parser)) return tw_ptx_parse_element(parser, operand);
    if (!tw_ptx_integer(parser, &operand->value)) return false;
    uint64_t bytes = parser->module->variables[symbol->index].element_bytes;
    operand->value = (int64_t)((uint64_t)operand->value * bytes);
    operand->is_indexed = true;
    return tw_ptx_expect(parser, ']');
}

static bool parse_name(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    struct tw_ptx_token name;
    if (!tw_ptx_name(parser, &name)) return false;
    operand->kind = TW_PTX_OPERAND_SINK;
    if (tw_ptx_is(&name, "_")) return true;
    struct slots slots = find_register(parser, &name);
    if (slots.first) return parse_register(parser, &name, slots, operand);
    const struct tw_ptx_symbol *symbol = tw_ptx_find(&parser->symbols, name.start, name.length);
    if (symbol && (symbol->kind == TW_PTX_SYMBOL_VARIABLE || symbol->kind == TW_PTX_SYMBOL_PARAMETER))
        return parse_variable(parser, symbol, operand);
    if (symbol && symbol->kind == TW_PTX_SYMBOL_REFUSED)
        return tw_ptx_refused(parser, &name, symbol->refusal);
    if (symbol && symbol->kind == TW_PTX_SYMBOL_FUNCTION) {
        operand->kind = TW_PTX_OPERAND_FUNCTION;
        operand->index = symbol->index;
        return true;
    }
    if (*name.start == '%') return parse_special(parser, &name, operand);
    operand->kind = TW_PTX_OPERAND_LABEL; /* or a name that nobody declared: check.c tells */
    return true;
}

static bool parse_constant(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    struct tw_ptx_constant constant;
    if (!tw_ptx_constant(parser, &constant)) return false;
    operand->kind = TW_PTX_OPERAND_CONSTANT;
    operand->is_float = constant.float_bits != 0;
    operand->is_exact = constant.is_exact;
    operand->count = constant.float_bits;
    memcpy(&operand->value, &constant.bits, sizeof operand->value);
    return true;
}

bool tw_ptx_parse_single(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    struct tw_ptx_lexer before = parser->lexer;
    operand->at = (uint32_t)(tw_ptx_token(parser)->start - parser->text);
    if (tw_ptx_accept(parser, '!') || tw_ptx_accept(parser, '-')) {
        operand->negated = tw_ptx_token(parser)->kind == TW_PTX_NAME && !tw_ptx_begins_constant(parser);
        if (operand->negated) return parse_name(parser, operand);
        parser->lexer = before;
    }
    if (tw_ptx_begins_constant(parser)) return parse_constant(parser, operand);
    if (tw_ptx_token(parser)->kind != TW_PTX_NAME) return tw_ptx_unexpected(parser, "an operand");
    return parse_name(parser, operand);
}

/* As many as were parsed, into the arena; NULL: out of memory. */
static struct tw_ptx_operand *keep(struct tw_ptx_parser *parser, const struct tw_ptx_operand *operands,
                                   unsigned count)
{
    struct tw_ptx_operand *kept = tw_arena_alloc(parser->arena, count * sizeof *kept);
    if (kept) memcpy(kept, operands, count * sizeof *kept);
    return kept;
}

static bool parse_vector(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    struct tw_ptx_operand elements[TW_PTX_MAX_ELEMENTS];
    operand->kind = TW_PTX_OPERAND_VECTOR;
    do {
        if (operand->count == TW_PTX_MAX_ELEMENTS)
            return tw_ptx_unexpected(parser, "\"}\" after at most 128 elements");
        elements[operand->count] = (struct tw_ptx_operand){0};
        if (!tw_ptx_parse_single(parser, &elements[operand->count++])) return false;
    } while (tw_ptx_accept(parser, ','));
    operand->elements = keep(parser, elements, operand->count);
    return operand->elements ? tw_ptx_expect(parser, '}') : tw_ptx_no_memory(parser);
}

/* What stands behind the texture or surface, which is parsed: a sampler perhaps, and the coordinates. */
static bool parse_texel(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    struct tw_ptx_operand *elements = tw_arena_alloc(parser->arena, 3 * sizeof *elements);
    if (!elements) return tw_ptx_no_memory(parser);
    elements[0] = *operand->elements;
    operand->kind = TW_PTX_OPERAND_TEXEL;
    operand->elements = elements;
    while (operand->count < 3 && tw_ptx_accept(parser, ',')) {
        struct tw_ptx_operand *element = &elements[operand->count++];
        element->at = (uint32_t)(tw_ptx_token(parser)->start - parser->text);
        bool parsed =
            tw_ptx_accept(parser, '{') ? parse_vector(parser, element) : tw_ptx_parse_single(parser, element);
        if (!parsed) return false;
    }
    return tw_ptx_expect(parser, ']');
}

static bool parse_memory(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    operand->kind = TW_PTX_OPERAND_MEMORY;
    operand->count = 1;
    operand->elements = tw_arena_alloc(parser->arena, 2 * sizeof *operand->elements);
    if (!operand->elements) return tw_ptx_no_memory(parser);
    struct tw_ptx_operand *base = operand->elements;
    base->at = (uint32_t)(tw_ptx_token(parser)->start - parser->text);
    if (tw_ptx_begins_constant(parser)) {
        base->kind = TW_PTX_OPERAND_NONE;
        if (!tw_ptx_integer(parser, &operand->value)) return false;
    } else {
        if (!parse_name(parser, base) || !parse_addend(parser, &operand->value)) return false;
        operand->value = (int64_t)((uint64_t)operand->value + (uint64_t)base->value);
    }
    return tw_ptx_is_character(tw_ptx_token(parser), ',') ? parse_texel(parser, operand)
                                                          : tw_ptx_expect(parser, ']');
}

/* `letter`: what the instruction's row has here; a label may have the name of a register. */
static bool parse_operand(struct tw_ptx_parser *parser, char letter, struct tw_ptx_operand *operand)
{
    operand->at = (uint32_t)(tw_ptx_token(parser)->start - parser->text);
    if (letter == 'L' && tw_ptx_token(parser)->kind == TW_PTX_NAME) {
        operand->kind = TW_PTX_OPERAND_LABEL;
        tw_ptx_next(&parser->lexer);
        return true;
    }
    if (tw_ptx_accept(parser, '[')) return parse_memory(parser, operand);
    if (tw_ptx_accept(parser, '{')) {
        if (!parse_vector(parser, operand)) return false;
    } else if (!tw_ptx_parse_single(parser, operand) || !tw_ptx_parse_sum(parser, operand)) {
        return false;
    }
    if (!tw_ptx_accept(parser, '|')) return true;
    struct tw_ptx_operand *pair = tw_arena_alloc(parser->arena, 2 * sizeof *pair);
    if (!pair) return tw_ptx_no_memory(parser);
    pair[0] = *operand;
    *operand =
        (struct tw_ptx_operand){.kind = TW_PTX_OPERAND_PAIR, .at = pair[0].at, .count = 2, .elements = pair};
    return tw_ptx_parse_single(parser, &pair[1]);
}

/* Operands into the instruction, as many as there are. */
static bool parse_operands(struct tw_ptx_parser *parser, struct tw_ptx_instruction *instruction)
{
    struct tw_ptx_operand operands[TW_PTX_MAX_OPERANDS];
    unsigned count = 0;
    char letter = *tw_ptx_rows[instruction->row].operands;
    if (tw_ptx_is_character(tw_ptx_token(parser), ';')) return true;
    do {
        if (count == TW_PTX_MAX_OPERANDS) return tw_ptx_unexpected(parser, "\";\" after at most 10 operands");
        operands[count] = (struct tw_ptx_operand){0};
        if (!parse_operand(parser, letter, &operands[count++])) return false;
        letter = '\0'; /* labels come first */
    } while (tw_ptx_accept(parser, ','));
    instruction->operands = keep(parser, operands, count);
    instruction->operand_count = (uint8_t)count;
    return instruction->operands || tw_ptx_no_memory(parser);
}

/* "@" [ "!" ] predicate */
static bool parse_guard(struct tw_ptx_parser *parser, struct tw_ptx_instruction *instruction)
{
    struct tw_ptx_token name;
    if (!tw_ptx_accept(parser, '@')) return true;
    instruction->guarded = true;
    instruction->guard_negated = tw_ptx_accept(parser, '!');
    if (!tw_ptx_name(parser, &name)) return false;
    struct slots slots = find_register(parser, &name);
    if (!slots.first || slots.type != TW_PTX_PRED)
        return TW_PTX_BAD_INPUT(parser, name.start, "\"%.*s\" is no declared predicate", TW_PTX_SHOWN(name));
    return tw_ptx_use_register(parser, slots.first, slots.type, &name, &instruction->guard);
}

static bool add_pending(struct tw_ptx_parser *parser, const struct tw_ptx_operand *target)
{
    struct tw_ptx_pending *grown = tw_arena_grow(parser->arena, parser->pending, parser->pending_count,
                                                 &parser->pending_capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    parser->pending = grown;
    struct tw_ptx_lexer name;
    tw_ptx_lexer_start(&name, parser->text + target->at, parser->length - target->at);
    grown[parser->pending_count++] =
        (struct tw_ptx_pending){(uint32_t)parser->function->instruction_count, parser->scope, target->at,
                                name.token.start, name.token.length};
    return true;
}

bool tw_ptx_add_instruction(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction)
{
    struct tw_ptx_function *function = parser->function;
    struct tw_ptx_instruction *grown =
        tw_arena_grow(parser->arena, function->instructions, function->instruction_count,
                      &parser->instruction_capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    function->instructions = grown;
    grown[function->instruction_count++] = *instruction;
    return true;
}

struct tw_ptx_matched *tw_ptx_match_opcode(struct tw_ptx_parser *parser, const struct tw_ptx_token *opcode,
                                           struct tw_ptx_instruction *instruction)
{
    uint32_t hash = 0;
    for (size_t i = 0; i < opcode->length; i++) hash = hash * 31 + (unsigned char)opcode->start[i];
    struct tw_ptx_matched *matched = &parser->matched[hash % TW_PTX_MATCHED];
    const struct tw_ptx_instruction *made = &matched->made;
    bool known = matched->start && matched->length == opcode->length &&
                 memcmp(matched->start, opcode->start, opcode->length) == 0;
    if (!known) {
        if (!tw_ptx_match(opcode->start, opcode->length, 0, instruction)) return NULL;
        *matched = (struct tw_ptx_matched){opcode->start, opcode->length, *instruction, false};
        return matched;
    }
    instruction->row = made->row;
    instruction->flags = made->flags;
    memcpy(instruction->type, made->type, sizeof made->type);
    memcpy(instruction->words, made->words, sizeof made->words);
    return matched;
}

bool tw_ptx_parse_instruction(struct tw_ptx_parser *parser)
{
    struct tw_ptx_instruction instruction = {.source_file = parser->source_file,
                                             .source_line = parser->source_line};
    parser->instruction = NULL;
    if (!parse_guard(parser, &instruction)) return false;
    if (tw_ptx_token(parser)->kind != TW_PTX_NAME) return tw_ptx_unexpected(parser, "an instruction");
    tw_ptx_extend(&parser->lexer);
    struct tw_ptx_token opcode = *tw_ptx_token(parser);
    tw_ptx_next(&parser->lexer);
    instruction.at = (uint32_t)(opcode.start - parser->text);
    instruction.line = line_of(parser, opcode.start);
    instruction.opcode = tw_arena_string(parser->arena, opcode.start, opcode.length);
    if (!instruction.opcode) return tw_ptx_no_memory(parser);
    if (!tw_ptx_match_opcode(parser, &opcode, &instruction)) {
        return tw_ptx_check(parser, &opcode, &instruction); /* before operands that may be as unknown */
    }
    if (*tw_ptx_rows[instruction.row].operands == 'C') {
        if (!tw_ptx_parse_call(parser, &instruction) || !tw_ptx_expect(parser, ';')) return false;
        return tw_ptx_add_instruction(parser, &instruction);
    }
    parser->instruction = &instruction;
    bool parsed = parse_operands(parser, &instruction) && tw_ptx_expect(parser, ';');
    parser->instruction = NULL;
    if (!parsed || !tw_ptx_check(parser, &opcode, &instruction)) return false;
    if (instruction.operand_count && instruction.operands[0].kind == TW_PTX_OPERAND_LABEL &&
        !add_pending(parser, &instruction.operands[0])) {
        return false;
    }
    if (instruction.operand_count == 2 && tw_ptx_rows[instruction.row].operands[1] == 'B') {
        struct tw_ptx_lexer name;
        uint32_t at = instruction.operands[1].at;
        tw_ptx_lexer_start(&name, parser->text + at, parser->length - at);
        if (!tw_ptx_use_table(parser, &name.token)) return false;
    }
    return tw_ptx_add_instruction(parser, &instruction);
}

const struct tw_ptx_symbol *tw_ptx_find_label(struct tw_ptx_parser *parser, const char *name, size_t length,
                                              uint32_t scope)
{
    const struct tw_ptx_symbol *label = NULL;
    for (; scope && !label; scope = parser->scopes[scope - 1].parent) {
        label = tw_ptx_find_in(&parser->labels, name, length, scope);
    }
    bool found = label || TW_PTX_BAD_INPUT(parser, name, "the label \"%.*s\" is not declared",
                                           (int)(length < 80 ? length : 80), name);
    return found ? label : NULL;
}

bool tw_ptx_resolve_labels(struct tw_ptx_parser *parser)
{
    for (size_t i = 0; i < parser->pending_count; i++) {
        const struct tw_ptx_pending *pending = &parser->pending[i];
        const struct tw_ptx_symbol *label =
            tw_ptx_find_label(parser, pending->name, pending->length, pending->scope);
        if (!label) return false;
        parser->function->instructions[pending->instruction].operands[0].index = label->index;
    }
    return true;
}
