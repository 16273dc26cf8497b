/*
 * escape.h - foreign text on its way into a language: one function for each language, and no other way in.
 *
 * Foreign is all that this program did not write itself: what stands in files (configs, results, wisdom, templates, cache
 * entries), their names, what a driver, a card or a compiler says. A character of it is harmless unless it is
 *
 *     no character                    a byte that is not well-formed UTF-8, each for itself; U+FFFE, U+FFFF
 *     a control character             U+0000 to U+001F, U+007F to U+009F: a terminal obeys them
 *     one that moves its neighbours   U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+206F: bidirectional marks,
 *                                     embeddings, overrides, isolates; U+2028, U+2029: line breaks that editors see
 *
 * What is harmful becomes one character that is not, so text never grows but where a language has escapes. All functions
 * append to *text, whose errors are sticky, and are given NUL-terminated strings unless they take a length.
 */
#ifndef TW_BASE_ESCAPE_H
#define TW_BASE_ESCAPE_H

#include <stddef.h>

#include "base/text.h"

#define TW_LINE_BYTES 4096u /* of foreign text in one line for people; the rest is "..."                 */
#define TW_CODE_BYTES 1000u /* of it in code: C99 promises string literals of 4095 characters            */

/* A part of a line for people: blanks of any kind become ' ', the rest '?'. */
void tw_escape_terminal(struct tw_text *text, const char *string);
/* The same of bytes, all of them. */
void tw_escape_bytes(struct tw_text *text, const char *bytes, size_t count);
/* Many lines for people, of any length: newlines and tabs stay, other blanks become ' ', the rest '?'. */
void tw_escape_lines(struct tw_text *text, const char *bytes, size_t count);
/* As tw_escape_terminal does, where the text stands and at any length. */
void tw_escape_in_place(char *string);

/* A part of a comment or of a string literal, of C, C++, CUDA, PTX and JSON alike: " \ * ? (of trigraphs) and what is harmful
   become '_'. */
void tw_escape_code(struct tw_text *text, const char *string);

/* A JSON string with its quotes; what is harmful as \u and four digits, what is no character as \ufffd. */
void tw_escape_json(struct tw_text *text, const char *string);
/* JSON that was read strictly (gen/config/json.h), as it is but for what is harmful in its strings: the same values. */
void tw_escape_json_line(struct tw_text *text, const char *bytes, size_t count);

/* Text or an attribute's value of HTML and XML: & < > " ' as entities; tabs and line breaks stay, the rest is '?'. */
void tw_escape_html(struct tw_text *text, const char *string);

/* A field of CSV (RFC 4180), in quotes where it needs them, and for ; and tabs, which separate cells elsewhere. What begins,
   behind blanks and characters of no width, with = + - @ ' or a blank control character and is not a number gets a ' in
   front: spreadsheets run what begins so. Tabs and line breaks stay, the rest is '?'. */
void tw_escape_csv(struct tw_text *text, const char *string);

/* A word of a POSIX shell that is no option, in quotes where it needs them. */
void tw_escape_shell(struct tw_text *text, const char *word);

/* The path of a file as a URI reference (RFC 3986): of an absolute path a file URI, else a relative reference. Bytes that are not letters,
   digits, - . _ ~ or / are percent-encoded. */
void tw_escape_uri(struct tw_text *text, const char *path);

/* Bytes of the well-formed UTF-8 character at `at` (Unicode, table 3-7: no overlong forms, no surrogates, nothing above
   U+10FFFF); 0 when there is none in the `left` bytes, of which there is at least one. */
size_t tw_utf8_length(const char *at, size_t left);

#endif
