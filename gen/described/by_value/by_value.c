/* Structures in C's layout. */
#include "gen/described/by_value/by_value.h"

#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/described/argument_parts.h"
#include "gen/family.h"

#define POINTER 8u /* bytes of one, and of a number without a type half of them */

/* Where the functions below write, and tell what fails. */
struct layout {
    const struct tw_by_value *by;
    uint32_t *entry;
    struct tw_text *reason;
};

static bool refuse(const struct layout *layout, const struct tw_described_argument *argument, const char *why)
{
    *layout->entry = argument->entry;
    return tw_refuse(layout->reason, why);
}

static bool resolve(const struct layout *layout, const struct tw_described_argument *argument,
                    struct tw_described_argument *resolved)
{
    if (tw_described_resolve_argument(argument, layout->by->values, resolved, layout->reason)) return true;
    *layout->entry = resolved->entry;
    return false;
}

static unsigned char *place_at(const struct layout *layout, uint32_t offset)
{
    return layout->by->place ? layout->by->place + offset : NULL;
}

static void tell(const struct layout *layout, const struct tw_described_number *number,
                 const struct tw_element_info *type, unsigned char *place)
{
    if (layout->by->tell) layout->by->tell(layout->by->context, number, type, place);
}

/* ---- what has no members: resolved, at an offset ---- */

static bool add_number(const struct layout *layout, const struct tw_described_argument *number,
                       uint32_t offset, uint32_t *bytes)
{
    static const struct tw_element_info whole = {.scalar = TW_SIGNED, .component_bytes = 4},
                                        single = {.scalar = TW_FLOAT, .component_bytes = 4};
    const struct tw_element_info *type = number->has_type     ? tw_element_info(number->type)
                                         : number->is_integer ? &whole
                                                              : &single;
    unsigned char *place = place_at(layout, offset);
    if (number->has_type && type->components > 1) {
        tw_text_addf(layout->reason, "one number is no %s: give all components in a list", type->name);
        *layout->entry = number->entry;
        return false;
    }
    *bytes = type->component_bytes;
    if (place) tw_described_store(type->scalar, *bytes, number->value, number->integer, place);
    if (place) tell(layout, &number->valued, type, place);
    return true;
}

/* Components, each a number of its own. */
static bool add_list(const struct layout *layout, const struct tw_described_argument *list, uint32_t offset,
                     uint32_t *bytes)
{
    const struct tw_element_info *type = tw_element_info(list->type);
    for (size_t i = 0; i < list->listed_count; i++) {
        struct tw_described_argument one = {.has_type = true, .type_name = -1, .type = list->type};
        struct tw_expression_value value;
        unsigned char *place = place_at(layout, offset + (uint32_t)i * type->component_bytes);
        if (!tw_described_number_value(&list->listed[i], layout->by->values, "value", &value,
                                       layout->reason) ||
            !tw_described_take_value(&one, &value, layout->reason)) {
            *layout->entry = list->listed[i].entry;
            return false;
        }
        if (place) tw_described_store(type->scalar, type->component_bytes, one.value, one.integer, place);
        if (place) tell(layout, &list->listed[i], type, place);
    }
    *bytes = (uint32_t)list->listed_count * type->component_bytes;
    if (list->listed_count % type->components == 0) return true;
    tw_text_addf(layout->reason, "%zu numbers are no elements of %u, as %s has", list->listed_count,
                 type->components, type->name);
    *layout->entry = list->entry;
    return false;
}

static bool add_file(const struct layout *layout, const struct tw_described_argument *file, uint32_t offset,
                     uint32_t *bytes)
{
    unsigned char *place = place_at(layout, offset);
    *bytes = file->size;
    if (file->byte_count != file->size) {
        tw_text_addf(layout->reason, "%s holds %zu bytes, and \"bytes\" says %" PRIu32, file->file,
                     file->byte_count, file->size);
        *layout->entry = file->entry;
        return false;
    }
    if (place) memcpy(place, file->bytes, file->byte_count);
    return true;
}

/* An address, or a number that is passed: the caller puts it there. */
static bool add_other(const struct layout *layout, const struct tw_described_argument *member,
                      uint32_t offset, uint32_t *bytes)
{
    unsigned char *place = place_at(layout, offset);
    *bytes = tw_described_is_pointer(member) ? POINTER : tw_described_bytes(member);
    if (member->is_null || !place) return true;
    *layout->entry = member->entry;
    return layout->by->put && layout->by->put(layout->by->context, member, place, layout->reason);
}

static bool add_simple(const struct layout *layout, const struct tw_described_argument *argument,
                       uint32_t offset, uint32_t *bytes)
{
    struct tw_described_argument own;
    if (!resolve(layout, argument, &own)) return false;
    return (tw_described_is_pointer(&own) ? add_other
            : own.listed                  ? add_list
            : own.size                    ? add_file
            : !own.has_value              ? add_other
                                          : add_number)(layout, &own, offset, bytes);
}

/* ---- structures ---- */

/* A member that says where it is may be anywhere. */
static uint32_t alignment_of(const struct layout *layout, const struct tw_described_argument *argument)
{
    struct tw_described_argument own;
    uint32_t most = 1;
    for (size_t i = 0; i < argument->member_count; i++) {
        const struct tw_described_argument *member = &argument->members[i];
        const uint32_t alignment = member->has_at ? 1 : alignment_of(layout, member);
        if (alignment > most) most = alignment;
    }
    if (argument->members || (argument->size && !argument->listed)) return most;
    if (tw_described_is_pointer(argument)) return POINTER;
    if (!argument->has_type) return POINTER / 2;
    struct tw_text unused = {0}; /* what fails is told where the member is laid out */
    const bool fine = tw_described_resolve_argument(argument, layout->by->values, &own, &unused);
    tw_text_free(&unused);
    return fine ? tw_described_bytes(&own) : most;
}

/* Adds the argument at an offset that it may stand at. It is measured before it is written. */
static bool add(const struct layout *layout, const struct tw_described_argument *argument, uint32_t offset,
                uint32_t *bytes);

static bool add_members(const struct layout *layout, const struct tw_described_argument *structure,
                        uint32_t offset, uint32_t *bytes)
{
    uint32_t end = 0, more;
    for (size_t i = 0; i < structure->member_count; i++) {
        const struct tw_described_argument *member = &structure->members[i];
        const uint32_t begin =
            member->has_at ? member->at : (uint32_t)tw_multiple_up(end, alignment_of(layout, member));
        if (begin < end) return refuse(layout, member, "its \"at\" lies within the member before it");
        if (!add(layout, member, offset + begin, &more)) return false;
        end = begin + more;
    }
    *bytes =
        structure->size ? structure->size : (uint32_t)tw_multiple_up(end, alignment_of(layout, structure));
    if (end <= *bytes) return true;
    tw_text_addf(layout->reason, "its members end at byte %" PRIu32 ", and \"bytes\" says %" PRIu32, end,
                 *bytes);
    *layout->entry = structure->entry;
    return false;
}

static bool add(const struct layout *layout, const struct tw_described_argument *argument, uint32_t offset,
                uint32_t *bytes)
{
    *bytes = 0;
    if (!(argument->members ? add_members : add_simple)(layout, argument, offset, bytes)) return false;
    if (offset <= TW_BY_VALUE_MOST && *bytes <= TW_BY_VALUE_MOST - offset) return true;
    return refuse(layout, argument, "a kernel's parameters have at most 32764 bytes");
}

bool tw_by_value_lay(const struct tw_by_value *by, const struct tw_described_argument *argument,
                     uint32_t *bytes, uint32_t *alignment, uint32_t *entry, struct tw_text *reason)
{
    const struct tw_by_value blind = {.values = by->values};
    struct layout layout = {&blind, entry, reason};
    if (!add(&layout, argument, 0, bytes)) return false;
    layout.by = by; /* which has room for all that was measured */
    *alignment = alignment_of(&layout, argument);
    return !by->place || add(&layout, argument, 0, bytes);
}
