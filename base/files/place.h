/* place.h - where an output goes, whatever links its path leads through. */
#ifndef TW_BASE_FILES_PLACE_H
#define TW_BASE_FILES_PLACE_H

#include <tilewright/error.h>

/* The caller frees the name. */
struct tw_file_place {
    /* No link: the file that is there, or the one that the links lead to and that is not there yet. */
    char *name;
    /* >= 0: a descriptor that is open for writing, as "-", /dev/stdout and /dev/fd/1 name one. Then `name` does not count. */
    int open;
};

/* TW_INPUT: its links lead in a circle. TW_MEMORY. *place is empty then. */
int tw_file_place_find(const char *path, struct tw_file_place *place, struct tw_error *error);

#endif
