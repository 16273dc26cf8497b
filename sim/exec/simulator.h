/*
 * simulator.h - what the simulator offers beyond the driver API: its findings and its counts.
 *
 * The provider exports one struct of this type; the drop-in libcuda.so.1 exports it under the symbol name
 * `tw_simulator`, which is also how a program tells the drop-in from a real driver.
 *
 * Reports belong to the simulator and stay valid until the next launch by the same thread.
 */
#ifndef TW_SIM_EXEC_SIMULATOR_H
#define TW_SIM_EXEC_SIMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/kernel.h>

#define TW_SIMULATOR_VERSION 11u
#define TW_SIMULATOR_SYMBOL  "tw_simulator"

/*
 * What can be looked for beyond what every launch is stopped for (docs/findings.md). The usual checks are those that `run`
 * and `sweep` make unless told otherwise.
 */
/* clang-format off */
/*    check                        bit  name             usual     what is found                                        */
#define TW_SIM_CHECKS(X)                                                                                                  \
    X(TW_SIM_CHECK_BARRIERS,       0,   "barriers",      true)  /* a barrier that some threads do not come to          */ \
    X(TW_SIM_CHECK_RACES,          1,   "races",         true)  /* shared memory: accesses that nothing orders         */ \
    X(TW_SIM_CHECK_UNINITIALISED,  2,   "uninitialised", false) /* loads of shared and global memory never written     */ \
    X(TW_SIM_CHECK_GLOBAL_RACES,   3,   "global-races",  false) /* global memory: accesses that nothing orders         */ \
    X(TW_SIM_CHECK_LEAKS,          4,   "leaks",         false) /* memory that is not freed when its context ends      */ \
    X(TW_SIM_CHECK_LANES,          5,   "lanes",         true)  /* values that shuffles ask of lanes that are not there */ \
    X(TW_SIM_CHECK_ARRAYS,         6,   "arrays",        true)  /* shared memory: accesses that leave their array      */
/* clang-format on */

enum tw_sim_check {
#define X(check, bit, name, usual) check = 1 << (bit),
    TW_SIM_CHECKS(X)
#undef X
#define X(check, bit, name, usual) | check
        TW_SIM_CHECK_ALL = 0 TW_SIM_CHECKS(X),
#undef X
#define X(check, bit, name, usual) | (usual ? check : 0)
    TW_SIM_CHECK_USUAL = 0 TW_SIM_CHECKS(X)
#undef X
};

/* The checks that a list names: their names, "all" or "usual", with commas between, or "none" alone; "" is none. False: it names
   what is no check. */
bool tw_sim_checks_read(const char *text, unsigned *checks);

/*
 * What a finding is of. The first end the launch where they are met, for nothing sensible can follow. From TW_SIM_RACE on they
 * are collected while it goes on.
 */
/* clang-format off */
/*    fault                  word                                                                  */
#define TW_SIM_FAULTS(X)                                                                             \
    X(TW_SIM_BAD_ADDRESS,    "bad-address")   /* outside memory, or in memory that was freed      */ \
    X(TW_SIM_MISALIGNED,     "misaligned")                                                           \
    X(TW_SIM_DEADLOCK,       "deadlock")      /* a wait that nothing can end                      */ \
    X(TW_SIM_TIMEOUT,        "limit")         /* more time or instructions than a launch may take */ \
    X(TW_SIM_TRAP,           "trap")                                                                 \
    X(TW_SIM_STACK,          "stack")         /* a thread's stack overflows                       */ \
    X(TW_SIM_ASSERT,         "assertion")                                                            \
    X(TW_SIM_BARRIER,        "barrier")       /* TW_SIM_CHECK_BARRIERS                            */ \
    X(TW_SIM_RACE,           "race")          /* TW_SIM_CHECK_RACES                               */ \
    X(TW_SIM_UNINITIALISED,  "uninitialised") /* TW_SIM_CHECK_UNINITIALISED                       */ \
    X(TW_SIM_GLOBAL_RACE,    "global-race")   /* TW_SIM_CHECK_GLOBAL_RACES                        */ \
    X(TW_SIM_LEAK,           "leak")          /* TW_SIM_CHECK_LEAKS                               */ \
    X(TW_SIM_ABSENT_LANE,    "absent-lane")   /* TW_SIM_CHECK_LANES                               */ \
    X(TW_SIM_OUTSIDE_ARRAY,  "array-bounds")  /* TW_SIM_CHECK_ARRAYS                              */
/* clang-format on */

/*
 * Undefined behaviour that hardware lets pass, though it ends a launch here; a launch that goes on (machine.h) tells it and does as
 * hardware does, which the finding says.
 */
/* clang-format off */
/*    pass                        what hardware does                                   in which case                              */
#define TW_SIM_PASSES(X)                                                                                                          \
    X(TW_SIM_PASS_MASK,           "the lanes that are here go on together")              /* a lane mask without its lane, or that   \
                                                                                           overlaps another, in a converged warp */ \
    X(TW_SIM_PASS_MATE_LEFT,      "the arrival changes nothing that anyone sees")        /* at an mbarrier of a cluster's block     \
                                                                                           whose threads have all exited         */ \
    X(TW_SIM_PASS_INVALIDATED,    "the mbarrier works on until its memory is written")   /* mbarrier.inval while others use it   */ \
    X(TW_SIM_PASS_BARRIER,        "threads that have exited count as arrived, and every barrier of that number is the same")        \
                                                                                        /* the check of barriers                 */
/* clang-format on */

enum tw_sim_pass {
#define X(pass, what) pass,
    TW_SIM_PASSES(X)
#undef X
};

enum tw_sim_fault {
    TW_SIM_NO_FAULT,
#define X(fault, word) fault,
    TW_SIM_FAULTS(X)
#undef X
};
const char *tw_sim_fault_word(enum tw_sim_fault fault); /* "race"; "none" */

/* Addresses of global memory below this one are null pointers, or an index from one. */
#define TW_SIM_NULL_PAGE ((uint64_t)1 << 16)

/* An instruction of a kernel; ptx_line 0: there is none. */
struct tw_sim_place {
    const char *opcode; /* "st.shared.u32" */
    unsigned ptx_line;
    unsigned source_line;    /* from .loc; 0 without line info */
    const char *source_file; /* NULL without line info         */
};

/* A thread of a grid, and the instruction that it executes. */
struct tw_sim_party {
    struct tw_sim_place place;
    uint32_t block[3], thread[3];
    bool whole_block; /* it concerns all threads of the block, or many of them: `thread` says nothing */
};

/*
 * Something that a kernel does wrong. What one pair of instructions does again and again is one finding, told of the lowest block
 * and there of the first time.
 */
struct tw_sim_finding {
    enum tw_sim_fault fault;
    bool is_note;              /* worth knowing, and no failure: it may be meant */
    bool is_undefined;         /* ... in PTX: CUDA C++ leaves it undefined       */
    const char *kernel;        /* NULL for a leak                                */
    struct tw_sim_party first; /* who was caught                                 */
    struct tw_sim_party other; /* of a race: who came before; of an absent lane's value: the shuffle */
    uint64_t address;          /* in its state space; 0 where there is none      */
    uint64_t bytes;
    const char *
        array; /* in PTX, a shared array that the access leaves or a variable that it is beside; NULL: none is known */
    unsigned
        parameter; /* of the kernel, from 1 on, that holds the address of the memory that it is beside, or is null; 0: none is known */
    bool between_blocks; /* of a race: at least once the threads were of different blocks */
    uint64_t
        times; /* that it was met: pairs of accesses of a race, accesses, or warps and blocks that it stopped */
    const char *text; /* the whole of it, as a sentence */
};

/* A request of an instruction, as an example. */
struct tw_sim_sample {
    uint32_t cost;        /* wavefronts of shared memory, or sectors of global memory             */
    uint32_t warp;        /* its number in the block                                              */
    uint32_t active;      /* lanes that took part; 0: there was no such request                   */
    uint32_t bytes;       /* of each lane                                                         */
    uint64_t address[32]; /* of those lanes: within the block's shared memory, or device addresses */
};

extern const struct tw_sim_sample tw_sim_no_sample; /* zeros */

/* Counts of one PTX instruction over a whole launch; all zero for one that never ran. */
struct tw_sim_count {
    unsigned ptx_line;       /* from 1                                                     */
    unsigned source_line;    /* from .loc; 0 without line info                             */
    const char *source_file; /* NULL without line info                                     */
    const char *opcode;      /* "st.shared.u32"                                            */
    const char *function;    /* the kernel, or the function of it that the instruction is in */
    uint64_t executed;       /* by warps                                                   */
    uint64_t shared_load_requests, shared_load_wavefronts;
    uint64_t shared_store_requests, shared_store_wavefronts;
    uint64_t global_load_requests, global_load_sectors; /* sectors of 32 bytes, distinct per request */
    uint64_t global_load_fills;                         /* aligned 64 bytes, likewise */
    uint64_t global_store_requests, global_store_sectors;
    uint64_t shuffles; /* by warps: lanes that come to one together are one of them */
    uint64_t shared_atomic_requests,
        shared_atomic_wavefronts; /* of those that are counted (docs/simulator.md) */
    uint64_t shared_ideal; /* wavefronts of its requests, had none a bank conflict: tw_bank_ideal, or fewer */
    uint64_t shared_load_bytes, shared_store_bytes; /* that the active lanes ask for or give */
    uint64_t global_load_bytes, global_store_bytes;
    uint64_t constant_load_requests,
        constant_load_broadcasts; /* distinct addresses of each request, summed */
    /* Never NULL: zeros where there was no such request. */
    const struct tw_sim_sample
        *first; /* to shared memory: of block 0, the first of the lowest warp that makes one */
    const struct tw_sim_sample
        *worst; /* the dearest, to shared or global memory; no atomic in global memory   */
    /* What the first lane of `worst` accesses in shared memory: its name in PTX, or NULL; where it begins, and how long it is,
       0 for an extern array. */
    const char *variable;
    uint32_t variable_at, variable_bytes;
};

/* A request to shared memory as an instruction made it, and how often: other blocks, or other turns of a loop, may make the same. */
struct tw_sim_request {
    size_t count; /* of the report's counts: the instruction */
    uint64_t times;
    enum tw_access op; /* matrix loads cost what stores do: TW_STORE */
    unsigned
        atomic_passes; /* of an atomic: that it takes through the banks (tw_bank_atomic_wavefronts); else 0 */
    unsigned bytes;    /* of each lane */
    uint32_t active;
    uint32_t address[32]; /* of those lanes, within the block's shared memory; else 0 */
};

#define TW_SIM_MAX_REQUESTS 8192u

struct tw_sim_report {
    struct tw_counts total; /* the whole launch: shared and global memory, shuffles */
    uint64_t warp_instructions;
    const struct tw_sim_count
        *counts; /* one per instruction, in PTX order: of the kernel, then of each function
                                          that it may call */
    size_t count_count;
    const char *finding; /* what the kernel did wrong, in words with kernel, PTX and source line,
                                          block, thread and address; NULL when nothing         */
    bool ended;          /* a finding has ended the launch: else it ran to its end, whatever was found */
    const char *note;    /* what a check saw and takes for no mistake, in such words, or NULL  */
    /* All of them, notes too, ascending by block; `finding` is the text of the one that ended the launch, else of the
       first that is no note. */
    const struct tw_sim_finding *findings;
    size_t finding_count;
    uint64_t
        findings_left_out; /* times that another was met when TW_SIM_MAX_FINDINGS were known, or memory had run out */
    /* Ascending by instruction. NULL: they were not asked for (set_requests). */
    const struct tw_sim_request *requests;
    size_t request_count;
    uint64_t requests_left_out; /* times that another was made when TW_SIM_MAX_REQUESTS were known */
};

#define TW_SIM_MAX_FINDINGS 256u
#define TW_SIM_UNTOLD       "out of memory for what happened" /* in place of a finding's text */

/* False: memory ran out for a finding, or for its text. */
bool tw_sim_report_is_whole(const struct tw_sim_report *report);
/* Either of two instructions that race may have come first. So there are two findings, and the one of the instruction that stands later in the
   program is told. True: finding number `which` is the other one. */
bool tw_sim_is_told_turned(const struct tw_sim_report *report, size_t which);

/* What a device is. */
struct tw_sim_device {
    char name[64], pci_bus_id[16];
    unsigned char uuid[16];
    unsigned sm; /* 90 for sm_90 */
    int clock_khz, memory_clock_khz, bus_bits;
    uint64_t memory, used; /* bytes */
};

struct tw_simulator {
    unsigned version; /* TW_SIMULATOR_VERSION */
    /* The architecture to stand for from now on; false for an unknown one. Before the first context is made. */
    bool (*set_target)(unsigned sm);
    /* Threads that run blocks; 0 = all cores. */
    void (*set_threads)(unsigned threads);
    /* The checks that launches make from now on: bits of enum tw_sim_check. `fail`: what is collected fails the launch, with
       CUDA_ERROR_LAUNCH_FAILED; else it is only told. What ends a launch fails it in any case. */
    void (*set_checks)(unsigned checks, bool fail);
    /* Whether reports list the requests to shared memory from now on; launches take more time then. */
    void (*set_requests)(bool listed);
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
    /* What the device of this number is. False: there is none. Needs no cuInit, and does not stand in for it. */
    bool (*describe)(int ordinal, struct tw_sim_device *device);
    /* A line for $TILEWRIGHT_SIM_LOG, if there is one. */
    void (*log)(const char *line);
};

#endif
