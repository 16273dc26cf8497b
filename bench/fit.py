#!/usr/bin/env python3
"""Fits wisdom/NAME-model.json, by which variants of the family NAME are chosen (gen/forest.h), to measured times.

    bench_regret --family NAME --seed N --count M --dump times.jsonl     on the GPU, as often as wanted
    bench/fit.py times.jsonl... >wisdom/NAME-model.json

Needs numpy and lightgbm (pip install numpy lightgbm scikit-learn). Each line of a dump, which may be packed (.gz, .xz), is a problem
with its variants and their times; the program BENCH_REGRET (build/bench/bench_regret) makes their features
(gen/families/NAME/features.c). The model is a sum of decision trees that ranks the variants of a problem
(lambdarank): what matters is which come first. With --check it is also fitted on four fifths of the problems and tried on the
others, five times, and the regret is printed: how far the first is from the best that was measured.

DEVICE in bench/fitting.py says on what was measured: edit it first. Of transposes the model is another (bench/fit_net.py).
"""
import sys

import lightgbm
import numpy

from fitting import NOISE, read, regrets, report, rounded, write

GRADES = 16   # a per cent slower is a grade less
TREES, LEAVES, RATE = 300, 24, 0.07


def grades(times, problems):
    """GRADES - 1 for the fastest of its problem, one less for each per cent; a difference within NOISE counts as half of it less."""
    result = numpy.zeros(len(times), int)
    for problem in numpy.unique(problems):
        own = problems == problem
        best = times[own].min()
        slower = numpy.maximum(times[own] - NOISE / 2, best) / best - 1
        result[own] = numpy.clip(GRADES - 1 - numpy.floor(100 * slower), 0, GRADES - 1)
    return result


def fit(features, times, problems):
    order = numpy.argsort(problems, kind="stable")
    _, sizes = numpy.unique(problems[order], return_counts=True)
    data = lightgbm.Dataset(features[order], grades(times, problems)[order], group=sizes)
    options = {"objective": "lambdarank", "num_leaves": LEAVES, "learning_rate": RATE, "min_data_in_leaf": 12,
               "lambdarank_truncation_level": 20, "label_gain": [2 ** (grade / 2.5) - 1 for grade in range(GRADES)],
               "verbose": -1, "seed": 1, "deterministic": True, "force_row_wise": True}
    return lightgbm.train(options, data, TREES)


def check(features, times, problems, parts=5):
    found = []
    for part in range(parts):
        other = problems % parts == part
        model = fit(features[~other], times[~other], problems[~other])
        found += regrets(model.predict(features[other]), times[other], problems[other])
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


def write_model(model, variants, problems):
    table = {"feature": [], "threshold": [], "low": [], "high": [], "leaf": [], "root": []}
    for tree in model.dump_model()["tree_info"]:
        root = add_tree(tree["tree_structure"], table)
        table["root"].append(root)
    write(f"bench/fit.py: {TREES} trees over the times of {variants} variants of {problems} random problems; low is taken where "
          "the feature is at most the threshold; ~n is leaf n", table)


def main(arguments):
    paths = [argument for argument in arguments if argument != "--check"]
    if not paths or paths[0].startswith("-"):
        sys.exit(__doc__)
    features, times, problems, _ = read(paths)
    if "--check" in arguments:
        check(features, times, problems)
    write_model(fit(features, times, problems), len(times), problems.max() + 1)


if __name__ == "__main__":
    main(sys.argv[1:])
