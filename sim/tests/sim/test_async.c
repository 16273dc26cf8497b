/* Asynchronous copies happen late, mbarriers say when, and misuse is found. sim/tests/ptx/cp_async.ptx and mbarrier.ptx hold what a GPU
   does too. */
#include "sim/tests/machine.h"

#define SHARED ".shared .align 16 .b8 tile[4096];\n.shared .align 8 .b64 bar;\n"
#define WORD_AT                                                                                              \
    "mul.wide.u32 %d9, %t, 8;\nadd.u64 %d1, %d9, %in;\nadd.u64 %d2, %d9, %out;\nmov.u32 %r1, "               \
    "tile;\nshl.b32 %r2, %t, 3;\nadd.u32 %r1, %r1, %r2;\n"

static uint64_t input[256];

static const uint64_t *words_of(struct run *run, const char *ptx)
{
    for (unsigned i = 0; i < 256; i++) input[i] = 0x0123456700000000u + i;
    run_kernel(run, ptx, input, sizeof input);
    if (run->code) fail_msg("%s", run->error.message);
    return tw_machine_memory(run->machine, run->out, 4096);
}

#define POISON 0xFEFEFEFEFEFEFEFEu

/* The checks find nothing in a kernel that is right. */
static void must_pass_checks(const char *ptx, unsigned block)
{
    struct run run = {.block = block, .checks = TW_SIM_CHECK_ALL};
    words_of(&run, ptx);
    if (run.report.finding) fail_msg("%s", run.report.finding);
    run_free(&run);
}

/* What is read before the wait is not there; each group comes with its own wait. */
static void copies_happen_at_the_wait(void **state)
{
    (void)state;
    struct run run = {0};
    const uint64_t *words = words_of(
        &run, KERNEL(SHARED WORD_AT
                     "cp.async.ca.shared.global [%r1], [%d1], 8;\ncp.async.commit_group;\n"
                     "cp.async.ca.shared.global [%r1+256], [%d1+256], 8;\ncp.async.commit_group;\n"
                     "ld.shared.u64 %d3, [%r1];\nst.global.u64 [%d2], %d3;\n"
                     "cp.async.wait_group 2;\nld.shared.u64 %d3, [%r1];\nst.global.u64 [%d2+256], %d3;\n"
                     "cp.async.wait_group 1;\nld.shared.u64 %d3, [%r1];\nst.global.u64 [%d2+512], %d3;\n"
                     "ld.shared.u64 %d3, [%r1+256];\nst.global.u64 [%d2+768], %d3;\n"
                     "cp.async.wait_all;\nld.shared.u64 %d3, [%r1+256];\nst.global.u64 [%d2+1024], %d3;\n"));
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(words[i], POISON);
        assert_int_equal(words[32 + i], POISON);
        assert_int_equal(words[64 + i], input[i]);
        assert_int_equal(words[96 + i], POISON);
        assert_int_equal(words[128 + i], input[32 + i]);
    }
    run_free(&run);
}

/* A wait is for the copies of its own thread: those of another warp may be on their way still. */
static void nobody_waits_for_others_copies(void **state)
{
    (void)state;
    struct run run = {.block = 64};
    const uint64_t *words = words_of(
        &run, KERNEL(SHARED WORD_AT "cp.async.ca.shared.global [%r1], [%d1], 8;\n"
                                    "setp.lt.u32 %p1, %t, 32;\n@%p1 cp.async.wait_all;\nbar.sync 0;\n"
                                    "ld.shared.u64 %d3, [%r1];\nst.global.u64 [%d2], %d3;\n"));
    for (unsigned i = 0; i < 64; i++) assert_int_equal(words[i], i < 32 ? input[i] : POISON);
    run_free(&run);
}

/* Bulk copies in: there when the mbarrier has been asked; out: there behind the wait, and at the end of the kernel at the latest. */
static void bulk_copies_happen_late(void **state)
{
    (void)state;
    struct run run = {0};
    const uint64_t *words = words_of(
        &run,
        KERNEL(
            SHARED
            "setp.ne.u32 %p1, %t, 0;\n@%p1 bra end;\nmbarrier.init.shared.b64 [bar], 1;\n"
            "mbarrier.arrive.expect_tx.shared.b64 %d4, [bar], 512;\n"
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%in], 512, [bar];\n"
            "ld.shared.u64 %d3, [tile+8];\nst.global.u64 [%out], %d3;\n"
            "mbarrier.test_wait.shared.b64 %p2, [bar], %d4;\nselp.u64 %d3, 1, 0, %p2;\n"
            "st.global.u64 [%out+8], %d3;\nld.shared.u64 %d3, [tile+504];\nst.global.u64 [%out+16], %d3;\n"
            "cp.async.bulk.global.shared::cta.bulk_group [%out+256], [tile], 256;\n"
            "cp.async.bulk.commit_group;\nld.global.u64 %d3, [%out+264];\nst.global.u64 [%out+24], %d3;\n"
            "cp.async.bulk.wait_group 0;\nld.global.u64 %d3, [%out+264];\nst.global.u64 [%out+32], %d3;\n"
            "cp.async.bulk.global.shared::cta.bulk_group [%out+512], [tile+256], 256;\nend:\n"));
    assert_int_equal(words[0], POISON);
    assert_int_equal(words[1], 1);
    assert_int_equal(words[2], input[63]);
    assert_int_equal(words[3], POISON);
    assert_int_equal(words[4], input[1]);
    for (unsigned i = 0; i < 32; i++) assert_int_equal(words[64 + i], input[32 + i]);
    run_free(&run);
}

/* A warp produces, another consumes, through one mbarrier each way, over many phases. */
static void warps_meet_at_mbarriers(void **state)
{
    (void)state;
    struct run run = {.block = 64};
    const uint64_t *words = words_of(
        &run,
        KERNEL(
            SHARED
            ".shared .align 8 .b64 empty;\n" WORD_AT
            "setp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [bar], 32;\n"
            "@%p1 mbarrier.init.shared.b64 [empty], 32;\nbar.sync 0;\n"
            "mov.u32 %r5, 0;\nmov.u32 %r6, 0;\nmov.u64 %d5, 0;\nsetp.lt.u32 %p2, %t, 32;\n@%p2 bra produce;\n"
            "consume:\nand.b32 %r7, %r5, 1;\n"
            "full:\nmbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p3, [bar], %r7, 1000;\n@!%p3 bra "
            "full;\n"
            "ld.shared.u64 %d6, [%r1+-256];\nadd.u64 %d5, %d5, %d6;\n"
            "mbarrier.arrive.release.cta.shared::cta.b64 %d7, [empty];\n"
            "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p4, %r5, 50;\n@%p4 bra consume;\n"
            "st.global.u64 [%d2], %d5;\nbra end;\n"
            "produce:\nmul.lo.u32 %r8, %r5, %t;\ncvt.u64.u32 %d6, %r8;\nst.shared.u64 [%r1], %d6;\n"
            "mbarrier.arrive.shared.b64 _, [bar];\nand.b32 %r7, %r5, 1;\n"
            "drained:\nmbarrier.test_wait.parity.shared.b64 %p3, [empty], %r7;\n@!%p3 bra drained;\n"
            "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p4, %r5, 50;\n@%p4 bra produce;\nend:\n"));
    for (unsigned i = 0; i < 32; i++) assert_int_equal(words[32 + i], i * (49 * 50 / 2));
    run_free(&run);
}

/* An object that is invalidated and initialised again is one, in this block and the next. */
static void objects_come_again(void **state)
{
    (void)state;
    must_pass_checks(KERNEL(SHARED "setp.eq.u32 %p1, %t, 0;\nmov.u32 %r5, 0;\nturn:\n"
                                   "@%p1 mbarrier.init.shared.b64 [bar], 32;\nbar.sync 0;\n"
                                   "mbarrier.arrive.shared.b64 %d1, [bar];\nbar.sync 0;\n"
                                   "@%p1 mbarrier.inval.shared.b64 [bar];\n"
                                   "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p2, %r5, 40;\n@%p2 bra turn;\n"),
                     32);
}

static void misuse_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *ptx, *message;
        enum tw_sim_fault fault;
    } cases[] = {
        {KERNEL(SHARED "mbarrier.arrive.shared.b64 %d1, [bar];"), "no mbarrier has been initialised there",
         TW_SIM_TRAP},
        {KERNEL(SHARED "mbarrier.init.shared.b64 [bar], 0;"), "an mbarrier of 0 arrivals", TW_SIM_TRAP},
        {KERNEL(SHARED "mbarrier.init.shared.b64 [bar], 3;\nmbarrier.inval.shared.b64 [bar];\n"
                       "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;"),
         "the mbarrier there has been invalidated (shared memory, byte 0) by thread (0,0,0), at "
         "mbarrier.inval.shared.b64, PTX line ",
         TW_SIM_TRAP},
        {KERNEL(SHARED "setp.eq.u32 %p1, %t, 7;\n@%p1 mbarrier.init.shared.b64 [bar], 32;\n"
                       "@%p1 mbarrier.inval.shared.b64 [bar];\nbar.sync 0;\nst.shared.u64 [bar], %d9;\n"
                       "mbarrier.arrive.shared.b64 %d1, [bar];"),
         "by thread (7,0,0), at mbarrier.inval.shared.b64, PTX line ", TW_SIM_TRAP},
        {KERNEL(SHARED "setp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [bar], 3;\n"
                       "@%p1 mbarrier.arrive.shared.b64 %d1, [bar], 4;"),
         "4 arrivals at an mbarrier whose phase waits for 3", TW_SIM_TRAP},
        {KERNEL(SHARED "setp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [bar], 2;\n"
                       "@%p1 mbarrier.arrive.noComplete.shared.b64 %d1, [bar], 2;"),
         ".noComplete says that it does not", TW_SIM_TRAP},
        {KERNEL(SHARED "setp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [bar], 33;\nbar.sync 0;\n"
                       "mbarrier.arrive.shared.b64 %d1, [bar];\n"
                       "again:\nmbarrier.try_wait.shared.b64 %p2, [bar], %d1;\n@!%p2 bra again;"),
         "k: ", TW_SIM_DEADLOCK},
        {KERNEL(SHARED WORD_AT "cp.async.ca.shared.global [%r1+4090], [%d1], 4;"),
         "store of 4 bytes at shared address 0xffa (tile+4090), which is not a multiple of 4",
         TW_SIM_MISALIGNED},
        {KERNEL(SHARED WORD_AT "cp.async.ca.shared.global [%r1+4096], [%d1], 8;"), "shared memory",
         TW_SIM_BAD_ADDRESS},
        {KERNEL(SHARED WORD_AT "cp.async.cg.shared.global [tile], [%in+65536], 16;"), "just past the end of",
         TW_SIM_BAD_ADDRESS},
        {KERNEL(SHARED WORD_AT "cp.async.cg.shared.global [tile], [%in], 16, 17;"),
         "17 bytes of the source for a copy of 16", TW_SIM_TRAP},
        {KERNEL(SHARED "mbarrier.init.shared.b64 [bar], "
                       "1;\nmov.u32 %r1, 24;\n"
                       "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                       "[tile], [%in], %r1, [bar];"),
         "must be multiples of 16", TW_SIM_MISALIGNED},
        {KERNEL(SHARED "mbarrier.init.shared.b64 [bar], "
                       "1;\ncp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                       "[tile], [%in], 8192, [bar];"),
         "8192 bytes at byte 0 of the 4104 bytes of shared memory", TW_SIM_BAD_ADDRESS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run = {0};
        run_kernel(&run, cases[i].ptx, NULL, 0);
        if (!run.code || run.fault != cases[i].fault || !strstr(run.error.message, cases[i].message))
            fail_msg("case %zu: fault %d: %s", i, run.fault, run.code ? run.error.message : "none");
        run_free(&run);
    }
}

/* Copies that threads wait for, then a barrier, or an mbarrier alone: other threads may read what came. */
static void waits_are_order(void **state)
{
    (void)state;
    static const char *const kernels[] = {
        KERNEL(SHARED WORD_AT
               "cp.async.ca.shared.global [%r1], [%d1], 8;\ncp.async.wait_all;\nbar.sync 0;\n"
               "xor.b32 %r3, %t, 63;\nshl.b32 %r3, %r3, 3;\nmov.u32 %r4, tile;\nadd.u32 %r3, %r3, %r4;\n"
               "ld.shared.u64 %d3, [%r3];\nst.global.u64 [%d2], %d3;\n"),
        KERNEL(
            SHARED WORD_AT
            "setp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [bar], 64;\nbar.sync 0;\n"
            "st.shared.u64 [%r1+1024], %d1;\n"
            "cp.async.ca.shared.global [%r1], [%d1], 8;\ncp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n"
            "again:\nmbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;\n@!%p2 bra again;\n"
            "xor.b32 %r3, %t, 63;\nshl.b32 %r3, %r3, 3;\nmov.u32 %r4, tile;\nadd.u32 %r3, %r3, %r4;\n"
            "ld.shared.u64 %d3, [%r3];\nld.shared.u64 %d4, [%r3+1024];\nst.global.u64 [%d2], %d3;\n"),
        KERNEL(
            SHARED WORD_AT
            "setp.ne.u32 %p1, %t, 0;\n@%p1 bra wait;\nmbarrier.init.shared.b64 [bar], 1;\n"
            "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 512;\n"
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%in], 512, [bar];\n"
            "wait:\nbar.sync 0;\n"
            "again:\nmbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;\n@!%p2 bra again;\n"
            "ld.shared.u64 %d3, [%r1];\nst.global.u64 [%d2], %d3;\n"),
    };
    must_pass_checks(KERNEL(SHARED WORD_AT "st.shared.u64 [%r1], %d9;\nbarrier.cluster.arrive.aligned;\n"
                                           "barrier.cluster.wait.aligned;\nld.shared.u64 %d3, [tile+248];\n"),
                     64);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) must_pass_checks(kernels[i], 64);
}

/* Nobody passes barrier.cluster before all have come, in a cluster of one; who never comes is waited for in vain, unless he leaves. */
static void clusters_of_one_meet(void **state)
{
    (void)state;
    struct run run = {.block = 128};
    const uint64_t *words = words_of(
        &run,
        KERNEL(SHARED WORD_AT
               "mov.u32 %r5, 0;\nturn:\nst.shared.u32 [%r1], %r5;\nbarrier.cluster.arrive;\nadd.u32 %r6, "
               "%r5, %r5;\n"
               "barrier.cluster.wait;\nxor.b32 %r3, %t, 127;\nshl.b32 %r3, %r3, 3;\nmov.u32 %r4, tile;\n"
               "add.u32 %r3, %r3, %r4;\nld.shared.u32 %r7, [%r3];\nsetp.ne.u32 %p1, %r7, %r5;\n@%p1 trap;\n"
               "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
               "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p2, %r5, 9;\n@%p2 bra turn;\n"
               "cvt.u64.u32 %d3, %r6;\nst.global.u64 [%d2], %d3;\nsetp.lt.u32 %p1, %t, 40;\n@%p1 bra end;\n"
               "barrier.cluster.arrive;\nbarrier.cluster.wait;\nend:\n"));
    for (unsigned i = 0; i < 128; i++) assert_int_equal(words[i], 16);
    run_free(&run);
    run = (struct run){.block = 64};
    run_kernel(&run,
               KERNEL("setp.lt.u32 %p1, %t, 32;\n@%p1 barrier.cluster.arrive;\n@%p1 "
                      "barrier.cluster.wait;\n@!%p1 bar.sync 0, 64;"),
               NULL, 0);
    assert_int_equal(run.fault, TW_SIM_DEADLOCK);
    run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_happen_at_the_wait), cmocka_unit_test(nobody_waits_for_others_copies),
        cmocka_unit_test(bulk_copies_happen_late),   cmocka_unit_test(warps_meet_at_mbarriers),
        cmocka_unit_test(misuse_is_found),           cmocka_unit_test(waits_are_order),
        cmocka_unit_test(objects_come_again),        cmocka_unit_test(waits_are_order),
        cmocka_unit_test(clusters_of_one_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
