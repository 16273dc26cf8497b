/*
 * kernel.h - one variant of a kernel as plain data: what it takes, how it is launched, and what it costs. tw_plan_kernel returns one.
 *
 *     // launches.c
 *     #include <stdio.h>
 *     #include <tilewright/plan.h>
 *
 *     int main(void)
 *     {
 *         const struct tw_planner_options simulator = {.device = TW_PLANNER_SIMULATOR};
 *         const struct tw_problem problem = {.family = "reduce", .fields = "{\"cols\": 10000000}"};
 *         struct tw_planner *planner;
 *         struct tw_plan *plan;
 *         if (tw_planner_open(&simulator, &planner, NULL) || tw_plan_make(planner, &problem, &plan, NULL)) return 1;
 *         const struct tw_kernel *kernel = tw_plan_kernel(plan);
 *         const struct tw_launch *launch = tw_shape_largest(&kernel->shape);
 *         printf("%s%s: %u launch(es), %u blocks of %u threads\n", kernel->name, launch->suffix, kernel->shape.launch_count,
 *                (unsigned)tw_launch_blocks(launch), tw_launch_threads(launch));
 *         printf("scratch: %zu bytes\n", tw_shape_scratch_bytes(&kernel->shape));
 *         tw_planner_close(planner);
 *         return 0;
 *     }
 *
 * It is compiled and run so:
 *
 *     $ cc -std=c11 launches.c $(pkg-config --cflags --libs tilewright) -o launches && ./launches
 *
 * A kernel has three parts, whatever its family:
 *
 *     arguments  buffers, scalars, and symbols of its module
 *     launches   grids in the order in which they run; each takes some of the arguments
 *     work       what all launches do together
 *
 * Ownership: a tw_kernel owns everything that it points to, except the texts of its fields; tw_kernel_free frees it. A tw_shape owns its arrays;
 * tw_shape_free frees them. You may move either struct by assignment, and then free one of the two. Strings are NUL-terminated UTF-8.
 *
 * Arrays: a count stands beside each array, and nothing limits it. The functions that add to a shape cannot overflow it. If memory runs out they
 * add nothing and set `failed`, which stays set. So a series of additions needs one check, at its end.
 *
 * Thread-safety: the functions keep no state. Threads may share a struct that nobody changes.
 *
 * Errors: if a pointer is NULL, a struct is all zero, or a number is none of its enum, the functions answer 0, false or NULL, and change nothing.
 */
#ifndef TILEWRIGHT_KERNEL_H
#define TILEWRIGHT_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/banks.h>
#include <tilewright/element.h>

TW_API_BEGIN

struct tw_arena_block; /* private: the memory of a shape */

/* ---- counts ---- */

/* clang-format off */
/*    count                  what is counted, over a whole launch                                                   */
#define TW_COUNTS(X)                                                                                                  \
    X(load_requests,         "loads from shared memory, each by a warp")                                              \
    X(load_wavefronts,       "passes of the shared-memory pipe for them")                                             \
    X(store_requests,        "stores to shared memory, each by a warp")                                               \
    X(store_wavefronts,      "passes of the shared-memory pipe for them")                                             \
    X(global_load_requests,  "loads from global memory, each by a warp")                                              \
    X(global_load_sectors,   "sectors of 32 bytes that they touch, each once per request")                            \
    X(global_store_requests, "stores to global memory, each by a warp")                                               \
    X(global_store_sectors,  "sectors of 32 bytes that they touch, each once per request")                            \
    X(global_load_fills,     "aligned 64 bytes that the loads touch, each once per request: what DRAM fills at least") \
    X(shuffles,              "exchanges of 32 bits between lanes, each by a warp")                                    \
    X(load_bytes,            "bytes that the lanes of those shared loads ask for")                                    \
    X(store_bytes,           "bytes that the lanes of those shared stores give")                                      \
    X(global_load_bytes,     "bytes that the lanes of those global loads ask for")                                    \
    X(global_store_bytes,    "bytes that the lanes of those global stores give")                                  \
    X(constant_load_requests,   "loads from constant memory, each by a warp")                                            \
    X(constant_load_broadcasts, "distinct addresses of each such request: a broadcast reads one for all lanes that want it")
/* clang-format on */

struct tw_counts {
#define X(name, help) uint64_t name;
    TW_COUNTS(X)
#undef X
    uint32_t known; /* bit i is set if count i of the table is known; the others have no meaning */
};

enum tw_count {
#define X(name, help) TW_COUNT_##name,
    TW_COUNTS(X)
#undef X
        TW_COUNT_COUNT
};

/* The bit of a count in `known`: TW_KNOWN(load_requests). */
#define TW_KNOWN(name) (1u << TW_COUNT_##name)
/* The four counts of shared memory. */
#define TW_KNOWN_SHARED                                                                                      \
    (TW_KNOWN(load_requests) | TW_KNOWN(load_wavefronts) | TW_KNOWN(store_requests) |                        \
     TW_KNOWN(store_wavefronts))
/* The counts of global memory that depend on the addresses of a warp. */
#define TW_KNOWN_GLOBAL                                                                                      \
    (TW_KNOWN(global_load_requests) | TW_KNOWN(global_load_sectors) | TW_KNOWN(global_store_requests) |      \
     TW_KNOWN(global_store_sectors) | TW_KNOWN(global_load_fills))
/* The bytes that lanes ask for. */
#define TW_KNOWN_SHARED_BYTES (TW_KNOWN(load_bytes) | TW_KNOWN(store_bytes))
#define TW_KNOWN_GLOBAL_BYTES (TW_KNOWN(global_load_bytes) | TW_KNOWN(global_store_bytes))
/* The two counts of constant memory. */
#define TW_KNOWN_CONSTANT (TW_KNOWN(constant_load_requests) | TW_KNOWN(constant_load_broadcasts))

/* The name of a count as in the table, in static storage. NULL if there is no such count. */
const char *tw_count_name(enum tw_count count);
/* The value of a count. It has a meaning only if the count is known. */
uint64_t tw_count_value(const struct tw_counts *counts, enum tw_count count);

/* Sets a count and marks it as known. */
void tw_counts_set(struct tw_counts *counts, enum tw_count count, uint64_t value);

/* Adds `more` to `sum`. Only counts that both know stay known, so begin a sum as a copy of its first term. */
void tw_counts_add(struct tw_counts *sum, const struct tw_counts *more);

/* The first count that both know and in which they differ. TW_COUNT_COUNT if there is none, or a pointer is NULL. */
enum tw_count tw_counts_differ(const struct tw_counts *a, const struct tw_counts *b);

/* The wavefronts of shared loads and stores together. */
uint64_t tw_counts_wavefronts(const struct tw_counts *counts);
/* The sectors of global loads and stores together. */
uint64_t tw_counts_sectors(const struct tw_counts *counts);

/* The cost of one shared-memory access in the kernel's source, summed over all warps of a launch. */
struct tw_access_cost {
    const char *name; /* "write row", "read column"; static storage, or the description's */
    enum tw_access op;
    unsigned bytes;      /* of each lane                                          */
    uint64_t requests;   /* instructions times the warps that execute them        */
    uint64_t wavefronts; /* by the bank rule (tilewright/banks.h)                 */
    uint64_t ideal;      /* wavefronts without bank conflicts                     */
};

/* The sum of `ideal` over `count` accesses. */
uint64_t tw_accesses_ideal(const struct tw_access_cost *accesses, unsigned count);

/* The predicted cost of a launch. It follows from the config alone: nothing is compiled or run. */
struct tw_prediction {
    /* NULL if the cost is predicted. Otherwise a clause says why it is not: "its accesses depend on the data". Static storage. */
    const char *none;
    struct tw_counts counts; /* no count is known if nothing is predicted */
    struct tw_access_cost *accesses;
    unsigned access_count;
    struct tw_shape *shape; /* private: more accesses are added in its memory; NULL: none are */
};

/* ---- arguments ---- */

enum tw_argument_kind {
    TW_BUFFER, /* a parameter: the address of global memory */
    TW_SCALAR, /* a parameter by value: one element, or the bytes of a structure */
    TW_SYMBOL  /* a __constant__ or __device__ array of the module: no parameter, but set before launches */
};

enum tw_argument_role {
    TW_ROLE_INPUT,  /* read                                                             */
    TW_ROLE_OUTPUT, /* written                                                          */
    TW_ROLE_INOUT,  /* read and written                                                 */
    TW_ROLE_SCRATCH /* a buffer in which one launch leaves something for the next one   */
};

/* What an argument must hold before the first launch. */
enum tw_before {
    TW_BEFORE_GIVEN,  /* what the caller stored: inputs and in-outs                                         */
    TW_BEFORE_ANY,    /* anything: outputs and scratch                                                      */
    TW_BEFORE_ZEROED, /* zeros; launching the variant stores them itself, every time                        */
    TW_BEFORE_ZERO    /* zeros in scratch; the caller stores them once, and every launch leaves zeros again */
};

/*
 * A member of a structure that is an argument of its own: a scalar's bytes, or the address of a buffer or symbol. A structure with such members is
 * put together for each launch, from its value and what the members are then:
 *
 *     struct { const float *a; int n; } p      value   0 0 0 0 0 0 0 0   64 0 0 0 0 0 0 0
 *                                              member  a at byte 0
 */
struct tw_structure_member {
    unsigned argument; /* its number; it is no structure with members                */
    uint32_t at;       /* the byte of the structure at which it begins               */
    uint64_t ahead;    /* bytes that are added to an address, at most the buffer's   */
};

struct tw_argument {
    const char *name; /* of the parameter or symbol in the source; static storage, or the description's */
    enum tw_argument_kind kind;
    enum tw_argument_role role;
    enum tw_before before;
    enum tw_element element;
    uint64_t count; /* elements, at least 1; a scalar that the caller passes has 1, or a structure's bytes */
    /* A buffer's address must be a multiple of this many bytes, at least those of an element. For other addresses plans and embedded launchers launch
       a second kernel if they have one; otherwise they refuse them (TW_INPUT). */
    unsigned align;
    /* Elements at the beginning of a buffer that no launch touches. In an empty array that is all of them. */
    uint64_t first;
    /* NULL, or the value of a scalar or structure in this variant, in value_bytes bytes; then the caller does not pass it. It lies in the shape's
       memory. */
    const void *value;
    size_t value_bytes;
    /* The members of a structure that are arguments of their own, in the shape's memory. The caller passes them as such arguments. */
    const struct tw_structure_member *members;
    unsigned member_count;
};

/* The address of the caller's scratch is a multiple of this, and so is the offset of each scratch buffer in it. */
#define TW_SCRATCH_ALIGN 256u

/* ---- launches ---- */

/* How a kernel prefers to divide the memory that shared memory and the L1 cache share. The numbers are those of the driver's CUfunc_cache. On compute
   capability 7.0 and newer a carveout says the same in percent. */
enum tw_cache_config { TW_CACHE_NONE, TW_CACHE_SHARED, TW_CACHE_L1, TW_CACHE_EQUAL };

/* The words for enum tw_cache_config, in its order: "none", "shared", "L1", "equal". NULL follows them. */
extern const char *const tw_cache_config_words[];

struct tw_launch {
    /* The entry point is the kernel's name and this: "" or "_sum". Static storage, or the description's. */
    const char *suffix;
    /* NULL, or the entry point of a described kernel as C++ names it, "matmul" or "matmul<16, 32>"; then name and suffix do not count. It lies in the
       shape's memory. */
    const char *entry;
    uint32_t grid[3], block[3]; /* blocks of the grid, and threads of a block, in x, y, z: each at least 1  */
    uint32_t dynamic_shared_bytes; /* of a block, as cuLaunchKernel takes them */
    uint32_t shared_bytes;         /* of a block, static and dynamic together */
    int carveout;                  /* preferred shared-memory carveout in percent; -1: the driver's default */
    /* With TW_CACHE_NONE the setting of the context counts. With a carveout it is TW_CACHE_NONE. */
    enum tw_cache_config cache_config;
    /* Blocks of a cluster in x, y, z, which divide the grid. If cluster[0] is 0 there are no clusters. */
    uint32_t cluster[3];
    /* All blocks are resident together, and may wait for each other (cuLaunchCooperativeKernel). */
    bool is_cooperative;
    /* The numbers of the arguments that are its parameters, in order. They lie in the shape's memory. */
    unsigned *argument;
    unsigned argument_count;
};

/* The blocks of a launch. */
uint64_t tw_launch_blocks(const struct tw_launch *launch);
/* The threads of a block. */
unsigned tw_launch_threads(const struct tw_launch *launch);

/* What all launches do together. */
struct tw_work {
    uint64_t elements; /* that are computed */
    /* The bytes of global memory that are read and written, each counted once. GB/s are computed from them. 0: the kernel is not about memory. */
    uint64_t bytes;
    uint64_t operations; /* arithmetic; 0: the kernel is not about arithmetic */
    /*
     * The least that any kernel for the problem must move, if buffers begin at multiples of 256 bytes. Each piece of memory counts once. Memory moves
     * whole sectors of 32 bytes, and DRAM is read in aligned pieces of 64 bytes, the fills.
     */
    uint64_t read_sectors, written_sectors, read_fills;
    /* The sectors that the tiles of this variant read from the L2. A sector of several tiles counts once for each. 0: not known. */
    uint64_t tile_sectors;
};

/* Arguments, launches and work of a variant. Initialise it with {0}. */
struct tw_shape {
    struct tw_argument *arguments;
    unsigned argument_count;
    struct tw_launch *launches;
    unsigned launch_count; /* at least 1 in a kernel */
    struct tw_work work;
    /*
     * The longest chain of roundings from which a result comes, products counted. It bounds the error of a result:
     *
     *     |error| <= (chain + 1) * u * (the sum of the absolute values that were added)
     *
     * u is half a unit in the last place of 1. The 1 is for rounding the exact value (docs/checking.md). 0: nothing rounds.
     */
    uint64_t chain;
    /* NULL, or a clause that says why no GPU may run it: hardware does not define the result. Static storage. */
    const char *undefined;
    bool failed;                   /* memory ran out: something that was added is missing */
    struct tw_arena_block *memory; /* private; NULL: the arrays belong to somebody else   */
};

/* Makes room for 8 more arguments and 8 more launches, so that adding them cannot fail. Adding more than that makes room itself. False: memory ran
   out. */
bool tw_shape_reserve(struct tw_shape *shape);
/* Adds an argument, and returns its number. The struct is copied; what it points to is not. */
unsigned tw_shape_add_argument(struct tw_shape *shape, struct tw_argument argument);
/* Adds a launch, with a copy of its list of parameters. What it points to otherwise is not copied. */
void tw_shape_add_launch(struct tw_shape *shape, struct tw_launch launch);
/* Adds a parameter, the number of an argument, to the launch that was added last. Without a launch it does nothing. */
void tw_shape_add_parameter(struct tw_shape *shape, unsigned argument);
/*
 * Copies the arrays of a shape into *copy, which is overwritten. Names, entry points and values are not copied: the first shape must live as long as
 * the copy. False: memory ran out, or something is missing in the first shape already; *copy is empty then.
 */
bool tw_shape_copy(const struct tw_shape *shape, struct tw_shape *copy);
/* Empties a shape, and keeps its memory for the next additions: many shapes are made fastest in one struct. NULL is allowed. */
void tw_shape_clear(struct tw_shape *shape);
/* Frees what the struct owns and zeroes it. NULL is allowed. */
void tw_shape_free(struct tw_shape *shape);

/* The blocks of all launches together. */
uint64_t tw_shape_blocks(const struct tw_shape *shape);
/* The shared bytes of a block in the launch that has the most. */
uint32_t tw_shape_shared_bytes(const struct tw_shape *shape);
/* The launch with the most threads in its whole grid; among equal ones the first. */
const struct tw_launch *tw_shape_largest(const struct tw_shape *shape);
/* True for a parameter that the caller passes: a buffer that is not scratch, or a scalar without a value of its own. */
bool tw_argument_is_passed(const struct tw_argument *argument);
/* True for an output or in-out. */
bool tw_argument_is_result(const struct tw_argument *argument);
/* The bytes of all elements of an argument. 0 if they do not fit a size_t. */
size_t tw_argument_bytes(const struct tw_argument *argument);
/*
 * True if a buffer that launches write overlaps another one; the result of a launch is then not defined. A buffer reaches from the first byte that is
 * touched to the last, with the gaps between rows. values[i] must point to the address of argument i if that is a buffer. The numbers of the
 * first two that overlap go to `pair`, which may be NULL.
 */
bool tw_shape_overlaps(const struct tw_shape *shape, void *const *values, unsigned pair[2]);
/*
 * Puts a structure together: its value with its members. values[i] points to what argument i is: for a buffer or symbol to an address, for a scalar to
 * its bytes. The result goes to `place`, which has room for the structure's value_bytes.
 */
void tw_shape_put_structure(const struct tw_shape *shape, const struct tw_argument *structure,
                            void *const *values, unsigned char *place);
/* Number of the structure in which argument `argument` stands; the argument count: it is in none. */
unsigned tw_shape_structure_of(const struct tw_shape *shape, unsigned argument);
/* All scratch buffers lie in one piece of memory. This is the offset in bytes at which scratch buffer `argument` begins. */
size_t tw_shape_scratch_offset(const struct tw_shape *shape, unsigned argument);
/* The size of that piece in bytes. 0: the variant needs no scratch. */
size_t tw_shape_scratch_bytes(const struct tw_shape *shape);
/* True if the scratch, or a part of it, must be zero before the first launch (TW_BEFORE_ZERO). */
bool tw_shape_scratch_zero(const struct tw_shape *shape);

/* ---- the kernel ---- */

/* A field of the config with its value in this variant. */
struct tw_field_value {
    const char *key; /* "BDIMX"; static storage, or the description's */
    bool is_word;    /* the value is a text, such as "row-col"; otherwise a number */
    int64_t number;  /* the value, if it is a number */
    /* The value as the config writes it, without quotes. NULL for a number. A word is in static storage; another text belongs to the config, or in
       a plan's kernel to the plan. */
    const char *text;
    bool is_real; /* the text is a number with a fraction, such as "0.5", which JSON writes without quotes */
};

/*
 * A version of a variant that is made for checking or timing. A family lists its versions, all in static storage.
 *
 * Checking: some element types cannot hold every index exactly. Then several versions of a tile kernel together show every bit (docs/tile.md).
 * Timing: a kernel of one block is timed as a grid of blocks, each of which writes to its own place. At one place they would wait for each other
 * (docs/checking.md).
 */
struct tw_rendering {
    const char *word;   /* "" for the kernel itself; else a name such as "high" or "spread" */
    const char *stores; /* what it stores instead, for messages: "idx >> 8"; "" for the kernel itself */
    const char *says;   /* the same in the first comment of the source */
    /* It is for timing: in a grid of any size, block b writes b times the output's elements further on. */
    bool spreads;
};

/* What the compiler must know of a source that a user wrote. Its maker owns it, and keeps it as long as the kernel. */
struct tw_source_needs {
    /* Options for NVRTC after Tilewright's own, option_count of them: "-I/home/me/include", "-use_fast_math". */
    const char *const *options;
    unsigned option_count;
    const char *path; /* of the file, as the user named it; NULL: it came without one */
    /* A hash, in hexadecimal, of all headers that any branch of the source can include. "": there are none. */
    const char *headers;
    /* NULL, or why the cache must not be used: 'it includes "x.h", which is in none of its folders'. */
    const char *uncached;
};

struct tw_expectation; /* private: what a described kernel is given and must compute */

struct tw_kernel {
    const char *family; /* "tile"; static storage, or the description's */
    char *name;         /* of the variant; an entry point is this and the launch's suffix */
    const struct tw_rendering *rendering;

    char *source; /* CUDA C++, NUL-terminated */
    size_t source_length;
    const char *template_name; /* "tile.cu.mustache"; static storage */
    unsigned *
        template_line; /* template_line[i] is the line of the template from which line i + 1 of the source came */
    size_t source_lines;

    struct tw_shape shape;
    struct tw_prediction *predicted; /* one for each launch; in the shape's memory, as are the fields */
    struct tw_field_value *fields;   /* every field of the family, in the order of its table */
    unsigned field_count;

    const struct tw_source_needs *needs; /* NULL: the source is Tilewright's own */
    struct tw_expectation *expectation; /* NULL: the family has a reference of its own; owned by the kernel */
};

/* The predicted counts of all launches together. No count is known if a launch is not predicted. */
struct tw_counts tw_kernel_predicted(const struct tw_kernel *kernel);
/* The wavefronts of all launches without bank conflicts. */
uint64_t tw_kernel_ideal(const struct tw_kernel *kernel);
/* NULL if all launches are predicted. Otherwise a clause that says why one is not. */
const char *tw_kernel_unpredicted(const struct tw_kernel *kernel);

/* True for the kernel itself; false for a version that is made for checking or timing. */
bool tw_kernel_is_main(const struct tw_kernel *kernel);

/* Frees what the struct owns and zeroes it. NULL is allowed. */
void tw_kernel_free(struct tw_kernel *kernel);

/* The field `key` of the variant, or NULL. */
const struct tw_field_value *tw_kernel_field(const struct tw_kernel *kernel, const char *key);

TW_API_END
#endif
