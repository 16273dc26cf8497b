#!/usr/bin/env python3
"""measured.py DIRECTORY [SEED [COUNT]]: the spaces whose counts tests/data/measured records, as DIRECTORY/FAMILY.json: random variants
of all families, types, methods and shapes, small enough for the simulator (docs/commands/verify.md). COUNT: no more than so many of each family,
drawn by the seed."""
import json
import random
import subprocess
import sys
from pathlib import Path

directory, seed = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "2026"
count = int(sys.argv[3]) if len(sys.argv) > 3 else None

# The generators of this folder for each family, and how many variants each is asked for.
SPACES = {
    "tile": [["tiles.py", "4400", seed]],
    "transpose": [["transposes.py", "pairs"], ["transposes.py", "pairs", seed], ["transposes.py", "random", "1300", seed, "20000"],
                  ["transposes.py", "row-run", "350", seed, "20000"], ["transposes.py", "shuffle", "400", seed, "20000"]],
    "reduce": [["reduces.py", "1100", seed], ["columns.py", "400", seed], ["ladders.py", "300", seed], ["exacts.py", "200", seed]],
    "dot": [["dots.py", "600", seed]],
    "stencil": [["stencils.py", "900", seed]],
    "shuffle": [["shuffles.py", "600", seed]],
    "coalesce": [["coalesces.py", "600", seed]],
    "message": [["messages.py", "200", seed]],
    "probe": [["probes.py", "200", seed]],
}


def variants(command):
    made = subprocess.run([sys.executable, Path(__file__).with_name(command[0]), *command[1:]], check=True, stdout=subprocess.PIPE)
    config = json.loads(made.stdout)
    return [{**config.get("defaults", {}), **variant} for variant in config["variants"]]


directory.mkdir(parents=True, exist_ok=True)
for family, commands in SPACES.items():
    listed = [variant for command in commands for variant in variants(command)]
    for number, variant in enumerate(listed):
        variant["name"] = f"v{number}"
    if count is not None:
        listed = random.Random(int(seed)).sample(listed, min(count, len(listed)))
    (directory / f"{family}.json").write_text(json.dumps({"tilewright": 1, "kernel": family, "variants": listed}))
