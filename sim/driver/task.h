/*
 * driver/task.h - what a stream can be asked to do. A call in a stream becomes a piece of work, which is carried out
 * at once, or becomes a node of the graph that the stream is captured into; a node of a graph holds the same, and so
 * does each step of a graph that is ready to be launched.
 *
 * Ownership: work owns what it points to (a kernel's parameters); the program's memory it only names.
 */
#ifndef TW_SIM_DRIVER_TASK_H
#define TW_SIM_DRIVER_TASK_H

#include "sim/driver/state.h"

struct tw_kernel_task {
    CUfunction function;
    uint32_t grid[3], block[3];
    uint32_t dynamic;
    bool cooperative;
    int priority;
    uint32_t cluster[3]; /* blocks of a cluster that the launch asks for; 0: it does not */
    char *parameters;    /* the parameter block */
    size_t bytes;
    void **pointers; /* of each parameter, into the block */
};

#define TW_NODE_CONDITIONAL ((CUgraphNodeType)13) /* CU_GRAPH_NODE_TYPE_CONDITIONAL, from CUDA 12.3 on */

/* CUgraphConditionalNodeType. */
enum tw_branch { TW_BRANCH_IF, TW_BRANCH_WHILE, TW_BRANCH_SWITCH };

struct tw_conditional_task {
    uint64_t handle;  /* of the value (sim/exec/machine.h) */
    unsigned initial; /* what it is at the beginning of each launch of the graph, when it assigns that */
    bool assigns;
    enum tw_branch branch;
    unsigned size;
    CUgraph *bodies; /* so many graphs, which belong to the node; NULL in a copy */
};

struct tw_task {
    CUgraphNodeType type;
    uintptr_t context; /* where a kernel, copy or fill runs; 0: in the context of the launch */
    union {
        struct tw_kernel_task kernel;
        CUDA_MEMCPY3D_PEER copy;
        CUDA_MEMSET_NODE_PARAMS fill;
        CUDA_HOST_NODE_PARAMS host;
        uintptr_t event; /* to be recorded, or waited for */
        uintptr_t child; /* a graph that belongs to the node */
        struct tw_conditional_task conditional;
        CUDA_MEM_ALLOC_NODE_PARAMS alloc;
        CUdeviceptr free;
    };
};

void tw_task_free(struct tw_task *task);
/* CUDA_ERROR_OUT_OF_MEMORY: *copy holds nothing. A child graph is not copied, and the copy of a condition has no bodies. */
CUresult tw_task_copy(const struct tw_task *task, struct tw_task *copy);

/* Carries it out in the context, which must be alive; a function of the program's is called without the lock. */
CUresult tw_task_run(struct tw_object *context, const struct tw_task *task);

/* For the call of a function in a stream: carries the work out, or captures it; frees it in any case. With `result`
   not CUDA_SUCCESS it is freed only. Returns what the function has to return. */
CUresult tw_task_submit(CUresult result, struct tw_object *context, CUstream stream, struct tw_task *task);

/* --- driver/launch.c. Checks everything that can be wrong, and copies the parameters. */
struct tw_launch_config {
    uint32_t grid[3], block[3];
    uint32_t dynamic;
    bool cooperative;
    int priority;
    uint32_t cluster[3]; /* 0: not said */
};
CUresult tw_kernel_make(struct tw_object *context, CUfunction function, const struct tw_launch_config *config,
                        void **parameters, void **extra, struct tw_task *task);
/* What cuLaunchKernelEx takes, attributes and all; *event: to be recorded then, or as it was. */
CUresult tw_launch_read(const CUlaunchConfig *config, struct tw_launch_config *chosen, CUevent *event);
CUresult tw_kernel_run(struct tw_object *context, const struct tw_kernel_task *kernel);

/* --- driver/function.c: blocks of that size that fit on one multiprocessor at a time. */
unsigned tw_blocks_that_fit(const struct tw_object *function, unsigned threads, size_t dynamic);

/* --- driver/cluster.c: how many blocks a cluster of that launch has; what is wrong with it. */
CUresult tw_cluster_choose(const struct tw_object *function, const struct tw_launch_config *config,
                           uint32_t cluster[3]);

/* --- driver/memory/copy.c */
/* CUDA_ERROR_INVALID_VALUE for what cannot be copied, wherever its memory may lie. */
CUresult tw_copy_check(const CUDA_MEMCPY3D_PEER *copy);
/* For the call of a function in a stream, which holds the lock: gives it back. */
CUresult tw_copy_submit(CUresult result, struct tw_object *context, const CUDA_MEMCPY3D_PEER *copy,
                        CUstream stream);
CUresult tw_copy_run(const CUDA_MEMCPY3D_PEER *copy);
/* A copy without contexts as one with. */
CUDA_MEMCPY3D_PEER tw_copy_of(const CUDA_MEMCPY3D *copy);
CUDA_MEMCPY3D tw_copy_plain(const CUDA_MEMCPY3D_PEER *copy);
/* Host pointer to [address, address + bytes), or NULL; an address that is not the device's may be the host's. */
void *tw_memory_at(CUdeviceptr address, size_t bytes, bool may_be_host);

/* --- driver/memory/fill.c */
CUresult tw_fill_check(const CUDA_MEMSET_NODE_PARAMS *fill);
CUresult tw_fill_run(const CUDA_MEMSET_NODE_PARAMS *fill);

/* --- driver/memory/memory.c */
CUresult tw_memory_alloc(const struct tw_object *context, CUdeviceptr *address, size_t bytes);
/* At the address that the node has reserved, on the node's device. */
CUresult tw_memory_alloc_of_graph(const struct tw_object *context, const CUDA_MEM_ALLOC_NODE_PARAMS *params);
/* Allocates memory of the host, at its own address: TW_HOST_MEMORY, or TW_DEVICE_MEMORY, which is managed. */
CUresult tw_memory_alloc_host(const struct tw_object *context, enum tw_object_kind kind, void **memory,
                              size_t bytes, unsigned flags);
CUresult tw_memory_free(CUdeviceptr address);
/* The object that holds an address, or NULL. */
struct tw_object *tw_memory_holder(CUdeviceptr address);

/* --- driver/memory/ipc.c: only what cuMemAlloc and its like gave: neither managed nor mapped memory, and no other process's. */
bool tw_memory_can_be_shared(const struct tw_object *object);

/* --- driver/memory/pool.c: a new one of a device; NULL: out of memory. */
struct tw_object *tw_pool_new(int device);

#endif
