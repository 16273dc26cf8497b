/* Occupancy against the sources' case, cases worked out by hand, and the toolkit's own calculator on a grid.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include <tilewright/occupancy.h>

/* The toolkit's occupancy calculator: plain C in a header, so it is asked where the header is. */
#ifdef __has_include
#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define HAVE_CALCULATOR 1
#endif
#endif

#define KB 1024u

static struct tw_occupancy occupancy(unsigned sm, unsigned threads, unsigned registers, uint32_t shared,
                                     int carveout)
{
    const struct tw_target *target = tw_target_find(sm);
    assert_non_null(target);
    return tw_occupancy(target, &(struct tw_block_needs){threads, registers, shared, carveout});
}

static unsigned by_shared(unsigned sm, uint32_t shared)
{
    return occupancy(sm, 32, 0, shared, -1).blocks[TW_LIMIT_SHARED];
}

#define PADDED   (65u * 64 * 4) /* 16.25 KB: 64 rows of 65 words */
#define UNPADDED (64u * 64 * 4) /* 16 KB                         */

static void test_padding_costs_a_block_only_before_sm_80(void **state)
{
    (void)state;
    struct tw_target old = *tw_target_find(50);
    old.shared_per_sm = 48 * KB;
    struct tw_block_needs padded = {256, 0, PADDED, -1}, unpadded = {256, 0, UNPADDED, -1};
    assert_int_equal(tw_occupancy(&old, &padded).blocks_per_sm, 2);
    assert_int_equal(tw_occupancy(&old, &unpadded).blocks_per_sm, 3);
    const struct {
        unsigned sm, padded, unpadded;
    } cases[] = {{75, 3, 4}, {80, 9, 9}, {86, 5, 5}, {90, 13, 13}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(by_shared(cases[i].sm, PADDED), cases[i].padded);
        assert_int_equal(by_shared(cases[i].sm, UNPADDED), cases[i].unpadded);
    }
}

static void test_each_limit_by_hand(void **state)
{
    (void)state;
    /* 32 threads, nothing else: 32 block slots of sm_90 are 32 of 64 warps. */
    struct tw_occupancy o = occupancy(90, 32, 0, 0, -1);
    assert_int_equal(o.limit, TW_LIMIT_BLOCKS);
    assert_int_equal(o.blocks_per_sm, 32);
    assert_int_equal(o.warps_per_sm, 32);
    assert_true(o.fraction == 0.5);

    /* 1024 threads on sm_86: 48 warps hold one block of 32, 2/3 full. */
    o = occupancy(86, 1024, 32, 4224, -1);
    assert_int_equal(o.limit, TW_LIMIT_THREADS);
    assert_int_equal(o.blocks_per_sm, 1);
    assert_true(o.fraction > 0.666 && o.fraction < 0.667);

    /* 33 registers are 1056 per warp, 1280 allocated: 12 warps in each of 4 partitions, 6 blocks of 8 warps.
     */
    o = occupancy(90, 256, 33, 0, -1);
    assert_int_equal(o.limit, TW_LIMIT_REGISTERS);
    assert_int_equal(o.blocks_per_sm, 6);
    assert_int_equal(occupancy(90, 256, 32, 0, -1).blocks_per_sm, 8);

    /* 100 KB on sm_90: 101 KB with the reserve, twice in 228 KB. */
    o = occupancy(90, 256, 32, 100 * KB, -1);
    assert_int_equal(o.limit, TW_LIMIT_SHARED);
    assert_int_equal(o.blocks_per_sm, 2);
    assert_int_equal(o.shared_bytes, 101 * KB);
    assert_int_equal(o.carveout_bytes, 228 * KB);
}

static void test_allocation_units(void **state)
{
    (void)state;
    assert_int_equal(occupancy(75, 32, 0, 1, -1).shared_bytes, 256);
    assert_int_equal(occupancy(75, 32, 0, 257, -1).shared_bytes, 512);
    assert_int_equal(occupancy(80, 32, 0, 1, -1).shared_bytes, KB + 128);
    assert_int_equal(occupancy(80, 32, 0, 129, -1).shared_bytes, KB + 256);
    assert_int_equal(occupancy(75, 32, 0, 0, -1).blocks[TW_LIMIT_SHARED], TW_UNLIMITED);
    assert_int_equal(occupancy(80, 32, 0, 0, -1).blocks[TW_LIMIT_SHARED], 164); /* the reserve alone */
}

static void test_carveout_is_rounded_up_and_holds_one_block(void **state)
{
    (void)state;
    /* 50 % of 228 KB is 114 KB: 132 KB; of 64 KB: 32 KB. */
    assert_int_equal(occupancy(90, 128, 0, 16 * KB, 50).carveout_bytes, 132 * KB);
    assert_int_equal(occupancy(90, 128, 0, 16 * KB, 50).blocks_per_sm, 7);
    assert_int_equal(occupancy(75, 128, 0, 16 * KB, 50).blocks_per_sm, 2);
    /* 0 %: just what one block needs, here 17 KB of 32 KB. */
    assert_int_equal(occupancy(90, 128, 0, 16 * KB, 0).carveout_bytes, 32 * KB);
    assert_int_equal(occupancy(90, 128, 0, 16 * KB, 0).blocks_per_sm, 1);
    assert_int_equal(occupancy(75, 128, 0, 0, 0).carveout_bytes, 32 * KB); /* Turing has no smaller one */
    /* Shared memory of its own is not configured. */
    assert_int_equal(occupancy(61, 128, 0, 16 * KB, 0).blocks_per_sm, 6);
}

static void test_what_cannot_run_has_no_blocks(void **state)
{
    (void)state;
    assert_int_equal(occupancy(90, 1025, 0, 0, -1).blocks_per_sm, 0);
    assert_int_equal(occupancy(90, 32, 256, 0, -1).blocks_per_sm, 0);
    assert_int_equal(occupancy(90, 1024, 65, 0, -1).blocks_per_sm, 0);
    assert_int_equal(occupancy(90, 1024, 64, 0, -1).blocks_per_sm, 1);
    assert_int_equal(occupancy(90, 32, 0, 227 * KB, -1).blocks_per_sm, 1);
    assert_int_equal(occupancy(90, 32, 0, 227 * KB + 1, -1).blocks_per_sm, 0);
    assert_int_equal(occupancy(62, 1024, 33, 0, -1).blocks_per_sm, 0); /* 32768 registers per block */
    /* 22 warps of 2816 registers fit the two partitions of sm_60, but the launch check counts them as 24. */
    assert_int_equal(occupancy(60, 22 * 32, 88, 0, -1).blocks_per_sm, 0);
}

static void test_table_is_consistent(void **state)
{
    (void)state;
    unsigned count;
    const struct tw_target *targets = tw_targets(&count);
    for (unsigned i = 0; i < count; i++) {
        unsigned last = 0;
        while (last + 1 < TW_MAX_CARVEOUTS && targets[i].carveouts[last + 1]) {
            assert_true(targets[i].carveouts[last] < targets[i].carveouts[last + 1]);
            last++;
        }
        assert_int_equal(targets[i].carveouts[last] * KB, targets[i].shared_per_sm);
        assert_true(targets[i].shared_per_block + targets[i].shared_reserved <= targets[i].shared_per_sm);
        assert_ptr_equal(tw_target_nearest(targets[i].sm), &targets[i]);
    }
    assert_int_equal(tw_target_nearest(99)->sm, 90);
    assert_int_equal(tw_target_nearest(30)->sm, 50);
    assert_int_equal(tw_target_nearest(999)->sm, 121);
}

static void test_limits_have_words(void **state)
{
    (void)state;
    assert_string_equal(tw_limit_text(TW_LIMIT_SHARED), "shared memory");
    assert_string_equal(tw_limit_text(TW_LIMIT_BLOCKS), "block slots");
}

#ifdef HAVE_CALCULATOR
static void compare(const struct tw_target *target, const cudaOccDeviceProp *device,
                    struct tw_block_needs needs)
{
    cudaOccFuncAttributes function = {.maxThreadsPerBlock = 1024,
                                      .numRegs = (int)needs.registers,
                                      .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
                                      .maxDynamicSharedSizeBytes = needs.shared_bytes,
                                      .numBlockBarriers = 1};
    cudaOccDeviceState configuration = {.carveoutConfig = needs.carveout};
    cudaOccResult expected = {0};
    assert_int_equal(cudaOccMaxActiveBlocksPerMultiprocessor(&expected, device, &function, &configuration,
                                                             (int)needs.threads, needs.shared_bytes),
                     CUDA_OCC_SUCCESS);
    struct tw_occupancy got = tw_occupancy(target, &needs);
    if ((int)got.blocks_per_sm != expected.activeBlocksPerMultiprocessor ||
        got.shared_bytes != expected.allocatedSharedMemPerBlock) {
        fail_msg("sm_%u, %u threads, %u registers, %u bytes, carveout %d: %u blocks, the toolkit says %d",
                 target->sm, needs.threads, needs.registers, needs.shared_bytes, needs.carveout,
                 got.blocks_per_sm, expected.activeBlocksPerMultiprocessor);
    }
}

static void compare_target(const struct tw_target *target)
{
    static const int carveouts[] = {-1, 0, 1, 7, 25, 33, 50, 66, 75, 99, 100};
    const cudaOccDeviceProp device = {.computeMajor = (int)target->sm / 10,
                                      .computeMinor = (int)target->sm % 10,
                                      .maxThreadsPerBlock = 1024,
                                      .maxThreadsPerMultiprocessor = (int)target->threads_per_sm,
                                      .regsPerBlock = (int)target->registers_per_block,
                                      .regsPerMultiprocessor = (int)target->registers_per_sm,
                                      .warpSize = 32,
                                      .sharedMemPerBlock = 48 * KB,
                                      .sharedMemPerMultiprocessor = target->shared_per_sm,
                                      .numSms = (int)target->multiprocessors,
                                      .sharedMemPerBlockOptin = target->shared_per_block,
                                      .reservedSharedMemPerBlock = target->shared_reserved};
    for (unsigned threads = 1; threads <= 1024; threads += threads < 64 ? 31 : 32) {
        for (unsigned registers = 0; registers <= 255; registers += 3) {
            compare(target, &device, (struct tw_block_needs){threads, registers, 1024, -1});
        }
    }
    for (uint32_t shared = 0; shared <= target->shared_per_block + 2048; shared += 61) {
        for (size_t i = 0; i < sizeof carveouts / sizeof *carveouts; i++) {
            compare(target, &device, (struct tw_block_needs){64, 24, shared, carveouts[i]});
        }
    }
}

static void test_agrees_with_the_toolkit(void **state)
{
    (void)state;
    unsigned count;
    const struct tw_target *targets = tw_targets(&count);
    for (unsigned i = 0; i < count; i++) compare_target(&targets[i]);
}
#else
static void test_agrees_with_the_toolkit(void **state)
{
    (void)state;
    print_message("no cuda_occupancy.h found: not compared with the toolkit\n");
    skip();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_padding_costs_a_block_only_before_sm_80),
        cmocka_unit_test(test_each_limit_by_hand),
        cmocka_unit_test(test_allocation_units),
        cmocka_unit_test(test_carveout_is_rounded_up_and_holds_one_block),
        cmocka_unit_test(test_what_cannot_run_has_no_blocks),
        cmocka_unit_test(test_table_is_consistent),
        cmocka_unit_test(test_limits_have_words),
        cmocka_unit_test(test_agrees_with_the_toolkit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
