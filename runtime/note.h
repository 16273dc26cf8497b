/* note.h - for what is measured of a device and kept as a note of the cache (cache.h): its key, and numbers in its text. */
#ifndef TW_RUNTIME_NOTE_H
#define TW_RUNTIME_NOTE_H

#include "base/text.h"
#include "runtime/device.h"

/* What devices that share a note are alike in: name, architecture, driver, clocks, bus, L2 and memory. */
void tw_note_add_device(const struct tw_device *device, struct tw_text *key);

/* A value that is not negative as the nearest whole number of parts, `scale` of which make one. */
uint64_t tw_note_scaled(double value, double scale);

/* Moves *at over `word`; over `word` and a number of at most 18 digits. False: it stands elsewhere. */
bool tw_note_skip(const char **at, const char *word);
bool tw_note_number(const char **at, const char *word, uint64_t *number);

#endif
