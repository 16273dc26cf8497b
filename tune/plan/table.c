/* The table of plans: found by problem and context, with linear probing. */
#include <string.h>

#include "base/hash.h"
#include "tune/plan/planner.h"

/* Mixes a text's hash into another: an odd multiplier moves every bit to where the table looks. */
static uint64_t mix(uint64_t hash, uint64_t more)
{
    return (hash ^ more) * UINT64_C(0x9E3779B97F4A7C15);
}

struct tw_plan_key tw_plan_key_of(const struct tw_problem *problem, CUcontext context)
{
    struct tw_plan_key key = {.context = context,
                              .family = problem->family,
                              .fields = problem->fields ? problem->fields : "{}",
                              .name = problem->name ? problem->name : "plan",
                              .effort = problem->effort};
    key.hash = mix(tw_hash(key.fields, strlen(key.fields)), (uintptr_t)context ^ (uintptr_t)problem->effort);
    key.hash = mix(key.hash, tw_hash(key.family, strlen(key.family)));
    key.hash = mix(key.hash, tw_hash(key.name, strlen(key.name)));
    key.hash ^= key.hash >> 32;
    return key;
}

bool tw_plan_key_same(const struct tw_plan_key *a, const struct tw_plan_key *b)
{
    return a->hash == b->hash && a->context == b->context && a->effort == b->effort &&
           strcmp(a->fields, b->fields) == 0 && strcmp(a->family, b->family) == 0 &&
           strcmp(a->name, b->name) == 0;
}

struct tw_plan *tw_plan_table_find(const struct tw_plan_table *table, const struct tw_plan_key *key)
{
    if (!table->capacity) return NULL;
    for (size_t i = key->hash & (table->capacity - 1); table->slots[i]; i = (i + 1) & (table->capacity - 1)) {
        if (tw_plan_key_same(&table->slots[i]->key, key)) return table->slots[i];
    }
    return NULL;
}

void tw_plan_table_add(struct tw_plan_table *table, struct tw_plan *plan)
{
    size_t i = plan->key.hash & (table->capacity - 1);
    while (table->slots[i]) i = (i + 1) & (table->capacity - 1);
    table->slots[i] = plan;
    table->count++;
}

bool tw_plan_table_reserve(struct tw_planner *planner, struct tw_plan_table *table)
{
    if (2 * (table->count + 1) <= table->capacity) return true;
    struct tw_plan_table larger = {.capacity = table->capacity ? 2 * table->capacity : 16};
    larger.slots = tw_planner_allocate(planner, larger.capacity * sizeof(struct tw_plan *));
    if (!larger.slots) return false;
    for (size_t i = 0; i < table->capacity; i++) {
        if (table->slots[i]) tw_plan_table_add(&larger, table->slots[i]);
    }
    tw_planner_release(planner, table->slots);
    *table = larger;
    return true;
}

/* Emptying a slot breaks the probing of those behind it: what stays is entered again. */
static void close_gap(struct tw_plan_table *table, size_t gap)
{
    size_t mask = table->capacity - 1;
    for (size_t i = (gap + 1) & mask; table->slots[i]; i = (i + 1) & mask) {
        struct tw_plan *plan = table->slots[i];
        table->slots[i] = NULL;
        table->count--;
        tw_plan_table_add(table, plan);
    }
}

void tw_plan_table_remove(struct tw_planner *planner, struct tw_plan_table *table, bool all,
                          void (*take)(struct tw_planner *planner, struct tw_plan *plan))
{
    for (size_t i = 0; i < table->capacity;) {
        struct tw_plan *plan = table->slots[i];
        if (!plan || (!all && atomic_load(&plan->uses))) {
            i++;
            continue;
        }
        table->slots[i] = NULL;
        table->count--;
        close_gap(table, i); /* may move another plan to this slot: it is looked at again */
        take(planner, plan);
    }
}
