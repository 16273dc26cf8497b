/* A queue of texts that forgets its oldest. */
#include "sim/exec/output.h"

#include <stdlib.h>

#include "base/grow.h"

static void drop_first(struct tw_output *output)
{
    struct tw_print *print = &output->prints[output->first++];
    output->bytes -= print->bytes;
    free(print->text);
    print->text = NULL;
}

/* Room at the end: by moving to the front what is left, or by growing. */
static bool make_room(struct tw_output *output)
{
    if (output->count < output->capacity) return true;
    size_t left = output->count - output->first;
    if (output->first > output->capacity / 2) {
        for (size_t i = 0; i < left; i++) output->prints[i] = output->prints[output->first + i];
        output->first = 0;
        output->count = left;
        return true;
    }
    struct tw_print *grown = tw_grow(output->prints, output->count, &output->capacity, sizeof *grown);
    if (!grown) return false;
    output->prints = grown;
    return true;
}

bool tw_output_add(struct tw_output *output, struct tw_print print, uint64_t limit)
{
    if (!print.text || !make_room(output)) {
        free(print.text);
        return false;
    }
    output->prints[output->count++] = print;
    output->bytes += print.bytes;
    while (output->bytes > limit) drop_first(output);
    return true;
}

/* The queue whose next block is lowest, among several that are each in the order of their blocks; NULL: all are empty. */
static struct tw_output *lowest(struct tw_output **from, size_t count)
{
    struct tw_output *best = NULL;
    for (size_t i = 0; i < count; i++) {
        struct tw_output *output = from[i];
        if (output->first == output->count) continue;
        if (!best || output->prints[output->first].block < best->prints[best->first].block) best = output;
    }
    return best;
}

bool tw_output_move(struct tw_output *to, struct tw_output **from, size_t count, uint64_t last,
                    uint64_t limit)
{
    bool moved = true;
    for (struct tw_output *next; (next = lowest(from, count));) {
        struct tw_print print = next->prints[next->first];
        next->prints[next->first++].text = NULL;
        if (print.block > last)
            free(print.text);
        else
            moved = tw_output_add(to, print, limit) && moved;
    }
    return moved;
}

void tw_output_clear(struct tw_output *output)
{
    for (size_t i = output->first; i < output->count; i++) free(output->prints[i].text);
    free(output->prints);
    *output = (struct tw_output){0};
}
