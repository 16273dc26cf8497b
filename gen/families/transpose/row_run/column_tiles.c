/* Column tiles: which there are, and where they lie in a tile so that few are on the same banks. */
#include "gen/families/transpose/row_run/column_tiles.h"
#include "base/whole.h"

#define WORD  4u
#define BANKS 32u

/* Rows of a column tile, each of which is in a register; of more, bands of so many. */
#define MOST_ROWS 64u
static const unsigned band_rows[] = {28, 32, 24, 20, 16, 12};

/* Bytes of matrices that threads rather hold; and of those of which a tile may have room for both runs. */
#define MOST_BYTES 256u
#define MOST_WHOLE (96u << 10)

/* The last of those that do not divide a side ends with it. */
static uint64_t place_of(uint64_t number, uint64_t size, uint64_t side)
{
    return number * size < side - size ? number * size : side - size;
}

struct tw_column_tile_place tw_column_tile_place(const struct tw_transpose *t,
                                                 const struct tw_column_tiles *tiles, uint64_t matrices,
                                                 uint64_t number)
{
    uint64_t across = number % tiles->across, rest = number / tiles->across,
             matrix = tiles->by_matrices ? rest % matrices : rest / tiles->bands,
             band = tiles->by_matrices ? rest / matrices : rest % tiles->bands;
    return (struct tw_column_tile_place){.matrix = matrix,
                                         .row = place_of(band, tiles->rows, t->rows),
                                         .col = place_of(across, tiles->columns, t->cols)};
}

uint32_t tw_column_tile_given(const struct tw_column_tiles *tiles, uint64_t byte, uint64_t matrix)
{
    return (uint32_t)(byte + matrix * tiles->gap * TW_CHUNK);
}

/* The word of the tile, from the output's run on. */
static uint64_t word_of(unsigned span, uint64_t word)
{
    return word + (span ? word / span : 0);
}

uint32_t tw_column_tile_turned(const struct tw_column_tiles *tiles, uint64_t byte)
{
    return (uint32_t)(tiles->in_chunks * TW_CHUNK + word_of(tiles->span, byte / WORD) * WORD + byte % WORD);
}

/* ---- where they lie: what the first column tiles of a tile would take is counted ---- */

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

/* The first column tiles: where each begins, in the input and in the output, in bytes, and the matrices. */
struct firsts {
    unsigned matrix[COUNTED * TW_WARP], in[COUNTED * TW_WARP], out[COUNTED * TW_WARP];
    unsigned given, area; /* bytes of a matrix in the run of the input, in that of the output */
    unsigned column;      /* bytes of one of its columns if these are runs of their own, or 0  */
    unsigned middle;      /* word of a column tile                                                   */
};

static void find_firsts(const struct tw_transpose *t, const struct tw_column_tiles *s, unsigned matrices,
                        struct firsts *firsts)
{
    firsts->given = (unsigned)s->area * t->bytes;
    firsts->area = (unsigned)(t->rows * t->cols) * t->bytes;
    firsts->column = s->bands > 1 ? (unsigned)t->rows * t->bytes : 0;
    firsts->middle = s->bytes / WORD / 2;
    for (unsigned i = 0; i < COUNTED * TW_WARP; i++) {
        struct tw_column_tile_place place = tw_column_tile_place(t, s, matrices, i);
        firsts->matrix[i] = (unsigned)place.matrix;
        firsts->in[i] = (unsigned)(place.row * s->line + place.col) * t->bytes;
        firsts->out[i] = (unsigned)(place.col * t->rows + place.row) * t->bytes;
    }
}

static unsigned read_cost(const struct firsts *firsts, unsigned gap)
{
    unsigned sum = 0, word[TW_WARP], pitch = firsts->given + gap * TW_CHUNK;
    for (unsigned i = 0; i < COUNTED; i++) {
        const unsigned *matrix = firsts->matrix + i * TW_WARP, *in = firsts->in + i * TW_WARP;
        for (unsigned lane = 0; lane < TW_WARP; lane++) word[lane] = (matrix[lane] * pitch + in[lane]) / WORD;
        sum += wavefronts(word);
    }
    return sum;
}

/* The cost of the first word of each column tile, and of one in the middle. */
static unsigned write_cost(const struct firsts *firsts, unsigned span)
{
    unsigned sum = 0, word[TW_WARP];
    for (unsigned i = 0; i < 2 * COUNTED; i++) {
        const unsigned *matrix = firsts->matrix + i / 2 * TW_WARP, *out = firsts->out + i / 2 * TW_WARP;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            unsigned byte = matrix[lane] * firsts->area + out[lane] + i % 2 * firsts->column,
                     first = (byte + WORD - 1) / WORD;
            word[lane] = (unsigned)word_of(span, first + i % 2 * firsts->middle);
        }
        sum += wavefronts(word);
    }
    return sum;
}

/* Matrices a chunk or several further apart, if that saves a quarter of the wavefronts, which are one of a warp at least. */
static unsigned best_gap(const struct firsts *firsts)
{
    unsigned best = 3 * read_cost(firsts, 0), found = 0;
    for (unsigned gap = 1; gap < BANKS * WORD / TW_CHUNK && best > 4 * COUNTED; gap++) {
        unsigned cost = 4 * read_cost(firsts, gap);
        if (cost < best) best = cost, found = gap;
    }
    return found;
}

/* A word left out behind every 32, or 64, lets chunks be read by words without conflicts, or with two wavefronts for one. */
static unsigned best_span(const struct firsts *firsts)
{
    unsigned best = 3 * write_cost(firsts, 0), found = 0;
    for (unsigned span = BANKS; span <= 2 * BANKS && best > 8 * COUNTED; span += BANKS) {
        unsigned cost = 4 * (write_cost(firsts, span) + (span > BANKS ? 2 * COUNTED : 0));
        if (cost < best) best = cost, found = span;
    }
    return found;
}

/* ---- */

/* More rows than a thread has registers for. */
static bool needs_bands(const struct tw_transpose *t)
{
    return t->rows > MOST_ROWS;
}

/* With less than a word of rows columns are put together better by chunks; and what a column tile reads of the next one
   is of one column. */
static bool has_column_tiles(const struct tw_transpose *t)
{
    return t->bytes < WORD && t->cols > 1 && t->rows * t->bytes >= WORD &&
           (!needs_bands(t) || (t->cols * t->bytes >= WORD && t->rows * t->cols * t->bytes <= MOST_WHOLE));
}

/* Whether matrices have at most 256 bytes, or as many of them as fill words have. */
static bool is_tiny(const struct tw_transpose *t)
{
    uint64_t bytes = t->rows * t->cols * t->bytes, matrices = bytes % WORD == 0 ? 1
                                                              : bytes % 2 == 0  ? 2
                                                                                : WORD;
    return matrices * bytes <= MOST_BYTES;
}

bool tw_column_tiles_pay(const struct tw_transpose *t)
{
    return has_column_tiles(t) && !is_tiny(t);
}

/* Where column tiles of so many rows lie, and what the first take: wavefronts of a read and a write by each. */
static double lay_out(const struct tw_transpose *t, unsigned matrices, unsigned rows, bool by_matrices,
                      struct tw_column_tiles *s)
{
    struct firsts firsts;
    s->rows = rows;
    s->bands = (unsigned)tw_ceil_div(t->rows, rows);
    s->by_matrices = by_matrices;
    s->bytes = rows * t->bytes * (s->bands > 1 ? 1 : s->columns);
    s->stores = (unsigned)tw_ceil_div(s->bytes, WORD);
    find_firsts(t, s, matrices, &firsts);
    s->gap = best_gap(&firsts);
    s->span = best_span(&firsts);
    return (double)(2 * read_cost(&firsts, s->gap) + write_cost(&firsts, s->span)) / COUNTED;
}

#define BESIDE_MEMORY 8.0 /* wavefronts of a read and a write that cost as much as all else of a row */

/* The bands that take the fewest wavefronts, rows of two bands and those behind them counted as often as they are read.
   What a band but the last needs from behind it is of the same column. */
static void cut_bands(const struct tw_transpose *t, unsigned matrices, struct tw_column_tiles *s)
{
    double least = 0;
    struct tw_column_tiles best = {0};
    for (unsigned i = 0; i < 2 * sizeof band_rows / sizeof *band_rows; i++) {
        struct tw_column_tiles found = *s;
        unsigned rows = band_rows[i / 2], left = (unsigned)(t->rows % rows);
        if (left && left < s->beside) continue;
        double cost = BESIDE_MEMORY + lay_out(t, matrices, rows, i % 2, &found);
        cost *= (double)found.bands * (rows + s->beside);
        if (!best.across || cost < least) least = cost, best = found;
    }
    *s = best;
}

struct tw_column_tiles tw_column_tiles_of(const struct tw_transpose *t, unsigned matrices, unsigned line,
                                          bool in_skewed, bool out_skewed)
{
    if (!has_column_tiles(t)) return (struct tw_column_tiles){0};
    uint64_t of_word = WORD / t->bytes, area = t->rows * t->cols * t->bytes, all = matrices * area,
             given = matrices * t->rows * line * t->bytes, columns = t->cols < of_word ? t->cols : of_word,
             before = TW_CHUNK - t->bytes;
    struct tw_column_tiles s = {.line = line,
                                .area = t->rows * line,
                                .columns = (unsigned)columns,
                                .across = (unsigned)tw_ceil_div(t->cols, columns)};
    s.in_shifts =
        (in_skewed && (t->in_offset * t->bytes | t->base) % WORD) || (line | t->cols) * t->bytes % WORD;
    s.out_shifts = (out_skewed && (t->out_offset * t->bytes | t->base) % WORD) || area % WORD ||
                   (needs_bands(t) && t->rows * t->bytes % WORD);
    s.beside = s.out_shifts ? (unsigned)of_word - 1 : 0;
    if (needs_bands(t))
        cut_bands(t, matrices, &s);
    else
        lay_out(t, matrices, (unsigned)t->rows, false, &s);
    if (!s.across) return s;
    /* a word that holds the last row's end may be the last but one that is read */
    s.in_chunks = tw_ceil_div(given + (in_skewed ? before : 0) + WORD, TW_CHUNK) + (uint64_t)s.gap * matrices;
    uint64_t words = tw_ceil_div(all + (out_skewed ? before : 0), TW_CHUNK) * (TW_CHUNK / WORD);
    s.out_chunks = tw_ceil_div(word_of(s.span, words - 1) + 1, TW_CHUNK / WORD);
    return s;
}
