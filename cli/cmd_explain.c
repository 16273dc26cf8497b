#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "gen/bankmap_draw.h"
#include "gen/config.h"

#define DEFAULT_ARCH   "sm_90"
#define PLAIN_COLUMNS  200u /* of an output that is no terminal */
#define TERMINAL_ROWS  64u  /* of a tile drawn without --all    */
#define PICTURE_PANELS 100u /* variants in one SVG at most      */

struct explain {
    const char *config, *svg, *variant;
    const struct tw_target *target;
    unsigned banks;
    bool all;

    struct tw_draw_style style;
    struct tw_svg picture;
    size_t explained;
    bool began, below_map; /* something was printed; a map was the last of it */
};

static unsigned parse_banks(const char *text, struct argp_state *state)
{
    char *end;
    long banks = strtol(text, &end, 10);
    if (end == text || *end || banks < 1 || banks > (long)TW_BANKS) {
        argp_error(state, "--banks takes a number from 1 to %u, not '%s'", TW_BANKS, text);
    }
    return (unsigned)banks;
}

static const struct tw_target *parse_arch(const char *text, struct argp_state *state)
{
    const struct tw_target *target = tw_target_find(tw_target_parse(text));
    if (!target) argp_error(state, "--arch takes an architecture such as sm_90, not '%s'", text);
    return target;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct explain *explain = state->input;
    switch (key) {
    case 's':
        explain->svg = argument;
        break;
    case 'b':
        explain->banks = parse_banks(argument, state);
        break;
    case 'v':
        explain->variant = argument;
        break;
    case 'a':
        explain->target = parse_arch(argument, state);
        break;
    case 'A':
        explain->all = true;
        break;
    case ARGP_KEY_ARG:
        if (explain->config) argp_error(state, "one CONFIG is enough: '%s' is left over", argument);
        explain->config = argument;
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which CONFIG?");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option options[] = {
    {"svg", 's', "FILE", 0, "also draw the maps into FILE, one panel per variant", 0},
    {"banks", 'b', "N", 0, "imagine N banks of 4 bytes and warps of N lanes (1 to 32)", 0},
    {"variant", 'v', "NAME", 0, "explain this variant only", 0},
    {"arch", 'a', "sm_NN", 0, "limits of this architecture decide what is rejected (" DEFAULT_ARCH ")", 0},
    {"all", 'A', NULL, 0, "cut nothing: all rows, columns and conflicts, however wide", 0},
    {0},
};

static const struct argp parser = {
    .options = options,
    .parser = parse_option,
    .args_doc = "CONFIG",
    .doc = "Draws the bank map of every variant's tile, and says what each access to it costs and why.",
};

static bool locale_is_utf8(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (!locale) return false;
    bool utf8 = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    freelocale(locale);
    return utf8;
}

static struct tw_draw_style choose_style(bool all)
{
    unsigned columns = tw_terminal_columns();
    struct tw_draw_style style = {.colour = tw_colour(stdout), .utf8 = locale_is_utf8()};
    if (!all) {
        style.columns = columns ? columns : PLAIN_COLUMNS;
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
        if (shown.is_word) {
            tw_text_add(out, shown.text);
        } else {
            tw_text_addf(out, "%lld", (long long)shown.number);
        }
    }
}

/* Draws an accepted variant on stdout, and into the picture when there is to be one. */
static int draw(struct explain *explain, const struct tw_config *config, const struct tw_variant *variant)
{
    struct tw_bankmap map;
    struct tw_text fields = {0}, out = {0};
    tw_bankmap_make(config->family, variant->value, explain->banks, &map);
    add_fields(config->family, variant->value, &fields);
    if (explain->began) tw_text_add_char(&out, '\n');
    tw_draw_text(&map, variant->name, tw_text_string(&fields), &explain->style, &out);
    if (explain->svg) tw_svg_panel(&explain->picture, &map, variant->name, tw_text_string(&fields));
    out.failed |= fields.failed;
    tw_text_free(&fields);
    explain->explained++;
    explain->began = explain->below_map = true;
    return tw_print(&out);
}

static int explain_variant(struct explain *explain, const struct tw_config *config,
                           const struct tw_variant *variant)
{
    struct tw_text reason = {0}, out = {0};
    int status;
    if (config->family->accept(variant->value, explain->target, &reason) &&
        tw_bankmap_fits(config->family, variant->value, explain->banks, &reason)) {
        status = draw(explain, config, variant);
    } else {
        if (explain->below_map) tw_text_add_char(&out, '\n');
        explain->began = true;
        explain->below_map = false;
        tw_text_addf(&out, "%s: rejected: %s\n", variant->name, tw_text_string(&reason));
        status = tw_print(&out);
    }
    tw_text_free(&reason);
    return status;
}

static int write_picture(struct explain *explain)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text svg = {0};
    tw_svg_finish(&explain->picture, &svg);
    if (svg.failed) {
        tw_fail(&error, TW_MEMORY, "out of memory");
    } else {
        tw_file_write(explain->svg, svg.data, svg.length, &error);
    }
    int status = error.code ? tw_report(&error) : TW_EXIT_OK;
    tw_error_free(&error);
    tw_text_free(&svg);
    return status;
}

/* The part of the config's variants that was asked for; TW_INPUT when there is none of that name, or too many
 * to draw. */
static int choose(const struct explain *explain, const struct tw_config *config, size_t *first, size_t *count,
                  struct tw_error *error)
{
    *first = 0;
    *count = config->variant_count;
    if (explain->variant) {
        while (*first < *count && strcmp(config->variants[*first].name, explain->variant) != 0) ++*first;
        if (*first == *count) {
            return tw_fail_at(error, TW_INPUT, config->file, 0, 0, "there is no variant '%s'",
                              explain->variant);
        }
        *count = 1;
    }
    if (explain->svg && *count > PICTURE_PANELS) {
        return tw_fail_at(error, TW_INPUT, config->file, 0, 0,
                          "%zu variants are too many for one picture (%u at most): choose one with --variant",
                          *count, PICTURE_PANELS);
    }
    return TW_OK;
}

static int explain_config(struct explain *explain, const struct tw_config *config)
{
    struct tw_error error = TW_ERROR_INIT;
    size_t first, count;
    int status = TW_EXIT_OK;
    if (choose(explain, config, &first, &count, &error) != TW_OK) status = tw_report(&error);
    for (size_t i = 0; status == TW_EXIT_OK && i < count; i++) {
        status = explain_variant(explain, config, &config->variants[first + i]);
    }
    if (status == TW_EXIT_OK && !explain->explained) status = TW_EXIT_FAILED;
    if (status == TW_EXIT_OK && explain->svg) status = write_picture(explain);
    tw_svg_free(&explain->picture);
    tw_error_free(&error);
    return status;
}

int tw_cmd_explain(int argc, char **argv)
{
    struct explain explain = {.target = tw_target_find(tw_target_parse(DEFAULT_ARCH)), .banks = TW_BANKS};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_config config;
    argp_parse(&parser, argc, argv, 0, NULL, &explain);
    explain.style = choose_style(explain.all);
    if (tw_config_load(explain.config, &config, &error) != TW_OK) {
        int status = tw_report(&error);
        tw_error_free(&error);
        return status;
    }
    int status = explain_config(&explain, &config);
    tw_config_free(&config);
    return status;
}
