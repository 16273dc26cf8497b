/*
 * trust.h - opening directories and files that nobody but this user and root could have put something into.
 * Knows nothing of what they are for. Private to the cache, the store of wisdom, and tests.
 *
 * What is looked at is what was opened: every name is looked up in a directory that is open already, so that
 * nothing can be exchanged between the look and the use.
 */
#ifndef TW_RUNTIME_COMPILE_TRUST_H
#define TW_RUNTIME_COMPILE_TRUST_H

#include <stdbool.h>

#include <tilewright/error.h>

/*
 * Opens a directory. It must belong to this user or root, and be writable by its owner
 * alone. So must every directory on the way, as who may write there may put another directory in its place -
 * or else be sticky, as /tmp is: there only the owner moves a directory. Links on the way are followed when
 * they belong to this user or root.
 *
 * make: what is missing is made, for this user alone (0700); without it *directory is -1 when there is none.
 * The caller closes *directory, which is good for openat and the like (O_PATH). TW_ENVIRONMENT: it is not to
 * be trusted, and the message says which directory why; TW_IO: it cannot be opened or made.
 */
int tw_trusted_directory(const char *path, bool make, int *directory, struct tw_error *error);

/*
 * Opens, to be read, the file `name` of an open directory: -1 unless it is a regular file of this user or
 * root that others may not write to. A link is not followed, nor a pipe waited for.
 */
int tw_trusted_file(int directory, const char *name);

#endif
