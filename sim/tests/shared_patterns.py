#!/usr/bin/env python3
"""What matrix loads and stores, asynchronous copies and atomics cost in shared memory, and plain loads and stores in which few lanes take
part, counted by Nsight Compute on a GPU.

    shared_patterns.py OUT [--seconds 55] [--only OP,OP]

Each launch is one warp that executes one instruction once, with the lanes' addresses of one pattern. OUT gets a CSV: op, bytes per lane,
pattern, the 32 byte offsets in shared memory ("-": the lane takes no part; "-64": nor does this, whose register of the address holds 64), those of the source in global memory (asynchronous copies), and
a column for each counter. The patterns are the same in every run. When the time is up the rest is left out; each op's patterns come in an
order that loses little then. OUT.sass gets the machine code of the instructions, where cuobjdump is there. Needs nvcc and ncu.
"""
import argparse
import csv
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

SEED = 20
TILE = 8192

# name: bytes per lane, how the instruction reads in PTX. %0 to %3 are what comes back, %4 the shared address, %5 a value, %6 another, %7 a source in
# global memory; 64-bit values are %8 and %9.
MATRIX = {
    f"{op}_x{n}{'_trans' * trans}": (
        16,
        f"{op}.sync.aligned.m8n8.x{n}{'.trans' * trans}.shared.b16 "
        + (f"{{{', '.join(f'%{i}' for i in range(n))}}}, [%4];" if op == "ldmatrix" else f"[%4], {{{', '.join(['%5'] * n)}}};"),
    )
    for op in ("ldmatrix", "stmatrix")
    for n in (1, 2, 4)
    for trans in (False, True)
}
COPIES = {f"cp_async_{how}_{n}": (n, f"cp.async.{how}.shared.global [%4], [%7], {n}; cp.async.wait_all;") for how, n in (("ca", 4), ("ca", 8), ("ca", 16), ("cg", 16))}
COPIES["cp_async_zfill_16"] = (16, "cp.async.cg.shared.global [%4], [%7], 16, %6; cp.async.wait_all;")
ATOMICS = {
    "atom_add_u32": (4, "atom.shared.add.u32 %0, [%4], %5;"),
    "red_add_u32": (4, "red.shared.add.u32 [%4], %5;"),
    "atom_cas_b32": (4, "atom.shared.cas.b32 %0, [%4], %5, %6;"),
    "atom_exch_b32": (4, "atom.shared.exch.b32 %0, [%4], %5;"),
    "atom_max_s32": (4, "atom.shared.max.s32 %0, [%4], %5;"),
    "atom_xor_b32": (4, "atom.shared.xor.b32 %0, [%4], %5;"),
    "atom_inc_u32": (4, "atom.shared.inc.u32 %0, [%4], %5;"),
    "red_or_b32": (4, "red.shared.or.b32 [%4], %5;"),
    "atom_cas_b64": (8, "{ .reg .b64 r; atom.shared.cas.b64 r, [%4], %8, %9; cvt.u32.u64 %0, r; }"),
    "atom_exch_b64": (8, "{ .reg .b64 r; atom.shared.exch.b64 r, [%4], %8; cvt.u32.u64 %0, r; }"),
    "atom_add_u64": (8, "{ .reg .b64 r; atom.shared.add.u64 r, [%4], %8; cvt.u32.u64 %0, r; }"),
    "red_add_u64": (8, "red.shared.add.u64 [%4], %8;"),
    "atom_add_f32": (4, "{ .reg .f32 r, v; mov.b32 v, %5; atom.shared.add.f32 r, [%4], v; mov.b32 %0, r; }"),
    "red_add_f32": (4, "{ .reg .f32 v; mov.b32 v, %5; red.shared.add.f32 [%4], v; }"),
    "red_add_f64": (8, "{ .reg .f64 v; mov.b64 v, %8; red.shared.add.f64 [%4], v; }"),
}
PLAIN = {
    "plain_ld_4": (4, "ld.volatile.shared.u32 %0, [%4];"),
    "plain_ld_8": (8, "ld.volatile.shared.v2.u32 {%0, %1}, [%4];"),
    "plain_ld_16": (16, "ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"),
    "plain_ld_4_over0": (4, "ld.volatile.shared.u32 %0, [%0];"),
    "plain_ld_8_over0": (8, "ld.volatile.shared.v2.u32 {%0, %1}, [%0];"),
    "plain_ld_8_over1": (8, "ld.volatile.shared.v2.u32 {%0, %1}, [%1];"),
    "plain_ld_16_over0": (16, "ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%0];"),
    "plain_ld_16_over1": (16, "ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%1];"),
    "plain_ld_16_over2": (16, "ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%2];"),
    "plain_ld_16_over3": (16, "ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%3];"),
    "plain_st_8": (8, "st.volatile.shared.v2.u32 [%4], {%5, %6};"),
    "plain_st_16": (16, "st.volatile.shared.v4.u32 [%4], {%5, %6, %5, %6};"),
}
OPS = {**MATRIX, **COPIES, **ATOMICS, **PLAIN}

HARDWARE = [f"l1tex__data_pipe_lsu_wavefronts_mem_shared{part}.sum" for part in ("", "_op_ld", "_op_st", "_op_atom", "_cmd_read", "_cmd_write")]
SASS = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_"
EXECUTED = "smsp__inst_executed_op_"
COUNTERS = {  # by what an op's name begins with
    "ldmatrix": [SASS + "ldsm.sum", EXECUTED + "ldsm.sum"],
    "stmatrix": [SASS + "stsm.sum", EXECUTED + "shared_stsm.sum"],
    "cp": [SASS + "ldgsts.sum", EXECUTED + "ldgsts.sum"],
    "atom": [SASS + "atom.sum", SASS + "ld.sum", EXECUTED + "shared_atom.sum", EXECUTED + "shared_ld.sum"],
}
COUNTERS["red"] = COUNTERS["atom"]
COUNTERS["plain"] = [SASS + "ld.sum", SASS + "st.sum", EXECUTED + "shared_ld.sum", EXECUTED + "shared_st.sum"]

KERNEL = """
extern "C" __global__ void %(name)s(const unsigned *lanes, const unsigned char *global, unsigned *sink)
{
    __shared__ __align__(128) unsigned char tile[%(tile)d];
    const unsigned at = lanes[threadIdx.x], value = lanes[32 + threadIdx.x], other = lanes[64 + threadIdx.x];
    const unsigned char *source = global + lanes[96 + threadIdx.x];
    const unsigned long long wide = value * 0x100000001ull, wider = other * 0x300000001ull;
    const unsigned address = (unsigned)__cvta_generic_to_shared(tile) + at;
    unsigned r0 = %(start)s, r1 = %(start)s, r2 = %(start)s, r3 = %(start)s;
    if (%(taken)s)
        asm volatile("%(ptx)s" : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3)
                     : "r"(address), "r"(value), "r"(other), "l"(source), "l"(wide), "l"(wider) : "memory");
    sink[threadIdx.x] = r0 + r1 + r2 + r3;
}
"""
MAIN = """
#include <cstdio>
#include <cstring>
%(kernels)s
int main(int argc, char **argv)
{
    FILE *file = fopen(argv[1], "r");
    char op[64];
    unsigned lanes[128], *device, *sink;
    unsigned char *global;
    cudaMalloc(&device, sizeof lanes);
    cudaMalloc(&sink, 128);
    cudaMalloc(&global, 1 << 20);
    cudaMemset(global, 1, 1 << 20);
    while (fscanf(file, "%%63s", op) == 1) {
        for (unsigned i = 0; i < 128; i++) if (fscanf(file, "%%u", &lanes[i]) != 1) return 2;
        cudaMemcpy(device, lanes, sizeof lanes, cudaMemcpyHostToDevice);
%(launches)s
        cudaError_t error = cudaDeviceSynchronize();
        if (error) return fprintf(stderr, "%%s: %%s\\n", op, cudaGetErrorString(error)), 1;
    }
}
"""


def regular(size):
    """Offsets that have names: rows of a tile, the same place, one bank."""
    for pitch in (size, 2 * size, 3 * size, 4 * size, 5 * size, 64, 128, 128 + size, 128 + 2 * size, 256, 256 + 4 * size, 512 + size):
        if pitch * 31 + size <= TILE:
            yield f"pitch {pitch}", [i * pitch for i in range(32)]
    yield "same", [TILE // 2] * 32
    for lanes in (2, 4, 8, 16):
        yield f"groups of {lanes} together", [i // lanes * size for i in range(32)]
        yield f"{32 // lanes} apart", [i % (32 // lanes) * size for i in range(32)]
    for mask in (1, 3, 7):
        yield f"xor {mask}", [(i ^ mask) * size for i in range(32)]
    for width in (4, 8):
        yield f"swizzled {width}", [i * 128 + (i % width) * 16 % 128 // size * size for i in range(32)]


def chance(size, source, index):
    """Offsets by chance: anywhere, in little room, with repetitions, in one bank, permuted."""
    kind = ("anywhere", "little room", "repeated", "banks", "permuted", "pairs")[index % 6]
    if kind == "anywhere":
        return kind, [source.randrange(TILE // size) * size for _ in range(32)]
    if kind == "little room":
        room = source.choice((4, 16, 64))
        return kind, [source.randrange(room) * size for _ in range(32)]
    if kind == "repeated":
        places = [source.randrange(TILE // size) * size for _ in range(source.choice((2, 3, 5, 9)))]
        return kind, [source.choice(places) for _ in range(32)]
    if kind == "banks":
        step = source.choice((128, 256, 64))
        return kind, [source.randrange(TILE // step) * step for _ in range(32)]
    if kind == "permuted":
        return kind, source.sample([i * size for i in range(32)], 32)
    half = [source.randrange(TILE // size) * size for _ in range(32)]
    bit = source.choice((1, 2, 4, 8, 16))
    return f"pairs {bit}", [half[i & ~bit] for i in range(32)]


def patterns(op):
    """name, 32 offsets (None: off), 32 sources"""
    if op in PLAIN:
        for name, lanes in plain_patterns(op):
            yield name, [place for place, _ in lanes], [int(taken) for _, taken in lanes]
        return
    size = OPS[op][0]
    source = random.Random(f"{SEED} {op}")
    linear = [i * 16 for i in range(32)]
    offsets = list(regular(size)) + [chance(size, source, i) for i in range(24)]
    source.shuffle(offsets)
    masked = "matrix" not in op
    for index, (name, lanes) in enumerate(offsets):
        mask = source.getrandbits(32) | 1 if masked and index % 3 == 2 else 0xFFFFFFFF
        lanes = [lane if mask >> i & 1 else None for i, lane in enumerate(lanes)]
        sources = linear if op.startswith("cp") else [0] * 32
        if op.startswith("cp") and index % 4 == 1:
            sources = [source.randrange(4096) * 16 for _ in range(32)]
        if op.startswith("cp") and index % 4 == 3:
            sources = [i * size for i in range(32)]
        yield name + (" masked" if mask != 0xFFFFFFFF else ""), lanes, sources


def chosen(count, source):
    """So many lanes that take part: anywhere, of each quarter, in a row, or every n-th."""
    step = source.choice((2, 4, 8))
    kinds = [range(32), range(source.randrange(step), 32, step), [source.randrange(q, q + 8) for q in range(0, 32, 8)], range(source.randrange(32 - count + 1), 32)]
    lanes = list(source.choice(kinds))
    return set(lanes if source.random() < 0.4 else source.sample(lanes, min(count, len(lanes))))


def heads(columns, taken, pitch=32):
    """The first element of 16 bytes of each second column, as vector transposes of odd rows load it, and what other lanes' registers hold."""
    lanes = []
    for lane in range(32):
        column = lane // 2
        row = column % 2 - 2 + lane % 2
        place = (column * pitch + ((row & 0xFFFFFFFF) ^ (column % 8))) * 16 & 0xFFFFFFFF
        lanes.append((place, row >= 0 and column < columns and taken(lane)))
    return lanes


def plain_patterns(op):
    """name, 32 offsets, whether the lanes take part: few of them, and others' addresses the same, alike or any."""
    size = OPS[op][0]
    source = random.Random(f"{SEED} {op}")
    if size == 16:
        for columns in (16, 13, 8, 5):
            yield f"heads of {columns}", heads(columns, lambda lane: True)
        for few in range(1, 8):
            yield f"heads, {few} lanes", heads(16, lambda lane: lane // 4 < few)
            yield f"heads, from {few}", heads(16, lambda lane: lane // 4 >= few)
    for name, places in regular(size):
        yield name, [(place, True) for place in places]
    for index in range(140):
        name, places = chance(size, source, index)
        taken = chosen(source.randint(1, 12), source)
        first = places[min(taken)]
        others = source.choice(("any", "same", "own", "far"))
        beside = {"any": lambda: source.randrange(TILE // size) * size, "same": lambda: first, "own": None, "far": lambda: source.getrandbits(28) * 16}[others]
        yield f"{name}, others {others}", [(place if lane in taken or not beside else beside(), lane in taken) for lane, place in enumerate(places)]


def lines(op, lanes, sources, source):
    """A line for the program: offsets, values, other values, sources."""
    others = [source.randrange(17) if "zfill" in op else source.getrandbits(10) for _ in range(32)]
    numbers = [0xFFFFFFFF if lane is None else lane for lane in lanes] + [source.getrandbits(10) for _ in range(32)] + others + sources
    return " ".join([op, *map(str, numbers)])


def build(work, out):
    kernels = "".join(KERNEL % {"name": op, "tile": TILE, "ptx": ptx, "start": "address" if "_over" in op else "0", "taken": "source != global" if op in PLAIN else "at != ~0u"} for op, (_, ptx) in OPS.items())
    launches = "\n".join(f'        if (!strcmp(op, "{op}")) {op}<<<1, 32>>>(device, global, sink);' for op in OPS)
    with open(f"{work}/patterns.cu", "w") as file:
        file.write(MAIN % {"kernels": kernels, "launches": launches})
    subprocess.run(["nvcc", "-arch=native", "-O1", "-o", f"{work}/patterns", f"{work}/patterns.cu"], check=True)
    if shutil.which("cuobjdump"):
        code = subprocess.run(["cuobjdump", "-sass", f"{work}/patterns"], capture_output=True, text=True).stdout
        with open(f"{out}.sass", "w") as file:
            file.writelines(line.strip() + "\n" for line in code.splitlines() if "/*0" in line or "Function" in line)


def count(work, group, batch):
    """Runs the batch's launches under ncu: a dict of counters for each."""
    source = random.Random(SEED)
    with open(f"{work}/list", "w") as file:
        file.write("\n".join(lines(op, lanes, sources, source) for op, _, lanes, sources in batch) + "\n")
    metrics = HARDWARE + COUNTERS[group]
    command = ["ncu", "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none", "--cache-control", "none"]
    done = subprocess.run([*command, "--metrics", ",".join(metrics), f"{work}/patterns", f"{work}/list"], capture_output=True, text=True)
    rows = [row for row in csv.DictReader(line for line in done.stdout.splitlines() if line.startswith('"')) if row.get("ID")]
    if done.returncode or len(rows) != len(batch):
        sys.exit(f"ncu: {len(rows)} launches of {len(batch)} counted\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return [{name: row.get(name, "") for name in metrics} for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=55)
    parser.add_argument("--only", default=",".join(OPS))
    parser.add_argument("--batch", type=int, default=120)
    arguments = parser.parse_args()
    began = time.monotonic()
    groups = {group: [] for group in COUNTERS}
    for op in arguments.only.split(","):
        groups[op.split("_")[0]] += [(index, op, *pattern) for index, pattern in enumerate(patterns(op))]
    batches = []
    for group, items in groups.items():
        items = [item[1:] for item in sorted(items, key=lambda item: item[0])]  # the first patterns of all ops, then the second
        batches += [(i, group, items[i : i + arguments.batch]) for i in range(0, len(items), arguments.batch)]
    columns = ["op", "bytes_per_lane", "pattern", "lane_addresses", "sources", *HARDWARE, *dict.fromkeys(sum(COUNTERS.values(), []))]
    with tempfile.TemporaryDirectory() as work, open(arguments.out, "w", newline="") as out:
        build(work, arguments.out)
        writer = csv.DictWriter(out, columns, restval="")
        writer.writeheader()
        written = left = 0
        for _, group, batch in sorted(batches, key=lambda item: item[0]):
            if time.monotonic() - began > arguments.seconds:
                left += len(batch)
                continue
            for (op, name, lanes, sources), counted in zip(batch, count(work, group, batch)):
                off = [op in PLAIN and not each for each in sources]
                addresses = " ".join("-" if lane is None else "-" * none + str(lane) for lane, none in zip(lanes, off))
                writer.writerow({"op": op, "bytes_per_lane": OPS[op][0], "pattern": name, "lane_addresses": addresses, "sources": " ".join(map(str, sources)) if op.startswith("cp") else "", **counted})
            out.flush()
            written += len(batch)
            print(f"{time.monotonic() - began:.1f} s: {written} launches counted, the last {len(batch)} of {group}", flush=True)
    print(f"{written} launches counted, {left} left out; {os.path.getsize(arguments.out)} bytes in {arguments.out}")


if __name__ == "__main__":
    main()
