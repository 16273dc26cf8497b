/* tilewright solve: the cheapest layout without bank conflicts, from the model alone. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "cli/commands.h"
#include "cli/options/space.h"
#include "cli/progress.h"
#include "cli/show/columns.h"
#include "cli/show/table.h"
#include "cli/terminal.h"
#include "gen/choice/candidates.h"
#include "gen/config/index_set.h"
#include "gen/layout/bankmap.h"
#include "gen/layout/solve.h"

#define PAD_LIMIT 1024

struct solve_options {
    struct tw_space_options space;
    struct tw_bank_machine machine;
    bool json;
};

static const char *swizzle_word(const struct tw_family *family, int swizzle)
{
    int field = tw_family_role(family, TW_FIELD_SWIZZLE);
    return field < 0 ? "none" : family->fields[field].words[swizzle];
}

/* What the family calls its padding. */
static const char *pad_key(const struct tw_family *family)
{
    int field = tw_family_role(family, TW_FIELD_PADDING);
    return field < 0 ? "padding" : family->fields[field].key;
}

static unsigned swizzles(const struct tw_family *family)
{
    return tw_family_role(family, TW_FIELD_SWIZZLE) < 0 ? 1 : TW_SWIZZLES;
}

/* True for the fields that solve searches; in the others two variants are different tiles. */
static bool is_free(const struct tw_field_info *field)
{
    return field->roles & (TW_FIELD_PADDING | TW_FIELD_SWIZZLE);
}

static bool has_free_layout(const struct tw_family *family)
{
    return tw_family_role(family, TW_FIELD_PADDING) >= 0 || tw_family_role(family, TW_FIELD_SWIZZLE) >= 0;
}

/* Variants that differ only in what is searched are one tile. */
static bool same_tile(const void *entries, uint32_t a, uint32_t b)
{
    const struct tw_variants *variants = entries;
    const struct tw_family *family = variants->family;
    bool same = true;
    for (unsigned f = 0; f < family->field_count && same; f++) {
        same = is_free(&family->fields[f]) || variants->variant[a].value[f] == variants->variant[b].value[f];
    }
    return same;
}

static uint64_t tile_hash(const struct tw_family *family, const int64_t *value)
{
    int64_t key[TW_MAX_FIELDS];
    for (unsigned f = 0; f < family->field_count; f++) key[f] = is_free(&family->fields[f]) ? 0 : value[f];
    return tw_hash(key, family->field_count * sizeof *key);
}

static void add_fields(const struct tw_family *family, const int64_t *value, const char *between,
                       struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        struct tw_field_value shown = tw_field_value_of(field, value[f]);
        bool at_default = !field->required && field->kind != TW_FIELD_ENUM && value[f] == field->fallback;
        if (is_free(field) || at_default) continue;
        tw_text_addf(text, "%s%s ", separator, shown.key);
        tw_field_value_add(&shown, text);
        separator = between;
    }
}

/* What cells are made of, beside the row: which is one of the solutions. */
struct solved {
    const struct tw_family *family;
    const struct tw_solutions *solutions;
};

static int swizzle_of(const struct solved *solved, const struct tw_solution *solution)
{
    return (int)(solution - solved->solutions->swizzle);
}

static void cell_swizzle(const struct tw_table_column *column, const void *about, const void *row,
                         struct tw_text *cell)
{
    (void)column;
    tw_text_add(cell, swizzle_word(((const struct solved *)about)->family, swizzle_of(about, row)));
}

/* Dashes where the swizzle does not fit the tile. */
enum figure { PADDING, BYTES, MORE, WAVEFRONTS, IDEAL };

static void cell_figure(const struct tw_table_column *column, const void *about, const void *row,
                        struct tw_text *cell)
{
    const struct solved *solved = about;
    const struct tw_solution *solution = row;
    if (!solution->possible)
        tw_text_add_char(cell, '-');
    else if (column->index == PADDING)
        tw_text_addf(cell, "%s %" PRId64, pad_key(solved->family), solution->pad);
    else if (column->index == MORE)
        tw_text_addf(cell, "%+" PRId64, (int64_t)solution->bytes - (int64_t)solved->solutions->bare.bytes);
    else
        tw_cell_count(cell, true,
                      column->index == BYTES        ? solution->bytes
                      : column->index == WAVEFRONTS ? solution->wavefronts
                                                    : solution->ideal_wavefronts);
}

static void cell_verdict(const struct tw_table_column *column, const void *about, const void *row,
                         struct tw_text *cell)
{
    const struct solved *solved = about;
    const struct tw_solution *solution = row;
    (void)column;
    if (!solution->possible) {
        tw_text_add(cell, "does not fit this tile");
        return;
    }
    tw_text_add(cell, solution->ideal ? "conflict-free" : "has conflicts");
    if (swizzle_of(solved, solution) == solved->solutions->best)
        tw_text_add(cell, solution->ideal ? ", cheapest" : ", fewest wavefronts");
}

/* clang-format off */
static const struct tw_table_column columns[] = {
    {"", "swizzle",    false, false, 0, cell_swizzle, 0,          NULL},
    {"", "padding",    false, false, 0, cell_figure,  PADDING,    NULL},
    {"", "bytes",      true,  false, 0, cell_figure,  BYTES,      NULL},
    {"", "more",       true,  false, 0, cell_figure,  MORE,       NULL},
    {"", "wavefronts", true,  false, 0, cell_figure,  WAVEFRONTS, NULL},
    {"", "ideal",      true,  false, 0, cell_figure,  IDEAL,      NULL},
    {"", "",           false, false, 0, cell_verdict, 0,          NULL},
};
/* clang-format on */

static void add_rows(const struct tw_family *family, const struct tw_solutions *s, struct tw_text *text)
{
    const struct solved solved = {family, s};
    struct tw_table table = {
        .columns = columns, .column_count = sizeof columns / sizeof *columns, .about = &solved};
    for (unsigned swizzle = 0; swizzle < swizzles(family); swizzle++)
        tw_table_add(&table, &s->swizzle[swizzle]);
    tw_table_print(&table, tw_output_columns(), text);
    tw_table_free(&table);
}

/* The free layout: "IPAD 1, swizzle none". */
static void add_layout(const struct tw_family *family, const struct tw_solutions *s, struct tw_text *text)
{
    tw_text_addf(text, "%s %" PRId64, pad_key(family), s->swizzle[s->best].pad);
    if (swizzles(family) > 1) tw_text_addf(text, ", swizzle %s", swizzle_word(family, s->best));
}

/* The same variant with another block, and what it leaves open chosen anew for that; false: impossible, or no better. */
static bool is_way_out(const struct tw_solve_for *wanted, const struct tw_variants *variants,
                       const struct tw_variant *variant, const int64_t block[2], struct tw_solutions *s)
{
    const struct tw_family *family = variants->family;
    int64_t value[TW_MAX_FIELDS];
    struct tw_text reason = {0};
    tw_variant_given(family, variant, value);
    value[tw_family_role(family, TW_FIELD_BLOCK_X)] = block[0];
    value[tw_family_role(family, TW_FIELD_BLOCK_Y)] = block[1];
    tw_family_resolve(family, value, &variants->target);
    bool free = tw_solve(family, value, wanted, s, &reason) && s->swizzle[s->best].ideal;
    tw_text_free(&reason);
    return free;
}

/* Another block that has a free layout: of the number of threads that is nearest, the one of the nearest sides. */
static void add_way_out(const struct tw_solve_for *wanted, const struct tw_variants *variants,
                        const struct tw_variant *variant, struct tw_text *text)
{
    static const int64_t sides[] = {4, 8, 16, 32, 64, 128};
    enum { SIDES = sizeof sides / sizeof *sides };
    const struct tw_family *family = variants->family;
    int x = tw_family_role(family, TW_FIELD_BLOCK_X), y = tw_family_role(family, TW_FIELD_BLOCK_Y);
    struct tw_solutions solutions, best;
    int64_t nearest = INT64_MAX, found[2] = {0, 0};
    if (x < 0 || y < 0) return;
    for (int i = 0; i < SIDES * SIDES; i++) {
        const int64_t block[2] = {sides[i / SIDES], sides[i % SIDES]};
        int64_t apart = 1000 * llabs(block[0] * block[1] - variant->value[x] * variant->value[y]) +
                        llabs(block[0] - variant->value[x]) + llabs(block[1] - variant->value[y]);
        if (apart >= nearest || !is_way_out(wanted, variants, variant, block, &solutions)) continue;
        nearest = apart;
        best = solutions;
        memcpy(found, block, sizeof found);
    }
    if (nearest == INT64_MAX) return;
    tw_text_addf(text, "another block has one: %s %" PRId64 ", %s %" PRId64 " with ", family->fields[x].key,
                 found[0], family->fields[y].key, found[1]);
    add_layout(family, &best, text);
    tw_text_add_char(text, '\n');
}

static void add_verdict(const struct tw_family *family, const struct tw_solutions *s, struct tw_text *text)
{
    const struct tw_solution *best = &s->swizzle[s->best];
    if (best->ideal) {
        tw_text_add(text, "conflict-free with the fewest bytes: ");
        add_layout(family, s, text);
    } else {
        tw_text_addf(text, "no padding up to %d%s makes this tile conflict-free", PAD_LIMIT,
                     swizzles(family) > 1 ? " and no swizzle" : "");
    }
    tw_text_addf(text, "\nwithout %s: %" PRIu64 " wavefronts\n",
                 swizzles(family) > 1 ? "padding and swizzle" : "padding", s->bare.wavefronts);
}

static void add_json(const struct tw_family *family, const int64_t *value,
                     const struct tw_bank_machine *machine, const struct tw_solutions *s,
                     const char *undefined, struct tw_text *text)
{
    tw_text_addf(text,
                 "{\"kernel\": \"%s\", \"machine\": {\"banks\": %u, \"bank_bytes\": %u, \"bank_mode\": %u}",
                 family->name, machine->banks, machine->bytes, machine->mode);
    for (unsigned f = 0; f < family->field_count; f++) {
        struct tw_field_value shown = tw_field_value_of(&family->fields[f], value[f]);
        if (is_free(&family->fields[f])) continue;
        tw_text_addf(text, ", \"%s\": ", shown.key);
        tw_field_value_add_json(&shown, text);
    }
    if (undefined) tw_text_addf(text, ", \"unpredicted\": \"%s\"", undefined);
    tw_text_addf(text,
                 ", \"ideal_wavefronts\": %" PRIu64 ", \"bare_wavefronts\": %" PRIu64
                 ", \"bare_bytes\": %" PRIu32 ", \"best\": \"%s\", \"solutions\": {",
                 s->bare.ideal_wavefronts, s->bare.wavefronts, s->bare.bytes, swizzle_word(family, s->best));
    for (int i = 0; i < (int)swizzles(family); i++) {
        const struct tw_solution *solution = &s->swizzle[i];
        tw_text_addf(text, "%s\"%s\": ", i ? ", " : "", swizzle_word(family, i));
        if (!solution->possible)
            tw_text_add(text, "null");
        else
            tw_text_addf(text,
                         "{\"ideal\": %s, \"%s\": %" PRId64 ", \"shared_bytes\": %" PRIu32
                         ", \"wavefronts\": %" PRIu64 "}",
                         solution->ideal ? "true" : "false", pad_key(family), solution->pad, solution->bytes,
                         solution->wavefronts);
    }
    tw_text_add(text, "}}\n");
}

/* Why no cost of the variant is predicted, whatever its layout; NULL: it is. A shape without memory has failed. */
static const char *why_undefined(const struct tw_variants *variants, const int64_t *value,
                                 struct tw_text *text)
{
    struct tw_shape shape = {0};
    if (!tw_family_shape(variants->family, value, &variants->target, &shape)) tw_text_fail(text);
    const char *why = shape.undefined;
    tw_shape_free(&shape);
    return why;
}

/* ", for 4 banks of 4 bytes": said of no device's. */
static void add_machine(const struct tw_bank_machine *machine, struct tw_text *text)
{
    if (tw_bank_machine_is_usual(machine)) return;
    tw_text_add(text, ", for ");
    tw_bank_machine_add(machine, text);
}

static bool solve_tile(const struct solve_options *solve, const struct tw_variants *variants, size_t number,
                       struct tw_text *text)
{
    const struct tw_family *family = variants->family;
    const int64_t *value = variants->variant[number].value;
    struct tw_solutions solutions;
    struct tw_text reason = {0};
    const struct tw_solve_for wanted = {&variants->target, solve->machine, PAD_LIMIT};
    bool solved = tw_solve(family, value, &wanted, &solutions, &reason);
    const char *undefined = solved ? why_undefined(variants, value, text) : NULL;
    if (solved && !solutions.swizzle[solutions.best].bytes) {
        tw_complain("%s: no tile in shared memory", variants->variant[number].name);
        solved = false;
    } else if (!solved) {
        tw_complain("%s: rejected: %s", variants->variant[number].name, tw_text_part(text, &reason));
    } else if (solve->json) {
        add_json(family, value, &solve->machine, &solutions, undefined, text);
    } else {
        struct tw_text heading = {0};
        add_fields(family, value, ", ", &heading);
        add_machine(&solve->machine, &heading);
        tw_wrap(tw_text_part(text, &heading), 0, text);
        tw_text_free(&heading);
        add_rows(family, &solutions, text);
        add_verdict(family, &solutions, text);
        if (!solutions.swizzle[solutions.best].ideal)
            add_way_out(&wanted, variants, &variants->variant[number], text);
        if (undefined) tw_text_addf(text, "not predicted: %s\n", undefined);
        tw_text_add_char(text, '\n');
    }
    tw_text_free(&reason);
    return solved;
}

/* Solves each tile once; *any: at least one has a layout. */
static int solve_tiles(const struct solve_options *solve, const struct tw_variants *variants, bool *any,
                       struct tw_text *text)
{
    const struct tw_family *family = variants->family;
    struct tw_index_set solved = {0};
    uint32_t earlier = TW_NO_INDEX;
    bool added = true;
    for (size_t i = 0; i < variants->count && added; i++) {
        tw_progress_say("solving", i, variants->count);
        uint64_t hash = tile_hash(family, variants->variant[i].value);
        added = tw_index_set_add(&solved, hash, (uint32_t)i, same_tile, variants, &earlier);
        if (added && earlier == TW_NO_INDEX) *any |= solve_tile(solve, variants, i, text);
    }
    tw_index_set_free(&solved);
    return added ? TW_OK : TW_MEMORY;
}

static const struct tw_option options[] = {
    {"json", 0, NULL, TW_AS_FLAG(struct solve_options, json), "one JSON object per tile on standard output"},
    TW_MACHINE_OPTIONS(struct solve_options, space),
    TW_SPACE_OPTIONS(struct solve_options, space),
    {0},
};

const struct tw_arguments tw_arguments_solve = {
    "Finds the cheapest layout without bank conflicts, from the model alone.", options, NULL};

int tw_cmd_solve(int argc, char **argv)
{
    struct solve_options solve = {0};
    if (tw_arguments_parse(&tw_arguments_solve, argc, argv, &solve)) return TW_EXIT_FAILED;

    struct tw_error error = TW_ERROR_INIT;
    struct tw_space space;
    struct tw_text text = {0};
    if (tw_space_open(&solve.space, &tw_terminal, &space, &error)) {
        int status = tw_report(&error);
        tw_error_free(&error);
        return status;
    }
    if (!has_free_layout(space.config.family)) {
        tw_complain("%s: kernels of the %s family have no free layout to search", space.config.file,
                    space.config.family->name);
        tw_space_close(&space);
        return TW_EXIT_USAGE;
    }
    solve.machine = space.machine;
    bool any = false;
    struct tw_variants variants = {0};
    int code = tw_space_expand(&space, tw_space_target(&solve.space), &variants, &error);
    if (!code && solve_tiles(&solve, &variants, &any, &text)) tw_text_fail(&text);
    int status = code ? tw_report(&error) : TW_EXIT_OK;
    tw_error_free(&error);
    tw_variants_free(&variants);
    tw_space_close(&space);
    if (any && !solve.json)
        tw_text_add(&text,
                    "wavefronts: of the block's stores and loads of shared memory; ideal: without bank "
                    "conflicts; more: bytes beyond the tile without padding\n");
    if (!status) status = tw_print(&text);
    return status ? status : any ? TW_EXIT_OK : TW_EXIT_FAILED;
}
