#!/usr/bin/env python3
"""alike.py PROBLEMS SEED [VARIANTS] [OPTION...]: random reductions of data that is hard, each by so many variants (20): blocks, loads,
leaves, launches, shares, pointers to any element, batches, a row alone. All must give, bit for bit, what Python's own numbers do. A line for
each problem says a hash of its results: the simulator's and a GPU's must be the same. They run on either, as driven.py says."""
import argparse
import hashlib
import json
import random
import struct
import sys
import tempfile
from pathlib import Path

import driven
import exactly

INTEGERS = {f"{sign}int{bits}": bits for sign in ("", "u") for bits in (8, 16, 32, 64)}
FLOATS = {"float16": 16, "bfloat16": 16, "float32": 32, "float64": 64}
BITS = {**INTEGERS, **FLOATS}
PICKS = ("min", "max", "argmin", "argmax", "any", "all")
SUMS = ("sum", "mean", "norm2", "dot")
rng = random.Random()


# ---- problems ----

def accumulators(op, type):
    """The types that op may be made in."""
    if op in PICKS:
        return ["own"]
    if type in FLOATS:
        narrow = type != "float64" and (op != "norm2" or type == "float16")
        return ["float32", "float64"] if narrow else ["float64"]
    if op in ("mean", "norm2"):
        return ["float64"] if INTEGERS[type] == 64 and op == "norm2" else ["float32", "float64"]
    return ["int32", "uint32", "int64", "int64", "uint64", "uint64", "float32", "float64"]


def drawn_lengths(most):
    """How many results, and of how many elements; of segments each has its own."""
    near = rng.choice([1, 2, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192])
    length = rng.choice([rng.randint(1, 40), near * rng.randint(1, 5) + rng.choice([-1, 0, 0, 1, 3]), rng.randint(1, 9000), rng.randint(3000, 20000)])
    length = min(max(length, 1), most) if rng.random() > .04 else 0
    return min(rng.choice([1, 1, 2, 3, 5, 33, 70, rng.randint(1, 300)]), max(1, most // max(length, 1))), length


def drawn_order(op, type, into, wanted):
    floats = op in SUMS and into.startswith("float")
    able = ["fixed"] + (["compensated"] if floats else []) + (["exact"] if floats and type in FLOATS else [])
    return wanted if wanted in able else rng.choice(able)


def drawn_problem(options):
    along = options.along or rng.choice(["rows", "rows", "columns", "segments"])
    type = options.type or rng.choice(list(BITS))
    op = options.op or rng.choice(["sum", "product", "norm2", "mean", "dot", *PICKS])
    op = "sum" if op == "dot" and along == "segments" else op
    into = rng.choice(accumulators(op, type))
    into = options.accumulator if options.accumulator in accumulators(op, type) else into
    p = {"op": op, "along": along, "type": type, "accumulator": into, "order": drawn_order(op, type, into, options.order)}
    if op in ("argmin", "argmax"):
        p["ties"] = rng.choice(["first", "last"])
    p["results"], p["length"] = map(int, options.shape.split("x")) if options.shape else drawn_lengths(options.most)
    if op.startswith("arg") and along != "segments":
        p["length"] = max(p["length"], 1)  # nothing has no place
    return p


def lengths_of(p):
    if p["along"] != "segments":
        return [p["length"]] * p["results"]
    total, kind = p["results"] * p["length"], rng.choice(["uneven", "alike", "one", "growing"])
    if kind == "alike":
        return [p["length"]] * p["results"]
    if kind == "one":
        lengths = [rng.choice([0, 0, 1, 2]) for _ in range(p["results"])]
        lengths[rng.randrange(p["results"])] = total
        return lengths
    ends = sorted([0, total] + [rng.randint(0, total) for _ in range(p["results"] - 1)])
    lengths = [end - begin for begin, end in zip(ends, ends[1:])]
    return sorted(lengths) if kind == "growing" else lengths


# ---- elements, as bits ----

def whole(bits, n):
    """Integers that wrap, meet at the ends, or are alike."""
    top = 1 << bits
    kinds = [lambda: rng.getrandbits(bits), lambda: rng.choice([top // 2 - 1, top // 2, top - 1, 0, 1]), lambda: rng.choice([0, 0, 1, top - 1]),
             lambda: (top // 2 + rng.choice([-2, -1, 0, 1])) % top, lambda: 0, lambda: rng.choice([3, top - 3])]
    make = rng.choice(kinds)
    many = [make() for _ in range(n)]
    if n and rng.random() < .2:
        many[rng.randrange(n)] = rng.getrandbits(bits)
    return many


def elements(p, n):
    return whole(INTEGERS[p["type"]], n) if p["type"] in INTEGERS else exactly.Maker(p["type"]).make(n)


def value_of(type, bits):
    if type in FLOATS:
        return exactly.value_of(type, bits)
    return bits - (1 << INTEGERS[type]) if type[0] == "i" and bits >> (INTEGERS[type] - 1) else bits


# ---- what is right ----

def result_type(p):
    if p["op"] in ("any", "all"):
        return "uint8"
    if p["op"] in ("argmin", "argmax"):
        return "int64"
    return p["type"] if p["accumulator"] == "own" else p["accumulator"]


def nan_bits(type):
    return (1 << (FLOATS[type] - 1)) - 1


def picked(p, bits):
    """min, max, argmin, argmax, any, all; the bits of the result."""
    op, type = p["op"], p["type"]
    values = [value_of(type, each) for each in bits]
    if op in ("any", "all"):
        return int((any if op == "any" else all)(value != 0 for value in values))
    least = op.endswith("min")
    nans = [i for i, value in enumerate(values) if value != value]
    last = p.get("ties") == "last"
    if op.startswith("arg"):
        if not values:
            return (1 << 64) - 1
        best = (min if least else max)(value for value in values if value == value) if not nans else None
        places = nans or [i for i, value in enumerate(values) if value == best]
        return places[-1 if last else 0]
    if nans:
        return nan_bits(type)
    if not values and type in INTEGERS:
        low, top = (1 << (INTEGERS[type] - 1), (1 << (INTEGERS[type] - 1)) - 1) if type[0] == "i" else (0, (1 << INTEGERS[type]) - 1)
        return top if least else low
    if not values:
        infinity = exactly.Maker(type).infinity
        return infinity if least else infinity | 1 << (FLOATS[type] - 1)
    order = lambda i: (values[i], -1 if bits[i] and not values[i] else 0)  # -0 is less than +0
    return bits[(min if least else max)(range(len(bits)), key=order)]


def modular(p, x, y):
    """Sums, products and dot products of integers in integers."""
    total = 1 if p["op"] == "product" else 0
    for a, b in zip(x, y):
        total = total * a if p["op"] == "product" else total + (a * b if p["op"] == "dot" else a)
    return total % (1 << INTEGERS[p["accumulator"]])


def as_float(way, value):
    if isinstance(value, float):
        return way.round(value)
    return way.nearest(value, 1)


def expected(p, x, y):
    """The bits of one result, of elements' bits."""
    if p["op"] in PICKS:
        return picked(p, x)
    x, y = ([value_of(p["type"], each) for each in many] for many in (x, y))
    if p["accumulator"] in INTEGERS:
        return modular(p, x, y)
    if p["order"] == "exact":
        return exactly.exact_result(p["op"], p["accumulator"], x, y)
    way = (exactly.Fixed if p["order"] == "fixed" else exactly.Compensated)(p["accumulator"])
    columns = 512 // (BITS[p["type"]] // 8)
    shape = (1, 32) if p["along"] == "columns" else (columns, 8 * columns)
    pairs = [(as_float(way, a), as_float(way, b)) for a, b in zip(x, y)]
    return exactly.tree_result(way, p["op"], pairs, *shape)


# ---- variants ----

def powers(least, most):
    return [1 << k for k in range(least, most + 1)]


def some(v, chance, **choices):
    for key, values in choices.items():
        if rng.random() < chance:
            v[key] = rng.choice(values)


def how_rows(v, p):
    if rng.random() < .3:
        return
    v["warps"] = rng.choice([1, 1, 2, 4, 8])
    v["BDIMX"] = 32 * v["warps"] * rng.choice([1, 1, 2, 4])
    some(v, .5, leaves=powers(0, 5), unroll=[1, 2, 4, 8, 16], finish=["last", "second", "cluster"], row_lanes=[0, 0, 1, 2, 4])
    if "row_lanes" in v:
        v["schedule"] = "staged" if v["row_lanes"] else "direct"
    if v.get("row_lanes"):
        v.pop("finish", None)
    else:
        v.pop("row_lanes", None)


def how_columns(v, p):
    some(v, .6, leaves=powers(0, 4), unroll=[1, 2, 4, 8, 16], BDIMX=[8, 16, 32, 64, 128], BDIMY=powers(0, 4), finish=["last", "second"])


def how_segments(v, p):
    v["offsets"] = rng.choice(["int32", "int64"])
    some(v, .3, check=["trap"])
    kind = rng.choice(["chosen", "lanes", "packed", "warps", "shares"])
    if kind == "lanes":
        v.update(schedule="grouped", BDIMX=rng.choice([1, 2, 4, 8, 16]))
    elif kind == "packed":
        v.update(schedule="packed", leaves=32, warps=1, BDIMX=rng.choice([32, 64]), unroll=rng.choice([1, 2, 4]))
    elif kind == "warps":
        v["warps"] = rng.choice([1, 2, 4, 8])
        v["BDIMX"] = 32 * v["warps"] * rng.choice([1, 2])
        some(v, .5, leaves=[1, 2, 4], vector=[16], unroll=[1, 2, 4, 8])
    elif kind == "shares":
        v.update(schedule="balanced", leaves=rng.choice([1, 2, 4, 8]), BDIMX=rng.choice([32, 64]), unroll=rng.choice([1, 2, 4]))


HOW = {"rows": how_rows, "columns": how_columns, "segments": how_segments}


def placed(p, alone):
    """The problem's fields; of rows and columns as they are, in batches, or one of them alone, with or without gaps."""
    v = {key: p[key] for key in ("op", "along", "type", "order", "ties") if key in p}
    if p["accumulator"] != "own":
        v["accumulator"] = p["accumulator"]
    if p["along"] == "segments":
        return dict(v, rows=p["results"], cols=sum(p["lengths"]) + rng.choice([0, 0, 3]))
    many = 1 if alone else p["results"]
    batch = rng.choice([n for n in range(1, many + 1) if many % n == 0])
    v.update(batch=batch, rows=many // batch, cols=p["length"]) if p["along"] == "rows" else v.update(batch=batch, rows=p["length"], cols=many // batch)
    if rng.random() < .5:
        bytes = BITS[p["type"]] // 8
        v["pitch"] = rng.choice([v["cols"] + rng.randint(0, 20), -(-v["cols"] * bytes // 16) * 16 // bytes])
    return v


def drawn_variant(p, number):
    alone = p["along"] != "segments" and rng.random() < .2
    v = placed(p, alone)
    if number:
        HOW[p["along"]](v, p)
        some(v, .4, vector=[n for n in (1, 2, 4, 8, 16) if 8 * n >= BITS[p["type"]]])
        some(v, .2, pointers=["any", "aligned", "both"])
    return dict(v, name=f"v{number}"), rng.randrange(p["results"]) if alone else None


# ---- launches ----

def laid_out(p, v, arrays, alone):
    """What buffers hold: gaps are filled with NaN, or -1."""
    bytes = BITS[p["type"]] // 8
    if p["along"] == "segments":
        flat = [[each for one in array for each in one] for array in arrays]
        return [packed(many, bytes).ljust(v["cols"] * bytes, b"\xff") for many in flat]
    chosen = [array if alone is None else [array[alone]] for array in arrays]
    pitch = v.get("pitch", v["cols"])
    laid = []
    for array in chosen:
        each = len(array) // v["batch"]
        parts = [array[b * each:(b + 1) * each] for b in range(v["batch"])]
        rows = [row for part in parts for row in (part if p["along"] == "rows" else zip(*part))]
        laid.append(b"".join(packed(row, bytes).ljust(pitch * bytes, b"\xff") for row in rows)[:(len(rows) * pitch - pitch + v["cols"]) * bytes])
    return laid


def packed(many, bytes):
    return b"".join(each.to_bytes(bytes, "little") for each in many)


def launched(made, folder, inputs, beside):
    """The bytes of the results of two rounds of launches, the second with scratch as the first left it."""
    own = lambda parameter: 1 if beside and parameter["role"] != "scratch" and parameter["name"] != "offsets" else 0
    loaded, found = driven.Loaded(made, folder, inputs, own), []
    for _ in range(2):
        loaded.buffers["c"].put(b"\x5a" * loaded.buffers["c"].bytes)
        loaded.launch()
        found.append(loaded.buffers["c"].get())
    loaded.free()
    return found


def offsets_of(p, v):
    ends = [0]
    for n in p["lengths"]:
        ends.append(ends[-1] + n)
    return struct.pack(f"<{len(ends)}{'i' if v['offsets'] == 'int32' else 'q'}", *ends)


def check_variant(p, v, alone, made, folder, arrays, right):
    """How many of its results are wrong, and a hash of them."""
    inputs = dict(zip("ab", laid_out(p, v, arrays, alone)))
    if p["along"] == "segments":
        inputs["offsets"] = offsets_of(p, {"offsets": "int64", **v})
    wanted = right if alone is None else right[alone:alone + 1]
    bytes = BITS[result_type(p)] // 8
    wrong = 0
    beside = driven.may_lie_beside(made) and rng.random() < .3
    for found in launched(made, folder, inputs, beside):
        got = [int.from_bytes(found[i:i + bytes], "little") for i in range(0, len(found), bytes)]
        bad = [i for i in range(len(wanted)) if got[i] != wanted[i]]
        for i in bad[:2]:
            print(f"  {v}{' beside' if beside else ''}: result {i} of {p['lengths'][i]} elements is {got[i]:#x}, not {wanted[i]:#x}", flush=True)
        wrong += len(bad)
    return wrong, hashlib.sha256(repr(got).encode()).hexdigest()[:12]


def check(number, options):
    rng.seed(f"{options.seed}/{number}")
    exactly.rng = rng
    p = drawn_problem(options)
    exactly.order = p["order"]
    p["lengths"] = lengths_of(p)
    arrays = [[elements(p, n) for n in p["lengths"]] for _ in range(2 if p["op"] == "dot" else 1)]
    right = [expected(p, *pair) for pair in zip(arrays[0], arrays[-1])]
    part, parts = map(int, options.part.split("/"))
    drawn = [drawn_variant(p, i) for i in range(options.variants)][part - 1::parts]
    with tempfile.TemporaryDirectory() as name:
        made = driven.embedded("reduce", [v for v, _ in drawn], Path(name))
        taken = [(v, alone) for v, alone in drawn if v["name"] in made]
        checked = [check_variant(p, v, alone, made[v["name"]], Path(name), arrays, right) for v, alone in taken]
    words = " ".join(str(p[key]) for key in ("op", "along", "type", "accumulator", "order", "results", "length"))
    wrong, hashes = sum(each for each, _ in checked), {found for (_, found), (_, alone) in zip(checked, taken) if alone is None}
    print(f"{number} {words}: {len(taken)} variants of {len(drawn)}, {' '.join(sorted(hashes))}, {wrong} wrong", flush=True)
    return len(taken), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", type=int)
    parser.add_argument("seed")
    parser.add_argument("variants", type=int, nargs="?", default=20)
    parser.add_argument("--along", help="those of rows, columns or segments only")
    parser.add_argument("--order", help="in that order, where it may be")
    parser.add_argument("--op", help="that operation only")
    parser.add_argument("--type", help="elements of that type only")
    parser.add_argument("--accumulator", help="in that type, where it may be")
    parser.add_argument("--shape", help="RESULTSxLENGTH, instead of any")
    parser.add_argument("--only", type=int, help="that problem only")
    parser.add_argument("--part", default="1/1", help="I/N: of the variants every N-th, from the I-th on")
    parser.add_argument("--most", type=int, default=20000, help="elements of a problem")
    options = parser.parse_args()
    driven.open_context()
    numbers = range(options.problems) if options.only is None else [options.only]
    counts = [check(number, options) for number in numbers]
    print(f"{len(counts)} problems, {sum(n for n, _ in counts)} variants, {sum(wrong for _, wrong in counts)} results wrong")
    sys.exit(any(wrong for _, wrong in counts))


if __name__ == "__main__":
    main()
