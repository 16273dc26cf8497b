#!/usr/bin/env python3
"""What a GPU's tensor cores make of sums that round, for comparison with the simulator's rule (sim/exec/numbers/matrix_sums.c).

    matrix_sums.py OUT

OUT gets a CSV: form, case, the row of A, the column of B and the element of C as bits in hexadecimal, the element of D. Terms of one sum lie up to 30 binades
apart, some cancel. Uses the first column of each row only. Needs CuPy.
"""
import csv
import random
import sys
import tempfile

import cupy
import numpy

# form: depth, elements of A, of B, sums in half precision
FORMS = {
    "m16n8k8.f32.f16.f16.f32": (8, "f16", "f16", False),
    "m16n8k16.f32.f16.f16.f32": (16, "f16", "f16", False),
    "m16n8k16.f32.bf16.bf16.f32": (16, "bf16", "bf16", False),
    "m16n8k8.f32.tf32.tf32.f32": (8, "tf32", "tf32", False),
    "m16n8k4.f32.tf32.tf32.f32": (4, "tf32", "tf32", False),
    "m16n8k16.f16.f16.f16.f16": (16, "f16", "f16", True),
    "m16n8k32.f32.e4m3.e4m3.f32": (32, "e4m3", "e4m3", False),
    "m16n8k32.f32.e5m2.e5m2.f32": (32, "e5m2", "e5m2", False),
}
BITS = {"f16": (16, 5, 10), "bf16": (16, 8, 7), "tf32": (32, 8, 23), "e4m3": (8, 4, 3), "e5m2": (8, 5, 2), "f32": (32, 8, 23)}
CASES = 24


def ptx_of(form):
    depth, kind, _, half = FORMS[form]
    packed = 32 // BITS[kind][0]
    a, b, sums = depth // (2 * packed), depth // (4 * packed), 2 if half else 4
    shape, types = form.split(".", 1)
    load = "".join(f"ld.global.u32 %r{i}, [%in+{128 * i}];\n" for i in range(a + b + sums))
    names = ["{" + ", ".join(f"%r{i}" for i in range(first, first + n)) + "}" for first, n in ((0, a), (a, b), (a + b, sums))]
    store = "".join(f"st.global.u32 [%out+{128 * i}], %r{32 + i};\n" for i in range(sums))
    result = "{" + ", ".join(f"%r{32 + i}" for i in range(sums)) + "}"
    return f""".version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in) {{
.reg .b32 %r<64>, %lane; .reg .b64 %out, %in, %d;
ld.param.u64 %out, [out]; ld.param.u64 %in, [in];
mov.u32 %lane, %tid.x; mul.wide.u32 %d, %lane, 4; add.u64 %out, %out, %d; add.u64 %in, %in, %d;
{load}mma.sync.aligned.{shape}.row.col.{types} {result}, {", ".join(names)};
{store}ret;
}}
"""


def number(source, kind, spread):
    bits, exponent_bits, fraction_bits = BITS[kind]
    bias = (1 << (exponent_bits - 1)) - 1
    exponent = bias + source.randint(-min(spread, bias - 2), min(spread, bias - 2))
    value = source.getrandbits(1) << (bits - 1) | exponent << fraction_bits | source.getrandbits(fraction_bits)
    return value & 0xFFFFE000 if kind == "tf32" else value


def matrices(source, kinds, case, rows):
    """A of so many rows, B of 8 columns, C; the rows get wider apart. `kinds`: a value of FORMS."""
    depth, first, second, half = kinds
    spread = (0, 1, 3, 6, 10, 15)[case % 6]
    a = [[number(source, first, spread) for _ in range(depth)] for _ in range(rows)]
    b = [[number(source, second, spread) for _ in range(depth)] for _ in range(8)]
    sign = 1 << (BITS[first][0] - 1)
    if case % 4 == 3:  # neighbours cancel, all but the last bits
        for row in a:
            row[1::2] = [value ^ sign ^ source.getrandbits(1) for value in row[0::2]]
        for column in b:
            column[1::2] = column[0::2]
    c = [[number(source, "f16" if half else "f32", 2 * spread + case % 3 * 6) if case % 5 else 0 for _ in range(8)] for _ in range(rows)]
    return a, b, c


def record(path, seed, forms, rows, product):
    """Writes the first column of each product: product(form)(a, b, c) gives that of D, row by row."""
    source = random.Random(seed)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["form", "case", "a", "b", "c", "d"])
        for form, kinds in forms.items():
            multiply = product(form)
            for case in range(CASES):
                a, b, c = matrices(source, kinds, case, rows)
                for row, bits in enumerate(multiply(a, b, c)):
                    writer.writerow([form, case, " ".join(f"{x:x}" for x in a[row]), " ".join(f"{x:x}" for x in b[0]), f"{c[row][0]:x}", f"{bits:x}"])


def registers(form, a, b, c):
    depth, kind, _, half = FORMS[form]
    bits = BITS[kind][0]
    packed = 32 // bits
    columns = []
    for r in range(depth // (2 * packed)):
        columns.append([sum(a[lane // 4 + 8 * (r % 2)][4 * packed * (r // 2) + packed * (lane % 4) + e] << (bits * e) for e in range(packed)) for lane in range(32)])
    for r in range(depth // (4 * packed)):
        columns.append([sum(b[lane // 4][4 * packed * r + packed * (lane % 4) + e] << (bits * e) for e in range(packed)) for lane in range(32)])
    for r in range(2 if half else 4):
        row = (lambda lane: lane // 4 + 8 * r) if half else (lambda lane: lane // 4 + 8 * (r // 2))
        if half:
            columns.append([c[row(lane)][lane % 4 * 2] | c[row(lane)][lane % 4 * 2 + 1] << 16 for lane in range(32)])
        else:
            columns.append([c[row(lane)][lane % 4 * 2 + r % 2] for lane in range(32)])
    return numpy.array(columns, dtype=numpy.uint32)


def load(ptx):
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(ptx)
        file.flush()
        return cupy.RawModule(path=file.name).get_function("k")


def product(form):
    kernel, half = load(ptx_of(form)), FORMS[form][3]

    def multiply(a, b, c):
        out = cupy.zeros((4, 32), dtype=cupy.uint32)
        kernel((1,), (32,), (out, cupy.asarray(registers(form, a, b, c))))
        d = cupy.asnumpy(out)
        for row in range(16):
            lane = row % 8 * 4
            yield int(d[row // 8][lane]) & 0xFFFF if half else int(d[row // 8 * 2][lane])

    return multiply


if __name__ == "__main__":
    record(sys.argv[1], 20, FORMS, 16, product)
