/*
 * Variables (PTX ISA, "Variables"), after the state space:
 *
 *     variables   = { ".align" N | ".attribute" "(" ... ")" } type variable { "," variable } ";"
 *     variable    = name { "[" [ N ] "]" } [ "=" initialiser ]
 *     initialiser = "{" [ initialiser { "," initialiser } ] "}" | element
 *     element     = [ "-" ] number | name [ ("+" | "-") N ] | "generic" "(" name ")" [ "+" N ]
 *
 * Nested braces are flattened: rows that are not full are refused, since what they leave out would shift.
 */
#include "ptx/parser.h"

#include <string.h>

struct initialiser {
    struct tw_ptx_variable *variable;
    enum tw_ptx_type type;
    uint64_t filled; /* bytes */
    size_t relocation_capacity;
    unsigned depth;
};

/* The constant `bits` of a token as the bits of a type: a float constant becomes the type's float. */
static bool constant_bits(struct tw_ptx_parser *parser, const struct tw_ptx_token *token,
                          enum tw_ptx_type type, uint64_t *bits)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(type);
    *bits = token->bits;
    if (token->kind == TW_PTX_INTEGER) return true;
    if (token->kind == TW_PTX_FLOAT32 && info->bits == 32) return true;
    if (token->kind == TW_PTX_FLOAT64 && info->bits == 64) return true;
    if (token->kind == TW_PTX_FLOAT64 && type == TW_PTX_F32) {
        double value;
        memcpy(&value, bits, sizeof value);
        float narrow = (float)value;
        *bits = 0;
        memcpy(bits, &narrow, sizeof narrow);
        return true;
    }
    return TW_PTX_BAD_INPUT(parser, token->start, "\"%.*s\" is no value for .%s", TW_PTX_SHOWN(*token),
                            info->word);
}

static bool parse_number(struct tw_ptx_parser *parser, struct initialiser *state, unsigned char *at,
                         unsigned bytes)
{
    bool minus = tw_ptx_accept(parser, '-');
    struct tw_ptx_token token = *tw_ptx_token(parser);
    uint64_t bits;
    if (token.kind != TW_PTX_INTEGER && token.kind != TW_PTX_FLOAT32 && token.kind != TW_PTX_FLOAT64) {
        return tw_ptx_unexpected(parser, "a value");
    }
    if (!constant_bits(parser, &token, state->type, &bits)) return false;
    if (minus && token.kind == TW_PTX_INTEGER) bits = 0 - bits;
    if (minus && token.kind != TW_PTX_INTEGER) bits ^= (uint64_t)1 << (bytes * 8 - 1);
    memcpy(at, &bits, bytes); /* little-endian hosts only, as CUDA's */
    tw_ptx_next(&parser->lexer);
    return true;
}

/* An address in an initialiser: a relocation, filled in when the variable has its address. */
static bool parse_address(struct tw_ptx_parser *parser, struct initialiser *state)
{
    struct tw_ptx_variable *variable = state->variable;
    struct tw_ptx_token name;
    struct tw_ptx_relocation relocation = {.offset = state->filled};
    if (!tw_ptx_name(parser, &name)) return false;
    if (tw_ptx_is(&name, "generic")) {
        relocation.generic = true;
        if (!tw_ptx_expect(parser, '(') || !tw_ptx_name(parser, &name) || !tw_ptx_expect(parser, ')'))
            return false;
    }
    const struct tw_ptx_symbol *symbol = tw_ptx_find(&parser->symbols, name.start, name.length);
    if (symbol && symbol->kind == TW_PTX_SYMBOL_REFUSED)
        return tw_ptx_refused(parser, &name, symbol->refusal);
    if (!symbol || symbol->kind != TW_PTX_SYMBOL_VARIABLE) {
        return TW_PTX_BAD_INPUT(parser, name.start, "\"%.*s\" is no variable declared before",
                                TW_PTX_SHOWN(name));
    }
    if (tw_ptx_type_info(state->type)->bits != 64) {
        return TW_PTX_BAD_INPUT(parser, name.start, "an address needs a type of 64 bits");
    }
    relocation.variable = symbol->index;
    if (tw_ptx_accept(parser, '+') && !tw_ptx_integer(parser, &relocation.addend)) return false;
    struct tw_ptx_relocation *grown =
        tw_arena_grow(parser->arena, variable->relocations, variable->relocation_count,
                      &state->relocation_capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    variable->relocations = grown;
    grown[variable->relocation_count++] = relocation;
    return true;
}

static bool parse_element(struct tw_ptx_parser *parser, struct initialiser *state)
{
    unsigned bytes = tw_ptx_type_info(state->type)->bits / 8;
    const struct tw_ptx_token *token = tw_ptx_token(parser);
    if (state->filled + bytes > state->variable->bytes) {
        return TW_PTX_BAD_INPUT(parser, token->start, "more values than \"%s\" has elements",
                                state->variable->name);
    }
    unsigned char *at = state->variable->initial + state->filled;
    bool parsed =
        token->kind == TW_PTX_NAME ? parse_address(parser, state) : parse_number(parser, state, at, bytes);
    state->filled += bytes;
    return parsed;
}

static bool parse_initialiser(struct tw_ptx_parser *parser, struct initialiser *state)
{
    const char *start = tw_ptx_token(parser)->start;
    unsigned rows = 0;
    do {
        while (tw_ptx_accept(parser, '{')) {
            rows += state->depth > 0;
            if (++state->depth > 8) return TW_PTX_BAD_INPUT(parser, start, "braces nested too deeply");
        }
        if (!tw_ptx_is_character(tw_ptx_token(parser), '}') && !parse_element(parser, state)) return false;
        while (state->depth && tw_ptx_accept(parser, '}')) state->depth--;
    } while (tw_ptx_accept(parser, ','));
    if (state->depth) return tw_ptx_unexpected(parser, "\"}\"");
    if (rows && state->filled != state->variable->bytes) {
        return TW_PTX_UNKNOWN(parser, start,
                              "the simulator does not know initialisers with rows that are not full");
    }
    return true;
}

/* name { "[" [ N ] "]" }: bytes of the whole; 0 with *open_array for "[]" */
static bool parse_dimensions(struct tw_ptx_parser *parser, unsigned element_bytes, uint64_t *bytes,
                             bool *open_array)
{
    *bytes = element_bytes;
    *open_array = false;
    for (unsigned dimension = 0; tw_ptx_accept(parser, '['); dimension++) {
        uint64_t count = 0;
        const char *at = tw_ptx_token(parser)->start;
        if (dimension == 0 && tw_ptx_is_character(tw_ptx_token(parser), ']')) {
            *open_array = true;
            count = 1;
        } else if (!tw_ptx_unsigned(parser, TW_PTX_MAX_BYTES, &count)) {
            return false;
        }
        if (count && *bytes > TW_PTX_MAX_BYTES / count) {
            return TW_PTX_UNKNOWN(parser, at, "an array of more than %llu bytes",
                                  (unsigned long long)TW_PTX_MAX_BYTES);
        }
        *bytes *= count;
        if (!tw_ptx_expect(parser, ']')) return false;
    }
    return true;
}

static bool parse_initial(struct tw_ptx_parser *parser, struct tw_ptx_variable *variable,
                          enum tw_ptx_type type, const char *at)
{
    if (variable->space == TW_PTX_SHARED || variable->space == TW_PTX_LOCAL) {
        return TW_PTX_BAD_INPUT(parser, at, "only .global and .const variables can have initial values");
    }
    variable->initial = tw_arena_alloc(parser->arena, (size_t)variable->bytes);
    if (!variable->initial) return tw_ptx_no_memory(parser);
    struct initialiser state = {.variable = variable, .type = type};
    return parse_initialiser(parser, &state);
}

static bool add_variable(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                         const struct tw_ptx_variable *variable)
{
    struct tw_ptx_module *module = parser->module;
    struct tw_ptx_variable *grown = tw_arena_grow(parser->arena, module->variables, module->variable_count,
                                                  &parser->variable_capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    module->variables = grown;
    grown[module->variable_count] = *variable;
    struct tw_ptx_symbol symbol = {.kind = TW_PTX_SYMBOL_VARIABLE,
                                   .index = (uint32_t)module->variable_count++};
    return tw_ptx_declare(parser, name, symbol);
}

static bool parse_variable(struct tw_ptx_parser *parser, enum tw_ptx_type type,
                           const struct tw_ptx_variable *common)
{
    struct tw_ptx_variable variable = *common;
    struct tw_ptx_token name;
    bool open_array;
    if (!tw_ptx_name(parser, &name)) return false;
    variable.name = tw_arena_string(parser->arena, name.start, name.length);
    if (!variable.name) return tw_ptx_no_memory(parser);
    if (!parse_dimensions(parser, tw_ptx_type_info(type)->bits / 8, &variable.bytes, &open_array))
        return false;
    if (open_array && !(variable.is_extern && variable.space == TW_PTX_SHARED)) {
        return TW_PTX_UNKNOWN(parser, name.start,
                              "the simulator knows arrays without a size as .extern .shared only");
    }
    if (variable.is_extern && variable.space != TW_PTX_SHARED) {
        return TW_PTX_UNKNOWN(parser, name.start,
                              "\"%s\" is defined in another module; the simulator does not link",
                              variable.name);
    }
    if (open_array) variable.bytes = 0;
    const char *at = tw_ptx_token(parser)->start;
    if (tw_ptx_accept(parser, '=') && !parse_initial(parser, &variable, type, at)) return false;
    return add_variable(parser, &name, &variable);
}

/* .align N, .attribute(.managed): before the type */
static bool parse_attributes(struct tw_ptx_parser *parser, uint32_t *align)
{
    for (;;) {
        const struct tw_ptx_token token = *tw_ptx_token(parser);
        uint64_t value;
        if (tw_ptx_accept_directive(parser, ".align")) {
            const char *at = tw_ptx_token(parser)->start;
            if (!tw_ptx_unsigned(parser, 1 << 16, &value)) return false;
            if (!value || (value & (value - 1)))
                return TW_PTX_BAD_INPUT(parser, at, "an alignment is a power of two");
            *align = (uint32_t)value;
        } else if (token.kind == TW_PTX_DIRECTIVE && tw_ptx_is(&token, ".attribute")) {
            return TW_PTX_UNKNOWN(parser, token.start, "the simulator does not know .attribute");
        } else {
            return true;
        }
    }
}

bool tw_ptx_parse_variables(struct tw_ptx_parser *parser, enum tw_ptx_space space, bool is_extern)
{
    struct tw_ptx_variable common = {.space = space, .is_extern = is_extern};
    enum tw_ptx_type type;
    const char *at = tw_ptx_token(parser)->start;
    if (!parse_attributes(parser, &common.align)) return false;
    if (tw_ptx_accept_directive(parser, ".v2") || tw_ptx_accept_directive(parser, ".v4")) {
        return TW_PTX_UNKNOWN(parser, at, "the simulator does not know variables of vector type");
    }
    if (!tw_ptx_type_directive(parser, &type)) return false;
    if (type == TW_PTX_PRED) return TW_PTX_BAD_INPUT(parser, at, "predicates live in registers only");
    if (!common.align) common.align = tw_ptx_type_info(type)->bits / 8;
    do {
        if (!parse_variable(parser, type, &common)) return false;
    } while (tw_ptx_accept(parser, ','));
    return tw_ptx_expect(parser, ';');
}
