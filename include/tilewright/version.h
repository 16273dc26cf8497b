/*
 * version.h - which Tilewright this is: macros have the version of the headers, functions have the version of the library. They differ if a
 * program runs with another library than it was compiled with.
 *
 * Before version 1.0 a new minor version may change these headers. A new patch version does not.
 *
 * The functions are pure and thread-safe.
 */
#ifndef TILEWRIGHT_VERSION_H
#define TILEWRIGHT_VERSION_H

#include <tilewright/api.h>

TW_API_BEGIN

/* The version of the headers. The build reads it here; python/tilewright/_version.py repeats it, and a test compares the two. */
#define TILEWRIGHT_VERSION_MAJOR 0
#define TILEWRIGHT_VERSION_MINOR 1
#define TILEWRIGHT_VERSION_PATCH 0

/*
 * The number of the library's binary interface, as in libtilewright.so.3. It grows when a struct or a function of an installed header changes;
 * then programs must be compiled anew. Generated files do not depend on it.
 *
 *     1   shapes and kernels own counted arrays (kernel.h); a problem may be given as values (plan.h)
 *     2   a sweep limits the memory of the compiler (tune.h)
 *     3   members of a structure are arguments of their own (kernel.h)
 */
#define TILEWRIGHT_ABI 3

/* The version as text: "0.1.0". */
#define TW_VERSION_TEXT_(major, minor, patch) #major "." #minor "." #patch
#define TW_VERSION_TEXT(major, minor, patch)  TW_VERSION_TEXT_(major, minor, patch)
#define TILEWRIGHT_VERSION                                                                                   \
    TW_VERSION_TEXT(TILEWRIGHT_VERSION_MAJOR, TILEWRIGHT_VERSION_MINOR, TILEWRIGHT_VERSION_PATCH)

/* The version as a number for #if, which grows with each version: 102 is 0.1.2, and 10203 is 1.2.3. */
#define TILEWRIGHT_VERSION_NUMBER                                                                            \
    (TILEWRIGHT_VERSION_MAJOR * 10000 + TILEWRIGHT_VERSION_MINOR * 100 + TILEWRIGHT_VERSION_PATCH)

/* TILEWRIGHT_VERSION of the library, in static storage. */
const char *tw_version(void);
/* TILEWRIGHT_VERSION_NUMBER of the library. */
int tw_version_number(void);

TW_API_END
#endif
