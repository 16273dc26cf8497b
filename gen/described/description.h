/*
 * description.h - a family that somebody describes in JSON: what a kernel of their own is called, what it is given, how it is launched, what it
 * must compute (docs/kernel.md is the format). What the built-in families' functions answer is answered here by expressions.
 *
 * Memory law: a description owns all that it points to. Configs, variants and kernels made from it borrow it; tw_description_free
 * comes last. It never changes once it is read: threads may share it.
 */
#ifndef TW_GEN_DESCRIBED_DESCRIPTION_H
#define TW_GEN_DESCRIBED_DESCRIPTION_H

#include "gen/config/config.h"
#include "gen/config/json.h"
#include "gen/family.h"

TW_API_BEGIN

/*
 * Reads the object at `node` of a text, which may be freed afterwards. Relative names of files are beside `json->file`. Reads the source and
 * its headers too; nothing is compiled, and no library is loaded. TW_INPUT with place and caret, TW_IO, TW_MEMORY.
 */
int tw_description_read(const struct tw_json *json, const cJSON *node, struct tw_description **description,
                        struct tw_error *error);
/* The description in a file of its own: a config whose "kernel" is an object. What else the config holds is not taken over. */
int tw_description_load(const char *path, struct tw_description **description, struct tw_error *error);
/* Whether "kernel" of a config is a description or the path of one, and no family's name; and that description, whose path is beside the
   config. What is wrong within another file is told there. */
bool tw_description_is_meant(const cJSON *kernel);
bool tw_description_is_path(
    const char *kernel); /* the same of the text of a "kernel": "matmul.json", "./matmul" */
int tw_description_find(const struct tw_json *json, const cJSON *kernel, struct tw_description **description,
                        struct tw_error *error);
void tw_description_free(struct tw_description *description); /* NULL is allowed */

/* The family it describes, which is the description's. */
const struct tw_family *tw_description_family(const struct tw_description *description);

/* A hash, in hexadecimal, of all that a variant's kernel and its answer depend on beside its fields: the description itself, the source, all
   headers that any branch of it can include, a reference's source or library, the bytes of its files. Equal hashes: the same kernels. */
const char *tw_description_hash(const struct tw_description *description);

/* The file that the description stands in, and the text of its object, from which another process can read it again
   (tw_description_again), as long as the files that it names have not changed: TW_INPUT says which has. */
const char *tw_description_file(const struct tw_description *description);
const char *tw_description_text(const struct tw_description *description);
int tw_description_again(const char *file, const char *text, const char *hash,
                         struct tw_description **description, struct tw_error *error);

/* Calls `take` with each file that was read for it, and with those that a check reads: description, source, headers, reference, files of
   arguments. */
void tw_description_files(const struct tw_description *description,
                          void (*take)(void *context, const char *path), void *context);

/* The headers of the source alone. */
void tw_description_headers(const struct tw_description *description,
                            void (*take)(void *context, const char *path), void *context);

/* NULL, or a sentence for people: why no kernel of it is cached, ... */
const char *tw_description_warning(const struct tw_description *description);

/*
 * Where the defaults of the fields violate a constraint, others stand for them: the first combination of the parameters' values that violates
 * none. The fields that have others (bit i: field i), and a sentence for people that says which, and why; or that no combination will do. 0 and
 * NULL: the defaults are as they are declared.
 */
uint64_t tw_description_replaced(const struct tw_description *description);
const char *tw_description_note(const struct tw_description *description);

/* ---- what the family's functions answer (gen/families.c calls these) ---- */

void tw_described_resolve(const struct tw_description *description, int64_t *value,
                          const struct tw_target *target);
bool tw_described_accept(const struct tw_description *description, const int64_t *value,
                         const struct tw_target *target, struct tw_text *reason);
/* The first field up to which a constraint is violated whatever the fields after it are, as none of them occurs in it; -1: none is. */
int tw_described_violated(const struct tw_description *description, const int64_t *value,
                          const struct tw_target *target);
/* Whether every variant violates a constraint whose fields are those of `value`, but for each field with an axis any value of that. False: some
   may not. */
bool tw_described_excludes(const struct tw_description *description, const int64_t *value,
                           const struct tw_axis *const *axes, const struct tw_target *target);
/* What together accepts a variant; with NULL only how many conditions there are. Which fields each depends on may be said of too many. */
unsigned tw_described_conditions(const struct tw_description *description, struct tw_condition *conditions);
bool tw_described_holds(const struct tw_description *description, const struct tw_condition *condition,
                        const int64_t *value, const struct tw_target *target);
void tw_described_shape(const struct tw_description *description, const int64_t *value,
                        const struct tw_target *target, struct tw_shape *shape);

/*
 * The shared-memory accesses that it states, as the family's functions of these names tell them. False of the addresses: an expression has no
 * value, or none that is an address; *addr then holds TW_NO_ADDRESS for the rest.
 */
void tw_described_accesses(const struct tw_description *description, const int64_t *value,
                           struct tw_access_list *list);
bool tw_described_addresses(const struct tw_description *description, const int64_t *value, unsigned access,
                            unsigned first, unsigned count, uint32_t *addr);
bool tw_described_tile(const struct tw_description *description, const int64_t *value, unsigned number,
                       struct tw_layout *layout);
/* Fills the prediction of launch number `number`, which is empty, or says in `none` why there is none. */
void tw_described_predict(const struct tw_description *description, const int64_t *value,
                          const struct tw_launch *launch, unsigned number, struct tw_prediction *prediction);

/* ---- metrics ---- */

#define TW_DESCRIBED_COUNTERS 8u /* of the hardware, that a metric reads at most */

/* A figure that the description defines, to rank by. */
struct tw_described_metric {
    const char *name;
    bool highest;                                /* is best; else the lowest */
    const char *counters[TW_DESCRIBED_COUNTERS]; /* of the hardware, that it reads: "dram__bytes_read.sum" */
    unsigned counter_count;
    const char *spelled[TW_DESCRIBED_COUNTERS]; /* private, as the next is */
    const struct tw_expression *value;
};

/* What is known of a variant that ran. */
struct tw_described_measures {
    double time_us; /* 0: none */
    const struct tw_work *work;
    const struct tw_counts *counts;
    /* The value of a counter of the hardware; false: it was not read. NULL: none was. */
    bool (*counter)(const void *context, const char *name, double *value);
    const void *context;
};

/* The metric of that name; NULL: there is none (description NULL: there never is). */
const struct tw_described_metric *tw_description_metric(const struct tw_description *description,
                                                        const char *name);
/* The metrics by their numbers, in the description's order, from 0; NULL: there are no more (description NULL: there never are). */
const struct tw_described_metric *tw_description_metric_at(const struct tw_description *description,
                                                           unsigned number);
bool tw_described_metric_is_timed(const struct tw_description *description,
                                  const struct tw_described_metric *metric);
/* False: what it is made of is not known, or it has no value, as where it divides by zero. */
bool tw_described_metric_value(const struct tw_description *description,
                               const struct tw_described_metric *metric, const int64_t *value,
                               const struct tw_target *target, const struct tw_described_measures *from,
                               double *result);

/* ---- a kernel ---- */

/*
 * Fills in what is a described kernel's alone, once the shape and the fields are there: source, template_name and lines, needs, expectation.
 */
int tw_described_render(const struct tw_variants *variants, const struct tw_variant *variant,
                        struct tw_kernel *kernel, struct tw_error *error);

/* Adds a kernel's source as a person is to see it: where it goes on in the user's file, #line names that by its path. Any kernel's. */
void tw_described_show(const struct tw_kernel *kernel, struct tw_text *text);

/* ---- the proof ---- */

/* Whether the description has a "proof". */
bool tw_description_has_proof(const struct tw_description *description);

/*
 * The values of the small problem on which every variant is simulated: those of the variant, but for the fields of the problem that
 * "proof" names; any integers, also where the field declares others. False: it has none, or it cannot be made, which *why says in a clause:
 * "the description has no \"proof\"", "on the proof problem, it violates m % BM == 0".
 */
bool tw_described_proof(const struct tw_description *description, const int64_t *value,
                        const struct tw_target *target, int64_t proof[TW_MAX_FIELDS], struct tw_text *why);

TW_API_END
#endif
