/*
 * The oracle for the `shuffle` family: out[i] = in[source(i)], where the source is told from the definition of the operation,
 * lane by lane, without registers. Thread t holds the elements from t * segment on; lane l of a group of `width` threads is
 * the thread that many behind the group's first. Elements beyond the end are zeros.
 *
 * Nothing rounds, so the input is noise in every trial: every bit counts.
 */
#include <assert.h>
#include <string.h>

#include "runtime/references/reference.h"

enum { IN, OUT };

/* The third trial, the textbook's numbers: 0, 1, 2, ..., of 32-bit integers and vectors of these. */
#define NUMBERED 2

struct problem;

/* An element of a thread: of which thread, and which of its own. */
struct element {
    uint64_t thread, number;
};

typedef struct element source_of(const struct problem *p, struct element e);

struct problem {
    source_of *source;
    uint64_t n, width, segment, lane, mask, first, second, side;
    int64_t delta;
    bool below; /* whose first element goes: lanes below the mask; not the lower of each pair */
};

static uint64_t lane_of(const struct problem *p, uint64_t thread)
{
    return thread % p->width;
}

static struct element broadcast(const struct problem *p, struct element e)
{
    return (struct element){e.thread - lane_of(p, e.thread) + p->lane, e.number};
}

static struct element up(const struct problem *p, struct element e)
{
    uint64_t delta = (uint64_t)p->delta;
    return lane_of(p, e.thread) < delta ? e : (struct element){e.thread - delta, e.number};
}

static struct element down(const struct problem *p, struct element e)
{
    uint64_t delta = (uint64_t)p->delta;
    return lane_of(p, e.thread) + delta >= p->width ? e : (struct element){e.thread + delta, e.number};
}

static struct element wrap(const struct problem *p, struct element e)
{
    int64_t width = (int64_t)p->width, lane = (int64_t)lane_of(p, e.thread);
    int64_t from = ((lane + p->delta) % width + width) % width;
    return (struct element){e.thread - (uint64_t)lane + (uint64_t)from, e.number};
}

static struct element butterfly(const struct problem *p, struct element e)
{
    return (struct element){e.thread ^ p->mask, e.number};
}

static struct element one_element(const struct problem *p, struct element e)
{
    return e.number == p->first ? (struct element){e.thread ^ p->mask, p->second} : e;
}

/* Where an element stands while first and second have changed places in the threads of which that is true. */
static struct element within_thread(const struct problem *p, struct element e)
{
    uint64_t lane = lane_of(p, e.thread);
    bool goes = p->below ? lane < p->mask : lane < (lane ^ p->mask);
    if (goes && (e.number == p->first || e.number == p->second)) e.number = p->first + p->second - e.number;
    return e;
}

static struct element swap(const struct problem *p, struct element e)
{
    e = within_thread(p, e);
    if (e.number == p->second) e.thread ^= p->mask;
    return within_thread(p, e);
}

/* Matrices turn number by number; threads do not matter. */
static uint64_t turned(const struct problem *p, uint64_t i)
{
    uint64_t area = p->side * p->side, at = i % area;
    return i - at + at % p->side * p->side + at / p->side;
}

static uint64_t source(const struct problem *p, uint64_t i)
{
    if (p->side) return turned(p, i);
    struct element e = p->source(p, (struct element){i / p->segment, i % p->segment});
    return e.thread * p->segment + e.number;
}

static const struct {
    const char *op;
    source_of *source;
} sources[] = {{"broadcast", broadcast}, {"up", up},         {"down", down},
               {"wrap", wrap},           {"xor", butterfly}, {"element", one_element},
               {"swap", swap},           {"transpose", NULL}};

static struct problem problem(const struct tw_kernel *kernel)
{
    struct problem p = {.n = tw_reference_number(kernel, "n"),
                        .width = tw_reference_number(kernel, "width"),
                        .segment = tw_reference_number(kernel, "segment"),
                        .lane = tw_reference_number(kernel, "lane"),
                        .mask = tw_reference_number(kernel, "mask"),
                        .first = tw_reference_number(kernel, "first"),
                        .second = tw_reference_number(kernel, "second"),
                        .side = tw_reference_number(kernel, "side"),
                        .delta = tw_kernel_field(kernel, "delta")->number,
                        .below = tw_reference_is(kernel, "predicate", "below")};
    for (unsigned i = 0; i < sizeof sources / sizeof *sources; i++) {
        if (tw_reference_is(kernel, "op", sources[i].op)) p.source = sources[i].source;
    }
    assert(p.source || p.side);
    return p;
}

/* ---- trials ---- */

static bool is_numbered(const struct tw_kernel *kernel)
{
    const struct tw_element_info *element = tw_element_info(kernel->shape.arguments[IN].element);
    return element->scalar == TW_SIGNED && element->component_bytes == 4;
}

static unsigned trials(const struct tw_kernel *kernel)
{
    return is_numbered(kernel) ? NUMBERED + 1 : NUMBERED;
}

static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    const struct problem p = problem(kernel);
    const struct tw_argument *in = &kernel->shape.arguments[IN];
    size_t bytes = tw_element_info(in->element)->bytes;
    unsigned char *before = trials[IN].before, *after = trials[OUT].after;
    (void)error;
    assert(in->count >= p.n && kernel->shape.arguments[OUT].count == in->count);
    tw_reference_noise(before, in->count * bytes, trial);
    for (uint64_t i = 0; trial == NUMBERED && i < p.n * bytes / 4; i++)
        ((int32_t *)trials[IN].before)[i] = (int32_t)i;
    for (uint64_t i = 0; i < p.n; i++) {
        uint64_t from = source(&p, i);
        if (from < p.n)
            memcpy(after + i * bytes, before + from * bytes, bytes);
        else
            memset(after + i * bytes, 0, bytes);
    }
    return TW_OK;
}

static const char *const reads[] = {"op",   "n",     "type",   "width",     "segment", "delta", "lane",
                                    "mask", "first", "second", "predicate", "side",    NULL};

const struct tw_reference tw_reference_shuffle = {
    .family = "shuffle", .reads = reads, .trials = trials, .fill = fill};
