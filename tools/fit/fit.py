#!/usr/bin/env python3
"""Fits gen/choice/models/NAME-model.json, by which reductions and permutations are chosen (gen/choice/forest.h), to measured times.

    bench_regret --family reduce --seed N --count M --dump times.jsonl     on the GPU, as often as wanted
    tools/fit/fit.py ALONG times.jsonl... [--before times.jsonl...] >gen/choice/models/NAME-model.json
    tools/fit/fit.py ALONG --round MODEL times.jsonl... >rounded.json

ALONG is rows, whose model is reduce-model.json, or columns, segments or permute, of NAME-model.json: of the problems
in the files those count alone. A plan does not know how long segments are, so every kind of lengths that a problem of them was timed
with counts as a problem, which the trees cannot tell from the others. Times behind --before are of rows and columns those before the
last block counted by one instruction (fitting.py), and of segments those before lanes handed each other half of their columns: what
is done with elements of 4 and 8 bytes by lanes, or packed, takes HALVES of that now, launches aside (the problems that were timed
with both: 73 to 100 % of it, and the fit is best so). Transposes have another model (tools/fit/fit_net.py). Needs numpy and lightgbm
(pip install numpy lightgbm scikit-learn).
Each line of a dump, which may be packed (.gz, .xz), is a problem with its variants and their times; the program BENCH_REGRET
(build/bench/bench_regret) makes their features (gen/families/reduce/features.c). A model is a sum of decision trees that ranks the
variants of a problem. Half of them are fitted to the order (lambdarank: what matters is which come first), half to how much slower a
variant is than the best, which keeps what is far off from coming first. With --check the model is also fitted on four fifths of the
problems and tried on the others, five times, and the regret is printed: how far the first is from the best that was measured.

Leaves are written with the fewest digits that change no choice in the problems of the files. With --round nothing is fitted: only
the leaves of a model are rounded so.

DEVICE in tools/fit/fitting.py says on what was measured: edit it first.
"""
import argparse
import json

import numpy

from fitting import DEVICE, NOISE, as_counted, fewest, numbered, read_all, regrets, report, rounded, write

GRADES = 16   # a per cent slower is a grade less
WORST = 1     # what is slower than twice the best is as bad
WEIGHT = 8    # of the trees that are fitted to how much slower a variant is
LARGE = 600, {"num_leaves": 47, "learning_rate": .05, "min_data_in_leaf": 6}    # trees of either half, and what they are
MIDDLE = 600, {"num_leaves": 31, "learning_rate": .04, "min_data_in_leaf": 12}
FEW = 200, {"num_leaves": 20, "learning_rate": .06, "min_data_in_leaf": 12, "feature_fraction": .5, "bagging_fraction": .8, "bagging_freq": 1}
SMALL = 300, {"num_leaves": 24, "learning_rate": .07, "min_data_in_leaf": 12}
KINDS = {"rows": (0, 1, MIDDLE), "columns": (2, 2, LARGE), "segments": (3, 3, SMALL), "permute": (0, 3, FEW)}   # the first feature of their problems, from and to
PROBLEM = 18  # features that say what the problem is
HALVES, LAUNCH = .8, 2.2
BYTES, BDIMX, LEAVES = 4, 20, 22   # features, logarithms
WORDS, WARP, PACKED = 2, 5, 5
WHOLE = 1000. # of segments: what the best of each kind of lengths counts as


def slower(times, problems):
    """How much slower each is than the best of its problem; a difference within NOISE is none."""
    result = numpy.zeros(len(times))
    for problem in numpy.unique(problems):
        own = problems == problem
        best = times[own].min()
        result[own] = numpy.where(times[own] - best < NOISE, 0, times[own] / best - 1)
    return result


def grades(times, problems):
    """GRADES - 1 for the fastest of its problem, one less for each per cent; a difference within NOISE counts as half of it less."""
    result = numpy.zeros(len(times), int)
    for problem in numpy.unique(problems):
        own = problems == problem
        best = times[own].min()
        more = numpy.maximum(times[own] - NOISE / 2, best) / best - 1
        result[own] = numpy.clip(GRADES - 1 - numpy.floor(100 * more), 0, GRADES - 1)
    return result


def fit(features, times, problems, size):
    """Trees by their weights."""
    import lightgbm
    order = numpy.argsort(problems, kind="stable")
    _, sizes = numpy.unique(problems[order], return_counts=True)
    count, shape = size
    common = {**shape, "verbose": -1, "seed": 1, "num_threads": 1, "deterministic": True, "force_row_wise": True}
    ranking = {**common, "objective": "lambdarank", "lambdarank_truncation_level": 20,
               "label_gain": [2 ** (grade / 2.5) - 1 for grade in range(GRADES)]}
    ranked = lightgbm.Dataset(features[order], grades(times, problems)[order], group=sizes)
    far = lightgbm.Dataset(features, -numpy.sqrt(numpy.minimum(slower(times, problems), WORST)))
    return [(1, lightgbm.train(ranking, ranked, count)), (WEIGHT, lightgbm.train({**common, "objective": "regression"}, far, count))]


def predict(trees, features):
    return sum(weight * model.predict(features) for weight, model in trees)


def check(features, times, problems, groups, size, parts=5):
    found = []
    for part in range(parts):
        other = groups % parts == part
        model = fit(features[~other], times[~other], problems[~other], size)
        found.extend(regrets(predict(model, features[other]), times[other], problems[other]))
    report("cross-validation", found)


def add_tree(node, weight, table):
    """Adds a tree's nodes; its number, or ~n for leaf n. Leaves are negated: less is better."""
    if "leaf_value" in node and "split_feature" not in node:
        table["leaf"].append(-weight * node["leaf_value"])
        return ~(len(table["leaf"]) - 1)
    number = len(table["feature"])
    table["feature"].append(node["split_feature"])
    table["threshold"].append(rounded(node["threshold"]))
    table["low"].append(None)
    table["high"].append(None)
    table["low"][number] = add_tree(node["left_child"], weight, table)
    table["high"][number] = add_tree(node["right_child"], weight, table)
    return number


def model_of(trees, variants, problems):
    table = {name: [] for name in ("feature", "threshold", "low", "high", "leaf", "root")}
    for weight, model in trees:
        table["root"] += [add_tree(tree["tree_structure"], weight, table) for tree in model.dump_model()["tree_info"]]
    how = (f"tools/fit/fit.py: {len(table['root'])} trees over the times of {variants} variants of {problems} random problems; "
           "low is taken where the feature is at most the threshold; ~n is leaf n")
    return {**DEVICE, "how": how, **table}


def reached(model, features):
    """For each tree the leaf that each variant comes to, as gen/choice/forest.c has it."""
    feature, low, high = (numpy.array(model[name], numpy.int32) for name in ("feature", "low", "high"))
    threshold = numpy.array(model["threshold"], numpy.float32)
    for root in model["root"]:
        node = numpy.full(len(features), root, numpy.int32)
        while (inner := numpy.flatnonzero(node >= 0)).size:
            at = node[inner]
            node[inner] = numpy.where(features[inner, feature[at]] <= threshold[at], low[at], high[at])
        yield ~node


def with_short_leaves(model, features, problems):
    """The model with its leaves rounded. Thresholds stay, as features lie close to both sides of them."""
    leaves = list(reached(model, features))

    def scores(numbers):
        leaf, score = numpy.array(numbers, numpy.float32), numpy.zeros(len(features), numpy.float32)
        for tree in leaves:
            score -= leaf[tree]
        return score

    return {**model, "leaf": fewest(model["leaf"], scores, problems)}


def by_lengths(features, times, problems):
    """The variants that were timed with all kinds of lengths of a problem, which count as problems: WHOLE times how many times the
    best of the kind one takes. Groups are of one problem."""
    cases = {}
    for row, problem in enumerate(problems):
        cases.setdefault(features[row, :PROBLEM].tobytes(), {}).setdefault(problem, {}).setdefault(features[row].tobytes(), row)
    rows, whole, kinds, groups = [], [], [], []
    for group, inputs in enumerate(cases.values()):
        common = set.intersection(*map(set, inputs.values()))
        for problem, variants in inputs.items():
            best = times[list(variants.values())].min()
            own = [row for variant, row in variants.items() if variant in common]
            rows += own
            whole += [WHOLE * max(times[row] - NOISE, best) / best for row in own]
            kinds += [problem] * len(own)
            groups += [group] * len(own)
    return features[rows], numpy.array(whole), numbered(kinds), numpy.array(groups)


def as_halves(features, times):
    """What times from before would be now."""
    changed = (features[:, BYTES] >= WORDS) & ((features[:, BDIMX] < WARP) | (features[:, LEAVES] == PACKED))
    return numpy.where(changed, LAUNCH + numpy.maximum(times - LAUNCH, 0) * HALVES, times)


NOW = {"rows": as_counted, "columns": as_counted, "segments": as_halves, "permute": as_counted}   # what is done with times from before


def fitted(kind, features, times, problems, groups, is_checked):
    """A model of trees that are fitted."""
    size = KINDS[kind][2]
    if kind == "segments":
        features, times, problems, groups = by_lengths(features, times, problems)
    if is_checked:
        check(features, times, problems, groups, size)
    return model_of(fit(features, times, problems, size), len(times), problems.max() + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("along", choices=KINDS)
    parser.add_argument("times", nargs="+")
    parser.add_argument("--before", nargs="*", default=[])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--round", metavar="MODEL", help="only round the numbers of this one, by the times' problems")
    options = parser.parse_args()
    features, times, problems, groups = read_all(options.times, options.before, NOW[options.along])
    first, last, _ = KINDS[options.along]
    own = (features[:, 0] >= first) & (features[:, 0] <= last)
    features, times, problems, groups = features[own], times[own], numbered(problems[own]), numbered(groups[own])
    if options.round:
        with open(options.round, encoding="utf-8") as file:
            model = json.load(file)
    else:
        model = fitted(options.along, features, times, problems, groups, options.check)
    write(with_short_leaves(model, features, problems))


if __name__ == "__main__":
    main()
