/* Two tables of names, and the beginnings of names. */
#include "base/described/known_headers.h"

#include <string.h>

const char *const tw_host_headers[] = {"cuda_runtime.h", "cuda_runtime_api.h",
                                       "cuda.h",         "device_launch_parameters.h",
                                       "stdio.h",        "stdlib.h",
                                       "string.h",       "math.h",
                                       "assert.h",       "time.h",
                                       "iostream",       "cstdio",
                                       "cstdlib",        "cstring",
                                       "cmath",          "cassert",
                                       "stdint.h",       "cstdint",
                                       "limits.h"};
const size_t tw_host_header_count = sizeof tw_host_headers / sizeof *tw_host_headers;

#define INTEGERS                                                                                             \
    "#pragma once\n"                                                                                         \
    "typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;\n"   \
    "typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;\n"           \
    "typedef unsigned long long uint64_t; typedef unsigned long long uintptr_t; typedef long long "          \
    "intptr_t;\n"

const char *tw_host_header_text(const char *name)
{
    return strstr(name, "stdint") ? INTEGERS : "";
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
