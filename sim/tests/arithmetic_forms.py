"""The forms of PTX's arithmetic, logic, comparison and conversion instructions, one row each: what arithmetic.py runs.

A form is a line of PTX with {d} for the destination and {a}, {b}, {c}, {e} for the sources, {x} for a spare register, and
the types of those that it has, the destination's first. Whether a device takes a form is for its assembler to say."""
from itertools import product

INTS = ["u16", "s16", "u32", "s32", "u64", "s64"]
INTS8 = ["u8", "s8"] + INTS
INTS3264 = INTS[2:]
HALVES = ["f16", "f16x2", "bf16", "bf16x2"]
FLOATS = ["f16", "bf16", "f32", "f64"]
ORDERS = ["eq", "ne", "lt", "le", "gt", "ge"]
NAMES = ["lo", "ls", "hi", "hs"]
UNORDERED = ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
ROUNDINGS = ["rn", "rz", "rm", "rp"]
MAYBE = ["", ".ftz"]


def words(*choices):
    """All opcodes that take one word of each choice; an empty word is left out."""
    return [".".join(w.strip(".") for w in each if w) for each in product(*choices)]


def simple(opcode, types):
    operands = ", ".join("{%s}" % letter for letter in "dabce"[:len(types.split())])
    return opcode + " " + operands + ";", types


def each(opcodes, types):
    return [simple(opcode, types) for opcode in opcodes]


def integers():
    for t in INTS:
        wide = t[0] + str(2 * int(t[1:]))
        yield from each(words(["add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"], [t]), f"{t} {t} {t}")
        yield from each(words(["mad.lo", "mad.hi", "sad"], [t]), f"{t} {t} {t} {t}")
        if t[1:] != "64":
            yield simple(f"mul.wide.{t}", f"{wide} {t} {t}")
            yield simple(f"mad.wide.{t}", f"{wide} {t} {t} {wide}")
        if t[0] == "s":
            yield from each(words(["abs", "neg"], [t]), f"{t} {t}")
    for t in ["u32", "s32"]:
        yield from each(words(["mul24"], ["lo", "hi"], [t]), f"{t} {t} {t}")
        yield from each(words(["mad24"], ["lo", "hi"], [t]), f"{t} {t} {t} {t}")
        yield from each(words(["bmsk"], ["clamp", "wrap"], ["b32"]), "u32 len len") if t == "u32" else []
        yield from each(words(["szext"], ["clamp", "wrap"], [t]), f"{t} {t} len")
        for u in ["u32", "s32"]:
            kind = "s32" if "s32" in (t, u) else "u32"
            yield simple(f"dp4a.{t}.{u}", f"{kind} {t} {u} {kind}")
            yield from each(words(["dp2a"], ["lo", "hi"], [t], [u]), f"{kind} {t} {u} {kind}")
    yield from each(["add.sat.s32", "sub.sat.s32"], "s32 s32 s32")
    yield from each(["mad.hi.sat.s32", "mad24.hi.sat.s32"], "s32 s32 s32 s32")
    yield from each(words(["add", "min", "max"], ["u16x2", "s16x2"]), "u16x2 u16x2 u16x2")
    yield from each(words(["min", "max"], ["relu"], ["s16x2", "s32"]), "u32 u16x2 u16x2")
    for t in ["b32", "b64"]:
        yield from each(words(["popc", "clz"], [t]), f"u32 {t}")
        yield simple(f"brev.{t}", f"{t} {t}")
        yield simple(f"bfi.{t}", f"{t} {t} {t} len len")
    for t in INTS3264:
        yield from each([f"bfind.{t}", f"bfind.shiftamt.{t}"], f"u32 {t}")
        yield simple(f"bfe.{t}", f"{t} {t} len len")
    yield simple("fns.b32", "u32 u32 lane s32")


def carries():
    """Pairs: the first leaves a carry, the second takes it."""
    for t in INTS3264:
        first = [f"{op}.cc.{t} {{x}}, {{a}}, {{b}};" for op in ("add", "sub")]
        first += [f"mad.{half}.cc.{t} {{x}}, {{a}}, {{b}}, {{c}};" for half in ("lo", "hi")]
        second = [f"{op}.{t} {{d}}, {{c}}, {{b}};" for op in ("addc", "subc")]
        second += [f"madc.{half}.{t} {{d}}, {{c}}, {{b}}, {{a}};" for half in ("lo", "hi")]
        for x, y in product(first, second):
            yield f"{x} {y}", f"{t} {t} {t} {t}"
        middle = [f"{op}.cc.{t} {{x}}, {{b}}, {{c}};" for op in ("addc", "subc")]
        middle += [f"madc.{half}.cc.{t} {{x}}, {{b}}, {{c}}, {{a}};" for half in ("lo", "hi")]
        for x, y in product(first[:2], middle):
            yield f"{x} {y} addc.{t} {{d}}, {{a}}, 0;", f"{t} {t} {t} {t}"


def logic():
    for t in ["b16", "b32", "b64"]:
        yield from each(words(["and", "or", "xor"], [t]), f"{t} {t} {t}")
        yield from each(words(["not", "cnot"], [t]), f"{t} {t}")
        yield simple(f"shl.{t}", f"{t} {t} len")
    for t in ["b16", "b32", "b64"] + INTS:
        yield simple(f"shr.{t}", f"{t} {t} len")
        yield simple(f"selp.{t}", f"{t} {t} {t} pred")
    yield from each(words(["and", "or", "xor"], ["pred"]), "pred pred pred")
    yield from each(words(["shf"], ["l", "r"], ["clamp", "wrap"], ["b32"]), "b32 b32 b32 len")
    yield from each(words(["prmt.b32"], ["", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]), "b32 b32 b32 b32")
    for table in [0x00, 0x01, 0x1b, 0x80, 0x96, 0xca, 0xe8, 0xfe, 0xff]:
        yield f"lop3.b32 {{d}}, {{a}}, {{b}}, {{c}}, {table};", "b32 b32 b32 b32"
    for t in ["f32", "f64"]:
        yield simple(f"selp.{t}", f"{t} {t} {t} pred")
    for t in ["b16", "b32", "b64", "f32", "f64"] + INTS:
        yield from each(words(["slct"], [t, "ftz." + t], ["f32"]), f"{t} {t} {t} f32")
        yield simple(f"slct.{t}.s32", f"{t} {t} {t} s32")


def comparisons():
    for t in INTS + ["b16", "b32", "b64"] + FLOATS:
        orders = ORDERS[:2] if t[0] == "b" and t != "bf16" else ORDERS + (UNORDERED if t in FLOATS else NAMES if t[0] == "u" else [])
        for order in orders:
            ftz = MAYBE if t in ("f16", "f32") else [""]
            yield from each(words(["setp"], [order], ftz, [t]), f"pred {t} {t}")
            for d in ["u32", "s32", "f32"]:
                yield from each(words(["set"], [order], ftz, [d], [t]), f"{d} {t} {t}")
            for d in ["u16", "s16", "f16", "bf16"]:
                if t in ("f16", "bf16") or (d == "f16" and order in ORDERS[:3]):
                    yield from each(words(["set"], [order], ftz, [d], [t]), f"{d} {t} {t}")
    for t, u in [("f16x2", "f16x2"), ("bf16x2", "bf16x2")]:
        for order in ORDERS + UNORDERED:
            ftz = MAYBE if t == "f16x2" else [""]
            yield from each(words(["set"], [order], ftz, [t, "u32", "s32"], [u]), f"{t} {t} {t}")
            for ftz in words([order], ftz):
                yield f"setp.{ftz}.{t} {{d}}|{{q}}, {{a}}, {{b}};", f"pred {t} {t}"
    for combine, t in product(["and", "or", "xor"], ["u32", "s64", "f32", "f16"]):
        for c in ["{e}", "!{e}"]:
            other = "" if t == "f16" else "|{q}"
            yield f"setp.lt.{combine}.{t} {{d}}{other}, {{a}}, {{b}}, {c};", f"pred {t} {t} {t} pred"
            yield f"set.lt.{combine}.u32.{t} {{d}}, {{a}}, {{b}}, {c};", f"u32 {t} {t} {t} pred"
    for t in ["f32", "f64"]:
        yield from each(words(["testp"], ["finite", "infinite", "number", "notanumber", "normal", "subnormal"], [t]), f"pred {t}")


def floats():
    for t, ftz, sat in [("f32", MAYBE, ["", ".sat"]), ("f64", [""], [""])]:
        yield from each(words(["add", "sub", "mul"], [""] + ROUNDINGS, ftz, sat, [t]), f"{t} {t} {t}")
        yield from each(words(["fma"], ROUNDINGS, ftz, sat, [t]), f"{t} {t} {t} {t}")
        yield from each(words(["mad"], ROUNDINGS[:2], ftz, sat, [t]), f"{t} {t} {t} {t}")
        yield from each(words(["div"], ROUNDINGS, ftz, [t]), f"{t} {t} {t}")
        yield from each(words(["rcp", "sqrt"], ROUNDINGS, ftz, [t]), f"{t} {t}")
        yield from each(words(["abs", "neg"], ftz, [t]), f"{t} {t}")
        yield from each(words(["min", "max"], ftz, ["", "NaN"], ["", "xorsign.abs"], [t]), f"{t} {t} {t}")
        yield simple(f"copysign.{t}", f"{t} {t} {t}")
    yield from each(words(["div"], ["approx", "full"], MAYBE, ["f32"]), "f32 f32 f32")


def approximations():
    yield from each(words(["rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2"], ["approx"], MAYBE, ["f32"]), "f32 f32")
    yield simple("tanh.approx.f32", "f32 f32")
    yield from each(["rcp.approx.ftz.f64", "rsqrt.approx.f64", "rsqrt.approx.ftz.f64"], "f64 f64")
    for t in HALVES:
        yield from each(words(["ex2.approx"], [".ftz" if t[0] == "b" else ""], [t]), f"{t} {t}")
        yield simple(f"tanh.approx.{t}", f"{t} {t}")


def halves():
    for t in HALVES:
        ftz = MAYBE if t[0] == "f" else [""]
        sat = ["", ".sat"] if t[0] == "f" else [""]
        yield from each(words(["add", "sub", "mul"], ["", "rn"], ftz, sat, [t]), f"{t} {t} {t}")
        yield from each(words(["fma.rn"], ftz, sat, [t]) + words(["fma.rn"], ftz, ["relu"], [t]), f"{t} {t} {t} {t}")
        yield from each(words(["fma.rn.oob"], ["", "relu"], [t]), f"{t} {t} {t} {t}")
        if "x2" not in t:
            one = "0x3c00" if t == "f16" else "0x3f80"
            yield f"mov.b16 {{x}}, {one}; fma.rn.oob.{t} {{d}}, {{a}}, {{x}}, {{x}};", f"{t} {t}"
            yield f"mov.b16 {{x}}, {one}; fma.rn.oob.{t} {{d}}, {{x}}, {{x}}, {{a}};", f"{t} {t}"
        yield from each(words(["abs", "neg"], ftz, [t]), f"{t} {t}")
        yield from each(words(["min", "max"], ftz, ["", "NaN"], ["", "xorsign.abs"], [t]), f"{t} {t} {t}")


def conversions():
    for d, s in product(INTS8, INTS8):
        yield from each(words(["cvt"], ["", "sat"], [d], [s]), f"{d} {s}")
    for d, s in product(INTS8, FLOATS):
        ftz = MAYBE if s == "f32" else [""]
        yield from each(words(["cvt"], ["rni", "rzi", "rmi", "rpi"], ftz, ["", "sat"], [d], [s]), f"{d} {s}")
    for d, s in product(FLOATS, INTS8):
        yield from each(words(["cvt"], ROUNDINGS, ["", "sat"], [d], [s]), f"{d} {s}")
    for d, s in product(FLOATS, FLOATS):
        ftz = MAYBE if "f32" in (d, s) else [""]
        yield from each(words(["cvt"], [""] + ROUNDINGS, ftz, ["", "sat"], [d], [s]), f"{d} {s}")
        if d == s:
            yield from each(words(["cvt"], ["rni", "rzi", "rmi", "rpi"], ftz, ["", "sat"], [d], [s]), f"{d} {s}")
    for d in HALVES:
        sources = "f32 f32" if "x2" in d else "f32"
        yield from each(words(["cvt"], ["rn", "rz"], ["", "relu"], ["", "satfinite"], [d], ["f32"]), f"{d} {sources}")
    yield from each(words(["cvt"], ["rna"], ["", "satfinite"], ["tf32.f32"]), "b32 f32")
    yield from each(words(["cvt"], ["rn", "rz"], ["", "relu"], ["", "satfinite"], ["tf32.f32"]), "b32 f32")
    for t in ["e4m3x2", "e5m2x2"]:
        yield from each(words(["cvt.rn.satfinite"], ["", "relu"], [t], ["f32"]), "b16 f32 f32")
        yield from each(words(["cvt.rn.satfinite"], ["", "relu"], [t], ["f16x2"]), "b16 f16x2")
        yield from each(words(["cvt.rn"], ["", "relu"], ["f16x2"], [t]), "f16x2 b16")
    for d, s in product(["u16", "s16"], ["s32"]):
        yield simple(f"cvt.pack.sat.{d}.{s}", "b32 s32 s32")
    for d in ["u8", "s8", "u4", "s4", "u2", "s2"]:
        yield simple(f"cvt.pack.sat.{d}.s32.b32", "b32 s32 s32 b32")


GROUPS = [integers, carries, logic, comparisons, floats, approximations, halves, conversions]
FORMS = list(dict.fromkeys(form for group in GROUPS for form in group()))


def sweeps():
    """Dense runs of single arguments: opcode, type, bits of the first argument, step, count."""
    one, binade = 0x3f800000, 1 << 23
    for opcode in [body.split()[0] for body, types in approximations() if types == "f32 f32"] + ["div.full.f32", "div.approx.ftz.f32"]:
        yield opcode, "f32", 0, 1 << 12, 1 << 20
    for opcode, first, count in [("rcp", one, binade), ("rsqrt", one, 2 * binade), ("sqrt", one, 2 * binade), ("lg2", one - binade, 2 * binade),
                                 ("ex2", one, binade), ("ex2", one - 4 * binade, 4 * binade // 8), ("ex2", 0xbf800000, binade // 4),
                                 ("sin", one - binade, 2 * binade), ("cos", one, binade)]:
        yield f"{opcode}.approx.ftz.f32", "f32", first, 1 if count >= binade else 8 if count == binade // 2 else 4, count
    yield "tanh.approx.f32", "f32", one - 2 * binade, 4, binade
    yield "tanh.approx.f32", "f32", one - 12 * binade, 4, 10 * binade // 4
    yield "tanh.approx.f32", "f32", one + 2 * binade, 4, binade
    for opcode in ["rcp.approx.ftz.f64", "rsqrt.approx.ftz.f64"]:
        yield opcode, "f64", 0x3ff00000, 1, 1 << 21
        yield opcode, "f64", 0, 1 << 12, 1 << 20
