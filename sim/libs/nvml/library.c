/* The library as a whole: how it begins and ends, what it says of the system, and the functions that are known by name alone. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "sim/exec/simulator.h"
#include "sim/libs/nvml/nvml.h"

extern const struct tw_simulator tw_simulator; /* of the drop-in libcuda.so.1 */

int cuDriverGetVersion(int *version);

/* The branch of drivers that CUDA 13.0 came with, in the form that programs take apart; there is no such release. */
#define DRIVER_VERSION "580.00"
#define NVML_VERSION   "13." DRIVER_VERSION

static atomic_uint users;

nvmlReturn_t tw_nvml_begin(void)
{
    return atomic_load(&users) ? TW_NVML_SUCCESS : TW_NVML_UNINITIALIZED;
}

nvmlReturn_t nvmlInit_v2(void)
{
    struct tw_sim_device device;
    if (!tw_simulator.describe(0, &device)) return TW_NVML_DRIVER_NOT_LOADED;
    atomic_fetch_add(&users, 1);
    return TW_NVML_SUCCESS;
}

/* The flags say what to do where a device cannot be reached; all can be here. */
nvmlReturn_t nvmlInitWithFlags(unsigned flags)
{
    (void)flags;
    return nvmlInit_v2();
}

nvmlReturn_t nvmlShutdown(void)
{
    unsigned count = atomic_load(&users);
    while (count && !atomic_compare_exchange_weak(&users, &count, count - 1)) continue;
    return count ? TW_NVML_SUCCESS : TW_NVML_UNINITIALIZED;
}

const char *nvmlErrorString(nvmlReturn_t result)
{
    switch (result) {
#define X(name, number, text)                                                                                \
    case name:                                                                                               \
        return text;
        TW_NVML_RESULTS(X)
#undef X
    default:
        return "No result of this library";
    }
}

nvmlReturn_t tw_nvml_give(char *to, unsigned length, const char *text)
{
    if (!to) return TW_NVML_INVALID_ARGUMENT;
    if (length <= strlen(text)) return TW_NVML_INSUFFICIENT_SIZE;
    memcpy(to, text, strlen(text) + 1);
    return TW_NVML_SUCCESS;
}

nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned length)
{
    nvmlReturn_t result = tw_nvml_begin();
    return result ? result : tw_nvml_give(version, length, DRIVER_VERSION);
}

nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned length)
{
    return tw_nvml_give(version, length, NVML_VERSION);
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version)
{
    nvmlReturn_t result = tw_nvml_begin();
    if (!result && !version) result = TW_NVML_INVALID_ARGUMENT;
    if (!result && cuDriverGetVersion(version)) result = TW_NVML_UNKNOWN;
    return result;
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version)
{
    return nvmlSystemGetCudaDriverVersion(version);
}

/* The path of a process's program, as far as there is room. */
nvmlReturn_t nvmlSystemGetProcessName(unsigned pid, char *name, unsigned length)
{
    char path[64];
    nvmlReturn_t result = tw_nvml_begin();
    if (!result && !(name && length)) result = TW_NVML_INVALID_ARGUMENT;
    if (result) return result;
    snprintf(path, sizeof path, "/proc/%u/cmdline", pid);
    FILE *file = fopen(path, "rbe");
    if (!file) return TW_NVML_NOT_FOUND;
    size_t got = fread(name, 1, length - 1, file);
    name[got] = '\0'; /* the program's arguments follow its own NUL */
    fclose(file);
    return TW_NVML_SUCCESS;
}

/* Boxes of graphics cards with lamps and fans of their own. */
nvmlReturn_t nvmlUnitGetCount(unsigned *count)
{
    nvmlReturn_t result = tw_nvml_begin();
    if (!result && !count) result = TW_NVML_INVALID_ARGUMENT;
    if (!result) *count = 0;
    return result;
}

/* ---- functions known by name ---- */

nvmlReturn_t tw_nvml_refuse(const char *name)
{
    char line[128];
    nvmlReturn_t result = tw_nvml_begin();
    if (result) return result;
    snprintf(line, sizeof line, "%s is not supported by the simulator", name);
    tw_simulator.log(line);
    return TW_NVML_NOT_SUPPORTED;
}

#define X(name)                                                                                              \
    __attribute__((visibility("default"))) nvmlReturn_t name(void);                                          \
    nvmlReturn_t name(void)                                                                                  \
    {                                                                                                        \
        return tw_nvml_refuse(#name);                                                                        \
    }
TW_NVML_ABSENT(X)
#undef X

#define X(name, parameters, call)                                                                            \
    nvmlReturn_t name parameters                                                                             \
    {                                                                                                        \
        return call;                                                                                         \
    }
TW_NVML_ALIASES(X)
#undef X
