/*
 * The simulator's speed: warp instructions per second on a padded transpose of 32x32 tiles, by 32x8 threads,
 * over grids of growing size and with 1 and more host threads.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim/machine.h"

/*
 * The compiler's PTX of:
 *
 *     extern "C" __global__ void transpose(float *out, const float *in, int width, int height)
 *     {
 *         __shared__ float tile[32][33];
 *         int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
 *         for (int i = 0; i < 32; i += 8)
 *             if (x < width && y + i < height)
 *                 tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
 *         __syncthreads();
 *         x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
 *         for (int i = 0; i < 32; i += 8)
 *             if (x < height && y + i < width)
 *                 out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
 *     }
 */
/* clang-format off */
static const char PTX[] =
    ".version 9.0\n"
    ".target sm_90\n"
    ".address_size 64\n"
    ".visible .entry transpose(\n"
    " .param .u64 transpose_param_0,\n"
    " .param .u64 transpose_param_1,\n"
    " .param .u32 transpose_param_2,\n"
    " .param .u32 transpose_param_3\n"
    ")\n"
    "{\n"
    " .reg .pred  %p<25>;\n"
    " .reg .f32  %f<9>;\n"
    " .reg .b32  %r<35>;\n"
    " .reg .b64  %rd<21>;\n"
    " .shared .align 4 .b8 tile[4224];\n"
    " ld.param.u64  %rd3, [transpose_param_0];\n"
    " ld.param.u64  %rd4, [transpose_param_1];\n"
    " ld.param.u32  %r17, [transpose_param_2];\n"
    " ld.param.u32  %r18, [transpose_param_3];\n"
    " cvta.to.global.u64  %rd1, %rd4;\n"
    " mov.u32  %r19, %ctaid.x;\n"
    " shl.b32  %r1, %r19, 5;\n"
    " mov.u32  %r2, %tid.x;\n"
    " add.s32  %r3, %r1, %r2;\n"
    " mov.u32  %r20, %ctaid.y;\n"
    " shl.b32  %r4, %r20, 5;\n"
    " mov.u32  %r5, %tid.y;\n"
    " add.s32  %r6, %r4, %r5;\n"
    " setp.ge.s32  %p1, %r3, %r17;\n"
    " setp.ge.s32  %p2, %r6, %r18;\n"
    " mov.u32  %r21, tile;\n"
    " mad.lo.s32  %r22, %r5, 132, %r21;\n"
    " shl.b32  %r23, %r2, 2;\n"
    " add.s32  %r7, %r22, %r23;\n"
    " or.pred   %p3, %p1, %p2;\n"
    " @%p3 bra  $L__BB0_2;\n"
    " mad.lo.s32  %r24, %r6, %r17, %r3;\n"
    " mul.wide.s32  %rd5, %r24, 4;\n"
    " add.s64  %rd6, %rd1, %rd5;\n"
    " ld.global.f32  %f1, [%rd6];\n"
    " st.shared.f32  [%r7], %f1;\n"
    "$L__BB0_2:\n"
    " add.s32  %r8, %r6, 8;\n"
    " setp.ge.s32  %p5, %r8, %r18;\n"
    " or.pred   %p6, %p1, %p5;\n"
    " @%p6 bra  $L__BB0_4;\n"
    " mad.lo.s32  %r25, %r8, %r17, %r3;\n"
    " mul.wide.s32  %rd7, %r25, 4;\n"
    " add.s64  %rd8, %rd1, %rd7;\n"
    " ld.global.f32  %f2, [%rd8];\n"
    " st.shared.f32  [%r7+1056], %f2;\n"
    "$L__BB0_4:\n"
    " add.s32  %r9, %r6, 16;\n"
    " setp.ge.s32  %p8, %r9, %r18;\n"
    " or.pred   %p9, %p1, %p8;\n"
    " @%p9 bra  $L__BB0_6;\n"
    " mad.lo.s32  %r26, %r9, %r17, %r3;\n"
    " mul.wide.s32  %rd9, %r26, 4;\n"
    " add.s64  %rd10, %rd1, %rd9;\n"
    " ld.global.f32  %f3, [%rd10];\n"
    " st.shared.f32  [%r7+2112], %f3;\n"
    "$L__BB0_6:\n"
    " add.s32  %r10, %r6, 24;\n"
    " setp.ge.s32  %p11, %r10, %r18;\n"
    " or.pred   %p12, %p1, %p11;\n"
    " @%p12 bra  $L__BB0_8;\n"
    " mad.lo.s32  %r27, %r10, %r17, %r3;\n"
    " mul.wide.s32  %rd11, %r27, 4;\n"
    " add.s64  %rd12, %rd1, %rd11;\n"
    " ld.global.f32  %f4, [%rd12];\n"
    " st.shared.f32  [%r7+3168], %f4;\n"
    "$L__BB0_8:\n"
    " cvta.to.global.u64  %rd2, %rd3;\n"
    " bar.sync  0;\n"
    " add.s32  %r11, %r4, %r2;\n"
    " setp.ge.s32  %p13, %r11, %r18;\n"
    " add.s32  %r12, %r1, %r5;\n"
    " setp.ge.s32  %p14, %r12, %r17;\n"
    " mad.lo.s32  %r29, %r2, 132, %r21;\n"
    " shl.b32  %r30, %r5, 2;\n"
    " add.s32  %r13, %r29, %r30;\n"
    " or.pred   %p15, %p13, %p14;\n"
    " @%p15 bra  $L__BB0_10;\n"
    " ld.shared.f32  %f5, [%r13];\n"
    " mad.lo.s32  %r31, %r12, %r18, %r11;\n"
    " mul.wide.s32  %rd13, %r31, 4;\n"
    " add.s64  %rd14, %rd2, %rd13;\n"
    " st.global.f32  [%rd14], %f5;\n"
    "$L__BB0_10:\n"
    " add.s32  %r14, %r12, 8;\n"
    " setp.ge.s32  %p17, %r14, %r17;\n"
    " or.pred   %p18, %p13, %p17;\n"
    " @%p18 bra  $L__BB0_12;\n"
    " ld.shared.f32  %f6, [%r13+32];\n"
    " mad.lo.s32  %r32, %r14, %r18, %r11;\n"
    " mul.wide.s32  %rd15, %r32, 4;\n"
    " add.s64  %rd16, %rd2, %rd15;\n"
    " st.global.f32  [%rd16], %f6;\n"
    "$L__BB0_12:\n"
    " add.s32  %r15, %r12, 16;\n"
    " setp.ge.s32  %p20, %r15, %r17;\n"
    " or.pred   %p21, %p13, %p20;\n"
    " @%p21 bra  $L__BB0_14;\n"
    " ld.shared.f32  %f7, [%r13+64];\n"
    " mad.lo.s32  %r33, %r15, %r18, %r11;\n"
    " mul.wide.s32  %rd17, %r33, 4;\n"
    " add.s64  %rd18, %rd2, %rd17;\n"
    " st.global.f32  [%rd18], %f7;\n"
    "$L__BB0_14:\n"
    " add.s32  %r16, %r12, 24;\n"
    " setp.ge.s32  %p23, %r16, %r17;\n"
    " or.pred   %p24, %p13, %p23;\n"
    " @%p24 bra  $L__BB0_16;\n"
    " ld.shared.f32  %f8, [%r13+96];\n"
    " mad.lo.s32  %r34, %r16, %r18, %r11;\n"
    " mul.wide.s32  %rd19, %r34, 4;\n"
    " add.s64  %rd20, %rd2, %rd19;\n"
    " st.global.f32  [%rd20], %f8;\n"
    "$L__BB0_16:\n"
    " ret;\n"
    "}\n";
/* clang-format on */

static void fail(const char *what, const struct tw_error *error)
{
    fprintf(stderr, "%s: %s\n", what, error->message);
    exit(1);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct matrices {
    struct tw_machine *machine;
    const struct tw_sim_function *function;
    uint64_t in, out;
    uint32_t side;
};

static uint32_t *words(const struct matrices *m, uint64_t address)
{
    return tw_machine_memory(m->machine, address, (uint64_t)m->side * m->side * 4);
}

static void check(const struct matrices *m)
{
    const uint32_t *in = words(m, m->in), *out = words(m, m->out);
    for (uint32_t y = 0; y < m->side; y++) {
        for (uint32_t x = 0; x < m->side; x++) {
            if (out[(size_t)x * m->side + y] == in[(size_t)y * m->side + x]) continue;
            fprintf(stderr, "wrong at row %u, column %u\n", y, x);
            exit(1);
        }
    }
}

/* The best of three launches. */
static void measure(const struct matrices *m, unsigned threads)
{
    struct {
        uint64_t out, in;
        uint32_t width, height;
    } parameters = {m->out, m->in, m->side, m->side};
    struct tw_sim_launch launch = {.function = m->function,
                                   .grid = {m->side / 32, m->side / 32, 1},
                                   .block = {32, 8, 1},
                                   .parameters = &parameters,
                                   .parameter_bytes = sizeof parameters,
                                   .threads = threads};
    struct tw_sim_report report;
    struct tw_error error = TW_ERROR_INIT;
    enum tw_sim_fault fault;
    double best = 1e30;
    for (unsigned run = 0; run < 3; run++) {
        double start = seconds();
        if (tw_sim_launch(m->machine, &launch, &report, &fault, &error)) fail("launch", &error);
        double took = seconds() - start;
        if (took < best) best = took;
    }
    check(m);
    double millions = (double)report.warp_instructions * 1e-6;
    printf("%5ux%-5u %8u %8u %10.2f %9.2f %12.1f %16.1f\n", m->side, m->side, launch.grid[0] * launch.grid[1],
           threads, millions, best * 1e3, millions / best, millions / best / threads);
}

static void run_side(struct matrices *m, uint32_t side, unsigned cores)
{
    m->side = side;
    m->in = tw_machine_alloc(m->machine, (uint64_t)side * side * 4);
    m->out = tw_machine_alloc(m->machine, (uint64_t)side * side * 4);
    uint32_t *in = m->in && m->out ? words(m, m->in) : NULL;
    if (!in) exit(1);
    for (size_t i = 0; i < (size_t)side * side; i++) in[i] = (uint32_t)i * 2654435761u;
    for (unsigned threads = 1; threads <= cores; threads *= 2) measure(m, threads);
    tw_machine_release(m->machine, m->in);
    tw_machine_release(m->machine, m->out);
}

int main(void)
{
    struct matrices m = {.machine = tw_machine_new(tw_target_find(90))};
    struct tw_sim_module *module;
    struct tw_error error = TW_ERROR_INIT;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!m.machine) return 1;
    if (tw_sim_module_load(m.machine, PTX, sizeof PTX, &module, &error)) fail("load", &error);
    m.function = tw_sim_module_function(module, "transpose");
    printf("padded transpose of floats, blocks of 32x8 threads\n\n");
    printf("     matrix   blocks  threads   M instr.        ms  M instr./s  M instr./s/core\n");
    for (uint32_t side = 32; side <= 4096; side *= 4) run_side(&m, side, (unsigned)(cores < 1 ? 1 : cores));
    run_side(&m, 4096, (unsigned)(cores < 1 ? 1 : cores));
    tw_sim_module_free(module);
    tw_machine_free(m.machine);
    return 0;
}
