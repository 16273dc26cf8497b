/*
 * lint.h - what is wrong with somebody's kernel, and what it costs (docs/commands/lint.md): stages, one file each:
 *
 *     lint_launch.c    the description of launches: grids, blocks, arguments
 *     lint_program.c   the launches of a config of a described kernel
 *     lint_inputs.c    the files that are read: the source, its headers, data
 *     lint_source.c    the file: CUDA C++ compiled, PTX as it is; its kernels and lines
 *     lint_nvcc.c      the file through nvcc, where NVRTC does not take it
 *     lint_run.c       the launches on the simulator, with all checks; once more without optimising
 *     lint_declared.c  how the source declares an array of shared memory
 *     lint_judge.c     a launch's report -> counts of lines, and messages with what to change
 *     lint_advice.c    what to do about races; sums that leave lanes idle
 *     lint_bounds.c    what to do about accesses outside their array
 *     lint_arrays.c    arrays in shared memory, in all launches -> the layout that frees them of conflicts
 */
#ifndef TW_TUNE_LINT_LINT_H
#define TW_TUNE_LINT_LINT_H

#include "base/files/claims.h"
#include "base/limits/limits.h"
#include "base/text.h"
#include "gen/config/json.h"
#include "gen/described/argument.h"
#include "gen/layout/repair.h"
#include "runtime/compile/compile.h"
#include "sim/exec/simulator.h"
#include "sim/ptx/ir.h"
#include "tune/watcher.h"

/* ---- launches ---- */

/* What a launch's "problem" and "derived" call by names: index i is the value of name i. */
#define TW_LINT_NAMES 64u

struct tw_lint_names {
    const char *names[TW_LINT_NAMES + 1];
    struct tw_expression_value values[TW_LINT_NAMES];
    size_t count;
};

struct tw_lint_launch {
    struct tw_lint_names *names;
    const char *kernel; /* NULL: the file has one only */
    unsigned grid[3], block[3], shared_bytes;
    bool is_cooperative;                     /* all its blocks may wait for each other */
    struct tw_described_argument *arguments; /* parameters in order, and symbols */
    size_t argument_count;
};

struct tw_lint_program; /* tune/lint/lint_program.h */

struct tw_lint_launches {
    const struct tw_lint_program *program; /* a description's; NULL: those of the list */
    struct tw_json json;                   /* names point into it */
    struct tw_lint_launch *list;
    size_t count;
};

/* Takes the JSON, whose text outlives the launches. inlined: it is the option's value itself, beside no file. The caller frees the launches in
   any case. TW_INPUT with the place; TW_MEMORY. */
int tw_lint_launches_read(struct tw_json *json, bool inlined, struct tw_lint_launches *launches,
                          struct tw_error *error);
void tw_lint_launches_free(struct tw_lint_launches *launches);

/* ---- the file ---- */

struct tw_lint_source {
    const char *path;
    struct tw_text text; /* the file */
    char *ptx;
    struct tw_image image; /* of a described kernel: what it is loaded from */
    struct tw_ptx_module *module;
    const char **lines; /* beginnings of the text's lines, line_count of them and the end */
    unsigned line_count;
    bool is_ptx; /* its lines are PTX's own */
};

struct tw_lint_options {
    const struct tw_lint_program *program; /* whose macros the source is compiled with; NULL: none */
    const char *kernel;                    /* only launches of this one; NULL: all         */
    unsigned sm;                           /* 0: 90                                        */
    unsigned checks;                       /* of enum tw_sim_check                         */
    const char *compiler[33];              /* -I, -D and -G; one is kept free for lint's own */
    size_t compiler_count;
    bool debug; /* a -G is among them */
    struct tw_limits
        compiling; /* what a compile may take: NVRTC as tw_nvrtc_limit says, of nvcc each process */
    const struct tw_watcher *watcher; /* is told what is done; NULL: nobody */
};

/* Notes every file that a lint of the file `path` may read: the file, the headers that it and its headers may include, those that a -D
   names, the files of arguments. inlined: as in tw_described_path, of the launches. TW_MEMORY. */
int tw_lint_inputs(const char *path, const struct tw_lint_launches *launches, bool inlined,
                   const struct tw_lint_options *options, struct tw_claims *claims, struct tw_error *error);

int tw_lint_source_open(const char *path, const struct tw_lint_options *options,
                        struct tw_lint_source *source, struct tw_error *error);
/* An error in PTX that is the file itself gets the file's name. */
void tw_lint_name_text(const struct tw_lint_source *source, struct tw_error *error);
void tw_lint_source_close(struct tw_lint_source *source);
/* The PTX that nvcc makes of the file, owned by the caller (free()). TW_UNSUPPORTED, *error untouched: there is no nvcc; TW_COMPILE: it does
   not take the file. */
int tw_lint_nvcc(const char *path, unsigned sm, const struct tw_lint_options *options, char **ptx,
                 struct tw_error *error);

/* The kernel of that name: PTX's own, or that of the source ("deep::turn<float>", "deep::turn" or "turn"). NULL: all kernels of the file that
   there is only one of. NULL when there is none, or more than one; *error says which there are. */
const struct tw_ptx_function *tw_lint_kernel(const struct tw_lint_source *source, const char *name,
                                             struct tw_error *error);

/* Whether the source declares the array, by its name in PTX and its bytes, in rows of `row` bytes: tile[16][17], tile[16 * 17], or with
   sides that are not known, tile[N][N + 1]. An array of one side has no rows, and PTX declares none. */
bool tw_lint_declares_row(const struct tw_lint_source *source, const char *variable, uint64_t bytes,
                          uint64_t row);

/* ---- what came of it ---- */

/* What all launches did at a line of the file; 0: at none of its lines. */
struct tw_lint_line {
    uint64_t executed;
    uint64_t shared_requests, shared_wavefronts, shared_ideal;
    uint64_t global_requests, global_sectors, global_ideal, global_fills;
};

/*    level             word       in SARIF too */
#define TW_LINT_LEVELS(X)                                                                                    \
    X(TW_LINT_NOTE, "note")       /* worth knowing                        */                                 \
    X(TW_LINT_WARNING, "warning") /* right, but slower than it need be    */                                 \
    X(TW_LINT_ERROR, "error")     /* wrong, or right by luck              */

enum tw_lint_level {
#define X(level, word) level,
    TW_LINT_LEVELS(X)
#undef X
};
const char *tw_lint_level_word(enum tw_lint_level level);

struct tw_lint_message {
    enum tw_lint_level level;
    const char *rule; /* "bank-conflict", "uncoalesced", or the word of a finding */
    unsigned line;    /* of the file; 0: none of its lines                       */
    unsigned other;   /* of a race, the line of the other access; else 0         */
    uint64_t cost;    /* wavefronts or sectors beyond what is ideal; 0 of findings */
    uint64_t times;   /* that it was met; tw_lint_unit says what is counted      */
    char *text;       /* a sentence, of the first time                           */
    char *advice;     /* what to change, or NULL                                 */
    /* private, until all launches are judged: what is counted of the text's object */
    uint64_t requests, pieces;
    unsigned verbs;
    size_t array; /* private: whose layout is the advice, once all launches are judged; 0: none */
};

/* What a message's `times` count: "pair of thread accesses", "warp request"; its plural in *many. */
const char *tw_lint_unit(const char *rule, const char **many);

struct tw_lint {
    const struct tw_lint_source *source;
    struct tw_lint_line *lines; /* by number, [0] for what has no line here */
    struct tw_lint_line total;
    size_t launches;
    bool is_cut; /* a launch ended at an error: what is counted is a part */
    bool
        unoptimised; /* what runs is compiled as for a debugger: what the compiler removes is taken of it, nothing else */
    struct tw_lint_message *messages; /* errors first, then by cost */
    size_t message_count, message_capacity;
    struct tw_lint_array *arrays; /* private: lint_arrays.c */
    size_t array_count, array_capacity;
    uint32_t shared_static, shared_dynamic,
        shared_limit; /* bytes of a block: of the launch at hand; at most */
};

/* All launches, one after the other on the simulator, each judged. A kernel's mistakes are messages; an error is what keeps it from
   being launched: no such kernel, other parameters, memory. The caller frees *lint in any case. */
int tw_lint_run(const struct tw_lint_source *source, const struct tw_lint_launches *launches,
                const struct tw_lint_options *options, struct tw_lint *lint, struct tw_error *error);
/* Takes in the report of a launch. */
int tw_lint_judge(struct tw_lint *lint, const struct tw_sim_report *report, struct tw_error *error);
/* Says what to change of arrays, and sorts the messages; when all launches are judged. */
int tw_lint_finish(struct tw_lint *lint, struct tw_error *error);
void tw_lint_free(struct tw_lint *lint);

/* Adds a message; takes both texts. Where it is known already, the costlier one's texts are kept, and the numbers added up. */
int tw_lint_add(struct tw_lint *lint, struct tw_lint_message message, struct tw_text *text,
                struct tw_text *advice, struct tw_error *error);

/* ---- lint_advice.c ---- */

/* What to do about a race of a kernel of the module: `before`, `after`: the lines of the earlier access and of the later one; 0: in another
   file. */
void tw_lint_advise_race(const struct tw_ptx_module *module, const struct tw_sim_report *report,
                         const struct tw_sim_finding *finding, unsigned before, unsigned after,
                         struct tw_text *advice);
/* What to do about an access outside its array, at that line; 0: in another file (lint_bounds.c). Adds nothing where no array is known. */
void tw_lint_advise_bounds(const struct tw_lint_source *source, const struct tw_sim_finding *finding,
                           unsigned line, struct tw_text *advice);
/* Sums that are added up in place by strides of 2, 4, 8 are a message. lines: those of the report's counts. */
int tw_lint_judge_sums(struct tw_lint *lint, const struct tw_sim_report *report, const unsigned *lines,
                       struct tw_error *error);

/* ---- lint_arrays.c ---- */

/* Takes in the requests of a report. arrays, of as many as the report has counts, all 0: gets for each instruction the number of the array
   that it accesses, from 1 on. */
int tw_lint_arrays_take(struct tw_lint *lint, const struct tw_sim_report *report, size_t *arrays,
                        struct tw_error *error);
/* Gives the messages with an array their advice; of a padding that is not used, their rule. */
int tw_lint_arrays_tell(struct tw_lint *lint, struct tw_error *error);
void tw_lint_arrays_free(struct tw_lint *lint);
/* The highest level of its messages; TW_LINT_NOTE when there are none. */
enum tw_lint_level tw_lint_worst(const struct tw_lint *lint);

#endif
