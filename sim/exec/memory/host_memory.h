/*
 * host_memory.h - how much memory the simulator may take of the host without the process being killed for it.
 * Linux promises more than it has; what counts is what it can still give when the bytes are touched.
 *
 * Both ask the system anew at each call. Where it does not say, they answer with UINT64_MAX.
 */
#ifndef TW_SIM_EXEC_MEMORY_HOST_MEMORY_H
#define TW_SIM_EXEC_MEMORY_HOST_MEMORY_H

#include <stdint.h>

/* Bytes this process could have if there were no other: the host's, or a limit of its control groups. */
uint64_t tw_host_memory_total(void);
/* Bytes that can be touched now. A sixteenth is left for others, as the figure is not exact. */
uint64_t tw_host_memory_free(void);

#endif
