/*
 * observed.h - what a check and the simulator say of a kernel, as a result: wrong elements, counts of the launches, what the launches did
 * wrong.
 */
#ifndef TW_TUNE_PROVE_OBSERVED_H
#define TW_TUNE_PROVE_OBSERVED_H

#include "runtime/launch.h"
#include "sim/exec/simulator.h"
#include "tune/result.h"

/* What the simulator saw of a variant. Set how many launches a trial has, and what is wanted; the rest is zero. */
struct tw_observed {
    unsigned launches; /* of a trial */
    bool dumps, wants_lines;
    const char *path; /* of the user's source, which findings name; NULL: it has none */
    unsigned seen; /* in this trial */
    /* The counts of the launches of the last trial. */
    struct tw_counts total;
    struct tw_text dump, lines; /* lines: struct tw_result's */
    /* The mistake of the first wrong launch that explains the others, in the simulator's words, which lint has too, and lines with the
       others; empty: there is none. */
    struct tw_text finding, others;
    bool is_endless; /* it is that the launch took too long */
};

/* For the simulator's set_observer; *observed is a struct tw_observed. */
void tw_observe(void *observed, const char *kernel, const struct tw_sim_report *report);
void tw_observed_free(struct tw_observed *observed);

/*
 * Whether a finding is a mistake: lint calls it an error, and no variant that makes it ranks. Notes are none, but for what CUDA C++ leaves
 * undefined, of a source in it (is_cuda).
 */
bool tw_finding_is_mistake(const struct tw_sim_finding *finding, bool is_cuda);

/* Adds the words of a finding, with places in the user's source by its path, where the simulator knows its name alone; NULL: it has none. */
void tw_add_finding(const char *path, const char *finding, struct tw_text *text);

/* The check found something wrong: the status is TW_STATUS_MISMATCH. */
void tw_result_take_mismatch(const struct tw_kernel *kernel, const struct tw_check *check,
                             struct tw_result *result);

/* What is counted must be what was predicted: what we say about a kernel is what it does. `but` is who counted: "the GPU counted". */
void tw_result_compare_counts(struct tw_result *result, const struct tw_counts *counted, const char *but);

#endif
