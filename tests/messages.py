#!/usr/bin/env python3
"""messages.py COUNT SEED: a config of so many random message kernels, all right ones, of all kinds of ends and places in a sector."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)


def variant(number):
    block = 1 << rng.randint(0, 10)
    n = rng.choice([1, 2, 7, 31, 32, 33, block, block + 1, 3 * block - 1, rng.randint(1, 3000)])
    return {"name": f"v{number}", "n": max(1, min(n, 64 * block)), "pairs": rng.choice([1, 2, 3, 5, 16, 17, 40]), "BDIMX": block,
            "type": rng.choice(["int32", "int64", "float32", "float64"]), "fence": rng.choice(["device", "system"]),
            "acquire": rng.choice(["device", "system"]), "memory": rng.choice(["plain", "volatile"]),
            "flag": rng.choice(["volatile", "atomic"])}


json.dump({"tilewright": 1, "kernel": "message", "variants": [variant(i) for i in range(count)]}, sys.stdout)
