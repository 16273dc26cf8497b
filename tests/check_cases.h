/*
 * check_cases.h - kernels with planted bugs, and what the check must say of each: the same cases on the
 * simulator (sim/test_check.c) and on a GPU (gpu/test_gpu_check.c). The including file defines open_device
 * and includes the headers that cmocka needs.
 */
#ifndef TEST_CHECK_CASES_H
#define TEST_CHECK_CASES_H

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "gen/family.h"
#include "runtime/check/oracle.h"

static int open_device(struct tw_device *device, unsigned sm, struct tw_error *error);

/* What the tests of a file share. */
static struct tw_nvrtc *nvrtc;
static struct tw_device device;

/* A `tile` kernel of one block: each thread writes `value` to the tile, waits, and runs `statement`. */
struct source {
    enum tw_element element;
    const char *type; /* in CUDA C++ */
    unsigned bdimx, bdimy;
    const struct tw_rendering *rendering;
    const char *value, *statement;
};

/* What the tile family makes of it where an element cannot hold every index. */
static const struct tw_rendering stores_high = {"high", "idx >> 8", "idx >> 8", false};

static struct tw_kernel describe(const struct source *source)
{
    struct tw_kernel kernel = {.family = "tile", .name = strdup("k"), .rendering = source->rendering};
    struct tw_text text = {0};
    tw_text_addf(&text,
                 "extern \"C\" __global__ void k(%s *out)\n"
                 "{\n"
                 "    __shared__ %s tile[%u];\n"
                 "    unsigned idx = threadIdx.y * %u + threadIdx.x;\n"
                 "    tile[idx] = (%s)(%s);\n"
                 "    __syncthreads();\n"
                 "    %s\n"
                 "}\n",
                 source->type, source->type, source->bdimx * source->bdimy, source->bdimx, source->type,
                 source->value, source->statement);
    kernel.source_length = text.length;
    kernel.source = tw_text_take(&text);
    tw_shape_add_argument(&kernel.shape,
                          (struct tw_argument){.name = "out",
                                               .kind = TW_BUFFER,
                                               .role = TW_ROLE_OUTPUT,
                                               .before = TW_BEFORE_ANY,
                                               .element = source->element,
                                               .count = (uint64_t)source->bdimx * source->bdimy,
                                               .align = 1});
    tw_shape_add_launch(&kernel.shape, (struct tw_launch){.suffix = "",
                                                          .grid = {1, 1, 1},
                                                          .block = {source->bdimx, source->bdimy, 1},
                                                          .carveout = -1,
                                                          .argument = (unsigned[]){0},
                                                          .argument_count = 1});
    const struct tw_field_value fields[] = {
        {.key = "BDIMX", .number = source->bdimx},
        {.key = "BDIMY", .number = source->bdimy},
        {.key = "BDIMZ", .number = 1},
        {.key = "layout", .is_word = true, .text = "row-row"},
        {.key = "index", .is_word = true, .text = "2d"},
        {.key = "dims", .is_word = true, .text = "block"},
        {.key = "tile_rows", .is_word = true, .text = "block"},
        {.key = "tile_cols", .is_word = true, .text = "block"},
        {.key = "tile_depth", .is_word = true, .text = "block"},
        {.key = "writes", .is_word = true, .text = "layout"},
        {.key = "reads", .is_word = true, .text = "layout"},
        {.key = "tiles", .number = 1},
    };
    kernel.field_count = sizeof fields / sizeof *fields;
    kernel.fields = tw_shape_array(&kernel.shape, kernel.field_count, sizeof *fields);
    assert_non_null(kernel.fields);
    memcpy(kernel.fields, fields, sizeof fields);
    return kernel;
}

/* A check with answers and working memory of its own. */
static int check_kernel(struct tw_device *on, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
                        struct tw_check *check, struct tw_error *error)
{
    struct tw_oracle oracle;
    tw_oracle_open(&oracle, on, NULL, nvrtc);
    int code = tw_check(&oracle, kernel, loaded, true, check, error);
    tw_oracle_close(&oracle);
    return code;
}

/* Compiles, loads, checks and unloads. */
static int check_source(struct tw_device *on, const struct source *source, struct tw_check *check,
                        struct tw_error *error)
{
    struct tw_kernel kernel = describe(source);
    struct tw_image image;
    struct tw_loaded loaded;
    *check = (struct tw_check){0};
    assert_int_equal(tw_compile(nvrtc, &kernel, on->sm, &image, error), TW_OK);
    assert_int_equal(tw_load(on, &kernel, &image, &loaded, error), TW_OK);
    int code = check_kernel(on, &kernel, &loaded, check, error);
    tw_unload(on, &loaded);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
    return code;
}

/* int32, 8x4; the usual case. */
static struct source with_statement(const char *statement)
{
    return (struct source){TW_INT32, "int", 8, 4, &tw_rendering_main, "idx", statement};
}

static void expect_ok(const struct source *source)
{
    struct tw_check check;
    struct tw_error error = TW_ERROR_INIT;
    if (check_source(&device, source, &check, &error) != TW_OK) fail_msg("%s", error.message);
    if (!check.ok)
        fail_msg("[%u]: expected %s, got %s", (unsigned)check.first[0].index, check.first[0].expected,
                 check.first[0].got);
    assert_int_equal(check.mismatches, 0);
    assert_int_equal(check.guard_bytes_changed, 0);
    assert_int_equal(check.output_count, source->bdimx * source->bdimy);
    tw_check_free(&check);
}

/* Exactly one wrong element. */
static void expect_mismatch(const struct source *source, unsigned index, const char *expected,
                            const char *got)
{
    struct tw_check check;
    struct tw_error error = TW_ERROR_INIT;
    if (check_source(&device, source, &check, &error) != TW_OK) fail_msg("%s", error.message);
    assert_false(check.ok);
    assert_int_equal(check.mismatches, 1);
    assert_int_equal(check.first_count, 1);
    assert_int_equal(check.first[0].buffer, 0);
    assert_int_equal(check.first[0].index, index);
    assert_string_equal(check.first[0].expected, expected);
    assert_string_equal(check.first[0].got, got);
    tw_check_free(&check);
}

static void right_kernel(void **state)
{
    (void)state;
    struct source int32 = with_statement("out[idx] = tile[idx];");
    struct source uint8 = {TW_UINT8, "unsigned char",        32, 32, &tw_rendering_main,
                           "idx",    "out[idx] = tile[idx];"};
    struct source high = {TW_UINT8,   "unsigned char",        32, 32, &stores_high,
                          "idx >> 8", "out[idx] = tile[idx];"};
    struct source float64 = {TW_FLOAT64, "double", 33, 7, &tw_rendering_main, "idx", "out[idx] = tile[idx];"};
    expect_ok(&int32);
    expect_ok(&uint8);
    expect_ok(&high);
    expect_ok(&float64);
}

static void output_is_kept(void **state)
{
    (void)state;
    struct source source = with_statement("out[idx] = idx == 3 ? -1 : tile[idx];");
    struct tw_check check;
    assert_int_equal(check_source(&device, &source, &check, NULL), TW_OK);
    assert_int_equal(check.element, TW_INT32);
    for (int i = 0; i < 32; i++) assert_int_equal(((int32_t *)check.output)[i], i == 3 ? -1 : i);
    tw_check_free(&check);
    assert_null(check.output);
}

static void one_wrong_element(void **state)
{
    (void)state;
    struct source source = with_statement("out[idx] = idx == 31 ? 30 : tile[idx];");
    expect_mismatch(&source, 31, "31", "30");
}

/* An element that is left alone holds the poison, which is what should stand there in one of the two
 * launches. */
static void unwritten_element_that_equals_a_poison(void **state)
{
    (void)state;
    struct source first = {TW_UINT8,
                           "unsigned char",
                           32,
                           8,
                           &tw_rendering_main,
                           "idx",
                           "if (idx != 0xA5) out[idx] = tile[idx];"};
    struct source second = {TW_UINT8,
                            "unsigned char",
                            32,
                            8,
                            &tw_rendering_main,
                            "idx",
                            "if (idx != 0x5A) out[idx] = tile[idx];"};
    expect_mismatch(&first, 0xA5, "165", "not written");
    expect_mismatch(&second, 0x5A, "90", "not written");
}

/* Thread idx stores what thread idx xor 256 wrote: the low byte of both is the same. */
static void wrong_high_byte(void **state)
{
    (void)state;
    struct source low = {TW_UINT8,
                         "unsigned char",
                         32,
                         32,
                         &tw_rendering_main,
                         "idx",
                         "out[idx] = tile[idx == 9 ? 9 ^ 256 : idx];"};
    struct source high = low;
    high.rendering = &stores_high;
    high.value = "idx >> 8";
    expect_ok(&low);
    expect_mismatch(&high, 9, "0", "1");
}

static void ten_mismatches_are_shown(void **state)
{
    (void)state;
    struct source source = with_statement("out[idx] = tile[idx] + 1;");
    struct tw_check check;
    assert_int_equal(check_source(&device, &source, &check, NULL), TW_OK);
    assert_int_equal(check.mismatches, 32);
    assert_int_equal(check.first_count, 10);
    assert_int_equal(check.first[9].index, 9);
    assert_string_equal(check.first[9].got, "10");
    tw_check_free(&check);
}

static void vectors_are_shown_whole(void **state)
{
    (void)state;
    struct source source = {TW_INT32X2,
                            "int2",
                            8,
                            4,
                            &tw_rendering_main,
                            "make_int2(idx, idx + 1)",
                            "int2 v = tile[idx]; if (idx == 2) v.y = 7; out[idx] = v;"};
    expect_mismatch(&source, 2, "{2, 3}", "{2, 7}");
}

/* A kernel that does something illegal: the code, the driver's error, nothing kept. On a GPU the process is
 * done then. */
static void expect_fault(const char *statement, const char *name)
{
    struct source source = with_statement(statement);
    struct tw_check check;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(check_source(&device, &source, &check, &error), TW_FAULT);
    if (!strstr(error.message, name)) fail_msg("%s", error.message);
    if (tw_device_is_simulator(&device) && !strstr(error.message, "k.cu:7"))
        fail_msg("%s", error.message); /* where */
    assert_null(check.output);
    tw_error_free(&error);
}

#define FAR_AWAY "out[idx + 0x100000000000ull] = tile[idx];", "CUDA_ERROR_ILLEGAL_ADDRESS"
#define MISALIGNED                                                                                           \
    "*(int *)((char *)out + 4 * idx + (idx == 7)) = tile[idx];", "CUDA_ERROR_MISALIGNED_ADDRESS"

/* Writes just beside the buffer: bytes in the guard zones, on a device that finds no such access by itself.
 */
static void expect_guards(struct tw_device *on, const char *statement, unsigned bytes)
{
    struct source source = with_statement(statement);
    struct tw_check check;
    struct tw_error error = TW_ERROR_INIT;
    if (check_source(on, &source, &check, &error) != TW_OK) fail_msg("%s", error.message);
    assert_false(check.ok);
    assert_int_equal(check.mismatches, 0);
    assert_int_equal(check.guard_bytes_changed, bytes);
    tw_check_free(&check);
}

static void writes_beside_the_buffer(void **state)
{
    (void)state;
    struct tw_device blind = device; /* where this is the simulator: as if it were a GPU */
    blind.driver.simulator = NULL;
    expect_guards(&blind, "out[idx] = tile[idx]; if (idx == 0) out[-1] = 1;", 4);
    expect_guards(&blind, "out[idx] = tile[idx]; if (idx == 0) out[32] = 1;", 4);
    expect_guards(&blind, "out[idx] = tile[idx]; if (idx == 0) out[32] = 0xA5A5A5A5;",
                  4); /* a poison of its own */
    expect_guards(&blind, "out[idx] = tile[idx]; if (idx < 2) out[idx ? -1024 : 32 + 1023] = 1;", 8);
}

/* Neither cubin nor PTX fits: why, for each. */
static void nothing_loads(void **state)
{
    (void)state;
    struct source source = with_statement("out[idx] = tile[idx];");
    struct tw_kernel kernel = describe(&source);
    struct tw_image image = {
        .cubin = (void *)"no cubin", .cubin_bytes = 8, .ptx = (char *)"no PTX", .ptx_length = 6, .sm = 90};
    struct tw_loaded loaded;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_not_equal(tw_load(&device, &kernel, &image, &loaded, &error), TW_OK);
    if (!strstr(error.message, "the PTX: cuModuleLoadDataEx: CUDA_ERROR_")) fail_msg("%s", error.message);
    bool names_cubin = strstr(error.message, "the cubin for sm_90 on this sm_") != NULL;
    assert_true(names_cubin != tw_device_is_simulator(&device));
    assert_null(loaded.module);
    tw_error_free(&error);
    tw_kernel_free(&kernel);
}

static void wrong_entry_name(void **state)
{
    (void)state;
    struct source source = with_statement("out[idx] = tile[idx];");
    struct tw_kernel kernel = describe(&source);
    struct tw_image image;
    struct tw_loaded loaded;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_compile(nvrtc, &kernel, device.sm, &image, NULL), TW_OK);
    strcpy(kernel.name, "j");
    assert_int_equal(tw_load(&device, &kernel, &image, &loaded, &error), TW_DRIVER);
    assert_non_null(strstr(error.message, "cuModuleGetFunction: CUDA_ERROR_NOT_FOUND"));
    tw_error_free(&error);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
}

/* Dynamic shared memory over 48 KB must be asked for, and the carveout is set: 60,000 bytes hold the tile at
 * their end. */
static void large_dynamic_shared_memory(void **state)
{
    (void)state;
    struct source source =
        with_statement("extern __shared__ int dynamic[]; dynamic[15000 - 32 + idx] = tile[idx]; "
                       "__syncthreads(); out[idx] = dynamic[15000 - 32 + idx];");
    struct tw_kernel kernel = describe(&source);
    struct tw_image image;
    struct tw_loaded loaded;
    struct tw_check check = {0};
    struct tw_error error = TW_ERROR_INIT;
    kernel.shape.launches[0].dynamic_shared_bytes = 60000;
    kernel.shape.launches[0].carveout = 100;
    assert_int_equal(tw_compile(nvrtc, &kernel, device.sm, &image, NULL), TW_OK);
    if (tw_load(&device, &kernel, &image, &loaded, &error) != TW_OK) fail_msg("%s", error.message);
    assert_int_equal(loaded.static_shared_bytes, 128);
    assert_int_equal(loaded.local_bytes, 0);
    assert_true(loaded.registers > 0);
    assert_true(loaded.from_ptx == tw_device_is_simulator(&device));
    if (check_kernel(&device, &kernel, &loaded, &check, &error) != TW_OK) fail_msg("%s", error.message);
    assert_true(check.ok);
    tw_check_free(&check);
    tw_unload(&device, &loaded);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
}

static void device_says_what_it_is(void **state)
{
    (void)state;
    bool simulator = tw_device_is_simulator(&device);
    assert_true(device.open && device.sm >= 50 && device.warp_size == 32);
    assert_int_equal(device.shared_per_block, 49152);
    assert_true(device.shared_per_block_optin >= device.shared_per_block);
    assert_true(device.shared_per_sm >= device.shared_per_block_optin);
    assert_true(device.multiprocessors > 0 && device.threads_per_sm >= 1024 && device.memory_bytes > 0);
    assert_true((strncmp(device.name, "simulator (sm_", 14) == 0) == simulator);
}

/* clang-format off */
#define CHECK_CASES                                               \
    cmocka_unit_test(device_says_what_it_is),                     \
    cmocka_unit_test(right_kernel),                               \
    cmocka_unit_test(output_is_kept),                             \
    cmocka_unit_test(one_wrong_element),                          \
    cmocka_unit_test(unwritten_element_that_equals_a_poison),     \
    cmocka_unit_test(wrong_high_byte),                            \
    cmocka_unit_test(ten_mismatches_are_shown),                   \
    cmocka_unit_test(vectors_are_shown_whole),                    \
    cmocka_unit_test(writes_beside_the_buffer),                   \
    cmocka_unit_test(nothing_loads),                              \
    cmocka_unit_test(wrong_entry_name),                           \
    cmocka_unit_test(large_dynamic_shared_memory)
/* clang-format on */

/* 0; 77 with the reason when the device or NVRTC is not there. */
static int open_all(unsigned sm)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_nvrtc_open(&nvrtc, &error);
    if (code == TW_OK) code = open_device(&device, sm, &error);
    if (code != TW_OK) print_message("skipped: %s\n", error.message);
    tw_error_free(&error);
    return code == TW_OK ? 0 : 77;
}

static void close_all(void)
{
    tw_device_close(&device);
    tw_nvrtc_close(nvrtc);
}

#endif
