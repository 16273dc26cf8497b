/* What names a config leads to: its variants, its template, or one variant of it. */
#include "tune/space.h"

#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "gen/choice/search.h"
#include "gen/config/hint.h"
#include "gen/config/record.h"
#include "gen/config/suggest.h"
#include "gen/described/notes/notes.h"
#include "gen/layout/bankmap.h"
#include "gen/text/mustache_parse.h"
#include "runtime/compile/source_bytes.h"
#include "tune/record.h"

#define MAX_SUGGESTED 1000000u /* names among which one is looked for that was meant */

/* Reads the template and parses it once, so that what is
   wrong with it is said before any variant is tried. */
static int read_template(const char *file, struct tw_space *space, struct tw_error *error)
{
    struct tw_mustache parsed;
    int code = tw_file_read(file, &space->template_text, error);
    if (!code) code = tw_source_whole(file, &space->template_text, error);
    if (code) return code;
    const char *text = tw_text_string(&space->template_text);
    const size_t mark = tw_source_mark(text);
    space->own_template = (struct tw_template){file, text + mark, space->template_text.length - mark};
    code = tw_mustache_parse(file, space->own_template.text, space->own_template.length, &parsed, error);
    if (!code) tw_mustache_free(&parsed);
    return code;
}

static bool find_variant(const char *name, struct tw_space *space)
{
    uint64_t number;
    if (!tw_config_find(&space->config, name, &number)) return false;
    space->first = number;
    space->count = 1;
    return true;
}

static int parse_config(const char *path, const struct tw_text *text, bool sweeps, struct tw_config *config,
                        struct tw_error *error)
{
    const char *file = strcmp(path, "-") == 0 ? "<stdin>" : path;
    return sweeps ? tw_config_parse_space(file, tw_text_string(text), text->length, config, error)
                  : tw_config_parse(file, tw_text_string(text), text->length, config, error);
}

/* Adds the name of the config's that is nearest to one that it does not have; nothing if none is near, or there are too many to look
   at. */
static void add_nearest(const char *name, const struct tw_config *config, struct tw_text *nearest)
{
    struct tw_text other = {0};
    for (uint64_t i = 0; i < config->variant_count && config->variant_count <= MAX_SUGGESTED; i++) {
        tw_text_clear(&other);
        tw_config_name(config, i, &other);
        const char *both[] = {tw_text_string(nearest), tw_text_string(&other)};
        if (tw_suggest_of(name, both, 2) != both[1]) continue;
        tw_text_clear(nearest);
        tw_text_add(nearest, both[1]);
    }
    tw_text_free(&other);
}

/* A name that is in neither the config nor a sweep of it. */
static int refuse_variant(const char *name, const struct tw_config *config, const struct tw_config *swept,
                          struct tw_error *error)
{
    struct tw_text near = {0};
    add_nearest(name, config, &near);
    if (!near.length) add_nearest(name, swept, &near);
    int code =
        tw_fail_at(error, TW_INPUT, config->file, 0, 0, "there is no variant '%s' among its %" PRIu64 "%s",
                   name, config->variant_count, tw_hint_at(near.length ? tw_text_string(&near) : NULL).words);
    tw_text_free(&near);
    return code;
}

/* A name that the config does not hold may be one that a sweep of it printed. */
static int pick_variant(const struct tw_space_options *from, const struct tw_text *text,
                        struct tw_space *space, struct tw_error *error)
{
    struct tw_config own = space->config;
    if (find_variant(from->variant, space)) return TW_OK;
    int code = parse_config(from->config, text, true, &space->config, error);
    if (!code && !find_variant(from->variant, space))
        code = refuse_variant(from->variant, &own, &space->config, error);
    tw_config_free(&own);
    return code;
}

static int open_config(const struct tw_space_options *from, struct tw_space *space, struct tw_error *error)
{
    struct tw_text text = {0};
    if (from->kernel)
        return tw_fail_at(
            error, TW_INPUT, from->config, 0, 0,
            "it is a config, which names its kernel itself: --kernel goes with the results of a "
            "sweep");
    int code = from->text ? TW_OK : tw_file_read(from->config, &text, error);
    if (from->text) tw_text_add(&text, from->text);
    if (!code && text.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = parse_config(from->config, &text, from->sweeps, &space->config, error);
    space->count = space->config.variant_count;
    if (!code && from->variant) code = pick_variant(from, &text, space, error);
    tw_text_free(&text);
    return code;
}

static int open_results(const struct tw_space_options *from, const struct tw_watcher *watcher,
                        struct tw_space *space, struct tw_error *error)
{
    struct tw_winners_wanted wanted = {.variant = from->variant, .each_problem = true};
    if (from->wanted) wanted = *from->wanted;
    if (from->sweeps)
        return tw_fail_at(error, TW_INPUT, from->config, 0, 0,
                          "it holds the results of a sweep: name the config to sweep");
    int code = from->kernel ? tw_description_load(from->kernel, &space->kernel, error) : TW_OK;
    wanted.kernel = space->kernel;
    if (!code) code = tw_winners_read(from->config, &wanted, &space->winners, error);
    if (code) return code;
    const struct tw_winners *winners = &space->winners;
    tw_records_say_version(
        watcher, winners->records.file,
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(winners->records.header, "version")));
    space->config = (struct tw_config){.file = winners->records.file,
                                       .family = winners->set.family,
                                       .variant_count = winners->count,
                                       .machine = tw_usual_banks};
    space->count = winners->count;
    return TW_OK;
}

/* Results are of kernels that a template made: only that one makes them again. */
static int check_template(const struct tw_watcher *watcher, const struct tw_space *space,
                          struct tw_error *error)
{
    const struct tw_records *records = &space->winners.records;
    bool unsure;
    int code = tw_records_check_template(records, space->winners.set.family, tw_space_template(space),
                                         &unsure, error);
    if (!code && unsure)
        tw_say(watcher, TW_REMARK_NOTE,
               "%s was swept with another template than this program has; if it was one of your own, "
               "--template FILE gives it",
               records->file);
    return code;
}

/* A described kernel's source is its own, and in a record no field of it may be called as another one is. */
static int check_described(const struct tw_space_options *from, const struct tw_family *family,
                           struct tw_error *error)
{
    if (!family->description) return TW_OK;
    if (from->template_file)
        return tw_fail_at(
            error, TW_INPUT, from->config, 0, 0,
            "--template goes with kernels that are built in: the description of %s names its source",
            family->name);
    for (unsigned f = 0; f < family->field_count; f++) {
        const char *key = family->fields[f].key,
                   *own = strncmp(key, TW_RECORD_PREFIX, strlen(TW_RECORD_PREFIX)) == 0
                              ? key + strlen(TW_RECORD_PREFIX)
                              : "";
        if (tw_column_is_known(own) && tw_family_field(family, own) >= 0)
            return tw_fail_at(error, TW_INPUT, tw_description_file(family->description), 0, 0,
                              "a field cannot be called \"%s\", as records of results call \"%s\" so", key,
                              own);
    }
    return TW_OK;
}

static void warn_of_described(const struct tw_watcher *watcher, const struct tw_family *family)
{
    const char *warning = family->description ? tw_description_warning(family->description) : NULL;
    if (warning) tw_say(watcher, TW_REMARK_WARNING, "%s", warning);
}

static const char *note_on_defaults(const struct tw_config *config)
{
    const struct tw_description *description = config->family->description;
    const char *note = description ? tw_description_note(description) : NULL;
    const uint64_t replaced = note ? tw_description_replaced(description) : 0;
    return note && (!replaced || tw_config_leaves(config, replaced)) ? note : NULL;
}

static void say_note(const struct tw_config *config, struct tw_text *note, const struct tw_watcher *watcher)
{
    if (note->length) tw_say(watcher, TW_REMARK_NOTE, "%s: %s", config->file, tw_text_string(note));
    tw_text_free(note);
}

void tw_space_say_notes(const struct tw_config *config, bool runs, const struct tw_watcher *watcher)
{
    const struct tw_description *description = config->family->description;
    const char *defaults = note_on_defaults(config);
    struct tw_text unused = {0}, unsaid = {0};
    if (defaults) tw_say(watcher, TW_REMARK_NOTE, "%s", defaults);
    if (!description) return;
    tw_description_unused(description, &unused);
    say_note(config, &unused, watcher);
    if (runs) tw_description_unsaid(description, &unsaid);
    say_note(config, &unsaid, watcher);
}

/* An option goes before what the config says. */
static int choose_machine(const struct tw_bank_machine *given, struct tw_space *space, struct tw_error *error)
{
    space->machine = space->config.machine;
    if (given->banks) space->machine.banks = given->banks;
    if (given->bytes) space->machine.bytes = given->bytes;
    if (given->mode) space->machine.mode = given->mode;
    const char *wrong = tw_bank_machine_wrong(&space->machine);
    if (!wrong) return TW_OK;
    return tw_fail_at(error, TW_INPUT, space->config.file, 0, 0, "there is no such machine: %s", wrong);
}

int tw_space_open(const struct tw_space_options *from, const struct tw_watcher *watcher,
                  struct tw_space *space, struct tw_error *error)
{
    bool results = false;
    *space = (struct tw_space){.searches = from->searches};
    int code = from->text ? TW_OK : tw_results_recognise(from->config, &results, error);
    if (!code) code = results ? open_results(from, watcher, space, error) : open_config(from, space, error);
    if (!code) code = check_described(from, space->config.family, error);
    if (!code && !from->renders_nothing) warn_of_described(watcher, space->config.family);
    if (!code && !results) tw_space_say_notes(&space->config, from->runs, watcher);
    if (!code && from->template_file) code = read_template(from->template_file, space, error);
    if (!code && results && !from->renders_nothing) code = check_template(watcher, space, error);
    if (!code) code = choose_machine(&from->machine, space, error);
    if (code) tw_space_close(space);
    return code;
}

void tw_space_close(struct tw_space *space)
{
    tw_config_free(&space->config);
    tw_winners_free(&space->winners);
    tw_text_free(&space->template_text);
    tw_description_free(space->kernel);
    *space = (struct tw_space){0};
}

const struct tw_target *tw_space_target(const struct tw_space_options *from)
{
    return tw_target_find(from->sm ? from->sm : TW_DEFAULT_SM);
}

int tw_space_expand(const struct tw_space *space, const struct tw_target *target,
                    struct tw_variants *variants, struct tw_error *error)
{
    if (space->winners.count) return tw_record_variants(&space->winners.set, target, variants, error);
    if (space->searches)
        return tw_search_expand(&space->config, target, space->first, space->count, variants, error);
    return space->count == space->config.variant_count
               ? tw_config_expand(&space->config, target, variants, error)
               : tw_config_expand_one(&space->config, target, space->first, variants, error);
}

void tw_space_say_unchecked(const struct tw_space *space, const struct tw_watcher *watcher)
{
    if (space->winners.count || !space->config.family->description) return;
    tw_say(
        watcher, TW_REMARK_NOTE,
        "%s: not checked: nothing was run, and a wrong kernel is written like a right one; tilewright run or "
        "sweep checks it",
        space->config.file);
}

const struct tw_template *tw_space_template(const struct tw_space *space)
{
    return space->own_template.name ? &space->own_template : NULL;
}

void tw_space_say_machine(const struct tw_space *space, struct tw_text *text)
{
    if (tw_bank_machine_is_usual(&space->machine)) return;
    tw_text_add(text, "the machine of the config, ");
    tw_bank_machine_add(&space->machine, text);
    tw_text_add(text, ", is for explain and solve: here the device's 32 banks of 4 bytes count\n");
}
