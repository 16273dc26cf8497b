/* From a tree of Python to the text of an expression: each node becomes a piece, and an operator joins pieces, with brackets where they need them. */
#include "gen/t1/translate.h"

#include <string.h>

#include "base/expression/operators.h"
#include "gen/t1/number.h"

typedef struct tw_python node;

/* What a piece is worth. */
enum type { WHOLE, TRUTH, FRACTION, WORD };

#define RANK_ATOM (TW_RANK_POWER + 1)

struct piece {
    struct tw_text text;
    enum type type;
    unsigned rank;   /* how tightly its loosest operator binds (base/expression/operators.h), or RANK_ATOM */
    bool below_zero; /* it may be */
};

struct writer {
    struct tw_t1_scope *scope;
    struct tw_expression_fault *fault;
};

static bool write_node(const struct writer *writer, const node *tree, bool as_truth, struct piece *piece);

static bool fail(const struct writer *writer, const node *tree, const char *why)
{
    *writer->fault = (struct tw_expression_fault){why, tree->at};
    return false;
}

static bool is_number(const struct piece *piece)
{
    return piece->type != WORD;
}

/* Adds a piece as an operand of something that binds as `rank` does. */
static void add_piece(struct tw_text *out, const struct piece *piece, unsigned rank)
{
    const bool brackets = piece->rank < rank;
    if (brackets) tw_text_add_char(out, '(');
    tw_text_add(out, tw_text_part(out, &piece->text));
    if (brackets) tw_text_add_char(out, ')');
}

static void free_pieces(struct piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++) tw_text_free(&pieces[i].text);
}

/* Writes two operands; false: none is left to be freed. */
static bool write_two(const struct writer *writer, const node *a, const node *b, bool as_truth,
                      struct piece pieces[2])
{
    memset(pieces, 0, 2 * sizeof *pieces);
    if (write_node(writer, a, as_truth, &pieces[0]) && write_node(writer, b, as_truth, &pieces[1]))
        return true;
    free_pieces(pieces, 2);
    return false;
}

/* ---- values and names ---- */

static void set_value(const struct tw_expression_value *value, struct piece *piece)
{
    static const enum type types[] = {
        [TW_EXPRESSION_INTEGER] = WHOLE, [TW_EXPRESSION_DOUBLE] = FRACTION, [TW_EXPRESSION_WORD] = WORD};
    piece->type = types[value->kind];
    piece->below_zero = value->kind == TW_EXPRESSION_INTEGER  ? value->integer < 0
                        : value->kind == TW_EXPRESSION_DOUBLE ? value->number < 0
                                                              : false;
    piece->rank = piece->below_zero ? TW_RANK_PRODUCT : RANK_ATOM;
    tw_t1_add_value(value, &piece->text);
}

static void set_name(const char *name, enum type type, bool below_zero, struct piece *piece)
{
    *piece = (struct piece){.text = piece->text, .type = type, .rank = RANK_ATOM, .below_zero = below_zero};
    tw_text_add(&piece->text, name);
}

static const struct tw_t1_parameter *find_parameter(const struct tw_t1_scope *scope, const char *name,
                                                    size_t length)
{
    for (size_t i = 0; i < scope->parameter_count; i++) {
        const struct tw_t1_parameter *parameter = &scope->parameters[i];
        if (strlen(parameter->name) == length && memcmp(parameter->name, name, length) == 0) return parameter;
    }
    return NULL;
}

static void set_parameter(const struct tw_t1_parameter *parameter, struct piece *piece)
{
    enum type type = WHOLE;
    bool below_zero = false;
    for (size_t i = 0; i < parameter->values.count; i++) {
        const struct tw_expression_value *value = &parameter->values.value[i];
        if (value->kind == TW_EXPRESSION_WORD) type = WORD;
        if (value->kind == TW_EXPRESSION_DOUBLE && type == WHOLE) type = FRACTION;
        below_zero = below_zero || (value->kind == TW_EXPRESSION_INTEGER && value->integer < 0) ||
                     (value->kind == TW_EXPRESSION_DOUBLE && value->number < 0);
    }
    set_name(parameter->name, type, below_zero, piece);
}

/* The number of a member of the constants, as whole as it is. */
static bool set_constant(const struct tw_t1_scope *scope, const node *tree, struct piece *piece)
{
    for (const cJSON *item = scope->constants ? scope->constants->child : NULL; item; item = item->next) {
        if (!cJSON_IsNumber(item) || !tw_python_is(tree, item->string)) continue;
        const struct tw_expression_value value = tw_t1_number(item->valuedouble);
        set_value(&value, piece);
        return true;
    }
    return false;
}

static bool write_name(const struct writer *writer, const node *tree, struct piece *piece)
{
    const struct tw_t1_scope *scope = writer->scope;
    for (unsigned i = 0; scope->variables[i]; i++) {
        if (!tw_python_is(tree, scope->variables[i])) continue;
        set_value(&scope->bound[i], piece);
        tw_text_clear(&piece->text);
        set_name(scope->variables[i], piece->type, piece->below_zero, piece);
        return true;
    }
    const struct tw_t1_parameter *parameter = find_parameter(scope, tree->text, tree->length);
    if (parameter) {
        set_parameter(parameter, piece);
        return true;
    }
    if (set_constant(scope, tree, piece)) return true;
    if (tw_python_is(tree, "ProblemSize") && scope->problem[0] && !scope->problem[1]) {
        set_name(scope->problem[0], WHOLE, false, piece);
        return true;
    }
    if (!scope->has_index || !tw_python_is(tree, "i"))
        return fail(writer, tree, "there is nothing of that name");
    set_name("index", WHOLE, false, piece);
    return true;
}

/* ProblemSize[0]; p["x"] of a lambda's p; the value of that number of a parameter. */
static bool write_subscript(const struct writer *writer, const node *tree, struct piece *piece)
{
    static const char why[] = "only ProblemSize[0] to [2] and lists of values take a subscript here";
    const struct tw_t1_scope *scope = writer->scope;
    const node *of = tree->child, *index = of->next;
    if (of->kind != TW_PYTHON_NAME) return fail(writer, tree, why);
    if (scope->object && tw_python_is(of, scope->object) && index->kind == TW_PYTHON_STRING)
        return write_name(writer, index, piece);
    struct tw_expression_value number;
    if (index->kind != TW_PYTHON_NUMBER || !tw_t1_read_number(index->text, index->length, &number) ||
        number.kind != TW_EXPRESSION_INTEGER)
        return fail(writer, index, why);
    if (tw_python_is(of, "ProblemSize")) {
        if (number.integer > 2 || !scope->problem[number.integer])
            return fail(writer, index, "ProblemSize has no such element");
        set_name(scope->problem[number.integer], WHOLE, false, piece);
        return true;
    }
    const struct tw_t1_parameter *parameter = find_parameter(scope, of->text, of->length);
    if (!parameter || (uint64_t)number.integer >= parameter->values.count) return fail(writer, of, why);
    set_value(&parameter->values.value[number.integer], piece);
    return true;
}

static bool write_leaf(const struct writer *writer, const node *tree, struct piece *piece)
{
    struct tw_expression_value value;
    if (tree->kind == TW_PYTHON_TRUTH) {
        set_name(tw_python_is(tree, "True") ? "1" : "0", TRUTH, false, piece);
        return true;
    }
    if (tree->kind == TW_PYTHON_NUMBER) {
        if (!tw_t1_read_number(tree->text, tree->length, &value))
            return fail(writer, tree, "no number of 64 bits");
    } else {
        value = (struct tw_expression_value){
            .kind = TW_EXPRESSION_WORD, .length = tree->length, .word = tree->text};
    }
    set_value(&value, piece);
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
static const char *join(enum tw_python_operator op, const struct piece pieces[2], struct piece *piece)
{
    if (!is_number(&pieces[0]) || !is_number(&pieces[1])) return "it computes with a string";
    const bool fraction = pieces[0].type == FRACTION || pieces[1].type == FRACTION;
    const bool bits = op == TW_PYTHON_BIT_OR || op == TW_PYTHON_BIT_XOR || op == TW_PYTHON_BIT_AND ||
                      op == TW_PYTHON_LEFT || op == TW_PYTHON_RIGHT;
    if (bits && fraction) return "it needs integers";
    piece->type = fraction || op == TW_PYTHON_DIVIDE || (op == TW_PYTHON_POWER && pieces[1].below_zero)
                      ? FRACTION
                      : WHOLE;
    piece->below_zero = pieces[0].below_zero || pieces[1].below_zero || op == TW_PYTHON_MINUS;
    piece->rank = binary[op].rank;
    return NULL;
}

static bool write_arithmetic(const struct writer *writer, const node *tree, struct piece *piece)
{
    struct piece pieces[2];
    if (!write_two(writer, tree->child, tree->child->next, false, pieces)) return false;
    const enum tw_python_operator op = tree->op;
    const unsigned rank = binary[op].rank;
    const char *wrong = join(op, pieces, piece);
    /* Python divides integers as doubles, and so it raises them to what is below 0. */
    const bool widened = piece->type == FRACTION && pieces[0].type != FRACTION && pieces[1].type != FRACTION;
    struct tw_text *out = &piece->text;
    if (op == TW_PYTHON_POWER) {
        tw_text_add(out, widened ? "(1.0 * " : "");
        add_piece(out, &pieces[0], widened ? TW_RANK_PRODUCT + 1u : rank + 1);
        tw_text_add(out, widened ? ")" : "");
    } else {
        tw_text_add(out, widened ? "1.0 * " : "");
        add_piece(out, &pieces[0], rank);
    }
    tw_text_add(out, binary[op].sign);
    add_piece(out, &pieces[1], op == TW_PYTHON_POWER ? rank : rank + 1);
    free_pieces(pieces, 2);
    return wrong ? fail(writer, tree, wrong) : true;
}

/* "and" and "or" give one of their sides in Python, and 1 or 0 here: the same where that is a truth value, or only asked for its truth. */
static bool write_logic(const struct writer *writer, const node *tree, bool as_truth, struct piece *piece)
{
    struct piece pieces[2];
    if (!write_two(writer, tree->child, tree->child->next, as_truth, pieces)) return false;
    const unsigned rank = binary[tree->op].rank;
    const bool same = as_truth || (pieces[0].type == TRUTH && pieces[1].type == TRUTH);
    const bool numbers = is_number(&pieces[0]) && is_number(&pieces[1]);
    piece->type = TRUTH;
    piece->rank = rank;
    add_piece(&piece->text, &pieces[0], rank);
    tw_text_add(&piece->text, binary[tree->op].sign);
    add_piece(&piece->text, &pieces[1], rank);
    free_pieces(pieces, 2);
    if (!numbers) return fail(writer, tree, "a string is neither true nor false here");
    return same ||
           fail(writer, tree, "the result of \"and\" and \"or\" is a truth value here, not one of the sides");
}

static bool write_binary(const struct writer *writer, const node *tree, bool as_truth, struct piece *piece)
{
    return tree->op == TW_PYTHON_AND || tree->op == TW_PYTHON_OR ? write_logic(writer, tree, as_truth, piece)
                                                                 : write_arithmetic(writer, tree, piece);
}

static bool write_sign(const struct writer *writer, const node *tree, struct piece *piece)
{
    struct piece of = {0};
    const bool truth = tree->op == TW_PYTHON_NOT;
    if (!write_node(writer, tree->child, truth, &of)) {
        tw_text_free(&of.text);
        return false;
    }
    tw_text_add(&piece->text, truth                          ? "not "
                              : tree->op == TW_PYTHON_MINUS  ? "-"
                              : tree->op == TW_PYTHON_INVERT ? "~"
                                                             : "");
    add_piece(&piece->text, &of, tree->op == TW_PYTHON_PLUS ? 0 : RANK_ATOM);
    const enum type type = of.type;
    piece->type = truth ? TRUTH : type == FRACTION ? FRACTION : WHOLE;
    piece->rank = truth ? TW_RANK_NOT : tree->op == TW_PYTHON_PLUS ? of.rank : TW_RANK_PRODUCT;
    piece->below_zero = !truth && (tree->op != TW_PYTHON_PLUS || of.below_zero);
    tw_text_free(&of.text);
    if (type == WORD) return fail(writer, tree, "it computes with a string");
    return type != FRACTION || tree->op != TW_PYTHON_INVERT || fail(writer, tree, "it needs an integer");
}

static bool write_choice(const struct writer *writer, const node *tree, bool as_truth, struct piece *piece)
{
    struct piece condition = {0}, pieces[2];
    const node *yes = tree->child->next;
    if (!write_node(writer, tree->child, true, &condition) ||
        !write_two(writer, yes, yes->next, as_truth, pieces)) {
        tw_text_free(&condition.text);
        return false;
    }
    add_piece(&piece->text, &condition, TW_RANK_CHOICE + 1);
    tw_text_add(&piece->text, " ? ");
    add_piece(&piece->text, &pieces[0], TW_RANK_CHOICE + 1);
    tw_text_add(&piece->text, " : ");
    add_piece(&piece->text, &pieces[1], TW_RANK_CHOICE);
    piece->rank = TW_RANK_CHOICE;
    piece->below_zero = pieces[0].below_zero || pieces[1].below_zero;
    const bool same = pieces[0].type == pieces[1].type;
    const bool numbers = is_number(&pieces[0]) && is_number(&pieces[1]);
    piece->type = same                                                       ? pieces[0].type
                  : pieces[0].type == FRACTION || pieces[1].type == FRACTION ? FRACTION
                                                                             : WHOLE;
    tw_text_free(&condition.text);
    free_pieces(pieces, 2);
    return same || numbers || fail(writer, tree, "it is a string or a number");
}

/* ---- comparisons ---- */

#define MEMBERS 64u

/* Adds "x == a or x == b", or "x != a and x != b". */
static void add_member(const struct piece *of, const struct piece *member, bool absent, unsigned number,
                       struct tw_text *out)
{
    if (number) tw_text_add(out, absent ? " and " : " or ");
    add_piece(out, of, TW_RANK_SHIFT);
    tw_text_add(out, absent ? " != " : " == ");
    add_piece(out, member, TW_RANK_SHIFT);
}

/* The members of a list that is no literal: a range, values of a parameter. */
static bool add_evaluated(const struct writer *writer, const node *list, const struct piece *of, bool absent,
                          struct tw_text *out, unsigned *count)
{
    struct tw_t1_list values = {0};
    if (!tw_t1_evaluate(writer->scope, list, &values, writer->fault)) return false;
    if (values.count > MEMBERS) return fail(writer, list, "more than 64 members are not written out");
    for (size_t i = 0; i < values.count; i++) {
        struct piece member = {0};
        set_value(&values.value[i], &member);
        add_member(of, &member, absent, (*count)++, out);
        tw_text_free(&member.text);
    }
    return true;
}

static bool add_members(const struct writer *writer, const node *list, const struct piece *of, bool absent,
                        struct tw_text *out, unsigned *count)
{
    if (list->kind != TW_PYTHON_LIST) return add_evaluated(writer, list, of, absent, out, count);
    for (const node *item = list->child; item; item = item->next) {
        struct piece member = {0};
        bool done = *count < MEMBERS || fail(writer, list, "more than 64 members are not written out");
        done = done && write_node(writer, item, false, &member);
        if (done) add_member(of, &member, absent, (*count)++, out);
        tw_text_free(&member.text);
        if (!done) return false;
    }
    return true;
}

static bool write_member(const struct writer *writer, const node *tree, struct piece *piece)
{
    struct piece of = {0};
    const node *list = tree->child->next;
    const bool absent = list->before == TW_PYTHON_NOT_IN;
    unsigned count = 0;
    bool done = write_node(writer, tree->child, false, &of) &&
                add_members(writer, list, &of, absent, &piece->text, &count);
    tw_text_free(&of.text);
    if (!count) tw_text_add(&piece->text, absent ? "1" : "0");
    piece->type = TRUTH;
    piece->rank = !count ? RANK_ATOM : count == 1 ? TW_RANK_COMPARE : absent ? TW_RANK_AND : TW_RANK_OR;
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

static bool write_comparison(const struct writer *writer, const node *tree, struct piece *piece)
{
    const node *second = tree->child->next;
    const bool chain = is_chain(tree),
               member = second->before == TW_PYTHON_IN || second->before == TW_PYTHON_NOT_IN;
    if (member && !second->next) return write_member(writer, tree, piece);
    struct piece before = {0};
    bool done = write_node(writer, tree->child, false, &before);
    if (chain && done) add_piece(&piece->text, &before, TW_RANK_SHIFT);
    for (const node *operand = second; operand && done; operand = operand->next) {
        struct piece after = {0};
        const char *sign =
            operand->before < sizeof comparisons / sizeof *comparisons ? comparisons[operand->before] : NULL;
        done = sign ? write_node(writer, operand, false, &after)
                    : fail(writer, operand, "this comparison is not understood");
        if (!chain && operand != second) tw_text_add(&piece->text, " and ");
        if (!chain) add_piece(&piece->text, &before, TW_RANK_SHIFT);
        tw_text_add(&piece->text, done ? sign : "");
        add_piece(&piece->text, &after, TW_RANK_SHIFT);
        tw_text_free(&before.text);
        before = after;
    }
    tw_text_free(&before.text);
    piece->type = TRUTH;
    piece->rank = chain ? TW_RANK_COMPARE : TW_RANK_AND;
    return done;
}

/* ---- functions ---- */

/* "A // B" or "ceil_div(A, B)" of a quotient of integers; false, with nothing written, of anything else. */
static bool write_quotient(const struct writer *writer, const node *tree, bool up, bool toward_zero,
                           struct piece *piece)
{
    struct piece pieces[2];
    if (tree->kind != TW_PYTHON_BINARY || tree->op != TW_PYTHON_DIVIDE) return false;
    if (!write_two(writer, tree->child, tree->child->next, false, pieces)) return false;
    const bool whole = (pieces[0].type == WHOLE || pieces[0].type == TRUTH) &&
                       (pieces[1].type == WHOLE || pieces[1].type == TRUTH);
    piece->below_zero = pieces[0].below_zero || pieces[1].below_zero;
    const bool done = whole && !(toward_zero && piece->below_zero);
    if (done) {
        tw_text_add(&piece->text, up ? "ceil_div(" : "");
        add_piece(&piece->text, &pieces[0], up ? 0 : TW_RANK_PRODUCT);
        tw_text_add(&piece->text, up ? ", " : " // ");
        add_piece(&piece->text, &pieces[1], up ? 0 : TW_RANK_PRODUCT + 1);
        tw_text_add(&piece->text, up ? ")" : "");
        piece->rank = up ? RANK_ATOM : TW_RANK_PRODUCT;
        piece->type = WHOLE;
    }
    free_pieces(pieces, 2);
    return done;
}

static void add_call(const char *name, const struct piece *of, struct piece *piece)
{
    tw_text_addf(&piece->text, "%s(%s)", name, tw_text_part(&piece->text, &of->text));
    piece->rank = RANK_ATOM;
}

enum rounding { DOWN, UP, TO_ZERO };

/* math.floor, math.ceil and int. */
static bool write_rounded(const struct writer *writer, const node *tree, enum rounding how,
                          struct piece *piece)
{
    if (write_quotient(writer, tree, how == UP, how == TO_ZERO, piece)) return true;
    struct piece of = {0};
    if (!write_node(writer, tree, false, &of) || of.type == WORD) {
        const bool word = of.type == WORD && of.text.length;
        tw_text_free(&of.text);
        return word ? fail(writer, tree, "a string is no number here") : false;
    }
    piece->below_zero = of.below_zero;
    if (of.type != FRACTION) {
        *piece = of;
        return true;
    }
    piece->type = WHOLE;
    if (how != TO_ZERO || !of.below_zero) {
        add_call(how == UP ? "ceil" : "floor", &of, piece);
    } else {
        add_piece(&piece->text, &of, TW_RANK_SHIFT);
        tw_text_add(&piece->text, " < 0 ? ");
        add_call("ceil", &of, piece);
        tw_text_add(&piece->text, " : ");
        add_call("floor", &of, piece);
        piece->rank = TW_RANK_CHOICE;
    }
    tw_text_free(&of.text);
    return true;
}

/* What functions of a list get: the items of the one list, or the arguments. */
static const node *items_of(const node *call)
{
    const bool list = call->child && call->child->kind == TW_PYTHON_LIST && !call->child->next;
    return list ? call->child->child : call->child;
}

/* Joins the items by an operator, and begins with `empty` where there is none. */
static bool write_joined(const struct writer *writer, const node *call, const char *sign, unsigned rank,
                         const char *empty, struct piece *piece)
{
    const bool truth = rank == TW_RANK_AND || rank == TW_RANK_OR;
    const node *items = items_of(call);
    if (items == call->child) return fail(writer, call, "this function takes a list here");
    piece->type = truth ? TRUTH : WHOLE;
    piece->rank = rank;
    if (!items) set_name(empty, piece->type, false, piece);
    for (const node *item = items; item; item = item->next) {
        struct piece of = {0};
        const bool done = write_node(writer, item, truth, &of);
        if (item != items) tw_text_add(&piece->text, sign);
        add_piece(&piece->text, &of, item == items ? rank : rank + 1);
        if (of.type == FRACTION && !truth) piece->type = FRACTION;
        piece->below_zero = piece->below_zero || of.below_zero;
        const bool word = of.type == WORD;
        tw_text_free(&of.text);
        if (!done) return false;
        if (word) return fail(writer, item, "it computes with a string");
    }
    return true;
}

/* The greatest or least value of a parameter, or of a list that has a value now. */
static bool write_extreme_of(const struct writer *writer, const node *of, bool greatest, struct piece *piece)
{
    const struct tw_t1_parameter *parameter =
        of->kind == TW_PYTHON_NAME ? find_parameter(writer->scope, of->text, of->length) : NULL;
    struct tw_t1_list list = {0};
    struct tw_expression_value value;
    if (parameter) list = parameter->values;
    if (!parameter && !tw_t1_evaluate(writer->scope, of, &list, writer->fault)) return false;
    if (!tw_t1_extreme(&list, greatest, &value)) return fail(writer, of, "it is no list of numbers");
    set_value(&value, piece);
    return true;
}

static bool write_extreme(const struct writer *writer, const node *call, bool greatest, struct piece *piece)
{
    const node *items = items_of(call);
    if (!items) return fail(writer, call, "it has nothing to choose from");
    if (!items->next && items == call->child) return write_extreme_of(writer, items, greatest, piece);
    piece->type = WHOLE;
    piece->rank = RANK_ATOM;
    tw_text_add(&piece->text, greatest ? "max(" : "min(");
    for (const node *item = items; item; item = item->next) {
        struct piece of = {0};
        const bool done = write_node(writer, item, false, &of);
        if (item != items) tw_text_add(&piece->text, ", ");
        add_piece(&piece->text, &of, 0);
        if (of.type == FRACTION) piece->type = FRACTION;
        piece->below_zero = piece->below_zero || of.below_zero;
        const bool word = of.type == WORD;
        tw_text_free(&of.text);
        if (!done) return false;
        if (word) return fail(writer, item, "it computes with a string");
    }
    tw_text_add_char(&piece->text, ')');
    return true;
}

static bool write_length(const struct writer *writer, const node *of, struct piece *piece)
{
    const struct tw_t1_parameter *parameter =
        of->kind == TW_PYTHON_NAME ? find_parameter(writer->scope, of->text, of->length) : NULL;
    struct tw_t1_list list = {0};
    if (!parameter && !tw_t1_evaluate(writer->scope, of, &list, writer->fault)) return false;
    const struct tw_expression_value value = {
        .kind = TW_EXPRESSION_INTEGER,
        .integer = (int64_t)(parameter ? parameter->values.count : list.count)};
    set_value(&value, piece);
    return true;
}

/* clang-format off */
enum function { F_NONE, F_MIN, F_MAX, F_INT, F_FLOOR, F_CEIL, F_ALL, F_ANY, F_SUM, F_PROD, F_LEN, F_ABS, F_LOG2, F_FLOAT, F_BOOL, F_SQRT, F_POW, F_GCD };

/* The functions, the number of their arguments (0: any), and what stands around these. */
static const struct function_row {
    const char *name;
    enum function function;
    unsigned count;
    const char *before, *between, *after;
} functions[] = {
    {"min", F_MIN, 0, 0, 0, 0},         {"max", F_MAX, 0, 0, 0, 0},         {"amin", F_MIN, 1, 0, 0, 0},   {"amax", F_MAX, 1, 0, 0, 0},
    {"int", F_INT, 1, 0, 0, 0},         {"int32", F_INT, 1, 0, 0, 0},       {"int64", F_INT, 1, 0, 0, 0},  {"trunc", F_INT, 1, 0, 0, 0},
    {"floor", F_FLOOR, 1, 0, 0, 0},     {"ceil", F_CEIL, 1, 0, 0, 0},       {"all", F_ALL, 1, 0, 0, 0},    {"any", F_ANY, 1, 0, 0, 0},
    {"sum", F_SUM, 1, 0, 0, 0},         {"prod", F_PROD, 1, 0, 0, 0},       {"len", F_LEN, 1, 0, 0, 0},
    {"abs", F_ABS, 1, "abs(", "", ")"}, {"fabs", F_ABS, 1, "abs(1.0 * (", "", "))"}, {"log2", F_LOG2, 1, "log2(", "", ")"},
    {"float", F_FLOAT, 1, "(1.0 * (", "", "))"}, {"bool", F_BOOL, 1, "((", "", ") != 0)"},
    {"sqrt", F_SQRT, 1, "((", "", ") ** 0.5)"},  {"pow", F_POW, 2, "((", ") ** (", "))"},     {"gcd", F_GCD, 2, "gcd(", ", ", ")"},
};
/* clang-format on */

/* The function of that name, which may stand in a module. */
static const struct function_row *find_function(const node *call)
{
    static const char *const modules[] = {"", "math.", "np.", "numpy."};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        for (size_t m = 0; m < sizeof modules / sizeof *modules; m++) {
            const size_t length = strlen(modules[m]);
            if (call->length > length && memcmp(call->text, modules[m], length) == 0 &&
                strlen(functions[i].name) == call->length - length &&
                memcmp(call->text + length, functions[i].name, call->length - length) == 0)
                return &functions[i];
        }
    }
    return NULL;
}

/* Those that only have something around their arguments. */
static bool write_around(const struct writer *writer, const node *call, const struct function_row *row,
                         struct piece *piece)
{
    bool fraction = row->function == F_FLOAT || row->function == F_SQRT || row->function == F_LOG2;
    tw_text_add(&piece->text, row->before);
    for (const node *item = call->child; item; item = item->next) {
        struct piece of = {0};
        const bool done = write_node(writer, item, false, &of);
        if (item != call->child) tw_text_add(&piece->text, row->between);
        add_piece(&piece->text, &of, 0);
        fraction = fraction || of.type == FRACTION || (row->function == F_POW && of.below_zero);
        piece->below_zero = piece->below_zero || of.below_zero || row->function == F_LOG2;
        const bool word = of.type == WORD;
        tw_text_free(&of.text);
        if (!done) return false;
        if (word) return fail(writer, item, "it computes with a string");
    }
    tw_text_add(&piece->text, row->after);
    if (row->function == F_ABS || row->function == F_GCD) piece->below_zero = false;
    piece->type = row->function == F_BOOL ? TRUTH : fraction ? FRACTION : WHOLE;
    piece->rank = RANK_ATOM;
    return true;
}

static bool write_call(const struct writer *writer, const node *call, struct piece *piece)
{
    const struct function_row *row = find_function(call);
    unsigned count = 0;
    for (const node *item = call->child; item; item = item->next) count++;
    if (!row) return fail(writer, call, "this function is not understood");
    if (row->count && count != row->count)
        return fail(writer, call, "this function has another number of arguments");
    switch (row->function) {
    case F_MIN:
    case F_MAX:
        return write_extreme(writer, call, row->function == F_MAX, piece);
    case F_INT:
        return write_rounded(writer, call->child, TO_ZERO, piece);
    case F_FLOOR:
        return write_rounded(writer, call->child, DOWN, piece);
    case F_CEIL:
        return write_rounded(writer, call->child, UP, piece);
    case F_ALL:
        return write_joined(writer, call, " and ", TW_RANK_AND, "1", piece);
    case F_ANY:
        return write_joined(writer, call, " or ", TW_RANK_OR, "0", piece);
    case F_SUM:
        return write_joined(writer, call, " + ", TW_RANK_SUM, "0", piece);
    case F_PROD:
        return write_joined(writer, call, " * ", TW_RANK_PRODUCT, "1", piece);
    case F_LEN:
        return write_length(writer, call->child, piece);
    default:
        return write_around(writer, call, row, piece);
    }
}

/* ---- the whole ---- */

static bool write_lambda(const struct writer *writer, const node *tree, bool as_truth, struct piece *piece)
{
    struct tw_t1_scope inner = *writer->scope;
    inner.object = tw_arena_string(inner.arena, tree->text, tree->length);
    if (!inner.object) return fail(writer, tree, "memory ran out");
    return write_node(&(struct writer){&inner, writer->fault}, tree->child, as_truth, piece);
}

/* Writes a tree as a piece, which is empty at first, and which the caller frees in any case. as_truth: only its truth counts. */
static bool write_node(const struct writer *writer, const node *tree, bool as_truth, struct piece *piece)
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
        return write_call(writer, tree, piece);
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
        return fail(writer, tree, "a list is no value here");
    }
}

bool tw_t1_translate_tree(struct tw_t1_scope *scope, const struct tw_python *tree, enum tw_t1_wanted wanted,
                          struct tw_text *out, struct tw_expression_fault *fault)
{
    const struct writer writer = {scope, fault};
    struct piece piece = {0};
    bool done = wanted == TW_T1_INTEGER ? write_rounded(&writer, tree, TO_ZERO, &piece)
                                        : write_node(&writer, tree, wanted == TW_T1_CONDITION, &piece);
    if (done && wanted == TW_T1_CONDITION && piece.type == WORD)
        done = fail(&writer, tree, "a string is neither true nor false here");
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
