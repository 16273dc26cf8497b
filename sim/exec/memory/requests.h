/*
 * requests.h - the different requests that a launch makes of shared memory, each once, with the number of times that it was made
 * (struct tw_sim_request). Each worker keeps its own while the grid runs; at the end they are one list.
 *
 * The list is the same for every number of host threads as long as it does not run full.
 */
#ifndef TW_SIM_EXEC_MEMORY_REQUESTS_H
#define TW_SIM_EXEC_MEMORY_REQUESTS_H

#include "sim/exec/state.h"

struct tw_requests;

struct tw_requests *tw_requests_new(void); /* NULL: out of memory */
void tw_requests_free(struct tw_requests *requests);

/* Counts the request. Where there is no room for another, or no memory, it counts as left out. */
void tw_requests_add(struct tw_requests *requests, const struct tw_warp *warp, const struct tw_op *op,
                     uint32_t active, const uint64_t address[32]);

/* Moves what `from` has into `to`. */
void tw_requests_merge(struct tw_requests *to, const struct tw_requests *from);

/* Puts the list into the report, whose counts are made: ascending by instruction, of one instruction in the order in which they were met.
   It lives as long as `requests`, which is not added to any more. */
void tw_requests_report(struct tw_requests *requests, const struct tw_program *program,
                        struct tw_sim_report *report);

#endif
