#!/usr/bin/env python3
"""tiles.py COUNT SEED: a config of so many random tiles: blocks that walk over them, that are larger, of one to three dimensions."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
types = ["int32", "float32", "int8", "uint8", "int16", "float16", "bfloat16", "float64", "int32x2", "int32x4", "float64x2"]


def side(limit):
    return min(limit, rng.choice([1, 2, 3, 4, 5, 7, 8, 16, 16, 17, 32, 32, 32, 33, 64, rng.randint(1, 70)]))


def block(dims):
    x = side(1024)
    y = side(1024 // x)
    z = min(64, side(1024 // x // y)) if dims == 3 or rng.random() < 0.1 else 1
    return {"BDIMX": x, "BDIMY": y, "BDIMZ": z}


def sides(dims, made):
    """Sides of a tile, some of them the block's, multiples of these, or one off."""
    near = [made["BDIMX"] * rng.randint(1, 4), made["BDIMX"] + 1, "block", side(128), side(128)]
    if dims == 1:
        return {"tile_cols": rng.choice(near + [rng.randint(1, 3000)])}
    fields = {"tile_cols": rng.choice(near), "tile_rows": rng.choice(["block", made["BDIMY"] * rng.randint(1, 5), side(64)])}
    if rng.random() < 0.3:
        fields["tile_rows"] = fields["tile_cols"]
    if dims == 3:
        fields["tile_depth"] = rng.choice(["block", rng.randint(1, 6)])
    return fields


def variant(number):
    dims = rng.choice([1, 2, 2, 2, 2, 3, 3])
    made = block(dims)
    layout = "row-row" if dims == 1 else rng.choice(["row-row", "row-col", "col-row", "col-col"])
    made.update(sides(dims, made))
    made.update({"name": f"v{number}", "dims": dims, "layout": layout, "IPAD": rng.choice([0, 0, 1, 2, 3]),
                 "swizzle": rng.choice(["none", "none", "skew", "xor"]), "type": types[number % len(types)],
                 "shared": rng.choice(["static", "dynamic"])})
    if rng.random() < 0.5:
        made["index"] = rng.choice(["linear", "2d"])
    return made


json.dump({"tilewright": 1, "kernel": "tile", "variants": [variant(i) for i in range(count)]}, sys.stdout)
