/*
 * tensor_cases.h - boxes of tensors copied into shared memory and out of it, compared with what one loop over the box's elements says,
 * on whichever provider is open. Shared memory is shown as it lies there, so that swizzling shows.
 */
#ifndef TESTS_TENSOR_CASES_H
#define TESTS_TENSOR_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "sim/driver/table.h"

#define TENSOR_BYTES 65536u /* of the tensor's memory   */
#define BOX_BYTES    16384u /* of shared memory that is shown */
#define NO_BYTE      0xEE   /* what shared memory holds before */

struct tensor_case {
    CUtensorMapDataType type;
    unsigned bytes; /* of an element */
    unsigned sides;
    uint64_t dims[5], strides[4];
    uint32_t box[5], steps[5];
    CUtensorMapSwizzle swizzle;
    bool nan;
    int32_t at[5];
};

/* clang-format off */
static const struct tensor_case tensor_cases[] = {
    {CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 1, {1000}, {0}, {64}, {1}, CU_TENSOR_MAP_SWIZZLE_NONE, false, {100}},
    {CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 1, {1000}, {0}, {256}, {1}, CU_TENSOR_MAP_SWIZZLE_NONE, false, {-8}},
    {CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 1, {5000}, {0}, {256}, {1}, CU_TENSOR_MAP_SWIZZLE_NONE, false, {4912}},
    {CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 2, {50, 40}, {208}, {16, 8}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE, false, {4, 7}},
    {CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 2, {50, 40}, {208}, {32, 16}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_128B, false, {28, -3}},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 2, {100, 60}, {208}, {64, 40}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_128B, false, {8, 30}},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 2, {100, 60}, {208}, {32, 24}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_64B, false, {8, 2}},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 2, {100, 60}, {208}, {16, 24}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_32B, false, {8, 2}},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 2, {100, 60}, {208}, {32, 16}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_128B, false, {8, 2}},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 2, {100, 60}, {208}, {8, 16}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_64B, false, {8, 2}},
    {CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 2, {200, 100}, {256}, {128, 64}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_128B, false, {96, 50}},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 2, {100, 60}, {208}, {16, 8}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE, true, {88, 57}},
    {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, 2, {100, 60}, {208}, {16, 8}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE, true, {88, 57}},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, 2, {50, 60}, {208}, {16, 8}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE, true, {-8, 57}},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8, 2, {25, 60}, {208}, {4, 8}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE, true, {-2, 57}},
    {CU_TENSOR_MAP_DATA_TYPE_INT64, 8, 3, {20, 10, 12}, {160, 1600}, {8, 4, 3}, {1, 1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE, false, {14, -2, 10}},
    {CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 4, {40, 6, 5, 7}, {96, 592, 3008}, {16, 3, 2, 4}, {1, 1, 1, 1}, CU_TENSOR_MAP_SWIZZLE_32B, false, {8, 4, -1, 5}},
    {CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 5, {20, 6, 5, 4, 3}, {80, 480, 2400, 9600}, {8, 3, 2, 2, 2}, {1, 1, 1, 1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE, false, {12, 4, 1, 3, 1}},
    {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4, 2, {50, 60}, {208}, {16, 40}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_64B, true, {40, 30}},
    {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, 4, 2, {50, 60}, {208}, {16, 40}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE, false, {40, 7}},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 4, 2, {50, 60}, {208}, {16, 40}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE, false, {4, 7}},
    {CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 2, {50, 40}, {208}, {16, 16}, {1, 3}, CU_TENSOR_MAP_SWIZZLE_NONE, false, {4, 7}},
    {CU_TENSOR_MAP_DATA_TYPE_INT32, 4, 3, {50, 9, 8}, {208, 1872}, {8, 6, 5}, {1, 2, 3}, CU_TENSOR_MAP_SWIZZLE_32B, false, {44, 1, 2}},
};
/* clang-format on */

enum { TENSOR_CASES = sizeof tensor_cases / sizeof *tensor_cases };

/* PTX of the three kernels for tensors of so many sides: load, store, add; of boxes of elements, or of pixels with their offsets. */
static char *tensor_ptx(unsigned sides, bool pixels)
{
    static const char *const offsets[] = {[3] = ", {%o0}", [4] = ", {%o0, %o1}", [5] = ", {%o0, %o1, %o2}"};
    const char *loaded = pixels ? "im2col" : "tile", *stored = pixels ? "im2col_no_offs" : "tile";
    struct tw_text text = {0};
    static const char *const names[] = {"load", "store", "add"};
    tw_text_add(&text, ".version 8.0\n.target sm_90\n.address_size 64\n");
    for (unsigned k = 0; k < 3; k++) {
        tw_text_addf(
            &text,
            ".visible .entry %s(.param .u64 out, .param .align 64 .b8 map[128], .param .align 4 .b8 at[28], "
            ".param .u32 bytes) {\n"
            ".reg .pred %%p; .reg .b16 %%o<3>; .reg .b32 %%t, %%i, %%s, %%v, %%n, %%c<5>; .reg .b64 %%out, "
            "%%d, %%m, %%state;\n"
            ".shared .align 1024 .b8 box[%u];\n.shared .align 8 .b64 bar;\n"
            "ld.param.u64 %%out, [out]; ld.param.u32 %%n, [bytes]; mov.b64 %%m, map; cvta.param.u64 %%m, "
            "%%m;\n"
            "mov.u32 %%t, %%tid.x; shl.b32 %%i, %%t, 2; mov.u32 %%s, box;\n",
            names[k], BOX_BYTES);
        for (unsigned i = 0; i < sides; i++) tw_text_addf(&text, "ld.param.u32 %%c%u, [at+%u];\n", i, 4 * i);
        for (unsigned i = 0; i < 3; i++) tw_text_addf(&text, "ld.param.u16 %%o%u, [at+%u];\n", i, 20 + 2 * i);
        struct tw_text place = {0};
        for (unsigned i = 0; i < sides; i++) tw_text_addf(&place, "%s%%c%u", i ? ", " : "", i);
        tw_text_addf(&text,
                     "fill:\nadd.u32 %%v, %%s, %%i; cvt.u64.u32 %%d, %%i; add.u64 %%d, %%out, %%d;\n"
                     "%s\nadd.u32 %%i, %%i, 512; setp.lt.u32 %%p, %%i, %u; @%%p bra fill;\n",
                     k ? "ld.global.u32 %c4, [%d]; st.shared.u32 [%v], %c4;"
                       : "st.shared.u32 [%v], 0xeeeeeeee;",
                     BOX_BYTES);
        if (k && sides == 5) tw_text_add(&text, "ld.param.u32 %c4, [at+16];\n");
        tw_text_add(&text, "setp.eq.u32 %p, %t, 0;\n@%p mbarrier.init.shared.b64 [bar], "
                           "1;\nfence.proxy.async;\nbar.sync 0;\n");
        if (k == 0) {
            tw_text_addf(
                &text,
                "@%%p mbarrier.arrive.expect_tx.shared.b64 %%state, [bar], %%n;\n"
                "@%%p cp.async.bulk.tensor.%ud.shared::cluster.global.%s.mbarrier::complete_tx::bytes "
                "[%%s], [%%m, {%s}], [bar]%s;\n"
                "wait:\nmbarrier.try_wait.parity.shared.b64 %%p, [bar], 0; @!%%p bra wait;\n"
                "shl.b32 %%i, %%t, 2;\nshow:\nadd.u32 %%v, %%s, %%i; cvt.u64.u32 %%d, %%i; add.u64 %%d, "
                "%%out, %%d;\n"
                "ld.shared.u32 %%c4, [%%v]; st.global.u32 [%%d], %%c4; add.u32 %%i, %%i, 512; setp.lt.u32 "
                "%%p, %%i, %u; @%%p bra show;\n",
                sides, loaded, tw_text_string(&place), pixels ? offsets[sides] : "", BOX_BYTES);
        } else {
            tw_text_addf(
                &text,
                "@%%p cp.%sasync.bulk.tensor.%ud.global.shared::cta%s.%s.bulk_group [%%m, {%s}], [%%s];\n",
                k == 2 ? "reduce." : "", sides, k == 2 ? ".add" : "", stored, tw_text_string(&place));
            tw_text_add(&text, "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n");
        }
        tw_text_add(&text, "ret;\n}\n");
        tw_text_free(&place);
    }
    char *ptx = strdup(tw_text_string(&text));
    tw_text_free(&text);
    return ptx;
}

static unsigned tensor_count(const struct tensor_case *c, unsigned side)
{
    return side < c->sides ? (c->box[side] + c->steps[side] - 1) / c->steps[side] : 1;
}

/* Where the place of an element in the box lies in shared memory: rows follow each other without gaps, or, swizzled, begin a span
   apart, and pieces of 16 bytes are swapped by the number of their 128 bytes. */
static unsigned in_box(const struct tensor_case *c, unsigned number)
{
    static const unsigned masks[] = {0, 1, 3, 7};
    unsigned row = tensor_count(c, 0), in_row = number % row * c->bytes;
    unsigned pitch = c->swizzle ? 16u << c->swizzle : row * c->bytes;
    unsigned byte = number / row * pitch + in_row, line = byte / 128, piece = byte % 128 / 16;
    return line * 128 + (piece ^ (line & masks[c->swizzle])) * 16 + byte % 16;
}

/* The byte of the tensor's memory where an element of the box lies; -1: outside. Rows end at `row`, an element's number. */
static long in_tensor(const struct tensor_case *c, const unsigned index[5], unsigned long row)
{
    long byte = 0;
    for (unsigned i = 0; i < c->sides; i++) {
        long place = c->at[i] + (long)index[i] * c->steps[i];
        if (place < 0 || place >= (long)(i ? c->dims[i] : row)) return -1;
        byte += place * (i ? (long)c->strides[i - 1] : (long)c->bytes);
    }
    return byte;
}

/* What a load makes of elements: floats of tf32 are rounded to 13 bits fewer, to nearest, ties to even, and have one NaN. */
static void tensor_round(const struct tensor_case *c, unsigned char *element)
{
    uint32_t bits;
    if (c->type != CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 && c->type != CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ)
        return;
    memcpy(&bits, element, sizeof bits);
    const uint32_t sign = bits & 0x80000000u, rest = bits & 0x7fffffffu;
    bits = rest > 0x7f800000u ? 0x7fffe000u : sign | (uint32_t)rint(rest / 8192.0) * 8192u;
    memcpy(element, &bits, sizeof bits);
}

/* What a kernel must leave: 0: shared memory, after a load; 1: the tensor's, after a store; 2: after an addition. */
static void tensor_expect(const struct tensor_case *c, unsigned kernel, unsigned char *tensor,
                          unsigned char *box)
{
    static const uint64_t none[] = {[2] = 0x7ff7, [4] = 0x7ff77ff7, [8] = 0x7ff77ff77ff77ff7};
    const unsigned long stored = (c->dims[0] * c->bytes + 15) / 16 * 16 / c->bytes; /* by whole 16 bytes */
    unsigned number = 0, at[5];
    if (kernel == 0) memset(box, NO_BYTE, BOX_BYTES);
    for (at[4] = 0; at[4] < tensor_count(c, 4); at[4]++)
        for (at[3] = 0; at[3] < tensor_count(c, 3); at[3]++)
            for (at[2] = 0; at[2] < tensor_count(c, 2); at[2]++)
                for (at[1] = 0; at[1] < tensor_count(c, 1); at[1]++)
                    for (at[0] = 0; at[0] < tensor_count(c, 0); at[0]++, number++) {
                        unsigned char *shared = box + in_box(c, number);
                        long byte = in_tensor(c, at, kernel == 1 ? stored : c->dims[0]);
                        uint64_t fill = c->nan ? none[c->bytes] : 0, a = 0, b = 0;
                        if (kernel == 0)
                            memcpy(shared, byte < 0 ? (unsigned char *)&fill : tensor + byte, c->bytes);
                        if (kernel == 0 && byte >= 0) tensor_round(c, shared);
                        if (byte < 0 || kernel == 0) continue;
                        memcpy(&a, tensor + byte, c->bytes);
                        memcpy(&b, shared, c->bytes);
                        a = kernel == 2 ? a + b : b;
                        memcpy(tensor + byte, &a, c->bytes);
                    }
}

static void tensor_call(const struct tw_driver *driver, CUresult result, const char *call)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_driver_check(driver, result, call, &error)) fail_msg("%s", error.message);
}
#define TENSOR_CALL(function, ...) tensor_call(driver, driver->function(__VA_ARGS__), #function)

/* Bytes that differ. */
static unsigned tensor_compare(size_t number, unsigned kernel, const unsigned char *got,
                               const unsigned char *expected, size_t bytes)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < bytes; i++) {
        if (got[i] != expected[i] && wrong++ < 4)
            printf("case %zu, kernel %u: byte %zu: %02x, not %02x\n", number, kernel, i, got[i], expected[i]);
    }
    return wrong;
}

/* What a launch of a kernel has: of pixels, their offsets behind the coordinates. */
struct tensor_launch {
    CUtensorMap map;
    unsigned sides, kernel;
    bool pixels;
    int32_t at[5];
    uint16_t offset[4];
    uint32_t bytes;
};

/* Runs a kernel on tensor and box in device memory; what it leaves of the box (kernel 0) or the tensor. What the launch ended with. */
static CUresult run_tensor_launch(const struct tw_driver *driver, struct tensor_launch *launch,
                                  CUdeviceptr memory, CUdeviceptr out, unsigned char *got)
{
    static const char *const names[] = {"load", "store", "add"};
    CUmodule module;
    CUfunction function;
    char *ptx = tensor_ptx(launch->sides, launch->pixels);
    assert_true(launch->bytes <= BOX_BYTES);
    TENSOR_CALL(cuModuleLoadData, &module, ptx);
    free(ptx);
    TENSOR_CALL(cuModuleGetFunction, &function, module, names[launch->kernel]);
    int32_t at[7];
    memcpy(at, launch->at, sizeof launch->at);
    memcpy(at + 5, launch->offset, sizeof launch->offset);
    void *parameters[] = {&out, &launch->map, at, &launch->bytes};
    TENSOR_CALL(cuLaunchKernel, function, 1, 1, 1, 128, 1, 1, 0, NULL, parameters, NULL);
    CUresult result = driver->cuCtxSynchronize();
    if (result) return result; /* which ends the context, and all in it */
    TENSOR_CALL(cuMemcpyDtoH_v2, got, launch->kernel ? memory : out,
                launch->kernel ? TENSOR_BYTES : BOX_BYTES);
    TENSOR_CALL(cuMemFree_v2, memory);
    TENSOR_CALL(cuMemFree_v2, out);
    TENSOR_CALL(cuModuleUnload, module);
    return CUDA_SUCCESS;
}

static void tensor_upload(const struct tw_driver *driver, const unsigned char *tensor,
                          const unsigned char *box, CUdeviceptr *memory, CUdeviceptr *out)
{
    TENSOR_CALL(cuMemAlloc_v2, memory, TENSOR_BYTES);
    TENSOR_CALL(cuMemAlloc_v2, out, BOX_BYTES);
    TENSOR_CALL(cuMemcpyHtoD_v2, *memory, tensor, TENSOR_BYTES);
    TENSOR_CALL(cuMemcpyHtoD_v2, *out, box, BOX_BYTES);
}

static CUresult launch_tensor_case(const struct tw_driver *driver, const struct tensor_case *c,
                                   unsigned kernel, const unsigned char *tensor, const unsigned char *box,
                                   unsigned char *got)
{
    struct tensor_launch launch = {.sides = c->sides, .kernel = kernel, .bytes = c->bytes};
    CUdeviceptr memory, out;
    for (unsigned i = 0; i < 5; i++) launch.bytes *= tensor_count(c, i);
    memcpy(launch.at, c->at, sizeof launch.at);
    tensor_upload(driver, tensor, box, &memory, &out);
    tensor_call(driver,
                driver->cuTensorMapEncodeTiled(&launch.map, c->type, c->sides, (void *)memory, c->dims,
                                               c->strides, c->box, c->steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                               c->swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                               c->nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
                                                      : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
                "cuTensorMapEncodeTiled");
    return run_tensor_launch(driver, &launch, memory, out, got);
}

static void tensor_fill(unsigned char *tensor, unsigned char *box)
{
    for (unsigned i = 0; i < TENSOR_BYTES; i++) tensor[i] = (unsigned char)(i * 2654435761u >> 13);
    for (unsigned i = 0; i < BOX_BYTES; i++) box[i] = (unsigned char)(i * 2246822519u >> 11);
}

static unsigned run_tensor_case(const struct tw_driver *driver, size_t number, unsigned kernel)
{
    static unsigned char tensor[TENSOR_BYTES], box[BOX_BYTES], got[TENSOR_BYTES];
    const struct tensor_case *c = &tensor_cases[number];
    tensor_fill(tensor, box);
    tensor_call(driver, launch_tensor_case(driver, c, kernel, tensor, box, got), "cuCtxSynchronize");
    tensor_expect(c, kernel, tensor, box);
    return tensor_compare(number, kernel, got, kernel ? tensor : box, kernel ? TENSOR_BYTES : BOX_BYTES);
}

/* --- pixels: mode im2col; elements of 16 bits, without gaps between the rows */

struct pixel_case {
    unsigned sides;
    uint64_t dims[5];
    int lower[3], upper[3];
    unsigned channels, pixels;
    uint32_t steps[5];
    unsigned swizzle;
    int32_t at[5];
    uint16_t offset[4];
    bool stored; /* it may be */
};

/* clang-format off */
static const struct pixel_case pixel_cases[] = {
    {4, {16, 7, 6, 3}, {-1, -1}, {-1, -1}, 8, 32, {1, 1, 1, 1}, 0, {0, -1, -1, 0}, {1, 2}, false},
    {4, {16, 7, 6, 3}, {-1, -1}, {-1, -1}, 8, 32, {1, 1, 1, 1}, 0, {8, 2, 3, 1}, {2, 2}, false},
    {4, {16, 7, 6, 3}, {0, 0}, {-2, -2}, 16, 40, {1, 1, 1, 1}, 0, {0, 0, 0, 0}, {1, 1}, true},
    {4, {16, 7, 6, 3}, {0, 0}, {0, 0}, 16, 40, {1, 1, 1, 1}, 0, {0, 3, 2, 2}, {0, 0}, true},
    {4, {16, 7, 6, 3}, {-1, -1}, {-1, -1}, 8, 32, {1, 2, 2, 1}, 0, {0, -1, -1, 0}, {1, 1}, false},
    {4, {16, 7, 6, 3}, {-1, -2}, {1, 0}, 8, 64, {1, 2, 3, 1}, 0, {0, 1, 0, 0}, {0, 0}, false},
    {4, {16, 7, 6, 3}, {-1, -1}, {-1, -1}, 16, 32, {1, 1, 1, 1}, 1, {0, -1, -1, 0}, {1, 2}, false},
    {4, {64, 7, 6, 3}, {-1, -1}, {-1, -1}, 64, 16, {1, 1, 1, 1}, 3, {0, -1, -1, 1}, {1, 0}, false},
    {4, {64, 7, 6, 3}, {-1, -1}, {-1, -1}, 16, 16, {1, 1, 1, 1}, 3, {56, 5, 4, 2}, {0, 0}, false},
    {3, {16, 20, 5}, {-2}, {-1}, 8, 48, {1, 1, 1}, 0, {0, 3, 1}, {2}, false},
    {3, {16, 20, 5}, {-2}, {3}, 8, 48, {1, 3, 1}, 0, {0, -2, 0}, {2}, false},
    {5, {8, 5, 4, 3, 2}, {-1, -1, -1}, {-1, -1, -1}, 8, 80, {1, 1, 1, 1, 1}, 0, {0, -1, -1, -1, 0}, {1, 0, 2}, false},
    {5, {8, 5, 4, 3, 2}, {-1, 0, -1}, {0, -1, 1}, 8, 80, {1, 2, 1, 2, 1}, 0, {0, 1, 1, 1, 0}, {1, 0, 2}, false},
    {4, {16, 7, 6, 3}, {0, 0}, {0, 0}, 8, 100, {1, 1, 1, 1}, 0, {8, 2, 3, 1}, {0, 0}, true},
};
/* clang-format on */

enum { PIXEL_CASES = sizeof pixel_cases / sizeof *pixel_cases };

static unsigned pixel_kernels(size_t number)
{
    return pixel_cases[number].stored ? 2 : 1;
}

/* One pixel: its channels between box and tensor. */
static void pixel_move(const struct pixel_case *c, unsigned kernel, const long place[5], unsigned number,
                       uint16_t *tensor, unsigned char *box)
{
    const unsigned pitch = c->swizzle ? 16u << c->swizzle : 2 * c->channels;
    for (unsigned channel = 0; channel < c->channels; channel++) {
        unsigned byte = number * pitch + 2 * channel;
        byte ^= (byte / 128 & ((1u << c->swizzle) - 1)) * 16;
        long element = 0, in_row = c->at[0] + (long)channel;
        bool inside = in_row < (long)c->dims[0];
        for (unsigned i = c->sides - 1; i; i--) {
            long at = place[i] + (kernel == 0 && i + 1 < c->sides ? c->offset[i - 1] : 0);
            inside = inside && at >= 0 && at < (long)c->dims[i];
            element = (element + at) * (long)c->dims[i - 1];
        }
        if (kernel == 0 && !inside) memset(box + byte, 0, 2);
        if (kernel == 0 && inside) memcpy(box + byte, &tensor[element + in_row], 2);
        if (kernel == 1 && inside) memcpy(&tensor[element + in_row], box + byte, 2);
    }
}

/* All pixels from the place on, image by image, as loops have them: the first time round each loop begins at the coordinate, later
 * at the lower corner. */
static void pixel_expect(const struct pixel_case *c, unsigned kernel, unsigned char *tensor,
                         unsigned char *box)
{
    const unsigned last = c->sides - 1;
    unsigned number = 0;
    long first[5] = {0}, from[5] = {0}, to[5] = {0}, step[5] = {1, 1, 1, 1, 1}, at[5] = {0};
    for (unsigned i = 1; i < last; i++) { /* sides that there are not have one place */
        first[i] = c->at[i], from[i] = c->lower[i - 1];
        to[i] = (long)c->dims[i] - 1 + c->upper[i - 1], step[i] = c->steps[i];
    }
    if (kernel == 0) memset(box, NO_BYTE, BOX_BYTES);
    for (at[last] = c->at[last]; number < c->pixels; at[last]++) {
        long place[5] = {0};
        place[last] = at[last];
        for (long z = first[3]; z <= to[3] && number < c->pixels; z += step[3], first[2] = from[2])
            for (long y = first[2]; y <= to[2] && number < c->pixels; y += step[2], first[1] = from[1])
                for (long x = first[1]; x <= to[1] && number < c->pixels; x += step[1]) {
                    const long all[] = {0, x, y, z};
                    for (unsigned i = 1; i < last; i++) place[i] = all[i];
                    pixel_move(c, kernel, place, number++, (uint16_t *)(void *)tensor, box);
                }
        for (unsigned i = 1; i < last; i++) first[i] = from[i];
    }
}

static unsigned run_pixel_case(const struct tw_driver *driver, size_t number, unsigned kernel)
{
    static unsigned char tensor[TENSOR_BYTES], box[BOX_BYTES], got[TENSOR_BYTES];
    const struct pixel_case *c = &pixel_cases[number];
    struct tensor_launch launch = {
        .sides = c->sides, .kernel = kernel, .pixels = true, .bytes = 2 * c->channels * c->pixels};
    CUdeviceptr memory, out;
    uint64_t strides[4] = {2 * c->dims[0]};
    for (unsigned i = 1; i < 4; i++) strides[i] = strides[i - 1] * c->dims[i];
    memcpy(launch.at, c->at, sizeof launch.at);
    memcpy(launch.offset, c->offset, sizeof launch.offset);
    tensor_fill(tensor, box);
    tensor_upload(driver, tensor, box, &memory, &out);
    tensor_call(driver,
                driver->cuTensorMapEncodeIm2col(
                    &launch.map, CU_TENSOR_MAP_DATA_TYPE_UINT16, c->sides, (void *)memory, c->dims, strides,
                    c->lower, c->upper, c->channels, c->pixels, c->steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                    (CUtensorMapSwizzle)c->swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
                "cuTensorMapEncodeIm2col");
    tensor_call(driver, run_tensor_launch(driver, &launch, memory, out, got), "cuCtxSynchronize");
    pixel_expect(c, kernel, tensor, box);
    return tensor_compare(TENSOR_CASES + number, kernel, got, kernel ? tensor : box,
                          kernel ? TENSOR_BYTES : BOX_BYTES);
}

/* Loads; stores, which do not begin at negative coordinates; additions of integers of 32 bits without sign. */
static unsigned tensor_kernels(size_t number)
{
    for (unsigned i = 0; i < 5; i++)
        if (tensor_cases[number].at[i] < 0) return 1;
    return tensor_cases[number].type == CU_TENSOR_MAP_DATA_TYPE_UINT32 ? 3 : 2;
}

#endif
