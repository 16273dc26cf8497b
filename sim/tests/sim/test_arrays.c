/* Accesses that leave their array in shared memory; and undefined behaviour that hardware lets pass. */
#include "sim/tests/machine.h"

#define ARRAYS ".shared .align 16 .b8 a[128];\n.shared .align 16 .b8 b[128];\n.shared .align 16 .b8 c[64];\n"
/* %r1: a + 4 * thread; %d1: the same, generic; %r2 and %d2: thread and 4 * thread. */
#define PLACE                                                                                                \
    "shl.b32 %r2, %t, 2;\nmov.u32 %r3, a;\nadd.s32 %r1, %r3, %r2;\ncvt.u64.u32 %d2, %r2;\nmov.u64 %d3, a;\n" \
    "cvta.shared.u64 %d4, %d3;\nadd.s64 %d1, %d4, %d2;\nmov.u32 %r9, b;\nst.shared.u32 [b], %r9;\n"          \
    "st.shared.u32 [c], %r9;\nsetp.lt.u32 %p1, %t, 16;\n"

static void what_leaves_its_array_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *body, *words;
    } cases[] = {
        {"ld.shared.u32 %r4, [%r1+4];",
         "thread (31,0,0): load of 4 bytes at shared address 0x80 (b+0), just "
         "past the end of the 128 bytes of a, by whose address it goes, as a[32] with "
         "elements of 4 bytes"},
        {"st.shared.u32 [%r1+16], %r4;", "thread (28,0,0): store of 4 bytes"},
        {"ld.u32 %r4, [%d1+4];", "of the 128 bytes of a"},
        {"atom.shared.add.u32 %r4, [%r1+4], 1;", "thread (31,0,0): atomic operation"},
        {"ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [a+128];", "of the 128 bytes of a"},
        {"mad.lo.s32 %r5, %t, 8, %r3;\nld.shared.v2.u32 {%r6, %r7}, [%r5];",
         "thread (16,0,0): load of 4 bytes" /* nothing reads the second */},
        {"mul.lo.s32 %r4, %t, 4;\nsub.s32 %r5, %r9, %r4;\nld.shared.u32 %r6, [%r5+64];",
         "thread (17,0,0): load of 4 bytes at shared address 0x7c (a+124), 4 bytes before the 128 bytes of "
         "b, by whose address it goes, as b[-1] with elements of 4 bytes"},
        {"mov.u32 %r5, a;\nor.b32 %r5, %r5, 4;\nadd.s32 %r5, %r5, %r2;\nld.shared.u32 %r6, [%r5];",
         "thread (31,0,0)"},
        {"selp.b32 %r5, %r3, %r1, %p1;\nld.shared.u32 %r6, [%r5+100];", "thread (16,0,0)"},
        {"mov.u32 %r5, %r3;\nmov.u32 %r6, 0;\nagain:\nld.shared.u32 %r7, [%r5];\nadd.s32 %r5, %r5, 4;\n"
         "add.s32 %r6, %r6, 1;\nsetp.lt.u32 %p2, %r6, 33;\n@%p2 bra again;",
         "(b+0), just past the end"},
        {"cp.async.ca.shared.global [%r1+4], [%in], 4;\ncp.async.wait_all;", "store of 4 bytes at shared"},
        {"mov.u32 %r5, dynamic;\nld.shared.u32 %r6, [%r5+-4];", "4 bytes before dynamic"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_text text = {0};
        struct run run = {.checks = TW_SIM_CHECK_ARRAYS, .shared = 64};
        tw_text_addf(&text, "%s%s%s", KERNEL_HEAD ARRAYS PLACE, cases[i].body, KERNEL_TAIL);
        run_kernel(&run, tw_text_string(&text), NULL, 0);
        bool told = run.code && run.fault == TW_SIM_OUTSIDE_ARRAY && !run.report.ended &&
                    strstr(run.report.finding, cases[i].words);
        if (!told) fail_msg("case %zu: %s", i, run.code ? run.error.message : "nothing");
        run_free(&run);
        run = (struct run){.shared = 64}; /* what nobody asks for is not told */
        run_kernel(&run, tw_text_string(&text), NULL, 0);
        assert_int_equal(run.code, TW_OK);
        run_free(&run);
        tw_text_free(&text);
    }
}

/* What is wrong with an access that leaves its array is told with both arrays: a race, a word that nothing has written, a place outside the
   block's memory, which array it was meant for; each lane counts. */
static void other_findings_name_both_arrays(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        unsigned checks;
        enum tw_sim_fault fault;
        const char *words, *array;
        uint64_t times;
    } cases[] = {
        {"st.shared.u32 [%r1+128], %r2;", TW_SIM_CHECK_RACES, TW_SIM_RACE,
         "(b+0), just past the end of the 128 bytes of a, by whose address it goes, as a[32] with elements "
         "of 4 bytes, a race: nothing orders it "
         "after",
         "a", 0},
        {"ld.shared.u32 %r4, [%r1+132];", TW_SIM_CHECK_UNINITIALISED, TW_SIM_UNINITIALISED,
         "(b+4), 4 bytes past the end of the 128 bytes of a, by whose address it goes, as a[33] with "
         "elements of 4 bytes, which nothing has "
         "written",
         "a", 0},
        {"ld.shared.u32 %r4, [%r1+4];", TW_SIM_CHECK_ARRAYS, TW_SIM_OUTSIDE_ARRAY, "(b+0), just past", "a",
         1},
        {"ld.shared.u32 %r4, [%r1+64];", TW_SIM_CHECK_ARRAYS, TW_SIM_OUTSIDE_ARRAY, "(b+0), just past", "a",
         16},
        {"ld.shared.u32 %r4, [%r1+4096];", 0, TW_SIM_BAD_ADDRESS,
         "of shared memory, and 3968 bytes past the end of the 128 bytes of a, by whose address it goes, as "
         "a[1024] with",
         "a", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_text text = {0};
        struct run run = {.checks = cases[i].checks, .shared = 64};
        const struct tw_sim_finding *found = NULL;
        tw_text_addf(&text, "%s%s%s", KERNEL_HEAD ARRAYS PLACE, cases[i].body, KERNEL_TAIL);
        run_kernel(&run, tw_text_string(&text), NULL, 0);
        for (size_t k = 0; k < run.report.finding_count && !found; k++) {
            const struct tw_sim_finding *one = &run.report.findings[k];
            if (one->fault == cases[i].fault && strstr(one->text, cases[i].words)) found = one;
        }
        if (!found) fail_msg("case %zu: %s", i, run.code ? run.error.message : "nothing");
        assert_string_equal(found->array, cases[i].array);
        if (cases[i].times) assert_int_equal(found->times, cases[i].times);
        run_free(&run);
        tw_text_free(&text);
    }
}

/* Addresses that may be of either array, that were in memory, or that come back; and what stays inside. */
static void what_may_be_right_is_not(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "ld.shared.u32 %r4, [%r1];\nst.shared.v4.u32 [a+112], {%r4, %r4, %r4, %r4};",
        "selp.b32 %r5, %r3, %r9, %p1;\nld.shared.u32 %r6, [%r5+64];\nst.shared.u32 [%r5+124], %r6;",
        "mov.u32 %r5, %r3;\n@%p1 mov.u32 %r5, %r9;\nld.shared.u32 %r6, [%r5+124];",
        "st.shared.u32 [%r1], %r9;\nld.shared.u32 %r5, [%r1];\nld.shared.u32 %r6, [%r5+4];",
        "sub.s32 %r5, %r1, 400;\nld.shared.u32 %r6, [%r5+400];",
        "sub.s32 %r5, %r9, %r3;\nadd.s32 %r5, %r5, %r1;\nld.shared.u32 %r6, [%r5];", /* a + (b - a) */
        "@%p1 ld.shared.u32 %r4, [%r1+64];",
        "mov.u32 %r5, dynamic;\nadd.s32 %r5, %r5, %r2;\nst.shared.u32 [%r5+128], %r2;",
        "mov.u32 %r5, a;\nmov.u32 %r5, b;\nld.shared.u32 %r6, [%r5];", /* hand-written: one register for both */
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct tw_text text = {0};
        struct run run = {.checks = TW_SIM_CHECK_ARRAYS, .shared = 512};
        tw_text_addf(&text, "%s%s%s", KERNEL_HEAD ARRAYS PLACE, bodies[i], KERNEL_TAIL);
        run_kernel(&run, tw_text_string(&text), NULL, 0);
        if (run.code) fail_msg("case %zu: %s", i, run.error.message);
        run_free(&run);
        tw_text_free(&text);
    }
}

/* The system's shared memory is zero when a block begins, and what is done there is no finding. */
static void the_systems_memory_is_its_own(void **state)
{
    (void)state;
    static const char kernel[] =
        KERNEL(".shared .align 4 .b32 own;\nmov.u32 %r1, %reserved_smem_offset_1;\n"
               "ld.shared.u32 %r2, [%r1];\nadd.u32 %r3, %r2, %t;\nst.shared.u32 [%r1], %r3;\n"
               "st.global.u32 [%out], %r2;\nst.shared.u32 [own], %r2;");
    const unsigned checks = TW_SIM_CHECK_RACES | TW_SIM_CHECK_UNINITIALISED;
    struct run run = {.checks = checks, .block = 1};
    run_kernel(&run, kernel, NULL, 0);
    if (run.code) fail_msg("%s", run.error.message);
    assert_int_equal(run_out(&run)[0], 0);
    run_free(&run);
    run = (struct run){.checks = checks, .block = 64};
    run_kernel(&run, kernel, NULL, 0);
    for (size_t i = 0; i < run.report.finding_count; i++)
        assert_null(strstr(run.report.findings[i].text, "shared address 0x200"));
    run_free(&run);
}

/* --- what hardware lets pass */

/* Each ends the launch unless it goes on; then the rest is executed, and it is told. */
static void some_findings_let_pass(void **state)
{
    (void)state;
    static const struct {
        const char *ptx, *words;
        unsigned checks;
    } cases[] = {
        {KERNEL("shfl.sync.bfly.b32 %r1, %t, 1, 31, 0x7fffffff;\nshl.b32 %r2, %t, 2;\ncvt.u64.u32 %d1, %r2;\n"
                "add.u64 %d1, %d1, %out;\nst.global.u32 [%d1], %r1;"),
         "thread (31,0,0): the lane mask 0x7fffffff lacks the lane itself", 0},
        {KERNEL(
             "and.b32 %r3, %t, 1;\nadd.u32 %r3, %r3, 0xfffffffe;\nshfl.sync.bfly.b32 %r1, %t, 1, 31, %r3;\n"
             "shl.b32 %r2, %t, 2;\ncvt.u64.u32 %d1, %r2;\nadd.u64 %d1, %d1, %out;\nst.global.u32 [%d1], "
             "%r1;"),
         "which has no defined meaning", 0},
        {KERNEL(
             ".shared .align 8 .b64 bar;\nsetp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [bar], 32;\n"
             "bar.warp.sync -1;\n@%p1 mbarrier.inval.shared.b64 [bar];\nbar.warp.sync -1;\n"
             "mbarrier.arrive.shared.b64 %d5, [bar];\n"
             "again:\nmbarrier.test_wait.shared.b64 %p2, [bar], %d5;\n@!%p2 bra again;\n"
             "xor.b32 %r1, %t, 1;\nshl.b32 %r2, %t, 2;\ncvt.u64.u32 %d1, %r2;\n"
             "add.u64 %d1, %d1, %out;\nst.global.u32 [%d1], %r1;"),
         "the mbarrier there has been invalidated (shared memory, byte 0) by thread (0,0,0), at", 0},
        {KERNEL("setp.lt.u32 %p1, %t, 16;\n@%p1 bar.sync 0;\n"
                "xor.b32 %r1, %t, 1;\nshl.b32 %r2, %t, 2;\ncvt.u64.u32 %d1, %r2;\n"
                "add.u64 %d1, %d1, %out;\nst.global.u32 [%d1], %r1;"),
         "threads 0-15 wait here", TW_SIM_CHECK_BARRIERS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run = {.checks = cases[i].checks};
        run_kernel(&run, cases[i].ptx, NULL, 0);
        assert_int_equal(run.code, TW_FAULT);
        assert_true(run.report.ended);
        assert_non_null(strstr(run.report.finding, cases[i].words));
        run_free(&run);
        run = (struct run){.checks = cases[i].checks, .goes_on = true};
        run_kernel(&run, cases[i].ptx, NULL, 0);
        if (run.code != TW_FAULT || run.report.ended || !strstr(run.report.finding, cases[i].words))
            fail_msg("case %zu: %s", i, run.code ? run.error.message : "nothing");
        assert_non_null(strstr(run.report.finding, "; hardware lets it pass: "));
        for (unsigned lane = 0; lane < 32; lane++) assert_int_equal(run_out(&run)[lane], lane ^ 1);
        run_free(&run);
    }
}

/* What hardware would not let pass ends such a launch too. */
static void others_do_not(void **state)
{
    (void)state;
    static const char *const kernels[] = {
        KERNEL("st.global.u32 [%in+-4], %t;"),
        KERNEL("trap;"),
        KERNEL("setp.lt.u32 %p1, %t, 16;\n@%p1 bra end;\nshfl.sync.bfly.b32 %r1, %t, 1, 31, 0xffff;\nend:"),
        KERNEL(".shared .align 8 .b64 bar;\nmbarrier.arrive.shared.b64 %d5, [bar];"),
    };
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        struct run run = {.goes_on = true};
        run_kernel(&run, kernels[i], NULL, 0);
        if (run.code != TW_FAULT || !run.report.ended) fail_msg("case %zu", i);
        run_free(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_leaves_its_array_is_told), cmocka_unit_test(other_findings_name_both_arrays),
        cmocka_unit_test(what_may_be_right_is_not),      cmocka_unit_test(the_systems_memory_is_its_own),
        cmocka_unit_test(some_findings_let_pass),        cmocka_unit_test(others_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
