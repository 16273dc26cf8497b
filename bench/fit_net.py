#!/usr/bin/env python3
"""Fits wisdom/transpose-model.json, by which transposes are chosen (gen/net.h), to measured times.

    bench_regret --seed N --count M --dump times.jsonl     on the GPU, as often as wanted
    bench/fit_net.py times.jsonl... >wisdom/transpose-model.json

Needs numpy; where CuPy is, it runs on the GPU: a minute with --check, and many without. Each line of a dump, which may be packed
(.gz, .xz), is a problem with its variants and their times; the program BENCH_REGRET (build/bench/bench_regret) makes their features
(gen/families/transpose/features.c). The model is the sum of networks that are fitted alike from
different beginnings. What a network makes of the variants of a problem is turned into shares of one (softmax). They are fitted so
that most of them go to variants within 3 % of the best, or at least within 10 %, no matter to which (the logarithm of what the
shares are worth together), and, less strongly, to shares that fall with the time: e times less for each TAU that a variant is
slower. So what counts is which of a problem's variants are good, and not what the problem takes. With --check the networks are
also fitted on four fifths of the problems and tried on the others, five times, and the regret is printed: how far the first is
from the best that was measured.

DEVICE in bench/fitting.py says on what was measured: edit it first.
"""
import sys

import numpy

from fitting import NOISE, read, regrets, report, rounded, write

try:
    import cupy as gpu
except ImportError:
    gpu = numpy

NETWORKS, HIDDEN = 6, (128, 96)
EPOCHS, BATCH = 60, 64
RATE, DECAY = 2e-3, .01   # of Adam, at first: it falls to nothing as half a cosine; of the weights, by the rate
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
    """Two rows: what each variant is worth, and e times less for each TAU that it is slower."""
    best = numpy.repeat(numpy.minimum.reduceat(times, begin), count)
    slower = numpy.maximum(times - NOISE / 2, best) / best - 1
    worth = sum(part / (1 + numpy.exp(numpy.minimum((slower - within) / width, 50))) for part, within, width in WORTH)
    return numpy.array([worth, numpy.exp(-numpy.minimum(numpy.log1p(slower), .5) / TAU)], numpy.float32)


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


def beginning(inputs, networks):
    """The weights of all networks, a row for each: of every layer those of each input, then one for each output."""
    rows = []
    for network in range(networks):
        random = numpy.random.default_rng(network % NETWORKS)
        rows.append(numpy.concatenate([part for a, b in sizes(inputs)
                                       for part in (random.normal(0, (2 / a) ** .5, a * b), numpy.zeros(b))]))
    return gpu.asarray(numpy.array(rows, numpy.float32))


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


def errors(scores, merit, there, seen):
    """What softmax gives less what it is to give. [network, problem, variant]"""
    scores = gpu.where(there, scores, -1e9)
    shares = gpu.exp(scores - scores.max(2, keepdims=True))
    shares = shares / shares.sum(2, keepdims=True)
    worth = shares * merit[0]
    wanted = (1 - PART) * worth / (worth.sum(2, keepdims=True) + 1e-9) + PART * merit[1] / merit[1].sum(1, keepdims=True)
    return ((shares - wanted) * seen[:, :, None] / len(merit[0])).astype(gpu.float32)


def fit(inputs, times, problems, unseen):
    """A network for each of `unseen`: the fifth of the problems that it does not see, or -1."""
    begin, count = extents(problems)
    rows = gpu.asarray(numpy.vstack([inputs, 0 * inputs[:1]]))   # the last for empty places
    merit = gpu.asarray(numpy.pad(merits(times, begin, count), ((0, 0), (0, 1))))
    random = numpy.random.default_rng(1)
    weights = beginning(inputs.shape[1], len(unseen))
    mean, square, step = 0 * weights, 0 * weights, 0
    steps = EPOCHS * len(batches(random, count))
    for batch in (batch for _ in range(EPOCHS) for batch in batches(random, count)):
        place = numpy.arange(count[batch].max())
        row = numpy.where(place < count[batch][:, None], begin[batch][:, None] + place, len(inputs))
        seen = gpu.asarray((batch % FOLDS != numpy.array(unseen)[:, None]).astype(numpy.float32))
        row = gpu.asarray(row)
        found = values(weights, rows[row.ravel()][None])
        error = errors(found[-1].reshape((-1,) + row.shape), merit[:, row], row < len(inputs), seen)
        slope = gradient(weights, found, error.reshape(len(unseen), -1, 1))
        step += 1
        mean, square = .9 * mean + .1 * slope, .999 * square + .001 * slope * slope
        rate = float(RATE / 2 * (1 + numpy.cos(numpy.pi * step / steps)))
        weights -= rate * (DECAY * weights + mean / (1 - .9 ** step) / (gpu.sqrt(square / (1 - .999 ** step)) + 1e-8))
    return weights


def scores(weights, inputs):
    """The sum over networks."""
    total = sum(values(weights[i:i + 1], gpu.asarray(inputs)[None])[-1][0, :, 0] for i in range(len(weights)))
    return total if gpu is numpy else gpu.asnumpy(total)


def check(inputs, times, problems):
    weights = fit(inputs, times, problems, [fold for fold in range(FOLDS) for _ in range(NETWORKS)])
    found = []
    for fold in range(FOLDS):
        other = problems % FOLDS == fold
        score = scores(weights[fold * NETWORKS:(fold + 1) * NETWORKS], inputs[other])
        found += regrets(score, times[other], problems[other])
    report(found)


def main(arguments):
    paths = [argument for argument in arguments if argument != "--check"]
    if not paths or paths[0].startswith("-"):
        sys.exit(__doc__)
    features, times, problems = read(paths, "transpose")
    is_yes_or_no = ((features == 0) | (features == 1)).all(0)
    mean = numpy.where(is_yes_or_no, 0, features.mean(0))
    scale = numpy.where(is_yes_or_no, 1, 1 / (features.std(0) + 1e-9))
    inputs = numpy.clip((features - mean) * scale, -LIMIT, LIMIT).astype(numpy.float32)
    if "--check" in arguments:
        check(inputs, times, problems)
    weights = fit(inputs, times, problems, [-1] * NETWORKS)
    numbers = weights if gpu is numpy else gpu.asnumpy(weights)
    write(f"bench/fit_net.py: {NETWORKS} networks over the times of {len(times)} variants of {problems.max() + 1} random problems",
          {"networks": NETWORKS, "outputs": list(HIDDEN) + [1], "mean": [rounded(x) for x in mean],
           "scale": [rounded(x) for x in scale], "weight": [rounded(x, 4) for x in numbers.ravel()]})


if __name__ == "__main__":
    main(sys.argv[1:])
