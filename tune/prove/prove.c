/* A variant's proof problem, its kernel, and what came of simulating it. */
#include "tune/prove/prove.h"

#include <inttypes.h>
#include <string.h>

#include "base/described/expectation.h"
#include "gen/described/description.h"
#include "gen/text/render.h"
#include "sim/exec/memory/host_memory.h"

/* ---- the problem ---- */

/* Bytes of all arguments. */
static uint64_t bytes_of(const struct tw_shape *shape)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < shape->argument_count; i++) bytes += tw_argument_bytes(&shape->arguments[i]);
    return bytes;
}

static bool has_room(uint64_t bytes)
{
    return bytes <= tw_host_memory_total() / TW_PROOF_MEMORY_SHARE;
}

/* The work of the variant's own problem, and the bytes of its arguments. */
static int measure_problem(const struct tw_variants *variants, const struct tw_variant *variant,
                           uint64_t *units, uint64_t *bytes, struct tw_error *error)
{
    struct tw_shape shape = {0};
    bool complete = tw_family_shape(variants->family, variant->value, &variants->target, &shape);
    *units = complete ? tw_work_units(&shape.work) : 0;
    *bytes = complete ? bytes_of(&shape) : 0;
    tw_shape_free(&shape);
    return complete ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

int tw_proof_is_small(const struct tw_variants *variants, const struct tw_variant *variant, uint64_t most,
                      bool *small, struct tw_error *error)
{
    uint64_t units, bytes;
    int code = measure_problem(variants, variant, &units, &bytes, error);
    *small = !code && units <= most && has_room(bytes);
    return code;
}

/* Why a problem that no description has made small is not simulated, and what to write. */
static void ask_for_proof(const struct tw_family *family, struct tw_text *why)
{
    const char *separator = "";
    tw_text_add(why,
                "the description has no \"proof\", and the problem itself is too large to simulate unasked: "
                "\"proof\": {");
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        if (!(field->roles & TW_FIELD_PROBLEM) || field->kind != TW_FIELD_INT) continue;
        tw_text_addf(why, "%s\"%s\": ...", separator, field->key);
        separator = ", ";
    }
    tw_text_add(why, "} names a small one, \"proof\": {} takes it as it is");
}

/* Exchanges the variant's values for those of the proof problem; *made false: there is none, and *why says it. */
static int take_proof(const struct tw_variants *variants, const struct tw_variant *variant,
                      struct tw_proof_problem *problem, bool *made, struct tw_text *why,
                      struct tw_error *error)
{
    const struct tw_variant proof = {.name = variant->name, .value = problem->value};
    uint64_t units, bytes = 0;
    *made = tw_described_proof(variants->family->description, variant->value, &variants->target,
                               problem->value, why);
    int code = *made ? measure_problem(variants, &proof, &units, &bytes, error) : TW_OK;
    if (code) return code;
    if (*made && !has_room(bytes)) {
        *made = false;
        tw_text_addf(why,
                     "on the proof problem, the arguments have %" PRIu64
                     " MiB, which is more than this machine has room for",
                     bytes >> 20);
    }
    if (!*made) return TW_OK;
    problem->variant.value = problem->value;
    problem->is_own = false;
    return TW_OK;
}

int tw_proof_problem(const struct tw_variants *variants, const struct tw_variant *variant,
                     enum tw_proving proving, struct tw_proof_problem *problem, struct tw_result *result,
                     struct tw_error *error)
{
    const struct tw_family *family = variants->family;
    bool described = proving != TW_PROVING_WHOLE && tw_description_has_proof(family->description);
    int code = TW_OK;
    *problem = (struct tw_proof_problem){.variant = *variant, .is_own = true, .proves = true};
    memcpy(problem->value, variant->value, family->field_count * sizeof *problem->value);
    if (described || proving == TW_PROVING_BESIDE) {
        code = take_proof(variants, variant, problem, &problem->proves, &result->unproven, error);
    } else if (proving == TW_PROVING_ALONE) {
        code = tw_proof_is_small(variants, variant, TW_PROOF_OWN, &problem->proves, error);
        if (!code && !problem->proves) ask_for_proof(family, &result->unproven);
    }
    if (!code && !problem->proves) result->proof = TW_PROOF_UNPROVEN;
    if (!code && problem->proves && described) tw_problem_add(family, problem->value, &result->proof_problem);
    if (!code && (result->unproven.failed || result->proof_problem.failed))
        code = tw_fail(error, TW_MEMORY, "out of memory");
    return code;
}

/* ---- the kernel ---- */

/* Exchanges what is compiled. */
static void exchange_sources(struct tw_kernel *one, struct tw_kernel *other)
{
    const struct tw_kernel kept = *one;
    one->source = other->source;
    one->source_length = other->source_length;
    one->template_line = other->template_line;
    one->source_lines = other->source_lines;
    other->source = kept.source;
    other->source_length = kept.source_length;
    other->template_line = kept.template_line;
    other->source_lines = kept.source_lines;
}

/* Whether some launch of the other kernel has the entry point. */
static bool has_entry(const struct tw_kernel *kernel, const char *entry)
{
    for (unsigned i = 0; i < kernel->shape.launch_count; i++) {
        const char *own = kernel->shape.launches[i].entry;
        if (entry && own ? strcmp(entry, own) == 0 : entry == own) return true;
    }
    return false;
}

/* Their sources differ in the first comment at most, which names the fields, and their entry points are of the same templates. */
static bool are_alike(const struct tw_kernel *one, const struct tw_kernel *other)
{
    const char *a = strchr(one->source, '\n'), *b = strchr(other->source, '\n');
    bool alike = a && b && strcmp(a, b) == 0;
    for (unsigned i = 0; i < one->shape.launch_count && alike; i++)
        alike = has_entry(other, one->shape.launches[i].entry);
    return alike;
}

int tw_proof_render(const struct tw_variants *variants, const struct tw_variant *variant,
                    const struct tw_proof_problem *problem, struct tw_kernel *kernel, bool *recompiled,
                    struct tw_error *error)
{
    struct tw_kernel own;
    int code = tw_render(variants, &problem->variant, &tw_rendering_main, NULL, kernel, error);
    if (code || problem->is_own) return code;
    code = tw_render(variants, variant, &tw_rendering_main, NULL, &own, error);
    if (code) {
        tw_kernel_free(kernel);
        return code;
    }
    *recompiled = !are_alike(kernel, &own);
    if (!*recompiled) exchange_sources(kernel, &own);
    tw_kernel_free(&own);
    return TW_OK;
}

/* ---- what came of it ---- */

/* What is wrong goes before its consequences, which wrong elements may be. */
static void put_first(const char *reason, struct tw_text *text)
{
    struct tw_text rest = *text;
    *text = (struct tw_text){0};
    tw_text_add(text, reason);
    if (rest.length) tw_text_addf(text, "; %s", tw_text_part(text, &rest));
    tw_text_free(&rest);
}

/* Nobody knows whether it would have ended. */
static int too_long(const char *finding, struct tw_result *result, struct tw_error *error)
{
    tw_text_add(&result->unproven, finding);
    return tw_fail(error, TW_FAULT, "%s; a smaller \"proof\" ends sooner, if the kernel ends at all",
                   finding);
}

int tw_proof_judge(const struct tw_observed *observed, int code, struct tw_result *result,
                   struct tw_error *error)
{
    const char *finding = tw_text_string(&observed->finding);
    if (observed->finding.failed) return tw_fail(error, TW_MEMORY, "out of memory");
    if (!code && !*finding && result->status == TW_STATUS_OK) result->proof = TW_PROOF_PROVEN;
    if (!code && result->status != TW_STATUS_OK) result->proof = TW_PROOF_WRONG;
    if (!*finding || code == TW_MEMORY) return code;
    result->proof = observed->is_endless ? TW_PROOF_UNPROVEN : TW_PROOF_WRONG;
    if (observed->is_endless) return too_long(finding, result, error);
    tw_text_add(&result->detail, tw_text_part(&result->detail, &observed->others));
    if (code) return tw_fail(error, (enum tw_code)code, "%s", finding);
    result->status = TW_STATUS_MISMATCH;
    put_first(finding, &result->reason);
    return TW_OK;
}

/* Moves a text. */
static void take_text(struct tw_text *from, struct tw_text *to)
{
    tw_text_free(to);
    *to = *from;
    *from = (struct tw_text){0};
}

void tw_proof_take(struct tw_result *proof, struct tw_result *result)
{
    result->proof = proof->proof;
    result->recompiled = proof->recompiled;
    result->unchecked |= proof->unchecked;
    if (proof->refused_key) result->refused_key = proof->refused_key;
    result->compile_s += proof->compile_s;
    result->check_s += proof->check_s;
    if (proof->unwritten_count && !result->unwritten_count) {
        result->unwritten_count = proof->unwritten_count;
        result->unwritten_of = proof->unwritten_of;
        take_text(&proof->unwritten, &result->unwritten);
    }
    take_text(&proof->unproven, &result->unproven);
    take_text(&proof->proof_problem, &result->proof_problem);
    if (proof->proof == TW_PROOF_WRONG) {
        result->status = proof->status;
        take_text(&proof->reason, &result->reason);
        take_text(&proof->detail, &result->detail);
    } else if (proof->status != TW_STATUS_OK) { /* it could not be simulated */
        result->proof = TW_PROOF_UNPROVEN;
        take_text(&proof->reason, &result->unproven);
    }
    tw_result_free(proof);
    *proof = (struct tw_result){0};
}

/* ---- in words ---- */

void tw_proof_count(const struct tw_result *result, struct tw_proof_tally *tally)
{
    tally->proofs[result->proof]++;
    tally->uncounted += result->proof == TW_PROOF_UNPROVEN && !result->has_simulated;
    tally->small += result->has_simulated && result->proof_problem.length > 0;
    tally->recompiled += result->recompiled;
    tally->unchecked += result->unchecked;
}

void tw_proof_say(const struct tw_proof_tally *tally, bool simulator, struct tw_text *text)
{
    size_t proven = tally->proofs[TW_PROOF_PROVEN], unproven = tally->proofs[TW_PROOF_UNPROVEN],
           wrong = tally->proofs[TW_PROOF_WRONG];
    if (proven + unproven + wrong) {
        tw_text_addf(text, "on the simulator, with all checks: %zu proven", proven);
        if (wrong) tw_text_addf(text, ", %zu wrong", wrong);
        if (unproven) tw_text_addf(text, ", %zu not proven", unproven);
        if (simulator && tally->uncounted)
            tw_text_addf(text, ", %zu of them without a rank, as nothing was counted", tally->uncounted);
        tw_text_add_char(text, '\n');
    }
    if (simulator && tally->small) tw_text_add(text, "counts on the proof problem; this is not a time\n");
    if (tally->recompiled)
        tw_text_addf(text,
                     "proven on another binary: fields of the problem are macros, so that the proof problem "
                     "is compiled anew (%zu)\n",
                     tally->recompiled);
    if (tally->unchecked) tw_text_add(text, "results " TW_NOT_CHECKED ". Races and bounds were checked\n");
}
