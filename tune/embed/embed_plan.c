/* A config, or the best records of a results file, become the kernels to embed. */
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/render.h"
#include "tune/embed/embed.h"
#include "tune/prove/prove.h"

static int out_of_memory(struct tw_error *error)
{
    return tw_fail(error, TW_MEMORY, "out of memory");
}

/* What is left open is chosen for the last of the architectures, with clusters only where all have them. */
static struct tw_target chosen_target(const struct tw_embed_options *options)
{
    struct tw_target target = *tw_target_find(options->archs[options->arch_count - 1]);
    unsigned least = tw_target_find(options->archs[0])->cluster_blocks;
    if (target.cluster_blocks > least) target.cluster_blocks = least;
    return target;
}

/* ---- results files ---- */

static bool is_timed(const cJSON *record)
{
    return cJSON_IsNumber(tw_record_member(tw_record_member(record, "time_us"), "median"));
}

/* "NVIDIA H200 (sm_90), driver 13.0, median of 50 launches"; nothing for what was not measured on a GPU. */
static bool note_time(const cJSON *header, const cJSON *record, struct tw_planned *variant)
{
    const cJSON *time = tw_record_member(record, "time_us"), *median = tw_record_member(time, "median");
    const cJSON *runs = tw_record_member(time, "runs"), *blocks = tw_record_member(time, "blocks"),
                *sm = tw_record_member(header, "sm");
    struct tw_text text = {0};
    if (!cJSON_IsNumber(median)) return true;
    bool counted = cJSON_IsNumber(blocks) && blocks->valuedouble >= 1 && blocks->valuedouble < 0x1p53;
    variant->time_us = median->valuedouble;
    variant->time_blocks = counted ? (uint64_t)blocks->valuedouble : 1;
    tw_text_addf(&text, "%s", tw_record_word(header, "device"));
    if (cJSON_IsNumber(sm)) tw_text_addf(&text, " (sm_%.0f)", sm->valuedouble);
    tw_text_addf(&text, ", driver %s", tw_record_word(header, "driver"));
    if (cJSON_IsNumber(runs)) tw_text_addf(&text, ", median of %.0f launches", runs->valuedouble);
    variant->measured_on = tw_text_take(&text);
    return variant->measured_on != NULL;
}

/* ---- both ---- */

/* False, and why in the notes, where the variant is impossible or what it does on a GPU is not defined. */
static bool accepted_for(const struct tw_family *family, const struct tw_variant *variant, unsigned sm,
                         struct tw_text *notes)
{
    const struct tw_target *target = tw_target_find(sm);
    struct tw_shape shape = {0};
    struct tw_text reason = {0};
    bool good = tw_family_accept(family, variant->value, target, &reason);
    bool complete = !good || tw_family_shape(family, variant->value, target, &shape);
    const char *undefined = shape.undefined;
    tw_shape_free(&shape);
    if (!good)
        tw_text_addf(notes, "%s: rejected for sm_%u: %s\n", variant->name, sm, tw_text_part(notes, &reason));
    else if (undefined)
        tw_text_addf(notes, "%s: no GPU is to run it: %s\n", variant->name, undefined);
    tw_text_free(&reason);
    if (!complete) tw_text_fail(notes);
    return good && complete && !undefined;
}

static bool accepted(const struct tw_embed_options *options, const struct tw_family *family,
                     const struct tw_variant *variant, struct tw_text *notes)
{
    for (size_t i = 0; i < options->arch_count; i++) {
        if (!accepted_for(family, variant, options->archs[i], notes)) return false;
    }
    return true;
}

/* The same kernel under a name that no other embed in a program has; the names in a source of somebody's own are theirs. */
static int render_for_cu(const struct tw_embed_options *options, const struct tw_variants *space,
                         const struct tw_template *tmpl, struct tw_planned *planned, struct tw_error *error)
{
    struct tw_text name = {0};
    struct tw_kernel kernel, second;
    if (planned->kernel.needs) {
        planned->source = tw_embed_own_source(&planned->kernel);
        return planned->source ? TW_OK : out_of_memory(error);
    }
    tw_text_addf(&name, "%s_kernel_%s", options->name, planned->variant->name);
    if (name.failed) return out_of_memory(error);
    struct tw_variant renamed = *planned->variant;
    renamed.name = name.data;
    int code = tw_render_both(space, &renamed, tmpl, &kernel, &second, error);
    if (!code) {
        planned->source = kernel.source;
        kernel.source = NULL;
        tw_kernel_free(&kernel);
        tw_kernel_free(&second);
    }
    tw_text_free(&name);
    return code;
}

static bool note_choice(const struct tw_variants *space, const struct tw_variant *variant,
                        struct tw_planned *planned)
{
    struct tw_text chosen = {0};
    if (space->family->chosen) space->family->chosen(variant->value, &space->target, &chosen);
    if (!chosen.length && !chosen.failed) return true;
    planned->chosen = tw_text_take(&chosen);
    return planned->chosen != NULL;
}

/* What no file can hold of described kernels. */
static int check_own(const struct tw_embed_options *options, const struct tw_embed_plan *plan,
                     struct tw_error *error)
{
    if (plan->count > 1 && options->formats & TW_FORMAT_CU)
        return tw_fail_at(
            error, TW_UNSUPPORTED, options->file, 0, 0,
            "one file of CUDA holds one variant of a source of your own, whose names are in it once: choose "
            "one with --variant");
    return TW_OK;
}

static int plan_variant(const struct tw_embed_options *options, const struct tw_variant *variant,
                        const cJSON *record, struct tw_embed_plan *plan, struct tw_error *error)
{
    struct tw_planned *planned = &plan->variants[plan->count];
    const struct tw_template *tmpl = tw_space_template(&plan->source);
    int code = tw_render_both(&plan->space, variant, tmpl, &planned->kernel, &planned->second, error);
    if (code) return code;
    plan->count++;
    planned->variant = variant;
    if (!note_choice(&plan->space, variant, planned)) return out_of_memory(error);
    if (planned->kernel.needs) {
        code = check_own(options, plan, error);
        if (code) return code;
        if (!tw_embed_note_own(plan->space.family, record, planned)) return out_of_memory(error);
    }
    return options->formats & TW_FORMAT_CU ? render_for_cu(options, &plan->space, tmpl, planned, error)
                                           : TW_OK;
}

/* One of the kernel's entry points is called `entry`. */
static bool has_entry(const struct tw_kernel *kernel, const char *entry)
{
    if (!kernel->name) return false;
    size_t length = strlen(kernel->name);
    if (strncmp(kernel->name, entry, length) != 0) return false;
    for (unsigned i = 0; i < kernel->shape.launch_count; i++) {
        if (strcmp(kernel->shape.launches[i].suffix, entry + length) == 0) return true;
    }
    return false;
}

/* A file of CUDA holds the entry points of all variants: a suffix may make one's name that of another's. */
static int check_entry(const struct tw_embed_options *options, const struct tw_embed_plan *plan,
                       const struct tw_planned *planned, const char *what, const char *entry_name,
                       const char *suffix, struct tw_error *error)
{
    struct tw_text entry = {0};
    int code = TW_OK;
    tw_text_addf(&entry, "%s%s", entry_name, suffix);
    for (size_t i = 0; i < plan->count && !code && !entry.failed; i++) {
        const struct tw_planned *other = &plan->variants[i];
        bool has = has_entry(&other->kernel, entry.data) || has_entry(&other->second, entry.data);
        if (other == planned || !has) continue;
        code = tw_fail_at(
            error, TW_INPUT, options->file, 0, 0,
            "variants '%s' and '%s' both have %s %s, which one file of CUDA cannot: call one otherwise",
            planned->kernel.name, other->kernel.name, what, entry.data);
    }
    if (entry.failed) code = out_of_memory(error);
    tw_text_free(&entry);
    return code;
}

/* Checks the entry points of one of its kernels; no other variant has this one's own name. */
static int check_kernel(const struct tw_embed_options *options, const struct tw_embed_plan *plan,
                        const struct tw_planned *planned, const struct tw_kernel *kernel,
                        struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned k = 0; kernel->name && k < kernel->shape.launch_count && !code; k++) {
        const char *suffix = kernel->shape.launches[k].suffix;
        if (*suffix || kernel == &planned->second)
            code = check_entry(options, plan, planned, "a kernel", kernel->name, suffix, error);
    }
    return code;
}

/* A symbol of it may have the name of another variant's kernel: both are NAME_kernel_VARIANT_... in a file of CUDA. */
static int check_symbols(const struct tw_embed_options *options, const struct tw_embed_plan *plan,
                         const struct tw_planned *planned, struct tw_error *error)
{
    const struct tw_shape *shape = &planned->kernel.shape;
    struct tw_text suffix = {0};
    int code = TW_OK;
    for (unsigned i = 0; i < shape->argument_count && !code; i++) {
        if (shape->arguments[i].kind != TW_SYMBOL) continue;
        tw_text_clear(&suffix);
        tw_text_addf(&suffix, "_%s", shape->arguments[i].name);
        code = suffix.failed ? out_of_memory(error)
                             : check_entry(options, plan, planned, "a symbol or kernel", planned->kernel.name,
                                           suffix.data, error);
    }
    tw_text_free(&suffix);
    return code;
}

/* The place in a source of a name that is `start`, or `start`, an underscore and more; NULL: there is none. */
static const char *find_name(const char *source, const struct tw_text *start)
{
    for (const char *at = source; (at = strstr(at, start->data)); at += start->length) {
        char next = at[start->length];
        if (next == '_' || !(isalnum((unsigned char)next))) return at;
    }
    return NULL;
}

/* What a source has at file scope begins with its variant's name (gen/text/embed.h). Where another variant's name goes on from
   that, two functions or types of one file may have one name. */
static int check_names(const struct tw_embed_options *options, const struct tw_embed_plan *plan,
                       const struct tw_planned *planned, struct tw_error *error)
{
    const char *name = planned->kernel.name;
    size_t length = strlen(name);
    struct tw_text start = {0};
    int code = TW_OK;
    for (size_t i = 0; i < plan->count && !code; i++) {
        const char *other = plan->variants[i].kernel.name;
        if (strncmp(other, name, length) != 0 || other[length] != '_') continue;
        tw_text_clear(&start);
        tw_text_addf(&start, "%s_kernel_%s", options->name, other);
        if (start.failed) code = out_of_memory(error);
        if (code || !find_name(planned->source, &start)) continue;
        code =
            tw_fail_at(error, TW_INPUT, options->file, 0, 0,
                       "variants '%s' and '%s' both give a name to %s, which one file of CUDA cannot: call "
                       "one otherwise",
                       name, other, start.data);
    }
    tw_text_free(&start);
    return code;
}

static int check_entries(const struct tw_embed_options *options, const struct tw_embed_plan *plan,
                         struct tw_error *error)
{
    int code = TW_OK;
    if (!(options->formats & TW_FORMAT_CU)) return TW_OK;
    for (size_t i = 0; i < plan->count && !code; i++) {
        const struct tw_planned *planned = &plan->variants[i];
        code = check_kernel(options, plan, planned, &planned->kernel, error);
        if (!code) code = check_kernel(options, plan, planned, &planned->second, error);
        if (!code) code = check_symbols(options, plan, planned, error);
        if (!code) code = check_names(options, plan, planned, error);
    }
    return code;
}

static int plan_variants(const struct tw_embed_options *options, const struct tw_watcher *watcher,
                         struct tw_embed_plan *plan, struct tw_error *error)
{
    const struct tw_variants *space = &plan->space;
    const struct tw_winners *winners = &plan->source.winners;
    struct tw_embed_kept kept = {0};
    int code = TW_OK;
    plan->variants = calloc(space->count, sizeof *plan->variants);
    if (!plan->variants) return out_of_memory(error);
    for (size_t i = 0; i < space->count && !code; i++) {
        const struct tw_variant *variant = &space->variant[i];
        tw_show_progress(watcher, "rendering", i, space->count);
        if (!accepted(options, space->family, variant, &plan->notes)) continue;
        const cJSON *record = winners->count ? winners->chosen[i].object : NULL;
        if (options->chooses &&
            !tw_embed_keeps(&kept, space->family, variant->value, &space->target, is_timed(record),
                            options->top ? options->top : TW_EMBED_KEPT))
            continue;
        code = plan_variant(options, variant, record, plan, error);
        if (!code && winners->count &&
            !note_time(winners->records.header, record, &plan->variants[plan->count - 1]))
            code = out_of_memory(error);
    }
    tw_show_progress(watcher, NULL, 0, 0);
    free(kept.keys);
    if (!code && kept.failed) code = out_of_memory(error);
    if (!code) code = check_entries(options, plan, error);
    if (code || plan->count) return code;
    return plan->notes.failed
               ? out_of_memory(error)
               : tw_fail_at(error, TW_UNSUPPORTED, options->file, 0, 0, "every variant is rejected");
}

/* How the file's header calls the config that it is of, or the config's own hash. */
static void note_hash(struct tw_embed_plan *plan)
{
    const struct tw_space *source = &plan->source;
    if (source->winners.count)
        snprintf(plan->hash, sizeof plan->hash, "%s",
                 tw_record_word(source->winners.records.header, "config_hash"));
    else
        snprintf(plan->hash, sizeof plan->hash, "%016" PRIx64, source->config.hash);
}

/* Says that what is embedded was not checked, or is not whole, as its files do. */
static void say_checked(const struct tw_embed_plan *plan, const struct tw_watcher *watcher)
{
    size_t i = 0;
    if (!plan->source.winners.count) {
        tw_space_say_unchecked(&plan->source, watcher);
        return;
    }
    while (i < plan->count &&
           !(plan->variants[i].checked && strstr(plan->variants[i].checked, TW_NOT_CHECKED)))
        i++;
    if (i < plan->count)
        tw_say(watcher, TW_REMARK_NOTE, "%s: %s: %s", plan->source.config.file, plan->variants[i].kernel.name,
               plan->variants[i].checked);
}

int tw_embed_plan(const struct tw_embed_options *options, const struct tw_watcher *watcher,
                  struct tw_embed_plan *plan, struct tw_error *error)
{
    *plan = (struct tw_embed_plan){0};
    const struct tw_winners_wanted wanted = {.variant = options->variant,
                                             .top = options->chooses ? UINT_MAX : options->top,
                                             .each_problem = options->each_problem,
                                             .ran = true};
    const struct tw_space_options from = {.config = options->file,
                                          .kernel = options->kernel,
                                          .variant = options->variant,
                                          .template_file = options->template_file,
                                          .wanted = &wanted};
    int code = tw_space_open(&from, watcher, &plan->source, error);
    if (code) return code;
    if (!plan->source.winners.count && (options->top || options->each_problem))
        return tw_fail_at(error, TW_INPUT, options->file, 0, 0,
                          "%s needs a results file: a config says nothing about which variant is best",
                          options->chooses ? "--choose"
                          : options->top   ? "--top"
                                           : "--each-problem");
    note_hash(plan);
    const struct tw_target target = chosen_target(options);
    code = tw_space_expand(&plan->source, &target, &plan->space, error);
    if (!code) code = plan_variants(options, watcher, plan, error);
    if (!code) say_checked(plan, watcher);
    return code;
}

void tw_embed_plan_free(struct tw_embed_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct tw_planned *planned = &plan->variants[i];
        for (unsigned k = 0; planned->images && k < TW_MAX_ARCHS; k++) tw_image_free(&planned->images[k]);
        free(planned->images);
        free(planned->source);
        free(planned->measured_on);
        free(planned->chosen);
        tw_embed_own_free(planned);
        tw_kernel_free(&planned->kernel);
        tw_kernel_free(&planned->second);
    }
    free(plan->variants);
    tw_text_free(&plan->notes);
    tw_variants_free(&plan->space);
    tw_space_close(&plan->source);
    *plan = (struct tw_embed_plan){0};
}
