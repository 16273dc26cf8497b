/*
 * A plan from its problem: look in the table; else, in the caller's context:
 *
 *     fields -> space -> choice -> kernel -> image -> loaded function -> plan
 *                          `---- second kernel -> image -> loaded ------'
 */
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "gen/text/render.h"
#include "tune/plan/planner.h"

/* ---- the plan as one block ---- */

/* A block that is filled from its beginning; without one, only how much it would hold is counted. */
struct pile {
    char *block;
    size_t used;
};

/* A copy in the block, aligned for all types; NULL: there is no block. */
static void *take(struct pile *pile, const void *bytes, size_t count)
{
    size_t begin = tw_multiple_up(pile->used, alignof(max_align_t));
    pile->used = begin + count;
    return pile->block && count ? memcpy(pile->block + begin, bytes, count) : NULL;
}

static char *take_string(struct pile *pile, const char *string)
{
    return take(pile, string, strlen(string) + 1);
}

static void take_shape(struct pile *pile, const struct tw_shape *from, struct tw_shape *to)
{
    to->memory = NULL;
    to->arguments = take(pile, from->arguments, from->argument_count * sizeof *to->arguments);
    to->launches = take(pile, from->launches, from->launch_count * sizeof *to->launches);
    for (unsigned i = 0; i < from->launch_count; i++) {
        const struct tw_launch *launch = &from->launches[i];
        unsigned *argument = take(pile, launch->argument, launch->argument_count * sizeof *argument);
        char *entry = launch->entry ? take_string(pile, launch->entry) : NULL;
        if (to->launches) to->launches[i].argument = argument;
        if (to->launches) to->launches[i].entry = entry;
    }
    for (unsigned i = 0; i < from->argument_count; i++) {
        const struct tw_argument *argument = &from->arguments[i];
        void *value = argument->value ? take(pile, argument->value, argument->value_bytes) : NULL;
        struct tw_structure_member *members =
            take(pile, argument->members, argument->member_count * sizeof *members);
        if (to->arguments) to->arguments[i].value = value;
        if (to->arguments) to->arguments[i].members = members;
    }
}

static void take_kernel(struct pile *pile, const struct tw_kernel *from, struct tw_kernel *to)
{
    take_shape(pile, &from->shape, &to->shape);
    to->expectation = NULL; /* it goes with what was loaded */
    to->predicted = take(pile, from->predicted, from->shape.launch_count * sizeof *to->predicted);
    for (unsigned i = 0; i < from->shape.launch_count; i++) {
        const struct tw_prediction *own = &from->predicted[i];
        struct tw_access_cost *accesses = take(pile, own->accesses, own->access_count * sizeof *accesses);
        if (to->predicted) to->predicted[i].accesses = accesses;
    }
    to->template_line = take(pile, from->template_line, from->source_lines * sizeof *to->template_line);
    to->source = take(pile, from->source, from->source_length + 1);
    to->name = take_string(pile, from->name);
    to->fields = take(pile, from->fields, from->field_count * sizeof *to->fields);
    for (unsigned i = 0; i < from->field_count; i++) {
        char *text = from->fields[i].is_word ? take_string(pile, from->fields[i].text) : NULL;
        if (to->fields) to->fields[i].text = text;
    }
}

static void take_key(struct pile *pile, struct tw_plan_key *key)
{
    size_t begin = tw_multiple_up(pile->used, alignof(max_align_t));
    pile->used = begin + tw_plan_key_copy(key, pile->block ? pile->block + begin : NULL);
}

/* Everything that *from points to goes to the pile, and *plan, a copy of it, points there. */
static void take_all(struct pile *pile, const struct tw_plan *from, const char *description,
                     struct tw_plan *plan)
{
    const struct tw_shape *shape = &from->kernel.shape, *second = &from->second_shape;
    take_kernel(pile, &from->kernel, &plan->kernel);
    take_shape(pile, second, &plan->second_shape);
    plan->function = take(pile, from->loaded.function, shape->launch_count * sizeof *plan->function);
    plan->second_function = take(pile, from->second.function, second->launch_count * sizeof *plan->function);
    plan->loaded.function = plan->second.function = NULL;
    size_t *offsets = take(pile, shape->arguments, shape->argument_count * sizeof *offsets);
    for (unsigned i = 0; offsets && i < shape->argument_count; i++)
        offsets[i] = tw_shape_scratch_offset(shape, i);
    plan->scratch_offset = offsets;
    take_key(pile, &plan->key);
    plan->description = take_string(pile, description);
}

/* A copy of the plan in a block of its own with all that it points to. NULL: out of memory. */
static struct tw_plan *settle(struct tw_planner *planner, const struct tw_plan *from, const char *description)
{
    struct tw_plan unused = *from;
    struct pile pile = {.used = sizeof *from};
    take_all(&pile, from, description, &unused);
    struct tw_plan *plan = tw_planner_allocate(planner, pile.used);
    if (!plan) return NULL;
    *plan = *from;
    pile = (struct pile){(char *)plan, sizeof *plan};
    take_all(&pile, from, description, plan);
    free(from->loaded.function);
    free(from->second.function);
    return plan;
}

/* ---- making ---- */

static int refuse_undefined(const struct tw_plan *draft, const struct tw_kernel *kernel,
                            struct tw_error *error)
{
    if (!kernel->shape.undefined || tw_device_is_simulator(draft->device)) return TW_OK;
    return tw_fail(error, TW_INPUT, "no GPU runs %s: %s", kernel->name, kernel->shape.undefined);
}

/* On a stream that waits for no other and that no other waits for: the default stream cannot be used while a stream that waits for it
 * is captured. */
static int clear_scratch(struct tw_plan *draft, size_t bytes, struct tw_error *error)
{
    const struct tw_driver *driver = draft->driver;
    CUstream stream;
    int code = TW_CALL(driver, error, cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);
    if (code) return code;
    code = TW_CALL(driver, error, cuMemsetD8Async, draft->scratch, 0, bytes, stream);
    if (!code) code = TW_CALL(driver, error, cuStreamSynchronize, stream);
    driver->cuStreamDestroy_v2(stream);
    return code;
}

/* Memory that the plan's launches share when the caller brings none, zero where it must be. */
static int reserve_scratch(struct tw_plan *draft, struct tw_error *error)
{
    const struct tw_shape *shape = &draft->kernel.shape;
    size_t bytes = tw_shape_scratch_bytes(shape);
    if (!bytes) return TW_OK;
    int code = TW_CALL(draft->driver, error, cuMemAlloc_v2, &draft->scratch, bytes);
    return code || !tw_shape_scratch_zero(shape) ? code : clear_scratch(draft, bytes, error);
}

/* What a plan is made of, on its way. */
struct making {
    struct tw_planner *planner;
    struct tw_variants space;
    struct tw_pick pick;
    struct tw_ready ready; /* the kernel of what is picked */
    struct tw_second second;
    const struct tw_wisdom *wisdom; /* of a described kernel, its own */
    struct tw_plan draft;
};

/* The kernels of what is picked, loaded, into the draft, which has the sources of both then. */
static int load(struct making *making, struct tw_error *error)
{
    const struct tw_variant *variant = making->pick.variant;
    struct tw_ready *ready = &making->ready, *second = &making->second.ready;
    bool is_there = ready->loaded.module;
    int code = TW_OK;
    if (!is_there) code = tw_render(&making->space, variant, &tw_rendering_main, NULL, &ready->kernel, error);
    if (!code) code = refuse_undefined(&making->draft, &ready->kernel, error);
    if (!code && !is_there) code = tw_ready_compile(making->planner, making->draft.device, ready, error);
    if (!code && !is_there) code = tw_ready_load(making->draft.device, ready, error);
    if (!code) code = tw_second_end(&making->second, &making->space, variant, &ready->kernel.shape, error);
    if (code) return code;
    making->draft.second_shape = second->kernel.shape;
    if (second->kernel.name) code = tw_kernel_join(&ready->kernel, &second->kernel, error);
    if (!code) code = tw_plan_fill_symbols(making->draft.device, &ready->kernel, &ready->loaded, error);
    making->draft.kernel = ready->kernel;
    making->draft.loaded = ready->loaded;
    making->draft.second = second->loaded;
    ready->loaded = second->loaded = (struct tw_loaded){0};
    return code;
}

/* Everything after the choice. The context is current. */
static int build(struct making *making, struct tw_plan **plan, struct tw_error *error)
{
    struct tw_planner *planner = making->planner;
    struct tw_text description = {0};
    making->draft.grounds = making->pick.grounds;
    int code = load(making, error);
    if (!code) code = reserve_scratch(&making->draft, error);
    if (!code) {
        tw_plan_note_unchecked(&making->ready.kernel, &making->pick);
        tw_plan_say(&making->space, &making->pick, &making->draft, &making->ready, &description);
        const char *distrust = planner->cache ? tw_cache_distrust(planner->cache) : NULL;
        if (distrust) tw_text_addf(&description, "%s\n", distrust);
        *plan = description.failed ? NULL : settle(planner, &making->draft, tw_text_string(&description));
        if (!*plan) code = tw_fail(error, TW_MEMORY, "out of memory");
    }
    if (code) tw_plan_release(&making->draft);
    tw_text_free(&description);
    return code;
}

static int find_device(struct tw_planner *planner, struct tw_device **device, struct tw_error *error)
{
    CUdevice number;
    int code = TW_CALL(&planner->driver, error, cuCtxGetDevice, &number);
    for (int i = 0; i < planner->device_count && !code; i++) {
        *device = &planner->devices[i];
        if ((*device)->device == number) return TW_OK;
    }
    return code ? code
                : tw_fail(error, TW_ENVIRONMENT, "the current context belongs to no device of the driver");
}

/* What is asked for, and where it is found. */
struct order {
    const struct tw_problem *problem;
    struct tw_plan_key key;
    struct tw_description *description; /* that the problem names, or NULL; its plan's, once that is made */
};

/* Chooses, while the second kernel of the first choice is compiled already. */
static int choose(struct making *making, const struct tw_problem *problem, struct tw_error *error)
{
    struct tw_planner *planner = making->planner;
    struct tw_pick *pick = &making->pick;
    pthread_rwlock_rdlock(&planner->lock);
    const struct tw_wisdom *wisdom = planner->wisdom;
    pthread_rwlock_unlock(&planner->lock);
    int code = TW_OK;
    if (making->space.family->description) {
        code = tw_wisdom_of(planner, wisdom, making->space.family, &making->wisdom, error);
        wisdom = making->wisdom;
    }
    if (!code)
        code = tw_plan_choose(&making->space, making->draft.device, problem->like_device ? NULL : wisdom,
                              pick, error);
    if (!code) code = tw_second_begin(&making->second, &making->space, pick->variant, error);
    return code ? code
                : tw_plan_refine(planner, &making->space, &making->draft, problem, wisdom, pick,
                                 &making->ready, error);
}

/* What the problem's fields say, given as text or as values. */
static int read_fields(const struct order *order, struct tw_config *config, struct tw_error *error)
{
    const struct tw_plan_key *key = &order->key;
    const struct tw_family *described = order->description ? tw_description_family(order->description) : NULL;
    if (key->fields)
        return tw_config_parse_problem(key->family, described, key->name, key->fields, strlen(key->fields),
                                       config, error);
    return tw_config_take_problem(key->family, described, key->name, key->values, key->value_count, config,
                                  error);
}

/* The context is current. */
static int make(struct tw_planner *planner, struct order *order, CUcontext context, struct tw_plan **plan,
                struct tw_error *error)
{
    const struct tw_plan_key *key = &order->key;
    struct making making = {.planner = planner,
                            .draft = {.driver = &planner->driver,
                                      .context = context,
                                      .planner = planner,
                                      .key = *key,
                                      .described = order->description}};
    struct tw_config config;
    int code = find_device(planner, &making.draft.device, error);
    if (!code) code = read_fields(order, &config, error);
    if (code) return code;
    const struct tw_target target = tw_device_target(making.draft.device);
    making.second.planner = planner;
    making.second.device = making.draft.device;
    code = tw_config_expand(&config, &target, &making.space, error);
    if (!code) code = choose(&making, order->problem, error);
    if (!code) code = build(&making, plan, error);
    if (!code) order->description = NULL;
    tw_second_free(&making.second);
    tw_ready_free(making.draft.device, &making.ready);
    tw_pick_free(&making.pick);
    tw_wisdom_free(planner, making.wisdom);
    tw_variants_free(&making.space);
    tw_config_free(&config);
    return code;
}

/* ---- contexts ---- */

static int retain_primary(struct tw_planner *planner, CUcontext *context, struct tw_error *error)
{
    int code = TW_OK;
    pthread_rwlock_wrlock(&planner->lock);
    if (!planner->primary) {
        code = TW_CALL(&planner->driver, error, cuDevicePrimaryCtxRetain, &planner->primary,
                       planner->devices[0].device);
        if (code) planner->primary = NULL;
    }
    *context = planner->primary;
    pthread_rwlock_unlock(&planner->lock);
    return code;
}

/* Makes the plan in the current context, or in the primary one, which then is current no longer than that. */
static int make_in_context(struct tw_planner *planner, struct order *order, struct tw_plan **plan,
                           struct tw_error *error)
{
    if (order->key.context) return make(planner, order, order->key.context, plan, error);
    CUcontext primary;
    int code = retain_primary(planner, &primary, error);
    if (!code) code = TW_CALL(&planner->driver, error, cuCtxPushCurrent_v2, primary);
    if (code) return code;
    code = make(planner, order, primary, plan, error);
    planner->driver.cuCtxPopCurrent_v2(NULL);
    return code;
}

/* ---- finding ---- */

static struct tw_plan *find(struct tw_planner *planner, const struct tw_plan_key *key)
{
    pthread_rwlock_rdlock(&planner->lock);
    struct tw_plan *plan = tw_plan_table_find(&planner->table, key);
    if (plan) atomic_fetch_add_explicit(&plan->uses, 1, memory_order_relaxed);
    pthread_rwlock_unlock(&planner->lock);
    return plan;
}

/* Enters a new plan, with one use. */
static int enter(struct tw_planner *planner, struct tw_plan *plan, struct tw_error *error)
{
    pthread_rwlock_wrlock(&planner->lock);
    bool room = tw_plan_table_reserve(planner, &planner->table);
    atomic_store(&plan->uses, 1);
    if (room) tw_plan_table_add(&planner->table, plan);
    pthread_rwlock_unlock(&planner->lock);
    return room ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

/* ---- who makes what ---- */

static bool is_being_made(const struct tw_planner *planner, const struct tw_plan_key *key)
{
    for (const struct tw_maker *maker = planner->makers; maker; maker = maker->next)
        if (tw_plan_key_same(maker->key, key)) return true;
    return false;
}

/* Waits until nobody makes that plan, and is its maker then. */
static void begin_making(struct tw_planner *planner, struct tw_maker *maker)
{
    pthread_mutex_lock(&planner->making);
    while (is_being_made(planner, maker->key)) pthread_cond_wait(&planner->made, &planner->making);
    maker->next = planner->makers;
    planner->makers = maker;
    pthread_mutex_unlock(&planner->making);
}

static void end_making(struct tw_planner *planner, const struct tw_maker *maker)
{
    pthread_mutex_lock(&planner->making);
    struct tw_maker **link = &planner->makers;
    while (*link != maker) link = &(*link)->next;
    *link = maker->next;
    pthread_cond_broadcast(&planner->made);
    pthread_mutex_unlock(&planner->making);
}

static int make_and_enter(struct tw_planner *planner, struct order *order, struct tw_plan **plan,
                          struct tw_error *error)
{
    int code = make_in_context(planner, order, plan, error);
    if (!code) code = enter(planner, *plan, error);
    if (code) tw_planner_drop(planner, *plan);
    if (code) *plan = NULL;
    return code;
}

static int check_values(const struct tw_problem *problem, struct tw_error *error)
{
    if (problem->fields && problem->value_count)
        return tw_fail(error, TW_INPUT, "the problem has its fields twice, as JSON and as values");
    if (problem->value_count && !problem->values)
        return tw_fail(error, TW_INPUT, "the problem has no values (NULL)");
    for (unsigned i = 0; i < problem->value_count; i++) {
        const struct tw_field_value *value = &problem->values[i];
        if (!value->key || (value->is_word && !value->text))
            return tw_fail(error, TW_INPUT, "value %u of the problem has no %s (NULL)", i + 1,
                           value->key ? "text" : "key");
    }
    return TW_OK;
}

static int check_problem(const struct tw_problem *problem, struct tw_error *error)
{
    if (!problem) return tw_fail(error, TW_INPUT, "there is no problem (NULL)");
    if (!problem->family) return tw_fail(error, TW_INPUT, "the problem names no family (NULL)");
    if ((unsigned)problem->effort >= TW_EFFORT_COUNT)
        return tw_fail(error, TW_INPUT, "the problem's effort is not in enum tw_effort: %d",
                       (int)problem->effort);
    if (!(problem->seconds >= 0))
        return tw_fail(error, TW_INPUT, "the problem's seconds are %g, not 0 or more", problem->seconds);
    return check_values(problem, error);
}

/* The plan that is there, or a new one. */
static int find_or_make(struct tw_planner *planner, struct order *order, struct tw_plan **plan,
                        struct tw_error *error)
{
    int code = TW_OK;
    *plan = find(planner, &order->key);
    if (*plan) return TW_OK;
    struct tw_maker maker = {.key = &order->key};
    begin_making(planner, &maker);
    *plan = find(planner, &order->key); /* made by another thread meanwhile */
    if (!*plan) code = make_and_enter(planner, order, plan, error);
    end_making(planner, &maker);
    return code;
}

int tw_plan_make(struct tw_planner *planner, const struct tw_problem *problem, struct tw_plan **plan,
                 struct tw_error *error)
{
    CUcontext context = NULL;
    struct tw_description *description = NULL;
    if (!plan) return tw_fail(error, TW_INPUT, "there is no place for the plan (NULL)");
    *plan = NULL;
    if (!planner) return tw_fail(error, TW_INPUT, "there is no planner (NULL)");
    int code = check_problem(problem, error);
    if (!code) code = TW_CALL(&planner->driver, error, cuCtxGetCurrent, &context);
    if (!code) code = tw_plan_read_description(problem, &description, error);
    if (code) return code;
    struct order order = {problem, tw_plan_key_of(problem, description, context), description};
    code = find_or_make(planner, &order, plan, error);
    tw_description_free(order.description);
    return code;
}

void tw_plan_destroy(struct tw_plan *plan)
{
    if (plan) atomic_fetch_sub(&plan->uses, 1);
}

/* ---- using ---- */

static int no_plan(struct tw_error *error)
{
    return tw_fail(error, TW_INPUT, "there is no plan (NULL)");
}

#define FEW 64u /* arguments: lists of more are too long for a thread's stack */

/* One launch: the value of every argument, the caller's and the scratch. */
struct call {
    const struct tw_plan *plan;
    CUstream stream;
    const struct tw_shape *shape; /* of the kernel that takes the caller's pointers */
    const CUfunction *function;
    void **values;
    CUdeviceptr *scratch;
};

static CUresult launch(const struct call *call)
{
    return tw_launch_all(call->plan->driver, call->shape, call->function, call->values, call->stream);
}

static CUresult launch_in_context(const struct call *call)
{
    const struct tw_driver *driver = call->plan->driver;
    CUresult result = driver->cuCtxPushCurrent_v2(call->plan->context);
    if (result != CUDA_SUCCESS) return result;
    result = launch(call);
    driver->cuCtxPopCurrent_v2(NULL);
    return result;
}

/* The caller's arguments go where the kernel has them, with the scratch between them. */
static int bind(struct call *call, void **arguments, CUdeviceptr scratch, struct tw_error *error)
{
    const struct tw_plan *plan = call->plan;
    const struct tw_shape *shape = &plan->kernel.shape;
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        if (tw_argument_is_passed(argument) && (!arguments || !*arguments))
            return tw_fail(error, TW_INPUT, "%s: no argument is given for %s (NULL)", plan->kernel.name,
                           argument->name);
        if (argument->kind == TW_SYMBOL) {
            call->values[i] = (void *)(uintptr_t)&plan->loaded.symbol[i]; /* only read */
        } else if (argument->role == TW_ROLE_SCRATCH) {
            call->scratch[i] = scratch + plan->scratch_offset[i];
            call->values[i] = &call->scratch[i];
        } else if (tw_argument_is_passed(argument)) {
            call->values[i] = *arguments++;
        }
    }
    return TW_OK;
}

static int launch_call(struct call *call, void **arguments, CUdeviceptr scratch, struct tw_error *error)
{
    const struct tw_driver *driver = call->plan->driver;
    int code = bind(call, arguments, scratch, error);
    if (!code) code = tw_plan_pick(call->plan, call->values, &call->shape, &call->function, error);
    if (code) return code;
    CUcontext current = NULL;
    CUresult result = driver->cuCtxGetCurrent(&current);
    bool there = result == CUDA_SUCCESS && current == call->plan->context;
    result = there ? launch(call) : launch_in_context(call);
    return result == CUDA_SUCCESS ? TW_OK : tw_driver_check(driver, result, "cuLaunchKernel", error);
}

/* Lists of many arguments are the heap's. */
static int launch_many(struct call *call, void **arguments, CUdeviceptr scratch, struct tw_error *error)
{
    unsigned count = call->plan->kernel.shape.argument_count;
    call->values = calloc(count, sizeof *call->values);
    call->scratch = calloc(count, sizeof *call->scratch);
    int code = call->values && call->scratch ? launch_call(call, arguments, scratch, error)
                                             : tw_fail(error, TW_MEMORY, "out of memory");
    free(call->values);
    free(call->scratch);
    return code;
}

int tw_plan_launch_scratch(const struct tw_plan *plan, struct CUstream_st *stream, void **arguments,
                           uint64_t scratch, size_t bytes, struct tw_error *error)
{
    void *values[FEW] = {NULL};
    CUdeviceptr places[FEW];
    struct call call = {.plan = plan, .stream = stream, .values = values, .scratch = places};
    if (!plan) return no_plan(error);
    if (scratch % TW_SCRATCH_ALIGN)
        return tw_fail(error, TW_INPUT, "%s: the scratch is not a multiple of %u bytes: 0x%llx",
                       plan->kernel.name, TW_SCRATCH_ALIGN, (unsigned long long)scratch);
    if (scratch && bytes < tw_shape_scratch_bytes(&plan->kernel.shape))
        return tw_fail(error, TW_INPUT, "%s: the scratch has %zu bytes, but a launch needs %zu",
                       plan->kernel.name, bytes, tw_shape_scratch_bytes(&plan->kernel.shape));
    CUdeviceptr own = scratch ? scratch : plan->scratch;
    return plan->kernel.shape.argument_count > FEW ? launch_many(&call, arguments, own, error)
                                                   : launch_call(&call, arguments, own, error);
}

int tw_plan_launch(const struct tw_plan *plan, struct CUstream_st *stream, void **arguments,
                   struct tw_error *error)
{
    return tw_plan_launch_scratch(plan, stream, arguments, 0, 0, error);
}

struct tw_scratch tw_plan_scratch(const struct tw_plan *plan)
{
    if (!plan) return (struct tw_scratch){0};
    const struct tw_shape *shape = &plan->kernel.shape;
    return (struct tw_scratch){tw_shape_scratch_bytes(shape), TW_SCRATCH_ALIGN, tw_shape_scratch_zero(shape)};
}

/* The number of the argument; that of arguments, when no symbol is called so. */
static unsigned find_symbol(const struct tw_shape *shape, const char *symbol)
{
    unsigned i = 0;
    while (i < shape->argument_count &&
           (shape->arguments[i].kind != TW_SYMBOL || strcmp(shape->arguments[i].name, symbol) != 0))
        i++;
    return i;
}

int tw_plan_set_symbol(const struct tw_plan *plan, const char *symbol, const void *data, size_t bytes,
                       struct CUstream_st *stream, struct tw_error *error)
{
    if (!plan) return no_plan(error);
    if (!symbol || !data)
        return tw_fail(error, TW_INPUT, "%s: there is no %s (NULL)", plan->kernel.name,
                       symbol ? "data for the symbol" : "name of a symbol");
    const unsigned number = find_symbol(&plan->kernel.shape, symbol);
    if (number == plan->kernel.shape.argument_count)
        return tw_fail(error, TW_INPUT, "%s has no symbol %s", plan->kernel.name, symbol);
    const struct tw_argument *argument = &plan->kernel.shape.arguments[number];
    if (bytes != tw_argument_bytes(argument))
        return tw_fail(error, TW_INPUT, "%s: symbol %s has %zu bytes, not %zu", plan->kernel.name, symbol,
                       tw_argument_bytes(argument), bytes);
    int code = TW_CALL(plan->driver, error, cuCtxPushCurrent_v2, plan->context);
    if (code) return code;
    if (plan->loaded.symbol[number])
        code = TW_CALL(plan->driver, error, cuMemcpyHtoDAsync_v2, plan->loaded.symbol[number], data, bytes,
                       stream);
    plan->driver->cuCtxPopCurrent_v2(NULL);
    return code;
}

const struct tw_kernel *tw_plan_kernel(const struct tw_plan *plan)
{
    return plan ? &plan->kernel : NULL;
}

enum tw_grounds tw_plan_grounds(const struct tw_plan *plan)
{
    return plan ? plan->grounds : TW_GROUNDS_COUNT;
}

const char *tw_plan_describe(const struct tw_plan *plan)
{
    return plan ? plan->description : "";
}
