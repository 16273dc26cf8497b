/* The key and the numbers of notes. */
#include "runtime/compile/note.h"

#include <stdlib.h>
#include <string.h>

/* False: out of memory. */
static bool make_key(const char *kind, const struct tw_device *device, struct tw_text *key)
{
    tw_text_add(key, kind);
    tw_text_addf(key, "%s, sm_%u, CUDA %d, %d multiprocessors at %d kHz, %d bits at %d kHz, L2 %d, %zu bytes",
                 device->name, device->sm, device->driver_version, device->multiprocessors, device->clock_khz,
                 device->bus_width_bits, device->memory_clock_khz, device->l2_bytes, device->memory_bytes);
    return !key->failed;
}

bool tw_note_keep(struct tw_cache *cache, const char *kind, const struct tw_device *device,
                  struct tw_text *text)
{
    struct tw_text key = {0};
    bool kept = cache && make_key(kind, device, &key) && tw_cache_note_store(cache, &key, text);
    tw_text_free(&key);
    tw_text_free(text);
    return kept;
}

bool tw_note_recall(struct tw_cache *cache, const char *kind, const struct tw_device *device,
                    struct tw_text *text)
{
    struct tw_text key = {0};
    bool found = cache && make_key(kind, device, &key) && tw_cache_note_load(cache, &key, text);
    tw_text_free(&key);
    return found;
}

uint64_t tw_note_scaled(double value, double scale)
{
    return (uint64_t)(value * scale + 0.5);
}

bool tw_note_skip(const char **at, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0) return false;
    *at += length;
    return true;
}

bool tw_note_number(const char **at, const char *word, uint64_t *number)
{
    if (!tw_note_skip(at, word)) return false;
    size_t digits = strspn(*at, "0123456789");
    if (digits < 1 || digits > 18) return false;
    *number = strtoull(*at, NULL, 10);
    *at += digits;
    return true;
}
