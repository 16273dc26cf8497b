/*
 * execute.h - what the files of the executor share: decoded instructions, warps, blocks, a running launch.
 *
 *     program   a kernel decoded once: operations with handlers; read-only while it runs
 *     launch    one grid on its way: taken by workers block by block
 *     worker    a host thread: memory for one block, counters, memos
 *     block     shared memory, barriers, warps
 *     warp      32 lanes: registers as arrays of 32, one program counter per lane
 *
 * Private to sim. A worker's data is touched by its thread only; what workers share is in struct tw_running.
 */
#ifndef TW_SIM_EXECUTE_H
#define TW_SIM_EXECUTE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/text.h"
#include "ptx/ir.h"
#include "sim/memory.h"

/*
 * Generic addresses: those of global memory begin at TW_GLOBAL_FIRST; the other spaces have a window of 4 GB
 * each below, so that the upper half of an address names the space and the lower half is the address within
 * it. 0 is in no window.
 */
#define TW_SHARED_WINDOW ((uint64_t)1 << 32)
#define TW_LOCAL_WINDOW  ((uint64_t)2 << 32)
#define TW_PARAM_WINDOW  ((uint64_t)3 << 32)
#define TW_CODE_WINDOW   ((uint64_t)4 << 32) /* addresses of functions: nothing can be read there */
#define TW_CODE_BYTES    16u                 /* from one function's address to the next           */

/* Of an address in shared memory the bits from here on are the rank of its block in the cluster, as on an H200. */
#define TW_RANK_SHIFT   24u
#define TW_MOST_CLUSTER 16u /* blocks */

/* The same place in the shared memory of the block of a rank. */
static inline uint64_t tw_in_block(uint64_t address, unsigned rank)
{
    return (address & ((1u << TW_RANK_SHIFT) - 1)) | (uint64_t)rank << TW_RANK_SHIFT;
}

#define TW_ALL_LANES   UINT32_MAX
#define TW_NEVER       UINT32_MAX /* the rank that no operation has */
#define TW_MAX_WARPS   32u
#define TW_GROUP_WARPS 4u
#define TW_BARRIERS    16u
#define TW_REFERENCES  17u  /* of an atomic on eight elements: results, operands, a cache policy */
#define TW_LANE_POISON 0xFE /* registers, shared and local memory at the start of a block */
#define TW_PASSES      1024u /* times that a warp without stores gives up its turn: then it may be found to wait */

/* A register's (or constant's) value in each lane. Only as much as the register's width is there. */
union tw_lanes {
    uint8_t u8[32];
    int8_t s8[32];
    uint16_t u16[32];
    int16_t s16[32];
    uint32_t u32[32];
    int32_t s32[32];
    uint64_t u64[32];
    int64_t s64[32];
    float f32[32];
    double f64[32];
};

/*
 * What runs lane by lane - the handlers (run_*.c) and access.c - is built once for each level of the processor
 * that CMakeLists.txt names: the same source, the same bits, wider vectors. A program takes the handlers of the
 * best level that the machine has (levels.c). So what these files define for others to see has a symbol of its
 * own in each build, which TW_LEVELLED gives it where it is declared; nothing else may be visible there, and
 * handlers are told by what selects them, never by their address.
 */
#ifdef TW_SIM_LEVEL
#define TW_LEVELLED(name) __asm__(#name "_" TW_SIM_LEVEL)
#else
#define TW_LEVELLED(name) __asm__(#name)
#endif

struct tw_op;
struct tw_warp;

/* The lowest of these lanes (never none). */
static inline unsigned tw_first_of(uint32_t lanes)
{
    return (unsigned)__builtin_ctz(lanes);
}

/* Runs one operation for the active lanes (never none). */
typedef void tw_run(struct tw_warp *warp, const struct tw_op *op, uint32_t active);

/*
 * Where the lanes' accesses go. In all shapes but TW_SCATTERED each lane's address is `step` bytes behind that
 * of the lane before: TW_SAME with a step of 0; TW_CONSECUTIVE with that of the access's width, and TW_STRIDED
 * with any other, when all lanes are active. Once resolved, the host addresses are what has that shape and step,
 * and only host[0] is set.
 * TW_ROWS: rows of `width` lanes, 16 or 8, as those of narrow blocks are, `step` bytes from lane to lane and `gap`
 * bytes from row to row. Again only host[0] is set.
 */
struct tw_lane_access {
    enum tw_lane_shape { TW_SCATTERED, TW_STRIDED, TW_CONSECUTIVE, TW_SAME, TW_ROWS } shape;
    unsigned width; /* 32 when all lanes are one row, 0 when they are scattered */
    int64_t step, gap;
    struct tw_pattern *pattern; /* of these addresses, or NULL */
    _Alignas(64) uint64_t
        address[32]; /* lanes that are off have the first active one's. Not set where nobody asks (quick) */
    unsigned char *host[32];
};

/* Resolves the active lanes' accesses to host memory, checked and counted; that of other lanes may be read.
 * False: a finding. */
typedef bool tw_resolve(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                        struct tw_lane_access *access);

/* Where memory operands behind the first one point, in each lane: a register plus an offset. */
struct tw_place {
    uint32_t base; /* reference */
    bool is_wide;  /* it has 64 bits */
    uint64_t offset;
};

/*
 * A decoded instruction. A reference is a byte offset into the warp's registers, or with bit 0 set into the
 * program's constants; predicates are masks of 32 bits there. Operands in order, memory operands left out,
 * pairs as two.
 */
struct tw_op {
    /* What arithmetic needs is in one line of the cache. */
    _Alignas(64) tw_run *run;
    uint32_t guard, guard_flip;
    uint32_t negated; /* bit i: reference i is a predicate whose negation is meant */
    uint32_t reference[TW_REFERENCES];
    uint32_t address;    /* reference to the address's base */
    uint32_t access;     /* number of its pattern: 0 to the program's accesses */
    tw_resolve *resolve; /* memory operations                                     */
    uint64_t offset;     /* added to the address's base       */
    uint8_t references;  /* how many there are; the last of a .sync operation is its lane mask */
    uint8_t element_bytes, count, access_bytes; /* access_bytes = element_bytes * count */
    uint8_t spare; /* of a load's elements the last ones that nothing reads: they may lie outside */
    uint8_t register_bits, source_bits; /* of the first reference, and the second */
    bool is_store, counted;             /* counted: a load or store, no atomic */
    bool address_wide;                  /* the base has 64 bits */
    bool address_fixed;                 /* there is no base: the offset is the address */
    bool repeats;   /* its base is what it was for another operation of its pattern, which has come before */
    bool is_strong; /* tw_op_is_strong */
    bool by_rows;   /* each address is that of a matrix's row */
    bool is_part;   /* a copy for some of an operation's accesses, soon gone; what they cost is not known */
    uint8_t
        atomic_passes; /* of an atomic whose wavefronts in shared memory are counted: how often it goes through the banks */
    uint32_t place;    /* in its program, also of a copy for a part of its accesses */
    uint32_t rank;     /* place in the order that lanes reconverge by (flow.c)   */
    uint32_t straight; /* operations from here to the end of the basic block, whose ranks follow each other */
    uint32_t loop_end; /* of a loop's head: the rank behind the loop; 0: no head */
    uint32_t target;   /* of a branch                       */
    uint32_t sample;   /* of its samples: 0 to the program's samples */
    int rounding;
    tw_run *inner;              /* what `run` wraps, for those that set the rounding mode */
    const struct tw_call *call; /* of a call                         */
    const uint32_t *targets;    /* of brx.idx: operations            */
    size_t target_count;
    struct tw_place other[2];                     /* further addresses: letters N, O   */
    const struct tw_ptx_instruction *instruction; /* NULL: the exit after the last one */
};

/* Picks the handler for an instruction; NULL: unknown form. */
typedef tw_run *tw_select(const struct tw_ptx_instruction *instruction);

/* What one level has for programs. */
struct tw_handlers {
    tw_select *const *select; /* by row of the opcode table */
    tw_run *(*load_for)(const struct tw_op *op), *(*store_for)(const struct tw_op *op);
    tw_resolve *(*resolve_for)(const struct tw_ptx_instruction *instruction);
};

/* A register of a function that holds an address in its frame: `offset` from where the frame begins. */
struct tw_frame_address {
    uint32_t reference, offset;
    bool wide; /* 64 bits */
};

/* A function of a program: the kernel is the first, then come those that it may call. */
struct tw_routine {
    const struct tw_ptx_function *function;
    uint32_t index;        /* of the function in its module                     */
    uint32_t first, count; /* operations: its instructions and an exit          */
    tw_run *builtin;       /* what the driver has instead of a body, or NULL    */
    uint32_t *registers;   /* reference of each of its registers                */
    uint32_t frame_bytes;  /* of local memory: .local and .param variables      */
    uint32_t frame_align;
    uint32_t local_bytes;               /* of these .local                                   */
    struct tw_frame_address *addresses; /* of a function that is no kernel                   */
    size_t address_count, address_capacity;
    struct tw_call_value *results, *arguments;
    bool recursive; /* it may call itself, by others perhaps */
};

/* A parameter or result as a function has it, or as a caller gives or takes it: a register or constant, or `bytes` bytes
   of the frame. */
struct tw_call_value {
    uint32_t reference; /* TW_NEVER: in the frame, at `offset` */
    uint32_t offset, bytes;
    uint8_t bits; /* of the register */
    bool unused;  /* "_"             */
};

/* A register that is kept, or begins with what is known. */
struct tw_kept {
    uint32_t reference;
    unsigned bits;
};

struct tw_call {
    const struct tw_routine *target; /* NULL: the address is in the register `address` */
    uint32_t address;
    struct tw_call_value *results, *arguments;
    size_t result_count, argument_count;
    struct tw_kept *saved; /* registers that a recursive call must leave as they are */
    size_t saved_count;
    uint32_t saved_bytes; /* what they take of the stack */
};

#define TW_RETURN_BYTES 8u /* of a return address on the stack */

/* A register that holds an address in the block's shared memory, `offset` from where that begins. */
struct tw_own_address {
    uint32_t reference;
    bool wide; /* 64 bits */
    uint64_t offset;
};

struct tw_program {
    const struct tw_ptx_module *module;
    const struct tw_ptx_function *function;
    struct tw_op *ops;
    size_t count; /* the function's instructions and an exit */
    unsigned char *constants;
    size_t constant_bytes, constant_capacity;
    uint32_t register_bytes;  /* of one warp */
    struct tw_kept *poisoned; /* registers that may be read before they are written */
    size_t poisoned_count;
    uint32_t accesses;                      /* patterns of addresses */
    uint32_t samples;                       /* operations with one   */
    uint32_t special[TW_PTX_SPECIAL_COUNT]; /* references; TW_NEVER: not used */
    uint32_t *variable_offset;              /* of shared and local variables, by index; TW_NEVER: not used */
    struct tw_routine *routines;            /* the kernel first */
    size_t routine_count;
    struct tw_call *calls;
    size_t call_count;
    uint64_t code_base;  /* address of the module's first function */
    bool has_stack;      /* it calls functions, or takes memory of the stack   */
    bool recursive;      /* a function of it may call itself                   */
    bool allocates;      /* it may call malloc, or launch                      */
    bool launches;       /* it may launch other kernels                        */
    bool names_shared;   /* a variable in shared memory                        */
    uint32_t stack_need; /* bytes, when it is not                              */
    uint32_t static_shared, dynamic_shared_at, const_bytes;
    uint32_t local_bytes; /* of the kernel's frame */
    uint32_t *fragments;  /* references of matrices' registers */
    uint32_t fragment_count;
    struct tw_own_address *own; /* addresses of shared variables that operations name */
    size_t own_count;
    unsigned register_count; /* in 32-bit registers */
};

/* Where variables of .global and .const lie; by index of the module's variables. */
struct tw_sim_module {
    struct tw_machine *machine;
    struct tw_ptx_module *ptx;
    uint64_t *addresses; /* 0: shared and local ones */
    uint64_t code_base;  /* address of the first function */
    struct tw_sim_function *functions;
    size_t function_count;
    unsigned most_registers; /* of a thread of a kernel that says nothing about it; 0: as many as it takes */
};

struct tw_sim_function {
    struct tw_program program; /* empty when it is refused */
    struct tw_error refusal;   /* code TW_OK, or why it cannot run here */
    const struct tw_sim_module *module;
};

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
    /* Of the samples (struct tw_samples): the warp of the first and 1, 0 when there is none; what the worst costs. */
    uint32_t first_holder, worst_cost;
};

struct tw_runner;
struct tw_weak_block; /* weak.h */
struct tw_async;      /* async.h */
struct tw_shadow;     /* shadow.h */

struct tw_stack; /* stack.h */

struct tw_warp {
    unsigned char *base[2]; /* that references are added to, by their bit 0 */
    unsigned char *local;   /* memory of its lanes, local_bytes each */
    uint32_t local_bytes;
    struct tw_stack *stack; /* NULL: the program calls no functions */
    struct tw_tally *tally; /* of the worker        */
    /* Of the worker, by operation: how often lanes began to run there, going on to the end of the basic block, less how often
       they came from before and left off there. The sum from the block's first operation on is what was executed. */
    uint64_t *entered;
    struct tw_runner *worker;
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
    uint32_t passes;    /* with weak memory: times that it may still give up its turn (weak.c) */
    /* For the check of barriers; seen is NULL without. */
    uint32_t *seen;   /* by operation: lanes that executed it in this block   */
    uint32_t met;     /* lanes that came to a barrier of the whole block      */
    uint32_t excused; /* lanes that returned before that                      */
};

struct tw_barrier {
    bool used;
    uint32_t expected;      /* threads; 0: all of the block                         */
    uint32_t arrived;       /* threads that came by bar.arrive                      */
    uint32_t voters, votes; /* bar.red: threads, and those whose predicate was true */
};

#define TW_PHASES 64u

/* The addresses of an operation, or of some that go by the same register, when one was last run, by their distances from that of the
 * first active lane: while these stay the same, so does what is found out about them. Zeros at first. */
struct tw_pattern {
    bool known, shared; /* shared: what `cost` is of; else of global memory */
    uint8_t holder;     /* the warp that came last, plus 1, when its addresses were these */
    enum tw_lane_shape shape;
    unsigned width;
    int64_t step, gap;
    int64_t low, high; /* the least distance and the greatest   */
    uint64_t bits;     /* that any of the distances has         */
    uint32_t active;
    uint32_t cost[TW_PHASES]; /* of a request, 0 when it was not asked for, by the first address (tw_phase) */
    _Alignas(64) uint64_t distance[32]; /* of lanes that are off 0 */
    uint32_t near[32];                  /* their lower halves */
};

#define TW_MEMO_ENTRIES 64u

/* What irregular addresses cost. Shifting all by a multiple of 128 bytes moves neither banks nor sectors against each
   other, so they are kept relative to a multiple of 128. */
struct tw_memo {
    const struct tw_op *op;
    bool shared;
    uint32_t active, cost;
    uint32_t pattern[32];
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
    uint32_t life, knows, released;
    uint32_t fenced;                      /* at its last fence, however narrow */
    uint64_t found[TW_GRID_OBJECTS / 64]; /* objects that it has read or changed strongly, a bit each */
    struct tw_grid_hint {
        uint32_t life, time;
    } hints[TW_GRID_HINTS]; /* what blocks meant to tell it, the last ones: all they had done by then */
    unsigned hinted;        /* how many there were */
};

struct tw_runner {
    struct tw_running *running;
    struct tw_warp warps[TW_MAX_WARPS];
    unsigned warp_count, threads;
    uint32_t block[3];
    uint64_t block_number; /* in the order that blocks are taken: those of a cluster one after the other */
    struct tw_runner *cluster[TW_MOST_CLUSTER]; /* the blocks that run together, by rank; all have the same */
    unsigned rank;                              /* in it                                                    */
    struct tw_barrier barriers[TW_BARRIERS];
    uint32_t
        at_cluster[TW_MAX_WARPS]; /* lanes of each warp that have come to barrier.cluster since all had */
    unsigned char *registers;     /* of all warps */
    unsigned char *shared;        /* of the block                                  */
    uint32_t shared_bytes;
    uint32_t shared_front; /* of them, the system's: what %reserved_smem_offset_* names; 0 when nobody asks */
    uint64_t shared_base;  /* the address of their first byte */
    struct tw_allocation last; /* global memory touched last */
    struct tw_tally *tally;
    struct tw_samples *samples;  /* struct tw_op's sample */
    uint64_t *entered;           /* struct tw_warp */
    struct tw_pattern *patterns; /* struct tw_op's access */
    struct tw_memo *memo;
    struct tw_output output;     /* what the kernel prints */
    uint32_t *seen;              /* of all warps: struct tw_warp */
    struct tw_weak_block *weak;  /* NULL: memory is strong */
    struct tw_async *async;      /* NULL: no asynchronous copy has been made */
    uint8_t order[TW_MAX_WARPS]; /* in which the warps take their turns */
    unsigned stalled_rounds;
    uint32_t quiet_since; /* the time at which it was counted in running->quiet */
    bool passed;          /* a warp has given up its turn, and so the block's (weak.c) */
    struct tw_finding finding, note;
    struct tw_findings findings; /* all of them */
    struct tw_shadow *shadow;    /* of shared memory; NULL: nothing is checked there (shadow.h) */
    struct tw_cluster_races
        *cluster_races; /* the cluster's (cluster_races.h); NULL: nothing is checked between its blocks */
    struct tw_grid_block grid; /* for the check of races in global memory */
    bool counted;              /* in running->stalled */
    bool tired;                /* its warps have turned very often: others get their turn */
    unsigned long_turns;       /* how often, in TIRING's steps (warp.c) */
    bool busy;                 /* has a block */
    bool leads;                /* it runs on the thread that launched, which calls in the others */
    struct tw_runner
        *mate;    /* the next one of the same host thread: its block is resident beside this one's */
    double began; /* on the clock of its thread's processor time */
    pthread_t thread;
    unsigned char scratch[128]; /* what lanes that are off read */
    unsigned char ends[32][64]; /* what lanes load whose spare elements lie outside */
};

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
    atomic_uint stalled,
        workers;                 /* clusters on their way, and those of them that wait for memory to change */
    atomic_uint_least64_t quiet; /* who has found nothing to do since any cluster moved (block.c) */
    unsigned resident; /* clusters that the device holds at a time; 0: no more than there are runners */
    atomic_bool full;  /* there is no memory for another runner */
    /* One for each host thread, the caller's first. The others begin when that has had some work to do: most small grids are
       done before a thread would have begun. */
    struct tw_runner **runners;
    unsigned runner_count, runners_wanted;
};

/* --- levels.c: the handlers of level `i`, worst first and NULL behind the last that this machine can run. */
const struct tw_handlers *tw_handlers_at(unsigned i);
const struct tw_handlers *tw_handlers_best(void);
bool tw_is_branch(const struct tw_ptx_instruction *instruction);
bool tw_is_exit(const struct tw_ptx_instruction *instruction); /* or a return */
/* The bytes of an access that have to be there. */
static inline unsigned tw_op_needs(const struct tw_op *op)
{
    return op->access_bytes - (unsigned)op->spare * op->element_bytes;
}

/* The same in cells of 1 << shift bytes. */
static inline uint32_t tw_op_cells(const struct tw_op *op, uint32_t shift)
{
    return (tw_op_needs(op) + (1u << shift) - 1) >> shift;
}

bool tw_op_is_branch(const struct tw_op *op);
bool tw_op_is_exit(const struct tw_op *op);
bool tw_op_takes_stack(const struct tw_op *op);
/* The operations that a branch may lead to; none for what is no branch. */
size_t tw_op_target_count(const struct tw_op *op);
uint32_t tw_op_target(const struct tw_op *op, size_t i);
unsigned tw_op_atomic_passes(const struct tw_op *op); /* struct tw_op's atomic_passes */
bool tw_op_initialises(const struct tw_op *op);       /* mbarrier.init: whatever was there before */
bool tw_op_is_barrier(const struct tw_op *op);        /* of the block, and threads wait there */
bool tw_op_is_cluster_wait(const struct tw_op *op);

/* --- handlers.c */
extern const struct tw_handlers tw_handlers TW_LEVELLED(tw_handlers);

/* --- program.c: decodes a kernel. `addresses` of the module's variables. */
int tw_program_make(struct tw_program *program, const struct tw_handlers *handlers,
                    const struct tw_ptx_module *module, const struct tw_ptx_function *function,
                    const uint64_t *addresses, uint64_t code_base, struct tw_error *error);
void tw_program_free(struct tw_program *program);

/* --- calls.c: which functions a kernel may call, and which registers must survive that. All but the kernel's place in
   `program` is made; TW_UNSUPPORTED names a function that is not there. */
int tw_calls_find(struct tw_program *program, struct tw_error *error);
/* Once the operations are there: what a call must save, and the stack's need. */
int tw_calls_measure(struct tw_program *program, struct tw_error *error);
/* May the call go to that function? */
bool tw_call_may_go(const struct tw_ptx_instruction *instruction, const struct tw_routine *routine);
const struct tw_routine *tw_routine_of(const struct tw_program *program, const struct tw_op *op);

/* --- call.c */
void tw_call_run(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_return(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_branch_table(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_alloca(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_stack_save(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_call_stack_restore(struct tw_warp *warp, const struct tw_op *op, uint32_t active);

/* --- flow.c: fills rank, straight and loop_end of every operation; targets must be set. */
int tw_flow_rank(struct tw_op *ops, size_t count, struct tw_error *error);

/* --- warp.c */
void tw_warp_start(struct tw_warp *warp, uint32_t lanes);
void tw_warp_run(struct tw_warp *warp);
/* Takes lanes out of the group: they go on at pc when they are chosen again. */
void tw_warp_park(struct tw_warp *warp, uint32_t lanes, uint32_t pc);
void tw_warp_branch(struct tw_warp *warp, const struct tw_op *op, uint32_t active);
void tw_warp_exit(struct tw_warp *warp, uint32_t lanes);
/* A .sync operation: `run` is called for each set of lanes that give the same mask and have all come, now or (at
   the same operation; `any_place`: at any of its kind) before; the others wait. False when all must, or a mask has no
   meaning, which is a finding. */
bool tw_warp_together(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool any_place,
                      tw_run *run);
/* The group has asked memory in vain: behind the running operation others go first. */
void tw_warp_let_others(struct tw_warp *warp);
/* These lanes of the group come to the running operation again, when others have moved. */
void tw_warp_stand_back(struct tw_warp *warp, uint32_t lanes);
/* Ends the turn of the warp behind the running operation. */
void tw_warp_yield(struct tw_warp *warp);
/* All active lanes, which are the whole group, go to operation `target`. */
void tw_warp_jump(struct tw_warp *warp, const struct tw_op *op, uint32_t target);
/* Chooses who runs: all lanes are parked. */
void tw_warp_choose(struct tw_warp *warp);
/* Parks the whole group behind the running operation and chooses anew: after others were woken. */
void tw_warp_rechoose(struct tw_warp *warp);

/* --- special.c: special registers, as far as the launch knows them, into the worker's registers; those that the block knows; those that
   change while it runs, before an instruction reads one. */
void tw_special_fill(struct tw_runner *worker);
void tw_special_begin(struct tw_runner *worker);
void tw_special_tick(struct tw_warp *warp);
bool tw_special_is_clock(enum tw_ptx_special special);

/* --- block.c: block worker->block_number begins; what goes wrong is in worker->finding. */
void tw_block_begin(struct tw_runner *worker);
/* Each warp of the worker's cluster, whose first block is his, runs once as far as it can. False: all its blocks have ended. */
bool tw_block_turn(struct tw_runner *worker);
/* Blocks that have not begun may join those on their way. */
bool tw_blocks_may_join(struct tw_running *running);
/* The active lanes come to barrier `id` of `expected` threads (0: all of the block)
   and wait there, or not. */
void tw_block_arrive(struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint32_t id,
                     uint32_t expected, bool waits);
void tw_block_lanes_left(struct tw_runner *worker);

/* --- warpgroup.c: the first of the four warps that this one is of; there are all four. */
struct tw_warp *tw_warpgroup(const struct tw_warp *warp);
/* The whole warp waits at the running operation for its warpgroup. True: it was the last, and the four go on behind
   tw_warpgroup_leave. */
bool tw_warpgroup_arrive(struct tw_warp *warp, const struct tw_op *op);
void tw_warpgroup_leave(struct tw_warp *warp);

/* --- cluster.c: blocks that run together (PTX ISA, "Cluster of Cooperative Thread Arrays"). */
static inline unsigned tw_cluster_size(const struct tw_runner *worker)
{
    return worker->running->cluster_blocks;
}
/* Where block `number`, as blocks are taken, stands in the grid. */
void tw_cluster_place(const struct tw_running *running, uint64_t number, uint32_t block[3]);
/* The block with a finding that ends the launch, or NULL. */
struct tw_runner *tw_cluster_faulty(const struct tw_runner *worker);
bool tw_cluster_is_alive(
    const struct tw_runner *worker); /* has this block of it lanes that have not exited? */
/* The active lanes come to the barrier of the cluster; and those that must wait there still. */
void tw_cluster_arrive(struct tw_warp *warp, uint32_t active);
uint32_t tw_cluster_waits(struct tw_warp *warp, uint32_t active);
/* Host address of `bytes` bytes at an address of shared::cluster, of whichever block that is; NULL: a finding. *owner: the block. */
unsigned char *tw_cluster_host(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                               uint32_t bytes, struct tw_runner **owner);
/* The block of the cluster in whose shared memory that host address lies, or NULL. */
struct tw_runner *tw_cluster_owner(const struct tw_runner *worker, const unsigned char *host);
/* To the checks: threads of another block write there; or do what orders accesses. */
void tw_cluster_wrote(struct tw_runner *owner, const unsigned char *host, uint32_t bytes);
void tw_cluster_ordered(struct tw_runner *worker, struct tw_runner *owner);

/* --- finding.c: stores a finding of the running block, `lane` names the thread, and stops the warp. */
void tw_find(struct tw_warp *warp, const struct tw_op *op, enum tw_sim_fault fault, unsigned lane,
             const char *format, ...) TW_PRINTF(5, 6);
/* The same of an address within a state space. */
void tw_find_address(struct tw_warp *warp, const struct tw_op *op, unsigned lane, enum tw_ptx_word space,
                     uint64_t address);
void tw_find_deadlock(struct tw_runner *worker);
/* A finding that concerns many threads stops all warps of the block; a note stops nothing. */
void tw_find_in_block(struct tw_runner *worker, const struct tw_op *op, enum tw_sim_fault fault, bool is_note,
                      const char *what);
/* Collects what stops nothing: an access, and the earlier one of another thread that it does not go with. */
enum tw_how {
    TW_HOW_UNORDERED,
    TW_HOW_SAME_VALUE,
    TW_HOW_AT_ONCE,
    TW_HOW_UNWRITTEN,
    TW_HOW_PARTLY_WRITTEN,
    TW_HOW_BEHIND_EXIT,
    TW_HOW_STILL_READ
};
struct tw_caught {
    enum tw_sim_fault fault;
    bool is_note;
    const struct tw_op *op, *other_op;
    unsigned first; /* who was caught, by number in the block */
    int other;      /* who came before; -1: nobody             */
    uint32_t other_block[3];
    bool shared;                   /* else global memory */
    const struct tw_runner *owner; /* the block whose shared memory it is; NULL: the accessing one */
    uint64_t address, bytes;       /* in its space       */
    enum tw_how how;
};
void tw_catch(struct tw_runner *worker, const struct tw_caught *caught);
/* "bar.sync, PTX line 98 (lin.cu:5)" */
void tw_add_place(struct tw_text *text, const struct tw_runner *worker, const struct tw_op *op);
/* "threads 0-15, 64": as threads are numbered, x first */
struct tw_threads {
    uint32_t lanes[TW_MAX_WARPS];
};
void tw_add_threads(struct tw_text *text, const struct tw_threads *threads);
void tw_find_timeout(struct tw_warp *warp, const struct tw_op *op);

/* --- report.c: fills *report from what the runners and their mates have; the machine owns it. `counts`: room for one of each of
   the program's operations. TW_OK, or TW_FAULT with the finding. */
int tw_report_make(struct tw_running *running, struct tw_sim_count *counts, struct tw_sim_report *report,
                   enum tw_sim_fault *fault, struct tw_error *error);

/* --- launch.c: calls in the other host threads, once; of a runner that leads. */
void tw_call_others(struct tw_running *running);
/* The processor time that this thread has had, in seconds. */
double tw_processor_seconds(void);

/* --- access.c */
tw_resolve *tw_resolve_for(const struct tw_ptx_instruction *instruction) TW_LEVELLED(tw_resolve_for);
/* Fills host for all lanes, whatever the shape. */
void tw_access_spread(const struct tw_op *op, struct tw_lane_access *access) TW_LEVELLED(tw_access_spread);

/* --- run/memory.c: the handler of a load or store, once the registers' width is known; NULL: unknown form */
tw_run *tw_load_for(const struct tw_op *op) TW_LEVELLED(tw_load_for);
tw_run *tw_store_for(const struct tw_op *op) TW_LEVELLED(tw_store_for);
/* Strong loads and stores of .b128, each whole (run/wide.c). */
tw_run tw_load_wide TW_LEVELLED(tw_load_wide), tw_store_wide TW_LEVELLED(tw_store_wide);

/* --- run/atomic.c: what was there before. `operation` is a word of .ATOM. */
uint64_t tw_atomic_update(enum tw_ptx_word operation, enum tw_ptx_type type, unsigned char *host, uint64_t b,
                          bool is_shared) TW_LEVELLED(tw_atomic_update);

/* Every handler name of the opcode table has a function that picks
 * the handler for an instruction, or NULL: unknown form. */
#define X(pattern, t, u, operands, handler) tw_select tw_select_##handler TW_LEVELLED(tw_select_##handler);
TW_PTX_OPCODES(X)
#undef X

#endif
