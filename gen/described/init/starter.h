/*
 * starter.h - the description to begin with of a kernel that somebody has (docs/commands/init.md): what its source says, and guesses that
 * "$comment" calls so.
 */
#ifndef TW_GEN_DESCRIBED_INIT_STARTER_H
#define TW_GEN_DESCRIBED_INIT_STARTER_H

#include "base/text.h"
#include "gen/described/init/cuda_source.h"

/* The kernel of that name, with its namespaces or without; NULL: the only one. TW_INPUT: there is none, or there are several, which the
   message lists; `path` is the source's. */
int tw_cuda_find_kernel(struct tw_cuda_source *source, const char *path, const char *name,
                        const struct tw_cuda_kernel **kernel, struct tw_error *error);

/* Appends the description: JSON that tw_description_load takes where the source is at `path`, relative to the description. */
void tw_cuda_add_starter(struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel, const char *path,
                         struct tw_text *text);

/* Values to begin with for a macro of that name, and which of them is the default: one that compiles, most likely. */
int64_t tw_cuda_macro_default(const struct tw_cuda_macro *macro);

/* ---- private to the folder ---- */

#define TW_CUDA_FIELDS 48u /* of a description to begin with */

/* A field of the description. */
struct tw_cuda_field {
    const char *name;
    const char *types; /* the default, of an element type; else NULL */
    int64_t values[TW_CUDA_COMPARED], fallback;
    unsigned count;
    bool is_real; /* 1.5 */
};

/* What the kernel does with an axis of its launch (launch.c). */
struct tw_cuda_axis {
    bool has_threads, has_blocks; /* it asks for their numbers                                 */
    bool is_unknown;              /* threads of a block: they follow from what is not known here */
    const char *block;            /* an expression; NULL: any number of threads would do       */
    const char *tile;             /* what a block computes; "": one; NULL: not known            */
    const char *size;             /* what the kernel compares with; NULL: nothing               */
};

/* What is to be written. */
struct tw_cuda_plan {
    struct tw_cuda_source *source;
    const struct tw_cuda_kernel *kernel;
    struct tw_cuda_field problem[TW_CUDA_FIELDS], parameters[TW_CUDA_FIELDS];
    unsigned problem_count, parameter_count;
    const char *sizes[3]; /* integers of the problem, from which counts and grids are guessed */
    unsigned size_count, dimensions;
    struct tw_cuda_axis axes[3];
    bool defines_sizes; /* they are macros of the source */
    bool failed;
};

void tw_cuda_plan_fields(struct tw_cuda_plan *plan);
/* --- launch.c: the axes, when the fields are known. */
void tw_cuda_plan_launch(struct tw_cuda_plan *plan);
/* The parameter whose name says that it is the block's side along that axis (is_exact: of that axis alone); NULL: there is none. */
const char *tw_cuda_named_block(const struct tw_cuda_plan *plan, unsigned dimension, bool is_exact);
bool tw_cuda_is_block(const char *name); /* by its name */
bool tw_cuda_is_share(
    const char *name); /* of a number that is passed: by its name a part of the problem, such as a tile */

/* What stands in the description for what init cannot know: TW_CUDA_OPEN. */
#define TW_CUDA_OPEN "?"
/* The block's dimension, 0 to 2. */
void tw_cuda_add_block(const struct tw_cuda_plan *plan, unsigned dimension, struct tw_text *text);
/* "ceil_div(n, BLOCK)" */
void tw_cuda_add_grid(const struct tw_cuda_plan *plan, unsigned dimension, struct tw_text *text);
/* The element type of a type of the source: "float32", or the name of a template's parameter; *times of them make one. NULL: it is
   none. */
const char *tw_cuda_element(const struct tw_cuda_plan *plan, const char *type, unsigned *times);
/* The name that the description has for a name of the source: expressions keep some for themselves. */
const char *tw_cuda_field_name(struct tw_cuda_plan *plan, const char *name);
/* Whether the kernel, or what it may call, uses the name: it stands so often outside of other kernels. */
bool tw_cuda_is_used(const struct tw_cuda_plan *plan, const char *name, size_t times);
bool tw_cuda_is_integer(const struct tw_cuda_plan *plan, const struct tw_cuda_parameter *parameter);

#endif
