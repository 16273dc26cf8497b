/*
 * What a transpose kernel leaves: matrix by matrix, out[c][r] = in[r][c], both from the config's fields. The
 * input is noise in every trial, for nothing rounds: every byte of every element is random, the gaps too, so an
 * element from anywhere else shows. Only elements of matrices are written to the output; all others stay as they are.
 */
#include <assert.h>
#include <string.h>

#include "runtime/references/reference.h"

#define TILE 32u /* elements: both sides of the tile stay in the CPU's cache */

struct side {
    unsigned char *first; /* the element (0, 0) of the matrix */
    uint64_t pitch;
};

/* The elements of one tile of the input; `bytes` is a constant in each call, which makes memcpy one move. */
static inline void move_tile(const struct side *in, const struct side *out, uint64_t row, uint64_t rows,
                             uint64_t col, uint64_t cols, size_t bytes)
{
    for (uint64_t c = col; c < cols && c < col + TILE; c++) {
        for (uint64_t r = row; r < rows && r < row + TILE; r++) {
            memcpy(out->first + (c * out->pitch + r) * bytes, in->first + (r * in->pitch + c) * bytes, bytes);
        }
    }
}

static void move_sized(const struct side *in, const struct side *out, uint64_t row, uint64_t rows,
                       uint64_t col, uint64_t cols, size_t bytes)
{
    switch (bytes) {
    case 1:
        move_tile(in, out, row, rows, col, cols, 1);
        return;
    case 2:
        move_tile(in, out, row, rows, col, cols, 2);
        return;
    case 4:
        move_tile(in, out, row, rows, col, cols, 4);
        return;
    case 8:
        move_tile(in, out, row, rows, col, cols, 8);
        return;
    default:
        assert(bytes == 16);
        move_tile(in, out, row, rows, col, cols, 16);
    }
}

static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    (void)error;
    assert(kernel->shape.argument_count == 2 && trials[0].before && trials[1].after);
    uint64_t rows = tw_reference_number(kernel, "rows"), cols = tw_reference_number(kernel, "cols"),
             batch = tw_reference_number(kernel, "batch");
    size_t bytes = tw_element_info(kernel->shape.arguments[0].element)->bytes;
    struct side in = {trials[0].before, tw_reference_number(kernel, "in_pitch")},
                out = {trials[1].after, tw_reference_number(kernel, "out_pitch")};
    tw_reference_noise(trials[0].before, kernel->shape.arguments[0].count * bytes, trial);
    in.first += tw_reference_number(kernel, "in_offset") * bytes;
    out.first += tw_reference_number(kernel, "out_offset") * bytes;
    for (uint64_t matrix = 0; matrix < batch; matrix++) {
        for (uint64_t row = 0; row < rows; row += TILE) {
            for (uint64_t col = 0; col < cols; col += TILE)
                move_sized(&in, &out, row, rows, col, cols, bytes);
        }
        in.first += rows * in.pitch * bytes;
        out.first += cols * out.pitch * bytes;
    }
    return TW_OK;
}

static const char *const reads[] = {"rows",      "cols",       "batch", "in_pitch", "out_pitch",
                                    "in_offset", "out_offset", "type",  NULL};

const struct tw_reference tw_reference_transpose = {.family = "transpose", .reads = reads, .fill = fill};
