/* A description is read: its parts in order, from a copy of the JSON that it stands in. */
#include "gen/described/description.h"

#include <stdlib.h>
#include <string.h>

#include "gen/described/defaults/defaults.h"
#include "gen/described/parts.h"

#define get cJSON_GetObjectItemCaseSensitive

/* ---- parts ---- */

static int read_name(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    const cJSON *name = get(description->node, "name"), *help = get(description->node, "help");
    struct tw_text why = {0};
    if (!cJSON_IsString(name))
        return tw_described_wrong(reader, name ? name : description->node, "no name",
                                  "a kernel has a \"name\", a C identifier");
    if (help && !cJSON_IsString(help))
        return tw_described_wrong(reader, help, "no text", "\"help\" is a sentence");
    description->family.name = name->valuestring;
    description->family.help = help ? help->valuestring : "";
    if (tw_family_find(name->valuestring))
        tw_text_add(&why, "a family of the program has it");
    else
        tw_name_accept(name->valuestring, &why);
    int code = why.length ? tw_described_wrong(reader, name, "the name cannot be used", tw_text_string(&why))
                          : TW_OK;
    if (why.failed) code = tw_described_no_memory(reader);
    tw_text_free(&why);
    return code;
}

static void add_machine(struct tw_description *description)
{
    static const char *const words[TW_DESCRIBED_MACHINES] = {"sm", "multiprocessors", "warp", "shared_limit"};
    memcpy(description->names + description->field_count, words, sizeof words);
}

static int read_derived(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    const cJSON *object = get(description->node, "derived");
    int code = TW_OK;
    add_machine(description);
    if (object && !cJSON_IsObject(object))
        return tw_described_wrong(reader, object, "no object", "it holds expressions by their names");
    for (const cJSON *item = object ? object->child : NULL; item && !code; item = item->next) {
        unsigned *count = &description->derived_count;
        code = tw_described_name(reader, item);
        if (!code && *count == TW_DESCRIBED_DERIVED)
            code = tw_described_wrong(reader, item, "one too many", "a kernel has at most 64 derived values");
        if (!code) code = tw_described_expression(reader, item, false, &description->derived[*count]);
        if (code) return code;
        description->names[description->field_count + TW_DESCRIBED_MACHINES + (*count)++] = item->string;
    }
    memcpy(description->turn_names, description->names, sizeof description->names);
    description->turn_names[tw_described_name_of(description, TW_DESCRIBED_MACHINES)] = "turn";
    return code;
}

static int read_condition(const struct tw_described_reader *reader, const cJSON *node,
                          struct tw_described_constraint *constraint)
{
    int code = tw_described_expression(reader, node, false, &constraint->that);
    if (!code) constraint->last = tw_described_last_field(reader->description, constraint->that);
    return code;
}

static int read_constraint(const struct tw_described_reader *reader, const cJSON *node,
                           struct tw_described_constraint *constraint)
{
    static const char *const keys[] = {"that", "else", NULL};
    const cJSON *otherwise = get(node, "else");
    if (!cJSON_IsObject(node)) return read_condition(reader, node, constraint);
    int code = tw_described_known(reader, node, "a constraint", keys);
    if (code) return code;
    if (!get(node, "that"))
        return tw_described_wrong(reader, node, "no condition", "a constraint has \"that\", an expression");
    if (otherwise && !cJSON_IsString(otherwise))
        return tw_described_wrong(reader, otherwise, "no reason", "\"else\" is a clause");
    constraint->otherwise = cJSON_GetStringValue(otherwise);
    return read_condition(reader, get(node, "that"), constraint);
}

static int read_constraints(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    const cJSON *list = get(description->node, "constraints");
    int code = TW_OK;
    if (!list) return TW_OK;
    if (!cJSON_IsArray(list)) return tw_described_wrong(reader, list, "no list", "constraints are a list");
    description->constraints = tw_arena_array(&description->arena, (size_t)cJSON_GetArraySize(list) + 1,
                                              sizeof *description->constraints);
    if (!description->constraints) return tw_described_no_memory(reader);
    for (const cJSON *item = list->child; item && !code; item = item->next)
        code = read_constraint(reader, item, &description->constraints[description->constraint_count++]);
    return code;
}

static int read_work(const struct tw_described_reader *reader)
{
    static const char *const keys[] = {"operations", "bytes", "elements", NULL};
    struct tw_description *description = reader->description;
    const cJSON *work = get(description->node, "work");
    if (!work) return TW_OK;
    if (!cJSON_IsObject(work))
        return tw_described_wrong(reader, work, "no object", "\"work\" holds operations, bytes, elements");
    int code = tw_described_known(reader, work, "work", keys);
    if (!code)
        code = tw_described_expression(reader, get(work, "operations"), false, &description->operations);
    if (!code) code = tw_described_expression(reader, get(work, "bytes"), false, &description->bytes);
    if (!code) code = tw_described_expression(reader, get(work, "elements"), false, &description->elements);
    return code;
}

/* "roles": the same as "role" in the field itself, for those who list fields shortly. */
static int read_roles(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    const cJSON *roles = get(description->node, "roles");
    int code = TW_OK;
    if (roles && !cJSON_IsObject(roles))
        return tw_described_wrong(reader, roles, "no object", "it holds the roles of fields by their names");
    for (const cJSON *item = roles ? roles->child : NULL; item && !code; item = item->next) {
        const int f = tw_described_field(description, item->string);
        if (f < 0) return tw_described_wrong(reader, item, "no field", "only fields have roles");
        code = tw_described_role(reader, item, (unsigned)f);
    }
    return code;
}

static int read_parts(const struct tw_described_reader *reader)
{
    static const char *const keys[] = {
        "name",      "help",       "source",   "entry",       "include",   "options", "define",
        "problem",   "parameters", "derived",  "constraints", "arguments", "grid",    "block",
        "shared",    "carveout",   "cluster",  "cooperative", "launches",  "work",    "reference",
        "tolerance", "proof",      "accesses", "tiles",       "metrics",   "roles",   NULL};
    struct tw_description *description = reader->description;
    struct tw_family *family = &description->family;
    int code = tw_described_known(reader, description->node, "a kernel", keys);
    if (!code) code = read_name(reader);
    if (!code) code = tw_described_read_fields(reader);
    family->fields = description->fields;
    family->field_count = description->field_count;
    family->description = description;
    family->cost = TW_COST_TRAFFIC;
    if (!code) code = read_derived(reader);
    if (!code) code = read_constraints(reader);
    if (!code) code = tw_described_read_given(reader, get(description->node, "arguments"));
    if (!code) code = tw_described_read_program(reader, description->node, &description->program);
    if (!code) code = read_work(reader);
    if (!code) code = tw_described_read_accesses(reader);
    if (!code) code = tw_described_set_defaults(reader);
    if (!code) code = tw_described_read_checks(reader);
    if (!code) code = read_roles(reader);
    if (!code) code = tw_described_read_metrics(reader);
    family->template_name = description->program.name;
    family->cost = TW_COST_TRAFFIC;
    return code;
}

/* ---- the whole ---- */

/* The node of that entry in a tree. */
static const cJSON *find_entry(const cJSON *node, uint32_t entry)
{
    const cJSON *found = tw_json_entry(node) == entry ? node : NULL;
    for (const cJSON *item = node->child; item && !found; item = item->next) {
        if (tw_json_entry(item) <= entry) found = find_entry(item, entry);
    }
    return found;
}

/* Copies the JSON, which the description's strings and messages are parts of. */
static int copy_json(struct tw_description *description, const struct tw_json *json, uint32_t entry,
                     struct tw_error *error)
{
    const struct tw_json_value *place = &json->values[entry];
    description->file = tw_arena_string(&description->arena, json->file, strlen(json->file));
    description->text = tw_arena_string(&description->arena, json->text, json->length);
    description->object =
        tw_arena_string(&description->arena, json->text + place->offset, place->end - place->offset);
    if (!description->file || !description->text || !description->object)
        return tw_fail_at(error, TW_MEMORY, json->file, 0, 0, "out of memory");
    int code = tw_json_parse(description->file, description->text, json->length, &description->json, error);
    if (!code) code = tw_json_drop_notes(&description->json, error);
    if (!code) description->node = find_entry(description->json.root, entry);
    return code;
}

int tw_description_read(const struct tw_json *json, const cJSON *node, struct tw_description **description,
                        struct tw_error *error)
{
    struct tw_description *made = *description = calloc(1, sizeof *made);
    if (!made) return tw_fail_at(error, TW_MEMORY, json->file, 0, 0, "out of memory");
    const struct tw_described_reader reader = {made, &made->json, error};
    int code = copy_json(made, json, tw_json_entry(node), error);
    if (!code && !cJSON_IsObject(made->node))
        code = tw_described_wrong(&reader, made->node, "no kernel", "a description is an object");
    if (!code) code = read_parts(&reader);
    if (!code) code = tw_described_identify(&reader);
    if (!code) return TW_OK;
    tw_description_free(made);
    *description = NULL;
    return code;
}

void tw_description_free(struct tw_description *description)
{
    if (!description) return;
    tw_includes_free(&description->program.includes);
    tw_includes_free(&description->checker.includes);
    tw_described_arguments_free(description->holds, description->holds_count);
    tw_described_arguments_free(description->wanted, description->wanted_count);
    tw_json_free(&description->json);
    tw_arena_free(&description->arena);
    free(description);
}

const struct tw_family *tw_description_family(const struct tw_description *description)
{
    return &description->family;
}

const char *tw_description_file(const struct tw_description *description)
{
    return description->file;
}

const char *tw_description_text(const struct tw_description *description)
{
    return description->object;
}
