#include "gen/cuda_type.h"

/* clang-format off */
static const char *const types[TW_ELEMENT_COUNT] = {
    [TW_INT8]      = "signed char",    [TW_UINT8]     = "unsigned char",
    [TW_INT16]     = "short",          [TW_UINT16]    = "unsigned short",
    [TW_INT32]     = "int",            [TW_UINT32]    = "unsigned",
    [TW_INT64]     = "long long",      [TW_UINT64]    = "unsigned long long",
    [TW_FLOAT16]   = "unsigned short", [TW_BFLOAT16]  = "unsigned short",
    [TW_FLOAT32]   = "float",          [TW_FLOAT64]   = "double",
    [TW_INT32X2]   = "int2",           [TW_INT32X4]   = "int4",
    [TW_FLOAT32X2] = "float2",         [TW_FLOAT32X4] = "float4",
    [TW_FLOAT64X2] = "double2",
};
/* clang-format on */

const char *tw_cuda_type(enum tw_element element)
{
    return types[element];
}

const char *tw_cuda_suffix(uint64_t constant, bool wide)
{
    return wide || constant > UINT32_MAX ? "ull" : constant > INT32_MAX ? "u" : "";
}
