/* What a link takes beside PTX: objects, archives, the device runtime; where memory begins; launches as before CUDA 4. */
#include "sim/tests/provider.h"

static void put(unsigned char *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) at[i] = (unsigned char)(value >> 8 * i);
}

/* --- an object for a host: header, a section of names, a section with fat binaries of one entry each */

#define NAMES "\0.shstrtab\0.nv_fatbin"
enum { KIND_PTX = 1, KIND_ELF = 2, NAMES_AT = 64, FAT_AT = 96 };

static size_t make_fat(unsigned char *at, unsigned kind, unsigned sm, const char *text)
{
    size_t length = (strlen(text) + 8) / 8 * 8;
    put(at, 0xba55ed50, 4);
    put(at + 4, 1, 2);
    put(at + 6, 16, 2);
    put(at + 8, 64 + length, 8);
    put(at + 16, kind, 2);
    put(at + 20, 64, 4);
    put(at + 24, length, 8);
    put(at + 44, sm, 4);
    memcpy(at + 80, text, strlen(text));
    return 16 + 64 + length;
}

/* `to` holds zeros. A fat binary of the PTX `first` lies before that of `text`, unless it is NULL. */
static size_t make_object_of(unsigned char *to, const char *first, unsigned kind, unsigned sm,
                             const char *text)
{
    memcpy(to,
           "\x7f"
           "ELF\2\1\1",
           7);
    memcpy(to + NAMES_AT, NAMES, sizeof NAMES);
    size_t before = first ? make_fat(to + FAT_AT, KIND_PTX, sm, first) : 0;
    size_t fat = before + make_fat(to + FAT_AT + before, kind, sm, text), sections = FAT_AT + fat;
    put(to + 18, 62, 2); /* x86-64 */
    put(to + 40, sections, 8);
    put(to + 58, 64, 2);
    put(to + 60, 3, 2);
    put(to + 62, 1, 2);
    put(to + sections + 64, 1, 4);
    put(to + sections + 64 + 24, NAMES_AT, 8);
    put(to + sections + 64 + 32, sizeof NAMES, 8);
    put(to + sections + 128, 11, 4);
    put(to + sections + 128 + 24, FAT_AT, 8);
    put(to + sections + 128 + 32, fat, 8);
    return sections + 3 * 64;
}

static size_t make_object(unsigned char *to, unsigned kind, unsigned sm, const char *text)
{
    memset(to, 0, 2000);
    return make_object_of(to, NULL, kind, sm, text);
}

static size_t add_member(unsigned char *to, const char *name, const void *bytes, size_t length)
{
    char header[80];
    snprintf(header, sizeof header, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n", name, 0, 0, 0, 644, length);
    memcpy(to, header, 60);
    memcpy(to + 60, bytes, length);
    to[60 + length] = '\n';
    return 60 + length + (length & 1);
}

static size_t make_archive(unsigned char *to, const char *long_name, const void *object, size_t bytes)
{
    size_t end = 8;
    memcpy(to, "!<arch>\n", 8);
    end += add_member(to + end, "//", long_name, strlen(long_name));
    return end + add_member(to + end, "/0", object, bytes);
}

#define DOUBLE                                                                                               \
    HEAD ".visible .func (.param .b32 y) twice(.param .b32 x) {\n .reg .b32 %r<2>; ld.param.u32 %r1, [x];\n" \
         " shl.b32 %r1, %r1, 1; st.param.b32 [y], %r1; ret;\n}\n"

static const char calls[] = HEAD
    ".extern .func (.param .b32 y) twice(.param .b32 x);\n"
    ".visible .entry calls(.param .u64 p) {\n .reg .b64 %rd<2>; .reg .b32 %r<4>; ld.param.u64 %rd1, [p];\n"
    " { .param .b32 a; .param .b32 b; st.param.b32 [a], 21; call (b), twice, (a); ld.param.b32 %r1, [b]; }\n"
    " st.global.u32 [%rd1], %r1; ret;\n}\n";

/* The result of linking `calls` with the bytes; *image only when all is well. */
static CUresult link_with(CUjitInputType type, const void *data, size_t bytes, const char *ptx,
                          CUmodule *module)
{
    CUlinkState link;
    void *image;
    size_t length;
    OK(tw_sim_cuLinkCreate_v2(0, NULL, NULL, &link));
    OK(tw_sim_cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)ptx, strlen(ptx), "ptx", 0, NULL, NULL));
    CUresult result = tw_sim_cuLinkAddData_v2(link, type, (void *)data, bytes, "more", 0, NULL, NULL);
    if (!result) result = tw_sim_cuLinkComplete(link, &image, &length);
    if (!result) result = cu.cuModuleLoadData(module, image);
    OK(tw_sim_cuLinkDestroy(link));
    return result;
}

static unsigned result_of_calls(CUmodule module)
{
    CUdeviceptr word;
    unsigned got;
    void *parameters[] = {&word};
    OK(cu.cuMemAlloc_v2(&word, 4));
    OK(launch(function(module, "calls"), 1, 1, 0, parameters));
    OK(cu.cuMemcpyDtoH_v2(&got, word, 4));
    OK(cu.cuMemFree_v2(word));
    return got;
}

static void objects_and_archives_are_linked(void **state)
{
    (void)state;
    static unsigned char object[2000], archive[3000];
    CUmodule module;
    size_t bytes = make_object(object, KIND_PTX, 80, DOUBLE), all;
    OK(link_with(CU_JIT_INPUT_OBJECT, object, bytes, calls, &module));
    assert_int_equal(result_of_calls(module), 42);
    all = make_archive(archive, "a_name_too_long_for_a_header.o/\n", object, bytes);
    OK(link_with(CU_JIT_INPUT_LIBRARY, archive, all, calls, &module));
    assert_int_equal(result_of_calls(module), 42);
    bytes = make_object(object, KIND_ELF, 90, "machine code");
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, link_with(CU_JIT_INPUT_OBJECT, object, bytes, calls, &module));
    assert_non_null(
        strstr(tw_sim_report()->finding, "the object holds no PTX that runs on the simulated sm_90"));
    all = make_archive(archive, "other.o/\n", object, bytes);
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, link_with(CU_JIT_INPUT_LIBRARY, archive, all, calls, &module));
    put(object + 18, 190, 2); /* a cubin */
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, link_with(CU_JIT_INPUT_CUBIN, object, bytes, calls, &module));
}

/* What is linked of several files lies one behind the other in one section. */
static void all_of_a_section_is_linked(void **state)
{
    (void)state;
    static unsigned char object[3000];
    static const char *const others[] = {HEAD ".visible .global .u32 other = 1;\n",
                                         HEAD "// of nine bytes\n"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        CUmodule module;
        memset(object, 0, sizeof object);
        size_t bytes = make_object_of(object, others[i], KIND_PTX, 80, DOUBLE);
        OK(link_with(CU_JIT_INPUT_OBJECT, object, bytes, calls, &module));
        assert_int_equal(result_of_calls(module), 42);
    }
}

/* Tables of addresses, in modules that go before those that define what is in them, and one that names itself by another. */
static void addresses_of_what_is_defined_later_are_linked(void **state)
{
    (void)state;
    static const char first[] =
        HEAD ".extern .global .align 4 .u32 word;\n.extern .global .align 8 .u64 other[2];\n"
             ".visible .global .align 8 .u64 table[3] = {0, generic(word), generic(other) + 8};\n"
             ".visible .entry calls(.param .u64 p) {\n .reg .b64 %rd<4>; .reg .b32 %r<4>;\n"
             " ld.param.u64 %rd1, [p]; ld.global.u64 %rd2, [table + 8]; ld.u32 %r1, [%rd2];\n"
             " ld.global.u64 %rd2, [table + 16]; ld.u64 %rd3, [%rd2]; ld.u64 %rd3, [%rd3 + 8];\n"
             " ld.u32 %r2, [%rd3]; add.u32 %r1, %r1, %r2; st.global.u32 [%rd1], %r1; ret;\n}\n",
                      second[] = HEAD ".extern .global .align 8 .u64 table[3];\n"
                                      ".visible .global .align 4 .u32 word = 40;\n"
                                      ".weak .global .align 8 .u64 other[2] = {0, generic(table)};\n";
    CUmodule module;
    OK(link_with(CU_JIT_INPUT_PTX, second, sizeof second, first, &module));
    assert_int_equal(result_of_calls(module), 80);
    OK(cu.cuModuleUnload(module));
}

/* Cut off anywhere, and with any field of the headers beyond all bounds: an error or not, and nothing is read outside. */
static void damaged_objects_do_no_harm(void **state)
{
    (void)state;
    static unsigned char object[2000], archive[3000];
    CUmodule module;
    size_t bytes = make_object(object, KIND_PTX, 80, DOUBLE),
           all = make_archive(archive, "x.o/\n", object, bytes);
    for (size_t length = 1; length < all; length += 7) {
        unsigned char *part = malloc(length);
        memcpy(part, archive, length);
        link_with(CU_JIT_INPUT_LIBRARY, part, length, calls, &module);
        free(part);
    }
    static const unsigned fields[] = {40, 58, 60, 62, FAT_AT + 6, FAT_AT + 8, FAT_AT + 20, FAT_AT + 24};
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++) {
        bytes = make_object(object, KIND_PTX, 80, DOUBLE);
        put(object + fields[i], 0xfffffffffffffff8u, 2);
        unsigned char *whole = malloc(bytes);
        memcpy(whole, object, bytes);
        link_with(CU_JIT_INPUT_OBJECT, whole, bytes, calls, &module);
        free(whole);
    }
}

/* --- the device runtime */

/* Each round every block adds its neighbour's number to its own, between barriers of the grid. */
static const char grid_sync[] =
    HEAD ".extern .func (.param .b64 h) cudaCGGetIntrinsicHandle(.param .b32 s);\n"
         ".extern .func (.param .b32 e) cudaCGSynchronize(.param .b64 h, .param .b32 f);\n"
         ".extern .func (.param .b32 e) cudaSomethingElse(.param .b32 f);\n"
         ".visible .entry turn(.param .u64 p, .param .u32 rounds) {\n"
         " .reg .b64 %rd<9>; .reg .b32 %r<12>; .reg .pred %p<3>;\n"
         " ld.param.u64 %rd1, [p]; ld.param.u32 %r9, [rounds];\n"
         " { .param .b32 a; .param .b64 b; st.param.b32 [a], 1; call (b), cudaCGGetIntrinsicHandle, (a);\n"
         " ld.param.b64 %rd2, [b]; }\n"
         " mov.u32 %r1, %ctaid.x; mov.u32 %r2, %nctaid.x; mov.u32 %r3, %tid.x; add.u32 %r4, %r1, 1; rem.u32 "
         "%r4, %r4, %r2;\n"
         " mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3; mul.wide.u32 %rd4, %r4, 4; add.u64 %rd4, "
         "%rd1, %rd4;\n"
         " setp.eq.u32 %p1, %r3, 0;\n"
         "again:\n @%p1 ld.volatile.global.u32 %r5, [%rd4];\n"
         " { .param .b64 a; .param .b32 b; .param .b32 e; st.param.b64 [a], %rd2; st.param.b32 [b], 0;\n"
         " call (e), cudaCGSynchronize, (a, b); ld.param.b32 %r6, [e]; }\n"
         " setp.ne.u32 %p2, %r6, 0; @%p2 bra fail;\n"
         " @%p1 st.volatile.global.u32 [%rd3], %r5;\n"
         " { .param .b64 a; .param .b32 b; .param .b32 e; st.param.b64 [a], %rd2; st.param.b32 [b], 0;\n"
         " call (e), cudaCGSynchronize, (a, b); }\n"
         " sub.u32 %r9, %r9, 1; setp.ne.u32 %p2, %r9, 0; @%p2 bra again;\n ret;\n"
         "fail:\n st.global.u32 [%rd3], %r6; ret;\n}\n"
         ".visible .entry other() { .reg .b32 %r<2>; { .param .b32 a; .param .b32 b; st.param.b32 [a], 1;\n"
         " call (b), cudaSomethingElse, (a); ld.param.b32 %r1, [b]; } ret; }\n";

static void the_device_runtime_synchronises_grids(void **state)
{
    (void)state;
    enum { BLOCKS = 7, ROUNDS = 150 };
    static unsigned char object[2000], archive[3000];
    unsigned numbers[BLOCKS], rounds = ROUNDS;
    CUmodule module;
    CUdeviceptr memory;
    CUfunction other;
    size_t bytes = make_object(object, KIND_ELF, 90, "machine code");
    bytes = make_archive(archive, "cuda_device_runtime.o/\n", object, bytes);
    OK(link_with(CU_JIT_INPUT_LIBRARY, archive, bytes, grid_sync, &module));
    FAILS(CUDA_ERROR_NOT_SUPPORTED, cu.cuModuleGetFunction(&other, module, "other"));
    CUfunction turn = function(module, "turn");
    OK(cu.cuMemAlloc_v2(&memory, sizeof numbers));
    for (unsigned i = 0; i < BLOCKS; i++) numbers[i] = 100 + i;
    OK(cu.cuMemcpyHtoD_v2(memory, numbers, sizeof numbers));
    void *parameters[] = {&memory, &rounds};
    OK(tw_sim_cuLaunchCooperativeKernel(turn, BLOCKS, 1, 1, 64, 1, 1, 0, NULL, parameters));
    OK(cu.cuMemcpyDtoH_v2(numbers, memory, sizeof numbers));
    for (unsigned i = 0; i < BLOCKS; i++) assert_int_equal(numbers[i], 100 + (i + ROUNDS) % BLOCKS);
    OK(launch(turn, BLOCKS, 64, 0, parameters)); /* no cooperative launch: there is no grid to be had */
    OK(cu.cuMemcpyDtoH_v2(numbers, memory, sizeof numbers));
    for (unsigned i = 0; i < BLOCKS; i++) assert_int_equal(numbers[i], 1);
}

/* --- more than 1 MiB begins a page of 2 MiB */

static void large_memory_begins_a_page(void **state)
{
    (void)state;
    static const size_t sizes[] = {8, (1 << 20) + 1, 100, 3 << 20, 2 << 20, 512, 5000001};
    CUdeviceptr at[sizeof sizes / sizeof *sizes];
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        OK(cu.cuMemAlloc_v2(&at[i], sizes[i]));
        assert_int_equal(at[i] % (sizes[i] > 1 << 20 ? 2 << 20 : 512), 0);
    }
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) OK(cu.cuMemFree_v2(at[i]));
}

/* --- launches as before CUDA 4 */

static void the_old_calls_launch(void **state)
{
    (void)state;
    static const char ptx[] =
        HEAD ".extern .shared .align 4 .b8 dynamic[];\n"
             ".visible .entry k(.param .u64 p, .param .f32 f, .param .u32 n) {\n"
             " .reg .b64 %rd<4>; .reg .b32 %r<9>; .reg .f32 %f<3>;\n"
             " ld.param.u64 %rd1, [p]; ld.param.f32 %f1, [f]; ld.param.u32 %r1, [n];\n"
             " mov.u32 %r2, %ctaid.y; mov.u32 %r3, %nctaid.x; mov.u32 %r4, %ctaid.x; mad.lo.u32 %r2, %r2, "
             "%r3, %r4;\n"
             " mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.u32 %r2, %r2, %r3, %r4;\n"
             " mul.wide.u32 %rd2, %r2, 4; add.u64 %rd1, %rd1, %rd2; mov.u32 %r5, %dynamic_smem_size;\n"
             " add.u32 %r5, %r5, %r1; cvt.rn.f32.u32 %f2, %r5; add.f32 %f2, %f2, %f1; st.global.f32 [%rd1], "
             "%f2; ret;\n}\n";
    CUmodule module;
    CUdeviceptr memory;
    float got[24];
    OK(cu.cuModuleLoadData(&module, ptx));
    CUfunction k = function(module, "k");
    OK(cu.cuMemAlloc_v2(&memory, sizeof got));
    OK(tw_sim_cuFuncSetBlockShape(k, 4, 1, 1));
    OK(tw_sim_cuFuncSetSharedSize(k, 256));
    OK(tw_sim_cuParamSetSize(k, 16));
    OK(tw_sim_cuParamSetv(k, 0, &memory, sizeof memory));
    OK(tw_sim_cuParamSetf(k, 8, 0.5F));
    OK(tw_sim_cuParamSeti(k, 12, 1000));
    OK(tw_sim_cuLaunchGrid(k, 3, 2));
    OK(cu.cuMemcpyDtoH_v2(got, memory, sizeof got));
    for (unsigned i = 0; i < 24; i++) assert_true(got[i] == 1256.5F);
    OK(tw_sim_cuParamSeti(k, 12, 1));
    OK(tw_sim_cuLaunch(k));
    OK(tw_sim_cuLaunchGridAsync(k, 1, 1, NULL));
    OK(cu.cuMemcpyDtoH_v2(got, memory, sizeof got));
    assert_true(got[3] == 257.5F && got[4] == 1256.5F);
    INVALID(tw_sim_cuFuncSetBlockShape(k, 0, 1, 1));
    INVALID(tw_sim_cuParamSetv(k, 4090, &memory, sizeof memory));
    INVALID(tw_sim_cuParamSetv(k, -1, &memory, sizeof memory));
    INVALID(tw_sim_cuParamSetSize(k, 5000));
    INVALID(tw_sim_cuLaunchGrid(k, 0, 1));
    OK(tw_sim_cuParamSetSize(k, 8)); /* fewer than the kernel has */
    INVALID(tw_sim_cuLaunch(k));
    OK(cu.cuModuleUnload(module));
    BAD_HANDLE(tw_sim_cuLaunch(k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(objects_and_archives_are_linked),
        TEST(all_of_a_section_is_linked),
        TEST(addresses_of_what_is_defined_later_are_linked),
        TEST(damaged_objects_do_no_harm),
        TEST(the_device_runtime_synchronises_grids),
        TEST(large_memory_begins_a_page),
        TEST(the_old_calls_launch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
