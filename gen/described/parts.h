/*
 * parts.h - what a description is once it is read. Private to gen/described.
 *
 * Every number that a description may give as an expression is one: a number is an expression of itself. Names that expressions use are
 * the fields, in the order of the family's table, then the machine's values (enum tw_described_machine), the derived ones, and "turn".
 * A field that is called as a value of the machine goes before it.
 */
#ifndef TW_GEN_DESCRIBED_PARTS_H
#define TW_GEN_DESCRIBED_PARTS_H

#include "base/arena.h"
#include "base/described/expectation.h"
#include "base/expression/expression.h"
#include "gen/config/config_value.h"
#include "gen/described/argument.h"
#include "gen/described/description.h"
#include "gen/described/includes.h"

#define TW_DESCRIBED_DERIVED  64u                /* derived values, at most                         */
#define TW_DESCRIBED_EXACT    (INT64_C(1) << 53) /* integers that JSON's readers hold */
#define TW_DESCRIBED_LAUNCHES 4096u              /* launches of a variant, turns of groups counted  */

enum tw_described_machine {
    TW_DESCRIBED_SM,              /* "sm": 90 of sm_90                                  */
    TW_DESCRIBED_MULTIPROCESSORS, /* "multiprocessors"                                  */
    TW_DESCRIBED_WARP,            /* "warp": 32                                         */
    TW_DESCRIBED_SHARED_LIMIT,    /* "shared_limit": bytes that a block may have        */
    TW_DESCRIBED_MACHINES
};

#define TW_DESCRIBED_NAMES (TW_MAX_FIELDS + TW_DESCRIBED_DERIVED + TW_DESCRIBED_MACHINES + 1)

/* What a field is beside what its family's table says. */
struct tw_described_field {
    bool is_parameter;
    bool is_macro;       /* the source takes it as a macro                              */
    bool is_element;     /* its words are element types                                 */
    const double *reals; /* of a real: the numbers that its words are                   */
};

/* An element type: fixed, or what the name number `name` is. */
struct tw_described_type {
    enum tw_element element;
    int name; /* -1: fixed */
};

struct tw_described_constraint {
    const struct tw_expression *that;
    const char *otherwise; /* NULL, or the reason */
    unsigned last;         /* the last of the fields that it depends on */
};

/* A buffer, a scalar or a symbol of the kernel. */
struct tw_described_given {
    const char *name;
    enum tw_argument_kind kind;
    bool is_member; /* it stands in a structure before it: a launch takes it with that, unless it names it */
    const struct tw_described_argument *holds;
};

/* A parameter of a launch: an argument, or a number of its own. */
struct tw_described_parameter {
    bool is_fixed; /* argument number `number` */
    unsigned number;
    const struct tw_expression *argument; /* else the name of an argument, as a word; NULL: a number */
    struct tw_described_type type;
    const struct tw_expression *value;
};

/* One launch; or a group of launches, which is repeated. */
struct tw_described_launch {
    const struct tw_expression *repeat; /* NULL: a launch */
    struct tw_described_launch *inner;
    unsigned inner_count;

    const char *entry;                                           /* "matmul<BM, BN>" */
    const struct tw_expression *grid[3], *block[3], *cluster[3]; /* NULL: 1 */
    const struct tw_expression *shared, *carveout;               /* NULL: 0; the driver's choice */
    bool is_cooperative;
    bool has_parameters; /* else they are all arguments that are no symbols, in order */
    struct tw_described_parameter *parameters;
    unsigned parameter_count;
};

/* A shared-memory access that the description states. */
struct tw_described_access {
    const char *name;
    enum tw_access op;
    struct tw_described_type type;
    bool is_index; /* `place` counts elements of the tile, else bytes */
    const struct tw_expression *place, *active, *passes, *times; /* the last three NULL: all threads; once */
    unsigned launch, tile; /* the launch as it is listed, without turns */
};

/* How a tile lies in shared memory. */
struct tw_described_tile {
    struct tw_described_type type;
    const struct tw_expression *rows, *columns, *pitch, *start, *swizzle; /* the last three may be NULL */
};

/* A macro that the source takes: a name and its value. */
struct tw_described_macro {
    const char *name;
    const struct tw_expression *value;
};

/* What a field is in the proof problem: a value, or an expression; neither: what it is in the variant. */
struct tw_described_proof {
    const struct tw_expression *expression;
    bool has_value;
    int64_t value;
};

/* A source with its launches: the kernel, or the kernel that it is checked against. */
struct tw_described_program {
    const char *name, *path; /* of the source: "matmul.cu"; beside the description */
    const char *text;
    size_t length;
    const char *entry;          /* of launches that name none */
    bool is_template;           /* of Mustache */
    bool takes_parameters;      /* as macros */
    unsigned asked;             /* the macros of Kernel Tuner that the source, or a header, mentions */
    const char *const *options; /* for the compiler, folders of headers among them */
    unsigned option_count;
    struct tw_includes includes; /* what the source takes in; freed with the description */
    struct tw_source_needs needs;
    struct tw_described_macro *macros;
    unsigned macro_count;
    struct tw_described_launch *launches;
    unsigned launch_count;
};

struct tw_description {
    struct tw_family family;
    struct tw_arena arena; /* all below but for the JSON */
    struct tw_json json;   /* of the file that it stands in: a copy that is its own */
    const cJSON *node;     /* the object in it */
    const char *file, *text, *object;
    const char *warning, *note; /* or NULL */
    uint64_t replaced;          /* bit f: the default of field f is not the declared one */
    char hash[TW_HASH_DIGITS + 1];

    struct tw_field_info *fields;
    struct tw_described_field field[TW_MAX_FIELDS];
    unsigned field_count, derived_count;
    const struct tw_expression *derived[TW_DESCRIBED_DERIVED];
    const char *names[TW_DESCRIBED_NAMES + 1];      /* as long as it is read: those that there are so far */
    const char *turn_names[TW_DESCRIBED_NAMES + 1]; /* the same, and "turn" */

    struct tw_described_constraint *constraints;
    unsigned constraint_count;
    struct tw_described_argument *holds; /* what the arguments are in JSON, freed with the description */
    size_t holds_count;
    struct tw_described_given *arguments;
    unsigned argument_count;
    struct tw_described_program program;
    const struct tw_expression *operations, *bytes, *elements; /* or NULL */

    struct tw_described_access *accesses;
    unsigned access_count;
    struct tw_described_tile tiles[TW_MAX_TILES];
    unsigned tile_count;
    const char **place_names; /* the names of an access's expressions */

    enum tw_expected_by reference;
    struct tw_described_program checker; /* of TW_EXPECT_KERNEL, where it is no variant of the space ... */
    /* Or NULL, or the values of the parameters of the variant that it is; of a checker in the kernel's own file the defaults. */
    const int64_t *variant;
    const char *library, *function;       /* of TW_EXPECT_FUNCTION; the library's path */
    struct tw_described_argument *wanted; /* of TW_EXPECT_FILES: what each argument must become, or nothing */
    size_t wanted_count;
    struct tw_tolerance *tolerance; /* of each argument ... */
    const struct tw_expression *
        *first;          /* of each argument: how many of its elements are compared; NULL: all */
    bool *has_tolerance; /* ... where it is not the usual one of its type */
    struct tw_described_metric *metrics;
    unsigned metric_count;
    struct tw_described_proof *proof; /* of each field; NULL: there is none */
};

/* ---- reading (read*.c) ---- */

struct tw_described_reader {
    struct tw_description *description;
    struct tw_json *json; /* the description's */
    struct tw_error *error;
};

int tw_described_wrong(const struct tw_described_reader *reader, const cJSON *node, const char *what,
                       const char *right);
int tw_described_no_memory(const struct tw_described_reader *reader);
/* Refuses members of an object that are not among `keys`; `what` names it: "a launch". */
int tw_described_known(const struct tw_described_reader *reader, const cJSON *node, const char *what,
                       const char *const *keys);
/* NULL node: *expression becomes NULL. */
int tw_described_expression(const struct tw_described_reader *reader, const cJSON *node, bool turns,
                            const struct tw_expression **expression);
/* The same over other names. */
int tw_described_expression_over(const struct tw_described_reader *reader, const cJSON *node,
                                 const char *const *names, const struct tw_expression **expression);
/* Reads an expression that stands at `node`, as `text`, which is as long, has it, over other names. */
int tw_described_expression_of(const struct tw_described_reader *reader, const cJSON *node, const char *text,
                               const char *const *names, const struct tw_expression **expression);
int tw_described_type(const struct tw_described_reader *reader, const cJSON *node,
                      struct tw_described_type *type);
/* Whether a text may be a macro's: one line, at whose end no backslash stands. */
bool tw_described_is_line(const char *text, size_t length);
/* Refuses what cannot name a field or a derived value, by the key of `node`. */
int tw_described_name(const struct tw_described_reader *reader, const cJSON *node);
/* Gives field number `field` the role that `node` says. */
int tw_described_role(const struct tw_described_reader *reader, const cJSON *node, unsigned field);
int tw_described_read_fields(const struct tw_described_reader *reader);
int tw_described_read_given(const struct tw_described_reader *reader, const cJSON *node);
/* "accesses" and "tiles" (accesses.c). */
int tw_described_read_accesses(const struct tw_described_reader *reader);
/* Bytes of shared memory to the end of the tiles; 0: none is stated. */
struct tw_described_values;
uint32_t tw_described_tile_bytes(const struct tw_described_values *values);
/* `node` is the kernel, or its reference. */
int tw_described_read_program(const struct tw_described_reader *reader, const cJSON *node,
                              struct tw_described_program *program);
/* "reference", "tolerance", "proof". */
int tw_described_read_checks(const struct tw_described_reader *reader);

int tw_described_read_metrics(const struct tw_described_reader *reader);
/* Makes the hash of all that was read, and the warning. */
int tw_described_identify(const struct tw_described_reader *reader);

/* ---- values (values.c) ---- */

/* What the names stand for in one variant. */
struct tw_described_values {
    const struct tw_description *description;
    const int64_t *field;
    struct tw_expression_value value[TW_DESCRIBED_NAMES];
};

/* Number of the field of that name in the description, which in configs and records may have another key; -1: there is none. */
int tw_described_field(const struct tw_description *description, const char *name);

/* Number of the name of the machine's value, or of "turn" (TW_DESCRIBED_MACHINES), among the names. */
unsigned tw_described_name_of(const struct tw_description *description, unsigned machine);

/* A field's stored value, as expressions take it: a real's word is the number that it spells. */
struct tw_expression_value tw_described_field_value(const struct tw_description *description, unsigned field,
                                                    int64_t stored);
/* All but the derived values. */
void tw_described_set_names(const struct tw_description *description, const int64_t *value,
                            const struct tw_target *target, struct tw_described_values *values);
/* False: a derived value has none, and *reason says why. */
bool tw_described_values(const struct tw_description *description, const int64_t *value,
                         const struct tw_target *target, struct tw_described_values *values,
                         struct tw_text *reason);
/* "WHAT: at character 3 of ..." */
bool tw_described_evaluate(const struct tw_described_values *values, const struct tw_expression *expression,
                           const char *what, struct tw_expression_value *result, struct tw_text *reason);
/* The same of a whole number from `low` to `high`; of no expression it stays as it is. */
bool tw_described_integer(const struct tw_described_values *values, const struct tw_expression *expression,
                          const char *what, int64_t low, int64_t high, int64_t *result,
                          struct tw_text *reason);
/* An element type. */
bool tw_described_element(const struct tw_described_values *values, const struct tw_described_type *type,
                          const char *what, enum tw_element *element, struct tw_text *reason);

/* Whether the expression uses a name that `changes`; NULL: it uses none. */
bool tw_described_changes(const struct tw_description *description, const struct tw_expression *expression,
                          const bool *changes);

/* Argument number `number`. */
bool tw_described_resolve_given(const struct tw_described_values *values, unsigned number,
                                struct tw_described_argument *resolved, struct tw_text *reason);

/* ---- what is passed by value (by_value/keep_value.c) ---- */

/* Makes the argument of the shape what the resolved one is: its bytes, and what in them is another argument, by the description's numbers,
   which are the shape's. False: there is no such value, and *reason says why; or memory ran out, and shape->failed is set. */
bool tw_described_keep_value(const struct tw_described_values *given,
                             const struct tw_described_argument *resolved, struct tw_shape *shape,
                             struct tw_argument *argument, struct tw_text *reason);
/* The bytes of a structure that is passed as a whole. */
bool tw_described_passed_bytes(const struct tw_described_values *given,
                               const struct tw_described_argument *resolved, uint32_t *bytes,
                               struct tw_text *reason);

/* ---- shapes (shape.c) ---- */

/* The arguments of one variant (given), and the launches of a program in one, which is the same but for a reference in the kernel's own
   file; false: there are none, and *reason says why. Where memory runs out shape->failed is set, too. */
bool tw_described_make(const struct tw_described_values *given, const struct tw_described_values *values,
                       const struct tw_described_program *program, const struct tw_target *target,
                       struct tw_shape *shape, struct tw_text *reason);
/* All that makes a variant acceptable beside its derived values and the constraints: launches, arguments, macros, the reference. */
bool tw_described_launchable(const struct tw_described_values *values, const struct tw_target *target,
                             struct tw_text *reason);
/* False: the variant violates one of the constraints, or one cannot be evaluated. */
bool tw_described_meets_constraints(const struct tw_described_values *values, struct tw_text *reason);
/* The last of the fields that the expression depends on, by derived values too; 0: it depends on none. */
unsigned tw_described_last_field(const struct tw_description *description,
                                 const struct tw_expression *expression);
/* Adds the entry point: "matmul<64, 32>". */
void tw_described_add_entry(const struct tw_described_values *values, const char *entry,
                            struct tw_text *text);
/* Adds the value of a name as C++ writes it. */
void tw_described_add_value(const struct tw_described_values *values, unsigned name, struct tw_text *text);

/* ---- sources (source.c) ---- */

/* Whether the text has the name in it as a word of its own. */
bool tw_described_mentions(const char *text, const char *name);
/* Which of the macros that Kernel Tuner offers the text mentions, a bit for each. */
unsigned tw_described_asked(const char *text);
/* The macros of "define"; false: one has no value. */
bool tw_described_add_macros(const struct tw_described_values *values,
                             const struct tw_described_program *program, struct tw_text *text,
                             struct tw_text *reason);
/* Whether the kernel's source, or the name of one of its entry points, depends on a name that `changes` (of each name of the description). */
bool tw_described_is_compiled_in(const struct tw_description *description, const bool *changes);
int tw_described_source(const struct tw_described_values *values, const struct tw_described_program *program,
                        const char *config, struct tw_kernel *kernel, struct tw_error *error);
/* What the kernel is given, and must compute; it becomes the kernel's. */
int tw_described_expect(const struct tw_described_values *values, const struct tw_target *target,
                        const char *config, struct tw_kernel *kernel, struct tw_error *error);
/* Whether what a variant with that shape is checked by can be had; false: *reason says why not. */
bool tw_described_checkable(const struct tw_described_values *values, const struct tw_target *target,
                            const struct tw_shape *shape, struct tw_text *reason);

#endif
