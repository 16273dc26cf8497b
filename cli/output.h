/*
 * output.h - the files that commands write: tried before the work, and never in the place of something else unasked.
 *
 * A file that is there is replaced with --force only, or when it is empty, or would be the same. A file that the command reads is not replaced
 * even then, and no file is written twice (base/files/claims.h). A user may name a device, a pipe, a link, or "-", which is standard output;
 * base/file.h says how each is written.
 */
#ifndef TW_CLI_OUTPUT_H
#define TW_CLI_OUTPUT_H

#include <stdbool.h>

#include "base/file.h"
#include "base/files/claims.h"
#include "cli/options/arguments.h"

#define TW_FORCE_OPTION(type, member)                                                                        \
    {                                                                                                        \
        "force", 0, NULL, TW_AS_FLAG(type, member), "replace files that are there"                           \
    }

/* What a command reads and writes. Zero-initialise; tw_outputs_free. */
struct tw_outputs {
    struct tw_claims claims;
    struct tw_file_bytes *files; /* that belong together: all are written or none */
    size_t count, capacity;
};

/* Notes a file that is read, which no output replaces from then on; "-": standard input; NULL: none. */
void tw_outputs_read(struct tw_outputs *outputs, const char *path);

/* Notes a file that will be written, and as what: "the report". TW_INPUT: the command reads it, or writes it as something else
   already. NULL for the path: TW_OK. */
int tw_outputs_claim(struct tw_outputs *outputs, const char *path, const char *role, struct tw_error *error);

/*
 * The same before much work, of a file whose contents are not known yet, and whether it could be written. TW_IO: it is a folder, or
 * its folder is not there or cannot be written to. TW_INPUT: also where something is there and `force` is false.
 */
int tw_outputs_try(struct tw_outputs *outputs, const char *path, const char *role, bool force,
                   struct tw_error *error);

/* Writes what was tried: TW_INPUT when something else is there and `force` is false. Loss of power leaves the old file or the new
   one. Frees the text; one that failed is TW_MEMORY. */
int tw_output_write(const char *path, struct tw_text *text, bool force, struct tw_error *error);

/* Adds one of the files that belong together. Takes over both texts; frees them when it fails (TW_MEMORY, also where one of them has
   failed). */
int tw_outputs_add(struct tw_outputs *outputs, struct tw_text *path, struct tw_text *bytes,
                   struct tw_error *error);
/* Writes the files that were added, all or none, and appends their names to *written for people, a line for each. TW_INPUT when one
   is there with other contents and `force` is false. */
int tw_outputs_write(struct tw_outputs *outputs, bool force, struct tw_text *written, struct tw_error *error);
void tw_outputs_free(struct tw_outputs *outputs);

#endif
