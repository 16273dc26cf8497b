/*
 * machine.h - the simulated machine below the driver API: memory, modules, launches.
 *
 * PTX text is parsed (ptx), decoded once into instructions with handlers, and run: a grid of blocks spread over
 * threads, each block's warps in turn, registers as arrays of 32 lanes.
 *
 * Thread-safety: a tw_machine may be used by one thread at a time (the provider locks it).
 * Ownership: a machine owns its allocations; modules and the machine are freed by their free functions.
 */
#ifndef TW_SIM_EXEC_MACHINE_H
#define TW_SIM_EXEC_MACHINE_H

#include <tilewright/error.h>
#include <tilewright/target.h>

#include "sim/exec/simulator.h"

struct tw_machine;
struct tw_sim_module;
struct tw_sim_function;

struct tw_machine *tw_machine_new(const struct tw_target *target); /* NULL: out of memory */
void tw_machine_free(struct tw_machine *machine);

/* Global memory. Addresses are made up (never 0), 512-byte aligned, with unmapped gaps between allocations, so that every
   access outside an allocation is found. Fresh memory holds a poison pattern. 0 when memory ran out. */
uint64_t tw_machine_alloc(struct tw_machine *machine, uint64_t bytes);
bool tw_machine_release(struct tw_machine *machine, uint64_t address); /* false: no allocation begins there */
/* Whether memory that is allocated from now on is looked at for bytes that nobody has written (TW_SIM_CHECK_UNINITIALISED); it
   takes as much again of the host's memory, so what the host has is enough for half as much. */
void tw_machine_track(struct tw_machine *machine, bool tracks);
/* Host pointer to [address, address + bytes), or NULL when that is not inside one allocation. The bytes count as written from
   now on. */
void *tw_machine_memory(struct tw_machine *machine, uint64_t address, uint64_t bytes);

/* A value of 32 bits that kernels set by cudaGraphSetConditional, and which the host may read and set between launches: its handle,
   never 0; 0 when memory ran out. It is there as long as the machine, and 0 at first. */
uint64_t tw_machine_new_condition(struct tw_machine *machine);
/* The value, or NULL for what is no handle; valid until there is a new one. */
uint32_t *tw_machine_condition(struct tw_machine *machine, uint64_t handle);

/* Parses and decodes PTX. TW_INPUT (bad PTX) or TW_UNSUPPORTED (its head asks for what we do not know) with PTX line, column
   and caret. A kernel that uses what is unknown is refused by itself, and the others run: nothing is ever guessed. */
int tw_sim_module_load(struct tw_machine *machine, const char *ptx, size_t length,
                       struct tw_sim_module **module, struct tw_error *error);
void tw_sim_module_free(struct tw_sim_module *module);
/* A kernel (.entry) by name, or NULL. Owned by the module. */
const struct tw_sim_function *tw_sim_module_function(const struct tw_sim_module *module, const char *name);
/* Why the kernel cannot run, with PTX line, column and caret, or NULL when it can. Only those that can are asked for more or
   launched. Owned by the module. */
const struct tw_error *tw_sim_function_refusal(const struct tw_sim_function *function);
size_t tw_sim_module_function_count(const struct tw_sim_module *module);
/* NULL: that one is no kernel. */
const struct tw_sim_function *tw_sim_module_function_at(const struct tw_sim_module *module, size_t i);
/* The registers that ptxas -maxrregcount=asked lets a thread have: 24 to 255; 0 is no limit. */
unsigned tw_sim_register_limit(unsigned asked);
/* What functions may have of registers, when they do not say it themselves; 0: as many as they take. It is what their info says. */
void tw_sim_module_limit_registers(struct tw_sim_module *module, unsigned most);
/* A .global or .const variable by name: its device address and bytes, and whether it is managed: then the address is the
   program's too; false when there is none. */
bool tw_sim_module_global(const struct tw_sim_module *module, const char *name, uint64_t *address,
                          uint64_t *bytes, bool *is_managed);

/* The handle of a variable of .texref or .surfref by name (texture_image.h), or 0. */
uint64_t tw_sim_module_reference(const struct tw_sim_module *module, const char *name, bool surface);

struct tw_sim_function_info {
    const char *name;
    unsigned parameter_count;
    uint32_t static_shared_bytes, local_bytes, const_bytes;
    unsigned registers;    /* 32-bit ones declared, live or not: an upper bound; 4 to 255, or to .maxnreg */
    unsigned max_threads;  /* from .maxntid, else 1024 */
    uint32_t cluster[3];   /* blocks of a cluster, from .reqnctapercluster; 0: not said */
    bool explicit_cluster; /* a launch must say how many a cluster has                  */
    unsigned most_in_cluster; /* from .maxclusterrank; 0: not said                         */
    unsigned sm;              /* of .target: 90 for sm_90 */
};
struct tw_sim_function_info tw_sim_function_info(const struct tw_sim_function *function);
/* Byte offset and size of parameter i in the parameter block, as cuLaunchKernel's `parameters` array needs them. */
void tw_sim_function_parameter(const struct tw_sim_function *function, unsigned i, uint32_t *offset,
                               uint32_t *bytes);

#define TW_STACK_BYTES 1024u /* for the calls of a thread */
#define TW_HEAP_BYTES  ((uint64_t)8 << 20)
#define TW_PRINT_BYTES ((uint64_t)1 << 20)

struct tw_sim_launch {
    const struct tw_sim_function *function;
    uint32_t grid[3], block[3];
    uint32_t cluster[3]; /* blocks of a cluster; 0: as the kernel says, or one */
    uint32_t dynamic_shared_bytes;
    const void *parameters; /* the parameter block */
    size_t parameter_bytes;
    unsigned threads;     /* host threads to use; 0 = all cores */
    unsigned checks;      /* of enum tw_sim_check */
    bool lists_requests;  /* to shared memory, in the report */
    double seconds;       /* processor time that each of them may take; 0 = no limit */
    uint64_t steps;       /* operations that a warp may execute, looked at every 16384 or so; 0 = no limit */
    bool goes_on;         /* what is of TW_SIM_PASSES is told, and does not end the launch */
    bool weak;            /* memory is weak, and there is one host thread (docs/simulator.md) */
    uint32_t stack_bytes; /* of a thread; 0 = TW_STACK_BYTES. Where the need is known, it is there anyway */
    uint64_t heap_bytes;  /* of what kernels allocate, when a kernel does first; 0 = TW_HEAP_BYTES */
    uint64_t print_bytes; /* of what they print, until it is asked for; 0 = TW_PRINT_BYTES */
    uint64_t seed;        /* what decides then who sees which store when, and who runs; else 0 */
    unsigned depth;       /* 0: the program launches it; else one more than the grid whose kernel does */
    struct tw_launch_page *page; /* takes how many blocks have begun; NULL: nobody asks */
    uint64_t workspace;          /* device address that %envreg1 (high) and %envreg2 (low) hold; 0: none */
};

/*
 * Runs the grid to its end and fills *report (owned by the machine, valid until the next launch on it).
 * Returns TW_OK, or TW_FAULT with the finding in error->message (also in report->finding): an access out of bounds or
 * misaligned, a barrier that cannot be reached by all, an endless wait, more time than it may take, trap; or what a check found,
 * when the grid has run to its end (from TW_SIM_RACE on). *fault then says which. The memory of a run depends on the block and
 * the number of host threads, never on the grid.
 */
int tw_sim_launch(struct tw_machine *machine, const struct tw_sim_launch *launch,
                  struct tw_sim_report *report, enum tw_sim_fault *fault, struct tw_error *error);
/* Rows of bytes that a kernel lets be copied, or filled: `depth` times `height`. */
struct tw_sim_copy {
    uint64_t to, from; /* device addresses */
    uint64_t to_pitch, from_pitch, width, height;
    uint64_t to_slice, from_slice, depth; /* bytes from a slice to the next */
    bool fills;                           /* with `value`: there is no `from` */
    unsigned char value;
};
/* A grid that a kernel launched, or a copy. */
struct tw_sim_child {
    struct tw_sim_child *next;
    const struct tw_sim_function *function; /* NULL: it is the copy, and has none of the rest but `tail` */
    struct tw_sim_copy copy;
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared_bytes;
    bool tail; /* after all others of its parent, and what these launch */
    void *parameters;
    size_t parameter_bytes;
};
/* Carries out a copy; its rows must not overlap. False: *missing is an address of it where no memory is. */
bool tw_sim_copy(struct tw_machine *machine, const struct tw_sim_copy *copy, uint64_t *missing);
/* The grids that the last launch's grid has launched, in this order, now the caller's: they are not run by themselves. TW_OK or
   TW_MEMORY; what there is is freed by the second function. */
int tw_sim_children(struct tw_machine *machine, struct tw_sim_child **first);
void tw_sim_children_free(struct tw_sim_child *first);
/* Each text that kernels have printed since the last time, in order; assertions that failed are for the standard error. */
void tw_sim_printed(struct tw_machine *machine, void (*show)(const char *text, bool is_error));

#endif
