/* gzip.h - text compressed as gzip does (RFC 1952), and back; what was cut in pieces, or glued together, reads as one. */
#ifndef TW_CLI_VERIFY_GZIP_H
#define TW_CLI_VERIFY_GZIP_H

#include <tilewright/error.h>

#include "base/text.h"

/* The same bytes for the same text, whenever it is written. TW_MEMORY. */
int tw_gzip(const struct tw_text *text, struct tw_text *packed, struct tw_error *error);

/* What is not compressed is taken as it is. TW_INPUT, with `file` as its place: damaged, cut off, or more than TW_GZIP_LIMIT
   bytes of text; TW_MEMORY. */
#define TW_GZIP_LIMIT ((size_t)512 << 20)
int tw_gunzip(const char *file, const struct tw_text *packed, struct tw_text *text, struct tw_error *error);

#endif
