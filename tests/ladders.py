#!/usr/bin/env python3
"""ladders.py COUNT SEED: a config of so many random variants of the reductions' ladder, many with ends that a block, a warp, a
load or a turn shares."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
bytes_of = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8,
            "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8}
types = list(bytes_of)
# of a rung: elements that a thread takes, 0 where it strides; log2 of the fewest threads
rungs = {"global": (1, 0), "interleaved": (1, 0), "conflicting": (1, 0), "sequential": (1, 0), "first_add": (2, 0),
         "unroll_last": (2, 6), "unroll_all": (2, 6), "shuffle": (0, 5), "vectors": (0, 5), "accumulators": (0, 5)}
methods = list(rungs)


def has_atomic(op, kind):
    if op in ("sum", "dot"):
        return True
    return op in ("min", "max") and kind in ("int32", "uint32", "int64", "uint64")


def variant(number):
    method, kind = methods[number % len(methods)], rng.choice(types)
    op = rng.choice(["sum", "sum", "product", "min", "max", "dot"])
    elements, least = rungs[method]
    block, blocks = 1 << rng.randint(least, rng.choice([6, 8, 10])), rng.randint(1, 40)
    v = {"name": f"v{number}", "method": method, "type": kind, "op": op, "BDIMX": block}
    vector = 1
    if method in ("vectors", "accumulators"):
        v["vector"] = rng.choice([b for b in (2, 4, 8, 16, 16, 16) if b >= bytes_of[kind]])
        vector = v["vector"] // bytes_of[kind]
    if method == "accumulators":
        v["unroll"] = rng.choice([1, 2, 3, 4, 7, 16])
    share = block * max(elements, 1) * vector
    near = share * blocks * rng.randint(1, 5 if not elements else 1) + rng.choice([-1, 0, 0, 1, rng.randint(0, share)])
    n = max(0, rng.choice([0, 1, 31, 32, 33, rng.randint(0, 2000), near, near, near, near, near]))
    n = min(n, 60000)
    if not elements:
        units = n if n < vector else n // vector
        most = max(1, -(-units // block))
        if rng.random() < 0.7:
            v["blocks"] = min(blocks, most)
    v["cols"] = n
    v["finish"] = rng.choice(["last", "second", "atomic"] if has_atomic(op, kind) else ["last", "second"])
    return v


json.dump({"tilewright": 1, "kernel": "reduce", "variants": [variant(i) for i in range(count)]}, sys.stdout)
