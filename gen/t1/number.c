/* Numbers, and how they are written. */
#include "gen/t1/number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gen/t1/translate.h"

/* The digits of a number to that base; false: another character, or too large. */
static bool read_digits(const char *text, size_t length, unsigned base, int64_t *value)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t sum = 0;
    for (size_t i = 0; i < length; i++) {
        const char lower = (char)(text[i] >= 'A' && text[i] <= 'F' ? text[i] - 'A' + 'a' : text[i]);
        const char *digit = lower ? strchr(digits, lower) : NULL;
        if (!digit || (unsigned)(digit - digits) >= base) return false;
        if (sum > ((uint64_t)INT64_MAX - (unsigned)(digit - digits)) / base) return false;
        sum = sum * base + (unsigned)(digit - digits);
    }
    *value = (int64_t)sum;
    return length > 0;
}

/* Removes the underscores between digits. */
static size_t plain(const char *text, size_t length, char kept[128])
{
    size_t count = 0;
    for (size_t i = 0; i < length && count < 127; i++) {
        if (text[i] != '_') kept[count++] = text[i];
    }
    kept[count] = '\0';
    return count;
}

bool tw_t1_read_number(const char *text, size_t length, struct tw_expression_value *value)
{
    char kept[128];
    if (length > 120) return false;
    length = plain(text, length, kept);
    const char mark = (char)(length > 2 && *kept == '0' ? kept[1] | 0x20 : 0);
    const unsigned base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    value->kind = TW_EXPRESSION_INTEGER;
    if (base != 10) return read_digits(kept + 2, length - 2, base, &value->integer);
    if (read_digits(kept, length, 10, &value->integer)) return true;
    if (strspn(kept, "0123456789") == length) return false;
    if (length && kept[length - 1] == '.') kept[length++] = '0';
    value->kind = TW_EXPRESSION_DOUBLE;
    return tw_text_read_double(kept, length, &value->number) && isfinite(value->number);
}

struct tw_expression_value tw_t1_number(double number)
{
    if (number == floor(number) && fabs(number) <= 0x1p53)
        return (struct tw_expression_value){.kind = TW_EXPRESSION_INTEGER, .integer = (int64_t)number};
    return (struct tw_expression_value){.kind = TW_EXPRESSION_DOUBLE, .number = number};
}

double tw_t1_as_double(const struct tw_expression_value *value)
{
    return value->kind == TW_EXPRESSION_DOUBLE ? value->number : (double)value->integer;
}

static void add_double(double number, struct tw_text *out)
{
    struct tw_text digits = {0};
    tw_text_add_number(&digits, number);
    tw_text_add(out, tw_text_part(out, &digits));
    if (!strpbrk(tw_text_string(&digits), ".e")) tw_text_add(out, ".0");
    tw_text_free(&digits);
}

void tw_t1_add_value(const struct tw_expression_value *value, struct tw_text *out)
{
    if (value->kind == TW_EXPRESSION_INTEGER)
        tw_text_addf(out, "%" PRId64, value->integer);
    else if (value->kind == TW_EXPRESSION_DOUBLE)
        add_double(value->number, out);
    else {
        const char quote = memchr(value->word, '"', value->length) ? '\'' : '"';
        tw_text_addf(out, "%c%.*s%c", quote, (int)value->length, value->word, quote);
    }
}
