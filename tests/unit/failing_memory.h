/*
 * failing_memory.h - malloc that fails when told to: set until_failure to k, and the k-th allocation from
 * then on (from 0) and all after it fail, until it is set back to -1. `live` counts the blocks in use. One
 * source file of a program may include it. CAN_FAIL is 0 where the allocator cannot be replaced; then there
 * is nothing else here.
 */
#ifndef TW_TESTS_FAILING_MEMORY_H
#define TW_TESTS_FAILING_MEMORY_H

#include <stddef.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || defined(__SANITIZE_ADDRESS__) ||  \
    defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define CAN_FAIL 0 /* the allocator belongs to somebody else */
#else
#define CAN_FAIL 1

#define VISIBLE __attribute__((visibility("default"))) /* so that cJSON and libc find it too */

/* glibc's own allocator, behind functions that take the place of the public ones. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *old);

/* volatile: the compiler takes it for granted that malloc and free leave a program's variables alone */
static volatile long until_failure = -1; /* allocations that still succeed; -1: all do */
static volatile long live;               /* blocks in use                              */

static int refuse(void)
{
    if (until_failure < 0) return 0;
    if (until_failure == 0) return 1;
    until_failure--;
    return 0;
}

VISIBLE void *malloc(size_t size)
{
    void *block = refuse() ? NULL : __libc_malloc(size);
    live += block != NULL;
    return block;
}

VISIBLE void *calloc(size_t count, size_t size)
{
    void *block = refuse() ? NULL : __libc_calloc(count, size);
    live += block != NULL;
    return block;
}

VISIBLE void *realloc(void *old, size_t size)
{
    void *block = refuse() ? NULL : __libc_realloc(old, size);
    live += block && !old;
    return block;
}

VISIBLE void free(void *old)
{
    live -= old != NULL;
    __libc_free(old);
}
#endif

#endif
