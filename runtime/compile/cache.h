/*
 * cache.h - compiled kernels kept in a directory, so that what was compiled once is not compiled again.
 *
 *     DIR/0c1f...e9.kernel           one file per kernel, named by the hash of its key
 *     DIR/0c1f...e9.note             what was measured of a device, named by the hash of its key
 *     DIR/0c1f...e9.5b2d...07.part   one that is being written
 *
 * The key is everything the compiler's output depends on (TW_CACHE_PARTS), and never its output. A
 * file holds the key in readable form, cubin, PTX and log, under a checksum; whatever is damaged, of
 * another format version or not ours is a miss, and the compiled kernel replaces it. No other file of
 * the directory is ever touched.
 *
 * Any number of processes and threads may share a directory: a file is written under a name of its own and
 * renamed. A file that cannot be written (directory read-only, disk full) is not an error; it is compiled
 * again next time. Files that a killed process left half written are removed by the next that opens the cache.
 *
 * What a file holds is run on the GPU, so it must come from this user or root: a directory that others may
 * write to, or that belongs to another, is not used, nor is such a file (docs/cache.md; trust.h).
 *
 * The directory's size is bounded: the kernels that were not used for the longest time go first.
 *
 * Thread-safety: a tw_cache may be shared by threads, but for opening and closing it.
 */
#ifndef TW_RUNTIME_COMPILE_CACHE_H
#define TW_RUNTIME_COMPILE_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <tilewright/api.h>

#include "base/text.h"
#include "runtime/compile/compile.h"

TW_API_BEGIN

/* clang-format off */
/*    part of the key          word             what it says                                                 */
#define TW_CACHE_PARTS(X)                                                                                    \
    X(TW_CACHE_KERNEL,         "kernel")        /* name: entry point, and the file's in line information  */ \
    X(TW_CACHE_SOURCE,         "source")        /* XXH3-128 of the CUDA source, and its bytes             */ \
    X(TW_CACHE_HEADERS,        "headers")       /* hash of those that an own kernel's source can include     */ \
    X(TW_CACHE_ENTRIES,        "entries")       /* those of launches that have a name of their own in C++    */ \
    X(TW_CACHE_ARCHITECTURE,   "architecture")  /* sm_90                                                  */ \
    X(TW_CACHE_OPTIONS,        "options")       /* all others that the compiler is given                  */ \
    X(TW_CACHE_NVRTC,          "nvrtc")         /* version, and the library's size: it tells updates apart */ \
    X(TW_CACHE_PROGRAM,        "program")       /* version of Tilewright                                  */
/* clang-format on */

enum tw_cache_part {
#define X(part, word) part,
    TW_CACHE_PARTS(X)
#undef X
        TW_CACHE_PART_COUNT
};

/* Owned strings without control characters, one per part; tw_cache_key_free releases them. */
struct tw_cache_key {
    char *part[TW_CACHE_PART_COUNT];
};

const char *tw_cache_part_word(enum tw_cache_part part); /* "source" */

/*
 * Whether the key says all that a kernel's compile depends on; if not, it is compiled every time, and *why says why in a clause, which lives
 * as long as the kernel; NULL: it does. An own kernel's description says it (tw_source_needs). The key of another kernel does not where its
 * source may take in files by a path: with "include" elsewhere than in lines like #include <name>, with "import" or with "embed". TW_MEMORY.
 */
int tw_cache_covers(const struct tw_kernel *kernel, const char **why, struct tw_error *error);

/* The key of what tw_compile would make of these. *key is owned by the caller, also on failure. */
int tw_cache_key_make(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm,
                      struct tw_cache_key *key, struct tw_error *error);
void tw_cache_key_free(struct tw_cache_key *key);

/* The directory that NULL means below, owned by the caller (free): "" when nothing says where, NULL when out of memory. */
char *tw_cache_default_directory(void);

struct tw_cache;

/*
 * Opens the cache in `directory`; NULL means $TILEWRIGHT_CACHE, else $XDG_CACHE_HOME/tilewright, else
 * $HOME/.cache/tilewright. The directory is made when the first kernel is stored, for this user alone. One
 * that cannot be trusted is no error: the cache then is empty and stores nothing. The bound is
 * $TILEWRIGHT_CACHE_SIZE in MiB, else TW_CACHE_MIB; 0 turns the cache off. TW_ENVIRONMENT: none of the
 * variables says where; TW_INPUT: the size is not a number.
 */
#define TW_CACHE_MIB 256
int tw_cache_open(const char *directory, struct tw_cache **cache, struct tw_error *error);

/* Trims the directory to its bound if anything was stored. NULL is allowed. */
void tw_cache_close(struct tw_cache *cache);

/* Both owned by the cache. Distrust: the sentence that says why the directory is not used, or NULL. */
const char *tw_cache_path(const struct tw_cache *cache);
const char *tw_cache_distrust(const struct tw_cache *cache);

/* tw_compile, but for a kernel that is in the cache, which is only read. cache NULL: compiles. *hit (may be
   NULL) says which it was. */
int tw_compile_cached(struct tw_cache *cache, const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel,
                      unsigned sm, struct tw_image *image, bool *hit, struct tw_error *error);

/* The two halves of it. Load: true and *image filled (owned by the caller), or false and *image zeroed.
   Store: false when the image is not in the cache now, for whatever reason. */
bool tw_cache_load(struct tw_cache *cache, const struct tw_cache_key *key, struct tw_image *image);
bool tw_cache_store(struct tw_cache *cache, const struct tw_cache_key *key, const struct tw_image *image);

#define TW_CACHE_NAME 40u /* bytes of a file's name, with the NUL */

struct tw_cache_entry {
    char file[TW_CACHE_NAME]; /* its name in the directory                      */
    uint64_t bytes;           /* of the file                                    */
    struct timespec used;     /* last use                                       */
    bool valid;               /* false: damaged, not ours, or others may write  */
    struct tw_cache_key key;
};

/* All entries, last used first; owned by the caller (tw_cache_entries_free). A directory that is not there
 * has none. TW_ENVIRONMENT, here and below: the directory cannot be trusted. */
int tw_cache_list(const struct tw_cache *cache, struct tw_cache_entry **entries, size_t *count,
                  struct tw_error *error);
void tw_cache_entries_free(struct tw_cache_entry *entries, size_t count);

/* Removes every entry and what dead writers left; says how many entries and bytes. TW_IO: the first that
 * would not go. */
int tw_cache_clear(struct tw_cache *cache, size_t *count, uint64_t *bytes, struct tw_error *error);

/*
 * Notes: short texts under keys of the caller's, kept and trusted as kernels are, the key and a checksum with them. They are
 * not counted in the bound and never trimmed, and tw_cache_clear leaves them: to measure again is not to compile again.
 * Neither text holds a NUL. Store: false when it is not kept now, for whatever reason. Load: false when there is none that is
 * whole and of that key, or memory ran out; *note is initialised by the caller, and the note is added to it.
 */
bool tw_cache_note_store(struct tw_cache *cache, const struct tw_text *key, const struct tw_text *note);
bool tw_cache_note_load(struct tw_cache *cache, const struct tw_text *key, struct tw_text *note);

/* Why a key is a hit or a miss. */
struct tw_cache_answer {
    bool hit;
    bool damaged;    /* a miss: the key's own file is there, but is not valid      */
    bool near;       /* a miss: there is another entry of the same kernel name     */
    unsigned differ; /* near: bit i = part i is another there                      */
    struct tw_cache_key
        nearest; /* near: the entry of which the fewest parts differ, of equals the last used */
};

/* *answer is owned by the caller (tw_cache_key_free of `nearest`), also on failure. */
int tw_cache_explain(const struct tw_cache *cache, const struct tw_cache_key *key,
                     struct tw_cache_answer *answer, struct tw_error *error);

TW_API_END
#endif
