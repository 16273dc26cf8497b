/* Whole files: read up to a limit; written under another name and renamed, so none is ever seen half. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PART_TRIES 64u /* to be the next of those who write the same file */

int tw_file_read_open(int file, const char *path, size_t limit, struct tw_text *text, struct tw_error *error)
{
    char chunk[65536];
    size_t start = text->length;
    for (;;) {
        ssize_t got = read(file, chunk, sizeof chunk);
        if (got == 0) break;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return tw_fail_at(error, TW_INPUT, path, 0, 0, "cannot read: %s", strerror(errno));
        if (text->length - start + (size_t)got > limit) {
            return tw_fail_at(error, TW_INPUT, path, 0, 0, "file is larger than %zu MiB", limit >> 20);
        }
        tw_text_add_bytes(text, chunk, (size_t)got);
    }
    tw_text_add_bytes(text, "", 0);
    if (text->failed) return tw_fail_at(error, TW_MEMORY, path, 0, 0, "out of memory while reading");
    return TW_OK;
}

int tw_file_read_limited(const char *path, size_t limit, struct tw_text *text, struct tw_error *error)
{
    if (strcmp(path, "-") == 0) return tw_file_read_open(STDIN_FILENO, "<stdin>", limit, text, error);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return tw_fail_at(error, TW_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
    int code = tw_file_read_open(file, path, limit, text, error);
    close(file);
    return code;
}

int tw_file_read(const char *path, struct tw_text *text, struct tw_error *error)
{
    return tw_file_read_limited(path, TW_FILE_LIMIT, text, error);
}

static bool write_all(int file, const char *bytes, size_t count, bool durable)
{
    while (count) {
        ssize_t put = write(file, bytes, count);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes += put;
        count -= (size_t)put;
    }
    return !durable || fsync(file) == 0;
}

/* Of this user, and under no other name, which would be written to as well. */
static bool is_own_file(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
           status.st_nlink == 1;
}

/* The path may name another file since this one was opened, or none. */
static bool is_current(int file, const char *path)
{
    struct stat here, there;
    return fstat(file, &here) == 0 && lstat(path, &there) == 0 && here.st_dev == there.st_dev &&
           here.st_ino == there.st_ino;
}

/*
 * The file that is written before it takes another's name, for us alone: its name is always the same, so that
 * the next writer takes over what a killed one left, and locked while its writer lives, so that two do not
 * take the same. Where there are no locks, two at once are not kept apart.
 */
static int open_part(const char *part)
{
    for (unsigned tries = 0; tries < PART_TRIES; tries++) {
        int file = open(part, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (file < 0) return -1;
        while (flock(file, LOCK_EX) != 0 && errno == EINTR) {
        }
        bool current = is_current(file, part); /* not when it was another's, who has just renamed it */
        if (current && is_own_file(file) && ftruncate(file, 0) == 0) return file;
        close(file);
        errno = EEXIST;
        if (current) return -1;
    }
    return -1;
}

/* Some file systems tell what went wrong with a write when the file is closed; but with it would go the lock. */
static bool is_flushed(int file)
{
    int same = dup(file);
    return same >= 0 && close(same) == 0;
}

static int replace_file(const char *path, const void *bytes, size_t count, bool durable,
                        struct tw_error *error)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "%s" TW_FILE_PART, path);
    char *part = tw_text_take(&text);
    if (!part) return tw_fail_at(error, TW_MEMORY, path, 0, 0, "out of memory");
    int file = open_part(part), code = TW_OK;
    if (file < 0) {
        code = tw_fail_at(error, TW_IO, path, 0, 0, "cannot create %s: %s", part, strerror(errno));
    } else if (!write_all(file, bytes, count, durable) || !is_flushed(file) || rename(part, path) != 0) {
        code = tw_fail_at(error, TW_IO, path, 0, 0, "cannot write: %s", strerror(errno));
        unlink(part);
    }
    if (file >= 0) close(file);
    free(part);
    return code;
}

static bool make_one(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0) return true;
    int reason = errno;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return true;
    errno = reason;
    return false;
}

int tw_file_write(const char *path, const void *bytes, size_t count, struct tw_error *error)
{
    return replace_file(path, bytes, count, false, error);
}

int tw_file_write_durably(const char *path, const void *bytes, size_t count, struct tw_error *error)
{
    return replace_file(path, bytes, count, true, error);
}

int tw_directory_make(const char *path, struct tw_error *error)
{
    char *copy = strdup(path);
    if (!copy) return tw_fail_at(error, TW_MEMORY, path, 0, 0, "out of memory");
    bool made = true;
    for (char *slash = copy + 1; made && *copy && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        made = make_one(copy);
        *slash = '/';
    }
    made = made && make_one(copy);
    int code =
        made ? TW_OK : tw_fail_at(error, TW_IO, path, 0, 0, "cannot make the directory: %s", strerror(errno));
    free(copy);
    return code;
}
