/* The JSON Schema and the reference tables of descriptions (docs/kernel.md). */
#include "gen/described/description_schema.h"

#include <string.h>

#include "base/escape.h"

/* ---- the table: every member of every object ---- */

/* clang-format off */
#define REF(name) "\"$ref\": \"#/$defs/" name "\""
#define PART(name) REF("described." name)
#define EXPRESSION PART("expression")
#define SIZES      PART("sizes")
#define TYPE       PART("type")
#define TEXT       "\"type\": \"string\", \"pattern\": \".\""
#define IDENTIFIER "\"type\": \"string\", \"pattern\": \"^[A-Za-z_][A-Za-z0-9_]*$\""
#define BOUND      "\"type\": \"number\", \"minimum\": 0"
#define INTEGER    "\"type\": \"integer\""
#define NATURAL    "\"minimum\": 0, " INTEGER
#define POSITIVE   "\"minimum\": 1, " INTEGER
#define POWERS     "\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {" POSITIVE "}"
#define FLAG       "\"type\": \"boolean\""
#define ANY_OF(list)   "\"anyOf\": [" list "]"
#define ONE_OF(words)  "\"enum\": [" words "]"
#define LIST_OF(items) "\"type\": \"array\", \"items\": {" items "}"
#define SOME_OF(items) "\"minItems\": 1, " LIST_OF(items)
#define HAS(key)       "{\"required\": [\"" key "\"]}"
#define HAS_BOTH(a, b) "{\"required\": [\"" a "\", \"" b "\"]}"
/* Members that any object may have: gen/config/json.h. */
#define NOTES "\"$comment\": {" REF("comment") "}, \"$schema\": {" REF("schema") "}"
#define MAP_OF(name)                                                                                         \
    "\"type\": \"object\", \"propertyNames\": {\"pattern\": \"^[$A-Za-z_][A-Za-z0-9_]*$\"}, "                \
    "\"properties\": {" NOTES "}, \"additionalProperties\": {" PART(name) "}"
#define REQUIRED "required"

struct member {
    const char *object, *key;
    const char *schema;   /* members of the schema of its value */
    const char *values;   /* for people */
    const char *fallback; /* REQUIRED, or what holds where it is missing */
    const char *help;
};

#define LAUNCH_MEMBERS(object, needed)                                                                               \
    {object, "grid", SIZES, "a size", needed, "blocks: a number or an expression, or a list of up to three"},                                          \
        {object, "block", SIZES, "a size", needed, "threads of a block, likewise"},                                       \
        {object, "shared", EXPRESSION, "an expression", "0",                                                 \
         "bytes of dynamic shared memory; more than 48 KB are asked for"},                                   \
        {object, "carveout", EXPRESSION, "an expression", "the driver's choice",                             \
         "preferred carveout of shared memory, in percent"},                                                 \
        {object, "cluster", SIZES, "a size", "no clusters", "blocks of a cluster"},                          \
        {object, "cooperative", FLAG, "`true`, `false`", "`false`",                       \
         "whether all blocks run at once, as `grid.sync()` needs it"}

#define SOURCE_MEMBERS(object, source, entry)                                                                \
    {object, "source", TEXT, "a file", source,                                                               \
     "CUDA C++, which is taken as it is; or, `*.cu.mustache`, a template of it"},                            \
        {object, "entry", TEXT, "a name", entry,                                                             \
         "the kernel in it, as C++ calls it; with template arguments, `\"scale<T, BLOCK>\"`, in which names " \
         "of fields and derived values stand for their values"},                                             \
        {object, "include", LIST_OF(TEXT), "folders", "none",                                                        \
         "where headers are, beside the description; the source's own folder always is one"},                \
        {object, "options", LIST_OF(TEXT), "a list of texts", "none",                                                \
         "for the compiler: `\"-use_fast_math\"`, `\"--std=c++20\"`, `\"-DX=1\"`"},                          \
        {object, "define", PART("define"), "names, or names with expressions", "none",              \
         "macros of the source beside the parameters: fields of the problem and derived values by their "    \
         "names, or `{\"TILE\": \"BM * 4\"}`"}

static const struct member members[] = {
    {"kernel", "name", REF("name"), "a name", REQUIRED,
     "what the kernel is called; not as a built-in family"},
    {"kernel", "help", TEXT, "a text", "none", "what it computes, in a sentence"},
    SOURCE_MEMBERS("kernel", REQUIRED, "the kernel's name"),
    {"kernel", "problem", MAP_OF("a_field"), "fields by name", "none",
     "what is computed: sizes, types"},
    {"kernel", "parameters", MAP_OF("a_field"), "fields by name", "none",
     "how: what is tuned. Each is a macro of the source, unless the entry's `< >` names it"},
    {"kernel", "derived", MAP_OF("expression"), "expressions by name", "none",
     "values that follow from fields and earlier derived values"},
    {"kernel", "constraints", LIST_OF(PART("a_constraint")),
     "a list of expressions, or of objects", "none",
     "what a variant must satisfy: one that violates one is rejected, with the reason"},
    {"kernel", "arguments", LIST_OF(PART("argument") ", " ANY_OF(HAS("name") ", " HAS("symbol"))),
     "a list of arguments", "none", "what the kernel is given, in the order of its parameters; and symbols"},
    LAUNCH_MEMBERS("kernel", REQUIRED " but for `launches`"),
    {"kernel", "launches", PART("launches"), "a list of launches and groups", "the one above",
     "several launches in order, in place of `grid`, `block` and the like"},
    {"kernel", "work", PART("work"), "an object", "see there", "what a variant's launches do together"},
    {"kernel", "reference", ANY_OF("{\"const\": null}, {" PART("reference") "}"),
     "an object, `null`", "not checked", "what is right. Without one nothing is checked, and everything says so"},
    {"kernel", "tolerance", PART("tolerances"), "an object, `\"exact\"`, either by argument",
     "by type", "how far results may be from what is right"},
    {"kernel", "proof", MAP_OF("expression"), "expressions by name", "not proven",
     "the small problem on which every variant is simulated with all checks: fields of the problem that differ there"},
    {"kernel", "accesses", SOME_OF(PART("access")),
     "a list of accesses", "not predicted", "what the kernel does to shared memory, to predict bank conflicts"},
    {"kernel", "tiles", "\"maxItems\": 2, " SOME_OF(PART("tile")), "a list of one or two tiles", "no pictures",
     "how shared memory is laid out, for pictures and `solve`"},
    {"kernel", "metrics", MAP_OF("a_metric"), "expressions or objects by name", "none",
     "figures of one's own, to rank by with `--by`"},
    {"kernel", "roles", MAP_OF("role"), "roles by name of the field", "none",
     "the same as `role` in each field"},

    {"field", "values", "\"uniqueItems\": true, " SOME_OF(PART("value")),
     "a list", "", "the values: integers, numbers, words, or `true` and `false`, all of one kind"},
    {"field", "from", INTEGER, "an integer", "", "the first value of a range"},
    {"field", "to", INTEGER, "an integer", "", "its last, both ends included"},
    {"field", "step", POSITIVE, "an integer", "1", "from one value to the next"},
    {"field", "pow2", POWERS,
     "`[low, high]`", "", "all powers of two from the first to the second"},
    {"field", "default", PART("value"), "a value", "the first value", "what holds where a config gives none"},
    {"field", "role", PART("role"), "`padding`, `swizzle`, `block x`, `block y`", "none",
     "what heat maps, pictures and `solve` take it for"},
    {"field", "help", TEXT, "a text", "none", "what it means, for tables and editors"},
    {"field", "macro", FLAG, "`true`, `false`", "true of parameters",
     "whether the source takes it as a macro"},

    {"constraint", "that", EXPRESSION, "an expression", REQUIRED, "what must be true"},
    {"constraint", "else", TEXT, "a text", "the expression", "the reason that is told where it is not"},

    {"argument", "name", IDENTIFIER, "a name", REQUIRED " but for symbols",
     "what launches, references and messages call it"},
    {"argument", "symbol", IDENTIFIER, "a name", "a parameter",
     "a `__constant__` or `__device__` variable of the source, by its name there"},
    {"argument", "type", TYPE, "an element type, or a field's or derived value's name", REQUIRED " but for structures and `null`", "of its elements"},
    {"argument", "count", EXPRESSION, "an expression", "a number", "elements of a buffer or a symbol"},
    {"argument", "value", ANY_OF("{" EXPRESSION "}, {" SOME_OF(EXPRESSION) "}, {\"const\": null}"),
     "an expression, a list of them, `null`", "the caller passes it",
     "the value that every launch gets: a number, the components of a vector, or a NULL pointer. Then callers do not pass it"},
    {"argument", "members", SOME_OF(PART("member")), "a list of arguments", "no structure",
     "the members, in order, of a structure that is passed by value, as C lays them out"},
    {"argument", "bytes", POSITIVE, "an integer", "as its members lie", "the size of such a structure, or of the part that a `file` holds"},
    {"argument", "at", NATURAL, "an integer", "the next multiple of its bytes", "the byte where a member begins in its structure"},
    {"argument", "role", ONE_OF("\"input\", \"output\", \"inout\", \"scratch\""),
     "`input`, `output`, `inout`, `scratch`", "`input`",
     "`output`: a result, which holds poison before; `inout`: a result that holds its fill before, in every run; "
     "`scratch`: nobody's result"},
    {"argument", "fill", EXPRESSION, "`small`, `iota`, `zeros`, `noise`, `none`, an expression", "`small`",
     "what it holds before: an expression may use `index`, the number of the element"},
    {"argument", "below", POSITIVE, "an integer", "16", "one more than the largest integer of `small` and `noise`"},
    {"argument", "values", SOME_OF("\"type\": \"number\""),
     "a list of numbers", "the fill", "what it holds, again and again"},
    {"argument", "file", TEXT, "a file", "the fill", "what it holds: NumPy's `.npy`, or elements one after the other"},

    {"launch", "entry", TEXT, "a name", "the kernel's entry", "which kernel of the source"},
    LAUNCH_MEMBERS("launch", REQUIRED),
    {"launch", "arguments", LIST_OF(PART("parameter")), "a list",
     "all that are no symbols, in order",
     "names of arguments; numbers, truths, `null`; expressions that choose a name, `\"turn % 2 ? 'b' : 'a'\"`; `{\"type\": \"int32\", \"value\": \"4 * turn\"}`"},

    {"group", "repeat", EXPRESSION, "an expression", REQUIRED, "how often the group is launched"},
    {"group", "launches", PART("launches"), "a list of launches and groups", REQUIRED,
     "whose expressions may use `turn`: 0, 1, ..."},

    {"work", "operations", EXPRESSION, "an expression", "0", "arithmetic operations: GFLOP/s are of these"},
    {"work", "bytes", EXPRESSION, "an expression", "the bytes of all buffers except scratch, twice those of in-outs",
     "bytes of global memory read and written: GB/s are of these"},
    {"work", "elements", EXPRESSION, "an expression", "those of the first result", "what is computed"},

    SOURCE_MEMBERS("reference", "the kernel's file", "the kernel's name"),
    LAUNCH_MEMBERS("reference", REQUIRED " of a kernel but for `launches`"),
    {"reference", "arguments", LIST_OF(PART("parameter")), "a list",
     "all that are no symbols, in order", "as of a launch"},
    {"reference", "launches", PART("launches"), "a list of launches and groups", "the one above",
     "several launches in order"},
    {"reference", "library", TEXT, "a file", "a kernel", "a shared library with a C function (`tilewright/reference.h`)"},
    {"reference", "function", TEXT, "a name", "", "the function"},
    {"reference", "files", MAP_OF("text"), "files by argument", "a kernel",
     "what results must hold: `.npy`, or elements one after the other"},
    {"reference", "variant", MAP_OF("value"), "values by name of the parameter", "a kernel",
     "a variant of the same kernel, for the same problem; other parameters have their defaults"},

    {"tolerance", "absolute", BOUND, "a number", "0", "bound for every result"},
    {"tolerance", "relative", BOUND, "a number", "0", "times the right value"},
    {"tolerance", "scaled", BOUND, "a number", "0", "times the largest right value of the argument"},
    {"tolerance", "ulps", BOUND, "a number", "0", "units in the last place, in place of the three"},
    {"tolerance", "first", EXPRESSION, "an expression", "all", "how many elements, from the first on, are compared"},

    {"access", "name", TEXT, "a text", REQUIRED, "what tables and pictures call it"},
    {"access", "op", ONE_OF("\"load\", \"store\""), "`load`, `store`", REQUIRED, ""},
    {"access", "type", TYPE, "an element type, or a name", REQUIRED, "what each thread loads or stores"},
    {"access", "index", EXPRESSION, "an expression", "the address",
     "where, in elements of the type from the beginning of its tile: of `x`, `y`, `z`, `thread` (its number in the block), `pass`, fields, derived values, `turn`"},
    {"access", "address", EXPRESSION, "an expression", "the index", "where, in bytes of the block's shared memory: of the same names"},
    {"access", "active", EXPRESSION, "an expression", "1", "whether a thread takes part: of the same names"},
    {"access", "passes", EXPRESSION, "an expression", "1", "how often a block does it; `pass` is 0, 1, ..."},
    {"access", "times", EXPRESSION, "an expression", "1", "how often all its passes are made: a loop whose turns go to the same places costs no more to predict than one"},
    {"access", "launch", NATURAL, "an integer", "0", "which launch, from 0, as `launches` lists them"},
    {"access", "tile", NATURAL, "an integer", "0", "which tile, from 0, as `tiles` lists them"},

    {"tile", "type", TYPE, "an element type, or a name", REQUIRED, "of its elements"},
    {"tile", "rows", EXPRESSION, "an expression", REQUIRED, ""},
    {"tile", "columns", EXPRESSION, "an expression", REQUIRED, "elements of a row that are used"},
    {"tile", "pitch", EXPRESSION, "an expression", "its columns", "elements from one row to the next, padding included"},
    {"tile", "start", EXPRESSION, "an expression", "0", "where it begins, in bytes of the block's shared memory"},
    {"tile", "swizzle", EXPRESSION, "an expression", "`none`", "a word, `none`, `skew` or `xor`, as a field of such words has it"},

    {"metric", "value", EXPRESSION, "an expression", REQUIRED,
     "an expression of `time_us`, `operations`, `bytes`, `elements`, counts, fields, and `metric(\"NAME\")` of the hardware's counters"},
    {"metric", "best", ONE_OF("\"highest\", \"lowest\""), "`highest`, `lowest`", "`lowest`", "which end is better"},
};

/* What holds for an object beside its members. */
static const struct {
    const char *object, *rule;
} rules[] = {
    {"kernel", ANY_OF(HAS_BOTH("grid", "block") ", " HAS("launches"))},
    {"field", ANY_OF(HAS("values") ", " HAS_BOTH("from", "to") ", " HAS("pow2"))},
    {"argument", ANY_OF(HAS("type") ", " HAS("members") ", " HAS_BOTH("bytes", "file") ", {\"required\": [\"value\"], \"properties\": "
                        "{\"value\": {\"const\": null}}}")},
    {"reference", ANY_OF(HAS_BOTH("grid", "block") ", " HAS("launches") ", " HAS_BOTH("library", "function") ", " HAS("files") ", "
                         HAS("variant"))},
    {"access", ANY_OF(HAS("address") ", " HAS("index"))},
};

/* Values that are no objects with members of their own. */
static const struct {
    const char *name, *schema;
} parts[] = {
    {"value", ANY_OF("{\"type\": \"number\"}, {" FLAG "}, {" TEXT "}")},
    {"given", ANY_OF("{" PART("value") "}, {\"uniqueItems\": true, " SOME_OF(PART("value")) "}, {" PART("range") "}")},
    {"range", "\"type\": \"object\", \"additionalProperties\": false, \"properties\": {" NOTES ", \"from\": {" INTEGER "}, \"to\": {" INTEGER "}, "
              "\"step\": {" POSITIVE "}, \"pow2\": {" POWERS "}}, " ANY_OF(HAS_BOTH("from", "to") ", " HAS("pow2"))},
    {"defaults", "\"type\": \"object\", \"properties\": {" NOTES "}, \"additionalProperties\": {" PART("given") "}"},
    {"variant", "\"type\": \"object\", \"properties\": {" NOTES ", \"name\": {" REF("name") "}}, "
                "\"additionalProperties\": {" PART("given") "}"},
    {"text", TEXT},
    {"type", IDENTIFIER},
    {"expression", ANY_OF("{\"type\": \"number\"}, {" FLAG "}, {" TEXT "}")},
    {"sizes", ANY_OF("{" EXPRESSION "}, {\"maxItems\": 3, " SOME_OF(EXPRESSION) "}")},
    {"role", ONE_OF("\"padding\", \"swizzle\", \"block x\", \"block y\"")},
    {"define", ANY_OF("{" LIST_OF(IDENTIFIER) "}, {" MAP_OF("expression") "}")},
    {"a_field", ANY_OF("{" PART("value") "}, {\"uniqueItems\": true, " SOME_OF(PART("value")) "}, {" PART("field") "}")},
    {"a_constraint", ANY_OF("{" EXPRESSION "}, {" PART("constraint") "}")},
    {"member", ANY_OF("{\"type\": \"number\"}, {" FLAG "}, {\"const\": null}, {" SOME_OF(PART("member")) "}, {" PART("argument") "}")},
    {"parameter", ANY_OF("{" EXPRESSION "}, {\"const\": null}, {\"type\": \"object\", \"required\": [\"value\"], \"additionalProperties\": false, "
                         "\"properties\": {" NOTES ", \"type\": {" TYPE "}, \"value\": {" EXPRESSION "}}}")},
    {"launches", SOME_OF(ANY_OF("{" PART("launch") "}, {" PART("group") "}"))},
    {"a_tolerance", ANY_OF("{\"enum\": [\"exact\", \"any\"]}, {" PART("tolerance") "}")},
    {"tolerances", ANY_OF("{" PART("a_tolerance") "}, {" MAP_OF("a_tolerance") "}")},
    {"a_metric", ANY_OF("{" EXPRESSION "}, {" PART("metric") "}")},
};
/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *const tw_description_objects[] = {"kernel", "field",  "constraint", "argument",  "launch",
                                              "group",  "work",   "reference",  "tolerance", "access",
                                              "tile",   "metric", NULL};

/* ---- the schema ---- */

static void add_required(const char *object, struct tw_text *schema)
{
    const char *between = "";
    tw_text_add(schema, ", \"required\": [");
    for (size_t i = 0; i < COUNT(members); i++) {
        if (strcmp(members[i].object, object) != 0 || strcmp(members[i].fallback, REQUIRED) != 0) continue;
        tw_text_addf(schema, "%s\"%s\"", between, members[i].key);
        between = ", ";
    }
    tw_text_add(schema, "]");
}

static void add_object(const char *object, struct tw_text *schema)
{
    tw_text_addf(schema,
                 ",\n    \"described.%s\": {\n      \"type\": \"object\", \"additionalProperties\": false",
                 object);
    add_required(object, schema);
    tw_text_add(schema, ",\n      \"properties\": {\n        " NOTES);
    for (size_t i = 0; i < COUNT(members); i++) {
        if (strcmp(members[i].object, object) != 0) continue;
        tw_text_addf(schema, ",\n        \"%s\": {\"description\": ", members[i].key);
        tw_escape_json(schema, members[i].help);
        tw_text_addf(schema, ", %s}", members[i].schema);
    }
    tw_text_add(schema, "}");
    for (size_t i = 0; i < COUNT(rules); i++) {
        if (strcmp(rules[i].object, object) == 0) tw_text_addf(schema, ",\n      %s", rules[i].rule);
    }
    tw_text_add(schema, "}");
}

void tw_description_definitions(struct tw_text *schema)
{
    for (size_t i = 0; tw_description_objects[i]; i++) add_object(tw_description_objects[i], schema);
    for (size_t i = 0; i < COUNT(parts); i++)
        tw_text_addf(schema, ",\n    \"described.%s\": {%s}", parts[i].name, parts[i].schema);
}

/* ---- the tables ---- */

bool tw_description_reference(const char *object, struct tw_text *markdown)
{
    bool found = false;
    for (size_t i = 0; i < COUNT(members); i++) {
        const struct member *member = &members[i];
        if (strcmp(member->object, object) != 0) continue;
        if (!found) tw_text_add(markdown, "| member | values | default | meaning |\n|---|---|---|---|\n");
        tw_text_addf(markdown, "| `%s` | %s | %s | %s |\n", member->key, member->values, member->fallback,
                     member->help);
        found = true;
    }
    return found;
}
