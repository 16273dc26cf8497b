/* Where the devices are, in what state, and how near to each other and to the processors: simple answers, each a row. */
#include <sched.h>
#include <string.h>

#include "sim/libs/nvml/nvml.h"

#define ANSWER(name, type, value)                                                                            \
    nvmlReturn_t name(nvmlDevice_t device, type *place)                                                      \
    {                                                                                                        \
        nvmlReturn_t result = tw_nvml_begin_device(device, place);                                           \
        if (!result) *place = value;                                                                         \
        return result;                                                                                       \
    }

#define UNKNOWN  0
#define DISABLED 0
#define NONE     0

ANSWER(nvmlDeviceGetIndex, unsigned, (unsigned)tw_nvml_ordinal(device))
ANSWER(nvmlDeviceGetMinorNumber, unsigned, (unsigned)tw_nvml_ordinal(device))
ANSWER(nvmlDeviceGetBoardId, unsigned, (unsigned)tw_nvml_ordinal(device))
ANSWER(nvmlDeviceGetBrand, int, UNKNOWN)
ANSWER(nvmlDeviceGetPersistenceMode, int, DISABLED)
ANSWER(nvmlDeviceGetComputeMode, int, 0) /* any process, any number of them */
ANSWER(nvmlDeviceGetDisplayMode, int, DISABLED)
ANSWER(nvmlDeviceGetDisplayActive, int, DISABLED)
ANSWER(nvmlDeviceGetVirtualizationMode, int, NONE)
ANSWER(nvmlDeviceGetMultiGpuBoard, unsigned, false)
ANSWER(nvmlDeviceIsMigDeviceHandle, unsigned, false)
ANSWER(nvmlDeviceGetMaxMigDeviceCount, unsigned, 0)

/* ---- two devices ---- */

static nvmlReturn_t begin_pair(nvmlDevice_t device, nvmlDevice_t other, const void *place)
{
    nvmlReturn_t result = tw_nvml_begin_device(device, place);
    return result ? result : tw_nvml_begin_device(other, place);
}

nvmlReturn_t nvmlDeviceOnSameBoard(nvmlDevice_t device, nvmlDevice_t other, int *same)
{
    nvmlReturn_t result = tw_nvml_begin_device(device, same);
    if (!result && tw_nvml_begin_device(other, same)) result = TW_NVML_NOT_SUPPORTED;
    if (!result) *same = device == other;
    return result;
}

nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t device, nvmlDevice_t other, int *level)
{
    enum { INTERNAL = 0, HOST_BRIDGE = 30 };
    nvmlReturn_t result = begin_pair(device, other, level);
    if (!result) *level = device == other ? INTERNAL : HOST_BRIDGE;
    return result;
}

/* Reads, writes, atomics and over PCI: the memory of all is one. There are no NVLinks, and a device is no peer of its own; of kinds
   that there are not nothing is said against it. */
nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t device, nvmlDevice_t other, int kind, int *status)
{
    enum { READ, WRITE, NVLINK, ATOMICS, PCI, KINDS };
    enum { OK = 0, NOT_SUPPORTED = 5 };
    nvmlReturn_t result = begin_pair(device, other, status);
    bool lacks = kind == NVLINK || (device == other && kind < KINDS);
    if (!result) *status = lacks ? NOT_SUPPORTED : OK;
    return result;
}

/* ---- the processors beside a device: all that the process may run on ---- */

#define WORD_BITS (8 * sizeof(unsigned long))

nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t device, unsigned words, unsigned long *set)
{
    cpu_set_t allowed;
    nvmlReturn_t result = tw_nvml_begin_device(device, words ? set : NULL);
    if (!result && sched_getaffinity(0, sizeof allowed, &allowed)) result = TW_NVML_UNKNOWN;
    if (result) return result;
    memset(set, 0, words * sizeof *set);
    for (size_t i = 0; i < CPU_SETSIZE && i < words * WORD_BITS; i++) {
        if (CPU_ISSET(i, &allowed)) set[i / WORD_BITS] |= 1ul << i % WORD_BITS;
    }
    return TW_NVML_SUCCESS;
}

/* Node or socket: there is one. */
enum { SCOPES = 2 };

nvmlReturn_t nvmlDeviceGetCpuAffinityWithinScope(nvmlDevice_t device, unsigned words, unsigned long *set,
                                                 unsigned scope)
{
    nvmlReturn_t result = tw_nvml_begin_device(device, scope < SCOPES ? set : NULL);
    return result ? result : nvmlDeviceGetCpuAffinity(device, words, set);
}

nvmlReturn_t nvmlDeviceGetMemoryAffinity(nvmlDevice_t device, unsigned words, unsigned long *set,
                                         unsigned scope)
{
    nvmlReturn_t result = tw_nvml_begin_device(device, words && scope < SCOPES ? set : NULL);
    if (result) return result;
    memset(set, 0, words * sizeof *set);
    set[0] = 1; /* the first node */
    return TW_NVML_SUCCESS;
}
