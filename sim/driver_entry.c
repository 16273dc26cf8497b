/* cuGetProcAddress: a function by its name without suffix and the CUDA version whose form of it is wanted. */
#include <string.h>

#include "sim/driver_sim.h"

typedef void (*tw_function)(void);

static const struct {
    const char *name; /* as exported */
    tw_function function;
} entries[] = {
#define X(name, parameters) {#name, (tw_function)tw_sim_##name},
    TW_DRIVER_FUNCTIONS(X) TW_DRIVER_OPTIONALS(X) TW_DRIVER_EXTRAS(X)
#undef X
};

#define ENTRIES (sizeof entries / sizeof *entries)

/* The CUDA version that brought a name, by prefix and the first match; what stands here in no line came with
   the first versions, and its _v2 with CUDA 3.2 and 4.0. */
static const struct {
    const char *prefix;
    int version;
} introduced[] = {
    {"cuEventElapsedTime_v2", 12080},
    {"cuCtxCreate_v3", 11040},
    {"cuCtxCreate_v4", 12050},
    {"cuDeviceGetUuid_v2", 11040},
    {"cuLaunchKernelEx", 11060},
    {"cuFuncGetName", 12030},
    {"cuGetProcAddress_v2", 12000},
    {"cuLibrary", 12000},
    {"cuKernel", 12000},
    {"cuCtxGetId", 12000},
    {"cuGetExportTable", 3000},
};

static int version_of(const char *name)
{
    for (size_t i = 0; i < sizeof introduced / sizeof *introduced; i++) {
        if (strncmp(name, introduced[i].prefix, strlen(introduced[i].prefix)) == 0)
            return introduced[i].version;
    }
    return strstr(name, "_v2") ? 4000 : 2000;
}

/* Length of an exported name without its "_v2". */
static size_t base_length(const char *exported)
{
    size_t length = strlen(exported);
    return length > 3 && strncmp(exported + length - 3, "_v", 2) == 0 ? length - 3 : length;
}

/* "cuMemAlloc_v2" is a form of "cuMemAlloc", and is never asked for by its own name. */
static bool is_form_of(const char *exported, const char *name)
{
    size_t length = base_length(exported);
    return strlen(name) == length && strncmp(exported, name, length) == 0;
}

static CUdriverProcAddressQueryResult look_up(const char *name, int version, tw_function *function)
{
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    int newest = 0;
    *function = NULL;
    for (size_t i = 0; i < ENTRIES; i++) {
        if (!is_form_of(entries[i].name, name)) continue;
        if (status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND)
            status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
        int since = version_of(entries[i].name);
        if (since > version || since < newest) continue;
        newest = since;
        *function = entries[i].function;
        status = CU_GET_PROC_ADDRESS_SUCCESS;
    }
    return status;
}

/* Flags choose between the legacy and the per-thread default stream, which are the same here. */
CUresult tw_sim_cuGetProcAddress_v2(const char *name, void **function, int version, cuuint64_t flags,
                                    CUdriverProcAddressQueryResult *status)
{
    const cuuint64_t known =
        CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    if (!name || !function || version > TW_SIM_DRIVER_VERSION || (flags & ~known))
        return CUDA_ERROR_INVALID_VALUE;
    tw_function found;
    CUdriverProcAddressQueryResult outcome = look_up(name, version, &found);
    memcpy(function, &found, sizeof found); /* ISO C knows no cast from a function's address to an object's */
    if (status) *status = outcome;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuGetProcAddress(const char *name, void **function, int version, cuuint64_t flags)
{
    CUresult result = tw_sim_cuGetProcAddress_v2(name, function, version, flags, NULL);
    return !result && !*function ? CUDA_ERROR_NOT_FOUND : result;
}
