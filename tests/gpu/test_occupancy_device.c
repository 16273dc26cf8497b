/* Occupancy and the target table against what the driver says of the GPU at hand, on a grid of threads,
   registers, shared memory and carveouts. The kernels are PTX that keeps a given number of values alive
   across a barrier. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include <tilewright/occupancy.h>

#include "base/text.h"
#include "runtime/device.h"

static struct tw_device device;
static unsigned long compared;

static void call(CUresult result, const char *what)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_driver_check(&device.driver, result, what, &error)) fail_msg("%s", error.message);
}
#define CALL(function, ...) call(device.driver.function(__VA_ARGS__), #function)

/* Volatile, so that the compiler can neither drop a value nor load it late. */
static char *write_kernel(unsigned values)
{
    struct tw_text ptx = {0};
    tw_text_addf(&ptx,
                 ".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
                 ".reg .u64 %%a;\n.reg .u32 %%r<%u>;\nld.param.u64 %%a, [p];\n",
                 values);
    for (unsigned i = 0; i < values; i++)
        tw_text_addf(&ptx, "ld.volatile.global.u32 %%r%u, [%%a+%u];\n", i, 4 * i);
    tw_text_add(&ptx, "bar.sync 0;\n");
    for (unsigned i = 0; i < values; i++)
        tw_text_addf(&ptx, "st.volatile.global.u32 [%%a+%u], %%r%u;\n", 4 * i, i);
    tw_text_add(&ptx, "ret;\n}\n");
    char *text = tw_text_take(&ptx);
    assert_non_null(text);
    return text;
}

static void compare(const struct tw_target *target, CUfunction function, struct tw_block_needs needs)
{
    int blocks;
    CALL(cuFuncSetAttribute, function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, needs.carveout);
    CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor, &blocks, function, (int)needs.threads,
         needs.shared_bytes);
    struct tw_occupancy got = tw_occupancy(target, &needs);
    compared++;
    if ((int)got.blocks_per_sm != blocks) {
        fail_msg("%u threads, %u registers, %u bytes, carveout %d: %u blocks, the driver says %d",
                 needs.threads, needs.registers, needs.shared_bytes, needs.carveout, got.blocks_per_sm,
                 blocks);
    }
}

static void compare_kernel(const struct tw_target *target, unsigned values)
{
    static const int carveouts[] = {-1, 0, 10, 33, 50, 75, 100};
    char *ptx = write_kernel(values);
    CUmodule module;
    CUfunction function;
    int registers;
    CALL(cuModuleLoadData, &module, ptx);
    CALL(cuModuleGetFunction, &function, module, "k");
    CALL(cuFuncGetAttribute, &registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
    CALL(cuFuncSetAttribute, function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
         (int)target->shared_per_block);
    for (unsigned threads = 32; threads <= 1024; threads += 32) {
        for (uint32_t shared = 0; shared <= target->shared_per_block; shared += 3001) {
            struct tw_block_needs needs = {threads, (unsigned)registers, shared, -1};
            for (size_t i = 0; i < sizeof carveouts / sizeof *carveouts; i++) {
                needs.carveout = carveouts[i];
                compare(target, function, needs);
            }
        }
    }
    CALL(cuModuleUnload, module);
    free(ptx);
}

static void test_the_driver_gives_the_same_blocks(void **state)
{
    (void)state;
    const struct tw_target *target = tw_target_find(device.sm);
    if (!target || device.sm < 75) skip();
    for (unsigned values = 1; values < 250; values += 8) compare_kernel(target, values);
    print_message("%lu combinations agree with the driver\n", compared);
}

static void test_the_table_says_what_the_driver_says(void **state)
{
    (void)state;
    const struct tw_target *target = tw_target_find(device.sm);
    if (!target) skip();
    int registers_per_block;
    CALL(cuDeviceGetAttribute, &registers_per_block, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK,
         device.device);
    assert_int_equal(target->shared_per_block, device.shared_per_block_optin);
    assert_int_equal(target->shared_per_sm, device.shared_per_sm);
    assert_int_equal(target->shared_reserved, device.shared_reserved);
    assert_int_equal(target->threads_per_sm, device.threads_per_sm);
    assert_int_equal(target->blocks_per_sm, device.blocks_per_sm);
    assert_int_equal(target->registers_per_sm, device.registers_per_sm);
    assert_int_equal(target->registers_per_block, registers_per_block);
}

int main(void)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_device_open_cuda(&device, 0, &error) || tw_device_is_simulator(&device)) {
        printf("skipped: no GPU: %s\n", error.code ? error.message : "the driver is the simulator");
        tw_device_close(&device);
        tw_error_free(&error);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_table_says_what_the_driver_says),
        cmocka_unit_test(test_the_driver_gives_the_same_blocks),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tw_device_close(&device);
    return failed;
}
