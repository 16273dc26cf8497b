"""Our kernels: what `tilewright embed` makes of a config."""
import json
import os
import subprocess

from .cuda import ROOT, Failed


def program():
    return os.environ.get("TILEWRIGHT") or os.path.join(ROOT, "build", "tilewright")


def version():
    """What `tilewright --version` says, without the program's name."""
    return subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]


class Embedded:
    """The files of one `tilewright embed`, in a folder that the caller keeps as long as this."""

    def __init__(self, folder, config, sm, name):
        self.folder, self.sm, self.variants, self.refused = folder, sm, {}, {}
        if not config["variants"]:
            return
        path = os.path.join(folder, "config.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        done = subprocess.run([program(), "embed", path, "--name", name, "-o", folder, "--arch", f"sm_{sm}",
                               "--format", "ptx,cubin"], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise Failed(f"tilewright embed: {done.stderr.strip()}")
        self.refused = dict(line.split(": ", 1) for line in done.stderr.splitlines() if ": " in line)
        if done.returncode == 0:
            with open(os.path.join(folder, f"{name}.json"), encoding="utf-8") as file:
                self.variants = {variant["name"]: variant for variant in json.load(file)["variants"]}

    def variant(self, name):
        return self.variants.get(name)

    def reason(self, name):
        return self.refused.get(name, "tilewright embed left it out")

    def images(self, variant):
        files = [("cubin", variant["cubins"].get(f"sm_{self.sm}")), ("PTX", variant["ptx"])]
        return [(what, self._read(file)) for what, file in files if file]

    def _read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()
