#!/usr/bin/env python3
"""columns.py COUNT SEED: a config of so many random reductions, half along columns and half of segments, with ends of all kinds:
vectors, leaves, runs and parts that are not full."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
types = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8,
         "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8}
floats = ("float16", "bfloat16", "float32", "float64")


def problem(dot):
    op = rng.choice(["sum", "sum", "product", "min", "max", "argmin", "argmax", "any", "all", "norm2", "mean"]
                    + ["dot"] * dot)
    fields = {"op": op, "type": rng.choice(list(types))}
    if op.startswith("arg"):
        fields["ties"] = rng.choice(["first", "last"])
    if op in ("sum", "mean", "norm2", "dot") and fields["type"] in floats and rng.random() < .3:
        fields["order"] = rng.choice(["compensated", "free"])
    return fields


def is_unordered(fields, size):
    """Whether rows may be added in any order, so that chunks may lie anywhere."""
    rounds = fields["type"] in floats and fields["op"] in ("sum", "product", "mean", "norm2", "dot")
    return size <= 2 and not rounds and fields["rows"] > 32 and fields["batch"] == 1


def unordered(fields, size):
    """BDIMY is a multiple of any period."""
    load = rng.choice([4, 8, 16])
    deep = load // size << rng.randint(0, 1)
    lanes = min(rng.choice([2, 3, 8, 19, 32]), 5600 * size // (deep * load))  # parts of 8 bytes fit into shared memory
    fields.update(schedule="unordered", vector=load, BDIMX=lanes, BDIMY=deep, leaves=1 << rng.choice([0, 0, 1]),
                  rows=rng.randint(33, 100 * deep))
    while fields["rows"] * fields["cols"] > 100000:
        fields["cols"] = fields["cols"] // 2 + 1
    fields["pitch"] = rng.choice([fields["cols"], -(-fields["cols"] // 32) * 32, fields["cols"] + rng.randint(0, 9)])


def columns():
    fields = problem(dot=2)
    size = types[fields["type"]]
    lanes, deep = rng.choice([1, 1, 2, 3, 4, 8, 16, 32, 40, 64]), 1 << rng.randint(0, 5)
    deep = min(deep, 1024 // lanes if lanes & lanes - 1 == 0 else 16)
    leaves, unroll = 1 << rng.choice([0, 0, 1, 2, 3]), 1 << rng.randint(0, 4)
    part = 32 * deep * leaves
    rows = rng.choice([1, 2, rng.randint(1, 32), rng.randint(30, 300), part, part + 1, rng.randint(part, 4 * part)])
    cols = max(1, rng.choice([1, 2, 3, rng.randint(1, 20), rng.randint(1, 300), 16 * rng.randint(1, 8)]))
    while rows * cols > 100000:
        rows = rows // 2 + 1
    batch = rng.choice([1, 1, 1, 2, 5]) if rows * cols < 30000 else 1
    fields.update(along="columns", rows=rows, cols=cols, batch=batch, BDIMX=lanes, BDIMY=deep, leaves=leaves, unroll=unroll,
                  pitch=rng.choice([cols, cols, -(-cols // 16) * 16, -(-cols // 16) * 16, cols + rng.randint(0, 9)]),
                  finish=rng.choice(["last", "second"]))
    if rng.random() < .3:
        fields["vector"] = size
    elif is_unordered(fields, size):
        unordered(fields, size)
    elif fields["pitch"] * size % 4 and cols * size >= 32:  # put together of words
        fields["vector"] = rng.choice([4, 8, 16])
    elif size >= 4 and fields["pitch"] * size % 16 and cols * size >= 32:  # lanes hand each other elements
        fields.update(vector=16, batch=1, BDIMX=rng.choice([32, 64, 96]), BDIMY=min(deep, 8))
    if rng.random() < .1:
        fields.update(rows=rng.randint(1, 40), cols=rng.randint(1, 3000), batch=1, BDIMY=1, leaves=1 << rng.randint(1, 4),
                      pitch=3008)
    if rng.random() < .05 and not fields["op"].startswith("arg"):
        fields["rows"] = 0
    if fields["rows"] <= 32:  # one leaf, in order
        fields.pop("schedule", None)
    return fields


def segments():
    fields = problem(dot=0)
    leaf = 4096 // types[fields["type"]]
    warps = 1 << rng.randint(0, 4)
    rows = rng.choice([0, 1, 2, rng.randint(1, 40), rng.randint(40, 400)])
    cols = rng.choice([0, 1, leaf, rng.randint(1, 5000), rng.randint(1, 60 * leaf), rng.randint(1, 200 * leaf)])
    fields.update(along="segments", rows=rows, cols=cols, warps=warps, BDIMX=32 * (warps if warps > 1 else rng.randint(1, 4)),
                  unroll=1 << rng.randint(0, 3), offsets=rng.choice(["int32", "int64"]), check=rng.choice(["none", "trap"]))
    if warps == 1:
        fields["leaves"] = 1 << rng.choice([0, 1, 2, 3, 4])
    if rng.random() < .5:
        lanes = 1 << rng.randint(0, 4)
        fields.update(schedule="grouped", warps=1, leaves=1, BDIMX=lanes, BDIMY=32 // lanes * rng.randint(1, 8),
                      rows=rng.choice([rows, 50 * lanes, rng.randint(1, 3000)]),
                      cols=rng.choice([cols, 4 * lanes, 16 * lanes, rng.randint(1, 20000)]))
    elif rng.random() < .7:
        leaves = 1 << rng.randint(0, 3)
        fields.update(schedule="balanced", warps=1, leaves=leaves, BDIMX=32 << rng.randint(0, leaves.bit_length()), unroll=1 << rng.randint(0, 2),
                      rows=rng.choice([rows, 1, 2, rng.randint(1, 3000)]),
                      cols=rng.choice([cols, rng.randint(1, 9000), rng.randint(1, 150 * leaf)]))
    return fields


variants = [{"name": f"v{i}", **(columns() if i % 2 else segments())} for i in range(count)]
json.dump({"tilewright": 1, "kernel": "reduce", "variants": variants}, sys.stdout)
