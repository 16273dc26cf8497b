#!/usr/bin/env python3
"""Makes wisdom/transpose.json, the table of the fastest transposes, from measurements.

    bench/wisdom.py config >all.json                      every problem with every candidate
    bench_transpose all.json 9 >all.jsonl                 on the GPU
    bench/wisdom.py config all.json all.jsonl >best.json  the best of each problem, and those with hints and other walks
    bench_transpose best.json 13 >best.jsonl
    bench/wisdom.py table best.json best.jsonl >wisdom/transpose.json

HEAD, below, says on what and when it was measured, and for which architecture the table counts: edit it before the last step.
"""
import itertools
import json
import statistics
import sys

BYTES = {"uint8": 1, "float16": 2, "float32": 4, "float64": 8, "float32x4": 16}
LARGEST = {"uint8": 16384, "float16": 16384, "float32": 16384, "float64": 8192, "float32x4": 8192}
FINALISTS = 4
LARGE = 256 << 20  # bytes moved, several times what an L2 holds
MEASURED = ["method", "BDIMY", "tile_rows", "tile_cols", "vector", "unroll", "order", "band", "hints"]


def problems():
    """(name, type, rows, cols, batch): squares from about 1 MiB on, odd ones, tall, wide, and many small ones."""
    for kind, largest in LARGEST.items():
        sides = [largest >> i for i in range(6)]
        for side in sides:
            yield f"square{side}", kind, side, side, 1
        for side in sides[:2] + sides[3:5]:
            yield f"odd{side}", kind, side - 1, side + 1, 1
        for name, rows, cols, batch in (("tall", 1000000, 64, 1), ("wide", 64, 1000000, 1), ("batch", 128, 128, 4096)):
            yield name, kind, rows, cols, batch
            yield "odd_" + name, kind, rows - 1, cols + 1, batch


def line(kind):
    return 128 // BYTES[kind]


def vector_candidates(kind, anywhere):
    """Tiles of 1 to 16 squares of 128 bytes a side, or half as wide; each warp loads all it does in one to four goes,
    elements of 4 and 8 bytes also by themselves where rows begin anywhere."""
    widths = {BYTES[kind], 16} if anywhere and BYTES[kind] in (4, 8) else {16}
    cells = {1: 8, 2: 8, 4: 8, 8: 4, 16: 2}[BYTES[kind]]  # units of a square
    shapes = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (4, 2), (2, 4), (8, 1), (4, 4), (2, 0.5), (4, 0.5), (8, 0.5)]
    for (down, across), warps, ahead in itertools.product(shapes, (2, 4, 8, 16), (1, 2, 4)):
        units, goes = cells * down * across, cells * down * across / (warps * ahead)
        if down * across * line(kind) * 128 > 65536 or goes not in (1, 2, 4) or (goes == 4 and units < 16):
            continue
        if BYTES[kind] == 1 and ahead == 4:
            continue
        for width in sorted(widths):
            yield {"method": "vector", "BDIMX": 32, "BDIMY": warps, "tile_rows": down * line(kind),
                   "tile_cols": int(across * line(kind)), "vector": width, "unroll": ahead}


def xor_candidates(kind):
    sides = [(32, 32), (64, 32), (32, 64), (64, 64), (128, 32), (32, 128), (128, 64), (64, 128), (64, 16), (16, 64)]
    for (rows, cols), (x, y) in itertools.product(sides, ((32, 4), (32, 8), (32, 16), (32, 32))):
        if rows * cols * BYTES[kind] > 49152 or not 2 <= rows * cols / (x * y) <= 32:
            continue
        yield {"method": "xor", "BDIMX": x, "BDIMY": y, "tile_rows": rows, "tile_cols": cols}


def candidates(kind, rows, cols):
    """Accesses to single elements of 1 or 2 bytes are only worth trying where rows begin anywhere."""
    anywhere = rows * BYTES[kind] % 32 > 0 or cols * BYTES[kind] % 32 > 0
    scalar = xor_candidates(kind) if BYTES[kind] >= 4 or anywhere else []
    for one in itertools.chain(vector_candidates(kind, anywhere), scalar):
        if one["tile_rows"] < rows + line(kind) and one["tile_cols"] < cols + line(kind):
            yield one


def variant(name, number, problem, fields):
    kind, rows, cols, batch = problem
    return {"name": f"{name}_{kind}_{number}", "rows": rows, "cols": cols, "batch": batch, "type": kind, **fields}


def first_config():
    for name, *problem in problems():
        orders = ["columns"] if problem[1] > 4096 and problem[2] > 4096 else ["columns", "rows"]
        every = itertools.product(candidates(problem[0], problem[1], problem[2]), orders)
        for number, (fields, order) in enumerate(every):
            yield variant(name, number, problem, {**fields, "order": order})


def problem_of(one):
    return one["type"], one["rows"], one["cols"], one["batch"]


def measured(config, lines):
    """{problem: [(microseconds, the copy's, variant), ...], fastest first}"""
    by_name = {one["name"]: one for one in json.load(open(config))["variants"]}
    found = {}
    for record in map(json.loads, open(lines)):
        one = by_name[record["name"]]
        found.setdefault(problem_of(one), []).append((record["us"], record["copy_us"], one))
    for rivals in found.values():
        rivals.sort(key=lambda rival: rival[0])
    return found


def changes(problem):
    """What else is tried of a finalist: hints to the L2, and for large problems another walk over the tiles."""
    kind, rows, cols, batch = problem
    if 2 * BYTES[kind] * rows * cols * batch < LARGE:
        return [{"hints": hints} for hints in ("none", "keep", "pass")]
    return [{"hints": "none"}, {"hints": "keep"}, {"hints": "keep", "order": "rows", "band": 2}]


def second_config(config, lines):
    for problem, rivals in measured(config, lines).items():
        vector = [rival for rival in rivals if rival[2]["method"] == "vector"][:FINALISTS]
        finalists = rivals[:FINALISTS] + [rival for rival in vector if rival not in rivals[:FINALISTS]]
        for (_, _, one), (number, change) in itertools.product(finalists, enumerate(changes(problem))):
            yield {**one, **change, "name": f"{one['name']}_{number}"}


def entry(us, copy, one):
    kind, rows, cols, batch = problem_of(one)
    grain = 32 // BYTES[kind]
    return {"bytes": BYTES[kind], "rows": rows, "cols": cols, "batch": batch,
            "aligned": rows % grain == 0 and cols % grain == 0, **{key: one[key] for key in MEASURED if key in one},
            "of_copy": round(copy / us, 3)}


def table(config, lines):
    """The fastest of each problem; and where that is not of the vector method, the fastest that is."""
    for rivals in measured(config, lines).values():
        copy = statistics.median(rival[1] for rival in rivals)
        winners = [rivals[0]]
        if rivals[0][2]["method"] != "vector":
            winners += [rival for rival in rivals if rival[2]["method"] == "vector"][:1]
        for us, _, one in winners:
            yield entry(us, copy, one)


def write_config(variants):
    print('{"tilewright": 1, "kernel": "transpose", "variants": [')
    print(",\n".join(map(json.dumps, variants)))
    print("]}")


def write_table(winners, head):
    print("{")
    for key, value in head.items():
        print(f"  {json.dumps(key)}: {json.dumps(value)},")
    print('  "winners": [')
    print(",\n".join("    " + json.dumps(winner) for winner in winners))
    print("  ]\n}")


HEAD = {
    "sm": 90,
    "device": "NVIDIA H200, 132 SMs, sm_90",
    "driver": "580.159, CUDA 13.0",
    "date": "2026-11-20",
    "how": "bench/wisdom.py with bench_transpose: copy of the same bytes and kernel alternating on the same buffers, each "
           "after a launch of its own kind; the best median of 13 among the finalists of a first round. of_copy is the driver's "
           "device-to-device copy's time over the kernel's. aligned: every row begins at a multiple of 32 bytes on both sides.",
}


def main(arguments):
    if arguments == ["config"]:
        write_config(first_config())
    elif len(arguments) == 3 and arguments[0] == "config":
        write_config(second_config(*arguments[1:]))
    elif len(arguments) == 3 and arguments[0] == "table":
        write_table(table(*arguments[1:]), HEAD)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
