/* What arguments hold. */
#include <string.h>

#include "base/half.h"
#include "gen/described/argument.h"

const char *tw_fill_word(enum tw_fill fill)
{
    static const char *const words[] = {
#define X(constant, word, help) [constant] = word,
        TW_FILLS(X)
#undef X
    };
    return words[fill];
}

unsigned tw_described_bytes(const struct tw_described_argument *argument)
{
    return tw_element_info(argument->type)->bytes;
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

/* splitmix64 of the place: the same in every run. */
static uint64_t random_at(uint64_t i)
{
    i = (i + 1) * 0x9E3779B97F4A7C15u;
    i = (i ^ i >> 30) * 0xBF58476D1CE4E5B9u;
    i = (i ^ i >> 27) * 0x94D049BB133111EBu;
    return i ^ i >> 31;
}

static void fill_component(const struct tw_described_argument *argument, uint64_t i, unsigned char *place)
{
    const struct tw_element_info *type = tw_element_info(argument->type);
    const uint64_t random = random_at(i), small = random % argument->below;
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
        integer = argument->is_integer ? argument->integer : (int64_t)argument->value;
        break;
    case TW_FILL_ZERO:
    case TW_FILL_NONE:
    case TW_FILL_VALUES:
    case TW_FILL_COUNT:
        break;
    }
    tw_described_store(type->scalar, type->component_bytes, value, integer, place);
}

void tw_described_fill(const struct tw_described_argument *argument, uint64_t count, unsigned char *place)
{
    const struct tw_element_info *type = tw_element_info(argument->type);
    if (argument->fill == TW_FILL_NONE) return;
    for (uint64_t i = 0; i < count && argument->fill == TW_FILL_VALUES; i++)
        memcpy(place + i * type->bytes, argument->values + i % argument->value_count * type->bytes,
               type->bytes);
    for (uint64_t i = 0; i < count * type->components && argument->fill != TW_FILL_VALUES; i++)
        fill_component(argument, i, place + i * type->component_bytes);
}
