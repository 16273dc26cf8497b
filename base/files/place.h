/* place.h - where an output goes, whatever links its path leads through. */
#ifndef TW_BASE_FILES_PLACE_H
#define TW_BASE_FILES_PLACE_H

#include <tilewright/error.h>

/* The name is the caller's, who frees it. */
struct tw_file_place {
    char *
        name; /* no link: of the file that is there, or of the one that the links lead to and that is not there yet */
    int open; /* >= 0: what this process has open for writing, as "-", /dev/stdout and /dev/fd/1 name it; the name does not count then */
};

/* TW_INPUT: its links lead in a circle. TW_MEMORY. *place is empty then. */
int tw_file_place_find(const char *path, struct tw_file_place *place, struct tw_error *error);

#endif
