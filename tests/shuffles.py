#!/usr/bin/env python3
"""shuffles.py COUNT SEED: a config of so many random shuffles, of every kind, type and width, many with ends within a warp."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
types = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "bfloat16": 2, "int32": 4, "uint32": 4, "float32": 4,
         "int64": 8, "uint64": 8, "float64": 8, "int32x2": 8, "float32x2": 8, "int32x4": 16, "float32x4": 16, "float64x2": 16}


def size(unit):
    """Elements, in units of what cannot be parted: of a few, of warps, of blocks, and beside those."""
    near = 32 * rng.choice([1, 2, 7, 8, 64]) + rng.choice([-1, 0, 0, 1, rng.randint(0, 31)])
    return unit * max(0, rng.choice([0, 1, 2, rng.randint(0, 40), rng.randint(0, 3000), near, near, near]))


def turned(fields):
    fields["side"] = side = rng.choice([4, 8, 16, 32])
    fields["n"] = size(side * side) if side < 16 else rng.randint(0, 20) * side * side
    most = 8 if side * types[fields["type"]] > 192 else 16
    fields["BDIMX"] = 32 * rng.randint(1, most)
    return fields


def variant(number):
    fields = {"name": f"v{number}", "type": list(types)[number % len(types)]}
    fields["op"] = op = rng.choice(["broadcast", "up", "down", "wrap", "xor", "element", "swap", "transpose"])
    if op == "transpose":
        return turned(fields)
    fields["BDIMX"] = block = rng.choice([2, 4, 8, 16, 32, 32, 64, 96, 256])
    fields["width"] = width = rng.choice([w for w in (2, 4, 8, 16, 32) if w <= block])
    fields["segment"] = segment = rng.choice([1, 1, 2, 3, 4, 5, 8, 12] if op not in ("element", "swap") else [1, 2, 3, 4, 7, 8])
    fields["n"] = size(rng.choice([1, 1, segment]))
    if op == "broadcast":
        fields["lane"] = rng.randrange(width)
    elif op in ("up", "down", "wrap"):
        fields["delta"] = rng.randrange(1 - width if op == "wrap" else 0, width)
    else:
        fields["mask"] = rng.randrange(1, width)
    if op in ("element", "swap"):
        fields["first"], fields["second"] = rng.randrange(segment), rng.randrange(segment)
    if op == "swap":
        fields["predicate"] = rng.choice(["pairs", "below"])
    return fields


json.dump({"tilewright": 1, "kernel": "shuffle", "variants": [variant(i) for i in range(count)]}, sys.stdout)
