"""Permutations of arrays on a device, against loops: axes, patterns, strides, sizes of elements, and what is refused."""
import math
import random
import struct
import unittest

import devices
import tilewright
from devices import Cuda


def moved(x, axes):
    """The elements of x by their index in the result."""
    return {tuple(index[axis] for axis in axes): value for index, value in x.values().items()}


class Permutations(unittest.TestCase):
    def setUp(self):
        devices.open_device()

    def check(self, x, axes, out):
        before = out.gaps()
        self.assertIs(tilewright.permute(x, axes, out), out)
        self.assertEqual(out.values(), moved(x, axes))
        self.assertEqual(out.gaps(), before)

    def test_axes(self):
        x = Cuda((2, 3, 4, 5), "int32", values=range(120))
        self.check(x, (0, 2, 3, 1), Cuda((2, 4, 5, 3), "int32"))
        self.check(x, [3, 2, 1, 0], Cuda((5, 4, 3, 2), "int32"))
        self.check(x, range(4), Cuda((2, 3, 4, 5), "int32"))
        for axes in ("0 2 3 1", "0,2,3,1", (0, -2, -1, -3), "n c h w -> n h w c"):
            out = Cuda((2, 4, 5, 3), "int32")
            tilewright.permute(x, axes, out)
            self.assertEqual(out.values(), moved(x, (0, 2, 3, 1)))

    def test_transpose(self):
        x, out = Cuda((3, 4, 5), "int8", values=range(60)), Cuda((5, 4, 3), "int8")
        tilewright.transpose(x, out)
        self.assertEqual(out.values(), moved(x, (2, 1, 0)))

    def test_groups(self):
        """Patches of an image, and back."""
        x, out, back = Cuda((2, 6, 8, 3), "int32", values=range(288)), Cuda((2, 3, 2, 24), "int32"), Cuda((2, 6, 8, 3), "int32")
        tilewright.permute(x, "b (h p) (w q) c -> b h w (p q c)", out, p=2, q=4)
        expected = {(b, h // 2, w // 4, (h % 2 * 4 + w % 4) * 3 + c): value for (b, h, w, c), value in x.values().items()}
        self.assertEqual(out.values(), expected)
        tilewright.permute(out, "b h w (p q c) -> b (h p) (w q) c", back, p=2, q=4)
        self.assertEqual(back.values(), x.values())

    def test_ones(self):
        x, out = Cuda((1, 3, 4), "int32", values=range(12)), Cuda((4, 1, 3, 1), "int32")
        tilewright.permute(x, "1 a b -> b () a 1", out)
        self.assertEqual(out.values(), {(b, 0, a, 0): value for (_, a, b), value in x.values().items()})

    def test_strides(self):
        """Both sides have gaps and strides of any sign; the input also has strides of 0."""
        draw = random.Random(42)
        for _ in range(10):
            rank = draw.randint(1, 4)
            dtype = draw.choice(["int8", "float16", "int32", "float64"])
            axes = list(range(rank))
            draw.shuffle(axes)
            shape = [draw.randint(1, 5) for _ in axes]

            def strides(extents):
                order, step, made = draw.sample(range(rank), rank), struct.calcsize(devices.FORMATS[dtype][1]), [0] * rank
                for axis in order:
                    step *= draw.randint(1, 2)
                    made[axis] = draw.choice([-1, 1]) * step
                    step *= extents[axis]
                return made

            count = math.prod(shape)
            x = Cuda(shape, dtype, strides(shape), [i % 100 for i in range(count)], gap=16)
            if draw.random() < .3:
                x.strides = (0,) + x.strides[1:]
            result = [shape[axis] for axis in axes]
            with self.subTest(shape=shape, strides=x.strides, axes=axes, dtype=dtype):
                self.check(x, axes, Cuda(result, dtype, strides(result), gap=16))

    def test_elements_of_any_size(self):
        """3, 6, 12 and 24 bytes; and addresses and strides that are no multiples of an element."""
        for size in (3, 6, 12, 24):
            data = bytes(range(4 * 5 * size % 256)) + bytes(4 * 5 * size - 4 * 5 * size % 256)
            x, out = Cuda((4, 5, size), "uint8", values=data), Cuda((5, 4, size), "uint8")
            expected = moved(x, (1, 0, 2))
            for array in (x, out):
                array.shape, array.strides, array.typestr, array.itemsize = array.shape[:2], array.strides[:2], f"|V{size}", size
            tilewright.permute(x, (1, 0), out)
            out.shape, out.strides, out.itemsize = (5, 4, size), (4 * size, size, 1), 1
            self.assertEqual(out.values(), expected)
        x = Cuda((3, 4), "float64", (60, 12), range(12), gap=4)
        self.check(x, (1, 0), Cuda((4, 3), "float64", gap=4))

    def test_empty_and_single(self):
        for shape in ((0, 3), (3, 0), (0,)):
            out = Cuda(shape[::-1], gap=8)
            self.assertIs(tilewright.transpose(Cuda(shape), out), out)
        x, out = Cuda((), values=[7]), Cuda(())
        tilewright.permute(x, (), out)
        self.assertEqual(out.values(), {(): 7})

    def test_efforts(self):
        """Nothing can be timed here, so the kernel is chosen as without."""
        for effort in ("measure", "exhaustive"):
            x, out = Cuda((7, 9), "int16", values=range(63)), Cuda((9, 7), "int16")
            tilewright.transpose(x, out, effort=effort)
            self.assertEqual(out.values(), moved(x, (1, 0)))

    def test_casts(self):
        """A cast and a scale, on both sides with strides; struct rounds halves as IEEE 754 has it."""
        values = [i * 37 % 2000 / 7 for i in range(60)]
        single, half = (lambda x: struct.unpack("f", struct.pack("f", x))[0]), (lambda x: struct.unpack("e", struct.pack("e", x))[0])
        x = Cuda((3, 4, 5), "float32", values=values, gap=8)
        for dtype, rounded in (("float16", half), ("float32", single), ("float64", float)):
            for alpha in (1, -.375, 3):
                out = Cuda((5, 3, 4), dtype, (8, 80, 320), gap=16)
                gaps = out.gaps()
                self.assertIs(tilewright.permute(x, (2, 0, 1), out, dtype=dtype, alpha=alpha), out)
                product = float if dtype == "float64" else single
                self.assertEqual(out.values(), {(c, a, b): rounded(product(alpha * value)) for (a, b, c), value in x.values().items()})
                self.assertEqual(out.gaps(), gaps)
        pixels, out = Cuda((2, 6, 8, 3), "uint8", values=[i % 256 for i in range(288)]), Cuda((2, 3, 6, 8), "float32")
        tilewright.permute(pixels, "b h w c -> b c h w", out, dtype="float32", alpha=.25)
        self.assertEqual(out.values(), {(b, c, h, w): value * .25 for (b, h, w, c), value in pixels.values().items()})
        bits, out = Cuda((3, 3), "bool", values=[i % 2 for i in range(9)]), Cuda((3, 3), "float16")
        tilewright.permute(bits, (1, 0), out, dtype="float16")
        self.assertEqual(out.values(), moved(bits, (1, 0)))

    def test_casts_at_parts_of_elements(self):
        """Addresses and strides that are no multiples of an element, on either side and on both."""
        for in_strides, out_strides in (((60, 12), (24, 8)), ((32, 8), (30, 9)), ((60, 12), (30, 9))):
            x, out = Cuda((3, 4), "float64", in_strides, [i / 4 for i in range(12)], gap=4), Cuda((4, 3), "float32", out_strides, gap=2)
            gaps = out.gaps()
            tilewright.permute(x, (1, 0), out, dtype="float32", alpha=2)
            self.assertEqual(out.values(), {index: 2 * value for index, value in moved(x, (1, 0)).items()})
            self.assertEqual(out.gaps(), gaps)

    def test_casts_of_few(self):
        for shape in ((), (1, 1), (0, 4)):
            x, out = Cuda(shape, "int32", values=[7]), Cuda(shape, "float16")
            tilewright.permute(x, range(len(shape)), out, dtype="float16", alpha=.5)
            self.assertEqual(list(out.values().values()), [] if 0 in shape else [3.5])

    def test_refused_casts(self):
        x, out, whole = Cuda((4, 6), values=range(24)), Cuda((6, 4), "float16"), Cuda((4, 6), "int32", values=range(24))
        self.refused("the result is of type int32; elements are cast and scaled to float16, bfloat16, float32, float64", x, (1, 0),
                     Cuda((6, 4), "int32"), tilewright.InputTypeError, dtype="int32")
        self.refused("the result is of type int32; elements", whole, (1, 0), Cuda((6, 4), "int32"), tilewright.InputTypeError, alpha=2)
        self.refused("the result is of type half; elements", x, (1, 0), out, tilewright.InputTypeError, dtype="half")
        self.refused("out has elements of type float16, and the result of float32", x, (1, 0), out, tilewright.InputTypeError, alpha=2)
        self.refused("alpha is nan; it is finite", x, (1, 0), out, dtype="float16", alpha=float("nan"))
        self.refused("alpha is a str; it is a number", x, (1, 0), out, tilewright.InputTypeError, dtype="float16", alpha="2")
        self.refused("alpha is a complex; it is a number", x, (1, 0), out, tilewright.InputTypeError, dtype="float16", alpha=2j)
        self.refused("the product is computed in float32, which cannot hold it", x, (1, 0), out, dtype="float16", alpha=1e300)
        x.typestr = "<c8"
        x.itemsize, x.shape, x.strides = 8, (4, 3), (24, 8)
        self.refused("there are elements of type complex64; bool, int8", x, (1, 0), Cuda((3, 4)), tilewright.InputTypeError, dtype="float32")

    def refused(self, sentence, x, axes, out=None, kind=tilewright.InputError, **options):
        with self.assertRaisesRegex(kind, sentence):
            tilewright.permute(x, axes, out, **options)

    def test_refused_axes(self):
        x, out = Cuda((4, 6)), Cuda((6, 4))
        self.refused("axis 0 stands twice", x, (0, 0), out)
        self.refused("lack 1: the array has 2", x, (0,), out)
        self.refused("there is no axis 2: the array has 2", x, (0, 2), out)
        self.refused("axes are 1; they are numbers, or a pattern", x, 1, out, kind=tilewright.InputTypeError)
        self.refused("hw is no number, and there is no \"->\"", x, "hw", out)
        self.refused("begins with 1 axes, and the array has 2; write spaces between", x, "hw -> hw", out)
        self.refused("a stands twice on one side", x, "a a -> a", out)
        self.refused("c, d stand on one side only", x, "a c -> d a", out)
        self.refused("parentheses do not pair", x, "(a (b)) -> a b", out)
        self.refused("a parenthesis is not closed", x, "a b -> (b a", out)
        self.refused("more than one", x, "a b -> b a -> a b", out)
        self.refused("begins with no name", x, "a ... -> ... a", out)

    def test_refused_sizes(self):
        x, out = Cuda((4, 6)), Cuda((6, 4))
        self.refused(r"\(b c\) has 6 indices, which b=4 does not divide", x, "a (b c) -> c a b", out, b=4)
        self.refused("only one size may be left open: give b=", x, "a (b c) -> c a b", out)
        self.refused(r"b=2 \* c=2 is 4", x, "a (b c) -> c a b", out, b=2, c=2)
        self.refused("has no axis d, whose size is given", x, "a b -> b a", out, d=2)
        self.refused(r"the size of b is \[2\]; it is a number", x, "a (b c) -> c a b", out, b=[2])
        self.refused("the size of b is -2; it is a number", x, "a (b c) -> c a b", out, b=-2)
        self.refused("the axes are numbers and have no names", x, (1, 0), out, a=4)

    def test_refused_out(self):
        x = Cuda((4, 6), values=range(24))
        self.refused(r"out has the shape \(4, 6\), and the result \(6, 4\)", x, (1, 0), Cuda((4, 6)))
        self.refused("out has elements of type int32, and the result of float32", x, (1, 0), Cuda((6, 4), "int32"), kind=tilewright.InputTypeError)
        self.refused("out is read-only", x, (1, 0), Cuda((6, 4), read_only=True))
        self.refused("out overlaps what is read", x, (0, 1), x)
        self.refused("give `out`", x, (1, 0))
        self.refused("written twice|overlap", x, (1, 0), Cuda((6, 4), strides=(4, 4)))
        self.refused("effort is 'much'; it is one of estimate, measure, exhaustive", x, (1, 0), Cuda((6, 4)), effort="much")


if __name__ == "__main__":
    unittest.main()
