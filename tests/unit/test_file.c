/* Files that are replaced: whole or not at all, by many at once and by some that are killed, with nothing left
   beside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

#define BYTES ((size_t)1 << 20)

static char directory[] = "/tmp/tilewright-file-XXXXXX";
static char path[256], part[256];

static int set_up(void **state)
{
    (void)state;
    strcpy(directory + strlen(directory) - 6, "XXXXXX");
    if (!mkdtemp(directory)) return -1;
    snprintf(path, sizeof path, "%s/file", directory);
    snprintf(part, sizeof part, "%s/file" TW_FILE_PART, directory);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

static unsigned count_files(void)
{
    unsigned count = 0;
    DIR *stream = opendir(directory);
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));) count += entry->d_name[0] != '.';
    closedir(stream);
    return count;
}

static void expect(const char *text)
{
    struct tw_text file = {0};
    assert_int_equal(tw_file_read(path, &file, NULL), TW_OK);
    assert_string_equal(file.data, text);
    tw_text_free(&file);
}

static void test_what_is_written_is_there(void **state)
{
    (void)state;
    struct stat status;
    mode_t mask = umask(027);
    assert_int_equal(tw_file_write(path, "one, and more", 13, NULL), TW_OK);
    assert_int_equal(tw_file_write_durably(path, "two", 3, NULL), TW_OK);
    umask(mask);
    expect("two");
    assert_int_equal(count_files(), 1);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
}

/* The same holds for /dev/full and /dev/null, which root must not replace by files. */
static void test_a_pipe_is_written_to_and_stays(void **state)
{
    (void)state;
    struct stat status;
    char got[16] = "";
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDWR | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(tw_file_write(path, "one", 3, NULL), TW_OK);
    assert_int_equal(tw_file_write_durably(path, "two", 3, NULL), TW_OK);
    assert_int_equal(read(reader, got, sizeof got), 6);
    assert_string_equal(got, "onetwo");
    assert_int_equal(stat(path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_int_equal(count_files(), 1);
    close(reader);
}

static void test_a_pipe_that_nobody_reads_is_an_error(void **state)
{
    (void)state;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(tw_file_write(path, "one", 3, &error), TW_IO);
    assert_non_null(strstr(error.message, "nobody reads it"));
}

/* More than a pipe holds: it is waited for who reads, and reads late. */
static void test_a_slow_reader_gets_all(void **state)
{
    (void)state;
    size_t got = 0;
    char *bytes = calloc(1, BYTES);
    assert_non_null(bytes);
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t writer = fork();
    assert_true(writer >= 0);
    if (!writer) _exit(tw_file_write(path, bytes, BYTES, NULL));
    usleep(50000);
    int status, reader = open(path, O_RDONLY);
    assert_true(reader >= 0);
    usleep(50000);
    for (ssize_t some; (some = read(reader, bytes, BYTES)) > 0;) got += (size_t)some;
    close(reader);
    free(bytes);
    assert_int_equal(got, BYTES);
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_int_equal(status, TW_OK);
}

/* A regular file by its kind, that has nothing to give and no end. Few may open it. */
static void test_a_file_that_never_ends_is_not_waited_for(void **state)
{
    (void)state;
    struct tw_text text = {0};
    struct tw_error error = TW_ERROR_INIT;
    int log = open("/proc/kmsg", O_RDONLY | O_NONBLOCK);
    if (log < 0) skip();
    close(log);
    int code = tw_file_read("/proc/kmsg", &text, &error);
    tw_text_free(&text);
    if (code) assert_non_null(strstr(error.message, "it gave nothing"));
}

static void test_what_a_killed_writer_left_is_taken_over(void **state)
{
    (void)state;
    FILE *left = fopen(part, "w");
    assert_non_null(left);
    assert_int_equal(fputs("half of something longer", left) < 0, 0);
    assert_int_equal(fclose(left), 0);
    assert_int_equal(tw_file_write(path, "whole", 5, NULL), TW_OK);
    expect("whole");
    assert_int_equal(count_files(), 1);
}

/* Where the file would be made is something else: nothing is written through it, nor waited for. */
static void test_nothing_is_written_elsewhere(void **state)
{
    (void)state;
    char victim[256];
    snprintf(victim, sizeof victim, "%s/victim", directory);
    assert_int_equal(tw_file_write(victim, "keep", 4, NULL), TW_OK);
    assert_int_equal(tw_file_write(path, "old", 3, NULL), TW_OK);
    for (unsigned kind = 0; kind < 4; kind++) {
        struct tw_error error = TW_ERROR_INIT;
        if (kind == 0) assert_int_equal(symlink(victim, part), 0);
        if (kind == 1) assert_int_equal(link(victim, part), 0);
        if (kind == 2) assert_int_equal(mkfifo(part, 0600), 0);
        if (kind == 3) assert_int_equal(mkdir(part, 0700), 0);
        assert_int_equal(tw_file_write(path, "new", 3, &error), TW_IO);
        assert_non_null(strstr(error.message, part));
        expect("old");
        assert_int_equal(remove(part), 0);
    }
    struct tw_text kept = {0};
    assert_int_equal(tw_file_read(victim, &kept, NULL), TW_OK);
    assert_string_equal(kept.data, "keep");
    tw_text_free(&kept);
}

/* The link stays, and so does one that leads to a file through a descriptor, as /dev/stdout does. */
static void test_a_link_stays_a_link(void **state)
{
    (void)state;
    char name[300], through[32];
    snprintf(name, sizeof name, "%s/link", directory);
    assert_int_equal(tw_file_write(path, "old", 3, NULL), TW_OK);
    int file = open(path, O_RDONLY);
    snprintf(through, sizeof through, "/proc/self/fd/%d", file);
    const char *targets[] = {"file", through};
    for (size_t i = 0; i < 2; i++) {
        struct stat status;
        char text[] = {(char)('a' + i), '\0'};
        const struct tw_file_bytes one = {name, text, 1};
        assert_int_equal(symlink(targets[i], name), 0);
        assert_int_equal(i ? tw_files_write(&one, 1, NULL) : tw_file_write(name, text, 1, NULL), TW_OK);
        assert_true(lstat(name, &status) == 0 && S_ISLNK(status.st_mode));
        expect(text);
        assert_int_equal(count_files(), 2);
        assert_int_equal(unlink(name), 0);
        close(file);
        file = open(path, O_RDONLY);
    }
    close(file);
}

static mode_t mode_of(const char *name)
{
    struct stat status;
    assert_int_equal(stat(name, &status), 0);
    return status.st_mode & 07777;
}

/* What was for its owner alone stays so, whatever a new file would be. */
static void test_the_mode_stays(void **state)
{
    (void)state;
    static const mode_t modes[] = {0600, 0640, 0666, 0755};
    mode_t mask = umask(022);
    assert_int_equal(tw_file_write(path, "new", 3, NULL), TW_OK);
    assert_int_equal(mode_of(path), 0644);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(chmod(path, modes[i]), 0);
        assert_int_equal(tw_file_write(path, "again", 5, NULL), TW_OK);
        assert_int_equal(mode_of(path), modes[i]);
    }
    umask(mask);
}

/* Whoever can open a file can lock it, and never let go: so the part is not for others, and not waited for for ever. */
static void test_a_lock_that_stays_is_not_waited_for(void **state)
{
    (void)state;
    struct tw_error error = TW_ERROR_INIT;
    int held = open(part, O_RDWR | O_CREAT, 0644);
    assert_true(held >= 0);
    assert_int_equal(flock(held, LOCK_EX), 0);
    assert_int_equal(tw_file_write(path, "new", 3, &error), TW_IO);
    assert_non_null(strstr(error.message, "another program is writing it"));
    assert_int_equal(access(path, F_OK), -1);
    close(held);
    assert_int_equal(tw_file_write(path, "new", 3, NULL), TW_OK);
    expect("new");
}

#define LONG_WRITE ((size_t)64 << 20)

/* Kills this process as soon as there is a part. */
static void *kill_writer(void *unused)
{
    (void)unused;
    while (access(part, F_OK) != 0) continue;
    kill(getpid(), SIGKILL);
    return NULL;
}

/* As a writer that was killed leaves it. */
static void test_the_part_is_for_its_owner_alone(void **state)
{
    (void)state;
    mode_t mask = umask(0);
    pid_t writer = fork();
    assert_true(writer >= 0);
    if (!writer) {
        pthread_t killer;
        char *bytes = calloc(1, LONG_WRITE);
        if (!bytes || pthread_create(&killer, NULL, kill_writer, NULL) != 0) _exit(1);
        _exit(tw_file_write(path, bytes, LONG_WRITE, NULL));
    }
    int status;
    assert_int_equal(waitpid(writer, &status, 0), writer);
    umask(mask);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(mode_of(part), 0600);
}

/* ---- no signals ---- */

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Signals as they are by default, which end the process. */
static void test_a_file_that_is_too_large_is_an_error(void **state)
{
    (void)state;
    struct tw_error error = TW_ERROR_INIT;
    const struct tw_file_bytes both[] = {{path, "less", 4}, {"/dev/full", "", 0}};
    limit_files(8);
    int one = tw_file_write(path, "more than eight", 15, &error);
    int several = tw_files_write(&(struct tw_file_bytes){path, "more than eight", 15}, 1, NULL);
    int fits = tw_file_write(path, "eight by", 8, NULL);
    limit_files(RLIM_INFINITY);
    assert_int_equal(one, TW_IO);
    assert_non_null(strstr(error.message, strerror(EFBIG)));
    assert_int_equal(several, TW_IO);
    assert_int_equal(fits, TW_OK);
    expect("eight by");
    assert_int_equal(tw_files_write(both, 2, NULL), TW_INPUT); /* and the first is not written either */
    expect("eight by");
    assert_int_equal(count_files(), 1);
}

static volatile int caught;

static void catch (int number)
{
    caught = number;
}

/* The caller's handlers do not run, its mask is what it was, and a signal that was pending before is pending still. */
static void test_a_host_keeps_its_signals(void **state)
{
    (void)state;
    int ends[2];
    sigset_t blocked, pending, mask;
    struct sigaction old, now;
    const struct sigaction action = {.sa_handler = catch};
    assert_int_equal(pipe(ends), 0);
    char through[32];
    snprintf(through, sizeof through, "/dev/fd/%d", ends[1]);
    close(ends[0]);
    assert_int_equal(sigaction(SIGPIPE, &action, &old), 0);
    assert_int_equal(tw_file_write(through, "lost", 4, NULL), TW_IO);
    assert_int_equal(caught, 0);
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    assert_false(sigismember(&mask, SIGPIPE));
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &blocked, &mask);
    assert_int_equal(raise(SIGPIPE), 0);
    assert_int_equal(tw_file_write(through, "lost", 4, NULL), TW_IO);
    sigpending(&pending);
    assert_true(sigismember(&pending, SIGPIPE));
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    assert_int_equal(caught, SIGPIPE);
    assert_int_equal(sigaction(SIGPIPE, &old, &now), 0);
    assert_true(now.sa_handler == catch);
    close(ends[1]);
}

/* ---- what an output may be ---- */

static void test_a_link_to_nothing_makes_what_it_leads_to(void **state)
{
    (void)state;
    char name[300];
    struct stat status;
    struct tw_error error = TW_ERROR_INIT;
    snprintf(name, sizeof name, "%s/link", directory);
    const struct tw_file_bytes one = {name, "new", 3};
    assert_int_equal(symlink("file", name), 0);
    assert_int_equal(tw_files_write(&one, 1, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "link to nothing"));
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(tw_file_write(name, "new", 3, NULL), TW_OK);
    assert_true(lstat(name, &status) == 0 && S_ISLNK(status.st_mode));
    expect("new");
    assert_int_equal(unlink(name), 0);
    assert_int_equal(symlink("link", name), 0);
    assert_int_equal(tw_files_write(&one, 1, NULL), TW_INPUT);
    assert_int_equal(tw_file_write(name, "new", 3, NULL), TW_INPUT);
    assert_int_equal(tw_file_try(name, NULL), TW_INPUT);
    assert_true(lstat(name, &status) == 0 && S_ISLNK(status.st_mode));
    assert_int_equal(count_files(), 2);
}

static void test_one_of_several_is_no_pipe(void **state)
{
    (void)state;
    struct stat status;
    const struct tw_file_bytes one = {path, "new", 3};
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(tw_files_write(&one, 1, NULL), TW_INPUT);
    assert_true(lstat(path, &status) == 0 && S_ISFIFO(status.st_mode));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(tw_files_write(&one, 1, NULL), TW_INPUT);
    assert_int_equal(tw_file_write(path, "new", 3, NULL), TW_IO);
    assert_int_equal(count_files(), 1);
}

/* It is written after what is there, as a shell's >> has it: no other file replaces it. */
static void test_a_descriptor_is_written_to(void **state)
{
    (void)state;
    char through[32];
    assert_int_equal(tw_file_write(path, "old ", 4, NULL), TW_OK);
    int file = open(path, O_WRONLY | O_APPEND);
    snprintf(through, sizeof through, "/dev/fd/%d", file);
    assert_int_equal(tw_file_write(through, "new", 3, NULL), TW_OK);
    expect("old new");
    close(file);
}

static pid_t start_writer(char letter)
{
    pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer) return writer;
    char *bytes = malloc(BYTES);
    if (!bytes) _exit(1);
    memset(bytes, letter, BYTES);
    for (;;) {
        if (tw_file_write(path, bytes, BYTES, NULL)) _exit(1);
    }
}

/* All of one letter, and as long as it was written. */
static void expect_whole(void)
{
    struct tw_text file = {0};
    assert_int_equal(tw_file_read(path, &file, NULL), TW_OK);
    assert_int_equal(file.length, BYTES);
    for (size_t i = 1; i < BYTES; i++) assert_int_equal(file.data[i], file.data[0]);
    tw_text_free(&file);
}

static void test_writers_at_once_and_killed(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 10; round++) {
        pid_t writers[3];
        for (unsigned i = 0; i < 3; i++) writers[i] = start_writer((char)('a' + i));
        while (access(path, F_OK) != 0) usleep(100);
        usleep(2000 + 900 * round);
        for (unsigned i = 0; i < 5; i++) expect_whole();
        for (unsigned i = 0; i < 3; i++) {
            int status;
            assert_int_equal(kill(writers[i], SIGKILL), 0);
            assert_int_equal(waitpid(writers[i], &status, 0), writers[i]);
            assert_true(WIFSIGNALED(status)); /* no write had failed */
        }
        expect_whole();
    }
    assert_int_equal(tw_file_write(path, "the last", 8, NULL), TW_OK);
    expect("the last");
    assert_int_equal(count_files(), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_what_is_written_is_there),
        TEST(test_a_pipe_is_written_to_and_stays),
        TEST(test_a_pipe_that_nobody_reads_is_an_error),
        TEST(test_a_slow_reader_gets_all),
        TEST(test_a_file_that_never_ends_is_not_waited_for),
        TEST(test_what_a_killed_writer_left_is_taken_over),
        TEST(test_nothing_is_written_elsewhere),
        TEST(test_a_link_stays_a_link),
        TEST(test_the_mode_stays),
        TEST(test_a_lock_that_stays_is_not_waited_for),
        TEST(test_the_part_is_for_its_owner_alone),
        TEST(test_a_file_that_is_too_large_is_an_error),
        TEST(test_a_host_keeps_its_signals),
        TEST(test_a_link_to_nothing_makes_what_it_leads_to),
        TEST(test_one_of_several_is_no_pipe),
        TEST(test_a_descriptor_is_written_to),
        TEST(test_writers_at_once_and_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
