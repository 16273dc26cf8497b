/*
 * instructions.h - what single instructions of a kernel's machine code did on the GPU, by CUPTI's SASS metrics: warps that executed
 * them with a lane that takes part, and what it cost. CUPTI puts counting code into the kernel for it, so nothing is timed here.
 * Each is told by the instruction of the PTX that it was made of (cubin.h), which is how the simulator tells its own. Private to
 * counters.c.
 */
#ifndef TW_RUNTIME_MEASURE_INSTRUCTIONS_H
#define TW_RUNTIME_MEASURE_INSTRUCTIONS_H

#include "runtime/compile/compile.h"
#include "runtime/measure/counters.h"

struct tw_instructions;

/* What is to be counted of that device's kernels. TW_ENVIRONMENT: this cannot be counted; all else can. */
int tw_instructions_open(const struct tw_cupti *cupti, const struct tw_device *device, const char *chip,
                         struct tw_instructions **instructions, struct tw_error *error);
void tw_instructions_close(struct tw_instructions *instructions); /* NULL is allowed */

/*
 * Launches between the two are counted. CUPTI counts again only when the range profiler was enabled and disabled since the last
 * time (measured: CUPTI 13.0 gives no records otherwise). The counts, struct tw_access_count each, are added to *counts, which
 * stay as they are after a failure: TW_ENVIRONMENT, TW_MEMORY.
 */
int tw_instructions_begin(struct tw_instructions *instructions, struct tw_error *error);
int tw_instructions_end(struct tw_instructions *instructions, const struct tw_image *image,
                        struct tw_text *counts, struct tw_error *error);

#endif
