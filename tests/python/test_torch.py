"""PyTorch's tensors: on the host, as operators in torch.compile, with gradients; on a GPU where there is one, on side streams and in graphs."""
import os
import unittest
import warnings

import tilewright

try:
    import torch
    import tilewright.torch as operators
except ImportError:
    torch = None
HAS_GPU = torch is not None and not os.environ.get("TILEWRIGHT_LIBCUDA") and torch.cuda.is_available()
FORMS = ("b c h w -> b h w c", (0, 2, 3, 1), (3, 2, 1, 0), (0, 1, 2, 3))


@unittest.skipUnless(torch, "there is no PyTorch")
class Tensors(unittest.TestCase):
    device = "cpu"

    def draw(self, *shape, dtype=None):
        made = torch.arange(torch.Size(shape).numel(), device=self.device).reshape(shape) % 23
        return made.to(dtype or torch.float32)

    def same(self, ours, theirs):
        self.assertTrue(torch.equal(ours, theirs))
        self.assertEqual((ours.dtype, ours.device), (theirs.dtype, theirs.device))

    def test_permute(self):
        for dtype in (torch.bfloat16, torch.bool, torch.int64, torch.complex128):
            x = self.draw(2, 3, 4, 5, dtype=dtype)
            self.same(tilewright.permute(x, "b c h w -> b h w c"), x.permute(0, 2, 3, 1))
            self.same(tilewright.transpose(x[:, 1:, ::2]), x[:, 1:, ::2].permute(3, 2, 1, 0))
        out = torch.zeros(4, 2, 5, 3, device=self.device).transpose(0, 1)
        x = self.draw(2, 3, 4, 5)
        self.assertIs(tilewright.permute(x, (0, 2, 3, 1), out), out)
        self.same(out, x.permute(0, 2, 3, 1))
        self.same(tilewright.permute(x.expand(2, 3, 4, 5), (1, 0, 2, 3)), x.transpose(0, 1))

    def test_casts(self):
        x = self.draw(3, 4, 50) / 7
        for target in (torch.float16, torch.bfloat16, torch.float64):
            self.same(tilewright.permute(x, (2, 0, 1), dtype=target), x.permute(2, 0, 1).to(target))
            self.same(tilewright.permute(x.to(target), (2, 0, 1), dtype="float32", alpha=2), x.to(target).permute(2, 0, 1).float() * 2)
        self.same(tilewright.permute(self.draw(3, 4, dtype=torch.uint8), (1, 0), dtype=torch.bfloat16, alpha=torch.tensor(.5)),
                  self.draw(3, 4).T.to(torch.bfloat16) / 2)

    def test_reductions(self):
        x = self.draw(3, 4, 5, dtype=torch.bfloat16)
        self.same(tilewright.sum(x, (0, 2)), x.float().sum((0, 2)))
        self.same(tilewright.amax(x, 1) if hasattr(tilewright, "amax") else tilewright.max(x, 1), x.amax(1))
        self.same(tilewright.argmax(x, 1, ties="first").shape and tilewright.any(x, 1), (x != 0).any(1))
        self.same(tilewright.sum(self.draw(3, 4, dtype=torch.uint8), 0), self.draw(3, 4, dtype=torch.uint8).sum(0))
        self.same(tilewright.mean(x, dtype=torch.float64), x.double().mean())

    def test_refused(self):
        x = self.draw(2, 3)
        for wrong, sentence in ((x.clone().requires_grad_(), "x requires a gradient"), (x.to_sparse(), "x has the layout torch.sparse_coo"),
                                (torch.complex(x, x).conj(), "is to be conjugated"), (torch.empty(2, 3, device="meta"), "on the device meta")):
            with self.assertRaisesRegex(tilewright.Error, sentence):
                tilewright.transpose(wrong)
        with self.assertRaisesRegex(tilewright.Error, "a stream is given"):
            tilewright.transpose(x, stream=0)
        with torch.no_grad():
            self.same(tilewright.transpose(x.clone().requires_grad_()), x.T)

    def test_operators(self):
        x = self.draw(2, 6, 4)
        for function in (lambda t: operators.permute(t + 1, (2, 0, 1)) * 2, lambda t: operators.permute(t + 1, "a (b c) d -> b (a d) c", c=3) * 2,
                         lambda t: operators.permute(t, (2, 0, 1), dtype=torch.bfloat16, alpha=.5) + 1,
                         lambda t: operators.sum(t * 2, -1) + 1, lambda t: operators.argmax(t, (0, 2)), lambda t: operators.transpose(t).sum(0)):
            for dynamic in (False, True):
                torch._dynamo.reset()
                compiled = torch.compile(function, backend="aot_eager", fullgraph=True, dynamic=dynamic)
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    self.same(compiled(x), function(x))
                    self.same(compiled(x[:, ::2].contiguous()), function(x[:, ::2].contiguous()))

    def test_no_memory(self):
        with self.assertRaisesRegex(tilewright.OutOfMemoryError, r"^torch makes no array of the shape \(1073741824, 536870912\): "):
            tilewright.transpose(torch.zeros(1).expand(1 << 29, 1 << 30))

    def test_nested(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for options in ({}, {"layout": torch.jagged}):
                with self.assertRaisesRegex(tilewright.InputTypeError, "^x has the layout nested; only strided tensors are arrays$"):
                    tilewright.transpose(torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], **options))

    def test_graphs_for_any_sizes(self):
        """One graph, of symbols in place of sizes, serves arrays of other sizes."""
        torch._dynamo.reset()
        compiled = torch.compile(lambda t: operators.permute(t, "b (h d) s -> (b h) s d", h=3) * 2, backend="aot_eager", fullgraph=True, dynamic=True)
        for b, d, s in ((2, 2, 4), (3, 3, 5), (5, 4, 7)):
            x = self.draw(b, 3 * d, s)
            self.same(compiled(x), x.view(b, 3, d, s).transpose(2, 3).reshape(3 * b, s, d) * 2)

    def test_outside_of_graphs(self):
        """What is no operator breaks the graph, and is right."""
        for ours, theirs in ((lambda t: tilewright.transpose(t + 1) * 2, lambda t: (t.T + 1) * 2), (lambda t: tilewright.permute(t + 1, (1, 0)) * 2, lambda t: (t.T + 1) * 2),
                             (lambda t: tilewright.sum(t + 1) * 2, lambda t: (t + 1).sum() * 2), (lambda t: tilewright.dot(t + 1, t) * 2, lambda t: ((t + 1) * t).sum() * 2)):
            torch._dynamo.reset()
            compiled, x = torch.compile(ours, backend="eager"), self.draw(3, 4)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.same(compiled(x), theirs(x))

    def test_gradients(self):
        x = self.draw(2, 6, 4).requires_grad_()
        for ours, theirs in ((lambda t: operators.permute(t, "a (b c) d -> b (a d) c", c=3), lambda t: t.reshape(2, 2, 3, 4).permute(1, 0, 3, 2).reshape(2, 8, 3)),
                             (lambda t: operators.permute(t, (2, 0, 1), dtype=torch.float16, alpha=-4), lambda t: (t * -4).permute(2, 0, 1).half()),
                             (lambda t: operators.sum(t, (0, 2)), lambda t: t.sum((0, 2))), (lambda t: operators.mean(t, 1, keepdims=True), lambda t: t.mean(1, True))):
            self.same(ours(x), theirs(x))
            weights = torch.randn_like(theirs(x))
            self.same(*(torch.autograd.grad(function(x), x, weights)[0] for function in (ours, theirs)))
        with self.assertRaisesRegex(tilewright.UnsupportedError, "the gradient of max is not there"):
            operators.max(x).backward()

    def test_operators_as_pytorch_checks_them(self):
        torch.library.opcheck(operators._permuted, (self.draw(2, 6, 4), [2, 6, 4], [2, 0, 1], [4, 12]))
        torch.library.opcheck(operators._permuted, (self.draw(2, 6, 4).requires_grad_(), [2, 6, 4], [2, 0, 1], [4, 12], "float16", .5))
        torch.library.opcheck(operators._reduced, (self.draw(2, 6, 4).requires_grad_(), "mean", [1], True, None, None, None))


@unittest.skipUnless(HAS_GPU, "there is no GPU")
class TensorsOnAGpu(Tensors):
    device = "cuda:0"

    def test_side_stream(self):
        """A long wait before the input is there: who does not keep to the current stream reads what was before."""
        side, x, out = torch.cuda.Stream(), torch.zeros(1000, 1000, device="cuda"), torch.zeros(1000, 1000, device="cuda")
        tilewright.transpose(x, out)
        torch.cuda.synchronize()
        with torch.cuda.stream(side):
            torch.cuda._sleep(200_000_000)
            x.copy_(self.draw(1000, 1000))
            y = tilewright.transpose(x)
            total = tilewright.sum(x)
        side.synchronize()
        self.same(y, self.draw(1000, 1000).T)
        self.same(total, self.draw(1000, 1000).sum())

    def test_graph(self):
        """Plans are made while the stream is captured, and the graph is launched with new data."""
        x, graph = torch.zeros(301, 703, device="cuda"), torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            y, total = tilewright.transpose(x), tilewright.sum(x)
            rows = tilewright.sum(x.view(1, -1), 1)
        for shift in (1, 2):
            x.copy_(self.draw(301, 703) + shift)
            graph.replay()
            torch.cuda.synchronize()
            self.same(y, x.T)
            self.same(total, x.sum())
            self.same(rows[0], x.sum())

    def test_many_streams(self):
        x = self.draw(4_000_000, dtype=torch.uint8)
        streams, sums = [torch.cuda.Stream() for _ in range(8)], []
        torch.cuda.synchronize()
        for _ in range(20):
            for stream in streams:
                with torch.cuda.stream(stream):
                    sums.append(tilewright.sum(x))
        torch.cuda.synchronize()
        self.assertEqual({int(total) for total in sums}, {int(x.sum())})


if __name__ == "__main__":
    unittest.main()
