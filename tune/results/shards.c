/* Results files, line by line, each line checked; and their union, once they prove to be of one sweep. */
#include "tune/results/shards.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "gen/config/index_set.h"
#include "tune/record.h"

/* What a header must hold, and whether the shards of one sweep have the same there; what need not be there. */
/* clang-format off */
/*    key            kind        form      same   optional */
#define HEADER_KEYS(X)                                  \
    X(version,       TW_STRING,  VERSION,  true,  false) \
    X(config,        TW_STRING,  ANYTHING, false, false) \
    X(config_hash,   TW_STRING,  HASH,     true,  false) \
    X(template_hash, TW_STRING,  HASH,     true,  true)  \
    X(kernel,        TW_STRING,  WORD,     true,  false) \
    X(kernel_hash,   TW_STRING,  WORD,     true,  true)  \
    X(variants,      TW_NUMBER,  COUNT,    true,  false) \
    X(shard,         TW_STRING,  SHARD,    false, false) \
    X(all,           TW_BOOLEAN, ANYTHING, true,  false) \
    X(by,            TW_STRING,  ANYTHING, true,  true)  \
    X(best,          TW_STRING,  WORD,     true,  true)  \
    X(cache,         TW_STRING,  WORD,     true,  true)  \
    X(device,        TW_STRING,  ANYTHING, true,  false) \
    X(simulator,     TW_BOOLEAN, ANYTHING, true,  false) \
    X(sm,            TW_NUMBER,  COUNT,    true,  false) \
    X(arch,          TW_STRING,  WORD,     true,  false) \
    X(driver,        TW_STRING,  VERSION,  false, true)  \
    X(nvrtc,         TW_STRING,  VERSION,  true,  false) \
    X(time,          TW_STRING,  TIME,     false, true)  \
    X(finished,      TW_BOOLEAN, ANYTHING, false, false)

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

/* What the characters of a string or number can be, and how many there are. */
/*    form      in a message                          characters                least  most */
#define FORMS(X)                                                                                \
    X(ANYTHING, "anything",                           NULL,                     0,     SIZE_MAX) \
    X(HASH,     "16 hexadecimal digits",              DIGITS "abcdef",          16,    16)       \
    X(VERSION,  "a version",                          LETTERS DIGITS ".+-",     1,     32)       \
    X(WORD,     "a word of letters, digits and _",    LETTERS DIGITS "_",       1,     SIZE_MAX) \
    X(COUNT,    "a whole number",                     DIGITS,                   1,     15)       \
    X(SHARD,    "K/N",                                DIGITS "/",               3,     31)       \
    X(TIME,     "a time such as 2026-11-20T20:41:07Z", DIGITS "-:TZ",           20,    20)
/* clang-format on */

enum form {
#define X(form, what, characters, least, most) form,
    FORMS(X)
#undef X
};

static const struct {
    const char *what, *characters;
    size_t least, most;
} forms[] = {
#define X(form, what, characters, least, most) {what, characters, least, most},
    FORMS(X)
#undef X
};

static bool has_form(struct tw_value value, enum form form)
{
    size_t quote = value.kind == TW_STRING, length = value.length - 2 * quote;
    if (!forms[form].characters) return true;
    for (size_t i = quote; i < quote + length; i++) {
        if (!strchr(forms[form].characters, value.text[i])) return false; /* strict JSON has no NUL */
    }
    return length >= forms[form].least && length <= forms[form].most;
}

struct key {
    const char *name;
    enum tw_value_kind kind;
    enum form form;
    bool same, optional;
};

static const struct key header_keys[] = {
#define X(name, kind, form, same, optional) {#name, kind, form, same, optional},
    HEADER_KEYS(X)
#undef X
};
/* The columns of a record, as a sheet has them; the rest is the family's fields. */
enum {
#define X(kind, sheet) KIND_##kind = sheet,
    TW_COLUMN_KINDS(X)
#undef X
};
static const struct key record_keys[] = {
#define X(key, kind, known, value, form, null, resumed)                                                      \
    {#key, (enum tw_value_kind)KIND_##kind, form, false, null},
    TW_RECORD_COLUMNS(X)
#undef X
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Fails at a place in the shard's text: lines must not have been edited yet. */
#define FAIL(shard, error, place, ...)                                                                       \
    tw_fail_in_text(error, TW_INPUT, (shard)->name, (shard)->text.data, (shard)->text.length,                \
                    (size_t)((place) - (shard)->text.data), __VA_ARGS__)

static int out_of_memory(struct tw_error *error)
{
    return tw_fail(error, TW_MEMORY, "out of memory");
}

/* ---- reading ---- */

static const char *kind_word(enum tw_value_kind kind)
{
    static const char *const words[] = {"a number", "a string", "true or false", "a list", "null"};
    return words[kind];
}

static int check_key(const struct tw_shard *shard, const struct tw_sheet *sheet, size_t row,
                     const struct key *key, struct tw_error *error)
{
    struct tw_value value = tw_sheet_value_of(sheet, row, key->name);
    bool null = value.kind == TW_NULL, right = value.kind == key->kind;
    if ((null && key->optional) || key->kind == TW_NULL) return TW_OK;
    if (!right)
        return FAIL(shard, error, null ? sheet->rows[row].line : value.text,
                    "not a record of a results file: \"%s\" must be %s%s", key->name, kind_word(key->kind),
                    null ? "; there is none" : "");
    if (!has_form(value, key->form))
        return FAIL(shard, error, value.text, "not a record of a results file: \"%s\" must be %s", key->name,
                    forms[key->form].what);
    return TW_OK;
}

static int check_keys(const struct tw_shard *shard, const struct tw_sheet *sheet, size_t row,
                      const struct key *keys, size_t count, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < count && !code; i++) code = check_key(shard, sheet, row, &keys[i], error);
    return code;
}

/* The next line of the shard as a row of the sheet; *at moves behind its newline. */
static int add_line(const struct tw_shard *shard, struct tw_sheet *sheet, size_t *at, unsigned line,
                    struct tw_error *error)
{
    const char *text = shard->text.data + *at;
    size_t length = (size_t)((const char *)memchr(text, '\n', shard->whole_bytes - *at) - text);
    int code = tw_sheet_add(sheet, shard->name, text, length, error);
    if (code == TW_INPUT && error) error->line += line - 1;
    *at += length + 1;
    return code;
}

static int not_results(const struct tw_shard *shard, struct tw_error *error)
{
    return FAIL(shard, error, shard->text.data,
                "not a results file: its first line is not the header that `tilewright sweep` writes");
}

static int check_header(struct tw_shards *shards, const struct tw_shard *shard, struct tw_error *error)
{
    struct tw_value format = tw_sheet_value_of(&shards->headers, shard->header, "tilewright_results");
    if (format.kind != TW_NUMBER) return not_results(shard, error);
    if (tw_value_number(format) != TW_RESULTS_FORMAT) {
        return FAIL(shard, error, format.text,
                    "results of format %.*s; this version of tilewright reads format %d", (int)format.length,
                    format.text, TW_RESULTS_FORMAT);
    }
    return check_keys(shard, &shards->headers, shard->header, header_keys, LENGTH(header_keys), error);
}

static bool is_status(struct tw_value value)
{
    for (int status = 0; status < TW_STATUS_COUNT; status++) {
        if (tw_value_is(value, tw_status_word((enum tw_status)status))) return true;
    }
    return false;
}

/* A variant's number: 0 .. variants - 1. */
static bool is_number_of(const struct tw_shards *shards, const struct tw_shard *shard, struct tw_value value)
{
    double variants = tw_value_number(tw_sheet_value_of(&shards->headers, shard->header, "variants"));
    return has_form(value, COUNT) && tw_value_number(value) < variants;
}

static int check_record(const struct tw_shards *shards, const struct tw_shard *shard, size_t row,
                        struct tw_error *error)
{
    int code = check_keys(shard, &shards->records, row, record_keys, LENGTH(record_keys), error);
    if (code) return code;
    struct tw_value status = tw_sheet_value_of(&shards->records, row, "status");
    struct tw_value number = tw_sheet_value_of(&shards->records, row, "number");
    if (!is_status(status)) return FAIL(shard, error, status.text, "unknown status");
    if (!is_number_of(shards, shard, number))
        return FAIL(shard, error, number.text, "the number is not one of the header's variants");
    return TW_OK;
}

static bool same_number(const void *entries, uint32_t a, uint32_t b)
{
    const struct tw_sheet *records = entries;
    uint32_t column = tw_sheet_column(records, "number");
    return tw_value_same(tw_sheet_value(records, a, column), tw_sheet_value(records, b, column));
}

/* Adds the row unless its number is in the set: then *earlier is the row that has it. */
static int add_number(const struct tw_sheet *records, uint32_t row, struct tw_index_set *numbers,
                      uint32_t *earlier, struct tw_error *error)
{
    struct tw_value number = tw_sheet_value_of(records, row, "number");
    uint64_t hash = tw_hash(number.text, number.length);
    if (tw_index_set_add(numbers, hash, row, same_number, records, earlier)) return TW_OK;
    return out_of_memory(error);
}

static int add_record(struct tw_shards *shards, struct tw_shard *shard, size_t *at,
                      struct tw_index_set *numbers, struct tw_error *error)
{
    struct tw_sheet *records = &shards->records;
    uint32_t row = (uint32_t)records->row_count, earlier;
    int code = add_line(shard, records, at, (unsigned)shard->count + 2, error);
    if (!code) code = check_record(shards, shard, row, error);
    if (!code) code = add_number(records, row, numbers, &earlier, error);
    if (code) return code;
    shard->count++;
    if (earlier == TW_NO_INDEX) return TW_OK;
    struct tw_value number = tw_sheet_value_of(records, row, "number");
    return FAIL(shard, error, number.text, "variant %.*s has a record already, on line %zu",
                (int)number.length, number.text, earlier - shard->first + 2);
}

static size_t whole_bytes(const struct tw_text *text)
{
    const char *last = text->length ? memrchr(text->data, '\n', text->length) : NULL;
    return last ? (size_t)(last - text->data) + 1 : 0;
}

static int read_lines(struct tw_shards *shards, struct tw_shard *shard, struct tw_error *error)
{
    struct tw_index_set numbers = {0};
    size_t at = 0;
    shard->header = shards->headers.row_count;
    shard->first = shards->records.row_count;
    int code = add_line(shard, &shards->headers, &at, 1, error);
    if (code == TW_INPUT) return not_results(shard, error);
    if (!code) code = check_header(shards, shard, error);
    while (!code && at < shard->whole_bytes) code = add_record(shards, shard, &at, &numbers, error);
    tw_index_set_free(&numbers);
    return code;
}

/* Room for one more shard; its name is the file's. */
static struct tw_shard *new_shard(struct tw_shards *shards, const char *file)
{
    struct tw_shard *all = realloc(shards->shards, (shards->count + 1) * sizeof *all);
    if (!all) return NULL;
    shards->shards = all;
    struct tw_shard *shard = &all[shards->count];
    *shard = (struct tw_shard){.name = strdup(strcmp(file, "-") == 0 ? "<stdin>" : file)};
    if (!shard->name) return NULL;
    shards->count++;
    return shard;
}

int tw_shards_add(struct tw_shards *shards, const char *file, struct tw_error *error)
{
    struct tw_shard *shard = new_shard(shards, file);
    if (!shard) return out_of_memory(error);
    int code = tw_file_read_lines(file, &shard->text, error);
    if (code) return code;
    shard->whole_bytes = whole_bytes(&shard->text);
    shard->torn = shard->whole_bytes < shard->text.length;
    shard->empty = shard->whole_bytes == 0;
    return shard->empty ? TW_OK : read_lines(shards, shard, error);
}

void tw_shards_free(struct tw_shards *shards)
{
    for (size_t i = 0; i < shards->count; i++) {
        free(shards->shards[i].name);
        tw_text_free(&shards->shards[i].text);
    }
    free(shards->shards);
    tw_sheet_free(&shards->headers);
    tw_sheet_free(&shards->records);
    *shards = (struct tw_shards){0};
}

const struct tw_shard *tw_shards_of(const struct tw_shards *shards, size_t record)
{
    size_t i = 0;
    while (record >= shards->shards[i].first + shards->shards[i].count) i++;
    return &shards->shards[i];
}

/* ---- the union ---- */

static bool must_agree(const char *column)
{
    if (strncmp(column, "capability.", strlen("capability.")) == 0) return true;
    for (size_t i = 0; i < LENGTH(header_keys); i++) {
        if (header_keys[i].same && strcmp(column, header_keys[i].name) == 0) return true;
    }
    return false;
}

static int check_agreement(const struct tw_shards *shards, const struct tw_shard *shard,
                           struct tw_error *error)
{
    const struct tw_sheet *headers = &shards->headers;
    const struct tw_shard *first = shards->shards;
    for (uint32_t column = 0; column < headers->column_count; column++) {
        struct tw_value here = tw_sheet_value(headers, shard->header, column);
        struct tw_value there = tw_sheet_value(headers, first->header, column);
        if (!must_agree(headers->columns[column]) || tw_value_same(here, there)) continue;
        bool missing = here.kind == TW_NULL;
        return FAIL(shard, error, missing ? headers->rows[shard->header].line : here.text,
                    "not of the same sweep as %s: %s is %.*s here and %.*s there", first->name,
                    headers->columns[column], (int)here.length, here.text, (int)there.length, there.text);
    }
    return TW_OK;
}

/* The first column in which two records differ, rank and tie apart:
   they depend on what else is in the file. */
static uint32_t difference(const struct tw_sheet *records, uint32_t a, uint32_t b)
{
    for (uint32_t column = 0; column < records->column_count; column++) {
        const char *key = records->columns[column];
        bool depends = strcmp(key, "rank") == 0 || strcmp(key, "tie") == 0;
        if (!depends &&
            !tw_value_same(tw_sheet_value(records, a, column), tw_sheet_value(records, b, column)))
            return column;
    }
    return TW_NO_COLUMN;
}

static int check_same(const struct tw_shards *shards, const struct tw_shard *shard, uint32_t row,
                      uint32_t earlier, struct tw_error *error)
{
    const struct tw_sheet *records = &shards->records;
    const struct tw_shard *other = tw_shards_of(shards, earlier);
    uint32_t column = difference(records, row, earlier);
    if (column == TW_NO_COLUMN) return TW_OK;
    struct tw_value number = tw_sheet_value_of(records, row, "number");
    return FAIL(shard, error, number.text, "variant %.*s has another record in %s, line %zu: %s differs",
                (int)number.length, number.text, other->name, earlier - other->first + 2,
                records->columns[column]);
}

static int add_shard(const struct tw_shards *shards, const struct tw_shard *shard,
                     struct tw_index_set *numbers, uint32_t *rows, size_t *count, struct tw_error *error)
{
    int code = check_agreement(shards, shard, error);
    for (size_t i = 0; i < shard->count && !code; i++) {
        uint32_t row = (uint32_t)(shard->first + i), earlier;
        code = add_number(&shards->records, row, numbers, &earlier, error);
        if (code) return code;
        if (earlier == TW_NO_INDEX)
            rows[(*count)++] = row;
        else
            code = check_same(shards, shard, row, earlier, error);
    }
    return code;
}

int tw_shards_union(struct tw_shards *shards, uint32_t *rows, size_t *count, struct tw_error *error)
{
    struct tw_index_set numbers = {0};
    int code = TW_OK;
    *count = 0;
    for (size_t i = 0; i < shards->count && !code; i++)
        code = add_shard(shards, &shards->shards[i], &numbers, rows, count, error);
    tw_index_set_free(&numbers);
    return code;
}
