/*
 * text.h - the growing text buffer: the only way text is built.
 *
 * Memory law: the struct owns `data`; tw_text_free releases it, tw_text_take hands it to the caller (free()).
 * Errors are sticky: once an allocation fails, `failed` is set, what was there is gone (length 0), further
 * additions do nothing and tw_text_take returns NULL. So a sequence of additions needs one check, at its end.
 * But it needs that one: a failed text reads as an empty one, and is no content. A text that becomes a part of
 * another is added by tw_text_part, which needs none.
 * Initialise with {0}. data is NULL or NUL-terminated. Numbers are printed in the C locale by construction:
 * use only integer and string conversions here, and tw_text_add_double for floating point.
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

void tw_text_add(struct tw_text *text, const char *string);
void tw_text_add_bytes(struct tw_text *text, const void *bytes, size_t count);
void tw_text_add_char(struct tw_text *text, char c);
/* Adds the string with every `from`, which is not empty, as `to`. */
void tw_text_add_replaced(struct tw_text *text, const char *string, const char *from, const char *to);
void tw_text_add_repeat(struct tw_text *text, char c, size_t count);
void tw_text_addf(struct tw_text *text, const char *format, ...) TW_PRINTF(2, 3);
void tw_text_addv(struct tw_text *text, const char *format, va_list arguments) TW_PRINTF(2, 0);
/* With `digits` digits after a point that is '.' under any locale. */
void tw_text_add_double(struct tw_text *text, double value, int digits);
/* An integer in full below 10^21 (where JavaScript, too, goes over to an exponent), anything else in the fewest digits that read back as
   the same double; with a '.' under any locale. */
void tw_text_add_number(struct tw_text *text, double value);
/* The other way: `length` characters such as 1.5, .5 or 2e3, under any locale; infinite where they are too large. False: they are no
   such number, or more than 127. */
bool tw_text_read_double(const char *digits, size_t length, double *value);
/* The string of `part`, for one of the additions to `whole`, which fails if `part` has. */
const char *tw_text_part(struct tw_text *whole, const struct tw_text *part);
/* As when memory runs out: for what should have been added and could not be made. */
void tw_text_fail(struct tw_text *text);

/* The built string ("" when nothing was added), owned by the caller; NULL when memory ran out. Resets *text. */
char *tw_text_take(struct tw_text *text);
/* "" when nothing was added or memory ran out; owned by *text. */
const char *tw_text_string(const struct tw_text *text);
void tw_text_clear(struct tw_text *text); /* empty again, capacity and `failed` kept */
void tw_text_free(struct tw_text *text);

TW_API_END
#endif
