/* The arguments of a T1 file. What the kernel's source says of them goes before what the file says. */
#include <string.h>

#include <tilewright/element.h>

#include "base/escape.h"
#include "gen/t1/number.h"
#include "gen/t1/parts.h"

/* clang-format off */
/* Types of T1, as an element type and how many of it they are. T1's float16 is OpenCL's vector; its half is float16 here. */
static const struct type_row { const char *name, *element; unsigned count; } types[] = {
    {"float", "float32", 1},    {"double", "float64", 1},   {"half", "float16", 1},    {"bool", "uint8", 1},
    {"int8", "int8", 1},        {"uint8", "uint8", 1},      {"int16", "int16", 1},     {"uint16", "uint16", 1},
    {"int32", "int32", 1},      {"uint32", "uint32", 1},    {"int64", "int64", 1},     {"uint64", "uint64", 1},
    {"int", "int32", 1},        {"uint", "uint32", 1},      {"char", "int8", 1},       {"uchar", "uint8", 1},
    {"short", "int16", 1},      {"ushort", "uint16", 1},    {"long", "int64", 1},      {"ulong", "uint64", 1},
    {"unsigned int", "uint32", 1}, {"unsigned char", "uint8", 1}, {"float32", "float32", 1}, {"float64", "float64", 1},
    {"bfloat16", "bfloat16", 1},
    {"int2", "int32x2", 1},     {"int4", "int32x4", 1},     {"float2", "float32x2", 1}, {"float4", "float32x4", 1},
    {"double2", "float64x2", 1}, {"float3", "float32", 3},  {"float8", "float32", 8},  {"float16", "float32", 16},
    {"double3", "float64", 3},  {"double4", "float64", 4},  {"double8", "float64", 8}, {"double16", "float64", 16},
    {"half2", "float16", 2},    {"half3", "float16", 3},    {"half4", "float16", 4},   {"half8", "float16", 8},   {"half16", "float16", 16},
    {"uint2", "uint32", 2},     {"uint3", "uint32", 3},     {"uint4", "uint32", 4},    {"int3", "int32", 3},
};
/* clang-format on */

#define STRING(node, key, other)                                                                             \
    (cJSON_GetStringValue(tw_t1_member(node, key)) ? cJSON_GetStringValue(tw_t1_member(node, key)) : (other))

enum memory { VECTOR, SCALAR, LOCAL, CONSTANT, MEMORIES };

struct argument {
    const cJSON *node;
    const char *name;
    enum memory memory;
    struct type_row type;
    const struct tw_cuda_parameter *declared; /* or NULL: not known */
    struct tw_text notes;
};

static void note(struct tw_t1_reader *reader, struct argument *argument, const char *text)
{
    tw_text_addf(&argument->notes, "%s%s", argument->notes.length ? "; " : "", text);
    tw_text_addf(reader->warnings, "argument %s: %s\n", argument->name, text);
}

static bool is_word(const char *given, const char *word)
{
    return strcmp(given, word) == 0;
}

static enum memory memory_of(const cJSON *node)
{
    const char *type = STRING(node, "MemoryType", ""), *constant = STRING(node, "MemType", "");
    if (is_word(type, "Scalar")) return SCALAR;
    if (is_word(type, "Local")) return LOCAL;
    return is_word(type, "Symbol") || is_word(constant, "Constant") ? CONSTANT : VECTOR;
}

static void find_type(struct tw_t1_reader *reader, struct argument *argument)
{
    const char *name = STRING(argument->node, "Type", "");
    const cJSON *bytes = tw_t1_member(argument->node, "TypeSize");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (!is_word(types[i].name, name)) continue;
        argument->type = types[i];
        if (is_word(name, "float16"))
            note(reader, argument, "T1's float16 is a vector of 16 floats, its half is float16");
        return;
    }
    const bool sized = is_word(name, "custom") && cJSON_IsNumber(bytes) && bytes->valuedouble >= 1 &&
                       bytes->valuedouble < 65536;
    argument->type = (struct type_row){name, "uint8", sized ? (unsigned)bytes->valuedouble : 1};
    note(reader, argument,
         sized ? "a type of its own in T1: these are its bytes" : "a type that is not known: say which");
}

/* ---- a number ---- */

/* How many numbers make up the type: those of a vector of our own too. */
static unsigned components_of(const struct type_row *type)
{
    for (unsigned i = 0; i < TW_ELEMENT_COUNT; i++) {
        const struct tw_element_info *element = tw_element_info((enum tw_element)i);
        if (is_word(element->name, type->element)) return type->count * element->components;
    }
    return type->count;
}

/* T1 has one number for all components of a vector. */
static void add_value(struct tw_t1_reader *reader, struct argument *argument)
{
    struct tw_expression_fault fault;
    const char *python = tw_t1_python(reader, "", tw_t1_member(argument->node, "FillValue"), "");
    const char *said = python ? tw_t1_say(reader, python, TW_T1_VALUE, &fault) : NULL;
    const unsigned components = components_of(&argument->type);
    if (!said) note(reader, argument, python ? "its value is not understood" : "T1 gives it no value");
    tw_text_add(&reader->body, components > 1 ? ", \"value\": [" : ", \"value\": ");
    for (unsigned i = 0; i < components; i++) {
        tw_text_add(&reader->body, i ? ", " : "");
        tw_t1_add_expression(said ? said : "0", &reader->body);
    }
    tw_text_add(&reader->body, components > 1 ? "]" : "");
}

/* ---- a buffer ---- */

/* How many elements there are: Size of the T1 file, times the components of the type. */
static const char *count_of(struct tw_t1_reader *reader, struct argument *argument)
{
    struct tw_expression_fault fault;
    char times[32] = "(";
    const cJSON *size = tw_t1_member(argument->node, "Size");
    struct tw_text before = {0};
    if (argument->type.count != 1) tw_text_addf(&before, "%u * (", argument->type.count);
    const char *python = tw_t1_python(reader, before.length ? tw_text_string(&before) : times, size, ")");
    const char *said = python ? tw_t1_say(reader, python, TW_T1_INTEGER, &fault) : NULL;
    if (python && !said) {
        struct tw_text place = {0};
        tw_text_addf(&place, "argument %s, Size", argument->name);
        tw_t1_warn_python(reader, tw_text_part(reader->warnings, &place), python, &fault,
                          "its count is 1 here");
        tw_text_free(&place);
    }
    if (!python) note(reader, argument, "T1 gives it no size");
    const char *alone = tw_t1_python(reader, "", size, "");
    if (alone && is_word(alone, "1"))
        note(reader, argument, "one element, says the T1 file: give it the count that the kernel needs");
    tw_text_free(&before);
    return said ? said : "1";
}

/* What the file says is written, and what the source lets be written. */
static const char *role_of(struct tw_t1_reader *reader, struct argument *argument)
{
    const char *access = STRING(argument->node, "AccessType", "");
    const cJSON *output = tw_t1_member(argument->node, "Output");
    const bool marked = cJSON_IsTrue(output) || (cJSON_IsNumber(output) && output->valuedouble != 0);
    const bool is_const =
        argument->declared && argument->declared->is_pointer && argument->declared->is_const;
    const char *role = is_word(access, "ReadOnly")    ? "input"
                       : is_word(access, "WriteOnly") ? "output"
                       : is_word(access, "ReadWrite") ? "inout"
                       : is_const                     ? "input"
                                                      : "inout";
    const bool writes = !is_word(role, "input");
    if (is_const && (writes || marked)) {
        note(reader, argument, "the T1 file has it written, but the source declares it const");
        return "input";
    }
    if (!*access && !is_const) note(reader, argument, "T1 does not say whether it is read or written");
    if (marked && !writes) {
        note(reader, argument, "T1 marks it as an output that is only read: it is in-out here");
        return "inout";
    }
    return role;
}

static bool is_float(const struct argument *argument)
{
    return strstr(argument->type.element, "float") != NULL;
}

/* The fill of a generator: an expression of the element's number. */
static void add_generated(struct tw_t1_reader *reader, struct argument *argument)
{
    struct tw_expression_fault fault;
    const char *python = STRING(argument->node, "DataSource", "");
    reader->scope.has_index = true;
    const char *said = tw_t1_say(reader, python, TW_T1_VALUE, &fault);
    reader->scope.has_index = false;
    if (!said) {
        struct tw_text place = {0};
        tw_text_addf(&place, "argument %s, DataSource", argument->name);
        tw_t1_warn_python(reader, tw_text_part(reader->warnings, &place), python, &fault,
                          "it has the usual fill");
        tw_text_free(&place);
        return;
    }
    tw_text_add(&reader->body, ", \"fill\": ");
    tw_t1_add_expression(is_word(said, "index") ? "iota" : said, &reader->body);
}

static void add_constant(struct tw_t1_reader *reader, struct argument *argument)
{
    const cJSON *value = tw_t1_member(argument->node, "FillValue");
    struct tw_expression_value number = tw_t1_number(cJSON_IsNumber(value) ? value->valuedouble : 0);
    if (value && !cJSON_IsNumber(value))
        note(reader, argument, "its FillValue is no number: 0 stands in its place");
    tw_text_add(&reader->body, ", \"fill\": ");
    tw_t1_add_value(&number, &reader->body);
}

/* Outputs are poisoned before each run, and scratch is nobody's: only what is read has a fill. */
static void add_fill(struct tw_t1_reader *reader, struct argument *argument, const char *role)
{
    const char *fill = STRING(argument->node, "FillType", ""),
               *source = STRING(argument->node, "DataSource", NULL);
    if (is_word(role, "output")) return;
    if (is_word(fill, "Constant")) {
        add_constant(reader, argument);
    } else if (is_word(fill, "Random")) {
        tw_text_addf(&reader->body, ", \"fill\": \"%s\"", is_float(argument) ? "noise" : "small");
    } else if (is_word(fill, "Generator") && source) {
        add_generated(reader, argument);
    } else if (is_word(fill, "BinaryRaw") && source) {
        tw_text_add(&reader->body, ", \"file\": ");
        tw_escape_json(&reader->body, source);
    } else if (*fill) {
        tw_text_add(&argument->notes, argument->notes.length ? "; " : "");
        tw_text_addf(&argument->notes, "FillType %s cannot be said here: it has the usual fill", fill);
        tw_text_addf(reader->warnings, "argument %s: FillType %s cannot be said here\n", argument->name,
                     fill);
    }
}

static void add_notes(struct tw_t1_reader *reader, struct argument *argument)
{
    if (!argument->notes.length) return;
    tw_text_add(&reader->body, ", \"$comment\": ");
    tw_escape_json(&reader->body, tw_text_part(&reader->body, &argument->notes));
}

static void add_buffer(struct tw_t1_reader *reader, struct argument *argument, bool symbol)
{
    const char *count = count_of(reader, argument);
    tw_text_add(&reader->body, ", \"count\": ");
    tw_t1_add_expression(count, &reader->body);
    const char *role = symbol ? "input" : role_of(reader, argument);
    tw_text_addf(&reader->body, ", \"role\": \"%s\"", role);
    reader->is_written = reader->is_written || !is_word(role, "input");
    add_fill(reader, argument, role);
}

static void add_argument(struct tw_t1_reader *reader, struct argument *argument, bool symbol, bool first)
{
    struct tw_text *out = &reader->body;
    tw_text_addf(out, "%s\n      { \"%s\": \"%s\", \"type\": \"%s\"", first ? "" : ",",
                 symbol ? "symbol" : "name", argument->name, argument->type.element);
    if (argument->memory == SCALAR)
        add_value(reader, argument);
    else
        add_buffer(reader, argument, symbol);
    add_notes(reader, argument);
    tw_text_add(out, " }");
}

/* ---- the list ---- */

/* A C identifier that no argument before has. */
static const char *name_of(struct tw_t1_reader *reader, const cJSON *list, const cJSON *node, unsigned number)
{
    const char *name = STRING(node, "Name", "");
    const uint32_t length = tw_expression_name_length(name);
    bool good = length && !name[length];
    for (const cJSON *other = list->child; other != node && good; other = other->next)
        good = !is_word(STRING(other, "Name", ""), name);
    if (good) return name;
    struct tw_text text = {0};
    tw_text_addf(&text, "argument_%u", number);
    const char *kept = tw_arena_string(&reader->arena, tw_text_string(&text), text.length);
    tw_text_free(&text);
    return kept ? kept : "argument";
}

/* Dynamic shared memory that T1 lists as an argument. */
static void add_local(struct tw_t1_reader *reader, struct argument *argument)
{
    for (unsigned i = 0; i < TW_ELEMENT_COUNT; i++) {
        const struct tw_element_info *type = tw_element_info((enum tw_element)i);
        if (!is_word(type->name, argument->type.element)) continue;
        const char *count = count_of(reader, argument);
        tw_text_addf(&reader->shared, "%s%u * (%s)", reader->shared.length ? " + " : "", type->bytes, count);
    }
}

/* Says where a symbol is not in the source, or a parameter is a pointer there and no buffer here. */
static void compare_symbol(struct tw_t1_reader *reader, struct argument *argument)
{
    const struct tw_cuda_source *source = &reader->read;
    if (!reader->source->text) return;
    for (size_t i = 0; i < source->symbol_count; i++) {
        if (is_word(source->symbols[i].name, argument->name)) return;
    }
    note(reader, argument, "the source uses no __constant__ variable of that name");
}

static void compare_parameter(struct tw_t1_reader *reader, struct argument *argument)
{
    const struct tw_cuda_parameter *declared = argument->declared;
    if (!declared || declared->is_pointer == (argument->memory != SCALAR)) return;
    note(reader, argument,
         declared->is_pointer ? "a number, but a pointer in the source"
                              : "a buffer, but no pointer in the source");
}

/* An argument that is a parameter of the kernel; of one in constant memory it has another name than the symbol. */
static void add_parameter(struct tw_t1_reader *reader, struct argument *argument, bool constant, bool first)
{
    struct tw_text name = {0};
    if (constant) {
        tw_text_addf(&name, "%s_argument", argument->name);
        argument->name = tw_text_string(&name);
        tw_text_clear(&argument->notes);
    }
    compare_parameter(reader, argument);
    add_argument(reader, argument, false, first);
    tw_text_free(&name);
}

/* How many arguments of the file are variables in constant memory, and how many are parameters whatever happens. */
static void count_arguments(const cJSON *list, unsigned count[MEMORIES])
{
    memset(count, 0, MEMORIES * sizeof *count);
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) count[memory_of(item)]++;
}

/* Kernel Tuner passes the arguments of constant memory as parameters too. The source tells whether the kernel takes them: it has as many
   parameters then, and pointers where they stand. */
static bool passes_constants(const struct tw_t1_reader *reader, const cJSON *list,
                             const unsigned count[MEMORIES])
{
    const struct tw_cuda_kernel *kernel = reader->declared;
    unsigned number = 0;
    if (!count[CONSTANT] || !kernel) return count[CONSTANT] > 0;
    if (kernel->parameter_count != count[VECTOR] + count[SCALAR] + count[CONSTANT]) return false;
    for (const cJSON *item = list->child; item; item = item->next) {
        const enum memory memory = memory_of(item);
        if (memory == CONSTANT && !kernel->parameters[number].is_pointer) return false;
        number += memory != LOCAL;
    }
    return true;
}

static void check_count(struct tw_t1_reader *reader, unsigned passed)
{
    const struct tw_cuda_kernel *kernel = reader->declared;
    if (!kernel || kernel->parameter_count == passed) return;
    struct tw_text names = {0};
    for (unsigned i = 0; i < kernel->parameter_count; i++)
        tw_text_addf(&names, "%s%s", i ? ", " : "", kernel->parameters[i].name);
    tw_t1_warn(reader,
               "the kernel has %u parameters (%s), and the T1 file gives %u: \"arguments\" is to be mended",
               kernel->parameter_count, tw_text_part(&reader->notes, &names), passed);
    tw_text_free(&names);
}

/* A kernel writes something. Where the file has nothing written, the source's pointers that are not const could be. */
static void check_written(struct tw_t1_reader *reader)
{
    const struct tw_cuda_kernel *kernel = reader->declared;
    struct tw_text names = {0};
    if (reader->is_written) return;
    for (unsigned i = 0; kernel && i < kernel->parameter_count; i++) {
        const struct tw_cuda_parameter *parameter = &kernel->parameters[i];
        if (parameter->is_pointer && !parameter->is_const)
            tw_text_addf(&names, "%s%s", names.length ? ", " : "; the source may write ", parameter->name);
    }
    tw_t1_warn(reader, "no argument is an output in the T1 file%s: say the \"role\" of what is written",
               tw_text_part(&reader->notes, &names));
    tw_text_free(&names);
}

void tw_t1_add_arguments(struct tw_t1_reader *reader)
{
    const cJSON *list = tw_t1_member(reader->kernel, "Arguments");
    unsigned count[MEMORIES], number = 0, passed = 0;
    if (!cJSON_IsArray(list)) list = NULL;
    count_arguments(list, count);
    const bool both = passes_constants(reader, list, count);
    const unsigned all = count[VECTOR] + count[SCALAR] + (both ? count[CONSTANT] : 0);
    check_count(reader, all);
    const bool fits = reader->declared && reader->declared->parameter_count == all;
    bool first = true;
    tw_t1_begin(reader, "arguments");
    tw_text_add(&reader->body, "[");
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) {
        struct argument argument = {
            .node = item, .name = name_of(reader, list, item, ++number), .memory = memory_of(item)};
        const bool constant = argument.memory == CONSTANT;
        if (argument.memory != LOCAL && !is_word(argument.name, STRING(item, "Name", "")))
            note(reader, &argument, "it has no name of its own in the T1 file");
        find_type(reader, &argument);
        if (argument.memory == LOCAL) add_local(reader, &argument);
        if (constant) {
            compare_symbol(reader, &argument);
            add_argument(reader, &argument, true, first);
            first = false;
        }
        if (argument.memory != LOCAL && (!constant || both)) {
            if (fits) argument.declared = &reader->declared->parameters[passed++];
            add_parameter(reader, &argument, constant, first);
            first = false;
        }
        tw_text_free(&argument.notes);
    }
    tw_text_add(&reader->body, first ? "]" : "\n    ]");
    check_written(reader);
}
