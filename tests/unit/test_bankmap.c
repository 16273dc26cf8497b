/*
 * The bank map of tiles of every element size and swizzle, against a memory painted byte by byte, against the
 * prediction, and against a count of the conflicts written another way; and what the drawings make of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/families/tile/fields.h"
#include "gen/layout/bankmap.h"
#include "gen/layout/bankmap_draw.h"
#include "gen/layout/predict.h"

static const enum tw_element types[] = {TW_INT8, TW_FLOAT16, TW_INT32, TW_FLOAT64, TW_INT32X4};
static const struct tw_bank_machine machines[] = {{32, 4, 32}, {10, 4, 32}, {4, 4, 32},
                                                  {32, 8, 32}, {32, 8, 64}, {6, 8, 32}};

struct tile {
    int64_t value[TILE_FIELD_COUNT];
    struct tw_shape *shape; /* of the tile made last */
    struct tw_bankmap map;
    struct tw_bank_machine machine;
    unsigned banks; /* of it */
};

static const struct tw_family *family(void)
{
    return tw_family_find("tile");
}

static void set(struct tile *tile, unsigned x, unsigned y, unsigned pad, int order, int swizzle,
                enum tw_element type)
{
    for (int i = 0; i < TILE_FIELD_COUNT; i++) tile->value[i] = family()->fields[i].fallback;
    tile->value[TILE_BDIMX] = x;
    tile->value[TILE_BDIMY] = y;
    tile->value[TILE_IPAD] = pad;
    tile->value[TILE_layout] = order;
    tile->value[TILE_swizzle] = swizzle;
    tile->value[TILE_type] = type;
    family()->resolve(tile->value, tw_target_find(TW_DEFAULT_SM));
}

/* The map, or false when the variant is impossible on this machine. */
static bool make_on(struct tile *tile, struct tw_bank_machine machine)
{
    struct tw_text reason = {0};
    bool possible = family()->accept(tile->value, tw_target_find(90), &reason) &&
                    tw_bankmap_fits(family(), tile->value, &machine, &reason);
    tw_text_free(&reason);
    tile->machine = machine;
    tile->banks = machine.banks;
    if (!possible) return false;
    static struct tw_shape shape;
    tile->shape = &shape;
    tw_family_shape(family(), tile->value, tw_target_find(90), &shape);
    static struct tw_bankmap map; /* of the tile made last */
    tw_bankmap_free(&map);
    assert_true(tw_bankmap_make(family(), tile->value, 0, &shape, &machine, &map));
    tile->map = map;
    return true;
}

static bool make(struct tile *tile, unsigned banks)
{
    return make_on(tile, (struct tw_bank_machine){banks, 4, 32});
}

static unsigned each_tile(void (*check)(const struct tile *tile))
{
    static const unsigned shapes[][2] = {{16, 16}, {32, 16}, {8, 4}, {24, 20}, {33, 7}, {1, 40}, {128, 2}};
    static const unsigned pads[] = {0, 1, 2, 5};
    unsigned checked = 0;
    struct tile tile;
    for (unsigned i = 0; i < 7 * 4 * 4 * 3 * 5 * 6; i++) {
        unsigned n = i;
        const unsigned *shape = shapes[n % 7], pad = pads[n / 7 % 4];
        n /= 7 * 4;
        set(&tile, shape[0], shape[1], pad, (int)(n % 4), (int)(n / 4 % 3), types[n / 12 % 5]);
        if (!make_on(&tile, machines[n / 60])) continue;
        check(&tile);
        checked++;
    }
    return checked;
}

/* Where the config says that an element lies; xor is checked by its own properties, as a permutation of the
 * row. */
static void check_cells(const struct tile *tile)
{
    const struct tw_layout *layout = &tile->map.layout;
    unsigned bytes = layout->element_bytes, size = layout->rows * layout->pitch * bytes;
    uint8_t *painted = calloc(size, 1);
    assert_non_null(painted);
    for (unsigned row = 0; row < layout->rows; row++) {
        for (unsigned column = 0; column < layout->pitch; column++) {
            uint32_t offset = tw_bankmap_offset(&tile->map, row, column);
            bool is_element = column < layout->columns;
            unsigned line = row * layout->pitch * bytes, found_row, found_column;
            assert_in_range(offset, line, line + (layout->pitch - 1) * bytes);
            for (unsigned b = 0; b < bytes; b++) assert_int_equal(painted[offset + b]++, 0);
            assert_int_equal(is_element, offset < line + layout->columns * bytes);
            if (layout->swizzle == TW_SWIZZLE_NONE || !is_element)
                assert_int_equal(offset, line + column * bytes);
            if (layout->swizzle == TW_SWIZZLE_SKEW && is_element) {
                assert_int_equal(offset, line + (column + row) % layout->columns * bytes);
            }
            assert_int_equal(tw_bankmap_bank(&tile->map, row, column),
                             offset / (tile->machine.mode / 8) % tile->banks);
            assert_int_equal(tw_bankmap_element(&tile->map, offset, &found_row, &found_column), is_element);
            if (is_element) assert_true(found_row == row && found_column == column);
        }
    }
    assert_int_equal(tw_bankmap_span(&tile->map),
                     bytes * 8 < tile->machine.mode ? 1 : bytes * 8 / tile->machine.mode);
    free(painted);
}

static void every_byte_has_one_cell(void **state)
{
    (void)state;
    assert_true(each_tile(check_cells) > 4000);
}

static void check_costs(const struct tile *tile)
{
    const struct tw_bankmap *map = &tile->map;
    const struct tw_prediction *predicted = tw_predict(family(), tile->value, tile->shape);
    assert_non_null(predicted);
    assert_int_equal(map->access_count, predicted[0].access_count);
    for (unsigned i = 0; i < map->access_count; i++) {
        const struct tw_bank_access *access = &map->accesses[i];
        uint64_t sum = 0;
        unsigned most = 0;
        for (unsigned warp = 0; warp < map->warps; warp++) {
            sum += access->per_warp[warp];
            if (access->per_warp[warp] > most) most = access->per_warp[warp];
        }
        assert_int_equal(sum, access->wavefronts);
        assert_true(access->wavefronts >= access->ideal);
        assert_int_equal(access->per_warp[access->worst.warp], access->worst.wavefronts);
        assert_int_equal(access->worst.conflict_count > 0, access->wavefronts > access->ideal);
        if (access->wavefronts > access->ideal) assert_true(access->worst.wavefronts > access->worst.ideal);
        if (!tw_bank_machine_is_usual(&tile->machine)) continue;
        assert_string_equal(access->info.name, predicted[0].accesses[i].name);
        assert_int_equal(map->warps, predicted[0].accesses[i].requests);
        assert_int_equal(access->wavefronts, predicted[0].accesses[i].wavefronts);
        assert_int_equal(access->ideal, predicted[0].accesses[i].ideal);
        if (access->worst.ideal * map->warps == access->ideal)
            assert_int_equal(most, access->worst.wavefronts);
    }
}

static void costs_are_the_prediction(void **state)
{
    (void)state;
    each_tile(check_costs);
}

/* A byte's bank, and a number for all that this bank serves together with it: its word; its 8 bytes in 64-bit mode; in
   32-bit mode of banks of 8 bytes words i and i + N of an aligned 2 N. */
static uint32_t served_with(const struct tile *tile, uint32_t byte, unsigned *bank)
{
    uint32_t word = byte / (tile->machine.mode / 8), n = tile->banks;
    *bank = word % n;
    return tile->machine.bytes * 8 == tile->machine.mode ? word : word / (2 * n) * n + word % (2 * n) % n;
}

/* The words that lanes first..last-1 of the request want of each bank, counted by marking memory. */
static void naive_words(const struct tile *tile, const struct tw_bank_access *access, unsigned first,
                        unsigned last, unsigned words[32], uint32_t lanes[32])
{
    static uint8_t wanted[1 << 16];
    const struct tw_bank_request *request = &access->worst;
    memset(wanted, 0, sizeof wanted);
    memset(words, 0, 32 * sizeof *words);
    memset(lanes, 0, 32 * sizeof *lanes);
    for (unsigned lane = first; lane < last && lane < tile->banks; lane++) {
        for (unsigned b = 0; request->active >> lane & 1u && b < access->info.bytes; b++) {
            unsigned bank;
            uint32_t served = served_with(tile, request->addr[lane] + b, &bank);
            words[bank] += !wanted[served];
            wanted[served] = 1;
            lanes[bank] |= 1u << lane;
        }
    }
}

static void check_access_conflicts(const struct tile *tile, const struct tw_bank_access *access)
{
    const struct tw_bank_request *request = &access->worst;
    unsigned bytes = access->info.bytes, width = tile->machine.bytes;
    unsigned group = bytes <= width ? tile->banks : tile->banks * width / bytes;
    unsigned at = 0, told = 0, wavefronts = 0;
    uint32_t conflicting = 0;
    for (unsigned first = 0; first < tile->banks; first += group) {
        unsigned words[32], most = 0;
        uint32_t lanes[32];
        naive_words(tile, access, first, first + group, words, lanes);
        for (unsigned bank = 0; bank < tile->banks; bank++) {
            if (words[bank] > most) most = words[bank];
            if (words[bank] < 2) continue;
            const struct tw_bank_conflict *conflict = &request->conflicts[at];
            assert_true(at < request->conflict_count);
            assert_int_equal(conflict->bank + told, bank);
            assert_int_equal(conflict->words, words[bank]);
            assert_int_equal(conflict->lanes, lanes[bank]);
            conflicting |= lanes[bank];
            if (++told == conflict->banks) at++, told = 0;
        }
        wavefronts += most;
    }
    assert_int_equal(at, request->conflict_count);
    assert_int_equal(conflicting, request->conflicting);
    assert_int_equal(wavefronts, request->wavefronts);
}

static void check_conflicts(const struct tile *tile)
{
    for (unsigned i = 0; i < tile->map.access_count; i++)
        check_access_conflicts(tile, &tile->map.accesses[i]);
}

static void conflicts_are_all_told(void **state)
{
    (void)state;
    each_tile(check_conflicts);
}

/* Which element thread idx touches, from the table in the design of the tile family. */
static void touched_element(const struct tile *tile, unsigned access, unsigned idx, unsigned *row,
                            unsigned *column)
{
    unsigned x = (unsigned)tile->value[TILE_BDIMX], y = (unsigned)tile->value[TILE_BDIMY];
    int64_t order = tile->value[TILE_layout];
    bool rows = order == TILE_ROW_ROW || order == (access == 0 ? TILE_ROW_COL : TILE_COL_ROW);
    bool linear = tile->value[TILE_index] == TILE_LINEAR;
    *row = rows ? idx / x : linear ? idx % y : idx % x;
    *column = rows ? idx % x : linear ? idx / y : idx / x;
}

static void check_marks(const struct tile *tile)
{
    const struct tw_bankmap *map = &tile->map;
    for (unsigned i = 0; i < map->access_count; i++) {
        const struct tw_bank_request *request = &map->accesses[i].worst;
        unsigned marked = 0;
        for (unsigned row = 0; row < map->layout.rows; row++) {
            for (unsigned column = 0; column < map->layout.pitch; column++) {
                int lane = tw_bankmap_lane(map, &map->accesses[i], row, column);
                enum tw_mark mark = tw_cell_mark(map, &map->accesses[i], row, column);
                if (column >= map->layout.columns) assert_true(lane < 0 && mark == TW_MARK_PADDING);
                marked += mark == TW_MARK_TOUCHED || mark == TW_MARK_CONFLICT;
            }
        }
        for (unsigned lane = 0; lane < tile->banks && request->active >> lane & 1u; lane++) {
            unsigned row, column;
            bool conflicts = request->conflicting >> lane & 1u;
            touched_element(tile, i, request->warp * tile->banks + lane, &row, &column);
            assert_int_equal(tw_bankmap_lane(map, &map->accesses[i], row, column), lane);
            assert_int_equal(tw_cell_mark(map, &map->accesses[i], row, column),
                             conflicts ? TW_MARK_CONFLICT : TW_MARK_TOUCHED);
            marked--;
        }
        assert_int_equal(marked, 0);
    }
}

static void marks_are_the_lanes_elements(void **state)
{
    (void)state;
    each_tile(check_marks);
}

static unsigned gcd(unsigned a, unsigned b)
{
    return b ? gcd(b, a % b) : a;
}

static unsigned reasons[3];

static void check_reason(const struct tile *tile)
{
    for (unsigned i = 0; i < tile->map.access_count; i++) {
        const struct tw_bank_access *access = &tile->map.accesses[i];
        const struct tw_bank_why *why = &access->why;
        unsigned wavefronts = access->worst.wavefronts;
        bool plain = tile->machine.bytes == 4 && tile->map.layout.element_bytes == 4 &&
                     tile->map.layout.swizzle == TW_SWIZZLE_NONE;
        reasons[why->reason]++;
        if (why->reason == TW_REASON_NONE) continue;
        assert_true(plain);
        assert_int_equal(why->gcd, gcd(why->step, tile->banks));
        if (why->reason == TW_REASON_STEP) {
            unsigned period = tile->banks / why->gcd;
            assert_int_equal(wavefronts, (why->run + period - 1) / period);
        } else {
            assert_int_equal(wavefronts == 1, why->gcd == tile->banks / why->run);
        }
    }
}

static void reasons_hold(void **state)
{
    (void)state;
    struct tile tile;
    each_tile(check_reason);
    for (unsigned pad = 0; pad <= 64; pad++) {
        set(&tile, 32, 32, pad, TILE_ROW_COL, TW_SWIZZLE_NONE, TW_INT32);
        assert_true(make(&tile, 32));
        assert_int_equal(tile.map.accesses[1].why.reason, TW_REASON_STEP);
        assert_int_equal(tile.map.accesses[1].worst.wavefronts, gcd(32 + pad, 32));
        for (unsigned rows = 2; rows <= 32; rows *= 2) {
            set(&tile, 64 / rows * 8, rows, pad, TILE_ROW_COL, TW_SWIZZLE_NONE, TW_FLOAT32);
            tile.value[TILE_index] = TILE_LINEAR;
            assert_true(make(&tile, 32));
            assert_int_equal(tile.map.accesses[1].why.reason, rows == 32 ? TW_REASON_STEP : TW_REASON_RUNS);
            check_reason(&tile);
        }
    }
    assert_true(reasons[TW_REASON_STEP] > 500 && reasons[TW_REASON_RUNS] > 200);
}

static void draw(const struct tile *tile, const struct tw_draw_style *style, struct tw_text *out)
{
    tw_draw_text(&tile->map, "name", "fields", style, out);
    assert_false(out->failed);
}

/* The figure of bankmap.h. */
static void small_figure(void **state)
{
    (void)state;
    const struct tw_draw_style style = {.columns = 80};
    struct tw_text out = {0};
    struct tile tile;
    set(&tile, 4, 4, 1, TILE_ROW_COL, TW_SWIZZLE_NONE, TW_INT32);
    assert_true(make(&tile, 4));
    draw(&tile, &style, &out);
    assert_non_null(strstr(out.data, "an imagined machine: 4 banks of 4 bytes, warps of 4 lanes\n"));
    assert_non_null(strstr(out.data, "     0  1  2  3 pad\n"
                                     "   +---------------\n"
                                     "  0| 0. 1  2  3 --\n"
                                     "  1| 1. 2  3  0 --\n"
                                     "  2| 2. 3  0  1 --\n"
                                     "  3| 3. 0  1  2 --\n"));
    tw_text_free(&out);
}

static void narrow_terminals_cut(void **state)
{
    (void)state;
    struct tile tile;
    set(&tile, 128, 8, 1, TILE_ROW_COL, TW_SWIZZLE_NONE, TW_INT32);
    assert_true(make(&tile, 32));
    for (unsigned columns = 40; columns <= 200; columns += 7) {
        const struct tw_draw_style style = {.columns = columns, .rows = 5};
        struct tw_text out = {0};
        draw(&tile, &style, &out);
        unsigned rows = 0;
        const char *map = strstr(out.data, "   +--");
        assert_non_null(strstr(out.data, "cut: rows 0-4 of 8, columns 0-"));
        for (const char *line = map; *line; line = strchr(line, '\n') + 1) {
            size_t length = strcspn(line, "\n");
            bool is_row = strncmp(line, "   +--", 6) == 0 || memchr(line, '|', length);
            if (is_row) assert_true(length <= columns);
            rows += is_row;
        }
        assert_int_equal(rows, 2 * 6); /* two parts, each with its rule and rows */
        tw_text_free(&out);
    }
}

/* The part that is drawn is the one with the marked request. */
static void cut_shows_the_conflict(void **state)
{
    (void)state;
    const struct tw_draw_style style = {.columns = 100, .rows = 8};
    struct tw_text out = {0};
    struct tile tile;
    set(&tile, 20, 51, 0, TILE_ROW_ROW, TW_SWIZZLE_NONE, TW_INT32);
    assert_true(make(&tile, 32));
    struct tw_bank_access *access = &tile.map.accesses[1];
    access->worst.warp = 25;
    family()->addresses(tile.value, 1, 25 * 32, 32, access->worst.addr);
    draw(&tile, &style, &out);
    assert_non_null(strstr(out.data, " 40| "));
    assert_null(strstr(out.data, "  0| "));
    assert_non_null(strstr(out.data, "cut: rows 40-47 of 51 are drawn"));
    tw_text_free(&out);
}

static void colour_adds_only_escapes(void **state)
{
    (void)state;
    struct tw_draw_style style = {.columns = 100};
    struct tw_text plain = {0}, colour = {0}, stripped = {0};
    struct tile tile;
    set(&tile, 16, 16, 1, TILE_COL_ROW, TW_SWIZZLE_SKEW, TW_INT16);
    assert_true(make(&tile, 32));
    draw(&tile, &style, &plain);
    style.colour = true;
    draw(&tile, &style, &colour);
    for (const char *c = colour.data; *c; c++) {
        if (*c == '\033') {
            c = strchr(c, 'm');
        } else {
            if (*c == '\n') {
                while (stripped.data[stripped.length - 1] == ' ') stripped.data[--stripped.length] = '\0';
            }
            tw_text_add_char(&stripped, *c);
        }
    }
    assert_string_equal(stripped.data, plain.data);
    assert_non_null(strchr(colour.data, '\033'));
    assert_null(strchr(plain.data, '\033'));
    tw_text_free(&plain);
    tw_text_free(&colour);
    tw_text_free(&stripped);
}

static void wide_elements_need_banks(void **state)
{
    (void)state;
    struct tw_text reason = {0};
    struct tile tile;
    set(&tile, 4, 4, 0, TILE_ROW_COL, TW_SWIZZLE_NONE, TW_INT32X4);
    assert_true(make(&tile, 4));
    assert_false(tw_bankmap_fits(family(), tile.value, &(struct tw_bank_machine){3, 4, 32}, &reason));
    assert_string_equal(reason.data, "an access of 16 bytes spans 4 banks, and the imagined machine has 3");
    tw_text_free(&reason);
}

/* A family of one warp in which pairs of lanes load the same 8 bytes, each pair 128 bytes after the one
 * before. */
static const struct tw_shape pairs_shape = {
    .launches = (struct tw_launch[]){{.grid = {1, 1, 1}, .block = {32, 1, 1}}}, .launch_count = 1};

static bool pairs_tile(const int64_t *value, struct tw_layout *layout)
{
    (void)value;
    *layout = (struct tw_layout){.rows = 16, .columns = 16, .pitch = 16, .element_bytes = 8};
    return true;
}

static void pairs_accesses(const int64_t *value, struct tw_access_list *list)
{
    (void)value;
    tw_access_list_add(list, (struct tw_access_info){"load pairs", TW_LOAD, 8, .passes = 1});
    tw_access_list_add(list, (struct tw_access_info){"store pairs", TW_STORE, 8, .passes = 1});
}

static void pairs_addresses(const int64_t *value, unsigned access, unsigned first, unsigned count,
                            uint32_t *addr)
{
    (void)value;
    (void)access;
    for (unsigned i = 0; i < count; i++) addr[i] = (first + i) / 2 * 128;
}

/* Loads of equal pairs are served as one group of 32 lanes, stores are not: the conflicts show it. */
static void merged_groups_are_one_conflict(void **state)
{
    (void)state;
    const struct tw_family pairs = {
        .tile = pairs_tile, .accesses = pairs_accesses, .addresses = pairs_addresses};
    struct tw_bankmap map;
    assert_true(tw_bankmap_make(&pairs, NULL, 0, &pairs_shape, &tw_usual_banks, &map));
    const struct tw_bank_request *load = &map.accesses[0].worst, *store = &map.accesses[1].worst;
    assert_int_equal(load->wavefronts, 16);
    assert_int_equal(load->conflict_count, 1);
    assert_int_equal(load->conflicts[0].banks, 2);
    assert_int_equal(load->conflicts[0].words, 16);
    assert_int_equal(load->conflicts[0].lanes, UINT32_MAX);
    assert_int_equal(store->wavefronts, 16);
    assert_int_equal(store->conflict_count, 2);
    assert_int_equal(store->conflicts[0].lanes, 0xffff);
    assert_int_equal(store->conflicts[1].lanes, 0xffff0000);
    assert_int_equal(store->conflicts[1].words, 8);
    assert_int_equal(tw_bankmap_lane(&map, &map.accesses[0], 3, 0), 6);
    tw_bankmap_free(&map);
}

/* Two banks never look the same, and every colour is as light as promised. */
static void colours_differ(void **state)
{
    (void)state;
    unsigned seen[32][3];
    for (unsigned bank = 0; bank < 32; bank++) {
        tw_bank_colour(bank, 32, 185, 255, seen[bank]);
        for (int i = 0; i < 3; i++) assert_in_range(seen[bank][i], 185, 255);
        for (unsigned other = 0; other < bank; other++) {
            assert_memory_not_equal(seen[bank], seen[other], sizeof seen[bank]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_has_one_cell),
        cmocka_unit_test(costs_are_the_prediction),
        cmocka_unit_test(conflicts_are_all_told),
        cmocka_unit_test(marks_are_the_lanes_elements),
        cmocka_unit_test(reasons_hold),
        cmocka_unit_test(small_figure),
        cmocka_unit_test(narrow_terminals_cut),
        cmocka_unit_test(cut_shows_the_conflict),
        cmocka_unit_test(colour_adds_only_escapes),
        cmocka_unit_test(wide_elements_need_banks),
        cmocka_unit_test(colours_differ),
        cmocka_unit_test(merged_groups_are_one_conflict),
    };
    return cmocka_run_group_tests_name("bankmap", tests, NULL, NULL);
}
