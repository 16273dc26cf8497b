/* A loaded module: its IR, its variables in the machine's memory, its kernels decoded. */
#include "sim/exec/program.h"

#include <stdlib.h>
#include <string.h>

static bool has_address(const struct tw_ptx_variable *variable)
{
    return variable->space == TW_PTX_GLOBAL || variable->space == TW_PTX_CONST;
}

/* Managed ones lie where the program itself reaches them. */
static unsigned char *place(struct tw_machine *machine, uint64_t *address, uint64_t bytes, bool is_managed)
{
    *address =
        is_managed ? (uintptr_t)tw_machine_alloc_host(machine, bytes) : tw_machine_alloc(machine, bytes);
    return tw_machine_memory(machine, *address, bytes);
}

/* Variables without an initialiser are zero (PTX ISA, "Initializers"). */
static int place_variables(struct tw_sim_module *module, struct tw_error *error)
{
    module->addresses = calloc(module->ptx->variable_count + 1, sizeof *module->addresses);
    if (!module->addresses) return tw_fail(error, TW_MEMORY, "out of memory while loading a module");
    for (size_t i = 0; i < module->ptx->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->ptx->variables[i];
        if (!has_address(variable)) continue;
        if (variable->opaque) {
            const struct tw_view view = {.surface = variable->opaque == TW_PTX_SURFACE};
            module->addresses[i] = tw_views_add(module->machine, &view);
            if (!module->addresses[i])
                return tw_fail(error, TW_MEMORY, "out of memory while loading a module");
            continue;
        }
        uint64_t bytes = variable->bytes ? variable->bytes : 1;
        unsigned char *memory = place(module->machine, &module->addresses[i], bytes, variable->is_managed);
        if (!memory) return tw_fail(error, TW_MEMORY, "no memory for the variable %s", variable->name);
        memset(memory, 0, bytes);
        if (variable->initial) memcpy(memory, variable->initial, variable->bytes);
    }
    return TW_OK;
}

/* The bits of an address that a relocation asks for. */
static void relocate(const struct tw_sim_module *module, unsigned char *initial,
                     const struct tw_ptx_relocation *relocation)
{
    uint64_t begin = relocation->is_function ? module->code_base + TW_FUNCTION_BYTES * relocation->variable
                                             : module->addresses[relocation->variable];
    uint64_t address = begin + (uint64_t)relocation->addend;
    if (relocation->mask)
        address = (address & relocation->mask) / (relocation->mask & (0 - relocation->mask));
    memcpy(initial + relocation->offset, &address, relocation->bytes);
}

static void relocate_all(const struct tw_sim_module *module)
{
    for (size_t i = 0; i < module->ptx->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->ptx->variables[i];
        unsigned char *initial = tw_machine_memory(module->machine, module->addresses[i], variable->bytes);
        for (size_t k = 0; k < variable->relocation_count; k++)
            relocate(module, initial, &variable->relocations[k]);
    }
}

/* What cannot run here is kept with its reason: the module's other kernels run. */
static int decode_function(struct tw_sim_function *function, const struct tw_ptx_function *ptx)
{
    const struct tw_ptx_refusal *refusal = ptx->refusal;
    const struct tw_sim_module *module = function->module;
    if (!refusal) {
        return tw_program_make(&function->program, module->machine->handlers, module->ptx, ptx,
                               module->addresses, module->code_base, &function->refusal);
    }
    tw_fail_at(&function->refusal, TW_UNSUPPORTED, "<ptx>", refusal->line, refusal->column, "%s",
               refusal->message);
    tw_error_add_detail(&function->refusal, refusal->detail);
    return TW_UNSUPPORTED;
}

static bool is_kernel(const struct tw_ptx_function *function)
{
    return function->is_entry && (function->is_defined || function->refusal);
}

static int decode_functions(struct tw_sim_module *module, struct tw_error *error)
{
    const struct tw_ptx_module *ptx = module->ptx;
    module->functions = calloc(ptx->function_count + 1, sizeof *module->functions);
    if (!module->functions) return tw_fail(error, TW_MEMORY, "out of memory while loading a module");
    for (; module->function_count < ptx->function_count; module->function_count++) {
        struct tw_sim_function *function = &module->functions[module->function_count];
        function->module = module;
        if (!is_kernel(&ptx->functions[module->function_count])) continue;
        int code = decode_function(function, &ptx->functions[module->function_count]);
        if (code && code != TW_UNSUPPORTED) {
            tw_fail(error, code, "%s", function->refusal.message);
            tw_error_free(&function->refusal);
            return code;
        }
    }
    return TW_OK;
}

int tw_sim_module_load(struct tw_machine *machine, const char *ptx, size_t length,
                       struct tw_sim_module **module, struct tw_error *error)
{
    *module = NULL;
    struct tw_sim_module *loaded = calloc(1, sizeof *loaded);
    if (!loaded) return tw_fail(error, TW_MEMORY, "out of memory while loading a module");
    loaded->machine = machine;
    int code = tw_ptx_parse(ptx, length, &loaded->ptx, error);
    if (!code) code = place_variables(loaded, error);
    if (!code) loaded->code_base = TW_CODE_WINDOW + TW_FUNCTION_BYTES * (machine->functions + 1);
    if (!code) machine->functions += loaded->ptx->function_count;
    if (!code) relocate_all(loaded);
    if (!code) code = decode_functions(loaded, error);
    if (code) {
        tw_sim_module_free(loaded);
    } else {
        *module = loaded;
    }
    return code;
}

void tw_sim_module_free(struct tw_sim_module *module)
{
    if (!module) return;
    for (size_t i = 0; i < module->function_count; i++) {
        tw_program_free(&module->functions[i].program);
        tw_error_free(&module->functions[i].refusal);
    }
    for (size_t i = 0; module->addresses && i < module->ptx->variable_count; i++) {
        if (module->ptx->variables[i].opaque) {
            tw_views_drop(module->machine, module->addresses[i]);
        } else if (module->addresses[i]) {
            tw_machine_release(module->machine, module->addresses[i]);
        }
    }
    free(module->functions);
    free(module->addresses);
    tw_ptx_free(module->ptx);
    free(module);
}

const struct tw_sim_function *tw_sim_module_function(const struct tw_sim_module *module, const char *name)
{
    for (size_t i = 0; i < module->function_count; i++) {
        const struct tw_ptx_function *function = &module->ptx->functions[i];
        if (is_kernel(function) && strcmp(function->name, name) == 0) return &module->functions[i];
    }
    return NULL;
}

const struct tw_error *tw_sim_function_refusal(const struct tw_sim_function *function)
{
    return function->refusal.code ? &function->refusal : NULL;
}

size_t tw_sim_module_function_count(const struct tw_sim_module *module)
{
    return module->function_count;
}

const struct tw_sim_function *tw_sim_module_function_at(const struct tw_sim_module *module, size_t i)
{
    return is_kernel(&module->ptx->functions[i]) ? &module->functions[i] : NULL;
}

bool tw_sim_module_global(const struct tw_sim_module *module, const char *name, uint64_t *address,
                          uint64_t *bytes, bool *is_managed)
{
    for (size_t i = 0; i < module->ptx->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->ptx->variables[i];
        if (!module->addresses[i] || variable->opaque || strcmp(variable->name, name) != 0) continue;
        *address = module->addresses[i];
        *bytes = variable->bytes;
        *is_managed = variable->is_managed;
        return true;
    }
    return false;
}

uint64_t tw_sim_module_reference(const struct tw_sim_module *module, const char *name, bool surface)
{
    const enum tw_ptx_opaque wanted = surface ? TW_PTX_SURFACE : TW_PTX_TEXTURE;
    for (size_t i = 0; i < module->ptx->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->ptx->variables[i];
        if (variable->opaque == wanted && strcmp(variable->name, name) == 0) return module->addresses[i];
    }
    return 0;
}

/* What the driver would reserve for each thread: the kernel's .local variables and what its calls need. */
static uint32_t local_bytes(const struct tw_program *program)
{
    return program->routine_count ? program->routines->local_bytes + program->stack_need : 0;
}

unsigned tw_sim_register_limit(unsigned asked)
{
    return !asked || asked > 255 ? 255 : asked < 24 ? 24 : asked;
}

/* What ptxas -maxrregcount says counts for kernels that say neither how many registers nor how many threads they have. */
static unsigned most_registers(const struct tw_sim_function *function)
{
    const struct tw_ptx_function *ptx = function->program.function;
    unsigned asked = ptx->max_threads ? 0 : function->module->most_registers;
    if (ptx->most_registers) return ptx->most_registers < 255 ? ptx->most_registers : 255;
    return tw_sim_register_limit(asked);
}

/* Not fewer than ptxas gives a kernel without instructions, nor more than the kernel allows. */
static unsigned registers_of(const struct tw_sim_function *function)
{
    const unsigned least = 4, most = most_registers(function), declared = function->program.register_count;
    return declared > most ? most : declared < least ? least : declared;
}

void tw_sim_module_limit_registers(struct tw_sim_module *module, unsigned most)
{
    module->most_registers = most;
}

struct tw_sim_function_info tw_sim_function_info(const struct tw_sim_function *function)
{
    const struct tw_program *program = &function->program;
    const struct tw_ptx_function *ptx = program->function;
    return (struct tw_sim_function_info){
        .name = ptx->name,
        .parameter_count = (unsigned)ptx->parameter_count,
        .static_shared_bytes = program->static_shared,
        .local_bytes = local_bytes(program),
        .const_bytes = program->const_bytes,
        .registers = registers_of(function),
        .max_threads = ptx->max_threads ? ptx->max_threads : TW_MAX_BLOCK_THREADS,
        .cluster = {ptx->cluster[0], ptx->cluster[1], ptx->cluster[2]},
        .explicit_cluster = ptx->explicit_cluster,
        .most_in_cluster = ptx->most_in_cluster,
        .sm = function->module->ptx->sm,
    };
}

void tw_sim_function_parameter(const struct tw_sim_function *function, unsigned i, uint32_t *offset,
                               uint32_t *bytes)
{
    *offset = function->program.function->parameters[i].offset;
    *bytes = function->program.function->parameters[i].bytes;
}
