/*
 * store.h - what was measured on a device and which variant won, kept in files: wisdom (docs/wisdom.md).
 *
 *     DIR/0c1f...e9.wisdom     one file per device, named by the hash of what the device is
 *
 *     file  = section { section }          one section in a file of the store; in an exported one a section per device
 *     section = header { "\n" entry }      one object in a line each
 *
 *     {"tilewright_wisdom": 1, "device": "NVIDIA H200", "sm": 90, "multiprocessors": 132, "l2_bytes": 62914560, "driver": "13.0"}
 *     {"kernel": "transpose", "problem": {"rows": 600, ...}, "searched": ["method", ...], "variant": {"method": "vector", ...},
 *      "us": 93.100, "estimate_us": 96.500, "tried": 12, "of": 712, "effort": "measure", "time": "2026-11-22T05:13:27Z",
 *      "version": "0.1.0", "template": "0123456789abcdef"}
 *     {"kernel": "matmul", "kernel_hash": "0123456789abcdef0123456789abcdef", "problem": {"m": 1024, ...}, ..., "version": "0.1.0"}
 *
 * An entry of a described kernel holds the hash of its description, which stands for the source and all else that it is made from, in place of a
 * template: another source takes nothing from it. Such entries are read without a description too, with fields as the entry tells them.
 *
 * `problem` holds the fields that say what is computed, `variant` all others as they won, `searched` those that were searched
 * or that leave nothing to search.
 * The file of a device only grows, a line for each search, and is rewritten when it passes TW_STORE_BYTES.
 *
 * Where two entries are for one search (the same problem, fields searched, and values of the fields that were not), the
 * newer one counts, unless it took less effort or was measured with another template than the program has now.
 *
 * Memory: stores own what they point to (malloc; tw_stores_free). Thread-safe, and safe from other processes: writers lock.
 */
#ifndef TW_TUNE_PLAN_STORE_H
#define TW_TUNE_PLAN_STORE_H

#include <tilewright/plan.h>

#include <cJSON.h>

#include "base/arena.h"
#include "base/hash.h"
#include "gen/family.h"

#define TW_STORE_BYTES ((size_t)4 << 20) /* of a device's file; then the oldest entries go             */
#define TW_STORE_STAMP 21u               /* bytes of "2026-11-22T05:13:27Z" with its NUL               */
#define TW_STORE_NAME  40u               /* of a file's name, with its NUL                             */

/* What makes two devices one, but for the driver. */
struct tw_store_device {
    char name[128];
    unsigned sm, multiprocessors;
    int64_t l2_bytes;
    int driver_version; /* 13000: CUDA 13.0; of the first that wrote */
};

/* One search and what won it. Texts are those of the stores that it was read into, or of whoever made it; of families that are built in
   only fields of the problem are texts. */
struct tw_store_entry {
    const struct tw_family *
        family; /* of a described kernel its description's, or one that the stores have made of what entries tell */
    char kernel_hash[TW_HASH_DIGITS + 1]; /* of the description; "": the family is built in */
    int64_t value[TW_MAX_FIELDS];         /* of the winner, all fields              */
    uint64_t searched;                    /* bit i: field i was searched, or leaves nothing to search */
    enum tw_effort effort;
    double us,
        estimate_us; /* median of a launch: the winner's; that of what would have been chosen, 0: not timed */
    int64_t tried, of; /* candidates */
    char time[TW_STORE_STAMP];
    char version[16];
    uint64_t template_hash;
};

struct tw_store {
    struct tw_store_device device;
    struct tw_store_entry *entries;
    size_t count, capacity;
};

struct tw_stores {
    struct tw_store *list;
    size_t count, capacity;
    struct tw_arena kernels;        /* private: families of described kernels, and texts of entries */
    struct tw_store_kernel *kernel; /* private: the last one made */
    size_t damaged; /* lines that were skipped: torn, no wisdom, or of what this version does not know */
};

/* "measure" */
const char *tw_effort_word(enum tw_effort effort);
/* False: the kernels are made from another template now. A described kernel's always are as its hash says. */
bool tw_store_is_current(const struct tw_store_entry *entry);
/* The entry's version, template or hash of the description, and time are set to the program's and now. */
void tw_store_stamp(struct tw_store_entry *entry);

/* ---- text (store_text.c) ---- */

/* What entries are wanted for: those of one family, of a described kernel by its hash, and of one problem alone. */
struct tw_store_problem {
    const struct tw_family *family;
    const int64_t *value; /* of which the fields of the problem count; NULL: any problem */
};

/*
 * Adds the lines of a text to *stores. strict: a line that is no wisdom is TW_INPUT with file and line; else it is skipped
 * and counted. problem: entries of others are passed over, NULL: none are. TW_MEMORY.
 */
int tw_stores_read(const char *file, const char *text, size_t length, bool strict,
                   const struct tw_store_problem *problem, struct tw_stores *stores, struct tw_error *error);
/* Adds an entry, which replaces one of the same search that counts less, or is dropped for one that counts more. TW_MEMORY. */
int tw_stores_add(struct tw_stores *stores, const struct tw_store_device *device,
                  const struct tw_store_entry *entry, struct tw_error *error);
/* Whether they have the entry, or one of the same search that counts more. */
bool tw_stores_know(const struct tw_stores *stores, const struct tw_store_device *device,
                    const struct tw_store_entry *entry);
/* All devices and entries as text. */
void tw_stores_print(const struct tw_stores *stores, struct tw_text *text);
void tw_store_print_header(const struct tw_store_device *device, struct tw_text *text);
void tw_store_print_entry(const struct tw_store_entry *entry, struct tw_text *text);
bool tw_store_same_device(const struct tw_store_device *a, const struct tw_store_device *b);
void tw_stores_free(struct tw_stores *stores);

/* ---- described kernels without their descriptions (store_kernels.c) ---- */

/* The family of the described kernel with that name and hash, whose fields are members of two objects of an entry: made, where the stores
   have none of it. NULL, and *why says which: memory ran out (NULL), or the entry is none of such a kernel. */
const struct tw_family *tw_store_kernel(struct tw_stores *stores, const char *name, const char *hash,
                                        const cJSON *problem, const cJSON *variant, const char **why);
/* The value of a field of such a family, kept in the stores. False: as above. */
bool tw_store_kernel_value(struct tw_stores *stores, const struct tw_family *family, unsigned field,
                           const cJSON *problem, const cJSON *variant, int64_t *value, const char **why);

/* Whether the text is printable ASCII, as texts of entries are. */
bool tw_store_is_printable(const char *text);

/* ---- files (store_file.c) ---- */

/* The store's directory, owned by the caller (free): `given`, or the cache's if NULL. TW_ENVIRONMENT: nothing says where. */
int tw_store_directory(const char *given, char **directory, struct tw_error *error);

/* Everything in the directory, damaged lines counted; one that is not there is empty. TW_ENVIRONMENT: it is not to be
   trusted (runtime/compile/trust.h); TW_IO, TW_MEMORY. */
int tw_store_load(const char *directory, struct tw_stores *stores, struct tw_error *error);
/* The same of one device, and of the problem of `value` alone. */
int tw_store_load_problem(const char *directory, const struct tw_store_device *device,
                          const struct tw_family *family, const int64_t *value, struct tw_stores *stores,
                          struct tw_error *error);
/* The same of all devices and problems of a family. */
int tw_store_load_family(const char *directory, const struct tw_family *family, struct tw_stores *stores,
                         struct tw_error *error);
/* Adds entries to a device's file, all or none. TW_ENVIRONMENT, TW_IO: why not; TW_MEMORY. */
int tw_store_keep(const char *directory, const struct tw_store_device *device,
                  const struct tw_store_entry *entries, size_t count, struct tw_error *error);
/* Removes all, or those that are not current; says how many. */
int tw_store_forget(const char *directory, bool stale_only, size_t *count, struct tw_error *error);

/* ---- what fits (store_find.c) ---- */

/* What a plan leaves open. */
struct tw_store_request {
    const struct tw_family *family;
    const struct tw_target *target;
    const int64_t *given, *resolved; /* values before resolve() and after it */
    uint64_t open;                   /* fields that the search may choose */
    enum tw_effort least;
};

/* The entry that says most: the most effort, of equals the newest. NULL: none fits. Entries fit when they are current, what
   is open was searched, and what is not open is as requested. */
const struct tw_store_entry *tw_store_find(const struct tw_stores *stores,
                                           const struct tw_store_request *request);

#endif
