/* Elements of the reduce family's arrays as the numbers that they stand for, and back. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/half.h"
#include "runtime/references/reduce.h"

bool tw_reduction_is_float(const struct tw_element_info *info)
{
    return info->scalar == TW_FLOAT || info->scalar == TW_BFLOAT;
}

/* ---- elements ---- */

#define LOAD(type, value)                                                                                    \
    {                                                                                                        \
        const type *from = (const type *)memory + first;                                                     \
        for (uint64_t i = 0; i < count; i++) to[i] = (value);                                                \
        return;                                                                                              \
    }
/* Rounded to float32 (`single`) or float64 at once. */
#define LOAD_ROUNDED(type) LOAD(type, single ? (double)(float)from[i] : (double)from[i])

void tw_reduction_load_reals(const struct tw_argument *argument, const void *memory, uint64_t first,
                             uint64_t count, bool single, double *to)
{
    switch (argument->element) {
    case TW_INT8:
        LOAD(int8_t, from[i])
    case TW_UINT8:
        LOAD(uint8_t, from[i])
    case TW_INT16:
        LOAD(int16_t, from[i])
    case TW_UINT16:
        LOAD(uint16_t, from[i])
    case TW_INT32:
        LOAD_ROUNDED(int32_t)
    case TW_UINT32:
        LOAD_ROUNDED(uint32_t)
    case TW_INT64:
        LOAD_ROUNDED(int64_t)
    case TW_UINT64:
        LOAD_ROUNDED(uint64_t)
    case TW_FLOAT16:
        LOAD(uint16_t, tw_half_value(TW_FLOAT, from[i]))
    case TW_BFLOAT16:
        LOAD(uint16_t, tw_half_value(TW_BFLOAT, from[i]))
    case TW_FLOAT32:
        LOAD(float, (double)from[i])
    case TW_FLOAT64:
        LOAD_ROUNDED(double)
    default:
        assert(!"an element of one number");
    }
}

/* Integers modulo 2^64. */
void tw_reduction_load_wholes(const struct tw_argument *argument, const void *memory, uint64_t first,
                              uint64_t count, uint64_t *to)
{
    switch (argument->element) {
    case TW_INT8:
        LOAD(int8_t, (uint64_t)from[i])
    case TW_UINT8:
        LOAD(uint8_t, from[i])
    case TW_INT16:
        LOAD(int16_t, (uint64_t)from[i])
    case TW_UINT16:
        LOAD(uint16_t, from[i])
    case TW_INT32:
        LOAD(int32_t, (uint64_t)from[i])
    case TW_UINT32:
        LOAD(uint32_t, from[i])
    case TW_INT64:
        LOAD(int64_t, (uint64_t)from[i])
    case TW_UINT64:
        LOAD(uint64_t, from[i])
    default:
        assert(!"an integer");
    }
}

/* ---- results ---- */

void tw_reduction_set_whole(const struct tw_argument *argument, void *memory, uint64_t i, uint64_t value)
{
    switch (tw_element_info(argument->element)->bytes) {
    case 1:
        ((uint8_t *)memory)[i] = (uint8_t)value;
        return;
    case 2:
        ((uint16_t *)memory)[i] = (uint16_t)value;
        return;
    case 4:
        ((uint32_t *)memory)[i] = (uint32_t)value;
        return;
    default:
        ((uint64_t *)memory)[i] = value;
    }
}

/* A value that the type holds; NaN has all bits but the sign. */
void tw_reduction_set_real(const struct tw_argument *argument, void *memory, uint64_t i, double value)
{
    const struct tw_element_info *info = tw_element_info(argument->element);
    if (isnan(value))
        tw_reduction_set_whole(argument, memory, i, (UINT64_C(1) << (8 * info->bytes - 1)) - 1);
    else if (info->bytes == 2)
        ((uint16_t *)memory)[i] = tw_half_of(info->scalar, value);
    else if (info->bytes == 4)
        ((float *)memory)[i] = (float)value;
    else
        ((double *)memory)[i] = value;
}
