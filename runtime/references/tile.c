/*
 * The oracle for the `tile` family, played out in an array exactly as docs/config.md words it:
 *
 *     thread (x, y), idx = y * BDIMX + x, writes its value to a place of the tile; all threads wait;
 *     then it reads the element at another place and stores that at out[idx].
 *
 *              2d                       linear
 *     row      row y, column x          row idx / BDIMX, column idx % BDIMX
 *     col      row x, column y          row idx % BDIMY, column idx / BDIMY
 *
 * Padding and swizzle move elements within shared memory and change no result, so they do not occur here.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/references/reference.h"

#define NOT_WRITTEN UINT32_MAX

struct block {
    unsigned bdimx, bdimy;
    bool linear;
    unsigned rows, columns; /* of the tile */
};

struct place {
    unsigned row, column;
};

enum order { ROW, COLUMN };

static struct place place(const struct block *block, enum order order, unsigned x, unsigned y)
{
    unsigned idx = y * block->bdimx + x;
    if (order == ROW) {
        return block->linear ? (struct place){idx / block->bdimx, idx % block->bdimx} : (struct place){y, x};
    }
    return block->linear ? (struct place){idx % block->bdimy, idx / block->bdimy} : (struct place){x, y};
}

static uint32_t *element(const struct block *block, uint32_t *tile, struct place place)
{
    assert(place.row < block->rows && place.column < block->columns);
    return &tile[place.row * block->columns + place.column];
}

/* out[idx] = the idx of the thread that wrote what thread idx reads. */
static void play(const struct block *block, enum order write, enum order read, uint32_t *tile, uint32_t *out)
{
    for (unsigned i = 0; i < block->rows * block->columns; i++) tile[i] = NOT_WRITTEN;
    for (unsigned y = 0; y < block->bdimy; y++) {
        for (unsigned x = 0; x < block->bdimx; x++) {
            *element(block, tile, place(block, write, x, y)) = y * block->bdimx + x;
        }
    }
    for (unsigned y = 0; y < block->bdimy; y++) {
        for (unsigned x = 0; x < block->bdimx; x++) {
            uint32_t value = *element(block, tile, place(block, read, x, y));
            assert(value != NOT_WRITTEN);
            out[y * block->bdimx + x] = value;
        }
    }
}

/*
 * An integer as a binary floating-point number of a sign bit (0), an exponent and `fraction`
 * bits, rounded to nearest, ties to even (IEEE 754-2019, 4.3.1). A carry out of the fraction runs
 * into the exponent, as it should.
 */
static uint16_t round_to_float(uint32_t value, unsigned fraction, unsigned bias)
{
    if (value == 0) return 0;
    unsigned exponent = 0;
    while (value >> exponent > 1) exponent++;
    uint32_t bits = value;
    if (exponent <= fraction) {
        bits <<= fraction - exponent;
    } else {
        unsigned dropped = exponent - fraction;
        uint32_t rest = value & ((1u << dropped) - 1u), half = 1u << (dropped - 1);
        bits >>= dropped;
        if (rest > half || (rest == half && (bits & 1u))) bits++;
    }
    return (uint16_t)(bits + ((exponent + bias - 1) << fraction)); /* bits has the leading 1: exponent + 1 */
}

/* One component; integers keep the low bits that fit. */
static void convert(const struct tw_element_info *info, uint32_t value, unsigned char *to)
{
    uint64_t integer = value;
    uint16_t half = info->scalar == TW_BFLOAT ? round_to_float(value, 7, 127) : round_to_float(value, 10, 15);
    float single = (float)value;
    double wide = value;
    const void *from = &integer; /* little-endian: the low bytes come first */
    if (info->scalar == TW_BFLOAT || info->scalar == TW_FLOAT) {
        from = info->component_bytes == 2   ? (const void *)&half
               : info->component_bytes == 4 ? (const void *)&single
                                            : (const void *)&wide;
    }
    memcpy(to, from, info->component_bytes);
}

/* What a rendering stores of the thread's index. */
static uint32_t stored(const struct tw_rendering *rendering, uint32_t idx)
{
    if (strcmp(rendering->word, "high") == 0) return idx >> 8;
    if (strcmp(rendering->word, "low") == 0) return idx & 255u;
    assert(!*rendering->word || rendering->spreads);
    return idx;
}

static void convert_all(const struct tw_kernel *kernel, const uint32_t *out, unsigned char *memory)
{
    const struct tw_element_info *info = tw_element_info(kernel->shape.arguments[0].element);
    for (uint64_t i = 0; i < kernel->shape.arguments[0].count; i++) {
        for (unsigned k = 0; k < info->components; k++) {
            convert(info, stored(kernel->rendering, out[i]) + k,
                    memory + i * info->bytes + k * info->component_bytes);
        }
    }
}

/* There is no input: both trials are the same. */
static int fill(const struct tw_kernel *kernel, unsigned trial,
                const struct tw_trial trials[TW_MAX_ARGUMENTS], struct tw_error *error)
{
    (void)trial;
    struct block block = {(unsigned)tw_reference_number(kernel, "BDIMX"),
                          (unsigned)tw_reference_number(kernel, "BDIMY"),
                          tw_reference_is(kernel, "index", "linear"), 0, 0};
    bool turned = tw_reference_is(kernel, "layout", "col-col") && !block.linear;
    block.rows = turned ? block.bdimx : block.bdimy;
    block.columns = turned ? block.bdimy : block.bdimx;
    enum order write =
        tw_reference_is(kernel, "layout", "row-row") || tw_reference_is(kernel, "layout", "row-col") ? ROW
                                                                                                     : COLUMN;
    enum order read =
        tw_reference_is(kernel, "layout", "row-row") || tw_reference_is(kernel, "layout", "col-row") ? ROW
                                                                                                     : COLUMN;
    size_t threads = (size_t)block.bdimx * block.bdimy;
    assert(kernel->shape.argument_count == 1 && trials[0].after);
    assert(kernel->shape.arguments[0].count == threads);

    uint32_t *tile = malloc(threads * sizeof *tile), *out = malloc(threads * sizeof *out);
    bool enough = tile && out;
    if (enough) {
        play(&block, write, read, tile, out);
        convert_all(kernel, out, trials[0].after);
    }
    free(tile);
    free(out);
    return enough ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

static const char *const reads[] = {"BDIMX", "BDIMY", "layout", "index", "type", NULL};

const struct tw_reference tw_reference_tile = {.family = "tile", .reads = reads, .fill = fill};
