/*
 * Weak memory against the axioms of the PTX memory model ("Memory Consistency Model" in the PTX ISA), written here from its
 * text: random programs of two or three threads, a block each, on two words. The values that were read in a run say which
 * read took which write; then there must be an order of the sc fences, and of the writes to each word, that break no axiom.
 *
 * Events are numbered; a relation is a bit mask of successors for each event. Event 0 and 1 are the words' zeros.
 */
#include "sim/tests/draws.h"
#include "sim/tests/machine.h"
#include "sim/tests/random.h"

#define THREADS 3u
#define EACH    4u /* operations of a thread */
#define EVENTS  (2 + THREADS * EACH)

enum kind { READ, WRITE, SWAP, FENCE };

struct event {
    const char *text; /* of the instruction; a memory operation's has the place and the register behind it */
    enum kind kind;
    bool strong, wide; /* wide: its scope holds other blocks */
    bool acquires, releases, sc;
    unsigned thread, word;
    unsigned from; /* of what reads: the event it read from */
};

/* What a program may do; the thread, the word and the values are chosen. */
static const struct event choices[] = {
    {"ld.global.u32", READ, false, false, false, false, false, 0, 0, 0},
    {"ld.volatile.global.u32", READ, true, true, false, false, false, 0, 0, 0},
    {"ld.relaxed.gpu.global.u32", READ, true, true, false, false, false, 0, 0, 0},
    {"ld.acquire.gpu.global.u32", READ, true, true, true, false, false, 0, 0, 0},
    {"ld.acquire.cta.global.u32", READ, true, false, true, false, false, 0, 0, 0},
    {"st.global.u32", WRITE, false, false, false, false, false, 0, 0, 0},
    {"st.volatile.global.u32", WRITE, true, true, false, false, false, 0, 0, 0},
    {"st.relaxed.sys.global.u32", WRITE, true, true, false, false, false, 0, 0, 0},
    {"st.release.gpu.global.u32", WRITE, true, true, false, true, false, 0, 0, 0},
    {"st.release.cta.global.u32", WRITE, true, false, false, true, false, 0, 0, 0},
    {"atom.global.exch.b32", SWAP, true, true, false, false, false, 0, 0, 0},
    {"atom.acquire.gpu.global.exch.b32", SWAP, true, true, true, false, false, 0, 0, 0},
    {"atom.release.sys.global.exch.b32", SWAP, true, true, false, true, false, 0, 0, 0},
    {"atom.acq_rel.gpu.global.exch.b32", SWAP, true, true, true, true, false, 0, 0, 0},
    {"membar.gl;", FENCE, true, true, true, true, true, 0, 0, 0},
    {"fence.sc.gpu;", FENCE, true, true, true, true, true, 0, 0, 0},
    {"fence.acq_rel.gpu;", FENCE, true, true, true, true, false, 0, 0, 0},
    {"membar.cta;", FENCE, true, false, true, true, true, 0, 0, 0},
    {"fence.acq_rel.cta;", FENCE, true, false, true, true, false, 0, 0, 0},
};

struct program {
    struct event event[EVENTS];
    unsigned count, threads;
    unsigned next_word; /* bytes from the first word to the second */
};

/* ---- the model ---- */

typedef uint32_t relation[EVENTS];

static bool reads(const struct event *e)
{
    return e->kind == READ || e->kind == SWAP;
}

static bool writes(const struct event *e)
{
    return e->kind == WRITE || e->kind == SWAP;
}

static bool overlap(const struct event *a, const struct event *b)
{
    return a->kind != FENCE && b->kind != FENCE && a->word == b->word;
}

static bool in_order(const struct program *p, unsigned a, unsigned b)
{
    return a < b && a >= 2 && p->event[a].thread == p->event[b].thread;
}

static bool morally_strong(const struct program *p, unsigned a, unsigned b)
{
    const struct event *x = &p->event[a], *y = &p->event[b];
    bool related = in_order(p, a, b) || in_order(p, b, a) || (x->strong && x->wide && y->strong && y->wide);
    return related && (x->kind == FENCE || y->kind == FENCE || overlap(x, y));
}

static void close_over(const struct program *p, relation r)
{
    for (unsigned k = 0; k < p->count; k++) {
        for (unsigned i = 0; i < p->count; i++) {
            if (r[i] >> k & 1u) r[i] |= r[k];
        }
    }
}

/* Observation order: a write before what reads it, also by way of atomics. */
static void observation(const struct program *p, relation observed)
{
    relation step = {0};
    for (unsigned r = 2; r < p->count; r++) {
        unsigned w = p->event[r].from;
        if (reads(&p->event[r]) && morally_strong(p, w, r)) step[w] |= 1u << r;
    }
    memcpy(observed, step, sizeof step);
    for (unsigned round = 0; round < p->count; round++) {
        for (unsigned w = 0; w < p->count; w++) {
            for (unsigned z = 0; z < p->count; z++) {
                if (observed[w] >> z & 1u && p->event[z].kind == SWAP) observed[w] |= step[z];
            }
        }
    }
}

/* Is (first, write) a release pattern: a release on the word and, maybe, a strong write to it behind; a fence and such a write? */
static bool is_release(const struct program *p, unsigned first, unsigned write)
{
    const struct event *f = &p->event[first], *w = &p->event[write];
    if (!f->releases || !writes(w) || !w->strong) return false;
    if (first == write) return true;
    return in_order(p, first, write) && (f->kind == FENCE || overlap(f, w));
}

static bool is_acquire(const struct program *p, unsigned read, unsigned last)
{
    const struct event *r = &p->event[read], *l = &p->event[last];
    if (!l->acquires || !reads(r) || !r->strong) return false;
    if (read == last) return true;
    return in_order(p, read, last) && (l->kind == FENCE || overlap(r, l));
}

static void synchronise(const struct program *p, const relation observed, relation causes)
{
    for (unsigned first = 2; first < p->count; first++) {
        for (unsigned last = 2; last < p->count; last++) {
            if (first == last || !morally_strong(p, first, last)) continue;
            for (unsigned w = 2; w < p->count; w++) {
                for (unsigned r = 2; r < p->count; r++) {
                    if (observed[w] >> r & 1u && is_release(p, first, w) && is_acquire(p, r, last))
                        causes[first] |= 1u << last;
                }
            }
        }
    }
}

/* Causality order for an order of the sc fences, sc[0] first; false: that order contradicts it. */
static bool causality(const struct program *p, const unsigned *sc, unsigned fences, relation order)
{
    relation observed = {0}, base = {0};
    observation(p, observed);
    for (unsigned a = 0; a < p->count; a++) {
        for (unsigned b = 2; b < p->count; b++) {
            if (in_order(p, a, b) || a < 2) base[a] |= 1u << b;
        }
    }
    synchronise(p, observed, base);
    for (unsigned i = 0; i < fences; i++) {
        for (unsigned k = i + 1; k < fences; k++) {
            if (morally_strong(p, sc[i], sc[k])) base[sc[i]] |= 1u << sc[k];
        }
    }
    close_over(p, base);
    memcpy(order, base, sizeof base);
    for (unsigned x = 0; x < p->count; x++) {
        for (unsigned z = 0; z < p->count; z++) {
            if (observed[x] >> z & 1u) order[x] |= base[z];
        }
    }
    for (unsigned i = 0; i < fences; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (morally_strong(p, sc[i], sc[k]) && order[sc[i]] >> sc[k] & 1u) return false;
        }
    }
    return true;
}

static unsigned position(const unsigned *co, unsigned count, unsigned write)
{
    unsigned i = 0;
    while (i < count && co[i] != write) i++;
    return i;
}

/* The axioms for the word whose writes are in the order `co`, its zero first. */
static bool allows(const struct program *p, const relation order, const unsigned *co, unsigned count)
{
    relation together = {0};
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < count; k++) {
            if (order[co[i]] >> co[k] & 1u && i >= k) return false; /* coherence */
            if (i < k && morally_strong(p, co[i], co[k])) together[co[i]] |= 1u << co[k];
        }
    }
    for (unsigned r = 2; r < p->count; r++) {
        if (!reads(&p->event[r]) || p->event[r].word != p->event[co[0]].word) continue;
        unsigned from = position(co, count, p->event[r].from), own = position(co, count, r);
        if (morally_strong(p, co[from], r)) together[co[from]] |= 1u << r;
        for (unsigned k = 0; k < count; k++) {
            bool strong = morally_strong(p, r, co[k]);
            if (order[r] >> co[k] & 1u && k == from)
                return false;                                     /* causality: it read what comes after it */
            if (order[co[k]] >> r & 1u && from < k) return false; /* ... or what came before what it knew   */
            if (own < count && strong && from < k && k < own) return false; /* atomicity */
            if (from < k && k != own && strong) together[r] |= 1u << co[k];
        }
        if (own < count && own <= from) return false;
    }
    for (unsigned a = 2; a < p->count; a++) { /* one after another at each word */
        for (unsigned b = a + 1; b < p->count; b++) {
            if (in_order(p, a, b) && overlap(&p->event[a], &p->event[b])) together[a] |= 1u << b;
        }
    }
    close_over(p, together);
    for (unsigned a = 0; a < p->count; a++) {
        if (together[a] >> a & 1u) return false;
    }
    return true;
}

/* The next permutation in lexical order; false: it was the last. */
static bool permute(unsigned *list, unsigned count)
{
    unsigned i = count;
    while (i > 1 && list[i - 2] > list[i - 1]) i--;
    if (i < 2) return false;
    unsigned k = count - 1;
    while (list[k] < list[i - 2]) k--;
    unsigned swap = list[i - 2];
    list[i - 2] = list[k];
    list[k] = swap;
    for (unsigned a = i - 1, b = count - 1; a < b; a++, b--) {
        swap = list[a];
        list[a] = list[b];
        list[b] = swap;
    }
    return true;
}

static bool word_allows(const struct program *p, const relation order, unsigned word)
{
    unsigned co[EVENTS] = {word}, count = 1;
    for (unsigned e = 2; e < p->count; e++) {
        if (writes(&p->event[e]) && p->event[e].word == word) co[count++] = e;
    }
    do {
        if (allows(p, order, co, count)) return true;
    } while (permute(co + 1, count - 1));
    return false;
}

static bool model_allows(const struct program *p)
{
    unsigned sc[EVENTS], fences = 0;
    for (unsigned e = 2; e < p->count; e++) {
        if (p->event[e].sc) sc[fences++] = e;
    }
    do {
        relation order;
        if (causality(p, sc, fences, order) && word_allows(p, order, 0) && word_allows(p, order, 1))
            return true;
    } while (permute(sc, fences));
    return false;
}

/* ---- programs ---- */

static void begin(struct program *p)
{
    *p = (struct program){.count = 2, .threads = 0, .next_word = 4};
    for (unsigned word = 0; word < 2; word++)
        p->event[word] = (struct event){
            .text = "0", .kind = WRITE, .strong = true, .wide = true, .thread = THREADS, .word = word};
}

static void add(struct program *p, unsigned thread, unsigned choice, unsigned word)
{
    struct event *e = &p->event[p->count++];
    *e = choices[choice];
    e->thread = thread;
    e->word = word;
    if (p->threads <= thread) p->threads = thread + 1;
}

static void draw(struct program *p, unsigned *state)
{
    unsigned threads = 2 + random_below(state, 2);
    begin(p);
    p->next_word = random_below(state, 2) ? 4 : 64;
    for (unsigned thread = 0; thread < threads; thread++) {
        unsigned first = random_below(state, 2);
        for (unsigned i = 0; i < EACH; i++)
            add(p, thread, random_below(state, sizeof choices / sizeof *choices),
                (first + i / 2 + random_below(state, 4) / 3) % 2);
    }
}

/* Each thread is a block. Event e writes e; what it reads goes to word e of `out`. */
static void write_text(const struct program *p, struct tw_text *text)
{
    tw_text_add(text, KERNEL_HEAD);
    for (unsigned thread = 1; thread < p->threads; thread++)
        tw_text_addf(text, "setp.eq.u32 %%p1, %%b, %u;\n@%%p1 bra thread%u;\n", thread, thread);
    for (unsigned e = 2; e < p->count; e++) {
        const struct event *event = &p->event[e];
        unsigned place = event->word * p->next_word;
        if (e > 2 && event->thread != p->event[e - 1].thread)
            tw_text_addf(text, "bra done;\nthread%u:\n", event->thread);
        tw_text_add(text, event->text);
        if (event->kind == READ) tw_text_addf(text, " %%r%u, [%%in+%u];", e, place);
        if (event->kind == WRITE) tw_text_addf(text, " [%%in+%u], %u;", place, e);
        if (event->kind == SWAP) tw_text_addf(text, " %%r%u, [%%in+%u], %u;", e, place, e);
        tw_text_add(text, "\n");
    }
    tw_text_add(text, "done:\n");
    for (unsigned e = 2; e < p->count; e++) { /* only the thread's own */
        if (!reads(&p->event[e])) continue;
        tw_text_addf(text, "setp.eq.u32 %%p1, %%b, %u;\n@%%p1 st.global.u32 [%%out+%u], %%r%u;\n",
                     p->event[e].thread, 4 * e, e);
    }
    tw_text_add(text, KERNEL_TAIL);
}

/* Runs it and sets who read from whom. */
static void observe(struct program *p, const char *text, uint64_t seed)
{
    static const unsigned char zeros[256];
    struct run run = {
        .grid = p->threads, .block = 1, .out_bytes = 256, .in_bytes = 256, .weak = true, .seed = seed};
    run_kernel(&run, text, zeros, sizeof zeros);
    if (run.code) fail_msg("%s\n%s", run.error.message, text);
    const uint32_t *out = tw_machine_memory(run.machine, run.out, 256);
    for (unsigned e = 2; e < p->count; e++) {
        if (reads(&p->event[e])) p->event[e].from = out[e] ? out[e] : p->event[e].word;
    }
    run_free(&run);
}

static void no_outcome_is_forbidden(void **state)
{
    (void)state;
    unsigned chance = 12345;
    for (unsigned round = 0; round < draws(1000, 4000); round++) {
        struct program p;
        struct tw_text text = {0};
        draw(&p, &chance);
        write_text(&p, &text);
        for (unsigned seed = 0; seed < 4; seed++) {
            observe(&p, tw_text_string(&text), round * 4 + seed);
            if (model_allows(&p)) continue;
            for (unsigned e = 2; e < p.count; e++)
                print_message("%u: thread %u, %s word %u, from %u\n", e, p.event[e].thread, p.event[e].text,
                              p.event[e].word, p.event[e].from);
            fail_msg("round %u, seed %u: forbidden", round, seed);
        }
        tw_text_free(&text);
    }
}

/* ---- the model itself ---- */

enum {
    LOAD,
    LOAD_VOLATILE,
    LOAD_ACQUIRE = 3,
    STORE = 5,
    STORE_VOLATILE,
    STORE_RELEASE = 8,
    EXCHANGE = 10,
    MEMBAR = 14,
    ACQ_REL = 16,
    MEMBAR_CTA
};

/* Message passing, by way of the second word: what comes of a stale read, and whether the model allows it. */
static bool allows_stale(unsigned before, unsigned store, unsigned load, unsigned behind)
{
    struct program p;
    begin(&p);
    add(&p, 0, STORE, 0);
    add(&p, 0, before, 1);
    add(&p, 0, store, 1);
    add(&p, 1, load, 1);
    add(&p, 1, behind, 1);
    add(&p, 1, LOAD, 0);
    p.event[5].from = 4;
    if (reads(&p.event[6])) p.event[6].from = 4;
    p.event[7].from = 0;
    return model_allows(&p);
}

static void the_axioms_tell_messages_apart(void **state)
{
    (void)state;
    assert_false(allows_stale(MEMBAR, STORE_VOLATILE, LOAD_VOLATILE, MEMBAR));
    assert_false(allows_stale(ACQ_REL, STORE_VOLATILE, LOAD_VOLATILE, ACQ_REL));
    assert_false(allows_stale(ACQ_REL, EXCHANGE, LOAD_VOLATILE, LOAD_ACQUIRE));
    assert_false(allows_stale(MEMBAR_CTA, STORE_RELEASE, LOAD_ACQUIRE, MEMBAR_CTA));
    assert_true(allows_stale(MEMBAR_CTA, STORE_VOLATILE, LOAD_VOLATILE, MEMBAR));
    assert_true(allows_stale(MEMBAR, STORE_VOLATILE, LOAD_VOLATILE, MEMBAR_CTA));
    assert_true(allows_stale(ACQ_REL, STORE, LOAD_VOLATILE, ACQ_REL));
    assert_true(allows_stale(ACQ_REL, STORE_VOLATILE, LOAD, ACQ_REL));
}

/* Store buffering: both read zeros. */
static bool allows_both_zero(unsigned fence)
{
    struct program p;
    begin(&p);
    for (unsigned thread = 0; thread < 2; thread++) {
        add(&p, thread, STORE_VOLATILE, thread);
        add(&p, thread, fence, 0);
        add(&p, thread, LOAD_VOLATILE, 1 - thread);
        p.event[p.count - 1].from = 1 - thread;
    }
    return model_allows(&p);
}

static void the_axioms_tell_buffers_apart(void **state)
{
    (void)state;
    assert_false(allows_both_zero(MEMBAR));
    assert_true(allows_both_zero(ACQ_REL));
    assert_true(allows_both_zero(MEMBAR_CTA));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_axioms_tell_messages_apart),
        cmocka_unit_test(the_axioms_tell_buffers_apart),
        cmocka_unit_test(no_outcome_is_forbidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
