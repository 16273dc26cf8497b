/* The functions that the driver has for kernels: printf, assertions, malloc and free. */
#include "sim/tests/machine.h"

#include "sim/exec/memory/memory.h"

#define HEAD                                                                                                 \
    ".version 8.0\n.target sm_80\n.address_size 64\n"                                                        \
    ".extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 arguments);\n"                    \
    ".extern .func (.param .b64 r) malloc(.param .b64 bytes);\n.extern .func free(.param .b64 address);\n"   \
    ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 "    \
    "c);\n"

static struct tw_text out, errors;

static void show(const char *text, bool is_error)
{
    tw_text_add(is_error ? &errors : &out, text);
}

/* What has been printed since the last time. */
static void must_print(struct run *run, const char *expected)
{
    tw_text_free(&out);
    tw_text_free(&errors);
    tw_sim_printed(run->machine, show);
    assert_string_equal(tw_text_string(&out), expected);
}

/* The kernel of machine.h, behind the driver's functions and `globals`. */
static void run_with(struct run *run, const char *globals, const char *kernel)
{
    struct tw_text text = {0};
    tw_text_addf(&text, HEAD "%s%s", globals, strstr(kernel, ".extern"));
    run_kernel(run, tw_text_string(&text), NULL, 0);
    tw_text_free(&text);
}

/* A string of PTX: its bytes. */
static void add_bytes(struct tw_text *text, const char *name, const char *string)
{
    size_t bytes = strlen(string) + 1;
    tw_text_addf(text, ".global .align 1 .b8 %s[%zu] = {", name, bytes);
    for (size_t i = 0; i < bytes; i++) tw_text_addf(text, "%s%u", i ? ", " : "", (unsigned char)string[i]);
    tw_text_add(text, "};\n");
}

#define PRINT                                                                                                \
    "mov.u64 %d4, format;\ncvta.global.u64 %d4, %d4;\nmov.u64 %d5, list;\ncvta.local.u64 %d5, %d5;\n"        \
    "{ .param .b64 f, a;\n.param .b32 r;\nst.param.b64 [f], %d4;\nst.param.b64 [a], %d5;\n"                  \
    "call (r), vprintf, (f, a);\nld.param.b32 %r9, [r];\n}\n"
#define LIST ".local .align 8 .b8 list[64];\n"

/* Prints `format` with what `store` puts into list[]; one thread. */
static void prints(const char *format, const char *store, const char *expected)
{
    struct tw_text globals = {0}, kernel = {0};
    struct run run = {.block = 1};
    add_bytes(&globals, "format", format);
    add_bytes(&globals, "word", "word");
    tw_text_addf(&kernel, "%s%s%s%s%s%s", KERNEL_HEAD, LIST, store, PRINT, "st.global.u32 [%out], %r9;",
                 KERNEL_TAIL);
    run_with(&run, tw_text_string(&globals), tw_text_string(&kernel));
    if (run.code) fail_msg("%s", run.error.message);
    must_print(&run, expected);
    run_free(&run);
    tw_text_free(&globals);
    tw_text_free(&kernel);
}

/* The expected texts are what C's printf gives for the same values. */
static void formats_are_those_of_c(void **state)
{
    (void)state;
    char expected[256];
    snprintf(expected, sizeof expected, "%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%u|%c|%%\n", -7, -7, -7, -7, 7, 255u,
             255u, 8u, 4000000000u, 'q');
    prints("%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%u|%c|%%\n",
           "st.local.u32 [list], -7;\nst.local.u32 [list+4], -7;\nst.local.u32 [list+8], -7;\n"
           "st.local.u32 [list+12], -7;\nst.local.u32 [list+16], 7;\nst.local.u32 [list+20], 255;\n"
           "st.local.u32 [list+24], 255;\nst.local.u32 [list+28], 8;\nst.local.u32 [list+32], 4000000000;\n"
           "st.local.u32 [list+36], 113;\n",
           expected);
    snprintf(expected, sizeof expected, "%lld|%f|%5.2f|%e|%g|%.*f|%p", -123456789012345ll, 1.5, 2.25, 1e10,
             0.0001, 3, 2.0 / 3, (void *)0xabc0);
    prints("%lld|%f|%5.2f|%e|%g|%.*f|%p",
           "st.local.u64 [list], -123456789012345;\nst.local.f64 [list+8], 0d3FF8000000000000;\n"
           "st.local.f64 [list+16], 0d4002000000000000;\nst.local.f64 [list+24], 0d4202A05F20000000;\n"
           "st.local.f64 [list+32], 0d3F1A36E2EB1C432D;\nst.local.u32 [list+40], 3;\n"
           "st.local.f64 [list+48], 0d3FE5555555555555;\nst.local.u64 [list+56], 0xabc0;\n",
           expected);
}

static void strings_are_read_where_they_are(void **state)
{
    (void)state;
    prints("[%s][%6s][%-6s][%.2s]",
           "mov.u64 %d3, word;\ncvta.global.u64 %d3, %d3;\nst.local.u64 [list], %d3;\nst.local.u64 [list+8], "
           "%d3;\n"
           "st.local.u64 [list+16], %d3;\nst.local.u64 [list+24], %d3;\n",
           "[word][  word][word  ][wo]");
    prints("%hhd %hd %hu %q %",
           "st.local.u32 [list], 300;\nst.local.u32 [list+4], 70000;\nst.local.u32 [list+8], 70000;\n",
           "44 4464 4464 %q %");
}

#define COUNTING                                                                                             \
    KERNEL(LIST "mad.lo.u32 %r1, %b, 4, %t;\nst.local.u32 [list], %b;\nst.local.u32 [list+4], %t;\n" PRINT)

/* By blocks, then as the block's threads run, on any number of host threads; of what does not fit the oldest is lost. */
static void texts_come_in_the_order_of_blocks(void **state)
{
    (void)state;
    struct tw_text globals = {0}, all = {0}, last = {0};
    add_bytes(&globals, "format", "%d.%d ");
    for (unsigned i = 0; i < 40 * 4; i++) {
        tw_text_addf(&all, "%u.%u ", i / 4, i % 4);
        if (i >= 40 * 4 - 10) tw_text_addf(&last, "%u.%u ", i / 4, i % 4);
    }
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct run run = {.grid = 40, .block = 4, .threads = threads};
        run_with(&run, tw_text_string(&globals), COUNTING);
        assert_int_equal(run.code, TW_OK);
        must_print(&run, tw_text_string(&all));
        must_print(&run, "");
        run_free(&run);
        run = (struct run){.grid = 40, .block = 4, .threads = threads, .print_bytes = 10 * 32};
        run_with(&run, tw_text_string(&globals), COUNTING);
        must_print(&run, tw_text_string(&last));
        run_free(&run);
    }
    tw_text_free(&globals);
    tw_text_free(&all);
    tw_text_free(&last);
}

static void a_failed_assertion_says_so(void **state)
{
    (void)state;
    struct tw_text globals = {0};
    struct run run = {.grid = 3, .block = 8};
    add_bytes(&globals, "m", "n > 0");
    add_bytes(&globals, "f", "a.cu");
    add_bytes(&globals, "n", "void k()");
    run_with(
        &run, tw_text_string(&globals),
        KERNEL("setp.ne.u32 %p1, %t, 5;\nsetp.ne.or.u32 %p1, %b, 1, %p1;\n@%p1 bra good;\n"
               "mov.u64 %d3, m;\nmov.u64 %d4, f;\nmov.u64 %d5, n;\n"
               "{ .param .b64 a, b, d, e;\n.param .b32 c;\nst.param.b64 [a], %d3;\nst.param.b64 [b], %d4;\n"
               "st.param.b32 [c], 42;\nst.param.b64 [d], %d5;\nst.param.b64 [e], 1;\n"
               "call __assertfail, (a, b, c, d, e);\n}\ngood:\n"));
    assert_int_equal(run.fault, TW_SIM_ASSERT);
    assert_non_null(
        strstr(run.report.finding, "block (1,0,0), thread (5,0,0): the assertion \"n > 0\" failed"));
    must_print(&run, "");
    assert_string_equal(tw_text_string(&errors),
                        "a.cu:42: void k(): block: [1,0,0], thread: [5,0,0] Assertion `n > 0` failed.\n");
    run_free(&run);
    tw_text_free(&globals);
}

#define MALLOC(bytes, to)                                                                                    \
    "{ .param .b64 n, a;\nst.param.b64 [n], " bytes ";\ncall (a), malloc, (n);\nld.param.b64 " to            \
    ", [a];\n}\n"
#define FREE(from) "{ .param .b64 a;\nst.param.b64 [a], " from ";\ncall free, (a);\n}\n"
#define PLACE      "mul.wide.u32 %d1, %t, 8;\nadd.u64 %d1, %d1, %out;\n"

static void relaunch(struct run *run, const char *kernel)
{
    uint64_t parameters[] = {run->out, run->in};
    struct tw_sim_launch launch = {.function = tw_sim_module_function(run->module, kernel),
                                   .grid = {1, 1, 1},
                                   .block = {32, 1, 1},
                                   .parameters = parameters,
                                   .parameter_bytes = sizeof parameters,
                                   .threads = 1};
    run->code = tw_sim_launch(run->machine, &launch, &run->report, &run->fault, &run->error);
}

#define SECOND                                                                                               \
    ".visible .entry again(.param .u64 out, .param .u64 in)\n{\n.reg .b64 %out, %d<8>;\n.reg .b32 %t, "      \
    "%r<4>;\n"                                                                                               \
    "ld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n" PLACE "ld.global.u64 %d3, [%d1];\n"                   \
    "ld.u32 %r1, [%d3+96];\n" FREE("%d3") "cvt.u64.u32 %d3, %r1;\nst.global.u64 [%d1], %d3;\nret;\n}\n"

/* What one launch allocates the next finds; blocks do not overlap, and room comes back. */
static void memory_lives_across_launches(void **state)
{
    (void)state;
    struct run run = {.heap_bytes = 32 * 128};
    run_with(
        &run, SECOND,
        KERNEL(MALLOC("100", "%d3") "add.u32 %r1, %t, 1000;\nst.u32 [%d3], %t;\nst.u32 [%d3+96], %r1;\n" PLACE
                                    "st.global.u64 [%d1], %d3;"));
    if (run.code) fail_msg("%s", run.error.message);
    relaunch(&run, "again");
    if (run.code) fail_msg("%s", run.error.message);
    const uint64_t *words = tw_machine_memory(run.machine, run.out, 256);
    for (unsigned i = 0; i < 32; i++) assert_int_equal(words[i], 1000 + i);
    relaunch(&run, "k"); /* all of it is free again */
    assert_int_equal(run.code, TW_OK);
    for (unsigned i = 0; i < 32; i++) assert_true(words[i] >= TW_GLOBAL_FIRST && words[i] % 16 == 0);
    run_free(&run);
}

static void a_full_heap_gives_null(void **state)
{
    (void)state;
    struct run run = {.heap_bytes = 10 * 128};
    run_with(&run, "", KERNEL(MALLOC("112", "%d3") PLACE "st.global.u64 [%d1], %d3;"));
    assert_int_equal(run.code, TW_OK);
    const uint64_t *words = tw_machine_memory(run.machine, run.out, 256);
    unsigned given = 0;
    for (unsigned i = 0; i < 32; i++) given += words[i] != 0;
    assert_int_equal(given, 10);
    run_free(&run);
}

static void the_heap_is_checked(void **state)
{
    (void)state;
    static const char *const bodies[][2] = {
        {MALLOC("64", "%d3") "st.u32 [%d3+64], %t;", "just past the end of the 64 bytes that malloc gave"},
        {MALLOC("64", "%d3") FREE("%d3") "st.u32 [%d3], %t;", "where malloc has given nothing, or no longer"},
        {MALLOC("64", "%d3") FREE("%d3") FREE("%d3"), "which malloc has not given, or no longer"},
        {FREE("%out"), "which malloc has not given, or no longer"},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct tw_text kernel = {0};
        struct run run = {.block = 1};
        tw_text_addf(&kernel, "%s%s%s", KERNEL_HEAD, bodies[i][0], KERNEL_TAIL);
        run_with(&run, "", tw_text_string(&kernel));
        assert_int_equal(run.fault, TW_SIM_BAD_ADDRESS);
        if (!strstr(run.report.finding, bodies[i][1])) fail_msg("%s", run.report.finding);
        run_free(&run);
        tw_text_free(&kernel);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_those_of_c),
        cmocka_unit_test(strings_are_read_where_they_are),
        cmocka_unit_test(texts_come_in_the_order_of_blocks),
        cmocka_unit_test(a_failed_assertion_says_so),
        cmocka_unit_test(memory_lives_across_launches),
        cmocka_unit_test(a_full_heap_gives_null),
        cmocka_unit_test(the_heap_is_checked),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tw_text_free(&out);
    tw_text_free(&errors);
    return failed;
}
