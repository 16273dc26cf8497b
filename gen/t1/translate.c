/* From a tree of Python to the text of an expression: each node becomes a piece, and an operator joins pieces, with brackets where they need them. */
#include "gen/t1/translate.h"

#include <string.h>

#include "gen/t1/number.h"
#include "gen/t1/piece.h"

typedef struct tw_python node;

bool tw_piece_fail(const struct tw_piece_writer *writer, const node *tree, const char *why)
{
    *writer->fault = (struct tw_expression_fault){why, tree->at};
    return false;
}

static bool is_number(const struct tw_piece *piece)
{
    return piece->type != TW_PIECE_WORD;
}

/* Adds a piece as an operand of something that binds as `rank` does. */
void tw_piece_add(struct tw_text *out, const struct tw_piece *piece, unsigned rank)
{
    const bool brackets = piece->rank < rank;
    if (brackets) tw_text_add_char(out, '(');
    tw_text_add(out, tw_text_part(out, &piece->text));
    if (brackets) tw_text_add_char(out, ')');
}

void tw_pieces_free(struct tw_piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++) tw_text_free(&pieces[i].text);
}

/* Writes two operands; false: none is left to be freed. */
bool tw_piece_write_two(const struct tw_piece_writer *writer, const node *a, const node *b, bool as_truth,
                        struct tw_piece pieces[2])
{
    memset(pieces, 0, 2 * sizeof *pieces);
    if (tw_piece_write(writer, a, as_truth, &pieces[0]) && tw_piece_write(writer, b, as_truth, &pieces[1]))
        return true;
    tw_pieces_free(pieces, 2);
    return false;
}

/* ---- values and names ---- */

void tw_piece_set_value(const struct tw_expression_value *value, struct tw_piece *piece)
{
    static const enum tw_piece_type types[] = {[TW_EXPRESSION_INTEGER] = TW_PIECE_WHOLE,
                                               [TW_EXPRESSION_DOUBLE] = TW_PIECE_FRACTION,
                                               [TW_EXPRESSION_WORD] = TW_PIECE_WORD};
    piece->type = types[value->kind];
    piece->below_zero = value->kind == TW_EXPRESSION_INTEGER  ? value->integer < 0
                        : value->kind == TW_EXPRESSION_DOUBLE ? value->number < 0
                                                              : false;
    piece->rank = piece->below_zero ? TW_RANK_PRODUCT : TW_RANK_ATOM;
    tw_t1_add_value(value, &piece->text);
}

void tw_piece_set_name(const char *name, enum tw_piece_type type, bool below_zero, struct tw_piece *piece)
{
    *piece =
        (struct tw_piece){.text = piece->text, .type = type, .rank = TW_RANK_ATOM, .below_zero = below_zero};
    tw_text_add(&piece->text, name);
}

const struct tw_t1_parameter *tw_t1_find_parameter(const struct tw_t1_scope *scope, const node *name)
{
    for (size_t i = 0; i < scope->parameter_count; i++) {
        if (tw_python_is(name, scope->parameters[i].name)) return &scope->parameters[i];
    }
    return NULL;
}

static void set_parameter(const struct tw_t1_parameter *parameter, struct tw_piece *piece)
{
    enum tw_piece_type type = TW_PIECE_WHOLE;
    bool below_zero = false;
    for (size_t i = 0; i < parameter->values.count; i++) {
        const struct tw_expression_value *value = &parameter->values.value[i];
        if (value->kind == TW_EXPRESSION_WORD) type = TW_PIECE_WORD;
        if (value->kind == TW_EXPRESSION_DOUBLE && type == TW_PIECE_WHOLE) type = TW_PIECE_FRACTION;
        below_zero = below_zero || (value->kind == TW_EXPRESSION_INTEGER && value->integer < 0) ||
                     (value->kind == TW_EXPRESSION_DOUBLE && value->number < 0);
    }
    tw_piece_set_name(parameter->name, type, below_zero, piece);
}

/* The number of a member of the constants, as whole as it is. */
static bool set_constant(const struct tw_t1_scope *scope, const node *tree, struct tw_piece *piece)
{
    for (const cJSON *item = scope->constants ? scope->constants->child : NULL; item; item = item->next) {
        if (!cJSON_IsNumber(item) || !tw_python_is(tree, item->string)) continue;
        const struct tw_expression_value value = tw_t1_number(item->valuedouble);
        tw_piece_set_value(&value, piece);
        return true;
    }
    return false;
}

static bool write_name(const struct tw_piece_writer *writer, const node *tree, struct tw_piece *piece)
{
    const struct tw_t1_scope *scope = writer->scope;
    for (unsigned i = 0; scope->variables[i]; i++) {
        if (!tw_python_is(tree, scope->variables[i])) continue;
        tw_piece_set_value(&scope->bound[i], piece);
        tw_text_clear(&piece->text);
        tw_piece_set_name(scope->variables[i], piece->type, piece->below_zero, piece);
        return true;
    }
    const struct tw_t1_parameter *parameter = tw_t1_find_parameter(scope, tree);
    if (parameter) {
        set_parameter(parameter, piece);
        return true;
    }
    if (set_constant(scope, tree, piece)) return true;
    if (tw_python_is(tree, "ProblemSize") && scope->problem[0] && !scope->problem[1]) {
        tw_piece_set_name(scope->problem[0], TW_PIECE_WHOLE, false, piece);
        return true;
    }
    if (!scope->has_index || !tw_python_is(tree, "i"))
        return tw_piece_fail(writer, tree, "there is nothing of that name");
    tw_piece_set_name("index", TW_PIECE_WHOLE, false, piece);
    return true;
}

/* ProblemSize[0]; p["x"] of a lambda's p; the value of that number of a parameter. */
static bool write_subscript(const struct tw_piece_writer *writer, const node *tree, struct tw_piece *piece)
{
    static const char why[] = "only ProblemSize[0] to [2] and lists of values take a subscript here";
    const struct tw_t1_scope *scope = writer->scope;
    const node *of = tree->child, *index = of->next;
    if (of->kind != TW_PYTHON_NAME) return tw_piece_fail(writer, tree, why);
    if (scope->object && tw_python_is(of, scope->object) && index->kind == TW_PYTHON_STRING)
        return write_name(writer, index, piece);
    struct tw_expression_value number;
    if (index->kind != TW_PYTHON_NUMBER || !tw_t1_read_number(index->text, index->length, &number) ||
        number.kind != TW_EXPRESSION_INTEGER)
        return tw_piece_fail(writer, index, why);
    if (tw_python_is(of, "ProblemSize")) {
        if (number.integer > 2 || !scope->problem[number.integer])
            return tw_piece_fail(writer, index, "ProblemSize has no such element");
        tw_piece_set_name(scope->problem[number.integer], TW_PIECE_WHOLE, false, piece);
        return true;
    }
    const struct tw_t1_parameter *parameter = tw_t1_find_parameter(scope, of);
    if (!parameter || (uint64_t)number.integer >= parameter->values.count)
        return tw_piece_fail(writer, of, why);
    tw_piece_set_value(&parameter->values.value[number.integer], piece);
    return true;
}

static bool write_leaf(const struct tw_piece_writer *writer, const node *tree, struct tw_piece *piece)
{
    struct tw_expression_value value;
    if (tree->kind == TW_PYTHON_TRUTH) {
        tw_piece_set_name(tw_python_is(tree, "True") ? "1" : "0", TW_PIECE_TRUTH, false, piece);
        return true;
    }
    if (tree->kind == TW_PYTHON_NUMBER) {
        if (!tw_t1_read_number(tree->text, tree->length, &value))
            return tw_piece_fail(writer, tree, "no number of 64 bits");
    } else {
        value = (struct tw_expression_value){
            .kind = TW_EXPRESSION_WORD, .length = tree->length, .word = tree->text};
    }
    tw_piece_set_value(&value, piece);
    return true;
}

/* ---- operators ---- */

/* clang-format off */
static const struct { const char *sign; unsigned rank; } binary[] = {
    [TW_PYTHON_OR]     = {" or ", TW_RANK_OR},        [TW_PYTHON_AND]     = {" and ", TW_RANK_AND},
    [TW_PYTHON_BIT_OR] = {" | ", TW_RANK_BIT_OR},     [TW_PYTHON_BIT_XOR] = {" ^ ", TW_RANK_BIT_XOR},
    [TW_PYTHON_BIT_AND] = {" & ", TW_RANK_BIT_AND},   [TW_PYTHON_LEFT]    = {" << ", TW_RANK_SHIFT},
    [TW_PYTHON_RIGHT]  = {" >> ", TW_RANK_SHIFT},     [TW_PYTHON_PLUS]    = {" + ", TW_RANK_SUM},
    [TW_PYTHON_MINUS]  = {" - ", TW_RANK_SUM},        [TW_PYTHON_TIMES]   = {" * ", TW_RANK_PRODUCT},
    [TW_PYTHON_FLOOR]  = {" // ", TW_RANK_PRODUCT},   [TW_PYTHON_DIVIDE]  = {" / ", TW_RANK_PRODUCT},
    [TW_PYTHON_MODULO] = {" % ", TW_RANK_PRODUCT},    [TW_PYTHON_POWER]   = {" ** ", TW_RANK_POWER},
};
static const char *const comparisons[] = {
    [TW_PYTHON_EQUAL] = " == ", [TW_PYTHON_UNEQUAL] = " != ", [TW_PYTHON_MOST] = " <= ",
    [TW_PYTHON_LEAST] = " >= ", [TW_PYTHON_LESS] = " < ", [TW_PYTHON_MORE] = " > ",
};
/* clang-format on */

/* Whether a and b are numbers that the operator takes, and what comes of them. */
static const char *join(enum tw_python_operator op, const struct tw_piece pieces[2], struct tw_piece *piece)
{
    if (!is_number(&pieces[0]) || !is_number(&pieces[1])) return "it computes with a string";
    const bool fraction = pieces[0].type == TW_PIECE_FRACTION || pieces[1].type == TW_PIECE_FRACTION;
    const bool bits = op == TW_PYTHON_BIT_OR || op == TW_PYTHON_BIT_XOR || op == TW_PYTHON_BIT_AND ||
                      op == TW_PYTHON_LEFT || op == TW_PYTHON_RIGHT;
    if (bits && fraction) return "it needs integers";
    piece->type = fraction || op == TW_PYTHON_DIVIDE || (op == TW_PYTHON_POWER && pieces[1].below_zero)
                      ? TW_PIECE_FRACTION
                      : TW_PIECE_WHOLE;
    piece->below_zero = pieces[0].below_zero || pieces[1].below_zero || op == TW_PYTHON_MINUS;
    piece->rank = binary[op].rank;
    return NULL;
}

static bool write_arithmetic(const struct tw_piece_writer *writer, const node *tree, struct tw_piece *piece)
{
    struct tw_piece pieces[2];
    if (!tw_piece_write_two(writer, tree->child, tree->child->next, false, pieces)) return false;
    const enum tw_python_operator op = tree->op;
    const unsigned rank = binary[op].rank;
    const char *wrong = join(op, pieces, piece);
    /* Python divides integers as doubles, and so it raises them to what is below 0. */
    const bool widened = piece->type == TW_PIECE_FRACTION && pieces[0].type != TW_PIECE_FRACTION &&
                         pieces[1].type != TW_PIECE_FRACTION;
    struct tw_text *out = &piece->text;
    if (op == TW_PYTHON_POWER) {
        tw_text_add(out, widened ? "(1.0 * " : "");
        tw_piece_add(out, &pieces[0], widened ? TW_RANK_PRODUCT + 1u : rank + 1);
        tw_text_add(out, widened ? ")" : "");
    } else {
        tw_text_add(out, widened ? "1.0 * " : "");
        tw_piece_add(out, &pieces[0], rank);
    }
    tw_text_add(out, binary[op].sign);
    tw_piece_add(out, &pieces[1], op == TW_PYTHON_POWER ? rank : rank + 1);
    tw_pieces_free(pieces, 2);
    return wrong ? tw_piece_fail(writer, tree, wrong) : true;
}

/* "and" and "or" give one of their sides in Python, and 1 or 0 here: the same where that is a truth value, or only asked for its truth. */
static bool write_logic(const struct tw_piece_writer *writer, const node *tree, bool as_truth,
                        struct tw_piece *piece)
{
    struct tw_piece pieces[2];
    if (!tw_piece_write_two(writer, tree->child, tree->child->next, as_truth, pieces)) return false;
    const unsigned rank = binary[tree->op].rank;
    const bool same = as_truth || (pieces[0].type == TW_PIECE_TRUTH && pieces[1].type == TW_PIECE_TRUTH);
    const bool numbers = is_number(&pieces[0]) && is_number(&pieces[1]);
    piece->type = TW_PIECE_TRUTH;
    piece->rank = rank;
    tw_piece_add(&piece->text, &pieces[0], rank);
    tw_text_add(&piece->text, binary[tree->op].sign);
    tw_piece_add(&piece->text, &pieces[1], rank);
    tw_pieces_free(pieces, 2);
    if (!numbers) return tw_piece_fail(writer, tree, "a string is neither true nor false here");
    return same ||
           tw_piece_fail(writer, tree,
                         "the result of \"and\" and \"or\" is a truth value here, not one of the sides");
}

static bool write_binary(const struct tw_piece_writer *writer, const node *tree, bool as_truth,
                         struct tw_piece *piece)
{
    return tree->op == TW_PYTHON_AND || tree->op == TW_PYTHON_OR ? write_logic(writer, tree, as_truth, piece)
                                                                 : write_arithmetic(writer, tree, piece);
}

static bool write_sign(const struct tw_piece_writer *writer, const node *tree, struct tw_piece *piece)
{
    struct tw_piece of = {0};
    const bool truth = tree->op == TW_PYTHON_NOT;
    if (!tw_piece_write(writer, tree->child, truth, &of)) {
        tw_text_free(&of.text);
        return false;
    }
    tw_text_add(&piece->text, truth                          ? "not "
                              : tree->op == TW_PYTHON_MINUS  ? "-"
                              : tree->op == TW_PYTHON_INVERT ? "~"
                                                             : "");
    tw_piece_add(&piece->text, &of, tree->op == TW_PYTHON_PLUS ? 0 : TW_RANK_ATOM);
    const enum tw_piece_type type = of.type;
    piece->type = truth ? TW_PIECE_TRUTH : type == TW_PIECE_FRACTION ? TW_PIECE_FRACTION : TW_PIECE_WHOLE;
    piece->rank = truth ? TW_RANK_NOT : tree->op == TW_PYTHON_PLUS ? of.rank : TW_RANK_PRODUCT;
    piece->below_zero = !truth && (tree->op != TW_PYTHON_PLUS || of.below_zero);
    tw_text_free(&of.text);
    if (type == TW_PIECE_WORD) return tw_piece_fail(writer, tree, "it computes with a string");
    return type != TW_PIECE_FRACTION || tree->op != TW_PYTHON_INVERT ||
           tw_piece_fail(writer, tree, "it needs an integer");
}

static bool write_choice(const struct tw_piece_writer *writer, const node *tree, bool as_truth,
                         struct tw_piece *piece)
{
    struct tw_piece condition = {0}, pieces[2];
    const node *yes = tree->child->next;
    if (!tw_piece_write(writer, tree->child, true, &condition) ||
        !tw_piece_write_two(writer, yes, yes->next, as_truth, pieces)) {
        tw_text_free(&condition.text);
        return false;
    }
    tw_piece_add(&piece->text, &condition, TW_RANK_CHOICE + 1);
    tw_text_add(&piece->text, " ? ");
    tw_piece_add(&piece->text, &pieces[0], TW_RANK_CHOICE + 1);
    tw_text_add(&piece->text, " : ");
    tw_piece_add(&piece->text, &pieces[1], TW_RANK_CHOICE);
    piece->rank = TW_RANK_CHOICE;
    piece->below_zero = pieces[0].below_zero || pieces[1].below_zero;
    const bool same = pieces[0].type == pieces[1].type;
    const bool numbers = is_number(&pieces[0]) && is_number(&pieces[1]);
    piece->type = same ? pieces[0].type
                  : pieces[0].type == TW_PIECE_FRACTION || pieces[1].type == TW_PIECE_FRACTION
                      ? TW_PIECE_FRACTION
                      : TW_PIECE_WHOLE;
    tw_text_free(&condition.text);
    tw_pieces_free(pieces, 2);
    return same || numbers || tw_piece_fail(writer, tree, "it is a string or a number");
}

/* ---- comparisons ---- */

#define MEMBERS 64u

/* Adds "x == a or x == b", or "x != a and x != b". */
static void add_member(const struct tw_piece *of, const struct tw_piece *member, bool absent, unsigned number,
                       struct tw_text *out)
{
    if (number) tw_text_add(out, absent ? " and " : " or ");
    tw_piece_add(out, of, TW_RANK_SHIFT);
    tw_text_add(out, absent ? " != " : " == ");
    tw_piece_add(out, member, TW_RANK_SHIFT);
}

/* The members of a list that is no literal: a range, values of a parameter. */
static bool add_evaluated(const struct tw_piece_writer *writer, const node *list, const struct tw_piece *of,
                          bool absent, struct tw_text *out, unsigned *count)
{
    struct tw_t1_list values = {0};
    if (!tw_t1_evaluate(writer->scope, list, &values, writer->fault)) return false;
    if (values.count > MEMBERS)
        return tw_piece_fail(writer, list, "it has more than 64 members, which are too many to write out");
    for (size_t i = 0; i < values.count; i++) {
        struct tw_piece member = {0};
        tw_piece_set_value(&values.value[i], &member);
        add_member(of, &member, absent, (*count)++, out);
        tw_text_free(&member.text);
    }
    return true;
}

static bool add_members(const struct tw_piece_writer *writer, const node *list, const struct tw_piece *of,
                        bool absent, struct tw_text *out, unsigned *count)
{
    if (list->kind != TW_PYTHON_LIST) return add_evaluated(writer, list, of, absent, out, count);
    for (const node *item = list->child; item; item = item->next) {
        struct tw_piece member = {0};
        bool done =
            *count < MEMBERS ||
            tw_piece_fail(writer, list, "it has more than 64 members, which are too many to write out");
        done = done && tw_piece_write(writer, item, false, &member);
        if (done) add_member(of, &member, absent, (*count)++, out);
        tw_text_free(&member.text);
        if (!done) return false;
    }
    return true;
}

static bool write_member(const struct tw_piece_writer *writer, const node *tree, struct tw_piece *piece)
{
    struct tw_piece of = {0};
    const node *list = tree->child->next;
    const bool absent = list->before == TW_PYTHON_NOT_IN;
    unsigned count = 0;
    bool done = tw_piece_write(writer, tree->child, false, &of) &&
                add_members(writer, list, &of, absent, &piece->text, &count);
    tw_text_free(&of.text);
    if (!count) tw_text_add(&piece->text, absent ? "1" : "0");
    piece->type = TW_PIECE_TRUTH;
    piece->rank = !count ? TW_RANK_ATOM : count == 1 ? TW_RANK_COMPARE : absent ? TW_RANK_AND : TW_RANK_OR;
    return done;
}

/* Whether the comparisons point the same way, so that the grammar takes them in a row. */
static bool is_chain(const node *tree)
{
    bool less = true, more = true;
    for (const node *operand = tree->child->next; operand; operand = operand->next) {
        less = less && (operand->before == TW_PYTHON_LESS || operand->before == TW_PYTHON_MOST);
        more = more && (operand->before == TW_PYTHON_MORE || operand->before == TW_PYTHON_LEAST);
    }
    return less || more || !tree->child->next->next;
}

static bool write_comparison(const struct tw_piece_writer *writer, const node *tree, struct tw_piece *piece)
{
    const node *second = tree->child->next;
    const bool chain = is_chain(tree),
               member = second->before == TW_PYTHON_IN || second->before == TW_PYTHON_NOT_IN;
    if (member && !second->next) return write_member(writer, tree, piece);
    struct tw_piece before = {0};
    bool done = tw_piece_write(writer, tree->child, false, &before);
    if (chain && done) tw_piece_add(&piece->text, &before, TW_RANK_SHIFT);
    for (const node *operand = second; operand && done; operand = operand->next) {
        struct tw_piece after = {0};
        const char *sign =
            operand->before < sizeof comparisons / sizeof *comparisons ? comparisons[operand->before] : NULL;
        done = sign ? tw_piece_write(writer, operand, false, &after)
                    : tw_piece_fail(writer, operand, "this comparison is not understood");
        if (!chain && operand != second) tw_text_add(&piece->text, " and ");
        if (!chain) tw_piece_add(&piece->text, &before, TW_RANK_SHIFT);
        tw_text_add(&piece->text, done ? sign : "");
        tw_piece_add(&piece->text, &after, TW_RANK_SHIFT);
        tw_text_free(&before.text);
        before = after;
    }
    tw_text_free(&before.text);
    piece->type = TW_PIECE_TRUTH;
    piece->rank = chain ? TW_RANK_COMPARE : TW_RANK_AND;
    return done;
}

/* ---- the whole ---- */

static bool write_lambda(const struct tw_piece_writer *writer, const node *tree, bool as_truth,
                         struct tw_piece *piece)
{
    struct tw_t1_scope inner = *writer->scope;
    inner.object = tw_arena_string(inner.arena, tree->text, tree->length);
    if (!inner.object) return tw_piece_fail(writer, tree, "memory ran out");
    return tw_piece_write(&(struct tw_piece_writer){&inner, writer->fault}, tree->child, as_truth, piece);
}

static bool write_kind(const struct tw_piece_writer *writer, const node *tree, bool as_truth,
                       struct tw_piece *piece)
{
    switch (tree->kind) {
    case TW_PYTHON_NUMBER:
    case TW_PYTHON_STRING:
    case TW_PYTHON_TRUTH:
        return write_leaf(writer, tree, piece);
    case TW_PYTHON_NAME:
        return write_name(writer, tree, piece);
    case TW_PYTHON_INDEX:
        return write_subscript(writer, tree, piece);
    case TW_PYTHON_CALL:
        return tw_piece_write_call(writer, tree, piece);
    case TW_PYTHON_SIGN:
        return write_sign(writer, tree, piece);
    case TW_PYTHON_BINARY:
        return write_binary(writer, tree, as_truth, piece);
    case TW_PYTHON_COMPARE:
        return write_comparison(writer, tree, piece);
    case TW_PYTHON_CHOICE:
        return write_choice(writer, tree, as_truth, piece);
    case TW_PYTHON_LAMBDA:
        return write_lambda(writer, tree, as_truth, piece);
    default:
        return tw_piece_fail(writer, tree, "a list is no value here");
    }
}

/* What stands several times in a translation, as the left side of "in" does, makes it long: nested, without end. */
bool tw_piece_write(const struct tw_piece_writer *writer, const node *tree, bool as_truth,
                    struct tw_piece *piece)
{
    return write_kind(writer, tree, as_truth, piece) &&
           (piece->text.length <= TW_T1_BYTES || tw_piece_fail(writer, tree, "its translation is too long"));
}

bool tw_t1_translate_tree(struct tw_t1_scope *scope, const struct tw_python *tree, enum tw_t1_wanted wanted,
                          struct tw_text *out, struct tw_expression_fault *fault)
{
    const struct tw_piece_writer writer = {scope, fault};
    struct tw_piece piece = {0};
    bool done = wanted == TW_T1_INTEGER ? tw_piece_write_rounded(&writer, tree, TW_ROUND_TO_ZERO, &piece)
                                        : tw_piece_write(&writer, tree, wanted == TW_T1_CONDITION, &piece);
    if (done && wanted == TW_T1_CONDITION && piece.type == TW_PIECE_WORD)
        done = tw_piece_fail(&writer, tree, "a string is neither true nor false here");
    if (done) tw_text_add(out, tw_text_part(out, &piece.text));
    tw_text_free(&piece.text);
    return done;
}

bool tw_t1_translate(struct tw_t1_scope *scope, const char *python, enum tw_t1_wanted wanted,
                     struct tw_text *out, struct tw_expression_fault *fault)
{
    const struct tw_python *tree = tw_python_read(scope->arena, python, fault);
    return tree && tw_t1_translate_tree(scope, tree, wanted, out, fault);
}
