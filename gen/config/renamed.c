/* Values that earlier versions wrote otherwise. */
#include "gen/config/renamed.h"

#include <inttypes.h>
#include <string.h>

#include "gen/config/config_value.h"

static bool is_value(const struct tw_member *member, const cJSON *node)
{
    const char *word = cJSON_GetStringValue(node);
    if (member->number == TW_DERIVED && !member->word) return !node;
    if (member->word) return word && strcmp(word, member->word) == 0;
    return cJSON_IsNumber(node) && node->valuedouble == (double)member->number;
}

static bool holds(const cJSON *object, const struct tw_member *member)
{
    return is_value(member, cJSON_GetObjectItemCaseSensitive(object, member->key));
}

/* The member of that key which stands in place of the old one, or NULL. */
static const struct tw_member *now_of(const struct tw_renamed *renamed, const char *key)
{
    for (size_t i = 0; i < TW_RENAMED_NOW && renamed->now[i].key; i++)
        if (strcmp(renamed->now[i].key, key) == 0) return &renamed->now[i];
    return NULL;
}

bool tw_renamed_value(const struct tw_family *family, unsigned field, const cJSON *variant,
                      const cJSON *problem, int64_t *value)
{
    const struct tw_field_info *info = &family->fields[field];
    for (unsigned i = 0; i < family->renamed_count; i++) {
        const struct tw_renamed *renamed = &family->renamed[i];
        const struct tw_member *now = now_of(renamed, info->key), *where = &renamed->where;
        if (!now || !holds(variant, &renamed->was)) continue;
        if (where->key && !holds(variant, where) && !holds(problem, where)) continue;
        if (now->word) return tw_field_word(info, now->word, value);
        *value = now->number;
        return true;
    }
    return false;
}

uint64_t tw_renamed_fields(const struct tw_family *family, const char *key)
{
    uint64_t fields = 0;
    for (unsigned i = 0; i < family->renamed_count; i++) {
        const struct tw_renamed *renamed = &family->renamed[i];
        if (strcmp(renamed->was.key, key) != 0) continue;
        for (size_t k = 0; k < TW_RENAMED_NOW && renamed->now[k].key; k++)
            fields |= tw_field_bit((unsigned)tw_family_field(family, renamed->now[k].key));
    }
    return fields;
}

uint64_t tw_renamed_unknown(const struct tw_family *family, const cJSON *variant)
{
    uint64_t fields = 0;
    for (unsigned i = 0; i < family->renamed_count; i++) {
        const struct tw_member *was = &family->renamed[i].was;
        int field = tw_family_field(family, was->key);
        if (field >= 0 && !was->word && was->number == TW_DERIVED && holds(variant, was))
            fields |= tw_field_bit((unsigned)field);
    }
    return fields;
}

/* ---- advice ---- */

static void add_member(const struct tw_member *member, const char *between, struct tw_text *text)
{
    tw_text_addf(text, "\"%s\"%s", member->key, between);
    if (member->word)
        tw_json_add_quoted(member->word, text);
    else
        tw_text_addf(text, "%" PRId64, member->number);
}

static void add_row(const struct tw_renamed *renamed, struct tw_text *text)
{
    const struct tw_member *now = renamed->now;
    if (!now->word && now->number == TW_DERIVED) tw_text_add(text, "leave it out");
    for (size_t i = 0; i < TW_RENAMED_NOW && now[i].key && (now[i].word || now[i].number != TW_DERIVED);
         i++) {
        tw_text_add(text, i ? ", " : "write ");
        add_member(&now[i], ": ", text);
    }
    if (!renamed->where.key) return;
    tw_text_add(text, " where ");
    add_member(&renamed->where, " is ", text);
}

/* Whether a config may hold what was renamed in other places, so that only accept can tell. */
static bool is_taken(const struct tw_family *family, const struct tw_member *was)
{
    int field = tw_family_field(family, was->key);
    int64_t value;
    return field >= 0 && (!was->word || tw_field_word(&family->fields[field], was->word, &value));
}

/* Adds what is written instead of one value of that key; NULL: whatever the value, by the first row. */
static bool advise(const struct tw_family *family, const char *key, const cJSON *value, struct tw_text *text)
{
    bool advised = false;
    for (unsigned i = 0; i < family->renamed_count && (value || !advised); i++) {
        const struct tw_renamed *renamed = &family->renamed[i];
        bool is_it = strcmp(renamed->was.key, key) == 0 && (!value || is_value(&renamed->was, value));
        if (!is_it || is_taken(family, &renamed->was)) continue;
        if (advised) tw_text_add(text, renamed->where.key ? "; " : "; else ");
        add_row(renamed, text);
        advised = true;
    }
    return advised;
}

bool tw_renamed_advise(const struct tw_family *family, const cJSON *node, struct tw_text *text)
{
    if (!cJSON_IsArray(node)) return advise(family, node->string, cJSON_IsObject(node) ? NULL : node, text);
    for (const cJSON *value = node->child; value; value = value->next)
        if (advise(family, node->string, value, text)) return true;
    return false;
}
