/* Elements are made text twice: to measure them, then to add them. */
#include "cli/array_text.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/launch.h"

#define LEAST_WIDE 5u

struct array {
    enum tw_element element;
    const unsigned char *values;
    unsigned shown;
    size_t width; /* of every element; of a vector 0: it is as wide as it is */
};

/* As it is added, without the blank behind a vector. */
static void element_text(const struct array *array, unsigned number, struct tw_text *text)
{
    char element[64];
    unsigned bytes = tw_element_info(array->element)->bytes;
    tw_text_clear(text);
    if (!tw_element_print(array->element, array->values + (size_t)number * bytes, element))
        tw_text_fail(text);
    tw_text_addf(text, "%*s", (int)array->width, element);
}

/* Sets the width; returns the columns that all of them take in one line. */
static size_t measure(struct array *array, struct tw_text *element)
{
    size_t widest = LEAST_WIDE - 1, total = 0;
    for (unsigned i = 0; i < array->shown; i++) {
        element_text(array, i, element);
        if (element->length > widest) widest = element->length;
        total += element->length + 1;
    }
    if (tw_element_info(array->element)->components > 1) return total;
    array->width = widest + 1;
    return array->shown * array->width;
}

static void add_elements(const struct array *array, size_t indent, size_t limit, struct tw_text *element,
                         struct tw_text *text)
{
    size_t column = indent;
    for (unsigned i = 0; i < array->shown; i++) {
        element_text(array, i, element);
        if (column > indent && column + element->length > limit) {
            tw_text_add_char(text, '\n');
            tw_text_add_repeat(text, ' ', indent);
            column = indent;
        }
        tw_text_add(text, tw_text_part(text, element));
        if (!array->width) tw_text_add_char(text, ' ');
        column += element->length + !array->width;
    }
    tw_text_add_char(text, '\n');
}

void tw_array_add(const char *name, enum tw_element element, const void *values, uint64_t count,
                  struct tw_text *text)
{
    struct tw_text one = {0};
    struct array array = {.element = element,
                          .values = values,
                          .shown = count < TW_ARRAY_SHOWN ? (unsigned)count : TW_ARRAY_SHOWN};
    size_t indent = strlen(name) + 2, total = measure(&array, &one);
    tw_text_addf(text, "%s: ", name);
    add_elements(&array, indent, total > TW_ARRAY_COLUMNS ? TW_ARRAY_COLUMNS : indent + total, &one, text);
    if (count > array.shown) {
        tw_text_add_repeat(text, ' ', indent);
        tw_text_addf(text, "... and %" PRIu64 " more\n", count - array.shown);
    }
    tw_text_free(&one);
}
