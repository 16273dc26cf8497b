/* An expression as CUDA C, and what is wrong with one in words. */
#include <string.h>

#include "base/escape.h"
#include "base/expression/operators.h"

/* ---- as C ---- */

/* A truth value begins there that has to become an unsigned number. */
static bool converts_at(const struct tw_expression *expression, uint32_t at)
{
    for (unsigned i = 0; i < expression->step_count; i++) {
        if (expression->steps[i].op == TW_OP_UNSIGNED && expression->steps[i].at == at) return true;
    }
    return false;
}

/* Decimal, unsigned: "007" is 7. */
static const char *add_number(const struct tw_expression *expression, const char *at, struct tw_text *out)
{
    const uint32_t place = (uint32_t)(at - expression->text);
    for (unsigned i = 0; i < expression->step_count; i++) {
        const struct tw_expression_step *step = &expression->steps[i];
        if (step->op == TW_OP_INTEGER && step->at == place) tw_text_addf(out, "%uu", (uint32_t)step->integer);
    }
    const bool hex = at[0] == '0' && (at[1] | 0x20) == 'x';
    return at + (hex ? 2 : 0) + strspn(at + (hex ? 2 : 0), hex ? "0123456789abcdefABCDEF" : "0123456789");
}

static const char *add_name(const struct tw_expression *expression, const char *const *cuda, const char *at,
                            struct tw_text *out)
{
    static const char *const words[] = {"and", "or", "not", NULL}, *const signs[] = {"&&", "||", "!"};
    const uint32_t length = tw_expression_name_length(at);
    const int word = tw_expression_find_name(words, at, length),
              name = tw_expression_find_name(expression->names, at, length);
    if (word >= 0)
        tw_text_add(out, signs[word]);
    else if (name >= 0)
        tw_text_add(out, cuda[name]);
    else
        tw_text_add_bytes(out, at, length); /* a function */
    return at + length;
}

void tw_expression_add_cuda(const struct tw_expression *expression, const char *const *cuda,
                            struct tw_text *out)
{
    const size_t begin = out->length;
    for (const char *at = expression->text; *at;) {
        if (converts_at(expression, (uint32_t)(at - expression->text))) tw_text_add(out, "(unsigned)");
        if (tw_expression_is_digit(*at)) {
            at = add_number(expression, at, out);
        } else if (tw_expression_begins_name(*at)) {
            at = add_name(expression, cuda, at, out);
        } else {
            bool doubled = *at == '-' && out->length > begin && out->data[out->length - 1] == '-';
            if (doubled) tw_text_add_char(out, ' ');
            tw_text_add_char(out, *at++);
        }
    }
}

/* ---- in words ---- */

#define SIDE 40u /* bytes of a text that are shown before its place and after it */

void tw_expression_add_place(const char *text, uint32_t at, struct tw_text *out)
{
    const size_t length = strlen(text);
    size_t from = at > SIDE ? at - SIDE : 0, to = length > at + SIDE ? at + SIDE : length;
    struct tw_text part = {0};
    while (from > 0 && ((unsigned char)text[from] & 0xC0u) == 0x80u) from--; /* whole characters of UTF-8 */
    while (to < length && ((unsigned char)text[to] & 0xC0u) == 0x80u) to++;
    tw_text_add(&part, from ? "..." : "");
    tw_text_add_bytes(&part, text + from, to - from);
    tw_text_add(&part, to < length ? "..." : "");
    tw_text_addf(out, "at character %u of ", at + 1);
    tw_escape_json(out, tw_text_part(out, &part));
    tw_text_add_char(out, ' ');
    tw_text_free(&part);
}

/* "; there are idx, tid and n" */
static void add_names(const char *const *names, struct tw_text *out)
{
    for (unsigned i = 0; names && names[i]; i++) {
        tw_text_add(out, i == 0 ? "; there are " : names[i + 1] ? ", " : " and ");
        tw_text_add(out, names[i]);
    }
}

static void add_reason(const char *const *names, const struct tw_expression_fault *fault, struct tw_text *out)
{
    tw_text_add(out, fault->why);
    if (fault->why == tw_expression_unknown_name) add_names(names, out);
}

void tw_expression_add_fault(const char *text, const char *const *names,
                             const struct tw_expression_fault *fault, struct tw_text *out)
{
    tw_expression_add_place(text, fault->at, out);
    add_reason(names, fault, out);
}
