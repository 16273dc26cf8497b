/* choice.h - options that say which device a command uses (tune/choice.h), and how the simulator runs it. */
#ifndef TW_CLI_OPTIONS_CHOICE_H
#define TW_CLI_OPTIONS_CHOICE_H

#include "cli/cli.h"
#include "tune/choice.h"

/* When stores of one block are seen by others, on the simulator. */
enum { TW_MEMORY_STRONG, TW_MEMORY_WEAK };
struct tw_memory_model {
    unsigned kind;
    uint64_t seed; /* 0: none was given */
};

/* --device as a row of a command's table of options, whose struct has a struct tw_choice as `member`. */
#define TW_DEVICE_OPTION(type, member)                                                                       \
    {                                                                                                        \
        "device", 0, "DEVICE", TW_AS_READ(type, member, tw_choice_read),                                     \
            "auto (a GPU if there is one, else the simulator), cuda, cuda:N or sim"                          \
    }
/* Rows for what the driver is asked to make of the device; the reader of the second is in space.h. */
#define TW_PREFERENCE_OPTIONS(type, member)                                                                  \
    {"cache-config", 0, "WORD", TW_AS_WORD(type, member.cache_config, &tw_cache_configs),                    \
     "ask the driver to prefer shared memory (shared), the L1 cache (L1), both (equal) or none"},            \
    {                                                                                                        \
        "bank-mode", 0, "BITS", TW_AS_READ(type, member.bank_mode, tw_bank_mode_read),                       \
            "ask the driver for shared memory's banks in 32- or 64-bit mode (compute capability 3.x)"        \
    }
extern const struct tw_words tw_cache_configs;

/* How a kernel is timed on a GPU: an enum tw_l2_state. */
#define TW_L2_OPTION(type, member)                                                                           \
    {                                                                                                        \
        "cache", 0, "STATE", TW_AS_WORD(type, member, &tw_l2_states),                                        \
            "warm, or cold: on a GPU the L2 cache is flushed before each timed run (default warm)"           \
    }
extern const struct tw_words tw_l2_states;

#define TW_CHECK_OPTION(type, member)                                                                        \
    {                                                                                                        \
        "check", 0, "CHECKS", TW_AS_READ(type, member, tw_checks_choose),                                    \
            "the simulator's checks: names with commas between, all, usual (the default) or none"            \
    }

#define TW_PROVE_OPTION(type, member)                                                                        \
    {                                                                                                        \
        "prove", 0, NULL, TW_AS_FLAG(type, member),                                                          \
            "simulate each variant of a described kernel on its proof problem, with all checks, before a "   \
            "GPU runs it"                                                                                    \
    }

#define TW_MEMORY_OPTIONS(type, member)                                                                      \
    {"memory", 0, "MODEL", TW_AS_WORD(type, member.kind, &tw_memory_models),                                 \
     "strong; or weak: in the simulator other blocks see stores late and in any order, "                     \
     "unless fences forbid it"},                                                                             \
    {                                                                                                        \
        "seed", 0, "NUMBER", TW_AS_COUNT(type, member.seed),                                                 \
            "decides when other blocks see stores in weak memory (default 1)"                                \
    }
extern const struct tw_words tw_memory_models;

/* The seed of weak memory, 0 of strong; a seed for strong memory is refused. */
uint64_t tw_memory_seed(const struct tw_memory_model *model, const char *command);

/* Its `read`; *choice is a struct tw_choice. */
bool tw_choice_read(char *value, void *choice, const char *command);
bool tw_checks_choose(char *value, void *choice, const char *command);
/* Reads the bits of enum tw_sim_check alone; *checks is unsigned. */
bool tw_checks_read(char *value, void *checks, const char *command);

#endif
