/* parser.h - what the files of the parser share; private to ptx. */
#ifndef TW_SIM_PTX_PARSER_H
#define TW_SIM_PTX_PARSER_H

#include "base/arena.h"
#include "sim/ptx/ir.h"
#include "sim/ptx/lexer.h"
#include "sim/ptx/symbols.h"

#define TW_PTX_MAX_SCOPES 200u                /* nested braces                                 */
#define TW_PTX_MAX_RANGE  ((uint64_t)1 << 20) /* registers of one kernel                       */
#define TW_PTX_MAX_BYTES  ((uint64_t)1 << 30) /* of a variable or parameter                    */

struct tw_ptx_pending { /* a branch to a label that may come later */
    uint32_t instruction, scope, at;
    const char *name;
    size_t length;
};

/* A name that stands for a table, or for a label in one, and may come later. */
struct tw_ptx_use {
    struct tw_ptx_table *table; /* NULL: the instruction's table is meant */
    uint32_t instruction, target, scope;
    const char *name;
    size_t length;
};

struct tw_ptx_named_table {
    const char *name;
    size_t length;
    uint32_t scope;
    struct tw_ptx_table *table;
};

#define TW_PTX_MATCHED 128u

struct tw_ptx_parser {
    struct tw_ptx_lexer lexer;
    const char *text;
    size_t length;
    struct tw_error error; /* the first one */
    int code;              /* its code     */
    struct tw_arena *arena;
    struct tw_ptx_module *module;
    struct tw_ptx_symbols symbols;
    size_t variable_capacity, function_capacity, file_capacity;
    bool narrow_addresses; /* .address_size 32, or no word of it */
    uint32_t newlines;     /* of the text before `counted`: lines are counted as the parser goes */
    const char *counted;
    uint32_t source_file, source_line; /* of the last .loc */

    /* what opcodes were found to be: a compiler writes few, again and again */
    struct tw_ptx_matched {
        const char *start; /* in the text; NULL: none */
        size_t length;
        struct tw_ptx_instruction made; /* its row, types, words and flags */
        bool fine;                      /* it breaks no rule */
    } matched[TW_PTX_MATCHED];

    /* of the function being parsed */
    struct tw_ptx_function *function;
    const struct tw_ptx_instruction *instruction; /* whose operands are parsed, or NULL */
    size_t register_capacity, instruction_capacity, pending_capacity, pending_count;
    uint64_t declared_registers;
    uint64_t range_variables; /* of the module: what its ranges of variables stand for   */
    struct tw_ptx_pending *pending;
    struct tw_ptx_use *uses;
    struct tw_ptx_named_table *tables;
    size_t use_count, use_capacity, table_count, table_capacity;
    struct tw_ptx_symbols labels;
    uint32_t scope, scope_count;
    struct tw_ptx_scope {
        uint32_t parent;
        size_t symbols; /* how many there were when it opened */
    } * scopes;
    size_t scope_capacity;
    unsigned depth;
};

/* Each stores an error at a place of the text (the first one stays) and returns false. */
#define TW_PTX_FAIL(parser, code_, where, ...)                                                               \
    ((parser)->code = (parser)->code ? (parser)->code                                                        \
                                     : tw_fail_in_text(&(parser)->error, (code_), "<ptx>", (parser)->text,   \
                                                       (parser)->length, (size_t)((where) - (parser)->text), \
                                                       __VA_ARGS__),                                         \
     false)
#define TW_PTX_BAD_INPUT(parser, where, ...) TW_PTX_FAIL(parser, TW_INPUT, where, __VA_ARGS__)
#define TW_PTX_UNKNOWN(parser, where, ...)                                                                   \
    TW_PTX_FAIL(parser, tw_ptx_is_cut(parser, where) ? TW_INPUT : TW_UNSUPPORTED, where, __VA_ARGS__)
/* True when the text ends within the word at `where`: then it is not unknown but cut. */
bool tw_ptx_is_cut(const struct tw_ptx_parser *parser, const char *where);
bool tw_ptx_no_memory(struct tw_ptx_parser *parser);

/* After TW_PTX_UNKNOWN, which says what is refused: takes the error back and keeps it. NULL: another error,
   which stays. */
const struct tw_ptx_refusal *tw_ptx_refuse(struct tw_ptx_parser *parser);
/* An error: the text names what was refused. */
bool tw_ptx_refused(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                    const struct tw_ptx_refusal *refusal);

/* For "%.*s" of a token, cut to a length that fits a message. */
#define TW_PTX_SHOWN(token) (int)((token).length < 80 ? (token).length : 80), (token).start

static inline const struct tw_ptx_token *tw_ptx_token(const struct tw_ptx_parser *parser)
{
    return &parser->lexer.token;
}

/* The current token is `c`: goes past it. */
bool tw_ptx_accept(struct tw_ptx_parser *parser, char c);
/* The same, an error when it is not. */
bool tw_ptx_expect(struct tw_ptx_parser *parser, char c);
/* The current token is the directive: goes past it. */
bool tw_ptx_accept_directive(struct tw_ptx_parser *parser, const char *directive);
/* An error that names the current token and what would be right. */
bool tw_ptx_unexpected(struct tw_ptx_parser *parser, const char *wanted);
/* An unsigned integer of at most `most`. */
bool tw_ptx_unsigned(struct tw_ptx_parser *parser, uint64_t most, uint64_t *value);
/* A fundamental type directive, ".u32". */
bool tw_ptx_type_directive(struct tw_ptx_parser *parser, enum tw_ptx_type *type);
/* The same behind ".v2" or ".v4"; 1 for a scalar: what registers and variables are declared with. */
bool tw_ptx_element_type(struct tw_ptx_parser *parser, enum tw_ptx_type *type, uint32_t *width);
/* A name: its token, and goes past it. */
bool tw_ptx_name(struct tw_ptx_parser *parser, struct tw_ptx_token *name);
/* Skips the balanced brackets that begin here. */
bool tw_ptx_skip(struct tw_ptx_parser *parser, char open, char close);
/* Adds a symbol to the current scope; an error when the scope has the name. */
bool tw_ptx_declare(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                    struct tw_ptx_symbol symbol);

/* What a constant expression is worth. */
struct tw_ptx_constant {
    uint64_t bits;
    uint8_t float_bits; /* 32 or 64; 0: an integer, of 64 bits */
    bool is_exact;      /* written as a float's bits, 0f... or 0d... */
    bool is_unsigned;   /* an integer */
};

/* parse_constant.c: does one begin here? Operands that are no constants may begin with "(" and "!" too. */
bool tw_ptx_begins_constant(const struct tw_ptx_parser *parser);
bool tw_ptx_constant(struct tw_ptx_parser *parser, struct tw_ptx_constant *value);
/* A constant integer. */
bool tw_ptx_integer(struct tw_ptx_parser *parser, int64_t *value);
/* The float constant as one of 32 or 64 bits; false when it cannot be one of so many. */
bool tw_ptx_convert_float(const struct tw_ptx_constant *constant, unsigned bits, uint64_t *result);

/* parse_variable.c: after the state space directive, to the ";". */
bool tw_ptx_parse_variables(struct tw_ptx_parser *parser, enum tw_ptx_space space, bool is_extern);
/* Adds a variable to the module and declares it. */
bool tw_ptx_add_variable(struct tw_ptx_parser *parser, const struct tw_ptx_token *name,
                         const struct tw_ptx_variable *variable);
/* parse_function.c: after ".entry" or ".func". */
bool tw_ptx_parse_entry(struct tw_ptx_parser *parser);
bool tw_ptx_parse_device_function(struct tw_ptx_parser *parser);
/* After ".param", to the name and its size. */
bool tw_ptx_parse_parameter(struct tw_ptx_parser *parser, struct tw_ptx_token *name, enum tw_ptx_type *type,
                            uint64_t *bytes, uint32_t *align);
bool tw_ptx_parse_loc(struct tw_ptx_parser *parser);
bool tw_ptx_parse_pragma(struct tw_ptx_parser *parser);

/* --- parse_alias.c: what follows .alias. */
bool tw_ptx_parse_alias(struct tw_ptx_parser *parser);
/* parse_instruction.c: a guard or an opcode is the current token. */
bool tw_ptx_parse_instruction(struct tw_ptx_parser *parser);
bool tw_ptx_parse_single(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand);
/* The register that a symbol's slot stands for, made the first time it is asked for. */
bool tw_ptx_use_register(struct tw_ptx_parser *parser, uint32_t *slot, enum tw_ptx_type type,
                         const struct tw_ptx_token *name, uint32_t *index);
bool tw_ptx_add_instruction(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction);
bool tw_ptx_resolve_labels(struct tw_ptx_parser *parser);
/* A label of the function, looked for in `scope`, then in those around it; NULL, with an error, when there is none. */
const struct tw_ptx_symbol *tw_ptx_find_label(struct tw_ptx_parser *parser, const char *name, size_t length,
                                              uint32_t scope);
/* parse_expression.c: of a register that "+" follows a new one, which an instruction before this one fills. */
bool tw_ptx_parse_sum(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand);
/* Reads an element of a variable, after "[": a register with its address, whose `elements` is the variable. */
bool tw_ptx_parse_element(struct tw_ptx_parser *parser, struct tw_ptx_operand *operand);
/* parse_call.c: "(" formals ")", or nothing; `declare`: as names of the current scope. */
bool tw_ptx_parse_results(struct tw_ptx_parser *parser, bool declare, struct tw_ptx_signature *signature);
bool tw_ptx_parse_arguments(struct tw_ptx_parser *parser, bool declare, struct tw_ptx_signature *signature);
/* The operands of a call. */
bool tw_ptx_parse_call(struct tw_ptx_parser *parser, struct tw_ptx_instruction *instruction);
/* The instruction that is being parsed uses the table of that name. */
bool tw_ptx_use_table(struct tw_ptx_parser *parser, const struct tw_ptx_token *name);
/* After ".branchtargets", ".calltargets" or ".callprototype". */
bool tw_ptx_parse_table(struct tw_ptx_parser *parser, enum tw_ptx_table_kind kind);
bool tw_ptx_resolve_tables(struct tw_ptx_parser *parser);
/* check.c: finds the instruction's row and checks the operands against it. */
/* tw_ptx_match of an opcode, which may have been matched before: what is known of it, or NULL. */
struct tw_ptx_matched *tw_ptx_match_opcode(struct tw_ptx_parser *parser, const struct tw_ptx_token *opcode,
                                           struct tw_ptx_instruction *instruction);
bool tw_ptx_check(struct tw_ptx_parser *parser, const struct tw_ptx_token *opcode,
                  struct tw_ptx_instruction *instruction);

#endif
