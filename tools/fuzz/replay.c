/*
 * A fuzz target over the files of folders, with no fuzzer: what it begins with, and what once was a crash. `replay TARGET
 * FOLDER...`; FUZZ_TARGETS is their table, X(fuzz_config) X(fuzz_ptx) ..., each built with its function under that name.
 *
 * A seed that is no longer taken, as what it is written in has changed, fails: a fuzzer would begin with nothing. One whose name
 * begins with "bad-" is there for the error that it leads to, and must not be taken.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "fuzz.h"

#define X(name) bool name(const uint8_t *bytes, size_t size);
FUZZ_TARGETS
#undef X

typedef bool target(const uint8_t *bytes, size_t size);

static target *find_target(const char *name)
{
#define X(target)                                                                                            \
    if (strcmp(name, #target) == 0) return target;
    FUZZ_TARGETS
#undef X
    return NULL;
}

/* Beside a PTX file may stand the CUDA source that it was made of. */
static int is_seed(const struct dirent *entry)
{
    const char *extension = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && !(extension && strcmp(extension, ".cu") == 0);
}

/* Whether the file was read, and was taken or not as its name says. */
static bool replay_file(target *one_input, const char *folder, const char *name)
{
    struct tw_text path = {0}, text = {0};
    tw_text_addf(&path, "%s/%s", folder, name);
    printf("%s\n", tw_text_string(&path));
    fflush(stdout);
    const bool bad = strncmp(name, "bad-", 4) == 0,
               read = tw_file_read(tw_text_string(&path), &text, NULL) == TW_OK;
    const bool taken = read && one_input((const uint8_t *)tw_text_string(&text), text.length);
    if (taken == bad)
        printf("%s\n", bad ? "this is taken, though its name begins with bad-"
                           : "this is not taken: the seed is stale");
    tw_text_free(&path);
    tw_text_free(&text);
    return read && taken != bad;
}

/* 1: there is no file, or one is not what its name says. */
static int replay_folder(target *one_input, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_seed, alphasort), failed = count < 1;
    for (int i = 0; i < count; i++) {
        failed |= !replay_file(one_input, folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return failed;
}

int main(int argc, char **argv)
{
    target *one_input = argc > 2 ? find_target(argv[1]) : NULL;
    int failed = !one_input;
    for (int i = 2; i < argc && one_input; i++) failed |= replay_folder(one_input, argv[i]);
    return failed;
}
