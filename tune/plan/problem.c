/* Problems given as structs: their members as the JSON of their fields. */
#include <tilewright/problem.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

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

struct writer {
    char *text;
    size_t length;
};

/* There is room: a problem has at most so many members, and a member is not longer than this. */
#define MEMBERS        24u
#define LONGEST_MEMBER 40u /* "accumulator": "compensated", or a number of 20 characters */
_Static_assert(MEMBERS *LONGEST_MEMBER + 3 <= TW_FIELDS_SIZE, "a problem's text");

__attribute__((__format__(__printf__, 2, 3))) static void add(struct writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(writer->text + writer->length, TW_FIELDS_SIZE - writer->length, format, arguments);
    va_end(arguments);
    if (length > 0) writer->length += (size_t)length;
}

static struct writer begin(struct tw_fields *fields)
{
    fields->text[0] = '\0';
    return (struct writer){fields->text, 0};
}

static void add_number(struct writer *writer, const char *key, int64_t number)
{
    if (!number) return;
    add(writer, "%s\"%s\": %" PRId64, writer->length ? ", " : "{", key, number == TW_ZERO ? 0 : number);
}

/* A constant that is none of the enum is written as a number, so that what is said of it names it. */
static void add_word(struct writer *writer, const char *key, unsigned constant, const char *const *words,
                     unsigned end)
{
    if (!constant) return;
    if (constant < end)
        add(writer, "%s\"%s\": \"%s\"", writer->length ? ", " : "{", key, words[constant]);
    else
        add_number(writer, key, constant);
}

/* An enum's member under its own name. */
#define WORD(writer, problem, member, words)                                                                 \
    add_word(writer, #member, (unsigned)(problem)->member, words, sizeof(words) / sizeof *(words))
#define NUMBER(writer, problem, member) add_number(writer, #member, (problem)->member)

static struct tw_problem end(struct writer *writer, const char *family)
{
    add(writer, "%s", writer->length ? "}" : "{}");
    return (struct tw_problem){.family = family, .fields = writer->text};
}

struct tw_problem tw_problem_transpose(const struct tw_transpose_problem *transpose, struct tw_fields *fields)
{
    if (!transpose || !fields) return (struct tw_problem){0};
    struct writer writer = begin(fields);
    NUMBER(&writer, transpose, rows);
    NUMBER(&writer, transpose, cols);
    NUMBER(&writer, transpose, batch);
    NUMBER(&writer, transpose, in_pitch);
    NUMBER(&writer, transpose, out_pitch);
    NUMBER(&writer, transpose, in_offset);
    NUMBER(&writer, transpose, out_offset);
    WORD(&writer, transpose, type, types);
    return end(&writer, "transpose");
}

struct tw_problem tw_problem_reduce(const struct tw_reduce_problem *reduce, struct tw_fields *fields)
{
    if (!reduce || !fields) return (struct tw_problem){0};
    struct writer writer = begin(fields);
    WORD(&writer, reduce, op, ops);
    WORD(&writer, reduce, along, alongs);
    NUMBER(&writer, reduce, rows);
    NUMBER(&writer, reduce, cols);
    NUMBER(&writer, reduce, batch);
    NUMBER(&writer, reduce, pitch);
    WORD(&writer, reduce, type, types);
    WORD(&writer, reduce, accumulator, types);
    WORD(&writer, reduce, order, orders);
    WORD(&writer, reduce, ties, ties);
    WORD(&writer, reduce, offsets, types);
    return end(&writer, "reduce");
}

struct tw_problem tw_problem_dot(const struct tw_dot_problem *dot, struct tw_fields *fields)
{
    if (!dot || !fields) return (struct tw_problem){0};
    struct writer writer = begin(fields);
    NUMBER(&writer, dot, n);
    WORD(&writer, dot, type, types);
    WORD(&writer, dot, result, results);
    if (dot->result == TW_RESULT_SUM) add(&writer, ", \"method\": \"last\"");
    return end(&writer, "dot");
}

struct tw_problem tw_problem_stencil(const struct tw_stencil_problem *stencil, struct tw_fields *fields)
{
    if (!stencil || !fields) return (struct tw_problem){0};
    struct writer writer = begin(fields);
    WORD(&writer, stencil, shape, neighbours);
    NUMBER(&writer, stencil, radius);
    NUMBER(&writer, stencil, rows);
    NUMBER(&writer, stencil, cols);
    NUMBER(&writer, stencil, in_pitch);
    NUMBER(&writer, stencil, out_pitch);
    WORD(&writer, stencil, type, types);
    WORD(&writer, stencil, boundary, boundaries);
    WORD(&writer, stencil, scheme, schemes);
    WORD(&writer, stencil, symmetry, symmetries);
    return end(&writer, "stencil");
}
