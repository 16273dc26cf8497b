/*
 * net.c - fits the networks of tools/fit/fit_net.py, which builds and runs it, on one core:
 *
 *     net TASK WEIGHTS
 *
 * TASK holds, without gaps: int32 inputs of a network, numbers of its first and second layer (multiples of 16), networks, epochs;
 * float rate, decay; int64 variants, problems; int64 where the variants of each problem begin, and where the last ones end; float,
 * for each variant, what it is worth, its share, and how much slower it is than the best; float, for each problem, the part of
 * shares, and how much it counts that shares go to slower ones; float, for each network, the weights from which it begins, and
 * those to which decay draws it back; float, for each variant, the inputs. WEIGHTS are the weights in the end. What all of this is
 * for is said where it is written. The same task gives the same weights, on one kind of machine.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANES         16
#define BATCH         64 /* problems that are looked at together */
#define FIRST_MOMENT  .9f
#define SECOND_MOMENT .999f

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4)));

struct task {
    int32_t inputs, first, second, networks, epochs;
    float rate, decay;
    int64_t variants, problems;
    int64_t *begin;
    float *worth, *share, *slower; /* of variants */
    float *part, *far;             /* of problems */
    float *weight, *home;          /* of networks */
    float *input;                  /* [variant][input] */
    size_t weights;                /* of a network */
};

/* What is made of the variants of a batch. */
struct pass {
    size_t rows;
    float *input, *first, *second, *score;     /* going on */
    float *error, *second_error, *first_error; /* coming back */
    float *gradient, *turned, *mean, *square;  /* of weights; of networks */
};

/* A network's weights, or their gradient. */
struct parts {
    float *first, *first_bias, *second, *second_bias, *last, *last_bias;
};

static void fail(const char *what)
{
    fprintf(stderr, "net: %s\n", what);
    exit(1);
}

static void *room(size_t count, size_t each)
{
    void *found = calloc(count ? count : 1, each);
    if (!found) fail("out of memory");
    return found;
}

static float *floats(size_t count)
{
    return (float *)room(count, sizeof(float));
}

static void take(FILE *file, void *to, size_t each, size_t count)
{
    if (fread(to, each, count, file) != count) fail("the task ends too early");
}

static float *taken(FILE *file, size_t count)
{
    float *found = floats(count);
    take(file, found, sizeof *found, count);
    return found;
}

static struct task read_task(const char *path)
{
    struct task t = {0};
    FILE *file = fopen(path, "rb");
    if (!file) fail("no task");
    take(file, &t.inputs, sizeof t.inputs, 5); /* these follow each other, as do the next */
    take(file, &t.rate, sizeof t.rate, 2);
    take(file, &t.variants, sizeof t.variants, 2);
    if (t.first % LANES || t.second % LANES) fail("layers have multiples of 16 numbers");
    size_t variants = (size_t)t.variants, problems = (size_t)t.problems;
    t.weights = (size_t)(t.inputs + 1) * (size_t)t.first + (size_t)(t.first + 1) * (size_t)t.second +
                (size_t)t.second + 1;
    t.begin = (int64_t *)room(problems + 1, sizeof *t.begin);
    take(file, t.begin, sizeof *t.begin, problems + 1);
    t.worth = taken(file, variants);
    t.share = taken(file, variants);
    t.slower = taken(file, variants);
    t.part = taken(file, problems);
    t.far = taken(file, problems);
    t.weight = taken(file, t.weights * (size_t)t.networks);
    t.home = taken(file, t.weights * (size_t)t.networks);
    t.input = taken(file, variants * (size_t)t.inputs);
    fclose(file);
    return t;
}

/* The next random number of a state. */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static void shuffle(int64_t *order, int64_t count, uint64_t *state)
{
    for (int64_t i = count - 1; i > 0; i--) {
        int64_t other = (int64_t)(next(state) % (uint64_t)(i + 1)), own = order[i];
        order[i] = order[other];
        order[other] = own;
    }
}

/* ---- products of matrices ---- */

/* out += a b, of a few rows and columns; a has its numbers `down` and `along` apart, the others have `width` in a row. */
static inline __attribute__((always_inline)) void block(int rows, int columns, int depth, const float *a,
                                                        int down, int along, const float *b, float *out,
                                                        int width)
{
    lanes sum[6][4];
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) sum[r][c] = *(const lanes *)(out + r * width + LANES * c);
    }
    for (int k = 0; k < depth; k++) {
        lanes line[4];
        for (int c = 0; c < columns; c++)
            line[c] = *(const lanes *)(b + (size_t)k * (size_t)width + LANES * c);
        for (int r = 0; r < rows; r++) {
            lanes own = (lanes){0} + a[(size_t)r * (size_t)down + (size_t)k * (size_t)along];
            for (int c = 0; c < columns; c++) sum[r][c] += own * line[c];
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) *(lanes *)(out + r * width + LANES * c) = sum[r][c];
    }
}

static inline __attribute__((always_inline)) void strip(int columns, int rows, int depth, const float *a,
                                                        int down, int along, const float *b, float *out,
                                                        int width)
{
    int r = 0;
    for (; r + 6 <= rows; r += 6)
        block(6, columns, depth, a + (size_t)r * (size_t)down, down, along, b,
              out + (size_t)r * (size_t)width, width);
    for (; r < rows; r++)
        block(1, columns, depth, a + (size_t)r * (size_t)down, down, along, b,
              out + (size_t)r * (size_t)width, width);
}

static void multiply(int rows, int width, int depth, const float *a, int down, int along, const float *b,
                     float *out)
{
    int column = 0;
    for (; column + 4 * LANES <= width; column += 4 * LANES)
        strip(4, rows, depth, a, down, along, b + column, out + column, width);
    for (; column + 2 * LANES <= width; column += 2 * LANES)
        strip(2, rows, depth, a, down, along, b + column, out + column, width);
    for (; column < width; column += LANES)
        strip(1, rows, depth, a, down, along, b + column, out + column, width);
}

/* ---- a network ---- */

static struct parts parts_of(const struct task *t, float *weight)
{
    struct parts p = {.first = weight};
    p.first_bias = p.first + (size_t)t->inputs * (size_t)t->first;
    p.second = p.first_bias + t->first;
    p.second_bias = p.second + (size_t)t->first * (size_t)t->second;
    p.last = p.second_bias + t->second;
    p.last_bias = p.last + t->second;
    return p;
}

/* out = what is positive of in weight + bias */
static void layer(size_t rows, int inputs, int outputs, const float *in, const float *weight,
                  const float *bias, float *out)
{
    size_t all = rows * (size_t)outputs;
    for (size_t i = 0; i < rows; i++) memcpy(out + i * (size_t)outputs, bias, (size_t)outputs * sizeof *out);
    multiply((int)rows, outputs, inputs, in, inputs, 1, weight, out);
    for (size_t i = 0; i < all; i++) out[i] = out[i] > 0 ? out[i] : 0;
}

static void go_on(const struct task *t, const struct parts *p, struct pass *pass)
{
    layer(pass->rows, t->inputs, t->first, pass->input, p->first, p->first_bias, pass->first);
    layer(pass->rows, t->first, t->second, pass->first, p->second, p->second_bias, pass->second);
    for (size_t i = 0; i < pass->rows; i++) {
        const float *own = pass->second + i * (size_t)t->second;
        float sum = *p->last_bias;
        for (int o = 0; o < t->second; o++) sum += own[o] * p->last[o];
        pass->score[i] = sum;
    }
}

/* What softmax gives the variants of a problem less what it is to give, and how much further off each is than what it gives on average. */
static void errors_of(const struct task *t, int64_t problem, const float *score, float *error, int64_t among)
{
    int64_t begin = t->begin[problem], count = t->begin[problem + 1] - begin;
    const float *worth = t->worth + begin, *share = t->share + begin, *slower = t->slower + begin;
    float most = score[0], all = 0, worths = 1e-9f, shares = 1e-9f, off = 0, part = t->part[problem];
    for (int64_t i = 1; i < count; i++) most = score[i] > most ? score[i] : most;
    for (int64_t i = 0; i < count; i++) all += error[i] = expf(score[i] - most);
    for (int64_t i = 0; i < count; i++) {
        error[i] /= all;
        worths += error[i] * worth[i];
        shares += share[i];
        off += error[i] * slower[i];
    }
    for (int64_t i = 0; i < count; i++) {
        float own = error[i], wanted = (1 - part) * own * worth[i] / worths + part * share[i] / shares;
        error[i] = (own - wanted + t->far[problem] * own * (slower[i] - off)) / (float)among;
    }
}

/* The gradient of the second and the last layer, and the error of what the first one gave. */
static void come_back_to_first(const struct task *t, const struct parts *p, const struct parts *g,
                               struct pass *pass)
{
    size_t second = (size_t)t->second, first = (size_t)t->first;
    for (size_t i = 0; i < pass->rows; i++) {
        const float *own = pass->second + i * second;
        float error = pass->error[i], *to = pass->second_error + i * second;
        *g->last_bias += error;
        for (size_t o = 0; o < second; o++) {
            g->last[o] += error * own[o];
            to[o] = own[o] > 0 ? error * p->last[o] : 0;
            g->second_bias[o] += to[o];
        }
    }
    multiply(t->first, t->second, (int)pass->rows, pass->first, 1, t->first, pass->second_error, g->second);
    for (size_t i = 0; i < first; i++) {
        for (size_t o = 0; o < second; o++) pass->turned[o * first + i] = p->second[i * second + o];
    }
    memset(pass->first_error, 0, pass->rows * first * sizeof *pass->first_error);
    multiply((int)pass->rows, t->first, t->second, pass->second_error, t->second, 1, pass->turned,
             pass->first_error);
}

static void come_back(const struct task *t, const struct parts *p, struct pass *pass)
{
    const struct parts g = parts_of(t, pass->gradient);
    size_t first = (size_t)t->first;
    memset(pass->gradient, 0, t->weights * sizeof *pass->gradient);
    come_back_to_first(t, p, &g, pass);
    for (size_t i = 0; i < pass->rows; i++) {
        for (size_t o = 0; o < first; o++) {
            float error = pass->first[i * first + o] > 0 ? pass->first_error[i * first + o] : 0;
            pass->first_error[i * first + o] = error;
            g.first_bias[o] += error;
        }
    }
    multiply(t->inputs, t->first, (int)pass->rows, pass->input, 1, t->inputs, pass->first_error, g.first);
}

/* Adam, with decay towards home. */
static void move(const struct task *t, int network, const struct pass *pass, int64_t step, int64_t steps)
{
    size_t at = (size_t)network * t->weights;
    float *weight = t->weight + at, *home = t->home + at, *mean = pass->mean + at,
          *square = pass->square + at;
    float rate = (float)(t->rate / 2 * (1 + cos(acos(-1) * (double)step / (double)steps)));
    float of_mean = (float)(1 / (1 - pow(FIRST_MOMENT, (double)step))),
          of_square = (float)(1 / (1 - pow(SECOND_MOMENT, (double)step)));
    for (size_t i = 0; i < t->weights; i++) {
        float slope = pass->gradient[i];
        mean[i] = FIRST_MOMENT * mean[i] + (1 - FIRST_MOMENT) * slope;
        square[i] = SECOND_MOMENT * square[i] + (1 - SECOND_MOMENT) * slope * slope;
        weight[i] -= rate * (t->decay * (weight[i] - home[i]) +
                             mean[i] * of_mean / (sqrtf(square[i] * of_square) + 1e-8f));
    }
}

/* ---- all of them ---- */

static void gather(const struct task *t, const int64_t *problem, int64_t count, struct pass *pass)
{
    size_t inputs = (size_t)t->inputs;
    pass->rows = 0;
    for (int64_t i = 0; i < count; i++) {
        size_t begin = (size_t)t->begin[problem[i]], own = (size_t)t->begin[problem[i] + 1] - begin;
        memcpy(pass->input + pass->rows * inputs, t->input + begin * inputs, own * inputs * sizeof(float));
        pass->rows += own;
    }
}

static void look_at(const struct task *t, const int64_t *problem, int64_t count, struct pass *pass,
                    int64_t step, int64_t steps)
{
    gather(t, problem, count, pass);
    for (int network = 0; network < t->networks; network++) {
        const struct parts p = parts_of(t, t->weight + (size_t)network * t->weights);
        go_on(t, &p, pass);
        for (int64_t i = 0, row = 0; i < count; i++) {
            errors_of(t, problem[i], pass->score + row, pass->error + row, count);
            row += t->begin[problem[i] + 1] - t->begin[problem[i]];
        }
        come_back(t, &p, pass);
        move(t, network, pass, step, steps);
    }
}

static struct pass room_for(const struct task *t)
{
    size_t most = 0, first = (size_t)t->first, second = (size_t)t->second;
    for (int64_t i = 0; i < t->problems; i++) {
        size_t own = (size_t)(t->begin[i + 1] - t->begin[i]);
        most = own > most ? own : most;
    }
    most *= BATCH;
    return (struct pass){.input = floats(most * (size_t)t->inputs),
                         .first = floats(most * first),
                         .second = floats(most * second),
                         .score = floats(most),
                         .error = floats(most),
                         .second_error = floats(most * second),
                         .first_error = floats(most * first),
                         .gradient = floats(t->weights),
                         .turned = floats(first * second),
                         .mean = floats(t->weights * (size_t)t->networks),
                         .square = floats(t->weights * (size_t)t->networks)};
}

static void fit(const struct task *t)
{
    int64_t batches = (t->problems + BATCH - 1) / BATCH, steps = batches * t->epochs, step = 0;
    int64_t *order = (int64_t *)room((size_t)t->problems, sizeof *order);
    struct pass pass = room_for(t);
    uint64_t random = 1;
    for (int64_t i = 0; i < t->problems; i++) order[i] = i;
    while (step < steps) {
        int64_t first = step % batches * BATCH, rest = t->problems - first;
        if (first == 0) shuffle(order, t->problems, &random);
        step++;
        look_at(t, order + first, rest < BATCH ? rest : BATCH, &pass, step, steps);
    }
}

int main(int count, char **word)
{
    if (count != 3) fail("TASK WEIGHTS");
    const struct task t = read_task(word[1]);
    size_t all = t.weights * (size_t)t.networks;
    FILE *file = fopen(word[2], "wb");
    if (!file) fail("no place for the weights");
    fit(&t);
    if (fwrite(t.weight, sizeof *t.weight, all, file) != all || fclose(file))
        fail("the weights were not written");
    return 0;
}
