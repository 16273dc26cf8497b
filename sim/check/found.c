/* Findings collected, and the words by which checks and findings are called. */
#include "sim/check/found.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

static bool same(const struct tw_found *a, const struct tw_found *b)
{
    return a->told.fault == b->told.fault && a->told.is_note == b->told.is_note && a->op == b->op &&
           a->other == b->other;
}

static struct tw_found *find(const struct tw_findings *list, const struct tw_found *found)
{
    for (size_t i = 0; i < list->count; i++) {
        if (same(&list->found[i], found)) return &list->found[i];
    }
    return NULL;
}

bool tw_found_known(struct tw_findings *list, const struct tw_found *found)
{
    struct tw_found *known = find(list, found);
    if (known) known->told.times++;
    if (known) known->told.between_blocks |= found->told.between_blocks;
    if (!known && list->count == TW_SIM_MAX_FINDINGS) list->left_out++;
    return known || list->count == TW_SIM_MAX_FINDINGS;
}

/* The place for one more, or NULL. */
static struct tw_found *grow(struct tw_findings *list)
{
    struct tw_found *grown = tw_grow(list->found, list->count, &list->capacity, sizeof *grown);
    if (!grown) return NULL;
    list->found = grown;
    return &list->found[list->count];
}

void tw_found_add(struct tw_findings *list, const struct tw_found *found, const char *text)
{
    struct tw_found *place = grow(list);
    char *copy = place ? strdup(text) : NULL;
    if (!copy) {
        list->left_out++;
        return;
    }
    *place = *found;
    place->told.text = copy;
    place->told.times = 1;
    list->count++;
}

static void free_text(struct tw_found *found)
{
    free((char *)found->told.text);
    found->told.text = NULL;
}

void tw_found_free(struct tw_findings *list)
{
    for (size_t i = 0; i < list->count; i++) free_text(&list->found[i]);
    free(list->found);
    *list = (struct tw_findings){0};
}

static void merge_one(struct tw_findings *to, struct tw_found *found)
{
    struct tw_found *known = find(to, found);
    struct tw_found *place = known || to->count == TW_SIM_MAX_FINDINGS ? NULL : grow(to);
    if (place) {
        *place = *found;
        to->count++;
        found->told.text = NULL;
    } else if (known) {
        const uint64_t times = known->told.times + found->told.times;
        if (found->block < known->block) {
            struct tw_found kept = *known;
            *known = *found;
            *found = kept;
        }
        known->told.times = times;
        known->told.between_blocks |= found->told.between_blocks;
    } else {
        to->left_out += found->told.times;
    }
    free_text(found);
}

void tw_found_merge(struct tw_findings *to, struct tw_findings *from, uint64_t last)
{
    for (size_t i = 0; i < from->count; i++) {
        if (from->found[i].block <= last) merge_one(to, &from->found[i]);
    }
    to->left_out += from->left_out;
    tw_found_free(from);
}

struct tw_sim_finding *tw_found_list(struct tw_findings *list)
{
    for (size_t i = 1; i < list->count; i++) {
        struct tw_found found = list->found[i];
        size_t at = i;
        for (; at && list->found[at - 1].block > found.block; at--) list->found[at] = list->found[at - 1];
        list->found[at] = found;
    }
    struct tw_sim_finding *told = list->count ? calloc(list->count, sizeof *told) : NULL;
    for (size_t i = 0; told && i < list->count; i++) told[i] = list->found[i].told;
    return told;
}

const char *tw_sim_fault_word(enum tw_sim_fault fault)
{
    static const char *const words[] = {"none",
#define X(fault, word) word,
                                        TW_SIM_FAULTS(X)
#undef X
    };
    return words[fault];
}

/* The bits of a word, or 0. */
static unsigned checks_named(const char *word, size_t length)
{
    static const struct {
        const char *name;
        unsigned bits;
    } checks[] = {
#define X(check, bit, name, usual) {name, check},
        TW_SIM_CHECKS(X)
#undef X
            {"all", TW_SIM_CHECK_ALL},
        {"usual", TW_SIM_CHECK_USUAL},
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        bool named = strlen(checks[i].name) == length && strncmp(checks[i].name, word, length) == 0;
        if (named) return checks[i].bits;
    }
    return 0;
}

bool tw_sim_checks_read(const char *text, unsigned *checks)
{
    *checks = 0;
    if (strcmp(text, "none") == 0) return true;
    while (*text) {
        size_t length = strcspn(text, ",");
        unsigned bits = checks_named(text, length);
        if (!bits) return false;
        *checks |= bits;
        text += length;
        if (*text && !*++text) return false;
    }
    return true;
}

struct tw_sim_place tw_place_of(const struct tw_program *program, const struct tw_op *op)
{
    const struct tw_ptx_instruction *instruction = op ? op->instruction : NULL;
    if (!instruction) return (struct tw_sim_place){0};
    bool known = instruction->source_line && instruction->source_file < program->module->file_count;
    return (struct tw_sim_place){.opcode = instruction->opcode,
                                 .ptx_line = instruction->line,
                                 .source_line = instruction->source_line,
                                 .source_file =
                                     known ? program->module->files[instruction->source_file] : NULL};
}
