/* Two tables of names, and what some of the headers hold. */
#include "base/described/known_headers.h"

#include <string.h>

/* What the kernels of a file that includes the header may want of it. */
#define INTEGERS                                                                                             \
    "#pragma once\n"                                                                                         \
    "typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;\n"   \
    "typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;\n"           \
    "typedef unsigned long long uint64_t; typedef unsigned long long uintptr_t; typedef long long "          \
    "intptr_t;\n"
#define MATHS                                                                                                \
    "#ifndef M_PI\n"                                                                                         \
    "#define M_PI 3.14159265358979323846\n#define M_PI_2 1.57079632679489661923\n"                           \
    "#define M_PI_4 0.78539816339744830962\n#define M_1_PI 0.31830988618379067154\n"                         \
    "#define M_2_PI 0.63661977236758134308\n#define M_E 2.7182818284590452354\n"                             \
    "#define M_LN2 0.69314718055994530942\n#define M_LN10 2.30258509299404568402\n"                          \
    "#define M_LOG2E 1.4426950408889634074\n#define M_LOG10E 0.43429448190325182765\n"                       \
    "#define M_SQRT2 1.41421356237309504880\n#define M_SQRT1_2 0.70710678118654752440\n"                     \
    "#endif\n"                                                                                               \
    "#ifndef INFINITY\n#define INFINITY __int_as_float(0x7f800000)\n#endif\n"                                \
    "#ifndef NAN\n#define NAN __int_as_float(0x7fffffff)\n#endif\n"
#define LIMITS                                                                                               \
    "#ifndef INT_MAX\n"                                                                                      \
    "#define CHAR_BIT 8\n#define SCHAR_MIN (-128)\n#define SCHAR_MAX 127\n#define UCHAR_MAX 255\n"           \
    "#define SHRT_MIN (-32768)\n#define SHRT_MAX 32767\n#define USHRT_MAX 65535\n"                           \
    "#define INT_MIN (-2147483647 - 1)\n#define INT_MAX 2147483647\n#define UINT_MAX 4294967295u\n"          \
    "#define LLONG_MAX 9223372036854775807ll\n#define LLONG_MIN (-LLONG_MAX - 1)\n"                          \
    "#define ULLONG_MAX 18446744073709551615ull\n"                                                           \
    "#define LONG_MAX 9223372036854775807l\n#define LONG_MIN (-LONG_MAX - 1)\n"                              \
    "#define ULONG_MAX 18446744073709551615ul\n"                                                             \
    "#endif\n"
#define FLOATS                                                                                               \
    "#ifndef FLT_MAX\n"                                                                                      \
    "#define FLT_MAX 3.402823466e+38f\n#define FLT_MIN 1.175494351e-38f\n"                                   \
    "#define FLT_EPSILON 1.192092896e-07f\n#define DBL_MAX 1.7976931348623158e+308\n"                        \
    "#define DBL_MIN 2.2250738585072014e-308\n#define DBL_EPSILON 2.2204460492503131e-16\n"                  \
    "#endif\n"

/* clang-format off */
/* CUB's own header needs a compiler for a host too. What kernels call of it is in these. */
#define CUB(header) "#if __has_include(<cub/" header ".cuh>)\n#include <cub/" header ".cuh>\n#endif\n"
#define CUB_BLOCKS                                                                                           \
    CUB("block/block_adjacent_difference") CUB("block/block_discontinuity") CUB("block/block_exchange")      \
    CUB("block/block_histogram")           CUB("block/block_load")          CUB("block/block_merge_sort")    \
    CUB("block/block_radix_rank")          CUB("block/block_radix_sort")    CUB("block/block_reduce")        \
    CUB("block/block_run_length_decode")   CUB("block/block_scan")          CUB("block/block_shuffle")       \
    CUB("block/block_store")
#define CUB_WARPS                                                                                            \
    CUB("warp/warp_exchange") CUB("warp/warp_load") CUB("warp/warp_merge_sort")                              \
    CUB("warp/warp_reduce")   CUB("warp/warp_scan") CUB("warp/warp_store")
/* clang-format on */

/* What <cuda_runtime.h>, which nvcc includes by itself, declares for every source. */
#define NVCC                                                                                                 \
    "typedef unsigned int uint; typedef unsigned short ushort; typedef unsigned long ulong;\n" INTEGERS      \
        MATHS LIMITS

static const struct {
    const char *names, *text; /* of headers, each with a blank behind it */
} texts[] = {{"stdint.h cstdint inttypes.h cinttypes ", INTEGERS},
             {"math.h cmath ", MATHS},
             {"limits.h climits ", LIMITS},
             {"float.h cfloat ", FLOATS},
             {TW_CUB_HEADER " ", CUB_BLOCKS CUB_WARPS},
             {TW_NVCC_HEADER " ", NVCC}};

const char *const tw_host_headers[] = {"cuda_runtime.h",
                                       "cuda_runtime_api.h",
                                       "cuda.h",
                                       "device_launch_parameters.h",
                                       "stdio.h",
                                       "cstdio",
                                       "stdlib.h",
                                       "cstdlib",
                                       "string.h",
                                       "cstring",
                                       "math.h",
                                       "cmath",
                                       "assert.h",
                                       "cassert",
                                       "time.h",
                                       "ctime",
                                       "stdint.h",
                                       "cstdint",
                                       "limits.h",
                                       "climits",
                                       "float.h",
                                       "cfloat",
                                       "inttypes.h",
                                       "cinttypes",
                                       "stddef.h",
                                       "stdbool.h",
                                       "ctype.h",
                                       "cctype",
                                       "errno.h",
                                       "unistd.h",
                                       "getopt.h",
                                       "sys/time.h",
                                       "sys/types.h",
                                       "sys/stat.h",
                                       "memory.h",
                                       "malloc.h",
                                       "iostream",
                                       "fstream",
                                       "sstream",
                                       "iomanip",
                                       "string",
                                       "vector",
                                       "map",
                                       "set",
                                       "algorithm",
                                       "numeric",
                                       "chrono",
                                       "random",
                                       "memory",
                                       "functional",
                                       "unordered_map",
                                       "thread",
                                       "stdexcept",
                                       "exception",
                                       "omp.h",
                                       "cuda_profiler_api.h",
                                       "helper_cuda.h",
                                       "helper_functions.h",
                                       "helper_image.h",
                                       "helper_string.h",
                                       "helper_timer.h",
                                       TW_CUB_HEADER,
                                       TW_NVCC_HEADER};
const size_t tw_host_header_count = sizeof tw_host_headers / sizeof *tw_host_headers;

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

const char *tw_host_header_text(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *found = strstr(texts[i].names, name);
        if (found && found[length] == ' ' && (found == texts[i].names || found[-1] == ' '))
            return texts[i].text;
    }
    return "";
}

bool tw_header_needs_host(const char *name)
{
    return strcmp(name, TW_CUB_HEADER) == 0 || strncmp(name, "helper_", 7) == 0;
}

bool tw_nvcc_header_has(const char *name, size_t length)
{
    static const char text[] = NVCC;
    bool found = false;
    for (const char *at = text; *at && !found; at++) {
        const bool begins = at == text || !is_word(at[-1]);
        found = begins && strncmp(at, name, length) == 0 && !is_word(at[length]);
    }
    return found;
}

/* What ends in '*' is how names begin. */
static const char *const toolkit_headers[] = {"cuda_*",
                                              "cuda/*",
                                              "cub/*",
                                              "thrust/*",
                                              "nv/*",
                                              "crt/*",
                                              "cuComplex.h",
                                              "curand*",
                                              "cooperative_groups*",
                                              "mma.h",
                                              "math_*",
                                              "device_*",
                                              "vector_*",
                                              "texture_*",
                                              "surface_*",
                                              "sm_*",
                                              "channel_descriptor.h",
                                              "builtin_types.h",
                                              "common_functions.h",
                                              "host_defines.h",
                                              "host_config.h",
                                              "driver_types.h",
                                              "library_types.h"};

static bool begins_alike(const char *name, const char *pattern)
{
    const size_t length = strcspn(pattern, "*");
    return strncmp(name, pattern, length) == 0 && (pattern[length] || !name[length]);
}

bool tw_header_is_known(const char *name)
{
    for (size_t i = 0; i < tw_host_header_count; i++) {
        if (strcmp(name, tw_host_headers[i]) == 0) return true;
    }
    for (size_t i = 0; i < sizeof toolkit_headers / sizeof *toolkit_headers; i++) {
        if (begins_alike(name, toolkit_headers[i])) return true;
    }
    return false;
}
