/*
 * cards.h - the GPUs that a list names: numbers as the driver counts them, UUIDs as nvidia-smi writes them, or all.
 *
 *     list = "all" | card { "," card }
 *     card = number | ( "GPU-" | "MIG-" ) digits       digits: the UUID's, or the first of them where no other card has these
 *
 * CUDA_VISIBLE_DEVICES has hidden the others before: the driver does not count them.
 */
#ifndef TW_TUNE_DEVICES_CARDS_H
#define TW_TUNE_DEVICES_CARDS_H

#include "tune/choice.h"

#define TW_MOST_CARDS 32u

struct tw_card {
    int ordinal;               /* as the driver counts                              */
    char uuid[TW_DEVICE_UUID]; /* "": the driver tells none                         */
    char name[128];
    struct tw_target target;
    int l2_bytes;
    bool simulator; /* the drop-in plays it */
};

struct tw_cards {
    unsigned count;
    struct tw_card card[TW_MOST_CARDS];
};

/* Whether the text is such a list; which cards there are is another question. */
bool tw_cards_are_named(const char *list);

/*
 * The cards of a choice of the kind TW_CHOICE_CARDS, each once, as the list has them, and of these the process's share. Opens the driver
 * and no device. TW_ENVIRONMENT: there is no driver, no device or not that one, which the message names; TW_INPUT: a card is named twice.
 */
int tw_cards_find(const struct tw_choice *choice, struct tw_cards *cards, struct tw_error *error);

/* Whether times of the two are times of one kind of card. */
bool tw_cards_are_alike(const struct tw_card *a, const struct tw_card *b);

/* Moves the cards that are like the first to the front: returns how many. */
unsigned tw_cards_group(struct tw_card *cards, unsigned count);

/* Makes a choice that of one card, in whatever process it is opened. */
void tw_card_choose(const struct tw_card *card, struct tw_choice *choice);

#endif
