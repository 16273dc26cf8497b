/*
 * The shared-memory accesses that a description states: from them a cost is predicted, and pictures are drawn.
 *
 *     accesses = [ access, ... ]      every block of the launch makes each of them in all its passes, and these are all
 *     access   = { "name", "op": "load" | "store", "type", "index" or "address", ["active"], ["passes"], ["times"], ["launch"], ["tile"] }
 *     tiles    = [ tile, [tile] ]     how they lie, for pictures and "solve"
 *     tile     = { "type", "rows", "columns", ["pitch"], ["start"], ["swizzle"] }
 *
 * "index" counts elements of the type from the beginning of its tile, "address" bytes of the block's shared memory. All passes are
 * made "times" times, once unless it is said: a loop whose turns access the same places costs no more to predict than one of them. Expressions of an access
 * may use x, y, z and thread (its linear number), pass, and turn.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/described/parts.h"
#include "gen/layout/predict.h"

#define get cJSON_GetObjectItemCaseSensitive

#define PASSES_MAX 65536
#define TIMES_MAX  (INT64_C(1) << 40)
#define SHARED_MAX (INT64_C(1) << 30)

enum { X, Y, Z, THREAD, PASS, PLACES };

/* ---- reading ---- */

static int add_place_names(const struct tw_described_reader *reader)
{
    static const char *const words[PLACES] = {"x", "y", "z", "thread", "pass"};
    struct tw_description *description = reader->description;
    const unsigned turn = tw_described_name_of(description, TW_DESCRIBED_MACHINES);
    description->place_names =
        tw_arena_array(&description->arena, turn + 2 + PLACES, sizeof *description->place_names);
    if (!description->place_names) return tw_described_no_memory(reader);
    memcpy(description->place_names, description->turn_names, (turn + 1) * sizeof *description->place_names);
    memcpy(description->place_names + turn + 1, words, sizeof words);
    return TW_OK;
}

static int read_op(const struct tw_described_reader *reader, const cJSON *node,
                   struct tw_described_access *access)
{
    static const char *const words[] = {"load", "store", NULL};
    int op = cJSON_IsString(node) ? tw_config_word(node->valuestring, words) : -1;
    access->op = op == 1 ? TW_STORE : TW_LOAD;
    return op < 0 ? tw_described_wrong(reader, node, "no \"op\"", "an access is a \"load\" or a \"store\"")
                  : TW_OK;
}

/* Launches without their groups. */
static unsigned count_leaves(const struct tw_described_launch *launches, unsigned count)
{
    unsigned leaves = 0;
    for (unsigned i = 0; i < count; i++)
        leaves += launches[i].repeat ? count_leaves(launches[i].inner, launches[i].inner_count) : 1;
    return leaves;
}

static int read_number(const struct tw_described_reader *reader, const cJSON *node, unsigned below,
                       const char *right, unsigned *number)
{
    int64_t value = 0;
    *number = 0;
    if (!node) return TW_OK;
    if (!tw_json_integer(reader->json, tw_json_entry(node), &value) || value < 0 || value >= below)
        return tw_described_wrong(reader, node, "no such number", right);
    *number = (unsigned)value;
    return TW_OK;
}

static int read_places(const struct tw_described_reader *reader, const cJSON *node,
                       struct tw_described_access *access)
{
    const char *const *names = reader->description->place_names;
    const cJSON *index = get(node, "index"), *address = get(node, "address");
    if (!index == !address)
        return tw_described_wrong(reader, node, "no place",
                                  "an access has an \"index\", in elements, or an \"address\", in bytes");
    access->is_index = index;
    int code = tw_described_expression_over(reader, index ? index : address, names, &access->place);
    if (!code) code = tw_described_expression_over(reader, get(node, "active"), names, &access->active);
    if (!code) code = tw_described_expression(reader, get(node, "times"), true, &access->times);
    return code ? code : tw_described_expression(reader, get(node, "passes"), true, &access->passes);
}

static int read_access(const struct tw_described_reader *reader, const cJSON *node,
                       struct tw_described_access *access)
{
    static const char *const keys[] = {"name",   "op",    "type",   "index", "address", "active",
                                       "passes", "times", "launch", "tile",  NULL};
    const struct tw_description *description = reader->description;
    const unsigned tiles = description->tile_count ? description->tile_count : 1;
    if (!cJSON_IsObject(node))
        return tw_described_wrong(reader, node, "no access",
                                  "an access is an object with \"op\" and \"index\"");
    int code = tw_described_known(reader, node, "an access", keys);
    const cJSON *name = get(node, "name");
    if (!code && !cJSON_IsString(name))
        code = tw_described_wrong(reader, name ? name : node, "no name",
                                  "an access has a \"name\", such as \"write tile\"");
    if (code) return code;
    access->name = name->valuestring;
    code = read_op(reader, get(node, "op") ? get(node, "op") : node, access);
    if (!code && !get(node, "type"))
        code = tw_described_wrong(reader, node, "no type", "such as \"type\": \"float32\"");
    if (!code) code = tw_described_type(reader, get(node, "type"), &access->type);
    if (!code) code = read_places(reader, node, access);
    if (!code)
        code = read_number(reader, get(node, "launch"),
                           count_leaves(description->program.launches, description->program.launch_count),
                           "launches are numbered from 0, as \"launches\" lists them", &access->launch);
    return code ? code
                : read_number(reader, get(node, "tile"), tiles,
                              "tiles are numbered from 0, as \"tiles\" lists them", &access->tile);
}

static int read_tile(const struct tw_described_reader *reader, const cJSON *node,
                     struct tw_described_tile *tile)
{
    static const char *const keys[] = {"type", "rows", "columns", "pitch", "start", "swizzle", NULL};
    const struct {
        const char *key;
        const struct tw_expression **to;
        bool required;
    } members[] = {{"rows", &tile->rows, true},
                   {"columns", &tile->columns, true},
                   {"pitch", &tile->pitch, false},
                   {"start", &tile->start, false},
                   {"swizzle", &tile->swizzle, false}};
    if (!cJSON_IsObject(node) || !get(node, "type"))
        return tw_described_wrong(reader, node, "no tile", "a tile has \"type\", \"rows\" and \"columns\"");
    int code = tw_described_known(reader, node, "a tile", keys);
    if (!code) code = tw_described_type(reader, get(node, "type"), &tile->type);
    for (size_t i = 0; i < sizeof members / sizeof *members && !code; i++) {
        const cJSON *member = get(node, members[i].key);
        if (!member && members[i].required)
            return tw_described_wrong(reader, node, "no sides", "a tile has \"rows\" and \"columns\"");
        code = tw_described_expression(reader, member, false, members[i].to);
    }
    return code;
}

/* A list of at most `most`; *length of nothing is 0. */
static int read_list(const struct tw_described_reader *reader, const char *key, int most, const char *right,
                     const cJSON **list)
{
    *list = get(reader->description->node, key);
    int length = cJSON_IsArray(*list) ? cJSON_GetArraySize(*list) : 0;
    return !*list || (length >= 1 && length <= most) ? TW_OK
                                                     : tw_described_wrong(reader, *list, "no list", right);
}

int tw_described_read_accesses(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    const cJSON *accesses, *tiles;
    int code = add_place_names(reader);
    if (!code) code = read_list(reader, "tiles", TW_MAX_TILES, "\"tiles\" lists one tile or two", &tiles);
    if (!code) code = read_list(reader, "accesses", 1000, "\"accesses\" lists 1 to 1000 accesses", &accesses);
    for (const cJSON *item = !code && tiles ? tiles->child : NULL; item && !code; item = item->next)
        code = read_tile(reader, item, &description->tiles[description->tile_count++]);
    if (code || !accesses) return code;
    description->accesses = tw_arena_array(&description->arena, (size_t)cJSON_GetArraySize(accesses),
                                           sizeof *description->accesses);
    if (!description->accesses) return tw_described_no_memory(reader);
    for (const cJSON *item = accesses->child; item && !code; item = item->next)
        code = read_access(reader, item, &description->accesses[description->access_count++]);
    return code;
}

/* ---- the launches of a variant ---- */

/* A variant's launches are walked in order, turn by turn: each is a leaf of the description's list in a turn. */
struct walk {
    struct tw_described_values *values; /* "turn" is set in it */
    /* Called for each launch; false ends the walk. */
    bool (*visit)(struct walk *walk, unsigned leaf, unsigned launch);
    unsigned launch; /* the next's number */
    void *context;
};

static bool walk_launches(struct walk *walk, const struct tw_described_launch *launches, unsigned count,
                          unsigned leaf)
{
    const struct tw_described_values *values = walk->values;
    struct tw_expression_value *turn =
        &walk->values->value[tw_described_name_of(values->description, TW_DESCRIBED_MACHINES)];
    struct tw_text unused = {0};
    bool goes_on = true;
    for (unsigned i = 0; i < count && goes_on; i++) {
        const struct tw_described_launch *launch = &launches[i];
        if (!launch->repeat) {
            goes_on = walk->visit(walk, leaf++, walk->launch);
            walk->launch++;
            continue;
        }
        const struct tw_expression_value outer = *turn;
        int64_t turns = 0; /* the variant was accepted: it has a value */
        tw_described_integer(values, launch->repeat, "repeat", 0, TW_DESCRIBED_LAUNCHES, &turns, &unused);
        for (turn->integer = 0; turn->integer < turns && goes_on; turn->integer++)
            goes_on = walk_launches(walk, launch->inner, launch->inner_count, leaf);
        *turn = outer;
        leaf += count_leaves(launch->inner, launch->inner_count);
    }
    tw_text_free(&unused);
    return goes_on;
}

static void walk(struct walk *walk)
{
    const struct tw_described_program *program = &walk->values->description->program;
    walk_launches(walk, program->launches, program->launch_count, 0);
}

static bool values_of(const struct tw_description *description, const int64_t *value,
                      struct tw_described_values *values)
{
    struct tw_text unused = {0};
    bool fine = tw_described_values(description, value, tw_target_find(TW_DEFAULT_SM), values, &unused);
    tw_text_free(&unused);
    return fine;
}

/* ---- the list of accesses ---- */

static bool add_accesses(struct walk *walk, unsigned leaf, unsigned launch)
{
    const struct tw_description *description = walk->values->description;
    struct tw_access_list *list = walk->context;
    for (unsigned i = 0; i < description->access_count; i++) {
        const struct tw_described_access *access = &description->accesses[i];
        struct tw_text unused = {0};
        enum tw_element element = TW_INT32;
        int64_t passes = 1;
        if (access->launch != leaf) continue;
        bool fine =
            tw_described_element(walk->values, &access->type, "an access", &element, &unused) &&
            tw_described_integer(walk->values, access->passes, "its passes", 0, PASSES_MAX, &passes, &unused);
        tw_text_free(&unused);
        /* An access of no pass has one, in which no thread takes part. */
        tw_access_list_add(list, (struct tw_access_info){.name = access->name,
                                                         .op = access->op,
                                                         .bytes = tw_element_info(element)->bytes,
                                                         .launch = launch,
                                                         .passes = fine && passes ? (unsigned)passes : 1,
                                                         .tile = access->tile});
    }
    return !list->failed;
}

void tw_described_accesses(const struct tw_description *description, const int64_t *value,
                           struct tw_access_list *list)
{
    struct tw_described_values values;
    struct walk all = {.values = &values, .visit = add_accesses, .context = list};
    if (description->access_count && values_of(description, value, &values)) walk(&all);
}

/* ---- addresses ---- */

/* One access of a variant in the launch and turn it belongs to. */
struct placed {
    const struct tw_described_access *access;
    unsigned wanted, seen; /* its number among all; how many came before */
    uint32_t block[3];
    unsigned bytes;
    int64_t start, passes, times;
    struct tw_described_values *values;
    struct tw_expression_value value[TW_DESCRIBED_NAMES + PLACES]; /* of the names of places */
    struct tw_expression_value *place;                             /* of these, x and the others */
};

static bool get_block(const struct tw_described_values *values, const struct tw_described_launch *leaf,
                      uint32_t block[3])
{
    struct tw_text unused = {0};
    bool fine = true;
    for (int d = 0; d < 3 && fine; d++) {
        int64_t size = 1;
        fine = tw_described_integer(values, leaf->block[d], "block", 1, 1024, &size, &unused);
        block[d] = (uint32_t)size;
    }
    tw_text_free(&unused);
    return fine;
}

static const struct tw_described_launch *find_leaf(const struct tw_described_launch *launches, unsigned count,
                                                   unsigned *leaf)
{
    for (unsigned i = 0; i < count; i++) {
        const struct tw_described_launch *found = NULL;
        if (launches[i].repeat)
            found = find_leaf(launches[i].inner, launches[i].inner_count, leaf);
        else if ((*leaf)-- == 0)
            found = &launches[i];
        if (found) return found;
    }
    return NULL;
}

/* What is the same for all threads of the access. */
static bool place_access(struct placed *placed, unsigned leaf)
{
    const struct tw_description *description = placed->values->description;
    const struct tw_described_access *access = placed->access;
    const struct tw_described_launch *launch =
        find_leaf(description->program.launches, description->program.launch_count, &leaf);
    const unsigned turn = tw_described_name_of(description, TW_DESCRIBED_MACHINES);
    struct tw_text unused = {0};
    enum tw_element element;
    placed->passes = placed->times = 1;
    bool fine = tw_described_element(placed->values, &access->type, "an access", &element, &unused) &&
                tw_described_integer(placed->values, access->passes, "its passes", 0, PASSES_MAX,
                                     &placed->passes, &unused) &&
                tw_described_integer(placed->values, access->times, "its times", 0, TIMES_MAX, &placed->times,
                                     &unused) &&
                (!access->is_index || !description->tile_count ||
                 tw_described_integer(placed->values, description->tiles[access->tile].start, "its start", 0,
                                      SHARED_MAX, &placed->start, &unused)) &&
                get_block(placed->values, launch, placed->block);
    tw_text_free(&unused);
    if (!fine) return false;
    placed->bytes = tw_element_info(element)->bytes;
    memcpy(placed->value, placed->values->value, (turn + 1) * sizeof *placed->value);
    placed->place = placed->value + turn + 1;
    return true;
}

static bool find_access(struct walk *walk, unsigned leaf, unsigned launch)
{
    struct placed *placed = walk->context;
    const struct tw_description *description = walk->values->description;
    (void)launch;
    for (unsigned i = 0; i < description->access_count; i++) {
        if (description->accesses[i].launch != leaf || placed->seen++ != placed->wanted) continue;
        placed->access = &description->accesses[i];
        if (!place_access(placed, leaf)) placed->access = NULL;
        return false;
    }
    return true;
}

static void set_thread(struct placed *placed, unsigned thread, int64_t pass)
{
    const uint32_t *block = placed->block;
    const int64_t at[PLACES] = {[X] = thread % block[0],
                                [Y] = thread / block[0] % block[1],
                                [Z] = thread / block[0] / block[1],
                                [THREAD] = thread,
                                [PASS] = pass};
    for (unsigned i = 0; i < PLACES; i++)
        placed->place[i] = (struct tw_expression_value){.kind = TW_EXPRESSION_INTEGER, .integer = at[i]};
}

/* The byte that the thread accesses, TW_NO_ADDRESS of none. False: an expression has no value, or none that is an address. */
static bool address_of(const struct placed *placed, uint32_t *address)
{
    const struct tw_described_access *access = placed->access;
    struct tw_expression_value value;
    struct tw_expression_fault fault;
    *address = TW_NO_ADDRESS;
    if (access->active) {
        if (!tw_expression_evaluate(access->active, placed->value, &value, &fault)) return false;
        if (!tw_expression_is_true(&value)) return true;
    }
    if (!tw_expression_evaluate(access->place, placed->value, &value, &fault)) return false;
    if (value.kind != TW_EXPRESSION_INTEGER || value.integer < 0 || value.integer >= SHARED_MAX) return false;
    int64_t byte = access->is_index ? placed->start + value.integer * placed->bytes : value.integer;
    if (byte >= SHARED_MAX || byte % placed->bytes) return false;
    *address = (uint32_t)byte;
    return true;
}

/* Finds access number `number` of the variant. False: an expression of it has no value. *values is what `placed` looks at. */
static bool find_placed(const struct tw_description *description, const int64_t *value, unsigned number,
                        struct tw_described_values *values, struct placed *placed)
{
    *placed = (struct placed){.wanted = number, .values = values};
    struct walk all = {.values = values, .visit = find_access, .context = placed};
    if (values_of(description, value, values)) walk(&all);
    return placed->access;
}

/* As tw_described_addresses. */
static bool addresses_of(struct placed *placed, unsigned first, unsigned count, uint32_t *addr)
{
    const unsigned threads = placed->block[0] * placed->block[1] * placed->block[2];
    bool fine = true;
    for (unsigned i = 0; i < count; i++) addr[i] = TW_NO_ADDRESS;
    for (unsigned i = 0; i < count && fine; i++) {
        const unsigned pass = (first + i) / threads;
        if (pass >= placed->passes) break;
        set_thread(placed, (first + i) % threads, pass);
        fine = address_of(placed, &addr[i]);
    }
    return fine;
}

bool tw_described_addresses(const struct tw_description *description, const int64_t *value, unsigned access,
                            unsigned first, unsigned count, uint32_t *addr)
{
    struct tw_described_values values;
    struct placed placed;
    if (find_placed(description, value, access, &values, &placed))
        return addresses_of(&placed, first, count, addr);
    for (unsigned i = 0; i < count; i++) addr[i] = TW_NO_ADDRESS;
    return false;
}

/* ---- tiles ---- */

static bool get_swizzle(const struct tw_described_values *values, const struct tw_expression *expression,
                        enum tw_swizzle *swizzle)
{
    static const char *const words[] = {TW_SWIZZLE_WORDS(TW_WORD_OF) NULL};
    struct tw_expression_value value;
    struct tw_expression_fault fault;
    *swizzle = TW_SWIZZLE_NONE;
    if (!expression) return true;
    if (!tw_expression_evaluate(expression, values->value, &value, &fault)) return false;
    for (unsigned i = 0; words[i]; i++) {
        if (!tw_described_is_word(&value, words[i])) continue;
        *swizzle = (enum tw_swizzle)i;
        return true;
    }
    return false;
}

static bool get_tile(const struct tw_described_values *values, const struct tw_described_tile *tile,
                     struct tw_layout *layout)
{
    struct tw_text unused = {0};
    enum tw_element element = TW_INT32;
    int64_t rows = 0, columns = 0, pitch = 0, start = 0;
    bool fine = tw_described_element(values, &tile->type, "a tile", &element, &unused) &&
                tw_described_integer(values, tile->rows, "its rows", 1, SHARED_MAX, &rows, &unused) &&
                tw_described_integer(values, tile->columns, "its columns", 1, SHARED_MAX, &columns, &unused);
    pitch = columns;
    fine = fine &&
           tw_described_integer(values, tile->pitch, "its pitch", columns, SHARED_MAX, &pitch, &unused) &&
           tw_described_integer(values, tile->start, "its start", 0, SHARED_MAX, &start, &unused) &&
           rows <= SHARED_MAX / pitch;
    tw_text_free(&unused);
    *layout = (struct tw_layout){.rows = (unsigned)rows,
                                 .columns = (unsigned)columns,
                                 .pitch = (unsigned)pitch,
                                 .element_bytes = tw_element_info(element)->bytes,
                                 .start = (uint32_t)start};
    const bool powers = !(rows & (rows - 1)) && !(columns & (columns - 1));
    return fine && get_swizzle(values, tile->swizzle, &layout->swizzle) &&
           (layout->swizzle != TW_SWIZZLE_XOR || powers);
}

bool tw_described_tile(const struct tw_description *description, const int64_t *value, unsigned number,
                       struct tw_layout *layout)
{
    struct tw_described_values values;
    return number < description->tile_count && values_of(description, value, &values) &&
           get_tile(&values, &description->tiles[number], layout);
}

uint32_t tw_described_tile_bytes(const struct tw_described_values *values)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < values->description->tile_count; i++) {
        struct tw_layout tile;
        if (!get_tile(values, &values->description->tiles[i], &tile)) continue;
        const uint64_t end = tile.start + (uint64_t)tile.rows * tile.pitch * tile.element_bytes;
        if (end > bytes) bytes = end;
    }
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

/* ---- what they cost ---- */

/* A pass: warp by warp, as all blocks make it. */
static bool count_pass(struct placed *placed, unsigned pass, unsigned threads, uint64_t times, unsigned row,
                       struct tw_prediction *prediction)
{
    uint32_t addr[TW_MAX_BLOCK_THREADS];
    if (!addresses_of(placed, pass * threads, threads, addr)) return false;
    for (unsigned first = 0; first < threads; first += TW_WARP) {
        const unsigned lanes = threads - first < TW_WARP ? threads - first : TW_WARP;
        uint32_t active = 0;
        for (unsigned lane = 0; lane < lanes; lane++)
            active |= (uint32_t)(addr[first + lane] != TW_NO_ADDRESS) << lane;
        tw_predict_request(prediction, row, addr + first, active, times);
    }
    return true;
}

/* Whether the access is another one in each pass. */
static bool depends_on_pass(const struct tw_description *description,
                            const struct tw_described_access *access)
{
    const unsigned pass = tw_described_name_of(description, TW_DESCRIBED_MACHINES) + 1 + PASS;
    return tw_expression_uses(access->place, pass) ||
           (access->active && tw_expression_uses(access->active, pass));
}

/* All passes of access number `number`, as row `row` of the prediction. False: an expression has no value, or none that is an address. */
static bool count_access(const struct tw_description *description, const int64_t *value, unsigned number,
                         const struct tw_launch *launch, unsigned row, struct tw_prediction *prediction)
{
    const unsigned threads = tw_launch_threads(launch);
    struct tw_described_values values;
    struct placed placed;
    if (!find_placed(description, value, number, &values, &placed)) return false;
    const bool differ = depends_on_pass(description, placed.access);
    const uint64_t blocks = tw_launch_blocks(launch) * (uint64_t)placed.times,
                   times = differ ? blocks : blocks * (uint64_t)placed.passes;
    bool fine = true;
    for (unsigned pass = 0; pass < (differ ? placed.passes : placed.passes > 0) && fine; pass++)
        fine = count_pass(&placed, pass, threads, times, row, prediction);
    return fine;
}

void tw_described_predict(const struct tw_description *description, const int64_t *value,
                          const struct tw_launch *launch, unsigned number, struct tw_prediction *prediction)
{
    struct tw_access_list list = {.shape = prediction->shape};
    if (!description->access_count) {
        prediction->none = "its description states no accesses";
        return;
    }
    tw_described_accesses(description, value, &list);
    for (unsigned i = 0; i < list.count; i++) {
        const struct tw_access_info *info = &list.info[i];
        if (info->launch != number) continue;
        unsigned row = tw_predict_access(prediction, info->name, info->op, info->bytes);
        if (!count_access(description, value, i, launch, row, prediction))
            prediction->none = "an expression of its accesses has no value, or none that is an address";
    }
}
