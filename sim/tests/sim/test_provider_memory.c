/* Memory beyond plain allocations: rectangles, pools, mapped addresses, questions about pointers; cooperative grids; linking. */
#include "sim/tests/provider.h"

#include <dlfcn.h>

static void rectangles_keep_their_pitches(void **state)
{
    (void)state;
    enum { WIDTH = 5, HEIGHT = 3, PITCH = 16 };
    unsigned char from[8 * HEIGHT], to[HEIGHT * 7], expected[HEIGHT * 7];
    CUdeviceptr memory;
    for (unsigned i = 0; i < sizeof from; i++) from[i] = (unsigned char)(i + 1);
    OK(cu.cuMemAlloc_v2(&memory, PITCH * HEIGHT));
    OK(tw_sim_cuMemsetD2D8_v2(memory, PITCH, 0xAA, PITCH, HEIGHT));
    CUDA_MEMCPY2D in = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                        .srcHost = from,
                        .srcPitch = 8,
                        .srcXInBytes = 2,
                        .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                        .dstDevice = memory,
                        .dstPitch = PITCH,
                        .dstXInBytes = 1,
                        .WidthInBytes = WIDTH,
                        .Height = HEIGHT};
    OK(tw_sim_cuMemcpy2D_v2(&in));
    CUDA_MEMCPY2D out = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                         .srcDevice = memory,
                         .srcPitch = PITCH,
                         .dstMemoryType = CU_MEMORYTYPE_HOST,
                         .dstHost = to,
                         .dstPitch = 7,
                         .WidthInBytes = 7,
                         .Height = HEIGHT};
    OK(tw_sim_cuMemcpy2DAsync_v2(&out, NULL));
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < 7; x++) {
            bool inside = x >= 1 && x < 1 + WIDTH;
            expected[y * 7 + x] = inside ? from[y * 8 + x - 1 + 2] : 0xAA;
        }
    }
    assert_memory_equal(to, expected, sizeof to);
    in.dstPitch = WIDTH; /* less than where a row ends */
    INVALID(tw_sim_cuMemcpy2D_v2(&in));
    in.dstPitch = PITCH;
    in.Height = HEIGHT + 1;
    in.srcHost = to;
    INVALID(tw_sim_cuMemcpy2D_v2(&in)); /* past the allocation */
    INVALID(tw_sim_cuMemcpy2D_v2(NULL));
    INVALID(tw_sim_cuMemsetD2D32_v2(memory, 6, 0, 1, 2)); /* no multiple of the element */
}

/* Younger than some headers. */
#define HOST    ((CUmemLocationType)2)
#define MANAGED ((CUmemAllocationType)2)

/* Answers of an H200, but that a device reaches memory of the host without being given access. */
static void pools_lie_in_places(void **state)
{
    (void)state;
    const struct {
        CUmemAllocationType type;
        CUmemLocation at, elsewhere;
        CUmemorytype memory;
        int managed;
    } places[] = {
        {CU_MEM_ALLOCATION_TYPE_PINNED, {HOST, 0}, {CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEMORYTYPE_HOST, 0},
        {MANAGED, {CU_MEM_LOCATION_TYPE_DEVICE, 0}, {HOST, 0}, CU_MEMORYTYPE_DEVICE, 1},
        {MANAGED, {CU_MEM_LOCATION_TYPE_INVALID, 0}, {HOST, 0}, CU_MEMORYTYPE_DEVICE, 1},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        CUmemPoolProps properties = {.allocType = places[i].type, .location = places[i].at};
        CUmemLocation at = places[i].at, elsewhere = places[i].elsewhere;
        CUmemoryPool pool, standard, present;
        CUdeviceptr memory;
        CUcontext context;
        CUmemorytype type;
        unsigned managed = 9;
        OK(tw_sim_cuMemPoolCreate(&pool, &properties));
        OK(tw_sim_cuMemAllocFromPoolAsync(&memory, 1000, pool, NULL));
        OK(cu.cuMemsetD8_v2(memory, 7, 1000));
        assert_int_equal(((unsigned char *)(uintptr_t)memory)[999], 7);
        OK(tw_sim_cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
        OK(tw_sim_cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, memory));
        OK(tw_sim_cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
        assert_int_equal(type, places[i].memory);
        assert_int_equal(managed, places[i].managed);
        assert_null(context);
        INVALID(tw_sim_cuMemFreeHost((void *)(uintptr_t)memory));
        OK(tw_sim_cuMemFreeAsync(memory, NULL));
        OK(tw_sim_cuMemGetDefaultMemPool(&standard, &at, places[i].type));
        INVALID(tw_sim_cuMemPoolDestroy(standard));
        INVALID(tw_sim_cuMemSetMemPool(&elsewhere, places[i].type, pool));
        OK(tw_sim_cuMemSetMemPool(&at, places[i].type, pool));
        OK(tw_sim_cuMemGetMemPool(&present, &at, places[i].type));
        assert_ptr_equal(present, pool);
        OK(tw_sim_cuMemPoolDestroy(pool));
    }
}

static void pools_refuse_what_is_too_much(void **state)
{
    (void)state;
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 77}};
    const size_t limit = 4096; /* 32 MiB then */
    CUmemoryPool pool;
    CUdeviceptr memory;
    INVALID(tw_sim_cuMemPoolCreate(&pool, &properties));
    properties.location.id = 0;
    memcpy((char *)&properties.win32SecurityAttributes + sizeof(void *), &limit, sizeof limit);
    OK(tw_sim_cuMemPoolCreate(&pool, &properties));
    OK(tw_sim_cuMemAllocFromPoolAsync(&memory, 2 << 20, pool, NULL));
    assert_int_equal(tw_sim_cuMemAllocFromPoolAsync(&memory, 40 << 20, pool, NULL), CUDA_ERROR_OUT_OF_MEMORY);
    OK(tw_sim_cuMemPoolDestroy(pool));
    properties = (CUmemPoolProps){.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                  .location = {.type = HOST}};
    INVALID(tw_sim_cuMemPoolCreate(&pool, &properties));
}

static void pools_count_what_they_gave(void **state)
{
    (void)state;
    CUmemoryPool pool, standard;
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0}};
    CUdeviceptr memory, other;
    cuuint64_t used;
    CUmemoryPool of;
    OK(tw_sim_cuMemPoolCreate(&pool, &properties));
    OK(tw_sim_cuMemAllocFromPoolAsync(&memory, 1000, pool, NULL));
    OK(tw_sim_cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    assert_int_equal(used, 1000);
    OK(tw_sim_cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, memory + 10));
    assert_ptr_equal(of, pool);
    OK(tw_sim_cuMemFreeAsync(memory, NULL));
    OK(tw_sim_cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    assert_int_equal(used, 0);
    OK(tw_sim_cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &used));
    assert_int_equal(used, 1000);
    used = 1;
    INVALID(tw_sim_cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &used));
    OK(tw_sim_cuDeviceGetDefaultMemPool(&standard, 0));
    INVALID(tw_sim_cuMemPoolDestroy(standard));
    OK(tw_sim_cuDeviceSetMemPool(0, pool));
    OK(tw_sim_cuMemAllocAsync(&other, 8, NULL));
    OK(tw_sim_cuMemPoolDestroy(pool));
    OK(tw_sim_cuDeviceGetMemPool(&of, 0));
    assert_ptr_equal(of, standard);
    OK(cu.cuMemFree_v2(other)); /* lives on */
    INVALID(tw_sim_cuMemPoolTrimTo(pool, 0));
}

static void memory_is_mapped_where_it_was_reserved(void **state)
{
    (void)state;
    CUmemAllocationProp properties = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0}};
    CUmemAccessDesc access = {.location = properties.location, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemGenericAllocationHandle first, second;
    CUdeviceptr range;
    size_t size;
    unsigned words[2];
    OK(tw_sim_cuMemGetAllocationGranularity(&size, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    OK(tw_sim_cuMemAddressReserve(&range, 2 * size, 0, 0, 0));
    INVALID(tw_sim_cuMemCreate(&first, size + 1, &properties, 0));
    OK(tw_sim_cuMemCreate(&first, size, &properties, 0));
    OK(tw_sim_cuMemCreate(&second, size, &properties, 0));
    OK(tw_sim_cuMemMap(range, size, 0, first, 0));
    OK(tw_sim_cuMemMap(range + size, size, 0, second, 0));
    INVALID(tw_sim_cuMemMap(range, size, 0, second, 0)); /* taken */
    INVALID(cu.cuMemsetD32_v2(range, 1, 1));             /* nobody may reach it yet */
    OK(tw_sim_cuMemSetAccess(range, 2 * size, &access, 1));
    OK(cu.cuMemsetD32_v2(range + size - 4, 1, 1));
    OK(cu.cuMemsetD32_v2(range + size, 2, 1));
    OK(cu.cuMemcpyDtoH_v2(words, range + size - 4, 8)); /* across both */
    assert_int_equal(words[0], 1);
    assert_int_equal(words[1], 2);
    INVALID(cu.cuMemFree_v2(range));
    INVALID(tw_sim_cuMemAddressFree(range, 2 * size)); /* in use */
    OK(tw_sim_cuMemRelease(first));
    OK(tw_sim_cuMemUnmap(range, 2 * size)); /* the last use of the first */
    INVALID(tw_sim_cuMemRelease(first));
    OK(tw_sim_cuMemMap(range, size, 0, second, 0)); /* the same memory elsewhere */
    OK(tw_sim_cuMemSetAccess(range, size, &access, 1));
    OK(cu.cuMemcpyDtoH_v2(words, range, 4));
    assert_int_equal(words[0], 2);
    OK(tw_sim_cuMemUnmap(range, size));
    OK(tw_sim_cuMemRelease(second));
    OK(tw_sim_cuMemAddressFree(range, 2 * size));
}

static void pointers_tell_what_they_are(void **state)
{
    (void)state;
    unsigned type, managed;
    int ordinal;
    CUdeviceptr memory;
    CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                   CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void *answers[] = {&type, &managed, &ordinal};
    OK(tw_sim_cuMemAllocManaged(&memory, 100, CU_MEM_ATTACH_GLOBAL));
    OK(tw_sim_cuPointerGetAttributes(3, asked, answers, memory + 4));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    assert_int_equal(managed, 1);
    assert_int_equal(ordinal, 0);
    OK(tw_sim_cuPointerGetAttributes(3, asked, answers, (CUdeviceptr)(uintptr_t)&type)); /* nobody's */
    assert_int_equal(type, 0);
    assert_int_equal(ordinal, CU_DEVICE_INVALID);
    INVALID(
        tw_sim_cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)(uintptr_t)&type));
    OK(tw_sim_cuMemPrefetchAsync(memory, 100, 0, NULL));
    INVALID(tw_sim_cuMemPrefetchAsync(memory, 101, 0, NULL));
    OK(tw_sim_cuMemAdvise(memory, 100, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU));
    OK(tw_sim_cuMemRangeGetAttribute(&ordinal, 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, memory, 100));
    assert_int_equal(ordinal, CU_DEVICE_CPU);
}

static void words_are_signals(void **state)
{
    (void)state;
    CUdeviceptr word;
    OK(cu.cuMemAlloc_v2(&word, 8));
    OK(tw_sim_cuStreamWriteValue32_v2(NULL, word, 5, 0));
    OK(tw_sim_cuStreamWaitValue32_v2(NULL, word, 4, CU_STREAM_WAIT_VALUE_GEQ));
    OK(tw_sim_cuStreamWaitValue32_v2(NULL, word, 1, CU_STREAM_WAIT_VALUE_AND));
    INVALID(tw_sim_cuStreamWaitValue32_v2(NULL, word + 1, 1, CU_STREAM_WAIT_VALUE_AND));
    tw_sim_set_timeout(1);
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, tw_sim_cuStreamWaitValue32_v2(NULL, word, 4, CU_STREAM_WAIT_VALUE_EQ));
    tw_sim_set_timeout(30);
}

/* turn: in each round every block reads its neighbour's number, all wait for all, and each stores what it read. */
static const char TURN[] = HEAD ".visible .entry turn(.param .u64 p, .param .u32 rounds)\n"
                                "{\n"
                                "    .reg .b64 %rd<9>;\n"
                                "    .reg .b32 %r<20>;\n"
                                "    .reg .pred %p<4>;\n"
                                "    ld.param.u64 %rd1, [p];\n"
                                "    ld.param.u32 %r1, [rounds];\n"
                                "    mov.u32 %r2, %envreg1;\n"
                                "    mov.u32 %r3, %envreg2;\n"
                                "    mov.b64 %rd2, {%r3, %r2};\n"
                                "    mov.u32 %r4, %ctaid.x;\n"
                                "    mov.u32 %r5, %nctaid.x;\n"
                                "    add.s32 %r6, %r4, 1;\n"
                                "    rem.u32 %r6, %r6, %r5;\n"
                                "    mul.wide.u32 %rd3, %r4, 4;\n"
                                "    add.s64 %rd3, %rd1, %rd3;\n"
                                "    mul.wide.u32 %rd4, %r6, 4;\n"
                                "    add.s64 %rd4, %rd1, %rd4;\n"
                                "    shl.b32 %r7, %r1, 1;\n"
                                "    mov.u32 %r8, 0;\n"
                                "round:\n"
                                "    and.b32 %r9, %r8, 1;\n"
                                "    setp.eq.u32 %p1, %r9, 1;\n"
                                "    @!%p1 ld.volatile.global.u32 %r10, [%rd4];\n"
                                "    @%p1 st.volatile.global.u32 [%rd3], %r10;\n"
                                "    add.s32 %r8, %r8, 1;\n"
                                "    mul.lo.u32 %r11, %r8, %r5;\n"
                                "    atom.global.add.u32 %r12, [%rd2+4], 1;\n"
                                "wait:\n"
                                "    ld.volatile.global.u32 %r13, [%rd2+4];\n"
                                "    setp.lt.u32 %p2, %r13, %r11;\n"
                                "    @%p2 bra wait;\n"
                                "    setp.lt.u32 %p3, %r8, %r7;\n"
                                "    @%p3 bra round;\n"
                                "    ret;\n"
                                "}\n";

static void blocks_of_a_cooperative_grid_wait_for_each_other(void **state)
{
    (void)state;
    enum { BLOCKS = 300 };
    unsigned numbers[BLOCKS];
    CUdeviceptr memory;
    CUmodule module;
    OK(cu.cuModuleLoadData(&module, TURN));
    CUfunction turn = function(module, "turn");
    OK(cu.cuMemAlloc_v2(&memory, sizeof numbers));
    static const struct {
        unsigned threads, blocks, rounds; /* many rounds: each turn of a block ends at the next barrier */
    } cases[] = {{1, BLOCKS, 5}, {3, BLOCKS, 5}, {1, 4, 500}, {2, 3, 500}};
    for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
        unsigned blocks = cases[c].blocks, rounds = cases[c].rounds;
        for (unsigned i = 0; i < blocks; i++) numbers[i] = i * i;
        OK(cu.cuMemcpyHtoD_v2(memory, numbers, sizeof numbers));
        void *parameters[] = {&memory, &rounds};
        tw_sim_set_threads(cases[c].threads);
        OK(tw_sim_cuLaunchCooperativeKernel(turn, blocks, 1, 1, 1, 1, 1, 0, NULL, parameters));
        OK(cu.cuMemcpyDtoH_v2(numbers, memory, sizeof numbers));
        for (unsigned i = 0; i < blocks; i++)
            assert_int_equal(numbers[i], ((i + rounds) % blocks) * ((i + rounds) % blocks));
    }
    tw_sim_set_threads(0);
    unsigned rounds = 1;
    int fit;
    void *parameters[] = {&memory, &rounds};
    OK(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&fit, turn, 1024, 0));
    FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
          tw_sim_cuLaunchCooperativeKernel(turn, (unsigned)fit * 132 + 1, 1, 1, 1024, 1, 1, 0, NULL,
                                           parameters));
}

/* Two modules with a variable of the same name each, and one that the other declares. */
static void modules_are_linked(void **state)
{
    (void)state;
    static const char one[] =
        HEAD ".global .u32 own = 1;\n.visible .global .u32 shared_by_both = 40;\n"
             ".visible .entry first(.param .u64 p) {\n .reg .b64 %rd<2>; .reg .b32 %r<4>;\n"
             " ld.param.u64 %rd1, [p]; ld.global.u32 %r1, [own]; ld.global.u32 %r2, [shared_by_both];\n"
             " add.s32 %r3, %r1, %r2; st.global.u32 [%rd1], %r3; ret;\n}\n";
    static const char two[] =
        HEAD "/* own */ .extern .global .u32 shared_by_both;\n.global .u32 own = 2;\n"
             ".visible .entry second(.param .u64 p) {\n .reg .b64 %rd<2>; .reg .b32 %r<4>;\n"
             " ld.param.u64 %rd1, [p]; ld.global.u32 %r1, [own]; ld.global.u32 %r2, [shared_by_both];\n"
             " add.s32 %r3, %r1, %r2; st.global.u32 [%rd1], %r3; ret;\n}\n";
    CUlinkState link;
    CUmodule module;
    CUdeviceptr word;
    void *image, *parameters[] = {&word};
    size_t bytes;
    unsigned got;
    char log[200] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log};
    OK(cu.cuMemAlloc_v2(&word, 4));
    OK(tw_sim_cuLinkCreate_v2(2, options, values, &link));
    OK(tw_sim_cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)one, sizeof one, "one", 0, NULL, NULL));
    OK(tw_sim_cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)two, sizeof two, "two", 0, NULL, NULL));
    OK(tw_sim_cuLinkComplete(link, &image, &bytes));
    OK(cu.cuModuleLoadData(&module, image));
    OK(launch(function(module, "first"), 1, 1, 0, parameters));
    OK(cu.cuMemcpyDtoH_v2(&got, word, 4));
    assert_int_equal(got, 41);
    OK(launch(function(module, "second"), 1, 1, 0, parameters));
    OK(cu.cuMemcpyDtoH_v2(&got, word, 4));
    assert_int_equal(got, 42);
    OK(tw_sim_cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)one, sizeof one, "again", 0, NULL, NULL));
    FAILS(CUDA_ERROR_INVALID_PTX, tw_sim_cuLinkComplete(link, &image, &bytes));
    assert_non_null(strstr(log, "is defined in module 1 and in module 3"));
    OK(tw_sim_cuLinkDestroy(link));
    BAD_HANDLE(tw_sim_cuLinkDestroy(link));
    FAILS(CUDA_ERROR_INVALID_HANDLE, tw_sim_cuLinkComplete(link, &image, &bytes));
}

static void put_le(unsigned char *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) at[i] = (unsigned char)(value >> 8 * i);
}

/* An entry of a fat binary with text for an architecture; returns its bytes. */
static size_t add_entry(unsigned char *at, unsigned kind, unsigned sm, const char *text)
{
    size_t length = (strlen(text) + 8) / 8 * 8;
    memset(at, 0, 64 + length);
    put_le(at, kind, 2);
    put_le(at + 2, 0x101, 2);
    put_le(at + 4, 64, 4);
    put_le(at + 8, length, 8);
    put_le(at + 28, sm, 4);
    memcpy(at + 64, text, strlen(text));
    return 64 + length;
}

static void fat_binaries_give_their_ptx(void **state)
{
    (void)state;
    static const char old[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry old() { ret; }\n";
    static const char fits[] =
        ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry fits() { ret; }\n";
    static const char later[] =
        ".version 8.7\n.target sm_120\n.address_size 64\n.visible .entry later() { ret; }\n";
    unsigned char image[2000] = {0};
    size_t end = 16;
    CUmodule module;
    CUfunction f;
    unsigned count;
    put_le(image, 0xba55ed50, 4);
    put_le(image + 4, 1, 2);
    put_le(image + 6, 16, 2);
    end += add_entry(image + end, 1, 50, old);
    end += add_entry(image + end, 2, 90, "machine code");
    end += add_entry(image + end, 1, 80, fits);
    end += add_entry(image + end, 1, 120, later);
    put_le(image + 8, end - 16, 8);
    OK(tw_sim_cuModuleLoadFatBinary(&module, image));
    OK(cu.cuModuleGetFunction(&f, module, "fits"));
    FAILS(CUDA_ERROR_NOT_FOUND, cu.cuModuleGetFunction(&f, module, "old"));
    OK(tw_sim_cuModuleGetFunctionCount(&count, module));
    assert_int_equal(count, 1);
    struct {
        uint32_t magic, version;
        const void *data, *name;
    } wrapper = {0x466243b1, 1, image, NULL};
    OK(cu.cuModuleLoadData(&module, &wrapper));
    size_t alone = 16 + add_entry(image + 16, 2, 90, "machine code");
    put_le(image + 8, alone - 16, 8);
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cu.cuModuleLoadData(&module, image));
    put_le(image + 16 + 8, 1 << 30, 8); /* an entry that is longer than all */
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cu.cuModuleLoadData(&module, image));
}

/* A fat binary with one entry. */
static void one_entry(unsigned char *image, unsigned kind, unsigned sm, const char *text)
{
    put_le(image, 0xba55ed50, 4);
    put_le(image + 4, 1, 2);
    put_le(image + 6, 16, 2);
    put_le(image + 8, add_entry(image + 16, kind, sm, text), 8);
}

/* As LZ4 has bytes that it cannot make less of: their number, then they themselves. */
static size_t pack_lz4(unsigned char *to, const char *text, size_t length)
{
    size_t at = 0, left = length - 15;
    to[at++] = 0xf0;
    for (; left >= 255; left -= 255) to[at++] = 255;
    to[at++] = (unsigned char)left;
    memcpy(to + at, text, length);
    return at + length;
}

/* And as Zstandard has them (RFC 8878): a frame that says its length, of 256 to 65,791, with one raw block. */
static size_t pack_zstd(unsigned char *to, const char *text, size_t length)
{
    static const unsigned char frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0x60};
    memcpy(to, frame, sizeof frame);
    put_le(to + 5, length - 256, 2);
    put_le(to + 7, length << 3 | 1, 3);
    memcpy(to + 10, text, length);
    return 10 + length;
}

static void packed_ptx_is_unpacked(void **state)
{
    (void)state;
    static const struct {
        const char *library;
        size_t (*pack)(unsigned char *to, const char *text, size_t length);
        uint64_t flag;
    } packings[] = {{"liblz4.so.1", pack_lz4, 0x2000}, {"libzstd.so.1", pack_zstd, 0x8000}};
    char text[400];
    snprintf(text, sizeof text, "%-300s",
             ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry packed() { ret; }\n");
    for (size_t i = 0; i < sizeof packings / sizeof *packings; i++) {
        void *library = dlopen(packings[i].library, RTLD_NOW | RTLD_LOCAL);
        if (!library) continue; /* programs without packed PTX do not need it */
        dlclose(library);
        unsigned char image[2000] = {0}, *entry = image + 16;
        CUmodule module;
        CUfunction f;
        const size_t length = strlen(text), packed = packings[i].pack(entry + 64, text, length),
                     room = (packed + 7) / 8 * 8;
        put_le(image, 0xba55ed50, 4);
        put_le(image + 4, 1, 2);
        put_le(image + 6, 16, 2);
        put_le(image + 8, 64 + room, 8);
        put_le(entry, 1, 2);
        put_le(entry + 4, 64, 4);
        put_le(entry + 8, room, 8);
        put_le(entry + 16, packed, 4);
        put_le(entry + 28, 80, 4);
        put_le(entry + 40, packings[i].flag, 8);
        put_le(entry + 56, length, 8);
        OK(cu.cuModuleLoadData(&module, image));
        OK(cu.cuModuleGetFunction(&f, module, "packed"));
        put_le(entry + 56, length + 1, 8); /* than which there is less */
        FAILS(CUDA_ERROR_INVALID_IMAGE, cu.cuModuleLoadData(&module, image));
        put_le(entry + 56, length, 8);
        put_le(entry + 16, room + 1, 4); /* more than the entry has */
        FAILS(CUDA_ERROR_INVALID_IMAGE, cu.cuModuleLoadData(&module, image));
    }
}

/* What nvcc -rdc=true makes: the linked code of the machine, and the parts with their PTX, which are linked anew. */
static void linked_programs_are_linked_anew(void **state)
{
    (void)state;
    static const char caller[] =
        ".version 7.0\n.target sm_80\n.address_size 64\n.extern .func (.param .b32 r) part();\n"
        ".visible .entry whole(.param .u64 p)\n{ .reg .b32 %a; .reg .b64 %to; ld.param.u64 %to, [p];\n"
        " { .param .b32 r; call (r), part; ld.param.b32 %a, [r]; } st.global.u32 [%to], %a; ret; }\n"
        ".extern .func (.param .b32 error) cudaLaunchDevice(.param .b64 what);\n"
        ".visible .entry launches() { .reg .b32 %a; { .param .b64 what; .param .b32 error;\n"
        " call (error), cudaLaunchDevice, (what); ld.param.b32 %a, [error]; } ret; }\n";
    static const char callee[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                                 ".visible .func (.param .b32 r) part() { st.param.b32 [r], 23; ret; }\n";
    unsigned char linked[200], first[2000], second[2000], runtime[200];
    const void *parts[] = {first, second, runtime, NULL}, *none[] = {runtime, NULL};
    struct {
        uint32_t magic, version;
        const void *data;
        const void *const *parts;
    } wrapper = {0x466243b1, 2, linked, parts};
    CUdeviceptr word;
    CUmodule module;
    CUfunction f;
    unsigned got = 0;
    one_entry(linked, 2, 90, "machine code");
    one_entry(first, 1, 80, caller);
    one_entry(second, 1, 80, callee);
    one_entry(runtime, 2, 90, "the device runtime");
    OK(cu.cuMemAlloc_v2(&word, 4));
    void *parameters[] = {&word};
    OK(cu.cuModuleLoadData(&module, &wrapper));
    OK(launch(function(module, "whole"), 1, 1, 0, parameters));
    OK(cu.cuMemcpyDtoH_v2(&got, word, 4));
    assert_int_equal(got, 23);
    FAILS(CUDA_ERROR_NOT_SUPPORTED, cu.cuModuleGetFunction(&f, module, "launches"));
    assert_non_null(strstr(tw_sim_report()->finding, "cudaLaunchDevice"));
    wrapper.parts = none;
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cu.cuModuleLoadData(&module, &wrapper));
    wrapper.version = 1; /* then what stands behind is the name of a file */
    wrapper.parts = parts;
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cu.cuModuleLoadData(&module, &wrapper));
}

static void expect_function(const void *found, void (*expected)(void))
{
    assert_memory_equal(&found, &expected, sizeof found);
}

/* What a program gets by name notes which function it is, and jumps to it (sim/driver/entry.c). */
void tw_sim_cuGraphInstantiate_called(void);
void tw_sim_cuMemAlloc_v2_called(void);

static void what_is_not_there_says_so(void **state)
{
    (void)state;
    FAILS(CUDA_ERROR_NOT_SUPPORTED, tw_sim_cuGreenCtxCreate());
    assert_string_equal(tw_sim_report()->finding, "cuGreenCtxCreate is not supported by the simulator");
    void *f;
    CUdriverProcAddressQueryResult found;
    OK(tw_sim_cuGetProcAddress_v2("cuGraphInstantiate", &f, 10000, 0, &found));
    expect_function(f, tw_sim_cuGraphInstantiate_called);
    OK(tw_sim_cuGetProcAddress_v2("cuMemAlloc", &f, 3020, 0, &found));
    expect_function(f, tw_sim_cuMemAlloc_v2_called);
    OK(tw_sim_cuGetProcAddress_v2("cuLibraryLoadData", &f, 11080, 0, &found));
    assert_int_equal(found, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    assert_null(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rectangles_keep_their_pitches),
        TEST(pools_count_what_they_gave),
        TEST(pools_lie_in_places),
        TEST(pools_refuse_what_is_too_much),
        TEST(memory_is_mapped_where_it_was_reserved),
        TEST(pointers_tell_what_they_are),
        TEST(words_are_signals),
        TEST(blocks_of_a_cooperative_grid_wait_for_each_other),
        TEST(modules_are_linked),
        TEST(fat_binaries_give_their_ptx),
        TEST(packed_ptx_is_unpacked),
        TEST(linked_programs_are_linked_anew),
        TEST(what_is_not_there_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
