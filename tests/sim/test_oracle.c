/*
 * The oracle, with the comparing kernels run on the simulator: what a check says of right kernels and of planted bugs is the
 * same whether results are compared on the host or where they lie, and a reference is asked once per problem.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/render.h"
#include "runtime/check/oracle.h"
#include "tests/expanded.h"
#include "tests/same_checks.h"

static struct tw_nvrtc *nvrtc;
static struct tw_device device;
static struct tw_oracle on_host, on_device; /* kept over all tests */

/* A variant, and a change of its source that makes it wrong. */
struct planted {
    const char *family, *fields;
    const char *from, *to; /* from NULL: none */
};

static void replace(struct tw_kernel *kernel, const char *from, const char *to)
{
    struct tw_text text = {0};
    const char *at = strstr(kernel->source, from);
    if (!at) fail_msg("no \"%s\" in:\n%s", from, kernel->source);
    tw_text_add_bytes(&text, kernel->source, (size_t)(at - kernel->source));
    tw_text_add(&text, to);
    tw_text_add(&text, at + strlen(from));
    free(kernel->source);
    kernel->source_length = text.length;
    kernel->source = tw_text_take(&text);
}

static void render(const struct planted *planted, struct tw_kernel *kernel)
{
    struct tw_error error = TW_ERROR_INIT;
    struct expanded config;
    struct tw_text text = {0};
    tw_text_addf(&text, "{\"tilewright\": 1, \"kernel\": \"%s\", \"variants\": [{\"name\": \"k\", %s}]}",
                 planted->family, planted->fields);
    int code = expanded_parse("test", text.data, text.length, &config, &error);
    if (!code) code = tw_render(&config.of, config.of.variant, &tw_rendering_main, NULL, kernel, &error);
    if (code) fail_msg("%s: %s", planted->fields, error.message);
    if (planted->from) replace(kernel, planted->from, planted->to);
    expanded_free(&config);
    tw_text_free(&text);
}

/* Checks with the oracles, one after the other; NULL: not wanted. */
static void check(const struct planted *planted, struct tw_check *by_host, struct tw_check *by_device)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_kernel kernel;
    struct tw_image image;
    struct tw_loaded loaded = {0};
    render(planted, &kernel);
    int code = tw_compile(nvrtc, &kernel, device.sm, &image, &error);
    if (!code) code = tw_load(&device, &kernel, &image, &loaded, &error);
    if (!code && by_host) code = tw_check(&on_host, &kernel, &loaded, true, by_host, &error);
    if (!code && by_device) code = tw_check(&on_device, &kernel, &loaded, true, by_device, &error);
    if (code) fail_msg("%s: %s", planted->fields, error.message);
    tw_unload(&device, &loaded);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
}

/* The check's verdict, the same from both; *found is to be freed. */
static void check_both(const struct planted *planted, struct tw_check *found)
{
    struct tw_check by_device;
    check(planted, found, &by_device);
    assert_false(on_host.on_device);
    assert_true(on_device.on_device);
    assert_int_equal(found->ok, planted->from == NULL);
    assert_int_equal(found->ok, found->mismatches + found->inputs_changed + found->scratch_left == 0);
    expect_same_check(found, &by_device);
    tw_check_free(&by_device);
}

/* ---- the same verdict ---- */

/* 231 elements: the last bytes are no whole 16, but of the widest. */
static const char *const tiles[] = {
    "\"BDIMX\": 33, \"BDIMY\": 7, \"type\": \"int8\"", "\"BDIMX\": 33, \"BDIMY\": 7, \"type\": \"float16\"",
    "\"BDIMX\": 33, \"BDIMY\": 7, \"type\": \"int32\"", "\"BDIMX\": 33, \"BDIMY\": 7, \"type\": \"float64\"",
    "\"BDIMX\": 33, \"BDIMY\": 7, \"type\": \"int32x4\""};

static void tiles_of_every_width(void **state)
{
    static const unsigned unwritten[TW_MISMATCHES_SHOWN] = {1, 2, 4, 5, 7, 8, 10, 11, 13, 14};
    (void)state;
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        struct planted planted = {.family = "tile", .fields = tiles[i]};
        struct tw_check found;
        check_both(&planted, &found);
        tw_check_free(&found);
        planted.from = "out[idx] = ";
        planted.to = "if (idx % 3 == 0) out[idx] = ";
        check_both(&planted, &found);
        assert_int_equal(found.mismatches, 231 - 77);
        for (unsigned k = 0; k < TW_MISMATCHES_SHOWN; k++) {
            assert_int_equal(found.first[k].index, unwritten[k]);
            assert_string_equal(found.first[k].got, "not written");
        }
        tw_check_free(&found);
        planted.to = "if (idx != 230) out[idx] = ";
        check_both(&planted, &found);
        assert_int_equal(found.mismatches, 1);
        assert_int_equal(found.first[0].index, 230);
        tw_check_free(&found);
    }
}

/* What stands where nothing was written is right by chance in one trial, and wrong in the other. */
static void a_bug_that_only_the_second_trial_shows(void **state)
{
    (void)state;
    static const struct planted planted = {"tile", "\"BDIMX\": 32, \"BDIMY\": 8, \"type\": \"uint8\"",
                                           "out[idx] = ", "if (idx != 0xA5) out[idx] = "};
    struct tw_check found;
    check_both(&planted, &found);
    assert_int_equal(found.trial, 1);
    assert_int_equal(found.mismatches, 1);
    assert_int_equal(found.first[0].index, 0xA5);
    tw_check_free(&found);
}

/* Two matrices with gaps between rows and before the first, in every width of element. */
#define MATRICES(type)                                                                                       \
    "\"rows\": 37, \"cols\": 41, \"batch\": 2, \"in_pitch\": 43, \"out_pitch\": 48, \"in_offset\": 3, "      \
    "\"out_offset\": 5, \"method\": \"padded\", \"type\": \"" type "\""

#define STORES   "if (j < cols && x < rows) out["
#define TOO_FEW  "if (j < cols && x < rows - 1) out["
#define TOO_MANY "if (j < cols && x < rows + (j + 1 < cols)) out["

static void check_matrices(const char *fields, bool narrow)
{
    struct planted planted = {.family = "transpose", .fields = fields};
    struct tw_check found;
    check_both(&planted, &found);
    tw_check_free(&found);
    planted.from = STORES;
    planted.to = TOO_FEW;
    check_both(&planted, &found);
    if (!narrow) assert_int_equal(found.mismatches, 2 * 41); /* a byte of noise may be the pattern */
    assert_string_equal(found.first[0].got, "not written");
    tw_check_free(&found);
    planted.to = TOO_MANY;
    check_both(&planted, &found);
    if (!narrow) assert_int_equal(found.mismatches, 2 * 40);
    assert_string_equal(found.first[0].expected, "left alone");
    tw_check_free(&found);
    planted.from = "    __syncthreads();\n";
    planted.to = "    if (blockIdx.x + threadIdx.x + threadIdx.y == 0) ((char *)in)[-1] ^= 1;\n"
                 "    __syncthreads();\n";
    check_both(&planted, &found);
    assert_int_equal(found.mismatches, 0);
    assert_int_equal(found.inputs_changed, 1); /* an input is to stay as it is */
    assert_int_equal(found.first[0].buffer, 0);
    assert_int_equal(found.first[0].index, 2);
    tw_check_free(&found);
}

static void matrices_of_every_width(void **state)
{
    (void)state;
    check_matrices(MATRICES("uint8"), true);
    check_matrices(MATRICES("float16"), false);
    check_matrices(MATRICES("float32"), false);
    check_matrices(MATRICES("float64"), false);
    check_matrices(MATRICES("float32x4"), false);
}

/* ---- asked once ---- */

/* Changes the first byte that the output should hold after the first trial. */
static void falsify(const struct tw_oracle *oracle)
{
    const struct tw_driver *driver = &device.driver;
    unsigned last = oracle->place_count - 1;
    while (!oracle->place[last].answer[0].after.host && !oracle->place[last].answer[0].after.device) last--;
    const struct tw_held *after = &oracle->place[last].answer[0].after;
    unsigned char byte;
    assert_true((after->host == NULL) != (after->device == 0));
    if (after->host) {
        *(unsigned char *)after->host ^= 1;
        return;
    }
    assert_int_equal(driver->cuMemcpyDtoH_v2(&byte, after->device, 1), CUDA_SUCCESS);
    byte ^= 1;
    assert_int_equal(driver->cuMemcpyHtoD_v2(after->device, &byte, 1), CUDA_SUCCESS);
}

static void expect_verdict(const char *family, const char *fields, bool ok)
{
    const struct planted right = {.family = family, .fields = fields};
    struct tw_check by_host, by_device;
    check(&right, &by_host, &by_device);
    assert_int_equal(by_host.ok, ok);
    assert_int_equal(by_device.ok, ok);
    tw_check_free(&by_host);
    tw_check_free(&by_device);
}

/* An answer made wrong is still believed of all variants of its problem, and forgotten with the problem. */
static void expect_kept(const char *family, const char *problem, const char *same_problem, const char *other)
{
    expect_verdict(family, problem, true);
    falsify(&on_host);
    falsify(&on_device);
    expect_verdict(family, same_problem, false);
    expect_verdict(family, other, true);
    expect_verdict(family, problem, true);
}

static void answers_are_kept_for_a_problem(void **state)
{
    (void)state;
    expect_kept("tile", "\"BDIMX\": 32, \"BDIMY\": 8, \"layout\": \"row-col\"",
                "\"BDIMX\": 32, \"BDIMY\": 8, \"layout\": \"row-col\", \"IPAD\": 3, \"shared\": \"dynamic\"",
                "\"BDIMX\": 32, \"BDIMY\": 8, \"layout\": \"col-row\"");
    expect_kept("tile", "\"BDIMX\": 32, \"BDIMY\": 8", "\"BDIMX\": 32, \"BDIMY\": 8, \"scope\": \"file\"",
                "\"BDIMX\": 32, \"BDIMY\": 8, \"type\": \"uint32\"");
    expect_kept("transpose", "\"rows\": 40, \"cols\": 70, \"type\": \"float32\", \"method\": \"padded\"",
                "\"rows\": 40, \"cols\": 70, \"type\": \"float32\", \"method\": \"naive\"",
                "\"rows\": 70, \"cols\": 40, \"type\": \"float32\", \"method\": \"naive\"");
}

/* One family's answer is no other's, and what a rendering stores is part of the problem. */
static void renderings_have_their_own_answers(void **state)
{
    (void)state;
    static const struct tw_rendering high = {"high", "idx >> 8", "", false},
                                     spread = {"spread", "", "", true};
    const struct planted planted = {.family = "tile",
                                    .fields = "\"BDIMX\": 32, \"BDIMY\": 32, \"type\": \"uint8\""};
    struct tw_kernel kernel;
    render(&planted, &kernel);
    assert_int_equal(tw_oracle_ask(&on_host, &kernel, NULL), TW_OK);
    const unsigned char *after = on_host.place[0].answer[0].after.host;
    assert_int_equal(after[1023], 1023 & 255);
    falsify(&on_host);
    kernel.rendering = &spread;
    assert_int_equal(tw_oracle_ask(&on_host, &kernel, NULL), TW_OK);
    assert_int_equal(((unsigned char *)on_host.place[0].answer[0].after.host)[0],
                     1); /* that of the kernel itself */
    kernel.rendering = &high;
    assert_int_equal(tw_oracle_ask(&on_host, &kernel, NULL), TW_OK);
    after = on_host.place[0].answer[0].after.host;
    assert_int_equal(after[0], 0);
    assert_int_equal(after[1023], 1023 >> 8);
    tw_kernel_free(&kernel);
}

/* ---- where answers are kept ---- */

static CUresult little_memory(size_t *available, size_t *total)
{
    *available = 3000;
    *total = 4000;
    return CUDA_SUCCESS;
}

/* Answers that do not fit beside the working memory stay on the host, and are compared there. */
static void answers_that_do_not_fit_stay_on_the_host(void **state)
{
    (void)state;
    struct tw_device small = device;
    struct tw_oracle oracle;
    struct tw_kernel kernel;
    struct planted planted = {.family = "tile", .fields = "\"BDIMX\": 32, \"BDIMY\": 7"}; /* 896 bytes */
    small.driver.cuMemGetInfo_v2 = little_memory;
    tw_oracle_open(&oracle, &small, NULL, nvrtc);
    assert_false(oracle.compares_on_device); /* it is a simulator */
    oracle.compares_on_device = true;
    render(&planted, &kernel);
    assert_int_equal(tw_oracle_ask(&oracle, &kernel, NULL), TW_OK);
    assert_true(oracle.on_device && oracle.place[0].answer[1].after.device &&
                !oracle.place[0].answer[1].after.host);
    tw_kernel_free(&kernel);
    planted.fields = "\"BDIMX\": 32, \"BDIMY\": 8"; /* 1024 bytes: with both answers more than nine tenths */
    render(&planted, &kernel);
    assert_int_equal(tw_oracle_ask(&oracle, &kernel, NULL), TW_OK);
    assert_true(!oracle.on_device && oracle.place[0].answer[1].after.host &&
                !oracle.place[0].answer[1].after.device);
    tw_kernel_free(&kernel);
    tw_oracle_close(&oracle);
}

static size_t available_memory(void)
{
    size_t available, total;
    assert_int_equal(device.driver.cuMemGetInfo_v2(&available, &total), CUDA_SUCCESS);
    return available;
}

static void nothing_is_left_on_the_device(void **state)
{
    (void)state;
    struct tw_oracle oracle;
    struct tw_kernel kernel;
    const struct planted planted = {.family = "transpose", .fields = MATRICES("float64")};
    size_t before = available_memory();
    tw_oracle_open(&oracle, &device, NULL, nvrtc);
    oracle.compares_on_device = true;
    render(&planted, &kernel);
    assert_int_equal(tw_oracle_ask(&oracle, &kernel, NULL), TW_OK);
    assert_int_equal(tw_oracle_reserve(&oracle, &kernel, 1, NULL), TW_OK);
    assert_true(available_memory() < before);
    tw_oracle_close(&oracle);
    assert_int_equal(available_memory(), before);
    tw_oracle_close(&oracle); /* of a closed one: nothing */
    tw_kernel_free(&kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_of_every_width),
        cmocka_unit_test(a_bug_that_only_the_second_trial_shows),
        cmocka_unit_test(matrices_of_every_width),
        cmocka_unit_test(answers_are_kept_for_a_problem),
        cmocka_unit_test(renderings_have_their_own_answers),
        cmocka_unit_test(answers_that_do_not_fit_stay_on_the_host),
        cmocka_unit_test(nothing_is_left_on_the_device),
    };
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_nvrtc_open(&nvrtc, &error);
    if (!code) code = tw_device_open_simulator(&device, 90, &error);
    if (code) print_message("skipped: %s\n", error.message);
    tw_error_free(&error);
    if (!code) {
        tw_oracle_open(&on_host, &device, NULL, nvrtc);
        tw_oracle_open(&on_device, &device, NULL, nvrtc);
        on_device.compares_on_device = true;
    }
    int failed = code ? 77 : cmocka_run_group_tests(tests, NULL, NULL);
    tw_oracle_close(&on_host);
    tw_oracle_close(&on_device);
    tw_device_close(&device);
    tw_nvrtc_close(nvrtc);
    return failed;
}
