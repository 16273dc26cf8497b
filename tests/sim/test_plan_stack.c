/*
 * Plans that a thread with a small stack makes: 128 KiB, as threads have where the C library is musl, with a page below that no
 * one may touch. What NVRTC takes is no part of it: the kernels were compiled by another thread, and come from the cache.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <tilewright/plan.h>

#define STACK_BYTES (128u << 10)
#define FILLED      0xA5

static const struct tw_problem problems[] = {
    {.family = "transpose", .fields = "{\"rows\": 1024, \"cols\": 1000}"},
    {.family = "transpose", .fields = "{\"rows\": 8191, \"cols\": 8193, \"type\": \"uint8\"}"},
    {.family = "transpose", .fields = "{\"rows\": 100000, \"cols\": 7, \"type\": \"float16\"}"},
    {.family = "transpose", .fields = "{\"rows\": 104, \"cols\": 100001, \"type\": \"uint8\"}"},
    {.family = "transpose", .fields = "{\"rows\": 15, \"cols\": 13, \"batch\": 5000, \"type\": \"uint8\"}"},
    {.family = "transpose", .fields = "{\"rows\": 331, \"cols\": 22, \"batch\": 100, \"type\": \"uint8\"}"},
    {.family = "transpose", .fields = "{\"rows\": 4, \"cols\": 6, \"batch\": 5000, \"out_pitch\": 9}"},
    {.family = "permute",
     .fields = "{\"axes\": \"n c h w -> n h w c\", \"shape\": \"64 64 112 112\", \"type\": \"float16\"}"},
    {.family = "permute",
     .fields = "{\"axes\": \"0 2 1 3\", \"shape\": \"16 2048 32 128\", \"type\": \"float16\"}"},
    {.family = "permute", .fields = "{\"axes\": \"4 2 0 3 1\", \"shape\": \"53 47 31 29 37\"}"},
    {.family = "permute",
     .fields = "{\"axes\": \"0 2 1\", \"shape\": \"30 101 33\", \"type\": \"uint8\", \"in_strides\": \"9999 "
               "-50 1\"}"},
    {.family = "permute",
     .fields = "{\"axes\": \"19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0\", "
               "\"shape\": \"2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2\"}"},
    {.family = "reduce", .fields = "{\"rows\": 1000, \"cols\": 4096}"},
    {.family = "reduce",
     .fields = "{\"rows\": 3, \"cols\": 100000, \"op\": \"norm2\", \"type\": \"float16\"}"},
    {.family = "reduce", .fields = "{\"rows\": 5000, \"cols\": 300, \"along\": \"columns\"}"},
    {.family = "reduce",
     .fields = "{\"rows\": 4096, \"cols\": 4096, \"op\": \"argmax\", \"along\": \"columns\"}"},
    {.family = "reduce", .fields = "{\"rows\": 1000, \"cols\": 100000, \"along\": \"segments\"}"},
};

#define PROBLEMS (sizeof problems / sizeof *problems)

/* The problem that failed, or PROBLEMS; and why. */
struct making {
    const struct tw_planner_options *options;
    size_t failed;
    struct tw_error error;
};

/* A planner of its own makes them all, and none is there yet. */
static void *make_all(void *user)
{
    struct making *making = user;
    struct tw_planner *planner = NULL;
    struct tw_plan *plan;
    int code = tw_planner_open(making->options, &planner, &making->error);
    making->failed = 0;
    while (!code && making->failed < PROBLEMS) {
        code = tw_plan_make(planner, &problems[making->failed], &plan, &making->error);
        if (!code) making->failed++;
    }
    tw_planner_close(planner);
    return NULL;
}

static void expect_made(const struct making *making)
{
    if (making->failed < PROBLEMS) fail_msg("%s: %s", problems[making->failed].fields, making->error.message);
}

static size_t untouched(const unsigned char *stack)
{
    size_t count = 0;
    while (count < STACK_BYTES && stack[count] == FILLED) count++;
    return count;
}

static void a_small_thread_makes_plans(void **state)
{
    char directory[] = "/tmp/tilewright-stack-XXXXXX";
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *memory =
        mmap(NULL, page + STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *stack = memory + page;
    pthread_attr_t attributes;
    pthread_t thread;
    (void)state;
    assert_true(memory != MAP_FAILED);
    assert_non_null(mkdtemp(directory));
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .cache_directory = directory};
    struct making making = {.options = &options, .error = TW_ERROR_INIT};
    make_all(&making);
    expect_made(&making);
    assert_int_equal(mprotect(memory, page, PROT_NONE), 0);
    memset(stack, FILLED, STACK_BYTES);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK_BYTES), 0);
    assert_int_equal(pthread_create(&thread, &attributes, make_all, &making), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    expect_made(&making);
    print_message("%zu of %u bytes of the stack were used\n", STACK_BYTES - untouched(stack), STACK_BYTES);
    munmap(memory, page + STACK_BYTES);
    tw_error_free(&making.error);
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", directory);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_small_thread_makes_plans)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
