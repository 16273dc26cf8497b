/* What of a cache is believed: what this user or root put there, and nothing that another could have. Several
   tests need another user; they are skipped, and say so, unless they run as root. */
#include "cache_fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/syscall.h>

static bool is_root(void)
{
    if (getuid() == 0) return true;
    print_message("not root: nobody else's files can be made\n");
    return false;
}

static const char *below(const char *name, char path[256])
{
    snprintf(path, 256, "%s/%s", directory, name);
    return path;
}

static unsigned mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode & 07777;
}

static struct tw_cache *open_at(const char *path)
{
    struct tw_cache *opened;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_cache_open(path, &opened, &error), TW_OK);
    return opened;
}

/* Kernel 1 of a cache is there and found. */
static bool is_used(const char *path)
{
    struct tw_cache *opened = open_at(path);
    bool used = load(opened, 1, 300) == HIT && store(opened, 2, 300) && !tw_cache_distrust(opened);
    tw_cache_close(opened);
    return used;
}

/* It is not, nothing is stored, listed or removed, and the sentence names the place and what is wrong. */
static bool is_refused(const char *path, const char *place, const char *what)
{
    struct tw_cache *opened = open_at(path);
    struct tw_error error = TW_ERROR_INIT;
    struct tw_cache_entry *entries;
    size_t count;
    uint64_t bytes;
    char named[300];
    const char *sentence = tw_cache_distrust(opened);
    snprintf(named, sizeof named, "'%s' %s", place, what);
    bool refused = load(opened, 1, 300) == MISS && !store(opened, 1, 300) && sentence &&
                   strstr(sentence, named) && strstr(sentence, "TILEWRIGHT_CACHE") &&
                   tw_cache_list(opened, &entries, &count, &error) == TW_ENVIRONMENT && count == 0 &&
                   strcmp(error.message, sentence) == 0 &&
                   tw_cache_clear(opened, &count, &bytes, &error) == TW_ENVIRONMENT && count == 0;
    if (!refused) print_message("%s: %s\n", path, sentence ? sentence : "trusted");
    tw_cache_close(opened);
    return refused;
}

static char other_place[256]; /* for in_child */

static bool child_uses(unsigned ignored)
{
    (void)ignored;
    return is_used(other_place);
}

static bool child_reads(unsigned ignored)
{
    (void)ignored;
    struct tw_cache *opened = open_at(other_place);
    bool reads = load(opened, 1, 300) == HIT && !store(opened, 2, 300) && !tw_cache_distrust(opened);
    tw_cache_close(opened);
    return reads;
}

static bool child_is_refused(unsigned owner)
{
    char what[64];
    snprintf(what, sizeof what, "belongs to user %u", owner);
    return is_refused(other_place, other_place, what);
}

/* ---- the directory ---- */

static void test_what_is_made_is_ours_alone(void **state)
{
    (void)state;
    char path[256], entry[300];
    static const char *const made[] = {"not", "not/yet", "not/yet/there"};
    mode_t mask = umask(0);
    struct tw_cache *opened = open_at(below("not/yet/there", path));
    assert_true(store(opened, 1, 300));
    tw_cache_close(opened);
    for (size_t i = 0; i < 3; i++) assert_int_equal(mode_of(below(made[i], path)), 0700);
    snprintf(entry, sizeof entry, "%s%s", path, strrchr(path_of(1, other_place), '/'));
    assert_int_equal(mode_of(entry), 0644);
    umask(mask);
}

static void test_a_directory_that_others_may_write_to_is_not_used(void **state)
{
    (void)state;
    static const mode_t modes[] = {0777, 0770, 0707, 01777, 0720, 0702, 0775, 02770};
    assert_true(store(cache, 1, 300));
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char what[64];
        assert_int_equal(chmod(directory, modes[i]), 0);
        snprintf(what, sizeof what, "may be written to by others (mode %04o; chmod go-w", (unsigned)modes[i]);
        assert_true(is_refused(directory, directory, what));
        assert_int_equal(load(cache, 1, 300), MISS); /* nor by one that was opened before */
        assert_int_equal(count_files(".kernel"), 1);
    }
    assert_int_equal(chmod(directory, 0755), 0);
    assert_int_equal(load(cache, 1, 300), HIT);
    assert_true(is_used(directory));
}

/* Users who may write to a parent may put another directory in the cache's place; where it is sticky, they may not. */
static void test_the_parents_count_too(void **state)
{
    (void)state;
    char parent[256], grandchild[256];
    const struct {
        mode_t mode;
        bool used;
    } cases[] = {{0700, true},  {0755, true},  {01777, true}, {01770, true},
                 {0777, false}, {0770, false}, {0702, false}};
    below("parent", parent);
    struct tw_cache *opened = open_at(below("parent/between/cache", grandchild));
    assert_true(store(opened, 1, 300));
    tw_cache_close(opened);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(chmod(parent, cases[i].mode), 0);
        assert_true(cases[i].used ? is_used(grandchild)
                                  : is_refused(grandchild, parent, "may be written to by others"));
    }
    /* Not even a new one is made there. */
    assert_int_equal(chmod(parent, 0777), 0);
    assert_true(is_refused(below("parent/new", grandchild), parent, "may be written to by others"));
    assert_int_equal(access(grandchild, F_OK), -1);
}

static void test_a_directory_of_another_user_is_not_used(void **state)
{
    (void)state;
    char inner[256];
    if (!is_root()) skip();
    assert_int_equal(chmod(directory, 0755), 0);
    struct tw_cache *opened = open_at(below("inner", inner));
    assert_true(store(opened, 1, 300));
    tw_cache_close(opened);
    assert_int_equal(chmod(inner, 0755), 0);

    strcpy(other_place, inner);
    assert_true(in_child(true, child_reads, 0)); /* root's, read-only: shared */
    assert_int_equal(chown(inner, 1234, 1234), 0);
    assert_true(is_refused(inner, inner, "belongs to user 1234, neither you nor root"));
    assert_true(in_child(true, child_is_refused, 1234));
    give_away(inner);
    assert_true(in_child(true, child_uses, 0)); /* theirs, with a kernel of root's in it */
    assert_true(is_refused(inner, inner, "belongs to user 65534"));
    assert_int_equal(chown(inner, 0, 0), 0);
    give_away(directory);
    assert_true(is_refused(inner, directory, "belongs to user 65534")); /* on the way */
}

/* ---- links on the way, and names that lead nowhere ---- */

static void test_the_way_may_be_a_link(void **state)
{
    (void)state;
    char real[256], link[256], second[256], through[256];
    struct tw_cache *opened = open_at(below("real", real));
    assert_true(store(opened, 1, 300));
    tw_cache_close(opened);
    assert_int_equal(symlink(real, below("link", link)), 0);
    assert_true(is_used(link));
    assert_int_equal(symlink("./link/../link//", below("second", second)), 0);
    assert_true(is_used(second));
    assert_true(is_used(below("second/.", through)));
    assert_int_equal(chmod(real, 0777), 0);
    assert_true(is_refused(second, real, "may be written to by others"));
    assert_int_equal(chmod(real, 0700), 0);
    if (!is_root()) return;
    give_away(link);
    assert_true(is_refused(second, link, "belongs to user 65534"));
}

static void test_a_relative_path_counts_from_here(void **state)
{
    (void)state;
    char here[256], old[256];
    assert_true(store(cache, 1, 300));
    assert_non_null(getcwd(old, sizeof old));
    assert_int_equal(mkdir(below("here", here), 0700), 0);
    assert_int_equal(chdir(here), 0);
    assert_true(is_used(".."));
    assert_int_equal(chmod(directory, 0777), 0);
    assert_true(is_refused("new", directory, "may be written to by others"));
    assert_int_equal(chdir(old), 0);
}

static void test_what_leads_nowhere_is_no_error(void **state)
{
    (void)state;
    char path[256], name[300], end[256];
    assert_int_equal(symlink("loop", below("loop", path)), 0);
    put_file(below("file", path), "", 0);
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const char *const ways[] = {"loop", "loop/more", "file", "file/more", name};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char way[600];
        snprintf(way, sizeof way, "%s/%s", directory, ways[i]);
        struct tw_cache *opened = open_at(way);
        assert_null(tw_cache_distrust(opened));
        assert_int_equal(load(opened, 1, 300), MISS);
        assert_false(store(opened, 1, 300));
        tw_cache_close(opened);
    }
    assert_int_equal(symlink("end", below("dangling", path)), 0); /* its end is made */
    struct tw_cache *opened = open_at(path);
    assert_true(store(opened, 1, 300));
    tw_cache_close(opened);
    assert_int_equal(mode_of(below("end", end)), 0700);
}

/* ---- entries ---- */

static void test_an_entry_that_others_may_write_to_is_none(void **state)
{
    (void)state;
    char path[256];
    assert_true(store(cache, 1, 300));
    path_of(1, path);
    for (mode_t mode = 0400; mode <= 0777; mode++) {
        assert_int_equal(chmod(path, mode), 0);
        assert_int_equal(load(cache, 1, 300), mode & 022 ? MISS : HIT);
    }
    assert_true(store(cache, 1, 300)); /* another takes its place */
    assert_int_equal(load(cache, 1, 300), HIT);
}

static bool plants_kernel_1(unsigned ignored)
{
    (void)ignored;
    return store(cache, 1, 300);
}

static void test_an_entry_of_another_user_is_none(void **state)
{
    (void)state;
    char path[256];
    if (!is_root()) skip();
    give_away(directory); /* for a moment it is theirs */
    assert_true(in_child(true, plants_kernel_1, 0));
    assert_int_equal(chown(directory, 0, 0), 0);
    assert_int_equal(load(cache, 1, 300), MISS);
    struct tw_cache_entry *entries;
    size_t count;
    assert_int_equal(tw_cache_list(cache, &entries, &count, NULL), TW_OK);
    assert_true(count == 1 && !entries[0].valid);
    tw_cache_entries_free(entries, count);
    assert_true(store(cache, 1, 300));
    assert_int_equal(load(cache, 1, 300), HIT);
    assert_int_equal(chmod(directory, 0755), 0);
    strcpy(other_place, directory);
    assert_true(in_child(true, child_reads, 0));
    assert_int_equal(chown(path_of(1, path), 1234, 1234), 0);
    assert_false(in_child(true, child_reads, 0));
}

static struct timespec modified(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mtim;
}

#define LONG_AGO 1000000

/* A valid entry elsewhere, last written long ago, with a second name or a link in the cache. */
static void link_kernel_1(int (*make)(const char *, const char *), char elsewhere[256])
{
    char path[256];
    assert_true(store(cache, 1, 300));
    set_used(1, LONG_AGO);
    assert_int_equal(rename(path_of(1, path), below("elsewhere", elsewhere)), 0);
    assert_int_equal(make(elsewhere, path), 0);
}

static void test_a_link_is_no_entry(void **state)
{
    (void)state;
    char elsewhere[256];
    struct tw_text before = {0}, after = {0};
    link_kernel_1(symlink, elsewhere);
    assert_int_equal(tw_file_read(elsewhere, &before, NULL), TW_OK);
    assert_int_equal(load(cache, 1, 300), MISS);
    struct tw_cache_entry *entries;
    size_t count;
    assert_int_equal(tw_cache_list(cache, &entries, &count, NULL), TW_OK);
    assert_int_equal(count, 0);
    assert_true(store(cache, 1, 500)); /* in the place of the link, not of what it leads to */
    assert_int_equal(load(cache, 1, 500), HIT);
    assert_int_equal(modified(elsewhere).tv_sec, LONG_AGO);
    assert_int_equal(tw_file_read(elsewhere, &after, NULL), TW_OK);
    assert_string_equal(before.data, after.data);
    tw_text_free(&before);
    tw_text_free(&after);
}

static void test_a_use_shows_unless_the_file_has_other_names(void **state)
{
    (void)state;
    char elsewhere[256], path[256];
    link_kernel_1(link, elsewhere);
    assert_int_equal(load(cache, 1, 300), HIT);
    assert_int_equal(modified(elsewhere).tv_sec, LONG_AGO);
    assert_int_equal(unlink(elsewhere), 0);
    assert_int_equal(load(cache, 1, 300), HIT);
    assert_true(modified(path_of(1, path)).tv_sec > LONG_AGO);
}

/* ---- exchanged while it is used ---- */

static atomic_bool exchanging;
static char mine[256], planted[256];

static void *exchange(void *unused)
{
    while (exchanging) syscall(SYS_renameat2, AT_FDCWD, mine, AT_FDCWD, planted, 2 /* RENAME_EXCHANGE */);
    return unused;
}

/* Both directories hold a valid kernel 1; the planted one's is another. */
static void test_nothing_is_exchanged_between_look_and_use(void **state)
{
    (void)state;
    pthread_t thread;
    char path[300];
    unsigned hits = 0;
    if (!is_root()) skip();
    struct tw_cache *ours = open_at(below("mine", mine)), *theirs = open_at(below("planted", planted));
    assert_true(store(ours, 1, 300) && store(theirs, 1, 400));
    snprintf(path, sizeof path, "%s%s", planted, strrchr(path_of(1, other_place), '/'));
    give_away(planted); /* the kernel in it stays root's: the directory alone betrays it */
    assert_int_equal(load(ours, 1, 300), HIT);
    exchanging = true;
    assert_int_equal(pthread_create(&thread, NULL, exchange, NULL), 0);
    for (unsigned i = 0; i < 5000; i++) {
        enum found found = load(ours, 1, 300);
        assert_int_not_equal(found, WRONG);
        hits += found == HIT;
    }
    exchanging = false;
    pthread_join(thread, NULL);
    print_message("%u hits while directories were exchanged\n", hits);
    tw_cache_close(ours);
    tw_cache_close(theirs);
}

/* ---- what the dead leave ---- */

static void test_opening_sweeps_up_what_is_ours(void **state)
{
    (void)state;
    char dead[256], pipe[256], folder[256], link[256], theirs[256], other[256];
    put_file(below("00000000000000000000000000000001.0000000000000001.part", dead), "half", 4);
    mkfifo(below("00000000000000000000000000000001.0000000000000002.part", pipe), 0600);
    mkdir(below("00000000000000000000000000000001.0000000000000003.part", folder), 0700);
    assert_int_equal(
        symlink("other.part", below("00000000000000000000000000000001.0000000000000004.part", link)), 0);
    put_file(below("00000000000000000000000000000001.0000000000000005.part", theirs), "half", 4);
    put_file(below("other.part", other), "mine", 4);
    give_away(theirs);
    tw_cache_close(open_cache());
    assert_int_equal(access(dead, F_OK), -1);
    assert_int_equal(access(pipe, F_OK), 0);
    assert_int_equal(access(folder, F_OK), 0);
    assert_int_equal(access(link, F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
    assert_int_equal(access(theirs, F_OK), getuid() == 0 ? 0 : -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_what_is_made_is_ours_alone),
        TEST(test_a_directory_that_others_may_write_to_is_not_used),
        TEST(test_the_parents_count_too),
        TEST(test_a_directory_of_another_user_is_not_used),
        TEST(test_the_way_may_be_a_link),
        TEST(test_a_relative_path_counts_from_here),
        TEST(test_what_leads_nowhere_is_no_error),
        TEST(test_an_entry_that_others_may_write_to_is_none),
        TEST(test_an_entry_of_another_user_is_none),
        TEST(test_a_link_is_no_entry),
        TEST(test_a_use_shows_unless_the_file_has_other_names),
        TEST(test_nothing_is_exchanged_between_look_and_use),
        TEST(test_opening_sweeps_up_what_is_ours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
