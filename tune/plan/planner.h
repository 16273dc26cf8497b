/*
 * planner.h - a planner, its plans and its wisdom: private to tune/plan/, the one place of the library that joins
 * the generator and the runtime (include/tilewright/plan.h says what they are for).
 *
 * A plan and a wisdom file are one block of the planner's allocator each,
 * with all texts they point to behind them.
 */
#ifndef TW_TUNE_PLAN_PLANNER_H
#define TW_TUNE_PLAN_PLANNER_H

#include <pthread.h>
#include <stdatomic.h>

#include <tilewright/plan.h>

#include "gen/choice/candidates.h"
#include "gen/config/config.h"
#include "gen/described/description.h"
#include "runtime/compile/cache.h"
#include "runtime/launch.h"
#include "tune/plan/store.h"
#include "tune/plan/turns.h"

/* ---- the table of plans (table.c) ---- */

struct tw_plan_key {
    uint64_t hash;     /* of all that follows */
    CUcontext context; /* NULL: none was current, the plan is for the planner's primary one */
    const char *family, *name;
    const char *kernel_hash; /* of the description that `family` names; "": it is built in */
    const char *fields;      /* NULL: values */
    const struct tw_field_value *values;
    unsigned value_count;
    enum tw_effort effort;
    bool no_nearest;
    const char *like_device; /* NULL: none */
};

struct tw_plan {
    /* what a launch reads */
    const struct tw_driver *driver;
    CUcontext context;
    CUdeviceptr scratch;                          /* its own; 0: the kernel needs none    */
    const size_t *scratch_offset;                 /* of the arguments that lie in it      */
    const CUfunction *function, *second_function; /* of each launch */

    struct tw_planner *planner;
    struct tw_plan_key key;
    atomic_uint uses; /* by callers; the planner keeps plans without any */
    struct tw_device *device;
    struct tw_loaded loaded,
        second; /* second: for pointers that the kernel does not take; without their functions */
    struct tw_kernel kernel;
    struct tw_description *described; /* that its kernel is of, its own; NULL: a built-in family's */
    struct tw_shape second_shape;     /* no launches: there is none                           */
    enum tw_grounds grounds;
    const char *description;
};

/* Open addressing, linear probing; at most half of the slots are taken. */
struct tw_plan_table {
    struct tw_plan **slots; /* `capacity` of them, a power of two or 0; NULL: free */
    size_t capacity, count;
};

/* description: that the problem's family names; NULL: none. */
struct tw_plan_key tw_plan_key_of(const struct tw_problem *problem, const struct tw_description *description,
                                  CUcontext context);
/* Copies all that the key points to, to *rest and on (NULL: nothing is copied); returns how many bytes that is, a multiple of 8. */
size_t tw_plan_key_copy(struct tw_plan_key *key, char *rest);
bool tw_plan_key_same(const struct tw_plan_key *a, const struct tw_plan_key *b);
struct tw_plan *tw_plan_table_find(const struct tw_plan_table *table, const struct tw_plan_key *key);
/* Room for one more plan; false when memory ran out. */
bool tw_plan_table_reserve(struct tw_planner *planner, struct tw_plan_table *table);
/* Needs the room, and no plan with the same key there. */
void tw_plan_table_add(struct tw_plan_table *table, struct tw_plan *plan);
/* Takes out the plans without uses, or all, linked by nothing: `take` gets each. */
void tw_plan_table_remove(struct tw_planner *planner, struct tw_plan_table *table, bool all,
                          void (*take)(struct tw_planner *planner, struct tw_plan *plan));

/* ---- wisdom (wisdom.c) ---- */

struct tw_wisdom {
    const struct tw_wisdom *next;         /* added before */
    const struct tw_family *family;       /* NULL: a described kernel's, whose description is not at hand */
    char kernel_hash[TW_HASH_DIGITS + 1]; /* of that; "": the family is built in */
    const char *lines;                    /* the file's, as long as there is no family; else "" */
    const char *file, *device;
    bool simulator;
    unsigned sm, multiprocessors;
    size_t count;         /* of variants that ran, best first         */
    const int64_t *value; /* family->field_count of each              */
    const double *us;     /* of each the median of its times; 0: none */
};

int tw_wisdom_read(struct tw_planner *planner, const char *file, struct tw_wisdom **wisdom,
                   struct tw_error *error);
/* The wisdom in the list that is of the described kernel, in its order, as a list of its own (tw_wisdom_free, also after a failure). TW_INPUT
   with file and line: a record is none of it. */
int tw_wisdom_of(struct tw_planner *planner, const struct tw_wisdom *all, const struct tw_family *family,
                 const struct tw_wisdom **list, struct tw_error *error);
void tw_wisdom_free(struct tw_planner *planner, const struct tw_wisdom *list);
/* TW_GROUNDS_RULE: it says nothing of the device. */
enum tw_grounds tw_wisdom_match(const struct tw_wisdom *wisdom, const struct tw_device *device);

/* ---- the choice (choose.c) ---- */

struct tw_pick {
    const struct tw_variant *variant; /* of the space */
    enum tw_grounds grounds;
    const struct tw_wisdom *wisdom; /* that it was chosen by, or NULL */
    size_t rank;                    /* in it, from 1 */
    size_t possible;                /* variants of the space that the device can run */
    /* `variant` points to it where the variant is none of the space, so a pick is never copied. */
    struct tw_variant own;
    int64_t value[TW_MAX_FIELDS];
    struct tw_text told,
        note; /* behind the grounds, on the same line; lines below it. Owned (tw_pick_free), as the next */
    struct tw_text
        checked; /* of a described kernel: by what its results were found right, or why they were not checked */
};

void tw_pick_free(struct tw_pick *pick);
/* Takes the values, of the problem of the variant that is picked now. What was told of that is gone. */
void tw_pick_take(struct tw_pick *pick, const struct tw_family *family, const int64_t *value,
                  enum tw_grounds grounds);

/* Picks the variant of a space that is one problem, without measuring. TW_INPUT: no variant is possible.
   *pick is owned by the caller, also after a failure. */
int tw_plan_choose(const struct tw_variants *space, const struct tw_device *device,
                   const struct tw_wisdom *wisdom, struct tw_pick *pick, struct tw_error *error);

/* ---- the nearest problem (nearest.c) ---- */

/* Where the nearest winner is looked for, and for what. */
struct tw_nearest {
    const struct tw_variants *space; /* one problem */
    const struct tw_device *device;
    const char *like;               /* the device that it is treated as; NULL: what it is              */
    bool only_exact;                /* take nothing but winners of the problem itself, of that device  */
    const struct tw_wisdom *wisdom; /* the first of the files; of a described kernel, its own          */
    const char *directory;          /* of the store; NULL: none                                        */
};

/* Picks the winner of the nearest problem on the nearest device, where one is better founded than what is picked, by the rule or by wisdom of
   the architecture. TW_INPUT: nothing was measured on a device called `like`; TW_MEMORY. */
int tw_plan_take_nearest(const struct tw_nearest *from, struct tw_pick *pick, struct tw_error *error);

/* ---- described kernels (described.c) ---- */

/* The description that the problem's family is the path of, read anew; NULL, where the family is built in or none. */
int tw_plan_read_description(const struct tw_problem *problem, struct tw_description **description,
                             struct tw_error *error);
/* Writes into the symbols of a loaded kernel what its description says that they hold. The context is current. */
int tw_plan_fill_symbols(const struct tw_device *device, const struct tw_kernel *kernel,
                         const struct tw_loaded *loaded, struct tw_error *error);
/* What is known of the results of what was picked, where no contest has said it. */
void tw_plan_note_unchecked(const struct tw_kernel *kernel, struct tw_pick *pick);

/* ---- the kernels of a plan (kernels.c) ---- */

/* A kernel on its way to a device, rendered first; all zero: there is none. */
struct tw_ready {
    struct tw_kernel kernel;
    struct tw_image image;
    bool hit; /* the image is from the disk cache */
    struct tw_loaded loaded;
};

/* What is there after a failure is the caller's too (tw_ready_free). The context of a load is current. */
int tw_ready_compile(struct tw_planner *planner, const struct tw_device *device, struct tw_ready *ready,
                     struct tw_error *error);
int tw_ready_load(struct tw_device *device, struct tw_ready *ready, struct tw_error *error);
void tw_ready_free(struct tw_device *device, struct tw_ready *ready);

/* A second kernel, for pointers that the first does not take, and the thread that compiles it. */
struct tw_second {
    struct tw_planner *planner;
    struct tw_device *device;
    struct tw_ready ready;
    pthread_t thread;
    bool is_compiling;
    int code; /* of compiling, and why */
    struct tw_error error;
};

/* Begins to compile the one that the variant's family has, if any. *second has its planner and device, and is the caller's
   (tw_second_free). */
int tw_second_begin(struct tw_second *second, const struct tw_variants *space,
                    const struct tw_variant *variant, struct tw_error *error);
/* Has it ready, loaded, beside a first kernel of that variant and shape: it, or if it does not serve the variant's own, or none. */
int tw_second_end(struct tw_second *second, const struct tw_variants *space, const struct tw_variant *variant,
                  const struct tw_shape *first, struct tw_error *error);
void tw_second_free(struct tw_second *second);

/* ---- measuring (refine.c, contest.c) ---- */

/* Takes what was measured on the plan's device before, or for the nearest problem, or measures, as the problem's effort wants it. The plan's
   context is current. wisdom: the files that count. *ready: the kernel of what is picked then, if it had to be loaded for that, else empty; the caller's. */
int tw_plan_refine(struct tw_planner *planner, const struct tw_variants *space, const struct tw_plan *draft,
                   const struct tw_problem *problem, const struct tw_wisdom *wisdom, struct tw_pick *pick,
                   struct tw_ready *ready, struct tw_error *error);

/* Candidates timed side by side. */
struct tw_contest {
    /* what it is about */
    struct tw_planner *planner;
    const struct tw_variants *space;
    const struct tw_variant *estimate; /* the candidate that all others must beat */
    struct tw_device *device;
    CUstream stream;
    bool exhaustive;
    bool only_checks; /* of a described kernel: nothing is timed, and the first that is right is taken */
    double seconds;   /* that it may take; 0: any */

    /* what came of it */
    bool decided;                 /* `value` is the fastest of those that were tried          */
    bool found;                   /* it only checks, and `value` is right                     */
    int64_t value[TW_MAX_FIELDS]; /* all fields                                               */
    struct tw_ready ready;        /* its kernel, or that of an estimate that stands; or empty */
    double us, estimate_us, took_s;
    unsigned won, rounds; /* rounds: in which it was faster than the next best; in which both were timed */
    size_t tried, of;     /* candidates: timed; in all                                */
    size_t dropped, late; /* that could not be run; that there was no time for        */
    struct tw_text why;   /* of what is not decided; owned                            */
    /* of a described kernel, owned: */
    struct tw_text
        checked;  /* by what `value`, or an estimate that stands, is right; or why it was not checked */
    size_t wrong; /* candidates ...                                           */
    struct tw_text mistake; /* ... and what is wrong with the first of them             */
};

/* TW_MEMORY; TW_FAULT: a candidate ruined the context; TW_INPUT: of a described kernel no candidate that was tried is right. Whatever else goes
   wrong leaves it undecided, and `why` says it. */
int tw_contest_run(struct tw_contest *contest, struct tw_error *error);

/* What was picked and how it got here, for people (describe.c). */
void tw_plan_say(const struct tw_variants *space, const struct tw_pick *pick, const struct tw_plan *plan,
                 const struct tw_ready *ready, struct tw_text *text);

/* ---- the planner (planner.c) ---- */

/* A thread that makes a plan, on its own stack. */
struct tw_maker {
    const struct tw_plan_key *key;
    struct tw_maker *next;
};

struct tw_planner {
    struct tw_allocator allocator;
    struct tw_driver driver;
    struct tw_nvrtc *nvrtc;
    struct tw_cache *cache;    /* NULL: none                               */
    struct tw_device *devices; /* described, not opened; one per ordinal   */
    int device_count;
    char *wisdom_directory; /* of what is measured; NULL: none             */

    struct tw_turns *
        measuring; /* of each device: one at a time times candidates there, by enum tw_heat_stage: others would disturb the
                                   times. NULL: none is known */
    struct tw_turns compilers; /* of candidates: tw_planner_compilers at once */
    pthread_mutex_t making;    /* of the list of makers; never held while a plan is made */
    pthread_cond_t made;       /* one of them is through */
    struct tw_maker *makers;   /* no two with the same key */
    pthread_rwlock_t lock;     /* of all below; held for a look or a change, never while compiling */
    CUcontext primary;         /* of device 0; NULL: not retained */
    struct tw_plan_table table;
    const struct tw_wisdom *wisdom; /* added last; those in the list never change */
};

/* How many candidates are compiled at a time, by all threads: one on each core, and TW_COMPILERS at most, for NVRTC does a part
   of each kernel for one at a time. */
#define TW_COMPILERS 8u
unsigned tw_planner_compilers(void);

void *tw_planner_allocate(const struct tw_planner *planner, size_t bytes); /* zeroed */
void tw_planner_release(const struct tw_planner *planner, void *memory);   /* NULL is allowed */

/* The kernel for the values of all arguments, and its functions; or why there is none (pointers.c). */
int tw_plan_pick(const struct tw_plan *plan, void *const *values, const struct tw_shape **shape,
                 const CUfunction **function, struct tw_error *error);

/* Gives back what a plan has on its device; its context is current. */
void tw_plan_release(struct tw_plan *plan);
/* Unloads a plan that is in no table and frees it. NULL is allowed. */
void tw_planner_drop(struct tw_planner *planner, struct tw_plan *plan);

#endif
