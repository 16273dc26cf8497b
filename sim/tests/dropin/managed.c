/*
 * A program of the management library, libnvidia-ml.so.1. It prints what the devices are (`devices`), or makes sure that a process
 * which asked may fork and use the driver in its child (`forked`), or asks what the simulator has not (`absent`).
 */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/libs/nvml/nvml.h"

int nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned *speed);

#define MUST(name, ...)       (name __VA_ARGS__ ? (printf("%s failed\n", #name), exit(1)) : (void)0)
#define VERSION(type, number) ((unsigned)sizeof(type) | number << 24)

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
    const char *what = count > 1 ? arguments[1] : "devices";
    setvbuf(stdout, NULL, _IONBF, 0);
    if (strcmp(what, "forked") == 0) {
        divide();
    } else if (strcmp(what, "absent") == 0) {
        unsigned speed;
        MUST(nvmlInit_v2, ());
        MUST(nvmlDeviceGetFanSpeed, (NULL, &speed));
    } else {
        show();
    }
    return 0;
}
