/*
 * file.h - whole files. All functions return TW_OK or a code with *error filled in: TW_INPUT for a file that cannot be read
 * (whoever named it named a wrong one), TW_IO for one that cannot be written, TW_MEMORY.
 */
#ifndef TW_BASE_FILE_H
#define TW_BASE_FILE_H

#include "base/text.h"

#define TW_FILE_LIMIT ((size_t)64 << 20) /* bytes read at most of any input file */

/* Appends the whole file to *text; "-" is standard input. Over TW_FILE_LIMIT bytes: TW_INPUT. */
int tw_file_read(const char *path, struct tw_text *text, struct tw_error *error);
/* The same for files that grow with the work done: `limit` bytes instead of TW_FILE_LIMIT. */
int tw_file_read_limited(const char *path, size_t limit, struct tw_text *text, struct tw_error *error);

/* The same of a file that is open; `path` is for messages. */
int tw_file_read_open(int file, const char *path, size_t limit, struct tw_text *text, struct tw_error *error);

/* Replaces the file atomically: writes PATH TW_FILE_PART beside it and renames that, so that a reader or a kill at any
   moment sees the old file or the new one. What a kill leaves of the other is taken over by the next who writes PATH. */
#define TW_FILE_PART ".tilewright-part"
int tw_file_write(const char *path, const void *bytes, size_t count, struct tw_error *error);
/* The same, and a power cut too: the bytes are on the disk before the name is. A disk takes milliseconds for that. */
int tw_file_write_durably(const char *path, const void *bytes, size_t count, struct tw_error *error);

/* Makes a directory and its parents; no error when it is there. */
int tw_directory_make(const char *path, struct tw_error *error);

#endif
