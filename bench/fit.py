#!/usr/bin/env python3
"""Fits wisdom/NAME-model.json, by which variants of the family NAME are chosen (gen/forest.h), to measured times.

    bench_regret --family NAME --seed N --count M --dump times.jsonl     on the GPU, as often as wanted
    bench/fit.py times.jsonl... >wisdom/NAME-model.json
    bench/fit.py --from old.json times.jsonl... >wisdom/NAME-model.json

Needs numpy and lightgbm (pip install numpy lightgbm scikit-learn). Each line of a dump, which may be packed (.gz, .xz), is a problem
with its variants and their times; the program BENCH_REGRET (build/bench/bench_regret) makes their features
(gen/families/NAME/features.c). The model is a sum of decision trees that ranks the variants of a problem
(lambdarank): what matters is which come first. With --check it is also fitted on four fifths of the problems and tried on the
others, five times, and the regret is printed: how far the first is from the best that was measured. With --from trees are added to
those of a model, so that what it knows from other times stays: for the problems of CHANGED alone, whose kernels are not those that it was
fitted to. All others are chosen for as before.

DEVICE in bench/fitting.py says on what was measured: edit it first. Of transposes the model is another (bench/fit_net.py).
"""
import collections
import json
import sys

import lightgbm
import numpy

from fitting import NOISE, numbered, read, regrets, report, rounded, write

GRADES = 16   # a per cent slower is a grade less
# Trees, their leaves, how much a tree counts, variants in a leaf, what large leaves cost.
Size = collections.namedtuple("Size", "trees leaves rate least cost")
ALL, ADDED = Size(300, 24, .07, 12, 0), Size(200, 40, .07, 20, 1)
CHANGED = 0, 1.5   # a feature that is more: of reductions along columns


def grades(times, problems):
    """GRADES - 1 for the fastest of its problem, one less for each per cent; a difference within NOISE counts as half of it less."""
    result = numpy.zeros(len(times), int)
    for problem in numpy.unique(problems):
        own = problems == problem
        best = times[own].min()
        slower = numpy.maximum(times[own] - NOISE / 2, best) / best - 1
        result[own] = numpy.clip(GRADES - 1 - numpy.floor(100 * slower), 0, GRADES - 1)
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
    """Trees; those that are added to what is known of each variant already."""
    size = ALL if known is None else ADDED
    order = numpy.argsort(problems, kind="stable")
    _, sizes = numpy.unique(problems[order], return_counts=True)
    data = lightgbm.Dataset(features[order], grades(times, problems)[order], group=sizes,
                            init_score=None if known is None else known[order])
    options = {"objective": "lambdarank", "num_leaves": size.leaves, "learning_rate": size.rate, "min_data_in_leaf": size.least,
               "lambda_l2": size.cost, "lambdarank_truncation_level": 20,
               "label_gain": [2 ** (grade / 2.5) - 1 for grade in range(GRADES)],
               "verbose": -1, "seed": 1, "deterministic": True, "force_row_wise": True}
    return lightgbm.train(options, data, size.trees)


def check(features, times, problems, known=None, parts=5):
    found = []
    for part in range(parts):
        other = problems % parts == part
        model = fit(features[~other], times[~other], problems[~other], known if known is None else known[~other])
        scores = model.predict(features[other]) + (0 if known is None else known[other])
        found += regrets(scores, times[other], problems[other])
    report("cross-validation", found)


def add_tree(node, table):
    """Adds a tree's nodes; its number, or ~n for leaf n. Leaves are negated: less is better."""
    if "leaf_value" in node and "split_feature" not in node:
        table["leaf"].append(rounded(-node["leaf_value"]))
        return ~(len(table["leaf"]) - 1)
    number = len(table["feature"])
    table["feature"].append(node["split_feature"])
    table["threshold"].append(rounded(node["threshold"]))
    table["low"].append(None)
    table["high"].append(None)
    table["low"][number] = add_tree(node["left_child"], table)
    table["high"][number] = add_tree(node["right_child"], table)
    return number


def add_guard(tree, table):
    """Adds a node by which the tree counts for the problems of CHANGED alone; its number."""
    feature, threshold = CHANGED
    table["leaf"].append(0)
    for name, value in (("feature", feature), ("threshold", threshold), ("low", ~(len(table["leaf"]) - 1)), ("high", tree)):
        table[name].append(value)
    return len(table["feature"]) - 1


def write_model(model, variants, problems, old):
    names = "feature", "threshold", "low", "high", "leaf", "root"
    table = {name: list(old[name]) if old else [] for name in names}
    for tree in model.dump_model()["tree_info"]:
        root = add_tree(tree["tree_structure"], table)
        table["root"].append(add_guard(root, table) if old else root)
    added = f"; to those of: {old['how']}" if old else ""
    write(f"bench/fit.py: {model.num_trees()} trees over the times of {variants} variants of {problems} random problems{added}"
          + ("" if old else "; low is taken where the feature is at most the threshold; ~n is leaf n"), table)


def main(arguments):
    old = None
    if "--from" in arguments:
        at = arguments.index("--from")
        old = json.load(open(arguments[at + 1])) if at + 1 < len(arguments) else sys.exit(__doc__)
        arguments = arguments[:at] + arguments[at + 2:]
    paths = [argument for argument in arguments if argument != "--check"]
    if not paths or paths[0].startswith("-"):
        sys.exit(__doc__)
    features, times, problems, _ = read(paths)
    known = None
    if old:
        changed = features[:, CHANGED[0]] > CHANGED[1]
        features, times, problems = features[changed], times[changed], numbered(problems[changed])
        known = forest_score(old, features)
        report("as it is", list(regrets(known, times, problems)))
    if "--check" in arguments:
        check(features, times, problems, known)
    write_model(fit(features, times, problems, known), len(times), problems.max() + 1, old)


if __name__ == "__main__":
    main(sys.argv[1:])
