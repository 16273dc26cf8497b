/* Loads that are put off: down to the cells they come when something is stored in their region, if ever (grid_cells.h). */
#include "sim/check/grid_cells.h"
#include "sim/exec/memory/lane_access.h"

#include <stdlib.h>
#include <string.h>

#define LOG_MOST ((size_t)1 << 24) /* words of all logs: then an allocation's are put down */

/* In a log; without a step followed by how far each lane's address is behind `first`. */
struct late {
    uint32_t number, active;
    uint32_t cells;
    int32_t step;
    uint64_t first;
};

#define NO_STEP    INT32_MIN
#define LATE_WORDS (sizeof(struct late) / sizeof(uint32_t))

/* The regions from one offset in the allocation to another. */
static uint64_t regions(const struct tw_grid_lines *lines, uint64_t low, uint64_t high)
{
    unsigned first = (unsigned)(low >> lines->region), last = (unsigned)(high >> lines->region);
    return (UINT64_MAX >> (63 - last)) & (UINT64_MAX << first);
}

static struct tw_grid_lines *lines_of(const struct tw_grid_step *step, const struct tw_machine *machine)
{
    struct tw_grid_lines *lines = &step->races->lines[step->held - machine->allocations];
    while (!lines->region || (step->held->bytes - 1) >> lines->region >= 64) lines->region++;
    return lines;
}

static bool find(struct tw_grid_step *step, const struct tw_machine *machine, uint64_t address)
{
    if (!step->held || address - step->held->address >= step->held->bytes)
        step->held = tw_machine_find(machine, address);
    return step->held != NULL;
}

/* --- putting off */

/* How far the lanes are behind `first`, and how far apart; false: too far. */
static bool spread(const struct tw_lane_access *access, uint64_t first, uint32_t near[32], int64_t *low,
                   int64_t *high)
{
    int32_t least = 0, most = 0;
    uint64_t far = 0;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t distance = access->address[i] - first;
        far |= (distance + 0x80000000u) >> 32;
        near[i] = (uint32_t)distance;
    }
    for (unsigned i = 0; i < 32; i++) {
        int32_t distance = (int32_t)near[i];
        least = distance < least ? distance : least;
        most = distance > most ? distance : most;
    }
    *low = least;
    *high = most;
    return !far;
}

static bool make_room(struct tw_grid_races *races, struct tw_grid_lines *lines, size_t words)
{
    if (lines->logged + words <= lines->room) return true;
    size_t room = lines->room ? lines->room * 2 : 4096;
    if (races->logged + room > LOG_MOST) return false;
    uint32_t *grown = realloc(lines->log, room * sizeof *grown);
    if (!grown) return false;
    races->logged += room - lines->room;
    lines->log = grown;
    lines->room = room;
    return true;
}

/* The last byte of a lane's access, from its first. */
static uint64_t last_of(const struct tw_grid_step *step)
{
    return ((uint64_t)step->cells << step->races->grain_log2) - 1;
}

static void put_down(struct tw_grid_step *of, const struct tw_machine *machine, struct tw_grid_lines *lines);

bool tw_grid_put_off(struct tw_grid_step *step, const struct tw_machine *machine, uint64_t first)
{
    const struct tw_lane_access *access = step->access;
    const struct tw_access_pattern *pattern = access->pattern;
    const uint32_t *near = pattern ? pattern->near : NULL;
    int64_t low = pattern ? pattern->low : 0, high = pattern ? pattern->high : 0;
    uint32_t own[32];
    if (!pattern && !spread(access, first, own, &low, &high)) return false;
    if (!pattern) near = own;
    if (!find(step, machine, first)) return false;
    const uint64_t offset = first - step->held->address, begin = offset + (uint64_t)low,
                   end = offset + (uint64_t)high + last_of(step);
    if (begin >= step->held->bytes || end >= step->held->bytes) return false;
    struct tw_grid_lines *lines = lines_of(step, machine);
    const uint64_t touched = regions(lines, begin, end);
    if (lines->stored & touched) return false;
    bool even = pattern && access->shape != TW_SCATTERED && access->shape != TW_ROWS &&
                access->step == (int32_t)access->step;
    const size_t words = LATE_WORDS + (even ? 0 : 32);
    if (!make_room(step->races, lines, words)) {
        put_down(step, machine, lines);
        if (lines->room < words) return false;
    }
    const struct late late = {.number = step->number,
                              .active = step->active,
                              .cells = step->cells,
                              .step = even ? (int32_t)access->step : NO_STEP,
                              .first = first};
    memcpy(lines->log + lines->logged, &late, sizeof late);
    if (!even) memcpy(lines->log + lines->logged + LATE_WORDS, near, 32 * sizeof *near);
    lines->logged += words;
    lines->late |= touched;
    return true;
}

/* --- putting down */

static void put_down(struct tw_grid_step *of, const struct tw_machine *machine, struct tw_grid_lines *lines)
{
    struct tw_lane_access access;
    struct tw_grid_step step = {.races = of->races,
                                .held = of->held,
                                .program = of->program,
                                .load = true,
                                .plain = true,
                                .access = &access};
    for (size_t at = 0; at < lines->logged;) {
        struct late late;
        memcpy(&late, lines->log + at, sizeof late);
        at += LATE_WORDS;
        const bool even = late.step != NO_STEP;
        access.shape = even ? TW_STRIDED : TW_SCATTERED;
        for (unsigned i = 0; i < 32; i++)
            access.address[i] =
                late.first + (uint64_t)(even ? (int64_t)i * late.step : (int32_t)lines->log[at + i]);
        at += even ? 0 : 32;
        if (step.number != late.number) step.reader.number = 0;
        step.number = late.number;
        step.event = tw_event_of(of->races, late.number * 32);
        step.active = late.active;
        step.cells = late.cells;
        tw_grid_touch(&step, machine, late.active);
    }
    lines->logged = 0;
    lines->late = 0;
}

/* Do all lanes begin in the allocation held? */
static bool is_in_held(const struct tw_grid_step *step)
{
    const uint64_t begin = step->held->address, last = step->held->bytes - 1;
    uint64_t outside = 0;
    for (unsigned i = 0; i < 32; i++) {
        const uint64_t offset = step->access->address[i] - begin;
        outside |= offset | (last - offset);
    }
    return !(outside >> 63);
}

/* An access to these regions of the allocation held is at hand. */
static void open_regions(struct tw_grid_step *step, const struct tw_machine *machine,
                         struct tw_grid_lines *lines, uint64_t touched)
{
    if (lines->late & touched) put_down(step, machine, lines);
    if (!step->load) lines->stored |= touched;
}

void tw_grid_settle(struct tw_grid_step *step, const struct tw_machine *machine, uint32_t lanes)
{
    const uint64_t *address = step->access->address, last = last_of(step);
    const bool row = step->access->shape == TW_CONSECUTIVE || step->access->shape == TW_SAME;
    if (row && find(step, machine, address[0]) && address[31] - step->held->address < step->held->bytes) {
        const uint64_t begin = step->held->address;
        struct tw_grid_lines *lines = lines_of(step, machine);
        open_regions(step, machine, lines, regions(lines, address[0] - begin, address[31] - begin + last));
        return;
    }
    for (uint32_t left = lanes; left;) {
        uint64_t touched = 0;
        if (!find(step, machine, address[tw_first_of(left)])) {
            left &= left - 1;
            continue;
        }
        struct tw_grid_lines *lines = lines_of(step, machine);
        const bool matters =
            lines->late || !(step->load || lines->stored == regions(lines, 0, step->held->bytes - 1));
        if (!matters && is_in_held(step)) return;
        for (uint32_t here = left; here; here &= here - 1) {
            const uint64_t at = address[tw_first_of(here)] - step->held->address;
            if (at >= step->held->bytes) continue;
            left &= ~(here & -here);
            if (matters) touched |= regions(lines, at, at + last);
        }
        open_regions(step, machine, lines, touched);
    }
}
