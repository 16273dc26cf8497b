/*
 * Drawn permutations, as a model and as texts: named axes in groups and between ones, with gaps, turned and repeated axes, axes of one
 * index and of none, offsets; or numbers. The model says what they move by loops over its axes.
 */
#ifndef TESTS_PERMUTE_DRAWS_H
#define TESTS_PERMUTE_DRAWS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "sim/tests/random.h"

#define AXES_MAX  6u
#define PAIRS_MAX 4096u

/* An element's places in the input and the output. */
struct pair {
    int64_t in, out;
};

/* A problem has at most four indices along an axis. */
struct model {
    unsigned rank;
    int64_t extent[AXES_MAX], in[AXES_MAX], out[AXES_MAX]; /* strides by axis */
    unsigned in_order[AXES_MAX], out_order[AXES_MAX];
    int64_t in_offset, out_offset;
    struct tw_text axes, shape, sizes, in_strides, out_strides; /* strides that are not given: empty */
};

static const char *const names[AXES_MAX] = {"b", "h", "width", "c1", "_", "Q_2"};

static inline void shuffle(unsigned *state, unsigned *order, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned other = random_below(state, i + 1);
        order[i] = order[other];
        order[other] = i;
    }
}

/* Strides in the order of falling ones, with gaps behind some axes, some turned; without gaps where `gaps` is 0. */
static inline void draw_strides(unsigned *state, const struct model *m, const unsigned *order, unsigned gaps,
                                int64_t *stride)
{
    int64_t reach = 1;
    for (unsigned i = m->rank; i-- > 0;) {
        unsigned axis = order[i];
        reach += gaps ? random_below(state, gaps) : 0;
        stride[axis] = reach;
        reach *= m->extent[axis] ? m->extent[axis] : 1;
        if (gaps && random_below(state, 3) == 0) stride[axis] = -stride[axis];
    }
}

static inline void add_number(struct tw_text *text, int64_t number)
{
    tw_text_addf(text, "%s%" PRId64, text->length ? " " : "", number);
}

/* A side: its axes in groups and between ones, with the strides; groups whose strides are not without gaps are avoided by giving every
   member its stride. */
static inline void write_side(unsigned *state, struct model *m, const unsigned *order, const int64_t *stride,
                              struct tw_text *strides, bool is_input)
{
    for (unsigned i = 0; i < m->rank;) {
        unsigned members = 1 + random_below(state, 2) * random_below(state, m->rank - i);
        bool is_group = members > 1 || random_below(state, 6) == 0;
        int64_t product = 1;
        if (random_below(state, 8) == 0) {
            tw_text_add(&m->axes, random_below(state, 2) ? "1 " : "() ");
            add_number(strides, (int64_t)random_below(state, 9) - 4);
            if (is_input) add_number(&m->shape, 1);
        }
        tw_text_add(&m->axes, is_group ? "(" : "");
        for (unsigned end = i + members; i < end; i++) {
            tw_text_addf(&m->axes, "%s ", names[order[i]]);
            add_number(strides, stride[order[i]]);
            product *= m->extent[order[i]];
            /* all but one of a group are sizes, some times all */
            if (is_input && (i + 1 < end || random_below(state, 4) == 0))
                tw_text_addf(&m->sizes, "%s=%" PRId64 " ", names[order[i]], m->extent[order[i]]);
        }
        tw_text_add(&m->axes, is_group ? ")" : "");
        if (is_input) add_number(&m->shape, product);
    }
}

/* At most PAIRS_MAX of them; how many. */
static inline unsigned model_pairs(const struct model *m, struct pair *pairs)
{
    uint64_t elements = 1;
    struct pair first = {m->in_offset, m->out_offset};
    for (unsigned axis = 0; axis < m->rank; axis++) {
        elements *= (uint64_t)m->extent[axis];
        if (m->in[axis] < 0) first.in -= (m->extent[axis] - 1) * m->in[axis];
        if (m->out[axis] < 0) first.out -= (m->extent[axis] - 1) * m->out[axis];
    }
    for (uint64_t i = 0; i < elements; i++) {
        uint64_t rest = i;
        pairs[i] = first;
        for (unsigned axis = 0; axis < m->rank; axis++) {
            pairs[i].in += (int64_t)(rest % (uint64_t)m->extent[axis]) * m->in[axis];
            pairs[i].out += (int64_t)(rest % (uint64_t)m->extent[axis]) * m->out[axis];
            rest /= (uint64_t)m->extent[axis];
        }
    }
    return (unsigned)elements;
}

static inline void free_model(struct model *m)
{
    tw_text_free(&m->axes);
    tw_text_free(&m->shape);
    tw_text_free(&m->sizes);
    tw_text_free(&m->in_strides);
    tw_text_free(&m->out_strides);
}

static inline struct model draw_names(unsigned *draw)
{
    struct model m = {.rank = random_below(draw, AXES_MAX + 1)};
    unsigned by_stride[AXES_MAX], in_gaps = random_below(draw, 2) * 3, out_gaps = random_below(draw, 2) * 3;
    bool is_empty = random_below(draw, 12) == 0;
    for (unsigned axis = 0; axis < m.rank; axis++) m.extent[axis] = 1 + random_below(draw, 4);
    shuffle(draw, m.in_order, m.rank);
    shuffle(draw, m.out_order, m.rank);
    shuffle(draw, by_stride, m.rank);
    draw_strides(draw, &m, in_gaps ? by_stride : m.in_order, in_gaps, m.in);
    draw_strides(draw, &m, out_gaps ? by_stride : m.out_order, out_gaps, m.out);
    if (in_gaps && m.rank && random_below(draw, 3) == 0) m.in[random_below(draw, m.rank)] = 0;
    m.in_offset = random_below(draw, 3);
    m.out_offset = random_below(draw, 3);
    if (is_empty && m.rank) m.extent[m.in_order[0]] = 0;
    write_side(draw, &m, m.in_order, m.in, &m.in_strides, true);
    tw_text_add(&m.axes, "->");
    write_side(draw, &m, m.out_order, m.out, &m.out_strides, false);
    if (!in_gaps) tw_text_clear(&m.in_strides);
    if (!out_gaps) tw_text_clear(&m.out_strides);
    if (is_empty) { /* what remains of a group cannot be divided out of nothing */
        tw_text_clear(&m.shape);
        tw_text_clear(&m.sizes);
        for (unsigned axis = 0; axis < m.rank; axis++)
            tw_text_addf(&m.sizes, "%s=%" PRId64 ",", names[axis], m.extent[axis]);
    }
    return m;
}

/* Axis i of the output is axis axes[i] of the input, counted from its end where it is below 0. */
static inline struct model draw_numbers(unsigned *draw)
{
    struct model m = {.rank = 1 + random_below(draw, AXES_MAX)};
    unsigned axes[AXES_MAX];
    int64_t in = 1, out = 1;
    shuffle(draw, axes, m.rank);
    for (unsigned axis = 0; axis < m.rank; axis++) {
        m.extent[axis] = 1 + random_below(draw, 4);
        add_number(&m.shape, m.extent[axis]);
        add_number(&m.axes, (int64_t)axes[axis] - (random_below(draw, 3) == 0 ? m.rank : 0));
    }
    for (unsigned axis = m.rank; axis-- > 0; in *= m.extent[axis]) m.in[axis] = in;
    for (unsigned axis = m.rank; axis-- > 0; out *= m.extent[axes[axis]]) m.out[axes[axis]] = out;
    return m;
}

#endif
