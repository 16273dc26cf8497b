"""PyTorch's convolutions on the bench's input and stream. A convolution there is a correlation: nothing is turned round."""
import torch

from rivals.cuda import Absent
from rivals.way import Memory, Unfit, Way


class Torch:
    def __init__(self, bench):
        if not torch.cuda.is_available():
            raise Absent("PyTorch sees no GPU")
        self.bench = bench
        bench.versions["torch"] = torch.__version__
        torch.cuda.set_stream(torch.cuda.ExternalStream(bench.driver.stream))
        torch.backends.cudnn.allow_tf32 = False  # as exact as the others
        torch.backends.cudnn.benchmark = not bench.options.quick  # it takes the fastest of its algorithms

    def ways(self, problem):
        if problem.pitch != problem.cols:
            raise Unfit("PyTorch's convolution would copy an input with a pitch")
        line, bench, held = problem.shape == "line", self.bench, []
        if line and problem.rows > 1:
            raise Unfit("the bench has no batch of lines for PyTorch")
        shape = (1, 1, problem.cols) if line else (1, 1, problem.rows, problem.cols)
        u = torch.as_tensor(Memory(bench.source, shape, problem.element), device="cuda")
        side = 2 * problem.radius + 1
        weights = torch.tensor(problem.weights(), dtype=u.dtype, device="cuda").reshape((1, 1, side) if line else (1, 1, side, side))
        convolve = torch.nn.functional.conv1d if line else torch.nn.functional.conv2d

        def call():
            held[:] = ()
            with torch.no_grad():
                held.append(convolve(u, weights, padding=problem.radius))
        return [Way(convolve.__name__, call, lambda: held[0].data_ptr())]
