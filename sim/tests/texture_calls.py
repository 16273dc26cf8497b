#!/usr/bin/env python3
"""What the driver answers to calls about arrays, textures and surfaces, right ones and wrong ones: a line for each.

    texture_calls.py          prints the lines
    texture_calls.py FILE     compares them with those of the file; exit status 1 when any differs
"""
import ctypes
import struct
import sys
from ctypes import byref, c_float, c_int, c_size_t, c_uint, c_uint64, c_void_p

from textures import ArrayShape, Copy, Pitched, Resource, Texture, TextureDevice

ARRAY, MIPMAPPED, LINEAR, PITCH = range(4)
U8, S16, F32, U32 = 1, 9, 32, 3

REFERENCE = b""".version 8.6
.target sm_90
.address_size 64
.global .texref tex;
.global .surfref surf;
.visible .entry k(.param .u64 out)
{
    .reg .b32 %d<4>, %x;
    .reg .b64 %o, %t;
    ld.param.u64 %o, [out];
    mov.u32 %x, %tid.x;
    tex.1d.v4.u32.s32 {%d0,%d1,%d2,%d3}, [tex, {%x}];
    st.global.v4.u32 [%o], {%d0,%d1,%d2,%d3};
    mov.u64 %t, tex;
    tex.1d.v4.u32.s32 {%d0,%d1,%d2,%d3}, [%t, {%x}];
    st.global.v4.u32 [%o+16], {%d0,%d1,%d2,%d3};
    txq.width.b32 %d0, [tex];
    suld.b.1d.b32.trap %d1, [surf, {%x}];
    st.global.v4.u32 [%o+32], {%d0,%d1,%d2,%d3};
    ret;
}
"""

# Both texels of a row as floats, what is between them, and the first as integers; a word of it; and the sizes the other way round.
READER = b""".version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 texture, .param .u64 surface)
{
    .reg .b32 %d<4>, %y;
    .reg .b16 %h;
    .reg .f32 %x<3>;
    .reg .b64 %o, %t, %s;
    ld.param.u64 %o, [out];
    ld.param.u64 %t, [texture];
    ld.param.u64 %s, [surface];
    mov.f32 %x0, 0f3F000000;
    mov.f32 %x1, 0f3FC00000;
    mov.f32 %x2, 0f3F800000;
    tex.2d.v4.f32.f32 {%d0,%d1,%d2,%d3}, [%t, {%x0, %x0}];
    st.global.v4.u32 [%o], {%d0,%d1,%d2,%d3};
    tex.2d.v4.f32.f32 {%d0,%d1,%d2,%d3}, [%t, {%x1, %x0}];
    st.global.v4.u32 [%o+16], {%d0,%d1,%d2,%d3};
    tex.2d.v4.f32.f32 {%d0,%d1,%d2,%d3}, [%t, {%x2, %x0}];
    st.global.v4.u32 [%o+32], {%d0,%d1,%d2,%d3};
    tex.2d.v4.u32.f32 {%d0,%d1,%d2,%d3}, [%t, {%x0, %x0}];
    st.global.v4.u32 [%o+48], {%d0,%d1,%d2,%d3};
    mov.u32 %y, 0;
    suld.b.2d.b16.zero %h, [%s, {%y, %y}];
    cvt.u32.u16 %d0, %h;
    txq.width.b32 %d1, [%s];
    suq.width.b32 %d2, [%t];
    suq.height.b32 %d3, [%t];
    st.global.v4.u32 [%o+64], {%d0,%d1,%d2,%d3};
    ret;
}
"""
RANGED = range(0xC0, 0xCC)  # 8 and 16 bits without a sign, then with one; of 1, 2 and 4 channels


class Calls(TextureDevice):
    def __init__(self):
        super().__init__()
        self.lines = []

    def say(self, text):
        self.lines.append(text)
        print(text, flush=True)

    def try_call(self, label, name, *arguments):
        code = getattr(self.lib, name)(*arguments)
        self.say(f"{label}: {name} {code}")
        return code

    def array(self, label, width, height, depth, form, channels, flags):
        handle = c_void_p()
        code = self.try_call(label, "cuArray3DCreate_v2", byref(handle), byref(ArrayShape(width, height, depth, form, channels, flags)))
        if not code:
            got = ArrayShape()
            self.call("cuArray3DGetDescriptor_v2", byref(got), handle)
            self.say(f"  {got.width} {got.height} {got.depth} {got.format} {got.channels} {got.flags:x}")
        return handle

    def texture(self, label, kind, handle=None, memory=None, **fields):
        resource, how, made = Resource(type=kind), Texture(), c_uint64()
        if memory:
            resource.of.memory = memory
        else:
            resource.of.handle = handle
        for name, value in fields.items():
            if name == "address":
                for i, n in enumerate(value):
                    how.address[i] = n
            else:
                setattr(how, name, value)
        code = self.try_call(label, "cuTexObjectCreate", byref(made), byref(resource), byref(how), None)
        if not code:
            got = Texture()
            self.call("cuTexObjectGetTextureDesc", byref(got), made)
            self.say(f"  {list(got.address)} {got.filter} {got.flags:x} {got.anisotropy} {got.mip} {got.bias} {got.low} {got.high}")
            self.call("cuTexObjectDestroy", made)

    def attributes(self):
        values = []
        numbers = [14, *range(21, 28), 42, 43, 44, 51, *range(53, 75), 77]
        for number in numbers:
            value = c_int()
            self.call("cuDeviceGetAttribute", byref(value), number, 0)
            values.append(f"{number}={value.value}")
        self.say(" ".join(values))
        for form, channels in [(U8, 1), (F32, 1), (F32, 4), (F32, 3), (99, 1)]:
            width = c_size_t()
            code = self.lib.cuDeviceGetTexture1DLinearMaxWidth(byref(width), form, channels, 0)
            self.say(f"linear width {form} {channels}: {code} {width.value}")

    def arrays(self):
        shapes = {"no width": (0, 4, 0, F32, 1, 0), "three channels": (4, 4, 0, F32, 3, 0), "no channels": (4, 4, 0, F32, 0, 0), "format": (4, 4, 0, 99, 1, 0),
                  "depth alone": (4, 0, 4, F32, 1, 0), "1d": (5, 0, 0, U8, 1, 0), "1d widest": (131072, 0, 0, U8, 1, 0), "1d too wide": (131073, 0, 0, U8, 1, 0),
                  "2d": (5, 3, 0, S16, 2, 0), "2d widest": (131072, 2, 0, U8, 1, 0), "2d too wide": (131073, 2, 0, U8, 1, 0), "2d too high": (2, 65537, 0, U8, 1, 0),
                  "3d": (5, 3, 2, F32, 4, 0), "3d too wide": (16385, 2, 2, U8, 1, 0), "a1d": (5, 0, 4, F32, 1, 1), "a1d too wide": (32769, 0, 4, U8, 1, 1),
                  "a1d too many": (4, 0, 2049, U8, 1, 1), "a2d": (5, 4, 3, F32, 1, 1), "a2d too wide": (32769, 4, 3, U8, 1, 1), "a2d no layers": (5, 4, 0, F32, 1, 1),
                  "cube": (4, 4, 6, F32, 1, 4), "cube not square": (4, 5, 6, F32, 1, 4), "cube of 5": (4, 4, 5, F32, 1, 4), "cube of 12": (4, 4, 12, F32, 1, 4),
                  "acube": (4, 4, 12, F32, 1, 5), "acube of 7": (4, 4, 7, F32, 1, 5), "surface": (5, 4, 0, F32, 1, 2), "surface 2d too wide": (131073, 4, 0, U8, 1, 2),
                  "gather": (5, 4, 0, F32, 1, 8), "gather 1d": (5, 0, 0, F32, 1, 8), "gather 3d": (5, 4, 3, F32, 1, 8), "gather too wide": (32769, 4, 0, U8, 1, 8),
                  "gather and surface": (5, 4, 0, F32, 1, 10), "flags": (5, 4, 0, F32, 1, 0x1000), "depth texture": (5, 4, 0, F32, 1, 0x10), "cube surface": (4, 4, 6, F32, 1, 6)}
        for label, shape in shapes.items():
            handle = self.array(label, *shape)
            if handle:
                self.call("cuArrayDestroy", handle)
        handle = c_void_p()
        for levels in [0, 1, 3, 4, 100]:
            code = self.try_call(f"{levels} levels of 5x3", "cuMipmappedArrayCreate", byref(handle), byref(ArrayShape(5, 3, 0, F32, 1, 0)), levels)
            for level in [0, 1, 2, 3, 4, 99] if not code else []:
                array = c_void_p()
                if not self.try_call(f"  level {level}", "cuMipmappedArrayGetLevel", byref(array), handle, level):
                    got = ArrayShape()
                    self.call("cuArray3DGetDescriptor_v2", byref(got), array)
                    self.say(f"    {got.width} {got.height} {got.depth} {got.format} {got.channels} {got.flags:x}")
            if not code:
                self.call("cuMipmappedArrayDestroy", handle)

    def objects(self):
        array = self.array("array", 16, 8, 0, F32, 1, 0)
        stored = self.array("stored", 16, 8, 0, F32, 1, 2)
        bytes8 = self.array("bytes", 16, 8, 0, U8, 4, 0)
        words = self.array("words", 16, 8, 0, U32, 1, 0)
        memory = self.allocate(1 << 20)
        at = memory.value
        self.texture("plain", ARRAY, array)
        self.texture("linear filter of floats", ARRAY, array, filter=1)
        self.texture("linear filter of integers", ARRAY, bytes8, filter=1, flags=1)
        self.texture("linear filter of fractions", ARRAY, bytes8, filter=1)
        self.texture("linear filter of words", ARRAY, words, filter=1)
        self.texture("words as fractions", ARRAY, words)
        self.texture("wrap in texels", ARRAY, array, address=(0, 0, 0))
        self.texture("address mode 4", ARRAY, array, address=(4, 0, 0))
        self.texture("filter 2", ARRAY, array, filter=2)
        self.texture("flags 8", ARRAY, array, flags=8)
        self.texture("flags 80", ARRAY, array, flags=0x80)
        self.texture("srgb of floats", ARRAY, array, flags=16)
        self.texture("srgb of bytes", ARRAY, bytes8, flags=16)
        self.texture("anisotropy 16", ARRAY, array, anisotropy=16)
        self.texture("anisotropy 17", ARRAY, array, anisotropy=17)
        self.texture("no array", ARRAY, None)
        self.texture("kind 7", 7, array)
        self.texture("memory", LINEAR, memory=Pitched(at, F32, 1, 64, 0, 0))
        self.texture("memory of 3 channels", LINEAR, memory=Pitched(at, F32, 3, 48, 0, 0))
        self.texture("memory misaligned", LINEAR, memory=Pitched(at + 16, F32, 1, 64, 0, 0))
        self.texture("memory at 32", LINEAR, memory=Pitched(at + 32, F32, 1, 64, 0, 0))
        self.texture("memory at 256", LINEAR, memory=Pitched(at + 256, F32, 1, 64, 0, 0))
        self.texture("memory at 512", LINEAR, memory=Pitched(at + 512, F32, 1, 64, 0, 0))
        self.texture("memory of part of a texel", LINEAR, memory=Pitched(at, F32, 1, 63, 0, 0))
        self.texture("memory of nothing", LINEAR, memory=Pitched(at, F32, 1, 0, 0, 0))
        self.texture("memory linear filter", LINEAR, filter=1, memory=Pitched(at, F32, 1, 64, 0, 0))
        self.texture("memory of the unit", LINEAR, flags=2, memory=Pitched(at, F32, 1, 64, 0, 0))
        self.texture("memory wrap", LINEAR, address=(0, 0, 0), memory=Pitched(at, F32, 1, 64, 0, 0))
        self.texture("memory too long", LINEAR, memory=Pitched(at, F32, 1, 4 << 28, 0, 0))
        self.texture("memory longer than it is", LINEAR, memory=Pitched(at, F32, 1, 8 << 20, 0, 0))
        self.texture("no memory", LINEAR, memory=Pitched(0, F32, 1, 64, 0, 0))
        self.texture("pitch", PITCH, memory=Pitched(at, F32, 1, 16, 8, 64))
        self.texture("pitch 48", PITCH, memory=Pitched(at, F32, 1, 12, 8, 48))
        self.texture("pitch 96", PITCH, memory=Pitched(at, F32, 1, 16, 8, 96))
        self.texture("pitch too small", PITCH, memory=Pitched(at, F32, 1, 17, 8, 64))
        self.texture("pitch misaligned", PITCH, memory=Pitched(at + 64, F32, 1, 16, 8, 64))
        self.texture("pitch at 32", PITCH, memory=Pitched(at + 32, F32, 1, 16, 8, 64))
        self.texture("pitch of no height", PITCH, memory=Pitched(at, F32, 1, 16, 0, 64))
        self.texture("pitch too wide", PITCH, memory=Pitched(at, U8, 1, 131073, 1, 131104))
        self.texture("pitch too high", PITCH, memory=Pitched(at, U8, 1, 32, 65001, 32))
        made = c_uint64()
        for label, handle in [("surface", stored), ("surface of a plain array", array)]:
            resource = Resource(type=ARRAY)
            resource.of.handle = handle
            if not self.try_call(label, "cuSurfObjectCreate", byref(made), byref(resource)):
                self.call("cuSurfObjectDestroy", made)
        resource = Resource(type=LINEAR)
        resource.of.memory = Pitched(at, F32, 1, 64, 0, 0)
        self.try_call("surface of memory", "cuSurfObjectCreate", byref(made), byref(resource))
        self.try_call("no texture", "cuTexObjectDestroy", c_uint64(0))
        self.try_call("no surface", "cuSurfObjectDestroy", c_uint64(0))
        resource, how, got = Resource(type=ARRAY), Texture(), []
        resource.of.handle = array
        for _ in range(3):
            self.call("cuTexObjectCreate", byref(made), byref(resource), byref(how), None)
            got.append(made.value)
        print("# handles", [hex(g) for g in got], flush=True)
        for handle in got:
            self.call("cuTexObjectDestroy", c_uint64(handle))
        self.try_call("destroyed twice", "cuTexObjectDestroy", c_uint64(got[0]))
        self.try_call("description of one destroyed", "cuTexObjectGetTextureDesc", byref(how), c_uint64(got[0]))

    def box(self, label, array, to_array=True, width=16, height=1, depth=1, x=0, y=0, z=0):
        host = ctypes.create_string_buffer(1 << 16)
        copy = Copy(width=width, height=height, depth=depth)
        plain, held = (copy.source, copy.target) if to_array else (copy.target, copy.source)
        plain.type, plain.host, plain.pitch, plain.height = 1, ctypes.addressof(host), 256, height
        held.type, held.array, held.x, held.y, held.z = 3, array, x, y, z
        self.try_call(label, "cuMemcpy3D_v2", byref(copy))

    def copies(self):
        array = self.array("16x8 of 4 bytes", 16, 8, 0, F32, 1, 0)
        line = self.array("16 of 4 bytes", 16, 0, 0, F32, 1, 0)
        layers = self.array("16x8, 3 layers", 16, 8, 3, F32, 1, 1)
        other = self.array("16x8 of 2 bytes", 16, 8, 0, S16, 1, 0)
        memory, host = self.allocate(4096), ctypes.create_string_buffer(4096)
        self.box("all", array, width=64, height=8)
        self.box("too wide", array, width=68, height=8)
        self.box("too high", array, width=64, height=9)
        self.box("behind the end", array, width=64, height=1, x=4)
        self.box("part of a texel", array, width=3)
        self.box("inside a texel", array, width=4, x=2)
        self.box("below", array, width=64, y=8)
        self.box("depth 2", array, width=64, depth=2)
        self.box("no array", None)
        self.box("line", line, width=64)
        self.box("line, row 1", line, width=64, y=1)
        self.box("layers", layers, width=64, height=8, depth=3)
        self.box("layers from 2", layers, width=64, height=8, z=2)
        self.box("layers from 3", layers, width=64, height=8, z=3)
        self.box("out", array, False, width=64, height=8)
        self.box("out too wide", array, False, width=68)
        for label, offset, count in [("all", 0, 512), ("row 1 on", 64, 64), ("two rows", 32, 64), ("too much", 0, 516), ("part of a texel", 0, 2), ("inside a texel", 2, 4), ("nothing", 0, 0), ("from the end", 512, 4)]:
            self.try_call(label, "cuMemcpyHtoA_v2", array, c_size_t(offset), host, c_size_t(count))
            self.try_call(label, "cuMemcpyAtoH_v2", host, array, c_size_t(offset), c_size_t(count))
            self.try_call(label, "cuMemcpyDtoA_v2", array, c_size_t(offset), memory, c_size_t(count))
            self.try_call(label, "cuMemcpyAtoD_v2", memory, array, c_size_t(offset), c_size_t(count))
            self.try_call(label, "cuMemcpyAtoA_v2", array, c_size_t(offset), array, c_size_t(offset), c_size_t(count))
        self.try_call("line", "cuMemcpyHtoA_v2", line, c_size_t(0), host, c_size_t(64))
        self.try_call("layers", "cuMemcpyHtoA_v2", layers, c_size_t(0), host, c_size_t(64))
        self.try_call("all layers", "cuMemcpyHtoA_v2", layers, c_size_t(0), host, c_size_t(1536))
        self.try_call("formats", "cuMemcpyAtoA_v2", array, c_size_t(0), other, c_size_t(0), c_size_t(32))
        copy = Copy(width=32, height=1, depth=1)
        copy.source.type = copy.target.type = 3
        copy.source.array, copy.target.array = other, array
        self.try_call("formats", "cuMemcpy3D_v2", byref(copy))

    def references(self):
        module, function, tex, surf = c_void_p(), c_void_p(), c_void_p(), c_void_p()
        if self.try_call("references", "cuModuleLoadData", byref(module), REFERENCE):
            return
        self.try_call("references", "cuModuleGetFunction", byref(function), module, b"k")
        self.try_call("none", "cuModuleGetTexRef", byref(tex), module, b"surf")
        self.try_call("texture", "cuModuleGetTexRef", byref(tex), module, b"tex")
        self.try_call("surface", "cuModuleGetSurfRef", byref(surf), module, b"surf")
        number, flags, form, channels, bias, low, high = c_int(), c_uint(), c_int(), c_int(), c_float(), c_float(), c_float()
        for dimension in range(3):
            self.try_call(f"dimension {dimension}", "cuTexRefGetAddressMode", byref(number), tex, dimension)
            self.say(f"  {number.value}")
        self.try_call("flags", "cuTexRefGetFlags", byref(flags), tex)
        self.try_call("filter", "cuTexRefGetFilterMode", byref(number), tex)
        self.say(f"  {flags.value:x} {number.value}")
        self.try_call("format", "cuTexRefGetFormat", byref(form), byref(channels), tex)
        self.say(f"  {form.value} {channels.value}")
        self.try_call("levels", "cuTexRefGetMipmapLevelClamp", byref(low), byref(high), tex)
        self.try_call("bias", "cuTexRefGetMipmapLevelBias", byref(bias), tex)
        self.say(f"  {low.value} {high.value} {bias.value}")
        array = self.array("array", 16, 0, 0, U32, 1, 2)
        self.call("cuMemcpyHtoA_v2", array, c_size_t(0), struct.pack("<16I", *range(100, 116)), c_size_t(64))
        got = c_void_p()
        self.try_call("nothing set", "cuTexRefGetArray", byref(got), tex)
        self.try_call("set", "cuTexRefSetArray", tex, array, 1)
        self.try_call("set without override", "cuTexRefSetArray", tex, array, 0)
        self.try_call("set", "cuSurfRefSetArray", surf, array, 0)
        self.try_call("get", "cuTexRefGetArray", byref(got), tex)
        self.say(f"  {got.value == array.value}")
        self.try_call("integers", "cuTexRefSetFlags", tex, 1)
        parameters = (c_void_p * 1)(ctypes.addressof(self.out))
        self.try_call("launch", "cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, None, parameters, None)
        if self.try_call("launch", "cuCtxSynchronize"):
            return
        data = ctypes.create_string_buffer(48)
        self.call("cuMemcpyDtoH_v2", data, self.out, c_size_t(48))
        self.say(f"  {struct.unpack('<12I', data.raw)}")
        offset, memory = c_size_t(), self.allocate(4096)
        self.call("cuMemsetD32_v2", memory, 7, c_size_t(1024))
        self.try_call("memory", "cuTexRefSetAddress_v2", byref(offset), tex, memory, c_size_t(64))
        self.try_call("memory at 16", "cuTexRefSetAddress_v2", byref(offset), tex, c_uint64(memory.value + 16), c_size_t(64))
        self.say(f"  {offset.value}")
        self.try_call("no offset", "cuTexRefSetAddress_v2", None, tex, c_uint64(memory.value + 16), c_size_t(64))
        self.try_call("launch", "cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, None, parameters, None)
        if self.try_call("launch", "cuCtxSynchronize"):
            return
        self.call("cuMemcpyDtoH_v2", data, self.out, c_size_t(48))
        self.say(f"  {struct.unpack('<12I', data.raw)}")
        self.try_call("created", "cuTexRefCreate", byref(tex))

    def read(self, function, array, **fields):
        resource, how, made = Resource(type=ARRAY), Texture(), (c_uint64(), c_uint64())
        resource.of.handle = array
        for name, value in fields.items():
            setattr(how, name, value)
        label = " ".join(f"{name} {value}" for name, value in fields.items()) or "plain"
        if self.try_call(label, "cuTexObjectCreate", byref(made[0]), byref(resource), byref(how), None):
            return
        if self.try_call(label, "cuSurfObjectCreate", byref(made[1]), byref(resource)):
            return
        parameters = (c_void_p * 3)(*(ctypes.addressof(p) for p in (self.out, *made)))
        self.call("cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, None, parameters, None)
        self.call("cuCtxSynchronize")
        data = ctypes.create_string_buffer(80)
        self.call("cuMemcpyDtoH_v2", data, self.out, c_size_t(80))
        self.say("  " + " ".join(f"{word:x}" for word in struct.unpack("<20I", data.raw)))

    def ranged(self):
        module, function = c_void_p(), c_void_p()
        self.call("cuModuleLoadData", byref(module), READER)
        self.call("cuModuleGetFunction", byref(function), module, b"k")
        texels = struct.pack("<8H", 0x7F80, 0x81FF, 0x0123, 0xC0DE, 0x40FE, 0x0102, 0x8001, 0xFFFF)
        for form in RANGED:
            for channels in range(5):
                self.array(f"format {form:x}", 4, 2, 0, form, channels, 0)
            channels, size = (1, 2, 4)[(form - 0xC0) % 3], 1 + (form - 0xC0) // 3 % 2
            array = self.array(f"format {form:x}", 4, 2, 0, form, channels, 2)
            self.box("texels", array, width=4)
            self.call("cuMemcpyHtoA_v2", array, c_size_t(0), texels, c_size_t(min(16, 4 * channels * size)))
            filters = [] if 0xC6 <= form <= 0xC8 else [{"filter": 1}]  # sums of signed bytes part from ours in the last bit
            for fields in [{}, *filters, {"flags": 1}, {"flags": 16}, {"flags": 17}]:
                self.read(function, array, **fields)
        at = self.allocate(4096).value
        for channels in (1, 2, 4):
            self.texture(f"memory of {channels}", LINEAR, memory=Pitched(at, 0xC1, channels, 64, 0, 0))
            self.texture(f"pitch of {channels}", PITCH, memory=Pitched(at, 0xC1, channels, 16, 8, 64))
        width = c_size_t()
        for form, channels in [(0xC0, 1), (0xC1, 2), (0xC1, 1), (0xC5, 4), (0xCB, 4)]:
            code = self.lib.cuDeviceGetTexture1DLinearMaxWidth(byref(width), form, channels, 0)
            self.say(f"linear width {form:x} {channels}: {code} {width.value}")


def main():
    calls = Calls()
    for part in (calls.attributes, calls.arrays, calls.objects, calls.copies, calls.references, calls.ranged):
        calls.say(f"-- {part.__name__}")
        try:
            part()
        except RuntimeError as error:
            calls.say(f"{error}")
    if len(sys.argv) == 1:
        return 0
    with open(sys.argv[1]) as file:
        wanted = [line.rstrip("\n") for line in file if not line.startswith("#")]
    different = [(a, b) for a, b in zip(calls.lines, wanted) if a != b]
    for got, expected in different:
        print(f"{got}\n    should be {expected}")
    return bool(different or len(calls.lines) != len(wanted))


if __name__ == "__main__":
    sys.exit(main())
