/* Lists of Python, evaluated: what a parameter may be. */
#include <string.h>

#include "gen/t1/number.h"
#include "gen/t1/translate.h"

typedef struct tw_python node;

static bool fail(struct tw_expression_fault *fault, const node *tree, const char *why)
{
    *fault = (struct tw_expression_fault){why, tree->at};
    return false;
}

static bool is_list(const node *tree)
{
    static const char *const calls[] = {"range", "list", "tuple", "sorted", "np.arange", "numpy.arange"};
    if (tree->kind == TW_PYTHON_LIST || tree->kind == TW_PYTHON_LOOPS) return true;
    if (tree->kind == TW_PYTHON_BINARY && (tree->op == TW_PYTHON_PLUS || tree->op == TW_PYTHON_TIMES))
        return is_list(tree->child) || is_list(tree->child->next);
    for (size_t i = 0; tree->kind == TW_PYTHON_CALL && i < sizeof calls / sizeof *calls; i++) {
        if (tw_python_is(tree, calls[i])) return true;
    }
    return false;
}

bool tw_t1_list_add(struct tw_arena *arena, struct tw_t1_list *list, struct tw_expression_value value)
{
    struct tw_expression_value *grown =
        list->count < TW_T1_VALUES
            ? tw_arena_grow(arena, list->value, list->count, &list->capacity, sizeof *list->value)
            : NULL;
    if (!grown) return false;
    list->value = grown;
    list->value[list->count++] = value;
    return true;
}

static bool take(struct tw_t1_scope *scope, const node *tree, struct tw_t1_list *list,
                 struct tw_expression_value value, struct tw_expression_fault *fault)
{
    return tw_t1_list_add(scope->arena, list, value) || fail(fault, tree, "it has more than 65536 values");
}

/* The value of an expression in which the variables of the loops around are bound. */
static bool evaluate(struct tw_t1_scope *scope, const node *tree, struct tw_expression_value *value,
                     struct tw_expression_fault *fault)
{
    struct tw_text text = {0};
    struct tw_expression expression;
    struct tw_expression_fault inner;
    if (++scope->steps > TW_T1_STEPS) return fail(fault, tree, "it takes too many steps");
    if (tree->kind == TW_PYTHON_STRING) {
        *value = (struct tw_expression_value){
            .kind = TW_EXPRESSION_WORD, .length = tree->length, .word = tree->text};
        return true;
    }
    bool done = tw_t1_translate_tree(scope, tree, TW_T1_VALUE, &text, fault);
    const char *kept = done ? tw_arena_string(scope->arena, tw_text_string(&text), text.length) : NULL;
    tw_text_free(&text);
    if (!done) return false;
    if (!kept) return fail(fault, tree, "memory ran out");
    done = tw_expression_read(kept, scope->variables, TW_EXPRESSION_HOST, &expression, &inner) &&
           tw_expression_evaluate(&expression, scope->bound, value, &inner);
    return done || fail(fault, tree,
                        inner.why == tw_expression_unknown_name ? "it has no value of its own" : inner.why);
}

static bool evaluate_integer(struct tw_t1_scope *scope, const node *tree, int64_t *integer,
                             struct tw_expression_fault *fault)
{
    struct tw_expression_value value;
    if (!evaluate(scope, tree, &value, fault)) return false;
    if (value.kind != TW_EXPRESSION_INTEGER) return fail(fault, tree, "an integer is needed");
    *integer = value.integer;
    return true;
}

static bool add_range(struct tw_t1_scope *scope, const node *call, struct tw_t1_list *list,
                      struct tw_expression_fault *fault)
{
    int64_t given[3] = {0, 0, 1}, next, end;
    unsigned count = 0;
    for (const node *item = call->child; item; item = item->next) {
        if (count == 3) return fail(fault, item, "a range has at most three arguments");
        if (!evaluate_integer(scope, item, &given[count++], fault)) return false;
    }
    next = count < 2 ? 0 : given[0];
    end = count < 2 ? given[0] : given[1];
    if (!count || !given[2]) return fail(fault, call, "a range has an end, and a step that is not 0");
    while (given[2] > 0 ? next < end : next > end) {
        const struct tw_expression_value value = {.kind = TW_EXPRESSION_INTEGER, .integer = next};
        if (!take(scope, call, list, value, fault)) return false;
        if (given[2] > 0 ? next > INT64_MAX - given[2] : next < INT64_MIN - given[2]) break;
        next += given[2];
    }
    return true;
}

static bool add_clauses(struct tw_t1_scope *scope, const node *element, const node *clause, unsigned depth,
                        struct tw_t1_list *list, struct tw_expression_fault *fault);

/* A loop: its clauses further on, for each value. */
static bool add_loop(struct tw_t1_scope *scope, const node *element, const node *clause, unsigned depth,
                     struct tw_t1_list *list, struct tw_expression_fault *fault)
{
    struct tw_t1_list through = {0};
    if (depth == TW_T1_VARIABLES) return fail(fault, clause, "more than 8 loops are not understood");
    if (!is_list(clause->child)) return fail(fault, clause->child, "it is no list");
    if (!tw_t1_evaluate(scope, clause->child, &through, fault)) return false;
    const char *variable = tw_arena_string(scope->arena, clause->text, clause->length);
    if (!variable) return fail(fault, clause, "memory ran out");
    bool done = true;
    for (size_t i = 0; i < through.count && done; i++) {
        scope->variables[depth] = variable;
        scope->bound[depth] = through.value[i];
        done = add_clauses(scope, element, clause->next, depth + 1, list, fault);
        scope->variables[depth] = NULL;
    }
    return done;
}

static bool add_clauses(struct tw_t1_scope *scope, const node *element, const node *clause, unsigned depth,
                        struct tw_t1_list *list, struct tw_expression_fault *fault)
{
    struct tw_expression_value value;
    if (clause && clause->kind == TW_PYTHON_FOR) return add_loop(scope, element, clause, depth, list, fault);
    if (clause) {
        if (!evaluate(scope, clause->child, &value, fault)) return false;
        if (!tw_expression_is_true(&value)) return true;
        return add_clauses(scope, element, clause->next, depth, list, fault);
    }
    return evaluate(scope, element, &value, fault) && take(scope, element, list, value, fault);
}

static bool add_comprehension(struct tw_t1_scope *scope, const node *tree, struct tw_t1_list *list,
                              struct tw_expression_fault *fault)
{
    unsigned depth = 0;
    while (scope->variables[depth]) depth++;
    return add_clauses(scope, tree->child, tree->child->next, depth, list, fault);
}

/* [1] * 3, and 3 * [1]. */
static bool add_repeated(struct tw_t1_scope *scope, const node *tree, struct tw_t1_list *list,
                         struct tw_expression_fault *fault)
{
    const node *a = tree->child, *b = a->next;
    struct tw_t1_list once = {0};
    int64_t times;
    if (!tw_t1_evaluate(scope, is_list(a) ? a : b, &once, fault)) return false;
    if (!evaluate_integer(scope, is_list(a) ? b : a, &times, fault)) return false;
    for (int64_t i = 0; once.count && i < times; i++) {
        for (size_t k = 0; k < once.count; k++) {
            if (!take(scope, tree, list, once.value[k], fault)) return false;
        }
    }
    return true;
}

static bool add_items(struct tw_t1_scope *scope, const node *tree, struct tw_t1_list *list,
                      struct tw_expression_fault *fault)
{
    for (const node *item = tree->child; item; item = item->next) {
        struct tw_expression_value value;
        if (!evaluate(scope, item, &value, fault) || !take(scope, item, list, value, fault)) return false;
    }
    return true;
}

static bool compare_numbers(const struct tw_expression_value *a, const struct tw_expression_value *b)
{
    return tw_t1_as_double(a) < tw_t1_as_double(b);
}

/* list(x), tuple(x), sorted(x). */
static bool add_converted(struct tw_t1_scope *scope, const node *call, struct tw_t1_list *list,
                          struct tw_expression_fault *fault)
{
    const size_t first = list->count;
    struct tw_expression_value greatest;
    if (!call->child || call->child->next) return fail(fault, call, "it takes one list");
    if (!tw_t1_evaluate(scope, call->child, list, fault)) return false;
    if (!tw_python_is(call, "sorted") || list->count == first) return true;
    const struct tw_t1_list added = {list->value + first, list->count - first, 0};
    if (!tw_t1_extreme(&added, true, &greatest)) return fail(fault, call, "only numbers are sorted");
    for (size_t i = first + 1; i < list->count; i++) {
        for (size_t k = i; k > first && compare_numbers(&list->value[k], &list->value[k - 1]); k--) {
            const struct tw_expression_value value = list->value[k];
            list->value[k] = list->value[k - 1];
            list->value[k - 1] = value;
        }
    }
    return true;
}

bool tw_t1_evaluate(struct tw_t1_scope *scope, const struct tw_python *tree, struct tw_t1_list *list,
                    struct tw_expression_fault *fault)
{
    struct tw_expression_value value;
    if (!is_list(tree)) return evaluate(scope, tree, &value, fault) && take(scope, tree, list, value, fault);
    if (tree->kind == TW_PYTHON_LIST) return add_items(scope, tree, list, fault);
    if (tree->kind == TW_PYTHON_LOOPS) return add_comprehension(scope, tree, list, fault);
    if (tree->kind == TW_PYTHON_BINARY) {
        if (tree->op == TW_PYTHON_TIMES) return add_repeated(scope, tree, list, fault);
        return tw_t1_evaluate(scope, tree->child, list, fault) &&
               tw_t1_evaluate(scope, tree->child->next, list, fault);
    }
    const bool range =
        !tw_python_is(tree, "list") && !tw_python_is(tree, "tuple") && !tw_python_is(tree, "sorted");
    return range ? add_range(scope, tree, list, fault) : add_converted(scope, tree, list, fault);
}

bool tw_t1_extreme(const struct tw_t1_list *list, bool greatest, struct tw_expression_value *value)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->value[i].kind == TW_EXPRESSION_WORD) return false;
        const struct tw_expression_value *a = greatest ? value : &list->value[i],
                                         *b = greatest ? &list->value[i] : value;
        if (!i || compare_numbers(a, b)) *value = list->value[i];
    }
    return list->count > 0;
}
