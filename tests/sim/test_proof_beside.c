/*
 * Proofs beside a GPU, without one: the processes that compile for it prove each variant first. And workers that read a description again,
 * of which a file has changed meanwhile.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/config/config.h"
#include "tests/folder.h"
#include "tune/workers/worker.h"

/* Right with BUG 0; 1: a race, 2: a read behind the end, which ends the launch, 3: a wrong element. */
static const char source[] = "__global__ void turn(const int *in, int *out, int n)\n"
                             "{\n"
                             "    __shared__ int tile[BLOCK];\n"
                             "    const int i = blockIdx.x * BLOCK + threadIdx.x;\n"
                             "    tile[threadIdx.x] = in[i];\n"
                             "    if (BUG != 1) __syncthreads();\n"
                             "    int value = tile[BLOCK - 1 - threadIdx.x];\n"
                             "    if (BUG == 2 && in[i + n] == 12345678) value++;\n"
                             "    if (BUG == 3 && i == 5) value++;\n"
                             "    out[i] = value;\n"
                             "}\n";
static const char reference[] = "__global__ void plain(const int *in, int *out, int n, int block)\n"
                                "{\n"
                                "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                "    if (i < n) out[i] = in[i / block * block + block - 1 - i % block];\n"
                                "}\n";
/* With %s: its proof. */
static const char description[] =
    "{ \"tilewright\": 1, \"kernel\": { \"name\": \"turn\", \"source\": \"turn.cu\",\n"
    "  \"problem\": { \"n\": 16777216 }, \"parameters\": { \"BLOCK\": 64, \"BUG\": [0, 1, 2, 3] },\n"
    "  \"arguments\": [ { \"name\": \"in\", \"type\": \"int32\", \"count\": \"n\" },\n"
    "    { \"name\": \"out\", \"type\": \"int32\", \"count\": \"n\", \"role\": \"output\" },\n"
    "    { \"name\": \"n\", \"type\": \"int32\", \"value\": \"n\" } ], \"grid\": \"n / BLOCK\", \"block\": "
    "\"BLOCK\",\n"
    "  \"reference\": { \"source\": \"plain.cu\", \"entry\": \"plain\", \"grid\": \"ceil_div(n, 256)\", "
    "\"block\": 256,\n"
    "    \"arguments\": [ \"in\", \"out\", \"n\", { \"type\": \"int32\", \"value\": \"BLOCK\" } ] }%s },\n"
    "  \"variants\": [ { \"name\": \"turn\", \"BUG\": [0, 1, 2, 3] } ] }\n";

static const struct tw_watcher nobody;

struct fixture {
    struct tw_config config;
    struct tw_variants variants;
    struct tw_pipeline_options options, compiling;
    struct tw_worker_setup setup;
    struct tw_probe probe;
    struct tw_workers workers;
};

static void open_fixture(struct fixture *fixture, const char *proof)
{
    struct tw_error error = TW_ERROR_INIT;
    char text[2400];
    *fixture = (struct fixture){0};
    assert_int_equal(make_folder(), 0);
    snprintf(text, sizeof text, description, proof);
    write_file("turn.cu", source);
    write_file("plain.cu", reference);
    write_file("turn.json", text);
    if (tw_config_load(path_of("turn.json"), &fixture->config, &error)) fail_msg("%s", error.message);
    assert_int_equal(tw_config_expand(&fixture->config, tw_target_find(90), &fixture->variants, &error), 0);
    assert_int_equal(fixture->variants.count, 4);
    fixture->options = (struct tw_pipeline_options){.family = fixture->config.family, .no_cache = true};
    fixture->probe = (struct tw_probe){.sm = 90, .target = *tw_target_find(90)};
    fixture->setup = (struct tw_worker_setup){.timeout_s = 60, .watcher = &nobody};
}

static void close_fixture(struct fixture *fixture)
{
    tw_worker_close(&fixture->workers);
    tw_variants_free(&fixture->variants);
    tw_config_free(&fixture->config);
    assert_int_equal(remove_folder(), 0);
}

/* What compiling a variant for a GPU gives. */
static struct tw_result compile(struct fixture *fixture, size_t number)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_result result = {0};
    struct tw_text shown = {0};
    bool got = false;
    if (!fixture->workers.pool)
        assert_int_equal(tw_worker_open_compilers(&fixture->setup, &fixture->options, &fixture->probe, true,
                                                  &fixture->compiling, &fixture->workers, &error),
                         TW_OK);
    assert_int_equal(
        tw_worker_submit(&fixture->workers, &fixture->variants, number, TW_STAGE_COMPILE, &error), TW_OK);
    assert_int_equal(
        tw_worker_wait(&fixture->workers, &fixture->variants, -1, &number, &result, &shown, &got, &error),
        TW_OK);
    assert_true(got);
    tw_text_free(&shown);
    tw_error_free(&error);
    return result;
}

static void expect(struct fixture *fixture, size_t number, enum tw_status status, enum tw_proof proof,
                   const char *said)
{
    struct tw_result result = compile(fixture, number);
    const struct tw_text *text = proof == TW_PROOF_UNPROVEN ? &result.unproven : &result.reason;
    if (!strstr(tw_text_string(text), said)) fail_msg("%zu: %s", number, tw_text_string(text));
    assert_int_equal(result.status, status);
    assert_int_equal(result.proof, proof);
    assert_false(result.has_simulated); /* what a proof counts is no count of the variant */
    tw_result_free(&result);
}

static void test_what_is_wrong_never_comes_to_the_gpu(void **state)
{
    struct fixture fixture;
    (void)state;
    open_fixture(&fixture, ", \"proof\": { \"n\": \"4 * BLOCK\" }");
    expect(&fixture, 0, TW_STATUS_OK, TW_PROOF_PROVEN, "");
    expect(&fixture, 1, TW_STATUS_MISMATCH, TW_PROOF_WRONG, "a race: nothing orders it after");
    expect(&fixture, 2, TW_STATUS_FAILED, TW_PROOF_WRONG, "past the end of the 1024-byte allocation");
    expect(&fixture, 3, TW_STATUS_MISMATCH, TW_PROOF_WRONG, "1 of 256 elements are wrong");
    expect(&fixture, 0, TW_STATUS_OK, TW_PROOF_PROVEN, ""); /* a mistake that ended a launch is no other's */
    close_fixture(&fixture);
}

static void test_without_a_proof_nothing_is_simulated(void **state)
{
    struct fixture fixture;
    (void)state;
    open_fixture(&fixture, "");
    for (size_t i = 0; i < 4; i++)
        expect(&fixture, i, TW_STATUS_OK, TW_PROOF_UNPROVEN, "the description has no \"proof\"");
    close_fixture(&fixture);
}

/* A worker begins with its first job: what it reads then is not what its parent read. */
static void test_a_file_has_changed_since(void **state)
{
    struct fixture fixture;
    char said[120];
    (void)state;
    open_fixture(&fixture, ", \"proof\": { \"n\": \"4 * BLOCK\" }");
    fixture.setup.count = 1;
    assert_int_equal(tw_worker_open_compilers(&fixture.setup, &fixture.options, &fixture.probe, true,
                                              &fixture.compiling, &fixture.workers, NULL),
                     TW_OK);
    write_file("plain.cu", "// another one\n");
    snprintf(said, sizeof said, "%s/plain.cu has changed since the work began", folder);
    expect(&fixture, 0, TW_STATUS_FAILED, TW_PROOF_NONE, said);
    close_fixture(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_wrong_never_comes_to_the_gpu),
        cmocka_unit_test(test_without_a_proof_nothing_is_simulated),
        cmocka_unit_test(test_a_file_has_changed_since),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
