/*
 * How the body of a kernel divides its work among blocks and threads: what a block's number is multiplied with is what a block computes.
 *
 *     int x = (blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;      tile: block * ITEMS
 *     if (x < width) ...                                            size: width
 *     int row = by * TILE + threadIdx.y;                            tile: TILE; by is blockIdx.y, TILE a macro, a constant or a parameter
 *     for (int i = 0; i < TILE; i += ROWS) ...                      block: ROWS, as the threads take the tile in turns
 *     out[blockIdx.x * width + i]                                   tile: 1, as width is a size of the problem, from row to row
 *
 * All is read from a copy of the text in which names for blockIdx.x and the like stand as that, and macros of them too.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/described/init/starter.h"

#define DEPTH   6u  /* of names that stand for others                  */
#define FACTORS 8u  /* of a block's number                             */
#define ALIASES 32u /* names for a number of a block or thread         */
#define OUTWARD 4u  /* brackets around a block's number that are tried */

static const char *const axis_names[3] = {"x", "y", "z"};

struct scan {
    struct tw_cuda_plan *plan;
    struct tw_cuda_source text; /* tokens alone: the kernel's body, then what lies outside of kernels */
    struct tw_text copy;        /* what the tokens point into                                         */
    size_t body;                /* tokens of the body                                                 */
    const char *blocks[3];      /* what blockDim stands for; NULL: not known yet                      */
};

/* ---- the copy ---- */

struct alias {
    const struct tw_cuda_token *name;
    size_t of; /* the token "blockIdx" of what it stands for */
};

static bool same_name(const struct tw_cuda_token *a, const struct tw_cuda_token *b)
{
    return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
}

static bool is_number_of(const struct tw_cuda_source *source, size_t i, const char *what)
{
    return tw_cuda_is(source, i, what) && tw_cuda_is(source, i + 1, ".") &&
           tw_cuda_is_kind(source, i + 2, TW_CUDA_NAME);
}

static bool is_any_number(const struct tw_cuda_source *source, size_t i)
{
    return is_number_of(source, i, "blockIdx") || is_number_of(source, i, "threadIdx") ||
           is_number_of(source, i, "blockDim");
}

/* "bx = blockIdx.x;" */
static size_t find_aliases(const struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel,
                           struct alias *aliases)
{
    size_t count = 0;
    for (size_t i = kernel->begin + 1; i + 4 < kernel->end && count < ALIASES; i++) {
        const bool ends = tw_cuda_is(source, i + 4, ";") || tw_cuda_is(source, i + 4, ",");
        if (tw_cuda_is(source, i, "=") && is_any_number(source, i + 1) && ends &&
            tw_cuda_is_kind(source, i - 1, TW_CUDA_NAME))
            aliases[count++] = (struct alias){&source->tokens[i - 1], i + 1};
    }
    return count;
}

static void copy_token(const struct tw_cuda_source *source, size_t i, struct tw_text *text)
{
    tw_text_add_char(text, ' ');
    tw_text_add_bytes(text, source->tokens[i].at, source->tokens[i].length);
}

static void copy_tokens(const struct tw_cuda_source *source, size_t begin, size_t end,
                        const struct alias *aliases, size_t count, struct tw_text *text)
{
    for (size_t i = begin; i < end; i++) {
        size_t a = 0;
        if (tw_cuda_is_kind(source, i, TW_CUDA_DIRECTIVE)) continue;
        while (a < count && !(same_name(aliases[a].name, &source->tokens[i]) &&
                              !tw_cuda_is(source, i + 1, "=") && !tw_cuda_is(source, i - 1, ".")))
            a++;
        for (size_t k = 0; k < 3 && a < count; k++) copy_token(source, aliases[a].of + k, text);
        if (a == count) copy_token(source, i, text);
    }
}

/* What stands behind "#define NAME" or "#define NAME(...)". */
static const char *value_of_macro(const struct tw_cuda_token *directive)
{
    const char *end = directive->at + directive->length, *at = directive->at + 1;
    at += strspn(at, " \t");
    if (strncmp(at, "define", 6) != 0) return NULL;
    at += 6 + strspn(at + 6, " \t");
    while (at < end && *at != ' ' && *at != '\t' && *at != '(') at++;
    if (at < end && *at == '(')
        while (at < end && *at != ')') at++;
    return at < end ? at + (*at == ')') : NULL;
}

static void copy_macros(const struct tw_cuda_source *source, struct tw_text *text)
{
    for (size_t i = 0; i < source->token_count; i++) {
        const struct tw_cuda_token *token = &source->tokens[i];
        const char *value = token->kind == TW_CUDA_DIRECTIVE ? value_of_macro(token) : NULL;
        if (!value || !tw_cuda_mentions(source, i, "blockIdx")) continue;
        tw_text_add_char(text, ' ');
        for (; value < token->at + token->length; value++)
            tw_text_add_char(text, *value == '\\' || *value == '\n' ? ' ' : *value);
        tw_text_add(text, " ;");
    }
}

static bool open_scan(struct tw_cuda_plan *plan, struct scan *scan)
{
    const struct tw_cuda_source *source = plan->source;
    struct alias aliases[ALIASES];
    *scan = (struct scan){.plan = plan};
    const size_t count = find_aliases(source, plan->kernel, aliases);
    copy_tokens(source, plan->kernel->begin, plan->kernel->end, aliases, count, &scan->copy);
    copy_macros(source, &scan->copy);
    const size_t length = scan->copy.length;
    for (size_t i = 0, k = 0; i < source->token_count; i++) {
        while (k < source->kernel_count && i >= source->kernels[k].end) k++;
        const bool inside = k < source->kernel_count && i >= source->kernels[k].begin;
        if (!inside) copy_tokens(source, i, i + 1, NULL, 0, &scan->copy);
    }
    if (scan->copy.failed || !tw_cuda_read_tokens(&scan->text, tw_text_string(&scan->copy))) return false;
    while (scan->body < scan->text.token_count &&
           scan->text.tokens[scan->body].at < tw_text_string(&scan->copy) + length)
        scan->body++;
    return true;
}

static void close_scan(struct scan *scan)
{
    tw_cuda_source_free(&scan->text);
    tw_text_free(&scan->copy);
}

/* ---- expressions as descriptions have them ---- */

static bool is_type_word(const struct tw_cuda_source *source, size_t i)
{
    static const char *const words[] = {"int",  "unsigned", "size_t",  "long",   "const",
                                        "uint", "uint32_t", "char",    "short",  "signed",
                                        "auto", "uint64_t", "int64_t", "int32_t"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        if (tw_cuda_is(source, i, words[w])) return true;
    }
    return false;
}

/* The token after a cast that begins at `i`; `i`: none does. */
static size_t after_cast(const struct tw_cuda_source *source, size_t i)
{
    if (!tw_cuda_is(source, i, "(")) return i;
    const size_t end = tw_cuda_after_bracket(source, i);
    for (size_t k = i + 1; k + 1 < end; k++) {
        if (!is_type_word(source, k)) return i;
    }
    return end > i + 2 ? end : i;
}

static bool is_field(const struct tw_cuda_field *fields, unsigned count, const struct tw_cuda_token *name)
{
    for (unsigned i = 0; i < count; i++) {
        const struct tw_cuda_field *field = &fields[i];
        if (strlen(field->name) == name->length && strncmp(field->name, name->at, name->length) == 0)
            return !field->types && !field->is_real;
    }
    return false;
}

static bool convert(const struct scan *scan, const struct tw_cuda_source *source, size_t begin, size_t end,
                    unsigned depth, struct tw_text *text);

/* What a text stands for, in brackets unless it is one token. */
static bool convert_text(const struct scan *scan, const char *value, size_t length, unsigned depth,
                         struct tw_text *text)
{
    struct tw_cuda_source tokens = {0};
    struct tw_text copy = {0};
    tw_text_add_bytes(&copy, value, length);
    bool fine = !copy.failed && tw_cuda_read_tokens(&tokens, tw_text_string(&copy)) && tokens.token_count;
    const bool several = tokens.token_count > 1 && !tw_cuda_is(&tokens, 0, "(");
    if (several) tw_text_add_char(text, '(');
    fine = fine && convert(scan, &tokens, 0, tokens.token_count, depth + 1, text);
    if (several) tw_text_add_char(text, ')');
    tw_cuda_source_free(&tokens);
    tw_text_free(&copy);
    return fine;
}

/* A name that the source defines: by #define, or as a constant with an initialiser. */
static bool convert_defined(const struct scan *scan, const struct tw_cuda_token *name, unsigned depth,
                            struct tw_text *text)
{
    const struct tw_cuda_source *source = scan->plan->source;
    for (size_t i = 0; i + 1 < source->token_count && depth < DEPTH; i++) {
        const struct tw_cuda_token *token = &source->tokens[i];
        if (token->kind == TW_CUDA_DIRECTIVE) {
            const char *value = value_of_macro(token);
            if (value && value - token->at > (ptrdiff_t)name->length && value[-1] != ')' &&
                strncmp(value - name->length, name->at, name->length) == 0 &&
                strchr(" \t", value[-1 - (ptrdiff_t)name->length]))
                return convert_text(scan, value, (size_t)(token->at + token->length - value), depth, text);
        }
        const bool declared = i > 0 && same_name(token, name) && tw_cuda_is(source, i + 1, "=") &&
                              tw_cuda_is_kind(source, i - 1, TW_CUDA_NAME);
        size_t end = i + 2;
        if (!declared) continue;
        while (end < source->token_count && !tw_cuda_is(source, end, ";") && !tw_cuda_is(source, end, ","))
            end++;
        const char *from = source->tokens[i + 2].at;
        return convert_text(scan, from,
                            (size_t)(source->tokens[end - 1].at + source->tokens[end - 1].length - from),
                            depth, text);
    }
    return false;
}

static bool convert_name(const struct scan *scan, const struct tw_cuda_token *name, unsigned depth,
                         struct tw_text *text)
{
    struct tw_cuda_plan *plan = scan->plan;
    if (is_field(plan->parameters, plan->parameter_count, name) ||
        is_field(plan->problem, plan->problem_count, name)) {
        tw_text_add_bytes(text, name->at, name->length);
        return true;
    }
    return convert_defined(scan, name, depth, text);
}

static bool convert_number(const struct tw_cuda_token *number, struct tw_text *text)
{
    char *end;
    const long long value = strtoll(number->at, &end, 0);
    size_t length = (size_t)(end - number->at);
    while (length < number->length && strchr("uUlL", number->at[length])) length++;
    if (length != number->length) return false;
    tw_text_addf(text, "%lld", value);
    return true;
}

static bool convert_sign(const struct tw_cuda_token *sign, struct tw_text *text)
{
    const char c = sign->length == 1 ? *sign->at : '\0';
    if (c == '(' || c == ')')
        tw_text_add_char(text, c);
    else if (c == '/')
        tw_text_add(text, " // ");
    else if (c && strchr("+-*%", c))
        tw_text_addf(text, " %c ", c);
    else
        return false;
    return true;
}

/* Tokens [begin, end) as an expression of the description; false: they are none, or of something that it does not know. */
static bool convert(const struct scan *scan, const struct tw_cuda_source *source, size_t begin, size_t end,
                    unsigned depth, struct tw_text *text)
{
    bool fine = begin < end && depth < DEPTH;
    for (size_t i = begin; i < end && fine;) {
        const size_t after = after_cast(source, i);
        if (after > i && after < end) {
            i = after;
            continue;
        }
        const struct tw_cuda_token *token = &source->tokens[i];
        size_t next = i + 1;
        if (is_number_of(source, i, "blockDim")) {
            const unsigned axis = (unsigned)(*source->tokens[i + 2].at - 'x');
            fine = axis < 3 && scan->blocks[axis];
            if (fine) tw_text_add(text, scan->blocks[axis]);
            next = i + 3;
        } else if (token->kind == TW_CUDA_NAME) {
            fine = !tw_cuda_is(source, i + 1, "(") && !tw_cuda_is(source, i + 1, ".") &&
                   convert_name(scan, token, depth, text);
        } else {
            fine = token->kind == TW_CUDA_NUMBER ? convert_number(token, text)
                                                 : token->kind == TW_CUDA_SIGN && convert_sign(token, text);
        }
        i = next;
    }
    return fine;
}

/* The same in the source's memory; NULL: it is no such expression. */
static const char *converted(const struct scan *scan, const struct tw_cuda_source *source, size_t begin,
                             size_t end)
{
    struct tw_text text = {0};
    const char *kept = NULL;
    if (convert(scan, source, begin, end, 0, &text))
        kept = tw_arena_string(&scan->plan->source->arena, tw_text_string(&text), text.length);
    scan->plan->failed |= text.failed;
    tw_text_free(&text);
    return kept;
}

/* ---- what a block's number is multiplied with ---- */

struct factors {
    struct {
        size_t begin, end;
    } of[FACTORS];
    size_t count;
    const char *divisor; /* of all of it: (...) / 32; NULL: there is none                     */
    const char *pitch;   /* a size of the problem among them, which counts from row to row */
    bool is_unknown;     /* it is divided, or has a factor that no description knows       */
};

/* The bracket that `close` closes. */
static size_t bracket_before(const struct tw_cuda_source *source, size_t close)
{
    unsigned depth = 0;
    for (size_t i = close + 1; i-- > 0;) {
        depth += tw_cuda_is(source, i, ")");
        if (tw_cuda_is(source, i, "(") && --depth == 0) return i;
    }
    return close;
}

/* The token after a value that begins at `i`. */
static size_t after_value(const struct tw_cuda_source *source, size_t i)
{
    i = after_cast(source, i);
    if (tw_cuda_is(source, i, "(")) return tw_cuda_after_bracket(source, i);
    return tw_cuda_is(source, i + 1, ".") ? i + 3 : i + 1;
}

/* Where a value begins that ends before `end`. */
static size_t begin_of_value(const struct tw_cuda_source *source, size_t end)
{
    if (tw_cuda_is(source, end - 1, ")")) return bracket_before(source, end - 1);
    return end > 2 && tw_cuda_is(source, end - 2, ".") ? end - 3 : end - 1;
}

static bool is_size(const struct tw_cuda_plan *plan, const char *name)
{
    for (unsigned i = 0; i < plan->size_count; i++) {
        if (strcmp(plan->sizes[i], name) == 0) return !tw_cuda_is_share(name);
    }
    return false;
}

/* outer: around brackets, where only what is fixed belongs to the block. */
static void take_one(const struct scan *scan, size_t begin, size_t end, bool outer, struct factors *factors)
{
    const char *text = converted(scan, &scan->text, begin, end);
    if (text && is_size(scan->plan, text)) {
        factors->pitch = text;
        return;
    }
    if (!text && !outer) factors->is_unknown = true;
    if (!text || factors->count == FACTORS) return;
    factors->of[factors->count].begin = begin;
    factors->of[factors->count++].end = end;
}

/* Whether [begin, end) is a product in brackets, and nothing else. */
static bool is_product(const struct tw_cuda_source *text, size_t begin, size_t end)
{
    if (!tw_cuda_is(text, begin, "(") || tw_cuda_after_bracket(text, begin) != end) return false;
    for (size_t i = after_value(text, begin + 1); i + 1 < end; i = after_value(text, i + 1)) {
        if (!tw_cuda_is(text, i, "*")) return false;
    }
    return true;
}

/* Each factor of a product in brackets is one. */
static void take_factor(const struct scan *scan, size_t begin, size_t end, bool outer,
                        struct factors *factors)
{
    const struct tw_cuda_source *text = &scan->text;
    if (!is_product(text, begin, end)) {
        take_one(scan, begin, end, outer, factors);
        return;
    }
    for (size_t i = begin + 1; i + 1 < end;) {
        const size_t after = after_value(text, i);
        take_one(scan, i, after, outer, factors);
        i = after + 1;
    }
}

/* Extends [*begin, *end) by what stands beside it with a *. */
static void extend(const struct scan *scan, size_t *begin, size_t *end, bool outer, struct factors *factors)
{
    const struct tw_cuda_source *text = &scan->text;
    for (bool extended = true; extended;) {
        const size_t open =
            *begin && tw_cuda_is(text, *begin - 1, ")") ? bracket_before(text, *begin - 1) : 0;
        extended = false;
        if (open && after_cast(text, open) == *begin) *begin = open;
        if (tw_cuda_is(text, *end, "*")) {
            const size_t after = after_value(text, *end + 1);
            take_factor(scan, *end + 1, after, outer, factors);
            *end = after;
            extended = true;
        } else if (*begin > 1 && tw_cuda_is(text, *begin - 1, "*")) {
            const size_t before = begin_of_value(text, *begin - 1);
            take_factor(scan, before, *begin - 1, outer, factors);
            *begin = before;
            extended = before < *begin + 1 && before > 0;
        }
    }
    const bool divides = tw_cuda_is(text, *end, "/"), rest = tw_cuda_is(text, *end, "%");
    if (!outer && (divides || rest)) factors->is_unknown = true;
    if (!outer || !divides) return;
    const char *divisor = converted(scan, text, *end + 1, after_value(text, *end + 1));
    if (divisor && !is_size(scan->plan, divisor)) factors->divisor = divisor;
}

/* The innermost bracket around [begin, end) in its expression; false: there is none, or it is a call's. */
static bool go_out(const struct tw_cuda_source *text, size_t *begin, size_t *end)
{
    unsigned depth = 0;
    for (size_t i = *begin; i-- > 0;) {
        if (tw_cuda_is(text, i, ")") || tw_cuda_is(text, i, "]")) depth++;
        const bool opens = tw_cuda_is(text, i, "(") || tw_cuda_is(text, i, "[");
        if (opens && !depth) {
            if (tw_cuda_is(text, i, "[") || tw_cuda_is_kind(text, i - 1, TW_CUDA_NAME)) return false;
            *begin = i;
            *end = tw_cuda_after_bracket(text, i);
            return true;
        }
        depth -= opens;
        if (tw_cuda_is(text, i, ";") || tw_cuda_is(text, i, "{") || tw_cuda_is(text, i, "}") ||
            tw_cuda_is(text, i, "="))
            return false;
    }
    return false;
}

/* Whether a product is of a kernel of several axes and has something added: the factor leads from row to row. */
static bool is_row(const struct scan *scan, size_t begin, size_t end)
{
    return scan->plan->dimensions > 1 &&
           (tw_cuda_is(&scan->text, end, "+") || (begin && tw_cuda_is(&scan->text, begin - 1, "+")));
}

static struct factors factors_at(const struct scan *scan, size_t i)
{
    struct factors factors = {.count = 0};
    size_t begin = i, end = i + 3;
    extend(scan, &begin, &end, false, &factors);
    for (unsigned out = 0; out < OUTWARD && go_out(&scan->text, &begin, &end); out++) {
        struct factors outer = factors;
        extend(scan, &begin, &end, true, &outer);
        if (!is_row(scan, begin, end)) factors = outer;
    }
    return factors;
}

/* The first block's number of an axis that is multiplied with something that is known; else the first at all. */
static bool find_factors(const struct scan *scan, unsigned axis, struct factors *factors)
{
    bool found = false;
    for (size_t i = 0; i + 2 < scan->text.token_count; i++) {
        if (!is_number_of(&scan->text, i, "blockIdx") || !tw_cuda_is(&scan->text, i + 2, axis_names[axis]))
            continue;
        const struct factors one = factors_at(scan, i);
        const bool better = !found ||
                            (one.count && !one.is_unknown && (!factors->count || factors->is_unknown)) ||
                            (one.pitch && !factors->pitch && !factors->count && !factors->is_unknown);
        if (better) *factors = one;
        found = true;
    }
    return found;
}

static bool mentions(const struct scan *scan, const char *what, unsigned axis)
{
    for (size_t i = 0; i + 2 < scan->text.token_count; i++) {
        if (is_number_of(&scan->text, i, what) && tw_cuda_is(&scan->text, i + 2, axis_names[axis]))
            return true;
    }
    return false;
}

/* ---- threads ---- */

/* The product of the factors, of blockDim too where that is known; NULL: it is not. "": there is none. */
static const char *product(const struct scan *scan, const struct factors *factors)
{
    struct tw_text text = {0};
    bool fine = !factors->is_unknown;
    for (size_t i = 0; i < factors->count && fine; i++) {
        const char *one = converted(scan, &scan->text, factors->of[i].begin, factors->of[i].end);
        const bool several = one && strpbrk(one, "+-%/") && *one != '(';
        fine = one != NULL;
        if (fine) tw_text_addf(&text, several ? "%s(%s)" : "%s%s", i ? " * " : "", one);
    }
    if (factors->divisor && text.length) tw_text_addf(&text, " // %s", factors->divisor);
    const char *kept =
        fine ? tw_arena_string(&scan->plan->source->arena, tw_text_string(&text), text.length) : NULL;
    scan->plan->failed |= text.failed;
    tw_text_free(&text);
    return kept;
}

/* What threads step by in a loop over a tile: "i += ROWS" where i begins with the thread's number of the axis, or goes on up to `tile`. */
static const char *step_of_loop(const struct scan *scan, unsigned axis, const char *tile)
{
    const struct tw_cuda_source *text = &scan->text;
    for (size_t i = 0; i + 1 < scan->body; i++) {
        if (!tw_cuda_is(text, i, "for") || !tw_cuda_is(text, i + 1, "(")) continue;
        const size_t end = tw_cuda_after_bracket(text, i + 1) - 1;
        size_t first = i + 2, second, step;
        while (first < end && !tw_cuda_is(text, first, ";")) first++;
        for (second = first + 1; second < end && !tw_cuda_is(text, second, ";");) second++;
        for (step = second; step < end && !tw_cuda_is(text, step, "+=");) step++;
        bool begins = false;
        for (size_t k = i + 2; k < first; k++)
            begins |= is_number_of(text, k, "threadIdx") && tw_cuda_is(text, k + 2, axis_names[axis]);
        const char *limit = converted(scan, text, first + 3, second);
        if (step >= end || !(begins || (tile && limit && strcmp(limit, tile) == 0))) continue;
        for (size_t k = step; k < end; k++) {
            if (is_any_number(text, k) || tw_cuda_is(text, k, "gridDim")) step = end;
        }
        const char *by = step < end ? converted(scan, text, step + 1, end) : NULL;
        if (by && strcmp(by, "1") != 0) return by;
    }
    return NULL;
}

/* The side of a shared array that the thread's number of the axis indexes, without what is added to it as padding. */
static const char *side_of_shared(const struct scan *scan, unsigned axis)
{
    const struct tw_cuda_source *text = &scan->text;
    for (size_t i = 0; i < scan->body; i++) {
        const bool is_array = tw_cuda_is(text, i, "__shared__") && tw_cuda_is(text, i + 3, "[") &&
                              tw_cuda_is_kind(text, i + 2, TW_CUDA_NAME);
        for (size_t use = i + 4; is_array && use < scan->body; use++) {
            if (!same_name(&text->tokens[use], &text->tokens[i + 2])) continue;
            size_t side = i + 3, index = use + 1;
            for (; tw_cuda_is(text, side, "[") && tw_cuda_is(text, index, "[");
                 side = tw_cuda_after_bracket(text, side), index = tw_cuda_after_bracket(text, index)) {
                const bool indexes = is_number_of(text, index + 1, "threadIdx") &&
                                     tw_cuda_is(text, index + 3, axis_names[axis]) &&
                                     tw_cuda_is(text, index + 4, "]");
                size_t end = side + 1;
                while (!tw_cuda_is(text, end, "]") && !tw_cuda_is(text, end, "+") && end < scan->body) end++;
                if (indexes) return converted(scan, text, side + 1, end);
            }
        }
    }
    return NULL;
}

/* What __launch_bounds__ says of the kernel's threads: the tokens of a product; false: nothing. */
static bool find_bounds(const struct tw_cuda_plan *plan, size_t *begin, size_t *end)
{
    const struct tw_cuda_source *source = plan->source;
    for (size_t i = plan->kernel->begin; i-- > 0;) {
        if (tw_cuda_is(source, i, ";") || tw_cuda_is(source, i, "}")) return false;
        if (!tw_cuda_is(source, i, "__launch_bounds__")) continue;
        const size_t close = tw_cuda_after_bracket(source, i + 1) - 1;
        *begin = *end = i + 2;
        while (*end < close && !tw_cuda_is(source, *end, ",")) (*end)++;
        return *end > *begin;
    }
    return false;
}

/* Bounds of several axes are a product of as many factors: __launch_bounds__(BX * BY). */
static const char *bound_of(const struct scan *scan, unsigned axis, unsigned axes)
{
    const struct tw_cuda_source *source = scan->plan->source;
    size_t begin, end;
    if (!find_bounds(scan->plan, &begin, &end)) return NULL;
    for (unsigned a = 0, from = 0; a < axes; a++) {
        size_t to = begin + from;
        while (to < end && !(axes > 1 && tw_cuda_is(source, to, "*"))) to = after_value(source, to);
        const bool fits = (to == end) == (a + 1 == axes);
        if (!fits || to > end) return NULL;
        if (a == axis) return converted(scan, source, begin + from, to);
        from = (unsigned)(to - begin) + 1;
    }
    return NULL;
}

/* A factor by the name of a block is the block, a single one too. */
static const char *block_among(const struct scan *scan, const struct factors *factors)
{
    for (size_t i = 0; i < factors->count; i++) {
        const char *one = converted(scan, &scan->text, factors->of[i].begin, factors->of[i].end);
        if (one && (factors->count == 1 || tw_cuda_is_block(one))) return one;
    }
    return NULL;
}

/* Whether all that the kernel takes of a thread's number are quotients and rests: then its threads are a product of something. */
static bool is_decoded(const struct scan *scan, unsigned axis)
{
    bool found = false;
    for (size_t i = 0; i + 2 < scan->text.token_count; i++) {
        if (!is_number_of(&scan->text, i, "threadIdx") || !tw_cuda_is(&scan->text, i + 2, axis_names[axis]))
            continue;
        if (!tw_cuda_is(&scan->text, i + 3, "/") && !tw_cuda_is(&scan->text, i + 3, "%")) return false;
        found = true;
    }
    return found;
}

static void plan_threads(struct scan *scan, const struct factors factors[3], unsigned axis, unsigned axes)
{
    struct tw_cuda_axis *at = &scan->plan->axes[axis];
    const bool is_free = mentions(scan, "blockDim", axis);
    const char *named = tw_cuda_named_block(scan->plan, axis, true), *tile = NULL;
    if (named) {
        at->block = named;
        return;
    }
    const bool is_open = !is_free && (factors[axis].is_unknown || is_decoded(scan, axis));
    if (!is_free) tile = product(scan, &factors[axis]);
    if (!is_free) at->block = step_of_loop(scan, axis, tile && *tile && axis + 1 == axes ? tile : NULL);
    if (!at->block && !is_free && !is_open) at->block = block_among(scan, &factors[axis]);
    if (!at->block) at->block = tw_cuda_named_block(scan->plan, axis, false);
    if (!at->block) at->block = side_of_shared(scan, axis);
    if (!at->block) at->block = bound_of(scan, axis, axes);
    at->is_unknown = !at->block && is_open;
}

/* ---- sizes ---- */

/* Whether the declaration that ends before `end` is one of the axis: its value holds the block's or the thread's number, of no other. */
static bool is_of_axis(const struct scan *scan, size_t begin, size_t end, unsigned axis)
{
    bool found = false;
    for (size_t i = begin; i < end; i++) {
        const bool counts =
            is_number_of(&scan->text, i, "blockIdx") || is_number_of(&scan->text, i, "threadIdx");
        if (counts && !tw_cuda_is(&scan->text, i + 2, axis_names[axis])) return false;
        found |= counts && is_number_of(&scan->text, i, "blockIdx");
    }
    return found;
}

/* "x < width", "x >= width": what the name at `i` is compared with; NULL: it is not. */
static const char *limit_at(const struct scan *scan, size_t i)
{
    const struct tw_cuda_source *text = &scan->text;
    const bool compares = tw_cuda_is(text, i + 1, "<") || tw_cuda_is(text, i + 1, ">=");
    size_t end = i + 2;
    unsigned depth = 0;
    if (!compares) return NULL;
    for (; end < scan->body; end++) {
        if (!depth &&
            (tw_cuda_is(text, end, ")") || tw_cuda_is(text, end, "&&") || tw_cuda_is(text, end, "||") ||
             tw_cuda_is(text, end, ";") || tw_cuda_is(text, end, "?")))
            break;
        depth += tw_cuda_is(text, end, "(");
        depth -= tw_cuda_is(text, end, ")");
    }
    const char *limit = converted(scan, text, i + 2, end);
    return limit && strpbrk(limit, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") ? limit : NULL;
}

static const char *limit_of_axis(const struct scan *scan, unsigned axis)
{
    const struct tw_cuda_source *text = &scan->text;
    for (size_t i = 1; i + 1 < scan->body; i++) {
        size_t end = i + 1;
        if (!tw_cuda_is(text, i, "=") || !tw_cuda_is_kind(text, i - 1, TW_CUDA_NAME)) continue;
        for (unsigned depth = 0; end < scan->body && !tw_cuda_is(text, end, ";"); end++) {
            if (!depth && tw_cuda_is(text, end, ",")) break;
            depth += tw_cuda_is(text, end, "(");
            depth -= depth && tw_cuda_is(text, end, ")");
        }
        for (size_t use = end; is_of_axis(scan, i + 1, end, axis) && use < scan->body; use++) {
            const char *limit =
                same_name(&text->tokens[use], &text->tokens[i - 1]) ? limit_at(scan, use) : NULL;
            if (limit) return limit;
        }
    }
    return NULL;
}

/* Rows that blocks take one by one are not as many as elements lie between them. */
static const char *other_size(const struct tw_cuda_plan *plan, const char *pitch)
{
    for (unsigned i = 0; i < plan->size_count && pitch; i++) {
        if (strcmp(plan->sizes[i], pitch) != 0) return plan->sizes[i];
    }
    return NULL;
}

/* ---- all of it ---- */

void tw_cuda_plan_launch(struct tw_cuda_plan *plan)
{
    struct scan scan;
    struct factors factors[3] = {{.count = 0}};
    unsigned axes = 0;
    if (!open_scan(plan, &scan)) {
        plan->failed = true;
        close_scan(&scan);
        return;
    }
    for (unsigned a = 0; a < 3; a++) scan.blocks[a] = "blockDim"; /* known enough to be a factor */
    for (unsigned a = 0; a < 3; a++) {
        plan->axes[a].has_blocks = find_factors(&scan, a, &factors[a]);
        plan->axes[a].has_threads = mentions(&scan, "threadIdx", a) || mentions(&scan, "blockDim", a);
        if (plan->axes[a].has_threads) axes = a + 1;
    }
    for (unsigned a = 0; a < 3; a++) scan.blocks[a] = NULL;
    for (unsigned a = 0; a < axes; a++) {
        if (plan->axes[a].has_threads) plan_threads(&scan, factors, a, axes);
    }
    for (unsigned a = 0; a < 3; a++) {
        struct tw_text block = {0};
        tw_cuda_add_block(plan, a, &block);
        const char *kept = tw_arena_string(&plan->source->arena, tw_text_string(&block), block.length);
        plan->failed |= block.failed || !kept;
        scan.blocks[a] = plan->axes[a].is_unknown ? NULL : kept;
        tw_text_free(&block);
    }
    for (unsigned a = 0; a < 3; a++) {
        struct tw_cuda_axis *axis = &plan->axes[a];
        axis->tile = axis->has_blocks ? product(&scan, &factors[a]) : NULL;
        axis->size = limit_of_axis(&scan, a);
        if (!axis->size && axis->tile && !*axis->tile) axis->size = other_size(plan, factors[a].pitch);
    }
    close_scan(&scan);
}
