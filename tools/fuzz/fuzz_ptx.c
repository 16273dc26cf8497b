/* PTX text: parsed, decoded, and every kernel run for a short while
 * on one warp and a bit, without checks and with all, with pointers for parameters. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"
#include "sim/exec/execute.h"

#define BUFFER 4096u

static void launch(struct tw_machine *machine, const struct tw_sim_function *function, uint64_t buffer,
                   unsigned checks)
{
    uint32_t bytes = function->program.function->parameter_bytes;
    uint64_t *parameters = malloc(bytes + 8);
    if (!parameters) return;
    for (uint32_t i = 0; i <= bytes / 8; i++) parameters[i] = buffer + 64 * i;
    struct tw_sim_launch launch = {.function = function,
                                   .grid = {2, 1, 1},
                                   .block = {33, 1, 1},
                                   .dynamic_shared_bytes = 256,
                                   .parameters = parameters,
                                   .parameter_bytes = bytes,
                                   .threads = 1,
                                   .checks = checks,
                                   .seconds = 1e-4};
    const uint32_t *required = function->program.function->required;
    for (unsigned i = 0; required[0] && i < 3; i++) launch.block[i] = required[i];
    struct tw_sim_report report;
    enum tw_sim_fault fault;
    tw_sim_launch(machine, &launch, &report, &fault, NULL);
    free(parameters);
}

bool fuzz_one(const uint8_t *data, size_t size)
{
    struct tw_machine *machine = tw_machine_new(tw_target_find(90));
    struct tw_sim_module *module = NULL;
    struct tw_error error = TW_ERROR_INIT;
    if (!machine) return false;
    tw_machine_track(machine, true);
    uint64_t buffer = tw_machine_alloc(machine, BUFFER);
    bool taken = tw_sim_module_load(machine, (const char *)data, size, &module, &error) == TW_OK;
    for (size_t i = 0; module && i < module->function_count; i++) {
        const struct tw_program *program = &module->functions[i].program;
        if (!program->function || tw_sim_function_refusal(&module->functions[i]))
            continue; /* no kernel, or unknown */
        uint64_t memory = (uint64_t)program->register_bytes + program->local_bytes * 32;
        if (memory >= (uint64_t)1 << 22) continue;
        launch(machine, &module->functions[i], buffer, 0);
        launch(machine, &module->functions[i], buffer, TW_SIM_CHECK_ALL);
    }
    tw_sim_module_free(module);
    tw_machine_free(machine);
    tw_error_free(&error);
    return taken;
}
