/* Folders for what a run keeps only while it lives; those of dead runs are swept up by the next. */
#include "tune/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/host.h"
#include "base/text.h"
#include "runtime/compile/cache.h"

#define PREFIX "tilewright-scratch-"
#define RANDOM "XXXXXX"

static const char *temporary(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

/*
 * name = PREFIX HOST "-" RANDOM      HOST: base/files/host.h
 */
static const char *host_of(const char *name)
{
    const char *host = name + strlen(PREFIX);
    bool is_ours = strncmp(name, PREFIX, strlen(PREFIX)) == 0 &&
                   strlen(host) == TW_HOST_DIGITS + strlen("-" RANDOM) && host[TW_HOST_DIGITS] == '-';
    return is_ours ? host : NULL;
}

/* The folder, open and locked by us, or -1: it is another's, its owner lives, or it was swept up meanwhile. */
static int take(const char *path, int wait)
{
    struct stat here, there;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return -1;
    bool own = fstat(folder, &here) == 0 && here.st_uid == geteuid();
    bool locked = own && flock(folder, LOCK_EX | wait) == 0;
    if (locked && lstat(path, &there) == 0 && here.st_ino == there.st_ino) return folder;
    close(folder);
    return -1;
}

/* Nothing but compiled kernels is ever put there. */
static void remove_folder(const char *path)
{
    struct tw_cache *cache = NULL;
    size_t entries;
    uint64_t bytes;
    if (!tw_cache_open(path, &cache, NULL)) tw_cache_clear(cache, &entries, &bytes, NULL);
    tw_cache_close(cache);
    rmdir(path);
}

struct tw_scratch_folder tw_scratch_open(void)
{
    for (unsigned tries = 0; tries < 8; tries++) {
        struct tw_text path = {0};
        char host[TW_HOST_DIGITS + 1];
        tw_host_find(host);
        tw_text_addf(&path, "%s/" PREFIX "%s-" RANDOM, temporary(), host);
        struct tw_scratch_folder scratch = {tw_text_take(&path), -1};
        bool made = scratch.path && mkdtemp(scratch.path);
        if (made) scratch.lock = take(scratch.path, 0);
        if (scratch.lock >= 0) return scratch;
        if (made) rmdir(scratch.path); /* where there are no locks, nobody would ever know that it was left */
        free(scratch.path);
    }
    return (struct tw_scratch_folder){NULL, -1};
}

void tw_scratch_close(struct tw_scratch_folder *scratch)
{
    if (!scratch->path) return;
    remove_folder(scratch->path);
    close(scratch->lock);
    free(scratch->path);
    scratch->path = NULL;
}

static void sweep_up(const char *name)
{
    struct tw_text path = {0};
    tw_text_addf(&path, "%s/%s", temporary(), name);
    struct stat status;
    bool judged =
        !path.failed && lstat(path.data, &status) == 0 && tw_host_may_judge(host_of(name), &status.st_mtim);
    int folder = judged ? take(path.data, LOCK_NB) : -1;
    if (folder >= 0) {
        remove_folder(path.data);
        close(folder);
    }
    tw_text_free(&path);
}

void tw_scratch_sweep(void)
{
    DIR *stream = opendir(temporary());
    if (!stream) return;
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (host_of(entry->d_name)) sweep_up(entry->d_name);
    }
    closedir(stream);
}
