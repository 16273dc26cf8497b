/* --device, --check, --memory and what the driver is asked to prefer: their words. */
#include "cli/options/choice.h"

#include <string.h>

#include "gen/config/hint.h"
#include "runtime/measure/measure.h"
#include "sim/exec/simulator.h"

bool tw_choice_read(char *value, void *choice, const char *command)
{
    if (!tw_choice_parse(value, choice))
        tw_arguments_refuse(command, "--device '%s': it is " TW_CHOICE_WORDS "%s", value,
                            tw_hint_among(value, (const char *const[]){"auto", "cuda", "sim", NULL}).words);
    return true;
}

/* The first of them that is no check. */
static void __attribute__((__noreturn__)) refuse_checks(const char *list, const char *command)
{
    static const char *const names[] = {"all", "usual", "none",
#define X(check, bit, name, usual) name,
                                        TW_SIM_CHECKS(X)
#undef X
                                            NULL};
    char word[64] = "";
    unsigned checks;
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
        if (!tw_sim_checks_read(word, &checks)) break;
    }
#define X(check, bit, name, usual) ", " name
    tw_arguments_refuse(command, "--check '%s': the checks are all, usual, none" TW_SIM_CHECKS(X) "%s", list,
                        tw_hint_among(word, names).words);
#undef X
}

bool tw_checks_read(char *value, void *checks, const char *command)
{
    if (!tw_sim_checks_read(value, checks)) refuse_checks(value, command);
    return true;
}

bool tw_checks_choose(char *value, void *choice, const char *command)
{
    struct tw_choice *chosen = choice;
    chosen->checks_given = true;
    return tw_checks_read(value, &chosen->checks, command);
}

const struct tw_words tw_cache_configs = {NULL, tw_cache_config_words};
const struct tw_words tw_l2_states = {NULL, tw_l2_words};

static const char *const memory_words[] = {[TW_MEMORY_STRONG] = "strong", [TW_MEMORY_WEAK] = "weak", NULL};
const struct tw_words tw_memory_models = {NULL, memory_words};

uint64_t tw_memory_seed(const struct tw_memory_model *model, const char *command)
{
    if (model->seed && model->kind != TW_MEMORY_WEAK)
        tw_arguments_refuse(command, "--seed needs --memory weak");
    if (model->seed > UINT32_MAX) tw_arguments_refuse(command, "--seed is at most %u", UINT32_MAX);
    if (model->kind == TW_MEMORY_STRONG) return 0;
    return model->seed ? model->seed : 1;
}
