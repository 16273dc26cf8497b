/* The cache of compiled kernels: what is stored is loaded, whatever is damaged is not, and what cannot be
   stored or read is no error. */
#include "cache_fixture.h"

#include <signal.h>
#include <sys/resource.h>

#include "base/hash.h"

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
    char *number = strstr(file.data, "format 2\n");
    assert_non_null(number);
    number[strlen("format ")] = '1';
    attack(file.data, file.length);
    tw_text_free(&file);
}

/* Bodies that a checksum vouches for, but that nobody wrote. */
static void test_a_right_checksum_does_not_save_a_wrong_body(void **state)
{
    (void)state;
    static const char *const head =
        "kernel k\nsource s\nheaders h\nentries e\narchitecture sm_90\noptions o\nnvrtc 13\nprogram 1\n";
    static const char *const tails[] = {"cubin 1\nptx 1\nlog 0\nnames 0\nab",
                                        "cubin 1\nptx 1\nlog 0\nnames 0\nabc",
                                        "cubin 1\nptx 1\nlog 0\na",
                                        "cubin -1\nptx 1\nlog 0\nnames 0\nab",
                                        "cubin  1\nptx 1\nlog 0\nnames 0\nab",
                                        "cubin 1x\nptx 1\nlog 0\nnames 0\nab",
                                        "cubin 01\nptx 1\nlog 0\nnames 0\nab",
                                        "cubin 1\nptx 1\nnames 0\nab",
                                        "cubin 1\nptx 1\nlog 0\nab",
                                        "ptx 1\ncubin 1\nlog 0\nnames 0\nab",
                                        "cubin 18446744073709551615\nptx 3\nlog 0\nnames 0\nab",
                                        "cubin 99999999999999999999999\nptx 1\nlog 0\nnames 0\nab",
                                        "cubin \nptx 1\nlog 0\nnames 0\nab",
                                        "",
                                        "cubin 1",
                                        "cubin 1\nptx 1\nlog 0\nnames 3\nabk\tk",
                                        "cubin 1\nptx 1\nlog 0\nnames 4\nabk\t\tk",
                                        "cubin 1\nptx 1\nlog 0\nnames 2\nabk\n",
                                        "cubin 1\nptx 1\nlog 0\nnames 3\nab\tk\n",
                                        "cubin 1\nptx 1\nlog 0\nnames 3\nabk\t\n",
                                        "cubin 1\nptx 1\nlog 0\nnames 1\nab\n",
                                        "cubin 1\nptx 1\nlog 0\nnames 5\nabk\tk\nx"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        struct tw_text body = {0}, file = {0};
        char hash[TW_HASH_DIGITS + 1];
        struct tw_cache_key key;
        struct tw_image image;
        tw_text_addf(&body, "%s%s", head, tails[i]);
        tw_hash_text(body.data, body.length, hash);
        tw_text_addf(&file, "tilewright compiled kernel, format 2\nxxh3-128 %s\n%s", hash, body.data);
        assert_int_equal(tw_cache_entry_read(file.data, file.length, &key, &image),
                         i == 0 ? TW_OK : TW_INPUT);
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
    give_away(directory);
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
    assert_int_equal(chmod(directory, 0555), 0); /* root's, and of use to all */
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
    } cases[] = {{"int a; // \\ \"x\"\n", true},
                 {"", true},
                 {"void embedding(int important);", true}, /* kernels may be named so */
                 {"#if __has_embed(\"x\")\n#endif\n", false},
                 {"#include <cuda_fp16.h>\n # include\t<mma.h> // it\nint \\\na;\n", true},
                 {"#include <cooperative_groups/reduce.h>", true},
                 {"%:include \"x.h\"\n", false},
                 {"\?\?=include \"x.h\"\n", false},
                 {"#/**/include \"x.h\"\n", false},
                 {"/**/#include \"x.h\"\n", false},
                 {"#inc\\\nlude \"x.h\"\n", false},
                 {"#inc\\ \t\r\nlude \"x.h\"\n", false},
                 {"#inc\\\n\\\nlude \"x.h\"\n", false},
                 {"#inc\?\?/\nlude \"x.h\"\n", false},
                 {"#include \\\n\"x.h\"\n", false},
                 {"#include <a.h>\n#include \"x.h\"\n", false},
                 {"#include <a/../../x.h>\n", false},
                 {"#include <a.h\n", false},
                 {"#include", false},
                 {"include <a.h>", false},
                 {"#include_next <x.h>\n", false},
                 {"#import \"x.h\"\n", false},
                 {"int a[] = {\n#em\\\nbed \"x\"\n};\n", false},
                 {"#if __has_include(\"x.h\")\n#endif\n", false},
                 {"#if __has_include(<x.h>)\n#endif\n", false},
                 {"int a; // to include \"x\"\n", false},
                 {"#include <cuda_fp16.h>\n", true},
                 {"#include \"x.h\"\n", false},
                 {"int a;\n #\tinclude\t\"x.h\"\n", false},
                 {"#include </tmp/x.h>\n", false},
                 {"#include <../x.h>\n", false},
                 {"#include NAME\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_kernel kernel = {.source = (char *)cases[i].source};
        const char *why;
        assert_int_equal(tw_cache_covers(&kernel, &why, NULL), TW_OK);
        assert_int_equal(why == NULL, cases[i].covered);
    }
}

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
        TEST(test_the_list_names_what_is_there),
        TEST(test_explain_names_the_parts_that_differ),
        TEST(test_explain_says_damaged),
        TEST(test_sources_that_include_by_path_are_not_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
