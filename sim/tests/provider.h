/*
 * provider.h - what the tests of the simulator's driver API share: kernels, the open driver, a current
 * context, and how a call's result is checked. Where a test says "H200", the expected value is what a real
 * driver (580, CUDA 13.0) answered to the same call.
 */
#ifndef TESTS_SIM_PROVIDER_H
#define TESTS_SIM_PROVIDER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/driver/sim.h"
#include "sim/driver/table.h"

#define HEAD ".version 7.8\n.target sm_80\n.address_size 64\n"

/* put: each thread stores value + index at p[index].  cells: static shared memory.  stuck: two warps wait at
   different barriers for ever. */
static const char PTX[] = HEAD ".visible .global .align 4 .u32 table[10] = {1, 2, 3};\n"
                               ".visible .entry put(.param .u64 p, .param .u32 value)\n"
                               "{\n"
                               "    .reg .b64 %rd<4>;\n"
                               "    .reg .b32 %r<7>;\n"
                               "    ld.param.u64 %rd1, [p];\n"
                               "    ld.param.u32 %r1, [value];\n"
                               "    mov.u32 %r2, %ctaid.x;\n"
                               "    mov.u32 %r3, %ntid.x;\n"
                               "    mov.u32 %r4, %tid.x;\n"
                               "    mad.lo.s32 %r5, %r2, %r3, %r4;\n"
                               "    add.s32 %r6, %r5, %r1;\n"
                               "    mul.wide.u32 %rd2, %r5, 4;\n"
                               "    add.s64 %rd3, %rd1, %rd2;\n"
                               "    st.global.u32 [%rd3], %r6;\n"
                               "    ret;\n"
                               "}\n"
                               ".visible .entry cells()\n"
                               "{\n"
                               "    .shared .align 4 .b8 s[4000];\n"
                               "    .reg .b32 %r<4>;\n"
                               "    mov.u32 %r1, %tid.x;\n"
                               "    shl.b32 %r2, %r1, 2;\n"
                               "    mov.u32 %r3, s;\n"
                               "    add.s32 %r3, %r3, %r2;\n"
                               "    st.shared.u32 [%r3], %r1;\n"
                               "    ret;\n"
                               "}\n"
                               ".visible .entry limited()\n"
                               ".maxntid 64, 1, 1\n"
                               "{\n"
                               "    ret;\n"
                               "}\n"
                               ".visible .entry bomb()\n"
                               "{\n"
                               "    trap;\n"
                               "}\n"
                               ".visible .entry stuck()\n"
                               "{\n"
                               "    .reg .pred %p<2>;\n"
                               "    .reg .b32 %r<2>;\n"
                               "    mov.u32 %r1, %tid.x;\n"
                               "    setp.lt.u32 %p1, %r1, 32;\n"
                               "    @%p1 bra first;\n"
                               "    bar.sync 1;\n"
                               "    bra done;\n"
                               "first:\n"
                               "    bar.sync 0;\n"
                               "done:\n"
                               "    ret;\n"
                               "}\n"
                               ".visible .entry nothing()\n"
                               "{\n"
                               "    ret;\n"
                               "}\n";

static struct tw_driver cu;
static CUcontext primary;

#define OK(call)            assert_int_equal((call), CUDA_SUCCESS)
#define FAILS(result, call) assert_int_equal((call), (result))
#define INVALID(call)       FAILS(CUDA_ERROR_INVALID_VALUE, call)
#define BAD_HANDLE(call)    FAILS(CUDA_ERROR_INVALID_HANDLE, call)
#define GARBAGE(type)       ((type)(uintptr_t)0xDEAD00)

static inline int open_driver(unsigned sm)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_driver_open_simulator(&cu, sm, &error);
    tw_error_free(&error);
    return code;
}

static inline int setup(void **state)
{
    (void)state;
    if (open_driver(90) != TW_OK) return -1;
    return cu.cuDevicePrimaryCtxRetain(&primary, 0) || cu.cuCtxSetCurrent(primary) ? -1 : 0;
}

static inline int teardown(void **state)
{
    (void)state;
    while (cu.cuDevicePrimaryCtxRelease_v2(0) == CUDA_SUCCESS) continue;
    while (cu.cuCtxPopCurrent_v2(NULL) == CUDA_SUCCESS) continue;
    return tw_sim_set_target(90) ? 0 : -1; /* refused if a test left a context behind */
}

static inline CUmodule load(void)
{
    CUmodule module;
    OK(cu.cuModuleLoadData(&module, PTX));
    return module;
}

static inline CUfunction function(CUmodule module, const char *name)
{
    CUfunction found;
    OK(cu.cuModuleGetFunction(&found, module, name));
    return found;
}

static inline CUresult launch(CUfunction f, unsigned grid, unsigned block, unsigned dynamic,
                              void **parameters)
{
    return cu.cuLaunchKernel(f, grid, 1, 1, block, 1, 1, dynamic, NULL, parameters, NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
