/* What a person sees of a sweep: each problem's table and winner, what was left out, what failed, what is next. */
#include <inttypes.h>
#include <string.h>

#include "base/escape.h"
#include "cli/sweep/sweep_show.h"

size_t tw_sweep_untried(const struct tw_sweep *sweep)
{
    size_t untried = 0;
    for (size_t i = 0; i < sweep->count; i++) untried += sweep->rows[i].mine && !sweep->rows[i].done;
    return untried;
}

/* A reason that a results file may have given. */
static void add_reason(const struct tw_row *row, struct tw_text *text)
{
    tw_escape_terminal(text, tw_text_part(text, &row->result.reason));
    tw_text_add_char(text, '\n');
}

/* Adds the first variant of that status, a twin of another one or not, and the reason. */
static void add_left_out(const struct tw_sweep *sweep, enum tw_status status, bool twins, const char *why,
                         struct tw_text *text)
{
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->mine || !row->done || row->unspent || row->result.status != status) continue;
        if (row->is_twin != twins) continue;
        tw_text_addf(text, "%s: %s; such as %s: ", tw_status_word(status), why, row->result.variant->name);
        add_reason(row, text);
        return;
    }
}

/* How it was timed, beyond the times themselves. */
static void add_timing(const struct tw_sweep *sweep, struct tw_text *text)
{
    size_t stopped = 0;
    if (!tw_sweep_is_timed(sweep)) return;
    for (size_t i = 0; i < sweep->count; i++)
        stopped += sweep->rows[i].rank && sweep->rows[i].result.timing.stopped;
    if (stopped)
        tw_text_addf(text, "%zu could not win, and %s not timed to the end; %s after the others\n", stopped,
                     stopped == 1 ? "was" : "were", stopped == 1 ? "it ranks" : "they rank");
    if (sweep->options->l2 == TW_L2_COLD) tw_text_add(text, "the L2 cache was flushed before each run\n");
    tw_sweep_warn_of_clock(sweep, text);
}

static void add_summary(const struct tw_sweep *sweep, struct tw_text *text)
{
    size_t counts[TW_STATUS_COUNT] = {0};
    double compile = 0, check = 0, measure = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (row->mine && row->done) counts[row->result.status]++;
        compile += row->result.compile_s;
        check += row->result.check_s;
        measure += row->result.measure_s;
    }
    size_t untried = tw_sweep_untried(sweep);
    tw_text_add_char(text, '\n');
    tw_result_summary(counts, text);
    if (untried) tw_text_addf(text, ", %zu not tried yet", untried);
    tw_text_add_char(text, '\n');
    if (sweep->variants.left_out)
        tw_text_addf(text, "%" PRIu64 " more violate constraints, and are not listed\n",
                     sweep->variants.left_out);
    tw_sweep_add_search(sweep, text);
    add_timing(sweep, text);
    add_left_out(sweep, TW_STATUS_REJECTED, false,
                 sweep->space->config.family->description ? "by constraints, or impossible on this target"
                                                          : "impossible on this target",
                 text);
    add_left_out(sweep, TW_STATUS_SKIPPED, false, "cannot win, --all tries them", text);
    add_left_out(sweep, TW_STATUS_SKIPPED, true, "the same kernels by the template, --all tries them", text);
    tw_sweep_add_proofs(sweep, text);
    tw_sweep_cards_say(sweep, text);
    const double spent[] = {sweep->predict_s, compile, check, measure};
    static const char *const words[] = {"predicting", "compiling", "checking", "measuring"};
    tw_text_add(text, "seconds of work: ");
    for (int i = 0; i < 4; i++) {
        tw_text_addf(text, "%s%s ", i ? ", " : "", words[i]);
        tw_text_add_double(text, spent[i], 2);
    }
    tw_text_add_char(text, '\n');
}

/* The first element that is wrong. */
static void add_first_wrong(const struct tw_result *result, struct tw_text *text)
{
    struct tw_text detail = result->detail;
    const char *line = tw_text_string(&detail) + strspn(tw_text_string(&detail), " ");
    if (result->status == TW_STATUS_MISMATCH && *line)
        tw_text_addf(text, "  %.*s\n", (int)strcspn(line, "\n"), line);
}

/* Why variants failed or gave wrong results: the first few. */
static void add_failures(const struct tw_sweep *sweep, struct tw_text *text)
{
    size_t shown = 0, more = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        bool wrong = row->result.status == TW_STATUS_FAILED || row->result.status == TW_STATUS_MISMATCH;
        if (!row->mine || !row->done || !wrong) continue;
        if (shown++ < 5) {
            tw_text_addf(text, "%s: %s: ", row->result.variant->name, tw_status_word(row->result.status));
            add_reason(row, text);
            add_first_wrong(&row->result, text);
        } else {
            more++;
        }
    }
    if (more) tw_text_addf(text, "... and %zu more that failed\n", more);
}

/* What is to be said of one problem; only: there is no other. Returns the row that is chosen for a GPU, if it is another than the best. */
static const struct tw_row *add_part(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                                     bool only, const struct tw_sweep_view *view, size_t top,
                                     struct tw_text *text)
{
    if (!only) {
        tw_text_add(text, "problem: ");
        tw_sweep_add_problem(sweep, &sweep->rows[part->order[0]], text);
        tw_text_add_char(text, '\n');
    }
    tw_sweep_add_table(sweep, part, view, top, text);
    if (only) tw_sweep_add_legend(sweep, text);
    tw_sweep_add_heat_map(sweep, part, view, text);
    const struct tw_row *chosen = tw_sweep_add_winner(sweep, part, only, text);
    if (!only) tw_text_add_char(text, '\n');
    return chosen;
}

/* Adds a word of a command that a user may copy: it harms neither the terminal nor the shell. */
static void add_word(const char *word, struct tw_text *text)
{
    struct tw_text quoted = {0};
    tw_escape_shell(&quoted, word);
    tw_escape_terminal(text, tw_text_part(text, &quoted));
    tw_text_free(&quoted);
}

/* The command that is next: what there is to do with the winners, or with the row that is chosen (NULL: none). */
static void add_next(const struct tw_sweep *sweep, const struct tw_sweep_parts *parts,
                     const struct tw_row *chosen, struct tw_text *text)
{
    const char *file = sweep->results;
    const struct tw_template *own = tw_space_template(sweep->space);
    const struct tw_description *description = sweep->space->config.family->description;
    if (tw_sweep_untried(sweep) || (sweep->options->output && !file)) return;
    if (!file) {
        tw_text_add(text, "next: sweep again with -o FILE, which embed, run, explain and gen take\n");
    } else if (sweep->options->shards > 1) {
        tw_text_add(text, "next: tilewright results ");
        add_word(file, text);
        tw_text_add(text, " OTHER... -o WHOLE, once all shards are there\n");
    } else {
        tw_text_add(text, "next: tilewright embed ");
        add_word(file, text);
        tw_text_addf(text, " --name %s%s", sweep->space->config.family->name,
                     parts->count > 1 ? " --each-problem" : "");
        if (description) tw_text_add(text, " --kernel ");
        if (description) add_word(tw_description_file(description), text);
        if (own) tw_text_add(text, " --template ");
        if (own) tw_escape_shell(text, own->name);
        if (chosen) tw_text_addf(text, " --variant %s", chosen->result.variant->name);
        tw_text_add_char(text, '\n');
    }
}

void tw_sweep_show(const struct tw_sweep *sweep, const struct tw_sweep_view *view, struct tw_text *text)
{
    struct tw_sweep_parts parts;
    if (!tw_sweep_parts(sweep, &parts)) tw_text_fail(text);
    size_t top = parts.count > 1 ? (view->top + parts.count - 1) / parts.count : view->top;
    if (parts.count > 1) {
        tw_text_addf(text, "%zu problems, ranked each by itself\n", parts.count);
        tw_sweep_add_legend(sweep, text);
        tw_text_add_char(text, '\n');
    }
    const struct tw_row *chosen = NULL;
    for (size_t i = 0; i < parts.count; i++)
        chosen = add_part(sweep, &parts.part[i], parts.count == 1, view, top, text);
    add_summary(sweep, text);
    add_failures(sweep, text);
    if (parts.count) add_next(sweep, &parts, parts.count == 1 ? chosen : NULL, text);
    tw_sweep_parts_free(&parts);
}
