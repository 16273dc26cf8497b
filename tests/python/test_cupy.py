"""CuPy's arrays on a GPU: results of its own, on its current stream, in graphs."""
import os
import unittest

import tilewright

try:
    import cupy
    HAS_GPU = not os.environ.get("TILEWRIGHT_LIBCUDA") and cupy.cuda.is_available()
except ImportError:
    HAS_GPU = False


@unittest.skipUnless(HAS_GPU, "there is no CuPy, or no GPU")
class CuPy(unittest.TestCase):
    def same(self, ours, theirs):
        self.assertIs(type(ours), cupy.ndarray)
        self.assertEqual((ours.dtype, ours.shape), (theirs.dtype, theirs.shape))
        self.assertTrue(bool((ours == theirs).all()))

    def test_permute(self):
        for dtype in ("float16", "int8", "complex128", "bool"):
            x = (cupy.arange(120) % 23).astype(dtype).reshape(2, 3, 4, 5)
            self.same(tilewright.permute(x, "n c h w -> n h w c"), x.transpose(0, 2, 3, 1))
            self.same(tilewright.transpose(x[:, ::-1, 1:, ::2]), x[:, ::-1, 1:, ::2].T)
            out = cupy.zeros((5, 4, 3, 4), dtype)[:, :, :, ::2]
            self.assertIs(tilewright.transpose(x, out), out)
            self.same(out, x.T)

    def test_reductions(self):
        x = (cupy.arange(120) * 7 % 23).reshape(4, 5, 6)
        for axis in (None, 0, 1, 2, (0, 2)):
            self.same(tilewright.sum(x, axis), x.sum(axis))
            self.same(tilewright.max(x, axis), x.max(axis))
        self.same(tilewright.argmax(x, 1), x.argmax(1))

    def test_streams_and_graphs(self):
        for blocking in (False, True):
            stream = cupy.cuda.Stream(non_blocking=not blocking)
            x, out, total = cupy.zeros((301, 70)), cupy.zeros((70, 301)), cupy.zeros((), "float64")
            cupy.cuda.Device().synchronize()
            with stream:
                stream.begin_capture()
                tilewright.transpose(x, out)
                tilewright.sum(x, out=total)
                graph = stream.end_capture()
                x[...] = cupy.arange(301 * 70).reshape(301, 70)
                graph.launch()
            stream.synchronize()
            self.same(out, x.T)
            self.same(total, x.sum())


if __name__ == "__main__":
    unittest.main()
