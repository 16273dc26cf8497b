/*
 * claims.h - the files that a command reads and those that it writes: none that it reads is replaced by one that it writes, and none is
 * written twice. Files are compared, not names: "./a", a symbolic link to a, a hard link and standard input from a are all a.
 *
 * Zero-initialise; tw_claims_free. If memory runs out, tw_claims_check says so. Paths are copied; roles are borrowed.
 */
#ifndef TW_BASE_FILES_CLAIMS_H
#define TW_BASE_FILES_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>

#include <tilewright/error.h>

struct tw_claim;

struct tw_claims {
    struct tw_claim *list;
    size_t count, capacity;
    bool failed;
};

/* Notes a file that is read; "-" is standard input. A path that is NULL, or names nothing, is not noted. */
void tw_claims_read(struct tw_claims *claims, const char *path);
/* Notes a file that will be written, and in a word or two as what ("the results"). A path that is NULL is not noted; nor are devices and
   pipes, which lose nothing. */
void tw_claims_write(struct tw_claims *claims, const char *path, const char *role);
/* TW_INPUT, with the path: a file that will be written is read too, or written twice. TW_MEMORY: out of memory. */
int tw_claims_check(struct tw_claims *claims, struct tw_error *error);
void tw_claims_free(struct tw_claims *claims);

#endif
