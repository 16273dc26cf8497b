/* Reads the accesses off PTX text, and compares them with what the assembler made of them. */
#include "runtime/measure/sites.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- PTX ---- */

/* "ld.volatile.shared.v2.f32": the parts of an opcode that say what it accesses. */
struct opcode {
    bool load, store, shared, global;
    unsigned vector, bits; /* lanes of the vector, bits of one */
};

static bool is(const char *part, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(part, word, length) == 0;
}

/* "u32" and the like. */
static unsigned bits_of(const char *part, size_t length)
{
    bool typed = length >= 2 && strchr("bsuf", part[0]) && isdigit((unsigned char)part[1]);
    return typed ? (unsigned)strtoul(part + 1, NULL, 10) : 0;
}

static void take_part(struct opcode *opcode, const char *part, size_t length)
{
    opcode->shared |= is(part, length, "shared") || is(part, length, "shared::cta");
    opcode->global |= is(part, length, "global");
    if (is(part, length, "v2")) opcode->vector = 2;
    if (is(part, length, "v4")) opcode->vector = 4;
    if (is(part, length, "v8")) opcode->vector = 8;
    if (bits_of(part, length)) opcode->bits = bits_of(part, length);
}

/* Reads an opcode of `length` characters: its name, then parts behind points. */
static struct opcode read_opcode(const char *text, size_t length)
{
    size_t name = strcspn(text, ".");
    struct opcode opcode = {.load = is(text, name, "ld"), .store = is(text, name, "st"), .vector = 1};
    for (size_t at = name; at < length;) {
        size_t part = strcspn(text + at + 1, ". \t\n");
        take_part(&opcode, text + at + 1, part);
        at += 1 + part;
    }
    return opcode;
}

static void count(struct tw_sites *sites, const struct opcode *opcode)
{
    unsigned bytes = opcode->vector * opcode->bits / 8, log2_bytes = 0;
    if (!(opcode->load || opcode->store) || !(opcode->shared || opcode->global) || !bytes || bytes > 16)
        return;
    while (1u << log2_bytes < bytes) log2_bytes++;
    enum tw_site_kind kind = opcode->shared ? (opcode->load ? TW_SITE_SHARED_LOAD : TW_SITE_SHARED_STORE)
                                            : (opcode->load ? TW_SITE_GLOBAL_LOAD : TW_SITE_GLOBAL_STORE);
    sites->count[kind][log2_bytes]++;
}

/* Where the first word of a statement begins, behind a guard: "@%p1 ld.shared.u32". */
static const char *skip_guard(const char *at)
{
    at += strspn(at, " \t{");
    if (*at == '@') at += strcspn(at, " \t\n");
    return at + strspn(at, " \t");
}

void tw_ptx_sites(const char *ptx, struct tw_sites *sites)
{
    *sites = (struct tw_sites){0};
    while (
        *ptx) { /* statements end with a semicolon; lines too may be the end of one: a label, a comment, a directive */
        const char *word = skip_guard(ptx);
        size_t length = strcspn(word, " \t\n;");
        const struct opcode opcode = read_opcode(word, length);
        count(sites, &opcode);
        ptx = word + strcspn(word, ";\n");
        ptx += *ptx != '\0';
    }
}

/* ---- comparing ---- */

static unsigned sum_of(const unsigned count[5])
{
    return count[0] + count[1] + count[2] + count[3] + count[4];
}

static int widest(const unsigned count[5])
{
    int i = 4;
    while (i > 0 && !count[i]) i--;
    return i;
}

static int narrowest(const unsigned count[5])
{
    int i = 0;
    while (i < 4 && !count[i]) i++;
    return i;
}

enum tw_reassembly tw_sites_compare(const struct tw_sites *ptx, const struct tw_sites *machine,
                                    enum tw_site_kind kind)
{
    const unsigned *before = ptx->count[kind], *after = machine->count[kind];
    if (memcmp(before, after, sizeof ptx->count[kind]) == 0) return TW_SITES_KEPT;
    if (sum_of(after) && sum_of(before) && widest(after) > widest(before)) return TW_SITES_JOINED;
    if (sum_of(after) && sum_of(before) && narrowest(after) < narrowest(before)) return TW_SITES_SPLIT;
    for (int wide = 4; wide > 0; wide--) { /* a wider one for several that are gone */
        unsigned fewer = 0;
        for (int i = 0; i < wide; i++) fewer += before[i] > after[i] ? before[i] - after[i] : 0;
        if (after[wide] > before[wide] && fewer > after[wide] - before[wide]) return TW_SITES_JOINED;
    }
    for (int narrow = 0; narrow < 4; narrow++) { /* several narrower ones for a wider that is gone */
        unsigned fewer = 0;
        for (int i = narrow + 1; i < 5; i++) fewer += before[i] > after[i] ? before[i] - after[i] : 0;
        if (fewer && after[narrow] > before[narrow] && after[narrow] - before[narrow] > fewer)
            return TW_SITES_SPLIT;
    }
    if (sum_of(after) < sum_of(before)) return TW_SITES_REMOVED;
    int wide = widest(before);
    return after[wide] < before[wide] ? TW_SITES_NARROWED : TW_SITES_KEPT;
}

void tw_sites_add(const struct tw_sites *sites, enum tw_site_kind kind, struct tw_text *text)
{
    const char *separator = "";
    for (int i = 0; i < 5; i++) {
        if (!sites->count[kind][i]) continue;
        tw_text_addf(text, "%s%u of %u byte%s", separator, sites->count[kind][i], 1u << i, i ? "s" : "");
        separator = " and ";
    }
    if (!*separator) tw_text_add(text, "none");
}
