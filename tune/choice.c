/* The words of a device, the device they mean, why it is not the GPU; and the architecture to compile for. */
#include "tune/choice.h"

#include <stdlib.h>
#include <string.h>

#include <tilewright/target.h>

#include "sim/exec/simulator.h"
#include "tune/devices/cards.h"

/* N, or else a list. */
static bool read_cards(const char *text, struct tw_choice *choice)
{
    size_t length = strlen(text), digits = strspn(text, "0123456789");
    choice->ordinal = digits && digits == length && digits < 5 ? (int)strtol(text, NULL, 10) : 0;
    choice->numbered = digits && digits == length;
    if (choice->numbered) return digits < 5 && choice->ordinal < 1024;
    choice->kind = TW_CHOICE_CARDS;
    if (!tw_cards_are_named(text) || length >= TW_CARDS_TEXT) return false;
    memcpy(choice->cards, text, length + 1);
    return true;
}

bool tw_choice_parse(const char *text, struct tw_choice *choice)
{
    choice->ordinal = 0;
    choice->numbered = false;
    choice->cards[0] = '\0';
    choice->kind = TW_CHOICE_CUDA;
    if (strncmp(text, "cuda:", 5) == 0) return read_cards(text + 5, choice);
    if (strcmp(text, "auto") == 0)
        choice->kind = TW_CHOICE_AUTO;
    else if (strcmp(text, "sim") == 0)
        choice->kind = TW_CHOICE_SIM;
    else
        return strcmp(text, "cuda") == 0;
    return true;
}

unsigned tw_choice_checks(const struct tw_choice *choice)
{
    return choice->checks_given ? choice->checks : TW_SIM_CHECK_USUAL;
}

void tw_choice_say_unmet(const struct tw_choice *choice, unsigned bank_bytes,
                         enum tw_cache_config cache_config, struct tw_text *text)
{
    if (choice->bank_mode && choice->bank_mode != bank_bytes * 8)
        tw_text_addf(text, "--bank-mode %u has no effect on this device\n", choice->bank_mode);
    if (choice->cache_config && choice->cache_config != (unsigned)cache_config)
        tw_text_addf(text, "--cache-config %s has no effect on this device\n",
                     tw_cache_config_words[choice->cache_config]);
}

static int open_simulator(const struct tw_choice *choice, struct tw_device *device, struct tw_error *error)
{
    return tw_device_open_simulator(device, choice->sm ? choice->sm : TW_DEFAULT_SM, error);
}

static void describe(const struct tw_device *device, const char *why_not, struct tw_text *why)
{
    tw_text_addf(why, "device: %s", device->name);
    if (!tw_device_is_simulator(device))
        tw_text_addf(why, " (GPU %d, sm_%u)", device->ordinal, device->sm);
    else if (why_not[0])
        tw_text_addf(why, "; %s", why_not);
}

/* A GPU is what was asked for; the drop-in libcuda.so.1 is none. */
static int open_gpu(const struct tw_choice *choice, struct tw_device *device, struct tw_error *error)
{
    int code = tw_device_open_cuda(device, choice->ordinal, error);
    if (code || !tw_device_is_simulator(device)) return code;
    tw_device_close(device);
    return tw_fail(error, TW_ENVIRONMENT, "no GPU can be used: the libcuda.so.1 found is the simulator's");
}

/* The one card that is chosen. */
static int open_card(const struct tw_choice *choice, struct tw_device *device, struct tw_error *error)
{
    struct tw_cards cards;
    int code = tw_cards_find(choice, &cards, error);
    if (!code && cards.count > 1)
        code = tw_fail(error, TW_INPUT,
                       "cuda:%s names %u devices, and only one is possible here, such as cuda:%d",
                       choice->cards, cards.count, cards.card[0].ordinal);
    return code ? code : tw_device_open_cuda(device, cards.card[0].ordinal, error);
}

int tw_choice_open(const struct tw_choice *choice, struct tw_device *device, struct tw_text *why,
                   struct tw_error *error)
{
    struct tw_error no_gpu = TW_ERROR_INIT;
    int code;
    if (choice->kind == TW_CHOICE_CUDA) {
        code = open_gpu(choice, device, error);
    } else if (choice->kind == TW_CHOICE_CARDS) {
        code = open_card(choice, device, error);
    } else if (choice->kind == TW_CHOICE_SIM) {
        code = open_simulator(choice, device, error);
    } else {
        code = tw_device_open_cuda(device, 0, &no_gpu);
        if (code == TW_MEMORY)
            tw_fail(error, TW_MEMORY, "%s", no_gpu.message); /* that says nothing about GPUs */
        else if (code)
            code = open_simulator(choice, device, error);
    }
    const struct tw_preferences wanted = {(enum tw_cache_config)choice->cache_config, choice->bank_mode};
    const bool open = !code;
    if (!code) code = tw_device_prefer(device, &wanted, error);
    if (!code) describe(device, no_gpu.message, why);
    if (!code && why->failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (code && open) tw_device_close(device);
    tw_error_free(&no_gpu);
    return code;
}

int tw_choice_arch(const struct tw_choice *choice, const struct tw_device *device,
                   const struct tw_nvrtc *nvrtc, unsigned *sm, struct tw_error *error)
{
    int major, minor;
    tw_nvrtc_version(nvrtc, &major, &minor);
    *sm = choice->sm ? choice->sm : tw_nvrtc_best(nvrtc, device->sm);
    if (*sm && tw_nvrtc_supports(nvrtc, *sm)) return TW_OK;
    return tw_fail(error, TW_ENVIRONMENT, "NVRTC %d.%d (%s) cannot compile for sm_%u", major, minor,
                   tw_nvrtc_path(nvrtc), choice->sm ? choice->sm : device->sm);
}
