/* The tile family: what it rejects and why, its shape, layout, addresses, and how many renderings show every
 * bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/families/tile/fields.h"

static const struct tw_family *tile(void)
{
    return tw_family_find("tile");
}

/* A static int32 tile of 32 x 16 threads, row-row, 2d; fields are then changed one by one. */
static void plain(int64_t *value)
{
    memset(value, 0, TILE_FIELD_COUNT * sizeof *value);
    value[TILE_BDIMX] = 32;
    value[TILE_BDIMY] = 16;
    value[TILE_type] = TW_INT32;
    value[TILE_carveout] = TW_WORD(0);
    value[TILE_BDIMZ] = 1;
    value[TILE_dims] = TW_WORD(0);
    value[TILE_tile_rows] = value[TILE_tile_cols] = value[TILE_tile_depth] = TW_WORD(0);
    value[TILE_writes] = value[TILE_reads] = TW_WORD(0);
    value[TILE_tiles] = 1;
    value[TILE_IPAD2] = value[TILE_writes2] = value[TILE_reads2] = TW_WORD(0);
}

static struct tw_layout layout_of(const int64_t *value)
{
    struct tw_layout layout;
    assert_true(tw_family_layout(tile(), value, 0, &layout));
    return layout;
}

static void check_reason(const int64_t *value, unsigned sm, const char *expected)
{
    struct tw_text reason = {0};
    bool accepted = tile()->accept(value, tw_target_find(sm), &reason);
    assert_string_equal(tw_text_string(&reason), expected);
    assert_int_equal(accepted, expected[0] == '\0');
    tw_text_free(&reason);
}

static void rejects_too_many_threads(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    plain(value);
    value[TILE_BDIMY] = 32;
    check_reason(value, 90, "");
    value[TILE_BDIMX] = 33;
    check_reason(value, 90, "33 x 32 = 1056 threads; a block has at most 1024");
    value[TILE_BDIMX] = value[TILE_BDIMY] = 1024;
    check_reason(value, 90, "1024 x 1024 = 1048576 threads; a block has at most 1024");
}

static void rejects_crossing_2d_on_a_rectangle(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    plain(value);
    value[TILE_layout] = TILE_ROW_COL;
    check_reason(value, 90,
                 "row-col in 2d form needs a square block, this one is 32 x 16; index linear works on any");
    value[TILE_layout] = TILE_COL_ROW;
    check_reason(value, 90,
                 "col-row in 2d form needs a square block, this one is 32 x 16; index linear works on any");
    value[TILE_index] = TILE_LINEAR;
    check_reason(value, 90, "");
    value[TILE_index] = TILE_2D;
    value[TILE_BDIMY] = 32;
    check_reason(value, 90, "");
    value[TILE_BDIMY] = 16;
    value[TILE_layout] = TILE_COL_COL;
    check_reason(value, 90, "");
}

static void rejects_xor_on_odd_sides(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    plain(value);
    value[TILE_swizzle] = TW_SWIZZLE_XOR;
    check_reason(value, 90, "");
    value[TILE_BDIMX] = 24;
    check_reason(value, 90, "xor needs sides that are powers of two; the tile has 16 rows of 24 columns");
    value[TILE_layout] = TILE_COL_COL;
    check_reason(value, 90, "xor needs sides that are powers of two; the tile has 24 rows of 16 columns");
}

static void rejects_too_much_memory(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    plain(value);
    value[TILE_type] = TW_INT32X4;
    value[TILE_IPAD] = 160; /* 16 rows of 192 elements of 16 bytes: exactly 48 KB */
    check_reason(value, 90, "");
    value[TILE_IPAD] = 161;
    check_reason(value, 90, "the tile takes 49408 bytes; static shared memory has at most 49152 (48 KB)");
    value[TILE_shared] = TILE_DYNAMIC;
    check_reason(value, 90, "");
    check_reason(value, 75, "");
    value[TILE_IPAD] = 256;
    check_reason(value, 75,
                 "the tile takes 73728 bytes; dynamic shared memory on sm_75 has at most 65536 (64 KB)");
    value[TILE_IPAD] = 1024;
    check_reason(value, 90,
                 "the tile takes 270336 bytes; dynamic shared memory on sm_90 has at most 232448 (227 KB)");
}

/* Two tiles share the memory, and their loops; the fields of the second are of no use alone. */
static void rejects_second_tiles(void **state)
{
    (void)state;
    static const unsigned seconds[] = {TILE_IPAD2, TILE_layout2, TILE_writes2, TILE_reads2};
    int64_t value[TILE_FIELD_COUNT];
    for (unsigned i = 0; i < 4; i++) {
        plain(value);
        value[seconds[i]] = seconds[i] < TILE_writes2 ? 1 : TW_WORD(1);
        check_reason(value, 90, "IPAD2, layout2, writes2 and reads2 need a second tile, and tiles is 1");
        value[TILE_tiles] = 2;
        check_reason(value, 90, "");
    }
    plain(value);
    value[TILE_tiles] = 2;
    value[TILE_layout2] = 1 + TILE_COL_COL; /* the default tile is turned with its orders */
    check_reason(value, 90, "");
    value[TILE_tile_rows] = 16;
    value[TILE_tile_cols] = 32;
    check_reason(value, 90,
                 "the second tile: in 2d form its order fits that of the first tile only if rows and columns "
                 "are as many; index linear always works");
    value[TILE_index] = TILE_LINEAR;
    check_reason(value, 90, "");
    value[TILE_layout2] = 0;
    value[TILE_IPAD] = 352; /* 24 KB each */
    check_reason(value, 90, "");
    value[TILE_IPAD2] = 353;
    check_reason(value, 90, "the tiles take 49216 bytes; static shared memory has at most 49152 (48 KB)");
}

/* C++ has no assignment of a volatile int4; everything of one component can be volatile. */
static void rejects_volatile_vectors(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    plain(value);
    value[TILE_memory] = TILE_VOLATILE;
    for (int type = 0; type < TW_ELEMENT_COUNT; type++) {
        value[TILE_type] = type;
        if (tw_element_info((enum tw_element)type)->components == 1) check_reason(value, 90, "");
    }
    value[TILE_type] = TW_FLOAT32X2;
    check_reason(
        value, 90,
        "a volatile tile needs elements of one component, and C++ cannot assign a volatile float32x2");
    value[TILE_memory] = TILE_PLAIN;
    check_reason(value, 90, "");
}

static void the_cache_is_divided_once(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    static struct tw_shape shape;
    plain(value);
    for (int config = TW_CACHE_NONE; config <= TW_CACHE_EQUAL; config++) {
        value[TILE_cache_config] = config;
        check_reason(value, 90, "");
        tw_family_shape(tile(), value, tw_target_find(90), &shape);
        assert_int_equal(shape.launches[0].cache_config, config);
        assert_int_equal(shape.launches[0].carveout, -1);
    }
    value[TILE_carveout] = 0;
    check_reason(value, 90,
                 "carveout 0 and cache_config equal are two wishes for one memory; give one of them");
    value[TILE_cache_config] = TW_CACHE_NONE;
    check_reason(value, 90, "");
}

static void shape_of_a_tile(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    static struct tw_shape shape;
    plain(value);
    value[TILE_IPAD] = 2;
    tw_family_shape(tile(), value, tw_target_find(90), &shape);
    const struct tw_launch *launch = &shape.launches[0];
    assert_int_equal(shape.launch_count, 1);
    assert_string_equal(launch->suffix, "");
    assert_int_equal(tw_launch_blocks(launch), 1);
    assert_int_equal(launch->block[0], 32);
    assert_int_equal(launch->block[1], 16);
    assert_int_equal(launch->block[2], 1);
    assert_int_equal(launch->shared_bytes, 16 * 34 * 4);
    assert_int_equal(launch->dynamic_shared_bytes, 0);
    assert_int_equal(launch->carveout, -1);
    assert_int_equal(launch->argument_count, 1);
    assert_int_equal(launch->argument[0], 0);
    assert_int_equal(shape.argument_count, 1);
    assert_string_equal(shape.arguments[0].name, "out");
    assert_int_equal(shape.arguments[0].kind, TW_BUFFER);
    assert_int_equal(shape.arguments[0].role, TW_ROLE_OUTPUT);
    assert_int_equal(shape.arguments[0].count, 512);
    assert_int_equal(shape.arguments[0].element, TW_INT32);
    value[TILE_shared] = TILE_DYNAMIC;
    value[TILE_carveout] = 50;
    tw_family_shape(tile(), value, tw_target_find(90), &shape);
    launch = &shape.launches[0];
    assert_int_equal(launch->dynamic_shared_bytes, 16 * 34 * 4);
    assert_int_equal(launch->shared_bytes, 16 * 34 * 4);
    assert_int_equal(launch->carveout, 50);
}

/* Only col-col in 2d form turns the tile. */
static void layout(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    plain(value);
    value[TILE_IPAD] = 2;
    for (int form = TILE_2D; form <= TILE_LINEAR; form++) {
        for (int order = TILE_ROW_ROW; order <= TILE_COL_ROW; order++) {
            value[TILE_index] = form;
            value[TILE_layout] = order;
            bool turned = form == TILE_2D && order == TILE_COL_COL;
            struct tw_layout got = layout_of(value);
            assert_int_equal(got.rows, turned ? 32 : 16);
            assert_int_equal(got.columns, turned ? 16 : 32);
            assert_int_equal(got.pitch, got.columns + 2);
        }
    }
}

/* Every access of every accepted variant touches each element of the tile once and nothing else. */
static void addresses_are_permutations(void **state)
{
    (void)state;
    srand(2);
    for (int round = 0; round < 3000; round++) {
        int64_t value[TILE_FIELD_COUNT];
        plain(value);
        value[TILE_BDIMX] = 1 + rand() % 40;
        value[TILE_BDIMY] = 1 + rand() % 25;
        value[TILE_IPAD] = rand() % 4;
        value[TILE_layout] = rand() % 4;
        value[TILE_index] = rand() % 2;
        value[TILE_shared] = TILE_DYNAMIC;
        value[TILE_swizzle] = rand() % 3;
        value[TILE_type] = rand() % TW_ELEMENT_COUNT;
        struct tw_text reason = {0};
        bool accepted = tile()->accept(value, tw_target_find(90), &reason);
        tw_text_free(&reason);
        if (!accepted) continue;
        struct tw_layout got = layout_of(value);
        unsigned threads = (unsigned)(value[TILE_BDIMX] * value[TILE_BDIMY]);
        for (unsigned access = 0; access < 2; access++) {
            uint32_t addr[1024], some[1024];
            uint8_t seen[1024] = {0};
            tile()->addresses(value, access, 0, threads, addr);
            for (unsigned i = 0; i < threads; i++) {
                unsigned element = addr[i] / got.element_bytes, row = element / got.pitch,
                         column = element % got.pitch;
                assert_int_equal(addr[i] % got.element_bytes, 0);
                assert_true(row < got.rows && column < got.columns);
                assert_int_equal(seen[row * got.columns + column]++, 0);
            }
            unsigned first = (unsigned)rand() % threads, count = 1 + (unsigned)rand() % (threads - first);
            tile()->addresses(value, access, first, count, some);
            assert_memory_equal(some, addr + first, count * sizeof *some);
        }
    }
}

/* Where an access says it repeats, every full warp costs what the one `repeat` threads earlier costs. */
static void accesses_repeat_as_they_say(void **state)
{
    (void)state;
    unsigned repeating = 0;
    srand(3);
    for (int round = 0; round < 20000; round++) {
        int64_t value[TILE_FIELD_COUNT];
        plain(value);
        value[TILE_BDIMX] = rand() % 2 ? 1 << rand() % 7 : 1 + rand() % 64;
        value[TILE_BDIMY] = rand() % 2 ? 1 << rand() % 5 : 1 + rand() % 16;
        value[TILE_IPAD] = rand() % 5;
        value[TILE_layout] = rand() % 4;
        value[TILE_index] = TILE_LINEAR;
        value[TILE_swizzle] = rand() % 3;
        value[TILE_type] = rand() % TW_ELEMENT_COUNT;
        value[TILE_shared] = TILE_DYNAMIC;
        struct tw_text reason = {0};
        bool accepted = tile()->accept(value, tw_target_find(90), &reason);
        tw_text_free(&reason);
        if (!accepted) continue;
        unsigned threads = (unsigned)(value[TILE_BDIMX] * value[TILE_BDIMY]), access = (unsigned)rand() % 2;
        unsigned repeat = tile()->repeat(value, access), bytes = layout_of(value).element_bytes;
        uint32_t addr[1024];
        tile()->addresses(value, access, 0, threads, addr);
        while (repeat % 32) repeat *= 2; /* whole warps apart */
        for (unsigned first = repeat; repeat && first + 32 <= threads; first += 32) {
            const uint32_t *warp = addr + first, *earlier = warp - repeat;
            assert_int_equal(tw_bank_wavefronts(TW_LOAD, bytes, warp, UINT32_MAX),
                             tw_bank_wavefronts(TW_LOAD, bytes, earlier, UINT32_MAX));
            repeating++;
        }
    }
    assert_in_range(repeating, 10000, 200000);
}

/* The layout's own map agrees with its shifts, and its text with its map. */
static void layout_text(void **state)
{
    (void)state;
    static const struct {
        struct tw_layout layout;
        const char *shape, *column;
        unsigned row, at, element;
    } cases[] = {
        {{16, 32, 34, 4, TW_SWIZZLE_NONE, .height = 0}, "(16,32):(34,1)", "col", 3, 5, 3 * 34 + 5},
        {{16, 32, 32, 4, TW_SWIZZLE_SKEW, .height = 0},
         "(16,32):(32,1)",
         "(col + row) % 32",
         15,
         20,
         15 * 32 + 3},
        {{16, 32, 32, 4, TW_SWIZZLE_XOR, .height = 0},
         "(16,32):(32,1)",
         "col ^ (row * 2)",
         3,
         5,
         3 * 32 + (5 ^ 6)},
        {{32, 32, 32, 4, TW_SWIZZLE_XOR, .height = 0}, "(32,32):(32,1)", "col ^ row", 3, 5, 3 * 32 + (5 ^ 3)},
        {{32, 32, 32, 1, TW_SWIZZLE_XOR, .height = 0},
         "(32,32):(32,1)",
         "col ^ (row / 4 * 4)",
         7,
         5,
         7 * 32 + (5 ^ 4)},
        {{64, 16, 16, 16, TW_SWIZZLE_XOR, .height = 0},
         "(64,16):(16,1)",
         "col ^ (row % 16)",
         18,
         5,
         18 * 16 + (5 ^ 2)},
        {{4, 4, 4, 4, TW_SWIZZLE_XOR, .height = 0}, "(4,4):(4,1)", "col", 3, 1, 13},
        {{1, 32, 32, 4, TW_SWIZZLE_SKEW, .height = 0}, "(1,32):(32,1)", "col", 0, 31, 31},
        {{32, 1, 2, 4, TW_SWIZZLE_SKEW, .height = 0}, "(32,1):(2,1)", "col", 31, 0, 62},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_text shape_text = {0}, column = {0};
        tw_layout_add_shape(&cases[i].layout, &shape_text);
        tw_layout_add_column(&cases[i].layout, "row", "col", &column);
        assert_string_equal(tw_text_string(&shape_text), cases[i].shape);
        assert_string_equal(tw_text_string(&column), cases[i].column);
        assert_int_equal(tw_layout_element(&cases[i].layout, cases[i].row, cases[i].at), cases[i].element);
        tw_text_free(&shape_text);
        tw_text_free(&column);
    }
}

/* A layout whose text is the plain column really moves nothing, and the other way round. */
static void moves_exactly_when_an_element_moves(void **state)
{
    (void)state;
    for (unsigned bytes = 1; bytes <= 16; bytes *= 2) {
        for (unsigned rows = 1; rows <= 256; rows *= 2) {
            for (unsigned columns = 1; columns <= 256; columns *= 2) {
                for (int swizzle = TW_SWIZZLE_NONE; swizzle <= TW_SWIZZLE_XOR; swizzle++) {
                    struct tw_layout l = {rows,       columns, columns, bytes, (enum tw_swizzle)swizzle,
                                          .height = 0};
                    bool moved = false;
                    for (unsigned row = 0; row < rows; row++) {
                        moved = moved || tw_layout_element(&l, row, 0) != row * columns;
                    }
                    assert_int_equal(moved, tw_layout_moves(&l));
                }
            }
        }
    }
}

/* What each rendering stores of idx, as the element type holds it. */
static unsigned stored(enum tw_element type, const struct tw_rendering *rendering, unsigned idx)
{
    const struct tw_element_info *info = tw_element_info(type);
    bool high = strcmp(rendering->word, "high") == 0, low = strcmp(rendering->word, "low") == 0;
    unsigned part = high ? idx >> 8 : low ? idx & 255 : idx;
    if (type == TW_BFLOAT16) { /* 8 significant bits, ties to even */
        unsigned ulp = 1;
        while (part / ulp >= 256) ulp *= 2;
        unsigned down = part / ulp * ulp, rest = part - down;
        return rest * 2 > ulp || (rest * 2 == ulp && down / ulp % 2) ? down + ulp : down;
    }
    return info->component_bytes == 1 ? part & 255 : part; /* float16 holds every integer up to 2048 */
}

/* Together the renderings tell any two threads of the largest block apart. */
static void renderings_show_every_bit(void **state)
{
    (void)state;
    static const unsigned expected[TW_ELEMENT_COUNT] = {[TW_INT8] = 2, [TW_UINT8] = 2, [TW_BFLOAT16] = 3};
    for (int type = 0; type < TW_ELEMENT_COUNT; type++) {
        int64_t value[TILE_FIELD_COUNT];
        plain(value);
        value[TILE_BDIMY] = 32;
        value[TILE_type] = type;
        const struct tw_renderings renderings = tw_family_renderings(tile(), value);
        assert_int_equal(renderings.count, expected[type] ? expected[type] : 1);
        assert_ptr_equal(renderings.checked[0], &tw_rendering_main);
        assert_true(renderings.timed->spreads);
        for (unsigned a = 0; a < 1024; a++) {
            for (unsigned b = a + 1; b < 1024; b++) {
                bool differ = false;
                for (unsigned i = 0; i < renderings.count; i++) {
                    differ = differ || stored((enum tw_element)type, renderings.checked[i], a) !=
                                           stored((enum tw_element)type, renderings.checked[i], b);
                }
                if (!differ) fail_msg("type %d: threads %u and %u store the same", type, a, b);
            }
        }
    }
}

static void small_blocks_need_one_rendering(void **state)
{
    (void)state;
    static const struct {
        enum tw_element type;
        int largest; /* threads whose indices the type holds exactly */
    } cases[] = {{TW_INT8, 128}, {TW_UINT8, 256}, {TW_BFLOAT16, 257}};
    for (unsigned i = 0; i < 3; i++) {
        int64_t value[TILE_FIELD_COUNT];
        plain(value);
        value[TILE_BDIMY] = 1;
        value[TILE_type] = cases[i].type;
        value[TILE_BDIMX] = cases[i].largest;
        assert_int_equal(tw_family_renderings(tile(), value).count, 1);
        value[TILE_BDIMX]++;
        assert_in_range(tw_family_renderings(tile(), value).count, 2, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_too_many_threads),
        cmocka_unit_test(rejects_crossing_2d_on_a_rectangle),
        cmocka_unit_test(rejects_xor_on_odd_sides),
        cmocka_unit_test(rejects_too_much_memory),
        cmocka_unit_test(rejects_second_tiles),
        cmocka_unit_test(rejects_volatile_vectors),
        cmocka_unit_test(the_cache_is_divided_once),
        cmocka_unit_test(shape_of_a_tile),
        cmocka_unit_test(layout),
        cmocka_unit_test(addresses_are_permutations),
        cmocka_unit_test(accesses_repeat_as_they_say),
        cmocka_unit_test(layout_text),
        cmocka_unit_test(moves_exactly_when_an_element_moves),
        cmocka_unit_test(renderings_show_every_bit),
        cmocka_unit_test(small_blocks_need_one_rendering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
