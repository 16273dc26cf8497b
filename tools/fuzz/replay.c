/* A fuzz target's function over the files of folders, with no fuzzer: what it begins with, and what once was a crash. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int replay_file(const char *path)
{
    struct tw_text text = {0};
    if (tw_file_read(path, &text, NULL)) return 1;
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput((const uint8_t *)tw_text_string(&text), text.length);
    tw_text_free(&text);
    return 0;
}

/* 1: there is none, or it cannot be read. */
static int replay_folder(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_visible, alphasort), failed = count < 1;
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (!failed) failed = replay_file(path);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return failed;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;
    for (int i = 1; i < argc && !failed; i++) failed = replay_folder(argv[i]);
    return failed;
}
