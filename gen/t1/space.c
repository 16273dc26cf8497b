/* The space of a T1 file: parameters with their values, the problem's size, conditions, defaults. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "gen/config/config_value.h"
#include "gen/t1/number.h"
#include "gen/t1/parts.h"

typedef struct tw_expression_value value;

static bool same_value(const value *a, const value *b)
{
    const bool words = a->kind == TW_EXPRESSION_WORD || b->kind == TW_EXPRESSION_WORD;
    if (words)
        return a->kind == b->kind && a->length == b->length && memcmp(a->word, b->word, a->length) == 0;
    return tw_t1_as_double(a) == tw_t1_as_double(b);
}

/* ---- parameters ---- */

/* Number of a value in the list; its count where it is not there. */
static size_t find_value(const struct tw_t1_list *list, size_t count, const value *wanted)
{
    size_t i = 0;
    while (i < count && !same_value(&list->value[i], wanted)) i++;
    return i;
}

static void drop_repeated(struct tw_t1_reader *reader, const char *name, struct tw_t1_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (find_value(list, kept, &list->value[i]) == kept) list->value[kept++] = list->value[i];
    }
    if (kept < list->count)
        tw_t1_note(reader, "%s: values that the T1 file gives twice stand here once", name);
    list->count = kept;
}

/* "Values": Python in a string, or a list of JSON. */
static int read_values(struct tw_t1_reader *reader, const cJSON *node, struct tw_t1_list *list)
{
    struct tw_expression_fault fault;
    const bool items = cJSON_IsArray(node);
    if (!node) return tw_t1_fail(reader, node, "a parameter without \"Values\"", "such as \"[16, 32, 64]\"");
    for (const cJSON *item = items ? node->child : node; item; item = items ? item->next : NULL) {
        if (items && cJSON_IsString(item)) {
            const value word = {.kind = TW_EXPRESSION_WORD,
                                .length = (uint32_t)strlen(item->valuestring),
                                .word = item->valuestring};
            if (tw_t1_list_add(&reader->arena, list, word)) continue;
            return tw_t1_fail(reader, item, "one value too many", "a parameter has at most 65536");
        }
        const char *python = tw_t1_python(reader, "", item, "");
        if (!python) return tw_t1_fail(reader, item, "no values", "a list of Python in a string, or of JSON");
        const struct tw_python *tree = tw_python_read(&reader->arena, python, &fault);
        if (!tree || !tw_t1_evaluate(&reader->scope, tree, list, &fault))
            return tw_t1_fail_python(reader, item, python, &fault);
    }
    return list->count ? TW_OK
                       : tw_t1_fail(reader, node, "a parameter without values", "at least one is needed");
}

/* Numbers may be mixed; words are never empty, and stand in no list with numbers. */
static int check_values(const struct tw_t1_reader *reader, const cJSON *node, const struct tw_t1_list *list)
{
    size_t words = 0;
    for (size_t i = 0; i < list->count; i++) {
        const value *item = &list->value[i];
        words += item->kind == TW_EXPRESSION_WORD;
        if ((item->kind == TW_EXPRESSION_WORD && !item->length) ||
            (item->kind == TW_EXPRESSION_INTEGER &&
             (item->integer > 1LL << 53 || item->integer < -(1LL << 53))))
            return tw_t1_fail(reader, node, "a value that no parameter may have",
                              "an integer of at most 2^53, a number, or a word");
    }
    return !words || words == list->count ? TW_OK
                                          : tw_t1_fail(reader, node, "strings beside numbers",
                                                       "all values are numbers, or all are strings");
}

/* "Default": a value, a list of one, or nothing. */
static unsigned read_default(struct tw_t1_reader *reader, const cJSON *node,
                             const struct tw_t1_parameter *parameter)
{
    struct tw_t1_list given = {0};
    struct tw_expression_fault fault;
    if (cJSON_IsArray(node)) node = node->child;
    if (!node) return 0;
    if (cJSON_IsString(node)) {
        const value word = {.kind = TW_EXPRESSION_WORD,
                            .length = (uint32_t)strlen(node->valuestring),
                            .word = node->valuestring};
        const size_t found = find_value(&parameter->values, parameter->values.count, &word);
        if (found < parameter->values.count) return (unsigned)found;
    }
    const char *python = tw_t1_python(reader, "", node, "");
    const struct tw_python *tree = python ? tw_python_read(&reader->arena, python, &fault) : NULL;
    if (tree && tw_t1_evaluate(&reader->scope, tree, &given, &fault) && given.count) {
        const size_t found = find_value(&parameter->values, parameter->values.count, &given.value[0]);
        if (found < parameter->values.count) return (unsigned)found;
    }
    tw_t1_note(reader,
               "%s: the default of the T1 file is not among its values, so the first one stands for it",
               parameter->name);
    return 0;
}

static int check_name(const struct tw_t1_reader *reader, const cJSON *node, const char *name)
{
    static const char *const taken[] = {"name", "and", "or", "not", "true", "false", "turn", "index", NULL};
    const uint32_t length = name ? tw_expression_name_length(name) : 0;
    if (!length || name[length])
        return tw_t1_fail(reader, node, "no name of a parameter", "a C identifier is needed");
    if (tw_config_word(name, taken) >= 0)
        return tw_t1_fail(reader, node, "a name that means something else in a description",
                          "rename it in source and T1 file");
    for (size_t i = 0; i < reader->scope.parameter_count; i++) {
        if (strcmp(reader->parameter[i].name, name) == 0)
            return tw_t1_fail(reader, node, "a parameter that is there already",
                              "parameters have names of their own");
    }
    return TW_OK;
}

static int read_parameter(struct tw_t1_reader *reader, const cJSON *node)
{
    const unsigned number = (unsigned)reader->scope.parameter_count;
    if (number == TW_T1_PARAMETERS)
        return tw_t1_fail(reader, node, "one parameter too many", "a kernel has at most 64");
    struct tw_t1_parameter *parameter = &reader->parameter[number];
    const cJSON *name = tw_t1_member(node, "Name"), *values = tw_t1_member(node, "Values");
    *parameter = (struct tw_t1_parameter){.name = cJSON_GetStringValue(name)};
    int code = check_name(reader, name ? name : node, parameter->name);
    if (!code && !values)
        code = tw_t1_fail(reader, node, "a parameter without \"Values\"", "such as \"[16, 32, 64]\"");
    /* Values know no other parameters, whose values they might be taken for. */
    if (!code) code = read_values(reader, values, &parameter->values);
    if (!code) code = check_values(reader, values, &parameter->values);
    if (code) return code;
    drop_repeated(reader, parameter->name, &parameter->values);
    reader->usual[number] = read_default(reader, tw_t1_member(node, "Default"), parameter);
    reader->names[number] = parameter->name;
    return TW_OK;
}

int tw_t1_read_parameters(struct tw_t1_reader *reader)
{
    const cJSON *list = tw_t1_member(reader->space, "TuningParameters");
    int code = TW_OK;
    if (!cJSON_IsArray(list) || !list->child)
        return tw_t1_fail(reader, list ? list : reader->space, "no parameters",
                          "\"TuningParameters\" is a list of them");
    unsigned count = 0;
    for (const cJSON *item = list->child; item && !code; item = item->next) {
        code = read_parameter(reader, item);
        count++;
        reader->scope.parameter_count = count;
    }
    return code;
}

/* ---- the problem ---- */

/* One of the sizes: a number, or an expression of parameters. */
static void read_size(struct tw_t1_reader *reader, unsigned dimension, const char *python)
{
    static const char *const names[] = {"problem_size_x", "problem_size_y", "problem_size_z"};
    static const char *const others[] = {"t1_problem_size_x", "t1_problem_size_y", "t1_problem_size_z"};
    struct tw_expression_fault fault;
    const char *name = names[dimension];
    for (size_t i = 0; i < reader->scope.parameter_count; i++) {
        if (strcmp(reader->parameter[i].name, name) == 0) name = others[dimension];
    }
    const char *said = tw_t1_say(reader, python, TW_T1_INTEGER, &fault);
    if (!said) {
        tw_t1_warn_python(reader, "ProblemSize", python, &fault, "1 stands in its place");
        said = "1";
    }
    reader->problem[dimension] = said;
    reader->problem_is_fixed[dimension] = tw_t1_is_number(said);
    reader->scope.problem[dimension] = name;
}

void tw_t1_read_problem(struct tw_t1_reader *reader)
{
    const cJSON *node = tw_t1_member(reader->kernel, "ProblemSize");
    unsigned count = 0;
    struct tw_t1_list list = {0};
    struct tw_expression_fault fault;
    const struct tw_python *tree =
        cJSON_IsString(node) ? tw_python_read(&reader->arena, node->valuestring, &fault) : NULL;
    /* A list in a string. */
    if (tree && tree->kind == TW_PYTHON_LIST && tw_t1_evaluate(&reader->scope, tree, &list, &fault)) {
        for (size_t i = 0; i < list.count && count < 3; i++) {
            struct tw_text text = {0};
            tw_t1_add_value(&list.value[i], &text);
            read_size(reader, count++, tw_arena_string(&reader->arena, tw_text_string(&text), text.length));
            tw_text_free(&text);
        }
        return;
    }
    const bool items = cJSON_IsArray(node);
    for (const cJSON *item = items ? node->child : node; item && count < 3;
         item = items ? item->next : NULL) {
        const char *python = tw_t1_python(reader, "", item, "");
        read_size(reader, count++, python ? python : "");
    }
    if (node && !count) tw_t1_warn(reader, "ProblemSize: it is empty");
}

/* ---- conditions ---- */

static unsigned last_parameter(const struct tw_t1_reader *reader, const struct tw_expression *expression)
{
    const unsigned count = (unsigned)reader->scope.parameter_count;
    unsigned last = 0;
    for (unsigned i = 0; i < count; i++) {
        if (tw_expression_uses(expression, i)) last = i;
    }
    for (unsigned i = 0; i < 3; i++) {
        const bool derived = reader->scope.problem[i] && !reader->problem_is_fixed[i];
        if (derived && tw_expression_uses(expression, count + i)) last = count;
    }
    return last;
}

static void read_condition(struct tw_t1_reader *reader, unsigned number, const cJSON *node)
{
    struct tw_expression_fault fault;
    const cJSON *text = cJSON_IsObject(node) ? tw_t1_member(node, "Expression") : node;
    struct tw_t1_condition *condition = &reader->condition[reader->condition_count];
    if (!cJSON_IsString(text) || reader->condition_count == TW_T1_CONDITIONS) {
        tw_t1_warn(
            reader,
            "condition %u: it has no \"Expression\" that is a string, so it is not among the constraints",
            number);
        return;
    }
    condition->text = tw_t1_say(reader, text->valuestring, TW_T1_CONDITION, &fault);
    struct tw_expression *expression = tw_arena_alloc(&reader->arena, sizeof *expression);
    if (condition->text && expression &&
        tw_expression_read(condition->text, reader->names, TW_EXPRESSION_HOST, expression, &fault)) {
        condition->expression = expression;
        condition->last = last_parameter(reader, expression);
        reader->condition_count++;
        return;
    }
    if (condition->text) fault.at = 0;
    struct tw_text place = {0};
    tw_text_addf(&place, "condition %u", number);
    tw_t1_warn_python(reader, tw_text_part(reader->warnings, &place), text->valuestring, &fault,
                      "it is not among the constraints, and the space is larger");
    tw_text_free(&place);
}

static void set_problem_values(struct tw_t1_reader *reader)
{
    const size_t first = reader->scope.parameter_count;
    size_t count = first;
    for (unsigned i = 0; i < 3 && reader->scope.problem[i]; i++) {
        value number = {.kind = TW_EXPRESSION_INTEGER};
        if (reader->problem_is_fixed[i])
            tw_t1_read_number(reader->problem[i], strlen(reader->problem[i]), &number);
        reader->value[count] = number;
        reader->names[count++] = reader->scope.problem[i];
    }
    reader->names[count] = NULL;
}

void tw_t1_read_conditions(struct tw_t1_reader *reader)
{
    const cJSON *list = tw_t1_member(reader->space, "Conditions");
    unsigned number = 0;
    set_problem_values(reader);
    if (list && !cJSON_IsArray(list))
        tw_t1_warn(reader, "Conditions: they are no list, so there are no constraints");
    for (const cJSON *item = cJSON_IsArray(list) ? list->child : NULL; item; item = item->next)
        read_condition(reader, ++number, item);
}

/* ---- defaults ---- */

#define TRIES 1000000u /* conditions that are evaluated */

static bool holds(const struct tw_t1_reader *reader, const struct tw_t1_condition *condition, unsigned *tries)
{
    value result;
    struct tw_expression_fault fault;
    return ++*tries < TRIES &&
           tw_expression_evaluate(condition->expression, reader->value, &result, &fault) &&
           tw_expression_is_true(&result);
}

/* Finds values from parameter `number` on, the defaults first, so that the conditions hold. */
static bool find_defaults(struct tw_t1_reader *reader, unsigned number, unsigned *tries)
{
    if (number == reader->scope.parameter_count) return true;
    const struct tw_t1_list *values = &reader->parameter[number].values;
    const unsigned usual = reader->usual[number];
    for (unsigned i = 0; i < values->count && ++*tries < TRIES; i++) {
        const unsigned candidate = !i ? usual : i <= usual ? i - 1 : i;
        bool good = true;
        reader->value[number] = values->value[candidate];
        for (unsigned c = 0; c < reader->condition_count && good; c++)
            good = reader->condition[c].last != number || holds(reader, &reader->condition[c], tries);
        if (!good || !find_defaults(reader, number + 1, tries)) continue;
        reader->usual[number] = candidate;
        return true;
    }
    return false;
}

void tw_t1_choose_defaults(struct tw_t1_reader *reader)
{
    unsigned tries = 0, before[TW_T1_PARAMETERS];
    struct tw_text changed = {0};
    memcpy(before, reader->usual, sizeof before);
    if (!find_defaults(reader, 0, &tries)) {
        tw_t1_warn(reader,
                   "no variant was found that meets all conditions, so the defaults may violate some");
        return;
    }
    for (unsigned i = 0; i < reader->scope.parameter_count; i++) {
        if (before[i] != reader->usual[i])
            tw_text_addf(&changed, "%s%s", changed.length ? ", " : "", reader->parameter[i].name);
    }
    if (changed.length)
        tw_t1_note(reader,
                   "the defaults of the T1 file violate a condition together: those of %s are others here",
                   tw_text_part(&reader->notes, &changed));
    tw_text_free(&changed);
}

/* ---- what is written ---- */

static bool all_integers(const struct tw_t1_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->value[i].kind != TW_EXPRESSION_INTEGER) return false;
    }
    return true;
}

/* Whether the values are each so much more than, or, with `factor`, twice the one before. */
static bool is_regular(const struct tw_t1_list *list, bool twice)
{
    if (!all_integers(list) || list->count < 5 || list->value[0].integer < (twice ? 1 : INT64_MIN))
        return false;
    const int64_t first = list->value[0].integer, step = list->value[1].integer - first;
    if (step < 1 || (twice && (first & (first - 1)))) return false;
    for (size_t i = 1; i < list->count; i++) {
        const int64_t before = list->value[i - 1].integer;
        if (list->value[i].integer != (twice ? 2 * before : before + step)) return false;
    }
    return true;
}

static void add_value(const value *item, struct tw_text *out)
{
    struct tw_text word = {0};
    if (item->kind != TW_EXPRESSION_WORD) {
        tw_t1_add_value(item, out);
        return;
    }
    tw_text_add_bytes(&word, item->word, item->length);
    tw_escape_json(out, tw_text_part(out, &word));
    tw_text_free(&word);
}

/* '"pow2": [1, 64]', '"from": 16, "to": 256, "step": 16', or '"values": [1, 3, 4]'. */
static void add_values(const struct tw_t1_list *list, bool alone, struct tw_text *out)
{
    const long long first = list->value[0].integer, last = list->value[list->count - 1].integer;
    if (is_regular(list, true)) {
        tw_text_addf(out, "%s\"pow2\": [%lld, %lld]", alone ? "{ " : "", first, last);
    } else if (is_regular(list, false)) {
        tw_text_addf(out, "%s\"from\": %lld, \"to\": %lld", alone ? "{ " : "", first, last);
        const long long step = list->value[1].integer - first;
        if (step > 1) tw_text_addf(out, ", \"step\": %lld", step);
    } else {
        tw_text_add(out, alone ? "[" : "\"values\": [");
        for (size_t i = 0; i < list->count; i++) {
            tw_text_add(out, i ? ", " : "");
            add_value(&list->value[i], out);
        }
        tw_text_add(out, "]");
        return;
    }
    if (alone) tw_text_add(out, " }");
}

/* Whether the word stands in a line of the preprocessor. */
static bool line_mentions(const struct tw_cuda_token *line, const char *word)
{
    for (uint32_t i = 0; i < line->length;) {
        const uint32_t length = tw_expression_name_length(line->at + i);
        if (length == strlen(word) && memcmp(line->at + i, word, length) == 0) return true;
        i += length ? length : 1;
    }
    return false;
}

static bool source_mentions(const struct tw_cuda_source *source, const char *word)
{
    for (size_t i = 0; i < source->token_count; i++) {
        const struct tw_cuda_token *token = &source->tokens[i];
        const bool line = token->kind == TW_CUDA_DIRECTIVE;
        if (line ? line_mentions(token, word) : tw_cuda_is(source, i, word)) return true;
    }
    return false;
}

/* *missed: the names of those that the source does not mention. */
static void add_parameter(struct tw_t1_reader *reader, unsigned number, struct tw_text *missed)
{
    const struct tw_t1_parameter *parameter = &reader->parameter[number];
    const bool missing = reader->source->text && !source_mentions(&reader->read, parameter->name);
    const unsigned usual = reader->usual[number];
    struct tw_text *out = &reader->body;
    tw_text_addf(out, "%s\n      \"%s\": ", number ? "," : "", parameter->name);
    if (!missing && !usual) {
        add_values(&parameter->values, true, out);
        return;
    }
    tw_text_add(out, "{ ");
    add_values(&parameter->values, false, out);
    if (usual) {
        tw_text_add(out, ", \"default\": ");
        add_value(&parameter->values.value[usual], out);
    }
    if (missing) {
        tw_text_add(out, ", \"$comment\": \"the source does not mention it\"");
        tw_text_addf(missed, "%s%s", missed->length ? ", " : "", parameter->name);
    }
    tw_text_add(out, " }");
}

static void add_problem(struct tw_t1_reader *reader, bool fixed, const char *key)
{
    bool any = false;
    for (unsigned i = 0; i < 3 && reader->scope.problem[i]; i++) {
        if (reader->problem_is_fixed[i] != fixed) continue;
        if (!any) tw_t1_begin(reader, key);
        tw_text_addf(&reader->body, "%s\"%s\": ", any ? ", " : "{ ", reader->scope.problem[i]);
        tw_t1_add_expression(reader->problem[i], &reader->body);
        any = true;
    }
    if (any) tw_text_add(&reader->body, " }");
}

void tw_t1_add_space(struct tw_t1_reader *reader)
{
    struct tw_text missed = {0};
    add_problem(reader, true, "problem");
    tw_t1_begin(reader, "parameters");
    tw_text_add(&reader->body, "{");
    for (unsigned i = 0; i < reader->scope.parameter_count; i++) add_parameter(reader, i, &missed);
    if (missed.length)
        tw_text_addf(reader->warnings, "the source does not mention the parameters %s\n",
                     tw_text_part(reader->warnings, &missed));
    tw_text_free(&missed);
    tw_text_add(&reader->body, "\n    }");
    add_problem(reader, false, "derived");
    if (!reader->condition_count) return;
    tw_t1_begin(reader, "constraints");
    for (unsigned i = 0; i < reader->condition_count; i++) {
        tw_text_add(&reader->body, i ? ",\n      " : "[\n      ");
        tw_escape_json(&reader->body, reader->condition[i].text);
    }
    tw_text_add(&reader->body, "\n    ]");
}
