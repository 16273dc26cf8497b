/*
 * Instructions (PTX ISA, "Instructions" and "Operands"):
 *
 *     instruction = [ "@" [ "!" ] predicate ] opcode [ operand { "," operand } ] ";"
 *     operand     = single [ "|" single ] | "{" single { "," single } "}" | "[" address "]"
 *     single      = "_" | [ "!" ] register | special | [ "-" ] number | name [ ("+" | "-") integer ] | label
 *     address     = ( register | name | integer ) { ("+" | "-") integer }
 */
#include "ptx/match.h"
#include "ptx/parser.h"

#include <string.h>

/* Lines are counted from where the last instruction stood: a text is read once. */
static uint32_t line_of(struct tw_ptx_parser *parser, const char *at)
{
    for (; parser->counted < at; parser->counted++) parser->newlines += *parser->counted == '\n';
    return parser->newlines + 1;
}

/* The register a symbol's slot stands for, made the first time it is asked for. */
static bool use_register(struct tw_ptx_parser *parser, uint32_t *slot, enum tw_ptx_type type,
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

/* The range that "%r12" is a member of: its slot, or NULL. */
static uint32_t *range_slot(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                            const char *newer_than, enum tw_ptx_type *type)
{
    size_t prefix = name->length;
    while (prefix && name->start[prefix - 1] >= '0' && name->start[prefix - 1] <= '9') prefix--;
    size_t digits = name->length - prefix;
    if (!digits || digits > 7 || (digits > 1 && name->start[prefix] == '0')) return NULL;
    uint32_t number = 0;
    for (size_t i = prefix; i < name->length; i++) number = number * 10 + (uint32_t)(name->start[i] - '0');
    struct tw_ptx_symbol *range = tw_ptx_find(&parser->symbols, name->start, prefix);
    if (!range || range->kind != TW_PTX_SYMBOL_RANGE || number >= range->index) return NULL;
    if (newer_than && range->name < newer_than) return NULL;
    *type = range->type;
    return &range->indices[number];
}

/* Registers shadow by scope: of an exact name and a range, the one declared later is meant. */
static bool parse_register_name(struct tw_ptx_parser *parser, const struct tw_ptx_token *name, bool *found,
                                uint32_t *index)
{
    struct tw_ptx_symbol *exact = tw_ptx_find(&parser->symbols, name->start, name->length);
    enum tw_ptx_type type;
    uint32_t *slot = range_slot(parser, name, exact ? exact->name : NULL, &type);
    *found = true;
    if (slot) return use_register(parser, slot, type, name, index);
    if (exact && exact->kind == TW_PTX_SYMBOL_REGISTER) {
        return use_register(parser, &exact->index, exact->type, name, index);
    }
    *found = false;
    return true;
}

/* "%tid" ".x" are two tokens; "%laneid" is one. */
static bool parse_special(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                          struct tw_ptx_operand *operand)
{
    struct tw_ptx_token whole = *name;
    const struct tw_ptx_token *next = tw_ptx_token(parser);
    if (next->kind == TW_PTX_DIRECTIVE && next->start == name->start + name->length) {
        whole.length += next->length;
        tw_ptx_next(&parser->lexer);
    }
    operand->index = tw_ptx_special_find(whole.start + 1, whole.length - 1);
    operand->kind = TW_PTX_OPERAND_SPECIAL;
    if (operand->index != TW_PTX_SPECIAL_COUNT) return true;
    return TW_PTX_BAD_INPUT(parser, name->start, "the register \"%.*s\" is not declared",
                            TW_PTX_SHOWN(whole));
}

static bool parse_addend(struct tw_ptx_parser *parser, int64_t *value)
{
    for (;;) {
        int64_t addend;
        bool minus = tw_ptx_accept(parser, '-');
        if (!minus && !tw_ptx_accept(parser, '+')) return true;
        if (!tw_ptx_integer(parser, &addend)) return false;
        *value = (int64_t)(minus ? (uint64_t)*value - (uint64_t)addend : (uint64_t)*value + (uint64_t)addend);
    }
}

static bool parse_name(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    struct tw_ptx_token name;
    bool is_register;
    if (!tw_ptx_name(parser, &name)) return false;
    if (tw_ptx_is(&name, "_")) {
        operand->kind = TW_PTX_OPERAND_SINK;
        return true;
    }
    if (!parse_register_name(parser, &name, &is_register, &operand->index)) return false;
    operand->kind = TW_PTX_OPERAND_REGISTER;
    if (is_register) return true;
    const struct tw_ptx_symbol *symbol = tw_ptx_find(&parser->symbols, name.start, name.length);
    if (symbol && (symbol->kind == TW_PTX_SYMBOL_VARIABLE || symbol->kind == TW_PTX_SYMBOL_PARAMETER)) {
        bool variable = symbol->kind == TW_PTX_SYMBOL_VARIABLE;
        operand->kind = variable ? TW_PTX_OPERAND_VARIABLE : TW_PTX_OPERAND_PARAMETER;
        operand->index = symbol->index;
        return parse_addend(parser, &operand->value);
    }
    if (symbol && symbol->kind == TW_PTX_SYMBOL_REFUSED)
        return tw_ptx_refused(parser, &name, symbol->refusal);
    if (*name.start == '%') return parse_special(parser, &name, operand);
    operand->kind = TW_PTX_OPERAND_LABEL; /* or a name that nobody declared: check.c tells */
    return true;
}

static bool parse_constant(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    bool minus = tw_ptx_accept(parser, '-');
    const struct tw_ptx_token *token = tw_ptx_token(parser);
    uint64_t bits = token->bits;
    operand->kind = TW_PTX_OPERAND_CONSTANT;
    operand->is_float = token->kind != TW_PTX_INTEGER;
    operand->count = token->kind == TW_PTX_FLOAT32 ? 32 : 64;
    if (minus && !operand->is_float) bits = 0 - bits;
    if (minus && operand->is_float) bits ^= (uint64_t)1 << (operand->count - 1);
    memcpy(&operand->value, &bits, sizeof bits);
    tw_ptx_next(&parser->lexer);
    return true;
}

static bool begins_constant(const struct tw_ptx_token *token)
{
    return token->kind == TW_PTX_INTEGER || token->kind == TW_PTX_FLOAT32 || token->kind == TW_PTX_FLOAT64 ||
           tw_ptx_is_character(token, '-');
}

static bool parse_single(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    operand->at = (uint32_t)(tw_ptx_token(parser)->start - parser->text);
    if (tw_ptx_accept(parser, '!')) {
        operand->negated = true;
        return parse_name(parser, operand);
    }
    struct tw_ptx_lexer before = parser->lexer;
    if (begins_constant(tw_ptx_token(parser))) {
        bool minus = tw_ptx_accept(parser, '-');
        if (minus &&
            (!begins_constant(tw_ptx_token(parser)) || tw_ptx_is_character(tw_ptx_token(parser), '-'))) {
            return tw_ptx_unexpected(parser, "a number");
        }
        parser->lexer = before;
        return parse_constant(parser, operand);
    }
    if (tw_ptx_token(parser)->kind != TW_PTX_NAME) return tw_ptx_unexpected(parser, "an operand");
    return parse_name(parser, operand);
}

static bool parse_vector(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    struct tw_ptx_operand elements[8] = {{0}};
    operand->kind = TW_PTX_OPERAND_VECTOR;
    do {
        if (operand->count == 8) return tw_ptx_unexpected(parser, "\"}\" after at most 8 elements");
        if (!parse_single(parser, &elements[operand->count++])) return false;
    } while (tw_ptx_accept(parser, ','));
    operand->elements = tw_arena_alloc(parser->arena, sizeof elements);
    if (!operand->elements) return tw_ptx_no_memory(parser);
    memcpy(operand->elements, elements, sizeof elements);
    return tw_ptx_expect(parser, '}');
}

static bool parse_memory(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    operand->kind = TW_PTX_OPERAND_MEMORY;
    operand->count = 1;
    operand->elements = tw_arena_alloc(parser->arena, sizeof *operand->elements);
    if (!operand->elements) return tw_ptx_no_memory(parser);
    struct tw_ptx_operand *base = operand->elements;
    base->at = (uint32_t)(tw_ptx_token(parser)->start - parser->text);
    if (tw_ptx_token(parser)->kind == TW_PTX_NAME) {
        if (!parse_name(parser, base) || !parse_addend(parser, &operand->value)) return false;
        operand->value = (int64_t)((uint64_t)operand->value + (uint64_t)base->value);
    } else {
        base->kind = TW_PTX_OPERAND_NONE;
        if (!tw_ptx_integer(parser, &operand->value) || !parse_addend(parser, &operand->value)) return false;
    }
    return tw_ptx_expect(parser, ']');
}

static bool parse_operand(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand)
{
    operand->at = (uint32_t)(tw_ptx_token(parser)->start - parser->text);
    if (tw_ptx_accept(parser, '{')) return parse_vector(parser, operand);
    if (tw_ptx_accept(parser, '[')) return parse_memory(parser, operand);
    if (!parse_single(parser, operand)) return false;
    if (!tw_ptx_accept(parser, '|')) return true;
    struct tw_ptx_operand *pair = tw_arena_alloc(parser->arena, 2 * sizeof *pair);
    if (!pair) return tw_ptx_no_memory(parser);
    pair[0] = *operand;
    *operand =
        (struct tw_ptx_operand){.kind = TW_PTX_OPERAND_PAIR, .at = pair[0].at, .count = 2, .elements = pair};
    return parse_single(parser, &pair[1]);
}

/* Operands into the instruction; what is left out stays TW_PTX_OPERAND_NONE. */
static bool parse_operands(struct tw_ptx_parser *parser, struct tw_ptx_instruction *instruction)
{
    instruction->operands =
        tw_arena_alloc(parser->arena, TW_PTX_MAX_OPERANDS * sizeof *instruction->operands);
    if (!instruction->operands) return tw_ptx_no_memory(parser);
    if (tw_ptx_is_character(tw_ptx_token(parser), ';')) return true;
    do {
        if (instruction->operand_count == TW_PTX_MAX_OPERANDS) {
            return tw_ptx_unexpected(parser, "\";\" after at most 6 operands");
        }
        if (!parse_operand(parser, &instruction->operands[instruction->operand_count++])) return false;
    } while (tw_ptx_accept(parser, ','));
    return true;
}

/* "@" [ "!" ] predicate */
static bool parse_guard(struct tw_ptx_parser *parser, struct tw_ptx_instruction *instruction)
{
    struct tw_ptx_token name;
    bool found;
    if (!tw_ptx_accept(parser, '@')) return true;
    instruction->guarded = true;
    instruction->guard_negated = tw_ptx_accept(parser, '!');
    if (!tw_ptx_name(parser, &name)) return false;
    if (!parse_register_name(parser, &name, &found, &instruction->guard)) return false;
    if (!found || parser->function->registers[instruction->guard].type != TW_PTX_PRED) {
        return TW_PTX_BAD_INPUT(parser, name.start, "\"%.*s\" is no declared predicate", TW_PTX_SHOWN(name));
    }
    return true;
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

bool tw_ptx_parse_instruction(struct tw_ptx_parser *parser)
{
    struct tw_ptx_function *function = parser->function;
    struct tw_ptx_instruction instruction = {.source_file = parser->source_file,
                                             .source_line = parser->source_line};
    if (!parse_guard(parser, &instruction)) return false;
    if (tw_ptx_token(parser)->kind != TW_PTX_NAME) return tw_ptx_unexpected(parser, "an instruction");
    tw_ptx_extend(&parser->lexer);
    struct tw_ptx_token opcode = *tw_ptx_token(parser);
    tw_ptx_next(&parser->lexer);
    instruction.at = (uint32_t)(opcode.start - parser->text);
    instruction.line = line_of(parser, opcode.start);
    instruction.opcode = tw_arena_string(parser->arena, opcode.start, opcode.length);
    if (!instruction.opcode) return tw_ptx_no_memory(parser);
    if (!tw_ptx_match(opcode.start, opcode.length, 0, &instruction)) {
        return tw_ptx_check(parser, &opcode, &instruction); /* before operands that may be as unknown */
    }
    if (!parse_operands(parser, &instruction) || !tw_ptx_expect(parser, ';')) return false;
    if (!tw_ptx_check(parser, &opcode, &instruction)) return false;
    if (instruction.operand_count && instruction.operands[0].kind == TW_PTX_OPERAND_LABEL &&
        !add_pending(parser, &instruction.operands[0])) {
        return false;
    }
    struct tw_ptx_instruction *grown =
        tw_arena_grow(parser->arena, function->instructions, function->instruction_count,
                      &parser->instruction_capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    function->instructions = grown;
    grown[function->instruction_count++] = instruction;
    return true;
}

/* A label is looked for in the scope of the branch, then in those around it. */
bool tw_ptx_resolve_labels(struct tw_ptx_parser *parser)
{
    for (size_t i = 0; i < parser->pending_count; i++) {
        const struct tw_ptx_pending *pending = &parser->pending[i];
        const struct tw_ptx_symbol *label = NULL;
        for (uint32_t scope = pending->scope; scope && !label; scope = parser->scopes[scope - 1].parent) {
            label = tw_ptx_find_in(&parser->labels, pending->name, pending->length, scope);
        }
        if (!label) {
            return TW_PTX_BAD_INPUT(parser, pending->name, "the label \"%.*s\" is not declared",
                                    (int)(pending->length < 80 ? pending->length : 80), pending->name);
        }
        parser->function->instructions[pending->instruction].operands[0].index = label->index;
    }
    return true;
}
