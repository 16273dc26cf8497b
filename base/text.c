/* The growing text: room is made before anything is written; what finds none marks the text as failed. */
#include "base/text.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tw_text_fail(struct tw_text *text)
{
    tw_text_clear(text);
    text->failed = true;
}

/* Room for `count` more bytes and the NUL; false (and failed set) when there is none. */
static bool reserve(struct tw_text *text, size_t count)
{
    if (text->failed) return false;
    if (count < text->capacity - text->length && text->data) return true;
    size_t capacity = text->capacity ? text->capacity : 128;
    bool possible = count < SIZE_MAX / 2 - text->length;
    while (possible && capacity <= text->length + count) capacity *= 2;
    char *data = possible ? realloc(text->data, capacity) : NULL;
    if (!data) {
        tw_text_fail(text);
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void tw_text_add_bytes(struct tw_text *text, const void *bytes, size_t count)
{
    if (!reserve(text, count)) return;
    if (count) memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void tw_text_add(struct tw_text *text, const char *string)
{
    tw_text_add_bytes(text, string, strlen(string));
}

void tw_text_add_char(struct tw_text *text, char c)
{
    tw_text_add_bytes(text, &c, 1);
}

void tw_text_add_replaced(struct tw_text *text, const char *string, const char *from, const char *to)
{
    for (const char *found; *from && (found = strstr(string, from)); string = found + strlen(from)) {
        tw_text_add_bytes(text, string, (size_t)(found - string));
        tw_text_add(text, to);
    }
    tw_text_add(text, string);
}

void tw_text_add_repeat(struct tw_text *text, char c, size_t count)
{
    if (!reserve(text, count)) return;
    memset(text->data + text->length, c, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void tw_text_addv(struct tw_text *text, const char *format, va_list arguments)
{
    char small[256];
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(small, sizeof small, format, arguments);
    if (length < 0) {
        tw_text_fail(text);
    } else if ((size_t)length < sizeof small) {
        tw_text_add_bytes(text, small, (size_t)length);
    } else if (reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void tw_text_addf(struct tw_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tw_text_addv(text, format, arguments);
    va_end(arguments);
}

void tw_text_add_double(struct tw_text *text, double value, int digits)
{
    char number[352]; /* DBL_MAX has 309 digits before the point */
    snprintf(number, sizeof number, "%.*f", digits, value);
    bool point = false; /* seen: whatever bytes the locale writes for it become one '.' */
    char *end = number;
    for (const char *c = number; *c; c++) {
        bool plain = *c == '-' || (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z');
        if (plain)
            *end++ = *c;
        else if (!point)
            *end++ = '.';
        point |= !plain;
    }
    *end = '\0';
    tw_text_add(text, number);
}

void tw_text_add_number(struct tw_text *text, double value)
{
    char digits[40];
    bool exact = fabs(value) < 1e21 && floor(value) == value;
    if (exact) snprintf(digits, sizeof digits, "%.0f", value);
    for (int precision = 1; !exact && precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        exact = strtod(digits, NULL) == value;
    }
    for (const char *c = digits; *c; c++) {
        if (strchr("0123456789+-einfa", *c)) {
            tw_text_add_char(text, *c);
        } else if (((unsigned char)*c & 0xC0u) != 0x80u) { /* a point of several UTF-8 bytes counts once */
            tw_text_add_char(text, '.');
        }
    }
}

bool tw_text_read_double(const char *digits, size_t length, double *value)
{
    char number[128], *end = number;
    if (length == 0 || length >= sizeof number) return false;
    memcpy(number, digits, length);
    number[length] = '\0';
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c_locale) return false;
    *value = strtod_l(number, &end, c_locale);
    freelocale(c_locale);
    return end == number + length;
}

char *tw_text_take(struct tw_text *text)
{
    tw_text_add_bytes(text, "", 0); /* "" rather than NULL when nothing was added */
    char *data = text->failed ? NULL : text->data;
    if (!data) free(text->data);
    *text = (struct tw_text){0};
    return data;
}

const char *tw_text_string(const struct tw_text *text)
{
    return text->data && !text->failed ? text->data : "";
}

const char *tw_text_part(struct tw_text *whole, const struct tw_text *part)
{
    if (part->failed) tw_text_fail(whole);
    return tw_text_string(part);
}

void tw_text_clear(struct tw_text *text)
{
    text->length = 0;
    if (text->data) text->data[0] = '\0';
}

void tw_text_free(struct tw_text *text)
{
    free(text->data);
    *text = (struct tw_text){0};
}
