/* Problems given as structs: their members as values of the fields of those names. */
#include <tilewright/problem.h>

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The words of each enum, by its constants. */
#define X(constant, word) [constant] = (word),
static const char *const types[TW_TYPE_END] = {TW_TYPES(X)};
static const char *const ops[TW_OP_END] = {TW_OPS(X)};
static const char *const alongs[TW_ALONG_END] = {TW_ALONGS(X)};
static const char *const orders[TW_ORDER_END] = {TW_ORDERS(X)};
static const char *const ties[TW_TIES_END] = {TW_TIES(X)};
static const char *const results[TW_RESULT_END] = {TW_RESULTS(X)};
static const char *const neighbours[TW_NEIGHBOURS_END] = {TW_NEIGHBOURS(X)};
static const char *const boundaries[TW_BOUNDARY_END] = {TW_BOUNDARIES(X)};
static const char *const schemes[TW_SCHEME_END] = {TW_SCHEMES(X)};
static const char *const symmetries[TW_SYMMETRY_END] = {TW_SYMMETRIES(X)};
#undef X

static void begin(struct tw_fields *fields)
{
    fields->count = 0;
    fields->text_length = 0;
}

/* Each struct has fewer members than there is room for. */
static void add(struct tw_fields *fields, const struct tw_field_value *value)
{
    assert(fields->count < TW_MOST_VALUES);
    fields->value[fields->count++] = *value;
}

static void add_number(struct tw_fields *fields, const char *key, int64_t number)
{
    const struct tw_field_value value = {.key = key, .number = number == TW_ZERO ? 0 : number};
    if (number) add(fields, &value);
}

/* A constant that is none of the enum is given as a number, so that what is said of it names it. */
static void add_word(struct tw_fields *fields, const char *key, unsigned constant, const char *const *words,
                     unsigned end)
{
    const struct tw_field_value word = {
        .key = key, .is_word = true, .text = constant < end ? words[constant] : NULL};
    if (word.text)
        add(fields, &word);
    else
        add_number(fields, key, constant);
}

/* Numbers as a text, with spaces between them: one for each axis, and of too many axes one more, which is told of them. */
static void add_list(struct tw_fields *fields, const char *key, unsigned count, const int64_t *numbers)
{
    char *text = fields->text + fields->text_length, *end = text;
    if (!numbers || !count) return;
    for (unsigned i = 0; i < count && i <= TW_MAX_AXES; i++)
        end += sprintf(end, "%s%" PRId64, i ? " " : "", numbers[i]);
    fields->text_length += (unsigned)(end - text) + 1;
    assert(fields->text_length <= sizeof fields->text);
    add(fields, &(struct tw_field_value){.key = key, .is_word = true, .text = text});
}

/* A number with a fraction, whatever the locale's point is. */
static void add_fraction(struct tw_fields *fields, const char *key, const double *number)
{
    char *text = fields->text + fields->text_length;
    if (!number) return;
    int length = sprintf(text, "%.17g", *number);
    for (int i = 0; i < length; i++)
        if (!strchr("0123456789+-einfa", text[i])) text[i] = '.';
    fields->text_length += (unsigned)length + 1;
    assert(fields->text_length <= sizeof fields->text);
    add(fields, &(struct tw_field_value){.key = key, .is_word = true, .text = text});
}

/* The order of no axes is that of a single element. */
static void add_axes(struct tw_fields *fields, const struct tw_permute_problem *permute)
{
    static const struct tw_field_value single = {.key = "axes", .is_word = true, .text = "->"};
    int64_t axes[TW_MAX_AXES + 1];
    if (permute->shape && !permute->rank) add(fields, &single);
    for (unsigned i = 0; permute->axes && i < permute->rank && i <= TW_MAX_AXES; i++)
        axes[i] = permute->axes[i];
    if (permute->axes) add_list(fields, "axes", permute->rank, axes);
}

/* An enum's member under its own name. */
#define WORD(problem, member, words)                                                                         \
    add_word(fields, #member, (unsigned)(problem)->member, words, sizeof(words) / sizeof *(words))
#define NUMBER(problem, member) add_number(fields, #member, (problem)->member)
#define LIST(problem, member)   add_list(fields, #member, (problem)->rank, (problem)->member)

static struct tw_problem problem_of(const char *family, const struct tw_fields *fields)
{
    return (struct tw_problem){.family = family, .values = fields->value, .value_count = fields->count};
}

struct tw_problem tw_problem_transpose(const struct tw_transpose_problem *transpose, struct tw_fields *fields)
{
    if (!transpose || !fields) return (struct tw_problem){0};
    begin(fields);
    NUMBER(transpose, rows);
    NUMBER(transpose, cols);
    NUMBER(transpose, batch);
    NUMBER(transpose, in_pitch);
    NUMBER(transpose, out_pitch);
    NUMBER(transpose, in_offset);
    NUMBER(transpose, out_offset);
    WORD(transpose, type, types);
    return problem_of("transpose", fields);
}

struct tw_problem tw_problem_permute(const struct tw_permute_problem *permute, struct tw_fields *fields)
{
    if (!permute || !fields) return (struct tw_problem){0};
    begin(fields);
    add_axes(fields, permute);
    LIST(permute, shape);
    LIST(permute, in_strides);
    LIST(permute, out_strides);
    NUMBER(permute, in_offset);
    NUMBER(permute, out_offset);
    WORD(permute, type, types);
    WORD(permute, out_type, types);
    add_fraction(fields, "alpha", permute->alpha);
    return problem_of("permute", fields);
}

struct tw_problem tw_problem_reduce(const struct tw_reduce_problem *reduce, struct tw_fields *fields)
{
    if (!reduce || !fields) return (struct tw_problem){0};
    begin(fields);
    WORD(reduce, op, ops);
    WORD(reduce, along, alongs);
    NUMBER(reduce, rows);
    NUMBER(reduce, cols);
    NUMBER(reduce, batch);
    NUMBER(reduce, pitch);
    WORD(reduce, type, types);
    WORD(reduce, accumulator, types);
    WORD(reduce, order, orders);
    WORD(reduce, ties, ties);
    WORD(reduce, offsets, types);
    return problem_of("reduce", fields);
}

struct tw_problem tw_problem_dot(const struct tw_dot_problem *dot, struct tw_fields *fields)
{
    static const struct tw_field_value last = {.key = "method", .is_word = true, .text = "last"};
    if (!dot || !fields) return (struct tw_problem){0};
    begin(fields);
    NUMBER(dot, n);
    WORD(dot, type, types);
    WORD(dot, result, results);
    if (dot->result == TW_RESULT_SUM) add(fields, &last);
    return problem_of("dot", fields);
}

struct tw_problem tw_problem_stencil(const struct tw_stencil_problem *stencil, struct tw_fields *fields)
{
    if (!stencil || !fields) return (struct tw_problem){0};
    begin(fields);
    WORD(stencil, shape, neighbours);
    NUMBER(stencil, radius);
    NUMBER(stencil, rows);
    NUMBER(stencil, cols);
    NUMBER(stencil, in_pitch);
    NUMBER(stencil, out_pitch);
    WORD(stencil, type, types);
    WORD(stencil, boundary, boundaries);
    WORD(stencil, scheme, schemes);
    WORD(stencil, symmetry, symmetries);
    return problem_of("stencil", fields);
}
