/*
 * pipeline.h - one variant through every stage: accept, render, compile, load, launch, check, count, measure.
 * What came of it is a struct tw_result; a variant that fails never stops the others.
 */
#ifndef TW_TUNE_PIPELINE_H
#define TW_TUNE_PIPELINE_H

#include "base/limits/limits.h"
#include "gen/text/render.h"
#include "runtime/check/oracle.h"
#include "runtime/measure/ceilings.h"
#include "runtime/measure/counters.h"
#include "tune/choice.h"
#include "tune/prove/prove.h"
#include "tune/result.h"

/* What --dump shows, one bit each, in the order of the stages. */
/*                    bit word      what                                         */
#define TW_DUMPS(X)                                                                                          \
    X(TW_DUMP_CONFIG, 0, "config") /* the variant's fields, resolved          */                             \
    X(TW_DUMP_SOURCE, 1, "source") /* the CUDA source                         */                             \
    X(TW_DUMP_PTX, 2, "ptx")       /* what the compiler made of it            */                             \
    X(TW_DUMP_COUNTS, 3, "counts") /* the simulator's counts per instruction */

enum tw_dump {
#define X(name, bit, word) name = 1 << (bit),
    TW_DUMPS(X)
#undef X
};

/* How far a variant goes. */
enum tw_stage {
    TW_STAGE_COMPILE, /* every rendering into the cache */
    TW_STAGE_RUN,     /* compiled, loaded, launched, checked; counted, or measured */
    TW_STAGE_TIME,    /* measured again, a variant that ran well before; only on a GPU */
    TW_STAGE_COUNT    /* no more than counted by the GPU's counters, such a variant    */
};

/* What a pipeline is to do: it can be sent to another process (job.h). Zero-initialise. */
struct tw_pipeline_options {
    const struct tw_family *family;
    const struct tw_template *own_template; /* NULL: the family's own */
    struct tw_choice choice;
    bool no_cache;                    /* compile every kernel, keep none */
    const char *cache_path;           /* the cache's directory; NULL: the usual one */
    unsigned dump;                    /* of enum tw_dump */
    bool print;                       /* the output array (array_text.h) */
    bool no_time;                     /* measure nothing on a GPU */
    enum tw_l2_state l2;              /* in which a kernel is measured there */
    uint64_t weak_seed;               /* the simulator's global memory is weak, by this seed; 0: strong */
    bool lines;                       /* the simulator's accesses by line, in the result      */
    bool counted;                     /* read the GPU's own counters; then nothing is timed   */
    const struct tw_metrics *metrics; /* beyond the usual ones, or NULL        */
    double compile_s;                 /* seconds that a compile may take; 0: no limit */
    unsigned compile_mib;             /* memory that it may take; 0: no limit         */
    double
        reference_s; /* seconds that a description's reference may take; 0: as the device asks; negative: no limit */
    /* Called when a compile takes more; ends the process (base/limits/limits.h). Set only in processes that may end: workers, and the command
       line's own. NULL: nothing is limited. Not sent to another process. */
    void (*exceeded)(enum tw_exceeded which);
    bool looks;        /* open no device, but say which there are (tune/workers/worker.h) */
    bool compile_only; /* open no device, but compile for this target */
    struct tw_target target;
    unsigned sm;
    bool timed; /* the rendering that is timed is compiled too */
    /* A described variant is proven (tune/prove/prove.h) before a GPU runs it, or where nothing but compiles is asked for; on the simulator it
       always is. */
    bool prove;
    enum tw_proving proving; /* on the simulator */
};

struct tw_pipeline {
    struct tw_pipeline_options options;

    /* set by tw_pipeline_open */
    struct tw_device device;
    struct tw_oracle oracle; /* answers, from variant to variant */
    struct tw_nvrtc *nvrtc;
    struct tw_cache *cache;  /* NULL: every kernel is compiled              */
    struct tw_target target; /* the limits variants are accepted by         */
    unsigned sm;             /* compiled for                                */
    bool timed;              /* on a GPU: right kernels are measured        */
    /* Why a reference gave no answer that is asked again: what another process found, or a simulator that has been closed since. */
    struct tw_refusal {
        uint64_t key; /* 0: none has */
        char message[sizeof((struct tw_error *)NULL)->message];
    } refusal;
    double best_cost; /* struct tw_measuring's, of the calls that follow; set by the caller */
    struct tw_ceilings
        ceilings;       /* of the device, if `device --probe` has measured them and times are wanted */
    struct tw_text why; /* the device chosen, and why, in a sentence         */
    struct tw_counters *counters; /* NULL: none are read, or none can be               */
    struct tw_text counting;      /* how it is counted, or why not, when it was wanted */

    struct tw_flush flush; /* private: with these and as this says the variants under way are measured */
    struct tw_clock_source clocks;
    struct tw_measuring measuring;
    struct tw_pipeline *prover; /* private: on the simulator, beside a GPU; NULL: not open yet */
    struct tw_waiting *waiting; /* private: variants to be counted, and modules that stay loaded */
    struct tw_loaded *kept;
    unsigned waiting_count, kept_count;
    size_t kept_room;

    struct tw_text shown; /* what dump and print gave; the caller clears */
};

/* Opens the device chosen, the compiler and the cache; what the options point to outlives the pipeline. On failure nothing
   stays open. */
int tw_pipeline_open(struct tw_pipeline *pipeline, const struct tw_pipeline_options *options,
                     struct tw_error *error);
void tw_pipeline_close(struct tw_pipeline *pipeline);

/* A reference gave another process no answer: variants with the expectation of that key are told so without asking it again. */
void tw_pipeline_refuse(struct tw_pipeline *pipeline, const struct tw_refusal *refusal);

/* Removes from the cache that the options name what processes that were killed have left half written. */
void tw_pipeline_tidy(const struct tw_pipeline_options *options);

/* Takes variants, TW_COUNTED_AT_ONCE at most, as they are on the pipeline's target, to a stage: where the GPU's counters are read,
   of all of them together, which takes a fraction of the time. The results are initialised here and owned by the caller
   (tw_result_free); their variant is left NULL. After a fault (faulted of a result) the device is of no more use to this
   process. */
void tw_pipeline_run(struct tw_pipeline *pipeline, const struct tw_variants *variants, enum tw_stage stage,
                     struct tw_result *results);

#endif
