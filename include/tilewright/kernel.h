/*
 * kernel.h - one variant as a small program of launches: what the generator hands to whoever compiles, launches, checks,
 * embeds or plans it, whatever its family.
 *
 *     arguments  what it works on: buffers, scalars, symbols of its module
 *     launches   the grids, in the order in which they run; each takes some of the arguments
 *     work       what all of them do together
 *
 * The generator (gen/) fills it, the runtime (runtime/) reads it, and neither knows more of the other.
 * Ownership: everything a tw_kernel points to, but for the texts of its fields, belongs to it and is freed by
 * tw_kernel_free; a tw_shape owns its arrays, which tw_shape_free releases. Either may be moved by assignment: one of the two
 * is then freed. Strings are NUL-terminated UTF-8. Plain data: threads may share one that nobody changes.
 *
 * Arrays have no length of their own but for the count beside them: a variant has as many arguments, launches, parameters of a
 * launch, accesses and fields as it needs. What adds to them cannot overflow; where memory ran out, it adds nothing and says so in
 * `failed`, which stays: a pipeline of additions is checked once, at its end.
 *
 * The functions are pure but for those that set, add, clear and free, and thread-safe. Given NULL, a struct that is
 * all zero, or a number that is none of an enum, they answer 0, false or NULL, and change nothing.
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

struct tw_arena_block; /* private: memory of a shape */

/* ---- counts ---- */

/* clang-format off */
/*    count                  of what, over a whole launch                                                           */
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
    uint32_t known; /* bit i: number i of the table is known; the others say nothing */
};

enum tw_count {
#define X(name, help) TW_COUNT_##name,
    TW_COUNTS(X)
#undef X
        TW_COUNT_COUNT
};

#define TW_KNOWN(name) (1u << TW_COUNT_##name)
/* The four of shared memory. */
#define TW_KNOWN_SHARED                                                                                      \
    (TW_KNOWN(load_requests) | TW_KNOWN(load_wavefronts) | TW_KNOWN(store_requests) |                        \
     TW_KNOWN(store_wavefronts))
/* The counts of global memory that a warp's addresses decide. */
#define TW_KNOWN_GLOBAL                                                                                      \
    (TW_KNOWN(global_load_requests) | TW_KNOWN(global_load_sectors) | TW_KNOWN(global_store_requests) |      \
     TW_KNOWN(global_store_sectors) | TW_KNOWN(global_load_fills))
/* What lanes ask for, beside what it costs. */
#define TW_KNOWN_SHARED_BYTES (TW_KNOWN(load_bytes) | TW_KNOWN(store_bytes))
#define TW_KNOWN_GLOBAL_BYTES (TW_KNOWN(global_load_bytes) | TW_KNOWN(global_store_bytes))
/* The two of constant memory. */
#define TW_KNOWN_CONSTANT (TW_KNOWN(constant_load_requests) | TW_KNOWN(constant_load_broadcasts))

/* The name of a count as in the table, static; its value. */
const char *tw_count_name(enum tw_count count);
uint64_t tw_count_value(const struct tw_counts *counts, enum tw_count count);

/* Sets a count, which is then known. */
void tw_counts_set(struct tw_counts *counts, enum tw_count count, uint64_t value);

/* Adds `more` to `sum`; known is then what both knew, so a sum begins as a copy of its first term. */
void tw_counts_add(struct tw_counts *sum, const struct tw_counts *more);

/* The first count that both know and that differs, or TW_COUNT_COUNT when there is none. */
enum tw_count tw_counts_differ(const struct tw_counts *a, const struct tw_counts *b);

/* Wavefronts of shared loads and stores together. */
uint64_t tw_counts_wavefronts(const struct tw_counts *counts);
/* Sectors of global loads and stores together. */
uint64_t tw_counts_sectors(const struct tw_counts *counts);

/* One shared-memory access of the kernel's source, summed over all warps of a launch. */
struct tw_access_cost {
    const char *name; /* "write row", "read column", ...; static storage */
    enum tw_access op;
    unsigned bytes;      /* per lane                                       */
    uint64_t requests;   /* instructions times warps that execute them      */
    uint64_t wavefronts; /* by the bank rule                                */
    uint64_t ideal;      /* wavefronts if no bank conflicted                */
};

/* The sum of `ideal` over `count` accesses. */
uint64_t tw_accesses_ideal(const struct tw_access_cost *accesses, unsigned count);

/* What a launch costs, from the config's meaning alone. */
struct tw_prediction {
    /* NULL, or why nothing is predicted, in a clause: "its accesses depend on the data"; static. */
    const char *none;
    struct tw_counts counts; /* known is 0 when nothing is predicted */
    struct tw_access_cost *accesses;
    unsigned access_count;
    struct tw_shape *shape; /* private: in whose memory more accesses are added; NULL: none are */
};

/* ---- arguments ---- */

enum tw_argument_kind {
    TW_BUFFER, /* a parameter: the address of global memory                                      */
    TW_SCALAR, /* a parameter, by value: one element; with a value of its own, several, or a structure's bytes */
    TW_SYMBOL /* a __constant__ or __device__ array of the module: set before launches, no parameter */
};

enum tw_argument_role {
    TW_ROLE_INPUT,  /* read                                                          */
    TW_ROLE_OUTPUT, /* written                                                       */
    TW_ROLE_INOUT,  /* read, and written                                             */
    TW_ROLE_SCRATCH /* a buffer for what one launch leaves to the next; nobody's result */
};

/* What an argument holds when the variant begins. */
enum tw_before {
    TW_BEFORE_GIVEN,  /* what the caller put there: inputs, in-outs                                        */
    TW_BEFORE_ANY,    /* nobody looks: outputs, scratch                                                    */
    TW_BEFORE_ZEROED, /* zeros, which launching the variant puts there itself, every time                   */
    TW_BEFORE_ZERO    /* scratch: zeros, which the caller puts there once; every launch leaves zeros behind */
};

struct tw_argument {
    const char *name; /* the parameter's, or the symbol's, in the source; static storage */
    enum tw_argument_kind kind;
    enum tw_argument_role role;
    enum tw_before before;
    enum tw_element element;
    uint64_t count; /* elements, at least 1; 1 of a scalar that is passed             */
    /* A buffer's address is a multiple of so many bytes, at least the element's. Where it is not, plans and launchers
       launch the second kernel that they have for such pointers, or refuse them (TW_INPUT). */
    unsigned align;
    /* Elements at the beginning of a buffer that no launch touches: all of them, of an empty array. */
    uint64_t first;
    /* NULL, or what a scalar is in this variant, value_bytes of them, a structure's too: then nobody passes it. The shape's memory. */
    const void *value;
    size_t value_bytes;
};

#define TW_SCRATCH_ALIGN 256u /* of the caller's scratch, and of each scratch buffer in it */

/* ---- launches ---- */

/* How the memory that shared memory and the L1 cache have in common is best divided for a kernel; numbered as the driver's
   CUfunc_cache. A carveout says it in percent, on compute capability 7.0 and newer. */
enum tw_cache_config { TW_CACHE_NONE, TW_CACHE_SHARED, TW_CACHE_L1, TW_CACHE_EQUAL };

/* "none", "shared", "L1", "equal", NULL: by enum tw_cache_config; static. */
extern const char *const tw_cache_config_words[];

struct tw_launch {
    const char *suffix; /* the entry point is the variant's name and this: "" or "_sum"; static storage */
    /* NULL, or the entry point of a kernel of somebody's own as C++ names it, "matmul" or "matmul<16, 32>", in place of name and suffix; the
       shape's memory. */
    const char *entry;
    uint32_t grid[3], block[3];    /* blocks, and threads of a block, in x, y, z: at least 1 of each      */
    uint32_t dynamic_shared_bytes; /* of a block, as cuLaunchKernel is asked for them                  */
    uint32_t shared_bytes;         /* of a block: static ones, and those                               */
    int carveout;                  /* preferred shared-memory carveout in percent; -1: the driver's default */
    /* TW_CACHE_NONE, as functions begin: the context's counts. Never another beside a carveout. */
    enum tw_cache_config cache_config;
    uint32_t
        cluster[3]; /* blocks of a cluster in x, y, z, which divide the grid; cluster[0] 0: there are none */
    bool
        is_cooperative; /* all blocks are resident together: they may wait for each other (cuLaunchCooperativeKernel) */
    unsigned *argument; /* numbers of the arguments that are its parameters, in order; the shape's   */
    unsigned argument_count;
};

uint64_t tw_launch_blocks(const struct tw_launch *launch);
unsigned tw_launch_threads(const struct tw_launch *launch); /* of a block */

/* What all launches do together. */
struct tw_work {
    uint64_t elements; /* that it computes */
    /* The bytes of global memory that are read and written, each once: GB/s are of these; 0 for kernels that are about something else. */
    uint64_t bytes;
    uint64_t operations; /* arithmetic; 0 where it is not what the kernel is about */
    /* What no kernel for the problem can do without, with buffers that begin at multiples of 256 bytes, each piece of
       memory counted once: memory moves sectors of 32 bytes whole, and DRAM is read in aligned 64. */
    uint64_t read_sectors, written_sectors, read_fills;
    /* What this variant's tiles read from the L2, sectors that several of them touch counted for each; 0: not said. */
    uint64_t tile_sectors;
};

/* Initialise with {0}. */
struct tw_shape {
    struct tw_argument *arguments;
    unsigned argument_count;
    struct tw_launch *launches;
    unsigned launch_count; /* at least 1 */
    struct tw_work work;
    /* The longest chain of roundings that a result comes from, products counted: its error is at most this many, and one for
       the exact value's own, times half a unit in the last place of 1, times the sum of the absolute values that were added
       (docs/checking.md). 0: nothing rounds. */
    uint64_t chain;
    /* NULL, or in a clause why no GPU is to run it: what the hardware does then is not defined. Static storage. */
    const char *undefined;
    bool failed;                   /* memory ran out: something that was added is missing */
    struct tw_arena_block *memory; /* private; NULL: the arrays are somebody else's */
};

/*
 * Room for the next arguments, launches and parameters, 8 of each: adding so many cannot fail then. False: memory ran out.
 * Adding more than there is room for makes more.
 */
bool tw_shape_reserve(struct tw_shape *shape);
/* Adds an argument; returns its number. */
unsigned tw_shape_add_argument(struct tw_shape *shape, struct tw_argument argument);
/* Adds a launch, with a copy of the parameters that it lists. */
void tw_shape_add_launch(struct tw_shape *shape, struct tw_launch launch);
/* Adds a parameter to the launch added last. */
void tw_shape_add_parameter(struct tw_shape *shape, unsigned argument);
/* A copy with memory of its own goes to *copy, which is overwritten. False: memory ran out, and it is empty. */
bool tw_shape_copy(const struct tw_shape *shape, struct tw_shape *copy);
/* Empties the struct, and keeps memory for the next: who makes many shapes makes them in one struct. NULL is allowed. */
void tw_shape_clear(struct tw_shape *shape);
/* Frees what the struct owns and zeroes it. NULL is allowed. */
void tw_shape_free(struct tw_shape *shape);

uint64_t tw_shape_blocks(const struct tw_shape *shape); /* of all launches together */
/* Over the launches: the most shared bytes of a block; the launch with the most threads in all, the first of equals. */
uint32_t tw_shape_shared_bytes(const struct tw_shape *shape);
const struct tw_launch *tw_shape_largest(const struct tw_shape *shape);
/* True for a parameter that the caller passes: a buffer that is no scratch, or a scalar without a value of its own. */
bool tw_argument_is_passed(const struct tw_argument *argument);
/* True for what a variant is run for: an output or an in-out. */
bool tw_argument_is_result(const struct tw_argument *argument);
/* The bytes of an argument; 0 when they do not fit a size_t. */
size_t tw_argument_bytes(const struct tw_argument *argument);
/*
 * Whether a buffer that launches write overlaps another one, from the first byte that they touch of each to the last, gaps
 * between rows included: then what comes out is not defined. values[i] points to the address of argument i, if it is a buffer. The
 * numbers of the first two go to pair.
 */
bool tw_shape_overlaps(const struct tw_shape *shape, void *const *values, unsigned pair[2]);
/* The scratch of a variant is one piece of memory: where in it a scratch buffer begins, and its size; 0: it needs none. */
size_t tw_shape_scratch_offset(const struct tw_shape *shape, unsigned argument);
size_t tw_shape_scratch_bytes(const struct tw_shape *shape);
/* True when the scratch, or a part of it, must be zero before the first launch (TW_BEFORE_ZERO). */
bool tw_shape_scratch_zero(const struct tw_shape *shape);

/* ---- the kernel ---- */

/* A field of the config, resolved for this variant. */
struct tw_field_value {
    const char *key;  /* "BDIMX"; static storage                                          */
    bool is_word;     /* text is a word ("row-col") or another text, not a number         */
    int64_t number;   /* the number; unused for a word                                    */
    const char *text; /* as the config writes it, without quotes; NULL for a number. Static storage of a word;
                         another text is the config's, in a plan's kernel the plan's      */
    bool is_real;     /* the word is a number with a fraction ("0.5"), which JSON writes without quotes */
};

/*
 * A version of a variant made for checking or timing; the family lists its own, all static. Element types that cannot hold
 * every index exactly are checked by more than one tile kernel, which together show every bit (docs/tile.md). A kernel of one
 * block is timed by a grid of blocks that each write to their own place: at one place they would wait for each other there
 * (docs/checking.md).
 */
struct tw_rendering {
    const char *word;   /* "" is the kernel itself; "high", "spread"                      */
    const char *stores; /* what it stores instead, for messages: "idx >> 8"; "" of the kernel itself */
    const char *says;   /* the same in the source's first comment                         */
    bool spreads; /* it is for timing: a grid of any size, block b writes at b times the output's elements */
};

/* What the compiler must know of a source that somebody else wrote. Plain data of whoever made it, which outlives the kernel. */
struct tw_source_needs {
    const char *const
        *options; /* for NVRTC behind ours, option_count of them: "-I/home/me/include", "-use_fast_math" */
    unsigned option_count;
    const char *path; /* of the file, as the user named it; NULL: it came without one */
    const char *
        headers; /* a hash, in hexadecimal, of all headers that any branch of it can include; "": there are none */
    const char *
        uncached; /* NULL, or why nothing may be taken from the cache: 'it includes "x.h", which is in none of its folders' */
};

struct
    tw_expectation; /* private: what such a kernel is given and must compute (base/described/expectation.h) */

struct tw_kernel {
    const char *family; /* "tile"; static storage, of a description the description's */
    char *name;         /* the variant's name, and that of the first entry point but for its suffix */
    const struct tw_rendering *rendering;

    char *source; /* CUDA C++                                            */
    size_t source_length;
    const char *template_name; /* "tile.cu.mustache"; static storage           */
    unsigned *template_line;   /* template_line[i]: line of the template that produced line i+1 of source */
    size_t source_lines;

    struct tw_shape shape;
    struct tw_prediction *predicted; /* of each launch; in the shape's memory, as the fields are */
    struct tw_field_value *fields;   /* every field of the family, in table order */
    unsigned field_count;

    const struct tw_source_needs *needs; /* NULL: the source is ours */
    struct tw_expectation *expectation;  /* NULL: the family's reference says it; owned */
};

/* The sum over all launches; nothing is known when one of them is not predicted. */
struct tw_counts tw_kernel_predicted(const struct tw_kernel *kernel);
/* The wavefronts of all launches if no bank conflicted. */
uint64_t tw_kernel_ideal(const struct tw_kernel *kernel);
/* NULL, or why there is no prediction. */
const char *tw_kernel_unpredicted(const struct tw_kernel *kernel);

/* True for the kernel itself, not one made for checking or timing. */
bool tw_kernel_is_main(const struct tw_kernel *kernel);

/* Frees what the struct owns and zeroes it. NULL is allowed. */
void tw_kernel_free(struct tw_kernel *kernel);

/* The field `key`, or NULL. */
const struct tw_field_value *tw_kernel_field(const struct tw_kernel *kernel, const char *key);

TW_API_END
#endif
