/* The table of one level's handlers; see program.h. */
#include "sim/exec/execute.h"
#include "sim/exec/memory/access.h"

static tw_select *const selectors[] = {
#define X(pattern, t, u, operands, handler) tw_select_##handler,
    TW_PTX_OPCODES(X)
#undef X
};

const struct tw_handlers tw_handlers = {selectors, tw_load_for, tw_store_for, tw_resolve_for};
