#!/usr/bin/env python3
"""Runs every form of arithmetic_forms.py through the CUDA driver that the loader finds: a GPU's, or the simulator with
LD_LIBRARY_PATH=build/dropin.

    arithmetic.py record DIRECTORY [PART...]  writes all results, or those of forms whose text holds a PART: forms.xz and a file per sweep
    arithmetic.py digest DIRECTORY            prints what was recorded, one line with a hash per form
    arithmetic.py check FILE [LONGEST]        runs such lines, of sweeps those up to so long, and compares; exit status 1 when any differs
    arithmetic.py compare DIRECTORY [PART]    runs the forms (whose text holds PART) and shows where results differ from the recorded ones
"""
import ctypes
import hashlib
import lzma
import os
import sys
from array import array
from concurrent.futures import ThreadPoolExecutor

try:
    import numpy  # only to keep and to read sweeps
except ImportError:
    numpy = None

from arithmetic_forms import FORMS, sweeps
from arithmetic_inputs import BITS, count, tuples

HEAD = ".version 8.6\n.target sm_90\n.address_size 64\n"
START = """.visible .entry k(.param .u64 out, .param .u64 in)
{
    .reg .pred %pa, %pb, %pc, %pe, %pd, %pq;
    .reg .b16 %a16, %b16, %c16, %d16, %e16, %x16;
    .reg .b32 %a32, %b32, %c32, %d32, %e32, %x32, %i, %n;
    .reg .b64 %a64, %b64, %c64, %d64, %e64, %x64, %out, %in, %at;
    ld.param.u64 %out, [out];
    ld.param.u64 %in, [in];
    mov.u32 %i, %ctaid.x;
    mov.u32 %n, %ntid.x;
    mad.lo.u32 %i, %i, %n, 0;
    mov.u32 %n, %tid.x;
    add.u32 %i, %i, %n;
"""


def register(letter, bits):
    return f"%p{letter}" if bits == 1 else f"%{letter}{bits}"


def form_module(body, types):
    """The kernel that applies a form to tuple %i."""
    kinds = types.split()
    letters = dict(zip("dabce", kinds))
    lines = ["mul.wide.u32 %at, %i, 32;", "add.u64 %in, %in, %at;", "mul.wide.u32 %at, %i, 8;", "add.u64 %out, %out, %at;"]
    for offset, letter in enumerate(k for k in letters if k != "d"):
        bits = BITS[letters[letter]]
        lines.append(f"ld.global.u64 %{letter}64, [%in+{8 * offset}];")
        if bits == 1:
            lines += [f"and.b64 %x64, %{letter}64, 1;", f"setp.ne.u64 %p{letter}, %x64, 0;"]
        elif bits < 64:
            lines.append(f"cvt.u{bits}.u64 %{letter}{bits}, %{letter}64;")
    result = BITS[kinds[0]]
    names = {letter: register(letter, BITS[kind]) for letter, kind in letters.items()}
    lines.append("setp.ne.u32 %pq, %i, %i;")
    lines.append(body.format(q="%pq", x=register("x", max(result, 16)), **names))
    if result == 1:
        lines += ["selp.u64 %d64, 1, 0, %pd;", "@%pq or.b64 %d64, %d64, 2;"]
    elif result < 64:
        lines.append(f"cvt.u64.u{result} %d64, %d{result};")
    lines.append("st.global.u64 [%out], %d64;")
    return HEAD + START + "".join(f"    {line}\n" for line in lines) + "    ret;\n}\n"


def sweep_module(opcode, kind, first, step):
    """The kernel of a sweep: argument first + i * step and, between steps of 4096, a scattered rest. The other operand of a
    division is a number of [1, 2); a double has the argument as its upper half, the result's upper half is stored."""
    lines = ["mul.wide.u32 %at, %i, 4;", "add.u64 %out, %out, %at;", f"mad.lo.u32 %a32, %i, {step}, {first};", "mul.lo.u32 %x32, %i, 2654435761;"]
    if step == 4096:
        lines += ["shr.u32 %n, %x32, 20;", "add.u32 %a32, %a32, %n;"]
    if kind == "f64":
        lines += [f"mov.b64 %a64, {{{'%x32' if step == 4096 else 0}, %a32}};", f"{opcode} %d64, %a64;", "mov.b64 {%x32, %d32}, %d64;"]
    elif opcode.startswith("div"):
        lines += ["shr.u32 %x32, %x32, 9;", "or.b32 %x32, %x32, 0x3f800000;", f"{opcode} %d32, %x32, %a32;"]
    else:
        lines.append(f"{opcode} %d32, %a32;")
    lines.append("st.global.u32 [%out], %d32;")
    return HEAD + START + "".join(f"    {line}\n" for line in lines) + "    ret;\n}\n"


class Device:
    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, 256, device)
        self.name = name.value.decode()
        self.out, self.inputs = self.allocate(1 << 27), self.allocate(32 * 65536)
        self.loaded = None

    def call(self, name, *arguments):
        code = getattr(self.lib, name)(*arguments)
        if code:
            raise RuntimeError(f"{name}: error {code}")

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def upload(self, sources):
        """The tuples of these sources, unless they are there already."""
        if sources != self.loaded:
            words = tuples(sources)
            self.call("cuMemcpyHtoD_v2", self.inputs, ctypes.c_void_p(words.buffer_info()[0]), ctypes.c_size_t(8 * len(words)))
            self.loaded = sources

    def run(self, ptx, threads, size):
        """`size` bytes of what the kernel stores; None where the driver refuses it."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        if self.lib.cuModuleLoadData(ctypes.byref(module), ptx.encode()):
            return None
        if self.lib.cuModuleGetFunction(ctypes.byref(function), module, b"k"):
            return None
        parameters = (ctypes.c_void_p * 2)(*(ctypes.addressof(p) for p in (self.out, self.inputs)))
        self.call("cuLaunchKernel", function, threads // 256, 1, 1, 256, 1, 1, 0, None, parameters, None)
        self.call("cuCtxSynchronize")
        data = (ctypes.c_char * size)()
        self.call("cuMemcpyDtoH_v2", data, self.out, ctypes.c_size_t(size))
        self.call("cuModuleUnload", module)
        return bytes(data)

    def form(self, body, types):
        """The results of a form, as many bytes each as its destination has."""
        sources = types.split()[1:]
        self.upload(sources)
        data = self.run(form_module(body, types), count(sources), 8 * count(sources))
        width = BITS[types.split()[0]]
        return data and (data if width == 64 else array({1: "B", 16: "H", 32: "I"}[width], array("Q", data)).tobytes())

    def sweep(self, opcode, kind, first, step, number):
        return self.run(sweep_module(opcode, kind, first, step), number, 4 * number)


def sweep_name(opcode, first, step, number):
    return f"{opcode}-{first:08x}-{step}-{number}"


def pack(data):
    """Neighbouring results differ by little: the differences, sorted into planes of bytes."""
    values = numpy.frombuffer(data, "<u4")
    return numpy.diff(values, prepend=values.dtype.type(0)).view("u1").reshape(-1, 4).T.tobytes()


def unpack(data):
    """Undoes pack."""
    deltas = numpy.frombuffer(data, "u1").reshape(4, -1).T.copy().view("<u4").ravel()
    return numpy.cumsum(deltas, dtype="<u4").tobytes()


def record(directory, *parts):
    def chosen(body):
        return not parts or any(part in body for part in parts)

    os.makedirs(directory, exist_ok=True)
    device = Device()
    with lzma.open(f"{directory}/forms.xz", "w", preset=6) as file:
        for body, types in filter(lambda form: chosen(form[0]), FORMS):
            data = device.form(body, types)
            file.write(f"{body}\t{types}\t{-1 if data is None else len(data)}\n".encode())
            file.write(data or b"")

    def keep(name, data):
        with lzma.open(f"{directory}/{name}.xz", "w", preset=4) as file:
            file.write(pack(data))

    with ThreadPoolExecutor(12) as pool:
        runs = [(sweep_name(opcode, *rest), device.sweep(opcode, kind, *rest)) for opcode, kind, *rest in sweeps() if chosen(opcode)]
        for job in [pool.submit(keep, name, data) for name, data in runs if data]:
            job.result()
    print(f"{device.name}: {len(runs)} sweeps")


def recorded(directory):
    """Every form of a directory with its results, None where it was refused."""
    with lzma.open(f"{directory}/forms.xz") as file:
        while line := file.readline():
            body, types, size = line.decode().rstrip("\n").split("\t")
            yield body, types, None if int(size) < 0 else file.read(int(size))


def digest_of(data):
    return "refused" if data is None else hashlib.sha256(data).hexdigest()[:16]


def recorded_sweeps(directory):
    """Every sweep of a directory with its results, packed."""
    for opcode, kind, *rest in sweeps():
        path = f"{directory}/{sweep_name(opcode, *rest)}.xz"
        if os.path.exists(path):
            with lzma.open(path) as file:
                yield opcode, kind, rest, file.read()


def digest(directory):
    for body, types, data in recorded(directory):
        print(f"{digest_of(data)}\t{types}\t{body}")
    for opcode, kind, rest, data in recorded_sweeps(directory):
        print(f"{digest_of(unpack(data))}\tsweep\t{opcode} {kind} {' '.join(map(str, rest))}")


def run_line(device, types, body):
    """What the device gives for a line of a digest."""
    if types != "sweep":
        return device.form(body, types)
    opcode, kind, *rest = body.split()
    return device.sweep(opcode, kind, *map(int, rest))


def check(path, longest=1 << 24):
    """Sweeps of more than `longest` arguments are passed over."""
    device, done, wrong = Device(), 0, 0
    with open(path) as file:
        for line in file:
            expected, types, body = line.rstrip("\n").split("\t")
            if types == "sweep" and int(body.split()[-1]) > int(longest):
                continue
            done += 1
            got = digest_of(run_line(device, types, body))
            if got != expected:
                wrong += 1
                print(f"{body} ({types}): {got}, not {expected}")
    print(f"{device.name}: {done - wrong} of {done} as recorded")
    return wrong


def show(device, body, types, expected, got):
    sources, width = types.split()[1:], BITS[types.split()[0]]
    code = {1: "B", 16: "H", 32: "I", 64: "Q"}[width]
    want, have, words = array(code, expected), array(code, got), tuples(sources)
    places = [i for i in range(len(want)) if want[i] != have[i]]
    print(f"{body} ({types}): {len(places)} of {len(want)} differ")
    for i in places[:int(os.environ.get("SHOW", "4"))]:
        given = " ".join(f"{words[4 * i + k]:x}" for k in range(len(sources)))
        print(f"    {given} -> {want[i]:x}, here {have[i]:x}")


def compare(directory, part=""):
    device, same, wrong, missing, accepted = Device(), 0, 0, 0, 0
    for body, types, expected in recorded(directory):
        if part not in body:
            continue
        got = device.form(body, types)
        if got == expected:
            same += 1
        elif got is None:
            missing += 1
            print(f"{body} ({types}): refused here")
        elif expected is None:
            accepted += 1
            print(f"{body} ({types}): taken here")
        else:
            wrong += 1
            show(device, body, types, expected, got)
    for opcode, kind, rest, expected in recorded_sweeps(directory):
        if part not in opcode:
            continue
        equal = device.sweep(opcode, kind, *rest) == unpack(expected)
        same += equal
        wrong += not equal
        if not equal:
            print(f"sweep {sweep_name(opcode, *rest)} differs")
    print(f"{device.name}: {same} the same, {wrong} differ, {missing} refused here only, {accepted} taken here only")
    return wrong + missing + accepted


if __name__ == "__main__":
    sys.exit(1 if {"record": record, "digest": digest, "check": check, "compare": compare}[sys.argv[1]](*sys.argv[2:]) else 0)
