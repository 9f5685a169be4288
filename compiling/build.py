"""Compiling the rooms in a copy of the sources: the libraries to put beside them, or one clear sentence why not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from compiling.native import NativeError, makers, native
from compiling.rooms import ROOMS

PACKAGE: Final = "shinkansen"
SETUP: Final = """\
from mypyc.build import mypycify
from setuptools import setup

# To mypy a native form is no class of attrs, so it would not let `evolve` take one.
given = ["--disable-error-code=misc", *{files!r}]
libraries = mypycify(given, group_name={package!r}, debug_level="0")
for library in libraries:
    library.extra_compile_args += {options!r}
setup(name={package!r}, packages=[], ext_modules=libraries)
"""
OPTIONS: Final = [] if sys.platform == "win32" else ["-fvisibility=hidden"]
"""For the compiler of C. Nobody else calls a function of the library, so the compiler may put it where it is called."""


class BuildError(Exception):
    """The rooms could not be compiled, all of them."""


def build(root: Path, copy: Path) -> dict[str, Path]:
    """Compile the rooms of a checkout in an empty folder; the libraries, by where they belong in the wheel."""
    shutil.copytree(root / PACKAGE, copy / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    files = [f"{PACKAGE}/{room.replace('.', '/')}.py" for room in ROOMS]
    texts = {file: (copy / file).read_text(encoding="utf-8") for file in files}
    made = {maker: kind for text in texts.values() for maker, kind in makers(text).items()}
    for file, text in texts.items():
        try:
            (copy / file).write_text(native(text, made), encoding="utf-8")
        except NativeError as problem:
            raise BuildError(f"{file} cannot be compiled: {problem}") from None
    _compile(copy, files)
    libraries = {library.relative_to(copy).as_posix(): library for library in _libraries(copy)}
    for file in files:
        stem = file.removesuffix("py")
        if not any(name.startswith(stem) for name in libraries):
            raise BuildError(f"{file} was not compiled, so nothing is")
    return libraries


def _compile(copy: Path, files: list[str]) -> None:
    (copy / "setup.py").write_text(SETUP.format(files=files, package=PACKAGE, options=OPTIONS), encoding="utf-8")
    # Or mypy would take the settings of whatever folder the copy lies in; the types are checked elsewhere.
    (copy / "mypy.ini").write_text("[mypy]\n", encoding="utf-8")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line.casefold()]
        why = said[0].strip() if said else f"the compiler ended with exit code {done.returncode}"
        raise BuildError(f"the compiled build failed, and nothing was built: {why}")


def _libraries(copy: Path) -> list[Path]:
    """What was built in place; the folder `build` of the copy has the same once more."""
    found = [path for pattern in ("*.so", "*.pyd") for path in copy.rglob(pattern)]
    return [path for path in found if path.relative_to(copy).parts[0] != "build"]
