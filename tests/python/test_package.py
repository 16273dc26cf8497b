"""What the package repeats of the library's sources is as it is there."""
import ast
import os
import re
import unittest

import tilewright
from tilewright import _driver, _library, _reduce, _version

ROOT = os.environ.get("SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def text(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


class Package(unittest.TestCase):
    def test_version(self):
        header = text("include/tilewright/version.h")
        numbers = re.findall(r"#define TILEWRIGHT_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", header)
        self.assertEqual(_version.VERSION, ".".join(numbers))
        self.assertEqual(str(_version.ABI), re.search(r"#define TILEWRIGHT_ABI +(\d+)", header)[1])
        self.assertEqual(tilewright.__version__, _version.VERSION)

    def test_table_of_the_driver(self):
        functions = text("base/device/driver_functions.h").split("#define TW_DRIVER_FUNCTIONS(X)")[1].split("#define")[0]
        self.assertEqual(_driver.TABLE, re.findall(r"X\((cu\w+),", functions))

    def test_words(self):
        plan, error = text("include/tilewright/plan.h"), text("include/tilewright/error.h")
        self.assertEqual(list(_library.EFFORTS), re.findall(r'X\(TW_EFFORT_\w+, +"(\w+)"\)', plan))
        codes = re.findall(r"^    (TW_\w+),? +/\*", error.split("enum tw_code {")[1].split("}")[0], re.M)
        self.assertEqual(len(_library.CODES), len(codes))
        kinds = dict(zip(codes, _library.CODES))
        self.assertIs(kinds["TW_INPUT"], tilewright.InputError)
        self.assertIs(kinds["TW_MEMORY"], tilewright.OutOfMemoryError)
        self.assertIs(kinds["TW_UNSUPPORTED"], tilewright.UnsupportedError)
        orders = re.search(r"#define TW_ORDERS\(X\)(.*?)\n\n", text("include/tilewright/problem.h"), re.S)[1]
        self.assertEqual(list(_reduce.ORDERS), re.findall(r'"(\w+)"', orders))

    def test_names(self):
        """Each has a page's worth in its docstring, and shadows no builtin inside the package."""
        for name in tilewright.__all__:
            self.assertTrue(getattr(tilewright, name).__doc__, name)
        self.assertEqual(sorted(tilewright.__all__), sorted(set(tilewright.__all__)))

    def test_python_of_old(self):
        """Nothing is written that Python 3.9 does not read."""
        folder = os.path.join(ROOT, "python/tilewright")
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                ast.parse(text(os.path.join("python/tilewright", name)), name, feature_version=(3, 9))

    def test_errors(self):
        for kind, python in ((tilewright.InputError, ValueError), (tilewright.InputTypeError, TypeError), (tilewright.OutOfMemoryError, MemoryError),
                             (tilewright.UnsupportedError, NotImplementedError), (tilewright.DeviceError, RuntimeError)):
            self.assertTrue(issubclass(kind, tilewright.Error) and issubclass(kind, python))
        self.assertEqual(str(tilewright.DeviceError("a sentence", "a log")), "a sentence\na log")


if __name__ == "__main__":
    unittest.main()
