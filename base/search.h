/*
 * search.h - where a library of the CUDA Toolkit is: one candidate file after the other, every refusal written down for the
 * message.
 */
#ifndef TW_BASE_SEARCH_H
#define TW_BASE_SEARCH_H

#include <stdbool.h>

#include "base/text.h"

/* What is looked for. */
struct tw_wanted {
    const char *const *names;   /* of the file, the most wanted first; ended by NULL        */
    const char *const *folders; /* of a toolkit, in order; ended by NULL                    */
    const char *absent;         /* "no libnvrtc.so in its lib64, lib or targets"            */
    const char *variable;       /* that names the file, and then only that is tried         */
    const char *built;          /* the file that was found when this was built; "": none    */
    const char *root;           /* of a toolkit to look in first; NULL: none                */
    /* Takes the open library or says in *tried why not; it is then closed. */
    bool (*accept)(void *context, void *library, struct tw_text *tried);
    void *context;
};

/*
 * Tries, in this order, the file that `variable` names, and no other; `built`; the toolkits `root`, $CUDAToolkit_ROOT,
 * $CUDA_HOME, $CUDA_PATH, /usr/local/cuda; the loader's search path. False when none was taken, with a line for each in *tried,
 * which fails when memory ran out. What was taken belongs to who took it.
 */
bool tw_search(const struct tw_wanted *wanted, struct tw_text *tried);

/* The file that the variable names, or NULL. */
const char *tw_search_named(const struct tw_wanted *wanted);

#endif
