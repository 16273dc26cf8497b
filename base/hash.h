/* hash.h - XXH3, 64 bits: for tables and cache keys, not for secrets. */
#ifndef TW_BASE_HASH_H
#define TW_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t tw_hash(const void *bytes, size_t count);

#endif
