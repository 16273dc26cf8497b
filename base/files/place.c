/* Links are followed one by one, as one of them may be a descriptor of this process, or the last lead to nothing. */
#include "base/files/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

#define MOST_LINKS 40u /* as the system follows */

/* The folder of the name without links and "..". NULL: there is none, or no memory for its name (ENOMEM). */
static char *folder_of(const char *name)
{
    struct tw_text text = {0};
    tw_text_add_bytes(&text, name, (size_t)(tw_file_name(name) - name));
    if (!text.length) tw_text_add(&text, ".");
    if (text.failed) errno = ENOMEM;
    char *folder = text.failed ? NULL : realpath(text.data, NULL);
    int reason = errno;
    tw_text_free(&text);
    errno = reason;
    return folder;
}

/* N where the folder is /proc/PID/fd of this process and it has N open for writing, else -1. */
static int descriptor_of(const char *folder, const char *number)
{
    char own[32], *end;
    snprintf(own, sizeof own, "/proc/%ld/fd", (long)getpid());
    if (strcmp(folder, own) != 0) return -1;
    long file = strtol(number, &end, 10);
    if (*end || end == number || file < 0 || file > INT_MAX) return -1;
    int flags = fcntl((int)file, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY ? (int)file : -1;
}

enum step { STEP_FOLLOWED, STEP_END, STEP_NO_MEMORY };

/* Follows the link that place->name is, if it is one. */
static enum step follow(struct tw_file_place *place)
{
    char link[PATH_MAX];
    struct tw_text next = {0};
    char *folder = folder_of(place->name);
    if (!folder) return errno == ENOMEM ? STEP_NO_MEMORY : STEP_END;
    place->open = descriptor_of(folder, tw_file_name(place->name));
    ssize_t length = place->open < 0 ? readlink(place->name, link, sizeof link) : -1;
    if (length > 0 && link[0] != '/') tw_text_addf(&next, "%s/", folder);
    if (length > 0) tw_text_add_bytes(&next, link, (size_t)length);
    free(folder);
    if (length <= 0) return STEP_END;
    free(place->name);
    place->name = tw_text_take(&next);
    return place->name ? STEP_FOLLOWED : STEP_NO_MEMORY;
}

int tw_file_place_find(const char *path, struct tw_file_place *place, struct tw_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    *place = (struct tw_file_place){strdup(path), standard ? STDOUT_FILENO : -1};
    enum step step = !place->name ? STEP_NO_MEMORY : standard ? STEP_END : STEP_FOLLOWED;
    for (unsigned links = 0; step == STEP_FOLLOWED && links <= MOST_LINKS; links++) step = follow(place);
    if (step == STEP_END) return TW_OK;
    free(place->name);
    *place = (struct tw_file_place){NULL, -1};
    if (step == STEP_NO_MEMORY) return tw_fail_at(error, TW_MEMORY, path, 0, 0, "out of memory");
    return tw_fail_at(error, TW_INPUT, path, 0, 0, "is a link that leads in a circle");
}
