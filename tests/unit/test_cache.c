/*
 * The cache of compiled kernels under attack: damage of every kind, many processes, writers killed at any
 * moment, no permission, no space, too much of everything. The images are made up, so that no compiler is
 * needed.
 */
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
#include "base/hash.h"
#include "runtime/cache_directory.h"
#include "runtime/cache_entry.h"

static char directory[] = "/tmp/tilewright-cache-XXXXXX";
static struct tw_cache *cache;

/* ---- made-up kernels ---- */

static struct tw_cache_key make_key(const char *kernel, const char *source, const char *arch,
                                    const char *options, const char *nvrtc, const char *program)
{
    const char *const parts[] = {kernel, source, arch, options, nvrtc, program};
    struct tw_cache_key key;
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) assert_non_null(key.part[i] = strdup(parts[i]));
    return key;
}

static struct tw_cache_key key_of(unsigned number)
{
    char name[32], source[32];
    snprintf(name, sizeof name, "kernel%u", number);
    snprintf(source, sizeof source, "%08x, 9 bytes", number * 2654435761u);
    return make_key(name, source, "sm_90", "-lineinfo", "13.0", "0.1.0");
}

/* Contents that depend on the number, so that one kernel's image can never pass for another's. */
static struct tw_image image_of(unsigned number, size_t bytes)
{
    struct tw_image image = {.cubin = malloc(bytes + 1), .cubin_bytes = bytes, .log = strdup("a warning\n")};
    struct tw_text ptx = {0};
    assert_non_null(image.cubin);
    for (size_t i = 0; i < bytes; i++)
        ((unsigned char *)image.cubin)[i] = (unsigned char)((i * 7 + number * 13) >> (i % 3));
    tw_text_addf(&ptx, "// ptx of %u\n.version 9.0\n", number);
    image.ptx_length = ptx.length;
    image.ptx = tw_text_take(&ptx);
    return image;
}

static bool same_image(const struct tw_image *a, const struct tw_image *b)
{
    return a->cubin_bytes == b->cubin_bytes && memcmp(a->cubin, b->cubin, a->cubin_bytes) == 0 &&
           a->ptx_length == b->ptx_length && strcmp(a->ptx, b->ptx) == 0 && strcmp(a->log, b->log) == 0;
}

static bool store(struct tw_cache *into, unsigned number, size_t bytes)
{
    struct tw_cache_key key = key_of(number);
    struct tw_image image = image_of(number, bytes);
    bool stored = tw_cache_store(into, &key, &image);
    tw_image_free(&image);
    tw_cache_key_free(&key);
    return stored;
}

enum found { MISS, HIT, WRONG };

static enum found load(struct tw_cache *from, unsigned number, size_t bytes)
{
    struct tw_cache_key key = key_of(number);
    struct tw_image expected = image_of(number, bytes), image;
    enum found found = MISS;
    if (tw_cache_load(from, &key, &image)) found = same_image(&image, &expected) ? HIT : WRONG;
    if (found == MISS && (image.cubin || image.ptx || image.log)) found = WRONG;
    tw_image_free(&image);
    tw_image_free(&expected);
    tw_cache_key_free(&key);
    return found;
}

static const char *path_of(unsigned number, char path[256])
{
    struct tw_cache_key key = key_of(number);
    struct tw_text text = {0};
    char name[TW_CACHE_NAME];
    tw_cache_key_print(&key, &text);
    tw_cache_name(&text, name);
    snprintf(path, 256, "%s/%s", directory, name);
    tw_text_free(&text);
    tw_cache_key_free(&key);
    return path;
}

static void put_file(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* Files in the directory, those of the cache's own names and others. */
static unsigned count_files(const char *suffix)
{
    unsigned count = 0;
    DIR *stream = opendir(directory);
    if (!stream) return 0;
    for (struct dirent *entry; (entry = readdir(stream));) {
        size_t length = strlen(entry->d_name), wanted = strlen(suffix);
        count += length > wanted && strcmp(entry->d_name + length - wanted, suffix) == 0;
    }
    closedir(stream);
    return count;
}

static struct tw_cache *open_cache(void)
{
    struct tw_cache *opened;
    assert_int_equal(tw_cache_open(directory, &opened, NULL), TW_OK);
    return opened;
}

static int set_up(void **state)
{
    (void)state;
    strcpy(directory + strlen(directory) - 6, "XXXXXX");
    unsetenv("TILEWRIGHT_CACHE_SIZE");
    if (!mkdtemp(directory)) return -1;
    return tw_cache_open(directory, &cache, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    tw_cache_close(cache);
    chmod(directory, 0700);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

/* ---- in a process of its own ---- */

/* Runs `work` as a user without privileges where we have them (root reads and writes everything); true when
 * it says so. */
static bool in_child(bool unprivileged, bool (*work)(unsigned), unsigned argument)
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (unprivileged && getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(2);
        _exit(work(argument) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- round trip ---- */

static void test_what_is_stored_is_loaded(void **state)
{
    (void)state;
    assert_int_equal(load(cache, 1, 5000), MISS);
    assert_true(store(cache, 1, 5000));
    assert_true(store(cache, 2, 0));
    assert_int_equal(load(cache, 1, 5000), HIT);
    assert_int_equal(load(cache, 2, 0), HIT);
    assert_int_equal(load(cache, 3, 5000), MISS);
    assert_int_equal(count_files(".kernel"), 2);
    assert_int_equal(count_files(".part"), 0);
}

static void test_every_part_of_the_key_counts(void **state)
{
    (void)state;
    assert_true(store(cache, 1, 100));
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) {
        struct tw_cache_key key = key_of(1);
        struct tw_image image;
        key.part[i][0] ^= 1;
        assert_false(tw_cache_load(cache, &key, &image));
        assert_null(image.cubin);
        tw_cache_key_free(&key);
    }
}

static void test_another_key_under_this_name_is_a_miss(void **state)
{
    (void)state;
    char one[256], two[256];
    assert_true(store(cache, 1, 100));
    assert_int_equal(rename(path_of(1, one), path_of(2, two)), 0);
    assert_int_equal(load(cache, 2, 100), MISS);
}

static void test_the_default_directory(void **state)
{
    (void)state;
    const struct {
        const char *own, *xdg, *home, *expected;
    } cases[] = {{"/a", "/b", "/c", "/a"},
                 {NULL, "/b", "/c", "/b/tilewright"},
                 {"", "relative", "/c", "/c/.cache/tilewright"},
                 {NULL, NULL, NULL, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_cache *opened;
        cases[i].own ? setenv("TILEWRIGHT_CACHE", cases[i].own, 1) : unsetenv("TILEWRIGHT_CACHE");
        cases[i].xdg ? setenv("XDG_CACHE_HOME", cases[i].xdg, 1) : unsetenv("XDG_CACHE_HOME");
        cases[i].home ? setenv("HOME", cases[i].home, 1) : unsetenv("HOME");
        assert_int_equal(tw_cache_open(NULL, &opened, NULL), cases[i].expected ? TW_OK : TW_ENVIRONMENT);
        if (cases[i].expected) assert_string_equal(tw_cache_path(opened), cases[i].expected);
        tw_cache_close(opened);
    }
}

static void test_a_size_that_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const sizes[] = {"x", "-1", "1k", " 1", "99999999999999999999"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct tw_cache *opened;
        setenv("TILEWRIGHT_CACHE_SIZE", sizes[i], 1);
        assert_int_equal(tw_cache_open(directory, &opened, NULL), TW_INPUT);
        assert_null(opened);
    }
}

/* ---- damage ---- */

/* Puts these bytes in kernel 1's place: they are never loaded, and storing mends it. */
static void attack(const void *bytes, size_t count)
{
    char path[256];
    put_file(path_of(1, path), bytes, count);
    assert_int_equal(load(cache, 1, 300), MISS);
}

static void test_every_truncation_is_refused(void **state)
{
    (void)state;
    char path[256];
    struct tw_text file = {0};
    assert_true(store(cache, 1, 300));
    assert_int_equal(tw_file_read(path_of(1, path), &file, NULL), TW_OK);
    for (size_t count = 0; count < file.length; count++) attack(file.data, count);
    tw_text_add_char(&file, '\0');
    attack(file.data, file.length); /* a byte too many */
    assert_true(store(cache, 1, 300));
    assert_int_equal(load(cache, 1, 300), HIT);
    tw_text_free(&file);
}

static void test_every_flipped_bit_is_refused(void **state)
{
    (void)state;
    char path[256];
    struct tw_text file = {0};
    assert_true(store(cache, 1, 300));
    assert_int_equal(tw_file_read(path_of(1, path), &file, NULL), TW_OK);
    for (size_t bit = 0; bit < 8 * file.length; bit++) {
        file.data[bit / 8] ^= (char)(1 << bit % 8);
        attack(file.data, file.length);
        file.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    put_file(path, file.data, file.length);
    assert_int_equal(load(cache, 1, 300), HIT);
    tw_text_free(&file);
}

/* The first line with another number, and a right checksum below it. */
static void test_another_format_version_is_refused(void **state)
{
    (void)state;
    char path[256];
    struct tw_text file = {0};
    assert_true(store(cache, 1, 300));
    assert_int_equal(tw_file_read(path_of(1, path), &file, NULL), TW_OK);
    char *number = strstr(file.data, "format 1\n");
    assert_non_null(number);
    number[strlen("format ")] = '2';
    attack(file.data, file.length);
    tw_text_free(&file);
}

/* Bodies that a checksum vouches for, but that nobody wrote. */
static void test_a_right_checksum_does_not_save_a_wrong_body(void **state)
{
    (void)state;
    static const char *const head =
        "kernel k\nsource s\narchitecture sm_90\noptions o\nnvrtc 13\nprogram 1\n";
    static const char *const tails[] = {"cubin 1\nptx 1\nlog 0\nab",
                                        "cubin 1\nptx 1\nlog 0\nabc",
                                        "cubin 1\nptx 1\nlog 0\na",
                                        "cubin -1\nptx 1\nlog 0\nab",
                                        "cubin  1\nptx 1\nlog 0\nab",
                                        "cubin 1x\nptx 1\nlog 0\nab",
                                        "cubin 01\nptx 1\nlog 0\nab",
                                        "cubin 1\nptx 1\nab",
                                        "ptx 1\ncubin 1\nlog 0\nab",
                                        "cubin 18446744073709551615\nptx 3\nlog 0\nab",
                                        "cubin 99999999999999999999999\nptx 1\nlog 0\nab",
                                        "cubin \nptx 1\nlog 0\nab",
                                        "",
                                        "cubin 1"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        struct tw_text body = {0}, file = {0};
        char hash[TW_HASH_DIGITS + 1];
        struct tw_cache_key key;
        struct tw_image image;
        tw_text_addf(&body, "%s%s", head, tails[i]);
        tw_hash_text(body.data, body.length, hash);
        tw_text_addf(&file, "tilewright compiled kernel, format 1\nxxh3-128 %s\n%s", hash, body.data);
        assert_int_equal(tw_cache_entry_read(file.data, file.length, &key, &image), i == 0);
        assert_int_equal(image.cubin != NULL, i == 0);
        assert_int_equal(key.part[0] != NULL, i == 0);
        tw_image_free(&image);
        tw_cache_key_free(&key);
        tw_text_free(&body);
        tw_text_free(&file);
    }
}

static void test_foreign_files_are_replaced_or_left_alone(void **state)
{
    (void)state;
    char path[256], other[256];
    attack("\177ELF something else", 19);
    assert_true(store(cache, 1, 300));
    assert_int_equal(load(cache, 1, 300), HIT);

    snprintf(other, sizeof other, "%s/notes.txt", directory);
    put_file(other, "mine", 4);
    snprintf(other, sizeof other, "%s/0123456789abcdef.kernel", directory);
    put_file(other, "mine", 4);
    size_t count;
    uint64_t bytes;
    assert_int_equal(tw_cache_clear(cache, &count, &bytes, NULL), TW_OK);
    assert_int_equal(count, 1);
    assert_int_equal(count_files("s.txt"), 1);
    assert_int_equal(count_files(".kernel"), 1);

    /* Things that cannot even be replaced: a directory, and a pipe nobody writes to. */
    assert_int_equal(mkdir(path_of(2, path), 0700), 0);
    assert_int_equal(load(cache, 2, 300), MISS);
    assert_false(store(cache, 2, 300));
    assert_int_equal(mkfifo(path_of(3, path), 0600), 0);
    assert_int_equal(load(cache, 3, 300), MISS);
    assert_true(store(cache, 3, 300));
    assert_int_equal(load(cache, 3, 300), HIT);
    assert_int_equal(count_files(".part"), 0);
}

/* ---- permissions and space ---- */

static bool mends_unreadable(unsigned number)
{
    return load(cache, number, 300) == MISS && store(cache, number, 300) && load(cache, number, 300) == HIT;
}

static void test_an_unreadable_file_is_replaced(void **state)
{
    (void)state;
    char path[256];
    assert_true(store(cache, 1, 300));
    assert_int_equal(chmod(path_of(1, path), 0), 0);
    assert_int_equal(chmod(directory, 0777), 0);
    assert_true(in_child(true, mends_unreadable, 1));
}

static bool hits_but_stores_nothing(unsigned number)
{
    return load(cache, number, 300) == HIT && !store(cache, number + 1, 300) && !store(cache, number, 300) &&
           load(cache, number + 1, 300) == MISS && load(cache, number, 300) == HIT;
}

static void test_a_read_only_directory_serves_hits(void **state)
{
    (void)state;
    assert_true(store(cache, 1, 300));
    assert_int_equal(chmod(directory, 0555), 0);
    assert_true(in_child(true, hits_but_stores_nothing, 1));
    assert_int_equal(chmod(directory, 0700), 0);
    assert_int_equal(count_files(".part"), 0);
}

static bool misses_quietly(unsigned number)
{
    struct tw_cache_entry *entries;
    size_t count;
    return load(cache, number, 300) == MISS && !store(cache, number, 300) &&
           tw_cache_list(cache, &entries, &count, NULL) == TW_IO && count == 0;
}

static void test_a_closed_directory_is_no_error(void **state)
{
    (void)state;
    assert_true(store(cache, 1, 300));
    assert_int_equal(chmod(directory, 0), 0);
    assert_true(in_child(true, misses_quietly, 1));
}

static void test_a_directory_that_cannot_be_made_is_no_error(void **state)
{
    (void)state;
    char path[256];
    struct tw_cache *opened;
    struct tw_cache_entry *entries;
    size_t count;
    snprintf(path, sizeof path, "%s/file", directory);
    put_file(path, "", 0);
    snprintf(path, sizeof path, "%s/file/cache", directory);
    assert_int_equal(tw_cache_open(path, &opened, NULL), TW_OK);
    assert_false(store(opened, 1, 300));
    assert_int_equal(load(opened, 1, 300), MISS);
    tw_cache_close(opened);

    snprintf(path, sizeof path, "%s/not/yet/there", directory);
    assert_int_equal(tw_cache_open(path, &opened, NULL), TW_OK);
    assert_int_equal(tw_cache_list(opened, &entries, &count, NULL), TW_OK);
    assert_int_equal(count, 0);
    assert_true(store(opened, 1, 300));
    assert_int_equal(load(opened, 1, 300), HIT);
    tw_cache_close(opened);
}

/* No byte more than so many fits a file, as on a full disk. */
static bool finds_no_space(unsigned bytes)
{
    struct rlimit limit = {bytes, bytes};
    signal(SIGXFSZ, SIG_IGN);
    return setrlimit(RLIMIT_FSIZE, &limit) == 0 && load(cache, 1, 300) == HIT && !store(cache, 1, 300) &&
           !store(cache, 2, 300) && load(cache, 1, 300) == HIT && load(cache, 2, 300) == MISS;
}

static void test_a_full_disk_damages_nothing(void **state)
{
    (void)state;
    assert_true(store(cache, 1, 300));
    for (unsigned bytes = 0; bytes < 400; bytes += 57) assert_true(in_child(false, finds_no_space, bytes));
    assert_int_equal(count_files(".part"), 0);
    assert_int_equal(load(cache, 1, 300), HIT);
}

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

static pid_t start(bool (*work)(unsigned), unsigned argument)
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(work(argument) ? 0 : 1);
    return child;
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

/* Killed at moments that differ: every kernel is either whole or not there, and the next writer tidies up. */
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
    assert_true(store(next, 1, 2000000));
    assert_int_equal(load(next, 1, 2000000), HIT);
    tw_cache_close(next);
    assert_int_equal(count_files(".part"), 0);
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
    assert_true(store(cache, 1, 300));
    assert_int_equal(access(dead, F_OK), -1);
    assert_int_equal(access(alive, F_OK), 0);
    close(file);
    size_t count;
    uint64_t bytes;
    assert_int_equal(tw_cache_clear(cache, &count, &bytes, NULL), TW_OK);
    assert_int_equal(access(alive, F_OK), -1);
}

/* ---- the bound ---- */

static void set_used(unsigned number, time_t seconds)
{
    char path[256];
    const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path_of(number, path), times, 0), 0);
}

static uint64_t bytes_on_disk(void)
{
    struct tw_cache_files files;
    assert_int_equal(tw_cache_scan(directory, &files, NULL), TW_OK);
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

/* ---- looking into it ---- */

static void test_the_list_names_what_is_there(void **state)
{
    (void)state;
    char path[256];
    struct tw_cache_entry *entries;
    size_t count;
    for (unsigned i = 0; i < 3; i++) {
        assert_true(store(cache, i, 500));
        set_used(i, 1000000 + (time_t)i);
    }
    put_file(path_of(0, path), "damaged", 7);
    set_used(0, 1000000);
    assert_int_equal(tw_cache_list(cache, &entries, &count, NULL), TW_OK);
    assert_int_equal(count, 3);
    assert_string_equal(entries[0].key.part[TW_CACHE_KERNEL], "kernel2");
    assert_string_equal(entries[1].key.part[TW_CACHE_KERNEL], "kernel1");
    assert_string_equal(entries[1].key.part[TW_CACHE_ARCHITECTURE], "sm_90");
    assert_true(entries[0].valid && entries[1].valid && !entries[2].valid);
    assert_null(entries[2].key.part[0]);
    assert_int_equal(entries[2].bytes, 7);
    assert_int_equal(entries[1].used.tv_sec, 1000001);
    tw_cache_entries_free(entries, count);

    uint64_t bytes;
    assert_int_equal(tw_cache_clear(cache, &count, &bytes, NULL), TW_OK);
    assert_int_equal(count, 3);
    assert_true(bytes > 1000);
    assert_int_equal(count_files(".kernel"), 0);
}

static struct tw_cache_answer explain(struct tw_cache_key *key)
{
    struct tw_cache_answer answer;
    assert_int_equal(tw_cache_explain(cache, key, &answer, NULL), TW_OK);
    return answer;
}

static void test_explain_names_the_parts_that_differ(void **state)
{
    (void)state;
    struct tw_image image = image_of(1, 100);
    struct tw_cache_key stored = make_key("a", "s1", "sm_90", "o1", "13.0", "1");
    struct tw_cache_key far = make_key("a", "s2", "sm_80", "o2", "12.0", "1");
    struct tw_cache_key other = make_key("b", "s1", "sm_90", "o1", "13.0", "2");
    struct tw_cache_answer answer = explain(&stored);
    assert_false(answer.hit || answer.near || answer.damaged);
    assert_true(tw_cache_store(cache, &far, &image) && tw_cache_store(cache, &other, &image));
    answer = explain(&stored);
    assert_false(answer.hit);
    assert_true(answer.near);
    assert_int_equal(answer.differ, 1 << TW_CACHE_SOURCE | 1 << TW_CACHE_ARCHITECTURE |
                                        1 << TW_CACHE_OPTIONS | 1 << TW_CACHE_NVRTC);
    tw_cache_key_free(&answer.nearest);

    assert_true(tw_cache_store(cache, &stored, &image));
    assert_true(explain(&stored).hit);
    for (unsigned i = 1; i < TW_CACHE_PART_COUNT; i++) {
        struct tw_cache_key wanted = make_key("a", "s1", "sm_90", "o1", "13.0", "1");
        wanted.part[i][0] ^= 1;
        answer = explain(&wanted);
        assert_true(answer.near && !answer.hit);
        assert_int_equal(answer.differ, 1u << i);
        assert_string_equal(answer.nearest.part[i], stored.part[i]);
        tw_cache_key_free(&answer.nearest);
        tw_cache_key_free(&wanted);
    }
    tw_image_free(&image);
    tw_cache_key_free(&stored);
    tw_cache_key_free(&far);
    tw_cache_key_free(&other);
}

static void test_explain_says_damaged(void **state)
{
    (void)state;
    char path[256];
    struct tw_cache_key key = key_of(1);
    assert_true(store(cache, 1, 100));
    put_file(path_of(1, path), "x", 1);
    struct tw_cache_answer answer = explain(&key);
    assert_true(answer.damaged && !answer.hit && !answer.near);
    tw_cache_key_free(&key);
}

static void test_sources_that_include_by_path_are_not_covered(void **state)
{
    (void)state;
    const struct {
        const char *source;
        bool covered;
    } cases[] = {{"int includes; // to include \"x\"\n", true},
                 {"#include <cuda_fp16.h>\n", true},
                 {"#include \"x.h\"\n", false},
                 {"int a;\n #\tinclude\t\"x.h\"\n", false},
                 {"#include </tmp/x.h>\n", false},
                 {"#include <../x.h>\n", false},
                 {"#include NAME\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_kernel kernel = {.source = (char *)cases[i].source};
        assert_int_equal(tw_cache_covers(&kernel), cases[i].covered);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_what_is_stored_is_loaded),
        TEST(test_every_part_of_the_key_counts),
        TEST(test_another_key_under_this_name_is_a_miss),
        TEST(test_the_default_directory),
        TEST(test_a_size_that_is_no_number_is_refused),
        TEST(test_every_truncation_is_refused),
        TEST(test_every_flipped_bit_is_refused),
        TEST(test_another_format_version_is_refused),
        TEST(test_a_right_checksum_does_not_save_a_wrong_body),
        TEST(test_foreign_files_are_replaced_or_left_alone),
        TEST(test_an_unreadable_file_is_replaced),
        TEST(test_a_read_only_directory_serves_hits),
        TEST(test_a_closed_directory_is_no_error),
        TEST(test_a_directory_that_cannot_be_made_is_no_error),
        TEST(test_a_full_disk_damages_nothing),
        TEST(test_sixteen_processes_at_once),
        TEST(test_threads_share_a_cache),
        TEST(test_killed_writers_leave_no_damage),
        TEST(test_only_dead_writers_are_tidied_up),
        TEST(test_the_longest_unused_go_first),
        TEST(test_the_size_stays_bounded),
        TEST(test_the_size_of_many_processes_is_bounded),
        TEST(test_the_list_names_what_is_there),
        TEST(test_explain_names_the_parts_that_differ),
        TEST(test_explain_says_damaged),
        TEST(test_sources_that_include_by_path_are_not_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
