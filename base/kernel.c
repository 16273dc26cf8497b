/* The arrays of a kernel's shape, and what can be said of it from its struct alone: sums over launches, where its scratch lies. */
#include <tilewright/kernel.h>

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/described/expectation.h"

const char *const tw_cache_config_words[] = {"none", "shared", "L1", "equal", NULL};

/* ---- counts ---- */

static const struct {
    const char *name;
    size_t offset;
} counts_table[TW_COUNT_COUNT] = {
#define X(name, help) {#name, offsetof(struct tw_counts, name)},
    TW_COUNTS(X)
#undef X
};
_Static_assert(TW_COUNT_COUNT <= 32, "a bit of tw_counts.known for each");

static bool is_count(enum tw_count count)
{
    return (unsigned)count < TW_COUNT_COUNT;
}

const char *tw_count_name(enum tw_count count)
{
    return is_count(count) ? counts_table[count].name : NULL;
}

uint64_t tw_count_value(const struct tw_counts *counts, enum tw_count count)
{
    uint64_t value;
    if (!counts || !is_count(count)) return 0;
    memcpy(&value, (const char *)counts + counts_table[count].offset, sizeof value);
    return value;
}

void tw_counts_set(struct tw_counts *counts, enum tw_count count, uint64_t value)
{
    if (!counts || !is_count(count)) return;
    memcpy((char *)counts + counts_table[count].offset, &value, sizeof value);
    counts->known |= 1u << count;
}

void tw_counts_add(struct tw_counts *sum, const struct tw_counts *more)
{
    if (!sum || !more) return;
#define X(name, help) sum->name += more->name;
    TW_COUNTS(X)
#undef X
    sum->known &= more->known;
}

enum tw_count tw_counts_differ(const struct tw_counts *a, const struct tw_counts *b)
{
    for (unsigned i = 0; i < TW_COUNT_COUNT && a && b; i++) {
        bool both = a->known & b->known & 1u << i;
        if (both && tw_count_value(a, (enum tw_count)i) != tw_count_value(b, (enum tw_count)i))
            return (enum tw_count)i;
    }
    return TW_COUNT_COUNT;
}

uint64_t tw_counts_wavefronts(const struct tw_counts *counts)
{
    return !counts ? 0 : counts->load_wavefronts + counts->store_wavefronts;
}

uint64_t tw_counts_sectors(const struct tw_counts *counts)
{
    return !counts ? 0 : counts->global_load_sectors + counts->global_store_sectors;
}

uint64_t tw_accesses_ideal(const struct tw_access_cost *accesses, unsigned count)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < count && accesses; i++) sum += accesses[i].ideal;
    return sum;
}

/* ---- the arrays of a shape ---- */

#define FIRST_ROOM 8u /* few, since they are zeroed for each of many shapes */

/* Room for one more element of an array of the shape, of FIRST_ROOM at first, doubled whenever it is full. NULL: out of memory. */
void *tw_shape_extend(struct tw_shape *shape, void *array, unsigned count, size_t bytes)
{
    struct tw_arena arena = {shape->memory};
    size_t capacity = FIRST_ROOM;
    if (!array) return tw_shape_array(shape, FIRST_ROOM, bytes);
    while (capacity < count) capacity *= 2;
    void *extended = tw_arena_grow(&arena, array, count, &capacity, bytes);
    shape->memory = arena.block;
    shape->failed |= !extended;
    return extended;
}

void *tw_shape_array(struct tw_shape *shape, size_t count, size_t bytes)
{
    struct tw_arena arena = {shape->memory};
    void *array = tw_arena_array(&arena, count, bytes);
    shape->memory = arena.block;
    shape->failed |= !array;
    return array;
}

bool tw_shape_reserve(struct tw_shape *shape)
{
    if (!shape) return false;
    struct tw_argument *arguments =
        tw_shape_extend(shape, shape->arguments, shape->argument_count, sizeof *arguments);
    if (arguments) shape->arguments = arguments;
    struct tw_launch *launches =
        tw_shape_extend(shape, shape->launches, shape->launch_count, sizeof *launches);
    if (launches) shape->launches = launches;
    return !shape->failed;
}

unsigned tw_shape_add_argument(struct tw_shape *shape, struct tw_argument argument)
{
    if (!shape) return 0;
    struct tw_argument *arguments =
        tw_shape_extend(shape, shape->arguments, shape->argument_count, sizeof *arguments);
    if (!arguments) return shape->argument_count;
    shape->arguments = arguments;
    arguments[shape->argument_count] = argument;
    return shape->argument_count++;
}

void tw_shape_add_launch(struct tw_shape *shape, struct tw_launch launch)
{
    const unsigned *parameters = launch.argument;
    unsigned count = launch.argument_count;
    if (!shape) return;
    struct tw_launch *launches =
        tw_shape_extend(shape, shape->launches, shape->launch_count, sizeof *launches);
    if (!launches) return;
    launch.argument = NULL;
    launch.argument_count = 0;
    shape->launches = launches;
    launches[shape->launch_count++] = launch;
    for (unsigned i = 0; i < count; i++) tw_shape_add_parameter(shape, parameters[i]);
}

void tw_shape_add_parameter(struct tw_shape *shape, unsigned argument)
{
    if (!shape || shape->failed || !shape->launch_count) return;
    struct tw_launch *launch = &shape->launches[shape->launch_count - 1];
    unsigned *arguments = tw_shape_extend(shape, launch->argument, launch->argument_count, sizeof *arguments);
    if (!arguments) return;
    launch->argument = arguments;
    arguments[launch->argument_count++] = argument;
}

bool tw_shape_copy(const struct tw_shape *shape, struct tw_shape *copy)
{
    if (!copy) return false;
    *copy = shape ? *shape : (struct tw_shape){0};
    copy->arguments = NULL;
    copy->launches = NULL;
    copy->memory = NULL;
    copy->argument_count = copy->launch_count = 0;
    if (!shape) return false;
    for (unsigned i = 0; i < shape->argument_count; i++) tw_shape_add_argument(copy, shape->arguments[i]);
    for (unsigned i = 0; i < shape->launch_count; i++) tw_shape_add_launch(copy, shape->launches[i]);
    const bool whole = !copy->failed;
    if (!whole) tw_shape_free(copy);
    return whole;
}

void tw_shape_clear(struct tw_shape *shape)
{
    if (!shape) return;
    struct tw_arena arena = {shape->memory};
    tw_arena_clear(&arena);
    *shape = (struct tw_shape){.memory = arena.block};
}

void tw_shape_free(struct tw_shape *shape)
{
    if (!shape) return;
    tw_arena_free(&(struct tw_arena){shape->memory});
    *shape = (struct tw_shape){0};
}

/* ---- launches and arguments ---- */

uint64_t tw_launch_blocks(const struct tw_launch *launch)
{
    return !launch ? 0 : (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

unsigned tw_launch_threads(const struct tw_launch *launch)
{
    return !launch ? 0 : launch->block[0] * launch->block[1] * launch->block[2];
}

uint64_t tw_shape_blocks(const struct tw_shape *shape)
{
    uint64_t sum = 0;
    for (unsigned i = 0; shape && i < shape->launch_count; i++) sum += tw_launch_blocks(&shape->launches[i]);
    return sum;
}

uint32_t tw_shape_shared_bytes(const struct tw_shape *shape)
{
    uint32_t most = 0;
    for (unsigned i = 0; shape && i < shape->launch_count; i++) {
        if (shape->launches[i].shared_bytes > most) most = shape->launches[i].shared_bytes;
    }
    return most;
}

const struct tw_launch *tw_shape_largest(const struct tw_shape *shape)
{
    if (!shape || !shape->launch_count) return NULL;
    const struct tw_launch *largest = &shape->launches[0];
    for (unsigned i = 1; i < shape->launch_count; i++) {
        const struct tw_launch *launch = &shape->launches[i];
        if (tw_launch_blocks(launch) * tw_launch_threads(launch) >
            tw_launch_blocks(largest) * tw_launch_threads(largest))
            largest = launch;
    }
    return largest;
}

bool tw_argument_is_result(const struct tw_argument *argument)
{
    return argument && (argument->role == TW_ROLE_OUTPUT || argument->role == TW_ROLE_INOUT);
}

bool tw_argument_is_passed(const struct tw_argument *argument)
{
    return argument && argument->kind != TW_SYMBOL && argument->role != TW_ROLE_SCRATCH && !argument->value;
}

static unsigned element_bytes(const struct tw_argument *argument)
{
    const struct tw_element_info *info = argument ? tw_element_info(argument->element) : NULL;
    return info ? info->bytes : 0;
}

size_t tw_argument_bytes(const struct tw_argument *argument)
{
    size_t bytes = element_bytes(argument);
    return bytes && argument->count <= SIZE_MAX / bytes ? (size_t)argument->count * bytes : 0;
}

/* Whether neither of buffers a and b begins within the other, as far as they are touched. */
static bool is_apart(const struct tw_argument *a, uint64_t address_a, const struct tw_argument *b,
                     uint64_t address_b)
{
    uint64_t bytes_a = element_bytes(a), bytes_b = element_bytes(b);
    uint64_t begin_a = address_a + a->first * bytes_a, begin_b = address_b + b->first * bytes_b;
    if (a->first == a->count || b->first == b->count) return true;
    return begin_a < begin_b ? begin_b - begin_a >= (a->count - a->first) * bytes_a
                             : begin_a - begin_b >= (b->count - b->first) * bytes_b;
}

static uint64_t address_at(void *const *values, unsigned i)
{
    uint64_t address;
    memcpy(&address, values[i], sizeof address);
    return address;
}

bool tw_shape_overlaps(const struct tw_shape *shape, void *const *values, unsigned pair[2])
{
    if (!shape || !values) return false;
    for (unsigned j = 1; j < shape->argument_count; j++) {
        const struct tw_argument *b = &shape->arguments[j];
        for (unsigned i = 0; i < j; i++) {
            const struct tw_argument *a = &shape->arguments[i];
            bool written = a->role != TW_ROLE_INPUT || b->role != TW_ROLE_INPUT;
            if (a->kind != TW_BUFFER || b->kind != TW_BUFFER || !written) continue;
            if (is_apart(a, address_at(values, i), b, address_at(values, j))) continue;
            if (pair) pair[0] = i, pair[1] = j;
            return true;
        }
    }
    return false;
}

void tw_shape_put_structure(const struct tw_shape *shape, const struct tw_argument *structure,
                            void *const *values, unsigned char *place)
{
    if (!shape || !structure || !structure->value || !place) return;
    memcpy(place, structure->value, structure->value_bytes);
    for (unsigned i = 0; i < structure->member_count && values; i++) {
        const struct tw_structure_member *member = &structure->members[i];
        const struct tw_argument *argument = &shape->arguments[member->argument];
        if (argument->kind == TW_SCALAR) {
            memcpy(place + member->at, values[member->argument], tw_argument_bytes(argument));
        } else {
            const uint64_t address = address_at(values, member->argument) + member->ahead;
            memcpy(place + member->at, &address, sizeof address);
        }
    }
}

unsigned tw_shape_structure_of(const struct tw_shape *shape, unsigned argument)
{
    for (unsigned i = 0; shape && i < shape->argument_count; i++) {
        for (unsigned m = 0; m < shape->arguments[i].member_count; m++) {
            if (shape->arguments[i].members[m].argument == argument) return i;
        }
    }
    return shape ? shape->argument_count : 0;
}

/* A symbol has memory of its own. */
static bool is_scratch(const struct tw_argument *argument)
{
    return argument->role == TW_ROLE_SCRATCH && argument->kind == TW_BUFFER;
}

/* Scratch buffers follow each other, each from a multiple of TW_SCRATCH_ALIGN on. */
size_t tw_shape_scratch_offset(const struct tw_shape *shape, unsigned argument)
{
    size_t offset = 0;
    for (unsigned i = 0; shape && i < argument && i < shape->argument_count; i++) {
        if (!is_scratch(&shape->arguments[i])) continue;
        offset += (tw_argument_bytes(&shape->arguments[i]) + TW_SCRATCH_ALIGN - 1) / TW_SCRATCH_ALIGN *
                  TW_SCRATCH_ALIGN;
    }
    return offset;
}

size_t tw_shape_scratch_bytes(const struct tw_shape *shape)
{
    return tw_shape_scratch_offset(shape, shape ? shape->argument_count : 0);
}

bool tw_shape_scratch_zero(const struct tw_shape *shape)
{
    for (unsigned i = 0; shape && i < shape->argument_count; i++) {
        if (is_scratch(&shape->arguments[i]) && shape->arguments[i].before == TW_BEFORE_ZERO) return true;
    }
    return false;
}

/* ---- the kernel ---- */

struct tw_counts tw_kernel_predicted(const struct tw_kernel *kernel)
{
    if (!kernel || !kernel->predicted) return (struct tw_counts){0};
    struct tw_counts sum = kernel->predicted[0].counts;
    for (unsigned i = 1; i < kernel->shape.launch_count; i++)
        tw_counts_add(&sum, &kernel->predicted[i].counts);
    return sum;
}

uint64_t tw_kernel_ideal(const struct tw_kernel *kernel)
{
    uint64_t sum = 0;
    for (unsigned i = 0; kernel && kernel->predicted && i < kernel->shape.launch_count; i++)
        sum += tw_accesses_ideal(kernel->predicted[i].accesses, kernel->predicted[i].access_count);
    return sum;
}

const char *tw_kernel_unpredicted(const struct tw_kernel *kernel)
{
    for (unsigned i = 0; kernel && kernel->predicted && i < kernel->shape.launch_count; i++) {
        if (kernel->predicted[i].none) return kernel->predicted[i].none;
    }
    return NULL;
}

bool tw_kernel_is_main(const struct tw_kernel *kernel)
{
    return kernel && kernel->rendering && !*kernel->rendering->word;
}

void tw_kernel_free(struct tw_kernel *kernel)
{
    if (!kernel) return;
    free(kernel->name);
    free(kernel->source);
    free(kernel->template_line);
    if (kernel->expectation && kernel->expectation->free) kernel->expectation->free(kernel->expectation);
    tw_shape_free(&kernel->shape);
    *kernel = (struct tw_kernel){0};
}

const struct tw_field_value *tw_kernel_field(const struct tw_kernel *kernel, const char *key)
{
    for (unsigned i = 0; kernel && key && i < kernel->field_count; i++) {
        if (strcmp(kernel->fields[i].key, key) == 0) return &kernel->fields[i];
    }
    return NULL;
}
