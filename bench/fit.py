#!/usr/bin/env python3
"""Fits wisdom/NAME-model.json, by which variants of the family NAME are chosen (gen/forest.h), to measured times.

    bench_regret --family NAME --seed N --count M --dump times.jsonl     on the GPU, as often as wanted
    bench/fit.py times.jsonl... >wisdom/NAME-model.json

Needs numpy and lightgbm (pip install numpy lightgbm scikit-learn). Each line of a dump is a variant of a problem with its features
(gen/families/NAME/features.c) and its time. The model is a sum of decision trees that ranks the variants of a problem
(lambdarank): what matters is which come first. With --check it is also fitted on four fifths of the problems and tried on the
others, five times, and the regret is printed: how far the first is from the best that was measured.

DEVICE, below, says on what was measured: edit it first.
"""
import json
import sys

import lightgbm
import numpy

DEVICE = {"sm": 90, "device": "NVIDIA H200, 132 SMs, sm_90", "driver": "580.159, CUDA 13.0", "date": "2026-11-22"}
GRADES = 16   # a per cent slower is a grade less
NOISE = 0.3   # microseconds, a difference that is none
TREES, LEAVES, RATE = 300, 24, 0.07


def read(paths):
    """Features, times and problems, a row for each variant; the variants of a problem follow each other."""
    features, times, problems = [], [], []
    for path in paths:
        for line in open(path, encoding="utf-8"):
            record = json.loads(line)
            features.append(record["features"])
            times.append(record["us"])
            problems.append((path, record["problem"]))
    names = {problem: number for number, problem in enumerate(dict.fromkeys(problems))}
    return (numpy.array(features, numpy.float32), numpy.array(times), numpy.array([names[problem] for problem in problems]))


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


def regrets(model, features, times, problems):
    for problem in numpy.unique(problems):
        own = problems == problem
        mine, best = times[own][numpy.argmax(model.predict(features[own]))], times[own].min()
        yield 0 if mine - best < NOISE else mine / best - 1


def check(features, times, problems, parts=5):
    found = []
    for part in range(parts):
        other = problems % parts == part
        model = fit(features[~other], times[~other], problems[~other])
        found += regrets(model, features[other], times[other], problems[other])
    found = numpy.array(found)
    print(f"{len(found)} problems: within 3 % of the best measured in {100 * (found <= .03).mean():.1f} %, within 10 % in "
          f"{100 * (found <= .1).mean():.1f} %, the worst {100 * found.max():.0f} % off", file=sys.stderr)


def rounded(number):
    return float(f"{number:.5g}")


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


def write(model, variants, problems):
    table = {"feature": [], "threshold": [], "low": [], "high": [], "leaf": [], "root": []}
    for tree in model.dump_model()["tree_info"]:
        root = add_tree(tree["tree_structure"], table)
        table["root"].append(root)
    head = {**DEVICE, "how": f"bench/fit.py: {TREES} trees over the times of {variants} variants of {problems} random problems; low "
                             "is taken where the feature is at most the threshold; ~n is leaf n"}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in {**head, **table}.items()]
    print("{\n" + ",\n".join(lines) + "\n}")


def main(arguments):
    paths = [argument for argument in arguments if argument != "--check"]
    if not paths or paths[0].startswith("-"):
        sys.exit(__doc__)
    features, times, problems = read(paths)
    if "--check" in arguments:
        check(features, times, problems)
    write(fit(features, times, problems), len(times), problems.max() + 1)


if __name__ == "__main__":
    main(sys.argv[1:])
