/* html.h - whether a page of HTML is well formed: every tag closed, in order; quotes around values; no attribute twice; no
   stray < or &, no control character. Stricter than HTML: what fails here need not be wrong, what passes is no surprise. */
#ifndef TESTS_HTML_H
#define TESTS_HTML_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define HTML_DEPTH      64u
#define HTML_ATTRIBUTES 16u

struct html_tags {
    char open[HTML_DEPTH][24];
    unsigned depth;
};

static inline bool html_is_void(const char *name)
{
    static const char *const names[] = {"meta", "br", "hr", "img", "input", "link", "!DOCTYPE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

/* NAME or NAME="VALUE" at `c`: what is behind it, or NULL. */
static inline const char *html_attribute(const char *c, char name[40])
{
    size_t length = strcspn(c, "=> /\n");
    if (length == 0 || length >= 40) return NULL;
    snprintf(name, 40, "%.*s", (int)length, c);
    c += length;
    if (*c != '=') return c;
    if (c[1] != '"') return NULL;
    c += 2 + strcspn(c + 2, "\"<");
    return *c == '"' ? c + 1 : NULL;
}

/* Attributes from `c` on: the place of '>' or "/>", or NULL. */
static inline const char *html_attributes(const char *c)
{
    char seen[HTML_ATTRIBUTES][40];
    unsigned count = 0;
    while (c && (*c == ' ' || *c == '\n')) {
        while (*c == ' ' || *c == '\n') c++;
        if (count == HTML_ATTRIBUTES || !(c = html_attribute(c, seen[count]))) return NULL;
        for (unsigned i = 0; i < count; i++) {
            if (strcmp(seen[i], seen[count]) == 0) return NULL;
        }
        count++;
    }
    return c;
}

/* The tag at `c`: what is behind it, or NULL. What is in style and script is not looked at. */
static inline const char *html_tag(const char *c, struct html_tags *tags)
{
    char name[24];
    bool closes = c[1] == '/';
    const char *start = c + 1 + closes;
    size_t length = strcspn(start, " >/\n");
    if (length == 0 || length >= sizeof name) return NULL;
    snprintf(name, sizeof name, "%.*s", (int)length, start);
    c = html_attributes(start + length);
    bool empty = c && *c == '/';
    if (empty) c++;
    if (!c || *c != '>') return NULL;
    if (closes) return tags->depth > 0 && strcmp(tags->open[--tags->depth], name) == 0 ? c + 1 : NULL;
    if (empty || html_is_void(name)) return c + 1;
    if (tags->depth == HTML_DEPTH) return NULL;
    strcpy(tags->open[tags->depth++], name);
    bool raw = strcmp(name, "style") == 0 || strcmp(name, "script") == 0;
    return raw ? strstr(c, "</") : c + 1;
}

/* The character reference at `c`: what is behind it, or NULL. */
static inline const char *html_reference(const char *c)
{
    size_t length = strcspn(c, ";");
    return length <= 6 && c[length] ? c + length + 1 : NULL;
}

/* NULL, or the place in the page where it is not well formed. */
static inline const char *html_fault(const char *page)
{
    struct html_tags tags = {.depth = 0};
    const char *next;
    if (strncmp(page, "<!DOCTYPE html>", 15) != 0) return page;
    for (const char *c = page; *c; c = next) {
        bool control = ((unsigned char)*c < 0x20 && *c != '\n' && *c != '\t') || *c == 0x7F;
        next = control ? NULL : *c == '<' ? html_tag(c, &tags) : *c == '&' ? html_reference(c) : c + 1;
        if (!next) return c;
    }
    return tags.depth ? page + strlen(page) : NULL;
}

#endif
