#!/usr/bin/env python3
"""tiles.py COUNT SEED: a config of so many random tiles: blocks that walk over them, that are larger, of one to three dimensions, alone or two in a kernel."""
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


def expression(depth):
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(["idx", "idx", "tid", "n", "x", "y", "z", "BDIMX", "BDIMY", "tile_cols", str(rng.choice([1, 2, 3, 5, 7, 31, 32, 33, rng.randint(0, 5000)]))])
    if rng.random() < 0.1:
        return rng.choice("-~") + expression(depth - 1)
    if rng.random() < 0.15:
        sign = rng.choice(["==", "!=", "<", "<=", ">", ">=", "&&", "||", "and", "or"])
        truth = f"(({expression(depth - 1)}) {sign} ({expression(depth - 1)}))"
        return rng.choice([truth, "!" + truth, f"({truth} ? {expression(depth - 1)} : {expression(depth - 1)})", f"min({truth}, idx)"])
    sign = rng.choice(["+", "*", "-", "^", "&", "|", "%", "/", "<<", ">>"])
    right = str(rng.randint(1, 64)) if sign in "%/" else str(rng.randint(0, 31)) if sign in ("<<", ">>") else expression(depth - 1)
    text = f"{expression(depth - 1)}{rng.choice([' ', ''])}{sign}{rng.choice([' ', ''])}{right}"
    return f"({text})" if rng.random() < 0.6 else text


def given():
    """A permutation, for so many elements in turn; it fits where that divides the tile."""
    numbers = list(range(rng.choice([2, 4, 8, 16, 32, 64])))
    rng.shuffle(numbers)
    return ", ".join(map(str, numbers))


def pattern(reads):
    """A pattern: reads may take any; writes take each element once."""
    once = ["linear", "serial", f"strided {rng.randint(1, 70)}", f"permutation {rng.randint(0, 2**32 - 1)}", given(),
            "n - 1 - idx", "~idx % n" if reads else "idx"]
    return rng.choice(once + ["broadcast"] + [f"({expression(3)}) % n"] * 5 if reads else once)


def variant(number):
    dims = rng.choice([1, 2, 2, 2, 2, 3, 3])
    made = block(dims)
    layout = "row-row" if dims == 1 else rng.choice(["row-row", "row-col", "col-row", "col-col"])
    made.update(sides(dims, made))
    made.update({"name": f"v{number}", "dims": dims, "layout": layout, "IPAD": rng.choice([0, 0, 1, 2, 3]),
                 "swizzle": rng.choice(["none", "none", "skew", "xor"]), "type": types[number % len(types)],
                 "shared": rng.choice(["static", "dynamic"])})
    if "x" not in made["type"] and rng.random() < 0.1:
        made["memory"] = "volatile"
    if made["swizzle"] == "xor" and rng.random() < 0.9:
        made.update({"tile_cols": 1 << rng.randint(1, 7), "tile_rows": 1 if dims == 1 else 1 << rng.randint(1, 6)})
    if dims == 1 and rng.random() < 0.6:
        made.update({"pad_every": rng.choice([1, 7, 16, 32, 32, 64]), "swizzle": "none"})
    if rng.random() < 0.1:
        made["min_blocks"] = rng.randint(1, 2)
    if rng.random() < 0.3:
        made["tiles"] = 2
        made["IPAD2"] = rng.choice(["first", 0, 1, 3])
        made["layout2"] = "first" if dims == 1 else rng.choice(["first", "row-row", "row-col", "col-row", "col-col"])
        if rng.random() < 0.3:
            made["reads2"] = rng.choice(["layout", pattern(True)])
        if rng.random() < 0.2:
            made["writes2"] = rng.choice(["layout", pattern(False)])
    kind = rng.random()
    if kind < 0.3:
        made["index"] = rng.choice(["linear", "2d"])
    if kind > 0.5:
        made["reads"] = pattern(True)
    if kind > 0.8:
        made["writes"] = pattern(False)
    if "reads" not in made and "writes" not in made and "tiles" not in made and layout in ("row-row", "col-col") and rng.random() < 0.3:
        made["barrier"] = rng.choice(["warp", "none"])
    return made


json.dump({"tilewright": 1, "kernel": "tile", "variants": [variant(i) for i in range(count)]}, sys.stdout)
