/* Strips: which there are, and where they lie in a tile so that few are on the same banks. */
#include "gen/families/transpose/strips.h"

#define WORD  4u
#define BANKS 32u

/* Rows of a strip, each of which is in a register. */
#define MOST_ROWS 64u

/* Bytes of matrices that threads rather hold. */
#define MOST_HELD 256u

static uint64_t divided_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

void tw_strip_place(const struct tw_transpose *t, const struct tw_strips *strips, uint64_t strip,
                    uint64_t *matrix, uint64_t *col)
{
    uint64_t first = strip % strips->across * strips->columns, last = t->cols - strips->columns;
    *matrix = strip / strips->across;
    *col = first < last ? first : last;
}

uint32_t tw_strip_given(const struct tw_strips *strips, uint64_t byte, uint64_t matrix)
{
    return (uint32_t)(byte + matrix * strips->gap * TW_CHUNK);
}

/* The word of the tile, from the output's run on. */
static uint64_t word_of(unsigned span, uint64_t word)
{
    return word + (span ? word / span : 0);
}

uint32_t tw_strip_turned(const struct tw_strips *strips, uint64_t byte)
{
    return (uint32_t)(strips->in_chunks * TW_CHUNK + word_of(strips->span, byte / WORD) * WORD + byte % WORD);
}

/* ---- where they lie: what the first strips of a tile would take is counted ---- */

#define COUNTED 2u /* warps */

/* Wavefronts of a warp whose lanes access these words. */
static unsigned wavefronts(const unsigned word[TW_WARP])
{
    unsigned most = 0, count[BANKS] = {0};
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        bool again = lane && word[lane] == word[lane - 1];
        unsigned n = again ? 0 : ++count[word[lane] % BANKS];
        most = n > most ? n : most;
    }
    return most;
}

/* The first strips: the matrix of each, and its first column. */
struct firsts {
    const struct tw_transpose *t;
    unsigned area;   /* bytes */
    unsigned middle; /* word of a strip */
    unsigned matrix[COUNTED * TW_WARP], col[COUNTED * TW_WARP];
};

static void find_firsts(const struct tw_transpose *t, const struct tw_strips *s, struct firsts *firsts)
{
    unsigned last = (unsigned)t->cols - s->columns, matrix = 0, col = 0;
    firsts->t = t;
    firsts->area = (unsigned)(t->rows * t->cols) * t->bytes;
    firsts->middle = s->bytes / WORD / 2;
    for (unsigned i = 0; i < COUNTED * TW_WARP; i++) {
        firsts->matrix[i] = matrix;
        firsts->col[i] = col < last ? col : last;
        col += s->columns;
        if (col >= t->cols) col = 0, matrix++;
    }
}

static unsigned read_cost(const struct firsts *firsts, unsigned gap)
{
    unsigned sum = 0, word[TW_WARP], pitch = firsts->area + gap * TW_CHUNK;
    for (unsigned warp = 0; warp < COUNTED; warp++) {
        const unsigned *matrix = firsts->matrix + warp * TW_WARP, *col = firsts->col + warp * TW_WARP;
        for (unsigned lane = 0; lane < TW_WARP; lane++)
            word[lane] = (matrix[lane] * pitch + col[lane] * firsts->t->bytes) / WORD;
        sum += wavefronts(word);
    }
    return sum;
}

/* Of the first word of each strip, and one in the middle. */
static unsigned write_cost(const struct firsts *firsts, unsigned span)
{
    unsigned sum = 0, word[TW_WARP], down = (unsigned)firsts->t->rows * firsts->t->bytes;
    for (unsigned i = 0; i < 2 * COUNTED; i++) {
        const unsigned *matrix = firsts->matrix + i / 2 * TW_WARP, *col = firsts->col + i / 2 * TW_WARP;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            unsigned first = (matrix[lane] * firsts->area + col[lane] * down + WORD - 1) / WORD;
            word[lane] = (unsigned)word_of(span, first + i % 2 * firsts->middle);
        }
        sum += wavefronts(word);
    }
    return sum;
}

/* Matrices a chunk or several further apart, if that saves a quarter of the wavefronts. */
static unsigned best_gap(const struct firsts *firsts)
{
    unsigned best = 3 * read_cost(firsts, 0), found = 0;
    for (unsigned gap = 1; gap < BANKS * WORD / TW_CHUNK; gap++) {
        unsigned cost = 4 * read_cost(firsts, gap);
        if (cost < best) best = cost, found = gap;
    }
    return found;
}

/* A word left out behind every 32, or 64, lets chunks be read by words without conflicts, or with two wavefronts for one. */
static unsigned best_span(const struct firsts *firsts)
{
    unsigned best = 3 * write_cost(firsts, 0), found = 0;
    for (unsigned span = BANKS; span <= 2 * BANKS; span += BANKS) {
        unsigned cost = 4 * (write_cost(firsts, span) + (span > BANKS ? 2 * COUNTED : 0));
        if (cost < best) best = cost, found = span;
    }
    return found;
}

/* ---- */

static bool has_strips(const struct tw_transpose *t)
{
    return t->bytes < WORD && t->cols > 1 && t->rows <= MOST_ROWS;
}

/* Of at most 256 bytes, or as many as fill words. */
static bool is_tiny(const struct tw_transpose *t)
{
    uint64_t bytes = t->rows * t->cols * t->bytes, matrices = bytes % WORD == 0 ? 1
                                                              : bytes % 2 == 0  ? 2
                                                                                : WORD;
    return matrices * bytes <= MOST_HELD;
}

bool tw_strips_pay(const struct tw_transpose *t)
{
    return has_strips(t) && !is_tiny(t) && t->contiguous && t->out_pitch == t->rows;
}

struct tw_strips tw_strips_of(const struct tw_transpose *t, unsigned matrices, bool in_skewed,
                              bool out_skewed)
{
    if (!has_strips(t)) return (struct tw_strips){0};
    uint64_t of_word = WORD / t->bytes, area = t->rows * t->cols * t->bytes, all = matrices * area,
             columns = t->cols < of_word ? t->cols : of_word, before = TW_CHUNK - t->bytes;
    struct tw_strips s = {.columns = (unsigned)columns, .across = (unsigned)divided_up(t->cols, columns)};
    s.bytes = (unsigned)(columns * t->rows * t->bytes);
    s.in_shifts = (t->in_offset * t->bytes | t->cols * t->bytes | t->base) % WORD != 0;
    s.out_shifts = (t->out_offset * t->bytes | area | t->base) % WORD != 0;
    s.stores = (unsigned)divided_up(s.bytes, WORD);
    s.words = s.stores + s.out_shifts;
    s.beside = s.out_shifts ? (unsigned)of_word - 1 : 0;
    struct firsts firsts;
    find_firsts(t, &s, &firsts);
    s.gap = best_gap(&firsts);
    s.span = best_span(&firsts);
    /* a word that holds the last row's end may be the last but one that is read */
    s.in_chunks = divided_up(all + (in_skewed ? before : 0) + WORD, TW_CHUNK) + (uint64_t)s.gap * matrices;
    uint64_t words = divided_up(all + (out_skewed ? before : 0), TW_CHUNK) * (TW_CHUNK / WORD);
    s.out_chunks = divided_up(word_of(s.span, words - 1) + 1, TW_CHUNK / WORD);
    return s;
}
