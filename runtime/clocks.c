/* NVML's few functions that tell a clock, and words for what holds it down. */
#include "runtime/clocks.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/library.h"

#define CLOCK_SM 1 /* nvml.h: NVML_CLOCK_SM */

static const struct tw_symbol symbols[] = {
#define X(name, parameters) {#name, offsetof(struct tw_clock_source, name)},
    TW_CLOCK_FUNCTIONS(X)
#undef X
};

static const struct tw_symbol optionals[] = {
#define X(name, parameters) {#name, offsetof(struct tw_clock_source, name)},
    TW_CLOCK_OPTIONALS(X)
#undef X
};

static const struct {
    unsigned bit;
    const char *word;
} throttles[] = {
#define X(name, bit, word) {bit, word},
    TW_THROTTLES(X)
#undef X
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static bool open_library(struct tw_clock_source *clocks, const char *library)
{
    struct tw_text reason = {0};
    clocks->handle = tw_library_open(library, &reason);
    tw_text_free(&reason);
    if (!clocks->handle) return false;
    if (tw_library_fill(clocks->handle, symbols, LENGTH(symbols), clocks)) return false;
    for (size_t i = 0; i < LENGTH(optionals); i++) tw_library_fill(clocks->handle, &optionals[i], 1, clocks);
    return true;
}

void tw_clocks_open(struct tw_clock_source *clocks, const struct tw_device *device, const char *library)
{
    char uuid[TW_DEVICE_UUID];
    *clocks = (struct tw_clock_source){0};
    /* NVML counts devices otherwise than the driver does: CUDA_VISIBLE_DEVICES hides none from it. */
    bool there =
        tw_device_uuid(device, uuid) && open_library(clocks, library ? library : "libnvidia-ml.so.1");
    bool begun = there && clocks->nvmlInit_v2() == 0;
    if (begun && clocks->nvmlDeviceGetHandleByUUID(uuid, &clocks->device) == 0 && clocks->device) return;
    if (begun) clocks->nvmlShutdown();
    clocks->device = NULL;
    tw_clocks_close(clocks);
}

void tw_clocks_close(struct tw_clock_source *clocks)
{
    if (clocks->device) clocks->nvmlShutdown();
    tw_library_close(clocks->handle);
    *clocks = (struct tw_clock_source){0};
}

static unsigned read_throttles(const struct tw_clock_source *clocks)
{
    unsigned long long reasons = 0;
    unsigned found = 0;
    int (*read)(void *, unsigned long long *) = clocks->nvmlDeviceGetCurrentClocksEventReasons;
    if (!read) read = clocks->nvmlDeviceGetCurrentClocksThrottleReasons;
    if (!read || read(clocks->device, &reasons) != 0) return TW_THROTTLE_UNKNOWN;
    for (size_t i = 0; i < LENGTH(throttles); i++) found |= (unsigned)reasons & throttles[i].bit;
    return found;
}

struct tw_clock_reading tw_clocks_read(const struct tw_clock_source *clocks)
{
    struct tw_clock_reading reading = {0, TW_THROTTLE_UNKNOWN};
    if (!clocks->device) return reading;
    if (clocks->nvmlDeviceGetClockInfo(clocks->device, CLOCK_SM, &reading.sm_mhz) != 0) reading.sm_mhz = 0;
    reading.throttles = read_throttles(clocks);
    return reading;
}

void tw_throttles_add(unsigned bits, struct tw_text *text)
{
    const char *separator = "";
    for (size_t i = 0; i < LENGTH(throttles); i++) {
        if (!(bits & throttles[i].bit)) continue;
        tw_text_addf(text, "%s%s", separator, throttles[i].word);
        separator = ", ";
    }
    if (!*separator && bits != TW_THROTTLE_UNKNOWN) tw_text_add(text, "none");
}

unsigned tw_throttles_of(const char *words)
{
    unsigned bits = 0;
    for (size_t i = 0; i < LENGTH(throttles); i++) {
        if (strstr(words, throttles[i].word)) bits |= throttles[i].bit;
    }
    return bits;
}
