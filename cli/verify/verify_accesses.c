/* The rows of a variant's accesses: what the witnesses say of each, and its addresses where they differ. */
#include <inttypes.h>
#include <string.h>

#include "cli/verify/verify_show.h"

/* What each access is shown with. */
struct view {
    const struct tw_verify *verify;
    size_t number; /* of the variant */
    bool shows;    /* the addresses of all, since the GPU counts something else */
    struct tw_table *table;
};

static void add_addresses(const char *who, unsigned warp, const uint32_t address[TW_WARP], uint32_t active,
                          struct tw_text *text)
{
    tw_text_addf(text, "        %s addresses of warp %u:", who, warp);
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        if (lane % 8 == 0) tw_text_add(text, "\n           ");
        if (active >> lane & 1u)
            tw_text_addf(text, " %5" PRIu32, address[lane]);
        else
            tw_text_add(text, "     -");
    }
    tw_text_add_char(text, '\n');
}

static void add_both_addresses(const struct view *view, const struct tw_verify_access *access,
                               struct tw_text *text)
{
    const struct tw_line_cost *line = &access->line;
    uint32_t address[TW_WARP], active = 0;
    if (access->access) active = tw_verify_addresses(view->verify, view->number, access, line->warp, address);
    if (active) add_addresses("predicted", line->warp, address, active, text);
    if (line->active) add_addresses("simulated", line->warp, line->address, line->active, text);
}

static void add_name(const struct tw_verify_access *access, struct tw_text *name)
{
    tw_text_add(name, "    ");
    tw_text_add(name, access->access ? access->access->name : "no such access");
    if (access->accesses > 1) tw_text_addf(name, " and %u more", access->accesses - 1);
    if (access->lines) tw_text_addf(name, ", line %u", access->line.line);
    if (access->lines > 1) tw_text_addf(name, " and %u more", access->lines - 1);
    if (access->launch) tw_text_addf(name, ", launch %u", access->launch + 1);
}

static bool agree(const struct tw_verify_access *access, enum tw_witness one, enum tw_witness other)
{
    return memcmp(access->cost[one], access->cost[other], sizeof *access->cost) == 0;
}

static void add_access(void *context, const struct tw_verify_access *access)
{
    const struct view *view = context;
    struct tw_text name = {0}, note = {0};
    const bool measures = access->measures && access->lines;
    const bool even = agree(access, TW_PREDICTED, TW_SIMULATED);
    const bool same = !measures || agree(access, TW_MEASURED, TW_SIMULATED);
    add_name(access, &name);
    struct tw_verify_line line = {
        .name = tw_text_part(&view->table->cells, &name),
        .known = {[TW_PREDICTED] = true, [TW_SIMULATED] = true, [TW_MEASURED] = measures},
        .undashed = true,
        .of = access->cost[TW_SIMULATED],
        .word = !even  ? "DIFFERS"
                : same ? ""
                       : "otherwise"};
    memcpy(line.cost, access->cost, sizeof line.cost);
    tw_table_add(view->table, &line);
    if (!even || view->shows) add_both_addresses(view, access, &note);
    tw_table_note(view->table, &note);
    tw_text_free(&name);
    tw_text_free(&note);
}

void tw_verify_add_accesses(const struct tw_verify *verify, size_t number, enum tw_access op, bool shows,
                            struct tw_table *table)
{
    struct view view = {verify, number, shows, table};
    if (tw_verify_accesses(verify, number, op, add_access, &view)) tw_text_fail(&table->cells);
}
