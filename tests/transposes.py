#!/usr/bin/env python3
"""Configs of transposes for tests: variants that every target from sm_80 on can run, small enough for the simulator.

    transposes.py pairs [SEED]                every two values of any two fields, and of field and shape, in some variant
    transposes.py random N SEED [ELEMENTS]    N variants of about so many elements at most (60000), any values of all fields
    transposes.py row-run N SEED [ELEMENTS]   the same of the row-run method alone
    transposes.py chunks N SEED [ELEMENTS]    of its wide tiles that are whole lines of small elements, for register transposes of chunks
    transposes.py matrices N SEED [ELEMENTS]  of batches of small matrices, mostly of small elements, mostly without gaps
    transposes.py columns N SEED [ELEMENTS]   of register transposes of columns, most of matrices with a side longer than 64, or gaps
    transposes.py shuffle N SEED [ELEMENTS]   and of the shuffle method
    transposes.py problems N SEED [ELEMENTS]  problems without a word of how, which is chosen

With --part I/N first only every N-th of them, from the I-th on. The same arguments give the same config on every machine. What
the program would reject is left out: the tests count on all to run.
"""
import itertools
import json
import random
import sys

BYTES = {"uint8": 1, "float16": 2, "float32": 4, "float64": 8, "float32x4": 16}
SCALAR = ["naive", "shared", "padded", "skewed", "xor"]
SHARED_MAX = 48 * 1024          # of the scalar methods
DYNAMIC_SHARED_MAX = 64 * 1024  # of vector and row-run: what a block may have on every target
SIDE_MAX = 1024
PASSES_MAX = 64  # elements that a thread of the scalar methods moves


def line(one):
    return 128 // BYTES[one["type"]]


# ---- what is accepted ----

def grain(one, side="in", most=16):
    """The largest power of two, up to `most`, that divides the place of every row of that side in bytes, as far as the variant knows."""
    length, lines = (one["cols"], one["rows"]) if side == "in" else (one["rows"], one["cols"])
    pitch = one.get(side + "_pitch", length) if one.get("batch", 1) * lines > 1 else 0
    base = BYTES[one["type"]] if one.get("pointers") == "any" else most
    place = (one.get(side + "_offset", 0) | pitch) * BYTES[one["type"]] | base
    return place & -place


def is_power(number):
    return number & (number - 1) == 0


def tile_bytes(one):
    padding = one.get("IPAD", max(4 // BYTES[one["type"]], 1) if one["method"] == "padded" else 0)
    return one["tile_rows"] * (one["tile_cols"] + padding) * BYTES[one["type"]]


def row_run_accepted(one):
    size, rows, cols, tile_rows, tile_cols = BYTES[one["type"]], one["rows"], one["cols"], one["tile_rows"], one["tile_cols"]
    all_rows, all_cols = tile_rows >= rows, tile_cols >= cols
    matrices = min(one.get("matrices", 1), one.get("batch", 1)) if all_rows and all_cols else 1
    # The run twice over for matrices that threads turn; or chunks left out, at most one behind every eighth, and columns beside it.
    elements = matrices * min(tile_rows, rows) * min(tile_cols, cols) + 32 // size * (rows if not all_cols else 1)
    if not (all_rows or all_cols) or one.get("matrices", 1) > 1 and not (all_rows and all_cols) or 2 * elements * size > DYNAMIC_SHARED_MAX:
        return False
    if all_rows and all_cols:
        return one.get("register_transpose") == "columns" or one.get("matrices", 4) % 4 == 0 or one["matrices"] >= one.get("batch", 1)
    least = 32 // size if all_cols and grain(one, "out", 32) < 32 else 0
    return (tile_rows if all_cols else tile_cols) * size % 32 == 0 and tile_rows > least


def accepted(one):
    if one["method"] in ("auto", "shuffle") or "tile_rows" not in one:
        return True
    if one["method"] == "row-run":
        return one["BDIMX"] * one["BDIMY"] <= 1024 and one["BDIMX"] * one["BDIMY"] % 32 == 0 and row_run_accepted(one)
    threads, rows, cols = one["BDIMX"] * one["BDIMY"], one["tile_rows"], one["tile_cols"]
    limit = {"vector": DYNAMIC_SHARED_MAX, "naive": tile_bytes(one)}.get(one["method"], SHARED_MAX)
    if threads > 1024 or max(rows, cols) > SIDE_MAX or tile_bytes(one) > limit:
        return False
    if one["method"] == "vector":
        misaligned = one["vector"] < 16 and grain(one) < one["vector"]
        walks_narrow = cols % line(one) and BYTES[one["type"]] > 4 and one["steps"] > 1
        return not misaligned and not walks_narrow and threads % 32 == 0 and rows % line(one) == 0 and cols * 2 % line(one) == 0
    if rows * cols > PASSES_MAX * threads:
        return False
    return one["method"] != "xor" or is_power(rows) and is_power(cols)


# ---- pairs: a level of each factor, and what it means for a variant ----

SHAPES = {
    "1x1": lambda r, c: (1, 1),
    "1xN": lambda r, c: (1, 2 * c + 3),
    "Nx1": lambda r, c: (3 * r + 5, 1),
    "thin": lambda r, c: (3 * r + 1, 3),
    "flat": lambda r, c: (3, 2 * c + 1),
    "primes": lambda r, c: (prime(2 * r), prime(c)),
    "2^k-1 x 2^k+1": lambda r, c: (power(2 * r) - 1, power(c) + 1),
    "2^k+1 x 2^k-1": lambda r, c: (power(r) + 1, power(c) - 1),
    "whole": lambda r, c: (2 * r, 2 * c),
    "a tile": lambda r, c: (r, c),
    "less than a tile": lambda r, c: (max(r - 1, 1), max(c - 1, 1)),
    "cut down": lambda r, c: (2 * r + 1, 2 * c),
    "cut across": lambda r, c: (2 * r, c + 1),
    "cut both": lambda r, c: (2 * r - 1, 2 * c - 1),
    "a column": lambda r, c: (7 * r + r // 2, c // 2 + 1),
}


def prime(least):
    return next(n for n in itertools.count(max(least, 2)) if all(n % d for d in range(2, int(n ** 0.5) + 1)))


def power(least):
    return next(1 << k for k in itertools.count() if 1 << k >= least)


# From one row to the next: no gap, or a multiple of so many bytes and not of twice as many.
GAPS = {"none": 0, "element": 1, "4 bytes": 4, "8 bytes": 8, "16 bytes": 16, "32 bytes": 32}
OFFSETS = {"none": 0, "element": 1, "8 bytes": 8, "32 bytes": 32}

COMMON = {
    "type": list(BYTES),
    "shape": list(SHAPES),
    "in_gap": list(GAPS),
    "out_gap": [gap for gap in GAPS if gap != "8 bytes"],
    "in_offset": list(OFFSETS),
    "out_offset": list(OFFSETS),
    "batch": [1, 2, 3, 35],
    "order": ["rows", "columns"],
    "band": [None, 1, 2, 3, 1000],
    "hints": ["none", "loads", "stores", "stream", "evict_last", "evict_first", "fetch"],
    "carveout": ["default", 0, 50, 100],
}
VECTOR = {
    "method": ["vector"],
    "tile": [(1, 1), (1, 2), (2, 2), (3, 1), (2, 0.5), (1, 1.5)],  # of 128 bytes
    "block": [(32, 1), (32, 2), (32, 3), (32, 8), (16, 4), (64, 1)],
    "vector": [4, 8, 16],
    "steps": [1, 2, 3, 5, 1000],
    "unroll": [1, 2, 3],
    "pointers": ["both", "any"],
}
# The narrow side is whole in the tile, and the long one so many tiles, more or less; or both are, and matrices are many.
ROW_RUN = {
    "method": ["row-run"],
    "cover": ["tall", "wide", "whole"],
    "narrow": [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 31, 33, 64, 100],
    "long": [(3, 0), (3, 1), (2, -1), (2, 7), (1, 3), (1, 0), (0, 5)],
    "tile": [1, 2, 3, 8, 13],  # sectors of the long side; of matrices, times 4
    "block": [(32, 1), (32, 2), (16, 6), (32, 8), (64, 1)],
    "unroll": [1, 2, 4],
    "register_transpose": [None, "none"],
    "pointers": ["both", "any"],
    "batch": [1, 2, 3, 35],
}
SCALARS = {
    "method": SCALAR,
    "tile": [(32, 32), (16, 32), (64, 16), (8, 8), (20, 40), (33, 31), (1, 64)],
    "block": [(32, 8), (16, 16), (24, 6), (8, 32), (33, 3), (64, 1)],
    "IPAD": [None, 0, 1, 3],
}


def pitch_of(length, gap, size):
    """The least pitch with such a gap; an element where the step is smaller."""
    step = max(GAPS[gap] // size, 1)
    if gap == "none":
        return None
    pitch = length // step * step
    while pitch <= length or pitch // step % 2 == 0:
        pitch += step
    return pitch


def put_places(one, levels):
    for side, length in (("in", one["cols"]), ("out", one["rows"])):
        size = BYTES[one["type"]]
        pitch = pitch_of(length, levels[side + "_gap"], size)
        one.update({side + "_pitch": pitch} if pitch else {})
        one[side + "_offset"] = max(OFFSETS[levels[side + "_offset"]] // size, 1 if levels[side + "_offset"] != "none" else 0)


def build_row_run(levels):
    one = {key: levels[key] for key in ("type", "method", "batch", "hints", "carveout", "unroll", "pointers")}
    one.update({"register_transpose": "none"} if levels["register_transpose"] else {})
    one["BDIMX"], one["BDIMY"] = levels["block"]
    sectors = levels["tile"] * (32 // BYTES[levels["type"]])
    narrow, long = levels["narrow"], max(sectors * levels["long"][0] + levels["long"][1], 1)
    if levels["cover"] == "tall":
        one.update(rows=long, cols=narrow, tile_rows=sectors, tile_cols=narrow)
    elif levels["cover"] == "wide":
        one.update(rows=narrow, cols=long, tile_rows=narrow, tile_cols=sectors)
    else:
        other = max(levels["long"][0] * 5 + levels["long"][1], 1)
        one.update(rows=narrow, cols=other, tile_rows=narrow, tile_cols=other + 1, matrices=4 * levels["tile"])
    put_places(one, levels)
    return one


def build(levels):
    """The variant of one level for each factor."""
    if levels["method"] == "row-run":
        return build_row_run(levels)
    size = BYTES[levels["type"]]
    unit = 128 // size if levels["method"] == "vector" else 1
    one = {key: levels[key] for key in ("type", "method", "batch", "order", "hints", "carveout")}
    one.update({key: levels[key] for key in ("vector", "steps", "unroll", "band", "IPAD", "pointers") if levels.get(key) is not None})
    one["tile_rows"], one["tile_cols"] = (int(unit * side) for side in levels["tile"])
    one["BDIMX"], one["BDIMY"] = levels["block"]
    one["rows"], one["cols"] = SHAPES[levels["shape"]](one["tile_rows"], one["tile_cols"])
    put_places(one, levels)
    if one["method"] == "naive":
        one.pop("IPAD", None)
    return one


GREEDY, ATTEMPTS = 20, 120  # for each variant


def affordable(one):
    return one["batch"] * one["rows"] * one["cols"] <= 300000


def greedy(factors, fixed, open_pairs, chance):
    """The fixed levels, and for the other factors, in any order, those that hold most open pairs with what is there so far."""
    chosen = dict(fixed)
    for factor in chance.sample(sorted(factors.keys() - fixed.keys()), len(factors) - len(fixed)):
        def gain(level):
            return sum(frozenset(((factor, level), other)) in open_pairs for other in chosen.items())
        levels = range(len(factors[factor]))
        chosen[factor] = max(chance.sample(levels, len(levels)), key=gain)
    return chosen


def anything(factors, fixed, chance):
    return {factor: fixed.get(factor, chance.randrange(len(levels))) for factor, levels in factors.items()}


def cover(factors, chance):
    """Variants until every pair that a valid variant can have is in one: each the best of a few that hold a pair still open."""
    every = [((a, i), (b, j)) for a, b in itertools.combinations(sorted(factors), 2)
             for i in range(len(factors[a])) for j in range(len(factors[b]))]
    chance.shuffle(every)
    open_pairs = set(map(frozenset, every))
    for pair in every:
        if frozenset(pair) not in open_pairs:
            continue
        best = set()
        for attempt in range(ATTEMPTS):
            chosen = greedy(factors, dict(pair), open_pairs, chance) if attempt < GREEDY else anything(factors, dict(pair), chance)
            one = build({factor: factors[factor][level] for factor, level in chosen.items()})
            holds = open_pairs & set(map(frozenset, itertools.combinations(chosen.items(), 2)))
            if accepted(one) and affordable(one) and len(holds) > len(best):
                best, variant = holds, one
        if best:
            open_pairs -= best
            yield variant


def pairs(seed):
    chance = random.Random(seed)
    row_run = {key: levels for key, levels in COMMON.items() if key not in ("shape", "order", "band")}
    return itertools.chain(cover({**COMMON, **VECTOR}, chance), cover({**COMMON, **SCALARS}, chance), cover({**row_run, **ROW_RUN}, chance))


# ---- random ----

def length(chance, most):
    """1 to most, every magnitude as likely as the others."""
    return min(chance.randint(1, 2 ** chance.randint(0, most.bit_length())), most)


def random_shape(chance, one, elements):
    left = max(elements // one["batch"], 1)
    one["rows"] = length(chance, left)
    one["cols"] = length(chance, max(left // one["rows"], 1))
    if chance.random() < 0.5:
        one["rows"], one["cols"] = one["cols"], one["rows"]


def near_an_edge(chance, one, elements):
    """Puts the end of rows or columns at a power of two or at that of a tile, or one beside it."""
    for side in ("rows", "cols"):
        if chance.random() < 0.5:
            continue
        tile = one.get("tile_" + side, line(one))
        overlap = 32 // BYTES[one["type"]] if side == "rows" and one["method"] == "vector" and chance.random() < 0.5 else 0
        edge = chance.choice([power(one[side]), tile + (tile - overlap) * (one[side] // tile)])
        near = max(edge + chance.choice([-1, 0, 0, 1]), 1)
        if one["batch"] * near * one["cols" if side == "rows" else "rows"] <= 2 * elements:
            one[side] = near


def random_places(chance, one):
    for side, row in (("in", one["cols"]), ("out", one["rows"])):
        unit = chance.choice([1, 1, 16, 32, 4]) // BYTES[one["type"]] or 1
        if chance.random() < 0.5:
            one[side + "_pitch"] = -(-(row + chance.choice([0, 1, length(chance, 40)])) // unit) * unit
        if chance.random() < 0.5:
            one[side + "_offset"] = length(chance, 40) // unit * unit


def random_vector(chance, one):
    down, across = chance.choice([1, 1, 2, 2, 3, 4, 5, 8]), chance.choice([1, 2, 2, 3, 4, 4, 6, 8, 10, 16])
    one.update(tile_rows=down * line(one), tile_cols=across * line(one) // 2, vector=chance.choice([4, 8, 16, 16]),
               unroll=chance.choice([1, 2, 3, 4, 8]), steps=chance.choice([1, 1, 2, 3, 4, 7, 100000]))
    one["BDIMX"], one["BDIMY"] = chance.choice([(32, 1), (32, 2), (32, 3), (32, 4), (32, 7), (32, 8), (32, 16), (32, 32), (16, 2),
                                                (8, 12), (64, 4), (96, 1), (1, 64), (128, 2)])


def random_shuffle(chance, one):
    if chance.random() < 0.2:
        return
    side = chance.choice([4, 8, 16, 32])
    one.update(unroll=side, tile_rows=side * chance.randint(1, 5), tile_cols=32 * chance.randint(1, 4), BDIMX=32, BDIMY=chance.randint(1, 8))


def random_scalar(chance, one):
    sides = [4, 8, 16, 32, 64, 128] if one["method"] == "xor" or chance.random() < 0.5 else range(1, 100)
    one.update(tile_rows=chance.choice(sides), tile_cols=chance.choice(sides))
    one["BDIMX"], one["BDIMY"] = chance.choice([(32, 8), (32, 4), (32, 16), (32, 32), (16, 16), (64, 8), (24, 6), (17, 9), (8, 64),
                                                (1, 32), (100, 3)])
    if one["method"] != "naive" and chance.random() < 0.3:
        one["IPAD"] = chance.randint(0, 9)


def random_row_run(chance, one, elements):
    """A shape that the method is for, and mostly a tile."""
    sectors, cover = 32 // BYTES[one["type"]], chance.choice(["tall", "wide", "whole"])
    narrow, long = length(chance, 300), length(chance, 5000)
    one["batch"] = chance.choice([1, 1, 2, 3, 40]) if cover != "whole" else length(chance, 2000)
    if cover == "whole":
        narrow, long = chance.choice([(length(chance, 40), length(chance, 40)), (chance.randint(1, 17), chance.randint(1, 17))])
    one["batch"] = min(one["batch"], max(elements // (narrow * long), 1))
    one["rows"], one["cols"] = (long, narrow) if cover == "tall" else (narrow, long)
    if chance.random() < 0.3:
        return
    one["tile_rows"] = sectors * length(chance, 60) if cover == "tall" else one["rows"]
    one["tile_cols"] = sectors * length(chance, 60) if cover == "wide" else one["cols"]
    if cover == "whole":
        one["matrices"] = chance.choice([1, 2, 3, 5, length(chance, 300), 4 * length(chance, 50)])
    one["BDIMX"], one["BDIMY"] = chance.choice([(32, 1), (32, 2), (32, 3), (32, 4), (32, 8), (16, 2), (8, 12), (64, 2), (96, 1), (1, 64)])
    one["unroll"] = chance.choice([1, 2, 3, 4, 8])


def random_chunks(chance, one, elements):
    """A tile of lines of 128 bytes, of an even number of rows or few of them, and what is left of one."""
    one["type"], one["method"] = chance.choice(["uint8", "uint8", "float16"]), "row-run"
    line = 128 // BYTES[one["type"]]
    one["rows"] = chance.choice([chance.randint(2, 9), 2 * length(chance, 60)])
    lines = min(length(chance, 20), max(elements // (2 * one["rows"] * line), 1))
    tiles = max(elements // (one["rows"] * lines * line), 1)
    one["cols"] = lines * line * chance.randint(1, min(tiles, 3)) + chance.choice([1, 2, 16, chance.randint(1, lines * line)])
    if one["batch"] > 1:
        one["batch"], one["cols"] = 2, one["cols"] // 16 * 16
    one.update(tile_rows=one["rows"], tile_cols=lines * line, unroll=chance.choice([1, 2, 4, 5, 8, 30]))
    one["BDIMX"], one["BDIMY"] = chance.choice([(32, 1), (32, 2), (32, 3), (32, 8), (32, 16), (16, 2), (1, 64)])


def random_matrices(chance, one, elements):
    """Matrices with sides up to 64, mostly of bytes and halves, whole ones in a tile, and mostly a word of how."""
    one["type"], one["method"] = chance.choice(["uint8", "uint8", "float16", chance.choice(list(BYTES))]), "row-run"
    most = chance.choice([4, 8, 16, 16, 32, 64])
    one["rows"], one["cols"] = chance.randint(1, most), chance.randint(1, most)
    one["batch"] = max(min(length(chance, 20000), elements // (one["rows"] * one["cols"])), 1)
    if chance.random() < 0.4:
        return
    one.update(tile_rows=one["rows"], tile_cols=one["cols"], matrices=4 * length(chance, 100), unroll=chance.choice([1, 2, 3, 4, 8]))
    one["BDIMX"], one["BDIMY"] = chance.choice([(32, 1), (32, 2), (32, 3), (32, 4), (32, 8), (16, 2), (8, 12), (64, 2), (96, 1), (1, 64)])


def random_columns(chance, one, elements):
    """Whole matrices, a few in a tile, of which threads transpose words of columns."""
    one["type"], one["method"], one["register_transpose"] = chance.choice(["uint8", "uint8", "float16"]), "row-run", "columns"
    room = DYNAMIC_SHARED_MAX // (3 * BYTES[one["type"]])  # elements of a tile: both runs, what is left out and what is read of gaps
    one["rows"] = chance.choice([chance.randint(4, 64), chance.randint(65, 400), power(chance.randint(33, 300)) + chance.choice([-1, 0, 0, 1])])
    one["cols"] = chance.choice([chance.randint(4, 40), chance.randint(4, 100), power(chance.randint(3, 64))])
    one["cols"] = max(min(one["cols"], room // one["rows"] - 16), 4)
    most = max(room // (one["rows"] * (one["cols"] + 16)), 1)
    one["batch"] = max(min(length(chance, 1000), elements // (one["rows"] * one["cols"])), 1)
    one.update(tile_rows=one["rows"], tile_cols=one["cols"], matrices=chance.randint(1, most), unroll=chance.choice([1, 2, 4]))
    one["BDIMX"], one["BDIMY"] = chance.choice([(32, 1), (32, 2), (32, 3), (32, 8), (16, 2), (64, 2), (1, 64)])


def random_method(chance, one):
    if chance.random() < 0.6:
        one["hints"] = chance.choice(COMMON["hints"])
    one["carveout"] = chance.choice(["default", "default", 0, 30, 100])
    if one["method"] == "row-run" and "register_transpose" not in one and chance.random() < 0.3:
        one["register_transpose"] = "none"
    if chance.random() < 0.2:
        one["pointers"] = "any"
    if one["method"] == "vector" and chance.random() < 0.2:
        one["steps"] = chance.choice([1, 2, 100])
    elif one["method"] not in ("auto", "row-run"):
        {"vector": random_vector, "shuffle": random_shuffle}.get(one["method"], random_scalar)(chance, one)
        one["order"] = chance.choice(["rows", "columns"])
        if chance.random() < 0.5:
            one["band"] = length(chance, 20)


def far_places(chance, one):
    """Offsets up to the greatest, and gaps that may be longer than rows."""
    for side, row in (("in", one["cols"]), ("out", one["rows"])):
        if chance.random() < 0.3:
            one[side + "_pitch"] = row + length(chance, 3 * row)
        if chance.random() < 0.3:
            one[side + "_offset"] = length(chance, 1024)


def random_problem(chance, elements):
    one = {"type": chance.choice(list(BYTES)), "batch": chance.choice([1, 1, 2, length(chance, 1000)]), "method": "auto"}
    random_shape(chance, one, elements)
    near_an_edge(chance, one, elements)
    chance.choice([random_places, far_places])(chance, one)
    if chance.random() < 0.2:
        one["pointers"] = chance.choice(["any", "aligned"])
    return one


def problems(count, seed, elements):
    chance = random.Random(seed)
    return (random_problem(chance, elements) for _ in range(count))


METHODS = ["vector"] * 5 + ["row-run"] * 4 + SCALAR + ["auto"]


def random_variant(chance, elements, methods):
    one = {"type": chance.choice(list(BYTES)), "batch": chance.choice([1, 1, 1, 2, 3, length(chance, 100)])}
    one["method"] = chance.choice(methods)
    if one["method"] == "chunks":
        random_chunks(chance, one, elements)
    elif one["method"] == "matrices":
        random_matrices(chance, one, elements)
    elif one["method"] == "columns":
        random_columns(chance, one, elements)
    elif one["method"] == "row-run":
        random_row_run(chance, one, elements)
    else:
        random_shape(chance, one, elements)
    random_method(chance, one)
    if one["method"] != "row-run":
        near_an_edge(chance, one, elements)
    if methods != ["matrices"] or chance.random() < 0.3:
        random_places(chance, one)
    return one


def randoms(count, seed, elements, methods):
    chance = random.Random(seed)
    valid = (one for one in (random_variant(chance, elements, methods) for _ in itertools.count()) if accepted(one))
    return itertools.islice(valid, count)


# ---- configs ----

def write(variants, part):
    first, parts = part
    lines = [json.dumps({"name": f"t{number}", **one}) for number, one in enumerate(variants) if number % parts == first]
    print('{"tilewright": 1, "kernel": "transpose", "variants": [\n' + ",\n".join(lines) + "\n]}")


def main(arguments):
    part = (0, 1)
    if arguments[:1] == ["--part"] and len(arguments) > 1:
        number, parts = map(int, arguments[1].split("/"))
        part, arguments = (number - 1, parts), arguments[2:]
    if arguments[:1] == ["pairs"] and len(arguments) <= 2:
        write(pairs(int(arguments[1]) if arguments[1:] else 1), part)
    elif arguments[:1] == ["problems"] and len(arguments) in (3, 4):
        write(problems(int(arguments[1]), int(arguments[2]), int(arguments[3]) if arguments[3:] else 60000), part)
    elif arguments[:1] in (["random"], ["row-run"], ["chunks"], ["matrices"], ["columns"], ["shuffle"]) and len(arguments) in (3, 4):
        methods = METHODS if arguments[0] == "random" else arguments[:1]
        write(randoms(int(arguments[1]), int(arguments[2]), int(arguments[3]) if arguments[3:] else 60000, methods), part)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
