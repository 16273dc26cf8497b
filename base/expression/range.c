/*
 * Walking through an expression with ranges. Where a condition may be true and false both parts are walked through, one after the other, as
 * the steps stand: what was on top where a jump began waits at the step that it leads to, and is joined there with what comes from above. Jumps
 * lead forward alone, and both ways to a step leave the stack below the same.
 */
#include "base/expression/range_parts.h"

#define HEIGHT   96u /* of the stack, and jumps under way, at most: of larger expressions nothing is known */
#define LANDINGS 64u

/* What waits at a step. */
struct landing {
    unsigned step, height;
    tw_range top; /* where the height says that there is one that was not there below */
};

struct walker {
    const struct tw_expression *expression;
    const tw_range *values;
    tw_range stack[HEIGHT];
    unsigned height;
    bool is_reached; /* no way leads to the step at hand otherwise */
    struct landing landings[LANDINGS];
    unsigned landing_count;
    bool is_lost; /* it is too large */
};

static tw_range *top_of(struct walker *walker)
{
    return &walker->stack[walker->height - 1];
}

/* A jump to `step`, with what is on top now. */
static void leap(struct walker *walker, unsigned step)
{
    walker->is_lost |= walker->landing_count == LANDINGS;
    if (walker->is_lost) return;
    struct landing *landing = &walker->landings[walker->landing_count++];
    landing->step = step;
    landing->height = walker->height;
    if (walker->height) landing->top = *top_of(walker);
}

/* Takes in all that waits at the step. */
static void land(struct walker *walker, unsigned step)
{
    for (unsigned i = 0; i < walker->landing_count; i++) {
        const struct landing *landing = &walker->landings[i];
        if (landing->step != step) continue;
        if (!walker->is_reached) {
            walker->height = landing->height;
            if (landing->height) *top_of(walker) = landing->top;
        } else if (landing->height) {
            tw_expression_range_join(top_of(walker), &landing->top);
        }
        walker->is_reached = true;
    }
}

static void push(struct walker *walker, const struct tw_expression_step *step)
{
    struct tw_expression_value value = {.kind = TW_EXPRESSION_INTEGER, .integer = step->integer};
    walker->is_lost |= walker->height == HEIGHT;
    if (walker->is_lost) return;
    tw_range *top = &walker->stack[walker->height++];
    if (step->op == TW_OP_DOUBLE)
        value = (struct tw_expression_value){.kind = TW_EXPRESSION_DOUBLE, .number = step->number};
    if (step->op == TW_OP_WORD)
        value = (struct tw_expression_value){.kind = TW_EXPRESSION_WORD,
                                             .length = step->word.length,
                                             .word = walker->expression->text + step->word.start};
    *top = step->op == TW_OP_NAME ? walker->values[step->integer] : tw_expression_range_of(&value);
}

/* As evaluate.c's branch(): a condition is on top. */
static void branch(struct walker *walker, const struct tw_expression_step *step)
{
    const bool is_or = step->op == TW_OP_OR;
    const bool may_be_true = tw_range_may_be_true(top_of(walker)),
               may_be_false = tw_range_may_be_false(top_of(walker));
    const bool leaps = is_or ? may_be_true : may_be_false;
    walker->is_reached = is_or ? may_be_false : may_be_true;
    if (step->op == TW_OP_CHOOSE) {
        walker->height--;
        if (leaps) leap(walker, (unsigned)step->integer);
        return;
    }
    *top_of(walker) = tw_range_of_truth(is_or, !is_or);
    if (leaps) leap(walker, (unsigned)step->integer);
    walker->height--;
}

/* As evaluate.c's link(): b stays on top where a < b may be true. */
static void link(struct walker *walker, const struct tw_expression_step *step)
{
    const tw_range b = *top_of(walker);
    walker->height--;
    const tw_range order = tw_range_compare((enum tw_expression_op)step->count, top_of(walker), &b);
    walker->is_reached = tw_range_may_be_true(&order);
    *top_of(walker) = tw_range_of_truth(false, true);
    if (tw_range_may_be_false(&order)) leap(walker, (unsigned)step->integer);
    *top_of(walker) = b;
}

/* What is known is computed as an evaluation would. */
static void compute(struct walker *walker, const struct tw_expression_step *step)
{
    const unsigned count = tw_expression_operands(step);
    walker->height -= count - 1;
    tw_range *operands = top_of(walker);
    struct tw_expression_value known[2];
    bool is_known = count <= 2;
    for (unsigned i = 0; i < count && is_known; i++) is_known = tw_range_value(&operands[i], &known[i]);
    if (!is_known)
        tw_range_apply(step, operands);
    else if (tw_expression_apply(TW_EXPRESSION_HOST, step, known))
        operands[0] = (tw_range){0};
    else
        operands[0] = tw_expression_range_of(&known[0]);
    walker->is_reached = !tw_expression_range_is_empty(&operands[0]);
}

static void take(struct walker *walker, const struct tw_expression_step *step)
{
    if (step->op <= TW_OP_NAME) {
        push(walker, step);
        return;
    }
    switch ((enum tw_expression_op)step->op) {
    case TW_OP_CHOOSE:
    case TW_OP_AND:
    case TW_OP_OR:
        branch(walker, step);
        break;
    case TW_OP_CHAIN:
        link(walker, step);
        break;
    case TW_OP_JUMP:
        leap(walker, (unsigned)step->integer);
        walker->is_reached = false;
        break;
    default:
        compute(walker, step);
    }
}

void tw_expression_range(const struct tw_expression *expression, const struct tw_expression_range *values,
                         struct tw_expression_range *result)
{
    struct walker walker;
    walker.expression = expression;
    walker.values = values;
    walker.height = walker.landing_count = 0;
    walker.is_reached = true;
    walker.is_lost = expression->dialect != TW_EXPRESSION_HOST;
    for (unsigned i = 0; i < expression->step_count && !walker.is_lost; i++) {
        if (walker.landing_count) land(&walker, i);
        if (walker.is_reached) take(&walker, &expression->steps[i]);
    }
    if (!walker.is_lost) land(&walker, expression->step_count);
    *result = (tw_range){0};
    if (walker.is_lost) {
        *result = tw_range_of_numbers();
        result->words = TW_RANGE_ANY_WORD;
    } else if (walker.is_reached) {
        *result = *top_of(&walker);
    }
}

bool tw_expression_may_hold(const struct tw_expression *expression, const struct tw_expression_range *values)
{
    struct tw_expression_range result;
    tw_expression_range(expression, values, &result);
    return tw_range_may_be_true(&result);
}
