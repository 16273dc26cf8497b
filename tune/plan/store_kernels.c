/*
 * Described kernels whose descriptions nobody has at hand: each is a family without functions, made of what an entry tells. All its fields are
 * texts, numbers too, as the entry writes them.
 */
#include <string.h>

#include "gen/config/config.h"
#include "tune/plan/store.h"

struct tw_store_kernel {
    struct tw_family family;
    const char *hash;
    struct tw_store_kernel *earlier;
};

static bool is_hash(const char *hash)
{
    return strlen(hash) == TW_HASH_DIGITS && strspn(hash, "0123456789abcdef") == TW_HASH_DIGITS;
}

/* Names and texts are printed as they are. */
static bool is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const size_t length = strlen(name);
    return length && length <= TW_MAX_NAME && strspn(name, letters) == length &&
           !(*name >= '0' && *name <= '9');
}

bool tw_store_is_printable(const char *text)
{
    for (; *text; text++) {
        if (*text < ' ' || *text > '~') return false;
    }
    return true;
}

/* ---- fields ---- */

/* Adds the members of an object to the fields; false: one is no field's. */
static bool add_fields(struct tw_arena *arena, const cJSON *object, unsigned roles,
                       struct tw_field_info *fields, unsigned *count)
{
    for (const cJSON *item = object->child; item; item = item->next) {
        const bool is_value = cJSON_IsNumber(item) || cJSON_IsString(item);
        if (!is_value || !is_name(item->string) || *count == TW_MAX_FIELDS) return false;
        fields[(*count)++] =
            (struct tw_field_info){.key = tw_arena_string(arena, item->string, strlen(item->string)),
                                   .kind = TW_FIELD_TEXT,
                                   .help = "",
                                   .roles = roles,
                                   .is_real = cJSON_IsNumber(item)};
    }
    return true;
}

static bool has_all_keys(const struct tw_field_info *fields, unsigned count)
{
    unsigned i = 0;
    while (i < count && fields[i].key) i++;
    return i == count;
}

/* Whether the entry has the fields of the kernel, and no others. */
static bool has_fields(const struct tw_family *family, const cJSON *problem, const cJSON *variant)
{
    unsigned found = 0;
    for (unsigned f = 0; f < family->field_count; f++) {
        const cJSON *object = family->fields[f].roles & TW_FIELD_PROBLEM ? problem : variant;
        found += cJSON_GetObjectItemCaseSensitive(object, family->fields[f].key) != NULL;
    }
    return found == family->field_count &&
           (unsigned)(cJSON_GetArraySize(problem) + cJSON_GetArraySize(variant)) == found;
}

/* ---- kernels ---- */

static const struct tw_family *find(const struct tw_stores *stores, const char *name, const char *hash)
{
    for (const struct tw_store_kernel *kernel = stores->kernel; kernel; kernel = kernel->earlier) {
        if (strcmp(kernel->family.name, name) == 0 && strcmp(kernel->hash, hash) == 0) return &kernel->family;
    }
    return NULL;
}

static const struct tw_family *make(struct tw_stores *stores, const char *name, const char *hash,
                                    const cJSON *problem, const cJSON *variant, const char **why)
{
    struct tw_arena *arena = &stores->kernels;
    struct tw_store_kernel *kernel = tw_arena_alloc(arena, sizeof *kernel);
    struct tw_field_info *fields = tw_arena_array(arena, TW_MAX_FIELDS, sizeof *fields);
    char *own_name = tw_arena_string(arena, name, strlen(name)),
         *own_hash = tw_arena_string(arena, hash, strlen(hash));
    unsigned count = 0;
    *why = NULL;
    if (!kernel || !fields || !own_name || !own_hash) return NULL;
    if (!add_fields(arena, problem, TW_FIELD_PROBLEM, fields, &count) ||
        !add_fields(arena, variant, 0, fields, &count)) {
        *why = "names what is no field of a described kernel";
        return NULL;
    }
    if (!has_all_keys(fields, count)) return NULL;
    *kernel = (struct tw_store_kernel){.hash = own_hash, .earlier = stores->kernel};
    kernel->family = (struct tw_family){
        .name = own_name, .template_name = "", .help = "", .fields = fields, .field_count = count};
    stores->kernel = kernel;
    return &kernel->family;
}

const struct tw_family *tw_store_kernel(struct tw_stores *stores, const char *name, const char *hash,
                                        const cJSON *problem, const cJSON *variant, const char **why)
{
    const bool is_known = is_name(name) && is_hash(hash) && !tw_family_find(name);
    *why = "names no described kernel by its hash";
    if (!is_known || !cJSON_IsObject(problem) || !cJSON_IsObject(variant)) return NULL;
    const struct tw_family *family = find(stores, name, hash);
    if (!family) return make(stores, name, hash, problem, variant, why);
    *why = "has other fields than an earlier one of that kernel";
    return has_fields(family, problem, variant) ? family : NULL;
}

bool tw_store_kernel_value(struct tw_stores *stores, const struct tw_family *family, unsigned field,
                           const cJSON *problem, const cJSON *variant, int64_t *value, const char **why)
{
    const struct tw_field_info *info = &family->fields[field];
    const cJSON *node =
        cJSON_GetObjectItemCaseSensitive(info->roles & TW_FIELD_PROBLEM ? problem : variant, info->key);
    struct tw_text text = {0};
    *why = "has no value for a field of its kernel";
    if (!(info->is_real ? cJSON_IsNumber(node)
                        : cJSON_IsString(node) && tw_store_is_printable(node->valuestring)))
        return false;
    if (info->is_real)
        tw_text_add_number(&text, node->valuedouble);
    else
        tw_text_add(&text, node->valuestring);
    const char *kept =
        text.failed ? NULL : tw_arena_string(&stores->kernels, tw_text_string(&text), text.length);
    tw_text_free(&text);
    *why = NULL;
    if (kept) *value = tw_text_value(kept);
    return kept;
}
