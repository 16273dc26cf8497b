/* The machine itself: begun, its last report forgotten, freed; and its conditions. */
#include "sim/exec/machine.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/check/found.h"
#include "sim/exec/children.h"
#include "sim/exec/memory/heap.h"
#include "sim/exec/memory/host_memory.h"
#include "sim/exec/memory/requests.h"

/* Half of what the host has: allocations are filled when made, so what is promised must really be there. */
static uint64_t default_total(uint64_t host)
{
    uint64_t total = (host < UINT64_MAX ? host : (uint64_t)2 << 30) / 2;
    return total < TW_MEMORY_LIMIT ? total : TW_MEMORY_LIMIT;
}

struct tw_machine *tw_machine_new(const struct tw_target *target)
{
    assert(target);
    struct tw_machine *machine = calloc(1, sizeof *machine);
    if (!machine) return NULL;
    machine->target = target;
    machine->handlers = tw_handlers_best();
    machine->next = TW_GLOBAL_FIRST;
    machine->host = tw_host_memory_total();
    machine->cores = sysconf(_SC_NPROCESSORS_ONLN);
    machine->total = default_total(machine->host);
    return machine;
}

void tw_machine_forget(struct tw_machine *machine)
{
    free(machine->counts);
    free(machine->samples);
    tw_requests_free(machine->requests);
    free(machine->finding);
    free(machine->note);
    free(machine->findings);
    tw_found_free(&machine->found);
    machine->counts = NULL;
    machine->samples = NULL;
    machine->requests = NULL;
    machine->finding = machine->note = NULL;
    machine->findings = NULL;
}

void tw_machine_free(struct tw_machine *machine)
{
    if (!machine) return;
    free(machine->conditions);
    tw_machine_drop_all(machine);
    tw_heap_free(machine->heap);
    tw_children_free(machine->children);
    tw_output_clear(&machine->output);
    tw_machine_forget(machine);
    tw_views_free(machine);
    free(machine);
}

/* ---- conditions ---- */

uint64_t tw_machine_new_condition(struct tw_machine *machine)
{
    uint32_t *grown = realloc(machine->conditions, (machine->condition_count + 1) * sizeof *grown);
    if (!grown) return 0;
    machine->conditions = grown;
    grown[machine->condition_count] = 0;
    return ++machine->condition_count;
}

uint32_t *tw_machine_condition(struct tw_machine *machine, uint64_t handle)
{
    return handle && handle <= machine->condition_count ? &machine->conditions[handle - 1] : NULL;
}
