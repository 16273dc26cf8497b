/* What a described kernel is given, and what it must compute. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "gen/described/parts.h"

/* An expectation, and what its functions look at. */
struct made {
    struct tw_expectation expectation;
    struct tw_kernel kernel;
    struct tw_described_values values;   /* without the fields */
    const struct tw_argument *arguments; /* of the shape */
};

static int fill(const struct tw_expectation *expectation, unsigned argument, void *elements,
                struct tw_error *error)
{
    const struct made *made = expectation->context;
    struct tw_described_argument resolved;
    struct tw_text reason = {0};
    if (argument >= made->values.description->argument_count) return TW_OK;
    if (tw_described_resolve_given(&made->values, argument, &resolved, &reason))
        return tw_described_fill(&resolved, made->arguments[argument].count, elements, error);
    int code = tw_fail(error, TW_INPUT, "%s", tw_text_string(&reason)); /* not after the shape was made */
    tw_text_free(&reason);
    return code;
}

static void release(struct tw_expectation *expectation)
{
    struct made *made = (struct made *)expectation; /* its first member */
    tw_kernel_free(&made->kernel);
    free(made);
}

/* All that the answer depends on: the description, the problem, and what the arguments are. */
static uint64_t key_of(const struct tw_described_values *values, const struct tw_shape *shape)
{
    const struct tw_description *description = values->description;
    uint64_t key = tw_hash(description->hash, strlen(description->hash));
    for (unsigned i = 0; i < description->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        const uint64_t parts[] = {key, argument->element,
                                  argument->role == TW_ROLE_SCRATCH ? 0 : argument->count,
                                  argument->value ? tw_hash(argument->value, argument->value_bytes) : 0};
        key = tw_hash(parts, sizeof parts);
    }
    return key;
}

static struct tw_tolerance usual_tolerance(enum tw_element element)
{
    const struct tw_element_info *type = tw_element_info(element);
    if (type->scalar == TW_SIGNED || type->scalar == TW_UNSIGNED) return (struct tw_tolerance){0};
    return (struct tw_tolerance){.absolute = 1e-6,
                                 .relative = type->component_bytes == 8   ? 1e-12
                                             : type->component_bytes == 4 ? 1e-5
                                                                          : 1e-2};
}

/* The tolerance of each argument, in the shape's memory; NULL: memory ran out. */
static const struct tw_tolerance *tolerances(const struct tw_description *description, struct tw_shape *shape)
{
    struct tw_tolerance *all = tw_shape_array(shape, shape->argument_count, sizeof *all);
    for (unsigned i = 0; i < description->argument_count && all; i++)
        all[i] = description->has_tolerance[i] ? description->tolerance[i]
                                               : usual_tolerance(shape->arguments[i].element);
    return all;
}

/* ---- the kernel that knows better ---- */

/* What its expressions are about: the variant, or the one of the space that is the reference, for the variant's problem. */
static bool checker_values(const struct tw_described_values *values, const struct tw_target *target,
                           int64_t *field, struct tw_described_values *checker, struct tw_text *reason)
{
    const struct tw_description *description = values->description;
    *checker = *values;
    if (!description->variant) return true;
    for (unsigned f = 0; f < description->field_count; f++)
        field[f] = description->field[f].is_parameter ? description->variant[f] : values->field[f];
    return tw_described_values(description, field, target, checker, reason);
}

static const struct tw_described_program *checker_program(const struct tw_description *description)
{
    return description->variant ? &description->program : &description->checker;
}

/* Whether the same arguments are given, number for number; scratch may be of another size. */
static bool same_arguments(const struct tw_described_values *values, const struct tw_shape *shape,
                           const struct tw_shape *checker, struct tw_text *reason)
{
    for (unsigned i = 0; i < values->description->argument_count; i++) {
        const struct tw_argument *a = &shape->arguments[i], *b = &checker->arguments[i];
        if (a->role == TW_ROLE_SCRATCH || (a->element == b->element && a->count == b->count)) continue;
        tw_text_addf(reason, "the reference, a variant of the space, has another size or type of %s",
                     a->name);
        return false;
    }
    return true;
}

bool tw_described_checkable(const struct tw_described_values *values, const struct tw_target *target,
                            const struct tw_shape *shape, struct tw_text *reason)
{
    const struct tw_description *description = values->description;
    struct tw_described_values checker;
    struct tw_shape other = {0};
    struct tw_text why = {0};
    int64_t field[TW_MAX_FIELDS];
    if (description->reference != TW_EXPECT_KERNEL) return true;
    bool fine = checker_values(values, target, field, &checker, &why) &&
                (!description->variant || tw_described_meets_constraints(&checker, &why)) &&
                tw_described_make(&checker, checker_program(description), target, &other, &why);
    if (!fine) tw_text_addf(reason, "its reference cannot be launched: %s", tw_text_part(reason, &why));
    if (fine && !shape->failed && !other.failed) fine = same_arguments(values, shape, &other, reason);
    tw_text_free(&why);
    tw_shape_free(&other);
    return fine;
}

/* It was checked to be possible when the variant was accepted. */
static int make_checker(const struct tw_described_values *values, const struct tw_target *target,
                        const char *config, struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_described_program *program = checker_program(values->description);
    struct tw_described_values checker;
    struct tw_text reason = {0};
    int64_t field[TW_MAX_FIELDS];
    *kernel = (struct tw_kernel){.family = values->description->family.name,
                                 .name = strdup("reference"),
                                 .rendering = &tw_rendering_main};
    bool fine = kernel->name && tw_shape_reserve(&kernel->shape) &&
                checker_values(values, target, field, &checker, &reason) &&
                tw_described_make(&checker, program, target, &kernel->shape, &reason) &&
                !kernel->shape.failed;
    tw_text_free(&reason);
    return fine ? tw_described_source(&checker, program, config, kernel, error)
                : tw_fail(error, TW_MEMORY, "out of memory");
}

int tw_described_expect(const struct tw_described_values *values, const struct tw_target *target,
                        const char *config, struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_description *description = values->description;
    struct made *made = calloc(1, sizeof *made);
    if (!made) return tw_fail(error, TW_MEMORY, "out of memory");
    struct tw_expectation *expectation = &made->expectation;
    made->values = *values;
    made->values.field = NULL;
    made->arguments = kernel->shape.arguments;
    expectation->by = description->reference;
    expectation->key = key_of(values, &kernel->shape);
    expectation->tolerance = tolerances(description, &kernel->shape);
    expectation->fill = fill;
    expectation->free = release;
    expectation->context = made;
    int code = expectation->tolerance ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    expectation->library = description->library;
    expectation->function = description->function;
    if (!code && expectation->by == TW_EXPECT_KERNEL) {
        expectation->kernel = &made->kernel;
        code = make_checker(values, target, config, &made->kernel, error);
    }
    kernel->expectation = expectation;
    return code;
}
