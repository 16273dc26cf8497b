/* Products of warpgroups on the simulator; see wgmma_cases.h. tests/gpu/test_wgmma_device.c makes the same on a GPU. */
#include "sim/tests/wgmma_cases.h"

#include "sim/tests/machine.h"

static void products_are_right(void **state)
{
    struct tw_driver driver;
    CUcontext context;
    unsigned wrong = 0;
    (void)state;
    assert_int_equal(tw_driver_open_simulator(&driver, 90, NULL), TW_OK);
    assert_int_equal(driver.cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    assert_int_equal(driver.cuCtxSetCurrent(context), CUDA_SUCCESS);
    for (unsigned number = 0; number < 20 * WGMMA_FORMS; number++)
        wrong += run_wgmma_case(&driver, number) > 0;
    assert_int_equal(wrong, 0);
    tw_driver_close(&driver);
}

/* --- four warps together */

#define GROUP(body)                                                                                          \
    ".version 8.4\n.target sm_90a\n.address_size 64\n"                                                       \
    ".visible .entry k(.param .u64 out, .param .u64 in) {\n"                                                 \
    ".reg .pred %p, %q; .reg .b32 %t, %w, %s, %r<4>; .reg .b64 %x, %y;\n"                                    \
    ".shared .align 1024 .b8 tiles[4096];\n"                                                                 \
    "mov.u32 %t, %tid.x; shr.u32 %w, %t, 5; mov.u32 %s, tiles; shr.u32 %s, %s, 4; cvt.u64.u32 %x, %s;\n"     \
    "or.b64 %x, %x, 0x1000080000; mov.b64 %y, %x; setp.eq.u32 %p, 0, 1;\n" body "ret;\n}\n"
#define MULTIPLY                                                                                             \
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0, %r1, %r2, %r3}, %x, %y, %p, 1, 1, 0, 0;\n"

static void finds(const char *kernel, unsigned block, enum tw_sim_fault fault, const char *words)
{
    struct run run = {.block = block, .seconds = 60};
    expect_fault(&run, kernel, fault, words);
}

/* What the checks find of matrices in shared memory: 128 threads fill it and multiply. */
static void checks_look_at_matrices(void **state)
{
    (void)state;
#define FILL                                                                                                 \
    "mov.u32 %w, tiles; shl.b32 %r0, %t, 5; add.u32 %w, %w, %r0; st.shared.v4.u32 [%w], {%t, %t, %t, %t};\n"
#define OTHER        "st.shared.v4.u32 [%w+16], {%t, %t, %t, %t};\n"
#define FENCE        "fence.proxy.async;\n"
#define COMMIT       "wgmma.commit_group.sync.aligned;\n"
#define WAIT(groups) "wgmma.wait_group.sync.aligned " #groups ";\n"
    static const struct {
        const char *kernel, *words;
    } cases[] = {
        {GROUP(FILL OTHER FENCE "bar.sync 0;\n" MULTIPLY), NULL},
        {GROUP(FILL OTHER FENCE "bar.warp.sync -1;\n" MULTIPLY), "a race: nothing orders it after the store"},
        {GROUP(MULTIPLY), "which nothing has written"},
        {GROUP(FILL FENCE "bar.sync 0;\n" MULTIPLY), NULL}, /* half a matrix: whose results nobody may want */
        {GROUP("setp.lt.u32 %q, %t, 96;\n" FILL "@%q " OTHER FENCE
               "bar.sync 0;\n" MULTIPLY COMMIT WAIT(0) "bar.sync 0;\n@%q " OTHER),
         NULL},
        /* stores into what a product that nobody has waited for may still read, however many barriers are between */
        {GROUP(FILL OTHER FENCE "bar.sync 0;\n" MULTIPLY "bar.sync 0;\n" FILL), "may still be read"},
        {GROUP(FILL OTHER FENCE "bar.sync 0;\n" MULTIPLY COMMIT "bar.sync 0;\n" FILL), "may still be read"},
        {GROUP(FILL OTHER FENCE "bar.sync 0;\n" MULTIPLY WAIT(0) "bar.sync 0;\n" FILL), "may still be read"},
        {GROUP(FILL OTHER FENCE "bar.sync 0;\n" MULTIPLY COMMIT MULTIPLY COMMIT WAIT(1) "bar.sync 0;\n" FILL),
         "wgmma.mma_async"},
        {GROUP(FILL OTHER FENCE "bar.sync 0;\n" MULTIPLY COMMIT COMMIT WAIT(1) "bar.sync 0;\n" FILL), NULL},
        {GROUP(FILL OTHER FENCE "bar.sync 0;\n" MULTIPLY COMMIT "bar.sync 0;\n"
                                "setp.eq.u32 %q, %t, 127;\n@%q st.shared.u32 [%w], %t;\n"),
         NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run = {
            .block = 128, .checks = TW_SIM_CHECK_RACES | TW_SIM_CHECK_UNINITIALISED, .seconds = 60};
        run_kernel(&run, cases[i].kernel, NULL, 0);
        const char *found = run.report.finding_count ? run.report.findings->text : NULL;
        if (!cases[i].words != !found || (found && !strstr(found, cases[i].words)))
            fail_msg("case %zu: %s", i, found ? found : "nothing was found");
        run_free(&run);
    }
}

static void misuse_is_found(void **state)
{
    (void)state;
    finds(GROUP("setp.eq.u32 %q, %w, 2;\n@%q bra end;\n" MULTIPLY "end:\n"), 128, TW_SIM_DEADLOCK,
          "for threads 64-95 to come to it");
    finds(GROUP("setp.eq.u32 %q, %w, 2;\n@%q bar.sync 1, 64;\n" MULTIPLY), 128, TW_SIM_DEADLOCK,
          "threads 0-63, 96-127 wait at wgmma.mma_async");
    finds(GROUP(MULTIPLY), 96, TW_SIM_TRAP, "the last 3 make no whole warpgroup");
    finds(GROUP(MULTIPLY), 160, TW_SIM_TRAP, "the last 1 make no whole warpgroup");
    finds(GROUP("setp.lt.u32 %q, %t, 40;\n@%q ret;\n" MULTIPLY), 128, TW_SIM_TRAP,
          "of the warp are here; all must be");
    finds(GROUP("setp.eq.u32 %q, %w, 1;\n@%q add.u64 %y, %y, 8;\n" MULTIPLY), 128, TW_SIM_TRAP,
          "one set of descriptors");
    finds(GROUP("setp.eq.u32 %p, %w, 3;\n" MULTIPLY), 128, TW_SIM_TRAP, "one scale-d");
    finds(GROUP("setp.eq.u32 %q, %w, 1;\n@%q bra other;\n" MULTIPLY "ret;\nother:\n" MULTIPLY), 128,
          TW_SIM_TRAP, "are not at one instruction");
    finds(GROUP("add.u64 %y, %y, 0x1000;\n" MULTIPLY), 128, TW_SIM_BAD_ADDRESS,
          "of the 4096 bytes of shared memory");
}

/* A form that ptxas refuses is refused to the kernel. */
static void refuses(const char *ptx)
{
    struct tw_machine *machine = tw_machine_new(tw_target_find(90));
    struct tw_sim_module *module = NULL;
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_sim_module_load(machine, ptx, strlen(ptx), &module, &error);
    if (!code && !tw_sim_function_refusal(tw_sim_module_function(module, "k"))) fail_msg("taken: %s", ptx);
    if (!code) tw_sim_module_free(module);
    tw_error_free(&error);
    tw_machine_free(machine);
}

#define ASYNC "wgmma.mma_async.sync.aligned."
#define FOUR  " {%r0, %r1, %r2, %r3}, "

static void other_forms_are_refused(void **state)
{
    (void)state;
    refuses(GROUP(ASYNC "m64n8k16.f32.f16.f16" FOUR "%x, %y, %p, 1, 0, 0, 0;"));
    refuses(GROUP(ASYNC "m64n8k16.f32.f16.f16" FOUR "%x, %y, %p, 1, 1, 0;"));
    refuses(GROUP(ASYNC "m64n8k16.f32.f16.f16" FOUR "%x, %y, %p, 1, 1, 0, 2;"));
    refuses(GROUP(ASYNC "m64n8k16.f32.f16.f16" FOUR "{%r0, %r1, %r2, %r3}, %y, %p, 1, 1, 0, 0;"));
    refuses(GROUP(ASYNC "m64n8k16.f32.f16.bf16" FOUR "%x, %y, %p, 1, 1, 0, 0;"));
    refuses(GROUP(ASYNC "m64n16k16.f32.f16.f16" FOUR "%x, %y, %p, 1, 1, 0, 0;"));
    refuses(GROUP(ASYNC "m64n12k16.f32.f16.f16" FOUR "%x, %y, %p, 1, 1, 0, 0;"));
    refuses(GROUP(ASYNC "m64n8k8.f32.tf32.tf32" FOUR "%x, %y, %p, 1, 1, 0, 0;"));
    refuses(GROUP(ASYNC "m64n8k32.s32.s8.u8" FOUR "%x, %y, %p, 1, 1;"));
    refuses(GROUP(ASYNC "m64n8k256.s32.b1.b1.xor.popc" FOUR "%x, %y, %p;"));
    refuses(GROUP("wgmma.wait_group.sync.aligned %r0;"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_right),
        cmocka_unit_test(checks_look_at_matrices),
        cmocka_unit_test(misuse_is_found),
        cmocka_unit_test(other_forms_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
