/* A table of requests by hash (open addressing), and the list that it becomes. */
#include "sim/exec/memory/requests.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"

#define SLOTS (4u * TW_SIM_MAX_REQUESTS) /* a power of two: at most a quarter is taken */

struct request {
    /* what makes two requests the same; no byte is padding */
    uint32_t place, active, address[32]; /* place: of the program's operation */
    /* the first of them */
    uint64_t block, order;
    uint64_t times;
};

#define KEY_BYTES offsetof(struct request, block)

struct tw_requests {
    struct request *list;
    size_t count, capacity;
    uint32_t *slots; /* number of a request and 1; 0: free */
    uint64_t left_out;
    struct tw_sim_request *told;
};

struct tw_requests *tw_requests_new(void)
{
    struct tw_requests *requests = calloc(1, sizeof *requests);
    if (requests && (requests->slots = calloc(SLOTS, sizeof *requests->slots))) return requests;
    free(requests);
    return NULL;
}

void tw_requests_free(struct tw_requests *requests)
{
    if (!requests) return;
    free(requests->list);
    free(requests->slots);
    free(requests->told);
    free(requests);
}

static void add(struct tw_requests *requests, const struct request *request)
{
    uint32_t slot = (uint32_t)tw_hash(request, KEY_BYTES) % SLOTS, number;
    for (; (number = requests->slots[slot]); slot = (slot + 1) % SLOTS) {
        struct request *known = &requests->list[number - 1];
        if (memcmp(known, request, KEY_BYTES) != 0) continue;
        known->times += request->times;
        if (request->block < known->block) known->block = request->block, known->order = request->order;
        return;
    }
    struct request *grown =
        requests->count == TW_SIM_MAX_REQUESTS
            ? NULL
            : tw_grow(requests->list, requests->count, &requests->capacity, sizeof *grown);
    if (!grown) {
        requests->left_out += request->times;
        return;
    }
    requests->list = grown;
    grown[requests->count] = *request;
    requests->slots[slot] = (uint32_t)++requests->count;
}

void tw_requests_add(struct tw_requests *requests, const struct tw_warp *warp, const struct tw_op *op,
                     uint32_t active, const uint64_t address[32])
{
    const struct tw_sim_worker *worker = warp->worker;
    struct request request = {.place = op->place,
                              .active = active,
                              .block = worker->block_number,
                              .order = requests->count,
                              .times = 1};
    for (unsigned lane = 0; lane < 32; lane++)
        request.address[lane] = active >> lane & 1u ? (uint32_t)address[lane] : 0;
    add(requests, &request);
}

void tw_requests_merge(struct tw_requests *to, const struct tw_requests *from)
{
    for (size_t i = 0; i < from->count; i++) add(to, &from->list[i]);
    to->left_out += from->left_out;
}

static int compare(const void *a, const void *b)
{
    const struct request *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    if (x->block != y->block) return x->block < y->block ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static struct tw_sim_request tell(const struct request *request, const struct tw_op *op, size_t count)
{
    struct tw_sim_request told = {.count = count,
                                  .times = request->times,
                                  .op = op->is_store || op->by_rows ? TW_STORE : TW_LOAD,
                                  .atomic_passes = op->atomic_passes,
                                  .bytes = op->access_bytes,
                                  .active = request->active};
    memcpy(told.address, request->address, sizeof told.address);
    return told;
}

void tw_requests_report(struct tw_requests *requests, const struct tw_program *program,
                        struct tw_sim_report *report)
{
    uint32_t place = 0;
    size_t count = 0; /* operations with an instruction before `place`: the reports' counts are of those */
    requests->told = calloc(requests->count + 1, sizeof *requests->told);
    report->requests_left_out = requests->left_out;
    if (!requests->told) {
        for (size_t i = 0; i < requests->count; i++) report->requests_left_out += requests->list[i].times;
        return;
    }
    if (requests->count) qsort(requests->list, requests->count, sizeof *requests->list, compare);
    for (size_t i = 0; i < requests->count; i++) {
        const struct request *request = &requests->list[i];
        for (; place < request->place; place++) count += program->ops[place].instruction != NULL;
        requests->told[i] = tell(request, &program->ops[place], count);
    }
    report->requests = requests->told;
    report->request_count = requests->count;
}
