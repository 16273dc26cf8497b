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

#include "base/text.h"
#include "runtime/compile/cache.h"

#define PREFIX "tilewright-scratch-"
#define RANDOM "XXXXXX"

static const char *temporary(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
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
        tw_text_addf(&path, "%s/" PREFIX RANDOM, temporary());
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
    int folder = path.failed ? -1 : take(path.data, LOCK_NB);
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
        const char *name = entry->d_name;
        if (strncmp(name, PREFIX, strlen(PREFIX)) == 0 && strlen(name) == strlen(PREFIX RANDOM))
            sweep_up(name);
    }
    closedir(stream);
}
