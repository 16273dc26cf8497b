/* note.h - what is measured of a device and kept as a note of the cache (cache.h): kept, recalled, and the numbers in its text. */
#ifndef TW_RUNTIME_COMPILE_NOTE_H
#define TW_RUNTIME_COMPILE_NOTE_H

#include "base/text.h"
#include "runtime/compile/cache.h"
#include "runtime/device.h"

/*
 * Keeps the text as the device's note of a kind, or finds it again; false when that cannot be, or there is none. The key is `kind`
 * and what devices that share a note are alike in: name, architecture, driver, clocks, bus, L2 and memory. cache: may be NULL.
 * What is kept is taken: *text is empty afterwards.
 */
bool tw_note_keep(struct tw_cache *cache, const char *kind, const struct tw_device *device,
                  struct tw_text *text);
bool tw_note_recall(struct tw_cache *cache, const char *kind, const struct tw_device *device,
                    struct tw_text *text);

/* A value that is not negative as the nearest whole number of parts, `scale` of which make one. */
uint64_t tw_note_scaled(double value, double scale);

/* Moves *at over `word`; over `word` and a number of at most 18 digits. False: it stands elsewhere. */
bool tw_note_skip(const char **at, const char *word);
bool tw_note_number(const char **at, const char *word, uint64_t *number);

#endif
