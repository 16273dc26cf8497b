/*
 * plan.h - plans: describe what is to be computed, get a kernel for it that is ready to be launched, launch
 * it as often as wanted. In the manner of FFTW: a planner holds plans and wisdom; a plan is made once and is
 * then only launched.
 *
 *     struct tw_planner *planner;
 *     struct tw_plan *plan;
 *     struct tw_error error = TW_ERROR_INIT;
 *     struct tw_problem problem = {
 *         .family = "tile",
 *         .fields = "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\"}",
 *     };
 *     void *arguments[] = {&out};    // CUdeviceptr out, as for cuLaunchKernel
 *
 *     tw_planner_open(NULL, &planner, &error);
 *     tw_plan_make(planner, &problem, &plan, &error);
 *     tw_plan_launch(plan, stream, arguments, &error);
 *     tw_plan_destroy(plan);
 *     tw_planner_close(planner);
 *
 * A kernel of your own is planned the same, by the path of its description (docs/kernel.md): the problem gives the fields of its "problem",
 * and the planner chooses among the values that its parameters declare.
 *
 *     struct tw_problem problem = {.family = "matmul.json", .fields = "{\"m\": 4096, \"n\": 4096, \"k\": 512}"};
 *
 * Contexts. A plan belongs to the context that is current in the thread that makes it; when none is,
 * to the primary context of device 0, which the planner then retains until it is closed. So one planner
 * serves all devices of a process, several at once. No call changes which context is current. A context must outlive its plans: destroy them and call
 * tw_planner_trim before destroying it.
 *
 * Thread-safety: a planner and its plans may be used by any number of threads at once, but for opening and
 * closing the planner.
 *
 * Errors: functions that can fail return TW_OK or the code they stored in *error (tilewright/error.h), which
 * may be NULL. Results are NULL after a failure. Nothing here prints or exits; there is no global state.
 * An argument that is NULL where nothing says that it may be, and a struct that lacks what is needed, are TW_INPUT; functions
 * that cannot fail then do nothing, or answer as is said of each.
 *
 * Memory: all that a planner keeps (itself, plans, the table of plans, wisdom) comes from its allocator. What
 * is needed only while a plan is made, what NVRTC, the driver and their loading keep, and the description that a plan is made from, which
 * lives as long as the plan, comes from malloc.
 *
 * This header needs no cuda.h: CUstream is a pointer to struct CUstream_st.
 */
#ifndef TILEWRIGHT_PLAN_H
#define TILEWRIGHT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/error.h>
#include <tilewright/kernel.h>

TW_API_BEGIN

struct CUstream_st;
struct tw_driver; /* tilewright/stages/runtime/driver.h */
struct tw_planner;
struct tw_plan;

enum tw_planner_device {
    TW_PLANNER_CUDA,     /* the caller's libcuda.so.1: NVIDIA's, or the drop-in that simulates          */
    TW_PLANNER_SIMULATOR /* the simulator in this process, which the caller drives by tw_planner_driver */
};

/* Where memory comes from. Both functions or neither (malloc and free; one alone is TW_INPUT); thread-safe. allocate returns memory
   aligned for every type, or NULL; release is never called with NULL. */
struct tw_allocator {
    void *(*allocate)(void *context, size_t bytes);
    void (*release)(void *context, void *memory);
    void *context;
};

/* All zero is a good start. */
struct tw_planner_options {
    enum tw_planner_device device;
    unsigned sm;                 /* what TW_PLANNER_SIMULATOR stands for: 90 for sm_90; 0: that         */
    bool no_cache;               /* compile what is not in the planner's memory, keep it on no disk     */
    const char *cache_directory; /* of compiled kernels; NULL: the program's own (docs/cache.md). One that
                                    cannot be trusted is not used, and the plan's description says so */
    struct tw_allocator allocator;
    bool no_wisdom; /* neither look at nor keep what is measured; plans that measure do so anew */
    const char *wisdom_directory; /* of what was measured; NULL: that of the cache (docs/wisdom.md). One that
                                     cannot be trusted or written is not used, and the plan's description says so */
};

/*
 * Opens driver and NVRTC; options NULL means all zero; their strings are copied. TW_ENVIRONMENT: one of them is not there, and
 * why; TW_DRIVER; TW_INPUT: an option is none of its kind, an allocator lacks a function, or a size of the cache in the
 * environment (docs/cache.md) is no number; TW_MEMORY. *planner is owned by the caller.
 */
int tw_planner_open(const struct tw_planner_options *options, struct tw_planner **planner,
                    struct tw_error *error);

/* Unloads every plan, also those not destroyed: their launches must be over, and none may be used from now on. NULL is allowed. */
void tw_planner_close(struct tw_planner *planner);

/*
 * Reads a results file of `tilewright sweep -o` (docs/results.md), finished, for plans made from now on. Where
 * several files match a device equally well, the one added last counts. The name is copied.
 * Results of a described kernel count for plans of the very description that was swept, and make nothing be read or compiled: their hash
 * is compared with that of the description which a problem names.
 * TW_INPUT with file:line, also where the file cannot be read; TW_MEMORY.
 */
int tw_planner_add_wisdom(struct tw_planner *planner, const char *file, struct tw_error *error);

/* Unloads the plans that nobody holds, whose launches must be over. They would be made again when asked for. NULL is allowed. */
void tw_planner_trim(struct tw_planner *planner);

/* The driver's functions as the planner calls them: how a program reaches the simulator in its own process.
   Owned by the planner. NULL of NULL. */
const struct tw_driver *tw_planner_driver(const struct tw_planner *planner);

/*
 * How much is done to find the best variant for the device at hand.
 *
 * Measuring launches candidates on `stream` of the problem, on buffers that the planner allocates for that time, and
 * waits for them. It never touches the caller's memory. Where it cannot - the stream is being captured, the buffers do not
 * fit the device's free memory, there is no time on a simulator - the estimate stands, and the description says why. What
 * is found is kept (docs/wisdom.md) and is taken for every later plan that leaves the same open, whatever its effort, but
 * for an exhaustive one where only a few were measured. Threads may measure at once; they compile together, on one device they time one
 * after the other, on several side by side, and who waits for others does so in its own seconds. What is found on one device is found for
 * all of its kind.
 *
 * A candidate that cannot be compiled, loaded or launched is left out. One that faults leaves the context of no use, as any
 * kernel does: TW_FAULT. Results of built-in families are not compared; that is what `tilewright sweep` is for.
 *
 * Candidates of a described kernel are: each is first run as its description says, on what that says the arguments hold, and compared with
 * its reference. One that is wrong is left out, the estimate too, and where none is right there is no plan (TW_INPUT). So it is also where the
 * problem leaves one variant open, and on the simulator, where nothing is timed: there the first that is right is taken, on the description's
 * "proof" if it has one. These run on the default stream of the context. The check of the first takes as long as it takes, `seconds` or not,
 * and its reference, a function in a library too, runs in a process of its own or as a kernel. Where that cannot be - there is no reference,
 * it fails, the stream is being captured - the description says "not checked", and why. A plan that only estimates runs nothing.
 */
/* clang-format off */
/*    effort                   word                                                                   */
#define TW_EFFORTS(X)                                                                                 \
    X(TW_EFFORT_ESTIMATE,      "estimate")   /* nothing is measured: wisdom, else the rule         */ \
    X(TW_EFFORT_MEASURE,       "measure")    /* the most promising few, in less than a second      */ \
    X(TW_EFFORT_EXHAUSTIVE,    "exhaustive") /* all candidates: minutes                            */
/* clang-format on */

enum tw_effort {
#define X(effort, word) effort,
    TW_EFFORTS(X)
#undef X
        TW_EFFORT_COUNT
};

/*
 * What is to be computed; tilewright/problem.h fills one from a struct. The fields are given as JSON, an object as a config's
 * variant has it (docs/config.md), without "name"; or as values, each field at most once, which need no parsing. A field that is
 * not given has its default, but for those that a sweep tries by itself (IPAD, swizzle): they are open. So is every field that is
 * given as a list or range. The planner chooses among the open fields' values; fields that say what is computed (layout, type, a
 * matrix's sides) must have one value.
 *
 * Every parameter of a described kernel that declares several values is open unless it is given. Candidates are all combinations of declared
 * values that its constraints allow, 4000000 combinations at most; without measuring the defaults are taken, and where constraints forbid
 * those another candidate.
 */
struct tw_problem {
    /* "tile"; or the path of a description, which holds a slash or ends in .json, as "kernel" of a config. */
    const char *family;
    const char *fields; /* "{\"BDIMX\": 32, \"BDIMY\": 16}"; NULL: the values below say it */
    /* A C identifier: the kernel's name, as profilers show it, is this and _KEYvalue for each open field; the entry points of a described
       kernel are called as its source calls them. NULL: "plan". */
    const char *name;
    enum tw_effort effort;
    struct CUstream_st *stream; /* to measure on; NULL: the default stream of the context */
    /* Seconds that measuring may take, waiting for other plans that measure included; not less than 0. 0: TW_MEASURE_SECONDS, or half
       of it where the kernel needs scratch and has a second one for other pointers, compiled in the rest; no limit for an exhaustive
       search. */
    double seconds;
    const struct tw_field_value
        *values; /* {{"BDIMX", .number = 32}, {"BDIMY", .number = 16}}; NULL: the JSON says it */
    unsigned value_count;
    /* Take no winner of another problem, but the rule, where this problem was not measured. */
    bool no_nearest;
    /* Treat the device as that one, by its name in wisdom ("NVIDIA H200"): choose as its measurements say. The kernel is made for the device as
       it is, and what effort measures is measured there. NULL: it is itself. */
    const char *like_device;
};

#define TW_MEASURE_SECONDS 0.8

/*
 * How a plan's variant was chosen, from worst to best founded. The best founded of what is there already is
 * taken; something is measured only without wisdom of the device, and the nearest is then the estimate that
 * others must beat.
 *
 * The nearest is the winner of another problem or device: first the device counts (the same name, the same architecture, the same major
 * number, any), then how far the problems are apart, the product, over their numbers, of the larger divided by the smaller; words that differ
 * count as a factor of 2. The few fastest of one problem are compared by their times, scaled by how many multiprocessors the last round of
 * blocks leaves idle, there and here. The fields that the problem leaves open are as in the winner; where constraints or limits forbid that,
 * the next best is taken. A described kernel takes any. Built-in families choose by models, or rules, so they take only a winner of the same device, of a
 * problem with the same words, each of whose numbers is at most twice the other and divisible by the same power of two, up to 32; families
 * without candidates (tile) take none. Where only wisdom of the same architecture knows the problem itself, that comes before other devices.
 The rule takes the first possible values of the open fields. For IPAD and swizzle it takes those
 * that cost the fewest wavefronts, and among equals the fewest shared bytes; for a described kernel
 * it takes the defaults.
 */
/* clang-format off */
/*    grounds                in words                                                              */
#define TW_GROUNDS(X)                                                                               \
    X(TW_GROUNDS_RULE,         "by rule")                        /* the model alone               */ \
    X(TW_GROUNDS_ARCHITECTURE, "by wisdom of the same architecture") /* measured on another such device */ \
    X(TW_GROUNDS_NEAREST,      "by the nearest that was measured")   /* another problem, or on another device */ \
    X(TW_GROUNDS_KEPT,         "by what was measured on this device before") /* kept since (docs/wisdom.md) */ \
    X(TW_GROUNDS_DEVICE,       "by wisdom of the same device")   /* tw_planner_add_wisdom: name, architecture and sizes agree */ \
    X(TW_GROUNDS_MEASURED,     "by measuring")                   /* when the plan was made        */ \
    X(TW_GROUNDS_GIVEN,        "as given")                       /* the problem leaves one variant open */
/* clang-format on */

enum tw_grounds {
#define X(grounds, text) grounds,
    TW_GROUNDS(X)
#undef X
        TW_GROUNDS_COUNT
};

/*
 * The plan for the problem in the calling thread's context: the one in the planner's memory if the same
 * problem (the same text) was planned there before with the same effort, else a new one: chosen, taken from the disk cache or
 * compiled, and loaded. Threads that ask for the same new problem at once get the same plan, made once.
 *
 * A description, its source and all that it is made of are read at every call, found plan or not: one that has changed since is another
 * kernel, and another plan. A plan stays as it was made.
 *
 * So all who plan the same text share one plan, with its symbols (tw_plan_set_symbol) and its own scratch. A caller who wants
 * either alone gives the problem a `name` of its own, or brings scratch (tw_plan_launch_scratch).
 *
 * What is not in the cache is compiled in the calling thread, where NVRTC cannot be stopped: nothing limits its time and memory.
 * It allocates memory of the device, so no stream of the context may be captured by another thread meanwhile in CUDA's global
 * mode. The problem's strings are copied.
 *
 * TW_INPUT: the fields are wrong (file is "problem", line and column are those in `fields`, 0 for values), describe several problems, or allow
 * no variant on the device, with the reason, or the variant is one that no GPU is to run; the description is wrong, with its file, line and
 * column, or no candidate is right; nothing was measured on a device called `like_device`. TW_FAULT: a candidate that was measured faulted. TW_COMPILE, TW_DRIVER, TW_ENVIRONMENT, TW_MEMORY. *plan is the caller's until tw_plan_destroy, once for
 * each time it was returned.
 */
int tw_plan_make(struct tw_planner *planner, const struct tw_problem *problem, struct tw_plan **plan,
                 struct tw_error *error);

/* Gives the plan back: its launches may still run. The planner keeps it for the next who asks, until tw_planner_trim. NULL is
   allowed. */
void tw_plan_destroy(struct tw_plan *plan);

/*
 * Launches the variant, all of its grids, on the stream (NULL: the default stream of the plan's context) and does not wait.
 * arguments[i] points to the value of the i-th parameter that is the caller's: a CUdeviceptr of a buffer, an element of a
 * scalar, the bytes of a structure that is passed as a whole, in the order of those of tw_plan_kernel's arguments that are passed (tw_argument_is_passed); they are read before it
 * returns. It allocates nothing (but for kernels of more than 64 arguments), takes no lock and looks nothing up, and may be captured into a
 * CUDA graph.
 *
 * A buffer begins at a multiple of its element's bytes. Where tw_plan_kernel's arguments have a larger `align`, pointers that
 * are no multiples of it launch a second, slower kernel. The plan has it beside the first, unless the fields promise that it
 * needs none ("pointers": "aligned" of a transpose); its description says whether it has one. TW_INPUT:
 * an argument is missing (NULL); a buffer is at address 0, but one of an empty array, or does not begin so; one that is
 * written, scratch included, overlaps another, from the first byte that a launch touches to the last (tw_shape_overlaps).
 * TW_DRIVER, TW_FAULT (also of an earlier launch in this context, as the driver reports it).
 *
 * A variant that needs scratch memory (tw_plan_scratch) takes the plan's own. Then all launches of that plan, by all who share
 * it, must follow each other, on one stream or ordered by events. tw_plan_launch_scratch takes the caller's instead, one piece for each launch
 * that may run at the same time.
 */
int tw_plan_launch(const struct tw_plan *plan, struct CUstream_st *stream, void **arguments,
                   struct tw_error *error);
/* The same with scratch of the caller's, a CUdeviceptr of so many bytes; 0: the plan's own. TW_INPUT: it is misaligned, or has
   fewer bytes than tw_plan_scratch says. */
int tw_plan_launch_scratch(const struct tw_plan *plan, struct CUstream_st *stream, void **arguments,
                           uint64_t scratch, size_t bytes, struct tw_error *error);

/* The scratch memory that a launch of the plan needs. */
struct tw_scratch {
    size_t bytes; /* 0: none                                                                             */
    size_t align; /* of its address                                                                      */
    bool zero;    /* before the first launch that takes it; every launch leaves it as the next one needs it */
};
/* All zero of NULL. */
struct tw_scratch tw_plan_scratch(const struct tw_plan *plan);

/*
 * Sets a symbol of the plan's kernel, a __constant__ or __device__ array (TW_SYMBOL among its arguments), on the stream: the
 * launches behind it there find the new values. `data` holds all of its elements, and must stay until the stream has come
 * past. Until they are set symbols hold what the kernel's source says, else zeros; those of a described kernel hold what its description
 * says, unless their "fill" is "none". TW_INPUT: there is no such symbol, or it has another size.
 */
int tw_plan_set_symbol(const struct tw_plan *plan, const char *symbol, const void *data, size_t bytes,
                       struct CUstream_st *stream, struct tw_error *error);

/*
 * The kernel that was chosen: fields, source (with that of the second kernel, if there is one, behind it), arguments with
 * their element counts, launches with grid and block, shared bytes, predicted cost. Owned by the plan. NULL of NULL.
 */
const struct tw_kernel *tw_plan_kernel(const struct tw_plan *plan);

/* TW_GROUNDS_COUNT of NULL. */
enum tw_grounds tw_plan_grounds(const struct tw_plan *plan);

/*
 * What was chosen and why, in a few lines of text for people: the kernel with its launches; of a described kernel its description with the
 * hash of all that it is made of, and whether the results are known to be right; how it was chosen (enum tw_grounds),
 * of how many, with times where some were measured; the fields that were open; what it costs; a second kernel; the image. Owned by
 * the plan. "" of NULL.
 */
const char *tw_plan_describe(const struct tw_plan *plan);

TW_API_END
#endif
