/*
 * A program of the management library, libnvidia-ml.so.1. It prints what calls return that answer
 * alike on every machine (`questions`, managed.txt), or what the devices are (`devices`), or makes sure that a process which asked
 * may fork and use the driver in its child (`forked`), or asks what the simulator has not (`absent`).
 */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "nvml/nvml.h"

int nvmlDeviceGetTemperature(nvmlDevice_t device, int sensor, unsigned *degrees);
int nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned *speed);

#define ASK(name, ...)        printf("%s%s: %d\n", #name, #__VA_ARGS__, (int)name __VA_ARGS__)
#define MUST(name, ...)       (name __VA_ARGS__ ? (printf("%s failed\n", #name), exit(1)) : (void)0)
#define VERSION(type, number) ((unsigned)sizeof(type) | number << 24)

static void ask(void)
{
    nvmlDevice_t device = NULL, none = NULL;
    unsigned count = 0, number = 0;
    int value = 0, other = 0;
    char text[96] = "", small[2], uuid[96], id[32];
    struct tw_nvml_pci pci;
    struct tw_nvml_memory_v2 memory = {0};
    unsigned long set[16];
    ASK(nvmlShutdown, ());
    ASK(nvmlDeviceGetCount_v2, (&count));
    ASK(nvmlDeviceGetName, (none, text, 96));
    ASK(nvmlSystemGetDriverVersion, (text, 80));
    ASK(nvmlSystemGetNVMLVersion, (text, 80));
    ASK(nvmlSystemGetCudaDriverVersion, (&value));
    ASK(nvmlDeviceGetTemperature, (none, 0, &number));
    ASK(nvmlInit, ());
    ASK(nvmlInit_v2, ());
    ASK(nvmlShutdown, ());
    ASK(nvmlSystemGetDriverVersion, (NULL, 80));
    ASK(nvmlSystemGetDriverVersion, (small, 2));
    ASK(nvmlSystemGetNVMLVersion, (NULL, 80));
    ASK(nvmlSystemGetNVMLVersion, (small, 2));
    ASK(nvmlSystemGetCudaDriverVersion, (NULL));
    ASK(nvmlSystemGetProcessName, (getpid(), text, 96));
    ASK(nvmlSystemGetProcessName, (getpid(), small, 2));
    ASK(nvmlSystemGetProcessName, (getpid(), NULL, 96));
    ASK(nvmlSystemGetProcessName, (999999999, text, 96));
    ASK(nvmlUnitGetCount, (NULL));
    ASK(nvmlDeviceGetCount, (&count));
    ASK(nvmlDeviceGetCount_v2, (NULL));
    ASK(nvmlDeviceGetHandleByIndex_v2, (count, &device));
    ASK(nvmlDeviceGetHandleByIndex_v2, (0, NULL));
    ASK(nvmlDeviceGetHandleByIndex, (0, &device));
    ASK(nvmlDeviceGetName, (none, text, 96));
    ASK(nvmlDeviceGetName, ((nvmlDevice_t)(void *)&count, text, 96));
    ASK(nvmlDeviceGetName, (device, NULL, 96));
    ASK(nvmlDeviceGetName, (device, small, 2));
    ASK(nvmlDeviceGetName, (device, text, 96));
    ASK(nvmlDeviceGetUUID, (device, small, 2));
    ASK(nvmlDeviceGetUUID, (device, uuid, 96));
    ASK(nvmlDeviceGetHandleByUUID, (uuid, &device));
    ASK(nvmlDeviceGetHandleByUUID, (uuid, NULL));
    ASK(nvmlDeviceGetHandleByUUID, (NULL, &device));
    ASK(nvmlDeviceGetHandleByUUID, ("", &device));
    ASK(nvmlDeviceGetHandleByUUID, ("GPU-00000000-0000-0000-0000-000000000000", &device));
    ASK(nvmlDeviceGetPciInfo_v3, (device, NULL));
    ASK(nvmlDeviceGetPciInfo_v3, (device, &pci));
    ASK(nvmlDeviceGetHandleByPciBusId_v2, (pci.id, &device));
    ASK(nvmlDeviceGetHandleByPciBusId_v2, (pci.v1.id, &device));
    snprintf(id, sizeof id, "%x:%x:%x", pci.v1.domain, pci.v1.bus, pci.v1.device);
    ASK(nvmlDeviceGetHandleByPciBusId_v2, (id, &device));
    ASK(nvmlDeviceGetHandleByPciBusId_v2, (id + 2, &device));
    ASK(nvmlDeviceGetHandleByPciBusId_v2, ("0000:ff:1f.0", &device));
    ASK(nvmlDeviceGetHandleByPciBusId_v2, ("no place", &device));
    ASK(nvmlDeviceGetHandleByPciBusId_v2, ("", &device));
    ASK(nvmlDeviceGetHandleByPciBusId_v2, (NULL, &device));
    ASK(nvmlDeviceGetHandleByPciBusId_v2, (id, NULL));
    ASK(nvmlDeviceGetIndex, (device, NULL));
    ASK(nvmlDeviceGetIndex, (device, &number));
    ASK(nvmlDeviceGetMinorNumber, (device, &number));
    ASK(nvmlDeviceGetMemoryInfo, (device, NULL));
    ASK(nvmlDeviceGetMemoryInfo_v2, (device, &memory));
    memory.version = VERSION(struct tw_nvml_memory_v2, 2);
    ASK(nvmlDeviceGetMemoryInfo_v2, (device, &memory));
    memory.version = VERSION(struct tw_nvml_memory_v2, 1);
    ASK(nvmlDeviceGetMemoryInfo_v2, (device, &memory));
    ASK(nvmlDeviceGetCudaComputeCapability, (device, &value, NULL));
    ASK(nvmlDeviceGetCudaComputeCapability, (device, &value, &other));
    ASK(nvmlDeviceGetArchitecture, (device, &number));
    ASK(nvmlDeviceGetClockInfo, (device, 0, &number));
    ASK(nvmlDeviceGetClockInfo, (device, 1, &number));
    ASK(nvmlDeviceGetClockInfo, (device, 9, &number));
    ASK(nvmlDeviceGetMaxClockInfo, (device, 2, &number));
    ASK(nvmlDeviceGetMaxClockInfo, (device, -1, &number));
    ASK(nvmlDeviceGetMemoryBusWidth, (device, &number));
    ASK(nvmlDeviceGetPersistenceMode, (device, &value));
    ASK(nvmlDeviceGetComputeMode, (device, &value));
    ASK(nvmlDeviceGetDisplayActive, (device, &value));
    ASK(nvmlDeviceGetMultiGpuBoard, (device, &number));
    ASK(nvmlDeviceIsMigDeviceHandle, (device, &number));
    ASK(nvmlDeviceOnSameBoard, (device, none, &value));
    ASK(nvmlDeviceOnSameBoard, (device, device, &value));
    ASK(nvmlDeviceGetTopologyCommonAncestor, (device, device, &value));
    ASK(nvmlDeviceGetP2PStatus, (device, device, 9, &value));
    ASK(nvmlDeviceGetCpuAffinity, (device, 0, set));
    ASK(nvmlDeviceGetCpuAffinity, (device, 16, NULL));
    ASK(nvmlDeviceGetCpuAffinity, (device, 16, set));
    ASK(nvmlDeviceGetCpuAffinityWithinScope, (device, 16, set, 7));
    ASK(nvmlDeviceGetMemoryAffinity, (device, 1, set, 0));
    ASK(nvmlShutdown, ());
    ASK(nvmlShutdown, ());
    ASK(nvmlDeviceGetIndex, (device, &number));
}

static unsigned long long used(nvmlDevice_t device)
{
    struct tw_nvml_memory_v2 memory = {.version = VERSION(struct tw_nvml_memory_v2, 2)};
    MUST(nvmlDeviceGetMemoryInfo_v2, (device, &memory));
    if (memory.available + memory.reserved + memory.used != memory.total) printf("the sum is not all\n");
    return memory.used;
}

static void show(void)
{
    unsigned count = 0, index = 0, number = 0;
    MUST(nvmlInit_v2, ());
    MUST(nvmlDeviceGetCount_v2, (&count));
    for (unsigned i = 0; i < count; i++) {
        char name[96], uuid[96];
        int major, minor;
        struct tw_nvml_pci pci;
        nvmlDevice_t device, again;
        MUST(nvmlDeviceGetHandleByIndex_v2, (i, &device));
        MUST(nvmlDeviceGetName, (device, name, 96));
        MUST(nvmlDeviceGetUUID, (device, uuid, 96));
        MUST(nvmlDeviceGetPciInfo_v3, (device, &pci));
        MUST(nvmlDeviceGetCudaComputeCapability, (device, &major, &minor));
        MUST(nvmlDeviceGetHandleByUUID, (uuid, &again));
        MUST(nvmlDeviceGetIndex, (again, &index));
        MUST(nvmlDeviceGetArchitecture, (device, &number));
        printf("%u: %s, %s, %s, %d.%d, architecture %u\n", index, name, uuid, pci.id, major, minor, number);
    }
}

static void use_driver(nvmlDevice_t device)
{
    CUcontext context;
    CUdeviceptr memory;
    unsigned long long before = device ? used(device) : 0;
    int failed = cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) ||
                 cuMemAlloc(&memory, 4 << 20);
    if (failed) exit(1);
    if (device) printf("%llu bytes more are used\n", used(device) - before);
}

static void divide(void)
{
    nvmlDevice_t device;
    int status = 1;
    MUST(nvmlInit_v2, ());
    MUST(nvmlDeviceGetHandleByIndex_v2, (0, &device));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        use_driver(NULL);
        _exit(0);
    }
    waitpid(child, &status, 0);
    printf("the child: %s\n", status ? "failed" : "ok");
    use_driver(device);
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "questions";
    if (strcmp(what, "devices") == 0) {
        show();
    } else if (strcmp(what, "forked") == 0) {
        divide();
    } else if (strcmp(what, "absent") == 0) {
        unsigned speed;
        MUST(nvmlInit_v2, ());
        MUST(nvmlDeviceGetFanSpeed, (NULL, &speed));
    } else {
        ask();
    }
    return 0;
}
