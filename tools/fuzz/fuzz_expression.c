/*
 * Any bytes as an expression, of both dialects. What must hold:
 *   - a mistake has a clause and a place in the text;
 *   - what is read is evaluated, to a value or to a mistake with a place; a double is finite, a device's number has 32 bits;
 *   - as CUDA C, a device expression reads as one again, of the same value, once what C adds is taken away.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/expression/expression.h"
#include "fuzz.h"

static const char *const names[] = {"idx", "n", "half", "type", NULL};

static void check_fault(const char *text, const struct tw_expression_fault *fault)
{
    struct tw_text told = {0};
    assert(fault->why && *fault->why && fault->at <= strlen(text));
    tw_expression_add_fault(text, names, fault, &told);
    tw_text_free(&told);
}

/* Without "u" behind numbers and "(unsigned)" before truth values. */
static void check_again(const struct tw_expression *expression, const struct tw_expression_value *values,
                        const struct tw_expression_value *expected)
{
    static struct tw_expression again;
    struct tw_text cuda = {0}, plain = {0};
    struct tw_expression_fault fault;
    struct tw_expression_value result;
    tw_expression_add_cuda(expression, names, &cuda);
    for (const char *at = tw_text_string(&cuda); *at; at++) {
        if (strncmp(at, "(unsigned)", 10) == 0)
            at += 9;
        else if (*at != 'u')
            tw_text_add_char(&plain, *at);
    }
    bool read = tw_expression_read(tw_text_string(&plain), names, expression->dialect, &again, &fault) &&
                tw_expression_evaluate(&again, values, &result, &fault);
    assert(cuda.failed || plain.failed || (read && result.integer == expected->integer));
    tw_text_free(&cuda);
    tw_text_free(&plain);
}

/* Whether it is an expression of the dialect. */
static bool check(const char *text, enum tw_expression_dialect dialect)
{
    static struct tw_expression expression;
    const bool device = dialect == TW_EXPRESSION_DEVICE;
    struct tw_expression_fault fault = {0};
    struct tw_expression_value result, values[] = {
                                           {.kind = TW_EXPRESSION_INTEGER, .integer = 37},
                                           {.kind = TW_EXPRESSION_INTEGER, .integer = 1024},
                                           {.kind = TW_EXPRESSION_DOUBLE, .number = 0.5},
                                           {.kind = TW_EXPRESSION_WORD, .length = 4, .word = "int8"},
                                       };
    if (device) values[2] = values[3] = values[1];
    const bool read = tw_expression_read(text, names, dialect, &expression, &fault);
    if (!read || !tw_expression_evaluate(&expression, values, &result, &fault)) {
        check_fault(text, &fault);
        return read;
    }
    assert(result.kind != TW_EXPRESSION_DOUBLE || isfinite(result.number));
    if (!device) return true;
    assert(result.kind == TW_EXPRESSION_INTEGER && result.integer >= 0 && result.integer <= UINT32_MAX);
    check_again(&expression, values, &result);
    return true;
}

bool fuzz_one(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1);
    if (!text) return false;
    memcpy(text, bytes, length);
    text[length] = '\0';
    const bool host = check(text, TW_EXPRESSION_HOST), device = check(text, TW_EXPRESSION_DEVICE);
    free(text);
    return host || device;
}
