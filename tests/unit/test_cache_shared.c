/* A cache that many processes and threads share: all at once, killed at any moment, and within its bound. */
#include "cache_fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/files/host.h"
#include "runtime/compile/trust.h"

/* ---- many at once, and some that die ---- */

#define PROCESSES 16u
#define KERNELS   8u

/* Stores and loads kernels that all share and kernels of its own; whatever it loads must be right. */
static bool work_hard(unsigned process)
{
    struct tw_cache *own = open_cache();
    bool right = true;
    for (unsigned round = 0; round < 40 && right; round++) {
        unsigned shared = (process + round) % KERNELS, mine = 1000 + process;
        right =
            load(own, shared, 20000) != WRONG && store(own, shared, 20000) && load(own, shared, 20000) == HIT;
        if (right && round % 8 == 0) right = store(own, mine, 3000) && load(own, mine, 3000) == HIT;
    }
    tw_cache_close(own);
    return right;
}

static void test_sixteen_processes_at_once(void **state)
{
    (void)state;
    pid_t children[PROCESSES];
    for (unsigned i = 0; i < PROCESSES; i++) children[i] = start(work_hard, i);
    for (unsigned i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    assert_int_equal(count_files(".kernel"), KERNELS + PROCESSES);
    assert_int_equal(count_files(".part"), 0);
    for (unsigned i = 0; i < KERNELS; i++) assert_int_equal(load(cache, i, 20000), HIT);
}

static void *work_in_thread(void *failed)
{
    for (unsigned round = 0; round < 100; round++) {
        if (!store(cache, round % KERNELS, 2000) || load(cache, round % KERNELS, 2000) != HIT)
            *(bool *)failed = true;
    }
    return NULL;
}

static void test_threads_share_a_cache(void **state)
{
    (void)state;
    pthread_t threads[4];
    bool failed[4] = {false};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work_in_thread, &failed[i]), 0);
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_false(failed[i]);
    }
}

static bool store_for_ever(unsigned process)
{
    struct tw_cache *own = open_cache();
    for (unsigned round = 0;; round++) store(own, (process + round) % KERNELS, 2000000);
    return false;
}

/* Killed at moments that differ: every kernel is either whole or not there, and the next to come tidies up. */
static void test_killed_writers_leave_no_damage(void **state)
{
    (void)state;
    unsigned left = 0;
    for (unsigned round = 0; round < 12; round++) {
        pid_t children[2] = {start(store_for_ever, round), start(store_for_ever, round + 3)};
        usleep(5000 + 1700 * round);
        for (unsigned i = 0; i < 2; i++) {
            kill(children[i], SIGKILL);
            waitpid(children[i], NULL, 0);
        }
        left += count_files(".part");
        for (unsigned i = 0; i < KERNELS; i++) assert_int_not_equal(load(cache, i, 2000000), WRONG);
    }
    print_message("%u half-written files were left by the killed\n", left);
    struct tw_cache *next = open_cache();
    assert_int_equal(count_files(".part"), 0);
    assert_true(store(next, 1, 2000000));
    assert_int_equal(load(next, 1, 2000000), HIT);
    tw_cache_close(next);
}

/* The file of a writer that lives is left to it: its lock says so. */
static void test_only_dead_writers_are_tidied_up(void **state)
{
    (void)state;
    char dead[256], alive[256];
    snprintf(dead, sizeof dead, "%s/%032d.%016d.part", directory, 1, 1);
    snprintf(alive, sizeof alive, "%s/%032d.%016d.part", directory, 2, 2);
    put_file(dead, "half", 4);
    int file = open(alive, O_CREAT | O_WRONLY, 0600);
    assert_true(file >= 0 && flock(file, LOCK_EX) == 0);
    tw_cache_close(open_cache());
    assert_int_equal(access(dead, F_OK), -1);
    assert_int_equal(access(alive, F_OK), 0);
    close(file);
    size_t count;
    uint64_t bytes;
    assert_int_equal(tw_cache_clear(cache, &count, &bytes, NULL), TW_OK);
    assert_int_equal(access(alive, F_OK), -1);
}

/* What another host writes is left to it for a day: no lock of its would be seen here, where the file system passes none on. */
static void test_other_hosts_writers_are_left_alone(void **state)
{
    char host[TW_HOST_DIGITS + 1], paths[3][256];
    (void)state;
    tw_host_find(host);
    for (unsigned i = 0; i < 3; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%032u.%016u-%s.part", directory, 3 + i, 3 + i,
                 i ? "0123abcd" : host);
        put_file(paths[i], "half", 4);
    }
    const struct timespec old[2] = {{time(NULL) - 90000, 0}, {time(NULL) - 90000, 0}};
    assert_int_equal(utimensat(AT_FDCWD, paths[2], old, 0), 0);
    tw_cache_close(open_cache());
    assert_int_equal(access(paths[0], F_OK), -1); /* this host's, and nobody holds its lock */
    assert_int_equal(access(paths[1], F_OK), 0);
    assert_int_equal(access(paths[2], F_OK), -1);
    unlink(paths[1]);
}

/* ---- the bound ---- */

static uint64_t bytes_on_disk(void)
{
    struct tw_cache_files files;
    int open_directory;
    assert_int_equal(tw_trusted_directory(directory, false, &open_directory, NULL), TW_OK);
    assert_int_equal(tw_cache_scan(open_directory, &files, NULL), TW_OK);
    close(open_directory);
    free(files.files);
    return files.bytes;
}

static void test_the_longest_unused_go_first(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 10; i++) {
        assert_true(store(cache, i, 100000));
        set_used(i, 1000000 + (time_t)(i * 7 % 10)); /* 0, 7, 4, 1, 8, 5, 2, 9, 6, 3 */
    }
    assert_int_equal(load(cache, 0, 100000), HIT); /* the oldest is used again */
    setenv("TILEWRIGHT_CACHE_SIZE", "1", 1);
    struct tw_cache *small = open_cache();
    assert_true(store(small, 10, 100000));
    /* 11 of about 100 KB are over 1 MiB; 9 are under its fifteen sixteenths. Kernels 3 and 6 were used
     * longest ago. */
    assert_int_equal(count_files(".kernel"), 9);
    for (unsigned i = 0; i < 11; i++) assert_int_equal(load(small, i, 100000), i == 3 || i == 6 ? MISS : HIT);
    tw_cache_close(small);
}

static void test_the_size_stays_bounded(void **state)
{
    (void)state;
    setenv("TILEWRIGHT_CACHE_SIZE", "1", 1);
    struct tw_cache *small = open_cache();
    for (unsigned i = 0; i < 300; i++) {
        assert_true(store(small, i, 10000 + 311 * (i % 50)));
        assert_true(bytes_on_disk() <= 1 << 20);
        assert_int_equal(load(small, i, 10000 + 311 * (i % 50)), HIT);
    }
    assert_false(store(small, 1000, 2 << 20)); /* more than all of it */
    assert_true(bytes_on_disk() > 1 << 19);
    tw_cache_close(small);
    setenv("TILEWRIGHT_CACHE_SIZE", "0", 1);
    small = open_cache();
    assert_false(store(small, 1, 10));
    assert_int_equal(load(small, 299, 10000 + 311 * 49), MISS);
    assert_int_equal(load(cache, 299, 10000 + 311 * 49), HIT);
    tw_cache_close(small);
}

static bool store_many(unsigned process)
{
    struct tw_cache *small = open_cache();
    for (unsigned i = 0; i < 60; i++) store(small, process * 100 + i, 20000);
    tw_cache_close(small);
    return true;
}

static void test_the_size_of_many_processes_is_bounded(void **state)
{
    (void)state;
    setenv("TILEWRIGHT_CACHE_SIZE", "1", 1);
    pid_t children[PROCESSES];
    for (unsigned i = 0; i < PROCESSES; i++) children[i] = start(store_many, i);
    for (unsigned i = 0; i < PROCESSES; i++) waitpid(children[i], NULL, 0);
    assert_true(bytes_on_disk() <= 1 << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_sixteen_processes_at_once),
        TEST(test_threads_share_a_cache),
        TEST(test_killed_writers_leave_no_damage),
        TEST(test_only_dead_writers_are_tidied_up),
        TEST(test_other_hosts_writers_are_left_alone),
        TEST(test_the_longest_unused_go_first),
        TEST(test_the_size_stays_bounded),
        TEST(test_the_size_of_many_processes_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
