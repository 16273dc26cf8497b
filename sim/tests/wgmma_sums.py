#!/usr/bin/env python3
"""What a GPU's wgmma makes of sums that round, for comparison with the simulator's rule (sim/exec/numbers/matrix_sums.c).

    wgmma_sums.py OUT

OUT gets a CSV as matrix_sums.py writes it: form, case, the row of A, the column of B and the element of C as bits in hexadecimal, the element of D. One
instruction of 64 x 8 for each case, without swizzle; the first column of each row. Needs CuPy and an sm_90a.
"""
import sys

import cupy
import numpy

from matrix_sums import BITS, load, record

# form: depth, elements of A, of B, sums in half precision
FORMS = {
    "m64n8k16.f32.f16.f16": (16, "f16", "f16", False),
    "m64n8k16.f16.f16.f16": (16, "f16", "f16", True),
    "m64n8k16.f32.bf16.bf16": (16, "bf16", "bf16", False),
    "m64n8k8.f32.tf32.tf32": (8, "tf32", "tf32", False),
    "m64n8k32.f32.e4m3.e4m3": (32, "e4m3", "e4m3", False),
    "m64n8k32.f32.e5m2.e5m2": (32, "e5m2", "e5m2", False),
    "m64n8k32.f32.e4m3.e5m2": (32, "e4m3", "e5m2", False),
    "m64n8k32.f16.e4m3.e4m3": (32, "e4m3", "e4m3", True),
}


def ptx_of(form):
    depth, _, _, half = FORMS[form]
    sums = 2 if half else 4
    registers = "{" + ", ".join(f"%r{i}" for i in range(sums)) + "}"
    reads = "".join(f"ld.global.u32 %r{i}, [%in+{2304 + 512 * i}];\n" for i in range(sums))
    writes = "".join(f"st.global.u32 [%out+{512 * i}], %r{i};\n" for i in range(sums))
    transposes = ", 0, 0" if depth == 16 else ""
    return f""".version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in) {{
.reg .pred %p; .reg .b32 %r<8>, %t, %a, %b, %v<4>; .reg .b64 %out, %in, %from, %d, %e;
.shared .align 128 .b8 tiles[2304];
ld.param.u64 %out, [out]; ld.param.u64 %in, [in];
mov.u32 %t, %tid.x;
mul.wide.u32 %d, %t, 16; add.u64 %from, %in, %d;
// 16 bytes go to row t / 2 and half t % 2: matrices of 8 rows of 16 bytes, the two halves one after the other
shr.u32 %a, %t, 4; shl.b32 %a, %a, 8; and.b32 %b, %t, 1; shl.b32 %b, %b, 7; add.u32 %a, %a, %b;
shr.u32 %b, %t, 1; and.b32 %b, %b, 7; shl.b32 %b, %b, 4; add.u32 %a, %a, %b;
mov.u32 %b, tiles; add.u32 %a, %a, %b;
ld.global.v4.u32 {{%v0, %v1, %v2, %v3}}, [%from];
st.shared.v4.u32 [%a], {{%v0, %v1, %v2, %v3}};
setp.lt.u32 %p, %t, 16;
@%p ld.global.v4.u32 {{%v0, %v1, %v2, %v3}}, [%from+2048];
@%p st.shared.v4.u32 [%a+2048], {{%v0, %v1, %v2, %v3}};
mul.wide.u32 %d, %t, 4; add.u64 %out, %out, %d; add.u64 %in, %in, %d;
{reads}fence.proxy.async;
bar.sync 0;
mov.u32 %a, tiles; shr.u32 %a, %a, 4; and.b32 %a, %a, 0x3fff; cvt.u64.u32 %d, %a;
or.b64 %d, %d, 0x80000; or.b64 %d, %d, 0x1000000000;
add.u64 %e, %d, 128;
setp.eq.u32 %p, 0, 0;
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.{form} {registers}, %d, %e, %p, 1, 1{transposes};
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
{writes}ret;
}}
"""


def packed(rows, kind):
    width = {8: numpy.uint8, 16: numpy.uint16, 32: numpy.uint32}[BITS[kind][0]]
    return numpy.array(rows, dtype=width).view(numpy.uint32).reshape(-1)


def places(half):
    """Where the element of D of each row, column and register is: (register, thread, shift)."""
    for row in range(64):
        thread = row // 16 * 32 + row % 8 * 4
        yield row, row % 16 // 8 * (1 if half else 2), thread


def given(form, a, b, c):
    _, first, second, half = FORMS[form]
    sums = numpy.zeros((4, 128), dtype=numpy.uint32)
    for row, register, thread in places(half):
        for column in range(8):
            at = thread + column // 2
            if half:
                sums[register][at] |= c[row][column] << (16 * (column % 2))
            else:
                sums[register + column % 2][at] = c[row][column]
    return numpy.concatenate([packed(a, first), packed(b, second), sums.reshape(-1)])


def product(form):
    kernel, half = load(ptx_of(form)), FORMS[form][3]

    def multiply(a, b, c):
        out = cupy.zeros((4, 128), dtype=cupy.uint32)
        kernel((1,), (128,), (out, cupy.asarray(given(form, a, b, c))))
        d = cupy.asnumpy(out)
        for _, register, thread in places(half):
            yield int(d[register][thread]) & (0xFFFF if half else 0xFFFFFFFF)

    return multiply


if __name__ == "__main__":
    record(sys.argv[1], 64, FORMS, 64, product)
