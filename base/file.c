#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that is being read, and how much of it may be. */
struct source {
    int file;
    const char *path; /* "<stdin>" for standard input */
    size_t bytes, line;
    bool cut;   /* what is beyond `bytes` is left there: no error                              */
    bool waits; /* a pipe opened by name: it may never give anything                           */
};

static int fail(const struct source *source, struct tw_error *error, const char *why)
{
    return tw_fail_at(error, TW_INPUT, source->path, 0, 0, "cannot read: %s", why);
}

/* Fails for what has no end, or is no file. */
static int check_kind(struct source *source, struct tw_error *error)
{
    struct stat status;
    if (fstat(source->file, &status) != 0) return fail(source, error, strerror(errno));
    source->waits = S_ISFIFO(status.st_mode);
    if (S_ISREG(status.st_mode) || source->waits) return TW_OK;
    if (S_ISDIR(status.st_mode)) return fail(source, error, strerror(EISDIR));
    return fail(source, error, "it is a device, not a file");
}

/* What read() says; a pipe that says nothing for too long ends with ETIMEDOUT. */
static ssize_t read_some(const struct source *source, char *chunk, size_t room)
{
    struct pollfd ready = {.fd = source->file, .events = POLLIN};
    int polled = poll(&ready, 1, source->waits ? (int)TW_FILE_SECONDS * 1000 : -1);
    if (polled > 0) return read(source->file, chunk, room);
    if (polled == 0) errno = ETIMEDOUT;
    return -1;
}

/* The bytes behind the last newline of *text, from `start` on. */
static size_t line_length(const struct tw_text *text, size_t start)
{
    const char *from = text->data + start, *newline = memrchr(from, '\n', text->length - start);
    return text->length - start - (newline ? (size_t)(newline - from) + 1 : 0);
}

/* Fails when more was read than is allowed. */
static int check_size(const struct source *source, const struct tw_text *text, size_t start,
                      struct tw_error *error)
{
    if (text->failed) return tw_fail_at(error, TW_MEMORY, source->path, 0, 0, "out of memory while reading");
    if (text->length - start > source->bytes)
        return tw_fail_at(error, TW_INPUT, source->path, 0, 0, "file is larger than %zu MiB",
                          source->bytes >> 20);
    if (source->line && line_length(text, start) > source->line)
        return tw_fail_at(error, TW_INPUT, source->path, 0, 0, "a line of it is longer than %zu MiB",
                          source->line >> 20);
    return TW_OK;
}

/* Whether the text may be objects of JSON, one in a line, by what has come of the first. */
static bool begins_object(const char *text, const char *end)
{
    text += strspn(text, " \t\r");
    if (*text != '{') return false;
    while ((unsigned char)*text >= 0x20 || *text == '\t' || *text == '\r') text++;
    return text == end || *text == '\n';
}

static int read_all(const struct source *source, struct tw_text *text, struct tw_error *error)
{
    char chunk[65536];
    size_t start = text->length;
    int code = TW_OK;
    tw_text_add_bytes(text, "", 0);
    while (!code) {
        size_t left = source->bytes - (text->length - start);
        ssize_t got = read_some(source, chunk, source->cut && left < sizeof chunk ? left : sizeof chunk);
        if (got == 0) break;
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0 && errno == ETIMEDOUT)
            return tw_fail_at(error, TW_INPUT, source->path, 0, 0, "a pipe that gave nothing for %u seconds",
                              TW_FILE_SECONDS);
        if (got < 0) return fail(source, error, strerror(errno));
        tw_text_add_bytes(text, chunk, (size_t)got);
        code = check_size(source, text, start, error);
        bool worth_more =
            !source->line || text->failed || begins_object(text->data + start, text->data + text->length);
        if (!worth_more) break;
    }
    return code ? code : check_size(source, text, start, error);
}

/* The file to read and its bounds are in `source`; opens it if it is not standard input. */
static int read_source(const char *path, struct source source, struct tw_text *text, struct tw_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    source.path = standard ? "<stdin>" : path;
    /* not blocking: a pipe that nobody writes to would hold us here */
    source.file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (source.file < 0) return tw_fail_at(error, TW_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
    int code = standard ? TW_OK : check_kind(&source, error);
    if (!code) code = read_all(&source, text, error);
    if (!standard) close(source.file);
    return code;
}

int tw_file_read(const char *path, struct tw_text *text, struct tw_error *error)
{
    return read_source(path, (struct source){.bytes = TW_FILE_LIMIT}, text, error);
}

int tw_file_read_lines(const char *path, struct tw_text *text, struct tw_error *error)
{
    return read_source(path, (struct source){.bytes = TW_LINES_LIMIT, .line = TW_LINE_LIMIT}, text, error);
}

int tw_file_read_head(const char *path, size_t count, struct tw_text *text, struct tw_error *error)
{
    return read_source(path, (struct source){.bytes = count, .cut = true}, text, error);
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
