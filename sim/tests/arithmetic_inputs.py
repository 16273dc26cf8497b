"""The values that arithmetic.py gives to the forms: per type the edge values, then random ones, the same in every run."""
from array import array

MASK = (1 << 64) - 1


class Random:
    """splitmix64"""

    def __init__(self, seed):
        self.state = sum(ord(c) << 8 * (i % 8) for i, c in enumerate(seed)) & MASK

    def bits(self):
        self.state = (self.state + 0x9e3779b97f4a7c15) & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & MASK
        z = (z ^ z >> 27) * 0x94d049bb133111eb & MASK
        return z ^ z >> 31


def integer_edges(bits):
    top = 1 << (bits - 1)
    ones = 2 * top - 1
    return [0, 1, 2, 3, 7, 8, 31, 32, 63, 64, 127, 128, 255, 256, 0x5555555555555555 & ones, 0xaaaaaaaaaaaaaaaa & ones, top - 1, top, top + 1,
            ones, ones - 1, ones - 2, ones - 127, ones - 128, top >> 1, (top >> 1) - 1, (1 << bits // 2) - 1, 1 << bits // 2,
            (1 << bits // 2) + 1, 0x00ff00ff00ff00ff & ones, 0xdeadbeefcafebabe & ones, 0x8000000080000000 & ones, 15, 16, ones - 32767 & ones]


def float_edges(exponent, fraction):
    """Zeros, ones, ties, subnormals, the largest, infinities and NaNs of a format, of both signs."""
    unit, bias = 1 << fraction, (1 << (exponent - 1)) - 1
    sign, infinity = 1 << (exponent + fraction), ((1 << exponent) - 1) << fraction

    def number(power, rest=0):
        return (bias + power) * unit + rest

    half = unit >> 1
    positive = [0, number(0), number(-1), number(0, half), number(1, half >> 1), number(0, 1), number(-1, unit - 1), number(2, 0x5a5a5a5a5a5a5 % unit),
                1, unit - 1, unit, infinity - 1, infinity, infinity + half, infinity + 1, infinity + unit - 1]
    more = [number(1), number(1, half), half, unit + 1, infinity + (half | 5), number(fraction), number(fraction + 1), number(fraction, 1), number(-3, 0x9999999999999 % unit),
            number(-2, unit // 3), number(bias - 1), number(1 - bias, half), number(bias // 2), number(-(bias // 2)), number(3, unit * 7 // 8)]
    if bias > 64:
        more += [number(p) for p in (7, 8, 15, 16, 31, 32, 63, 64)] + [number(p) - 1 for p in (7, 8, 15, 16, 31, 32, 63, 64)]
    if fraction > 10:  # ties of narrower formats
        more += [number(15, unit - unit // 1024), number(15, unit - unit // 2048), number(-24), number(-25), number(-25, 1), number(0, unit >> 11), number(0, unit >> 8), number(0, unit * 3 >> 11),
                 number(-14, unit - 1), number(8, unit * 3 // 4), number(8, unit * 13 // 16), number(15, unit * 3 // 4), number(15, unit * 7 // 8), number(-9), number(-10), number(-16), number(-17), number(6, unit * 255 // 256)]
    return [e | s for e in positive + more for s in (0, sign)]


FORMATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}
BITS = {"pred": 1, "len": 32, "lane": 32, "u8": 32, "s8": 32, "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "f16x2": 32, "bf16x2": 32, "u16x2": 32}
BITS.update({sign + str(n): n for sign in "usb" for n in (16, 32, 64)})
LENGTHS = [0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 257, 264, 0x80000000, 0xffffffff, 0xffff, 5, 24, 12, 40, 48, 3, 4, 30, 62]
PAIRS = {"f16x2": "f16", "bf16x2": "bf16", "u16x2": "u16"}


def edges(kind):
    if kind in FORMATS:
        return float_edges(*FORMATS[kind])
    if kind in PAIRS:
        halves = edges(PAIRS[kind])
        return [low | halves[(7 * i + 3) % len(halves)] << 16 for i, low in enumerate(halves)]
    if kind == "len":
        return LENGTHS
    if kind == "lane":
        return list(range(32))
    return [0, 1] * 16 if kind == "pred" else integer_edges(BITS[kind])


def draw(kind, random):
    """Any bits, or, half of the time, something of a likely size."""
    bits, small = random.bits(), random.bits() & 1
    width = BITS[kind]
    if kind in PAIRS:
        return draw(PAIRS[kind], random) | draw(PAIRS[kind], random) << 16
    if kind in FORMATS and small:
        exponent, fraction = FORMATS[kind]
        power = (1 << (exponent - 1)) - 9 + bits % 17
        return (bits >> 8) % (1 << fraction) | power << fraction | (bits >> 63) << (width - 1)
    if kind in ("len", "lane"):
        return bits % 80 if kind == "len" else bits % 32
    value = bits % (1 << width)
    return value >> (bits >> 58) % width if small and kind not in FORMATS else value


def count(sources):
    """How many tuples: all values of a single source of 16 bits."""
    return 65536 if len(sources) == 1 and BITS[sources[0]] == 16 else 2048


def tuples(sources):
    """The words of all tuples, 4 each."""
    if count(sources) == 65536:
        return array("Q", [word for i in range(65536) for word in (i, 0, 0, 0)])
    random, lists, words = Random(" ".join(sources)), [edges(kind) for kind in sources], array("Q")
    for i in range(2048):
        row = [0, 0, 0, 0]
        for k, kind in enumerate(sources):
            of = lists[k]
            if i < 1024 and k < 2:
                row[k] = of[i % 32 if k == 0 else i // 32]
            elif i < 1536:
                row[k] = of[random.bits() % len(of)]
            else:
                row[k] = draw(kind, random)
        words.extend(row)
    return words
