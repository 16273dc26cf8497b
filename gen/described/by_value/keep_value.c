/* What a variant passes by value, in the shape's memory: its bytes, and what in them is another argument. */
#include "gen/described/argument_parts.h"
#include "gen/described/by_value/by_value.h"
#include "gen/described/parts.h"

/* A structure that is put together. */
struct keeper {
    const struct tw_described_values *given;
    struct tw_shape *shape;
    struct tw_argument *argument;
    const unsigned char *begin;
};

/* The bytes before the element whose address is meant; the address behind the last element is one, too. */
static bool find_element(const struct keeper *keeper, const struct tw_described_argument *address,
                         uint64_t *ahead, struct tw_text *reason)
{
    struct tw_described_argument other;
    if (!tw_described_resolve_given(keeper->given, address->number, &other, reason)) return false;
    const uint64_t count = other.count ? other.count : other.value_count;
    *ahead = (uint64_t)address->integer * tw_described_bytes(&other);
    if (address->integer >= 0 && (uint64_t)address->integer <= count) return true;
    tw_text_addf(reason, "element %lld of %s, which has %llu elements", (long long)address->integer,
                 address->address, (unsigned long long)count);
    return false;
}

static bool put_member(void *context, const struct tw_described_argument *member, unsigned char *place,
                       struct tw_text *reason)
{
    struct keeper *keeper = context;
    struct tw_argument *argument = keeper->argument;
    struct tw_structure_member one = {.argument = member->number, .at = (uint32_t)(place - keeper->begin)};
    if (member->address && !find_element(keeper, member, &one.ahead, reason)) return false;
    struct tw_structure_member *members = tw_shape_extend(keeper->shape, (void *)(uintptr_t)argument->members,
                                                          argument->member_count, sizeof one);
    if (!members) return true; /* shape->failed says so */
    members[argument->member_count++] = one;
    argument->members = members;
    return true;
}

/* What it is to those that look at elements: a structure is bytes. */
static void set_element(const struct tw_described_argument *resolved, struct tw_argument *argument)
{
    if (!tw_described_is_laid_out(resolved)) return;
    if (!resolved->listed) argument->element = tw_described_is_pointer(resolved) ? TW_UINT64 : TW_UINT8;
    argument->count = argument->value_bytes / tw_element_info(argument->element)->bytes;
}

bool tw_described_keep_value(const struct tw_described_values *given,
                             const struct tw_described_argument *resolved, struct tw_shape *shape,
                             struct tw_argument *argument, struct tw_text *reason)
{
    struct keeper keeper = {given, shape, argument, NULL};
    struct tw_by_value by = {.values = given->value, .put = put_member, .context = &keeper};
    struct tw_text why = {0};
    uint32_t bytes = 0, alignment = 0, ignored;
    bool fine = tw_by_value_lay(&by, resolved, &bytes, &alignment, &ignored, &why);
    keeper.begin = by.place = fine ? tw_shape_array(shape, bytes, 1) : NULL;
    if (by.place) fine = tw_by_value_lay(&by, resolved, &bytes, &alignment, &ignored, &why);
    if (!fine) tw_text_addf(reason, "%s: %s", argument->name, tw_text_part(reason, &why));
    tw_text_free(&why);
    argument->value = by.place;
    argument->value_bytes = bytes;
    argument->align = resolved->size ? 1 : alignment; /* "bytes" that are said are taken as they are */
    set_element(resolved, argument);
    return fine;
}

bool tw_described_passed_bytes(const struct tw_described_values *given,
                               const struct tw_described_argument *resolved, uint32_t *bytes,
                               struct tw_text *reason)
{
    const struct tw_by_value by = {.values = given->value};
    struct tw_text why = {0};
    uint32_t alignment, ignored;
    const bool fine = tw_by_value_lay(&by, resolved, bytes, &alignment, &ignored, &why);
    if (!fine) tw_text_addf(reason, "%s: %s", resolved->name, tw_text_part(reason, &why));
    tw_text_free(&why);
    return fine;
}
