/*
 * ir.h - PTX text as plain data: a module of variables and functions, a function of registers and instructions.
 * Kernels (.entry) are functions that the host may launch.
 *
 * The IR knows no threads and no addresses. Registers, variables and labels are resolved to indices and every
 * instruction has been checked against its row of the opcode table, so who executes it need not check again.
 *
 * Memory law: the module owns everything reachable from it, strings included; tw_ptx_free releases it.
 * Nothing changes after parsing: threads may share it.
 */
#ifndef TW_SIM_PTX_IR_H
#define TW_SIM_PTX_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/error.h>

#include "sim/ptx/opcodes.h"

enum tw_ptx_kind { TW_PTX_BITS, TW_PTX_UNSIGNED, TW_PTX_SIGNED, TW_PTX_FLOAT, TW_PTX_PREDICATE };

enum tw_ptx_type {
#define X(constant, word, bits, kind) TW_PTX_##constant,
    TW_PTX_TYPES(X)
#undef X
        TW_PTX_TYPE_COUNT
};

struct tw_ptx_type_info {
    const char *word; /* "u32" */
    unsigned bits;    /* 1 for predicates */
    enum tw_ptx_kind kind;
};
const struct tw_ptx_type_info *tw_ptx_type_info(enum tw_ptx_type type);

enum tw_ptx_class {
#define X(class) TW_PTX_CLASS_##class,
    TW_PTX_CLASSES(X)
#undef X
        TW_PTX_CLASS_COUNT
};

/* TW_PTX_RND_RN, ...: a value of a class; TW_PTX_ABSENT where the instruction has none. */
enum tw_ptx_word {
    TW_PTX_ABSENT,
#define X(class, word, constant) TW_PTX_##class##_##constant,
    TW_PTX_WORDS(X)
#undef X
        TW_PTX_WORD_COUNT
};

/* Dimensions of a texture or surface of a .GEOM, each with its coordinate, layers left out; of a cube 3; TW_PTX_ABSENT: 0. */
unsigned tw_ptx_dimensions(enum tw_ptx_word geometry);

enum tw_ptx_flag {
#define X(word, constant) TW_PTX_HAS_##constant,
    TW_PTX_FLAGS(X)
#undef X
        TW_PTX_FLAG_COUNT
};

enum tw_ptx_special {
#define X(name, constant, bits) TW_PTX_##constant,
    TW_PTX_SPECIALS(X)
#undef X
        TW_PTX_SPECIAL_COUNT
};

/* TW_PTX_PARAM: of a body, or of a function's own parameters; those of kernels are struct tw_ptx_parameter. */
enum tw_ptx_space { TW_PTX_GLOBAL, TW_PTX_SHARED, TW_PTX_LOCAL, TW_PTX_CONST, TW_PTX_PARAM };

enum tw_ptx_operand_kind {
    TW_PTX_OPERAND_NONE,      /* left out */
    TW_PTX_OPERAND_SINK,      /* _ */
    TW_PTX_OPERAND_REGISTER,  /* index */
    TW_PTX_OPERAND_SPECIAL,   /* index: enum tw_ptx_special */
    TW_PTX_OPERAND_CONSTANT,  /* value: bits, extended by sign; is_float: of a float or double */
    TW_PTX_OPERAND_VARIABLE,  /* index, value: the address of the variable plus value */
    TW_PTX_OPERAND_PARAMETER, /* index, value: the same of a kernel parameter */
    TW_PTX_OPERAND_FUNCTION,  /* index: the address of a function */
    TW_PTX_OPERAND_MEMORY,    /* elements[0]: register, variable, parameter or none; plus value */
    TW_PTX_OPERAND_VECTOR,    /* elements, count: {a, b} */
    TW_PTX_OPERAND_PAIR,      /* elements, 2: a|b */
    TW_PTX_OPERAND_TEXEL, /* [texture, {..}]: elements: the texture or surface, perhaps a sampler, coordinates */
    TW_PTX_OPERAND_LABEL /* index: of the instruction it stands before */
};

struct tw_ptx_operand {
    enum tw_ptx_operand_kind kind;
    bool negated; /* !%p */
    bool is_float;
    bool is_exact; /* of a float constant: written as its bits   */
    bool
        is_indexed; /* of a variable: written as an element, a[2]; of a register: it holds the address of one, a[%r] */
    bool is_wide;     /* a vector: the halves of a register of 128 bits, the lower one first */
    bool is_sum;      /* written with a constant: a+4, or of a register, which holds the sum, %r+4 */
    char selector[6]; /* of a part of a register, %r1.b0: "b0"; else empty */
    uint8_t count;
    uint32_t index;
    uint32_t at; /* byte offset in the text */
    int64_t value;
    struct tw_ptx_operand *elements;
};

#define TW_PTX_MAX_OPERANDS 10u
#define TW_PTX_MAX_ELEMENTS 128u /* of a vector: the results of wgmma */

/* A parameter or result of a function: a register, or a variable of .param; of a prototype its bytes only. */
struct tw_ptx_formal {
    bool is_register;
    uint32_t index;
    uint32_t bytes;
};

struct tw_ptx_signature {
    struct tw_ptx_formal *results, *arguments;
    size_t result_count, argument_count;
};

/* What a label before .branchtargets, .calltargets or .callprototype stands for. */
enum tw_ptx_table_kind { TW_PTX_BRANCH_TARGETS, TW_PTX_CALL_TARGETS, TW_PTX_PROTOTYPE };

struct tw_ptx_table {
    enum tw_ptx_table_kind kind;
    uint32_t *targets; /* instructions, or functions */
    size_t target_count;
    struct tw_ptx_signature signature; /* of a prototype */
};

/* The operands of a call: registers, constants, variables of .param; "_" for a result that nobody wants. */
struct tw_ptx_call {
    struct tw_ptx_operand target; /* TW_PTX_OPERAND_FUNCTION, or a register that holds a function's address */
    struct tw_ptx_operand *results, *arguments;
    size_t result_count, argument_count;
};

struct tw_ptx_instruction {
    uint16_t row; /* of TW_PTX_OPCODES */
    uint8_t operand_count;
    bool guarded, guard_negated;
    uint32_t guard;                    /* register */
    enum tw_ptx_type type[2];          /* .T and .U; TW_PTX_TYPE_COUNT when the pattern has none */
    uint8_t words[TW_PTX_CLASS_COUNT]; /* enum tw_ptx_word */
    uint32_t flags;                    /* bit per enum tw_ptx_flag */
    const struct tw_ptx_call *call;    /* of a call, which has no other operands */
    const struct tw_ptx_table *table;  /* of brx.idx and indirect calls */
    struct tw_ptx_operand *operands;   /* operand_count; what was left out has TW_PTX_OPERAND_NONE */
    const char *opcode;                /* as written, "st.shared.u32" */
    uint32_t at, line;                 /* byte offset and line of the text */
    uint32_t source_file, source_line; /* .loc: number of the .file, 0 without */
};

static inline bool tw_ptx_has(const struct tw_ptx_instruction *instruction, enum tw_ptx_flag flag)
{
    return instruction->flags >> flag & 1u;
}

struct tw_ptx_register {
    const char *name;
    enum tw_ptx_type type;
};

/* An initialiser's element that is an address: `bytes` at `offset` become the address of `variable` plus `addend`,
 * or of a function, or of its 64 bits those of the mask, 0xff00(x), moved down to bit 0. */
struct tw_ptx_relocation {
    uint64_t offset, mask;
    uint32_t bytes;
    uint32_t variable; /* or function */
    bool is_function;
    int64_t addend;
};

/* Variables that stand for a texture or surface. */
enum tw_ptx_opaque { TW_PTX_TRANSPARENT, TW_PTX_TEXTURE, TW_PTX_SURFACE };

struct tw_ptx_variable {
    const char *name;
    enum tw_ptx_space space;
    uint32_t align;
    enum tw_ptx_type type;  /* of an element */
    uint64_t bytes;         /* 0: extern array without a size */
    uint32_t element_bytes; /* of its type: what a[1] goes past, vectors too (as ptxas) */
    enum tw_ptx_opaque
        opaque; /* .texref, .surfref: its address is a handle (sim/exec/memory/texture_image.h) */
    bool
        is_extern; /* of .shared: dynamic; else the module only declares it, and gives it its place all the same */
    bool is_managed;        /* of .global: the program reaches it too, at the same address */
    unsigned char *initial; /* `bytes` bytes, or NULL: no initialiser */
    struct tw_ptx_relocation *relocations;
    size_t relocation_count;
};

struct tw_ptx_parameter {
    const char *name;
    uint32_t offset, bytes; /* in the parameter block */
    bool is_float;          /* declared as .f32, .f64 or another float */
};

/* Why something cannot run here though it is PTX: the error that its first unknown word gave. */
struct tw_ptx_refusal {
    unsigned line, column;
    const char *message, *detail; /* detail: the line and a caret, or NULL */
};

struct tw_ptx_function {
    const char *name;
    const struct tw_ptx_refusal *refusal; /* NULL: it can run; else nothing but the name need be there */
    bool is_entry;                        /* a kernel                                          */
    bool is_defined;                      /* false: only declared; it is in no module, or ours */
    struct tw_ptx_signature signature;    /* of a function that is no kernel */
    struct tw_ptx_parameter *parameters;  /* of a kernel */
    size_t parameter_count;
    uint32_t parameter_bytes;
    struct tw_ptx_register *registers; /* those that are used */
    size_t register_count;
    struct tw_ptx_instruction *instructions;
    size_t instruction_count;
    uint32_t max_threads;     /* product of .maxntid or .reqntid; 0: not said */
    uint32_t required[3];     /* .reqntid; 0: not said */
    uint32_t cluster[3];      /* .reqnctapercluster: blocks of a cluster; 0: not said */
    bool explicit_cluster;    /* .explicitcluster: a launch must say how large clusters are */
    uint32_t most_in_cluster; /* .maxclusterrank: blocks of a cluster; 0: not said */
    uint32_t most_registers;  /* .maxnreg, of a thread; 0: not said */
};

struct tw_ptx_module {
    unsigned version, sm;              /* 90 for .version 9.0; 90 for sm_90a */
    struct tw_ptx_variable *variables; /* of module scope and of kernels */
    size_t variable_count;
    struct tw_ptx_function *functions;
    size_t function_count;
    const char **files; /* files[i]: .file i; NULL where there is none */
    size_t file_count;
};

/*
 * Parses a module. TW_INPUT: not PTX (syntax, an undeclared register, operands that do not fit the
 * instruction); TW_UNSUPPORTED: the module's head asks for what is not known here; TW_MEMORY. Errors carry
 * file "<ptx>", line, column and caret, and the source line where .loc gives one.
 *
 * PTX that has no row in our tables refuses what it stands in, not the module: a kernel gets a refusal, and
 * what a directive of the module declares is refused to the kernels that name it.
 */
int tw_ptx_parse(const char *text, size_t length, struct tw_ptx_module **module, struct tw_error *error);
void tw_ptx_free(struct tw_ptx_module *module);

/* Whether what has the one signature can be called by the other: as many parameters, of the same bytes. */
bool tw_ptx_alike(const struct tw_ptx_signature *a, const struct tw_ptx_signature *b);

#endif
