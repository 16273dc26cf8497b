/*
 * What a CUDA C++ source uses and does not define: macros that somebody gives it (-DBLOCK=128), by their spelling.
 *
 * A name is taken for such a macro where no directive defines it and no declaration of the source declares it, and it is
 *
 *     in capitals                        TILE, BM, N
 *     a word of Kernel Tuner's kernels   block_size_x, tile_size_y, use_padding
 *     in the condition of an #if         #if PREFETCH == 1; what is asked with defined() or #ifdef alone is none
 *     in a pragma, or launch bounds      #pragma unroll FACTOR, __launch_bounds__(threads)
 *     guarded                            #ifndef TILE, #define TILE 16, #define PAD 0, #endif: their usual values are 16, 0; the same by
 *                                        #if !defined(TILE), or by a name of its own, #ifndef TUNED, which must be defined then
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "gen/described/init/cuda_source.h"

/* ---- directives ---- */

static bool is_digit_or_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The word at `at` within a directive; *length 0: none. */
static const char *word_at(const char *at, const char *end, size_t *length)
{
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    for (*length = 0; at + *length < end && is_digit_or_letter(at[*length]);) ++*length;
    return at;
}

/* Whether token `i` is the directive of that name; then *at is what stands after the name. */
static bool is_directive(const struct tw_cuda_source *source, size_t i, const char *name, const char **at)
{
    if (!tw_cuda_is_kind(source, i, TW_CUDA_DIRECTIVE)) return false;
    const struct tw_cuda_token *token = &source->tokens[i];
    size_t length;
    const char *word = word_at(token->at + 1, token->at + token->length, &length);
    *at = word + length;
    return length == strlen(name) && memcmp(word, name, length) == 0;
}

static const char *end_of(const struct tw_cuda_source *source, size_t i)
{
    return source->tokens[i].at + source->tokens[i].length;
}

/* Whether token `i` is a directive of that name about that word; then *at is what stands after the word. */
static bool is_about(const struct tw_cuda_source *source, size_t i, const char *directive, const char *name,
                     size_t length, const char **at)
{
    size_t found;
    if (!is_directive(source, i, directive, at)) return false;
    const char *word = word_at(*at, end_of(source, i), &found);
    *at = word + found;
    return found == length && memcmp(word, name, length) == 0;
}

static bool is_defined(const struct tw_cuda_source *source, const char *name, size_t length)
{
    const char *at;
    for (size_t i = 0; i < source->token_count; i++) {
        if (is_about(source, i, "define", name, length, &at)) return true;
    }
    return false;
}

/* ---- names ---- */

static bool is_capitals(const struct tw_cuda_token *token)
{
    for (uint32_t i = 0; i < token->length; i++) {
        if (!isupper((unsigned char)token->at[i]) &&
            (i == 0 || (token->at[i] != '_' && !isdigit((unsigned char)token->at[i]))))
            return false;
    }
    return true;
}

static bool begins_with_one_of(const char *at, size_t length, const char *const *beginnings)
{
    for (; *beginnings; beginnings++) {
        const size_t begin = strlen(*beginnings);
        if (length >= begin && memcmp(at, *beginnings, begin) == 0) return true;
    }
    return false;
}

static bool is_tuned_word(const char *at, size_t length)
{
    static const char *const words[] = {"block_size_", "tile_size_", "tile_stride_", "use_padding",
                                        "use_shmem",   "use_shared", "loop_unroll",  "unroll_factor",
                                        "vector_size", NULL};
    return begins_with_one_of(at, length, words);
}

/* What headers of C and CUDA define. */
static bool is_of_a_header(const char *at, size_t length)
{
    static const char *const beginnings[] = {
        "__",       "NULL",     "INFINITY", "NAN",     "HUGE_VAL", "M_",     "FLT_",    "DBL_",    "INT_M",
        "UINT_M",   "INT8_",    "INT16_",   "INT32_",  "INT64_",   "UINT8_", "UINT16_", "UINT32_", "UINT64_",
        "LONG_M",   "ULONG_",   "LLONG_",   "ULLONG_", "SHRT_",    "USHRT_", "CHAR_",   "SCHAR_",  "UCHAR_",
        "SIZE_MAX", "RAND_MAX", "EOF",      "EXIT_",   "CUDART_",  "CUDA_",  "CU_",     "CUB_",    "TRUE",
        "FALSE",    "BUFSIZ",   "CLOCKS_",  "FILE",    "NDEBUG",   "_WIN",   "_MSC",    "WIN32",   NULL};
    return begins_with_one_of(at, length, beginnings);
}

static bool is_one_of(const struct tw_cuda_source *source, size_t i, const char *const *words)
{
    for (; *words; words++) {
        if (tw_cuda_is(source, i, *words)) return true;
    }
    return false;
}

/* Whether a declaration may begin with token `i`. */
static bool begins_declaration(const struct tw_cuda_source *source, size_t i)
{
    static const char *const words[] = {
        "int",      "unsigned", "signed",   "long",     "short",      "char",       "bool",         "float",
        "double",   "half",     "__half",   "const",    "auto",       "constexpr",  "static",       "size_t",
        "volatile", "extern",   "float2",   "float4",   "int2",       "int4",       "uint",         "int32_t",
        "uint32_t", "int64_t",  "uint64_t", "register", "__shared__", "__device__", "__constant__", NULL};
    return is_one_of(source, i, words);
}

/* Whether the comma at `i` stands in a list of declarations: int A, B. */
static bool is_list_of_declarations(const struct tw_cuda_source *source, size_t i)
{
    unsigned depth = 0;
    while (i > 0) {
        const size_t before = i - 1;
        const bool closes = tw_cuda_is(source, before, ")") || tw_cuda_is(source, before, "]"),
                   opens = tw_cuda_is(source, before, "(") || tw_cuda_is(source, before, "[");
        if (!depth && (opens || tw_cuda_is(source, before, ";") || tw_cuda_is(source, before, "{") ||
                       tw_cuda_is(source, before, "}") || tw_cuda_is_kind(source, before, TW_CUDA_DIRECTIVE)))
            break;
        depth += closes;
        depth -= opens;
        i = before;
    }
    return begins_declaration(source, i);
}

/* Whether the name at `i` is declared there: a type stands before it. */
static bool declares(const struct tw_cuda_source *source, size_t i)
{
    static const char *const operators[] = {"return", "else",   "case",  "goto",    "sizeof", "do",
                                            "new",    "delete", "throw", "typedef", NULL};
    if (!i) return false;
    if (tw_cuda_is_kind(source, i - 1, TW_CUDA_NAME)) return !is_one_of(source, i - 1, operators);
    if (tw_cuda_is(source, i - 1, "*") || tw_cuda_is(source, i - 1, "&"))
        return i > 1 && (begins_declaration(source, i - 2) || tw_cuda_is(source, i - 2, "*"));
    if (tw_cuda_is(source, i - 1, ">")) /* of a template's arguments: vector<float> A */
        return tw_cuda_is(source, i + 1, ";") || tw_cuda_is(source, i + 1, "=");
    return tw_cuda_is(source, i - 1, ",") && is_list_of_declarations(source, i - 1);
}

/* Whether the name at `i` is an enumerator where it is declared. */
static bool enumerates(const struct tw_cuda_source *source, size_t i)
{
    while (i > 0 && !tw_cuda_is(source, i - 1, "{") && !tw_cuda_is(source, i - 1, ";") &&
           !tw_cuda_is(source, i - 1, "}"))
        i--;
    for (unsigned back = 2; back < 8 && back <= i; back++) {
        if (tw_cuda_is(source, i - back, "enum")) return tw_cuda_is(source, i - 1, "{");
        if (!tw_cuda_is_kind(source, i - back, TW_CUDA_NAME) && !tw_cuda_is(source, i - back, ":"))
            return false;
    }
    return false;
}

static bool is_parameter(const struct tw_cuda_source *source, const struct tw_cuda_token *token)
{
    for (size_t k = 0; k < source->kernel_count; k++) {
        const struct tw_cuda_kernel *kernel = &source->kernels[k];
        for (unsigned p = 0; p < kernel->parameter_count; p++) {
            const char *name = kernel->parameters[p].name;
            if (strlen(name) == token->length && memcmp(name, token->at, token->length) == 0) return true;
        }
    }
    return false;
}

static bool is_declared(const struct tw_cuda_source *source, const struct tw_cuda_token *token)
{
    if (is_parameter(source, token)) return true;
    for (size_t i = 0; i < source->token_count; i++) {
        const struct tw_cuda_token *other = &source->tokens[i];
        if (other->kind == TW_CUDA_NAME && other->length == token->length &&
            memcmp(other->at, token->at, token->length) == 0 &&
            (declares(source, i) || enumerates(source, i)))
            return true;
    }
    return false;
}

/* ---- macros ---- */

static struct tw_cuda_macro *find_macro(struct tw_cuda_source *source, const char *name, size_t length)
{
    for (size_t i = 0; i < source->macro_count; i++) {
        const char *known = source->macros[i].name;
        if (strlen(known) == length && memcmp(known, name, length) == 0) return &source->macros[i];
    }
    return NULL;
}

bool tw_cuda_add_macro(struct tw_cuda_source *source, const char *name, size_t length, const char *fallback,
                       bool is_condition)
{
    struct tw_cuda_macro *known = find_macro(source, name, length);
    if (known) {
        known->is_condition &= is_condition;
        return true;
    }
    struct tw_cuda_macro *grown = tw_arena_grow(&source->arena, source->macros, source->macro_count,
                                                &source->macro_capacity, sizeof *grown);
    if (!grown) return false;
    source->macros = grown;
    struct tw_cuda_macro *one = &grown[source->macro_count++];
    *one = (struct tw_cuda_macro){.name = tw_arena_string(&source->arena, name, length),
                                  .fallback = fallback,
                                  .is_condition = is_condition};
    return one->name != NULL;
}

/* "#define X 16", or in brackets; a macro with parameters, without a value, or with an expression is no knob. */
static bool read_default(struct tw_cuda_source *source, size_t i)
{
    const char *at, *end = end_of(source, i);
    size_t length, value = 0;
    if (!is_directive(source, i, "define", &at)) return true;
    const char *name = word_at(at, end, &length);
    at = name + length;
    if (!length || (at < end && *at == '(')) return true;
    while (at < end && strchr(" \t(", *at)) at++;
    while (at + value < end && (is_digit_or_letter(at[value]) || (at[value] == '-' && !value))) value++;
    const char *rest = at + value + strspn(at + value, " \t)\r");
    if (!value || (rest < end && *rest != '/')) return true;
    const char *fallback = tw_arena_string(&source->arena, at, value);
    return fallback && tw_cuda_add_macro(source, name, length, fallback, false);
}

/* The name of "#ifndef X" or "#if !defined(X)"; *length 0: it is neither, or a condition of more. */
static const char *guard_of(const struct tw_cuda_source *source, size_t i, size_t *length)
{
    const char *at, *end = end_of(source, i);
    *length = 0;
    if (is_directive(source, i, "ifndef", &at)) return word_at(at, end, length);
    if (!is_directive(source, i, "if", &at)) return NULL;
    while (at < end && strchr(" \t(", *at)) at++;
    if (at == end || *at != '!') return NULL;
    const char *word = word_at(at + 1, end, length);
    if (*length != strlen("defined") || memcmp(word, "defined", *length) != 0) return *length = 0, NULL;
    for (at = word + *length; at < end && strchr(" \t(", *at);) at++;
    word = word_at(at, end, length);
    for (at = word + *length; at < end && strchr(" \t\r)", *at);) at++;
    if (at < end) *length = 0;
    return word;
}

/* What the definitions [begin, end) under a guard of a name of its own are: they count if all of several are numbers that nothing else defines
   already. */
static bool read_block(struct tw_cuda_source *source, size_t begin, size_t end, const char *guard)
{
    const size_t before = source->macro_count;
    for (size_t k = begin; k < end; k++) {
        if (!read_default(source, k)) return false;
    }
    const bool is_block = end - begin > 1 && source->macro_count - before == end - begin;
    if (!is_block) source->macro_count = before;
    for (size_t m = before; m < source->macro_count; m++) source->macros[m].guard = guard;
    return true;
}

/* A guard, definitions, "#endif", and nothing between. */
static bool read_guarded(struct tw_cuda_source *source, size_t i)
{
    const char *at;
    size_t length, last = i + 1;
    const char *name = guard_of(source, i, &length);
    if (!length || is_of_a_header(name, length)) return true;
    while (is_directive(source, last, "define", &at)) last++;
    if (last == i + 1 || !is_directive(source, last, "endif", &at)) return true;
    if (!is_about(source, i + 1, "define", name, length, &at)) {
        const char *guard = tw_arena_string(&source->arena, name, length);
        return guard && read_block(source, i + 1, last, guard);
    }
    for (size_t k = i + 1; k < last; k++) {
        if (!read_default(source, k)) return false;
    }
    return true;
}

/* "== 4" behind a name in a condition, and "> 0", which asks whether it is 0. */
static void note_compared(struct tw_cuda_macro *macro, const char *at, const char *end)
{
    char *after;
    while (at < end && strchr(" \t)", *at)) at++;
    macro->may_be_zero |= end - at > 1 && *at == '>' && strtoll(at + 1, &after, 0) == 0 && after > at + 1;
    if (end - at < 3 || at[0] != '=' || at[1] != '=') return;
    const int64_t number = strtoll(at + 2, &after, 0);
    if (after == at + 2 || after > end || macro->compared_count == TW_CUDA_COMPARED) return;
    for (unsigned i = 0; i < macro->compared_count; i++) {
        if (macro->compared[i] == number) return;
    }
    unsigned place = macro->compared_count++;
    for (; place && macro->compared[place - 1] > number; place--)
        macro->compared[place] = macro->compared[place - 1];
    macro->compared[place] = number;
}

/* Whether a word of a condition is an operator or a value: "A == 1 or B == 2". */
static bool is_of_the_language(const char *at, size_t length)
{
    static const char *const words[] = {"and",   "or",   "not",   "xor",     "bitand", "bitor",
                                        "compl", "true", "false", "defined", NULL};
    unsigned i = 0;
    while (words[i] && (strlen(words[i]) != length || memcmp(words[i], at, length) != 0)) i++;
    return words[i] != NULL;
}

/* The names of a condition but for those that are asked whether they are defined. */
static bool read_condition(struct tw_cuda_source *source, size_t i)
{
    const char *at, *end = end_of(source, i);
    if (!is_directive(source, i, "if", &at) && !is_directive(source, i, "elif", &at)) return true;
    for (bool asked = false; at < end;) {
        size_t length;
        const char *word = word_at(at, end, &length);
        const bool is_defined_word = length == 7 && memcmp(word, "defined", 7) == 0,
                   is_name = length && !isdigit((unsigned char)*word);
        if (is_name && !asked && !is_of_the_language(word, length) && !is_of_a_header(word, length) &&
            !is_defined(source, word, length) && !tw_cuda_add_macro(source, word, length, NULL, true))
            return false;
        struct tw_cuda_macro *macro = is_name ? find_macro(source, word, length) : NULL;
        if (macro) note_compared(macro, word + length, end);
        if (is_name) asked = is_defined_word;
        at = word + (length ? length : 1);
    }
    return true;
}

static bool read_use(struct tw_cuda_source *source, size_t i)
{
    const struct tw_cuda_token *token = &source->tokens[i];
    const bool candidate = is_capitals(token) || is_tuned_word(token->at, token->length);
    if (token->kind != TW_CUDA_NAME || !candidate || is_of_a_header(token->at, token->length)) return true;
    if (tw_cuda_is(source, i + 1, "(") || tw_cuda_is(source, i + 1, "::")) return true;
    if (i > 0 && (tw_cuda_is(source, i - 1, ".") || tw_cuda_is(source, i - 1, "->") ||
                  tw_cuda_is(source, i - 1, "::")))
        return true;
    bool known = false;
    for (size_t k = 0; k < source->macro_count; k++)
        known |= strlen(source->macros[k].name) == token->length &&
                 memcmp(source->macros[k].name, token->at, token->length) == 0;
    if (!known && (is_defined(source, token->at, token->length) || is_declared(source, token))) return true;
    return tw_cuda_add_macro(source, token->at, token->length, NULL, false);
}

/* Takes a name for a macro, whatever it looks like, unless something defines or declares it. */
static bool take_undeclared(struct tw_cuda_source *source, const char *at, size_t length, bool is_small)
{
    const struct tw_cuda_token name = {.kind = TW_CUDA_NAME, .at = at, .length = (uint32_t)length};
    if (!length || isdigit((unsigned char)*at) || is_of_a_header(at, length)) return true;
    if (!find_macro(source, at, length) && (is_defined(source, at, length) || is_declared(source, &name)))
        return true;
    if (!tw_cuda_add_macro(source, at, length, NULL, false)) return false;
    find_macro(source, at, length)->is_small |= is_small;
    return true;
}

/* "#pragma unroll FACTOR", or in brackets */
static bool read_pragma(struct tw_cuda_source *source, size_t i)
{
    const char *at, *end = end_of(source, i);
    size_t length;
    if (!is_directive(source, i, "pragma", &at)) return true;
    const char *word = word_at(at, end, &length);
    if (length != strlen("unroll") || memcmp(word, "unroll", length) != 0) return true;
    for (at = word + length; at < end; at = word + (length ? length : 1)) {
        word = word_at(at, end, &length);
        if (!take_undeclared(source, word, length, true)) return false;
    }
    return true;
}

/* "__launch_bounds__(threads, blocks)" */
static bool read_bounds(struct tw_cuda_source *source, size_t i)
{
    if (!tw_cuda_is(source, i, "__launch_bounds__") || !tw_cuda_is(source, i + 1, "(")) return true;
    const size_t end = tw_cuda_after_bracket(source, i + 1);
    bool is_second = false;
    for (size_t k = i + 2; k < end; k++) {
        const struct tw_cuda_token *token = &source->tokens[k];
        is_second |= tw_cuda_is(source, k, ",");
        const bool named = token->kind == TW_CUDA_NAME && !tw_cuda_is(source, k + 1, "(");
        if (named && !take_undeclared(source, token->at, token->length, is_second)) return false;
    }
    return true;
}

/* The names in what a macro stands for, but for its own parameters. */
static bool read_definition(struct tw_cuda_source *source, size_t i)
{
    struct tw_cuda_source inner = {0};
    const char *at;
    size_t length;
    if (!is_directive(source, i, "define", &at)) return true;
    at = word_at(at, end_of(source, i), &length) + length;
    struct tw_text text = {0};
    tw_text_add_bytes(&text, at, (size_t)(end_of(source, i) - at));
    bool is_read = !text.failed && tw_cuda_read_tokens(&inner, tw_text_string(&text));
    const size_t body = *at == '(' && inner.token_count ? tw_cuda_after_bracket(&inner, 0) : 0;
    for (size_t k = body; k < inner.token_count && is_read; k++) {
        const struct tw_cuda_token *token = &inner.tokens[k];
        bool own = false;
        for (size_t p = 0; p < body; p++)
            own |= inner.tokens[p].length == token->length &&
                   memcmp(inner.tokens[p].at, token->at, token->length) == 0;
        if (token->kind != TW_CUDA_NAME || own || !is_capitals(token) || tw_cuda_is(&inner, k + 1, "("))
            continue;
        if (is_of_a_header(token->at, token->length) || is_defined(source, token->at, token->length) ||
            is_declared(source, token))
            continue;
        is_read = tw_cuda_add_macro(source, token->at, token->length, NULL, false);
    }
    tw_cuda_source_free(&inner);
    tw_text_free(&text);
    return is_read;
}

bool tw_cuda_read_macros(struct tw_cuda_source *source)
{
    for (size_t i = 0; i < source->token_count; i++) {
        if (!read_guarded(source, i)) return false;
    }
    for (size_t i = 0; i < source->token_count; i++) {
        const bool directive = source->tokens[i].kind == TW_CUDA_DIRECTIVE;
        if (directive ? !read_condition(source, i) || !read_definition(source, i) || !read_pragma(source, i)
                      : !read_use(source, i) || !read_bounds(source, i))
            return false;
    }
    return true;
}

/* ---- symbols, aliases ---- */

static bool read_symbol(struct tw_cuda_source *source, size_t i)
{
    size_t end = i + 1;
    while (end < source->token_count && !tw_cuda_is(source, end, ";") && !tw_cuda_is(source, end, "=") &&
           !tw_cuda_is(source, end, "[") && !tw_cuda_is(source, end, "{"))
        end++;
    size_t uses = 0, begin = i + 1;
    const struct tw_cuda_token *name = &source->tokens[end - 1];
    if (end <= i + 2 || name->kind != TW_CUDA_NAME) return true;
    for (size_t k = 0; k < source->token_count; k++)
        uses += source->tokens[k].length == name->length &&
                memcmp(source->tokens[k].at, name->at, name->length) == 0;
    if (uses < 2) return true;
    while (tw_cuda_is(source, begin, "const") || tw_cuda_is(source, begin, "static") ||
           tw_cuda_is(source, begin, "extern"))
        begin++;
    struct tw_text count = {0};
    for (size_t side = end; tw_cuda_is(source, side, "[");) {
        const size_t after = tw_cuda_after_bracket(source, side);
        const char *one = tw_cuda_spell(source, side + 1, after - 1);
        const bool is_alone = after == side + 3 || (side == end && !tw_cuda_is(source, after, "["));
        if (one && *one) tw_text_addf(&count, is_alone ? "%s%s" : "%s(%s)", count.length ? " * " : "", one);
        side = after;
    }
    struct tw_cuda_symbol *grown = tw_arena_grow(&source->arena, source->symbols, source->symbol_count,
                                                 &source->symbol_capacity, sizeof *grown);
    bool is_kept = grown != NULL;
    if (is_kept) {
        source->symbols = grown;
        struct tw_cuda_symbol *one = &grown[source->symbol_count++];
        one->name = tw_cuda_spell(source, end - 1, end);
        one->type = tw_cuda_spell(source, begin, end - 1);
        one->count =
            count.length ? tw_arena_string(&source->arena, tw_text_string(&count), count.length) : "1";
        is_kept = !count.failed && one->name && one->type && one->count;
    }
    tw_text_free(&count);
    return is_kept;
}

bool tw_cuda_read_symbols(struct tw_cuda_source *source)
{
    for (size_t i = 0; i < source->token_count; i++) {
        if (tw_cuda_is(source, i, "__constant__") && !source->tokens[i].is_alternative &&
            !read_symbol(source, i))
            return false;
    }
    return true;
}

const char *tw_cuda_alias(struct tw_cuda_source *source, const char *name)
{
    const char *at;
    for (size_t i = 0; i + 1 < source->token_count; i++) {
        if (source->tokens[i].is_alternative) continue;
        if (is_about(source, i, "define", name, strlen(name), &at) && *at != '(') {
            size_t length;
            const char *word = word_at(at, end_of(source, i), &length);
            return length ? tw_arena_string(&source->arena, word, length) : NULL;
        }
        const bool is_using = tw_cuda_is(source, i, "using") && tw_cuda_is(source, i + 1, name) &&
                              tw_cuda_is(source, i + 2, "=");
        if (!is_using && !tw_cuda_is(source, i, "typedef")) continue;
        const size_t begin = is_using ? i + 3 : i + 1;
        size_t end = begin;
        while (end < source->token_count && !tw_cuda_is(source, end, ";")) end++;
        if (is_using) return tw_cuda_spell(source, begin, end);
        if (end > begin + 1 && tw_cuda_is(source, end - 1, name))
            return tw_cuda_spell(source, begin, end - 1);
    }
    return NULL;
}
