/* What does not go together in an opcode though its pattern allows it: the rules of sim/ptx/opcodes.h. */
#include "sim/ptx/match.h"

#include <string.h>

enum rule_kind { NONE, NEEDS, ONCE };

static const struct rule {
    const char *names, *words;
    enum rule_kind kind;
    const char *those;
} rules[] = {
#define X(names, words, kind, those) {names, words, kind, those},
    TW_PTX_RULES(X)
#undef X
};

struct word {
    const char *start;
    size_t length;
};

/* The next word of a list with blanks between, or of an opcode, with points; empty at the end. */
static struct word next_word(const char **at, const char *separators)
{
    *at += strspn(*at, separators);
    struct word word = {*at, strcspn(*at, separators)};
    *at += word.length;
    return word;
}

static bool same(struct word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.start, text, word.length) == 0;
}

static bool is_type(struct word word, enum tw_ptx_type type)
{
    return type != TW_PTX_TYPE_COUNT && same(word, tw_ptx_type_info(type)->word);
}

/* How often the opcode has the word of a rule. */
static unsigned times(const struct tw_ptx_instruction *instruction, struct word wanted)
{
    unsigned count = 0;
    if (wanted.length > 2 && wanted.start[1] == ':') {
        struct word type = {wanted.start + 2, wanted.length - 2};
        return is_type(type, instruction->type[*wanted.start == 'u']);
    }
    bool beginning = wanted.start[wanted.length - 1] == ':';
    const char *at = instruction->opcode;
    next_word(&at, ".");
    for (struct word word = next_word(&at, "."); word.length; word = next_word(&at, ".")) {
        bool long_enough = beginning ? word.length > wanted.length : word.length == wanted.length;
        if (long_enough && memcmp(word.start, wanted.start, wanted.length) == 0) count++;
    }
    return count;
}

/* How many words of the list the opcode has; *first: the first of them. */
static unsigned count_of(const struct tw_ptx_instruction *instruction, const char *list, struct word *first)
{
    unsigned count = 0;
    for (struct word word = next_word(&list, " "); word.length; word = next_word(&list, " ")) {
        unsigned more = times(instruction, word);
        if (more && !count) *first = word;
        count += more;
    }
    return count;
}

static bool is_named(const struct tw_ptx_instruction *instruction, const char *names)
{
    const char *at = instruction->opcode;
    struct word root = next_word(&at, ".");
    for (struct word name = next_word(&names, " "); name.length; name = next_word(&names, " ")) {
        if (name.length == root.length && memcmp(name.start, root.start, root.length) == 0) return true;
    }
    return false;
}

/* cvt.sat between integers where the result holds every value of the source. */
static bool saturates_nothing(const struct tw_ptx_instruction *instruction)
{
    if (!is_named(instruction, "cvt") || !tw_ptx_has(instruction, TW_PTX_HAS_SAT)) return false;
    if (instruction->type[0] == TW_PTX_TYPE_COUNT || instruction->type[1] == TW_PTX_TYPE_COUNT) return false;
    const struct tw_ptx_type_info *to = tw_ptx_type_info(instruction->type[0]),
                                  *from = tw_ptx_type_info(instruction->type[1]);
    if (to->kind == TW_PTX_FLOAT || from->kind == TW_PTX_FLOAT) return false;
    if (to->kind == from->kind) return to->bits >= from->bits;
    return to->kind == TW_PTX_SIGNED && to->bits > from->bits;
}

static bool breaks(const struct rule *rule, const struct tw_ptx_instruction *instruction, struct word *found)
{
    struct word first = {"", 0}, with;
    if (!is_named(instruction, rule->names)) return false;
    unsigned count = count_of(instruction, rule->words, &first),
             those = count_of(instruction, rule->those, &with);
    *found = first;
    if (!count || rule->kind == ONCE) return count > 1;
    return !*rule->those || (those > 0) == (rule->kind == NONE);
}

bool tw_ptx_breaks_rule(const struct tw_ptx_instruction *instruction, const char **word, int *length)
{
    struct word found = {"sat", 3};
    bool broken = saturates_nothing(instruction);
    for (size_t i = 0; i < sizeof rules / sizeof *rules && !broken; i++)
        broken = breaks(&rules[i], instruction, &found);
    *word = found.start;
    *length = (int)found.length;
    return broken;
}
