"""Arrays of NumPy's, on the simulator, against NumPy."""
import unittest

import tilewright

try:
    import numpy
except ImportError:
    numpy = None


@unittest.skipUnless(numpy, "there is no NumPy")
class NumPy(unittest.TestCase):
    def test_permute(self):
        x = numpy.arange(2 * 6 * 8 * 3, dtype="float16").reshape(2, 6, 8, 3)
        y = tilewright.permute(x, (0, 3, 1, 2))
        self.assertIs(type(y), numpy.ndarray)
        numpy.testing.assert_array_equal(y, x.transpose(0, 3, 1, 2), strict=False)
        self.assertEqual((y.dtype, y.flags.c_contiguous), (x.dtype, True))
        numpy.testing.assert_array_equal(tilewright.transpose(x), x.T)
        patches = x.reshape(2, 3, 2, 2, 4, 3).transpose(0, 1, 3, 2, 4, 5).reshape(2, 3, 2, 24)
        numpy.testing.assert_array_equal(tilewright.permute(x, "b (h p) (w q) c -> b h w (p q c)", p=2, q=4), patches)

    def test_views(self):
        x = numpy.arange(240.0).reshape(12, 20)
        for view in (x[::2, 1::3], x[::-1], x[:, ::-2], x.T[3:], numpy.broadcast_to(x[:1], (5, 20)), x[3:3], x[4, 5:6]):
            numpy.testing.assert_array_equal(tilewright.transpose(view), view.T)

    def test_any_type(self):
        """What has no type of Tilewright's is moved as bytes."""
        record = numpy.dtype([("a", "i1"), ("b", "f8")])
        for dtype in ("bool", "complex64", "complex128", ">f4", "M8[s]", "U3", "S5", record):
            x = numpy.arange(6).astype("i4" if dtype is record else dtype) if dtype is not record else numpy.zeros(6, record)
            if dtype is record:
                x["a"], x["b"] = range(6), range(6)
            x = x.reshape(2, 3)
            y = tilewright.transpose(x)
            self.assertEqual((y.dtype, y.tolist()), (x.dtype, x.T.tolist()))
        with self.assertRaisesRegex(tilewright.InputTypeError, "x holds objects of Python's"):
            tilewright.transpose(numpy.array([[None]]))
        record = numpy.zeros((2, 3), [("a", "i1"), ("b", "f8")])
        record["b"] = numpy.arange(6).reshape(2, 3)
        numpy.testing.assert_array_equal(tilewright.transpose(record["b"]), record["b"].T)  # 9 bytes apart

    def test_casts(self):
        """All bits of the result, and NaN with its own where it is quiet."""
        floats = ("float16", "float32", "float64")
        draw = numpy.random.default_rng(3)
        for source in ("int8", "uint16", "int32", "uint64", "bool") + floats:
            size = numpy.dtype(source).itemsize
            x = numpy.frombuffer(draw.bytes(8 * 9 * 40 * size), source).reshape(8, 9, 40) if source != "bool" else draw.integers(0, 2, (8, 9, 40)) > 0
            if source in floats:
                x = numpy.where(numpy.isnan(x), numpy.copysign(numpy.array(numpy.nan, source), x), x)
            for target in floats:
                with numpy.errstate(all="ignore"):
                    expected = numpy.ascontiguousarray(x.transpose(2, 0, 1)).astype(target)
                for dtype in (target, numpy.dtype(target), getattr(numpy, target)):
                    y = tilewright.permute(x, (2, 0, 1), dtype=dtype)
                    self.assertEqual((y.dtype, y.tobytes()), (expected.dtype, expected.tobytes()), (source, target))

    def test_scales(self):
        x = numpy.linspace(-3, 3, 300, dtype="float32").reshape(10, 30)
        y = tilewright.permute(x, (1, 0), dtype="float16", alpha=numpy.float64(.1))
        numpy.testing.assert_array_equal(y, (x.T * numpy.float32(.1)).astype("float16"))
        numpy.testing.assert_array_equal(tilewright.permute(x, (1, 0), dtype="float64", alpha=.1), x.T.astype("float64") * .1)
        pixels = numpy.arange(256, dtype="uint8").reshape(4, 8, 8)
        numpy.testing.assert_array_equal(tilewright.permute(pixels, "h w c -> c h w", dtype="float32", alpha=1 / 255),
                                         pixels.transpose(2, 0, 1).astype("float32") * numpy.float32(1 / 255))
        with self.assertRaisesRegex(tilewright.InputTypeError, "^numpy has no type bfloat16: "):
            tilewright.permute(x, (1, 0), dtype="bfloat16")

    def test_out(self):
        x, whole = numpy.arange(12).reshape(3, 4), numpy.full((8, 6), -1)
        out = whole[::-2, ::2]
        self.assertIs(tilewright.transpose(x, out), out)
        numpy.testing.assert_array_equal(out, x.T)
        self.assertEqual((whole == -1).sum(), 36)
        fixed = numpy.zeros((4, 3), int)
        fixed.flags.writeable = False
        for wrong, sentence in ((fixed, "read-only"), (numpy.zeros((4, 3)), "of type float64, and the result of int64"), (whole[:3, :4], "shape"),
                                (x.reshape(4, 3), "overlaps")):
            with self.assertRaisesRegex(tilewright.Error, sentence):
                tilewright.transpose(x, wrong)

    def test_repeating_out(self):
        with self.assertRaisesRegex(tilewright.InputError, "^out repeats along axis 1, so its elements would be written 3 times$"):
            tilewright.transpose(numpy.zeros((3, 4)), numpy.lib.stride_tricks.as_strided(numpy.zeros(4), (4, 3), (8, 0)))

    def test_elements_without_bytes(self):
        y = tilewright.transpose(numpy.zeros((2, 3), "V0"))
        self.assertEqual((y.shape, y.dtype.itemsize), ((3, 2), 0))

    def test_no_memory(self):
        x = numpy.lib.stride_tricks.as_strided(numpy.zeros(1), (1 << 31, 1 << 28), (0, 0))
        with self.assertRaisesRegex(tilewright.OutOfMemoryError, r"^numpy makes no array of the shape \(268435456, 2147483648\): "):
            tilewright.transpose(x)
        x = numpy.lib.stride_tricks.as_strided(numpy.zeros(1, "i1"), (1 << 61, 1), (0, 0))  # whose sums have more bytes than there are addresses
        with self.assertRaisesRegex(tilewright.OutOfMemoryError, r"^numpy makes no array of the shape \(2305843009213693952,\): "):
            tilewright.sum(x, 1)

    def test_reductions(self):
        x = (numpy.arange(2 * 3 * 5) * 7 % 11).reshape(2, 3, 5)
        for name in ("sum", "prod", "mean", "min", "max", "any", "all"):
            for axis in (None, 0, 2, (0, 1), (0, 2), -1):
                if name in ("any", "all") or axis in (2, (0, 2)):
                    ours, theirs = getattr(tilewright, name)(x, axis), getattr(numpy, name)(x, axis)
                    self.assertEqual((ours.dtype, ours.tolist()), (theirs.dtype, theirs.tolist()), (name, axis))
        for axis in (None, 0, 1):
            numpy.testing.assert_array_equal(tilewright.argmax(x, axis), x.argmax(axis))
        self.assertEqual(tilewright.sum(x[:, :, 0].astype("u1")).dtype, "uint64")
        self.assertEqual(tilewright.sum(x, 1, keepdims=True).shape, (2, 1, 5))
        numpy.testing.assert_array_equal(tilewright.sum(x[::-1, :, ::2], (0, 2)), x[::-1, :, ::2].sum((0, 2)))

    def test_masked(self):
        with self.assertRaisesRegex(tilewright.InputTypeError, "x is a masked array"):
            tilewright.sum(numpy.ma.masked_array([1, 2], [0, 1]))


if __name__ == "__main__":
    unittest.main()
