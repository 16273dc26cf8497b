/*
 * What variants are checked by, from JSON:
 *
 *     reference = null | kernel | { "library": path, "function": name } | { "files": { argument: path } } | { "variant": { parameter: value } }
 *     kernel    = { "source", "entry", "include", "options", "define", "grid", "block", ..., "arguments" | "launches" }     read_program.c
 *     tolerance = "exact" | "any" | { "absolute", "relative", "scaled", "ulps", "first" } | { argument: tolerance, ... }
 *     proof     = { field of the problem: value or expression }
 */
#include <stdlib.h>
#include <string.h>

#include "gen/described/argument_parts.h"
#include "gen/described/parts.h"

#define get cJSON_GetObjectItemCaseSensitive

/* Number of the argument of that name, or -1. */
static int find_argument(const struct tw_description *description, const char *name)
{
    for (unsigned i = 0; i < description->argument_count; i++) {
        if (strcmp(description->arguments[i].name, name) == 0) return (int)i;
    }
    return -1;
}

/* ---- references ---- */

/* The reference is about the variant of the defaults, whose values are returned; NULL: memory ran out. */
static int64_t *set_defaults(struct tw_description *description)
{
    int64_t *values = tw_arena_array(&description->arena, TW_MAX_FIELDS, sizeof *values);
    for (unsigned f = 0; f < description->field_count && values; f++)
        values[f] = description->fields[f].fallback;
    description->variant = values;
    return values;
}

static int read_kernel(const struct tw_described_reader *reader, const cJSON *node)
{
    static const char *const keys[] = {"source",      "entry",     "include",  "options",  "define",
                                       "grid",        "block",     "shared",   "carveout", "cluster",
                                       "cooperative", "arguments", "launches", NULL};
    struct tw_description *description = reader->description;
    int code = tw_described_known(reader, node, "a reference", keys);
    description->reference = TW_EXPECT_KERNEL;
    if (!code) code = tw_described_read_program(reader, node, &description->checker);
    if (code || !description->checker.takes_parameters) return code;
    return set_defaults(description) ? TW_OK : tw_described_no_memory(reader);
}

/* The path of a library: beside the description, and never one that the loader looks for elsewhere. */
static int read_function(const struct tw_described_reader *reader, const cJSON *node)
{
    static const char *const keys[] = {"library", "function", NULL};
    struct tw_description *description = reader->description;
    const cJSON *library = get(node, "library"), *function = get(node, "function");
    struct tw_text path = {0};
    int code = tw_described_known(reader, node, "a reference by a function", keys);
    if (code) return code;
    if (!cJSON_IsString(library) || !*library->valuestring || !cJSON_IsString(function) ||
        !*function->valuestring)
        return tw_described_wrong(reader, node, "no function",
                                  "such as {\"library\": \"./libref.so\", \"function\": \"reference\"}");
    description->reference = TW_EXPECT_FUNCTION;
    description->function = function->valuestring;
    if (!strchr(reader->json->file, '/') && !strchr(library->valuestring, '/')) tw_text_add(&path, "./");
    tw_described_path(reader->json, false, library->valuestring, &path);
    description->library = path.failed ? NULL : tw_arena_string(&description->arena, path.data, path.length);
    tw_text_free(&path);
    return description->library ? TW_OK : tw_described_no_memory(reader);
}

/* One value of a parameter. */
static int read_value(const struct tw_described_reader *reader, const cJSON *node, unsigned field,
                      int64_t *value)
{
    struct tw_description *description = reader->description;
    struct tw_texts texts = {0};
    struct tw_axis axis;
    const struct tw_axis_memory memory = {&description->arena, &texts};
    int code = tw_axis_read(reader->json, &description->fields[field], node, &memory, &axis, reader->error);
    tw_texts_free(&texts);
    if (code) return code;
    *value = tw_axis_value(&axis, 0);
    return axis.count == 1 ? TW_OK
                           : tw_described_wrong(reader, node, "several values", "one value is needed");
}

static int read_variant(const struct tw_described_reader *reader, const cJSON *node)
{
    struct tw_description *description = reader->description;
    const cJSON *object = get(node, "variant");
    if (node->child->next)
        return tw_described_wrong(reader, node->child->next, "one member too many",
                                  "a variant of the space is all");
    if (!cJSON_IsObject(object))
        return tw_described_wrong(reader, object, "no variant", "it gives parameters their values");
    int64_t *values = set_defaults(description);
    if (!values) return tw_described_no_memory(reader);
    for (const cJSON *item = object->child; item; item = item->next) {
        const int f = tw_described_field(description, item->string);
        if (f < 0 || !description->field[f].is_parameter)
            return tw_described_wrong(reader, item, "no parameter", "it gives parameters their values");
        int code = read_value(reader, item, (unsigned)f, &values[f]);
        if (code) return code;
    }
    description->reference = TW_EXPECT_KERNEL;
    return TW_OK;
}

/* A file for each of some results, which is read now; whether it is as many elements of the type depends on the variant. */
static int read_files(const struct tw_described_reader *reader, const cJSON *node)
{
    struct tw_description *description = reader->description;
    const cJSON *files = get(node, "files");
    const struct tw_described_grammar grammar = {.json = reader->json};
    if (node->child->next)
        return tw_described_wrong(reader, node->child->next, "one member too many", "the files are all");
    if (!cJSON_IsObject(files) || !files->child)
        return tw_described_wrong(reader, files, "no files", "such as {\"c\": \"expected.npy\"}");
    description->reference = TW_EXPECT_FILES;
    description->wanted = calloc(description->argument_count, sizeof *description->wanted);
    if (!description->wanted) return tw_described_no_memory(reader);
    description->wanted_count = description->argument_count;
    for (const cJSON *item = files->child; item; item = item->next) {
        const int i = find_argument(description, item->string);
        const struct tw_described_argument *holds = i < 0 ? NULL : description->arguments[i].holds;
        if (!holds || (holds->role != TW_ROLE_OUTPUT && holds->role != TW_ROLE_INOUT))
            return tw_described_wrong(reader, item, "no result", "only outputs and in-outs have files");
        description->wanted[i] = (struct tw_described_argument){
            .has_type = holds->has_type, .type = holds->type, .type_name = holds->type_name};
        int code = tw_described_read_file(&grammar, item, &description->wanted[i], reader->error);
        if (code) return code;
    }
    return TW_OK;
}

static int read_reference(const struct tw_described_reader *reader, const cJSON *node)
{
    if (!node || cJSON_IsNull(node)) return TW_OK;
    if (!cJSON_IsObject(node) || !node->child)
        return tw_described_wrong(
            reader, node, "no reference",
            "another kernel, a \"library\" with a \"function\", \"files\", a \"variant\", or null");
    if (get(node, "library") || get(node, "function")) return read_function(reader, node);
    if (get(node, "variant")) return read_variant(reader, node);
    if (get(node, "files")) return read_files(reader, node);
    return read_kernel(reader, node);
}

/* ---- tolerances ---- */

static int read_tolerance_of(const struct tw_described_reader *reader, const cJSON *node, unsigned argument)
{
    static const char *const keys[] = {"absolute", "relative", "scaled", "ulps", "first", NULL};
    struct tw_description *description = reader->description;
    struct tw_tolerance *tolerance = &description->tolerance[argument];
    bool *is_said = &description->has_tolerance[argument];
    double *const parts[] = {&tolerance->absolute, &tolerance->relative, &tolerance->scaled,
                             &tolerance->ulps};
    *tolerance = (struct tw_tolerance){0};
    *is_said = cJSON_IsString(node);
    if (cJSON_IsString(node) && strcmp(node->valuestring, "exact") == 0) return TW_OK;
    tolerance->any = cJSON_IsString(node) && strcmp(node->valuestring, "any") == 0;
    if (tolerance->any) return TW_OK;
    if (!cJSON_IsObject(node))
        return tw_described_wrong(reader, node, "no tolerance",
                                  "\"exact\", or {\"absolute\": 1e-6, \"relative\": 1e-5}");
    int code = tw_described_known(reader, node, "a tolerance", keys);
    for (int i = 0; i < 4 && !code; i++) {
        const cJSON *item = get(node, keys[i]);
        if (!item) continue;
        if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble < 1e300))
            return tw_described_wrong(reader, item, "no tolerance", "a number from 0 on");
        *parts[i] = item->valuedouble;
        *is_said = true;
    }
    const cJSON *first = get(node, "first");
    if (!code && first) code = tw_described_expression(reader, first, false, &description->first[argument]);
    return code;
}

/* Whether the tolerances are said by argument. */
static bool is_by_argument(const struct tw_description *description, const cJSON *node)
{
    const cJSON *first = cJSON_IsObject(node) ? node->child : NULL;
    return first &&
           (find_argument(description, first->string) >= 0 || cJSON_IsObject(first) || cJSON_IsString(first));
}

static int read_tolerance(const struct tw_described_reader *reader, const cJSON *node)
{
    struct tw_description *description = reader->description;
    const size_t count = description->argument_count + 1;
    int code = TW_OK;
    description->tolerance = tw_arena_array(&description->arena, count, sizeof *description->tolerance);
    description->has_tolerance =
        tw_arena_array(&description->arena, count, sizeof *description->has_tolerance);
    description->first = tw_arena_array(&description->arena, count, sizeof *description->first);
    if (!description->tolerance || !description->has_tolerance || !description->first)
        return tw_described_no_memory(reader);
    if (cJSON_IsString(node) && strcmp(node->valuestring, "any") == 0)
        return tw_described_wrong(reader, node, "no tolerance", "only a single argument can be \"any\"");
    if (node && !is_by_argument(description, node)) {
        for (unsigned i = 0; i < description->argument_count && !code; i++) {
            code = read_tolerance_of(reader, node, i);
        }
        return code;
    }
    for (const cJSON *item = node ? node->child : NULL; item && !code; item = item->next) {
        const int i = find_argument(description, item->string);
        if (i < 0) return tw_described_wrong(reader, item, "no argument", "only arguments have tolerances");
        code = read_tolerance_of(reader, item, (unsigned)i);
    }
    return code;
}

/* ---- the proof ---- */

/* A word that is one of the field's is that; anything else is an expression, which a number is too. */
static int read_proof_of(const struct tw_described_reader *reader, const cJSON *node, unsigned field,
                         struct tw_described_proof *proof)
{
    const struct tw_field_info *info = &reader->description->fields[field];
    if (info->kind == TW_FIELD_INT) return tw_described_expression(reader, node, false, &proof->expression);
    proof->has_value = true;
    return read_value(reader, node, field, &proof->value);
}

static int read_proof(const struct tw_described_reader *reader, const cJSON *node)
{
    struct tw_description *description = reader->description;
    int code = TW_OK;
    if (!node) return TW_OK;
    if (!cJSON_IsObject(node))
        return tw_described_wrong(reader, node, "no object",
                                  "\"proof\" gives fields of the problem their values");
    description->proof = tw_arena_array(&description->arena, TW_MAX_FIELDS, sizeof *description->proof);
    if (!description->proof) return tw_described_no_memory(reader);
    for (const cJSON *item = node->child; item && !code; item = item->next) {
        const int f = tw_described_field(description, item->string);
        if (f < 0 || description->field[f].is_parameter)
            return tw_described_wrong(reader, item, "no field of the problem",
                                      "\"proof\" gives fields of the problem their values");
        code = read_proof_of(reader, item, (unsigned)f, &description->proof[f]);
    }
    return code;
}

int tw_described_read_checks(const struct tw_described_reader *reader)
{
    const cJSON *kernel = reader->description->node;
    int code = read_reference(reader, get(kernel, "reference"));
    if (!code) code = read_tolerance(reader, get(kernel, "tolerance"));
    return code ? code : read_proof(reader, get(kernel, "proof"));
}
