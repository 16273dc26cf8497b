/* The counters by name, and what was measured beside what is claimed. */
#include "runtime/measure/counters.h"

#include <string.h>

static const struct {
    const char *name, *metric;
    enum tw_count equals;
} table[] = {
#define X(name, metric, equals, help) {#name, metric, equals},
    TW_COUNTERS(X)
#undef X
};

_Static_assert(TW_COUNTER_COUNT + TW_MAX_METRICS <= 64, "a bit of `known` for each");

unsigned tw_counter_count(const struct tw_metrics *metrics)
{
    return TW_COUNTER_COUNT + (metrics ? metrics->count : 0);
}

const char *tw_counter_name(const struct tw_metrics *metrics, unsigned i)
{
    return i < TW_COUNTER_COUNT ? table[i].name : metrics->name[i - TW_COUNTER_COUNT];
}

const char *tw_counter_metric(enum tw_counter counter)
{
    return table[counter].metric;
}

enum tw_count tw_counter_equals(enum tw_counter counter)
{
    return table[counter].equals;
}

struct tw_counts tw_measured_counts(const struct tw_measured *measured)
{
    struct tw_counts counts = {0};
    for (unsigned i = 0; i < TW_COUNTER_COUNT; i++) {
        if (table[i].equals != TW_COUNT_COUNT && measured->known >> i & 1u)
            tw_counts_set(&counts, table[i].equals, (uint64_t)measured->value[i]);
    }
    return counts;
}

static bool claims(const struct tw_counts *claimed, enum tw_count count)
{
    return claimed->known >> count & 1u;
}

/* Accesses to shared memory: their counts, both counters of wavefronts, and whether groups of lanes may merge. */
static const struct kind {
    enum tw_count requests, wavefronts;
    enum tw_counter instrumented, passed;
    bool merges;
} kinds[] = {
    {TW_COUNT_load_requests, TW_COUNT_load_wavefronts, TW_COUNTER_load_wavefronts,
     TW_COUNTER_load_wavefronts_passed, true},
    {TW_COUNT_store_requests, TW_COUNT_store_wavefronts, TW_COUNTER_store_wavefronts,
     TW_COUNTER_store_wavefronts_passed, false},
};

bool tw_counters_of_wavefronts(enum tw_count wavefronts, enum tw_counter *instrumented,
                               enum tw_counter *passed)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].wavefronts != wavefronts) continue;
        *instrumented = kinds[i].instrumented;
        *passed = kinds[i].passed;
        return true;
    }
    return false;
}

static bool has_both(const struct tw_measured *measured, const struct kind *kind)
{
    return measured->known >> kind->instrumented & measured->known >> kind->passed & 1u;
}

/* May the instrumented counter be too high? */
static bool is_in_doubt(const struct tw_measured *measured, const struct kind *kind, double said)
{
    bool merges = kind->merges && measured->bounds >> kind->requests & 1u;
    return has_both(measured, kind) && merges && measured->value[kind->instrumented] > said;
}

static bool is_by_pipe(const struct tw_measured *measured, const struct kind *kind, double said)
{
    double instrumented = measured->value[kind->instrumented], passed = measured->value[kind->passed];
    if (!has_both(measured, kind)) return false;
    if (passed < said) return passed < instrumented;
    return (instrumented != said && passed == said) ||
           (is_in_doubt(measured, kind, said) && passed < instrumented);
}

bool tw_measured_is_open(const struct tw_measured *measured, const struct tw_counts *claimed)
{
    bool open = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        enum tw_count wavefronts = kinds[i].wavefronts;
        double said = (double)tw_count_value(claimed, wavefronts);
        open |= claims(claimed, wavefronts) && is_in_doubt(measured, &kinds[i], said) &&
                !is_by_pipe(measured, &kinds[i], said);
    }
    return open;
}

/* What the pipe's count says of it: no more than that was made, so what is claimed stands where it is no more, as far as it tells. */
static uint64_t count_by_pipe(const struct tw_measured *measured, const struct kind *kind, uint64_t said)
{
    double passed = measured->value[kind->passed];
    return passed < (double)said ? (uint64_t)passed : said;
}

uint32_t tw_measured_by_pipe(const struct tw_measured *measured, const struct tw_counts *claimed)
{
    uint32_t by_pipe = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        enum tw_count wavefronts = kinds[i].wavefronts;
        if (claims(claimed, wavefronts) &&
            is_by_pipe(measured, &kinds[i], (double)tw_count_value(claimed, wavefronts)))
            by_pipe |= 1u << wavefronts;
    }
    return by_pipe;
}

struct tw_counts tw_measured_beside(const struct tw_measured *measured, const struct tw_counts *claimed)
{
    uint32_t by_pipe = tw_measured_by_pipe(measured, claimed);
    struct tw_counts counts = tw_measured_counts(measured);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        enum tw_count requests = kinds[i].requests, wavefronts = kinds[i].wavefronts;
        if (!claims(claimed, requests) || !claims(claimed, wavefronts)) continue;
        uint64_t said = tw_count_value(claimed, wavefronts);
        if (by_pipe >> wavefronts & 1u)
            tw_counts_set(&counts, wavefronts, count_by_pipe(measured, &kinds[i], said));
        bool fewer = tw_count_value(claimed, requests) < tw_count_value(&counts, requests);
        bool bound = measured->bounds >> requests & 1u;
        if (bound && fewer && tw_count_value(&counts, wavefronts) == said)
            tw_counts_set(&counts, requests, tw_count_value(claimed, requests));
    }
    return counts;
}
