/* `axes` as two sides of members, and numbers; the grammar is notation.h's. */
#include "gen/families/permute/texts/notation.h"

#include <inttypes.h>
#include <string.h>

/* ---- words ---- */

bool tw_permute_refuse(struct tw_text *reason, struct tw_permute_text where, const char *at,
                       const char *format, ...)
{
    va_list arguments;
    if (!reason) return false;
    va_start(arguments, format);
    tw_text_addv(reason, format, arguments);
    va_end(arguments);
    if (at)
        tw_text_addf(reason, " (character %zu of %s)", (size_t)(at - where.text) + 1, where.key);
    else
        tw_text_addf(reason, " (%s)", where.key);
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

unsigned tw_notation_name(const char *at)
{
    unsigned length = 0;
    while (is_letter(at[length]) || (length && is_digit(at[length]))) length++;
    return length;
}

const char *tw_notation_spaces(const char *at)
{
    while (*at == ' ') at++;
    return at;
}

const char *tw_notation_skip(const char *at)
{
    at = tw_notation_spaces(at);
    return *at == ',' ? tw_notation_spaces(at + 1) : at;
}

bool tw_notation_number(const char **at, int64_t *number)
{
    const char *digit = *at + (**at == '-');
    int64_t value = 0;
    if (!is_digit(*digit)) return false;
    for (; is_digit(*digit); digit++) {
        if (value > (TW_PERMUTE_NUMBERS - (*digit - '0')) / 10) return false;
        value = 10 * value + (*digit - '0');
    }
    *number = **at == '-' ? -value : value;
    *at = digit;
    return true;
}

bool tw_numbers_read(struct tw_permute_text list, struct tw_numbers *numbers, struct tw_text *reason)
{
    numbers->count = 0;
    for (const char *at = tw_notation_spaces(list.text), *start = at; *start; start = at) {
        unsigned n = numbers->count;
        if (n == TW_NOTATION_WORDS)
            return tw_permute_refuse(reason, list, start, "there are more than %u numbers",
                                     TW_NOTATION_WORDS);
        if (!tw_notation_number(&at, &numbers->value[n]))
            return tw_permute_refuse(reason, list, start, "a number from -2^62 to 2^62 should stand here");
        numbers->at[numbers->count++] = start;
        const char *next = tw_notation_skip(at);
        if (*next && next == at)
            return tw_permute_refuse(reason, list, at, "a space or a comma should stand here");
        at = next;
    }
    return true;
}

/* ---- sides ---- */

static bool same(struct tw_label a, struct tw_label b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

int tw_axes_find(const struct tw_axes *written, struct tw_label name)
{
    for (unsigned m = 0; m < written->in.count; m++) {
        const struct tw_axes_member *member = &written->in.member[m];
        if (member->axis >= 0 && same(member->name, name)) return member->axis;
    }
    return -1;
}

struct tw_label tw_axes_name(const struct tw_axes *written, unsigned axis)
{
    unsigned m = 0;
    while (written->in.member[m].axis != (int)axis) m++;
    return written->in.member[m].name;
}

/* What reads a text: where it is, and whose it is. */
struct reader {
    struct tw_permute_text axes;
    struct tw_text *reason;
    const char *at;
};

static bool is_named(struct tw_label word)
{
    return is_letter(*word.at);
}

static bool add_member(const struct reader *reader, struct tw_axes_side *side, struct tw_label name)
{
    if (side->count == TW_NOTATION_WORDS)
        return tw_permute_refuse(reader->reason, reader->axes, name.at, "the %s has more than %u axes",
                                 side->word, TW_NOTATION_WORDS);
    for (unsigned m = 0; is_named(name) && m < side->count; m++) {
        if (same(side->member[m].name, name))
            return tw_permute_refuse(reader->reason, reader->axes, name.at,
                                     "axis %.*s stands twice in the %s", TW_LABEL(name), side->word);
    }
    side->member[side->count++] = (struct tw_axes_member){name, -1, side->tops};
    return true;
}

static bool refuse_character(const struct reader *reader)
{
    const char *at = reader->at, *what = "here should stand the name of an axis, 1, or parentheses";
    if (*at == '(') what = "parentheses stand within parentheses";
    if (*at == ')') what = "no parenthesis is open that this could close";
    if (*at == '.') what = "an ellipsis stands here: write all axes out";
    if (is_digit(*at))
        what = "a name begins with a letter; the only number beside an arrow is 1, an axis of one index";
    if (strncmp(at, "->", 2) == 0) what = "an arrow does not belong here";
    if (!*at) what = "a parenthesis is not closed";
    return tw_permute_refuse(reader->reason, reader->axes, at, "%s", what);
}

static bool read_member(struct reader *reader, struct tw_axes_side *side)
{
    struct tw_label name = {reader->at, tw_notation_name(reader->at)};
    if (!name.length && *name.at == '1' && !is_digit(name.at[1]) && !is_letter(name.at[1])) name.length = 1;
    if (!name.length) return refuse_character(reader);
    reader->at += name.length;
    return add_member(reader, side, name);
}

/* "(h p)"; an empty one is a member itself. */
static bool read_group(struct reader *reader, struct tw_axes_side *side)
{
    const char *open = reader->at;
    unsigned before = side->count;
    for (reader->at = tw_notation_spaces(open + 1); *reader->at != ')';
         reader->at = tw_notation_skip(reader->at)) {
        if (strncmp(reader->at, "->", 2) == 0)
            return tw_permute_refuse(reader->reason, reader->axes, open, "this parenthesis is not closed");
        if (!read_member(reader, side)) return false;
    }
    reader->at++;
    return side->count > before ||
           add_member(reader, side, (struct tw_label){open, (unsigned)(reader->at - open)});
}

/* As far as `end`, the arrow or the end of the text. */
static bool read_side(struct reader *reader, struct tw_axes_side *side, const char *end)
{
    for (reader->at = tw_notation_spaces(reader->at); reader->at != end;
         reader->at = tw_notation_skip(reader->at)) {
        const char *start = reader->at;
        if (!(*start == '(' ? read_group(reader, side) : read_member(reader, side))) return false;
        side->top[side->tops++] = (struct tw_label){start, (unsigned)(reader->at - start)};
    }
    return true;
}

/* ---- both together ---- */

/* Whether each side is one name of the same letters. */
static bool is_run_together(const struct tw_axes *written)
{
    struct tw_label in = written->in.member[0].name, out = written->out.member[0].name;
    return written->in.count == 1 && written->out.count == 1 && in.length == out.length &&
           strspn(in.at, out.at) >= in.length;
}

static bool refuse_missing(const struct reader *reader, const struct tw_axes *written, struct tw_label name,
                           const struct tw_axes_side *there, const struct tw_axes_side *missing)
{
    return tw_permute_refuse(reader->reason, reader->axes, name.at, "axis %.*s of the %s is not in the %s%s",
                             TW_LABEL(name), there->word, missing->word,
                             is_run_together(written) ? "; write spaces between the axes" : "");
}

/* Numbers the axes, and finds those of the output. */
static bool match(const struct reader *reader, struct tw_axes *written)
{
    uint64_t found = 0;
    for (unsigned m = 0; m < written->in.count; m++) {
        struct tw_axes_member *member = &written->in.member[m];
        if (!is_named(member->name)) continue;
        if (written->rank == TW_MAX_AXES)
            return tw_permute_refuse(reader->reason, reader->axes, member->name.at,
                                     "there are more than %u axes with a name", TW_MAX_AXES);
        member->axis = (int)written->rank++;
    }
    for (unsigned m = 0; m < written->out.count; m++) {
        struct tw_axes_member *member = &written->out.member[m];
        if (!is_named(member->name)) continue;
        member->axis = tw_axes_find(written, member->name);
        if (member->axis < 0)
            return refuse_missing(reader, written, member->name, &written->out, &written->in);
        found |= UINT64_C(1) << member->axis;
    }
    for (unsigned axis = 0; axis < written->rank; axis++) {
        if (!(found >> axis & 1))
            return refuse_missing(reader, written, tw_axes_name(written, axis), &written->in, &written->out);
    }
    return true;
}

static bool read_named(struct reader *reader, struct tw_axes *written, const char *arrow)
{
    const char *end = arrow + strlen(arrow);
    if (!read_side(reader, &written->in, arrow)) return false;
    reader->at = arrow + 2;
    return read_side(reader, &written->out, end) && match(reader, written);
}

/* The names of axes that have numbers. */
static const char *const digits[TW_MAX_AXES] = {
    "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12", "13", "14", "15",
    "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31"};

static void add_number(struct tw_axes_side *side, int64_t axis)
{
    struct tw_label name = {digits[axis], (unsigned)strlen(digits[axis])};
    side->top[side->tops] = name;
    side->member[side->count++] = (struct tw_axes_member){name, (int)axis, side->tops++};
}

static bool read_numbered(const struct reader *reader, struct tw_axes *written)
{
    struct tw_numbers axes;
    uint64_t found = 0;
    if (!tw_numbers_read(reader->axes, &axes, reader->reason)) return false;
    written->is_numbers = true;
    written->rank = axes.count;
    if (axes.count > TW_MAX_AXES)
        return tw_permute_refuse(reader->reason, reader->axes, axes.at[TW_MAX_AXES],
                                 "there are more than %u axes", TW_MAX_AXES);
    for (unsigned i = 0; i < axes.count; i++) {
        int64_t axis = axes.value[i] < 0 ? axes.value[i] + axes.count : axes.value[i];
        if (axis < 0 || axis >= axes.count)
            return tw_permute_refuse(reader->reason, reader->axes, axes.at[i],
                                     "there is no axis %" PRId64 ": %u axes are 0 to %u", axes.value[i],
                                     axes.count, axes.count - 1);
        if (found >> axis & 1)
            return tw_permute_refuse(reader->reason, reader->axes, axes.at[i],
                                     "axis %" PRId64 " stands twice", axis);
        found |= UINT64_C(1) << axis;
        add_number(&written->in, i);
        add_number(&written->out, axis);
    }
    return true;
}

bool tw_axes_read(struct tw_permute_text axes, struct tw_axes *written, struct tw_text *reason)
{
    axes.text = axes.text ? axes.text : "";
    struct reader reader = {axes, reason, axes.text};
    const char *arrow = strstr(axes.text, "->"), *first = tw_notation_spaces(axes.text);
    *written = (struct tw_axes){.in.word = "input", .out.word = "output"};
    if (arrow) return read_named(&reader, written, arrow);
    if (is_digit(*first) || *first == '-') return read_numbered(&reader, written);
    return tw_permute_refuse(reason, axes, first,
                             "axes are written as \"n c h w -> n h w c\", or as \"0 2 3 1\"");
}
