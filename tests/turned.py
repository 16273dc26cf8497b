#!/usr/bin/env python3
"""turned.py CONFIG [SEED]: the transposes of a config (transposes.py) as `embed` writes them, in buffers without room to spare, at aligned
pointers and where they are taken at others too: every byte of the output as a plain loop has it, gaps left alone. A GPU or the simulator, as
driven.py says."""
import json
import random
import sys
import tempfile
from pathlib import Path

import driven

BYTES = {"uint8": 1, "float16": 2, "float32": 4, "float64": 8, "float32x4": 16}


def turned(v, before, data):
    """What the output holds after it was `before`."""
    size, rows, cols = BYTES[v["type"]], v["rows"], v["cols"]
    in_pitch, out_pitch = v.get("in_pitch", cols), v.get("out_pitch", rows)
    out = bytearray(before)
    for b in range(v.get("batch", 1)):
        first_in, first_out = v.get("in_offset", 0) + b * rows * in_pitch, v.get("out_offset", 0) + b * cols * out_pitch
        for c in range(cols):
            for r in range(rows):
                place, here = (first_out + c * out_pitch + r) * size, (first_in + r * in_pitch + c) * size
                out[place:place + size] = data[here:here + size]
    return bytes(out)


def check(v, made, folder, chance):
    """How many launches there were, and how many were wrong."""
    sizes = {p["name"]: p["bytes"] for p in made["parameters"]}
    data, before = chance.randbytes(sizes["in"]), chance.randbytes(sizes["out"])
    wanted, launches, wrong = turned(v, before, data), 0, 0
    for beside in [(0, 0), (1, 0), (0, 1), (3, 5)] if driven.may_lie_beside(made) else [(0, 0)]:
        loaded = driven.Loaded(made, folder, {"in": data, "out": before}, lambda p: beside[p["name"] == "out"])
        loaded.launch()
        found = loaded.buffers["out"].get()
        loaded.free()
        launches += 1
        if found != wanted:
            wrong += 1
            print(f"{v}, {beside} elements beside: byte {next(i for i in range(len(found)) if found[i] != wanted[i])} is wrong", flush=True)
    return launches, wrong


def main():
    variants = json.loads(Path(sys.argv[1]).read_text())["variants"]
    chance = random.Random(sys.argv[2] if len(sys.argv) > 2 else "1")
    driven.open_context()
    with tempfile.TemporaryDirectory() as name:
        made = driven.embedded("transpose", variants, Path(name))
        if len(made) != len(variants):
            sys.exit(f"{len(made)} of {len(variants)} variants are taken")
        counts = [check(v, made[v["name"]], Path(name), chance) for v in variants]
    launches, wrong = (sum(each) for each in zip(*counts))
    print(f"{len(variants)} transposes, {launches} launches, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
