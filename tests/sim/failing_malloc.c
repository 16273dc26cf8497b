/*
 * failing_malloc.c - to be preloaded: an allocator that fails in the program $FAILING_PROGRAM at allocation number $FAILING_FIRST (from 0;
 * none: never), and at all after it where $FAILING_ONWARD is not empty. How many there were is written to $FAILING_COUNT when the program exits.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VISIBLE __attribute__((visibility("default")))

static atomic_long seen;
static long first = -1;
static bool on, onward;

__attribute__((constructor)) static void begin(void)
{
    const char *program = getenv("FAILING_PROGRAM"), *number = getenv("FAILING_FIRST");
    if (number) first = atol(number);
    onward = getenv("FAILING_ONWARD") && *getenv("FAILING_ONWARD");
    on = program && strcmp(program, program_invocation_short_name) == 0;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAILING_COUNT");
    bool was_on = on;
    on = false;
    FILE *file = path && was_on ? fopen(path, "we") : NULL;
    if (file) fprintf(file, "%ld\n", atomic_load(&seen));
    if (file) fclose(file);
}

static bool refuse(void)
{
    if (!on) return false;
    long number = atomic_fetch_add(&seen, 1);
    bool fails = first >= 0 && (number == first || (onward && number > first));
    if (fails) errno = ENOMEM;
    return fails;
}

/* ISO C has no conversion between object and function pointers; POSIX promises the same representation. */
#define NEXT(name)                                                                                           \
    static void *next;                                                                                       \
    if (!next) next = dlsym(RTLD_NEXT, #name);                                                               \
    memcpy(&call, &next, sizeof call)

VISIBLE void *malloc(size_t size)
{
    void *(*call)(size_t);
    NEXT(malloc);
    return refuse() ? NULL : call(size);
}

VISIBLE void *calloc(size_t count, size_t size)
{
    void *(*call)(size_t, size_t);
    NEXT(calloc);
    return refuse() ? NULL : call(count, size);
}

VISIBLE void *realloc(void *old, size_t size)
{
    void *(*call)(void *, size_t);
    NEXT(realloc);
    return refuse() ? NULL : call(old, size);
}
