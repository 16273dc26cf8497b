/* Bytes as a file that can be opened by name, for readers that take one. There is one at a time. */
#ifndef FUZZ_FILE_H
#define FUZZ_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static inline const char *fuzz_file(const void *bytes, size_t size)
{
    static int file = -1;
    static char path[32];
    if (file < 0) file = memfd_create("fuzz", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0 || ftruncate(file, 0) || pwrite(file, bytes, size, 0) != (ssize_t)size) abort();
    return path;
}

#endif
