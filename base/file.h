/*
 * file.h - whole files. All functions return TW_OK or a code with *error filled in: TW_INPUT for a file that cannot be read
 * (whoever named it named a wrong one), TW_IO for one that cannot be written, TW_MEMORY.
 */
#ifndef TW_BASE_FILE_H
#define TW_BASE_FILE_H

#include <sys/types.h>

#include "base/text.h"

/* No reader takes more, whatever it is given. */
#define TW_FILE_LIMIT   ((size_t)64 << 20) /* bytes of any input file                                       */
#define TW_LINES_LIMIT  ((size_t)2 << 30)  /* bytes of one that grows with the work done, line by line ...  */
#define TW_LINE_LIMIT   ((size_t)4 << 20)  /* ... and of each of its lines                                  */
#define TW_FILE_SECONDS 5u                 /* that what was named, and not given as "-", may be silent */

/*
 * Appends the whole file to *text; "-" is standard input, whatever that is. A name may be that of a regular file or a
 * pipe. TW_INPUT: it is a directory or a device, holds more than TW_FILE_LIMIT bytes, or stays silent, as a pipe does
 * that nobody writes to.
 */
int tw_file_read(const char *path, struct tw_text *text, struct tw_error *error);
/* The same of one that is open already; `path` is for messages. */
int tw_file_read_open(int file, const char *path, struct tw_text *text, struct tw_error *error);
/* The same of objects of JSON, one in a line: TW_LINES_LIMIT bytes, TW_LINE_LIMIT in a line. A file that begins otherwise is
   read at its beginning alone, by which the caller knows it too. */
int tw_file_read_lines(const char *path, struct tw_text *text, struct tw_error *error);
/* No more than its first `count` bytes, be it ever so large. */
int tw_file_read_head(const char *path, size_t count, struct tw_text *text, struct tw_error *error);

/*
 * Replaces the file atomically: writes PATH TW_FILE_PART beside it and renames that, so that a reader or a kill at any
 * moment sees the old file or the new one. What a kill leaves of the other is taken over by the next who writes PATH; who
 * cannot have it in two seconds, as another program is writing it, gives up. The mode is that of the file replaced.
 *
 * Links are followed, and stay: what is replaced, or made, is the file that they lead to. "-", /dev/stdout and /dev/fd/N are what
 * the process has open, and are written to as they are. A device or a pipe is written to instead, a pipe that nobody reads after
 * the same time not. A folder: TW_IO; links in a circle: TW_INPUT.
 *
 * No signal comes of a file that grows too large (EFBIG, as of RLIMIT_FSIZE) or a pipe that is closed (base/files/quiet.h).
 */
#define TW_FILE_PART ".tilewright-part"
int tw_file_write(const char *path, const void *bytes, size_t count, struct tw_error *error);
/* The same, and a power cut too: the bytes are on the disk before the name is. A disk takes milliseconds for that. */
int tw_file_write_durably(const char *path, const void *bytes, size_t count, struct tw_error *error);
/* Whether these could write it, before there is anything to write: TW_IO where it is a folder, or its folder is not there or takes no files. */
int tw_file_try(const char *path, struct tw_error *error);

/* Several files, all or none: each is written beside its name before the first gets it, so that a full disk leaves nothing. Only a
   kill between two renames leaves some. Not by two programs at once: one of them fails. Their names are not the user's own, so only
   regular files are replaced, also where links lead to them: of anything else, a link to nothing too, TW_INPUT. */
struct tw_file_bytes {
    const char *path;
    const void *bytes;
    size_t count;
};
int tw_files_write(const struct tw_file_bytes *files, size_t count, struct tw_error *error);

/* What stands behind the path's last slash; within `path`. */
const char *tw_file_name(const char *path);

/* The mode of a new file: 0666 but for what the process's umask takes away. */
mode_t tw_file_new_mode(void);

/* Makes a directory and its parents; no error when it is there. */
int tw_directory_make(const char *path, struct tw_error *error);

#endif
