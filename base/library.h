/*
 * library.h - a shared library opened at run time, and a struct of function pointers filled from it.
 *
 * What is opened stays mapped until the process ends (RTLD_NODELETE): CUDA's libraries keep threads and
 * thread-local state that do not survive an unmapping.
 */
#ifndef TW_BASE_LIBRARY_H
#define TW_BASE_LIBRARY_H

#include <stdbool.h>

#include "base/text.h"

struct tw_symbol {
    const char *name; /* as the library exports it                       */
    size_t offset;    /* of the function pointer in the struct to fill   */
};

/* Opens a file, or a name on the loader's search path. NULL with the loader's reason added to *reason,
   which fails when the reason is that memory ran out. */
void *tw_library_open(const char *file, struct tw_text *reason);

/* Closes what tw_library_open returned. NULL is allowed. */
void tw_library_close(void *library);

/* Fills the pointers of the struct at `table`; returns the first name the library lacks, or NULL. */
const char *tw_library_fill(void *library, const struct tw_symbol *symbols, size_t count, void *table);

/* Adds the path of the file that was opened. */
void tw_library_add_path(void *library, struct tw_text *path);

/* Opens a file in the folder of the file `path`, if it is there, and leaves it open: what a library asks for by its bare
   name the loader gives it then, also where it would not look itself, as with wheels. False with the reason where it
   is there and cannot be opened. */
bool tw_library_open_beside(const char *path, const char *name, struct tw_text *reason);
/* The same with what NVRTC of that version, whose file is `path`, opens by its bare name when it first compiles. Where there is none
   beside it, NVRTC's own error says so. */
bool tw_library_open_builtins(const char *path, int major, int minor, struct tw_text *reason);

#endif
