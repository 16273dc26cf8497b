/*
 * cache_directory.h - the files of a cache: their names, writing them atomically, listing and trimming them.
 * Knows nothing of what is in them, and touches no file whose name is not of its own forms. Private to
 * cache.c, the store of wisdom (tune/plan/store.h), and tests.
 */
#ifndef TW_RUNTIME_COMPILE_CACHE_DIRECTORY_H
#define TW_RUNTIME_COMPILE_CACHE_DIRECTORY_H

#include "base/text.h"
#include "runtime/compile/cache.h"

struct tw_cache_file {
    char name[TW_CACHE_NAME];
    uint64_t bytes;
    struct timespec used;
};

struct tw_cache_files {
    struct tw_cache_file *files; /* last used first; owned (free) */
    size_t count;
    uint64_t bytes; /* of all together */
};

/* "HASH.kernel" for the text that is hashed. */
void tw_cache_name(const struct tw_text *key, char name[TW_CACHE_NAME]);

/* "HASH.note" for the text that is hashed. */
void tw_cache_note_name(const struct tw_text *key, char name[TW_CACHE_NAME]);

/* All below take the directory as tw_trusted_directory opened it. */

/* Makes the file, or replaces it, all or nothing. False: it could not be. */
bool tw_cache_write(int directory, const char *name, const struct tw_text *file);

/* Appends the file to *file; touch: sets its last use to now, unless it has other names too, whose file that
 * would touch. False: there is none that can be read and trusted, or memory ran out, and *file failed. */
bool tw_cache_read(int directory, const char *name, bool touch, struct tw_text *file);

int tw_cache_scan(int directory, struct tw_cache_files *files, struct tw_error *error);

/* Removes a file; one that is gone already is removed. */
bool tw_cache_remove(int directory, const char *name);

/* Removes this user's part files whose writers are dead. */
void tw_cache_remove_dead(int directory);

/* When the files are more than `limit` bytes, removes those not used for the longest time until a sixteenth
   of the limit is free. Returns the bytes that are left. */
uint64_t tw_cache_trim(int directory, uint64_t limit);

#endif
