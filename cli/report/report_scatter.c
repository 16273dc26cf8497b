/*
 * The scatter plot: what each variant costs the banks, against the time it takes; on the simulator, which has
 * no times, against the shared memory it takes. Wavefronts and times are per 1000 elements, so that blocks of
 * all shapes compare.
 */
#include "cli/report/report.h"

#include <math.h>
#include <string.h>

/* Of the picture, in its own units. */
#define WIDTH  860
#define HEIGHT 400
#define LEFT   64
#define RIGHT  20
#define TOP    16
#define BOTTOM 52

#define MARKS  24    /* on an axis at most; a dozen unless the values span many decades */
#define POINTS 2000u /* drawn at most */
#define SERIES 4u    /* told apart by sign and colour; what is more shares the last */

struct scale {
    double low, high; /* of the values, widened a little          */
    bool ratio;       /* logarithmic: equal ratios, equal lengths */
    double from, to;  /* on the picture                           */
};

struct scatter {
    const struct tw_report *report;
    struct scale x, y;
    int field;          /* whose value is the series; -1: one series for all */
    size_t count, step; /* points there are; one of `step` is drawn          */
};

/* ---- scales ---- */

static void stretch(struct scale *scale, double value)
{
    if (!(scale->low <= value)) scale->low = value;
    if (!(scale->high >= value)) scale->high = value;
}

/* Leaves room at both ends; ratios where the largest value is many times the smallest. */
static void finish(struct scale *scale)
{
    scale->ratio = scale->low > 0 && scale->high / scale->low >= 5;
    if (scale->ratio) {
        double room = pow(scale->high / scale->low, 0.05);
        scale->low /= room;
        scale->high *= room;
    } else {
        double room = (scale->high - scale->low) * 0.05;
        if (room <= 0) room = scale->high > 0 ? scale->high * 0.5 : 1;
        scale->low = scale->low > room ? scale->low - room : 0;
        scale->high += room;
    }
}

static double place(const struct scale *scale, double value)
{
    double share = scale->ratio ? log(value / scale->low) / log(scale->high / scale->low)
                                : (value - scale->low) / (scale->high - scale->low);
    return scale->from + share * (scale->to - scale->from);
}

/* The next mark above `value` of 1, 2, 5, 10, 20,
   ... on a scale of ratios, else the next multiple of `step`. */
static double next_mark(const struct scale *scale, double value, double step)
{
    if (!scale->ratio) return (floor(value / step + 1e-9) + 1) * step;
    double decade = pow(10, floor(log10(value) + 1e-9));
    double lead = value / decade;
    return decade * (lead < 2 - 1e-9 ? 2 : lead < 5 - 1e-9 ? 5 : 10);
}

/* 1, 2 or 5 times a power of ten, so that there are five marks or a few more. */
static double round_step(const struct scale *scale)
{
    double step = (scale->high - scale->low) / 5, decade = pow(10, floor(log10(step)));
    return decade * (step >= 5 * decade ? 5 : step >= 2 * decade ? 2 : 1);
}

/* ---- what is drawn ---- */

static double x_of(const struct tw_report_row *row)
{
    return tw_report_wavefront_rate(row);
}

static double y_of(const struct scatter *scatter, const struct tw_report_row *row)
{
    return scatter->report->simulator ? row->shared_bytes : row->cost;
}

static bool has_point(const struct scatter *scatter, const struct tw_report_row *row)
{
    return row->status == TW_STATUS_OK && x_of(row) > 0 && isfinite(x_of(row)) && y_of(scatter, row) >= 0 &&
           isfinite(y_of(scatter, row));
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

static unsigned series_of(int64_t value)
{
    return value < 0 ? 0 : value < SERIES ? (unsigned)value : SERIES - 1;
}

static void add_tip(const struct scatter *scatter, const struct tw_report_row *row, struct tw_text *text)
{
    tw_text_addf(text, "%s: ", row->name);
    tw_report_add_accesses(text, row);
    tw_text_add(text, ", ");
    tw_report_add_number(text, row->cost, 4);
    tw_text_addf(text, " %s", tw_report_cost_unit(scatter->report));
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
    add_coordinate(point, "px", place(&scatter->x, x_of(row)));
    add_coordinate(point, "py", place(&scatter->y, y_of(scatter, row)));
    tw_data_number(point, "series", scatter->field < 0 ? 0 : (int64_t)series_of(row->value[scatter->field]));
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
        double x = place(&scatter->x, x_of(best));
        tw_data_string(&point, "anchor", x > WIDTH / 2 ? "end" : "start");
        add_coordinate(&point, "label_x", x + (x > WIDTH / 2 ? -12 : 12));
        add_coordinate(&point, "label_y", place(&scatter->y, y_of(scatter, best)) + 18);
    } else {
        tw_data_flag(object, "best", false);
    }
}

static void add_marks(const struct scale *scale, const char *key, struct tw_data *object)
{
    struct tw_data marks = tw_data_list(object, key);
    double step = scale->ratio ? 0 : round_step(scale), mark = scale->low;
    for (int i = 0; i < MARKS; i++) {
        mark = next_mark(scale, mark, step);
        if (!(mark <= scale->high)) return;
        struct tw_data item = tw_data_item(&marks);
        struct tw_text label = {0};
        tw_report_add_number(&label, mark, mark == floor(mark) ? 0 : 3);
        add_coordinate(&item, "at", place(scale, mark));
        tw_data_text(&item, "mark", &label);
    }
}

/* One entry for each sign in use; values that share the last are named together. */
static void add_series(const struct scatter *scatter, struct tw_data *object)
{
    struct tw_data list = tw_data_list(object, "legend");
    const struct tw_report *report = scatter->report;
    if (scatter->field < 0) return;
    const struct tw_field_info *field = &report->family->fields[scatter->field];
    for (int64_t word = 0; field->words[word] && word < SERIES; word++) {
        struct tw_data item = tw_data_item(&list);
        struct tw_text label = {0};
        bool others = word == SERIES - 1 && field->words[word + 1];
        tw_text_addf(&label, "%s %s", field->key, others ? "others" : field->words[word]);
        tw_data_number(&item, "series", word);
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
                   {"centre", (TOP + HEIGHT - BOTTOM) / 2},
                   {"numbers", HEIGHT - BOTTOM + 18},
                   {"caption", HEIGHT - 10},
                   {"edge", LEFT - 8}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        tw_data_number(object, numbers[i].key, numbers[i].value);
}

static void add_words(const struct scatter *scatter, struct tw_data *object)
{
    tw_data_flag(object, "simulated", scatter->report->simulator);
    tw_data_flag(object, "x_ratio", scatter->x.ratio);
    tw_data_flag(object, "y_ratio", scatter->y.ratio);
    tw_data_flag(object, "cut", scatter->step > 1);
    tw_data_format(object, "cut_note",
                   "one of %zu of the %zu variants that ran is drawn, in the order of their ranks",
                   scatter->step, scatter->count);
}

void tw_report_scatter(const struct tw_report *report, struct tw_data *view)
{
    struct scatter scatter = {
        .report = report,
        .x = {.low = (double)NAN, .high = (double)NAN, .from = LEFT, .to = WIDTH - RIGHT},
        .y = {.low = (double)NAN, .high = (double)NAN, .from = HEIGHT - BOTTOM, .to = TOP},
        .field = choose_field(report),
    };
    for (size_t i = 0; i < report->count; i++) {
        const struct tw_report_row *row = &report->rows[i];
        if (!has_point(&scatter, row)) continue;
        scatter.count++;
        stretch(&scatter.x, x_of(row));
        stretch(&scatter.y, y_of(&scatter, row));
    }
    if (scatter.count < 2) {
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
