/* Pieces of memory that rows touch: where a row begins in a piece repeats after a few rows, and one of each kind is counted. */
#include "gen/layout/sectors.h"

#include <assert.h>

/* Rows after which they begin at the same place in a piece again. */
static uint64_t period(uint64_t pitch, unsigned piece)
{
    uint64_t bits = pitch | piece;
    return piece / (bits & (~bits + 1));
}

/* How many of rows 0 to count - 1 have the number `first` modulo `step`. */
static uint64_t times(uint64_t count, uint64_t first, uint64_t step)
{
    return first < count ? (count - first - 1) / step + 1 : 0;
}

/* Rows do not overlap, so all that a row can share with those before it is its first piece, with the last of the row above. */
uint64_t tw_pieces(const struct tw_rows *rows, unsigned piece)
{
    assert(piece && piece <= TW_FILL && (piece & (piece - 1)) == 0 && rows->length <= rows->pitch);
    uint64_t step = period(rows->pitch, piece), sum = 0;
    if (!rows->length || !rows->lines) return 0;
    for (uint64_t row = 0; row < step && row < rows->lines; row++) {
        uint64_t begin = (rows->offset + row * rows->pitch) % piece,
                 last = (begin + rows->length - 1) / piece;
        bool shares = (begin + rows->pitch) / piece == last;
        sum += (last + 1) * times(rows->lines, row, step) - shares * times(rows->lines - 1, row, step);
    }
    return sum;
}

void tw_work_reads(struct tw_work *work, const struct tw_rows *rows)
{
    work->read_sectors += tw_pieces(rows, TW_SECTOR);
    work->read_fills += tw_pieces(rows, TW_FILL);
}

void tw_work_writes(struct tw_work *work, const struct tw_rows *rows)
{
    work->written_sectors += tw_pieces(rows, TW_SECTOR);
}
