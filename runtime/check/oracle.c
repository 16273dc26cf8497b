/* The oracle: asking a reference once per problem, and putting what it says into memory that kernels run in. */
#include "runtime/check/oracle.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/check/expected.h"

#define GUARD_BYTES ((size_t)4096) /* a multiple of cuMemAlloc's alignment, so that the content keeps it */

const unsigned char tw_poisons[TW_MAX_TRIALS] = {0xA5, 0x5A, 0xC3};

void tw_oracle_open(struct tw_oracle *oracle, struct tw_device *device, struct tw_cache *cache,
                    const struct tw_nvrtc *nvrtc)
{
    bool simulator = tw_device_is_simulator(device);
    *oracle = (struct tw_oracle){.device = device, .cache = cache, .nvrtc = nvrtc};
    oracle->guard = simulator ? 0 : GUARD_BYTES;
    oracle->compares_on_device = !simulator && nvrtc;
}

/* ---- forgetting ---- */

static void free_held(const struct tw_oracle *oracle, struct tw_held *held)
{
    free(held->host);
    if (held->device) oracle->device->driver.cuMemFree_v2(held->device);
    *held = (struct tw_held){0};
}

static void forget(struct tw_oracle *oracle)
{
    for (unsigned i = 0; i < oracle->place_count; i++) {
        free_held(oracle, &oracle->place[i].ran);
        for (unsigned trial = 0; trial < TW_MAX_TRIALS; trial++) {
            struct tw_answer *answer = &oracle->place[i].answer[trial];
            free_held(oracle, &answer->before);
            free_held(oracle, &answer->after);
            free_held(oracle, &answer->exact);
            free_held(oracle, &answer->scale);
            answer->most = 0;
            answer->unknown = false;
        }
    }
    tw_text_clear(&oracle->key);
}

static void release(const struct tw_oracle *oracle, struct tw_argument_place *place)
{
    if (place->base) oracle->device->driver.cuMemFree_v2(place->base);
    place->base = place->content = 0;
    place->whole = 0;
}

static void release_all(struct tw_oracle *oracle)
{
    for (unsigned i = 0; i < oracle->place_count; i++) release(oracle, &oracle->place[i]);
}

void tw_oracle_close(struct tw_oracle *oracle)
{
    if (!oracle->device) return;
    forget(oracle);
    release_all(oracle);
    free(oracle->place);
    free(oracle->values);
    tw_comparer_close(&oracle->comparer, oracle->device);
    tw_text_free(&oracle->key);
    tw_error_free(&oracle->refused);
    *oracle = (struct tw_oracle){0};
}

/* ---- asking ---- */

static bool has_before(const struct tw_argument *argument)
{
    return argument->before == TW_BEFORE_GIVEN && !argument->value;
}

/* A result whose elements are compared within a bound. */
static bool rounds(const struct tw_kernel *kernel, const struct tw_argument *argument)
{
    const struct tw_element_info *info = tw_element_info(argument->element);
    bool is_float = info->scalar == TW_FLOAT || info->scalar == TW_BFLOAT;
    return kernel->shape.chain && tw_argument_is_result(argument) && is_float && info->components == 1;
}

/* Adds the key of a described kernel's expectation; its first word tells it apart from problems of built-in families. */
static void add_expected_key(const struct tw_kernel *kernel, struct tw_text *key)
{
    tw_text_addf(key, "expected %016" PRIx64, kernel->expectation->key);
}

/* All that the reference reads, and the arguments it fills. */
static void add_key(const struct tw_kernel *kernel, const struct tw_reference *reference, struct tw_text *key)
{
    tw_text_addf(key, "%s %s", kernel->family, kernel->rendering->spreads ? "" : kernel->rendering->word);
    for (const char *const *name = reference->reads; *name; name++) {
        const struct tw_field_value *field = tw_kernel_field(kernel, *name);
        if (!field || (reference->ignores && reference->ignores(kernel, *name))) continue;
        if (field->is_word)
            tw_text_addf(key, " %s", field->text);
        else
            tw_text_addf(key, " %" PRId64, field->number);
    }
    for (unsigned i = 0; i < kernel->shape.argument_count; i++) {
        const struct tw_argument *argument = &kernel->shape.arguments[i];
        if (argument->role == TW_ROLE_SCRATCH) continue;
        tw_text_addf(key, " %s:%d:%" PRIu64 "%s", argument->name, (int)argument->element, argument->count,
                     rounds(kernel, argument) ? "~" : "");
    }
}

static void *filled(size_t bytes, unsigned char value)
{
    void *memory = malloc(bytes);
    return memory ? memset(memory, value, bytes) : NULL;
}

static double *not_a_number(uint64_t count)
{
    double *memory = count <= SIZE_MAX / sizeof *memory ? malloc((size_t)count * sizeof *memory) : NULL;
    for (uint64_t i = 0; memory && i < count; i++) memory[i] = (double)NAN;
    return memory;
}

/* The arrays of one argument that its reference fills. A result that launching zeroes holds zeros where nobody writes. */
static int allocate(const struct tw_kernel *kernel, const struct tw_argument *argument, unsigned trial,
                    struct tw_answer *answer, struct tw_error *error)
{
    size_t bytes = tw_argument_bytes(argument);
    const unsigned char untouched = argument->before == TW_BEFORE_ZEROED ? 0 : tw_poisons[trial];
    bool full = true;
    if (has_before(argument)) full &= (answer->before.host = filled(bytes, tw_poisons[trial])) != NULL;
    if (tw_argument_is_result(argument)) full &= (answer->after.host = filled(bytes, untouched)) != NULL;
    if (rounds(kernel, argument)) {
        full &= (answer->exact.host = not_a_number(argument->count)) != NULL;
        full &= (answer->scale.host = not_a_number(argument->count)) != NULL;
    }
    return full ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory for argument %s", argument->name);
}

static int fill(struct tw_oracle *oracle, const struct tw_kernel *kernel,
                const struct tw_reference *reference, unsigned trial, struct tw_error *error)
{
    struct tw_trial *arrays = calloc(kernel->shape.argument_count, sizeof *arrays);
    int code = arrays ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < kernel->shape.argument_count && !code; i++) {
        struct tw_answer *answer = &oracle->place[i].answer[trial];
        code = allocate(kernel, &kernel->shape.arguments[i], trial, answer, error);
        arrays[i] = (struct tw_trial){answer->before.host, answer->after.host, answer->exact.host,
                                      answer->scale.host};
    }
    if (!code) code = reference->fill(kernel, trial, arrays, error);
    free(arrays);
    return code;
}

/* All trials together. */
static int fill_expected(struct tw_oracle *oracle, const struct tw_kernel *kernel, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < kernel->shape.argument_count && !code; i++) {
        for (unsigned trial = 0; trial < oracle->trials && !code; trial++)
            code =
                allocate(kernel, &kernel->shape.arguments[i], trial, &oracle->place[i].answer[trial], error);
    }
    return code ? code : tw_expected_fill(oracle, kernel, error);
}

static int upload_held(const struct tw_oracle *oracle, struct tw_held *held, size_t bytes,
                       struct tw_error *error)
{
    const struct tw_driver *driver = &oracle->device->driver;
    if (!held->host) return TW_OK;
    int code = TW_CALL(driver, error, cuMemAlloc_v2, &held->device, bytes);
    if (!code) code = TW_CALL(driver, error, cuMemcpyHtoD_v2, held->device, held->host, bytes);
    free(held->host);
    held->host = NULL;
    return code;
}

/* Scalars stay on the host, from where they are passed. */
static int upload(struct tw_oracle *oracle, const struct tw_kernel *kernel, unsigned trial,
                  struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < kernel->shape.argument_count && !code; i++) {
        const struct tw_argument *argument = &kernel->shape.arguments[i];
        struct tw_answer *answer = &oracle->place[i].answer[trial];
        size_t bytes = tw_argument_bytes(argument), doubles = (size_t)argument->count * sizeof(double);
        if (argument->kind == TW_SCALAR) continue;
        code = upload_held(oracle, &answer->before, bytes, error);
        if (!code) code = upload_held(oracle, &answer->after, bytes, error);
        if (!code) code = upload_held(oracle, &answer->exact, doubles, error);
        if (!code) code = upload_held(oracle, &answer->scale, doubles, error);
    }
    return code;
}

/* Bytes of the answers of all trials, and of the working memory beside them. */
static double bytes_needed(const struct tw_kernel *kernel, unsigned trials)
{
    double bytes = 0;
    for (unsigned i = 0; i < kernel->shape.argument_count; i++) {
        const struct tw_argument *argument = &kernel->shape.arguments[i];
        double own = (double)tw_argument_bytes(argument);
        bytes += own + trials * own * (has_before(argument) + tw_argument_is_result(argument));
        if (rounds(kernel, argument)) bytes += trials * 16.0 * (double)argument->count;
        if (kernel->expectation && tw_argument_is_result(argument))
            bytes += own; /* what it left in a trial */
    }
    return bytes;
}

#define MEMORY_SHARE 0.9 /* of what is free: the rest is the allocator's */

static bool fits_on_device(const struct tw_oracle *oracle, const struct tw_kernel *kernel)
{
    size_t available, total;
    if (!oracle->compares_on_device) return false;
    if (oracle->device->driver.cuMemGetInfo_v2(&available, &total) != CUDA_SUCCESS) return false;
    return bytes_needed(kernel, oracle->trials) < MEMORY_SHARE * (double)available;
}

static int check_sizes(const struct tw_kernel *kernel, struct tw_error *error)
{
    for (unsigned i = 0; i < kernel->shape.argument_count; i++) {
        const struct tw_argument *argument = &kernel->shape.arguments[i];
        size_t bytes = tw_argument_bytes(argument);
        if (!argument->count || !bytes || bytes > SIZE_MAX / 16)
            return tw_fail(error, TW_INPUT, "argument %s cannot have %" PRIu64 " elements", argument->name,
                           argument->count);
    }
    return TW_OK;
}

static int learn(struct tw_oracle *oracle, const struct tw_kernel *kernel,
                 const struct tw_reference *reference, struct tw_error *error)
{
    oracle->trials = reference && reference->trials ? reference->trials(kernel) : 2;
    release_all(oracle);
    int code = check_sizes(kernel, error);
    oracle->on_device = !code && fits_on_device(oracle, kernel);
    if (!code && oracle->on_device && !oracle->comparer.loaded.module)
        code = tw_comparer_open(&oracle->comparer, oracle->device, oracle->cache, oracle->nvrtc, error);
    if (!code && kernel->expectation) code = fill_expected(oracle, kernel, error);
    for (unsigned trial = 0; trial < oracle->trials && !code; trial++) {
        if (reference) code = fill(oracle, kernel, reference, trial, error);
        if (!code && oracle->on_device) code = upload(oracle, kernel, trial, error);
    }
    return code;
}

/* Variants of a problem may have more scratch than the one that was asked for. */
static bool has_places(struct tw_oracle *oracle, unsigned count)
{
    if (count <= oracle->place_count) return true;
    struct tw_argument_place *place = realloc(oracle->place, count * sizeof *place);
    if (place) oracle->place = place;
    void **values = realloc(oracle->values, count * sizeof *values);
    if (values) oracle->values = values;
    if (!place || !values) return false;
    memset(place + oracle->place_count, 0, (count - oracle->place_count) * sizeof *place);
    oracle->place_count = count;
    return true;
}

static int tell(const struct tw_error *why, struct tw_error *error)
{
    int code = tw_fail(error, why->code, "%s", why->message);
    if (why->detail && error) tw_error_add_detail(error, why->detail);
    return code;
}

/* Why the reference of a described kernel gave no answer is kept, unless the device is lost: the next variant is told without asking it again. */
static int ask_anew(struct tw_oracle *oracle, const struct tw_kernel *kernel,
                    const struct tw_reference *reference, struct tw_text *key, struct tw_error *error)
{
    struct tw_error why = TW_ERROR_INIT;
    forget(oracle);
    int code = learn(oracle, kernel, reference, &why);
    if (code) forget(oracle);
    if (code) tell(&why, error);
    const bool lost = code == TW_ENVIRONMENT && !tw_device_answers(oracle->device);
    if (code && code != TW_MEMORY && !lost && kernel->expectation) {
        tell(&why, &oracle->refused);
        oracle->refused_key = kernel->expectation->key;
    }
    tw_error_free(&why);
    if (code) return code;
    struct tw_text old = oracle->key;
    oracle->key = *key;
    *key = old;
    return TW_OK;
}

void tw_oracle_refuse(struct tw_oracle *oracle, uint64_t key, const char *message)
{
    tw_fail(&oracle->refused, TW_INPUT, "%s", message);
    oracle->refused_key = key;
}

static bool is_refused(const struct tw_oracle *oracle, const struct tw_kernel *kernel)
{
    return oracle->refused.code && kernel->expectation && kernel->expectation->key == oracle->refused_key;
}

int tw_oracle_ask(struct tw_oracle *oracle, const struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_reference *reference = kernel->expectation ? NULL : tw_reference_find(kernel->family);
    struct tw_text key = {0};
    if (!reference && !kernel->expectation)
        return tw_fail(error, TW_UNSUPPORTED, "family %s has no reference to check against", kernel->family);
    if (is_refused(oracle, kernel)) return tell(&oracle->refused, error);
    if (kernel->expectation)
        add_expected_key(kernel, &key);
    else
        add_key(kernel, reference, &key);
    bool complete = has_places(oracle, kernel->shape.argument_count) && !key.failed;
    int code = complete ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    bool known = !code && oracle->key.length && strcmp(key.data, oracle->key.data) == 0;
    if (!code && !known) code = ask_anew(oracle, kernel, reference, &key, error);
    tw_text_free(&key);
    return code;
}

/* ---- working memory ---- */

int tw_oracle_reserve(struct tw_oracle *oracle, const struct tw_kernel *kernel, size_t places,
                      struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < kernel->shape.argument_count && !code; i++) {
        const struct tw_argument *argument = &kernel->shape.arguments[i];
        size_t bytes =
            tw_argument_bytes(argument) * (tw_argument_is_result(argument) ? places : 1) + 2 * oracle->guard;
        struct tw_argument_place *place = &oracle->place[i];
        if (argument->kind != TW_BUFFER || place->whole == bytes) continue;
        release(oracle, place);
        code = TW_CALL(&oracle->device->driver, error, cuMemAlloc_v2, &place->base, bytes);
        if (!code) place->content = place->base + oracle->guard;
        if (!code) place->whole = bytes;
    }
    return code;
}

static int copy_in(const struct tw_driver *driver, CUdeviceptr to, const struct tw_held *from, size_t bytes,
                   struct tw_error *error)
{
    if (from->device) return TW_CALL(driver, error, cuMemcpyDtoD_v2, to, from->device, bytes);
    return TW_CALL(driver, error, cuMemcpyHtoD_v2, to, from->host, bytes);
}

static int put_buffer(const struct tw_oracle *oracle, const struct tw_argument *argument,
                      const struct tw_argument_place *place, unsigned trial, struct tw_error *error)
{
    const struct tw_driver *driver = &oracle->device->driver;
    size_t bytes = tw_argument_bytes(argument);
    int code = TW_CALL(driver, error, cuMemsetD8_v2, place->base, tw_poisons[trial], place->whole);
    if (code) return code;
    if (has_before(argument))
        return copy_in(driver, place->content, &place->answer[trial].before, bytes, error);
    if (argument->before == TW_BEFORE_ZERO)
        return TW_CALL(driver, error, cuMemsetD8_v2, place->content, 0, bytes);
    return TW_OK;
}

static int put_symbol(const struct tw_oracle *oracle, const struct tw_argument *argument, CUdeviceptr address,
                      struct tw_argument_place *place, unsigned trial, struct tw_error *error)
{
    const struct tw_driver *driver = &oracle->device->driver;
    const struct tw_held own = {.host = (void *)(uintptr_t)argument->value}, /* only read */
        *before = argument->value ? &own : &place->answer[trial].before;
    const size_t bytes = tw_argument_bytes(argument);
    place->content = address;
    if (!address) return TW_OK;
    if (before->host || before->device) return copy_in(driver, address, before, bytes, error);
    if (!tw_argument_is_result(argument)) return TW_OK; /* scratch keeps what the module says of it */
    return TW_CALL(driver, error, cuMemsetD8_v2, address, tw_poisons[trial], bytes);
}

int tw_oracle_put(const struct tw_oracle *oracle, const struct tw_kernel *kernel,
                  const struct tw_loaded *loaded, unsigned trial, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < kernel->shape.argument_count && !code; i++) {
        const struct tw_argument *argument = &kernel->shape.arguments[i];
        if (argument->kind == TW_BUFFER) code = put_buffer(oracle, argument, &oracle->place[i], trial, error);
        if (argument->kind == TW_SYMBOL)
            code = put_symbol(oracle, argument, loaded->symbol[i], &oracle->place[i], trial, error);
    }
    return code;
}

int tw_oracle_restore(const struct tw_oracle *oracle, const struct tw_shape *shape, unsigned trial,
                      struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < shape->argument_count && !code; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        const struct tw_argument_place *place = &oracle->place[i];
        if (argument->role != TW_ROLE_INOUT || !has_before(argument)) continue;
        code = copy_in(&oracle->device->driver, place->content, &place->answer[trial].before,
                       tw_argument_bytes(argument), error);
    }
    return code;
}

int tw_oracle_launch(const struct tw_oracle *oracle, const struct tw_loaded *loaded,
                     const struct tw_shape *shape, unsigned trial, struct tw_error *error)
{
    const struct tw_driver *driver = &oracle->device->driver;
    for (unsigned i = 0; i < shape->argument_count; i++) {
        struct tw_argument_place *place = &oracle->place[i];
        const struct tw_argument *argument = &shape->arguments[i];
        oracle->values[i] = argument->value               ? (void *)(uintptr_t)argument->value
                            : argument->kind == TW_SCALAR ? place->answer[trial].before.host
                                                          : &place->content;
    }
    CUresult result = tw_launch_all(driver, shape, loaded->function, oracle->values, NULL);
    return tw_driver_check(driver, result, "cuLaunchKernel", error);
}
