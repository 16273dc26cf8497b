/* Which bits of a matrix's rows and columns change places between registers and lanes, and which between lanes. */
#include "gen/layout/turn.h"

#include <assert.h>

#include <tilewright/target.h>

#define LANE_BITS       5u
#define OTHER_REGISTERS 24u /* addresses, and second copies of what is sent */

static unsigned bits_of(unsigned side)
{
    unsigned bits = 0;
    while (1u << bits < side) bits++;
    return bits;
}

/* The lanes hold a column, and as many bits of its row as there is room for. */
struct tw_turn tw_turn_of_run(unsigned side)
{
    unsigned bits = bits_of(side), room = LANE_BITS - bits, low = bits < room ? bits : room;
    assert(bits >= 2 && bits <= LANE_BITS);
    return (struct tw_turn){.side = side, .span = side >> low, .low = low};
}

struct tw_turn tw_turn_of_squares(unsigned side)
{
    return (struct tw_turn){.side = side, .span = side, .low = 0};
}

unsigned tw_turn_words(unsigned bytes)
{
    return (bytes + 3) / 4;
}

/* A shuffle from each lane to itself is none: the first, where no bits change places between lanes alone. */
unsigned tw_turn_shuffles(const struct tw_turn *turn, unsigned bytes)
{
    return (turn->side - (turn->low == 0)) * tw_turn_words(bytes);
}

bool tw_turn_fits(unsigned elements, unsigned bytes, unsigned threads, const struct tw_target *target,
                  struct tw_text *reason)
{
    unsigned needed = elements * tw_turn_words(bytes), left = target->registers_per_block / threads;
    if (left > TW_MAX_REGISTERS) left = TW_MAX_REGISTERS;
    if (needed + OTHER_REGISTERS <= left) return true;
    tw_text_addf(reason,
                 "%u elements of %u bytes take %u registers of a thread; of a block of %u it has %u, and "
                 "needs %u for other things",
                 elements, bytes, needed, threads, left, OTHER_REGISTERS);
    return false;
}

void tw_turn_describe(const struct tw_turn *turn, struct tw_data *data)
{
    unsigned bits = bits_of(turn->side), low = (1u << turn->low) - 1;
    tw_data_number(data, "registers", turn->side);
    tw_data_number(data, "span", turn->span);
    tw_data_number(data, "upper_bits", turn->span - 1);
    tw_data_number(data, "low", turn->low);
    tw_data_number(data, "low_bits", low);
    tw_data_number(data, "row_bit", bits);
    tw_data_number(data, "other_bits", (TW_WARP - 1) & ~(low | low << bits));
    tw_data_flag(data, "selects", turn->span > 1);
    tw_data_flag(data, "crosses", turn->low > 0);
}

void tw_turn_parts(unsigned components, struct tw_data *data)
{
    static const char *const names[] = {".x", ".y", ".z", ".w"};
    struct tw_data parts = tw_data_list(data, "parts");
    for (unsigned i = 0; i < components; i++) {
        struct tw_data part = tw_data_item(&parts);
        tw_data_string(&part, "part", components > 1 ? names[i] : "");
    }
}
