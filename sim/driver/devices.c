/* Which devices there are, of which kinds, and which of them a program sees. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sim/driver/state.h"

#define DEFAULT_TARGET 90u

/*
 * TILEWRIGHT_SIM_ARCH = arch { "," arch }     the kinds of the devices; more devices are as the last
 */
static CUresult choose_kinds(unsigned *kinds)
{
    const char *text = getenv("TILEWRIGHT_SIM_ARCH");
    *kinds = 0;
    for (const char *at = text ? text : ""; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        char word[16];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
        const struct tw_target *target = tw_target_find(text ? tw_target_parse(word) : DEFAULT_TARGET);
        if (!target || *kinds == TW_MOST_DEVICES)
            return tw_sim_refuse(
                CUDA_ERROR_NO_DEVICE,
                "TILEWRIGHT_SIM_ARCH names no known architecture, such as sm_50, sm_90 or sm_121: \"%s\"",
                text);
        tw_provider.kinds[(*kinds)++] = target;
    }
    for (unsigned i = *kinds; i < TW_MOST_DEVICES; i++) tw_provider.kinds[i] = tw_provider.kinds[*kinds - 1];
    return CUDA_SUCCESS;
}

void tw_sim_write_uuid(unsigned char bytes[TW_UUID_BYTES], int number)
{
    static const char fixed[TW_UUID_BYTES + 1] = "tilewright-sim-1";
    memcpy(bytes, fixed, TW_UUID_BYTES);
    bytes[TW_UUID_BYTES - 1] += (unsigned char)number;
}

/* Whether the digits of a word, as many as it has, are those of the device's UUID. */
static bool has_uuid(const char *word, size_t length, int number)
{
    unsigned char bytes[TW_UUID_BYTES];
    unsigned digits = 0;
    tw_sim_write_uuid(bytes, number);
    for (size_t i = strlen("GPU-"); i < length; i++) {
        if (word[i] == '-') continue;
        unsigned own = digits % 2 ? bytes[digits / 2] & 15u : bytes[digits / 2] >> 4;
        if (digits == 2 * TW_UUID_BYTES || tolower((unsigned char)word[i]) != "0123456789abcdef"[own])
            return false;
        digits++;
    }
    return digits > 0;
}

/* The number that a word of the list stands for; < 0: none. */
static int number_of(const char *word, size_t length)
{
    for (int i = 0; i < tw_provider.all_count; i++) {
        bool by_number = length == 1 && word[0] == '0' + i;
        bool by_uuid = strncmp(word, "GPU-", 4) == 0 && has_uuid(word, length, i);
        if (by_number || by_uuid) return i;
    }
    return -1;
}

static bool is_listed(int number)
{
    for (int i = 0; i < tw_provider.device_count; i++) {
        if (tw_provider.devices[i].number == number) return true;
    }
    return false;
}

/*
 * CUDA_VISIBLE_DEVICES, as for GPUs: numbers or UUIDs, which may be cut short, with commas between, in the order that the program sees.
 * What follows a word that names none is hidden. Where it leaves no device it is about GPUs that are not these, and all are visible.
 */
static void choose_visible(void)
{
    const char *at = tw_provider.hides ? getenv("CUDA_VISIBLE_DEVICES") : NULL;
    while (at) {
        size_t length = strcspn(at, ",");
        int number = number_of(at, length);
        if (number < 0 || is_listed(number)) break;
        tw_provider.devices[tw_provider.device_count++].number = number;
        at = at[length] ? at + length + 1 : NULL;
    }
    if (tw_provider.device_count) return;
    for (int i = 0; i < tw_provider.all_count; i++) tw_provider.devices[i].number = i;
    tw_provider.device_count = tw_provider.all_count;
}

/* What tw_sim_set_target set goes first; nonsense in the variable is refused all the same. */
CUresult tw_sim_choose_devices(void)
{
    const struct tw_target *set = tw_provider.target;
    unsigned kinds = 0, count;
    CUresult result = choose_kinds(&kinds);
    count = kinds;
    if (!result) result = tw_sim_read_variable("TILEWRIGHT_SIM_DEVICES", 1, TW_MOST_DEVICES, &count);
    if (result) return result;
    for (int i = 0; set && i < TW_MOST_DEVICES; i++) tw_provider.kinds[i] = set;
    tw_provider.all_count = (int)count;
    tw_provider.device_count = 0;
    choose_visible();
    tw_provider.target = tw_sim_kind(0);
    return CUDA_SUCCESS;
}
