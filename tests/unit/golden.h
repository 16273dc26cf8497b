/* golden.h - the configs of tests/golden/kernel, and their renderings. */
#ifndef TESTS_UNIT_GOLDEN_H
#define TESTS_UNIT_GOLDEN_H

#include <stdio.h>
#include <unistd.h>

#include "gen/layout/predict.h"
#include "gen/text/render.h"
#include "tests/expanded.h"

#define GOLDEN TEST_DIR "/golden/kernel/"

/* NAME.json beside the golden files, else in configs/. */
static inline void golden_load(const char *name, struct expanded *config)
{
    char path[1024];
    struct tw_error error = TW_ERROR_INIT;
    snprintf(path, sizeof path, GOLDEN "%s.json", name);
    if (access(path, R_OK) != 0) snprintf(path, sizeof path, SOURCE_DIR "/configs/%s.json", name);
    if (expanded_by(tw_config_load(path, &config->config, &error), config, &error) != TW_OK)
        fail_msg("%s: %s", path, error.message);
}

static inline void golden_render(const struct expanded *config, size_t variant,
                                 const struct tw_rendering *rendering, struct tw_kernel *kernel)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_render(&config->of, &config->of.variant[variant], rendering, NULL, kernel, &error);
    if (code != TW_OK) fail_msg("%s: %s", config->of.variant[variant].name, error.message);
}

static inline bool golden_accepted(const struct expanded *config, size_t variant)
{
    struct tw_text reason = {0};
    bool yes = config->of.family->accept(config->of.variant[variant].value, tw_target_find(90), &reason);
    tw_text_free(&reason);
    return yes;
}

#endif
