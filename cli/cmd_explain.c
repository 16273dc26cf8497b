/* tilewright explain: config -> variants -> bank maps, as text on stdout and as an SVG picture. Needs no GPU.
 */
#include <stdlib.h>
#include <string.h>

#include <tilewright/occupancy.h>

#include "cli/commands.h"
#include "cli/options/space.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/show/columns.h"
#include "cli/terminal.h"
#include "gen/layout/bankmap_draw.h"

#define TERMINAL_ROWS  64u  /* of a tile drawn without --all    */
#define PICTURE_PANELS 100u /* variants in one SVG at most      */

struct explain {
    struct tw_space_options space;
    struct tw_bank_machine machine;
    const char *svg;
    bool all, force;

    struct tw_draw_style style;
    struct tw_svg picture;
    size_t explained;
    bool began, below_map; /* something was printed; a map was the last of it */
};

/* By the locale's name: to load it needs memory, and a drawing does not depend on how much of that there is. */
static bool locale_is_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *name = NULL;
    for (size_t i = 0; i < sizeof variables / sizeof *variables && !(name && *name); i++)
        name = getenv(variables[i]);
    return name && (strcasestr(name, ".UTF-8") || strcasestr(name, ".utf8"));
}

static struct tw_draw_style choose_style(bool all)
{
    struct tw_draw_style style = {.colour = tw_colour(stdout), .utf8 = locale_is_utf8()};
    if (!all) {
        style.columns = tw_output_columns();
        style.rows = TERMINAL_ROWS;
    }
    return style;
}

/* The fields that say something: the required ones and those that are not at their default. */
static void add_fields(const struct tw_family *family, const int64_t *value, struct tw_text *out)
{
    for (unsigned i = 0; i < family->field_count; i++) {
        const struct tw_field_info *field = &family->fields[i];
        if (!field->required && value[i] == field->fallback) continue;
        struct tw_field_value shown = tw_field_value_of(field, value[i]);
        tw_text_addf(out, "%s%s ", out->length ? ", " : "", shown.key);
        tw_field_value_add(&shown, out);
    }
}

/* How full its blocks make a multiprocessor: "  occupancy on sm_90: 100 %, 4 blocks of 512 threads per SM (threads)". */
static void add_occupancy(const struct tw_target *target, const struct tw_shape *shape, struct tw_text *out)
{
    const struct tw_launch *launch = tw_shape_largest(shape);
    if (!launch) return;
    const struct tw_block_needs needs = {.threads = tw_launch_threads(launch),
                                         .shared_bytes = launch->shared_bytes,
                                         .carveout = launch->carveout};
    const struct tw_occupancy occupancy = tw_occupancy(target, &needs);
    const double percent = 100 * occupancy.fraction;
    tw_text_addf(out, "  occupancy on sm_%u: ", target->sm);
    tw_text_add_double(out, percent, percent == (double)(unsigned)percent ? 0 : 1);
    tw_text_addf(out, " %%, %u blocks of %u threads per SM (%s)\n", occupancy.blocks_per_sm, needs.threads,
                 tw_limit_text(occupancy.limit));
}

/* Draws tile `number` of a variant. */
static void draw_tile(struct explain *explain, const struct tw_variants *variants,
                      const struct tw_variant *variant, unsigned number, const struct tw_shape *shape,
                      const char *fields, struct tw_text *out)
{
    struct tw_bankmap map;
    struct tw_text title = {0};
    if (!tw_bankmap_make(variants->family, variant->value, number, shape, &explain->machine, &map)) {
        tw_text_fail(out);
        return;
    }
    tw_text_addf(&title, number ? "%s, tile %u" : "%s", variant->name, number + 1);
    tw_draw_text(&map, tw_text_part(out, &title), fields, &explain->style, out);
    if (explain->svg) tw_svg_panel(&explain->picture, &map, tw_text_string(&title), fields);
    tw_text_free(&title);
    tw_bankmap_free(&map);
}

/* Draws an accepted variant on stdout, and into the picture when there is to be one. */
static int draw(struct explain *explain, const struct tw_variants *variants, const struct tw_variant *variant)
{
    struct tw_shape shape = {0};
    struct tw_layout tile;
    struct tw_text fields = {0}, out = {0};
    if (!tw_family_shape(variants->family, variant->value, &variants->target, &shape)) tw_text_fail(&out);
    add_fields(variants->family, variant->value, &fields);
    for (unsigned i = 0; !out.failed && tw_family_layout(variants->family, variant->value, i, &tile); i++) {
        if (explain->began || i) tw_text_add_char(&out, '\n');
        draw_tile(explain, variants, variant, i, &shape, tw_text_part(&out, &fields), &out);
    }
    if (tw_bank_machine_is_usual(&explain->machine)) add_occupancy(&variants->target, &shape, &out);
    if (shape.undefined) tw_text_addf(&out, "  not predicted: %s\n", shape.undefined);
    tw_shape_free(&shape);
    tw_text_free(&fields);
    explain->explained++;
    explain->began = explain->below_map = true;
    return tw_print_coloured(&out);
}

/* One line instead of a map: "NAME: WHAT". */
static int say(struct explain *explain, const struct tw_variant *variant, const char *what,
               const struct tw_text *reason)
{
    struct tw_text out = {0};
    if (explain->below_map) tw_text_add_char(&out, '\n');
    explain->began = true;
    explain->below_map = false;
    tw_text_addf(&out, "%s: %s%s\n", variant->name, what, tw_text_part(&out, reason));
    return tw_print(&out);
}

/* There is nothing to draw of a variant without a tile, and nothing wrong with it. */
static int say_untiled(struct explain *explain, const struct tw_variants *variants,
                       const struct tw_variant *variant)
{
    struct tw_shape shape = {0};
    struct tw_text grid = {0};
    if (!tw_family_shape(variants->family, variant->value, &variants->target, &shape)) tw_text_fail(&grid);
    const struct tw_launch none = {0}, *largest = tw_shape_largest(&shape),
                           *launch = largest ? largest : &none;
    tw_text_addf(&grid, "%s; %llu blocks of %u threads, `tilewright run` says what they move",
                 launch->shared_bytes ? "no rows and columns in shared memory to draw"
                                      : "no tile in shared memory",
                 (unsigned long long)tw_shape_blocks(&shape), tw_launch_threads(launch));
    if (shape.undefined) tw_text_addf(&grid, "\n  not predicted: %s", shape.undefined);
    int status = say(explain, variant, "", &grid);
    explain->explained++;
    tw_shape_free(&shape);
    tw_text_free(&grid);
    return status;
}

static int explain_variant(struct explain *explain, const struct tw_variants *variants,
                           const struct tw_variant *variant)
{
    struct tw_text reason = {0};
    struct tw_layout tile;
    int status;
    if (!tw_family_accept(variants->family, variant->value, &variants->target, &reason))
        status = say(explain, variant, "rejected: ", &reason);
    else if (!tw_family_layout(variants->family, variant->value, 0, &tile))
        status = say_untiled(explain, variants, variant);
    else if (!tw_bankmap_fits(variants->family, variant->value, &explain->machine, &reason))
        status = say(explain, variant, "not drawn: ", &reason);
    else
        status = draw(explain, variants, variant);
    tw_text_free(&reason);
    return status;
}

/* Reports an error, and frees it. */
static int give_up(struct tw_error *error)
{
    int status = tw_report(error);
    tw_error_free(error);
    return status;
}

static int write_picture(struct explain *explain)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text svg = {0};
    tw_svg_finish(&explain->picture, &svg);
    tw_output_write(explain->svg, &svg, explain->force, &error);
    return error.code ? give_up(&error) : TW_EXIT_OK;
}

static int explain_space(struct explain *explain, const struct tw_space *space)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_variants variants;
    int status = TW_EXIT_OK;
    if (explain->svg && space->count > PICTURE_PANELS) {
        tw_fail_at(&error, TW_INPUT, space->config.file, 0, 0,
                   "%zu variants are too many for one picture (%u at most): choose one with --variant",
                   space->count, PICTURE_PANELS);
        return give_up(&error);
    }
    if (tw_space_expand(space, tw_space_target(&explain->space), &variants, &error)) return give_up(&error);
    for (size_t i = 0; status == TW_EXIT_OK && i < variants.count; i++) {
        tw_progress_say("drawing", i, variants.count);
        status = explain_variant(explain, &variants, &variants.variant[i]);
    }
    tw_variants_free(&variants);
    if (status == TW_EXIT_OK && !explain->explained) status = TW_EXIT_FAILED;
    if (status == TW_EXIT_OK && explain->svg) status = write_picture(explain);
    tw_svg_free(&explain->picture);
    return status;
}

static const struct tw_option options[] = {
    {"svg", 0, "FILE", TW_AS_STRING(struct explain, svg), "also draw the maps into FILE, one panel per tile"},
    TW_FORCE_OPTION(struct explain, force),
    TW_MACHINE_OPTIONS(struct explain, space),
    {"beside", 0, NULL, TW_AS_FLAG(struct explain, picture.beside),
     "draw the panels of --svg side by side, with few words"},
    {"all", 0, NULL, TW_AS_FLAG(struct explain, all), "show all rows, columns and conflicts, however wide"},
    TW_SPACE_PLAIN_OPTIONS(struct explain, space),
    {0},
};

const struct tw_arguments tw_arguments_explain = {
    "Draws the bank map of every variant's tile, and says what each access costs and why.", options, NULL};

int tw_cmd_explain(int argc, char **argv)
{
    struct explain explain = {0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_space space;
    if (tw_arguments_parse(&tw_arguments_explain, argc, argv, &explain)) return TW_EXIT_FAILED;
    explain.style = choose_style(explain.all);
    explain.space.renders_nothing = true;
    if (tw_space_open(&explain.space, &tw_terminal, &space, &error)) return give_up(&error);
    explain.machine = space.machine;
    struct tw_outputs outputs = {0};
    tw_space_note_read(&explain.space, space.config.family, &outputs);
    int status = tw_outputs_try(&outputs, explain.svg, "the picture", true, &error)
                     ? give_up(&error)
                     : explain_space(&explain, &space);
    tw_outputs_free(&outputs);
    tw_space_close(&space);
    return status;
}
