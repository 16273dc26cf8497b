/* The built-in templates: found by name, and told apart from those of other builds. */
#include "gen/text/templates.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

#define SUFFIX ".mustache"

const struct tw_template *tw_template_find(const char *name)
{
    for (const struct tw_template *row = tw_templates; row->name; row++) {
        if (strcmp(row->name, name) == 0) return row;
    }
    return NULL;
}

static const struct tw_template *find_partial(const char *name, size_t stem)
{
    for (const struct tw_template *row = tw_templates; row->name; row++) {
        if (strncmp(row->name, name, stem) == 0 && strcmp(row->name + stem, SUFFIX) == 0) return row;
    }
    return NULL;
}

const char *tw_template_partial(void *unused, const char *name, size_t *length)
{
    const struct tw_template *row = find_partial(name, strlen(name));
    (void)unused;
    if (row) *length = row->length;
    return row ? row->text : NULL;
}

/* ---- the hash ---- */

/* Bit i: row i of the table. A partial's tag holds its name behind a `>`, whatever the delimiters are; one that is found in
   what is no tag is one too many, which does no harm. */
static uint64_t partials_of(const struct tw_template *tmpl)
{
    static const char blanks[] = " \t\r\n";
    const char *end = tmpl->text + tmpl->length;
    uint64_t found = 0;
    for (const char *at = tmpl->text; (at = memchr(at, '>', (size_t)(end - at))); at++) {
        const char *name = at + 1 + strspn(at + 1, blanks);
        const struct tw_template *row = tw_templates;
        for (uint64_t bit = 1; row->name; row++, bit <<= 1) {
            size_t length = strlen(row->name), stem = length - strlen(SUFFIX);
            if (length <= strlen(SUFFIX) || strcmp(row->name + stem, SUFFIX) != 0) continue;
            assert(bit);
            if (strncmp(name, row->name, stem) == 0) found |= bit;
        }
    }
    return found;
}

uint64_t tw_template_hash(const struct tw_template *tmpl)
{
    if (!tmpl) return 0;
    uint64_t hash = tw_hash(tmpl->text, tmpl->length), wanted = partials_of(tmpl), hashed = 0;
    while (wanted != hashed) {
        unsigned i = 0;
        while (!((wanted & ~hashed) >> i & 1u)) i++;
        const uint64_t both[] = {hash, tw_hash(tw_templates[i].text, tw_templates[i].length)};
        hash = tw_hash(both, sizeof both);
        hashed |= UINT64_C(1) << i;
        wanted |= partials_of(&tw_templates[i]);
    }
    return hash;
}
