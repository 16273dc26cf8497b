/*
 * Any lines as the texts of a permutation: axes, shape, sizes, in_strides, out_strides. What must hold:
 *   - a mistake has a reason;
 *   - what is read stays inside of its buffers, and writes no element of the output twice;
 *   - the canonical form moves the same elements.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gen/families/permute/axes.h"

#define PAIRS_MAX 1024u

struct pair {
    int64_t in, out;
};

static int by_out(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    return x->out == y->out ? 0 : x->out < y->out ? -1 : 1;
}

static void add_pairs(const struct tw_permutation *permutation, struct pair *pairs)
{
    for (uint64_t i = 0; i < permutation->elements; i++) {
        uint64_t rest = i;
        pairs[i] = (struct pair){permutation->in_first, permutation->out_first};
        for (unsigned axis = 0; axis < permutation->rank; axis++) {
            const struct tw_permute_axis *along = &permutation->axis[axis];
            pairs[i].in += (int64_t)(rest % (uint64_t)along->extent) * along->in_stride;
            pairs[i].out += (int64_t)(rest % (uint64_t)along->extent) * along->out_stride;
            rest /= (uint64_t)along->extent;
        }
        assert(pairs[i].in >= 0 && (uint64_t)pairs[i].in < permutation->in_count);
        assert(pairs[i].out >= 0 && (uint64_t)pairs[i].out < permutation->out_count);
    }
    qsort(pairs, permutation->elements, sizeof *pairs, by_out);
    for (uint64_t i = 1; i < permutation->elements; i++) assert(pairs[i - 1].out < pairs[i].out);
}

static void check(const struct tw_permutation *read)
{
    static struct pair pairs[PAIRS_MAX], again[PAIRS_MAX];
    struct tw_permutation form;
    uint64_t elements = 1;
    tw_permutation_canonical(read, &form);
    assert(form.elements == read->elements && form.rank <= read->rank && read->rank <= TW_MAX_AXES);
    for (unsigned i = 0; i < form.rank; i++) {
        assert(form.axis[i].extent > 1 && form.axis[i].out_stride > 0);
        elements *= (uint64_t)form.axis[i].extent;
    }
    assert(elements == read->elements || (form.rank == 0 && read->elements == 0));
    if (elements > PAIRS_MAX) return;
    add_pairs(read, pairs);
    add_pairs(&form, again);
    assert(memcmp(pairs, again, read->elements * sizeof *pairs) == 0);
}

bool fuzz_one(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1), *line[5] = {0}, *next = text;
    struct tw_permutation permutation;
    struct tw_text reason = {0};
    if (!text) return false;
    memcpy(text, bytes, length);
    text[length] = '\0';
    for (unsigned i = 0; i < 5 && next; i++) {
        line[i] = next;
        next = strchr(next, '\n');
        if (next) *next++ = '\0';
    }
    struct tw_permute_texts texts = {line[0], line[1], line[2], line[3], line[4], length % 3, length % 5};
    bool is_read = tw_permutation_read(&texts, &permutation, &reason);
    if (is_read) check(&permutation);
    assert(is_read == (reason.length == 0) || reason.failed);
    tw_text_free(&reason);
    free(text);
    return is_read;
}
