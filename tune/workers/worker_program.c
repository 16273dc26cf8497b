/* One place after the other. */
#include "tune/workers/worker_program.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROGRAM "tilewright"

/* The file FOLDER/between/PROGRAM, where FOLDER is that of `file`, if it can be executed. */
static bool try(const char *file, const char *between, struct tw_text *path)
{
    const char *slash = strrchr(file, '/');
    size_t before = path->length;
    if (!slash) return false;
    tw_text_add_bytes(path, file, (size_t)(slash - file) + 1);
    tw_text_addf(path, "%s" PROGRAM, between);
    struct stat status;
    const char *name = tw_text_string(path);
    if (path->failed || (stat(name, &status) == 0 && S_ISREG(status.st_mode) && access(name, X_OK) == 0))
        return true;
    path->length = before;
    path->data[before] = '\0';
    return false;
}

void tw_worker_program(const char *given, struct tw_text *path)
{
    Dl_info here;
    const char *named = given ? given : getenv("TILEWRIGHT_WORKER");
    if (named && *named) {
        tw_text_add(path, named);
        return;
    }
    bool known = dladdr((void *)(uintptr_t)tw_worker_program, &here) != 0 && here.dli_fname;
    static const char *const places[] = {"", "../bin/", "../../bin/"};
    for (size_t i = 0; known && i < sizeof places / sizeof *places; i++) {
        if (try(here.dli_fname, places[i], path)) return;
    }
    tw_text_add(path, PROGRAM);
}
