/*
 * cuda_source.h - what a CUDA C++ source says of its kernels, read from its text without a compiler: signatures, template
 * parameters, __constant__ variables, macros that it expects from outside. What a preprocessor would compute is not computed: of
 * #if and #else the first branch counts for kernels, of "#if 0" the other one.
 *
 * Memory: a source owns all that it points to but for the text, which must outlive it. No state, thread-safe.
 */
#ifndef TW_GEN_DESCRIBED_INIT_CUDA_SOURCE_H
#define TW_GEN_DESCRIBED_INIT_CUDA_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include <tilewright/error.h>

#include "base/arena.h"

/* ---- tokens ---- */

enum tw_cuda_kind {
    TW_CUDA_NAME,
    TW_CUDA_NUMBER,
    TW_CUDA_STRING,   /* in quotes of any kind                                     */
    TW_CUDA_SIGN,     /* "::", "->", "==", "+=", ...; ">" is always one of its own */
    TW_CUDA_DIRECTIVE /* a whole line that begins with #, and those it goes on in   */
};

struct tw_cuda_token {
    enum tw_cuda_kind kind;
    bool is_alternative; /* it stands in a branch of #else or #elif */
    const char *at;
    uint32_t length;
};

/* ---- what is found ---- */

struct tw_cuda_parameter {
    const char *name; /* "argument1" where the source gives none */
    const char *type; /* as it is written, without const and pointers: "unsigned int" */
    bool is_pointer, is_const;
    bool is_deep; /* of a structure's member: it leads to pointers */
};

struct tw_cuda_template {
    const char *name;
    bool is_type;
    const char *fallback; /* its default as it is written; NULL: none */
};

struct tw_cuda_kernel {
    const char *name, *scope; /* "turn", "deep::" or "" */
    struct tw_cuda_template *templates;
    unsigned template_count;
    bool has_pack; /* a template of any number of arguments, or of templates */
    struct tw_cuda_parameter *parameters;
    unsigned parameter_count;
    size_t begin, end; /* the tokens of its body; equal: it is declared alone */
};

/* A __constant__ variable that something uses. */
struct tw_cuda_symbol {
    const char *name, *type, *count; /* count: "3 * 3", as it is written; "1" */
};

#define TW_CUDA_COMPARED 8u /* numbers that conditions compare a macro with, at most */

/* What the source uses and does not define. */
struct tw_cuda_macro {
    const char *name;
    const char *fallback; /* of "#ifndef X", "#define X 16", "#endif": "16"; else NULL */
    const char *
        guard; /* of "#ifndef TUNED", "#define X 16", ...: "TUNED", which must be defined for X to be given; else NULL */
    bool is_condition;                  /* it stands in #if alone: 0 or 1 */
    bool is_small;                      /* it stands in #pragma unroll, or says how many blocks are to fit */
    bool may_be_zero;                   /* of "#if X > 0" */
    int64_t compared[TW_CUDA_COMPARED]; /* of "#if X == 1", "#elif X == 4": 1, 4 */
    unsigned compared_count;
};

/* A member of a structure: `count` of its type one after the other; 0: that is not known. */
struct tw_cuda_member {
    struct tw_cuda_parameter of;
    unsigned count;
};

struct tw_cuda_structure {
    struct tw_cuda_member *members;
    size_t member_count;
};

struct tw_cuda_source {
    struct tw_arena arena;
    struct tw_cuda_token *tokens;
    size_t token_count, token_capacity;
    struct tw_cuda_kernel *kernels;
    size_t kernel_count, kernel_capacity;
    struct tw_cuda_symbol *symbols;
    size_t symbol_count, symbol_capacity;
    struct tw_cuda_macro *macros;
    size_t macro_count, macro_capacity;
};

/* Reads the text. TW_MEMORY. The caller frees the source in any case. */
int tw_cuda_source_read(const char *text, struct tw_cuda_source *source, struct tw_error *error);
void tw_cuda_source_free(struct tw_cuda_source *source);

/* Adds a macro that is not known yet; false: memory ran out. */
bool tw_cuda_add_macro(struct tw_cuda_source *source, const char *name, size_t length, const char *fallback,
                       bool is_condition);

/* What a name stands for that is an alias of a type ("using real = float;", "typedef float real;", "#define real float"), or NULL. In the
   source's memory. */
const char *tw_cuda_alias(struct tw_cuda_source *source, const char *name);

/* The structure that the source defines under that name, in the source's memory; "Pair<T>" gives that of Pair. False: it has none, or one
   that is not understood. */
bool tw_cuda_read_structure(struct tw_cuda_source *source, const char *name,
                            struct tw_cuda_structure *structure);

/* TW_INPUT: the kernel takes a texture or a surface, which no description can make; `path` is the source's. */
int tw_cuda_refuse_textures(struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel,
                            const char *path, struct tw_error *error);

/* The same of the kernels of that name, as C++ calls them ("deep::turn<T, 4>"), but of those that stand in an #if or have one before their
   body: nobody knows here which branch is compiled. */
int tw_cuda_check_entry(struct tw_cuda_source *source, const char *entry, const char *path,
                        struct tw_error *error);

/* ---- private: the parts of the reading, in their order; false: memory ran out ---- */

bool tw_cuda_read_tokens(struct tw_cuda_source *source, const char *text);
bool tw_cuda_read_kernels(struct tw_cuda_source *source);
bool tw_cuda_read_symbols(struct tw_cuda_source *source);
bool tw_cuda_read_macros(struct tw_cuda_source *source);

/* Whether token `i` is that text; false beyond the last. */
bool tw_cuda_is(const struct tw_cuda_source *source, size_t i, const char *text);
bool tw_cuda_is_kind(const struct tw_cuda_source *source, size_t i, enum tw_cuda_kind kind);
/* Whether the directive `i` has the name among its words. */
bool tw_cuda_mentions(const struct tw_cuda_source *source, size_t i, const char *name);
/* The token after the bracket that closes the one at `i`, of ( [ { or <; the end where none does. */
size_t tw_cuda_after_bracket(const struct tw_cuda_source *source, size_t i);
/* Tokens [begin, end) with blanks between words, in the source's memory; NULL: memory ran out. */
const char *tw_cuda_spell(struct tw_cuda_source *source, size_t begin, size_t end);

#endif
