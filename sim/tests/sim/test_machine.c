/* The simulated machine: warps and barriers, what it finds in bad kernels, what it counts. */
#include "sim/tests/machine.h"

#include <tilewright/banks.h>

static void must_run(struct run *run, const char *ptx)
{
    run_kernel(run, ptx, NULL, 0);
    if (run->code) fail_msg("%s", run->error.message);
}

/* --- warps */

#define STORE_R1 "mul.wide.u32 %d1, %t, 4;\nadd.u64 %d1, %d1, %out;\nst.global.u32 [%d1], %r1;"

/* Lanes that break off a loop at different times run what follows together: one execution each of what is
 * behind it. */
static void lanes_reconverge_behind_a_loop(void **state)
{
    (void)state;
    struct run run = {0};
    must_run(&run, KERNEL("mov.u32 %r1, 0;\n"
                          "again:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, %t;\n@%p1 bra again;\n"
                          "activemask.b32 %r2;\n" STORE_R1));
    const struct tw_sim_count *counts = run.report.counts;
    for (size_t i = 0; i < run.report.count_count; i++) {
        bool in_loop = strcmp(counts[i].opcode, "add.u32") == 0 ||
                       strcmp(counts[i].opcode, "setp.lt.u32") == 0 || strcmp(counts[i].opcode, "bra") == 0;
        assert_int_equal(counts[i].executed, in_loop ? 31 : 1);
    }
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], i ? i : 1);
    run_free(&run);
}

/* The arms of nested ifs run once each, and everything behind them once. */
static void arms_run_once_and_join(void **state)
{
    (void)state;
    struct run run = {0};
    must_run(&run, KERNEL("and.b32 %r2, %t, 1;\nand.b32 %r3, %t, 2;\n"
                          "setp.ne.u32 %p1, %r2, 0;\nsetp.ne.u32 %p2, %r3, 0;\n"
                          "@%p1 bra odd;\n@%p2 bra two;\nmov.u32 %r1, 10;\nbra even;\n"
                          "two:\nmov.u32 %r1, 12;\neven:\nadd.u32 %r1, %r1, 100;\nbra join;\n"
                          "odd:\nmov.u32 %r1, 11;\njoin:\n" STORE_R1));
    for (size_t i = 0; i < run.report.count_count; i++) assert_int_equal(run.report.counts[i].executed, 1);
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], i & 1 ? 11 : i & 2 ? 112 : 110);
    run_free(&run);
}

/* A lock that lanes of one warp take in turn: who spins must let the holder go on. */
static void spinning_lanes_let_others_move(void **state)
{
    (void)state;
    struct run run = {.block = 64};
    must_run(
        &run,
        KERNEL(".shared .align 4 .u32 lock, sum;\n"
               "setp.eq.u32 %p1, %t, 0;\n@%p1 st.shared.u32 [lock], 0;\n@%p1 st.shared.u32 [sum], 0;\n"
               "bar.sync 0;\n"
               "take:\natom.shared.cas.b32 %r1, [lock], 0, 1;\nsetp.ne.u32 %p2, %r1, 0;\n@%p2 bra take;\n"
               "ld.shared.u32 %r2, [sum];\nadd.u32 %r2, %r2, %t;\nst.shared.u32 [sum], %r2;\n"
               "atom.shared.exch.b32 %r3, [lock], 0;\n"
               "bar.sync 0;\nld.shared.u32 %r1, [sum];\n" STORE_R1));
    for (unsigned i = 0; i < 64; i++) assert_int_equal(run_out(&run)[i], 63 * 64 / 2);
    run_free(&run);
}

/* A clock counts the instructions of its warp, from 0 in every block; one that is not executed by all lanes counts too. */
static void clocks_count_instructions(void **state)
{
    (void)state;
    struct run run = {.grid = 3, .block = 64};
    must_run(&run, KERNEL("mov.u32 %r1, %clock;\nmov.u64 %d1, %clock64;\nadd.u32 %r2, %r1, 1;\n"
                          "setp.lt.u32 %p1, %t, 5;\n@%p1 add.u32 %r2, %r2, 1;\nmov.u64 %d2, %clock64;\n"
                          "mov.u32 %r4, %clock_hi;\n"
                          "cvt.u32.u64 %r2, %d1;\ncvt.u32.u64 %r3, %d2;\nsub.u32 %r2, %r2, %r1;\n"
                          "sub.u32 %r3, %r3, %r1;\nshl.b32 %r2, %r2, 8;\nshl.b32 %r3, %r3, 16;\n"
                          "or.b32 %r1, %r1, %r2;\nor.b32 %r1, %r1, %r3;\nor.b32 %r1, %r1, %r4;\n"
                          "mad.lo.u32 %r5, %b, 64, %t;\nmul.wide.u32 %d1, %r5, 4;\nadd.u64 %d1, %d1, %out;\n"
                          "st.global.u32 [%d1], %r1;"));
    /* behind the four that load out, in, %t and %b it is the fifth; then one and five later */
    for (unsigned i = 0; i < 192; i++) assert_int_equal(run_out(&run)[i], 5 | 1 << 8 | 5 << 16);
    run_free(&run);
}

/* What waits in a loop that counts its turns, or is entered in the middle, lets others move too: warps, and blocks that one host thread
   has not begun. */
static void loops_that_count_let_others_move(void **state)
{
    (void)state;
    static const struct {
        const char *loop;
        unsigned grid, block;
    } waits[] = {
        {"wait:\nadd.u32 %r6, %r6, 1;\nld.relaxed.gpu.global.u32 %r1, [%d2];\nsetp.ne.u32 %p2, %r1, 7;\n@%p2 "
         "bra wait;\n",
         1, 96},
        {"wait:\nadd.u32 %r6, %r6, 1;\nld.relaxed.gpu.global.u32 %r1, [%d2];\nsetp.ne.u32 %p2, %r1, 7;\n@%p2 "
         "bra wait;\n",
         3, 32},
        {"ld.relaxed.gpu.global.u32 %r1, [%d2];\nbra middle;\nwait:\nld.relaxed.gpu.global.u32 %r1, [%d2];\n"
         "middle:\nsetp.ne.u32 %p2, %r1, 7;\n@%p2 bra wait;\n",
         1, 96},
    };
    for (unsigned w = 0; w < sizeof waits / sizeof *waits; w++) {
        char kernel[2000];
        struct run run = {.grid = waits[w].grid, .block = waits[w].block};
        snprintf(kernel, sizeof kernel, "%s%s%s%s%s", KERNEL_HEAD,
                 "mov.u32 %r7, %ntid.x;\nmad.lo.u32 %r5, %b, %r7, %t;\nadd.u64 %d2, %out, 32768;\nmov.u32 "
                 "%r6, 0;\n"
                 "setp.lt.u32 %p1, %r5, 64;\n@%p1 bra first;\nst.relaxed.gpu.global.u32 [%d2], 7;\nbra "
                 "done;\nfirst:\n",
                 waits[w].loop,
                 "done:\nmul.wide.u32 %d1, %r5, 4;\nadd.u64 %d1, %d1, %out;\nst.global.u32 [%d1], %r5;",
                 KERNEL_TAIL);
        must_run(&run, kernel);
        for (unsigned i = 0; i < 96; i++) assert_int_equal(run_out(&run)[i], i);
        run_free(&run);
    }
}

/* A warp that waits for a word that a later warp, or a later block, writes. */
static void waits_across_warps_and_blocks(void **state)
{
    (void)state;
    struct run run = {.grid = 2, .block = 96, .threads = 2};
    must_run(&run,
             KERNEL("mad.lo.u32 %r5, %b, 96, %t;\nadd.u64 %d2, %out, 32768;\n"
                    "setp.ne.u32 %p1, %r5, 0;\n@%p1 bra wait;\n"
                    "st.release.gpu.global.u32 [%d2], 7;\n"
                    "wait:\nld.acquire.gpu.global.u32 %r1, [%d2];\nsetp.ne.u32 %p2, %r1, 7;\n@%p2 bra wait;\n"
                    "mul.wide.u32 %d1, %r5, 4;\nadd.u64 %d1, %d1, %out;\nst.global.u32 [%d1], %r1;"));
    for (unsigned i = 0; i < 192; i++) assert_int_equal(run_out(&run)[i], 7);
    run_free(&run);
}

/* --- barriers */

#define TURNED(barrier)                                                                                      \
    KERNEL(".shared .align 4 .u32 tile[256];\n"                                                              \
           "mov.u32 %r0, tile;\nshl.b32 %r2, %t, 2;\nadd.u32 %r3, %r0, %r2;\nst.shared.u32 [%r3], "          \
           "%t;\n" barrier "sub.u32 %r4, 255, %t;\nshl.b32 %r4, %r4, 2;\nadd.u32 %r4, %r4, "                 \
           "%r0;\nld.shared.u32 %r1, [%r4];\n" STORE_R1)

static unsigned count_turned(const char *ptx)
{
    struct run run = {.block = 256};
    unsigned right = 0;
    must_run(&run, ptx);
    for (unsigned i = 0; i < 256; i++) right += run_out(&run)[i] == 255 - i;
    run_free(&run);
    return right;
}

static void a_missing_barrier_shows(void **state)
{
    (void)state;
    assert_int_equal(count_turned(TURNED("bar.sync 0;\n")), 256);
    assert_true(count_turned(TURNED("")) <= 128);
}

#define NEIGHBOUR(offset)                                                                                    \
    KERNEL(".shared .align 4 .u32 tile[320];\n"                                                              \
           "mov.u32 %r0, tile;\nshl.b32 %r2, %t, 2;\nadd.u32 %r3, %r0, %r2;\n"                               \
           "st.shared.u32 [%r3+128], %t;\nld.shared.u32 %r1, [%r3+" offset "];\n"                            \
           "mad.lo.u32 %r5, %b, 256, %t;\nmul.wide.u32 %d1, %r5, 4;\nadd.u64 %d1, %d1, %out;\n"              \
           "st.global.u32 [%d1], %r1;")

/* Reading what the next warp writes, or the one before: the order of the warps hides neither. */
static void a_missing_barrier_shows_in_either_direction(void **state)
{
    (void)state;
    static const char *const kernels[] = {NEIGHBOUR("0"), NEIGHBOUR("256")};
    for (int k = 0; k < 2; k++) {
        struct run run = {.grid = 8, .block = 256};
        unsigned wrong = 0;
        must_run(&run, kernels[k]);
        for (unsigned i = 0; i < 8 * 256; i++) {
            int source = (int)(i % 256) + (k ? 32 : -32);
            wrong += source >= 0 && source < 256 && run_out(&run)[i] != (uint32_t)source;
        }
        assert_true(wrong > 0);
        run_free(&run);
    }
}

static void exited_lanes_are_not_awaited(void **state)
{
    (void)state;
    struct run run = {.block = 128};
    must_run(&run, KERNEL("setp.gt.u32 %p1, %t, 70;\n@%p1 exit;\nmov.u32 %r1, 5;\nbar.sync 0;\n" STORE_R1));
    for (unsigned i = 0; i < 128; i++) assert_int_equal(run_out(&run)[i], i > 70 ? 0xfefefefe : 5);
    run_free(&run);
}

/* Lanes that wait at a barrier of the warp, or to exchange, for others that then leave go on without them. */
static void who_waits_for_lanes_that_leave_goes_on(void **state)
{
    (void)state;
    struct run run = {.block = 32, .seconds = 60};
    must_run(&run, KERNEL("setp.lt.u32 %p1, %t, 9;\n@%p1 bra leave;\nmov.u32 %r1, 5;\nbar.warp.sync -1;\n"
                          "setp.lt.u32 %p2, %t, 20;\n@%p2 bra leave;\nvote.sync.ballot.b32 %r1, %p2, -1;\n"
                          "not.b32 %r1, %r1;\n" STORE_R1 "\nleave:"));
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], i < 20 ? 0xfefefefe : UINT32_MAX);
    run_free(&run);
}

/* --- findings */

static void finds(const char *body_kernel, enum tw_sim_fault fault, const char *const *parts)
{
    struct run run = {.block = 64, .seconds = 60};
    run_kernel(&run, body_kernel, NULL, 0);
    assert_int_equal(run.code, TW_FAULT);
    assert_int_equal(run.fault, fault);
    assert_string_equal(run.report.finding, run.error.message);
    for (; *parts; parts++) {
        if (!strstr(run.report.finding, *parts)) fail_msg("no \"%s\" in: %s", *parts, run.report.finding);
    }
    run_free(&run);
}
#define FINDS(fault, body, ...) finds(KERNEL(body), fault, (const char *const[]){__VA_ARGS__, NULL})

static void bad_addresses_are_found(void **state)
{
    (void)state;
    FINDS(TW_SIM_BAD_ADDRESS, "ld.global.u32 %r1, [%out+65536];", "kernel k: ld.global.u32, PTX line 16",
          "block (0,0,0), thread (0,0,0)", "load of 4 bytes at global address 0x1",
          "just past the end of the 65536-byte allocation at 0x", ", where parameter 1 points");
    FINDS(TW_SIM_BAD_ADDRESS, "st.global.u32 [%out+65540], 1;", "store of 4 bytes", "4 bytes past the end");
    FINDS(TW_SIM_BAD_ADDRESS, "st.global.v4.u32 [%out+-16], {1, 2, 3, 4};", "store of 16 bytes",
          "16 bytes before the 65536-byte");
    FINDS(TW_SIM_BAD_ADDRESS,
          "mul.wide.u32 %d1, %t, 1024;\nadd.u64 %d1, %d1, %out;\nadd.u64 %d1, %d1, 28672;\nld.global.u8 %r1, "
          "[%d1];",
          "thread (36,0,0)", "just past the end");
    FINDS(TW_SIM_BAD_ADDRESS, "mov.u64 %d1, 8;\nld.global.u32 %r1, [%d1];", "address 0x8, a null pointer");
    FINDS(TW_SIM_BAD_ADDRESS, "mov.u64 %d1, 8;\nld.u32 %r1, [%d1];", "a null pointer");
    FINDS(TW_SIM_BAD_ADDRESS, "atom.global.add.u32 %r1, [%out+65536], 1;", "atomic operation of 4 bytes");
    FINDS(TW_SIM_BAD_ADDRESS, ".shared .u32 s[8];\nld.shared.u32 %r1, [s+32];",
          "just past the end of the block's 32 bytes of shared memory");
    FINDS(TW_SIM_BAD_ADDRESS, "st.shared.u32 [dynamic], 1;",
          "past the end of the block's 0 bytes of shared memory: the launch gives it none");
    FINDS(TW_SIM_BAD_ADDRESS,
          ".shared .u32 s[8];\nshl.b32 %r1, %t, 2;\nmov.u32 %r2, s;\nadd.u32 %r1, %r1, %r2;\nst.shared.u32 "
          "[%r1], 1;",
          "thread (8,0,0)");
    FINDS(TW_SIM_BAD_ADDRESS, ".shared .u32 s[8];\nmov.u32 %r2, s;\nst.shared.u32 [%r2+-4], 1;",
          "address 0xfffffffc");
    /* lanes that go down from a place inside, each by as much: only the begin is left */
    FINDS(TW_SIM_BAD_ADDRESS,
          ".shared .u32 s[32];\nmov.u32 %r2, s;\nmad.lo.u32 %r1, %t, -4, %r2;\nld.shared.u32 %r3, [%r1+40];",
          "thread (11,0,0)", "4 bytes before the block's 128 bytes");
    FINDS(TW_SIM_BAD_ADDRESS,
          "mul.wide.s32 %d1, %t, -8;\nadd.u64 %d1, %d1, %out;\nst.global.u64 [%d1+24], %d1;",
          "thread (4,0,0)", "8 bytes before the 65536-byte");
    FINDS(TW_SIM_BAD_ADDRESS, ".shared .u32 s[8];\ncvta.shared.u64 %d1, s;\nst.u32 [%d1+32], 1;",
          "just past the end of the block's 32 bytes of shared");
    FINDS(TW_SIM_BAD_ADDRESS, ".local .u32 l[4];\nld.local.u32 %r1, [l+16];",
          "the thread's 16 bytes of local memory");
    FINDS(TW_SIM_BAD_ADDRESS, "ld.param.u64 %d1, [in+8];", "the 16 bytes of parameters");
    FINDS(TW_SIM_BAD_ADDRESS, "mov.b64 %d1, out;\ncvta.param.u64 %d1, %d1;\nst.u32 [%d1], 1;",
          "a kernel parameter cannot be written");
}

/* A kernel that names nothing in shared memory counts from 0, where the system's part lies on hardware; one that does must not. */
static void shared_memory_begins_at_zero_for_those_who_count_so(void **state)
{
    (void)state;
    struct run run = {.shared = 128};
    run_kernel(&run,
               KERNEL("mov.u32 %r1, 0;\nmad.lo.u32 %r2, %t, 4, %r1;\nst.shared.u32 [%r2], %t;\nbar.sync 0;\n"
                      "xor.b32 %r3, %r2, 124;\nld.shared.u32 %r4, [%r3];\nmad.wide.u32 %out, %t, 4, %out;\n"
                      "st.global.u32 [%out], %r4;"),
               NULL, 0);
    assert_int_equal(run.code, TW_OK);
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], 31 - i);
    run_free(&run);
    run.shared = 128;
    expect_fault(&run, KERNEL("mov.u32 %r1, 1152;\nst.shared.u32 [%r1], %t;"), TW_SIM_BAD_ADDRESS,
                 "just past the end of the block's 1152 bytes");
    run.shared = 128;
    expect_fault(&run, KERNEL("mov.u32 %r1, dynamic;\nst.shared.u32 [%r1 + -4], %t;"), TW_SIM_BAD_ADDRESS,
                 "4 bytes before the block's 128 bytes");
    expect_fault(&run, KERNEL("mov.u32 %r1, 0;\nst.shared.u32 [%r1], %t;"), TW_SIM_BAD_ADDRESS,
                 "shared memory");
}

/* As nvcc makes them of three floats: the fourth lies outside, and nothing reads it. */
static void what_no_one_reads_of_a_vector_may_lie_outside(void **state)
{
    (void)state;
    static const uint32_t input[] = {1, 2, 3, 4, 50, 60, 70};
    static const char *const right[] = {
        "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%in+16];",
        "ld.v4.u32 {%r1, %r2, %r3, %r4}, [%in+16];",
        "ld.global.v4.u32 {%r1, %r2, %r3, _}, [%in+16];",
        ".shared .align 16 .u32 s[7];\nst.shared.u32 [s+16], 50;\nst.shared.u32 [s+20], 60;\n"
        "st.shared.u32 [s+24], 70;\nbar.warp.sync -1;\nld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [s+16];",
        /* the fourth is there, and another thread's */
        ".shared .align 16 .u32 s[8];\nst.shared.u32 [s+16], 50;\nst.shared.u32 [s+20], 60;\n"
        "st.shared.u32 [s+24], 70;\nbar.warp.sync -1;\nld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [s+16];\n"
        "st.shared.u32 [s+28], 9;",
    };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        struct tw_text text = {0};
        struct run run = {.in_bytes = sizeof input, .checks = TW_SIM_CHECK_ALL};
        tw_text_addf(
            &text, "%s%s%s", KERNEL_HEAD, right[i],
            "\nadd.u32 %r1, %r1, %r2;\nadd.u32 %r1, %r1, %r3;\nst.global.u32 [%out], %r1;" KERNEL_TAIL);
        run_kernel(&run, tw_text_string(&text), input, sizeof input);
        if (run.code) fail_msg("%s: %s", right[i], run.report.finding);
        assert_int_equal(run_out(&run)[0], 180);
        run_free(&run);
        tw_text_free(&text);
    }
    FINDS(TW_SIM_BAD_ADDRESS,
          "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%out+65536];\nst.global.u32 [%out], %r1;",
          "just past the end");
    FINDS(TW_SIM_BAD_ADDRESS,
          ".shared .align 16 .u32 s[7];\nld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [s+16];\n"
          "st.global.u32 [%out], %r4;",
          "its last 4 bytes past the end of the block's 28 bytes");
    FINDS(TW_SIM_BAD_ADDRESS, ".shared .align 16 .u32 s[7];\nst.shared.v4.u32 [s+16], {1, 2, 3, 4};",
          "its last 4 bytes past the end");
}

static void misaligned_accesses_are_found(void **state)
{
    (void)state;
    FINDS(TW_SIM_MISALIGNED, "ld.global.u32 %r1, [%out+2];", "which is not a multiple of 4");
    FINDS(TW_SIM_MISALIGNED, "ld.global.v2.u32 {%r1, %r2}, [%out+4];", "load of 8 bytes",
          "not a multiple of 8");
    FINDS(TW_SIM_MISALIGNED, ".shared .align 16 .u32 s[8];\nst.shared.v4.u32 [s+8], {1, 2, 3, 4};",
          "not a multiple of 16");
    FINDS(TW_SIM_MISALIGNED,
          ".shared .align 16 .b8 s[999];\nmov.u32 %r1, s;\nadd.u32 %r1, %r1, %t;\nld.shared.u16 %h1, [%r1];",
          "thread (1,0,0)");
}

static void endless_waits_are_found(void **state)
{
    (void)state;
    FINDS(TW_SIM_DEADLOCK,
          "setp.lt.u32 %p1, %t, 32;\n@%p1 bra one;\nbar.sync 2;\nbra end;\none:\nbar.sync 1;\nend:",
          "block (0,0,0), endless wait: threads 0-31 wait at bar.sync",
          "for threads 32-63 to come to barrier 1", "for threads 0-31 to come to barrier 2");
    FINDS(TW_SIM_DEADLOCK, "bar.sync 0, 128;", "for barrier 0 to have 128 threads");
    FINDS(TW_SIM_DEADLOCK, "setp.lt.u32 %p1, %t, 5;\n@%p1 bar.warp.sync -1;\nbar.sync 0;",
          "threads 0-4 wait at bar.warp.sync", "for threads 5-31");
    FINDS(TW_SIM_DEADLOCK, "again:\nbra again;", "threads 0-63 go round and round at bra");
    FINDS(TW_SIM_DEADLOCK, "again:\nld.global.u32 %r1, [%out];\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra again;",
          "endless wait");
}

/* All blocks that the device holds at a time make progress together, however few host threads there are: each comes to a counter
   and waits until all have come. */
static void blocks_wait_for_blocks_behind_them(void **state)
{
    (void)state;
    static const char *const ptx =
        KERNEL("setp.ne.u32 %p1, %t, 0;\n@%p1 bra meet;\nmembar.gl;\nred.global.add.u32 [%in], 1;\nmov.u32 "
               "%r2, %nctaid.x;\n"
               "again:\nld.volatile.global.u32 %r1, [%in];\nsetp.lt.u32 %p2, %r1, %r2;\n@%p2 bra "
               "again;\nmeet:\nbar.sync 0;\n"
               "mul.wide.u32 %d1, %b, 4;\nadd.u64 %d1, %out, %d1;\nst.global.u32 [%d1], %b;");
    const uint32_t none = 0;
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct run run = {.grid = 300, .block = 64, .threads = threads, .seconds = 300};
        run_kernel(&run, ptx, &none, sizeof none);
        if (run.code) fail_msg("%s", run.error.message);
        for (uint32_t i = 0; i < 300; i++) assert_int_equal(run_out(&run)[i], i);
        run_free(&run);
    }
    /* 2 blocks of 1024 threads on each of 132 multiprocessors: the 265th waits until one has ended, and none does */
    struct run run = {.grid = 265, .block = 1024, .seconds = 300};
    run_kernel(&run, ptx, &none, sizeof none);
    assert_int_equal(run.fault, TW_SIM_DEADLOCK);
    assert_non_null(strstr(run.report.finding, "thread 0 go round and round at ld.volatile.global.u32"));
    assert_non_null(strstr(run.report.finding, "to come to barrier 0"));
    run_free(&run);
}

/* A limit of instructions ends a loop at the same place however fast the host is. */
static void instructions_are_limited(void **state)
{
    (void)state;
    static const char *const ptx = KERNEL(
        "mov.u32 %r1, 0;\nagain:\nadd.u32 %r1, %r1, 1;\nsetp.ne.u32 %p1, %r1, 100000;\n@%p1 bra again;");
    struct run enough = {.steps = 400000}, few = {.steps = 100000};
    run_kernel(&enough, ptx, NULL, 0);
    assert_int_equal(enough.code, TW_OK);
    run_kernel(&few, ptx, NULL, 0);
    assert_int_equal(few.fault, TW_SIM_TIMEOUT);
    assert_non_null(strstr(few.report.finding, "no end after 100000 instructions of this warp"));
    run_free(&enough);
    run_free(&few);
}

/* A loop that does something each time round has no end that could be seen; nor has a grid of so many blocks. */
static void takes_too_long(const char *ptx, unsigned grid, unsigned threads, const char *part)
{
    struct run run = {.grid = grid, .threads = threads, .seconds = 0.02};
    run_kernel(&run, ptx, NULL, 0);
    assert_int_equal(run.code, TW_FAULT);
    assert_int_equal(run.fault, TW_SIM_TIMEOUT);
    assert_true(run.report.warp_instructions > 0);
    if (!strstr(run.report.finding, part) || !strstr(run.report.finding, "TILEWRIGHT_SIM_TIMEOUT"))
        fail_msg("no \"%s\" in: %s", part, run.report.finding);
    run_free(&run);
}

static void what_takes_too_long_is_ended(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        takes_too_long(KERNEL("again:\nadd.u32 %r1, %r1, 1;\nbra again;"), 1, threads,
                       "no end after 0.02 s of processor time, 1 of 1 blocks begun");
        takes_too_long(KERNEL(""), 2147483647, threads, " of 2147483647 blocks begun");
    }
}

static void misuse_is_found(void **state)
{
    (void)state;
    FINDS(TW_SIM_TRAP, "trap;", "the kernel gave up");
    FINDS(TW_SIM_TRAP, "mov.u32 %r1, 16;\nbar.sync %r1;", "barrier 16");
    FINDS(TW_SIM_TRAP, "mov.u32 %r1, 33;\nbar.sync 0, %r1;", "not a multiple of 32");
    FINDS(TW_SIM_TRAP, "vote.sync.ballot.b32 %r1, %p1, %t;", "the lane mask");
    FINDS(TW_SIM_TRAP, "vote.sync.ballot.b32 %r1, %p1, 0xfffffffe;", "lacks the lane itself");
    FINDS(TW_SIM_TRAP, "shl.b32 %r1, -1, %t;\nbar.warp.sync %r1;",
          "thread (1,0,0): the lane mask 0xfffffffe overlaps another lane's, 0xffffffff");
}

/* The finding of the lowest block is the one reported, whatever the number of threads. */
static void the_lowest_block_is_named(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct run run = {.grid = 64, .block = 64, .threads = threads};
        run_kernel(&run, KERNEL("setp.lt.u32 %p1, %b, 9;\n@%p1 exit;\nld.global.u32 %r1, [%out+65536];"),
                   NULL, 0);
        assert_int_equal(run.code, TW_FAULT);
        assert_non_null(strstr(run.report.finding, "block (9,0,0)"));
        run_free(&run);
    }
}

/* --- counts */

#define BLOCKS  5u
#define THREADS 96u

/* Thread i of all reads a byte offset from in[i] and accesses shared memory, and its block's part of `out`,
 * there. */
#define ACCESSES(bits, vector, registers)                                                                    \
    KERNEL("mad.lo.u32 %r1, %b, 96, %t;\nmul.wide.u32 %d1, %r1, 8;\nadd.u64 %d1, %d1, %in;\n"                \
           "ld.global.v2.u32 {%r2, %r3}, [%d1];\nsetp.ne.u32 %p1, %r3, 0;\n"                                 \
           "mov.u32 %r4, dynamic;\nadd.u32 %r4, %r4, %r2;\nmad.lo.u32 %r2, %b, 32768, %r2;\n"                \
           "cvt.u64.u32 %d2, %r2;\nadd.u64 %d2, %d2, %out;\n"                                                \
           "@%p1 ld.shared" vector bits " " registers ", [%r4];\n"                                           \
           "@%p1 st.shared" vector bits " [%r4], " registers ";\n"                                           \
           "@%p1 ld.global" vector bits " " registers ", [%d2];\n"                                           \
           "@%p1 st.global" vector bits " [%d2], " registers ";\n")

struct lane_input {
    uint32_t offset, on;
};

static unsigned naive_sectors(const struct lane_input *lanes, unsigned bytes)
{
    unsigned sectors = 0;
    static uint8_t touched[65536 / 32];
    memset(touched, 0, sizeof touched);
    for (unsigned i = 0; i < 32; i++) {
        for (unsigned b = 0; lanes[i].on && b < bytes; b++) touched[(lanes[i].offset + b) / 32] = 1;
    }
    for (unsigned i = 0; i < sizeof touched; i++) sectors += touched[i];
    return sectors;
}

static void check_counts(const char *ptx, unsigned bytes, unsigned threads, unsigned seed)
{
    struct run run = {
        .grid = BLOCKS, .block = THREADS, .shared = 32768, .threads = threads, .out_bytes = BLOCKS * 32768};
    struct lane_input lanes[BLOCKS * THREADS];
    uint64_t requests = 0, load_wavefronts = 0, store_wavefronts = 0, sectors = 0;
    srand(seed);
    for (unsigned w = 0; w < BLOCKS * THREADS / 32; w++) { /* every second warp's lanes are a step apart */
        int step = (rand() % 41 - 20) * (int)bytes,
            first = rand() % 64 * (int)bytes + (step < 0 ? -31 * step : 0);
        for (unsigned i = w * 32; i < w * 32 + 32; i++) {
            lanes[i].offset =
                w % 2 ? (uint32_t)(first + (int)(i % 32) * step) : (unsigned)rand() % (32768 / bytes) * bytes;
            lanes[i].on = seed % 3 ? rand() % 4 != 0 : w % 3 != 0;
        }
    }
    for (unsigned w = 0; w < BLOCKS * THREADS / 32; w++) {
        uint32_t address[32], active = 0;
        for (unsigned i = 0; i < 32; i++) {
            address[i] = lanes[w * 32 + i].offset;
            active |= (uint32_t)(lanes[w * 32 + i].on != 0) << i;
        }
        requests += active != 0;
        load_wavefronts += tw_bank_wavefronts(TW_LOAD, bytes, address, active);
        store_wavefronts += tw_bank_wavefronts(TW_STORE, bytes, address, active);
        sectors += naive_sectors(&lanes[w * 32], bytes);
    }
    run_kernel(&run, ptx, lanes, sizeof lanes);
    if (run.code) fail_msg("%s", run.error.message);
    assert_int_equal(run.report.total.load_requests, requests);
    assert_int_equal(run.report.total.load_wavefronts, load_wavefronts);
    assert_int_equal(run.report.total.store_requests, requests);
    assert_int_equal(run.report.total.store_wavefronts, store_wavefronts);
    assert_int_equal(run.report.total.global_store_sectors, sectors);
    assert_int_equal(run.report.total.global_load_sectors, sectors + BLOCKS * THREADS * 8 / 32);
    const struct tw_sim_count *last = &run.report.counts[run.report.count_count - 2];
    assert_int_equal(last->global_store_requests, requests);
    assert_int_equal(last->executed, BLOCKS * THREADS / 32);
    run_free(&run);
}

static void counts_are_those_of_the_rule(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 24; seed++) {
        unsigned threads = seed % 3 + 1;
        check_counts(ACCESSES(".u8", "", "%h1"), 1, threads, seed);
        check_counts(ACCESSES(".u16", "", "%h1"), 2, threads, seed);
        check_counts(ACCESSES(".u32", "", "%r5"), 4, threads, seed);
        check_counts(ACCESSES(".u64", "", "%d5"), 8, threads, seed);
        check_counts(ACCESSES(".f32", ".v2", "{%f5, %f6}"), 8, threads, seed);
        check_counts(ACCESSES(".u32", ".v4", "{%r5, %r6, %r7, %r8}"), 16, threads, seed);
    }
}

/* Generic addresses are counted where they lead; atomics are executed, and not counted. */
static void counts_follow_the_address(void **state)
{
    (void)state;
    struct run run = {.shared = 1024};
    must_run(&run, KERNEL("cvta.shared.u64 %d1, dynamic;\nmul.wide.u32 %d2, %t, 4;\nadd.u64 %d1, %d1, %d2;\n"
                          "add.u64 %d3, %out, %d2;\nsetp.lt.u32 %p1, %t, 16;\nselp.b64 %d4, %d1, %d3, %p1;\n"
                          "st.u32 [%d4], 1;\natom.add.u32 %r1, [%d4], 1;"));
    assert_int_equal(run.report.total.store_requests, 1);
    assert_int_equal(run.report.total.store_wavefronts, 1);
    assert_int_equal(run.report.total.global_store_sectors, 2);
    assert_int_equal(run.report.total.load_requests, 0);
    assert_int_equal(run.report.total.global_load_sectors, 0);
    assert_int_equal(run_out(&run)[16], 2);
    run_free(&run);
}

/* Two warps execute one by either half alone, one by all lanes together, and one that no lane comes to. */
static void shuffles_are_counted_by_who_exchanges(void **state)
{
    (void)state;
    struct run run = {.block = 64};
    must_run(&run, KERNEL("and.b32 %r0, %t, 16;\nsetp.eq.u32 %p1, %r0, 0;\n"
                          "@%p1 bra LOW;\nshfl.sync.bfly.b32 %r2, %t, 1, 31, 0xffff0000;\nbra.uni BOTH;\n"
                          "LOW:\nshfl.sync.bfly.b32 %r2, %t, 2, 31, 0xffff;\n"
                          "BOTH:\nshfl.sync.up.b32 %r3, %r2, 1, 0, 0xffffffff;\n"
                          "setp.gt.u32 %p2, %t, 99;\n@%p2 shfl.sync.up.b32 %r3, %r2, 1, 0, 0xffffffff;\n"
                          "mul.wide.u32 %d1, %t, 4;\nadd.u64 %d1, %out, %d1;\nst.global.u32 [%d1], %r3;"));
    assert_int_equal(run.report.total.shuffles, 2 * 3);
    assert_true(run.report.total.known & TW_KNOWN(shuffles));
    assert_int_equal(run_out(&run)[1], 0 ^ 2);
    assert_int_equal(run_out(&run)[16], 15 ^ 2);
    assert_int_equal(run_out(&run)[50], 49 ^ 1);
    run_free(&run);
}

static void source_lines_are_those_of_loc(void **state)
{
    (void)state;
    struct run run = {0};
    must_run(
        &run,
        KERNEL(".loc 1 17 3\nadd.u32 %r1, %t, 1;\n"
               ".loc 2 5 1, function_name info, inlined_at 1 18 9\n" STORE_R1) ".file 1 \"/a/b.cu\"\n.file 2 "
                                                                               "\"c.h\", 12, 34\n.section "
                                                                               ".debug_str\n{\ninfo:\n.b8 "
                                                                               "95,0\n}\n");
    const struct tw_sim_count *counts = run.report.counts;
    size_t count = run.report.count_count;
    assert_null(counts[0].source_file);
    assert_int_equal(counts[0].source_line, 0);
    assert_string_equal(counts[count - 5].opcode, "add.u32");
    assert_string_equal(counts[count - 5].source_file, "/a/b.cu");
    assert_int_equal(counts[count - 5].source_line, 17);
    assert_string_equal(counts[count - 2].source_file, "c.h");
    assert_int_equal(counts[count - 2].source_line, 5);
    run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_reconverge_behind_a_loop),
        cmocka_unit_test(arms_run_once_and_join),
        cmocka_unit_test(clocks_count_instructions),
        cmocka_unit_test(spinning_lanes_let_others_move),
        cmocka_unit_test(loops_that_count_let_others_move),
        cmocka_unit_test(waits_across_warps_and_blocks),
        cmocka_unit_test(a_missing_barrier_shows),
        cmocka_unit_test(a_missing_barrier_shows_in_either_direction),
        cmocka_unit_test(exited_lanes_are_not_awaited),
        cmocka_unit_test(who_waits_for_lanes_that_leave_goes_on),
        cmocka_unit_test(bad_addresses_are_found),
        cmocka_unit_test(shared_memory_begins_at_zero_for_those_who_count_so),
        cmocka_unit_test(what_no_one_reads_of_a_vector_may_lie_outside),
        cmocka_unit_test(misaligned_accesses_are_found),
        cmocka_unit_test(blocks_wait_for_blocks_behind_them),
        cmocka_unit_test(instructions_are_limited),
        cmocka_unit_test(endless_waits_are_found),
        cmocka_unit_test(what_takes_too_long_is_ended),
        cmocka_unit_test(misuse_is_found),
        cmocka_unit_test(the_lowest_block_is_named),
        cmocka_unit_test(counts_are_those_of_the_rule),
        cmocka_unit_test(counts_follow_the_address),
        cmocka_unit_test(shuffles_are_counted_by_who_exchanges),
        cmocka_unit_test(source_lines_are_those_of_loc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
