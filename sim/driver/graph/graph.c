/* Graphs: nodes, edges, copies, and questions about them. */
#include "sim/driver/graph/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* ---- sets of nodes ---- */

bool tw_nodes_has(const struct tw_nodes *nodes, uintptr_t handle)
{
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->handles[i] == handle) return true;
    }
    return false;
}

bool tw_nodes_append(struct tw_nodes *nodes, uintptr_t handle)
{
    uintptr_t *grown = tw_grow(nodes->handles, nodes->count, &nodes->capacity, sizeof *grown);
    if (!grown) return false;
    nodes->handles = grown;
    nodes->handles[nodes->count++] = handle;
    return true;
}

bool tw_nodes_add(struct tw_nodes *nodes, uintptr_t handle)
{
    return tw_nodes_has(nodes, handle) || tw_nodes_append(nodes, handle);
}

bool tw_nodes_add_all(struct tw_nodes *nodes, const struct tw_nodes *others)
{
    bool added = true;
    for (size_t i = 0; added && i < others->count; i++) added = tw_nodes_add(nodes, others->handles[i]);
    return added;
}

void tw_nodes_remove(struct tw_nodes *nodes, uintptr_t handle)
{
    size_t i = 0;
    while (i < nodes->count && nodes->handles[i] != handle) i++;
    if (i == nodes->count) return;
    nodes->count--;
    memmove(&nodes->handles[i], &nodes->handles[i + 1], (nodes->count - i) * sizeof *nodes->handles);
}

void tw_nodes_free(struct tw_nodes *nodes)
{
    free(nodes->handles);
    *nodes = (struct tw_nodes){0};
}

/* ---- objects ---- */

struct tw_object *tw_graph_new(void)
{
    return tw_object_new(TW_GRAPH, 0, NULL);
}

struct tw_object *tw_node_find(CUgraphNode node)
{
    return tw_object_find(TW_NODE, node);
}

static struct tw_object *node_at(uintptr_t handle)
{
    return tw_object_find(TW_NODE, (void *)handle);
}

void tw_graph_free(struct tw_object *graph)
{
    for (size_t i = 0; i < graph->graph.user_objects.count; i++)
        tw_user_release(graph->graph.user_objects.handles[i], 1);
    for (size_t i = 0; i < graph->graph.nodes.count; i++)
        tw_object_free(node_at(graph->graph.nodes.handles[i]));
    tw_nodes_free(&graph->graph.nodes);
    tw_nodes_free(&graph->graph.user_objects);
}

size_t tw_task_graph_count(const struct tw_task *task)
{
    if (task->type == TW_NODE_CONDITIONAL) return task->conditional.bodies ? task->conditional.size : 0;
    return task->type == CU_GRAPH_NODE_TYPE_GRAPH && task->child;
}

struct tw_object *tw_task_graph(const struct tw_task *task, size_t i)
{
    bool conditional = task->type == TW_NODE_CONDITIONAL;
    return tw_object_find(TW_GRAPH, conditional ? (void *)task->conditional.bodies[i] : (void *)task->child);
}

void tw_node_free(struct tw_node *node)
{
    for (size_t i = 0; i < tw_task_graph_count(&node->task); i++)
        tw_object_free(tw_task_graph(&node->task, i));
    tw_task_free(&node->task);
    tw_nodes_free(&node->behind);
    free(node);
}

CUresult tw_graph_add(struct tw_object *graph, const struct tw_nodes *behind, struct tw_task *task,
                      struct tw_object **node)
{
    struct tw_node *content = calloc(1, sizeof *content);
    *node = content ? tw_object_new(TW_NODE, 0, NULL) : NULL;
    if (!*node) {
        free(content);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    (*node)->node = content;
    content->graph = graph->handle;
    if (!tw_nodes_add_all(&content->behind, behind) ||
        !tw_nodes_append(&graph->graph.nodes, (*node)->handle)) {
        tw_object_free(*node);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    content->task = *task;
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_EMPTY};
    for (size_t i = 0; i < tw_task_graph_count(&content->task); i++)
        tw_task_graph(&content->task, i)->graph.parent = (*node)->handle;
    return CUDA_SUCCESS;
}

CUresult tw_graph_behind(const struct tw_object *graph, const CUgraphNode *dependencies, size_t count,
                         struct tw_nodes *behind)
{
    if (count && !dependencies) return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        const struct tw_object *node = tw_node_find(dependencies[i]);
        bool fresh = node && node->node->graph == graph->handle && !tw_nodes_has(behind, node->handle);
        if (!fresh) return CUDA_ERROR_INVALID_VALUE;
        if (!tw_nodes_append(behind, node->handle)) return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

/* Backwards from `to`, each node once. */
bool tw_graph_leads_to(uintptr_t from, uintptr_t to)
{
    struct tw_nodes seen = {0};
    bool found = false, room = tw_nodes_append(&seen, to);
    for (size_t i = 0; room && !found && i < seen.count; i++) {
        const struct tw_object *node = node_at(seen.handles[i]);
        found = seen.handles[i] == from;
        if (node) room = tw_nodes_add_all(&seen, &node->node->behind);
    }
    tw_nodes_free(&seen);
    return found;
}

/* ---- copies ---- */

/* The copy of a node in the clone of its graph: in the same place. */
static uintptr_t twin(const struct tw_object *graph, const struct tw_object *copy, uintptr_t handle)
{
    size_t i = 0;
    while (graph->graph.nodes.handles[i] != handle) i++;
    return copy->graph.nodes.handles[i];
}

static CUresult copy_node(const struct tw_object *original, struct tw_object *copy)
{
    static const struct tw_nodes none;
    struct tw_task task;
    struct tw_object *node, *child = NULL;
    if (original->node->task.type == TW_NODE_CONDITIONAL) return CUDA_ERROR_NOT_SUPPORTED;
    CUresult result = tw_task_copy(&original->node->task, &task);
    if (!result && task.type == CU_GRAPH_NODE_TYPE_GRAPH) {
        result = tw_graph_copy(tw_object_find(TW_GRAPH, (void *)task.child), &child);
        task.child = child ? child->handle : 0;
    }
    if (!result) result = tw_graph_add(copy, &none, &task, &node);
    if (!result) node->node->original = original->handle;
    if (result && child) tw_object_free(child);
    tw_task_free(&task);
    return result;
}

CUresult tw_graph_copy(const struct tw_object *graph, struct tw_object **copy)
{
    *copy = tw_graph_new();
    CUresult result = *copy ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; !result && i < graph->graph.nodes.count; i++)
        result = copy_node(node_at(graph->graph.nodes.handles[i]), *copy);
    for (size_t i = 0; !result && i < graph->graph.nodes.count; i++) {
        const struct tw_nodes *behind = &node_at(graph->graph.nodes.handles[i])->node->behind;
        struct tw_nodes *mine = &node_at((*copy)->graph.nodes.handles[i])->node->behind;
        for (size_t k = 0; !result && k < behind->count; k++) {
            if (!tw_nodes_append(mine, twin(graph, *copy, behind->handles[k])))
                result = CUDA_ERROR_OUT_OF_MEMORY;
        }
    }
    if (!result) (*copy)->graph.original = graph->handle;
    if (result && *copy) tw_object_free(*copy);
    if (result) *copy = NULL;
    return result;
}

/* ---- how the calls begin ---- */

static CUresult enter_graph(CUgraph graph, struct tw_object **object)
{
    CUresult result = tw_sim_enter_driver();
    *object = result ? NULL : tw_object_find(TW_GRAPH, graph);
    return !result && !*object ? CUDA_ERROR_INVALID_VALUE : result;
}

static CUresult enter_node(CUgraphNode node, struct tw_object **object)
{
    CUresult result = tw_sim_enter_driver();
    *object = result ? NULL : tw_node_find(node);
    return !result && !*object ? CUDA_ERROR_INVALID_VALUE : result;
}

/* ---- making, copying, taking away ---- */

CUresult tw_sim_cuGraphCreate(CUgraph *graph, unsigned flags)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && (!graph || flags)) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *object = result ? NULL : tw_graph_new();
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) *graph = (CUgraph)object->handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphDestroy(CUgraph graph)
{
    struct tw_object *object;
    CUresult result = enter_graph(graph, &object);
    if (!result && object->graph.parent)
        result = CUDA_ERROR_INVALID_VALUE; /* the node's, not the program's */
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphClone(CUgraph *clone, CUgraph original)
{
    struct tw_object *object, *copy = NULL;
    CUresult result = enter_graph(original, &object);
    if (!result && !clone) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_graph_copy(object, &copy);
    if (!result) *clone = (CUgraph)copy->handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone)
{
    struct tw_object *graph;
    CUresult result = enter_graph(clone, &graph);
    if (!result && !(node && graph->graph.original)) result = CUDA_ERROR_INVALID_VALUE;
    if (result) return tw_sim_leave(result);
    result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < graph->graph.nodes.count; i++) {
        uintptr_t handle = graph->graph.nodes.handles[i];
        if (node_at(handle)->node->original != (uintptr_t)original) continue;
        *node = (CUgraphNode)handle;
        result = CUDA_SUCCESS;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphDestroyNode(CUgraphNode node)
{
    struct tw_object *object;
    CUresult result = enter_node(node, &object);
    bool memory = !result && (object->node->task.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ||
                              object->node->task.type == CU_GRAPH_NODE_TYPE_MEM_FREE);
    if (memory) result = CUDA_ERROR_NOT_SUPPORTED; /* as the driver answers */
    if (!result) {
        struct tw_object *graph = tw_object_find(TW_GRAPH, (void *)object->node->graph);
        tw_nodes_remove(&graph->graph.nodes, object->handle);
        for (size_t i = 0; i < graph->graph.nodes.count; i++)
            tw_nodes_remove(&node_at(graph->graph.nodes.handles[i])->node->behind, object->handle);
        tw_object_free(object);
    }
    return tw_sim_leave(result);
}

/* ---- edges ---- */

/* Edges have data from CUDA 12.3 on; all 0 is the one kind that there was before, and the only one here. */
static bool plain_edges(const void *edges, size_t count)
{
    const unsigned char *bytes = edges;
    for (size_t i = 0; edges && i < count * 8; i++) {
        if (bytes[i]) return false;
    }
    return true;
}

static CUresult check_edge(const struct tw_object *graph, CUgraphNode from, CUgraphNode to, bool exists)
{
    const struct tw_object *first = tw_node_find(from), *second = tw_node_find(to);
    bool mine = first && second && first != second && first->node->graph == graph->handle &&
                second->node->graph == graph->handle;
    return mine && tw_nodes_has(&second->node->behind, first->handle) == exists ? CUDA_SUCCESS
                                                                                : CUDA_ERROR_INVALID_VALUE;
}

static CUresult change_edges(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count,
                             bool adds)
{
    struct tw_object *object;
    CUresult result = enter_graph(graph, &object);
    if (!result && count && !(from && to)) result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; !result && i < count; i++) result = check_edge(object, from[i], to[i], !adds);
    for (size_t i = 0; !result && i < count; i++) {
        struct tw_nodes *behind = &tw_node_find(to[i])->node->behind;
        if (!adds)
            tw_nodes_remove(behind, (uintptr_t)from[i]);
        else if (!tw_nodes_add(behind, (uintptr_t)from[i]))
            result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                       size_t count)
{
    return change_edges(graph, from, to, count, true);
}

CUresult tw_sim_cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                          const void *edges, size_t count)
{
    if (!plain_edges(edges, count)) return tw_sim_reject(CUDA_ERROR_NOT_SUPPORTED);
    return change_edges(graph, from, to, count, true);
}

CUresult tw_sim_cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                          size_t count)
{
    return change_edges(graph, from, to, count, false);
}

CUresult tw_sim_cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                             const void *edges, size_t count)
{
    if (!plain_edges(edges, count)) return tw_sim_reject(CUDA_ERROR_NOT_SUPPORTED);
    return change_edges(graph, from, to, count, false);
}

/* ---- questions: without a place for the answer *count says how many there are; with one it says how many fit, and then how
   many were written; places left over are NULL ---- */

struct answer {
    CUgraphNode *first, *second; /* NULL: not asked for */
    size_t room, count;
};

static void give(struct answer *answer, uintptr_t first, uintptr_t second)
{
    if (answer->first && answer->count < answer->room) answer->first[answer->count] = (CUgraphNode)first;
    if (answer->second && answer->count < answer->room) answer->second[answer->count] = (CUgraphNode)second;
    answer->count++;
}

static CUresult finish(CUresult result, const struct answer *answer, size_t *count)
{
    if (!result) {
        for (size_t i = answer->count; answer->first && i < answer->room; i++) answer->first[i] = NULL;
        for (size_t i = answer->count; answer->second && i < answer->room; i++) answer->second[i] = NULL;
        *count = answer->first && answer->count > answer->room ? answer->room : answer->count;
    }
    return tw_sim_leave(result);
}

static CUresult nodes_of(CUgraph graph, CUgraphNode *nodes, size_t *count, bool roots)
{
    struct tw_object *object;
    CUresult result = enter_graph(graph, &object);
    if (!result && !count) result = CUDA_ERROR_INVALID_VALUE;
    struct answer answer = {.first = nodes, .room = result ? 0 : *count};
    for (size_t i = 0; !result && i < object->graph.nodes.count; i++) {
        uintptr_t handle = object->graph.nodes.handles[i];
        if (!roots || !node_at(handle)->node->behind.count) give(&answer, handle, 0);
    }
    return finish(result, &answer, count);
}

CUresult tw_sim_cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return nodes_of(graph, nodes, count, false);
}

CUresult tw_sim_cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return nodes_of(graph, nodes, count, true);
}

CUresult tw_sim_cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count)
{
    struct tw_object *object;
    CUresult result = enter_graph(graph, &object);
    if (!result && (!count || !from != !to)) result = CUDA_ERROR_INVALID_VALUE;
    struct answer answer = {from, to, result ? 0 : *count, 0};
    for (size_t i = 0; !result && i < object->graph.nodes.count; i++) {
        uintptr_t handle = object->graph.nodes.handles[i];
        const struct tw_nodes *behind = &node_at(handle)->node->behind;
        for (size_t k = 0; k < behind->count; k++) give(&answer, behind->handles[k], handle);
    }
    return finish(result, &answer, count);
}

CUresult tw_sim_cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *dependencies, size_t *count)
{
    struct tw_object *object;
    CUresult result = enter_node(node, &object);
    if (!result && !count) result = CUDA_ERROR_INVALID_VALUE;
    struct answer answer = {.first = dependencies, .room = result ? 0 : *count};
    for (size_t i = 0; !result && i < object->node->behind.count; i++)
        give(&answer, object->node->behind.handles[i], 0);
    return finish(result, &answer, count);
}

CUresult tw_sim_cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    struct tw_object *object;
    CUresult result = enter_node(node, &object);
    if (!result && !count) result = CUDA_ERROR_INVALID_VALUE;
    struct answer answer = {.first = nodes, .room = result ? 0 : *count};
    const struct tw_object *graph = result ? NULL : tw_object_find(TW_GRAPH, (void *)object->node->graph);
    for (size_t i = 0; !result && i < graph->graph.nodes.count; i++) {
        uintptr_t handle = graph->graph.nodes.handles[i];
        if (tw_nodes_has(&node_at(handle)->node->behind, object->handle)) give(&answer, handle, 0);
    }
    return finish(result, &answer, count);
}

/* The same with the edges' data, 8 bytes of 0 each. */
static CUresult with_data(CUresult result, void *edges, const size_t *count)
{
    if (!result && edges) memset(edges, 0, *count * 8);
    return result;
}

CUresult tw_sim_cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to, void *edges,
                                   size_t *count)
{
    return with_data(tw_sim_cuGraphGetEdges(graph, from, to, count), edges, count);
}

CUresult tw_sim_cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *dependencies, void *edges,
                                              size_t *count)
{
    return with_data(tw_sim_cuGraphNodeGetDependencies(node, dependencies, count), edges, count);
}

CUresult tw_sim_cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes, void *edges,
                                                size_t *count)
{
    return with_data(tw_sim_cuGraphNodeGetDependentNodes(node, nodes, count), edges, count);
}

CUresult tw_sim_cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type)
{
    struct tw_object *object;
    CUresult result = enter_node(node, &object);
    if (!result && !type) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *type = object->node->task.type;
    return tw_sim_leave(result);
}
