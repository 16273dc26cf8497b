/* Whole files: read up to a limit; written under another name and renamed, so none is ever seen half. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int read_all(int file, const char *path, size_t limit, struct tw_text *text, struct tw_error *error)
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
    if (strcmp(path, "-") == 0) return read_all(STDIN_FILENO, "<stdin>", limit, text, error);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return tw_fail_at(error, TW_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
    int code = read_all(file, path, limit, text, error);
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

static mode_t default_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static int replace_file(const char *path, const void *bytes, size_t count, bool durable,
                        struct tw_error *error)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "%s.XXXXXX", path);
    char *temporary = tw_text_take(&text);
    if (!temporary) return tw_fail_at(error, TW_MEMORY, path, 0, 0, "out of memory");
    int file = mkstemp(temporary), code = TW_OK;
    if (file < 0) {
        code = tw_fail_at(error, TW_IO, path, 0, 0, "cannot create: %s", strerror(errno));
        free(temporary);
        return code;
    }
    bool written = fchmod(file, default_mode()) == 0 && write_all(file, bytes, count, durable);
    int reason = errno;
    if (close(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && rename(temporary, path) != 0) {
        written = false;
        reason = errno;
    }
    if (!written) {
        unlink(temporary);
        code = tw_fail_at(error, TW_IO, path, 0, 0, "cannot write: %s", strerror(reason));
    }
    free(temporary);
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
