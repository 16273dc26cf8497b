/* An expression as C: its steps one by one, on a stack whose height at each of them is known here. */
#include "base/expression/as_c.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/expression/operators.h"

/* What is known of an entry of the stack: it is a word, or an integer that C computes. */
struct entry {
    bool is_word;
    const char *word;
    uint32_t length;
};

struct writer {
    const struct tw_expression *expression;
    const struct tw_expression_c *names;
    const char *prefix;
    struct tw_text *out;
    unsigned height; /* entries on the stack */
    struct entry stack[TW_EXPRESSION_STEPS + 1];
    bool is_target[TW_EXPRESSION_STEPS + 1]; /* a jump goes to that step */
};

static const char *const signs[] = {
    [TW_OP_EQUAL] = "==",  [TW_OP_UNEQUAL] = "!=",    [TW_OP_LESS] = "<",
    [TW_OP_GREATER] = ">", [TW_OP_LESS_EQUAL] = "<=", [TW_OP_GREATER_EQUAL] = ">=",
    [TW_OP_BIT_AND] = "&", [TW_OP_BIT_OR] = "|",      [TW_OP_BIT_XOR] = "^",
};

/* Operators of two operands, and of one, that may have no value. */
static const char *const functions[] = {
    [TW_OP_ADD] = "add",
    [TW_OP_SUBTRACT] = "subtract",
    [TW_OP_MULTIPLY] = "multiply",
    [TW_OP_POWER] = "power",
    [TW_OP_DIVIDE] = "divide",
    [TW_OP_FLOOR] = "floor_divide",
    [TW_OP_REMAINDER] = "remainder",
    [TW_OP_CEIL_DIV] = "ceil_divide",
    [TW_OP_GCD] = "gcd",
    [TW_OP_SHIFT_LEFT] = "shift_left",
    [TW_OP_SHIFT_RIGHT] = "shift_right",
    [TW_OP_NEGATE] = "negate",
    [TW_OP_ABS] = "magnitude",
    [TW_OP_LOG2] = "log2",
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *of(const char *const *table, size_t count, unsigned op)
{
    return op < count ? table[op] : NULL;
}

/* The entry `below` the top. */
static struct entry *entry(struct writer *writer, unsigned below)
{
    return &writer->stack[writer->height - 1 - below];
}

/* INT64_MIN has no literal. */
static void add_integer(int64_t integer, struct tw_text *out)
{
    if (integer == INT64_MIN)
        tw_text_add(out, "INT64_MIN");
    else
        tw_text_addf(out, "INT64_C(%" PRId64 ")", integer);
}

static void push_integer(struct writer *writer, int64_t integer)
{
    tw_text_addf(writer->out, "    s[%u] = ", writer->height);
    add_integer(integer, writer->out);
    tw_text_add(writer->out, ";\n");
    writer->stack[writer->height++] = (struct entry){0};
}

static bool push_value(struct writer *writer, const struct tw_expression_value *value)
{
    if (value->kind == TW_EXPRESSION_DOUBLE) return false;
    if (value->kind == TW_EXPRESSION_INTEGER)
        push_integer(writer, value->integer);
    else
        writer->stack[writer->height++] = (struct entry){true, value->word, value->length};
    return true;
}

static bool push(struct writer *writer, const struct tw_expression_step *step)
{
    const struct tw_expression_c *name = step->op == TW_OP_NAME ? &writer->names[step->integer] : NULL;
    if (step->op == TW_OP_DOUBLE) return false;
    if (name && !name->code) return push_value(writer, &name->value);
    if (name) {
        tw_text_addf(writer->out, "    s[%u] = %s;\n", writer->height, name->code);
        writer->stack[writer->height++] = (struct entry){0};
    } else if (step->op == TW_OP_INTEGER) {
        push_integer(writer, step->integer);
    } else {
        writer->stack[writer->height++] =
            (struct entry){true, writer->expression->text + step->word.start, step->word.length};
    }
    return true;
}

/* The last two are compared with each other, of which one is a word. */
static bool compare_words(struct writer *writer, unsigned op)
{
    const struct entry *a = entry(writer, 1), *b = entry(writer, 0);
    if (op != TW_OP_EQUAL && op != TW_OP_UNEQUAL) return false;
    const bool same =
        a->is_word && b->is_word && a->length == b->length && memcmp(a->word, b->word, a->length) == 0;
    writer->height -= 2;
    push_integer(writer, same == (op == TW_OP_EQUAL));
    return true;
}

static bool add_two(struct writer *writer, unsigned op)
{
    const unsigned a = writer->height - 2, b = writer->height - 1;
    const char *sign = of(signs, COUNT(signs), op), *function = of(functions, COUNT(functions), op);
    if (entry(writer, 0)->is_word || entry(writer, 1)->is_word) return compare_words(writer, op);
    if (sign)
        tw_text_addf(writer->out, "    s[%u] = s[%u] %s s[%u];\n", a, a, sign, b);
    else
        tw_text_addf(writer->out, "    s[%u] = %s_%s(fault, s[%u], s[%u]);\n", a, writer->prefix, function, a,
                     b);
    writer->height--;
    return sign || function;
}

/* The bytes of the element type on top. */
static bool take_sizeof(struct writer *writer)
{
    const struct entry *top = entry(writer, 0);
    const struct tw_element_info *info = top->is_word ? tw_expression_element(top->word, top->length) : NULL;
    writer->height--;
    if (info) push_integer(writer, info->bytes);
    return info != NULL;
}

static bool add_one(struct writer *writer, unsigned op)
{
    const unsigned top = writer->height - 1;
    const char *function = of(functions, COUNT(functions), op);
    if (op == TW_OP_SIZEOF) return take_sizeof(writer);
    if (entry(writer, 0)->is_word) return false;
    if (function)
        tw_text_addf(writer->out, "    s[%u] = %s_%s(fault, s[%u]);\n", top, writer->prefix, function, top);
    else if (op == TW_OP_COMPLEMENT)
        tw_text_addf(writer->out, "    s[%u] = ~s[%u];\n", top, top);
    else if (op == TW_OP_NOT || op == TW_OP_TRUTH)
        tw_text_addf(writer->out, "    s[%u] = s[%u] %s 0;\n", top, top, op == TW_OP_NOT ? "==" : "!=");
    return true; /* of integers, floor and ceil change nothing */
}

static bool add_extreme(struct writer *writer, const struct tw_expression_step *step)
{
    const unsigned first = writer->height - step->count;
    const char *sign = step->op == TW_OP_MIN ? "<" : ">";
    for (unsigned i = first; i < writer->height; i++) {
        if (writer->stack[i].is_word) return false;
        if (i == first) continue;
        tw_text_addf(writer->out, "    if (s[%u] %s s[%u]) s[%u] = s[%u];\n", i, sign, first, first, i);
    }
    writer->height = first + 1;
    return true;
}

/* The jumps leave the stack as evaluate.c does. */
static bool add_jump(struct writer *writer, const struct tw_expression_step *step)
{
    const unsigned top = writer->height - 1, target = (unsigned)step->integer;
    if (entry(writer, 0)->is_word) return false;
    switch ((enum tw_expression_op)step->op) {
    case TW_OP_JUMP:
        tw_text_addf(writer->out, "    goto step%u;\n", target);
        break;
    case TW_OP_CHOOSE:
        tw_text_addf(writer->out, "    if (!s[%u]) goto step%u;\n", top, target);
        break;
    case TW_OP_AND:
        tw_text_addf(writer->out, "    if (!s[%u]) goto step%u;\n", top, target);
        break;
    case TW_OP_OR:
        tw_text_addf(writer->out, "    s[%u] = s[%u] != 0;\n    if (s[%u]) goto step%u;\n", top, top, top,
                     target);
        break;
    default: /* TW_OP_CHAIN */
        if (entry(writer, 1)->is_word) return false;
        tw_text_addf(writer->out, "    s[%u] = s[%u] %s s[%u];\n    if (!s[%u]) goto step%u;\n", top - 1,
                     top - 1, signs[step->count], top, top - 1, target);
        tw_text_addf(writer->out, "    s[%u] = s[%u];\n", top - 1, top);
        break;
    }
    writer->height--;
    writer->is_target[target] = true;
    return true;
}

static bool add_step(struct writer *writer, const struct tw_expression_step *step)
{
    if (step->op <= TW_OP_NAME) return push(writer, step);
    switch ((enum tw_expression_op)step->op) {
    case TW_OP_JUMP:
    case TW_OP_CHOOSE:
    case TW_OP_AND:
    case TW_OP_OR:
    case TW_OP_CHAIN:
        return add_jump(writer, step);
    case TW_OP_MIN:
    case TW_OP_MAX:
        return add_extreme(writer, step);
    default:
        return tw_expression_operands(step) == 1 ? add_one(writer, step->op) : add_two(writer, step->op);
    }
}

/* False where a jump goes to a step on whose stack a word is uppermost: whence one came, an integer may be there. */
static bool add_label(struct writer *writer, unsigned step)
{
    if (!writer->is_target[step]) return true;
    tw_text_addf(writer->out, "step%u:\n", step);
    return !writer->height || !entry(writer, 0)->is_word;
}

bool tw_expression_add_c(const struct tw_expression *expression, const struct tw_expression_c *names,
                         const char *prefix, struct tw_text *out)
{
    struct tw_text steps = {0};
    struct writer writer = {.expression = expression, .names = names, .prefix = prefix, .out = &steps};
    unsigned most = 1;
    bool fine = true;
    assert(expression->dialect == TW_EXPRESSION_HOST);
    for (unsigned i = 0; i < expression->step_count && fine; i++) {
        fine = add_label(&writer, i) && add_step(&writer, &expression->steps[i]);
        if (writer.height > most) most = writer.height;
    }
    fine = fine && !entry(&writer, 0)->is_word;
    if (writer.is_target[expression->step_count]) tw_text_addf(&steps, "step%u:\n", expression->step_count);
    tw_text_addf(out, "    int64_t s[%u];\n%s    return s[0];\n", most, tw_text_part(out, &steps));
    tw_text_free(&steps);
    return fine;
}
