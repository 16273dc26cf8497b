/* The view: a cJSON tree, built with one check at the end. */
#include "cli/report/report.h"

#include <stdlib.h>

static cJSON *added(struct tw_view *view, cJSON *item)
{
    view->failed |= !item;
    return item;
}

cJSON *tw_view_object(struct tw_view *view, cJSON *parent, const char *key)
{
    return added(view, cJSON_AddObjectToObject(parent, key));
}

cJSON *tw_view_list(struct tw_view *view, cJSON *parent, const char *key)
{
    return added(view, cJSON_AddArrayToObject(parent, key));
}

cJSON *tw_view_item(struct tw_view *view, cJSON *list)
{
    cJSON *item = cJSON_CreateObject();
    if (!item || cJSON_AddItemToArray(list, item)) return added(view, item);
    cJSON_Delete(item);
    return added(view, NULL);
}

void tw_view_flag(struct tw_view *view, cJSON *parent, const char *key, bool value)
{
    added(view, cJSON_AddBoolToObject(parent, key, value));
}

void tw_view_integer(struct tw_view *view, cJSON *parent, const char *key, long value)
{
    added(view, cJSON_AddNumberToObject(parent, key, (double)value));
}

void tw_view_string(struct tw_view *view, cJSON *parent, const char *key, const char *string)
{
    added(view, cJSON_AddStringToObject(parent, key, string));
}

void tw_view_text(struct tw_view *view, cJSON *parent, const char *key, struct tw_text *text)
{
    view->failed |= text->failed;
    tw_view_string(view, parent, key, tw_text_string(text));
    tw_text_free(text);
}

void tw_view_sentence(struct tw_view *view, cJSON *list, struct tw_text *text)
{
    tw_view_text(view, tw_view_item(view, list), "text", text);
}
