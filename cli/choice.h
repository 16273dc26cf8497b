/* choice.h - which device a command uses: --device auto|cuda[:N]|sim, and what is said about the choice. */
#ifndef TW_CLI_CHOICE_H
#define TW_CLI_CHOICE_H

#include "cli/cli.h"
#include "runtime/compile/compile.h"
#include "runtime/device.h"

struct tw_choice {
    enum { TW_CHOICE_AUTO, TW_CHOICE_CUDA, TW_CHOICE_SIM } kind;
    int ordinal;                      /* of cuda:N */
    unsigned sm;                      /* --arch, or 0 */
    unsigned cache_config, bank_mode; /* --cache-config, of enum tw_cache_config; --bank-mode, or 0 */
    bool checks_given;                /* else the usual ones */
    unsigned checks;                  /* --check, of enum tw_sim_check */
};

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
     "ask the driver to prefer none, shared, L1 or equal of shared memory and L1 cache"},                    \
    {                                                                                                        \
        "bank-mode", 0, "BITS", TW_AS_READ(type, member.bank_mode, tw_bank_mode_read),                       \
            "ask the driver for shared memory's banks in 32- or 64-bit mode (compute capability 3.x)"        \
    }
extern const struct tw_words tw_cache_configs;

#define TW_CHECK_OPTION(type, member)                                                                        \
    {                                                                                                        \
        "check", 0, "CHECKS", TW_AS_READ(type, member, tw_checks_choose),                                    \
            "what the simulator looks for: names of checks with commas between, all, usual (the default) "   \
            "or none"                                                                                        \
    }

#define TW_MEMORY_OPTIONS(type, member)                                                                      \
    {"memory", 0, "MODEL", TW_AS_WORD(type, member.kind, &tw_memory_models),                                 \
     "strong, or weak: on the simulator other blocks see stores late and in any order, unless fences "       \
     "forbid it"},                                                                                           \
    {                                                                                                        \
        "seed", 0, "NUMBER", TW_AS_COUNT(type, member.seed),                                                 \
            "what decides with weak memory when stores are seen (default 1)"                                 \
    }
extern const struct tw_words tw_memory_models;

/* The seed of weak memory, 0 of strong; a seed for strong memory is refused. */
uint64_t tw_memory_seed(const struct tw_memory_model *model, const char *command);

/* Its `read`; *choice is a struct tw_choice. */
bool tw_choice_read(char *value, void *choice, const char *command);
bool tw_checks_choose(char *value, void *choice, const char *command);
/* The same for who keeps the bits of enum tw_sim_check alone; *checks is unsigned. */
bool tw_checks_read(char *value, void *checks, const char *command);
/* The bits of enum tw_sim_check that a simulator is to be given. */
unsigned tw_choice_checks(const struct tw_choice *choice);

/* Opens the device chosen and asks it what is preferred. *why says in words what was taken and why:
   the first line of a command's output. */
int tw_choice_open(const struct tw_choice *choice, struct tw_device *device, struct tw_text *why,
                   struct tw_error *error);

/* Adds a line for each preference that the device does not follow: it is configured otherwise. */
void tw_choice_say_unmet(const struct tw_choice *choice, unsigned bank_bytes,
                         enum tw_cache_config cache_config, struct tw_text *text);

/* The architecture to compile for: --arch, else the newest that both the device and NVRTC know.
   TW_ENVIRONMENT: none, or NVRTC does not know the one asked for. */
int tw_choice_arch(const struct tw_choice *choice, const struct tw_device *device,
                   const struct tw_nvrtc *nvrtc, unsigned *sm, struct tw_error *error);

#endif
