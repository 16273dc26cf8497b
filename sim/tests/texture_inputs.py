"""What texture_forms.py's rows read: the texels of their arrays, and the points that are asked for. The same on every machine."""
import hashlib
import math
import struct
from array import array
from functools import lru_cache

WORDS = 12  # of a point: x, y, z, layer, and what else an instruction takes
EXTREMES = [math.inf, -math.inf, math.nan, 1e9, -1e9, 3e38, -3e38, 2.0**23 + 1, -(2.0**23), 2.0**31, -(2.0**31), 2.0**32, 65536.5, -65536.5, 1e-40, -1e-40]
WHOLE_EXTREMES = [2**31 - 1, -(2**31), 65536, -65536, 1 << 20, -(1 << 20)]


def random_words(seed, count):
    words = array("I")
    words.frombytes(hashlib.shake_128(seed.encode()).digest(4 * count))
    return words


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0] if abs(value) <= 3.4e38 else value


def bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def nudged(value, steps):
    """So many representable numbers on."""
    word = bits(value)
    return struct.unpack("<f", struct.pack("<I", (word + steps) & 0xffffffff))[0] if word & 0x7f800000 not in (0, 0x7f800000) else value


# ---- texels

def float_word(word, holds, mantissa, exponents, bias):
    """A random float's bits: near 1, finite, or anything."""
    exponent = {"random": bias - 6 + (word >> 16) % 13, "wide": (word >> 16) % (exponents - 1), "special": (0, 0, bias, exponents - 1, bias + 1)[(word >> 16) % 5]}[holds]
    fraction = word & ((1 << mantissa) - 1)
    if holds == "special" and word >> 29 == 0:
        fraction = 0
    return (word >> 31) * exponents << mantissa | 0 if False else ((word >> 31) * exponents + exponent) << mantissa | fraction


def texels(row, level, count):
    """`count` elements of the row's format, as whole numbers."""
    form, holds = row["format"], row["holds"]
    width = int(form[1:])
    if holds == "index" or (holds == "number" and form[0] != "f"):
        return [i & ((1 << width) - 1) for i in range(count)]
    if holds == "number":
        return [bits(float(level * 10000 + i)) for i in range(count)]
    words = random_words(f"{form} {holds} {level}", count)
    if form == "f32":
        return [float_word(w ^ w << 7 & 0x7f0000, holds, 23, 256, 127) for w in words]
    if form == "f16":
        return [float_word(w, holds, 10, 32, 15) for w in words]
    return [w & ((1 << width) - 1) for w in words]


def contents(row, level, size):
    count = size[0] * max(size[1], 1) * max(size[2], 1) * row["channels"]
    width = int(row["format"][1:])
    return array({8: "B", 16: "H", 32: "I"}[width], texels(row, level, count)).tobytes()


# ---- points

def mixed(word, more, n, unit):
    """A coordinate in texels: anywhere, beside edges and middles of texels, on fractions of 512, extreme."""
    kind, scale = word & 7, float(n) if unit else 1.0
    part = (word >> 8) / 2.0**24
    whole = more % (3 * n + 1) - n
    steps = (more >> 20) % 7 - 3
    if kind <= 2:
        return single((part * 4 - 1.5) * n / scale)
    if kind == 3:
        return nudged(single(whole / scale), steps)
    if kind == 4:
        return nudged(single((whole + 0.5) / scale), steps)
    if kind == 5:
        return nudged(single((whole + (word >> 8 & 511) / 512) / scale), steps)
    if kind == 6:
        return single((part - 0.5) * 2.0**-(more % 30))
    return EXTREMES[more % len(EXTREMES)]


def direction(word, more):
    """A part of a cube's direction."""
    kind = word & 7
    part = (word >> 8) / 2.0**23 - 1
    if kind == 6:
        return (1.0, -1.0, 0.5, 0.0, -0.5)[more % 5]
    return nudged(single(part), 0) if kind < 6 else single(part * 2.0**(more % 20 - 10))


def whole(word, more, n, extremes=True):
    return WHOLE_EXTREMES[more % 6] if extremes and word & 15 == 15 else more % (n + 8) - 4


def coordinate(row, axis, i, word, more):
    n, unit, kind = max(row["size"][axis], 1), row["unit"], row["points"]
    if kind in ("whole", "bytes", "wholelevels"):
        return whole(word, more, n, kind != "wholelevels")
    if "cube" in row["geometry"]:
        return direction(word, more)
    scale = float(n) if unit else 1.0
    if kind == "mixed":
        return mixed(word, more, n, unit)
    if kind == "fine":
        return single((1 + 2 * i / row["count"]) / scale)
    if kind in ("leveled", "sloped"):
        return single(0.5 / scale)
    if kind == "each":
        width = row["size"][0]
        return single(((i // width if axis else i % width) % n + 0.5) / scale)
    return single((word >> 8) / 2.0**24 * n / scale)


def level(row, i, word, more):
    if row["points"] == "leveled":
        return single(8 * i / row["count"] - 0.5)
    part = word / 2.0**32 * 7 - 1.5
    return [single(part), nudged(single((more % 1800 - 256) / 256), (more >> 20) % 5 - 2), single(float(more % 7 - 1)), EXTREMES[more % len(EXTREMES)] if word & 63 == 1 else single(part)][word & 3]


def slopes(row, i, words):
    """Up to six: of x, then of y."""
    if row["points"] == "sloped":
        first = 2.0**(7.5 * (i % 1024) / 1024 - 0.5) / 64
        second = (0.0, 0.0, 0.7, 1.0)[i * 4 // row["count"]] * first
        third = (0.0, 0.6, 0.0, 0.3)[i * 4 // row["count"]] * first
        return [single(first), single(third), 0.0, single(second), 0.0, 0.0] if row["g"] != "1d" else [single(first), 0.0, 0.0, single(second), 0.0, 0.0]
    return [single(((w >> 8) / 2.0**23 - 1) * 2.0**-(w % 8)) if w & 0xf0 else 0.0 for w in words]


def extra(row, i, words):
    """The six words behind the layer, as bits."""
    kind = row["points"]
    if row.get("store"):
        return list(words[:6]) if not row.get("fixed") else [words[0] & 0x3fffffff, words[1] & 0x3fffffff, 0, 0, 0, 0]
    if kind in ("levels", "leveled"):
        return [bits(level(row, i, words[0], words[1]))] + 5 * [0]
    if kind in ("slopes", "sloped"):
        return [bits(s) for s in slopes(row, i, words)]
    if kind == "offsets":
        return [0, 0, words[0] % 16 - 8 & 0xffffffff, words[1] % 16 - 8 & 0xffffffff, 0, 0]
    if kind == "wholelevels":
        return [words[0] % 2] + 5 * [0]
    return list(words[:6])


@lru_cache(maxsize=None)
def points_of(key):
    row = dict(key)
    store_bytes = int(row["format"][1:]) // 8 * row["channels"] if row["points"] == "bytes" else 1
    random = random_words(f"points {row['points']} {row['geometry']} {row['size']}", 16 * row["count"])
    given = bytearray()
    layers = max(row["size"][2], 1)
    for i in range(row["count"]):
        words = random[16 * i:16 * i + 16]
        place = [coordinate(row, axis, i, words[2 * axis], words[2 * axis + 1]) for axis in range(3)]
        if row["from"] == "s32":
            place[0] = (place[0] * store_bytes + 2**31) % 2**32 - 2**31
            given += struct.pack("<3i", *place)
        else:
            given += struct.pack("<3f", *place)
        given += struct.pack("<I", words[6] % (layers + 3) if words[6] >> 30 else words[7])
        given += struct.pack("<8I", *extra(row, i, words[8:14]), 0, 0)
    return bytes(given)


def points(row):
    keys = ("points", "geometry", "size", "unit", "count", "from", "format", "channels", "g")
    return points_of(tuple((k, row[k]) for k in keys) + tuple((k, row[k]) for k in ("store", "fixed") if row.get(k)))
