/* Comparing what a launch left with what it should have left, on the CPU and by runtime/check/compare.cu. */
#include "runtime/check/compare.h"

#include <math.h>
#include <string.h>

extern const char tw_compare_cu[]; /* runtime/check/compare.cu, built in */

/* ---- on the CPU ---- */

/* The largest error of a result that rounds: so many times its scale. */
static double bound_of(const struct tw_comparison *comparison)
{
    const struct tw_element_info *info = tw_element_info(comparison->argument->element);
    int digits = info->scalar == TW_BFLOAT                ? 8
                 : info->component_bytes == 2             ? 11
                 : info->component_bytes == sizeof(float) ? 24
                                                          : 53;
    return ldexp((double)comparison->chain + 1, -digits); /* and one for rounding the exact value itself */
}

static bool is_zero(const unsigned char *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (from[i]) return false;
    }
    return true;
}

/* Elements first .. first + count, bit for bit. */
static bool same_bits(const struct tw_comparison *comparison, uint64_t first, uint64_t count)
{
    size_t bytes = tw_element_info(comparison->argument->element)->bytes;
    const unsigned char *got = (const unsigned char *)comparison->got + first * bytes;
    if (!comparison->expected) return is_zero(got, count * bytes);
    return memcmp(got, (const unsigned char *)comparison->expected + first * bytes, count * bytes) == 0;
}

static bool is_right(const struct tw_comparison *comparison, uint64_t i)
{
    if (comparison->tolerance) return tw_element_is_near(comparison, i, NULL);
    const double *exact = (const double *)comparison->exact, *scale = (const double *)comparison->scale;
    if (!exact || isnan(exact[i])) return same_bits(comparison, i, 1);
    const struct tw_argument *argument = comparison->argument;
    size_t bytes = tw_element_info(argument->element)->bytes;
    double got = tw_element_value(argument->element, (const unsigned char *)comparison->got + i * bytes);
    return fabs(got - exact[i]) <= bound_of(comparison) * scale[i];
}

void tw_compare_host(const struct tw_comparison *comparison, struct tw_differences *differences)
{
    uint64_t count = comparison->argument->count;
    *differences = (struct tw_differences){0};
    if (!comparison->exact && same_bits(comparison, 0, count)) return; /* large ones at the speed of memory */
    for (uint64_t i = 0; i < count; i++) {
        if (is_right(comparison, i)) continue;
        if (differences->count++ < TW_MISMATCHES_SHOWN) differences->first[differences->first_count++] = i;
    }
}

/* ---- on the device ---- */

enum { BITS, ROUNDED, NEAR };

#define THREADS 256u

static struct tw_launch entry(const char *suffix)
{
    return (struct tw_launch){.suffix = suffix, .block = {THREADS, 1, 1}, .carveout = -1};
}

int tw_comparer_open(struct tw_comparer *comparer, struct tw_device *device, struct tw_cache *cache,
                     const struct tw_nvrtc *nvrtc, struct tw_error *error)
{
    static const struct tw_rendering itself = {"", "", "", false};
    char name[] = "tw_compare";
    struct tw_kernel kernel = {
        .family = "", .name = name, .rendering = &itself, .template_name = "compare.cu"};
    struct tw_image image = {0};
    *comparer = (struct tw_comparer){.blocks = 8u * (unsigned)device->multiprocessors};
    kernel.source = (char *)(uintptr_t)tw_compare_cu; /* only read */
    kernel.source_length = strlen(tw_compare_cu);
    struct tw_launch entries[] = {
        [BITS] = entry("_bits"), [ROUNDED] = entry("_rounded"), [NEAR] = entry("_near")};
    kernel.shape.launches = entries;
    kernel.shape.launch_count = sizeof entries / sizeof *entries;
    unsigned sm = tw_nvrtc_best(nvrtc, device->sm);
    int code = sm ? tw_compile_cached(cache, nvrtc, &kernel, sm, &image, NULL, error)
                  : tw_fail(error, TW_ENVIRONMENT, "NVRTC cannot compile for sm_%u", device->sm);
    if (!code) code = tw_load(device, &kernel, &image, &comparer->loaded, error);
    if (!code) code = TW_CALL(&device->driver, error, cuMemAlloc_v2, &comparer->result, 2 * sizeof(uint64_t));
    tw_image_free(&image);
    return code;
}

void tw_comparer_close(struct tw_comparer *comparer, struct tw_device *device)
{
    if (comparer->result) device->driver.cuMemFree_v2(comparer->result);
    tw_unload(device, &comparer->loaded);
    *comparer = (struct tw_comparer){0};
}

/* What the kernels of compare.cu are given. */
struct given {
    CUdeviceptr got, expected, exact, scale, to;
    unsigned bytes, bfloat, components, component_bytes, scalar;
    double bound, most;
    uint64_t count, from;
    struct tw_tolerance tolerance;
};

static struct given give(const struct tw_comparer *comparer, const struct tw_comparison *comparison,
                         uint64_t from)
{
    const struct tw_element_info *info = tw_element_info(comparison->argument->element);
    return (struct given){.got = comparison->got,
                          .expected = comparison->expected,
                          .exact = comparison->exact,
                          .scale = comparison->scale,
                          .to = comparer->result,
                          .bytes = info->bytes,
                          .bfloat = info->scalar == TW_BFLOAT,
                          .components = info->components,
                          .component_bytes = info->component_bytes,
                          .scalar = info->scalar,
                          .bound = bound_of(comparison),
                          .most = comparison->most,
                          .count = comparison->argument->count,
                          .from = from,
                          .tolerance =
                              comparison->tolerance ? *comparison->tolerance : (struct tw_tolerance){0}};
}

/* How many elements from number `from` on are wrong, and the first of them. */
static int compare_from(const struct tw_comparer *comparer, const struct tw_driver *driver,
                        const struct tw_comparison *comparison, uint64_t from, uint64_t result[2],
                        struct tw_error *error)
{
    struct given g = give(comparer, comparison, from);
    void *bits[] = {&g.got, &g.expected, &g.count, &g.bytes, &g.from, &g.to};
    void *rounded[] = {&g.got,   &g.expected, &g.exact,  &g.scale, &g.bound,
                       &g.count, &g.bytes,    &g.bfloat, &g.from,  &g.to};
    void *near[] = {&g.got,        &g.expected,  &g.count, &g.scalar, &g.component_bytes,
                    &g.components, &g.tolerance, &g.most,  &g.from,   &g.to};
    void **const parameters[] = {[BITS] = bits, [ROUNDED] = rounded, [NEAR] = near};
    int which = comparison->tolerance ? NEAR : comparison->exact ? ROUNDED : BITS;
    result[0] = 0;
    result[1] = UINT64_MAX;
    int code = TW_CALL(driver, error, cuMemcpyHtoD_v2, g.to, result, 2 * sizeof *result);
    if (!code) {
        code = TW_CALL(driver, error, cuLaunchKernel, comparer->loaded.function[which], comparer->blocks, 1,
                       1, THREADS, 1, 1, 0, NULL, parameters[which], NULL);
    }
    return code ? code : TW_CALL(driver, error, cuMemcpyDtoH_v2, result, g.to, 2 * sizeof *result);
}

int tw_compare_device(const struct tw_comparer *comparer, const struct tw_driver *driver,
                      const struct tw_comparison *comparison, struct tw_differences *differences,
                      struct tw_error *error)
{
    uint64_t result[2];
    *differences = (struct tw_differences){0};
    int code = compare_from(comparer, driver, comparison, 0, result, error);
    differences->count = result[0];
    while (!code && result[0] && differences->first_count < TW_MISMATCHES_SHOWN) {
        differences->first[differences->first_count++] = result[1];
        code = compare_from(comparer, driver, comparison, result[1] + 1, result, error);
    }
    return code;
}
