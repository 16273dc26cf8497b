/* Files of the cache: as they are, and with a checksum that vouches for them.
 * What is read prints the same again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fuzz.h"
#include "runtime/compile/cache_entry.h"

static bool check(const char *bytes, size_t length)
{
    struct tw_cache_key key;
    struct tw_image image;
    struct tw_text again = {0};
    if (tw_cache_entry_read(bytes, length, &key, &image)) return false;
    tw_cache_entry_print(&key, &image, &again);
    if (again.length != length || memcmp(again.data, bytes, length) != 0) abort();
    tw_text_free(&again);
    tw_image_free(&image);
    tw_cache_key_free(&key);
    return true;
}

bool fuzz_one(const uint8_t *data, size_t size)
{
    struct tw_text file = {0};
    char hash[TW_HASH_DIGITS + 1];
    bool taken = check((const char *)data, size);
    tw_hash_text(data, size, hash);
    tw_text_addf(&file, "tilewright compiled kernel, format 2\nxxh3-128 %s\n", hash);
    tw_text_add_bytes(&file, data, size);
    taken |= check(file.data, file.length);
    tw_text_free(&file);
    return taken;
}
