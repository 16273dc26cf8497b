#!/usr/bin/env python3
"""dots.py COUNT SEED: a config of so many random dot products, many of them with ends that a warp or a turn shares."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
types = ["int32", "int64", "float32", "float64", "float16", "bfloat16"]


def variant(number):
    block, blocks, unroll = 1 << rng.randint(0, 10), rng.randint(1, 40), rng.choice([1, 1, 2, 3, 4, 7, 16])
    grid = block * blocks
    near = grid * rng.randint(0, 5) + rng.choice([-1, 0, 1, rng.randint(0, grid)])
    n = max(0, rng.choice([0, 1, 31, 32, 33, rng.randint(0, 2000), near, near, near]))
    return {"name": f"v{number}", "n": n, "BDIMX": block, "blocks": blocks, "unroll": unroll,
            "type": types[number % len(types)], "method": rng.choice(["partials", "second", "last"])}


json.dump({"tilewright": 1, "kernel": "dot", "variants": [variant(i) for i in range(count)]}, sys.stdout)
