/* Elements are made text twice: to measure them, then to add them. */
#include "tune/array_text.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/launch.h"

#define LEAST_WIDE 5u
#define LONG_NAME  32u /* with what follows it: elements of more than a line do not stand beside it */
#define BELOW      4u  /* columns before elements that stand below their name */

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

/* A line of elements of one width has the most that fit and are a power of two, so that no row of a power of two is broken unevenly. */
static unsigned in_a_line(const struct array *array, size_t room)
{
    unsigned count = 1;
    while (array->width && 2 * count * array->width <= room) count *= 2;
    return count;
}

static void add_elements(const struct array *array, size_t indent, bool fits, struct tw_text *element,
                         struct tw_text *text)
{
    size_t column = indent;
    unsigned count = in_a_line(array, TW_ARRAY_COLUMNS - indent);
    for (unsigned i = 0; i < array->shown; i++) {
        element_text(array, i, element);
        bool full = array->width ? !fits && i % count == 0 : column + element->length > TW_ARRAY_COLUMNS;
        if (column > indent && full) {
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
    bool beside = indent + total <= TW_ARRAY_COLUMNS || (total > TW_ARRAY_COLUMNS && indent <= LONG_NAME);
    tw_text_addf(text, beside ? "%s: " : "%s:\n", name);
    if (!beside) indent = total <= TW_ARRAY_COLUMNS ? 0 : BELOW;
    if (!beside) tw_text_add_repeat(text, ' ', indent);
    add_elements(&array, indent, indent + total <= TW_ARRAY_COLUMNS, &one, text);
    if (count > array.shown) {
        tw_text_add_repeat(text, ' ', indent);
        tw_text_addf(text, "... and %" PRIu64 " more\n", count - array.shown);
    }
    tw_text_free(&one);
}
