/*
 * cache_fixture.h - what the tests of the cache share: made-up kernels, so that no compiler is needed, in a
 * directory of their own, and work done in other processes.
 */
#ifndef TW_TESTS_CACHE_FIXTURE_H
#define TW_TESTS_CACHE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "runtime/compile/cache_directory.h"
#include "runtime/compile/cache_entry.h"

static char directory[] = "/tmp/tilewright-cache-XXXXXX";
static struct tw_cache *cache;

/* ---- made-up kernels ---- */

static inline struct tw_cache_key make_key(const char *kernel, const char *source, const char *arch,
                                           const char *options, const char *nvrtc, const char *program)
{
    const char *const parts[] = {kernel, source, "none", "none", arch, options, nvrtc, program};
    struct tw_cache_key key;
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) assert_non_null(key.part[i] = strdup(parts[i]));
    return key;
}

static inline struct tw_cache_key key_of(unsigned number)
{
    char name[32], source[32];
    snprintf(name, sizeof name, "kernel%u", number);
    snprintf(source, sizeof source, "%08x, 9 bytes", number * 2654435761u);
    return make_key(name, source, "sm_90", "-lineinfo", "13.0", "0.1.0");
}

/* Contents that depend on the number, so that one kernel's image can never pass for another's. */
static inline struct tw_image image_of(unsigned number, size_t bytes)
{
    struct tw_image image = {.cubin = malloc(bytes + 1),
                             .cubin_bytes = bytes,
                             .log = strdup("a warning\n"),
                             .names = strdup("k<1, 2>\t_Z1kILi1ELi2EEvv\n")};
    struct tw_text ptx = {0};
    assert_non_null(image.cubin);
    for (size_t i = 0; i < bytes; i++)
        ((unsigned char *)image.cubin)[i] = (unsigned char)((i * 7 + number * 13) >> (i % 3));
    tw_text_addf(&ptx, "// ptx of %u\n.version 9.0\n", number);
    image.ptx_length = ptx.length;
    image.ptx = tw_text_take(&ptx);
    return image;
}

static inline bool same_image(const struct tw_image *a, const struct tw_image *b)
{
    return a->cubin_bytes == b->cubin_bytes && memcmp(a->cubin, b->cubin, a->cubin_bytes) == 0 &&
           a->ptx_length == b->ptx_length && strcmp(a->ptx, b->ptx) == 0 && strcmp(a->log, b->log) == 0 &&
           strcmp(a->names, b->names) == 0;
}

static inline bool store(struct tw_cache *into, unsigned number, size_t bytes)
{
    struct tw_cache_key key = key_of(number);
    struct tw_image image = image_of(number, bytes);
    bool stored = tw_cache_store(into, &key, &image);
    tw_image_free(&image);
    tw_cache_key_free(&key);
    return stored;
}

enum found { MISS, HIT, WRONG };

static inline enum found load(struct tw_cache *from, unsigned number, size_t bytes)
{
    struct tw_cache_key key = key_of(number);
    struct tw_image expected = image_of(number, bytes), image;
    enum found found = MISS;
    if (tw_cache_load(from, &key, &image)) found = same_image(&image, &expected) ? HIT : WRONG;
    if (found == MISS && (image.cubin || image.ptx || image.log || image.names)) found = WRONG;
    tw_image_free(&image);
    tw_image_free(&expected);
    tw_cache_key_free(&key);
    return found;
}

static inline const char *path_of(unsigned number, char path[256])
{
    struct tw_cache_key key = key_of(number);
    struct tw_text text = {0};
    char name[TW_CACHE_NAME];
    tw_cache_key_print(&key, &text);
    tw_cache_name(&text, name);
    snprintf(path, 256, "%s/%s", directory, name);
    tw_text_free(&text);
    tw_cache_key_free(&key);
    return path;
}

static inline void put_file(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* Files in the directory, those of the cache's own names and others. */
static inline unsigned count_files(const char *suffix)
{
    unsigned count = 0;
    DIR *stream = opendir(directory);
    if (!stream) return 0;
    for (struct dirent *entry; (entry = readdir(stream));) {
        size_t length = strlen(entry->d_name), wanted = strlen(suffix);
        count += length > wanted && strcmp(entry->d_name + length - wanted, suffix) == 0;
    }
    closedir(stream);
    return count;
}

static inline struct tw_cache *open_cache(void)
{
    struct tw_cache *opened;
    assert_int_equal(tw_cache_open(directory, &opened, NULL), TW_OK);
    return opened;
}

static inline int set_up(void **state)
{
    (void)state;
    strcpy(directory + strlen(directory) - 6, "XXXXXX");
    unsetenv("TILEWRIGHT_CACHE_SIZE");
    if (!mkdtemp(directory)) return -1;
    return tw_cache_open(directory, &cache, NULL);
}

static inline int tear_down(void **state)
{
    (void)state;
    char command[128];
    tw_cache_close(cache);
    chmod(directory, 0700);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

/* ---- in a process of its own ---- */

#define NOBODY 65534

/* Makes the file one of in_child's user, who is another where we are root. */
static inline void give_away(const char *path)
{
    if (getuid() == 0) assert_int_equal(lchown(path, NOBODY, NOBODY), 0);
}

/* Runs `work` as a user without privileges where we have them (root reads and writes everything); true when
 * it says so. */
static inline bool in_child(bool unprivileged, bool (*work)(unsigned), unsigned argument)
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (unprivileged && getuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) _exit(2);
        _exit(work(argument) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static inline pid_t start(bool (*work)(unsigned), unsigned argument)
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(work(argument) ? 0 : 1);
    return child;
}

static inline void set_used(unsigned number, time_t seconds)
{
    char path[256];
    const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path_of(number, path), times, 0), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* The one note's path. */
static inline void find_note(char path[512])
{
    DIR *stream = opendir(directory);
    assert_non_null(stream);
    path[0] = '\0';
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (strstr(entry->d_name, ".note")) snprintf(path, 512, "%s/%s", directory, entry->d_name);
    }
    closedir(stream);
    assert_true(path[0]);
}

#endif
