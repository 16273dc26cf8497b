#!/usr/bin/env python3
"""probes.py COUNT SEED: a config of so many random probe kernels, small ones of every kind."""
import json
import random
import sys

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
GLOBAL = ["global", "global-cg", "global-nc"]


def chase(memory, measure):
    unit = 8 if memory in GLOBAL else 4
    stride = unit * rng.choice([1, 1, 2, 3, 4, 5, 8, 16, 31, 32, 33])
    places = rng.choice([1, 2, 31, 32, 33, 100, 300])
    each = rng.choice([1, 3, 8, 50])
    return {"memory": memory, "measure": measure, "bytes": places * stride, "stride": stride, "each": each,
            "steps": each * rng.randint(1, 9), **({"warm": rng.randint(0, 40)} if rng.random() < 0.5 else {})}


def wait(memory):
    each = rng.choice([1, 3, 8, 50])
    return {"memory": memory, "each": each, "steps": each * rng.randint(1, 9), "warm": rng.randint(0, 40)}


def grid():
    return {"BDIMX": 32 * rng.randint(1, 9), "blocks": rng.randint(1, 5)}


def stream(memory):
    unroll = rng.choice([1, 2, 3, 4, 7])
    lanes = memory in ("register", "shuffle")
    return {"memory": memory, "measure": "bandwidth", "unroll": unroll, "steps": unroll * rng.randint(1, 9), **grid(),
            **({} if lanes else {"bytes": 1 << rng.randint(9, 14)}),
            **({"walk": rng.choice(["block", "grid"])} if memory in GLOBAL else {})}


def counts(memory):
    unroll = rng.choice([1, 2, 4])
    return {"memory": memory, "measure": "atomic-rate", "unroll": unroll, "steps": unroll * rng.randint(1, 5), **grid(),
            "bytes": 128 * rng.randint(1, 20), "address": rng.choice(["same", "spread"])}


kinds = [lambda: chase(rng.choice(["shared", "constant", *GLOBAL]), "latency"), lambda: chase(rng.choice(["shared", "global"]), "atomic-latency"),
         lambda: wait(rng.choice(["register", "shuffle"])), lambda: stream(rng.choice(["register", "shuffle", "shared", "constant", *GLOBAL])),
         lambda: counts(rng.choice(["shared", "global"]))]
json.dump({"tilewright": 1, "kernel": "probe",
           "variants": [{"name": f"v{i}", **kinds[i % len(kinds)]()} for i in range(count)]}, sys.stdout)
