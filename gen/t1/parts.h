/*
 * parts.h - a T1 file on its way to a description. Private to gen/t1.
 *
 * The members of the description are written one after the other into `body`; notes are collected meanwhile, and stand before it in the end.
 */
#ifndef TW_GEN_T1_PARTS_H
#define TW_GEN_T1_PARTS_H

#include "gen/described/init/cuda_source.h"
#include "gen/t1/t1.h"
#include "gen/t1/translate.h"

#define TW_T1_PARAMETERS 64u /* a kernel has no more fields */
#define TW_T1_CONDITIONS 256u

/* A condition that could be translated. */
struct tw_t1_condition {
    const char *text;                       /* in the grammar of expressions */
    const struct tw_expression *expression; /* of the names in tw_t1_reader */
    unsigned
        last; /* number of the last parameter that it uses; their count where a derived value counts too */
};

struct tw_t1_reader {
    const struct tw_json *json;
    const cJSON *space, *kernel; /* ConfigurationSpace, KernelSpecification */
    const struct tw_t1_source *source;
    struct tw_cuda_source read;            /* what its text says                 */
    const struct tw_cuda_kernel *declared; /* the kernel in it; NULL: not there  */
    struct tw_error *error;

    struct tw_arena arena;
    struct tw_t1_scope scope;
    struct tw_t1_parameter parameter[TW_T1_PARAMETERS];
    unsigned usual[TW_T1_PARAMETERS]; /* number of the value that is the default */
    const char *problem[3];           /* of ProblemSize: the expressions; NULL: none */
    bool problem_is_fixed[3];         /* it is a number */

    struct tw_t1_condition condition[TW_T1_CONDITIONS];
    unsigned condition_count;
    const char *names[TW_T1_PARAMETERS + 5]; /* of parameters, problem, "index" */
    struct tw_expression_value value[TW_T1_PARAMETERS + 4];

    struct tw_text body, notes, *warnings;
    unsigned member_count; /* of the kernel's object so far */
    bool is_written;       /* an argument is an output */
    struct tw_text shared; /* dynamic shared memory that arguments ask for: an expression */
};

/* A member of the file, whatever its value; NULL: it has none, or null. */
const cJSON *tw_t1_member(const cJSON *object, const char *key);

/* Begins a member of the kernel's object: its key, and what goes before. */
void tw_t1_begin(struct tw_t1_reader *reader, const char *key);

/* A comment at the top of the description; a warning is told at once, too. */
void tw_t1_note(struct tw_t1_reader *reader, const char *format, ...) TW_PRINTF(2, 3);
void tw_t1_warn(struct tw_t1_reader *reader, const char *format, ...) TW_PRINTF(2, 3);

/* Fails at a node. */
int tw_t1_fail(const struct tw_t1_reader *reader, const cJSON *node, const char *what, const char *right);
/* The same of Python, with the place in it. */
int tw_t1_fail_python(const struct tw_t1_reader *reader, const cJSON *node, const char *python,
                      const struct tw_expression_fault *fault);
/* Warns of Python that is not understood: 'LocalSize/X: at character 3 of "a + " ..., so WHAT'. */
void tw_t1_warn_python(struct tw_t1_reader *reader, const char *place, const char *python,
                       const struct tw_expression_fault *fault, const char *what);

/* The Python of a node, a text or a number, between `before` and `after`; in the arena. NULL: it is neither, or memory ran out. */
const char *tw_t1_python(struct tw_t1_reader *reader, const char *before, const cJSON *node,
                         const char *after);
/* Its translation, in the arena; NULL: *fault says why. */
const char *tw_t1_say(struct tw_t1_reader *reader, const char *python, enum tw_t1_wanted wanted,
                      struct tw_expression_fault *fault);
/* Whether the text is one number. */
bool tw_t1_is_number(const char *text);
/* Adds an expression as JSON: a number as it is, else a string. */
void tw_t1_add_expression(const char *expression, struct tw_text *out);

/* ---- space.c ---- */

int tw_t1_read_parameters(struct tw_t1_reader *reader);
void tw_t1_read_problem(struct tw_t1_reader *reader);
void tw_t1_read_conditions(struct tw_t1_reader *reader);
/* Takes defaults that satisfy the conditions, where there are any. */
void tw_t1_choose_defaults(struct tw_t1_reader *reader);
void tw_t1_add_space(struct tw_t1_reader *reader); /* "problem", "parameters", "derived", "constraints" */

/* ---- arguments.c, launch.c ---- */

void tw_t1_add_arguments(struct tw_t1_reader *reader);
void tw_t1_add_launch(struct tw_t1_reader *reader);    /* "grid", "block", "shared" */
void tw_t1_add_reference(struct tw_t1_reader *reader); /* "reference", "tolerance" */

#endif
