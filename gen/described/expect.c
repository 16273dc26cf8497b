/* What a described kernel is given, and what it must compute. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "gen/described/argument_parts.h"
#include "gen/described/by_value/by_value.h"
#include "gen/described/parts.h"

/* An expectation, and what its functions look at. */
struct made {
    struct tw_expectation expectation;
    struct tw_kernel kernel;
    struct tw_described_values values;   /* without the fields */
    const struct tw_argument *arguments; /* of the shape */
};

/* The bytes of a structure that is passed as a whole, which were laid out once already. */
static bool fill_structure(const struct made *made, const struct tw_described_argument *resolved,
                           unsigned char *place, struct tw_text *reason)
{
    const struct tw_by_value by = {.values = made->values.value, .place = place};
    uint32_t bytes, alignment, ignored;
    return tw_by_value_lay(&by, resolved, &bytes, &alignment, &ignored, reason);
}

static int fill(const struct tw_expectation *expectation, unsigned argument, void *elements,
                struct tw_error *error)
{
    const struct made *made = expectation->context;
    struct tw_described_argument resolved;
    struct tw_text reason = {0};
    if (argument >= made->values.description->argument_count) return TW_OK;
    bool fine = tw_described_resolve_given(&made->values, argument, &resolved, &reason);
    if (fine && !resolved.is_passed)
        return tw_described_fill(&resolved, made->arguments[argument].count, elements, error);
    if (fine) {
        memset(elements, 0, made->arguments[argument].count);
        fine = fill_structure(made, &resolved, elements, &reason);
    }
    if (fine) return TW_OK;
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

/* ---- files ---- */

/* What a file says that result `argument` must be; false: none does, or it holds something else, which *why says. */
static bool find_wanted(const struct tw_description *description, unsigned argument,
                        const struct tw_argument *is, struct tw_described_argument *wanted,
                        struct tw_error *why)
{
    if (argument >= description->wanted_count || !description->wanted[argument].file) return false;
    *wanted = description->wanted[argument];
    wanted->type = is->element;
    wanted->count = is->count;
    return tw_described_count_values(wanted, why) == TW_OK;
}

static bool want(const struct tw_expectation *expectation, unsigned argument, void *elements)
{
    const struct made *made = expectation->context;
    struct tw_described_argument wanted;
    return find_wanted(made->values.description, argument, &made->arguments[argument], &wanted, NULL) &&
           tw_described_fill(&wanted, made->arguments[argument].count, elements, NULL) == TW_OK;
}

/* Whether all files hold as many elements of the type as the variant's results have. */
static bool files_fit(const struct tw_description *description, const struct tw_shape *shape,
                      struct tw_text *reason)
{
    for (unsigned i = 0; i < description->wanted_count; i++) {
        struct tw_error why = TW_ERROR_INIT;
        struct tw_described_argument wanted;
        if (description->wanted[i].file &&
            !find_wanted(description, i, &shape->arguments[i], &wanted, &why)) {
            tw_text_addf(reason, "the file for %s, %s, cannot be used: %s", shape->arguments[i].name,
                         description->wanted[i].file, why.message);
            tw_error_free(&why);
            return false;
        }
    }
    return true;
}

/* ---- what the answer depends on ---- */

static void mix(uint64_t *key, const void *bytes, size_t count)
{
    const uint64_t both[] = {*key, tw_hash(bytes, count)};
    *key = tw_hash(both, sizeof both);
}

/* The bytes of what nobody passes, and what stands in them of other arguments. */
static void mix_fixed(uint64_t *key, const struct tw_argument *argument)
{
    if (argument->value) mix(key, argument->value, argument->value_bytes);
    for (unsigned i = 0; i < argument->member_count; i++) {
        const uint64_t member[] = {argument->members[i].argument, argument->members[i].at,
                                   argument->members[i].ahead};
        mix(key, member, sizeof member);
    }
}

static void mix_value(uint64_t *key, const struct tw_expression_value *value)
{
    mix(key, &value->kind, sizeof value->kind);
    if (value->kind == TW_EXPRESSION_WORD)
        mix(key, value->word, value->length);
    else
        mix(key, &value->integer, sizeof value->integer); /* or the bits of the double */
}

/* The problem, what the arguments are, and what they hold. */
static uint64_t key_of(const struct tw_described_values *values, const struct tw_shape *shape)
{
    const struct tw_description *description = values->description;
    uint64_t key = tw_hash(description->hash, strlen(description->hash));
    for (unsigned f = 0; f < description->field_count; f++) {
        if (!description->field[f].is_parameter) mix_value(&key, &values->value[f]);
    }
    for (unsigned i = 0; i < description->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        const struct tw_expression *fill = description->arguments[i].holds->valued.expression;
        const uint64_t parts[] = {argument->element, argument->role == TW_ROLE_SCRATCH ? 0 : argument->count};
        mix(&key, parts, sizeof parts);
        mix_fixed(&key, argument);
        for (unsigned n = 0; fill && description->names[n]; n++) {
            if (tw_expression_uses(fill, n)) mix_value(&key, &values->value[n]);
        }
    }
    return key;
}

/* A kernel that is the reference: its source but for the title, its launches, and the numbers that it is given. */
static void mix_kernel(uint64_t *key, const struct tw_kernel *kernel)
{
    const char *source = strchr(kernel->source, '\n');
    mix(key, source, strlen(source));
    for (unsigned i = 0; i < kernel->shape.launch_count; i++) {
        const struct tw_launch *launch = &kernel->shape.launches[i];
        mix(key, launch->entry, strlen(launch->entry));
        mix(key, launch->grid, sizeof launch->grid);
        mix(key, launch->block, sizeof launch->block);
        mix(key, &launch->dynamic_shared_bytes, sizeof launch->dynamic_shared_bytes);
        mix(key, launch->argument, launch->argument_count * sizeof *launch->argument);
    }
    for (unsigned i = 0; i < kernel->shape.argument_count; i++) {
        const struct tw_argument *argument = &kernel->shape.arguments[i];
        mix_fixed(key, argument);
    }
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

/* How many elements of the argument are compared: 0, all. */
static bool first_of(const struct tw_described_values *values, const struct tw_shape *shape, unsigned i,
                     uint64_t *first, struct tw_text *reason)
{
    int64_t count = 0;
    struct tw_text unused = {0};
    const uint64_t most = shape->arguments[i].count;
    const bool fine =
        tw_described_integer(values, values->description->first[i], "\"first\"", 1,
                             most < INT64_MAX ? (int64_t)most : INT64_MAX, &count, reason ? reason : &unused);
    *first = (uint64_t)count;
    tw_text_free(&unused);
    return fine;
}

/* The tolerance of each argument, in the shape's memory; NULL: memory ran out. */
static const struct tw_tolerance *tolerances(const struct tw_described_values *values, struct tw_shape *shape)
{
    const struct tw_description *description = values->description;
    struct tw_tolerance *all = tw_shape_array(shape, shape->argument_count, sizeof *all);
    for (unsigned i = 0; i < description->argument_count && all; i++)
        all[i] = description->has_tolerance[i] ? description->tolerance[i]
                                               : usual_tolerance(shape->arguments[i].element);
    for (unsigned i = 0; i < description->argument_count && all; i++)
        first_of(values, shape, i, &all[i].first, NULL);
    return all;
}

/* ---- the kernel that knows better ---- */

/* What its expressions are about: the variant; or, for the variant's problem, the one of the space that is the reference, or whose
   parameters a reference in the kernel's own file is compiled with. */
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
    return description->checker.launch_count ? &description->checker : &description->program;
}

/* The values of its arguments: another variant has its own, another kernel gets those of the variant that it checks. */
static const struct tw_described_values *given_values(const struct tw_described_values *values,
                                                      const struct tw_described_values *checker)
{
    return values->description->checker.launch_count ? values : checker;
}

/* Whether the same arguments are given, number for number; scratch may be of another size. */
static bool same_arguments(const struct tw_described_values *values, const struct tw_shape *shape,
                           const struct tw_shape *checker, struct tw_text *reason)
{
    for (unsigned i = 0; i < values->description->argument_count; i++) {
        const struct tw_argument *a = &shape->arguments[i], *b = &checker->arguments[i];
        if (a->role == TW_ROLE_SCRATCH || (a->element == b->element && a->count == b->count)) continue;
        tw_text_addf(
            reason,
            "the reference, whose parameters have values of their own, has another size or type of %s",
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
    uint64_t first;
    for (unsigned i = 0; i < description->argument_count && !shape->failed; i++) {
        if (!first_of(values, shape, i, &first, reason)) return false;
    }
    if (description->reference == TW_EXPECT_FILES)
        return shape->failed || files_fit(description, shape, reason);
    if (description->reference != TW_EXPECT_KERNEL) return true;
    bool fine = checker_values(values, target, field, &checker, &why) &&
                (checker_program(description) == &description->checker ||
                 tw_described_meets_constraints(&checker, &why)) &&
                tw_described_make(given_values(values, &checker), &checker, checker_program(description),
                                  target, &other, &why);
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
                tw_described_make(given_values(values, &checker), &checker, program, target, &kernel->shape,
                                  &reason) &&
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
    expectation->tolerance = tolerances(values, &kernel->shape);
    expectation->fill = fill;
    expectation->want = want;
    expectation->free = release;
    expectation->context = made;
    int code = expectation->tolerance ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    expectation->library = description->library;
    expectation->function = description->function;
    if (!code && expectation->by == TW_EXPECT_KERNEL) {
        expectation->kernel = &made->kernel;
        code = make_checker(values, target, config, &made->kernel, error);
        if (!code) mix_kernel(&expectation->key, &made->kernel);
    }
    kernel->expectation = expectation;
    return code;
}
