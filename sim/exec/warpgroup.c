/* Warpgroups: four warps, the first of which has a number that is a multiple of four (PTX ISA, "Warpgroup"). */
#include "sim/exec/execute.h"

bool tw_warpgroup_arrive(struct tw_warp *warp, const struct tw_op *op)
{
    const struct tw_warp *group = tw_warpgroup(warp);
    unsigned come = 0;
    warp->at_group = op;
    warp->waiting |= warp->group;
    for (unsigned i = 0; i < TW_GROUP_WARPS; i++) come += group[i].at_group != NULL;
    tw_warp_park(warp, warp->group, warp->next);
    if (come < TW_GROUP_WARPS) tw_warp_choose(warp);
    return come == TW_GROUP_WARPS;
}

void tw_warpgroup_leave(struct tw_warp *warp)
{
    struct tw_warp *group = tw_warpgroup(warp);
    for (unsigned i = 0; i < TW_GROUP_WARPS; i++) {
        group[i].waiting &= ~group[i].live;
        group[i].at_group = NULL;
    }
    tw_warp_choose(warp);
}
