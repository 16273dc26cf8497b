/*
 * driver_state.h - what the files of the provider share: its state, the objects behind the handles, and how a
 * driver function begins and ends.
 *
 * Every driver function has this form, so that the lock is taken once and given back once:
 *
 *     struct tw_object *context;
 *     CUresult result = tw_sim_enter(&context);
 *     if (!result && !address) result = CUDA_ERROR_INVALID_VALUE;
 *     if (!result) ...
 *     return tw_sim_leave(result);
 */
#ifndef TW_SIM_DRIVER_STATE_H
#define TW_SIM_DRIVER_STATE_H

#include <pthread.h>
#include <stdio.h>

#include "base/text.h"
#include "sim/driver_sim.h"
#include "sim/memory.h"

/* What a handle stands for. Libraries are modules without a context, kernels of a library are functions. */
enum tw_object_kind {
    TW_CONTEXT,
    TW_MODULE,
    TW_FUNCTION,
    TW_STREAM,
    TW_EVENT,
    TW_DEVICE_MEMORY,
    TW_HOST_MEMORY
};

struct tw_object {
    enum tw_object_kind kind;
    uintptr_t handle; /* of memory: its address                                             */
    uintptr_t owner;  /* the context's handle (0: none), of a function the module's         */
    unsigned flags;   /* as it was created with                                             */
    union {
        struct {
            CUresult sticky; /* what a kernel did wrong; CUDA_SUCCESS: nothing */
            size_t limits[CU_LIMIT_PERSISTING_L2_CACHE_SIZE + 1];
            CUfunc_cache cache;
            unsigned long long id; /* never used again, unlike the handle */
        } context;
        struct tw_sim_module *module;
        struct {
            const struct tw_sim_function *code;
            uint32_t max_dynamic_shared;
            int carveout;
        } function;
        bool recorded; /* an event */
        struct {
            void *host; /* NULL: the machine's own memory */
            size_t bytes;
            bool registered; /* the program's own memory, pinned by cuMemHostRegister */
        } memory;
    };
};

/* What belongs to one thread of the program. */
struct tw_thread {
    uintptr_t *contexts; /* the context stack, its top last; 0 is "none" */
    size_t depth, capacity;
    struct tw_sim_report report;
    void (*observe)(void *context, const char *kernel, const struct tw_sim_report *report);
    void *observer;      /* its context */
    void *report_memory; /* what the report points to */
};

struct tw_provider {
    pthread_mutex_t lock;
    pthread_once_t once;
    pthread_key_t thread; /* struct tw_thread; meaningful when has_key */
    bool has_key, initialised;
    const struct tw_target *target; /* NULL until chosen */
    bool threads_set;
    unsigned threads;
    bool checks_set, checks_fail;
    unsigned checks;       /* of enum tw_sim_check; fail: what they collect fails a launch */
    bool memory_set, weak; /* weak: global memory is, with this seed */
    uint64_t seed;
    unsigned timeout;           /* seconds of a launch; 0: no limit */
    unsigned steps;             /* instructions of a warp; 0: no limit */
    FILE *log;                  /* NULL: not asked for              */
    struct tw_machine *machine; /* from cuInit on                   */
    struct tw_object **objects; /* ascending by kind, then handle   */
    size_t count, capacity;
    uintptr_t last_handle;
    unsigned long long last_context; /* id of the context made last */
    unsigned primary_uses, primary_flags;
};

extern struct tw_provider tw_provider;

/* Each takes the lock, whatever it returns. _driver: fails before cuInit. _context: fails too when no context
   is current, and gives it. tw_sim_enter: fails too with the error that a kernel left in it. */
CUresult tw_sim_enter_driver(void);
CUresult tw_sim_enter_context(struct tw_object **context);
CUresult tw_sim_enter(struct tw_object **context);
CUresult tw_sim_leave(CUresult result); /* gives the lock back; returns result */

/* The calling thread's record, or NULL when memory ran out. */
struct tw_thread *tw_sim_thread(void);

/* The live object behind a handle, or NULL. */
struct tw_object *tw_object_find(enum tw_object_kind kind, const void *handle);
/* The same when it belongs to that context. Functions of a library belong to every context. */
struct tw_object *tw_object_find_in(const struct tw_object *context, enum tw_object_kind kind,
                                    const void *handle);
/* A new object; handle 0: a fresh one, never used before. NULL: out of memory. */
struct tw_object *tw_object_new(enum tw_object_kind kind, uintptr_t handle, const struct tw_object *owner);
/* Frees it and everything that it owns. */
void tw_object_free(struct tw_object *object);

/* CUDA_SUCCESS for the default streams and for a stream of the context. */
CUresult tw_sim_check_stream(const struct tw_object *context, CUstream stream);

/* Makes the text the calling thread's finding, and logs it when asked for. Returns result. */
CUresult tw_sim_refuse(CUresult result, const char *format, ...) TW_PRINTF(2, 3);
void tw_sim_forget_refusal(void); /* of the calling thread: what follows has succeeded */
/* Copies a launch's report for the calling thread. CUDA_ERROR_OUT_OF_MEMORY: it is empty now. */
CUresult tw_sim_keep_report(const char *kernel, const struct tw_sim_report *report);
void tw_sim_log_line(const char *line); /* nothing when no log was asked for */

#endif
