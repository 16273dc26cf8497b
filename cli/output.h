/*
 * output.h - the files that commands write: tried before the work, and never in the place of something else unasked.
 *
 * What is there is replaced with --force only, or when it is empty, or would be the same. Devices and pipes are written to.
 */
#ifndef TW_CLI_OUTPUT_H
#define TW_CLI_OUTPUT_H

#include <stdbool.h>

#include "base/file.h"
#include "cli/options/arguments.h"

#define TW_FORCE_OPTION(type, member)                                                                        \
    {                                                                                                        \
        "force", 0, NULL, TW_AS_FLAG(type, member), "replace files that are there"                           \
    }

/*
 * Before the work, of a file whose contents are not known yet: whether it could be written. TW_IO: it is a folder, or the
 * folder that it is to be in is not there or cannot be written to. TW_INPUT: something is there and `force` is false; or it is the file `input`, which never
 * is replaced (NULL: there is none). NULL for the path: TW_OK.
 */
int tw_output_try(const char *path, const char *input, bool force, struct tw_error *error);

/* Writes what was tried, or what is known at once: TW_INPUT when something else is there and `force` is false. Loss of power leaves
   the old file or the new one. Frees the text; one that failed is TW_MEMORY. */
int tw_output_write(const char *path, struct tw_text *text, bool force, struct tw_error *error);

/* Files that belong together: all are written or none. {0}: none yet. */
struct tw_outputs {
    struct tw_file_bytes *files;
    size_t count, capacity;
};

/* Takes over both texts; frees them when it fails (TW_MEMORY, also where one of them has failed). */
int tw_outputs_add(struct tw_outputs *outputs, struct tw_text *path, struct tw_text *bytes,
                   struct tw_error *error);
/* Their names are appended to *written, a line for each. */
int tw_outputs_write(const struct tw_outputs *outputs, bool force, struct tw_text *written,
                     struct tw_error *error);
void tw_outputs_free(struct tw_outputs *outputs);

#endif
