/*
 * program.h - a kernel decoded once: operations with handlers, and what its calls, constants and variables need; read-only
 * while it runs.
 *
 * Private to sim.
 */
#ifndef TW_SIM_EXEC_PROGRAM_H
#define TW_SIM_EXEC_PROGRAM_H

#include "sim/exec/memory/memory.h"
#include "sim/ptx/ir.h"

#define TW_ALL_LANES  UINT32_MAX
#define TW_NEVER      UINT32_MAX /* the rank that no operation has */
#define TW_REFERENCES 17u        /* of an atomic on eight elements: results, operands, a cache policy */

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
 * What runs lane by lane - the handlers (run/) and access.c - is built once for each level of the processor
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

struct tw_lane_access; /* access.h */

/* Resolves the active lanes' accesses to host memory, checked and counted; that of other lanes may be read.
 * False: a finding. */
typedef bool tw_resolve(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                        struct tw_lane_access *access);

/*
 * What an operation makes of doubtful values (check/doubt.h); found by exec/decode/early.c. From TW_FLOW_SPREADS on a result is doubtful where
 * an operand is, in that lane.
 */
/* clang-format off */
enum tw_flow {
    TW_FLOW_USE,     /* it uses its operands, and its results are clean         */
    TW_FLOW_HINT,    /* it does nothing with them                               */
    TW_FLOW_FAR,     /* a load or store of what is no local memory              */
    TW_FLOW_LOCAL,   /* ... of local memory                                     */
    TW_FLOW_GENERIC, /* ... of either                                           */
    TW_FLOW_CALL,
    TW_FLOW_LANES,   /* a shuffle, vote or the like: its handler knows who takes part */
    TW_FLOW_ALL,     /* the results are made of the operands of all active lanes */
    TW_FLOW_SPREADS,
    TW_FLOW_SELECT,  /* selp                                                    */
    TW_FLOW_AND, TW_FLOW_OR, TW_FLOW_PRODUCT, /* one operand may decide         */
    TW_FLOW_COMPARE  /* ... the last one, a predicate                           */
};
/* clang-format on */

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
    uint8_t flow;      /* enum tw_flow */
    uint8_t results;   /* references that are written, the first ones */
    bool is_early;     /* a load whose value may be thrown away */
    bool keeps;        /* so may what it writes                 */
    bool is_brief;     /* ... which one basic block alone reads */
    uint32_t pending;  /* place in the program's `pending`, or 0 */
    uint32_t place;    /* in its program, also of a copy for a part of its accesses */
    uint32_t asking;   /* of one that asks others (tw_warp_ask): its number among these */
    uint32_t rank;     /* place in the order that lanes reconverge by (flow.c)   */
    uint32_t straight; /* operations from here to the end of the basic block, whose ranks follow each other */
    uint32_t loop_end; /* of a loop's head: the rank behind the loop; 0: no head */
    uint32_t target;   /* of a branch                       */
    uint32_t sample;   /* of its samples: 0 to the program's samples */
    const struct tw_own_array
        *array; /* in shared memory, that its address is computed from; NULL: not known (arrays.c) */
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

/* A variable of shared memory. */
#define TW_ENDLESS (UINT64_MAX / 2) /* bytes: as far as the block's memory goes */
struct tw_own_array {
    const char *name;      /* in PTX                                  */
    uint64_t begin, bytes; /* from where the block's variables begin  */
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
    struct tw_own_array *arrays; /* by variable; NULL: none is in shared memory */
    /* By operation that orders accesses (struct tw_op's pending): how many registers that may be thrown away are live behind it, and
       their references. The first word is not used. */
    uint32_t *pending, pending_count;
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

/* --- levels.c: the handlers of level `i`, worst first and NULL behind the last that this machine can run. */
const struct tw_handlers *tw_handlers_at(unsigned i);
const struct tw_handlers *tw_handlers_best(void);
bool tw_is_branch(const struct tw_ptx_instruction *instruction);
bool tw_is_exit(const struct tw_ptx_instruction *instruction); /* or a return */
/* May the instruction's address be of shared memory, of whichever block? A generic one may. */
static inline bool tw_may_be_shared(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    return space == TW_PTX_ABSENT || space == TW_PTX_SPACE_SHARED || space == TW_PTX_SPACE_SHARED_CTA ||
           space == TW_PTX_SPACE_SHARED_CLUSTER;
}

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

/* Every handler name of the opcode table has a function that picks
 * the handler for an instruction, or NULL: unknown form. */
#define X(pattern, t, u, operands, handler) tw_select tw_select_##handler TW_LEVELLED(tw_select_##handler);
TW_PTX_OPCODES(X)
#undef X

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

/* --- flow.c: fills rank, straight and loop_end of every operation; targets must be set. */
int tw_flow_rank(struct tw_op *ops, size_t count, struct tw_error *error);

#endif
