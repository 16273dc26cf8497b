/*
 * A CUPTI for tests (test_counters.c puts its answers in front: failing, result, version, last, dropped, flags): it refuses what
 * is not called in order, or with a struct of another size. The structs are written down from the headers of CUPTI 12.6 and 13.0,
 * not from ours.
 */
#include <stddef.h>
#include <string.h>

/* ---- what each call takes ---- */

typedef struct {
    size_t size;
    void *priv;
} nothing;

typedef struct {
    size_t size;
    void *priv;
    int device, ok, arch, sli, vgpu, cc, cmp, wsl, api;
} device;

typedef struct {
    size_t size;
    void *priv;
    size_t index;
    const char *name;
} chip;

typedef struct {
    size_t size;
    void *priv;
    void *context;
    size_t bytes;
    unsigned char *image;
} available;

typedef struct {
    size_t size;
    void *priv;
    int type;
    const char *chip;
    const void *image;
    void *host;
} host;

typedef struct {
    size_t size;
    void *priv;
    void *host;
    const char *name, *text, *unit, *dim;
    int type;
} property;

typedef struct {
    size_t size;
    void *priv;
    void *host;
    const char **names;
    size_t count;
} add;

typedef struct {
    size_t size;
    void *priv;
    void *host;
    size_t bytes;
    unsigned char *image;
} image;

typedef struct {
    size_t size;
    void *priv;
    size_t bytes;
    void *image;
    size_t passes;
} passes;

typedef struct {
    size_t size;
    void *priv;
    void *host;
    const void *data;
    size_t bytes, range;
    const char **names;
    size_t count;
    double *values;
} evaluate;

typedef struct {
    size_t size;
    void *priv;
    void *context, *profiler;
} enable;

typedef struct {
    size_t size;
    void *priv;
    void *profiler;
    const char **names;
    size_t count, ranges;
    unsigned nodes;
    size_t bytes;
} data_size;

typedef struct {
    size_t size;
    void *priv;
    void *profiler;
    size_t bytes;
    unsigned char *data;
} data;

typedef struct {
    size_t size;
    void *priv;
    void *profiler;
    size_t config_bytes;
    const void *config;
    size_t bytes;
    unsigned char *data;
    int range, replay;
    size_t ranges;
    unsigned short levels, least;
    size_t pass;
    unsigned short target;
} set;

typedef struct {
    size_t size;
    void *priv;
    void *profiler;
} profiler;

typedef struct {
    size_t size;
    void *priv;
    void *profiler;
    const char *name;
} push;

typedef struct {
    size_t size;
    void *priv;
    void *profiler;
    size_t pass, level;
    unsigned char done;
} stop;

typedef struct {
    size_t size;
    void *priv;
    void *profiler;
    size_t dropped;
} decode;

typedef struct {
    size_t size;
    void *priv;
    const char *chip, *name;
    unsigned long long id;
    const char *said, *text;
} sass_metric;

typedef struct {
    unsigned long long id;
    unsigned char level;
} sass_config;

typedef struct {
    size_t size;
    void *priv;
    size_t count;
    sass_config *configs;
    unsigned index;
} sass_set;

typedef struct {
    size_t size;
    void *priv;
    unsigned index;
} sass_unset;

typedef struct {
    size_t size;
    void *priv;
    void *context;
    unsigned char lazy;
} sass_enable;

typedef struct {
    size_t size;
    void *priv;
    void *context;
    size_t first, second; /* dropped; or records, and instances of each */
} sass_context;

typedef struct {
    unsigned long long id, value;
} sass_value;

typedef struct {
    size_t size;
    void *priv;
    unsigned crc, symbol;
    const char *function;
    unsigned pc;
    sass_value *values;
} sass_record;

typedef struct {
    size_t size;
    void *priv;
    void *context;
    size_t count, instances;
    sass_record *records;
} sass_flush;
/* ---- what was called already ---- */

static size_t room; /* ranges that the data is for */
static int begun, hosted, added, enabled, ready, set_up, started, pushed, ran, decoded;
static int sass_is_set, sass_on,
    rested; /* rested: since the range profiler was on, no instructions were counted */
#define ASK(f, bytes, order)                                                                                 \
    if (strcmp(#f, failing) == 0) return result;                                                             \
    if (p->size != bytes || p->priv || !(order)) return 7;

int cuptiGetVersion(unsigned *v)
{
    *v = version;
    return 0;
}

int cuptiProfilerInitialize(nothing *p)
{
    ASK(cuptiProfilerInitialize, 16, !begun) begun = 1;
    return 0;
}

int cuptiProfilerDeInitialize(nothing *p)
{
    ASK(cuptiProfilerDeInitialize, 16, begun && !enabled) begun = 0;
    return 0;
}

int cuptiProfilerDeviceSupported(device *p)
{
    ASK(cuptiProfilerDeviceSupported, 52, begun && !p->api)
    p->ok = flags[0];
    p->arch = flags[1];
    p->sli = flags[2];
    p->vgpu = flags[3];
    p->cc = flags[4];
    p->cmp = flags[5];
    p->wsl = flags[6];
    return 0;
}

int cuptiDeviceGetChipName(chip *p)
{
    ASK(cuptiDeviceGetChipName, 32, begun) p->name = "GH100";
    return 0;
}

int cuptiProfilerGetCounterAvailability(available *p)
{
    ASK(cuptiProfilerGetCounterAvailability, 40, begun && p->context)
    if (p->image)
        memset(p->image, 1, p->bytes);
    else
        p->bytes = 100;
    return 0;
}

int cuptiProfilerHostGetSupportedChips(void *p)
{
    return 7;
}

int cuptiProfilerHostInitialize(host *p)
{
    ASK(cuptiProfilerHostInitialize, 48, p->type == 0)
    if (strcmp(p->chip, "GH100")) return 46;
    hosted = 1;
    added = 0;
    p->host = &hosted;
    return 0;
}

int cuptiProfilerHostDeinitialize(void *q)
{
    hosted = 0;
    return 0;
}

int cuptiProfilerHostGetMetricProperties(property *p)
{
    ASK(cuptiProfilerHostGetMetricProperties, 60, hosted && p->host == &hosted)
    return strstr(p->name, "no_such") || strstr(p->name, "dram__bytes_write") ? 17 : 0;
}

int cuptiProfilerHostConfigAddMetrics(add *p)
{
    ASK(cuptiProfilerHostConfigAddMetrics, 40, hosted && !added)
    for (size_t i = 0; i < p->count; i++)
        if (strstr(p->names[i], ".nonsense")) return 1;
    added = p->count;
    return 0;
}

int cuptiProfilerHostGetConfigImageSize(image *p)
{
    ASK(cuptiProfilerHostGetConfigImageSize, 32, added) p->bytes = 7;
    return 0;
}

int cuptiProfilerHostGetConfigImage(image *p)
{
    ASK(cuptiProfilerHostGetConfigImage, 40, p->bytes == 7) memset(p->image, 5, 7);
    return 0;
}

int cuptiProfilerHostGetNumOfPasses(passes *p)
{
    ASK(cuptiProfilerHostGetNumOfPasses, 40, p->bytes == 7) p->passes = 3;
    return 0;
}

int cuptiProfilerHostEvaluateToGpuValues(evaluate *p)
{
    ASK(cuptiProfilerHostEvaluateToGpuValues, 72, decoded && p->bytes == 9 * room && p->range < room)
    for (size_t i = 0; i < p->count; i++) {
        double sum = 0;
        for (size_t k = 0; p->names[i][k]; k++) sum += (k + 1) * p->names[i][k];
        p->values[i] = sum;
    }
    return 0;
}

int cuptiRangeProfilerEnable(enable *p)
{
    ASK(cuptiRangeProfilerEnable, 32, begun && !enabled && !sass_on && p->context) enabled = 1;
    room = 0;
    p->profiler = &enabled;
    return 0;
}

int cuptiRangeProfilerDisable(profiler *p)
{
    ASK(cuptiRangeProfilerDisable, 24, enabled) enabled = ready = set_up = 0;
    rested = 1;
    return 0;
}

int cuptiRangeProfilerGetCounterDataSize(data_size *p)
{
    ASK(cuptiRangeProfilerGetCounterDataSize, 64,
        enabled && p->count == added && p->ranges >= 1 && p->nodes >= p->ranges)
    room = p->ranges;
    p->bytes = 9 * room;
    return 0;
}

int cuptiRangeProfilerCounterDataImageInitialize(data *p)
{
    ASK(cuptiRangeProfilerCounterDataImageInitialize, 40, enabled && room && p->bytes == 9 * room)
    memset(p->data, 3, p->bytes);
    ready = 1;
    return 0;
}

int cuptiRangeProfilerSetConfig(set *p)
{
    ASK(cuptiRangeProfilerSetConfig, 90,
        ready && p->range == 2 && p->replay == 3 && p->ranges == room && p->bytes == 9 * room &&
            p->levels == 1 && p->least == 1 && p->target == 1 && p->config_bytes == 7 &&
            ((char *)p->config)[6] == 5)
    ran = decoded = 0;
    set_up = 1;
    return 0;
}

int cuptiRangeProfilerStart(profiler *p)
{
    ASK(cuptiRangeProfilerStart, 24, set_up && !started) started = 1;
    return 0;
}

int cuptiRangeProfilerPushRange(push *p)
{
    ASK(cuptiRangeProfilerPushRange, 32, started && !pushed && p->name) pushed = 1;
    return 0;
}

int cuptiRangeProfilerPopRange(profiler *p)
{
    ASK(cuptiRangeProfilerPopRange, 24, pushed) pushed = 0;
    return 0;
}

int cuptiRangeProfilerStop(stop *p)
{
    ASK(cuptiRangeProfilerStop, 41, started && !pushed) started = 0;
    p->done = ++ran == last;
    return 0;
}

int cuptiRangeProfilerDecodeData(decode *p)
{
    ASK(cuptiRangeProfilerDecodeData, 32, ran == last && !started) decoded = 1;
    ready = set_up = 0;
    p->dropped = dropped;
    return 0;
}

/* ---- instructions: four metrics, each of 64 places of the function k, of which they say the place and the metric ---- */

#define PLACES 64

int cuptiSassMetricsGetProperties(sass_metric *p)
{
    ASK(cuptiSassMetricsGetProperties, 56, begun && !strcmp(p->chip, "GH100"))
    static const char *const names[] = {
        "smsp__sass_inst_executed_op_shared", "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared",
        "smsp__sass_inst_executed_op_global", "smsp__sass_sectors_mem_global"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(p->name, names[i])) return p->id = 70 + i, 0;
    return 17;
}

int cuptiSassMetricsSetConfig(sass_set *p)
{
    ASK(cuptiSassMetricsSetConfig, 36, begun && !sass_is_set && p->count == 4)
    for (int i = 0; i < 4; i++)
        if (p->configs[i].id != 70 + i || p->configs[i].level) return 7;
    sass_is_set = 1;
    return 0;
}

int cuptiSassMetricsUnsetConfig(sass_unset *p)
{
    ASK(cuptiSassMetricsUnsetConfig, 20, sass_is_set && !sass_on) sass_is_set = 0;
    return 0;
}

int cuptiSassMetricsEnable(sass_enable *p)
{
    ASK(cuptiSassMetricsEnable, 25,
        sass_is_set && !sass_on && !enabled && rested && p->context && p->lazy == 1)
    sass_on = 1;
    rested = 0;
    return 0;
}

int cuptiSassMetricsDisable(sass_context *p)
{
    ASK(cuptiSassMetricsDisable, 32, sass_on && p->context) sass_on = 0;
    return 0;
}

int cuptiSassMetricsGetDataProperties(sass_context *p)
{
    ASK(cuptiSassMetricsGetDataProperties, 40, sass_on && p->context) p->first = 4 * PLACES;
    p->second = 1;
    return 0;
}

int cuptiSassMetricsFlushData(sass_flush *p)
{
    ASK(cuptiSassMetricsFlushData, 40, sass_on && p->context && p->count == 4 * PLACES && p->instances == 1)
    for (unsigned i = 0; i < 4 * PLACES; i++) {
        if (p->records[i].size != 48 || p->records[i].priv) return 7;
        p->records[i].function = "k";
        p->records[i].pc = i / 4 * 16;
        p->records[i].values[0].id = 70 + i % 4;
        p->records[i].values[0].value = 1000 * (i % 4 + 1) + i / 4;
    }
    return 0;
}
