/*
 * clocks.h - the clock of a GPU's multiprocessors, and whether something holds it down, as NVIDIA's management library tells
 * (NVML, libnvidia-ml.so.1, opened with dlopen). Where there is no NVML, or it does not know the device, nothing is known; that
 * is no error.
 */
#ifndef TW_RUNTIME_CLOCKS_H
#define TW_RUNTIME_CLOCKS_H

#include "base/text.h"
#include "runtime/device.h"

TW_API_BEGIN

/* The functions in use, by their exported names and our own prototypes. All return 0 when all is well. */
/* clang-format off */
#define TW_CLOCK_FUNCTIONS(X)                                                                     \
    X(nvmlInit_v2,               (void))                                                          \
    X(nvmlShutdown,              (void))                                                          \
    X(nvmlDeviceGetHandleByUUID, (const char *uuid, void **device))                               \
    X(nvmlDeviceGetClockInfo,    (void *device, int clock, unsigned *mhz))

/* What a library may lack: its pointer is NULL then. The second is the first's name before CUDA 12.2. */
#define TW_CLOCK_OPTIONALS(X)                                                                     \
    X(nvmlDeviceGetCurrentClocksEventReasons,    (void *device, unsigned long long *reasons))     \
    X(nvmlDeviceGetCurrentClocksThrottleReasons, (void *device, unsigned long long *reasons))

/* What holds a clock down, by nvml.h's nvmlClocksEventReason...; an idle GPU and a clock that somebody has set are no throttling. */
/*    name                 bit   word               */
#define TW_THROTTLES(X)                               \
    X(POWER_CAP,          0x04, "power-cap")          \
    X(SLOWDOWN,           0x08, "slowdown")           \
    X(SOFTWARE_THERMAL,   0x20, "software-thermal")   \
    X(HARDWARE_THERMAL,   0x40, "hardware-thermal")   \
    X(POWER_BRAKE,        0x80, "power-brake")
/* clang-format on */

enum tw_throttle {
#define X(name, bit, word) TW_THROTTLE_##name = bit,
    TW_THROTTLES(X)
#undef X
        TW_THROTTLE_UNKNOWN = 0x100 /* NVML did not say */
};

struct tw_clock_source {
#define X(name, parameters) int(*name) parameters;
    TW_CLOCK_FUNCTIONS(X)
    TW_CLOCK_OPTIONALS(X)
#undef X
    void *handle; /* of the library */
    void *device; /* in NVML's words; NULL: nothing is known */
};

struct tw_clock_reading {
    unsigned sm_mhz;    /* 0: not known                              */
    unsigned throttles; /* bits of enum tw_throttle; 0: none is there */
};

/* library: a file; NULL: libnvidia-ml.so.1. */
void tw_clocks_open(struct tw_clock_source *clocks, const struct tw_device *device, const char *library);
void tw_clocks_close(struct tw_clock_source *clocks); /* does nothing to a zeroed or closed one */

/* As it is now; takes some microseconds. */
struct tw_clock_reading tw_clocks_read(const struct tw_clock_source *clocks);

/* Adds the words with commas between, or "none"; what is unknown has none. And the bits of such words. */
void tw_throttles_add(unsigned throttles, struct tw_text *text);
unsigned tw_throttles_of(const char *words);

TW_API_END
#endif
