/* Special registers whose values the simulator promises (docs/simulator.md); sim/tests/ptx/special*.ptx hold what a GPU promises too. */
#include "sim/tests/machine.h"

#define BLOCKS  300u
#define THREADS 96u

/* Each thread stores one word, at its number in the grid. */
#define STORE                                                                                                \
    "mov.u32 %r2, %ntid.x;\nmad.lo.u32 %r3, %b, %r2, %t;\n"                                                  \
    "mul.wide.u32 %d1, %r3, 4;\nadd.u64 %d1, %d1, %out;\nst.global.u32 [%d1], %r1;"

static const uint32_t *words_of(struct run *run, const char *body)
{
    struct tw_text text = {0};
    tw_text_add(&text, KERNEL_HEAD);
    tw_text_add(&text, body);
    tw_text_add(&text, "\n" STORE KERNEL_TAIL);
    *run = (struct run){
        .grid = BLOCKS, .block = THREADS, .shared = 100, .threads = 3, .out_bytes = 4 * BLOCKS * THREADS};
    run_kernel(run, tw_text_string(&text), NULL, 0);
    if (run->code) fail_msg("%s", run->error.message);
    tw_text_free(&text);
    return tw_machine_memory(run->machine, run->out, run->out_bytes);
}

static uint32_t zero(unsigned block, unsigned thread)
{
    (void)block, (void)thread;
    return 0;
}

static uint32_t one(unsigned block, unsigned thread)
{
    (void)block, (void)thread;
    return 1;
}

static uint32_t smid(unsigned block, unsigned thread)
{
    (void)thread;
    return block % tw_target_find(90)->multiprocessors;
}

static uint32_t multiprocessors(unsigned block, unsigned thread)
{
    (void)block, (void)thread;
    return 132;
}

static uint32_t warp(unsigned block, unsigned thread)
{
    (void)block;
    return thread / 32;
}

static uint32_t warps(unsigned block, unsigned thread)
{
    (void)block, (void)thread;
    return 64;
}

static uint32_t block_number(unsigned block, unsigned thread)
{
    (void)thread;
    return block;
}

static uint32_t blocks(unsigned block, unsigned thread)
{
    (void)block, (void)thread;
    return BLOCKS;
}

static uint32_t hundred(unsigned block, unsigned thread)
{
    (void)block, (void)thread;
    return 100;
}

static uint32_t allotted(unsigned block, unsigned thread)
{
    (void)block, (void)thread;
    return 128;
}

static uint32_t aggregate(unsigned block, unsigned thread)
{
    (void)block, (void)thread;
    return 100 + 1024;
}

static void registers_hold_what_is_promised(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        uint32_t (*value)(unsigned block, unsigned thread);
    } cases[] = {
        {"mov.u32 %r1, %smid;", smid},
        {"mov.u32 %r1, %nsmid;", multiprocessors},
        {"mov.u32 %r1, %warpid;", warp},
        {"mov.u32 %r1, %nwarpid;", warps},
        {"mov.u64 %d2, %gridid;\ncvt.u32.u64 %r1, %d2;", one},
        {"mov.u32 %r1, %clusterid.x;", block_number},
        {"mov.u32 %r1, %nclusterid.x;", blocks},
        {"mov.u32 %r1, %cluster_ctaid.y;", zero},
        {"mov.u32 %r1, %cluster_nctaid.z;", one},
        {"mov.u32 %r1, %cluster_ctarank;", zero},
        {"mov.u32 %r1, %cluster_nctarank;", one},
        {"mov.pred %p1, %is_explicit_cluster;\nselp.u32 %r1, 7, 0, %p1;", zero},
        {"mov.b64 %d2, dynamic;\nmov.u32 %r1, %dynamic_smem_size;", hundred},
        {"mov.b64 %d2, dynamic;\nmov.u32 %r1, %total_smem_size;", allotted},
        {"mov.b64 %d2, dynamic;\nmov.u32 %r1, %aggr_smem_size;", aggregate},
        {"mov.u32 %r1, %envreg31;", zero},
        {"mov.u32 %r1, %pm0;", zero},
        {"mov.u64 %d2, %pm7_64;\ncvt.u32.u64 %r1, %d2;", zero},
        {"mov.u64 %d2, %current_graph_exec;\ncvt.u32.u64 %r1, %d2;", zero},
        {"mov.u32 %r1, %ctaid.w;", zero},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct run run;
        const uint32_t *words = words_of(&run, cases[c].body);
        for (unsigned i = 0; i < BLOCKS * THREADS; i++) {
            uint32_t expected = cases[c].value(i / THREADS, i % THREADS);
            if (words[i] != expected)
                fail_msg("%s: thread %u: %u, not %u", cases[c].body, i, words[i], expected);
        }
        run_free(&run);
    }
}

/* What waits for time to pass ends, and takes as many turns each time. */
static void a_wait_for_the_timer_ends(void **state)
{
    (void)state;
    uint64_t executed[2];
    for (unsigned i = 0; i < 2; i++) {
        struct run run;
        words_of(&run, "mov.u64 %d2, %globaltimer;\nagain:\nnanosleep.u32 100;\nmov.u64 %d3, %globaltimer;\n"
                       "sub.u64 %d3, %d3, %d2;\nsetp.lt.u64 %p1, %d3, 5000;\n@%p1 bra again;\n"
                       "mov.u32 %r1, %globaltimer_hi;\nmov.u32 %r2, %globaltimer_lo;");
        executed[i] = run.report.warp_instructions;
        run_free(&run);
    }
    assert_true(executed[0] >= (uint64_t)BLOCKS * THREADS / 32 * 5000);
    assert_int_equal(executed[0], executed[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_hold_what_is_promised),
        cmocka_unit_test(a_wait_for_the_timer_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
