/*
 * Wavefronts of matrix loads and stores and of atomics, as the simulator counts them, against those of an H200
 * (sim/tests/data/h200-matrix-atomic-wavefronts.csv, recorded by sim/tests/shared_patterns.py): one warp, one instruction, one pattern
 * of addresses.
 */
#include "sim/tests/machine.h"

static const struct {
    const char *op, *ptx; /* %r1: the shared address; %p1: the lane takes part */
} ops[] = {
    {"ldmatrix_x1", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r1];"},
    {"ldmatrix_x2", "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r4, %r5}, [%r1];"},
    {"ldmatrix_x4", "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r1];"},
    {"ldmatrix_x1_trans", "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r4}, [%r1];"},
    {"ldmatrix_x2_trans", "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r4, %r5}, [%r1];"},
    {"ldmatrix_x4_trans", "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r4, %r5, %r6, %r7}, [%r1];"},
    {"stmatrix_x1", "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r4};"},
    {"stmatrix_x2", "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r1], {%r4, %r5};"},
    {"stmatrix_x4", "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r1], {%r4, %r5, %r6, %r7};"},
    {"stmatrix_x1_trans", "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r1], {%r4};"},
    {"stmatrix_x2_trans", "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%r1], {%r4, %r5};"},
    {"stmatrix_x4_trans", "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r1], {%r4, %r5, %r6, %r7};"},
    {"atom_add_u32", "@%p1 atom.shared.add.u32 %r4, [%r1], %r5;"},
    {"red_add_u32", "@%p1 red.shared.add.u32 [%r1], %r5;"},
    {"atom_cas_b32", "@%p1 atom.shared.cas.b32 %r4, [%r1], %r5, %r6;"},
    {"atom_exch_b32", "@%p1 atom.shared.exch.b32 %r4, [%r1], %r5;"},
    {"atom_max_s32", "@%p1 atom.shared.max.s32 %r4, [%r1], %r5;"},
    {"atom_xor_b32", "@%p1 atom.shared.xor.b32 %r4, [%r1], %r5;"},
    {"atom_inc_u32", "@%p1 atom.shared.inc.u32 %r4, [%r1], %r5;"},
    {"red_or_b32", "@%p1 red.shared.or.b32 [%r1], %r5;"},
    {"atom_cas_b64", "@%p1 atom.shared.cas.b64 %d4, [%r1], %d5, %d6;"},
    {"atom_exch_b64", "@%p1 atom.shared.exch.b64 %d4, [%r1], %d5;"},
};

static const char *ptx_of(const char *op)
{
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (strcmp(ops[i].op, op) == 0) return ops[i].ptx;
    }
    fail_msg("unknown: %s", op);
    return NULL;
}

/* Wavefronts of the whole launch, of one kind only; a request at most. */
static uint64_t simulated(const char *op, const uint32_t lanes[32])
{
    struct run run = {0};
    struct tw_text text = {0};
    uint64_t wavefronts = 0, requests = 0;
    tw_text_add(&text,
                KERNEL_HEAD ".shared .align 128 .b8 tile[8192];\n"
                            "mul.wide.u32 %d1, %t, 4;\nadd.u64 %d1, %d1, %in;\nld.global.u32 %r2, [%d1];\n"
                            "setp.ne.u32 %p1, %r2, -1;\nmov.u32 %r1, tile;\nadd.u32 %r1, %r1, %r2;\n"
                            "mov.u32 %r4, 4;\nmov.u32 %r5, 5;\nmov.u32 %r6, 6;\nmov.u32 %r7, 7;\n");
    tw_text_add(&text, ptx_of(op));
    tw_text_add(&text, KERNEL_TAIL);
    run_kernel(&run, tw_text_string(&text), lanes, 32 * sizeof *lanes);
    if (run.code) fail_msg("%s: %s", op, run.error.message);
    for (size_t i = 0; i < run.report.count_count; i++) {
        const struct tw_sim_count *count = &run.report.counts[i];
        wavefronts +=
            count->shared_load_wavefronts + count->shared_store_wavefronts + count->shared_atomic_wavefronts;
        requests +=
            count->shared_load_requests + count->shared_store_requests + count->shared_atomic_requests;
    }
    assert_int_equal(requests, 1);
    tw_text_free(&text);
    run_free(&run);
    return wavefronts;
}

static void wavefronts_are_those_of_the_hardware(void **state)
{
    (void)state;
    FILE *file = fopen(SOURCE_DIR "/sim/tests/data/h200-matrix-atomic-wavefronts.csv", "r");
    char line[2048];
    unsigned patterns = 0, wrong = 0;
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        char *rest = line, *op = strsep(&rest, ","), *at;
        uint32_t lanes[32];
        strsep(&rest, ",");
        const char *name = strsep(&rest, ",");
        unsigned long long counted = strtoull(strsep(&rest, ","), NULL, 10);
        for (unsigned i = 0; i < 32; i++) {
            at = strsep(&rest, " \n");
            lanes[i] = *at == '-' ? UINT32_MAX : (uint32_t)strtoul(at, NULL, 10);
        }
        uint64_t here = simulated(op, lanes);
        if (here != counted && wrong++ < 4)
            printf("%s, %s: %llu counted, %llu simulated\n", op, name, counted, (unsigned long long)here);
        patterns++;
    }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(patterns > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wavefronts_are_those_of_the_hardware)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
