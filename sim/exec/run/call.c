/* Handlers of calls: they do nothing lane by lane that a level of processors could do better (call.c). */
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"

TW_SELECT(call, tw_call_run)
TW_SELECT(ret, tw_call_return)
TW_SELECT(branch_table, tw_call_branch_table)
TW_SELECT(alloca, tw_call_alloca)
TW_SELECT(stack_save, tw_call_stack_save)
TW_SELECT(stack_restore, tw_call_stack_restore)
