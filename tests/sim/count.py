#!/usr/bin/env python3
"""Counts every record of a results file of the tile family again, from the config's meaning alone: the address of each
lane, the words each bank must serve, the bytes of a block. Shares nothing with the program but the file.

    count.py RESULTS.jsonl       exit status 1 when a record is wrong, with the first few"""
import json
import sys

SIZES = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "bfloat16": 2, "int32": 4, "uint32": 4,
         "float32": 4, "int64": 8, "uint64": 8, "float64": 8, "int32x2": 8, "float32x2": 8, "int32x4": 16,
         "float32x4": 16, "float64x2": 16}


def place(axis, index, idx, x, y, bdimx, bdimy):
    """Row and column that thread (x, y) touches."""
    if axis == "row":
        return (y, x) if index == "2d" else (idx // bdimx, idx % bdimx)
    return (x, y) if index == "2d" else (idx % bdimy, idx // bdimy)


def swizzled(kind, r, c, h, w, s):
    if kind == "none":
        return c
    if kind == "skew":
        return (c + r) % w
    lanes = 32 if s <= 4 else 128 // s
    t = r // max(1, 128 // s // w)
    m = lanes // min(h, lanes) * max(1, 4 // s)
    return c ^ (t * m % w)


def wavefronts(op, s, lanes):
    """lanes: {lane: byte address}."""
    groups = {1: 1, 2: 1, 4: 1, 8: 2, 16: 4}[s]
    if op == "load" and s >= 8:
        for distance in (1, 2):
            if all(lanes[i] == lanes[i ^ distance] for i in lanes if i ^ distance in lanes):
                groups //= 2
                break
    total = 0
    for g in range(groups):
        width = 32 // groups
        banks = {}
        for lane in range(g * width, (g + 1) * width):
            if lane in lanes:
                for word in range(lanes[lane] // 4, (lanes[lane] + s - 1) // 4 + 1):
                    banks.setdefault(word % 32, set()).add(word)
        total += max(map(len, banks.values()), default=0)
    return total


def rejected(f):
    bdimx, bdimy, s = f["BDIMX"], f["BDIMY"], SIZES[f["type"]]
    turned = f["layout"] in ("row-col", "col-row")
    limit = 49152 if f["shared"] == "static" else 232448  # sm_90
    return (bdimx * bdimy > 1024 or turned and f["index"] == "2d" and bdimx != bdimy or bytes_of(f) > limit
            or f["swizzle"] == "xor" and (bdimx & (bdimx - 1) or bdimy & (bdimy - 1)))


def sides(f):
    """H, W."""
    turned = f["layout"] == "col-col" and f["index"] == "2d"
    return (f["BDIMX"], f["BDIMY"]) if turned else (f["BDIMY"], f["BDIMX"])


def bytes_of(f):
    h, w = sides(f)
    return h * (w + f["IPAD"]) * SIZES[f["type"]]


def count(f):
    bdimx, bdimy, s = f["BDIMX"], f["BDIMY"], SIZES[f["type"]]
    h, w = sides(f)
    result = {}
    for op, axis in zip(("store", "load"), f["layout"].split("-")):
        requests = total = 0
        for first in range(0, bdimx * bdimy, 32):
            lanes = {}
            for idx in range(first, min(first + 32, bdimx * bdimy)):
                r, c = place(axis, f["index"], idx, idx % bdimx, idx // bdimx, bdimx, bdimy)
                lanes[idx - first] = (r * (w + f["IPAD"]) + swizzled(f["swizzle"], r, c, h, w, s)) * s
            requests += 1
            total += wavefronts(op, s, lanes)
        result[op + "_requests"], result[op + "_wavefronts"] = requests, total
        result[op + "_bytes"] = bdimx * bdimy * s
    return result


def check(record):
    if rejected(record):
        return [] if record["status"] == "rejected" and record["predicted"] is None else ["should be rejected"]
    wrong = []
    expected = count(record)
    if record["predicted"] != expected:
        wrong.append(f"predicted {record['predicted']}, counted {expected}")
    if record["shared_bytes"] != bytes_of(record):
        wrong.append(f"{record['shared_bytes']} shared bytes, counted {bytes_of(record)}")
    if record["status"] == "ok":
        counted = {key: record["simulated"].get(key) for key in expected}
        if counted != expected:
            wrong.append(f"simulated {counted}, counted {expected}")
        cost = (expected["load_wavefronts"] + expected["store_wavefronts"]) * 1000 / record["BDIMX"] / record["BDIMY"]
        if abs(record["cost"] - cost) > 1e-5 * cost:
            wrong.append(f"costs {record['cost']}, counted {cost}")
    elif record["status"] != "skipped":
        wrong.append(f"{record['status']}: {record['reason']}")
    return wrong


def beaten(a, b):
    """b has no more wavefronts and bytes than a, and less of one."""
    return b[0] <= a[0] and b[1] <= a[1] and b != a


def check_skips(records):
    """Skipped are exactly those that another padding beats. (Fewer bytes never mean fewer blocks per SM.)"""
    wrong = []
    groups = {}
    for record in records:
        if record["status"] != "rejected":
            key = tuple(record[k] for k in ("BDIMX", "BDIMY", "layout", "index", "shared", "scope", "swizzle", "type",
                                            "carveout"))
            groups.setdefault(key, []).append(record)
    for group in groups.values():
        costs = [(sum(v for k, v in r["predicted"].items() if "wavefronts" in k), r["shared_bytes"]) for r in group]
        for record, cost in zip(group, costs):
            if (record["status"] == "skipped") != any(beaten(cost, other) for other in costs):
                wrong.append((record["name"], f"{record['status']}, which is wrong: {record['reason']}"))
    return wrong


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        header, *records = map(json.loads, file)
    wrong = [(r["name"], w) for r in records for w in check(r)]
    if not header["all"]:
        wrong += check_skips(records)
    if [r["number"] for r in records] != list(range(header["variants"])):
        wrong.append(("file", "not every variant once, in order"))
    ranked = sorted((r for r in records if r["rank"]), key=lambda r: r["rank"])
    if [r["rank"] for r in ranked] != list(range(1, 1 + sum(r["status"] == "ok" for r in records))):
        wrong.append(("file", "the ranks are not 1, 2, 3 ..."))
    if [r["cost"] for r in ranked] != sorted(r["cost"] for r in ranked):
        wrong.append(("file", "the ranks are not by cost"))
    for name, what in wrong[:10]:
        print(f"{name}: {what}")
    print(f"{len(records)} records counted again, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
