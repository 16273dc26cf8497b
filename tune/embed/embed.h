/*
 * embed.h - the kernels of a config, or the best of a results file, made ready to be written as files for other programs
 * (docs/commands/embed.md), in two stages:
 *
 *     embed_plan.c       a config or a results file -> the variants, rendered, with what is known of them
 *     embed_kept.c       which of them a launcher that chooses is made of
 *     embed_own.c        what is told of described kernels alone
 *     embed_compile.c    their images for every architecture, by threads
 */
#ifndef TW_TUNE_EMBED_EMBED_H
#define TW_TUNE_EMBED_EMBED_H

#include "base/limits/limits.h"
#include "runtime/compile/compile.h"
#include "tune/space.h"

/* What can be written, one bit each. */
/*    constant          bit word       needs the compiler */
#define TW_FORMATS(X)                                                                                        \
    X(TW_FORMAT_C, 0, "c", true)                                                                             \
    X(TW_FORMAT_CU, 1, "cu", false)                                                                          \
    X(TW_FORMAT_LAYOUT, 2, "layout", false)                                                                  \
    X(TW_FORMAT_PTX, 3, "ptx", true)                                                                         \
    X(TW_FORMAT_CUBIN, 4, "cubin", true)

enum tw_format {
#define X(constant, bit, word, compiled) constant = 1 << (bit),
    TW_FORMATS(X)
#undef X
};

#define TW_MAX_ARCHS 32u
#define TW_MAX_JOBS  64u

struct tw_embed_options {
    const char *file;          /* config or results */
    const char *name;          /* what names of entry points in files of CUDA begin with */
    const char *kernel;        /* of results of a described kernel: its description (tune/space.h), or NULL */
    const char *template_file; /* or NULL: the family's own template */
    const char *variant;       /* or NULL: all of a config, the winner of results */
    unsigned top;              /* 0: not given */
    bool each_problem;         /* of results: the winner of every problem, with `top` so many of each */
    bool chooses;              /* NAME.c chooses among them for a problem (gen/text/embed.h) */
    unsigned archs[TW_MAX_ARCHS];
    size_t arch_count;          /* ascending, none twice; what a config leaves open is chosen for the last */
    unsigned formats;           /* of enum tw_format */
    unsigned jobs;              /* threads that compile */
    struct tw_limits compiling; /* what all of them together may take (tw_nvrtc_limit) */
    bool no_cache;
};

struct tw_planned {
    const struct tw_variant *variant;
    struct tw_kernel kernel, second; /* second: tw_render_both's, behind it in its source */
    char *source;            /* CUDA C++ under the name NAME_kernel_VARIANT; NULL unless TW_FORMAT_CU */
    struct tw_image *images; /* one per architecture; NULL until compiled, and when not needed        */
    double time_us;
    uint64_t time_blocks;
    char *measured_on; /* NULL: not measured */
    char *chosen;      /* how what the config leaves open was chosen; NULL: nothing was */
    char *checked;     /* of a described kernel, what is known of its being right; NULL: nothing */
    char *needs; /* of a described kernel's file of CUDA, what that needs beside itself; NULL: nothing */
    /* What the images of a compiled described kernel call each launch's entry point, and each argument that is a symbol; NULL where they
       lack it. */
    char **entries, **symbols;
};

struct tw_embed_plan {
    struct tw_space source;   /* what the file holds                                  */
    struct tw_variants space; /* its variants, on the last of the architectures       */
    char hash[17];            /* of the config the variants are from                  */
    char compiler[32];        /* "NVRTC 13.0"; "" until compiled                      */
    struct tw_text notes;     /* which variants were rejected, and why: a line each   */
    struct tw_planned *variants;
    size_t count;
};

/* The watcher is told of results that another version wrote. The caller frees *plan in any case. TW_INPUT, TW_UNSUPPORTED: every
   variant is rejected; TW_MEMORY. */
int tw_embed_plan(const struct tw_embed_options *options, const struct tw_watcher *watcher,
                  struct tw_embed_plan *plan, struct tw_error *error);
void tw_embed_plan_free(struct tw_embed_plan *plan);

/* Compiles what the formats need: for cubins every architecture, for PTX alone the lowest. The calling thread is one of `jobs`
   that do it. TW_ENVIRONMENT: no NVRTC can be had, or the watcher stopped it. */
int tw_embed_compile(const struct tw_embed_options *options, const struct tw_watcher *watcher,
                     struct tw_embed_plan *plan, struct tw_error *error);

/* ---- embed_kept.c ---- */

#define TW_EMBED_KEPT 8u /* variants of a problem that a launcher chooses among, unless `top` says how many */

/* What is kept so far: a hash of the problem, and of what decides which problems the variant takes. Initialise with {0}; keys is freed by
   free(). */
struct tw_embed_kept {
    struct tw_embed_key {
        uint64_t problem, conditions;
    } * keys;
    size_t count;
    bool failed; /* memory ran out */
};

/* Whether a launcher that chooses keeps the variant, the next by rank: fewer than `most` of its problem are kept, and none of these takes
   the same problems; of timed ones half of `most` are, whatever they take: the launcher may scale their times. */
bool tw_embed_keeps(struct tw_embed_kept *kept, const struct tw_family *family, const int64_t *value,
                    const struct tw_target *target, bool timed, unsigned most);

/* ---- embed_own.c ---- */

/* The source of a described kernel for a file that goes on behind it: without #line, without its macros at its end, and with their values in
   pragmas. NULL: no memory. */
char *tw_embed_own_source(const struct tw_kernel *kernel);
/* Fills in checked and needs; record: of results, or NULL. False: no memory. */
bool tw_embed_note_own(const struct tw_family *family, const cJSON *record, struct tw_planned *planned);
/* Fills in entries, symbols, and the kernel's shared bytes, from the first image. TW_MEMORY; TW_INPUT: the image lacks an entry. */
int tw_embed_note_image(struct tw_planned *planned, struct tw_error *error);
void tw_embed_own_free(struct tw_planned *planned);

#endif
