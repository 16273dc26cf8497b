/*
 * The permute family: what it rejects and why, what is chosen, on every target; its candidates; the second kernel for other
 * pointers; what memory moves at least, against sets of sectors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/choice/candidates.h"
#include "gen/families/permute/choose.h"
#include "gen/families/permute/predict.h"
#include "gen/families/permute/tile.h"
#include "gen/layout/predict.h"
#include "gen/layout/sectors.h"

#define FAMILY "permute"
#include "sim/tests/random.h"
#include "tests/family_cases.h"

/* ---- what is taken ---- */

static void rejects_with_a_reason(void **state)
{
    (void)state;
    check_reason("\"axes\":\"1 0\",\"shape\":\"3 4\"", "");
    check_reason("\"axes\":\"2 1 0\",\"shape\":\"30 40 50\",\"method\":\"transpose\"",
                 "the method transpose takes two axes that change places, and a third one around them; these "
                 "axes need more");
    check_reason("\"axes\":\"2 1 0\",\"shape\":\"30 40 50\",\"tile_rows\":32",
                 "tile_rows is a field of the method transpose");
    check_reason("\"axes\":\"2 1 0\",\"shape\":\"30 40 50\",\"BDIMY\":8",
                 "only the method transpose takes BDIMY: blocks of other methods are one row of threads");
    check_reason("\"axes\":\"2 1 0\",\"shape\":\"30 40 50\",\"method\":\"tile\",\"blocks\":0",
                 "a grid has 1 to 2147483647 blocks");
    check_reason(
        "\"axes\":\"2 1 0\",\"shape\":\"300 40 500\",\"method\":\"tile\",\"in_run\":1024,\"out_run\":1024",
        "the tile takes 302400 bytes; static shared memory has at most 49152");
    check_reason(
        "\"axes\":\"2 1 0\",\"shape\":\"300 40 500\",\"method\":\"tile\",\"in_run\":4096,\"out_run\":4096",
        "the tile has 600000 elements; there may be up to 2^18");
    check_reason("\"axes\":\"2 1 0\",\"shape\":\"64 4 "
                 "64\",\"method\":\"tile\",\"BDIMX\":32,\"in_run\":256,\"out_run\":256,"
                 "\"vector\":4",
                 "a thread would hold 512 bytes of the tile in 128 parts; 512 in 64 fit its registers");
    check_reason("\"axes\":\"2 1 0\",\"shape\":\"64 4 "
                 "64\",\"method\":\"tile\",\"in_run\":256,\"out_run\":256,\"IPAD\":1,"
                 "\"pad_every\":96",
                 "pad_every is 96; an index of an axis of the tile must begin there");
    check_reason("\"axes\":\"2 1 0\",\"shape\":\"67 4 "
                 "67\",\"method\":\"shifted\",\"in_run\":256,\"out_run\":256,\"IPAD\":1,"
                 "\"pad_every\":72",
                 "IPAD is 1; the method shifted pads by whole chunks, of 4 elements");
    check_reason("\"axes\":\"1 0\",\"shape\":\"64 64\",\"in_strides\":\"1 0\",\"method\":\"shifted\"",
                 "the method shifted takes no axis that repeats");
    check_reason("\"axes\":\"1 0\",\"shape\":\"64 64\",\"in_run\":64,\"method\":\"transpose\"",
                 "in_run is a field of the methods tile and shifted");
    check_reason("\"axes\":\"1 0\",\"shape\":\"64 64\",\"blocks\":64,\"method\":\"naive\"",
                 "blocks is a field of the methods tile, shifted, rows and chunks");
    check_reason("\"axes\":\"0 1\",\"shape\":\"64 64\",\"lanes\":8,\"method\":\"rows\"",
                 "lanes is a field of the methods tile and shifted");
    check_reason("\"axes\":\"1 0 2\",\"shape\":\"9 9 99\",\"in_run\":64,\"method\":\"chunks\"",
                 "in_run is a field of the methods tile and shifted");
    check_reason("\"axes\":\"1 0\",\"shape\":\"64 65\",\"method\":\"chunks\"",
                 "the method chunks is for the same fastest axis on both sides, without gaps");
    check_reason(
        "\"axes\":\"1 0 2\",\"shape\":\"9 9 99\",\"in_strides\":\"1782 198 2\",\"method\":\"chunks\"",
        "the method chunks is for the same fastest axis on both sides, without gaps");
    check_reason("\"axes\":\"1 0 2\",\"shape\":\"9 9 99\",\"in_strides\":\"0 99 1\",\"method\":\"chunks\"",
                 "the method chunks takes no axis that repeats");
    check_reason("\"axes\":\"1 0 2\",\"shape\":\"9 9 99\",\"out_type\":\"float16\",\"method\":\"chunks\"",
                 "the method chunks neither casts nor scales");
    check_reason("\"axes\":\"1 0 2\",\"shape\":\"9 9 99\",\"alpha\":2,\"method\":\"chunks\"",
                 "the method chunks neither casts nor scales");
    check_reason("\"axes\":\"1 0 2\",\"shape\":\"9 9 "
                 "36\",\"type\":\"uint8\",\"pointers\":\"any\",\"method\":\"chunks\"",
                 "rows of the tile have 36 bytes; the method chunks takes at least 37");
    check_reason("\"axes\":\"1 0 2\",\"shape\":\"9 9 "
                 "37\",\"type\":\"uint8\",\"pointers\":\"any\",\"method\":\"chunks\"",
                 "");
    check_reason("\"axes\":\"1 0\",\"shape\":\"64 65\",\"overlap\":\"sectors\",\"method\":\"tile\"",
                 "overlap is a field of the method shifted");
    check_reason("\"axes\":\"1 0\",\"shape\":\"64 64\",\"in_run\":64,\"tile_rows\":8",
                 "tile_rows is a field of the method transpose");
}

/* ---- what is chosen ---- */

static void chooses_by_the_axes(void **state)
{
    static const struct {
        const char *members, *method;
    } cases[] = {
        {"\"axes\":\"1 0\",\"shape\":\"300 400\"", "transpose"},
        {"\"axes\":\"n c h w -> n h w c\",\"shape\":\"8 30 40 50\",\"type\":\"uint8\"", "transpose"},
        {"\"axes\":\"n h w c -> n w h c\",\"shape\":\"8 30 40 8\",\"type\":\"float16\"", "transpose"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 64\",\"type\":\"float16\"", "rows"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 16\"", "rows"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 15\"", "tile"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 66\",\"type\":\"uint8\"", "chunks"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 63\",\"type\":\"uint8\"", "shifted"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 17\"", "chunks"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 64\",\"in_strides\":\"25601 64 1\"", "chunks"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 64\",\"pointers\":\"any\"", "chunks"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 17\",\"vector\":4", "rows"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 17\",\"out_type\":\"float16\"", "rows"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 17\",\"in_strides\":\"0 17 1\"", "rows"},
        {"\"axes\":\"0\",\"shape\":\"100003\",\"type\":\"uint8\"", "chunks"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 9\",\"type\":\"float64\"", "chunks"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 5\",\"type\":\"int32x4\"", "rows"},
        {"\"axes\":\"0 1\",\"shape\":\"300 400\"", "rows"},
        {"\"axes\":\"0 1\",\"shape\":\"300 400\",\"in_strides\":\"1 0\"", "rows"},
        {"\"axes\":\"2 1 0\",\"shape\":\"30 40 50\"", "tile"},
        {"\"axes\":\"2 1 0\",\"shape\":\"64 40 64\",\"type\":\"uint8\"", "tile"},
        {"\"axes\":\"2 1 0\",\"shape\":\"101 41 103\",\"type\":\"uint8\"", "shifted"},
        {"\"axes\":\"2 1 0\",\"shape\":\"101 41 103\",\"type\":\"float16\"", "tile"},
        {"\"axes\":\"2 1 0\",\"shape\":\"101 41 103\"", "tile"},
        {"\"axes\":\"1 0\",\"shape\":\"0 5\"", "naive"},
        {"\"axes\":\"1 0\",\"shape\":\"1 1\"", "naive"},
        {"\"axes\":\"1 0\",\"shape\":\"300 400\",\"in_run\":64", "tile"}, /* what is given counts */
        {"\"axes\":\"1 0\",\"shape\":\"300 400\",\"IPAD\":1", "transpose"},
        {"\"axes\":\"1 0\",\"shape\":\"301 403\",\"type\":\"uint8\",\"blocks\":9", "shifted"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 64\",\"lanes\":8", "tile"},
        {"\"axes\":\"1 0 2\",\"shape\":\"300 400 64\",\"out_run\":4096", "rows"},
        {"\"axes\":\"1 0\",\"shape\":\"1 1\",\"in_run\":64", "tile"},
        {"\"axes\":\"1 0\",\"shape\":\"300 400\",\"overlap\":\"sectors\"", "shifted"},
    };
    const struct tw_target *target = tw_target_find(80); /* for which there is no model */
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct expanded config = config_on(cases[i].members, target);
        if (strcmp(word(&config, "method"), cases[i].method) != 0)
            fail_msg("%s: %s, not %s", cases[i].members, word(&config, "method"), cases[i].method);
        expanded_free(&config);
    }
}

/* The model takes the first of the candidates, which it sorts; what is given, and what it was not fitted to, is the rule's. */
static void chooses_by_the_model(void **state)
{
    static const char *const modelled[] = {
        "\"axes\":\"2 1 0\",\"shape\":\"101 141 103\"",
        "\"axes\":\"2 1 0\",\"shape\":\"640 64 642\",\"type\":\"uint8\"",
        "\"axes\":\"1 0 2\",\"shape\":\"300 400 64\",\"type\":\"float16\"",
        "\"axes\":\"4 2 0 3 1\",\"shape\":\"53 7 31 29 17\",\"type\":\"float64\"",
    };
    static const char *const ruled[] = {
        "\"axes\":\"2 1 0\",\"shape\":\"101 141 103\",\"BDIMX\":256",
        "\"axes\":\"2 1 0\",\"shape\":\"101 141 103\",\"out_type\":\"float16\"",
        "\"axes\":\"0 1\",\"shape\":\"300 400\"",
        "\"axes\":\"0 1\",\"shape\":\"300 400\",\"in_strides\":\"1 0\"",
    };
    const struct tw_target *target = tw_target_find(TW_DEFAULT_SM);
    struct tw_target other = *target;
    (void)state;
    other.sm = 80; /* the same device, but for the model */
    for (size_t i = 0; i < sizeof modelled / sizeof *modelled; i++) {
        struct expanded config = config_of(modelled[i]);
        int64_t given[PERMUTE_FIELD_COUNT], first[PERMUTE_FIELD_COUNT];
        memcpy(given, config.of.variant[0].value, sizeof given);
        for (unsigned f = PERMUTE_method; f < PERMUTE_FIELD_COUNT; f++)
            given[f] = tw_permute_fields[f].fallback;
        assert_true(tw_family_permute.candidates(given, target, 0, 1, first) > 20);
        assert_memory_equal(first, config.of.variant[0].value, sizeof first);
        expanded_free(&config);
    }
    for (size_t i = 0; i < sizeof ruled / sizeof *ruled; i++) {
        struct expanded config = config_of(ruled[i]), without = config_on(ruled[i], &other);
        for (unsigned f = PERMUTE_method; f < PERMUTE_FIELD_COUNT; f++)
            assert_int_equal(config.of.variant[0].value[f], without.of.variant[0].value[f]);
        expanded_free(&without);
        expanded_free(&config);
    }
}

/* Tiles overlap where their runs begin inside sectors, if that is an eighth of a step at most. */
static void overlaps_where_it_pays(void **state)
{
    static const struct {
        const char *members, *overlap;
        unsigned extent, step; /* of the axis that is fastest in the output */
    } cases[] = {
        {"\"shape\":\"639 41 640\",\"out_run\":256", "sectors", 71, 64},
        {"\"shape\":\"639 41 640\",\"out_run\":128", "none", 32, 32},
        {"\"shape\":\"639 41 640\",\"out_run\":128,\"overlap\":\"sectors\"", "sectors", 39, 32},
        {"\"shape\":\"639 41 640\",\"out_run\":256,\"overlap\":\"none\"", "none", 71, 71},
        {"\"shape\":\"640 41 639\",\"out_run\":256", "none", 64, 64},
        {"\"shape\":\"640 41 639\",\"out_run\":256,\"pointers\":\"any\"", "sectors", 71, 64},
        {"\"shape\":\"640 41 639\",\"out_run\":256,\"out_offset\":4", "sectors", 71, 64},
        {"\"shape\":\"648 41 639\",\"out_run\":144", "sectors", 24, 24}, /* 36 would end inside sectors */
        {"\"shape\":\"60 41 639\",\"out_run\":256", "none", 60, 60},     /* nothing is cut */
        {"\"shape\":\"2079 3 640\",\"type\":\"uint8\",\"out_run\":256,\"in_run\":64", "sectors", 287, 256},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_text members = {0};
        tw_text_addf(&members, "\"axes\":\"2 1 0\",\"method\":\"shifted\",%s", cases[i].members);
        struct expanded config = config_of(tw_text_string(&members));
        const struct tw_permute_tile t = tw_permute_tile_of(config.of.variant[0].value);
        const struct tw_permute_span *span = &t.span[2];
        if (strcmp(word(&config, "overlap"), cases[i].overlap) != 0 || span->extent != cases[i].extent ||
            span->step != cases[i].step)
            fail_msg("%s: %s, %u indices every %u", cases[i].members, word(&config, "overlap"), span->extent,
                     span->step);
        expanded_free(&config);
        tw_text_free(&members);
    }
}

/* ---- drawn permutations ---- */

#define RANK_MOST 6u

/* Extents and an order; in one of three with gaps between the input's axes. */
static void draw(unsigned *state, struct tw_text *members)
{
    static const char *const types[] = {"uint8", "float16", "float32", "float64", "int32x4"};
    unsigned rank = 1 + random_below(state, RANK_MOST), axes[RANK_MOST];
    uint64_t extent[RANK_MOST], stride[RANK_MOST], reach = 1;
    bool gaps = random_below(state, 3) == 0;
    tw_text_addf(members, "\"type\":\"%s\",\"axes\":\"", types[random_below(state, 5)]);
    for (unsigned i = 0; i < rank; i++) {
        unsigned other = random_below(state, i + 1);
        axes[i] = axes[other];
        axes[other] = i;
        extent[i] = 1 + random_below(state, random_below(state, 3) ? 9 : 70);
    }
    for (unsigned i = 0; i < rank; i++) tw_text_addf(members, "%s%u", i ? " " : "", axes[i]);
    tw_text_add(members, "\",\"shape\":\"");
    for (unsigned i = 0; i < rank; i++)
        tw_text_addf(members, "%s%llu", i ? " " : "", (unsigned long long)extent[i]);
    for (unsigned i = rank; i-- > 0; reach *= extent[i]) {
        reach += gaps ? random_below(state, 20) : 0;
        stride[i] = reach;
    }
    if (gaps) tw_text_add(members, "\",\"in_strides\":\"");
    for (unsigned i = 0; i < rank && gaps; i++)
        tw_text_addf(members, "%s%s%llu", i ? " " : "", random_below(state, 4) ? "" : "-",
                     (unsigned long long)stride[i]);
    tw_text_add_char(members, '"');
}

static void takes_what_it_chooses_on_every_target(void **state)
{
    unsigned seed = 7, count;
    const struct tw_target *targets = tw_targets(&count);
    (void)state;
    for (unsigned i = 0; i < 150; i++) {
        struct tw_text members = {0}, reason = {0};
        draw(&seed, &members);
        struct expanded config = config_on(tw_text_string(&members), &targets[i % count]);
        if (!accepts(&config, &reason)) fail_msg("%s: %s", tw_text_string(&members), tw_text_string(&reason));
        expanded_free(&config);
        tw_text_free(&members);
        tw_text_free(&reason);
    }
}

/* All are accepted, and no two are alike. */
static void lists_candidates(void **state)
{
    static int64_t seen[800][TW_MAX_FIELDS];
    unsigned seed = 11;
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        struct tw_text members = {0};
        draw(&seed, &members);
        struct expanded config = config_of(tw_text_string(&members));
        const struct tw_family *family = config.of.family;
        int64_t given[TW_MAX_FIELDS];
        size_t count = 0;
        tw_variant_given(family, &config.of.variant[0], given);
        struct tw_candidates candidates = tw_candidates_of(family, given, &config.of.target);
        while (tw_candidates_next(&candidates, seen[count])) {
            for (size_t k = 0; k < count; k++)
                if (memcmp(seen[k], seen[count], family->field_count * sizeof **seen) == 0)
                    fail_msg("%s: candidates %zu and %zu are alike", tw_text_string(&members), k, count);
            assert_true(++count < sizeof seen / sizeof *seen);
        }
        assert_true(count >= 1 && !candidates.failed);
        tw_candidates_free(&candidates);
        expanded_free(&config);
        tw_text_free(&members);
    }
}

static unsigned asked;

static unsigned count_asked(const int64_t *given, const struct tw_target *target, unsigned first,
                            unsigned count, int64_t *values)
{
    asked++;
    return tw_family_permute.candidates(given, target, first, count, values);
}

/* Each time that it is asked, the family ranks all of its candidates. */
static void is_asked_for_candidates_twice_at_most(void **state)
{
    struct expanded config = config_of("\"shape\":\"639 41 640\",\"axes\":\"2 1 0\"");
    struct tw_family family = tw_family_permute;
    int64_t given[TW_MAX_FIELDS], value[TW_MAX_FIELDS];
    unsigned count = 2, again = 0;
    (void)state;
    family.candidates = count_asked;
    tw_variant_given(&family, &config.of.variant[0], given);
    struct tw_candidates candidates = tw_candidates_of(&family, given, &config.of.target);
    assert_true(tw_candidates_next(&candidates, value) && tw_candidates_next(&candidates, value));
    assert_int_equal(asked, 1);
    while (tw_candidates_next(&candidates, value)) count++;
    for (candidates.next = 0; tw_candidates_next(&candidates, value);) again++;
    assert_in_range(count, 2 * TW_CANDIDATES_FEW, 100 * TW_CANDIDATES_FEW);
    assert_int_equal(again, count);
    assert_int_equal(asked, 2);
    tw_candidates_free(&candidates);
    expanded_free(&config);
}

/* Both with tiles that overlap and without, the chosen one first; where these are the same, or one is given, only that. */
static void lists_overlaps(void **state)
{
    static const struct {
        const char *members;
        bool none, sectors;
    } cases[] = {{"\"shape\":\"639 41 640\"", true, true},
                 {"\"shape\":\"2079 3 640\",\"type\":\"uint8\"", true, true},
                 {"\"shape\":\"639 41 640\",\"method\":\"shifted\"", true, true},
                 {"\"shape\":\"639 41 640\",\"overlap\":\"sectors\"", false, true},
                 {"\"shape\":\"639 41 640\",\"method\":\"shifted\",\"overlap\":\"none\"", true, false},
                 {"\"shape\":\"13 41 640\",\"out_strides\":\"623 15 1\"", true, false},
                 {"\"shape\":\"640 41 640\"", true, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_text members = {0};
        bool seen[2] = {false, false};
        int64_t given[TW_MAX_FIELDS], value[TW_MAX_FIELDS];
        tw_text_addf(&members, "\"axes\":\"2 1 0\",\"in_run\":64,\"out_run\":256,%s", cases[i].members);
        struct expanded config = config_of(tw_text_string(&members));
        const struct tw_family *family = config.of.family;
        tw_variant_given(family, &config.of.variant[0], given);
        struct tw_candidates candidates = tw_candidates_of(family, given, &config.of.target);
        for (size_t n = 0; tw_candidates_next(&candidates, value); n++) {
            if (n == 0)
                assert_memory_equal(value, config.of.variant[0].value, family->field_count * sizeof *value);
            if (value[PERMUTE_method] == PERMUTE_SHIFTED) seen[value[PERMUTE_overlap]] = true;
        }
        if (seen[PERMUTE_OVERLAP_NONE] != cases[i].none || seen[PERMUTE_OVERLAP_SECTORS] != cases[i].sectors)
            fail_msg("%s: %d, %d", cases[i].members, seen[PERMUTE_OVERLAP_NONE],
                     seen[PERMUTE_OVERLAP_SECTORS]);
        tw_candidates_free(&candidates);
        expanded_free(&config);
        tw_text_free(&members);
    }
}

/* What takes other pointers has the same arguments, and asks no more of them than their elements. */
static void relaxes_for_other_pointers(void **state)
{
    unsigned seed = 13, relaxed_ones = 0;
    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        struct tw_text members = {0};
        int64_t relaxed[TW_MAX_FIELDS];
        struct tw_shape other = {0};
        draw(&seed, &members);
        struct expanded config = config_of(tw_text_string(&members));
        const struct tw_shape shape = shape_of(&config);
        unsigned bytes = tw_element_info(shape.arguments[0].element)->bytes;
        bool has =
            tw_family_relaxed(config.of.family, config.of.variant[0].value, &config.of.target, relaxed);
        bool needs = shape.arguments[0].align > bytes || shape.arguments[1].align > bytes;
        if (has != needs) fail_msg("%s: %s second kernel", tw_text_string(&members), has ? "an idle" : "no");
        if (has) {
            assert_true(tw_family_shape(config.of.family, relaxed, &config.of.target, &other));
            for (unsigned k = 0; k < 2; k++) {
                assert_int_equal(other.arguments[k].align, bytes);
                assert_int_equal(other.arguments[k].count, shape.arguments[k].count);
            }
        }
        relaxed_ones += has;
        tw_shape_free(&other);
        expanded_free(&config);
        tw_text_free(&members);
    }
    assert_true(relaxed_ones > 20);
}

/* ---- what memory moves at least ---- */

/* Distinct pieces of the elements that one side touches, by a mark for each. */
static uint64_t count_pieces(const struct tw_permutation *p, bool by_input, unsigned bytes, unsigned piece)
{
    uint64_t room = ((by_input ? p->in_count : p->out_count) * bytes + piece) / piece, count = 0;
    char *marks = calloc(room, 1);
    assert_non_null(marks);
    for (uint64_t n = 0; n < p->elements; n++) {
        int64_t at = by_input ? p->in_first : p->out_first;
        uint64_t rest = n;
        for (unsigned i = 0; i < p->rank; rest /= (uint64_t)p->axis[i++].extent)
            at += (int64_t)(rest % (uint64_t)p->axis[i].extent) *
                  (by_input ? p->axis[i].in_stride : p->axis[i].out_stride);
        uint64_t byte = (uint64_t)at * bytes;
        count += !marks[byte / piece];
        marks[byte / piece] = 1;
    }
    free(marks);
    return count;
}

static void counts_what_memory_moves(void **state)
{
    unsigned seed = 17, exact = 0, all = 0;
    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        struct tw_text members = {0};
        draw(&seed, &members);
        struct expanded config = config_of(tw_text_string(&members));
        struct tw_permutation p = tw_permute_problem(config.of.variant[0].value);
        if (p.elements <= 60000) {
            const struct tw_shape shape = shape_of(&config);
            unsigned bytes = tw_element_info(shape.arguments[0].element)->bytes;
            uint64_t read = count_pieces(&p, true, bytes, TW_SECTOR),
                     fills = count_pieces(&p, true, bytes, TW_FILL),
                     written = count_pieces(&p, false, bytes, TW_SECTOR);
            if (shape.work.read_sectors > read || shape.work.read_fills > fills ||
                shape.work.written_sectors != written)
                fail_msg("%s: %llu of %llu sectors read, %llu of %llu written", tw_text_string(&members),
                         (unsigned long long)shape.work.read_sectors, (unsigned long long)read,
                         (unsigned long long)shape.work.written_sectors, (unsigned long long)written);
            exact += shape.work.read_sectors == read && shape.work.read_fills == fills;
            all++;
        }
        expanded_free(&config);
        tw_text_free(&members);
    }
    assert_true(all > 40 && 10 * exact >= 9 * all);
}

/* ---- sectors that are written whole ---- */

/* Distinct sectors of each run of the output that lies side by side in it, which has so many of its fastest elements. */
static uint64_t count_written(const struct tw_permutation *p, uint64_t run, unsigned bytes)
{
    uint64_t count = 0;
    for (uint64_t n = 0; n < p->elements; n += run) {
        uint64_t at = (uint64_t)p->out_first, rest = n;
        for (unsigned i = p->rank; i-- > 0; rest /= (uint64_t)p->axis[i].extent)
            at += rest % (uint64_t)p->axis[i].extent * (uint64_t)p->axis[i].out_stride;
        count += ((at + run) * bytes - 1) / TW_SECTOR - at * bytes / TW_SECTOR + 1;
    }
    return count;
}

/* By tiles that overlap each sector is written once, where the axis ends with a step; without them more often. */
static void writes_sectors_once(void **state)
{
    static const struct {
        const char *members;
        uint64_t run;
    } cases[] = {
        {"\"axes\":\"2 1 0\",\"shape\":\"65 3 21\",\"type\":\"int32x4\",\"in_run\":64,\"out_run\":256", 65},
        {"\"axes\":\"2 1 0\",\"shape\":\"65 3 21\",\"type\":\"int32x4\",\"in_run\":64,\"out_run\":256,"
         "\"out_offset\":1,\"out_strides\":\"211 69 1\"",
         65},
        {"\"axes\":\"p x y z -> z y x p\",\"shape\":\"2 132 5 37\",\"out_offset\":3,\"out_run\":256", 264},
        {"\"axes\":\"p x y z -> z y x p\",\"shape\":\"4 1048 3 17\",\"out_offset\":29,\"type\":\"uint8\","
         "\"out_run\":1024",
         4192},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned overlap = 0; overlap <= 1; overlap++) {
            struct tw_text members = {0};
            struct tw_prediction predicted = {0};
            tw_text_addf(&members, "%s,\"method\":\"shifted\",\"overlap\":\"%s\"", cases[i].members,
                         overlap ? "sectors" : "none");
            struct expanded config = config_of(tw_text_string(&members));
            const struct tw_permute_tile t = tw_permute_tile_of(config.of.variant[0].value);
            uint64_t once = count_written(&t.problem, cases[i].run, t.out_bytes);
            struct tw_access_cost accesses[3] = {{0}};
            predicted.accesses = accesses;
            tw_permute_predict(&t, &predicted);
            uint64_t written = predicted.counts.global_store_sectors;
            assert_int_equal(t.overlaps, overlap);
            if (overlap ? written != once : written <= once)
                fail_msg("%s: %llu sectors are written, of %llu", tw_text_string(&members),
                         (unsigned long long)written, (unsigned long long)once);
            expanded_free(&config);
            tw_text_free(&members);
        }
    }
}

/* ---- the method naive ---- */

/* The requests of one side, warp by warp. */
static void count_naive(const struct tw_permutation *problem, bool by_input, unsigned bytes,
                        struct tw_prediction *prediction)
{
    for (uint64_t first = 0; first < problem->elements; first += TW_WARP) {
        uint64_t addr[TW_WARP], left = problem->elements - first;
        for (unsigned lane = 0; lane < TW_WARP && lane < left; lane++) {
            uint64_t rest = first + lane;
            int64_t at = by_input ? problem->in_first : problem->out_first;
            for (unsigned i = problem->rank; i-- > 0; rest /= (uint64_t)problem->axis[i].extent)
                at += (int64_t)(rest % (uint64_t)problem->axis[i].extent) *
                      (by_input ? problem->axis[i].in_stride : problem->axis[i].out_stride);
            addr[lane] = (uint64_t)at * bytes;
        }
        tw_predict_global(prediction, by_input ? TW_LOAD : TW_STORE, bytes, addr, tw_lanes_below(left), 1);
    }
}

static void naive_is_predicted_as_warp_by_warp(void **state)
{
    static const char *const cases[] = {
        "\"axes\":\"2 1 0\",\"shape\":\"103 101 107\",\"type\":\"uint8\"", /* more than 2^20 elements */
        "\"axes\":\"4 2 0 3 1\",\"shape\":\"13 17 31 11 15\",\"type\":\"float16\"",
        "\"axes\":\"1 0\",\"shape\":\"3 350003\"",
        "\"axes\":\"1 0\",\"shape\":\"350003 3\",\"in_strides\":\"-5 1\",\"type\":\"uint8\",\"out_offset\":3",
        "\"axes\":\"6 5 4 3 2 1 0\",\"shape\":\"3 5 3 7 3 5 3\",\"type\":\"int32x4\"",
        "\"axes\":\"11 10 9 8 7 6 5 4 3 2 1 0\",\"shape\":\"2 2 2 2 2 2 2 2 2 2 2 2\",\"type\":\"float64\"",
        "\"axes\":\"0 2 1\",\"shape\":\"5 9 7\",\"in_strides\":\"0 7 1\",\"type\":\"uint8\"",
        "\"axes\":\"1 0\",\"shape\":\"3 5\"",
        "\"axes\":\"1 0\",\"shape\":\"1 1\"",
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_text members = {0};
        tw_text_addf(&members, "%s,\"method\":\"naive\"", cases[i]);
        struct expanded config = config_of(tw_text_string(&members));
        const int64_t *value = config.of.variant[0].value;
        assert_int_equal(value[PERMUTE_vector], tw_permute_bytes(value));
        const struct tw_permutation problem = tw_permute_problem(value);
        struct tw_prediction expected = {0}, predicted = {0};
        for (unsigned by_input = 0; by_input <= 1; by_input++)
            count_naive(&problem, by_input, tw_permute_bytes(value), &expected);
        const struct tw_permute_tile t = tw_permute_tile_of(value);
        tw_permute_predict(&t, &predicted);
        expected.counts.known |= TW_KNOWN_GLOBAL | TW_KNOWN_GLOBAL_BYTES;
        if (memcmp(&expected.counts, &predicted.counts, sizeof expected.counts) != 0)
            fail_msg("%s", cases[i]);
        expanded_free(&config);
        tw_text_free(&members);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_with_a_reason),
        cmocka_unit_test(chooses_by_the_axes),
        cmocka_unit_test(chooses_by_the_model),
        cmocka_unit_test(overlaps_where_it_pays),
        cmocka_unit_test(takes_what_it_chooses_on_every_target),
        cmocka_unit_test(lists_candidates),
        cmocka_unit_test(is_asked_for_candidates_twice_at_most),
        cmocka_unit_test(lists_overlaps),
        cmocka_unit_test(relaxes_for_other_pointers),
        cmocka_unit_test(naive_is_predicted_as_warp_by_warp),
        cmocka_unit_test(counts_what_memory_moves),
        cmocka_unit_test(writes_sectors_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
