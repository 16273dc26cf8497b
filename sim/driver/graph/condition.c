/* Conditional nodes of graphs: handles, nodes, and what a value chooses. The value is one of the machine's, which kernels set. */
#include "sim/driver/graph/graph.h"

#include <stdlib.h>

/* ---- handles ---- */

#define ASSIGN_DEFAULT 1u /* CU_GRAPH_COND_ASSIGN_DEFAULT */

/* NULL: the current context. The handle is the graph's, and ends with it; its value stays for graphs made ready before. */
CUresult tw_sim_cuGraphConditionalHandleCreate(cuuint64_t *handle, CUgraph graph, CUcontext context,
                                               unsigned initial, unsigned flags)
{
    struct tw_task where = {.type = TW_NODE_CONDITIONAL};
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *owner = result ? NULL : tw_object_find(TW_GRAPH, graph);
    if (!result && !(owner && handle && flags <= ASSIGN_DEFAULT)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_task_context(context, &where);
    uint64_t value = result ? 0 : tw_machine_new_condition(tw_provider.machine);
    struct tw_object *object = value ? tw_object_new(TW_CONDITION, (uintptr_t)value, owner) : NULL;
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        object->condition.initial = initial;
        object->condition.assigns = flags == ASSIGN_DEFAULT;
        *handle = value;
    }
    return tw_sim_leave(result);
}

/* ---- nodes ---- */

static bool size_fits(int branch, unsigned size)
{
    switch (branch) {
    case TW_BRANCH_IF:
        return size == 1 || size == 2; /* then; else */
    case TW_BRANCH_WHILE:
        return size == 1;
    case TW_BRANCH_SWITCH:
        return size > 0;
    default:
        return false;
    }
}

static CUresult make_bodies(struct tw_conditional_task *task, unsigned size)
{
    task->bodies = calloc(size, sizeof(CUgraph));
    for (task->size = 0; task->bodies && task->size < size; task->size++) {
        const struct tw_object *graph = tw_graph_new();
        if (!graph) break;
        task->bodies[task->size] = (CUgraph)graph->handle;
    }
    return task->bodies && task->size == size ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult tw_task_of_condition(struct tw_condition_params *params, struct tw_task *task)
{
    *task = (struct tw_task){.type = TW_NODE_CONDITIONAL};
    struct tw_object *condition = tw_object_find(TW_CONDITION, (void *)(uintptr_t)params->handle);
    if (!condition || condition->condition.taken || !size_fits(params->type, params->size))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = tw_task_context(params->context, task);
    if (result) return result;
    task->conditional = (struct tw_conditional_task){.handle = params->handle,
                                                     .initial = condition->condition.initial,
                                                     .assigns = condition->condition.assigns,
                                                     .branch = (enum tw_branch)params->type};
    result = make_bodies(&task->conditional, params->size);
    if (result) return result;
    condition->condition.taken = true;
    params->bodies = task->conditional.bodies;
    return CUDA_SUCCESS;
}

bool tw_condition_allows(const struct tw_object *body)
{
    for (size_t i = 0; i < body->graph.nodes.count; i++) {
        const struct tw_object *node = tw_object_find(TW_NODE, (void *)body->graph.nodes.handles[i]);
        const struct tw_task *task = &node->node->task;
        switch ((int)task->type) {
        case CU_GRAPH_NODE_TYPE_KERNEL:
        case CU_GRAPH_NODE_TYPE_MEMCPY:
        case CU_GRAPH_NODE_TYPE_MEMSET:
        case CU_GRAPH_NODE_TYPE_EMPTY:
        case TW_NODE_CONDITIONAL: /* its bodies are looked at when their turn comes */
            continue;
        case CU_GRAPH_NODE_TYPE_GRAPH:
            if (tw_condition_allows(tw_task_graph(task, 0))) continue;
            return false;
        default:
            return false;
        }
    }
    return true;
}

/* ---- launches ---- */

void tw_condition_begin(const struct tw_conditional_task *task)
{
    if (task->assigns) *tw_machine_condition(tw_provider.machine, task->handle) = task->initial;
}

size_t tw_condition_body(const struct tw_conditional_task *task)
{
    uint32_t value = *tw_machine_condition(tw_provider.machine, task->handle);
    if (task->branch != TW_BRANCH_SWITCH) return value ? 0 : task->branch == TW_BRANCH_WHILE ? task->size : 1;
    return value < task->size ? value : task->size;
}
