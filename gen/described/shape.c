/* Arguments and launches of a variant, from the description's expressions. */
#include <inttypes.h>
#include <string.h>

#include "gen/cuda_type.h"
#include "gen/described/argument_parts.h"
#include "gen/described/parts.h"

#define MAX_GRID_X                                                                                           \
    INT64_C(0x7fffffff) /* CUDA C++ Programming Guide, "Technical Specifications per Compute Capability" */
#define MAX_GRID_YZ INT64_C(65535)
#define MAX_BLOCK_Z INT64_C(64)

/* What the functions below make, and of what. */
struct maker {
    const struct tw_described_values *given; /* of the arguments */
    struct tw_described_values values;       /* of the launches; "turn" changes */
    const struct tw_described_program *program;
    const struct tw_target *target;
    struct tw_shape *shape;
    struct tw_text *reason;
    unsigned launches; /* and turns of groups without any */
};

static bool refuse(struct maker *maker, const char *why)
{
    return tw_refuse(maker->reason, why);
}

/* ---- arguments ---- */

/* A symbol into which nothing is written keeps what the source says of it. */
static enum tw_before before_of(const struct tw_described_argument *argument, enum tw_argument_kind kind)
{
    const bool is_result = argument->role == TW_ROLE_OUTPUT || argument->role == TW_ROLE_SCRATCH;
    if (kind == TW_SYMBOL && argument->role == TW_ROLE_INPUT && argument->fill == TW_FILL_NONE)
        return TW_BEFORE_ANY;
    if (!is_result) return TW_BEFORE_GIVEN;
    return argument->fill == TW_FILL_ZERO ? TW_BEFORE_ZEROED : TW_BEFORE_ANY;
}

/* A number of one launch alone. */
static bool set_number(struct maker *maker, const struct tw_described_parameter *parameter,
                       struct tw_argument *argument)
{
    static const char what[] = "a number of a launch";
    struct tw_described_argument number = {.has_type = true, .has_value = true, .type_name = -1};
    struct tw_expression_value value;
    struct tw_text why = {0};
    if (!tw_described_element(&maker->values, &parameter->type, what, &number.type, maker->reason) ||
        !tw_described_evaluate(&maker->values, parameter->value, what, &value, maker->reason))
        return false;
    argument->element = number.type;
    const bool fine = tw_described_take_value(&number, &value, &why);
    if (!fine) tw_text_addf(maker->reason, "%s: %s", what, tw_text_part(maker->reason, &why));
    tw_text_free(&why);
    return fine && tw_described_keep_value(maker->given, &number, maker->shape, argument, maker->reason);
}

/* It is as many bytes to those that launch the variant. */
static bool pass_structure(struct maker *maker, const struct tw_described_argument *resolved,
                           struct tw_argument *argument)
{
    uint32_t bytes = 0;
    const bool fine = tw_described_passed_bytes(maker->given, resolved, &bytes, maker->reason);
    argument->element = TW_UINT8;
    argument->count = bytes;
    argument->align = 1;
    return fine;
}

static bool add_given(struct maker *maker, unsigned number)
{
    const struct tw_described_given *given = &maker->values.description->arguments[number];
    struct tw_described_argument resolved;
    if (!tw_described_resolve_given(maker->given, number, &resolved, maker->reason)) return false;
    const unsigned bytes = tw_described_bytes(&resolved);
    struct tw_argument argument = {.name = given->name,
                                   .kind = given->kind,
                                   .role = resolved.role,
                                   .before = before_of(&resolved, given->kind),
                                   .element = resolved.type,
                                   .count = resolved.count             ? resolved.count
                                            : given->kind == TW_SYMBOL ? resolved.value_count
                                                                       : 1,
                                   .align = resolved.role == TW_ROLE_SCRATCH ? TW_SCRATCH_ALIGN : bytes};
    if (resolved.has_value &&
        !tw_described_keep_value(maker->given, &resolved, maker->shape, &argument, maker->reason))
        return false;
    if (resolved.is_passed && !pass_structure(maker, &resolved, &argument)) return false;
    tw_shape_add_argument(maker->shape, argument);
    return true;
}

/* ---- launches ---- */

/* A number of a launch: "grid[0]". */
static bool get_size(struct maker *maker, const struct tw_expression *expression, const char *what,
                     int dimension, int64_t high, uint32_t *size)
{
    int64_t value = *size;
    char name[32] = {0};
    struct tw_text text = {0};
    tw_text_addf(&text, dimension < 0 ? "%s" : "%s[%d]", what, dimension);
    memcpy(name, tw_text_string(&text), text.length < sizeof name ? text.length : sizeof name - 1);
    tw_text_free(&text);
    bool fine = tw_described_integer(&maker->values, expression, name, dimension < 0 ? 0 : 1, high, &value,
                                     maker->reason);
    *size = (uint32_t)value;
    return fine;
}

static bool get_sizes(struct maker *maker, const struct tw_described_launch *from, struct tw_launch *launch)
{
    bool fine = true;
    for (int d = 0; d < 3 && fine; d++) {
        launch->grid[d] = launch->block[d] = 1;
        fine = get_size(maker, from->grid[d], "grid", d, d ? MAX_GRID_YZ : MAX_GRID_X, &launch->grid[d]) &&
               get_size(maker, from->block[d], "block", d, d == 2 ? MAX_BLOCK_Z : TW_MAX_BLOCK_THREADS,
                        &launch->block[d]);
    }
    if (!fine) return false;
    const uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    if (threads > TW_MAX_BLOCK_THREADS) {
        tw_text_addf(maker->reason, "a block has %" PRIu64 " threads, and %u is the limit", threads,
                     TW_MAX_BLOCK_THREADS);
        return false;
    }
    return true;
}

static bool get_shared(struct maker *maker, const struct tw_described_launch *from, struct tw_launch *launch)
{
    uint32_t carveout = 0;
    launch->carveout = -1;
    if (!get_size(maker, from->shared, "shared", -1, maker->target->shared_per_block,
                  &launch->dynamic_shared_bytes))
        return false;
    launch->shared_bytes = launch->dynamic_shared_bytes;
    if (maker->program == &maker->values.description->program && !launch->dynamic_shared_bytes)
        launch->shared_bytes = tw_described_tile_bytes(&maker->values);
    if (!launch->dynamic_shared_bytes && launch->shared_bytes > TW_STATIC_SHARED_LIMIT) {
        tw_text_addf(maker->reason,
                     "its tiles take %" PRIu32 " bytes, and %u of static shared memory are the limit",
                     launch->shared_bytes, TW_STATIC_SHARED_LIMIT);
        return false;
    }
    if (from->carveout && !get_size(maker, from->carveout, "carveout", -1, 100, &carveout)) return false;
    if (from->carveout) launch->carveout = (int)carveout;
    return true;
}

/* Blocks of a cluster: they divide the grid, and the target has so many. */
static bool get_cluster(struct maker *maker, const struct tw_described_launch *from, struct tw_launch *launch)
{
    if (!from->cluster[0]) return true;
    uint64_t blocks = 1;
    for (int d = 0; d < 3; d++) {
        launch->cluster[d] = 1;
        if (!get_size(maker, from->cluster[d], "cluster", d, 64, &launch->cluster[d])) return false;
        blocks *= launch->cluster[d];
        if (launch->grid[d] % launch->cluster[d])
            return refuse(maker, "the grid is not a multiple of its cluster");
    }
    if (blocks <= maker->target->cluster_blocks) return true;
    tw_text_addf(maker->reason, "a cluster has %" PRIu64 " blocks, and %u is the limit of sm_%u", blocks,
                 maker->target->cluster_blocks, maker->target->sm);
    return false;
}

/* The argument that a word names. */
static bool find_argument(struct maker *maker, const struct tw_described_parameter *parameter,
                          unsigned *number)
{
    struct tw_expression_value value;
    const struct tw_description *description = maker->values.description;
    *number = parameter->number;
    if (parameter->is_fixed) return true;
    if (!tw_described_evaluate(&maker->values, parameter->argument, "an argument of a launch", &value,
                               maker->reason))
        return false;
    for (unsigned i = 0; i < description->argument_count; i++) {
        if (!tw_described_is_word(&value, description->arguments[i].name)) continue;
        *number = i;
        return true;
    }
    tw_text_add(maker->reason, "an argument of a launch, ");
    tw_text_add(maker->reason, parameter->argument->text);
    tw_text_add(maker->reason, ", names no argument of the kernel");
    if (value.kind != TW_EXPRESSION_WORD)
        tw_text_addf(maker->reason, "; its number is { \"type\": \"int32\", \"value\": \"%s\" }",
                     parameter->argument->text);
    return false;
}

static bool add_parameter(struct maker *maker, const struct tw_described_parameter *parameter)
{
    unsigned number;
    if (parameter->value) {
        struct tw_argument argument = {
            .name = "value", .kind = TW_SCALAR, .role = TW_ROLE_INPUT, .before = TW_BEFORE_GIVEN, .count = 1};
        if (!set_number(maker, parameter, &argument)) return false;
        number = tw_shape_add_argument(maker->shape, argument);
    } else if (!find_argument(maker, parameter, &number)) {
        return false;
    }
    tw_shape_add_parameter(maker->shape, number);
    if (parameter->value || maker->values.description->arguments[number].kind != TW_SYMBOL) return true;
    tw_text_addf(maker->reason, "%s is a variable of the module, and no parameter of a launch",
                 maker->values.description->arguments[number].name);
    return false;
}

static bool add_parameters(struct maker *maker, const struct tw_described_launch *from)
{
    const struct tw_description *description = maker->values.description;
    bool fine = true;
    for (unsigned i = 0; i < from->parameter_count && fine; i++)
        fine = add_parameter(maker, &from->parameters[i]);
    for (unsigned i = 0; i < description->argument_count && !from->has_parameters; i++) {
        const struct tw_described_given *given = &description->arguments[i];
        if (given->kind != TW_SYMBOL && !given->is_member) tw_shape_add_parameter(maker->shape, i);
    }
    return fine;
}

/* The entry point, in the shape's memory. */
static const char *entry_of(struct maker *maker, const char *entry)
{
    struct tw_text text = {0};
    tw_described_add_entry(&maker->values, entry, &text);
    char *kept = text.failed ? NULL : tw_shape_array(maker->shape, text.length + 1, 1);
    if (kept) memcpy(kept, tw_text_string(&text), text.length + 1);
    maker->shape->failed |= !kept;
    tw_text_free(&text);
    return kept;
}

static bool too_many(struct maker *maker)
{
    if (maker->launches++ < TW_DESCRIBED_LAUNCHES) return false;
    tw_text_addf(maker->reason, "it has more than %u launches", TW_DESCRIBED_LAUNCHES);
    return true;
}

static bool add_launch(struct maker *maker, const struct tw_described_launch *from)
{
    struct tw_launch launch = {.suffix = "", .is_cooperative = from->is_cooperative};
    if (too_many(maker)) return false;
    if (!get_sizes(maker, from, &launch) || !get_shared(maker, from, &launch) ||
        !get_cluster(maker, from, &launch))
        return false;
    launch.entry = entry_of(maker, from->entry);
    if (maker->shape->failed) return true;
    tw_shape_add_launch(maker->shape, launch);
    return maker->shape->failed || add_parameters(maker, from);
}

static bool add_launches(struct maker *maker, const struct tw_described_launch *launches, unsigned count);

/* The launches of a group, turn by turn. */
static bool add_group(struct maker *maker, const struct tw_described_launch *group)
{
    struct tw_expression_value *turn =
        &maker->values.value[tw_described_name_of(maker->values.description, TW_DESCRIBED_MACHINES)];
    const struct tw_expression_value outer = *turn;
    int64_t turns = 0;
    bool fine = tw_described_integer(&maker->values, group->repeat, "repeat", 0, TW_DESCRIBED_LAUNCHES,
                                     &turns, maker->reason);
    for (int64_t i = 0; i < turns && fine && !maker->shape->failed; i++) {
        turn->integer = i;
        fine = !too_many(maker) && add_launches(maker, group->inner, group->inner_count);
    }
    *turn = outer;
    return fine;
}

static bool add_launches(struct maker *maker, const struct tw_described_launch *launches, unsigned count)
{
    bool fine = true;
    for (unsigned i = 0; i < count && fine && !maker->shape->failed; i++)
        fine = (launches[i].repeat ? add_group : add_launch)(maker, &launches[i]);
    return fine;
}

/* ---- work ---- */

/* The bytes of all buffers that go in or come out; the elements of the first that comes out. */
static void usual_work(const struct tw_description *description, struct tw_shape *shape)
{
    shape->work.elements = 0;
    for (unsigned i = 0; i < description->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        if (argument->kind != TW_BUFFER || argument->role == TW_ROLE_SCRATCH) continue;
        shape->work.bytes += tw_argument_bytes(argument) * (argument->role == TW_ROLE_INOUT ? 2 : 1);
        if (!shape->work.elements && tw_argument_is_result(argument)) shape->work.elements = argument->count;
    }
    if (!shape->work.elements) shape->work.elements = 1;
}

static bool get_work(struct maker *maker)
{
    const struct tw_description *description = maker->values.description;
    struct tw_work *work = &maker->shape->work;
    usual_work(description, maker->shape);
    int64_t operations = 0, bytes = (int64_t)work->bytes, elements = (int64_t)work->elements;
    bool fine = tw_described_integer(&maker->values, description->operations, "its operations", 0, INT64_MAX,
                                     &operations, maker->reason) &&
                tw_described_integer(&maker->values, description->bytes, "its bytes", 0, INT64_MAX, &bytes,
                                     maker->reason) &&
                tw_described_integer(&maker->values, description->elements, "its elements", 1, INT64_MAX,
                                     &elements, maker->reason);
    work->operations = (uint64_t)operations;
    work->bytes = (uint64_t)bytes;
    work->elements = (uint64_t)elements;
    return fine;
}

bool tw_described_make(const struct tw_described_values *given, const struct tw_described_values *values,
                       const struct tw_described_program *program, const struct tw_target *target,
                       struct tw_shape *shape, struct tw_text *reason)
{
    const struct tw_description *description = values->description;
    struct maker maker = {given, *values, program, target, shape, reason, 0};
    bool fine = true;
    for (unsigned i = 0; i < description->argument_count && fine; i++) fine = add_given(&maker, i);
    if (!fine || shape->failed) return fine;
    fine = add_launches(&maker, program->launches, program->launch_count);
    if (!fine || shape->failed) return fine;
    if (!shape->launch_count) return refuse(&maker, "it has no launch: its groups are repeated 0 times");
    return get_work(&maker);
}

/* ---- what the family's functions answer ---- */

bool tw_described_meets_constraints(const struct tw_described_values *values, struct tw_text *reason)
{
    const struct tw_description *description = values->description;
    for (unsigned i = 0; i < description->constraint_count; i++) {
        const struct tw_described_constraint *constraint = &description->constraints[i];
        struct tw_expression_value holds;
        char what[32];
        struct tw_text text = {0};
        tw_text_addf(&text, "constraint %u", i + 1);
        memcpy(what, tw_text_string(&text), text.length + 1);
        tw_text_free(&text);
        if (!tw_described_evaluate(values, constraint->that, what, &holds, reason)) return false;
        if (tw_expression_is_true(&holds)) continue;
        if (constraint->otherwise)
            tw_text_add(reason, constraint->otherwise);
        else
            tw_text_addf(reason, "it violates %s", constraint->that->text);
        return false;
    }
    return true;
}

unsigned tw_described_last_field(const struct tw_description *description,
                                 const struct tw_expression *expression)
{
    unsigned last = 0;
    for (unsigned f = 0; f < description->field_count; f++) {
        if (tw_expression_uses(expression, f)) last = f;
    }
    for (unsigned d = 0; d < description->derived_count; d++) {
        if (!tw_expression_uses(expression, description->field_count + TW_DESCRIBED_MACHINES + d)) continue;
        const unsigned derived = tw_described_last_field(description, description->derived[d]);
        if (derived > last) last = derived;
    }
    return last;
}

void tw_described_resolve(const struct tw_description *description, int64_t *value,
                          const struct tw_target *target)
{
    (void)target; /* every field has a default of its own */
    for (unsigned f = 0; f < description->field_count; f++)
        tw_derive(value, f, description->fields[f].fallback);
}

bool tw_described_launchable(const struct tw_described_values *values, const struct tw_target *target,
                             struct tw_text *reason)
{
    const struct tw_described_program *program = &values->description->program;
    struct tw_shape shape = {0};
    struct tw_text unused = {0};
    bool fine = tw_described_make(values, values, program, target, &shape, reason) &&
                tw_described_add_macros(values, program, &unused, reason) &&
                tw_described_checkable(values, target, &shape, reason);
    tw_text_free(&unused);
    tw_shape_free(&shape);
    return fine;
}

bool tw_described_accept(const struct tw_description *description, const int64_t *value,
                         const struct tw_target *target, struct tw_text *reason)
{
    struct tw_described_values values;
    return tw_described_values(description, value, target, &values, reason) &&
           tw_described_meets_constraints(&values, reason) &&
           tw_described_launchable(&values, target, reason);
}

void tw_described_shape(const struct tw_description *description, const int64_t *value,
                        const struct tw_target *target, struct tw_shape *shape)
{
    struct tw_described_values values;
    struct tw_text reason = {0};
    bool fine = tw_described_values(description, value, target, &values, &reason) &&
                tw_described_make(&values, &values, &description->program, target, shape, &reason);
    shape->failed |= !fine; /* the variant was accepted: memory ran out */
    tw_text_free(&reason);
}
