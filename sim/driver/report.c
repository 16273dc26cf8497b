/* What a program can learn beyond the driver API: the report of its last launch, and the log it asked for. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/files/quiet.h"
#include "sim/driver/state.h"

void tw_sim_log_line(const char *line)
{
    struct tw_quiet quiet;
    if (!tw_provider.log) return;
    tw_quiet_begin(&quiet);
    struct tw_text clean = {0};
    tw_escape_lines(&clean, line,
                    strlen(line)); /* names of source files stand in it, and it may be a terminal */
    int written = fprintf(tw_provider.log, "tilewright: %s\n",
                          clean.failed ? "out of memory for a line of the log" : tw_text_string(&clean));
    if (written < 0 || fflush(tw_provider.log) != 0) tw_totals_unlogged(errno);
    tw_text_free(&clean);
    tw_quiet_end(&quiet);
}

void tw_sim_tell(enum tw_totals_kind kind, const char *text)
{
    tw_sim_log_line(text);
    tw_totals_say(kind, text);
    if (kind == TW_TOTALS_REASON) tw_calls_reason(text);
}

void tw_sim_log(const char *line)
{
    pthread_mutex_lock(&tw_provider.lock);
    tw_sim_log_line(line);
    pthread_mutex_unlock(&tw_provider.lock);
}

/* Moves `memory` in as what the report points to. */
static void set_report(struct tw_thread *thread, struct tw_sim_report report, void *memory)
{
    free(thread->report_memory);
    thread->report_memory = memory;
    thread->report = report;
}

CUresult tw_sim_refuse(CUresult result, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        tw_totals_say(TW_TOTALS_REASON, NULL);
        return result;
    }
    tw_sim_tell(TW_TOTALS_REASON, text);
    struct tw_thread *thread = tw_sim_thread();
    if (thread) {
        set_report(thread, (struct tw_sim_report){.finding = text}, text);
    } else {
        free(text);
    }
    return result;
}

void tw_sim_forget_refusal(void)
{
    struct tw_thread *thread = tw_sim_thread();
    bool refusal = thread && thread->report.finding && !thread->report.counts;
    if (refusal) set_report(thread, (struct tw_sim_report){0}, NULL);
}

static size_t text_bytes(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

/* Copies text to *end and moves *end behind it. */
static const char *keep_text(char **end, const char *text)
{
    if (!text) return NULL;
    size_t bytes = text_bytes(text);
    char *copy = memcpy(*end, text, bytes);
    *end += bytes;
    return copy;
}

static size_t place_bytes(const struct tw_sim_place *place)
{
    return text_bytes(place->opcode) + text_bytes(place->source_file);
}

static size_t finding_bytes(const struct tw_sim_finding *finding)
{
    return text_bytes(finding->kernel) + text_bytes(finding->text) + text_bytes(finding->array) +
           place_bytes(&finding->first.place) + place_bytes(&finding->other.place);
}

static void keep_place(char **end, struct tw_sim_place *place)
{
    place->opcode = keep_text(end, place->opcode);
    place->source_file = keep_text(end, place->source_file);
}

static void keep_finding(char **end, struct tw_sim_finding *finding)
{
    finding->kernel = keep_text(end, finding->kernel);
    finding->text = keep_text(end, finding->text);
    finding->array = keep_text(end, finding->array);
    keep_place(end, &finding->first.place);
    keep_place(end, &finding->other.place);
}

static bool has_sample(const struct tw_sim_sample *sample)
{
    return sample != &tw_sim_no_sample;
}

static const struct tw_sim_sample *keep_sample(struct tw_sim_sample **end, const struct tw_sim_sample *sample)
{
    if (!has_sample(sample)) return sample;
    **end = *sample;
    return (*end)++;
}

/* The texts of a count: mostly all but the opcode are those of the count before. */
static size_t count_bytes(const struct tw_sim_count *count, const struct tw_sim_count *before)
{
    size_t bytes = text_bytes(count->opcode) + text_bytes(count->variable);
    if (!before || count->function != before->function) bytes += text_bytes(count->function);
    if (!before || count->source_file != before->source_file) bytes += text_bytes(count->source_file);
    return bytes;
}

/* `before` and its copy: of the count before this one, or NULL. */
static void keep_count(char **end, struct tw_sim_sample **sample, struct tw_sim_count *copy,
                       const struct tw_sim_count *count, const struct tw_sim_count *before)
{
    *copy = *count;
    copy->first = keep_sample(sample, count->first);
    copy->worst = keep_sample(sample, count->worst);
    copy->opcode = keep_text(end, count->opcode);
    copy->variable = keep_text(end, count->variable);
    const bool same_function = before && count->function == before->function,
               same_file = before && count->source_file == before->source_file;
    copy->function = same_function ? copy[-1].function : keep_text(end, count->function);
    copy->source_file = same_file ? copy[-1].source_file : keep_text(end, count->source_file);
}

/* One block of memory: the counts, the findings, the requests, the samples, then every text that they and the report name. */
static void *copy_report(struct tw_sim_report *report)
{
    size_t samples = 0, bytes = report->count_count * sizeof *report->counts +
                                report->finding_count * sizeof *report->findings +
                                report->request_count * sizeof *report->requests +
                                text_bytes(report->finding) + text_bytes(report->note);
    for (size_t i = 0; i < report->finding_count; i++) bytes += finding_bytes(&report->findings[i]);
    for (size_t i = 0; i < report->count_count; i++) {
        const struct tw_sim_count *count = &report->counts[i];
        samples += has_sample(count->first) + has_sample(count->worst);
        bytes += count_bytes(count, i ? count - 1 : NULL);
    }
    bytes += samples * sizeof(struct tw_sim_sample);
    struct tw_sim_count *counts = malloc(bytes ? bytes : 1);
    if (!counts) return NULL;
    struct tw_sim_finding *findings = (struct tw_sim_finding *)(void *)(counts + report->count_count);
    struct tw_sim_request *requests = (struct tw_sim_request *)(void *)(findings + report->finding_count);
    struct tw_sim_sample *sample = (struct tw_sim_sample *)(void *)(requests + report->request_count);
    char *end = (char *)(sample + samples);
    for (size_t i = 0; i < report->count_count; i++) {
        const struct tw_sim_count *count = &report->counts[i];
        keep_count(&end, &sample, counts + i, count, i ? count - 1 : NULL);
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        findings[i] = report->findings[i];
        keep_finding(&end, &findings[i]);
    }
    if (report->request_count) memcpy(requests, report->requests, report->request_count * sizeof *requests);
    report->requests = report->requests ? requests : NULL;
    report->counts = counts;
    report->findings = findings;
    report->finding = keep_text(&end, report->finding);
    report->note = keep_text(&end, report->note);
    return counts;
}

CUresult tw_sim_keep_report(const char *kernel, const struct tw_sim_report *report)
{
    struct tw_thread *thread = tw_sim_thread();
    if (!thread) return CUDA_ERROR_OUT_OF_MEMORY;
    struct tw_sim_report copy = *report;
    void *memory = copy_report(&copy);
    set_report(thread, memory ? copy : (struct tw_sim_report){.finding = "out of memory"}, memory);
    if (thread->observe) thread->observe(thread->observer, kernel, &thread->report);
    return memory ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

void tw_sim_set_observer(void (*observe)(void *context, const char *kernel,
                                         const struct tw_sim_report *report),
                         void *context)
{
    struct tw_thread *thread = tw_sim_thread();
    if (!thread) return;
    thread->observe = observe;
    thread->observer = context;
}

const struct tw_sim_report *tw_sim_report(void)
{
    static const struct tw_sim_report none;
    const struct tw_thread *thread = tw_sim_thread();
    return thread ? &thread->report : &none;
}
