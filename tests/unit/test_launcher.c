/* What launchers say in the environment, and what comes of it: a row for each case. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tune/devices/launcher.h"

static const char *const variables[] = {
    "SLURM_ARRAY_TASK_ID",
    "SLURM_ARRAY_TASK_MIN",
    "SLURM_ARRAY_TASK_MAX",
    "SLURM_ARRAY_TASK_STEP",
    "SLURM_ARRAY_TASK_COUNT",
    "SLURM_PROCID",
    "SLURM_NTASKS",
    "SLURM_STEP_ID",
    "SLURM_LOCALID",
    "SLURM_NODEID",
    "SLURM_STEP_TASKS_PER_NODE",
    "SLURM_GPUS_PER_TASK",
    "SLURM_GPU_BIND",
    "SLURM_TRES_PER_TASK",
    "OMPI_COMM_WORLD_RANK",
    "OMPI_COMM_WORLD_SIZE",
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "PMI_RANK",
    "PMI_SIZE",
    "MPI_LOCALRANKID",
    "MPI_LOCALNRANKS",
    "PMIX_RANK",
    "PMIX_SIZE",
    "PMIX_LOCAL_RANK",
    "PMIX_LOCAL_SIZE",
};

/* The environment is "NAME=value NAME=value". */
static void set_environment(const char *words)
{
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) unsetenv(variables[i]);
    char *copy = strdup(words), *rest = copy;
    for (char *word; (word = strsep(&rest, " "));) {
        char *value = strchr(word, '=');
        if (!value) continue;
        *value = '\0';
        setenv(word, value + 1, 1);
    }
    free(copy);
}

#define ARRAY(id, first, last, step, count)                                                                  \
    "SLURM_ARRAY_TASK_ID=" #id " SLURM_ARRAY_TASK_MIN=" #first " SLURM_ARRAY_TASK_MAX=" #last                \
    " SLURM_ARRAY_TASK_STEP=" #step " SLURM_ARRAY_TASK_COUNT=" #count
#define STEP "SLURM_STEP_ID=0 "
#define OMPI "OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_SIZE=6 "

static const struct {
    const char *environment;
    unsigned shard, shards;
    bool divided;
    unsigned rank, ranks;
} found[] = {
    {ARRAY(1, 1, 8, 1, 8), 1, 8, false, 0, 0},
    {ARRAY(8, 1, 8, 1, 8), 8, 8, false, 0, 0},
    {ARRAY(0, 0, 7, 1, 8), 1, 8, false, 0, 0},
    {ARRAY(9, 1, 9, 4, 3), 3, 3, false, 0, 0},
    {ARRAY(5, 1, 10, 4, 3), 2, 3, false, 0, 0},
    {"SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=6", 3, 4, false, 0, 0},
    {ARRAY(2, 1, 4, 1, 4) " " STEP "SLURM_PROCID=0 SLURM_NTASKS=1 " OMPI, 2, 4, false, 0,
     0}, /* the array is first */
    {STEP "SLURM_PROCID=2 SLURM_NTASKS=4", 3, 4, true, 2, 0},
    {STEP "SLURM_PROCID=2 SLURM_NTASKS=4 " OMPI, 3, 4, true, 2, 0},
    {STEP "SLURM_PROCID=10 SLURM_NTASKS=11 SLURM_LOCALID=2 SLURM_NODEID=2 SLURM_STEP_TASKS_PER_NODE=4(x2),3",
     11, 11, true, 2, 3},
    {STEP "SLURM_PROCID=5 SLURM_NTASKS=8 SLURM_LOCALID=1 SLURM_NODEID=1 SLURM_STEP_TASKS_PER_NODE=4(x2)", 6,
     8, true, 1, 4},
    {STEP "SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_LOCALID=1 SLURM_GPUS_PER_TASK=1", 2, 2, false, 1, 0},
    {STEP "SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_LOCALID=1 SLURM_GPU_BIND=closest", 2, 2, false, 1, 0},
    {STEP "SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_LOCALID=1 SLURM_GPU_BIND=none", 2, 2, true, 1, 0},
    {STEP "SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_LOCALID=1 SLURM_TRES_PER_TASK=cpu:8,gres/gpu:2", 2, 2, false,
     1, 0},
    {STEP "SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_LOCALID=1 SLURM_TRES_PER_TASK=cpu:8", 2, 2, true, 1, 0},
    {"SLURM_PROCID=0 SLURM_NTASKS=4 " OMPI, 6, 6, true, 5, 0}, /* in a batch script */
    {"SLURM_STEP_ID=4294967291 SLURM_PROCID=0 SLURM_NTASKS=4 " OMPI, 6, 6, true, 5, 0},
    {OMPI "OMPI_COMM_WORLD_LOCAL_RANK=1 OMPI_COMM_WORLD_LOCAL_SIZE=2 PMIX_RANK=0", 6, 6, true, 1, 2},
    {"PMI_RANK=0 PMI_SIZE=3 MPI_LOCALRANKID=0 MPI_LOCALNRANKS=3", 1, 3, true, 0, 3},
    {"PMI_RANK=1 PMI_SIZE=2 PMIX_RANK=0 PMIX_SIZE=9", 2, 2, true, 1, 0},
    {"PMIX_RANK=8 PMIX_SIZE=9", 9, 9, true, 8, 0},
    {"PMIX_RANK=0 PMIX_SIZE=1", 1, 1, true, 0, 0},
};

static void launchers_say_which_shard(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        struct tw_launched launched;
        struct tw_text note = {0};
        set_environment(found[i].environment);
        print_message("%s\n", found[i].environment);
        assert_int_equal(tw_launcher_find(&launched, &note, NULL), TW_OK);
        assert_int_equal(launched.shard, found[i].shard);
        assert_int_equal(launched.shards, found[i].shards);
        assert_int_equal(launched.share.divided, found[i].divided);
        if (found[i].divided) {
            assert_int_equal(launched.share.rank, found[i].rank);
            assert_int_equal(launched.share.ranks, found[i].ranks);
        }
        tw_text_free(&note);
    }
}

static const struct {
    const char *environment;
    int code;
    const char *says;
} refused[] = {
    {"", TW_ENVIRONMENT, "no launcher"},
    {"SLURM_NTASKS=4", TW_ENVIRONMENT, "no launcher"},               /* in salloc's shell   */
    {"SLURM_PROCID=0 SLURM_NTASKS=4", TW_ENVIRONMENT, "by no srun"}, /* in a batch script   */
    {"SLURM_PROCID=0 SLURM_NTASKS=4 SLURM_STEP_ID=4294967291", TW_ENVIRONMENT, "by no srun"},
    {STEP "SLURM_PROCID=0", TW_ENVIRONMENT, "SLURM_NTASKS is not"},
    {"OMPI_COMM_WORLD_RANK=0", TW_ENVIRONMENT, "OMPI_COMM_WORLD_SIZE is not"},
    {"PMI_RANK=0", TW_ENVIRONMENT, "PMI_SIZE is not"},
    {"PMIX_RANK=3", TW_ENVIRONMENT, "PMIX_SIZE is not"},
    {"PMI_RANK=3 PMI_SIZE=3", TW_INPUT, "one less"},
    {"PMI_RANK=0 PMI_SIZE=0", TW_INPUT, "1 to 100000"},
    {"PMI_RANK=0 PMI_SIZE=100001", TW_INPUT, "1 to 100000"},
    {"PMI_RANK=x PMI_SIZE=3", TW_INPUT, "PMI_RANK is 'x'"},
    {"PMI_RANK=-1 PMI_SIZE=3", TW_INPUT, "PMI_RANK is '-1'"},
    {"PMI_RANK=4294967295 PMI_SIZE=3", TW_INPUT, "one less"},
    {"PMI_RANK=99999999999 PMI_SIZE=3", TW_INPUT, "no whole number"},
    {ARRAY(3, 1, 7, 1, 3), TW_INPUT, "holes"},
    {ARRAY(1, 1, 5, 1, 3), TW_INPUT, "holes"},
    {ARRAY(1, 0, 99, 3, 4), TW_INPUT, "no task"},
    {ARRAY(9, 1, 8, 1, 8), TW_INPUT, "no task"},
    {ARRAY(1, 1, 8, 0, 8), TW_INPUT, "no task"},
    {"SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MAX=6", TW_ENVIRONMENT, "SLURM_ARRAY_TASK_MIN is not"},
};

static void half_a_launcher_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct tw_launched launched;
        struct tw_text note = {0};
        struct tw_error error = TW_ERROR_INIT;
        set_environment(refused[i].environment);
        print_message("%s\n", refused[i].environment);
        assert_int_equal(tw_launcher_find(&launched, &note, &error), refused[i].code);
        assert_non_null(strstr(error.message, refused[i].says));
        tw_error_free(&error);
        tw_text_free(&note);
    }
}

static void launchers_that_differ_are_told_of(void **state)
{
    struct tw_launched launched;
    struct tw_text note = {0};
    (void)state;
    set_environment(STEP "SLURM_PROCID=1 SLURM_NTASKS=2 PMIX_RANK=1 PMIX_SIZE=2");
    assert_int_equal(tw_launcher_find(&launched, &note, NULL), TW_OK);
    assert_int_equal(note.length, 0);
    set_environment(STEP "SLURM_PROCID=1 SLURM_NTASKS=2 " OMPI);
    assert_int_equal(tw_launcher_find(&launched, &note, NULL), TW_OK);
    assert_string_equal(tw_text_string(&note), "shard 2/2 by srun; Open MPI alone would make it 6/6");
    tw_text_free(&note);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launchers_say_which_shard),
        cmocka_unit_test(half_a_launcher_is_refused),
        cmocka_unit_test(launchers_that_differ_are_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
