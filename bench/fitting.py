"""What bench/fit.py and bench/fit_net.py have in common: measured times, and how far what a model takes first is from the best."""
import json
import sys

import numpy

# On what was measured: edit it first.
DEVICE = {"sm": 90, "device": "NVIDIA H200, 132 SMs, sm_90", "driver": "580.159, CUDA 13.0", "date": "2026-11-22"}
NOISE = 0.3   # microseconds, a difference that is none


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


def regrets(scores, times, problems):
    """Of each problem: how much slower than the best that was measured is what has the highest score."""
    for problem in numpy.unique(problems):
        own = problems == problem
        mine, best = times[own][numpy.argmax(scores[own])], times[own].min()
        yield 0 if mine - best < NOISE else mine / best - 1


def report(found):
    found = numpy.array(found)
    print(f"{len(found)} problems: within 3 % of the best measured in {100 * (found <= .03).mean():.1f} %, within 10 % in "
          f"{100 * (found <= .1).mean():.1f} %, the worst {100 * found.max():.0f} % off", file=sys.stderr)


def rounded(number, digits=5):
    return float(f"{number:.{digits}g}")


def write(how, table):
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in {**DEVICE, "how": how, **table}.items()]
    print("{\n" + ",\n".join(lines) + "\n}")
