/* The row-run method: what a block moves, how it turns that, and where that lies in shared memory. */
#include "gen/families/transpose/row_run/row_run.h"
#include "base/whole.h"

#define ROW_OF_BANKS 8u /* chunks that lie on all 32 banks */
#define WORD         4u
#define QUAD         4u /* lines beside each other, a word or four of them, that a warp takes together */

/* Whether runs that begin at `offset`, and every `step` elements from there, begin at chunks. */
static bool in_chunks(const struct tw_transpose *t, uint64_t offset, uint64_t step)
{
    return ((offset | step) * t->bytes | t->base) % TW_CHUNK == 0;
}

/* The chunks behind which one is left out, so that 8 steps of `chunks` lie on all banks; 0: they do without.
   A multiple of 8, which leaves the chunks that 8 neighbouring lanes move beside each other alone. */
static unsigned span_of(uint64_t chunks)
{
    uint64_t span = chunks;
    if (chunks % 2) return 0;
    while (span % ROW_OF_BANKS) span += chunks;
    return (unsigned)span;
}

/* ---- what a tile is ---- */

/* Whether gaps between rows of the input are read with the rows, and lie in the tile: up to half of a row. */
static bool has_small_gaps(const struct tw_transpose *t)
{
    return t->in_pitch - t->cols <= t->cols / 2;
}

static void cover_rows(const struct tw_transpose *t, struct tw_row_run *f)
{
    f->overlap = t->out_grain < TW_SECTOR ? TW_SECTOR / t->bytes : 0;
    f->step = t->tile_rows > f->overlap ? t->tile_rows - f->overlap : 1;
    f->tiles = t->rows <= t->tile_rows ? 1 : tw_ceil_div(t->rows - t->tile_rows, f->step) + 1;
    f->in_joined = has_small_gaps(t);
    f->stride = f->in_joined ? t->in_pitch : t->cols;
    f->gap = (unsigned)(f->stride - t->cols);
    f->elements = t->tile_rows * f->stride;
    f->row_vectors = (f->overlap ? f->step : t->tile_rows) / t->per_chunk;
    uint64_t last = t->rows - (f->tiles - 1) * f->step;
    f->part_tile = last != t->tile_rows;
    f->in_skewed = f->in_joined && !in_chunks(t, t->in_offset, t->batch > 1 ? t->rows * f->stride : 0);
    f->in_ragged = f->in_skewed || (last * f->stride - f->gap) % t->per_chunk;
}

static void cover_columns(const struct tw_transpose *t, struct tw_row_run *f)
{
    f->step = t->tile_cols;
    f->tiles = tw_ceil_div(t->cols, f->step);
    f->out_joined = t->out_pitch == t->rows;
    f->stride = t->rows;
    f->elements = t->tile_cols * f->stride;
    f->part_tile = t->cols % f->step != 0;
    f->in_skewed = t->in_grain < TW_CHUNK;
    f->row_chunks = t->tile_cols / t->per_chunk + f->in_skewed;
    f->out_skewed = f->out_joined && !in_chunks(t, t->out_offset, t->batch > 1 ? f->area : 0);
    f->out_ragged = f->out_skewed || t->cols % f->step * t->rows % t->per_chunk;
}

static void cover_matrices(const struct tw_transpose *t, struct tw_row_run *f)
{
    uint64_t tiles = tw_ceil_div(t->batch, f->matrices), step = tiles > 1 ? f->matrices * f->area : 0;
    bool is_ragged = f->matrices * f->area % t->per_chunk || t->batch % f->matrices * f->area % t->per_chunk;
    f->tiles = 1;
    f->elements = f->matrices * f->area;
    f->stride = 1;
    f->part_tile = t->batch % f->matrices != 0;
    f->in_joined = t->contiguous;
    f->out_joined = t->out_pitch == t->rows;
    f->in_skewed = f->in_joined && !in_chunks(t, t->in_offset, step);
    f->out_skewed = f->out_joined && !in_chunks(t, t->out_offset, step);
    f->in_ragged = f->in_skewed || is_ragged;
    f->out_ragged = f->out_skewed || is_ragged;
}

static void cover(const struct tw_transpose *t, struct tw_row_run *f)
{
    bool all_rows = t->tile_rows >= t->rows, all_cols = t->tile_cols >= t->cols;
    f->area = t->rows * t->cols;
    f->cover = all_rows && all_cols ? ROW_RUN_WHOLE : all_cols ? ROW_RUN_TALL : ROW_RUN_WIDE;
    if (f->cover == ROW_RUN_WHOLE)
        cover_matrices(t, f);
    else if (f->cover == ROW_RUN_TALL)
        cover_rows(t, f);
    else
        cover_columns(t, f);
    f->blocks = f->cover == ROW_RUN_WHOLE ? tw_ceil_div(t->batch, f->matrices) : f->tiles * t->batch;
}

/* ---- how its elements go ---- */

/* Whether each chunk of the output holds whole columns, of one matrix or of whole ones. */
static bool has_pattern(const struct tw_transpose *t, const struct tw_row_run *f)
{
    unsigned n = t->per_chunk;
    return !f->out_skewed && t->rows < n && tw_is_power_of_two(t->rows) &&
           (f->area % n == 0 || n % f->area == 0);
}

static void turn_matrices(const struct tw_transpose *t, struct tw_row_run *f)
{
    bool is_tall = t->rows >= t->per_chunk;
    f->pattern = has_pattern(t, f);
    f->turn = ROW_RUN_GATHER;
    f->by_elements = !f->out_joined;
    if (is_tall || f->pattern) return;
    if (!f->in_joined || !f->out_joined || t->bytes > 4)
        f->by_elements = true;
    else
        f->turn = t->cols >= t->per_chunk ? ROW_RUN_SCATTER : ROW_RUN_UNITS;
}

/* As many matrices as fill words. */
static unsigned unit_of(const struct tw_transpose *t, const struct tw_row_run *f)
{
    unsigned matrices = t->bytes >= WORD ? 1 : WORD / t->bytes;
    while (matrices > 1 && matrices / 2 * f->area * t->bytes % WORD == 0) matrices /= 2;
    return matrices;
}

/* Words of a unit that a thread holds in its registers, at most. */
#define MOST_WORDS            64u
#define MOST_WORDS_OF_REGULAR 48u

/* The largest parts that a unit has an odd number of lie on all banks, unit by unit; so do chunks that change places.
   Units that begin within a part need all of the one behind them, or the assembler would make its access narrower. */
static void take_matrix_tiles(const struct tw_transpose *t, struct tw_row_run *f)
{
    unsigned words = f->unit_words % 2 ? 1 : f->unit_words % 4 ? 2 : 4;
    bool shifts = f->in_skewed && t->bytes < words * WORD, needs_all = t->bytes < WORD;
    if (shifts && !needs_all && (words < 4 || t->bytes > WORD)) return;
    f->turn = ROW_RUN_MATRICES;
    f->part_words = words;
    f->unit_parts = f->unit_words / words;
    f->read_parts = f->unit_parts + shifts;
}

/* Whether no chunk of the output, or of the input where that has too few rows for one, is of two lines: chunks by
   themselves are faster then than a thread with so many registers. */
static bool fits_registers(const struct tw_transpose *t, const struct tw_row_run *f, uint64_t words)
{
    bool by_rows = t->rows % t->per_chunk == 0 && !f->out_skewed,
         by_cols = t->rows < t->per_chunk && t->cols % t->per_chunk == 0 && !f->in_skewed;
    bool regular = (by_rows || by_cols) && !has_pattern(t, f);
    return words <= (regular ? MOST_WORDS_OF_REGULAR : MOST_WORDS);
}

/* Rows of which column tiles are taken, and which are no run, are read to the end of their last piece, if pieces may be
   wider than an element. */
static unsigned line_of_tile(const struct tw_transpose *t, const struct tw_row_run *f)
{
    uint64_t piece = (t->in_grain < TW_CHUNK ? t->in_grain : TW_CHUNK) / t->bytes;
    bool padded = f->cover == ROW_RUN_WHOLE && f->registers == TRANSPOSE_REGISTER_COLUMNS && !f->in_joined;
    return (unsigned)(padded ? tw_multiple_up(t->cols, piece) : t->cols);
}

static void turn(const struct tw_transpose *t, struct tw_row_run *f)
{
    f->turn = f->cover == ROW_RUN_WIDE ? ROW_RUN_SCATTER : ROW_RUN_GATHER;
    f->line = line_of_tile(t, f);
    if (f->cover != ROW_RUN_WHOLE) return;
    if (f->registers == TRANSPOSE_REGISTER_COLUMNS)
        f->column_tiles = tw_column_tiles_of(t, f->matrices, f->line, f->in_skewed, f->out_skewed);
    f->unit_matrices = unit_of(t, f);
    uint64_t elements = f->unit_matrices * f->area, words = elements * t->bytes / WORD;
    f->unit_elements = (unsigned)elements;
    f->unit_words = (unsigned)words;
    if (f->column_tiles.across)
        f->turn = ROW_RUN_COLUMNS;
    else if (f->registers == TRANSPOSE_REGISTER_MATRICES && fits_registers(t, f, words))
        take_matrix_tiles(t, f);
    if (f->turn != ROW_RUN_MATRICES && f->turn != ROW_RUN_COLUMNS) turn_matrices(t, f);
}

/* Lines of one kind that a block goes through before it comes back to their neighbours: each is in a page of memory of
   its own. */
#define ALIKE_TALL QUAD
#define ALIKE_WIDE 16u

/* Chunks of two lines that begin anywhere lie on the same banks or not as chance has it. Lines that are alike follow
   each other, where that makes an end of conflicts. Tall: 8 lanes have a line, and lines 8 bytes apart are alike. Wide:
   the chunks of a row and those of the next go on around the banks, and rows a chunk apart are alike; there may be rows
   too many in the last group. */
static void find_alike(const struct tw_transpose *t, struct tw_row_run *f)
{
    bool is_tall = f->cover == ROW_RUN_TALL;
    uint64_t lines = is_tall ? t->cols : t->rows;
    uint64_t apart = (is_tall ? TW_CHUNK / 2 : TW_CHUNK) / t->bytes;
    bool anywhere = is_tall ? f->overlap > 0 : f->in_skewed;
    bool free = is_tall ? f->row_vectors % ROW_OF_BANKS == 0 : f->row_chunks * f->stride % ROW_OF_BANKS == 1;
    f->apart = f->alike = 1;
    if (f->stride % 2 == 0 || apart < 2 || !anywhere || !free) return;
    uint64_t groups = is_tall ? 1 : tw_ceil_div(lines, ALIKE_WIDE * apart), group = groups * apart;
    uint64_t alike = is_tall ? ALIKE_TALL : lines / group;
    if (!is_tall && ((alike + 1) * group - lines) * 16 <= lines) alike++;
    if (alike < 2 || alike * apart > lines + apart) return;
    f->apart = (unsigned)apart;
    f->alike = (unsigned)alike;
    f->grouped = (unsigned)(is_tall ? lines / (apart * alike) * apart * alike : group * alike);
}

/* Units of an even number of chunks begin at every second, fourth or eighth of 8 places: the chunks of one change places among
   themselves, those of the next in another way, so that 8 units in a row have any of their chunks on all banks. */
static void swap_chunks(struct tw_row_run *f)
{
    unsigned swaps = 1;
    if (f->part_words < QUAD || f->unit_parts % 2) return;
    while (swaps < ROW_OF_BANKS && f->unit_parts % (2 * swaps) == 0) swaps *= 2;
    f->swaps = swaps;
    f->swap_span = f->unit_parts * (ROW_OF_BANKS / swaps);
}

/* Where a chunk's elements lie in two places: the columns of a matrix that it is part of, or both sides of a chunk that
   is left out. Chunks are left out where that puts an end to bank conflicts and costs nothing. */
static void lay_out(const struct tw_transpose *t, struct tw_row_run *f)
{
    bool gathers = f->turn == ROW_RUN_GATHER, is_whole = f->cover == ROW_RUN_WHOLE;
    uint64_t across = !is_whole ? f->stride
                      : gathers ? t->cols
                                : t->rows,
             down = gathers ? t->rows : t->cols; /* in the run, turned */
    bool from = gathers ? f->out_skewed : f->in_skewed, to = gathers ? f->in_skewed : f->out_skewed;
    if (f->turn == ROW_RUN_UNITS || f->turn == ROW_RUN_COLUMNS || f->by_elements) return;
    if (f->turn == ROW_RUN_MATRICES) {
        swap_chunks(f);
    } else if (f->chunk_tiles.ahead) {
        f->span = f->chunk_tiles.span;
    } else if (!is_whole) {
        f->span = span_of(across);
        f->quads = across % QUAD == 0 && t->bytes < TW_CHUNK;
        find_alike(t, f);
        f->jumps = f->span && t->bytes < TW_CHUNK && (f->in_skewed || f->out_skewed || f->overlap);
    } else if (f->pattern) {
        uint64_t chunks = f->area / t->per_chunk; /* of a matrix */
        f->span = chunks % 2 == 0 && chunks < TW_WARP && !to ? (unsigned)chunks : 0;
    } else if (down % t->per_chunk == 0 && !from) {
        f->span = to ? 0 : span_of(across);
    } else {
        f->jumps = true;
    }
    if (!gathers && !is_whole && f->in_skewed && !f->chunk_tiles.ahead)
        f->before = (unsigned)(t->per_chunk * f->stride);
}

/* Columns that share words are turned by the word, and none beside the tile are put there. */
static void find_chunk_tiles(const struct tw_transpose *t, unsigned unroll, struct tw_row_run *f)
{
    if (f->cover != ROW_RUN_WIDE || f->registers != TRANSPOSE_REGISTER_CHUNKS) return;
    f->chunk_tiles = tw_chunk_tiles_of(t, unroll);
    if (f->chunk_tiles.ahead) f->row_chunks = t->tile_cols / t->per_chunk;
}

static void measure(const struct tw_transpose *t, struct tw_row_run *f)
{
    bool is_skewed = f->turn == ROW_RUN_SCATTER ? f->out_skewed : f->in_skewed;
    uint64_t unit = f->turn == ROW_RUN_MATRICES ? f->unit_elements : 1,
             whole = tw_multiple_up(f->elements, unit);
    uint64_t elements = whole + 2 * (uint64_t)f->before + (is_skewed ? t->per_chunk - 1 : 0);
    uint64_t chunks = tw_ceil_div(elements, t->per_chunk);
    f->run_chunks = chunks + (f->span ? (chunks - 1) / f->span : 0);
    if (f->swaps) f->run_chunks = tw_multiple_up(chunks, f->swaps);
    if (f->turn == ROW_RUN_COLUMNS) f->run_chunks = f->column_tiles.in_chunks;
    f->tile_chunks = f->run_chunks + f->column_tiles.out_chunks +
                     (f->turn == ROW_RUN_UNITS ? tw_ceil_div(f->elements, t->per_chunk) : 0);
}

/* As many bytes as all lines begin at multiples of and have. */
static unsigned piece_of(const struct tw_transpose *t, unsigned grain, uint64_t line, unsigned most)
{
    uint64_t bits = line * t->bytes | grain | most;
    return (unsigned)(bits & (~bits + 1));
}

/* How a side that is no run is accessed. Columns that column tiles turned begin anywhere in the tile, and go by the
   words of the output. */
static void find_pieces(const struct tw_transpose *t, struct tw_row_run *f)
{
    bool by_columns = f->turn == ROW_RUN_COLUMNS;
    f->in_piece = piece_of(t, t->in_grain, f->line, TW_CHUNK);
    f->in_cut = !f->in_joined && f->line > t->cols;
    f->out_piece = piece_of(t, t->out_grain, t->rows, f->column_tiles.span ? WORD : TW_CHUNK);
    uint64_t before = t->out_grain < WORD ? WORD - t->bytes : 0;
    if (by_columns && !f->out_joined && f->out_piece < WORD)
        f->out_words = (unsigned)tw_ceil_div(before + t->rows * t->bytes, WORD);
}

/* The tile with that register transpose, or with none where it is not possible. */
static struct tw_row_run make(const struct tw_transpose *t, const int64_t *value,
                              enum tw_transpose_register registers)
{
    struct tw_row_run f = {.matrices = (unsigned)value[TRANSPOSE_matrices], .registers = registers};
    if (f.matrices > t->batch) f.matrices = (unsigned)t->batch;
    cover(t, &f);
    turn(t, &f);
    find_chunk_tiles(t, (unsigned)value[TRANSPOSE_unroll], &f);
    f.registers = f.chunk_tiles.ahead          ? TRANSPOSE_REGISTER_CHUNKS
                  : f.turn == ROW_RUN_COLUMNS  ? TRANSPOSE_REGISTER_COLUMNS
                  : f.turn == ROW_RUN_MATRICES ? TRANSPOSE_REGISTER_MATRICES
                                               : TRANSPOSE_REGISTER_NONE;
    lay_out(t, &f);
    find_pieces(t, &f);
    measure(t, &f);
    return f;
}

struct tw_row_run tw_row_run_of(const struct tw_transpose *t, const int64_t *value)
{
    return make(t, value, (enum tw_transpose_register)value[TRANSPOSE_register_transpose]);
}

enum tw_transpose_register tw_row_run_usual_registers(const int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    enum tw_transpose_register chunks = make(&t, value, TRANSPOSE_REGISTER_CHUNKS).registers;
    return chunks ? chunks : make(&t, value, TRANSPOSE_REGISTER_MATRICES).registers;
}

/* ---- for want of anything better ---- */

#define USUAL_BYTES   16384u
#define USUAL_THREADS 256u
#define USUAL_UNROLL  4u

static uint64_t at_least(uint64_t least, uint64_t n)
{
    return n > least ? n : least;
}

/* As many as the usual tile takes of `size` bytes each, a multiple of `unit`. */
static uint64_t usual_count(uint64_t size, uint64_t unit)
{
    return at_least(1, USUAL_BYTES / at_least(1, size) / unit) * unit;
}

void tw_row_run_default(int64_t *value)
{
    const struct tw_transpose t = tw_transpose_problem(value);
    uint64_t area = t.rows * t.cols * t.bytes, sectors = TW_SECTOR / t.bytes,
             x = (uint64_t)value[TRANSPOSE_BDIMX];
    uint64_t overlap = t.out_grain < TW_SECTOR ? sectors : 0;
    bool is_tall = t.cols <= t.rows, is_whole = area <= USUAL_BYTES;
    uint64_t rows = is_whole || !is_tall ? t.rows : usual_count(t.cols * t.bytes, sectors) + overlap;
    uint64_t cols = is_whole || is_tall ? t.cols : usual_count(t.rows * t.bytes, sectors);
    tw_transpose_default(value, TRANSPOSE_tile_rows, (int64_t)rows);
    tw_transpose_default(value, TRANSPOSE_tile_cols, (int64_t)cols);
    is_whole =
        (uint64_t)value[TRANSPOSE_tile_rows] >= t.rows && (uint64_t)value[TRANSPOSE_tile_cols] >= t.cols;
    tw_transpose_default(value, TRANSPOSE_matrices, is_whole ? (int64_t)usual_count(area, sectors) : 1);
    tw_transpose_default(value, TRANSPOSE_BDIMY, (int64_t)at_least(1, USUAL_THREADS / x));
    tw_transpose_default(value, TRANSPOSE_vector, TW_CHUNK);
    tw_transpose_default(value, TRANSPOSE_unroll, USUAL_UNROLL);
    tw_transpose_default(value, TRANSPOSE_order, TRANSPOSE_ROWS);
    tw_transpose_default(value, TRANSPOSE_hints, TRANSPOSE_NONE);
    tw_transpose_default(value, TRANSPOSE_IPAD, 0);
    tw_transpose_default(value, TRANSPOSE_register_transpose, tw_row_run_usual_registers(value));
}

/* ---- what is possible ---- */

/* What each register transpose needs. */
static const char *const needs[] = {
    [TRANSPOSE_REGISTER_CHUNKS] =
        "a register transpose of chunks needs elements of 1 or 2 bytes, a tile of all rows in whole lines of "
        "128 bytes, columns of the output that begin at words, and an even number of rows, or up to 8",
    [TRANSPOSE_REGISTER_COLUMNS] = "a register transpose of columns needs whole matrices of up to 96 KB, "
                                   "with elements of 1 or 2 bytes and at least 4 bytes in a column",
    [TRANSPOSE_REGISTER_MATRICES] =
        "a register transpose of matrices needs whole matrices that a thread has registers for: up to 256 "
        "bytes, less where rows are whole chunks",
};

bool tw_row_run_accept(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason)
{
    const struct tw_row_run f = tw_row_run_of(t, value);
    bool all_rows = t->tile_rows >= t->rows, all_cols = t->tile_cols >= t->cols;
    const char *wrong = NULL;
    if (t->vector != TW_CHUNK)
        wrong = "vector must be 16 bytes for the row-run method; \"register_transpose\": "
                "\"columns\" is what vector 4 was";
    else if (!all_rows && !all_cols)
        wrong = "the row-run method needs a tile of all columns, or of all rows";
    else if (f.cover != ROW_RUN_WHOLE && value[TRANSPOSE_matrices] > 1)
        wrong = "a tile of several matrices needs all their rows and columns";
    else if (f.cover == ROW_RUN_TALL && t->tile_rows * t->bytes % TW_SECTOR)
        wrong = "the row-run method needs a tile of rows that make a multiple of 32 bytes in the output";
    else if (f.cover == ROW_RUN_TALL && t->tile_rows <= f.overlap)
        wrong = "rows of the output begin within sectors: the tile needs more rows than make 32 bytes";
    else if (f.cover == ROW_RUN_WIDE && t->tile_cols * t->bytes % TW_SECTOR)
        wrong = "the row-run method needs a tile of columns that make a multiple of 32 bytes in the input";
    else if (f.turn == ROW_RUN_UNITS && f.matrices < t->batch && f.matrices % f.unit_matrices)
        wrong = "so small matrices are turned in words of 4 bytes: matrices must make whole ones";
    else if (f.registers != value[TRANSPOSE_register_transpose])
        wrong = needs[value[TRANSPOSE_register_transpose]];
    else if (f.tile_chunks > UINT32_MAX / TW_CHUNK)
        wrong = "the tile has more elements than any shared memory";
    if (wrong) tw_text_add(reason, wrong);
    return !wrong;
}

/* Whether a side that is no run is accessed by more than elements. */
static bool has_pieces(const struct tw_transpose *t, const struct tw_row_run *f)
{
    bool in = f->cover != ROW_RUN_WIDE && !f->in_joined && f->in_piece > t->bytes,
         words = f->out_words && t->out_grain >= WORD, pieces = !f->out_words && f->out_piece > t->bytes;
    return in || (tw_row_run_stores_elements(t, f) && (words || pieces));
}

/* A side that is known to be in chunks, or in parts of them, is accessed so; where one begins is else found at run time. */
unsigned tw_row_run_align(const struct tw_transpose *t, const int64_t *value)
{
    const struct tw_row_run f = tw_row_run_of(t, value);
    bool is_wide = f.cover == ROW_RUN_WIDE, is_tall = f.cover == ROW_RUN_TALL;
    bool in_chunks = (is_wide || f.in_joined) && !f.in_skewed;
    bool out_chunks = is_tall ? !f.overlap : f.out_joined && !f.by_elements && !f.out_skewed;
    bool in_words = f.column_tiles.across && ((f.in_joined && !f.column_tiles.in_shifts) ||
                                              (f.out_joined && !f.column_tiles.out_shifts));
    return in_chunks || out_chunks || in_words || has_pieces(t, &f) ? TW_CHUNK : t->bytes;
}

/* Takes a little off the tile: a matrix, or a sector of its long side. False: it is as small as it can be. */
static bool cut_tile(int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    int64_t sectors = TW_SECTOR / t.bytes;
    int64_t *rows = &value[TRANSPOSE_tile_rows], *cols = &value[TRANSPOSE_tile_cols];
    bool all_rows = (uint64_t)*rows >= t.rows, all_cols = (uint64_t)*cols >= t.cols;
    value[TRANSPOSE_matrices] = tw_row_run_of(&t, value).matrices; /* not more than there are */
    if (value[TRANSPOSE_matrices] > 1)
        value[TRANSPOSE_matrices]--;
    else if (!all_cols || (all_rows && t.cols > t.rows))
        *cols = ((all_cols ? (int64_t)t.cols : *cols) - 1) / sectors * sectors;
    else
        *rows = ((all_rows ? (int64_t)t.rows : *rows) - 1) / sectors * sectors;
    return *cols > 0 && *rows > 0;
}

/* The tile as it is now: with the usual register transpose if it had that, or if its own is no longer possible. */
static struct tw_row_run settle(int64_t *value, bool *usual)
{
    int64_t *registers = &value[TRANSPOSE_register_transpose];
    const struct tw_transpose t = tw_transpose_of(value);
    *usual = *usual || tw_row_run_of(&t, value).registers != *registers;
    if (*usual) *registers = tw_row_run_usual_registers(value);
    return tw_row_run_of(&t, value);
}

/* Runs that begin anywhere take a chunk or two more, for which there may be no room. */
void tw_row_run_relax(int64_t *value, uint32_t bytes)
{
    int64_t sectors = TW_SECTOR / tw_transpose_bytes(value), *rows = &value[TRANSPOSE_tile_rows];
    uint64_t most = bytes > TW_STATIC_SHARED_LIMIT ? bytes : TW_STATIC_SHARED_LIMIT;
    bool usual = value[TRANSPOSE_register_transpose] == (int64_t)tw_row_run_usual_registers(value);
    value[TRANSPOSE_pointers] = TRANSPOSE_ANY;
    while (settle(value, &usual).tile_chunks * TW_CHUNK > most && cut_tile(value)) continue;
    /* the rows that tall tiles share, and as many again */
    if (*rows < 2 * sectors && value[TRANSPOSE_rows] > *rows) *rows = 2 * sectors;
    if (value[TRANSPOSE_tile_cols] < 1) value[TRANSPOSE_tile_cols] = sectors;
    struct tw_row_run f = settle(value, &usual);
    if (f.turn == ROW_RUN_UNITS && f.matrices > f.unit_matrices)
        value[TRANSPOSE_matrices] -= value[TRANSPOSE_matrices] % f.unit_matrices;
    else if (f.turn == ROW_RUN_UNITS)
        value[TRANSPOSE_matrices] = f.unit_matrices;
}

/* ---- the chunks of a tall or wide tile ----
   32 chunks of one line lie on all banks if a line away is an odd number of words; so do 8 chunks of each of 4 lines whose
   number is a multiple of 4. */

static uint64_t quad_chunks(uint64_t chunks)
{
    return (chunks + ROW_OF_BANKS - 1) / ROW_OF_BANKS * ROW_OF_BANKS;
}

struct tw_row_run_loop tw_row_run_loop_of(const struct tw_transpose *t, const struct tw_row_run *run)
{
    if (run->cover == ROW_RUN_WIDE) return (struct tw_row_run_loop){run->row_chunks, t->rows};
    return (struct tw_row_run_loop){run->row_vectors, t->cols};
}

/* Groups of apart * alike lines, of each those that are alike one after the other; and what is left as it comes. */
static uint64_t line_of(const struct tw_row_run *run, uint64_t turn)
{
    uint64_t group = run->apart * run->alike, in = turn % group;
    return turn < run->grouped ? turn - in + in % run->alike * run->apart + in / run->alike : turn;
}

void tw_row_run_item(const struct tw_row_run *run, const struct tw_row_run_loop *loop, uint64_t item,
                     uint64_t *line, uint64_t *chunk)
{
    uint64_t of_four = QUAD * quad_chunks(loop->chunks);
    if (run->quads) {
        *line = item / of_four * QUAD + item / ROW_OF_BANKS % QUAD;
        *chunk = item % of_four / TW_WARP * ROW_OF_BANKS + item % ROW_OF_BANKS;
    } else {
        *line = line_of(run, item / loop->chunks);
        *chunk = item % loop->chunks;
    }
}

uint64_t tw_row_run_items(const struct tw_row_run *run, const struct tw_row_run_loop *loop)
{
    uint64_t lines = run->grouped > loop->lines ? run->grouped : loop->lines;
    if (run->quads) return tw_multiple_up(lines, QUAD) * quad_chunks(loop->chunks);
    return lines * loop->chunks;
}

bool tw_row_run_cuts_chunk_tiles(const struct tw_transpose *t, const struct tw_row_run *run)
{
    return run->chunk_tiles.ahead && (run->in_skewed || t->cols % t->per_chunk);
}

/* ---- places in a run ---- */

unsigned tw_row_run_offset(const struct tw_transpose *t, const struct tw_row_run *run, unsigned e)
{
    if (run->pattern) return (unsigned)tw_row_run_source(t, e);
    if (run->cover != ROW_RUN_WHOLE) return e * (unsigned)run->stride;
    return e * (unsigned)(run->turn == ROW_RUN_SCATTER ? t->rows : t->cols);
}

bool tw_row_run_joins(const struct tw_transpose *t, const struct tw_row_run *run)
{
    return run->turn == ROW_RUN_MATRICES && run->out_joined && run->out_skewed && t->bytes <= WORD;
}

bool tw_row_run_stores_elements(const struct tw_transpose *t, const struct tw_row_run *run)
{
    bool within = run->turn != ROW_RUN_SCATTER && run->turn != ROW_RUN_COLUMNS && run->out_skewed &&
                  !tw_row_run_joins(t, run);
    return run->turn != ROW_RUN_GATHER && (!run->out_joined || within);
}

uint64_t tw_row_run_chunk(const struct tw_row_run *run, uint64_t chunk)
{
    if (run->swaps) return chunk ^ chunk / run->swap_span % run->swaps;
    return chunk + (run->span ? chunk / run->span : 0);
}

uint32_t tw_row_run_byte(const struct tw_transpose *t, const struct tw_row_run *run, uint64_t place)
{
    uint64_t n = t->per_chunk;
    return (uint32_t)(tw_row_run_chunk(run, place / n) * TW_CHUNK + place % n * t->bytes);
}

uint64_t tw_row_run_source(const struct tw_transpose *t, uint64_t p)
{
    uint64_t area = t->rows * t->cols, q = p % area;
    return p - q + q % t->rows * t->cols + q / t->rows;
}

uint64_t tw_row_run_target(const struct tw_transpose *t, uint64_t p)
{
    uint64_t area = t->rows * t->cols, q = p % area;
    return p - q + q % t->cols * t->rows + q / t->cols;
}
