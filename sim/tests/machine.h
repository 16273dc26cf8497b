/* machine.h - what the tests below the driver API share: one machine, kernels from text, launches. */
#ifndef TESTS_SIM_MACHINE_H
#define TESTS_SIM_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "sim/exec/machine.h"

/* A kernel `k(.param .u64 out, .param .u64 in)` with these registers, `out` and `in` loaded, and tid.x in %t.
 */
#define KERNEL_HEAD                                                                                          \
    ".version 8.0\n.target sm_80\n.address_size 64\n"                                                        \
    ".extern .shared .align 16 .b8 dynamic[];\n"                                                             \
    ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"                                                \
    ".reg .b16 %h<16>;\n.reg .b32 %r<32>, %t, %b;\n.reg .b64 %d<32>, %out, %in;\n"                           \
    ".reg .f32 %f<8>;\n.reg .pred %p<8>;\n"                                                                  \
    "ld.param.u64 %out, [out];\nld.param.u64 %in, [in];\nmov.u32 %t, %tid.x;\nmov.u32 %b, %ctaid.x;\n"
#define KERNEL_TAIL  "\nret;\n}\n"
#define KERNEL(body) KERNEL_HEAD body KERNEL_TAIL

struct run {
    struct tw_machine *machine;
    struct tw_sim_module *module;
    uint64_t out, in;
    const char *name; /* of the kernel; NULL: k */
    struct tw_sim_report report;
    enum tw_sim_fault fault;
    struct tw_error error;
    unsigned number; /* third parameter, for kernels that have one; 0: `out` once more */
    unsigned grid, block, shared, threads, out_bytes, in_bytes; /* 0: 1, 32, 0, 1, 65536, 65536 */
    unsigned checks;                                            /* of enum tw_sim_check */
    uint32_t stack_bytes;                                       /* of a thread */
    uint64_t heap_bytes, print_bytes;
    double seconds;
    uint64_t steps;
    bool clear; /* out is zero, not poisoned */
    bool goes_on;
    bool weak; /* memory is, with this seed */
    uint64_t seed;
    int code;
};

/* Loads `ptx` and launches k with out (poisoned) and in (copied from `input`). */
static inline void run_kernel(struct run *run, const char *ptx, const void *input, size_t input_bytes)
{
    run->machine = tw_machine_new(tw_target_find(90));
    assert_non_null(run->machine);
    if (tw_sim_module_load(run->machine, ptx, strlen(ptx), &run->module, &run->error)) {
        fail_msg("line %u: %s\n%s", run->error.line, run->error.message, run->error.detail);
    }
    tw_machine_track(run->machine, run->checks & TW_SIM_CHECK_UNINITIALISED);
    run->out = tw_machine_alloc(run->machine, run->out_bytes ? run->out_bytes : 65536);
    run->in = tw_machine_alloc(run->machine, run->in_bytes ? run->in_bytes : 65536);
    if (run->clear) memset(tw_machine_memory(run->machine, run->out, 65536), 0, 65536);
    if (input) memcpy(tw_machine_memory(run->machine, run->in, input_bytes), input, input_bytes);
    uint64_t parameters[] = {run->out, run->in, run->number ? run->number : run->out};
    struct tw_sim_launch launch = {.function =
                                       tw_sim_module_function(run->module, run->name ? run->name : "k"),
                                   .grid = {run->grid ? run->grid : 1, 1, 1},
                                   .block = {run->block ? run->block : 32, 1, 1},
                                   .dynamic_shared_bytes = run->shared,
                                   .parameters = parameters,
                                   .parameter_bytes = sizeof parameters,
                                   .threads = run->threads ? run->threads : 1,
                                   .checks = run->checks,
                                   .seconds = run->seconds,
                                   .stack_bytes = run->stack_bytes,
                                   .steps = run->steps,
                                   .heap_bytes = run->heap_bytes,
                                   .print_bytes = run->print_bytes,
                                   .goes_on = run->goes_on,
                                   .weak = run->weak,
                                   .seed = run->seed};
    const struct tw_error *refusal = launch.function ? tw_sim_function_refusal(launch.function) : NULL;
    if (!launch.function || refusal)
        fail_msg("%s: %s", run->name, refusal ? refusal->message : "no such kernel");
    run->code = tw_sim_launch(run->machine, &launch, &run->report, &run->fault, &run->error);
}

static inline void run_free(struct run *run)
{
    tw_sim_module_free(run->module);
    tw_machine_free(run->machine);
    tw_error_free(&run->error);
    *run = (struct run){0};
}

/* The kernel ends with that fault, and a finding that has these words. Frees the run. */
static inline void expect_fault(struct run *run, const char *kernel, enum tw_sim_fault fault,
                                const char *words)
{
    run_kernel(run, kernel, NULL, 0);
    assert_int_equal(run->code, TW_FAULT);
    if (run->fault != fault || !strstr(run->report.finding, words))
        fail_msg("fault %d, no \"%s\" in: %s", run->fault, words, run->report.finding);
    run_free(run);
}

static inline const uint32_t *run_out(struct run *run)
{
    return tw_machine_memory(run->machine, run->out, 65536);
}

#endif
