#!/usr/bin/env python3
"""What Python makes of the Python in T1 files, for tests/unit/test_t1.c.

    t1.py expressions    a line for each: KIND, EXPRESSION and its values in all scopes, set apart by tabs and blanks
    t1.py space FILE     how many combinations of a T1 file's values meet all its conditions

KIND is C (a condition: its truth), I (what int() makes of it), V (its value) or L (a list). "none" is no value.
"""
import itertools
import json
import math
import sys


class np:  # what the expressions below use of it
    ceil = staticmethod(math.ceil)
    floor = staticmethod(math.floor)


EXPRESSIONS = """
C a == 1 or b % 2 != 0
C a*b<=1024
C -4 <= b < a
C 1 <= a <= 4 > b
C a < b == 4
C a != b != c
C 32 <= a * b <= 1024
C a & 1 == 0
C a | 2 == 3 and a ^ 1 < 7
C not (a == 1 and b == 4)
C not a
C not a == 1
C not not a > 1
C a in [1, 2, 3]
C b not in (4, 5)
C a in range(3, 9)
C a in []
C a in [x * 7 for x in range(3)] if b > 0 else a in [7]
C a % ((a * b)/4) == 0
C a and b
C all([a > 0, b > 0])
C any((a > 1, b > 1))
C lambda p: p["a"] < p["b"] or p['c'] > 0
C w == 'xor' and w != "none"
C bool(b + 3)
C True
C a == 1 if b == 4 else a == 7
C (a > 0) + (b > 0) == 2
C a>1 and(b>1)or not(a)
C min(a, b) < 1 < max(a, b)
I a / 2
I c
I b / 2
I c * 2
I ProblemSize[0]*ProblemSize[1]
I (ProblemSize[0]+max(a)-1) * (ProblemSize[1] + max(b) - 1)
I math.ceil(ProblemSize[0] / a) * a
I math.ceil(c)
I np.ceil(b/a)
I math.floor(b/a)
I math.floor(c * 1.5)
I int(a / 2) * int(b / 2)
I (a + 0.5) * 2
V a if b < 0 else c
V (a if b < 0 else b) * 2
V a if b < 0 else b if c < 0 else 9
V -a ** 2
V (-a) ** 2
V 2 ** b
V 2 ** -1
V 2 ** a ** 1
V a // 2 * 3
V a - (b - 1)
V a - b - 1
V a / b / 2
V (a + 1) / (b - 1)
V a / (b / 2)
V abs(b)
V min(a, b, 3)
V max(a)
V max(a)+max([1,2,9])+min(b)
V sum([a, b, c])
V math.prod([a, b])
V len(a) + len([1, 2]) + len(range(4))
V 0x1F + 0b11 + 0o17 + 1_000
V 1. + .5 + 2e3
V float(a) / 2
V pow(a, 2)
V math.gcd(a * 6, 4)
V a << 2 | 1
V (a | 8) ^ 3
V ~a
V (i//4)*(0.1 + 0.05*(i%4)) if i%4 < 3 else ((i//4)%10)*0.1
V i % 7 - 3
V a[1]
V +a - +b
V (a > 1) * 4
V a % 4
V b % 4
V b // 3
V b % -3
V c % 1.5
V c // 1.5
V math.sqrt(a) * 2
V math.log2(a+1)
V a--b
L [1] + [2*i for i in range(1,11)]
L [1, 2, 4, 8, 16] + list(range(32, 1024+1, 32))
L [2**i for i in range(0, 6)]
L list(range(10))
L [i for i in range(20) if i % 3 == 0 and i > 3]
L [i*j for i in [1,2] for j in (3,4) if i != j]
L [0.25, 0.5, 1.0]
L (1,)
L 16
L [True, False]
L range(5, 0, -1)
L [1]*3 + 2*[7]
L sorted([3,1,2])
L [int(i/2) for i in range(6)]
L [i / 2 for i in range(3)]
L tuple(range(2, 9, 3))
""".strip().splitlines()

SCOPES = [dict(a=a, b=b, c=c, w="xor", ProblemSize=[100, 33], i=5, math=math, np=np)
          for c, b, a in itertools.product([-2.5, 4], [-3, 4], [1, 7])]
LISTS = {"max(a)": "7", "max(b)": "4", "min(b)": "-3", "len(a)": "2", "a[1]": "7"}


def value_of(kind, text, scope):
    try:
        value = eval(text, {}, scope)
        value = value(scope) if callable(value) else value
        return {"C": bool, "I": int, "V": lambda x: x}[kind](value)
    except (ZeroDivisionError, TypeError):
        return None


def expressions():
    for line in EXPRESSIONS:
        kind, text = line[0], line[2:]
        if kind == "L":
            value = eval(text)
            values = [value] if isinstance(value, int) else list(value)
        else:
            parameters_are_lists = text
            for call, value in LISTS.items():
                parameters_are_lists = parameters_are_lists.replace(call, value)
            values = [value_of(kind, parameters_are_lists, scope) for scope in SCOPES]
        said = ["none" if v is None else repr(int(v) if isinstance(v, bool) else v) for v in values]
        print(kind, text, " ".join(said), sep="\t")


def space(file):
    with open(file, encoding="utf-8") as text:
        described = json.load(text)["ConfigurationSpace"]
    names = [parameter["Name"] for parameter in described["TuningParameters"]]
    lists = [eval(parameter["Values"]) for parameter in described["TuningParameters"]]
    conditions = [compile(c["Expression"], file, "eval") for c in described["Conditions"]]
    print(sum(all(eval(c, {}, scope) for c in conditions)
              for scope in (dict(zip(names, values)) for values in itertools.product(*lists))))


expressions() if sys.argv[1] == "expressions" else space(sys.argv[2])
