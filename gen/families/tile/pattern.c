/* Patterns of access: read, evaluated, and written as C. */
#include "gen/families/tile/pattern.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/whole.h"

extern const struct tw_family tw_family_tile;

/* ---- words ---- */

#define NAMES(how)                                                                                           \
    {                                                                                                        \
        {"write " how, "read " how},                                                                         \
        {                                                                                                    \
            "tile 2, write " how, "tile 2, read " how                                                        \
        }                                                                                                    \
    }

/* clang-format off */
static const struct {
    const char *word; /* NULL: it is no word */
    bool has_number;
    const char *name[TW_MAX_TILES][TILE_ACCESSES], *how;
} kinds[] = {
    [TW_PATTERN_LINEAR]      = {"linear",      false, NAMES("linear"), "word after word"},
    [TW_PATTERN_BROADCAST]   = {"broadcast",   false, NAMES("broadcast"), "one word for all"},
    [TW_PATTERN_SERIAL]      = {"serial",      false, NAMES("serial"), "words of one bank"},
    [TW_PATTERN_STRIDED]     = {"strided",     true,  NAMES("strided"), "words a stride apart"},
    [TW_PATTERN_PERMUTATION] = {"permutation", true,  NAMES("permutation"), "in a random order"},
    [TW_PATTERN_LIST]        = {NULL,          false, NAMES("list"), "in the order given"},
    [TW_PATTERN_EXPRESSION]  = {NULL,          false, NAMES("expression"), "where the expression says"},
};
/* clang-format on */

const char *tw_pattern_name(const struct tw_pattern *pattern, unsigned tile, unsigned access)
{
    return kinds[pattern->kind].name[tile][access];
}

const char *tw_pattern_how(const struct tw_pattern *pattern)
{
    return kinds[pattern->kind].how;
}

const char *tw_pattern_text(const int64_t *value, unsigned access)
{
    unsigned field = access == TILE_WRITE ? TILE_writes : TILE_reads;
    return tw_field_text(&tw_family_tile.fields[field], value[field]);
}

/* ---- reading ---- */

struct reader {
    const char *text, *at; /* all of it, and what is left */
    struct tw_pattern *pattern;
    struct tw_text *reason;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void skip_spaces(struct reader *reader)
{
    while (*reader->at == ' ') reader->at++;
}

/* Fails with 'at character 5 of "idx * * 2" WHY'. */
static bool fail(const struct reader *reader, const char *why)
{
    tw_expression_add_place(reader->text, (uint32_t)(reader->at - reader->text), reader->reason);
    tw_text_add(reader->reason, why);
    return false;
}

static bool read_number(struct reader *reader, uint32_t *number)
{
    uint64_t value = 0;
    skip_spaces(reader);
    if (!is_digit(*reader->at)) return fail(reader, "a number should stand");
    for (const char *digit = reader->at; is_digit(*digit); digit++) {
        value = value * 10 + (uint64_t)(*digit - '0');
        if (value > UINT32_MAX) return fail(reader, "the number has more than 32 bits");
    }
    while (is_digit(*reader->at)) reader->at++;
    *number = (uint32_t)value;
    return true;
}

static bool at_end(struct reader *reader)
{
    skip_spaces(reader);
    return !*reader->at || fail(reader, "it should end");
}

/* ---- expressions ---- */

enum name { IDX, TID, N, X, Y, Z, BLOCK_X, BLOCK_Y, BLOCK_Z, ROWS, COLUMNS, DEPTH, NAMES };

static const char *const names[] = {"idx",   "tid",   "n",         "x",         "y",          "z", "BDIMX",
                                    "BDIMY", "BDIMZ", "tile_rows", "tile_cols", "tile_depth", NULL};

static bool read_expression(struct reader *reader)
{
    struct tw_expression_fault fault;
    if (tw_expression_read(reader->text, names, TW_EXPRESSION_DEVICE, &reader->pattern->expression, &fault))
        return true;
    tw_expression_add_fault(reader->text, names, &fault, reader->reason);
    if (fault.why == tw_expression_unknown_name)
        tw_text_add(reader->reason, ", and the words linear, broadcast, serial, strided and permutation");
    return false;
}

/* What the names stand for in item idx. */
static void set_values(const struct tw_pattern *pattern, uint32_t idx, uint32_t value[NAMES])
{
    const struct tw_tile *tile = &pattern->tile;
    const uint32_t tid = idx % tile->threads, *block = tile->block;
    value[IDX] = idx;
    value[TID] = tid;
    value[N] = pattern->elements;
    value[X] = tid % block[TILE_X];
    value[Y] = tid / block[TILE_X] % block[TILE_Y];
    value[Z] = tid / block[TILE_X] / block[TILE_Y];
    for (unsigned axis = 0; axis < TILE_AXES; axis++) value[BLOCK_X + axis] = block[axis];
    value[ROWS] = tile->rows;
    value[COLUMNS] = tile->columns;
    value[DEPTH] = tile->depth;
}

static bool evaluate(const struct tw_pattern *pattern, uint32_t idx, uint32_t *element,
                     struct tw_expression_fault *fault)
{
    struct tw_expression_value values[NAMES], result;
    uint32_t value[NAMES];
    set_values(pattern, idx, value);
    for (unsigned i = 0; i < NAMES; i++)
        values[i] = (struct tw_expression_value){.kind = TW_EXPRESSION_INTEGER, .integer = value[i]};
    if (!tw_expression_evaluate(&pattern->expression, values, &result, fault)) return false;
    *element = (uint32_t)result.integer;
    return true;
}

/* Names become those of the source, whose sides are constants. */
static void add_expression(const struct tw_pattern *pattern, const char *tid, struct tw_text *out)
{
    char side[NAMES][sizeof "4294967295u"];
    const char *cuda[NAMES] = {"idx", tid, NULL, "threadIdx.x", "threadIdx.y", "threadIdx.z"};
    uint32_t value[NAMES];
    set_values(pattern, 0, value);
    for (unsigned i = 0; i < NAMES; i++) {
        if (cuda[i]) continue;
        snprintf(side[i], sizeof side[i], "%uu", value[i]);
        cuda[i] = side[i];
    }
    tw_expression_add_cuda(&pattern->expression, cuda, out);
}

/* ---- lists, and all others ---- */

/* The number that begins at *at, behind spaces; *at is behind it and its comma then. */
static uint32_t next_number(const char **at)
{
    uint32_t number = 0;
    while (!is_digit(**at)) ++*at;
    for (; is_digit(**at); ++*at) number = number * 10 + (uint32_t)(**at - '0');
    return number;
}

/* Each number of the table once: marks those that were there. */
static bool mark(struct reader *reader, uint8_t seen[TW_PATTERN_TABLE / 8], uint32_t number, unsigned length)
{
    if (number >= length || seen[number / 8] >> number % 8 & 1u) {
        tw_text_addf(reader->reason,
                     number >= length ? "the list of %u numbers holds %u"
                                      : "the list of %u numbers holds %u twice",
                     length, number);
        tw_text_addf(reader->reason, "; it must be a permutation of 0 to %u", length - 1);
        return false;
    }
    seen[number / 8] |= (uint8_t)(1u << number % 8);
    return true;
}

static bool read_list(struct reader *reader)
{
    struct tw_pattern *pattern = reader->pattern;
    uint8_t seen[TW_PATTERN_TABLE / 8] = {0};
    uint32_t number;
    for (;; reader->at++) {
        if (!read_number(reader, &number)) return false;
        if (pattern->length == TW_PATTERN_TABLE) return fail(reader, "the list is too long");
        pattern->length++;
        skip_spaces(reader);
        if (*reader->at != ',') break;
    }
    if (!at_end(reader)) return false;
    pattern->list = reader->text;
    pattern->table = malloc(pattern->length * sizeof *pattern->table);
    const char *at = pattern->list;
    for (unsigned i = 0; i < pattern->length; i++) {
        number = next_number(&at);
        if (!mark(reader, seen, number, pattern->length)) return false;
        if (pattern->table) pattern->table[i] = (uint16_t)number;
    }
    if (pattern->elements % pattern->length == 0) return true;
    tw_text_addf(reader->reason, "a list of %u numbers does not divide the tile's %u elements",
                 pattern->length, pattern->elements);
    return false;
}

static bool set_stride(struct reader *reader, uint32_t stride)
{
    struct tw_pattern *pattern = reader->pattern;
    if (stride == 0)
        return tw_refuse(reader->reason, "a stride must not be 0; broadcast takes one word for all");
    pattern->number = stride % pattern->elements;
    pattern->turn = pattern->elements / (uint32_t)tw_gcd(pattern->number, pattern->elements);
    return true;
}

static bool set_serial(struct reader *reader, unsigned element_bytes)
{
    uint32_t stride = TW_BANKS * 4 / element_bytes;
    if (reader->pattern->elements > stride) return set_stride(reader, stride);
    tw_text_addf(reader->reason, "serial needs a tile of more than %u bytes, or no two words share a bank",
                 TW_BANKS * 4);
    return false;
}

/* The states of the exchanges follow each other by a multiplier, and go back by its inverse modulo 2^64. */
#define FORTH UINT64_C(6364136223846793005)
#define BACK  UINT64_C(13877824140714322085)
#define ADDED UINT64_C(1442695040888963407)

static uint32_t other_place(uint64_t state, uint32_t k)
{
    return (uint32_t)((state >> 33) % (k + 1));
}

/* The entry that stands at `place` after all exchanges, followed back through them. */
static uint32_t trace_back(const struct tw_pattern *pattern, uint32_t place)
{
    uint64_t state = pattern->last;
    for (uint32_t k = 1; k < pattern->length; k++, state = (state - ADDED) * BACK) {
        uint32_t other = other_place(state, k);
        place = place == k ? other : place == other ? k : place;
    }
    return place;
}

static bool set_permutation(struct reader *reader, uint64_t state)
{
    struct tw_pattern *pattern = reader->pattern;
    if (pattern->elements > TW_PATTERN_TABLE) {
        tw_text_addf(reader->reason, "a permutation is of at most %u elements, and the tile has %u",
                     TW_PATTERN_TABLE, pattern->elements);
        return false;
    }
    pattern->length = pattern->elements;
    uint16_t *table = pattern->table = malloc(pattern->length * sizeof *table);
    for (unsigned i = 0; i < pattern->length && table; i++) table[i] = (uint16_t)i;
    for (unsigned k = pattern->length - 1; k > 0; k--) {
        state = state * FORTH + ADDED;
        unsigned other = other_place(state, k);
        uint16_t moved = table ? table[k] : 0;
        if (table) table[k] = table[other], table[other] = moved;
    }
    pattern->last = state;
    return true;
}

/* The word that the text begins with, or TW_PATTERN_EXPRESSION. */
static enum tw_pattern_kind find_word(const char *text)
{
    for (int kind = 0; kind < TW_PATTERN_EXPRESSION; kind++) {
        const char *word = kinds[kind].word;
        if (word && strncmp(text, word, strlen(word)) == 0 && !is_letter(text[strlen(word)]))
            return (enum tw_pattern_kind)kind;
    }
    return TW_PATTERN_EXPRESSION;
}

static bool read_word(struct reader *reader, unsigned element_bytes)
{
    enum tw_pattern_kind kind = reader->pattern->kind;
    uint32_t number = 0;
    reader->at += strlen(kinds[kind].word);
    if (kinds[kind].has_number && !read_number(reader, &number)) return false;
    if (!at_end(reader)) return false;
    if (kind == TW_PATTERN_STRIDED) return set_stride(reader, number);
    if (kind == TW_PATTERN_SERIAL) return set_serial(reader, element_bytes);
    return kind != TW_PATTERN_PERMUTATION || set_permutation(reader, number);
}

/* A number and a comma begin a list, and no expression. */
static bool is_list(const char *text)
{
    while (is_digit(*text)) text++;
    return text[strspn(text, " ")] == ',';
}

bool tw_pattern_read(const char *text, const struct tw_tile *tile, unsigned element_bytes,
                     struct tw_pattern *pattern, struct tw_text *reason)
{
    struct reader reader = {.text = text, .at = text, .pattern = pattern, .reason = reason};
    pattern->elements = tile->elements;
    pattern->tile = *tile;
    pattern->length = 0;
    pattern->table = NULL;
    skip_spaces(&reader);
    pattern->kind = find_word(reader.at);
    if (pattern->kind == TW_PATTERN_EXPRESSION && is_list(reader.at)) pattern->kind = TW_PATTERN_LIST;
    if (pattern->kind == TW_PATTERN_LIST) return read_list(&reader);
    if (pattern->kind == TW_PATTERN_EXPRESSION) return read_expression(&reader);
    return read_word(&reader, element_bytes);
}

void tw_pattern_free(struct tw_pattern *pattern)
{
    free(pattern->table);
    pattern->table = NULL;
}

uint32_t tw_pattern_entry(const struct tw_pattern *pattern, uint32_t index)
{
    if (pattern->table) return pattern->table[index];
    if (pattern->kind == TW_PATTERN_PERMUTATION) return trace_back(pattern, index);
    const char *at = pattern->list;
    for (uint32_t i = 0; i < index; i++) next_number(&at);
    return next_number(&at);
}

/* ---- evaluating ---- */

const char *tw_pattern_element(const struct tw_pattern *pattern, uint32_t idx, uint32_t *element)
{
    switch (pattern->kind) {
    case TW_PATTERN_LINEAR:
        *element = idx;
        return NULL;
    case TW_PATTERN_BROADCAST:
        *element = 0;
        return NULL;
    case TW_PATTERN_SERIAL:
    case TW_PATTERN_STRIDED:
        *element = (uint32_t)((uint64_t)idx * pattern->number % pattern->elements) + idx / pattern->turn;
        return NULL;
    case TW_PATTERN_PERMUTATION:
    case TW_PATTERN_LIST:
        *element = idx / pattern->length * pattern->length + tw_pattern_entry(pattern, idx % pattern->length);
        return NULL;
    default: {
        struct tw_expression_fault fault;
        return evaluate(pattern, idx, element, &fault) ? NULL : fault.why;
    }
    }
}

/* 'at character 3 of "7 / idx" it divides by zero where idx is 0' */
static void add_fault(const struct tw_pattern *pattern, uint32_t idx, struct tw_text *reason)
{
    struct tw_expression_fault fault;
    uint32_t element;
    if (evaluate(pattern, idx, &element, &fault)) return;
    tw_expression_add_fault(pattern->expression.text, names, &fault, reason);
    tw_text_addf(reason, " where idx is %u", idx);
}

bool tw_pattern_accept(const struct tw_pattern *pattern, bool *once, struct tw_text *reason)
{
    uint8_t seen[TILE_MAX_ELEMENTS / 8] = {0};
    *once = true;
    for (uint32_t idx = 0; idx < pattern->elements; idx++) {
        uint32_t element = 0;
        if (tw_pattern_element(pattern, idx, &element)) {
            add_fault(pattern, idx, reason);
            return false;
        }
        if (element >= pattern->elements) {
            tw_text_addf(reason, "the expression takes element %u at idx %u, and the tile has %u", element,
                         idx, pattern->elements);
            return false;
        }
        *once = *once && !(seen[element / 8] >> element % 8 & 1u);
        seen[element / 8] |= (uint8_t)(1u << element % 8);
    }
    return true;
}

/* ---- as C ---- */

/* "idx * 32 % 1024 + idx / 32" */
static void add_stride(const struct tw_pattern *pattern, struct tw_text *out)
{
    tw_text_add(out, "idx");
    if (pattern->number < 2) return;
    tw_text_addf(out, " * %u %% %u", pattern->number, pattern->elements);
    if (pattern->turn < pattern->elements) tw_text_addf(out, " + idx / %u", pattern->turn);
}

void tw_pattern_add(const struct tw_pattern *pattern, const char *tid, const char *table, struct tw_text *out)
{
    uint32_t length = pattern->length;
    switch (pattern->kind) {
    case TW_PATTERN_LINEAR:
        tw_text_add(out, "idx");
        break;
    case TW_PATTERN_BROADCAST:
        tw_text_add(out, "0");
        break;
    case TW_PATTERN_SERIAL:
    case TW_PATTERN_STRIDED:
        add_stride(pattern, out);
        break;
    case TW_PATTERN_PERMUTATION:
    case TW_PATTERN_LIST:
        if (length == pattern->elements)
            tw_text_addf(out, "%s[idx]", table);
        else
            tw_text_addf(out, "idx / %u * %u + %s[idx %% %u]", length, length, table, length);
        break;
    default:
        add_expression(pattern, tid, out);
    }
}

/* ---- of a variant ---- */

bool tw_tile_has_pattern(const int64_t *value)
{
    return tw_pattern_text(value, TILE_WRITE) || tw_pattern_text(value, TILE_READ);
}

bool tw_tile_pattern(const int64_t *value, const struct tw_tile *tile, unsigned access,
                     struct tw_pattern *pattern)
{
    const char *text = tw_pattern_text(value, access);
    if (!text) return false;
    bool read = tw_pattern_read(text, tile, tw_element_info(tw_tile_element(value))->bytes, pattern, NULL);
    assert(read);
    return read;
}
