/* Functions of Python: which are understood, and what each becomes. */
#include <string.h>

#include "gen/t1/piece.h"

typedef struct tw_python node;

/* ---- rounding ---- */

/* "A // B" or "ceil_div(A, B)" of a quotient of integers; false, with nothing written, of anything else. */
static bool write_quotient(const struct tw_piece_writer *writer, const node *tree, bool up, bool toward_zero,
                           struct tw_piece *piece)
{
    struct tw_piece pieces[2];
    if (tree->kind != TW_PYTHON_BINARY || tree->op != TW_PYTHON_DIVIDE) return false;
    if (!tw_piece_write_two(writer, tree->child, tree->child->next, false, pieces)) return false;
    const bool whole = (pieces[0].type == TW_PIECE_WHOLE || pieces[0].type == TW_PIECE_TRUTH) &&
                       (pieces[1].type == TW_PIECE_WHOLE || pieces[1].type == TW_PIECE_TRUTH);
    piece->below_zero = pieces[0].below_zero || pieces[1].below_zero;
    const bool done = whole && !(toward_zero && piece->below_zero);
    if (done) {
        tw_text_add(&piece->text, up ? "ceil_div(" : "");
        tw_piece_add(&piece->text, &pieces[0], up ? 0 : TW_RANK_PRODUCT);
        tw_text_add(&piece->text, up ? ", " : " // ");
        tw_piece_add(&piece->text, &pieces[1], up ? 0 : TW_RANK_PRODUCT + 1);
        tw_text_add(&piece->text, up ? ")" : "");
        piece->rank = up ? TW_RANK_ATOM : TW_RANK_PRODUCT;
        piece->type = TW_PIECE_WHOLE;
    }
    tw_pieces_free(pieces, 2);
    return done;
}

static void add_call(const char *name, const struct tw_piece *of, struct tw_piece *piece)
{
    tw_text_addf(&piece->text, "%s(%s)", name, tw_text_part(&piece->text, &of->text));
    piece->rank = TW_RANK_ATOM;
}

/* math.floor, math.ceil and int. */
bool tw_piece_write_rounded(const struct tw_piece_writer *writer, const node *tree,
                            enum tw_piece_rounding how, struct tw_piece *piece)
{
    if (write_quotient(writer, tree, how == TW_ROUND_UP, how == TW_ROUND_TO_ZERO, piece)) return true;
    struct tw_piece of = {0};
    if (!tw_piece_write(writer, tree, false, &of) || of.type == TW_PIECE_WORD) {
        const bool word = of.type == TW_PIECE_WORD && of.text.length;
        tw_text_free(&of.text);
        return word ? tw_piece_fail(writer, tree, "a string is no number here") : false;
    }
    piece->below_zero = of.below_zero;
    if (of.type != TW_PIECE_FRACTION) {
        *piece = of;
        return true;
    }
    piece->type = TW_PIECE_WHOLE;
    if (how != TW_ROUND_TO_ZERO || !of.below_zero) {
        add_call(how == TW_ROUND_UP ? "ceil" : "floor", &of, piece);
    } else {
        tw_piece_add(&piece->text, &of, TW_RANK_SHIFT);
        tw_text_add(&piece->text, " < 0 ? ");
        add_call("ceil", &of, piece);
        tw_text_add(&piece->text, " : ");
        add_call("floor", &of, piece);
        piece->rank = TW_RANK_CHOICE;
    }
    tw_text_free(&of.text);
    return true;
}

/* ---- several items ---- */

/* What functions of a list get: the items of the one list, or the arguments. */
static const node *items_of(const node *call)
{
    const bool list = call->child && call->child->kind == TW_PYTHON_LIST && !call->child->next;
    return list ? call->child->child : call->child;
}

/* Adds one more item to what is written of a call. */
static bool add_item(const struct tw_piece_writer *writer, const node *item, bool truth, unsigned rank,
                     struct tw_piece *call)
{
    struct tw_piece of = {0};
    const bool done = tw_piece_write(writer, item, truth, &of);
    const bool word = of.type == TW_PIECE_WORD;
    tw_piece_add(&call->text, &of, rank);
    if (of.type == TW_PIECE_FRACTION && !truth) call->type = TW_PIECE_FRACTION;
    call->below_zero = call->below_zero || of.below_zero;
    tw_text_free(&of.text);
    return done && (!word || tw_piece_fail(writer, item, "it computes with a string"));
}

/* Joins the items by an operator; `empty` where there is none. */
static bool write_joined(const struct tw_piece_writer *writer, const node *call, const char *sign,
                         unsigned rank, const char *empty, struct tw_piece *piece)
{
    const bool truth = rank == TW_RANK_AND || rank == TW_RANK_OR;
    const node *items = items_of(call);
    if (items == call->child) return tw_piece_fail(writer, call, "this function takes a list here");
    piece->type = truth ? TW_PIECE_TRUTH : TW_PIECE_WHOLE;
    piece->rank = rank;
    if (!items) tw_piece_set_name(empty, piece->type, false, piece);
    for (const node *item = items; item; item = item->next) {
        if (item != items) tw_text_add(&piece->text, sign);
        if (!add_item(writer, item, truth, item == items ? rank : rank + 1, piece)) return false;
    }
    return true;
}

/* The values of a parameter, or of a list that is known now. */
static bool list_of(const struct tw_piece_writer *writer, const node *of, struct tw_t1_list *list)
{
    const struct tw_t1_parameter *parameter =
        of->kind == TW_PYTHON_NAME ? tw_t1_find_parameter(writer->scope, of) : NULL;
    *list = parameter ? parameter->values : (struct tw_t1_list){0};
    return parameter || tw_t1_evaluate(writer->scope, of, list, writer->fault);
}

static bool write_extreme_of(const struct tw_piece_writer *writer, const node *of, bool greatest,
                             struct tw_piece *piece)
{
    struct tw_t1_list list;
    struct tw_expression_value value;
    if (!list_of(writer, of, &list)) return false;
    if (!tw_t1_extreme(&list, greatest, &value))
        return tw_piece_fail(writer, of, "it is not a list of numbers");
    tw_piece_set_value(&value, piece);
    return true;
}

static bool write_extreme(const struct tw_piece_writer *writer, const node *call, bool greatest,
                          struct tw_piece *piece)
{
    const node *items = items_of(call);
    if (!items) return tw_piece_fail(writer, call, "it has nothing to choose from");
    if (!items->next && items == call->child) return write_extreme_of(writer, items, greatest, piece);
    piece->type = TW_PIECE_WHOLE;
    piece->rank = TW_RANK_ATOM;
    tw_text_add(&piece->text, greatest ? "max(" : "min(");
    for (const node *item = items; item; item = item->next) {
        if (item != items) tw_text_add(&piece->text, ", ");
        if (!add_item(writer, item, false, 0, piece)) return false;
    }
    tw_text_add_char(&piece->text, ')');
    return true;
}

static bool write_length(const struct tw_piece_writer *writer, const node *of, struct tw_piece *piece)
{
    struct tw_t1_list list;
    if (!list_of(writer, of, &list)) return false;
    tw_piece_set_value(
        &(struct tw_expression_value){.kind = TW_EXPRESSION_INTEGER, .integer = (int64_t)list.count}, piece);
    return true;
}

/* ---- the table ---- */

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

/* Writes a function that only has something around its arguments. */
static bool write_around(const struct tw_piece_writer *writer, const node *call,
                         const struct function_row *row, struct tw_piece *piece)
{
    const enum function function = row->function;
    piece->type =
        function == F_FLOAT || function == F_SQRT || function == F_LOG2 ? TW_PIECE_FRACTION : TW_PIECE_WHOLE;
    tw_text_add(&piece->text, row->before);
    for (const node *item = call->child; item; item = item->next) {
        if (item != call->child) tw_text_add(&piece->text, row->between);
        if (!add_item(writer, item, false, 0, piece)) return false;
    }
    tw_text_add(&piece->text, row->after);
    if (function == F_POW && piece->below_zero) piece->type = TW_PIECE_FRACTION;
    if (function == F_BOOL) piece->type = TW_PIECE_TRUTH;
    if (function == F_LOG2) piece->below_zero = true;
    if (function == F_ABS || function == F_GCD) piece->below_zero = false;
    piece->rank = TW_RANK_ATOM;
    return true;
}

bool tw_piece_write_call(const struct tw_piece_writer *writer, const node *call, struct tw_piece *piece)
{
    const struct function_row *row = find_function(call);
    unsigned count = 0;
    for (const node *item = call->child; item; item = item->next) count++;
    if (!row) return tw_piece_fail(writer, call, "this function is not understood");
    if (row->count && count != row->count)
        return tw_piece_fail(writer, call, "this function has another number of arguments");
    switch (row->function) {
    case F_MIN:
    case F_MAX:
        return write_extreme(writer, call, row->function == F_MAX, piece);
    case F_INT:
        return tw_piece_write_rounded(writer, call->child, TW_ROUND_TO_ZERO, piece);
    case F_FLOOR:
        return tw_piece_write_rounded(writer, call->child, TW_ROUND_DOWN, piece);
    case F_CEIL:
        return tw_piece_write_rounded(writer, call->child, TW_ROUND_UP, piece);
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
