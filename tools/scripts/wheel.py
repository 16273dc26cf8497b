#!/usr/bin/env python3
"""wheel.py LIBRARY FOLDER: a wheel of the package python/tilewright in FOLDER, with the shared library LIBRARY inside and the libraries that
it needs beside libc's. Needs Python's standard library and ldd."""
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|ld-linux[\w-]*)\.so\.\d+")  # of every machine with glibc

METADATA = """Metadata-Version: 2.1
Name: tilewright
Version: {version}
Summary: Permutations and reductions of arrays on NVIDIA GPUs, for PyTorch, CuPy, NumPy and DLPack
License: MIT
Requires-Python: >=3.9
Provides-Extra: nvrtc
Requires-Dist: nvidia-cuda-nvrtc; extra == "nvrtc"
Description-Content-Type: text/markdown

"""


def version():
    with open(os.path.join(ROOT, "python/tilewright/_version.py"), encoding="utf-8") as file:
        return re.search(r'VERSION = "(.*)"', file.read())[1]


def needed(library):
    """The files of the libraries that it needs, by name."""
    found = {}
    for line in subprocess.run(["ldd", library], check=True, capture_output=True, text=True).stdout.splitlines():
        name, arrow, path = line.strip().partition(" => ")
        if arrow and not SYSTEM.fullmatch(name):
            found[name] = os.path.realpath(path.split(" (")[0])
    return found


def licence(path):
    """What Debian says of the package that a library comes from, or None."""
    for name in (path, path.replace("/usr/lib", "/lib", 1)):
        owner = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True).stdout.partition(":")[0]
        text = f"/usr/share/doc/{owner}/copyright"
        if owner and os.path.exists(text):
            return text
    return None


def contents(library):
    """What is in the package's folders: names in the wheel, and files."""
    package, info = "tilewright", f"tilewright-{version()}.dist-info"
    for name in sorted(os.listdir(os.path.join(ROOT, "python", package))):
        if name.endswith(".py"):
            yield f"{package}/{name}", os.path.join(ROOT, "python", package, name)
    yield f"{package}/{soname(library)}", library
    yield f"{info}/licenses/LICENSE", os.path.join(ROOT, "LICENSE")
    for name, path in needed(library).items():
        yield f"{package}/{name}", path
        said = licence(path)
        if said:
            yield f"{info}/licenses/{name}.txt", said


def soname(library):
    shown = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
    return re.search(r"\(SONAME\).*\[(.*)\]", shown)[1]


def write(library, folder):
    tag = f"py3-none-linux_{platform.machine()}"
    info = f"tilewright-{version()}.dist-info"
    texts = {"METADATA": METADATA.format(version=version()) + page(), "WHEEL": f"Wheel-Version: 1.0\nGenerator: tilewright\n"
             f"Root-Is-Purelib: false\nTag: {tag}\n"}
    files = {name: read(path) for name, path in contents(library)}
    files.update((f"{info}/{name}", text.encode()) for name, text in texts.items())
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items()) + f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = record.encode()
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"tilewright-{version()}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the same bytes whenever it is made
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (0o755 if ".so" in name else 0o644) << 16
            wheel.writestr(entry, data)
    return path


def page():
    with open(os.path.join(ROOT, "docs/python.md"), encoding="utf-8") as file:
        return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", file.read())  # without links to pages that are not in it


def read(path):
    with open(path, "rb") as file:
        return file.read()


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(write(sys.argv[1], sys.argv[2]))
