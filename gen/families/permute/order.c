/* Orders: digits are added, taken out, and looked up. */
#include "gen/families/permute/order.h"

#include <stddef.h>

int64_t tw_permute_step(const struct tw_permute_digit *digit, enum tw_permute_side side)
{
    return side == PERMUTE_IN ? digit->in : side == PERMUTE_OUT ? digit->out : digit->place;
}

void tw_permute_add(struct tw_permute_order *order, struct tw_permute_digit digit)
{
    if (digit.count == 1) return;
    order->digit[order->digits++] = digit;
    order->count *= digit.count;
}

struct tw_permute_digit tw_permute_part(struct tw_permute_digit digit, unsigned first, unsigned count)
{
    struct tw_permute_digit part = digit;
    part.in *= first;
    part.out *= first;
    part.place *= first;
    part.count = count;
    if (count <= part.group) part.group = part.extra = 0;
    if (first == 1 || !digit.group) return part;
    part.place += first / digit.group * digit.extra;
    part.group = part.extra = 0;
    return part;
}

/* The digit whose indices are `step` elements apart on that side, or NULL. */
static struct tw_permute_digit *next_digit(struct tw_permute_order *order, bool by_input, unsigned step)
{
    for (unsigned i = 0; i < order->digits; i++) {
        struct tw_permute_digit *digit = &order->digit[i];
        if (digit->count > 1 && (by_input ? digit->in : digit->out) == (int64_t)step) return digit;
    }
    return NULL;
}

bool tw_permute_take(struct tw_permute_order *order, bool by_input, unsigned step, unsigned count,
                     struct tw_permute_order *taken)
{
    struct tw_permute_order rest = {.count = 1};
    *taken = (struct tw_permute_order){.count = 1};
    while (taken->count < count) {
        struct tw_permute_digit *digit = next_digit(order, by_input, step * taken->count);
        unsigned left = count / taken->count, low = digit && digit->count < left ? digit->count : left;
        if (!digit || digit->count % low || left % low) return false;
        if (digit->group && low < digit->count && low % digit->group) return false;
        tw_permute_add(taken, tw_permute_part(*digit, 1, low));
        *digit = tw_permute_part(*digit, low, digit->count / low);
    }
    for (unsigned k = 0; k < order->digits; k++) tw_permute_add(&rest, order->digit[k]);
    *order = rest;
    return true;
}

struct tw_permute_digit tw_permute_at(const struct tw_permute_order *order, unsigned n)
{
    struct tw_permute_digit sum = {.count = 1};
    for (unsigned i = 0; i < order->digits; i++) {
        const struct tw_permute_digit *digit = &order->digit[i];
        unsigned index = n % digit->count;
        n /= digit->count;
        sum.in += index * digit->in;
        sum.out += index * digit->out;
        sum.place += index * digit->place + (digit->group ? index / digit->group * digit->extra : 0);
    }
    return sum;
}
