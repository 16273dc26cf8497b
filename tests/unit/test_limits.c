/* Work that takes longer, or more memory, than it may is told of; other work is not, and leaves no thread behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/limits/limits.h"

static unsigned told[2]; /* by enum tw_exceeded; a program would end */

static void exceed(enum tw_exceeded which)
{
    __atomic_add_fetch(&told[which], 1, __ATOMIC_SEQ_CST);
}

static unsigned count(enum tw_exceeded which)
{
    return __atomic_load_n(&told[which], __ATOMIC_SEQ_CST);
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 5000000}, NULL);
}

/* Waits until it is told of, ten seconds at most. */
static void wait_for(enum tw_exceeded which)
{
    for (double until = tw_seconds() + 10; !count(which) && tw_seconds() < until;) nap();
}

static int reset(void **state)
{
    (void)state;
    memset(told, 0, sizeof told);
    return 0;
}

static void too_long(void **state)
{
    (void)state;
    const struct tw_limits limits = {0.05, 0, exceed};
    struct tw_limited work;
    tw_limits_begin(&limits, &work);
    wait_for(TW_LIMIT_TIME);
    tw_limits_end(&work);
    assert_true(count(TW_LIMIT_TIME) > 0);
    assert_int_equal(count(TW_LIMIT_MEMORY), 0);
}

static void too_much(void **state)
{
    (void)state;
    const size_t bytes = (size_t)64 << 20;
    const struct tw_limits limits = {0, bytes / 4, exceed};
    struct tw_limited work;
    tw_limits_begin(&limits, &work);
    char *memory = malloc(bytes);
    assert_non_null(memory);
    memset(memory, 1, bytes);
    wait_for(TW_LIMIT_MEMORY);
    tw_limits_end(&work);
    assert_int_equal(memory[bytes - 1], 1);
    free(memory);
    assert_true(count(TW_LIMIT_MEMORY) > 0);
    assert_int_equal(count(TW_LIMIT_TIME), 0);
}

/* Work that is over before the thread looks at it. */
static void too_much_at_once(void **state)
{
    (void)state;
    const size_t bytes = (size_t)8 << 20;
    const struct tw_limits limits = {0, bytes / 8, exceed};
    struct tw_limited work;
    char *memory = malloc(bytes);
    assert_non_null(memory);
    tw_limits_begin(&limits, &work);
    memset(memory, 1, bytes);
    tw_limits_end(&work);
    assert_int_equal(memory[bytes - 1], 1);
    free(memory);
    assert_true(count(TW_LIMIT_MEMORY) > 0);
    assert_int_equal(count(TW_LIMIT_TIME), 0);
}

static unsigned count_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    unsigned threads = 0;
    assert_non_null(tasks);
    for (const struct dirent *entry; (entry = readdir(tasks));) threads += entry->d_name[0] != '.';
    closedir(tasks);
    return threads;
}

static void what_stays_within(void **state)
{
    (void)state;
    const struct tw_limits all[] = {{60, (uint64_t)1 << 40, exceed}, {0, 0, exceed}, {0.001, 1, NULL}};
    const unsigned before = count_threads();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct tw_limited work;
        tw_limits_begin(&all[i], &work);
        for (int k = 0; k < 10; k++) nap();
        tw_limits_end(&work);
    }
    assert_int_equal(count(TW_LIMIT_TIME), 0);
    assert_int_equal(count(TW_LIMIT_MEMORY), 0);
    assert_int_equal(count_threads(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(too_long, reset),
        cmocka_unit_test_setup(too_much, reset),
        cmocka_unit_test_setup(too_much_at_once, reset),
        cmocka_unit_test_setup(what_stays_within, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
