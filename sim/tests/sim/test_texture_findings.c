/* What kernels do wrong with textures and surfaces, told in a sentence; what cannot be had is refused by name. */
#include "sim/tests/provider.h"

#include <cuda.h>

static const char KERNELS[] = HEAD ".visible .entry look(.param .u64 t)\n"
                                   "{\n"
                                   "    .reg .b64 %t;\n"
                                   "    .reg .f32 %f<5>;\n"
                                   "    ld.param.u64 %t, [t];\n"
                                   "    mov.f32 %f4, 0f3f000000;\n"
                                   "    tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%t, {%f4, %f4}];\n"
                                   "    ret;\n"
                                   "}\n"
                                   ".visible .entry second(.param .u64 t)\n"
                                   "{\n"
                                   "    .reg .b64 %t;\n"
                                   "    .reg .f32 %f<5>;\n"
                                   "    .reg .pred %p;\n"
                                   "    ld.param.u64 %t, [t];\n"
                                   "    mov.f32 %f4, 0f3fc00000;\n"
                                   "    tex.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%t, {%f4}];\n"
                                   "    setp.neu.f32 %p, %f0, 0f40000000;\n"
                                   "    @%p trap;\n"
                                   "    ret;\n"
                                   "}\n"
                                   ".visible .entry deep(.param .u64 t)\n"
                                   "{\n"
                                   "    .reg .b64 %t;\n"
                                   "    .reg .f32 %f<5>;\n"
                                   "    ld.param.u64 %t, [t];\n"
                                   "    mov.f32 %f4, 0f3f000000;\n"
                                   "    tex.3d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%t, {%f4, %f4, %f4, %f4}];\n"
                                   "    ret;\n"
                                   "}\n"
                                   ".visible .entry below(.param .u64 t)\n"
                                   "{\n"
                                   "    .reg .b64 %t;\n"
                                   "    .reg .f32 %f<6>;\n"
                                   "    .reg .pred %p;\n"
                                   "    ld.param.u64 %t, [t];\n"
                                   "    mov.f32 %f4, 0f40200000;\n"
                                   "    mov.f32 %f5, 0f40a00000;\n"
                                   "    tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%t, {%f4, %f5}];\n"
                                   "    setp.neu.f32 %p, %f0, 0f40400000;\n"
                                   "    @%p trap;\n"
                                   "    ret;\n"
                                   "}\n"
                                   ".visible .entry put(.param .u64 s)\n"
                                   "{\n"
                                   "    .reg .b64 %s;\n"
                                   "    .reg .b32 %r<3>;\n"
                                   "    ld.param.u64 %s, [s];\n"
                                   "    mov.u32 %r0, %tid.x;\n"
                                   "    shl.b32 %r1, %r0, 2;\n"
                                   "    sust.b.2d.b32.trap [%s, {%r1, %r0}], %r0;\n"
                                   "    ret;\n"
                                   "}\n"
                                   ".visible .entry sizes(.param .u64 t)\n"
                                   "{\n"
                                   "    .reg .b64 %t;\n"
                                   "    .reg .b32 %r<4>;\n"
                                   "    .reg .pred %p;\n"
                                   "    ld.param.u64 %t, [t];\n"
                                   "    txq.width.b32 %r0, [%t];\n"
                                   "    suq.height.b32 %r1, [%t];\n"
                                   "    mad.lo.u32 %r2, %r0, 100, %r1;\n"
                                   "    setp.ne.u32 %p, %r2, 407;\n"
                                   "    @%p trap;\n"
                                   "    ret;\n"
                                   "}\n";

static CUarray make_array(size_t width, size_t height, unsigned flags)
{
    const CUDA_ARRAY3D_DESCRIPTOR shape = {width, height, 0, CU_AD_FORMAT_FLOAT, 1, flags};
    CUarray array = NULL;
    OK(tw_sim_cuArray3DCreate_v2(&array, &shape));
    return array;
}

static CUresult make_texture(CUtexObject *texture, CUarray array)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    const CUDA_TEXTURE_DESC how = {0};
    resource.res.array.hArray = array;
    return tw_sim_cuTexObjectCreate(texture, &resource, &how, NULL);
}

static CUsurfObject make_surface(CUarray array)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CUsurfObject surface = 0;
    resource.res.array.hArray = array;
    OK(tw_sim_cuSurfObjectCreate(&surface, &resource));
    return surface;
}

static void launch_on(const char *kernel, unsigned long long object, unsigned threads)
{
    CUmodule module;
    CUfunction function;
    void *parameters[] = {&object};
    OK(cu.cuModuleLoadData(&module, KERNELS));
    OK(cu.cuModuleGetFunction(&function, module, kernel));
    OK(cu.cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, NULL, parameters, NULL));
}

static void runs(const char *kernel, unsigned long long object)
{
    launch_on(kernel, object, 32);
    OK(cu.cuCtxSynchronize());
}

/* Launches a kernel of `threads`; its finding holds these words. */
static void finds(const char *kernel, unsigned long long object, unsigned threads, const char *words)
{
    launch_on(kernel, object, threads);
    const char *finding = cu.simulator->report()->finding;
    assert_non_null(finding);
    if (!strstr(finding, words)) fail_msg("%s", finding);
}

static void a_handle_that_is_none(void **state)
{
    (void)state;
    finds("look", 12345, 1, "there is no texture 0x3039");
}

static void a_texture_that_was_destroyed(void **state)
{
    (void)state;
    CUtexObject texture;
    OK(make_texture(&texture, make_array(4, 4, 0)));
    OK(tw_sim_cuTexObjectDestroy(texture));
    finds("look", texture, 1, "has been destroyed");
}

static void a_texture_whose_array_was_destroyed(void **state)
{
    (void)state;
    CUtexObject texture;
    CUarray array = make_array(4, 4, 0);
    OK(make_texture(&texture, array));
    OK(tw_sim_cuArrayDestroy(array));
    finds("look", texture, 1, "has no array");
}

static void a_texture_whose_memory_was_freed(void **state)
{
    (void)state;
    CUtexObject texture;
    CUdeviceptr memory;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_PITCH2D};
    const CUDA_TEXTURE_DESC how = {0};
    OK(cu.cuMemAlloc_v2(&memory, 4096));
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.format = CU_AD_FORMAT_FLOAT;
    resource.res.pitch2D.numChannels = 1;
    resource.res.pitch2D.width = resource.res.pitch2D.height = 8;
    resource.res.pitch2D.pitchInBytes = 64;
    OK(tw_sim_cuTexObjectCreate(&texture, &resource, &how, NULL));
    OK(cu.cuMemFree_v2(memory));
    finds("look", texture, 1, "and they are not all there");
}

static void a_surface_is_no_texture(void **state)
{
    (void)state;
    finds("look", make_surface(make_array(4, 4, CUDA_ARRAY3D_SURFACE_LDST)), 1,
          "is no texture but a surface");
}

/* ptxas makes the same instruction of txq and suq. */
static void both_queries_take_both(void **state)
{
    (void)state;
    CUtexObject texture;
    CUarray array = make_array(4, 7, CUDA_ARRAY3D_SURFACE_LDST);
    OK(make_texture(&texture, array));
    runs("sizes", texture);
    runs("sizes", make_surface(array));
}

static void a_texture_of_other_dimensions(void **state)
{
    (void)state;
    CUtexObject texture;
    OK(make_texture(&texture, make_array(4, 0, 0)));
    finds("deep", texture, 1, "is an array of 1 dimensions");
}

/* An array of one dimension may be read as a row: whatever y is, it is clamped to the only one. */
static void a_line_is_a_row(void **state)
{
    (void)state;
    const float texels[] = {1, 2, 3, 4};
    CUtexObject texture;
    CUarray line = make_array(4, 0, 0);
    OK(tw_sim_cuMemcpyHtoA_v2(line, 0, texels, sizeof texels));
    OK(make_texture(&texture, line));
    runs("below", texture);
}

/* An array with a height of 1 has two dimensions for the driver, and one for who reads it so. */
static void a_row_is_of_one_dimension(void **state)
{
    (void)state;
    const float texels[] = {1, 2, 3, 4};
    CUtexObject texture;
    CUarray row = make_array(4, 1, 0);
    OK(tw_sim_cuMemcpyHtoA_v2(row, 0, texels, sizeof texels));
    OK(make_texture(&texture, row));
    runs("second", texture);
    OK(make_texture(&texture, make_array(4, 2, 0)));
    finds("second", texture, 1, "is an array of 2 dimensions");
}

static void a_store_outside_a_surface(void **state)
{
    (void)state;
    finds("put", make_surface(make_array(4, 8, CUDA_ARRAY3D_SURFACE_LDST)), 5,
          "byte 16 of row 4 of slice 0 is outside the surface of 4 x 8 x 1 texels of 4 bytes");
}

static void what_there_is_not_is_refused(void **state)
{
    (void)state;
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR shape = {4, 4, 0, CU_AD_FORMAT_BC1_UNORM, 1, 0};
    FAILS(CUDA_ERROR_NOT_SUPPORTED, tw_sim_cuArray3DCreate_v2(&array, &shape));
    assert_non_null(strstr(cu.simulator->report()->finding, "arrays of format 0x91"));
    shape.Format = CU_AD_FORMAT_FLOAT;
    shape.Flags = CUDA_ARRAY3D_SPARSE;
    FAILS(CUDA_ERROR_NOT_SUPPORTED, tw_sim_cuArray3DCreate_v2(&array, &shape));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_handle_that_is_none),
        TEST(a_texture_that_was_destroyed),
        TEST(a_texture_whose_array_was_destroyed),
        TEST(a_texture_whose_memory_was_freed),
        TEST(a_surface_is_no_texture),
        TEST(both_queries_take_both),
        TEST(a_texture_of_other_dimensions),
        TEST(a_line_is_a_row),
        TEST(a_row_is_of_one_dimension),
        TEST(a_store_outside_a_surface),
        TEST(what_there_is_not_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
