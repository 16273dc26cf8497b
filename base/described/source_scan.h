/* source_scan.h - C++ read as far as it takes to tell code from comments and strings. No state, thread-safe. */
#ifndef TW_BASE_DESCRIBED_SOURCE_SCAN_H
#define TW_BASE_DESCRIBED_SOURCE_SCAN_H

#include "base/text.h"

/* Bytes of the comment that begins at `at`, without the end of line behind "//"; 0: none does. One that does not end goes on to the end of
   the text. */
size_t tw_source_comment(const char *at);
/* Bytes of the string, raw string or character that begins at `at`, its prefix included; 0: none does. One that does not end goes on to the
   end of its line. */
size_t tw_source_string(const char *at);
/* Bytes of the word (letters, digits and _) that begins at `at`; 0: none does. */
size_t tw_source_word(const char *at);

/* Adds the names of the text's __global__ functions, each once, with ", " between them; "<...>" behind those of templates. */
void tw_source_kernels(const char *source, struct tw_text *names);

#endif
