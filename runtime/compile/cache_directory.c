/* Files of the cache: written under a name of their own and renamed, read, listed, trimmed, tidied up. */
#include "runtime/compile/cache_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/files/host.h"
#include "base/files/quiet.h"
#include "base/grow.h"
#include "base/hash.h"
#include "runtime/compile/trust.h"

/*
 * name = HASH ".kernel"                      HASH: 32 hexadecimal digits
 * note = HASH ".note"
 * part = HASH "." random [ "-" HOST ] ".part"  random: 16 hexadecimal digits, so that no two writers share a file; HOST: the writer's
 *                                              (base/files/host.h), which older versions do not name
 */
#define HEX           "0123456789abcdef"
#define KERNEL_SUFFIX ".kernel"
#define NOTE_SUFFIX   ".note"
#define PART_SUFFIX   ".part"
#define RANDOM_DIGITS 16u

void tw_cache_name(const struct tw_text *key, char name[TW_CACHE_NAME])
{
    char hash[TW_HASH_DIGITS + 1];
    tw_hash_text(tw_text_string(key), key->length, hash);
    snprintf(name, TW_CACHE_NAME, "%s" KERNEL_SUFFIX, hash);
}

void tw_cache_note_name(const struct tw_text *key, char name[TW_CACHE_NAME])
{
    char hash[TW_HASH_DIGITS + 1];
    tw_hash_text(tw_text_string(key), key->length, hash);
    snprintf(name, TW_CACHE_NAME, "%s" NOTE_SUFFIX, hash);
}

static bool is_kernel(const char *name)
{
    return strspn(name, HEX) == TW_HASH_DIGITS && strcmp(name + TW_HASH_DIGITS, KERNEL_SUFFIX) == 0;
}

/* *host: its digits, or NULL: it names none. */
static bool is_part(const char *name, const char **host)
{
    *host = NULL;
    if (strspn(name, HEX) != TW_HASH_DIGITS || name[TW_HASH_DIGITS] != '.') return false;
    const char *random = name + TW_HASH_DIGITS + 1, *end = random + RANDOM_DIGITS;
    if (strspn(random, HEX) != RANDOM_DIGITS) return false;
    if (*end == '-' && strspn(end + 1, HEX) == TW_HOST_DIGITS) *host = end + 1;
    return strcmp(*host ? *host + TW_HOST_DIGITS : end, PART_SUFFIX) == 0;
}

/* ---- one file ---- */

/*
 * A new file that is ours: locked until it is closed or its writer dies, so that whoever can take the lock knows that the writer is
 * dead; for no other user to open until it is written, who could lock it first. One who tidies up may be faster than our lock and
 * remove the file: then it has no link left.
 */
static int open_part(int directory, const char *part)
{
    for (unsigned tries = 0; tries < 8; tries++) {
        struct stat status;
        int file = openat(directory, part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0) return -1;
        flock(file, LOCK_EX); /* where there are no locks, nobody tidies up either */
        if (fstat(file, &status) == 0 && status.st_nlink > 0) return file;
        close(file);
    }
    return -1;
}

/* Nothing is flushed to the disk: what a power failure leaves of the file, the checksum refuses. */
static bool write_part(int directory, const char *part, const char *name, const struct tw_text *text)
{
    int file = open_part(directory, part);
    if (file < 0) return false;
    bool written = tw_quiet_write(file, text->data, text->length);
    if (written) fchmod(file, tw_file_new_mode() & 0644);
    written = written && renameat(directory, part, directory, name) == 0;
    if (!written) unlinkat(directory, part, 0);
    close(file);
    return written;
}

bool tw_cache_write(int directory, const char *name, const struct tw_text *file)
{
    char part[TW_HASH_DIGITS + RANDOM_DIGITS + TW_HOST_DIGITS + sizeof PART_SUFFIX + 2];
    char host[TW_HOST_DIGITS + 1];
    unsigned long long random;
    if (file->failed || getrandom(&random, sizeof random, 0) != sizeof random) return false;
    tw_host_find(host);
    snprintf(part, sizeof part, "%.*s.%016llx-%s" PART_SUFFIX, (int)TW_HASH_DIGITS, name, random, host);
    return write_part(directory, part, name, file);
}

bool tw_cache_read(int directory, const char *name, bool touch, struct tw_text *text)
{
    struct stat status;
    int file = tw_trusted_file(directory, name);
    if (file < 0) return false;
    bool read = tw_file_read_open(file, name, text, NULL) == TW_OK;
    if (read && touch && fstat(file, &status) == 0 && status.st_nlink == 1)
        futimens(file, NULL); /* fails where the directory is only read */
    close(file);
    return read;
}

bool tw_cache_remove(int directory, const char *name)
{
    return unlinkat(directory, name, 0) == 0 || errno == ENOENT;
}

/* ---- all files ---- */

static int later_first(const void *a, const void *b)
{
    const struct tw_cache_file *one = a, *other = b;
    const struct timespec *x = &one->used, *y = &other->used;
    if (x->tv_sec != y->tv_sec) return x->tv_sec > y->tv_sec ? -1 : 1;
    if (x->tv_nsec != y->tv_nsec) return x->tv_nsec > y->tv_nsec ? -1 : 1;
    return strcmp(one->name, other->name);
}

static bool add_file(struct tw_cache_files *files, size_t *capacity, const char *name,
                     const struct stat *status)
{
    struct tw_cache_file *moved = tw_grow(files->files, files->count, capacity, sizeof *moved);
    if (!moved) return false;
    files->files = moved;
    struct tw_cache_file *file = &files->files[files->count++];
    *file = (struct tw_cache_file){.bytes = (uint64_t)status->st_size, .used = status->st_mtim};
    memcpy(file->name, name, TW_CACHE_NAME);
    files->bytes += file->bytes;
    return true;
}

static DIR *open_stream(int directory)
{
    int file = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = file >= 0 ? fdopendir(file) : NULL;
    if (file >= 0 && !stream) close(file);
    return stream;
}

int tw_cache_scan(int directory, struct tw_cache_files *files, struct tw_error *error)
{
    *files = (struct tw_cache_files){0};
    DIR *stream = open_stream(directory);
    if (!stream) return tw_fail(error, TW_IO, "cannot list the cache: %s", strerror(errno));
    size_t capacity = 0;
    bool added = true;
    for (struct dirent *entry; added && (entry = readdir(stream));) {
        struct stat status;
        if (!is_kernel(entry->d_name)) continue;
        if (fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue; /* just removed */
        if (S_ISREG(status.st_mode)) added = add_file(files, &capacity, entry->d_name, &status);
    }
    closedir(stream);
    if (!added) {
        free(files->files);
        *files = (struct tw_cache_files){0};
        return tw_fail(error, TW_MEMORY, "out of memory");
    }
    if (files->count) qsort(files->files, files->count, sizeof *files->files, later_first);
    return TW_OK;
}

/* A living writer that has not locked its new file yet loses it by this: open_part makes another. NFS locks what is open for writing. */
static void remove_if_dead(int directory, const char *name, const char *host)
{
    struct stat status;
    int file = openat(directory, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return;
    bool own = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid();
    if (own && host) own = tw_host_may_judge(host, &status.st_mtim);
    if (own && flock(file, LOCK_EX | LOCK_NB) == 0) unlinkat(directory, name, 0);
    close(file);
}

void tw_cache_remove_dead(int directory)
{
    DIR *stream = open_stream(directory);
    if (!stream) return;
    for (struct dirent *entry; (entry = readdir(stream));) {
        const char *host;
        if (is_part(entry->d_name, &host)) remove_if_dead(directory, entry->d_name, host);
    }
    closedir(stream);
}

uint64_t tw_cache_trim(int directory, uint64_t limit)
{
    struct tw_cache_files files;
    if (tw_cache_scan(directory, &files, NULL)) return 0;
    uint64_t left = files.bytes, room = left > limit ? limit - limit / 16 : limit;
    for (size_t i = files.count; i > 0 && left > room; i--) {
        if (tw_cache_remove(directory, files.files[i - 1].name)) left -= files.files[i - 1].bytes;
    }
    free(files.files);
    return left;
}
