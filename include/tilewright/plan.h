/*
 * plan.h - plans: say what is to be computed, get a kernel for it that is compiled and loaded, and launch it as often as you want. As in FFTW, a
 * planner holds plans and what was learned by measuring.
 *
 *     // plan.c
 *     #include <cuda.h>
 *     #include <stdio.h>
 *     #include <tilewright/plan.h>
 *
 *     int main(void)
 *     {
 *         const struct tw_problem problem = {.family = "transpose", .fields = "{\"rows\": 2, \"cols\": 3}"};
 *         float host[] = {11, 12, 13, 21, 22, 23};
 *         struct tw_error error = TW_ERROR_INIT;
 *         struct tw_planner *planner;
 *         struct tw_plan *plan;
 *         CUcontext context;
 *         CUdeviceptr in, out;
 *         if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) || cuMemAlloc(&in, sizeof host) ||
 *             cuMemAlloc(&out, sizeof host) || cuMemcpyHtoD(in, host, sizeof host))
 *             return 1;
 *         if (tw_planner_open(NULL, &planner, &error) || tw_plan_make(planner, &problem, &plan, &error) ||
 *             tw_plan_launch(plan, NULL, (void *[]){&in, &out}, &error))
 *             return puts(error.message), 1;
 *         cuMemcpyDtoH(host, out, sizeof host);
 *         printf("out: %g %g, %g %g, %g %g\n", host[0], host[1], host[2], host[3], host[4], host[5]);
 *         tw_plan_destroy(plan);
 *         tw_planner_close(planner);
 *         return 0;
 *     }
 *
 * The program needs libcuda. Here it is the drop-in, which simulates a GPU; for NVIDIA's driver leave out -L and LD_LIBRARY_PATH:
 *
 *     $ dropin=$(pkg-config --variable=dropin tilewright)
 *     $ cc -std=c11 plan.c $(pkg-config --cflags --libs tilewright) -L$dropin -lcuda -o plan
 *     $ LD_LIBRARY_PATH=$dropin ./plan
 *     out: 11 21, 12 22, 13 23
 *
 * A kernel of your own is planned in the same way, by the path of its description (docs/kernel.md). The problem then gives the fields of the
 * description's "problem", and the planner chooses among the values that its parameters declare:
 *
 *     struct tw_problem problem = {.family = "./matmul.json", .fields = "{\"m\": 4096, \"n\": 4096, \"k\": 512}"};
 *
 * Contexts: a plan belongs to the context that is current in the thread that makes it. If none is, it belongs to the primary context of device 0,
 * which the planner retains until it is closed. So one planner can serve all devices of a process at once. No call changes which context is
 * current. Before you destroy a context, destroy its plans and call tw_planner_trim.
 *
 * Thread-safety: any number of threads may use a planner and its plans at once, but only one may open or close the planner.
 *
 * Errors: a function that can fail returns TW_OK, or the code that it stored in *error (tilewright/error.h). `error` may be NULL. After a failure
 * the result is NULL. An argument that is NULL is TW_INPUT, unless the function says that it may be NULL. A function that cannot fail then does
 * nothing, or answers as it says. No function prints or exits, and there is no global state.
 *
 * Memory: what a planner keeps (itself, plans, the table of plans, wisdom) comes from its allocator. What is needed only to make a plan comes from
 * malloc. So do the memory of NVRTC and the driver, and the description of a plan's kernel, which lives as long as the plan.
 *
 * This header needs no cuda.h: a CUstream is a pointer to struct CUstream_st.
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
    TW_PLANNER_CUDA,     /* the libcuda.so.1 of the process: NVIDIA's, or the drop-in that simulates a GPU */
    TW_PLANNER_SIMULATOR /* the simulator in this process, which the caller reaches by tw_planner_driver   */
};

/* The source of a planner's memory. Give both functions, or neither for malloc and free; one alone is TW_INPUT. Both must be thread-safe. */
struct tw_allocator {
    /* Returns `bytes` bytes, aligned for every type, or NULL. */
    void *(*allocate)(void *context, size_t bytes);
    /* Takes back what allocate returned. It is never called with NULL. */
    void (*release)(void *context, void *memory);
    /* What both functions are given. */
    void *context;
};

/* All zero is a good start. */
struct tw_planner_options {
    enum tw_planner_device device;
    /* The architecture of TW_PLANNER_SIMULATOR, such as 90 for sm_90. 0: 90. */
    unsigned sm;
    /* Keep no compiled kernel on the disk, and take none from there. */
    bool no_cache;
    /* The folder of compiled kernels. NULL: the one of the program tilewright (docs/cache.md). A folder that cannot be trusted is not used; the
       plan's description says so. */
    const char *cache_directory;
    struct tw_allocator allocator;
    /* Use no earlier measurements, and keep none. Plans that measure then do so each time they are made anew. */
    bool no_wisdom;
    /* The folder of measurements. NULL: the folder of the cache (docs/wisdom.md). A folder that cannot be trusted or written is not used; the
       plan's description says so. */
    const char *wisdom_directory;
};

/*
 * Opens a planner, the driver and NVRTC. `options` may be NULL, which means all zero; its strings are copied. The caller owns *planner.
 *
 *     TW_ENVIRONMENT  the driver, NVRTC or a GPU is missing; the message says why
 *     TW_DRIVER       a driver call failed
 *     TW_INPUT        an option is none of its kind, an allocator lacks a function, or TILEWRIGHT_CACHE_SIZE is no size (docs/cache.md)
 *     TW_MEMORY       memory ran out
 */
int tw_planner_open(const struct tw_planner_options *options, struct tw_planner **planner,
                    struct tw_error *error);

/* Unloads every plan, also those that were not destroyed. Their launches must be over, and none may be used afterwards. NULL is allowed. */
void tw_planner_close(struct tw_planner *planner);

/*
 * Reads a results file of `tilewright sweep -o` (docs/results.md). Plans made from now on may use its measurements. If several files match a device
 * equally well, the one that was added last counts. The sweep must be finished. The file's name is copied.
 *
 * Results of a described kernel count only for plans of the very description that was swept: a hash in the file must equal that of the description
 * which a problem names. Reading the file makes nothing else be read or compiled.
 *
 * TW_INPUT: the file cannot be read, or is wrong; file and line say where. TW_MEMORY.
 */
int tw_planner_add_wisdom(struct tw_planner *planner, const char *file, struct tw_error *error);

/* Unloads the plans that nobody holds. Their launches must be over. A plan is made again when it is asked for. NULL is allowed. */
void tw_planner_trim(struct tw_planner *planner);

/* The driver's functions as the planner calls them. With them a program reaches the simulator in its own process. The planner owns them. NULL if
   `planner` is NULL. */
const struct tw_driver *tw_planner_driver(const struct tw_planner *planner);

/*
 * How much the planner does to find the best variant for the device.
 *
 * Measuring launches candidates on the problem's `stream`, with buffers that the planner allocates for that time, and waits for them. It never
 * touches the caller's memory. It is not possible while the stream is captured, or if the buffers do not fit the device's free
 * memory. A simulator has no times. In these cases the estimate stands, and the plan's description says why.
 *
 * The result is kept (docs/wisdom.md). Every later plan that leaves the same fields open takes it, whatever its effort, with one exception: an
 * exhaustive plan does not take a measurement of only a few candidates. A result counts for all devices of its kind.
 *
 * Threads may measure at once. They compile together; on one device they take turns to time, on several devices they time side by side. Waiting for
 * other threads counts as part of a thread's own seconds.
 *
 * A candidate that cannot be compiled, loaded or launched is left out. One that faults makes the context useless, as any kernel does: TW_FAULT.
 * Results of built-in families are not compared; `tilewright sweep` does that.
 *
 * Candidates of a described kernel are compared with its reference first. Each runs once, on the contents that the description gives its arguments.
 * Wrong candidates are left out, the estimate too; if none is right there is no plan (TW_INPUT). This is done even if the problem leaves only one
 * variant. On the simulator, which times nothing, the first right candidate is taken; it runs the description's "proof" problem if there is one.
 * The runs use the default stream of the context. The first check takes as long as it takes, whatever `seconds` says. The reference runs in a process
 * of its own, or as a kernel. If there is no reference, if it fails, or while the stream is captured, nothing is compared; the description says
 * "not checked", and why.
 *
 * A plan that only estimates runs nothing.
 */
/* clang-format off */
/*    effort                   word                                                                   */
#define TW_EFFORTS(X)                                                                                 \
    X(TW_EFFORT_ESTIMATE,      "estimate")   /* nothing is measured: wisdom, else the rule       */ \
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
 * What is to be computed. tilewright/problem.h fills it from a struct.
 *
 * Fields are given as a JSON object, like a variant of a config (docs/config.md) without "name". Or they are given as values, each field at most
 * once, which need no parsing. A field that is not given has its default. Two kinds of field are open, and the planner chooses: those given as a
 * list or range, and those that a sweep tries by itself if they are not given (IPAD, swizzle). Fields that say what is computed (layout, type, the
 * sides of a matrix) must have one value.
 *
 * A parameter of a described kernel is open if it declares several values and is not given. The candidates are all combinations that the
 * constraints allow; at most 4,000,000 combinations are looked at. Without measuring, the planner takes the defaults, or, if constraints forbid
 * those, another candidate.
 */
struct tw_problem {
    /* "tile", or the path of a description, as "kernel" in a config. A path has a slash in it, or ends in .json. */
    const char *family;
    /* "{\"BDIMX\": 32, \"BDIMY\": 16}". NULL: the values below say it. */
    const char *fields;
    /* A C identifier. The kernel's name, as profilers show it, is this and _KEYvalue for each open field. Entry points of a described kernel keep
       the names of their source. NULL: "plan". */
    const char *name;
    enum tw_effort effort;
    /* To measure on. NULL: the default stream of the context. */
    struct CUstream_st *stream;
    /*
     * The seconds that measuring may take, not less than 0. They include waiting for other plans that measure. 0 means TW_MEASURE_SECONDS, and no
     * limit for an exhaustive search. A kernel with scratch and a second kernel for other pointers has half of TW_MEASURE_SECONDS; compiling that
     * second kernel takes the rest.
     */
    double seconds;
    /* {{"BDIMX", .number = 32}, {"BDIMY", .number = 16}}, value_count of them. NULL: the JSON says it. */
    const struct tw_field_value *values;
    unsigned value_count;
    /* If this problem was not measured, take the rule and no winner of another problem. */
    bool no_nearest;
    /* Choose as the measurements of another device say, by its name in wisdom ("NVIDIA H200"). The kernel is still compiled for the device at hand,
       and `effort` measures there. NULL: the device itself. */
    const char *like_device;
};

#define TW_MEASURE_SECONDS 0.8

/*
 * How a plan's variant was chosen, from the weakest grounds to the strongest. The strongest grounds that exist already are taken. A plan measures only
 * if there is no wisdom of the device; the nearest is then the estimate that other candidates must beat.
 *
 * The nearest is the winner of another problem or device. First the device counts: the same name, the same architecture, the same major number, any.
 * Then the distance of the problems counts. It is the product, over their numbers, of the larger divided by the smaller; words that differ count
 * as a factor of 2. The few fastest variants of one problem are compared by their times. These are scaled by how many multiprocessors the last
 * round of blocks leaves idle, there and here. Open fields are as in the winner. If constraints or limits forbid that, the next nearest is taken.
 *
 * A described kernel takes any nearest winner. A built-in family with a model or rule takes only a winner of the same device, for a problem with
 * the same words. Each of its numbers must be at most twice the other, and divisible by the same power of two, up to 32. A family without
 * candidates (tile) takes none. Wisdom of the same architecture for the problem itself goes before the nearest of other devices.
 *
 * The rule takes the first possible values of the open fields. For IPAD and swizzle it takes those with the fewest wavefronts, and among equal ones
 * those with the fewest shared bytes. For a described kernel it takes the defaults.
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
 * The plan for a problem, in the context of the calling thread. If the planner has a plan for the same text and effort in that context, that one is
 * returned. Otherwise a new one is chosen, taken from the disk cache or compiled, and loaded. Threads that ask for the same new problem at once get
 * the same plan, which is made once. The problem's strings are copied. The caller owns *plan, once for each time that it was returned.
 *
 * A description, its source and all that it includes are read at every call. If something has changed, it is another kernel and another plan. A
 * plan stays as it was made.
 *
 * Callers with the same problem share one plan, its symbols (tw_plan_set_symbol) and its scratch. To have them alone, give the problem a `name` of
 * its own, or bring scratch (tw_plan_launch_scratch).
 *
 * A kernel that is not in the cache is compiled in the calling thread. NVRTC cannot be stopped there: nothing limits its time and memory. The call
 * also allocates memory on the device. So no other thread may capture a stream of the context in CUDA's global mode meanwhile.
 *
 *     TW_INPUT        the fields are wrong, describe several problems, or allow no variant on the device; for fields, `file` is "problem", and
 *                     line and column are those in `fields`, or 0 for values
 *                     the description is wrong, with its file, line and column; or no candidate of it is right
 *                     the variant is one that no GPU may run; or nothing was measured on a device called `like_device`
 *     TW_FAULT        a candidate faulted while it was measured
 *     TW_COMPILE      NVRTC refused the source
 *     TW_TOO_LARGE    the compiled kernel needs more than the device has
 *     TW_DRIVER       a driver call failed
 *     TW_ENVIRONMENT  NVRTC cannot compile for the device, or the current context is of no device of the driver
 *     TW_MEMORY       memory ran out
 */
int tw_plan_make(struct tw_planner *planner, const struct tw_problem *problem, struct tw_plan **plan,
                 struct tw_error *error);

/* Gives the plan back. Its launches may still run. The planner keeps the plan for the next caller, until tw_planner_trim. NULL is allowed. */
void tw_plan_destroy(struct tw_plan *plan);

/*
 * Launches all grids of the variant on the stream, and does not wait. A stream that is NULL is the default stream of the plan's context.
 *
 * arguments[i] points to the value of the i-th argument that the caller passes. That is a CUdeviceptr for a buffer, and an element or the bytes of a
 * structure for a scalar. The order is that of tw_plan_kernel's arguments for which tw_argument_is_passed is true. The values are read before the
 * function returns.
 *
 * The function takes no lock and looks nothing up. It allocates nothing, except for kernels of more than 64 arguments. It may be captured into a
 * CUDA graph.
 *
 * Pointers: a buffer's address must be a multiple of its element's bytes. An argument of tw_plan_kernel may have a larger `align`. If a pointer is no
 * multiple of that, a second, slower kernel is launched. The plan has this kernel from the beginning, unless the fields promise that none is needed
 * ("pointers": "aligned" of a transpose). The plan's description says whether there is one.
 *
 * Scratch: a variant that needs scratch memory (tw_plan_scratch) uses the plan's own. Then all launches of the plan, by all callers that share it, must
 * follow each other, on one stream or ordered by events. tw_plan_launch_scratch takes the caller's memory instead, one piece for each launch that
 * may run at the same time.
 *
 *     TW_INPUT        an argument is NULL; a buffer is at address 0, unless it is of an empty array, or at an address that no kernel takes; a
 *                     buffer that is written, scratch included, overlaps another one (tw_shape_overlaps)
 *     TW_MEMORY       memory ran out, for kernels of more than 64 arguments
 *     TW_DRIVER, TW_FAULT   the driver reports an error, which may come from an earlier launch in this context
 */
int tw_plan_launch(const struct tw_plan *plan, struct CUstream_st *stream, void **arguments,
                   struct tw_error *error);
/* The same with scratch memory of the caller, a CUdeviceptr of `bytes` bytes. 0: the plan's own. TW_INPUT, also: the address is no multiple of
   TW_SCRATCH_ALIGN, or there are fewer bytes than tw_plan_scratch says. */
int tw_plan_launch_scratch(const struct tw_plan *plan, struct CUstream_st *stream, void **arguments,
                           uint64_t scratch, size_t bytes, struct tw_error *error);

/* The scratch memory that a launch of the plan needs. */
struct tw_scratch {
    size_t bytes; /* 0: none                                                                                */
    size_t align; /* its address must be a multiple of this                                                 */
    bool zero; /* it must be zero before the first launch; each launch leaves it as the next one needs it */
};
/* All zero if `plan` is NULL. */
struct tw_scratch tw_plan_scratch(const struct tw_plan *plan);

/*
 * Sets a symbol of the plan's kernel, on the stream. A symbol is a __constant__ or __device__ array: TW_SYMBOL among the kernel's arguments. Later
 * launches on the stream find the new values. `data` holds all elements of the symbol, and must stay until the stream has come past the copy.
 *
 * A symbol that was not set holds what the kernel's source says, else zeros. A symbol of a described kernel holds what the description says, unless
 * its "fill" is "none".
 *
 * TW_INPUT: there is no such symbol, or it does not have `bytes` bytes. TW_DRIVER, TW_FAULT: as for a launch.
 */
int tw_plan_set_symbol(const struct tw_plan *plan, const char *symbol, const void *data, size_t bytes,
                       struct CUstream_st *stream, struct tw_error *error);

/*
 * The kernel that was chosen: its fields, source, arguments with their counts, launches with grid and block, shared bytes and predicted cost. The
 * source of the second kernel, if there is one, follows that of the first. The plan owns it. NULL if `plan` is NULL.
 */
const struct tw_kernel *tw_plan_kernel(const struct tw_plan *plan);

/* How the variant was chosen. TW_GROUNDS_COUNT if `plan` is NULL. */
enum tw_grounds tw_plan_grounds(const struct tw_plan *plan);

/*
 * A few lines of text for people that say what was chosen and why. They name the kernel and its launches, how it was chosen and among how many, with
 * times if some were measured. Then come the fields that were open, the predicted cost, a second kernel, and the image. For a described kernel they
 * also have the description with its hash, and whether the results are known to be right. The plan owns the text. "" if `plan` is NULL.
 */
const char *tw_plan_describe(const struct tw_plan *plan);

TW_API_END
#endif
