#!/usr/bin/env python3
"""reduces.py COUNT SEED [ALONG]: a config of so many random reductions, of all operations, types, orders and layouts, or of those
along rows, columns or segments only; many of them have sizes about a vector's, a line's, a leaf's, a warp's or a block's."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
alongs = sys.argv[3:] or ["rows", "rows", "columns", "segments"]
rng = random.Random(seed)
sizes = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8,
         "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8}
ops = ["sum", "product", "min", "max", "argmin", "argmax", "any", "all", "norm2", "mean", "dot"]
sums = ["sum", "mean", "norm2", "dot"]


def near(step, most):
    """A number about a multiple of step."""
    return max(0, step * rng.randint(0, most) + rng.choice([-1, 0, 0, 1, rng.randint(0, step)]))


def accumulator(op, type):
    if op in ("min", "max", "argmin", "argmax", "any", "all"):
        return None
    if type == "float64" or (op == "norm2" and type in ("bfloat16", "float32", "int64", "uint64")):
        return rng.choice([None, "float64"])
    if "float" in type or op in ("mean", "norm2"):
        return rng.choice([None, "float32", "float64"])
    return rng.choice([None, None, "int32", "uint32", "int64", "uint64", "float32", "float64"])


def order(op, type, into):
    floats = ("float" in type or "float" in (into or "") or op in ("mean", "norm2")) and op in sums
    return rng.choice(["fixed", "fixed", "fixed", "free"] + (["compensated"] if floats else []))


def problem(along):
    type, op = rng.choice(list(sizes)), rng.choice(ops)
    if along == "segments" and op == "dot":
        op = "sum"
    v = {"op": op, "type": type, "along": along}
    into = accumulator(op, type)
    v["order"] = order(op, type, into)
    if into:
        v["accumulator"] = into
    if op in ("argmin", "argmax"):
        v["ties"] = rng.choice(["first", "last"])
    return v


def some(v, **choices):
    """Half of the time a field is given."""
    for key, values in choices.items():
        if rng.random() < .5:
            v[key] = rng.choice(values)


def pitched(v, bytes):
    if rng.random() < .5:
        pitch = v["cols"] + rng.choice([0, 1, 7, 16 // bytes])
        v["pitch"] = -(-pitch * bytes // 16) * 16 // bytes if rng.random() < .5 else pitch


def rows(v, bytes):
    leaf = 4096 // bytes
    long = rng.random() < .6
    v["cols"] = near(leaf, 20) if long else rng.choice([near(1, 40), near(16 // bytes, 8), near(512 // bytes, 8)])
    v["rows"] = rng.choice([1, 1, 2, 3, 5]) if long else rng.choice([1, 2, 7, 32, near(64, 4)])
    v["batch"] = rng.choice([1, 1, 1, 2, 3])
    if long and rng.random() < .1:
        v["cols"], v["rows"], v["batch"] = near(leaf, 400), 1, 1
    pitched(v, bytes)
    if v["cols"] > leaf:
        some(v, unroll=[1, 2, 4, 8], finish=["last", "last", "second"])
        if rng.random() < .8:
            v["leaves"], v["warps"] = rng.choice([1, 1, 2, 4, 8, 64]), rng.choice([1, 2, 4, 8])
            if v["leaves"] > 1:
                some(v, unroll=[16])
            one_block = v["cols"] <= v["leaves"] * v["warps"] * leaf
            v["BDIMX"] = 32 * v["warps"] * (rng.choice([1, 2, 4]) if one_block else 1)
        if v["order"] == "free" and v["op"] == "sum":
            v["finish"] = rng.choice(["last", "second", "atomic"])
    elif rng.random() < .5:
        some(v, leaves=[1, 2, 4, 8], BDIMX=[32, 64, 128, 256], schedule=["direct"])
    else:
        some(v, unroll=[1, 2, 4, 8], BDIMX=[32, 64, 128, 256])


def columns(v, bytes):
    v["rows"] = rng.choice([near(1, 40), near(32, 12), near(256, 8)])
    v["cols"] = rng.choice([1, 2, near(16 // bytes, 8), near(32, 5)])
    v["batch"] = rng.choice([1, 1, 2, 3])
    pitched(v, bytes)
    some(v, leaves=[1, 2, 4], BDIMX=[8, 16, 32, 64], BDIMY=[1, 2, 4, 8], finish=["last", "second"])


def segments(v, bytes):
    v["rows"], v["cols"] = rng.choice([0, 1, 2, 5, near(32, 3)]), near(4096 // bytes, 5)
    v["offsets"], v["check"] = rng.choice(["int32", "int64"]), rng.choice(["none", "trap"])
    if rng.random() < .5:
        v["warps"] = rng.choice([1, 2, 4])
        v["BDIMX"] = 32 * (v["warps"] if v["warps"] > 1 else rng.choice([1, 2, 3]))
    elif rng.random() < .7:
        v["BDIMX"] = rng.choice([1, 2, 4, 8, 16])
        v["rows"] = rng.choice([v["rows"], near(v["cols"] // 20 + 1, 3)])
    elif sizes[v["type"]] < 4:  # packed, in equal shares
        v["schedule"] = "balanced"
        v["leaves"], v["BDIMX"], v["unroll"] = rng.choice([1, 2, 4, 8]), rng.choice([32, 64]), rng.choice([1, 2, 4])
    else:  # packed
        v["schedule"] = "packed"
        v["leaves"], v["warps"], v["BDIMX"], v["unroll"] = 32, 1, rng.choice([32, 64]), rng.choice([1, 2, 4])
        v["rows"] = rng.choice([v["rows"], near(v["cols"] // 20 + 1, 3)])


def variant(number):
    along = rng.choice(alongs)
    v = problem(along)
    bytes = sizes[v["type"]]
    {"rows": rows, "columns": columns, "segments": segments}[along](v, bytes)
    length = v["rows"] if along == "columns" else v["cols"]
    if v["op"] in ("argmin", "argmax") and along != "segments" and length == 0:
        v["rows" if along == "columns" else "cols"] = 1
        v.pop("pitch", None)
    if along != "segments":
        grain = 16 if v["rows"] * v["batch"] <= 1 else v.get("pitch", v["cols"]) * bytes
        some(v, vector=[n for n in (1, 2, 4, 8, 16) if n >= bytes and grain % n == 0])
    return dict(v, name=f"v{number}")


json.dump({"tilewright": 1, "kernel": "reduce", "variants": [variant(i) for i in range(count)]}, sys.stdout, indent=1)
