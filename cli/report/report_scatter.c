/*
 * The scatter plot: a point for each variant that ran. Where times are known they are the vertical axis, and what
 * the variant costs the banks the horizontal one. Where they are not, of kernels that move data, sectors of global
 * memory and wavefronts of shared memory, whose sum the cost is; of the others wavefronts and shared memory.
 * All are per 1000 elements or per thread, so that blocks of all shapes compare.
 */
#include "cli/report/report.h"

#include <math.h>
#include <string.h>

/* The picture's sides, in its own units. */
#define WIDTH  860
#define HEIGHT 400
#define LEFT   76
#define RIGHT  20
#define TOP    32
#define BOTTOM 52

#define ZERO    34    /* from the place of zero to a scale of ratios, which has none */
#define MARKS   24    /* on an axis at most; a dozen unless the values span many decades */
#define DECADES 3     /* that have marks between the powers of ten */
#define POINTS  2000u /* drawn at most */
#define SERIES  4u    /* told apart by sign and colour; what is more shares the last */

struct scale {
    double low, high; /* of the values above zero, widened a little  */
    bool zero;        /* there are values of zero, too               */
    bool ratio;       /* logarithmic: equal ratios, equal lengths    */
    double from, to;  /* on the picture                              */
    double start;     /* where low is: beyond the place of zero      */
};

/* What can be on an axis. */
struct measure {
    double (*value)(const struct tw_report_row *row); /* NAN: not known */
    const char *title, *caption;
};

struct scatter {
    const struct tw_report *report;
    struct measure of_x, of_y;
    struct scale x, y;
    size_t count, step,
        without;            /* points there are, of which one of `step` is drawn; what ran and has none */
    int field;              /* whose value is the series; -1: one series for all       */
    int64_t values[SERIES]; /* of that field among the points: the first few           */
    unsigned value_count;   /* SERIES + 1: and more                                    */
};

/* ---- scales ---- */

static void stretch(struct scale *scale, double value)
{
    scale->zero |= value == 0;
    if (value == 0) return;
    if (!(scale->low <= value)) scale->low = value;
    if (!(scale->high >= value)) scale->high = value;
}

/* Whether there are two values to tell apart. */
static bool spreads(const struct scale *scale)
{
    return scale->low < scale->high || (scale->zero && scale->high > 0);
}

/* Leaves room at both ends; ratios where the largest value is many times the smallest. */
static void finish(struct scale *scale)
{
    scale->start = scale->from;
    scale->ratio = scale->low > 0 && scale->high / scale->low >= 5;
    if (scale->ratio) {
        double room = pow(scale->high / scale->low, 0.05);
        scale->low /= room;
        scale->high *= room;
        if (scale->zero) scale->start += scale->to > scale->from ? ZERO : -ZERO;
    } else {
        double room = (scale->high - (scale->zero ? 0 : scale->low)) * 0.05;
        scale->low = scale->low > room && !scale->zero ? scale->low - room : 0;
        scale->high += room;
    }
}

/* Zero, on a scale of ratios, has a place of its own before it. */
static double place(const struct scale *scale, double value)
{
    if (scale->ratio && value == 0) return scale->start + (scale->to > scale->from ? -ZERO : ZERO) / 2.0;
    double share = scale->ratio ? log(value / scale->low) / log(scale->high / scale->low)
                                : (value - scale->low) / (scale->high - scale->low);
    return scale->start + share * (scale->to - scale->start);
}

/* The next mark above `value`: on a scale of ratios of 1, 2, 5, 10, 20, ..., or of the powers of ten where there are many;
   else the next multiple of `step`. */
static double next_mark(const struct scale *scale, double value, double step)
{
    if (!scale->ratio) return (floor(value / step + 1e-9) + 1) * step;
    double decade = pow(10, floor(log10(value) + 1e-9));
    double lead = value / decade;
    if (scale->high / scale->low > pow(10, DECADES)) return decade * 10;
    return decade * (lead < 2 - 1e-9 ? 2 : lead < 5 - 1e-9 ? 5 : 10);
}

/* 1, 2 or 5 times a power of ten, so that there are five marks or a few more. */
static double round_step(const struct scale *scale)
{
    double step = (scale->high - scale->low) / 5, decade = pow(10, floor(log10(step)));
    return decade * (step >= 5 * decade ? 5 : step >= 2 * decade ? 2 : 1);
}

/* ---- what is drawn ---- */

static double sector_rate(const struct tw_report_row *row)
{
    return row->sectors / row->elements * 1000;
}

static double bytes_per_thread(const struct tw_report_row *row)
{
    return row->shared_bytes / row->threads;
}

static double cost_of(const struct tw_report_row *row)
{
    return row->cost;
}

/* The axes: see above. */
static void choose_measures(struct scatter *scatter)
{
    static const struct measure wavefronts = {tw_report_wavefront_rate, "Wavefronts",
                                              "wavefronts per 1000 elements"},
                                sectors = {sector_rate, "Sectors", "sectors per 1000 elements"},
                                bytes = {bytes_per_thread, "shared memory", "shared bytes per thread"};
    const struct tw_report *report = scatter->report;
    bool costs = report->timed || report->by;
    scatter->of_x = costs || !report->moves ? wavefronts : sectors;
    if (costs)
        scatter->of_y =
            (struct measure){cost_of, report->timed ? "time" : report->by, tw_text_string(&report->unit)};
    else
        scatter->of_y = report->moves ? wavefronts : bytes;
}

static bool has_point(const struct scatter *scatter, const struct tw_report_row *row)
{
    double x = scatter->of_x.value(row), y = scatter->of_y.value(row);
    return row->status == TW_STATUS_OK && x >= 0 && isfinite(x) && y >= 0 && isfinite(y);
}

/* The swizzle if it varies, else the first field of words that does. */
static int choose_field(const struct tw_report *report)
{
    const struct tw_family *family = report->family;
    int swizzle = family ? tw_family_role(family, TW_FIELD_SWIZZLE) : -1;
    if (swizzle >= 0 && report->varies[swizzle]) return swizzle;
    for (unsigned i = 0; family && i < family->field_count; i++) {
        if (report->varies[i] && family->fields[i].kind == TW_FIELD_ENUM) return (int)i;
    }
    return -1;
}

/* The sign of a value: what is beyond the signs that there are shares the last. */
static unsigned series_of(const struct scatter *scatter, int64_t value)
{
    unsigned series = 0;
    while (series < SERIES - 1 && series < scatter->value_count && scatter->values[series] != value) series++;
    return series;
}

static void add_value(struct scatter *scatter, const struct tw_report_row *row)
{
    if (scatter->field < 0 || scatter->value_count > SERIES) return;
    int64_t value = row->value[scatter->field];
    for (unsigned i = 0; i < scatter->value_count; i++) {
        if (scatter->values[i] == value) return;
    }
    if (scatter->value_count < SERIES) scatter->values[scatter->value_count] = value;
    scatter->value_count++;
}

static void add_tip(const struct scatter *scatter, const struct tw_report_row *row, struct tw_text *text)
{
    tw_text_addf(text, "%s: ", row->name);
    tw_report_add_accesses(text, row);
    tw_text_add(text, ", ");
    tw_report_add_number(text, row->cost, 4);
    tw_text_addf(text, " %s", tw_text_string(&scatter->report->unit));
}

static void add_coordinate(struct tw_data *object, const char *key, double value)
{
    struct tw_text text = {0};
    tw_text_add_double(&text, value, 1);
    tw_data_text(object, key, &text);
}

static void add_point(const struct scatter *scatter, const struct tw_report_row *row, struct tw_data *point)
{
    struct tw_text tip = {0};
    add_tip(scatter, row, &tip);
    add_coordinate(point, "px", place(&scatter->x, scatter->of_x.value(row)));
    add_coordinate(point, "py", place(&scatter->y, scatter->of_y.value(row)));
    tw_data_number(point, "series", scatter->field < 0 ? 0 : series_of(scatter, row->value[scatter->field]));
    tw_data_text(point, "tip", &tip);
}

/* The best is drawn last, over all others. */
static void add_points(const struct scatter *scatter, struct tw_data *object)
{
    struct tw_data points = tw_data_list(object, "points");
    size_t number = 0;
    for (size_t i = 0; i < scatter->report->count; i++) {
        const struct tw_report_row *row = &scatter->report->rows[i];
        if (!has_point(scatter, row) || number++ % scatter->step) continue;
        if (row == scatter->report->best) continue;
        struct tw_data point = tw_data_item(&points);
        add_point(scatter, row, &point);
    }
    const struct tw_report_row *best = scatter->report->best;
    if (best && has_point(scatter, best)) {
        struct tw_data point = tw_data_object(object, "best");
        add_point(scatter, best, &point);
        tw_data_string(&point, "best_name", best->name);
        double x = place(&scatter->x, scatter->of_x.value(best));
        tw_data_string(&point, "anchor", x > WIDTH / 2 ? "end" : "start");
        add_coordinate(&point, "label_x", x + (x > WIDTH / 2 ? -12 : 12));
        add_coordinate(&point, "label_y", place(&scatter->y, scatter->of_y.value(best)) + 18);
    } else {
        tw_data_flag(object, "best", false);
    }
}

static void add_mark(const struct scale *scale, double mark, struct tw_data *marks)
{
    struct tw_data item = tw_data_item(marks);
    struct tw_text label = {0};
    tw_report_add_number(&label, mark, mark == floor(mark) ? 0 : 3);
    add_coordinate(&item, "at", place(scale, mark));
    tw_data_text(&item, "mark", &label);
}

static void add_marks(const struct scale *scale, const char *key, struct tw_data *object)
{
    struct tw_data marks = tw_data_list(object, key);
    double step = scale->ratio ? 0 : round_step(scale), mark = scale->low;
    if (scale->ratio ? scale->zero : scale->low == 0) add_mark(scale, 0, &marks);
    for (int i = 0; i < MARKS; i++) {
        mark = next_mark(scale, mark, step);
        if (!(mark <= scale->high)) return;
        add_mark(scale, mark, &marks);
    }
}

/* One entry for each sign in use; values that share the last are named together. */
static void add_series(const struct scatter *scatter, struct tw_data *object)
{
    struct tw_data list = tw_data_list(object, "legend");
    if (scatter->value_count < 2) return;
    for (unsigned series = 0; series < SERIES && series < scatter->value_count; series++) {
        struct tw_data item = tw_data_item(&list);
        struct tw_text label = {0};
        tw_text_addf(&label, "%s ", scatter->report->family->fields[scatter->field].key);
        if (series == SERIES - 1 && scatter->value_count > SERIES)
            tw_text_add(&label, "others");
        else
            tw_report_add_value(scatter->report, (unsigned)scatter->field, scatter->values[series], &label);
        tw_data_number(&item, "series", series);
        tw_data_text(&item, "label", &label);
    }
}

static void add_frame(struct tw_data *object)
{
    static const struct {
        const char *key;
        long value;
    } numbers[] = {{"width", WIDTH},
                   {"height", HEIGHT},
                   {"left", LEFT},
                   {"right", WIDTH - RIGHT},
                   {"top", TOP},
                   {"bottom", HEIGHT - BOTTOM},
                   {"middle", (LEFT + WIDTH - RIGHT) / 2},
                   {"numbers", HEIGHT - BOTTOM + 18},
                   {"caption", HEIGHT - 10},
                   {"edge", LEFT - 8}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        tw_data_number(object, numbers[i].key, numbers[i].value);
}

/* What is better, and what is not drawn. */
static void add_words(const struct scatter *scatter, struct tw_data *object)
{
    const struct tw_report *report = scatter->report;
    struct tw_text title = {0}, note = {0};
    tw_text_addf(&title, "%s against %s", scatter->of_x.title,
                 scatter->of_y.value == tw_report_wavefront_rate ? "wavefronts" : scatter->of_y.title);
    tw_data_text(object, "title", &title);
    tw_data_string(object, "x_caption", scatter->of_x.caption);
    tw_data_string(object, "y_caption", scatter->of_y.caption);
    tw_data_flag(object, "x_ratio", scatter->x.ratio);
    tw_data_flag(object, "y_ratio", scatter->y.ratio);
    tw_text_add(&note, "A point is a variant that ran; ");
    if (report->timed || report->by)
        tw_text_add(&note, "lower is better.");
    else if (report->moves)
        tw_text_addf(&note, "its cost is its wavefronts and %u times its sectors.", TW_SECTOR_WAVEFRONTS);
    else
        tw_text_add(&note, "further left is better.");
    if (scatter->without)
        tw_text_addf(&note, " %zu more are not drawn, as these figures of theirs are not all known.",
                     scatter->without);
    if (scatter->step > 1)
        tw_text_addf(&note, " Only one of %zu of the %zu points is drawn, in the order of their ranks.",
                     scatter->step, scatter->count);
    tw_data_text(object, "note", &note);
}

static void find_points(struct scatter *scatter)
{
    for (size_t i = 0; i < scatter->report->count; i++) {
        const struct tw_report_row *row = &scatter->report->rows[i];
        if (!has_point(scatter, row)) {
            scatter->without += row->status == TW_STATUS_OK;
            continue;
        }
        scatter->count++;
        stretch(&scatter->x, scatter->of_x.value(row));
        stretch(&scatter->y, scatter->of_y.value(row));
        add_value(scatter, row);
    }
}

void tw_report_scatter(const struct tw_report *report, struct tw_data *view)
{
    struct scatter scatter = {
        .report = report,
        .x = {.low = (double)NAN, .high = (double)NAN, .from = LEFT, .to = WIDTH - RIGHT},
        .y = {.low = (double)NAN, .high = (double)NAN, .from = HEIGHT - BOTTOM, .to = TOP},
        .field = choose_field(report),
    };
    choose_measures(&scatter);
    find_points(&scatter);
    if (!spreads(&scatter.x) || !spreads(&scatter.y)) { /* then the table says it all */
        tw_data_flag(view, "scatter", false);
        return;
    }
    finish(&scatter.x);
    finish(&scatter.y);
    scatter.step = (scatter.count + POINTS - 1) / POINTS;
    struct tw_data object = tw_data_object(view, "scatter");
    add_frame(&object);
    add_words(&scatter, &object);
    add_marks(&scatter.x, "x_marks", &object);
    add_marks(&scatter.y, "y_marks", &object);
    add_series(&scatter, &object);
    add_points(&scatter, &object);
}
