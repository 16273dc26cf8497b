#!/usr/bin/env python3
"""Runs the rows of texture_forms.py through the CUDA driver that the loader finds: a GPU's, or the simulator with
LD_LIBRARY_PATH=build/dropin.

    textures.py record FILE [PART...]    writes all results, or those of rows whose text holds all PARTs
    textures.py digest FILE              prints what was recorded, one line with a hash per row
    textures.py check FILE               runs such lines and compares; exit status 1 when any differs that is not known to
    textures.py compare FILE [PART...]   runs the rows and shows where results differ from the recorded ones
    textures.py ptx DIRECTORY            writes the modules, for an assembler
"""
import ctypes
import hashlib
import lzma
import os
import struct
import sys

from arithmetic import Device, digest_of
from texture_forms import DEFAULTS, ROWS
from texture_inputs import WORDS, contents, points

FORMATS = {"u8": 1, "u16": 2, "u32": 3, "s8": 8, "s16": 9, "s32": 10, "f16": 16, "f32": 32}
LAYERED, STORED, CUBE, GATHERED = 1, 2, 4, 8
AS_INTEGERS, UNIT, SRGB = 1, 2, 16
BORDERS = [(0.0, 0.0, 0.0, 0.0), (1.0, 0.5, -0.25, 2.0), (0.3, -1.7, 300.0, 7e9)]
ARRAY, MIPMAPPED, LINEAR, PITCH = range(4)
BYTES = {"b8": 1, "b16": 2, "b32": 4, "b64": 8}

MODULE = """.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in, .param .u64 object, .param .u32 count)
{
    .reg .pred %p, %q;
    .reg .b16 %rb16, %sb16, %ub16, %vb16;
    .reg .b32 %d0, %d1, %d2, %d3, %x, %y, %z, %l, %f0, %f1, %f2, %f3, %f4, %f5, %i, %n, %step, %count, %rb32, %sb32, %ub32, %vb32;
    .reg .b64 %in, %out, %from, %to, %t, %rb64, %sb64, %at;
    ld.param.u64 %out, [out];
    ld.param.u64 %in, [in];
    ld.param.u64 %t, [object];
    ld.param.u32 %count, [count];
    mov.u32 %i, %ctaid.x;
    mov.u32 %n, %ntid.x;
    mul.lo.u32 %i, %i, %n;
    mov.u32 %step, %nctaid.x;
    mul.lo.u32 %step, %step, %n;
    mov.u32 %n, %tid.x;
    add.u32 %i, %i, %n;
loop:
    setp.ge.u32 %p, %i, %count;
    @%p ret;
    mul.wide.u32 %at, %i, 48;
    add.u64 %from, %in, %at;
    mul.wide.u32 %at, %i, 16;
    add.u64 %to, %out, %at;
    ld.global.v4.b32 {%x, %y, %z, %l}, [%from];
    ld.global.v4.b32 {%f0, %f1, %f2, %f3}, [%from+16];
    ld.global.v2.b32 {%f4, %f5}, [%from+32];
    mov.b32 %rb32, %f0; mov.b32 %sb32, %f1; mov.b32 %ub32, %f2; mov.b32 %vb32, %f3;
    mov.b64 %rb64, {%f0, %f1}; mov.b64 %sb64, {%f2, %f3};
    cvt.u16.u32 %rb16, %f0; cvt.u16.u32 %sb16, %f1; cvt.u16.u32 %ub16, %f2; cvt.u16.u32 %vb16, %f3;
    mov.b32 %d0, 0; mov.b32 %d1, 0; mov.b32 %d2, 0; mov.b32 %d3, 0;
    OPERATION
    AFTER
    st.global.v4.b32 [%to], {%d0, %d1, %d2, %d3};
    add.u32 %i, %i, %step;
    bra loop;
}
"""
# What a surface load leaves in registers of a kind becomes results.
AFTER = {"b8": "cvt.u32.u16 %d0, %rb16; cvt.u32.u16 %d1, %sb16; cvt.u32.u16 %d2, %ub16; cvt.u32.u16 %d3, %vb16;",
         "b32": "mov.b32 %d0, %rb32; mov.b32 %d1, %sb32; mov.b32 %d2, %ub32; mov.b32 %d3, %vb32;",
         "b64": "mov.b64 {%d0, %d1}, %rb64; mov.b64 {%d2, %d3}, %sb64;"}
AFTER["b16"] = AFTER["b8"]


def kind_of(row):
    """How wide the elements of a surface's access are."""
    return next(k for k in ("b64", "b32", "b16", "b8") if k in row["op"].split("[")[0])


def ptx(row):
    after = AFTER[kind_of(row)] if row["op"].startswith("suld") else ""
    coordinates = row["coordinates"]
    for letter in "xyzl":
        coordinates = coordinates.replace(letter, "%" + letter)
    text = row["op"].replace("{c}", coordinates).replace("{t}", "%t").replace("{d}", "{%d0, %d1, %d2, %d3}")
    text = text.replace("{h}", "{%d0, %d1}").replace("{r}", "%d0")
    text = text.replace("{g}", row["g"]).replace("{T}", row["type"]).replace("{U}", row["from"])
    for i in range(6):
        text = text.replace("{%d}" % i, "%%f%d" % i)
    for letter in "rsuv":
        for kind in ("b8", "b16", "b32", "b64"):
            text = text.replace("{%s%s}" % (letter, kind), "%%%s%s" % (letter, kind.replace("b8", "b16")))
    return MODULE.replace("OPERATION", text).replace("AFTER", after)


def text_of(row):
    """All that decides about a row's results, as a line; what is not said is as in DEFAULTS."""
    keys = [k for k in row if k not in ("g", "coordinates", "op") and row[k] != DEFAULTS.get(k)]
    return " ".join(f"{k}={','.join(map(str, row[k])) if isinstance(row[k], tuple) else row[k]}" for k in keys) + " op=" + row["op"]


class ArrayShape(ctypes.Structure):
    _fields_ = [("width", ctypes.c_size_t), ("height", ctypes.c_size_t), ("depth", ctypes.c_size_t), ("format", ctypes.c_int),
                ("channels", ctypes.c_uint), ("flags", ctypes.c_uint)]


class Side(ctypes.Structure):
    _fields_ = [("x", ctypes.c_size_t), ("y", ctypes.c_size_t), ("z", ctypes.c_size_t), ("level", ctypes.c_size_t), ("type", ctypes.c_int),
                ("host", ctypes.c_void_p), ("device", ctypes.c_uint64), ("array", ctypes.c_void_p), ("reserved", ctypes.c_void_p),
                ("pitch", ctypes.c_size_t), ("height", ctypes.c_size_t)]


class Copy(ctypes.Structure):
    _fields_ = [("source", Side), ("target", Side), ("width", ctypes.c_size_t), ("height", ctypes.c_size_t), ("depth", ctypes.c_size_t)]


class Pitched(ctypes.Structure):
    _fields_ = [("address", ctypes.c_uint64), ("format", ctypes.c_int), ("channels", ctypes.c_uint), ("width", ctypes.c_size_t),
                ("height", ctypes.c_size_t), ("pitch", ctypes.c_size_t)]


class Resources(ctypes.Union):
    _fields_ = [("handle", ctypes.c_void_p), ("memory", Pitched), ("reserved", ctypes.c_int * 32)]


class Resource(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("of", Resources), ("flags", ctypes.c_uint)]


class Texture(ctypes.Structure):
    _fields_ = [("address", ctypes.c_int * 3), ("filter", ctypes.c_int), ("flags", ctypes.c_uint), ("anisotropy", ctypes.c_uint),
                ("mip", ctypes.c_int), ("bias", ctypes.c_float), ("low", ctypes.c_float), ("high", ctypes.c_float),
                ("border", ctypes.c_float * 4), ("reserved", ctypes.c_int * 12)]


def texel_bytes(row):
    return int(row["format"][1:]) // 8 * row["channels"]


def level_size(row, level):
    """Width, rows and slices of a level; layers and faces do not become fewer."""
    width, height, depth = row["size"]
    down = [max(1, n >> level) if n else 0 for n in (width, height, depth)]
    if row["geometry"] == "3d":
        return down
    faces = 6 if "cube" in row["geometry"] else 1
    return [down[0], down[1], faces * (depth or 1) if faces == 6 or row["g"][0] == "a" else depth]


class TextureDevice(Device):
    def __init__(self):
        super().__init__()
        self.modules = {}

    def copy(self, row, array, data, level, back=False):
        width, height, depth = level_size(row, level)
        size = texel_bytes(row)
        copy = Copy(width=width * size, height=max(height, 1), depth=max(depth, 1))
        host, held = (copy.target, copy.source) if back else (copy.source, copy.target)
        host.type, host.host, host.pitch, host.height = 1, ctypes.addressof(data), width * size, max(height, 1)
        held.type, held.array = 3, array
        self.call("cuMemcpy3D_v2", ctypes.byref(copy))

    def make_arrays(self, row):
        """The array or mipmapped array of a row, filled, and how it ends."""
        width, height, depth = level_size(row, 0)
        flags = LAYERED * (row["g"][0] == "a") | CUBE * ("cube" in row["g"]) | GATHERED * row.get("gather", 0) | STORED * row.get("surface", 0)
        shape = ArrayShape(width, height, depth, FORMATS[row["format"]], row["channels"], flags)
        handle = ctypes.c_void_p()
        if row["levels"] == 1:
            self.call("cuArray3DCreate_v2", ctypes.byref(handle), ctypes.byref(shape))
            self.fill(row, handle, 0)
            return ARRAY, handle, lambda: self.call("cuArrayDestroy", handle)
        self.call("cuMipmappedArrayCreate", ctypes.byref(handle), ctypes.byref(shape), row["levels"])
        for level in range(row["levels"]):
            array = ctypes.c_void_p()
            self.call("cuMipmappedArrayGetLevel", ctypes.byref(array), handle, level)
            self.fill(row, array, level)
        return MIPMAPPED, handle, lambda: self.call("cuMipmappedArrayDestroy", handle)

    def fill(self, row, array, level):
        data = contents(row, level, level_size(row, level))
        self.copy(row, array, ctypes.create_string_buffer(data, len(data)), level)

    def make_resource(self, row):
        resource = Resource()
        if row["geometry"] not in ("linear", "pitch"):
            resource.type, handle, end = self.make_arrays(row)
            resource.of.handle = handle
            return resource, handle, end
        width, height, _ = row["size"]
        data = contents(row, 0, level_size(row, 0))
        line = width * texel_bytes(row)
        pitch = (line + 511) // 512 * 512
        memory = self.allocate(pitch * max(height, 1))
        for y in range(max(height, 1)):
            self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(memory.value + y * pitch), data[y * line:(y + 1) * line], ctypes.c_size_t(line))
        of = Pitched(memory, FORMATS[row["format"]], row["channels"], width if height else line, height, pitch)
        resource.type = PITCH if height else LINEAR
        resource.of.memory = of
        return resource, None, lambda: self.call("cuMemFree_v2", memory)

    def make_object(self, row, resource):
        made = ctypes.c_uint64()
        if row.get("surface"):
            self.call("cuSurfObjectCreate", ctypes.byref(made), ctypes.byref(resource))
            return made, lambda: self.call("cuSurfObjectDestroy", made)
        letters = row["address"] if len(row["address"]) > 1 else 3 * row["address"]
        texture = Texture(filter="pl".index(row["filter"]), mip="pl".index(row["mip"]), bias=row["bias"], low=row["low"], high=row["high"])
        texture.flags = AS_INTEGERS * (row["read"] == "e" and row["format"][0] != "f") | UNIT * row["unit"] | SRGB * (row["read"] == "s")
        for i, letter in enumerate(letters):
            texture.address[i] = "wcmb".index(letter)
        for i, value in enumerate(BORDERS[row["border"]]):
            texture.border[i] = value
        self.call("cuTexObjectCreate", ctypes.byref(made), ctypes.byref(resource), ctypes.byref(texture), None)
        return made, lambda: self.call("cuTexObjectDestroy", made)

    def function(self, row):
        text = ptx(row)
        if text not in self.modules:
            module, function = ctypes.c_void_p(), ctypes.c_void_p()
            self.call("cuModuleLoadData", ctypes.byref(module), text.encode())
            self.call("cuModuleGetFunction", ctypes.byref(function), module, b"k")
            self.modules[text] = function
        return self.modules[text]

    def launch(self, row, made):
        given = points(row)
        self.call("cuMemcpyHtoD_v2", self.inputs, given, ctypes.c_size_t(len(given)))
        self.loaded = None
        count = ctypes.c_uint32(row["count"])
        parameters = (ctypes.c_void_p * 4)(*(ctypes.addressof(p) for p in (self.out, self.inputs, made, count)))
        blocks, threads = (1, 1) if row.get("store") else (row["count"] // 32, 32)
        self.call("cuLaunchKernel", self.function(row), blocks, 1, 1, threads, 1, 1, 0, None, parameters, None)
        self.call("cuCtxSynchronize")

    def results(self, row):
        resource, array, end = self.make_resource(row)
        try:
            made, end_object = self.make_object(row, resource)
            try:
                self.launch(row, made)
            finally:
                end_object()
            if row.get("store"):
                width, height, depth = level_size(row, 0)
                data = ctypes.create_string_buffer(width * max(height, 1) * max(depth, 1) * texel_bytes(row))
                self.copy(row, array, data, 0, back=True)
                return data.raw
            data = ctypes.create_string_buffer(16 * row["count"])
            self.call("cuMemcpyDtoH_v2", data, self.out, ctypes.c_size_t(len(data)))
            return data.raw
        finally:
            end()

    def row(self, row):
        """Four words for each point, or what a surface holds afterwards; None where the driver refuses something."""
        try:
            return self.results(row)
        except RuntimeError as error:
            print(f"{text_of(row)}: {error}", file=sys.stderr)
            return None


def chosen(parts):
    return [row for row in ROWS if all(part in text_of(row) for part in parts)]


def record(path, *parts):
    device, rows = TextureDevice(), chosen(parts)
    with lzma.open(path, "w", preset=3) as file:
        for row in rows:
            data = device.row(row)
            file.write(f"{-1 if data is None else len(data)}\t{text_of(row)}\n".encode())
            # planes of bytes pack best
            file.write(b"".join(data[i::4] for i in range(4)) if data else b"")
    print(f"{device.name}: {len(rows)} rows")


def recorded(path):
    with lzma.open(path) as file:
        while line := file.readline():
            size, text = line.decode().rstrip("\n").split("\t", 1)
            data = None
            if int(size) >= 0:
                planes, data = file.read(int(size)), bytearray(int(size))
                at = 0
                for i in range(4):
                    length = len(data[i::4])
                    data[i::4] = planes[at:at + length]
                    at += length
            yield text, data and bytes(data)


def digest(path):
    for text, data in recorded(path):
        print(f"{digest_of(data)}\t{text}")


def check(path):
    """Lines that end with "differs" are known not to be as recorded, and those that are then count as wrong too."""
    device, rows, wrong, apart = TextureDevice(), {text_of(row): row for row in ROWS}, 0, 0
    with open(path) as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    for expected, text, *known in lines:
        same = text in rows and digest_of(device.row(rows[text])) == expected
        apart += not same
        wrong += same == bool(known)
        if same == bool(known):
            print(f"{text}: {'as recorded, though' if same else 'not as recorded, and not'} known to differ")
    print(f"{device.name}: {len(lines) - apart} of {len(lines)} as recorded, {wrong} surprises")
    return wrong


def show(row, expected, got):
    want, have = (struct.unpack(f"<{len(d) // 4}I", d) for d in (expected, got))
    given = points(row)
    places = sorted({i // 4 for i in range(len(want)) if want[i] != have[i]})
    print(f"{text_of(row)}: {len(places)} of {len(want) // 4} differ")
    for i in places[:int(os.environ.get("SHOW", "3"))]:
        words = struct.unpack_from(f"<{WORDS}I", given, 4 * WORDS * i) if not row.get("store") else ()
        floats = struct.unpack(f"<{len(words)}f", struct.pack(f"<{len(words)}I", *words))
        print("   ", i, " ".join(f"{w:x}({f:.9g})" for w, f in list(zip(words, floats))[:3 + row["g"].startswith("a")]),
              "->", " ".join(f"{w:x}" for w in want[4 * i:4 * i + 4]), "here", " ".join(f"{w:x}" for w in have[4 * i:4 * i + 4]))


def compare(path, *parts):
    device, rows, same, wrong = TextureDevice(), {text_of(row): row for row in ROWS}, 0, 0
    for text, expected in recorded(path):
        if text not in rows or not all(part in text for part in parts):
            continue
        got = device.row(rows[text])
        same += got == expected
        wrong += got != expected
        if got != expected and got and expected:
            show(rows[text], expected, got)
        elif got != expected:
            print(f"{text}: {'refused' if got is None else 'taken'} here only")
    print(f"{device.name}: {same} the same, {wrong} differ")
    return wrong


def write_ptx(directory):
    for text in sorted({ptx(row) for row in ROWS}):
        with open(f"{directory}/{hashlib.sha256(text.encode()).hexdigest()[:8]}.ptx", "w") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    run = {"record": record, "digest": digest, "check": check, "compare": compare, "ptx": write_ptx}
    sys.exit(1 if run[sys.argv[1]](*sys.argv[2:]) else 0)
