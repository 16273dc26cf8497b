/* The words of a bank map, the same for terminal and picture; and how its cells are marked and coloured. */
#include "gen/layout/bankmap_draw.h"

#include <inttypes.h>
#include <string.h>

#define RANGES_TOLD    3u /* of the warps that cost the same */
#define REST_INDENT    6u /* of a line that does not fit */
#define CONFLICTS_TOLD 4u /* of a request, when the lines are for a screen */

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void say_number_range(struct tw_text *out, unsigned first, unsigned last)
{
    tw_text_addf(out, "%u", first);
    if (last != first) tw_text_addf(out, "-%u", last);
}

/* The tile, its layout in shape:stride form. */
static void say_tile(const struct tw_bankmap *map, struct tw_text *out)
{
    static const char *const swizzles[] = {"", ", skew swizzle", ", xor swizzle"};
    const struct tw_layout *layout = &map->layout;
    unsigned pad = layout->pitch - layout->columns, bytes = layout->element_bytes;
    if (layout->height) tw_text_addf(out, "%u x ", layout->rows / layout->height);
    tw_text_addf(out, "%u x %u elements of %u byte%s", tw_layout_height(layout), layout->columns, bytes,
                 plural(bytes));
    if (pad) tw_text_addf(out, " + %u of padding per row", pad);
    tw_text_addf(out, "%s: ", swizzles[layout->swizzle]);
    tw_layout_add_shape(layout, out);
}

/* How elements meet banks, where it is not one to one. */
static void say_width(const struct tw_bankmap *map, struct tw_text *out)
{
    unsigned bytes = map->layout.element_bytes, word = map->machine.mode / 8;
    unsigned group = tw_bank_lanes_on(&map->machine, bytes), span = tw_bankmap_span(map);
    if (bytes < word) tw_text_addf(out, "; %u elements share a word", word / bytes);
    if (span > 1) tw_text_addf(out, "; an element spans %u banks", span);
    if (group < map->machine.banks)
        tw_text_addf(out, "%s %u lane%s are served together", span > 1 ? ", and" : ";", group, plural(group));
}

void tw_bank_machine_add(const struct tw_bank_machine *machine, struct tw_text *out)
{
    tw_text_addf(out, "%u banks of %u bytes", machine->banks, machine->bytes);
    if (machine->bytes == 8) tw_text_addf(out, " in %u-bit mode", machine->mode);
}

static void say_machine(const struct tw_bankmap *map, struct tw_text *out)
{
    const struct tw_bank_machine *machine = &map->machine;
    if (machine->banks != TW_BANKS)
        tw_text_add(out, "an imagined machine: ");
    else if (machine->bytes == 8)
        tw_text_add(out, "as compute capability 3.x: ");
    tw_bank_machine_add(machine, out);
    tw_text_addf(out, ", warps of %u lanes", machine->banks);
    say_width(map, out);
}

/* "0-7, 9, 11-31": the ranges of members, after the first `limit` of them "...". */
static void say_ranges(const bool *member, unsigned count, unsigned limit, struct tw_text *out)
{
    unsigned said = 0;
    for (unsigned first = 0, last; first < count; first = last + 1) {
        last = first;
        if (!member[first]) continue;
        while (last + 1 < count && member[last + 1]) last++;
        if (said++) tw_text_add(out, ", ");
        if (said > limit) {
            tw_text_add(out, "...");
            return;
        }
        say_number_range(out, first, last);
    }
}

/* "1 in 17 warps: 0-15, 20; 2 in 4 warps: 16-19", and of several passes the one that has the dearest request. */
static void say_per_warp(const struct tw_bankmap *map, const struct tw_bank_access *access,
                         struct tw_text *out)
{
    bool member[TW_MAX_BLOCK_THREADS];
    bool several = false;
    for (unsigned wavefronts = 1; wavefronts <= TW_MAX_WAVEFRONTS; wavefronts++) {
        unsigned warps = 0;
        for (unsigned warp = 0; warp < map->warps; warp++) {
            member[warp] = access->per_warp[warp] == wavefronts;
            warps += member[warp];
        }
        if (!warps) continue;
        tw_text_addf(out, "%s%u in %u warp%s: ", several ? "; " : "", wavefronts, warps, plural(warps));
        say_ranges(member, map->warps, RANGES_TOLD, out);
        several = true;
    }
    if (several && access->info.passes > 1)
        tw_text_addf(out, " (pass %u of %u)", access->worst.pass + 1, access->info.passes);
}

/* "lanes 0-15", "lanes 0, 2, 4-7" */
static void say_lanes(uint32_t lanes, struct tw_text *out)
{
    bool member[TW_WARP];
    for (unsigned lane = 0; lane < TW_WARP; lane++) member[lane] = lanes >> lane & 1u;
    tw_text_add(out, lanes & (lanes - 1) ? "lanes " : "lane ");
    say_ranges(member, TW_WARP, TW_WARP, out);
}

static void say_request(const struct tw_bankmap *map, const struct tw_bank_access *access,
                        struct tw_text *out)
{
    const struct tw_bank_request *request = &access->worst;
    tw_text_addf(out, "%s, warp %u", access->info.name, request->warp);
    if (access->info.passes > 1) tw_text_addf(out, ", pass %u of %u", request->pass + 1, access->info.passes);
    if (request->conflict_count) {
        tw_text_addf(out, ": %u wavefronts where %u would do", request->wavefronts, request->ideal);
    } else {
        tw_text_addf(out, ": %u wavefront%s, no bank conflict", request->wavefronts,
                     plural(request->wavefronts));
    }
    if (request->active != UINT32_MAX >> (TW_WARP - map->machine.banks))
        tw_text_add(out, " (the warp is not full)");
}

static void say_element(const struct tw_bankmap *map, uint32_t offset, struct tw_text *out)
{
    unsigned row, column, height = map->layout.height;
    if (tw_bankmap_element(map, offset, &row, &column)) {
        tw_text_add_char(out, ' ');
        if (height) tw_text_addf(out, "[%u]", row / height);
        tw_text_addf(out, "[%u][%u]", height ? row % height : row, column);
    } else {
        tw_text_addf(out, " byte %" PRIu32, offset);
    }
}

/* The elements of the conflict in lane order: all of up to four, else the first three and the last. */
static void say_elements(const struct tw_bankmap *map, const struct tw_bank_request *request, uint32_t lanes,
                         struct tw_text *out)
{
    unsigned total = 0, told = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) total += lanes >> lane & 1u;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        if (!(lanes >> lane & 1u)) continue;
        told++;
        if (told <= 3 || told == total) say_element(map, request->addr[lane], out);
        if (told == 3 && total > 4) tw_text_add(out, " ...");
    }
}

/* What a bank serves one of at a time: in 32-bit mode on 8 bytes word i of its segment, and word i + 32. */
static const char *unit(const struct tw_bank_machine *machine)
{
    return machine->bytes * 8 > machine->mode ? "pairs of words" : "words";
}

static void say_conflict(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned number,
                         struct tw_text *out)
{
    const struct tw_bank_conflict *conflict = &access->worst.conflicts[number];
    tw_text_addf(out, "bank%s ", plural(conflict->banks));
    say_number_range(out, conflict->bank, conflict->bank + conflict->banks - 1);
    tw_text_addf(out, ": %u %s%s, ", conflict->words, unit(&map->machine),
                 conflict->banks > 1 ? " each" : "");
    say_lanes(conflict->lanes, out);
    tw_text_add(out, ":");
    say_elements(map, &access->worst, conflict->lanes, out);
}

static void say_step(const struct tw_bankmap *map, const struct tw_bank_why *why, struct tw_text *out)
{
    unsigned period = map->machine.banks / why->gcd;
    tw_text_addf(out, "each lane is %u word%s after the one before: gcd(%u,%u) = %u, so ", why->step,
                 plural(why->step), why->step, map->machine.banks, why->gcd);
    if (why->run <= period) {
        tw_text_addf(out, "no two of the %u lanes share a bank", why->run);
    } else if (period == 1) {
        tw_text_add(out, "all lanes meet in one bank");
    } else {
        tw_text_addf(out, "lanes %u apart meet in one bank", period);
    }
}

static void say_runs(const struct tw_bankmap *map, const struct tw_bank_why *why, struct tw_text *out)
{
    unsigned banks = map->machine.banks, wanted = banks / why->run;
    tw_text_addf(out,
                 "runs of %u lanes begin 1 word apart, and each lane is %u word%s after the one before: "
                 "conflict-free needs gcd(%u,%u) = %u/%u = %u, %s %u",
                 why->run, why->step, plural(why->step), why->step, banks, banks, why->run, wanted,
                 wanted == why->gcd ? "and it is" : "but it is", why->gcd);
}

static void say_why(const struct tw_bankmap *map, const struct tw_bank_access *access, struct tw_text *out)
{
    if (access->why.reason == TW_REASON_STEP) say_step(map, &access->why, out);
    if (access->why.reason == TW_REASON_RUNS) say_runs(map, &access->why, out);
}

/* Adds a paragraph: its words, `indent` spaces before each line,
 * broken before `columns` where that is possible. */
static void add_paragraph(struct tw_text *out, unsigned indent, unsigned columns, const char *words)
{
    size_t used = 0;
    while (*words) {
        size_t length = strcspn(words, " ");
        bool breaks = used && columns && indent + used + 1 + length > columns;
        if (breaks) tw_text_add_char(out, '\n');
        if (breaks || !used) {
            tw_text_add_repeat(out, ' ', indent);
            used = 0;
        } else {
            tw_text_add_char(out, ' ');
            used++;
        }
        tw_text_add_bytes(out, words, length);
        used += length;
        words += length + strspn(words + length, " ");
    }
    tw_text_add_char(out, '\n');
}

/* Adds a sentence as a paragraph of its own, and frees it. */
static void tell(struct tw_text *out, unsigned columns, struct tw_text *sentence)
{
    const char *words = tw_text_part(out, sentence);
    if (*words) add_paragraph(out, 2, columns, words);
    tw_text_free(sentence);
}

/* Adds "; lanes 0-7 at banks 8-15", of the dearest warp, where some threads of the block take no part in the access. */
static void say_place(const struct tw_bankmap *map, const struct tw_bank_access *access, struct tw_text *out)
{
    const struct tw_bank_request *request = &access->worst;
    const struct tw_bank_machine *machine = &map->machine;
    bool member[TW_BANKS] = {false};
    unsigned banks = 0;
    if (access->threads == map->threads || !request->active) return;
    for (unsigned lane = 0; lane < machine->banks; lane++) {
        for (unsigned byte = 0; request->active >> lane & 1u && byte < access->info.bytes; byte++)
            member[tw_bank_of(machine, request->addr[lane] + byte)] = true;
    }
    tw_text_add(out, "; ");
    say_lanes(request->active, out);
    tw_text_add(out, " at ");
    for (unsigned bank = 0; bank < machine->banks; bank++) banks += member[bank];
    tw_text_add(out, banks > 1 ? "banks " : "bank ");
    say_ranges(member, machine->banks, TW_BANKS, out);
}

/* The line as it is, but for what is beyond `columns` (0: nothing is), which stands below. */
static void add_broken(struct tw_text *out, unsigned columns, const char *line)
{
    size_t length = strlen(line), cut = length;
    if (columns && length > columns) {
        cut = columns;
        while (cut && line[cut] != ' ') cut--;
    }
    tw_text_add_bytes(out, line, cut);
    tw_text_add_char(out, '\n');
    if (cut < length) add_paragraph(out, REST_INDENT, columns, line + cut + strspn(line + cut, " "));
}

static void say_costs(const struct tw_bankmap *map, unsigned columns, struct tw_text *out)
{
    int width = 6;
    for (unsigned i = 0; i < map->access_count; i++) {
        int length = (int)strlen(map->accesses[i].info.name);
        if (length > width) width = length;
    }
    tw_text_addf(out, "  %-*s  op     requests  wavefronts  ideal  per request\n", width, "access");
    for (unsigned i = 0; i < map->access_count; i++) {
        const struct tw_bank_access *access = &map->accesses[i];
        struct tw_text line = {0};
        tw_text_addf(&line, "  %-*s  %-5s  %8u  %10" PRIu64 "  %5" PRIu64 "  ", width, access->info.name,
                     access->info.op == TW_LOAD ? "load" : "store", access->requests, access->wavefronts,
                     access->ideal);
        say_per_warp(map, access, &line);
        say_place(map, access, &line);
        add_broken(out, columns, tw_text_part(out, &line));
        tw_text_free(&line);
    }
}

/* The banks that must serve the most words come first. */
static void say_conflicts(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned columns,
                          struct tw_text *out)
{
    unsigned count = access->worst.conflict_count, told = 0;
    unsigned wanted = count > CONFLICTS_TOLD && columns ? CONFLICTS_TOLD : count;
    for (unsigned words = TW_MAX_WAVEFRONTS; words > 1; words--) {
        for (unsigned i = 0; i < count && told < wanted; i++) {
            if (access->worst.conflicts[i].words != words) continue;
            struct tw_text line = {0};
            say_conflict(map, access, i, &line);
            tell(out, columns, &line);
            told++;
        }
    }
    if (told < count) tw_text_addf(out, "  ... and %u more\n", count - told);
}

void tw_say_head(const struct tw_bankmap *map, const char *fields, unsigned columns, struct tw_text *out)
{
    struct tw_text tile = {0}, machine = {0};
    add_paragraph(out, 2, columns, fields);
    say_tile(map, &tile);
    tell(out, columns, &tile);
    say_machine(map, &machine);
    tell(out, columns, &machine);
    tw_text_add_char(out, '\n');
    say_costs(map, columns, out);
}

void tw_say_access(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned columns,
                   struct tw_text *out)
{
    struct tw_text request = {0}, why = {0};
    say_request(map, access, &request);
    tell(out, columns, &request);
    say_why(map, access, &why);
    tell(out, columns, &why);
    say_conflicts(map, access, columns, out);
}

void tw_say_bank(const struct tw_bankmap *map, unsigned bank, struct tw_text *out)
{
    say_number_range(out, bank, (bank + tw_bankmap_span(map) - 1) % map->machine.banks);
}

/* The last of the accesses in which the most threads take part. */
static unsigned widest(const struct tw_bankmap *map)
{
    unsigned found = 0;
    for (unsigned i = 0; i < map->access_count; i++) {
        if (map->accesses[i].threads >= map->accesses[found].threads) found = i;
    }
    return found;
}

bool tw_is_drawn(const struct tw_bankmap *map, unsigned access)
{
    bool conflicts = false;
    for (unsigned i = 0; i < map->access_count; i++) conflicts |= map->accesses[i].worst.conflict_count > 0;
    return conflicts ? map->accesses[access].worst.conflict_count > 0 : access == widest(map);
}

enum tw_mark tw_cell_mark(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned row,
                          unsigned column)
{
    if (column >= map->layout.columns) return TW_MARK_PADDING;
    int lane = tw_bankmap_lane(map, access, row, column);
    if (lane < 0) return TW_MARK_NONE;
    return access->worst.conflicting >> lane & 1u ? TW_MARK_CONFLICT : TW_MARK_TOUCHED;
}

void tw_bank_colour(unsigned bank, unsigned banks, unsigned low, unsigned high, unsigned rgb[3])
{
    unsigned range = high - low, place = bank * 6 * range / banks, side = place / range;
    unsigned up = low + place % range, down = high - place % range;
    /* the six sides of the colour circle: red to yellow, to green, to cyan, to blue, to magenta, to red */
    const unsigned red[6] = {high, down, low, low, up, high};
    const unsigned green[6] = {up, high, high, down, low, low};
    const unsigned blue[6] = {low, low, up, high, high, down};
    rgb[0] = red[side];
    rgb[1] = green[side];
    rgb[2] = blue[side];
}
