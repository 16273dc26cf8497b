#!/usr/bin/env python3
"""Fits wisdom/transpose-model.json or wisdom/segments-model.json, by which transposes and reductions of segments are chosen
(gen/net.h), to measured times.

    bench_regret --seed N --count M --dump times.jsonl     on the GPU, as often as wanted
    bench/fit_net.py times.jsonl... >wisdom/transpose-model.json
    bench/fit_net.py --from wisdom/transpose-model.json times.jsonl... >better.json
    bench/fit_net.py --from better.json --judge others.jsonl

Needs numpy; where CuPy is, it runs on the GPU: a minute with --check, and many without. Each line of a dump, which may be packed
(.gz, .xz), is a problem with its variants and their times; the program BENCH_REGRET (build/bench/bench_regret) makes their features
(gen/families/NAME/features.c). The model is the sum of networks that are fitted alike from
different beginnings. What a network makes of the variants of a problem is turned into shares of one (softmax). They are fitted so
that most of them go to variants within 3 % of the best, or at least within 10 %, no matter to which (the logarithm of what the
shares are worth together), less strongly, to shares that fall with the time: e times less for each TAU that a variant is
slower, and so that few go to variants that are far off (how much slower, by the shares). So what counts is which of a problem's
variants are good, and not what the problem takes. With --check the networks are
also fitted on four fifths of the problems and tried on the others, five times, and the regret is printed: how far the first is
from the best that was measured.

With --from the networks begin as those of a model, which may know fewer features (they are the first of these), and stay near them:
for times that add to what that model was fitted to and are not enough by themselves. Without times it stays as it is. --judge says
of each such file of problems how far the first is from the best. What is fitted is the same whenever it is done on the same machine
with the same libraries.

DEVICE in bench/fitting.py says on what was measured: edit it first.
"""
import argparse
import json

import numpy

from fitting import NOISE, read, regrets, report, rounded, write

try:
    import cupy as gpu
except ImportError:
    gpu = numpy

NETWORKS, HIDDEN = 6, (128, 96)
EPOCHS, BATCH = 60, 64
FAR, WORST = 10, .7   # how much counts that shares go to slower variants; a logarithm of times, what is slower is as bad
RATE, DECAY = 2e-3, .01   # of Adam, at first: it falls to nothing as half a cosine; of the weights, by the rate, or of what moved them
WORTH = ((.6, .03, .006), (.4, .10, .02))   # of a variant: so much within so much of the best, falling off over so much
TAU, PART = .02, .3   # of the shares that fall with the time: logarithm of a time; their part in what is fitted to
LIMIT = 4       # as gen/net.h has it
FOLDS = 5
SHELF = 1024    # problems that are put into batches by how many variants they have, so that few places of a batch are empty


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


def batches(random, count):
    """Problems that are looked at together, all but those of one variant, in some order."""
    order = random.permutation(len(count))
    order = order[count[order] > 1]
    found = []
    for first in range(0, len(order), SHELF):
        shelf = order[first:first + SHELF]
        shelf = shelf[numpy.argsort(count[shelf], kind="stable")]
        found += [shelf[i:i + BATCH] for i in range(0, len(shelf), BATCH)]
    return [found[i] for i in random.permutation(len(found))]


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
    """Views of each layer's weights: [network, input, output] and [network, 1, output]."""
    at = 0
    for a, b in sizes(inputs):
        yield weights[:, at:at + a * b].reshape(-1, a, b), weights[:, at + a * b:at + a * b + b][:, None, :]
        at += a * b + b


def values(weights, inputs):
    """What every layer makes of the inputs [1, row, feature], these first."""
    found, count = [inputs], len(HIDDEN)
    for number, (weight, bias) in enumerate(layers(weights, inputs.shape[-1])):
        sums = gpu.matmul(found[-1], weight) + bias
        found.append(gpu.maximum(sums, 0) if number < count else sums)
    return found


def gradient(weights, found, error):
    """Of the weights, where the error is that of the last layer's sums."""
    parts = []
    for number, (weight, _) in reversed(list(enumerate(layers(weights, found[0].shape[-1])))):
        before = gpu.broadcast_to(found[number], (len(weights),) + found[number].shape[1:])
        parts += [error.sum(1), gpu.matmul(before.transpose(0, 2, 1), error).reshape(len(weights), -1)]
        if number:
            error = gpu.matmul(error, weight.transpose(0, 2, 1)) * (found[number] > 0)
    return gpu.concatenate(parts[::-1], 1)


def softmax(scores, there):
    scores = gpu.where(there, scores, -1e9)
    shares = gpu.exp(scores - scores.max(2, keepdims=True))
    return shares / shares.sum(2, keepdims=True)


def errors(scores, merit, there, seen):
    """What softmax gives less what it is to give, and how much further off a variant is than what it gives on average.
    [network, problem, variant]"""
    shares = softmax(scores, there)
    worth = shares * merit[0]
    wanted = (1 - PART) * worth / (worth.sum(2, keepdims=True) + 1e-9) + PART * merit[1] / merit[1].sum(1, keepdims=True)
    far = FAR * shares * (merit[2] - (shares * merit[2]).sum(2, keepdims=True))
    return ((shares - wanted + far) * seen[:, :, None] / len(merit[0])).astype(gpu.float32)


def places(batch, begin, count, rows):
    """The row of each variant of some problems, `rows` where there is none. [problem, variant]"""
    place = numpy.arange(count[batch].max())
    return numpy.where(place < count[batch][:, None], begin[batch][:, None] + place, rows)


def fit(measured, start, unseen, tuned):
    """A network for each row of `start`, where it begins, and of `unseen`: the fifth of the problems that it does not see, or -1.
    Those that were fitted before, and are tuned, are drawn back to where they were."""
    inputs, times, problems, groups = measured
    begin, count = extents(problems)
    fold = groups[begin] % FOLDS
    rows = gpu.asarray(numpy.vstack([inputs, 0 * inputs[:1]]))   # the last for empty places
    merit = gpu.asarray(numpy.pad(merits(times, begin, count), ((0, 0), (0, 1))))
    random = numpy.random.default_rng(1)
    weights, home = gpu.asarray(start), gpu.asarray(start) * bool(tuned)
    mean, square, step = 0 * weights, 0 * weights, 0
    steps = EPOCHS * len(batches(random, count))
    for batch in (batch for _ in range(EPOCHS) for batch in batches(random, count)):
        row = gpu.asarray(places(batch, begin, count, len(inputs)))
        seen = gpu.asarray((fold[batch] != numpy.array(unseen)[:, None]).astype(numpy.float32))
        found = values(weights, rows[row.ravel()][None])
        error = errors(found[-1].reshape((-1,) + row.shape), merit[:, row], row < len(inputs), seen)
        slope = gradient(weights, found, error.reshape(len(unseen), -1, 1))
        step += 1
        mean, square = .9 * mean + .1 * slope, .999 * square + .001 * slope * slope
        rate = float(RATE / 2 * (1 + numpy.cos(numpy.pi * min(step / steps, 1))))
        weights = weights - rate * (DECAY * (weights - home) + mean / (1 - .9 ** step) / (gpu.sqrt(square / (1 - .999 ** step)) + 1e-8))
    return weights


def scores(weights, inputs):
    """The sum over networks."""
    total = sum(values(weights[i:i + 1], gpu.asarray(inputs)[None])[-1][0, :, 0] for i in range(len(weights)))
    return total if gpu is numpy else gpu.asnumpy(total)


def check(measured, start, tuned):
    inputs, times, problems, groups = measured
    unseen = numpy.repeat(numpy.arange(FOLDS), len(start))
    weights = fit(measured, numpy.tile(start, (FOLDS, 1)), unseen, tuned)
    found = []
    for fold in range(FOLDS):
        other = groups % FOLDS == fold
        score = scores(weights[unseen == fold], inputs[other])
        found += regrets(score, times[other], problems[other])
    report("cross-validation", found)


def scaling(features, model):
    """What is taken off each feature, and what it is multiplied by: as the model has it, where it knows the feature."""
    is_yes_or_no = ((features == 0) | (features == 1)).all(0)
    mean = numpy.where(is_yes_or_no, 0, features.mean(0))
    scale = numpy.where(is_yes_or_no, 1, 1 / (features.std(0) + 1e-9))
    known = len(model["mean"]) if model else 0
    if model:
        mean[:known], scale[:known] = model["mean"], model["scale"]
    return numpy.vectorize(rounded)(mean), numpy.vectorize(rounded)(scale)


def inputs_of(features, mean, scale):
    return numpy.clip((features - mean) * scale, -LIMIT, LIMIT).astype(numpy.float32)


def judge(path, weights, mean, scale):
    features, times, problems, _ = read([path])
    report(path, list(regrets(scores(weights, inputs_of(features[:, :len(mean)], mean, scale)), times, problems)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--from", dest="model")
    parser.add_argument("--judge", action="append", default=[])
    options = parser.parse_args()
    if not options.times and not (options.model and options.judge):
        parser.error("times to fit to, or a model to judge")
    model = json.load(open(options.model, encoding="utf-8")) if options.model else None
    if options.times:
        features, times, problems, groups = read(options.times)
        mean, scale = scaling(features, model)
        measured = inputs_of(features, mean, scale), times, problems, groups
        start = taken_over(model, len(mean)) if model else fresh(len(mean))
        if options.check:
            check(measured, start, bool(model))
        weights = fit(measured, start, numpy.full(len(start), -1), bool(model))
    else:
        mean, scale = numpy.array(model["mean"]), numpy.array(model["scale"])
        weights = gpu.asarray(taken_over(model, len(mean)))
    for path in options.judge:
        judge(path, weights, mean, scale)
    if not options.times:
        return
    numbers = weights if gpu is numpy else gpu.asnumpy(weights)
    before = f", tuned from those of {model['how'].split(': ')[-1]}" if model else ""
    write(f"bench/fit_net.py: {len(start)} networks over the times of {len(times)} variants of {problems.max() + 1} random problems{before}",
          {"networks": len(start), "outputs": list(HIDDEN) + [1], "mean": list(mean), "scale": list(scale),
           "weight": [rounded(x, 4) for x in numbers.ravel()]})


if __name__ == "__main__":
    main()
