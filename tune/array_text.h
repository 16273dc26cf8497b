/*
 * array_text.h - an array for people's eyes, as `run --print` shows the output of a variant.
 */
#ifndef TW_TUNE_ARRAY_TEXT_H
#define TW_TUNE_ARRAY_TEXT_H

#include <tilewright/kernel.h>

#include "base/text.h"

#define TW_ARRAY_SHOWN 1024u /* elements; a tile of 32 by 32 has as many                        */
#define TW_ARRAY_COLUMNS                                                                                     \
    80u /* of a line at most, but for the name of an array and an element that is longer */

/*
 * Adds the first TW_ARRAY_SHOWN elements as the sources' printData has them: the name, a colon, then each element five wide.
 *
 *     t:     0    4    8   12    1    5    9   13    2    6   10   14    3    7   11   15
 *
 * All are wider where one needs it for a blank before it; vectors are as wide as they are, and a blank follows each. Values of up to
 * TW_ARRAY_COLUMNS columns in all stay in one line, below the name where that leaves no room; of more of them as large a power
 * of two as fits is in each line, and they lie below each other. A last line says how many were left out. Pure; thread-safe.
 */
void tw_array_add(const char *name, enum tw_element element, const void *values, uint64_t count,
                  struct tw_text *text);

#endif
