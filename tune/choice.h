/* choice.h - which device is used: auto, cuda, cuda:N, a card by its UUID, or sim, and what is said about the choice. */
#ifndef TW_TUNE_CHOICE_H
#define TW_TUNE_CHOICE_H

#include "base/text.h"
#include "runtime/compile/compile.h"
#include "runtime/device.h"
#include "tune/devices/launcher.h"

#define TW_CARDS_TEXT 512 /* bytes of a list of cards, with the NUL */

struct tw_choice {
    enum { TW_CHOICE_AUTO, TW_CHOICE_CUDA, TW_CHOICE_CARDS, TW_CHOICE_SIM } kind;
    int ordinal;   /* of cuda:N */
    bool numbered; /* it is cuda:N, not cuda */
    char cards
        [TW_CARDS_TEXT]; /* of cuda:LIST: "all", or numbers and UUIDs with commas between (tune/devices/cards.h) */
    struct tw_share
        share;   /* of them                                                                            */
    unsigned sm; /* --arch, or 0 */
    unsigned cache_config, bank_mode; /* --cache-config, of enum tw_cache_config; --bank-mode, or 0 */
    bool checks_given;                /* else the usual ones */
    unsigned checks;                  /* --check, of enum tw_sim_check */
};

/* The words that tw_choice_parse reads, for messages. */
#define TW_CHOICE_WORDS "auto, cuda, cuda:N, cuda:GPU-UUID, cuda:all, a list like cuda:0,2, or sim"

/* Reads such a word into kind, ordinal and cards; false for anything else. */
bool tw_choice_parse(const char *text, struct tw_choice *choice);

/* The bits of enum tw_sim_check that a simulator is to be given. */
unsigned tw_choice_checks(const struct tw_choice *choice);

/* Opens the device chosen and asks it what is preferred; TW_INPUT: several cards are chosen. *why says in words what was taken and why:
   it has no line break. */
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
