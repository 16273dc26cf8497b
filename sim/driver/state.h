/*
 * driver/state.h - what the files of the provider share: its state, the objects behind the handles, and how a
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
#include "sim/driver/sim.h"
#include "sim/exec/memory/memory.h"

/* What a handle stands for. Libraries are modules without a context, kernels of a library are functions. */
enum tw_object_kind {
    TW_CONTEXT,
    TW_MODULE,
    TW_FUNCTION,
    TW_STREAM,
    TW_EVENT,
    TW_DEVICE_MEMORY,
    TW_HOST_MEMORY,
    TW_POOL,
    TW_PHYSICAL, /* memory of cuMemCreate, at no address of its own */
    TW_RANGE,    /* addresses of cuMemAddressReserve                */
    TW_MAPPING,  /* of the one at the other                         */
    TW_LINK,
    TW_GRAPH,
    TW_NODE,      /* of a graph                   */
    TW_EXEC,      /* a graph ready to be launched */
    TW_CONDITION, /* of a conditional node; the handle is the machine's */
    TW_USER_OBJECT,
    TW_ARRAY,
    TW_MIPMAPPED, /* an array with levels, which it owns */
    TW_TEXTURE_OBJECT,
    TW_SURFACE_OBJECT,
    TW_TEXTURE_REFERENCE,
    TW_SURFACE_REFERENCE
};

#define TW_MOST_DEVICES 8

/* What memory of a pool is: CUmemAllocationType, and CUmemLocation. */
struct tw_pool_place {
    int type, location, id;
};

struct tw_capture; /* driver/graph/capture.h */
struct tw_node;    /* driver/graph/graph.h  */
struct tw_exec;
struct tw_array;
struct tw_shown;

/* Nodes of a graph that others come behind. */
struct tw_nodes {
    uintptr_t *handles;
    size_t count, capacity;
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
            int device;
            unsigned peers;    /* bit i: memory of device i may be reached */
            unsigned attached; /* uses by cuCtxAttach                      */
            uint64_t
                workspace; /* device address of what a cooperative grid's barrier counts in; 0: none yet */
        } context;
        struct tw_sim_module *module;
        struct {
            const struct tw_sim_function *code;
            uint32_t max_dynamic_shared;
            uint32_t cluster[3]; /* that cuFuncSetAttribute asked for; 0: nobody has */
            bool large_clusters; /* of more than 8 blocks may be                     */
            int carveout;
            struct tw_old_launch
                *old; /* what the calls of CUDA 3 and before have set (old_launch.c); NULL: nothing */
        } function;
        struct {
            int priority;
            const struct tw_thread *thread; /* whose default stream it is; NULL: a stream that was created */
            struct tw_capture *capture;     /* NULL: calls are carried out */
            struct tw_nodes tips;           /* what the next captured call comes behind */
            bool joined;                    /* capture came to it through an event */
            CUstreamAttrValue policy;       /* of CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY */
        } stream;
        struct {
            bool recorded;
            uint64_t at;                /* tw_provider.now when it was */
            unsigned long long capture; /* id of the capture that it was last recorded in; 0: in none */
            struct tw_nodes tips;       /* what stood before it there */
        } event;
        struct {
            void *host; /* NULL: the machine's own memory */
            size_t bytes;
            bool registered; /* the program's own memory, pinned by cuMemHostRegister */
            bool managed;
            bool of_graph; /* a node of a graph allocated it */
            int device;
            uintptr_t pool;             /* it came from there; 0: from none               */
            uintptr_t physical;         /* it is mapped memory of cuMemCreate; 0: none    */
            int preferred, read_mostly; /* what cuMemAdvise said; preferred: CU_DEVICE_INVALID for nowhere */
            unsigned long long id;
            unsigned opened;            /* how often, as another process's; 0: it is our own */
            struct tw_shared_name name; /* of the file then                                 */
        } memory;
        struct {
            struct tw_pool_place place;
            uint64_t threshold, used, high;
            uint64_t limit;  /* of `used`; 0: none */
            unsigned access; /* of the host: by device, whether it was given access */
            int reuse[3];
            bool is_default;         /* there is one for each place                       */
            bool is_chosen;          /* memory of its place is taken from it, not from the default one */
            bool shared, imported;   /* its memory can be given to other processes; another's pool */
            uint64_t process, there; /* another's: whose, and its handle there */
        } pool;
        struct {
            CUmemAllocationProp properties;
            void *host;
            size_t bytes;
            unsigned references; /* by its handle and by mappings */
            bool can_be_shared, imported;
            struct tw_shared shared; /* where one of these is true */
        } physical;
        struct {
            size_t bytes;
        } range;
        struct {
            size_t bytes;
            uintptr_t physical;
        } mapping;
        struct tw_link *link;
        struct {
            struct tw_nodes nodes; /* in the order of their making */
            struct tw_nodes user_objects;
            uintptr_t parent; /* the node whose child it is; 0: none */
            uintptr_t original;
        } graph;
        struct {
            unsigned initial;
            bool assigns, taken; /* taken: by a node */
        } condition;
        struct tw_node *node;
        struct tw_exec *exec;
        struct tw_array *array; /* driver/memory/array.h */
        struct tw_shown *shown; /* of textures and surfaces */
        struct {
            CUhostFn destroy;
            void *argument;
            unsigned references;
        } user;
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
    CUstreamCaptureMode capture_mode;
};

struct tw_provider {
    pthread_mutex_t lock;
    pthread_once_t once;
    pthread_key_t thread; /* struct tw_thread; meaningful when has_key */
    bool has_key, initialised;
    bool lost; /* this process was forked by one that had the driver: it cannot have it any more */
    const struct tw_target *target; /* of the device at work; NULL until chosen */
    bool threads_set;
    unsigned threads;
    bool checks_set, checks_fail;
    unsigned checks;       /* of enum tw_sim_check; fail: what they collect fails a launch */
    unsigned goes_on;      /* struct tw_sim_launch */
    bool lists_requests;   /* in reports */
    bool memory_set, weak; /* weak: global memory is, with this seed */
    uint64_t seed;
    unsigned timeout;            /* seconds of a launch; 0: no limit */
    unsigned steps;              /* instructions of a warp; 0: no limit */
    FILE *log;                   /* NULL: not asked for              */
    struct tw_launch_page *page; /* the same */
    void (*show)(const char *text,
                 bool is_error); /* what kernels print; NULL, but in the drop-in: nobody reads it */
    struct tw_machine *machine;  /* from tw_sim_prepare on           */
    struct tw_object **objects;  /* ascending by kind, then handle   */
    size_t count, capacity;
    uintptr_t last_handle;
    unsigned long long last_context; /* id of the context made last */
    unsigned long long last_id;      /* of memory and captures      */
    bool hides;                      /* devices that CUDA_VISIBLE_DEVICES does not name: the drop-in does */
    int device_count;                /* that are visible */
    int all_count;                   /* with those that are hidden */
    const struct tw_target *kinds[TW_MOST_DEVICES]; /* of all */
    struct {
        int number;             /* among all                                                  */
        unsigned uses, flags;   /* of the primary context                                           */
        uint64_t graph_used;    /* bytes that nodes of graphs allocated there                       */
        uint64_t graph_high[2]; /* most of them, as used and as reserved: each begins anew by itself */
    } devices[TW_MOST_DEVICES];
    struct tw_capture *captures; /* that go on, a list */
    uint64_t
        now; /* nanoseconds: one for each instruction of a warp, and a thousand for each event recorded */
};

extern struct tw_provider tw_provider;

/* The event is recorded now. */
void tw_event_mark(struct tw_object *event);

/* Each takes the lock, whatever it returns. _driver: fails before cuInit. _context: fails too when no context
   is current, and gives it. tw_sim_enter: fails too with the error that a kernel left in it. */
CUresult tw_sim_enter_driver(void);
CUresult tw_sim_enter_context(struct tw_object **context);
CUresult tw_sim_enter(struct tw_object **context);
CUresult tw_sim_leave(CUresult result); /* gives the lock back; returns result */
/* For a call that never took the lock. */
CUresult tw_sim_reject(CUresult result);
/* The current context, with the lock held already. */
CUresult tw_sim_current(struct tw_object **context);

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

/* The calling thread is in a function of the form _ptsz or _ptds: NULL means a default stream of its own. */
extern _Thread_local unsigned char tw_sim_own_stream __attribute__((tls_model("initial-exec")));
/* The driver's function that the thread's program called last ("cuMemAlloc_v2"); NULL: none, as in our own programs. */
extern _Thread_local const char *tw_sim_called __attribute__((tls_model("initial-exec")));

/* In the child of a fork, as a driver has it: every call fails with CUDA_ERROR_NOT_INITIALIZED if the parent had the driver. */
void tw_sim_forked(void);

/* Reads the environment and makes the machine, unless that was done: what cuInit does, but that it does not start the driver. */
CUresult tw_sim_prepare(void);

uint64_t tw_sim_used(int device); /* bytes of its memory that are given out */

/* CUDA_ERROR_INVALID_DEVICE for one that there is not, or is hidden. */
CUresult tw_sim_check_device(int device);
/* What a visible device is. */
const struct tw_target *tw_sim_kind(int device);

/* --- driver/devices.c: which there are, as the environment says it; the lock is held. */
CUresult tw_sim_choose_devices(void);
/* The UUID of device `number` among all. */
#define TW_UUID_BYTES 16
void tw_sim_write_uuid(unsigned char bytes[TW_UUID_BYTES], int number);
/* A whole number of the environment. Where the variable is not set, *number stays as it is. */
CUresult tw_sim_read_variable(const char *name, unsigned least, unsigned most, unsigned *number);

/* CUDA_SUCCESS for the default streams of *context, and for any other, whose context it becomes: that need not be the current
   one. *object: the stream's, or NULL for a default stream that nothing is captured in. */
CUresult tw_sim_find_stream(struct tw_object **context, CUstream stream, struct tw_object **object);
/* The same for calls that a stream cannot capture: they spoil the capture. */
CUresult tw_sim_check_stream(struct tw_object *context, CUstream stream);
/* For calls that may wait for the device: with a capture of this thread, or a global one, they are not allowed. */
CUresult tw_sim_check_unsafe(const struct tw_object *context);

bool tw_nodes_append(struct tw_nodes *nodes, uintptr_t handle); /* false: out of memory */
bool tw_nodes_add(struct tw_nodes *nodes, uintptr_t handle);    /* unless it is there */
bool tw_nodes_add_all(struct tw_nodes *nodes, const struct tw_nodes *others);
bool tw_nodes_has(const struct tw_nodes *nodes, uintptr_t handle);
void tw_nodes_remove(struct tw_nodes *nodes, uintptr_t handle);
void tw_nodes_free(struct tw_nodes *nodes);

/* --- driver/totals.c: what $TILEWRIGHT_SIM_COUNTS asks for. What is said beside the counts: a mistake that was found, a note of a check, why a call
   failed or what is missing. */
enum tw_totals_kind { TW_TOTALS_ERROR, TW_TOTALS_NOTE, TW_TOTALS_REASON };

/* Makes the text the calling thread's finding, and logs it when asked for. Returns result. */
CUresult tw_sim_refuse(CUresult result, const char *format, ...) TW_PRINTF(2, 3);
void tw_sim_forget_refusal(void); /* of the calling thread: what follows has succeeded */
/* Copies a launch's report for the calling thread. CUDA_ERROR_OUT_OF_MEMORY: it is empty now. */
CUresult tw_sim_keep_report(const char *kernel, const struct tw_sim_report *report);
/* Leaks of a context that ends, of all (0); nothing unless that check is made. */
void tw_sim_tell_leaks(uintptr_t owner, const char *when);
void tw_sim_watch_leaks(void);          /* tells of them when the process ends */
void tw_sim_log_line(const char *line); /* nothing when no log was asked for */
/* The same of what belongs beside the counts too. */
void tw_sim_tell(enum tw_totals_kind kind, const char *text);

void tw_totals_add(const char *kernel, const struct tw_sim_report *report);
void tw_totals_say(enum tw_totals_kind kind, const char *text); /* NULL: there was no memory for it */
void tw_totals_unlogged(int reason); /* a line of the log could not be written: errno */
void tw_totals_write(void);
void tw_totals_append(const char *text, size_t length); /* to the file, which is asked for */

/* --- driver/calls.c: what became of the program's calls, beside the counts; the lock is held. */

/* Why the call that is under way will be refused, copied. */
void tw_calls_reason(const char *text);
/* The call tw_sim_called ends. */
void tw_calls_note(CUresult result);
/* At the process's end. */
void tw_calls_write(void);

/* What else objects end with. */
struct tw_link;
void tw_link_free(struct tw_link *link);
void tw_physical_free(struct tw_object *object);
void tw_memory_forget(const struct tw_object *object);
void tw_memory_close(
    struct tw_object *object); /* of another process; it goes when it has been opened no oftener */
void tw_capture_forget(struct tw_object *stream); /* so does a capture that the stream is part of */

#endif
