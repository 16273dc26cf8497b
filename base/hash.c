/* XXH3 as the project uses it: 64 bits, and 128 bits as hexadecimal digits. */
#include "base/hash.h"

#include <stdio.h>
#include <xxhash.h>

uint64_t tw_hash(const void *bytes, size_t count)
{
    return XXH3_64bits(bytes, count);
}

void tw_hash_text(const void *bytes, size_t count, char text[TW_HASH_DIGITS + 1])
{
    XXH128_hash_t hash = XXH3_128bits(bytes, count);
    snprintf(text, TW_HASH_DIGITS + 1, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
}
