#!/usr/bin/env python3
"""Random expressions and what they amount to, for tests/unit/test_expression.c: python3 expressions.py SEED COUNT host|device.

A line is KIND, VALUE, EXPRESSION, set apart by tabs: "int 7", "float 0x1.8p+0", or "error -" where there is no value. What an
expression means is found by Python's own parser and by arithmetic on its unbounded integers. Where the grammar has what
Python has not (?:, &&, ||, !, calls), a text for each of the two is made side by side.
"""
import ast
import math
import operator
import random
import sys

NAMES = {"a": 7, "b": -3, "c": 0, "big": 2**62, "h": 0.5}
UNSIGNED = {"a": 7, "b": 4294967293, "c": 0, "big": 2**31, "h": 31}


class Wrong(Exception):
    pass


def kept(value):
    """A result of 64 bits, or a finite double."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int) and not -2**63 <= value < 2**63:
        raise Wrong
    if isinstance(value, complex) or (isinstance(value, float) and not math.isfinite(value)):
        raise Wrong
    return value


def divide(a, b):
    if isinstance(a, int) and isinstance(b, int):
        if a % b:
            raise Wrong
        return a // b
    return a / b


def power(a, b):
    if isinstance(a, int) and isinstance(b, int) and b < 0:
        if a not in (1, -1):
            raise Wrong
        return a**-b
    if isinstance(a, int) and isinstance(b, int) and abs(a) > 1 and b > 64:
        raise Wrong
    return a**b


def shifted(by):
    if not 0 <= by <= 63:
        raise Wrong
    return by


BINARY = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: divide,
          ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: power,
          ast.LShift: lambda a, b: a << shifted(b), ast.RShift: lambda a, b: a >> shifted(b),
          ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.BitAnd: operator.and_}
COMPARE = {ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
           ast.Gt: operator.gt, ast.GtE: operator.ge}
UNARY = {ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_}
FUNCTIONS = {"min": min, "max": max, "abs": abs, "ceil_div": lambda a, b: whole(-(-whole(a) // whole(b))),
             "gcd": lambda a, b: math.gcd(whole(a), whole(b)), "log2": lambda a: logarithm(a), "floor": lambda a: rounded(math.floor(a)),
             "ceil": lambda a: rounded(math.ceil(a))}


def whole(value):
    if not isinstance(value, int):
        raise Wrong
    return value


def rounded(value):
    if not -2 ** 63 <= value < 2 ** 63:
        raise Wrong
    return value


def logarithm(value):
    if value <= 0:
        raise Wrong
    exact = isinstance(value, int) and value & (value - 1) == 0
    return value.bit_length() - 1 if exact else math.log2(value)


class Host:
    names = NAMES

    def number(self, value):
        return kept(value)

    def binary(self, op, a, b):
        return kept(BINARY[type(op)](a, b))

    def unary(self, op, a):
        return kept(UNARY[type(op)](a))


class Device:
    names = UNSIGNED

    def number(self, value):
        return value

    def binary(self, op, a, b):
        if isinstance(op, (ast.LShift, ast.RShift)) and b > 31:
            raise Wrong
        if isinstance(op, (ast.Div, ast.FloorDiv)):
            return a // b
        return BINARY[type(op)](a, b) % 2**32

    def unary(self, op, a):
        return int(not a) if isinstance(op, ast.Not) else UNARY[type(op)](a) % 2**32


def value_of(node, machine):
    if isinstance(node, ast.Constant):
        return machine.number(node.value)
    if isinstance(node, ast.Name):
        return machine.names[node.id]
    if isinstance(node, ast.BinOp):
        return machine.binary(node.op, value_of(node.left, machine), value_of(node.right, machine))
    if isinstance(node, ast.UnaryOp):
        return machine.unary(node.op, value_of(node.operand, machine))
    if isinstance(node, ast.IfExp):
        return value_of(node.body if value_of(node.test, machine) else node.orelse, machine)
    if isinstance(node, ast.BoolOp):
        decides = isinstance(node.op, ast.Or)
        return int(any(value_of(v, machine) for v in node.values) if decides
                   else all(value_of(v, machine) for v in node.values))
    if isinstance(node, ast.Call):
        return kept(FUNCTIONS[node.func.id](*[value_of(v, machine) for v in node.args]))
    left = value_of(node.left, machine)
    for op, right in zip(node.ops, node.comparators):
        right = value_of(right, machine)
        if not COMPARE[type(op)](left, right):
            return 0
        left = right
    return 1


# ---- texts: of each expression one for Python and one of the grammar ----

draw = random.Random()


def literal(device):
    if not device and draw.random() < 0.15:
        return (draw.choice(["0.5", "1.5", "2e3", "1e300", ".25", "3.", "1e-6"]),) * 2
    if draw.random() < 0.3:
        return (draw.choice(list(NAMES)),) * 2
    number = draw.choice([0, 1, 2, 3, 5, 8, 31, 32, 63, 64, 100, 4294967295 if device else 2**63 - 1])
    return (draw.choice([str, hex])(number),) * 2


def bracketed(depth, device):
    python, ours = make(depth - 1, device)
    return "(" + python + ")", "(" + ours + ")"


def operand(depth, device):
    """What needs no brackets."""
    kind = draw.random()
    if depth <= 0 or kind < 0.45:
        return literal(device)
    if kind < 0.75:
        return bracketed(depth, device)
    if kind < 0.85:
        sign = draw.choice("-~")
        python, ours = operand(depth - 1, device)
        return sign + python, sign + ours
    if kind < 0.9:
        python, ours = bracketed(depth, device)
        return "(not " + python + ")", "!" + ours if device else "(!" + ours + ")" # ** binds more tightly
    name = draw.choice(["min", "max"] if device else list(FUNCTIONS))
    count = {"abs": 1, "log2": 1, "floor": 1, "ceil": 1, "ceil_div": 2, "gcd": 2}.get(name, 2 if device else draw.randint(2, 3))
    made = [bracketed(depth, device) for _ in range(count)]
    return tuple(name + "(" + ", ".join(m[i] for m in made) + ")" for i in (0, 1))


def arithmetic(depth, device, signs):
    python, ours = operand(depth, device)
    for _ in range(draw.randint(0, 2)):
        sign = draw.choice(signs)
        more = operand(depth, device)
        python, ours = f"{python} {sign} {more[0]}", f"{ours} {sign} {more[1]}"
    return python, ours


def make(depth, device):
    plain = ["+", "-", "*", "/", "%", "<<", ">>"] + ([] if device else ["//", "**"])
    kind = draw.random()
    if kind < 0.5:
        return arithmetic(depth, device, plain)
    if kind < 0.7:
        return arithmetic(depth, device, plain + ["&", "|", "^"] * 3)
    if kind < 0.85:
        signs = draw.choice([["<", "<="], [">", ">="], ["=="], ["!="]])
        made = [arithmetic(depth, device, plain)
                for _ in range(2 if device or signs == ["!="] else draw.randint(2, 4))]
        python, ours = made[0]
        for more in made[1:]:
            sign = draw.choice(signs)
            python, ours = f"{python} {sign} {more[0]}", f"{ours} {sign} {more[1]}"
        return python, ours
    if kind < 0.95:
        word, sign = draw.choice([("and", "&&"), ("or", "||")])
        made = [draw.choice([bracketed, operand])(depth, device) for _ in range(2)]
        negated = "" if device else draw.choice(["", "not "])
        return (f"{negated}{made[0][0]} {word} {made[1][0]}",
                f"{negated}{made[0][1]} {draw.choice([word, sign])} {made[1][1]}")
    made = [bracketed(depth, device) for _ in range(3)]
    return f"{made[0][0]} if {made[1][0]} else {made[2][0]}", f"{made[1][1]} ? {made[0][1]} : {made[2][1]}"


def main():
    draw.seed(int(sys.argv[1]))
    device = sys.argv[3] == "device"
    for _ in range(int(sys.argv[2])):
        python, ours = make(draw.choice([1, 1, 1, 2, 2, 3]), device)
        try:
            value = value_of(ast.parse(python, mode="eval").body, Device() if device else Host())
        except (Wrong, ZeroDivisionError, OverflowError, TypeError, ValueError):
            value = None
        if value is None:
            print("error", "-", ours, sep="\t")
        elif isinstance(value, float):
            print("float", value.hex(), ours, sep="\t")
        else:
            print("int", value, ours, sep="\t")


main()
