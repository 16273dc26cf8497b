/*
 * Constants and what is computed from them (PTX ISA, "Constants" and "Constant Expressions"):
 *
 *     constant = binary [ "?" constant ":" constant ]
 *     binary   = unary { operator unary }           by the precedences of C
 *     unary    = ( "-" | "+" | "!" | "~" ) unary | "(" ".s64" | ".u64" ")" unary | "(" constant ")"
 *              | integer | decimal float | "WARP_SZ" | hexadecimal float
 *
 * Integers have 64 bits and are unsigned where an operand is; floats have 64 bits. A hexadecimal float, 0f... or
 * 0d..., stands alone: its bits are kept as they are.
 */
#include "sim/ptx/parser.h"

#include <string.h>

#define MOST_DEPTH 100u

enum operation { OR_ELSE, AND_ALSO, OR, XOR, AND, EQ, NE, LE, GE, SHL, SHR, LT, GT, ADD, SUB, MUL, DIV, REM };

/* Operators of two characters come before those that they begin with. */
static const struct operator_info {
    const char *text;
    unsigned precedence;
    enum operation operation;
} operators[] = {
    {"||", 1, OR_ELSE}, {"&&", 2, AND_ALSO}, {"|", 3, OR},  {"^", 4, XOR},  {"&", 5, AND},  {"==", 6, EQ},
    {"!=", 6, NE},      {"<=", 7, LE},       {">=", 7, GE}, {"<<", 8, SHL}, {">>", 8, SHR}, {"<", 7, LT},
    {">", 7, GT},       {"+", 9, ADD},       {"-", 9, SUB}, {"*", 10, MUL}, {"/", 10, DIV}, {"%", 10, REM},
};

static double as_double(const struct tw_ptx_constant *value)
{
    double number;
    memcpy(&number, &value->bits, sizeof number);
    return number;
}

static struct tw_ptx_constant of_double(double number)
{
    struct tw_ptx_constant value = {.float_bits = 64};
    memcpy(&value.bits, &number, sizeof number);
    return value;
}

bool tw_ptx_begins_constant(const struct tw_ptx_parser *parser)
{
    const struct tw_ptx_token *token = tw_ptx_token(parser);
    switch (token->kind) {
    case TW_PTX_INTEGER:
    case TW_PTX_FLOAT32:
    case TW_PTX_FLOAT64:
        return true;
    case TW_PTX_NAME:
        return tw_ptx_is(token, "WARP_SZ");
    case TW_PTX_CHARACTER:
        return strchr("-+~!(", *token->start) != NULL;
    default:
        return false;
    }
}

/* --- operators */

static const struct operator_info *find_operator(const struct tw_ptx_parser *parser)
{
    const char *at = tw_ptx_token(parser)->start;
    bool name = tw_ptx_token(parser)->kind == TW_PTX_NAME; /* "%" alone is an operator */
    if (name && tw_ptx_token(parser)->length > 1) return NULL;
    size_t left = (size_t)(parser->text + parser->length - at);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        size_t length = strlen(operators[i].text);
        if (left >= length && memcmp(at, operators[i].text, length) == 0) return &operators[i];
    }
    return NULL;
}

static bool compute_floats(enum operation operation, double a, double b, struct tw_ptx_constant *result)
{
    *result = (struct tw_ptx_constant){0};
    switch (operation) {
    case ADD:
        return *result = of_double(a + b), true;
    case SUB:
        return *result = of_double(a - b), true;
    case MUL:
        return *result = of_double(a * b), true;
    case DIV:
        return *result = of_double(a / b), true;
    case EQ:
        return result->bits = a == b, true;
    case NE:
        return result->bits = a != b, true;
    case LT:
        return result->bits = a < b, true;
    case LE:
        return result->bits = a <= b, true;
    case GT:
        return result->bits = a > b, true;
    case GE:
        return result->bits = a >= b, true;
    default:
        return false;
    }
}

/* Shifts by more than the width leave nothing but the sign. */
static uint64_t shift_right(uint64_t a, uint64_t by, bool is_signed)
{
    uint64_t fill = is_signed && a >> 63 ? UINT64_MAX : 0;
    if (by > 63) return fill;
    return by ? a >> by | fill << (64 - by) : a;
}

/* False: a division by zero. The quotient of the smallest number by -1 is itself. */
static bool divide(uint64_t a, uint64_t b, bool is_signed, bool remainder, uint64_t *result)
{
    if (b == 0) return false;
    bool minus_a = is_signed && a >> 63, minus_b = is_signed && b >> 63;
    uint64_t positive_a = minus_a ? 0 - a : a, positive_b = minus_b ? 0 - b : b;
    uint64_t value = remainder ? positive_a % positive_b : positive_a / positive_b;
    bool minus = remainder ? minus_a : minus_a != minus_b;
    *result = minus ? 0 - value : value;
    return true;
}

static bool compute_integers(enum operation operation, const struct tw_ptx_constant *left,
                             const struct tw_ptx_constant *right, struct tw_ptx_constant *result)
{
    uint64_t a = left->bits, b = right->bits, *r = &result->bits;
    bool is_unsigned = left->is_unsigned || right->is_unsigned;
    uint64_t flip = is_unsigned ? 0 : (uint64_t)1 << 63; /* orders signed numbers as unsigned ones */
    *result = (struct tw_ptx_constant){.is_unsigned = is_unsigned};
    if (operation == SHL || operation == SHR) result->is_unsigned = left->is_unsigned;
    if (operation <= AND_ALSO || (operation >= EQ && operation <= GE) || operation == LT || operation == GT)
        result->is_unsigned = false;
    /* clang-format off */
    switch (operation) {
    case OR_ELSE:  *r = a || b; return true;
    case AND_ALSO: *r = a && b; return true;
    case OR:       *r = a | b; return true;
    case XOR:      *r = a ^ b; return true;
    case AND:      *r = a & b; return true;
    case EQ:       *r = a == b; return true;
    case NE:       *r = a != b; return true;
    case LE:       *r = (a ^ flip) <= (b ^ flip); return true;
    case GE:       *r = (a ^ flip) >= (b ^ flip); return true;
    case LT:       *r = (a ^ flip) < (b ^ flip); return true;
    case GT:       *r = (a ^ flip) > (b ^ flip); return true;
    case SHL:      *r = b > 63 ? 0 : a << b; return true;
    case SHR:      *r = shift_right(a, b, !left->is_unsigned); return true;
    case ADD:      *r = a + b; return true;
    case SUB:      *r = a - b; return true;
    case MUL:      *r = a * b; return true;
    case DIV:      return divide(a, b, !is_unsigned, false, r);
    default:       return divide(a, b, !is_unsigned, true, r);
    }
    /* clang-format on */
}

static bool compute(struct tw_ptx_parser *parser, const char *at, enum operation operation,
                    const struct tw_ptx_constant *a, const struct tw_ptx_constant *b,
                    struct tw_ptx_constant *result)
{
    if (a->is_exact || b->is_exact || !a->float_bits != !b->float_bits) {
        return TW_PTX_BAD_INPUT(parser, at, "these constants cannot be computed with together");
    }
    if (a->float_bits) {
        return compute_floats(operation, as_double(a), as_double(b), result) ||
               TW_PTX_BAD_INPUT(parser, at, "this operator is for integers only");
    }
    return compute_integers(operation, a, b, result) || TW_PTX_BAD_INPUT(parser, at, "a division by zero");
}

/* --- the grammar; `depth` bounds the recursion */

static bool parse_conditional(struct tw_ptx_parser *parser, unsigned depth, struct tw_ptx_constant *value);

static bool parse_literal(struct tw_ptx_parser *parser, struct tw_ptx_constant *value)
{
    const struct tw_ptx_token token = *tw_ptx_token(parser);
    *value = (struct tw_ptx_constant){.bits = token.bits};
    if (token.kind == TW_PTX_NAME && tw_ptx_is(&token, "WARP_SZ")) {
        value->bits = 32;
    } else if (token.kind == TW_PTX_INTEGER) {
        value->is_unsigned = token.start[token.length - 1] == 'U' || token.bits >> 63;
    } else if (token.kind == TW_PTX_FLOAT32 || token.kind == TW_PTX_FLOAT64) {
        value->float_bits = token.kind == TW_PTX_FLOAT32 ? 32 : 64;
        char second = token.length > 1 ? (char)(token.start[1] | 0x20) : '\0';
        value->is_exact = *token.start == '0' && (second == 'f' || second == 'd');
    } else {
        return tw_ptx_unexpected(parser, "a number");
    }
    tw_ptx_next(&parser->lexer);
    return true;
}

static bool parse_unary(struct tw_ptx_parser *parser, unsigned depth, struct tw_ptx_constant *value);

/* "(" is the current token: a cast or an expression. */
static bool parse_parentheses(struct tw_ptx_parser *parser, unsigned depth, struct tw_ptx_constant *value)
{
    tw_ptx_next(&parser->lexer);
    bool is_signed = tw_ptx_accept_directive(parser, ".s64");
    if (!is_signed && !tw_ptx_accept_directive(parser, ".u64"))
        return parse_conditional(parser, depth + 1, value) && tw_ptx_expect(parser, ')');
    const char *at = tw_ptx_token(parser)->start;
    if (!tw_ptx_expect(parser, ')') || !parse_unary(parser, depth + 1, value)) return false;
    if (value->float_bits) return TW_PTX_BAD_INPUT(parser, at, "only integers are cast");
    value->is_unsigned = !is_signed;
    return true;
}

static bool parse_unary(struct tw_ptx_parser *parser, unsigned depth, struct tw_ptx_constant *value)
{
    const struct tw_ptx_token token = *tw_ptx_token(parser);
    char sign = token.kind == TW_PTX_CHARACTER ? *token.start : '\0';
    if (depth > MOST_DEPTH) return TW_PTX_BAD_INPUT(parser, token.start, "a constant nested too deeply");
    if (sign == '(') return parse_parentheses(parser, depth, value);
    if (!sign || !strchr("-+~!", sign)) return parse_literal(parser, value);
    tw_ptx_next(&parser->lexer);
    if (!parse_unary(parser, depth + 1, value)) return false;
    if (value->is_exact || (value->float_bits && sign != '-' && sign != '+')) {
        return TW_PTX_BAD_INPUT(parser, token.start, "\"%c\" cannot stand before this constant", sign);
    }
    if (sign == '-') value->bits = value->float_bits ? value->bits ^ (uint64_t)1 << 63 : 0 - value->bits;
    if (sign == '~') value->bits = ~value->bits;
    if (sign == '!') *value = (struct tw_ptx_constant){.bits = !value->bits};
    return true;
}

/* Operators of at least that precedence. */
static bool parse_binary(struct tw_ptx_parser *parser, unsigned depth, unsigned precedence,
                         struct tw_ptx_constant *value)
{
    if (!parse_unary(parser, depth, value)) return false;
    for (;;) {
        const char *at = tw_ptx_token(parser)->start;
        const struct operator_info *found = find_operator(parser);
        struct tw_ptx_constant left = *value, right;
        if (!found || found->precedence < precedence) return true;
        for (size_t i = 0; i < strlen(found->text); i++) tw_ptx_next(&parser->lexer);
        if (!parse_binary(parser, depth + 1, found->precedence + 1, &right)) return false;
        if (!compute(parser, at, found->operation, &left, &right, value)) return false;
    }
}

static bool parse_conditional(struct tw_ptx_parser *parser, unsigned depth, struct tw_ptx_constant *value)
{
    struct tw_ptx_constant yes, no;
    if (!parse_binary(parser, depth, 1, value)) return false;
    const char *at = tw_ptx_token(parser)->start;
    if (!tw_ptx_accept(parser, '?')) return true;
    if (!parse_conditional(parser, depth + 1, &yes) || !tw_ptx_expect(parser, ':') ||
        !parse_conditional(parser, depth + 1, &no)) {
        return false;
    }
    if (value->float_bits || yes.is_exact || no.is_exact || !yes.float_bits != !no.float_bits)
        return TW_PTX_BAD_INPUT(parser, at, "these constants cannot be computed with together");
    bool is_unsigned = yes.is_unsigned || no.is_unsigned;
    *value = value->bits ? yes : no;
    value->is_unsigned = is_unsigned;
    return true;
}

bool tw_ptx_constant(struct tw_ptx_parser *parser, struct tw_ptx_constant *value)
{
    return parse_conditional(parser, 0, value);
}

bool tw_ptx_integer(struct tw_ptx_parser *parser, int64_t *value)
{
    struct tw_ptx_constant constant;
    const char *at = tw_ptx_token(parser)->start;
    if (!tw_ptx_begins_constant(parser)) return tw_ptx_unexpected(parser, "an integer");
    if (!tw_ptx_constant(parser, &constant)) return false;
    memcpy(value, &constant.bits, sizeof *value);
    return !constant.float_bits || TW_PTX_BAD_INPUT(parser, at, "an integer should be here");
}

bool tw_ptx_convert_float(const struct tw_ptx_constant *constant, unsigned bits, uint64_t *result)
{
    float narrow;
    double wide;
    *result = constant->bits;
    if (constant->float_bits == bits) return true;
    if (constant->float_bits == 64 && bits == 32) {
        memcpy(&wide, result, sizeof wide);
        narrow = (float)wide;
        *result = 0;
        memcpy(result, &narrow, sizeof narrow);
        return true;
    }
    if (constant->float_bits == 32 && bits == 64) {
        memcpy(&narrow, result, sizeof narrow);
        wide = narrow;
        memcpy(result, &wide, sizeof wide);
        return true;
    }
    return false;
}
