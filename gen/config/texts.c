/* Equal texts become one. */
#include "gen/config/texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"

static bool same(const void *entries, uint32_t a, uint32_t b)
{
    const char *const *text = entries;
    return strcmp(text[a], text[b]) == 0;
}

static bool has_room(struct tw_texts *texts)
{
    const char **grown = tw_grow(texts->text, texts->count, &texts->capacity, sizeof *grown);
    if (!grown) return false;
    texts->text = grown;
    return true;
}

const char *tw_texts_first(struct tw_texts *texts, const char *text)
{
    uint32_t earlier;
    if (!has_room(texts)) return NULL;
    texts->text[texts->count] = text;
    if (!tw_index_set_add(&texts->set, tw_hash(text, strlen(text)), texts->count, same, texts->text,
                          &earlier))
        return NULL;
    if (earlier != TW_NO_INDEX) return texts->text[earlier];
    return texts->text[texts->count++];
}

bool tw_texts_unite(struct tw_texts *texts, const struct tw_family *family, int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const char *text = tw_field_text(&family->fields[f], value[f]);
        if (!text) continue;
        const char *first = tw_texts_first(texts, text);
        if (!first) return false;
        value[f] = tw_text_value(first);
    }
    return true;
}

void tw_texts_free(struct tw_texts *texts)
{
    free(texts->text);
    tw_index_set_free(&texts->set);
    *texts = (struct tw_texts){0};
}
