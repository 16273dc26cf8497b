/* Arrays in shared memory: how all launches access each, and which layout would free it of bank conflicts. */
#include <stdlib.h>
#include <string.h>

#include <tilewright/target.h>

#include "base/grow.h"
#include "tune/lint/lint.h"

struct tw_lint_array {
    char *kernel, *variable; /* NULL: it lies in memory of dynamic size, or no variable is known */
    uint32_t begin, end;     /* where it lies; without a variable, where it is accessed          */
    uint32_t memory;         /* where the memory of dynamic size begins                          */
    uint32_t room;           /* that it may grow by, of the limits of a block                    */
    struct tw_repair_access *accesses;
    size_t count, capacity;
    uint64_t left_out; /* requests that the simulator did not list */
};

/* ---- which array an instruction accesses ---- */

/* The bytes that an instruction's requests touch; begin > end: none. */
struct touched {
    uint32_t begin, end;
    size_t count; /* of the report's counts */
};

static bool is_static(const struct tw_sim_count *count)
{
    return count->variable && count->variable_bytes;
}

/* An instruction may access several variables; it is judged by the one of its dearest request. */
static bool is_of_variable(const struct tw_sim_count *count, const struct tw_sim_request *request)
{
    uint32_t first = request->active ? request->address[__builtin_ctz(request->active)] : 0;
    return !is_static(count) || first - count->variable_at < count->variable_bytes;
}

static void touch(struct touched *touched, const struct tw_sim_request *request)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        uint32_t begin = request->address[lane], end = begin + request->bytes;
        if (!(request->active >> lane & 1u)) continue;
        if (begin < touched->begin) touched->begin = begin;
        if (end > touched->end) touched->end = end;
    }
}

static struct tw_lint_array *find_array(struct tw_lint *lint, const char *kernel,
                                        const struct tw_sim_count *count, const struct touched *touched)
{
    for (size_t i = 0; i < lint->array_count; i++) {
        struct tw_lint_array *array = &lint->arrays[i];
        bool same = is_static(count)
                        ? array->variable && strcmp(array->variable, count->variable) == 0
                        : !array->variable && touched->begin < array->end && array->begin < touched->end;
        if (same && strcmp(array->kernel, kernel) == 0) return array;
    }
    return NULL;
}

static uint32_t less(uint32_t a, uint32_t b)
{
    return a > b ? a - b : 0;
}

/* NULL: out of memory. */
static struct tw_lint_array *new_array(struct tw_lint *lint, const char *kernel,
                                       const struct tw_sim_count *count, const struct touched *touched)
{
    struct tw_lint_array *grown =
        tw_grow(lint->arrays, lint->array_count, &lint->array_capacity, sizeof *grown);
    if (!grown) return NULL;
    lint->arrays = grown;
    grown += lint->array_count;
    *grown = (struct tw_lint_array){.kernel = strdup(kernel), .begin = touched->begin, .end = touched->end};
    if (is_static(count)) {
        grown->variable = strdup(count->variable);
        grown->begin = count->variable_at;
        grown->end = count->variable_at + count->variable_bytes;
    }
    grown->memory = count->variable ? count->variable_at : grown->begin;
    grown->room = is_static(count) ? less(TW_STATIC_SHARED_LIMIT, lint->shared_static)
                                   : less(lint->shared_limit, lint->shared_static + lint->shared_dynamic);
    lint->array_count++;
    return grown->kernel && (grown->variable || !is_static(count)) ? grown : NULL;
}

/* Its number, from 1 on; 0: out of memory. */
static size_t number_of(struct tw_lint *lint, const struct tw_sim_report *report,
                        const struct touched *touched)
{
    const struct tw_sim_count *count = &report->counts[touched->count];
    const char *kernel = report->counts[0].function;
    struct tw_lint_array *array = find_array(lint, kernel, count, touched);
    if (!array) array = new_array(lint, kernel, count, touched);
    if (!array) return 0;
    if (touched->begin < array->begin) array->begin = touched->begin;
    if (touched->end > array->end) array->end = touched->end;
    return (size_t)(array - lint->arrays) + 1;
}

static int compare_touched(const void *a, const void *b)
{
    const struct touched *x = a, *y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return (x->count > y->count) - (x->count < y->count);
}

/* Memory of dynamic size may hold several arrays: accesses are to one where they overlap, directly or by way of others. They come
   sorted by where they begin. */
static bool number_dynamic(struct tw_lint *lint, const struct tw_sim_report *report,
                           const struct touched *touched, size_t count, size_t *arrays)
{
    for (size_t first = 0, next; first < count; first = next) {
        struct touched whole = touched[first];
        for (next = first + 1; next < count && touched[next].begin < whole.end; next++)
            if (touched[next].end > whole.end) whole.end = touched[next].end;
        const size_t number = number_of(lint, report, &whole);
        if (!number) return false;
        for (size_t i = first; i < next; i++) arrays[touched[i].count] = number;
    }
    return true;
}

static bool number_all(struct tw_lint *lint, const struct tw_sim_report *report, struct touched *touched,
                       size_t *arrays)
{
    size_t dynamic = 0;
    for (size_t i = 0; i < report->count_count; i++) touched[i] = (struct touched){UINT32_MAX, 0, i};
    for (size_t i = 0; i < report->request_count; i++) {
        const struct tw_sim_request *request = &report->requests[i];
        const struct tw_sim_count *count = &report->counts[request->count];
        if (is_of_variable(count, request)) touch(&touched[request->count], request);
    }
    for (size_t i = 0; i < report->count_count; i++) {
        if (touched[i].begin >= touched[i].end) continue;
        if (!is_static(&report->counts[i]))
            touched[dynamic++] = touched[i];
        else if (!(arrays[i] = number_of(lint, report, &touched[i])))
            return false;
    }
    if (dynamic) qsort(touched, dynamic, sizeof *touched, compare_touched);
    return number_dynamic(lint, report, touched, dynamic, arrays);
}

/* ---- what is accessed ---- */

static bool take_request(struct tw_lint_array *array, const struct tw_sim_request *request)
{
    struct tw_repair_access *grown = tw_grow(array->accesses, array->count, &array->capacity, sizeof *grown);
    if (!grown) return false;
    array->accesses = grown;
    grown += array->count++;
    memset(grown, 0, sizeof *grown); /* they are compared as bytes */
    grown->op = request->op;
    grown->atomic_passes = request->atomic_passes;
    grown->bytes = request->bytes;
    grown->active = request->active;
    grown->times = request->times;
    memcpy(grown->address, request->address, sizeof grown->address);
    return true;
}

/* Static variables end where the last of them that is accessed does. */
static uint32_t static_bytes(const struct tw_sim_report *report)
{
    uint32_t most = 0;
    for (size_t i = 0; i < report->count_count; i++) {
        const struct tw_sim_count *count = &report->counts[i];
        uint32_t end = is_static(count) ? count->variable_at + count->variable_bytes : 0;
        if (end > most) most = end;
    }
    return most;
}

int tw_lint_arrays_take(struct tw_lint *lint, const struct tw_sim_report *report, size_t *arrays,
                        struct tw_error *error)
{
    struct touched *touched = calloc(report->count_count + 1, sizeof *touched);
    lint->shared_static = static_bytes(report);
    bool taken = touched && number_all(lint, report, touched, arrays);
    for (size_t i = 0; i < report->request_count && taken; i++) {
        const struct tw_sim_request *request = &report->requests[i];
        size_t number = arrays[request->count];
        if (number && is_of_variable(&report->counts[request->count], request))
            taken = take_request(&lint->arrays[number - 1], request);
    }
    for (size_t i = 0; i < lint->array_count; i++) lint->arrays[i].left_out += report->requests_left_out;
    free(touched);
    return taken ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

void tw_lint_arrays_free(struct tw_lint *lint)
{
    for (size_t i = 0; i < lint->array_count; i++) {
        free(lint->arrays[i].kernel);
        free(lint->arrays[i].variable);
        free(lint->arrays[i].accesses);
    }
    free(lint->arrays);
}

/* ---- what would help ---- */

static int compare_accesses(const void *a, const void *b)
{
    return memcmp(a, b, offsetof(struct tw_repair_access, times));
}

/* Launches make the same requests again. */
static void merge(struct tw_lint_array *array)
{
    size_t kept = 0;
    if (!array->count) return;
    qsort(array->accesses, array->count, sizeof *array->accesses, compare_accesses);
    for (size_t i = 1; i < array->count; i++) {
        if (compare_accesses(&array->accesses[kept], &array->accesses[i]) == 0)
            array->accesses[kept].times += array->accesses[i].times;
        else
            array->accesses[++kept] = array->accesses[i];
    }
    array->count = kept + 1;
}

/* Nothing says where an array of dynamic size begins: both the memory's beginning and the first access are tried. */
static void find(const struct tw_lint_array *array, struct tw_repair *repair)
{
    struct tw_repair_array asked = {.accesses = array->accesses,
                                    .count = array->count,
                                    .begin = array->variable ? array->begin : array->memory,
                                    .bytes = array->variable ? array->end - array->begin : 0,
                                    .room = array->room};
    struct tw_repair other;
    tw_repair_find(&asked, repair);
    if (array->variable || array->begin == array->memory) return;
    asked.begin = array->begin;
    if (tw_repair_find(&asked, &other) &&
        (!repair->best.kind || other.best.wavefronts < repair->best.wavefronts))
        *repair = other;
}

static void add_skew(uint32_t columns, uint32_t more, const char *before, struct tw_text *text)
{
    tw_text_addf(text, "%si + i / %u", before, columns);
    if (more > 1) tw_text_addf(text, " * %u", more);
}

static void add_layout(const struct tw_repair *repair, const struct tw_repair_change *change,
                       struct tw_text *text)
{
    const uint32_t unit = repair->unit, columns = change->pitch / unit, more = change->padding / unit;
    if (change->kind == TW_REPAIR_ROWS)
        tw_text_addf(text, "rows of %u bytes instead of %u (%u of padding more",
                     change->pitch + change->padding, change->pitch, change->padding);
    if (change->kind == TW_REPAIR_ROWS && change->pitch % unit == 0)
        add_skew(columns, more, "; in a plain array ", text);
    if (change->kind == TW_REPAIR_ROWS)
        tw_text_add_char(text, ')');
    else if (change->kind == TW_REPAIR_SWIZZLE && change->by_lanes)
        tw_text_addf(text, "rows of %u bytes with column ^ (row %% %u) for the column, in units of %u byte%s",
                     change->new_pitch, change->swizzle, unit, unit == 1 ? "" : "s");
    else if (change->kind == TW_REPAIR_SWIZZLE)
        tw_text_addf(text, "element i at i ^ i / %u %% %u (elements of %u byte%s)", columns, change->swizzle,
                     unit, unit == 1 ? "" : "s");
    else
        add_skew(columns, more, "element i at ", text);
    if (change->kind == TW_REPAIR_SKEW)
        tw_text_addf(text, " (elements of %u byte%s: %u more after every %u)", unit, unit == 1 ? "" : "s",
                     more, columns);
}

/* "rows of 68 bytes ... leave 3 of the 480 conflicts" */
static void add_change(const struct tw_repair *repair, const struct tw_repair_change *change,
                       struct tw_text *text)
{
    const bool one = change->kind == TW_REPAIR_SKEW || !change->by_lanes;
    add_layout(repair, change, text);
    tw_text_add(text, one ? " leaves " : " leave ");
    if (change->conflicts)
        tw_text_addf(text, "%llu", (unsigned long long)change->conflicts);
    else
        tw_text_add(text, "none");
    tw_text_addf(text, " of the %llu conflicts", (unsigned long long)repair->kept.conflicts);
}

static void add_best(const struct tw_repair *repair, struct tw_text *text)
{
    add_change(repair, &repair->best, text);
    tw_text_add(text, " that all accesses to the array have");
    if (!repair->other.kind) return;
    tw_text_add(text, repair->best.kind == TW_REPAIR_SWIZZLE ? "; with padding" : "; in less memory");
    if (repair->other.conflicts == repair->best.conflicts) {
        tw_text_add(text, " as few are left by ");
        add_layout(repair, &repair->other, text);
    } else {
        tw_text_add(text, ", ");
        add_change(repair, &repair->other, text);
    }
}

static void add_none(const struct tw_repair *repair, struct tw_text *text)
{
    if (repair->scattered)
        tw_text_addf(text,
                     "data say where lanes go: none of the %u paddings and swizzles that were tried halves "
                     "the %llu conflicts",
                     repair->tried, (unsigned long long)repair->kept.conflicts);
    else if (!repair->tried)
        tw_text_add(text, "a block has no room for any padding, and no swizzle fits the accesses");
    else
        tw_text_addf(text, "none of the %u paddings and swizzles that were tried leaves fewer wavefronts: %s",
                     repair->tried,
                     repair->opposed ? "what helps one access to the array costs the others as much"
                                     : "in all of them as many lanes meet in a bank");
}

static void advise(const struct tw_lint_array *array, const struct tw_repair *repair, struct tw_text *text)
{
    if (repair->meant)
        tw_text_addf(
            text,
            "the array holds rows of %u bytes, but the accesses' are %u: the padding that was declared "
            "is not used by the index; ",
            repair->meant, repair->pitch);
    if (repair->best.kind)
        add_best(repair, text);
    else
        add_none(repair, text);
    if (array->left_out)
        tw_text_addf(text, " (of the requests that were listed; %llu were not)",
                     (unsigned long long)array->left_out);
}

/* The messages of an array whose accesses were all seen. */
static int tell(struct tw_lint *lint, size_t number, struct tw_error *error)
{
    struct tw_lint_array *array = &lint->arrays[number - 1];
    struct tw_repair repair;
    struct tw_text text = {0};
    merge(array);
    find(array, &repair);
    if (repair.meant &&
        !tw_lint_declares_row(lint->source, array->variable, array->end - array->begin, repair.meant))
        repair.meant = 0; /* only longer than what is used */
    advise(array, &repair, &text);
    bool failed = text.failed;
    for (size_t i = 0; i < lint->message_count && !failed; i++) {
        struct tw_lint_message *message = &lint->messages[i];
        if (message->array != number) continue;
        if (repair.meant) message->rule = "unused-padding";
        message->advice = strdup(tw_text_string(&text));
        message->array = 0;
        failed = !message->advice;
    }
    tw_text_free(&text);
    return failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}

int tw_lint_arrays_tell(struct tw_lint *lint, struct tw_error *error)
{
    bool *asked = calloc(lint->array_count + 1, sizeof *asked);
    int code = asked ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < lint->message_count && !code; i++) asked[lint->messages[i].array] = true;
    for (size_t i = 1; i <= lint->array_count && !code; i++)
        if (asked[i]) code = tell(lint, i, error);
    free(asked);
    return code;
}
