#!/usr/bin/env python3
"""stencils.py COUNT SEED: a config of so many random stencils, many with ragged ends, narrow rows and pitches that divide by nothing."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)


def problem():
    shape = rng.choice(["line", "star", "box"])
    radius = rng.choice([1, 1, 2, 3, 4] + ([5, 7, 8, 13, 16, 33, 64] if shape == "line" else []))
    boundary = rng.choice(["zero", "fixed", "periodic", "reflect"])
    least = {"zero": 1, "fixed": 2 * radius + 1, "periodic": radius, "reflect": radius + 1}[boundary]
    cols = max(least, rng.choice([1, 2, 7, 31, 32, 33, 63, 64, 65, 127, 128, 129, 256, rng.randint(1, 700), rng.randint(1, 700)]))
    rows = max(1 if shape == "line" else least, rng.choice([1, 2, 3, 5, 8, 9, 16, 17, 33, rng.randint(1, 60)]))
    one = {"shape": shape, "radius": radius, "boundary": boundary, "cols": cols, "rows": rows,
           "type": rng.choice(["float32", "float32", "float64"])}
    for pitch in ("in_pitch", "out_pitch"):
        if rng.random() < 0.6:
            more = cols + rng.choice([0, 1, 3, 5, 8, 16])
            one[pitch] = rng.choice([more, -(-more // 4) * 4])
    return one


def coefficients(one):
    line, box = one["shape"] == "line", one["shape"] == "box"
    if rng.random() < 0.25:
        return {"scheme": rng.choice(["derivative", "laplacian", "binomial"] if line else ["binomial"] if box else ["laplacian"])}
    symmetry = rng.choice(["general", "symmetric"] + (["antisymmetric"] if line else []))
    divergent = ["divergent"] if line and symmetry != "symmetric" else []
    return {"symmetry": symmetry, "coefficients": rng.choice(["constant", "constant", "readonly"] + divergent)}


def method(one):
    if one.get("coefficients") == "divergent" or rng.random() < 0.3:
        return shared(one)
    if rng.random() < 0.4:
        return copied(one)
    line, widest = one["shape"] == "line", 2 if one["type"] == "float64" else 4
    pitches = [one.get(pitch, one["cols"]) for pitch in ("in_pitch", "out_pitch")]
    vectors = [v for v in (1, 2, 4) if v <= widest and (one["rows"] == 1 or not any(p % v for p in pitches))]
    if one.get("boundary") == "fixed":
        vectors = [v for v in vectors if v == 1 or one["cols"] - 2 * one["radius"] >= v]
    vector, height = rng.choice(vectors + vectors[-1:]), rng.choice([1, 2, 3, 4, 5, 8, 16, 32])
    kind = "cache" if -(-one["radius"] // vector) > 16 else rng.choice(["cache", "shuffle"])
    unroll = rng.choice([u for u in range(1, 6) if height % u == 0]) if line else rng.choice([1, 2, 3, 4, 5, 7, 9])
    if rng.random() < 0.2:
        return {"method": kind}
    return {"method": kind, "vector": vector, "height": height, "unroll": unroll, "BDIMX": rng.choice([32, 64, 96]),
            "BDIMY": rng.choice([1, 1, 2, 3])}


def shared(one):
    least = one["radius"]
    return {"method": "shared", "BDIMX": max(least, rng.choice([4, 8, 12, 16, 31, 32, 33, 64])),
            "BDIMY": max(1 if one["shape"] == "line" else least, rng.choice([1, 2, 3, 4, 8])), "IPAD": rng.choice([0, 0, 1, 3])}


def copied(one):
    if one["cols"] < 4 or one["boundary"] == "fixed" and one["cols"] - 2 * one["radius"] < 4:
        return shared(one)
    unroll = 4 * rng.choice([1, 1, 2])
    return {"method": "async", "height": unroll * rng.choice([1, 2, 4, 8]), "unroll": unroll, "stages": rng.choice([2, 3] if unroll == 8 else [2, 3, 4]),
            "BDIMX": rng.choice([32, 64, 96]) if one["radius"] < 30 else 64}


def variant(number):
    one = problem()
    one.update(coefficients(one))
    one.update(method(one))
    return {"name": f"v{number}", **one}


json.dump({"tilewright": 1, "kernel": "stencil", "variants": [variant(i) for i in range(count)]}, sys.stdout)
