/* metrics.h - what the GPU's counters read, in words, and what the assembler did to what they count. */
#ifndef TW_TUNE_METRICS_H
#define TW_TUNE_METRICS_H

#include "runtime/measure/counters.h"
#include "runtime/measure/sites.h"
#include "tune/result.h"

/* Adds a counter's value as JSON and people read it: a whole number, or six digits behind the point; null of none. */
void tw_metric_add_value(double value, struct tw_text *text);

/* Adds lines, indented: what the GPU counted of a variant that is compared with the model; and what it counted beyond that. */
void tw_measured_add_compared(const struct tw_measured *measured, struct tw_text *text);
void tw_measured_add(const struct tw_measured *measured, struct tw_text *text);

/* Adds a line about each of the bits of tw_measured_by_pipe: what is claimed, and what either counter has. */
void tw_by_pipe_add(uint32_t by_pipe, const struct tw_measured *measured, const struct tw_counts *claimed,
                    struct tw_text *text);

/* The requests of kinds of accesses of which some have more than 4 bytes a lane: bits of tw_counts.known. */
uint32_t tw_wide_requests(const struct tw_sites *machine);

/*
 * What the assembler changed (runtime/measure/sites.h, moves.h), so that what is counted cannot be what was predicted of the PTX: the bits of
 * tw_counts.known of kinds of accesses that it joined, split, removed or moved, and that are counted otherwise for it. Adds a line
 * about each.
 */
uint32_t tw_reassembled(const struct tw_result *result, const struct tw_counts *counted,
                        struct tw_text *lines);

#endif
