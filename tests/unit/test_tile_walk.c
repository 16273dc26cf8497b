/*
 * Tiles that are not the block, and patterns: predictions, bank maps and repeats against a count over every thread, which
 * plays the kernel's loops one thread at a time and knows no function of the family; patterns against the oracle's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/families/tile/addresses.h"
#include "gen/layout/bankmap.h"
#include "gen/layout/predict.h"
#include "runtime/references/tile_pattern.h"

#define MOST 4096u /* elements of a tile counted here */

static const struct tw_family *tile(void)
{
    return tw_family_find("tile");
}

static bool accepted(const int64_t *value)
{
    return tw_family_accepts(tile(), value, tw_target_find(90));
}

static int64_t text(const char *string)
{
    return tw_text_value(string);
}

/* ---- a count over every thread ---- */

/* Where element number e in row order lies, by the definitions of docs/tile.md. */
static uint32_t address_of(const int64_t *value, unsigned rows, unsigned columns, unsigned e)
{
    unsigned bytes = tw_element_info((enum tw_element)value[TILE_type])->bytes;
    unsigned row = e / columns, column = e % columns, y = row % rows;
    if (value[TILE_pad_every])
        return (e + e / (unsigned)value[TILE_pad_every] * (unsigned)value[TILE_IPAD]) * bytes;
    if (value[TILE_swizzle] == TW_SWIZZLE_SKEW) column = (column + y) % columns;
    if (value[TILE_swizzle] == TW_SWIZZLE_XOR) {
        unsigned together = bytes <= 4 ? 32 : 128 / bytes, line = 128 / bytes / columns;
        unsigned t = y / (line > 1 ? line : 1);
        unsigned m = together / (rows < together ? rows : together) * (bytes < 4 ? 4 / bytes : 1);
        column ^= t * m % columns;
    }
    return (row * (columns + (unsigned)value[TILE_IPAD]) + column) * bytes;
}

/* What one access of a variant is: the sides of its tile, and where each item is. */
struct access {
    const int64_t *value;
    unsigned depth, rows, columns;
    bool along_rows;
    const uint32_t *pattern; /* elements by their numbers; NULL: in order */
};

static uint32_t item_element(const struct access *a, unsigned i)
{
    unsigned slice = i / (a->rows * a->columns), j = i % (a->rows * a->columns);
    unsigned row = a->along_rows ? j / a->columns : j % a->rows;
    unsigned column = a->along_rows ? j % a->columns : j / a->rows;
    return a->pattern ? a->pattern[i] : (slice * a->rows + row) * a->columns + column;
}

static uint32_t item_address(const struct access *a, unsigned i)
{
    return address_of(a->value, a->rows, a->columns, item_element(a, i));
}

/* The thread that takes item i. */
static unsigned thread_of(const struct access *a, unsigned i)
{
    unsigned bx = (unsigned)a->value[TILE_BDIMX], by = (unsigned)a->value[TILE_BDIMY],
             bz = (unsigned)a->value[TILE_BDIMZ];
    unsigned ex = a->along_rows ? a->columns : a->rows, ey = a->along_rows ? a->rows : a->columns;
    if (a->value[TILE_index] == TILE_LINEAR) return i % (bx * by * bz);
    return (i / ex / ey % bz * by + i / ex % ey % by) * bx + i % ex % bx;
}

/* The second tile's fields as if they were the first one's, by the words of docs/tile.md. */
static void second_of(const int64_t *value, int64_t second[TILE_FIELD_COUNT])
{
    static const unsigned patterns[][2] = {{TILE_writes, TILE_writes2}, {TILE_reads, TILE_reads2}};
    memcpy(second, value, TILE_FIELD_COUNT * sizeof *second);
    if (value[TILE_IPAD2] >= 0) second[TILE_IPAD] = value[TILE_IPAD2];
    if (value[TILE_layout2] > 0) second[TILE_layout] = value[TILE_layout2] - 1;
    for (unsigned i = 0; i < 2; i++) {
        int64_t own = value[patterns[i][1]];
        if (own == TW_WORD(1)) second[patterns[i][0]] = TW_WORD(0);
        if (own != TW_WORD(1) && own != TW_WORD(0)) second[patterns[i][0]] = own;
    }
}

struct tally {
    uint64_t requests, wavefronts;
};

/* One turn of the loops: the warps' lanes that are in it make a request each. */
static void add_turn(const struct access *a, enum tw_access op, const uint32_t *addr, const bool *in,
                     unsigned threads, struct tally *tally)
{
    unsigned bytes = tw_element_info((enum tw_element)a->value[TILE_type])->bytes;
    for (unsigned first = 0; first < threads; first += 32) {
        uint32_t lanes[32] = {0}, active = 0;
        for (unsigned lane = 0; lane < 32 && first + lane < threads; lane++) {
            if (in[first + lane]) active |= 1u << lane;
            lanes[lane] = addr[first + lane];
        }
        if (!active) continue;
        tally->requests++;
        tally->wavefronts += tw_bank_wavefronts(op, bytes, lanes, active);
    }
}

/* for (z = threadIdx.z; z < Z; z += BDIMZ) for (y ...) for (x ...): turn by turn, thread by thread. */
static struct tally count_2d(const struct access *a, enum tw_access op)
{
    unsigned bx = (unsigned)a->value[TILE_BDIMX], by = (unsigned)a->value[TILE_BDIMY],
             bz = (unsigned)a->value[TILE_BDIMZ];
    unsigned ex = a->along_rows ? a->columns : a->rows, ey = a->along_rows ? a->rows : a->columns;
    struct tally tally = {0};
    for (unsigned kz = 0; kz < a->depth; kz += bz) {
        for (unsigned ky = 0; ky < ey; ky += by) {
            for (unsigned kx = 0; kx < ex; kx += bx) {
                uint32_t addr[1024] = {0};
                bool in[1024] = {false};
                for (unsigned t = 0; t < bx * by * bz; t++) {
                    unsigned x = kx + t % bx, y = ky + t / bx % by, z = kz + t / bx / by;
                    in[t] = x < ex && y < ey && z < a->depth;
                    if (in[t]) addr[t] = item_address(a, (z * ey + y) * ex + x);
                }
                add_turn(a, op, addr, in, bx * by * bz, &tally);
            }
        }
    }
    return tally;
}

/* for (idx = tid; idx < n; idx += threads) */
static struct tally count_linear(const struct access *a, enum tw_access op)
{
    unsigned threads = (unsigned)(a->value[TILE_BDIMX] * a->value[TILE_BDIMY] * a->value[TILE_BDIMZ]);
    unsigned n = a->depth * a->rows * a->columns;
    struct tally tally = {0};
    for (unsigned first = 0; first < n; first += threads) {
        uint32_t addr[1024] = {0};
        bool in[1024] = {false};
        for (unsigned t = 0; t < threads; t++) {
            in[t] = first + t < n;
            if (in[t]) addr[t] = item_address(a, first + t);
        }
        add_turn(a, op, addr, in, threads, &tally);
    }
    return tally;
}

static unsigned side(int64_t given, unsigned block)
{
    return given == TW_WORD(0) ? block : (unsigned)given;
}

/* The access as the fields say; *pattern has room for its elements. */
static struct access access_of(const int64_t *value, bool write, uint32_t *pattern)
{
    unsigned x = (unsigned)value[TILE_BDIMX], y = (unsigned)value[TILE_BDIMY],
             z = (unsigned)value[TILE_BDIMZ];
    bool deep = z > 1 || value[TILE_tile_depth] > 1;
    unsigned dims = value[TILE_dims] == TW_WORD(0) ? (deep ? 3 : 2) : (unsigned)value[TILE_dims];
    bool turned = value[TILE_layout] == TILE_COL_COL && value[TILE_index] == TILE_2D;
    struct access a = {.value = value};
    a.depth = dims == 3 ? side(value[TILE_tile_depth], z) : 1;
    a.rows = dims == 1 ? 1 : side(value[TILE_tile_rows], turned ? x : y);
    a.columns = side(value[TILE_tile_cols], dims == 1 ? x * y * z : turned ? y : x);
    a.along_rows =
        value[TILE_layout] == TILE_ROW_ROW || value[TILE_layout] == (write ? TILE_ROW_COL : TILE_COL_ROW);
    const char *words = tw_pattern_text(value, write ? TILE_WRITE : TILE_READ);
    unsigned n = a.depth * a.rows * a.columns;
    unsigned bytes = tw_element_info((enum tw_element)value[TILE_type])->bytes;
    if (!words) return a;
    assert_in_range(n, 1, MOST);
    const struct tw_tile_sides sides = {{x, y, z}, a.depth, a.rows, a.columns};
    assert_true(tw_tile_pattern_play(words, &sides, bytes, pattern));
    a.pattern = pattern;
    return a;
}

static struct tally count(const int64_t *value, bool write)
{
    uint32_t pattern[MOST];
    struct access a = access_of(value, write, pattern);
    return (value[TILE_index] == TILE_2D ? count_2d : count_linear)(&a, write ? TW_STORE : TW_LOAD);
}

/* The request's lanes are at elements of the map. */
static void check_lanes(const struct tw_bankmap *map, const struct tw_bank_request *request)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned row, column;
        if (!(request->active >> lane & 1u)) continue;
        assert_true(tw_bankmap_element(map, request->addr[lane], &row, &column));
        assert_int_equal(tw_bankmap_offset(map, row, column), request->addr[lane]);
    }
}

/* Prediction and bank map of one tile, whose own fields are `own`. */
static void check_tile(const int64_t *value, const int64_t *own, unsigned number,
                       const struct tw_shape *shape, const struct tw_prediction *predicted,
                       struct tally sums[2])
{
    const struct tw_access_cost *accesses = predicted->accesses + 2 * number;
    struct tw_bankmap *map = malloc(sizeof *map);
    assert_non_null(map);
    assert_true(tw_bankmap_make(tile(), value, number, shape, &tw_usual_banks, map));
    assert_int_equal(map->access_count, 2);
    for (unsigned i = 0; i < 2; i++) {
        struct tally tally = count(own, i == 0);
        assert_int_equal(accesses[i].op, i == 0 ? TW_STORE : TW_LOAD);
        assert_int_equal(accesses[i].requests, tally.requests);
        assert_int_equal(accesses[i].wavefronts, tally.wavefronts);
        assert_int_equal(map->accesses[i].requests, accesses[i].requests);
        assert_int_equal(map->accesses[i].wavefronts, accesses[i].wavefronts);
        assert_int_equal(map->accesses[i].ideal, accesses[i].ideal);
        check_lanes(map, &map->accesses[i].worst);
        sums[i].requests += tally.requests;
        sums[i].wavefronts += tally.wavefronts;
    }
    tw_bankmap_free(map);
    free(map);
}

static void check(const int64_t *value)
{
    static struct tw_shape shape;
    struct tally sums[2] = {{0}};
    tw_family_shape(tile(), value, tw_target_find(90), &shape);
    const struct tw_prediction *predicted = tw_predict(tile(), value, &shape);
    assert_non_null(predicted);
    assert_int_equal(predicted[0].access_count, 2 * value[TILE_tiles]);
    check_tile(value, value, 0, &shape, &predicted[0], sums);
    if (value[TILE_tiles] > 1) {
        int64_t second[TILE_FIELD_COUNT];
        second_of(value, second);
        check_tile(value, second, 1, &shape, &predicted[0], sums);
    }
    assert_int_equal(predicted[0].counts.store_requests, sums[0].requests);
    assert_int_equal(predicted[0].counts.store_wavefronts, sums[0].wavefronts);
    assert_int_equal(predicted[0].counts.load_requests, sums[1].requests);
    assert_int_equal(predicted[0].counts.load_wavefronts, sums[1].wavefronts);
}

/* ---- random variants ---- */

static int64_t pick(unsigned count, const int64_t *from)
{
    return from[(unsigned)rand() % count];
}

static void random_block(int64_t *value, bool deep)
{
    static const int64_t sides[] = {1, 2, 3, 4, 5, 8, 16, 17, 24, 32, 33, 64};
    do {
        value[TILE_BDIMX] = pick(12, sides);
        value[TILE_BDIMY] = pick(12, sides);
        value[TILE_BDIMZ] = deep ? pick(6, sides) : 1;
    } while (value[TILE_BDIMX] * value[TILE_BDIMY] * value[TILE_BDIMZ] > 1024);
}

static void have_one_tile(int64_t *value)
{
    value[TILE_tiles] = 1;
    value[TILE_layout2] = 0;
    value[TILE_IPAD2] = value[TILE_writes2] = value[TILE_reads2] = TW_WORD(0);
}

static void random_tile(int64_t *value)
{
    static const int64_t sides[] = {TW_WORD(0), 1, 2, 4, 5, 7, 8, 12, 16, 31, 32, 32, 33, 40, 64};
    memset(value, 0, TILE_FIELD_COUNT * sizeof *value);
    random_block(value, rand() % 3 == 0);
    value[TILE_dims] = pick(6, (int64_t[]){TW_WORD(0), TW_WORD(0), 1, 2, 3, 3});
    value[TILE_tile_rows] = value[TILE_dims] == 1 ? TW_WORD(0) : pick(15, sides);
    value[TILE_tile_cols] = pick(15, sides);
    value[TILE_tile_depth] = value[TILE_dims] == 3 ? pick(6, sides) : TW_WORD(0);
    value[TILE_IPAD] = rand() % 4;
    value[TILE_layout] = value[TILE_dims] == 1 ? TILE_ROW_ROW : rand() % 4;
    value[TILE_index] = rand() % 3 ? TW_DERIVED : rand() % 2;
    value[TILE_shared] = TILE_DYNAMIC;
    value[TILE_swizzle] = rand() % 3;
    value[TILE_type] = rand() % TW_ELEMENT_COUNT;
    value[TILE_carveout] = value[TILE_writes] = value[TILE_reads] = TW_WORD(0);
    have_one_tile(value);
    if (value[TILE_dims] != 1 || rand() % 2) return;
    value[TILE_pad_every] = pick(6, (int64_t[]){1, 5, 16, 32, 32, 1000});
    value[TILE_swizzle] = TW_SWIZZLE_NONE;
}

static void walks_are_predicted(void **state)
{
    (void)state;
    unsigned walked = 0, checked = 0;
    srand(11);
    for (int round = 0; round < 12000; round++) {
        int64_t value[TILE_FIELD_COUNT];
        random_tile(value);
        tile()->resolve(value, tw_target_find(90));
        if (!accepted(value)) continue;
        struct tw_tile made = tw_tile_of(value);
        if (made.elements > MOST) continue;
        check(value);
        checked++;
        walked += !tw_tile_is_block(&made);
    }
    assert_in_range(checked, 4000, 12000);
    assert_in_range(walked, 3000, 12000);
}

/* A text that is a pattern of some tile. */
static void random_pattern(bool write, char *to, size_t room)
{
    static const char *const expressions[] = {"idx",
                                              "(tid * 5) % 32 % n",
                                              "idx / 2",
                                              "n - 1 - idx",
                                              "idx * idx % n",
                                              "(idx ^ 3) % n",
                                              "tid % n",
                                              "~idx % n",
                                              "(idx << 4 | idx >> 3) % n",
                                              "-idx * 7 % n",
                                              "idx & 31 % n",
                                              "idx / 32 * 3 % n",
                                              "(idx+1) % n",
                                              "n - - 3 - n",
                                              "0",
                                              "x",
                                              "(y * BDIMX + x) % n",
                                              "z * BDIMY * BDIMX % n",
                                              "x < y ? idx : n - 1 - idx",
                                              "(x == y) * 3 % n",
                                              "idx > 0 && n / idx > 2 ? 0 : x",
                                              "-(x >= 2) % n",
                                              "not x or y == 1 and z != 0",
                                              "~((x < 3) - (y < 2)) % n",
                                              "min(idx, n / 2) ^ 0x0",
                                              "0X1F & idx",
                                              "max(x, (y < 1)) % n",
                                              "idx % tile_cols * tile_rows % n",
                                              "tile_depth * (x <= BDIMZ) % n"};
    static const char *const lists[] = {"1, 0", "3,1,2,0", "7, 6, 5, 4, 3, 2, 1, 0", "2 ,0 , 1"};
    switch (rand() % 7) {
    case 0:
        snprintf(to, room, "linear");
        break;
    case 1:
        snprintf(to, room, "serial");
        break;
    case 2:
        snprintf(to, room, "strided %d", 1 + rand() % 70);
        break;
    case 3:
        snprintf(to, room, "permutation %u", (unsigned)rand() * 3u);
        break;
    case 4:
        snprintf(to, room, "%s", lists[rand() % 4]);
        break;
    default:
        snprintf(to, room, "%s", write ? "n - 1 - idx" : rand() % 9 ? expressions[rand() % 28] : "broadcast");
    }
}

static void patterns_are_predicted(void **state)
{
    (void)state;
    unsigned checked = 0;
    srand(12);
    for (int round = 0; round < 8000; round++) {
        int64_t value[TILE_FIELD_COUNT];
        char writes[100], reads[100];
        random_tile(value);
        random_pattern(true, writes, sizeof writes);
        random_pattern(false, reads, sizeof reads);
        if (rand() % 2) value[TILE_writes] = text(writes);
        value[TILE_reads] = text(reads);
        value[TILE_index] = TW_DERIVED;
        tile()->resolve(value, tw_target_find(90));
        assert_int_equal(value[TILE_index], TILE_LINEAR);
        if (!accepted(value) || tw_tile_of(value).elements > MOST) continue;
        check(value);
        checked++;
    }
    assert_in_range(checked, 2000, 8000);
}

/* Every byte of shared memory is written by one thread of one tile at most, and the launch has them all. */
static void check_apart(const int64_t *value)
{
    static struct tw_shape shape;
    const unsigned bytes = tw_element_info((enum tw_element)value[TILE_type])->bytes;
    const struct tw_tile made = tw_tile_of(value);
    tw_family_shape(tile(), value, tw_target_find(90), &shape);
    const uint32_t size = shape.launches[0].shared_bytes;
    uint8_t *written = calloc(size, 1);
    assert_non_null(written);
    assert_int_equal(shape.arguments[0].count, 2 * made.elements);
    for (unsigned number = 0; number < 2; number++) {
        uint32_t addr[TW_MAX_BLOCK_THREADS];
        for (unsigned pass = 0; pass < tw_tile_passes(&made, TILE_WRITE); pass++) {
            tile()->addresses(value, 2 * number, pass * made.threads, made.threads, addr);
            for (unsigned thread = 0; thread < made.threads; thread++) {
                if (addr[thread] == TW_NO_ADDRESS) continue;
                assert_in_range(addr[thread], 0, size - bytes);
                for (unsigned b = 0; b < bytes; b++) assert_int_equal(written[addr[thread] + b]++, 0);
            }
        }
    }
    free(written);
}

/* Two tiles, each with its own padding, orders and patterns. */
static void second_tiles_are_predicted(void **state)
{
    (void)state;
    unsigned checked = 0, own_layout = 0, flat = 0;
    srand(15);
    for (int round = 0; round < 9000; round++) {
        int64_t value[TILE_FIELD_COUNT];
        char words[4][100];
        random_tile(value);
        for (unsigned i = 0; i < 4; i++) random_pattern(i % 2 == 0, words[i], sizeof words[i]);
        value[TILE_tiles] = 2;
        value[TILE_IPAD2] = pick(4, (int64_t[]){TW_WORD(0), 0, 1, 3});
        value[TILE_layout2] = rand() % 5;
        if (rand() % 4 == 0) value[TILE_writes] = text(words[0]);
        if (rand() % 4 == 0) value[TILE_reads] = text(words[1]);
        value[TILE_writes2] = pick(4, (int64_t[]){TW_WORD(0), TW_WORD(0), TW_WORD(1), text(words[2])});
        value[TILE_reads2] = pick(4, (int64_t[]){TW_WORD(0), TW_WORD(0), TW_WORD(1), text(words[3])});
        tile()->resolve(value, tw_target_find(90));
        if (!accepted(value) || tw_tile_of(value).elements > MOST) continue;
        check(value);
        check_apart(value);
        checked++;
        own_layout += value[TILE_layout2] > 0;
        flat += value[TILE_index] == TILE_2D;
    }
    assert_in_range(checked, 2000, 9000);
    assert_in_range(own_layout, 1000, 9000);
    assert_in_range(flat, 300, 9000);
}

/* Whether someone reads what one writes who does not wait for him, element by element. */
static bool races(const int64_t *value, unsigned together)
{
    static uint32_t pattern[2][MOST];
    static unsigned writer[MOST];
    struct access write = access_of(value, true, pattern[0]), read = access_of(value, false, pattern[1]);
    unsigned n = write.depth * write.rows * write.columns;
    for (unsigned i = 0; i < n; i++) writer[item_element(&write, i)] = thread_of(&write, i) / together;
    for (unsigned i = 0; i < n; i++) {
        if (writer[item_element(&read, i)] != thread_of(&read, i) / together) return true;
    }
    return false;
}

static void races_are_known(void **state)
{
    (void)state;
    unsigned seen[2][2] = {{0}};
    srand(14);
    for (int round = 0; round < 3000; round++) {
        int64_t value[TILE_FIELD_COUNT];
        random_tile(value);
        if (rand() % 2) value[TILE_layout] = rand() % 2 ? TILE_ROW_ROW : TILE_COL_COL;
        if (rand() % 3 == 0) value[TILE_reads] = text(rand() % 2 ? "idx / 4 * 4 + 3 - idx % 4" : "idx");
        value[TILE_barrier] = rand() % 2 ? TILE_NO_BARRIER : TILE_WARP_BARRIER;
        if (rand() % 3 == 0) {
            value[TILE_tiles] = 2;
            value[TILE_layout2] = rand() % 5;
        }
        tile()->resolve(value, tw_target_find(90));
        if (!accepted(value) || tw_tile_of(value).elements > MOST) continue;
        const bool none = value[TILE_barrier] == TILE_NO_BARRIER;
        bool expected = races(value, none ? 1 : 32);
        if (value[TILE_tiles] > 1) {
            int64_t second[TILE_FIELD_COUNT];
            second_of(value, second);
            expected |= races(second, none ? 1 : 32);
        }
        assert_int_equal(tw_tile_races(value), expected);
        seen[none][expected]++;
        value[TILE_barrier] = TILE_BLOCK_BARRIER;
        assert_false(tw_tile_races(value));
    }
    for (unsigned i = 0; i < 4; i++) assert_in_range(seen[i / 2][i % 2], 100, 3000);
}

/* ---- patterns ---- */

static void plain(int64_t *value, unsigned rows)
{
    memset(value, 0, TILE_FIELD_COUNT * sizeof *value);
    value[TILE_BDIMX] = 32;
    value[TILE_BDIMY] = value[TILE_BDIMZ] = 1;
    value[TILE_type] = TW_INT32;
    value[TILE_index] = TILE_LINEAR;
    value[TILE_tile_rows] = rows;
    value[TILE_dims] = value[TILE_carveout] = value[TILE_writes] = value[TILE_reads] = TW_WORD(0);
    value[TILE_tile_cols] = value[TILE_tile_depth] = TW_WORD(0);
    have_one_tile(value);
}

/* A tile of up to 300 elements. */
static struct tw_tile random_sides(void)
{
    struct tw_tile made = {
        .depth = 1 + (unsigned)rand() % 3,
        .rows = 1 + (unsigned)rand() % 10,
        .columns = 1 + (unsigned)rand() % 10,
        .block = {1 + (unsigned)rand() % 9, 1 + (unsigned)rand() % 4, 1 + (unsigned)rand() % 2}};
    made.elements = made.depth * made.rows * made.columns;
    made.threads = made.block[0] * made.block[1] * made.block[2];
    return made;
}

/* The generator's reading of each text and the oracle's are the same, on tiles of many sizes. */
static void patterns_are_those_of_the_oracle(void **state)
{
    (void)state;
    static struct tw_pattern pattern;
    unsigned compared = 0;
    srand(13);
    for (int round = 0; round < 20000; round++) {
        char words[100];
        struct tw_tile made = random_sides();
        const struct tw_tile_sides sides = {
            {made.block[0], made.block[1], made.block[2]}, made.depth, made.rows, made.columns};
        struct tw_text reason = {0};
        uint32_t expected[300], got;
        bool once;
        unsigned bytes = 1u << rand() % 5;
        random_pattern(rand() % 2, words, sizeof words);
        bool fits = tw_pattern_read(words, &made, bytes, &pattern, &reason) &&
                    tw_pattern_accept(&pattern, &once, &reason);
        assert_int_equal(fits, reason.length == 0);
        tw_text_free(&reason);
        if (!fits || round % 4 == 0)
            tw_pattern_free(&pattern); /* as if memory had run out: entries are found all the same */
        if (!fits) continue;
        assert_true(tw_tile_pattern_play(words, &sides, bytes, expected));
        for (unsigned idx = 0; idx < made.elements; idx++) {
            assert_null(tw_pattern_element(&pattern, idx, &got));
            if (got != expected[idx])
                fail_msg("%s at %u of %u: %u, not %u", words, idx, made.elements, got, expected[idx]);
        }
        tw_pattern_free(&pattern);
        compared++;
    }
    assert_in_range(compared, 10000, 20000);
}

/* Strides and permutations take each element once, whatever the tile. */
static void strides_and_permutations_are_permutations(void **state)
{
    (void)state;
    static struct tw_pattern pattern;
    for (unsigned n = 1; n <= 130; n++) {
        for (unsigned s = 1; s <= 70; s++) {
            struct tw_tile made = {.elements = n, .threads = 32, .block = {32, 1, 1}};
            char words[40];
            bool once;
            snprintf(words, sizeof words, s % 2 ? "strided %u" : "permutation %u", s);
            assert_true(tw_pattern_read(words, &made, 4, &pattern, NULL));
            assert_true(tw_pattern_accept(&pattern, &once, NULL));
            assert_true(once);
            tw_pattern_free(&pattern);
        }
    }
}

static void known_patterns(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t elements[8];
    } cases[] = {
        {"linear", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"broadcast", {0}},
        {"strided 2", {0, 2, 4, 6, 1, 3, 5, 7}},
        {"strided 3", {0, 3, 6, 1, 4, 7, 2, 5}},
        {"strided 8", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"1, 0", {1, 0, 3, 2, 5, 4, 7, 6}},
        {"(tid * 5) % 8", {0, 5, 2, 7, 0, 5, 2, 7}}, /* blocks of 4 threads */
        {"7 - idx", {7, 6, 5, 4, 3, 2, 1, 0}},
        {"2 + 3 * 4 - 12 - 1", {1, 1, 1, 1, 1, 1, 1, 1}},
        {"idx << 1 & 6 | idx >> 2 ^ 0", {0, 2, 4, 6, 1, 3, 5, 7}},
        {"-idx % 8", {0, 7, 6, 5, 4, 3, 2, 1}},
        {"- - idx", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"~(n - idx - 1 ^ ~0)", {7, 6, 5, 4, 3, 2, 1, 0}},
        {"x * 4 + y", {0, 4, 1, 5, 0, 4, 1, 5}},
        {"x < y ? idx : 7", {7, 7, 2, 7, 7, 7, 6, 7}},
        {"-(idx == 2) & 7", {0, 0, 7, 0, 0, 0, 0, 0}},
        {"idx != 0 and 8 / idx > 1", {0, 1, 1, 1, 1, 0, 0, 0}},
        {"BDIMX + BDIMY * BDIMZ + tile_rows * tile_cols / tile_depth - 12 + z", {0}},
        {"min(idx, 3) + max((x > 0), 1)", {1, 2, 3, 4, 4, 4, 4, 4}},
    };
    static struct tw_pattern pattern;
    const struct tw_tile made = {
        .elements = 8, .threads = 4, .block = {2, 2, 1}, .depth = 1, .rows = 2, .columns = 4};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_text reason = {0};
        if (!tw_pattern_read(cases[i].text, &made, 4, &pattern, &reason))
            fail_msg("%s", tw_text_string(&reason));
        for (uint32_t idx = 0; idx < 8; idx++) {
            uint32_t got;
            assert_null(tw_pattern_element(&pattern, idx, &got));
            if (got != cases[i].elements[idx]) fail_msg("%s at %u is %u", cases[i].text, idx, got);
        }
        tw_pattern_free(&pattern);
        tw_text_free(&reason);
    }
}

static void check_reason(const int64_t *value, const char *expected)
{
    struct tw_text reason = {0};
    bool accepted_it = tile()->accept(value, tw_target_find(90), &reason);
    assert_string_equal(tw_text_string(&reason), expected);
    assert_false(accepted_it);
    tw_text_free(&reason);
}

static void bad_patterns_are_refused(void **state)
{
    (void)state;
    static const char *const reads[][2] = {
        {"strided 0", "reads: a stride must not be 0; broadcast takes one word for all"},
        {"strided", "reads: at character 8 of \"strided\" a number should stand"},
        {"strided 3 4", "reads: at character 11 of \"strided 3 4\" it should end"},
        {"0, 1, 1, 3", "reads: the list of 4 numbers holds 1 twice; it must be a permutation of 0 to 3"},
        {"0, 1, 4, 3", "reads: the list of 4 numbers holds 4; it must be a permutation of 0 to 3"},
        {"0, 2, 1", "reads: a list of 3 numbers does not divide the tile's 64 elements"},
        {"0, 1,", "reads: at character 6 of \"0, 1,\" a number should stand"},
        {"idx + 1", "reads: the expression takes element 64 at idx 63, and the tile has 64"},
        {"idx - 1", "reads: the expression takes element 4294967295 at idx 0, and the tile has 64"},
        {"7 / idx", "reads: at character 3 of \"7 / idx\" it divides by zero where idx is 0"},
        {"idx % (n - 64)", "reads: at character 5 of \"idx % (n - 64)\" it divides by zero where idx is 0"},
        {"1 << idx", "reads: the expression takes element 64 at idx 6, and the tile has 64"},
        {"0 << idx", "reads: at character 3 of \"0 << idx\" it shifts by more than 31 bits where idx is 32"},
        {"(idx * 5", "reads: at character 9 of \"(idx * 5\" a \")\" should stand"},
        {"idx * * 2", "reads: at character 7 of \"idx * * 2\" a value should stand"},
        {"idx 2", "reads: at character 5 of \"idx 2\" it should end"},
        {"4294967296", "reads: at character 1 of \"4294967296\" the number has more than 32 bits"},
        {"brodcast",
         "reads: at character 1 of \"brodcast\" no such name is known; there are idx, tid, n, x, y, z, "
         "BDIMX, BDIMY, BDIMZ, tile_rows, tile_cols and tile_depth, and the words linear, broadcast, serial, "
         "strided and permutation"},
    };
    int64_t value[TILE_FIELD_COUNT];
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        plain(value, 2);
        value[TILE_reads] = text(reads[i][0]);
        check_reason(value, reads[i][1]);
    }
    plain(value, 2);
    value[TILE_writes] = text("idx / 2");
    check_reason(value, "writes: not every element is written exactly once");
    plain(value, 1);
    value[TILE_reads] = text("serial");
    check_reason(value, "reads: serial needs a tile of more than 128 bytes, or no two words share a bank");
    value[TILE_reads] = text("linear");
    value[TILE_index] = TILE_2D;
    check_reason(value, "index must be linear: patterns follow the linear number of an element");
    plain(value, 1025);
    value[TILE_type] = TW_INT8;
    value[TILE_reads] = text("permutation 1");
    check_reason(value, "reads: a permutation is of at most 32768 elements, and the tile has 32800");
}

/* Long texts end in a reason, too: too many parts, nested too deeply. */
static void long_texts_are_refused(void **state)
{
    (void)state;
    char words[1200];
    int64_t value[TILE_FIELD_COUNT];
    struct tw_text reason = {0};
    plain(value, 2);
    strcpy(words, "idx");
    for (int i = 0; i < 200; i++) strcat(words, "+0");
    value[TILE_reads] = text(words);
    assert_false(tile()->accept(value, tw_target_find(90), &reason));
    assert_non_null(strstr(tw_text_string(&reason), "it has too many parts"));
    tw_text_clear(&reason);
    memset(words, '(', 1000);
    words[1000] = '\0';
    assert_false(tile()->accept(value, tw_target_find(90), &reason));
    assert_non_null(strstr(tw_text_string(&reason), "it is nested too deeply"));
    tw_text_free(&reason);
}

static void words_that_cannot_be_are_refused(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    plain(value, 4);
    value[TILE_pad_every] = 32;
    check_reason(value, "pad_every is for a tile of one dimension; others are padded after each row");
    plain(value, 4);
    value[TILE_min_blocks] = 32;
    assert_true(accepted(value));
    value[TILE_BDIMX] = 128;
    check_reason(value, "min_blocks is 32; a multiprocessor of sm_90 holds 16 such blocks at most");
    value[TILE_BDIMX] = 1;
    check_reason(value,
                 "min_blocks needs a block of more than one thread: a block of one has no launch bounds");
}

static void bad_sides_are_refused(void **state)
{
    (void)state;
    int64_t value[TILE_FIELD_COUNT];
    plain(value, 32);
    value[TILE_BDIMZ] = 64;
    check_reason(value, "32 x 1 x 64 = 2048 threads; a block has at most 1024");
    plain(value, 4);
    value[TILE_dims] = 1;
    check_reason(value, "tile_rows is 4; a tile of one dimension has one row");
    value[TILE_tile_rows] = TW_WORD(0);
    value[TILE_layout] = TILE_ROW_COL;
    check_reason(value, "a tile of one dimension has no columns to go down; its layout is row-row");
    plain(value, 4);
    value[TILE_dims] = 2;
    value[TILE_tile_depth] = 2;
    check_reason(value, "tile_depth is 2; a tile of 2 dimensions has one slice");
    plain(value, 65536);
    value[TILE_tile_cols] = value[TILE_tile_depth] = 65536;
    check_reason(value, "the tile has more than 65536 elements");
    plain(value, 16);
    value[TILE_layout] = TILE_ROW_COL;
    value[TILE_index] = TILE_2D;
    check_reason(
        value,
        "row-col in 2d form needs a square tile, this one has 16 rows of 32 columns; index linear works on "
        "any");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_are_predicted),
        cmocka_unit_test(second_tiles_are_predicted),
        cmocka_unit_test(races_are_known),
        cmocka_unit_test(patterns_are_predicted),
        cmocka_unit_test(patterns_are_those_of_the_oracle),
        cmocka_unit_test(strides_and_permutations_are_permutations),
        cmocka_unit_test(known_patterns),
        cmocka_unit_test(bad_patterns_are_refused),
        cmocka_unit_test(long_texts_are_refused),
        cmocka_unit_test(words_that_cannot_be_are_refused),
        cmocka_unit_test(bad_sides_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
