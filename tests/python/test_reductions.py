"""Reductions along any axes of arrays of any strides, against loops; what types give, and what is refused."""
import itertools
import math
import unittest

import devices
import tilewright
from devices import Cuda, dense

OPERATIONS = {
    "sum": sum, "prod": math.prod, "min": min, "max": max, "mean": lambda run: sum(run) / len(run), "any": any, "all": all,
    "argmin": lambda run: run.index(min(run)), "argmax": lambda run: run.index(max(run)),
    "norm2": lambda run: math.sqrt(sum(value * value for value in run)),
}
RESULTS = {"sum": "float32", "prod": "float32", "min": "float32", "max": "float32", "mean": "float32", "any": "bool", "all": "bool",
           "argmin": "int64", "argmax": "int64", "norm2": "float64"}


def reduced(x, axes, operation):
    """The results by the index of the axes that stay; runs are in row-major order of the others."""
    runs = {}
    for index, value in x.values().items():
        runs.setdefault(tuple(i for axis, i in enumerate(index) if axis not in axes), []).append(value)
    return {index: operation(run) for index, run in runs.items()}


class Reductions(unittest.TestCase):
    def setUp(self):
        devices.open_device()

    def check(self, op, x, axes, result, **options):
        out = Cuda([extent for axis, extent in enumerate(x.shape) if axis not in axes], result)
        self.assertIs(getattr(tilewright, op)(x, axes, out, **options), out)
        self.assertEqual(out.values(), reduced(x, axes, OPERATIONS[op]))

    def test_operations(self):
        """Small integers, whose sums and products are exact in any order."""
        x = Cuda((3, 8), values=[1, 2, 0, -3, 2, 1, 1, 2, 4, -2, 1, 2, 1, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0])
        for op, dtype in RESULTS.items():
            if op != "norm2":
                self.check(op, x, (1,), dtype)
        x = Cuda((2, 2), values=[3, 4, 6, 8])
        self.check("norm2", x, (1,), "float64")

    def test_axes(self):
        """Every set of axes of an array of three, in several orders of its strides."""
        shape, values = (2, 3, 4), [i * 37 % 19 for i in range(24)]
        for order in ((0, 1, 2), (1, 2, 0)):
            strides = [0] * 3
            for axis, stride in zip(order, dense([shape[axis] for axis in order], 4)):
                strides[axis] = stride
            x = Cuda(shape, strides=strides, values=values)
            for count in range(4):
                for axes in itertools.combinations(range(3), count):
                    with self.subTest(strides=strides, axes=axes):
                        self.check("sum", x, axes, "float32")

    def test_layouts(self):
        """Gaps, rows that are repeated, rows backwards, axes of one index."""
        for shape, strides in (((3, 4), (32, 4)), ((3, 4), (0, 4)), ((3, 4), (-16, 4)), ((3, 4), (16, -4)), ((3, 4), (4, 12)), ((5,), (8,)),
                               ((2, 3, 4), (96, 32, 4)), ((2, 3, 4), (200, 32, 4)), ((1, 4, 1), (999, 4, 777)), ((2, 3), (20, 6))):
            x = Cuda(shape, "float32" if strides != (20, 6) else "int16", strides, values=[i % 7 for i in range(math.prod(shape))])
            axis = len(shape) - 1 if strides[0] in (32, 96) else 0
            with self.subTest(shape=shape, strides=strides, axis=axis):
                self.check("argmax", x, (axis,), "int64")
        self.check("sum", Cuda((3, 4), "int16", values=range(12), gap=3), (1,), "int64")  # at an address of no element

    def test_places_are_counted_along_the_axes(self):
        x = Cuda((2, 3, 4), "int32", values=[i * 5 % 24 for i in range(24)])
        self.check("argmax", x, (0, 2), "int64")
        self.check("argmin", x, (0, 1, 2), "int64")

    def test_ties(self):
        x, out = Cuda((5,), "int8", values=[1, 3, 0, 3, 0]), Cuda((), "int64")
        for op, ties, place in (("argmax", "first", 1), ("argmax", "last", 3), ("argmin", None, 2), ("argmin", "last", 4)):
            getattr(tilewright, op)(x, out=out, ties=ties)
            self.assertEqual(out.values(), {(): place})

    def test_types(self):
        for dtype, op, result in (("int8", "sum", "int64"), ("uint8", "sum", "uint64"), ("int32", "prod", "int64"), ("int64", "mean", "float64"),
                                  ("float16", "sum", "float32"), ("float16", "max", "float16"), ("float64", "sum", "float64"),
                                  ("int16", "norm2", "float64"), ("bool", "sum", "uint64"), ("bool", "max", "bool"), ("bool", "all", "bool")):
            with self.subTest(dtype=dtype, op=op):
                self.check(op, Cuda((2, 3), dtype, values=[1, 0, 1, 0, 0, 1] if dtype == "bool" else [2, 1, 2, 0, 3, 4]), (0,), result)
        self.check("sum", Cuda((2, 3), "int8", values=range(6)), (1,), "int32", dtype="int32")
        self.check("sum", Cuda((2, 3), "float32", values=range(6)), (1,), "float64", dtype="float64")

    def test_keepdims_and_out(self):
        x, out = Cuda((2, 3, 4), values=range(24)), Cuda((2, 1, 4))
        tilewright.sum(x, 1, out, keepdims=True)
        self.assertEqual({(a, c): value for (a, _, c), value in out.values().items()}, reduced(x, (1,), sum))
        out = Cuda((2, 4), strides=(-8, 16), gap=8)
        before = out.gaps()
        tilewright.sum(x, -2, out)
        self.assertEqual((out.values(), out.gaps()), (reduced(x, (1,), sum), before))

    def test_dot(self):
        a, b = Cuda((3, 4), values=range(12)), Cuda((3, 4), strides=(4, 12), values=range(1, 13))
        whole, rows = Cuda(()), Cuda((3,))
        products = [(index, value * b.values()[index]) for index, value in a.values().items()]
        tilewright.dot(a, b, out=whole)
        self.assertEqual(whole.values(), {(): sum(value for _, value in products)})
        tilewright.dot(a, b, 1, rows)
        self.assertEqual(rows.values(), {(i,): sum(value for (row, _), value in products if row == i) for i in range(3)})

    def test_segments(self):
        x, offsets, out = Cuda((9,), values=range(9)), Cuda((5,), "int32", values=[0, 2, 2, 8, 9]), Cuda((4,))
        tilewright.sum(x, offsets=offsets, out=out)
        self.assertEqual(list(out.values().values()), [1.0, 0.0, 27.0, 8.0])
        tilewright.max(x, offsets=Cuda((5,), "int64", values=[0, 2, 3, 8, 9]), out=out)
        self.assertEqual(list(out.values().values()), [1.0, 2.0, 7.0, 8.0])

    def test_orders(self):
        x, out = Cuda((4,), "float64", values=[1e300, 1.0, -1e300, 2.0 ** -1000]), Cuda((), "float64")
        tilewright.sum(x, out=out, order="exact")
        self.assertEqual(out.values(), {(): 1.0})

    def test_empty(self):
        out = Cuda((3,))
        tilewright.sum(Cuda((3, 0)), 1, out)
        self.assertEqual(set(out.values().values()), {0.0})
        tilewright.sum(Cuda((0, 3)), 0, out)
        tilewright.sum(Cuda((0, 3)), 1, Cuda((0,)))
        tilewright.max(Cuda((3, 0)), 1, out)
        self.assertEqual(set(out.values().values()), {-math.inf})

    def refused(self, sentence, call, kind=tilewright.InputError):
        with self.assertRaisesRegex(kind, sentence):
            call()

    def test_refused(self):
        x, out = Cuda((3, 4)), Cuda((3,))
        self.refused("axis 1 stands twice", lambda: tilewright.sum(x, (1, -1), out))
        self.refused("there is no axis 2: the array has 2", lambda: tilewright.sum(x, 2, out))
        self.refused(r"out has the shape \(3,\), and the result \(4,\)", lambda: tilewright.sum(x, 0, out))
        self.refused("elements of type float32, and the result of int64", lambda: tilewright.argmax(x, 1, out), tilewright.InputTypeError)
        self.refused("dtype is int64; it is not asked of argmax", lambda: tilewright.argmax(x, 1, out, dtype="int64"))
        self.refused("order is 'any'; it is one of fixed, free", lambda: tilewright.sum(x, 1, out, order="any"))
        self.refused("argmax of no elements", lambda: tilewright.argmax(Cuda((3, 0)), 1, Cuda((3,), "int64")))
        self.refused("out overlaps what is read", lambda: tilewright.max(x, 1, self.part(x)))
        self.refused("a has the shape .* and b", lambda: tilewright.dot(x, Cuda((4, 3)), out=Cuda(())))
        self.refused("offsets are given, and axis", lambda: tilewright.sum(x, 1, out, offsets=x))
        self.refused("x has the shape .* of segments it is one axis", lambda: tilewright.sum(x, offsets=x, out=out))
        self.refused("offsets are 4 of float32", lambda: tilewright.sum(Cuda((9,)), offsets=Cuda((4,)), out=out), tilewright.InputTypeError)
        x.typestr, x.itemsize, x.shape, x.strides = "<c8", 8, (3, 2), (16, 8)
        self.refused("there are elements of type complex64; sum takes", lambda: tilewright.sum(x, 1, out), tilewright.InputTypeError)

    @staticmethod
    def part(x):
        out = Cuda((3,))
        out.memory, out.first = x.memory, 4
        return out


if __name__ == "__main__":
    unittest.main()
