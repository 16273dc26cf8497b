/*
 * counters.h - what the GPU itself counts of a kernel's launches, read in this process through CUPTI (cupti.h).
 *
 * A kernel is launched once for each pass, since the hardware counts only so much at a time; memory is as the check's first
 * trial has it before each. All launches of a variant are counted together; setting memory is not. While counters are open,
 * times are not those of a program without: timing and counting are never of one run (docs/checking.md).
 *
 * Used by one thread, with the device's context current.
 */
#ifndef TW_RUNTIME_MEASURE_COUNTERS_H
#define TW_RUNTIME_MEASURE_COUNTERS_H

#include <tilewright/api.h>
#include <tilewright/kernel.h>

#include "base/text.h"
#include "runtime/launch.h"
#include "runtime/measure/sites.h"

TW_API_BEGIN

/*
 * What is read, and which count of the model it must equal (TW_COUNT_COUNT: none). The metrics are those of the PerfWorks
 * library behind Nsight Compute.
 *
 * The first are the same every time, whatever else goes on in the GPU. The metrics with sass in their names count instruction by instruction; l1tex's
 * count what passes through the unit, and with much other traffic some passes twice. Two are made of more than their metric:
 *
 *     requests to shared memory   instructions with a lane that takes part. "pred_on_any" also counts some where only lanes that
 *                                 are not there have their predicate on; wavefronts less bank conflicts are what the requests
 *                                 would take without conflicts, one of 4 bytes a lane or less. The lesser of the two is taken.
 *     idle instructions           those that are executed, less those requests
 */
/* clang-format off */
#define TW_SASS "smsp__sass_"
#define TW_EXECUTED "smsp__inst_executed_op_"
#define TW_LSU "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_"
#define TW_BANKS_OF "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_"
/*    counter                  metric                                                           equals                          what it is */
#define TW_EXACT_COUNTERS(X)                                                                                                                                                      \
    X(load_requests,           TW_EXECUTED "shared_ld_pred_on_any.sum",                         TW_COUNT_load_requests,         "shared loads by warps with a lane that takes part") \
    X(load_wavefronts,         TW_SASS "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",   TW_COUNT_load_wavefronts,       "passes of the shared-memory pipe for them")       \
    X(store_requests,          TW_EXECUTED "shared_st_pred_on_any.sum",                         TW_COUNT_store_requests,        "shared stores, likewise")                         \
    X(store_wavefronts,        TW_SASS "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",   TW_COUNT_store_wavefronts,      "passes of the shared-memory pipe for them")       \
    X(global_load_requests,    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",               TW_COUNT_global_load_requests,  "global loads, likewise")                          \
    X(global_load_sectors,     TW_SASS "l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum",         TW_COUNT_global_load_sectors,   "sectors of 32 bytes that they touch")             \
    X(global_store_requests,   "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",               TW_COUNT_global_store_requests, "global stores, likewise")                         \
    X(global_store_sectors,    TW_SASS "l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum",         TW_COUNT_global_store_sectors,  "sectors of 32 bytes that they touch")             \
    X(idle_loads,              TW_EXECUTED "shared_ld.sum",                                     TW_COUNT_COUNT,                 "shared loads by warps none of whose lanes takes part: no requests") \
    X(idle_stores,             TW_EXECUTED "shared_st.sum",                                     TW_COUNT_COUNT,                 "shared stores, likewise")                         \
    X(idle_global_loads,       TW_EXECUTED "global_ld.sum",                                     TW_COUNT_COUNT,                 "global loads, likewise")                          \
    X(idle_global_stores,      TW_EXECUTED "global_st.sum",                                     TW_COUNT_COUNT,                 "global stores, likewise")                         \
    X(load_wavefronts_passed,  TW_LSU "ld.sum",                                                 TW_COUNT_COUNT,                 "load_wavefronts with arbitration")                \
    X(store_wavefronts_passed, TW_LSU "st.sum",                                                 TW_COUNT_COUNT,                 "store_wavefronts with arbitration")
#define TW_OTHER_COUNTERS(X)                                                                                                                                                      \
    X(load_conflicts,          TW_BANKS_OF "ld.sum",                                            TW_COUNT_COUNT,                 "those that bank conflicts made")                  \
    X(store_conflicts,         TW_BANKS_OF "st.sum",                                            TW_COUNT_COUNT,                 "those that bank conflicts made")                  \
    X(fill_sectors,            "lts__d_sectors_fill_device.sum",                                TW_COUNT_COUNT,                 "sectors of 32 bytes that the L2 cache took from DRAM") \
    X(dram_read_bytes,         "dram__bytes_read.sum",                                          TW_COUNT_COUNT,                 "bytes that DRAM gave")                            \
    X(dram_written_bytes,      "dram__bytes_write.sum",                                         TW_COUNT_COUNT,                 "bytes that DRAM took")                            \
    X(occupancy_percent,       "sm__warps_active.avg.pct_of_peak_sustained_active",             TW_COUNT_COUNT,                 "achieved occupancy: warps under way, as a part of those that fit")
/* clang-format on */
#define TW_COUNTERS(X) TW_EXACT_COUNTERS(X) TW_OTHER_COUNTERS(X)

enum tw_counter {
#define X(name, metric, equals, help) TW_COUNTER_##name,
    TW_COUNTERS(X)
#undef X
        TW_COUNTER_COUNT
};

#define TW_EXACT_COUNTER_COUNT ((unsigned)TW_COUNTER_load_conflicts) /* those that records keep come first */
#define TW_MAX_METRICS         16u                                   /* more than those of the table */

/* Metrics by PerfWorks' names, beyond those of the table; owned by whoever made it, as the names are. */
struct tw_metrics {
    const char *name[TW_MAX_METRICS];
    unsigned count;
};

/* What was read of a variant: numbers as CUPTI gives them, sums exact up to 2^53. */
struct tw_measured {
    double value[TW_COUNTER_COUNT + TW_MAX_METRICS]; /* the table's counters, then the metrics          */
    uint64_t known;                                  /* bit i: value[i]; a chip may lack some of them   */
    uint32_t
        bounds; /* bits of tw_counts.known: requests that may be fewer, as accesses have more than 4 bytes a lane */
    const struct tw_metrics *metrics; /* NULL: none                                      */
};

/* The name of a counter, static; of one beyond the table that of the metric. And how many of the two there are. */
const char *tw_counter_name(const struct tw_metrics *metrics, unsigned i);
unsigned tw_counter_count(const struct tw_metrics *metrics);
/* The metric of a counter of the table, and the count that it must equal (TW_COUNT_COUNT: none). */
const char *tw_counter_metric(enum tw_counter counter);
enum tw_count tw_counter_equals(enum tw_counter counter);

/* The two counters of wavefronts of shared memory. False, and neither is set: these are none. */
bool tw_counters_of_wavefronts(enum tw_count wavefronts, enum tw_counter *instrumented,
                               enum tw_counter *passed);

/* What of it must equal the model's counts. */
struct tw_counts tw_measured_counts(const struct tw_measured *measured);
/*
 * The wavefronts of which the pipe's own counter decides, and not the instrumented one (docs/exactness.md): bits of tw_counts.known. The
 * pipe's never counts too few, and too many where much else passes; the instrumented one takes groups of lanes of loads of more than
 * 4 bytes for merged that do not merge, or for apart that do. So the pipe's decides
 *
 *     where it has less than is claimed, and than the instrumented one: what is claimed is wrong;
 *     where it has what is claimed, and the instrumented one has not;
 *     of such loads where it has more than is claimed, but less than the instrumented one, which is then wrong: what is claimed is not
 *     refuted, up to what passed.
 */
uint32_t tw_measured_by_pipe(const struct tw_measured *measured, const struct tw_counts *claimed);
/* Would the pipe's counter, had fewer passed twice, show that the instrumented one is too high? Then the least of several times may: it is
   never below what the kernel made. */
bool tw_measured_is_open(const struct tw_measured *measured, const struct tw_counts *claimed);
/*
 * The part of it that must equal the model's counts, beside what is claimed. Where the pipe's counter decides, that is what is claimed, or the
 * pipe's count if it is less. Where requests are bounds, fewer are as good if the wavefronts are as claimed.
 */
struct tw_counts tw_measured_beside(const struct tw_measured *measured, const struct tw_counts *claimed);

struct tw_cupti;
struct tw_counters;
struct tw_image;

/* What a chip can count of what is wanted: no GPU and no driver is needed to know. */
struct tw_counter_plan {
    uint64_t known;  /* bit i as in struct tw_measured      */
    unsigned passes; /* launches that it takes to count all */
};

/* TW_ENVIRONMENT: CUPTI does not know the chip ("GH100"), or the chip none of the metrics beyond the table. */
int tw_counters_plan(const struct tw_cupti *cupti, const char *chip, const struct tw_metrics *metrics,
                     struct tw_counter_plan *plan, struct tw_error *error);

/*
 * Opens the counters of a device. `nvrtc` is the file of the compiler's library, beside which CUPTI is looked for first, or
 * NULL; `metrics` may be NULL and must outlive what is opened. TW_ENVIRONMENT, in one sentence with what helps: the device is
 * the simulator; no CUPTI; the driver is too old for it; the user may not; a virtual GPU, confidential computing and the like;
 * an unknown metric. Nobody needs counters to go on.
 */
int tw_counters_open(struct tw_device *device, const char *nvrtc, const struct tw_metrics *metrics,
                     struct tw_counters **counters, struct tw_error *error);
void tw_counters_close(struct tw_counters *counters); /* NULL is allowed; also after a fault of the device */

/* "24 counters in 3 passes, by CUPTI 13.0 (FILE)" */
void tw_counters_say(const struct tw_counters *counters, struct tw_text *text);

#define TW_COUNTED_AT_ONCE 32u

/* What the machine's instructions that were made of one of the PTX did, in all launches: requests are warps that executed them with
   a lane that takes part, the cost wavefronts of shared memory or sectors of global memory. */
struct tw_access_count {
    uint32_t ptx_line; /* 0: the cubin does not say */
    enum tw_site_kind kind;
    uint64_t requests, cost;
};

/* A kernel to be counted, and what was counted. */
struct tw_counted {
    const struct tw_kernel *kernel;
    const struct tw_loaded *loaded;
    const struct tw_image *image; /* that was loaded */
    /* One block at a time on a multiprocessor, which must not wait for others: less passes twice. What must equal the model is
       the same; occupancy and the traffic of caches are not. */
    bool alone;
    struct tw_measured measured;
    struct tw_text
        accesses; /* the bytes of struct tw_access_count each; empty where that cannot be counted; freed by the caller */
};

/*
 * Launches each of the kernels, TW_COUNTED_AT_ONCE at most, once for each pass, and reads what was counted of it: a pass takes
 * tens of milliseconds to begin and to end, however many kernels it is of. Then launches each once more, to count its instructions one
 * by one. TW_ENVIRONMENT: CUPTI refused; else as tw_check.
 */
int tw_counters_measure(struct tw_counters *counters, struct tw_oracle *oracle, struct tw_counted *counted,
                        unsigned count, struct tw_error *error);

/* Modules that were there while counters were read may only be unloaded after this: CUPTI has changed their code, and takes
   what is loaded later at the same place for it. */
void tw_counters_rest(struct tw_counters *counters);

TW_API_END
#endif
