/* The files, and the command that makes them again. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/embed/embed_write.h"
#include "cli/options/space.h"
#include "cli/output.h"
#include "gen/described/description.h"
#include "gen/text/embed.h"

static void add_list(const struct tw_embed_options *options, struct tw_text *text)
{
    for (size_t i = 0; i < options->arch_count; i++)
        tw_text_addf(text, "%ssm_%u", i ? "," : " --arch ", options->archs[i]);
    const char *separator = " --format ";
#define X(constant, bit, word, compiles)                                                                     \
    if (options->formats & constant) {                                                                       \
        tw_text_addf(text, "%s%s", separator, word);                                                         \
        separator = ",";                                                                                     \
    }
    TW_FORMATS(X)
#undef X
}

/* As one word of a shell: in quotes where it needs them, with '_' for quotes in it. */
static void add_word(const char *word, struct tw_text *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-+=,@%";
    bool plain = strspn(word, letters) == strlen(word);
    if (!plain) tw_text_add_char(text, '\'');
    for (const char *c = word; *c; c++) tw_text_add_char(text, *c == '\'' ? '_' : *c);
    if (!plain) tw_text_add_char(text, '\'');
}

/* All options that tell in the files, in one order, and none that do not: directories, jobs, the cache. */
static char *make_command(const struct tw_embed_command *command)
{
    const struct tw_embed_options *options = &command->embed;
    struct tw_text text = {0};
    tw_text_add(&text, "tilewright embed ");
    for (size_t i = 0; i < command->file_count; i++) {
        tw_text_add(&text, i ? " " : "");
        add_word(tw_file_name(command->files[i]), &text);
    }
    if (options->kernel) {
        tw_text_add(&text, " --kernel ");
        add_word(tw_file_name(options->kernel), &text);
    }
    if (options->template_file) {
        tw_text_add(&text, " --template ");
        add_word(tw_file_name(options->template_file), &text);
    }
    if (options->variant) tw_text_addf(&text, " --variant %s", options->variant);
    if (options->top) tw_text_addf(&text, " --top %u", options->top);
    if (options->chooses) tw_text_add(&text, " --choose");
    tw_text_addf(&text, " --name %s", options->name);
    add_list(options, &text);
    if (command->dlopen) tw_text_add(&text, " --dlopen");
    tw_text_add(&text, " -o DIR");
    return tw_text_take(&text);
}

/* ---- what the generator needs to know ---- */

struct description {
    struct tw_embed embed;
    struct tw_embed_variant *variants;
    struct tw_embed_image *cubins;
    struct tw_embed_measured *measured;
    char *command;
};

/* A number that must not be trusted; 0: it is none. */
static unsigned whole_of(const cJSON *number)
{
    const bool good = cJSON_IsNumber(number) && number->valuedouble >= 0 && number->valuedouble < 0x1p31;
    return good ? (unsigned)number->valuedouble : 0;
}

static void describe_variant(const struct tw_embed_options *options, const struct tw_embed_plan *plan,
                             const struct tw_planned *planned, struct tw_embed_image *cubins,
                             struct tw_embed_variant *variant)
{
    bool compiled = planned->images != NULL, all = compiled && planned->images[options->arch_count - 1].cubin;
    *variant = (struct tw_embed_variant){
        .value = planned->variant->value,
        .kernel = &planned->kernel,
        .second = planned->second.name ? &planned->second : NULL,
        .source = planned->source,
        .cubins = all ? cubins : NULL,
        .ptx = compiled ? planned->images[0].ptx : NULL,
        .time_us = planned->time_us,
        .time_blocks = planned->time_blocks,
        .measured_on = planned->measured_on,
        .chosen = planned->chosen,
        .checked = planned->checked,
        .needs = planned->needs,
        .entries = (const char *const *)planned->entries,
        .symbols = (const char *const *)planned->symbols,
    };
    while (variant->tiles < TW_MAX_TILES &&
           tw_family_layout(plan->space.family, planned->variant->value, variant->tiles,
                            &variant->layout[variant->tiles]))
        variant->tiles++;
    for (size_t i = 0; all && i < options->arch_count; i++) {
        const struct tw_image *image = &planned->images[i];
        cubins[i] = (struct tw_embed_image){image->sm, image->cubin, image->cubin_bytes};
    }
}

/* Whether two variants of one name are the same kernel for the same problem. */
static bool are_same(const struct tw_family *family, const struct tw_embed_variant *a,
                     const struct tw_planned *planned)
{
    const struct tw_kernel *b = &planned->kernel;
    bool same = a->kernel->field_count == b->field_count && strcmp(a->kernel->family, family->name) == 0;
    for (unsigned f = 0; f < b->field_count && same; f++) {
        const struct tw_field_value *left = &a->kernel->fields[f], *right = &b->fields[f];
        same = left->is_word == right->is_word &&
               (left->is_word ? strcmp(left->text, right->text) == 0 : left->number == right->number);
    }
    return same;
}

/* Adds the variant unless another file has it; its place is *number. */
static int add_variant(const struct tw_embed_command *command, const struct tw_embed_plan *plan,
                       const struct tw_planned *planned, struct description *description, size_t *number,
                       struct tw_error *error)
{
    size_t i = 0, archs = command->embed.arch_count;
    while (i < description->embed.count &&
           strcmp(description->variants[i].kernel->name, planned->kernel.name) != 0)
        i++;
    *number = i;
    if (i == description->embed.count) {
        describe_variant(&command->embed, plan, planned, &description->cubins[i * archs],
                         &description->variants[i]);
        description->embed.count++;
        return TW_OK;
    }
    if (are_same(plan->space.family, &description->variants[i], planned)) return TW_OK;
    return tw_fail_at(error, TW_INPUT, plan->space.file, 0, 0,
                      "variant '%s' differs from the kernel of this name in %s: sweep them with one config",
                      planned->kernel.name, command->embed.file);
}

/* Results of one launcher are of one family, and of one state of a description. */
static bool is_alike(const struct tw_family *a, const struct tw_family *b)
{
    if (!a->description || !b->description) return a == b;
    return strcmp(tw_description_hash(a->description), tw_description_hash(b->description)) == 0;
}

/* Adds what the file of a plan holds: its variants, and that they were measured on its device. */
static int add_plan(const struct tw_embed_command *command, const struct tw_embed_plan *plan,
                    struct description *description, struct tw_error *error)
{
    const cJSON *header = plan->source.winners.records.header;
    int code = TW_OK;
    if (!is_alike(description->embed.family, plan->space.family))
        return tw_fail_at(error, TW_INPUT, plan->space.file, 0, 0, "it describes another kernel than %s",
                          command->embed.file);
    for (size_t i = 0; i < plan->count && !code; i++) {
        struct tw_embed_measured *measured = &description->measured[description->embed.measured_count++];
        code = add_variant(command, plan, &plan->variants[i], description, &measured->variant, error);
        measured->device = header ? tw_record_word(header, "device") : "";
        measured->sm = whole_of(tw_record_member(header, "sm"));
        measured->multiprocessors =
            whole_of(tw_record_member(tw_record_member(header, "capability"), "multiprocessors"));
        measured->simulated = cJSON_IsTrue(tw_record_member(header, "simulator"));
        measured->by = cJSON_GetStringValue(tw_record_member(header, "by"));
        measured->us = plan->variants[i].time_us > 0 ? plan->variants[i].time_us : 0;
    }
    return code;
}

static int describe(const struct tw_embed_command *command, const struct tw_embed_plan *plans,
                    struct description *description, struct tw_error *error)
{
    const struct tw_embed_options *options = &command->embed;
    const struct tw_embed_plan *plan = &plans[0];
    size_t archs = options->arch_count, count = 0;
    for (size_t i = 0; i < command->file_count; i++) count += plans[i].count;
    *description = (struct description){
        .variants = calloc(count, sizeof *description->variants),
        .cubins = calloc(count * archs, sizeof *description->cubins),
        .measured = calloc(count, sizeof *description->measured),
        .command = make_command(command),
    };
    if (!description->variants || !description->cubins || !description->measured || !description->command)
        return tw_fail(error, TW_MEMORY, "out of memory");
    description->embed = (struct tw_embed){
        .name = options->name,
        .config = plan->space.file,
        .hash = plan->hash,
        .sources =
            plan->space.family->description ? tw_description_hash(plan->space.family->description) : NULL,
        .command = description->command,
        .compiler = plan->compiler[0] ? plan->compiler : NULL,
        .archs = options->archs,
        .arch_count = archs,
        .chooses = options->chooses,
        .measured = description->measured,
        .family = plan->space.family,
        .target = &plan->space.target,
        .dlopen = command->dlopen,
        .ptx_files = options->formats & TW_FORMAT_PTX,
        .cubin_files = options->formats & TW_FORMAT_CUBIN,
        .variants = description->variants,
    };
    int code = TW_OK;
    for (size_t i = 0; i < command->file_count && !code; i++)
        code = add_plan(command, &plans[i], description, error);
    return code;
}

static void description_free(struct description *description)
{
    free(description->variants);
    free(description->cubins);
    free(description->measured);
    free(description->command);
}

/* ---- the files ---- */

/* DIRECTORY/NAME and the rest of the file's name. Frees `rest` and takes the bytes. */
static int add_file(const struct tw_embed_command *command, struct tw_text *rest, struct tw_text *bytes,
                    struct tw_outputs *files, struct tw_error *error)
{
    struct tw_text path = {0};
    tw_text_addf(&path, "%s/%s%s", command->directory, command->embed.name, tw_text_string(rest));
    path.failed |= rest->failed;
    tw_text_free(rest);
    return tw_outputs_add(files, &path, bytes, error);
}

static int add_rendered(const struct tw_embed_command *command, cJSON *data, enum tw_embed_file file,
                        size_t variant, struct tw_text *rest, struct tw_outputs *files,
                        struct tw_error *error)
{
    struct tw_text text = {0};
    int code = tw_embed_render(data, file, variant, &text, error);
    if (!code) return add_file(command, rest, &text, files, error);
    tw_text_free(rest);
    tw_text_free(&text);
    return code;
}

/* The files of which there is one, and the formats that ask for them. */
static int add_singles(const struct tw_embed_command *command, cJSON *data, struct tw_outputs *files,
                       struct tw_error *error)
{
    static const struct {
        enum tw_embed_file file;
        const char *suffix;
        unsigned formats;
    } singles[] = {
        {TW_EMBED_LAYOUT, "_layout.h", TW_FORMAT_LAYOUT},
        {TW_EMBED_HEADER, ".h", TW_FORMAT_C},
        {TW_EMBED_SOURCE, ".c", TW_FORMAT_C},
        {TW_EMBED_CU, ".cu", TW_FORMAT_CU},
        {TW_EMBED_LIST, ".json", TW_FORMAT_PTX | TW_FORMAT_CUBIN},
    };
    int code = TW_OK;
    for (size_t i = 0; i < sizeof singles / sizeof *singles && !code; i++) {
        struct tw_text rest = {0};
        if (!(command->embed.formats & singles[i].formats)) continue;
        tw_text_add(&rest, singles[i].suffix);
        code = add_rendered(command, data, singles[i].file, 0, &rest, files, error);
    }
    return code;
}

static int add_images(const struct tw_embed_command *command, const struct tw_embed_variant *variant,
                      struct tw_outputs *files, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < command->embed.arch_count && !code; i++) {
        const struct tw_embed_image *image = &variant->cubins[i];
        struct tw_text rest = {0}, bytes = {0};
        tw_text_addf(&rest, "_%s.sm_%u.cubin", variant->kernel->name, image->sm);
        tw_text_add_bytes(&bytes, image->bytes, image->count);
        code = add_file(command, &rest, &bytes, files, error);
    }
    return code;
}

static int add_all(const struct tw_embed_command *command, const struct tw_embed *embed, cJSON *data,
                   struct tw_outputs *files, struct tw_error *error)
{
    int code = add_singles(command, data, files, error);
    for (size_t i = 0; i < embed->count && !code; i++) {
        const struct tw_embed_variant *variant = &embed->variants[i];
        struct tw_text rest = {0};
        if (command->embed.formats & TW_FORMAT_PTX) {
            tw_text_addf(&rest, "_%s.ptx", variant->kernel->name);
            code = add_rendered(command, data, TW_EMBED_PTX, i, &rest, files, error);
        }
        if (!code && command->embed.formats & TW_FORMAT_CUBIN)
            code = add_images(command, variant, files, error);
    }
    return code;
}

/* ---- what they depend on ---- */

static void add_rule_name(const char *path, struct tw_text *text)
{
    for (const char *c = path; *c; c++) {
        if (strchr(" #\\", *c)) tw_text_add_char(text, '\\');
        if (*c == '$') tw_text_add_char(text, '$');
        tw_text_add_char(text, *c);
    }
}

/* From the root: whoever reads the rule may be elsewhere. */
static void add_dependency(void *rule, const char *path)
{
    char *whole = path && strcmp(path, "-") != 0 ? realpath(path, NULL) : NULL;
    if (!whole) return;
    tw_text_add(rule, " \\\n  ");
    add_rule_name(whole, rule);
    free(whole);
}

/* "k.h k.c: \" and a line for each file that was read. */
static int add_depfile(const struct tw_embed_command *command, const struct tw_family *family,
                       struct tw_outputs *files, struct tw_error *error)
{
    struct tw_text path = {0}, rule = {0};
    if (!command->depfile) return TW_OK;
    for (size_t i = 0; i < files->count; i++) {
        tw_text_add(&rule, i ? " " : "");
        add_rule_name(files->files[i].path, &rule);
    }
    tw_text_add_char(&rule, ':');
    for (size_t i = 0; i < command->file_count; i++) add_dependency(&rule, command->files[i]);
    add_dependency(&rule, command->embed.kernel);
    add_dependency(&rule, command->embed.template_file);
    if (family->description) tw_description_files(family->description, add_dependency, &rule);
    tw_text_add_char(&rule, '\n');
    tw_text_add(&path, command->depfile);
    return tw_outputs_add(files, &path, &rule, error);
}

int tw_embed_write(const struct tw_embed_command *command, const struct tw_embed_plan *plans,
                   struct tw_text *written, struct tw_error *error)
{
    struct description description;
    struct tw_outputs files = {0};
    cJSON *data = NULL;
    for (size_t i = 0; i < command->file_count; i++) tw_outputs_read(&files, command->files[i]);
    tw_outputs_read(&files, command->embed.kernel);
    tw_outputs_read(&files, command->embed.template_file);
    tw_outputs_read_family(&files, plans->space.family);
    int code = describe(command, plans, &description, error);
    if (!code) code = tw_embed_describe(&description.embed, &data, error);
    if (!code) code = tw_directory_make(command->directory, error);
    if (!code) code = add_all(command, &description.embed, data, &files, error);
    if (!code) code = add_depfile(command, plans->space.family, &files, error);
    if (!code) code = tw_outputs_write(&files, command->force, written, error);
    tw_outputs_free(&files);
    cJSON_Delete(data);
    description_free(&description);
    return code;
}
