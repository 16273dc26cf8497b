"""What tools/fit/fit.py and tools/fit/fit_net.py have in common: measured times, and how far what a model takes first is from the best."""
import collections
import gzip
import io
import json
import lzma
import os
import subprocess
import sys

import numpy

# On what was measured: edit it first.
DEVICE = {"sm": 90, "device": "NVIDIA H200, 132 SMs, sm_90", "driver": "580.159, CUDA 13.0", "date": "2026-11-29"}
NOISE = 0.3   # microseconds, a difference that is none
FINISH, PARTS, LAST = 18, 27, 0   # of rows and columns: features, and a word
DIGITS = 9    # significant ones that tell all floats of 4 bytes apart
COUNTED, LEAST = .2, .8   # microseconds that counting by one instruction saves; what of a time stays at least


# A row for each variant; those of a problem follow each other. A group is a problem, whatever its inputs hold.
Measured = collections.namedtuple("Measured", "features times problems groups")
PROGRAM = os.environ.get("BENCH_REGRET", "build/bench/bench_regret")


def text_of(path):
    return (lzma if path.endswith(".xz") else gzip if path.endswith(".gz") else io).open(path, "rb").read()


def read(paths):
    """The problems of a family, of which the first line says which. Features are made by bench_regret; variants that the model does
    not know are left out."""
    features, rows, family = [], [], None
    for path in paths:
        text = text_of(path)
        lines = [json.loads(line) for line in text.splitlines()]
        if not lines:
            continue
        family = family or lines[0]["family"]
        made = subprocess.run([PROGRAM, "--family", family, "--features", "-"], input=text, stdout=subprocess.PIPE, check=True)
        own = [(variant[-1], (path, number), (path, line.get("seed"), line["number"]))
               for number, line in enumerate(lines) for variant in line["variants"]]
        features.append(numpy.frombuffer(made.stdout, numpy.float32).reshape(len(own), -1))
        rows += own
    features = numpy.concatenate(features)
    known = ~numpy.isnan(features).any(1)
    times, problems, groups = zip(*(row for row, is_known in zip(rows, known) if is_known))
    return Measured(features[known], numpy.array(times), numbered(problems), numbered(groups))


def as_counted(features, times):
    """What times of rows and columns would be now that are from before the last block counted by one instruction, in place of two
    fences and a counter."""
    counts = (features[:, FINISH] == LAST) & (features[:, PARTS] > 0)
    return numpy.where(counts, numpy.maximum(times - COUNTED, LEAST * times), times)


def read_all(paths, before, as_now):
    """What all files hold; `as_now` says what the times of the files from before would be now."""
    parts = [read(each) for each in (paths, before) if each]
    if before:
        parts[-1] = parts[-1]._replace(times=as_now(parts[-1].features, parts[-1].times))
    if len(parts) == 1:
        return parts[0]
    numbers = [[(at, number) for at, part in enumerate(parts) for number in getattr(part, name)] for name in ("problems", "groups")]
    features, times = ([getattr(part, name) for part in parts] for name in ("features", "times"))
    return Measured(numpy.concatenate(features), numpy.concatenate(times), *map(numbered, numbers))


def numbered(names):
    """A number for each name, counted as they come."""
    number = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return numpy.array([number[name] for name in names])


def begins(problems):
    """The first row of each problem."""
    return numpy.flatnonzero(numpy.diff(problems, prepend=-1))


def chosen(scores, problems):
    """The row of each problem that has the highest score, the first of equals."""
    begin = begins(problems)
    return begin + [numpy.argmax(own) for own in numpy.split(scores, begin[1:])]


def regrets(scores, times, problems):
    """How much slower the variant with the highest score is than the best that was measured, for each problem."""
    mine, best = times[chosen(scores, problems)], numpy.minimum.reduceat(times, begins(problems))
    return numpy.where(mine - best < NOISE, 0, mine / best - 1)


def report(name, found):
    found = numpy.array(found)
    print(f"{name}: {len(found)} problems: within 3 % of the best measured in {100 * (found <= .03).mean():.1f} %, within 10 % in "
          f"{100 * (found <= .1).mean():.1f} %, the worst {100 * found.max():.0f} % off", file=sys.stderr)


def rounded(number, digits=5):
    return float(f"{number:.{digits}g}")


def fewest(numbers, scores, problems):
    """A model's numbers, rounded to the fewest significant digits with which it chooses in every problem what it chooses with all
    of them. `scores` makes the scores of all rows of such numbers."""
    expected = chosen(scores(numbers), problems)
    for digits in range(1, DIGITS + 1):
        fewer = [rounded(number, digits) for number in numbers]
        if (chosen(scores(fewer), problems) == expected).all():
            break
    print(f"{digits} digits, {len(expected)} problems", file=sys.stderr)
    return fewer


def write(model):
    lines = [f"  {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in model.items()]
    print("{\n" + ",\n".join(lines) + "\n}")
