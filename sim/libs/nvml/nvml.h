/*
 * nvml.h - libnvidia-ml.so.1, NVIDIA's management library, as far as the simulator has something to manage: which devices there
 * are, what they are called, and how much of their memory is given out. Programs ask it before they start the driver, and
 * it does not start it: a process that asked may fork, and its children use the driver.
 *
 * All that it knows it asks the drop-in libcuda.so.1 for (struct tw_simulator, sim/exec/simulator.h). Prototypes and types are our own, as
 * NVIDIA's header need not be there; they have the layout of CUDA 13.0's. What is in functions.h alone by its name
 * answers TW_NVML_NOT_SUPPORTED, and the simulator's log names it.
 *
 * State: how often the library was initialised and not shut down. All functions may be called from any thread.
 */
#ifndef TW_SIM_LIBS_NVML_NVML_H
#define TW_SIM_LIBS_NVML_NVML_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/libs/nvml/functions.h"

/* name, number, what nvmlErrorString says of it */
/* clang-format off */
#define TW_NVML_RESULTS(X)                                                                    \
    X(TW_NVML_SUCCESS,            0, "The operation was successful")                          \
    X(TW_NVML_UNINITIALIZED,      1, "NVML was not initialized with nvmlInit")                \
    X(TW_NVML_INVALID_ARGUMENT,   2, "An argument is invalid")                                \
    X(TW_NVML_NOT_SUPPORTED,      3, "The simulator does not have this")                      \
    X(TW_NVML_NOT_FOUND,          6, "There is no such object")                               \
    X(TW_NVML_INSUFFICIENT_SIZE,  7, "An argument is not large enough")                       \
    X(TW_NVML_DRIVER_NOT_LOADED,  9, "The driver is not there")                               \
    X(TW_NVML_FUNCTION_NOT_FOUND, 13, "There is no such function, or not for this version")   \
    X(TW_NVML_VERSION_MISMATCH,  25, "The version of the argument's structure is not known")  \
    X(TW_NVML_UNKNOWN,          999, "An unknown error")
/* clang-format on */

typedef enum tw_nvml_result {
#define X(name, number, text) name = number,
    TW_NVML_RESULTS(X)
#undef X
} nvmlReturn_t;

typedef const struct tw_nvml_device *nvmlDevice_t;

struct tw_nvml_memory {
    unsigned long long total, available, used;
};

struct tw_nvml_memory_v2 {
    unsigned version;
    unsigned long long total, reserved, available, used;
};

struct tw_nvml_pci_v1 {
    char id[16];
    unsigned domain, bus, device, device_id;
};

struct tw_nvml_pci_v2 {
    struct tw_nvml_pci_v1 v1;
    unsigned subsystem_id, reserved[4];
};

struct tw_nvml_pci {
    struct tw_nvml_pci_v1 v1;
    unsigned subsystem_id;
    char id[32];
};

struct tw_nvml_pci_ext {
    unsigned version, domain, bus, device, device_id, subsystem_id, base_class, sub_class;
    char id[32];
};

struct tw_nvml_uuid {
    unsigned version, type;
    union {
        char text[41];
        unsigned char bytes[16];
    } value;
};

#define X(name, parameters) __attribute__((visibility("default"))) nvmlReturn_t name parameters;
TW_NVML_FUNCTIONS(X)
#undef X
#define X(name, parameters, call) __attribute__((visibility("default"))) nvmlReturn_t name parameters;
TW_NVML_ALIASES(X)
#undef X
__attribute__((visibility("default"))) const char *nvmlErrorString(nvmlReturn_t result);

/* TW_NVML_UNINITIALIZED before nvmlInit. */
nvmlReturn_t tw_nvml_begin(void);

/* The same, and TW_NVML_INVALID_ARGUMENT for what is no device, or a place to write to that is NULL. */
nvmlReturn_t tw_nvml_begin_device(nvmlDevice_t device, const void *place);

int tw_nvml_ordinal(nvmlDevice_t device);

/* The text whole, or TW_NVML_INSUFFICIENT_SIZE. */
nvmlReturn_t tw_nvml_give(char *to, unsigned length, const char *text);

/* What is not there: the log names it. */
nvmlReturn_t tw_nvml_refuse(const char *name);

#endif
