#!/usr/bin/env python3
"""coalesces.py COUNT SEED: a config of so many random ways to move records: offsets, strides, structures, ragged ends."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
sizes = {"int8": 1, "uint16": 2, "float16": 2, "int32": 4, "float32": 4, "uint64": 8, "float64": 8, "float32x2": 8, "int32x4": 16}


def variant(number):
    block = rng.choice([1, 7, 31, 32, 33, 64, 96, 100, 128, 160, 256, 257, 512])
    fields = rng.choice([1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16])
    name, size = rng.choice(list(sizes.items()))
    unroll = rng.choice([u for u in (1, 1, 2, 3, 4, 8) if u * fields * size <= 256])
    layout = rng.choice(["aos", "aos", "soa"])
    least = fields if layout == "aos" else 1
    stride = least if rng.random() < 0.5 else least + rng.choice([1, 2, 3, 7, rng.randint(1, 40)])
    staged = (layout == "aos" or fields == 1) and rng.random() < 0.6
    padding = rng.choice([0, 0, 1, 2, 4, 5]) if staged else 0
    rows = -(-block * unroll * stride * size // 128)
    if rows * (128 + padding * size) > 49152:
        staged, padding = False, 0
    near = block * unroll * rng.randint(0, 9) + rng.choice([-1, 0, 0, 1, rng.randint(0, block * unroll)])
    n = max(0, rng.choice([0, 1, 2, rng.randint(0, 3000), near, near, near]))
    return {"name": f"v{number}", "n": n, "type": name, "layout": layout, "fields": fields, "stride": stride,
            "offset": rng.choice([0, 0, 1, 11, 128, rng.randint(0, 300)]), "side": rng.choice(["read", "write", "both"]),
            "staging": "shared" if staged else "none", "BDIMX": block, "unroll": unroll, "IPAD": padding}


json.dump({"tilewright": 1, "kernel": "coalesce", "variants": [variant(i) for i in range(count)]}, sys.stdout)
