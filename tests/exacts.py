#!/usr/bin/env python3
"""exacts.py COUNT SEED [ALONG]: the random reductions of reduces.py, those of floats, as sums, means, norms and dot products in
order exact."""
import json
import random
import subprocess
import sys
from pathlib import Path

count, seed = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
reduces = Path(__file__).with_name("reduces.py")
made = json.loads(subprocess.run([sys.executable, reduces, str(6 * count), *sys.argv[2:]], check=True, stdout=subprocess.PIPE).stdout)


def exact(variant):
    v = {key: value for key, value in variant.items() if key not in ("accumulator", "ties")}
    dots = ["dot", "dot"] if v.get("along", "rows") != "segments" else []
    v.update(op=rng.choice(["sum", "mean", "norm2", *dots]), order="exact")
    if v.get("finish") == "atomic":
        v["finish"] = "last"
    if v["type"] != "float64":
        v["accumulator"] = rng.choice(["float32", "float64"])
    return v


floats = [exact(v) for v in made["variants"] if "float" in v["type"]]
json.dump(dict(made, variants=floats[:count]), sys.stdout, indent=1)
