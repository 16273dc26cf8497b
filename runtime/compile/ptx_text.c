/* Words of PTX. */
#include "runtime/compile/ptx_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"

#define NAME   "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$%"
#define BLANKS " \t\r\n"

/* The next ".entry", whose name begins at *name and has the length that is returned; 0: there is none. */
static size_t next_entry(const char *ptx, const char **name)
{
    static const char word[] = ".entry";
    for (const char *at = ptx; (at = strstr(at, word)); at += strlen(word)) {
        const char *begin = at + strlen(word), *after = begin + strspn(begin, BLANKS);
        *name = after;
        if (after > begin && strspn(after, NAME)) return strspn(after, NAME);
    }
    return 0;
}

const char *tw_ptx_text_parameters(const char *ptx, const char *entry)
{
    const char *name = ptx;
    for (size_t length; (length = next_entry(name, &name)); name += length) {
        if (strlen(entry) != length || memcmp(name, entry, length) != 0) continue;
        const char *after = name + length + strspn(name + length, BLANKS);
        return *after == '(' ? after + 1 : after; /* without parameters the list may be left out */
    }
    return NULL;
}

/* ".param .align 8 .b8 k_param_3[16]" up to one of `ends`: the type's bits, times the elements. */
static const char *read_declaration(const char *at, const char *ends, uint32_t *bytes)
{
    unsigned long bits = 0, elements = 1;
    for (; *at && !strchr(ends, *at); at++) {
        if (*at == '.' && strchr("busf", at[1]) && at[2] >= '0' && at[2] <= '9')
            bits = strtoul(at + 2, NULL, 10);
        else if (strncmp(at, ".texref", 7) == 0 || strncmp(at, ".surfref", 8) == 0 ||
                 strncmp(at, ".samplerref", 11) == 0)
            bits = 64;
        else if (*at == '[')
            elements *= strtoul(at + 1, NULL, 10);
    }
    *bytes = (uint32_t)(bits / 8 * elements);
    return at;
}

const char *tw_ptx_text_next(const char *list, uint32_t *bytes, uint32_t *align)
{
    static const char word[] = ".align ";
    const char *at = list + strspn(list, BLANKS ",");
    if (strncmp(at, ".param", strlen(".param")) != 0) return NULL;
    const char *after = read_declaration(at, ",)", bytes), *said = strstr(at, word);
    *align = said && said < after ? (uint32_t)strtoul(said + strlen(word), NULL, 10) : *bytes;
    return after;
}

/* ---- variables: lines such as ".visible .const .align 4 .b8 weights[36];" ---- */

static bool is_variable(const char *line, size_t length)
{
    if (*line != '.' || !memchr(line, '.', length)) return false;
    for (const char *at = line; at < line + length && *at != '=' && *at != '['; at++) {
        if (strncmp(at, ".const ", 7) == 0 || strncmp(at, ".global ", 8) == 0) return true;
    }
    return false;
}

/* The name is the last word in front of an initialiser, the brackets or the line's end. */
static const char *name_of(const char *line, size_t *length)
{
    const char *end = line + strcspn(line, "[=;\n");
    while (end > line && !strchr(NAME, end[-1])) end--;
    const char *begin = end;
    while (begin > line && strchr(NAME, begin[-1])) begin--;
    *length = (size_t)(end - begin);
    return begin;
}

/* ---- static shared memory: ".shared .align 4 .b8 part[32];", in a kernel's body, indented, or before all ---- */

static bool has_word(const char *begin, const char *end, const char *word, size_t length)
{
    for (const char *at = begin; at + length <= end; at += strspn(at, NAME), at += at < end) {
        if (strspn(at, NAME) == length && memcmp(at, word, length) == 0) return true;
    }
    return false;
}

/* The body of the entry, up to the line that closes it. */
static const char *find_body(const char *ptx, const char *entry, const char **end)
{
    const char *begin = tw_ptx_text_parameters(ptx, entry);
    if (begin) begin = strstr(begin, "\n{");
    *end = begin ? strstr(begin, "\n}") : NULL;
    return *end ? begin + 1 : NULL;
}

uint32_t tw_ptx_text_shared(const char *ptx, const char *entry)
{
    static const char word[] = ".shared .align ";
    const char *end, *begin = find_body(ptx, entry, &end);
    uint32_t sum = 0;
    for (const char *at = ptx; begin && (at = strstr(at, word)); at += strlen(word)) {
        const char *line = at;
        size_t length;
        uint32_t bytes, align = (uint32_t)strtoul(at + strlen(word), NULL, 10);
        while (line > ptx && line[-1] != '\n') line--;
        if (strchr(BLANKS, *line) && (line < begin || line > end)) continue; /* another kernel's */
        const char *name = name_of(at, &length);
        read_declaration(at, ";", &bytes); /* none of dynamic memory */
        if (align && bytes && has_word(begin, end, name, length))
            sum = (sum + align - 1) / align * align + bytes;
    }
    return sum;
}

/* ".maxntid 16, 16, 1" or ".reqntid 64", between the parameters and the body */
uint32_t tw_ptx_text_threads(const char *ptx, const char *entry)
{
    const char *end, *body = find_body(ptx, entry, &end), *begin = tw_ptx_text_parameters(ptx, entry);
    uint32_t threads = 0;
    for (const char *at = begin; body && at < body; at++) {
        if (strncmp(at, ".maxntid", 8) != 0 && strncmp(at, ".reqntid", 8) != 0) continue;
        threads = 1;
        for (at += 8; at < body && strchr(BLANKS ","
                                                 "0123456789",
                                          *at);) {
            char *after;
            const unsigned long side = strtoul(at, &after, 10);
            if (after > at) threads *= (uint32_t)side;
            at = after > at ? after : at + 1;
        }
        break;
    }
    return threads;
}

bool tw_ptx_text_variable(const char *ptx, const char *name, struct tw_text *text)
{
    struct tw_text own = {0}, found = {0};
    enum tw_mangled_match best = TW_MANGLED_OTHER;
    for (const char *line = ptx; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t length;
        if (!is_variable(line, strcspn(line, "\n"))) continue;
        const char *begin = name_of(line, &length);
        tw_text_clear(&own);
        tw_text_add_bytes(&own, begin, length);
        const enum tw_mangled_match matched = tw_mangled_match(tw_text_string(&own), name);
        if (matched <= best) continue;
        best = matched;
        tw_text_clear(&found);
        tw_text_add(&found, tw_text_string(&own));
    }
    if (best != TW_MANGLED_OTHER) tw_text_add(text, tw_text_part(text, &found));
    tw_text_free(&own);
    tw_text_free(&found);
    return best != TW_MANGLED_OTHER;
}
