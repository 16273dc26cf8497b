/* The files of the store: read whole, grown by lines under a lock, replaced when they grow too large. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/files/quiet.h"
#include "base/grow.h"
#include "base/hash.h"
#include "runtime/compile/cache.h"
#include "runtime/compile/cache_directory.h"
#include "runtime/compile/trust.h"
#include "tune/plan/store.h"

#define SUFFIX     ".wisdom"
#define LOCK_TRIES 200u /* of 10 ms */

int tw_store_directory(const char *given, char **directory, struct tw_error *error)
{
    *directory = given ? strdup(given) : tw_cache_default_directory();
    if (!*directory) return tw_fail(error, TW_MEMORY, "out of memory");
    if (**directory) return TW_OK;
    free(*directory);
    *directory = NULL;
    return tw_fail(error, TW_ENVIRONMENT,
                   "nothing says where wisdom is: set TILEWRIGHT_CACHE, XDG_CACHE_HOME or HOME");
}

/* *place is -1 when it is not there, and was not made. */
static int open_directory(const char *directory, bool make, int *place, struct tw_error *error)
{
    struct tw_error why = TW_ERROR_INIT;
    int code = tw_trusted_directory(directory, make, place, &why);
    if (code == TW_ENVIRONMENT)
        tw_fail(error, code, "the wisdom in '%s' is not used, as others could plant some in it: %s",
                directory, why.message);
    else if (code)
        tw_fail_at(error, (enum tw_code)code, directory, 0, 0, "cannot open the wisdom: %s", why.message);
    return code;
}

/* The hash is of what the device is, whatever its driver: two drivers share what they find. */
static bool name_of(const struct tw_store_device *device, char name[TW_STORE_NAME])
{
    struct tw_store_device same = *device;
    struct tw_text text = {0};
    char hash[TW_HASH_DIGITS + 1];
    same.driver_version = 0;
    tw_store_print_header(&same, &text);
    bool made = !text.failed;
    if (made) tw_hash_text(text.data, text.length, hash);
    if (made) snprintf(name, TW_STORE_NAME, "%s" SUFFIX, hash);
    tw_text_free(&text);
    return made;
}

static bool is_store(const char *name)
{
    return strspn(name, "0123456789abcdef") == TW_HASH_DIGITS && strcmp(name + TW_HASH_DIGITS, SUFFIX) == 0;
}

/* ---- reading ---- */

/* A file that is not there, or cannot be trusted, is empty. */
static int read_file(int place, const char *name, const struct tw_store_problem *problem,
                     struct tw_stores *stores, struct tw_error *error)
{
    struct tw_text text = {0};
    bool read = tw_cache_read(place, name, false, &text);
    int code = text.failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
    if (!code && read)
        code = tw_stores_read(name, tw_text_string(&text), text.length, false, problem, stores, error);
    tw_text_free(&text);
    return code;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The names of all files, in order; *count of them, owned by the caller. */
static int list_files(int place, char (**names)[TW_STORE_NAME], size_t *count, struct tw_error *error)
{
    int file = openat(place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = file >= 0 ? fdopendir(file) : NULL;
    size_t capacity = 0;
    *names = NULL;
    *count = 0;
    if (!stream) {
        int code = tw_fail(error, errno == ENOMEM ? TW_MEMORY : TW_IO, "cannot list the wisdom: %s",
                           strerror(errno));
        if (file >= 0) close(file);
        return code;
    }
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (!is_store(entry->d_name)) continue;
        void *grown = tw_grow(*names, *count, &capacity, sizeof **names);
        if (!grown) {
            closedir(stream);
            free(*names);
            *count = 0;
            return tw_fail(error, TW_MEMORY, "out of memory");
        }
        *names = grown;
        strcpy((*names)[(*count)++], entry->d_name);
    }
    closedir(stream);
    if (*count) qsort(*names, *count, sizeof **names, by_name);
    return TW_OK;
}

static int load_all(const char *directory, const struct tw_store_problem *problem, struct tw_stores *stores,
                    struct tw_error *error)
{
    char(*names)[TW_STORE_NAME];
    size_t count;
    int place, code = open_directory(directory, false, &place, error);
    *stores = (struct tw_stores){0};
    if (code || place < 0) return code;
    code = list_files(place, &names, &count, error);
    for (size_t i = 0; i < count && !code; i++) code = read_file(place, names[i], problem, stores, error);
    if (count) free(names);
    close(place);
    if (code) tw_stores_free(stores);
    return code;
}

int tw_store_load(const char *directory, struct tw_stores *stores, struct tw_error *error)
{
    return load_all(directory, NULL, stores, error);
}

int tw_store_load_family(const char *directory, const struct tw_family *family, struct tw_stores *stores,
                         struct tw_error *error)
{
    const struct tw_store_problem any = {family, NULL};
    return load_all(directory, &any, stores, error);
}

int tw_store_load_problem(const char *directory, const struct tw_store_device *device,
                          const struct tw_family *family, const int64_t *value, struct tw_stores *stores,
                          struct tw_error *error)
{
    const struct tw_store_problem problem = {family, value};
    char name[TW_STORE_NAME];
    int place, code = open_directory(directory, false, &place, error);
    *stores = (struct tw_stores){0};
    if (code || place < 0) return code;
    code = name_of(device, name) ? read_file(place, name, &problem, stores, error)
                                 : tw_fail(error, TW_MEMORY, "out of memory");
    close(place);
    if (code) tw_stores_free(stores);
    return code;
}

/* ---- writing ---- */

/* The file, made if it is missing, as it is in the directory now and for us alone to write. */
static int open_store(int place, const char *name, int *file, off_t *size, struct tw_error *error)
{
    const int flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    const struct timespec nap = {0, 10000000};
    for (unsigned tries = 0; tries < LOCK_TRIES; tries++, nanosleep(&nap, NULL)) {
        struct stat opened, there;
        *file = openat(place, name, flags, 0600);
        if (*file < 0) return tw_fail(error, TW_IO, "cannot write wisdom: %s", strerror(errno));
        bool locked = flock(*file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        if (locked && fstat(*file, &opened) == 0) {
            bool ours = S_ISREG(opened.st_mode) && opened.st_uid == geteuid() &&
                        !(opened.st_mode & (S_IWGRP | S_IWOTH)) && opened.st_nlink <= 1;
            bool current = fstatat(place, name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
                           there.st_ino == opened.st_ino && there.st_dev == opened.st_dev;
            *size = opened.st_size;
            if (current && ours) return TW_OK;
            if (current) {
                close(*file);
                return tw_fail(error, TW_ENVIRONMENT,
                               "the wisdom file %s is not this user's alone, and is left as it is", name);
            }
        }
        close(*file);
    }
    return tw_fail(error, TW_IO, "the wisdom file %s is locked by another program", name);
}

/* All of it, or nothing of it. */
static int append(int file, off_t size, const struct tw_text *lines, struct tw_error *error)
{
    if (tw_quiet_write(file, lines->data, lines->length)) return TW_OK;
    int reason = errno;
    if (!tw_quiet_truncate(file, size)) reason = errno; /* a torn line: readers skip it */
    return tw_fail(error, TW_IO, "cannot write wisdom: %s", strerror(reason));
}

static int by_worth(const void *a, const void *b)
{
    const struct tw_store_entry *x = a, *y = b;
    bool current = tw_store_is_current(x);
    if (current != tw_store_is_current(y)) return current ? -1 : 1;
    return strcmp(y->time, x->time);
}

/* The text of what fits three quarters of the room: first what is current, and of that the newest. */
static int print_worthiest(struct tw_stores *stores, struct tw_text *text, struct tw_error *error)
{
    for (size_t i = 0; i < stores->count; i++) {
        struct tw_store *store = &stores->list[i];
        qsort(store->entries, store->count, sizeof *store->entries, by_worth);
        tw_store_print_header(&store->device, text);
        for (size_t k = 0; k < store->count && text->length < TW_STORE_BYTES / 4 * 3; k++)
            tw_store_print_entry(&store->entries[k], text);
    }
    return text->failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}

/* Replaces the file by what it says, each search once, and the entries. It is locked. */
static int rewrite(int place, const char *name, const struct tw_store_device *device,
                   const struct tw_store_entry *entries, size_t count, struct tw_error *error)
{
    struct tw_stores stores = {0};
    struct tw_text text = {0};
    int code = read_file(place, name, NULL, &stores, error);
    for (size_t i = 0; i < count && !code; i++) code = tw_stores_add(&stores, device, &entries[i], error);
    if (!code) code = print_worthiest(&stores, &text, error);
    if (!code && !tw_cache_write(place, name, &text))
        code = tw_fail(error, TW_IO, "cannot write wisdom: %s", strerror(errno));
    tw_text_free(&text);
    tw_stores_free(&stores);
    return code;
}

/* Where a writer was killed, or the disk was full, the last line has no end. */
static bool is_torn(int file, off_t size)
{
    char last = '\n';
    return size > 0 && pread(file, &last, 1, size - 1) == 1 && last != '\n';
}

static int add_lines(int place, const char *name, const struct tw_store_device *device,
                     const struct tw_store_entry *entries, size_t count, struct tw_error *error)
{
    struct tw_text lines = {0};
    int file;
    off_t size;
    int code = open_store(place, name, &file, &size, error);
    if (code) return code;
    if (is_torn(file, size)) tw_text_add_char(&lines, '\n');
    if (size == 0) tw_store_print_header(device, &lines);
    for (size_t i = 0; i < count; i++) tw_store_print_entry(&entries[i], &lines);
    if (lines.failed)
        code = tw_fail(error, TW_MEMORY, "out of memory");
    else if ((size_t)size + lines.length > TW_STORE_BYTES)
        code = rewrite(place, name, device, entries, count, error);
    else
        code = append(file, size, &lines, error);
    close(file); /* and with it the lock */
    tw_text_free(&lines);
    return code;
}

int tw_store_keep(const char *directory, const struct tw_store_device *device,
                  const struct tw_store_entry *entries, size_t count, struct tw_error *error)
{
    char name[TW_STORE_NAME];
    int place, code = open_directory(directory, true, &place, error);
    if (code) return code;
    code = name_of(device, name) ? add_lines(place, name, device, entries, count, error)
                                 : tw_fail(error, TW_MEMORY, "out of memory");
    close(place);
    return code;
}

/* ---- forgetting ---- */

/* Drops the entries that are not current; how many. */
static size_t drop_stale(struct tw_stores *stores)
{
    size_t dropped = 0;
    for (size_t i = 0; i < stores->count; i++) {
        struct tw_store *store = &stores->list[i];
        size_t kept = 0;
        for (size_t k = 0; k < store->count; k++) {
            if (tw_store_is_current(&store->entries[k])) store->entries[kept++] = store->entries[k];
        }
        dropped += store->count - kept;
        store->count = kept;
    }
    return dropped;
}

static size_t count_entries(const struct tw_stores *stores)
{
    size_t count = 0;
    for (size_t i = 0; i < stores->count; i++) count += stores->list[i].count;
    return count;
}

static int forget_file(int place, const char *name, bool stale_only, size_t *count, struct tw_error *error)
{
    struct tw_stores stores = {0};
    struct tw_text text = {0};
    int file;
    off_t size;
    int code = open_store(place, name, &file, &size, error);
    if (code) return code;
    code = read_file(place, name, NULL, &stores, error);
    size_t dropped = code ? 0 : stale_only ? drop_stale(&stores) : count_entries(&stores);
    bool empty = !stale_only || !count_entries(&stores);
    if (!code && !empty && dropped) code = print_worthiest(&stores, &text, error);
    if (!code && empty ? !tw_cache_remove(place, name)
                       : !code && dropped && !tw_cache_write(place, name, &text))
        code = tw_fail(error, TW_IO, "cannot forget %s: %s", name, strerror(errno));
    if (!code) *count += dropped;
    close(file);
    tw_text_free(&text);
    tw_stores_free(&stores);
    return code;
}

int tw_store_forget(const char *directory, bool stale_only, size_t *count, struct tw_error *error)
{
    char(*names)[TW_STORE_NAME];
    size_t files;
    int place, code = open_directory(directory, false, &place, error);
    *count = 0;
    if (code || place < 0) return code;
    code = list_files(place, &names, &files, error);
    for (size_t i = 0; i < files && !code; i++) code = forget_file(place, names[i], stale_only, count, error);
    if (files) free(names);
    close(place);
    return code;
}
