/*
 * fake_library.h - shared libraries with chosen answers, compiled on the spot, that stand in for a driver or
 * an NVRTC this machine does not have. They are made beside the test, in BUILD_DIR, with the C compiler that
 * built the test.
 */
#ifndef TEST_FAKE_LIBRARY_H
#define TEST_FAKE_LIBRARY_H

#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"

/* Compiles `source` as a shared library and names it in the environment variable `variable`. Each gets a file
   of its own: what was opened once stays mapped. */
static void fake_library(const char *name, const char *source, const char *variable)
{
    static unsigned made;
    struct tw_text c = {0}, so = {0}, command = {0};
    tw_text_addf(&c, "%s/%s%u.c", BUILD_DIR, name, ++made);
    tw_text_addf(&so, "%s/%s%u.so", BUILD_DIR, name, made);
    tw_text_addf(&command, "cc -w -shared -fPIC -o '%s' '%s'", so.data, c.data);
    assert_int_equal(tw_file_write(c.data, source, strlen(source), NULL), TW_OK);
    assert_int_equal(system(command.data), 0);
    remove(c.data);
    setenv(variable, so.data, 1);
    tw_text_free(&c);
    tw_text_free(&so);
    tw_text_free(&command);
}

#endif
