/* A driver is asked which devices it has; a list chooses among them. */
#include "tune/devices/cards.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"

/* The entry at *at, up to the comma or the end. */
static size_t length_of(const char *at)
{
    return strcspn(at, ",");
}

static const char *next_of(const char *at)
{
    at += length_of(at);
    return *at ? at + 1 : NULL;
}

static bool is_uuid(const char *text, size_t length)
{
    if (strncmp(text, "GPU-", 4) != 0 && strncmp(text, "MIG-", 4) != 0) return false;
    return length > 4 && length < TW_DEVICE_UUID && strspn(text + 4, DIGITS "abcdefABCDEF-") + 4 >= length;
}

bool tw_cards_are_named(const char *list)
{
    if (strcmp(list, "all") == 0) return true;
    for (const char *at = list; at; at = next_of(at)) {
        size_t length = length_of(at);
        bool number = length > 0 && length < 5 && strspn(at, DIGITS) >= length;
        if (!number && !is_uuid(at, length)) return false;
    }
    return true;
}

/* ---- which there are ---- */

static int describe(struct tw_device *device, int ordinal, struct tw_card *card, struct tw_error *error)
{
    int code = TW_CALL(&device->driver, error, cuDeviceGet, &device->device, ordinal);
    if (!code) code = tw_device_describe(device, error);
    if (code) return code;
    *card = (struct tw_card){.ordinal = ordinal,
                             .target = tw_device_target(device),
                             .l2_bytes = device->l2_bytes,
                             .simulator = tw_device_is_simulator(device)};
    memcpy(card->name, device->name, sizeof card->name);
    if (!tw_device_uuid(device, card->uuid)) card->uuid[0] = '\0';
    return TW_OK;
}

/* All that the driver counts, up to as many as there is room for. */
static int list_all(struct tw_cards *all, struct tw_error *error)
{
    struct tw_device device = {0};
    int count = 0, code = tw_driver_open_cuda(&device.driver, error);
    all->count = 0;
    if (code) return code;
    code = TW_CALL(&device.driver, error, cuDeviceGetCount, &count);
    if (!code && !count) code = tw_fail(error, TW_ENVIRONMENT, "the driver is there, but no GPU");
    for (int i = 0; i < count && all->count < TW_MOST_CARDS && !code; i++, all->count++)
        code = describe(&device, i, &all->card[all->count], error);
    tw_driver_close(&device.driver);
    return code;
}

/* ---- which are chosen ---- */

/* The digits agree, as many as the entry has. */
static bool has_uuid(const struct tw_card *card, const char *entry, size_t length)
{
    const char *own = card->uuid + 4;
    if (!card->uuid[0]) return false;
    for (size_t i = 4; i < length; i++) {
        if (entry[i] == '-') continue;
        while (*own == '-') own++;
        if (tolower((unsigned char)entry[i]) != *own++) return false;
    }
    return true;
}

static int find_card(const struct tw_cards *all, const char *entry, size_t length, unsigned *found,
                     struct tw_error *error)
{
    unsigned matches = 0;
    for (unsigned i = 0; i < all->count; i++) {
        bool is_this = is_uuid(entry, length) ? has_uuid(&all->card[i], entry, length)
                                              : atoi(entry) == all->card[i].ordinal;
        if (is_this) *found = i, matches++;
    }
    if (matches == 1) return TW_OK;
    if (matches > 1)
        return tw_fail(error, TW_INPUT, "%u GPUs have a UUID that begins with %.*s", matches, (int)length,
                       entry);
    return tw_fail(error, TW_ENVIRONMENT, "there is no GPU %.*s: the driver has %u, numbered from 0",
                   (int)length, entry, all->count);
}

static int take_listed(const char *list, const struct tw_cards *all, struct tw_cards *cards,
                       struct tw_error *error)
{
    bool taken[TW_MOST_CARDS] = {false};
    int code = TW_OK;
    for (const char *at = list; at && !code; at = next_of(at)) {
        unsigned found = 0;
        code = find_card(all, at, length_of(at), &found, error);
        if (!code && taken[found])
            code = tw_fail(error, TW_INPUT, "cuda:%s names GPU %d twice", list, all->card[found].ordinal);
        if (code) break;
        taken[found] = true;
        cards->card[cards->count++] = all->card[found];
    }
    return code;
}

/* Every process of the host has its part of them; where they are fewer than processes, several have the same. */
static void take_share(const struct tw_share *share, struct tw_cards *cards)
{
    unsigned all = cards->count, ranks = share->ranks && share->ranks < all ? share->ranks : all;
    if (!share->divided || !all) return;
    cards->count = 0;
    for (unsigned i = share->rank % ranks; i < all; i += ranks) cards->card[cards->count++] = cards->card[i];
}

int tw_cards_find(const struct tw_choice *choice, struct tw_cards *cards, struct tw_error *error)
{
    struct tw_cards all;
    int code = list_all(&all, error);
    cards->count = 0;
    if (code) return code;
    if (strcmp(choice->cards, "all") == 0)
        *cards = all;
    else
        code = take_listed(choice->cards, &all, cards, error);
    take_share(&choice->share, cards);
    return code;
}

bool tw_cards_are_alike(const struct tw_card *a, const struct tw_card *b)
{
    return strcmp(a->name, b->name) == 0 && a->target.sm == b->target.sm && a->l2_bytes == b->l2_bytes &&
           a->target.multiprocessors == b->target.multiprocessors && a->simulator == b->simulator;
}

unsigned tw_cards_group(struct tw_card *cards, unsigned count)
{
    unsigned alike = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!tw_cards_are_alike(&cards[0], &cards[i])) continue;
        struct tw_card card = cards[i];
        memmove(cards + alike + 1, cards + alike, (i - alike) * sizeof card);
        cards[alike++] = card;
    }
    return alike;
}

void tw_card_choose(const struct tw_card *card, struct tw_choice *choice)
{
    choice->kind = TW_CHOICE_CARDS;
    choice->share = (struct tw_share){0};
    if (card->uuid[0])
        snprintf(choice->cards, sizeof choice->cards, "%s", card->uuid);
    else
        snprintf(choice->cards, sizeof choice->cards, "%d", card->ordinal);
}
