/*
 * simulator.h - what the simulator offers beyond the driver API: its findings and its counts.
 *
 * The provider exports one struct of this type; the drop-in libcuda.so.1 exports it under the symbol name
 * `tw_simulator`, which is also how a program tells the drop-in from a real driver.
 *
 * Reports belong to the simulator and stay valid until the next launch by the same thread.
 */
#ifndef TW_SIM_SIMULATOR_H
#define TW_SIM_SIMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/kernel.h>

#define TW_SIMULATOR_VERSION 4u
#define TW_SIMULATOR_SYMBOL  "tw_simulator"

/*
 * What can be looked for beyond what every launch is stopped for (docs/simulator.md). What a check finds ends
 * the launch as a fault.
 */
/*    check                   bit  name        what is found                                       */
#define TW_SIM_CHECKS(X)                                                                                     \
    X(TW_SIM_CHECK_BARRIERS, 0, "barriers") /* a barrier that some threads of the block do not come to */

enum tw_sim_check {
#define X(check, bit, name) check = 1 << (bit),
    TW_SIM_CHECKS(X)
#undef X
#define X(check, bit, name) | check
        TW_SIM_CHECK_ALL = 0 TW_SIM_CHECKS(X)
#undef X
};

/* Counts of one PTX instruction over a whole launch; all zero for one that never ran. */
struct tw_sim_count {
    unsigned ptx_line;       /* from 1                                                     */
    unsigned source_line;    /* from .loc; 0 without line info                             */
    const char *source_file; /* NULL without line info                                     */
    const char *opcode;      /* "st.shared.u32"                                            */
    uint64_t executed;       /* by warps                                                   */
    uint64_t shared_load_requests, shared_load_wavefronts;
    uint64_t shared_store_requests, shared_store_wavefronts;
    uint64_t global_load_requests, global_load_sectors; /* sectors of 32 bytes, distinct per request */
    uint64_t global_load_fills;                         /* aligned 64 bytes, likewise */
    uint64_t global_store_requests, global_store_sectors;
    uint64_t shuffles; /* by warps: lanes that come to one together are one of them */
    uint64_t shared_load_bytes, shared_store_bytes; /* that the active lanes ask for or give */
    uint64_t global_load_bytes, global_store_bytes;
    uint64_t constant_load_requests,
        constant_load_broadcasts; /* distinct addresses of each request, summed */
};

struct tw_sim_report {
    struct tw_counts total; /* the whole launch: shared and global memory, shuffles */
    uint64_t warp_instructions;
    const struct tw_sim_count *counts; /* one per instruction of the kernel, in PTX order */
    size_t count_count;
    const char *finding; /* what the kernel did wrong, in words with kernel, PTX and source line,
                                          block, thread and address; NULL when nothing         */
    const char *note;    /* what a check saw and takes for no mistake, in such words, or NULL  */
};

struct tw_simulator {
    unsigned version; /* TW_SIMULATOR_VERSION */
    /* The architecture to stand for from now on; false for an unknown one. Before the first context is made. */
    bool (*set_target)(unsigned sm);
    /* Threads that run blocks; 0 = all cores. */
    void (*set_threads)(unsigned threads);
    /* The checks that launches make from now on: bits of enum tw_sim_check. */
    void (*set_checks)(unsigned checks);
    /* Whether global memory is weak from now on, and the seed that decides then what is seen when (docs/simulator.md). */
    void (*set_memory)(bool weak, uint64_t seed);
    /* Seconds of processor time that a launch may take on each host thread; 0: no limit. $TILEWRIGHT_SIM_TIMEOUT goes first. */
    void (*set_timeout)(unsigned seconds);
    /* Calls `observe` after every launch of the calling thread from now on, with the name of its kernel and its report; NULL:
       no more. What it is given is only lent. */
    void (*set_observer)(void (*observe)(void *context, const char *kernel,
                                         const struct tw_sim_report *report),
                         void *context);
    /* The last launch by the calling thread, or, as a finding alone, why a load or launch after it was refused; never NULL. */
    const struct tw_sim_report *(*report)(void);
};

#endif
