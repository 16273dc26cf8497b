/*
 * state.h - a launch on its way.
 *
 *     launch    one grid: taken by workers block by block
 *     worker    a host thread: memory for one block, counters, memos
 *     block     shared memory, barriers, warps
 *     warp      32 lanes: registers as arrays of 32, one program counter per lane
 *
 * Private to sim. A worker's data is touched by its thread only; what workers share is in struct tw_running.
 */
#ifndef TW_SIM_EXEC_STATE_H
#define TW_SIM_EXEC_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "sim/exec/program.h"

#define TW_MAX_WARPS   32u
#define TW_GROUP_WARPS 4u
#define TW_BARRIERS    16u
#define TW_LANE_POISON 0xFE /* registers, shared and local memory at the start of a block */
#define TW_PASSES      1024u /* times that a warp without stores gives up its turn: then it may be found to wait */

/* Examples for the report, of an operation that accesses memory, by one worker: struct tw_sim_count. */
struct tw_samples {
    struct tw_sim_sample first, worst;
};

struct tw_tally {      /* of one operation, by one worker */
    uint64_t executed; /* what is to be added to the count that struct tw_warp's `entered` gives */
    uint64_t shared_requests, shared_wavefronts, shared_ideal;
    uint64_t global_requests, global_sectors, global_fills;
    uint64_t copy_requests; /* asynchronous copies by which some lane reads */
    uint64_t shuffles;
    uint64_t shared_bytes, global_bytes; /* that lanes ask for */
    uint64_t constant_requests, constant_broadcasts;
    /* The samples (struct tw_samples): 1 more than the warp of the first, 0 when there is none; the cost of the worst. */
    uint32_t first_holder, worst_cost;
};

#define TW_HEARD 8u

struct tw_sim_worker;
struct tw_weak_block; /* weak.h */
struct tw_async;      /* async.h */
struct tw_shadow;     /* shadow.h */
struct tw_requests;   /* requests.h */

struct tw_doubts; /* doubt.h */
struct tw_origin;
struct tw_stack;          /* stack.h */
struct tw_matrix_scratch; /* run/matrix/scratch.h */

struct tw_warp {
    unsigned char *base[2]; /* that references are added to, by their bit 0 */
    unsigned char *local;   /* memory of its lanes, local_bytes each */
    uint32_t local_bytes;
    struct tw_stack *stack; /* NULL: the program calls no functions */
    struct tw_tally *tally; /* of the worker        */
    /* The worker's counts, by operation: how often lanes began to run there and went on to the end of the basic block, less how often
       they came from before and left off there. The sum from the block's first operation on is what was executed. */
    uint64_t *entered;
    struct tw_sim_worker *worker;
    uint32_t number;
    bool running; /* false makes tw_warp_run return */
    bool
        moved; /* the running operation decides who goes on where, or that nobody does: not what follows it */
    uint32_t pc, next;    /* of the group that runs         */
    uint32_t end;         /* behind the operations that it is to run now */
    uint32_t group;       /* lanes that run together        */
    uint32_t all;         /* lanes that have a thread       */
    uint32_t live;        /* lanes that have not exited     */
    uint32_t waiting;     /* lanes at a barrier of either kind */
    uint32_t at_sync;     /* of those: at an instruction that waits for lanes of the warp */
    uint32_t spun;        /* lanes that were caught going round in circles and wait for others to move */
    uint32_t stop;        /* lowest rank at which another group waits to run or join */
    uint32_t carry;       /* CC.CF */
    uint32_t lane_pc[32]; /* of lanes outside the group */
    uint32_t all_at;      /* what all of these are, or TW_NEVER: they may differ */
    uint32_t at_barrier[TW_BARRIERS];
    const struct tw_op *barrier_op[TW_BARRIERS]; /* bar.red that the lanes wait at; NULL: plain */
    const struct tw_op *at_group;                /* where it waits for its warpgroup, or NULL    */
    uint64_t steps;      /* operations, of all blocks, up to `end`: by them the time is looked at */
    uint64_t looked;     /* of them, when the time was looked at last */
    uint64_t first_step; /* of them, at the block's start */
    uint32_t turns;      /* backward branches */
    uint32_t turn_pc;
    uint64_t turn_hash; /* of the registers at the last check */
    bool spinning;      /* yielded because only another warp can help */
    bool advanced;      /* it waits for something else than when it yielded before: memory has changed */
    uint64_t idle_hash; /* of the registers when it last waited in a loop */
    struct tw_doubts *doubts; /* check/doubt.h; NULL: there have never been any */
    bool doubtful;            /* some register or local memory is               */
    uint64_t heard[TW_HEARD]; /* what strong loads and atomics gave its first lane last, by tw_op's asking */
    uint32_t again[TW_HEARD]; /* how often in a row each of them gave that again               */
    uint32_t asked;           /* the most that one did since others had their turn             */
    bool abroad;              /* ... and whether that was memory that other blocks may change  */
    uint32_t patience;        /* as often as this before others get their turn  */
    uint32_t passes;          /* with weak memory: times that it may still give up its turn (weak.c) */
    /* For the check of barriers; seen is NULL without. */
    uint32_t *seen;   /* by operation: lanes that executed it in this block   */
    uint32_t met;     /* lanes that came to a barrier of the whole block      */
    uint32_t excused; /* lanes that returned before that                      */
};

struct tw_barrier {
    bool used;
    uint32_t expected; /* threads; 0: all of the block                         */
    uint32_t arrived;  /* threads that came by bar.arrive                      */
    uint32_t came;     /* the same since the block began, and where they last did */
    const struct tw_op *came_at;
    bool waited_for;        /* by anybody since the block began */
    uint32_t voters, votes; /* bar.red: threads, and those whose predicate was true */
};

struct tw_finding {
    enum tw_sim_fault fault;
    uint64_t block;  /* linear */
    char text[1024]; /* empty: none */
};

#define TW_GRID_OBJECT_BITS 8u
#define TW_GRID_OBJECTS                                                                                      \
    (1u << TW_GRID_OBJECT_BITS) /* flags and locks are told apart by a hash of their address */
#define TW_GRID_HINTS 4u

/* Times of the grid, as a block knows them (grid_races.h). */
struct tw_grid_block {
    uint32_t life;
    uint32_t fenced;                      /* at its last fence, however narrow */
    uint64_t found[TW_GRID_OBJECTS / 64]; /* objects that it has read or changed strongly, a bit each */
    struct tw_grid_hint {
        uint32_t life, time;
    } hints[TW_GRID_HINTS]; /* what blocks meant to tell it, the last ones: all they had done by then */
    unsigned hinted;        /* how many there were */
};

struct tw_sim_worker {
    struct tw_running *running;
    struct tw_warp warps[TW_MAX_WARPS];
    unsigned warp_count, threads;
    uint32_t block[3];
    uint64_t block_number; /* in the order that blocks are taken: those of a cluster one after the other */
    struct tw_sim_worker
        *cluster[TW_MOST_CLUSTER]; /* the blocks that run together, by rank; all have the same */
    unsigned rank;                 /* in it                                                    */
    struct tw_barrier barriers[TW_BARRIERS];
    uint32_t
        at_cluster[TW_MAX_WARPS]; /* lanes of each warp that have come to barrier.cluster since all had */
    unsigned char *registers;     /* of all warps */
    unsigned char *shared;        /* of the block                                  */
    uint32_t shared_bytes;
    uint32_t shared_front; /* of them, the system's: what %reserved_smem_offset_* names; 0 when nobody asks */
    uint32_t system_bytes; /* the same, but 0 where the kernel takes it for its own */
    bool checks_arrays;    /* TW_SIM_CHECK_ARRAYS */
    uint64_t shared_base;  /* the address of their first byte */
    struct tw_allocation last; /* global memory touched last */
    struct tw_tally *tally;
    struct tw_samples *samples;         /* struct tw_op's sample */
    struct tw_requests *requests;       /* to shared memory; NULL: they are not listed (requests.h) */
    uint64_t *entered;                  /* struct tw_warp */
    struct tw_access_pattern *patterns; /* struct tw_op's access */
    struct tw_memo *memo;
    uint64_t (*call_values)[32]; /* what goes into a function or comes out (call.c); NULL: none is called */
    struct tw_matrix_scratch *matrices; /* NULL: no matrix instruction has run */
    struct tw_output output;            /* what the kernel prints */
    uint32_t *seen;                     /* of all warps: struct tw_warp */
    struct tw_weak_block *weak;         /* NULL: memory is strong */
    struct tw_async *async;             /* NULL: no asynchronous copy has been made */
    uint8_t order[TW_MAX_WARPS];        /* in which the warps take their turns */
    unsigned stalled_rounds;
    uint32_t quiet_since; /* the time at which it was counted in running->quiet */
    bool passed;          /* a warp has given up its turn, and so the block's (weak.c) */
    struct tw_finding finding, note;
    struct tw_findings findings; /* all of them */
    struct tw_origin *looking;   /* the early load that is looked at (check/doubt.h), or NULL */
    struct tw_shadow *shadow;    /* of shared memory; NULL: nothing is checked there (shadow.h) */
    struct tw_cluster_races
        *cluster_races; /* the cluster's (cluster_races.h); NULL: nothing is checked between its blocks */
    struct tw_grid_block grid; /* for the check of races in global memory */
    bool counted;              /* in running->stalled */
    bool tired;                /* a warp has asked in vain or turned very often: others get their turn */
    bool busy;                 /* has a block */
    bool leads;                /* it runs on the thread that launched, which calls in the others */
    struct tw_sim_worker
        *mate;    /* the next one of the same host thread: its block is resident beside this one's */
    double began; /* on the clock of its thread's processor time */
    pthread_t thread;
    unsigned char scratch[128]; /* what lanes that are off read */
    unsigned char ends[32][64]; /* what lanes load whose spare elements lie outside */
};

/* The first of the four warps of a warp's warpgroup, all of which there are. */
static inline struct tw_warp *tw_warpgroup(const struct tw_warp *warp)
{
    return &warp->worker->warps[warp->number / TW_GROUP_WARPS * TW_GROUP_WARPS];
}

struct tw_behind; /* check/barriers.h */
struct tw_weak;   /* weak.h */

struct tw_grid_races; /* grid_races.h */

struct tw_running {
    struct tw_grid_races *races; /* NULL: those in global memory are not looked for */
    struct tw_machine *machine;
    const struct tw_program *program;
    const struct tw_sim_launch *launch;
    const struct tw_behind *behind; /* NULL: barriers are not checked */
    struct tw_weak *weak;           /* NULL: memory is strong */
    uint64_t blocks;
    uint32_t cluster[3];                           /* blocks of a cluster */
    unsigned cluster_blocks;                       /* their product */
    bool explicit_cluster;                         /* somebody has asked for it */
    uint64_t output_limit;                         /* bytes of what is printed and not yet asked for */
    uint32_t stack_limit;                          /* bytes of a thread's stack */
    atomic_uint_least64_t next_block, found_block; /* found_block: lowest with a finding */
    atomic_uint active;                            /* clusters on their way */
    atomic_uint stalled;                           /* those of them that wait for memory to change */
    atomic_uint_least64_t quiet; /* who has found nothing to do since any cluster moved (block.c) */
    unsigned resident;  /* clusters that the device holds at a time; 0: no more than there are workers */
    atomic_bool full;   /* there is no memory for another worker */
    atomic_bool polled; /* a warp has asked for something in vain, again and again */
    atomic_bool turned; /* a warp has turned very often, and nobody knows whether it waits */
    /* One for each host thread, the caller's first. The others begin when that has had some work to do: most small grids are
       done before a thread would have begun. */
    struct tw_sim_worker **workers;
    unsigned worker_count, workers_wanted;
};

#endif
