#!/usr/bin/env python3
"""Fits wisdom/NAME-model.json, by which reductions are chosen (gen/forest.h), to measured times.

    bench_regret --family reduce --seed N --count M --dump times.jsonl     on the GPU, as often as wanted
    bench/fit.py ALONG times.jsonl... >wisdom/NAME-model.json
    bench/fit.py ALONG --from old.json times.jsonl... >wisdom/NAME-model.json

ALONG is rows, whose model is reduce-model.json, or columns, columns-model.json: of the problems in the files those count alone. Of
transposes and segments the models are others (bench/fit_net.py). Needs numpy and lightgbm (pip install numpy lightgbm scikit-learn).
Each line of a dump, which may be packed (.gz, .xz), is a problem with its variants and their times; the program BENCH_REGRET
(build/bench/bench_regret) makes their features (gen/families/reduce/features.c). A model is a sum of decision trees that ranks the
variants of a problem. Half of them are fitted to the order (lambdarank: what matters is which come first), half to how much slower a
variant is than the best, which keeps what is far off from coming first. With --check the model is also fitted on four fifths of the
problems and tried on the others, five times, and the regret is printed: how far the first is from the best that was measured. With
--from trees are added to those of a model, so that what it knows from other times stays; they count where ADDED_TO says: arrays and a
few long rows were measured in too few ways to change what is taken for them.

DEVICE in bench/fitting.py says on what was measured: edit it first.
"""
import collections
import json
import sys

import lightgbm
import numpy

from fitting import NOISE, numbered, read, regrets, report, rounded, write

GRADES = 16   # a per cent slower is a grade less
WORST = 1     # what is slower than twice the best is as bad
WEIGHT = 8    # of the trees that are fitted to how much slower a variant is
# Trees, their leaves, how much a tree counts, variants in a leaf, what large leaves cost.
Size = collections.namedtuple("Size", "trees leaves rate least cost")
ALL, ADDED = Size(300, 24, .07, 12, 0), Size(200, 40, .07, 20, 1)
ADDED_TO = 10, 3.5   # a feature that is more: of more than eight results, where trees are added to those of a model
KINDS = {"rows": (0, 1), "columns": (2, 2)}   # the first feature of their problems, from and to


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


def forest_score(table, features):
    """What the trees of a model make of the features, more is better (tw_forest_score, negated)."""
    feature, low, high = (numpy.array(table[name]) for name in ("feature", "low", "high"))
    threshold, leaf = (numpy.array(table[name], numpy.float32) for name in ("threshold", "leaf"))
    score = numpy.zeros(len(features))
    for root in table["root"]:
        node = numpy.full(len(features), root)
        while (within := node >= 0).any():
            at = node[within]
            node[within] = numpy.where(features[within, feature[at]] <= threshold[at], low[at], high[at])
        score -= leaf[~node]
    return score


def fit(features, times, problems, known=None):
    """Trees by their weights; those that are added to what is known of each variant already."""
    size = ALL if known is None else ADDED
    order = numpy.argsort(problems, kind="stable")
    _, sizes = numpy.unique(problems[order], return_counts=True)
    data = lightgbm.Dataset(features[order], grades(times, problems)[order], group=sizes,
                            init_score=None if known is None else known[order])
    common = {"num_leaves": size.leaves, "learning_rate": size.rate, "min_data_in_leaf": size.least, "lambda_l2": size.cost,
              "verbose": -1, "seed": 1, "num_threads": 1, "deterministic": True, "force_row_wise": True}
    ranking = {**common, "objective": "lambdarank", "lambdarank_truncation_level": 20,
               "label_gain": [2 ** (grade / 2.5) - 1 for grade in range(GRADES)]}
    trees = [(1, lightgbm.train(ranking, data, size.trees))]
    if known is None:
        far = lightgbm.Dataset(features, -numpy.sqrt(numpy.minimum(slower(times, problems), WORST)))
        trees.append((WEIGHT, lightgbm.train({**common, "objective": "regression"}, far, size.trees)))
    return trees


def predict(trees, features):
    return sum(weight * model.predict(features) for weight, model in trees)


def check(features, times, problems, known=None, parts=5):
    found = []
    for part in range(parts):
        other = problems % parts == part
        model = fit(features[~other], times[~other], problems[~other], known if known is None else known[~other])
        scores = predict(model, features[other]) + (0 if known is None else known[other])
        found += regrets(scores, times[other], problems[other])
    report("cross-validation", found)


def add_tree(node, weight, table):
    """Adds a tree's nodes; its number, or ~n for leaf n. Leaves are negated: less is better."""
    if "leaf_value" in node and "split_feature" not in node:
        table["leaf"].append(rounded(-weight * node["leaf_value"]))
        return ~(len(table["leaf"]) - 1)
    number = len(table["feature"])
    table["feature"].append(node["split_feature"])
    table["threshold"].append(rounded(node["threshold"]))
    table["low"].append(None)
    table["high"].append(None)
    table["low"][number] = add_tree(node["left_child"], weight, table)
    table["high"][number] = add_tree(node["right_child"], weight, table)
    return number


def add_guard(tree, table):
    """Adds a node by which the tree counts where ADDED_TO says; its number."""
    feature, threshold = ADDED_TO
    table["leaf"].append(0)
    for name, value in (("feature", feature), ("threshold", threshold), ("low", ~(len(table["leaf"]) - 1)), ("high", tree)):
        table[name].append(value)
    return len(table["feature"]) - 1


def write_model(trees, variants, problems, old):
    names = "feature", "threshold", "low", "high", "leaf", "root"
    table = {name: list(old[name]) if old else [] for name in names}
    for weight, model in trees:
        roots = [add_tree(tree["tree_structure"], weight, table) for tree in model.dump_model()["tree_info"]]
        table["root"] += [add_guard(root, table) for root in roots] if old else roots
    added = f"; to those of: {old['how']}" if old else ""
    write(f"bench/fit.py: {sum(model.num_trees() for _, model in trees)} trees over the times of {variants} variants of {problems} "
          f"random problems{added}" + ("" if old else "; low is taken where the feature is at most the threshold; ~n is leaf n"), table)


def main(arguments):
    old = None
    if "--from" in arguments:
        at = arguments.index("--from")
        old = json.load(open(arguments[at + 1])) if at + 1 < len(arguments) else sys.exit(__doc__)
        arguments = arguments[:at] + arguments[at + 2:]
    kind, *paths = [argument for argument in arguments if argument != "--check"] or [None]
    if not paths or kind not in KINDS:
        sys.exit(__doc__)
    features, times, problems, _ = read(paths)
    own = (features[:, 0] >= KINDS[kind][0]) & (features[:, 0] <= KINDS[kind][1])
    features, times, problems = features[own], times[own], numbered(problems[own])
    known = None
    if old:
        own = features[:, ADDED_TO[0]] > ADDED_TO[1]
        features, times, problems = features[own], times[own], numbered(problems[own])
        known = forest_score(old, features)
        report("as it is", list(regrets(known, times, problems)))
    if "--check" in arguments:
        check(features, times, problems, known)
    write_model(fit(features, times, problems, known), len(times), problems.max() + 1, old)


if __name__ == "__main__":
    main(sys.argv[1:])
