/*
 * The main of an executable that holds many test programs (tests.cmake): `EXECUTABLE NAME` is the program of that name,
 * in a process of its own. TEST_PROGRAMS is their table, X(test_banks) X(test_text) ...; each has its main as NAME_main.
 */
#include <stdio.h>
#include <string.h>

#define X(name) int name##_main(void);
TEST_PROGRAMS
#undef X

static const struct {
    const char *name;
    int (*main)(void);
} programs[] = {
#define X(name) {#name, name##_main},
    TEST_PROGRAMS
#undef X
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (argc == 2 && strcmp(argv[1], programs[i].name) == 0) return programs[i].main();
    }
    fprintf(stderr, "usage: %s PROGRAM, which is one of\n", argv[0]);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        fprintf(stderr, "  %s\n", programs[i].name);
    return 2;
}
