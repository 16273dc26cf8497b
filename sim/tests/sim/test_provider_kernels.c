/* The simulator's driver API: modules, launches and what becomes of them, occupancy, threads. */
#include "sim/tests/provider.h"

/* ---- modules and functions ---- */

static void images_that_cannot_run_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        CUresult result;
        const char *image;
    } images[] = {
        {CUDA_ERROR_INVALID_IMAGE, ""},                                                           /* H200 */
        {CUDA_ERROR_INVALID_IMAGE, "garbage"},                                                    /* H200 */
        {CUDA_ERROR_INVALID_IMAGE, "// only a comment\n"},                                        /* H200 */
        {CUDA_ERROR_INVALID_IMAGE, ".target sm_80\n"},                                            /* H200 */
        {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, ".version 99.9\n.target sm_80\n"},                   /* H200 */
        {CUDA_ERROR_INVALID_PTX, ".version 9.0\n.target sm_100\n.address_size 64\n"},             /* H200 */
        {CUDA_ERROR_INVALID_PTX, "/* a\n b */ .version 9.0\n.target sm_80a\n.address_size 64\n"}, /* H200 */
        {CUDA_ERROR_INVALID_PTX, HEAD ".visible .entry k() { .reg .b32 %r; mov.u32 %r 1; }"},     /* H200 */
        {CUDA_ERROR_INVALID_PTX, HEAD ".visible .entry k() { ret;"},                              /* cut */
        {CUDA_ERROR_INVALID_PTX, HEAD ".visible .entry k() { foo.u32 x; }"}, /* no PTX, H200 */
        {CUDA_ERROR_NO_BINARY_FOR_GPU, "\x7f"
                                       "ELF\x02\x01\x01"},
        {CUDA_ERROR_NO_BINARY_FOR_GPU, "\x50\xED\x55\xBA\1\0\20\0\0\0\0\0\0\0\0"},
        {CUDA_SUCCESS, HEAD}, /* H200 */
        {CUDA_SUCCESS, ".version 9.0\n.target sm_90a\n.address_size 64\n"},
    };
    CUmodule module;
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        CUresult result = cu.cuModuleLoadData(&module, images[i].image);
        if (result != images[i].result) fail_msg("image %zu: %d, not %d", i, result, images[i].result);
        assert_int_equal(cu.simulator->report()->finding != NULL, result != CUDA_SUCCESS);
    }
    INVALID(cu.cuModuleLoadData(&module, NULL));
    INVALID(cu.cuModuleLoadData(NULL, PTX));
    FAILS(CUDA_ERROR_FILE_NOT_FOUND, cu.cuModuleLoad(&module, "/nonexistent/kernel.ptx"));
    INVALID(cu.cuModuleLoad(&module, NULL));
    BAD_HANDLE(cu.cuModuleUnload(NULL));
}

/* Valid PTX that is not known here refuses the kernel that has it, when it is looked up: the others run. */
static void a_kernel_is_refused_alone(void **state)
{
    (void)state;
    CUmodule module;
    CUlibrary library;
    CUfunction function;
    CUkernel kernel;
    const char *image = HEAD ".visible .entry k() { ret; }\n.tex .u64 t;\n"
                             ".visible .entry tcgen05() { .reg .b32 %r<3>; tcgen05.fence.sync %r1; ret; }\n"
                             ".visible .entry unknown() { .reg .b64 %d; mov.u64 %d, t; ret; }\n"
                             ".visible .entry last() { ret; }\n";
    OK(cu.cuModuleLoadData(&module, image));
    assert_null(cu.simulator->report()->finding);
    OK(cu.cuModuleGetFunction(&function, module, "k"));
    OK(cu.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    OK(cu.cuModuleGetFunction(&function, module, "last"));
    FAILS(CUDA_ERROR_NOT_SUPPORTED, cu.cuModuleGetFunction(&function, module, "tcgen05"));
    assert_non_null(strstr(cu.simulator->report()->finding, "tcgen05: <ptx>:6:"));
    assert_non_null(strstr(cu.simulator->report()->finding, "the instruction tcgen05.fence.sync"));
    FAILS(CUDA_ERROR_NOT_SUPPORTED, cu.cuModuleGetFunction(&function, module, "unknown"));
    assert_non_null(strstr(cu.simulator->report()->finding, "the directive \".tex\""));
    FAILS(CUDA_ERROR_NOT_FOUND, cu.cuModuleGetFunction(&function, module, "t"));
    OK(cu.cuModuleUnload(module));
    OK(tw_sim_cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    FAILS(CUDA_ERROR_NOT_SUPPORTED, tw_sim_cuLibraryGetKernel(&kernel, library, "tcgen05"));
    OK(tw_sim_cuLibraryGetKernel(&kernel, library, "last"));
    OK(tw_sim_cuLibraryUnload(library));
}

static void what_is_called_alone_is_no_kernel(void **state)
{
    (void)state;
    CUmodule module;
    CUfunction functions[3] = {NULL};
    const char *name;
    unsigned count = 9;
    OK(cu.cuModuleLoadData(&module, HEAD ".visible .func f() { ret; }\n.extern .func g();\n"
                                         ".visible .entry k() { ret; }\n.visible .func h() { ret; }\n"));
    OK(tw_sim_cuModuleGetFunctionCount(&count, module));
    assert_int_equal(count, 1);
    OK(tw_sim_cuModuleEnumerateFunctions(functions, 3, module));
    assert_null(functions[1]);
    OK(tw_sim_cuFuncGetName(&name, functions[0]));
    assert_string_equal(name, "k");
    OK(cu.cuModuleUnload(module));
}

static void the_error_log_shows_the_line(void **state)
{
    (void)state;
    char info[64] = "old", error[1024] = "old";
    CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                              CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                              CU_JIT_OPTIMIZATION_LEVEL};
    void *values[] = {info, (void *)sizeof info, error, (void *)sizeof error, (void *)2};
    const char *bad = HEAD ".visible .entry k()\n{\n    mov.u32 foo;\n}\n";
    CUmodule module;
    FAILS(CUDA_ERROR_INVALID_PTX, cu.cuModuleLoadDataEx(&module, bad, 5, options, values));
    assert_non_null(strstr(error, ":6:"));
    assert_non_null(strstr(error, "foo"));
    assert_non_null(strstr(error, "^"));
    assert_int_equal((uintptr_t)values[3], strlen(error));
    assert_string_equal(info, "");
    assert_non_null(strstr(cu.simulator->report()->finding, "foo"));

    values[3] = (void *)10;
    FAILS(CUDA_ERROR_INVALID_PTX, cu.cuModuleLoadDataEx(&module, bad, 5, options, values));
    assert_int_equal(strlen(error), 9);

    values[3] = (void *)sizeof error;
    OK(cu.cuModuleLoadDataEx(&module, PTX, 5, options, values));
    assert_string_equal(error, "");
    INVALID(cu.cuModuleLoadDataEx(&module, PTX, 1, NULL, NULL));
    options[0] = (CUjit_option)5000;
    INVALID(cu.cuModuleLoadDataEx(&module, PTX, 5, options, values));
}

static void names_lead_to_functions_and_variables(void **state)
{
    (void)state;
    CUmodule module = load();
    CUfunction a, b;
    CUdeviceptr address;
    size_t bytes;
    OK(cu.cuModuleGetFunction(&a, module, "put"));
    OK(cu.cuModuleGetFunction(&b, module, "put"));
    assert_ptr_equal(a, b);
    FAILS(CUDA_ERROR_NOT_FOUND, cu.cuModuleGetFunction(&a, module, "pu")); /* H200 */
    INVALID(cu.cuModuleGetFunction(&a, module, NULL));
    INVALID(cu.cuModuleGetFunction(NULL, module, "put"));
    BAD_HANDLE(cu.cuModuleGetFunction(&a, NULL, "put"));
    OK(cu.cuModuleGetGlobal_v2(&address, &bytes, module, "table"));
    assert_int_equal(bytes, 40);
    uint32_t values[4];
    OK(cu.cuMemcpyDtoH_v2(values, address, sizeof values));
    const uint32_t expected[4] = {1, 2, 3, 0};
    assert_memory_equal(values, expected, sizeof values);
    INVALID(cu.cuMemFree_v2(address)); /* the module's, not the program's */
    FAILS(CUDA_ERROR_NOT_FOUND, cu.cuModuleGetGlobal_v2(&address, NULL, module, "chair"));
    OK(cu.cuModuleUnload(module));
    BAD_HANDLE(cu.cuModuleUnload(module));
    BAD_HANDLE(launch(b, 1, 1, 0, NULL));
    INVALID(cu.cuMemcpyDtoH_v2(values, address, 4));
}

static int function_attribute(CUfunction f, CUfunction_attribute which)
{
    int value = -99;
    OK(cu.cuFuncGetAttribute(&value, which, f));
    return value;
}

/* Linked with an option of the whole link, or of the input, which goes before. */
static CUmodule link_limited(const char *text, bool of_input, CUjit_option *option, void **value)
{
    CUlinkState link;
    CUmodule module;
    void *image, *other = (void *)(uintptr_t)100; // NOLINT: so numbers are handed over
    OK(tw_sim_cuLinkCreate_v2(1, option, of_input ? &other : value, &link));
    OK(tw_sim_cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)text, strlen(text), "text", of_input, option,
                               value));
    OK(tw_sim_cuLinkComplete(link, &image, NULL));
    OK(cu.cuModuleLoadData(&module, image));
    OK(tw_sim_cuLinkDestroy(link));
    return module;
}

/* 4 is what ptxas gives a kernel without instructions. */
static void registers_are_bounded(void **state)
{
    (void)state;
    CUmodule module;
    char body[2048] = "{ .reg .b32 %r<60>;\n", text[6000];
    for (unsigned i = 0; i < 60; i++)
        snprintf(body + strlen(body), sizeof body - strlen(body), "mov.u32 %%r%u, %%clock;\n", i);
    snprintf(text, sizeof text,
             HEAD ".visible .entry open() %s ret; }\n.visible .entry held() .maxnreg 24 %s ret; }\n"
                  ".visible .entry none() { ret; }\n",
             body, body);
    OK(cu.cuModuleLoadData(&module, text));
    int open = function_attribute(function(module, "open"), CU_FUNC_ATTRIBUTE_NUM_REGS);
    assert_true(open >= 60 && open < 70);
    assert_int_equal(function_attribute(function(module, "held"), CU_FUNC_ATTRIBUTE_NUM_REGS), 24);
    assert_int_equal(function_attribute(function(module, "none"), CU_FUNC_ATTRIBUTE_NUM_REGS), 4);
    /* As ptxas -maxrregcount does: 24 at least, and not where a kernel says it. */
    const struct {
        uintptr_t asked;
        int open;
    } limits[] = {{0, open}, {40, 40}, {8, 24}, {1000, open}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        CUjit_option option = CU_JIT_MAX_REGISTERS;
        void *value = (void *)limits[i].asked; // NOLINT: so numbers are handed over
        OK(cu.cuModuleLoadDataEx(&module, text, 1, &option, &value));
        assert_int_equal(function_attribute(function(module, "open"), CU_FUNC_ATTRIBUTE_NUM_REGS),
                         limits[i].open);
        assert_int_equal(function_attribute(function(module, "held"), CU_FUNC_ATTRIBUTE_NUM_REGS), 24);
        for (unsigned of_input = 0; of_input < 2; of_input++) {
            module = link_limited(text, of_input, &option, &value);
            assert_int_equal(function_attribute(function(module, "open"), CU_FUNC_ATTRIBUTE_NUM_REGS),
                             limits[i].open);
            assert_int_equal(function_attribute(function(module, "held"), CU_FUNC_ATTRIBUTE_NUM_REGS), 24);
        }
    }
}

static void function_attributes_are_read_and_set(void **state)
{
    (void)state;
    CUmodule module = load();
    CUfunction cells = function(module, "cells"), limited = function(module, "limited");
    const CUfunction_attribute dynamic = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                               carveout = CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
    assert_int_equal(function_attribute(cells, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES), 4000);
    assert_int_equal(function_attribute(cells, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);
    assert_int_equal(function_attribute(limited, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 64);
    assert_int_equal(function_attribute(cells, CU_FUNC_ATTRIBUTE_PTX_VERSION), 80);    /* H200 */
    assert_int_equal(function_attribute(cells, CU_FUNC_ATTRIBUTE_BINARY_VERSION), 90); /* H200 */
    assert_int_equal(function_attribute(cells, dynamic), 45152);                       /* H200 */
    assert_int_equal(function_attribute(cells, carveout), -1);                         /* H200 */
    INVALID(cu.cuFuncSetAttribute(cells, dynamic, 228449)); /* H200: 227 KB with the static ones */
    OK(cu.cuFuncSetAttribute(cells, dynamic, 228448));      /* H200 */
    assert_int_equal(function_attribute(cells, dynamic), 228448);
    INVALID(cu.cuFuncSetAttribute(cells, dynamic, -1));
    OK(cu.cuFuncSetAttribute(cells, dynamic, 0));
    OK(cu.cuFuncSetAttribute(cells, carveout, 50));
    assert_int_equal(function_attribute(cells, carveout), 50);
    INVALID(cu.cuFuncSetAttribute(cells, carveout, 101));
    INVALID(cu.cuFuncSetAttribute(cells, carveout, -2));
    INVALID(cu.cuFuncSetAttribute(cells, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1));
    INVALID(cu.cuFuncSetAttribute(cells, (CUfunction_attribute)99, 1));
    int value;
    INVALID(cu.cuFuncGetAttribute(&value, (CUfunction_attribute)99, cells));
    INVALID(cu.cuFuncGetAttribute(NULL, dynamic, cells));
    BAD_HANDLE(cu.cuFuncGetAttribute(&value, dynamic, NULL));
}

static void libraries_serve_every_context(void **state)
{
    (void)state;
    CUlibrary library;
    CUkernel kernel;
    CUfunction f;
    CUcontext other;
    CUdeviceptr memory;
    uint32_t value = 7, seen;
    void *parameters[] = {&memory, &value};
    OK(tw_sim_cuLibraryLoadData(&library, PTX, NULL, NULL, 0, NULL, NULL, 0));
    OK(tw_sim_cuLibraryGetKernel(&kernel, library, "put"));
    FAILS(CUDA_ERROR_NOT_FOUND, tw_sim_cuLibraryGetKernel(&kernel, library, "no"));
    OK(tw_sim_cuKernelGetFunction(&f, kernel));
    OK(cu.cuCtxCreate_v2(&other, 0, 0));
    OK(cu.cuMemAlloc_v2(&memory, 4));
    OK(launch((CUfunction)kernel, 1, 1, 0, parameters));
    OK(cu.cuMemcpyDtoH_v2(&seen, memory, 4));
    assert_int_equal(seen, 7);
    OK(cu.cuCtxDestroy_v2(other));
    OK(cu.cuModuleGetFunction(&f, (CUmodule)library, "nothing"));
    OK(launch(f, 1, 1, 0, NULL));
    BAD_HANDLE(cu.cuModuleUnload((CUmodule)library));
    OK(tw_sim_cuLibraryUnload(library));
    BAD_HANDLE(tw_sim_cuLibraryUnload(library));
}

/* ---- launches ---- */

static void launches_are_limited_in_shape(void **state)
{
    (void)state;
    CUmodule module = load();
    CUfunction f = function(module, "nothing"), limited = function(module, "limited");
    static const struct {
        CUresult result;
        unsigned grid[3], block[3];
    } shapes[] = {
        {CUDA_SUCCESS, {1, 1, 1}, {1024, 1, 1}},
        {CUDA_SUCCESS, {1, 1, 1}, {1, 16, 64}},
        {CUDA_SUCCESS, {1, 2, 3}, {32, 1, 1}},
        {CUDA_ERROR_INVALID_VALUE, {0, 1, 1}, {1, 1, 1}},
        {CUDA_ERROR_INVALID_VALUE, {1, 1, 1}, {0, 1, 1}},
        {CUDA_ERROR_INVALID_VALUE, {1, 65536, 1}, {1, 1, 1}},
        {CUDA_ERROR_INVALID_VALUE, {1, 1, 65536}, {1, 1, 1}},
        {CUDA_ERROR_INVALID_VALUE, {0x80000000u, 1, 1}, {1, 1, 1}},
        {CUDA_ERROR_INVALID_VALUE, {1, 1, 1}, {1025, 1, 1}},
        {CUDA_ERROR_INVALID_VALUE, {1, 1, 1}, {1, 1, 65}},
        {CUDA_ERROR_INVALID_VALUE, {1, 1, 1}, {33, 32, 1}},
        {CUDA_ERROR_INVALID_VALUE, {1, 1, 1}, {1024, 1024, 64}},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const unsigned *g = shapes[i].grid, *b = shapes[i].block;
        CUresult result = cu.cuLaunchKernel(f, g[0], g[1], g[2], b[0], b[1], b[2], 0, NULL, NULL, NULL);
        if (result != shapes[i].result) fail_msg("shape %zu: %d, not %d", i, result, shapes[i].result);
        assert_true((cu.simulator->report()->finding == NULL) == (result == CUDA_SUCCESS));
    }
    OK(launch(limited, 1, 64, 0, NULL));
    INVALID(launch(limited, 1, 65, 0, NULL)); /* H200 */
    assert_non_null(strstr(cu.simulator->report()->finding, "limited"));
    BAD_HANDLE(launch(NULL, 1, 1, 0, NULL)); /* H200 */
    BAD_HANDLE(launch(GARBAGE(CUfunction), 1, 1, 0, NULL));
}

static void launches_are_limited_in_shared_memory(void **state)
{
    (void)state;
    CUfunction cells = function(load(), "cells");
    OK(launch(cells, 1, 32, 45152, NULL));
    INVALID(launch(cells, 1, 32, 45153, NULL)); /* H200 */
    OK(cu.cuFuncSetAttribute(cells, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
    OK(launch(cells, 1, 32, 100000, NULL));
    INVALID(launch(cells, 1, 32, 100001, NULL));
}

static void parameters_come_as_pointers_or_as_one_buffer(void **state)
{
    (void)state;
    CUfunction put = function(load(), "put");
    struct {
        CUdeviceptr p;
        uint32_t value;
    } block = {0, 50};
    size_t bytes = 12;
    uint32_t seen[40];
    OK(cu.cuMemAlloc_v2(&block.p, sizeof seen));
    void *pointers[] = {&block.p, &block.value}, *missing[] = {&block.p, NULL};
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_BUFFER_POINTER, &block,
                     CU_LAUNCH_PARAM_END};
    void *half[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_END};
    OK(launch(put, 2, 20, 0, pointers));
    OK(cu.cuMemcpyDtoH_v2(seen, block.p, sizeof seen));
    for (uint32_t i = 0; i < 40; i++) assert_int_equal(seen[i], 50 + i);
    block.value = 90;
    OK(cu.cuLaunchKernel(put, 1, 1, 1, 40, 1, 1, 0, NULL, NULL, extra));
    OK(cu.cuMemcpyDtoH_v2(seen, block.p, sizeof seen));
    for (uint32_t i = 0; i < 40; i++) assert_int_equal(seen[i], 90 + i);
    INVALID(launch(put, 1, 1, 0, NULL)); /* H200 */
    INVALID(launch(put, 1, 1, 0, missing));
    INVALID(cu.cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, pointers, extra)); /* H200 */
    INVALID(cu.cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, half));
    bytes = 11;
    INVALID(cu.cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
    bytes = 24;
    FAILS(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
          cu.cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra)); /* H200 */
    OK(cu.cuCtxSynchronize());
}

static void launch_attributes_that_matter_are_refused(void **state)
{
    (void)state;
    CUfunction f = function(load(), "nothing");
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_PRIORITY};
    CUlaunchConfig config = {1, 1, 1, 32, 1, 1, 0, NULL, &attribute, 1};
    OK(tw_sim_cuLaunchKernelEx(&config, f, NULL, NULL));
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim.x = 2;
    attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
    FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE, tw_sim_cuLaunchKernelEx(&config, f, NULL, NULL));
    attribute.value.clusterDim.x = 1;
    OK(tw_sim_cuLaunchKernelEx(&config, f, NULL, NULL));
    attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attribute.value.cooperative = 1;
    OK(tw_sim_cuLaunchKernelEx(&config, f, NULL, NULL));
    config.gridDimX = 132 * 32 + 1; /* more than are on an H200 at a time */
    FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, tw_sim_cuLaunchKernelEx(&config, f, NULL, NULL));
}

/* Every later call of the context gives the error, as the H200's did; another context does not. */
static void check_sticky(CUresult expected, const char *kernel, CUdeviceptr target)
{
    CUcontext context, current;
    CUdevice device;
    CUdeviceptr address;
    uint32_t value = 1;
    void *parameters[] = {&target, &value};
    size_t bytes;
    CUevent event;
    OK(cu.cuCtxCreate_v2(&context, 0, 0));
    OK(cu.cuEventCreate(&event, 0));
    OK(cu.cuMemAlloc_v2(&address, 100));
    CUmodule module = load();
    CUfunction f = function(module, kernel), again;
    OK(launch(f, 1, 64, 0, parameters)); /* H200: the launch itself succeeds */
    FAILS(expected, cu.cuCtxSynchronize());
    FAILS(expected, cu.cuCtxSynchronize());
    FAILS(expected, cu.cuStreamSynchronize(NULL));
    FAILS(expected, cu.cuMemAlloc_v2(&address, 4));
    FAILS(expected, cu.cuMemFree_v2(address));
    FAILS(expected, cu.cuMemcpyDtoH_v2(&value, address, 0));
    FAILS(expected, cu.cuMemGetInfo_v2(&bytes, &bytes));
    FAILS(expected, cu.cuEventDestroy_v2(event));
    FAILS(expected, cu.cuModuleGetFunction(&again, module, "nothing"));
    FAILS(expected, launch(f, 1, 64, 0, parameters));
    FAILS(expected, cu.cuModuleUnload(module));
    OK(cu.cuCtxGetDevice(&device));
    OK(cu.cuCtxGetCurrent(&current));
    const char *finding = cu.simulator->report()->finding;
    assert_non_null(finding);
    assert_non_null(strstr(finding, kernel));
    OK(cu.cuCtxPushCurrent_v2(primary));
    OK(cu.cuCtxSynchronize());
    OK(cu.cuMemAlloc_v2(&address, 4));
    OK(cu.cuCtxPopCurrent_v2(&current));
    OK(cu.cuCtxDestroy_v2(context));
    OK(cu.cuCtxSynchronize());
}

static void a_kernel_s_fault_sticks_to_its_context(void **state)
{
    (void)state;
    CUdeviceptr memory;
    OK(cu.cuMemAlloc_v2(&memory, 64 * 4));
    check_sticky(CUDA_ERROR_ILLEGAL_ADDRESS, "put", 64);
    check_sticky(CUDA_ERROR_ILLEGAL_ADDRESS, "put", memory + 4); /* its last thread is one element too far */
    check_sticky(CUDA_ERROR_MISALIGNED_ADDRESS, "put", memory + 2);
    check_sticky(CUDA_ERROR_LAUNCH_FAILED, "bomb", 0);
    check_sticky(CUDA_ERROR_LAUNCH_TIMEOUT, "stuck", 0);
}

static void releasing_the_primary_context_ends_its_fault(void **state)
{
    (void)state;
    OK(launch(function(load(), "bomb"), 1, 1, 0, NULL));
    FAILS(CUDA_ERROR_LAUNCH_FAILED, cu.cuCtxSynchronize());
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    OK(cu.cuDevicePrimaryCtxRetain(&primary, 0));
    OK(cu.cuCtxSynchronize());
    OK(launch(function(load(), "nothing"), 1, 1, 0, NULL));
    OK(cu.cuCtxSynchronize());
    assert_null(cu.simulator->report()->finding);
}

static void the_report_outlives_the_module(void **state)
{
    (void)state;
    CUmodule module = load();
    OK(launch(function(module, "cells"), 3, 64, 0, NULL));
    OK(cu.cuModuleUnload(module));
    const struct tw_sim_report *report = cu.simulator->report();
    assert_int_equal(report->total.store_requests, 6);
    assert_int_equal(report->total.store_wavefronts, 6);
    assert_true(report->warp_instructions >= 6);
    for (size_t i = 0; i < report->count_count; i++) assert_true(strlen(report->counts[i].opcode) > 2);
    assert_null(report->finding);
}

/* ---- occupancy ---- */

static int blocks(CUfunction f, int threads, size_t dynamic)
{
    int value = -1;
    OK(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, f, threads, dynamic));
    return value;
}

static CUresult launch_clusters(CUfunction f, unsigned grid, unsigned x, unsigned y, unsigned z)
{
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                   .value.clusterDim = {x, y, z}};
    CUlaunchConfig config = {grid, 1, 1, 32, 1, 1, 0, NULL, &attribute, x + y + z ? 1 : 0};
    return tw_sim_cuLaunchKernelEx(&config, f, NULL, NULL);
}

static CUfunction load_clusters(const char *name)
{
    CUmodule module;
    OK(tw_sim_cuModuleLoadData(&module, ".version 8.0\n.target sm_90\n.address_size 64\n"
                                        ".visible .entry plain() { ret; }\n"
                                        ".visible .entry two() .reqnctapercluster 2, 1, 1 { ret; }\n"
                                        ".visible .entry said() .explicitcluster { ret; }\n"
                                        ".visible .entry most() .maxclusterrank 4 { ret; }\n"));
    return function(module, name);
}

/* All results are an H200's. */
static void clusters_are_limited(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned grid, x, y, z;
        CUresult result;
    } cases[] = {
        {"plain", 8, 2, 1, 1, CUDA_SUCCESS},
        {"plain", 7, 2, 1, 1, CUDA_ERROR_INVALID_CLUSTER_SIZE},
        {"plain", 12, 6, 1, 1, CUDA_SUCCESS},
        {"plain", 16, 16, 1, 1, CUDA_ERROR_INVALID_CLUSTER_SIZE},
        {"plain", 8, 0, 1, 1, CUDA_ERROR_INVALID_CLUSTER_SIZE},
        {"two", 8, 0, 0, 0, CUDA_SUCCESS},
        {"two", 7, 0, 0, 0, CUDA_ERROR_INVALID_CLUSTER_SIZE},
        {"two", 8, 2, 1, 1, CUDA_SUCCESS},
        {"two", 8, 4, 1, 1, CUDA_ERROR_INVALID_CLUSTER_SIZE},
        {"two", 8, 1, 1, 1, CUDA_ERROR_INVALID_CLUSTER_SIZE},
        {"said", 8, 0, 0, 0, CUDA_ERROR_INVALID_CLUSTER_SIZE},
        {"said", 8, 1, 1, 1, CUDA_SUCCESS},
        {"most", 8, 4, 1, 1, CUDA_SUCCESS},
        {"most", 8, 8, 1, 1, CUDA_ERROR_INVALID_CLUSTER_SIZE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CUresult result =
            launch_clusters(load_clusters(cases[i].name), cases[i].grid, cases[i].x, cases[i].y, cases[i].z);
        if (result != cases[i].result) fail_msg("case %zu: %d", i, result);
    }
    CUfunction f = load_clusters("plain");
    OK(tw_sim_cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
    OK(launch_clusters(f, 16, 16, 1, 1));
    OK(tw_sim_cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 4));
    FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE, launch_clusters(f, 8, 0, 0, 0));
    OK(tw_sim_cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, 1));
    OK(tw_sim_cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, 1));
    OK(launch_clusters(f, 8, 0, 0, 0));
    FAILS(CUDA_ERROR_INVALID_VALUE,
          tw_sim_cuFuncSetAttribute(load_clusters("two"), CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 4));
}

static void clusters_that_fit(void **state)
{
    (void)state;
    static const struct {
        unsigned threads, dynamic, blocks;
        int clusters;
    } cases[] = {{32, 0, 1, 1056},    {32, 0, 3, 327},     {1024, 0, 3, 79},      {1024, 0, 9, 23},
                 {32, 30000, 7, 124}, {256, 70000, 5, 69}, {256, 110000, 10, 21}, {32, 220000, 2, 66},
                 {32, 220000, 9, 9},  {32, 220000, 16, 7}};
    CUfunction f = load_clusters("plain");
    int count;
    OK(tw_sim_cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
    OK(tw_sim_cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 220000));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                       .value.clusterDim = {cases[i].blocks, 1, 1}};
        CUlaunchConfig config = {cases[i].blocks * 16, 1, 1, cases[i].threads, 1, 1, cases[i].dynamic, NULL,
                                 &attribute,           1};
        OK(tw_sim_cuOccupancyMaxActiveClusters(&count, f, &config));
        if (count != cases[i].clusters) fail_msg("case %zu: %d", i, count);
        OK(tw_sim_cuOccupancyMaxPotentialClusterSize(&count, f, &config));
        assert_int_equal(count, 16);
    }
    CUlaunchConfig config = {16, 1, 1, 32, 1, 1, 70000, NULL, NULL, 0};
    OK(tw_sim_cuOccupancyMaxPotentialClusterSize(&count, load_clusters("most"), &config));
    assert_int_equal(count, 0);
}

static void occupancy_is_what_fits(void **state)
{
    (void)state;
    static const struct {
        unsigned sm;
        int wide, narrow; /* blocks of 32 threads with 16.25 and with 16.0 KB */
    } cases[] = {{75, 3, 4}, {80, 9, 9}, {86, 5, 5}, {90, 13, 13}};
    CUfunction f = function(load(), "nothing");
    assert_int_equal(blocks(f, 100, 0), 16);    /* H200 */
    assert_int_equal(blocks(f, 2048, 0), 0);    /* H200 */
    assert_int_equal(blocks(f, 32, 60000), 0);  /* H200 */
    assert_int_equal(blocks(f, 32, 18432), 12); /* H200 */
    assert_int_equal(blocks(f, 32, 18433), 11); /* H200 */
    assert_int_equal(blocks(f, 1, 0), 32);
    int value, grid, block;
    INVALID(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, f, 0, 0)); /* H200 */
    INVALID(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(NULL, f, 32, 0));
    OK(tw_sim_cuOccupancyMaxPotentialBlockSize(&grid, &block, f, NULL, 0, 0));
    assert_int_equal(block, 1024);
    assert_int_equal(grid, 2 * 132);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown(NULL);
        assert_int_equal(open_driver(cases[i].sm), TW_OK);
        OK(cu.cuDevicePrimaryCtxRetain(&primary, 0));
        OK(cu.cuCtxSetCurrent(primary));
        CUmodule module;
        OK(cu.cuModuleLoadData(
            &module, ".version 7.8\n.target sm_50\n.address_size 64\n.visible .entry nothing() { ret; }"));
        f = function(module, "nothing");
        assert_int_equal(blocks(f, 32, 16640), cases[i].wide);
        assert_int_equal(blocks(f, 32, 16384), cases[i].narrow);
    }
}

/* ---- threads ---- */

#define THREADS 4

static void *work(void *argument)
{
    uint32_t first = *(uint32_t *)argument * 1000, seen[64];
    CUcontext context;
    CUdeviceptr memory;
    CUmodule module;
    CUfunction put;
    void *parameters[] = {&memory, &first};
    bool ok = !cu.cuCtxCreate_v2(&context, 0, 0) && !cu.cuMemAlloc_v2(&memory, sizeof seen) &&
              !cu.cuModuleLoadData(&module, PTX) && !cu.cuModuleGetFunction(&put, module, "put");
    for (int round = 0; ok && round < 20; round++, first++) {
        ok = !launch(put, 2, 32, 0, parameters) && !cu.cuMemcpyDtoH_v2(seen, memory, sizeof seen);
        for (uint32_t i = 0; ok && i < 64; i++) ok = seen[i] == first + i;
        ok = ok && !cu.simulator->report()->finding;
    }
    /* The last launch goes wrong in one thread of two: the others must not see it. */
    memory += *(uint32_t *)argument % 2 ? 2 : 0;
    ok = ok && !launch(put, 1, 1, 0, parameters);
    bool faulty = cu.cuCtxSynchronize() != CUDA_SUCCESS, found = cu.simulator->report()->finding;
    ok = ok && faulty == (memory % 4 != 0) && faulty == found;
    ok = !cu.cuCtxDestroy_v2(context) && ok;
    return ok ? argument : NULL;
}

static void threads_do_not_disturb_each_other(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    uint32_t numbers[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &numbers[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        void *result;
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_ptr_equal(result, &numbers[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(images_that_cannot_run_are_told_apart),
        TEST(a_kernel_is_refused_alone),
        TEST(what_is_called_alone_is_no_kernel),
        TEST(the_error_log_shows_the_line),
        TEST(names_lead_to_functions_and_variables),
        TEST(registers_are_bounded),
        TEST(function_attributes_are_read_and_set),
        TEST(libraries_serve_every_context),
        TEST(launches_are_limited_in_shape),
        TEST(launches_are_limited_in_shared_memory),
        TEST(parameters_come_as_pointers_or_as_one_buffer),
        TEST(launch_attributes_that_matter_are_refused),
        TEST(a_kernel_s_fault_sticks_to_its_context),
        TEST(releasing_the_primary_context_ends_its_fault),
        TEST(the_report_outlives_the_module),
        TEST(occupancy_is_what_fits),
        TEST(clusters_are_limited),
        TEST(clusters_that_fit),
        TEST(threads_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
