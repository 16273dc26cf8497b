/*
 * family.h - what a kernel family is: a template, a table of fields, and a few functions of one variant.
 *
 * A family lives in gen/families/NAME/ and templates/NAME/ and is a row of base/families.h.
 * A variant is an array of int64_t, one per field of the table, in table order. How a value is stored:
 *   a number            as itself
 *   a word of an ENUM   its position in `words`
 *   a word of an INT, or of a TEXT    TW_WORD(position in `words`)   (carveout's "default")
 *   another text of a TEXT            its address, which tw_text_value makes a number of
 *
 * A text is printable ASCII and belongs to whoever made the values, which live no longer than it; of variants that are
 * compared, equal texts are at one address (gen/config/texts.h). It goes into comments and strings of what is generated: `accept`
 * refuses what cannot stand there.
 *
 * All functions are pure: no state, no printing; thread-safe. The functions after `accept` are called for values that it
 * accepted on the target at hand, and for no others.
 */
#ifndef TW_GEN_FAMILY_H
#define TW_GEN_FAMILY_H

#include <stdbool.h>
#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/kernel.h>
#include <tilewright/target.h>

#include "base/text.h"

TW_API_BEGIN

#define TW_WORD(position) (INT64_MIN + 1 + (position))
#define TW_DERIVED        INT64_MIN /* default that the family's resolve() computes from other fields */

enum tw_field_kind {
    TW_FIELD_INT,
    TW_FIELD_ENUM,
    TW_FIELD_TEXT,
    TW_FIELD_REAL /* in a row of a table alone: a TEXT that is_real */
};

/* What a field means to those who know no family: sweeps, maps, pictures, rankings. At most one field of a family has any of
   them but TW_FIELD_PROBLEM. */
/* clang-format off */
enum tw_field_role {
    TW_FIELD_PROBLEM = 1, /* part of what is computed, not of how: variants that differ in it are no rivals */
    TW_FIELD_PADDING = 2, /* elements added to a row of the tile: a number from 0 on; less is better        */
    TW_FIELD_SWIZZLE = 4, /* the permutation of a row's columns: the words of enum tw_swizzle               */
    TW_FIELD_BLOCK_X = 8, /* threads of the block, and columns of the tile where the two are one            */
    TW_FIELD_BLOCK_Y = 16 /* the same in y                                                                  */
};
/* clang-format on */

struct tw_field_info {
    const char *key;
    enum tw_field_kind kind;
    int64_t low, high; /* INT: the range, inclusive */
    /* ENUM: the values; INT and TEXT: words allowed beside numbers, or texts, or NULL; NULL-terminated. */
    const char *const *words;
    bool required;
    int64_t fallback;          /* the default, stored as above, or TW_DERIVED; unused if required */
    const char *fallback_help; /* the default in words when it is TW_DERIVED, else NULL           */
    const char *help;          /* one line, with the unit                                         */
    /* A sweep tries low..swept (of an ENUM the words up to that) when nobody gives the field; 0: it keeps its default. */
    int64_t swept;
    unsigned roles; /* of enum tw_field_role */
    /* NULL, or the values that the description of a kernel gives the field: a sweep tries all of them, and it takes no others unless it is
       open. */
    const struct tw_axis *declared;
    /* The words, or texts, are numbers with a fraction ("0.5"): a config and a record write them without quotes. */
    bool is_real;
    bool is_open; /* of a described kernel: it takes any value of its kind */
};

/*
 * A family's table is a list FIELDS(X) with a row of these members for each field: FIELDS(TW_FIELD_INFO) are the infos. Words
 * with a constant each are a list WORDS(X) of X(CONSTANT, "word"): WORDS(TW_CONSTANT_OF) are the members of their enum, and
 * TW_WORDS_OF(WORDS) stands in the row; words that no code asks for are TW_WORDS("one", "other").
 */
#define TW_FIELD_INFO(key, kind, ...)                                                                        \
    {#key, (kind) == TW_FIELD_REAL ? TW_FIELD_TEXT : (kind), __VA_ARGS__, NULL, (kind) == TW_FIELD_REAL,     \
     false},
#define TW_WORDS(...)                                                                                        \
    (const char *const[])                                                                                    \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }
#define TW_WORDS_OF(list)                                                                                    \
    (const char *const[])                                                                                    \
    {                                                                                                        \
        list(TW_WORD_OF) NULL                                                                                \
    }
#define TW_WORD_OF(constant, word)     word,
#define TW_CONSTANT_OF(constant, word) constant,

/* One shared-memory access of the kernel, before any counting. */
struct tw_access_info {
    const char *name; /* "write row", "read column"; static storage */
    enum tw_access op;
    unsigned bytes;  /* per lane              */
    unsigned launch; /* that it is an access of */
    unsigned passes; /* in which the block makes it, at least 1: more where it walks over its tile */
    unsigned tile;   /* number of the tile that it goes to: 0, or 1 of a variant with two */
};

/* Accesses, in order. Initialise with {0}, or with a shape in whose memory they lie then. */
struct tw_access_list {
    struct tw_access_info *info;
    unsigned count;
    bool failed;            /* memory ran out: what was added last is missing */
    struct tw_shape *shape; /* NULL: the list owns them (tw_access_list_free) */
    size_t room;            /* private */
};

void tw_access_list_add(struct tw_access_list *list, struct tw_access_info info);
void tw_access_list_free(struct tw_access_list *list);

#define TW_NO_ADDRESS UINT32_MAX /* of a thread that takes no part in an access */

#define TW_SWIZZLE_WORDS(X) X(TW_SWIZZLE_NONE, "none") X(TW_SWIZZLE_SKEW, "skew") X(TW_SWIZZLE_XOR, "xor")
enum tw_swizzle { TW_SWIZZLE_WORDS(TW_CONSTANT_OF) };
#define TW_SWIZZLES (TW_SWIZZLE_XOR + 1u) /* how many */

#define TW_MAX_TILES 2u /* of a variant */

/* How the tile lies in shared memory, for pictures and for the layout line. */
struct tw_layout {
    unsigned rows, columns; /* H, W: elements */
    unsigned pitch;         /* W + IPAD: elements from one row to the next */
    unsigned element_bytes;
    enum tw_swizzle swizzle;
    unsigned height; /* of three dimensions: rows of each slice, with which the swizzle begins anew; else 0 */
    uint32_t start;  /* byte of the block's shared memory at which the tile begins */
};

/* What makes one variant dearer than another where no time is known. */
enum tw_cost {
    TW_COST_WAVEFRONTS, /* passes of the shared-memory pipe                               */
    TW_COST_TRAFFIC     /* those, and sectors of global memory: moving data is what it is for */
};

#define TW_MAX_FIELDS 64u /* of a family */

/* A set of fields is a uint64_t: bit i stands for field i. */
static inline uint64_t tw_field_bit(unsigned field)
{
    return UINT64_C(1) << field;
}
static inline bool tw_has_field(uint64_t fields, unsigned field)
{
    return fields >> field & 1u;
}

struct tw_axis;        /* gen/config/config_value.h */
struct tw_data;        /* gen/text/data.h */
struct tw_description; /* gen/described/description.h */

/* The renderings of a variant. */
struct tw_renderings {
    const struct tw_rendering *const
        *checked;   /* the kernel itself first, then others that are checked; static storage */
    unsigned count; /* of them, at least 1 */
    const struct tw_rendering *timed; /* may be none of them */
};

/* What a config to begin with says (tw_config_starter): every way that matters, on a problem so small that the simulator takes
   no time. TW_MEMBERS("n": 1000, "type": "int32") are the members of a JSON object as text. */
struct tw_starter {
    const char *defaults;
    struct tw_starter_variant {
        const char *name, *members, *comment;
    } variants[5]; /* at least one; the list ends with one without a name */
};
#define TW_MEMBERS(...) #__VA_ARGS__

/* A member of a variant in a config or a record: "key": "word"; or "key": number, where word is NULL. */
struct tw_member {
    const char *key, *word;
    int64_t number;
};

/*
 * A value that earlier versions wrote otherwise. Results and wisdom that hold it are read as what it is now; a config is refused,
 * and told what to write (gen/config/renamed.h). `was` is nothing that is accepted today: no field has its key, or the field does not
 * know its word, or accept refuses its number beside `where`, and then says itself what to write. The number TW_DERIVED in `was`
 * stands for a field that a record does not name, as earlier versions did not know it.
 */
#define TW_RENAMED_NOW 3u
struct tw_renamed {
    struct tw_member was;
    struct tw_member where; /* a field that has this value too; without a key: in any case */
    /* The fields that stand in its place; one without a key ends them early. A number TW_DERIVED: resolve() tells it from the others. */
    struct tw_member now[TW_RENAMED_NOW];
};

struct tw_family {
    const char *name;          /* "tile", as the config's "kernel" says                     */
    const char *template_name; /* "tile.cu.mustache"                                        */
    const char *help;          /* one line                                                  */
    const struct tw_field_info *fields;
    unsigned field_count;
    const struct tw_renamed *renamed; /* renamed_count of them, the first that matches counts */
    unsigned renamed_count;
    const struct tw_starter *starter;
    enum tw_cost cost;
    /* NULL, or the description in JSON that the family is made from and that answers instead of the functions below, which are
       NULL then: they are called by way of tw_family_accept and the like. */
    const struct tw_description *description;

    /* Replaces TW_DERIVED values by what is good on the target. What is there stays; it is in its range, and nothing else is sure
       of it: fields may contradict each other, as accept has not seen them. */
    void (*resolve)(int64_t *value, const struct tw_target *target);
    /* NULL, or says in a clause how resolve() chose for the target and how well what it knows matched;
       nothing when other values were given. */
    void (*chosen)(const int64_t *value, const struct tw_target *target, struct tw_text *text);
    /* NULL: only what resolve() gives. The variants worth trying for the problem, the most promising first: `given` with every
       field that nobody gave (TW_DERIVED, or a word such as auto) filled in. Where resolve() chooses, the first is its choice.
       Writes numbers `first` to `first + count - 1`, as far as there are, to `values`, field_count apart; returns how many there
       are in all. All of them together are the exhaustive search. What is impossible, and what resolve() gives, may be among
       them: gen/choice/candidates.h leaves these out. */
    unsigned (*candidates)(const int64_t *given, const struct tw_target *target, unsigned first,
                           unsigned count, int64_t *values);
    /* False, with the reason (one clause) added to *reason, when the variant is impossible on the target. */
    bool (*accept)(const int64_t *value, const struct tw_target *target, struct tw_text *reason);

    /*
     * NULL, or turns an accepted variant into the one that does the same with pointers that are multiples of their element's
     * bytes only: its shape has the same arguments but for `align`, and no symbols. Plans and launchers have both. False: the
     * variant takes such pointers itself, or is to have no other beside it.
     */
    bool (*relax)(int64_t *value);

    /* Fills *shape, which is empty, and has room reserved (tw_shape_reserve). */
    void (*shape)(const int64_t *value, struct tw_shape *shape);
    /* Adds the template's variables to `data`: of the variant as `rendering` makes it, under the name `name`. */
    void (*describe)(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                     struct tw_data *data);
    /* NULL: the kernel itself is all, checked and timed. */
    struct tw_renderings (*renderings)(const int64_t *value);

    /* NULL: no variant has a tile. The shared-memory layout of the variant's tile; false when this one has none. */
    bool (*tile)(const int64_t *value, struct tw_layout *layout);
    /* NULL: no variant has two tiles. The same for the second tile of a variant with two. */
    bool (*second_tile)(const int64_t *value, struct tw_layout *layout);
    /* NULL: nothing to draw. Adds the accesses. */
    void (*accesses)(const int64_t *value, struct tw_access_list *list);
    /*
     * The byte offset into the block's shared memory, or TW_NO_ADDRESS, of each of `count` consecutive threads from
     * thread `first` (linear thread number) in access number `access`. Passes follow each other: thread `first` of pass p is
     * number p * threads + first. first + count never exceeds the threads of all passes, nor count TW_MAX_BLOCK_THREADS.
     */
    void (*addresses)(const int64_t *value, unsigned access, unsigned first, unsigned count, uint32_t *addr);
    /*
     * The threads after which an access of one pass repeats: a full warp costs what the full warp that many threads
     * earlier costs. NULL or 0: it does not repeat.
     */
    unsigned (*repeat)(const int64_t *value, unsigned access);
    /*
     * NULL when every block of a launch makes each of its accesses in all its passes, and these are all. Else it
     * fills the prediction of launch number `launch`, which is empty, itself (tw_predict_request), or says in `none` why
     * there is none; accesses, addresses and repeat then only serve pictures, of the first block or of a whole one.
     */
    void (*predict)(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                    struct tw_prediction *prediction);
};

/* The names of the element types, in the order of enum tw_element; NULL-terminated. */
extern const char *const tw_element_words[];

/* The families, NULL-terminated; and the one of that name, or NULL. */
extern const struct tw_family *const tw_families[];
const struct tw_family *tw_family_find(const char *name);

/* Field number of `key`, or -1; of the one that has the role, or -1. */
int tw_family_field(const struct tw_family *family, const char *key);
int tw_family_role(const struct tw_family *family, enum tw_field_role role);

/* The family's functions of these names, or what its description says. */
void tw_family_resolve(const struct tw_family *family, int64_t *value, const struct tw_target *target);
bool tw_family_accept(const struct tw_family *family, const int64_t *value, const struct tw_target *target,
                      struct tw_text *reason);
/* The number of the field up to which the values violate a constraint of a description, whatever the later fields are; -1: they violate
   none, or the family is built in. */
int tw_family_violated(const struct tw_family *family, const int64_t *value, const struct tw_target *target);
/* Whether it is certain that all variants violate a constraint whose fields are those of `value`, but for each field f with axes[f] any value of
   that axis. Nothing is known of built-in families. */
bool tw_family_excludes(const struct tw_family *family, const int64_t *value,
                        const struct tw_axis *const *axes, const struct tw_target *target);
/* One of the conditions that together accept a variant. It depends on these fields alone: bit f, field f. */
struct tw_condition {
    uint64_t fields;
    uint64_t derived; /* the description's own: which derived values it uses, and which condition it is */
    unsigned number;
};

/* How many conditions the family has; they are written to `conditions`, if that is not NULL. 0: the family is built in, and nothing is known of what
   its acceptance depends on. */
unsigned tw_family_conditions(const struct tw_family *family, struct tw_condition *conditions);
/* Whether the values, resolved, meet the condition, whatever fields have that it does not depend on. */
bool tw_family_holds(const struct tw_family *family, const struct tw_condition *condition,
                     const int64_t *value, const struct tw_target *target);
void tw_family_addresses(const struct tw_family *family, const int64_t *value, unsigned access,
                         unsigned first, unsigned count, uint32_t *addr);

/* Whether the family accepts the values on the target, for who needs no reason. */
bool tw_family_accepts(const struct tw_family *family, const int64_t *value, const struct tw_target *target);

/* The shape of a variant that the family accepts on the target, which is asserted. What *shape held is gone, but for memory that is
   used again. False: memory ran out, which shape->failed says, too. */
bool tw_family_shape(const struct tw_family *family, const int64_t *value, const struct tw_target *target,
                     struct tw_shape *shape);
/* The values of the variant that `relax` makes of an accepted one; false: there is none, or the target cannot run it. */
bool tw_family_relaxed(const struct tw_family *family, const int64_t *value, const struct tw_target *target,
                       int64_t relaxed[TW_MAX_FIELDS]);
/* Tile `number` of an accepted variant, counted from 0; false: it has no more tiles, of which no variant has more than two. */
bool tw_family_layout(const struct tw_family *family, const int64_t *value, unsigned number,
                      struct tw_layout *layout);
/* What the family's functions of these names give, or the answer for a family without them. */
void tw_family_accesses(const struct tw_family *family, const int64_t *value, struct tw_access_list *list);
struct tw_renderings tw_family_renderings(const struct tw_family *family, const int64_t *value);

/* The kernel itself. */
extern const struct tw_rendering tw_rendering_main;

/* The text of a TEXT that is none of its words; NULL of everything else. And a text as a value. */
const char *tw_field_text(const struct tw_field_info *field, int64_t value);
int64_t tw_text_value(const char *text);
/* Whether two values of a field are the same, texts at different addresses too. */
bool tw_field_equal(const struct tw_field_info *field, int64_t a, int64_t b);

/* The number that a word of a real is. */
double tw_field_real(const char *word);

/* A field's stored value as a number or a word. */
struct tw_field_value tw_field_value_of(const struct tw_field_info *field, int64_t value);
/* Adds the value as the config writes it: the word without its quotes; or as JSON, with them. */
void tw_field_value_add(const struct tw_field_value *field, struct tw_text *text);
void tw_field_value_add_json(const struct tw_field_value *field, struct tw_text *text);

/* For accept: adds the reason; false. */
static inline bool tw_refuse(struct tw_text *reason, const char *why)
{
    tw_text_add(reason, why);
    return false;
}

/* For resolve: gives a field a value unless it has one. */
static inline void tw_derive(int64_t *value, unsigned field, int64_t number)
{
    if (value[field] == TW_DERIVED) value[field] = number;
}

/*
 * The layout (gen/layout/layout.c). `rows` and `columns` are at least 1; xor needs both to be powers of two.
 */

/* Rows of a slice: all of them, but of a tile in three dimensions. */
unsigned tw_layout_height(const struct tw_layout *layout);

/* The element offset of (row, column), rows of all slices counted: row * pitch + swizzled column. */
uint32_t tw_layout_element(const struct tw_layout *layout, unsigned row, unsigned column);

/* False when the swizzle leaves every column where it is. */
bool tw_layout_moves(const struct tw_layout *layout);

/* Adds the shape and the strides in elements: "(16,32):(34,1)"; of three dimensions "(4,8,32):(272,34,1)". */
void tw_layout_add_shape(const struct tw_layout *layout, struct tw_text *text);

/* Adds one of the tiles of a variant: to its shapes, and where its swizzle moves columns to the places of column "col" in row "row",
   unless that is the same. */
void tw_layout_add_tile(const struct tw_layout *layout, struct tw_text *shapes, struct tw_text *swizzled);

/* Adds the C expression of the place of `column` in `row` of its slice: "col", "(col + row) % 32", "col ^ (row * 2)". */
void tw_layout_add_column(const struct tw_layout *layout, const char *row, const char *column,
                          struct tw_text *text);

TW_API_END
#endif
