/* What tests of segments on the simulator share: the tree of a sum, written down once more, and launches. */
#ifndef TESTS_SEGMENTS_H
#define TESTS_SEGMENTS_H

#include <string.h>

#include "sim/tests/draws.h"
#include "tests/planner.h"

static inline int open_planner(void **state)
{
    (void)state;
    struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR};
    return open_planner_of(&options);
}

static inline uint64_t random_bits(void)
{
    static uint64_t bits = 88172645463325252u;
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    return bits;
}

/* A number of any sign, from 2^-20 to 2^20: sums of such numbers depend on their order. */
static inline uint16_t wide_bfloat16(void)
{
    return (uint16_t)(0x3580 + random_bits() % 0x1400 + (random_bits() % 2 << 15));
}

/* ---- the tree ---- */

#define LINES  8   /* of a leaf */
#define LEAVES 256 /* of a sum, at most */
#define WIDEST 512 /* columns of a line */

/* Element i of an array, as what sums are made in. */
typedef float element_at(const void *a, size_t i);

static inline float bfloat16_at(const void *a, size_t i)
{
    uint32_t bits = (uint32_t)((const uint16_t *)a)[i] << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Neighbours are added until one is left. */
static inline float joined(float *run, size_t count)
{
    for (; count > 1; count = (count + 1) / 2)
        for (size_t i = 0; i < count; i += 2) run[i / 2] = i + 1 < count ? run[i] + run[i + 1] : run[i];
    return run[0];
}

static inline float sum_of_leaf(element_at *at, const void *a, size_t first, size_t count, size_t columns)
{
    float column[WIDEST];
    for (size_t i = 0; i < count; i++) {
        float x = at(a, first + i);
        column[i % columns] = i < columns ? x : column[i % columns] + x;
    }
    return joined(column, count < columns ? count : columns);
}

/* The sum of elements `first` to `end` - 1, whose lines have so many columns. */
static inline float sum_of(element_at *at, const void *a, size_t first, size_t end, size_t columns)
{
    float leaf[LEAVES];
    size_t count = 0, size = LINES * columns;
    assert_true(columns <= WIDEST && end - first <= LEAVES * size);
    for (; first < end; first += size)
        leaf[count++] = sum_of_leaf(at, a, first, end - first < size ? end - first : size, columns);
    return count ? joined(leaf, count) : 0;
}

/* ---- launches ---- */

static inline CUdeviceptr copied(const void *host, size_t bytes)
{
    CUdeviceptr buffer;
    assert_int_equal(driver->cuMemAlloc_v2(&buffer, bytes), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemcpyHtoD_v2(buffer, host, bytes), CUDA_SUCCESS);
    return buffer;
}

/* Runs the plan on so many segments, which give so many bytes. */
static inline void run(struct tw_plan *plan, CUdeviceptr a, const int64_t *offset, size_t segments, void *c,
                       size_t bytes)
{
    CUdeviceptr offsets = copied(offset, (segments + 1) * sizeof *offset), results = copied(c, bytes);
    void *arguments[] = {&a, &offsets, &results};
    if (tw_plan_launch(plan, NULL, arguments, &error)) fail_msg("%s", error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(c, results, bytes), CUDA_SUCCESS);
    driver->cuMemFree_v2(offsets);
    driver->cuMemFree_v2(results);
}

#endif
