/* Objects of the program's whose life follows graphs, a picture of a graph, and what graphs take of memory. */
#include "sim/driver/graph/graph.h"

#include <stdio.h>

#include "base/files/quiet.h"

/* ---- user objects ---- */

/* The program's function must not call the driver (CUDA's rule), and so may be called with the lock held. */
static void let_go(struct tw_object *object, unsigned references)
{
    object->user.references -= references;
    if (object->user.references) return;
    CUhostFn destroy = object->user.destroy;
    void *argument = object->user.argument;
    tw_object_free(object);
    destroy(argument);
}

void tw_user_release(uintptr_t handle, unsigned references)
{
    struct tw_object *object = tw_object_find(TW_USER_OBJECT, (void *)handle);
    if (object) let_go(object, references);
}

CUresult tw_sim_cuUserObjectCreate(CUuserObject *object, void *address, CUhostFn destroy, unsigned references,
                                   unsigned flags)
{
    CUresult result = tw_sim_enter_driver();
    bool valid = object && destroy && references && references <= 0x7fffffff &&
                 flags == CU_USER_OBJECT_NO_DESTRUCTOR_SYNC;
    if (!result && !valid) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *made = result ? NULL : tw_object_new(TW_USER_OBJECT, 0, NULL);
    if (!result && !made) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        made->user.destroy = destroy;
        made->user.argument = address;
        made->user.references = references;
        *object = (CUuserObject)made->handle;
    }
    return tw_sim_leave(result);
}

static CUresult enter_user(CUuserObject object, unsigned count, struct tw_object **found)
{
    CUresult result = tw_sim_enter_driver();
    *found = result ? NULL : tw_object_find(TW_USER_OBJECT, object);
    return !result && !(*found && count && count <= 0x7fffffff) ? CUDA_ERROR_INVALID_VALUE : result;
}

CUresult tw_sim_cuUserObjectRetain(CUuserObject object, unsigned count)
{
    struct tw_object *found;
    CUresult result = enter_user(object, count, &found);
    if (!result) found->user.references += count;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuUserObjectRelease(CUuserObject object, unsigned count)
{
    struct tw_object *found;
    CUresult result = enter_user(object, count, &found);
    if (!result && count > found->user.references) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) let_go(found, count);
    return tw_sim_leave(result);
}

/* The graph keeps the handle once for each reference that it has. */
CUresult tw_sim_cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned count, unsigned flags)
{
    struct tw_object *found;
    CUresult result = enter_user(object, count, &found);
    struct tw_object *owner = result ? NULL : tw_object_find(TW_GRAPH, graph);
    if (!result && (!owner || flags > CU_GRAPH_USER_OBJECT_MOVE)) result = CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; !result && i < count; i++) {
        if (!tw_nodes_append(&owner->graph.user_objects, found->handle)) result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (!result && flags != CU_GRAPH_USER_OBJECT_MOVE) found->user.references += count;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned count)
{
    struct tw_object *found;
    CUresult result = enter_user(object, count, &found);
    struct tw_object *owner = result ? NULL : tw_object_find(TW_GRAPH, graph);
    if (!result && !owner) result = CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; !result && i < count; i++) {
        if (!tw_nodes_has(&owner->graph.user_objects, (uintptr_t)object)) result = CUDA_ERROR_INVALID_VALUE;
        if (!result) tw_nodes_remove(&owner->graph.user_objects, (uintptr_t)object);
        if (!result) tw_user_release((uintptr_t)object, 1);
    }
    return tw_sim_leave(result);
}

/* ---- a picture: one node a line, then one edge a line, in the language of Graphviz ---- */

static const char *type_name(CUgraphNodeType type)
{
    static const char *const names[] = {"kernel", "memcpy", "memset",     "host",
                                        "graph",  "empty",  "wait event", "record event"};
    if (type == CU_GRAPH_NODE_TYPE_MEM_ALLOC) return "alloc";
    if (type == CU_GRAPH_NODE_TYPE_MEM_FREE) return "free";
    if (type == TW_NODE_CONDITIONAL) return "condition";
    return (size_t)type < sizeof names / sizeof *names ? names[type] : "node";
}

/* A kernel's name, and its launch when that is asked for. */
static void draw_kernel(FILE *file, const struct tw_kernel_task *kernel, unsigned flags)
{
    const uint32_t *grid = kernel->grid, *block = kernel->block;
    const struct tw_object *function = tw_object_find(TW_FUNCTION, kernel->function);
    if (function) fprintf(file, " %s", tw_sim_function_info(function->function.code).name);
    if (flags & (CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE | CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS))
        fprintf(file, "\\n<<<(%u,%u,%u),(%u,%u,%u),%u>>>", grid[0], grid[1], grid[2], block[0], block[1],
                block[2], kernel->dynamic);
}

static void draw(FILE *file, const struct tw_object *graph, unsigned flags)
{
    fprintf(file, "digraph \"graph_%zx\" {\n", (size_t)graph->handle);
    for (size_t i = 0; i < graph->graph.nodes.count; i++) {
        const struct tw_node *node = tw_object_find(TW_NODE, (void *)graph->graph.nodes.handles[i])->node;
        fprintf(file, "    node_%zu [label=\"%zu: %s", i, i, type_name(node->task.type));
        if (node->task.type == CU_GRAPH_NODE_TYPE_KERNEL) draw_kernel(file, &node->task.kernel, flags);
        fprintf(file, "\"];\n");
        for (size_t k = 0; k < node->behind.count; k++) {
            size_t from = 0;
            while (graph->graph.nodes.handles[from] != node->behind.handles[k]) from++;
            fprintf(file, "    node_%zu -> node_%zu;\n", from, i);
        }
    }
    fprintf(file, "}\n");
}

CUresult tw_sim_cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned flags)
{
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *object = result ? NULL : tw_object_find(TW_GRAPH, graph);
    if (!result && !(object && path)) result = CUDA_ERROR_INVALID_VALUE;
    FILE *file = result ? NULL : fopen(path, "we");
    if (!result && !file) result = CUDA_ERROR_OPERATING_SYSTEM;
    struct tw_quiet quiet;
    tw_quiet_begin(&quiet);
    if (!result) draw(file, object, flags);
    bool failed = file && ferror(file);
    if (file && (fclose(file) != 0 || failed)) result = CUDA_ERROR_OPERATING_SYSTEM;
    tw_quiet_end(&quiet);
    return tw_sim_leave(result);
}

/* ---- memory of graphs: what nodes allocated and nobody freed yet; none is reserved beyond ---- */

/* The mark that the attribute is; NULL: it is none. */
static uint64_t *mark_of(CUdevice device, CUgraphMem_attribute attribute)
{
    uint64_t *high = tw_provider.devices[device].graph_high;
    if (attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH) return &high[0];
    return attribute == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH ? &high[1] : NULL;
}

static CUresult check_attribute(CUdevice device, CUgraphMem_attribute attribute, const void *value)
{
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_sim_check_device(device);
    return !result && (!value || (unsigned)attribute > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH)
               ? CUDA_ERROR_INVALID_VALUE
               : result;
}

CUresult tw_sim_cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    CUresult result = check_attribute(device, attribute, value);
    if (!result) {
        const uint64_t *mark = mark_of(device, attribute);
        *(cuuint64_t *)value = mark ? *mark : tw_provider.devices[device].graph_used;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    CUresult result = check_attribute(device, attribute, value);
    uint64_t *mark = result ? NULL : mark_of(device, attribute);
    if (!result && (!mark || *(cuuint64_t *)value)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *mark = tw_provider.devices[device].graph_used;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGraphMemTrim(CUdevice device)
{
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_sim_check_device(device);
    return tw_sim_leave(result);
}
