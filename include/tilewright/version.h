/*
 * version.h - which Tilewright this is: the headers' version as macros, the library's as a function. They differ where a
 * program is run with another library than it was compiled for.
 *
 * Before 1.0 a new minor version may change what stands in these headers; a new patch changes nothing there.
 * Pure; thread-safe.
 */
#ifndef TILEWRIGHT_VERSION_H
#define TILEWRIGHT_VERSION_H

#include <tilewright/api.h>

TW_API_BEGIN

/* The one place of these numbers: the build takes them from here; python/tilewright/_version.py repeats them, which a test compares. */
#define TILEWRIGHT_VERSION_MAJOR 0
#define TILEWRIGHT_VERSION_MINOR 1
#define TILEWRIGHT_VERSION_PATCH 0

/*
 * The number of the library's binary interface, libtilewright.so.2: it grows when a struct or a function of an installed header
 * changes, and programs must be compiled anew. 1: shapes and kernels own counted arrays (kernel.h), a problem may be given as
 * values (plan.h). 2: a sweep limits what compiling takes (tune.h). What is generated does not depend on it.
 */
#define TILEWRIGHT_ABI 2

/* "0.1.0" */
#define TW_VERSION_TEXT_(major, minor, patch) #major "." #minor "." #patch
#define TW_VERSION_TEXT(major, minor, patch)  TW_VERSION_TEXT_(major, minor, patch)
#define TILEWRIGHT_VERSION                                                                                   \
    TW_VERSION_TEXT(TILEWRIGHT_VERSION_MAJOR, TILEWRIGHT_VERSION_MINOR, TILEWRIGHT_VERSION_PATCH)

/* As a number that grows with the version, for #if: 102 is 0.1.2, 10203 is 1.2.3. */
#define TILEWRIGHT_VERSION_NUMBER                                                                            \
    (TILEWRIGHT_VERSION_MAJOR * 10000 + TILEWRIGHT_VERSION_MINOR * 100 + TILEWRIGHT_VERSION_PATCH)

/* The library's TILEWRIGHT_VERSION, static, and its TILEWRIGHT_VERSION_NUMBER. */
const char *tw_version(void);
int tw_version_number(void);

TW_API_END
#endif
