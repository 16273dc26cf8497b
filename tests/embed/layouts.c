/*
 * The index functions of a layout header against what the embed's table says of them: every element has a
 * place of its own, rows follow each other at the pitch, and a block that writes along the rows and reads
 * down the columns (index linear, which BDIMX x BDIMY below imply) costs just the wavefronts that are
 * promised, counted here from the header's addresses by the bank rule. The embed is called many and described
 * in tests/sim/test_embed_files.sh.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/banks.h>

#include "many.h"
#include "many_layout.h"

struct layout {
    unsigned (*index)(unsigned, unsigned);
    unsigned rows, columns, pitch, elements, bytes, element_bytes, variant;
};

#define LAYOUT(v)                                                                                            \
    {                                                                                                        \
        many_index_##v, many_ROWS_##v, many_COLUMNS_##v, many_PITCH_##v, many_ELEMENTS_##v, many_BYTES_##v,  \
            many_ELEMENT_BYTES_##v, many_VARIANT_##v                                                         \
    }

static const struct layout layouts[] = {
    LAYOUT(swizzle_skew_int8),
    LAYOUT(swizzle_skew_float16),
    LAYOUT(swizzle_skew_int64),
    LAYOUT(swizzle_xor_int8),
    LAYOUT(swizzle_xor_float16),
    LAYOUT(swizzle_xor_int64),
    LAYOUT(vector_int32x4),
    LAYOUT(vector_float64x2),
    LAYOUT(large),
    LAYOUT(file_static),
    LAYOUT(file_dynamic),
    LAYOUT(cache_none),
    LAYOUT(cache_shared),
    LAYOUT(cache_L1),
    LAYOUT(cache_equal),
};

static int failures;

static void check(int good, const char *variant, const char *what)
{
    if (good) return;
    fprintf(stderr, "FAILED: %s: %s\n", variant, what);
    failures++;
}

static void check_places(const struct layout *layout, const char *name)
{
    unsigned char *taken = (unsigned char *)calloc(layout->elements, 1);
    unsigned row, column;
    for (row = 0; row < layout->rows; row++) {
        for (column = 0; column < layout->columns; column++) {
            unsigned place = layout->index(row, column);
            check(place >= row * layout->pitch && place < row * layout->pitch + layout->columns, name,
                  "an element outside its row");
            check(place < layout->elements && !taken[place]++, name, "two elements at one place");
        }
    }
    check(layout->elements == layout->rows * layout->pitch &&
              layout->bytes == layout->elements * layout->element_bytes,
          name, "sizes");
    free(taken);
}

/* The threads of a block in order, warp by warp. */
static uint64_t wavefronts(const struct layout *layout, enum tw_access op, int down_columns)
{
    unsigned threads = layout->rows * layout->columns, first, lane;
    uint64_t sum = 0;
    for (first = 0; first < threads; first += 32) {
        uint32_t address[32];
        for (lane = 0; lane < 32; lane++) {
            unsigned i = first + lane;
            unsigned place = down_columns ? layout->index(i % layout->rows, i / layout->rows)
                                          : layout->index(i / layout->columns, i % layout->columns);
            address[lane] = place * layout->element_bytes;
        }
        sum += tw_bank_wavefronts(op, layout->element_bytes, address, 0xFFFFFFFFu);
    }
    return sum;
}

int main(void)
{
    size_t i, count = sizeof layouts / sizeof *layouts;
    for (i = 0; i < count; i++) {
        const struct many_variant *known = &many_variants[layouts[i].variant];
        check_places(&layouts[i], known->name);
        check(layouts[i].bytes == known->shared_bytes, known->name, "bytes");
        check(wavefronts(&layouts[i], TW_STORE, 0) == known->store_wavefronts, known->name,
              "wavefronts of the stores");
        check(wavefronts(&layouts[i], TW_LOAD, 1) == known->load_wavefronts, known->name,
              "wavefronts of the loads");
    }
    check(count == many_VARIANTS, "all", "not every layout is here");
    if (!failures) printf("%u layouts ok\n", many_VARIANTS);
    return failures != 0;
}
