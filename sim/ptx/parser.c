/*
 * A module (PTX ISA, "Directives"):
 *
 *     module    = ".version" M.N  ".target" name { "," name }  [ ".address_size" 64 ]  { item }
 *     item      = { ".visible" | ".weak" | ".common" | ".extern" } ( variables | entry | function )
 *               | ".file" N string [ "," N "," N ] | ".section" name "{" ... "}" | ".pragma" string ";" | loc | alias
 *     variables = (".global" | ".const" | ".shared") ...           parse_variable.c
 *     entry     = ".entry" name "(" parameters ")" ...             parse_function.c
 *     function  = ".func" ...                                      parse_function.c
 *     alias     = ".alias" ...                                     parse_alias.c
 *
 * This file has the module and what all parts use.
 */
#include "sim/ptx/parser.h"

#include "base/described/source_folder.h"

#include "sim/ptx/match.h"

#include <stdlib.h>
#include <string.h>

struct owned_module {
    struct tw_ptx_module module; /* first: tw_ptx_free gets its address */
    struct tw_arena arena;
};

bool tw_ptx_is_cut(const struct tw_ptx_parser *parser, const char *where)
{
    const char *end = parser->text + parser->length;
    const char *at = where;
    while (at < end && (tw_ptx_is_name_part(*at) || *at == '.')) at++;
    return at == end && at > where;
}

bool tw_ptx_no_memory(struct tw_ptx_parser *parser)
{
    if (!parser->code) parser->code = tw_fail(&parser->error, TW_MEMORY, "out of memory while reading PTX");
    return false;
}

const struct tw_ptx_refusal *tw_ptx_refuse(struct tw_ptx_parser *parser)
{
    const struct tw_error *error = &parser->error;
    if (parser->code != TW_UNSUPPORTED) return NULL;
    struct tw_ptx_refusal *refusal = tw_arena_alloc(parser->arena, sizeof *refusal);
    const char *detail = error->detail ? error->detail : "";
    char *message = tw_arena_string(parser->arena, error->message, strlen(error->message));
    char *shown = tw_arena_string(parser->arena, detail, strlen(detail));
    parser->code = TW_OK;
    if (!refusal || !message || !shown) return tw_ptx_no_memory(parser), NULL;
    *refusal = (struct tw_ptx_refusal){error->line, error->column, message, shown};
    tw_error_free(&parser->error);
    return refusal;
}

bool tw_ptx_refused(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                    const struct tw_ptx_refusal *refusal)
{
    return TW_PTX_UNKNOWN(parser, name->start, "\"%.*s\" is not known here, since on PTX line %u %s",
                          TW_PTX_SHOWN(*name), refusal->line, refusal->message);
}

bool tw_ptx_unexpected(struct tw_ptx_parser *parser, const char *wanted)
{
    const struct tw_ptx_token *token = tw_ptx_token(parser);
    if (token->kind == TW_PTX_END) {
        return TW_PTX_BAD_INPUT(parser, token->start, "the PTX ends where %s should be", wanted);
    }
    return TW_PTX_BAD_INPUT(parser, token->start, "\"%.*s\" where %s should be", TW_PTX_SHOWN(*token),
                            wanted);
}

bool tw_ptx_accept(struct tw_ptx_parser *parser, char c)
{
    bool accepted = tw_ptx_is_character(tw_ptx_token(parser), c);
    if (accepted) tw_ptx_next(&parser->lexer);
    return accepted;
}

bool tw_ptx_expect(struct tw_ptx_parser *parser, char c)
{
    char wanted[] = {'"', c, '"', '\0'};
    return tw_ptx_accept(parser, c) || tw_ptx_unexpected(parser, wanted);
}

bool tw_ptx_accept_directive(struct tw_ptx_parser *parser, const char *directive)
{
    const struct tw_ptx_token *token = tw_ptx_token(parser);
    bool accepted = token->kind == TW_PTX_DIRECTIVE && tw_ptx_is(token, directive);
    if (accepted) tw_ptx_next(&parser->lexer);
    return accepted;
}

bool tw_ptx_unsigned(struct tw_ptx_parser *parser, uint64_t most, uint64_t *value)
{
    const struct tw_ptx_token *token = tw_ptx_token(parser);
    if (token->kind != TW_PTX_INTEGER) return tw_ptx_unexpected(parser, "an integer");
    if (token->bits > most) {
        return TW_PTX_BAD_INPUT(parser, token->start, "%llu is more than %llu, the most that can stand here",
                                (unsigned long long)token->bits, (unsigned long long)most);
    }
    *value = token->bits;
    tw_ptx_next(&parser->lexer);
    return true;
}

bool tw_ptx_type_directive(struct tw_ptx_parser *parser, enum tw_ptx_type *type)
{
    const struct tw_ptx_token *token = tw_ptx_token(parser);
    if (token->kind != TW_PTX_DIRECTIVE) return tw_ptx_unexpected(parser, "a type such as .u32");
    *type = tw_ptx_type_find(token->start + 1, token->length - 1);
    if (*type == TW_PTX_TYPE_COUNT) {
        return TW_PTX_UNKNOWN(parser, token->start, "the simulator does not know the type \"%.*s\"",
                              TW_PTX_SHOWN(*token));
    }
    tw_ptx_next(&parser->lexer);
    return true;
}

bool tw_ptx_element_type(struct tw_ptx_parser *parser, enum tw_ptx_type *type, uint32_t *width)
{
    const char *at = tw_ptx_token(parser)->start;
    *width = tw_ptx_accept_directive(parser, ".v2") ? 2 : tw_ptx_accept_directive(parser, ".v4") ? 4 : 1;
    if (!tw_ptx_type_directive(parser, type)) return false;
    if (*type == TW_PTX_BF16 || *type == TW_PTX_BF16X2 || *type > TW_PTX_PRED) /* of instructions only */
        return TW_PTX_BAD_INPUT(parser, at,
                                "what holds such values is declared as .b16 or .b32, pairs of .f32 as .b64");
    if (*width > 1 && *type == TW_PTX_PRED) return TW_PTX_BAD_INPUT(parser, at, "predicates are no vectors");
    return tw_ptx_type_info(*type)->bits * *width <= 128 ||
           TW_PTX_BAD_INPUT(parser, at, "a vector of more than 16 bytes");
}

bool tw_ptx_name(struct tw_ptx_parser *parser, struct tw_ptx_token *name)
{
    *name = *tw_ptx_token(parser);
    if (name->kind != TW_PTX_NAME) return tw_ptx_unexpected(parser, "a name");
    tw_ptx_next(&parser->lexer);
    return true;
}

bool tw_ptx_skip(struct tw_ptx_parser *parser, char open, char close)
{
    const char *start = tw_ptx_token(parser)->start;
    size_t depth = 0;
    do {
        const struct tw_ptx_token *token = tw_ptx_token(parser);
        if (token->kind == TW_PTX_END) {
            return TW_PTX_BAD_INPUT(parser, start, "\"%c\" is never closed", open);
        }
        if (token->kind == TW_PTX_BAD) return TW_PTX_BAD_INPUT(parser, token->start, "this is no PTX");
        depth += tw_ptx_is_character(token, open);
        depth -= tw_ptx_is_character(token, close);
        tw_ptx_next(&parser->lexer);
    } while (depth);
    return true;
}

bool tw_ptx_declare(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                    struct tw_ptx_symbol symbol)
{
    const struct tw_ptx_symbol *other =
        tw_ptx_find_in(&parser->symbols, name->start, name->length, parser->scope);
    if (tw_ptx_is(name, "WARP_SZ")) return TW_PTX_BAD_INPUT(parser, name->start, "\"WARP_SZ\" is a constant");
    bool label = tw_ptx_find_in(&parser->labels, name->start, name->length, parser->scope) != NULL;
    if (label || (other && other->kind != TW_PTX_SYMBOL_REFUSED)) {
        return TW_PTX_BAD_INPUT(parser, name->start, "\"%.*s\" is declared twice", TW_PTX_SHOWN(*name));
    }
    symbol.name = name->start;
    symbol.length = name->length;
    symbol.scope = parser->scope;
    return tw_ptx_add(&parser->symbols, parser->arena, &symbol) || tw_ptx_no_memory(parser);
}

/* "9.0" is one token, a decimal float; its digits are what counts. */
static bool parse_version(struct tw_ptx_parser *parser)
{
    if (!tw_ptx_accept_directive(parser, ".version")) return tw_ptx_unexpected(parser, ".version");
    const struct tw_ptx_token *token = tw_ptx_token(parser);
    const char *text = token->start;
    bool form = token->kind == TW_PTX_FLOAT64 && token->length == 3 && text[1] == '.';
    if (!form || *text < '1' || text[2] < '0' || text[2] > '9')
        return tw_ptx_unexpected(parser, "a version such as 9.0");
    unsigned version = (unsigned)(text[0] - '0') * 10 + (unsigned)(text[2] - '0');
    parser->module->version = version;
    tw_ptx_next(&parser->lexer);
    return true;
}

/* sm_90, sm_90a, sm_100f; the options that may follow change nothing here. map_f64_to_f32 is for targets before
 * sm_13, which have no assembler any more. */
static bool parse_target(struct tw_ptx_parser *parser)
{
    if (!tw_ptx_accept_directive(parser, ".target")) return tw_ptx_unexpected(parser, ".target");
    struct tw_ptx_token name;
    if (!tw_ptx_name(parser, &name)) return false;
    unsigned sm = 0;
    const char *digit = name.start + 3, *end = name.start + name.length;
    bool form = name.length > 3 && memcmp(name.start, "sm_", 3) == 0;
    for (; form && digit < end && *digit >= '0' && *digit <= '9' && sm < 1000; digit++) {
        sm = sm * 10 + (unsigned)(*digit - '0');
    }
    if (!sm || end - digit > 1)
        return TW_PTX_BAD_INPUT(parser, name.start, "a target such as sm_90 should be here");
    parser->module->sm = sm;
    while (tw_ptx_accept(parser, ',')) {
        if (!tw_ptx_name(parser, &name)) return false;
        bool known = tw_ptx_is(&name, "debug") || tw_ptx_is(&name, "texmode_unified") ||
                     tw_ptx_is(&name, "texmode_independent") ||
                     (name.length > 3 && memcmp(name.start, "sm_", 3) == 0);
        if (!known)
            return TW_PTX_BAD_INPUT(parser, name.start, "\"%.*s\" is no option of a target",
                                    TW_PTX_SHOWN(name));
    }
    return true;
}

/* Memory has addresses of 64 bits: with 32, kernels run that need none. */
static bool parse_address_size(struct tw_ptx_parser *parser)
{
    uint64_t bits = 32; /* without the directive (PTX ISA, ".address_size") */
    if (tw_ptx_accept_directive(parser, ".address_size")) {
        const char *start = tw_ptx_token(parser)->start;
        if (!tw_ptx_unsigned(parser, 64, &bits)) return false;
        if (bits != 32 && bits != 64) return TW_PTX_BAD_INPUT(parser, start, "addresses have 32 or 64 bits");
    }
    parser->narrow_addresses = bits == 32;
    return true;
}

/* .file N "name" [ "," timestamp "," size ] */
static bool parse_file(struct tw_ptx_parser *parser)
{
    uint64_t number = 0, unused;
    if (!tw_ptx_unsigned(parser, 0xffff, &number)) return false;
    struct tw_ptx_token name = *tw_ptx_token(parser);
    if (name.kind != TW_PTX_STRING) return tw_ptx_unexpected(parser, "a file name in quotes");
    tw_ptx_next(&parser->lexer);
    while (tw_ptx_accept(parser, ',')) {
        if (!tw_ptx_unsigned(parser, UINT64_MAX, &unused)) return false;
    }
    struct tw_ptx_module *module = parser->module;
    while (module->file_count <= number) {
        const char **files = tw_arena_grow(parser->arena, module->files, module->file_count,
                                           &parser->file_capacity, sizeof *files);
        if (!files) return tw_ptx_no_memory(parser);
        module->files = files;
        files[module->file_count++] = NULL;
    }
    const size_t folder = strlen(TW_SOURCE_FOLDER),
                 made_up = strncmp(name.start + 1, TW_SOURCE_FOLDER, folder) == 0 ? folder : 0;
    module->files[number] =
        tw_arena_string(parser->arena, name.start + 1 + made_up, name.length - 2 - made_up);
    return module->files[number] || tw_ptx_no_memory(parser);
}

/* .section .debug_str { ... }: debugging data, of no use to us */
static bool parse_section(struct tw_ptx_parser *parser)
{
    tw_ptx_next(&parser->lexer); /* its name, a directive or a name */
    if (!tw_ptx_is_character(tw_ptx_token(parser), '{')) return tw_ptx_unexpected(parser, "\"{\"");
    return tw_ptx_skip(parser, '{', '}');
}

static bool parse_linkage(struct tw_ptx_parser *parser, bool *is_extern)
{
    *is_extern = false;
    for (;;) {
        if (tw_ptx_accept_directive(parser, ".extern")) {
            *is_extern = true;
        } else if (!tw_ptx_accept_directive(parser, ".visible") &&
                   !tw_ptx_accept_directive(parser, ".weak") && !tw_ptx_accept_directive(parser, ".common")) {
            return true;
        }
    }
}

static bool parse_known_item(struct tw_ptx_parser *parser)
{
    bool is_extern;
    if (tw_ptx_accept_directive(parser, ".file")) return parse_file(parser);
    if (tw_ptx_accept_directive(parser, ".section")) return parse_section(parser);
    if (tw_ptx_accept_directive(parser, ".pragma")) return tw_ptx_parse_pragma(parser);
    if (tw_ptx_accept_directive(parser, ".loc")) return tw_ptx_parse_loc(parser);
    if (tw_ptx_accept_directive(parser, ".alias")) return tw_ptx_parse_alias(parser);
    if (!parse_linkage(parser, &is_extern)) return false;
    struct tw_ptx_token token = *tw_ptx_token(parser);
    if (tw_ptx_accept_directive(parser, ".global"))
        return tw_ptx_parse_variables(parser, TW_PTX_GLOBAL, is_extern);
    if (tw_ptx_accept_directive(parser, ".const"))
        return tw_ptx_parse_variables(parser, TW_PTX_CONST, is_extern);
    if (tw_ptx_accept_directive(parser, ".shared"))
        return tw_ptx_parse_variables(parser, TW_PTX_SHARED, is_extern);
    if (tw_ptx_accept_directive(parser, ".entry")) return tw_ptx_parse_entry(parser);
    if (tw_ptx_accept_directive(parser, ".func")) return tw_ptx_parse_device_function(parser);
    if (token.kind == TW_PTX_DIRECTIVE) {
        return TW_PTX_UNKNOWN(parser, token.start, "the simulator does not know the directive \"%.*s\"",
                              TW_PTX_SHOWN(token));
    }
    return tw_ptx_unexpected(parser, "a directive");
}

/*
 * Goes past what cannot be read, to the ";" or "}" that ends it, and declares the names that stand in no
 * brackets: they are refused to whoever uses them.
 */
static bool refuse_item(struct tw_ptx_parser *parser, const struct tw_ptx_lexer *start, size_t symbols)
{
    const struct tw_ptx_refusal *refusal = tw_ptx_refuse(parser);
    if (!refusal) return false;
    tw_ptx_forget(&parser->symbols, symbols);
    parser->lexer = *start;
    for (bool has_value = false;;) {
        struct tw_ptx_token token = *tw_ptx_token(parser);
        bool brace = tw_ptx_is_character(&token, '{');
        has_value = has_value || tw_ptx_is_character(&token, '=');
        if (brace || tw_ptx_is_character(&token, '(')) {
            if (!tw_ptx_skip(parser, *token.start, brace ? '}' : ')')) return false;
            if (brace && !has_value) return true;
            continue;
        }
        if (tw_ptx_accept(parser, ';')) return true;
        if (token.kind == TW_PTX_END || token.kind == TW_PTX_BAD) return tw_ptx_unexpected(parser, "\";\"");
        tw_ptx_next(&parser->lexer);
        struct tw_ptx_symbol symbol = {.kind = TW_PTX_SYMBOL_REFUSED, .refusal = refusal};
        bool name = token.kind == TW_PTX_NAME && *token.start != '%';
        bool is_new = name && !tw_ptx_find(&parser->symbols, token.start, token.length);
        if (is_new && !tw_ptx_declare(parser, &token, symbol)) return false;
    }
}

/* What is not known here is refused to the kernels that use it; the others run. */
static bool parse_item(struct tw_ptx_parser *parser)
{
    struct tw_ptx_lexer start = parser->lexer;
    size_t symbols = parser->symbols.count;
    return parse_known_item(parser) || refuse_item(parser, &start, symbols);
}

/* What is declared without a size must be defined somewhere. */
static bool check_sizes(struct tw_ptx_parser *parser)
{
    for (size_t i = 0; i < parser->module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &parser->module->variables[i];
        if (variable->is_extern && !variable->bytes && variable->space != TW_PTX_SHARED)
            return TW_PTX_BAD_INPUT(parser, tw_ptx_token(parser)->start,
                                    "\"%s\" is declared without a size and defined nowhere", variable->name);
    }
    return true;
}

static bool parse_module(struct tw_ptx_parser *parser)
{
    if (!parse_version(parser) || !parse_target(parser) || !parse_address_size(parser)) return false;
    while (tw_ptx_token(parser)->kind != TW_PTX_END) {
        if (!parse_item(parser)) return false;
    }
    return check_sizes(parser);
}

int tw_ptx_parse(const char *text, size_t length, struct tw_ptx_module **module, struct tw_error *error)
{
    *module = NULL;
    while (length && text[length - 1] == '\0') length--; /* images are often given with their NUL */
    if (length >= UINT32_MAX) return tw_fail(error, TW_INPUT, "PTX of 4 GB or more");
    struct owned_module *owned = calloc(1, sizeof *owned);
    struct tw_ptx_parser *parser = calloc(1, sizeof *parser);
    int code = TW_MEMORY;
    if (owned && parser) {
        *parser = (struct tw_ptx_parser){.text = text, .length = length, .counted = text};
        parser->arena = &owned->arena;
        parser->module = &owned->module;
        tw_ptx_lexer_start(&parser->lexer, text, length);
        parse_module(parser);
        code = parser->code;
        if (code && error) {
            tw_error_free(error);
            *error = parser->error;
        } else {
            tw_error_free(&parser->error);
        }
    } else {
        tw_fail(error, TW_MEMORY, "out of memory while reading PTX");
    }
    free(parser);
    if (code == TW_OK) {
        *module = &owned->module;
    } else if (owned) {
        tw_ptx_free(&owned->module);
    }
    return code;
}

void tw_ptx_free(struct tw_ptx_module *module)
{
    if (!module) return;
    struct owned_module *owned = (struct owned_module *)module;
    tw_arena_free(&owned->arena);
    free(owned);
}
