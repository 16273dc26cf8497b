/* Whole files: read up to a limit; written under another name and renamed, so none is ever seen half. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/files/place.h"
#include "base/files/quiet.h"

#define WAITS 2000u /* of a millisecond each: as long as another program is waited for */

/* A file that is being read, and how much of it may be. */
struct source {
    int file;
    const char *path; /* "<stdin>" for standard input */
    size_t bytes, line;
    bool cut;   /* what is beyond `bytes` is left there: no error                              */
    bool waits; /* opened by name: it may never give anything                                  */
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
    source->waits = true;
    if (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode)) return TW_OK;
    if (S_ISDIR(status.st_mode)) return fail(source, error, strerror(EISDIR));
    return fail(source, error, "it is a device, not a file");
}

/* Waits for a millisecond, if one is left. */
static bool wait_on(unsigned *left)
{
    if (!*left) return false;
    --*left;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return true;
}

/* What read() says; what says nothing for too long ends with ETIMEDOUT. */
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

#define CHUNK 65536u

static int read_chunks(const struct source *source, char chunk[CHUNK], struct tw_text *text,
                       struct tw_error *error)
{
    size_t start = text->length;
    unsigned left_waits = WAITS; /* for what is ready, says poll(), and yet gives nothing */
    int code = TW_OK;
    tw_text_add_bytes(text, "", 0);
    while (!code) {
        size_t left = source->bytes - (text->length - start);
        ssize_t got = read_some(source, chunk, source->cut && left < CHUNK ? left : CHUNK);
        if (got == 0) break;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN && (!source->waits || wait_on(&left_waits))) continue;
        if (got < 0 && errno == ETIMEDOUT)
            return tw_fail_at(error, TW_INPUT, source->path, 0, 0, "it gave nothing for %u seconds",
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

static int read_all(const struct source *source, struct tw_text *text, struct tw_error *error)
{
    char *chunk = malloc(CHUNK);
    if (!chunk) tw_text_fail(text);
    int code = chunk ? read_chunks(source, chunk, text, error) : check_size(source, text, 0, error);
    free(chunk);
    return code;
}

static int read_named(struct source *source, struct tw_text *text, struct tw_error *error)
{
    int code = check_kind(source, error);
    return code ? code : read_all(source, text, error);
}

/* The file to read and its bounds are in `source`; opens it if it is not standard input. */
static int read_source(const char *path, struct source source, struct tw_text *text, struct tw_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    source.path = standard ? "<stdin>" : path;
    /* not blocking: a pipe that nobody writes to would hold us here */
    source.file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (source.file < 0) return tw_fail_at(error, TW_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
    int code = standard ? read_all(&source, text, error) : read_named(&source, text, error);
    if (!standard) close(source.file);
    return code;
}

int tw_file_read(const char *path, struct tw_text *text, struct tw_error *error)
{
    return read_source(path, (struct source){.bytes = TW_FILE_LIMIT}, text, error);
}

int tw_file_read_open(int file, const char *path, struct tw_text *text, struct tw_error *error)
{
    return read_named(&(struct source){.file = file, .path = path, .bytes = TW_FILE_LIMIT}, text, error);
}

int tw_file_read_lines(const char *path, struct tw_text *text, struct tw_error *error)
{
    return read_source(path, (struct source){.bytes = TW_LINES_LIMIT, .line = TW_LINE_LIMIT}, text, error);
}

int tw_file_read_head(const char *path, size_t count, struct tw_text *text, struct tw_error *error)
{
    return read_source(path, (struct source){.bytes = count, .cut = true}, text, error);
}

/* Whether the file is this user's, and has no other name, which would be written to as well. */
static bool is_own_file(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
           status.st_nlink == 1;
}

/* Where there are no locks, two at once are not kept apart. */
static bool lock_file(int file, unsigned *left)
{
    while (flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EINTR && errno != EWOULDBLOCK) return true;
        if (!wait_on(left)) return false;
    }
    return true;
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
 * take the same. No other user may open it, as whoever has it open can lock it; errno is EWOULDBLOCK when
 * somebody holds the lock all the same.
 */
static int open_part(const char *part)
{
    for (unsigned left = WAITS;;) {
        int file = open(part, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
        if (file < 0) return -1;
        bool own = is_own_file(file), locked = own && lock_file(file, &left);
        bool current = is_current(file, part); /* not when it was another's, who has just renamed it */
        if (locked && current && ftruncate(file, 0) == 0) {
            fchmod(file, 0600); /* a killed writer may have come as far as to open it to others */
            return file;
        }
        close(file);
        errno = own && !locked ? EWOULDBLOCK : EEXIST;
        if (current || !wait_on(&left)) return -1;
    }
}

const char *tw_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Asked of the system, as umask() can only be asked by changing it, for all threads. */
mode_t tw_file_new_mode(void)
{
    struct tw_text status = {0};
    unsigned long mask = 077; /* when nothing tells */
    if (tw_file_read_head("/proc/self/status", 4096, &status, NULL) == TW_OK) {
        const char *line = strstr(status.data, "\nUmask:");
        if (line) mask = strtoul(line + strlen("\nUmask:"), NULL, 8);
    }
    tw_text_free(&status);
    return 0666 & ~(mode_t)mask;
}

/* Returns the mode of the file which is replaced, or of a new one. */
static mode_t mode_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? status.st_mode & 0777 : tw_file_new_mode();
}

/* Some file systems tell what went wrong with a write when the file is closed; but with it would go the lock. */
static bool is_flushed(int file)
{
    int same = dup(file);
    return same >= 0 && close(same) == 0;
}

/* All that happens to a part file before it gets its name. Where files have no modes, none is given. */
static bool fill_part(int file, const void *bytes, size_t count, bool durable, mode_t mode)
{
    if (!tw_quiet_write(file, bytes, count)) return false;
    fchmod(file, mode);
    return (!durable || fsync(file) == 0) && is_flushed(file);
}

/* A file that is written, but has not its name yet. */
struct part {
    const char *path; /* as the caller named it */
    char *target;     /* the name it shall have */
    char *name;       /* the name it has        */
    int file;
};

/* Takes over the target; leaves nothing behind when it fails. */
static int make_part(const struct tw_file_bytes *file, char *target, bool durable, struct part *part,
                     struct tw_error *error)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "%s" TW_FILE_PART, target);
    *part = (struct part){file->path, target, tw_text_take(&text), -1};
    if (!part->name) {
        free(part->target);
        return tw_fail_at(error, TW_MEMORY, file->path, 0, 0, "out of memory");
    }
    part->file = open_part(part->name);
    if (part->file >= 0 && fill_part(part->file, file->bytes, file->count, durable, mode_of(target)))
        return TW_OK;
    int code = part->file >= 0
                   ? tw_fail_at(error, TW_IO, file->path, 0, 0, "cannot write: %s", strerror(errno))
                   : tw_fail_at(error, TW_IO, file->path, 0, 0, "cannot create %s: %s", part->name,
                                errno == EWOULDBLOCK ? "another program is writing it" : strerror(errno));
    if (part->file >= 0) {
        unlink(part->name);
        close(part->file);
    }
    free(part->target);
    free(part->name);
    return code;
}

/* Gives the part its name; or, `wanted` false, takes it away. */
static int end_part(struct part *part, bool wanted, struct tw_error *error)
{
    int code = TW_OK;
    if (wanted && rename(part->name, part->target) != 0)
        code = tw_fail_at(error, TW_IO, part->path, 0, 0, "cannot write: %s", strerror(errno));
    if (!wanted || code) unlink(part->name);
    if (part->file >= 0) close(part->file);
    free(part->target);
    free(part->name);
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

/* Not waiting in open() for a pipe's reader, who may never come; waiting for it in write(), as everybody does. */
static int open_sink(const char *path)
{
    int file = -1;
    for (unsigned left = WAITS; file < 0;) {
        file = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
        if (file < 0 && (errno != ENXIO || !wait_on(&left))) return -1;
    }
    int flags = fcntl(file, F_GETFL);
    if (flags >= 0 && fcntl(file, F_SETFL, flags & ~O_NONBLOCK) == 0) return file;
    close(file);
    return -1;
}

static int write_open(int file, const struct tw_file_bytes *bytes, struct tw_error *error)
{
    if (tw_quiet_write(file, bytes->bytes, bytes->count) && is_flushed(file)) return TW_OK;
    return tw_fail_at(error, TW_IO, bytes->path, 0, 0, "cannot write: %s", strerror(errno));
}

static int write_sink(const char *name, const struct tw_file_bytes *bytes, struct tw_error *error)
{
    int file = open_sink(name);
    if (file < 0)
        return tw_fail_at(error, TW_IO, bytes->path, 0, 0, "cannot write: %s",
                          errno == ENXIO ? "nobody reads it" : strerror(errno));
    int code = write_open(file, bytes, error);
    close(file);
    return code;
}

static int replace_file(char *name, const struct tw_file_bytes *file, bool durable, struct tw_error *error)
{
    struct part part;
    int code = make_part(file, name, durable, &part, error);
    return code ? code : end_part(&part, true, error);
}

static int write_file(const struct tw_file_bytes *file, bool durable, struct tw_error *error)
{
    struct tw_file_place place;
    struct stat status;
    int code = tw_file_place_find(file->path, &place, error);
    if (code) return code;
    bool there = place.open < 0 && stat(place.name, &status) == 0;
    if (place.open < 0 && !(there && !S_ISREG(status.st_mode)))
        return replace_file(place.name, file, durable, error);
    if (there && S_ISDIR(status.st_mode))
        code = tw_fail_at(error, TW_IO, file->path, 0, 0, "cannot be written: it is a folder");
    else
        code = there ? write_sink(place.name, file, error) : write_open(place.open, file, error);
    free(place.name);
    return code;
}

int tw_file_write(const char *path, const void *bytes, size_t count, struct tw_error *error)
{
    return write_file(&(struct tw_file_bytes){path, bytes, count}, false, error);
}

int tw_file_write_durably(const char *path, const void *bytes, size_t count, struct tw_error *error)
{
    return write_file(&(struct tw_file_bytes){path, bytes, count}, true, error);
}

/* Files are written beside their names, so it is the folder that must take them. */
static int try_folder(const char *path, const char *name, struct tw_error *error)
{
    struct tw_text folder = {0};
    size_t length = (size_t)(tw_file_name(name) - name);
    if (length > 1) length--; /* the slash, but not the root's */
    tw_text_add_bytes(&folder, length ? name : ".", length ? length : 1);
    int code = folder.failed ? tw_fail_at(error, TW_MEMORY, path, 0, 0, "out of memory") : TW_OK;
    if (!code && access(folder.data, W_OK | X_OK) != 0) {
        code = tw_fail_at(error, TW_IO, path, 0, 0,
                          errno == ENOENT ? "cannot be written: there is no folder %s"
                                          : "cannot be written: folder %s: %s",
                          folder.data, strerror(errno));
    }
    tw_text_free(&folder);
    return code;
}

int tw_file_try(const char *path, struct tw_error *error)
{
    struct tw_file_place place;
    struct stat status;
    int code = tw_file_place_find(path, &place, error);
    if (code) return code;
    bool there = place.open < 0 && stat(place.name, &status) == 0;
    if (there && S_ISDIR(status.st_mode))
        code = tw_fail_at(error, TW_IO, path, 0, 0, "cannot be written: it is a folder");
    else if (place.open < 0 && (!there || S_ISREG(status.st_mode)))
        code = try_folder(path, place.name, error);
    free(place.name);
    return code;
}

/* A regular file, or nothing: what a file may take the place of that is one of several. */
static int check_regular(const char *path, struct tw_error *error)
{
    struct stat status;
    if (stat(path, &status) == 0) {
        if (S_ISREG(status.st_mode)) return TW_OK;
        return tw_fail_at(error, TW_INPUT, path, 0, 0,
                          S_ISDIR(status.st_mode) ? "is a folder"
                                                  : "is a pipe or a device, and is not replaced by a file");
    }
    if (errno == ELOOP) return tw_fail_at(error, TW_INPUT, path, 0, 0, "is a link that leads in a circle");
    if (lstat(path, &status) != 0) return TW_OK;
    return tw_fail_at(error, TW_INPUT, path, 0, 0, "is a link to nothing, and is not replaced by a file");
}

static int make_part_of(const struct tw_file_bytes *file, struct part *part, struct tw_error *error)
{
    struct tw_file_place place;
    int code = check_regular(file->path, error);
    if (!code) code = tw_file_place_find(file->path, &place, error);
    return code ? code : make_part(file, place.name, false, part, error);
}

int tw_files_write(const struct tw_file_bytes *files, size_t count, struct tw_error *error)
{
    struct part *parts = calloc(count ? count : 1, sizeof *parts);
    size_t made = 0;
    int code = parts ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (; made < count && !code; made += !code) {
        code = make_part_of(&files[made], &parts[made], error);
        if (code) break;
        close(parts[made].file); /* there may be more than a process may have open */
        parts[made].file = -1;
    }
    for (size_t i = 0; i < made; i++) {
        int ended = end_part(&parts[i], !code, code ? NULL : error);
        if (!code) code = ended;
    }
    free(parts);
    return code;
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
