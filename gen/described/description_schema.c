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
    {object, "grid", SIZES, "size", needed, "blocks: an expression, or a list of up to three"},                                          \
        {object, "block", SIZES, "size", needed, "threads of a block, likewise"},                                       \
        {object, "shared", EXPRESSION, "expression", "0",                                                 \
         "bytes of dynamic shared memory, also more than 48 KB"},                                   \
        {object, "carveout", EXPRESSION, "expression", "the driver's choice",                             \
         "preferred carveout of shared memory, in percent"},                                                 \
        {object, "cluster", SIZES, "size", "no clusters", "blocks of a cluster"},                          \
        {object, "cooperative", FLAG, "`true`, `false`", "`false`",                       \
         "whether all blocks run at once, for `grid.sync()`"}

#define SOURCE_MEMBERS(object, source, entry)                                                                \
    {object, "source", TEXT, "file", source,                                                               \
     "CUDA C++, compiled as it is; a name that ends in `.cu.mustache` is a template"},                            \
        {object, "entry", TEXT, "name", entry,                                                             \
         "the kernel in it, as C++ names it; template arguments may name fields: `\"scale<T, BLOCK>\"`"},                                             \
        {object, "include", LIST_OF(TEXT), "folders", "none",                                                        \
         "folders to search for headers, after the source's own"},                \
        {object, "options", LIST_OF(TEXT), "list of texts", "none",                                                \
         "options of the compiler: `\"-use_fast_math\"`, `\"--std=c++20\"`, `\"-DX=1\"`"},                          \
        {object, "define", PART("define"), "names, or names with expressions", "none",              \
         "more macros: names of fields and derived values, or `{\"TILE\": \"BM * 4\"}`"}

static const struct member members[] = {
    {"kernel", "name", REF("name"), "name", REQUIRED,
     "the kernel's name; not the name of a built-in family"},
    {"kernel", "help", TEXT, "text", "none", "the kernel's purpose, in a sentence"},
    SOURCE_MEMBERS("kernel", REQUIRED, "the kernel's name"),
    {"kernel", "problem", MAP_OF("a_field"), "fields by name", "none",
     "fields of the problem: sizes, types"},
    {"kernel", "parameters", MAP_OF("a_field"), "fields by name", "none",
     "fields to tune; each is a macro of the source, unless the entry's `< >` names it"},
    {"kernel", "derived", MAP_OF("expression"), "expressions by name", "none",
     "values that follow from fields and earlier derived values"},
    {"kernel", "constraints", LIST_OF(PART("a_constraint")),
     "list of expressions or objects", "none",
     "conditions; a variant that violates one is rejected with the reason"},
    {"kernel", "arguments", LIST_OF(PART("argument") ", " ANY_OF(HAS("name") ", " HAS("symbol"))),
     "list of arguments", "none", "the kernel's arguments in the order of its parameters, then symbols"},
    LAUNCH_MEMBERS("kernel", REQUIRED " without `launches`"),
    {"kernel", "launches", PART("launches"), "list of launches and groups", "one launch",
     "several launches in order, instead of `grid` and `block`"},
    {"kernel", "work", PART("work"), "object", "from the arguments", "operations and bytes of all launches together"},
    {"kernel", "reference", ANY_OF("{\"const\": null}, {" PART("reference") "}"),
     "object, `null`", "not checked", "where the right results come from"},
    {"kernel", "tolerance", PART("tolerances"), "object, `\"exact\"`, either by argument",
     "by type", "how far results may lie from the right ones"},
    {"kernel", "proof", MAP_OF("expression"), "expressions by name", "not proven",
     "fields of the small problem on which every variant is simulated with all checks"},
    {"kernel", "accesses", SOME_OF(PART("access")),
     "list of accesses", "not predicted", "all accesses to shared memory, to predict bank conflicts"},
    {"kernel", "tiles", "\"maxItems\": 2, " SOME_OF(PART("tile")), "list of one or two tiles", "no pictures",
     "how shared memory is laid out, for pictures and `solve`"},
    {"kernel", "metrics", MAP_OF("a_metric"), "expressions or objects by name", "none",
     "your own figures, for tables and `--by`"},
    {"kernel", "roles", MAP_OF("role"), "roles by name of the field", "none",
     "the same as `role` in each field"},

    {"field", "values", "\"uniqueItems\": true, " SOME_OF(PART("value")),
     "list", "", "integers, numbers, words, or `true` and `false`, all of one kind"},
    {"field", "from", INTEGER, "integer", "", "the first value of a range"},
    {"field", "to", INTEGER, "integer", "", "its last value, included if `step` reaches it"},
    {"field", "step", POSITIVE, "integer", "1", "the distance from one value to the next"},
    {"field", "pow2", POWERS,
     "`[low, high]`", "", "all powers of two from `low` to `high`"},
    {"field", "default", PART("value"), "value", "the first value", "the value if a config gives none"},
    {"field", "role", PART("role"), "`padding`, `swizzle`, `block x`, `block y`", "none",
     "its part in heat maps, pictures and `solve`"},
    {"field", "help", TEXT, "text", "none", "its meaning, for tables and editors"},
    {"field", "macro", FLAG, "`true`, `false`", "`true` for parameters, else `false`",
     "whether it is a macro of the source"},

    {"constraint", "that", EXPRESSION, "expression", REQUIRED, "the condition"},
    {"constraint", "else", TEXT, "text", "the expression", "the reason for the rejection"},

    {"argument", "name", IDENTIFIER, "name", REQUIRED " except for symbols",
     "its name in launches, references and messages"},
    {"argument", "symbol", IDENTIFIER, "name", "a parameter",
     "the name of a `__constant__` or `__device__` variable of the source"},
    {"argument", "type", TYPE, "element type, or the name of a field or derived value", REQUIRED " except for structures, addresses and `null`",
     "type of its elements"},
    {"argument", "count", EXPRESSION, "expression", "a number", "elements of a buffer or symbol; without it the argument is a number"},
    {"argument", "value", ANY_OF("{" EXPRESSION "}, {" SOME_OF(EXPRESSION) "}, {\"const\": null}"),
     "expression, list of them, `null`", "the caller passes it",
     "a number, the components of a vector, or NULL, passed at every launch; your program then does not pass it"},
    {"argument", "members", SOME_OF(PART("member")), "list of arguments", "no structure",
     "the members of a structure that is passed by value, in order and laid out as in C; they may be buffers"},
    {"argument", "address", IDENTIFIER, "name", "no address", "the buffer or symbol whose address the argument is"},
    {"argument", "element", EXPRESSION, "expression", "0", "the element of that buffer at this address"},
    {"argument", "passed", FLAG, "`true`, `false`", "`false`", "whether your program passes a structure as a whole; the contents here are for checks"},
    {"argument", "bytes", POSITIVE, "integer", "from its members", "size of the structure; required if a `file` holds its bytes"},
    {"argument", "at", NATURAL, "integer", "the next multiple of its size", "the byte of the structure where a member begins"},
    {"argument", "role", ONE_OF("\"input\", \"output\", \"inout\", \"scratch\""),
     "`input`, `output`, `inout`, `scratch`", "`input`",
     "`output`: a result, full of a pattern before the run; `inout`: a result that holds its fill before; "
     "`scratch`: memory without a result"},
    {"argument", "fill", EXPRESSION, "`small`, `iota`, `zeros`, `noise`, `none`, expression", "`small`",
     "contents before the run; an expression may use `index`, the number of the element"},
    {"argument", "below", POSITIVE, "integer", "16", "one more than the largest integer of `small` and `noise`"},
    {"argument", "values", SOME_OF("\"type\": \"number\""),
     "list of numbers", "the fill", "contents, repeated as needed"},
    {"argument", "file", TEXT, "file", "the fill", "contents: NumPy's `.npy`, or raw elements"},

    {"launch", "entry", TEXT, "name", "the kernel's entry", "which kernel of the source"},
    LAUNCH_MEMBERS("launch", REQUIRED),
    {"launch", "arguments", LIST_OF(PART("parameter")), "list",
     "all but symbols, in order",
     "names of arguments; expressions that choose a name, `\"turn % 2 ? 'b' : 'a'\"`; numbers, `null`, `{\"type\": \"int32\", \"value\": \"4 * turn\"}`"},

    {"group", "repeat", EXPRESSION, "expression", REQUIRED, "how often the group is launched"},
    {"group", "launches", PART("launches"), "list of launches and groups", REQUIRED,
     "the launches; their expressions may use `turn`, the number of the repetition from 0"},

    {"work", "operations", EXPRESSION, "expression", "0", "arithmetic operations, for GFLOP/s"},
    {"work", "bytes", EXPRESSION, "expression", "all buffers except scratch, `inout` twice",
     "bytes of global memory read and written, for GB/s"},
    {"work", "elements", EXPRESSION, "expression", "elements of the first result", "elements that are computed"},

    SOURCE_MEMBERS("reference", "the kernel's file", "the kernel's name"),
    LAUNCH_MEMBERS("reference", REQUIRED " without `launches`"),
    {"reference", "arguments", LIST_OF(PART("parameter")), "list",
     "all but symbols, in order", "the arguments of its launch, as in a launch"},
    {"reference", "launches", PART("launches"), "list of launches and groups", "one launch",
     "several launches in order"},
    {"reference", "library", TEXT, "file", "none", "a shared library with a C function (`tilewright/reference.h`)"},
    {"reference", "function", TEXT, "name", "", "the function's name"},
    {"reference", "files", MAP_OF("text"), "files by argument", "none",
     "the right results: `.npy`, or raw elements"},
    {"reference", "variant", MAP_OF("value"), "values by name of the parameter", "none",
     "a variant for the same problem; other parameters have their defaults"},

    {"tolerance", "absolute", BOUND, "number", "0", "the same distance for every result"},
    {"tolerance", "relative", BOUND, "number", "0", "distance as a fraction of the right value"},
    {"tolerance", "scaled", BOUND, "number", "0", "distance as a fraction of the argument's largest right value"},
    {"tolerance", "ulps", BOUND, "number", "0", "distance in units in the last place, instead of the three"},
    {"tolerance", "first", EXPRESSION, "expression", "all", "how many elements are compared, from the first"},

    {"access", "name", TEXT, "text", REQUIRED, "its name in tables and pictures"},
    {"access", "op", ONE_OF("\"load\", \"store\""), "`load`, `store`", REQUIRED, "the operation"},
    {"access", "type", TYPE, "element type, or name", REQUIRED, "type of a thread's load or store"},
    {"access", "index", EXPRESSION, "expression", "from the address",
     "the element of its tile that a thread accesses: an expression of `x`, `y`, `z`, `thread`, `pass`, `turn`, fields, derived values"},
    {"access", "address", EXPRESSION, "expression", "from the index", "the same, in bytes of the block's shared memory"},
    {"access", "active", EXPRESSION, "expression", "1", "0 for threads that take no part"},
    {"access", "passes", EXPRESSION, "expression", "1", "how often a block does it; `pass` is the number from 0"},
    {"access", "times", EXPRESSION, "expression", "1", "how often all passes are repeated at the same places"},
    {"access", "launch", NATURAL, "integer", "0", "number of its launch, from 0"},
    {"access", "tile", NATURAL, "integer", "0", "number of its tile, from 0"},

    {"tile", "type", TYPE, "element type, or name", REQUIRED, "type of its elements"},
    {"tile", "rows", EXPRESSION, "expression", REQUIRED, "its rows"},
    {"tile", "columns", EXPRESSION, "expression", REQUIRED, "elements of a row that are used"},
    {"tile", "pitch", EXPRESSION, "expression", "its columns", "elements from one row to the next, with padding"},
    {"tile", "start", EXPRESSION, "expression", "0", "the byte of shared memory where it begins"},
    {"tile", "swizzle", EXPRESSION, "expression", "`none`", "`none`, `skew` or `xor`, or a field of these words"},

    {"metric", "value", EXPRESSION, "expression", REQUIRED,
     "an expression of `time_us`, `operations`, `bytes`, `elements`, counts, fields, and `metric(\"NAME\")` for hardware counters"},
    {"metric", "best", ONE_OF("\"highest\", \"lowest\""), "`highest`, `lowest`", "`lowest`", "whether the highest or the lowest value is best"},
};

/* What holds for an object beside its members. */
static const struct {
    const char *object, *rule;
} rules[] = {
    {"kernel", ANY_OF(HAS_BOTH("grid", "block") ", " HAS("launches"))},
    {"field", ANY_OF(HAS("values") ", " HAS_BOTH("from", "to") ", " HAS("pow2"))},
    {"argument", ANY_OF(HAS("type") ", " HAS("members") ", " HAS("address") ", " HAS_BOTH("bytes", "file") ", {\"required\": [\"value\"], \"properties\": "
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

/* The object of an earlier table in which the member is the same; NULL: there is none. */
static const char *same_as(const struct member *member)
{
    for (const struct member *before = members; before < member; before++) {
        if (!strcmp(before->key, member->key) && !strcmp(before->values, member->values) &&
            !strcmp(before->fallback, member->fallback) && !strcmp(before->help, member->help))
            return before->object;
    }
    return NULL;
}

/* One row for the members of an object that are as in that one. */
static void add_same(const char *object, const char *as, struct tw_text *markdown)
{
    const char *between = "| ";
    for (size_t i = 0; i < COUNT(members); i++) {
        const char *same = strcmp(members[i].object, object) ? NULL : same_as(&members[i]);
        if (!same || strcmp(same, as) != 0) continue;
        tw_text_addf(markdown, "%s`%s`", between, members[i].key);
        between = ", ";
    }
    if (!strcmp(between, ", ")) tw_text_addf(markdown, " | | | the same as in the table of `%s` |\n", as);
}

bool tw_description_reference(const char *object, struct tw_text *markdown)
{
    bool found = false;
    for (size_t i = 0; i < COUNT(members); i++) {
        const struct member *member = &members[i];
        if (strcmp(member->object, object) != 0) continue;
        if (!found) tw_text_add(markdown, "| member | values | default | meaning |\n|---|---|---|---|\n");
        found = true;
        if (same_as(member)) continue;
        tw_text_addf(markdown, "| `%s` | %s | %s | %s |\n", member->key, member->values, member->fallback,
                     member->help);
    }
    for (size_t i = 0; tw_description_objects[i]; i++) add_same(object, tw_description_objects[i], markdown);
    return found;
}
