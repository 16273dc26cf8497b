/* Matches an opcode's words with the opcode table's patterns; knows PTX's types and special registers. */
#include "sim/ptx/match.h"

#include <string.h>

const struct tw_ptx_row tw_ptx_rows[] = {
#define X(pattern, t, u, operands, handler) {pattern, {t, u}, operands},
    TW_PTX_OPCODES(X)
#undef X
};
const size_t tw_ptx_row_count = sizeof tw_ptx_rows / sizeof *tw_ptx_rows;

static const struct tw_ptx_type_info types[] = {
#define X(constant, word, bits, kind) {word, bits, TW_PTX_##kind},
    TW_PTX_TYPES(X)
#undef X
};

static const struct {
    enum tw_ptx_class class;
    const char *word;
    enum tw_ptx_word value;
} words[] = {
#define X(class, word, constant) {TW_PTX_CLASS_##class, word, TW_PTX_##class##_##constant},
    TW_PTX_WORDS(X)
#undef X
};

_Static_assert(TW_PTX_WORD_COUNT <= UINT8_MAX, "words of an instruction are kept in bytes");

static const char *const classes[] = {
#define X(class) #class,
    TW_PTX_CLASSES(X)
#undef X
};

static const char *const flags[] = {
#define X(word, constant) word,
    TW_PTX_FLAGS(X)
#undef X
};

static const char *const specials[] = {
#define X(name, constant, bits) name,
    TW_PTX_SPECIALS(X)
#undef X
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct slice {
    const char *start;
    size_t length;
};

static bool same(struct slice slice, const char *text)
{
    return slice.length == strlen(text) && memcmp(slice.start, text, slice.length) == 0;
}

const struct tw_ptx_type_info *tw_ptx_type_info(enum tw_ptx_type type)
{
    return &types[type];
}

unsigned tw_ptx_dimensions(enum tw_ptx_word geometry)
{
    switch (geometry) {
    case TW_PTX_GEOM_1D:
    case TW_PTX_GEOM_A1D:
        return 1;
    case TW_PTX_GEOM_2D:
    case TW_PTX_GEOM_A2D:
        return 2;
    case TW_PTX_ABSENT:
        return 0;
    default:
        return 3;
    }
}

enum tw_ptx_type tw_ptx_type_find(const char *word, size_t length)
{
    size_t i = 0;
    while (i < COUNT(types) && !same((struct slice){word, length}, types[i].word)) i++;
    return (enum tw_ptx_type)i;
}

enum tw_ptx_special tw_ptx_special_find(const char *name, size_t length)
{
    size_t i = 0;
    while (i < COUNT(specials) && !same((struct slice){name, length}, specials[i])) i++;
    return (enum tw_ptx_special)i;
}

unsigned tw_ptx_special_bits(enum tw_ptx_special special)
{
    static const unsigned char bits[] = {
#define X(name, constant, width) width,
        TW_PTX_SPECIALS(X)
#undef X
    };
    return bits[special];
}

/* The next ".word" of an opcode, without its point; empty at the end. */
static struct slice next_word(const char **at, const char *end)
{
    struct slice word = {*at, 0};
    if (*at >= end) return word;
    word.start = *at + 1;
    const char *dot = memchr(word.start, '.', (size_t)(end - word.start));
    word.length = (size_t)((dot ? dot : end) - word.start);
    *at = word.start + word.length;
    return word;
}

/* One part of a pattern: ".name", "{.name}" or "{.name}*". */
struct part {
    struct slice name;
    bool optional, repeated;
};

static struct part next_part(const char **pattern)
{
    const char *p = *pattern;
    struct part part = {.optional = *p == '{'};
    p += part.optional ? 2 : 1;
    part.name.start = p;
    while (*p && *p != '.' && *p != '{' && *p != '}') p++;
    part.name.length = (size_t)(p - part.name.start);
    if (part.optional) p++;
    part.repeated = part.optional && *p == '*';
    *pattern = p + part.repeated;
    return part;
}

static bool match_type(struct slice word, uint32_t allowed, enum tw_ptx_type *type)
{
    enum tw_ptx_type found = tw_ptx_type_find(word.start, word.length);
    if (found == TW_PTX_TYPE_COUNT || !(allowed >> found & 1u)) return false;
    *type = found;
    return true;
}

static bool match_class(struct slice class, struct slice word, struct tw_ptx_instruction *instruction)
{
    for (size_t i = 0; i < COUNT(words); i++) {
        if (!same(word, words[i].word) || !same(class, classes[words[i].class])) continue;
        instruction->words[words[i].class] = (uint8_t)words[i].value;
        return true;
    }
    return false;
}

/* ".m64n128k16", of wgmma: words of two classes. */
static bool match_group_shape(struct slice word, struct tw_ptx_instruction *instruction)
{
    static const struct slice rows = {"m64n", 4}, depth = {"GDEPTH", 6};
    const char *at = word.start + rows.length, *end = word.start + word.length;
    unsigned columns = 0;
    if (word.length <= rows.length || memcmp(word.start, rows.start, rows.length) != 0 || *at == '0')
        return false;
    while (at < end && *at >= '0' && *at <= '9' && columns <= 256)
        columns = 10 * columns + (unsigned)(*at++ - '0');
    if (!columns || columns % 8 || columns > 256) return false;
    instruction->words[TW_PTX_CLASS_GSHAPE] = (uint8_t)(columns / 8);
    return match_class(depth, (struct slice){at, (size_t)(end - at)}, instruction);
}

static bool match_literal(struct slice name, struct slice word, struct tw_ptx_instruction *instruction)
{
    if (name.length != word.length || memcmp(name.start, word.start, name.length) != 0) return false;
    for (size_t i = 0; i < COUNT(flags); i++) {
        if (same(word, flags[i])) instruction->flags |= 1u << i;
    }
    return true;
}

static bool match_part(const struct tw_ptx_row *row, struct slice name, struct slice word,
                       struct tw_ptx_instruction *instruction)
{
    if (same(name, "T")) return match_type(word, row->types[0], &instruction->type[0]);
    if (same(name, "U")) return match_type(word, row->types[1], &instruction->type[1]);
    if (same(name, "GSHAPE")) return match_group_shape(word, instruction);
    if (name.start[0] >= 'A' && name.start[0] <= 'Z' && !same(name, "NaN")) {
        return match_class(name, word, instruction);
    }
    return match_literal(name, word, instruction);
}

/* The words of an opcode mostly come in the pattern's order: then one pass without going back decides. */
static bool match_row(const struct tw_ptx_row *row, const char *words_at, const char *end,
                      struct tw_ptx_instruction *instruction)
{
    const char *pattern = row->pattern + strcspn(row->pattern, ".{");
    struct slice word = next_word(&words_at, end);
    while (*pattern) {
        struct part part = next_part(&pattern);
        bool matched = word.length && match_part(row, part.name, word, instruction);
        if (!matched && !part.optional) return false;
        while (matched) {
            word = next_word(&words_at, end);
            matched = part.repeated && word.length && match_part(row, part.name, word, instruction);
        }
    }
    return word.length == 0 && words_at >= end;
}

#define MOST_PARTS 16u

/* Words whose place is fixed: "mul.lo", "shf.l", "cvta.to" have no other order. */
static bool is_ordered(struct slice name)
{
    return same(name, "HALF") || same(name, "SIDE") || same(name, "to") || same(name, "cta");
}

/* The parts of a row's pattern, or 0 when their order is fixed. */
static unsigned split_pattern(const struct tw_ptx_row *row, struct part parts[MOST_PARTS])
{
    const char *pattern = row->pattern + strcspn(row->pattern, ".{");
    unsigned count = 0;
    while (*pattern && count < MOST_PARTS) {
        parts[count] = next_part(&pattern);
        if (is_ordered(parts[count].name) && !parts[count].optional) return 0;
        count++;
    }
    return *pattern ? 0 : count;
}

/* ptxas takes most words in any order; types stay in theirs. */
static bool match_any_order(const struct tw_ptx_row *row, const char *words_at, const char *end,
                            struct tw_ptx_instruction *instruction)
{
    struct part parts[MOST_PARTS];
    bool used[MOST_PARTS] = {false};
    unsigned count = split_pattern(row, parts), i;
    if (!count) return false;
    for (struct slice word = next_word(&words_at, end); word.length; word = next_word(&words_at, end)) {
        for (i = 0; i < count; i++) {
            bool waits = same(parts[i].name, "U") && instruction->type[0] == TW_PTX_TYPE_COUNT;
            bool open = (!used[i] || parts[i].repeated) && !waits && !is_ordered(parts[i].name);
            if (open && match_part(row, parts[i].name, word, instruction)) break;
        }
        if (i == count) return false;
        used[i] = true;
    }
    for (i = 0; i < count; i++) {
        if (!used[i] && !parts[i].optional) return false;
    }
    return words_at >= end;
}

static size_t root_length(const char *opcode, size_t length)
{
    const char *dot = memchr(opcode, '.', length);
    return dot ? (size_t)(dot - opcode) : length;
}

static bool root_is(const struct tw_ptx_row *row, const char *root, size_t length)
{
    return strncmp(row->pattern, root, length) == 0 && strchr(".{", row->pattern[length]);
}

typedef bool match(const struct tw_ptx_row *row, const char *words_at, const char *end,
                   struct tw_ptx_instruction *instruction);

static bool find_row(match *matches, const char *opcode, size_t length, size_t first,
                     struct tw_ptx_instruction *instruction)
{
    size_t root = root_length(opcode, length);
    for (size_t i = first; i < tw_ptx_row_count; i++) {
        if (!root_is(&tw_ptx_rows[i], opcode, root)) continue;
        memset(instruction->words, TW_PTX_ABSENT, sizeof instruction->words);
        instruction->flags = 0;
        instruction->type[0] = instruction->type[1] = TW_PTX_TYPE_COUNT;
        instruction->row = (uint16_t)i;
        if (matches(&tw_ptx_rows[i], opcode + root, opcode + length, instruction)) return true;
    }
    return false;
}

bool tw_ptx_match(const char *opcode, size_t length, size_t first, struct tw_ptx_instruction *instruction)
{
    return find_row(match_row, opcode, length, first, instruction) ||
           find_row(match_any_order, opcode, length, first, instruction);
}

void tw_ptx_letters(const struct tw_ptx_instruction *instruction, unsigned given,
                    char letters[TW_PTX_MAX_LETTERS])
{
    const char *all = tw_ptx_rows[instruction->row].operands;
    unsigned count = 0, end = (unsigned)strlen(all);
    for (unsigned i = 0; i < end; i++) count += all[i] != '?';
    char *to = letters + (given < count ? given : count);
    *to = 0;
    while (end && to > letters) {
        bool optional = all[--end] == '?';
        if (optional) end--;
        if (optional && count > given) {
            count--;
        } else {
            *--to = all[end];
        }
    }
}

unsigned tw_ptx_letter_bits(char letter, const struct tw_ptx_instruction *instruction)
{
    if (strchr("PpQ", letter)) return 1;
    if (strchr("IiRlSnzGjhbkomAK", letter)) return 32;
    if (letter == 'Y') return 32;
    if (letter == 'q' || letter == 'r') return 16;
    if (letter == 'g' || letter == 'c') return 64;
    if (letter == 'J') return 32;
    if (letter == 'F' || letter == 'f') return instruction->type[0] == TW_PTX_F64 ? 64 : 32;
    bool second = letter == 'u' || (letter == 'y' && instruction->type[1] != TW_PTX_TYPE_COUNT);
    unsigned bits = types[instruction->type[second]].bits;
    return strchr("Ww", letter) ? bits * 2 : bits;
}

enum tw_ptx_root tw_ptx_root_of(const char *opcode, size_t length)
{
    static const char *const others[] = {
#define X(word) #word,
        TW_PTX_OTHERS(X)
#undef X
    };
    struct slice root = {opcode, root_length(opcode, length)};
    for (size_t i = 0; i < tw_ptx_row_count; i++) {
        if (root_is(&tw_ptx_rows[i], root.start, root.length)) return TW_PTX_ROOT_KNOWN;
    }
    for (size_t i = 0; i < COUNT(others); i++) {
        if (same(root, others[i])) return TW_PTX_ROOT_OTHER;
    }
    return TW_PTX_ROOT_NONE;
}
