/*
 * What a transpose kernel leaves: matrix by matrix, out[c][r] = in[r][c], both from the config's fields. The
 * input is noise: every byte of every element is random, the gaps too, so an element from anywhere else
 * shows. Only elements of matrices are written to the output; all others stay as they are.
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

static uint64_t number(const struct tw_kernel *kernel, const char *key)
{
    const struct tw_field_value *field = tw_kernel_field(kernel, key);
    assert(field && !field->is_word && field->number >= 0);
    return (uint64_t)field->number;
}

/* The same noise on every machine: splitmix64 of the place. */
static void fill_noise(unsigned char *memory, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 8) {
        uint64_t x = (at + 1) * UINT64_C(0x9E3779B97F4A7C15);
        x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
        x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
        x ^= x >> 31;
        memcpy(memory + at, &x, bytes - at < 8 ? bytes - at : 8);
    }
}

static int fill(const struct tw_kernel *kernel, void *const memory[TW_MAX_ARGUMENTS], struct tw_error *error)
{
    (void)error;
    assert(kernel->shape.argument_count == 2 && kernel->shape.arguments[0].role == TW_ROLE_INPUT &&
           kernel->shape.arguments[1].role == TW_ROLE_OUTPUT);
    uint64_t rows = number(kernel, "rows"), cols = number(kernel, "cols"), batch = number(kernel, "batch");
    size_t bytes = tw_element_info(kernel->shape.arguments[0].element)->bytes;
    struct side in = {memory[0], number(kernel, "in_pitch")}, out = {memory[1], number(kernel, "out_pitch")};
    fill_noise(memory[0], kernel->shape.arguments[0].count * bytes);
    in.first += number(kernel, "in_offset") * bytes;
    out.first += number(kernel, "out_offset") * bytes;
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

const struct tw_reference tw_reference_transpose = {"transpose", fill};
