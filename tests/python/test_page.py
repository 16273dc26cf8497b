"""The examples of docs/python.md and docs/recipes.md, in their order: those of NumPy, of PyTorch where it is there, and of a GPU where there is one."""
import doctest
import os
import re
import unittest

import test_numpy
import test_torch

ROOT = os.environ.get("SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NEEDS = {"": test_numpy.numpy, "torch": test_torch.torch, "gpu": test_torch.HAS_GPU}


class Page(unittest.TestCase):
    def check(self, page, needs):
        """Runs the page's examples, which need all of `needs`."""
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            blocks = re.findall(r"^```python ?(\w*)\n(.*?)^```", file.read(), re.M | re.S)
        self.assertEqual({need for need, _ in blocks}, needs)
        names, runner = {}, doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        for need, text in blocks:
            if NEEDS[need]:
                test = doctest.DocTestParser().get_doctest(text, names, page, None, 0)
                runner.run(test, clear_globs=False)
                names.update(test.globs)
        self.assertEqual(runner.summarize(verbose=False).failed, 0)

    def test_examples(self):
        self.check("docs/python.md", set(NEEDS))
        if not NEEDS[""]:
            self.skipTest("there is no NumPy")

    def test_recipes(self):
        self.check("docs/recipes.md", {"torch"})
        if not NEEDS["torch"]:
            self.skipTest("there is no PyTorch")


if __name__ == "__main__":
    unittest.main()
