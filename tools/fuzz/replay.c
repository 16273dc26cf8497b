/*
 * A fuzz target over the files of a folder, with no fuzzer: what it begins with, and what once was a crash. `replay TARGET
 * FOLDER`; FUZZ_TARGETS is their table, X(fuzz_config) X(fuzz_ptx) ..., each built with its function under that name.
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

int main(int argc, char **argv)
{
    struct dirent **entries;
    target *one_input = argc == 3 ? find_target(argv[1]) : NULL;
    int replayed = 0, count = one_input ? scandir(argv[2], &entries, is_visible, alphasort) : -1;
    for (int i = 0; i < count; i++) {
        char path[1024];
        struct tw_text text = {0};
        snprintf(path, sizeof path, "%s/%s", argv[2], entries[i]->d_name);
        if (tw_file_read(path, &text, NULL)) return 1;
        printf("%s\n", path);
        fflush(stdout);
        one_input((const uint8_t *)tw_text_string(&text), text.length);
        tw_text_free(&text);
        free(entries[i]);
        replayed++;
    }
    if (count >= 0) free(entries);
    return replayed ? 0 : 1;
}
