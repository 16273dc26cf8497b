/* What the launchers of a variant take and launch, as variables of the templates of embed. */
#include "gen/text/embed_program.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include <tilewright/target.h>

#include "base/escape.h"
#include "gen/config/config.h"
#include "gen/cuda_type.h"
#include "gen/text/embed_structures.h"

#define PORTABLE_CLUSTER                                                                                     \
    8u /* blocks; more must be asked for (CUDA C++ Programming Guide, thread block clusters) */

/* The element types as parameters of a launcher in C have them: vectors are their components, 16-bit floats their bits. */
/* clang-format off */
static const char *const c_types[TW_ELEMENT_COUNT] = {
    [TW_INT8]      = "int8_t",   [TW_UINT8]     = "uint8_t",
    [TW_INT16]     = "int16_t",  [TW_UINT16]    = "uint16_t",
    [TW_INT32]     = "int32_t",  [TW_UINT32]    = "uint32_t",
    [TW_INT64]     = "int64_t",  [TW_UINT64]    = "uint64_t",
    [TW_FLOAT16]   = "uint16_t", [TW_BFLOAT16]  = "uint16_t",
    [TW_FLOAT32]   = "float",    [TW_FLOAT64]   = "double",
    [TW_INT32X2]   = "int32_t",  [TW_INT32X4]   = "int32_t",
    [TW_FLOAT32X2] = "float",    [TW_FLOAT32X4] = "float",
    [TW_FLOAT64X2] = "double",
};
static const char *const kinds[]   = {[TW_BUFFER] = "buffer", [TW_SCALAR] = "scalar", [TW_SYMBOL] = "symbol"};
static const char *const roles[]   = {[TW_ROLE_INPUT] = "input", [TW_ROLE_OUTPUT] = "output",
                                      [TW_ROLE_INOUT] = "inout", [TW_ROLE_SCRATCH] = "scratch"};
static const char *const befores[] = {[TW_BEFORE_GIVEN]  = "given",  [TW_BEFORE_ANY]  = "any",
                                      [TW_BEFORE_ZEROED] = "zeroed", [TW_BEFORE_ZERO] = "zero"};
/* clang-format on */

void tw_embed_add_foreign(struct tw_data *data, const char *key, const char *string)
{
    struct tw_text text = {0};
    if (!string) {
        tw_data_flag(data, key, false);
        return;
    }
    tw_escape_code(&text, string);
    tw_data_text(data, key, &text);
}

void tw_embed_add_comma(struct tw_data *item, size_t number, size_t count)
{
    tw_data_string(item, "comma", number + 1 < count ? "," : "");
}

/* ---- arguments ---- */

/* The scratch of a variant as one parameter. */
static struct tw_argument whole_scratch(const struct tw_shape *shape)
{
    return (struct tw_argument){.name = "scratch",
                                .kind = TW_BUFFER,
                                .role = TW_ROLE_SCRATCH,
                                .before = tw_shape_scratch_zero(shape) ? TW_BEFORE_ZERO : TW_BEFORE_ANY,
                                .element = TW_UINT8,
                                .count = tw_shape_scratch_bytes(shape),
                                .align = TW_SCRATCH_ALIGN};
}

/* The parameters of a variant's launcher: what the caller passes, then the scratch if it needs any. The list, as arguments, is the
   caller's (tw_shape_free). */
static struct tw_shape list_parameters(const struct tw_shape *shape)
{
    struct tw_shape list = {0};
    for (unsigned i = 0; i < shape->argument_count; i++) {
        if (tw_argument_is_passed(&shape->arguments[i])) tw_shape_add_argument(&list, shape->arguments[i]);
    }
    if (tw_shape_scratch_bytes(shape)) tw_shape_add_argument(&list, whole_scratch(shape));
    return list;
}

/* The number of arguments before number `end` for which `holds` is true. */
static unsigned count_before(const struct tw_shape *shape, unsigned end,
                             bool (*holds)(const struct tw_argument *))
{
    unsigned count = 0;
    for (unsigned i = 0; i < end; i++) count += holds(&shape->arguments[i]);
    return count;
}

static bool is_symbol(const struct tw_argument *argument)
{
    return argument->kind == TW_SYMBOL;
}

static bool is_no_symbol(const struct tw_argument *argument)
{
    return !is_symbol(argument);
}

unsigned tw_embed_place(const struct tw_shape *shape, unsigned argument)
{
    return count_before(shape, argument, is_no_symbol);
}

/* The name of a parameter in launchers, which have names of their own, as C++ has. */
static void add_name(const struct tw_argument *argument, struct tw_text *text)
{
    static const char *const own[] = {"stream",  "error",     "parameters", "scratch",   "result",
                                      "extents", "preferred", "config",     "attributes"};
    struct tw_text reason = {0};
    bool taken = !tw_name_accept(argument->name, &reason);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) taken |= strcmp(own[i], argument->name) == 0;
    taken |= strncmp(argument->name, "structure_", strlen("structure_")) == 0;
    tw_text_addf(text, "%s%s", argument->name, taken && tw_argument_is_passed(argument) ? "_" : "");
    tw_text_free(&reason);
}

static bool is_written(const struct tw_argument *argument)
{
    return argument->role != TW_ROLE_INPUT;
}

/* A vector by value is an array of its components in C. */
static bool is_c_array(const struct tw_argument *argument)
{
    return argument->kind == TW_SCALAR && tw_element_info(argument->element)->components > 1;
}

/* "const void *p, size_t p_bytes" */
static void add_whole(const struct tw_shape *shape, const struct tw_argument *argument, struct tw_text *text)
{
    tw_text_add(text, "const void *");
    add_name(argument, text);
    tw_text_add(text, ", size_t ");
    tw_embed_add_size_name(shape, argument, text);
}

/* "const float *in", "float scale", "const float weights[4]", "void *scratch" */
static void add_c_parameter(const struct tw_shape *shape, const struct tw_argument *argument,
                            struct tw_text *text)
{
    if (tw_embed_is_whole(argument)) {
        add_whole(shape, argument, text);
        return;
    }
    bool scratch = argument->role == TW_ROLE_SCRATCH, array = is_c_array(argument);
    bool constant = array || (argument->kind == TW_BUFFER && !is_written(argument));
    tw_text_addf(text, "%s%s %s", constant ? "const " : "", scratch ? "void" : c_types[argument->element],
                 argument->kind == TW_BUFFER ? "*" : "");
    add_name(argument, text);
    if (array) tw_text_addf(text, "[%u]", tw_element_info(argument->element)->components);
}

static void add_cuda_parameter(const struct tw_shape *shape, const struct tw_argument *argument,
                               struct tw_text *text)
{
    if (tw_embed_is_whole(argument)) {
        add_whole(shape, argument, text);
        return;
    }
    bool scratch = argument->role == TW_ROLE_SCRATCH, buffer = argument->kind == TW_BUFFER;
    tw_text_addf(text, "%s%s %s", buffer && !is_written(argument) ? "const " : "",
                 scratch ? "void" : tw_cuda_type(argument->element), buffer ? "*" : "");
    add_name(argument, text);
}

/* As a caller sees it: an empty array has no element, though its shape has one, which no launch touches. */
static struct tw_argument as_seen(const struct tw_argument *argument)
{
    struct tw_argument seen = *argument;
    if (seen.first == seen.count) seen.first = seen.count = 0;
    return seen;
}

static void describe_element(const struct tw_argument *argument, struct tw_data *data)
{
    tw_data_string(data, "element", tw_element_info(argument->element)->name);
    tw_data_number(data, "elements", (int64_t)argument->count);
    tw_data_number(data, "bytes", (int64_t)tw_argument_bytes(argument));
}

/* What is said of every buffer and scalar; `least`: what the second kernel's alignment is, or the same. */
static void describe_common(const struct tw_argument *argument, unsigned least, struct tw_data *data)
{
    const struct tw_argument seen = as_seen(argument);
    const bool zeroed = argument->before == TW_BEFORE_ZEROED && seen.count > 0;
    describe_element(&seen, data);
    tw_data_number(data, "align", argument->align);
    tw_data_number(data, "least_align", least);
    tw_data_flag(data, "prefers", least < argument->align);
    tw_data_number(data, "skipped_bytes", (int64_t)(seen.first * tw_element_info(argument->element)->bytes));
    tw_data_flag(data, "written", is_written(argument));
    tw_data_flag(data, "read", argument->role == TW_ROLE_INPUT || argument->role == TW_ROLE_INOUT);
    tw_data_flag(data, "zeroed", zeroed);
    tw_data_number(data, "zeroed_bytes", zeroed ? (int64_t)tw_argument_bytes(&seen) : 0);
}

/* The structure that the parameter is put into, or false. */
static void describe_within(const struct tw_shape *shape, const struct tw_argument *parameter,
                            struct tw_data *data)
{
    unsigned number = 0;
    while (number < shape->argument_count && strcmp(shape->arguments[number].name, parameter->name) != 0)
        number++;
    number = tw_shape_structure_of(shape, number);
    const bool is_within = number < shape->argument_count && tw_argument_is_passed(parameter);
    tw_embed_add_foreign(data, "within", is_within ? shape->arguments[number].name : NULL);
}

static void describe_parameter(const struct tw_shape *shape, const struct tw_argument *argument,
                               unsigned least, struct tw_data *data)
{
    struct tw_text name = {0}, cuda = {0}, size = {0};
    bool scratch = argument->role == TW_ROLE_SCRATCH, scalar = argument->kind == TW_SCALAR,
         whole = tw_embed_is_whole(argument);
    add_name(argument, &name);
    add_cuda_parameter(shape, argument, &cuda);
    if (whole) tw_embed_add_size_name(shape, argument, &size);
    tw_data_text(data, "buffer", &name);
    tw_data_text(data, "cuda_parameter", &cuda);
    tw_data_text(data, "size_name", &size);
    tw_data_string(data, "reference", is_c_array(argument) || whole ? "" : "&");
    tw_data_string(data, "KIND", scratch ? "SCRATCH" : scalar ? "SCALAR" : "BUFFER");
    tw_data_flag(data, "scratch", scratch);
    tw_data_flag(data, "scalar", scalar);
    tw_data_flag(data, "whole", whole);
    describe_within(shape, argument, data);
    describe_common(argument, least, data);
}

static void describe_parameters(const struct tw_shape *shape, const struct tw_shape *least,
                                struct tw_data *data)
{
    struct tw_shape parameters = list_parameters(shape), others = list_parameters(least);
    unsigned count = parameters.argument_count;
    struct tw_data list = tw_data_list(data, "buffers");
    struct tw_text declared = {0};
    bool failed = parameters.failed || others.failed;
    assert(failed || count == others.argument_count);
    bool buffers = false;
    for (unsigned i = 0; i < count && !failed; i++) {
        struct tw_data item = tw_data_item(&list);
        describe_parameter(shape, &parameters.arguments[i], others.arguments[i].align, &item);
        tw_data_number(&item, "number", i);
        tw_embed_add_comma(&item, i, count);
        tw_text_add(&declared, i ? ", " : "");
        add_c_parameter(shape, &parameters.arguments[i], &declared);
        buffers |= parameters.arguments[i].kind != TW_SCALAR;
    }
    if (failed) data->failed = true;
    tw_shape_free(&parameters);
    tw_shape_free(&others);
    tw_data_text(data, "parameters", &declared);
    tw_data_number(data, "buffer_count", count);
    tw_data_number(data, "buffer_room", count ? count : 1);
    tw_data_flag(data, "takes_parameters", count > 0);
    tw_data_flag(data, "takes_buffers", buffers);
}

/* The parameter that an argument of a grid is, or lies in: the scratch is the last. */
static unsigned parameter_of(const struct tw_shape *shape, unsigned argument)
{
    bool passed = tw_argument_is_passed(&shape->arguments[argument]);
    return count_before(shape, passed ? argument : shape->argument_count, tw_argument_is_passed);
}

/* Where a buffer is, in a wrapper in CUDA. */
void tw_embed_add_address(const struct tw_shape *shape, unsigned number, struct tw_text *text)
{
    const struct tw_argument *argument = &shape->arguments[number];
    if (argument->role == TW_ROLE_SCRATCH)
        tw_text_addf(text, "(char *)scratch + %zu", tw_shape_scratch_offset(shape, number));
    else
        add_name(argument, text);
}

/* What a scalar always is: the bytes as they lie in memory, and words that C has for them. */
static void describe_value(const struct tw_argument *argument, struct tw_data *data)
{
    const unsigned char *byte = argument->value;
    struct tw_text words = {0}, digits = {0};
    tw_data_flag(data, "fixed", byte != NULL);
    for (size_t i = 0; byte && i < argument->value_bytes; i++) tw_text_addf(&digits, "%02x", byte[i]);
    if (byte) tw_embed_add_words(byte, argument->value_bytes, 0, &words);
    tw_data_text(data, "value_words", &words);
    tw_data_text(data, "value_digits", &digits);
}

static void describe_address(const struct tw_shape *shape, unsigned number, struct tw_data *data)
{
    struct tw_text address = {0};
    tw_embed_add_address(shape, number, &address);
    tw_data_text(data, "address", &address);
}

static void describe_arguments(const char *name, const struct tw_embed_variant *variant,
                               const struct tw_shape *least, struct tw_data *data)
{
    const struct tw_shape *shape = &variant->kernel->shape;
    unsigned count = count_before(shape, shape->argument_count, is_no_symbol), number = 0;
    struct tw_data list = tw_data_list(data, "arguments");
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        bool scratch = argument->role == TW_ROLE_SCRATCH;
        if (is_symbol(argument)) continue;
        struct tw_data item = tw_data_item(&list);
        tw_data_string(&item, "argument", argument->name);
        tw_data_string(&item, "kind", kinds[argument->kind]);
        tw_data_string(&item, "role", roles[argument->role]);
        tw_data_string(&item, "before", befores[argument->before]);
        tw_data_number(&item, "parameter", parameter_of(shape, i));
        tw_data_flag(&item, "scratch", scratch);
        tw_data_number(&item, "offset", scratch ? (int64_t)tw_shape_scratch_offset(shape, i) : 0);
        describe_address(shape, i, &item);
        describe_value(argument, &item);
        tw_embed_describe_structure(name, variant, i, &item);
        tw_data_number(&item, "place", number);
        describe_common(argument, least->arguments[i].align, &item);
        tw_embed_add_comma(&item, number++, count);
    }
    tw_data_number(data, "argument_count", count);
    tw_data_flag(data, "has_arguments", count > 0);
}

void tw_embed_add_cuda_symbol(const char *name, const struct tw_kernel *kernel,
                              const struct tw_argument *symbol, struct tw_text *text)
{
    if (kernel->needs)
        tw_text_addf(text, "::%s", symbol->name);
    else
        tw_text_addf(text, "%s_kernel_%s_%s", name, kernel->name, symbol->name);
}

static void describe_symbols(const char *name, const struct tw_embed_variant *variant, struct tw_data *data)
{
    const struct tw_shape *shape = &variant->kernel->shape;
    const bool is_own = variant->kernel->needs != NULL;
    unsigned count = count_before(shape, shape->argument_count, is_symbol), number = 0;
    struct tw_data list = tw_data_list(data, "symbols");
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *symbol = &shape->arguments[i];
        struct tw_text cuda_symbol = {0};
        if (!is_symbol(symbol)) continue;
        struct tw_data item = tw_data_item(&list);
        tw_data_string(&item, "symbol", symbol->name);
        tw_embed_add_foreign(&item, "module_symbol", variant->symbols ? variant->symbols[i] : symbol->name);
        tw_data_flag(&item, "renamed", !is_own);
        tw_embed_add_cuda_symbol(name, variant->kernel, symbol, &cuda_symbol);
        tw_data_text(&item, "cuda_symbol", &cuda_symbol);
        describe_element(symbol, &item);
        tw_embed_add_comma(&item, number++, count);
    }
    tw_data_number(data, "symbol_count", count);
    tw_data_flag(data, "has_symbols", count > 0);
}

/* ---- grids ---- */

static void describe_accesses(const struct tw_prediction *predicted, struct tw_data *data)
{
    struct tw_data list = tw_data_list(data, "accesses");
    for (unsigned i = 0; i < predicted->access_count && !predicted->none; i++) {
        const struct tw_access_cost *cost = &predicted->accesses[i];
        struct tw_data access = tw_data_item(&list);
        tw_data_string(&access, "access", cost->name);
        tw_data_number(&access, "requests", (int64_t)cost->requests);
        tw_data_number(&access, "wavefronts", (int64_t)cost->wavefronts);
        tw_data_number(&access, "ideal", (int64_t)cost->ideal);
        tw_data_flag(&access, "conflicts", cost->wavefronts > cost->ideal);
    }
}

static void add_triple(struct tw_data *data, const char *key, const uint32_t side[3])
{
    tw_data_format(data, key, "%" PRIu32 ", %" PRIu32 ", %" PRIu32, side[0], side[1], side[2]);
}

/* How the names of cache configurations end in CUDA: CU_FUNC_CACHE_PREFER_L1, cudaFuncCachePreferL1. */
static const struct {
    const char *driver, *runtime;
} cache_names[] = {
    [TW_CACHE_NONE] = {"NONE", "None"},
    [TW_CACHE_SHARED] = {"SHARED", "Shared"},
    [TW_CACHE_L1] = {"L1", "L1"},
    [TW_CACHE_EQUAL] = {"EQUAL", "Equal"},
};

static void describe_grid(const struct tw_launch *launch, struct tw_data *data)
{
    const uint32_t *block = launch->block;
    tw_data_format(data, "block_text",
                   block[2] > 1 ? "%" PRIu32 "x%" PRIu32 "x%" PRIu32 : "%" PRIu32 "x%" PRIu32, block[0],
                   block[1], block[2]);
    add_triple(data, "grid", launch->grid);
    add_triple(data, "block", block);
    tw_data_number(data, "blocks", (int64_t)tw_launch_blocks(launch));
    tw_data_number(data, "dynamic_bytes", launch->dynamic_shared_bytes);
    tw_data_number(data, "shared_bytes", launch->shared_bytes);
    /* The static bytes of an own kernel may not be known. */
    tw_data_flag(data, "opt_in",
                 launch->shared_bytes > TW_STATIC_SHARED_LIMIT ||
                     (launch->entry && launch->dynamic_shared_bytes > 0));
    tw_data_number(data, "carveout", launch->carveout);
    tw_data_flag(data, "preferred", launch->carveout >= 0);
    tw_data_string(data, "cache_config", tw_cache_config_words[launch->cache_config]);
    tw_data_string(data, "CACHE", cache_names[launch->cache_config].driver);
    tw_data_string(data, "Cache", cache_names[launch->cache_config].runtime);
    tw_data_flag(data, "cached", launch->cache_config != TW_CACHE_NONE);
}

/* Blocks in clusters, or all of them resident together. */
static void describe_extended(const struct tw_launch *launch, struct tw_data *data)
{
    const uint32_t *side = launch->cluster;
    add_triple(data, "cluster", side);
    tw_data_number(data, "cluster_x", side[0]);
    tw_data_number(data, "cluster_y", side[1]);
    tw_data_number(data, "cluster_z", side[2]);
    tw_data_flag(data, "clustered", side[0] > 0);
    tw_data_flag(data, "large_cluster", (uint64_t)side[0] * side[1] * side[2] > PORTABLE_CLUSTER);
    tw_data_flag(data, "cooperative", launch->is_cooperative);
    tw_data_flag(data, "extended", side[0] || launch->is_cooperative);
}

/* What a wrapper in CUDA passes on: k_pointer{in}, k_value<float>{scale}, k_pointer{(char *)scratch + 256}, k_fixed<4>{{0x40}},
   k_whole<16>{p}, structure_2 */
static void add_cuda_value(const char *name, const struct tw_shape *shape, unsigned number,
                           struct tw_text *text)
{
    const struct tw_argument *argument = &shape->arguments[number];
    if (argument->member_count) {
        tw_text_addf(text, "structure_%u", tw_embed_place(shape, number));
        return;
    }
    if (argument->value) {
        tw_text_addf(text, "%s_fixed<%zu>{{", name, argument->value_bytes);
        tw_embed_add_words(argument->value, argument->value_bytes, 0, text);
        tw_text_add(text, "}}");
        return;
    }
    if (tw_embed_is_whole(argument))
        tw_text_addf(text, "%s_whole<%" PRIu64 ">{", name, argument->count);
    else if (argument->kind == TW_SCALAR)
        tw_text_addf(text, "%s_value<%s>{", name, tw_cuda_type(argument->element));
    else
        tw_text_addf(text, "%s_pointer{", name);
    tw_embed_add_address(shape, number, text);
    tw_text_add_char(text, '}');
}

/* The arguments of a grid: their numbers in `arguments`, and what a wrapper in CUDA writes for them. */
static void describe_passed(const char *name, const struct tw_shape *shape, const struct tw_launch *launch,
                            struct tw_data *data)
{
    struct tw_text numbers = {0}, values = {0};
    for (unsigned i = 0; i < launch->argument_count; i++) {
        const char *comma = i ? ", " : "";
        tw_text_addf(&numbers, "%s%u", comma, tw_embed_place(shape, launch->argument[i]));
        tw_text_add(&values, comma);
        add_cuda_value(name, shape, launch->argument[i], &values);
    }
    tw_data_text(data, "passed", &numbers);
    tw_data_text(data, "cuda_values", &values);
    tw_data_number(data, "passed_count", launch->argument_count);
    tw_data_flag(data, "takes", launch->argument_count > 0);
    tw_data_string(data, "next", launch->argument_count ? ", " : "");
}

/* The launches of a variant's kernel, or of its second one. */
struct grids {
    const char *name; /* of the embed */
    const struct tw_kernel *kernel;
    const char *const *entries; /* as in tw_embed_variant */
    const char *condition;      /* in a wrapper in CUDA, under which they are launched */
};

/* What the images call the entry point, and what a wrapper in CUDA does: there a parameter may have the name of somebody's own kernel. */
static void describe_entry(const struct grids *grids, unsigned number, struct tw_data *data)
{
    const struct tw_launch *launch = &grids->kernel->shape.launches[number];
    const char *own = launch->entry;
    if (own) {
        const bool is_name = *own == '_' || isalpha((unsigned char)*own);
        tw_data_string(data, "entry", grids->entries ? grids->entries[number] : own);
        tw_data_format(data, "cuda_entry", is_name ? "::%s" : "(%s)", own);
    } else {
        tw_data_format(data, "entry", "%s%s", grids->kernel->name, launch->suffix);
        tw_data_format(data, "cuda_entry", "%s_kernel_%s%s", grids->name, grids->kernel->name,
                       launch->suffix);
    }
}

/* `more` follow in the list. */
static void describe_launches(const struct grids *grids, struct tw_data *list, unsigned more)
{
    const struct tw_shape *shape = &grids->kernel->shape;
    for (unsigned i = 0; i < shape->launch_count; i++) {
        const struct tw_launch *launch = &shape->launches[i];
        struct tw_data item = tw_data_item(list);
        describe_grid(launch, &item);
        describe_extended(launch, &item);
        describe_entry(grids, i, &item);
        tw_data_string(&item, "condition", grids->condition);
        describe_passed(grids->name, shape, launch, &item);
        describe_accesses(&grids->kernel->predicted[i], &item);
        tw_data_number(&item, "ordinal", i + 1);
        tw_embed_add_comma(&item, i, shape->launch_count + more);
    }
}

/* Adds the lists of launches: the kernel's, the second kernel's, and all of both. */
static void describe_all_launches(const char *name, const struct tw_embed_variant *variant,
                                  struct tw_data *data)
{
    const struct tw_kernel *kernel = variant->kernel, *second = variant->second;
    const struct grids own = {name, kernel, variant->entries, second ? " && preferred" : ""};
    struct tw_data launches = tw_data_list(data, "launches");
    describe_launches(&own, &launches, 0);
    unsigned count = kernel->shape.launch_count, others = second ? second->shape.launch_count : 0;
    struct tw_data other = tw_data_list(data, "second_launches"), all = tw_data_list(data, "grids");
    describe_launches(&own, &all, others);
    if (second) {
        const struct grids more = {name, second, NULL, " && !preferred"};
        describe_launches(&more, &other, 0);
        describe_launches(&more, &all, 0);
    }
    tw_data_number(data, "launch_count", count);
    tw_data_number(data, "second_count", others);
    tw_data_flag(data, "second", others > 0);
    tw_data_flag(data, "several", count > 1);
    describe_entry(&own, 0, data);
}

/* ---- all of it ---- */

/* The counts of shared memory of all grids together; 0 when nothing is predicted. */
static void describe_counts(const struct tw_kernel *kernel, struct tw_data *data)
{
    struct tw_counts counts = tw_kernel_predicted(kernel);
    const char *none = tw_kernel_unpredicted(kernel);
    for (enum tw_count i = 0; i < TW_COUNT_COUNT; i++) {
        if (!(TW_KNOWN_SHARED >> i & 1u)) continue;
        tw_data_number(data, tw_count_name(i), none ? 0 : (int64_t)tw_count_value(&counts, i));
    }
    tw_data_number(data, "ideal_wavefronts", none ? 0 : (int64_t)tw_kernel_ideal(kernel));
    tw_embed_add_foreign(data, "unpredicted", none);
}

static void describe_scratch(const struct tw_shape *shape, struct tw_data *data)
{
    size_t bytes = tw_shape_scratch_bytes(shape);
    tw_data_number(data, "scratch_bytes", (int64_t)bytes);
    tw_data_flag(data, "scratch_zero", tw_shape_scratch_zero(shape));
}

void tw_embed_describe_program(const char *name, const struct tw_embed_variant *variant, struct tw_data *data)
{
    const struct tw_kernel *kernel = variant->kernel, *second = variant->second;
    const struct tw_shape *shape = &kernel->shape, *least = second ? &second->shape : shape;
    assert(shape->launch_count > 0);
    describe_arguments(name, variant, least, data);
    describe_parameters(shape, least, data);
    describe_symbols(name, variant, data);
    describe_scratch(shape, data);
    describe_grid(&shape->launches[0], data);
    describe_extended(&shape->launches[0], data);
    tw_data_number(data, "most_shared_bytes", tw_shape_shared_bytes(shape));
    describe_all_launches(name, variant, data);
    describe_counts(kernel, data);
}
