/*
 * builtins.h - the functions that the driver has for kernels to call: declared in a module with .extern .func and
 * defined in none (CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory Allocation").
 */
#ifndef TW_SIM_EXEC_BUILTINS_H
#define TW_SIM_EXEC_BUILTINS_H

#include "sim/exec/program.h"

/* What runs a call of the function of that name, or NULL. */
tw_run *tw_builtin_find(const char *name);

#endif
