/*
 * cupti.h - CUPTI's functions in use, with our own prototypes (those of CUPTI 12.6, which 13 has too), so that no cupti.h is
 * needed to build. Private to cupti.c, which finds the library, and counters.c, which uses it.
 *
 * Every function but cuptiGetVersion takes one struct: its size up to and including the last member known to the caller, a
 * pointer that is NULL, and the members below, which are part of CUPTI's ABI. "out" marks what the call fills in.
 */
#ifndef TW_RUNTIME_MEASURE_CUPTI_H
#define TW_RUNTIME_MEASURE_CUPTI_H

#include <cuda.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/error.h>

/* CUptiResult: the values that are told apart. */
enum {
    TW_CUPTI_SUCCESS = 0,
    TW_CUPTI_INVALID_PARAMETER = 1,
    TW_CUPTI_OUT_OF_MEMORY = 8,
    TW_CUPTI_NOT_COMPATIBLE = 14,
    TW_CUPTI_NOT_INITIALIZED = 15,
    TW_CUPTI_INVALID_METRIC = 17,
    TW_CUPTI_HARDWARE_BUSY = 26,
    TW_CUPTI_NOT_SUPPORTED = 27,
    TW_CUPTI_VIRTUALIZED = 33,
    TW_CUPTI_PRIVILEGES = 35,
    TW_CUPTI_SUBSCRIBERS = 39,
    TW_CUPTI_VIRTUALIZED_PRIVILEGES = 40,
    TW_CUPTI_CONFIDENTIAL = 41,
    TW_CUPTI_CMP = 42,
    TW_CUPTI_MIG = 43,
    TW_CUPTI_SLI = 44,
    TW_CUPTI_WSL = 45,
    TW_CUPTI_CHIP = 46,
    TW_CUPTI_UNKNOWN = 999
};

enum { TW_CUPTI_UNSUPPORTED = 1, TW_CUPTI_DISABLED = 2, TW_CUPTI_SUPPORTED = 3 }; /* of a device */
enum { TW_CUPTI_RANGE_PROFILER = 0 };                                             /* of the profilers */
enum { TW_CUPTI_USER_RANGE = 2 };                                                 /* of the ranges    */
enum { TW_CUPTI_USER_REPLAY = 3 };                                                /* of the replays   */

#define TW_CUPTI_HEAD                                                                                        \
    size_t size;                                                                                             \
    void *reserved

typedef struct tw_cupti_host *tw_cupti_host;         /* opaque: CUpti_Profiler_Host_Object */
typedef struct tw_cupti_profiler *tw_cupti_profiler; /* opaque: CUpti_RangeProfiler_Object */

struct tw_cupti_nothing {
    TW_CUPTI_HEAD;
};
struct tw_cupti_device {
    TW_CUPTI_HEAD;
    CUdevice device;
    int supported, architecture, sli, virtualised, confidential, cmp, wsl; /* out */
    int profiler;
};
struct tw_cupti_chip {
    TW_CUPTI_HEAD;
    size_t ordinal;
    const char *chip; /* out: "GH100" */
};
struct tw_cupti_availability {
    TW_CUPTI_HEAD;
    CUcontext context;
    size_t bytes; /* out */
    uint8_t *image;
};
struct tw_cupti_chips {
    TW_CUPTI_HEAD;
    size_t count;             /* out */
    const char *const *chips; /* out */
};
struct tw_cupti_host_open {
    TW_CUPTI_HEAD;
    int profiler;
    const char *chip;
    const uint8_t *availability;
    tw_cupti_host host; /* out */
};
struct tw_cupti_host_close {
    TW_CUPTI_HEAD;
    tw_cupti_host host;
};
struct tw_cupti_properties {
    TW_CUPTI_HEAD;
    tw_cupti_host host;
    const char *metric;
    const char *description, *hardware_unit, *dimension; /* out */
    int type;                                            /* out */
};
struct tw_cupti_add {
    TW_CUPTI_HEAD;
    tw_cupti_host host;
    const char *const *metrics;
    size_t count;
};
struct tw_cupti_config_size {
    TW_CUPTI_HEAD;
    tw_cupti_host host;
    size_t bytes; /* out */
};
struct tw_cupti_config {
    TW_CUPTI_HEAD;
    tw_cupti_host host;
    size_t bytes;
    uint8_t *image;
};
struct tw_cupti_passes {
    TW_CUPTI_HEAD;
    size_t bytes;
    const uint8_t *config;
    size_t passes; /* out */
};
struct tw_cupti_evaluate {
    TW_CUPTI_HEAD;
    tw_cupti_host host;
    const uint8_t *data;
    size_t data_bytes, range;
    const char *const *metrics;
    size_t count;
    double *values; /* filled */
};
struct tw_cupti_enable {
    TW_CUPTI_HEAD;
    CUcontext context;
    tw_cupti_profiler profiler; /* out */
};
struct tw_cupti_data_size {
    TW_CUPTI_HEAD;
    tw_cupti_profiler profiler;
    const char *const *metrics;
    size_t count, ranges;
    uint32_t nodes;
    size_t bytes; /* out */
};
struct tw_cupti_data {
    TW_CUPTI_HEAD;
    tw_cupti_profiler profiler;
    size_t bytes;
    uint8_t *data;
};
struct tw_cupti_set {
    TW_CUPTI_HEAD;
    tw_cupti_profiler profiler;
    size_t config_bytes;
    const uint8_t *config;
    size_t data_bytes;
    uint8_t *data;
    int range, replay;
    size_t ranges;
    uint16_t nesting_levels, least_nesting;
    size_t pass;
    uint16_t target_nesting;
};
struct tw_cupti_profile {
    TW_CUPTI_HEAD;
    tw_cupti_profiler profiler;
};
struct tw_cupti_push {
    TW_CUPTI_HEAD;
    tw_cupti_profiler profiler;
    const char *range;
};
struct tw_cupti_stop {
    TW_CUPTI_HEAD;
    tw_cupti_profiler profiler;
    size_t pass, nesting; /* out */
    uint8_t complete;     /* out: nothing is left to be replayed */
};
struct tw_cupti_decode {
    TW_CUPTI_HEAD;
    tw_cupti_profiler profiler;
    size_t dropped; /* out: ranges */
};

struct tw_cupti_sass_metric {
    TW_CUPTI_HEAD;
    const char *chip, *metric;
    uint64_t id; /* out */
    const char *name, *description;
};
/* A metric that is to be counted, of the whole GPU together. */
struct tw_cupti_sass_wanted {
    uint64_t id;
    uint8_t granularity; /* 0 */
};
struct tw_cupti_sass_set {
    TW_CUPTI_HEAD;
    size_t count;
    struct tw_cupti_sass_wanted *wanted;
    uint32_t ordinal; /* of the device */
};
struct tw_cupti_sass_unset {
    TW_CUPTI_HEAD;
    uint32_t ordinal;
};
struct tw_cupti_sass_enable {
    TW_CUPTI_HEAD;
    CUcontext context;
    uint8_t lazy; /* change only kernels that are launched */
};
struct tw_cupti_sass_disable {
    TW_CUPTI_HEAD;
    CUcontext context;
    size_t dropped; /* out */
};
struct tw_cupti_sass_size {
    TW_CUPTI_HEAD;
    CUcontext context;
    size_t count, instances; /* out */
};
struct tw_cupti_sass_value {
    uint64_t id, value;
};
/* What one metric counted of one instruction; its own size is set by the caller. */
struct tw_cupti_sass_record {
    TW_CUPTI_HEAD;
    uint32_t crc, symbol;
    const char *function;
    uint32_t pc;
    struct tw_cupti_sass_value *values; /* filled */
};
struct tw_cupti_sass_flush {
    TW_CUPTI_HEAD;
    CUcontext context;
    size_t count, instances;
    struct tw_cupti_sass_record *records; /* filled; not part of the size that CUPTI knows */
};

/* clang-format off */
/*    function                                       struct                 last member  */
#define TW_CUPTI_FUNCTIONS(X)                                                               \
    X(cuptiProfilerInitialize,                       tw_cupti_nothing,      reserved)       \
    X(cuptiProfilerDeInitialize,                     tw_cupti_nothing,      reserved)       \
    X(cuptiProfilerDeviceSupported,                  tw_cupti_device,       profiler)       \
    X(cuptiDeviceGetChipName,                        tw_cupti_chip,         chip)           \
    X(cuptiProfilerGetCounterAvailability,           tw_cupti_availability, image)          \
    X(cuptiProfilerHostGetSupportedChips,            tw_cupti_chips,        chips)          \
    X(cuptiProfilerHostInitialize,                   tw_cupti_host_open,    host)           \
    X(cuptiProfilerHostDeinitialize,                 tw_cupti_host_close,   host)           \
    X(cuptiProfilerHostGetMetricProperties,          tw_cupti_properties,   type)           \
    X(cuptiProfilerHostConfigAddMetrics,             tw_cupti_add,          count)          \
    X(cuptiProfilerHostGetConfigImageSize,           tw_cupti_config_size,  bytes)          \
    X(cuptiProfilerHostGetConfigImage,               tw_cupti_config,       image)          \
    X(cuptiProfilerHostGetNumOfPasses,               tw_cupti_passes,       passes)         \
    X(cuptiProfilerHostEvaluateToGpuValues,          tw_cupti_evaluate,     values)         \
    X(cuptiRangeProfilerEnable,                      tw_cupti_enable,       profiler)       \
    X(cuptiRangeProfilerDisable,                     tw_cupti_profile,      profiler)       \
    X(cuptiRangeProfilerGetCounterDataSize,          tw_cupti_data_size,    bytes)          \
    X(cuptiRangeProfilerCounterDataImageInitialize,  tw_cupti_data,         data)           \
    X(cuptiRangeProfilerSetConfig,                   tw_cupti_set,          target_nesting) \
    X(cuptiRangeProfilerStart,                       tw_cupti_profile,      profiler)       \
    X(cuptiRangeProfilerStop,                        tw_cupti_stop,         complete)       \
    X(cuptiRangeProfilerPushRange,                   tw_cupti_push,         range)          \
    X(cuptiRangeProfilerPopRange,                    tw_cupti_profile,      profiler)       \
    X(cuptiRangeProfilerDecodeData,                  tw_cupti_decode,       dropped)        \
    X(cuptiSassMetricsGetProperties,                 tw_cupti_sass_metric,  description)    \
    X(cuptiSassMetricsSetConfig,                     tw_cupti_sass_set,     ordinal)        \
    X(cuptiSassMetricsUnsetConfig,                   tw_cupti_sass_unset,   ordinal)        \
    X(cuptiSassMetricsEnable,                        tw_cupti_sass_enable,  lazy)           \
    X(cuptiSassMetricsDisable,                       tw_cupti_sass_disable, dropped)        \
    X(cuptiSassMetricsGetDataProperties,             tw_cupti_sass_size,    instances)      \
    X(cuptiSassMetricsFlushData,                     tw_cupti_sass_flush,   instances)
/* clang-format on */

struct tw_cupti {
#define X(name, type, last) int (*name)(struct type *);
    TW_CUPTI_FUNCTIONS(X)
#undef X
    int (*cuptiGetVersion)(uint32_t *version);
    void *library;
    char *path;
    uint32_t version; /* 130001: CUPTI 13.0; before that a number that grew by one with each release */
};

/* The sizes that the structs begin with. */
enum {
#define X(name, type, last)                                                                                  \
    TW_SIZE_##name = offsetof(struct type, last) + sizeof(((struct type *)NULL)->last),
    TW_CUPTI_FUNCTIONS(X)
#undef X
};

/* Calls a function on its struct, whose size is set, and turns its result into a code. */
#define TW_CUPTI(cupti, error, function, argument)                                                           \
    ((argument)->size = TW_SIZE_##function, tw_cupti_check((cupti)->function(argument), #function, (error)))

/*
 * TW_OK for TW_CUPTI_SUCCESS; TW_MEMORY; else TW_ENVIRONMENT with one sentence: what stands in the way and what helps.
 */
int tw_cupti_check(int result, const char *function, struct tw_error *error);

/*
 * Opens CUPTI 12.6 or newer. $TILEWRIGHT_CUPTI names the library file, and then only that file is tried. Else it is looked for
 * as NVRTC is (compile.h), in extras/CUPTI/lib64 of a toolkit too; first where the file `beside` is, NVRTC's, be it of a
 * toolkit or of a wheel; NULL: nowhere. TW_ENVIRONMENT when none will do, with each place in the detail. *cupti is owned by
 * the caller (tw_cupti_close).
 */
int tw_cupti_open(const char *beside, struct tw_cupti **cupti, struct tw_error *error);
void tw_cupti_close(struct tw_cupti *cupti); /* NULL is allowed */

#endif
