/*
 * Kernels and functions (PTX ISA, "Kernel and Function Directives"), after ".entry" or ".func":
 *
 *     entry      = name [ "(" [ parameter { "," parameter } ] ")" ] { tuning } "{" { statement } "}"
 *     function   = [ ".attribute" "(" ... ")" ] signature { tuning } ( "{" { statement } "}" | ";" )    parse_call.c
 *     parameter  = ".param" [ ".align" N ] type [ ".ptr" [ space ] [ ".align" N ] ] name [ "[" N "]" ]
 *     tuning     = ( ".maxntid" | ".reqntid" ) N [ "," N [ "," N ] ]
 *                | ( ".minnctapersm" | ".maxnctapersm" | ".maxnreg" | ".maxclusterrank" ) N | ".noreturn" | ".pragma" string ";"
 *     statement  = "{" { statement } "}"                                a scope of its own
 *                | name ":" ( ".branchtargets" | ".calltargets" | ".callprototype" ) ...                  parse_call.c
 *                | ".reg" [ ".v2" | ".v4" ] type register { "," register } ";"
 *                | ( ".shared" | ".local" | ".const" | ".global" | ".param" ) variables
 *                | loc | ".pragma" string ";" | name ":" | instruction
 *     register   = name | name "<" N ">"                                "%r<3>" is %r0, %r1, %r2
 *     loc        = ".loc" place [ "," "function_name" name [ "+" N ] "," "inlined_at" place ]
 *     place      = file line column
 */
#include "sim/ptx/parser.h"

#include <string.h>

bool tw_ptx_parse_pragma(struct tw_ptx_parser *parser)
{
    do {
        if (tw_ptx_token(parser)->kind != TW_PTX_STRING) return tw_ptx_unexpected(parser, "a text in quotes");
        tw_ptx_next(&parser->lexer);
    } while (tw_ptx_accept(parser, ','));
    return tw_ptx_expect(parser, ';');
}

static bool parse_place(struct tw_ptx_parser *parser, uint64_t place[3])
{
    for (unsigned i = 0; i < 3; i++) {
        if (!tw_ptx_unsigned(parser, UINT32_MAX, &place[i])) return false;
    }
    return true;
}

bool tw_ptx_parse_loc(struct tw_ptx_parser *parser)
{
    uint64_t place[3], inlined_at[3], unused;
    if (!parse_place(parser, place)) return false;
    parser->source_file = (uint32_t)place[0];
    parser->source_line = (uint32_t)place[1];
    while (tw_ptx_accept(parser, ',')) {
        struct tw_ptx_token word, label;
        if (!tw_ptx_name(parser, &word)) return false;
        if (tw_ptx_is(&word, "inlined_at")) {
            if (!parse_place(parser, inlined_at)) return false;
        } else if (tw_ptx_is(&word, "function_name")) {
            if (!tw_ptx_name(parser, &label)) return false;
            if (tw_ptx_accept(parser, '+') && !tw_ptx_unsigned(parser, UINT64_MAX, &unused)) return false;
        } else {
            return TW_PTX_BAD_INPUT(parser, word.start, "\"function_name\" or \"inlined_at\" should be here");
        }
    }
    return true;
}

/* [ ".ptr" [ space ] [ ".align" N ] ]: what a pointer points to, of no effect */
static bool parse_pointer(struct tw_ptx_parser *parser)
{
    uint64_t align;
    if (!tw_ptx_accept_directive(parser, ".ptr")) return true;
    static const char *const spaces[] = {".global", ".shared", ".const", ".local"};
    for (unsigned i = 0; i < 4; i++) {
        if (tw_ptx_accept_directive(parser, spaces[i])) break;
    }
    return !tw_ptx_accept_directive(parser, ".align") || tw_ptx_unsigned(parser, 1 << 16, &align);
}

/* Places the parameter in the parameter block and declares it. */
static bool add_parameter(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                          enum tw_ptx_type type, uint64_t bytes, uint64_t align, size_t *capacity)
{
    struct tw_ptx_function *function = parser->function;
    uint64_t offset = (function->parameter_bytes + align - 1) & ~(align - 1);
    if (offset + bytes > 32764) { /* PTX ISA, "Kernel Function Parameters": the limit from 8.1 on */
        return TW_PTX_BAD_INPUT(parser, name->start, "parameters of more than 32764 bytes");
    }
    struct tw_ptx_parameter *grown = tw_arena_grow(parser->arena, function->parameters,
                                                   function->parameter_count, capacity, sizeof *grown);
    char *text = tw_arena_string(parser->arena, name->start, name->length);
    if (!grown || !text) return tw_ptx_no_memory(parser);
    function->parameters = grown;
    bool is_float = tw_ptx_type_info(type)->kind == TW_PTX_FLOAT;
    grown[function->parameter_count] =
        (struct tw_ptx_parameter){text, (uint32_t)offset, (uint32_t)bytes, is_float};
    function->parameter_bytes = (uint32_t)(offset + bytes);
    struct tw_ptx_symbol symbol = {.kind = TW_PTX_SYMBOL_PARAMETER,
                                   .index = (uint32_t)function->parameter_count++};
    return tw_ptx_declare(parser, name, symbol);
}

bool tw_ptx_parse_parameter(struct tw_ptx_parser *parser, struct tw_ptx_token *name, enum tw_ptx_type *type,
                            uint64_t *bytes, uint32_t *alignment)
{
    uint64_t align = 0, count = 1;
    const char *start = tw_ptx_token(parser)->start;
    if (tw_ptx_accept_directive(parser, ".align")) {
        if (!tw_ptx_unsigned(parser, 1 << 16, &align)) return false;
        if (!align || (align & (align - 1)))
            return TW_PTX_BAD_INPUT(parser, start, "an alignment is a power of two");
    }
    if (!tw_ptx_type_directive(parser, type) || !parse_pointer(parser) || !tw_ptx_name(parser, name))
        return false;
    if (*type == TW_PTX_PRED) return TW_PTX_BAD_INPUT(parser, start, "a parameter cannot be a predicate");
    if (tw_ptx_accept(parser, '[')) {
        if (tw_ptx_is_character(tw_ptx_token(parser), ']'))
            return TW_PTX_UNKNOWN(parser, start, "the simulator does not know parameters without a size");
        if (!tw_ptx_unsigned(parser, 1 << 16, &count) || !tw_ptx_expect(parser, ']')) return false;
    }
    unsigned element = tw_ptx_type_info(*type)->bits / 8;
    *bytes = element * count;
    *alignment = align ? (uint32_t)align : element;
    return true;
}

static bool parse_parameter(struct tw_ptx_parser *parser, size_t *capacity)
{
    struct tw_ptx_token name;
    enum tw_ptx_type type;
    uint64_t bytes;
    uint32_t align;
    if (!tw_ptx_accept_directive(parser, ".param")) return tw_ptx_unexpected(parser, ".param");
    return tw_ptx_parse_parameter(parser, &name, &type, &bytes, &align) &&
           add_parameter(parser, &name, type, bytes, align, capacity);
}

static bool parse_parameters(struct tw_ptx_parser *parser)
{
    size_t capacity = 0;
    if (!tw_ptx_accept(parser, '(')) return true;
    if (tw_ptx_accept(parser, ')')) return true;
    do {
        if (!parse_parameter(parser, &capacity)) return false;
    } while (tw_ptx_accept(parser, ','));
    return tw_ptx_expect(parser, ')');
}

/* N [ "," N [ "," N ] ] */
static bool parse_sides(struct tw_ptx_parser *parser, uint64_t side[3])
{
    unsigned i = 0;
    side[0] = side[1] = side[2] = 1;
    do {
        if (!tw_ptx_unsigned(parser, UINT32_MAX, &side[i])) return false;
    } while (++i < 3 && tw_ptx_accept(parser, ','));
    return true;
}

static bool parse_threads(struct tw_ptx_parser *parser, bool required)
{
    uint64_t side[3], threads = 1;
    if (!parse_sides(parser, side)) return false;
    for (unsigned i = 0; i < 3; i++) {
        threads *= side[i];
        if (threads > 1024) threads = 1024; /* that no block has more is not said here */
        if (required) parser->function->required[i] = (uint32_t)side[i];
    }
    parser->function->max_threads = (uint32_t)threads;
    return true;
}

static bool parse_cluster(struct tw_ptx_parser *parser)
{
    uint64_t side[3];
    if (!parse_sides(parser, side)) return false;
    for (unsigned i = 0; i < 3; i++) parser->function->cluster[i] = (uint32_t)side[i];
    return true;
}

/* Directives of one number; NULL: it changes nothing. False: no such directive. */
static bool find_number(struct tw_ptx_function *function, const struct tw_ptx_token *token, uint32_t **number)
{
    const struct {
        const char *name;
        uint32_t *number;
    } numbers[] = {{".minnctapersm", NULL},
                   {".maxnctapersm", NULL},
                   {".maxnreg", &function->most_registers},
                   {".maxclusterrank", &function->most_in_cluster},
                   {".abi_preserve", NULL},
                   {".abi_preserve_control", NULL}};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!tw_ptx_is(token, numbers[i].name)) continue;
        *number = numbers[i].number;
        return true;
    }
    return false;
}

static bool parse_tuning(struct tw_ptx_parser *parser)
{
    for (;;) {
        struct tw_ptx_token token = *tw_ptx_token(parser);
        uint32_t *number;
        uint64_t value;
        if (token.kind != TW_PTX_DIRECTIVE) return true;
        tw_ptx_next(&parser->lexer);
        if (find_number(parser->function, &token, &number)) {
            if (!tw_ptx_unsigned(parser, UINT32_MAX, &value)) return false;
            if (number) *number = (uint32_t)value;
        } else if (tw_ptx_is(&token, ".reqnctapercluster")) {
            if (!parse_cluster(parser)) return false;
        } else if (tw_ptx_is(&token, ".explicitcluster")) {
            parser->function->explicit_cluster = true;
        } else if (tw_ptx_is(&token, ".maxntid") || tw_ptx_is(&token, ".reqntid")) {
            if (!parse_threads(parser, tw_ptx_is(&token, ".reqntid"))) return false;
        } else if (tw_ptx_is(&token, ".pragma")) {
            if (!tw_ptx_parse_pragma(parser)) return false;
        } else if (!tw_ptx_is(&token, ".noreturn")) {
            return TW_PTX_UNKNOWN(parser, token.start, "the simulator does not know the directive \"%.*s\"",
                                  TW_PTX_SHOWN(token));
        }
    }
}

/* name | name "<" N ">" */
static bool parse_register(struct tw_ptx_parser *parser, enum tw_ptx_type type, uint32_t width)
{
    struct tw_ptx_token name;
    struct tw_ptx_symbol symbol = {.kind = TW_PTX_SYMBOL_REGISTER, .type = type, .width = width};
    uint64_t count = 1;
    if (type == TW_PTX_B128) symbol.type = TW_PTX_B64, symbol.width = width = 2, symbol.is_wide = true;
    if (!tw_ptx_name(parser, &name)) return false;
    if (tw_ptx_accept(parser, '<')) {
        if (!tw_ptx_unsigned(parser, TW_PTX_MAX_RANGE, &count) || !tw_ptx_expect(parser, '>')) return false;
        symbol.kind = TW_PTX_SYMBOL_RANGE;
        symbol.index = (uint32_t)count;
    }
    parser->declared_registers += count * width;
    if (parser->declared_registers > TW_PTX_MAX_RANGE) {
        return TW_PTX_UNKNOWN(parser, name.start, "a kernel with more than %llu registers",
                              (unsigned long long)TW_PTX_MAX_RANGE);
    }
    symbol.indices = tw_arena_alloc(parser->arena, (count * width + 1) * sizeof *symbol.indices);
    if (!symbol.indices) return tw_ptx_no_memory(parser);
    return tw_ptx_declare(parser, &name, symbol);
}

static bool parse_registers(struct tw_ptx_parser *parser)
{
    enum tw_ptx_type type;
    uint32_t width;
    if (!tw_ptx_element_type(parser, &type, &width)) return false;
    do {
        if (!parse_register(parser, type, width)) return false;
    } while (tw_ptx_accept(parser, ','));
    return tw_ptx_expect(parser, ';');
}

static bool open_scope(struct tw_ptx_parser *parser)
{
    const char *at = tw_ptx_token(parser)->start;
    if (++parser->depth > TW_PTX_MAX_SCOPES) {
        return TW_PTX_UNKNOWN(parser, at, "braces nested more than %u deep", TW_PTX_MAX_SCOPES);
    }
    struct tw_ptx_scope *grown = tw_arena_grow(parser->arena, parser->scopes, parser->scope_count,
                                               &parser->scope_capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    parser->scopes = grown;
    grown[parser->scope_count] = (struct tw_ptx_scope){parser->scope, parser->symbols.count};
    parser->scope = ++parser->scope_count; /* scope n is scopes[n - 1]; 0 is the module */
    return true;
}

static void close_scope(struct tw_ptx_parser *parser)
{
    const struct tw_ptx_scope *scope = &parser->scopes[parser->scope - 1];
    tw_ptx_forget(&parser->symbols, scope->symbols);
    parser->scope = scope->parent;
    parser->depth--;
}

static bool parse_label(struct tw_ptx_parser *parser, const struct tw_ptx_token *name)
{
    if (tw_ptx_find_in(&parser->labels, name->start, name->length, parser->scope)) {
        return TW_PTX_BAD_INPUT(parser, name->start, "the label \"%.*s\" stands twice", TW_PTX_SHOWN(*name));
    }
    if (tw_ptx_find_in(&parser->symbols, name->start, name->length, parser->scope)) {
        return TW_PTX_BAD_INPUT(parser, name->start, "\"%.*s\" is declared already", TW_PTX_SHOWN(*name));
    }
    struct tw_ptx_symbol label = {.name = name->start,
                                  .length = name->length,
                                  .kind = TW_PTX_SYMBOL_LABEL,
                                  .scope = parser->scope,
                                  .index = (uint32_t)parser->function->instruction_count};
    return tw_ptx_add(&parser->labels, parser->arena, &label) || tw_ptx_no_memory(parser);
}

static bool parse_directive(struct tw_ptx_parser *parser)
{
    struct tw_ptx_token token = *tw_ptx_token(parser);
    tw_ptx_next(&parser->lexer);
    if (tw_ptx_is(&token, ".reg")) return parse_registers(parser);
    if (tw_ptx_is(&token, ".loc")) return tw_ptx_parse_loc(parser);
    if (tw_ptx_is(&token, ".pragma")) return tw_ptx_parse_pragma(parser);
    if (tw_ptx_is(&token, ".shared")) return tw_ptx_parse_variables(parser, TW_PTX_SHARED, false);
    if (tw_ptx_is(&token, ".local")) return tw_ptx_parse_variables(parser, TW_PTX_LOCAL, false);
    if (tw_ptx_is(&token, ".param")) return tw_ptx_parse_variables(parser, TW_PTX_PARAM, false);
    if (tw_ptx_is(&token, ".branchtargets")) return tw_ptx_parse_table(parser, TW_PTX_BRANCH_TARGETS);
    if (tw_ptx_is(&token, ".calltargets")) return tw_ptx_parse_table(parser, TW_PTX_CALL_TARGETS);
    if (tw_ptx_is(&token, ".callprototype")) return tw_ptx_parse_table(parser, TW_PTX_PROTOTYPE);
    if (tw_ptx_is(&token, ".const")) return tw_ptx_parse_variables(parser, TW_PTX_CONST, false);
    if (tw_ptx_is(&token, ".global")) return tw_ptx_parse_variables(parser, TW_PTX_GLOBAL, false);
    return TW_PTX_UNKNOWN(parser, token.start, "the simulator does not know the directive \"%.*s\"",
                          TW_PTX_SHOWN(token));
}

static bool parse_statement(struct tw_ptx_parser *parser)
{
    struct tw_ptx_token token = *tw_ptx_token(parser);
    if (tw_ptx_accept(parser, '{')) return open_scope(parser);
    if (tw_ptx_accept(parser, '}')) {
        close_scope(parser);
        return true;
    }
    if (token.kind == TW_PTX_DIRECTIVE) return parse_directive(parser);
    if (token.kind == TW_PTX_NAME) {
        struct tw_ptx_lexer before = parser->lexer;
        tw_ptx_next(&parser->lexer);
        if (tw_ptx_accept(parser, ':')) return parse_label(parser, &token);
        parser->lexer = before;
        return tw_ptx_parse_instruction(parser);
    }
    if (tw_ptx_is_character(&token, '@')) return tw_ptx_parse_instruction(parser);
    return tw_ptx_unexpected(parser, "an instruction");
}

static bool parse_body(struct tw_ptx_parser *parser)
{
    unsigned outside = parser->depth - 1; /* the scope is that of the parameters */
    if (!tw_ptx_expect(parser, '{')) return false;
    while (parser->depth > outside) {
        if (!parse_statement(parser)) return false;
    }
    return tw_ptx_resolve_labels(parser) && tw_ptx_resolve_tables(parser);
}

/* The function of that name, or a new one. What was only declared may be declared again, and defined; what is
 * defined may be declared again, which goes to no function of the module. */
static bool add_function(struct tw_ptx_parser *parser, const struct tw_ptx_token *name)
{
    struct tw_ptx_module *module = parser->module;
    struct tw_ptx_symbol symbol = {.kind = TW_PTX_SYMBOL_FUNCTION, .index = (uint32_t)module->function_count};
    const struct tw_ptx_symbol *known = tw_ptx_find(&parser->symbols, name->start, name->length);
    bool declared = known && known->kind == TW_PTX_SYMBOL_FUNCTION;
    if (declared) {
        struct tw_ptx_function *function = &module->functions[known->index];
        const char *known_name = function->name;
        if (function->is_defined) function = tw_arena_alloc(parser->arena, sizeof *function);
        if (!function) return tw_ptx_no_memory(parser);
        *function = (struct tw_ptx_function){.name = known_name};
        parser->function = function;
        return true;
    }
    if (!tw_ptx_declare(parser, name, symbol)) return false;
    struct tw_ptx_function *grown = tw_arena_grow(parser->arena, module->functions, module->function_count,
                                                  &parser->function_capacity, sizeof *grown);
    char *text = tw_arena_string(parser->arena, name->start, name->length);
    if (!grown || !text) return tw_ptx_no_memory(parser);
    module->functions = grown;
    parser->function = &grown[module->function_count++];
    *parser->function = (struct tw_ptx_function){.name = text};
    return true;
}

/* Goes past the rest of a function, behind whose name `start` stands, of which something is not known here. */
static bool refuse_function(struct tw_ptx_parser *parser, const struct tw_ptx_lexer *start)
{
    parser->function->refusal = tw_ptx_refuse(parser);
    if (!parser->function->refusal) return false;
    while (parser->scope) close_scope(parser);
    parser->lexer = *start;
    while (!tw_ptx_is_character(tw_ptx_token(parser), '{')) {
        if (tw_ptx_accept(parser, ';')) return true; /* it was only declared */
        enum tw_ptx_token_kind kind = tw_ptx_token(parser)->kind;
        if (kind == TW_PTX_END || kind == TW_PTX_BAD) return tw_ptx_unexpected(parser, "\"{\"");
        tw_ptx_next(&parser->lexer);
    }
    return tw_ptx_skip(parser, '{', '}');
}

static void start_function(struct tw_ptx_parser *parser)
{
    parser->register_capacity = parser->instruction_capacity = 0;
    parser->declared_registers = 0;
    parser->pending_count = parser->use_count = parser->table_count = 0;
    tw_ptx_forget(&parser->labels, 0);
    parser->source_file = parser->source_line = 0;
}

/* A body, or ";": it is only declared. The scope of the parameters ends with it. */
static bool parse_definition(struct tw_ptx_parser *parser)
{
    const struct tw_ptx_module *module = parser->module;
    bool again = parser->function < module->functions ||
                 parser->function >= module->functions + module->function_count;
    const char *at = tw_ptx_token(parser)->start;
    parser->function->is_defined = !tw_ptx_accept(parser, ';');
    if (parser->function->is_defined && again)
        return TW_PTX_BAD_INPUT(parser, at, "\"%s\" is defined twice", parser->function->name);
    if (parser->function->is_defined) return parse_body(parser);
    close_scope(parser);
    return true;
}

bool tw_ptx_parse_entry(struct tw_ptx_parser *parser)
{
    struct tw_ptx_token name;
    if (!tw_ptx_name(parser, &name) || !add_function(parser, &name)) return false;
    start_function(parser);
    parser->function->is_entry = true;
    struct tw_ptx_lexer start = parser->lexer;
    bool parsed =
        open_scope(parser) && parse_parameters(parser) && parse_tuning(parser) && parse_definition(parser);
    return parsed || refuse_function(parser, &start);
}

/* Results stand before the name: the function is made when that is known, in its own scope. */
static bool skip_to_name(struct tw_ptx_parser *parser, struct tw_ptx_token *name)
{
    struct tw_ptx_lexer before = parser->lexer;
    if (tw_ptx_is_character(tw_ptx_token(parser), '(') && !tw_ptx_skip(parser, '(', ')')) return false;
    if (!tw_ptx_name(parser, name)) return false;
    parser->lexer = before;
    return true;
}

static bool parse_signature(struct tw_ptx_parser *parser)
{
    struct tw_ptx_signature signature = {0};
    struct tw_ptx_token name;
    if (!tw_ptx_parse_results(parser, true, &signature) || !tw_ptx_name(parser, &name) ||
        !tw_ptx_parse_arguments(parser, true, &signature)) {
        return false;
    }
    parser->function->signature = signature;
    return true;
}

bool tw_ptx_parse_device_function(struct tw_ptx_parser *parser)
{
    struct tw_ptx_token name;
    bool attribute = tw_ptx_accept_directive(parser, ".attribute");
    if (attribute && !tw_ptx_skip(parser, '(', ')')) return false;
    if (!skip_to_name(parser, &name) || !add_function(parser, &name)) return false;
    start_function(parser);
    struct tw_ptx_lexer start = parser->lexer;
    bool parsed =
        open_scope(parser) && parse_signature(parser) && parse_tuning(parser) && parse_definition(parser);
    return parsed || refuse_function(parser, &start);
}
