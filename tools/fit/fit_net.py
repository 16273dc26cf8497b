#!/usr/bin/env python3
"""Fits gen/choice/models/transpose-model.json, by which transposes are chosen (gen/choice/net.h), to measured times.

    bench_regret --seed N --count M --dump times.jsonl     on the GPU, as often as wanted
    tools/fit/fit_net.py times.jsonl... >gen/choice/models/transpose-model.json
    tools/fit/fit_net.py --from gen/choice/models/transpose-model.json times.jsonl... >better.json
    tools/fit/fit_net.py --from better.json --judge others.jsonl
    tools/fit/fit_net.py --from better.json --round times.jsonl... others.jsonl... >rounded.json

Needs numpy and a C compiler, which builds the part that takes the time (tools/fit/trainer/net.c): a minute or two for six networks
and 95,000 times, on one core. Each line of a dump, which may be packed (.gz, .xz), is a problem with its variants and their
times; the program BENCH_REGRET (build/bench/bench_regret) makes their features (gen/families/NAME/features.c). The model is the
sum of networks that are fitted alike from different beginnings. What a network makes of the variants of a problem is turned
into shares of one (softmax). They are fitted so that most of them go to variants within 3 % of the best, or at least within 10
%, no matter to which (the logarithm of what the shares are worth together), less strongly (PART of it), to shares that fall with the time: e
times less for each TAU that a variant is slower, and so that few go to variants that are far off (how much slower, by the
shares). So what counts is which of a problem's variants are good, and not what the problem takes. With --check the networks are
also fitted on four fifths of the problems and tried on the others, five times, and the regret is printed: how far the first is
from the best that was measured.

Weights are written with the fewest digits that change no choice in the problems of the files. With --round nothing is fitted: only
the weights of the model of --from are rounded so.

With --from the networks begin as those of a model, which may know fewer features (they are the first of these), and stay near them:
for times that add to what that model was fitted to and are not enough by themselves; with --part .5 they go half of the way. Without times it stays as it is. --judge says
of each such file of problems how far the first is from the best. What is fitted is the same whenever it is done on the same machine
with the same libraries.

With --drawn N the networks then go on, beside those times, to shares of the ways of N problems of the family that are drawn and
that nobody has timed: what the networks and decision trees fitted to the same times hold of them together. Trees are wrong in
other places. That needs lightgbm.

DEVICE in tools/fit/fitting.py says on what was measured: edit it first.
"""
import argparse
import functools
import json
import os
import struct
import subprocess
import tempfile

import numpy

from fitting import DEVICE, NOISE, PROGRAM, Measured, fewest, read, regrets, report, rounded, write

NETWORKS, HIDDEN = 6, (128, 96)
EPOCHS = 60
FAR, WORST = 10, .7   # how much counts that shares go to slower variants; a logarithm of times, what is slower is as bad
RATE, DECAY = 2e-3, .01   # of Adam, at first: it falls to nothing as half a cosine; of the weights, by the rate, or of what moved them
WORTH = ((.6, .03, .006), (.4, .10, .02))   # of a variant: so much within so much of the best, falling off over so much
PART, TAU = .3, .02   # of the shares that fall with the time: their part in what is fitted to; logarithm of a time
LIMIT = 4       # as gen/choice/net.h has it
FOLDS = 5
ROWS = 16384    # variants that are looked at together
SEED = 20261124 # of drawn problems, which nothing is to be judged by
TREES = ((400, {"num_leaves": 255, "learning_rate": .08, "min_data_in_leaf": 8}),
         (600, {"num_leaves": 255, "learning_rate": .1, "min_data_in_leaf": 5, "extra_trees": True}))
WEIGHT = 100    # of each kind of trees beside the sum of the networks
TAUGHT = 16, 1.5e-3, .001   # looks at all of it, rate and decay


def extents(problems):
    """Where the variants of each problem begin, and how many there are."""
    begin = numpy.concatenate(([0], numpy.flatnonzero(numpy.diff(problems)) + 1, [len(problems)]))
    return begin[:-1], numpy.diff(begin)


def merits(times, begin, count):
    """Three rows: what each variant is worth, e times less for each TAU that it is slower, and the logarithm of how much slower it is."""
    best = numpy.repeat(numpy.minimum.reduceat(times, begin), count)
    slower = numpy.maximum(times - NOISE / 2, best) / best - 1
    worth = sum(part / (1 + numpy.exp(numpy.minimum((slower - within) / width, 50))) for part, within, width in WORTH)
    slower = numpy.log1p(slower)
    return numpy.array([worth, numpy.exp(-numpy.minimum(slower, .5) / TAU), numpy.minimum(slower, WORST)], numpy.float32)


def sizes(inputs):
    widths = (inputs,) + HIDDEN + (1,)
    return list(zip(widths, widths[1:]))


def fresh(inputs):
    """The weights of NETWORKS networks, a row for each: of every layer those of each input, then one for each output."""
    rows = []
    for network in range(NETWORKS):
        random = numpy.random.default_rng(network)
        rows.append(numpy.concatenate([part for a, b in sizes(inputs)
                                       for part in (random.normal(0, (2 / a) ** .5, a * b), numpy.zeros(b))]))
    return numpy.array(rows, numpy.float32)


def taken_over(model, inputs):
    """The weights of a model's networks; what it knows nothing of counts for nothing."""
    known = len(model["mean"])
    weights = numpy.array(model["weight"], numpy.float32).reshape(model["networks"], -1)
    more = numpy.zeros((len(weights), (inputs - known) * model["outputs"][0]), numpy.float32)
    at = known * model["outputs"][0]
    return numpy.concatenate([weights[:, :at], more, weights[:, at:]], 1)


def layers(weights, inputs):
    """Views of a network's layers: [input, output] and [output]."""
    at = 0
    for a, b in sizes(inputs):
        yield weights[at:at + a * b].reshape(a, b), weights[at + a * b:at + a * b + b]
        at += a * b + b


def values(weights, inputs):
    """What a network makes of inputs [row, feature]."""
    for number, (weight, bias) in enumerate(layers(weights, inputs.shape[-1])):
        inputs = inputs @ weight + bias
        inputs = numpy.maximum(inputs, 0) if number < len(HIDDEN) else inputs
    return inputs[:, 0]


def scores(weights, inputs):
    """The sum over networks."""
    return sum(numpy.concatenate([values(network, inputs[i:i + ROWS]) for i in range(0, len(inputs), ROWS)]) for network in weights)


@functools.cache
def trainer():
    """The program that moves weights, built."""
    program = os.path.join(tempfile.mkdtemp(), "net")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "trainer", "net.c")
    subprocess.run([os.environ.get("CC", "cc"), "-O3", "-march=native", "-ffast-math", "-o", program, source, "-lm"], check=True)
    return program


def moved(task, start, home, epochs, rate, decay):
    """The weights after so many looks at all problems of a task."""
    inputs, merit, count, part, far = task
    some = count > 1   # the others say nothing
    rows = numpy.repeat(some, count)
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("task", "weights")]
        with open(paths[0], "wb") as file:
            file.write(struct.pack("=5i2f2q", inputs.shape[1], *HIDDEN, len(start), epochs, rate, decay, rows.sum(), some.sum()))
            file.write(numpy.concatenate(([0], numpy.cumsum(count[some]))).astype(numpy.int64).tobytes())
            for numbers in (merit[:, rows], part[some], far[some], start, home, inputs[rows]):
                file.write(numpy.ascontiguousarray(numbers, numpy.float32).tobytes())
        subprocess.run([trainer(), *paths], check=True)
        return numpy.fromfile(paths[1], numpy.float32).reshape(len(start), -1)


def task_of(measured):
    """What is to be made of measured variants: inputs, merits, and for each problem how many variants, the part of shares and FAR."""
    begin, count = extents(measured.problems)
    every = numpy.ones(len(count), numpy.float32)
    return measured.features, merits(measured.times, begin, count), count, PART * every, FAR * every


def fit(measured, start, tuned):
    """Networks that begin as `start`. Networks that were fitted before, and are tuned, are drawn back to where they were."""
    return moved(task_of(measured), start, start * bool(tuned), EPOCHS, RATE, DECAY)


def of_problems(measured, chosen):
    """What was measured of the problems whose group is chosen."""
    rows = chosen(measured.groups)
    return Measured(*(numbers[rows] for numbers in measured))


def check(measured, start, tuned):
    found = []
    for fold in range(FOLDS):
        weights = fit(of_problems(measured, lambda group: group % FOLDS != fold), start, tuned)
        other = of_problems(measured, lambda group: group % FOLDS == fold)
        found += regrets(scores(weights, other.features), other.times, other.problems)
    report("cross-validation", found)


# ---- what networks and trees together hold of problems that nobody has timed ----

def drawn(family, count):
    """The features of the ways of problems, and how many each problem has."""
    choose = [PROGRAM, "--family", family]
    text = subprocess.run([*choose, "--seed", str(SEED), "--count", str(count), "--untimed", "--dump", "/dev/stdout"],
                          stdout=subprocess.PIPE, check=True).stdout
    made = subprocess.run([*choose, "--features", "-"], input=text, stdout=subprocess.PIPE, check=True).stdout
    ways = numpy.array([len(json.loads(line)["variants"]) for line in text.splitlines()])
    return numpy.frombuffer(made, numpy.float32).reshape(ways.sum(), -1), ways


def trees(features, merit):
    """Sums of trees that are fitted to the root of how much slower each variant is; the more, the better."""
    import lightgbm
    common = {"verbosity": -1, "num_threads": 1, "seed": 1, "deterministic": True, "force_row_wise": True, "max_bin": 127,
              "feature_pre_filter": False, "feature_fraction": .5, "bagging_fraction": .7, "bagging_freq": 1, "objective": "regression"}
    times = lightgbm.Dataset(features, -numpy.sqrt(merit[2] + .01), params=common, free_raw_data=False)
    return [lightgbm.train({**common, **kind}, times, rounds) for rounds, kind in TREES]


def taught(measured, raw, family, count, weights, scale):
    """Networks that go on from those of the weights, fitted also to what these and trees hold of drawn problems."""
    task = task_of(measured)
    ways, each = drawn(family, count)
    inputs = scale(ways)
    held = scores(weights, inputs) + WEIGHT * sum(kind.predict(ways, num_threads=1) for kind in trees(raw, task[1]))
    begin = numpy.cumsum(each) - each
    share = numpy.exp((held - numpy.repeat(numpy.maximum.reduceat(held, begin), each)) / len(weights))
    merit = numpy.array([0 * share, share, 0 * share], numpy.float32)
    every = numpy.ones(len(each), numpy.float32)
    both = [numpy.concatenate(pair, axis) for pair, axis in zip(zip(task, (inputs, merit, each, every, 0 * every)), (0, 1, 0, 0, 0))]
    return moved(both, weights, weights, *TAUGHT)


def scaling(features, model):
    """What is taken off each feature, and what it is multiplied by: as the model has it, where it knows the feature."""
    is_yes_or_no = ((features == 0) | (features == 1)).all(0)
    never_differs = numpy.ptp(features, 0) == 0
    mean = numpy.where(is_yes_or_no, 0, features.mean(0))
    scale = numpy.where(is_yes_or_no, 1, numpy.where(never_differs, 1e-9, 1 / (features.std(0) + 1e-9)))
    known = len(model["mean"]) if model else 0
    if model:
        mean[:known], scale[:known] = model["mean"], model["scale"]
    return numpy.vectorize(rounded)(mean), numpy.vectorize(rounded)(scale)


def inputs_of(features, mean, scale):
    return numpy.clip((features - mean) * scale, -LIMIT, LIMIT).astype(numpy.float32)


def judge(path, weights, scale):
    measured = read([path])
    report(path, list(regrets(scores(weights, scale(measured.features)), measured.times, measured.problems)))


def what_over(raw, model, drawn_ones):
    """What networks were fitted to, in words."""
    before = f", tuned from those of {model['how'].split(': ')[-1]}" if model else ""
    beside = f", and over what trees hold of {drawn_ones} others" if drawn_ones else ""
    return f"over the times of {len(raw.times)} variants of {raw.problems.max() + 1} random problems{beside}{before}"


def model_of(weights, mean, scale, over):
    """The model, its weights aside."""
    return {**DEVICE, "how": f"tools/fit/fit_net.py: {len(weights)} networks {over}",
            "networks": len(weights), "outputs": list(HIDDEN) + [1], "mean": list(mean), "scale": list(scale)}


def short_weights(weights, measured):
    """The weights of all networks in one row, rounded."""
    def scores_of(numbers):
        return scores(numpy.array(numbers, numpy.float32).reshape(weights.shape), measured.features)

    return fewest(weights.ravel().tolist(), scores_of, measured.problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--from", dest="model")
    parser.add_argument("--part", type=float, default=1, help="of the way from the networks of --from to tuned ones")
    parser.add_argument("--round", action="store_true", help="the weights of --from, which stay as they are")
    parser.add_argument("--judge", action="append", default=[])
    parser.add_argument("--drawn", type=int, default=0)
    parser.add_argument("--family", default="transpose", help="of drawn problems")
    options = parser.parse_args()
    if options.round and not (options.times and options.model):
        parser.error("a model to round, and times")
    if not options.times and not (options.model and options.judge):
        parser.error("times to fit to, or a model to judge")
    model = json.load(open(options.model, encoding="utf-8")) if options.model else None
    raw = read(options.times) if options.times else None
    mean, scale = scaling(raw.features, model) if raw else (numpy.array(model["mean"]), numpy.array(model["scale"]))

    def scaled(features):
        return inputs_of(features[:, :len(mean)], mean, scale)

    weights = taken_over(model, len(mean)) if model else fresh(len(mean))
    if raw:
        measured = raw._replace(features=scaled(raw.features))
        if options.check:
            check(measured, weights, bool(model))
        if not options.round:
            weights += numpy.float32(options.part) * (fit(measured, weights, bool(model)) - weights)
        if options.drawn:
            weights = taught(measured, raw.features, options.family, options.drawn, weights, scaled)
    for path in options.judge:
        judge(path, weights, scaled)
    if not raw:
        return
    if not options.round:
        model = model_of(weights, mean, scale, what_over(raw, model, options.drawn))
    write({**model, "weight": short_weights(weights, measured)})


if __name__ == "__main__":
    main()
