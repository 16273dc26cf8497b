/* A fuzz target's function over the files of a folder, with no fuzzer: what it begins with, and what once was a crash. */
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

int main(int argc, char **argv)
{
    struct dirent **entries;
    int replayed = 0, count = argc == 2 ? scandir(argv[1], &entries, is_visible, alphasort) : -1;
    for (int i = 0; i < count; i++) {
        char path[1024];
        struct tw_text text = {0};
        snprintf(path, sizeof path, "%s/%s", argv[1], entries[i]->d_name);
        if (tw_file_read(path, &text, NULL)) return 1;
        printf("%s\n", path);
        fflush(stdout);
        LLVMFuzzerTestOneInput((const uint8_t *)tw_text_string(&text), text.length);
        tw_text_free(&text);
        free(entries[i]);
        replayed++;
    }
    if (count >= 0) free(entries);
    return replayed ? 0 : 1;
}
