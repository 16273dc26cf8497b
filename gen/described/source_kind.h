/* source_kind.h - whether a text is a kernel's source: somebody may give one where a config is wanted. No state, thread-safe. */
#ifndef TW_GEN_DESCRIBED_SOURCE_KIND_H
#define TW_GEN_DESCRIBED_SOURCE_KIND_H

#include <stddef.h>

#include <tilewright/error.h>

enum tw_source_kind { TW_SOURCE_NONE, TW_SOURCE_CUDA, TW_SOURCE_PTX };

/* PTX begins with .version, after blanks and comments. CUDA C++ does not begin as JSON does, and holds a kernel or an #include, or `file`
   is called so. `text` holds `length` bytes, and need not end with a NUL. */
enum tw_source_kind tw_source_kind(const char *file, const char *text, size_t length);

/* TW_INPUT, and one sentence: what the file is, and which commands take it. */
int tw_source_is_no_config(const char *file, enum tw_source_kind kind, struct tw_error *error);

#endif
