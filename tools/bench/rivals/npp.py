"""NPP: nppiTranspose for one matrix, and its copies from pixels to planes and back for matrices of 3 and 4 columns or rows."""
from ctypes import Structure, byref, c_int, c_size_t, c_uint, c_void_p

from .cuda import open_library
from .way import Unfit, Way

TYPES = {1: "8u", 2: "16u", 4: "32f"}
STEP_LIMIT = (1 << 31) - 1  # bytes from one row to the next
WIDEST = 8192               # pixels in a row of what is taken for an image

# CUdevice_attribute
PROCESSORS, THREADS_PER_PROCESSOR, THREADS_PER_BLOCK, SHARED_PER_BLOCK = 16, 39, 1, 8


class Size(Structure):
    _fields_ = [("width", c_int), ("height", c_int)]


class Context(Structure):
    """NppStreamContext."""
    _fields_ = [("stream", c_void_p), ("device", c_int), ("processors", c_int), ("threads_per_processor", c_int),
                ("threads_per_block", c_int), ("shared_per_block", c_size_t), ("major", c_int), ("minor", c_int),
                ("stream_flags", c_uint), ("reserved", c_int)]


def image(pixels):
    """Width and height of a dense image of so many pixels: as wide as may be up to WIDEST, or all in a row."""
    width = next(width for width in range(min(WIDEST, pixels), 0, -1) if pixels % width == 0)
    return Size(width, pixels // width) if width >= WIDEST // 8 else Size(pixels, 1)


class Npp:
    def __init__(self, bench):
        self.bench = bench
        self.library, path = open_library("nppidei", (13, 12, 11))
        driver = bench.driver
        self.context = Context(driver.stream, driver.device, driver.attribute(PROCESSORS),
                               driver.attribute(THREADS_PER_PROCESSOR), driver.attribute(THREADS_PER_BLOCK),
                               driver.attribute(SHARED_PER_BLOCK), driver.sm // 10, driver.sm % 10, 1, 0)
        bench.versions["npp"] = path.rsplit("/", 1)[-1]

    def _call(self, function, *arguments):
        status = getattr(self.library, function)(*arguments, self.context)
        if status:
            raise Unfit(f"{function}: status {status}")

    def ways(self, problem):
        if problem.batch > 1:
            raise Unfit("NPP has no batches of one size")
        if problem.element not in TYPES:
            raise Unfit(f"no NPP type of {problem.element} bytes")
        ways = [self._transpose(problem)] if max(problem.in_pitch, problem.out_pitch) * problem.element <= STEP_LIMIT else []
        if problem.dense and problem.cols in (3, 4):
            ways += self._split(problem)
        if problem.dense and problem.rows in (3, 4):
            ways += self._join(problem)
        ways = [way for way in ways if way]
        if not ways:
            raise Unfit("rows are longer than NPP counts, or it has no function for this")
        return ways

    def _has(self, function):
        return hasattr(self.library, function)

    def _transpose(self, problem):
        function, element = f"nppiTranspose_{TYPES[problem.element]}_C1R_Ctx", problem.element
        steps = c_int(problem.in_pitch * element), c_int(problem.out_pitch * element)
        size, source, target = Size(problem.cols, problem.rows), c_void_p(self.bench.source), c_void_p(self.bench.target)
        return Way(function, lambda: self._call(function, source, steps[0], target, steps[1], size)) if self._has(function) else None

    def _planes(self, address, count, pixels, element):
        return (c_void_p * count)(*[address + plane * pixels * element for plane in range(count)])

    def _steps(self, size, channels, element):
        """The steps of the pixels and of a plane; None: they are too long."""
        long = size.width * channels * element
        return (c_int(long), c_int(size.width * element)) if long <= STEP_LIMIT else None

    def _split(self, problem):
        count, pixels, element = problem.cols, problem.rows, problem.element
        function, size = f"nppiCopy_{TYPES[element]}_C{count}P{count}R_Ctx", image(pixels)
        steps, planes = self._steps(size, count, element), self._planes(self.bench.target, count, pixels, element)
        source = c_void_p(self.bench.source)
        if not steps or not self._has(function):
            return []
        return [Way(function, lambda: self._call(function, source, steps[0], byref(planes), steps[1], size))]

    def _join(self, problem):
        count, pixels, element = problem.rows, problem.cols, problem.element
        function, size = f"nppiCopy_{TYPES[element]}_P{count}C{count}R_Ctx", image(pixels)
        steps, planes = self._steps(size, count, element), self._planes(self.bench.source, count, pixels, element)
        target = c_void_p(self.bench.target)
        if not steps or not self._has(function):
            return []
        return [Way(function, lambda: self._call(function, byref(planes), steps[1], target, steps[0], size))]
