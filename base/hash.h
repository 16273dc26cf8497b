/* hash.h - XXH3, 64 and 128 bits: for tables, checksums and cache keys, not for secrets. */
#ifndef TW_BASE_HASH_H
#define TW_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t tw_hash(const void *bytes, size_t count);

#define TW_HASH_DIGITS 32u

/* 128 bits as TW_HASH_DIGITS hexadecimal digits and a NUL. */
void tw_hash_text(const void *bytes, size_t count, char text[TW_HASH_DIGITS + 1]);

#endif
