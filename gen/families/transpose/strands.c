/* Strands: how lanes lie in a tile, so that their words lie on different banks, and what they put there. */
#include "gen/families/transpose/strands.h"

/* Rows from which on words were faster on an H200: of 1 byte, of 2. */
#define LEAST_BYTES_DOWN  96u
#define LEAST_HALVES_DOWN 200u

static unsigned divided_up(uint64_t a, uint64_t b)
{
    return (unsigned)((a + b - 1) / b);
}

/* Lanes beside each other are `wide` times as many words apart as a column has elements: an odd number is on all banks, twice an odd
   one on every second, four times an odd one on every fourth, and so are multiples of 8 where chunks are left out. Lanes that are
   an odd number of words further down fill the rest. */
static unsigned lanes_across(const struct tw_transpose *t, const struct tw_strands *s)
{
    uint64_t apart = t->rows * s->wide;
    return apart % 2 ? TW_WARP : apart % 4 ? TW_WARP / 2 : TW_WARP / 4;
}

/* Chunks are left out behind all columns of some lanes, and behind a multiple of 8, so that lanes that read chunks stay free of
   conflicts. */
static unsigned span_of(const struct tw_transpose *t, const struct tw_strands *s)
{
    unsigned chunks = (unsigned)(t->rows * s->wide / 4), span = chunks;
    if (t->rows * s->wide % 8) return 0;
    while (span % 8) span += chunks;
    return span;
}

static void set_words(const struct tw_transpose *t, struct tw_strands *s, unsigned words)
{
    unsigned down = TW_WARP / s->across;
    s->words = words;
    s->rows = words * t->pack;
    s->units_across = divided_up(t->tile_cols, (uint64_t)s->across * s->columns);
    s->units = s->units_across * divided_up(t->rows, (uint64_t)s->rows * down);
}

/* Few rounds of all warps, and long strands: what a round takes besides its words is about one more. */
static unsigned best_words(const struct tw_transpose *t, struct tw_strands s, unsigned most)
{
    unsigned best = 1;
    uint64_t least = UINT64_MAX, warps = t->threads / TW_WARP, step = s.across < TW_WARP ? 2 : 1;
    for (unsigned words = 1; words <= most; words += (unsigned)step) {
        set_words(t, &s, words);
        uint64_t cost = (uint64_t)divided_up(s.units, warps ? warps : 1) * (words + 1);
        if (cost <= least) least = cost, best = words;
    }
    return best;
}

/* An odd number of rows lets single elements go to different banks, and few rows as well: they are as fast then. */
bool tw_strands_pay(const struct tw_transpose *t)
{
    return t->pack > 1 && t->rows % 2 == 0 &&
           t->rows >= (t->bytes == 1 ? LEAST_BYTES_DOWN : LEAST_HALVES_DOWN);
}

struct tw_strands tw_strands_of(const struct tw_transpose *t, unsigned ahead, bool out_skewed)
{
    struct tw_strands s = {.wide = t->in_grain < t->cell ? 2 : 1};
    if (!tw_strands_pay(t)) return (struct tw_strands){0};
    s.columns = t->pack * s.wide;
    s.across = lanes_across(t, &s);
    s.span = span_of(t, &s);
    if (s.span && out_skewed) return (struct tw_strands){0}; /* columns and chunks would not end together */
    s.gap_columns = s.span ? (unsigned)(s.span * t->per_chunk / t->rows) : 0;
    set_words(t, &s, best_words(t, s, ahead * t->bytes / s.wide));
    return s;
}

/* ---- requests ---- */

/* What a lane has of a column: words from byte `at` on, of which `before` elements are not its own. */
struct put {
    uint32_t at;
    unsigned before, end;
};

/* Lanes whose word number k is whole. */
static uint32_t whole_words(const struct put put[TW_WARP], uint32_t active, unsigned pack, unsigned k)
{
    uint32_t whole = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        if (k < put[lane].end / pack && (k || !put[lane].before)) whole |= 1u << lane;
    }
    return whole & active;
}

struct asking {
    tw_strand_request *request;
    void *user;
};

static void ask(const struct asking *asking, bool is_word, const struct put put[TW_WARP],
                const uint32_t plus[TW_WARP], uint32_t active)
{
    uint32_t at[TW_WARP] = {0};
    for (unsigned lane = 0; lane < TW_WARP; lane++) at[lane] = put[lane].at + plus[lane];
    if (active) asking->request(asking->user, is_word, at, active);
}

/* Element e of the first word, where that is not whole, or of the last one. */
static void ask_element(const struct tw_transpose *t, const struct asking *asking,
                        const struct put put[TW_WARP], uint32_t active, unsigned e, bool is_last)
{
    uint32_t plus[TW_WARP], taken = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        unsigned before = put[lane].before, end = put[lane].end, last = end / t->pack;
        bool has = is_last ? (last || !before) && e < end % t->pack : before && e >= before && e < end;
        plus[lane] = ((is_last ? last * t->pack : 0) + e) * t->bytes;
        if (has) taken |= 1u << lane;
    }
    ask(asking, false, put, plus, taken & active);
}

static void ask_column(const struct tw_transpose *t, const struct tw_strands *s, const struct asking *asking,
                       const struct put put[TW_WARP], uint32_t active)
{
    for (unsigned k = 0; k <= s->words; k++) {
        uint32_t plus[TW_WARP];
        for (unsigned lane = 0; lane < TW_WARP; lane++) plus[lane] = 4 * k;
        ask(asking, true, put, plus, whole_words(put, active, t->pack, k));
    }
    for (unsigned e = 0; e < t->pack; e++) {
        ask_element(t, asking, put, active, e, false);
        ask_element(t, asking, put, active, e, true);
    }
}

void tw_strand_requests(const struct tw_transpose *t, const struct tw_strands *strands, unsigned unit,
                        unsigned cols, unsigned skew, tw_strand_request *request, void *user)
{
    const struct asking asking = {request, user};
    unsigned across = strands->across, down = TW_WARP / across;
    for (unsigned i = 0; i < strands->columns; i++) {
        struct put put[TW_WARP] = {{0}};
        uint32_t active = 0;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            uint64_t col = ((uint64_t)(unit % strands->units_across) * across + lane % across) *
                           strands->columns,
                     row = ((uint64_t)(unit / strands->units_across) * down + lane / across) * strands->rows;
            if (col >= cols || row >= t->rows) continue;
            unsigned before = (unsigned)((i * t->rows + skew) % t->pack),
                     count = t->rows - row < strands->rows ? (unsigned)(t->rows - row) : strands->rows;
            uint64_t begin = (col + i) * t->rows + row + skew - before;
            put[lane].at =
                (uint32_t)(begin * t->bytes + (strands->span ? col / strands->gap_columns * TW_CHUNK : 0));
            put[lane].before = before;
            put[lane].end = before + count;
            active |= 1u << lane;
        }
        ask_column(t, strands, &asking, put, active);
    }
}
