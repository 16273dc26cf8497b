/* call.h - calls of functions: what those of the driver (builtins.c) share with those of a program. */
#ifndef TW_SIM_EXEC_CALL_H
#define TW_SIM_EXEC_CALL_H

#include "sim/exec/state.h"

#define TW_CALL_REGISTERS 64u /* of a call: arguments, and results, that are passed by registers */

/* Argument i of the call `op` in a lane, up to 8 bytes; the result, if the caller wants one. */
uint64_t tw_call_argument(const struct tw_warp *warp, const struct tw_op *op, unsigned i, unsigned lane);
/* `bytes` of an argument that is a structure. */
void tw_call_argument_bytes(const struct tw_warp *warp, const struct tw_op *op, unsigned i, unsigned lane,
                            void *to, size_t bytes);
/* Memory at a generic address, as a lane sees it. False: a finding. */
bool tw_call_read(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address, void *to,
                  uint64_t bytes);
void tw_call_result(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t value);

#endif
