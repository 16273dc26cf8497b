#!/usr/bin/env python3
"""offsets.py [SEED [I/N]]: segments whose offsets are wrong, in every way that segments are taken, on a GPU or the simulator, as driven.py
says. Kernels that check them end by a trap; others end, and what they read beyond the array is an illegal address. I/N: of the variants every
N-th, from the I-th on: a launch that goes wrong takes a process and a context of its own, for which a GPU needs its time."""
import os
import random
import struct
import sys
import tempfile
from pathlib import Path

import driven

ELEMENTS, SEGMENTS = 40000, 200
WAYS = {
    "lanes": {"schedule": "grouped", "BDIMX": 4},
    "packed": {"schedule": "packed", "leaves": 32, "warps": 1, "BDIMX": 64, "unroll": 2},
    "warps": {"warps": 4, "BDIMX": 128},
    "turns": {"warps": 1, "BDIMX": 32, "leaves": 2},
    "exact": {"order": "exact"},
    "chunks": {"warps": 2, "BDIMX": 64, "vector": 16, "type": "uint8"},
    "shares": {"schedule": "balanced", "leaves": 2, "BDIMX": 64, "unroll": 2, "type": "uint8"},
}
TRAPPED, ENDED, FINE = "CUresult 719", "CUresult 700", ""


def wrong_offsets(chance):
    right = [i * ELEMENTS // SEGMENTS for i in range(SEGMENTS + 1)]

    def but(place, offset):
        return right[:place] + [offset] + right[place + 1:]

    return {
        "backwards": but(100, 3), "beyond": but(SEGMENTS, ELEMENTS + 500), "far": but(57, 1 << 28), "before": but(0, -5),
        "far before": but(30, -(1 << 30)), "descending": right[::-1], "descending before": [-each for each in right],
        "anything": [chance.randint(-ELEMENTS, 2 * ELEMENTS) for _ in right],
        "ascending": sorted(chance.randint(-ELEMENTS, 2 * ELEMENTS) for _ in right),
        "extremes": [chance.choice([-(1 << 31), (1 << 31) - 1, 0, ELEMENTS, ELEMENTS + 1, -1]) for _ in right],
    }


def launched(made, folder, offsets, format):
    """What a process of its own says of a launch: nothing, or the call that failed."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        said = FINE
        try:
            driven.open_context()
            loaded = driven.Loaded(made, folder, {"a": b"\1" * 4 * ELEMENTS, "offsets": struct.pack(f"<{len(offsets)}{format}", *offsets)})
            loaded.launch()
            driven.call("cuCtxSynchronize")
        except SystemExit as end:
            said = str(end).split(": ")[-1]  # whichever call it was
        os.write(writes, said.encode())
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as pipe:
        said = pipe.read()
    return said if os.waitpid(child, 0)[1] == 0 else "it crashed"


def main():
    chance = random.Random(sys.argv[1] if len(sys.argv) > 1 else "1")
    part, parts = map(int, sys.argv[2].split("/") if len(sys.argv) > 2 else (1, 1))
    common = {"along": "segments", "rows": SEGMENTS, "cols": ELEMENTS}
    variants = [{**common, **way, "name": f"{name}_{check}", "check": check, "offsets": chance.choice(["int32", "int64"])}
                for name, way in WAYS.items() for check in ("trap", "none")][part - 1::parts]
    launches = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        made = driven.embedded("reduce", variants, Path(name))
        for v in variants:
            for kind, offsets in wrong_offsets(chance).items():
                said = launched(made[v["name"]], Path(name), offsets, "i" if v["offsets"] == "int32" else "q")
                launches += 1
                if said not in ((TRAPPED,) if v["check"] == "trap" else (FINE, ENDED)):
                    wrong += 1
                    print(f"{v}, {kind}: {said or 'nothing was said'}")
    print(f"{launches} launches, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
