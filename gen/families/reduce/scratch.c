#include "gen/families/reduce/scratch.h"

#include <assert.h>
#include <string.h>

struct tw_argument tw_reduce_scratch(const char *name, enum tw_element element, uint64_t count,
                                     enum tw_before before)
{
    return (struct tw_argument){.name = name,
                                .role = TW_ROLE_SCRATCH,
                                .before = before,
                                .element = element,
                                .count = count ? count : 1,
                                .align = tw_bytes_of(element)};
}

/* An argument's name lasts as long as the program. */
static const char *partials_of(const char *member)
{
    static const char *const names[] = {"partials_value", "partials_lost", "partials_index", "partials_sum",
                                        "partials_rest",  "partials_tail", "partials_last"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i] + strlen("partials_"), member) == 0) return names[i];
    }
    assert(false);
    return NULL;
}

void tw_reduce_add_partials(const struct tw_reduce *r, uint64_t count, uint64_t counters,
                            struct tw_shape *shape)
{
    for (unsigned i = 0; i < r->member_count; i++)
        tw_shape_add_argument(shape, tw_reduce_scratch(partials_of(r->members[i].name), r->members[i].element,
                                                       count, TW_BEFORE_ANY));
    if (counters)
        tw_shape_add_argument(shape, tw_reduce_scratch("finished", TW_UINT32, counters, TW_BEFORE_ZERO));
}
