/* The statistics of measured costs; costs as a text that is kept. */
#include "runtime/measure/probed.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <tilewright/version.h>

#include "base/median.h"
#include "runtime/compile/note.h"

static const struct {
    const char *word, *label;
    enum tw_rate_unit unit;
} rows[] = {
#define X(row, word, label, unit) {word, label, unit},
    TW_PROBED_ROWS(X)
#undef X
};

const char *tw_probed_word(enum tw_probed row)
{
    return rows[row].word;
}

const char *tw_probed_label(enum tw_probed row)
{
    return rows[row].label;
}

enum tw_rate_unit tw_probed_unit(enum tw_probed row)
{
    return rows[row].unit;
}

/* ---- statistics ---- */

static struct tw_figure figure_of_sorted(const double *value, unsigned count)
{
    double median = tw_median(value, count);
    double wide = value[count - 1 - count / 5] - value[0];
    return (struct tw_figure){median, median > 0 ? wide / median : 0};
}

struct tw_figure tw_figure_of(double *value, unsigned count)
{
    tw_sort(value, count);
    return figure_of_sorted(value, count);
}

#define LEAST_PART 20u /* a group holds this part of all values at least      */
#define LEAST_GAP  4.0 /* standard deviations between the means of two groups */

/* Sums over the first `count` of sorted values; of values from the first one on, so that they stay exact. */
struct sums {
    double count, sum, squares;
};

static void take(struct sums *sums, double value, double sign)
{
    sums->count += sign;
    sums->sum += sign * value;
    sums->squares += sign * value * value;
}

static double mean(const struct sums *sums)
{
    return sums->sum / sums->count;
}

/* Squares of the distances from the mean. */
static double scatter(const struct sums *sums)
{
    double left = sums->squares - sums->sum * sums->sum / sums->count;
    return left > 0 ? left : 0;
}

struct tw_groups tw_groups_of(double *value, unsigned count)
{
    struct sums low = {0}, high = {0};
    double least = INFINITY, gap = 0, within = 0;
    unsigned cut = 0;
    tw_sort(value, count);
    for (unsigned i = 0; i < count; i++) take(&high, value[i] - value[0], 1);
    for (unsigned i = 0; i + 1 < count; i++) {
        take(&low, value[i] - value[0], 1);
        take(&high, value[i] - value[0], -1);
        double both = scatter(&low) + scatter(&high);
        if (both >= least) continue;
        least = both;
        cut = i + 1;
        gap = mean(&high) - mean(&low);
        within = sqrt(both / count);
    }
    struct tw_groups groups = {.near_count = count, .near = figure_of_sorted(value, count)};
    bool large = cut >= count / LEAST_PART && count - cut >= count / LEAST_PART;
    if (!cut || !large || gap <= 0 || gap < LEAST_GAP * within) return groups;
    groups.two = true;
    groups.near_count = cut;
    groups.near = figure_of_sorted(value, cut);
    groups.far = figure_of_sorted(value + cut, count - cut);
    return groups;
}

/* ---- kept ---- */

/*
 *     costs 1
 *     clock KILOHERTZ
 *     near MILLIONTHS MILLIONTHS
 *     launch NANOSECONDS MILLIONTHS
 *     WORD THOUSANDTHS MILLIONTHS THOUSANDTHS MILLIONTHS     one for each row: latency and its spread, rate and its spread
 */
#define HEAD "costs 1\n"
#define KIND HEAD "tilewright " TILEWRIGHT_VERSION ", " /* the probes are the program's */

static void print_figure(const struct tw_figure *figure, struct tw_text *text)
{
    tw_text_addf(text, " %" PRIu64 " %" PRIu64, tw_note_scaled(figure->median, 1e3),
                 tw_note_scaled(figure->spread, 1e6));
}

static void print(const struct tw_probed_costs *costs, struct tw_text *text)
{
    tw_text_addf(text, HEAD "clock %" PRIu64 "\nnear %" PRIu64 " %" PRIu64 "\nlaunch",
                 tw_note_scaled(costs->clock_mhz, 1e3), tw_note_scaled(costs->l2_near_share, 1e6),
                 tw_note_scaled(costs->global_near_share, 1e6));
    print_figure(&costs->launch, text);
    tw_text_add_char(text, '\n');
    for (unsigned i = 0; i < TW_PROBED_COUNT; i++) {
        tw_text_add(text, rows[i].word);
        print_figure(&costs->row[i].latency, text);
        print_figure(&costs->row[i].rate, text);
        tw_text_add_char(text, '\n');
    }
}

static bool read_scaled(const char **at, const char *word, double scale, double *value)
{
    uint64_t number;
    if (!tw_note_number(at, word, &number)) return false;
    *value = (double)number / scale;
    return true;
}

static bool read_figure(const char **at, struct tw_figure *figure)
{
    return read_scaled(at, " ", 1e3, &figure->median) && read_scaled(at, " ", 1e6, &figure->spread);
}

static bool read_costs(const char *at, struct tw_probed_costs *costs)
{
    if (!tw_note_skip(&at, HEAD) || !read_scaled(&at, "clock ", 1e3, &costs->clock_mhz) ||
        !read_scaled(&at, "\nnear ", 1e6, &costs->l2_near_share) ||
        !read_scaled(&at, " ", 1e6, &costs->global_near_share) || !tw_note_skip(&at, "\nlaunch") ||
        !read_figure(&at, &costs->launch) || !tw_note_skip(&at, "\n"))
        return false;
    for (unsigned i = 0; i < TW_PROBED_COUNT; i++) {
        if (!tw_note_skip(&at, rows[i].word) || !read_figure(&at, &costs->row[i].latency) ||
            !read_figure(&at, &costs->row[i].rate) || !tw_note_skip(&at, "\n"))
            return false;
    }
    return !*at && costs->clock_mhz > 0;
}

bool tw_probed_keep(struct tw_cache *cache, const struct tw_device *device,
                    const struct tw_probed_costs *costs)
{
    struct tw_text text = {0};
    print(costs, &text);
    return tw_note_keep(cache, KIND, device, &text);
}

bool tw_probed_recall(struct tw_cache *cache, const struct tw_device *device, struct tw_probed_costs *costs)
{
    struct tw_text text = {0};
    *costs = (struct tw_probed_costs){0};
    bool found = tw_note_recall(cache, KIND, device, &text) && read_costs(tw_text_string(&text), costs);
    if (!found) *costs = (struct tw_probed_costs){0};
    tw_text_free(&text);
    return found;
}
