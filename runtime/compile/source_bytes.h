/*
 * source_bytes.h - bytes of a source at which NVRTC stops reading, or that it takes for code.
 *
 *     byte                        NVRTC                                    what is done
 *     0                           ends there, without a word               refused: tw_source_whole
 *     0xFF                        ends there, without a word               \377 instead
 *     EF BB BF at the begin       "unrecognized token"                     left out
 *     else no UTF-8               as it is in comments and strings; an
 *                                 error in code                            stays
 *
 * Headers that NVRTC opens by itself are read to their ends.
 */
#ifndef TW_RUNTIME_COMPILE_SOURCE_BYTES_H
#define TW_RUNTIME_COMPILE_SOURCE_BYTES_H

#include "base/text.h"

TW_API_BEGIN

/* Bytes of the mark of UTF-8, EF BB BF, that the text begins with: 3, or 0. */
size_t tw_source_mark(const char *text);

/* TW_INPUT with line and column when the text of `file` holds a byte 0. */
int tw_source_whole(const char *file, const struct tw_text *text, struct tw_error *error);

/*
 * Adds the source as NVRTC reads all of it. Lines stay, and so does what strings hold: \377 is the same byte there. Within
 * comments it means nothing, and elsewhere NVRTC refuses it by line. TW_INPUT with line and column for a byte 0xFF in a raw
 * string, which has no other spelling; TW_MEMORY.
 */
int tw_source_spell(const char *file, const char *source, struct tw_text *text, struct tw_error *error);

TW_API_END
#endif
