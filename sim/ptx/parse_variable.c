/*
 * Variables (PTX ISA, "Variables"), after the state space:
 *
 *     variables   = { ".align" N | ".attribute" "(" ... ")" } [ ".v2" | ".v4" ] type variable { "," variable } ";"
 *                 | ".texref" name { "," name } ";" | ".surfref" name { "," name } ";"
 *     variable    = name { "[" [ N ] "]" } [ "=" initialiser ] | name "<" N ">"
 *     initialiser = "{" [ initialiser { "," initialiser } ] "}" | constant | address | mask "(" address ")"
 *     address     = name [ "+" constant ] | "generic" "(" name ")" [ "+" constant ]
 *
 * Each dimension has its braces, a vector too. Values follow one another whatever their braces leave out, so that the
 * zeros stand behind the last one: {{1, 2}, {3}} of [2][3] is 1 2 3 0 0 0 (as ptxas lays it out; the ISA is silent). A
 * mask, 0xff00, takes a byte of an address into an array of bytes.
 */
#include "sim/ptx/parser.h"

#include <stdio.h>
#include <string.h>

#define MOST_DIMENSIONS 16u

struct shape {
    unsigned dimensions;
    uint64_t count[MOST_DIMENSIONS + 1]; /* the last may be a vector's */
    bool is_vector;
    enum tw_ptx_type type;
};

struct initialiser {
    const struct shape *shape;
    struct tw_ptx_variable *variable;
    size_t relocation_capacity;
    uint64_t offset; /* of the next value */
};

static uint64_t bytes_from(const struct shape *shape, unsigned dimension)
{
    uint64_t bytes = tw_ptx_type_info(shape->type)->bits / 8;
    for (unsigned i = dimension; i < shape->dimensions; i++) bytes *= shape->count[i];
    return bytes;
}

/* --- initialisers */

static bool parse_number(struct tw_ptx_parser *parser, enum tw_ptx_type type, unsigned char *at)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(type);
    const struct tw_ptx_token token = *tw_ptx_token(parser);
    struct tw_ptx_constant constant;
    if (!tw_ptx_begins_constant(parser)) return tw_ptx_unexpected(parser, "a value");
    if (!tw_ptx_constant(parser, &constant)) return false;
    uint64_t bits = constant.bits;
    bool fits = !constant.float_bits == (info->kind != TW_PTX_FLOAT) && info->bits <= 64;
    if (constant.float_bits && (info->kind == TW_PTX_FLOAT || info->kind == TW_PTX_BITS))
        fits = tw_ptx_convert_float(&constant, info->bits, &bits);
    if (!fits)
        return TW_PTX_BAD_INPUT(parser, token.start, "\"%.*s\" is no value for .%s", TW_PTX_SHOWN(token),
                                info->word);
    memcpy(at, &bits, info->bits / 8); /* little-endian hosts only, as CUDA's */
    return true;
}

static bool parse_address_name(struct tw_ptx_parser *parser, struct tw_ptx_relocation *relocation)
{
    struct tw_ptx_token name;
    if (!tw_ptx_name(parser, &name)) return false;
    if (tw_ptx_is(&name, "generic")) { /* the addresses of global memory are generic ones */
        if (!tw_ptx_expect(parser, '(') || !tw_ptx_name(parser, &name) || !tw_ptx_expect(parser, ')'))
            return false;
    }
    const struct tw_ptx_symbol *symbol = tw_ptx_find(&parser->symbols, name.start, name.length);
    if (symbol && symbol->kind == TW_PTX_SYMBOL_REFUSED)
        return tw_ptx_refused(parser, &name, symbol->refusal);
    relocation->is_function = symbol && symbol->kind == TW_PTX_SYMBOL_FUNCTION;
    if (!symbol || (symbol->kind != TW_PTX_SYMBOL_VARIABLE && !relocation->is_function)) {
        return TW_PTX_BAD_INPUT(parser, name.start, "\"%.*s\" is no variable or function declared before",
                                TW_PTX_SHOWN(name));
    }
    enum tw_ptx_space space =
        relocation->is_function ? TW_PTX_GLOBAL : parser->module->variables[symbol->index].space;
    if (space != TW_PTX_GLOBAL && space != TW_PTX_CONST)
        return TW_PTX_BAD_INPUT(parser, name.start, "only .global and .const variables have such an address");
    relocation->variable = symbol->index;
    return !tw_ptx_accept(parser, '+') || tw_ptx_integer(parser, &relocation->addend);
}

/* An address in an initialiser: a relocation, filled in when the variable has its address. */
static bool parse_address(struct tw_ptx_parser *parser, struct initialiser *state,
                          struct tw_ptx_relocation relocation)
{
    struct tw_ptx_variable *variable = state->variable;
    const struct tw_ptx_type_info *info = tw_ptx_type_info(state->shape->type);
    const char *at = tw_ptx_token(parser)->start;
    if (!parse_address_name(parser, &relocation)) return false;
    relocation.bytes = info->bits / 8;
    bool fits = relocation.mask ? info->bits == 8 : info->bits == 32 || info->bits == 64;
    if (!fits || info->kind == TW_PTX_FLOAT)
        return TW_PTX_BAD_INPUT(parser, at, "an address is no value for .%s", info->word);
    struct tw_ptx_relocation *grown =
        tw_arena_grow(parser->arena, variable->relocations, variable->relocation_count,
                      &state->relocation_capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    variable->relocations = grown;
    grown[variable->relocation_count++] = relocation;
    return true;
}

/* An integer that "(" follows: 0xff << 8 * i, which byte of the address is meant. */
static bool parse_mask(struct tw_ptx_parser *parser, uint64_t *mask)
{
    struct tw_ptx_lexer before = parser->lexer;
    const struct tw_ptx_token token = *tw_ptx_token(parser);
    *mask = 0;
    if (token.kind != TW_PTX_INTEGER) return true;
    tw_ptx_next(&parser->lexer);
    if (!tw_ptx_accept(parser, '(')) {
        parser->lexer = before;
        return true;
    }
    *mask = token.bits;
    for (unsigned i = 0; i < 8; i++) {
        if (token.bits == (uint64_t)0xff << 8 * i) return true;
    }
    return TW_PTX_BAD_INPUT(parser, token.start, "a mask is one byte, such as 0xff00");
}

static bool parse_scalar(struct tw_ptx_parser *parser, struct initialiser *state)
{
    const uint64_t offset = state->offset;
    struct tw_ptx_relocation relocation = {.offset = offset};
    state->offset += tw_ptx_type_info(state->shape->type)->bits / 8;
    const struct tw_ptx_token *token = tw_ptx_token(parser);
    if (token->kind == TW_PTX_NAME && !tw_ptx_is(token, "WARP_SZ"))
        return parse_address(parser, state, relocation);
    if (!parse_mask(parser, &relocation.mask)) return false;
    if (relocation.mask) return parse_address(parser, state, relocation) && tw_ptx_expect(parser, ')');
    return parse_number(parser, state->shape->type, state->variable->initial + offset);
}

/* The dimensions are at most MOST_DIMENSIONS, and so is the depth of the recursion. */
static bool parse_initialiser(struct tw_ptx_parser *parser, struct initialiser *state, unsigned dimension)
{
    const struct shape *shape = state->shape;
    if (dimension == shape->dimensions) return parse_scalar(parser, state);
    uint64_t count = 0;
    bool vector = shape->is_vector && dimension + 1 == shape->dimensions;
    if (!tw_ptx_expect(parser, '{')) return false;
    if (!vector && tw_ptx_accept(parser, '}')) return true;
    do {
        if (count++ == shape->count[dimension]) {
            return TW_PTX_BAD_INPUT(parser, tw_ptx_token(parser)->start,
                                    "more values than \"%s\" has elements", state->variable->name);
        }
        if (!parse_initialiser(parser, state, dimension + 1)) return false;
    } while (tw_ptx_accept(parser, ','));
    if (vector && count < shape->count[dimension])
        return tw_ptx_unexpected(parser, "a value for each element of the vector");
    return tw_ptx_expect(parser, '}');
}

/* How many values the outermost braces have; the lexer stays where it is. */
static uint64_t count_values(const struct tw_ptx_parser *parser)
{
    struct tw_ptx_lexer lexer = parser->lexer;
    uint64_t count = 0;
    unsigned depth = 0;
    bool any = false;
    do {
        if (lexer.token.kind == TW_PTX_END || lexer.token.kind == TW_PTX_BAD) return 0;
        bool close = tw_ptx_is_character(&lexer.token, '}') || tw_ptx_is_character(&lexer.token, ')');
        if (tw_ptx_is_character(&lexer.token, '{') || tw_ptx_is_character(&lexer.token, '(')) depth++;
        if (close) depth--;
        count += depth == 1 && tw_ptx_is_character(&lexer.token, ',');
        tw_ptx_next(&lexer);
        any = any || !tw_ptx_is_character(&lexer.token, '}');
    } while (depth);
    return count + any;
}

static bool parse_initial(struct tw_ptx_parser *parser, struct tw_ptx_variable *variable,
                          const struct shape *shape, const char *at)
{
    if (variable->space == TW_PTX_SHARED || variable->space == TW_PTX_LOCAL) {
        return TW_PTX_BAD_INPUT(parser, at, "only .global and .const variables can have initial values");
    }
    if (tw_ptx_type_info(shape->type)->bits == 16 && tw_ptx_type_info(shape->type)->kind == TW_PTX_FLOAT)
        return TW_PTX_BAD_INPUT(parser, at, "variables of .f16 cannot have initial values");
    variable->initial = tw_arena_alloc(parser->arena, (size_t)variable->bytes);
    if (!variable->initial) return tw_ptx_no_memory(parser);
    struct initialiser state = {.shape = shape, .variable = variable};
    return parse_initialiser(parser, &state, 0);
}

/* --- declarations */

/* { "[" [ N ] "]" }; *open_array: the first is "[]", and its count 1 as yet. */
static bool parse_dimensions(struct tw_ptx_parser *parser, struct shape *shape, bool *open_array)
{
    *open_array = false;
    while (tw_ptx_accept(parser, '[')) {
        const char *at = tw_ptx_token(parser)->start;
        uint64_t *count = &shape->count[shape->dimensions];
        if (shape->dimensions == MOST_DIMENSIONS)
            return TW_PTX_UNKNOWN(parser, at, "an array of more than %u dimensions", MOST_DIMENSIONS);
        *count = 1;
        if (shape->dimensions == 0 && tw_ptx_is_character(tw_ptx_token(parser), ']')) {
            *open_array = true;
        } else if (!tw_ptx_unsigned(parser, UINT64_MAX, count)) {
            return false;
        }
        shape->dimensions++;
        if (*count > TW_PTX_MAX_BYTES || bytes_from(shape, 0) > TW_PTX_MAX_BYTES) {
            return TW_PTX_UNKNOWN(parser, at, "an array of more than %llu bytes",
                                  (unsigned long long)TW_PTX_MAX_BYTES);
        }
        if (!tw_ptx_expect(parser, ']')) return false;
    }
    return true;
}

/* A variable may name itself in its initialiser: it is declared before. */
bool tw_ptx_add_variable(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
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

/* name, dimensions: the variable but for its initial value. */
static bool parse_declarator(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                             struct shape *shape, uint32_t width, struct tw_ptx_variable *variable)
{
    bool open_array;
    variable->name = tw_arena_string(parser->arena, name->start, name->length);
    if (!variable->name) return tw_ptx_no_memory(parser);
    if (!parse_dimensions(parser, shape, &open_array)) return false;
    bool has_values = tw_ptx_is_character(tw_ptx_token(parser), '=');
    struct tw_ptx_lexer values = parser->lexer;
    if (open_array && has_values) {
        tw_ptx_next(&parser->lexer);
        shape->count[0] = count_values(parser);
        parser->lexer = values;
    }
    if (width > 1) shape->count[shape->dimensions++] = width;
    shape->is_vector = width > 1;
    variable->bytes = open_array && !has_values ? 0 : bytes_from(shape, 0);
    if (variable->bytes > TW_PTX_MAX_BYTES) {
        return TW_PTX_UNKNOWN(parser, name->start, "an array of more than %llu bytes",
                              (unsigned long long)TW_PTX_MAX_BYTES);
    }
    if (!variable->bytes && !variable->is_extern)
        return TW_PTX_BAD_INPUT(parser, name->start, "\"%s\" has no size", variable->name);
    return true;
}

/* The variable that a declaration with .extern, or one behind such, means too; NULL: there is none. */
static struct tw_ptx_variable *find_declared(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                                             const struct tw_ptx_variable *variable)
{
    const struct tw_ptx_symbol *symbol =
        tw_ptx_find_in(&parser->symbols, name->start, name->length, parser->scope);
    if (!symbol || symbol->kind != TW_PTX_SYMBOL_VARIABLE) return NULL;
    struct tw_ptx_variable *known = &parser->module->variables[symbol->index];
    return known->is_extern || variable->is_extern ? known : NULL;
}

/* What is declared with .extern may be declared again and defined, before and after its uses. Defined nowhere, it is a
 * variable like others (ptxas: "ignoring extern qualifier"). */
static bool declare_again(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                          struct tw_ptx_variable *known, const struct tw_ptx_variable *variable)
{
    bool open = !known->bytes || !variable->bytes;
    bool alike = known->space == variable->space && known->type == variable->type &&
                 known->align == variable->align && (open || known->bytes == variable->bytes);
    if (!alike) return TW_PTX_BAD_INPUT(parser, name->start, "\"%s\" was declared otherwise", known->name);
    if (!variable->is_extern || (known->is_extern && variable->bytes)) *known = *variable;
    return true;
}

/* name "<" N ">": N variables without values, name0, name1 and so on. */
static bool parse_range(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                        const struct tw_ptx_variable *common, uint32_t width)
{
    uint64_t count;
    if (!tw_ptx_unsigned(parser, TW_PTX_MAX_RANGE, &count) || !tw_ptx_expect(parser, '>')) return false;
    parser->range_variables += count;
    if (parser->range_variables > TW_PTX_MAX_RANGE)
        return TW_PTX_UNKNOWN(parser, name->start, "a module with more than %llu variables in ranges",
                              (unsigned long long)TW_PTX_MAX_RANGE);
    for (uint64_t i = 0; i < count; i++) {
        struct tw_ptx_variable variable = *common;
        struct tw_ptx_token member = *name;
        char number[24];
        int digits = snprintf(number, sizeof number, "%llu", (unsigned long long)i);
        char *text = tw_arena_alloc(parser->arena, name->length + (size_t)digits + 1);
        if (!text) return tw_ptx_no_memory(parser);
        memcpy(text, name->start, name->length);
        memcpy(text + name->length, number, (size_t)digits + 1);
        member.start = variable.name = text;
        member.length = name->length + (size_t)digits;
        variable.bytes = (uint64_t)common->element_bytes * width;
        if (tw_ptx_find_in(&parser->symbols, text, member.length, parser->scope))
            return TW_PTX_BAD_INPUT(parser, name->start, "\"%s\" is declared twice", text);
        if (!tw_ptx_add_variable(parser, &member, &variable)) return false;
    }
    return true;
}

static bool parse_variable(struct tw_ptx_parser *parser, enum tw_ptx_type type, uint32_t width,
                           const struct tw_ptx_variable *common)
{
    struct tw_ptx_variable variable = *common;
    struct shape shape = {.type = type};
    struct tw_ptx_token name;
    if (!tw_ptx_name(parser, &name)) return false;
    if (tw_ptx_accept(parser, '<')) return parse_range(parser, &name, common, width);
    if (!parse_declarator(parser, &name, &shape, width, &variable)) return false;
    struct tw_ptx_variable *known = find_declared(parser, &name, &variable);
    if (known ? !declare_again(parser, &name, known, &variable)
              : !tw_ptx_add_variable(parser, &name, &variable))
        return false;
    const char *at = tw_ptx_token(parser)->start;
    struct tw_ptx_module *module = parser->module;
    if (!known) known = &module->variables[module->variable_count - 1];
    return !tw_ptx_accept(parser, '=') || parse_initial(parser, known, &shape, at);
}

/* ( .managed ): the only one of a variable (PTX ISA, "Variable and Function Attribute Directive") that is known */
static bool parse_managed(struct tw_ptx_parser *parser, struct tw_ptx_variable *common)
{
    if (!tw_ptx_expect(parser, '(')) return false;
    const char *at = tw_ptx_token(parser)->start;
    if (!tw_ptx_accept_directive(parser, ".managed"))
        return TW_PTX_UNKNOWN(parser, at, "the simulator knows .attribute(.managed) alone");
    if (common->space != TW_PTX_GLOBAL)
        return TW_PTX_BAD_INPUT(parser, at, ".managed is for variables of .global");
    common->is_managed = true;
    return tw_ptx_expect(parser, ')');
}

/* .align N, .attribute(.managed): before the type */
static bool parse_attributes(struct tw_ptx_parser *parser, struct tw_ptx_variable *common)
{
    for (;;) {
        uint64_t value;
        if (tw_ptx_accept_directive(parser, ".align")) {
            const char *at = tw_ptx_token(parser)->start;
            if (!tw_ptx_unsigned(parser, 1 << 16, &value)) return false;
            if (!value || (value & (value - 1)))
                return TW_PTX_BAD_INPUT(parser, at, "an alignment is a power of two");
            common->align = (uint32_t)value;
        } else if (tw_ptx_accept_directive(parser, ".attribute")) {
            if (!parse_managed(parser, common)) return false;
        } else {
            return true;
        }
    }
}

/* name { "," name } ";": what they stand for is the driver's business. */
static bool parse_opaque(struct tw_ptx_parser *parser, enum tw_ptx_opaque opaque)
{
    struct tw_ptx_token name;
    do {
        struct tw_ptx_variable variable = {
            .space = TW_PTX_GLOBAL, .opaque = opaque, .align = 8, .element_bytes = 8};
        if (!tw_ptx_name(parser, &name)) return false;
        variable.name = tw_arena_string(parser->arena, name.start, name.length);
        if (!variable.name) return tw_ptx_no_memory(parser);
        if (!tw_ptx_add_variable(parser, &name, &variable)) return false;
    } while (tw_ptx_accept(parser, ','));
    return tw_ptx_expect(parser, ';');
}

bool tw_ptx_parse_variables(struct tw_ptx_parser *parser, enum tw_ptx_space space, bool is_extern)
{
    struct tw_ptx_variable common = {.space = space, .is_extern = is_extern};
    if (space == TW_PTX_GLOBAL && tw_ptx_accept_directive(parser, ".texref"))
        return parse_opaque(parser, TW_PTX_TEXTURE);
    if (space == TW_PTX_GLOBAL && tw_ptx_accept_directive(parser, ".surfref"))
        return parse_opaque(parser, TW_PTX_SURFACE);
    enum tw_ptx_type type;
    uint32_t width;
    const char *at = tw_ptx_token(parser)->start;
    if (!parse_attributes(parser, &common) || !tw_ptx_element_type(parser, &type, &width)) return false;
    if (type == TW_PTX_PRED) return TW_PTX_BAD_INPUT(parser, at, "predicates live in registers only");
    common.type = type;
    common.element_bytes = tw_ptx_type_info(type)->bits / 8;
    if (!common.align) common.align = common.element_bytes * width;
    do {
        if (!parse_variable(parser, type, width, &common)) return false;
    } while (tw_ptx_accept(parser, ','));
    return tw_ptx_expect(parser, ';');
}
