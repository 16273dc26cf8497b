/* The table of plans: found by problem and context, with linear probing. */
#include <string.h>

#include "base/hash.h"
#include "tune/plan/planner.h"

/* Mixes a text's hash into another: an odd multiplier moves every bit to where the table looks. */
static uint64_t mix(uint64_t hash, uint64_t more)
{
    return (hash ^ more) * UINT64_C(0x9E3779B97F4A7C15);
}

static uint64_t mix_string(uint64_t hash, const char *string)
{
    return mix(hash, tw_hash(string, strlen(string)));
}

static uint64_t mix_values(uint64_t hash, const struct tw_field_value *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        hash = mix_string(hash, values[i].key);
        hash = values[i].is_word ? mix_string(hash, values[i].text) : mix(hash, (uint64_t)values[i].number);
    }
    return hash;
}

struct tw_plan_key tw_plan_key_of(const struct tw_problem *problem, const struct tw_description *description,
                                  CUcontext context)
{
    struct tw_plan_key key = {.context = context,
                              .family = problem->family,
                              .kernel_hash = description ? tw_description_hash(description) : "",
                              .fields = problem->fields,
                              .values = problem->values,
                              .value_count = problem->value_count,
                              .name = problem->name ? problem->name : "plan",
                              .effort = problem->effort,
                              .no_nearest = problem->no_nearest,
                              .like_device = problem->like_device};
    key.hash = (uintptr_t)context ^ (uintptr_t)problem->effort;
    key.hash =
        key.fields ? mix_string(key.hash, key.fields) : mix_values(key.hash, key.values, key.value_count);
    key.hash = mix_string(key.hash, key.family);
    key.hash = mix_string(key.hash, key.kernel_hash);
    key.hash = mix_string(key.hash, key.name);
    key.hash ^= key.hash >> 32;
    return key;
}

/* Copies a string, if there are any, to *rest + *bytes. */
static void copy_string(const char **string, char *rest, size_t *bytes)
{
    if (!*string) return;
    size_t length = strlen(*string) + 1;
    if (rest) *string = memcpy(rest + *bytes, *string, length);
    *bytes += length;
}

size_t tw_plan_key_copy(struct tw_plan_key *key, char *rest)
{
    size_t bytes = key->value_count * sizeof *key->values;
    struct tw_field_value *values = (struct tw_field_value *)(void *)rest;
    if (rest && bytes) key->values = memcpy(values, key->values, bytes);
    for (unsigned i = 0; i < key->value_count; i++) {
        struct tw_field_value value = key->values[i];
        copy_string(&value.key, rest, &bytes);
        if (value.is_word) copy_string(&value.text, rest, &bytes);
        if (rest) values[i] = value;
    }
    copy_string(&key->family, rest, &bytes);
    copy_string(&key->name, rest, &bytes);
    copy_string(&key->kernel_hash, rest, &bytes);
    copy_string(&key->fields, rest, &bytes);
    copy_string(&key->like_device, rest, &bytes);
    return (bytes + 7) / 8 * 8;
}

static bool same_values(const struct tw_plan_key *a, const struct tw_plan_key *b)
{
    for (unsigned i = 0; i < a->value_count; i++) {
        const struct tw_field_value *x = &a->values[i], *y = &b->values[i];
        if (strcmp(x->key, y->key) != 0 || x->is_word != y->is_word) return false;
        if (x->is_word ? strcmp(x->text, y->text) != 0 : x->number != y->number) return false;
    }
    return true;
}

/* NULL is the same as NULL alone. */
static bool same_string(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool tw_plan_key_same(const struct tw_plan_key *a, const struct tw_plan_key *b)
{
    return a->hash == b->hash && a->context == b->context && a->effort == b->effort &&
           a->no_nearest == b->no_nearest && same_string(a->like_device, b->like_device) &&
           a->value_count == b->value_count && same_string(a->fields, b->fields) &&
           strcmp(a->family, b->family) == 0 && strcmp(a->kernel_hash, b->kernel_hash) == 0 &&
           strcmp(a->name, b->name) == 0 && same_values(a, b);
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
