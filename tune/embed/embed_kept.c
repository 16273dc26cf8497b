/* Which of many results a launcher that chooses is made of: of each problem the best few, and those that take problems which these do not. */
#include <stdlib.h>

#include "base/hash.h"
#include "gen/described/sized/sized.h"
#include "tune/embed/embed.h"

static void add_problem(const struct tw_family *family, const int64_t *value, struct tw_text *text)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_value field = tw_field_value_of(&family->fields[f], value[f]);
        if (!(family->fields[f].roles & TW_FIELD_PROBLEM)) continue;
        tw_field_value_add(&field, text);
        tw_text_add_char(text, ' ');
    }
}

static uint64_t hash_of(struct tw_text *text, bool *failed)
{
    const uint64_t hash = tw_hash(tw_text_string(text), text->length);
    *failed |= text->failed;
    tw_text_free(text);
    return hash;
}

bool tw_embed_keeps(struct tw_embed_kept *kept, const struct tw_family *family, const int64_t *value,
                    const struct tw_target *target, bool timed, unsigned most)
{
    struct tw_text problem = {0}, conditions = {0};
    unsigned others = 0;
    bool taken = false;
    add_problem(family, value, &problem);
    if (family->description) tw_described_add_conditions(family->description, value, target, &conditions);
    const struct tw_embed_key key = {hash_of(&problem, &kept->failed), hash_of(&conditions, &kept->failed)};
    for (size_t i = 0; i < kept->count; i++) {
        if (kept->keys[i].problem != key.problem) continue;
        others++;
        taken |= kept->keys[i].conditions == key.conditions;
    }
    if (others >= most || (taken && (!timed || others >= most / 2)) || kept->failed) return false;
    struct tw_embed_key *keys = realloc(kept->keys, (kept->count + 1) * sizeof *keys);
    kept->failed = !keys;
    if (!keys) return false;
    keys[kept->count++] = key;
    kept->keys = keys;
    return true;
}
