/* The environment that launchers give to the processes they start, a row of a table for each. */
#include "tune/devices/launcher.h"

#include <stdlib.h>
#include <string.h>

/* Names of variables; NULL: there is none. */
struct launcher {
    const char *name, *rank, *ranks;
    const char *step;        /* without it the others say nothing */
    const char *local_rank;  /* among the processes of this host  */
    const char *local_ranks; /* how many these are                */
    const char *local_list;  /* or how many of each host, as in "4(x2),3"; the host's number is `host` */
    const char *host;
};

/* clang-format off */
static const struct launcher launchers[] = {
    {"srun",     "SLURM_PROCID",         "SLURM_NTASKS",         "SLURM_STEP_ID", "SLURM_LOCALID",              NULL,                         "SLURM_STEP_TASKS_PER_NODE", "SLURM_NODEID"},
    {"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL,            "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE", NULL,                        NULL},
    {"PMI",      "PMI_RANK",             "PMI_SIZE",             NULL,            "MPI_LOCALRANKID",            "MPI_LOCALNRANKS",            NULL,                        NULL},
    {"PMIx",     "PMIX_RANK",            "PMIX_SIZE",            NULL,            "PMIX_LOCAL_RANK",            "PMIX_LOCAL_SIZE",            NULL,                        NULL},
};
/* clang-format on */
#define LAUNCHERS (sizeof launchers / sizeof *launchers)

/* Slurm numbers the steps that nobody has started with srun from here on: batch scripts, interactive shells, external ones. */
#define FIRST_SPECIAL_STEP 4294967280u

/* The variable's text, or NULL: it is not set, or empty. */
static const char *said(const char *variable)
{
    const char *text = variable ? getenv(variable) : NULL;
    return text && *text ? text : NULL;
}

static bool read_number(const char *text, unsigned *number)
{
    char *end;
    bool digits = *text >= '0' && *text <= '9' && strspn(text, "0123456789") <= 10;
    unsigned long value = digits ? strtoul(text, &end, 10) : 0;
    *number = (unsigned)value;
    return digits && !*end && value <= UINT32_MAX;
}

static int say_nonsense(const char *variable, struct tw_error *error)
{
    return tw_fail(error, TW_INPUT, "%s is '%.60s', which is no whole number", variable, getenv(variable));
}

/* The variable as a number; where it is not set, `usual`. */
static int number_of(const char *variable, unsigned usual, unsigned *number, struct tw_error *error)
{
    const char *text = said(variable);
    *number = usual;
    return !text || read_number(text, number) ? TW_OK : say_nonsense(variable, error);
}

static int check(struct tw_launched *launched, const char *rank, const char *ranks, struct tw_error *error)
{
    unsigned number = launched->shard - 1;
    if (launched->shards < 1 || launched->shards > TW_MOST_SHARDS)
        return tw_fail(error, TW_INPUT, "%s is %u: a space has 1 to %u shards", ranks, launched->shards,
                       TW_MOST_SHARDS);
    if (number < launched->shards) return TW_OK;
    return tw_fail(error, TW_INPUT, "%s is %u and %s %u: numbers go from 0 to one less", rank, number, ranks,
                   launched->shards);
}

/* ---- an array of Slurm's ---- */

struct array {
    unsigned id, first, last, step, count;
};

static int read_array(struct array *array, struct tw_error *error)
{
    const char *missing = !said("SLURM_ARRAY_TASK_MIN")   ? "SLURM_ARRAY_TASK_MIN"
                          : !said("SLURM_ARRAY_TASK_MAX") ? "SLURM_ARRAY_TASK_MAX"
                                                          : NULL;
    if (missing)
        return tw_fail(error, TW_ENVIRONMENT,
                       "SLURM_ARRAY_TASK_ID is set, but %s is not: --shard K/N says it", missing);
    int code = number_of("SLURM_ARRAY_TASK_ID", 0, &array->id, error);
    if (!code) code = number_of("SLURM_ARRAY_TASK_MIN", 0, &array->first, error);
    if (!code) code = number_of("SLURM_ARRAY_TASK_MAX", 0, &array->last, error);
    if (!code) code = number_of("SLURM_ARRAY_TASK_STEP", 1, &array->step, error);
    return code ? code : number_of("SLURM_ARRAY_TASK_COUNT", 0, &array->count, error);
}

/* Tasks MIN, MIN + STEP ... MAX, of which none is left out. */
static int find_in_array(struct tw_launched *launched, struct tw_error *error)
{
    struct array a = {0};
    int code = read_array(&a, error);
    if (code) return code;
    if (!a.step || a.last < a.first || a.id < a.first || a.id > a.last || (a.id - a.first) % a.step)
        return tw_fail(error, TW_INPUT,
                       "SLURM_ARRAY_TASK_ID %u is no task of an array from %u to %u in steps of %u", a.id,
                       a.first, a.last, a.step);
    const unsigned count = (a.last - a.first) / a.step + 1;
    if (a.count && a.count != count)
        return tw_fail(
            error, TW_INPUT,
            "the Slurm array has holes: %u tasks from %u to %u in steps of %u are not %u; take --array=1-%u",
            a.count, a.first, a.last, a.step, count, a.count);
    *launched = (struct tw_launched){
        .launcher = "the Slurm array", .shard = (a.id - a.first) / a.step + 1, .shards = count};
    return check(launched, "the task", "the array", error);
}

/* ---- ranks ---- */

/* Whether the launcher has started this process. */
static bool has_started(const struct launcher *launcher)
{
    unsigned step;
    if (!said(launcher->rank)) return false;
    if (!launcher->step) return true;
    const char *text = said(launcher->step);
    return text && (!read_number(text, &step) || step < FIRST_SPECIAL_STEP);
}

/* The number at a place of "4(x2),3", from 0; 0: it says nothing of it. */
static unsigned entry_of(const char *list, unsigned place)
{
    while (list && *list) {
        char *end;
        unsigned long number = strtoul(list, &end, 10), times = 1;
        if (end == list) return 0;
        if (strncmp(end, "(x", 2) == 0) times = strtoul(end + 2, &end, 10);
        if (place < times) return number <= TW_MOST_SHARDS ? (unsigned)number : 0;
        place -= (unsigned)times;
        list = strchr(end, ',');
        if (list) list++;
    }
    return 0;
}

/* Slurm has given each task GPUs of its own, and the variable that hides the others. */
static bool has_bound(const struct launcher *launcher)
{
    const char *bind = said("SLURM_GPU_BIND"), *each = said("SLURM_TRES_PER_TASK");
    if (strcmp(launcher->name, "srun") != 0) return false;
    if (bind && strncmp(bind, "none", strlen("none")) != 0) return true;
    return said("SLURM_GPUS_PER_TASK") || (each && strstr(each, "gpu"));
}

static int find_share(const struct launcher *launcher, struct tw_launched *launched, struct tw_error *error)
{
    struct tw_share *share = &launched->share;
    unsigned host = 0;
    share->divided = !has_bound(launcher);
    int code = number_of(launcher->local_rank, launched->shard - 1, &share->rank, error);
    if (!code) code = number_of(launcher->local_ranks, 0, &share->ranks, error);
    if (!code) code = number_of(launcher->host, 0, &host, error);
    if (!code && launcher->local_list) share->ranks = entry_of(said(launcher->local_list), host);
    if (share->rank >= share->ranks) share->ranks = 0; /* they are of different groups of processes */
    return code;
}

static int find_rank(const struct launcher *launcher, struct tw_launched *launched, struct tw_error *error)
{
    unsigned rank = 0;
    *launched = (struct tw_launched){.launcher = launcher->name};
    if (!said(launcher->ranks))
        return tw_fail(error, TW_ENVIRONMENT, "%s is set, but %s is not: --shard K/N says it", launcher->rank,
                       launcher->ranks);
    int code = number_of(launcher->rank, 0, &rank, error);
    if (!code) code = number_of(launcher->ranks, 0, &launched->shards, error);
    if (code) return code;
    launched->shard = rank + 1;
    code = check(launched, launcher->rank, launcher->ranks, error);
    return code ? code : find_share(launcher, launched, error);
}

static int say_none(struct tw_error *error)
{
    if (said("SLURM_PROCID"))
        return tw_fail(
            error, TW_ENVIRONMENT,
            "--shard auto: SLURM_PROCID is set, but by no srun: every task would be the first. Start "
            "the tasks with srun, or as an array");
    return tw_fail(error, TW_ENVIRONMENT,
                   "--shard auto: no launcher says which shard this is: neither a Slurm array, srun nor an "
                   "MPI launcher has started it; --shard K/N says it");
}

/* A launcher that another has started, or the other way round: the variables do not tell. */
static void note_other(const struct launcher *other, const struct tw_launched *launched, struct tw_text *note)
{
    struct tw_launched found;
    if (find_rank(other, &found, NULL)) return;
    if (found.shard == launched->shard && found.shards == launched->shards) return;
    tw_text_addf(note, "shard %u/%u by %s; %s alone would make it %u/%u", launched->shard, launched->shards,
                 launched->launcher, other->name, found.shard, found.shards);
}

int tw_launcher_find(struct tw_launched *launched, struct tw_text *note, struct tw_error *error)
{
    bool found = said("SLURM_ARRAY_TASK_ID") != NULL;
    int code = found ? find_in_array(launched, error) : TW_OK;
    for (size_t i = 0; i < LAUNCHERS && !code; i++) {
        const struct launcher *launcher = &launchers[i];
        if (!has_started(launcher)) continue;
        if (!found)
            code = find_rank(launcher, launched, error);
        else if (!note->length)
            note_other(launcher, launched, note);
        found = true;
    }
    return found ? code : say_none(error);
}
