/*
 * failing_process.h - an allocator that fails where it is told to, in this process, in all that it forks, and in the workers that
 * these spawn of the same program (join_failing).
 * What counts are the allocations of this program, of cJSON, and those that libc and the loader make for them
 * (argp, directories, dlopen, threads). The allocations of NVRTC, of a driver and of their libraries do not:
 * they are not ours to handle. One source file of a program may include it. CAN_FAIL is 0 where the allocator
 * cannot be replaced; then there is nothing else here.
 */
#ifndef TW_TESTS_FAILING_PROCESS_H
#define TW_TESTS_FAILING_PROCESS_H

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || defined(__SANITIZE_THREAD__) ||   \
    !defined(__GLIBC__)
#define CAN_FAIL 0 /* with gcc's AddressSanitizer, which is a shared library, it can be */
#else
#define CAN_FAIL 1

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define VISIBLE __attribute__((visibility("default"))) /* so that cJSON and libc find it too */
#define EARLY                                                                                                \
    __attribute__((no_sanitize_address, no_sanitize_undefined)) /* called before sanitizers are ready */
#define DEPTH 32 /* callers looked at for whose allocation it is */

/* Shared by all processes: one failure is one, whoever comes to it. */
struct failing {
    atomic_bool on;
    bool onward;        /* that allocation and all after it, not it alone */
    atomic_long left;   /* allocations before it                          */
    atomic_long failed; /* so far                                         */
    atomic_bool loader; /* the first of them was the loader's             */
};
static struct failing *failing;

/* ---- whose allocation it is ---- */

struct range {
    const char *from, *to;
};
static struct range ours[2], system_ranges[2]; /* the program, cJSON; libc, the loader */
static _Thread_local bool looking;

static bool lies_in(const struct range *range, const void *address)
{
    const char *at = address;
    return at >= range->from && at < range->to;
}

static bool in(const struct range *ranges, const void *address)
{
    return lies_in(&ranges[0], address) || lies_in(&ranges[1], address);
}

static void note(struct range *range, const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        range->from = (const char *)info->dlpi_addr + part->p_vaddr;
        range->to = range->from + part->p_memsz;
    }
}

static int note_object(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size, (void)context;
    if (!info->dlpi_name[0] && !ours[0].from) note(&ours[0], info);
    if (strstr(info->dlpi_name, "libcjson.so")) note(&ours[1], info);
    if (strstr(info->dlpi_name, "/libc.so")) note(&system_ranges[0], info);
    if (strstr(info->dlpi_name, "/ld-linux")) note(&system_ranges[1], info);
    return 0;
}

/* The first caller outside libc and the loader decides. */
static bool is_ours(const void *caller)
{
    void *callers[DEPTH];
    if (in(ours, caller)) return true;
    if (looking || !in(system_ranges, caller)) return false;
    looking = true;
    int count = backtrace(callers, DEPTH), i = 0;
    looking = false;
    while (i < count && callers[i] != caller) i++;
    while (i < count && in(system_ranges, callers[i])) i++;
    return i < count && in(ours, callers[i]);
}

static EARLY bool refuse(const void *caller)
{
    if (!failing || !atomic_load(&failing->on) || !is_ours(caller)) return false;
    long left = atomic_fetch_sub(&failing->left, 1);
    if (left > 0 || (left < 0 && !failing->onward)) return false;
    bool first = atomic_fetch_add(&failing->failed, 1) == 0;
    if (first && lies_in(&system_ranges[1], caller)) atomic_store(&failing->loader, true);
    errno = ENOMEM;
    return true;
}

/* ---- in place of the allocator's functions, over those that come next ---- */

/* ISO C has no conversion between object and function pointers; POSIX promises the same representation. */
#define NEXT(name)                                                                                           \
    static void *next;                                                                                       \
    if (!next) next = dlsym(RTLD_NEXT, #name);                                                               \
    memcpy(&call, &next, sizeof call)

VISIBLE EARLY void *malloc(size_t size)
{
    void *(*call)(size_t);
    NEXT(malloc);
    return refuse(__builtin_return_address(0)) ? NULL : call(size);
}

VISIBLE EARLY void *calloc(size_t count, size_t size)
{
    void *(*call)(size_t, size_t);
    NEXT(calloc);
    return refuse(__builtin_return_address(0)) ? NULL : call(count, size);
}

VISIBLE EARLY void *realloc(void *old, size_t size)
{
    void *(*call)(void *, size_t);
    NEXT(realloc);
    return refuse(__builtin_return_address(0)) ? NULL : call(old, size);
}

VISIBLE EARLY void *aligned_alloc(size_t alignment, size_t size)
{
    void *(*call)(size_t, size_t);
    NEXT(aligned_alloc);
    return refuse(__builtin_return_address(0)) ? NULL : call(alignment, size);
}

VISIBLE EARLY int posix_memalign(void **block, size_t alignment, size_t size)
{
    int (*call)(void **, size_t, size_t);
    NEXT(posix_memalign);
    return refuse(__builtin_return_address(0)) ? ENOMEM : call(block, alignment, size);
}

/* What the loader keeps is reached from where LeakSanitizer does not look. */
VISIBLE const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:ld-linux\n";
}

VISIBLE const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0"; /* two runs are compared */
}

#define SHARED "TILEWRIGHT_TEST_FAILING" /* names the file of struct failing to workers */

static void share(int file)
{
    void *callers[1];
    backtrace(callers, 1); /* loads what it needs */
    dl_iterate_phdr(note_object, NULL);
    void *shared = mmap(NULL, sizeof *failing, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert(shared != MAP_FAILED && ours[0].from && ours[1].from && system_ranges[0].from &&
           system_ranges[1].from);
    failing = shared;
}

/* Once, before anything is to fail. */
static void prepare_to_fail(void)
{
    char path[64];
    int file = memfd_create("failing", MFD_CLOEXEC);
    assert(file >= 0 && ftruncate(file, sizeof *failing) == 0);
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
    setenv(SHARED, path, 1);
    share(file);
}

/* In a worker: from now on it counts with the process that spawned it. */
static void join_failing(void)
{
    int file = open(getenv(SHARED), O_RDWR | O_CLOEXEC);
    assert(file >= 0);
    share(file);
    close(file);
}

/* From now on allocation number `first` fails (from 0; -1: none), and with `onward` all after it. */
static void start_failing(long first, bool onward)
{
    failing->onward = onward;
    atomic_store(&failing->left, first < 0 ? LONG_MAX : first);
    atomic_store(&failing->failed, 0);
    atomic_store(&failing->loader, false);
    atomic_store(&failing->on, true);
}
#endif

#endif
