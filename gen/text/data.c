/* Template data as a cJSON tree. Every addition goes through tw_data_add(), which is where failing sticks. */
#include "gen/text/data.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "gen/cuda_type.h"

#define EXACT_MAX (INT64_C(1) << 53) /* up to here every integer is a double */

cJSON *tw_data_add(struct tw_data *data, const char *key, cJSON *item)
{
    bool added =
        item && data->value &&
        (key ? cJSON_AddItemToObject(data->value, key, item) : cJSON_AddItemToArray(data->value, item));
    if (added) return item;
    cJSON_Delete(item);
    for (struct tw_data *part = data; part; part = part->outer) part->failed = true;
    return NULL;
}

static struct tw_data add_part(struct tw_data *data, const char *key, cJSON *part)
{
    cJSON *value = tw_data_add(data, key, part);
    return (struct tw_data){.value = value, .outer = data, .failed = !value};
}

struct tw_data tw_data_new(void)
{
    cJSON *value = cJSON_CreateObject();
    return (struct tw_data){.value = value, .failed = !value};
}

void tw_data_free(struct tw_data *data)
{
    cJSON_Delete(data->value);
    *data = (struct tw_data){0};
}

struct tw_data tw_data_object(struct tw_data *data, const char *key)
{
    return add_part(data, key, cJSON_CreateObject());
}

struct tw_data tw_data_list(struct tw_data *data, const char *key)
{
    return add_part(data, key, cJSON_CreateArray());
}

struct tw_data tw_data_item(struct tw_data *list)
{
    return tw_data_object(list, NULL);
}

void tw_data_flag(struct tw_data *data, const char *key, bool value)
{
    tw_data_add(data, key, cJSON_CreateBool(value));
}

void tw_data_number(struct tw_data *data, const char *key, int64_t value)
{
    if (value >= -EXACT_MAX && value <= EXACT_MAX)
        tw_data_double(data, key, (double)value);
    else
        tw_data_format(data, key, "%" PRId64, value);
}

void tw_data_number_or_false(struct tw_data *data, const char *key, bool there, int64_t value)
{
    if (there)
        tw_data_number(data, key, value);
    else
        tw_data_flag(data, key, false);
}

void tw_data_constant(struct tw_data *data, const char *key, uint64_t number, bool wide)
{
    tw_data_format(data, key, "%" PRIu64 "%s", number, tw_cuda_suffix(number, wide));
}

void tw_data_term(struct tw_data *data, const char *key, char operation, uint64_t number)
{
    if (number == (operation == '*'))
        tw_data_string(data, key, "");
    else
        tw_data_format(data, key, " %c %llu", operation, (unsigned long long)number);
}

void tw_data_double(struct tw_data *data, const char *key, double value)
{
    tw_data_add(data, key, cJSON_CreateNumber(value));
}

void tw_data_string(struct tw_data *data, const char *key, const char *string)
{
    tw_data_add(data, key, cJSON_CreateString(string));
}

/* Takes a string that was built, NULL when memory ran out for it. */
static void add_built(struct tw_data *data, const char *key, char *string)
{
    tw_data_add(data, key, string ? cJSON_CreateString(string) : NULL);
    free(string);
}

void tw_data_format(struct tw_data *data, const char *key, const char *format, ...)
{
    char *string;
    va_list arguments;
    va_start(arguments, format);
    bool built = vasprintf(&string, format, arguments) >= 0;
    va_end(arguments);
    add_built(data, key, built ? string : NULL);
}

void tw_data_text(struct tw_data *data, const char *key, struct tw_text *text)
{
    add_built(data, key, tw_text_take(text));
}

void tw_data_text_or_false(struct tw_data *data, const char *key, struct tw_text *text)
{
    if (text->failed || text->length) {
        tw_data_text(data, key, text);
    } else {
        tw_text_free(text);
        tw_data_flag(data, key, false);
    }
}
