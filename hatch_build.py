"""The hook of the build: with `SHINKANSEN_COMPILED=1` in the environment, the wheel has compiled rooms (`compiling`).

Without it the wheel is pure Python and needs no compiler. The sources are in the wheel either way: an import prefers a
library that lies beside them, and mutants are made from them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "SHINKANSEN_COMPILED"
REQUIRES = ["mypy>=2.4,<3", "setuptools>=65", "attrs>=24.2"]
"""What compiling needs; the compiler for C is the machine's."""


class CompiledRooms(BuildHookInterface[Any]):
    """Adds the compiled rooms to a wheel, if they are asked for."""

    def dependencies(self) -> list[str]:
        return REQUIRES if self._wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._wanted():
            return
        if version == "editable":
            self.app.abort(f"{VARIABLE}: an editable install cannot be compiled; leave out -e, or the variable")
        sys.path.insert(0, self.root)
        from compiling.build import BuildError, build

        self._copy = TemporaryDirectory(prefix="shinkansen-compiled-")
        try:
            libraries = build(Path(self.root), Path(self._copy.name))
        except BuildError as problem:
            self.app.abort(f"{VARIABLE}: {problem}")
        else:
            build_data["force_include"].update({str(library): place for place, library in libraries.items()})
            build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._wanted():
            self._copy.cleanup()

    def _wanted(self) -> bool:
        value = os.environ.get(VARIABLE, "")
        if value not in ("", "0", "1"):
            self.app.abort(f"{VARIABLE}: found {value!r}, expected 1 for a compiled build, 0 or nothing for a pure one")
        return value == "1"
