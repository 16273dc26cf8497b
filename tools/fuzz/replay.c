/*
 * A fuzz target over the files of folders, with no fuzzer: what it begins with, and what once was a crash. `replay TARGET
 * FOLDER...`; FUZZ_TARGETS is their table, X(fuzz_config) X(fuzz_ptx) ..., each built with its function under that name.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

#define X(name) int name(const uint8_t *bytes, size_t size);
FUZZ_TARGETS
#undef X

typedef int target(const uint8_t *bytes, size_t size);

static target *find_target(const char *name)
{
#define X(target)                                                                                            \
    if (strcmp(name, #target) == 0) return target;
    FUZZ_TARGETS
#undef X
    return NULL;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int replay_file(target *one_input, const char *path)
{
    struct tw_text text = {0};
    if (tw_file_read(path, &text, NULL)) return 1;
    printf("%s\n", path);
    fflush(stdout);
    one_input((const uint8_t *)tw_text_string(&text), text.length);
    tw_text_free(&text);
    return 0;
}

/* 1: there is none, or it cannot be read. */
static int replay_folder(target *one_input, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_visible, alphasort), failed = count < 1;
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (!failed) failed = replay_file(one_input, path);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return failed;
}

int main(int argc, char **argv)
{
    target *one_input = argc > 2 ? find_target(argv[1]) : NULL;
    int failed = !one_input;
    for (int i = 2; i < argc && !failed; i++) failed = replay_folder(one_input, argv[i]);
    return failed;
}
