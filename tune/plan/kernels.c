/*
 * The kernels of a plan: rendered, compiled, loaded. The second one, for pointers that the first does not take, is that of the
 * variant that the plan began with, and a thread of its own compiles it while the first is looked for: whoever measures has the
 * winner compiled already, and waits for nothing more. The winner's own is compiled where the two would not go together.
 */
#include "gen/text/render.h"
#include "tune/plan/planner.h"

int tw_ready_compile(struct tw_planner *planner, const struct tw_device *device, struct tw_ready *ready,
                     struct tw_error *error)
{
    unsigned sm = tw_nvrtc_best(planner->nvrtc, device->sm);
    if (!sm) {
        return tw_fail(error, TW_ENVIRONMENT, "NVRTC (%s) cannot compile for sm_%u",
                       tw_nvrtc_path(planner->nvrtc), device->sm);
    }
    return tw_compile_cached(planner->cache, planner->nvrtc, &ready->kernel, sm, &ready->image, &ready->hit,
                             error);
}

int tw_ready_load(struct tw_device *device, struct tw_ready *ready, struct tw_error *error)
{
    return tw_load(device, &ready->kernel, &ready->image, &ready->loaded, error);
}

void tw_ready_free(struct tw_device *device, struct tw_ready *ready)
{
    tw_unload(device, &ready->loaded);
    tw_image_free(&ready->image);
    tw_kernel_free(&ready->kernel);
    *ready = (struct tw_ready){0};
}

/* ---- the second ---- */

static void *compile_second(void *memory)
{
    struct tw_second *second = memory;
    second->code = tw_ready_compile(second->planner, second->device, &second->ready, &second->error);
    return NULL;
}

int tw_second_begin(struct tw_second *second, const struct tw_variants *space,
                    const struct tw_variant *variant, struct tw_error *error)
{
    int code = tw_render_second(space, variant, &second->ready.kernel, error);
    if (code || !second->ready.kernel.name) return code;
    second->is_compiling = pthread_create(&second->thread, NULL, compile_second, second) == 0;
    if (!second->is_compiling) compile_second(second);
    return TW_OK;
}

static void wait_for(struct tw_second *second)
{
    if (second->is_compiling) pthread_join(second->thread, NULL);
    second->is_compiling = false;
}

/* Whether it takes pointers that the first does not, and is launched with the same for the rest: scratch is of both. */
static bool serves(const struct tw_shape *first, const struct tw_shape *second)
{
    bool takes_more = false;
    if (first->argument_count != second->argument_count) return false;
    for (unsigned i = 0; i < first->argument_count; i++) {
        const struct tw_argument *a = &first->arguments[i], *b = &second->arguments[i];
        bool same = a->kind == b->kind && a->role == b->role && a->before == b->before &&
                    (a->role != TW_ROLE_SCRATCH || tw_argument_bytes(a) == tw_argument_bytes(b));
        if (!same) return false;
        takes_more |= b->align < a->align;
    }
    return takes_more;
}

static int hand_over(struct tw_second *second, struct tw_error *error)
{
    if (!error) return second->code;
    tw_error_free(error);
    *error = second->error;
    second->error = (struct tw_error)TW_ERROR_INIT;
    return second->code;
}

/* The variant's own, if it has one, in place of what was begun. */
static int begin_anew(struct tw_second *second, const struct tw_variants *space,
                      const struct tw_variant *variant, struct tw_error *error)
{
    tw_second_free(second);
    return tw_second_begin(second, space, variant, error);
}

int tw_second_end(struct tw_second *second, const struct tw_variants *space, const struct tw_variant *variant,
                  const struct tw_shape *first, struct tw_error *error)
{
    int code = TW_OK;
    if (!second->ready.kernel.name || !serves(first, &second->ready.kernel.shape))
        code = begin_anew(second, space, variant, error);
    wait_for(second);
    if (!code && second->code) code = hand_over(second, error);
    if (!code && second->ready.kernel.name) code = tw_ready_load(second->device, &second->ready, error);
    return code;
}

void tw_second_free(struct tw_second *second)
{
    wait_for(second);
    tw_ready_free(second->device, &second->ready);
    tw_error_free(&second->error);
    second->code = TW_OK;
}
