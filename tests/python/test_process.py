"""Forks, threads at work when a process ends, libraries that are not there. Each test starts processes of its own."""
import os
import subprocess
import sys
import unittest

HOST = """
import ctypes, devices, os, tilewright
def host(values):
    data = (ctypes.c_float * len(values))(*values)
    x = devices.Packed.__new__(devices.Packed)
    x.shape, x.dtype, x.read_only, x.itemsize, x.strides, x.code = (len(values),), "float32", False, 4, (4,), 2
    x.memory, x.first, x.data, x.kind = type("Host", (), {"address": 0}), ctypes.addressof(data), data, 1
    x.asked, x.deleted, x.capsules, x.kept = [], [], [], []
    return x
def total(values):
    x, out = host(values), host([0])
    out.shape, out.strides = (), ()
    tilewright.sum(x, out=out)
    return out.data[0]
"""
GPU = """
import devices, os, tilewright
devices.context = devices.open_device()
def total(values):
    x, out = devices.Cuda((len(values),), values=values), devices.Cuda(())
    tilewright.sum(x, out=out)
    return out.values()[()]
"""


def run(program, **environment):
    done = subprocess.run([sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


class Processes(unittest.TestCase):
    def test_fork_on_the_host(self):
        """A child has a simulator of its own."""
        code, out, error = run(HOST + """
print(total(range(5)), flush=True)
if not os.fork():
    print(total(range(5)), total(range(9)), flush=True)
    os._exit(0)
print(os.wait()[1], total(range(3)))
""")
        self.assertEqual((code, out), (0, "10.0\n10.0 36.0\n0 3.0\n"), error)

    def test_fork_on_a_gpu(self):
        """CUDA cannot be used in the child of a process that has used it, and that is what is said."""
        code, out, error = run(GPU + """
print(total(range(5)), flush=True)
if not os.fork():
    import ctypes
    x = devices.Cuda.__new__(devices.Cuda)
    x.__dict__.update(shape=(4,), strides=(4,), itemsize=4, typestr="<f4", dtype="float32", read_only=False, first=4096,
                      memory=type("Gone", (), {"address": 0}))
    try:
        tilewright.sum(x, out=x)
    except tilewright.DeviceError as reason:
        print(reason, flush=True)
    os._exit(0)
print(os.wait()[1])
""")
        self.assertEqual(code, 0, error)
        self.assertRegex(out, r"10.0\n.*NOT_INITIALIZED.*; this process was forked from one that had used the GPU, .* \(\"spawn\"\)\n0\n")

    def test_fork_before(self):
        code, out, error = run(GPU.replace("devices.context", "child = os.fork()\ndevices.context") + """
if child:
    os.wait()
print(total(range(5)), flush=True)
""")
        self.assertEqual((code, out), (0, "10.0\n10.0\n"), error)

    def test_end(self):
        """The interpreter ends while one thread computes and another compiles, with plans that nobody gave back."""
        for head in (HOST, GPU):
            code, out, error = run(head + """
import itertools, threading, time
print(total(range(5)), flush=True)
def work(sizes):
    if hasattr(devices, "context"): devices.open_device()
    for size in sizes: total(range(size))
for sizes in (itertools.repeat(100), itertools.count(1000)):
    threading.Thread(target=work, args=(sizes,), daemon=True).start()
time.sleep(.2)
""", TILEWRIGHT_CACHE_SIZE="0")
            self.assertEqual((code, out, error), (0, "10.0\n", ""))

    def test_at_exit(self):
        """Functions that run when the interpreter ends may still compute."""
        code, out, error = run(HOST + "import atexit\natexit.register(lambda: print(total(range(4))))\nprint(total(range(5)))")
        self.assertEqual((code, out), (0, "10.0\n6.0\n"), error)

    def test_devices(self):
        """Work is done on the arrays' device, whichever context is current, and that one stays current."""
        code, out, error = run("""
import ctypes, devices, tilewright
first, _ = devices.open_device(0), devices.open_device(1)
x, out = devices.Cuda((3, 4), values=range(12)), devices.Cuda((3,))
devices.cu("cuCtxSetCurrent", ctypes.c_void_p(first))
tilewright.sum(x, 1, out)
print(*out.values().values(), devices.made("cuCtxGetCurrent") == first)
try:
    tilewright.sum(x, 1, devices.Cuda((3,)))
except tilewright.InputError as reason:
    print(reason)
""", TILEWRIGHT_SIM_DEVICES="2")
        self.assertEqual((code, out), (0, "6.0 22.0 38.0 True\nthe arrays are on several GPUs, 1 and 0\n"), error)

    def test_clear(self):
        code, out, error = run(GPU + "print(total(range(5)))\ntilewright.clear()\nprint(total(range(5)))")
        self.assertEqual((code, out), (0, "10.0\n10.0\n"), error)

    def test_no_gpu(self):
        code, out, error = run("""
import tilewright
class Array: __cuda_array_interface__ = {"shape": (4,), "typestr": "<f4", "data": (4096, False), "version": 3}
try:
    tilewright.sum(Array())
except tilewright.DeviceError as reason:
    print(reason)
""", TILEWRIGHT_LIBCUDA="libcuda-nowhere.so.1")
        self.assertEqual((code, out), (0, "no GPU: libcuda-nowhere.so.1, the driver, is not installed\n"), error)

    def test_no_library(self):
        code, _, error = run("import tilewright", TILEWRIGHT_LIBRARY="/nowhere/libtilewright.so")
        self.assertEqual(code, 1)
        self.assertRegex(error, r"DeviceError: /nowhere/libtilewright.so: cannot open .*; TILEWRIGHT_LIBRARY may name libtilewright.so.\d+")
        code, _, error = run("import tilewright", TILEWRIGHT_LIBRARY=os.environ["TILEWRIGHT_LIBCUDA"])
        self.assertRegex(error, r"DeviceError: .*undefined symbol: tw_version; TILEWRIGHT_LIBRARY may name")


if __name__ == "__main__":
    unittest.main()
