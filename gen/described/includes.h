/*
 * includes.h - which files a source takes in: every one that any branch of it, and of what it includes, can include. What no walk over
 * the text can know, as an include whose name a macro holds, is said.
 *
 *     #include "x.h"  <x.h>      beside the file that says it, then in each folder of -I; in all of them, as #include_next goes on
 *     __has_include, #embed      the same
 *     #define X "x.h", -DX=...   the same, where there is such a file: an include may mean it
 *     -include x.h               from the working directory, or in a folder of -I
 *
 * Comments and strings are no directives; lines that a backslash joins are one. Names that no folder of the user's has are those of the
 * CUDA Toolkit, or of programs for a host, if they are known (base/described/known_headers.h) or stand in <>: NVRTC's version stands for them.
 */
#ifndef TW_GEN_DESCRIBED_INCLUDES_H
#define TW_GEN_DESCRIBED_INCLUDES_H

#include <stddef.h>

#include <tilewright/error.h>

#include "base/hash.h"

TW_API_BEGIN

#define TW_INCLUDES_MOST 4096u /* files of one source */

struct tw_includes {
    char **files; /* each once, in the order in which they were found; the source itself is none of them */
    size_t count;
    char
        hash[TW_HASH_DIGITS + 1]; /* of what they are included as and of what they hold; "": there are none */
    /* NULL, or in a clause why there may be others: 'it includes "x.h", which is in none of its folders' */
    char *unresolved;
};

/*
 * path: where the source is; text: what it holds, NUL-terminated. options: the compiler's, of which -I, -D and -include count. *includes is
 * overwritten; the caller frees it in any case. TW_MEMORY; what cannot be read is no error, but `unresolved`.
 */
int tw_includes_find(const char *path, const char *text, const char *const *options, size_t count,
                     struct tw_includes *includes, struct tw_error *error);
void tw_includes_free(struct tw_includes *includes);

TW_API_END
#endif
