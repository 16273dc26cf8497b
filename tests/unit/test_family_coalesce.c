/*
 * The coalesce family: what it takes and rejects, its shape, and its predictions against a count over every thread of every
 * block, written here from the kernel's source alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/layout/bankmap.h"
#include "gen/layout/predict.h"
#include "gen/layout/solve.h"

#define FAMILY "coalesce"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

static bool is(const struct expanded *config, const char *key, const char *word)
{
    int number = tw_family_field(config->of.family, key);
    const struct tw_field_info *info = &config->of.family->fields[number];
    return strcmp(tw_field_value_of(info, config->of.variant[0].value[number]).text, word) == 0;
}

static struct tw_predicted predicted_of(const struct expanded *config)
{
    struct tw_shape shape = shape_of(config);
    return tw_predict_sum(config->of.family, config->of.variant[0].value, &shape);
}

/* ---- what is taken ---- */

static void rejects_with_a_reason(void **state)
{
    (void)state;
    check_reason("\"n\":5,\"fields\":0", "fields is 0; a structure without fields holds nothing");
    check_reason("\"n\":5,\"fields\":3,\"stride\":2",
                 "stride is 2; structures of 3 fields are at least 3 apart");
    check_reason("\"n\":5,\"fields\":1,\"stride\":0",
                 "stride is 0; structures of 1 fields are at least 1 apart");
    check_reason("\"n\":5,\"layout\":\"soa\",\"fields\":3,\"stride\":0",
                 "stride is 0; records need places of their own");
    check_reason("\"n\":5,\"IPAD\":1", "IPAD pads the tile; without staging there is none");
    check_reason("\"n\":5,\"layout\":\"soa\",\"fields\":2,\"staging\":\"shared\"",
                 "staging needs a layout of structures: with the layout soa no fields lie side by side");
    check_reason("\"n\":5,\"layout\":\"soa\",\"staging\":\"shared\"", "");
    check_reason("\"n\":5,\"fields\":12,\"staging\":\"shared\",\"BDIMX\":1024", "");
    check_reason("\"n\":5,\"fields\":12,\"staging\":\"shared\",\"BDIMX\":1024,\"IPAD\":1",
                 "the tile takes 50688 bytes; static shared memory has at most 49152 (48 KB)");
    check_reason("\"n\":5,\"fields\":16,\"unroll\":4", "");
    check_reason("\"n\":5,\"fields\":16,\"unroll\":5",
                 "a thread would hold 80 elements of 4 bytes; 256 bytes fit its registers");
    check_reason("\"n\":68719476736,\"BDIMX\":32",
                 "a grid has at most 2147483647 blocks, of 32 records each");
    check_reason("\"n\":68719476704,\"BDIMX\":32", "");
}

static void strides_follow_the_layout(void **state)
{
    (void)state;
    struct expanded config = config_of("\"n\":5,\"fields\":7");
    assert_int_equal(field(&config, "stride"), 7);
    expanded_free(&config);
    config = config_of("\"n\":5,\"fields\":7,\"layout\":\"soa\"");
    assert_int_equal(field(&config, "stride"), 1);
    expanded_free(&config);
    config = config_of("\"n\":5,\"fields\":7,\"stride\":9");
    assert_int_equal(field(&config, "stride"), 9);
    expanded_free(&config);
}

/* ---- where fields lie, and what is needed of memory ---- */

struct problem {
    uint64_t n, fields, stride, offset;
    unsigned bytes;
    bool structures, in_lies_so, out_lies_so;
};

static struct problem problem_of(const struct expanded *config)
{
    return (struct problem){
        .n = field(config, "n"),
        .fields = field(config, "fields"),
        .stride = field(config, "stride"),
        .offset = field(config, "offset"),
        .bytes = tw_element_info((enum tw_element)field(config, "type"))->bytes,
        .structures = is(config, "layout", "aos"),
        .in_lies_so = !is(config, "side", "write"),
        .out_lies_so = !is(config, "side", "read"),
    };
}

/* The byte at which a field begins. */
static uint64_t byte_of(const struct problem *p, bool lies_so, uint64_t record, uint64_t number)
{
    if (!lies_so) return (number * p->n + record) * p->bytes;
    uint64_t record_begins =
        p->structures ? record * p->stride : record * p->stride + number * p->n * p->stride;
    return (p->offset + record_begins + (p->structures ? number : 0)) * p->bytes;
}

/* Pieces of memory that all fields of one side touch, each once: by a mark for each piece. */
static uint64_t touched(const struct problem *p, bool lies_so, unsigned grain)
{
    uint64_t count = 0, size = 2 + (p->offset + p->n * p->stride * p->fields) * p->bytes / grain;
    bool *mark = calloc(size, sizeof *mark);
    assert_non_null(mark);
    for (uint64_t record = 0; record < p->n; record++) {
        for (uint64_t number = 0; number < p->fields; number++)
            mark[byte_of(p, lies_so, record, number) / grain] = true;
    }
    for (uint64_t i = 0; i < size; i++) count += mark[i];
    free(mark);
    return count;
}

static void check_shape(const struct expanded *config)
{
    struct tw_shape shape = shape_of(config);
    struct problem p = problem_of(config);
    uint64_t last = p.n ? p.n - 1 : 0, block = field(config, "BDIMX") * field(config, "unroll");
    for (unsigned i = 0; i < 2; i++) {
        bool lies_so = i ? p.out_lies_so : p.in_lies_so;
        const struct tw_argument *argument = &shape.arguments[i];
        uint64_t end = byte_of(&p, lies_so, last, p.fields - 1) / p.bytes + 1;
        assert_int_equal(argument->count, p.n ? end : 1);
        assert_int_equal(argument->first, !p.n ? argument->count : lies_so ? p.offset : 0);
        assert_int_equal(argument->align, p.bytes);
    }
    assert_int_equal(shape.launches[0].grid[0], p.n ? (p.n + block - 1) / block : 1);
    assert_int_equal(shape.launches[0].block[0], field(config, "BDIMX"));
    assert_int_equal(shape.work.elements, p.n ? p.n * p.fields : 1);
    assert_int_equal(shape.work.bytes, 2 * p.n * p.fields * p.bytes);
    assert_int_equal(shape.work.read_sectors, touched(&p, p.in_lies_so, 32));
    assert_int_equal(shape.work.read_fills, touched(&p, p.in_lies_so, 64));
    assert_int_equal(shape.work.written_sectors, touched(&p, p.out_lies_so, 32));
}

/* ---- what is counted, thread by thread ---- */

struct machine {
    struct problem p;
    unsigned threads, unroll;
    uint64_t pad;
    bool staged;
    struct tw_counts counts;
};

/* What the lanes of a warp ask for at one instruction. */
struct request {
    uint64_t at[32]; /* bytes */
    uint32_t mask;
};

static void ask(struct request *r, unsigned lane, uint64_t byte)
{
    r->at[lane] = byte;
    r->mask |= 1u << lane;
}

static unsigned grains(const struct request *r, unsigned grain)
{
    uint64_t seen[32];
    unsigned count = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned i = 0;
        if (!(r->mask >> lane & 1u)) continue;
        while (i < count && seen[i] != r->at[lane] / grain) i++;
        if (i == count) seen[count++] = r->at[lane] / grain;
    }
    return count;
}

static void to_global(struct machine *m, enum tw_access op, const struct request *r)
{
    struct tw_counts *c = &m->counts;
    if (!r->mask) return;
    for (unsigned lane = 0; lane < 32; lane++)
        *(op == TW_LOAD ? &c->global_load_bytes : &c->global_store_bytes) +=
            (r->mask >> lane & 1u) * m->p.bytes;
    *(op == TW_LOAD ? &c->global_load_requests : &c->global_store_requests) += 1;
    *(op == TW_LOAD ? &c->global_load_sectors : &c->global_store_sectors) += grains(r, 32);
    if (op == TW_LOAD) c->global_load_fills += grains(r, 64);
}

static void to_shared(struct machine *m, enum tw_access op, const struct request *r)
{
    struct tw_counts *c = &m->counts;
    uint32_t addr[32];
    if (!r->mask) return;
    for (unsigned lane = 0; lane < 32; lane++) addr[lane] = (uint32_t)r->at[lane];
    for (unsigned lane = 0; lane < 32; lane++)
        *(op == TW_LOAD ? &c->load_bytes : &c->store_bytes) += (r->mask >> lane & 1u) * m->p.bytes;
    *(op == TW_LOAD ? &c->load_requests : &c->store_requests) += 1;
    *(op == TW_LOAD ? &c->load_wavefronts : &c->store_wavefronts) +=
        tw_bank_wavefronts(op, m->p.bytes, addr, r->mask);
}

/* Rows of 128 bytes, and elements of padding behind each. */
static uint64_t in_tile(const struct machine *m, uint64_t element)
{
    uint64_t row = element * m->p.bytes / 128;
    return (element + row * m->pad) * m->p.bytes;
}

/* The block goes over its elements from the beginning of a line on. */
static void count_lines(struct machine *m, bool fills, uint64_t first, uint64_t records)
{
    const struct problem *p = &m->p;
    uint64_t begin = p->offset + first * p->stride, line = begin * p->bytes / 128 * 128 / p->bytes;
    for (uint64_t turn = line; turn < begin + records * p->stride; turn += m->threads) {
        for (unsigned warp = 0; warp < m->threads; warp += 32) {
            struct request global = {.mask = 0}, shared = {.mask = 0};
            for (unsigned lane = 0; lane < 32 && warp + lane < m->threads; lane++) {
                uint64_t place = turn + warp + lane;
                if (place < begin || place >= begin + records * p->stride) continue;
                if ((place - begin) % p->stride >= p->fields) continue;
                ask(&global, lane, place * p->bytes);
                ask(&shared, lane, in_tile(m, place - begin));
            }
            to_global(m, fills ? TW_LOAD : TW_STORE, &global);
            to_shared(m, fills ? TW_STORE : TW_LOAD, &shared);
        }
    }
}

/* The threads go over the records of the block; field `number` of each is loaded, or stored. */
static void count_field(struct machine *m, bool loads, uint64_t first, uint64_t records, uint64_t number)
{
    const struct problem *p = &m->p;
    bool lies_so = loads ? p->in_lies_so : p->out_lies_so;
    for (uint64_t turn = 0; turn < (uint64_t)m->threads * m->unroll; turn += m->threads) {
        for (unsigned warp = 0; warp < m->threads; warp += 32) {
            struct request r = {.mask = 0};
            for (unsigned lane = 0; lane < 32 && warp + lane < m->threads; lane++) {
                uint64_t record = turn + warp + lane;
                if (record >= records) continue;
                ask(&r, lane,
                    m->staged && lies_so ? in_tile(m, record * p->stride + number)
                                         : byte_of(p, lies_so, first + record, number));
            }
            if (m->staged && lies_so)
                to_shared(m, loads ? TW_LOAD : TW_STORE, &r);
            else
                to_global(m, loads ? TW_LOAD : TW_STORE, &r);
        }
    }
}

static void count_all(struct machine *m)
{
    uint64_t block = (uint64_t)m->threads * m->unroll;
    bool fills = m->staged && m->p.in_lies_so, drains = m->staged && m->p.out_lies_so;
    bool carries = fills && drains && m->p.fields == 1; /* nothing but lines */
    for (uint64_t first = 0; first < m->p.n; first += block) {
        uint64_t records = m->p.n - first < block ? m->p.n - first : block;
        if (fills) count_lines(m, true, first, records);
        for (uint64_t number = 0; number < m->p.fields && !carries; number++) {
            count_field(m, true, first, records, number);
            count_field(m, false, first, records, number);
        }
        if (drains) count_lines(m, false, first, records);
    }
}

static void check_prediction(const char *members, const struct expanded *config)
{
    struct machine m = {.p = problem_of(config),
                        .threads = (unsigned)field(config, "BDIMX"),
                        .unroll = (unsigned)field(config, "unroll"),
                        .pad = field(config, "IPAD"),
                        .staged = is(config, "staging", "shared"),
                        .counts = {.known = TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES | TW_KNOWN_GLOBAL |
                                            TW_KNOWN_GLOBAL_BYTES}};
    struct tw_predicted predicted = predicted_of(config);
    count_all(&m);
    assert_int_equal(predicted.counts.known, m.counts.known);
    expect_counts(members, &predicted.counts, &m.counts);
    assert_true(predicted.ideal <= tw_counts_wavefronts(&predicted.counts));
}

/* Any block, offsets and strides that meet lines or not, sizes near multiples of the grid's blocks. */
static void random_members(unsigned *seed, char members[256])
{
    static const char *const types[] = {"int8", "uint16", "float32", "float64", "int32x4"};
    static const unsigned blocks[] = {1, 3, 31, 32, 33, 64, 100, 128, 160};
    unsigned threads = blocks[random_below(seed, 9)], unroll = 1 + random_below(seed, 3),
             soa = random_below(seed, 3) == 0;
    unsigned fields = 1 + (random_below(seed, 2) ? random_below(seed, 5) : 0), least = soa ? 1 : fields;
    unsigned stride = least + (random_below(seed, 2) ? random_below(seed, 9) : 0),
             near = threads * unroll * random_below(seed, 5);
    unsigned n = random_below(seed, 8) ? near + random_below(seed, 3) * random_below(seed, threads * unroll)
                                       : random_below(seed, 40);
    unsigned staged = (fields == 1 || !soa) && threads * unroll * stride < 1400 && random_below(seed, 3);
    snprintf(members, 256,
             "\"n\":%u,\"type\":\"%s\",\"layout\":\"%s\",\"fields\":%u,\"stride\":%u,\"offset\":%u,"
             "\"side\":\"%s\",\"staging\":\"%s\",\"BDIMX\":%u,\"unroll\":%u,\"IPAD\":%u",
             n, types[random_below(seed, 5)], soa ? "soa" : "aos", fields, stride,
             random_below(seed, 2) ? random_below(seed, 200) : 0,
             (const char *const[]){"read", "write", "both"}[random_below(seed, 3)],
             staged ? "shared" : "none", threads, unroll, staged ? random_below(seed, 3) : 0);
}

static void predicted_is_counted(void **state)
{
    (void)state;
    unsigned seed = 5, staged = 0;
    for (unsigned round = 0; round < 4000; round++) {
        char members[256];
        random_members(&seed, members);
        struct expanded config = config_of(members);
        struct tw_text reason = {0};
        if (!accepts(&config, &reason)) fail_msg("%s: %s", members, tw_text_string(&reason));
        check_shape(&config);
        check_prediction(members, &config);
        staged += is(&config, "staging", "shared");
        expanded_free(&config);
    }
    assert_true(staged > 1000 && staged < 3000);
}

/* No loop over elements. */
static void large_inputs_are_predicted_at_once(void **state)
{
    (void)state;
    struct expanded config = config_of("\"n\":68719476736,\"fields\":3,\"offset\":1,\"type\":\"uint8\"");
    struct tw_predicted predicted = predicted_of(&config);
    uint64_t warps = UINT64_C(68719476736) / 32;
    assert_int_equal(predicted.counts.global_load_requests, 3 * warps);
    assert_int_equal(predicted.counts.global_store_sectors, 3 * warps);
    /* 32 records are 96 bytes: field f of them from byte 1 + f on, so 94 bytes later that is the 4th sector */
    assert_int_equal(predicted.counts.global_load_sectors, (3 + 3 + 4) * warps);
    expanded_free(&config);
}

/* ---- what is known of such patterns ---- */

static void check_sectors(const char *members, double sectors, double efficiency)
{
    struct expanded config = config_of(members);
    struct tw_counts counts = predicted_of(&config).counts;
    assert_true((double)counts.global_load_sectors == sectors * (double)counts.global_load_requests);
    assert_true((double)counts.global_load_bytes == efficiency * 32 * (double)counts.global_load_sectors);
    expanded_free(&config);
}

/* 4 sectors hold 32 words; words from anywhere else are in 5; apart by 8 and more each is in one of its own. */
static void textbook_patterns(void **state)
{
    (void)state;
    check_sectors("\"n\":65536", 4, 1);
    check_sectors("\"n\":65536,\"offset\":128", 4, 1);
    check_sectors("\"n\":65536,\"offset\":8", 4, 1);
    check_sectors("\"n\":65536,\"offset\":11", 5, 0.8);
    check_sectors("\"n\":65536,\"stride\":2", 8, 0.5);
    check_sectors("\"n\":65536,\"stride\":8", 32, 0.125);
    check_sectors("\"n\":65536,\"stride\":1000", 32, 0.125);
    check_sectors("\"n\":65536,\"fields\":2", 8, 0.5);
    check_sectors("\"n\":65536,\"fields\":4", 16, 0.25);
    check_sectors("\"n\":65536,\"fields\":16", 32, 0.125);
    check_sectors("\"n\":65536,\"fields\":16,\"layout\":\"soa\"", 4, 1);
    check_sectors("\"n\":65536,\"fields\":16,\"staging\":\"shared\"", 4, 1);
    check_sectors("\"n\":65536,\"type\":\"float64\",\"fields\":3", 24, 1.0 / 3);
}

/* Words of structures of F fields, a power of two, meet F at a bank; one more after every 32 parts them. */
static void structures_conflict_and_padding_parts_them(void **state)
{
    (void)state;
    for (unsigned fields = 1; fields <= 16; fields++) {
        char members[128];
        struct tw_solutions solutions;
        struct tw_text reason = {0};
        unsigned together = fields & (~fields + 1);
        snprintf(members, sizeof members, "\"n\":65536,\"fields\":%u,\"staging\":\"shared\"", fields);
        struct expanded config = config_of(members);
        struct tw_counts counts = predicted_of(&config).counts;
        assert_int_equal(counts.load_wavefronts, together * counts.load_requests);
        assert_int_equal(counts.store_wavefronts, counts.store_requests);
        const struct tw_solve_for wanted = {&config.of.target, tw_usual_banks, 32};
        assert_true(tw_solve(config.of.family, config.of.variant[0].value, &wanted, &solutions, &reason));
        if (together == fields || together == 1) {
            assert_true(solutions.swizzle[0].ideal);
            assert_int_equal(solutions.swizzle[0].pad, fields > 1 && together > 1);
        }
        tw_text_free(&reason);
        expanded_free(&config);
    }
}

/* The picture shows the first block, turn by turn: all that the prediction of one such block counts. */
static void pictures_are_predictions(void **state)
{
    (void)state;
    struct expanded config = config_of("\"n\":64,\"fields\":4,\"BDIMX\":64,\"side\":\"both\",\"staging\":"
                                       "\"shared\",\"unroll\":1,\"offset\":4");
    const int64_t *value = config.of.variant[0].value;
    struct tw_access_list list = {0};
    struct tw_layout layout;
    uint32_t addr[64];
    tw_family_accesses(config.of.family, value, &list);
    assert_int_equal(list.count, 1 + 4 + 4 + 1);
    const struct tw_access_info *info = list.info;
    assert_string_equal(info[0].name, "fill tile");
    assert_string_equal(info[4].name, "read field 3");
    assert_string_equal(info[5].name, "write field 0");
    assert_string_equal(info[9].name, "drain tile");
    assert_true(tw_family_layout(config.of.family, value, 0, &layout));
    assert_int_equal(layout.rows * layout.columns, 256);
    tw_family_addresses(config.of.family, value, 4, 0, 64, addr);
    for (unsigned i = 0; i < 64; i++) assert_int_equal(addr[i], (4 * i + 3) * 4);
    tw_family_addresses(config.of.family, value, 9, 0, 64, addr);
    for (unsigned i = 0; i < 64; i++) assert_int_equal(addr[i], i < 4 ? TW_NO_ADDRESS : (i - 4) * 4);
    static struct tw_bankmap map;
    struct tw_shape shape = shape_of(&config);
    struct tw_predicted predicted = predicted_of(&config);
    uint64_t wavefronts = 0, ideal = 0;
    assert_true(tw_bankmap_make(config.of.family, value, 0, &shape, &tw_usual_banks, &map));
    assert_int_equal(info[9].passes, 5);
    for (unsigned i = 0; i < map.access_count; i++) {
        wavefronts += map.accesses[i].wavefronts;
        ideal += map.accesses[i].ideal;
    }
    assert_int_equal(wavefronts, tw_counts_wavefronts(&predicted.counts));
    assert_int_equal(ideal, predicted.ideal);
    tw_bankmap_free(&map);
    tw_access_list_free(&list);
    expanded_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(strides_follow_the_layout),
        cmocka_unit_test(predicted_is_counted),
        cmocka_unit_test(large_inputs_are_predicted_at_once),
        cmocka_unit_test(textbook_patterns),
        cmocka_unit_test(structures_conflict_and_padding_parts_them),
        cmocka_unit_test(pictures_are_predictions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
