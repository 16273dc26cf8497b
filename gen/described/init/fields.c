/* Which fields a kernel's description begins with, their values, and the block and grid made of them: guesses from names. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gen/cuda_type.h"
#include "gen/described/init/starter.h"

/* ---- types ---- */

/* What CUDA C++ calls what is an element here: `times` of them. */
static const struct {
    const char *type, *element;
    unsigned times;
} types[] = {{"float", "float32", 1},
             {"double", "float64", 1},
             {"half", "float16", 1},
             {"__half", "float16", 1},
             {"half2", "float16", 2},
             {"__half2", "float16", 2},
             {"nv_bfloat16", "bfloat16", 1},
             {"__nv_bfloat16", "bfloat16", 1},
             {"__nv_bfloat162", "bfloat16", 2},
             {"char", "int8", 1},
             {"signed char", "int8", 1},
             {"int8_t", "int8", 1},
             {"unsigned char", "uint8", 1},
             {"uchar", "uint8", 1},
             {"uint8_t", "uint8", 1},
             {"bool", "uint8", 1},
             {"uchar4", "uint8", 4},
             {"char4", "int8", 4},
             {"short", "int16", 1},
             {"int16_t", "int16", 1},
             {"short2", "int16", 2},
             {"unsigned short", "uint16", 1},
             {"ushort", "uint16", 1},
             {"uint16_t", "uint16", 1},
             {"ushort2", "uint16", 2},
             {"ushort4", "uint16", 4},
             {"int", "int32", 1},
             {"signed", "int32", 1},
             {"signed int", "int32", 1},
             {"int32_t", "int32", 1},
             {"unsigned", "uint32", 1},
             {"unsigned int", "uint32", 1},
             {"uint", "uint32", 1},
             {"uint32_t", "uint32", 1},
             {"uint2", "uint32", 2},
             {"uint3", "uint32", 3},
             {"uint4", "uint32", 4},
             {"int3", "int32", 3},
             {"long", "int64", 1},
             {"long int", "int64", 1},
             {"long long", "int64", 1},
             {"long long int", "int64", 1},
             {"int64_t", "int64", 1},
             {"ptrdiff_t", "int64", 1},
             {"ssize_t", "int64", 1},
             {"unsigned long", "uint64", 1},
             {"size_t", "uint64", 1},
             {"unsigned long long", "uint64", 1},
             {"unsigned long long int", "uint64", 1},
             {"uint64_t", "uint64", 1},
             {"int2", "int32x2", 1},
             {"int4", "int32x4", 1},
             {"float2", "float32x2", 1},
             {"float3", "float32", 3},
             {"float4", "float32x4", 1},
             {"double2", "float64x2", 1},
             {"double3", "float64", 3},
             {"double4", "float64", 4},
             {"cuComplex", "float32x2", 1},
             {"cuFloatComplex", "float32x2", 1},
             {"cuDoubleComplex", "float64x2", 1}};

#define ALIASES 4u /* of each other, and structures in structures */

const char *tw_cuda_element(const struct tw_cuda_plan *plan, const char *type, unsigned *times)
{
    const struct tw_cuda_kernel *kernel = plan->kernel;
    *times = 1;
    for (unsigned i = 0; i < kernel->template_count; i++) {
        if (kernel->templates[i].is_type && strcmp(kernel->templates[i].name, type) == 0) return type;
    }
    for (unsigned depth = 0; depth < ALIASES && type; depth++) {
        if (strncmp(type, "std::", 5) == 0) type += 5;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            if (strcmp(types[i].type, type) != 0) continue;
            *times = types[i].times;
            return types[i].element;
        }
        type = tw_cuda_alias(plan->source, type);
    }
    return NULL;
}

bool tw_cuda_is_integer(const struct tw_cuda_plan *plan, const struct tw_cuda_parameter *parameter)
{
    unsigned times;
    const char *element = parameter->is_pointer ? NULL : tw_cuda_element(plan, parameter->type, &times);
    return element && times == 1 && strstr(element, "int") && !strchr(element, 'x');
}

/* ---- names ---- */

/* Whether the name holds the word, in letters of any case. */
static bool has(const char *name, const char *word)
{
    for (; *name; name++) {
        size_t i = 0;
        while (word[i] && tolower((unsigned char)name[i]) == word[i]) i++;
        if (!word[i]) return true;
    }
    return false;
}

static bool has_one_of(const char *name, const char *const *words)
{
    for (; *words; words++) {
        if (has(name, *words)) return true;
    }
    return false;
}

static bool is_word(const char *name, const char *const *words)
{
    for (; *words; words++) {
        if (has(name, *words) && strlen(name) == strlen(*words)) return true;
    }
    return false;
}

const char *tw_cuda_field_name(struct tw_cuda_plan *plan, const char *name)
{
    static const char *const taken[] = {"name",  "and",          "or",     "not",      "true",
                                        "false", "turn",         "index",  "sm",       "multiprocessors",
                                        "warp",  "shared_limit", "min",    "max",      "abs",
                                        "gcd",   "log2",         "sizeof", "ceil_div", NULL};
    struct tw_text text = {0};
    for (unsigned i = 0; taken[i]; i++) {
        if (strcmp(taken[i], name) != 0) continue;
        tw_text_addf(&text, "%s_value", name);
        const char *kept = tw_arena_string(&plan->source->arena, tw_text_string(&text), text.length);
        tw_text_free(&text);
        plan->failed |= !kept;
        return kept ? kept : name;
    }
    return name;
}

/* The dimension that the name's end tells: BX, BLOCK_Y, block_size_z; -1: none. */
static int dimension_of(const char *name)
{
    const char last = (char)tolower((unsigned char)name[strlen(name) - 1]);
    return strlen(name) > 1 && last >= 'x' && last <= 'z' ? last - 'x' : -1;
}

static bool is_block(const char *name)
{
    static const char *const words[] = {"block",   "thread",    "bdim",       "blk",
                                        "wg_size", "workgroup", "work_group", NULL},
                             *const whole[] = {"bx", "by", "bz", "tx", "ty", "tbx", "tby", "tbz", NULL};
    return has_one_of(name, words) && !has(name, "per_thread") ? true : is_word(name, whole);
}

static bool is_tile(const char *name)
{
    static const char *const words[] = {"tile", NULL};
    return has_one_of(name, words);
}

/* ---- values ---- */

static void set_values(struct tw_cuda_field *field, int64_t a, int64_t b, int64_t c, unsigned count)
{
    field->values[0] = field->fallback = a;
    field->values[1] = b;
    field->values[2] = c;
    field->count = count;
}

/* A power of two with its neighbours, another number alone. */
static void set_around(struct tw_cuda_field *field, int64_t usual)
{
    const bool is_power = usual >= 1 && usual <= 512 && (usual & (usual - 1)) == 0;
    if (!is_power)
        set_values(field, usual, 0, 0, 1);
    else if (usual == 1)
        set_values(field, 1, 2, 4, 3);
    else
        set_values(field, usual / 2, usual, usual * 2, 3);
    field->fallback = usual;
}

static bool read_number(const char *text, int64_t *value)
{
    char *end;
    if (!text) return false;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        *value = text[0] == 't';
        return true;
    }
    *value = strtoll(text, &end, 0);
    return end != text && end[strspn(end, "uUlL")] == '\0';
}

static void guess_values(struct tw_cuda_field *field, const char *fallback, bool is_switch,
                         unsigned dimensions)
{
    static const char *const switches[] = {"use_", "enable", "pad", "prefetch", "with_", "flag", NULL},
                             *const factors[] = {"unroll",  "per_thread", "items",    "factor", "vec",
                                                 "coarsen", "warps",      "rows_per", "stages", NULL};
    const int dimension = dimension_of(field->name);
    int64_t usual = 2;
    const bool is_small = read_number(fallback, &usual) && usual >= 0 && usual <= 1;
    if (is_switch || usual == 0 || ((!fallback || is_small) && has_one_of(field->name, switches))) {
        set_values(field, 0, 1, 0, 2);
        if (is_small) field->fallback = usual;
    } else if (read_number(fallback, &usual))
        set_around(field, usual);
    else if (has_one_of(field->name, factors) || strncmp(field->name, "tile_size_", 10) == 0)
        set_values(field, 1, 2, 4, 3);
    else if (has(field->name, "radius"))
        set_values(field, 1, 0, 0, 1);
    else if (is_block(field->name) && dimension > 0)
        set_values(field, 2, 4, 8, 3);
    else if (is_block(field->name) && dimensions < 2)
        set_values(field, 64, 128, 256, 3);
    else if (is_block(field->name) && dimension == 0)
        set_values(field, 16, 32, 64, 3);
    else
        set_values(field, 8, 16, 32, 3);
    if (field->count == 3 && !fallback) field->fallback = field->values[1];
}

/* The numbers that conditions compare it with, if they are several; else a guess by its name. */
static void guess_macro(struct tw_cuda_field *field, const struct tw_cuda_macro *macro, unsigned dimensions)
{
    int64_t usual = 0;
    guess_values(field, macro->fallback, macro->is_condition, dimensions);
    if (macro->is_small && !macro->fallback) {
        set_values(field, 1, 2, 4, 3);
        field->fallback = 2;
    }
    if (macro->may_be_zero && field->count < TW_CUDA_COMPARED && field->values[0] > 0) {
        memmove(field->values + 1, field->values, field->count++ * sizeof *field->values);
        field->values[0] = 0;
    }
    if (macro->compared_count < 2) return;
    field->count = macro->compared_count;
    memcpy(field->values, macro->compared, sizeof macro->compared);
    field->fallback = field->values[0];
    const bool given = read_number(macro->fallback, &usual);
    for (unsigned i = 0; i < field->count; i++) {
        if (given && field->values[i] == usual) field->fallback = usual;
    }
}

int64_t tw_cuda_macro_default(const struct tw_cuda_macro *macro)
{
    struct tw_cuda_field field = {.name = macro->name};
    guess_macro(&field, macro, 2);
    return field.fallback;
}

/* ---- fields ---- */

/* Whether token `i` is in the body of another kernel. */
static bool is_elsewhere(const struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel, size_t i)
{
    for (size_t k = 0; k < source->kernel_count; k++) {
        if (&source->kernels[k] != kernel && i >= source->kernels[k].begin && i < source->kernels[k].end)
            return true;
    }
    return false;
}

/* How many dimensions the kernel's threads and blocks have, by what its body, and functions that it may call, ask for. */
static unsigned count_dimensions(const struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel)
{
    unsigned dimensions = 1;
    for (size_t i = 0; i + 2 < source->token_count; i++) {
        const bool asks = tw_cuda_is(source, i, "threadIdx") || tw_cuda_is(source, i, "blockIdx") ||
                          tw_cuda_is(source, i, "blockDim");
        if (!asks || !tw_cuda_is(source, i + 1, ".") || is_elsewhere(source, kernel, i)) continue;
        if (tw_cuda_is(source, i + 2, "y") && dimensions < 2) dimensions = 2;
        if (tw_cuda_is(source, i + 2, "z")) dimensions = 3;
    }
    return dimensions;
}

static struct tw_cuda_field *add(struct tw_cuda_field *fields, unsigned *count, const char *name)
{
    for (unsigned i = 0; i < *count; i++) {
        if (strcmp(fields[i].name, name) == 0) return &fields[i];
    }
    if (*count == TW_CUDA_FIELDS) return NULL;
    struct tw_cuda_field *field = &fields[(*count)++];
    *field = (struct tw_cuda_field){.name = name};
    return field;
}

static void add_size(struct tw_cuda_plan *plan, const char *name)
{
    if (plan->size_count < 3) plan->sizes[plan->size_count++] = name;
}

/* A macro that says how much is computed, where no parameter does. */
static bool is_size_macro(const struct tw_cuda_macro *macro)
{
    static const char *const words[] = {"n",      "m",    "k",    "w",  "h",  "width", "height", "size",
                                        "length", "cols", "rows", "nx", "ny", "nz",    NULL};
    return !macro->is_condition && is_word(macro->name, words);
}

/* A field for a number that is passed; members of structures are such, too. */
static void plan_number(struct tw_cuda_plan *plan, const struct tw_cuda_parameter *parameter, unsigned depth)
{
    struct tw_cuda_structure structure;
    unsigned times;
    const char *element = parameter->is_pointer ? "" : tw_cuda_element(plan, parameter->type, &times);
    if (!element && depth < ALIASES && tw_cuda_read_structure(plan->source, parameter->type, &structure)) {
        for (size_t i = 0; i < structure.member_count; i++) {
            if (structure.members[i].count == 1) plan_number(plan, &structure.members[i].of, depth + 1);
        }
    }
    if (!element || !*element || times > 1 || strchr(element, 'x')) return;
    struct tw_cuda_field *field =
        add(plan->problem, &plan->problem_count, tw_cuda_field_name(plan, parameter->name));
    if (!field || field->count) return;
    field->is_real = !tw_cuda_is_integer(plan, parameter);
    set_values(field, 1, 0, 0, 1);
    if (!field->is_real && !strstr(element, "int8")) add_size(plan, field->name);
}

static void plan_problem(struct tw_cuda_plan *plan)
{
    const struct tw_cuda_kernel *kernel = plan->kernel;
    for (unsigned i = 0; i < kernel->parameter_count; i++) plan_number(plan, &kernel->parameters[i], 0);
    for (size_t i = 0; i < plan->source->macro_count && (!plan->size_count || plan->defines_sizes); i++) {
        if (!is_size_macro(&plan->source->macros[i])) continue;
        struct tw_cuda_field *field = add(plan->problem, &plan->problem_count, plan->source->macros[i].name);
        plan->defines_sizes = field != NULL;
        if (field) add_size(plan, field->name);
    }
    if (!plan->size_count) {
        add(plan->problem, &plan->problem_count, "n");
        add_size(plan, "n");
    }
}

/* One size is large, several are small, so that a simulator may take all of it. */
static void set_sizes(struct tw_cuda_plan *plan)
{
    static const int64_t sizes[] = {0, 1024, 256, 64};
    const int64_t size = sizes[plan->size_count == 1 && plan->dimensions > 1 ? 2 : plan->size_count];
    for (unsigned s = 0; s < plan->size_count; s++) {
        for (unsigned i = 0; i < plan->problem_count; i++) {
            if (strcmp(plan->problem[i].name, plan->sizes[s]) == 0)
                set_values(&plan->problem[i], size, 0, 0, 1);
        }
    }
}

bool tw_cuda_is_used(const struct tw_cuda_plan *plan, const char *name, size_t times)
{
    const struct tw_cuda_source *source = plan->source;
    for (size_t i = 0; i < source->token_count && times; i++) {
        const bool directive = source->tokens[i].kind == TW_CUDA_DIRECTIVE;
        times -= !is_elsewhere(source, plan->kernel, i) &&
                 (directive ? tw_cuda_mentions(source, i, name) : tw_cuda_is(source, i, name));
    }
    return !times;
}

/* Sizes of the block and the grid that the launch says, as the source's text has no such dimension or only asks for them. */
static bool is_offered(const struct tw_cuda_plan *plan, const struct tw_cuda_macro *macro)
{
    const bool is_block_size = strncmp(macro->name, "block_size_", 11) == 0 && strlen(macro->name) == 12;
    return (is_block_size && dimension_of(macro->name) >= (int)plan->dimensions) ||
           strncmp(macro->name, "grid_size_", 10) == 0 || strcmp(macro->name, "kernel_tuner") == 0;
}

static void plan_parameters(struct tw_cuda_plan *plan)
{
    const struct tw_cuda_kernel *kernel = plan->kernel;
    unsigned times;
    for (unsigned i = 0; i < kernel->template_count; i++) {
        const struct tw_cuda_template *one = &kernel->templates[i];
        struct tw_cuda_field *field =
            add(plan->parameters, &plan->parameter_count, tw_cuda_field_name(plan, one->name));
        if (!field) return;
        if (one->is_type) {
            const char *element = one->fallback ? tw_cuda_element(plan, one->fallback, &times) : NULL;
            field->types = element && times == 1 ? element : "float32";
        } else {
            guess_values(field, one->fallback, one->fallback && strchr("tf", *one->fallback),
                         plan->dimensions);
        }
    }
    for (size_t i = 0; i < plan->source->macro_count; i++) {
        const struct tw_cuda_macro *macro = &plan->source->macros[i];
        if ((plan->defines_sizes && is_size_macro(macro)) || is_offered(plan, macro)) continue;
        struct tw_cuda_field *field = add(plan->parameters, &plan->parameter_count, macro->name);
        if (!field) return;
        guess_macro(field, macro, plan->dimensions);
        if (!tw_cuda_is_used(plan, macro->name, 1)) set_values(field, field->fallback, 0, 0, 1);
        unsigned of_type; /* "float": the type of what is computed */
        const char *element = macro->fallback ? tw_cuda_element(plan, macro->fallback, &of_type) : NULL;
        if (element && of_type == 1) field->types = element;
    }
}

void tw_cuda_plan_fields(struct tw_cuda_plan *plan)
{
    plan->dimensions = count_dimensions(plan->source, plan->kernel);
    plan_problem(plan);
    set_sizes(plan);
    plan_parameters(plan);
    tw_cuda_plan_launch(plan);
}

/* ---- block and grid ---- */

const char *tw_cuda_named_block(const struct tw_cuda_plan *plan, unsigned dimension, bool is_exact)
{
    const char *shared = NULL, *tile = NULL;
    for (unsigned i = 0; i < plan->parameter_count; i++) {
        const char *name = plan->parameters[i].name;
        if (plan->parameters[i].types) continue;
        if (is_exact && is_block(name) && dimension_of(name) == (int)dimension) return name;
        if (is_block(name) && dimension_of(name) < 0 && !shared) shared = name;
        if (is_tile(name) && dimension_of(name) < 0 && !tile) tile = name;
    }
    return is_exact ? NULL : shared ? shared : plan->dimensions == 2 ? tile : NULL;
}

bool tw_cuda_is_block(const char *name)
{
    return is_block(name);
}

bool tw_cuda_is_share(const char *name)
{
    static const char *const words[] = {"tile", "chunk", "per_", NULL};
    return has_one_of(name, words);
}

/* Any number of threads would do: a usual one of so many axes. */
static const char *usual_block(const struct tw_cuda_plan *plan, unsigned dimension)
{
    static const char *const usual[4][3] = {
        {"256", "1", "1"}, {"256", "1", "1"}, {"16", "16", "1"}, {"8", "8", "4"}};
    unsigned axes = 0;
    for (unsigned a = 0; a < 3; a++) {
        if (plan->axes[a].has_threads) axes = a + 1;
    }
    return axes && !plan->axes[dimension].has_threads ? "1" : usual[axes][dimension];
}

void tw_cuda_add_block(const struct tw_cuda_plan *plan, unsigned dimension, struct tw_text *text)
{
    const struct tw_cuda_axis *axis = &plan->axes[dimension];
    tw_text_add(text, axis->is_unknown ? TW_CUDA_OPEN
                      : axis->block    ? axis->block
                                       : usual_block(plan, dimension));
}

/* Columns go along x, rows along y. */
static const char *size_along(const struct tw_cuda_plan *plan, unsigned dimension)
{
    static const char *const words[3][9] = {
        {"n", "w", "width", "cols", "columns", "nx", "nc", "size_x", NULL},
        {"m", "h", "height", "rows", "ny", "nr", "size_y", NULL},
        {"nz", "depth", "d", "size_z", NULL}};
    for (unsigned i = 0; i < plan->size_count; i++) {
        if (is_word(plan->sizes[i], words[dimension])) return plan->sizes[i];
    }
    return plan->sizes[dimension < plan->size_count ? dimension : plan->size_count - 1];
}

void tw_cuda_add_grid(const struct tw_cuda_plan *plan, unsigned dimension, struct tw_text *text)
{
    const struct tw_cuda_axis *axis = &plan->axes[dimension];
    const char *size = axis->size ? axis->size : size_along(plan, dimension);
    if (!axis->has_blocks)
        tw_text_add(text, "1");
    else if (!axis->tile)
        tw_text_add(text, TW_CUDA_OPEN);
    else if (!*axis->tile)
        tw_text_add(text, size);
    else
        tw_text_addf(text, "ceil_div(%s, %s)", size, axis->tile);
}
