/* What arguments hold. */
#include <stdlib.h>
#include <string.h>

#include "base/half.h"
#include "gen/described/argument_parts.h"

static const struct {
    const char *word, *also;
} fills[] = {
#define X(constant, word, also, help) [constant] = {word, also},
    TW_FILLS(X)
#undef X
};

const char *tw_fill_word(enum tw_fill fill)
{
    return fills[fill].word;
}

bool tw_fill_is(enum tw_fill fill, const char *word)
{
    const char *own = fills[fill].word, *also = fills[fill].also;
    return (own && strcmp(own, word) == 0) || (also && strcmp(also, word) == 0);
}

void tw_described_store(enum tw_scalar scalar, unsigned bytes, double value, int64_t integer,
                        unsigned char *place)
{
    if (scalar != TW_FLOAT && scalar != TW_BFLOAT) {
        memcpy(place, &integer, bytes);
        return;
    }
    float single = (float)value;
    uint16_t half = tw_half_of(scalar, value);
    if (bytes == 8) memcpy(place, &value, 8);
    if (bytes == 4) memcpy(place, &single, 4);
    if (bytes == 2) memcpy(place, &half, 2);
}

/* splitmix64 of the place, which the argument's salt moves: the same in every run. */
static uint64_t random_at(uint64_t i)
{
    i = (i + 1) * 0x9E3779B97F4A7C15u;
    i = (i ^ i >> 30) * 0xBF58476D1CE4E5B9u;
    i = (i ^ i >> 27) * 0x94D049BB133111EBu;
    return i ^ i >> 31;
}

/* Component `i`, which no expression and no list gives. */
static void fill_component(const struct tw_described_argument *argument, uint64_t i, unsigned char *place)
{
    const struct tw_element_info *type = tw_element_info(argument->type);
    const uint64_t random = random_at(i + argument->salt), small = random % argument->below;
    double value = 0;
    int64_t integer = 0;
    switch (argument->fill) {
    case TW_FILL_IOTA:
        value = (double)i;
        integer = (int64_t)i;
        break;
    case TW_FILL_RANDOM:
        value = (double)(random >> 11) * 0x1p-52 - 1;
        integer = (int64_t)small;
        break;
    case TW_FILL_SMALL:
        value = (double)small;
        integer = (int64_t)small;
        break;
    case TW_FILL_VALUE:
        value = argument->value;
        integer = argument->integer;
        break;
    default:
        break;
    }
    tw_described_store(type->scalar, type->component_bytes, value, integer, place);
}

/* All components of an element. */
static void store_element(const struct tw_element_info *type, const struct tw_expression_value *value,
                          unsigned char *place)
{
    struct tw_described_argument one;
    tw_described_set_value(&one, value);
    for (unsigned c = 0; c < type->components; c++)
        tw_described_store(type->scalar, type->component_bytes, one.value, one.integer,
                           place + c * type->component_bytes);
}

static int refuse(const struct tw_described_argument *argument, uint64_t i, const char *why,
                  struct tw_error *error)
{
    return tw_fail(error, TW_INPUT, "the fill%s%s has no value for element %llu: %s",
                   argument->name ? " of " : "", argument->name ? argument->name : "", (unsigned long long)i,
                   why);
}

/* Each element is the expression's value where "index" is its number: the name after all others. */
static int fill_indexed(const struct tw_described_argument *argument, uint64_t count, unsigned char *place,
                        struct tw_error *error)
{
    const struct tw_element_info *type = tw_element_info(argument->type);
    const unsigned index = tw_described_index_of(argument->valued.expression);
    struct tw_expression_value values[TW_DESCRIBED_MOST_NAMES + 1], value;
    struct tw_text reason = {0};
    int64_t ignored;
    if (index) memcpy(values, argument->values, index * sizeof *values);
    values[index].kind = TW_EXPRESSION_INTEGER;
    for (uint64_t i = 0; i < count; i++) {
        values[index].integer = (int64_t)i;
        if (!tw_described_number_value(&argument->valued, values, "fill", &value, &reason)) {
            int code = refuse(argument, i, tw_text_string(&reason), error);
            tw_text_free(&reason);
            return code;
        }
        if (value.kind == TW_EXPRESSION_WORD) return refuse(argument, i, "it is a word", error);
        if (type->scalar != TW_FLOAT && type->scalar != TW_BFLOAT && !tw_described_truncate(&value, &ignored))
            return refuse(argument, i, "it leaves 64 bits", error);
        store_element(type, &value, place + i * type->bytes);
    }
    return TW_OK;
}

static void fill_listed(const struct tw_described_argument *argument, uint64_t count, unsigned char *place)
{
    const struct tw_element_info *type = tw_element_info(argument->type);
    struct tw_described_argument one;
    if (argument->bytes) {
        for (uint64_t i = 0; i < count; i++)
            memcpy(place + i * type->bytes, argument->bytes + i % argument->value_count * type->bytes,
                   type->bytes);
        return;
    }
    for (uint64_t i = 0; i < count * type->components; i++) {
        tw_described_set_value(&one, &argument->numbers[i % argument->number_count]);
        tw_described_store(type->scalar, type->component_bytes, one.value, one.integer,
                           place + i * type->component_bytes);
    }
}

int tw_described_fill(const struct tw_described_argument *argument, uint64_t count, unsigned char *place,
                      struct tw_error *error)
{
    const struct tw_element_info *type = tw_element_info(argument->type);
    if (argument->fill == TW_FILL_NONE) return TW_OK;
    if (argument->fill == TW_FILL_INDEXED) return fill_indexed(argument, count, place, error);
    if (argument->fill == TW_FILL_VALUES)
        fill_listed(argument, count, place);
    else
        for (uint64_t i = 0; i < count * type->components; i++)
            fill_component(argument, i, place + i * type->component_bytes);
    return TW_OK;
}
