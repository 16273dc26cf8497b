/* A variant's sizes as functions of the problem's numbers. */
#include "gen/described/sized/sized.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/expression/as_c.h"
#include "base/whole.h"
#include "gen/described/argument_parts.h"
#include "gen/described/by_value/by_value.h"
#include "gen/described/parts.h"

/* What the functions below write, and of what. */
struct sizer {
    const struct tw_description *description;
    struct tw_described_values values; /* "turn" changes */
    const char *name, *variant;
    bool changes[TW_DESCRIBED_NAMES]; /* with the problem */
    struct tw_expression_c names[TW_DESCRIBED_NAMES];
    struct tw_text members; /* C of the problem's numbers and of derived values, each with a NUL behind it */
    size_t member[TW_DESCRIBED_NAMES]; /* where in it */
    unsigned derived;                  /* values that change */
    unsigned words;                    /* of 64 bits, of structures that change */
    unsigned function_count, launch, number;
    struct tw_text functions, sizes;
    const char *fixed[TW_MAX_FIELDS]; /* why a field of the problem must be what it is; NULL: it need not */
    const char *own_problem;          /* why nothing can be said of others */
};

static bool refuse(struct sizer *sizer, const char *why)
{
    if (!sizer->own_problem) sizer->own_problem = why;
    return false;
}

/* Fixes the fields of the problem on which a name depends; true: some were not yet. */
static bool fix_name(struct sizer *sizer, unsigned name, const char *why)
{
    const struct tw_description *description = sizer->description;
    bool fixes = false;
    if (name < description->field_count) {
        fixes = (description->fields[name].roles & TW_FIELD_PROBLEM) && !sizer->fixed[name];
        if (fixes) sizer->fixed[name] = why;
    } else if (name >= description->field_count + TW_DESCRIBED_MACHINES &&
               name < tw_described_name_of(description, TW_DESCRIBED_MACHINES)) {
        const struct tw_expression *derived =
            description->derived[name - description->field_count - TW_DESCRIBED_MACHINES];
        for (unsigned i = 0; i < name; i++) {
            if (tw_expression_uses(derived, i)) fixes |= fix_name(sizer, i, why);
        }
    }
    return fixes;
}

/* What depends on the problem by this expression can be had for its own numbers alone. False, always. */
static bool refuse_for(struct sizer *sizer, const struct tw_expression *expression, const char *why)
{
    bool fixes = false;
    for (unsigned i = 0; expression && sizer->description->names[i]; i++) {
        if (sizer->changes[i] && tw_expression_uses(expression, i)) fixes |= fix_name(sizer, i, why);
    }
    return fixes ? false : refuse(sizer, why);
}

static bool refuse_name(struct sizer *sizer, int name, const char *why)
{
    return fix_name(sizer, (unsigned)name, why) ? false : refuse(sizer, why);
}

static bool changes(const struct sizer *sizer, const struct tw_expression *expression)
{
    return tw_described_changes(sizer->description, expression, sizer->changes);
}

/* ---- names ---- */

bool tw_field_is_measured(const struct tw_field_info *field)
{
    return field->kind == TW_FIELD_INT && !field->words;
}

void tw_field_add_member(const struct tw_field_info *field, struct tw_text *text)
{
    struct tw_text reason = {0};
    tw_text_addf(text, "%s%s", field->key, tw_name_accept(field->key, &reason) ? "" : "_");
    tw_text_free(&reason);
}

/* A text of the problem is unknown to C: what uses it is refused there, as a double is. */
static void name_field(struct sizer *sizer, unsigned field)
{
    const struct tw_field_info *info = &sizer->description->fields[field];
    if (!(info->roles & TW_FIELD_PROBLEM) || sizer->fixed[field]) return;
    sizer->changes[field] = true;
    sizer->names[field].value = (struct tw_expression_value){.kind = TW_EXPRESSION_DOUBLE};
    if (!tw_field_is_measured(info)) return;
    sizer->member[field] = sizer->members.length;
    tw_text_add(&sizer->members, "problem->");
    tw_field_add_member(info, &sizer->members);
    tw_text_add_bytes(&sizer->members, "", 1);
    sizer->names[field].code = "";
}

static void name_derived(struct sizer *sizer, unsigned name, const struct tw_expression *expression)
{
    if (!changes(sizer, expression)) return;
    sizer->changes[name] = true;
    sizer->member[name] = sizer->members.length;
    tw_text_addf(&sizer->members, "derived[%u]", sizer->derived++);
    tw_text_add_bytes(&sizer->members, "", 1);
    sizer->names[name].code = "";
}

/* What each name stands for; the texts are pointed to once they are all there. */
static bool name_all(struct sizer *sizer)
{
    const struct tw_description *description = sizer->description;
    const unsigned turn = tw_described_name_of(description, TW_DESCRIBED_MACHINES);
    for (unsigned i = 0; i <= turn; i++) sizer->names[i].value = sizer->values.value[i];
    for (unsigned f = 0; f < description->field_count; f++) name_field(sizer, f);
    for (unsigned d = 0; d < description->derived_count; d++)
        name_derived(sizer, description->field_count + TW_DESCRIBED_MACHINES + d, description->derived[d]);
    for (unsigned i = 0; i <= turn && !sizer->members.failed; i++) {
        if (sizer->names[i].code) sizer->names[i].code = sizer->members.data + sizer->member[i];
    }
    return !sizer->members.failed;
}

/* ---- expressions ---- */

/* Adds C of the expression's value, an integer: the number, or the call of a function, which is added too. */
static bool add_value(struct sizer *sizer, const struct tw_expression *expression, struct tw_text *text)
{
    struct tw_expression_value value;
    struct tw_expression_fault fault;
    int64_t whole;
    if (!changes(sizer, expression)) {
        if (!tw_expression_evaluate(expression, sizer->values.value, &value, &fault) ||
            !tw_described_whole(&value, &whole))
            return refuse(sizer, "an expression has no whole value");
        tw_text_addf(text, "INT64_C(%" PRId64 ")", whole);
        return true;
    }
    tw_text_addf(&sizer->functions, "/* ");
    tw_escape_code(&sizer->functions, expression->text);
    tw_text_addf(
        &sizer->functions,
        " */\nstatic int64_t %s_number%u_%s(const struct %s_problem *problem, const int64_t *derived, "
        "const char **fault)\n{\n    (void)problem, (void)derived, (void)fault;\n",
        sizer->name, sizer->function_count, sizer->variant, sizer->name);
    if (!tw_expression_add_c(expression, sizer->names, sizer->name, &sizer->functions))
        return refuse_for(sizer, expression, "an expression of it computes with fractions or words");
    tw_text_add(&sizer->functions, "}\n\n");
    tw_text_addf(text, "%s_number%u_%s(problem, derived, &fault)", sizer->name, sizer->function_count++,
                 sizer->variant);
    return true;
}

/* Adds a statement: `before`, the value, `after`. */
static bool add_statement(struct sizer *sizer, const char *before, const struct tw_expression *expression,
                          const char *after)
{
    struct tw_text value = {0};
    const bool fine = add_value(sizer, expression, &value);
    if (fine) tw_text_addf(&sizer->sizes, "    %s%s%s", before, tw_text_part(&sizer->sizes, &value), after);
    tw_text_free(&value);
    return fine;
}

/* ---- derived values, constraints ---- */

static bool add_derived(struct sizer *sizer)
{
    const struct tw_description *description = sizer->description;
    bool fine = true;
    for (unsigned d = 0; d < description->derived_count && fine; d++) {
        const unsigned name = description->field_count + TW_DESCRIBED_MACHINES + d;
        struct tw_text before = {0};
        if (!sizer->changes[name]) continue;
        tw_text_addf(&before, "%s = ", sizer->names[name].code);
        fine = add_statement(sizer, tw_text_string(&before), description->derived[d], ";\n");
        tw_text_add(&sizer->sizes, "    if (fault) return fault;\n");
        tw_text_free(&before);
    }
    return fine;
}

static bool add_constraints(struct sizer *sizer)
{
    bool fine = true;
    for (unsigned i = 0; i < sizer->description->constraint_count && fine; i++) {
        const struct tw_described_constraint *constraint = &sizer->description->constraints[i];
        if (!changes(sizer, constraint->that)) continue;
        fine = add_statement(sizer, "if (!", constraint->that, " || fault) return fault ? fault : \"");
        if (!constraint->otherwise) tw_text_add(&sizer->sizes, "it violates ");
        tw_escape_code(&sizer->sizes, constraint->otherwise ? constraint->otherwise : constraint->that->text);
        tw_text_add(&sizer->sizes, "\";\n");
    }
    return fine;
}

/* ---- arguments ---- */

static bool number_changes(const struct sizer *sizer, const struct tw_described_number *number)
{
    return changes(sizer, number->expression);
}

/* What decides where the parts of a structure are, and the addresses in it, do not depend on the problem; else it is fixed as far as they do. */
static bool keep_layout(struct sizer *sizer, const struct tw_described_argument *argument)
{
    static const char why[] = "a structure or a list that the kernel is given depends on it";
    if (!argument->has_value) return true; /* it is an argument of its own */
    if (argument->type_name >= 0 && sizer->changes[argument->type_name])
        return refuse_name(sizer, argument->type_name, why);
    if (argument->address && number_changes(sizer, &argument->valued))
        return refuse_for(sizer, argument->valued.expression, why);
    for (size_t i = 0; i < argument->member_count; i++) {
        if (!keep_layout(sizer, &argument->members[i])) return false;
    }
    return true;
}

/* Sets the argument at `place` of the launcher's to a number of that type. */
static bool add_number(struct sizer *sizer, unsigned place, const struct tw_expression *expression,
                       enum tw_element type)
{
    const struct tw_element_info *info = tw_element_info(type);
    const bool is_float = info->scalar == TW_FLOAT || info->scalar == TW_BFLOAT;
    struct tw_text before = {0}, after = {0};
    if (info->components > 1 || (is_float && info->component_bytes < 4))
        return refuse_for(sizer, expression, "a vector or a float of 16 bits depends on it");
    tw_text_addf(&before, "%s_set_%s(sized, %u, ", sizer->name, is_float ? "float" : "integer", place);
    tw_text_addf(&after, ", %u, &fault);\n", info->component_bytes);
    const bool fine = add_statement(sizer, tw_text_string(&before), expression, tw_text_string(&after));
    tw_text_free(&before);
    tw_text_free(&after);
    return fine;
}

/* The bytes of a buffer, or of a piece of scratch, whose place depends on those before it. */
static bool add_count(struct sizer *sizer, unsigned place, const struct tw_described_argument *argument)
{
    const bool is_scratch = argument->role == TW_ROLE_SCRATCH;
    struct tw_text before = {0}, after = {0};
    if (!is_scratch && !number_changes(sizer, &argument->counted)) return true;
    tw_text_addf(&before, "%s_set_%s(sized, %u, ", sizer->name, is_scratch ? "scratch" : "count", place);
    tw_text_addf(&after, ", %u, UINT64_C(%" PRIu64 "), &fault);\n", tw_described_bytes(argument),
                 argument->most_bytes);
    bool fine = true;
    if (argument->counted.expression)
        fine = add_statement(sizer, tw_text_string(&before), argument->counted.expression,
                             tw_text_string(&after));
    else
        tw_text_addf(&sizer->sizes, "    %sINT64_C(%" PRIu64 ")%s", tw_text_string(&before), argument->count,
                     tw_text_string(&after));
    tw_text_free(&before);
    tw_text_free(&after);
    return fine;
}

/* A structure whose numbers are set. */
struct parts {
    struct sizer *sizer;
    unsigned place; /* of the argument */
    const unsigned char *begin;
    bool fine, any;
};

static void add_part(void *context, const struct tw_described_number *number,
                     const struct tw_element_info *type, unsigned char *place)
{
    struct parts *parts = context;
    const bool is_float = type->scalar == TW_FLOAT || type->scalar == TW_BFLOAT;
    struct tw_text before = {0}, after = {0};
    if (!parts->fine || !number_changes(parts->sizer, number)) return;
    parts->any = true;
    tw_text_addf(&before, "%s_set_part_%s(sized, %u, %u, ", parts->sizer->name,
                 is_float ? "float" : "integer", parts->place, (unsigned)(place - parts->begin));
    tw_text_addf(&after, ", %u, &fault);\n", type->component_bytes);
    parts->fine = is_float && type->component_bytes < 4
                      ? refuse_for(parts->sizer, number->expression, "a float of 16 bits depends on it")
                      : add_statement(parts->sizer, tw_text_string(&before), number->expression,
                                      tw_text_string(&after));
    tw_text_free(&before);
    tw_text_free(&after);
}

/* Other arguments are put into a structure when it is launched. */
static bool pass_over(void *context, const struct tw_described_argument *member, unsigned char *place,
                      struct tw_text *reason)
{
    (void)context, (void)member, (void)place, (void)reason;
    return true;
}

/* The numbers of what is passed by value that depend on the problem, in a copy of its own. */
static bool add_parts(struct sizer *sizer, unsigned place, const struct tw_described_argument *argument)
{
    struct parts parts = {.sizer = sizer, .place = place, .fine = true};
    struct tw_by_value by = {
        .values = sizer->values.value, .put = pass_over, .tell = add_part, .context = &parts};
    struct tw_text copy = {0}, reason = {0}, rest = sizer->sizes;
    uint32_t bytes = 0, alignment, ignored;
    bool fine = tw_by_value_lay(&by, argument, &bytes, &alignment, &ignored, &reason);
    unsigned char *begin = fine ? calloc(bytes, 1) : NULL;
    parts.begin = by.place = begin;
    sizer->sizes = (struct tw_text){0}; /* of the statements, which stand behind that of the copy */
    if (begin) fine = tw_by_value_lay(&by, argument, &bytes, &alignment, &ignored, &reason);
    struct tw_text statements = sizer->sizes;
    sizer->sizes = rest;
    const unsigned words = (unsigned)tw_ceil_div(bytes, 8);
    if (parts.any) {
        tw_text_addf(&copy, "    %s_copy(sized, %u, %u, %u);\n", sizer->name, place, sizer->words, words);
        sizer->words += words;
    }
    tw_text_add(&sizer->sizes, tw_text_part(&sizer->sizes, &copy));
    tw_text_add(&sizer->sizes, tw_text_part(&sizer->sizes, &statements));
    tw_text_free(&copy);
    tw_text_free(&statements);
    tw_text_free(&reason);
    free(begin);
    return begin && fine ? parts.fine : refuse(sizer, "an argument has no value");
}

static bool add_argument(struct sizer *sizer, unsigned place, unsigned number)
{
    const struct tw_described_given *given = &sizer->description->arguments[number];
    struct tw_described_argument resolved;
    struct tw_text reason = {0};
    const bool fine = tw_described_resolve_given(&sizer->values, number, &resolved, &reason);
    tw_text_free(&reason);
    if (!fine) return refuse(sizer, "an argument has no value");
    if (resolved.type_name >= 0 && sizer->changes[resolved.type_name])
        return refuse_name(sizer, resolved.type_name, "the type of an argument depends on it");
    if (given->kind == TW_BUFFER) return add_count(sizer, place, &resolved);
    if (given->kind == TW_SYMBOL)
        return !number_changes(sizer, &given->holds->counted) ||
               refuse_for(sizer, given->holds->counted.expression, "the size of a symbol depends on it");
    if (!resolved.has_value) return true;
    if (!resolved.has_type || tw_described_is_laid_out(&resolved))
        return keep_layout(sizer, given->holds) && add_parts(sizer, place, &resolved);
    if (!number_changes(sizer, &resolved.valued)) return true;
    return add_number(sizer, place, resolved.valued.expression, resolved.type);
}

static bool add_arguments(struct sizer *sizer)
{
    bool fine = true;
    for (unsigned i = 0; i < sizer->description->argument_count && fine; i++) {
        fine = add_argument(sizer, sizer->number, i);
        sizer->number += sizer->description->arguments[i].kind != TW_SYMBOL;
    }
    return fine;
}

/* ---- launches ---- */

static bool add_side(struct sizer *sizer, const struct tw_expression *expression, const char *what, int side)
{
    struct tw_text before = {0};
    if (!changes(sizer, expression)) return true;
    tw_text_addf(&before, "sized->grids[%u].%s[%d] = %s_side(", sizer->launch, what, side, sizer->name);
    const bool fine = add_statement(sizer, tw_text_string(&before), expression, ", &fault);\n");
    tw_text_free(&before);
    return fine;
}

/* The numbers that a launch alone is given are arguments of the variant behind the description's. */
static bool add_parameters(struct sizer *sizer, const struct tw_described_launch *launch)
{
    bool fine = true;
    for (unsigned i = 0; i < launch->parameter_count && fine; i++) {
        const struct tw_described_parameter *parameter = &launch->parameters[i];
        enum tw_element type = parameter->type.element;
        if (changes(sizer, parameter->argument))
            return refuse_for(sizer, parameter->argument, "which arguments a launch is given depends on it");
        if (!parameter->value) continue;
        if (parameter->type.name >= 0 && sizer->changes[parameter->type.name])
            return refuse_name(sizer, parameter->type.name, "the type of a launch's number depends on it");
        if (parameter->type.name >= 0)
            tw_described_element_named(&sizer->values.value[parameter->type.name], &type);
        if (changes(sizer, parameter->value)) fine = add_number(sizer, sizer->number, parameter->value, type);
        sizer->number++;
    }
    return fine;
}

static bool add_launch(struct sizer *sizer, const struct tw_described_launch *launch)
{
    bool fine = true;
    const struct tw_expression *const kept[] = {launch->shared, launch->carveout, launch->cluster[0],
                                                launch->cluster[1], launch->cluster[2]};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (changes(sizer, kept[i]))
            return refuse_for(sizer, kept[i], "shared memory or clusters depend on it");
    }
    for (int side = 0; side < 3 && fine; side++)
        fine = add_side(sizer, launch->grid[side], "grid", side) &&
               add_side(sizer, launch->block[side], "block", side);
    if (fine) fine = add_parameters(sizer, launch);
    sizer->launch++;
    return fine;
}

static bool add_launches(struct sizer *sizer, const struct tw_described_launch *launches, unsigned count);

static bool add_group(struct sizer *sizer, const struct tw_described_launch *group)
{
    const unsigned name = tw_described_name_of(sizer->description, TW_DESCRIBED_MACHINES);
    struct tw_expression_value *turn = &sizer->values.value[name], turns;
    const struct tw_expression_value outer = *turn;
    struct tw_expression_fault fault;
    bool fine = true;
    int64_t count;
    if (changes(sizer, group->repeat))
        return refuse_for(sizer, group->repeat, "the number of launches depends on it");
    if (!tw_expression_evaluate(group->repeat, sizer->values.value, &turns, &fault) ||
        !tw_described_whole(&turns, &count))
        return refuse(sizer, "an expression has no whole value");
    for (int64_t i = 0; i < count && fine; i++) {
        turn->integer = i;
        sizer->names[name].value = *turn;
        fine = add_launches(sizer, group->inner, group->inner_count);
    }
    *turn = sizer->names[name].value = outer;
    return fine;
}

static bool add_launches(struct sizer *sizer, const struct tw_described_launch *launches, unsigned count)
{
    bool fine = true;
    for (unsigned i = 0; i < count && fine; i++)
        fine = (launches[i].repeat ? add_group : add_launch)(sizer, &launches[i]);
    return fine;
}

/* ---- all of it ---- */

static void free_sizer(struct sizer *sizer)
{
    tw_text_free(&sizer->functions);
    tw_text_free(&sizer->sizes);
    tw_text_free(&sizer->members);
}

/* The fields that the kernel is compiled for. */
static void fix_compiled(struct sizer *sizer)
{
    const struct tw_description *description = sizer->description;
    for (unsigned f = 0; f < description->field_count; f++) {
        bool changed[TW_DESCRIBED_NAMES] = {false};
        changed[f] = true;
        for (unsigned d = 0; d < description->derived_count; d++)
            changed[description->field_count + TW_DESCRIBED_MACHINES + d] =
                tw_described_changes(description, description->derived[d], changed);
        if ((description->fields[f].roles & TW_FIELD_PROBLEM) &&
            tw_described_is_compiled_in(description, changed))
            sizer->fixed[f] = "it is compiled in";
    }
}

/* if (problem->filter_h != INT64_C(3)) return "filter_h must be 3: it is compiled in"; */
static void add_fixed(struct sizer *sizer, unsigned field, const int64_t *value)
{
    const struct tw_field_info *info = &sizer->description->fields[field];
    const struct tw_field_value own = tw_field_value_of(info, value[field]);
    struct tw_text member = {0}, digits = {0};
    tw_field_add_member(info, &member);
    tw_field_value_add(&own, &digits);
    if (tw_field_is_measured(info)) {
        tw_text_addf(&sizer->sizes, "    if (problem->%s != INT64_C(%" PRId64 ")) return \"%s must be ",
                     tw_text_string(&member), own.number, info->key);
    } else {
        tw_text_addf(&sizer->sizes, "    if (strcmp(problem->%s, \"", tw_text_string(&member));
        tw_escape_code(&sizer->sizes, own.is_word ? own.text : tw_text_string(&digits));
        tw_text_addf(&sizer->sizes, "\")) return \"%s must be ", info->key);
    }
    tw_escape_code(&sizer->sizes, own.is_word ? own.text : tw_text_string(&digits));
    tw_text_addf(&sizer->sizes, ": %s\";\n", sizer->fixed[field]);
    if (member.failed || digits.failed) tw_text_fail(&sizer->sizes);
    tw_text_free(&member);
    tw_text_free(&digits);
}

/* Tries with the fields that are fixed so far; false: there is more to be fixed, or own_problem says why it cannot be done. */
static bool try_sizes(struct sizer *sizer, const int64_t *value)
{
    const struct tw_description *description = sizer->description;
    if (!name_all(sizer)) return refuse(sizer, "out of memory");
    for (unsigned f = 0; f < description->field_count; f++) {
        if (sizer->fixed[f]) add_fixed(sizer, f, value);
    }
    return add_derived(sizer) && add_constraints(sizer) && add_arguments(sizer) &&
           add_launches(sizer, description->program.launches, description->program.launch_count);
}

static bool add_sizes(struct sizer *sizer, const int64_t *value, const struct tw_target *target)
{
    struct tw_text reason = {0};
    const struct sizer begin = *sizer;
    const bool known = tw_described_values(sizer->description, value, target, &sizer->values, &reason);
    tw_text_free(&reason);
    if (!known) return refuse(sizer, "a derived value is unknown");
    fix_compiled(sizer);
    while (!try_sizes(sizer, value)) {
        struct sizer again = begin; /* with more that is fixed */
        if (sizer->own_problem) return false;
        again.values = sizer->values;
        memcpy(again.fixed, sizer->fixed, sizeof again.fixed);
        free_sizer(sizer);
        *sizer = again;
    }
    return true;
}

void tw_described_add_conditions(const struct tw_description *description, const int64_t *value,
                                 const struct tw_target *target, struct tw_text *text)
{
    struct sizer sizer = {.description = description, .name = "", .variant = ""};
    if (add_sizes(&sizer, value, target)) {
        tw_text_add(text, tw_text_part(text, &sizer.functions));
        tw_text_add(text, tw_text_part(text, &sizer.sizes));
    }
    if (sizer.members.failed) tw_text_fail(text);
    free_sizer(&sizer);
}

void tw_described_size(const struct tw_description *description, const int64_t *value,
                       const struct tw_target *target, const char *name, const char *variant,
                       struct tw_data *data)
{
    struct sizer sizer = {.description = description, .name = name, .variant = variant};
    const bool sized = add_sizes(&sizer, value, target);
    if (sizer.members.failed) data->failed = true;
    tw_data_flag(data, "sized", sized);
    tw_data_number(data, "derived_room", sizer.derived ? sizer.derived : 1);
    tw_data_number(data, "part_words", sized ? sizer.words : 0);
    if (sized) {
        tw_data_text(data, "functions", &sizer.functions);
        tw_data_text(data, "sizes", &sizer.sizes);
    } else {
        tw_data_string(data, "own_problem", sizer.own_problem ? sizer.own_problem : "");
    }
    free_sizer(&sizer);
}
