/* alias = ".alias" name "," name ";": a function that is only declared is another one, which is defined (PTX ISA, ".alias"). */
#include "sim/ptx/parser.h"

static struct tw_ptx_function *parse_name(struct tw_ptx_parser *parser)
{
    const struct tw_ptx_token token = *tw_ptx_token(parser);
    const struct tw_ptx_symbol *symbol =
        token.kind == TW_PTX_NAME ? tw_ptx_find(&parser->symbols, token.start, token.length) : NULL;
    if (!symbol || symbol->kind != TW_PTX_SYMBOL_FUNCTION) {
        tw_ptx_unexpected(parser, "the name of a function");
        return NULL;
    }
    tw_ptx_next(&parser->lexer);
    return &parser->module->functions[symbol->index];
}

static bool same(const struct tw_ptx_formal *a, size_t a_count, const struct tw_ptx_formal *b, size_t b_count)
{
    bool same = a_count == b_count;
    for (size_t i = 0; same && i < a_count; i++) same = a[i].bytes == b[i].bytes;
    return same;
}

bool tw_ptx_alike(const struct tw_ptx_signature *a, const struct tw_ptx_signature *b)
{
    return same(a->results, a->result_count, b->results, b->result_count) &&
           same(a->arguments, a->argument_count, b->arguments, b->argument_count);
}

bool tw_ptx_parse_alias(struct tw_ptx_parser *parser)
{
    const char *at = tw_ptx_token(parser)->start;
    struct tw_ptx_function *alias = parse_name(parser);
    if (!alias || !tw_ptx_expect(parser, ',')) return false;
    const char *target_at = tw_ptx_token(parser)->start;
    const struct tw_ptx_function *target = parse_name(parser);
    if (!target || !tw_ptx_expect(parser, ';')) return false;
    if (alias->is_defined || alias->is_entry)
        return TW_PTX_BAD_INPUT(parser, at, "\"%s\" is defined already", alias->name);
    if (!target->is_defined || target->is_entry)
        return TW_PTX_BAD_INPUT(parser, target_at, "\"%s\" is no function that is defined", target->name);
    if (!tw_ptx_alike(&alias->signature, &target->signature))
        return TW_PTX_BAD_INPUT(parser, at, "\"%s\" has other parameters than \"%s\"", alias->name,
                                target->name);
    const char *name = alias->name;
    *alias = *target;
    alias->name = name;
    return true;
}
