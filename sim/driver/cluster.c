/* Clusters of blocks: what a launch may ask for, and how many of them the device holds (CUDA C++ Programming Guide, "Thread Block
   Clusters"). */
#include <string.h>

#include "base/whole.h"
#include "sim/driver/task.h"

#define PORTABLE_BLOCKS 8u  /* that every device with clusters allows */
#define MOST_BLOCKS     16u /* where the kernel allows more           */

static uint64_t blocks_of(const uint32_t cluster[3])
{
    return (uint64_t)cluster[0] * cluster[1] * cluster[2];
}

static unsigned most_blocks(const struct tw_object *function)
{
    return function->function.large_clusters ? MOST_BLOCKS : PORTABLE_BLOCKS;
}

static CUresult check_sides(const struct tw_object *function, const uint32_t grid[3],
                            const uint32_t cluster[3])
{
    const struct tw_sim_function_info info = tw_sim_function_info(function->function.code);
    const unsigned most = most_blocks(function);
    bool fits = true;
    for (int i = 0; i < 3; i++) fits = fits && cluster[i] && cluster[i] <= MOST_BLOCKS;
    if (!fits || blocks_of(cluster) > most ||
        (info.most_in_cluster && blocks_of(cluster) > info.most_in_cluster)) {
        return tw_sim_refuse(CUDA_ERROR_INVALID_CLUSTER_SIZE,
                             "%s: a cluster of (%u,%u,%u) blocks; at most %u are possible", info.name,
                             cluster[0], cluster[1], cluster[2],
                             info.most_in_cluster ? (unsigned)tw_least(info.most_in_cluster, most) : most);
    }
    for (int i = 0; i < 3; i++) fits = fits && grid[i] % cluster[i] == 0;
    if (fits) return CUDA_SUCCESS;
    return tw_sim_refuse(CUDA_ERROR_INVALID_CLUSTER_SIZE,
                         "%s: a grid of (%u,%u,%u) blocks is no whole number of clusters of (%u,%u,%u)",
                         info.name, grid[0], grid[1], grid[2], cluster[0], cluster[1], cluster[2]);
}

CUresult tw_cluster_choose(const struct tw_object *function, const struct tw_launch_config *config,
                           uint32_t cluster[3])
{
    const struct tw_sim_function_info info = tw_sim_function_info(function->function.code);
    const bool asked = config->cluster[0] || config->cluster[1] || config->cluster[2];
    const uint32_t *required = info.cluster[0] ? info.cluster : function->function.cluster;
    const bool said = required[0] || required[1] || required[2];
    memcpy(cluster, asked ? config->cluster : required, sizeof info.cluster);
    if (!asked && !said) {
        if (!info.explicit_cluster) return CUDA_SUCCESS;
        return tw_sim_refuse(CUDA_ERROR_INVALID_CLUSTER_SIZE,
                             "%s: the kernel wants the launch to say how many blocks a cluster has",
                             info.name);
    }
    if (tw_provider.target->sm < 90 && blocks_of(cluster) > 1)
        return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "%s: sm_%u has no clusters", info.name,
                             tw_provider.target->sm);
    if (tw_provider.weak && blocks_of(cluster) > 1)
        return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED,
                             "%s: there is no weak memory for clusters of several blocks", info.name);
    bool differs = false;
    for (int i = 0; i < 3; i++) differs = differs || (required[i] && cluster[i] != required[i]);
    if (asked && differs) {
        return tw_sim_refuse(CUDA_ERROR_INVALID_CLUSTER_SIZE,
                             "%s: clusters of (%u,%u,%u) blocks were asked for; the kernel has (%u,%u,%u)",
                             info.name, cluster[0], cluster[1], cluster[2], required[0], required[1],
                             required[2]);
    }
    return check_sides(function, config->grid, cluster);
}

/* ---- occupancy ---- */

#define MOST_OF_ONE 8u /* blocks of clusters on a multiprocessor */

/*
 * Clusters of so many blocks that the device holds, when `each` blocks fit on a multiprocessor.
 * A cluster stays in one GPC, and in none with fewer multiprocessors than it has blocks. So many the GPCs of an H200 seem to have
 * for it: these numbers give all 210 answers of its driver for 15 shapes of blocks and clusters of 1 to 16. Others may have been
 * put together otherwise.
 */
static unsigned clusters_that_fit(unsigned each, unsigned blocks)
{
    static const unsigned gpcs[] = {18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2};
    unsigned clusters = 0;
    for (size_t i = 0; i < sizeof gpcs / sizeof *gpcs; i++)
        clusters += blocks <= gpcs[i] ? gpcs[i] * tw_least(each, MOST_OF_ONE) / blocks : 0;
    return clusters;
}

static CUresult enter(const CUlaunchConfig *config, CUfunction handle, const void *result,
                      struct tw_object **function, struct tw_launch_config *chosen)
{
    struct tw_object *context;
    CUevent event = NULL;
    CUresult code = tw_sim_enter(&context);
    if (code) return code;
    *function = tw_object_find(TW_FUNCTION, handle);
    if (!*function) return CUDA_ERROR_INVALID_HANDLE;
    if (!config || !result || (config->numAttrs && !config->attrs)) return CUDA_ERROR_INVALID_VALUE;
    return tw_launch_read(config, chosen, &event);
}

static unsigned each_of(const struct tw_object *function, const struct tw_launch_config *config)
{
    const uint32_t *b = config->block;
    uint64_t threads = (uint64_t)b[0] * b[1] * b[2];
    return threads && threads <= TW_MAX_BLOCK_THREADS
               ? tw_blocks_that_fit(function, (unsigned)threads, config->dynamic)
               : 0;
}

CUresult tw_sim_cuOccupancyMaxActiveClusters(int *clusters, CUfunction function, const CUlaunchConfig *config)
{
    struct tw_object *object;
    struct tw_launch_config chosen;
    uint32_t cluster[3];
    CUresult result = enter(config, function, clusters, &object, &chosen);
    if (!result) result = tw_cluster_choose(object, &chosen, cluster);
    if (!result) {
        const unsigned blocks = cluster[0] ? (unsigned)blocks_of(cluster) : 1;
        *clusters = (int)clusters_that_fit(each_of(object, &chosen), blocks);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuOccupancyMaxPotentialClusterSize(int *blocks, CUfunction function,
                                                   const CUlaunchConfig *config)
{
    struct tw_object *object;
    struct tw_launch_config chosen;
    CUresult result = enter(config, function, blocks, &object, &chosen);
    if (!result) {
        *blocks = each_of(object, &chosen) ? (int)most_blocks(object) : 0;
    }
    return tw_sim_leave(result);
}
