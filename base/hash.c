#include "base/hash.h"

#include <xxhash.h>

uint64_t tw_hash(const void *bytes, size_t count)
{
    return XXH3_64bits(bytes, count);
}
