/* Where the workers' program is looked for: what is named, else beside what holds the library, ../bin, ../../bin, else on PATH. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tune/workers/worker_program.h"

static char folder[64];

static int set_up(void **state)
{
    (void)state;
    char command[160];
    strcpy(folder, "/tmp/tilewright-program-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(command, sizeof command, "mkdir -p %s/a/b %s/a/bin %s/bin", folder, folder, folder);
    return system(command);
}

static int tear_down(void **state)
{
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* What a program finds that holds the library and was called by the path FOLDER/a/b/program: this one, once more, under that name. */
static void found_by_another(char *found, size_t size)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        char name[96];
        snprintf(name, sizeof name, "%s/a/b/program", folder);
        dup2(ends[1], STDOUT_FILENO);
        setenv("ASKED_FOR_ITS_PROGRAM", "1", 1);
        unsetenv("TILEWRIGHT_WORKER");
        execl("/proc/self/exe", name, "test_worker_program", (char *)NULL);
        _exit(1);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], found, size - 1);
    found[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static int answer(void)
{
    struct tw_text path = {0};
    tw_worker_program(NULL, &path);
    printf("%s", tw_text_string(&path));
    tw_text_free(&path);
    return 0;
}

static void put(const char *place, mode_t mode)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", folder, place);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(chmod(path, mode), 0);
}

static void must_find(const char *place)
{
    char found[200], expected[96];
    found_by_another(found, sizeof found);
    snprintf(expected, sizeof expected, "%s%s%s", place[0] == '/' ? folder : "",
             place[0] == '/' ? "/a/b" : "", place);
    assert_string_equal(found, expected);
}

static void the_nearest_is_taken(void **state)
{
    (void)state;
    must_find("tilewright");
    put("bin/tilewright", 0644); /* it cannot be executed */
    put("bin/other", 0755);
    must_find("tilewright");
    put("bin/tilewright", 0755);
    must_find("/../../bin/tilewright");
    put("a/bin/tilewright", 0755);
    must_find("/../bin/tilewright");
    char path[96];
    snprintf(path, sizeof path, "%s/a/b/tilewright", folder);
    assert_int_equal(mkdir(path, 0755), 0);
    must_find("/../bin/tilewright");
    assert_int_equal(rmdir(path), 0);
    put("a/b/tilewright", 0755);
    must_find("/tilewright");
}

static void what_is_named_is_taken(void **state)
{
    (void)state;
    struct tw_text path = {0};
    setenv("TILEWRIGHT_WORKER", "/of/the/environment", 1);
    tw_worker_program("/given", &path);
    assert_string_equal(tw_text_string(&path), "/given");
    tw_text_clear(&path);
    tw_worker_program(NULL, &path);
    assert_string_equal(tw_text_string(&path), "/of/the/environment");
    tw_text_free(&path);
}

int main(void)
{
    if (getenv("ASKED_FOR_ITS_PROGRAM")) return answer();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_nearest_is_taken, set_up, tear_down),
        cmocka_unit_test(what_is_named_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
