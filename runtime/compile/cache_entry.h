/*
 * cache_entry.h - the file format of a cached kernel: bytes to and from key and image. No files, no state.
 * Private to cache*.c and their tests.
 */
#ifndef TW_RUNTIME_COMPILE_CACHE_ENTRY_H
#define TW_RUNTIME_COMPILE_CACHE_ENTRY_H

#include "base/text.h"
#include "runtime/compile/cache.h"

/* Adds the key as text, a line per part: what is hashed for the file's name, and stands in the file. */
void tw_cache_key_print(const struct tw_cache_key *key, struct tw_text *text);

/* True when all parts are there and equal. */
bool tw_cache_key_equal(const struct tw_cache_key *a, const struct tw_cache_key *b);

/* Adds a whole file. */
void tw_cache_entry_print(const struct tw_cache_key *key, const struct tw_image *image, struct tw_text *file);

/*
 * Reads a whole file; TW_INPUT for anything tw_cache_entry_print did not write, down to the last bit, else
 * TW_OK or TW_MEMORY. Both are owned by the caller, and empty when it is not TW_OK. image may be NULL when only
 * the key is wanted; the checksum is compared all the same.
 */
enum tw_code tw_cache_entry_read(const char *bytes, size_t length, struct tw_cache_key *key,
                                 struct tw_image *image);

#endif
