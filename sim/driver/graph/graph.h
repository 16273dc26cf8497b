/*
 * driver/graph/graph.h - graphs: nodes of work with edges between them, and what becomes of them when they are instantiated: steps in
 * an order that keeps every edge.
 *
 * A graph owns its nodes and conditions; a node of a child graph or a condition owns its graphs. An executable graph has copies of everything.
 */
#ifndef TW_SIM_DRIVER_GRAPH_GRAPH_H
#define TW_SIM_DRIVER_GRAPH_GRAPH_H

#include "sim/driver/task.h"

struct tw_node {
    struct tw_task task;
    struct tw_nodes behind; /* the nodes that come before it */
    uintptr_t graph;
    uintptr_t original; /* of a node in a clone: the node it is a copy of */
};

struct tw_step {
    uintptr_t node; /* that it was made from */
    struct tw_task task;
    struct tw_exec **children; /* of a child graph one, of a condition its bodies */
    size_t child_count;
    bool enabled;
    size_t *behind; /* the steps before it that its node comes behind, ascending */
    size_t behind_count;
};

struct tw_exec {
    struct tw_step *steps;
    size_t count;
    unsigned long long flags;
    unsigned references; /* by its handle and by launches under way */
};

/* --- driver/graph/graph.c */
/* A node of the graph behind others, which takes the work over. */
CUresult tw_graph_add(struct tw_object *graph, const struct tw_nodes *behind, struct tw_task *task,
                      struct tw_object **node);
struct tw_object *tw_graph_new(void);
void tw_graph_free(struct tw_object *graph);
void tw_node_free(struct tw_node *node);
/* How many graphs belong to a node with that work, and each of them. */
size_t tw_task_graph_count(const struct tw_task *task);
struct tw_object *tw_task_graph(const struct tw_task *task, size_t i);
/* A copy, nodes, edges and child graphs. CUDA_ERROR_NOT_SUPPORTED: it has conditions. */
CUresult tw_graph_copy(const struct tw_object *graph, struct tw_object **copy);
/* True when there is a way from one node to another along the edges, or they are the same. */
bool tw_graph_leads_to(uintptr_t from, uintptr_t to);
struct tw_object *tw_node_find(CUgraphNode node);
/* The nodes behind which a new one shall stand, checked; freed by tw_nodes_free. */
CUresult tw_graph_behind(const struct tw_object *graph, const CUgraphNode *dependencies, size_t count,
                         struct tw_nodes *behind);

/* --- driver/graph/node.c: how the calls for nodes of one type end; each frees the work, gives the lock back and returns what the call
   has to return. With `result` not CUDA_SUCCESS that is all. */
CUresult tw_node_add(CUresult result, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                     struct tw_task *task, CUgraphNode *node);
CUresult tw_node_set(CUresult result, CUgraphNode node, struct tw_task *task);
CUresult tw_step_set(CUresult result, CUgraphExec exec, CUgraphNode node, struct tw_task *task);
/* How one begins that asks about a node of a type. */
CUresult tw_node_enter(CUgraphNode node, CUgraphNodeType type, const void *answer,
                       const struct tw_task **task);
/* Work from what the calls are given. A context of NULL is the current one. */
CUresult tw_task_of_copy(const CUDA_MEMCPY3D *params, CUcontext context, struct tw_task *task);
CUresult tw_task_of_fill(const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context, struct tw_task *task);
CUresult tw_task_of_host(const CUDA_HOST_NODE_PARAMS *params, struct tw_task *task);
CUresult tw_task_of_event(CUgraphNodeType type, CUevent event, struct tw_task *task);
CUresult tw_task_of_child(CUgraph child, struct tw_task *task);
CUresult tw_task_of_alloc(CUDA_MEM_ALLOC_NODE_PARAMS *params,
                          struct tw_task *task); /* fills in the address */
CUresult tw_task_of_free(CUdeviceptr address, struct tw_task *task);
CUresult tw_task_context(CUcontext context, struct tw_task *task); /* where it shall run */

/* --- driver/graph/condition.c */
struct tw_condition_params { /* CUDA_CONDITIONAL_NODE_PARAMS */
    cuuint64_t handle;
    int type;
    unsigned size;
    CUgraph *bodies; /* filled in: valid as long as the node */
    CUcontext context;
};
CUresult tw_task_of_condition(struct tw_condition_params *params, struct tw_task *task);
/* The body that runs with the condition's value, or size when none does. */
size_t tw_condition_body(const struct tw_conditional_task *task);
void tw_condition_begin(const struct tw_conditional_task *task); /* a launch: the value that it begins with */
/* What the bodies of conditions may hold (CUDA_CONDITIONAL_NODE_PARAMS), graphs in it included. */
bool tw_condition_allows(const struct tw_object *body);

/* --- driver/graph/exec.c */
CUresult tw_exec_make(const struct tw_object *graph, struct tw_exec **exec, uintptr_t *bad_node);
void tw_exec_release(struct tw_exec *exec);
struct tw_step *tw_exec_step(struct tw_exec *exec, uintptr_t node); /* NULL: none was made from it */
/* The steps of `new` take the place of the old ones, when the graphs have the same shape. */
CUgraphExecUpdateResult tw_exec_take_over(struct tw_exec *old, struct tw_exec *new, uintptr_t *bad_node);

/* --- driver/graph/user.c: a graph lets go of a user object. */
void tw_user_release(uintptr_t object, unsigned references);

#endif
