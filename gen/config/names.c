/* Which names a kernel may have. */
#include "gen/config/config.h"

#include <stdlib.h>
#include <string.h>

#include "gen/config/reserved_names.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* CUDA names almost everything of its own so, and adds more with every release. */
static bool has_cuda_prefix(const char *name)
{
    if (strncmp(name, "CUDA", 4) == 0 || strncmp(name, "CU_", 3) == 0) return true;
    return strncmp(name, "cuda", 4) == 0 && is_letter(name[4]) && name[4] < 'a';
}

static int compare(const void *key, const void *entry)
{
    return strcmp(key, *(const char *const *)entry);
}

static const char *reserved(const char *name)
{
    for (size_t i = 0; i < TW_RESERVED_LISTS; i++) {
        const struct tw_reserved_list *list = &tw_reserved_lists[i];
        if (bsearch(name, list->names, list->count, sizeof *list->names, compare)) return list->reason;
    }
    return NULL;
}

_Static_assert(TW_MAX_NAME == 200, "the limit stands in a message below");

/* Why the name cannot be, or NULL. */
static const char *refusal(const char *name)
{
    size_t length = strlen(name);
    if (length == 0) return "empty";
    if (length > TW_MAX_NAME) return "longer than 200 characters";
    if (name[0] == '_') return "reserved by C++: it begins with an underscore";
    if (strstr(name, "__")) return "reserved by C++: it has two underscores in a row";
    for (size_t i = 0; i < length; i++) {
        bool good = is_letter(name[i]) || (i > 0 && (is_digit(name[i]) || name[i] == '_'));
        if (!good) return "not a C identifier: a letter, then letters, digits and underscores";
    }
    if (has_cuda_prefix(name)) return "reserved by CUDA: names with cudaX, CUDA or CU_ in front are its own";
    return reserved(name);
}

bool tw_name_accept(const char *name, struct tw_text *reason)
{
    const char *why = refusal(name);
    if (why) tw_text_addf(reason, "it is %s", why);
    return !why;
}
