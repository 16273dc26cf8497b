/* Which directories and files others cannot have changed, walked name by name from an open directory. */
#include "runtime/compile/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_LINKS 8u /* on one way: what POSIX promises (_POSIX_SYMLOOP_MAX) */

/* Where there are access control lists, the group's bits are the most that any of them allows: acl(5). */
#define WRITABLE_BY_OTHERS (S_IWGRP | S_IWOTH)

static bool is_ours(uid_t owner)
{
    return owner == geteuid() || owner == 0;
}

/* ---- the way to a directory ---- */

struct way {
    int at;       /* the directory reached, open             */
    bool make;    /* what is missing                         */
    bool missing; /* the next name is not there: the way ends */
    unsigned links;
    struct tw_error *error;
};

/* What an open file is called, for messages. */
static void name_place(int place, char name[PATH_MAX])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", place);
    ssize_t length = readlink(link, name, PATH_MAX - 1);
    name[length > 0 ? length : 0] = '\0';
}

static int distrust_owner(int place, uid_t owner, struct tw_error *error)
{
    char name[PATH_MAX];
    name_place(place, name);
    return tw_fail(error, TW_ENVIRONMENT, "'%s' belongs to user %u, neither you nor root", name,
                   (unsigned)owner);
}

static int distrust_mode(int place, mode_t mode, struct tw_error *error)
{
    char name[PATH_MAX];
    name_place(place, name);
    return tw_fail(error, TW_ENVIRONMENT,
                   "'%s' may be written to by others (mode %04o; chmod go-w ends that)", name,
                   (unsigned)mode & 07777u);
}

static int cannot(const struct way *way, int reason)
{
    return tw_fail(way->error, TW_IO, "%s", strerror(reason));
}

static int check_directory(int place, const struct stat *status, const struct way *way)
{
    if (!S_ISDIR(status->st_mode)) return cannot(way, ENOTDIR);
    if (!is_ours(status->st_uid)) return distrust_owner(place, status->st_uid, way->error);
    bool open_to_others = status->st_mode & WRITABLE_BY_OTHERS && !(status->st_mode & S_ISVTX);
    return open_to_others ? distrust_mode(place, status->st_mode, way->error) : TW_OK;
}

/* Goes on from `next`, just opened, when that is a directory to be trusted. */
static int move(struct way *way, int next)
{
    struct stat status;
    if (next < 0 || fstat(next, &status) != 0) return cannot(way, errno);
    int code = check_directory(next, &status, way);
    if (code) {
        close(next);
        return code;
    }
    if (way->at >= 0) close(way->at);
    way->at = next;
    return TW_OK;
}

static int open_name(const struct way *way, const char *name)
{
    const int flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
    int next = openat(way->at, name, flags);
    if (next >= 0 || errno != ENOENT || !way->make) return next;
    if (mkdirat(way->at, name, 0700) != 0 && errno != EEXIST) return -1;
    return openat(way->at, name, flags);
}

static int follow(struct way *way, const char *path);

/* Goes where the open link leads, and closes it. Only its owner can change a link, whatever its mode says. */
static int follow_link(struct way *way, int link, uid_t owner)
{
    char target[PATH_MAX];
    int code = is_ours(owner) ? TW_OK : distrust_owner(link, owner, way->error);
    ssize_t length = readlinkat(link, "", target, sizeof target - 1);
    int reason = length < 0 ? errno : ELOOP;
    close(link);
    if (code) return code;
    if (length < 0 || ++way->links > MAX_LINKS) return cannot(way, reason);
    target[length] = '\0';
    return follow(way, target);
}

static int enter(struct way *way, const char *name)
{
    struct stat status;
    int next = open_name(way, name);
    way->missing = next < 0 && errno == ENOENT && !way->make;
    if (way->missing) return TW_OK;
    if (next >= 0 && fstat(next, &status) == 0 && S_ISLNK(status.st_mode))
        return follow_link(way, next, status.st_uid);
    return move(way, next);
}

/* path = [ "/" ] { name "/" } [ name ], where a "/" may be several: name by name, from the root or from where
 * the way is. */
static int follow(struct way *way, const char *path)
{
    int code = *path == '/' ? move(way, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)) : TW_OK;
    while (!code && !way->missing && *(path += strspn(path, "/"))) {
        char name[NAME_MAX + 1];
        size_t length = strcspn(path, "/");
        if (length > NAME_MAX) return cannot(way, ENAMETOOLONG);
        memcpy(name, path, length);
        name[length] = '\0';
        code = enter(way, name);
        path += length;
    }
    return code;
}

/* At the end of the way nobody else may even add a file: sticky is not enough. */
static int check_end(const struct way *way)
{
    struct stat status;
    if (fstat(way->at, &status) != 0) return cannot(way, errno);
    return status.st_mode & WRITABLE_BY_OTHERS ? distrust_mode(way->at, status.st_mode, way->error) : TW_OK;
}

int tw_trusted_directory(const char *path, bool make, int *directory, struct tw_error *error)
{
    struct way way = {.at = -1, .make = make, .error = error};
    char here[PATH_MAX];
    int code = TW_OK;
    if (*path != '/') code = getcwd(here, sizeof here) ? follow(&way, here) : cannot(&way, errno);
    if (!code) code = follow(&way, path);
    if (!code && !way.missing) code = check_end(&way);
    *directory = code || way.missing ? -1 : way.at;
    if (*directory < 0 && way.at >= 0) close(way.at);
    return code;
}

/* ---- a file ---- */

int tw_trusted_file(int directory, const char *name)
{
    struct stat status;
    int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return -1;
    bool trusted = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && is_ours(status.st_uid) &&
                   !(status.st_mode & WRITABLE_BY_OTHERS);
    if (trusted) return file;
    close(file);
    return -1;
}
