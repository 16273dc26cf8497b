#!/usr/bin/env python3
"""exactly.py COUNT SEED [ORDER]: random reductions in order exact, or fixed or compensated, of data that is hard to add up, bit for bit
against Python's own numbers, on a GPU or the simulator, as driven.py says."""
import ctypes
import math
import random
import struct
import sys
import tempfile
from pathlib import Path

import driven

count, seed, order = 0, 0, "exact"
rng = random.Random()

# bits, of the fraction; of a result: digits, the exponents of its last and behind its greatest
ELEMENTS = {"float16": (16, 10), "bfloat16": (16, 7), "float32": (32, 23), "float64": (64, 52)}
RESULTS = {"float32": (24, -149, 128), "float64": (53, -1074, 1024)}
SCALE = 1074  # of whole numbers that stand for elements


# ---- numbers as bits ----

def value_of(type, bits):
    if type == "float16":
        return struct.unpack("<e", struct.pack("<H", bits))[0]
    if type == "float64":
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    return struct.unpack("<f", struct.pack("<I", bits << 16 if type == "bfloat16" else bits))[0]


def packed(type, many):
    return b"".join(bits.to_bytes(ELEMENTS[type][0] // 8, "little") for bits in many)


# ---- what is right ----

def whole(x):
    """x * 2^SCALE."""
    above, below = x.as_integer_ratio()
    return above * (2**SCALE // below)


def nearest(above, below, result):
    """The bits of above / below, not negative, rounded to nearest, ties to even."""
    digits, least, end = RESULTS[result]
    exponent = max(above.bit_length() - below.bit_length() - digits, least)
    while (above << max(0, -exponent)) >= (below << max(0, exponent)) << digits:
        exponent += 1
    quotient, rest = divmod(above << max(0, -exponent), below << max(0, exponent))
    twice = 2 * rest - (below << max(0, exponent))
    quotient += twice > 0 or (twice == 0 and quotient % 2)
    field = exponent - least  # the hidden digit adds one
    infinity = (end * 2 - 1) << (digits - 1)
    return min(quotient + (field << (digits - 1)) if quotient >> (digits - 1) else quotient, infinity)


def rooted(above, below):
    """A fraction that is rounded as the root of above / below is; `below` is a power of 4."""
    more = 1 << 4000
    root = math.isqrt(above * more)
    return 2 * root + (root * root != above * more), 2 * math.isqrt(below * more)


def nan_of(result):
    digits, _, end = RESULTS[result]
    return (1 << (digits + end.bit_length() - 1)) - 1


def exact_result(op, result, x, y):
    digits, _, end = RESULTS[result]
    size = digits + end.bit_length()
    nan, infinity, sign = nan_of(result), (end * 2 - 1) << (digits - 1), 1 << (size - 1)
    if op == "mean" and not x:
        return nan
    products = list(zip(x, y if op == "dot" else x)) if op in ("dot", "norm2") else [(a, 1.0) for a in x]
    odd = [a * b for a, b in products if not (math.isfinite(a) and math.isfinite(b))]
    if any(math.isnan(each) for each in odd) or len(set(odd)) > 1:
        return nan
    if odd:
        return infinity if odd[0] > 0 else infinity | sign
    total, below = sum(whole(a) * whole(b) for a, b in products), 4**SCALE
    if total == 0:
        minus = products and all(0 in (a, b) and math.copysign(1, a) * math.copysign(1, b) < 0 for a, b in products)
        return sign if minus else 0
    if op == "mean":
        below *= len(x)
    above, below = rooted(total, below) if op == "norm2" else (abs(total), below)
    return nearest(above, below, result) | (sign if total < 0 else 0)


# ---- the tree, as docs/reduce.md has it, operation by operation ----

class Rounding:
    """Arithmetic that rounds to float32 or float64. What a float64 holds of two float32, rounded again, is rounded right."""

    def __init__(self, result):
        self.result, self.round = result, float if result == "float64" else lambda x: ctypes.c_float(x).value

    def nearest(self, above, below):
        value = value_of(self.result, nearest(abs(above), below, self.result))
        return -value if above < 0 else value

    def add(self, x, y):
        return self.round(x + y)

    def multiply(self, x, y):
        return self.round(x * y)

    def fma(self, x, y, z):
        if math.isfinite(x) and math.isfinite(y) and not math.isfinite(z):
            return z
        if 0 in (x, y) or not (math.isfinite(x) and math.isfinite(y)):
            return x * y + z
        total = whole(x) * whole(y) + (whole(z) << SCALE)
        return self.nearest(total, 4**SCALE) if total else 0.0

    def divide(self, x, count):
        return self.nearest(whole(x), count << SCALE) if x and math.isfinite(x) else x / count

    def two_sum(self, x, y):
        total = self.add(x, y)
        added = self.add(total, -x)
        return total, self.add(self.add(x, -self.add(total, -added)), self.add(y, -added))


class Fixed(Rounding):
    """States are sums."""

    def first(self, op, x, y):
        return self.multiply(x, y) + (0. if isinstance(x, int) else -0.) if op in ("dot", "norm2") else x

    def take(self, op, state, x, y):
        if op in ("dot", "norm2"):
            return self.fma(x, y, state)
        return self.join(op, state, x)

    def join(self, op, left, right):
        return (self.multiply if op == "product" else self.add)(left, right)

    def value(self, state):
        return state


class Compensated(Rounding):
    """States are (sum, what its roundings lost)."""

    def term(self, op, x, y):
        if op not in ("dot", "norm2"):
            return x, 0.0
        product = self.multiply(x, y)
        return product, self.fma(x, y, -product)

    def first(self, op, x, y):
        return self.term(op, x, y)

    def take(self, op, state, x, y):
        term, rest = self.term(op, x, y)
        total, lost = self.two_sum(state[0], term)
        return total, self.add(state[1], self.add(lost, rest) if op in ("dot", "norm2") else lost)

    def join(self, op, left, right):
        total, lost = self.two_sum(left[0], right[0])
        return total, self.add(self.add(left[1], right[1]), lost)

    def value(self, state):
        return self.add(*state) if math.isfinite(state[0]) and math.isfinite(state[1]) else state[0]


def joined(way, op, states):
    while len(states) > 1:
        states = [way.join(op, *states[i:i + 2]) if i + 1 < len(states) else states[i] for i in range(0, len(states), 2)]
    return states[0]


def column(way, op, pairs):
    state = way.first(op, *pairs[0])
    for pair in pairs[1:]:
        state = way.take(op, state, *pair)
    return state


def leaf_of(way, op, pairs, columns):
    return joined(way, op, [column(way, op, pairs[c::columns]) for c in range(min(columns, len(pairs)))])


def tree_result(way, op, pairs, columns, length):
    """Its bits; leaves have so many columns and elements."""
    if not pairs:
        value = {"mean": math.nan, "product": 1.0}.get(op, 0.0)
    else:
        leaves = [leaf_of(way, op, pairs[i:i + length], columns) for i in range(0, len(pairs), length)]
        value = way.value(joined(way, op, leaves))
        value = way.divide(value, len(pairs)) if op == "mean" else value
        value = way.round(math.sqrt(value)) if op == "norm2" and value > 0 else value
    if math.isnan(value):
        return nan_of(way.result)
    return struct.unpack(*(("<I", struct.pack("<f", value)) if way.result == "float32" else ("<Q", struct.pack("<d", value))))[0]


def expected(v, x, y):
    if order == "exact":
        return exact_result(v["op"], v["accumulator"], x, y)
    way = (Fixed if order == "fixed" else Compensated)(v["accumulator"])
    pairs = list(zip(x, y if v["op"] == "dot" else x))
    columns = 512 // (ELEMENTS[v["type"]][0] // 8)
    return tree_result(way, v["op"], pairs, *((1, 32) if v["along"] == "columns" else (columns, 8 * columns)))


# ---- elements that are hard to add up ----

class Maker:
    """Makes the elements of one reduction, as bits."""

    def __init__(self, type):
        self.type, (self.bits, self.fraction) = type, ELEMENTS[type]
        self.sign = 1 << (self.bits - 1)
        self.infinity = (self.sign - 1) >> self.fraction << self.fraction
        self.top, self.one = (self.infinity >> self.fraction) - 1, (self.infinity >> self.fraction) // 2

    def number(self, least, most):
        """Any sign and fraction; an exponent field of least .. most."""
        field = rng.randint(max(0, least), min(self.top, most))
        return rng.getrandbits(1) * self.sign | field << self.fraction | rng.getrandbits(self.fraction)

    def uniform(self, n):
        return [self.number(self.one - 8, self.one) for _ in range(n)]

    def wide(self, n):
        return [self.number(0, self.top) for _ in range(n)]

    def middling(self, n):
        return [self.number(self.one - 40, self.one + 40) for _ in range(n)]

    def opposed(self, n):
        """Sums that are nothing but what is lost on the way."""
        half = self.middling(n // 2)
        many = half + [bits ^ self.sign for bits in half] + self.middling(n % 2)
        rng.shuffle(many)
        return many

    def cancelling(self, n):
        half = [self.number(self.top - 30, self.top) for _ in range(n // 2)]
        many = half + [bits ^ self.sign for bits in half] + self.tiny(n % 2)
        rng.shuffle(many)
        return many[:n]

    def nearly_cancelling(self, n):
        many = self.cancelling(n)
        for i in range(min(n, 3)):
            many[rng.randrange(n)] = self.tiny(1)[0]
        return many

    def tiny(self, n):
        return [self.number(0, 2) for _ in range(n)]

    def small(self, n):
        return [self.number(self.one // 2 - 30, self.one // 2) for _ in range(n)]

    def largest(self, n):
        """max + max - max."""
        return [rng.choice([0, 0, self.sign]) | (self.infinity - 1 - rng.randint(0, 1)) for _ in range(n)]

    def halves(self, n):
        """Sums, quotients and roots that lie in the middle of two numbers, or beside it."""
        field = rng.choice([self.one, self.one + 3, max(1, self.top - 3), 1])
        many = [field << self.fraction | rng.choice([0, 1, 3]) for _ in range(n)]
        if n > 2 and rng.random() < .5:
            many[rng.randrange(n)] = self.tiny(1)[0]
        return many

    def equal(self, n):
        return [self.number(1, self.top)] * n

    def whole_numbers(self, n):
        values = [rng.choice([3, 4, 5, 12, 13, -1, 0, 7]) for _ in range(n)]
        pack = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}[32 if self.type == "bfloat16" else self.bits]
        bits = [struct.unpack(pack[1], struct.pack(pack[0], value))[0] for value in values]
        return [each >> 16 for each in bits] if self.type == "bfloat16" else bits

    def zeros(self, n):
        return [rng.getrandbits(1) * self.sign for _ in range(n)]

    def minus_zeros(self, n):
        return [self.sign] * n

    def beside_zero(self, n):
        return [rng.choice([0, self.sign, 1, 1 | self.sign]) for _ in range(n)]

    def infinite(self, n):
        many = self.wide(n)
        for _ in range(rng.randint(1, 2) if n else 0):
            many[rng.randrange(n)] = self.infinity | rng.getrandbits(1) * self.sign
        return many

    def not_numbers(self, n):
        many = self.middling(n)
        if n:
            many[rng.randrange(n)] = self.infinity | 1 << rng.randrange(self.fraction) | rng.getrandbits(1) * self.sign
        return many

    KINDS = [uniform, wide, middling, cancelling, nearly_cancelling, tiny, small, largest, halves, equal, whole_numbers, zeros,
             minus_zeros, beside_zero, infinite, not_numbers]
    FINITE = KINDS[:11]

    def make(self, n):
        """For the tree mostly elements that any other tree rounds differently."""
        if order != "exact" and rng.random() < .6:
            return rng.choice([self.uniform, self.middling, self.opposed])(n)
        return rng.choice(self.KINDS if rng.random() < .5 else self.FINITE)(self, n)


# ---- problems ----

def variant(number):
    type, along = rng.choice(list(ELEMENTS)), rng.choice(["rows", "rows", "columns", "segments"])
    op = rng.choice(["sum", "mean", "norm2"] + (["dot", "dot"] if along != "segments" else []) + (["product"] if order == "fixed" else []))
    v = {"name": f"v{number}", "order": order, "op": op, "type": type, "along": along}
    is_wide = type == "float64" or (op == "norm2" and order != "exact" and type != "float16")
    v["accumulator"] = "float64" if is_wide else rng.choice(["float32", "float64"])
    long = rng.choice([1, 2, 3, 4, 5, 7, 16, rng.randint(1, 100), rng.randint(1, 1200), rng.randint(500, 9000)])
    if order != "exact" and rng.random() < .7:
        long = rng.randint(500, 9000)
    many = rng.randint(1, max(1, min(70, 4000 // long)))
    if along == "rows":
        v.update(rows=many, cols=long)
    elif along == "columns":
        v.update(rows=long, cols=many)
    else:
        v.update(rows=many, cols=many * long)
    return v


def lengths_of(v):
    if v["along"] == "rows":
        return [v["cols"]] * v["rows"]
    if v["along"] == "columns":
        return [v["rows"]] * v["cols"]
    ends = sorted(rng.randint(0, v["cols"]) for _ in range(v["rows"] + 1))
    return [end - begin for begin, end in zip(ends, ends[1:])]


def arrays_of(v, lengths):
    """Bits of a, or of a and b, and reductions of values."""
    makers = [Maker(v["type"]) for _ in range(2 if v["op"] == "dot" else 1)]
    bits = [[maker.make(n) for n in lengths] for maker in makers]
    if v["op"] == "dot" and rng.random() < (.3 if order == "exact" else .6):  # what cancels in pairs
        bits[1] = [[each & ~makers[0].sign for each in makers[0].equal(n)] for n in lengths]
    values = [[[value_of(v["type"], each) for each in one] for one in array] for array in bits]
    if v["along"] == "columns":
        bits = [[list(row) for row in zip(*array)] for array in bits]
    return [[each for one in array for each in one] for array in bits], values


# ---- runs ----

def results_of(v, made, folder, inputs):
    """Runs its launches; the results' bits."""
    loaded, size = driven.Loaded(made, folder, inputs), ELEMENTS[v["accumulator"]][0] // 8
    loaded.launch()
    found = loaded.buffers["c"].get()
    loaded.free()
    return [int.from_bytes(found[i:i + size], "little") for i in range(0, len(found), size)]


def check(v, made, folder):
    lengths = lengths_of(v)
    arrays, values = arrays_of(v, lengths)
    inputs = {name: packed(v["type"], array) for name, array in zip("ab", arrays)}
    if v["along"] == "segments":
        offsets = [0]
        for n in lengths:
            offsets.append(offsets[-1] + n)
        inputs["offsets"] = struct.pack(f"<{len(offsets)}q", *offsets)
        inputs["a"] = inputs["a"].ljust(v["cols"] * ELEMENTS[v["type"]][0] // 8, b"\xff")
    right = [expected(v, *pair) for pair in zip(values[0], values[-1])]
    found = results_of(v, made, folder, inputs)
    wrong = [i for i in range(len(right)) if found[i] != right[i]]
    for i in wrong[:3]:
        print(f"{v}: result {i} of {lengths[i]} elements is {found[i]:#x}, not {right[i]:#x}")
        print("   ", [[each.hex() for each in array[i][:8]] for array in values])
    return len(right), len(wrong)


def main():
    variants = [variant(i) for i in range(count)]
    driven.open_context()
    with tempfile.TemporaryDirectory() as name:
        made = driven.embedded("reduce", variants, Path(name))
        counts = [check(v, made[v["name"]], Path(name)) for v in variants]
    results, wrong = (sum(each) for each in zip(*counts))
    print(f"{count} reductions in order {order}, {results} results, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    count, seed, order = int(sys.argv[1]), int(sys.argv[2]), (sys.argv[3:] or ["exact"])[0]
    rng.seed(seed)
    main()
