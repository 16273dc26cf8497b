/*
 * access.h - resolves where the lanes of an operation access memory (access.c).
 *
 * Private to sim.
 */
#ifndef TW_SIM_EXEC_MEMORY_ACCESS_H
#define TW_SIM_EXEC_MEMORY_ACCESS_H

#include "sim/exec/memory/lane_access.h"

tw_resolve *tw_resolve_for(const struct tw_ptx_instruction *instruction) TW_LEVELLED(tw_resolve_for);
/* The same for addresses that are there already, in the space of the operation: those of access->address, lanes that are off with an active one's.
   Fills host for all lanes. */
bool tw_access_at(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                  struct tw_lane_access *access) TW_LEVELLED(tw_access_at);
/* An access to global memory that is known to be in bounds and aligned, before it is made: to the checks of what is written and of races. */
void tw_access_show(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    const struct tw_lane_access *access) TW_LEVELLED(tw_access_show);
/* Fills host for all lanes, whatever the shape. */
void tw_access_spread(const struct tw_op *op, struct tw_lane_access *access) TW_LEVELLED(tw_access_spread);

#endif
