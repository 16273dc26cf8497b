/* How much a test draws at random, or tries of what is many: a sample, and everything in `make test-all`. */
#ifndef TESTS_DRAWS_H
#define TESTS_DRAWS_H

#include <stdlib.h>
#include <string.h>

/* `sample`, or `all` when TILEWRIGHT_TEST_DRAWS=all is in the environment. */
static inline unsigned draws(unsigned sample, unsigned all)
{
    const char *asked = getenv("TILEWRIGHT_TEST_DRAWS");
    return asked && strcmp(asked, "all") == 0 ? all : sample;
}

#endif
