/*
 * folder.h - a folder of a test program's own, and files in it. Include cmocka.h before, and this once in a program.
 */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[] = "/tmp/tilewright-test-XXXXXX";

/* Makes the folder anew. Not 0: it cannot be made. */
static inline int make_folder(void)
{
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

/* Removes the folder and what is in it. Not 0: something is left. */
static inline int remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "chmod -R u+w %s; rm -rf %s", folder, folder);
    return system(command);
}

/* The path of what has that name there; it stays until it is asked for again. */
static inline const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static inline void write_file(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

#endif
