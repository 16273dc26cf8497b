/*
 * The stencil family: every element becomes a weighted sum of its neighbours within a radius, in a row (line), in a row and a
 * column (star) or in a square (box). What the weights are, where a kernel has them, where it finds the neighbours and what
 * lies beyond the edges are fields. docs/stencil.md tells more.
 */
#include "gen/families/stencil/stencil.h"

#include <inttypes.h>
#include <string.h>

#include "gen/layout/sectors.h"

#define BLOCKS_MAX INT64_C(2147483647) /* of a grid, in x */

static const struct tw_field_info fields[] = {TW_STENCIL_FIELDS(TW_FIELD_INFO)};

/* ---- a variant as numbers ---- */

static unsigned count_coefficients(const struct tw_stencil *s)
{
    unsigned r = s->radius;
    if (s->symmetry == STENCIL_ANTISYMMETRIC) return r;
    if (s->line || s->star) return s->symmetry == STENCIL_SYMMETRIC ? r + 1 : s->line ? 2 * r + 1 : 4 * r + 1;
    return s->symmetry == STENCIL_SYMMETRIC ? (r + 1) * (r + 1) : (2 * r + 1) * (2 * r + 1);
}

static unsigned count_taps(const struct tw_stencil *s)
{
    unsigned r = s->radius;
    if (s->line) return s->symmetry == STENCIL_ANTISYMMETRIC ? 2 * r : 2 * r + 1;
    return s->star ? 4 * r + 1 : (2 * r + 1) * (2 * r + 1);
}

static void set_tiles(struct tw_stencil *s)
{
    bool across = s->line && !s->async;
    uint64_t along = across ? s->height : 1, down = across ? 1 : s->height;
    uint64_t before = s->out_step ? s->vector - 1 : 0; /* columns that threads may be shifted by */
    s->tile_cols = (uint64_t)s->block_x * s->vector * along;
    s->tile_rows = (uint64_t)s->block_y * down;
    s->tiles_x = (s->cols + before + s->tile_cols - 1) / s->tile_cols;
    s->tiles_y = (s->rows + s->tile_rows - 1) / s->tile_rows;
    s->halo_cols = s->block_x + 2 * s->radius;
    s->halo_rows = s->block_y + 2 * s->radius_y;
}

struct tw_stencil tw_stencil_of(const int64_t *value)
{
    struct tw_stencil s = {.rows = (uint64_t)value[STENCIL_rows],
                           .cols = (uint64_t)value[STENCIL_cols],
                           .in_pitch = (uint64_t)value[STENCIL_in_pitch],
                           .out_pitch = (uint64_t)value[STENCIL_out_pitch],
                           .radius = (unsigned)value[STENCIL_radius],
                           .bytes = value[STENCIL_type] == STENCIL_FLOAT64 ? 8 : 4,
                           .block_x = (unsigned)value[STENCIL_BDIMX],
                           .block_y = (unsigned)value[STENCIL_BDIMY],
                           .vector = (unsigned)value[STENCIL_vector],
                           .height = (unsigned)value[STENCIL_height],
                           .unroll = (unsigned)value[STENCIL_unroll],
                           .stages = (unsigned)value[STENCIL_stages],
                           .line = value[STENCIL_shape] == STENCIL_LINE,
                           .star = value[STENCIL_shape] == STENCIL_STAR,
                           .marches = value[STENCIL_method] != STENCIL_SHARED,
                           .async = value[STENCIL_method] == STENCIL_ASYNC,
                           .given = value[STENCIL_scheme] == STENCIL_GIVEN,
                           .fixed = value[STENCIL_boundary] == STENCIL_FIXED,
                           .boundary = (enum tw_stencil_boundary)value[STENCIL_boundary],
                           .symmetry = (enum tw_stencil_symmetry)value[STENCIL_symmetry],
                           .where = (enum tw_stencil_coefficients)value[STENCIL_coefficients]};
    s.radius_y = s.line ? 0 : s.radius;
    s.reach = (s.radius + s.vector - 1) / s.vector;
    s.coefficients = count_coefficients(&s);
    s.taps = count_taps(&s);
    bool alone = value[STENCIL_method] == STENCIL_CACHE && (s.vector == 1 || s.cols == 1);
    s.own_first = s.symmetry == STENCIL_ANTISYMMETRIC && alone;
    if (s.async) tw_stencil_set_async(&s);
    set_tiles(&s);
    s.halo_pitch = s.halo_cols + (unsigned)value[STENCIL_IPAD];
    return s;
}

/* ---- what is possible ---- */

static bool accept_radius(const struct tw_stencil *s, struct tw_text *reason)
{
    unsigned most = s->line ? TW_STENCIL_LINE_MAX : TW_STENCIL_PLANE_MAX;
    if (s->radius == 0)
        return tw_refuse(reason, "radius must be at least 1: with 0 an element has no neighbours");
    if (s->radius <= most) return true;
    tw_text_addf(reason, "radius is %u; that of a %s is at most %u", s->radius,
                 s->line   ? "line"
                 : s->star ? "star"
                           : "box",
                 most);
    return false;
}

static bool accept_sizes(const struct tw_stencil *s, struct tw_text *reason)
{
    const uint64_t limit = (UINT64_C(1) << 48) / s->bytes;
    if (s->in_pitch < s->cols)
        return tw_refuse(reason, "in_pitch is less than cols: rows of the input would overlap");
    if (s->out_pitch < s->cols)
        return tw_refuse(reason, "out_pitch is less than cols: rows of the output would overlap");
    if (s->in_pitch > limit / s->rows || s->out_pitch > limit / s->rows)
        return tw_refuse(reason, "the matrices take more than 2^48 bytes");
    return true;
}

/* An index beyond an edge is brought back by one step, over the edge or mirrored at it; of fixed ones some are to be computed. */
static bool accept_boundary(const struct tw_stencil *s, struct tw_text *reason)
{
    static const char *const words[] = {"zero", "fixed", "periodic", "reflect"};
    const uint64_t least[] = {1, 2 * s->radius + 1, s->radius, s->radius + 1};
    uint64_t needed = least[s->boundary];
    bool narrow = s->cols < needed, low = !s->line && s->rows < needed;
    if (!narrow && !low) return true;
    tw_text_addf(
        reason, "radius is %u; %s with a %s boundary has at least %" PRIu64 " elements, not %" PRIu64,
        s->radius, narrow ? "a row" : "a column", words[s->boundary], needed, narrow ? s->cols : s->rows);
    return false;
}

static bool accept_coefficients(const struct tw_stencil *s, const int64_t *value, struct tw_text *reason)
{
    enum tw_stencil_scheme scheme = (enum tw_stencil_scheme)value[STENCIL_scheme];
    bool odd = s->symmetry == STENCIL_ANTISYMMETRIC;
    if (scheme == STENCIL_DERIVATIVE && !s->line)
        return tw_refuse(reason, "the scheme derivative needs a line");
    if (odd && !s->line) return tw_refuse(reason, "antisymmetric coefficients need a line");
    if (s->given && s->where == STENCIL_IMMEDIATE)
        return tw_refuse(reason, "immediate coefficients need a scheme, and none is named");
    if (s->given) return true;
    if (s->where != STENCIL_IMMEDIATE)
        return tw_refuse(reason, "the coefficients of a scheme are immediate, not an argument");
    if (scheme == STENCIL_LAPLACIAN && !s->line && !s->star)
        return tw_refuse(reason, "the scheme laplacian needs a line or a star");
    if (scheme == STENCIL_BINOMIAL && s->star)
        return tw_refuse(reason, "the scheme binomial needs a line or a box");
    if (odd != (scheme == STENCIL_DERIVATIVE) || s->symmetry == STENCIL_GENERAL)
        return tw_refuse(reason, scheme == STENCIL_DERIVATIVE ? "the scheme derivative is antisymmetric"
                                                              : "the scheme is symmetric");
    return true;
}

static bool accept_shared(const struct tw_stencil *s, struct tw_text *reason)
{
    uint64_t bytes = (uint64_t)s->halo_rows * s->halo_pitch * s->bytes;
    if (s->vector != 1 || s->height != 1 || s->unroll != 1 || s->stages != 1)
        return tw_refuse(reason, "a thread of the method shared has one element: vector, height, unroll and "
                                 "stages are 1");
    if (s->radius > s->block_x || s->radius_y > s->block_y) {
        tw_text_addf(reason, "radius is %u, more than the tile of %u rows and %u columns has", s->radius,
                     s->block_y, s->block_x);
        return false;
    }
    if (bytes > TW_STATIC_SHARED_LIMIT) {
        tw_text_addf(reason,
                     "the tile with its halo takes %" PRIu64
                     " bytes; static shared memory has at most %u (48 KB)",
                     bytes, TW_STATIC_SHARED_LIMIT);
        return false;
    }
    return true;
}

static bool accept_vector(const struct tw_stencil *s, const int64_t *value, struct tw_text *reason)
{
    if (s->vector == 3 || s->vector * s->bytes > 16) {
        tw_text_addf(reason, "vector is %u; a thread loads 1, 2 or 4 elements and at most 16 bytes",
                     s->vector);
        return false;
    }
    if (!s->async && !tw_stencil_divides(value, s->vector)) {
        tw_text_addf(reason,
                     "vector is %u, and rows do not begin at multiples of it: the pitches are %" PRIu64
                     " and %" PRIu64,
                     s->vector, s->in_pitch, s->out_pitch);
        return false;
    }
    if (!tw_stencil_fits_borders(value, s->vector)) {
        tw_text_addf(reason, "vector is %u, but between its fixed borders a row has fewer elements, %" PRIu64,
                     s->vector, s->cols - 2 * s->radius);
        return false;
    }
    return true;
}

static bool accept_ring(const struct tw_stencil *s, struct tw_text *reason)
{
    uint64_t bytes = (uint64_t)s->slots * tw_stencil_slot_vectors(s) * 16;
    if (s->vector * s->bytes != 16 || s->block_y != 1 || s->stages < 2)
        return tw_refuse(reason, "the method async copies vectors of 16 bytes by blocks with a BDIMY of 1 "
                                 "in at least 2 stages");
    if (s->cols < s->vector)
        return tw_refuse(reason, "the method async copies vectors of 16 bytes, and a row has fewer");
    if (s->height % s->period || s->unroll % s->period) {
        tw_text_addf(
            reason, "rows of these pitches begin alike after every %u; height and unroll are multiples of it",
            s->period);
        return false;
    }
    if (s->halo_left + s->halo_right >= s->block_x) {
        tw_text_addf(reason,
                     "radius is %u; BDIMX = %u threads, which copy a vector each, do not reach so far",
                     s->radius, s->block_x);
        return false;
    }
    if (bytes <= TW_STATIC_SHARED_LIMIT) return true;
    tw_text_addf(reason,
                 "the ring of rows takes %" PRIu64 " bytes; static shared memory has at most %u (48 KB)",
                 bytes, TW_STATIC_SHARED_LIMIT);
    return false;
}

static bool accept_march(const struct tw_stencil *s, const int64_t *value, struct tw_text *reason)
{
    if (!accept_vector(s, value, reason)) return false;
    if (s->block_x % TW_WARP) {
        tw_text_addf(reason, "BDIMX is %u; a warp lies along a row, so it is a multiple of %u", s->block_x,
                     TW_WARP);
        return false;
    }
    if (s->where == STENCIL_DIVERGENT)
        return tw_refuse(reason,
                         "divergent coefficients need the method shared, whose tile a thread may index");
    if (value[STENCIL_IPAD])
        return tw_refuse(reason, "IPAD pads the tile of the method shared; there is none");
    if (value[STENCIL_method] == STENCIL_SHUFFLE && s->reach > TW_WARP / 2) {
        tw_text_addf(reason, "radius is %u: neighbours lie up to %u lanes away, and shuffle reaches %u",
                     s->radius, s->reach, TW_WARP / 2);
        return false;
    }
    if (s->async) return accept_ring(s, reason);
    if (s->stages != 1) return tw_refuse(reason, "only the method async has stages; others have one");
    if (s->line && s->height % s->unroll)
        return tw_refuse(
            reason, "height must be a multiple of unroll: a thread loads unroll vectors of a line together");
    return true;
}

static bool accept_launch(const struct tw_stencil *s, struct tw_text *reason)
{
    if (s->block_x * s->block_y > TW_MAX_BLOCK_THREADS) {
        tw_text_addf(reason, "a block of %u x %u has more than %u threads", s->block_x, s->block_y,
                     TW_MAX_BLOCK_THREADS);
        return false;
    }
    if (s->tiles_x > (uint64_t)BLOCKS_MAX / s->tiles_y)
        return tw_refuse(reason, "the grid has more than 2147483647 blocks");
    return true;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    struct tw_stencil s = tw_stencil_of(value);
    (void)target;
    if (s.where == STENCIL_DIVERGENT && (!s.line || s.symmetry == STENCIL_SYMMETRIC))
        return tw_refuse(reason, "divergent coefficients need a general or antisymmetric line");
    return accept_radius(&s, reason) && accept_sizes(&s, reason) && accept_boundary(&s, reason) &&
           accept_coefficients(&s, value, reason) &&
           (s.marches ? accept_march(&s, value, reason) : accept_shared(&s, reason)) &&
           accept_launch(&s, reason);
}

/* With single elements. A second module would have a second symbol to be set, so a kernel with one takes aligned pointers alone. */
static bool relax(int64_t *value)
{
    bool symbol = value[STENCIL_coefficients] == STENCIL_CONSTANT;
    bool wide = value[STENCIL_vector] > 1 && !symbol;
    value[STENCIL_vector] = 1;
    if (value[STENCIL_method] == STENCIL_ASYNC) {
        value[STENCIL_method] = STENCIL_SHUFFLE;
        value[STENCIL_unroll] = value[STENCIL_stages] = 1;
    }
    if (value[STENCIL_method] == STENCIL_SHUFFLE && value[STENCIL_radius] > TW_WARP / 2)
        value[STENCIL_method] = STENCIL_CACHE;
    return wide;
}

/* ---- shape ---- */

static enum tw_element element(const struct tw_stencil *s)
{
    return s->bytes == 8 ? TW_FLOAT64 : TW_FLOAT32;
}

static void shape_arguments(const struct tw_stencil *s, struct tw_shape *shape)
{
    tw_shape_add_argument(shape, (struct tw_argument){.name = "in",
                                                      .role = TW_ROLE_INPUT,
                                                      .before = TW_BEFORE_GIVEN,
                                                      .element = element(s),
                                                      .count = (s->rows - 1) * s->in_pitch + s->cols,
                                                      .align = s->vector * s->bytes});
    tw_shape_add_argument(shape, (struct tw_argument){.name = "out",
                                                      .role = TW_ROLE_OUTPUT,
                                                      .before = TW_BEFORE_ANY,
                                                      .element = element(s),
                                                      .count = (s->rows - 1) * s->out_pitch + s->cols,
                                                      .align = s->vector * s->bytes});
    if (!s->given) return;
    tw_shape_add_argument(shape,
                          (struct tw_argument){.name = "coefficients",
                                               .kind = s->where == STENCIL_READONLY ? TW_BUFFER : TW_SYMBOL,
                                               .role = TW_ROLE_INPUT,
                                               .before = TW_BEFORE_GIVEN,
                                               .element = element(s),
                                               .count = s->coefficients,
                                               .align = s->bytes});
}

static void shape_launch(const struct tw_stencil *s, struct tw_shape *shape)
{
    uint32_t shared = s->async     ? s->slots * tw_stencil_slot_vectors(s) * 16
                      : s->marches ? 0
                                   : s->halo_rows * s->halo_pitch * s->bytes;
    tw_shape_add_launch(
        shape, (struct tw_launch){.suffix = "",
                                  .grid = {(uint32_t)(s->tiles_x * s->tiles_y), 1, 1},
                                  .block = {s->block_x, s->block_y, 1},
                                  .shared_bytes = shared,
                                  .carveout = -1,
                                  .argument = (unsigned[]){STENCIL_IN, STENCIL_OUT, STENCIL_COEFFICIENTS},
                                  .argument_count = s->where == STENCIL_READONLY ? 3 : 2});
}

/* The product of a coefficient, that coefficient's own rounding, what shares it added up before, and the sum of products. */
static uint64_t chain(const struct tw_stencil *s)
{
    unsigned r = s->radius, side = 2 * r + 1;
    bool pairs = s->symmetry != STENCIL_GENERAL;
    unsigned sums = !pairs                                 ? s->taps
                    : s->symmetry == STENCIL_ANTISYMMETRIC ? r
                    : s->line                              ? r + 1
                    : s->star                              ? 3 * r + 1
                                                           : side * (r + 1);
    return 1 + !s->given + pairs + sums;
}

static struct tw_rows lines(const struct tw_stencil *s, uint64_t pitch)
{
    return (struct tw_rows){.lines = s->rows, .pitch = pitch * s->bytes, .length = s->cols * s->bytes};
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    struct tw_stencil s = tw_stencil_of(value);
    shape_arguments(&s, shape);
    shape_launch(&s, shape);
    uint64_t elements = s.rows * s.cols;
    const struct tw_rows input = lines(&s, s.in_pitch), output = lines(&s, s.out_pitch);
    shape->work.elements = elements;
    shape->work.bytes = 2 * elements * s.bytes + (s.given ? s.coefficients * s.bytes : 0);
    shape->work.operations = 2 * elements * s.taps;
    tw_work_reads(&shape->work, &input);
    tw_work_writes(&shape->work, &output);
    shape->chain = chain(&s);
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("cols": 1000, "type": "float32", "radius": 2),
    {
     {"line", TW_MEMBERS(),
      "a row, and what is chosen for it"},
     {"methods", TW_MEMBERS("method": ["shared", "cache", "shuffle"]),
      "where the neighbours are found"},
     {"laplacian", TW_MEMBERS("shape": "star", "scheme": "laplacian", "rows": 40, "cols": 100),
      "coefficients of a scheme"},
     {"blur", TW_MEMBERS("shape": "box", "rows": 40, "cols": 100, "boundary": "reflect"),
      "all neighbours around"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_stencil = {
    .name = "stencil",
    .template_name = "stencil.cu.mustache",
    .help = "weighted sums of neighbours: lines, stars and boxes with coefficients given or of a scheme",
    .fields = fields,
    .field_count = STENCIL_FIELD_COUNT,
    .starter = &starter,
    .cost = TW_COST_TRAFFIC,
    .resolve = tw_stencil_resolve,
    .candidates = tw_stencil_candidates,
    .accept = accept,
    .relax = relax,
    .shape = shape,
    .describe = tw_stencil_describe,
    .tile = tw_stencil_tile,
    .accesses = tw_stencil_accesses,
    .addresses = tw_stencil_addresses,
    .predict = tw_stencil_predict,
};
