/*
 * embed.h - kernels as files for other programs:
 * headers, C, CUDA C++, PTX, from the templates embed*.mustache.
 *
 * The caller gathers what is known of the kernels (some of it comes from a compiler, which is not this
 * layer's business), describes it once, and renders each file from the description. Pure; thread-safe; the
 * same input gives the same bytes.
 */
#ifndef TW_GEN_TEXT_EMBED_H
#define TW_GEN_TEXT_EMBED_H

#include <cJSON.h>

#include "gen/family.h"

/*
 * Several variants may stand in one file of CUDA, so what a source has at file scope begins with the variant's name: entry
 * points, and functions and tiles beside them. Symbols, whose names are fixed (tw_argument), are given such names there.
 *
 * All pointers are the caller's.
 */
struct tw_embed_image {
    unsigned sm;
    const void *bytes;
    size_t count;
};

struct tw_embed_variant {
    const int64_t *value;           /* of its fields; read where the embed chooses */
    const struct tw_kernel *kernel; /* its name begins the entry points'; at least one argument is passed */
    const struct tw_kernel *second; /* behind it in the same source and images (tw_render_both); NULL: none */
    /* What the images of an own kernel call the entry point of each launch, and each argument that is a symbol: NULL where they lack it, as
       nobody reads it. Both NULL: what the kernel says. */
    const char *const *entries, *const *symbols;
    unsigned tiles;                        /* that it has in shared memory                        */
    struct tw_layout layout[TW_MAX_TILES]; /* of so many                                    */
    const char *
        source; /* CUDA C++ in which the variant is NAME_kernel_VARIANT (below), somebody's own as it is; or NULL */
    const char *needs; /* what that source needs beside itself, in a sentence; NULL: nothing */
    const struct tw_embed_image *cubins; /* one per architecture; or NULL */
    const char *ptx;                     /* of the lowest architecture; or NULL */
    double time_us;                      /* median of a launch of time_blocks blocks */
    uint64_t time_blocks;
    const char *measured_on; /* "NVIDIA H200, driver 13.0"; NULL: not measured */
    const char *chosen;      /* how what the config leaves open was chosen; NULL: nothing was */
    const char *checked;     /* of somebody's own kernel, what is known of its being right; NULL: nothing */
};

/* That results of a device are of a variant, on the problem that its value says. The best stands first among those of one device and problem. */
struct tw_embed_measured {
    size_t variant;
    const char *device;
    unsigned sm, multiprocessors;
    double us;      /* of a launch there; 0: it was not timed */
    bool simulated; /* the simulator has counted, and nothing was timed */
    const char *by; /* the metric that it was ranked by; NULL: none, or not known */
};

struct tw_embed {
    const char *name;   /* what every symbol begins with; accepted by tw_name_accept        */
    const char *config; /* the config's file; directories are left out                      */
    const char *hash;   /* of its text                                                      */
    const char
        *sources; /* of a described kernel, a hash of all that its text and its answer depend on; or NULL */
    const char *command;   /* that makes the files again                                       */
    const char *compiler;  /* "NVRTC 13.0"; NULL: nothing was compiled                         */
    const unsigned *archs; /* ascending, at least one                                          */
    size_t arch_count;
    /* NAME.c chooses among the variants for a problem, by the results that they are of. */
    bool chooses;
    const struct tw_embed_measured *measured;
    size_t measured_count;
    const struct tw_family
        *family; /* of the variants; read where it chooses, and the target that they were made for */
    const struct tw_target *target;
    bool dlopen;                 /* NAME.c opens libcuda itself                             */
    bool ptx_files, cubin_files; /* these formats are written: NAME.json names the files    */
    const struct tw_embed_variant *variants;
    size_t count; /* at least one */
};

/* The files, by the template they come from. */
/*    constant         template                   its comments begin with */
#define TW_EMBED_FILES(X)                                                                                    \
    X(TW_EMBED_LAYOUT, "embed_layout.h.mustache", " *") /* NAME_layout.h    */                               \
    X(TW_EMBED_HEADER, "embed.h.mustache", " *")        /* NAME.h           */                               \
    X(TW_EMBED_SOURCE, "embed.c.mustache", " *")        /* NAME.c           */                               \
    X(TW_EMBED_CU, "embed.cu.mustache", "//")           /* NAME.cu          */                               \
    X(TW_EMBED_PTX, "embed.ptx.mustache", "//")         /* NAME_VARIANT.ptx */                               \
    X(TW_EMBED_LIST, "embed.json.mustache", "")         /* NAME.json */

enum tw_embed_file {
#define X(constant, tmpl, comment) constant,
    TW_EMBED_FILES(X)
#undef X
};

/* Whose header a file NAME.h would hide from the sources beside it: "CUDA" for cuda_runtime. NULL: nobody's. */
const char *tw_embed_hides(const char *name);

/* The templates' variables (listed in templates/embed/embed.h.mustache).
 * *data is the caller's (cJSON_Delete). TW_MEMORY. */
int tw_embed_describe(const struct tw_embed *embed, cJSON **data, struct tw_error *error);

/* Appends the file. `variant` is the one of a TW_EMBED_PTX, else unused. TW_MEMORY. `data` is changed, and is
 * as it was afterwards. */
int tw_embed_render(cJSON *data, enum tw_embed_file file, size_t variant, struct tw_text *text,
                    struct tw_error *error);

#endif
