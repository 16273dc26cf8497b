/* Clusters below the driver API: what is found in them, that nothing is made up, and that host threads change nothing.
   sim/tests/ptx/cluster*.ptx tell the values. */
#include "sim/tests/machine.h"

#define CLUSTER_HEAD(size)                                                                                   \
    ".version 8.0\n.target sm_90\n.address_size 64\n"                                                        \
    ".visible .entry k(.param .u64 out, .param .u64 in) .reqnctapercluster " size "\n{\n"                    \
    ".reg .b32 %r<16>, %t, %b, %rank;\n.reg .b64 %d<8>, %out;\n.reg .pred %p<4>;\n"                          \
    ".shared .align 16 .b32 tile[64];\n.shared .align 8 .b64 bar;\n"                                         \
    "ld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\nmov.u32 %b, %ctaid.x;\n"                                \
    "mov.u32 %rank, %cluster_ctarank;\nmov.u32 %r9, tile;\nmad.lo.u32 %r9, %t, 4, %r9;\n"                    \
    "add.u32 %r8, %rank, 1;\nand.b32 %r8, %r8, 1;\nmapa.shared::cluster.u32 %r7, %r9, %r8;\n"                \
    "mad.lo.u32 %r6, %b, 64, %t;\nmul.wide.u32 %d6, %r6, 4;\nadd.u64 %d7, %out, %d6;\n"
#define PAIR(body) CLUSTER_HEAD("2, 1, 1") body KERNEL_TAIL
#define MEET       "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
#define PUT        "st.shared::cluster.u32 [%r7], %r6;\n"
#define GET        "ld.shared.u32 %r1, [%r9];\nst.global.u32 [%d7], %r1;\n"

static void finds(const char *kernel, enum tw_sim_fault fault, const char *words)
{
    struct run run = {.grid = 4, .block = 64, .seconds = 60, .checks = TW_SIM_CHECK_USUAL};
    expect_fault(&run, kernel, fault, words);
}

static void misuse_is_found(void **state)
{
    (void)state;
    /* block 1 of each pair waits for nobody to come */
    finds(PAIR("setp.eq.u32 %p1, %rank, 1;\n@%p1 bra there;\nloop:\nsetp.ne.u32 %p2, %rank, 5;\n"
               "bar.sync 1, 96;\nret;\nthere:\n" MEET),
          TW_SIM_DEADLOCK, "endless wait");
    finds(PAIR("setp.eq.u32 %p1, %rank, 0;\n@%p1 bar.sync 1, 96;\n@!%p1 barrier.cluster.arrive;\n"
               "@!%p1 barrier.cluster.wait;\n"),
          TW_SIM_DEADLOCK, "endless wait: threads 0-63 wait at bar.sync");
    /* block 0 waits longer than block 1 lives */
    finds(PAIR(MEET "setp.eq.u32 %p1, %rank, 1;\n@%p1 ret;\nmov.u32 %r1, 0;\nloop:\nadd.u32 %r1, %r1, "
                    "1;\nbar.sync 0;\n"
                    "setp.lt.u32 %p2, %r1, 9;\n@%p2 bra loop;\nld.shared::cluster.u32 %r2, "
                    "[%r7];\nst.global.u32 [%d7], %r2;\n"),
          TW_SIM_BAD_ADDRESS, "block (1,0,0) of its cluster, whose threads have all exited");
    finds(PAIR(MEET "add.u32 %r7, %r7, 0x2000000;\nld.shared::cluster.u32 %r2, [%r7];\nst.global.u32 [%d7], "
                    "%r2;\n" MEET),
          TW_SIM_BAD_ADDRESS, "of a cluster of 2");
    finds(PAIR(MEET "ld.shared::cluster.u32 %r2, [%r7+264];\nst.global.u32 [%d7], %r2;\n" MEET),
          TW_SIM_BAD_ADDRESS, "4 bytes at byte 264 of the 256 bytes of shared memory of block");
    finds(PAIR(MEET "ld.shared::cluster.u32 %r2, [%r7+2];\nst.global.u32 [%d7], %r2;\n" MEET),
          TW_SIM_MISALIGNED, "not a multiple of 4");
    finds(PAIR(MEET "mapa.shared::cluster.u32 %r7, %r9, 2;\nld.shared::cluster.u32 %r2, [%r7];\n"
                    "st.global.u32 [%d7], %r2;\n" MEET),
          TW_SIM_BAD_ADDRESS, "");
}

/* Block 1 initialises its mbarrier and leaves; block 0 arrives there too late, which hardware lets pass. Loads are not arrivals. */
static void arrivals_at_who_has_left(void **state)
{
    (void)state;
#define LATE(access)                                                                                         \
    PAIR(                                                                                                    \
        "setp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [bar], 64;\n" MEET                           \
        "setp.eq.u32 %p1, %rank, 1;\n@%p1 ret;\nmov.u32 %r1, 0;\nloop:\nadd.u32 %r1, %r1, 1;\nbar.sync 0;\n" \
        "setp.lt.u32 %p2, %r1, 9;\n@%p2 bra loop;\nmapa.shared::cluster.u32 %r5, bar, 1;\n" access           \
        "\nst.global.u32 [%d7], %r6;\n")
    static const char arrive[] = LATE("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];"),
                      words[] = "block (1,0,0) of its cluster, whose threads have all exited";
    finds(arrive, TW_SIM_BAD_ADDRESS, words);
    struct run run = {.grid = 2, .block = 64, .goes_on = true, .checks = TW_SIM_CHECK_USUAL};
    run_kernel(&run, arrive, NULL, 0);
    assert_int_equal(run.code, TW_FAULT);
    assert_false(run.report.ended);
    assert_non_null(strstr(run.report.finding, words));
    for (unsigned i = 0; i < 64; i++) assert_int_equal(run_out(&run)[i], i);
    run_free(&run);
    run = (struct run){.grid = 2, .block = 64, .goes_on = true};
    run_kernel(&run, LATE("ld.shared::cluster.u32 %r2, [%r5];"), NULL, 0);
    assert_true(run.report.ended);
    run_free(&run);
}

static void deadlocks_say_who_is_missing(void **state)
{
    (void)state;
    finds(PAIR("setp.eq.u32 %p1, %rank, 1;\n@%p1 bra spin;\n" MEET "ret;\n"
               "spin:\nld.shared.u32 %r1, [bar];\nsetp.ne.u32 %p2, %r1, 7;\n@%p2 bra spin;\n"),
          TW_SIM_DEADLOCK, "barrier.cluster.wait, PTX line");
    finds(PAIR("setp.eq.u32 %p1, %rank, 1;\n@%p1 bra spin;\n" MEET "ret;\n"
               "spin:\nld.shared.u32 %r1, [bar];\nsetp.ne.u32 %p2, %r1, 7;\n@%p2 bra spin;\n"),
          TW_SIM_DEADLOCK, "for all threads of block (1,0,0) to come to the barrier of the cluster");
}

static void a_race_within_a_block_is_found(void **state)
{
    (void)state;
    finds(PAIR("st.shared.u32 [%r9], %t;\nxor.b32 %r1, %t, 32;\nmov.u32 %r2, tile;\nmad.lo.u32 %r2, %r1, 4, "
               "%r2;\n"
               "ld.shared.u32 %r3, [%r2];\nst.global.u32 [%d7], %r3;\n" MEET),
          TW_SIM_RACE, "a race: nothing orders it after the");
}

/* Each block fills its neighbour's tile and then reads its own, in ways that are right. */
static void what_is_right_is_not_told(void **state)
{
    static const char *const kernels[] = {
        PAIR(MEET PUT MEET GET MEET),
        /* an mbarrier counts the neighbour's threads */
        PAIR("setp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [bar], 64;\n" MEET
             "mapa.shared::cluster.u32 %r5, bar, %r8;\n" PUT
             "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];\n"
             "wait:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0;\n@!%p2 bra "
             "wait;\n" GET MEET),
        /* st.async, twice: the second behind an arrival that says that the first was read */
        PAIR("setp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [bar], 1;\n" MEET
             "@%p1 mbarrier.arrive.expect_tx.shared.b64 %d1, [bar], 256;\n"
             "mapa.shared::cluster.u32 %r5, bar, %r8;\n"
             "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r7], %t, [%r5];\n"
             "wait:\nmbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;\n@!%p2 bra wait;\n"
             "ld.shared.u32 %r1, [%r9];\n" MEET "@%p1 mbarrier.arrive.expect_tx.shared.b64 %d1, [bar], 256;\n"
             "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r7], %r6, [%r5];\n"
             "more:\nmbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 1;\n@!%p2 bra more;\n" GET MEET),
        /* through global memory, fenced for the cluster */
        PAIR("xor.b32 %r5, %b, 1;\nmad.lo.u32 %r5, %r5, 64, %t;\nmul.wide.u32 %d1, %r5, 4;\nadd.u64 %d1, "
             "%out, %d1;\n"
             "st.global.u32 [%d1+16384], %r6;\n" MEET
             "ld.global.u32 %r1, [%d7+16384];\nst.global.u32 [%d7], %r1;\n"),
    };
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        for (unsigned threads = 1; threads <= 4; threads += 3) {
            struct run run = {
                .grid = 64, .block = 64, .threads = threads, .seconds = 60, .checks = TW_SIM_CHECK_ALL};
            run_kernel(&run, kernels[i], NULL, 0);
            if (run.code) fail_msg("kernel %zu: %s", i, run.error.message);
            assert_int_equal(run.report.finding_count, 0);
            for (uint32_t b = 0; b < 64; b++) {
                for (uint32_t t = 0; t < 64; t++)
                    assert_int_equal(run_out(&run)[b * 64 + t], (b ^ 1) * 64 + t);
            }
            run_free(&run);
        }
    }
}

/* Blocks of a cluster wait for each other by flags in shared memory: they run together, however few host threads there are. */
static void blocks_run_together(void **state)
{
    (void)state;
    struct run run = {.grid = 48, .block = 64, .threads = 1, .seconds = 60};
    run_kernel(
        &run,
        CLUSTER_HEAD(
            "6") "setp.eq.u32 %p1, %t, 0;\nst.shared.u32 [bar], 0;\n" MEET
                 "add.u32 %r1, %rank, 1;\nrem.u32 %r1, %r1, 6;\nmapa.shared::cluster.u32 %r2, bar, %r1;\n"
                 "setp.eq.u32 %p2, %rank, 0;\n@%p2 bra go;\n"
                 "wait:\nld.acquire.cluster.shared::cta.u32 %r3, [bar];\nsetp.eq.u32 %p3, %r3, 0;\n"
                 "@%p3 bra wait;\ngo:\nadd.u32 %r4, %rank, 1;\n"
                 "@%p1 st.release.cluster.shared::cluster.u32 [%r2], %r4;\n" MEET
                 "ld.shared.u32 %r3, [bar];\nst.global.u32 [%d7], %r3;\n" KERNEL_TAIL,
        NULL, 0);
    if (run.code) fail_msg("%s", run.error.message);
    for (uint32_t b = 0; b < 48; b++) assert_int_equal(run_out(&run)[b * 64 + 5], b % 6 ? b % 6 : 6);
    run_free(&run);
}

static void sizes_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        unsigned grid;
    } cases[] = {{PAIR(MEET), 3}, {CLUSTER_HEAD("17") MEET KERNEL_TAIL, 17}};
    for (size_t i = 0; i < 2; i++) {
        struct run run = {.grid = cases[i].grid};
        run_kernel(&run, cases[i].kernel, NULL, 0);
        assert_int_equal(run.code, TW_INPUT);
        assert_non_null(strstr(run.error.message, "cannot run as clusters of"));
        run_free(&run);
    }
    struct run weak = {.grid = 2, .weak = true};
    run_kernel(&weak, PAIR(MEET), NULL, 0);
    assert_int_equal(weak.code, TW_UNSUPPORTED);
    run_free(&weak);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misuse_is_found),
        cmocka_unit_test(arrivals_at_who_has_left),
        cmocka_unit_test(deadlocks_say_who_is_missing),
        cmocka_unit_test(a_race_within_a_block_is_found),
        cmocka_unit_test(what_is_right_is_not_told),
        cmocka_unit_test(blocks_run_together),
        cmocka_unit_test(sizes_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
