/*
 * Weak memory: litmus tests, of which the PTX memory model says what may come out. What it forbids never does, for no seed;
 * what it allows, and what no machine would do that has one memory for all, comes out for most seeds. Each lane is a test of
 * its own, at words of its own: x, y and z are rows of words that begin as zeros. A row of the tables that follow is a program of
 * one warp for each block.
 */
#include "sim/tests/machine.h"

#define SEEDS 100u

/* %d1, %d2, %d3: the lane's x, y, z; %d4: where its block puts a result; %r8: 1. */
#define BEGIN                                                                                                \
    KERNEL_HEAD                                                                                              \
    "mul.wide.u32 %d0, %t, 4;\nadd.u64 %d1, %in, %d0;\nadd.u64 %d2, %d1, 1024;\nadd.u64 %d3, %d2, 1024;\n"   \
    "mad.lo.u32 %r9, %b, 32, %t;\nmul.wide.u32 %d4, %r9, 4;\nadd.u64 %d4, %d4, %out;\n"                      \
    "mov.u32 %r8, 1;\nmov.u32 %r2, 0;\nsetp.eq.u32 %p1, %b, 1;\nsetp.eq.u32 %p2, %b, 2;\n"                   \
    "@%p1 bra second;\n@%p2 bra third;\n"
/* Every block puts out its %r2. */
#define END "\nend:\nst.global.u32 [%d4], %r2;" KERNEL_TAIL

/* Runs the text as `grid` blocks of a warp, with zeros in `in`. */
static void launch(struct run *run, const char *text, unsigned grid, uint64_t seed)
{
    static const unsigned char zeros[65536];
    run->grid = grid;
    run->weak = true;
    run->seed = seed;
    run_kernel(run, text, zeros, sizeof zeros);
}

/* `out` begins with the lane's word of the first block; those of the next blocks are 32 words on each. */
typedef bool is_weak(const uint32_t *out);

/* How many of the seeds let any lane come out as `weak` says. */
static unsigned weak_seeds(const char *text, unsigned grid, is_weak *weak)
{
    unsigned count = 0;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        struct run run = {0};
        bool any = false;
        launch(&run, text, grid, seed);
        if (run.code) fail_msg("seed %u: %s\n%s", seed, run.error.message, text);
        for (unsigned lane = 0; lane < 32; lane++) any |= weak(run_out(&run) + lane);
        run_free(&run);
        count += any;
    }
    return count;
}

/* The program of each block; they end at `end`. */
struct litmus {
    bool right;
    unsigned blocks;
    const char *first, *second, *third;
};

static void check(const struct litmus *litmus, is_weak *weak)
{
    struct tw_text text = {0};
    const char *const parts[] = {
        BEGIN, litmus->first, "\nbra end;\nsecond:\n", litmus->second, "\nbra end;\nthird:\n", litmus->third,
        END};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) tw_text_add(&text, parts[i] ? parts[i] : "");
    unsigned count = weak_seeds(tw_text_string(&text), litmus->blocks, weak);
    if (litmus->right ? count > 0 : count <= SEEDS / 2)
        fail_msg("weak for %u of %u seeds: first:\n%s\nsecond:\n%s\nthird:\n%s", count, SEEDS, litmus->first,
                 litmus->second, litmus->third ? litmus->third : "");
    tw_text_free(&text);
}

#define RIGHT true, 2
#define WRONG false, 2

/* Waits until a word is 1. */
#define WAIT(load, word)                                                                                     \
    "wait" word ":\n" load " %r1, [%d" word "];\nsetp.ne.u32 %p3, %r1, 1;\n@%p3 bra wait" word ";\n"

/* --- message passing: x, then y, against y, then x */

#define SEND         "st.global.u32 [%d1], %r8;\n"
#define READ         "ld.global.u32 %r2, [%d1];"
#define RAISE        "st.volatile.global.u32 [%d2], %r8;"
#define RAISE_WEAK   "st.global.u32 [%d2], %r8;"
#define RAISE_STRONG "st.relaxed.gpu.global.u32 [%d2], %r8;"
#define RAISE_ATOMIC "atom.global.exch.b32 %r3, [%d2], %r8;"
#define LOOK         WAIT("ld.volatile.global.u32", "2")
#define LOOK_WEAK    WAIT("ld.global.u32", "2")
#define LOOK_STRONG  WAIT("ld.relaxed.sys.global.u32", "2")
#define LOOK_ATOMIC  "wait:\natom.global.add.u32 %r1, [%d2], 0;\nsetp.ne.u32 %p3, %r1, 1;\n@%p3 bra wait;\n"

static const struct litmus messages[] = {
    {RIGHT, SEND "membar.gl;\n" RAISE, LOOK "membar.gl;\n" READ, NULL},
    {RIGHT, SEND "membar.sys;\n" RAISE, LOOK "membar.gl;\n" READ, NULL},
    {RIGHT, SEND "fence.sc.gpu;\n" RAISE_STRONG, LOOK_STRONG "fence.sc.sys;\n" READ, NULL},
    {RIGHT, SEND "fence.acq_rel.gpu;\n" RAISE_STRONG, LOOK_STRONG "fence.acq_rel.gpu;\n" READ, NULL},
    {RIGHT, SEND "fence.gpu;\n" RAISE, LOOK "fence.acq_rel.sys;\n" READ, NULL},
    {RIGHT, SEND "membar.gl;\n" RAISE_ATOMIC, LOOK "fence.acq_rel.gpu;\n" READ, NULL},
    {RIGHT, SEND "fence.acq_rel.gpu;\n" RAISE_ATOMIC, LOOK_ATOMIC "fence.acq_rel.gpu;\n" READ, NULL},
    {RIGHT, SEND "st.release.gpu.global.u32 [%d2], %r8;", WAIT("ld.acquire.gpu.global.u32", "2") READ, NULL},
    {RIGHT, SEND "st.release.sys.u32 [%d2], %r8;", WAIT("ld.acquire.gpu.u32", "2") READ, NULL},
    {RIGHT, SEND "atom.acq_rel.gpu.exch.b32 %r3, [%d2], %r8;", WAIT("ld.acquire.gpu.u32", "2") READ, NULL},
    {RIGHT, SEND "red.release.gpu.global.add.u32 [%d2], %r8;", LOOK "fence.acq_rel.gpu;\n" READ, NULL},
    {WRONG, SEND RAISE, LOOK READ, NULL},
    {WRONG, SEND RAISE_STRONG, LOOK_STRONG READ, NULL},
    {WRONG, SEND RAISE_ATOMIC, LOOK_ATOMIC READ, NULL},
    {WRONG, SEND "bar.sync 0;\n" RAISE, LOOK "bar.sync 0;\n" READ, NULL},
    {WRONG, SEND "membar.cta;\n" RAISE, LOOK "membar.cta;\n" READ, NULL},
    {WRONG, SEND "membar.cta;\n" RAISE, LOOK "membar.gl;\n" READ, NULL},
    {WRONG, SEND "membar.gl;\n" RAISE, LOOK "membar.cta;\n" READ, NULL},
    {WRONG, SEND RAISE, LOOK "membar.gl;\n" READ, NULL},
    {WRONG, SEND "membar.gl;\n" RAISE, LOOK READ, NULL},
    {WRONG, SEND "fence.sc.cluster;\n" RAISE, LOOK "fence.sc.gpu;\n" READ, NULL},
    {WRONG, SEND "fence.acq_rel.gpu;\n" RAISE_WEAK, LOOK "fence.acq_rel.gpu;\n" READ, NULL},
    {WRONG, SEND "fence.acq_rel.gpu;\n" RAISE, LOOK_WEAK "fence.acq_rel.gpu;\n" READ, NULL},
    {WRONG, SEND RAISE "\nfence.acq_rel.gpu;", LOOK "fence.acq_rel.gpu;\n" READ, NULL},
    {WRONG, SEND "st.release.cta.global.u32 [%d2], %r8;", WAIT("ld.acquire.gpu.u32", "2") READ, NULL},
    {WRONG, SEND "st.release.gpu.global.u32 [%d2], %r8;", WAIT("ld.acquire.cta.u32", "2") READ, NULL},
    {WRONG, SEND "st.release.gpu.global.u32 [%d2], %r8;", WAIT("ld.relaxed.gpu.u32", "2") READ, NULL},
    {WRONG, SEND "atom.release.cta.exch.b32 %r3, [%d2], %r8;", WAIT("ld.acquire.gpu.u32", "2") READ, NULL},
};

static bool missed_by_second(const uint32_t *out)
{
    return out[32] != 1;
}

static void messages_need_both_fences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) check(&messages[i], missed_by_second);
}

/* --- store buffering: x, then a look at y, against y, then a look at x. Release and acquire are not enough. */

#define MINE(fence)   "st.volatile.global.u32 [%d1], %r8;\n" fence "\nld.volatile.global.u32 %r2, [%d2];"
#define THEIRS(fence) "st.volatile.global.u32 [%d2], %r8;\n" fence "\nld.volatile.global.u32 %r2, [%d1];"

static const struct litmus buffers[] = {
    {RIGHT, MINE("membar.gl;"), THEIRS("membar.gl;"), NULL},
    {RIGHT, MINE("fence.sc.gpu;"), THEIRS("membar.sys;"), NULL},
    {WRONG, MINE(""), THEIRS(""), NULL},
    {WRONG, MINE("membar.cta;"), THEIRS("membar.cta;"), NULL},
    {WRONG, MINE("membar.gl;"), THEIRS(""), NULL},
    {WRONG, MINE("fence.acq_rel.gpu;"), THEIRS("fence.acq_rel.gpu;"), NULL},
};

static bool both_missed(const uint32_t *out)
{
    return out[0] != 1 && out[32] != 1;
}

static void stores_are_buffered(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) check(&buffers[i], both_missed);
}

/* --- three blocks: what one tells another of, that one tells a third */

#define PASS(fence) LOOK fence "st.volatile.global.u32 [%d3], %r8;"
#define LOOK_X      WAIT("ld.volatile.global.u32", "1")
#define LOOK_Z      WAIT("ld.volatile.global.u32", "3")

static const struct litmus chains[] = {
    {true, 3, SEND "membar.gl;\n" RAISE, PASS("membar.gl;\n"), LOOK_Z "membar.gl;\n" READ},
    {true, 3, SEND "fence.acq_rel.gpu;\n" RAISE, PASS("fence.acq_rel.gpu;\n"),
     LOOK_Z "fence.acq_rel.gpu;\n" READ},
    {true, 3, "st.volatile.global.u32 [%d1], %r8;", LOOK_X "fence.acq_rel.gpu;\n" RAISE,
     LOOK "fence.acq_rel.gpu;\nld.volatile.global.u32 %r2, [%d1];"},
    {true, 3, SEND "fence.acq_rel.gpu;\n" RAISE,
     LOOK "atom.global.add.u32 %r3, [%d2], 1;", /* goes on with what the first block's flag tells */
     "wait:\nld.volatile.global.u32 %r1, [%d2];\nsetp.ne.u32 %p3, %r1, 2;\n@%p3 bra "
     "wait;\nfence.acq_rel.gpu;\n" READ},
    {false, 3, SEND "fence.acq_rel.gpu;\n" RAISE, PASS(""), LOOK_Z "fence.acq_rel.gpu;\n" READ},
    {false, 3, SEND RAISE, PASS("fence.acq_rel.gpu;\n"), LOOK_Z "fence.acq_rel.gpu;\n" READ},
};

static bool missed_by_third(const uint32_t *out)
{
    return out[64] != 1;
}

static void what_is_known_is_passed_on(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) check(&chains[i], missed_by_third);
}

/* --- one word: nobody goes back to an older value, nobody loses what he stored himself */

#define STEP(value) "st.global.u32 [%d1], " value ";\n"
#define AGAIN                                                                                                \
    "ld.global.u32 %r3, [%d1];\nsetp.lt.u32 %p3, %r3, %r2;\n@%p3 mov.u32 %r4, 1;\nmov.u32 %r2, %r3;\n"
#define AGAIN8 AGAIN AGAIN AGAIN AGAIN AGAIN AGAIN AGAIN AGAIN

static bool went_back(const uint32_t *out)
{
    return out[0] != 6 || out[32] == 1;
}

static void words_do_not_go_back(void **state)
{
    (void)state;
    const struct litmus litmus = {RIGHT, STEP("1") STEP("2") STEP("3") STEP("4") STEP("5") STEP("6") READ,
                                  "mov.u32 %r4, 0;\n" AGAIN8 AGAIN8 "mov.u32 %r2, %r4;", NULL};
    check(&litmus, went_back);
}

/* A store of 8 bytes is seen whole, however it comes; one of two words need not be. */
#define PAIR(store) "mul.wide.u32 %d5, %t, 16;\nadd.u64 %d5, %d5, %in;\nmov.u64 %d6, 0x100000001;\n" store
#define HALVES(load)                                                                                         \
    "mul.wide.u32 %d5, %t, 16;\nadd.u64 %d5, %d5, %in;\n" load                                               \
    "mov.b64 {%r3, %r4}, %d6;\nsub.u32 %r2, %r3, %r4;"

static bool torn(const uint32_t *out)
{
    return out[32] != 0;
}

static void elements_are_whole(void **state)
{
    (void)state;
    const struct litmus litmus = {RIGHT, PAIR("st.global.u64 [%d5], %d6;"),
                                  HALVES("ld.global.u64 %d6, [%d5];\n"), NULL};
    check(&litmus, torn);
}

/* --- more blocks than are on their way at a time: the last one to count adds what all have stored */

#define COUNT(release, acquire)                                                                              \
    KERNEL("add.u64 %d1, %in, 4096;\nmul.wide.u32 %d2, %b, 4;\nadd.u64 %d2, %d2, %d1;\n"                     \
           "setp.ne.u32 %p1, %t, 0;\n@%p1 bra end;\n"                                                        \
           "st.global.u32 [%d2], 1;\n" release "atom.global.add.u32 %r1, [%in], 1;\n" acquire                \
           "setp.ne.u32 %p1, %r1, 49;\n@%p1 bra end;\nmov.u32 %r2, 0;\nmov.u32 %r3, 0;\n"                    \
           "next:\nld.global.u32 %r4, [%d1];\nadd.u64 %d1, %d1, 4;\nadd.u32 %r2, %r2, %r4;\n"                \
           "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p2, %r3, 50;\n@%p2 bra next;\n"                               \
           "st.global.u32 [%out], %r2;\nend:\n")

static unsigned wrong_sums(const char *text)
{
    unsigned count = 0;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        struct run run = {0};
        launch(&run, text, 50, seed);
        if (run.code) fail_msg("%s", run.error.message);
        count += run_out(&run)[0] != 50;
        run_free(&run);
    }
    return count;
}

static void the_last_block_sees_all(void **state)
{
    (void)state;
    assert_int_equal(wrong_sums(COUNT("membar.gl;\n", "membar.gl;\n")), 0);
    assert_int_equal(wrong_sums(COUNT("fence.acq_rel.gpu;\n", "fence.acq_rel.gpu;\n")), 0);
    assert_true(wrong_sums(COUNT("", "")) > SEEDS / 2);
    assert_true(wrong_sums(COUNT("membar.cta;\n", "membar.cta;\n")) > SEEDS / 2);
    assert_true(wrong_sums(COUNT("", "fence.acq_rel.gpu;\n")) > SEEDS / 2);
    assert_true(wrong_sums(COUNT("fence.acq_rel.gpu;\n", "")) > SEEDS / 2);
}

/* Within a block a barrier is enough, and one thread's fence is for what all have stored before it (cumulativity). */
#define BLOCKWISE(release, acquire)                                                                          \
    KERNEL("mul.wide.u32 %d0, %t, 4;\nadd.u64 %d1, %in, %d0;\nadd.u64 %d2, %in, 32768;\nadd.u64 %d3, %out, " \
           "%d0;\n"                                                                                          \
           "setp.ne.u32 %p1, %t, 0;\nsetp.ne.u32 %p2, %b, 0;\n@%p2 bra reader;\n"                            \
           "st.global.u32 [%d1], 1;\nbar.sync 0;\n@%p1 bra end;\n" release                                   \
           "st.volatile.global.u32 [%d2], 1;\nbra end;\n"                                                    \
           "reader:\n@%p1 bra told;\nwait:\nld.volatile.global.u32 %r1, [%d2];\nsetp.ne.u32 %p3, %r1, 1;\n"  \
           "@%p3 bra wait;\n" acquire "told:\nbar.sync 0;\n"                                                 \
           "xor.b32 %r2, %t, 255;\nmul.wide.u32 %d0, %r2, 4;\nadd.u64 %d1, %in, %d0;\n"                      \
           "ld.global.u32 %r1, [%d1];\nst.global.u32 [%d3], %r1;\nend:\n")

static unsigned untold(const char *text)
{
    unsigned count = 0;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        static const unsigned char zeros[65536];
        struct run run = {.grid = 2, .block = 256, .weak = true, .seed = seed};
        unsigned missed = 0;
        run_kernel(&run, text, zeros, sizeof zeros);
        if (run.code) fail_msg("%s", run.error.message);
        for (unsigned i = 0; i < 256; i++) missed += run_out(&run)[i] != 1;
        count += missed > 0;
        run_free(&run);
    }
    return count;
}

static void one_fence_is_for_a_whole_block(void **state)
{
    (void)state;
    assert_int_equal(untold(BLOCKWISE("membar.gl;\n", "membar.gl;\n")), 0);
    assert_int_equal(untold(BLOCKWISE("fence.acq_rel.gpu;\n", "fence.acq_rel.gpu;\n")), 0);
    assert_true(untold(BLOCKWISE("membar.cta;\n", "membar.gl;\n")) > SEEDS / 2);
    assert_true(untold(BLOCKWISE("membar.gl;\n", "")) > SEEDS / 2);
}

/* --- the rest */

/* One seed always gives one outcome, whatever the number of host threads; others give others. */
static void the_seed_decides(void **state)
{
    (void)state;
    static const char *const text = COUNT("", "");
    unsigned different = 0;
    for (unsigned seed = 0; seed < 20; seed++) {
        struct run runs[] = {{.threads = 1}, {.threads = 1}, {.threads = 4}, {0}};
        for (unsigned i = 0; i < 4; i++) launch(&runs[i], text, 50, i < 3 ? seed : seed + 1000);
        for (unsigned i = 1; i < 3; i++) assert_int_equal(run_out(&runs[i])[0], run_out(&runs[0])[0]);
        different += run_out(&runs[3])[0] != run_out(&runs[0])[0];
        for (unsigned i = 0; i < 4; i++) run_free(&runs[i]);
    }
    assert_true(different > 0);
}

/* What the host reads after the grid is what was stored last. */
static void the_end_publishes(void **state)
{
    (void)state;
    struct run run = {0};
    launch(&run,
           KERNEL("mad.lo.u32 %r1, %b, 32, %t;\nmul.wide.u32 %d0, %r1, 4;\nadd.u64 %d0, %d0, %out;\n"
                  "st.global.u32 [%d0], 1;\nst.global.u32 [%d0], %r1;"),
           100, 5);
    for (unsigned i = 0; i < 3200; i++) assert_int_equal(run_out(&run)[i], i);
    run_free(&run);
}

/* Waits without end are found, also where they look by atomics or fence between the looks; so are accesses beyond the end. */
static void faults_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum tw_sim_fault fault;
    } rows[] = {
        {KERNEL("wait:\nld.volatile.global.u32 %r1, [%in];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra wait;"),
         TW_SIM_DEADLOCK},
        {KERNEL("wait:\natom.global.add.u32 %r1, [%in], 0;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra wait;"),
         TW_SIM_DEADLOCK},
        {KERNEL("wait:\nmembar.gl;\nld.global.u32 %r1, [%in];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra wait;"),
         TW_SIM_DEADLOCK},
        {KERNEL("st.global.u32 [%in+65536], 1;"), TW_SIM_BAD_ADDRESS},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run run = {.seconds = 20};
        launch(&run, rows[i].text, 12, i);
        assert_int_equal(run.fault, rows[i].fault);
        assert_non_null(strstr(run.report.finding, "block (0,0,0)"));
        run_free(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_need_both_fences),
        cmocka_unit_test(stores_are_buffered),
        cmocka_unit_test(what_is_known_is_passed_on),
        cmocka_unit_test(words_do_not_go_back),
        cmocka_unit_test(elements_are_whole),
        cmocka_unit_test(the_last_block_sees_all),
        cmocka_unit_test(one_fence_is_for_a_whole_block),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(the_end_publishes),
        cmocka_unit_test(faults_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
