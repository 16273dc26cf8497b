/*
 * Asks the management library, libnvidia-ml.so.1, a table of questions, right and wrong, and prints what each call returns. In
 * asked.txt are the answers of driver 580.159 on an H200: what depends on the machine is not asked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/libs/nvml/nvml.h"

int nvmlDeviceGetNumaNodeId(nvmlDevice_t device, unsigned *node);
int nvmlDeviceGetTemperature(nvmlDevice_t device, int sensor, unsigned *degrees);

#define MUST(name, ...)       (name __VA_ARGS__ ? (printf("%s failed\n", #name), exit(1)) : (void)0)
#define VERSION(type, number) ((unsigned)sizeof(type) | number << 24)

/* What the process has done before it asks. */
enum stage { NEW, READY, ENDED };

/* What questions take and write to. */
static nvmlDevice_t device, none, no_device = (nvmlDevice_t)(void *)&none;
static unsigned count, number;
static int value, other;
static char text[96], small[2], uuid[96], id[32];
static char pci_other_function[48], pci_tail[48]; /* id.1, id.0x */
static struct tw_nvml_pci_v1 pci_v1;
static struct tw_nvml_pci_v2 pci_v2;
static struct tw_nvml_pci pci;
static struct tw_nvml_pci_ext pci_ext = {.version = VERSION(pci_ext, 1)}, pci_ext_0;
static struct tw_nvml_uuid uuid_text = {.version = VERSION(uuid_text, 1), .type = 1}, uuid_0;
static struct tw_nvml_memory memory;
static struct tw_nvml_memory_v2 memory_v2 = {.version = VERSION(memory_v2, 2)}, memory_0,
                                memory_v1 = {.version = VERSION(memory_v1, 1)};
static unsigned long set[16];

/* stage, function, arguments */
/* clang-format off */
#define QUESTIONS(X)                                                                                       \
    X(NEW,   nvmlShutdown,                          ())                                                    \
    X(NEW,   nvmlDeviceGetCount_v2,                 (&count))                                              \
    X(NEW,   nvmlDeviceGetName,                     (none, text, 96))                                      \
    X(NEW,   nvmlSystemGetDriverVersion,            (text, 80))                                            \
    X(NEW,   nvmlSystemGetNVMLVersion,              (text, 80))                                            \
    X(NEW,   nvmlSystemGetCudaDriverVersion,        (&value))                                              \
    X(NEW,   nvmlSystemGetCudaDriverVersion_v2,     (&value))                                              \
    X(NEW,   nvmlDeviceGetTemperature,              (none, 0, &number))                                    \
    X(NEW,   nvmlInit,                              ())                                                    \
    X(NEW,   nvmlInit_v2,                           ())                                                    \
    X(NEW,   nvmlInitWithFlags,                     (0))                                                   \
    X(NEW,   nvmlInitWithFlags,                     (1 << 30))                                             \
    X(READY, nvmlShutdown,                          ())                                                    \
    X(READY, nvmlSystemGetDriverVersion,            (NULL, 80))                                            \
    X(READY, nvmlSystemGetDriverVersion,            (small, 2))                                            \
    X(READY, nvmlSystemGetNVMLVersion,              (NULL, 80))                                            \
    X(READY, nvmlSystemGetNVMLVersion,              (small, 2))                                            \
    X(READY, nvmlSystemGetCudaDriverVersion,        (NULL))                                                \
    X(READY, nvmlSystemGetCudaDriverVersion_v2,     (NULL))                                                \
    X(READY, nvmlSystemGetProcessName,              (getpid(), text, 96))                                  \
    X(READY, nvmlSystemGetProcessName,              (getpid(), small, 2))                                  \
    X(READY, nvmlSystemGetProcessName,              (getpid(), text, 0))                                   \
    X(READY, nvmlSystemGetProcessName,              (getpid(), NULL, 96))                                  \
    X(READY, nvmlSystemGetProcessName,              (999999999, text, 96))                                 \
    X(READY, nvmlUnitGetCount,                      (NULL))                                                \
    X(READY, nvmlDeviceGetCount,                    (&count))                                              \
    X(READY, nvmlDeviceGetCount_v2,                 (NULL))                                                \
    X(READY, nvmlDeviceGetHandleByIndex_v2,         (count, &device))                                      \
    X(READY, nvmlDeviceGetHandleByIndex_v2,         (0, NULL))                                             \
    X(READY, nvmlDeviceGetHandleByIndex,            (0, &device))                                          \
    X(READY, nvmlDeviceGetName,                     (none, text, 96))                                      \
    X(READY, nvmlDeviceGetName,                     (no_device, text, 96))                                 \
    X(READY, nvmlDeviceGetName,                     (device, NULL, 96))                                    \
    X(READY, nvmlDeviceGetName,                     (device, small, 2))                                    \
    X(READY, nvmlDeviceGetName,                     (device, text, 96))                                    \
    X(READY, nvmlDeviceGetUUID,                     (device, small, 2))                                    \
    X(READY, nvmlDeviceGetUUID,                     (device, uuid, 96))                                    \
    X(READY, nvmlDeviceGetHandleByUUID,             (uuid, &device))                                       \
    X(READY, nvmlDeviceGetHandleByUUID,             (uuid, NULL))                                          \
    X(READY, nvmlDeviceGetHandleByUUID,             (NULL, &device))                                       \
    X(READY, nvmlDeviceGetHandleByUUID,             ("", &device))                                         \
    X(READY, nvmlDeviceGetHandleByUUID,             ("GPU-00000000-0000-0000-0000-000000000000", &device)) \
    X(READY, nvmlDeviceGetHandleByUUIDV,            (&uuid_text, &device))                                 \
    X(READY, nvmlDeviceGetHandleByUUIDV,            (&uuid_0, &device))                                    \
    X(READY, nvmlDeviceGetHandleByUUIDV,            (NULL, &device))                                       \
    X(READY, nvmlDeviceGetPciInfo_v3,               (device, NULL))                                        \
    X(READY, nvmlDeviceGetPciInfo_v3,               (device, &pci))                                        \
    X(READY, nvmlDeviceGetPciInfo,                  (device, &pci_v1))                                     \
    X(READY, nvmlDeviceGetPciInfo_v2,               (device, &pci_v2))                                     \
    X(READY, nvmlDeviceGetPciInfoExt,               (device, &pci_ext))                                    \
    X(READY, nvmlDeviceGetPciInfoExt,               (device, &pci_ext_0))                                  \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      (pci.id, &device))                                     \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      (pci.v1.id, &device))                                  \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      (id, &device))                                         \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      (id + 2, &device))                                     \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      ("0000:ff:1f.0", &device))                             \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      ("no place", &device))                                 \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      ("1:2:3:4:5", &device))                                \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      (pci_other_function, &device))                         \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      (pci_tail, &device))                                   \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      ("", &device))                                         \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      (NULL, &device))                                       \
    X(READY, nvmlDeviceGetHandleByPciBusId_v2,      (id, NULL))                                            \
    X(READY, nvmlDeviceGetIndex,                    (device, NULL))                                        \
    X(READY, nvmlDeviceGetIndex,                    (device, &number))                                     \
    X(READY, nvmlDeviceGetMinorNumber,              (device, &number))                                     \
    X(READY, nvmlDeviceGetBoardId,                  (device, &number))                                     \
    X(READY, nvmlDeviceGetBrand,                    (device, &value))                                      \
    X(READY, nvmlDeviceGetBrand,                    (device, NULL))                                        \
    X(READY, nvmlDeviceGetNumaNodeId,               (device, &number))                                     \
    X(READY, nvmlDeviceGetMemoryInfo,               (device, NULL))                                        \
    X(READY, nvmlDeviceGetMemoryInfo,               (device, &memory))                                     \
    X(READY, nvmlDeviceGetMemoryInfo_v2,            (device, &memory_0))                                   \
    X(READY, nvmlDeviceGetMemoryInfo_v2,            (device, &memory_v2))                                  \
    X(READY, nvmlDeviceGetMemoryInfo_v2,            (device, &memory_v1))                                  \
    X(READY, nvmlDeviceGetCudaComputeCapability,    (device, &value, NULL))                                \
    X(READY, nvmlDeviceGetCudaComputeCapability,    (device, &value, &other))                              \
    X(READY, nvmlDeviceGetArchitecture,             (device, &number))                                     \
    X(READY, nvmlDeviceGetClockInfo,                (device, 0, &number))                                  \
    X(READY, nvmlDeviceGetClockInfo,                (device, 1, &number))                                  \
    X(READY, nvmlDeviceGetClockInfo,                (device, 9, &number))                                  \
    X(READY, nvmlDeviceGetMaxClockInfo,             (device, 2, &number))                                  \
    X(READY, nvmlDeviceGetMaxClockInfo,             (device, -1, &number))                                 \
    X(READY, nvmlDeviceGetMemoryBusWidth,           (device, &number))                                     \
    X(READY, nvmlDeviceGetPersistenceMode,          (device, &value))                                      \
    X(READY, nvmlDeviceGetComputeMode,              (device, &value))                                      \
    X(READY, nvmlDeviceGetDisplayMode,              (device, &value))                                      \
    X(READY, nvmlDeviceGetDisplayActive,            (device, &value))                                      \
    X(READY, nvmlDeviceGetVirtualizationMode,       (device, &value))                                      \
    X(READY, nvmlDeviceGetMultiGpuBoard,            (device, &number))                                     \
    X(READY, nvmlDeviceIsMigDeviceHandle,           (device, &number))                                     \
    X(READY, nvmlDeviceGetMaxMigDeviceCount,        (device, &number))                                     \
    X(READY, nvmlDeviceOnSameBoard,                 (device, none, &value))                                \
    X(READY, nvmlDeviceOnSameBoard,                 (device, device, &value))                              \
    X(READY, nvmlDeviceGetP2PStatus,                (device, device, 9, &value))                           \
    X(READY, nvmlDeviceGetP2PStatus,                (device, device, 0, &value))                           \
    X(READY, nvmlDeviceGetCpuAffinity,              (device, 0, set))                                      \
    X(READY, nvmlDeviceGetCpuAffinity,              (device, 16, NULL))                                    \
    X(READY, nvmlDeviceGetCpuAffinity,              (device, 16, set))                                     \
    X(READY, nvmlDeviceGetCpuAffinityWithinScope,   (device, 16, set, 7))                                  \
    X(READY, nvmlDeviceGetMemoryAffinity,           (device, 1, set, 0))                                   \
    X(READY, nvmlDeviceGetMemoryAffinity,           (device, 0, set, 0))                                   \
    X(ENDED, nvmlShutdown,                          ())                                                    \
    X(ENDED, nvmlDeviceGetIndex,                    (device, &number))
/* clang-format on */

static const struct question {
    enum stage stage;
    const char *call;
} questions[] = {
#define X(stage, name, arguments) {stage, #name #arguments},
    QUESTIONS(X)
#undef X
};

enum { QUESTION_COUNT = sizeof questions / sizeof *questions };

static int answer(unsigned question)
{
    unsigned at = 0;
#define X(stage, name, arguments)                                                                            \
    if (at++ == question) return name arguments;
    QUESTIONS(X)
#undef X
    return -1;
}

static void begin_ready(void)
{
    for (int i = 0; i < 2; i++) MUST(nvmlInit_v2, ()); /* one shutdown leaves it ready */
    MUST(nvmlDeviceGetCount_v2, (&count));
    MUST(nvmlDeviceGetHandleByIndex_v2, (0, &device));
    MUST(nvmlDeviceGetUUID, (device, uuid, sizeof uuid));
    memcpy(uuid_text.value.text, uuid, sizeof uuid_text.value.text - 1);
    MUST(nvmlDeviceGetPciInfo_v3, (device, &pci));
    snprintf(id, sizeof id, "%x:%x:%x", pci.v1.domain, pci.v1.bus, pci.v1.device);
    snprintf(pci_other_function, sizeof pci_other_function, "%s.1", id);
    snprintf(pci_tail, sizeof pci_tail, "%s.0x", id);
}

static void begin(enum stage stage)
{
    if (stage == NEW) return;
    begin_ready();
    if (stage == ENDED) {
        while (nvmlShutdown() == 0) continue;
    }
}

/* All questions from `first` on; `asked` says which is being asked. */
static void ask_from(unsigned first, volatile unsigned *asked)
{
    enum { SECONDS = 10 };
    for (unsigned i = first; i < QUESTION_COUNT; i++) {
        enum stage stage = questions[i].stage;
        *asked = i;
        alarm(SECONDS);
        if (i == first || questions[i - 1].stage != stage) begin(stage);
        printf("%s: %d\n", questions[i].call, answer(i));
    }
}

/* In a child, as not every library survives every question: after one that ends the child a new one goes on. */
int main(void)
{
    volatile unsigned *asked =
        mmap(NULL, sizeof *asked, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    unsigned first = 0;
    setvbuf(stdout, NULL, _IONBF, 0);
    if (asked == MAP_FAILED) return 1;
    while (first < QUESTION_COUNT) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            ask_from(first, asked);
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) < 0 || WIFEXITED(status)) return status != 0 || child < 0;
        printf("%s: ends with signal %d\n", questions[*asked].call, WTERMSIG(status));
        first = *asked + 1;
    }
    return 0;
}
