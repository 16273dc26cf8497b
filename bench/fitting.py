"""What bench/fit.py and bench/fit_net.py have in common: measured times, and how far what a model takes first is from the best."""
import gzip
import io
import json
import lzma
import os
import subprocess
import sys

import numpy

# On what was measured: edit it first.
DEVICE = {"sm": 90, "device": "NVIDIA H200, 132 SMs, sm_90", "driver": "580.159, CUDA 13.0", "date": "2026-11-23"}
NOISE = 0.3   # microseconds, a difference that is none


PROGRAM = os.environ.get("BENCH_REGRET", "build/bench/bench_regret")


def text_of(path):
    return (lzma if path.endswith(".xz") else gzip if path.endswith(".gz") else io).open(path, "rb").read()


def read(paths, family):
    """Features, times and problems, a row for each variant; the variants of a problem follow each other. The features are made by
    bench_regret; those that the model does not know are left out."""
    features, times, problems = [], [], []
    for path in paths:
        text = text_of(path)
        own = [[variant[-1] for variant in json.loads(line)["variants"]] for line in text.splitlines()]
        made = subprocess.run([PROGRAM, "--family", family, "--features", "-"], input=text, stdout=subprocess.PIPE, check=True)
        features.append(numpy.frombuffer(made.stdout, numpy.float32).reshape(sum(map(len, own)), -1))
        times += [us for line in own for us in line]
        problems += [(path, number) for number, line in enumerate(own) for _ in line]
    features, times = numpy.concatenate(features), numpy.array(times)
    known = ~numpy.isnan(features).any(1)
    problems = [problem for problem, is_known in zip(problems, known) if is_known]
    names = {problem: number for number, problem in enumerate(dict.fromkeys(problems))}
    return features[known], times[known], numpy.array([names[problem] for problem in problems])


def regrets(scores, times, problems):
    """Of each problem: how much slower than the best that was measured is what has the highest score."""
    begin = numpy.flatnonzero(numpy.diff(problems, prepend=-1))
    for first, end in zip(begin, [*begin[1:], len(problems)]):
        own = slice(first, end)
        mine, best = times[own][numpy.argmax(scores[own])], times[own].min()
        yield 0 if mine - best < NOISE else mine / best - 1


def report(name, found):
    found = numpy.array(found)
    print(f"{name}: {len(found)} problems: within 3 % of the best measured in {100 * (found <= .03).mean():.1f} %, within 10 % in "
          f"{100 * (found <= .1).mean():.1f} %, the worst {100 * found.max():.0f} % off", file=sys.stderr)


def rounded(number, digits=5):
    return float(f"{number:.{digits}g}")


def write(how, table):
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in {**DEVICE, "how": how, **table}.items()]
    print("{\n" + ",\n".join(lines) + "\n}")
