"""CUB, from the toolkit's headers: for each operation that the problems have a library, all compiled at once (cub.cu)."""
import ctypes
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from ctypes import byref, c_longlong, c_size_t, c_void_p

from rivals.cuda import Absent, Failed
from rivals.way import Unfit

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cub.cu")
CUDA = {"int8": "signed char", "int16": "short", "float16": "__half", "float32": "float", "float64": "double",
        "int32": "int", "int64": "long long"}
DOTS = {0: "TransformReduce of a zip", 1: "TransformReduce of four at a time"}
FUNCTIONS = {("array", "sum"): "DeviceReduce::Sum", ("array", "min"): "DeviceReduce::Min", ("array", "max"): "DeviceReduce::Max",
            ("array", "argmin"): "DeviceReduce::ArgMin", ("array", "argmax"): "DeviceReduce::ArgMax",
            ("array", "norm2"): "DeviceReduce::TransformReduce", ("rows", "sum"): "DeviceSegmentedReduce::Sum",
            ("segments", "sum"): "DeviceSegmentedReduce::Sum"}
HALVES = {"DeviceReduce::Sum": "DeviceReduce::TransformReduce", "DeviceSegmentedReduce::Sum": "DeviceSegmentedReduce::Reduce"}


def compiler():
    """nvcc's path."""
    roots = [os.environ.get(name) for name in ("CUDAToolkit_ROOT", "CUDA_HOME", "CUDA_PATH")] + ["/usr/local/cuda"]
    for path in [shutil.which("nvcc"), *(os.path.join(root, "bin", "nvcc") for root in roots if root)]:
        if path and os.path.exists(path):
            return path
    raise Absent("no nvcc, which CUB is compiled with")


def shape(problem):
    return "array" if problem.along == "rows" and problem.rows == 1 else problem.along


def kinds(problem):
    """What libraries a problem takes: {what it is called: its macros}."""
    along = shape(problem)
    macros = [f"-DALONG_{along}", f"-DOP_{problem.op}", f"-DELEMENT={CUDA[problem.type]}", f"-DRESULT={CUDA[problem.result]}"]
    macros += ["-DHALF"] if problem.type == "float16" else []
    if (along, problem.op) == ("array", "dot"):
        ways = [way for way in DOTS if way == 0 or problem.cols % 4 == 0]
        return {DOTS[way]: (*macros, f"-DWAY={way}") for way in ways}
    if (along, problem.op) not in FUNCTIONS:
        raise Unfit(f"CUB has no {problem.op} of {along}")
    name = FUNCTIONS[along, problem.op]
    return {HALVES.get(name, name) if problem.type == "float16" else name: tuple(macros)}


def wanted(problems):
    """The macros of all libraries, each once."""
    found = {}
    for problem in problems:
        try:
            found.update(dict.fromkeys(kinds(problem).values()))
        except Unfit:
            pass
    return list(found)


def build(nvcc, macros, sm, path):
    """A library, or what nvcc said."""
    done = subprocess.run([nvcc, "-std=c++17", "-O3", f"-arch=sm_{sm}", "-Xcompiler", "-fPIC", "-shared", *macros, "-o", path, SOURCE],
                          capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        return f"nvcc: {next((line for line in lines if 'error' in line), lines[-1] if lines else done.returncode)}"
    return path


class Cub:
    def __init__(self, bench):
        self.bench, nvcc, macros = bench, compiler(), wanted(bench.problems)
        paths = [os.path.join(bench.folder, f"cub{i}.so") for i in range(len(macros))]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            built = list(pool.map(lambda each, path: build(nvcc, each, bench.driver.sm, path), macros, paths))
        self.libraries = {}
        for each, path, result in zip(macros, paths, built):
            self.libraries[each] = ctypes.CDLL(path) if result == path else result
        version = next((library.cub_version() for library in self.libraries.values() if not isinstance(library, str)), None)
        if version is None:
            raise Absent(built[0] if built else "CUB has nothing for these problems")
        bench.versions["cub"] = f"{version // 100000}.{version // 100 % 1000}.{version % 100}"

    def ways(self, problem):
        return [self._way(problem, what, self.libraries[macros]) for what, macros in kinds(problem).items()]

    def _way(self, problem, what, library):
        if isinstance(library, str):
            raise Failed(library)
        bench, size = self.bench, c_size_t()
        rows, cols = c_longlong(problem.rows), c_longlong(problem.cols)
        target, value, stream = c_void_p(bench.target), c_void_p(bench.scratch(16)), c_void_p(bench.driver.stream)

        def reduce(temp, a, extra):
            status = library.cub_reduce(temp, byref(size), a, extra, target, value, rows, cols, stream)
            if status:
                raise Failed(f"{what}: CUDA error {status}")

        reduce(None, c_void_p(bench.inputs[0]), c_void_p(bench.inputs[0] + problem.extra_at))
        temp = c_void_p(bench.scratch(size.value))

        def make(a, extra):
            a, extra = c_void_p(a), c_void_p(extra)
            return lambda: reduce(temp, a, extra)
        return bench.way(what, make)
