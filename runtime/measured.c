/* The counters by name, and what was measured beside what is claimed. */
#include "runtime/counters.h"

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

struct tw_counts tw_measured_beside(const struct tw_measured *measured, const struct tw_counts *claimed)
{
    static const struct {
        enum tw_count requests, wavefronts;
        enum tw_counter passed;
    } kinds[] = {
        {TW_COUNT_load_requests, TW_COUNT_load_wavefronts, TW_COUNTER_load_wavefronts_passed},
        {TW_COUNT_store_requests, TW_COUNT_store_wavefronts, TW_COUNTER_store_wavefronts_passed},
    };
    struct tw_counts counts = tw_measured_counts(measured);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        enum tw_count requests = kinds[i].requests, wavefronts = kinds[i].wavefronts;
        if (!claims(claimed, requests) || !claims(claimed, wavefronts)) continue;
        uint64_t said = tw_count_value(claimed, wavefronts);
        bool passed =
            measured->known >> kinds[i].passed & 1u && measured->value[kinds[i].passed] == (double)said;
        if (passed) tw_counts_set(&counts, wavefronts, said);
        bool fewer = tw_count_value(claimed, requests) < tw_count_value(&counts, requests);
        bool bound = measured->bounds >> requests & 1u;
        if (bound && fewer && tw_count_value(&counts, wavefronts) == said)
            tw_counts_set(&counts, requests, tw_count_value(claimed, requests));
    }
    return counts;
}
