/* How a T1 file launches its kernel, and what it checks it against. */
#include <string.h>

#include "base/escape.h"
#include "gen/t1/parts.h"

static const char *const axes[] = {"X", "Y", "Z"};
static const char *const block_names[] = {"block_size_x", "block_size_y", "block_size_z"};

static bool has_parameter(const struct tw_t1_reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->scope.parameter_count; i++) {
        if (strcmp(reader->parameter[i].name, name) == 0) return true;
    }
    return false;
}

/* Translates Python that counts something; NULL, with a warning, where it cannot be. */
static const char *say(struct tw_t1_reader *reader, const char *place, const char *axis, const char *python,
                       const char *what)
{
    struct tw_expression_fault fault;
    const char *said = tw_t1_say(reader, python, TW_T1_INTEGER, &fault);
    struct tw_text where = {0};
    if (said) return said;
    tw_text_addf(&where, "%s%s", place, axis);
    tw_t1_warn_python(reader, tw_text_part(reader->warnings, &where), python, &fault, what);
    tw_text_free(&where);
    return NULL;
}

/* A member of GlobalSize or LocalSize; NULL: there is none that can be understood. */
static const char *size_of(struct tw_t1_reader *reader, const char *key, unsigned axis, const char *what)
{
    const char *python =
        tw_t1_python(reader, "", tw_t1_member(tw_t1_member(reader->kernel, key), axes[axis]), "");
    struct tw_text place = {0};
    tw_text_addf(&place, "%s/", key);
    const char *said =
        python ? say(reader, tw_text_part(reader->warnings, &place), axes[axis], python, what) : NULL;
    tw_text_free(&place);
    return said;
}

/* ---- the block ---- */

/* Kernel Tuner's blocks are its parameters block_size_x, _y and _z; others say LocalSize. */
static const char *block_of(struct tw_t1_reader *reader, unsigned axis)
{
    const bool tuned = reader->scope.problem[0] && has_parameter(reader, block_names[axis]);
    if (tuned) return block_names[axis];
    const char *other =
        !axis && reader->scope.problem[0] ? "256" : "1"; /* where Kernel Tuner is told nothing */
    const bool named = has_parameter(reader, block_names[axis]);
    const char *usual = named ? block_names[axis] : other;
    struct tw_text what = {0};
    tw_text_addf(&what, "the block has %s there", usual);
    const char *said = size_of(reader, "LocalSize", axis, tw_text_part(reader->warnings, &what));
    tw_text_free(&what);
    return said ? said : usual;
}

/* ---- the grid ---- */

/* The product of a divisor list, a divisor alone, or the block's size. */
static const char *divisor_of(struct tw_t1_reader *reader, unsigned axis)
{
    struct tw_text key = {0}, python = {0};
    tw_text_addf(&key, "GridDiv%s", axes[axis]);
    const cJSON *node = tw_t1_member(reader->kernel, tw_text_string(&key));
    const bool items = cJSON_IsArray(node);
    for (const cJSON *item = items ? node->child : node; item; item = items ? item->next : NULL) {
        const char *one = tw_t1_python(reader, "(", item, ")");
        if (one) tw_text_addf(&python, "%s%s", python.length ? " * " : "", one);
    }
    const char *kept =
        python.length ? tw_arena_string(&reader->arena, tw_text_string(&python), python.length) : NULL;
    const char *said = kept ? say(reader, tw_text_string(&key), "", kept, "the grid is not divided") : NULL;
    tw_text_free(&key);
    tw_text_free(&python);
    if (said || kept) return said;
    return has_parameter(reader, block_names[axis]) ? block_names[axis] : NULL;
}

static const char *keep(struct tw_t1_reader *reader, struct tw_text *text)
{
    const char *kept = tw_arena_string(&reader->arena, tw_text_string(text), text->length);
    tw_text_free(text);
    return kept ? kept : "1";
}

/* Blocks of an axis: the problem's size over its divisors, rounded up. */
static const char *divided(struct tw_t1_reader *reader, unsigned axis)
{
    const char *size = reader->scope.problem[axis], *divisor = divisor_of(reader, axis);
    struct tw_text text = {0};
    if (!size) return "1";
    if (!divisor || strcmp(divisor, "1") == 0) return size;
    tw_text_addf(&text, "ceil_div(%s, %s)", size, divisor);
    return keep(reader, &text);
}

/* Blocks of an axis: GlobalSize, which OpenCL counts in threads. */
static const char *given(struct tw_t1_reader *reader, unsigned axis, const char *block)
{
    const char *type = cJSON_GetStringValue(tw_t1_member(reader->kernel, "GlobalSizeType"));
    const char *size = size_of(reader, "GlobalSize", axis, "the grid has 1 block there");
    struct tw_text text = {0};
    if (!size) return "1";
    if (!type || strcmp(type, "OpenCL") != 0 || strcmp(block, "1") == 0) return size;
    tw_text_addf(&text, "ceil_div(%s, %s)", size, block);
    return keep(reader, &text);
}

static void add_sizes(struct tw_t1_reader *reader, const char *key, const char *const sizes[3])
{
    unsigned count = 3;
    while (count > 1 && strcmp(sizes[count - 1], "1") == 0) count--;
    tw_t1_begin(reader, key);
    for (unsigned i = 0; i < count; i++) {
        tw_text_add(&reader->body, i ? ", " : "[");
        tw_t1_add_expression(sizes[i], &reader->body);
    }
    tw_text_add(&reader->body, "]");
}

static void add_shared(struct tw_t1_reader *reader)
{
    const char *python = tw_t1_python(reader, "", tw_t1_member(reader->kernel, "SharedMemory"), "");
    const char *said = python ? say(reader, "SharedMemory", "", python, "there is none") : NULL;
    const bool any = said && strcmp(said, "0") != 0;
    if (!any && !reader->shared.length) return;
    if (any) tw_text_addf(&reader->shared, "%s%s", reader->shared.length ? " + " : "", said);
    tw_t1_begin(reader, "shared");
    tw_t1_add_expression(tw_text_part(&reader->body, &reader->shared), &reader->body);
}

void tw_t1_add_launch(struct tw_t1_reader *reader)
{
    const bool divides = reader->scope.problem[0] != NULL;
    const char *grid[3], *block[3];
    for (unsigned i = 0; i < 3; i++) block[i] = block_of(reader, i);
    for (unsigned i = 0; i < 3; i++) grid[i] = divides ? divided(reader, i) : given(reader, i, block[i]);
    if (divides && tw_t1_member(reader->kernel, "GlobalSize"))
        tw_t1_note(reader,
                   "the grid is ProblemSize over GridDiv, as Kernel Tuner reads it; GlobalSize is not read");
    if (!divides && !tw_t1_member(reader->kernel, "GlobalSize"))
        tw_t1_warn(reader, "the T1 file has neither ProblemSize nor GlobalSize: \"grid\" is one block");
    add_sizes(reader, "grid", grid);
    add_sizes(reader, "block", block);
    add_shared(reader);
}

/* ---- the reference ---- */

/* "files" of what KTT calls reference arguments; false: there are none. */
static bool add_files(struct tw_t1_reader *reader, const cJSON *list)
{
    bool any = false;
    for (const cJSON *item = cJSON_IsArray(list) ? list->child : NULL; item; item = item->next) {
        const char *target = cJSON_GetStringValue(tw_t1_member(item, "TargetName")),
                   *file = cJSON_GetStringValue(tw_t1_member(item, "DataSource")),
                   *fill = cJSON_GetStringValue(tw_t1_member(item, "FillType"));
        if (!target || !file || !fill || strcmp(fill, "BinaryRaw") != 0) {
            tw_t1_warn(reader, "the reference of %s is no raw file, and cannot be said here",
                       target ? target : "an argument");
            continue;
        }
        if (!any) tw_t1_begin(reader, "reference");
        tw_text_add(&reader->body, any ? ", " : "{ \"files\": { ");
        tw_escape_json(&reader->body, target);
        tw_text_add(&reader->body, ": ");
        tw_escape_json(&reader->body, file);
        any = true;
    }
    if (any) tw_text_add(&reader->body, " } }");
    return any;
}

/* |got - want| <= threshold, or that times |want|. */
static void add_tolerances(struct tw_t1_reader *reader, const cJSON *list)
{
    bool any = false;
    for (const cJSON *item = list->child; item; item = item->next) {
        const char *target = cJSON_GetStringValue(tw_t1_member(item, "TargetName")),
                   *method = cJSON_GetStringValue(tw_t1_member(item, "ValidationMethod"));
        const cJSON *threshold = tw_t1_member(item, "ValidationThreshold");
        if (!target || !cJSON_IsNumber(threshold)) continue;
        if (!any) tw_t1_begin(reader, "tolerance");
        tw_text_add(&reader->body, any ? ", " : "{ ");
        tw_escape_json(&reader->body, target);
        tw_text_addf(&reader->body, ": { \"%s\": ",
                     method && strcmp(method, "SideBySideRelativeComparison") == 0 ? "relative" : "absolute");
        tw_text_add_number(&reader->body, threshold->valuedouble);
        tw_text_add(&reader->body, " }");
        any = true;
    }
    if (any) tw_text_add(&reader->body, " }");
}

void tw_t1_add_reference(struct tw_t1_reader *reader)
{
    const cJSON *list = tw_t1_member(reader->kernel, "ReferenceArguments");
    if (add_files(reader, list)) {
        add_tolerances(reader, list);
        return;
    }
    tw_t1_begin(reader, "reference");
    tw_text_add(&reader->body, "null");
    tw_t1_note(reader, "the T1 file has no reference, so results are not checked: name another kernel, a C "
                       "function or files in \"reference\"");
    if (reader->scope.problem[0])
        tw_t1_note(reader, "with a small problem in \"proof\" every variant is simulated with all checks, if "
                           "the source takes its sizes as "
                           "arguments or macros");
}
