/*
 * What a plan says of itself:
 *
 *     plan_IPAD0_xor: tile kernel for simulator (sm_90), one block of (32, 16, 1) threads
 *     chosen by rule: 1 of 99 variants, 99 of them possible
 *     IPAD 0, swizzle xor
 *     2048 bytes of shared memory, 32 wavefronts (ideal 32)
 *     compiled for sm_90 (from the disk cache), loaded as PTX, 42 registers
 *
 * and of a described kernel below its first line
 *
 *     described by scale.json, 0123456789abcdef0123456789abcdef; results not checked: the description names no reference
 */
#include <inttypes.h>

#include "base/escape.h"
#include "gen/choice/candidates.h"
#include "tune/plan/planner.h"

static void say_launch(const struct tw_launch *launch, struct tw_text *text)
{
    const uint32_t *grid = launch->grid, *block = launch->block;
    if (tw_launch_blocks(launch) == 1)
        tw_text_add(text, "one block");
    else
        tw_text_addf(text, "(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ") blocks", grid[0], grid[1], grid[2]);
    tw_text_addf(text, " of (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ") threads", block[0], block[1], block[2]);
}

static void say_shape(const struct tw_plan *plan, struct tw_text *text)
{
    const struct tw_shape *shape = &plan->kernel.shape;
    tw_text_addf(text, "%s: %s kernel for %s", plan->kernel.name, plan->kernel.family, plan->device->name);
    if (!tw_device_is_simulator(plan->device)) tw_text_addf(text, " (sm_%u)", plan->device->sm);
    for (unsigned i = 0; i < shape->launch_count; i++) {
        tw_text_add(text, i ? ", then " : ", ");
        say_launch(&shape->launches[i], text);
    }
    if (tw_shape_scratch_bytes(shape))
        tw_text_addf(text, "; %zu bytes of scratch", tw_shape_scratch_bytes(shape));
    tw_text_add_char(text, '\n');
}

static void say_description(const struct tw_plan *plan, const struct tw_pick *pick, struct tw_text *text)
{
    if (!plan->described) return;
    tw_text_add(text, "described by ");
    tw_escape_terminal(text, tw_description_file(plan->described));
    tw_text_addf(text, ", %s; results %s\n", tw_description_hash(plan->described),
                 tw_text_part(text, &pick->checked));
    const char *warning = tw_description_warning(plan->described);
    if (!warning) return;
    tw_escape_terminal(text, warning);
    tw_text_add_char(text, '\n');
}

/* What the family's own rule goes by. What was measured, or given, did not go by it, also where it is the same. */
static void say_rule(const struct tw_variants *space, const struct tw_pick *pick, struct tw_text *text)
{
    struct tw_text chosen = {0};
    if (space->family->description && space->count == 1 && !pick->told.length && !pick->told.failed)
        tw_text_add(&chosen, "the defaults");
    if (space->family->chosen) space->family->chosen(pick->variant->value, &space->target, &chosen);
    const char *how = tw_text_part(text, &chosen);
    if (*how) tw_text_addf(text, "%s %s", space->count > 1 ? ";" : ":", how);
    tw_text_free(&chosen);
}

static void say_choice(const struct tw_variants *space, const struct tw_pick *pick, struct tw_text *text)
{
    static const char *const words[] = {
#define X(grounds, text) text,
        TW_GROUNDS(X)
#undef X
    };
    tw_text_addf(text, "chosen %s", words[pick->grounds]);
    if (pick->wisdom) {
        tw_text_addf(text, ": rank %zu of %zu on ", pick->rank, pick->wisdom->count);
        tw_escape_terminal(text, pick->wisdom->device);
        tw_text_add(text, " in ");
        tw_escape_terminal(text, pick->wisdom->file);
    }
    if (pick->told.length || pick->told.failed)
        tw_text_addf(text, ": %s", tw_text_part(text, &pick->told)); /* which counts candidates itself */
    else if (space->count > 1)
        tw_text_addf(text, "%s 1 of %zu variants, %zu of them possible", pick->wisdom ? ";" : ":",
                     space->count, pick->possible);
    if (pick->grounds == TW_GROUNDS_RULE) say_rule(space, pick, text);
    tw_text_add_char(text, '\n');
    tw_text_add(text, tw_text_part(text, &pick->note));
}

/* Bit i: field i was open. It differs somewhere in the space, or is one of those that the family chooses. */
static uint64_t open_fields(const struct tw_variants *space, enum tw_grounds grounds)
{
    const struct tw_family *family = space->family;
    const int64_t *first = space->variant[0].value;
    int64_t given[TW_MAX_FIELDS];
    uint64_t open = 0;
    tw_variant_given(family, &space->variant[0], given);
    if (tw_family_searches(family) && grounds != TW_GROUNDS_GIVEN)
        open = tw_family_open(family, given, first);
    for (unsigned f = 0; f < family->field_count; f++) {
        for (size_t i = 1; i < space->count; i++) {
            if (space->variant[i].value[f] != first[f]) open |= tw_field_bit(f);
        }
    }
    return open;
}

static void say_fields(const struct tw_kernel *kernel, uint64_t open, struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < kernel->field_count; f++) {
        const struct tw_field_value *field = &kernel->fields[f];
        if (!tw_has_field(open, f)) continue;
        tw_text_addf(text, "%s%s ", separator, field->key);
        tw_field_value_add(field, text);
        separator = ", ";
    }
    if (*separator) tw_text_add_char(text, '\n');
}

static void say_cost(const struct tw_plan *plan, struct tw_text *text)
{
    const struct tw_kernel *kernel = &plan->kernel;
    struct tw_counts predicted = tw_kernel_predicted(kernel);
    const char *unpredicted = tw_kernel_unpredicted(kernel);
    uint32_t bytes = tw_shape_shared_bytes(&kernel->shape);
    uint64_t wavefronts = tw_counts_wavefronts(&predicted), sectors = tw_counts_sectors(&predicted);
    tw_loaded_shared_bytes(plan->device, kernel, &plan->loaded, &bytes, NULL);
    if (bytes)
        tw_text_addf(text, "%" PRIu32 " bytes of shared memory", bytes);
    else
        tw_text_add(text, "no shared memory");
    if (unpredicted)
        tw_text_addf(text, ", what it costs is not predicted: %s", unpredicted);
    else if (bytes)
        tw_text_addf(text, ", %" PRIu64 " wavefront%s (ideal %" PRIu64 ")", wavefronts,
                     wavefronts == 1 ? "" : "s", tw_kernel_ideal(kernel));
    if (predicted.known & TW_KNOWN(global_load_sectors))
        tw_text_addf(text, ", %" PRIu64 " sector%s of global memory", sectors, sectors == 1 ? "" : "s");
    tw_text_add_char(text, '\n');
}

/* The simulator has no compiler for machine code, which alone decides how many it takes. */
static void say_registers(const struct tw_plan *plan, const struct tw_loaded *loaded, struct tw_text *text)
{
    if (!tw_device_is_simulator(plan->device)) tw_text_addf(text, ", %d registers", loaded->registers);
}

static void say_second(const struct tw_plan *plan, struct tw_text *text)
{
    const struct tw_shape *shape = &plan->kernel.shape;
    const char *separator = " ";
    tw_text_add(text, "a second kernel");
    say_registers(plan, &plan->second, text);
    tw_text_add(text, tw_device_is_simulator(plan->device) ? " where" : ", where");
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *own = &shape->arguments[i], *other = &plan->second_shape.arguments[i];
        if (own->align == other->align) continue;
        tw_text_addf(text, "%s%s is not a multiple of %u bytes", separator, own->name, own->align);
        separator = " or ";
    }
    tw_text_add_char(text, '\n');
}

void tw_plan_say(const struct tw_variants *space, const struct tw_pick *pick, const struct tw_plan *plan,
                 const struct tw_ready *ready, struct tw_text *text)
{
    say_shape(plan, text);
    say_description(plan, pick, text);
    say_choice(space, pick, text);
    say_fields(&plan->kernel, open_fields(space, pick->grounds), text);
    say_cost(plan, text);
    if (plan->second_shape.launch_count) say_second(plan, text);
    tw_text_addf(text, "compiled for sm_%u%s, loaded as %s", ready->image.sm,
                 ready->hit ? " (from the disk cache)" : "", plan->loaded.from_ptx ? "PTX" : "a cubin");
    say_registers(plan, &plan->loaded, text);
    tw_text_add_char(text, '\n');
}
