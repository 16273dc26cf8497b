"""How arrays are taken: __cuda_array_interface__ and DLPack as their protocols have them, streams, captured graphs, contexts, lifetimes."""
import ctypes
import threading
import unittest

import devices
import tilewright
from devices import Capture, Cuda, OldPacked, Packed, cu

LEGACY, PER_THREAD = 1, 2


def rows(x):
    """The sums of a matrix's rows."""
    sums = {}
    for (row, _), value in x.values().items():
        sums[row,] = sums.get((row,), 0) + value
    return sums


class Arrays(unittest.TestCase):
    def setUp(self):
        devices.open_device()

    def sum(self, x, out=None, **options):
        out = Cuda((x.shape[0],)) if out is None else out
        self.assertIs(tilewright.sum(x, 1, out, **options), out)
        return out.values()

    def refused(self, sentence, call, kind=tilewright.InputError):
        with self.assertRaisesRegex(kind, sentence) as caught:
            call()
        self.assertIsInstance(caught.exception, tilewright.Error)


class CudaArrayInterface(Arrays):
    def test_versions(self):
        for version in (0, 1, 2, 3):
            x = Cuda((3, 4), values=range(12))
            x.version = version
            self.assertEqual(self.sum(x), rows(x))

    def test_read_only(self):
        x = Cuda((3, 4), values=range(12), read_only=True)
        self.assertEqual(self.sum(x), rows(x))
        self.refused("out is read-only", lambda: self.sum(x, Cuda((3,), read_only=True)))

    def test_what_is_no_array(self):
        x = Cuda((3, 4), values=range(12))
        x.mask = x
        self.refused("x has a mask", lambda: self.sum(x), tilewright.InputTypeError)
        self.refused("x is a list, no array", lambda: tilewright.sum([1, 2]), tilewright.InputTypeError)
        self.refused("out is a int, no array", lambda: tilewright.sum(Cuda((3, 4)), 1, 5), tilewright.InputTypeError)
        self.refused("x is a NoneType, no array", lambda: tilewright.transpose(None), tilewright.InputTypeError)
        x = Cuda((3, 4))
        x.typestr = ">f4"
        self.refused("float32 of the other byte order", lambda: self.sum(x), tilewright.InputTypeError)
        x = Cuda((3, 4))
        x.first = 4096 - x.memory.address
        self.refused("x is at 0x1000, which is no memory of a GPU's", lambda: self.sum(x))

    def test_bool(self):
        x, out = Cuda((2, 3), "bool", values=[0, 1, 0, 0, 0, 0]), Cuda((2,), "bool")
        tilewright.any(x, 1, out)
        self.assertEqual(out.values(), {(0,): True, (1,): False})


class Streams(Arrays):
    """The simulator finishes what is launched at once, so the order of streams is seen in graphs: a stream that is captured passes what it
    waits for on to those that wait for it."""

    def graph_of(self, stream, call, out):
        with Capture(stream) as graph:
            call()
        untouched = set(out.memory.read()) == {0xAB}
        graph.launch()
        return untouched

    def test_exported_stream_is_launched_on(self):
        x, out = Cuda((3, 4), values=range(12)), Cuda((3,))
        x.stream = devices.stream()
        self.assertTrue(self.graph_of(x.stream, lambda: self.sum(x, out), out))
        self.assertEqual(out.values(), rows(x))

    def test_given_stream_waits_for_the_exported_ones(self):
        """The capture begins on the array's stream, goes to the given one, and comes back, or it could not end."""
        for which in ("x", "out"):
            x, out, given = Cuda((3, 5), values=range(15)), Cuda((3,)), devices.stream()
            {"x": x, "out": out}[which].stream = producer = devices.stream()
            self.assertTrue(self.graph_of(producer, lambda: self.sum(x, out, stream=given), out))
            self.assertEqual(out.values(), rows(x))

    def test_given_stream_alone(self):
        class Stream:
            handle = devices.stream()

            def __cuda_stream__(self):
                return (0, self.handle)

        for given in (Stream.handle, Stream()):
            x, out = Cuda((3, 6), values=range(18)), Cuda((3,))
            self.assertTrue(self.graph_of(Stream.handle, lambda: self.sum(x, out, stream=given), out))
            self.assertEqual(out.values(), rows(x))

    def test_default_streams(self):
        for handle in (LEGACY, PER_THREAD):
            x = Cuda((3, 7), values=range(21))
            x.stream = handle
            self.assertEqual(self.sum(x), rows(x))
            self.assertEqual(self.sum(x, stream=devices.stream()), rows(x))

    def test_refused(self):
        x = Cuda((3, 4))
        x.stream = 0
        self.refused("the stream 0, which the protocol forbids", lambda: self.sum(x))
        self.refused("stream is a str; it is the number", lambda: self.sum(Cuda((3, 4)), stream="s"), tilewright.InputTypeError)

    def test_scratch(self):
        """Launches on several streams, and of a graph, have scratch of their own; a graph begins with it zeroed and may be launched again."""
        for flags in (0, 1):  # streams that wait for the default stream, and that do not
            x, out = Cuda((1500000 + flags,), "uint8"), Cuda((), "uint64")
            x.memory.write(b"\1" * x.shape[0])
            x.stream = devices.stream(flags)
            self.assertTrue(self.graph_of(x.stream, lambda: tilewright.sum(x, out=out), out))
            self.assertEqual(out.values(), {(): x.shape[0]})
            for _ in range(2):
                other = Cuda((), "uint64")
                tilewright.sum(x, out=other, stream=devices.stream())
                self.assertEqual(other.values(), {(): x.shape[0]})


class DLPack(Arrays):
    def consumed(self, x, name):
        self.assertEqual([devices.capsule_name(capsule) for capsule in x.capsules], [name])
        self.assertEqual(len(x.deleted), 1)

    def test_versions(self):
        x = Packed((3, 4), values=range(12))
        self.assertEqual(self.sum(x), rows(x))
        self.assertEqual(x.asked, [(LEGACY, (1, 1))])
        self.consumed(x, b"used_dltensor_versioned")
        x = OldPacked((3, 4), values=range(12))
        self.assertEqual(self.sum(x), rows(x))
        self.assertEqual(x.asked, [LEGACY])
        self.consumed(x, b"used_dltensor")

    def test_layouts(self):
        x = Packed((3, 4), strides=(-48, 8), values=range(12))
        x.offset = 4
        self.assertEqual(self.sum(x), rows(x))
        out = Packed((3,), strides=(-8,))
        self.assertEqual(self.sum(x, out), rows(x))
        out = Packed((4, 3), strides=(-16, 4))
        tilewright.transpose(x, out)
        self.assertEqual(out.values(), {index[::-1]: value for index, value in x.values().items()})
        self.consumed(out, b"used_dltensor_versioned")

    def test_streams(self):
        x, given = Packed((3, 4), values=range(12)), devices.stream()
        self.assertEqual(self.sum(x, stream=given), rows(x))
        self.assertEqual(x.asked[0][0], given)

    def test_read_only(self):
        self.assertEqual(len(self.sum(Packed((3, 4), read_only=True))), 3)
        out = Packed((3,), read_only=True)
        self.refused("out is read-only", lambda: self.sum(Cuda((3, 4)), out))
        self.assertEqual(len(out.deleted), 1)

    def test_bfloat16(self):
        x, out = Packed((2, 3), "int16", values=[0x3F80, 0x4000, 0x4040, 0, 0, 0x3F80]), Cuda((2,))  # 1, 2, 3 and 0, 0, 1
        x.code_given = 4
        tilewright.sum(x, 1, out)
        self.assertEqual(out.values(), {(0,): 6.0, (1,): 1.0})

    def test_beside_the_other_interface(self):
        """The other interface has no word for bfloat16, so DLPack is asked."""
        x, out = Packed((2, 3), "int16", values=[0x3F80, 0x4000, 0x4040, 0, 0, 0x3F80]), Cuda((2,))
        x.__class__ = type("Both", (Packed,), {"code_given": 4, "__cuda_array_interface__": property(
            lambda self: {"shape": self.shape, "typestr": "<V2", "data": (self.address, False), "version": 3})})
        tilewright.sum(x, 1, out)
        self.assertEqual(out.values(), {(0,): 6.0, (1,): 1.0})

    def test_memory_that_every_gpu_reaches(self):
        for kind in (3, 13):  # of the host, for CUDA; managed
            x = Packed((3, 4), values=range(12))
            x.kind = kind
            self.assertEqual(self.sum(x), rows(x))

    def test_what_is_wrong(self):
        """Whatever is refused, the array is given back once."""
        x = Packed((3, 4))
        x.code_given = 99
        self.refused("DLPack's type 99", lambda: self.sum(x), tilewright.InputTypeError)
        self.assertEqual(len(x.deleted), 1)
        x = Packed((3, 4))
        x.version = 2
        self.refused("x comes as DLPack 2, of which 0 and 1 are known", lambda: self.sum(x), tilewright.UnsupportedError)
        self.assertEqual(len(x.deleted), 1)
        x = Packed((3, 4))
        self.refused("there is no axis 7", lambda: tilewright.sum(x, 7))
        self.assertEqual(len(x.deleted), 1)
        x.kind = 4
        self.refused("DLPack's device type 4 are neither", lambda: self.sum(x), tilewright.InputTypeError)
        x = Packed((3, 4))
        x.__class__ = type("Kept", (Packed,), {"__dlpack__": lambda self, **_: (_ for _ in ()).throw(BufferError("it is mine"))})
        self.refused("x is not lent: it is mine", lambda: self.sum(x))
        x = Packed((3, 4))
        capsule = x.__dlpack__()
        x.__class__ = type("Taken", (Packed,), {"__dlpack__": lambda self, **_: capsule})
        self.assertEqual(len(self.sum(x)), 3)
        self.refused("no capsule called dltensor that nobody has taken", lambda: self.sum(x), tilewright.InputTypeError)
        self.assertEqual(len(x.deleted), 1)

    def test_host(self):
        """Arrays in the host's memory go to the simulator, and to it alone."""
        data = (ctypes.c_float * 12)(*range(12))
        x = Packed((3, 4))
        x.kind, x.first = 1, ctypes.addressof(data) - x.memory.address
        result = (ctypes.c_float * 3)()
        out = Packed((3,))
        out.kind, out.first = 1, ctypes.addressof(result) - out.memory.address
        tilewright.sum(x, 1, out)
        self.assertEqual(list(result), [6.0, 22.0, 38.0])
        self.assertEqual(x.asked, [(None, (1, 1))])
        self.refused("out is in a GPU's, and the first array in the host's memory", lambda: tilewright.sum(x, 1, Cuda((3,))),
                     tilewright.InputTypeError)
        self.refused("out is in the host's memory, and the first array in a GPU's", lambda: tilewright.sum(Cuda((3, 4)), 1, out),
                     tilewright.InputTypeError)
        self.refused("a stream is given, but x is in the host's memory", lambda: tilewright.sum(x, 1, out, stream=1))


class Contexts(Arrays):
    def test_context_of_ones_own(self):
        """Where one is current, what is done with its memory is done there; and it stays current."""
        own = devices.made("cuCtxCreate_v2", 0, 0)
        try:
            x, out = Cuda((3, 4), values=range(12)), Cuda((3,))
            self.assertEqual(self.sum(x, out), rows(x))
            self.assertEqual(devices.made("cuCtxGetCurrent"), own)
            tilewright.clear()
        finally:
            cu("cuCtxDestroy_v2", ctypes.c_void_p(own))
        devices.open_device()
        x = Cuda((3, 4), values=range(12))
        self.assertEqual(self.sum(x), rows(x))

    def test_thread_without_a_context(self):
        x, out, seen = Cuda((3, 4), values=range(12)), Cuda((3,)), []

        def work():
            tilewright.sum(x, 1, out)
            seen.append(devices.made("cuCtxGetCurrent"))

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        self.assertEqual((out.values(), seen), (rows(x), [None]))

    def test_faults_are_said(self):
        """A kernel that reads what was freed: the next call says so. In a context of its own, which is lost."""
        own = devices.made("cuCtxCreate_v2", 0, 0)
        try:
            x, out = Cuda((3, 4)), Cuda((3,))
            x.memory.free()
            with self.assertRaises(tilewright.Error):
                tilewright.sum(x, 1, out)
                tilewright.sum(x, 1, out)
        finally:
            cu("cuCtxDestroy_v2", ctypes.c_void_p(own))


class Threads(Arrays):
    def test_the_same_and_different_problems(self):
        """Eight threads at once: of two the problem is the same."""
        wrong = []

        def work(number):
            devices.open_device()
            given = devices.stream()
            for columns in (number // 2 + 20, number // 2 + 21):
                x, out = Cuda((3, columns), "int32", values=range(3 * columns)), Cuda((3,), "int64")
                tilewright.sum(x, 1, out, stream=given)
                if out.values() != rows(x):
                    wrong.append(columns)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
