/* Kernels that launch kernels: what runs when, with which parameters, and what the device runtime answers. */
#include "sim/tests/provider.h"

#include <cuda.h>

#include "sim/exec/children.h"

/* place and go are the device runtime's two calls for a grid in one dimension. */
static const char KERNELS[] = HEAD
    ".extern .func (.param .b64 at) __cudaCDP2GetParameterBufferV2(.param .b64 kernel, .param .align 4 .b8 "
    "grid[12],\n"
    "    .param .align 4 .b8 block[12], .param .b32 shared);\n"
    ".extern .func (.param .b32 error) __cudaCDP2LaunchDeviceV2(.param .b64 at, .param .b64 stream);\n"
    ".extern .func (.param .b32 error) __cudaCDP2GetLastError();\n"
    ".extern .func (.param .b32 error) __cudaCDP2PeekAtLastError();\n"
    ".extern .func (.param .b32 error) __cudaCDP2MemcpyAsync(.param .b64 to, .param .b64 from, .param .b64 "
    "bytes,\n"
    "    .param .b32 direction, .param .b64 stream);\n"
    ".extern .func (.param .b32 error) __cudaCDP2Memcpy2DAsync(.param .b64 to, .param .b64 to_pitch, .param "
    ".b64 from,\n"
    "    .param .b64 from_pitch, .param .b64 width, .param .b64 height, .param .b32 direction, .param .b64 "
    "stream);\n"
    ".extern .func (.param .b32 error) __cudaCDP2MemsetAsync(.param .b64 to, .param .b32 value, .param .b64 "
    "bytes,\n"
    "    .param .b64 stream);\n"
    ".extern .func (.param .b32 error) __cudaCDP2Memset2DAsync(.param .b64 to, .param .b64 pitch, .param "
    ".b32 value,\n"
    "    .param .b64 width, .param .b64 height, .param .b64 stream);\n"
    ".extern .func (.param .b32 error) __cudaCDP2Memset3DAsync(.param .align 8 .b8 box[32], .param .b32 "
    "value,\n"
    "    .param .align 8 .b8 extent[24], .param .b64 stream);\n"
    ".extern .func (.param .b32 error) __cudaCDP2Memcpy3DAsync(.param .b64 boxes, .param .b64 stream);\n"
    ".func (.reg .b64 %at) place(.reg .b64 %kernel, .reg .b32 %blocks, .reg .b32 %threads)\n"
    "{\n"
    "    .param .b64 k, r;\n"
    "    .param .align 4 .b8 g[12], b[12];\n"
    "    .param .b32 s;\n"
    "    st.param.b64 [k], %kernel;\n"
    "    st.param.b32 [g], %blocks; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;\n"
    "    st.param.b32 [b], %threads; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;\n"
    "    st.param.b32 [s], 0;\n"
    "    call (r), __cudaCDP2GetParameterBufferV2, (k, g, b, s);\n"
    "    ld.param.b64 %at, [r];\n"
    "    ret;\n"
    "}\n"
    ".func (.reg .b32 %error) go(.reg .b64 %at, .reg .b64 %stream)\n"
    "{\n"
    "    .param .b64 a, s;\n"
    "    .param .b32 r;\n"
    "    st.param.b64 [a], %at; st.param.b64 [s], %stream;\n"
    "    call (r), __cudaCDP2LaunchDeviceV2, (a, s);\n"
    "    ld.param.b32 %error, [r];\n"
    "    ret;\n"
    "}\n"
    /* Adds first .. first + count - 1 to *out: in one thread when there are few, else by two grids of half as many each. */
    ".visible .entry sum(.param .u64 out, .param .u32 first, .param .u32 count)\n"
    "{\n"
    "    .reg .b64 %out, %kernel, %at; .reg .b32 %first, %count, %half, %e; .reg .pred %p;\n"
    "    ld.param.u64 %out, [out]; ld.param.u32 %first, [first]; ld.param.u32 %count, [count];\n"
    "    mov.u64 %kernel, sum;\n"
    "    setp.gt.u32 %p, %count, 3; @%p bra split;\n"
    "again: setp.eq.u32 %p, %count, 0; @%p ret;\n"
    "    red.global.add.u32 [%out], %first; add.u32 %first, %first, 1; sub.u32 %count, %count, 1; bra "
    "again;\n"
    "split: shr.u32 %half, %count, 1;\n"
    "    call (%at), place, (%kernel, 1, 1);\n"
    "    st.u64 [%at], %out; st.u32 [%at+8], %first; st.u32 [%at+12], %half;\n"
    "    call (%e), go, (%at, 0);\n"
    "    add.u32 %first, %first, %half; sub.u32 %count, %count, %half;\n"
    "    call (%at), place, (%kernel, 1, 1);\n"
    "    st.u64 [%at], %out; st.u32 [%at+8], %first; st.u32 [%at+12], %count;\n"
    "    call (%e), go, (%at, 4);\n"
    "    ret;\n"
    "}\n";

/* Fills the words 0, 2, 6 and 8, two rows of each of two slices of three, and copies them to 101 to 104. */
static const char BOXES[] =
    ".visible .entry boxes(.param .u64 out)\n"
    "{\n"
    "    .reg .b64 %out, %to, %p; .local .align 8 .b8 p[160];\n"
    "    .param .b32 error, value; .param .b64 boxes, stream;\n"
    "    .param .align 8 .b8 box[32]; .param .align 8 .b8 extent[24];\n"
    "    ld.param.u64 %out, [out]; add.u64 %to, %out, 400;\n"
    "    st.param.b64 [box], %out; st.param.b64 [box+8], 8; st.param.b64 [box+16], 8; st.param.b64 [box+24], "
    "3;\n"
    "    st.param.b64 [extent], 4; st.param.b64 [extent+8], 2; st.param.b64 [extent+16], 2;\n"
    "    st.param.b32 [value], 2; st.param.b64 [stream], 0;\n"
    "    call (error), __cudaCDP2Memset3DAsync, (box, value, extent, stream);\n"
    "    st.local.u64 [p+0], 0; st.local.u64 [p+8], 0; st.local.u64 [p+16], 0; st.local.u64 [p+24], 0; "
    "st.local.u64 [p+32], %out;\n"
    "    st.local.u64 [p+40], 8; st.local.u64 [p+48], 8; st.local.u64 [p+56], 3; st.local.u64 [p+64], 0; "
    "st.local.u64 [p+72], 4;\n"
    "    st.local.u64 [p+80], 0; st.local.u64 [p+88], 0; st.local.u64 [p+96], %to; st.local.u64 [p+104], 4; "
    "st.local.u64 [p+112], 4;\n"
    "    st.local.u64 [p+120], 2; st.local.u64 [p+128], 4; st.local.u64 [p+136], 2; st.local.u64 [p+144], 2; "
    "st.local.u64 [p+152], 3;\n"
    "    mov.u64 %p, p; cvta.local.u64 %p, %p; st.param.b64 [boxes], %p;\n"
    "    call (error), __cudaCDP2Memcpy3DAsync, (boxes, stream);\n"
    "    st.local.u64 [p+64], %out;\n"
    "    call (error), __cudaCDP2Memcpy3DAsync, (boxes, stream);\n"
    "    .reg .b32 %e; ld.param.b32 %e, [error]; st.global.u32 [%out+160], %e;\n"
    "    ret;\n"
    "}\n";

static const char MORE[] =
    /* Appends a word to the list out[1..], out[0] long; the first thread of `root` launches these in turn, one in the tail. */
    ".visible .entry note(.param .u64 out, .param .u32 word, .param .u32 deeper)\n"
    "{\n"
    "    .reg .b64 %out, %to, %kernel, %at; .reg .b32 %i, %word, %deeper, %e; .reg .pred %p;\n"
    "    ld.param.u64 %out, [out]; ld.param.u32 %word, [word]; ld.param.u32 %deeper, [deeper];\n"
    "    atom.global.add.u32 %i, [%out], 1; mad.wide.u32 %to, %i, 4, %out; st.global.u32 [%to+4], %word;\n"
    "    setp.eq.u32 %p, %deeper, 0; @%p ret;\n"
    "    add.u32 %word, %word, 1; sub.u32 %deeper, %deeper, 1;\n"
    "    mov.u64 %kernel, note;\n"
    "    call (%at), place, (%kernel, 1, 1);\n"
    "    st.u64 [%at], %out; st.u32 [%at+8], %word; st.u32 [%at+12], %deeper;\n"
    "    call (%e), go, (%at, 0);\n"
    "    ret;\n"
    "}\n"
    ".visible .entry root(.param .u64 out)\n"
    "{\n"
    "    .reg .b64 %out, %kernel, %at; .reg .b32 %e;\n"
    "    ld.param.u64 %out, [out]; mov.u64 %kernel, note;\n"
    "    call (%at), place, (%kernel, 1, 1);\n"
    "    st.u64 [%at], %out; st.u32 [%at+8], 900; st.u32 [%at+12], 0;\n"
    "    call (%e), go, (%at, 3);\n"
    "    call (%at), place, (%kernel, 1, 1);\n"
    "    st.u64 [%at], %out; st.u32 [%at+8], 10; st.u32 [%at+12], 2;\n"
    "    call (%e), go, (%at, 0);\n"
    "    call (%at), place, (%kernel, 2, 1);\n"
    "    st.u64 [%at], %out; st.u32 [%at+8], 50; st.u32 [%at+12], 0;\n"
    "    call (%e), go, (%at, 0);\n"
    "    ret;\n"
    "}\n"
    /* out[depth] is what the error was when it launched itself. */
    ".visible .entry deep(.param .u64 out, .param .u32 depth)\n"
    "{\n"
    "    .reg .b64 %out, %to, %kernel, %at; .reg .b32 %depth, %e; .reg .pred %p;\n"
    "    .param .b32 last;\n"
    "    ld.param.u64 %out, [out]; ld.param.u32 %depth, [depth]; mad.wide.u32 %to, %depth, 4, %out;\n"
    "    mov.u64 %kernel, deep; add.u32 %depth, %depth, 1;\n"
    "    call (%at), place, (%kernel, 1, 1);\n"
    "    setp.eq.u64 %p, %at, 0; @%p bra none;\n"
    "    st.u64 [%at], %out; st.u32 [%at+8], %depth;\n"
    "    call (%e), go, (%at, 0);\n"
    "none: call (last), __cudaCDP2GetLastError, ();\n"
    "    ld.param.b32 %e, [last]; st.global.u32 [%to], %e;\n"
    "    ret;\n"
    "}\n"
    /* Each thread asks for a block of 30 times its number; out[3 i ..]: the error as it is peeked at, taken, and after that. */
    ".visible .entry shapes(.param .u64 out)\n"
    "{\n"
    "    .reg .b64 %out, %kernel, %at; .reg .b32 %i, %threads, %e;\n"
    "    .param .b32 last;\n"
    "    ld.param.u64 %out, [out]; mov.u64 %kernel, note; mov.u32 %i, %tid.x; mul.lo.u32 %threads, %i, 60;\n"
    "    mad.wide.u32 %out, %i, 12, %out;\n"
    "    call (%at), place, (%kernel, 1, %threads);\n"
    "    call (last), __cudaCDP2PeekAtLastError, (); ld.param.b32 %e, [last]; st.global.u32 [%out], %e;\n"
    "    call (last), __cudaCDP2GetLastError, (); ld.param.b32 %e, [last]; st.global.u32 [%out+4], %e;\n"
    "    call (last), __cudaCDP2GetLastError, (); ld.param.b32 %e, [last]; st.global.u32 [%out+8], %e;\n"
    "    ret;\n"
    "}\n"
    /* Fills the words 0 and 1, and copies them to 10 and 11; fills 20 and 22, and copies these to 30 and 31; the tail fills 0. What
       a copy from the host gives is in 40. */
    ".visible .entry copies(.param .u64 out)\n"
    "{\n"
    "    .reg .b64 %out, %a, %b; .reg .b32 %e;\n"
    "    .param .b32 error;\n"
    "    ld.param.u64 %out, [out];\n"
    "    call (error), __cudaCDP2MemsetAsync, (%out, 5, 4, 3);\n"
    "    call (error), __cudaCDP2MemsetAsync, (%out, 1, 8, 0);\n"
    "    add.u64 %a, %out, 40;\n"
    "    call (error), __cudaCDP2MemcpyAsync, (%a, %out, 8, 3, 0);\n"
    "    call (error), __cudaCDP2MemcpyAsync, (%a, %out, 8, 1, 0);\n"
    "    ld.param.b32 %e, [error]; st.global.u32 [%out+160], %e;\n"
    "    add.u64 %a, %out, 80;\n"
    "    call (error), __cudaCDP2Memset2DAsync, (%a, 8, 2, 4, 2, 0);\n"
    "    add.u64 %b, %out, 120;\n"
    "    call (error), __cudaCDP2Memcpy2DAsync, (%b, 4, %a, 8, 4, 2, 4, 0);\n"
    "    ret;\n"
    "}\n"
    ".visible .entry parent_of_bad_copy(.param .u64 out)\n"
    "{\n"
    "    .reg .b64 %out; .param .b32 error;\n"
    "    ld.param.u64 %out, [out];\n"
    "    call (error), __cudaCDP2MemsetAsync, (%out, 5, 2401, 0);\n"
    "    ret;\n"
    "}\n"
    ".visible .entry bad(.param .u64 out)\n"
    "{\n"
    "    .reg .b64 %out; ld.param.u64 %out, [out]; st.global.u32 [%out+0x40000000], 1; ret;\n"
    "}\n"
    ".visible .entry parent_of_bad(.param .u64 out)\n"
    "{\n"
    "    .reg .b64 %kernel, %at, %zero; .reg .b32 %e;\n"
    "    mov.u64 %kernel, bad; mov.u64 %zero, 0;\n"
    "    call (%at), place, (%kernel, 1, 1); st.u64 [%at], %zero; call (%e), go, (%at, 0);\n"
    "    ret;\n"
    "}\n";

enum { WORDS = 600 };

/* Runs a kernel on zeroed words with up to two more numbers; 0 .. WORDS - 1 are its words afterwards. */
static CUresult run(const char *kernel, unsigned threads, uint32_t a, uint32_t b, uint32_t words[WORDS])
{
    CUmodule module;
    CUfunction function;
    CUdeviceptr out;
    char text[sizeof KERNELS + sizeof BOXES + sizeof MORE];
    void *parameters[] = {&out, &a, &b};
    snprintf(text, sizeof text, "%s%s%s", KERNELS, BOXES, MORE);
    OK(cu.cuModuleLoadData(&module, text));
    OK(cu.cuModuleGetFunction(&function, module, kernel));
    OK(cu.cuMemAlloc_v2(&out, WORDS * sizeof *words));
    OK(cu.cuMemsetD32_v2(out, 0, WORDS));
    OK(cu.cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, NULL, parameters, NULL));
    CUresult result = cu.cuCtxSynchronize();
    if (!result) OK(cu.cuMemcpyDtoH_v2(words, out, WORDS * sizeof *words));
    return result;
}

static void a_tree_of_launches(void **state)
{
    (void)state;
    uint32_t words[WORDS];
    OK(run("sum", 1, 5, 1000, words));
    assert_int_equal(words[0], 1000 * 5 + 1000 * 999 / 2);
    OK(run("sum", 3, 0, 9, words)); /* each of three threads launches all of it */
    assert_int_equal(words[0], 3 * 36);
}

/* Each kernel of one stream ends, with all below it, before the next begins; the tail comes last, though it was launched first. */
static void the_order(void **state)
{
    (void)state;
    uint32_t words[WORDS];
    static const uint32_t expected[] = {6, 10, 11, 12, 50, 50, 900, 0};
    OK(run("root", 1, 0, 0, words));
    assert_memory_equal(words, expected, sizeof expected);
}

static void the_depth(void **state)
{
    (void)state;
    uint32_t words[WORDS];
    OK(run("deep", 1, 0, 0, words));
    for (unsigned i = 0; i < WORDS; i++) assert_int_equal(words[i], i == TW_MOST_DEPTH ? 65 : 0);
}

static void errors_are_of_a_thread(void **state)
{
    (void)state;
    uint32_t words[WORDS];
    OK(run("shapes", 32, 0, 0, words));
    for (unsigned i = 0; i < 32; i++) {
        const uint32_t error = i == 0 || i * 60 > 1024 ? 9 : 0;
        assert_int_equal(words[3 * i], error);
        assert_int_equal(words[3 * i + 1], error);
        assert_int_equal(words[3 * i + 2], 0);
    }
}

static void copies_are_in_the_order_of_launches(void **state)
{
    (void)state;
    uint32_t words[WORDS], expected[WORDS] = {0x05050505, 0x01010101};
    expected[10] = expected[11] = 0x01010101;
    expected[20] = expected[22] = expected[30] = expected[31] = 0x02020202;
    expected[40] = 21;
    OK(run("copies", 1, 0, 0, words));
    assert_memory_equal(words, expected, sizeof expected);
}

static void boxes_are_filled_and_copied(void **state)
{
    (void)state;
    uint32_t words[WORDS], expected[WORDS] = {0};
    static const unsigned filled[] = {0, 2, 6, 8, 101, 102, 103, 104};
    for (unsigned i = 0; i < sizeof filled / sizeof *filled; i++) expected[filled[i]] = 0x02020202;
    expected[40] = 1; /* an array */
    OK(run("boxes", 1, 0, 0, words));
    assert_memory_equal(words, expected, sizeof expected);
}

static void what_a_child_does_wrong_shows(void **state)
{
    (void)state;
    uint32_t words[WORDS];
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, run("parent_of_bad", 1, 0, 0, words));
}

static void what_a_copy_does_wrong_shows(void **state)
{
    (void)state;
    uint32_t words[WORDS];
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, run("parent_of_bad_copy", 1, 0, 0, words));
    assert_non_null(strstr(tw_sim_report()->finding, "parent_of_bad_copy"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_tree_of_launches),
        TEST(the_order),
        TEST(the_depth),
        TEST(errors_are_of_a_thread),
        TEST(copies_are_in_the_order_of_launches),
        TEST(boxes_are_filled_and_copied),
        TEST(what_a_child_does_wrong_shows),
        TEST(what_a_copy_does_wrong_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
