/* reserved_names.h - the names that C++, CUDA, its assembler and the C library keep for themselves. */
#ifndef TW_GEN_CONFIG_RESERVED_NAMES_H
#define TW_GEN_CONFIG_RESERVED_NAMES_H

#include <stddef.h>

#define TW_RESERVED_LISTS 5

extern const struct tw_reserved_list {
    const char *reason;       /* "reserved by C++" */
    const char *const *names; /* sorted by strcmp  */
    size_t count;
} tw_reserved_lists[TW_RESERVED_LISTS];

#endif
