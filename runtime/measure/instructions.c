/* SASS metrics: set once, enabled around a kernel's launches, and flushed before they are disabled, as CUPTI's guide has it. */
#include "runtime/measure/instructions.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/compile/cubin.h"
#include "runtime/measure/cupti.h"

/* Which member of a count a metric is, and of which memory. */
static const struct {
    const char *name;
    bool shared, cost;
} metrics[] = {
    {"smsp__sass_inst_executed_op_shared", true, false},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared", true, true},
    {"smsp__sass_inst_executed_op_global", false, false},
    {"smsp__sass_sectors_mem_global", false, true},
};
enum { METRICS = sizeof metrics / sizeof *metrics };

struct tw_instructions {
    const struct tw_cupti *cupti;
    CUcontext context;
    uint32_t ordinal;
    bool set;
    struct tw_cupti_sass_wanted wanted[METRICS];
};

int tw_instructions_open(const struct tw_cupti *cupti, const struct tw_device *device, const char *chip,
                         struct tw_instructions **instructions, struct tw_error *error)
{
    struct tw_instructions *opened = calloc(1, sizeof *opened);
    int code = TW_OK;
    *instructions = NULL;
    if (!opened) return tw_fail(error, TW_MEMORY, "out of memory");
    *opened = (struct tw_instructions){cupti, device->context, (uint32_t)device->device, false, {{0}}};
    for (int i = 0; i < METRICS && !code; i++) {
        struct tw_cupti_sass_metric metric = {.chip = chip, .metric = metrics[i].name};
        code = TW_CUPTI(cupti, error, cuptiSassMetricsGetProperties, &metric);
        opened->wanted[i].id = metric.id;
    }
    struct tw_cupti_sass_set set = {.count = METRICS, .wanted = opened->wanted, .ordinal = opened->ordinal};
    if (!code) code = TW_CUPTI(cupti, error, cuptiSassMetricsSetConfig, &set);
    opened->set = !code;
    if (code)
        tw_instructions_close(opened);
    else
        *instructions = opened;
    return code;
}

void tw_instructions_close(struct tw_instructions *instructions)
{
    if (!instructions) return;
    struct tw_cupti_sass_unset unset = {.ordinal = instructions->ordinal};
    if (instructions->set) TW_CUPTI(instructions->cupti, NULL, cuptiSassMetricsUnsetConfig, &unset);
    free(instructions);
}

int tw_instructions_begin(struct tw_instructions *instructions, struct tw_error *error)
{
    struct tw_cupti_sass_enable enable = {.context = instructions->context, .lazy = 1};
    return TW_CUPTI(instructions->cupti, error, cuptiSassMetricsEnable, &enable);
}

/* ---- the records ---- */

/* The access at a place of a function, looked for in the machine code. */
struct search {
    const struct tw_cupti_sass_record *record;
    bool found;
    enum tw_site_kind kind;
};

static void compare_place(const struct tw_machine_instruction *instruction, void *context)
{
    struct search *search = context;
    if (!instruction->is_access || instruction->pc != search->record->pc ||
        strcmp(instruction->function, search->record->function) != 0)
        return;
    search->found = true;
    search->kind = instruction->kind;
}

static bool is_shared(enum tw_site_kind kind)
{
    return kind == TW_SITE_SHARED_LOAD || kind == TW_SITE_SHARED_STORE;
}

/* Adds a metric's value to the count of that kind and line, which is made if there is none. */
static void add_value(struct tw_text *counts, unsigned line, enum tw_site_kind kind, bool cost,
                      uint64_t value)
{
    struct tw_access_count count = {.ptx_line = line, .kind = kind};
    size_t at = 0;
    for (; at < counts->length; at += sizeof count) {
        memcpy(&count, counts->data + at, sizeof count);
        if (count.ptx_line == line && count.kind == kind) break;
    }
    if (at == counts->length) count = (struct tw_access_count){.ptx_line = line, .kind = kind};
    *(cost ? &count.cost : &count.requests) += value;
    if (at == counts->length)
        tw_text_add_bytes(counts, (const char *)&count, sizeof count);
    else
        memcpy(counts->data + at, &count, sizeof count);
}

static void take_record(const struct tw_instructions *instructions, const struct tw_image *image,
                        const struct tw_cupti_sass_record *record, size_t values, struct tw_text *counts)
{
    struct search search = {.record = record};
    if (!record->function) return;
    tw_cubin_instructions(image->cubin, image->cubin_bytes, compare_place, &search);
    if (!search.found) return; /* an atomic, a copy: no plain access */
    unsigned line = tw_cubin_ptx_line(image->cubin, image->cubin_bytes, record->function, record->pc);
    for (size_t i = 0; i < values; i++) {
        for (int metric = 0; metric < METRICS; metric++) {
            if (record->values[i].id == instructions->wanted[metric].id &&
                metrics[metric].shared == is_shared(search.kind))
                add_value(counts, line, search.kind, metrics[metric].cost, record->values[i].value);
        }
    }
}

/* Fetches what was counted. Each record has room for a value of each metric, however many of them CUPTI fills. */
static int flush(struct tw_instructions *instructions, const struct tw_image *image,
                 const struct tw_cupti_sass_size *size, struct tw_text *counts, struct tw_error *error)
{
    size_t each = size->instances * METRICS;
    struct tw_cupti_sass_record *records = calloc(size->count, sizeof *records);
    struct tw_cupti_sass_value *values = calloc(size->count * each, sizeof *values);
    int code = records && values ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < size->count && !code; i++)
        records[i] = (struct tw_cupti_sass_record){.size = sizeof *records, .values = values + i * each};
    struct tw_cupti_sass_flush flush = {.context = instructions->context,
                                        .count = size->count,
                                        .instances = size->instances,
                                        .records = records};
    if (!code) code = TW_CUPTI(instructions->cupti, error, cuptiSassMetricsFlushData, &flush);
    for (size_t i = 0; i < size->count && !code; i++)
        take_record(instructions, image, &records[i], each, counts);
    free(records);
    free(values);
    return code;
}

int tw_instructions_end(struct tw_instructions *instructions, const struct tw_image *image,
                        struct tw_text *counts, struct tw_error *error)
{
    struct tw_cupti_sass_size size = {.context = instructions->context};
    struct tw_cupti_sass_disable disable = {.context = instructions->context};
    int code = TW_CUPTI(instructions->cupti, error, cuptiSassMetricsGetDataProperties, &size);
    if (!code && size.count && size.instances) code = flush(instructions, image, &size, counts, error);
    int disabled = TW_CUPTI(instructions->cupti, code ? NULL : error, cuptiSassMetricsDisable, &disable);
    return code ? code : disabled;
}
