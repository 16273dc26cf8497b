/* Reading an expression: by precedence climbing, straight into the steps of its evaluation. */
#include <math.h>
#include <string.h>

#include "base/expression/operators.h"

const char tw_expression_unknown_name[] = "no such name is known";

static const char too_deep[] = "it is nested too deeply", no_value[] = "a value should stand",
                  ambiguous[] = "brackets should decide, for C and Python read this differently";

/* clang-format off */
static const struct binary {
    enum tw_expression_op op;
    const char *sign, *word;
    enum tw_expression_rank rank;
    const char *not_in_c;
} binaries[] = {
#define X(constant, sign, word, rank, not_in_c) {constant, sign, word, rank, not_in_c},
    TW_EXPRESSION_OPERATORS(X)
#undef X
};

static const struct function {
    enum tw_expression_op op;
    const char *name;
    struct { unsigned least, most; } arguments[2]; /* by dialect */
} functions[] = {
#define X(constant, name, host_least, host_most, least, most) {constant, name, {{host_least, host_most}, {least, most}}},
    TW_EXPRESSION_FUNCTIONS(X)
#undef X
};
/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- characters ---- */

bool tw_expression_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool tw_expression_begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

uint32_t tw_expression_name_length(const char *at)
{
    uint32_t length = 0;
    if (!tw_expression_begins_name(*at)) return 0;
    while (tw_expression_begins_name(at[length]) || tw_expression_is_digit(at[length])) length++;
    return length;
}

static bool is_name(const char *name, const char *at, uint32_t length)
{
    return strlen(name) == length && memcmp(name, at, length) == 0;
}

int tw_expression_find_name(const char *const *names, const char *at, uint32_t length)
{
    for (int i = 0; names && names[i]; i++) {
        if (is_name(names[i], at, length)) return i;
    }
    return -1;
}

/* ---- the reader ---- */

struct reader {
    const char *at; /* what is left */
    struct tw_expression *expression;
    struct tw_expression_fault *fault;
    unsigned depth;
};

/* What has been read of an operand. */
struct part {
    uint32_t start;
    bool truth;                   /* it is what C makes an int of: a comparison, a choice of such, ... */
    enum tw_expression_rank rank; /* of its loosest operator outside of brackets; NONE: there is none  */
    enum tw_expression_op last;   /* of comparisons in a row the last                                  */
    unsigned chain;               /* and the step with which the first began                          */
};

static bool fail_at(struct reader *reader, uint32_t at, const char *why)
{
    *reader->fault = (struct tw_expression_fault){why, at};
    return false;
}

static uint32_t place(const struct reader *reader)
{
    return (uint32_t)(reader->at - reader->expression->text);
}

static bool fail(struct reader *reader, const char *why)
{
    return fail_at(reader, place(reader), why);
}

static void skip_blanks(struct reader *reader)
{
    reader->at += strspn(reader->at, " \t\r\n");
}

static bool on_device(const struct reader *reader)
{
    return reader->expression->dialect == TW_EXPRESSION_DEVICE;
}

static bool add(struct reader *reader, struct tw_expression_step step)
{
    struct tw_expression *expression = reader->expression;
    if (expression->step_count == TW_EXPRESSION_STEPS) return fail(reader, "it has too many parts");
    expression->steps[expression->step_count++] = step;
    return true;
}

static bool add_op(struct reader *reader, enum tw_expression_op op, uint32_t at)
{
    return add(reader, (struct tw_expression_step){.op = (uint8_t)op, .at = at, .integer = 0});
}

/* The jump that was added as number `step` goes to what comes next. */
static void land(struct reader *reader, unsigned step)
{
    reader->expression->steps[step].integer = reader->expression->step_count;
}

/* In C a truth value is a signed int, and stays one beside others of them. */
static bool add_conversion(struct reader *reader, struct part *part)
{
    bool needed = on_device(reader) && part->truth;
    part->truth = false;
    return !needed || add_op(reader, TW_OP_UNSIGNED, part->start);
}

static bool read_ranked(struct reader *reader, enum tw_expression_rank rank, struct part *part);

/* ---- operands ---- */

/* 1.5, .5, 2e3, 1e-6: how many characters; 0: an integer, or no number. */
static size_t double_length(const char *at)
{
    size_t whole = strspn(at, "0123456789"), length = whole;
    if (at[length] == '.') length += 1 + strspn(at + length + 1, "0123456789");
    if (length == 1 && !whole) return 0;
    size_t sign = at[length] && (at[length + 1] == '-' || at[length + 1] == '+');
    if (length && (at[length] == 'e' || at[length] == 'E') && tw_expression_is_digit(at[length + 1 + sign]))
        length += 1 + sign + strspn(at + length + 1 + sign, "0123456789");
    return length > whole ? length : 0;
}

static bool read_double(struct reader *reader, size_t length)
{
    struct tw_expression_step step = {.op = TW_OP_DOUBLE, .at = place(reader), .integer = 0};
    if (!tw_text_read_double(reader->at, length, &step.number) || !isfinite(step.number))
        return fail(reader, "the number is too long, or larger than any double");
    if (!add(reader, step)) return false;
    reader->at += length;
    return true;
}

static unsigned digit_value(char c)
{
    if (tw_expression_is_digit(c)) return (unsigned)(c - '0');
    char small = (char)(c | 0x20);
    return small >= 'a' && small <= 'f' ? (unsigned)(small - 'a') + 10 : 16;
}

static bool read_integer(struct reader *reader)
{
    const char *digit = reader->at;
    const bool hex = digit[0] == '0' && (digit[1] | 0x20) == 'x' && digit_value(digit[2]) < 16;
    const unsigned base = hex ? 16 : 10;
    const int64_t most = on_device(reader) ? (int64_t)UINT32_MAX : INT64_MAX;
    int64_t number = 0;
    if (!hex && digit[0] == '0' && tw_expression_is_digit(digit[1]))
        return fail(reader, "a number does not begin with 0: C takes it for octal");
    for (digit += hex ? 2 : 0; digit_value(*digit) < base; digit++) {
        unsigned value = digit_value(*digit);
        if (number > (most - value) / base)
            return fail(reader, on_device(reader) ? "the number has more than 32 bits"
                                                  : "the number has more than 63 bits");
        number = number * base + value;
    }
    if (!add(reader,
             (struct tw_expression_step){.op = TW_OP_INTEGER, .at = place(reader), .integer = number}))
        return false;
    reader->at = digit;
    return true;
}

static bool read_number(struct reader *reader)
{
    size_t length = on_device(reader) ? 0 : double_length(reader->at);
    return length ? read_double(reader, length) : read_integer(reader);
}

/* "xor" or 'xor', as it stands: there are no escapes. */
static bool read_quoted(struct reader *reader)
{
    const char *end = strchr(reader->at + 1, *reader->at);
    if (!end) return fail(reader, "the word has no end");
    struct tw_expression_step step = {.op = TW_OP_WORD, .at = place(reader), .integer = 0};
    step.word.start = step.at + 1;
    step.word.length = (uint32_t)(end - reader->at) - 1;
    if (!add(reader, step)) return false;
    reader->at = end + 1;
    return true;
}

static bool expect(struct reader *reader, char sign, const char *why)
{
    skip_blanks(reader);
    if (*reader->at != sign) return fail(reader, why);
    reader->at++;
    return true;
}

static bool read_bracketed(struct reader *reader, struct part *part)
{
    reader->at++;
    if (!read_ranked(reader, TW_RANK_CHOICE, part)) return false;
    return expect(reader, ')', "a \")\" should stand");
}

/* What follows the name of a function. */
static bool read_arguments(struct reader *reader, const struct function *function, uint32_t at)
{
    const unsigned least = function->arguments[reader->expression->dialect].least,
                   most = function->arguments[reader->expression->dialect].most;
    unsigned count = 0;
    struct part part;
    if (most == 0) return fail_at(reader, at, "C has no such function; there are min and max");
    do {
        reader->at++; /* over "(" or "," */
        if (!read_ranked(reader, TW_RANK_CHOICE, &part)) return false;
        if (on_device(reader) && part.truth && part.rank != TW_RANK_NONE)
            return fail_at(reader, part.start, "brackets should stand around this truth value");
        if (!add_conversion(reader, &part)) return false;
        count++;
        skip_blanks(reader);
    } while (*reader->at == ',' && count < most);
    if (*reader->at == ',') return fail(reader, "the function takes no more arguments");
    if (count < least) return fail(reader, "an argument is missing");
    return expect(reader, ')', "a \")\" should stand") &&
           add(reader, (struct tw_expression_step){
                           .op = (uint8_t)function->op, .count = (uint8_t)count, .at = at, .integer = 0});
}

static bool read_call(struct reader *reader, uint32_t length)
{
    const uint32_t at = place(reader);
    for (size_t i = 0; i < COUNT(functions); i++) {
        if (!is_name(functions[i].name, reader->at, length)) continue;
        reader->at += length;
        skip_blanks(reader);
        return read_arguments(reader, &functions[i], at);
    }
    return fail(reader, on_device(reader) ? "no such function is known; there are min and max"
                                          : "no such function is known; there are min, max, abs, ceil_div, "
                                            "gcd, log2, floor, ceil and sizeof");
}

/* Words that are built in: truth values, and the element types. */
static bool read_builtin(struct reader *reader, uint32_t length)
{
    static const char *const truths[] = {"false", "true", "False", "True", NULL};
    const int truth = tw_expression_find_name(truths, reader->at, length);
    struct tw_expression_step step = {.op = TW_OP_INTEGER, .at = place(reader), .integer = truth & 1};
    const bool is_type = truth < 0 && tw_expression_element(reader->at, length);
    if ((truth < 0 && !is_type) || on_device(reader)) return fail(reader, tw_expression_unknown_name);
    if (is_type) {
        step.op = TW_OP_WORD;
        step.word.start = step.at;
        step.word.length = length;
    }
    if (!add(reader, step)) return false;
    reader->at += length;
    return true;
}

static bool read_name(struct reader *reader)
{
    const uint32_t length = tw_expression_name_length(reader->at);
    const int name = tw_expression_find_name(reader->expression->names, reader->at, length);
    const char *behind = reader->at + length;
    if (behind[strspn(behind, " \t\r\n")] == '(') return read_call(reader, length);
    if (name < 0) return read_builtin(reader, length);
    if (!add(reader, (struct tw_expression_step){.op = TW_OP_NAME, .at = place(reader), .integer = name}))
        return false;
    reader->at += length;
    return true;
}

/* A sign before its operand; a power binds more tightly than the sign on its left. */
static bool read_signed(struct reader *reader, struct part *part)
{
    const char sign = *reader->at++;
    const uint32_t at = part->start;
    struct part operand;
    if (!read_ranked(reader, TW_RANK_POWER, &operand)) return false;
    part->truth = sign == '!';
    if (sign == '!') return add_op(reader, TW_OP_NOT, at);
    return add_conversion(reader, &operand) &&
           add_op(reader, sign == '-' ? TW_OP_NEGATE : TW_OP_COMPLEMENT, at);
}

/* C writes "not" as "!", which binds as tightly as any sign: there the operand has no operator. */
static bool read_not(struct reader *reader, enum tw_expression_rank rank, struct part *part)
{
    struct part operand;
    if (rank > TW_RANK_NOT) return fail(reader, "brackets should stand around \"not\" and its operand");
    reader->at += 3;
    if (!read_ranked(reader, TW_RANK_NOT, &operand)) return false;
    if (on_device(reader) && operand.rank != TW_RANK_NONE)
        return fail_at(reader, operand.start, "brackets should stand around the operand of \"not\"");
    part->truth = true;
    part->rank = on_device(reader) ? TW_RANK_NONE : TW_RANK_NOT;
    return add_op(reader, TW_OP_NOT, part->start);
}

/* What an operator of that rank may have on its right, and what an expression may begin with. */
static bool read_operand(struct reader *reader, enum tw_expression_rank rank, struct part *part)
{
    skip_blanks(reader);
    *part = (struct part){.start = place(reader)};
    const char first = *reader->at;
    if (tw_expression_is_digit(first) || (first == '.' && !on_device(reader) && double_length(reader->at)))
        return read_number(reader);
    if (is_name("not", reader->at, tw_expression_name_length(reader->at)))
        return read_not(reader, rank, part);
    if (tw_expression_begins_name(first)) return read_name(reader);
    if ((first == '"' || first == '\'') && !on_device(reader)) return read_quoted(reader);
    if (first == '-' || first == '~' || first == '!') return read_signed(reader, part);
    if (first != '(') return fail(reader, no_value);
    const uint32_t start = part->start;
    if (!read_bracketed(reader, part)) return false;
    *part = (struct part){.start = start, .truth = part->truth};
    return true;
}

/* ---- operators ---- */

/* The operator that stands there, of that rank or a tighter one, or NULL. */
static const struct binary *find_binary(struct reader *reader, enum tw_expression_rank rank)
{
    skip_blanks(reader);
    const uint32_t length = tw_expression_name_length(reader->at);
    for (size_t i = 0; i < COUNT(binaries); i++) {
        const struct binary *binary = &binaries[i];
        bool stands = length ? binary->word && is_name(binary->word, reader->at, length)
                             : strncmp(reader->at, binary->sign, strlen(binary->sign)) == 0;
        if (stands) return binary->rank >= rank ? binary : NULL;
    }
    return NULL;
}

/* Jumps of "and", "or" and "?" land after the part that they skip. */
static bool read_logic(struct reader *reader, const struct binary *binary, uint32_t at, struct part *left)
{
    const unsigned jump = reader->expression->step_count;
    struct part right;
    if (!add_op(reader, binary->op, at) ||
        !read_ranked(reader, (enum tw_expression_rank)(binary->rank + 1), &right) ||
        !add_op(reader, TW_OP_TRUTH, right.start))
        return false;
    land(reader, jump);
    left->truth = true;
    return true;
}

static bool read_choice(struct reader *reader, uint32_t at, struct part *left)
{
    unsigned jump = reader->expression->step_count;
    struct part chosen, other;
    if (!add_op(reader, TW_OP_CHOOSE, at) || !read_ranked(reader, TW_RANK_CHOICE, &chosen) ||
        !expect(reader, ':', "a \":\" should stand"))
        return false;
    const unsigned end = reader->expression->step_count;
    if (!add_op(reader, TW_OP_JUMP, at)) return false;
    land(reader, jump);
    if (!read_ranked(reader, TW_RANK_CHOICE, &other)) return false;
    land(reader, end);
    left->truth = chosen.truth && other.truth;
    return true;
}

static bool is_between(enum tw_expression_rank rank, enum tw_expression_rank low,
                       enum tw_expression_rank high)
{
    return rank >= low && rank <= high;
}

/* a < b <= c, a == b == c: comparisons in a row that mean what they look like. */
static bool points_the_same_way(enum tw_expression_op a, enum tw_expression_op b)
{
    bool up = a == TW_OP_LESS || a == TW_OP_LESS_EQUAL, down = a == TW_OP_GREATER || a == TW_OP_GREATER_EQUAL;
    if (up) return b == TW_OP_LESS || b == TW_OP_LESS_EQUAL;
    if (down) return b == TW_OP_GREATER || b == TW_OP_GREATER_EQUAL;
    return a == TW_OP_EQUAL && b == TW_OP_EQUAL;
}

/* The previous comparison becomes a link, and all links of the chain jump to the chain's end. Links within its operands, which are
   in brackets, jump elsewhere. */
static bool read_link(struct reader *reader, enum tw_expression_op op, uint32_t at, struct part *left)
{
    struct tw_expression_step *steps = reader->expression->steps;
    const unsigned last = reader->expression->step_count - 1;
    struct part right;
    if (on_device(reader))
        return fail_at(reader, at, "comparisons in a row mean something else in C; write a < b && b < c");
    if (!points_the_same_way(left->last, op))
        return fail_at(reader, at,
                       "comparisons in a row should all point the same way; join them by \"and\"");
    steps[last].count = steps[last].op;
    steps[last].op = TW_OP_CHAIN;
    steps[last].integer = last + 1;
    if (!read_ranked(reader, TW_RANK_BIT_OR, &right)) return false;
    if (is_between(right.rank, TW_RANK_BIT_OR, TW_RANK_BIT_AND)) return fail_at(reader, at, ambiguous);
    if (!add_op(reader, op, at)) return false;
    for (unsigned i = left->chain; i <= last; i++) {
        if (steps[i].op == TW_OP_CHAIN && steps[i].integer == last + 1) land(reader, i);
    }
    left->last = op;
    return true;
}

static bool read_comparison(struct reader *reader, enum tw_expression_op op, uint32_t at, struct part *left)
{
    struct part right;
    if (left->rank == TW_RANK_COMPARE) return read_link(reader, op, at, left);
    if (is_between(left->rank, TW_RANK_BIT_OR, TW_RANK_BIT_AND)) return fail_at(reader, at, ambiguous);
    left->chain = reader->expression->step_count;
    if (!read_ranked(reader, TW_RANK_BIT_OR, &right)) return false;
    if (is_between(right.rank, TW_RANK_BIT_OR, TW_RANK_BIT_AND)) return fail_at(reader, at, ambiguous);
    left->truth = true;
    left->last = op;
    return add_op(reader, op, at);
}

/* Arithmetic: from the left, but for powers. */
static bool read_arithmetic(struct reader *reader, const struct binary *binary, uint32_t at,
                            struct part *left)
{
    const bool from_right = binary->rank == TW_RANK_POWER;
    struct part right;
    return read_ranked(reader, (enum tw_expression_rank)(binary->rank + !from_right), &right) &&
           add_conversion(reader, left) && add_op(reader, binary->op, at);
}

static bool read_joined(struct reader *reader, const struct binary *binary, struct part *left)
{
    const uint32_t at = place(reader);
    bool read;
    if (on_device(reader) && binary->not_in_c) return fail(reader, binary->not_in_c);
    reader->at += tw_expression_begins_name(*reader->at) ? strlen(binary->word) : strlen(binary->sign);
    if (binary->rank == TW_RANK_CHOICE)
        read = read_choice(reader, at, left);
    else if (binary->rank <= TW_RANK_AND)
        read = read_logic(reader, binary, at, left);
    else if (binary->rank == TW_RANK_COMPARE)
        read = read_comparison(reader, binary->op, at, left);
    else
        read = read_arithmetic(reader, binary, at, left);
    left->rank = binary->rank;
    return read;
}

/* An operand and what follows it by operators of that rank or tighter. */
static bool read_ranked(struct reader *reader, enum tw_expression_rank rank, struct part *part)
{
    const struct binary *binary;
    if (reader->depth == TW_EXPRESSION_DEPTH) return fail(reader, too_deep);
    reader->depth++;
    bool read = read_operand(reader, rank, part);
    while (read && (binary = find_binary(reader, rank))) read = read_joined(reader, binary, part);
    reader->depth--;
    return read;
}

bool tw_expression_read(const char *text, const char *const *names, enum tw_expression_dialect dialect,
                        struct tw_expression *expression, struct tw_expression_fault *fault)
{
    struct reader reader = {.at = text, .expression = expression, .fault = fault};
    struct part whole;
    expression->text = text;
    expression->names = names;
    expression->dialect = dialect;
    expression->step_count = 0;
    if (!read_ranked(&reader, TW_RANK_CHOICE, &whole)) return false;
    skip_blanks(&reader);
    return !*reader.at || fail(&reader, "it should end");
}
