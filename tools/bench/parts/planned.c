#include "tools/bench/parts/planned.h"

#include <string.h>

#include "base/clock.h"
#include "tools/bench/parts/record.h"
#include "tools/bench/parts/timing.h"
#include "tune/plan/store.h"

bool planned_effort(const char *word, enum tw_effort *effort)
{
    for (int i = 0; i < TW_EFFORT_COUNT; i++) {
        *effort = (enum tw_effort)i;
        if (strcmp(word, tw_effort_word(*effort)) == 0) return true;
    }
    return false;
}

int planned_open(enum tw_effort effort, struct planned *planned, struct tw_error *error)
{
    const struct tw_planner_options options = {.no_cache = true, .no_wisdom = true};
    *planned = (struct planned){.effort = effort};
    return tw_planner_open(&options, &planned->planner, error);
}

void planned_close(struct planned *planned)
{
    tw_planner_close(planned->planner);
    planned->planner = NULL;
}

/* The variant of the list that the kernel is, but for what is said of pointers; the list's length if none is. */
static size_t find(const struct tried *tried, const struct tw_kernel *kernel)
{
    const struct tw_family *family = tried->variants.family;
    for (size_t i = 0; i < tried->count; i++) {
        bool same = true;
        for (unsigned f = 0; f < family->field_count && same; f++) {
            struct tw_field_value own = tw_field_value_of(&family->fields[f], tried->variant[i].value[f]);
            const struct tw_field_value *other = &kernel->fields[f];
            same = own.text && other->text ? strcmp(own.text, other->text) == 0 : own.number == other->number;
        }
        if (same) return i;
    }
    return tried->count;
}

static void put_first(struct tried *tried, size_t number)
{
    struct tw_variant chosen = tried->variant[number];
    memmove(tried->variant + 1, tried->variant, number * sizeof chosen);
    tried->variant[0] = chosen;
}

int planned_take(struct planned *planned, const int64_t *problem, struct tried *tried, struct tw_error *error)
{
    const struct tw_family *family = tried->variants.family;
    struct tw_text fields = {0};
    struct tw_plan *plan = NULL;
    record_add_problem(family, problem, &fields);
    const struct tw_problem wanted = {
        .family = family->name, .fields = tw_text_string(&fields), .effort = planned->effort};
    double begin = tw_seconds();
    int code = fields.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                             : tw_plan_make(planned->planner, &wanted, &plan, error);
    double took = tw_seconds() - begin;
    if (took > planned->longest) planned->longest = took;
    if (!code) {
        size_t number = find(tried, tw_plan_kernel(plan));
        planned->estimated += tw_plan_grounds(plan) != TW_GROUNDS_MEASURED;
        if (number < tried->count)
            put_first(tried, number);
        else
            code = tw_fail(error, TW_INPUT, "what a plan takes is not among the ways: %s",
                           tw_text_string(&fields));
    }
    tw_plan_destroy(plan);
    tw_planner_trim(planned->planner);
    tw_text_free(&fields);
    return code;
}
