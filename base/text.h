/*
 * text.h - a text that grows. All text is built with it.
 *
 *     struct tw_text text = {0};
 *     tw_text_addf(&text, "%u rows", rows);
 *     char *string = tw_text_take(&text); // NULL: memory ran out
 *
 * Memory: the struct owns `data`, which is NULL or NUL-terminated. tw_text_free frees it. tw_text_take gives it to the caller (free()).
 *
 * Errors: if an allocation fails, `failed` is set and the text is empty (length 0). Further additions then do nothing, and tw_text_take returns
 * NULL. So a series of additions needs one check, at its end. It does need that one, since a failed text looks empty. tw_text_part passes a
 * failure on to another text, and needs no check.
 *
 * Locales: numbers look the same under any locale. Use only integer and string conversions in formats, and tw_text_add_double for fractions.
 *
 * Thread-safety: one thread at a time may use a text. There is no global state. No pointer may be NULL.
 */
#ifndef TW_BASE_TEXT_H
#define TW_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <tilewright/api.h>
#include <tilewright/error.h>

TW_API_BEGIN

struct tw_text {
    char *data;
    size_t length, capacity;
    bool failed;
};

/* Append a string, `count` bytes, a character, a character `count` times, or what printf would print. */
void tw_text_add(struct tw_text *text, const char *string);
void tw_text_add_bytes(struct tw_text *text, const void *bytes, size_t count);
void tw_text_add_char(struct tw_text *text, char c);
/* Adds the string with every `from` as `to`. An empty `from`, as a text that failed gives, is nowhere. */
void tw_text_add_replaced(struct tw_text *text, const char *string, const char *from, const char *to);
void tw_text_add_repeat(struct tw_text *text, char c, size_t count);
void tw_text_addf(struct tw_text *text, const char *format, ...) TW_PRINTF(2, 3);
void tw_text_addv(struct tw_text *text, const char *format, va_list arguments) TW_PRINTF(2, 0);
/* Appends a number with `digits` digits after the point. */
void tw_text_add_double(struct tw_text *text, double value, int digits);
/* Appends a number in the fewest digits that read back as the same double. Integers below 10^21 have all their digits, as in JavaScript. */
void tw_text_add_number(struct tw_text *text, double value);
/* Reads a number from `length` characters, such as 1.5, .5 or 2e3. A number that is too large is infinite. False: they are no such number, or more
   than 127. */
bool tw_text_read_double(const char *digits, size_t length, double *value);
/* The string of `part`, to be added to `whole`. If `part` has failed, `whole` fails too. */
const char *tw_text_part(struct tw_text *whole, const struct tw_text *part);
/* Makes the text fail, as if memory had run out: something that should be added could not be made. */
void tw_text_fail(struct tw_text *text);

/* Returns the built string, which the caller owns, and resets *text to {0}. "" if nothing was added; NULL if memory ran out. */
char *tw_text_take(struct tw_text *text);
/* The built string, which the text owns. "" if nothing was added or memory ran out. */
const char *tw_text_string(const struct tw_text *text);
/* Makes the text empty. Its memory and `failed` stay. */
void tw_text_clear(struct tw_text *text);
/* Frees the text's memory and resets *text to {0}. */
void tw_text_free(struct tw_text *text);

TW_API_END
#endif
