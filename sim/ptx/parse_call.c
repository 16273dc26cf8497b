/*
 * Device functions and calls (PTX ISA, "Kernel and Function Directives", "Control Flow Instructions"):
 *
 *     signature = [ formals ] name [ formals ]                          "_" for a name that nobody needs
 *     formals   = "(" [ formal { "," formal } ] ")"
 *     formal    = ".reg" [ ".v2" | ".v4" ] type name | ".param" [ ".align" N ] type [ ".ptr" ... ] name [ "[" N "]" ]
 *     call      = [ actuals "," ] ( name | register ) [ "," actuals ] [ "," label ]
 *     actuals   = "(" [ single { "," single } ] ")"
 *     table     = ".branchtargets" label { "," label } ";" | ".calltargets" name { "," name } ";"
 *               | ".callprototype" signature { ".noreturn" | ".abi_preserve" N ... } ";"
 */
#include "sim/ptx/match.h"
#include "sim/ptx/parser.h"

#include <string.h>

#define MOST_ELEMENTS 4u

/* --- signatures */

static bool add_formal(struct tw_ptx_parser *parser, struct tw_ptx_formal **formals, size_t *count,
                       size_t *capacity, struct tw_ptx_formal formal)
{
    struct tw_ptx_formal *grown = tw_arena_grow(parser->arena, *formals, *count, capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    *formals = grown;
    grown[(*count)++] = formal;
    return true;
}

/* .reg type name: a register of the function, declared in its scope; a vector's elements are formals of their own. */
static bool parse_register_formal(struct tw_ptx_parser *parser, bool declare,
                                  struct tw_ptx_formal formals[MOST_ELEMENTS], unsigned *count)
{
    struct tw_ptx_symbol symbol = {.kind = TW_PTX_SYMBOL_REGISTER};
    struct tw_ptx_token name;
    if (!tw_ptx_element_type(parser, &symbol.type, &symbol.width) || !tw_ptx_name(parser, &name))
        return false;
    if (symbol.type == TW_PTX_B128)
        return TW_PTX_UNKNOWN(parser, name.start,
                              "the simulator does not know registers of 128 bits as parameters");
    const struct tw_ptx_formal formal = {true, 0, tw_ptx_type_info(symbol.type)->bits / 8};
    *count = symbol.width;
    for (unsigned i = 0; i < symbol.width; i++) formals[i] = formal;
    if (!declare || tw_ptx_is(&name, "_")) return true;
    symbol.indices = tw_arena_alloc(parser->arena, symbol.width * sizeof *symbol.indices);
    if (!symbol.indices) return tw_ptx_no_memory(parser);
    for (unsigned i = 0; i < symbol.width; i++) {
        if (!tw_ptx_use_register(parser, &symbol.indices[i], symbol.type, &name, &formals[i].index))
            return false;
    }
    return tw_ptx_declare(parser, &name, symbol);
}

static bool parse_formal(struct tw_ptx_parser *parser, bool declare,
                         struct tw_ptx_formal formals[MOST_ELEMENTS], unsigned *count)
{
    struct tw_ptx_formal *formal = formals;
    struct tw_ptx_variable variable = {.space = TW_PTX_PARAM};
    struct tw_ptx_token name;
    enum tw_ptx_type type;
    if (tw_ptx_accept_directive(parser, ".reg"))
        return parse_register_formal(parser, declare, formals, count);
    if (!tw_ptx_accept_directive(parser, ".param")) return tw_ptx_unexpected(parser, ".param or .reg");
    if (!tw_ptx_parse_parameter(parser, &name, &type, &variable.bytes, &variable.align)) return false;
    *count = 1;
    *formal = (struct tw_ptx_formal){.bytes = (uint32_t)variable.bytes};
    if (!declare || tw_ptx_is(&name, "_")) return true;
    variable.name = tw_arena_string(parser->arena, name.start, name.length);
    formal->index = (uint32_t)parser->module->variable_count;
    return (variable.name || tw_ptx_no_memory(parser)) && tw_ptx_add_variable(parser, &name, &variable);
}

static bool parse_formals(struct tw_ptx_parser *parser, bool declare, struct tw_ptx_formal **formals,
                          size_t *count)
{
    size_t capacity = 0;
    if (!tw_ptx_accept(parser, '(') || tw_ptx_accept(parser, ')')) return parser->code == TW_OK;
    do {
        struct tw_ptx_formal made[MOST_ELEMENTS];
        unsigned elements = 0;
        if (!parse_formal(parser, declare, made, &elements)) return false;
        for (unsigned i = 0; i < elements; i++) {
            if (!add_formal(parser, formals, count, &capacity, made[i])) return false;
        }
    } while (tw_ptx_accept(parser, ','));
    return tw_ptx_expect(parser, ')');
}

bool tw_ptx_parse_results(struct tw_ptx_parser *parser, bool declare, struct tw_ptx_signature *signature)
{
    return parse_formals(parser, declare, &signature->results, &signature->result_count);
}

bool tw_ptx_parse_arguments(struct tw_ptx_parser *parser, bool declare, struct tw_ptx_signature *signature)
{
    return parse_formals(parser, declare, &signature->arguments, &signature->argument_count);
}

/* --- calls */

static bool add_actual(struct tw_ptx_parser *parser, struct tw_ptx_operand **actuals, size_t *count,
                       size_t *capacity, const struct tw_ptx_operand *actual)
{
    struct tw_ptx_operand *grown = tw_arena_grow(parser->arena, *actuals, *count, capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    *actuals = grown;
    grown[(*count)++] = *actual;
    return true;
}

/* A vector is passed element by element. */
static bool parse_actuals(struct tw_ptx_parser *parser, struct tw_ptx_operand **actuals, size_t *count)
{
    size_t capacity = 0;
    if (tw_ptx_accept(parser, ')')) return true;
    do {
        struct tw_ptx_operand actual = {0};
        if (!tw_ptx_parse_single(parser, &actual)) return false;
        bool vector = actual.kind == TW_PTX_OPERAND_VECTOR;
        for (unsigned i = 0; i < (vector ? actual.count : 1u); i++) {
            if (!add_actual(parser, actuals, count, &capacity, vector ? &actual.elements[i] : &actual))
                return false;
        }
    } while (tw_ptx_accept(parser, ','));
    return tw_ptx_expect(parser, ')');
}

/* Bytes of an actual parameter; 0: as many as are asked for. */
static uint32_t actual_bytes(const struct tw_ptx_parser *parser, const struct tw_ptx_operand *actual)
{
    if (actual->kind == TW_PTX_OPERAND_VARIABLE)
        return (uint32_t)parser->module->variables[actual->index].bytes;
    if (actual->kind != TW_PTX_OPERAND_REGISTER) return 0;
    return tw_ptx_type_info(parser->function->registers[actual->index].type)->bits / 8;
}

/* Registers, variables of .param, results "_", arguments constants. */
static bool check_actuals(struct tw_ptx_parser *parser, const struct tw_ptx_operand *actuals, size_t count,
                          bool result)
{
    for (size_t i = 0; i < count; i++) {
        const struct tw_ptx_operand *actual = &actuals[i];
        const char *at = parser->text + actual->at;
        bool other = actual->kind == (result ? TW_PTX_OPERAND_SINK : TW_PTX_OPERAND_CONSTANT);
        bool variable = actual->kind == TW_PTX_OPERAND_VARIABLE;
        if (variable && parser->module->variables[actual->index].space != TW_PTX_PARAM)
            return TW_PTX_BAD_INPUT(parser, at, "only variables of .param are passed to functions");
        if (!other && !variable && actual->kind != TW_PTX_OPERAND_REGISTER)
            return TW_PTX_BAD_INPUT(parser, at, "a register or a variable of .param should be here");
        if (actual->negated || (variable && actual->value))
            return TW_PTX_BAD_INPUT(parser, at, "a whole register or variable is passed to functions");
    }
    return true;
}

/* A register may be wider than a parameter of 8 bits. */
static bool check_match(struct tw_ptx_parser *parser, const struct tw_ptx_operand *actuals, size_t count,
                        const struct tw_ptx_formal *formals, size_t formal_count, const char *at,
                        const char *what)
{
    if (count != formal_count) {
        return TW_PTX_BAD_INPUT(parser, at, "%zu %s where there are %zu", count, what, formal_count);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t bytes = actual_bytes(parser, &actuals[i]);
        bool wider = actuals[i].kind == TW_PTX_OPERAND_REGISTER && formals[i].bytes == 1;
        if (!bytes || bytes == formals[i].bytes || wider) continue;
        return TW_PTX_BAD_INPUT(parser, parser->text + actuals[i].at,
                                "%u bytes among the %s where %u should be", bytes, what, formals[i].bytes);
    }
    return true;
}

static bool check_signature(struct tw_ptx_parser *parser, const struct tw_ptx_call *call,
                            const struct tw_ptx_signature *signature)
{
    const char *at = parser->text + call->target.at;
    return check_match(parser, call->results, call->result_count, signature->results, signature->result_count,
                       at, "results") &&
           check_match(parser, call->arguments, call->argument_count, signature->arguments,
                       signature->argument_count, at, "arguments");
}

static bool check_target(struct tw_ptx_parser *parser, const struct tw_ptx_call *call)
{
    const struct tw_ptx_operand *target = &call->target;
    const char *at = parser->text + target->at;
    if (target->kind == TW_PTX_OPERAND_FUNCTION) {
        const struct tw_ptx_function *function = &parser->module->functions[target->index];
        if (function->refusal && !function->is_defined) {
            struct tw_ptx_token name = {.start = at, .length = strlen(function->name)};
            return tw_ptx_refused(parser, &name, function->refusal);
        }
        if (function->is_entry) return TW_PTX_BAD_INPUT(parser, at, "a kernel cannot be called");
        return check_signature(parser, call, &function->signature);
    }
    if (target->kind != TW_PTX_OPERAND_REGISTER)
        return TW_PTX_BAD_INPUT(parser, at, "this is no function declared before, and no register");
    const struct tw_ptx_register *reg = &parser->function->registers[target->index];
    return tw_ptx_type_info(reg->type)->bits == 64 ||
           TW_PTX_BAD_INPUT(parser, at, "%s is .%s where an address should be", reg->name,
                            tw_ptx_type_info(reg->type)->word);
}

bool tw_ptx_parse_call(struct tw_ptx_parser *parser, struct tw_ptx_instruction *instruction)
{
    struct tw_ptx_call *call = tw_arena_alloc(parser->arena, sizeof *call);
    if (!call) return tw_ptx_no_memory(parser);
    *call = (struct tw_ptx_call){0};
    instruction->call = call;
    if (tw_ptx_accept(parser, '(') &&
        !(parse_actuals(parser, &call->results, &call->result_count) && tw_ptx_expect(parser, ',')))
        return false;
    if (!tw_ptx_parse_single(parser, &call->target)) return false;
    bool more = tw_ptx_accept(parser, ',');
    if (more && tw_ptx_accept(parser, '(')) {
        if (!parse_actuals(parser, &call->arguments, &call->argument_count)) return false;
        more = tw_ptx_accept(parser, ',');
    }
    bool checked = check_actuals(parser, call->results, call->result_count, true) &&
                   check_actuals(parser, call->arguments, call->argument_count, false) &&
                   check_target(parser, call);
    if (!checked) return false;
    bool indirect = call->target.kind == TW_PTX_OPERAND_REGISTER;
    if (!more && indirect)
        return tw_ptx_unexpected(parser, "the label of a .callprototype or of .calltargets");
    struct tw_ptx_token name;
    return !more || (tw_ptx_name(parser, &name) && tw_ptx_use_table(parser, &name));
}

/* --- tables */

static bool add_use(struct tw_ptx_parser *parser, struct tw_ptx_use *use, const struct tw_ptx_token *name)
{
    struct tw_ptx_use *grown =
        tw_arena_grow(parser->arena, parser->uses, parser->use_count, &parser->use_capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    use->scope = parser->scope;
    use->name = name->start;
    use->length = name->length;
    parser->uses = grown;
    grown[parser->use_count++] = *use;
    return true;
}

bool tw_ptx_use_table(struct tw_ptx_parser *parser, const struct tw_ptx_token *name)
{
    struct tw_ptx_use use = {.instruction = (uint32_t)parser->function->instruction_count};
    return add_use(parser, &use, name);
}

static bool add_target(struct tw_ptx_parser *parser, struct tw_ptx_table *table, size_t *capacity)
{
    struct tw_ptx_token name;
    if (!tw_ptx_name(parser, &name)) return false;
    uint32_t *grown =
        tw_arena_grow(parser->arena, table->targets, table->target_count, capacity, sizeof *grown);
    if (!grown) return tw_ptx_no_memory(parser);
    table->targets = grown;
    grown[table->target_count++] = 0;
    if (table->kind == TW_PTX_BRANCH_TARGETS) {
        struct tw_ptx_use use = {.table = table, .target = (uint32_t)table->target_count - 1};
        return add_use(parser, &use, &name);
    }
    const struct tw_ptx_symbol *symbol = tw_ptx_find(&parser->symbols, name.start, name.length);
    if (!symbol || symbol->kind != TW_PTX_SYMBOL_FUNCTION)
        return TW_PTX_BAD_INPUT(parser, name.start, "\"%.*s\" is no function declared before",
                                TW_PTX_SHOWN(name));
    grown[table->target_count - 1] = symbol->index;
    return true;
}

/* ".noreturn", ".abi_preserve" N: what the compiler may assume, of no effect here */
static bool skip_promises(struct tw_ptx_parser *parser)
{
    uint64_t unused;
    while (tw_ptx_token(parser)->kind == TW_PTX_DIRECTIVE) {
        tw_ptx_next(&parser->lexer);
        bool number = tw_ptx_token(parser)->kind == TW_PTX_INTEGER;
        if (number && !tw_ptx_unsigned(parser, UINT32_MAX, &unused)) return false;
    }
    return true;
}

static bool parse_prototype(struct tw_ptx_parser *parser, struct tw_ptx_signature *signature)
{
    struct tw_ptx_token name;
    return tw_ptx_parse_results(parser, false, signature) && tw_ptx_name(parser, &name) &&
           tw_ptx_parse_arguments(parser, false, signature) && skip_promises(parser);
}

bool tw_ptx_parse_table(struct tw_ptx_parser *parser, enum tw_ptx_table_kind kind)
{
    const struct tw_ptx_symbol *label =
        parser->labels.count ? &parser->labels.symbols[parser->labels.count - 1] : NULL;
    if (!label || label->scope != parser->scope || label->index != parser->function->instruction_count)
        return TW_PTX_BAD_INPUT(parser, tw_ptx_token(parser)->start, "this directive needs a label");
    struct tw_ptx_table *table = tw_arena_alloc(parser->arena, sizeof *table);
    struct tw_ptx_named_table *grown = tw_arena_grow(parser->arena, parser->tables, parser->table_count,
                                                     &parser->table_capacity, sizeof *grown);
    if (!table || !grown) return tw_ptx_no_memory(parser);
    *table = (struct tw_ptx_table){.kind = kind};
    parser->tables = grown;
    grown[parser->table_count++] =
        (struct tw_ptx_named_table){label->name, label->length, label->scope, table};
    if (kind == TW_PTX_PROTOTYPE)
        return parse_prototype(parser, &table->signature) && tw_ptx_expect(parser, ';');
    size_t capacity = 0;
    do {
        if (!add_target(parser, table, &capacity)) return false;
    } while (tw_ptx_accept(parser, ','));
    return tw_ptx_expect(parser, ';');
}

static const struct tw_ptx_table *find_table(const struct tw_ptx_parser *parser, const struct tw_ptx_use *use)
{
    for (uint32_t scope = use->scope; scope; scope = parser->scopes[scope - 1].parent) {
        for (size_t i = 0; i < parser->table_count; i++) {
            const struct tw_ptx_named_table *named = &parser->tables[i];
            bool same = named->length == use->length && memcmp(named->name, use->name, use->length) == 0;
            if (same && named->scope == scope) return named->table;
        }
    }
    return NULL;
}

static bool resolve_use(struct tw_ptx_parser *parser, const struct tw_ptx_use *use)
{
    struct tw_ptx_instruction *instruction = &parser->function->instructions[use->instruction];
    const struct tw_ptx_table *table = find_table(parser, use);
    bool branch = !instruction->call;
    if (!table || (table->kind == TW_PTX_BRANCH_TARGETS) != branch) {
        return TW_PTX_BAD_INPUT(parser, use->name, "\"%.*s\" is no label of %s",
                                (int)(use->length < 80 ? use->length : 80), use->name,
                                branch ? ".branchtargets" : ".callprototype or .calltargets");
    }
    instruction->table = table;
    if (table->kind == TW_PTX_PROTOTYPE) return check_signature(parser, instruction->call, &table->signature);
    for (size_t i = 0; !branch && i < table->target_count; i++) {
        const struct tw_ptx_function *function = &parser->module->functions[table->targets[i]];
        if (!check_signature(parser, instruction->call, &function->signature)) return false;
    }
    return true;
}

bool tw_ptx_resolve_tables(struct tw_ptx_parser *parser)
{
    for (size_t i = 0; i < parser->use_count; i++) {
        const struct tw_ptx_use *use = &parser->uses[i];
        if (!use->table && !resolve_use(parser, use)) return false;
        if (!use->table) continue;
        const struct tw_ptx_symbol *label = tw_ptx_find_label(parser, use->name, use->length, use->scope);
        if (!label) return false;
        use->table->targets[use->target] = label->index;
    }
    return true;
}
