#!/usr/bin/env python3
"""permutes.py COUNT SEED: a config of so many random permutations of all classes: shared and composite runs, rows, gaps, turned axes,
repeats, offsets, axes of one index and of none, transposes; by every method, with fields as they are chosen or given. One in three casts
or scales its elements, of every pair of types."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
types = ["int8", "uint8", "float16", "bfloat16", "float32", "float64", "int32x2", "int32x4"]
floats = ["float16", "bfloat16", "float32", "float64"]
numbers = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"] + floats
MOST = 30000  # elements


def extents(rank):
    """Powers of two, small numbers, and one or two long axes."""
    kind = rng.choice(["binary", "even", "odd", "any"])
    shape = [2 if kind == "binary" else rng.choice([4, 8, 16, 6, 12]) if kind == "even" else rng.choice([3, 5, 7, 9, 11]) if kind == "odd"
             else rng.randint(1, 13) for _ in range(rank)]
    for _ in range(rng.choice([1, 1, 2])):
        shape[rng.randrange(rank)] = rng.choice([16, 32, 64, 96, 128, 33, 77, 100, 131, rng.randint(1, 300)])
    while rank > 1 and product(shape) > MOST:
        longest = max(range(rank), key=lambda i: shape[i])
        shape[longest] = max(1, shape[longest] // 2)
    return shape


def product(numbers):
    result = 1
    for n in numbers:
        result *= n
    return result


def strides(shape, gaps, turned, repeated):
    result, reach = [0] * len(shape), 1
    for i in reversed(range(len(shape))):
        reach += rng.choice([0, 0, 1, 2, 8, 16]) if gaps else 0
        result[i] = reach * (-1 if turned and rng.random() < 0.4 else 1)
        reach *= max(1, shape[i])
        if repeated and rng.random() < 0.3:
            result[i] = 0
    return result


def order(rank):
    """Any order, all turned round, two exchanged, or the last one kept."""
    axes = list(range(rank))
    kind = rng.choice(["any", "reversed", "exchanged", "last"])
    if kind == "reversed":
        axes.reverse()
    elif kind == "exchanged" and rank > 1:
        i, k = rng.sample(range(rank), 2)
        axes[i], axes[k] = axes[k], axes[i]
    elif kind == "last":
        axes = rng.sample(axes[:-1], rank - 1) + axes[-1:]
    else:
        rng.shuffle(axes)
    return axes


def schedule(variant):
    """What is given of how: nothing in most cases."""
    variant["method"] = rng.choice(["auto", "auto", "auto", "naive", "rows", "tile", "tile", "shifted", "shifted", "shifted"])
    if variant["method"] == "shifted" and rng.random() < 0.7:
        variant["overlap"] = rng.choice(["none", "sectors", "sectors"])
    if variant["method"] == "auto" or rng.random() < 0.4:
        return
    variant["BDIMX"] = rng.choice([32, 64, 100, 128, 256, 512])
    if variant["method"] == "naive":
        return
    variant["out_run"] = rng.choice([32, 64, 100, 128, 256, 512])
    variant["order"] = rng.choice(["rows", "columns"])
    variant["vector"] = 16 if rng.random() < 0.6 else rng.choice([4, 8, 16])
    variant["blocks"] = rng.choice([1, 2, 7, 1000])
    if variant["method"] in ("tile", "shifted"):
        variant["in_run"] = rng.choice([32, 64, 100, 128, 256])
        if rng.random() < 0.5:
            variant["lanes"] = rng.choice([1, 4, 8, 16, 32])


def cast(variant):
    variant["type"], variant["out_type"] = rng.choice(numbers), rng.choice(floats)
    if variant["type"] == variant["out_type"] or rng.random() < 0.4:
        variant["alpha"] = rng.choice([0.5, -3, 1 / 255, 1.1, 1e-3, 0, 65536])


def rows(variant):
    """Rows of all lengths, which begin anywhere: the last axis stays, and what is around it is exchanged, with gaps or turned."""
    rank = rng.choice([1, 2, 3, 3, 4])
    shape = [rng.choice([1, 2, 3, 5, 8, 9]) for _ in range(rank - 1)] + [rng.choice([48, 64, 65, 96, 99, 127, 128, 200, 257, 1000, 4050])]
    axes = rng.sample(range(rank - 1), rank - 1) + [rank - 1]
    variant.update(axes=" ".join(map(str, axes)), shape=" ".join(map(str, shape)), type=rng.choice(types))
    for side, outer in (("in", shape), ("out", [shape[a] for a in axes])):
        if rng.random() < 0.5:
            gap, reach, steps = rng.choice([1, 1, 2, 4, 8]), 0, [1]
            for extent in reversed(outer[1:]):
                reach += abs(steps[0]) * (extent - 1)
                steps.insert(0, (reach + gap + rng.choice([0, 1, 6]) * gap) * rng.choice([1, 1, -1]))
            variant[side + "_strides"] = " ".join(map(str, steps))
        if rng.random() < 0.4:
            variant[side + "_offset"] = rng.choice([1, 2, 3, 4, 8, 16, 37])
    if rng.random() < 0.3:
        variant["pointers"] = rng.choice(["aligned", "any"])
    variant["method"] = rng.choice(["auto", "rows", "chunks", "chunks", "chunks"])
    if variant["method"] != "auto" and rng.random() < 0.6:
        variant.update(BDIMX=rng.choice([32, 64, 100, 128, 256]), out_run=rng.choice([512, 1000, 1024, 2048]),
                       blocks=rng.choice([1, 2, 7, 1000]), order=rng.choice(["rows", "columns"]), vector=rng.choice([16, 16, 8, 4]))
    return variant


def permutation(number):
    if number % 4 == 3:
        return rows({"name": f"v{number}"})
    rank = rng.choice([1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 8, 11])
    shape, axes = extents(rank), order(rank)
    if rng.random() < 0.03:
        shape[rng.randrange(rank)] = 0
    variant = {"name": f"v{number}", "axes": " ".join(map(str, axes)), "shape": " ".join(map(str, shape)), "type": rng.choice(types)}
    if rng.random() < 0.3:
        variant["in_strides"] = " ".join(map(str, strides(shape, rng.random() < 0.6, rng.random() < 0.6, rng.random() < 0.3)))
    if rng.random() < 0.3:
        outer = [shape[a] for a in axes]
        variant["out_strides"] = " ".join(map(str, strides(outer, rng.random() < 0.6, rng.random() < 0.6, False)))
    for side in ("in_offset", "out_offset"):
        if rng.random() < 0.2:
            variant[side] = rng.choice([1, 2, 3, 4, 8, 16, 37])
    if rng.random() < 0.2:
        variant["pointers"] = rng.choice(["aligned", "any"])
    if rng.random() < 0.35:
        cast(variant)
    schedule(variant)
    if variant["method"] == "shifted" and "0" in variant.get("in_strides", "").split():
        variant["method"] = "tile"
        variant.pop("overlap", None)
    return variant


json.dump({"tilewright": 1, "kernel": "permute", "variants": [permutation(i) for i in range(count)]}, sys.stdout)
