/* The bank rule: lanes are served in groups; a group takes as many passes as its busiest bank has words. */
#include <tilewright/banks.h>

#include <stdbool.h>
#include <stddef.h>

#include "base/device/bank_rows.h"

const struct tw_bank_machine tw_usual_banks = {TW_BANKS, 4, 32};

const char *tw_bank_machine_wrong(const struct tw_bank_machine *machine)
{
    if (!machine) return "there is none";
    if (machine->banks < 1 || machine->banks > TW_BANKS) return "it must have 1 to 32 banks";
    if (machine->bytes != 4 && machine->bytes != 8) return "a bank must be 4 or 8 bytes wide";
    if (machine->mode != 32 && machine->mode != 64) return "the mode of its banks must be 32 or 64 (bits)";
    if (machine->mode > machine->bytes * 8) return "the 64-bit mode needs banks of 8 bytes";
    return NULL;
}

bool tw_bank_machine_is_usual(const struct tw_bank_machine *machine)
{
    return machine && machine->banks == tw_usual_banks.banks && machine->bytes == tw_usual_banks.bytes;
}

static bool is_machine(const struct tw_bank_machine *machine)
{
    return machine == &tw_usual_banks || !tw_bank_machine_wrong(machine);
}

/* Whether all active lanes are lanes of the machine's warps. */
static bool has_lanes(const struct tw_bank_machine *machine, uint32_t active)
{
    return machine->banks >= TW_BANKS || !(active >> machine->banks);
}

static bool is_width(unsigned bytes)
{
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

unsigned tw_bank_of(const struct tw_bank_machine *machine, uint32_t address)
{
    return is_machine(machine) ? address / (machine->mode / 8) % machine->banks : 0;
}

uint32_t tw_bank_row(const struct tw_bank_machine *machine, uint32_t address)
{
    return is_machine(machine) ? address / (machine->banks * machine->bytes) : 0;
}

/* As many as fill the banks once. */
unsigned tw_bank_lanes_on(const struct tw_bank_machine *machine, unsigned bytes)
{
    if (!is_machine(machine) || !is_width(bytes)) return 0;
    unsigned lanes = machine->banks * machine->bytes / bytes;
    return lanes > machine->banks ? machine->banks : lanes ? lanes : 1;
}

/* True when every pair of active lanes (i, i xor distance) reads the same address. */
static bool pairs_share(const uint32_t addr[32], uint32_t active, unsigned lanes, unsigned distance)
{
    for (unsigned i = 0; i < lanes; i++) {
        unsigned j = i ^ distance;
        bool both = j < lanes && (active >> i & 1u) && (active >> j & 1u);
        if (both && addr[i] != addr[j]) return false;
    }
    return true;
}

/*
 * What lanes ask for: words; or, when every address is a multiple of the 8 or 16 bytes accessed, whole
 * accesses, each of which fills 2 or 4 banks of its own: the same count in fewer steps.
 */
struct unit {
    unsigned shift; /* log2 of its bytes */
    unsigned mask;  /* its place within the banks, of the usual machine; 0: of another */
    unsigned lane_units;
};

static struct unit choose_unit(const struct tw_bank_machine *machine, unsigned bytes, const uint32_t addr[32],
                               uint32_t active)
{
    uint32_t low = 0;
    for (unsigned lane = 0; lane < machine->banks; lane++) low |= active >> lane & 1u ? addr[lane] : 0;
    if (!tw_bank_machine_is_usual(machine)) return (struct unit){2, 0, bytes <= 4 ? 1 : bytes / 4};
    if (bytes == 8 && low % 8 == 0) return (struct unit){3, TW_BANKS / 2 - 1, 1};
    if (bytes == 16 && low % 16 == 0) return (struct unit){4, TW_BANKS / 4 - 1, 1};
    return (struct unit){2, TW_BANKS - 1, bytes <= 4 ? 1 : bytes / 4};
}

/* The largest number of different units, on another machine rows of the banks, that one place must serve for lanes
   first..last-1. */
static unsigned group_wavefronts(const struct tw_bank_machine *machine, struct unit unit,
                                 const uint32_t addr[32], uint32_t active, unsigned first, unsigned last)
{
    uint32_t known[TW_WARP * 4 + 1]; /* the different ones so far, from 1, chained by place */
    uint8_t next[TW_WARP * 4 + 1], newest[TW_BANKS] = {0}, served[TW_BANKS] = {0};
    unsigned count = 0, most = 0;
    for (unsigned lane = first; lane < last; lane++) {
        if (!(active >> lane & 1u)) continue;
        for (unsigned k = 0; k < unit.lane_units; k++) {
            uint32_t u = (addr[lane] >> unit.shift) + k;
            unsigned place = unit.mask ? u & unit.mask : tw_bank_of(machine, u << 2), same = newest[place];
            if (!unit.mask) u = tw_bank_row(machine, u << 2);
            while (same && known[same] != u) same = next[same];
            if (same) continue;
            known[++count] = u;
            next[count] = newest[place];
            newest[place] = (uint8_t)count;
            if (++served[place] > most) most = served[place];
        }
    }
    return most;
}

/* The same of the usual machine, units that are one place each. 0: they do not lie near each other. */
static unsigned near_wavefronts(struct unit unit, const uint32_t addr[32], uint32_t active, unsigned first,
                                unsigned last)
{
    uint32_t units[32], off = active >> first & (UINT32_MAX >> (32 - last + first));
    if (!off) return 0;
    off = addr[first +
               (unsigned)__builtin_ctz(off)]; /* of lanes that are off: who asks for the same adds nothing */
    const uint32_t zero =
        (off & ~(uint32_t)127) - 0x80000000u; /* addresses may be distances, to either side */
    for (unsigned lane = first; lane < last; lane++)
        units[lane - first] = ((active >> lane & 1u ? addr[lane] : off) - zero) >> unit.shift;
    return tw_busiest_place(units, last - first, unit.mask == 31 ? 5 : unit.mask == 15 ? 4 : 3);
}

unsigned tw_bank_group_on(const struct tw_bank_machine *machine, enum tw_access op, unsigned bytes,
                          const uint32_t addr[32], uint32_t active)
{
    if (!is_machine(machine) || !is_width(bytes) || !addr) return 0;
    unsigned banks = machine->banks;
    if (!has_lanes(machine, active)) return 0;
    bool merges = machine->bytes == 4 && op == TW_LOAD && bytes > 4 &&
                  (pairs_share(addr, active, banks, 1) || pairs_share(addr, active, banks, 2));
    return tw_bank_lanes_on(machine, bytes) * (merges ? 2 : 1);
}

unsigned tw_bank_wavefronts_on(const struct tw_bank_machine *machine, enum tw_access op, unsigned bytes,
                               const uint32_t addr[32], uint32_t active)
{
    unsigned group = tw_bank_group_on(machine, op, bytes, addr, active), wavefronts = 0;
    if (!group) return 0;
    unsigned banks = machine->banks;
    struct unit unit = choose_unit(machine, bytes, addr, active);
    for (unsigned first = 0; first < banks; first += group) {
        unsigned last = first + group < banks ? first + group : banks;
        bool single = unit.mask && unit.lane_units == 1;
        unsigned quickly = single ? near_wavefronts(unit, addr, active, first, last) : 0;
        wavefronts += quickly ? quickly : group_wavefronts(machine, unit, addr, active, first, last);
    }
    return wavefronts;
}

/*
 * Two short ways to the common answer, one wavefront per group, for full warps. As many accesses as fill the
 * banks once, of which each bank starts at most one, leave no bank without its own. (Lanes that shared an
 * address would leave one, so no groups merge.) And words within 128 bytes are all in different banks.
 */
static bool fills_banks(unsigned bytes, const uint32_t addr[32])
{
    uint32_t starts = bytes <= 4 ? UINT32_MAX : bytes == 8 ? 0x55555555u : 0x11111111u;
    unsigned group = tw_bank_lanes_on(&tw_usual_banks, bytes);
    for (unsigned first = 0; first < TW_WARP; first += group) {
        uint32_t taken = 0;
        for (unsigned lane = first; lane < first + group; lane++) taken |= 1u << (addr[lane] / 4 % TW_BANKS);
        if (taken != starts) return false;
    }
    return true;
}

static bool within_a_line(const uint32_t addr[32])
{
    uint32_t low = UINT32_MAX, high = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        low = addr[lane] < low ? addr[lane] : low;
        high = addr[lane] > high ? addr[lane] : high;
    }
    return high / 4 - low / 4 < TW_BANKS;
}

unsigned tw_bank_wavefronts(enum tw_access op, unsigned bytes, const uint32_t addr[32], uint32_t active)
{
    if (!is_width(bytes) || !addr) return 0;
    if (active == UINT32_MAX && (fills_banks(bytes, addr) || (bytes <= 4 && within_a_line(addr)))) {
        return TW_WARP / tw_bank_lanes_on(&tw_usual_banks, bytes);
    }
    return tw_bank_wavefronts_on(&tw_usual_banks, op, bytes, addr, active);
}

unsigned tw_bank_ideal_on(const struct tw_bank_machine *machine, unsigned bytes, uint32_t active)
{
    unsigned group = tw_bank_lanes_on(machine, bytes), ideal = 0;
    if (!group || !has_lanes(machine, active)) return 0;
    for (unsigned first = 0; first < machine->banks; first += group) {
        uint32_t lanes = group >= 32 ? UINT32_MAX : (1u << group) - 1u;
        ideal += (active & (lanes << first)) != 0;
    }
    return ideal;
}

unsigned tw_bank_ideal(unsigned bytes, uint32_t active)
{
    return tw_bank_ideal_on(&tw_usual_banks, bytes, active);
}

unsigned tw_bank_atomic_wavefronts(unsigned bytes, const uint32_t addr[32], uint32_t active)
{
    unsigned lanes = bytes == 8 ? TW_WARP / 2 : TW_WARP, sum = 0;
    if ((bytes != 4 && bytes != 8) || !addr) return 0;
    for (unsigned first = 0; first < TW_WARP; first += lanes) {
        unsigned served[TW_BANKS] = {0}, most = 0;
        for (unsigned i = first; i < first + lanes; i++) {
            unsigned bank = addr[i] / 4 % TW_BANKS; /* of 8 bytes the second word's bank is as busy */
            if (active >> i & 1u && ++served[bank] > most) most = served[bank];
        }
        sum += most;
    }
    return sum;
}
