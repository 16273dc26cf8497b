/* What is known of each element type, out of TW_ELEMENTS. */
#include <tilewright/element.h>

#include <stddef.h>

static const struct tw_element_info elements[] = {
#define X(constant, name, scalar, bytes, components, exact)                                                  \
    {name, scalar, bytes, components, (bytes) * (components), exact},
    TW_ELEMENTS(X)
#undef X
};

const struct tw_element_info *tw_element_info(enum tw_element element)
{
    return (size_t)element < TW_ELEMENT_COUNT ? &elements[element] : NULL;
}
