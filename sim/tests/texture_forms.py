"""The textures and surfaces that textures.py runs: one row each, as a line of words that are keys with values.

    geometry  1d 2d 3d a1d a2d cube acube, linear (1d over memory), pitch (2d over memory)
    format    u8 s8 u16 s16 u32 s32 f16 f32, channels 1 2 4
    size      width, height, depth or layers (faces are not counted)
    holds     random bits, the index of the texel, or small numbers
    read      e: elements; n: integers as fractions of 1; s: the same of sRGB
    filter    p point, l linear; mip: the same between levels
    address   w wrap, c clamp, m mirror, b border: one letter per dimension
    unit      1: coordinates are fractions of the size
    op        the instruction with {d} results, {t} the object, {c} coordinates, {0}.. further words of a point
    points    how they are made (texture_points.py), and how many"""
from itertools import product

SIZES = {"1d": (37, 0, 0), "2d": (37, 23, 0), "3d": (13, 9, 7), "a1d": (37, 0, 5), "a2d": (19, 13, 5), "cube": (17, 17, 0),
         "acube": (9, 9, 3), "linear": (37, 0, 0), "pitch": (37, 23, 0)}
SHAPES = {"linear": "1d", "pitch": "2d"}  # what instructions call them
COORDINATES = {"1d": "{x}", "2d": "{x, y}", "3d": "{x, y, z, z}", "a1d": "{l, x}", "a2d": "{l, x, y, y}", "cube": "{x, y, z, z}",
               "acube": "{l, x, y, z}"}
DIMENSIONS = {"1d": 1, "2d": 2, "3d": 3, "a1d": 1, "a2d": 2, "cube": 3, "acube": 3}
INTEGERS = ["u8", "s8", "u16", "s16", "u32", "s32"]
NARROW = INTEGERS[:4]
DEFAULTS = {"geometry": "2d", "format": "f32", "channels": 1, "holds": "random", "read": "e", "filter": "p", "mip": "p", "address": "c",
            "unit": 0, "levels": 1, "bias": 0.0, "low": 0.0, "high": 0.0, "border": 0, "points": "mixed", "count": 256, "seamless": 0}


def texture(**words):
    row = dict(DEFAULTS, **words)
    shape = SHAPES.get(row["geometry"], row["geometry"])
    row.setdefault("size", SIZES[row["geometry"]])
    kind = {"u": "u32", "s": "s32", "f": "f32"}[row["format"][0]] if row["read"] == "e" else "f32"
    row.setdefault("type", kind)
    row.setdefault("from", "f32")
    row.setdefault("op", "tex.{g}.v4.{T}.{U} {d}, [{t}, {c}];")
    row["g"] = shape
    row["coordinates"] = COORDINATES[shape]
    return row


def modes(filters="pl", units=(0, 1), addresses="wcmb"):
    """Wrapping and mirroring are for coordinates of the unit; without they clamp."""
    return product(filters, addresses, units)


def places():
    """Which texel: index textures in all geometries."""
    for geometry in SIZES:
        for _, address, unit in modes("p", (0,) if geometry == "linear" else (0, 1)):
            yield texture(geometry=geometry, format="u32", holds="index", address=address, unit=unit, border=1, count=512)
        if "cube" not in geometry:
            yield texture(geometry=geometry, format="u32", holds="index", **{"from": "s32"}, points="whole")
            yield texture(geometry=geometry, format="u32", holds="index", address="b", border=1, **{"from": "s32"}, points="whole")
    for size in [(1, 1, 0), (2, 3, 0), (64, 32, 0), (1000, 3, 0), (4093, 2, 0)]:
        for address in "wm":
            yield texture(size=size, format="u32", holds="index", address=address, unit=1, count=512)
    for address in ["wc", "mb", "bw", "cm"]:
        yield texture(format="u32", holds="index", address=address, unit=1, border=1)


def weights():
    """The fractions of linear filtering: texels hold their index, so that the result is the place."""
    for geometry, unit, address in [("1d", 0, "c"), ("1d", 1, "c"), ("1d", 1, "w"), ("1d", 1, "m")]:
        yield texture(geometry=geometry, holds="number", filter="l", unit=unit, address=address, points="fine", count=8192)
    for size in [64, 1000, 4093, 3]:
        yield texture(geometry="1d", size=(size, 0, 0), holds="number", filter="l", unit=1, address="w", points="fine", count=4096)
    for geometry in ["1d", "2d", "3d", "a1d", "a2d", "pitch"]:
        for _, address, unit in modes("l"):
            yield texture(geometry=geometry, holds="number", filter="l", unit=unit, address=address, border=1)


def blends():
    """Linear filtering of all that it can be of."""
    for geometry in ["1d", "2d", "3d"]:
        for holds in ["random", "wide", "special", "number"]:
            yield texture(geometry=geometry, holds=holds, filter="l", points="inside", count=2048)
            if holds != "number":
                yield texture(geometry=geometry, holds=holds, format="f16", filter="l", points="inside", count=2048)
    for geometry in ["1d", "2d", "3d"]:
        for form in NARROW:
            yield texture(geometry=geometry, format=form, read="n", filter="l", points="inside", count=2048)
    for form, channels, read in [("f32", 4, "e"), ("f16", 2, "e"), ("f16", 4, "e"), ("u8", 4, "n"), ("s8", 2, "n"), ("u16", 4, "n"), ("s16", 4, "n"), ("u8", 4, "s")]:
        for geometry, address, unit in product(["2d", "a2d", "pitch"], "cw", (0, 1)):
            if not (read == "s" and geometry == "pitch"):
                yield texture(geometry=geometry, format=form, channels=channels, read=read, filter="l", address=address, unit=unit)
    for geometry in ["cube", "acube"]:
        for form, read in [("f32", "e"), ("u8", "n")]:
            yield texture(geometry=geometry, format=form, read=read, filter="l", count=1024)
            yield texture(geometry=geometry, format=form, read=read, filter="l", unit=1, count=1024)


def formats():
    """Every format, read as every kind."""
    for form in INTEGERS + ["f16", "f32"]:
        for channels in [1, 2, 4]:
            yield texture(format=form, channels=channels, points="inside")
            yield texture(format=form, channels=channels, address="b", border=2, points="whole", **{"from": "s32"})
            if form in NARROW:
                yield texture(format=form, channels=channels, read="n", points="inside")
                yield texture(format=form, channels=channels, read="n", address="b", border=2, points="whole", **{"from": "s32"})
    for form in ["u8", "s8"]:
        yield texture(format=form, read="n", holds="index", size=(16, 16, 0), points="each")
        yield texture(format=form, read="n", channels=4, holds="index", size=(16, 16, 0), points="each")
    yield texture(format="u8", read="s", holds="index", size=(16, 16, 0), points="each")
    yield texture(format="u8", read="s", channels=4, holds="index", size=(16, 16, 0), points="each")
    for form in ["u16", "s16"]:
        yield texture(format=form, read="n", holds="index", size=(256, 128, 0), points="each", count=32768)
    yield texture(format="f16", holds="index", size=(256, 128, 0), points="each", count=32768)
    for form in INTEGERS + ["f16", "f32"]:
        for t in ["u32", "s32", "f32"]:
            yield texture(format=form, channels=2, points="inside", type=t)
    for form, read in [("f32", "e"), ("f16", "e"), ("u8", "n")]:
        yield texture(format=form, channels=4, read=read, points="inside", type="f16x2", op="tex.{g}.v2.f16x2.{U} {h}, [{t}, {c}];")
        yield texture(format=form, channels=4, read=read, points="inside", filter="l", type="f16x2", op="tex.{g}.v2.f16x2.{U} {h}, [{t}, {c}];")


def borders():
    for form in INTEGERS + ["f16", "f32"]:
        for read in ["e", "n", "s"] if form in NARROW else ["e"]:
            for border in [1, 2]:
                yield texture(format=form, channels=4, read=read, address="b", border=border)
                if form[0] == "f" or read != "e":
                    yield texture(format=form, channels=4, read=read, address="b", border=border, filter="l")


def mipmaps():
    for geometry in ["1d", "2d", "3d", "a2d", "cube"]:
        for filters, mip in product("pl", "pl"):
            common = dict(geometry=geometry, holds="number", filter=filters, mip=mip, unit=1, address="w", levels=4, high=10.0)
            yield texture(**common, op="tex.level.{g}.v4.{T}.f32 {d}, [{t}, {c}], {0};", points="levels")
            yield texture(**common, op="tex.{g}.v4.{T}.f32 {d}, [{t}, {c}];", points="levels")
            if geometry == "cube":
                continue
            grads = {"1d": "{{0}}, {{3}}", "2d": "{{0}, {1}}, {{3}, {4}}", "a2d": "{{0}, {1}}, {{3}, {4}}", "3d": "{{0}, {1}, {2}, {2}}, {{3}, {4}, {5}, {5}}"}
            grad = "tex.grad.{g}.v4.{T}.f32 {d}, [{t}, {c}], " + grads[geometry] + ";"
            yield texture(**common, op=grad, points="slopes", count=1024)
    for bias, low, high in [(0.5, 0.0, 10.0), (-1.25, 0.0, 10.0), (0.3, 1.0, 2.0), (0.0, 0.7, 1.6), (0.0, 3.0, 3.0), (3.9, 0.0, 2.5), (0.0, 2.0, 1.0)]:
        for mip in "pl":
            yield texture(holds="number", filter="l", mip=mip, unit=1, levels=4, bias=bias, low=low, high=high,
                          op="tex.level.{g}.v4.{T}.f32 {d}, [{t}, {c}], {0};", points="levels")
    yield texture(size=(64, 64, 0), holds="number", filter="p", mip="l", unit=1, levels=7, high=10.0, address="w",
                  op="tex.level.{g}.v4.{T}.f32 {d}, [{t}, {c}], {0};", points="leveled", count=8192)
    yield texture(size=(64, 64, 0), holds="number", filter="p", mip="l", unit=1, levels=7, high=10.0, address="w",
                  op="tex.grad.{g}.v4.{T}.f32 {d}, [{t}, {c}], {{0}, {1}}, {{3}, {4}};", points="sloped", count=4096)
    yield texture(geometry="1d", size=(64, 0, 0), holds="number", filter="p", mip="l", unit=1, levels=7, high=10.0, address="w",
                  op="tex.grad.{g}.v4.{T}.f32 {d}, [{t}, {c}], {{0}}, {{3}};", points="sloped", count=4096)


def gathers():
    for component, address, unit in product("rgba", "cw", (0, 1)):
        yield texture(channels=4, address=address, unit=unit, op="tld4.%s.{g}.v4.{T}.f32 {d}, [{t}, {c}];" % component, gather=1)
    for form, read in [("u8", "n"), ("u8", "e"), ("s16", "e"), ("f16", "e"), ("u32", "e"), ("u8", "s")]:
        yield texture(format=form, read=read, channels=2, unit=1, address="m", op="tld4.g.{g}.v4.{T}.f32 {d}, [{t}, {c}];", gather=1)
    yield texture(filter="l", address="b", border=2, unit=1, op="tld4.r.{g}.v4.{T}.f32 {d}, [{t}, {c}];", gather=1)


def more():
    """Offsets, and residence."""
    yield texture(format="u32", holds="index", op="tex.{g}.v4.{T}.{U} {d}|%p, [{t}, {c}];", points="inside")
    yield texture(format="u32", holds="index", op="tex.{g}.v4.{T}.{U} {d}, [{t}, {c}], {{2}, {3}};", points="offsets")
    yield texture(holds="number", filter="l", unit=1, address="w", op="tex.{g}.v4.{T}.{U} {d}, [{t}, {c}], {{2}, {3}};", points="offsets")
    yield texture(holds="number", filter="l", unit=1, address="w", op="tex.level.{g}.v4.{T}.{U} {d}, [{t}, {c}], {0};", points="levels")
    yield texture(geometry="3d", format="u32", holds="index", op="tex.level.{g}.v4.{T}.s32 {d}, [{t}, {c}], {0};", **{"from": "s32"}, points="wholelevels")
    for query in ["width", "height", "depth"]:
        for geometry, form, channels, unit in [("1d", "u8", 1, 0), ("2d", "s16", 2, 1), ("3d", "f16", 4, 0), ("a1d", "u32", 1, 1), ("a2d", "f32", 4, 1), ("cube", "u8", 4, 0), ("acube", "s8", 1, 1), ("linear", "s32", 1, 0), ("pitch", "u16", 2, 0)]:
            yield texture(geometry=geometry, format=form, channels=channels, unit=unit, op="txq.%s.b32 {r}, [{t}];" % query, count=32)


def surface(**words):
    row = texture(**dict(words, **{"from": "s32"}))
    row["surface"] = 1
    row["points"] = "bytes" if ".b." in row["op"] else "whole"
    return row


def surfaces():
    for geometry, mode in product(["1d", "2d", "3d", "a1d", "a2d"], ["clamp", "zero"]):
        for form, channels, kind, vector in [("u8", 1, "b8", ""), ("u16", 1, "b16", ""), ("u32", 1, "b32", ""), ("u32", 2, "b32", "v2."), ("f32", 4, "b32", "v4."), ("u32", 2, "b64", ""), ("u32", 4, "b64", "v2."), ("u8", 4, "b8", "v4."), ("s16", 2, "b16", "v2.")]:
            common = dict(geometry=geometry, format=form, channels=channels)
            registers = {"": "{r%s}" % kind, "v2.": "{{r%s}, {s%s}}" % (kind, kind), "v4.": "{{r%s}, {s%s}, {u%s}, {v%s}}" % ((kind,) * 4)}[vector]
            yield surface(**common, op="suld.b.{g}.%s%s.%s %s, [{t}, {c}];" % (vector, kind, mode, registers))
            yield surface(**common, op="sust.b.{g}.%s%s.%s [{t}, {c}], %s;" % (vector, kind, mode, registers), store=1)
        for form, channels, vector in [("u8", 4, "v4."), ("s8", 2, "v2."), ("u16", 1, ""), ("s16", 4, "v4."), ("f16", 2, "v2."), ("f32", 4, "v4."), ("u32", 1, ""), ("s32", 2, "v2.")]:
            registers = {"": "{rb32}", "v2.": "{{rb32}, {sb32}}", "v4.": "{{rb32}, {sb32}, {ub32}, {vb32}}"}[vector]
            yield surface(geometry=geometry, format=form, channels=channels, op="sust.p.{g}.%sb32.%s [{t}, {c}], %s;" % (vector, mode, registers), store=1)
        for op, kind in [] if geometry[0] == "a" else [("add", "u32"), ("min", "s32"), ("max", "u32"), ("and", "b32"), ("or", "b32"), ("add", "u64"), ("min", "s64"), ("max", "u64")]:
            wide = kind[1:] == "64"
            yield surface(geometry=geometry, format="u32", channels=2 if wide else 1, op="sured.b.%s.{g}.%s.%s [{t}, {c}], {%s};" % (op, kind, mode, "rb64" if wide else "rb32"), store=1, fixed=1)
            if kind in ("u32", "b32"):
                yield surface(geometry=geometry, format="u32", op="sured.p.%s.{g}.b32.%s [{t}, {c}], {rb32};" % (op, mode), store=1, fixed=1)
    for query in ["width", "height", "depth"]:
        for geometry, form, channels in [("1d", "u8", 1), ("2d", "s16", 2), ("3d", "f16", 4), ("a1d", "u32", 1), ("a2d", "f32", 4)]:
            yield surface(geometry=geometry, format=form, channels=channels, op="suq.%s.b32 {r}, [{t}];" % query, count=32)


ROWS = [row for part in (places, weights, blends, formats, borders, mipmaps, gathers, more, surfaces) for row in part()]
