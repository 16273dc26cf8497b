/* Handles of textures and surfaces. */
#include <stdlib.h>

#include "base/grow.h"
#include "sim/check/finding.h"
#include "sim/exec/memory/views.h"

uint64_t tw_views_add(struct tw_machine *machine, const struct tw_view *view)
{
    struct tw_views *all = &machine->views;
    struct tw_view **grown = tw_grow(all->views, all->count, &all->capacity, sizeof *grown);
    if (!grown) return 0;
    all->views = grown;
    struct tw_view *kept = malloc(sizeof *kept);
    if (!kept) return 0;
    *kept = *view;
    all->views[all->count++] = kept;
    return all->count;
}

/* Whether there was a view of that handle once. */
static bool had(const struct tw_machine *machine, uint64_t handle)
{
    return handle - 1 < machine->views.count;
}

struct tw_view *tw_views_find(const struct tw_machine *machine, uint64_t handle)
{
    return had(machine, handle) ? machine->views.views[handle - 1] : NULL;
}

void tw_views_drop(struct tw_machine *machine, uint64_t handle)
{
    free(tw_views_find(machine, handle));
    if (had(machine, handle)) machine->views.views[handle - 1] = NULL;
}

void tw_views_end(struct tw_machine *machine, const void *owner)
{
    for (size_t i = 0; i < machine->views.count; i++) {
        struct tw_view *view = machine->views.views[i];
        if (view && view->image.owner == owner) view->bound = false;
    }
}

void tw_views_free(struct tw_machine *machine)
{
    for (size_t i = 0; i < machine->views.count; i++) free(machine->views.views[i]);
    free(machine->views.views);
}

/* ---- what instructions mean ---- */

/* A texture in an array that was made with a height of 1. */
static bool is_row(const struct tw_view *view)
{
    const struct tw_texture_image *image = &view->image;
    return !view->surface && !image->linear && !image->layered && image->dimensions == 2 &&
           image->level[0].size[1] == 1;
}

/* A texture in an array of one dimension. */
static bool is_line(const struct tw_view *view)
{
    const struct tw_texture_image *image = &view->image;
    return !view->surface && !image->linear && !image->layered && image->dimensions == 1;
}

/* A surface of a cube is one of layers, its faces. A row may be taken for an array of one dimension, as Dr.Jit does, and an
   array of one dimension for a row, as Warp does: to the GPU they are the same. */
static bool geometry_fits(enum tw_ptx_word geometry, const struct tw_view *view)
{
    const bool cube = geometry == TW_PTX_GEOM_CUBE || geometry == TW_PTX_GEOM_ACUBE;
    if (geometry == TW_PTX_ABSENT) return true;
    if (view->surface || !(cube || view->image.cube))
        return tw_ptx_dimensions(geometry) == view->image.dimensions ||
               (tw_ptx_dimensions(geometry) == 1 && is_row(view)) ||
               (geometry == TW_PTX_GEOM_2D && is_line(view));
    return cube && view->image.cube;
}

const struct tw_view *tw_view_for(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                                  uint64_t handle, enum tw_view_kind kind)
{
    struct tw_sim_worker *worker = warp->worker;
    const struct tw_machine *machine = worker->running->machine;
    const struct tw_view *view = tw_views_find(machine, handle);
    static const char *const names[] = {"texture", "surface", "texture or surface"};
    const char *wanted = names[kind];
    const struct tw_texture_image *image = view ? &view->image : NULL;
    if (!view) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                had(machine, handle) ? "the %s 0x%llx has been destroyed"
                                     : "there is no %s 0x%llx, and there never was",
                wanted, (unsigned long long)handle);
    } else if (kind != TW_VIEW_ANY && view->surface != (kind == TW_VIEW_SURFACE)) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "0x%llx is no %s but a %s", (unsigned long long)handle,
                wanted, view->surface ? "surface" : "texture");
    } else if (!view->bound) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                "the %s 0x%llx has no array: none was bound, or it has been destroyed", wanted,
                (unsigned long long)handle);
    } else if (!geometry_fits(op->instruction->words[TW_PTX_CLASS_GEOM], view)) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "the %s 0x%llx is %s of %u dimensions%s", wanted,
                (unsigned long long)handle, image->cube ? "a cube" : "an array", image->dimensions,
                image->layered ? ", in layers" : "");
    } else if (image->linear && !tw_machine_at(machine, &worker->last, image->address, image->bytes)) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                "the %s 0x%llx reads %llu bytes of memory from 0x%llx on, and they are not all there", wanted,
                (unsigned long long)handle, (unsigned long long)image->bytes,
                (unsigned long long)image->address);
    } else {
        return view;
    }
    return NULL;
}
