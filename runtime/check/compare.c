/* Comparing what a launch left with what it should have left, on the CPU and by runtime/check/compare.cu. */
#include "runtime/check/compare.h"

#include <math.h>
#include <string.h>

#include "runtime/check/near.h"

/* Built in: near_formula.h and compare.cu. */
extern const char tw_near_formula[], tw_compare_cu[];

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
    const double *exact = (const double *)comparison->exact, *scale = (const double *)comparison->scale;
    if (!exact || isnan(exact[i])) return same_bits(comparison, i, 1);
    const struct tw_argument *argument = comparison->argument;
    size_t bytes = tw_element_info(argument->element)->bytes;
    double got = tw_element_value(argument->element, (const unsigned char *)comparison->got + i * bytes);
    return fabs(got - exact[i]) <= bound_of(comparison) * scale[i];
}

static const unsigned char *element_at(uintptr_t array, size_t offset)
{
    return array ? (const unsigned char *)array + offset : NULL;
}

/* By a tolerance. */
static void compare_near(const struct tw_comparison *comparison, struct tw_differences *differences)
{
    const size_t bytes = tw_element_info(comparison->argument->element)->bytes;
    for (uint64_t i = 0; i < comparison->argument->count; i++) {
        const struct tw_element_places places = {
            element_at(comparison->got, i * bytes), element_at(comparison->expected, i * bytes),
            element_at(comparison->other, i * bytes), element_at(comparison->earlier, i * bytes),
            element_at(comparison->given, i * bytes)};
        const struct tw_near_verdict verdict = tw_judge(comparison->near, &places);
        differences->unsteady += verdict.is_unsteady;
        differences->unwritten += verdict.unwritten;
        differences->unchanged += verdict.unchanged;
        if (verdict.is_right) continue;
        if (differences->count++ < TW_MISMATCHES_SHOWN) differences->first[differences->first_count++] = i;
        if (verdict.off <= differences->off) continue;
        differences->off = verdict.off;
        differences->farthest = i;
    }
}

void tw_compare_host(const struct tw_comparison *comparison, struct tw_differences *differences)
{
    uint64_t count = comparison->argument->count;
    *differences = (struct tw_differences){0};
    if (comparison->near) {
        compare_near(comparison, differences);
        return;
    }
    if (!comparison->exact && same_bits(comparison, 0, count)) return; /* large ones at the speed of memory */
    for (uint64_t i = 0; i < count; i++) {
        if (is_right(comparison, i)) continue;
        if (differences->count++ < TW_MISMATCHES_SHOWN) differences->first[differences->first_count++] = i;
    }
}

/* ---- on the device ---- */

enum { BITS, ROUNDED, NEAR };

#define THREADS 256u

/* What a comparing kernel says (compare.cu). */
struct counted {
    uint64_t count, first;
    double off;
    uint64_t unsteady, unwritten, unchanged;
};
#define RESULT_BYTES sizeof(struct counted)

static struct tw_launch entry(const char *suffix)
{
    return (struct tw_launch){.suffix = suffix, .block = {THREADS, 1, 1}, .carveout = -1};
}

static int load_comparer(struct tw_comparer *comparer, struct tw_device *device, struct tw_cache *cache,
                         const struct tw_nvrtc *nvrtc, const struct tw_text *source, struct tw_error *error)
{
    static const struct tw_rendering itself = {"", "", "", false};
    char name[] = "tw_compare";
    struct tw_launch entries[] = {
        [BITS] = entry("_bits"), [ROUNDED] = entry("_rounded"), [NEAR] = entry("_near")};
    struct tw_kernel kernel = {.family = "",
                               .name = name,
                               .rendering = &itself,
                               .template_name = "compare.cu",
                               .source = source->data,
                               .source_length = source->length};
    struct tw_image image = {0};
    kernel.shape.launches = entries;
    kernel.shape.launch_count = sizeof entries / sizeof *entries;
    unsigned sm = tw_nvrtc_best(nvrtc, device->sm);
    int code = sm ? tw_compile_cached(cache, nvrtc, &kernel, sm, &image, NULL, error)
                  : tw_fail(error, TW_ENVIRONMENT, "NVRTC cannot compile for sm_%u", device->sm);
    if (!code) code = tw_load(device, &kernel, &image, &comparer->loaded, error);
    tw_image_free(&image);
    return code;
}

int tw_comparer_open(struct tw_comparer *comparer, struct tw_device *device, struct tw_cache *cache,
                     const struct tw_nvrtc *nvrtc, struct tw_error *error)
{
    struct tw_text source = {0};
    *comparer = (struct tw_comparer){.blocks = 8u * (unsigned)device->multiprocessors};
    tw_text_add(&source, tw_near_formula);
    tw_text_add(&source, tw_compare_cu);
    int code = source.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                             : load_comparer(comparer, device, cache, nvrtc, &source, error);
    if (!code) code = TW_CALL(&device->driver, error, cuMemAlloc_v2, &comparer->result, RESULT_BYTES);
    tw_text_free(&source);
    return code;
}

void tw_comparer_close(struct tw_comparer *comparer, struct tw_device *device)
{
    if (comparer->result) device->driver.cuMemFree_v2(comparer->result);
    tw_unload(device, &comparer->loaded);
    *comparer = (struct tw_comparer){0};
}

/* What comes of the elements from number `from` on; with `near`, of those that are off by `least` or more. */
static int compare_from(const struct tw_comparer *comparer, const struct tw_driver *driver,
                        const struct tw_comparison *comparison, uint64_t from, double least,
                        struct counted *counted, struct tw_error *error)
{
    const struct tw_element_info *info = tw_element_info(comparison->argument->element);
    CUdeviceptr got = comparison->got, expected = comparison->expected, exact = comparison->exact,
                scale = comparison->scale, to = comparer->result;
    unsigned bytes = info->bytes, bfloat = info->scalar == TW_BFLOAT;
    double bound = bound_of(comparison);
    uint64_t count = comparison->argument->count;
    uintptr_t places[] = {comparison->got, comparison->expected, comparison->other, comparison->earlier,
                          comparison->given};
    struct tw_near none = {.bytes = 0}, near = comparison->near ? *comparison->near : none;
    void *bits[] = {&got, &expected, &count, &bytes, &from, &to};
    void *rounded[] = {&got, &expected, &exact, &scale, &bound, &count, &bytes, &bfloat, &from, &to};
    void *nearly[] = {places, &count, &near, &least, &from, &to};
    void **const parameters[] = {[BITS] = bits, [ROUNDED] = rounded, [NEAR] = nearly};
    int which = comparison->near ? NEAR : exact ? ROUNDED : BITS;
    *counted = (struct counted){.first = UINT64_MAX};
    int code = TW_CALL(driver, error, cuMemcpyHtoD_v2, to, counted, RESULT_BYTES);
    if (!code) {
        code = TW_CALL(driver, error, cuLaunchKernel, comparer->loaded.function[which], comparer->blocks, 1,
                       1, THREADS, 1, 1, 0, NULL, parameters[which], NULL);
    }
    return code ? code : TW_CALL(driver, error, cuMemcpyDtoH_v2, counted, to, RESULT_BYTES);
}

int tw_compare_device(const struct tw_comparer *comparer, const struct tw_driver *driver,
                      const struct tw_comparison *comparison, struct tw_differences *differences,
                      struct tw_error *error)
{
    struct counted counted;
    *differences = (struct tw_differences){0};
    int code = compare_from(comparer, driver, comparison, 0, 0, &counted, error);
    differences->count = counted.count;
    differences->off = counted.off;
    differences->unsteady = counted.unsteady;
    differences->unwritten = counted.unwritten;
    differences->unchanged = counted.unchanged;
    while (!code && counted.count && differences->first_count < TW_MISMATCHES_SHOWN) {
        differences->first[differences->first_count++] = counted.first;
        code = compare_from(comparer, driver, comparison, counted.first + 1, 0, &counted, error);
    }
    if (code || !(differences->off > 0)) return code;
    code = compare_from(comparer, driver, comparison, 0, differences->off, &counted, error);
    differences->farthest = counted.first;
    return code;
}
