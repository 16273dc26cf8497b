/* Expressions of Python become trees: the grammar stands in python.h. */
#include "gen/t1/python.h"

#include <string.h>

/* clang-format off */
static const struct { const char *sign; unsigned rank; } operators[] = {
    [TW_PYTHON_NO_OPERATOR] = {"", 0},
#define X(constant, sign, rank) [constant] = {sign, rank},
    TW_PYTHON_OPERATORS(X)
#undef X
};
/* clang-format on */
#define OPERATORS    (sizeof operators / sizeof *operators)
#define RANK_NOT     3u
#define RANK_COMPARE 4u
#define RANK_PRODUCT 10u

struct reader {
    struct tw_arena *arena;
    const char *text;
    uint32_t at;
    unsigned depth, operators;
    struct tw_expression_fault *fault;
};

typedef struct tw_python node;

static node *read_expression(struct reader *reader);
static node *read_ranked(struct reader *reader, unsigned rank);
static node *read_signed(struct reader *reader);

static node *fail(const struct reader *reader, uint32_t at, const char *why)
{
    *reader->fault = (struct tw_expression_fault){why, at};
    return NULL;
}

static node *add(const struct reader *reader, enum tw_python_kind kind, uint32_t at, node *child)
{
    node *made = tw_arena_alloc(reader->arena, sizeof *made);
    if (!made) return fail(reader, at, "memory ran out");
    made->kind = kind;
    made->at = at;
    made->child = child;
    return made;
}

static node *add_text(const struct reader *reader, enum tw_python_kind kind, uint32_t at, uint32_t length)
{
    node *made = add(reader, kind, at, NULL);
    if (!made) return NULL;
    made->text = reader->text + at;
    made->length = length;
    return made;
}

bool tw_python_is(const struct tw_python *tree, const char *text)
{
    return tree->text && strlen(text) == tree->length && memcmp(tree->text, text, tree->length) == 0;
}

/* ---- tokens ---- */

static const char *here(struct reader *reader)
{
    while (strchr(" \t\r\n", reader->text[reader->at]) && reader->text[reader->at]) reader->at++;
    return reader->text + reader->at;
}

/* Whether that word, or sign, stands there; it is read. */
static bool take(struct reader *reader, const char *token)
{
    const char *at = here(reader);
    const size_t length = strlen(token);
    if (strncmp(at, token, length) != 0) return false;
    if (tw_expression_begins_name(*token) &&
        (tw_expression_begins_name(at[length]) || tw_expression_is_digit(at[length])))
        return false;
    reader->at += (uint32_t)length;
    return true;
}

static bool expect(struct reader *reader, const char *token, const char *why)
{
    if (take(reader, token)) return true;
    fail(reader, reader->at, why);
    return false;
}

/* The operator of two operands that stands there, of that rank. */
static enum tw_python_operator take_operator(struct reader *reader, unsigned rank)
{
    const uint32_t start = reader->at;
    for (unsigned op = 1; op < OPERATORS; op++) {
        if (op == TW_PYTHON_NOT_IN) {
            if (rank == RANK_COMPARE && take(reader, "not") && take(reader, "in")) return TW_PYTHON_NOT_IN;
            reader->at = start;
        } else if (op != TW_PYTHON_NOT && take(reader, operators[op].sign)) {
            if (operators[op].rank == rank) return (enum tw_python_operator)op;
            reader->at = start;
            return TW_PYTHON_NO_OPERATOR;
        }
    }
    return TW_PYTHON_NO_OPERATOR;
}

/* ---- operands ---- */

static node *read_number(struct reader *reader)
{
    const char *at = reader->text + reader->at;
    const uint32_t start = reader->at;
    uint32_t length = 0;
    while (
        tw_expression_is_digit(at[length]) || tw_expression_begins_name(at[length]) || at[length] == '.' ||
        ((at[length] == '-' || at[length] == '+') && length && strchr("eE", at[length - 1]) && at[1] != 'x'))
        length++;
    reader->at += length;
    if (memchr(at, 'j', length)) return fail(reader, start, "complex numbers are not understood");
    return add_text(reader, TW_PYTHON_NUMBER, start, length);
}

static node *read_string(struct reader *reader)
{
    const uint32_t start = reader->at++;
    const char quote = reader->text[start];
    uint32_t length = 0;
    for (const char *at = reader->text + reader->at; at[length] != quote; length++) {
        if (!at[length]) return fail(reader, start, "the string does not end");
        if (at[length] == '\\') return fail(reader, start, "strings with \\ are not understood");
    }
    node *made = add_text(reader, TW_PYTHON_STRING, reader->at, length);
    reader->at += length + 1;
    if (made) made->at = start;
    return made;
}

/* The clauses after the element of a comprehension. */
static node *read_loops(struct reader *reader, node *element)
{
    node *last = element;
    while (last) {
        const bool loop = take(reader, "for");
        if (!loop && !take(reader, "if")) break;
        here(reader);
        const uint32_t at = reader->at, length = tw_expression_name_length(reader->text + at);
        if (loop && !length) return fail(reader, at, "a loop has one variable, whose name should stand here");
        if (loop) reader->at += length;
        if (loop && !expect(reader, "in", "\"in\" should stand here")) return NULL;
        node *part = read_ranked(reader, 1);
        last->next = part ? add(reader, loop ? TW_PYTHON_FOR : TW_PYTHON_IF, at, part) : NULL;
        last = last->next;
        if (last && loop) last->text = reader->text + at, last->length = length;
    }
    return last ? add(reader, TW_PYTHON_LOOPS, element->at, element) : NULL;
}

/* What stands between brackets, up to the closing one: children, or a comprehension. *first: the children; *comma: one was followed by one. */
static bool read_items(struct reader *reader, const char *close, node **first, bool *comma)
{
    node **place = first;
    *comma = false;
    while (!take(reader, close)) {
        node *item = read_expression(reader);
        if (!item) return false;
        const char *at = here(reader);
        if (place == first && strncmp(at, "for", 3) == 0 && !(item = read_loops(reader, item))) return false;
        *place = item;
        place = &item->next;
        if (take(reader, ",")) {
            *comma = true;
            continue;
        }
        if (!expect(reader, close, "a comma or the closing bracket should stand here")) return false;
        break;
    }
    return true;
}

static node *read_bracket(struct reader *reader, bool round)
{
    const uint32_t start = reader->at++;
    node *first = NULL;
    bool comma;
    if (!read_items(reader, round ? ")" : "]", &first, &comma)) return NULL;
    if (first && first->kind == TW_PYTHON_LOOPS) return first;
    if (round && first && !comma) return first;
    return add(reader, TW_PYTHON_LIST, start, first);
}

/* A name with its dots, a constant, or the function of a call. */
static node *read_name(struct reader *reader)
{
    const uint32_t start = reader->at;
    uint32_t length = tw_expression_name_length(reader->text + start), more;
    while (reader->text[start + length] == '.' &&
           (more = tw_expression_name_length(reader->text + start + length + 1)))
        length += more + 1;
    reader->at += length;
    node *name = add_text(reader, TW_PYTHON_NAME, start, length);
    if (!name) return NULL;
    if (tw_python_is(name, "True") || tw_python_is(name, "False")) name->kind = TW_PYTHON_TRUTH;
    bool comma;
    if (!take(reader, "(")) return name;
    name->kind = TW_PYTHON_CALL;
    return read_items(reader, ")", &name->child, &comma) ? name : NULL;
}

static node *read_operand(struct reader *reader)
{
    const char *at = here(reader);
    if (tw_expression_is_digit(*at) || (*at == '.' && tw_expression_is_digit(at[1])))
        return read_number(reader);
    if (*at == '"' || *at == '\'') return read_string(reader);
    if (*at == '(' || *at == '[') return read_bracket(reader, *at == '(');
    if (tw_expression_begins_name(*at)) return read_name(reader);
    return fail(reader, reader->at, *at ? "a value should stand here" : "it ends where a value should stand");
}

static node *read_subscripts(struct reader *reader)
{
    node *of = read_operand(reader);
    while (of && take(reader, "[")) {
        of->next = read_expression(reader);
        if (!of->next || !expect(reader, "]", "only one index in [ ] is understood")) return NULL;
        of = add(reader, TW_PYTHON_INDEX, of->at, of);
    }
    if (of && (*here(reader) == '.' || *here(reader) == '('))
        return fail(reader, reader->at, "methods and calls of values are not understood");
    return of;
}

/* ---- operators ---- */

static node *add_two(struct reader *reader, enum tw_python_operator op, node *left, node *right)
{
    if (++reader->operators > TW_PYTHON_OPERATORS_MOST) return fail(reader, reader->at, "it is too long");
    node *made = left && right ? add(reader, TW_PYTHON_BINARY, left->at, left) : NULL;
    if (!made) return NULL;
    left->next = right;
    made->op = op;
    return made;
}

static node *add_sign(struct reader *reader, enum tw_python_operator op, uint32_t at, node *of)
{
    node *made = of ? add(reader, TW_PYTHON_SIGN, at, of) : NULL;
    if (made) made->op = op;
    return made;
}

static node *read_power(struct reader *reader)
{
    node *left = read_subscripts(reader);
    return left && take(reader, "**") ? add_two(reader, TW_PYTHON_POWER, left, read_signed(reader)) : left;
}

/* Everything that can stand in itself without end passes here, or read_expression. */
static node *read_signed(struct reader *reader)
{
    here(reader);
    const uint32_t at = reader->at;
    if (++reader->depth > TW_PYTHON_DEPTH) return fail(reader, at, "it is nested too deeply");
    node *made = take(reader, "-")   ? add_sign(reader, TW_PYTHON_MINUS, at, read_signed(reader))
                 : take(reader, "+") ? add_sign(reader, TW_PYTHON_PLUS, at, read_signed(reader))
                 : take(reader, "~") ? add_sign(reader, TW_PYTHON_INVERT, at, read_signed(reader))
                                     : read_power(reader);
    reader->depth--;
    return made;
}

static node *read_comparison(struct reader *reader)
{
    node *first = read_ranked(reader, RANK_COMPARE + 1), *last = first;
    enum tw_python_operator op;
    while (last && (op = take_operator(reader, RANK_COMPARE))) {
        last->next = read_ranked(reader, RANK_COMPARE + 1);
        last = last->next;
        if (last) last->before = op;
    }
    if (!last) return NULL;
    return first->next ? add(reader, TW_PYTHON_COMPARE, first->at, first) : first;
}

static node *read_not(struct reader *reader)
{
    here(reader);
    const uint32_t at = reader->at;
    if (!take(reader, "not")) return read_comparison(reader);
    if (++reader->depth > TW_PYTHON_DEPTH) return fail(reader, at, "it is nested too deeply");
    node *made = add_sign(reader, TW_PYTHON_NOT, at, read_not(reader));
    reader->depth--;
    return made;
}

/* Operators of that rank, and of those that bind more tightly. */
static node *read_ranked(struct reader *reader, unsigned rank)
{
    if (rank == RANK_NOT) return read_not(reader);
    if (rank > RANK_PRODUCT) return read_signed(reader);
    node *left = read_ranked(reader, rank + 1);
    enum tw_python_operator op;
    while (left && (op = take_operator(reader, rank)))
        left = add_two(reader, op, left, read_ranked(reader, rank + 1));
    return left;
}

static node *read_lambda(struct reader *reader)
{
    here(reader);
    const uint32_t at = reader->at, length = tw_expression_name_length(reader->text + at);
    reader->at += length;
    if (!length || !expect(reader, ":", "a lambda of one parameter is understood")) return NULL;
    node *body = read_expression(reader);
    node *made = body ? add_text(reader, TW_PYTHON_LAMBDA, at, length) : NULL;
    if (made) made->child = body;
    return made;
}

static node *read_choice(struct reader *reader)
{
    node *yes = read_ranked(reader, 1);
    if (!yes || !take(reader, "if")) return yes;
    node *condition = read_ranked(reader, 1);
    if (!condition || !expect(reader, "else", "\"else\" should stand here")) return NULL;
    node *no = read_expression(reader);
    if (!no) return NULL;
    condition->next = yes;
    yes->next = no;
    return add(reader, TW_PYTHON_CHOICE, yes->at, condition);
}

static node *read_expression(struct reader *reader)
{
    if (++reader->depth > TW_PYTHON_DEPTH) return fail(reader, reader->at, "it is nested too deeply");
    node *made = take(reader, "lambda") ? read_lambda(reader) : read_choice(reader);
    reader->depth--;
    return made;
}

struct tw_python *tw_python_read(struct tw_arena *arena, const char *text, struct tw_expression_fault *fault)
{
    struct reader reader = {.arena = arena, .text = text, .fault = fault};
    if (strlen(text) > TW_PYTHON_BYTES) return fail(&reader, 0, "it is too long");
    node *made = read_expression(&reader);
    if (made && *here(&reader)) return fail(&reader, reader.at, "an operator should stand here");
    return made;
}
