/* Names are compared as a list as long as they are few, and by their parts beyond. */
#include "gen/config/entry_names.h"

#include <string.h>

#include "base/hash.h"
#include "gen/config/config.h"
#include "gen/config/variant_name.h"

/* What every function here needs. */
struct taking {
    struct tw_entry_names *names;
    const struct tw_family *family;
    struct tw_entry *entries, *last;
    const struct tw_entry *earlier;
};

static bool is_listed(const struct tw_entry *entry)
{
    return entry->listed != TW_NO_INDEX;
}

/* The entry that has the listed variant. */
static const struct tw_entry *entry_of(const struct taking *taking, uint32_t listed)
{
    const struct tw_entry *entry = taking->last;
    while (!is_listed(entry) || entry->listed > listed) entry--;
    return entry;
}

static bool has_name(const struct taking *taking, const struct tw_entry *entry)
{
    uint64_t offset;
    return tw_entry_find(taking->family, entry, tw_text_string(&taking->names->name), &offset);
}

/* Whether an earlier variant has the name of the later one, which is at hand. */
static bool same_name(const void *entries, uint32_t earlier, uint32_t later)
{
    const struct taking *taking = entries;
    (void)later;
    return has_name(taking, entry_of(taking, earlier));
}

static void make_name(const struct taking *taking, const struct tw_entry *entry, uint64_t offset)
{
    tw_text_clear(&taking->names->name);
    tw_entry_name(taking->family, entry, offset, &taking->names->name);
}

/* ---- a list ---- */

/* Whether a space among the earlier entries has the name. */
static bool find_in_spaces(struct taking *taking)
{
    if (!taking->names->has_spaces) return false;
    for (const struct tw_entry *entry = taking->entries; entry < taking->last; entry++) {
        if (is_listed(entry) || !has_name(taking, entry)) continue;
        taking->earlier = entry;
        return true;
    }
    return false;
}

static enum tw_names_verdict list_name(struct taking *taking)
{
    struct tw_entry_names *names = taking->names;
    struct tw_text ignored = {0};
    uint32_t earlier;
    if (names->name.failed) return TW_NAMES_NO_MEMORY;
    bool accepted = tw_name_accept(tw_text_string(&names->name), &ignored);
    tw_text_free(&ignored);
    if (!accepted) return TW_NAME_REFUSED;
    if (find_in_spaces(taking)) return TW_NAME_USED;
    uint64_t hash = tw_hash(names->name.data, names->name.length);
    if (!tw_index_set_add(&names->taken, hash, names->listed++, same_name, taking, &earlier))
        return TW_NAMES_NO_MEMORY;
    if (earlier == TW_NO_INDEX) return TW_NAMES_FINE;
    taking->earlier = entry_of(taking, earlier);
    return TW_NAME_USED;
}

static enum tw_names_verdict list_names(struct taking *taking)
{
    enum tw_names_verdict verdict = TW_NAMES_FINE;
    taking->last->listed = taking->names->listed;
    for (uint64_t i = 0; i < taking->last->count && verdict == TW_NAMES_FINE; i++) {
        make_name(taking, taking->last, i);
        verdict = list_name(taking);
    }
    return verdict;
}

/* ---- a space ---- */

/* Whether a name is how the other one begins, up to an underscore or its end. */
static bool is_stem(const char *name, const char *of)
{
    size_t length = strlen(name);
    return strncmp(name, of, length) == 0 && (of[length] == '_' || !of[length]);
}

/* The names of the last entry, a space, against those of an earlier one. */
static enum tw_names_verdict compare_names(struct taking *taking, const struct tw_entry *earlier)
{
    const struct tw_entry *space = taking->last;
    if (!is_stem(earlier->name, space->name) && !is_stem(space->name, earlier->name)) return TW_NAMES_FINE;
    if (!is_listed(earlier)) return TW_NAMES_ALIKE;
    for (uint64_t i = 0; i < earlier->count; i++) {
        make_name(taking, earlier, i);
        if (taking->names->name.failed) return TW_NAMES_NO_MEMORY;
        if (!has_name(taking, space)) continue;
        taking->earlier = earlier;
        return TW_NAME_USED;
    }
    return TW_NAMES_FINE;
}

static enum tw_names_verdict compare_space(struct taking *taking)
{
    struct tw_entry *space = taking->last;
    uint64_t offset;
    bool refused = tw_entry_find_refused(taking->family, space, &taking->names->name, &offset);
    if (refused) make_name(taking, space, offset);
    if (taking->names->name.failed) return TW_NAMES_NO_MEMORY;
    if (refused) return TW_NAME_REFUSED;
    if (!tw_entry_names_differ(taking->family, space)) return TW_NAMES_AMBIGUOUS;
    enum tw_names_verdict verdict = TW_NAMES_FINE;
    for (const struct tw_entry *entry = taking->entries; entry < space && verdict == TW_NAMES_FINE; entry++)
        verdict = compare_names(taking, entry);
    space->listed = TW_NO_INDEX;
    taking->names->has_spaces = true;
    return verdict;
}

/* Whether the values of a kernel of somebody's own make no good names: whoever calls the fields so need not know what names may be. */
static bool needs_numbers(struct taking *taking)
{
    uint64_t offset;
    return taking->family->description && taking->last->count > 1 &&
           (tw_entry_find_refused(taking->family, taking->last, &taking->names->name, &offset) ||
            (taking->last->count > TW_MAX_LISTED && !tw_entry_names_differ(taking->family, taking->last)));
}

enum tw_names_verdict tw_entry_names_take(struct tw_entry_names *names, const struct tw_family *family,
                                          struct tw_entry *entries, size_t count,
                                          const struct tw_entry **earlier)
{
    struct taking taking = {names, family, entries, &entries[count - 1], NULL};
    taking.last->is_numbered = needs_numbers(&taking);
    bool lists = taking.last->count <= TW_MAX_LISTED - names->listed;
    enum tw_names_verdict verdict = lists ? list_names(&taking) : compare_space(&taking);
    *earlier = taking.earlier;
    return verdict;
}

void tw_entry_names_free(struct tw_entry_names *names)
{
    tw_index_set_free(&names->taken);
    tw_text_free(&names->name);
}
