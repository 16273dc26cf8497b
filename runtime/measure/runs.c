/* Rules for the number of runs (runs.h), each a row or a line. */
#include "runtime/measure/runs.h"

#include <assert.h>
#include <string.h>

#include "base/median.h"

#define MS 1e3 /* microseconds */
#define S  1e6

#define USUAL_RUNS 50u
#define LEAST_RUNS 7u
#define FEW_RUNS   3u
#define ENOUGH_US  (50 * MS)
#define LONG_US    (2 * S)
#define LIMIT_US   (10 * S)

#define WIDE      0.02 /* a spread, in medians, with which more runs find a better median */
#define WIDE_MORE 4u   /* times as many runs then */

#define ROUND 0.2 /* of what is enough, in one of several rounds */

#define WARM_LAUNCHES       5u
#define WARM_US             (10 * MS)
#define AGAIN_WARM_LAUNCHES 2u
#define AGAIN_WARM_US       (3 * MS)

_Static_assert(USUAL_RUNS *WIDE_MORE <= TW_MOST_RUNS, "there is room for all of them");

void tw_runs_add(struct tw_runs *runs, double us)
{
    assert(runs->count < TW_MOST_RUNS);
    runs->us[runs->count++] = us;
    runs->total_us += us;
    if (runs->count == 1 || us < runs->least_us) runs->least_us = us;
}

/* Half of the runs lie within so many medians. */
static double spread(const struct tw_runs *runs)
{
    double sorted[TW_MOST_RUNS];
    memcpy(sorted, runs->us, runs->count * sizeof *sorted);
    tw_sort(sorted, runs->count);
    double median = tw_median(sorted, runs->count);
    double half = sorted[3 * runs->count / 4] - sorted[runs->count / 4];
    return median > 0 ? half / median : 0;
}

/* So many times what is enough. */
static bool reach(const struct tw_runs *runs, double times)
{
    return runs->count >= USUAL_RUNS * times || runs->total_us >= ENOUGH_US * times;
}

bool tw_runs_are_enough(const struct tw_runs *runs)
{
    if (runs->total_us >= LIMIT_US) return true;
    if (runs->total_us >= LONG_US && runs->count >= FEW_RUNS) return true;
    if (runs->again) return runs->count >= FEW_RUNS && reach(runs, ROUND);
    if (runs->count < LEAST_RUNS || !reach(runs, 1)) return false;
    return reach(runs, WIDE_MORE) || spread(runs) <= WIDE;
}

bool tw_runs_cannot_win(const struct tw_runs *runs)
{
    static const struct {
        unsigned runs;
        double times,
            least_us; /* of the rival; of a run, for in a short one an interruption of the host is long */
    } hopeless[] = {{1, 3, 1 * MS}, {FEW_RUNS, 1.5, 1 * MS}, {LEAST_RUNS, 1.5, 0}};
    bool hope = true;
    for (unsigned i = 0; runs->rival_us > 0 && i < sizeof hopeless / sizeof *hopeless; i++)
        hope &= runs->count < hopeless[i].runs || runs->least_us < hopeless[i].least_us ||
                runs->least_us <= hopeless[i].times * runs->rival_us;
    return !hope;
}

bool tw_runs_are_warm(unsigned launches, double total_us, bool again)
{
    unsigned most = again ? AGAIN_WARM_LAUNCHES : WARM_LAUNCHES;
    return launches >= most || (launches > 0 && total_us >= (again ? AGAIN_WARM_US : WARM_US));
}
