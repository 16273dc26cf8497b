/* Parameters and symbols, against the PTX and the module. */
#include "runtime/given.h"

#include <stdlib.h>
#include <string.h>

#include <tilewright/occupancy.h>

#include "base/described/source_scan.h"
#include "base/text.h"
#include "runtime/compile/compile_log.h"
#include "runtime/compile/cubin.h"
#include "runtime/compile/entries.h"
#include "runtime/compile/ptx_text.h"

/* ---- parameters ---- */

static size_t bytes_of(const struct tw_argument *argument)
{
    return argument->kind == TW_BUFFER ? sizeof(CUdeviceptr)
           : argument->value           ? argument->value_bytes
                                       : tw_argument_bytes(argument);
}

/* How the source calls the kernel. */
static const char *name_of(const struct tw_kernel *kernel, const struct tw_launch *launch)
{
    return launch->entry ? launch->entry : kernel->name;
}

static int fail_count(const struct tw_kernel *kernel, const struct tw_launch *launch, unsigned taken,
                      uint32_t missing, struct tw_error *error)
{
    const unsigned given = launch->argument_count;
    struct tw_text text = {0};
    tw_text_addf(&text, "%s takes %u parameter%s, and the description gives %u", name_of(kernel, launch),
                 taken, taken == 1 ? "" : "s", given);
    for (unsigned i = 0; i < given; i++)
        tw_text_addf(&text, "%s%s", i ? ", " : " (", kernel->shape.arguments[launch->argument[i]].name);
    if (given) tw_text_add_char(&text, ')');
    if (taken > given)
        tw_text_addf(&text, ": parameter %u, of %u bytes, is missing", given + 1, missing);
    else
        tw_text_addf(&text, ": %s is one too many", kernel->shape.arguments[launch->argument[taken]].name);
    int code = text.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                           : tw_fail(error, TW_INPUT, "%s", tw_text_string(&text));
    tw_text_free(&text);
    return code;
}

/* The first member that no compiler places there: only a structure at multiples of less has members that are not at multiples of their bytes.
   NULL: all are. */
static const struct tw_structure_member *misplaced(const struct tw_shape *shape,
                                                   const struct tw_argument *structure, uint32_t align)
{
    for (unsigned i = 0; i < structure->member_count; i++) {
        const struct tw_argument *argument = &shape->arguments[structure->members[i].argument];
        const uint32_t bytes = argument->kind != TW_SCALAR ? (uint32_t)sizeof(CUdeviceptr)
                                                           : tw_element_info(argument->element)->bytes;
        if (structure->members[i].at % (bytes < align ? bytes : align)) return &structure->members[i];
    }
    return NULL;
}

/* Whether the argument has the parameter's bytes, at an alignment that the parameter has, its members too. */
static bool fits(const struct tw_shape *shape, const struct tw_argument *argument, uint32_t bytes,
                 uint32_t align)
{
    return bytes_of(argument) == bytes && !(argument->value && argument->align > align) &&
           !misplaced(shape, argument, align);
}

static int fail_size(const struct tw_kernel *kernel, const struct tw_launch *launch, unsigned number,
                     uint32_t bytes, uint32_t align, struct tw_error *error)
{
    const struct tw_argument *argument = &kernel->shape.arguments[launch->argument[number]];
    const struct tw_structure_member *member = misplaced(&kernel->shape, argument, align);
    if (bytes_of(argument) == bytes && member)
        return tw_fail(
            error, TW_INPUT,
            "parameter %u of %s is at multiples of %u bytes, and no compiler places %s at byte %u of %s",
            number + 1, name_of(kernel, launch), align, kernel->shape.arguments[member->argument].name,
            member->at, argument->name);
    if (bytes_of(argument) == bytes)
        return tw_fail(error, TW_INPUT,
                       "parameter %u of %s is at multiples of %u byte%s, and what %s holds of %u: \"at\" "
                       "says where its members are",
                       number + 1, name_of(kernel, launch), align, align == 1 ? "" : "s", argument->name,
                       argument->align);
    return tw_fail(error, TW_INPUT, "parameter %u of %s takes %u bytes, and %s%s has %zu", number + 1,
                   name_of(kernel, launch), bytes, argument->kind == TW_BUFFER ? "the address of " : "",
                   argument->name, bytes_of(argument));
}

int tw_given_parameters(const struct tw_kernel *kernel, const struct tw_image *image,
                        const struct tw_launch *launch, const char *entry, struct tw_error *error)
{
    const char *list = image->ptx ? tw_ptx_text_parameters(image->ptx, entry) : NULL;
    unsigned taken = 0, wrong = 0;
    uint32_t bytes, align, missing = 0, wrong_bytes = 0, wrong_align = 0;
    if (!list) return TW_OK;
    for (; (list = tw_ptx_text_next(list, &bytes, &align)); taken++) {
        const bool given = taken < launch->argument_count;
        if (taken == launch->argument_count) missing = bytes;
        if (!given || wrong ||
            fits(&kernel->shape, &kernel->shape.arguments[launch->argument[taken]], bytes, align))
            continue;
        wrong = taken + 1;
        wrong_bytes = bytes;
        wrong_align = align;
    }
    if (taken != launch->argument_count) return fail_count(kernel, launch, taken, missing, error);
    return wrong ? fail_size(kernel, launch, wrong - 1, wrong_bytes, wrong_align, error) : TW_OK;
}

/* ---- blocks ---- */

int tw_given_static(const char *ptx, const char *entry, const char *name, struct tw_error *error)
{
    const uint32_t shared = tw_ptx_text_shared(ptx, entry);
    return shared > TW_STATIC_SHARED_LIMIT ? tw_fail_static(name, shared, error) : TW_OK;
}

#define CONSTANT_LIMIT 65536u /* CUDA C++ Programming Guide, every compute capability */

int tw_given_constant(uint64_t bytes, struct tw_error *error)
{
    return bytes > CONSTANT_LIMIT ? tw_fail_constant("the source", bytes, CONSTANT_LIMIT, error) : TW_OK;
}

static int check_block(const struct tw_kernel *kernel, const struct tw_image *image,
                       const struct tw_launch *launch, const char *entry, struct tw_error *error)
{
    const struct tw_target *target = tw_target_nearest(image->sm);
    const uint32_t shared = tw_ptx_text_shared(image->ptx, entry), dynamic = launch->dynamic_shared_bytes,
                   most = tw_ptx_text_threads(image->ptx, entry);
    const unsigned threads = tw_launch_threads(launch);
    const struct tw_block_needs needs = {.threads = threads,
                                         .registers =
                                             tw_cubin_registers(image->cubin, image->cubin_bytes, entry),
                                         .carveout = -1};
    const char *name = name_of(kernel, launch);
    const int code = tw_given_static(image->ptx, entry, name, error);
    if (code) return code;
    if ((uint64_t)shared + dynamic > target->shared_per_block)
        return tw_fail(error, TW_TOO_LARGE,
                       "%s has %u bytes of static and %u of dynamic shared memory, and %u are the limit",
                       name, shared, dynamic, target->shared_per_block);
    if (most && threads > most)
        return tw_fail(error, TW_TOO_LARGE, "a block has %u threads, and the launch bounds of %s allow %u",
                       threads, name, most);
    if (tw_occupancy(target, &needs).blocks[TW_LIMIT_REGISTERS] == 0)
        return tw_fail(
            error, TW_TOO_LARGE,
            "%u threads of %s take %u registers each, and a block has %u; __launch_bounds__ makes them fewer",
            threads, name, needs.registers, target->registers_per_block);
    return TW_OK;
}

int tw_given_room(const struct tw_kernel *kernel, const struct tw_image *image, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < kernel->shape.launch_count && image->ptx && !code; i++) {
        struct tw_text entry = {0};
        const bool known = tw_launch_entry(image, kernel, &kernel->shape.launches[i], &entry);
        if (entry.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
        if (!code && known)
            code = check_block(kernel, image, &kernel->shape.launches[i], tw_text_string(&entry), error);
        tw_text_free(&entry);
    }
    return code;
}

/* ---- symbols ---- */

/* A variable that the text names may have been left out by the compiler, as nobody reads it. */
static bool is_in_source(const struct tw_kernel *kernel, const char *name)
{
    const char *last = strrchr(name, ':');
    const size_t length = strlen(last ? ++last : (last = name));
    for (const char *at = kernel->source; *at;) {
        const size_t word = tw_source_word(at);
        if (word == length && memcmp(at, last, length) == 0) return true;
        at += word ? word : 1;
    }
    return false;
}

int tw_given_address(const struct tw_kernel *kernel, unsigned number, struct tw_error *error)
{
    if (tw_shape_structure_of(&kernel->shape, number) == kernel->shape.argument_count) return TW_OK;
    return tw_fail(error, TW_INPUT, "no kernel of %s reads the variable %s, which has no address then",
                   kernel->template_name ? kernel->template_name : kernel->name,
                   kernel->shape.arguments[number].name);
}

/* Only the kernel that is checked has an expectation: a reference takes of the symbols what it has. */
static int fail_missing(const struct tw_kernel *kernel, unsigned number, struct tw_error *error)
{
    const char *headers = kernel->needs->headers, *name = kernel->shape.arguments[number].name;
    const int code = kernel->expectation ? tw_given_address(kernel, number, error) : TW_OK;
    if (code) return code;
    if (!kernel->expectation || is_in_source(kernel, name) || (headers && *headers)) return TW_OK;
    return tw_fail(error, TW_INPUT, "%s has no __constant__ or __device__ variable %s",
                   kernel->template_name ? kernel->template_name : kernel->name, name);
}

static int find_symbol(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_image *image,
                       unsigned number, struct tw_loaded *loaded, struct tw_error *error)
{
    const struct tw_argument *argument = &kernel->shape.arguments[number];
    const size_t bytes = tw_argument_bytes(argument);
    struct tw_text name = {0};
    size_t room = 0;
    if (kernel->needs && !tw_ptx_text_variable(image->ptx, argument->name, &name))
        return fail_missing(kernel, number, error);
    if (!kernel->needs) tw_text_add(&name, argument->name);
    int code = name.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                           : TW_CALL(&device->driver, error, cuModuleGetGlobal_v2, &loaded->symbol[number],
                                     &room, loaded->module, name.data);
    tw_text_free(&name);
    if (code || room == bytes || (kernel->needs && room > bytes)) return code;
    return tw_fail(error, kernel->needs ? TW_INPUT : TW_DRIVER,
                   "symbol %s has %zu bytes, and %zu were expected", argument->name, room, bytes);
}

int tw_given_symbols(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_image *image,
                     struct tw_loaded *loaded, struct tw_error *error)
{
    const unsigned count = kernel->shape.argument_count;
    loaded->symbol = calloc(count ? count : 1, sizeof *loaded->symbol);
    int code = loaded->symbol ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < count && !code; i++) {
        if (kernel->shape.arguments[i].kind == TW_SYMBOL)
            code = find_symbol(device, kernel, image, i, loaded, error);
    }
    return code;
}
