/* signature.h - the parameters of a kernel as its source declares them: enough to see whether somebody else's list of arguments fits. */
#ifndef TW_GEN_T1_SIGNATURE_H
#define TW_GEN_T1_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#define TW_SIGNATURE_PARAMETERS 64u

struct tw_signature {
    bool is_there; /* the kernel is in the source */
    unsigned count;
    struct tw_signature_parameter {
        const char *name; /* "" where it has none */
        bool is_pointer, is_const;
    } parameter[TW_SIGNATURE_PARAMETERS];
};

/* Finds __global__ ... NAME(...) in a source; comments are passed over, and nothing is expanded. Names live in the arena. */
void tw_signature_find(const char *source, const char *name, struct tw_arena *arena,
                       struct tw_signature *signature);

/* Whether the word stands in the source, outside of comments. */
bool tw_source_mentions(const char *source, const char *word);

#endif
