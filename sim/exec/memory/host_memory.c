/* What Linux says of memory: the machine's, that of the control groups (a container's limit), and what is free. */
#include "sim/exec/memory/host_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/whole.h"

/* The number at the beginning of a file; UINT64_MAX when there is no file, or something else, such as the word "max". */
static uint64_t read_number(const char *path)
{
    uint64_t number;
    FILE *file = fopen(path, "re");
    if (!file) return UINT64_MAX;
    bool found = fscanf(file, "%" SCNu64, &number) == 1;
    fclose(file);
    return found ? number : UINT64_MAX;
}

/*
 * The least limit of a group and of those it lies in; `group` is cut down on the way. In a container it may be the host's
 * path, of which nothing is to be seen there: the container's own limit then stands at the mount point.
 */
static uint64_t limit_of(const char *mount, char *group, const char *name)
{
    uint64_t limit = UINT64_MAX;
    for (char *cut = group; cut;) {
        struct tw_text path = {0};
        tw_text_addf(&path, "%s%s/%s", mount, group, name);
        limit = tw_least(limit, read_number(tw_text_string(&path)));
        tw_text_free(&path);
        cut = strrchr(group, '/');
        if (cut) *cut = '\0';
    }
    return limit;
}

/* A line of /proc/self/cgroup is "number:controllers:group"; version 2 of control groups has no controllers in it. */
static uint64_t group_limit(void)
{
    char line[4096];
    uint64_t limit = UINT64_MAX;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file)) {
        char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group) continue;
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        if (controllers[1] == '\0') limit = tw_least(limit, limit_of("/sys/fs/cgroup", group, "memory.max"));
        if (strcmp(controllers + 1, "memory") == 0)
            limit = tw_least(limit, limit_of("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
    if (file) fclose(file);
    return limit;
}

uint64_t tw_host_memory_total(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t physical = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
    return tw_least(physical, group_limit());
}

uint64_t tw_host_memory_free(void)
{
    char line[256];
    uint64_t kib = UINT64_MAX;
    FILE *file = fopen("/proc/meminfo", "re");
    while (file && fgets(line, sizeof line, file) && sscanf(line, "MemAvailable: %" SCNu64 " kB", &kib) != 1)
        continue;
    if (file) fclose(file);
    return kib == UINT64_MAX ? kib : kib * (1024 / 16 * 15);
}
