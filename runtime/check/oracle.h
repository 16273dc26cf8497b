/*
 * oracle.h - a problem's answers and the memory that its variants run in, both kept from one variant to the next.
 *
 * The family's reference (runtime/references/reference.h) is asked once per problem: what the arguments hold before and after
 * each trial. On a GPU the answers stay on the device when there is memory for them beside the working memory, and results
 * are compared there; else, and on the simulator, they stay on the host.
 *
 * Each buffer of the working memory lies between two guard zones in one allocation of its own:
 *
 *     | guard | content: count elements, `places` times | guard |
 *     ^ base  ^ base + guard = the kernel's parameter
 *
 * guard is 0 on the simulator: it checks the bounds of every access itself and names the thread, while a zone
 * that is allocated would hide an access from it.
 *
 * An oracle is used by one thread at a time, with the device's context current.
 */
#ifndef TW_RUNTIME_CHECK_ORACLE_H
#define TW_RUNTIME_CHECK_ORACLE_H

#include <tilewright/api.h>

#include "base/text.h"
#include "runtime/check/compare.h"
#include "runtime/compile/cache.h"
#include "runtime/references/reference.h"

TW_API_BEGIN

/* The bytes that nobody has written hold before each trial. The first two differ in every bit. */
extern const unsigned char tw_poisons[TW_MAX_TRIALS];

/* An array of the answers: on the host, or on the device, or nowhere. */
struct tw_held {
    void *host;
    CUdeviceptr device;
};

struct tw_answer {
    struct tw_held before, after, exact, scale;
    double most;  /* of a described kernel's result: max |want|, which its tolerance may be a multiple of */
    bool unknown; /* nobody says what the result must be */
};

/* An argument of the problem: what it holds in each trial, and where variants work on it. */
struct tw_argument_place {
    struct tw_answer answer[TW_MAX_TRIALS];
    CUdeviceptr base; /* the working memory; 0: none */
    CUdeviceptr
        content;  /* base + guard: what a kernel is given; of a symbol the module's memory, once it was put */
    size_t whole; /* bytes of the allocation */
    struct tw_held
        ran; /* of a described kernel's result: what the kernel under check left in the first trial */
};

struct tw_oracle {
    struct tw_device *device;
    struct tw_cache *cache;       /* of the comparing kernel; NULL: none */
    const struct tw_nvrtc *nvrtc; /* NULL: nothing is compared on the device */
    bool compares_on_device;      /* may keep answers there: a GPU, or a test that says so */
    size_t guard;
    double reference_s;   /* seconds that the reference of a described kernel may take; 0: any time */
    unsigned simulated_s; /* the same of a launch on the simulator, of processor time */
    unsigned launch_s;    /* what other launches may take there (set_timeout) */

    struct tw_text key;      /* of the problem that the answers are of; empty: of none */
    struct tw_error refused; /* why the last reference that gave no answer gave none: it is not asked again */
    uint64_t refused_key;    /* the key of its expectation */
    unsigned trials;
    bool on_device;
    struct tw_argument_place *place; /* of each argument, as many as any variant had */
    unsigned place_count;
    void **values; /* as many: what a launch is given (tw_launch_all) */
    struct tw_comparer comparer;
};

/* What is kept stays until another problem comes, or the end. nvrtc and cache may be NULL, and must outlive the oracle. */
void tw_oracle_open(struct tw_oracle *oracle, struct tw_device *device, struct tw_cache *cache,
                    const struct tw_nvrtc *nvrtc);
/* Also after a fault of the device, before it is closed. */
void tw_oracle_close(struct tw_oracle *oracle);

/* Has the answers for the kernel's problem. TW_UNSUPPORTED: its family has no reference. A reference that fails says so in the message, and
   is not run again for other variants of the problem. */
int tw_oracle_ask(struct tw_oracle *oracle, const struct tw_kernel *kernel, struct tw_error *error);
/* Another oracle was refused an answer to the expectation with that key, and so is this one: the message says why. */
void tw_oracle_refuse(struct tw_oracle *oracle, uint64_t key, const char *message);
/* Has working memory for the kernel, its outputs `places` times. */
int tw_oracle_reserve(struct tw_oracle *oracle, const struct tw_kernel *kernel, size_t places,
                      struct tw_error *error);
/* Fills working memory and the module's symbols with what the trial begins with, and all else with its poison. */
int tw_oracle_put(const struct tw_oracle *oracle, const struct tw_kernel *kernel,
                  const struct tw_loaded *loaded, unsigned trial, struct tw_error *error);
/* Fills in-outs again with what the trial begins with: a launch finds there what the one before left. Where there are none it does
   nothing; it does not wait for copies on the device. */
int tw_oracle_restore(const struct tw_oracle *oracle, const struct tw_shape *shape, unsigned trial,
                      struct tw_error *error);
/* All launches, as `shape` has them: the kernel's, or with another grid. Does not wait. */
int tw_oracle_launch(const struct tw_oracle *oracle, const struct tw_loaded *loaded,
                     const struct tw_shape *shape, unsigned trial, struct tw_error *error);

TW_API_END
#endif
